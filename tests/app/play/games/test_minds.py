"""What computers remember of a game, and that they forget what was taken back."""

from __future__ import annotations

import pytest

from app.play.games.minds import Minds
from engine.core.game import Game
from engine.core.menu import Menu
from engine.core.state import State
from engine.players.player import Budget, Choice
from engine.players.registry import PLAYERS
from engine.rulesets.assembly import bundled_brief, game_of
from engine.session.session import Session, UndoPolicy


class Rememberer:
    """A player who counts how often it was asked."""

    def __init__(self, seed: int) -> None:
        self.asked = 0

    def choose(self, game: Game, view: State, menu: Menu, budget: Budget) -> Choice:
        self.asked += 1
        seen.append(self.asked)
        return Choice(next(iter(menu)))


seen: list[int] = []


def test_whoever_plays_begins_anew_where_something_was_taken_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PLAYERS, "greedy", Rememberer)
    brief = bundled_brief("typhoon")
    session = Session.new(game_of(brief), 3, UndoPolicy.UNLOCKED)
    side = session.state.side
    minds = Minds(brief, session, {side: "greedy"})
    seen.clear()
    session.submit(minds.decide_at_once(side).action)
    minds.decide_at_once(side)
    session.undo()
    minds.decide_at_once(side)
    assert seen == [1, 2, 1]
