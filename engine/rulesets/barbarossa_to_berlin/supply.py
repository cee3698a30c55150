"""Chapter 13: full supply, limited supply and none, for every nation and every space, found once a state.

Lines run from the sources outward over connected spaces that the side controls. A space is reached when a line can come
to it; a line goes on through it only if the side controls it. So the space of a unit itself need not be controlled,
and is never one that is passed through.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from engine.core.game import Game
from engine.core.ids import Location, Side
from engine.core.state import State, Unit, derived
from engine.mechanics.supply_lines import reached_through
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
from engine.rulesets.barbarossa_to_berlin.nations import NOT_FOR_SOVIETS, USSR, serves

FRANCE = "france"
AFRICAN_PORTS = ("tripoli", "tunis")
CAUCASUS = ("maikop", "armavir", "baku")
AT_HOME = {"turkey": Nation.TURKISH, "sweden": Nation.SWEDISH, "yugoslavia": Nation.YUGOSLAV}
"""The countries where those at home never lack supply."""
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


@dataclass(frozen=True, slots=True)
class Circumstances:
    """What supply rests on besides control: little of it changes, so that lines once found stay good for long."""

    partisans: frozenset[Location]
    beachheads: tuple[tuple[Location, str], ...]
    ruins: frozenset[Location]
    """Where a fort has been destroyed."""
    redoubt: bool
    scheldt: bool
    sortie: bool
    strangled: bool
    winter: bool


@rule("13.1", "13.2", "15.2", "card.allied.43")
@derived("markers", "values", "turn")
def circumstances(game: Game, state: State) -> Circumstances:
    """The markers, events and seasons that supply depends on now."""
    markers = state.markers.items()
    return Circumstances(
        partisans=frozenset(at for at, here in markers if PARTISANS in here),
        beachheads=tuple(sorted((at, name) for at, here in markers for name in BEACHHEADS if name in here)),
        ruins=frozenset(at for at, here in markers if FORT_DESTROYED in here),
        redoubt=is_active(state, "national-redoubt"),
        scheldt=is_active(state, "clearing-the-scheldt"),
        sortie=bool(in_turn(state, "naval-sortie")),
        strangled=is_active(state, "operation-strangle"),
        winter=is_winter_42(state),
    )


@rule("13.2", "card.axis.55")
def sources(game: Game, state: State, group: Nation, *, limited: bool = False) -> tuple[Location, ...]:
    """The sources of a group that serve it now: fully, or in a limited way."""
    return _sources(game, state, group, limited, circumstances(game, state))


@derived("control")
def _sources(game: Game, state: State, group: Nation, limited: bool, now: Circumstances) -> tuple[Location, ...]:
    side = AXIS if group is Nation.GERMAN else ALLIED
    found = [
        at
        for at in game.materials.with_feature("supply")
        if _serves(now, _whom(game, at), group, limited=limited) and holds(game, state, side, at)
    ]
    munich = game.materials.place("munich")
    redoubt = group is Nation.GERMAN and not limited and now.redoubt
    if redoubt and munich is not None and holds(game, state, AXIS, munich):
        found.append(munich)
    return tuple(found)


def _whom(game: Game, at: Location) -> str:
    feature = game.board.feature(at, "supply")
    return str(feature.attributes.get("serves", "")) if feature is not None else ""


@rule("13.2")
def _serves(now: Circumstances, whom: str, group: Nation, *, limited: bool) -> bool:
    """Whose source it is; Basra serves Soviets in a limited way, Antwerp only once its port is open."""
    if group is Nation.GERMAN:
        return whom == ("axis-limited" if limited else "axis")
    if group is Nation.SOVIET:
        return whom == ("basra" if limited else "soviet")
    if limited or group not in (Nation.BRITISH, Nation.AMERICAN):
        return False
    return now.scheldt if whom == "scheldt" else whom in ("western", "basra")


@rule("13.1", "13.2")
def lines(game: Game, state: State, group: Nation) -> Lines:
    """What the lines of a group reach."""
    return supplies(game, state).lines(group)


def _lines(game: Game, state: State, group: Nation, now: Circumstances) -> Lines:
    if group is Nation.GERMAN:
        return _axis_lines(game, state, now)
    if group is Nation.SOVIET:
        friendly = friendly_spaces(game, state, ALLIED)
        full = _spread(game, sources(game, state, group), friendly)
        starts = (*(full & friendly), *sources(game, state, group, limited=True))
        return Lines(full, _spread(game, starts, friendly, by_sea=True))
    return _western_lines(game, state, group, now)


@rule("13.1", "16.3", "card.axis.11", "card.axis.21")
def _axis_lines(game: Game, state: State, now: Circumstances) -> Lines:
    """Full lines keep to the land and clear of partisans; others cross the sea, pass partisans or come from Syracuse.

    With Malta, or while the Italian navy is out, the crossing to Tripoli and Tunis is a full line.
    """
    friendly = friendly_spaces(game, state, AXIS)
    clear = friendly - now.partisans
    full = _spread(game, sources(game, state, Nation.GERMAN), clear)
    if _sea_is_open(game, state, now):
        landed = tuple(
            at
            for name in AFRICAN_PORTS
            if (at := game.materials.place(name)) is not None
            and at in friendly
            and any(port in full and port in clear for port in game.materials.crossings[at])
        )
        full |= _spread(game, tuple(at for at in landed if at in clear), clear) | frozenset(landed)
    starts = (*(full & friendly), *sources(game, state, Nation.GERMAN, limited=True))
    return Lines(full, _spread(game, starts, friendly, by_sea=True))


@rule("13.1", "card.axis.11", "card.axis.21")
def _sea_is_open(game: Game, state: State, now: Circumstances) -> bool:
    """Whether the Axis supplies Africa fully by sea: it holds Malta, or the navy has sailed in this turn."""
    malta = game.materials.place("malta")
    return now.sortie or (malta is not None and holds(game, state, AXIS, malta))


@rule("13.1", "13.2")
def _western_lines(game: Game, state: State, group: Nation, now: Circumstances) -> Lines:
    """From ports without limit, from beachheads fully for two spaces; from Naples into France only in a limited way."""
    friendly = friendly_spaces(game, state, ALLIED)
    countries = game.materials.countries
    ports = sources(game, state, group)
    naples = game.materials.place("naples")
    full = _spread(game, tuple(at for at in ports if at != naples), friendly)
    beaches = tuple(at for at, marker in now.beachheads if serves(marker, group))
    full |= _spread(game, beaches, friendly, most=game.materials.number("beachhead_full"))
    starts = [*beaches]
    if naples in ports and naples is not None:
        outside = frozenset(at for at in friendly if countries[at] != FRANCE)
        full |= {at for at in _spread(game, (naples,), outside) if countries[at] != FRANCE}
        starts.append(naples)
    return Lines(full, _spread(game, (*(full & friendly), *starts), friendly, by_sea=True))


@derived("control")
def friendly_spaces(game: Game, state: State, side: Side) -> frozenset[Location]:
    """The spaces a side controls."""
    return frozenset(at for at, holder in state.control.items() if holder == side)


def _spread(
    game: Game,
    starts: Iterable[Location],
    passable: frozenset[Location],
    *,
    by_sea: bool = False,
    most: int | None = None,
) -> frozenset[Location]:
    """Every space that lines from some spaces come to; they go on through those that may be passed, and by sea if told.

    Sources are passed themselves: what is a source has been found to be held, or is a beach.
    """
    materials: Materials = game.materials
    open_to_lines = passable | materials.sea_nodes
    land, sea = materials.neighbours, materials.sea_links

    def by_land_and_sea(at: Location) -> Iterable[Location]:
        return (*land[at], *[to for to in sea[at] if to in open_to_lines]) if sea[at] else land[at]

    onward = by_land_and_sea if by_sea else land.__getitem__
    return frozenset(reached_through(onward, starts, open_to_lines, most) - materials.sea_nodes)


def reached_from(game: Game, state: State, side: Side, source: Location) -> frozenset[Location]:
    """The spaces that lines from one source reach, by land and sea."""
    return _spread(game, (source,), friendly_spaces(game, state, side), by_sea=True)


class Supplies:
    """The supply of every nation in a state, wherever it is asked about; what a nation's lines reach is found once."""

    def __init__(self, game: Game, state: State, now: Circumstances) -> None:
        self.game, self.state, self.now = game, state, now
        self._lines: dict[Nation, Lines] = {}
        self._reach: dict[Nation, Lines] = {}

    def lines(self, group: Nation) -> Lines:
        """What the lines of a group of nations reach."""
        found = self._lines.get(group)
        if found is None:
            found = self._lines[group] = _lines(self.game, self.state, group, self.now)
        return found

    def best(self, groups: Iterable[Nation], at: Location) -> Supply:
        """The best that the lines of some groups bring to a space."""
        found = Supply.NONE
        for group in groups:
            reach = self.lines(group)
            if at in reach.full:
                return Supply.FULL
            if at in reach.limited:
                found = Supply.LIMITED
        return found

    def at(self, nation: Nation, at: Location) -> Supply:
        reach = self._reach.get(nation)
        if reach is None:
            reach = self._reach[nation] = nation_lines(self.game, self.state, nation, self.lines)
        if at in reach.full:
            return Supply.FULL
        if at in reach.limited:
            return Supply.LIMITED
        side = AXIS if group_of(nation) is Nation.GERMAN else ALLIED
        return Supply.LIMITED if in_own_fort(self.game, self.state, side, at) else Supply.NONE


@derived("control", "markers", "values", "turn")
def supplies(game: Game, state: State) -> Supplies:
    """The supply of all; who asks about many units or spaces takes it once."""
    return _supplies_in(game, state, circumstances(game, state))


@derived("control")
def _supplies_in(game: Game, state: State, now: Circumstances) -> Supplies:
    """The supply of all under some circumstances: a marker or an event that is none of them leaves it as it was."""
    return Supplies(game, state, now)


@rule("13.1", "13.2", "15.2", "17.4", "19.6", "card.allied.43")
def supply_at(game: Game, state: State, nation: Nation, at: Location) -> Supply:
    """What supply a unit of a nation has, or would have, in a space."""
    return supplies(game, state).at(nation, at)


@rule("13.1", "15.2", "17.4", "19.6", "card.allied.43")
def nation_lines(game: Game, state: State, nation: Nation, lines_of: Callable[[Nation], Lines]) -> Lines:
    """What the lines of a nation reach: those of its group, less what winter or the enemy's aircraft hamper.

    Turks and Swedes are supplied at home and the partisans of Yugoslavia wherever they are.
    """
    materials: Materials = game.materials
    if nation in AT_HOME.values():
        home = frozenset(
            Location(at)
            for at, country in enumerate(materials.countries)
            if nation is Nation.YUGOSLAV or AT_HOME.get(country) is nation
        )
        return Lines(home, home)
    found = lines_of(group_of(nation))
    hampered = _hampered(state, nation)
    if not hampered:
        return found
    return Lines(frozenset(at for at in found.full if materials.countries[at] not in hampered), found.limited)


@rule("15.2", "card.allied.43")
def _hampered(state: State, nation: Nation) -> frozenset[str]:
    """Countries where full lines are not full: Russia for Germans in the winter of 1942, France under Strangle."""
    winter = nation is Nation.GERMAN and is_winter_42(state)
    strangled = group_of(nation) is Nation.GERMAN and is_active(state, "operation-strangle")
    return frozenset(country for country, so in ((USSR, winter), (FRANCE, strangled)) if so)


@rule("15.2", "card.axis.2")
def is_winter_42(state: State) -> bool:
    """The winter that nobody was ready for, unless Von Paulus has paused for it."""
    return state.turn == WINTER_42 and not is_active(state, "von-paulus-pause")


@rule("13.1", "16.3")
def is_full_but_for_partisans(game: Game, state: State, nation: Nation, at: Location) -> bool:
    """Whether a line of the Axis would be full if no partisans were on its way."""
    now = circumstances(game, state)
    if group_of(nation) is not Nation.GERMAN or not now.partisans:
        return False
    return at in _axis_lines(game, state, replace(now, partisans=frozenset())).full


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


@rule("13.1", "13.5")
def space_supply(game: Game, state: State, side: Side, at: Location) -> Supply:
    """The supply of a space as such: the best that any unit of a side allowed there would have."""
    groups = (Nation.GERMAN,) if side == AXIS else _allowed_groups(game, at)
    found = supplies(game, state).best(groups, at)
    if found is Supply.NONE and (in_own_fort(game, state, side, at) or _is_home_ground(game, state, side, at)):
        return Supply.LIMITED
    return found


@rule("19.9")
def _allowed_groups(game: Game, at: Location) -> tuple[Nation, ...]:
    """Which Allies may be in a space: at home the Soviets alone, the others alone in countries they keep out of."""
    country = game.materials.countries[at]
    if country == USSR:
        return (Nation.SOVIET,)
    western = (Nation.BRITISH, Nation.AMERICAN)
    return western if country in NOT_FOR_SOVIETS else (*western, Nation.SOVIET)


@rule("17.4", "19.6")
def _is_home_ground(game: Game, state: State, side: Side, at: Location) -> bool:
    """Whether those who are always supplied at home could be there: Turks, Swedes and the partisans of Yugoslavia."""
    materials: Materials = game.materials
    nation = AT_HOME.get(materials.countries[at])
    return nation is not None and any(
        unit.side == side and materials.is_on_map(unit) and materials.kind(unit).nation is nation
        for unit in state.every_unit()
    )


@rule("13.6")
def past_the_caucasus(game: Game, state: State) -> frozenset[Location]:
    """The spaces that Axis lines reach only through Maikop, Armavir or Baku (ruling 19).

    None of the three is passed by a line that ends there, be it by sea.
    """
    return _past_the_caucasus(game, state, circumstances(game, state))


@derived("control")
def _past_the_caucasus(game: Game, state: State, now: Circumstances) -> frozenset[Location]:
    gates = frozenset(at for name in CAUCASUS if (at := game.materials.place(name)) is not None)
    friendly = friendly_spaces(game, state, AXIS)
    if gates.isdisjoint(friendly):
        return frozenset()
    starts = (
        *sources(game, state, Nation.GERMAN),
        *sources(game, state, Nation.GERMAN, limited=True),
    )
    without = _spread(game, starts, friendly - gates, by_sea=True)
    ports = {gate for gate in gates if gate in _spread(game, starts, friendly - (gates - {gate}), by_sea=True)}
    return lines(game, state, Nation.GERMAN).limited - without - ports
