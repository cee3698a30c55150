"""Who plays does not matter: one process, two, a cluster, and one whose workers die give the same, byte for byte."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from importlib import import_module
from itertools import pairwise

import pytest

from engine.lab.arms import LabError
from engine.lab.cluster import Cluster
from engine.lab.crews import KILLED, MOST_DEATHS, Job, OwnProcess, OwnProcesses
from engine.lab.experiments import Experiment, run
from engine.lab.playing import MOST_READY
from engine.lab.results import GameResult
from engine.lab.shelves import MemoryShelf, ResultShelf
from engine.lab.worker import _sendable, play_packed
from tests.engine.lab.quick import cabinet_arm, ford_arm, ford_games, played

GAMES = 6
PLAYED = play_packed.__name__
"""What the cluster calls a game, in the names of its results."""


def canonical(shelf: ResultShelf, games: int = GAMES) -> list[bytes]:
    return [game.canonical() for game in shelf.results(ford_arm().id, range(1, games + 1))]


@pytest.fixture(scope="module")
def expected() -> list[bytes]:
    return [game.canonical() for game in ford_games()[:GAMES]]


def test_a_process_of_its_own_plays_the_same_games(expected: list[bytes]) -> None:
    shelf = MemoryShelf()
    told = list(run(Experiment((ford_arm(),), GAMES), shelf, OwnProcesses(1)))
    assert canonical(shelf) == expected
    assert (told[-1].done, told[-1].wanted) == (GAMES, GAMES)
    assert told[-1].an_hour > 0
    assert told[-1].seconds_left == 0


def test_two_processes_play_the_same_games_and_one_that_is_killed_loses_none(expected: list[bytes]) -> None:
    shelf, crew = MemoryShelf(), OwnProcesses(2)
    killed = set()
    for progress in run(Experiment((ford_arm(),), GAMES), shelf, crew):
        if progress.new == 2 and progress.new not in killed:
            killed.add(progress.new)
            os.kill(crew.processes[0], signal.SIGKILL)
    assert killed == {2}
    assert canonical(shelf) == expected


def test_a_game_that_kills_its_process_each_time_is_given_up() -> None:
    crew = OwnProcesses(1)
    jobs = [Job(ford_arm(), 1)]
    found: list[GameResult] = []
    deaths = 0

    def is_wanted() -> bool:
        nonlocal deaths
        for worker in crew._crew:
            if worker.job is not None and deaths < MOST_DEATHS:
                deaths += 1
                worker.process.kill()
                worker.process.join()
        return True

    found = [result for _, result in crew.play(jobs, is_wanted)]
    assert [game.fault for game in found] == [KILLED]


def test_an_experiment_that_was_stopped_goes_on_where_it_was(expected: list[bytes]) -> None:
    shelf = MemoryShelf()
    asked: list[int] = []

    class Counting(OwnProcess):
        def play(self, jobs: Sequence[Job], is_wanted: object = None) -> Iterator[tuple[Job, GameResult]]:
            asked.append(len(jobs))
            return super().play(jobs)

    running = run(Experiment((ford_arm(),), GAMES), shelf, Counting())
    for progress in running:
        if progress.new == 3:
            break
    running.close()
    assert len(shelf.seeds(ford_arm().id)) == 3
    list(run(Experiment((ford_arm(),), GAMES), shelf, Counting()))
    assert asked == [GAMES, GAMES - 3]
    assert canonical(shelf) == expected
    list(run(Experiment((ford_arm(),), GAMES + 2), shelf, Counting()))
    assert asked[-1] == 2, "a larger experiment plays only what is new"


def test_arms_go_seed_by_seed_and_many_of_them_several_seeds_at_a_time() -> None:
    def order(count: int) -> list[tuple[int, int]]:
        arms = tuple(replace(ford_arm(), most_actions=100 + number) for number in range(count))
        jobs = Experiment(arms, 25).jobs(MemoryShelf())
        assert len({(job.arm.id, job.seed) for job in jobs}) == len(jobs) == 25 * count
        return [(job.arm.most_actions - 100, job.seed) for job in jobs]

    assert order(2)[:4] == [(0, 1), (1, 1), (0, 2), (1, 2)]
    many = order(MOST_READY + 1)
    changes = sum(one[0] != other[0] for one, other in pairwise(many))
    assert changes < len(many) / 5, "a process that keeps a few scenarios at hand reads them anew now and then only"


def test_one_that_is_called_off_stops_and_leaves_no_process() -> None:
    crew, shelf = OwnProcesses(2), MemoryShelf()
    few = Experiment((ford_arm(),), 10_000)
    progress = list(run(few, shelf, crew, lambda: len(shelf.seeds(ford_arm().id)) < 1))[-1]
    assert 1 <= progress.done < 10_000
    assert len(shelf.seeds(ford_arm().id)) == progress.done
    assert crew.processes == ()


@pytest.mark.filterwarnings("ignore")
def test_a_cluster_of_two_workers_plays_the_same_games_and_one_that_dies_loses_none(
    expected: list[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two arms, told apart; and the worker is killed that keeps a scenario, in the middle of the games.

    Another client of the same cluster is current here: each waits in a loop of its own, the crew never in this one's.
    """
    distributed = import_module("distributed")
    waited, wait = list[object](), distributed.wait
    monkeypatch.setattr(
        distributed, "wait", lambda *args, **named: waited.append(distributed.default_client()) or wait(*args, **named)
    )
    options = {"n_workers": 2, "threads_per_worker": 1, "processes": True, "dashboard_address": None}
    shelf, killed = MemoryShelf(), list[int]()
    with distributed.LocalCluster(**options) as cluster, distributed.Client(cluster) as client:
        experiment = Experiment((ford_arm(), cabinet_arm()), GAMES)
        for progress in run(experiment, shelf, Cluster(cluster.scheduler_address)):
            if progress.new == 1:
                keepers = {keeper for key, places in client.who_has().items() if PLAYED not in key for keeper in places}
                killed += client.run(os.getpid, workers=sorted(keepers)[:1]).values()
                os.kill(killed[0], signal.SIGKILL)
        assert waited
        assert client not in waited
    assert len(killed) == 1
    assert canonical(shelf) == expected
    cards = [game.canonical() for game in shelf.results(cabinet_arm().id, range(1, GAMES + 1))]
    assert cards == [game.canonical() for game in played(cabinet_arm(), games=GAMES).results(cabinet_arm().id)]


def test_what_goes_wrong_in_a_process_is_told_here() -> None:
    with pytest.raises(LabError) as said:
        list(OwnProcesses(1).play([Job(replace(ford_arm(), workings="of another version"), 1)]))
    assert said.value.message.key == "lab.other-workings"


def test_whatever_else_goes_wrong_in_a_process_comes_as_a_sentence_too() -> None:
    said = _sendable(ZeroDivisionError("by nought"))
    assert isinstance(said, LabError)
    assert said.message.args["problem"] == "ZeroDivisionError: by nought"


def test_without_the_library_a_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.lab.cluster._LIBRARY", "no_such_library")
    with pytest.raises(LabError) as said:
        Cluster("tcp://localhost:1")
    assert said.value.message.key == "lab.no-dask"


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "nonsense://x", "tcp://"])
@pytest.mark.filterwarnings("ignore")
def test_an_address_that_does_not_answer_is_told_of(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.lab.cluster._PATIENCE", "200ms")
    with pytest.raises(LabError) as said:
        list(Cluster(address).play([Job(ford_arm(), 1)]))
    assert said.value.message.key == "lab.no-cluster"
    assert said.value.message.args["address"] == address


class _Game:
    """A game of a cluster that has ended."""

    def __init__(self, bad: Exception) -> None:
        self.bad = bad

    def done(self) -> bool:
        return True

    def result(self) -> GameResult:
        raise self.bad


class _Client:
    """What the crew asks of a cluster, of which every game goes wrong in one way."""

    def __init__(self, bad: Exception, *, machines: int = 1) -> None:
        self.bad, self.machines = bad, machines

    def wait_for_workers(self, count: int, timeout: str) -> None:
        if self.machines < count:
            raise TimeoutError(f"Only {self.machines} of {count} workers arrived after {timeout}")

    def nthreads(self) -> dict[str, int]:
        return {"somewhere": self.machines}

    def scatter(self, data: list[object], hash: bool) -> list[object]:
        return data

    def submit(self, *_: object, **__: object) -> _Game:
        return _Game(self.bad)

    def as_current(self) -> AbstractContextManager[None]:
        return nullcontext()

    def cancel(self, games: list[_Game]) -> None:
        """Nothing is under way."""

    def close(self) -> None:
        """Nothing is open."""


def played_by(client: _Client, monkeypatch: pytest.MonkeyPatch) -> list[GameResult]:
    crew = Cluster("tcp://somewhere")
    monkeypatch.setattr(crew._library, "wait", lambda *_, **__: None)
    monkeypatch.setattr(crew, "_client", lambda: client)
    return [result for _, result in crew.play([Job(ford_arm(), 1)])]


@pytest.mark.parametrize(
    ("client", "key"),
    [
        (_Client(ModuleNotFoundError("No module named 'engine'")), "lab.failed"),
        (_Client(OSError("the scheduler is gone")), "lab.no-cluster"),
        (_Client(OSError(), machines=0), "lab.empty-cluster"),
    ],
    ids=["a machine without the program", "a scheduler that went away", "a cluster without machines"],
)
def test_what_goes_wrong_on_a_cluster_is_told_in_a_sentence(
    client: _Client, key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(LabError) as said:
        played_by(client, monkeypatch)
    assert said.value.message.key == key


def test_a_game_that_kills_every_machine_has_the_same_fault_as_here(monkeypatch: pytest.MonkeyPatch) -> None:
    distributed = import_module("distributed")
    (game,) = played_by(_Client(distributed.KilledWorker("play", None, 3)), monkeypatch)
    assert game.fault == KILLED
