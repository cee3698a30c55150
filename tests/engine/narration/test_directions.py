"""The six directions are called as the language calls them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from app.play.games.game_setup import players_of
from app.play.table import GameTable
from engine.core.words.plurals import ENGLISH
from engine.narration.language import FRENCH, speak
from engine.narration.place_facts import place_facts
from engine.rulesets.assembly import bundled_brief, game_of
from engine.session.session import Session


@pytest.fixture
def table() -> Iterator[GameTable]:
    brief = bundled_brief("typhoon")
    yield GameTable(brief, Session.new(game_of(brief, {}), 1), players_of(brief, {}))
    speak(ENGLISH)


def borders(table: GameTable, place: str) -> str:
    facts = place_facts(table, table.board.at(place), None)
    return " ".join(row.value for row in facts.rows)


def test_the_south_west_is_another_word_in_french(table: GameTable) -> None:
    assert "NE, SE, SW" in borders(table, "4625")
    speak(FRENCH)
    assert "NE, SE, SO" in borders(table, "4625")
