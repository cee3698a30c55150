"""What every test stands on: no screen, the toy games registered, and the account of cases entered.

The variables are set before anything of the engine is imported, because that is when they are read.
"""

from __future__ import annotations

import gc
import os
import shutil
import sys
import tempfile

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("REDOUBT_GAMES", "tests.helpers.toys")
os.environ["REDOUBT_STATE"] = tempfile.mkdtemp(prefix="redoubt-tests-")  # one may sweep away what it finds there
os.environ.setdefault("REDOUBT_RECORD_CASES", "1")

from collections.abc import Callable, Generator
from time import process_time
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication, QColorDialog, QFileDialog, QInputDialog, QMessageBox, QWidget
from pytestqt.qtbot import QtBot

from app.application import load_fonts
from engine.core.cases import entered_cases, forget_entered
from engine.storage.store import Store
from tests.helpers.cpu_budget import BudgetOfGames, cost_of_game
from tests.helpers.worker_memory import WorkerMemory

settings.register_profile("redoubt", deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True)
settings.load_profile("redoubt")


PATIENCE = 300_000
"""Milliseconds: what is waited for has gone wrong by then, however busy the machine is."""


class PatientBot(QtBot):
    """Waits for what must come, not for how long it takes."""

    def waitUntil(self, callback: Any, **options: Any) -> None:
        super().waitUntil(callback, **{"timeout": PATIENCE, **options})

    def waitSignal(self, signal: Any, **options: Any) -> Any:
        return super().waitSignal(signal, **{"timeout": PATIENCE, **options})

    def waitExposed(self, widget: QWidget, **options: Any) -> Any:
        return super().waitExposed(widget, **{"timeout": PATIENCE, **options})

    def waitActive(self, widget: QWidget, **options: Any) -> Any:
        return super().waitActive(widget, **{"timeout": PATIENCE, **options})


@pytest.fixture(scope="session")
def qapp(qapp: QApplication) -> QApplication:
    """The bundled font is there whichever test comes first: what is painted must not hang on their order."""
    load_fonts()
    return qapp


@pytest.fixture
def qtbot(qapp: QApplication, request: pytest.FixtureRequest) -> QtBot:
    return PatientBot(request)


MEMORY = WorkerMemory()

QUESTIONS = (
    (QMessageBox, ("question", "information", "warning", "critical", "about", "exec")),
    (QFileDialog, ("getOpenFileName", "getOpenFileNames", "getSaveFileName", "getExistingDirectory", "exec")),
    (QInputDialog, ("getText", "getMultiLineText", "getItem", "getInt", "getDouble", "exec")),
    (QColorDialog, ("getColor",)),
)
"""What waits for a person, and would wait for ever."""


@pytest.fixture(autouse=True)
def nobody_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    """A question that a test does not answer fails it, instead of standing there until somebody ends the run."""

    def unanswered(kind: type, name: str) -> Callable[..., None]:
        def ask(*words: object, **_options: object) -> None:
            said = " / ".join(each for each in words if isinstance(each, str))
            pytest.fail(f"{kind.__name__}.{name} asked what this test does not answer: {said}")

        return ask

    for kind, names in QUESTIONS:
        for name in names:
            monkeypatch.setattr(kind, name, unanswered(kind, name))


@pytest.fixture(autouse=True)
def nobody_waits_for_the_disk(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only a power cut loses what the disk has not got yet, and no test cuts the power.

    Whoever measures or asks for `the_disk` waits as the program does.
    """
    if request.node.get_closest_marker("bench") is None and "the_disk" not in request.fixturenames:
        monkeypatch.setattr(Store, "synchronous", "OFF")
        monkeypatch.setattr(os, "fsync", lambda _: None)


@pytest.fixture
def the_disk() -> None:
    """What is written is waited for."""


_SETTING_UP = pytest.StashKey[float]()


def claimed_cases(item: pytest.Item) -> list[str]:
    """The cases a test is marked with; an exception, written 7.15.4/a, is carried out by its case."""
    return [case.partition("/")[0] for mark in item.iter_markers("rule") for case in mark.args]


def has_windows(item: pytest.Item) -> bool:
    """Whether a test works with Qt's application."""
    return "qapp" in getattr(item, "fixturenames", ())


def tell_painting_errors_again() -> None:
    """The program tells what goes wrong in a line that paints once; each test is to fail of it."""
    guard = sys.modules.get("editor.canvas.paint_guard")
    if guard is not None:
        guard.forget_told()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> Generator[None]:
    forget_entered()
    tell_painting_errors_again()
    start = process_time()
    try:
        return (yield)
    finally:
        item.stash[_SETTING_UP] = process_time() - start


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None]:
    """A test that claims a case and never enters its function proves nothing about it."""
    start = process_time()
    try:
        result = yield
    finally:
        item.user_properties += cost_of_game(item, item.stash[_SETTING_UP] + process_time() - start)
    missed = sorted(set(claimed_cases(item)) - entered_cases())
    if missed:
        pytest.fail(f"marked with {', '.join(missed)} but never entered the function of that case")
    return result


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_teardown(item: pytest.Item) -> Generator[None]:
    """What a test with windows closed is gone before the next: outside of an event loop, nobody deletes for Qt."""
    try:
        return (yield)
    finally:
        if has_windows(item):
            for left in closed_windows():
                left.deleteLater()
            QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def closed_windows() -> list[QWidget]:
    """Windows of the program that a test closed and did not delete.

    No collector frees them: Qt holds what their signals are connected to, and that leads back to the window. The
    program ends with its last window, and deletes one that it makes anew.
    """
    known = sys.modules.get("app.window")
    windows = QApplication.topLevelWidgets() if known is not None else []
    return [each for each in windows if known is not None and isinstance(each, known.MainWindow) and each.isHidden()]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None]:
    """The collector rests while there are windows, as in the program, and comes as soon as they are closed.

    On a thread beside the window it would free what is the window's. Between two tests it hardly ever comes by itself,
    and each window that was closed would stay, with its map and its pictures.
    """
    if not has_windows(item):
        return (yield)
    gc.disable()
    try:
        return (yield)
    finally:
        gc.collect(0)  # what one test made is all young
        MEMORY.settle()
        gc.enable()


def pytest_collection_finish() -> None:
    """Modules and tests stay to the end: the collector need not look through them again and again."""
    gc.collect()
    gc.freeze()


def pytest_unconfigure() -> None:
    shutil.rmtree(os.environ["REDOUBT_STATE"], ignore_errors=True)


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(BudgetOfGames())
