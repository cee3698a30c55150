"""The hand: a card a frame, with its title, what is printed on it, and a button for each of its uses.

A use that is not allowed now is a grey button whose tooltip says why, with the case.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QLabel, QPushButton, QScrollArea, QVBoxLayout, QWidget

from app.play.hands import CardUse, HeldCard

_WIDTH = 230


class HandPanel(QScrollArea):
    """Cards side by side."""

    chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.setAccessibleName(self.tr("The cards in hand"))
        self.buttons: list[tuple[CardUse, QPushButton]] = []
        self._shown: tuple[HeldCard, ...] | None = None

    def show_hand(self, cards: Sequence[HeldCard]) -> None:
        """Show these cards."""
        if tuple(cards) == self._shown:
            return
        self._shown = tuple(cards)
        self.buttons = []
        table = QWidget()
        row = QHBoxLayout(table)
        row.setContentsMargins(6, 6, 6, 6)
        row.setSpacing(8)
        for card in cards:
            row.addWidget(self._face(card))
        if not cards:
            row.addWidget(QLabel(self.tr("No cards in hand")))
        row.addStretch(1)
        self.setWidget(table)

    def _face(self, card: HeldCard) -> QFrame:
        face = QFrame()
        face.setFrameShape(QFrame.Shape.StyledPanel)
        face.setAutoFillBackground(True)
        face.setBackgroundRole(QPalette.ColorRole.Base)
        face.setFixedWidth(_WIDTH)
        face.setToolTip(card.text)
        title, values, text = QLabel(card.title), QLabel(card.values), QLabel(card.text)
        font = title.font()
        font.setBold(True)
        title.setFont(font)
        values.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        small = text.font()
        small.setPointSizeF(small.pointSizeF() * 0.88)
        text.setFont(small)
        column = QVBoxLayout(face)
        column.setContentsMargins(8, 6, 8, 6)
        column.setSpacing(3)
        for label in (title, values, text):
            label.setWordWrap(True)
        column.addWidget(title)
        column.addWidget(values)
        uses = QGridLayout()
        uses.setSpacing(2)
        for number, use in enumerate(card.uses):
            wide = 2 if number == len(card.uses) - 1 and number % 2 == 0 else 1
            uses.addWidget(self._button(use, card), number // 2, number % 2, 1, wide)
        column.addLayout(uses)
        column.addWidget(text)
        column.addStretch(1)
        return face

    def _button(self, use: CardUse, card: HeldCard) -> QPushButton:
        words = use.words.removeprefix(f"{card.title}: ")
        button = QPushButton(words[:1].upper() + words[1:])
        button.setEnabled(use.action is not None)
        button.setToolTip(use.why_not or use.words)
        button.setAccessibleName(use.words)
        button.setStyleSheet("padding: 1px 4px; text-align: left;")
        action = use.action
        button.clicked.connect(lambda _=False: self.chosen.emit(action))
        self.buttons.append((use, button))
        return button
