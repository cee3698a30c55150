"""Positions of Red Star Rising on small maps of their own.

    scene = red_star("{pz: {at: '0202', type: german-armoured-corps}}", "..../....", phase="movement", side="axis")

Hexes are numbered column and row from the top left, 0101. The whole map lies in the Soviet Union unless told. Sources
of supply are given as `sources={"axis": ["0101"], "soviet": ["0801"]}`, railways as lists of hexes. A phase that asks
nobody is over as soon as it begins; `pause` puts a depot somewhere, so that play stops at the next supply phase at the
latest, before anything else has changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tests.helpers.positions import Scene, one_line, position

GAME = "red-star-rising"
TYPES = {
    "pz": "german-armoured-corps",
    "pzkg": "german-armoured-kampfgruppe",
    "inf": "german-infantry-corps",
    "kg": "german-infantry-kampfgruppe",
    "mtn": "german-mountain-corps",
    "mtnkg": "german-mountain-kampfgruppe",
    "div": "german-infantry-division",
    "sec": "german-security-division",
    "depot": "german-depot",
    "base": "german-air-base",
    "fleet": "german-air-fleet",
    "siege": "german-siege-artillery",
    "ita": "italian-army",
    "itc": "italian-corps",
    "hun": "hungarian-corps",
    "rom": "romanian-corps",
    "roma": "romanian-army",
    "romhq": "romanian-headquarters",
    "fin": "finnish-corps",
    "finhq": "finnish-headquarters",
    "army": "soviet-infantry-army",
    "shock": "soviet-shock-army",
    "guards": "soviet-guards-army",
    "tank": "soviet-tank-army",
    "rifle": "soviet-infantry-corps",
    "mech": "soviet-mechanised-corps",
    "marine": "soviet-marine-corps",
    "para": "soviet-paratroop-corps",
    "cav": "soviet-guards-cavalry-corps",
    "hq": "soviet-headquarters",
    "leader": "soviet-leader",
    "partisan": "soviet-partisan",
    "factory": "soviet-factory",
    "oil": "soviet-oil",
    "port": "soviet-strategic-port",
}
"""Short names of counter types; a unit `pz-2` is a German armoured corps."""


def red_star(
    units: Mapping[str, Any],
    board: str = "......../......../......../......../......../........",
    *,
    rails: Iterable[Sequence[str]] = (),
    sources: Mapping[str, Sequence[str]] | None = None,
    features: Iterable[Mapping[str, Any]] = (),
    sides: Mapping[str, Sequence[str]] | None = None,
    countries: Mapping[str, Sequence[str]] | None = None,
    arctic: Sequence[str] = (),
    pause: str = "",
    **more: Any,
) -> Scene:
    """A position: units by name, each with its place or with a mapping of what is known about it."""
    plan = dict(one_line(board, GAME))
    marks = [
        {"at": at, "kind": "supply", "name": f"{side} source", "attributes": {"side": side}}
        for side, places in (sources or {}).items()
        for at in places
    ]
    plan["features"] = [*features, *marks]
    plan["sides"] = [{"kind": kind, "at": list(at)} for kind, at in (sides or {}).items()]
    plan["paths"] = [
        {"id": f"rail-{number}", "kind": "rail", "through": list(line)} for number, line in enumerate(rails, 1)
    ]
    lands = dict(countries or {})
    taken = {at for places in lands.values() for at in places}
    lands.setdefault("soviet-union", [at for at in all_hexes(board) if at not in taken])
    plan["regions"] = [
        {"id": name, "kind": "country", "title": name, "members": list(members)} for name, members in lands.items()
    ]
    if arctic:
        plan["regions"].append({"id": "far-north", "kind": "arctic", "title": "Arctic", "members": list(arctic)})
    placed = {name: _placed(name, given) for name, given in units.items()}
    if pause:
        placed["depot-pause"] = _placed("depot-pause", pause)
    return position(game=GAME, map=plan, units=placed, **more)


def all_hexes(board: str) -> list[str]:
    """The labels of the hexes of a board in one line."""
    rows = board.split("/")
    return [
        f"{col:02}{row:02}" for row, line in enumerate(rows, 1) for col, letter in enumerate(line, 1) if letter != "-"
    ]


def _placed(name: str, given: Any) -> dict[str, Any]:
    found = {"at": given} if isinstance(given, str) else dict(given)
    short = name.partition("-")[0]
    if "type" not in found:
        found["type"] = TYPES[short]
    return found


def city(at: str, name: str = "Town", kind: str = "major-city") -> dict[str, Any]:
    """A city, or a port or fortress when told."""
    return {"at": at, "kind": kind, "name": name}
