"""A file full of markup: whatever shows its words shows them as they are, and nothing it names is opened.

Every page of the window is walked through, and every label, tooltip and item that has such words is looked at.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QModelIndex, QPoint, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QInputDialog,
    QLabel,
    QMessageBox,
    QProgressDialog,
    QTextEdit,
    QToolTip,
    QWidget,
)
from pytestqt.qtbot import QtBot

from app.application import application
from app.cli.targets import read_project
from app.files.leave_dialog import LeavingBox
from app.modes import Mode
from app.window import MainWindow
from engine.players.player import Budget
from engine.players.random_player import RandomPlayer
from engine.storage.contents import Contents
from engine.storage.store import Store
from tests.helpers.bait import Bait
from tests.helpers.hostile import baited_contents, with_bait

MARK = "<img src="
RICH = Qt.TextFormat.RichText


@pytest.fixture
def bait(tmp_path: Path) -> Iterator[Bait]:
    with Bait(tmp_path / "bait.png") as made:
        yield made


@pytest.fixture
def baited(tmp_path: Path, bait: Bait) -> Path:
    path = tmp_path / "baited.redoubt"
    Store.create(path, baited_contents(str(bait.path)), name=f"{MARK}{bait.path}>").close()
    return path


def labels_that_guess() -> list[str]:
    """Labels on the screen that Qt would take for markup, or that are markup with the words of the file in it."""
    labels = [widget for widget in QApplication.allWidgets() if isinstance(widget, QLabel) and widget.isVisible()]
    guessing = [label.text() for label in labels if label.textFormat() == Qt.TextFormat.AutoText]
    return guessing + [label.text() for label in labels if label.textFormat() == RICH and MARK in label.text()]


def pages_with_markup() -> list[str]:
    """Documents in which the words of the file have become a picture."""
    views = [widget for widget in QApplication.allWidgets() if isinstance(widget, QTextEdit)]
    return [view.toHtml() for view in views if MARK in view.toHtml() and "bait" in view.toHtml()]


def tips(window: QWidget) -> set[str]:
    """Every tooltip there is: of widgets, of entries, of rows and of columns."""
    found = {widget.toolTip() for widget in window.findChildren(QWidget)}
    found |= {action.toolTip() for action in window.findChildren(QAction)}
    for view in window.findChildren(QAbstractItemView):
        model = view.model()
        for row in range(min(model.rowCount(QModelIndex()), 50)):
            for column in (column for column in range(12) if model.hasIndex(row, column)):
                found.add(str(model.index(row, column).data(Qt.ItemDataRole.ToolTipRole) or ""))
    return found - {""}


def look(window: MainWindow, bait: Bait) -> set[str]:
    QApplication.processEvents()
    window.grab()
    assert not labels_that_guess()
    assert not pages_with_markup()
    assert not bait.was_taken()
    return tips(window)


def test_every_page_shows_the_words_of_a_file_as_they_are(window: MainWindow, baited: Path, bait: Bait) -> None:
    assert window.open(str(baited))
    bait.was_taken()
    seen = look(window, bait)
    for mode in (Mode.EDIT, Mode.DESIGN):
        window.set_mode(mode)
        for dock in window.docks.docks.values():
            dock.show()
            dock.raise_()
            QApplication.processEvents()
        seen |= look(window, bait)
    assert any(MARK in tip for tip in seen), "the tooltips speak of what is in the file"
    for tip in seen:
        QToolTip.showText(QPoint(10, 10), tip, window)
        QApplication.processEvents()
        assert not labels_that_guess()
    assert not bait.was_taken()


def test_a_game_shows_them_as_they_are_too(window: MainWindow, tmp_path: Path, bait: Bait) -> None:
    """Prompts, log, stacks, cards and odds of a game whose sides, units and places are called so."""
    path = tmp_path / "game.redoubt"
    Store.create(path, with_bait(Contents.of_project(read_project("ford")), str(bait.path))).close()
    assert window.open(str(path))
    window.set_mode(Mode.PLAY)
    table, bot = window.play.table, RandomPlayer(1)
    assert table is not None
    for dock in window.docks.docks.values():
        dock.show()
    bait.was_taken()
    for _ in range(25):
        if table.awaited is not None:
            window.play.desk.take_seat()
        window.play.desk.submit(bot.choose(table.game, table.view, table.menu, Budget()).action)
    seen = look(window, bait)
    assert any(MARK in tip for tip in seen)


def test_boxes_and_dialogs_show_them_too(qtbot: QtBot, window: MainWindow, baited: Path, bait: Bait) -> None:
    assert window.open(str(baited))
    words = f'{MARK}"{bait.path}"><b>x</b>'
    progress = QProgressDialog(words, words, 0, 2)
    asked = QInputDialog()
    asked.setLabelText(words)
    made: list[QWidget] = [
        QMessageBox(QMessageBox.Icon.Warning, words, words),
        LeavingBox(words, baited, window),
        progress,
        asked,
    ]
    made[0].setInformativeText(words)  # type: ignore[attr-defined]
    for box in made:
        qtbot.addWidget(box)
        box.show()
        box.grab()
        QApplication.processEvents()
        assert not labels_that_guess(), type(box).__name__
    assert not bait.was_taken()


def test_a_label_that_says_it_is_markup_stays_markup(qtbot: QtBot) -> None:
    application()
    label = QLabel("<b>ours</b>")
    label.setTextFormat(RICH)
    qtbot.addWidget(label)
    label.show()
    assert label.textFormat() == RICH
