"""4.6: one unit a turn goes by rail as far as the line leads, and every reinforcement may."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

from engine.core.draft import Draft
from engine.core.facets import UnitMove
from engine.core.game import Game
from engine.core.ids import Location, Side, UnitId
from engine.core.listing import Listing
from engine.core.menu import Offer
from engine.core.messages import message
from engine.core.paths import Trace, trace
from engine.core.records import Action, Event
from engine.core.refusals import Refusal
from engine.core.state import State, Unit, derived
from engine.mechanics.stack_in_hand import spent
from engine.rulesets.chapter import Chapter
from engine.rulesets.ukraine_43.air import call_if_taken
from engine.rulesets.ukraine_43.cases import rule
from engine.rulesets.ukraine_43.control import entered, is_friendly
from engine.rulesets.ukraine_43.elimination import disrupt
from engine.rulesets.ukraine_43.ground import MARSHES, Ground
from engine.rulesets.ukraine_43.marches import is_flooded
from engine.rulesets.ukraine_43.materials import Materials
from engine.rulesets.ukraine_43.movers import unit_refusal
from engine.rulesets.ukraine_43.names import (
    DISPLACED,
    DISRUPTED,
    EXTENDED,
    MOVED,
    RAIL_MOVES,
    SOVIET,
    Role,
    enemy_of,
)
from engine.rulesets.ukraine_43.railheads import usable_rails
from engine.rulesets.ukraine_43.ratings import Mode
from engine.rulesets.ukraine_43.security import quiet_cities
from engine.rulesets.ukraine_43.special_moves import MOVEMENT_ONLY, Hand, SpecialMove
from engine.rulesets.ukraine_43.stacking import joining_refusal
from engine.rulesets.ukraine_43.standing import standing, zone_hexes


@dataclass(frozen=True, slots=True)
class MoveByRail(Action):
    """Send a unit along the railway."""

    kind: ClassVar[str] = "move-by-rail"
    unit: UnitId
    to: Location


@dataclass(frozen=True, slots=True)
class MovedByRail(Event):
    """A unit went by rail; `way` leads from where it was to where it is."""

    kind: ClassVar[str] = "moved-by-rail"
    unit: UnitId
    way: tuple[Location, ...]

    @property
    def moves(self) -> tuple[UnitMove, ...]:
        return (UnitMove(self.unit, self.way),)


def destinations(game: Game, state: State, origin: Location, unit: Unit) -> tuple[Location, ...]:
    """Where a unit gets to by rail from a hex now, itself among them, in the order of the board; nowhere off the lines.

    A security division gets out of a train in the first quiet city it comes to (21).
    """
    network = _networks(game, state, unit.side, is_flooded(state)).get(origin, ())
    if network and _stops(game, state, unit):
        return tuple(sorted(lines_from(game, state, origin, unit).lengths))
    return network


@rule("21")
def _stops(game: Game, state: State, unit: Unit) -> frozenset[Location]:
    """The cities that a unit does not leave again once it is there."""
    is_security = game.materials.kind(unit).role is Role.SECURITY
    return quiet_cities(game, state, unit.side) if is_security else frozenset()


def lines_from(game: Game, state: State, origin: Location, unit: Unit) -> Trace:
    """The ways of a unit by rail from a hex, the shortest to each."""
    lines = _lines(game, state, unit.side, is_flooded(state))
    if origin not in lines:
        return trace(game.board, (), None)
    stops = _stops(game, state, unit)
    found: dict[Location, int] = {origin: 0}
    came: dict[int, int] = {}
    waiting = [origin]
    for at in waiting:
        if at in stops:
            continue
        for to in lines[at]:
            if to not in found:
                found[to] = found[at] + 1
                came[to] = at
                waiting.append(to)
    return Trace(found, came)


@derived("bodies", "stacks", "control", "markers")
def _networks(game: Game, state: State, side: Side, flooded: bool) -> Mapping[Location, tuple[Location, ...]]:
    """For each hex that trains of a side come through, all those that are joined to it."""
    lines = _lines(game, state, side, flooded)
    found: dict[Location, tuple[Location, ...]] = {}
    for start in lines:
        if start not in found:
            joined, waiting = {start}, [start]
            for at in waiting:
                onward = [to for to in lines[at] if to not in joined]
                joined.update(onward)
                waiting += onward
            found.update(dict.fromkeys(waiting, tuple(sorted(joined))))
    return found


@rule("4.6", "6.5", "28.2.E")
@derived("bodies", "stacks", "control", "markers")
def _lines(game: Game, state: State, side: Side, flooded: bool) -> Mapping[Location, tuple[Location, ...]]:
    """From where to where trains go: through hexes of one's own, past no enemy, through no enemy zone and no flood.

    Soviet trains also go round outside the eastern edge (4.6).
    """
    ground: Ground = game.materials.ground
    enemy = enemy_of(side)
    shut = standing(game, state, enemy).occupied | zone_hexes(game, state, enemy)
    rails = usable_rails(game, state, side)
    detours = _detours(game) if side == SOVIET else {}
    drowned = {at for at in ground.below_dam if game.board.terrains[at] in MARSHES} if flooded else frozenset()
    open_hexes = [
        at for at in ground.rail_hexes if at not in shut and at not in drowned and is_friendly(state, at, side)
    ]
    reachable = frozenset(open_hexes)

    def onward(at: Location) -> Iterator[Location]:
        for target, edge in game.board.links[at]:
            to = Location(target)
            if to in reachable and edge in rails and not (flooded and ground.is_under_water(at, to, edge)):
                yield to
        yield from (to for to in detours.get(at, ()) if to in reachable)

    return {at: tuple(onward(at)) for at in open_hexes}


@rule("4.6")
def _detours(game: Game) -> dict[Location, tuple[Location, ...]]:
    """The hexes of the eastern edge between which Soviet trains go outside the map."""
    names = game.materials.charts.parameter("rail_detours")
    assert isinstance(names, tuple)
    places = [found for name in names if (found := game.board.find(str(name))) is not None]
    if len(places) < 2 or game.board.find(str(names[0])) is None:
        return {}
    hub, *others = places
    return {hub: tuple(others), **dict.fromkeys(others, (hub,))}


@rule("4.6")
def rail_refusal(game: Game, state: State, action: MoveByRail) -> Refusal | None:
    """What keeps a unit on the map from going by rail to a hex."""
    refusal = boarding_refusal(game, state, action.unit)
    if refusal is not None:
        return refusal
    unit = state.unit(action.unit)
    return line_refusal(game, state, unit, unit.at, action.to)


@rule("4.6", "11.3", "27.1")
def boarding_refusal(game: Game, state: State, id: UnitId) -> Refusal | None:
    """What keeps a unit from going by rail anywhere; leaders count like units."""
    found = state.units.get(id)
    if found is not None and MOVED in found.marks:
        return Refusal("4.6", message("refusal.u43.has-moved", unit=id))
    refusal = unit_refusal(game, state, id, Mode.MOVEMENT)
    if refusal is not None:
        return refusal
    unit = state.unit(id)
    if int(state.values.get(RAIL_MOVES, 0)) >= game.materials.number("rail_moves"):
        return Refusal("4.6", message("refusal.u43.train-gone"))
    if DISRUPTED in unit.marks:
        return Refusal("11.3", message("refusal.u43.disrupted", unit=unit.id))
    if spent(unit) or EXTENDED in unit.marks:
        return Refusal("4.6", message("refusal.u43.has-moved", unit=unit.id))
    return None


@rule("4.6")
def line_refusal(game: Game, state: State, unit: Unit, origin: Location, to: Location) -> Refusal | None:
    """A line has to lead from one hex to the other, and there has to be room."""
    origins = (origin,) if origin != to else ()
    if not any(to in destinations(game, state, each, unit) for each in origins):
        return no_line(game, state, unit, origins, to)
    return joining_refusal(game, state, (unit,), to)


@rule("4.6", "21")
def no_line(game: Game, state: State, unit: Unit, origins: Iterable[Location], to: Location) -> Refusal:
    """Why a unit does not get to a hex by rail from any of some others: no line, or a city that it stays to hold."""
    networks = _networks(game, state, unit.side, is_flooded(state))
    if any(to in networks.get(origin, ()) for origin in origins):
        return Refusal("21", message("refusal.u43.guards-city", unit=unit.id))
    return Refusal("4.6", message("refusal.u43.no-rail", unit=unit.id, hex=game.board.label(to)))


@rule("4.6", "11.2.C")
def arrive_by_rail(game: Game, draft: Draft, unit: UnitId, way: tuple[Location, ...]) -> None:
    """A unit has gone a way by rail: it is disrupted and moves no more."""
    draft.move_unit(unit, way[-1])
    draft.mark(unit, MOVED)
    draft.emit(MovedByRail(unit, way))
    disrupt(draft, unit)
    kind = game.materials.kind(draft.state.unit(unit))
    if kind.is_leader:
        draft.mark(unit, DISPLACED)
    if kind.is_ground:
        entered(game, draft, way[-1], draft.state.unit(unit).side)


@rule("4.6")
def move_by_rail(game: Game, draft: Draft, hand: Hand, action: MoveByRail) -> None:
    unit = draft.state.unit(action.unit)
    lines = lines_from(game, draft.state, unit.at, unit)
    draft.set_value(RAIL_MOVES, int(draft.state.values.get(RAIL_MOVES, 0)) + 1)
    arrive_by_rail(game, draft, unit.id, tuple(reversed(lines.path(action.to))))
    if game.materials.kind(unit).is_ground:
        call_if_taken(game, draft, action.to, unit.side)


def _rows(game: Game, state: State, only: UnitId | None = None) -> Iterator[tuple[UnitId, list[Location]]]:
    """Every unit that may take the train, with where to: each unit is looked at once, and each line once a hex."""
    materials: Materials = game.materials
    if int(state.values.get(RAIL_MOVES, 0)) >= materials.number("rail_moves"):
        return
    rails, stacks = materials.ground.rail_hexes, state.stacks
    for unit in state.every_unit():
        if unit.side != state.side or unit.at not in rails or only not in (None, unit.id):
            continue
        if boarding_refusal(game, state, unit.id) is None:
            yield (
                unit.id,
                [
                    to
                    for to in destinations(game, state, unit.at, unit)
                    if to not in stacks or (to != unit.at and joining_refusal(game, state, (unit,), to) is None)
                ],
            )


def _offer(game: Game, state: State, hand: Hand) -> Offer[MoveByRail]:
    return Offer(
        MoveByRail,
        lambda: Listing(MoveByRail, _rows(game, state)),
        lambda action: rail_refusal(game, state, action),
        of_unit=lambda unit: Listing(MoveByRail, _rows(game, state, unit)),
        exact=True,
    )


TRAINS = SpecialMove(MoveByRail, MOVEMENT_ONLY, _offer, move_by_rail)

CHAPTER = Chapter(actions=(MoveByRail,), events=(MovedByRail,))
