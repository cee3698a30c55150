"""Chapter 6: units board trains, ride along friendly track, and get off, within the capacity of their side."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from engine.core.actions import Done
from engine.core.draft import Draft
from engine.core.facets import UnitMove
from engine.core.game import Game
from engine.core.ids import Location, Side, UnitId
from engine.core.listing import Listing
from engine.core.menu import Menu, Offer
from engine.core.messages import message
from engine.core.paths import LinkCosts, Reach
from engine.core.phases import Phase
from engine.core.records import Action, Event, Frame
from engine.core.refusals import Refusal
from engine.core.state import State, Unit, derived
from engine.mechanics.rail_capacity import Timetable, rail_reach
from engine.rulesets.chapter import Chapter
from engine.rulesets.war_in_europe.cases import rule
from engine.rulesets.war_in_europe.excess import TrainsFrame, aboard_too_many, weight_aboard
from engine.rulesets.war_in_europe.ground import Ground
from engine.rulesets.war_in_europe.materials import Materials
from engine.rulesets.war_in_europe.names import (
    ABOARD,
    DROPPED,
    FLOWN,
    FLOWN_IN,
    FORTIFIED,
    FUSED,
    LANDED,
    MARCHED,
    RAILED,
    REBUILT,
    SAILED,
    Role,
    enemy_of,
    interdicted_by,
)
from engine.rulesets.war_in_europe.railways import entered, friendly_rails, usable_rails
from engine.rulesets.war_in_europe.stacking import joining_refusal
from engine.rulesets.war_in_europe.standing import zone_hexes
from engine.rulesets.war_in_europe.supply import Quality, lines
from engine.rulesets.war_in_europe.weather import is_snowed_in, rail_points


@dataclass(frozen=True, slots=True)
class RideTrain(Action):
    """Board if it is not aboard, ride to a place, perhaps the same, and get off or stay aboard."""

    kind: ClassVar[str] = "ride-train"
    unit: UnitId
    to: Location
    get_off: bool


@dataclass(frozen=True, slots=True)
class TrainRidden(Event):
    kind: ClassVar[str] = "train-ridden"
    unit: UnitId
    way: tuple[Location, ...]
    points: int
    aboard: bool

    @property
    def moves(self) -> tuple[UnitMove, ...]:
        return (UnitMove(self.unit, self.way),) if len(self.way) > 1 else ()


@dataclass(frozen=True, slots=True)
class RailFrame(Frame):
    """The rail movement of a side."""

    kind: ClassVar[str] = "rail"


@rule("6.32", "6.65", "13.53", "13.55")
@derived("control", "markers")
def train_steps(game: Game, state: State, side: Side) -> LinkCosts:
    """A point a hex along usable track, whatever the ground, and five more into an interdicted hex."""
    marker, more = interdicted_by(enemy_of(side)), game.materials.number("interdiction_rail")
    hit = {at for at in state.markers if state.marker(at, marker)}
    rails = usable_rails(game, state, side)
    return rails.repriced(lambda origin, target, price: price + more if target in hit else price) if hit else rails


@rule("6.52")
@derived("units", "stacks", "control", "markers", "turn", "values")
def net_of(game: Game, state: State, side: Side, nation: str) -> frozenset[Location]:
    """The hexes of railway that hang together with a source of supply of a nation, zones or not."""
    found = lines(game, state, side, nation, Quality.AMPHIBIOUS).bases[Quality.MAJOR]
    return frozenset(found & friendly_rails(game, state, side).keys())


@rule("6.34")
def pull_out(game: Game, state: State, unit: Unit) -> int:
    """What a train that enemies came up to pays besides, to leave its hex."""
    caught = ABOARD in unit.marks and unit.at in zone_hexes(game, state, enemy_of(unit.side))
    return int(game.materials.number("rail_pull_out")) if caught else 0


@rule("6.2", "6.31", "6.34", "6.41", "6.42", "9.23")
def train_reach(game: Game, state: State, unit: Unit, *, get_off: bool) -> Reach:
    """Where trains take a unit: not into enemy zones, nor from one, but those aboard pull out for five more."""
    journey = _journey(game, state, unit, get_off=get_off)
    return _rides_from(game, state, unit, game.materials.kind(unit).nation, journey)


def _journey(game: Game, state: State, unit: Unit, *, get_off: bool) -> Journey:
    points = rail_points(game, state, unit) - pull_out(game, state, unit)
    return Journey(unit.at, points, ABOARD in unit.marks, get_off)


@dataclass(frozen=True, slots=True)
class Journey:
    """What a ride on open track depends on; units that share it share where they get to."""

    at: Location
    points: int
    aboard: bool
    get_off: bool


@dataclass(frozen=True, slots=True, eq=False)
class OpenTrack:
    """The track that trains of a nation run on, and the rides on it that somebody has asked about."""

    links: LinkCosts
    rides: dict[Journey, Reach]


@derived("units", "stacks", "control", "markers", "turn", "values")
def _open_hexes(game: Game, state: State, side: Side, nation: str, column: str) -> frozenset[Location]:
    """The railway that trains with units of a nation come into: in its net, outside enemy zones, no Arctic for some."""
    ground: Ground = game.materials.ground
    free = net_of(game, state, side, nation) - zone_hexes(game, state, enemy_of(side))
    return frozenset(at for at in free if not ground.is_barred(column, at))


@derived("control", "markers")
def _open_track(game: Game, state: State, side: Side, hexes: frozenset[Location]) -> OpenTrack:
    """The track into some hexes: a ride leaves them as they are, so the next one finds again what is known of it."""
    steps = train_steps(game, state, side)
    leaving = {
        at: tuple((to, price) for to, price in steps.steps[at] if to in hexes)
        for at in game.materials.ground.rail_hexes
    }
    return OpenTrack(steps.altered(leaving), {})


def _rides_from(game: Game, state: State, unit: Unit, nation: str, journey: Journey) -> Reach:
    side, at = unit.side, journey.at
    zones, net = zone_hexes(game, state, enemy_of(side)), net_of(game, state, side, nation)
    if at not in net or (at in zones and not journey.aboard):
        return Reach(at, {at: 0}, {})
    column = game.materials.kind(unit).movement_column
    track = _open_track(game, state, side, _open_hexes(game, state, side, nation, column))
    found = track.rides.get(journey)
    if found is None:
        found = track.rides[journey] = _ride_along(game, track.links, journey)
    return found


def _ride_along(game: Game, links: LinkCosts, journey: Journey) -> Reach:
    """Where a ride gets to along some track."""
    fare = game.materials.number("rail_boarding")
    timetable = Timetable(points=journey.points, board=fare, leave=fare if journey.get_off else 0)
    return rail_reach(game.board, links, journey.at, timetable, aboard=journey.aboard)


@rule("6.33", "6.42", "6.64", "6.52", "6.0", "6.11", "8.24", "14.22", "15.1")
def rider_refusal(game: Game, state: State, id: UnitId) -> Refusal | None:
    """Who does not ride now: who has marched, ridden or been rebuilt in this turn, and who cannot board where it is.

    Supply does not matter (14.22).
    """
    materials: Materials = game.materials
    unit = state.units.get(id)
    if unit is None or unit.side != state.side or not materials.is_on_map(unit):
        return Refusal("6.0", message("refusal.wie.not-yours", unit=id))
    once = "6.64" if materials.kind(unit).role is Role.REPAIR else "6.33"
    refused = {
        MARCHED: (once, "has-marched"),
        RAILED: (once, "has-ridden"),
        FUSED: ("16.12", "fused"),
        REBUILT: ("17.13", "rebuilt"),
        FORTIFIED: ("18.21", "immobile"),
        DROPPED: ("8.24", "just-dropped"),
        **dict.fromkeys((SAILED, LANDED, FLOWN, FLOWN_IN), ("6.0", "went-otherwise")),
    }
    for mark, (case, said) in refused.items():
        if mark in unit.marks:
            return Refusal(case, message(f"refusal.wie.{said}", unit=id))
    if is_snowed_in(game, state, unit):
        return Refusal("15.1", message("refusal.wie.immobile", unit=id))
    if ABOARD in unit.marks:
        return None
    if unit.at not in net_of(game, state, unit.side, materials.kind(unit).nation):
        return Refusal("6.52", message("refusal.wie.no-railway", unit=id))
    if unit.at in zone_hexes(game, state, enemy_of(unit.side)):
        return Refusal("6.42", message("refusal.wie.board-in-zone", unit=id))
    weight = weight_aboard(game, state, unit.side, RAILED) + materials.kind(unit).divisions(unit.step)
    if weight > materials.capacity(unit.side, "rail", state.turn):
        return Refusal("6.11", message("refusal.wie.rail-full"))
    return None


@rule("6.1", "6.3", "6.34", "6.42", "5.8")
def ride_refusal(game: Game, state: State, action: RideTrain) -> Refusal | None:
    """What forbids a ride: too far, into a zone, too many there, or nothing done at all."""
    refusal = rider_refusal(game, state, action.unit)
    if refusal is not None:
        return refusal
    unit = state.unit(action.unit)
    aboard, label = ABOARD in unit.marks, game.board.label(action.to)
    if action.to == unit.at:
        if aboard == action.get_off:
            return None
        return Refusal("6.3", message("refusal.wie.no-ride", unit=action.unit))
    if action.to not in train_reach(game, state, unit, get_off=action.get_off).costs:
        case = _unreached(game, state, unit, action)
        return Refusal(case, message("refusal.wie.no-train-there", unit=action.unit, hex=label))
    return joining_refusal(game, state, unit, action.to)


@rule("6.2", "6.32", "6.34", "6.52", "5.8")
def _unreached(game: Game, state: State, unit: Unit, action: RideTrain) -> str:
    """The case by which a train does not come to a hex: that of the hex itself, or of what lies on the way to it."""
    kind, ground, side, to = game.materials.kind(unit), game.materials.ground, unit.side, action.to
    if to not in ground.rail_hexes:
        return "6.32"
    if to in zone_hexes(game, state, enemy_of(side)):
        return "6.34"
    if ground.is_barred(kind.movement_column, to):
        return "5.8"
    net = net_of(game, state, side, kind.nation)
    if not {to, unit.at} <= net:
        return "6.52"
    journey = _journey(game, state, unit, get_off=action.get_off)
    passable = frozenset(at for at in net if not ground.is_barred(kind.movement_column, at))
    for hexes, case in ((passable, "6.34"), (net, "5.8")):
        if to in _ride_along(game, _open_track(game, state, side, hexes).links, journey).costs:
            return case
    return "6.2"


class _Rides:
    """The rides that can be taken, looked for unit by unit and no sooner than somebody asks."""

    def __init__(self, game: Game, state: State) -> None:
        self.game, self.state = game, state
        self._asked: defaultdict[str, set[Location]] = defaultdict(set)
        self._full: defaultdict[str, set[Location]] = defaultdict(set)

    def with_room(self, unit: Unit, reached: Mapping[Location, int]) -> list[Location]:
        """Where of these a unit from elsewhere may stay: the same for all units of its nation, but for those there."""
        nation = self.game.materials.kind(unit).nation
        asked, full = self._asked[nation], self._full[nation]
        for at in reached.keys() - asked - {unit.at}:
            asked.add(at)
            if joining_refusal(self.game, self.state, unit, at) is not None:
                full.add(at)
        return sorted(reached.keys() - full - {unit.at})

    def rows(self, only: UnitId | None = None) -> Iterator[tuple[tuple[UnitId, bool], Sequence[Location]]]:
        game, state = self.game, self.state
        rails = game.materials.ground.rail_hexes
        for unit in state.every_unit():
            if unit.side != state.side or unit.at not in rails or (only is not None and unit.id != only):
                continue
            if rider_refusal(game, state, unit.id) is not None:
                continue
            for get_off in (True, False):
                reached = train_reach(game, state, unit, get_off=get_off).costs
                here = (unit.at,) if (ABOARD in unit.marks) == get_off else ()
                yield (unit.id, get_off), (*here, *self.with_room(unit, reached))


class RailPhase(Phase[RailFrame]):
    """Units ride one after another, each once."""

    @rule("6.11")
    def start(self, game: Game, draft: Draft, frame: RailFrame) -> None:
        """Where data lower the capacity under what is aboard, the opponent says who is lost (ruling 16)."""
        if aboard_too_many(game, draft.state, draft.state.side):
            draft.call(TrainsFrame(draft.state.side))

    @rule("6.0", "6.3")
    def menu(self, game: Game, state: State, frame: RailFrame) -> Menu:
        rides = _Rides(game, state)

        def make(rider: tuple[UnitId, bool], to: Location) -> RideTrain:
            return RideTrain(rider[0], to, rider[1])

        offer = Offer(
            RideTrain,
            lambda: Listing(make, rides.rows()),
            lambda action: ride_refusal(game, state, action),
            of_unit=lambda unit: Listing(make, rides.rows(unit)),
            exact=True,
        )
        said = message("prompt.wie.rail", side=state.side)
        return Menu(state.side, said, "6.0", (offer, Offer.one(Done())), default=Done()).asked_if(offer.any())

    @rule("6.31", "6.41", "6.12")
    def apply(self, game: Game, draft: Draft, frame: RailFrame, action: Action) -> None:
        if not isinstance(action, RideTrain):
            draft.end()
            return
        unit = draft.state.unit(action.unit)
        reached = train_reach(game, draft.state, unit, get_off=action.get_off)
        here = action.to == unit.at
        fare = game.materials.number("rail_boarding")
        way = (unit.at,) if here else tuple(reached.path_to(action.to))
        points = fare if here else reached.costs[action.to] + pull_out(game, draft.state, unit)
        draft.move_unit(action.unit, action.to)
        draft.mark(action.unit, RAILED)
        (draft.unmark if action.get_off else draft.mark)(action.unit, ABOARD)
        draft.emit(TrainRidden(action.unit, way, points, not action.get_off))
        entered(game, draft, action.to, unit.side)


CHAPTER = Chapter(actions=(RideTrain,), events=(TrainRidden,), phases={RailFrame: RailPhase()})
