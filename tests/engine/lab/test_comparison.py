"""Two arms on the same seeds: planted imbalances are found, and nothing where nothing changed."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from engine.lab.arms import Arm, LabError, arm_of
from engine.lab.compare_sections import comparison_sections, sweep_section
from engine.lab.comparison import FEWEST_PAIRS, compare, field_difference
from engine.lab.fields import MapField
from engine.lab.playing import play_game, ready
from engine.lab.report_sections import ArmReport
from engine.lab.results import GameResult, TurnRow, broken
from engine.lab.sweep import numbers_of, sweep_arms, with_number
from engine.narration.language import fixed
from engine.rulesets.library import find_bundled
from tests.engine.lab.quick import MORE, RANDOM, SMALL, played, small_ford

SIDES = ("red", "blue")
PAIRS = 100
AGAINST_IDLE = ("random", "idle")
KINDER = {str(face): {"1:2": kind, "1:1": kind} for face, kind in enumerate(("EX", "DR", "DR", "DR", "D2", "D2"), 1)}
"""The column of 3:1 where that of even odds and below was."""


def small_arm(setup: dict[str, str], **changes: object) -> Arm:
    return arm_of(small_ford(setup, **changes), None, AGAINST_IDLE)


def games_of(arm: Arm, pairs: int = PAIRS) -> tuple[GameResult, ...]:
    return tuple(play_game(arm, seed) for seed in range(1, pairs + 1))


@cache
def as_it_is() -> tuple[GameResult, ...]:
    return games_of(small_arm(SMALL))


def test_two_more_units_are_found_with_the_right_sign() -> None:
    changed = games_of(small_arm({**SMALL, **MORE}))
    found = compare(as_it_is(), changed, SIDES)
    assert found.pairs == PAIRS
    assert found.score.high < 0, "Blue has two more units, so Red has less of it"
    assert found.wins.high < 0
    assert found.is_sure
    assert found.worth > 1, "pairs tell more than games that have nothing to do with each other"


def test_a_moved_column_of_the_table_is_found_with_the_right_sign() -> None:
    charts = {"tables": {"combat": {"cells": KINDER}}}
    found = compare(as_it_is(), games_of(small_arm(SMALL, charts=charts)), SIDES)
    assert found.score.low > 0, "the table is kinder to whoever attacks, and only Red does"
    assert found.wins.low > 0
    assert found.changed
    assert found.turns[0][1].value == 0, "both begin alike"
    assert found.turns[-1][1].value == pytest.approx(found.score.value)


def test_where_nothing_changed_nothing_is_found() -> None:
    found = compare(as_it_is(), as_it_is(), SIDES)
    assert (found.score.value, found.wins.value, found.changed) == (0.0, 0.0, ())
    assert not found.is_sure


def test_where_on_the_map_the_difference_lies() -> None:
    arm = small_arm({**SMALL, **MORE})
    board = ready(arm).game.board
    changed = games_of(arm, 20)
    where = field_difference(as_it_is()[:20], changed, MapField.PRESENCE, 1, sides=2, places=board.size, turn=1)
    most = sorted(range(board.size), key=lambda at: -where[at])[:2]
    assert sorted(board.label(at) for at in map(board.at, (board.keys[each] for each in most))) == ["0808", "0906"]


def test_games_that_did_not_end_are_no_part_of_where_the_difference_lies() -> None:
    size = ready(small_arm(SMALL)).game.board.size
    games = as_it_is()[:5]
    unfinished = (*games, broken(6, "died"), broken(7, "died"))
    where = field_difference(games, unfinished, MapField.PRESENCE, 0, sides=2, places=size)
    assert not where.any()


def test_only_seeds_that_ended_in_both_are_pairs() -> None:
    found = compare(as_it_is()[:10], as_it_is()[5:20], SIDES)
    assert found.pairs == 5
    assert compare((), (), SIDES).pairs == 0


def ended(seed: int, winner: str, *scores: float) -> GameResult:
    """A game with the score it began with and that after each turn."""
    rows = tuple(TurnRow(turn, score, (0, 0), (0, 0), (0, 0), 0, "") for turn, score in enumerate(scores))
    return GameResult(seed, winner, "decisive", "1", scores[-1], len(rows) - 1, 1, "", "known", rows)


def test_the_numbers_of_a_comparison_are_those_reckoned_by_hand() -> None:
    """Changes of the score: 1, 3, 2, 0. Of the wins, a draw being half of one: 1, 1/2, 0, 0."""
    from statsmodels.stats.weightstats import DescrStatsW

    first = [
        ended(1, "blue", 0, -1),
        ended(2, "", 0, 0),
        ended(3, "red", 0, 2),
        ended(4, "red", 0, 5),
        broken(5, "died"),
    ]
    second = [
        ended(1, "red", 0, 0),
        ended(2, "red", 0, 3),
        ended(3, "red", 0, 1, 4),
        ended(4, "red", 0, 5),
        ended(5, "red", 0, 9),
    ]
    found = compare(first, second, SIDES)
    assert (found.pairs, found.side, found.changed) == (4, "red", (1, 2))
    assert found.score.value == (1 + 3 + 2 + 0) / 4
    assert found.wins.value == (1 + 0.5 + 0 + 0) / 4
    for told, by_hand in ((found.score, [1, 3, 2, 0]), (found.wins, [1, 0.5, 0, 0])):
        assert (told.low, told.high) == pytest.approx(DescrStatsW(by_hand).tconfint_mean(), rel=5e-3)
    # The score of a game that is over stays: after turn 1 the third has lost one, after turn 2 it has won two.
    assert [(turn, each.value) for turn, each in found.turns] == [(0, 0.0), (1, (1 + 3 - 1 + 0) / 4), (2, 1.5)]
    # Scatter of -1, 0, 2, 5 and of 0, 3, 4, 5 over that of 1, 3, 2, 0.
    assert found.worth == pytest.approx((7 + 14 / 3) / (5 / 3))


def test_a_handful_of_pairs_that_all_change_alike_is_not_sure() -> None:
    """Heads five times in a row comes of chance alone; six times would be less than once in twenty."""
    lost = [replace(game, winner="blue", score=0.0) for game in as_it_is()[:FEWEST_PAIRS]]
    won = [replace(game, winner="red", score=3.0) for game in lost]
    for few in range(FEWEST_PAIRS):
        found = compare(lost[:few], won[:few], SIDES)
        assert not found.is_sure, f"{few} pairs"
    assert compare(lost, won, SIDES).is_sure
    assert 2 * 0.5 ** (FEWEST_PAIRS - 1) > 0.05 > 2 * 0.5**FEWEST_PAIRS


def test_a_number_is_swept_over_a_range() -> None:
    project = find_bundled("ford").load()
    arms = sweep_arms(project, None, RANDOM, "charts.parameters.river_cost", (1, 3))
    assert [arm.name for arm in arms] == ["charts.parameters.river_cost = 1", "charts.parameters.river_cost = 3"]
    assert [ready(arm).brief.charts.parameter("river_cost", int) for arm in arms] == [1, 3]
    offered = numbers_of(ready(arms[0]).brief)
    assert offered["charts.parameters.river_cost"] == 1
    assert offered["objectives.1.value"] == project.scenarios["ford"].objectives[1].value
    assert all(with_number(project, None, name, value) for name, value in offered.items())
    changed = with_number(project, "ford", "scenario:objectives.1.value", 9)
    assert changed.scenarios["ford"].objectives[1].value == 9
    assert with_number(project, None, "oob:units.0.step", 1).oobs["ford-armies"].units[0].step == 1
    for name in ("objectives.99.value", "objectives.².value", "weather:x", "setup.0", "title.x"):
        with pytest.raises(LabError):
            with_number(project, None, name, 1)


def test_what_stands_beside_a_change_is_of_the_games_that_were_played_both_ways() -> None:
    """Games of one arm alone would make the columns another difference than the change."""
    before, after = as_it_is()[:20], [replace(game, score=game.score - 2.0) for game in as_it_is()[:8]]
    made = ready(small_arm(SMALL))
    difference = next(comparison_sections(ArmReport(made, before), ArmReport(made, after)))
    (_, wins, score) = ((), *difference.tables[0].rows)
    of_pairs = sum(game.score for game in before[:8]) / 8
    assert score[1:3] == (fixed(of_pairs, 2), fixed(of_pairs - 2.0, 2))
    assert score[3] == "-2.00 (-2.00 to -2.00)"
    assert wins[1] == wins[2], "who won is the same"


def test_a_sweep_tells_of_each_value_the_seeds_that_were_played_at_all_of_them() -> None:
    """Twenty games at the value that it has anyway say nothing beside four at each other."""
    made = ready(small_arm(SMALL))
    part = sweep_section((1, 2), (ArmReport(made, as_it_is()[:20]), ArmReport(made, as_it_is()[:4])), "Points")
    assert [row[:2] for row in part.tables[0].rows] == [("1", "4"), ("2", "4")]
    assert part.tables[0].rows[0][2] == part.tables[0].rows[1][2]


def test_two_players_are_told_apart_by_their_names() -> None:
    project = small_ford(SMALL)
    arms = [arm_of(project, None, players, name="whatever") for players in (("random",), ("random", "idle"))]
    shelf = played(*arms, games=2)
    first, second = (ArmReport(ready(arm), shelf.results(arm.id)) for arm in arms)
    (difference, *_) = comparison_sections(first, second)
    assert difference.tables[0].head[1:3] == ("Red: Random, Blue: Random", "Red: Random, Blue: Idle")
