"""Chapter 13: full supply, limited supply and none, for every nation and every space, found once a state.

Lines run from the sources outward over connected spaces that the side controls. A space is reached when a line can come
to it; a line goes on through it only if the side controls it. So the space of a unit itself need not be controlled,
and is never one that is passed through.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from engine.core.game import Game
from engine.core.ids import Location, Side
from engine.core.state import State, Unit, derived
from engine.rulesets.barbarossa_to_berlin.cases import rule
from engine.rulesets.barbarossa_to_berlin.control import holds
from engine.rulesets.barbarossa_to_berlin.effects import in_turn, is_active
from engine.rulesets.barbarossa_to_berlin.materials import Materials
from engine.rulesets.barbarossa_to_berlin.names import (
    ALLIED,
    AMERICAN_NATIONS,
    AXIS,
    BEACHHEADS,
    BRITISH_NATIONS,
    FORT_DESTROYED,
    LUFTWAFFE_SUPPLY,
    PARTISANS,
    Nation,
    Supply,
)
from engine.rulesets.barbarossa_to_berlin.nations import USSR, serves

FULL_FROM_BEACH = 2
"""How many spaces from a beachhead supply is still full."""
AFRICAN_PORTS = ("tripoli", "tunis")
CAUCASUS = ("maikop", "armavir", "baku")
WINTER_42 = 4


@dataclass(frozen=True, slots=True)
class Lines:
    """The spaces that full lines reach, and those that any line reaches."""

    full: frozenset[Location]
    limited: frozenset[Location]

    def at(self, space: Location) -> Supply:
        if space in self.full:
            return Supply.FULL
        return Supply.LIMITED if space in self.limited else Supply.NONE


def group_of(nation: Nation) -> Nation:
    """Nations that draw on the same sources go by the first of them."""
    if nation in BRITISH_NATIONS:
        return Nation.BRITISH
    if nation in AMERICAN_NATIONS:
        return Nation.AMERICAN
    return nation if nation in (Nation.SOVIET, Nation.YUGOSLAV, Nation.TURKISH, Nation.SWEDISH) else Nation.GERMAN


@rule("13.2")
def sources(game: Game, state: State, group: Nation, *, limited: bool = False) -> tuple[Location, ...]:
    """The sources of a group that serve it now: fully, or in a limited way."""
    found = []
    for at in game.materials.with_feature("supply"):
        feature = game.board.feature(at, "supply")
        serves_whom = str(feature.attributes.get("serves", "")) if feature is not None else ""
        if _serves(state, serves_whom, group, limited=limited) and _is_held(game, state, group, at):
            found.append(at)
    munich = game.materials.place("munich")
    redoubt = group is Nation.GERMAN and not limited and is_active(state, "national-redoubt")
    if redoubt and munich is not None and holds(game, state, AXIS, munich):
        found.append(munich)
    return tuple(found)


@rule("13.2")
def _serves(state: State, whom: str, group: Nation, *, limited: bool) -> bool:
    """Whose source it is; Basra serves Soviets in a limited way, Antwerp only once its port is open."""
    if group is Nation.GERMAN:
        return whom == ("axis-limited" if limited else "axis")
    if group is Nation.SOVIET:
        return whom == ("basra" if limited else "soviet")
    if limited or group not in (Nation.BRITISH, Nation.AMERICAN):
        return False
    if whom == "scheldt":
        return is_active(state, "clearing-the-scheldt")
    return whom in ("western", "basra")


def _is_held(game: Game, state: State, group: Nation, at: Location) -> bool:
    return holds(game, state, AXIS if group is Nation.GERMAN else ALLIED, at)


@rule("13.1", "13.2")
@derived("control", "markers", "values", "turn", "stacks")
def lines(game: Game, state: State, group: Nation) -> Lines:
    """What the lines of a group reach."""
    if group is Nation.GERMAN:
        return _axis_lines(game, state)
    if group is Nation.SOVIET:
        friendly = _friendly(state, ALLIED)
        full = _spread(game, sources(game, state, group), friendly)
        starts = (*filter(friendly, sorted(full)), *sources(game, state, group, limited=True))
        return Lines(full, _spread(game, starts, friendly, by_sea=True))
    return _western_lines(game, state, group)


@rule("13.1", "16.3", "card.axis.11", "card.axis.21", "card.allied.43")
def _axis_lines(game: Game, state: State) -> Lines:
    """Full lines keep to the land and clear of partisans; others cross the sea, pass partisans or come from Syracuse.

    With Malta, or while the Italian navy is out, the crossing to Tripoli and Tunis is a full line.
    """
    friendly = _friendly(state, AXIS)

    def clear(at: Location) -> bool:
        return friendly(at) and not state.marker(at, PARTISANS)

    full = _spread(game, sources(game, state, Nation.GERMAN), clear)
    if _sea_is_open(game, state):
        over_sea = _spread(game, filter(friendly, sorted(full)), friendly, by_sea=True)
        landed = tuple(
            at
            for name in AFRICAN_PORTS
            if (at := game.materials.place(name)) is not None and at in over_sea and friendly(at)
        )
        full |= _spread(game, landed, clear)
    starts = (*filter(friendly, sorted(full)), *sources(game, state, Nation.GERMAN, limited=True))
    return Lines(full, _spread(game, starts, friendly, by_sea=True))


@rule("13.1", "card.axis.11", "card.axis.21")
def _sea_is_open(game: Game, state: State) -> bool:
    """Whether the Axis supplies Africa fully by sea: it holds Malta, or the navy has sailed in this turn."""
    malta = game.materials.place("malta")
    return bool(in_turn(state, "naval-sortie")) or (malta is not None and holds(game, state, AXIS, malta))


@rule("13.1", "13.2")
def _western_lines(game: Game, state: State, group: Nation) -> Lines:
    """From ports without limit, from beachheads fully for two spaces; from Naples into France only in a limited way."""
    friendly = _friendly(state, ALLIED)
    ports = sources(game, state, group)
    naples = game.materials.place("naples")
    full = _spread(game, tuple(at for at in ports if at != naples), friendly)
    beaches = tuple(
        at
        for at in game.materials.with_feature("beach")
        if any(state.marker(at, marker) and serves(marker, group) for marker in BEACHHEADS)
    )
    full |= _spread(game, beaches, friendly, most=FULL_FROM_BEACH)
    from_naples = _spread(game, (naples,), friendly) if naples in ports and naples is not None else frozenset()
    full |= {at for at in from_naples if game.materials.countries[at] != "france"}
    starts = (*filter(friendly, sorted(full | from_naples)), *beaches)
    return Lines(frozenset(full), _spread(game, starts, friendly, by_sea=True))


def _friendly(state: State, side: Side) -> Callable[[Location], bool]:
    return lambda at: state.control.get(at) == side


def _spread(
    game: Game,
    starts: Iterable[Location],
    may_pass: Callable[[Location], bool],
    *,
    by_sea: bool = False,
    most: int | None = None,
) -> frozenset[Location]:
    """Every space that lines from some spaces come to; they go on through those that may be passed, and by sea if told.

    Sources are passed themselves: what is a source has been found to be held, or is a beach.
    """
    materials: Materials = game.materials
    land, sea = materials.land_links, materials.sea_links
    first = dict.fromkeys(starts, 0)
    reached: dict[Location, int] = dict(first)
    waiting = list(first)
    for at in waiting:
        steps = reached[at]
        if at not in first and materials.on_map[at] and not may_pass(at):
            continue
        if most is not None and steps >= most:
            continue
        nexts = [to for to, _ in land[at]]
        if by_sea:
            nexts += [to for to in sea[at] if not materials.on_map[to] or may_pass(to)]
        for to in nexts:
            if to not in reached:
                reached[to] = steps + 1
                waiting.append(to)
    return frozenset(at for at in reached if materials.on_map[at])


def reached_from(game: Game, state: State, side: Side, source: Location) -> frozenset[Location]:
    """The spaces that lines from one source reach, by land and sea."""
    return _spread(game, (source,), _friendly(state, side), by_sea=True)


@rule("13.1", "13.2", "15.2", "17.4", "19.6", "card.allied.43")
def supply_at(game: Game, state: State, nation: Nation, at: Location) -> Supply:
    """What supply a unit of a nation has, or would have, in a space."""
    group = group_of(nation)
    materials: Materials = game.materials
    country = materials.countries[at]
    if group is Nation.YUGOSLAV or (group, country) in ((Nation.TURKISH, "turkey"), (Nation.SWEDISH, "sweden")):
        return Supply.FULL
    if group in (Nation.TURKISH, Nation.SWEDISH):
        return Supply.NONE
    found = lines(game, state, group).at(at)
    if found is Supply.FULL and _is_hampered(game, state, nation, country):
        found = Supply.LIMITED
    if found is Supply.NONE and in_own_fort(game, state, AXIS if group is Nation.GERMAN else ALLIED, at):
        return Supply.LIMITED
    return found


@rule("15.2", "card.allied.43")
def _is_hampered(game: Game, state: State, nation: Nation, country: str) -> bool:
    """Full lines that are not: of Germans in the Soviet winter of 1942, and of the Axis in France under Strangle."""
    if nation is Nation.GERMAN and country == USSR and is_winter_42(state):
        return True
    return group_of(nation) is Nation.GERMAN and country == "france" and is_active(state, "operation-strangle")


@rule("15.2", "card.axis.2")
def is_winter_42(state: State) -> bool:
    """The winter that nobody was ready for, unless Von Paulus has paused for it."""
    return state.turn == WINTER_42 and not is_active(state, "von-paulus-pause")


@rule("13.1")
def in_own_fort(game: Game, state: State, side: Side, at: Location) -> bool:
    """An intact fort of one's own keeps those in it in limited supply."""
    return game.materials.has(at, "fort") and not state.marker(at, FORT_DESTROYED) and holds(game, state, side, at)


@rule("13.1", "card.axis.19")
def supply_of(game: Game, state: State, unit: Unit, *, defending: bool = False) -> Supply:
    """The supply of a unit where it stands; what the Luftwaffe brings counts only in defence and for attrition."""
    found = supply_at(game, state, game.materials.kind(unit).nation, unit.at)
    if found is Supply.NONE and defending and unit.side == AXIS and state.marker(unit.at, LUFTWAFFE_SUPPLY):
        return Supply.LIMITED
    return found


@rule("13.1")
def space_supply(game: Game, state: State, side: Side, at: Location) -> Supply:
    """The supply of a space as such: the best that any unit of a side allowed there would have."""
    groups = (Nation.GERMAN,) if side == AXIS else (Nation.SOVIET, Nation.BRITISH, Nation.AMERICAN)
    in_ussr = game.materials.countries[at] == USSR
    found = [
        lines(game, state, group).at(at)
        for group in groups
        if side == AXIS or in_ussr == (group is Nation.SOVIET) or group is Nation.SOVIET
    ]
    if Supply.FULL in found:
        return Supply.FULL
    return Supply.LIMITED if Supply.LIMITED in found or in_own_fort(game, state, side, at) else Supply.NONE


@rule("13.6")
@derived("control", "markers", "values", "turn", "stacks")
def past_the_caucasus(game: Game, state: State) -> frozenset[Location]:
    """The spaces that Axis lines reach only through Maikop, Armavir or Baku (ruling 19)."""
    materials: Materials = game.materials
    gates = {at for name in CAUCASUS if (at := materials.place(name)) is not None}
    friendly = _friendly(state, AXIS)
    starts = (
        *sources(game, state, Nation.GERMAN),
        *sources(game, state, Nation.GERMAN, limited=True),
    )
    without = _spread(game, starts, lambda at: friendly(at) and at not in gates, by_sea=True)
    return lines(game, state, Nation.GERMAN).limited - without
