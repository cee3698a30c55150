"""7.11 and 7.14.1: what units go through on the steps of a retreat, and the losses that their stacks owe for it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from engine.core.actions import TakeLoss
from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import Location, Side, UnitId
from engine.core.menu import Menu, Offer
from engine.core.messages import message
from engine.core.phases import Phase
from engine.core.records import Action, Frame
from engine.core.refusals import Refusal
from engine.core.state import State
from engine.mechanics.loss_choice import replaced
from engine.mechanics.retreats import fall_back
from engine.rulesets.red_star_rising.cases import rule
from engine.rulesets.red_star_rising.combat.forces import Force
from engine.rulesets.red_star_rising.combat.retreat_paths import Footing, Withdrawal, crosses_major_river, footing
from engine.rulesets.red_star_rising.control import set_foot
from engine.rulesets.red_star_rising.elimination import lose_step
from engine.rulesets.red_star_rising.names import RETREATED


@dataclass(frozen=True, slots=True)
class Pace:
    """One hex of a unit's retreat, and what it went through on the way."""

    unit: UnitId
    origin: Location
    to: Location
    exposed: bool
    """It came into an empty hex in an enemy zone."""
    river: bool
    """It is motorised and crossed a major river."""


@dataclass(frozen=True, slots=True)
class Owed:
    """One step that one of these units must lose; the owner picks."""

    units: tuple[UnitId, ...]
    rule: str


@dataclass(frozen=True, slots=True)
class Change:
    """What became of a unit that lost a step."""

    unit: UnitId
    now: UnitId | None


@dataclass(frozen=True, slots=True)
class StackLosses:
    """What the losses of stacks came to, for the frame that asked for them."""

    changes: tuple[Change, ...]


@dataclass(frozen=True, slots=True)
class StackLossFrame(Frame):
    """Steps that stacks lose on their retreat; it ends with what became of those that lost one."""

    kind: ClassVar[str] = "stack-losses"
    side: Side
    owed: tuple[Owed, ...]
    changes: tuple[Change, ...] = ()


def comrades(paces: tuple[Pace, ...], origin: Location) -> frozenset[UnitId]:
    return frozenset(pace.unit for pace in paces if pace.origin == origin)


@rule("7.10.5", "7.14.3", "9.0.3")
def take_pace(game: Game, draft: Draft, force: Force, step: Withdrawal, to: Location) -> Pace:
    """A unit goes back a hex, which costs nothing; in a combat phase it is noted that it has retreated.

    In flight it takes no city: only where it stands in the end.
    """
    unit = step.unit
    exposed = footing(game, draft.state, step, to) is Footing.EXPOSED
    pace = Pace(unit.id, unit.at, to, exposed, crosses_major_river(game, unit, to))
    fall_back(draft, unit.id, to)
    if not force.overrun:
        draft.mark(unit.id, RETREATED)
    set_foot(game, draft, unit.id)
    return pace


@rule("7.11.1", "7.14.1")
def owed_losses(paces: tuple[Pace, ...]) -> tuple[Owed, ...]:
    """One step for each stack that came into an empty enemy zone, one for its motorised units that crossed a river."""
    owed: list[Owed] = []
    for origin, to in dict.fromkeys((pace.origin, pace.to) for pace in paces):
        stack = [pace for pace in paces if (pace.origin, pace.to) == (origin, to)]
        crossed = tuple(pace.unit for pace in stack if pace.river)
        if crossed:
            owed.append(Owed(crossed, "7.14.1"))
        if any(pace.exposed for pace in stack):
            owed.append(Owed(tuple(pace.unit for pace in stack), "7.11.1"))
    return tuple(owed)


def after_losses(force: Force, result: object) -> Force:
    """The force after the losses of its stacks, or as it was after anything else."""
    if isinstance(result, StackLosses):
        for change in result.changes:
            force = force.changed(change.unit, change.now)
    return force


class StackLossPhase(Phase[StackLossFrame]):
    """The owner picks which unit of a stack pays; where there is only one it pays without a word."""

    def start(self, game: Game, draft: Draft, frame: StackLossFrame) -> None:
        self._go_on(game, draft, frame)

    def menu(self, game: Game, state: State, frame: StackLossFrame) -> Menu | None:
        owed = frame.owed[0]
        other = Refusal(owed.rule, message("refusal.rsr.loss-not-in-stack"))
        offer = Offer.among((TakeLoss(unit) for unit in owed.units), TakeLoss, other)
        asked = (
            message("prompt.rsr.loss-river", side=frame.side)
            if owed.rule == "7.14.1"
            else message("prompt.rsr.loss-zone", side=frame.side)
        )
        return Menu(frame.side, asked, owed.rule, (offer,))

    def apply(self, game: Game, draft: Draft, frame: StackLossFrame, action: Action) -> None:
        assert isinstance(action, TakeLoss)
        self._go_on(game, draft, self._lose(game, draft, frame, action.unit))

    @rule("7.11.1", "7.14.1")
    def _lose(self, game: Game, draft: Draft, frame: StackLossFrame, unit: UnitId) -> StackLossFrame:
        """One unit of the first stack that owes loses a step; it may owe again under the name it has then."""
        now = lose_step(game, draft, unit)
        owed = tuple(Owed(replaced(debt.units, unit, now), debt.rule) for debt in frame.owed[1:])
        return replace(frame, owed=owed, changes=(*frame.changes, Change(unit, now)))

    def _go_on(self, game: Game, draft: Draft, frame: StackLossFrame) -> None:
        while frame.owed and len(frame.owed[0].units) < 2:
            units = frame.owed[0].units
            frame = self._lose(game, draft, frame, units[0]) if units else replace(frame, owed=frame.owed[1:])
        if frame.owed:
            draft.replace_frame(frame)
        else:
            draft.end(StackLosses(frame.changes))
