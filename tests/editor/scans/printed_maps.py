"""Scans made up for the tests: a printed map with its numbers, turned, sheared and seen aslant as a camera would.

The printer has a numbering of its own, so that a scan may disagree with the map it is laid under.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QImage, QPainter, QPen, QPolygonF

from editor.canvas.art.words.lettering import FAMILY
from editor.canvas.scans.scan_item import qtransform
from editor.digitise.clicks import Numbering
from editor.digitise.transforms import Transform
from engine.core.boards.hexes import Cell, Extent, HexGrid, Orientation, Parity
from engine.core.boards.labels import LabelScheme
from engine.definitions.plan import MapPlan, Point, SheetPlan

FLAT = HexGrid(Orientation.FLAT, Parity.ODD)

ASLANT = Transform((0.93, -0.16, 190.0, 0.13, 0.95, 60.0, 1.6e-5, 3.4e-5, 1.0))
"""Turned by some eight degrees, sheared, and in perspective; from the upright print to the pixels of the scan."""


@dataclass(frozen=True)
class PrintedMap:
    """A map on paper: hexes of so many pixels, printed upright, then carried to the scan by `camera`."""

    grid: HexGrid = FLAT
    size: tuple[int, int] = (14, 10)
    first: Cell = (1, 1)
    scheme: LabelScheme = field(default_factory=LabelScheme)
    radius: float = 46.0
    margin: float = 70.0
    camera: Transform = ASLANT
    pixels: tuple[int, int] = (1300, 1100)

    @property
    def numbering(self) -> Numbering:
        """How the paper is numbered; its plane is that of the hexes of the sheet it belongs to."""
        return Numbering(self.grid, self.scheme, Extent(self.first, self.size))

    @property
    def to_pixel(self) -> Transform:
        """From the map plane to the pixels of the scan, exactly."""
        x, y = self.grid.centre(*self.first)
        left, top = self.margin + self.radius - self.radius * x, self.margin + self.radius - self.radius * y
        upright = Transform((self.radius, 0.0, left, 0.0, self.radius, top, 0.0, 0.0, 1.0))
        return upright.then(self.camera)

    def pixel(self, label: str) -> Point:
        """Where the middle of the hex with this printed number is on the scan."""
        cell = self.numbering.cell(label)
        assert cell is not None, label
        return self.to_pixel.point(*self.numbering.centre(cell))

    def printed_at(self, pixel: Point) -> str:
        """The number printed in the hex at a pixel; nothing beside the map."""
        cell = self.numbering.cell_at(self.to_pixel.inverse().point(*pixel))
        return self.numbering.label(cell) if cell in self.numbering.extent else ""

    def image(self) -> QImage:
        """The scan."""
        image = QImage(*self.pixels, QImage.Format.Format_RGB32)
        image.fill(QColor("#8d877b"))
        painter = QPainter(image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setTransform(qtransform(self.to_pixel))
        self._paint(painter)
        painter.end()
        return image

    def _paint(self, painter: QPainter) -> None:
        numbering = self.numbering
        cells = [(col, row) for col, row in numbering.extent.cells()]
        corners = {cell: np.array([numbering.corner(cell, number) for number in range(6)]) for cell in cells}
        every = np.concatenate(list(corners.values()))
        (left, top), (right, bottom) = every.min(axis=0) - 0.8, every.max(axis=0) + 0.8
        painter.fillRect(QRectF(left, top, right - left, bottom - top), QColor("#efe7d0"))
        font = QFont(FAMILY)
        font.setPixelSize(20)
        font.setBold(True)
        painter.setFont(font)
        for (col, row), points in corners.items():
            wood = (col * 7 + row * 13) % 5 == 0
            painter.setBrush(QColor("#a9bf86") if wood else QColor("#e4dcb8"))
            painter.setPen(QPen(QColor("#5d5138"), 0.045))
            painter.drawPolygon(QPolygonF([QPointF(x, y) for x, y in points]))
            x, y = numbering.centre((col, row))
            painter.save()
            painter.translate(x, y - 0.42)
            painter.scale(0.019, 0.019)
            painter.setPen(QColor("#262018"))
            painter.drawText(QRectF(-60, -16, 120, 32), Qt.AlignmentFlag.AlignCenter, numbering.label((col, row)))
            painter.restore()
            painter.setBrush(QColor("#262018"))
            painter.setPen(Qt.PenStyle.NoPen)
            painter.drawEllipse(QPointF(x, y), 0.06, 0.06)

    def save(self, path: Path, *, quality: int = -1) -> Path:
        """Write the scan; the ending says as what."""
        assert self.image().save(str(path), None, quality)
        return path


def plan_for(printed: PrintedMap, *, scheme: LabelScheme | None = None) -> MapPlan:
    """A map with a sheet of the same hexes; unless told it is numbered as the paper is."""
    plan = MapPlan("ford", "The Ford", "toy-hexes")
    plan.sheets["main"] = SheetPlan(
        "main",
        printed.grid,
        printed.first,
        printed.size,
        scheme or printed.scheme,
        "clear",
        plan.filled(printed.size, "clear"),
    )
    return plan
