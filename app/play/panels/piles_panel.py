"""The piles on the table: decks, discards, what lies face up, what is out of the game, and what was played this turn.

Of a pile that the side at the screen may not look into only the back and the size are shown. A pile is opened with a
click or Enter: the card browser lists what is in it.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRectF, Qt, Signal
from PySide6.QtGui import (
    QFontMetrics,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from app.play.panels.card_peek import removed_words
from app.play.panels.when_seen import WhenSeen
from app.play.scene.game_scene import GameScene
from editor.canvas.cards.card_painter import HEIGHT, WIDTH, paint_back, paint_face
from editor.canvas.paint_guard import guarded_event
from engine.core.ruleset import PoolSort
from engine.narration.card_book import CardBook, Pile

_NARROW, _WIDE = 84, 118
_BESIDE = 14
_FOOT = 36
_OPENING = (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter)


class PileView(QWidget):
    """One pile: its topmost card, how many there are, and what it is called."""

    opened = Signal(object)

    def __init__(self, pile: Pile, book: CardBook, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.pile = pile
        self._book = book
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.set_card_width(_NARROW)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)
        words = self.tr("{0}: {1}").format(pile.title, pile.size)
        self.setAccessibleName(words)
        can_open = self.tr("Click or press Enter to see the cards") if pile.cards else ""
        closed = self.tr("Nobody on this side may look into it") if not pile.is_open else ""
        self.setToolTip("\n".join(line for line in (words, can_open or closed) if line))

    def set_card_width(self, wide: int) -> None:
        self._wide = wide
        self.setFixedWidth(wide + _BESIDE)

    @guarded_event
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        height = min(self.height() - _FOOT - 8, round(self._wide * HEIGHT / WIDTH))
        box = QRectF(3, 7, self._wide, height)
        if self.pile.size == 0:
            painter.setPen(QPen(self.palette().color(QPalette.ColorRole.Mid), 1.4, Qt.PenStyle.DashLine))
            painter.drawRoundedRect(box, 6, 6)
        else:
            self._paint_stack(painter, box)
        self._paint_words(painter, box)
        painter.end()

    def _paint_stack(self, painter: QPainter, box: QRectF) -> None:
        for beneath in range(min(3, self.pile.size) - 1, 0, -1):
            shifted = box.translated(beneath * 2.5, -beneath * 2.5)
            paint_back(painter, shifted, *self._book.inks.of(self.pile.owner))
        if self.pile.cards:
            face = self._book.face(self.pile.cards[-1])
            paint_face(painter, box, face, removed_words=removed_words(), lit=self.hasFocus())
        else:
            paint_back(painter, box, *self._book.inks.of(self.pile.owner))

    def _paint_words(self, painter: QPainter, box: QRectF) -> None:
        palette = self.palette()
        badge = QRectF(box.right() - 19, box.bottom() - 15, 28, 20)
        painter.setPen(QPen(palette.color(QPalette.ColorRole.Window), 1.5))
        painter.setBrush(palette.color(QPalette.ColorRole.Highlight))
        painter.drawRoundedRect(badge, 10, 10)
        font = painter.font()
        font.setBold(True)
        painter.setFont(font)
        painter.setPen(palette.color(QPalette.ColorRole.HighlightedText))
        painter.drawText(badge, Qt.AlignmentFlag.AlignCenter, str(self.pile.size))
        font.setBold(False)
        font.setPointSizeF(font.pointSizeF() * 0.9)
        painter.setFont(font)
        painter.setPen(palette.color(QPalette.ColorRole.WindowText))
        words = QRectF(0, box.bottom() + 6, self.width(), _FOOT - 6)
        flags = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap
        painter.drawText(words, int(flags), self.pile.title)
        if self.hasFocus():
            wide = QFontMetrics(font).horizontalAdvance(self.pile.title)
            painter.setPen(QPen(palette.color(QPalette.ColorRole.Highlight), 2))
            y = self.height() - 2
            middle = self.width() / 2
            painter.drawLine(int(middle - wide / 2), y, int(middle + wide / 2), y)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self.pile.cards:
            self.opened.emit(self.pile)

    def event(self, event: QEvent) -> bool:
        """Enter opens the pile and is no choice of the game."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and event.key() in _OPENING:
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in _OPENING and self.pile.cards:
            self.opened.emit(self.pile)
        elif event.key() == Qt.Key.Key_Right:
            self.focusNextChild()
        elif event.key() == Qt.Key.Key_Left:
            self.focusPreviousChild()
        else:
            super().keyPressEvent(event)


class PilesPanel(QWidget):
    """All piles, the viewer's own first."""

    opened = Signal(object)
    """The cards of a pile are wanted."""

    def __init__(self, scene: GameScene, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._when_seen = WhenSeen(self)
        self._scene = scene
        self.piles: list[PileView] = []
        self._shown: tuple[Pile, ...] = ()
        self.area = QScrollArea()
        self.area.setWidgetResizable(True)
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setAccessibleName(self.tr("The piles of cards"))
        column = QVBoxLayout(self)
        column.setContentsMargins(6, 4, 6, 4)
        column.addWidget(self.area)
        scene.refreshed.connect(lambda _: self._when_seen.fill(self._refresh))

    def _refresh(self) -> None:
        """Lay the piles out anew, when they are to be seen and are others."""
        book = self._scene.book
        if book is None:
            return
        this_turn = book.played_this_turn()
        piles = tuple(pile for pile in book.piles() if _is_shown(pile))
        shown = (*piles, *((this_turn,) if this_turn.cards else ()))
        if shown == self._shown:
            return
        self._shown = shown
        table = QWidget()
        row = QHBoxLayout(table)
        row.setContentsMargins(2, 0, 2, 0)
        row.setSpacing(4)
        self.piles = []
        before: str | None = None
        for pile in shown:
            if before is not None and pile.owner != before:
                row.addWidget(_divider())
            before = pile.owner
            view = PileView(pile, book)
            view.opened.connect(self.opened)
            self.piles.append(view)
            row.addWidget(view)
        row.addStretch(1)
        self.area.setWidget(table)
        self._resize_piles()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._resize_piles()

    def _resize_piles(self) -> None:
        """As wide as they can be side by side."""
        if self.piles:
            room = (self.area.viewport().width() - 24) // len(self.piles) - _BESIDE - 4
            for view in self.piles:
                view.set_card_width(max(_NARROW, min(_WIDE, room)))


def _is_shown(pile: Pile) -> bool:
    """A hand that lies open is in the panel of the hand; of empty piles only those that always have their place."""
    in_hand = pile.sort is PoolSort.HAND and pile.is_open
    return not in_hand and (pile.size > 0 or pile.sort in (PoolSort.DECK, PoolSort.DISCARD))


def _divider() -> QFrame:
    line = QFrame()
    line.setFrameShape(QFrame.Shape.VLine)
    line.setForegroundRole(QPalette.ColorRole.Mid)
    return line
