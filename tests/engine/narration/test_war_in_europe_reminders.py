"""What a person may forget in War in Europe: that airborne divisions do not fly before they have a front."""

from __future__ import annotations

from app.play.games.game_setup import players_of
from app.play.table import GameTable
from engine.narration.reminders import left_undone
from engine.rulesets.assembly import bundled_brief, game_of
from engine.session.session import Session


def test_airborne_units_that_wait_for_a_front_are_named_before_the_phase_ends() -> None:
    brief = bundled_brief("overlord")
    session = Session.new(game_of(brief, {}), 1)
    while "choose-front" not in session.menu.kinds():
        assert session.menu.default is not None
        session.submit(session.menu.default)
    table = GameTable(brief, session, players_of(brief, {}))
    said = {undone.said.key: undone.units for undone in left_undone(table)}
    assert len(said["undone.choose-front"]) == 4
