"""What a calibration draws over its scan: the clicked points, and the grid where the fit puts it.

Only the hexes in view are drawn, and where they would be a blur of lines only the edge of the sheet is. Lines have the
width of pixels of the screen and a light casing, so that they are seen on any print.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from editor.canvas.art.outlines import joined, painter_path, polylines
from editor.digitise.clicks import Numbering
from editor.digitise.transforms import Transform
from editor.geometry.lattice import Box, Floats, Ints, Lattice, Span
from engine.core.boards.hexes import Cell
from engine.definitions.plan import Point

MOST_HEXES: Final = 2_500
"""More than this many in view are not drawn one by one."""
_SMALLEST: Final = 7.0
"""Points of the screen that a hex must have across to be drawn."""
_LABELLED: Final = 54.0
_POINT: Final = 7.0
GRID_COLOUR: Final = "#d1380f"
_CASING: Final = QColor(255, 255, 255, 170)


class PointState(Enum):
    """How a clicked point is doing; the value is its colour."""

    PLAIN = "#1f6fd6"
    CHOSEN = "#e8830c"
    SUSPECT = "#c81e1e"


@dataclass(frozen=True, slots=True)
class PointMark:
    """A clicked point, in units of the plane, and where the fit would have it."""

    at: Point
    label: str
    state: PointState = PointState.PLAIN
    fitted: Point | None = None


@dataclass(frozen=True, slots=True)
class GridShown:
    """A sheet laid over the scan; `to_view` goes from the map plane to the plane that is drawn on."""

    numbering: Numbering
    to_view: Transform

    @property
    def span(self) -> Span:
        (left, top), (right, bottom) = self.numbering.extent.first, self.numbering.extent.last
        return Span(left, top, right + 1, bottom + 1)

    @property
    def lattice(self) -> Lattice:
        return Lattice(self.numbering.grid, self.numbering.scale, self.numbering.origin)

    def outlines(self, cells: Ints) -> Floats:
        """The corners of hexes, each row of `cells` being one, where they are drawn."""
        lattice = self.lattice
        corners = lattice.centres(cells[:, 0], cells[:, 1])[:, None, :] + lattice.corners[None]
        return self.to_view.points(corners)

    def outline(self, cell: Cell) -> QPainterPath:
        """The edge of one hex."""
        return painter_path(polylines(self.outlines(np.array([cell], dtype=np.int64)), closed=True))


class CalibrationMarks(QGraphicsItem):
    """Points and grid in one item over the scan."""

    def __init__(self) -> None:
        super().__init__()
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.setZValue(20)
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption)
        self.grid: GridShown | None = None
        self.points: tuple[PointMark, ...] = ()
        self.asked: Cell | None = None
        """The hex that a question is about."""
        self.has_labels = True
        """Whether our numbers are printed beside those of the scan."""
        self._reach = QRectF(0, 0, 1, 1)
        self._view = Box(0, 0, 1, 1)
        self._path: QPainterPath | None = None
        self._shown: Ints = np.empty((0, 2), np.int64)
        self._drawn_for: tuple[Box, float] | None = None

    @property
    def hexes_drawn(self) -> int:
        """How many hexes the last frame had: for tests."""
        return len(self._shown)

    def set_reach(self, reach: QRectF) -> None:
        """The scan is so large."""
        self.prepareGeometryChange()
        self._reach = reach.adjusted(-2, -2, 2, 2)

    def show_grid(self, grid: GridShown | None) -> None:
        if grid != self.grid:
            self.grid = grid
            self._path = None
        self.update()

    def show_points(self, points: Sequence[PointMark]) -> None:
        self.points = tuple(points)
        self.update()

    def look_at(self, view: Box) -> None:
        """The part that is in view."""
        self._view = view

    def boundingRect(self) -> QRectF:
        return self._reach

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        scale = painter.worldTransform().m11()
        if self.grid is not None:
            self._paint_grid(painter, self.grid, scale)
        for point in self.points:
            _paint_point(painter, point, scale)

    # The grid

    def _paint_grid(self, painter: QPainter, grid: GridShown, scale: float) -> None:
        self._prepare(grid, scale)
        if self._path is not None:
            stroke_cased(painter, self._path, scale, QColor(GRID_COLOUR), _CASING)
        if self.asked is not None:
            asked = grid.outline(self.asked)
            painter.fillPath(asked, QColor(255, 190, 30, 40))
            for colour, width in ((QColor(20, 20, 20, 200), 6.0), (QColor("#ffbe1e"), 3.6)):
                painter.strokePath(asked, _pen(colour, width))
        if self.has_labels and len(self._shown):
            self._paint_labels(painter, grid, scale)

    def _prepare(self, grid: GridShown, scale: float) -> None:
        """Find the hexes in view and their outlines, unless those of the last frame still do."""
        if self._path is not None and self._drawn_for is not None:
            box, drawn_at = self._drawn_for
            inside = box.left <= self._view.left and box.top <= self._view.top
            if inside and box.right >= self._view.right and box.bottom >= self._view.bottom and drawn_at == scale:
                return
        box = self._view.grown(0.15 * max(self._view.width, self._view.height))
        self._drawn_for = box, scale
        self._shown = hexes_in(grid, box, scale)
        if len(self._shown):
            self._path = hexsides_path(grid, self._shown)
        else:
            self._path = _edge(grid)

    def _paint_labels(self, painter: QPainter, grid: GridShown, scale: float) -> None:
        lattice = grid.lattice
        middle = lattice.centres(self._shown[:, 0], self._shown[:, 1])
        across = np.abs(lattice.corners).max(axis=0).max() * grid.to_view.stretches(middle) * scale * 2
        if float(np.median(across)) < _LABELLED:
            return
        places = grid.to_view.points(middle + np.array((0.0, 0.5 * lattice.scale)))
        font = painter.font()
        font.setPixelSize(12)
        font.setBold(True)
        for cell, (x, y) in zip(self._shown.tolist(), places.tolist(), strict=True):
            label = grid.numbering.label((cell[0], cell[1]))
            path = QPainterPath()
            path.addText(QPointF(0, 0), font, label)
            painter.save()
            painter.translate(x, y)
            painter.scale(1 / scale, 1 / scale)
            painter.translate(-path.boundingRect().center())
            painter.strokePath(path, QPen(QColor(255, 255, 255, 210), 3.0))
            painter.fillPath(path, QColor(GRID_COLOUR))
            painter.restore()


def hexes_in(grid: GridShown, box: Box, scale: float) -> Ints:
    """The hexes of a sheet that are seen in a part of the view; none where they would be too small or too many."""
    nothing: Ints = np.empty((0, 2), np.int64)
    corners = np.array([(box.left, box.top), (box.right, box.top), (box.right, box.bottom), (box.left, box.bottom)])
    try:
        back = grid.to_view.inverse()
    except ValueError:
        return nothing
    depths = back.depths(corners)
    span = grid.span
    lattice = grid.lattice
    if float(depths.min()) * float(depths.max()) > 0:
        there = back.points(corners)
        low, high = there.min(axis=0), there.max(axis=0)
        if not (np.isfinite(low).all() and np.isfinite(high).all()):
            return nothing
        sheet = lattice.box(span)
        left, top = max(float(low[0]), sheet.left), max(float(low[1]), sheet.top)
        right, bottom = min(float(high[0]), sheet.right), min(float(high[1]), sheet.bottom)
        if left >= right or top >= bottom:
            return nothing
        span = lattice.span(Box(left, top, right, bottom)).clipped(span)
    if not 0 < span.size <= MOST_HEXES:
        return nothing
    rows, cols = np.mgrid[span.top : span.bottom, span.left : span.right].astype(np.int64)
    cells = np.column_stack((cols.ravel(), rows.ravel()))
    middle = lattice.centres(cells[:, 0], cells[:, 1])
    depths = grid.to_view.depths(middle)
    ahead = depths > 1e-6 * float(np.abs(depths).max())
    sizes = 2 * lattice.scale * grid.to_view.stretches(middle) * scale
    return np.asarray(cells[ahead & (sizes >= _SMALLEST)], dtype=np.int64)


def hexsides_path(grid: GridShown, cells: Ints) -> QPainterPath:
    """The outlines of hexes: three hexsides of each, and all six along the edge of the sheet."""
    corners = grid.outlines(cells)
    first, last = np.array(grid.numbering.extent.first), np.array(grid.numbering.extent.last)
    rim = np.any((cells == first) | (cells == last), axis=1)
    return painter_path(joined([polylines(corners[:, :4]), polylines(corners[rim][:, [3, 4, 5, 0]])]))


def stroke_cased(painter: QPainter, path: QPainterPath, scale: float, line: QColor, casing: QColor | None) -> None:
    """Draw many thin lines, with a casing of about a pixel.

    Qt draws a line of one pixel some twenty times faster than a wider one, so the casing is such lines too, set off
    to both sides.
    """
    if casing is not None:
        for off in (-0.9 / scale, 0.9 / scale):
            painter.translate(off, off)
            painter.strokePath(path, _pen(casing, 1.0))
            painter.translate(-off, -off)
    painter.strokePath(path, _pen(line, 1.0))


def _edge(grid: GridShown) -> QPainterPath:
    """The rectangle that a sheet covers."""
    box = grid.lattice.box(grid.span)
    corners = np.array([(box.left, box.top), (box.right, box.top), (box.right, box.bottom), (box.left, box.bottom)])
    if float(grid.to_view.depths(corners).min()) <= 0:
        return QPainterPath()
    return painter_path(polylines(grid.to_view.points(corners)[None], closed=True))


def _pen(colour: QColor, width: float) -> QPen:
    pen = QPen(colour, width)
    pen.setCosmetic(True)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    return pen


def _paint_point(painter: QPainter, point: PointMark, scale: float) -> None:
    colour = QColor(point.state.value)
    if point.fitted is not None:
        line = QPainterPath(QPointF(*point.at))
        line.lineTo(QPointF(*point.fitted))
        painter.strokePath(line, _pen(_CASING, 4.0))
        painter.strokePath(line, _pen(colour, 2.0))
    painter.save()
    painter.translate(*point.at)
    painter.scale(1 / scale, 1 / scale)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    radius = _POINT + (2 if point.state is not PointState.PLAIN else 0)
    for pen in (QPen(_CASING, 5.0), QPen(colour, 2.2)):
        painter.setPen(pen)
        painter.drawEllipse(QPointF(0, 0), radius, radius)
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            painter.drawLine(
                QPointF(dx * (radius - 3), dy * (radius - 3)), QPointF(dx * (radius + 4), dy * (radius + 4))
            )
    if point.label:
        _paint_plate(painter, point.label, colour, radius)
    painter.restore()


def _paint_plate(painter: QPainter, label: str, colour: QColor, radius: float) -> None:
    font = painter.font()
    font.setPixelSize(12)
    font.setBold(True)
    painter.setFont(font)
    width = painter.fontMetrics().horizontalAdvance(label) + 10
    plate = QRectF(radius + 7, -8.5, width, 17)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    painter.drawRoundedRect(plate, 4, 4)
    painter.setPen(QColor("#ffffff"))
    painter.drawText(plate, Qt.AlignmentFlag.AlignCenter, label)
