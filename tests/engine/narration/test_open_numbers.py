"""Numbers that are still to be drawn: told as open wherever they stand, and never as a nought."""

from __future__ import annotations

import pytest

from app.play.table import PERSON, GameTable
from engine.core.answers import Reckoning
from engine.core.board import PlaceKind
from engine.core.messages import message
from engine.core.state import Unit
from engine.core.terms import Op, Term
from engine.narration.explanations import explained_unit, reckoned_number
from engine.narration.place_facts import place_facts
from engine.rulesets.assembly import bundled_brief, game_of
from engine.session.session import Session

KNOWN, OPEN = Term(message("term.rsr.printed"), 5, "6.1"), Term(message("term.rsr.printed"), 0, "6.2.2", Op.OPEN)


@pytest.fixture(scope="module")
def table() -> GameTable:
    """Moscow before anybody has been fought: no army has drawn a strength."""
    brief = bundled_brief("typhoon")
    session = Session.new(game_of(brief), 3)
    return GameTable(brief, session, dict.fromkeys(map(str, session.game.ruleset.sides), PERSON))


def first(table: GameTable, kind: str) -> Unit:
    """The first of a kind that stands on the map."""
    units = map(table.view.unit, table.view.roster)
    return next(each for each in units if each.type == kind and table.board.kinds[each.at] is PlaceKind.HEX)


@pytest.mark.parametrize(
    ("terms", "read"), [((KNOWN,), "5"), ((OPEN,), "?"), ((KNOWN, OPEN), "5+?"), ((), "0"), ((OPEN, OPEN), "?")]
)
def test_what_is_open_stands_beside_what_is_known(terms: tuple[Term, ...], read: str) -> None:
    assert reckoned_number(Reckoning.of(*terms)) == read


def test_an_army_that_has_drawn_nothing_has_no_strength_of_nought(table: GameTable) -> None:
    army = first(table, "soviet-infantry-army")
    assert not army.values
    explained = explained_unit(table, army.id)
    assert explained is not None
    told = {row.words: (row.value, row.rule) for row in explained.rows}
    assert told["Attack"] == told["Defence"] == ("?", "6.2.2")
    assert told["Movement"][0] == "4"
    place = {row.words: row.value for row in place_facts(table, army.at, None).rows}
    assert place["defence"] == "?"


def test_units_whose_strength_is_printed_have_it(table: GameTable) -> None:
    corps = first(table, "german-infantry-corps")
    explained = explained_unit(table, corps.id)
    assert explained is not None
    assert {row.words: row.value for row in explained.rows}["Defence"].isdigit()
