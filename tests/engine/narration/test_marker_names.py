"""Markers on the map are called by words of their game or by their names in the palette, never by their ids."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from engine.core.words.plurals import ENGLISH
from engine.definitions.palette import MarkerSwatch, by_id
from engine.narration.language import FRENCH, named, speak
from engine.narration.names import Names
from engine.narration.place_facts import marker_name
from engine.rulesets.assembly import bundled_brief, palette_of
from engine.rulesets.library import bundled_scenarios
from engine.rulesets.registry import registered


@pytest.fixture
def french() -> Iterator[None]:
    speak(FRENCH)
    yield
    speak(ENGLISH)


def called(scenario: str) -> dict[str, str]:
    """Every marker of the game of a scenario with what it is called."""
    brief = bundled_brief(scenario)
    entry = registered()[brief.scenario.ruleset]
    names = Names(brief, entry.ruleset.sides, brief.board)
    swatches: dict[str, MarkerSwatch] = by_id(named(palette_of(entry), entry.id).markers)
    return {marker: marker_name(names, marker, swatches) for marker in swatches}


@pytest.mark.parametrize("scenario", bundled_scenarios())
def test_no_marker_has_its_id_for_a_name_in_french(scenario: str, french: None) -> None:
    own = {"combat", "barricade", "partisans"}
    """What is the same in both languages."""
    assert {each for each, name in called(scenario).items() if name == each.replace("-", " ")} <= own


def test_a_marker_without_a_word_has_the_name_that_the_palette_gives_it(french: None) -> None:
    assert called("white-october")["bridge-blown"] == "pont détruit"


def test_a_beach_is_whose_it_is_and_of_which_turn(french: None) -> None:
    found = called("overlord")
    assert (found["beach-allied"], found["beach-turn"]) == ("plage (Alliés)", "débarquement au tour")
