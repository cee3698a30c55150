"""Skirmish, the toy game on hexes."""

from __future__ import annotations

from tests.helpers.toys.skirmish.ruleset import Skirmish

RULESET = Skirmish()
