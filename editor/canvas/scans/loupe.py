"""The loupe: while its key is held, a round glass follows the pointer and shows the pixels of the scan under it.

Four points of the screen a pixel, unsmoothed, with the outline of the hex that the map has there: the two agree
where the scan lies as it should.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from editor.canvas.paint_guard import guarded_event
from editor.canvas.view import MapView
from editor.geometry.lattice import Box
from engine.definitions.plan import Point

KEY: Final = Qt.Key.Key_Z
TIMES: Final = 4.0
"""Points of the screen that a pixel of the scan has under the glass."""
_RADIUS: Final = 116
_RIM: Final = 4


@dataclass(frozen=True, slots=True)
class Sight:
    """What lies under the glass: about a point of the plane, at so many points of the screen a unit."""

    centre: Point
    scale: float
    draw: Callable[[QPainter, Box, float], object]
    """Draws a rectangle of the plane; the painter's unit is that of the plane."""
    outline: QPainterPath | None = None
    caption: str = ""


class Loupe(QWidget):
    """A glass over a view; `sight` tells what lies under a point of it, if anything."""

    toggled = Signal(bool)
    """It is kept open, or no longer."""

    def __init__(self, view: MapView, sight: Callable[[QPointF], Sight | None]) -> None:
        super().__init__(view.viewport())
        self._view = view
        self._sight_at = sight
        self._sight: Sight | None = None
        self._at: QPointF | None = None
        self._is_held = False
        self._is_kept = False
        self.hears_key = True
        """Whether the key is for the glass now; elsewhere the letter has other uses."""
        side = 2 * _RADIUS
        self.resize(side, side)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.hide()
        view.installEventFilter(self)
        view.viewport().installEventFilter(self)

    @property
    def is_open(self) -> bool:
        return self._is_held or self._is_kept

    @property
    def sight(self) -> Sight | None:
        """What is shown."""
        return self._sight if self.isVisible() else None

    def keep_open(self, on: bool) -> None:
        """Show it without the key being held."""
        if on != self._is_kept:
            self._is_kept = on
            self.look()
            self.toggled.emit(on)

    def look(self) -> None:
        """Show what lies under the pointer now: something has moved."""
        self._sight = self._sight_at(self._at) if self.is_open and self._at is not None else None
        if self._sight is None or self._at is None:
            self.hide()
            return
        self.move(self._at.toPoint() - QPoint(_RADIUS, _RADIUS))
        self.show()
        self.raise_()
        self.update()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        match event.type():
            case QEvent.Type.MouseMove | QEvent.Type.MouseButtonPress if isinstance(event, QMouseEvent):
                if watched is self._view.viewport():
                    self._at = event.position()
                    if self.is_open:
                        self.look()
            case QEvent.Type.Leave if watched is self._view.viewport():
                self._at = None
                self.look()
            case QEvent.Type.ShortcutOverride | QEvent.Type.KeyPress | QEvent.Type.KeyRelease:
                if watched is self._view and isinstance(event, QKeyEvent) and event.key() == KEY:
                    return self._hold(event)
            case QEvent.Type.FocusOut | QEvent.Type.WindowDeactivate if self._is_held:
                self._is_held = False
                self.look()
            case _:
                pass
        return False

    def _hold(self, event: QKeyEvent) -> bool:
        """Whether the key was struck for the glass: with Ctrl and the like it means something else."""
        is_up = event.type() == QEvent.Type.KeyRelease
        if (event.modifiers() or not self.hears_key) and not (is_up and self._is_held):
            return False
        event.accept()
        if not event.isAutoRepeat() and event.type() != QEvent.Type.ShortcutOverride:
            self._is_held = not is_up
            self.look()
        return True

    @guarded_event
    def paintEvent(self, event: QPaintEvent) -> None:
        if self._sight is not None:
            with QPainter(self) as painter:
                self._paint_sight(painter, self._sight)

    def _paint_sight(self, painter: QPainter, sight: Sight) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        glass = QPainterPath()
        glass.addEllipse(QRectF(self.rect()).adjusted(_RIM, _RIM, -_RIM, -_RIM))
        painter.setClipPath(glass)
        painter.fillPath(glass, self._view.backgroundBrush())
        painter.save()
        try:
            self._paint_plane(painter, sight)
        finally:
            painter.restore()
        self._paint_cross(painter)
        self._paint_caption(painter, sight.caption)
        painter.setClipping(False)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for colour, width in ((QColor(0, 0, 0, 90), 2 * _RIM), (QColor("#f4efe4"), _RIM)):
            painter.setPen(QPen(colour, width))
            painter.drawEllipse(QRectF(self.rect()).adjusted(_RIM, _RIM, -_RIM, -_RIM))

    def _paint_plane(self, painter: QPainter, sight: Sight) -> None:
        """The pixels, and the outline of the hex."""
        painter.translate(_RADIUS, _RADIUS)
        painter.scale(sight.scale, sight.scale)
        painter.translate(-sight.centre[0], -sight.centre[1])
        reach = _RADIUS / sight.scale
        x, y = sight.centre
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, False)
        sight.draw(painter, Box(x - reach, y - reach, x + reach, y + reach), sight.scale)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if sight.outline is not None:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            for colour, width in ((QColor(255, 255, 255, 190), 3.6), (QColor("#d1380f"), 1.8)):
                pen = QPen(colour, width)
                pen.setCosmetic(True)
                painter.setPen(pen)
                painter.drawPath(sight.outline)

    def _paint_cross(self, painter: QPainter) -> None:
        """Two hairs that leave the middle free."""
        for colour, width in ((QColor(255, 255, 255, 200), 2.6), (QColor("#1b1b1b"), 1.0)):
            painter.setPen(QPen(colour, width))
            for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                painter.drawLine(
                    QPointF(_RADIUS + 5 * dx, _RADIUS + 5 * dy), QPointF(_RADIUS + 18 * dx, _RADIUS + 18 * dy)
                )

    def _paint_caption(self, painter: QPainter, caption: str) -> None:
        if not caption:
            return
        font = painter.font()
        font.setBold(True)
        painter.setFont(font)
        width = painter.fontMetrics().horizontalAdvance(caption) + 16
        height = painter.fontMetrics().height() + 4
        plate = QRectF(_RADIUS - width / 2, 2 * _RADIUS - _RIM - height - 18, width, height)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(20, 22, 24, 205))
        painter.drawRoundedRect(plate, height / 2, height / 2)
        painter.setPen(QColor("#ffffff"))
        painter.drawText(plate, Qt.AlignmentFlag.AlignCenter, caption)
