"""What dialogs that ask for a few values have in common: labelled fields, a line for what is wrong, a button that acts.

What cannot be done is said in the dialog, which stays open so that it can be mended there.
"""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFormLayout, QLabel, QVBoxLayout, QWidget

from editor.refusal import CannotEdit
from engine.narration.language import catalogue


class FieldsDialog(QDialog):
    """Fields in a form; accepting it acts, which may be refused."""

    def __init__(self, button: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
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
        self.column = QVBoxLayout(self)
        self.column.addLayout(self.form)
        self.column.addWidget(self.problem)
        self.column.addWidget(buttons)

    def row(self, label: str, field: QWidget, tip: str, *, at: int = -1) -> None:
        """Add a field, in a row of its own or at the end."""
        field.setToolTip(tip)
        field.setAccessibleName(label.replace("&", ""))
        self.form.insertRow(at, label, field)

    def act(self) -> None:
        """What the button does; may raise CannotEdit."""

    def accept(self) -> None:
        try:
            self.act()
        except CannotEdit as bad:
            self.show_problem(catalogue().text(bad.message))
            return
        super().accept()

    def show_problem(self, words: str) -> None:
        """Say what is wrong, or nothing."""
        self.problem.setText(words)
        self.problem.setVisible(bool(words))
        if self.isVisible() and words:
            make_room(self)


def make_room(dialog: QDialog) -> None:
    """Grow by what is said now: fields and notes that wrap would lose lines to it."""
    layout = dialog.layout()
    if layout is None:
        return
    layout.activate()
    needed = layout.totalMinimumHeightForWidth(dialog.width())
    if needed > dialog.height():
        dialog.resize(dialog.width(), needed)
