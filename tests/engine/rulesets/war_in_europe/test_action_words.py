"""What is chosen is told in words: of two choices that differ, the words do too."""

from __future__ import annotations

from dataclasses import fields

import pytest

from engine.core.records import Action
from engine.rulesets.registry import find_game
from engine.rulesets.war_in_europe.names import FAMILIES, Arm
from engine.rulesets.words import catalogue

ENTRY = find_game("war-in-europe")
assert ENTRY is not None
ACTIONS = ENTRY.ruleset.vocabulary.actions


TWO_WAYS = [(action, each.name) for action in ACTIONS for each in fields(action) if each.type == "bool"]


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(("action", "name"), TWO_WAYS, ids=lambda each: getattr(each, "kind", each))
def test_a_sentence_says_which_of_two_ways_is_meant(action: type[Action], name: str, language: str) -> None:
    words = catalogue("war-in-europe", language)
    no, yes = (words.template(f"action-word.{name}.{value}") for value in (False, True))
    assert f"{{{name}}}" in (words.template(f"action.{action.kind}") or "")
    assert no is not None
    assert no != yes


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("family", ["ready", "lift", "amphibious", "stock", "strikes", "supports"])
def test_points_that_come_or_are_chosen_are_called_by_words(family: str, language: str) -> None:
    words = catalogue("war-in-europe", language)
    names = (*FAMILIES[family], *(f"lift-{arm}" for arm in Arm if family == "lift"))
    assert not [name for name in names if f"word.{name}" not in words]
