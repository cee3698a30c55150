"""27.3 and 30.2.C: units that leave the map: to the Central Front by the north, and for good by the west.

Soviet steps that leave by the west are paired at the end of the Soviet turn. For each pair the Axis side withdraws a
step in its next turn, a mechanised one for a pair of mechanised steps, or the Soviet side scores a point.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import UnitId
from engine.core.menu import Offer
from engine.core.messages import message
from engine.core.records import Action, Event
from engine.core.refusals import Refusal
from engine.core.state import State, Unit
from engine.core.unit_events import StepLost, UnitTakenOff
from engine.mechanics.stack_in_hand import spent
from engine.rulesets.chapter import Chapter
from engine.rulesets.ukraine_43.cases import rule
from engine.rulesets.ukraine_43.elimination import put_away
from engine.rulesets.ukraine_43.ground import HALVES
from engine.rulesets.ukraine_43.kinds import Kind
from engine.rulesets.ukraine_43.materials import Materials
from engine.rulesets.ukraine_43.movers import unit_refusal
from engine.rulesets.ukraine_43.names import (
    AXIS,
    AXIS_EXITED,
    CENTRAL_FRONT,
    EXHAUSTED,
    EXIT_POINTS,
    EXITED_FOOT,
    EXITED_MECH,
    OWED_MECH,
    OWED_STEPS,
    SOVIET,
    SOVIET_EXITED,
    WITHDRAWN_FOOT,
    WITHDRAWN_MECH,
    enemy_of,
)
from engine.rulesets.ukraine_43.ratings import allowance, goes_one_hex, paces
from engine.rulesets.ukraine_43.special_moves import MOVEMENT_AND_EXPLOITATION, Hand, SpecialMove
from engine.rulesets.ukraine_43.standing import zone_hexes

NORTH, WEST = "north-edge", "west-edge"


@dataclass(frozen=True, slots=True)
class LeaveNorth(Action):
    """Let a Soviet unit leave by the northern edge, to the box of the Central Front."""

    kind: ClassVar[str] = "leave-north"
    unit: UnitId


@dataclass(frozen=True, slots=True)
class ExitWest(Action):
    """Let a Soviet unit leave by the western edge."""

    kind: ClassVar[str] = "exit-west"
    unit: UnitId


@dataclass(frozen=True, slots=True)
class WithdrawStep(Action):
    """Take a step of an Axis unit off the map, as the Soviet exits demand."""

    kind: ClassVar[str] = "withdraw-step"
    unit: UnitId


@dataclass(frozen=True, slots=True)
class UnitLeft(UnitTakenOff):
    """A unit left the map; `to` is the box it went to."""

    kind: ClassVar[str] = "unit-left"


@dataclass(frozen=True, slots=True)
class StepsOwed(Event):
    """How many steps the Axis side has to withdraw in its next turn, and how many of them mechanised."""

    kind: ClassVar[str] = "steps-owed"
    steps: int
    mech: int


@dataclass(frozen=True, slots=True)
class StepsNotWithdrawn(Event):
    """Points for steps that the Axis side owed and kept."""

    kind: ClassVar[str] = "steps-not-withdrawn"
    points: int


# What leaving costs


@rule("30.2.C")
def leaving_price(game: Game, state: State, unit: Unit) -> int:
    """A point, in halves, and what it costs to leave an enemy zone."""
    caught = unit.at in zone_hexes(game, state, enemy_of(unit.side))
    return HALVES * (1 + (game.materials.number("zone_exit") if caught else 0))


@rule("27.3", "30.2.C")
def leaving_refusal(game: Game, state: State, id: UnitId, hand: Hand, *, edge: str, case: str) -> Refusal | None:
    """A Soviet unit on the edge that can still pay for a step over it."""
    refusal = unit_refusal(game, state, id, hand.mode)
    if refusal is not None:
        return refusal
    unit = state.unit(id)
    materials: Materials = game.materials
    if unit.side != SOVIET:
        return Refusal(case, message("refusal.u43.soviet-alone", unit=id))
    if unit.at not in materials.ground.region(edge):
        return Refusal(case, message("refusal.u43.not-on-edge", unit=id))
    if goes_one_hex(game, state, unit, hand.mode):
        can = not paces(unit)
    else:
        can = allowance(game, state, unit) - spent(unit) >= leaving_price(game, state, unit)
    return None if can else Refusal(case, message("refusal.u43.cannot-leave", unit=id))


def _on_edge(game: Game, state: State, edge: str) -> Iterator[Unit]:
    if state.side != SOVIET:
        return
    for at in sorted(game.materials.ground.region(edge)):
        for unit in state.at(at):
            if unit.side == SOVIET:
                yield unit


# The Central Front


@rule("22.4", "27.3")
def leave_north(game: Game, draft: Draft, hand: Hand, action: LeaveNorth) -> None:
    """The unit is in the box of the Central Front, and may come back from the next turn on.

    Its losses go with it, and guns that have fired are empty there too: they are refitted on the map alone (22.4).
    """
    unit = draft.state.unit(action.unit)
    to = put_away(game, draft, unit.id, CENTRAL_FRONT, draft.state.turn + 1)
    draft.change_unit(unit.id, step=unit.step, marks=unit.marks & {EXHAUSTED})
    draft.emit(UnitLeft(unit.id, unit.at, to))


LEAVING_NORTH = SpecialMove(
    LeaveNorth,
    MOVEMENT_AND_EXPLOITATION,
    lambda game, state, hand: Offer(
        LeaveNorth,
        lambda: (LeaveNorth(unit.id) for unit in _on_edge(game, state, NORTH)),
        lambda action: leaving_refusal(game, state, action.unit, hand, edge=NORTH, case="27.3"),
    ),
    leave_north,
)


# The western edge


def _counts(kind: Kind) -> bool:
    """Whether the steps of a unit are combat steps: those of headquarters, leaders and aircraft are not."""
    return kind.is_combat or kind.is_support


@rule("30.2.C")
def exit_refusal(game: Game, state: State, action: ExitWest, hand: Hand) -> Refusal | None:
    refusal = leaving_refusal(game, state, action.unit, hand, edge=WEST, case="30.2.C")
    if refusal is None and not _counts(game.materials.kind(state.unit(action.unit))):
        return Refusal("30.2.C", message("refusal.u43.no-steps", unit=action.unit))
    return refusal


@rule("30.2.C")
def exit_west(game: Game, draft: Draft, hand: Hand, action: ExitWest) -> None:
    """The unit is gone for good; its steps are counted, mechanised and others."""
    unit = draft.state.unit(action.unit)
    materials: Materials = game.materials
    name = EXITED_MECH if materials.kind(unit).is_mech else EXITED_FOOT
    draft.set_value(name, int(draft.state.values.get(name, 0)) + materials.steps(unit))
    to = put_away(game, draft, unit.id, SOVIET_EXITED)
    draft.emit(UnitLeft(unit.id, unit.at, to))


@rule("30.2.C")
def owed_for(mech: int, foot: int) -> tuple[int, int]:
    """The steps to be withdrawn for steps that left, and how many of them mechanised; an odd one is lost."""
    return (mech + foot) // 2, mech // 2


@rule("30.2.C")
def count_exits(draft: Draft) -> None:
    """At the end of the Soviet turn the steps that left in it are paired."""
    values = draft.state.values
    steps, mech = owed_for(int(values.get(EXITED_MECH, 0)), int(values.get(EXITED_FOOT, 0)))
    draft.set_value(EXITED_MECH, None)
    draft.set_value(EXITED_FOOT, None)
    if steps:
        draft.set_value(OWED_STEPS, steps)
        draft.set_value(OWED_MECH, mech or None)
        draft.emit(StepsOwed(steps, mech))


EXITING = SpecialMove(
    ExitWest,
    MOVEMENT_AND_EXPLOITATION,
    lambda game, state, hand: Offer(
        ExitWest,
        lambda: (ExitWest(unit.id) for unit in _on_edge(game, state, WEST)),
        lambda action: exit_refusal(game, state, action, hand),
    ),
    exit_west,
)


# What the Axis side owes


def _still_owed(state: State) -> tuple[int, int]:
    """Steps that are still owed: mechanised ones, and others of any sort."""
    values = state.values
    owed, mech = int(values.get(OWED_STEPS, 0)), int(values.get(OWED_MECH, 0))
    given_mech, given_foot = int(values.get(WITHDRAWN_MECH, 0)), int(values.get(WITHDRAWN_FOOT, 0))
    spare = max(0, given_mech - mech)
    return max(0, mech - given_mech), max(0, owed - mech - given_foot - spare)


@rule("30.2.C")
def withdrawal_refusal(game: Game, state: State, id: UnitId) -> Refusal | None:
    """An Axis combat step on the map, while some are owed; only a mechanised one where only those are."""
    materials: Materials = game.materials
    unit = state.units.get(id)
    if unit is None or unit.side != AXIS or state.side != AXIS or not materials.is_on_map(unit):
        return Refusal("30.2.C", message("refusal.u43.not-yours", unit=id))
    mech, any_sort = _still_owed(state)
    if not mech and not any_sort:
        return Refusal("30.2.C", message("refusal.u43.nothing-owed"))
    kind = materials.kind(unit)
    if not _counts(kind):
        return Refusal("30.2.C", message("refusal.u43.no-steps", unit=id))
    if not any_sort and not kind.is_mech:
        return Refusal("30.2.C", message("refusal.u43.mech-owed", unit=id))
    return None


@rule("30.2.C")
def withdraw_step(game: Game, draft: Draft, hand: Hand, action: WithdrawStep) -> None:
    """A unit is turned over, or leaves the map with its last step."""
    unit = draft.state.unit(action.unit)
    materials: Materials = game.materials
    name = WITHDRAWN_MECH if materials.kind(unit).is_mech else WITHDRAWN_FOOT
    draft.set_value(name, int(draft.state.values.get(name, 0)) + 1)
    if materials.steps(unit) > 1:
        draft.change_unit(unit.id, step=unit.step + 1)
        draft.emit(StepLost(unit.id, unit.at))
    else:
        to = put_away(game, draft, unit.id, AXIS_EXITED)
        draft.emit(UnitLeft(unit.id, unit.at, to))


@rule("30.2.C")
def settle_exits(draft: Draft) -> None:
    """At the end of the Axis turn each step that was owed and not withdrawn is a point for the Soviet side."""
    missing = sum(_still_owed(draft.state))
    for name in (OWED_STEPS, OWED_MECH, WITHDRAWN_MECH, WITHDRAWN_FOOT):
        draft.set_value(name, None)
    if missing:
        draft.set_value(EXIT_POINTS, int(draft.state.values.get(EXIT_POINTS, 0)) + missing)
        draft.emit(StepsNotWithdrawn(missing))


def _withdrawals(game: Game, state: State) -> Iterator[WithdrawStep]:
    if state.side != AXIS or not any(_still_owed(state)):
        return
    yield from (WithdrawStep(unit.id) for unit in state.every_unit() if unit.side == AXIS)


WITHDRAWING = SpecialMove(
    WithdrawStep,
    MOVEMENT_AND_EXPLOITATION,
    lambda game, state, hand: Offer(
        WithdrawStep, lambda: _withdrawals(game, state), lambda action: withdrawal_refusal(game, state, action.unit)
    ),
    withdraw_step,
)

CHAPTER = Chapter(
    actions=(LeaveNorth, ExitWest, WithdrawStep),
    events=(UnitLeft, StepsOwed, StepsNotWithdrawn),
)
