"""Maps for questions of supply: one column of hexes from north to south, so that a line has only one way to go.

    scene = on_strip("...m..", {"inf": "0106"}, sources={"axis": ["0101"]})

A pocket is a single hex beside the strip, 0203 beside 0103 and 0104, where an enemy can stand whose zone reaches both.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.engine.rulesets.red_star_rising.scenes import red_star
from tests.helpers.positions import Scene

WEST = {"axis": ["0101"]}
EAST = {"soviet": ["0101"]}
CLEAR, MUD, SNOW = 3, 7, 8
"""A turn of each weather."""


def strip(ground: str, *pockets: int) -> str:
    """A column of hexes by their letters, with pockets beside these rows."""
    return "/".join(letter + ("." if row in pockets else "-") for row, letter in enumerate(ground, 1))


def hexes(first: int, last: int) -> list[str]:
    """The labels of a stretch of the strip."""
    return [f"01{row:02}" for row in range(first, last + 1)]


def on_strip(ground: str, units: Mapping[str, Any], pockets: tuple[int, ...] = (), **more: Any) -> Scene:
    """A scene on a strip, in clear weather and while the Axis moves unless told."""
    return red_star(units, strip(ground, *pockets), **{"phase": "movement", "side": "axis", "turn": CLEAR, **more})


def state_of(scene: Scene, unit: str) -> str:
    """The state of supply a unit is in now."""
    return str(scene.ask("supply", unit).state)


def length_of(scene: Scene, unit: str) -> int | None:
    """The length in half hexes of the line a unit draws on."""
    length = scene.ask("supply", unit).length
    return None if length is None else int(length)


def port(at: str, name: str, sea: str = "black") -> dict[str, Any]:
    """A port of a sea."""
    return {"at": at, "kind": "port", "name": name, "attributes": {"sea": sea}}
