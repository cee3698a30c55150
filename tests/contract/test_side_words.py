"""A side in a sentence: no verb stands behind a name that is plural in one game and singular in another."""

from __future__ import annotations

import re

import pytest

from engine.core.words.plurals import ENGLISH
from engine.narration.language import FRENCH, speak, title
from engine.rulesets.registry import find_game
from tests.contract.test_french import GAMES, own_templates

SUBJECTS = ("red-star-rising", "ukraine-43", "white-october")
"""Here the English names of both sides are nouns enough to do something: Axis, Soviet, White, Red."""
BEHIND = re.compile(r"\{side\} ([a-z]+)")
THINGS = frozenset(
    {"side", "aircraft", "control", "fire", "hand", "interdiction", "round", "source", "stacks", "supply", "zone"}
)
"""What may stand behind the name of a side, which is an adjective there."""


def _is_no_camp(key: str, text: str) -> bool:
    """Whether the side is one of a hex or of a picture."""
    return key.startswith("map.") or "pixels" in text


@pytest.fixture(autouse=True)
def english_again():  # type: ignore[no-untyped-def]
    yield
    speak(ENGLISH)


@pytest.mark.parametrize("game", [None, *(game for game in GAMES if game not in SUBJECTS)])
def test_in_english_a_verb_belongs_to_the_word_side_and_not_to_its_name(game: str | None) -> None:
    wrong = {
        key: text
        for key, text in own_templates(game, ENGLISH).items()
        if not set(BEHIND.findall(text)) <= THINGS and not _is_no_camp(key, text)
    }
    assert not wrong


@pytest.mark.parametrize("game", [None, *GAMES])
def test_in_french_nothing_that_agrees_stands_behind_the_name_of_a_side(game: str | None) -> None:
    speak(FRENCH)
    entry = find_game(game) if game is not None else None
    are_plural = entry is not None and all(title(side, game).endswith("s") for side in entry.ruleset.sides)
    before = "camp |Les |les |des " if are_plural else "camp "
    wrong = {
        key: text
        for key, text in own_templates(game, FRENCH).items()
        if re.search(r"\{side\} \w|\b(à|de|pour|par|rejoint) \{side\}", re.sub(rf"({before})\{{side\}}", "", text))
        and not _is_no_camp(key, text)
    }
    assert not wrong
