"""An attribute that no palette speaks of, for one thing: what it is called and what it holds."""

from __future__ import annotations

from collections.abc import Collection

from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLineEdit,
    QVBoxLayout,
    QWidget,
)

from editor.model.words import slug
from editor.panels.panel import MARGIN
from engine.definitions.bounds import LONGEST_ID
from engine.definitions.palette import AttributeKind
from engine.definitions.plan import Scalar

_FIRST_VALUES: dict[AttributeKind, Scalar] = {
    AttributeKind.INTEGER: 0,
    AttributeKind.NUMBER: 0.0,
    AttributeKind.TEXT: "",
    AttributeKind.FLAG: True,
}


class AttributeDialog(QDialog):
    """Asks for a name and a kind; the value is set in the inspector."""

    def __init__(self, taken: Collection[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._taken = taken
        self.setWindowTitle(self.tr("New Attribute"))
        self.name = QLineEdit()
        self.name.setMaxLength(LONGEST_ID)
        self.name.setPlaceholderText(self.tr("Such as victory-points"))
        self.kind = QComboBox()
        self.kind.addItem(self.tr("whole number"), AttributeKind.INTEGER.value)
        self.kind.addItem(self.tr("number"), AttributeKind.NUMBER.value)
        self.kind.addItem(self.tr("text"), AttributeKind.TEXT.value)
        self.kind.addItem(self.tr("yes or no"), AttributeKind.FLAG.value)
        form = QFormLayout()
        form.addRow(self.tr("&Name"), self.name)
        form.addRow(self.tr("&Holds"), self.kind)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        self._ok = buttons.button(QDialogButtonBox.StandardButton.Ok)
        column = QVBoxLayout(self)
        column.setContentsMargins(2 * MARGIN, 2 * MARGIN, 2 * MARGIN, 2 * MARGIN)
        column.addLayout(form)
        column.addWidget(buttons)
        self.name.textChanged.connect(self._check)
        self._check()

    def answer(self) -> tuple[str, Scalar]:
        """The name, such as files can hold, and a first value."""
        return slug(self.name.text(), "attribute"), _FIRST_VALUES[AttributeKind(self.kind.currentData())]

    def _check(self) -> None:
        self._ok.setEnabled(bool(self.name.text().strip()) and self.answer()[0] not in self._taken)


def ask_attribute(taken: Collection[str]) -> tuple[str, Scalar] | None:
    """Ask a person; None when they think better of it."""
    dialog = AttributeDialog(taken, QApplication.activeWindow())
    is_answered = dialog.exec() == QDialog.DialogCode.Accepted
    dialog.deleteLater()
    return dialog.answer() if is_answered else None
