"""Chapter 6: the sequence of play."""

from __future__ import annotations

from collections.abc import Callable

from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.records import Frame
from engine.core.sequence import SequencePhase, Step
from engine.rulesets.barbarossa_to_berlin.attrition import AttritionFrame
from engine.rulesets.barbarossa_to_berlin.cases import rule
from engine.rulesets.barbarossa_to_berlin.draw import DiscardFrame, DrawFrame
from engine.rulesets.barbarossa_to_berlin.end_of_turn import GiveUpFrame, ReckoningFrame
from engine.rulesets.barbarossa_to_berlin.hands import ShowingFrame
from engine.rulesets.barbarossa_to_berlin.names import ALLIED, AXIS
from engine.rulesets.barbarossa_to_berlin.orders import OrdersFrame
from engine.rulesets.barbarossa_to_berlin.replacements import ReplacementFrame
from engine.rulesets.barbarossa_to_berlin.rounds import RoundFrame, RoundOverFrame

ROUNDS = 6


def _round(number: int) -> Callable[[], Frame]:
    return lambda: RoundFrame(number)


@rule("4.4")
def _after_the_first_turn(game: Game, draft: Draft) -> bool:
    """On turn 1 each side has one round only."""
    return draft.state.turn > 1


@rule("6.2", "6.3")
def _action_rounds() -> tuple[Step, ...]:
    """Six rounds, the Axis first in each; each side suffers attrition right after its sixth."""
    steps: list[Step] = []
    for number in range(1, ROUNDS + 1):
        for side in (AXIS, ALLIED):
            happens = None if number == 1 else _after_the_first_turn
            steps.append(Step(f"round-{number}", "6.2", _round(number), side, happens))
            steps.append(Step(f"round-{number}-over", "6.2", RoundOverFrame, side, happens))
            if number == ROUNDS:
                steps.append(Step("attrition", "6.3", AttritionFrame, side))
    return tuple(steps)


@rule("6.1", "6.4", "6.5", "6.6")
def steps() -> tuple[Step, ...]:
    """Orders, rounds with attrition, replacements (the Allies first), cards, and the end of the turn."""
    return (
        Step("orders", "6.1", OrdersFrame, AXIS),
        Step("orders", "6.1", OrdersFrame, ALLIED),
        *_action_rounds(),
        Step("replacements", "6.4", ReplacementFrame, ALLIED),
        Step("replacements", "6.4", ReplacementFrame, AXIS),
        Step("showing", "7.6.5", ShowingFrame, AXIS),
        Step("discard", "6.5", DiscardFrame, AXIS),
        Step("discard", "6.5", DiscardFrame, ALLIED),
        Step("draw", "6.5", DrawFrame, AXIS),
        Step("give-up", "6.6", GiveUpFrame, ALLIED),
        Step("give-up", "6.6", GiveUpFrame, AXIS),
        Step("reckoning", "6.6", ReckoningFrame, AXIS),
    )


def end_of_turn(game: Game, draft: Draft) -> None:
    """The turn marker moves on; who has won has been looked at before."""


SEQUENCE = SequencePhase(steps(), end_of_turn)
