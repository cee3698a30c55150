"""A scan to practise with: a small country drawn as a printed map and laid a little askew on the scanner.

The manual's walk from a scan to a map is walked on it, and its test knows from `practice_plan` what is printed where.
Nothing of it is anybody's map.
"""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Final

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QImage, QPainter, QPainterPath, QPen, QPolygonF, QTransform

from editor.canvas.art.words.lettering import FAMILY
from editor.commands.lines import draw_line
from editor.commands.places import add_feature
from editor.commands.sides import lay_chain
from editor.geometry.ground import Ground, Spot
from editor.geometry.routing import AlongHexsides, ThroughHexes, joined_legs
from editor.geometry.vertices import Vertex, corners_of
from engine.core.boards.hexes import HexGrid, Orientation, Parity
from engine.core.boards.labels import LabelScheme
from engine.definitions.plan import Cell, MapPlan, Point, SheetPlan

SIZE: Final = (30, 20)
RADIUS: Final = 27.0
"""Pixels from the middle of a hex to its corners."""
_MARGIN: Final = 60.0
_SHEET: Final = "main"
GROUNDS: Final = {"clear": "#e8e2c4", "forest": "#b3c98f", "hill": "#d8bd86", "sea": "#a7c8de"}
_BLOBS: Final = (
    ("forest", (6, 5), 3.4), ("forest", (22, 14), 3.8), ("forest", (13, 16), 2.4), ("forest", (27, 4), 2.2),
    ("hill", (14, 6), 3.0), ("hill", (5, 15), 2.8), ("hill", (20, 8), 2.0),
    ("sea", (1, 10), 2.6), ("sea", (29, 18), 3.0),
)  # fmt: skip
"""Terrain about a hex: which, where by column and row, and how far in hexes."""
RIVER: Final = ((1, 7, 2), (8, 9, 1), (15, 10, 2), (22, 10, 1), (28, 15, 2))
"""Corners that the river runs by: column, row and corner."""
RAIL: Final = ((2, 3), (10, 12), (18, 12), (25, 7), (28, 10))
TOWNS: Final = {
    (3, 4): "Aldern", (9, 7): "Brook", (12, 3): "Cray", (16, 13): "Dunmoor", (18, 5): "Elm",
    (21, 17): "Farley", (24, 3): "Gorse", (26, 12): "Hale", (8, 17): "Ivel", (13, 11): "Jarrow",
}  # fmt: skip
_ASKEW: Final = 1.4
"""Degrees."""


def practice_plan() -> MapPlan:
    """The map as it is printed."""
    plan = MapPlan("practice", "Border Country", "free")
    grid = HexGrid(Orientation.FLAT, Parity.EVEN)
    plan.sheets[_SHEET] = SheetPlan(_SHEET, grid, (1, 1), SIZE, LabelScheme(), "clear", plan.filled(SIZE, "clear"))
    sheet = plan.sheets[_SHEET]
    for terrain, middle, reach in _BLOBS:
        plan.terrain_names.extend([terrain] if terrain not in plan.terrain_names else [])
        code = plan.terrain_names.index(terrain) + 1
        x, y = grid.centre(*middle)
        for col, row in sheet.extent.cells():
            away = math.dist(grid.centre(col, row), (x, y)) / math.sqrt(3.0)
            if away <= reach * (1.0 + 0.18 * math.sin(2.3 * col + 1.7 * row)):
                sheet.terrain[row - 1, col - 1] = code
    lay_chain(plan, river_chain(plan), "river").apply(plan)
    draw_line(plan, "rail", [cell.key for cell in rail_cells(plan)]).apply(plan)
    for (col, row), name in TOWNS.items():
        add_feature(plan, Cell(_SHEET, col, row).key, "town", name=name).apply(plan)
    return plan


def river_chain(plan: MapPlan) -> tuple[Vertex, ...]:
    """The corners along the river."""
    router, ground = AlongHexsides(plan), Ground(plan)
    stops = [corners_of(_spot(ground, col, row))[corner] for col, row, corner in RIVER]
    return joined_legs(router.leg(a, b) for a, b in pairwise(stops))


def rail_cells(plan: MapPlan) -> list[Cell]:
    """The hexes along the railway."""
    router, ground = ThroughHexes(plan), Ground(plan)
    stops = [_spot(ground, *cell) for cell in RAIL]
    legs = joined_legs(router.leg(a, b) for a, b in pairwise(stops))
    cells = [ground.cell(spot) for spot in legs]
    return [cell for cell in cells if cell is not None]


def _spot(ground: Ground, col: int, row: int) -> Spot:
    spot = ground.spot(Cell(_SHEET, col, row))
    assert spot is not None, "the sheet is on the map"
    return spot


def practice_scan() -> QImage:
    """The print, as it comes from the scanner."""
    plan = practice_plan()
    upright = _printed(plan)
    turn = QTransform().rotate(_ASKEW)
    box = turn.mapRect(QRectF(upright.rect()))
    scan = QImage(math.ceil(box.width()), math.ceil(box.height()), QImage.Format.Format_RGB32)
    scan.fill(QColor("#c9c6bf"))
    painter = QPainter(scan)
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    painter.translate(-box.left(), -box.top())
    painter.setTransform(turn, combine=True)
    painter.drawImage(0, 0, upright)
    painter.end()
    return _grained(scan)


def _grained(image: QImage) -> QImage:
    """Paper and lamp leave a little noise."""
    rows = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.bytesPerLine())
    noise = np.random.default_rng(4).normal(0.0, 3.0, rows.shape)
    grained = np.clip(rows + noise, 0, 255).astype(np.uint8)
    return QImage(grained.data, image.width(), image.height(), image.bytesPerLine(), image.format()).copy()


def _printed(plan: MapPlan) -> QImage:
    sheet = plan.sheets[_SHEET]
    width = 2 * _MARGIN + RADIUS * (1.5 * SIZE[0] + 0.5)
    height = 2 * _MARGIN + RADIUS * math.sqrt(3.0) * (SIZE[1] + 0.5)
    image = QImage(round(width), round(height), QImage.Format.Format_RGB32)
    image.fill(QColor("#f4f0e2"))
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for col, row in sheet.extent.cells():
        rim = QPolygonF([_pixel(corner) for corner in sheet.grid.corners(col, row)])
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(GROUNDS[plan.terrain_names[int(sheet.terrain[row - 1, col - 1]) - 1]]))
        painter.drawPolygon(rim)
    for col, row in sheet.extent.cells():
        painter.setPen(QPen(QColor("#6f6a5c"), 1.3))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPolygon(QPolygonF([_pixel(corner) for corner in sheet.grid.corners(col, row)]))
    _paint_lines(painter, plan)
    _paint_words(painter, plan)
    painter.end()
    return image


def _paint_lines(painter: QPainter, plan: MapPlan) -> None:
    ground, sheet = Ground(plan), plan.sheets[_SHEET]
    plane = ground.plane(_SHEET)
    assert plane is not None
    courses = (
        ([corner.point(plane) for corner in river_chain(plan)], QPen(QColor("#3f7cab"), 5.0)),
        ([sheet.grid.centre(cell.col, cell.row) for cell in rail_cells(plan)], QPen(QColor("#2f2b28"), 3.0)),
    )
    for points, pen in courses:
        path = QPainterPath(_pixel(points[0]))
        for a, b in pairwise(points[1:]):
            middle = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
            path.quadTo(_pixel(a), _pixel(middle))
        path.lineTo(_pixel(points[-1]))
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        painter.strokePath(path, pen)


def _paint_words(painter: QPainter, plan: MapPlan) -> None:
    sheet = plan.sheets[_SHEET]
    font = QFont(FAMILY)
    font.setPixelSize(11)
    painter.setFont(font)
    for col, row in sheet.extent.cells():
        at = _pixel(sheet.grid.centre(col, row))
        painter.setPen(QColor("#4a463e"))
        label = sheet.labels.label(sheet.grid, col, row, sheet.extent)
        painter.drawText(QRectF(at.x() - 30, at.y() - 21, 60, 14), Qt.AlignmentFlag.AlignCenter, label)
    font.setPixelSize(12)
    font.setBold(True)
    painter.setFont(font)
    for (col, row), name in TOWNS.items():
        at = _pixel(sheet.grid.centre(col, row))
        painter.setPen(QPen(QColor("#33241c"), 1.2))
        painter.setBrush(QColor("#c0503c"))
        painter.drawEllipse(at, 5.0, 5.0)
        painter.drawText(QRectF(at.x() - 50, at.y() + 6, 100, 16), Qt.AlignmentFlag.AlignCenter, name)


def _pixel(point: Point) -> QPointF:
    x, y = point
    return QPointF(_MARGIN + RADIUS * (x - 0.5), _MARGIN + RADIUS * (y - math.sqrt(3.0) / 2))
