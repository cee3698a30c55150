"""Positions of Barbarossa to Berlin on small maps of their own.

    scene = field("berlin - brest - minsk ~ smolensk", {"ge-16-army": "brest", "su-west-front": "minsk"},
                   axis="berlin brest", supply={"axis": "berlin", "soviet": "smolensk"})

A map is a list of roads: `-` is a regular connection, `~` one across a river, `=` one by sea, `+` an invasion link, and
a comma begins another road. Every space lies in the Soviet Union unless told, is clear, and is held by the Allies
unless it is among those of the Axis or neutral. A unit is given by its place, by its place and `reduced`, or by a
mapping; its type follows from its id. Spaces whose name begins with `sea-` are sea nodes, with `beach-` beaches.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from tests.helpers.positions import Scene, position

GAME = "barbarossa-to-berlin"
TYPES = (
    (r"ge-6-ss-panzer-army", "german-ss-panzer-army"),
    (r"ge-panzer-army-africa", "german-africa-army"),
    (r"ge-\d+-panzer-army", "german-panzer-army"),
    (r"ge-1-parachute-army", "german-parachute-army"),
    (r"ge-(1|7|8|10|14|19)-army", "german-late-army"),
    (r"ge-\d+-army", "german-army"),
    (r"ge-ss-panzer-corps-\d+", "german-ss-panzer-corps"),
    (r"ge-panzer-corps-\d+", "german-panzer-corps"),
    (r"ge-corps-\d+", "german-corps"),
    (r"it-8-army", "italian-eighth-army"),
    (r"it-mech-corps", "italian-mechanised-corps"),
    (r"it-corps-\d+", "italian-corps"),
    (r"hu-3-army", "hungarian-home-army"),
    (r"hu-\d-army", "hungarian-army"),
    (r"hu-corps-\d+", "hungarian-corps"),
    (r"ro-\d-army", "romanian-army"),
    (r"ro-corps-\d+", "romanian-corps"),
    (r"bu-corps-\d+", "bulgarian-corps"),
    (r"su-southwest-front", "soviet-southwest-front"),
    (r"su-\d-[a-z]+-front", "soviet-mechanised-front"),
    (r"su-[a-z-]+-front(-infantry)?", "soviet-front"),
    (r"su-tank-army-\d+", "soviet-tank-army"),
    (r"su-shock-army-\d+", "soviet-shock-army"),
    (r"su-army-\d+", "soviet-army"),
    (r"stalin", "stalin"),
    (r"br-1-army", "british-first-army"),
    (r"br-8-army", "british-eighth-army"),
    (r"br-desert-army", "british-desert-army"),
    (r"br-\d-army", "british-army"),
    (r"br-corps-\d+", "british-corps"),
    (r"cw-1-canadian-army", "canadian-army"),
    (r"cw-corps-\d+", "commonwealth-corps"),
    (r"us-3-army", "american-third-army"),
    (r"us-7-army", "american-seventh-army"),
    (r"us-\d+-army", "american-army"),
    (r"us-corps-\d+", "american-corps"),
    (r"ff-1-army", "french-army"),
    (r"ff-corps-1", "french-corps"),
    (r"yu-partisan-army", "yugoslav-army"),
    (r"tu-\d-army", "turkish-army"),
    (r"tu-corps-\d+", "turkish-corps"),
    (r"sw-1-army", "swedish-army"),
    (r"sw-corps-1", "swedish-corps"),
)
"""Ids of units and the types that go with them; the first pattern that fits counts."""
ROADS = {"-": "regular", "~": "river", "=": "sea", "+": "invasion"}
USSR = "soviet-union"


def field(
    roads: str,
    units: Mapping[str, Any],
    *,
    axis: str = "",
    neutral: str = "",
    terrain: Mapping[str, str] | None = None,
    features: Mapping[str, Iterable[str | Mapping[str, Any]]] | None = None,
    supply: Mapping[str, str] | None = None,
    closed: Mapping[str, str] | None = None,
    countries: Mapping[str, str] | None = None,
    areas: Mapping[str, str] | None = None,
    combat: str = "",
    markers: Mapping[str, Mapping[str, int]] | None = None,
    **more: Any,
) -> Scene:
    """A position. Places are given as words with spaces between them; `combat` are those with a Combat marker."""
    spaces, connections = _roads(roads)
    marks = _marked(features or {})
    for serves, places in (supply or {}).items():
        marks += (_feature(at, "supply", serves=serves) for at in places.split())
    for until, places in (closed or {}).items():
        marks += (_feature(at, "closed", until=until) for at in places.split())
    marks += (_feature(at, "beach", letter=at[-1].upper()) for at in spaces if at.startswith("beach-"))
    laid = {at: dict(found) for at, found in (markers or {}).items()}
    for at in combat.split():
        laid.setdefault(at, {})["combat"] = 1
    dry = [at for at in spaces if not at.startswith(("sea-", "beach-"))]
    not_allied = {*axis.split(), *neutral.split()}
    plan = {
        "palette": GAME,
        "spaces": [
            {"id": at, "name": at, "position": [number, 0], "terrain": _terrain(at, terrain or {})}
            for number, at in enumerate(spaces)
        ],
        "connections": [{"between": [a, b], "kind": kind} for a, b, kind in connections],
        "features": marks,
        "regions": _regions(dry, countries or {}, areas or {}),
    }
    return position(
        game=GAME,
        map=plan,
        units={name: _placed(name, given) for name, given in units.items()},
        control={"axis": axis.split(), "allied": [at for at in dry if at not in not_allied]},
        markers=laid,
        **more,
    )


def battle(roads: str, units: Mapping[str, Any], **more: Any) -> Scene:
    """A position at the combat of a round, the Axis's unless told, on a turn without weather unless told."""
    return field(roads, units, **{"phase": "combat", "side": "axis", "turn": 6, **more})


def attack(target: str, *units: str) -> tuple[str, ...]:
    """The actions that declare and announce an attack."""
    return (f"declare-attack {target}", *(f"add-attacker {unit}" for unit in units), "resolve")


def _roads(text: str) -> tuple[list[str], list[tuple[str, str, str]]]:
    spaces: dict[str, None] = {}
    found = []
    for road in text.split(","):
        first, *rest = road.split()
        spaces.setdefault(first)
        for link, at in zip(rest[::2], rest[1::2], strict=True):
            spaces.setdefault(at)
            found.append((first, at, ROADS[link]))
            first = at
    return list(spaces), found


def _terrain(at: str, terrain: Mapping[str, str]) -> str:
    kind = at.partition("-")[0]
    return kind if kind in ("sea", "beach") and "-" in at else terrain.get(at, "clear")


def _feature(at: str, kind: str, **attributes: Any) -> dict[str, Any]:
    return {"at": at, "kind": kind, "name": at, "attributes": attributes}


def _marked(features: Mapping[str, Iterable[str | Mapping[str, Any]]]) -> list[dict[str, Any]]:
    found = []
    for at, kinds in features.items():
        for kind in kinds:
            given = {"kind": kind} if isinstance(kind, str) else dict(kind)
            found.append(_feature(at, given.pop("kind"), **given))
    return found


def _regions(dry: list[str], countries: Mapping[str, str], areas: Mapping[str, str]) -> list[dict[str, Any]]:
    lands = {name: places.split() for name, places in countries.items()}
    taken = {at for places in lands.values() for at in places}
    lands[USSR] = [*lands.get(USSR, ()), *(at for at in dry if at not in taken)]
    found = [("country", name, places) for name, places in lands.items() if places]
    found += (("area", name, places.split()) for name, places in areas.items())
    return [{"id": name, "kind": kind, "title": name, "members": places} for kind, name, places in found]


def _placed(name: str, given: Any) -> dict[str, Any]:
    if isinstance(given, str):
        at, *words = given.split()
        given = {"at": at, "step": 1} if "reduced" in words else {"at": at}
    found = dict(given)
    if "type" not in found:
        found["type"] = next(kind for pattern, kind in TYPES if re.fullmatch(pattern, name))
    return found
