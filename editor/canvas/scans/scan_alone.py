"""The scan by itself while a key is held: everything that was drawn over it goes, and comes back with the key."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from editor.canvas.view import MapView

KEY: Final = Qt.Key.Key_X


class ScanAlone(QObject):
    """Hears the key in a view, and where else it is told to."""

    changed = Signal(bool)
    """The key is held now, or is not any more."""

    def __init__(self, view: MapView) -> None:
        super().__init__(view)
        self.hears_key = True
        self.is_on = False
        self.listen_to(view)

    def listen_to(self, widget: QWidget) -> None:
        """Hear the key there as well, from all within that have no use for a letter."""
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        match event.type():
            case QEvent.Type.ShortcutOverride | QEvent.Type.KeyPress | QEvent.Type.KeyRelease:
                if isinstance(event, QKeyEvent) and event.key() == KEY:
                    return self._hold(event)
            case QEvent.Type.FocusOut | QEvent.Type.WindowDeactivate:
                self._set(on=False)
            case _:
                pass
        return False

    def _hold(self, event: QKeyEvent) -> bool:
        is_up = event.type() == QEvent.Type.KeyRelease
        if (event.modifiers() or not self.hears_key) and not (is_up and self.is_on):
            return False
        event.accept()
        if not event.isAutoRepeat() and event.type() != QEvent.Type.ShortcutOverride:
            self._set(on=not is_up)
        return True

    def _set(self, *, on: bool) -> None:
        if on != self.is_on:
            self.is_on = on
            self.changed.emit(on)
