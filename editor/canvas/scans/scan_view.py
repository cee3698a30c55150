"""A scan by itself, upright and whole, to click on: what a calibration is made in.

A hundred per cent is one pixel of the scan a point of the screen; everything is told in pixels of the scan.
"""

from __future__ import annotations

from functools import partial
from typing import Final

from PySide6.QtCore import QPoint, QPointF, QRectF, Signal
from PySide6.QtGui import QPainter, QPainterPath
from PySide6.QtWidgets import QWidget

from editor.canvas.scans.calibration_marks import CalibrationMarks
from editor.canvas.scans.loupe import TIMES, Loupe, Sight
from editor.canvas.scans.scan_item import ScanItem, ScanPixels, draw_scan
from editor.canvas.scans.scan_pyramid import Size
from editor.canvas.tiles.tile_cache import FULL_SIZE
from editor.canvas.view import MapView
from editor.digitise.transforms import Transform
from editor.geometry.lattice import Box
from engine.core.boards.hexes import Cell
from engine.definitions.plan import Point

PER_UNIT: Final = FULL_SIZE
"""Pixels of the scan in a unit of the view."""
TO_VIEW: Final = Transform((1 / PER_UNIT, 0.0, 0.0, 0.0, 1 / PER_UNIT, 0.0, 0.0, 0.0, 1.0))


class ScanView(MapView):
    """Shows one scan and what is marked on it."""

    clicked = Signal(object)
    """A pixel of the scan was clicked."""
    hovered = Signal(object)
    """The pointer is over this pixel of the scan; None when it is not over the scan."""
    moved = Signal()
    """Another part is in view."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.marks = CalibrationMarks()
        self.item: ScanItem | None = None
        self.scene().addItem(self.marks)
        self.loupe = Loupe(self, self.sight)
        self.setAccessibleName(self.tr("Scan"))

    def show_scan(self, pixels: ScanPixels | None) -> None:
        """Show another scan, all of it, or none."""
        if self.item is not None:
            self.scene().removeItem(self.item)
            self.item = None
        if pixels is not None:
            self.item = ScanItem(pixels, TO_VIEW)
            self.scene().addItem(self.item)
        self.measure()
        self.fit()

    def measure(self) -> None:
        """The scan may have another size than before."""
        width, height = self.size_shown
        self.set_paper(Box(0, 0, width / PER_UNIT, height / PER_UNIT))
        self.marks.set_reach(QRectF(0, 0, width / PER_UNIT, height / PER_UNIT))

    @property
    def size_shown(self) -> Size:
        return (1, 1) if self.item is None else self.item.pixels.size

    def pixel(self, at: QPoint | QPointF) -> Point:
        """The pixel of the scan under a point of the view."""
        point = self.plane_point(at)
        return point.x() * PER_UNIT, point.y() * PER_UNIT

    def point_of(self, pixel: Point) -> QPointF:
        """Where in the view a pixel of the scan is."""
        return self.viewportTransform().map(QPointF(pixel[0] / PER_UNIT, pixel[1] / PER_UNIT))

    def is_on_scan(self, pixel: Point) -> bool:
        width, height = self.size_shown
        return self.item is not None and 0 <= pixel[0] <= width and 0 <= pixel[1] <= height

    def look_at_pixel(self, pixel: Point, *, zoom: float | None = None) -> None:
        """Bring a pixel of the scan to the middle of the view, at least so large."""
        if zoom is not None and self.zoom < zoom:
            self.set_zoom(zoom)
        self.look_at_point(pixel[0] / PER_UNIT, pixel[1] / PER_UNIT)

    def sight(self, at: QPointF) -> Sight | None:
        """What the loupe shows: pixels, and the hex that the fit has there."""
        pixel = self.pixel(at)
        if self.item is None or not self.is_on_scan(pixel):
            return None
        centre = pixel[0] / PER_UNIT, pixel[1] / PER_UNIT
        cell = self.cell_at(centre)
        outline, label = QPainterPath(), ""
        grid = self.marks.grid
        if cell is not None and grid is not None:
            outline = grid.outline(cell)
            label = grid.numbering.label(cell) if self.marks.has_labels else ""
        return Sight(centre, TIMES * PER_UNIT, partial(_draw, self.item), outline, label)

    def cell_at(self, point: Point) -> Cell | None:
        """The hex of the grid shown at a point of the view's plane."""
        grid = self.marks.grid
        if grid is None:
            return None
        try:
            return grid.numbering.cell_at(grid.to_view.inverse().point(*point))
        except (ValueError, ZeroDivisionError, OverflowError):
            return None

    # What the view asks

    def click(self, at: QPoint) -> None:
        pixel = self.pixel(at)
        if self.is_on_scan(pixel):
            self.clicked.emit(pixel)

    def hover(self, at: QPoint | None) -> None:
        pixel = None if at is None else self.pixel(at)
        self.hovered.emit(pixel if pixel is not None and self.is_on_scan(pixel) else None)

    def view_moved(self) -> None:
        self.marks.look_at(self.view_box)
        if self.item is not None:
            self.item.look_at(self.view_box)
        self.moved.emit()

    def finish(self) -> None:
        """Paint now what the timer would paint bit by bit, for pictures and tests."""
        if self.item is not None:
            ratio = self.devicePixelRatioF()
            self.item.finish(self.view_box, self.transform().m11() * ratio, ratio)


def _draw(item: ScanItem, painter: QPainter, box: Box, scale: float) -> None:
    draw_scan(painter, item.pixels, item.placement, box, scale)
