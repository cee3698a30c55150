"""Dialogs of the window that ask for a few values, and the fields that they are made of."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PySide6.QtWidgets import QComboBox, QFormLayout, QLabel, QSpinBox, QWidget

from editor.panels.fields_dialog import FieldsDialog


class FormDialog(FieldsDialog):
    """A form with a note above it; `act` is called when it is accepted, and may refuse."""

    def __init__(self, title: str, note: str, button: str, parent: QWidget | None = None) -> None:
        super().__init__(button, parent)
        self.setWindowTitle(title)
        self.setMinimumWidth(420)
        self._act: Callable[[], object] = lambda: None
        words = QLabel(note)
        words.setWordWrap(True)
        words.setVisible(bool(note))
        self.column.insertWidget(0, words)
        self.column.insertStretch(2, 1)

    def when_accepted(self, act: Callable[[], object]) -> None:
        """What the button does; a `CannotEdit` that it raises keeps the dialog open."""
        self._act = act

    def act(self) -> None:
        self._act()

    def say(self, problem: str) -> None:
        """Say what is wrong, or that nothing is."""
        self.show_problem(problem)


def number(least: int, most: int, value: int) -> QSpinBox:
    """A field for a whole number."""
    field = QSpinBox()
    field.setRange(least, most)
    field.setValue(value)
    field.setAccelerated(True)
    return field


def choice(options: Iterable[tuple[str, object]], current: object = None) -> QComboBox:
    """A field for one of several; each is a text and a value."""
    field = QComboBox()
    for text, value in options:
        field.addItem(text, value)
    index = field.findData(current)
    field.setCurrentIndex(max(0, index))
    return field


def align_labels(*forms: QFormLayout) -> None:
    """Let the fields of several forms, one below the other, begin in one line."""
    role = QFormLayout.ItemRole.LabelRole
    items = [form.itemAt(row, role) for form in forms for row in range(form.rowCount())]
    labels = [label for item in items if item is not None and (label := item.widget()) is not None]
    widest = max((label.sizeHint().width() for label in labels), default=0)
    for label in labels:
        label.setMinimumWidth(widest)
