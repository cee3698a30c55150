"""Letters of the menu bar belong to it: what stands in a panel gives up a letter that opens a menu.

A letter that two things answer opens neither: in the designer Alt+F went to the first turn and not to the File menu.
Panels are put together in many places and in two languages, so this looks at what is there rather than at the words.
And while a menu is open its letters are its own, though some of them are keys of the map beneath it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractButton, QLabel, QMenu, QMenuBar, QWidget

_CHANGES = (QEvent.Type.Show, QEvent.Type.LayoutRequest)


class MenuLetters(QObject):
    """Watches panels, and looks at them again when they are shown or laid out."""

    def __init__(self, bar: QMenuBar, panels: Iterable[QWidget], parent: QObject) -> None:
        super().__init__(parent)
        self._bar = bar
        self._changed: list[QWidget] = []
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(0)
        self._soon.timeout.connect(self._look)
        for panel in panels:
            panel.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in _CHANGES and isinstance(watched, QWidget):
            self._changed.append(watched)
            self._soon.start()
        return False

    def _look(self) -> None:
        changed, self._changed = dict.fromkeys(self._changed), []
        taken = {mnemonic(action.text()) for action in self._bar.actions()}
        for panel in changed:
            for widget in marked(panel):
                if mnemonic(widget.text()) in taken:
                    widget.setText(without_letter(widget.text()))


class OpenMenuLetters(QObject):
    """Keeps plain letters for the menu that is open: Qt would let keys of the map act beneath it."""

    def __init__(self, bar: QMenuBar, parent: QObject) -> None:
        super().__init__(parent)
        for menu in bar.findChildren(QMenu):
            menu.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and not event.modifiers():
            event.accept()
            return True
        return False


def marked(panel: QWidget) -> Iterator[QLabel | QAbstractButton]:
    """What in a panel answers to Alt and a letter."""
    yield from (label for label in panel.findChildren(QLabel) if label.buddy() is not None and mnemonic(label.text()))
    yield from (button for button in panel.findChildren(QAbstractButton) if mnemonic(button.text()))


def mnemonic(text: str) -> str:
    """The letter of a text that is pressed with Alt; empty where it has none."""
    return QKeySequence.mnemonic(text).toString()


def without_letter(text: str) -> str:
    """The same text without its letter; two ampersands are one that is shown."""
    return "&&".join(part.replace("&", "") for part in text.split("&&"))
