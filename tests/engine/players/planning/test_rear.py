"""Behind the front: what supply hangs on, who could come there by rail, and who stays because of it."""

from __future__ import annotations

import pytest

from engine.core.game import Game
from engine.core.ids import UnitId
from engine.core.state import State
from engine.players.planning.convoys import Convoy
from engine.players.planning.rear import Rear, bare
from engine.players.player import Budget
from engine.players.position.situation import WALKED_INTO
from tests.engine.players.planning.campaign_scenes import AXIS, first_movement, foreseen, marched_to_minsk, moved

CORPS, DEPOT = UnitId("g-xli"), UnitId("g-depot-4")


@pytest.fixture(scope="module")
def campaign() -> tuple[Game, State]:
    return first_movement()


@pytest.fixture(scope="module")
def lonely(campaign: tuple[Game, State]) -> tuple[Game, State]:
    """One corps lives on one depot, whose line leads to Warsaw; everybody else is far away."""
    game, state = campaign
    theirs = (unit.id for unit in state.every_unit() if unit.side == AXIS and game.materials.on_map[unit.at])
    away = dict.fromkeys((name.replace("-", "_") for name in theirs), "5235")
    return game, moved(game, state, **{**away, "g_depot_5": "3110", "g_xlvi": "3110"})


def test_all_hangs_on_a_depot_that_it_feeds_by_others(campaign: tuple[Game, State]) -> None:
    game, state = campaign
    minsk = marched_to_minsk(game, state)
    behind = game.board.at("3906")
    at_depot, at_source = [], []
    for each in (minsk, moved(game, minsk, g_depot_2="4110")):
        lines = foreseen(game, each, AXIS).lifelines
        assert lines is not None
        at_depot.append(float(lines.own[behind]))
        at_source.append(float(lines.own[game.ruleset.chain(game, each, AXIS)[behind]]))
    assert at_depot[1] > at_depot[0], "the four beyond Minsk live on the other, which lives on it"
    assert at_source[1] > at_source[0] > 0


def test_a_depot_alone_does_not_guard_a_line(campaign: tuple[Game, State]) -> None:
    game, state = campaign
    situation = foreseen(game, moved(game, state, s_3_mech="3607"), AXIS)
    at = next(at for at, enters in enumerate(situation.enemy_reach.enters) if enters and situation.threat[at] < 1.0)
    assert situation.line_danger(at, 1.0, is_watched=False) == WALKED_INTO
    assert situation.line_danger(at, 1.0, is_watched=True) < WALKED_INTO


def test_a_source_is_bare_where_the_enemy_could_come_by_rail_and_nobody_stands(lonely: tuple[Game, State]) -> None:
    game, state = lonely
    warsaw = game.board.at("3404")
    assert set(bare(foreseen(game, state, AXIS), state)) == {warsaw}
    watched = moved(game, state, g_xli="3404")
    assert not bare(foreseen(game, watched, AXIS), watched)
    assert not bare(foreseen(game, state, AXIS), moved(game, state, g_depot_5="5235")), "nothing hangs on it"


def test_who_keeps_the_enemy_out_of_a_source_stays(lonely: tuple[Game, State]) -> None:
    game, state = lonely
    origin = moved(game, state, g_xli="3404")
    situation = foreseen(game, origin, AXIS)
    record = situation.shifted.unit(CORPS)
    situation.shift(record, situation.might(record), game.board.at("3110"))
    Rear(situation, origin, situation.shifted, {CORPS: {}}, Budget(100)).keep_shut()
    assert situation.shifted.unit(CORPS).at == game.board.at("3404")


def test_who_has_closed_a_way_sees_it_still(lonely: tuple[Game, State]) -> None:
    game, state = lonely
    warsaw, watched = game.board.at("3404"), moved(game, state, g_xli="3404")
    assert warsaw in foreseen(game, state, AXIS).anew(watched).from_afar
    assert warsaw not in foreseen(game, watched, AXIS).from_afar


def test_a_depot_that_keeps_the_enemy_out_of_a_source_stays(lonely: tuple[Game, State]) -> None:
    game, state = lonely
    origin = moved(game, state, g_depot_4="3304")
    situation = foreseen(game, origin, AXIS)
    convoy = Convoy(situation, game.menu(origin), {}, Budget(100))
    convoy.ways = {DEPOT: {}}
    record = situation.shifted.unit(DEPOT)
    situation.shift(record, situation.might(record), game.board.at("1626"))
    assert bare(situation, situation.shifted)
    convoy.keep_shut()
    assert situation.shifted.unit(DEPOT).at == game.board.at("3304")
