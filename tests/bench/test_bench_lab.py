"""What the lab makes: two processes against one, and games an hour of each introduction, printed.

Games an hour are those of the machine it runs on and are printed; asserted is the ratio of two processes to one, in
runs of the same games one right after the other. It wants two cores that nobody else uses.
"""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from pathlib import Path
from time import perf_counter, process_time

import pytest

from engine.lab.arms import Arm, arm_of
from engine.lab.crews import Job, OwnProcesses
from engine.lab.playing import play_game, ready
from engine.lab.report_sections import ArmReport, sections
from engine.rulesets.library import find_bundled
from engine.storage.playtests import PlaytestFile

pytestmark = pytest.mark.bench

QUICKEST = "pulkovo-heights"
INTRODUCTIONS = ("pulkovo-heights", "typhoon", "summer-1941", "kharkov-1943", "france-1940")
GAMES = 24
LEAST_GAIN = 1.7


def seconds(arm: Arm, workers: int) -> float:
    """What so many games take once the processes are up and have read the scenario."""
    began = None
    jobs = [Job(arm, seed) for seed in range(1, GAMES + workers + 1)]
    for ended, _ in enumerate(OwnProcesses(workers).play(jobs), start=1):
        if ended == workers:
            began = perf_counter()
    assert began is not None
    return perf_counter() - began


def test_two_processes_make_nearly_twice_as_many_games() -> None:
    arm = arm_of(find_bundled(QUICKEST).load(), None, ("greedy",))
    one, two = seconds(arm, 1), seconds(arm, 2)
    print(f"\n{QUICKEST}, greedy: {3600 * GAMES / one:.0f} games an hour with one process, "
          f"{3600 * GAMES / two:.0f} with two, {one / two:.2f} times")  # fmt: skip
    assert one / two >= LEAST_GAIN


@pytest.mark.parametrize("name", INTRODUCTIONS)
@pytest.mark.parametrize("player", ["greedy", "planner"])
def test_games_an_hour_of_each_introduction(name: str, player: str) -> None:
    arm = arm_of(find_bundled(name).load(), None, (player,))
    played = [play_game(arm, seed) for seed in (1, 2)]
    taken = min(game.seconds for game in played)
    print(f"\n{name}, {player}: {taken:.1f} s a game, {2 * 3600 / taken:.0f} an hour on two cores")
    assert not any(game.fault for game in played)


def test_ten_thousand_games_are_opened_and_reported(tmp_path: Path) -> None:
    """Of a real scenario; a handful of games stand for all, under as many seeds. A hundred are the yardstick."""
    arm = arm_of(find_bundled("typhoon").load(), None, ("random",))
    few = [play_game(arm, seed) for seed in range(1, 9)]
    made = ready(arm)
    taken = {}
    for games in (100, 10_000):
        path = tmp_path / f"{games}.playtest"
        with closing(PlaytestFile(path)) as file:
            file.keep(arm, [replace(few[seed % len(few)], seed=seed) for seed in range(1, games + 1)])
        with closing(PlaytestFile(path)) as file:
            began = process_time()
            report = ArmReport(made, file.results(arm.id))
            assert len(list(sections(report))) > 5
            taken[games] = process_time() - began
    print(f"\nopening and reporting 100 games {taken[100]:.2f} s, 10,000 games {taken[10_000]:.2f} s of the processor")
    assert taken[10_000] < 100 * taken[100]
