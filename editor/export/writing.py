"""What every dialog that writes files has: a line for what is wrong, a bar while it writes, and a Cancel that means it.

While it runs, Cancel and the cross of the window stop the writing first; nothing half-written is left behind.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QApplication, QDialog, QDialogButtonBox, QLabel, QProgressBar, QWidget

from editor.export.trouble import Cancelled, CannotExport
from engine.core.messages import Catalogue
from engine.storage.errors import FileError

_BREATH: Final = 0.04
"""Seconds between two looks at whether the person pressed Cancel."""
_STEPS: Final = 1000


class WritingDialog(QDialog):
    """Asks, writes, and closes when all is written."""

    def __init__(self, words: Catalogue, button: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self._is_running = False
        self._stopped = False
        self._breathed = 0.0
        self.trouble = QLabel()
        self.trouble.setWordWrap(True)
        self.trouble.setObjectName("trouble")
        self.trouble.hide()
        self.progress = QProgressBar()
        self.progress.setRange(0, _STEPS)
        self.progress.setTextVisible(False)
        self.progress.hide()
        self.buttons = QDialogButtonBox()
        self.go = self.buttons.addButton(button, QDialogButtonBox.ButtonRole.AcceptRole)
        self.go.setDefault(True)
        self.cancel = self.buttons.addButton(QDialogButtonBox.StandardButton.Cancel)
        self.cancel.clicked.connect(self.reject)

    def resting(self) -> tuple[QWidget, ...]:
        """The fields that rest while it writes."""
        return ()

    def say(self, text: str) -> None:
        """Say what is wrong, or that nothing is."""
        self.trouble.setText(text)
        self.trouble.setVisible(bool(text))

    def write(self, work: Callable[[], object], stopped: str, then: Callable[[], object]) -> None:
        """Do the work; `then` follows when it is done and the dialog closes, otherwise it stays and says why."""
        held = self.focusWidget()
        self._set_running(True)
        try:
            work()
        except Cancelled:
            self.say(stopped)
        except (CannotExport, FileError) as bad:
            self.say(self._words.text(bad.message))
        else:
            then()
            self._is_running = False
            self.accept()
            return
        finally:
            self._set_running(False)
        if held is not None:
            held.setFocus()
        self.go.setDefault(True)

    def go_on(self, done: float) -> bool:
        """Show how much is done, and tell whether to go on."""
        now = time.monotonic()
        if now - self._breathed >= _BREATH or done >= 1.0:
            self._breathed = now
            self.progress.setValue(round(done * _STEPS))
            QApplication.processEvents()
        return not self._stopped

    def _set_running(self, running: bool) -> None:
        self._is_running, self._stopped, self._breathed = running, False, 0.0
        for widget in (*self.resting(), self.go):
            widget.setEnabled(not running)
        self.progress.setValue(0)
        self.progress.setVisible(running)
        self.setCursor(Qt.CursorShape.BusyCursor if running else Qt.CursorShape.ArrowCursor)
        if running:
            self.say("")

    def reject(self) -> None:
        """Cancel stops the writing first, and closes the dialog otherwise."""
        if self._is_running:
            self._stopped = True
            return
        super().reject()

    def closeEvent(self, event: QCloseEvent) -> None:
        if self._is_running:
            self._stopped = True
            event.ignore()
            return
        super().closeEvent(event)
