"""Games at random, and what they tell of a scenario."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.definitions.folders import save_folder
from engine.players.smoke import SmokeGame, SmokeReport, main, smoke
from engine.rulesets.assembly import assemble
from engine.rulesets.library import find_bundled


def test_games_tell_who_moved_where_and_how_they_ended() -> None:
    game = assemble(find_bundled("ford").load())
    played = list(smoke(game, 3, seed=1))
    assert [each.seed for each in played] == [1, 2, 3]
    assert all(each.outcome and not each.fault for each in played)
    setup = game.new(1).state
    for each in played:
        assert each.moved
        assert each.moved <= {str(unit) for unit in setup.units}
        assert all(game.board.find(key) is not None for key in each.entered)
        assert SmokeGame.from_json(json.loads(json.dumps(each.as_json()))) == each


def test_a_game_that_is_cut_short_has_no_end() -> None:
    report = SmokeReport()
    for each in smoke(assemble(find_bundled("ford").load()), 2, seed=1, most=3):
        report.add(each)
    assert (len(report.endless), report.outcomes.total(), report.mean_actions) == (2, 0, 3.0)


def test_faults_and_ends_are_counted_apart() -> None:
    report = SmokeReport()
    report.add(SmokeGame(1, 4, 100, outcome="red: decisive", moved=frozenset({"a"})))
    report.add(SmokeGame(2, 2, 50, fault="GameFault: dead end", moved=frozenset({"b"})))
    assert (report.games, report.mean_turn, report.mean_actions) == (2, 3.0, 75.0)
    assert [each.seed for each in report.faults] == [2]
    assert report.moved == {"a", "b"}
    report.add(SmokeGame(3, 4, 9, outcome="draw: draw"))
    assert report.winners == {"red": 1}
    assert not report.endless


def test_players_who_play_to_win_can_be_asked_for() -> None:
    game = assemble(find_bundled("ford").load())
    idle, random = (next(iter(smoke(game, 1, seed=1, player=player))) for player in ("idle", "random"))
    assert not idle.moved
    assert random.moved


def test_the_process_tells_a_game_a_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    save_folder(find_bundled("ford").load(), tmp_path)
    assert main([str(tmp_path), "ford", "--games", "2", "--seed", "5"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [SmokeGame.from_json(json.loads(line)).seed for line in lines] == [5, 6]
