"""The running program: one window, which can be made anew in another language on what is open.

Words are set when a widget is made, so another language is another window: it is given the open file with its undo
history, the game on the table and the mode, and stands where the old one stood.
"""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, QSettings, QTimer

from app.dialogs.preferences import PreferencesDialog
from app.language import keep_language, resolved, speak_in
from app.spare_memory import give_back_memory
from app.window import MainWindow


class Program(QObject):
    """Holds the window."""

    def __init__(self, settings: QSettings, recovery: Path | None = None) -> None:
        super().__init__()
        self._settings = settings
        self._recovery = recovery
        self.window = self._made()

    def _made(self) -> MainWindow:
        window = MainWindow(self._settings, self._recovery)
        window.language_wanted.connect(self.change_language)
        window.renewal_wanted.connect(self.renew)
        return window

    def change_language(self, language: str) -> None:
        """Speak another language from now on, at once."""
        keep_language(self._settings, language)
        speak_in(resolved(language))
        self.renew()

    def renew(self) -> None:
        """Make the window anew on what is open, as after the type became larger."""
        before = self.window
        before.docks.remember()
        after = self._made()
        after.setGeometry(before.geometry())
        after.take_over(before)
        self.window = after
        if before.isVisible():
            after.setWindowState(before.windowState())
            after.show()
        for asked in before.findChildren(PreferencesDialog):
            if asked.isVisible():
                after.menus.ask_preferences(after).go_on_from(asked)
        before.hide()
        before.destroyed.connect(_rest)
        before.deleteLater()


def _rest() -> None:
    """Once the old window is gone, and the new one has been shown."""
    QTimer.singleShot(0, give_back_memory)
