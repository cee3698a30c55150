"""7.5.2, 7.8 and 7.9: how units come onto the map: on foot by their hex, by rail from Moscow and Vologda, or back.

Reinforcements wait in the box of their side with the turn and the hex of their entry. Those of the Reds that come by
07/FF or 18/FF are carried by rail as far as the line leads; their owner may put them off by a turn, send them round by
the other line or let them come on foot.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from engine.core.actions import Arrive
from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import Location, UnitId
from engine.core.listing import Listing
from engine.core.menu import Offer
from engine.core.messages import message
from engine.core.records import Action, Event
from engine.core.refusals import Refusal
from engine.core.state import State, Unit, derived
from engine.core.unit_events import UnitArrived, UnitTakenOff
from engine.mechanics.stack_in_hand import spend
from engine.rulesets.chapter import Chapter
from engine.rulesets.white_october.cases import rule
from engine.rulesets.white_october.control import entered
from engine.rulesets.white_october.elimination import destroy
from engine.rulesets.white_october.marches import conditions, note_cover, reserved_hexes
from engine.rulesets.white_october.materials import Materials
from engine.rulesets.white_october.names import (
    DUE,
    ENTERED,
    ENTRY,
    MOVED,
    ON_FOOT,
    RED,
    Role,
    Trait,
    coming_box,
    enemy_of,
    outside_box,
)
from engine.rulesets.white_october.rail import boarding_refusal, closed_to_trains, line_case, pass_along, rail_lines
from engine.rulesets.white_october.special_moves import SpecialMove
from engine.rulesets.white_october.stacking import joining_refusal, lonely_vehicles, room_for
from engine.rulesets.white_october.standing import standing
from engine.rulesets.white_october.stations import (
    BOARDED,
    LANDED,
    line_of,
    line_refusal,
    note_line,
    note_station,
    open_stations,
    other_entry,
    station_refusal,
)

FOOT, DETOUR, LATER = "on-foot", "detour", "later"
WAYS = (FOOT, DETOUR, LATER)


@dataclass(frozen=True, slots=True)
class PutOff(Action):
    """Let Red reinforcements come a turn later: on foot, by the other line, or by their own."""

    kind: ClassVar[str] = "put-off"
    unit: UnitId
    how: str


@dataclass(frozen=True, slots=True)
class LeaveByRail(Action):
    """Let a Red unit leave the map by one line, to come back by the other."""

    kind: ClassVar[str] = "leave-by-rail"
    unit: UnitId
    to: Location


@dataclass(frozen=True, slots=True)
class ArrivalPutOff(Event):
    kind: ClassVar[str] = "arrival-put-off"
    unit: UnitId
    how: str
    turn: int


@dataclass(frozen=True, slots=True)
class LeftByRail(UnitTakenOff):
    kind: ClassVar[str] = "left-by-rail"
    turn: int


# Who is due


@derived("units", "stacks", "turn", "side")
def waiting(game: Game, state: State) -> tuple[Unit, ...]:
    """The units of the side that may come in now: reinforcements, and those that had to leave the map."""
    boxes = (coming_box(state.side), outside_box(state.side))
    units = (unit for box in boxes for unit in state.at(game.board.at(box)))
    return tuple(unit for unit in units if int(unit.values.get(DUE, 0)) <= state.turn and ENTRY in unit.values)


def is_outside(game: Game, unit: Unit) -> bool:
    """Whether a unit had to leave the map and must come back."""
    return unit.at == game.board.at(outside_box(unit.side))


def entry_hex(game: Game, unit: Unit) -> Location:
    return game.board.at(str(unit.values[ENTRY]))


def comes_by_rail(game: Game, unit: Unit) -> bool:
    """Whether a Red reinforcement is carried from Moscow or Vologda."""
    if unit.side != RED or unit.values.get(ON_FOOT, False) or is_outside(game, unit):
        return False
    return line_of(game, entry_hex(game, unit)) is not None


# Coming in


@rule("7.5.2", "7.8", "7.9")
def arrival_refusal(game: Game, state: State, action: Arrive) -> Refusal | None:
    """What keeps a unit from coming in at a place."""
    materials: Materials = game.materials
    unit = next((each for each in waiting(game, state) if each.id == action.unit), None)
    if unit is None:
        driven_off = action.unit in state.units and is_outside(game, state.unit(action.unit))
        return Refusal("7.9" if driven_off else "7.8", message("refusal.wo.not-due", unit=action.unit))
    label = game.board.label(action.at)
    if not materials.ground.land[action.at]:
        return Refusal("7.8", message("refusal.wo.no-ground", hex=label))
    if action.at in standing(game, state, enemy_of(unit.side)).occupied:
        return Refusal("7.8", message("refusal.wo.enemy-there", hex=label))
    if comes_by_rail(game, unit):
        refusal = _rail_refusal(game, state, unit, action.at)
    else:
        refusal = _hex_refusal(game, unit, action.at)
    if refusal is not None:
        return refusal
    if materials.kind(unit).is_vehicle:
        there = [other for other in state.at(action.at) if other.side == unit.side]
        alone = lonely_vehicles(game, (*there, unit))
        if alone is not None:
            return alone
    return joining_refusal(game, state, unit, action.at)


@rule("7.8", "7.9", "14.2")
def _hex_refusal(game: Game, unit: Unit, at: Location) -> Refusal | None:
    """By its own hex; one that had to leave comes back by the hex it left or one beside it, a train onto rails."""
    materials: Materials = game.materials
    entry = entry_hex(game, unit)
    if at == entry or (is_outside(game, unit) and at in materials.ground.around[entry]):
        if materials.kind(unit).role is not Role.ARMOURED_TRAIN or at in materials.ground.rail_hexes:
            return None
        return Refusal("14.2", message("refusal.wo.no-rail", unit=unit.id, hex=game.board.label(at)))
    case = "7.9" if is_outside(game, unit) else "7.8"
    return Refusal(case, message("refusal.wo.other-entry", unit=unit.id, hex=game.board.label(entry)))


@rule("7.5.1", "7.5.2", "7.8")
def _rail_refusal(game: Game, state: State, unit: Unit, at: Location) -> Refusal | None:
    """Any hex of rail that its line leads to, as far as the line and the station can take it; not an enemy's entry."""
    entry, label = entry_hex(game, unit), game.board.label(at)
    if entry in closed_to_trains(game, state, unit.side) or at not in rail_lines(game, state, entry, unit.side):
        case = line_case(game, state, entry, at, "7.5.2")
        return Refusal(case, message("refusal.wo.no-rail", unit=unit.id, hex=label))
    if at in reserved_hexes(game, state, unit.side):
        return Refusal("7.8", message("refusal.wo.cannot-stay", unit=unit.id, hex=label))
    return line_refusal(game, state, entry) or station_refusal(game, state, unit, at, LANDED)


def _places(game: Game, state: State, unit: Unit) -> Iterator[Location]:
    entry = entry_hex(game, unit)
    if comes_by_rail(game, unit):
        yield from sorted(
            rail_lines(game, state, entry, unit.side).lengths.keys() - reserved_hexes(game, state, unit.side)
        )
    else:
        yield entry
        if is_outside(game, unit):
            yield from game.materials.ground.around[entry]


def _arrivals(game: Game, state: State) -> Listing[Arrive]:
    return Listing(Arrive, ((unit.id, _entries(game, state, unit)) for unit in waiting(game, state)))


@rule("7.5.2", "7.8")
def _entries(game: Game, state: State, unit: Unit) -> Sequence[Location]:
    """Where a unit may come in; of a railway what holds for all its stations is asked once."""
    if not comes_by_rail(game, unit):
        places = _places(game, state, unit)
        return [at for at in places if arrival_refusal(game, state, Arrive(unit.id, at)) is None]
    entry = entry_hex(game, unit)
    if entry in closed_to_trains(game, state, unit.side) or line_refusal(game, state, entry) is not None:
        return ()
    stations = open_stations(game, state, unit, LANDED, _places(game, state, unit))
    return list(filter(room_for(game, state, unit), stations))


@rule("7.3", "7.5.2", "7.8", "7.9")
def arrive(game: Game, draft: Draft, action: Arrive) -> None:
    """By rail it is where it wanted and moves no more, nor do those who covered its way (7.3).

    On foot it has paid for the hex and goes on; those who are there cover it as they would any step.
    """
    materials: Materials = game.materials
    unit = draft.state.unit(action.unit)
    by_rail, entry = comes_by_rail(game, unit), entry_hex(game, unit)
    way = rail_lines(game, draft.state, entry, unit.side).path(action.at) if by_rail else ()
    price = _entry_price(game, draft.state, unit, action.at)
    if not by_rail:
        note_cover(game, draft, action.at, unit.side)
    draft.move_unit(unit.id, action.at)
    for name in (DUE, ENTRY, ON_FOOT):
        draft.set_unit_value(unit.id, name, None)
    draft.mark(unit.id, ENTERED)
    draft.emit(UnitArrived(unit.id, action.at))
    if by_rail:
        note_line(game, draft, entry)
        note_station(game, draft, draft.state.unit(unit.id), action.at, LANDED)
        draft.mark(unit.id, MOVED)
        pass_along(game, draft, way, unit.side)
    elif materials.kind(unit).marches:
        spend(draft, unit.id, price)
    entered(game, draft, action.at, unit.side)


@rule("7.1", "7.3")
def _entry_price(game: Game, state: State, unit: Unit, at: Location) -> int:
    """What the first hex costs: its ground, and one more in an enemy zone that nobody covers."""
    movement_class = game.materials.kind(unit).movement_class
    cost = max(1, int(game.materials.charts.terrain.cost(game.board.terrains[at], movement_class) or 1))
    held = conditions(game, state, movement_class, unit.side).zones
    return cost + game.materials.number("zone_cost") if at in held else cost


# Putting off


@rule("7.5.2")
def put_off_refusal(game: Game, state: State, action: PutOff) -> Refusal | None:
    """Only Red reinforcements that are due by rail."""
    unit = next((each for each in waiting(game, state) if each.id == action.unit), None)
    if unit is None or action.how not in WAYS or not comes_by_rail(game, unit):
        return Refusal("7.5.2", message("refusal.wo.not-put-off", unit=action.unit))
    if action.how == DETOUR and other_entry(game, entry_hex(game, unit)) is None:
        return Refusal("7.5.2", message("refusal.wo.not-put-off", unit=action.unit))
    return None


@rule("7.5.2")
def put_off(game: Game, draft: Draft, action: PutOff) -> None:
    """One turn later in each case."""
    unit = draft.state.unit(action.unit)
    turn = draft.state.turn + game.materials.number("rail_detour")
    draft.set_unit_value(unit.id, DUE, turn)
    if action.how == FOOT:
        draft.set_unit_value(unit.id, ON_FOOT, True)
    elif action.how == DETOUR:
        other = other_entry(game, entry_hex(game, unit))
        assert other is not None
        draft.set_unit_value(unit.id, ENTRY, game.board.label(other))
    draft.emit(ArrivalPutOff(unit.id, action.how, turn))


# Leaving


@rule("7.5.2", "7.9", "11.2.2")
def leaving_refusal(game: Game, state: State, action: LeaveByRail) -> Refusal | None:
    """A Red unit on the railway may leave by a line that it can reach, to return by the other two turns later."""
    materials: Materials = game.materials
    unit = state.units.get(action.unit)
    if unit is None or unit.side != state.side or unit.side != RED or not materials.is_on_map(unit):
        return Refusal("7.9", message("refusal.wo.not-yours", unit=action.unit))
    kind = materials.kind(unit)
    if kind.has(Trait.DISTRICT):
        return Refusal("11.2.2", message("refusal.wo.stays-in-district", unit=unit.id))
    if not kind.marches or line_of(game, action.to) is None or other_entry(game, action.to) is None:
        return Refusal("7.5.2", message("refusal.wo.cannot-leave", unit=unit.id))
    refusal = boarding_refusal(game, state, unit)
    if refusal is not None:
        return refusal
    if unit.at not in materials.ground.rail_hexes or action.to not in rail_lines(game, state, unit.at, unit.side):
        label, case = game.board.label(action.to), line_case(game, state, unit.at, action.to, "7.5.2")
        return Refusal(case, message("refusal.wo.no-rail", unit=unit.id, hex=label))
    return line_refusal(game, state, action.to) or station_refusal(game, state, unit, unit.at, BOARDED)


def _leavings(game: Game, state: State) -> Iterator[LeaveByRail]:
    if state.side != RED:
        return
    materials: Materials = game.materials
    lines = [to for to in materials.rail_entries.values() if line_refusal(game, state, to) is None]
    mine = (unit for unit in state.every_unit() if unit.side == RED and MOVED not in unit.marks)
    for unit in mine:
        if unit.at in materials.ground.rail_hexes and materials.kind(unit).marches:
            yield from (LeaveByRail(unit.id, to) for to in lines)


@rule("7.5.2")
def leave_by_rail(game: Game, draft: Draft, action: LeaveByRail) -> None:
    """It takes up its line and its station, and comes back by the other line."""
    unit = draft.state.unit(action.unit)
    way = rail_lines(game, draft.state, unit.at, unit.side).path(action.to)
    back = other_entry(game, action.to)
    assert back is not None
    note_line(game, draft, action.to)
    note_station(game, draft, unit, unit.at, BOARDED)
    go_off(game, draft, unit, way, back)


@rule("7.3", "7.5.2", "14.2")
def go_off(
    game: Game,
    draft: Draft,
    unit: Unit,
    way: tuple[Location, ...],
    back: Location,
    *,
    covered: tuple[Location, ...] | None = None,
) -> None:
    """A unit has left the map along a way by rail, to be back by a hex when its time has come."""
    turn = draft.state.turn + game.materials.number("rail_return")
    box = game.board.at(coming_box(unit.side))
    draft.move_unit(unit.id, box)
    draft.set_unit_value(unit.id, DUE, turn)
    draft.set_unit_value(unit.id, ENTRY, game.board.label(back))
    draft.emit(LeftByRail(unit.id, unit.at, box, turn))
    pass_along(game, draft, way, unit.side, covered=covered)


# Those that had to leave


@rule("7.9")
def must_return(game: Game, state: State) -> Refusal | None:
    """Who was driven off the map comes back as soon as it can: the sequence does not end before."""
    for unit in waiting(game, state):
        if is_outside(game, unit):
            for at in _places(game, state, unit):
                if arrival_refusal(game, state, Arrive(unit.id, at)) is None:
                    return Refusal("7.9", message("refusal.wo.must-return", unit=unit.id))
    return None


@rule("7.9")
def lose_stragglers(game: Game, draft: Draft) -> None:
    """Who should have come back in this sequence and could not is lost."""
    for unit in waiting(game, draft.state):
        if is_outside(game, unit):
            destroy(game, draft, unit.id)


ARRIVAL = SpecialMove(
    Arrive,
    lambda game, state: Offer(
        Arrive, lambda: _arrivals(game, state), lambda action: arrival_refusal(game, state, action), exact=True
    ),
    arrive,
)
PUTTING_OFF = SpecialMove(
    PutOff,
    lambda game, state: Offer(
        PutOff,
        lambda: (PutOff(unit.id, how) for unit in waiting(game, state) for how in WAYS),
        lambda action: put_off_refusal(game, state, action),
    ),
    put_off,
)
LEAVING = SpecialMove(
    LeaveByRail,
    lambda game, state: Offer(
        LeaveByRail, lambda: _leavings(game, state), lambda action: leaving_refusal(game, state, action)
    ),
    leave_by_rail,
)

CHAPTER = Chapter(
    actions=(Arrive, PutOff, LeaveByRail),
    events=(UnitArrived, ArrivalPutOff, LeftByRail),
)
