"""Small forms of speech: a name that stands before a line already, and numbers as a language writes them."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import pytest

from engine.core.messages import Message, message
from engine.core.words.plurals import ENGLISH
from engine.narration.attack_previews import decimal
from engine.narration.language import FRENCH, catalogue, speak, without_name
from engine.rulesets.assembly import charts_of
from engine.rulesets.registry import find_game


@pytest.fixture(autouse=True)
def english_again() -> Iterator[None]:
    yield
    speak(ENGLISH)


@pytest.mark.parametrize(
    ("line", "rest"),
    [
        ("Allied: play a card.", "Play a card."),
        ("Allied, round 3: play a card.", "Round 3: play a card."),
        ("Allied\u00a0: jouez une carte.", "Jouez une carte."),
        ("Allied units wait.", "Allied units wait."),
        ("the Allied hand", "The Allied hand"),
    ],
)
def test_a_name_that_is_shown_beside_a_line_is_not_said_in_it_again(line: str, rest: str) -> None:
    assert without_name(line, "Allied") == rest


def test_steps_have_a_point_in_english_and_a_comma_in_french() -> None:
    assert (decimal(Fraction(8, 10)), decimal(2)) == ("0.8", "2")
    speak(FRENCH)
    assert (decimal(Fraction(8, 10)), decimal(2)) == ("0,8", "2")


def test_a_turn_is_called_by_the_word_for_its_season() -> None:
    entry = find_game("barbarossa-to-berlin")
    assert entry is not None
    boxes = [box for track in charts_of(entry).tracks.values() for box in track.entries if box.date and box.season]
    named = [box for box in boxes if not box.date.startswith("June")]  # type: ignore[union-attr]
    assert named
    for box in named:
        season = catalogue(entry.id).text(Message(f"track.{box.season}"))
        assert str(box.date).casefold().startswith(season), "the header would say both"


ONE_OR_MORE = [
    ("red-star-rising", "term.rsr.asset-points", "count", "asset ", "support économique "),
    ("red-star-rising", "refusal.rsr.production-short", "destroyed", "asset is", "support économique est"),
    ("war-in-europe", "prompt.wie.payment", "points", "1 point is", "1 point reste"),
    ("war-in-europe", "event.fortification-tried", "points", "1 point:", "1 point\u00a0:"),
]


@pytest.mark.parametrize(("game", "key", "number", "english", "french"), ONE_OR_MORE)
def test_one_of_a_thing_is_not_told_as_many(game: str, key: str, number: str, english: str, french: str) -> None:
    others = {"number": 3, "side": "axis", "unit": "1", "done": "yes"}
    assert english in catalogue(game).text(Message(key, {**others, number: 1}))
    speak(FRENCH)
    assert french in catalogue(game).text(Message(key, {**others, number: 1}))


@pytest.mark.parametrize(
    ("owed", "english", "french"),
    [
        (Fraction(1), "1 point is still", "1 point reste à"),
        (Fraction(1, 2), "½ point is still", "½ point reste à"),
        (Fraction(3, 2), "1½ points are still", "1½ point reste à"),
        (Fraction(5, 2), "2½ points are still", "2½ points restent à"),
    ],
)
def test_halves_take_the_word_that_goes_with_them(owed: Fraction, english: str, french: str) -> None:
    said = message("prompt.wie.payment", side="axis", points=owed)
    assert english in catalogue("war-in-europe").text(said)
    speak(FRENCH)
    assert french in catalogue("war-in-europe").text(said)


@pytest.mark.parametrize(
    ("language", "column", "dice"), [(ENGLISH, "column 3-1", "dice"), (FRENCH, "colonne 3-1", "dés")]
)
def test_an_attack_in_ukraine_names_its_column_and_one_die_is_not_many(language: str, column: str, dice: str) -> None:
    speak(language)
    told = {
        "targets": "4209",
        "attack": 30,
        "defence": 11,
        "odds": "2-1",
        "column": "3-1",
        "dice": (2,),
        "result": "EX",
    }
    said = catalogue("ukraine-43").text(
        Message("event.attack-resolved", {**told, "attacker_losses": 2, "defender_losses": 1})
    )
    assert column in said
    assert f"{dice} 2" not in said


@pytest.mark.parametrize("key", ["action.rally-division", "event.division-rallied"])
def test_a_division_that_is_rallied_is_called_a_division_once(key: str) -> None:
    speak(FRENCH)
    said = catalogue("white-october").text(message(key, division="2e division de fusiliers", units="2 Fus"))
    assert said.count("division") == 1
