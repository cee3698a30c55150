"""Positions of Skirmish: on the map of the Ford, or on a board in one line."""

from __future__ import annotations

from tests.helpers.positions import positions_of

skirmish = positions_of("toy-skirmish", "ford", boxes=("coming", "eliminated"))

QUIET = {"weather": "dry", "air-red": 1, "air-blue": 1}
"""Dry weather and air forces that balance each other."""
