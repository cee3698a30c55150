"""Scenes of movement: a side moves on a small map, and what a step or a march costs.

    scene = marching({"inf": "0101"}, "..f.")
    assert cost(scene, "inf", "0301") == 3

Boards are rows of hexes, or a `strip`: a column from north to south with pockets beside it for enemies.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.engine.rulesets.red_star_rising.scenes import red_star
from tests.helpers.positions import Scene

CLEAR, MUD, SNOW = 3, 7, 8
"""A turn of each weather."""


def marching(units: Mapping[str, Any], board: str, side: str = "axis", **more: Any) -> Scene:
    """The ordinary movement of a side, in clear weather unless told."""
    return red_star(units, board, **{"phase": "movement", "side": side, "turn": CLEAR, **more})
