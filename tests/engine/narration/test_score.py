"""How the game stands: what a score is made of, and what is new in it since the last turn."""

from __future__ import annotations

import pytest

from app.play.table import PERSON, GameTable
from engine.core.game import Game
from engine.core.messages import message
from engine.core.state import State
from engine.core.terms import Term
from engine.narration.language import catalogue
from engine.narration.score import Standings, level_words
from engine.rulesets.assembly import bundled_brief, game_of
from engine.session.session import Session
from tests.helpers.toys.skirmish.ruleset import Skirmish


def test_the_first_points_of_a_game_are_new_in_their_rows_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def score(_: Skirmish, __: Game, state: State) -> tuple[Term, ...]:
        return (Term(message("term.taken", unit="red-1"), 3, "7.1"),) if state.turn > 1 else ()

    monkeypatch.setattr(Skirmish, "score", score)
    brief = bundled_brief("ford")
    session = Session.new(game_of(brief), 3)
    table = GameTable(brief, session, dict.fromkeys(map(str, session.game.ruleset.sides), PERSON))
    standings = Standings(table)
    first = standings.now()
    assert first is not None
    assert (first.score, first.change, first.groups) == (0, None, ()), "there is no turn before the first"
    while session.state.turn == 1:
        table.submit(table.menu.default or next(iter(table.menu)))
    second = standings.now()
    assert second is not None
    assert second.change == 3
    assert [group.change for group in second.groups] == [3]


def test_how_a_game_was_won_is_said_in_words() -> None:
    words = catalogue("barbarossa-to-berlin")
    assert level_words(words, "scenario") == "by the mark of the scenario"
    assert level_words(words, "in-a-way-of-its-own") == "in a way of its own"
