"""What a tool is about to do, drawn over the map: one item whatever the tool, repainted only where it is.

Lines have the width of pixels, not of the map, so that they are seen at every zoom, and each is drawn twice, dark on
light or on a dark map light on dark, so that they are seen on every ground. Dashes are dark and light by themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from engine.definitions.plan import Point

HANDLE = 4.5
"""Half the side of a handle, in pixels."""
_IN_HAND = 0.85
"""How strongly what is in the hand covers the map."""
_MARGIN = 8.0
"""How far anything reaches beyond its path, in pixels."""


class TraceLook(StrEnum):
    """What a trace means, which says how it is drawn."""

    COVER = "cover"
    """Hexes that a stroke would cover: their edge and a faint wash."""
    ERASE = "erase"
    """The same where something would go."""
    LINE = "line"
    """A way that would be drawn."""
    SNAP = "snap"
    """The hexside, corner or place that the pointer is caught by."""
    GUIDE = "guide"
    """A rubber band, a lasso, a line to the next point."""
    CHOSEN = "chosen"
    """What is selected."""


_ON_LIGHT = {
    TraceLook.COVER: "#1f6fd6",
    TraceLook.ERASE: "#d43a2f",
    TraceLook.LINE: "#1f6fd6",
    TraceLook.SNAP: "#e8830c",
    TraceLook.GUIDE: "#222a33",
    TraceLook.CHOSEN: "#0a58ca",
}
_ON_DARK = {
    TraceLook.COVER: "#74b0ff",
    TraceLook.ERASE: "#ff7d70",
    TraceLook.LINE: "#74b0ff",
    TraceLook.SNAP: "#ffab45",
}
_WIDTHS = {
    TraceLook.COVER: 1.6,
    TraceLook.ERASE: 1.6,
    TraceLook.LINE: 3.0,
    TraceLook.SNAP: 4.0,
    TraceLook.GUIDE: 1.2,
    TraceLook.CHOSEN: 1.6,
}
_DASHED = (TraceLook.GUIDE, TraceLook.CHOSEN)


@dataclass(frozen=True, slots=True)
class PreviewTrace:
    """A path of the map plane and what it means."""

    look: TraceLook
    path: QPainterPath
    """What is stroked."""
    area: QPainterPath | None = None
    """What is washed."""


@dataclass(frozen=True, slots=True)
class Painted:
    """Pixels as they would come down, and the rectangle of the map plane they fill."""

    image: QImage
    room: QRectF


class Preview(QGraphicsItem):
    """Traces and handles over the map."""

    def __init__(self, is_dark: Callable[[], bool], z: float = 40.0) -> None:
        super().__init__()
        self._is_dark = is_dark
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.setZValue(z)
        self._traces: tuple[PreviewTrace, ...] = ()
        self._handles: tuple[Point, ...] = ()
        self._hot: int | None = None
        self._painted: Painted | None = None
        self._pixel = 0.05
        self._box = QRectF()

    @property
    def traces(self) -> tuple[PreviewTrace, ...]:
        """What is shown."""
        return self._traces

    @property
    def handles(self) -> tuple[Point, ...]:
        """The points that can be dragged."""
        return self._handles

    @property
    def painted(self) -> Painted | None:
        """The picture that is shown below the traces."""
        return self._painted

    @property
    def is_empty(self) -> bool:
        return not self._traces and not self._handles and self._painted is None

    def draw(
        self,
        traces: Iterable[PreviewTrace],
        handles: Sequence[Point] = (),
        hot: int | None = None,
        *,
        painted: Painted | None = None,
    ) -> None:
        """Show these and nothing else; `hot` is the handle under the pointer."""
        self._painted = painted
        self._traces = tuple(trace for trace in traces if not trace.path.isEmpty())
        self._handles = tuple(handles)
        self._hot = hot
        self._settle()

    def clear(self) -> None:
        """Show nothing."""
        if not self.is_empty:
            self.draw(())

    def set_pixel(self, pixel: float) -> None:
        """How long a pixel is on the map plane now."""
        self._pixel = pixel
        self._settle()

    def _settle(self) -> None:
        self.prepareGeometryChange()
        box = QRectF() if self._painted is None else QRectF(self._painted.room)
        for trace in self._traces:
            box = box.united(_solid(trace.path.boundingRect(), self._pixel))
        for x, y in self._handles:
            box = box.united(QRectF(x - self._pixel, y - self._pixel, 2 * self._pixel, 2 * self._pixel))
        margin = _MARGIN * self._pixel
        self._box = QRectF() if box.isEmpty() else box.adjusted(-margin, -margin, margin, margin)
        self.update()

    def boundingRect(self) -> QRectF:
        return self._box

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pixel = 1 / painter.worldTransform().m11()
        dark = self._is_dark()
        if self._painted is not None:
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            painter.setOpacity(_IN_HAND)
            painter.drawImage(self._painted.room, self._painted.image)
            painter.setOpacity(1.0)
        for trace in self._traces:
            _paint_trace(painter, trace, pixel, dark=dark)
        for number, (x, y) in enumerate(self._handles):
            _paint_handle(painter, QPointF(x, y), pixel, hot=number == self._hot)


def _solid(box: QRectF, pixel: float) -> QRectF:
    """A rectangle with an area, because Qt unites nothing with a straight line."""
    return box.adjusted(-pixel, -pixel, pixel, pixel)


def _paint_trace(painter: QPainter, trace: PreviewTrace, pixel: float, *, dark: bool) -> None:
    is_dashed = trace.look in _DASHED
    dark = dark and not is_dashed
    colour = QColor((_ON_DARK if dark else _ON_LIGHT)[trace.look])
    width = _WIDTHS[trace.look]
    if trace.area is not None:
        wash = QColor(colour)
        wash.setAlphaF(0.16)
        painter.fillPath(trace.area, wash)
    casing = QPen(QColor(0, 0, 0, 170) if dark else QColor(255, 255, 255, 200), (width + 1.8) * pixel)
    line = QPen(colour, width * pixel)
    for pen in (casing, line):
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    if is_dashed:
        line.setCapStyle(Qt.PenCapStyle.FlatCap)
        line.setDashPattern([4.0, 3.0])
    painter.strokePath(trace.path, casing)
    painter.strokePath(trace.path, line)


def _paint_handle(painter: QPainter, at: QPointF, pixel: float, *, hot: bool) -> None:
    half = (HANDLE + (1.5 if hot else 0)) * pixel
    square = QRectF(at.x() - half, at.y() - half, 2 * half, 2 * half)
    painter.fillRect(square, QColor(_ON_LIGHT[TraceLook.SNAP] if hot else "#ffffff"))
    painter.setPen(QPen(QColor(_ON_LIGHT[TraceLook.LINE]), 1.4 * pixel))
    painter.drawRect(square)
