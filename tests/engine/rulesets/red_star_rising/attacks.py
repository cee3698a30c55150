"""A battlefield for the tests of chapters 6 to 8: open ground around 0303, units in a word each, and an attack on it.

The hexes around 0303 are 0302, 0402, 0403, 0304, 0203 and 0202, clockwise from the north.
"""

from __future__ import annotations

from typing import Any

from tests.helpers.positions import Scene, positions_of

OPEN = "......./......./......./......./......./......."
SUMMER, MUD, FIRST_WINTER, SECOND_WINTER, THIRD_WINTER = 3, 7, 8, 22, 36
HIT = "0303"

ARMOUR = "german-armoured-corps"  # 9-8-7
ARMOURED_GROUP = "german-armoured-kampfgruppe"  # 4-3-8
CORPS = "german-infantry-corps"  # 5-7-4
GROUP = "german-infantry-kampfgruppe"  # 2-3-5
DIVISION = "german-infantry-division"  # 1-2-5
SIEGE = "german-siege-artillery"
FLEET = "german-air-fleet"
DEPOT = "german-depot"
INFANTRY = "soviet-infantry-corps"  # 1-2-4
MECHANISED = "soviet-mechanised-corps"  # 3-2-6
CAVALRY = "soviet-guards-cavalry-corps"  # 2-1-6
ARMY = "soviet-infantry-army"
SHOCK = "soviet-shock-army"
TANKS = "soviet-tank-army"
LEADER = "soviet-leader"
FACTORY = "soviet-factory"
PARTISAN = "soviet-partisan"

of_game = positions_of("red-star-rising")


def unit(kind: str, at: str = HIT, **more: Any) -> dict[str, Any]:
    """A unit of a position."""
    return {"type": kind, "at": at, **more}


def army(marker: str | None = None, at: str = HIT, kind: str = ARMY, **more: Any) -> dict[str, Any]:
    """A Soviet army, with its strength marker if it has drawn one."""
    return unit(kind, at, **more, **({"values": {"marker": marker}} if marker else {}))


def sides(kind: str, *at: str) -> dict[str, Any]:
    """A map with something along hexsides."""
    return {"sides": [{"kind": kind, "at": list(at)}]}


def features(*found: tuple[str, str]) -> dict[str, Any]:
    """A map with cities and fortresses: kind and place."""
    return {"features": [{"kind": kind, "at": at, "name": f"{kind} {at}"} for kind, at in found]}


def fight(units: dict[str, Any], side: str = "axis", turn: int = SUMMER, board: str = OPEN, **more: Any) -> Scene:
    """The combat phase of a side."""
    return of_game(phase="combat", side=side, turn=turn, board=board, units=units, **more)


def march(units: dict[str, Any], side: str = "axis", turn: int = SUMMER, board: str = OPEN, **more: Any) -> Scene:
    """The movement phase of a side, the first or another."""
    return of_game(**{"phase": "movement", "side": side, "turn": turn, "board": board, "units": units, **more})


def reckon(scene: Scene, *units: str, at: str = HIT, **more: Any) -> Any:
    """The reckoning of an attack."""
    return scene.ask("attack", units=list(units), target=at, **more)


def put_together(scene: Scene, *units: str, at: str = HIT) -> Scene:
    """An attack declared by some units and not thrown for yet."""
    return scene.play(f"declare-attack {at}", *(f"add-attacker {each}" for each in units))


def attack(scene: Scene, *units: str, at: str = HIT, die: int | None = None, result: str | None = None) -> Scene:
    """The scene after an attack, with its die or its result laid down."""
    if die is not None or result is not None:
        scene = scene.given(dice=[die] if die else [], results=[result] if result else [])
    return put_together(scene, *units, at=at).play("resolve")
