"""Positions on small maps made of places of the real one, and what most tests of operations and supply begin with.

    scene = operation({"pz": "warsaw", "front": "minsk"}, "berlin - warsaw - brest - minsk; warsaw ~ lwow", points=4)

A map is written as its connections: ` - ` joins two spaces, ` ~ ` over a river, ` = ` by sea; spaces called `sea-...`
are sea nodes and `beach-a` is beach A. What is known of a place stands in `PLACES`: its country and what is printed
there; other spaces lie in the Soviet Union unless `countries` says so. Control goes by country unless a unit is there
or `axis`, `allied` or `neutral` name the space. A place with a `!` behind it is that of a reduced unit.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from tests.helpers.positions import Scene, position

GAME = "barbarossa-to-berlin"
TYPES = {
    "army": "german-army",
    "fj": "german-parachute-army",
    "pz": "german-panzer-army",
    "sspz": "german-ss-panzer-army",
    "afrika": "german-africa-army",
    "corps": "german-corps",
    "pzc": "german-panzer-corps",
    "ssc": "german-ss-panzer-corps",
    "ita": "italian-eighth-army",
    "itc": "italian-corps",
    "itm": "italian-mechanised-corps",
    "hu": "hungarian-army",
    "hu3": "hungarian-home-army",
    "huc": "hungarian-corps",
    "ro": "romanian-army",
    "roc": "romanian-corps",
    "buc": "bulgarian-corps",
    "front": "soviet-front",
    "sw": "soviet-southwest-front",
    "mech": "soviet-mechanised-front",
    "rifle": "soviet-army",
    "tank": "soviet-tank-army",
    "shock": "soviet-shock-army",
    "stalin": "stalin",
    "first": "british-first-army",
    "bra": "british-army",
    "eighth": "british-eighth-army",
    "desert": "british-desert-army",
    "br": "british-corps",
    "can": "canadian-army",
    "cw": "commonwealth-corps",
    "usa": "american-army",
    "seventh": "american-seventh-army",
    "us": "american-corps",
    "ffa": "french-army",
    "ff": "french-corps",
    "yu": "yugoslav-army",
    "tu": "turkish-army",
    "tuc": "turkish-corps",
    "swe": "swedish-army",
    "swc": "swedish-corps",
}
"""Short names of counter types; a unit `pz-2` is a Panzer army."""

PLACES: dict[str, tuple[str, str]] = {
    "berlin": ("germany", "supply=axis capital urban wehrkreis victory"),
    "breslau": ("germany", "supply=axis urban wehrkreis victory"),
    "ruhr": ("germany", "supply=axis urban fort wehrkreis victory"),
    "munich": ("germany", "urban wehrkreis"),
    "dresden": ("germany", "wehrkreis"),
    "stettin": ("germany", "wehrkreis"),
    "konigsberg": ("germany", "fort port wehrkreis victory"),
    "warsaw": ("germany", "urban"),
    "lublin": ("germany", ""),
    "vienna": ("austria", "wehrkreis victory"),
    "budapest": ("hungary", "capital urban victory"),
    "bucharest": ("romania", "capital victory resource=oil"),
    "constanta": ("romania", "port"),
    "sofia": ("bulgaria", "capital victory"),
    "belgrade": ("yugoslavia", "capital victory"),
    "zagreb": ("yugoslavia", ""),
    "athens": ("greece", "capital port victory"),
    "salonika": ("greece", ""),
    "tirana": ("albania", ""),
    "rome": ("italy", "capital victory south"),
    "milan": ("italy", "urban"),
    "naples": ("italy", "supply=western south"),
    "bologna": ("italy", ""),
    "messina": ("italy", "south sicily"),
    "syracuse": ("italy", "supply=axis-limited port south sicily"),
    "paris": ("france", "victory"),
    "dijon": ("france", ""),
    "calais": ("france", ""),
    "marseille": ("france", "vichy"),
    "lyon": ("france", "vichy"),
    "antwerp": ("belgium", "supply=scheldt victory"),
    "brussels": ("belgium", ""),
    "stockholm": ("sweden", "capital port victory resource=iron"),
    "malmo": ("sweden", ""),
    "ankara": ("turkey", "capital victory"),
    "istanbul": ("turkey", "port victory"),
    "adana": ("turkey", ""),
    "tripoli": ("libya", "port victory desert africa"),
    "benghazi": ("libya", "desert africa"),
    "tobruk": ("libya", "port victory desert africa"),
    "alexandria": ("egypt", "supply=western port victory africa"),
    "suez": ("egypt", "supply=western desert africa"),
    "cairo": ("egypt", "desert africa"),
    "tunis": ("tunisia", "port victory vichy africa"),
    "algiers": ("algeria", "vichy africa"),
    "malta": ("malta", "port"),
    "basra": ("iraq", "supply=basra victory"),
    "baghdad": ("iraq", ""),
    "teheran": ("iran", ""),
    "damascus": ("syria", ""),
    "jerusalem": ("palestine", ""),
    "sverdlovsk": ("soviet-union", "supply=soviet closed=never"),
    "moscow": ("soviet-union", "capital urban victory closed=taifun"),
    "leningrad": ("soviet-union", "urban fort victory closed=nordlicht"),
    "kiev": ("soviet-union", "urban victory"),
    "minsk": ("soviet-union", "urban"),
    "smolensk": ("soviet-union", "urban victory"),
    "odessa": ("soviet-union", "urban port victory"),
    "sevastopol": ("soviet-union", "fort port victory"),
    "stalingrad": ("soviet-union", "urban victory closed=fall-blau"),
    "maikop": ("soviet-union", "port victory closed=fall-blau"),
    "armavir": ("soviet-union", "closed=fall-blau"),
    "baku": ("soviet-union", "port victory resource=oil"),
}
"""Places as they are on the real map: the country, and what is printed there."""
ALLIED_LANDS = frozenset({"soviet-union", "egypt", "iraq", "iran", "syria", "palestine", "malta"})
NEUTRAL_LANDS = frozenset({"turkey", "sweden"})
TERRAINS = frozenset({"forest", "mountain", "swamp", "desert"})
AREAS = {"vichy": "vichy", "south": "italy-south", "sicily": "sicily", "africa": "north-africa"}
ATTRIBUTES = {"supply": "serves", "resource": "kind", "closed": "until"}
JOINS = {"-": "regular", "~": "river", "=": "sea"}
CARDS = {
    ("axis", 5): "axis-07",
    ("axis", 4): "axis-04",
    ("axis", 3): "axis-11",
    ("axis", 2): "axis-08",
    ("allied", 5): "allied-07",
    ("allied", 4): "allied-02",
    ("allied", 3): "allied-11",
    ("allied", 2): "allied-03",
}
"""A card of each number of points."""
SUMMER_42 = 6


def campaign(
    units: Mapping[str, Any],
    links: str,
    *,
    countries: Mapping[str, Iterable[str]] | None = None,
    features: Mapping[str, str] | None = None,
    axis: Iterable[str] = (),
    allied: Iterable[str] = (),
    neutral: Iterable[str] = (),
    **more: Any,
) -> Scene:
    """A position; `features` prints more in a space, in the words of `PLACES`."""
    joins = list(_joins(links))
    spaces = sorted({name for a, b, _ in joins for name in (a, b)})
    elsewhere = {name: land for land, names in (countries or {}).items() for name in names}
    lands = {name: elsewhere.get(name, PLACES.get(name, ("soviet-union", ""))[0]) for name in spaces}
    words = {name: [*PLACES.get(name, ("", ""))[1].split(), *(features or {}).get(name, "").split()] for name in spaces}
    dry = [name for name in spaces if not name.startswith(("sea-", "beach-"))]
    placed = {name: _placed(name, given) for name, given in units.items()}
    plan: dict[str, Any] = {"palette": GAME}
    plan["spaces"] = [
        {"id": name, "name": name, "position": [at % 8, at // 8], "terrain": _terrain(name, words[name])}
        for at, name in enumerate(spaces)
    ]
    plan["connections"] = [{"between": [a, b], "kind": kind} for a, b, kind in joins]
    plan["features"] = [mark for name in spaces for mark in _marks(name, words[name])]
    plan["regions"] = [*_countries(dry, lands), *_areas(dry, words)]
    control = _control(dry, lands, words, placed)
    for side, names in (("axis", axis), ("allied", allied), ("neutral", neutral)):
        control |= dict.fromkeys(names, side)
    held = {side: [name for name in dry if control[name] == side] for side in ("axis", "allied")}
    return position(game=GAME, map=plan, units=placed, **{"turn": SUMMER_42, "control": held, **more})


def _joins(links: str) -> Iterable[tuple[str, str, str]]:
    for chain in links.split(";"):
        parts = chain.split()
        for at in range(0, len(parts) - 2, 2):
            yield parts[at], parts[at + 2], JOINS[parts[at + 1]]


def _terrain(name: str, words: list[str]) -> str:
    if name.startswith("sea-"):
        return "sea"
    if name.startswith("beach-"):
        return "beach"
    return next((word for word in words if word in TERRAINS), "clear")


def _marks(name: str, words: list[str]) -> Iterable[dict[str, Any]]:
    if name.startswith("beach-"):
        yield {"at": name, "kind": "beach", "name": name, "attributes": {"letter": name[-1].upper()}}
    for word in words:
        kind, _, value = word.partition("=")
        if word in TERRAINS or word in AREAS:
            continue
        attributes = {ATTRIBUTES[kind]: value} if value else {}
        yield {"at": name, "kind": kind, "name": name, "attributes": attributes}


def _countries(dry: list[str], lands: Mapping[str, str]) -> list[dict[str, Any]]:
    return [
        {"id": land, "kind": "country", "title": land, "members": [name for name in dry if lands[name] == land]}
        for land in sorted({lands[name] for name in dry})
    ]


def _areas(dry: list[str], words: Mapping[str, list[str]]) -> list[dict[str, Any]]:
    found = [(area, [name for name in dry if word in words[name]]) for word, area in AREAS.items()]
    return [{"id": area, "kind": "area", "title": area, "members": members} for area, members in found if members]


def _control(
    dry: list[str], lands: Mapping[str, str], words: Mapping[str, list[str]], placed: Mapping[str, Any]
) -> dict[str, str]:
    control = {}
    for name in dry:
        own = "allied" if lands[name] in ALLIED_LANDS else "axis"
        control[name] = "neutral" if lands[name] in NEUTRAL_LANDS or "vichy" in words[name] else own
    for unit in placed.values():
        if unit["at"] in control:
            control[unit["at"]] = unit.get("side") or _side(unit["type"])
    return control


def _side(kind: str) -> str:
    return "axis" if re.match("german|italian|hungarian|romanian|bulgarian", kind) else "allied"


def _placed(name: str, given: Any) -> dict[str, Any]:
    found = {"at": given} if isinstance(given, str) else dict(given)
    if found["at"].endswith("!"):
        found |= {"at": found["at"][:-1], "step": 1}
    if "type" not in found:
        found["type"] = TYPES[name.partition("-")[0]]
    return found


def in_round(units: Mapping[str, Any], links: str, side: str = "axis", number: int = 3, **more: Any) -> Scene:
    """A side's round; its hand holds the cards it is given as `cards`."""
    cards = more.pop("cards", ())
    pools = {f"{side}-hand": list(cards), **more.pop("pools", {})}
    return campaign(units, links, **{"phase": f"round-{number}", "side": side, "pools": pools, **more})


def operation(units: Mapping[str, Any], links: str, points: int = 4, side: str = "axis", **more: Any) -> Scene:
    """An operation of so many points; one point is the automatic operation."""
    if points == 1:
        return in_round(units, links, side, **more).play("automatic")
    card = CARDS[side, points]
    return in_round(units, links, side, cards=[card], **more).play(f"play-card {card} ops")


def moving(units: Mapping[str, Any], links: str, *active: str, side: str = "axis", **more: Any) -> Scene:
    """The movement of an operation; `active` are the spaces that move, or with `combat:` before them fight."""
    scene = operation(units, links, 5, side, **more)
    for name in active:
        purpose, _, at = name.rpartition(":")
        scene = scene.play(f"activate {at} {purpose or 'move'}")
    return scene if scene.menu.rule == "10.1" else scene.play("done")


def redeployment(units: Mapping[str, Any], links: str, points: int = 4, side: str = "axis", **more: Any) -> Scene:
    """A redeployment of so many points."""
    card = CARDS[side, points]
    return in_round(units, links, side, cards=[card], **more).play(f"play-card {card} sr")


def attrition(units: Mapping[str, Any], links: str, side: str = "axis", **more: Any) -> Scene:
    """What is left after a side's attrition: play stops before anything else has changed."""
    pools = {"axis-hand": ["axis-04"], "allied-hand": ["allied-02"]}
    return campaign(units, links, **{"phase": "attrition", "side": side, "pools": pools, **more})


def replacing(units: Mapping[str, Any], links: str, side: str = "axis", **more: Any) -> Scene:
    """A side's replacements; `points` are whole points by pool."""
    values = {f"rp-{pool}": 2 * count for pool, count in more.pop("points", {}).items()}
    pools = {"axis-hand": ["axis-04"], "allied-hand": ["allied-02"]}
    values |= more.pop("values", {})
    return campaign(units, links, **{"phase": "replacements", "side": side, "values": values, "pools": pools, **more})
