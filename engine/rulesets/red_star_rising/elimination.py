"""How units lose steps and leave the map, and which of them come back: 7.9.4 to 7.9.6, 14.1.3, 15.7 and 17.2.4."""

from __future__ import annotations

from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import Location, UnitId
from engine.core.state import State, Unit
from engine.core.unit_events import StepLost, UnitEliminated, UnitReplaced
from engine.rulesets.red_star_rising.cases import rule
from engine.rulesets.red_star_rising.factors import status_of, steps_left
from engine.rulesets.red_star_rising.materials import Kind, Materials
from engine.rulesets.red_star_rising.names import (
    AWAITING_PROMOTION,
    AXIS,
    BASE,
    BREAKDOWN,
    CORPS_DUE,
    DESTROYED_ASSETS,
    DUE,
    FLEETS,
    FORCE_POOL,
    GERMAN,
    LEADER_POOL,
    MARKER,
    PROMOTED,
    SOVIET_GONE,
    SPENT,
    TRAVEL,
    Arm,
    Role,
    Status,
    coming_box,
    gone_box,
)
from engine.rulesets.red_star_rising.records import (
    FleetReturned,
    ReturnFailed,
    ReturnRolled,
    VeteransRolled,
)
from engine.rulesets.red_star_rising.strengths import draw_markers, lacks_marker, return_marker


@rule("7.9.2", "7.9.3", "7.9.4", "7.9.5")
def lose_step(game: Game, draft: Draft, unit: UnitId, *, forever: bool = False) -> UnitId | None:
    """A unit loses a step. Returns the unit that stands there now, which may be another counter, or None.

    A German corps that is past its second step is replaced by a Kampfgruppe; when there is none left it is lost. An
    army without a strength marker draws one first, because only the marker says what is left of it.
    """
    materials: Materials = game.materials
    if lacks_marker(game, draft, unit):
        draw_markers(game, draft, (unit,))
    record = draft.state.unit(unit)
    kind = materials.kind(record)
    if steps_left(materials, record) > 1 and (kind.is_soviet_army or record.step + 1 < len(kind.faces)):
        draft.change_unit(unit, step=record.step + 1)
        draft.emit(StepLost(unit, record.at))
        return unit
    generic = materials.generic_of(kind)
    spare = _spare_counter(game, draft, generic) if generic is not None else None
    if spare is None:
        eliminate(game, draft, unit, forever=forever)
        return None
    draft.emit(StepLost(unit, record.at))
    replace_unit(game, draft, unit, spare)
    return spare


def _spare_counter(game: Game, draft: Draft, kind: Kind) -> UnitId | None:
    """A counter of a sort that waits in the breakdown box."""
    waiting = sorted(unit.id for unit in draft.state.at(game.board.at(BREAKDOWN)) if unit.type == kind.id)
    return waiting[0] if waiting else None


def replace_unit(game: Game, draft: Draft, unit: UnitId, by: UnitId, step: int = 0) -> None:
    """Let a counter from the breakdown box take the place of another, which goes into that box.

    What is marked on the unit, its supply and what it has done in this phase, is marked on the new one.
    """
    record = draft.state.unit(unit)
    draft.move_unit(by, record.at)
    draft.change_unit(by, step=step, marks=record.marks, values=record.values)
    put_away(game, draft, unit, BREAKDOWN)
    draft.emit(UnitReplaced(unit, by, record.at))


def put_away(game: Game, draft: Draft, unit: UnitId, box: str, due: int | None = None) -> Location:
    """Put a unit into a box, whole and without marks; with a turn it waits there for it."""
    to = game.board.at(box)
    return_marker(game, draft, unit)
    draft.move_unit(unit, to)
    values = draft.state.unit(unit).values
    for name in (SPENT, TRAVEL, MARKER, DUE):
        if name in values:
            values = values.delete(name)
    if due is not None:
        values = values.set(DUE, due)
    draft.change_unit(unit, step=0, marks=(), values=values)
    return to


@rule("7.9.6")
def eliminate(game: Game, draft: Draft, unit: UnitId, *, forever: bool = False) -> None:
    """A unit is lost: for good, or to the box from which its sort may return."""
    record = draft.state.unit(unit)
    kind = game.materials.kind(record)
    if forever:
        for fleet in _fleets_of(draft, unit):
            _remove(game, draft, fleet, gone_box(record.side))
        _remove(game, draft, record, gone_box(record.side))
    elif kind.role is Role.DEPOT:
        depot_leaves(game, draft, unit)
    elif kind.role is Role.AIR_BASE:
        air_base_leaves(game, draft, unit)
    elif kind.role is Role.HEADQUARTERS:
        headquarters_leaves(game, draft, unit)
    elif kind.is_soviet_army:
        _army_lost(game, draft, record, kind)
    else:
        _remove(game, draft, record, _home(kind))


@rule("7.9.6", "14.1.3", "15.4.5", "15.6.5", "15.7.4", "17.2.4", "11.2.7")
def _home(kind: Kind) -> str:
    """The box a lost unit goes to when no die decides about it."""
    if kind.role is Role.ASSET:
        return DESTROYED_ASSETS
    if kind.role is Role.LEADER:
        return LEADER_POOL
    if kind.side == AXIS:
        is_money = kind.nation == GERMAN and kind.role in (Role.CORPS, Role.KAMPFGRUPPE, Role.DIVISION)
        return BREAKDOWN if is_money else gone_box(kind.side)
    returns = kind.role is Role.CORPS and kind.arm is not Arm.PARATROOP
    return FORCE_POOL if returns else gone_box(kind.side)


def _remove(game: Game, draft: Draft, record: Unit, box: str, due: int | None = None) -> None:
    to = put_away(game, draft, record.id, box, due)
    draft.emit(UnitEliminated(record.id, record.at, to))


@rule("10.2.1", "15.7.2")
def depot_leaves(game: Game, draft: Draft, unit: UnitId) -> None:
    """A depot that leaves the map for any reason is a reinforcement four turns later."""
    record = draft.state.unit(unit)
    _remove(game, draft, record, coming_box(record.side), _after(draft, game.materials.number("return_after")))


@rule("12.1.4", "15.7.1")
def air_base_leaves(game: Game, draft: Draft, unit: UnitId) -> None:
    """An air base takes its fleet along and both return four turns later."""
    record = draft.state.unit(unit)
    for fleet in _fleets_of(draft, unit):
        if game.materials.is_on_map(fleet):
            put_away(game, draft, fleet.id, FLEETS)
            draft.emit(FleetReturned(fleet.id))
    _remove(game, draft, record, coming_box(record.side), _after(draft, game.materials.number("return_after")))


def _fleets_of(draft: Draft, base: UnitId) -> tuple[Unit, ...]:
    return tuple(unit for unit in draft.state.every_unit() if unit.values.get(BASE) == base)


@rule("10.6.4", "15.7.3")
def headquarters_leaves(game: Game, draft: Draft, unit: UnitId) -> None:
    """A headquarters that leaves the map returns next turn on 1 to 3, in two turns on 4 to 6."""
    record = draft.state.unit(unit)
    materials: Materials = game.materials
    die = draft.roll()
    soon = die <= materials.by_name("headquarters_return", "soon-on")
    turn = _after(draft, materials.by_name("headquarters_return", "soon" if soon else "late"))
    _remove(game, draft, record, coming_box(record.side), turn)
    draft.emit(ReturnRolled(unit, die, turn))


@rule("15.7.5", "15.7.6", "15.7.7")
def _army_lost(game: Game, draft: Draft, record: Unit, kind: Kind) -> None:
    """A Soviet army throws for its return: lost on 1, or on 1 and 2 when its supply was short."""
    materials: Materials = game.materials
    short = status_of(record) in (Status.UNSUPPLIED, Status.LACKING)
    lost_on = materials.by_name("army_return", "lost-on-short" if short else "lost-on")
    if kind.traits & {"shock", "guards"}:
        _veterans_lost(game, draft, record, lost_on=lost_on)
        return
    die = draft.roll()
    if die <= lost_on:
        _remove(game, draft, record, SOVIET_GONE)
        draft.emit(ReturnFailed(record.id, die))
        _offer_corps(game, draft, record.id, kind.arm)
    else:
        turn = _after(draft, die * materials.by_name("army_return", "turns-a-pip"))
        _remove(game, draft, record, coming_box(record.side), turn)
        draft.emit(ReturnRolled(record.id, die, turn))


@rule("15.7.5", "15.7.6")
def _offer_corps(game: Game, draft: Draft, army: UnitId, arm: Arm) -> None:
    """For an army lost for good a corps of its arm may be taken from the force pool, if one is there, in two turns."""
    if corps_for(game, draft.state, arm):
        draft.set_unit_value(army, CORPS_DUE, _after(draft, game.materials.by_name("army_return", "corps")))


@rule("15.7.5", "15.7.6")
def corps_for(game: Game, state: State, arm: Arm) -> tuple[Unit, ...]:
    """The corps of an arm in the force pool, in the order of ids."""
    materials: Materials = game.materials
    waiting = (unit for unit in state.at(game.board.at(FORCE_POOL)) if materials.kind(unit).role is Role.CORPS)
    return tuple(sorted((unit for unit in waiting if materials.kind(unit).arm is arm), key=lambda unit: unit.id))


@rule("15.7.7")
def _veterans_lost(game: Game, draft: Draft, record: Unit, *, lost_on: int) -> None:
    """A Shock or Guards army waits for promotion again; the army it was made of is lost, or returns by a second die."""
    materials: Materials = game.materials
    promoted = sorted(unit.id for unit in draft.state.at(game.board.at(PROMOTED)))
    die = draft.roll()
    lost = die <= lost_on
    draft.emit(VeteransRolled(record.id, die, lost))
    if lost:
        _remove(game, draft, record, AWAITING_PROMOTION if promoted else SOVIET_GONE)
        if promoted:
            _remove(game, draft, draft.state.unit(promoted[0]), SOVIET_GONE)
        return
    _remove(game, draft, record, AWAITING_PROMOTION)
    second = draft.roll()
    turn = _after(draft, second * materials.by_name("army_return", "turns-a-pip"))
    if promoted:
        put_away(game, draft, promoted[0], coming_box(record.side), turn)
        draft.emit(ReturnRolled(promoted[0], second, turn))
    else:
        draft.emit(ReturnFailed(record.id, second))


def _after(draft: Draft, turns: int) -> int:
    return draft.state.turn + turns
