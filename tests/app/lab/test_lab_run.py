"""A run beside the window: what it says last is what is known, whoever ends it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from threading import Event

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.lab.lab_run import LabRun
from engine.core.messages import message
from engine.lab.arms import Arm, LabError
from engine.lab.crews import Job, OwnProcess, always
from engine.lab.experiments import Experiment, Progress
from engine.lab.results import GameResult
from engine.lab.shelves import MemoryShelf
from tests.engine.lab.quick import ford_arm

GAMES = 4


class Few(OwnProcess):
    """Plays some of the games, and then waits to be stopped or fails."""

    def __init__(self, few: int, trouble: LabError | None = None) -> None:
        self.few, self.trouble = few, trouble
        self.played = Event()

    def play(self, jobs: Sequence[Job], is_wanted: Callable[[], bool] = always) -> Iterator[tuple[Job, GameResult]]:
        yield from super().play(jobs[: self.few])
        self.played.set()
        if self.trouble is not None:
            raise self.trouble
        while is_wanted():
            Event().wait(0.01)


class Full(MemoryShelf):
    """A shelf that has no room for games."""

    def keep(self, arm: Arm, results: object) -> None:
        if results:
            raise LabError(message("lab.too-large"))


@pytest.fixture
def lab_run(qtbot: QtBot) -> Iterator[LabRun]:
    found = LabRun()
    yield found
    found.stop()


def experiment() -> Experiment:
    return Experiment((ford_arm(),), GAMES)


def test_what_is_said_last_of_a_run_that_is_stopped_is_how_far_it_came(lab_run: LabRun) -> None:
    crew, told = Few(3), list[Progress]()
    lab_run.told.connect(told.append)
    lab_run.ended.connect(lambda: told.append(told[-1]))
    lab_run.begin(experiment(), MemoryShelf(), crew)
    assert crew.played.wait(30)
    lab_run.stop()
    assert told[-1].done == 3
    known = len(told)
    QApplication.processEvents()
    assert len(told) == known, "nothing of it is heard after its end"


def test_a_run_that_fails_as_it_is_stopped_still_says_so(lab_run: LabRun) -> None:
    crew = Few(0, LabError(message("lab.no-process")))
    lab_run.begin(experiment(), MemoryShelf(), crew)
    assert crew.played.wait(30)
    lab_run.stop()
    assert lab_run.trouble == message("lab.no-process")


def test_games_that_could_not_be_put_by_when_it_was_stopped_are_told_of(lab_run: LabRun) -> None:
    crew = Few(1)
    lab_run.begin(experiment(), Full(), crew)
    assert crew.played.wait(30)
    lab_run.stop()
    assert lab_run.trouble == message("lab.too-large")


def test_the_trouble_of_a_run_is_not_that_of_the_next(lab_run: LabRun, qtbot: QtBot) -> None:
    crew = Few(0, LabError(message("lab.no-process")))
    lab_run.begin(experiment(), MemoryShelf(), crew)
    assert crew.played.wait(30)
    lab_run.begin(experiment(), MemoryShelf(), OwnProcess())
    qtbot.waitUntil(lambda: not lab_run.is_running)
    assert lab_run.trouble is None
