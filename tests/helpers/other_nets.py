"""Pictures that are no hex maps, and some that nearly are: nets of other lines, screens, tables, cracked earth."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen, QPolygonF

from engine.core.boards.hexes import HexGrid, Orientation, Parity
from tests.helpers.printed_scans import ROOT3, Pixels, image_of, pixels_of, smooth_field


def other_nets(size: tuple[int, int] = (1000, 800), only: tuple[str, ...] = ()) -> dict[str, Pixels]:
    """More pictures in which no hex grid may be found, some of them nearly hexes."""
    rng = np.random.default_rng(11)
    made: dict[str, Callable[[], Pixels]] = {
        "offset squares": lambda: _offset_squares(size, 48.0),
        "offset squares, wide": lambda: _offset_squares(size, 56.0),
        "diamonds": lambda: _net(size, (30.0, -30.0), 40.0),
        "triangles, fine": lambda: _net(size, (10.0, 70.0, 130.0), 26.0),
        "triangles and dots": lambda: _dotted_at(_net(size, (0.0, 60.0, 120.0), 44.0), size, 44.0),
        "dots in threes": lambda: _dotted_at(_paper(size), size, 36.0),
        "halftone": lambda: _halftone(rng, size),
        "cubes": lambda: _cubes(size, 60.0),
        "stars": lambda: _kagome(size, 60.0),
        "octagons": lambda: _octagons(size, 60.0),
        "table": lambda: _table(size),
        "squares with numbers": lambda: _numbered_squares(size, 46.0),
        "cracked earth": lambda: _cells(rng, size),
        "scales": lambda: _scales(size, 40.0),
        "weave": lambda: _weave(size),
        "contours": lambda: _contour_picture(rng, size),
    }
    return {name: make() for name, make in made.items() if name in (only or made)}


def _paper(size: tuple[int, int], grey: int = 228) -> Pixels:
    return np.full((size[1], size[0], 3), grey, dtype=np.uint8)


def _drawn(pixels: Pixels, draw: Callable[[QPainter], None], width: float = 1.6) -> Pixels:
    image = image_of(pixels)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(QColor(60, 55, 50), width))
    draw(painter)
    painter.end()
    return pixels_of(image)


def _offset_squares(size: tuple[int, int], side: float) -> Pixels:
    """Squares every second row of which is moved by half: hexes to a rule, but not to the eye."""

    def draw(painter: QPainter) -> None:
        for row in range(int(size[1] / side) + 1):
            for col in range(-1, int(size[0] / side) + 1):
                painter.drawRect(QRectF(side * (col + 0.5 * (row % 2)), 0.86 * side * row, side, 0.86 * side))

    return _drawn(_paper(size), draw)


def _net(size: tuple[int, int], angles: tuple[float, ...], apart: float) -> Pixels:
    def draw(painter: QPainter) -> None:
        for angle in angles:
            along = np.array((math.cos(math.radians(angle)), math.sin(math.radians(angle))))
            across = np.array((-along[1], along[0]))
            for step in range(-70, 71):
                middle = np.array(size) / 2 + across * apart * step * ROOT3 / 2
                painter.drawLine(QPointF(*(middle - 2000 * along)), QPointF(*(middle + 2000 * along)))

    return _drawn(_paper(size), draw)


def _dotted_at(pixels: Pixels, size: tuple[int, int], apart: float) -> Pixels:
    def draw(painter: QPainter) -> None:
        painter.setBrush(QColor(50, 50, 50))
        for row in range(int(size[1] / (0.866 * apart)) + 1):
            for col in range(int(size[0] / apart) + 1):
                painter.drawEllipse(QPointF(apart * (col + 0.5 * (row % 2)), ROOT3 / 2 * apart * row), 3, 3)

    return _drawn(pixels, draw)


def _halftone(rng: np.random.Generator, size: tuple[int, int]) -> Pixels:
    """A photograph as a newspaper prints it, with its dots in rows sixty degrees apart."""
    y, x = np.mgrid[: size[1], : size[0]].astype(np.float64)
    light = 0.5 + 0.25 * smooth_field(rng, size[::-1], 120.0) + 0.1 * smooth_field(rng, size[::-1], 30.0)
    wave = 2 * math.pi / 14.0
    turns = (0.2, 0.2 + math.pi / 3, 0.2 + 2 * math.pi / 3)
    dots = sum(np.cos(wave * (x * math.cos(turn) + y * math.sin(turn))) for turn in turns)
    grey = np.where(dots / 3 > light - 0.3, 50, 235).astype(np.uint8)
    return np.repeat(grey[..., None], 3, axis=2)


def _cubes(size: tuple[int, int], pitch: float) -> Pixels:
    """Tumbling blocks: honeycomb cells each cut into three rhombs of their own shade."""

    def draw(painter: QPainter) -> None:
        radius, grid = pitch / ROOT3, HexGrid(Orientation.POINTY, Parity.ODD)
        painter.setPen(Qt.PenStyle.NoPen)
        for row in range(int(size[1] / (1.5 * radius)) + 2):
            for col in range(int(size[0] / pitch) + 2):
                x, y = (value * radius for value in grid.centre(col, row))
                rim = [QPointF(cx * radius, cy * radius) for cx, cy in grid.corners(col, row)]
                for part, shade in enumerate((90, 150, 210)):
                    painter.setBrush(QColor(shade, shade, shade - 20))
                    start = 2 * part
                    painter.drawPolygon(
                        QPolygonF([QPointF(x, y), rim[start], rim[(start + 1) % 6], rim[(start + 2) % 6]])
                    )

    return _drawn(_paper(size), draw)


def _kagome(size: tuple[int, int], apart: float) -> Pixels:
    """Three sets of lines that meet two by two: stars of hexes and triangles."""

    def draw(painter: QPainter) -> None:
        for angle in (0.0, 60.0, 120.0):
            along = np.array((math.cos(math.radians(angle)), math.sin(math.radians(angle))))
            across = np.array((-along[1], along[0]))
            for step in range(-60, 61):
                middle = np.array(size) / 2 + across * apart * (step + 0.5) * ROOT3 / 2
                painter.drawLine(QPointF(*(middle - 2000 * along)), QPointF(*(middle + 2000 * along)))

    return _drawn(_paper(size), draw)


def _octagons(size: tuple[int, int], side: float) -> Pixels:
    def draw(painter: QPainter) -> None:
        cut = side * 0.29
        for row in range(int(size[1] / side) + 1):
            for col in range(int(size[0] / side) + 1):
                x, y = col * side, row * side
                points = [
                    (cut, 0),
                    (side - cut, 0),
                    (side, cut),
                    (side, side - cut),
                    (side - cut, side),
                    (cut, side),
                    (0, side - cut),
                    (0, cut),
                ]
                painter.drawPolygon(QPolygonF([QPointF(x + px, y + py) for px, py in points]))

    return _drawn(_paper(size), draw)


def _table(size: tuple[int, int]) -> Pixels:
    def draw(painter: QPainter) -> None:
        font = QFont("Inter")
        font.setPixelSize(13)
        painter.setFont(font)
        for row in range(size[1] // 28):
            for col in range(size[0] // 90):
                box = QRectF(20 + 90 * col, 10 + 28 * row, 90, 28)
                painter.drawRect(box)
                painter.drawText(box, Qt.AlignmentFlag.AlignCenter, f"{(row * 7 + col * 3) % 97}:{col + 1}")

    return _drawn(_paper(size, 248), draw)


def _numbered_squares(size: tuple[int, int], side: float) -> Pixels:
    def draw(painter: QPainter) -> None:
        font = QFont("Inter")
        font.setPixelSize(9)
        painter.setFont(font)
        for row in range(int(size[1] / side) + 1):
            for col in range(int(size[0] / side) + 1):
                box = QRectF(side * col, side * row, side, side)
                painter.drawRect(box)
                painter.drawText(box, Qt.AlignmentFlag.AlignCenter, f"{col:02}{row:02}")

    return _drawn(_paper(size), draw)


def _cells(rng: np.random.Generator, size: tuple[int, int]) -> Pixels:
    """Cracked earth: the borders between what is nearest to scattered points, six of them about each on average."""
    apart = 46.0
    points = np.array(
        [
            (apart * (col + 0.5 * (row % 2)) + rng.normal(0, 9), 0.87 * apart * row + rng.normal(0, 9))
            for row in range(int(size[1] / (0.87 * apart)) + 2)
            for col in range(int(size[0] / apart) + 2)
        ]
    )
    grey = np.full((size[1], size[0]), 205.0)
    for top in range(0, size[1], 32):
        y, x = np.mgrid[top : min(top + 32, size[1]), : size[0]].astype(np.float64)
        near = points[(points[:, 1] > top - 120) & (points[:, 1] < top + 152)]
        away = np.sort(np.hypot(x[..., None] - near[:, 0], y[..., None] - near[:, 1]), axis=2)
        grey[top : top + 32][away[..., 1] - away[..., 0] < 2.5] = 70
    return np.repeat(grey.astype(np.uint8)[..., None], 3, axis=2)


def _scales(size: tuple[int, int], side: float) -> Pixels:
    """Roof tiles or fish scales: arcs in rows, each second row moved by half."""

    def draw(painter: QPainter) -> None:
        for row in range(int(2 * size[1] / side) + 1):
            for col in range(-1, int(size[0] / side) + 1):
                box = QRectF(side * (col + 0.5 * (row % 2)), side * (0.5 * row - 0.5), side, side)
                painter.drawArc(box, 180 * 16, 180 * 16)

    return _drawn(_paper(size), draw, 2.0)


def _weave(size: tuple[int, int]) -> Pixels:
    y, x = np.mgrid[: size[1], : size[0]].astype(np.float64)
    turn = math.radians(60)
    waves = [np.sin(2 * math.pi * (x * math.cos(k * turn) + y * math.sin(k * turn)) / 31.0) for k in range(3)]
    grey = np.clip(150 + 40 * waves[0] * waves[1] + 30 * waves[2], 0, 255)
    return np.repeat(grey.astype(np.uint8)[..., None], 3, axis=2)


def _contour_picture(rng: np.random.Generator, size: tuple[int, int]) -> Pixels:
    hills = smooth_field(rng, size[::-1], 90.0) + 0.4 * smooth_field(rng, size[::-1], 40.0)
    line = np.abs((10 * hills) % 1.0 - 0.5) < 0.06
    grey = np.where(line, 120, 225 - 12 * np.clip(hills, -2, 2)).astype(np.uint8)
    return np.repeat(grey[..., None], 3, axis=2)
