"""Positions of War in Europe on small maps of their own.

    scene = europe({"inf": "0303", "rus": "0503"}, phase="initial-movement", side="axis", axis="0101", allied="0901")

A board is rows of letters: `.` clear, `b` broken, `w` woods, `s` swamp, `r` rough, `m` mountain, `a` sand, `l` lake,
`~` sea, `x` forbidden; hexes are numbered 0101, 0201 and on from the top left. `axis` and `allied` name a hex with a
supply centre of all nations of the side. A unit's name begins with the short name of its type: `inf` is a German 6-5.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tests.helpers.positions import Scene, one_line, position

GAME = "war-in-europe"
FIELD = "/".join(["............"] * 8)
CLEAR, MUD, SNOW = 95, 115, 119
"""Turns of June, November and December 1941."""
TYPES = {
    "pz": "german-panzer",
    "pzl": "german-panzer-light",
    "pg": "german-panzergrenadier",
    "ss": "ss-panzer",
    "mot": "german-motorised",
    "inf": "german-infantry",
    "sec": "german-security",
    "stat": "german-static",
    "cav": "german-cavalry",
    "para": "german-airborne",
    "reg": "german-airborne-regiment",
    "sup": "german-supply",
    "rr": "german-repair",
    "ita": "italian-infantry",
    "rom": "romanian-infantry",
    "fin": "finnish-infantry",
    "rus": "soviet-infantry",
    "rus2": "soviet-infantry-2",
    "rus4": "soviet-infantry-4",
    "guard": "soviet-guards",
    "tank": "soviet-armour",
    "corps": "soviet-tank-corps",
    "rcav": "soviet-cavalry",
    "at": "soviet-anti-tank",
    "rsup": "soviet-supply",
    "rrr": "soviet-repair",
    "part": "partisans",
    "cadre": "partisan-cadre",
    "us": "us-motorised",
    "usa": "us-armour",
    "usp": "us-airborne",
    "usup": "us-supply",
    "urr": "us-repair",
    "brit": "commonwealth-infantry",
    "fre": "french-infantry",
    "bel": "belgian-infantry",
}
"""Short names of counter types; a unit `inf-2` is a second German infantry division."""


def europe(
    units: Mapping[str, Any],
    board: str = FIELD,
    *,
    axis: str = "",
    allied: str = "",
    rails: Iterable[Sequence[str]] = (),
    broad: Iterable[Sequence[str]] = (),
    ports: Mapping[str, str] | None = None,
    features: Iterable[Mapping[str, Any]] = (),
    sides: Mapping[str, Sequence[str]] | None = None,
    regions: Mapping[str, tuple[str, Sequence[str]]] | None = None,
    held: Mapping[str, Iterable[str]] | None = None,
    **more: Any,
) -> Scene:
    """A position: units by name, each with its place or with a mapping of what is known about it.

    `regions` has a kind and its hexes by id; `held` the hexes that each side controls besides those of its units.
    """
    plan = dict(one_line(board, GAME))
    sheet = plan["sheets"][0]
    codes = {**sheet["codes"], "s": "swamp", "~": "sea", "a": "sand", "x": "forbidden"}
    plan["sheets"] = [{**sheet, "codes": codes}]
    found = [*features]
    control: dict[str, list[str]] = {side: list(places) for side, places in (held or {}).items()}
    for side, nation, at in (("axis", "german", axis), ("allied", "soviet", allied)):
        if at:
            found.append({"at": at, "kind": "supply-centre", "attributes": {"nation": nation}})
            control.setdefault(side, []).append(at)
    found += ({"at": at, "kind": "port", "attributes": {"size": size}} for at, size in (ports or {}).items())
    plan["features"] = found
    plan["sides"] = [{"kind": kind, "at": list(at)} for kind, at in (sides or {}).items()]
    lines = [("rail", line) for line in rails] + [("broad-rail", line) for line in broad]
    plan["paths"] = [
        {"id": f"{kind}-{number}", "kind": kind, "through": list(line)} for number, (kind, line) in enumerate(lines, 1)
    ]
    plan["regions"] = [
        {"id": name, "kind": kind, "title": name, "members": list(members)}
        for name, (kind, members) in (regions or {}).items()
    ]
    placed = {name: _placed(name, given) for name, given in units.items()}
    for given in placed.values():
        side = "axis" if _axis(given["type"]) else "allied"
        if given["at"][:1].isdigit() and not any(given["at"] in places for places in control.values()):
            control.setdefault(side, []).append(given["at"])
    return position(game=GAME, map=plan, units=placed, control=control, **{"turn": CLEAR, **more})


def _axis(type_: str) -> bool:
    return type_.partition("-")[0] in ("german", "ss", "italian", "romanian", "hungarian", "bulgarian", "finnish")


def _placed(name: str, given: Any) -> dict[str, Any]:
    found = {"at": given} if isinstance(given, str) else dict(given)
    if "type" not in found:
        found["type"] = TYPES[name.partition("-")[0]]
    return found


def marked(at: str, *marks: str, **more: Any) -> dict[str, Any]:
    """A unit with marks, as a mapping of what is known about it."""
    return {"at": at, "marks": list(marks), **more}


def group(at: str, **more: Any) -> dict[str, Any]:
    """A battle group."""
    return {"at": at, "step": 1, **more}


def moving(units: Mapping[str, Any], board: str = FIELD, side: str = "axis", **more: Any) -> Scene:
    """The initial movement of a side; both sides are supplied from far corners unless told otherwise."""
    return europe(units, board, **{"phase": "initial-movement", "side": side, **more})


def fighting(units: Mapping[str, Any], board: str = FIELD, side: str = "axis", **more: Any) -> Scene:
    """The combat phase of a side."""
    return europe(units, board, **{"phase": "combat", "side": side, **more})


def costs(scene: Scene, unit: str) -> dict[str, int]:
    """Where a unit can get to and what it costs."""
    return {place.at: place.cost for place in scene.ask("reach", unit).locations}


def cost(scene: Scene, unit: str, label: str) -> int | None:
    """What a hex costs a unit to reach; None where it cannot get to."""
    return costs(scene, unit).get(label)
