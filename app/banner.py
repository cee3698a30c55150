"""A line above the map for what a person should know and need not answer: read only, kept, refused.

It stays until it is put away or something else is opened, so that nobody misses it as they would a message in the
status bar, and it never stands in the way as a box would.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QSizePolicy, QToolButton, QWidget

from editor.panels.icons import icon, icon_pixmap

MOST_CHARACTERS: Final = 600
"""Of a message: a name in a file may be a hundred thousand letters without a space, and no window is that wide."""
_NARROWEST: Final = 200
"""Pixels of the words; without it the longest word would be the least width of the window."""


class BannerTone(StrEnum):
    """How grave it is; the values are icons."""

    INFO = "info"
    WARNING = "warning"
    ERROR = "error"


class Banner(QFrame):
    """One message at a time, with a button if something can be done about it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("banner")
        self.setAutoFillBackground(True)
        self.setBackgroundRole(QPalette.ColorRole.ToolTipBase)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._tone = BannerTone.INFO
        self._picture = QLabel()
        self._words = QLabel()
        self._words.setWordWrap(True)
        self._words.setMinimumWidth(_NARROWEST)
        self._words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._words.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.button = QPushButton()
        self._act: Callable[[], object] | None = None
        self.button.clicked.connect(self._do)
        away = QToolButton()
        away.setIcon(icon("clear"))
        away.setAutoRaise(True)
        away.setToolTip(self.tr("Put this message away"))
        away.setAccessibleName(self.tr("Put this message away"))
        away.clicked.connect(self.hide)
        row = QHBoxLayout(self)
        row.setContentsMargins(10, 5, 6, 5)
        row.setSpacing(8)
        for widget in (self._picture, self._words, self.button, away):
            row.addWidget(widget)
        row.setStretchFactor(self._words, 1)
        self.hide()

    @property
    def words(self) -> str:
        """What it says; empty while it is put away."""
        return "" if self.isHidden() else self._words.text()

    def say(self, tone: BannerTone, words: str, *, button: str = "", act: Callable[[], object] | None = None) -> None:
        """Say something; with a button, what it does."""
        self._tone = tone
        self._act = act
        self._words.setText(words if len(words) <= MOST_CHARACTERS else f"{words[:MOST_CHARACTERS]}…")
        self.button.setText(button)
        self.button.setVisible(act is not None)
        self._picture.setPixmap(icon_pixmap(tone.value, 18, ratio=self.devicePixelRatioF()))
        self.show()

    def drop_remark(self) -> None:
        """Put away what was only remarked; what went wrong, or can be done something about, stays."""
        if self._tone is BannerTone.INFO and self._act is None:
            self.hide()

    def _do(self) -> None:
        act = self._act
        self.hide()
        if act is not None:
            act()
