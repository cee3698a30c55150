"""4.7, 4.9 and 18.1: the ten markers of a side, for extended moves, river assaults and attacks in the second phase.

A marker serves a whole stack, and one that is taken off in the course of a turn is not given back (ruling 12).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import Location, Side, UnitId
from engine.core.menu import Offer
from engine.core.messages import message
from engine.core.records import Action, Event
from engine.core.refusals import Refusal
from engine.core.state import State, Unit
from engine.mechanics.marching import March, gets_clear
from engine.mechanics.stack_in_hand import spent
from engine.rulesets.chapter import Chapter
from engine.rulesets.ukraine_43.cases import rule
from engine.rulesets.ukraine_43.ground import HALVES, Ground
from engine.rulesets.ukraine_43.kinds import never_attacks_case
from engine.rulesets.ukraine_43.marches import is_caught, march_of
from engine.rulesets.ukraine_43.materials import Materials
from engine.rulesets.ukraine_43.movers import unit_refusal
from engine.rulesets.ukraine_43.names import (
    AIMS_AT,
    ASSAULT,
    DISRUPTED,
    EXTENDED,
    MOVED,
    UNSUPPLIED,
    Role,
    enemy_of,
    markers_of,
)
from engine.rulesets.ukraine_43.ratings import Mode, allowance, paces
from engine.rulesets.ukraine_43.special_moves import EXPLOITATION_ONLY, MOVEMENT_ONLY, Hand, SpecialMove
from engine.rulesets.ukraine_43.standing import company, zone_hexes


@dataclass(frozen=True, slots=True)
class ExtendMove(Action):
    """Give a unit, or the stack it leads, an extended move."""

    kind: ClassVar[str] = "extend-move"
    unit: UnitId


@dataclass(frozen=True, slots=True)
class PrepareCrossing(Action):
    """Put an assault marker on a unit, its arrow pointing across a major river."""

    kind: ClassVar[str] = "prepare-crossing"
    unit: UnitId
    to: Location


@dataclass(frozen=True, slots=True)
class PlaceAssault(Action):
    """Put an assault marker on a unit, or on the stack it leads, for the second combat phase."""

    kind: ClassVar[str] = "place-assault"
    unit: UnitId


@dataclass(frozen=True, slots=True)
class MoveExtended(Event):
    kind: ClassVar[str] = "move-extended"
    units: tuple[UnitId, ...]
    markers: int


@dataclass(frozen=True, slots=True)
class AssaultPrepared(Event):
    """Units stand ready to attack; `to` is where the arrow of a river assault points."""

    kind: ClassVar[str] = "assault-prepared"
    units: tuple[UnitId, ...]
    at: Location
    to: Location | None
    markers: int

    @property
    def place(self) -> Location | None:
        return self.at


@rule("4.7", "4.9")
def markers_left(game: Game, state: State, side: Side) -> int:
    """How many of its ten markers a side can still use in this turn."""
    return int(game.materials.number("markers") - int(state.values.get(markers_of(side), 0)))


def _use_marker(draft: Draft, side: Side) -> int:
    used = int(draft.state.values.get(markers_of(side), 0)) + 1
    draft.set_value(markers_of(side), used)
    return used


def _no_markers(case: str) -> Refusal:
    return Refusal(case, message("refusal.u43.no-markers"))


# Extended moves


@rule("4.7", "4.8", "4.9", "4.10", "6.5")
def extend_refusal(game: Game, state: State, hand: Hand, id: UnitId) -> Refusal | None:
    """Any unit that is not disrupted may, but of those of restricted movement Manstein alone."""
    if hand.mode is not Mode.MOVEMENT:
        return Refusal("4.9" if hand.mode is Mode.EXPLOITATION else "4.10", message("refusal.u43.no-extended-now"))
    for member in hand.with_leader(id):
        refusal = unit_refusal(game, state, member, Mode.MOVEMENT)
        if refusal is not None:
            return refusal
        unit = state.unit(member)
        kind = game.materials.kind(unit)
        if DISRUPTED in unit.marks:
            return Refusal("4.7", message("refusal.u43.disrupted", unit=member))
        if kind.is_restricted and kind.role is not Role.MANSTEIN:
            return Refusal("4.8", message("refusal.u43.restricted", unit=member))
        if EXTENDED in unit.marks:
            return Refusal("4.7", message("refusal.u43.extended-already", unit=member))
    if markers_left(game, state, state.side) < 1:
        return _no_markers("4.7")
    found = (_trapped_refusal(game, state, state.unit(member)) for member in hand.with_leader(id))
    return next(filter(None, found), None)


@rule("6.5")
def _trapped_refusal(game: Game, state: State, unit: Unit) -> Refusal | None:
    """Who makes an extended move does not end it in an enemy zone, so it must be able to get out of one."""
    if unit.at not in zone_hexes(game, state, enemy_of(unit.side)):
        return None
    extended = unit.marked(EXTENDED)
    march = march_of(game, state, extended, Mode.MOVEMENT)
    points = allowance(game, state, extended) - spent(unit)
    longer = March(
        march.conditions, march.at, points, not_to_end=zone_hexes(game, state, enemy_of(unit.side)) | {unit.at}
    )
    if gets_clear(game.board, longer, unit.at, points):
        return None
    return Refusal("6.5", message("refusal.u43.cannot-leave-zone", unit=unit.id))


@rule("4.7")
def extend_move(game: Game, draft: Draft, hand: Hand, action: ExtendMove) -> None:
    """One marker for the stack; it has more points, forms no bonds and does not attack in the first combat phase."""
    members = hand.with_leader(action.unit)
    for unit in members:
        draft.mark(unit, EXTENDED)
    draft.emit(MoveExtended(members, _use_marker(draft, draft.state.side)))


def _own(game: Game, state: State) -> Iterator[Unit]:
    materials: Materials = game.materials
    for unit in state.every_unit():
        if unit.side == state.side and MOVED not in unit.marks and materials.is_on_map(unit):
            yield unit


EXTENDING = SpecialMove(
    ExtendMove,
    frozenset(Mode),
    lambda game, state, hand: Offer(
        ExtendMove,
        lambda: (ExtendMove(unit.id) for unit in _own(game, state) if hand.mode is Mode.MOVEMENT),
        lambda action: extend_refusal(game, state, hand, action.unit),
    ),
    extend_move,
)


# River assaults


@rule("18.1.B", "18.1.C")
def crossing_refusal(game: Game, state: State, action: PrepareCrossing) -> Refusal | None:
    """A unit in supply and not disrupted, which has not moved and stands at the river."""
    found = state.units.get(action.unit)
    if found is not None and MOVED in found.marks:
        return Refusal("18.1.B", message("refusal.u43.has-moved", unit=found.id))
    refusal = unit_refusal(game, state, action.unit, Mode.MOVEMENT)
    if refusal is not None:
        return refusal
    ground: Ground = game.materials.ground
    unit = state.unit(action.unit)
    kind = game.materials.kind(unit)
    never = "18.1.C" if kind.is_artillery else never_attacks_case(kind)
    if never is not None:
        return Refusal(never, message("refusal.u43.never-crosses", unit=unit.id))
    if ground.edge(unit.at, action.to) not in ground.majors:
        return Refusal("18.1.B", message("refusal.u43.no-major-river", hex=game.board.label(action.to)))
    if DISRUPTED in unit.marks:
        return Refusal("18.1.B", message("refusal.u43.disrupted", unit=unit.id))
    if UNSUPPLIED in unit.marks:
        return Refusal("18.1.B", message("refusal.u43.unsupplied", unit=unit.id))
    if spent(unit) or EXTENDED in unit.marks:
        return Refusal("18.1.B", message("refusal.u43.has-moved", unit=unit.id))
    if markers_left(game, state, unit.side) < 1 and not _marked_here(game, state, unit, action.to):
        return _no_markers("4.7")
    return None


def _marked_here(game: Game, state: State, unit: Unit, to: Location | None) -> bool:
    """Whether the stack of a unit has such a marker already."""
    aim = game.board.label(to) if to is not None else None
    return any(
        ASSAULT in other.marks and other.values.get(AIMS_AT) == aim for other in company(state, unit.at, unit.side)
    )


@rule("18.1.B")
def prepare_crossing(game: Game, draft: Draft, hand: Hand, action: PrepareCrossing) -> None:
    """The unit has spent its movement and stands ready; others in its hex may share the marker."""
    unit = draft.state.unit(action.unit)
    shared = _marked_here(game, draft.state, unit, action.to)
    used = int(draft.state.values.get(markers_of(unit.side), 0)) if shared else _use_marker(draft, unit.side)
    draft.mark(unit.id, ASSAULT)
    draft.set_unit_value(unit.id, AIMS_AT, game.board.label(action.to))
    draft.emit(AssaultPrepared((unit.id,), unit.at, action.to, used))


def _crossings(game: Game, state: State) -> Iterator[PrepareCrossing]:
    majors = game.materials.ground.majors
    for unit in _own(game, state):
        for target, edge in game.board.links[unit.at]:
            if edge in majors:
                yield PrepareCrossing(unit.id, Location(target))


CROSSING = SpecialMove(
    PrepareCrossing,
    MOVEMENT_ONLY,
    lambda game, state, hand: Offer(
        PrepareCrossing, lambda: _crossings(game, state), lambda action: crossing_refusal(game, state, action)
    ),
    prepare_crossing,
)


# The second combat phase


@rule("4.9")
def assault_refusal(game: Game, state: State, hand: Hand, id: UnitId) -> Refusal | None:
    """A mechanised unit needs three points still in hand, one on foot must not have moved (ruling 11)."""
    materials: Materials = game.materials
    for member in hand.with_leader(id):
        unit = state.units.get(member)
        if unit is None or unit.side != state.side or not materials.is_on_map(unit):
            return Refusal("4.1", message("refusal.u43.not-yours", unit=member))
        refusal = _assault_refusal(game, state, unit)
        if refusal is not None:
            return refusal
    unit = state.unit(id)
    if is_caught(game, state, unit, hand.with_leader(id)):
        return Refusal("5.4", message("refusal.u43.must-go-on", unit=id))
    if markers_left(game, state, state.side) < 1 and not _marked_here(game, state, unit, None):
        return _no_markers("4.9")
    return None


@rule("4.9", "20.3")
def _assault_refusal(game: Game, state: State, unit: Unit) -> Refusal | None:
    materials: Materials = game.materials
    kind = materials.kind(unit)
    if ASSAULT in unit.marks:
        return Refusal("4.9", message("refusal.u43.assault-ready", unit=unit.id))
    if DISRUPTED in unit.marks:
        return Refusal("11.3", message("refusal.u43.disrupted", unit=unit.id))
    if kind.is_air:
        return Refusal("15.1", message("refusal.u43.air-flies", unit=unit.id))
    if kind.is_restricted:
        return Refusal("4.8", message("refusal.u43.restricted", unit=unit.id))
    if not kind.is_mech:
        if paces(unit) or MOVED in unit.marks:
            return Refusal("4.9", message("refusal.u43.has-moved", unit=unit.id))
        return None
    needed = HALVES * materials.number("assault_points")
    if MOVED in unit.marks or allowance(game, state, unit) - spent(unit) < needed:
        return Refusal("4.9", message("refusal.u43.assault-points", unit=unit.id))
    return None


@rule("4.9")
def place_assault(game: Game, draft: Draft, hand: Hand, action: PlaceAssault) -> None:
    """One marker for the stack, which moves no further."""
    members = hand.with_leader(action.unit)
    unit = draft.state.unit(action.unit)
    shared = _marked_here(game, draft.state, unit, None)
    used = int(draft.state.values.get(markers_of(unit.side), 0)) if shared else _use_marker(draft, unit.side)
    for member in members:
        draft.mark(member, ASSAULT, MOVED)
    draft.emit(AssaultPrepared(members, unit.at, None, used))


SECOND_ASSAULT = SpecialMove(
    PlaceAssault,
    EXPLOITATION_ONLY,
    lambda game, state, hand: Offer(
        PlaceAssault,
        lambda: (PlaceAssault(unit.id) for unit in _own(game, state)),
        lambda action: assault_refusal(game, state, hand, action.unit),
    ),
    place_assault,
)


def clear_assaults(draft: Draft) -> None:
    """Assault markers are taken off when the combat phase they were for is over."""
    for unit in draft.state.every_unit():
        if ASSAULT in unit.marks:
            draft.change_unit(
                unit.id,
                marks=unit.marks - {ASSAULT},
                values=unit.values.delete(AIMS_AT) if AIMS_AT in unit.values else unit.values,
            )


CHAPTER = Chapter(
    actions=(ExtendMove, PrepareCrossing, PlaceAssault),
    events=(MoveExtended, AssaultPrepared),
)
