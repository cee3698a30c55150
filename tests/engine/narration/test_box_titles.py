"""Boxes are called by their titles, in the language that is spoken, and never by their ids."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from app.play.games.game_setup import players_of
from app.play.table import GameTable
from engine.core.board import PlaceKind
from engine.core.words.plurals import ENGLISH
from engine.narration.language import FRENCH, speak
from engine.narration.place_facts import place_facts
from engine.narration.trays import trays_of
from engine.rulesets.assembly import bundled_brief, game_of
from engine.session.session import Session

TITLES = {"axis-reserve": "Réserve de l'Axe", "allied-reserve": "Réserve alliée"}


@pytest.fixture
def table() -> Iterator[GameTable]:
    speak(FRENCH)
    brief = bundled_brief("summer-1941")
    yield GameTable(brief, Session.new(game_of(brief, {}), 1), players_of(brief, {}))
    speak(ENGLISH)


def test_trays_have_the_titles_of_their_boxes_in_the_language(table: GameTable) -> None:
    trays = {table.board.key(tray.box): tray.title for tray in trays_of(table)}
    assert {name: trays[name] for name in TITLES} == TITLES
    assert all(title == table.names.authored(table.board.title(table.board.at(name))) for name, title in trays.items())


def test_what_is_told_of_a_box_is_headed_by_its_title(table: GameTable) -> None:
    boxes = [at for at in table.board.locations() if table.board.kinds[at] is PlaceKind.BOX]
    headings = {table.board.key(at): place_facts(table, at, None).title for at in boxes}
    assert {name: headings[name] for name in TITLES} == TITLES
    assert not [name for name, heading in headings.items() if name in heading], "an id is nobody's word"
    space = next(at for at in table.board.locations() if table.board.kinds[at] is PlaceKind.SPACE)
    assert place_facts(table, space, None).title == table.board.label(space)
