"""Dice over the map: they tumble, show what was thrown, and go away; whoever clicks anywhere sees them off at once."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QElapsedTimer, QPointF, QRectF, Qt, QTimer
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from editor.canvas.paint_guard import guarded_event
from engine.core.facets import DieThrow

_SIDE, _GAP, _MARGIN, _WORDS = 46.0, 14.0, 14.0, 16.0
_TUMBLE, _STAY, _FRAME = 520, 1500, 40
_MOST = 6
_PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


class DiceTray(QWidget):
    """A few dice in the upper middle of whatever it lies on; it takes no mouse."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._over = parent
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.throws: tuple[DieThrow, ...] = ()
        self._speed = 1.0
        self._clock = QElapsedTimer()
        self._frames = QTimer(self)
        self._frames.setInterval(_FRAME)
        self._frames.timeout.connect(self._go_on)
        self.hide()

    def throw(self, throws: Sequence[DieThrow], speed: float) -> None:
        """Let these dice tumble to their numbers."""
        self.throws = tuple(throws[:_MOST])
        self._speed = speed
        if not self.throws:
            return
        wide = len(self.throws) * (_SIDE + _GAP) - _GAP + 2 * _MARGIN
        named = any(throw.purpose for throw in self.throws)
        high = _SIDE + 2 * _MARGIN + (_WORDS if named else 0)
        self.setGeometry(round((self._over.width() - wide) / 2), 18, round(wide), round(high))
        self._clock.start()
        self._frames.start()
        self.show()
        self.raise_()
        self.update()

    def finish(self) -> None:
        """Away with them."""
        self._frames.stop()
        self.hide()

    @property
    def is_tumbling(self) -> bool:
        """Whether what they show is not yet what was thrown."""
        return self._frames.isActive() and self._elapsed < _TUMBLE

    @property
    def _elapsed(self) -> float:
        return self._clock.elapsed() * self._speed

    def faces(self) -> list[int]:
        """What each die shows now."""
        if not self.is_tumbling:
            return [throw.face for throw in self.throws]
        turn = int(self._elapsed // 65)
        return [(turn * 5 + number * 3 + throw.face) % 6 + 1 for number, throw in enumerate(self.throws)]

    def _go_on(self) -> None:
        if self._elapsed > _TUMBLE + _STAY:
            self.finish()
        else:
            self.update()

    @guarded_event
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(20, 24, 28, 165))
        painter.drawRoundedRect(QRectF(self.rect()), 12, 12)
        lean = 10.0 * (1 - self._elapsed / _TUMBLE) if self.is_tumbling else 0.0
        for number, (throw, face) in enumerate(zip(self.throws, self.faces(), strict=True)):
            middle = QPointF(_MARGIN + number * (_SIDE + _GAP) + _SIDE / 2, _MARGIN + _SIDE / 2)
            painter.save()
            painter.translate(middle)
            painter.rotate(lean if number % 2 else -lean)
            _paint_die(painter, face)
            painter.restore()
            if throw.purpose:
                painter.setPen(QColor(240, 240, 240))
                room = QRectF(middle.x() - (_SIDE + _GAP) / 2, _MARGIN + _SIDE + 2, _SIDE + _GAP, _WORDS)
                painter.drawText(room, Qt.AlignmentFlag.AlignCenter, throw.purpose)


def _paint_die(painter: QPainter, face: int) -> None:
    half = _SIDE / 2
    painter.setPen(QPen(QColor(60, 55, 45), 1.2))
    painter.setBrush(QColor("#f7f3e8"))
    painter.drawRoundedRect(QRectF(-half, -half, _SIDE, _SIDE), 9, 9)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor("#26221b"))
    if face in _PIPS:
        for x, y in _PIPS[face]:
            painter.drawEllipse(QPointF(x * half * 0.5, y * half * 0.5), 4.4, 4.4)
        return
    font = painter.font()
    font.setBold(True)
    font.setPixelSize(24)
    painter.setFont(font)
    painter.setPen(QColor("#26221b"))
    painter.drawText(QRectF(-half, -half, _SIDE, _SIDE), Qt.AlignmentFlag.AlignCenter, str(face))
