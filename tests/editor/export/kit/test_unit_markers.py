"""Markers that lie on units: a game names them in its palette by marks that its rules know, and they are printed."""

from __future__ import annotations

from collections import Counter

import pytest

from editor.export.kit.printed_counters import printed_unit_markers
from engine.core.words.lexicon import WordKind
from engine.narration.language import FRENCH
from engine.rulesets.assembly import palette_of
from engine.rulesets.registry import find_game, registered
from engine.rulesets.wording import wording
from tests.editor.export.kit.test_kit_contents import kit_of


@pytest.mark.parametrize("game", registered())
def test_markers_on_units_are_marks_of_the_game(game: str) -> None:
    entry = find_game(game)
    assert entry is not None
    known = entry.ruleset.lexicon.texts(WordKind.MARK)
    assert [each.id for each in palette_of(entry).unit_markers if each.id not in known] == []


def test_the_kit_of_white_october_has_its_conditions_as_markers() -> None:
    printed = Counter(each.front.name for each in kit_of("pulkovo-heights").counters if each.is_marker)
    assert printed["Low ammunition"] == 10
    assert printed["Recruits"] == 8
    assert printed["Routed"] == 10


def test_markers_on_units_speak_french() -> None:
    entry = find_game("white-october")
    assert entry is not None
    french = wording("white-october", FRENCH).renamed(palette_of(entry))
    assert "Munitions basses" in {each.front.name for each in printed_unit_markers(french.unit_markers)}


def test_units_of_a_set_up_are_told_apart_and_not_told_twice_what_they_are() -> None:
    listed = [cell.text for grid in kit_of("summer-1941").set_up.grids for row in grid.cells for cell in row]
    words = ", ".join(listed)
    assert "Army 14, Army 15" in words, "an army says that it is one"
    assert "Corps 2 (Romanian corps)" in words
    assert "Corps 2 (Hungarian corps)" in words, "two of a name are told apart"
