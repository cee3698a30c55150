"""How a scenario is won, in sentences: its own conditions one after the other, and what decides where none is met."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import reduce

from engine.core.messages import Message, message
from engine.definitions.scenario import Scenario, WinCondition
from engine.narration.language import catalogue, title

Place = Callable[[str], str]
"""What a place is called, by its label."""


def victory_sentences(scenario: Scenario, place: Place) -> Iterator[str]:
    """Every condition of a scenario and what decides otherwise; nothing for one that leaves it to its game."""
    words = catalogue(scenario.ruleset)
    for condition in scenario.victory:
        yield condition_sentence(scenario, condition, place)
    if scenario.otherwise is not None:
        yield words.text(message("victory.otherwise", side=title(scenario.otherwise, scenario.ruleset)))
    elif scenario.victory:
        yield words.text(message("victory.otherwise-game"))


def condition_sentence(scenario: Scenario, condition: WinCondition, place: Place) -> str:
    """One condition as it is read."""
    said = message(
        "victory.wins",
        side=title(condition.side, scenario.ruleset),
        when=_when(condition, scenario.last_turn),
        demands=reduce(lambda one, two: message("victory.and", one=one, two=two), _demands(condition, place)),
    )
    named = message("victory.named", name=condition.name, said=said) if condition.name else said
    return catalogue(scenario.ruleset).text(named)


def _when(condition: WinCondition, last_turn: int) -> Message:
    turn = condition.turn if condition.turn is not None else last_turn
    if condition.sudden:
        return message("victory.at-any-turn", turn=turn)
    return message("victory.at-the-end") if turn == last_turn else message("victory.at-turn", turn=turn)


def _demands(condition: WinCondition, place: Place) -> Iterator[Message]:
    places = ", ".join(place(label) for label in condition.hold)
    if condition.hold and condition.any is not None and condition.any < len(condition.hold):
        yield message("victory.holds-any", count=condition.any, places=places)
    elif condition.hold:
        yield message("victory.holds", places=places)
    if condition.score_from is not None:
        yield message("victory.score-from", value=f"{condition.score_from:g}")
    if condition.score_to is not None:
        yield message("victory.score-to", value=f"{condition.score_to:g}")
