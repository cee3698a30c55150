"""Emblems of cards: a few plain shapes of our own that stand for a sort of card, drawn faintly behind its text."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi, sin

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainterPath, QPolygonF, QTransform


def emblem_path(emblem: str, box: QRectF) -> QPainterPath:
    """The emblem of a sort of card, as large as a box; a sort without one has a star."""
    drawn = _EMBLEMS.get(emblem, _star)()
    scale = QTransform.fromTranslate(box.left(), box.top()).scale(box.width() / 100, box.height() / 100)
    return scale.map(drawn)


def _polygon(*points: tuple[float, float]) -> QPainterPath:
    path = QPainterPath()
    path.addPolygon(QPolygonF([QPointF(x, y) for x, y in points]))
    path.closeSubpath()
    return path


def _star() -> QPainterPath:
    """A star of five points."""
    points = []
    for number in range(10):
        radius = 46.0 if number % 2 == 0 else 18.0
        angle = -pi / 2 + number * pi / 5
        points.append((50 + radius * cos(angle), 52 + radius * sin(angle)))
    return _polygon(*points)


def _swords() -> QPainterPath:
    """Two swords, crossed."""
    blade = _polygon((46, 4), (50, 0), (54, 4), (54, 68), (64, 68), (64, 75), (54, 75), (54, 96), (46, 96), (46, 75),
                     (36, 75), (36, 68), (46, 68))  # fmt: skip
    left = QTransform().translate(50, 50).rotate(40).translate(-50, -50).map(blade)
    right = QTransform().translate(50, 50).rotate(-40).translate(-50, -50).map(blade)
    return left.united(right)


def _waves() -> QPainterPath:
    """A boat's ramp over three waves."""
    path = _polygon((14, 34), (86, 34), (74, 56), (26, 56))
    mast = _polygon((46, 6), (54, 6), (54, 34), (46, 34))
    path = path.united(mast)
    for top in (64.0, 76.0, 88.0):
        wave = QPainterPath(QPointF(6, top))
        for number in range(4):
            x = 6 + number * 22.0
            wave.cubicTo(x + 7, top - 7, x + 15, top + 7, x + 22, top)
        for number in range(4):
            x = 94 - number * 22.0
            wave.cubicTo(x - 7, top + 12, x - 15, top - 2, x - 22, top + 5)
        wave.closeSubpath()
        path.addPath(wave)
    return path


def _arrow_and_star() -> QPainterPath:
    """An event and operations at once: a star above an arrow."""
    star = QTransform().translate(20, 0).scale(0.6, 0.6).map(_star())
    arrow = _polygon((8, 72), (62, 72), (62, 60), (94, 79), (62, 98), (62, 86), (8, 86))
    star.addPath(arrow)
    return star


_EMBLEMS: dict[str, Callable[[], QPainterPath]] = {
    "combat": _swords,
    "invasion": _waves,
    "dual": _arrow_and_star,
}
