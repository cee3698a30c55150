"""Photographs of printed map sheets as publishers make them, drawn straight into the leaning picture by the painter.

Terrain in patches with hachures, woods and marsh over the grid; roads, railways with ticks, rivers; open sea along an
edge; a frame with a turn track, a legend, tables and a title; stacks of counters, some of them larger than a hex. The
grid may be a hairline, white, coloured, dotted, marks at the corners, dots at the centres, or nothing but numbers.
Nothing of the drawing is shared with the other sets of scans, so that a finder is not measured on what it was made on.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QImage, QPainter, QPen, QPolygonF, QTransform

from engine.core.boards.hexes import HexGrid, Orientation, Parity
from tests.helpers.printed_scans import ROOT3, Floats, Pixels, image_of, pixels_of, smooth_field, squeezed


class GridInk(StrEnum):
    """What is printed of the grid."""

    HAIRLINE = "hairline"
    BLACK = "black"
    WHITE = "white"
    COLOURED = "coloured"
    DASHED = "dashed"
    DOTTED = "dotted"
    CORNERS = "corners"
    CENTRES = "centres"
    NUMBERS = "numbers"


LINES = (GridInk.HAIRLINE, GridInk.BLACK, GridInk.WHITE, GridInk.COLOURED, GridInk.DASHED, GridInk.DOTTED)


@dataclass(frozen=True)
class Sheet:
    """One photograph; `lean` is how far its corners are off, as a share of the picture, `warp` is in pixels."""

    pitch: float
    size: tuple[int, int]
    seed: int
    ink: GridInk = GridInk.BLACK
    orientation: Orientation = Orientation.FLAT
    rotation: float = 0.0
    lean: float = 0.0
    warp: float = 0.0
    noise: float = 4.0
    blur: int = 0
    quality: int = 75
    counters: float = 0.0
    sea: str = ""
    """Along which edge no lines are printed: left, right, top, bottom; or a corner."""
    framed: bool = False
    boxes: int = 0
    fills_hexes: bool = False
    hides: float = 0.0
    """The share of the sheet where art is painted over the grid."""
    sheets: int = 1


@dataclass(frozen=True)
class Photograph:
    """A picture and where the centres of its whole hexes are; pixel (0, 0) has its middle at 0."""

    pixels: Pixels
    centres: Floats
    is_lined: np.ndarray
    """Whether lines are printed about each; open sea has none."""


def chosen(count: int, seed: int) -> list[Sheet]:
    """So many sheets with every property by chance."""
    rng = np.random.default_rng(seed)
    found = []
    for number in range(count):
        pitch = float(np.exp(rng.uniform(math.log(18), math.log(220))))
        sheets = 2 if rng.random() < 0.1 else 1
        width = int(np.clip(pitch * rng.uniform(14, 30), 800, 2400))
        found.append(
            Sheet(
                pitch=pitch,
                size=(width * sheets, int(width * rng.uniform(0.65, 1.1))),
                seed=7919 * seed + number,
                ink=LINES[number % len(LINES)],
                orientation=(Orientation.FLAT, Orientation.POINTY)[int(rng.integers(2))],
                rotation=float(rng.uniform(-30, 30) if rng.random() < 0.5 else rng.normal(0, 2)),
                lean=float(rng.choice((0.0, 0.02, 0.05, 0.08))),
                warp=float(rng.choice((0.0, 0.0, 2.0, 5.0, 9.0))),
                noise=float(rng.uniform(2, 12)),
                blur=int(rng.integers(0, 2)),
                quality=int(rng.choice((40, 55, 75, 90))),
                counters=float(rng.choice((0.0, 0.1, 0.3, 0.5))),
                sea=str(rng.choice(("", "", "left", "top", "bottom", "corner"))),
                framed=bool(rng.random() < 0.35),
                boxes=int(rng.integers(0, 4)),
                fills_hexes=bool(rng.random() < 0.3),
                hides=float(rng.choice((0.0, 0.15, 0.3))),
                sheets=sheets,
            )
        )
    return found


def in_pairs(count: int, seed: int) -> list[Sheet]:
    """The same, each with another sheet beside it, and none larger than three thousand pixels."""
    found = []
    for sheet in chosen(count, seed):
        width, height = sheet.size
        share = min(1.0, 1500 * sheet.sheets / width)
        wide = int(width * share / sheet.sheets) * 2
        pitch = max(18.0, sheet.pitch * share)
        found.append(replace(sheet, pitch=pitch, size=(wide, int(height * share)), sheets=2))
    return found


def photographed(sheet: Sheet) -> Photograph:
    """The picture of one sheet, or of several side by side that were not laid quite straight."""
    rng = np.random.default_rng(sheet.seed)
    width, height = sheet.size
    desk = 120 + 20 * smooth_field(rng, (height, width), 60.0)[..., None] + np.array((25.0, 10.0, -10.0))
    image = image_of(np.clip(desk, 0, 255).astype(np.uint8))
    centres, lined, rooms = [], [], []
    for number in range(sheet.sheets):
        room = QRectF(number * width / sheet.sheets, 0, width / sheet.sheets, height)
        drawn = _Drawn(sheet, rng, room)
        painter = QPainter(image)
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        painter.setClipRect(room)
        painter.setTransform(drawn.camera)
        drawn.draw(painter)
        painter.end()
        centres.append(drawn.seen(drawn.rims.reshape(-1, 2)).reshape(-1, 6, 2))
        lined.append(~drawn.is_sea)
        rooms.append(np.repeat([[room.left(), room.right()]], len(drawn.rims), axis=0))
    pixels, forth = _bent(pixels_of(image), sheet.warp, rng)
    flat = np.concatenate(centres)
    corners = forth(flat.reshape(-1, 2)).reshape(-1, 6, 2)
    edges = np.concatenate(rooms)
    inside = (
        (corners[..., 0] >= edges[:, :1])
        & (corners[..., 0] <= edges[:, 1:])
        & (corners[..., 1] >= 0)
        & (corners[..., 1] <= height)
    ).all(axis=1)
    # The centre of a hex in perspective is where its diagonals cross, which is not the mean of its corners.
    seen = pixels.astype(np.float32)
    for _ in range(sheet.blur):
        seen = (seen + np.roll(seen, 1, 0) + np.roll(seen, 1, 1) + np.roll(np.roll(seen, 1, 0), 1, 1)) / 4
        seen = np.roll(np.roll(seen, -1, 0), -1, 1) * 0.5 + seen * 0.5
    light = 1.0 - 0.2 * np.linspace(0, 1, width, dtype=np.float32)[None, :, None] * float(rng.uniform(0, 1))
    seen = seen * light + rng.normal(0, sheet.noise, (height, width, 1)).astype(np.float32)
    pressed = squeezed(np.clip(seen, 0, 255).astype(np.uint8), sheet.quality)
    return Photograph(pressed, forth(_crossing(flat[inside])) - 0.5, np.concatenate(lined)[inside])


def _crossing(corners: Floats) -> Floats:
    """Where the diagonals of each hex meet."""
    one, other = corners[:, 3] - corners[:, 0], corners[:, 4] - corners[:, 1]
    start = corners[:, 1] - corners[:, 0]
    share = (start[:, 0] * other[:, 1] - start[:, 1] * other[:, 0]) / (
        one[:, 0] * other[:, 1] - one[:, 1] * other[:, 0]
    )
    return np.asarray(corners[:, 0] + share[:, None] * one)


def _bent(pixels: Pixels, warp: float, rng: np.random.Generator):  # type: ignore[no-untyped-def]
    """The picture on paper that is not flat, and where a point of the flat one comes to lie."""
    if not warp:
        return pixels, lambda points: points
    height, width = pixels.shape[:2]
    length = 2 * math.pi / (0.8 * max(width, height))
    phase = rng.uniform(0, 2 * math.pi, 3)

    def off(x, y):  # type: ignore[no-untyped-def]
        right = warp * np.sin(length * y + phase[0]) + 0.4 * warp * np.sin(1.7 * length * x + phase[2])
        return right, warp * np.sin(1.2 * length * x + phase[1])

    y, x = np.mgrid[:height, :width].astype(np.float32) + np.float32(0.5)
    right, down = (each.astype(np.float32) for each in off(x, y))
    u = np.clip(x + right - 0.5, 0, width - 1.001)
    v = np.clip(y + down - 0.5, 0, height - 1.001)
    left, top = u.astype(np.int32), v.astype(np.int32)
    a, b = (u - left)[..., None], (v - top)[..., None]
    flat = pixels.reshape(-1, 3)
    at = top * width + left
    seen = (flat[at] * (1 - a) + flat[at + 1] * a) * (1 - b) + (
        flat[at + width] * (1 - a) + flat[at + width + 1] * a
    ) * b

    def forth(points: Floats) -> Floats:
        guess = points.copy()
        for _ in range(25):
            guess = points - np.column_stack(off(guess[:, 0], guess[:, 1]))
        return guess

    return seen.astype(np.uint8), forth


class _Drawn:
    """One sheet on its way into the picture: its hexes, where the camera sees them, and how it is painted."""

    def __init__(self, sheet: Sheet, rng: np.random.Generator, room: QRectF) -> None:
        self.sheet, self.rng = sheet, rng
        turn = math.radians(sheet.rotation + (rng.normal(0, 0.6) if sheet.sheets > 1 else 0.0))
        spread = abs(math.cos(turn)) + abs(math.sin(turn)) * max(
            room.width() / room.height(), room.height() / room.width()
        )
        grown = 0.94 / spread if sheet.framed else spread * (1.1 + 4 * sheet.lean)
        self.size = room.width() * grown, room.height() * grown
        self.edge = 0.09 * min(self.size) if sheet.framed else 0.0
        self.camera = self._camera(turn, room)
        radius = sheet.pitch / ROOT3
        grid = HexGrid(sheet.orientation, (Parity.ODD, Parity.EVEN)[int(rng.integers(2))])
        across, down = (1.5, ROOT3) if sheet.orientation is Orientation.FLAT else (ROOT3, 1.5)
        cols = max(3, int((self.size[0] - 2 * self.edge - 1.2 * radius) / (across * radius)))
        rows = max(3, int((self.size[1] - 2 * self.edge - 1.2 * radius) / (down * radius)))
        self.cells = [(col, row) for col in range(cols) for row in range(rows)]
        corners = np.array([grid.corners(*cell) for cell in self.cells]) * radius
        self.rims = corners - corners.reshape(-1, 2).min(axis=0) + self.edge + 3
        self.hexes = self.rims.mean(axis=1)
        self.is_sea = self._sea()

    def _camera(self, turn: float, room: QRectF) -> QTransform:
        width, height = self.size
        flat = np.array([(0, 0), (width, 0), (width, height), (0, height)]) - np.array(self.size) / 2
        cosine, sine = math.cos(turn), math.sin(turn)
        there = flat @ np.array([[cosine, sine], [-sine, cosine]])
        there = there * (1 + self.rng.uniform(-1, 0, (4, 1)) * self.sheet.lean) + np.array(
            (room.center().x(), room.center().y())
        )
        start = QPolygonF([QPointF(*point) for point in flat + np.array(self.size) / 2])
        found = QTransform()
        assert QTransform.quadToQuad(start, QPolygonF([QPointF(*point) for point in there]), found)
        return found

    def seen(self, points: Floats) -> Floats:
        """Points of the sheet in the picture."""
        mapped = [self.camera.map(QPointF(*point)) for point in points]
        return np.array([(point.x(), point.y()) for point in mapped])

    def _sea(self) -> np.ndarray:
        low, high = self.hexes.min(axis=0), self.hexes.max(axis=0)
        x, y = ((self.hexes - low) / (high - low)).T
        wave = 0.05 * np.sin(9 * x + self.rng.uniform(0, 6)) + 0.05 * np.sin(7 * y + self.rng.uniform(0, 6))
        depth = {"left": x, "right": 1 - x, "top": y, "bottom": 1 - y, "corner": (x + y) / 1.4}.get(self.sheet.sea)
        return np.zeros(len(x), dtype=bool) if depth is None else np.asarray(depth + wave < 0.24)

    # The painting

    def draw(self, painter: QPainter) -> None:
        painter.fillRect(QRectF(0, 0, *self.size), QColor(244, 240, 228))
        self._draw_ground(painter)
        self._draw_network(painter)
        self._draw_grid(painter)
        self._draw_hiding_art(painter)
        self._draw_numbers(painter)
        self._draw_counters(painter)
        self._draw_boxes(painter)
        if self.sheet.framed:
            self._draw_frame(painter)

    def _palette(self) -> list[QColor]:
        base = self.rng.uniform(150, 245)
        return [
            QColor(*(int(np.clip(base + value, 60, 252)) for value in self.rng.normal(0, (18, 14, 26))))
            for _ in range(6)
        ]

    def _draw_ground(self, painter: QPainter) -> None:
        rng, pitch = self.rng, self.sheet.pitch
        colours = self._palette()
        painter.setPen(Qt.PenStyle.NoPen)
        if self.sheet.fills_hexes:
            for rim in self.rims:
                painter.setBrush(colours[int(rng.integers(6))])
                painter.drawPolygon(_polygon(rim))
        else:
            inner = QRectF(self.edge, self.edge, self.size[0] - 2 * self.edge, self.size[1] - 2 * self.edge)
            painter.fillRect(inner, colours[0])
            for x, y in self.hexes[rng.random(len(self.hexes)) < 0.3]:
                painter.setBrush(colours[int(rng.integers(6))])
                painter.drawPolygon(_polygon(_blob(rng, (x, y), pitch * rng.uniform(0.5, 2.2))))
        wave = self._texture()
        painter.setOpacity(0.35)
        painter.drawImage(QRectF(0, 0, *self.size), wave)
        painter.setOpacity(1.0)
        painter.setBrush(QColor(150, 190, 216))
        for x, y in self.hexes[self.is_sea]:
            painter.drawEllipse(QPointF(x, y), 0.62 * pitch, 0.62 * pitch)

    def _texture(self) -> QImage:
        width, height = (int(value / 2) + 2 for value in self.size)
        relief = smooth_field(self.rng, (height, width), max(6.0, 0.4 * self.sheet.pitch))
        shade = np.clip(200 + 90 * (relief - np.roll(relief, 2, (0, 1))) + 12 * relief, 0, 255).astype(np.uint8)
        return image_of(np.repeat(shade[..., None], 3, axis=2))

    def _draw_network(self, painter: QPainter) -> None:
        rng, pitch = self.rng, self.sheet.pitch
        for number in range(9):
            points, heading = [self.hexes[int(rng.integers(len(self.hexes)))]], rng.uniform(0, 2 * math.pi)
            for _ in range(int(rng.integers(20, 70))):
                heading += rng.normal(0, 0.3)
                points.append(points[-1] + 0.3 * pitch * np.array((math.cos(heading), math.sin(heading))))
            line = _polygon(points)
            if number % 3 == 0:
                painter.setPen(QPen(QColor(84, 138, 196), pitch * rng.uniform(0.03, 0.12)))
                painter.drawPolyline(line)
            elif number % 3 == 1:
                painter.setPen(QPen(QColor(150, 60, 40), max(1.0, pitch / 16)))
                painter.drawPolyline(line)
            else:
                painter.setPen(QPen(QColor(25, 25, 25), max(1.0, pitch / 30)))
                painter.drawPolyline(line)
                for before, after in zip(points[::2], points[1::2], strict=False):
                    away = np.array((-(after - before)[1], (after - before)[0])) * 0.25
                    painter.drawLine(QPointF(*(before - away)), QPointF(*(before + away)))

    def _grid_pen(self) -> QPen:
        pitch, ink, rng = self.sheet.pitch, self.sheet.ink, self.rng
        shade = int(rng.integers(20, 80))
        colour = QColor(*((140, 70, 30), (40, 80, 150), (90, 110, 60))[int(rng.integers(3))])
        pens = {
            GridInk.HAIRLINE: QPen(QColor(shade + 60, shade + 60, shade + 56), max(0.9, pitch / 70)),
            GridInk.WHITE: QPen(QColor(254, 254, 252), max(1.4, pitch / 28)),
            GridInk.COLOURED: QPen(colour, max(1.1, pitch / 36)),
        }
        pen = pens.get(ink, QPen(QColor(shade, shade, shade), max(1.1, pitch / float(rng.uniform(25, 45)))))
        if ink is GridInk.DASHED:
            pen.setDashPattern([5.0, 3.0])
        elif ink is GridInk.DOTTED:
            pen.setCapStyle(Qt.PenCapStyle.RoundCap)
            pen.setDashPattern([0.2, 2.6])
        return pen

    def _draw_grid(self, painter: QPainter) -> None:
        ink, pitch = self.sheet.ink, self.sheet.pitch
        pen = self._grid_pen()
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        drawn: set[tuple[int, int, int, int]] = set()
        for rim, centre in zip(self.rims[~self.is_sea], self.hexes[~self.is_sea], strict=True):
            if ink is GridInk.CENTRES:
                painter.setBrush(pen.color())
                painter.drawEllipse(QPointF(*centre), max(1.2, pitch / 24), max(1.2, pitch / 24))
                continue
            if ink is GridInk.NUMBERS:
                continue
            for one, other in zip(rim, np.roll(rim, -1, axis=0), strict=True):
                ends = sorted((tuple(np.rint(one).astype(int).tolist()), tuple(np.rint(other).astype(int).tolist())))
                side = (*ends[0], *ends[1])
                if side in drawn:
                    continue
                drawn.add(side)
                if ink is GridInk.CORNERS:
                    painter.drawLine(QPointF(*one), QPointF(*(0.75 * one + 0.25 * other)))
                    painter.drawLine(QPointF(*other), QPointF(*(0.75 * other + 0.25 * one)))
                else:
                    painter.drawLine(QPointF(*one), QPointF(*other))

    def _draw_hiding_art(self, painter: QPainter) -> None:
        """Mountains, woods and marsh over the lines."""
        rng, pitch = self.rng, self.sheet.pitch
        for x, y in self.hexes[rng.random(len(self.hexes)) < self.sheet.hides]:
            kind = int(rng.integers(3))
            if kind == 0:
                painter.setPen(QPen(QColor(110, 80, 50), max(0.8, pitch / 45)))
                for _ in range(14):
                    start, way = np.array((x, y)) + rng.normal(0, 0.3, 2) * pitch, rng.normal(0, 0.12, 2) * pitch
                    painter.drawLine(QPointF(*start), QPointF(*(start + way)))
            elif kind == 1:
                painter.setPen(QPen(QColor(40, 80, 40), max(0.7, pitch / 60)))
                painter.setBrush(QBrush(QColor(96, 140, 84)))
                for _ in range(12):
                    at = np.array((x, y)) + rng.normal(0, 0.28, 2) * pitch
                    painter.drawEllipse(QPointF(*at), pitch / 11, pitch / 9)
            else:
                painter.setPen(QPen(QColor(70, 120, 160), max(0.8, pitch / 40)))
                for _ in range(9):
                    a, b = np.array((x, y)) + rng.normal(0, 0.28, 2) * pitch
                    painter.drawLine(QPointF(a - 0.1 * pitch, b), QPointF(a + 0.1 * pitch, b))

    def _draw_numbers(self, painter: QPainter) -> None:
        pitch, rng = self.sheet.pitch, self.rng
        font = QFont("Inter")
        font.setPixelSize(max(5, int(pitch / rng.uniform(5, 7))))
        painter.setFont(font)
        down = float(rng.choice((-0.44, 0.18)))
        for (x, y), (col, row), sea in zip(self.hexes, self.cells, self.is_sea, strict=True):
            if sea or (self.sheet.ink is GridInk.CENTRES):
                continue
            painter.setPen(QColor(80, 76, 70))
            box = QRectF(x - pitch / 2, y + down * pitch, pitch, pitch / 4)
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, f"{row + 1:02}{col + 1:02}")
            if rng.random() < 0.05:
                painter.setBrush(QColor(30, 30, 30))
                painter.drawEllipse(QPointF(x + 0.1 * pitch, y), pitch / 10, pitch / 10)
                painter.drawText(QPointF(x + 0.25 * pitch, y), ("Kursk", "Oboyan", "Rzhev")[int(rng.integers(3))])

    def _draw_counters(self, painter: QPainter) -> None:
        rng, pitch = self.rng, self.sheet.pitch
        for x, y in self.hexes[rng.random(len(self.hexes)) < self.sheet.counters]:
            side = pitch * float(rng.choice((0.6, 0.75, 0.9, 1.6), p=(0.4, 0.35, 0.2, 0.05)))
            colour = QColor(*(int(value) for value in rng.integers(50, 240, 3)))
            for step in range(int(rng.integers(1, 4))):
                at = np.array((x, y)) + step * 0.05 * pitch - side / 2
                painter.setPen(QPen(QColor(20, 20, 20), max(0.8, pitch / 60)))
                painter.setBrush(colour)
                box = QRectF(at[0], at[1], side, side)
                painter.drawRect(box)
            symbol = box.adjusted(0.25 * side, 0.2 * side, -0.25 * side, -0.45 * side)
            painter.drawRect(symbol)
            painter.drawLine(symbol.topLeft(), symbol.bottomRight())
            painter.drawLine(symbol.topRight(), symbol.bottomLeft())

    def _draw_boxes(self, painter: QPainter) -> None:
        """Tables and legends over the map, with rows of words and figures."""
        rng, (width, height) = self.rng, self.size
        font = QFont("Inter")
        for number in range(self.sheet.boxes):
            wide, high = width * rng.uniform(0.12, 0.26), height * rng.uniform(0.1, 0.22)
            box = QRectF(rng.uniform(0.02, 0.7) * width, rng.uniform(0.02, 0.7) * height, wide, high)
            painter.setPen(QPen(QColor(30, 30, 30), 2))
            painter.setBrush(QColor(252, 248, 234))
            painter.drawRect(box)
            rows = int(rng.integers(4, 11))
            font.setPixelSize(max(6, int(0.6 * high / rows)))
            painter.setFont(font)
            for row in range(rows):
                top = box.top() + row * high / rows
                if number % 2:
                    painter.drawLine(QPointF(box.left(), top), QPointF(box.right(), top))
                words = " ".join(f"{int(value)}" for value in rng.integers(1, 99, 6))
                painter.drawText(QRectF(box.left() + 4, top, wide, high / rows), Qt.AlignmentFlag.AlignVCenter, words)

    def _draw_frame(self, painter: QPainter) -> None:
        """A border with a turn track of squares, terrain samples as hexes, and the title of the game."""
        width, height = self.size
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(40, 30, 30), 3))
        painter.drawRect(QRectF(2, 2, width - 4, height - 4))
        font = QFont("Inter")
        font.setPixelSize(max(8, int(0.55 * self.edge)))
        font.setWeight(QFont.Weight.Black)
        painter.setFont(font)
        painter.drawText(
            QRectF(0.05 * width, 0, 0.5 * width, self.edge), Qt.AlignmentFlag.AlignCenter, "THE LONG RETREAT"
        )
        side = 0.75 * self.edge
        painter.setPen(QPen(QColor(40, 40, 40), 1.5))
        font.setPixelSize(max(6, int(0.3 * self.edge)))
        painter.setFont(font)
        for number in range(int(0.85 * width / side)):
            box = QRectF(0.06 * width + number * side, height - 0.88 * self.edge, side, side)
            painter.drawRect(box)
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, f"{number + 1}")
        for number in range(5):
            at = np.array((0.6 * width + number * 1.2 * self.edge, 0.5 * self.edge))
            turns = np.linspace(0, 2 * math.pi, 7)[:6]
            rim = at + 0.4 * self.edge * np.column_stack((np.cos(turns), np.sin(turns)))
            painter.setBrush(QColor(*(int(value) for value in self.rng.integers(120, 240, 3))))
            painter.drawPolygon(_polygon(rim))


def _polygon(points: Floats | list[Floats]) -> QPolygonF:
    return QPolygonF([QPointF(float(point[0]), float(point[1])) for point in points])


def _blob(rng: np.random.Generator, at: tuple[float, float], radius: float) -> Floats:
    turns = np.linspace(0, 2 * math.pi, 24, endpoint=False)
    away = radius * (1 + 0.25 * np.sin(2 * turns + rng.uniform(0, 6)) + 0.15 * np.sin(5 * turns + rng.uniform(0, 6)))
    return np.array(at) + away[:, None] * np.column_stack((np.cos(turns), np.sin(turns)))
