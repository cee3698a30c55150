"""A map in French: lines, roads, seas and beaches are lettered, told and found by French names, towns by their own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from app.files.map_opening import open_anything
from app.files.render import image_of
from app.place_words import PlaceNames
from editor.canvas.art import box_renderer, space_renderer
from editor.canvas.art.words import hex_words
from editor.geometry.place_names import place_name
from editor.panels.place_finder import PlaceFinder
from engine.core.messages import message
from engine.narration.language import ENGLISH, FRENCH, speak, wording_of
from engine.narration.names import Names
from engine.rulesets.assembly import bundled_brief


@pytest.fixture(autouse=True)
def in_french() -> Iterator[None]:
    speak(FRENCH)
    yield
    speak(ENGLISH)


@pytest.fixture
def lettered(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """What is written on whatever map is painted."""
    found: set[str] = set()
    for room in (hex_words, space_renderer, box_renderer):
        paint = room.paint_word
        monkeypatch.setattr(
            room,
            "paint_word",
            lambda painter, text, *rest, _paint=paint, **more: (found.add(text), _paint(painter, text, *rest, **more)),
        )
    return found


@pytest.mark.parametrize(
    ("scenario", "french", "english"),
    [
        ("barbarossa", {"Ligne de Kostroma", "Mer Noire", "Golfe de Riga", "Moscow"}, {"Kostroma line", "Black Sea"}),
        ("dnieper", {"Ligne de Sarny", "Route de Shepetovka", "Mer d'Azov"}, {"Sarny line", "Sea of Azov"}),
        ("europe-1941-45", {"Mer Égée", "Plage A", "Mer\nTyrrhénienne", "Kiev"}, {"Aegean Sea", "Beach A", "Spain"}),
    ],
)
def test_what_is_made_of_words_is_lettered_in_french(
    lettered: set[str], scenario: str, french: set[str], english: set[str]
) -> None:
    image_of(open_anything(scenario), 3000, counters=False)
    assert french <= lettered
    assert not english & lettered


def test_the_status_line_the_issues_and_going_to_a_place_call_it_so() -> None:
    opened = open_anything("europe-1941-45")
    plan = opened.plan
    assert place_name(plan, "sea-aegean") == PlaceNames(plan, opened.palette).label("sea-aegean") == "Mer Égée"
    assert PlaceFinder(plan, opened.palette).find("mer ég")[0].places == ("sea-aegean",)
    hexes = open_anything("barbarossa")
    at = next(each.at for each in hexes.plan.features.values() if each.name == "Kostroma line")
    assert "Ligne de Kostroma" in PlaceNames(hexes.plan, hexes.palette).line(at)
    assert PlaceFinder(hexes.plan, hexes.palette).find("ligne de kostr")[0].places == (at,)


def test_a_game_tells_of_spaces_as_they_are_lettered() -> None:
    brief = bundled_brief("europe-1941-45")
    names = Names(wording_of(brief.scenario.ruleset).brief(brief), brief.scenario.sides, brief.board)
    assert names.place(brief.board.at("sea-aegean")) == "Mer Égée"
    assert names.spoken(message("refusal.btb.winter-beach", space="Beach A")).args == {"space": "Plage A"}
