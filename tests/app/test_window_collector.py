"""Python's collector comes only on the thread of the window, where Qt's objects may be freed."""

from __future__ import annotations

import gc
import threading
from collections.abc import Iterator
from unittest.mock import Mock

import pytest
from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtWidgets import QApplication

from app import start
from app.window_collector import WindowCollector
from editor.documents.background import Background, Ticket
from engine.storage.collector import collector_at_rest


@pytest.fixture
def collector(qapp: QApplication) -> Iterator[WindowCollector]:
    gc.collect()
    made = WindowCollector()
    made.install()
    yield made
    made.remove()


def leave_a_timer(freed: list[threading.Thread]) -> None:
    """Rubbish that only the collector finds, with something in it that belongs to the window's thread."""
    ring: list[object] = [QTimer()]
    ring.append(ring)
    timer = ring[0]
    assert isinstance(timer, QTimer)
    timer.destroyed.connect(lambda: freed.append(threading.current_thread()), Qt.ConnectionType.DirectConnection)


def make_many_values(kept: list[list[object]]) -> None:
    """As any work does: enough for the collector to come several times."""
    for _ in range(20_000):
        kept.append([])


def test_work_beside_the_window_frees_nothing_of_it(collector: WindowCollector) -> None:
    freed: list[threading.Thread] = []
    leave_a_timer(freed)
    kept: list[list[object]] = []
    beside = threading.Thread(target=make_many_values, args=(kept,))
    beside.start()
    beside.join()
    assert freed == []
    assert collector.look()
    assert freed == [threading.main_thread()]


def test_the_program_starts_with_it(qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[bool] = []
    silent = Mock()
    for name in ("Program", "UnseenErrors", "sweep", "take_first_size", "keep_to_screen"):
        monkeypatch.setattr(start, name, silent)
    monkeypatch.setattr(QApplication, "exec", lambda *_: seen.append(gc.isenabled()))
    gc.enable()
    start.start(language="en")
    (installed,) = qapp.findChildren(WindowCollector)
    installed.remove()
    installed.deleteLater()
    assert seen == [False]
    assert gc.isenabled()


def test_the_collector_rests_while_somebody_makes_what_stays(collector: WindowCollector) -> None:
    kept: list[list[object]] = []
    with collector_at_rest():
        with collector_at_rest():
            make_many_values(kept)
        assert collector.look() == 0
    assert not gc.isenabled(), "it does not come by itself afterwards"
    assert collector.look()
    assert collector.look() == 0, "nothing new was made"


def test_the_collector_comes_by_itself_again_when_the_last_who_rests_is_done() -> None:
    with collector_at_rest():
        with collector_at_rest():
            assert not gc.isenabled()
        assert not gc.isenabled()
    assert gc.isenabled()


def test_a_thread_keeps_nothing_of_what_it_did(qapp: QApplication) -> None:
    """What goes with a piece of work goes when it was told, on the thread of the window."""
    background, freed, told = Background("beside"), list[threading.Thread](), list[int]()
    owner = QObject()
    owner.destroyed.connect(lambda: freed.append(threading.current_thread()), Qt.ConnectionType.DirectConnection)

    def work(_: Ticket, held: QObject = owner) -> int:
        return len(held.objectName())

    background.run(work, told.append, lambda _: None)
    del work, owner
    while not background.is_idle:
        qapp.processEvents()
    background.close()
    assert told == [0]
    assert freed == [threading.main_thread()]
