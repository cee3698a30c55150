"""Chapter 5: the initial and the mechanised movement of a side, with forced marches and overruns."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, ClassVar

from engine.core.actions import Done, DropUnit, PickUnit, StepTo
from engine.core.draft import Draft
from engine.core.facets import DieThrow
from engine.core.game import Game
from engine.core.ids import Location, UnitId
from engine.core.menu import Menu, Offer
from engine.core.messages import message
from engine.core.phases import Phase
from engine.core.records import Action, Event
from engine.core.state import State
from engine.core.unit_events import UnitMoved
from engine.mechanics.stack_in_hand import finish, forget_spent, spend, with_taken, without
from engine.rulesets.chapter import Chapter
from engine.rulesets.war_in_europe import overruns
from engine.rulesets.war_in_europe.airborne_boxes import LiftOff, lift_off, lift_off_offer
from engine.rulesets.war_in_europe.cases import rule
from engine.rulesets.war_in_europe.elimination import lose
from engine.rulesets.war_in_europe.excess import ExcessFrame, excess_pending, forget_crowds
from engine.rulesets.war_in_europe.marches import allowance
from engine.rulesets.war_in_europe.materials import Materials
from engine.rulesets.war_in_europe.movement_choices import (
    EndMarch,
    ForceMarch,
    MovementChoices,
    force_refusal,
)
from engine.rulesets.war_in_europe.names import (
    ALLOWANCE,
    FORCED,
    MARCHED,
    MOVED,
    OVERRAN,
    SHELTERED,
    Role,
)
from engine.rulesets.war_in_europe.occupation import came_into
from engine.rulesets.war_in_europe.overruns import Overrun
from engine.rulesets.war_in_europe.railways import make_good
from engine.rulesets.war_in_europe.records import MovementFrame
from engine.rulesets.war_in_europe.supply import is_supplied


@dataclass(frozen=True, slots=True)
class MarchForced(Event):
    """A unit has forced its march, and this is what the die said of it."""

    kind: ClassVar[str] = "march-forced"
    unit: UnitId
    at: Location
    die: int

    @property
    def throws(self) -> tuple[DieThrow, ...]:
        return (DieThrow(self.die, unit=self.unit),)


class MovementPhase(Phase[MovementFrame]):
    """Units and stacks move one after another."""

    @rule("14.11", "14.13")
    def start(self, game: Game, draft: Draft, frame: MovementFrame) -> None:
        """Supply is looked at once for the whole phase, for both sides."""
        materials: Materials = game.materials
        short = tuple(
            unit.id
            for unit in draft.state.every_unit()
            if materials.is_on_map(unit) and not is_supplied(game, draft.state, unit)
        )
        draft.replace_frame(replace(frame, short=short))

    @rule("5.0", "5.11", "5.15")
    def menu(self, game: Game, state: State, frame: MovementFrame) -> Menu:
        """Move all, some or none of the units; force marches; overrun; end the phase. There is no combat here."""
        choices = MovementChoices(game, state, frame)
        case = "5.5" if frame.again else "5.0"
        offers: tuple[Offer[Any], ...] = (
            Offer(StepTo, choices.steps, choices.step_refusal, of_unit=choices.steps_of, exact=True),
            Offer(Overrun, choices.overrun_candidates, choices.overrun_refusal),
            Offer(
                ForceMarch,
                lambda: (ForceMarch(unit.id) for unit in choices.candidates),
                lambda action: choices.break_refusal(()) or force_refusal(game, state, frame, action.unit),
            ),
            Offer(EndMarch, lambda: map(EndMarch, choices.moving), choices.end_refusal),
            lift_off_offer(game, state, frame),
            Offer(PickUnit, choices.picks, choices.pick_refusal),
            Offer(DropUnit, lambda: map(DropUnit, frame.group), choices.drop_refusal),
            Offer.one(Done(), choices.break_refusal(())),
        )
        said = message("prompt.wie.mechanised" if frame.again else "prompt.wie.initial", side=state.side)
        forced = next((name for name in choices.moving if FORCED in state.unit(name).marks), None)
        if forced is None:
            return Menu(state.side, said, case, offers, default=Done())
        said = message("prompt.wie.forced", side=state.side, unit=forced)
        return Menu(state.side, said, "5.6", offers, default=EndMarch(forced))

    def apply(self, game: Game, draft: Draft, frame: MovementFrame, action: Action) -> None:
        choices = MovementChoices(game, draft.state, frame)
        if isinstance(action, Done):
            finish(draft, choices.moving, MOVED)
            self._close(game, draft)
        elif isinstance(action, PickUnit):
            draft.replace_frame(replace(frame, group=with_taken(draft.state, frame.group, action.unit)))
        elif isinstance(action, DropUnit):
            finish(draft, (action.unit,), MOVED)
            draft.replace_frame(replace(frame, group=without(frame.group, (action.unit,))))
        elif isinstance(action, ForceMarch):
            draft.mark(action.unit, FORCED)
        elif isinstance(action, EndMarch):
            self._end_march(game, draft, frame, action.unit)
        elif isinstance(action, Overrun):
            finish(draft, without(choices.moving, action.units_in), MOVED)
            draft.replace_frame(replace(frame, group=action.units_in))
            overruns.overrun(game, draft, action)
        elif isinstance(action, LiftOff):
            lift_off(game, draft, action)
        elif isinstance(action, StepTo):
            self._step(game, draft, choices, action)

    @rule("5.12", "5.16", "12.62")
    def _step(self, game: Game, draft: Draft, choices: MovementChoices, action: StepTo) -> None:
        """A stack moves: those that moved before and are not of it have finished, but for those it gathers with.

        Who marches off from friends among whom it fell back counts in its own defence again.
        """
        members = choices.members(action.unit)
        waiting = tuple(sorted(choices.held)) if choices.may_set_out(action.unit) is not None else ()
        finish(draft, without(choices.moving, (*waiting, *members)), MOVED)
        draft.replace_frame(replace(choices.frame, group=(*waiting, *members)))
        for unit in members:
            record, cost = choices.state.unit(unit), choices.cost(unit, action.to)
            assert isinstance(cost, int)
            points = allowance(game, choices.state, record)
            draft.move_unit(unit, action.to)
            draft.unmark(unit, SHELTERED)
            draft.mark(unit, MARCHED)
            draft.set_unit_value(unit, ALLOWANCE, points)
            spend(draft, unit, max(1, cost))
            draft.emit(UnitMoved(unit, record.at, action.to, cost))
            self._arrive(game, draft, unit)

    @rule("6.61", "6.62")
    def _arrive(self, game: Game, draft: Draft, unit: UnitId) -> None:
        """Every unit takes the hex it comes into; a repair unit makes its railway good besides."""
        record = draft.state.unit(unit)
        kind = game.materials.kind(record)
        came_into(game, draft, record.at, record.side)
        if kind.role is Role.REPAIR:
            make_good(game, draft, record.at, record.side, broad=kind.nation in game.materials.words("broad_nations"))

    @rule("5.6", "5.61", "11.35")
    def _end_march(self, game: Game, draft: Draft, frame: MovementFrame, unit: UnitId) -> None:
        """On a one the unit is a battle group now, or gone if it cannot be or is one already.

        That it forced its march is remembered to the end of the phase, as it may overrun nobody (5.77).
        """
        die = draft.roll()
        draft.mark(unit, MOVED)
        draft.emit(MarchForced(unit, draft.state.unit(unit).at, die))
        draft.replace_frame(replace(frame, group=without(frame.group, (unit,))))
        if die <= game.materials.number("forced_march_loss"):
            lose(game, draft, unit)

    @rule("5.0", "12.62", "10.21")
    def _close(self, game: Game, draft: Draft) -> None:
        """Points left over are lost; where too many still stand together somebody says who goes."""
        forget_spent(draft)
        for unit in draft.state.every_unit():
            if ALLOWANCE in unit.values:
                draft.set_unit_value(unit.id, ALLOWANCE, None)
        draft.unmark_all(MOVED, FORCED, OVERRAN)
        if excess_pending(game, draft.state, draft.state.side):
            draft.goto(ExcessFrame(draft.state.side))
        else:
            forget_crowds(draft, draft.state.side)
            draft.end()


CHAPTER = Chapter(
    actions=(DropUnit, ForceMarch, EndMarch),
    events=(UnitMoved, MarchForced),
    phases={MovementFrame: MovementPhase()},
)
