"""Twenty more pictures that are no hex maps, photographed as the atlas sheets are: turned, noisy, squeezed.

Walls and pavements, plans of towns, charts and music, foam and cobbles that nearly have six sides, leather and skin.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QImage, QPainter, QPen, QPolygonF, QTransform

from tests.helpers.printed_scans import ROOT3, Floats, Pixels, pixels_of, smooth_field, squeezed

SIZE = (1000, 800)
INK = QColor(60, 52, 46)
Drawing = Callable[[QPainter, np.random.Generator], None]


def no_hexes(seed: int = 3, only: tuple[str, ...] = ()) -> dict[str, Pixels]:
    """Each by its name, or only some."""
    found = {}
    for number, (name, draw) in enumerate(_DRAWN.items()):
        if name in (only or _DRAWN):
            found[name] = _photographed(draw, np.random.default_rng(100 * seed + number))
    for number, (name, field) in enumerate(_FIELDS.items()):
        if name not in (only or _FIELDS):
            continue
        rng = np.random.default_rng(100 * seed + 50 + number)
        grey = np.clip(field(rng) + rng.normal(0, 5, SIZE[::-1]), 0, 255).astype(np.uint8)
        found[name] = squeezed(np.repeat(grey[..., None], 3, axis=2), int(rng.choice((40, 70))))
    return found


def _photographed(draw: Drawing, rng: np.random.Generator) -> Pixels:
    image = QImage(*SIZE, QImage.Format.Format_RGB888)
    image.fill(QColor(226, 222, 210))
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    turn = QTransform().translate(SIZE[0] / 2, SIZE[1] / 2).rotate(float(rng.uniform(-25, 25)))
    painter.setTransform(turn.scale(1.0, float(rng.uniform(0.85, 1.0))).translate(-800, -800))
    painter.setPen(QPen(INK, 2))
    draw(painter, rng)
    painter.end()
    seen = pixels_of(image) + rng.normal(0, 5, (SIZE[1], SIZE[0], 1))
    return squeezed(np.clip(seen, 0, 255).astype(np.uint8), int(rng.choice((40, 70))))


def _outline(painter: QPainter, points: Floats | list[tuple[float, float]]) -> None:
    painter.drawPolygon(QPolygonF([QPointF(float(x), float(y)) for x, y in points]))


def _rows(wide: float, high: float, shift: float) -> Drawing:
    """Rectangles in rows, each row moved on by a share of one."""

    def draw(painter: QPainter, rng: np.random.Generator) -> None:
        for row in range(int(1700 / high)):
            for col in range(-2, int(1700 / wide)):
                painter.setBrush(QColor(*(int(value) for value in rng.normal((176, 120, 96), 10))))
                painter.drawRect(QRectF(wide * (col + shift * row % 1.0), high * row, wide, high))

    return draw


def _net(*angles: float, apart: float) -> Drawing:
    def draw(painter: QPainter, rng: np.random.Generator) -> None:
        for angle in angles:
            along = np.array((math.cos(math.radians(angle)), math.sin(math.radians(angle))))
            for step in range(-40, 41):
                middle = np.array((800.0, 800.0)) + np.array((-along[1], along[0])) * apart * step
                painter.drawLine(QPointF(*(middle - 1200 * along)), QPointF(*(middle + 1200 * along)))

    return draw


def _town(painter: QPainter, rng: np.random.Generator) -> None:
    """Blocks of houses between crooked streets, a river, and names."""
    _outline_font(painter, 13)
    for x in np.arange(0, 1600, 74):
        for y in np.arange(0, 1600, 58):
            block = [(x + a, y + b) for a, b in ((0, 0), (60, 0), (60, 44), (0, 44))]
            painter.setBrush(QColor(222, 196, 170))
            _outline(painter, [(a + rng.normal(0, 4), b + rng.normal(0, 4)) for a, b in block])
            if rng.random() < 0.2:
                painter.drawText(QPointF(x + 4, y + 26), "Rue du Port")
    painter.setPen(QPen(QColor(120, 160, 200), 40))
    painter.drawLine(QPointF(0, 500), QPointF(1600, 1000))


def _outline_font(painter: QPainter, height: int) -> None:
    font = QFont("Inter")
    font.setPixelSize(height)
    painter.setFont(font)


def _columns(painter: QPainter, rng: np.random.Generator) -> None:
    _outline_font(painter, 17)
    words = ("ships", "of", "the", "line", "were", "1240", "tons,", "and", "their", "crews", "550")
    for column in range(5):
        for row in range(70):
            text = " ".join(words[int(index)] for index in rng.integers(0, len(words), 6))
            painter.drawText(QPointF(30 + 320 * column, 30 + 22 * row), text)


def _ledger(painter: QPainter, rng: np.random.Generator) -> None:
    _outline_font(painter, 15)
    for row in range(50):
        for col, wide in enumerate((220, 90, 90, 140, 90, 90, 220, 90, 90, 140, 90, 90)):
            left = sum((220, 90, 90, 140, 90, 90, 220, 90, 90, 140, 90, 90)[:col])
            box = QRectF(left, 32 * row, wide, 32)
            painter.drawRect(box)
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, str(int(rng.integers(1, 9999))))


def _counters(painter: QPainter, rng: np.random.Generator) -> None:
    """A sheet of counters, as it comes in the box."""
    _outline_font(painter, 15)
    for row in range(30):
        for col in range(30):
            painter.setBrush(QColor(*(int(value) for value in rng.integers(120, 230, 3))))
            box = QRectF(54 * col, 54 * row, 50, 50)
            painter.drawRect(box)
            painter.drawRect(box.adjusted(14, 10, -14, -24))
            painter.drawText(QPointF(54 * col + 14, 54 * row + 44), f"{int(rng.integers(1, 9))}-{col % 9}")


def _music(painter: QPainter, rng: np.random.Generator) -> None:
    painter.setBrush(INK)
    for staff in range(18):
        for line in range(5):
            painter.drawLine(QPointF(0, 90 * staff + 11 * line), QPointF(1600, 90 * staff + 11 * line))
        for beat in range(50):
            painter.drawEllipse(QPointF(32 * beat, 90 * staff + 5.5 * float(rng.integers(0, 9))), 6, 5)


def _circles(painter: QPainter, rng: np.random.Generator) -> None:
    """Coins or bottles packed as close as they go: six about each, and no sides."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for row in range(40):
        for col in range(34):
            painter.drawEllipse(QPointF(48 * (col + 0.5 * (row % 2)), 24 * ROOT3 * row), 23, 23)


def _herringbone(painter: QPainter, rng: np.random.Generator) -> None:
    for row in range(-20, 60):
        for col in range(-20, 40):
            painter.drawRect(QRectF(80 * col + 20 * row, 20 * row, 60, 20))
            painter.drawRect(QRectF(80 * col + 20 * row + 60, 20 * row - 20, 20, 60))


def _pentagons(painter: QPainter, rng: np.random.Generator) -> None:
    """Paving of Cairo: a net of stretched hexes across another of them."""
    side = 40.0
    for x in range(-2, 24):
        for y in range(-2, 24):
            at = np.array((2 * side * x, 2 * side * y))
            way = np.array((side * 0.73, 0)) if (x + y) % 2 else np.array((0, side * 0.73))
            painter.drawLine(QPointF(*(at - way)), QPointF(*(at + way)))
            other = way[::-1]
            for end in (at - way, at + way):
                for sign in (-1, 1):
                    painter.drawLine(QPointF(*end), QPointF(*(end + (end - at) * 0.37 + sign * other * 1.37 / 2)))


def _rhombs(painter: QPainter, rng: np.random.Generator) -> None:
    for row in range(60):
        for col in range(40):
            x, y = 60 * (col + 0.5 * (row % 2)), 26 * row
            _outline(painter, [(x, y - 26), (x + 30, y), (x, y + 26), (x - 30, y)])


def _parquet(painter: QPainter, rng: np.random.Generator) -> None:
    for row in range(34):
        for col in range(34):
            for line in range(4):
                if (row + col) % 2:
                    painter.drawRect(QRectF(48 * col, 48 * row + 12 * line, 48, 12))
                else:
                    painter.drawRect(QRectF(48 * col + 12 * line, 48 * row, 12, 48))


def _cells(jitter: float, apart: float) -> Callable[[np.random.Generator], Floats]:
    """Foam: what is nearest to points that stand nearly, but not quite, in rows of six about one."""

    def field(rng: np.random.Generator) -> Floats:
        width, height = SIZE
        points = np.array(
            [
                (apart * (col + 0.5 * (row % 2)), ROOT3 / 2 * apart * row)
                for row in range(-1, int(height / apart / 0.86) + 2)
                for col in range(-1, int(width / apart) + 2)
            ]
        )
        points += rng.normal(0, jitter * apart, points.shape)
        grey = np.full((height, width), 205.0)
        for top in range(0, height, 32):
            y, x = np.mgrid[top : min(top + 32, height), :width].astype(np.float32)
            near = points[np.abs(points[:, 1] - top - 16) < 3 * apart + 16]
            away = np.full(x.shape, 1e9, dtype=np.float32)
            second = away.copy()
            for a, b in near:
                here = np.hypot(x - np.float32(a), y - np.float32(b))
                second = np.minimum(second, np.maximum(away, here))
                away = np.minimum(away, here)
            grey[top : top + 32][second - away < 3.0] = 80
        return grey

    return field


def _landscape(rng: np.random.Generator) -> Floats:
    waves = sum(smooth_field(rng, SIZE[::-1], wave) * wave**0.6 for wave in (3.0, 8.0, 22.0, 60.0, 170.0))
    return np.asarray(130 + 6.0 * waves)


def _leather(rng: np.random.Generator) -> Floats:
    grain = smooth_field(rng, SIZE[::-1], 11.0)
    return np.asarray(120 - 70.0 * (np.abs(grain) < 0.12))


def _screen(rng: np.random.Generator) -> Floats:
    y, x = np.mgrid[: SIZE[1], : SIZE[0]].astype(np.float64)
    turns = (0.3, 0.3 + math.pi / 3, 0.3 - math.pi / 3)
    waves = sum(np.cos(2 * math.pi * (x * math.cos(turn) + y * math.sin(turn)) / 34.0) for turn in turns)
    return np.asarray(150 + 30.0 * waves)


_DRAWN: dict[str, Drawing] = {
    "brick wall": _rows(64, 24, 0.5),
    "wall of thirds": _rows(60, 40, 1 / 3),
    "blocks": _rows(52, 45, 0.5),
    "graph paper": _net(0, 90, apart=28),
    "triangles": _net(0, 60, 120, apart=40),
    "oblique squares": _net(0, 60, apart=44),
    "town plan": _town,
    "newspaper": _columns,
    "ledger": _ledger,
    "sheet of counters": _counters,
    "music": _music,
    "bottles": _circles,
    "herringbone": _herringbone,
    "pentagons": _pentagons,
    "rhombs": _rhombs,
    "parquet": _parquet,
}
_FIELDS: dict[str, Callable[[np.random.Generator], Floats]] = {
    "foam": _cells(0.17, 48.0),
    "landscape": _landscape,
    "leather": _leather,
    "waves in three ways": _screen,
}
