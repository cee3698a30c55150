"""Leaving with work that has no name yet: it is kept in any case, and the person is told where, and may name it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QApplication, QMessageBox, QWidget

from app.files.open_file import Files


class LeavingBox(QMessageBox):
    """Save, keep for next time, or stay."""

    save_wanted = Signal()
    keep_wanted = Signal()

    def __init__(self, title: str, path: Path, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setIcon(QMessageBox.Icon.Question)
        self.setWindowModality(Qt.WindowModality.WindowModal)
        self.setText(self.tr("{0} has no file name yet. Save it under one?").format(title))
        self.setInformativeText(
            self.tr(
                "Nothing is lost either way. Without a name it stays in the recovery folder and is offered when the "
                "program starts the next time; File, Recover Unnamed Work finds it too."
            )
        )
        self.setToolTip(str(path))
        self.save_button = self.addButton(self.tr("&Save..."), QMessageBox.ButtonRole.AcceptRole)
        self.keep_button = self.addButton(self.tr("&Keep for Next Time"), QMessageBox.ButtonRole.DestructiveRole)
        self.stay_button = self.addButton(QMessageBox.StandardButton.Cancel)
        self.setDefaultButton(self.save_button)
        self.setEscapeButton(self.stay_button)
        self.save_button.clicked.connect(self.save_wanted)
        self.keep_button.clicked.connect(self.keep_wanted)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)


class Leaving(QObject):
    """Whether a window may close, and the question that is asked first; `save_as` says whether a name was given."""

    def __init__(self, window: QWidget, files: Files, save_as: Callable[[], bool]) -> None:
        super().__init__(window)
        self._window, self._files, self._save_as = window, files, save_as
        self._may_close = False

    def may_close(self) -> bool:
        """Asks, and says no for now, where work has no name; nobody answers while the machine shuts down."""
        if self._may_close or not self._files.has_unnamed_work or _is_session_ending():
            return True
        self.ask()
        return False

    def ask(self) -> LeavingBox:
        """Say that work without a name is kept, and offer to name it first."""
        project = self._files.project
        assert project is not None, "what is not worked on is left without a word"
        title = project.document.plan.title if project.document is not None else ""
        box = LeavingBox(title or self.tr("This map"), project.path, self._window)
        box.keep_wanted.connect(self.leave)
        box.save_wanted.connect(self._save_and_leave)
        box.open()
        return box

    def _save_and_leave(self) -> None:
        if self._save_as():
            self.leave()

    def leave(self) -> None:
        """Close without another word; what has no name is kept."""
        self._may_close = True
        self._window.close()


def _is_session_ending() -> bool:
    app = QApplication.instance()
    return isinstance(app, QApplication) and app.isSavingSession()
