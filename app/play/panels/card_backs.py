"""The backs of cards that may not be seen: how many there are in another hand, and nothing more."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QWidget

from editor.canvas.cards.card_painter import paint_back
from editor.canvas.paint_guard import guarded_event
from engine.narration.card_book import Pile
from engine.narration.card_faces import Inks

_CARD = QSize(36, 48)
_LEAST = 20
"""How low backs may become where there is little room."""
_WORDS = 24
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
        self.setMinimumHeight(len(piles) * (_LEAST + _WORDS))
        self.setMaximumHeight(len(piles) * (_CARD.height() + _WORDS))
        self.updateGeometry()
        words = [self.tr("{0}: {1}").format(pile.title, pile.size) for pile in piles]
        self.setToolTip("\n".join(words))
        self.setAccessibleName("; ".join(words))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(self.minimumWidth(), self.maximumHeight() if self.piles else 0)

    @guarded_event
    def paintEvent(self, event: QPaintEvent) -> None:
        if self._inks is None:
            return
        painter = QPainter(self)
        room = self.height() / max(1, len(self.piles))
        high = min(_CARD.height(), room - _WORDS)
        wide = _CARD.width() * high / _CARD.height()
        for number, pile in enumerate(self.piles):
            top = number * room
            painter.setPen(self.palette().color(QPalette.ColorRole.WindowText))
            words = self.tr("{0}: {1}").format(pile.title, pile.size)
            painter.drawText(QRectF(0, top + 2, self.width(), 20), Qt.AlignmentFlag.AlignVCenter, words)
            backs = min(pile.size, _MOST)
            step = min(13.0, (self.width() - wide) / max(1, backs - 1))
            for each in range(backs):
                box = QRectF(each * step, top + _WORDS - 2, wide, high)
                paint_back(painter, box, *self._inks.of(pile.owner))
        painter.end()
