"""What is written on buttons: every template of an action can be filled with what the action carries."""

from __future__ import annotations

from dataclasses import fields
from types import SimpleNamespace
from typing import Any

import pytest

from engine.core.ids import Location, UnitId
from engine.core.messages import Catalogue, as_written
from engine.core.records import Action
from engine.narration.action_words import ActionWords
from engine.rulesets.registry import registered
from engine.rulesets.words import catalogue

NAMES: Any = SimpleNamespace(word=str, unit=str, card=str, place=str, heading=str)
BOARD: Any = SimpleNamespace(
    edges=[SimpleNamespace(a=0, b=1)] * 3, label=str, key=str, edge=lambda _: SimpleNamespace(a=0, b=1)
)
EXAMPLES = {"int": 2, "bool": True, "str": "east", "UnitId": UnitId("u"), "Location": Location(3)}


def example(kind: type[Action]) -> Action | None:
    """An action of a kind made up from its fields; None where a field is of a type that is not made up."""
    given: dict[str, Any] = {}
    for each in fields(kind):
        name = str(each.type).removesuffix(" | None")
        if name not in EXAMPLES:
            return None
        given[each.name] = EXAMPLES[name]
    return kind(**given)


@pytest.mark.parametrize("game", registered())
def test_no_action_is_called_by_its_key(game: str) -> None:
    words = ActionWords(BOARD, NAMES, catalogue(game))
    made = [example(kind) for kind in registered()[game].ruleset.vocabulary.actions]
    said = {action.kind: words.text(action) for action in made if action is not None and not action.touches()["edge"]}
    assert said
    assert [text for kind, text in said.items() if text.startswith("action.")] == []


def test_a_number_chooses_its_word() -> None:
    kinds = registered()["war-in-europe"].ruleset.vocabulary.actions
    assign: Any = next(kind for kind in kinds if kind.kind == "assign-air")
    words = ActionWords(BOARD, NAMES, Catalogue({"action.assign-air": "{front}: {points} {points:point|points}"}))
    for points, said in ((1, "West: 1 point"), (3, "West: 3 points")):
        assert words.text(assign(arm="german", front="west", mission="superiority", points=points)) == said


@pytest.mark.parametrize(
    ("id", "said"),
    [("1-2", "1-2"), ("10-1", "10-1"), ("combat-1", "combat 1"), ("air-sea", "air sea"), ("2nd-army", "2nd army")],
)
def test_odds_keep_their_hyphen_and_words_do_not(id: str, said: str) -> None:
    assert as_written(id) == said
