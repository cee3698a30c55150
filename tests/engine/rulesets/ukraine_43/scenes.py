"""Positions of Ukraine '43 on small maps of their own.

    scene = front({"inf": "0503", "rifle": "0603"}, phase="combat", side="soviet")

Hexes are labelled column then row as on the real map; `beside(label, direction)` is a neighbour, the directions from N
clockwise. A unit's name begins with the short name of its type: `inf` is a German infantry division, `rifle` a Soviet
rifle corps. A side draws supply from the hexes named in `axis` and `soviet`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from engine.core.boards.hexes import HexGrid, Orientation, Parity
from tests.helpers.positions import Scene, one_line, position, unit_of

GAME = "ukraine-43"
FIELD = "/".join(["............"] * 9)
N, NE, SE, S, SW, NW = "N", "NE", "SE", "S", "SW", "NW"
DIRECTIONS = (N, NE, SE, S, SW, NW)
TYPES = {
    "inf": "infantry-division",
    "pz": "panzer-division",
    "pg": "panzergrenadier-division",
    "ss": "ss-panzer-division",
    "sec": "security-division",
    "rom": "romanian-division",
    "guns": "assault-gun-brigade",
    "tiger": "tiger-battalion",
    "army": "german-army-headquarters",
    "pzk": "panzer-corps",
    "sspzk": "ss-panzer-corps",
    "manstein": "manstein",
    "luft": "luftwaffe-corps",
    "rifle": "rifle-corps",
    "div": "rifle-division",
    "gds": "guards-rifle-corps",
    "tank": "tank-corps",
    "gtank": "guards-tank-corps",
    "mech": "mechanised-corps",
    "cav": "guards-cavalry-corps",
    "brig": "tank-brigade",
    "mbrig": "mechanised-brigade",
    "sapper": "sapper-brigade",
    "para": "airborne-brigade",
    "art": "artillery-division",
    "gart": "breakthrough-artillery",
    "fronthq": "front-headquarters",
    "ta": "tank-army",
    "gta": "guards-tank-army",
    "shock": "shock-army",
    "zhukov": "zhukov",
    "airarmy": "air-army",
}
_GRID = HexGrid(Orientation.FLAT, Parity.EVEN)


def beside(label: str, *directions: str) -> str:
    """The hex that some steps lead to."""
    cell = (int(label[:2]), int(label[2:]))
    for direction in directions:
        cell = _GRID.neighbour(*cell, DIRECTIONS.index(direction))
    return f"{cell[0]:02}{cell[1]:02}"


def front(
    units: Mapping[str, Any],
    board: str = FIELD,
    *,
    axis: Sequence[str] = (),
    soviet: Sequence[str] = (),
    roads: Iterable[Sequence[str]] = (),
    secondary: Iterable[Sequence[str]] = (),
    rails: Iterable[Sequence[str]] = (),
    marked: Iterable[Sequence[str]] = (),
    places: Mapping[str, str] | None = None,
    sides: Mapping[str, Sequence[str]] | None = None,
    regions: Mapping[str, Sequence[str]] | None = None,
    entries: Sequence[str] = (),
    **more: Any,
) -> Scene:
    """A position: units by name, each with its place or with a mapping of what is known about it.

    `places` are settlements by hex, `sides` the hexsides of each kind, `marked` the railways repaired hex by hex,
    `entries` the hexes that the Central Front opens, in their order.
    """
    plan = dict(one_line(board, GAME))
    features = [{"at": at, "kind": kind, "name": f"{kind} {at}"} for at, kind in (places or {}).items()]
    for side, hexes in (("axis", axis), ("soviet", soviet)):
        features += [{"at": at, "kind": "supply", "attributes": {"side": side}} for at in hexes]
    features += [
        {"at": at, "kind": "entry", "attributes": {"level": letter}}
        for at, letter in zip(entries, "abcdefgh", strict=False)
    ]
    plan["features"] = features
    plan["sides"] = [{"kind": kind, "at": list(at)} for kind, at in (sides or {}).items()]
    lines = [
        (kind, line)
        for kind, found in (("road", roads), ("secondary-road", secondary), ("rail", rails), ("main-rail", marked))
        for line in found
    ]
    plan["paths"] = [
        {"id": f"{kind}-{number}", "kind": kind, "through": list(line)} for number, (kind, line) in enumerate(lines, 1)
    ]
    plan["regions"] = [
        {"id": name, "kind": name, "title": name, "members": list(members)} for name, members in (regions or {}).items()
    ]
    placed = {name: unit_of(TYPES, name, given) for name, given in units.items()}
    return position(game=GAME, map=plan, units=placed, **{"turn": 1, **more})


def moving(units: Mapping[str, Any], board: str = FIELD, side: str = "soviet", **more: Any) -> Scene:
    """The movement phase of a side."""
    return front(units, board, **{"phase": "movement", "side": side, **more})


def fighting(units: Mapping[str, Any], board: str = FIELD, side: str = "soviet", **more: Any) -> Scene:
    """The first combat phase of a side."""
    return front(units, board, **{"phase": "combat", "side": side, **more})


def exploiting(units: Mapping[str, Any], board: str = FIELD, side: str = "soviet", **more: Any) -> Scene:
    """The exploitation phase of a side."""
    return front(units, board, **{"phase": "exploitation", "side": side, **more})


def step_cost(scene: Scene, unit: str, to: str) -> float:
    """The points that a step takes of a unit."""
    return float(scene.play(f"step-to {unit} {to}").told("unit-moved")[-1].cost) / 2


def attacked(scene: Scene, target: str, *attackers: str, more: Sequence[str] = ()) -> Scene:
    """The scene after an attack with what helps it, up to the dice."""
    joined = [f"add-attacker {unit}" for unit in attackers]
    return scene.play(f"declare-attack {target}", *joined, *more, "resolve")
