"""Going back: the saved states of a file, latest first."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QDateTime, QLocale, Qt, Signal
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from engine.storage.history import Version


class VersionsDialog(QDialog):
    """Lists versions; going back to one can itself be gone back from, if it was saved."""

    chosen = Signal(object)
    """A `Version` to go back to."""

    def __init__(self, versions: Sequence[Version], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Revert to Version"))
        self.resize(460, 340)
        self.list = QListWidget()
        self.list.setAccessibleName(self.tr("Saved states, latest first"))
        for version in reversed(versions):
            self.list.addItem(_row(version))
        words = (
            self.tr("The map goes back to the state you choose. What was done since stays in the file's history.")
            if versions
            else self.tr("Nothing has been saved yet. Save (Ctrl+S) marks a state that one can come back to.")
        )
        note = QLabel(words)
        note.setWordWrap(True)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.go = buttons.addButton(self.tr("&Revert"), QDialogButtonBox.ButtonRole.AcceptRole)
        self.go.setEnabled(bool(versions))
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        self.list.itemActivated.connect(lambda _: self.accept())
        column = QVBoxLayout(self)
        column.addWidget(note)
        column.addWidget(self.list, 1)
        column.addWidget(buttons)
        self.list.setCurrentRow(0)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)

    def accept(self) -> None:
        chosen = self.list.selectedItems()
        if chosen:
            super().accept()
            self.chosen.emit(chosen[0].data(Qt.ItemDataRole.UserRole))


def _row(version: Version) -> QListWidgetItem:
    row = QListWidgetItem(f"{version.name}    {when(version.at)}")
    row.setData(Qt.ItemDataRole.UserRole, version)
    return row


def when(moment: str) -> str:
    """A stored moment as the person's clock shows it."""
    stamp = QDateTime.fromString(moment, Qt.DateFormat.ISODateWithMs)
    if not stamp.isValid():
        return moment
    return QLocale().toString(stamp.toLocalTime(), QLocale.FormatType.ShortFormat)
