"""The backs of cards that may not be seen: how many there are in another hand, and nothing more."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QWidget

from editor.canvas.cards.card_painter import paint_back
from engine.narration.card_book import Pile
from engine.narration.card_faces import Inks

_CARD = QSize(36, 48)
_MOST = 7


class BacksView(QWidget):
    """A fan of backs for each hand, with its name and number."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.piles: tuple[Pile, ...] = ()
        self._inks: Inks | None = None
        self.setMinimumWidth(92)

    def show_piles(self, piles: Sequence[Pile], inks: Inks) -> None:
        """Show these hands."""
        self.piles, self._inks = tuple(piles), inks
        self.setFixedHeight(len(piles) * (_CARD.height() + 24))
        words = [self.tr("{0}: {1}").format(pile.title, pile.size) for pile in piles]
        self.setToolTip("\n".join(words))
        self.setAccessibleName("; ".join(words))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._inks is None:
            return
        painter = QPainter(self)
        for number, pile in enumerate(self.piles):
            top = number * (_CARD.height() + 24.0)
            painter.setPen(self.palette().color(QPalette.ColorRole.WindowText))
            words = self.tr("{0}: {1}").format(pile.title, pile.size)
            painter.drawText(QRectF(0, top + 2, self.width(), 20), Qt.AlignmentFlag.AlignVCenter, words)
            backs = min(pile.size, _MOST)
            step = min(13.0, (self.width() - _CARD.width()) / max(1, backs - 1))
            for each in range(backs):
                box = QRectF(each * step, top + 22, _CARD.width(), _CARD.height())
                paint_back(painter, box, *self._inks.of(pile.owner))
        painter.end()
