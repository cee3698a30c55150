"""Everything that a window says at one moment: the texts of its widgets, of their rows and entries, and their tips.

What a person writes (the text of a field that can be edited) is not said by the program, and is left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from PySide6.QtCore import QAbstractItemModel, QAbstractListModel, QAbstractTableModel, QModelIndex, Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QComboBox,
    QDockWidget,
    QGroupBox,
    QHeaderView,
    QLabel,
    QLineEdit,
    QMenu,
    QTabBar,
    QTextEdit,
    QWidget,
)

_MARKUP = re.compile(r"<[^>]*>|&[a-z]+;")
_FIELD = re.compile(r"\{[^{}]*\}")
_MOST_ROWS = 400
_HYPHENATED = re.compile(r"(?<![\w./:#@-])[a-z0-9]+(?:[-_][a-z0-9]+)+(?![\w/@-]|\.\w)")
_DOTTED = re.compile(r"(?<![\w./-])[a-z]+(?:-[a-z]+)*(?:\.[a-z0-9]+(?:-[a-z0-9]+)*)+(?![\w/])")


def texts_of(top: QWidget) -> Iterator[tuple[str, str]]:
    """Each text with where it stands, of every widget that can be seen."""
    for widget in (top, *top.findChildren(QWidget)):
        if widget.isVisible():
            where = f"{type(widget).__name__} {widget.objectName()}"
            yield from ((where, _plain(text)) for text in (*_own(widget), widget.toolTip(), widget.windowTitle()))


def shown_everywhere() -> Iterator[tuple[str, str]]:
    """The texts of every window that can be seen, and of the menus of its bar."""
    for top in QApplication.topLevelWidgets():
        if top.isVisible():
            yield from texts_of(top)
            for menu in top.findChildren(QMenu):
                for action in menu.actions():
                    yield f"menu {menu.title()}", _plain(action.text())
                    yield f"menu {menu.title()}", _plain(action.toolTip())


def _own(widget: QWidget) -> Iterator[str]:
    if isinstance(widget, QLabel | QAbstractButton):
        yield widget.text()
    elif isinstance(widget, QLineEdit):
        yield widget.placeholderText()
        if widget.isReadOnly():
            yield widget.text()
    elif isinstance(widget, QTextEdit):
        yield widget.toPlainText() if widget.isReadOnly() else widget.placeholderText()
    elif isinstance(widget, QComboBox):
        yield from (widget.itemText(number) for number in range(widget.count()))
    elif isinstance(widget, QGroupBox):
        yield widget.title()
    elif isinstance(widget, QTabBar):
        yield from (widget.tabText(number) for number in range(widget.count()))
    elif isinstance(widget, QDockWidget):
        yield widget.windowTitle()
    elif isinstance(widget, QAbstractItemView) and not isinstance(widget, QHeaderView) and widget.model() is not None:
        yield from _cells(widget.model(), QModelIndex())
        yield from _headings(widget.model())


def _cells(model: QAbstractItemModel, parent: QModelIndex) -> Iterator[str]:
    for row in range(min(model.rowCount(parent), _MOST_ROWS)):
        for column in range(_columns(model, parent)):
            index = model.index(row, column, parent)
            for role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
                yield str(model.data(index, role) or "")
        if not isinstance(model, QAbstractListModel | QAbstractTableModel):
            yield from _cells(model, model.index(row, 0, parent))


def _columns(model: QAbstractItemModel, parent: QModelIndex) -> int:
    return 1 if isinstance(model, QAbstractListModel) else model.columnCount(parent)


def _headings(model: QAbstractItemModel) -> Iterator[str]:
    for number in range(_columns(model, QModelIndex())):
        yield str(model.headerData(number, Qt.Orientation.Horizontal, Qt.ItemDataRole.DisplayRole) or "")
    for number in range(min(model.rowCount(QModelIndex()), _MOST_ROWS)):
        yield str(model.headerData(number, Qt.Orientation.Vertical, Qt.ItemDataRole.DisplayRole) or "")


def _plain(text: str) -> str:
    return _MARKUP.sub(" ", text)


def without_fields(template: str) -> str:
    """A template without the places where something is put in."""
    return _FIELD.sub(" ", template)


def ids_in(text: str, ids: Iterable[str]) -> set[str]:
    """What looks like an id and is one, or has the form that only ids have: underscores, or the dots of a key."""
    known = frozenset(ids)
    found = {each for each in _HYPHENATED.findall(text) if each in known or "_" in each}
    return found | {each for each in _DOTTED.findall(text) if each in known}
