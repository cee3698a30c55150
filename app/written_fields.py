"""What somebody is still writing in a field of a panel: it is on the screen, so it is saved and played with the rest.

A field tells of what was written when the keyboard goes elsewhere. Nothing but a field is asked to let go of it: who
works on the map with keys goes on there.
"""

from __future__ import annotations

from PySide6.QtWidgets import (
    QAbstractItemView,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QTextEdit,
    QWidget,
)

_FIELDS = (QLineEdit, QAbstractSpinBox, QComboBox, QTextEdit, QPlainTextEdit)


def settle(window: QWidget) -> None:
    """Have a field of the window tell what was written in it; its writer goes elsewhere."""
    field = _field_of(window)
    if field is not None:
        _leave(field)


def settle_and_stay(window: QWidget) -> None:
    """The same for a writer who stays: where the field was a cell of a table, at that table."""
    field = _field_of(window)
    if field is not None:
        table = _table_of(field)
        _leave(field)
        (table or field).setFocus()


def _leave(field: QWidget) -> None:
    """Take the keyboard from a field, of which it hears nothing as long as it has words dropped down."""
    completer = field.completer() if isinstance(field, QLineEdit | QComboBox) else None
    words = completer.popup() if completer is not None else None
    if words is not None:
        words.hide()
    field.clearFocus()


def _field_of(window: QWidget) -> QWidget | None:
    """The field of a window that has the keyboard."""
    found = QApplication.focusWidget()
    return found if isinstance(found, _FIELDS) and window.isAncestorOf(found) else None


def _table_of(field: QWidget) -> QAbstractItemView | None:
    viewport = field.parentWidget()
    view = viewport.parentWidget() if viewport is not None else None
    return view if isinstance(view, QAbstractItemView) and view.viewport() is viewport else None
