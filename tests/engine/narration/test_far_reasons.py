"""A place too far off is refused with what stops the unit on its way there, not with being far."""

from __future__ import annotations

from random import Random

import pytest

from app.play.table import PERSON, GameTable
from engine.core.answers import ReachAnswer
from engine.core.board import PlaceKind
from engine.core.ids import Location, UnitId
from engine.narration.far_reasons import why_not_there
from engine.narration.menu_choices import step_actions
from engine.players.player import Budget
from engine.players.registry import PLAYERS
from engine.rulesets.assembly import bundled_brief, game_of
from engine.session.session import Session

_HELPLESS = ("not-adjacent", "not-connected", "adjacent")


def table_of(scenario: str) -> GameTable:
    brief = bundled_brief(scenario)
    game = game_of(brief)
    return GameTable(brief, Session.new(game, 3), {str(side): PERSON for side in game.ruleset.sides})


def far_places(table: GameTable, unit: UnitId, chance: Random) -> list[Location]:
    answer = table.ask("reach", unit=unit)
    reached = {each.at for each in answer.locations} if isinstance(answer, ReachAnswer) else set()
    start = table.view.units[unit].at
    near = {target for target, _ in table.board.links[start]} | {start}
    far = [each for each in table.board.locations() if each not in reached and each not in near]
    return chance.sample(far, min(6, len(far)))


@pytest.mark.parametrize("scenario", ["ford", "typhoon", "summer-1941"])
def test_what_stops_a_unit_is_said_and_where(scenario: str) -> None:
    table, chance, bot = table_of(scenario), Random(5), PLAYERS["random"](1)
    said: set[str] = set()
    for _ in range(120):
        if table.is_over:
            break
        menu = table.menu
        moving = [unit for unit in table.view.units if step_actions(menu, unit)]
        for unit in chance.sample(moving, min(2, len(moving))):
            for place in far_places(table, unit, chance):
                refusal = why_not_there(table, place, unit)
                assert refusal is not None
                words = table.say(refusal.message)
                assert not refusal.message.key.endswith(_HELPLESS), words
                is_drawn = table.board.kinds[place] is not PlaceKind.BOX
                assert not is_drawn or table.board.label(place) in words, words
                assert "{" not in words
                said.add(refusal.message.key)
        table.submit(bot.choose(table.game, table.view, menu, Budget()).action)
    assert said & {"refusal.far.spent", "refusal.far.stopped"}, "units were stopped on their way"


def test_asking_changes_nothing() -> None:
    table = table_of("typhoon")
    while not any(step_actions(table.menu, unit) for unit in table.view.units):
        table.submit(next(iter(table.menu)))
    state, log = table.session.state, len(table.session.log)
    unit = next(unit for unit in table.view.units if step_actions(table.menu, unit))
    for place in far_places(table, unit, Random(1)):
        why_not_there(table, place, unit)
    assert table.session.state is state
    assert len(table.session.log) == log


def test_who_drags_a_unit_far_before_anybody_marches_is_told_that() -> None:
    table = table_of("pulkovo-heights")
    while table.menu.side != "white" or not any(
        table.words.text(action) == "Begin with movement" for action in table.menu
    ):
        table.submit(table.menu.default or next(action for action in table.menu))
    unit = next(unit for unit in table.view.every_unit() if table.names.unit(unit.id).startswith("Iaroslavtsev"))
    for place in far_places(table, unit.id, Random(2)):
        refusal = why_not_there(table, place, unit.id)
        assert refusal is not None
        assert "belongs to another phase" in table.say(refusal.message)
