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


def costs(scene: Scene, unit: str) -> dict[str, int]:
    """Where a unit can get to and what it costs."""
    return {place.at: place.cost for place in scene.ask("reach", unit).locations}


def cost(scene: Scene, unit: str, label: str) -> int | None:
    """What a hex costs a unit to reach; None where it cannot get to."""
    return costs(scene, unit).get(label)


def with_marks(at: str, *marks: str, **more: Any) -> dict[str, Any]:
    """A unit with marks, as a mapping of what is known about it."""
    return {"at": at, "marks": list(marks), **more}
