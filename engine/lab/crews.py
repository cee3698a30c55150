"""Who plays the games of an experiment: this very process, processes of this machine, or, in `cluster.py`, others.

Each crew takes jobs and hands back games in whatever order they end; what is played does not depend on who plays it.
"""

from __future__ import annotations

import os
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from typing import Any, Protocol

from engine.core.messages import message
from engine.lab.arms import Arm, LabError
from engine.lab.playing import play_game
from engine.lab.results import GameResult, broken
from engine.lab.worker import RECORD_VARIABLE, STARTED, serve

MOST_DEATHS = 3
"""A game in the middle of which so many processes died is given up as one that kills them."""
KILLED = "its process died each time"
"""The fault of such a game."""
_TICK = 0.2
"""Seconds between two looks whether the games are still wanted."""


@dataclass(frozen=True, slots=True)
class Job:
    """One game to be played."""

    arm: Arm
    seed: int


def always() -> bool:
    return True


class Crew(Protocol):
    """Plays jobs."""

    def play(self, jobs: Sequence[Job], is_wanted: Callable[[], bool] = always) -> Iterator[tuple[Job, GameResult]]:
        """Play, and hand back each game as it ends; soon after it is no longer wanted, stop."""


class OwnProcess:
    """Plays here, one game after another: for tests, and where a game takes no time."""

    def play(self, jobs: Sequence[Job], is_wanted: Callable[[], bool] = always) -> Iterator[tuple[Job, GameResult]]:
        for job in jobs:
            if not is_wanted():
                return
            yield job, play_game(job.arm, job.seed)


def cores() -> int:
    """How many processes this machine has room for."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@dataclass(slots=True)
class _Worker:
    """A process, the line to it, and what it is doing."""

    process: Any
    line: Connection
    job: Job | None = None
    is_up: bool = False
    knows: set[str] = field(default_factory=set)

    def give(self, job: Job) -> None:
        self.job = job
        name = job.arm.id
        arm = None if name in self.knows else job.arm.to_json()
        self.knows.add(name)
        with suppress(OSError):
            self.line.send((name, arm, job.seed))

    def end(self) -> None:
        self.line.close()
        self.process.terminate()
        self.process.join(5)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()
        self.process.close()


class OwnProcesses:
    """Plays in so many processes of this machine. One that dies is replaced, and its game is played again."""

    def __init__(self, count: int | None = None) -> None:
        self.count = count or cores()
        self._crew: list[_Worker] = []

    @property
    def processes(self) -> tuple[int, ...]:
        """The numbers of the processes that play."""
        return tuple(worker.process.pid for worker in self._crew)

    def play(self, jobs: Sequence[Job], is_wanted: Callable[[], bool] = always) -> Iterator[tuple[Job, GameResult]]:
        waiting, deaths = deque(jobs), Counter[tuple[str, int]]()
        try:
            while is_wanted():
                self._hire(waiting)
                busy = [worker for worker in self._crew if worker.job is not None or not worker.is_up]
                if not busy:
                    return
                for line in wait([worker.line for worker in busy], _TICK):
                    worker = next(each for each in busy if each.line is line)
                    done = self._hear(worker, waiting, deaths)
                    if done is not None:
                        yield done
        finally:
            crew, self._crew = self._crew, []
            for worker in crew:
                worker.end()

    def _hire(self, waiting: deque[Job]) -> None:
        """As many processes as there is work for, each with a game in hand."""
        for worker in self._crew:
            if worker.is_up and worker.job is None and waiting:
                worker.give(waiting.popleft())
        starting = sum(not worker.is_up for worker in self._crew)
        while len(self._crew) < self.count and starting < len(waiting):
            self._crew.append(_started())
            starting += 1

    def _hear(
        self, worker: _Worker, waiting: deque[Job], deaths: Counter[tuple[str, int]]
    ) -> tuple[Job, GameResult] | None:
        job = worker.job
        try:
            said = worker.line.recv()
        except (EOFError, OSError):
            self._crew.remove(worker)
            worker.end()
            if job is None:
                deaths["", 0] += 1
                if deaths["", 0] >= MOST_DEATHS:
                    raise LabError(message("lab.no-process")) from None
                return None
            key = (job.arm.id, job.seed)
            deaths[key] += 1
            if deaths[key] >= MOST_DEATHS:
                return job, broken(job.seed, KILLED)
            waiting.appendleft(job)
            return None
        worker.is_up = True
        if said == STARTED:
            return None
        worker.job = None
        if isinstance(said, Exception):
            raise said
        assert job is not None
        assert isinstance(said, GameResult)
        return job, said


def _started() -> _Worker:
    """A new process, which keeps an account of the cases that come up."""
    context = get_context("spawn")
    ours, theirs = context.Pipe()
    before = os.environ.get(RECORD_VARIABLE)
    os.environ[RECORD_VARIABLE] = "1"
    try:
        process = context.Process(target=serve, args=(theirs,), daemon=True, name="redoubt-lab")
        process.start()
    finally:
        if before is None:
            del os.environ[RECORD_VARIABLE]
        else:
            os.environ[RECORD_VARIABLE] = before
    theirs.close()
    return _Worker(process, ours)
