"""The line at the foot of the window: what is under the pointer, what a tool has to say, how the file is kept."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QLabel, QStatusBar

from app.place_words import PlaceNames
from editor.canvas.canvas import MapCanvas
from engine.core.messages import Message
from engine.narration.language import catalogue

_WHILE = 8000
"""Milliseconds that something is said before it gives way to what is under the pointer."""


class StatusLine(QObject):
    """Words about the place under the pointer give way to what is said, and come back when the pointer moves."""

    def __init__(self, bar: QStatusBar, canvas: MapCanvas) -> None:
        super().__init__(bar)
        self._bar = bar
        self._canvas = canvas
        self._names: PlaceNames | None = None
        self._place = ""
        self._shown = ""
        self.kept = QLabel()
        self.zoom = QLabel()
        self.zoom.setMinimumWidth(52)
        self.zoom.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        for label in (self.kept, self.zoom):
            bar.addPermanentWidget(label)
        canvas.hovered.connect(self._hover)
        canvas.zoomed.connect(lambda zoom: self.zoom.setText(f"{zoom * 100:.0f} %"))

    def set_names(self, names: PlaceNames | None) -> None:
        """Read about places there from now on."""
        self._names = names
        if names is None:
            self._place = ""
        self.refresh()

    def say(self, words: str, milliseconds: int = _WHILE) -> None:
        """Say something for a while."""
        self._bar.showMessage(words, milliseconds)

    def report(self, said: Message) -> None:
        """Say why a gesture did nothing, or what a tool waits for."""
        self.say(catalogue().text(said))

    def clear(self) -> None:
        """Say nothing; what is under the pointer is told when it moves."""
        self._place = ""
        self._bar.clearMessage()

    def refresh(self) -> None:
        """The map is another under a pointer that lies still; what was said in the meantime is left to be read."""
        if self._shown and self._bar.currentMessage() == self._shown:
            self._tell()

    def _hover(self, key: str) -> None:
        self._place = key
        self._tell()

    def _tell(self) -> None:
        names, key = self._names, self._place
        self._shown = names.line(key, self._canvas.counters.stack(key)) if key and names is not None else ""
        if self._shown:
            self._bar.showMessage(self._shown)
        else:
            self._bar.clearMessage()
