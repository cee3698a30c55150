"""Chapter 2: the sequence of play.

Both sides put their affairs in order, the White one first. Then each has two action sequences, one of movement and one
of combat, in the order it likes: what it does first it decides when its first sequence begins, and does the other
second. The turn ends with a look at the fatigue of the North-West Army.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import Side
from engine.core.menu import Menu, Offer
from engine.core.messages import message
from engine.core.phases import Phase
from engine.core.records import Action, Event, Frame
from engine.core.refusals import Refusal
from engine.core.sequence import SequencePhase, Step
from engine.core.state import State
from engine.rulesets.chapter import Chapter
from engine.rulesets.white_october.ammunition import OffensiveFrame, ResupplyFrame
from engine.rulesets.white_october.cases import rule
from engine.rulesets.white_october.combat.plans import CombatFrame
from engine.rulesets.white_october.events import EventsFrame
from engine.rulesets.white_october.fatigue import FatigueFrame
from engine.rulesets.white_october.levies import LevyFrame
from engine.rulesets.white_october.movement import MovementFrame
from engine.rulesets.white_october.names import COMBAT, MOVEMENT, RED, WHITE, WHITE_RAIL, first_of
from engine.rulesets.white_october.politics import DesertionFrame, PoliticsFrame
from engine.rulesets.white_october.recruits import RecruitFrame, ReplacementFrame
from engine.rulesets.white_october.stations import clear_stations
from engine.rulesets.white_october.victory import finish_if_over

LATER_MOVEMENT, LATER_COMBAT = "later-movement", "later-combat"


@dataclass(frozen=True, slots=True)
class BeginWith(Action):
    """Decide what comes first in this turn: movement or combat."""

    kind: ClassVar[str] = "begin-with"
    what: str


@dataclass(frozen=True, slots=True)
class OrderChosen(Event):
    kind: ClassVar[str] = "order-chosen"
    side: Side
    first: str


@dataclass(frozen=True, slots=True)
class ChoiceFrame(Frame):
    """A side is about to begin its first action sequence."""

    kind: ClassVar[str] = "choice"


class ChoicePhase(Phase[ChoiceFrame]):
    """Movement first, or combat first."""

    @rule("2")
    def menu(self, game: Game, state: State, frame: ChoiceFrame) -> Menu:
        choices = (BeginWith(MOVEMENT), BeginWith(COMBAT))
        offer = Offer.among(choices, BeginWith, Refusal("2", message("refusal.wo.no-such-sequence")))
        return Menu(state.side, message("prompt.wo.choice", side=state.side), "2", (offer,))

    @rule("2")
    def apply(self, game: Game, draft: Draft, frame: ChoiceFrame, action: Action) -> None:
        assert isinstance(action, BeginWith)
        side = draft.state.side
        draft.set_value(first_of(side), action.what)
        draft.emit(OrderChosen(side, action.what))
        draft.end()


def _from_turn(name: str) -> Callable[[Game, Draft], bool]:
    """A step that begins with the turn that a parameter names."""
    return lambda game, draft: draft.state.turn >= game.materials.number(name)


def _first(side: Side, what: str) -> Callable[[Game, Draft], bool]:
    return lambda game, draft: draft.state.values.get(first_of(side)) == what


@rule("2")
def _administration() -> tuple[Step, ...]:
    """White offensive, recruits and replacements; Red politics, desertion, recruits, levies and replacements."""
    return (
        Step("offensive", "4.5", OffensiveFrame, WHITE),
        Step("recruits", "3.1", RecruitFrame, WHITE),
        Step("replacements", "3.3", ReplacementFrame, WHITE),
        Step("politics", "11.2.1", PoliticsFrame, RED, _from_turn("politics_from")),
        Step("desertion", "10.2", DesertionFrame, RED, _from_turn("desertion_from")),
        Step("recruits", "3.1", RecruitFrame, RED),
        Step("levies", "11.2.2", LevyFrame, RED, _from_turn("politics_from")),
        Step("replacements", "3.3", ReplacementFrame, RED),
        Step("resupply", "4.4.2", ResupplyFrame),
        Step("events", "6", EventsFrame, happens=lambda game, draft: bool(game.options.get("events", False))),
    )


@rule("2")
def _first_sequence(side: Side) -> tuple[Step, ...]:
    """The side chooses, and does what it chose."""
    return (
        Step("choice", "2", ChoiceFrame, side),
        Step(MOVEMENT, "7", MovementFrame, side, _first(side, MOVEMENT)),
        Step(COMBAT, "8", CombatFrame, side, _first(side, COMBAT)),
    )


@rule("2")
def _second_sequence(side: Side) -> tuple[Step, ...]:
    """The side does what it has not chosen."""
    return (
        Step(LATER_MOVEMENT, "7", MovementFrame, side, _first(side, COMBAT)),
        Step(LATER_COMBAT, "8", CombatFrame, side, _first(side, MOVEMENT)),
    )


@rule("2")
def steps() -> tuple[Step, ...]:
    """A whole turn."""
    return (
        *_administration(),
        *_first_sequence(WHITE),
        *_first_sequence(RED),
        *_second_sequence(WHITE),
        *_second_sequence(RED),
        Step("fatigue", "9.1", FatigueFrame, WHITE),
    )


@rule("2")
def end_of_turn(game: Game, draft: Draft) -> None:
    """What holds for one turn is forgotten, and the game may be over."""
    for side in (WHITE, RED):
        draft.set_value(first_of(side), None)
    draft.set_value(WHITE_RAIL, None)
    clear_stations(draft)
    finish_if_over(game, draft)


SEQUENCE = SequencePhase(steps(), end_of_turn)


@rule("2")
def order_for(phase: str) -> str | None:
    """What a side must have chosen to do first for it to be in a phase; None where that does not matter."""
    named = {MOVEMENT: MOVEMENT, COMBAT: COMBAT, LATER_MOVEMENT: COMBAT, LATER_COMBAT: MOVEMENT}
    return named.get(phase)


CHAPTER = Chapter(actions=(BeginWith,), events=(OrderChosen,), phases={ChoiceFrame: ChoicePhase()})
