"""Cells with dropped-down words, written by a quick hand."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QStandardItemModel
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QTableView

from editor.model.design.known_words import OfferedWord
from editor.panels.design.word_fields import WordDelegate

WORDS = tuple(OfferedWord(text, text) for text in ("clear", "cloudy", "mud", "snow"))


@pytest.fixture
def table(qapp: QApplication) -> Iterator[QTableView]:
    view = QTableView()
    model = QStandardItemModel(3, 1, view)
    view.setModel(model)
    view.setItemDelegate(WordDelegate(view, lambda _index: WORDS, lambda _index, _text: ""))
    view.resize(400, 300)
    view.show()
    view.activateWindow()
    assert QTest.qWaitForWindowActive(view)
    yield view
    view.close()
    view.deleteLater()


def write(table: QTableView, row: int, text: str) -> QLineEdit:
    """Write into a cell, and let words drop down."""
    index = table.model().index(row, 0)
    table.setCurrentIndex(index)
    table.edit(index)
    line = table.viewport().findChild(QLineEdit)
    assert line is not None
    QTest.keyClicks(line, text)
    return line


def texts(table: QTableView) -> list[str]:
    return [str(table.model().index(row, 0).data() or "") for row in range(table.model().rowCount())]


def popup_of(line: QLineEdit) -> bool:
    completer = line.completer()
    return completer is not None and completer.popup().isVisible()


def test_enter_writes_the_cell_while_words_are_dropped_down(table: QTableView) -> None:
    line = write(table, 0, "clo")
    assert popup_of(line)
    completer = line.completer()
    assert completer is not None
    QTest.keyClick(completer.popup(), Qt.Key.Key_Return)
    QApplication.processEvents()
    assert texts(table)[0] == "clo"
    assert table.viewport().findChild(QLineEdit) is None or not line.isVisible()


@pytest.mark.parametrize("key", [Qt.Key.Key_X, Qt.Key.Key_Down, Qt.Key.Key_Return])
def test_a_key_at_once_after_enter_does_not_get_into_the_cell(table: QTableView, key: Qt.Key) -> None:
    line = write(table, 0, "mud")
    assert popup_of(line)
    completer = line.completer()
    assert completer is not None
    QTest.keyClick(completer.popup(), Qt.Key.Key_Return)
    QTest.keyClick(line, key)
    assert texts(table)[0] == "mud"
    assert not line.isVisible()
    assert table.currentIndex().row() == (1 if key == Qt.Key.Key_Down else 0)
    QApplication.processEvents()
    assert texts(table)[0] == "mud"
