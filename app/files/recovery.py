"""Work without a name: what a crash or a closed window left in the recovery folder, to be opened or thrown away."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QMessageBox,
    QVBoxLayout,
    QWidget,
)

from app.files.file_words import kind_of_held, moment, title_of_held
from editor.documents.project_file import ProjectFile
from engine.narration.language import catalogue
from engine.storage.errors import FileError
from engine.storage.recovery import Recoverable, discard


class RecoveryDialog(QDialog):
    """Lists what has no name; nothing is thrown away without a second word."""

    chosen = Signal(object)
    """The path of something to open."""

    def __init__(self, folder: Path, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._folder = folder
        self.setWindowTitle(self.tr("Unnamed Work"))
        self.resize(520, 320)
        self.note = QLabel()
        self.note.setWordWrap(True)
        self.list = QListWidget()
        self.list.setAccessibleName(self.tr("Work without a name, latest first"))
        self.list.setAlternatingRowColors(True)
        buttons = QDialogButtonBox()
        self.open_button = buttons.addButton(self.tr("&Open"), QDialogButtonBox.ButtonRole.AcceptRole)
        self.discard_button = buttons.addButton(self.tr("&Throw Away..."), QDialogButtonBox.ButtonRole.DestructiveRole)
        later = buttons.addButton(self.tr("&Later"), QDialogButtonBox.ButtonRole.RejectRole)
        later.setToolTip(self.tr("Leave everything where it is"))
        self.open_button.clicked.connect(self.accept)
        self.discard_button.clicked.connect(self.ask_discard)
        buttons.rejected.connect(self.reject)
        self.list.itemActivated.connect(lambda _: self.accept())
        self.list.currentItemChanged.connect(lambda *_: self._show_what_can_be_done())
        column = QVBoxLayout(self)
        column.addWidget(self.note)
        column.addWidget(self.list, 1)
        column.addWidget(buttons)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.refresh()

    def refresh(self) -> None:
        """Look into the folder again."""
        self.list.clear()
        for left in ProjectFile.left_behind(self._folder):
            self.list.addItem(self._row(left))
        self.note.setText(
            self.tr("These maps have no name yet, or the program was interrupted. Nothing in them is lost.")
            if self.list.count()
            else self.tr("There is no unnamed work.")
        )
        self.list.setCurrentRow(0)
        self._show_what_can_be_done()

    def _row(self, left: Recoverable) -> QListWidgetItem:
        title = title_of_held(left.held) or ", ".join(left.titles) or self.tr("Without a title")
        words = "\n".join(
            (title, "  ·  ".join(part for part in (kind_of_held(left.held), moment(left.modified)) if part))
        )
        if left.problem is not None:
            words += f"\n{catalogue().text(left.problem)}"
        row = QListWidgetItem(words)
        row.setData(Qt.ItemDataRole.UserRole, left)
        row.setToolTip(str(left.path))
        return row

    def _current(self) -> Recoverable | None:
        chosen = self.list.selectedItems()
        found = chosen[0].data(Qt.ItemDataRole.UserRole) if chosen else None
        return found if isinstance(found, Recoverable) else None

    def _show_what_can_be_done(self) -> None:
        current = self._current()
        self.open_button.setEnabled(current is not None and current.problem is None)
        self.discard_button.setEnabled(current is not None)

    def accept(self) -> None:
        current = self._current()
        if current is None or current.problem is not None:
            return
        super().accept()
        self.chosen.emit(current.path)

    def ask_discard(self) -> QMessageBox | None:
        """Ask once more before anything is deleted."""
        current = self._current()
        if current is None:
            return None
        box = QMessageBox(self)
        box.setIcon(QMessageBox.Icon.Warning)
        box.setText(self.tr("Throw this map away? It cannot be brought back."))
        box.setInformativeText(", ".join(current.titles))
        yes = box.addButton(self.tr("Throw Away"), QMessageBox.ButtonRole.DestructiveRole)
        box.setDefaultButton(box.addButton(QMessageBox.StandardButton.Cancel))
        yes.clicked.connect(lambda: self.discard(current))
        box.open()
        return box

    def discard(self, left: Recoverable) -> None:
        """Delete it."""
        try:
            discard(left.path)
        except FileError as bad:
            self.note.setText(catalogue().text(bad.message))
            return
        self.refresh()
