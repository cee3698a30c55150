"""One line of small print beside buttons; what the room is too narrow for can be read in its tooltip."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFontMetrics, QPalette, QResizeEvent
from PySide6.QtWidgets import QLabel, QSizePolicy


class Hint(QLabel):
    """One line of small print that ends in dots where the window is too narrow for it."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("hint")
        self._words = ""
        self.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.setContentsMargins(6, 0, 6, 0)

    @property
    def words(self) -> str:
        """All of what it says."""
        return self._words

    def say(self, words: str) -> None:
        """Say something else."""
        self._words = words
        self.setToolTip(words)
        self._fit()

    def sizeHint(self) -> QSize:
        return QSize(400, super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        return QSize(40, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        room = max(20, self.width() - 14)
        self.setText(QFontMetrics(self.font()).elidedText(self._words, Qt.TextElideMode.ElideRight, room))
