"""Dialogs that ask for a few values: labelled fields, a line for what is wrong, and a button that says what it does.

What cannot be done is said in the dialog, which stays open so that it can be mended there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PySide6.QtCore import Qt
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLabel,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from editor.model.language import catalogue
from editor.model.refusal import CannotEdit


class FormDialog(QDialog):
    """A form; `act` is called when it is accepted, and may refuse."""

    def __init__(self, title: str, note: str, button: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setMinimumWidth(420)
        self._act: Callable[[], object] = lambda: None
        self.form = QFormLayout()
        self.form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        self.problem = QLabel()
        self.problem.setWordWrap(True)
        self.problem.setForegroundRole(QPalette.ColorRole.Link)
        self.problem.hide()
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.go = buttons.addButton(button, QDialogButtonBox.ButtonRole.AcceptRole)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        words = QLabel(note)
        words.setWordWrap(True)
        words.setVisible(bool(note))
        self.column = QVBoxLayout(self)
        self.column.addWidget(words)
        self.column.addLayout(self.form)
        self.column.addStretch(1)
        self.column.addWidget(self.problem)
        self.column.addWidget(buttons)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)

    def row(self, label: str, field: QWidget, tip: str) -> None:
        """Add a field."""
        field.setToolTip(tip)
        field.setAccessibleName(label.replace("&", ""))
        self.form.addRow(label, field)

    def when_accepted(self, act: Callable[[], object]) -> None:
        """What the button does; a `CannotEdit` that it raises keeps the dialog open."""
        self._act = act

    def accept(self) -> None:
        try:
            self._act()
        except CannotEdit as bad:
            self.say(catalogue().text(bad.message))
            return
        super().accept()

    def say(self, problem: str) -> None:
        """Say what is wrong, or that nothing is."""
        self.problem.setText(problem)
        self.problem.setVisible(bool(problem))


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
