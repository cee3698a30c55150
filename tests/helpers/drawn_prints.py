"""Prints with rivers and railways whose course is known: a map, the picture of it, and where each line runs.

Rivers are drawn near hexsides and railways near the middles of hexes, wavering as printed ones do, over ground in
several colours, with a grid, numbers and towns; then the picture is squeezed into a JPEG.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen, QPolygonF

from editor.digitise.bent_placement import BentPlacement
from editor.digitise.hexside_graph import Chain, HexsideGraph
from editor.digitise.print_sight import PrintSight
from editor.digitise.transforms import Transform
from editor.geometry.ground import Spot
from editor.geometry.lattice import Lattice
from editor.geometry.priced_ways import PricedHexes
from engine.core.boards.hexes import HexGrid, Orientation, Parity
from engine.core.boards.labels import LabelScheme
from engine.definitions.plan import MapPlan, SheetPlan
from tests.helpers.printed_scans import COLOURS, Pixels, image_of, pixels_of, smooth_field, squeezed

RIVER = QColor(60, 118, 190)
RAIL = QColor(46, 40, 40)
ROAD = QColor(190, 84, 52)
Floats = np.ndarray


@dataclass
class DrawnPrint:
    """A map of so many columns and rows, and its picture; `rivers` and `rails` are what is printed on it."""

    cols: int = 26
    rows: int = 18
    pitch: float = 34.0
    seed: int = 1
    waver: float = 0.12
    """How far from its hexsides a river strays, in circumradii."""
    ink: QColor = field(default_factory=lambda: RAIL)
    """What the lines through hexes are printed in."""
    rivers: list[Chain] = field(default_factory=list)
    rails: list[tuple[Spot, ...]] = field(default_factory=list)
    pixels: Pixels = field(default_factory=lambda: np.zeros((1, 1, 3), dtype=np.uint8))

    def __post_init__(self) -> None:
        rng = np.random.default_rng(self.seed)
        self.radius = self.pitch / math.sqrt(3.0)
        self.grid = HexGrid(Orientation.FLAT, Parity.ODD)
        self.lattice = Lattice(self.grid)
        self.to_pixel = Transform((self.radius, 0, 1.6 * self.radius, 0, self.radius, 1.6 * self.radius, 0, 0, 1))
        self.plan = MapPlan("print", "Print", "toy-hexes")
        size = self.cols, self.rows
        terrain = self.plan.filled(size, "clear")
        self.plan.sheets["main"] = SheetPlan("main", self.grid, (0, 0), size, LabelScheme(), "clear", terrain)
        columns, lines = np.meshgrid(np.arange(self.cols), np.arange(self.rows))
        self.graph = HexsideGraph(self.lattice, columns.ravel().astype(np.int64), lines.ravel().astype(np.int64))
        self._choose(rng)
        self._draw(rng)

    @property
    def sight(self) -> PrintSight:
        return PrintSight(self.pixels, BentPlacement.of(self.to_pixel, [], []))

    def _choose(self, rng: np.random.Generator) -> None:
        graph = self.graph
        barred = np.zeros(len(graph.sides), dtype=bool)
        for number in range(3):
            weights = np.where(barred, np.inf, rng.uniform(0.2, 2.0, len(graph.sides)))
            left = np.flatnonzero(graph.points[:, 0] < 4)
            right = np.flatnonzero(graph.points[:, 0] > 1.5 * self.cols - 6)
            band = (number + 0.5) / 3 * math.sqrt(3) * self.rows
            start, end = (int(side[np.abs(graph.points[side, 1] - band).argmin()]) for side in (left, right))
            chain = graph.cheapest({start: 0.0}, {end: 0.0}, weights)
            if chain is None:
                continue
            self.rivers.append(chain)
            course = graph.points[graph.numbers(chain.corners)]
            barred |= np.hypot(*(graph.middles[:, None] - course[None]).transpose(2, 0, 1)).min(axis=1) < 1.6
        for row in (self.rows // 4, 3 * self.rows // 4):
            router = PricedHexes(self.plan, lambda starts, ends: rng.uniform(0.4, 1.6, len(starts)))
            ends = (Spot("main", *self.grid.to_cube(col, row)[:2]) for col in (1, self.cols - 2))
            self.rails.append(router.leg(*ends))

    def middle(self, spot: Spot) -> tuple[float, float]:
        """Where a hex lies on the map plane."""
        return self.grid.centre(*self.grid.from_cube(spot.cube if hasattr(spot, "cube") else spot))

    def corner(self, chain: Chain, at: int) -> tuple[float, float]:
        """Where a corner of a river lies on the map plane."""
        (number,) = self.graph.numbers([chain.corners[at]])
        x, y = self.graph.points[number]
        return float(x), float(y)

    def _draw(self, rng: np.random.Generator) -> None:
        size = int(self.radius * (1.5 * self.cols + 2.7)), int(self.radius * (math.sqrt(3) * (self.rows + 0.5) + 2.2))
        shape = size[1], size[0]
        kinds = np.clip(np.floor(3.5 + 2.5 * smooth_field(rng, shape, 5 * self.pitch)), 0, 6).astype(int)
        ground = COLOURS[kinds] + 6.0 * smooth_field(rng, shape, 3.0)[..., None]
        image = image_of(np.clip(ground, 0, 255).astype(np.uint8))
        painter = QPainter(image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for chain in self.rivers:
            points = np.array([self.corner(chain, at) for at in range(len(chain.corners))])
            self._line(painter, points, rng, QPen(RIVER, self.pitch / 9))
        for rail in self.rails:
            points = np.array([self.middle(spot) for spot in rail])
            self._line(painter, points, rng, QPen(self.ink, self.pitch / 13))
        self._grid(painter, rng)
        painter.end()
        noisy = pixels_of(image).astype(np.float64) + rng.normal(0, 5.0, (*shape, 3))
        self.pixels = squeezed(np.clip(noisy, 0, 255).astype(np.uint8), 70)

    def _line(self, painter: QPainter, points: Floats, rng: np.random.Generator, pen: QPen) -> None:
        middles = (points[1:] + points[:-1]) / 2
        path = np.empty((len(points) + len(middles), 2))
        path[0::2], path[1::2] = points, middles
        path[1:-1] += rng.normal(0, self.waver / 1.5, path[1:-1].shape).clip(-self.waver, self.waver)
        for _ in range(2):
            cut = np.empty((2 * len(path) - 2, 2))
            cut[0::2], cut[1::2] = 0.75 * path[:-1] + 0.25 * path[1:], 0.25 * path[:-1] + 0.75 * path[1:]
            path = np.concatenate((path[:1], cut, path[-1:]))
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        painter.setPen(pen)
        painter.drawPolyline(QPolygonF([QPointF(*point) for point in self.to_pixel.points(path)]))

    def _grid(self, painter: QPainter, rng: np.random.Generator) -> None:
        font = QFont("Inter")
        font.setPixelSize(max(5, int(self.pitch / 6)))
        painter.setFont(font)
        for row in range(self.rows):
            for col in range(self.cols):
                rim = self.to_pixel.points(np.array(self.grid.corners(col, row)))
                painter.setPen(QPen(QColor(110, 108, 100), max(0.8, self.pitch / 45)))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawPolygon(QPolygonF([QPointF(*point) for point in rim]))
                x, y = self.to_pixel.point(*self.grid.centre(col, row))
                painter.setPen(QColor(70, 70, 70))
                box = QRectF(x - self.pitch / 2, y - 0.45 * self.pitch, self.pitch, self.pitch / 4)
                painter.drawText(box, Qt.AlignmentFlag.AlignCenter, f"{col + 1:02}{row + 1:02}")
                if rng.random() < 0.05:
                    painter.setBrush(QColor(150, 40, 36))
                    painter.drawEllipse(QPointF(x, y), self.pitch / 9, self.pitch / 9)
