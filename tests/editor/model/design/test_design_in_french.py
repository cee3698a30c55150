"""What the designer reads out of a game it says in the language that is spoken, and understands it typed so."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from editor.commands.design.charts import value_like
from editor.model.design.design import Design, design_of
from editor.model.design.sides import side_of_words, side_title
from editor.model.design.timeline import Timeline
from editor.model.design.units.unit_names import formation_title, type_title, types_called
from editor.model.design.victory_summary import decisive_numbers, ways_to_score
from engine.core.words.plurals import ENGLISH
from engine.narration.language import FRENCH, speak
from engine.rulesets.library import find_bundled
from engine.storage.contents import Contents
from tests.editor.commands.design.anything import furnished


@pytest.fixture
def east() -> Iterator[Design]:
    """A scenario of a game that has French words, with French spoken."""
    ford = furnished(1)
    scenario = ford.scenario.replace(ruleset="red-star-rising", sides=("axis", "soviet"))
    speak(FRENCH)
    yield Design(ford.documents, scenario, ford.plan, ford.places)
    speak(ENGLISH)


def test_sides_are_called_as_the_game_calls_them_in_the_language(east: Design) -> None:
    assert [side_title(east, side) for side in east.scenario.sides] == ["Axe", "Soviétiques"]


@pytest.mark.parametrize(
    ("typed", "meant"), [("axis", "axis"), (" AXE ", "axis"), ("soviétiques", "soviet"), ("", None), ("Vert", "vert")]
)
def test_a_side_is_typed_by_its_id_or_as_it_is_written(east: Design, typed: str, meant: str | None) -> None:
    assert side_of_words(east, typed) == meant


@pytest.mark.parametrize(
    ("typed", "meant"), [("oui", True), ("Non ", False), ("no", False), ("peut-être", "peut-être")]
)
def test_yes_and_no_of_a_chart_are_typed_as_the_screen_writes_them(east: Design, typed: str, meant: bool | str) -> None:
    assert value_like(True, typed) == meant


def test_the_ways_to_score_and_the_numbers_that_decide_are_told_in_the_language(east: Design) -> None:
    assert any("victoire" in said for _, said in ways_to_score(east))
    spoken = [number.title for number in decisive_numbers(east)]
    speak(ENGLISH)
    english = [number.title for number in decisive_numbers(east)]
    assert len(spoken) == len(english)
    assert not set(spoken) & set(english)


def test_the_turns_of_the_schedule_are_dated_in_the_language(east: Design) -> None:
    assert Timeline(east).date(6) == "Septembre 1941"
    speak(ENGLISH)
    assert Timeline(east).date(6) == "September 1941"
    assert Timeline(east).date(0) == "", "no track has it"


@pytest.mark.parametrize(
    ("language", "corps", "depot"),
    [
        (ENGLISH, "Infantry corps (German)", "Supply depot"),
        (FRENCH, "Corps d'infanterie (Allemand)", "Dépôt"),
    ],
)
def test_counter_types_of_the_game_are_called_and_meant_by_their_names_in_the_language(
    language: str, corps: str, depot: str
) -> None:
    contents = Contents.of_project(find_bundled("typhoon").load())
    speak(language)
    try:
        design = design_of(dict(contents.documents), "typhoon", contents.maps["typhoon"])
        assert type_title(design, "german-infantry-corps") == corps
        assert types_called(design, corps) == ("german-infantry-corps",)
        assert types_called(design, depot.lower()) == types_called(design, "supply depot") == ("german-depot",)
    finally:
        speak(ENGLISH)


def test_names_that_were_gathered_in_one_language_do_not_serve_another() -> None:
    """The window is made anew in another language while the old one may still be painted."""
    contents = Contents.of_project(find_bundled("typhoon").load())
    design = design_of(dict(contents.documents), "typhoon", contents.maps["typhoon"])
    english = {each: formation_title(design, each) for each in design.formations}
    speak(FRENCH)
    try:
        french = {each: formation_title(design, each) for each in design.formations}
    finally:
        speak(ENGLISH)
    assert english.keys() == french.keys()
    assert english != french
