"""Chapter 3: ordinary movement, a unit or a stack at a time, hex by hex.

The frame holds the stack in hand. Its first unit leads it: a step of the leader is a step of all. What has moved goes
no further once another has taken a step; to take another in hand finishes nobody.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar, Final

from engine.core.actions import Done, DropUnit, PickUnit, StepTo
from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import Location, Side, UnitId
from engine.core.listing import Listing
from engine.core.menu import Menu, Offer
from engine.core.messages import Message, message
from engine.core.phases import Phase
from engine.core.records import Action, Frame
from engine.core.refusals import Refusal
from engine.core.state import State, Unit, derived
from engine.core.unit_events import UnitMoved
from engine.mechanics.marching import Ban
from engine.mechanics.stack_in_hand import finish, is_under_way, moving_with, spend, spent, with_taken, without
from engine.rulesets.chapter import Chapter
from engine.rulesets.red_star_rising.cases import rule
from engine.rulesets.red_star_rising.combat.battle import BattleEnd
from engine.rulesets.red_star_rising.combat.overrun import Overrun, begin_overrun, goes_on, overrun_end, overrun_offer
from engine.rulesets.red_star_rising.control import entered
from engine.rulesets.red_star_rising.factors import printed_movement
from engine.rulesets.red_star_rising.materials import Kind, Materials
from engine.rulesets.red_star_rising.names import DROPPED, HALTED, LEFT_BEHIND, MOVED, TRAVEL, Role
from engine.rulesets.red_star_rising.partisans import shift_partisans
from engine.rulesets.red_star_rising.standing import near_soviets
from engine.rulesets.red_star_rising.step_words import ban_refusal, has_moved, no_way
from engine.rulesets.red_star_rising.steps import (
    SKIRTING,
    StepsOut,
    end_of_movement,
    is_armoured,
    is_caught,
    is_spent,
    mover,
    steps_out,
)

ALL: Final = "all"
ARMOUR: Final = "armour"
AIR_BASES: Final = "air-bases"
LEADERS: Final = "leaders"
LAST: Final = {Role.AIR_BASE: AIR_BASES, Role.LEADER: LEADERS}
"""What moves last, each in a step of its own (3.2 l)."""


@dataclass(frozen=True, slots=True)
class MovementFrame(Frame):
    """Ordinary movement of `all` units, of `armour` alone, or of the `air-bases` or `leaders`, which move last.

    `group` is the stack in hand, its leader first; `target` is the hex it is overrunning.
    """

    kind: ClassVar[str] = "movement"
    what: str = ALL
    group: tuple[UnitId, ...] = ()
    target: Location | None = None


@rule("3.0", "3.2")
def moves_in(kind: Kind, what: str) -> bool:
    """Whether a sort of unit moves in a step: armour alone in the motorised phase, air bases and leaders last."""
    if what == ARMOUR:
        return is_armoured(kind)
    return LAST.get(kind.role, ALL) == what


@rule("3.0", "3.1.1", "3.2")
def moves_now(materials: Materials, unit: Unit, what: str) -> bool:
    """Whether a unit is of a sort that moves in a step, and moves at all."""
    return printed_movement(materials, unit) >= 1 and moves_in(materials.kinds[unit.type], what)


@derived("units", "stacks", "control", "markers", "values", "turn", "side", "extra")
def _choices(game: Game, state: State, frame: MovementFrame) -> MovementChoices:
    """What can be done, found once for the menu and for what is picked from it."""
    return MovementChoices(game, state, frame)


@rule("3.0", "3.1.1", "3.2", "11.1.4")
def unit_refusal(game: Game, state: State, frame: MovementFrame, id: UnitId) -> Refusal | None:
    """What keeps a unit from moving in this step, wherever it wants to go."""
    materials: Materials = game.materials
    unit = state.units.get(id)
    if unit is None or unit.side != state.side or not materials.is_on_map(unit):
        return Refusal("3.0", message("refusal.rsr.not-yours", unit=id))
    if printed_movement(materials, unit) < 1:
        return Refusal("3.1.1", message("refusal.rsr.never-moves", unit=id))
    if not moves_in(materials.kind(unit), frame.what):
        return Refusal("3.0" if frame.what == ARMOUR else "3.2", _not_now(frame.what, id))
    if HALTED in unit.marks:
        return Refusal("8.0.6", message("refusal.rsr.halted", unit=id))
    if MOVED in unit.marks:
        return has_moved(unit)
    return None


def _not_now(what: str, unit: UnitId) -> Message:
    if what == ARMOUR:
        return message("refusal.rsr.armour-only", unit=unit)
    if what == ALL:
        return message("refusal.rsr.moves-last", unit=unit)
    return message("refusal.rsr.moves-first", unit=unit)


class MovementChoices:
    """What can be done in a movement frame. Each unit is looked at once, and only when somebody asks about it."""

    def __init__(self, game: Game, state: State, frame: MovementFrame) -> None:
        self.game, self.state, self.frame = game, state, frame
        self._refusals: dict[UnitId, Refusal | None] = {}

    @cached_property
    def under_way(self) -> bool:
        """Whether the stack in hand has moved."""
        return is_under_way(self.state, self.frame.group)

    @cached_property
    def caught(self) -> frozenset[UnitId]:
        """The units under way that may not stop where they are (11.2.3)."""
        state = self.state
        return frozenset(unit for unit in self.moving if is_caught(self.game, state, state.unit(unit)))

    @cached_property
    def moving(self) -> tuple[UnitId, ...]:
        """The units that moved last and may go on, in hand or not (3.2 g)."""
        return tuple(unit.id for unit in self.candidates if spent(unit))

    @cached_property
    def candidates(self) -> tuple[Unit, ...]:
        """The units of the side on the map that have not finished their movement."""
        on_map, side = self.game.materials.on_map, self.state.side
        return tuple(
            [unit for unit in self.state.every_unit() if unit.side == side and on_map[unit.at] and not is_spent(unit)]
        )

    @cached_property
    def ready(self) -> tuple[Unit, ...]:
        """Those of them that move in this step."""
        materials, what = self.game.materials, self.frame.what
        return tuple([unit for unit in self.candidates if moves_now(materials, unit, what)])

    @rule("3.2", "3.3.1")
    def members(self, unit: UnitId) -> tuple[UnitId, ...]:
        """Who moves when a unit does: the stack it leads, or it alone (3.2 b)."""
        return moving_with(self.frame.group, unit)

    @rule("11.2.3")
    def break_refusal(self, moving: tuple[UnitId, ...]) -> Refusal | None:
        """A security division within reach of Soviet units goes on before anybody else moves."""
        if not self.caught:
            return None
        left = sorted(self.caught.difference(moving))
        return Refusal("11.2.3", message("refusal.rsr.must-get-clear", unit=left[0])) if left else None

    def may_set_out(self, unit: UnitId) -> Refusal | None:
        """What keeps a unit, or the stack it leads, from moving now."""
        return self._unit_refusal(unit) or (self.break_refusal(self.members(unit)) if self.caught else None)

    def setting_out(self) -> Iterator[Unit]:
        """The units that nothing keeps from moving now, alone or with the stack they lead."""
        if not self.caught:
            return iter(self.ready)
        return (unit for unit in self.ready if self.break_refusal(self.members(unit.id)) is None)

    def _unit_refusal(self, id: UnitId) -> Refusal | None:
        if id not in self._refusals:
            self._refusals[id] = unit_refusal(self.game, self.state, self.frame, id)
        return self._refusals[id]

    def _steps_out(self, unit: Unit) -> StepsOut:
        return steps_out(self.game, self.state, unit, motorised_phase=self.frame.what == ARMOUR)

    # Steps

    def steps(self) -> Listing[StepTo]:
        return Listing(StepTo, ((unit.id, self._open_steps(unit)) for unit in self.setting_out()))

    def steps_of(self, id: UnitId) -> Listing[StepTo]:
        return Listing(StepTo, ((id, self._open_steps(unit)) for unit in self.setting_out() if unit.id == id))

    def _open_steps(self, unit: Unit) -> tuple[Location, ...]:
        """Where a unit that may move can go, with all that it leads."""
        found, others = self._steps_out(unit).open, self.members(unit.id)[1:]
        return tuple(to for to in found if self._can_follow(others, to)) if others else found

    def _can_follow(self, members: tuple[UnitId, ...], to: Location) -> bool:
        return not any(isinstance(self.cost(member, to), Refusal) for member in members)

    @rule("3.2", "3.3.1")
    def step_refusal(self, action: StepTo) -> Refusal | None:
        """Nobody in a stack goes beyond its own points, and a ban on one of its units stops the whole stack."""
        refusal = self.may_set_out(action.unit)
        if refusal is not None:
            return refusal
        for member in self.members(action.unit):
            cost = self.cost(member, action.to)
            if isinstance(cost, Refusal):
                return cost
        return None

    def cost(self, id: UnitId, to: Location) -> int | Refusal:
        """What a step costs a unit, or what forbids it."""
        refusal = self._unit_refusal(id)
        if refusal is not None:
            return refusal
        unit = self.state.unit(id)
        cost = self._steps_out(unit).costs.get(to)
        if cost is None:
            return no_way(self.game, self.state, unit, to)
        if isinstance(cost, Ban):
            going = mover(self.game, self.state, unit, motorised_phase=self.frame.what == ARMOUR)
            return ban_refusal(self.game, self.state, going, to, cost)
        return cost

    # Stacks

    def picks(self) -> Listing[PickUnit]:
        return Listing.each(PickUnit, [unit.id for unit in self.ready if unit.id not in self.frame.group])

    @rule("3.3.1")
    def pick_refusal(self, action: PickUnit) -> Refusal | None:
        """Units that have not moved can be taken in hand; those of one hex together."""
        if action.unit in self.frame.group:
            return Refusal("3.3.1", message("refusal.rsr.in-hand", unit=action.unit))
        return self._unit_refusal(action.unit)

    @rule("3.3.1", "8.0.5", "15.4.2")
    def with_picked(self, id: UnitId) -> tuple[UnitId, ...]:
        """The stack in hand when a unit is taken: it joins those of its hex that began with it, or begins another.

        Those that have moved and may go on moved together; none of them joins one that has not moved. What dropped in
        this phase began it nowhere and acts alone.
        """
        group = self.frame.group
        if any(DROPPED in self.state.unit(each).marks for each in (*group, id)):
            return (id,)
        return with_taken(self.state, group, id)

    @rule("3.3.1")
    def drop_refusal(self, action: DropUnit) -> Refusal | None:
        """Any unit of the stack can be left behind, but the last one of a stack under way simply stops."""
        if action.unit not in self.frame.group:
            return Refusal("3.3.1", message("refusal.rsr.not-in-hand", unit=action.unit))
        if self.under_way and len(self.frame.group) == 1:
            return Refusal("3.3.1", message("refusal.rsr.last-in-hand", unit=action.unit))
        return self.break_refusal(without(self.frame.group, (action.unit,)))


def _prompt(what: str, side: Side) -> Message:
    if what == ARMOUR:
        return message("prompt.rsr.motorised", side=side)
    if what == AIR_BASES:
        return message("prompt.rsr.air-bases", side=side)
    if what == LEADERS:
        return message("prompt.rsr.leaders", side=side)
    return message("prompt.rsr.movement", side=side)


class MovementPhase(Phase[MovementFrame]):
    """Units and stacks move one after another."""

    def start(self, game: Game, draft: Draft, frame: MovementFrame) -> None:
        """A step in which nobody can move is passed over."""
        if not _choices(game, draft.state, frame).ready:
            self._end(draft, frame)

    @rule("3.0", "3.1.8", "3.2")
    def menu(self, game: Game, state: State, frame: MovementFrame) -> Menu:
        """Move all, some or none of the units (3.2 a), overrun on the way (3.2 h), or end the step (3.2 e)."""
        choices = _choices(game, state, frame)
        offers: tuple[Offer[StepTo] | Offer[PickUnit] | Offer[DropUnit] | Offer[Overrun] | Offer[Done], ...] = (
            Offer(StepTo, choices.steps, choices.step_refusal, of_unit=choices.steps_of, exact=True),
            overrun_offer(game, state, frame.group, choices.setting_out, choices.may_set_out),
            Offer(PickUnit, choices.picks, choices.pick_refusal, exact=True),
            Offer(DropUnit, lambda: map(DropUnit, frame.group), choices.drop_refusal),
            Offer.one(Done(), choices.break_refusal(())),
        )
        return Menu(state.side, _prompt(frame.what, state.side), "3.2", offers, default=Done())

    def apply(self, game: Game, draft: Draft, frame: MovementFrame, action: Action) -> None:
        choices = _choices(game, draft.state, frame)
        if isinstance(action, Done):
            finish(draft, choices.moving, MOVED)
            self._end(draft, frame)
        elif isinstance(action, PickUnit):
            draft.replace_frame(replace(frame, group=choices.with_picked(action.unit)))
        elif isinstance(action, DropUnit):
            if spent(draft.state.unit(action.unit)):
                draft.set_unit_value(action.unit, TRAVEL, LEFT_BEHIND)
            finish(draft, (action.unit,), MOVED)
            draft.replace_frame(replace(frame, group=without(frame.group, (action.unit,))))
        elif isinstance(action, Overrun):
            members = choices.members(action.unit)
            self._set_out(draft, choices, members, action.target)
            begin_overrun(game, draft, members, action.target)
        else:
            assert isinstance(action, StepTo)
            self._step(game, draft, choices, action)

    def resume(self, game: Game, draft: Draft, frame: MovementFrame, result: object) -> None:
        """After an overrun the stack goes on or has moved (8.0.4)."""
        if isinstance(result, BattleEnd):
            assert frame.target is not None
            onward = end_group(result)
            draft.replace_frame(replace(frame, group=onward, target=None))
            if overrun_end(game, draft, frame.group, result, frame.target):
                return
        shift_partisans(game, draft)

    @rule("3.2", "3.3.1")
    def _set_out(
        self, draft: Draft, choices: MovementChoices, members: tuple[UnitId, ...], target: Location | None = None
    ) -> None:
        """A stack moves: those that moved before and are not of it have finished (3.2 g)."""
        finish(draft, without(choices.moving, members), MOVED)
        draft.replace_frame(replace(choices.frame, group=members, target=target))

    @rule("3.2", "3.3.1", "3.3.2")
    def _step(self, game: Game, draft: Draft, choices: MovementChoices, action: StepTo) -> None:
        """Each unit of the stack pays its own price; then what its coming changes in the hex is seen to."""
        members = choices.members(action.unit)
        costs = [choices.cost(member, action.to) for member in members]
        self._set_out(draft, choices, members)
        for member, cost in zip(members, costs, strict=True):
            assert isinstance(cost, int)
            unit = draft.state.unit(member)
            if _begins_to_skirt(game, choices.state, unit):
                draft.mark(member, SKIRTING)
            draft.move_unit(member, action.to)
            spend(draft, member, cost)
            draft.emit(UnitMoved(member, unit.at, action.to, cost))
        for member in members:
            entered(game, draft, member)
        shift_partisans(game, draft)

    def _end(self, draft: Draft, frame: MovementFrame) -> None:
        """The step of air bases or leaders is the last of its phase; after armour comes its strategic movement."""
        if frame.what in (AIR_BASES, LEADERS):
            end_of_movement(draft)
        draft.end()


@rule("11.2.3")
def _begins_to_skirt(game: Game, state: State, unit: Unit) -> bool:
    """Whether a security division sets out within reach of Soviet units, which it must then get clear of."""
    if game.materials.kind(unit).role is not Role.SECURITY or spent(unit):
        return False
    return unit.at in near_soviets(game, state)


def end_group(end: BattleEnd) -> tuple[UnitId, ...]:
    """The stack that moves on after an overrun; nobody unless it went through without harm."""
    return end.attackers if goes_on(end) else ()


CHAPTER = Chapter(
    actions=(DropUnit,),
    events=(UnitMoved,),
    phases={MovementFrame: MovementPhase()},
)
