"""A click that the menu does not hold is answered by the game: with the case of the phase that the action is of."""

from __future__ import annotations

from app.play.games.game_setup import NewGame, begin
from app.play.table import GameTable
from engine.core.actions import StepTo
from engine.core.ids import Location
from engine.narration.menu_choices import why_not
from engine.rulesets.library import find_bundled


def elsewhere_than_moving() -> GameTable:
    """A game at a question that is not about places."""
    table = begin(find_bundled("typhoon").load(), NewGame("typhoon", seed=5))
    while any(offer.action.touches()["location"] for offer in table.menu.offers):
        table.submit(table.menu.default or next(iter(table.menu)))
    return table


def test_a_step_that_nobody_asks_for_is_refused_with_the_case_of_movement() -> None:
    table = elsewhere_than_moving()
    unit = next(each for each in table.view.every_unit() if each.side == table.menu.side)
    to = Location(next(at for at, _ in table.board.links[unit.at]))
    refusal = why_not(table, to, unit.id)
    assert refusal is not None
    assert refusal == table.game.explain(table.session.state, StepTo(unit.id, to))
    assert refusal != table.menu.refusal(StepTo(unit.id, to)), "the question that stands is not what forbids it"


def test_while_an_earlier_moment_is_shown_its_own_menu_answers() -> None:
    table = elsewhere_than_moving()
    table.show_step(0)
    unit = next(iter(table.view.every_unit()))
    step = StepTo(unit.id, Location(next(at for at, _ in table.board.links[unit.at])))
    assert table.explain(step) == table.menu.refusal(step)
