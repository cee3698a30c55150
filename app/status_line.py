"""The line at the foot of the window: what is under the pointer, what a tool has to say, how the file is kept."""

from __future__ import annotations

from PySide6.QtCore import QElapsedTimer, QObject, Qt, QTimer
from PySide6.QtWidgets import QLabel, QStatusBar

from app.place_words import PlaceNames
from editor.canvas.canvas import MapCanvas
from engine.core.messages import Message
from engine.narration.language import catalogue

_WHILE = 8000
"""Milliseconds that something is said before it gives way to what is under the pointer."""


_LEAST_READ, _READ_A_LETTER = 2500, 55
"""Milliseconds in which a line of no letters is read, and each letter more: so long no other words take its place."""
_A_MOMENT = 300
"""Milliseconds in which what is reported and what is done are one act, as when a part of a stroke is refused."""


class StatusLine(QObject):
    """Words about the place under the pointer give way to what is said, and come back when that could be read."""

    def __init__(self, bar: QStatusBar, canvas: MapCanvas) -> None:
        super().__init__(bar)
        self._bar = bar
        self._canvas = canvas
        self._names: PlaceNames | None = None
        self._place = ""
        self._shown = ""
        self._said = ""
        """What was said and is still to be read."""
        self._reported = ""
        self._since = QElapsedTimer()
        """How long ago that was reported."""
        self._reading = QTimer(self)
        self._reading.setSingleShot(True)
        self._reading.timeout.connect(self._was_read)
        self.kept = QLabel()
        self.zoom = QLabel()
        self.zoom.setMinimumWidth(52)
        self.zoom.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        for label in (self.kept, self.zoom):
            bar.addPermanentWidget(label)
        self._waits = False
        """Whether the pointer came to another place meanwhile."""
        bar.messageChanged.connect(self._say_again)
        canvas.hovered.connect(self._hover)
        canvas.counters.restacked.connect(self._restacked)
        canvas.zoomed.connect(lambda zoom: self.zoom.setText(f"{zoom * 100:.0f} %"))

    def set_names(self, names: PlaceNames | None) -> None:
        """Read about places there from now on."""
        self._names = names
        if names is None:
            self._place = ""
        self.refresh()

    def say(self, words: str, milliseconds: int = _WHILE) -> None:
        """Say something for a while; a pointer that moves on does not wipe it away before it can be read."""
        self._said = words
        self._reading.start(min(milliseconds, _LEAST_READ + _READ_A_LETTER * len(words)))
        self._bar.showMessage(words, milliseconds)

    def report(self, said: Message) -> None:
        """Say why a gesture did nothing, or what a tool waits for."""
        self._reported = catalogue().text(said)
        self._since.start()
        self.say(self._reported)

    def answer(self) -> None:
        """Something was done now: what stood in the way before is no longer said."""
        if self._reported and self._bar.currentMessage() == self._reported and self._since.hasExpired(_A_MOMENT):
            self._said = self._reported = ""
            self._reading.stop()
            self._tell()

    def clear(self) -> None:
        """Say nothing; what is under the pointer is told when it moves."""
        self._place = ""
        self._said = ""
        self._reading.stop()
        self._bar.clearMessage()

    def refresh(self) -> None:
        """The map is another under a pointer that lies still; what was said in the meantime is left to be read."""
        if self._shown and self._bar.currentMessage() == self._shown:
            self._tell()

    def _hover(self, key: str) -> None:
        self._place = key
        self._tell()

    def _restacked(self, key: str) -> None:
        if key in ("", self._place):
            self.refresh()

    def _was_read(self) -> None:
        """What is under the pointer may be told again, if it moved meanwhile."""
        self._said = ""
        if self._waits:
            self._tell()

    def _say_again(self, now: str) -> None:
        """The words about a button that the pointer crossed are gone: what is still to be read comes back."""
        if not now and self._said:
            self._bar.showMessage(self._said, _WHILE)

    def _tell(self) -> None:
        self._waits = bool(self._said)
        if self._waits:
            return
        names, key = self._names, self._place
        self._shown = names.line(key, self._canvas.counters.stack(key)) if key and names is not None else ""
        if self._shown:
            self._bar.showMessage(self._shown)
        else:
            self._bar.clearMessage()
