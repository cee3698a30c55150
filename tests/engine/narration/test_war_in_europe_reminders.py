"""What a person may forget in War in Europe: fronts of airborne divisions, and the points of the air turn."""

from __future__ import annotations

from app.play.games.game_setup import players_of
from app.play.table import GameTable
from engine.narration.reminders import left_undone
from engine.rulesets.assembly import bundled_brief, game_of
from engine.rulesets.war_in_europe.air_deployment import AssignAir
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


def test_whoever_seals_the_air_turn_without_assigning_anything_is_told_so() -> None:
    brief = bundled_brief("france-1940")
    session = Session.new(game_of(brief, {}), 1)
    table = GameTable(brief, session, players_of(brief, {}))
    assert [table.say(undone.said) for undone in left_undone(table)] == ["No air points are assigned"]
    table.submit(next(action for action in table.menu.of_kind(AssignAir) if action.points))
    assert not left_undone(table), "how many, and where, is for the person to say"
