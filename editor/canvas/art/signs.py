"""The signs of features: cities by size, ports, supply sources, airfields, objectives.

Each sign is a few paths in a square two circumradii wide, drawn here and inked from the style; a feature of an
unknown kind gets a dot, never nothing. A city stands in the middle of its hex, other signs around it.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from typing import Literal

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from editor.canvas.art.looks import Looks, SignLook
from engine.definitions.plan import FeaturePlan

SETTLEMENTS = frozenset(("city", "town", "village", "capital"))
"""Signs that stand in the middle and whose name is written below."""

_CORNERS = ((0.55, 0.06), (-0.55, 0.06), (0.38, -0.36), (-0.38, -0.36))
_CROWD = ((0.5, -0.42), (-0.5, -0.42), (0.64, -0.1), (-0.64, -0.1), (0.66, 0.2), (-0.66, 0.2))
"""Where signs stand around the middle: up to four, and when there are more."""
_SMALL, _SMALLER = 0.24, 0.15
_DOTS_BELOW = 7.0
_SIGNS_FROM = 11.0


@dataclass(frozen=True, slots=True)
class _Part:
    path: QPainterPath
    ink: Literal["ink", "fill", "built", "accent"]
    width: float = 0.0


def _polygon(points: list[tuple[float, float]]) -> QPainterPath:
    path = QPainterPath()
    path.addPolygon([QPointF(x, y) for x, y in [*points, points[0]]])
    return path


def _star(points: int, outer: float, inner: float) -> QPainterPath:
    corners = []
    for number in range(points * 2):
        radius = inner if number % 2 else outer
        angle = math.pi * number / points - math.pi / 2
        corners.append((radius * math.cos(angle), radius * math.sin(angle)))
    return _polygon(corners)


def _disc(radius: float) -> QPainterPath:
    path = QPainterPath()
    path.addEllipse(QPointF(0, 0), radius, radius)
    return path


def _lines(*lines: list[tuple[float, float]]) -> QPainterPath:
    path = QPainterPath()
    for line in lines:
        path.moveTo(*line[0])
        for point in line[1:]:
            path.lineTo(*point)
    return path


def _blocks(spots: list[tuple[float, float, float, float]]) -> QPainterPath:
    path = QPainterPath()
    for x, y, width, height in spots:
        path.addRect(QRectF(x, y, width, height))
    return path


_CITY_BLOCKS = [
    (-0.40, -0.36, 0.22, 0.18),
    (-0.14, -0.42, 0.26, 0.22),
    (0.16, -0.34, 0.20, 0.16),
    (-0.46, -0.14, 0.26, 0.22),
    (-0.16, -0.15, 0.30, 0.26),
    (0.18, -0.13, 0.28, 0.20),
    (-0.38, 0.12, 0.20, 0.20),
    (-0.14, 0.15, 0.24, 0.24),
    (0.14, 0.11, 0.24, 0.24),
]


def _city() -> tuple[_Part, ...]:
    return (_Part(_blocks(_CITY_BLOCKS), "built"), _Part(_blocks(_CITY_BLOCKS), "ink", 0.022))


def _capital() -> tuple[_Part, ...]:
    return (
        *_city(),
        _Part(_disc(0.2), "fill"),
        _Part(_disc(0.2), "ink", 0.035),
        _Part(_star(5, 0.16, 0.065), "accent"),
    )


def _town() -> tuple[_Part, ...]:
    return (_Part(_disc(0.19), "fill"), _Part(_disc(0.19), "ink", 0.06), _Part(_disc(0.075), "ink"))


def _village() -> tuple[_Part, ...]:
    return (_Part(_disc(0.12), "fill"), _Part(_disc(0.12), "ink", 0.05))


def _port() -> tuple[_Part, ...]:
    anchor = _lines([(0, -0.55), (0, 0.8)], [(-0.36, -0.18), (0.36, -0.18)])
    anchor.moveTo(-0.66, 0.2)
    anchor.cubicTo(-0.58, 0.7, -0.2, 0.82, 0, 0.82)
    anchor.cubicTo(0.2, 0.82, 0.58, 0.7, 0.66, 0.2)
    anchor.addEllipse(QPointF(0, -0.7), 0.16, 0.16)
    return (_Part(anchor, "fill", 0.42), _Part(anchor, "ink", 0.17))


def _supply() -> tuple[_Part, ...]:
    crate = _blocks([(-0.62, -0.5, 1.24, 1.0)])
    return (_Part(crate, "fill"), _Part(crate, "ink", 0.16), _Part(_lines([(-0.62, 0.18), (0.62, 0.18)]), "ink", 0.16))


def _airfield() -> tuple[_Part, ...]:
    cross = _lines([(-0.45, 0.45), (0.45, -0.45)], [(-0.2, 0.6), (0.6, -0.2)])
    return (_Part(_disc(0.8), "fill"), _Part(_disc(0.8), "ink", 0.14), _Part(cross, "ink", 0.13))


def _factory() -> tuple[_Part, ...]:
    roof = [(-0.75, -0.1), (-0.3, 0.15), (-0.3, -0.1), (0.15, 0.15), (0.15, -0.7), (0.5, -0.7)]
    works = _polygon([(-0.75, 0.6), *roof, (0.6, 0.6)])
    return (_Part(works, "fill", 0.35), _Part(works, "ink"))


def _oil() -> tuple[_Part, ...]:
    tower = [(-0.45, 0.75), (-0.1, -0.75), (0.1, -0.75), (0.45, 0.75)]
    rig = _lines(tower, [(-0.3, 0.1), (0.3, 0.1)], [(-0.7, 0.75), (0.7, 0.75)])
    return (_Part(rig, "fill", 0.4), _Part(rig, "ink", 0.15))


def _fort() -> tuple[_Part, ...]:
    return (_Part(_star(6, 0.85, 0.5), "fill"), _Part(_star(6, 0.85, 0.5), "ink", 0.15), _Part(_disc(0.2), "ink"))


def _objective() -> tuple[_Part, ...]:
    return (_Part(_star(5, 0.95, 0.4), "fill", 0.3), _Part(_star(5, 0.95, 0.4), "accent"))


def _beach() -> tuple[_Part, ...]:
    arrow = _lines([(0, 0.8), (0, -0.6)], [(-0.45, -0.1), (0, -0.7), (0.45, -0.1)])
    return (_Part(arrow, "fill", 0.45), _Part(arrow, "ink", 0.2))


def _bridge() -> tuple[_Part, ...]:
    rail = [(-0.8, -0.5), (-0.5, -0.25), (0.5, -0.25), (0.8, -0.5)]
    span = _lines(rail, [(x, -y) for x, y in rail])
    return (_Part(span, "fill", 0.4), _Part(span, "ink", 0.16))


def _dot() -> tuple[_Part, ...]:
    return (_Part(_disc(0.5), "fill"), _Part(_disc(0.5), "ink", 0.2))


_DRAWINGS: dict[str, Callable[[], tuple[_Part, ...]]] = {
    "city": _city,
    "capital": _capital,
    "town": _town,
    "village": _village,
    "port": _port,
    "supply": _supply,
    "airfield": _airfield,
    "factory": _factory,
    "oil": _oil,
    "fort": _fort,
    "objective": _objective,
    "beach": _beach,
    "bridge": _bridge,
    "dot": _dot,
}


@cache
def _parts(sign: str) -> tuple[_Part, ...]:
    return _DRAWINGS.get(sign, _dot)()


def sign_of(feature: FeaturePlan, look: SignLook) -> str:
    """The sign of a feature; a city's size, where its attributes tell it, decides how large it is drawn."""
    if look.sign not in SETTLEMENTS:
        return look.sign
    if feature.attributes.get("capital") is True:
        return "capital"
    size = feature.attributes.get("size")
    if isinstance(size, str) and size in SETTLEMENTS:
        return size
    if isinstance(size, int) and not isinstance(size, bool):
        return ("village", "village", "town", "city")[min(max(size, 0), 3)]
    return look.sign


@dataclass(frozen=True, slots=True)
class SignSpot:
    """Where signs go: the middle of a place, how large a unit of theirs is, and how far out the small ones stand."""

    x: float
    y: float
    size: float
    radius: float
    """Of the place, in pixels: small places show less."""
    spread: float = 1.0
    middle: bool = True
    """Whether settlements stand in the middle; on a space the counters do."""


def paint_sign(painter: QPainter, sign: str, looks: Looks, spot: SignSpot, colour: QColor | None = None) -> None:
    """Paint one sign."""
    style = looks.style.signs
    inks = {"ink": style.ink, "fill": style.fill, "built": style.built, "accent": style.accent}
    painter.save()
    painter.translate(spot.x, spot.y)
    painter.scale(spot.size, spot.size)
    for part in _parts(sign):
        ink = colour if colour is not None and part.ink in ("accent", "built") else QColor(inks[part.ink])
        if part.width:
            pen = QPen(ink, part.width)
            pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
            painter.strokePath(part.path, pen)
        else:
            painter.fillPath(part.path, ink)
    painter.restore()


def paint_signs(painter: QPainter, features: list[FeaturePlan], looks: Looks, spot: SignSpot) -> None:
    """Paint what stands at one place: a settlement in the middle, the rest around it, less of it when small."""
    signs = [(sign_of(feature, look), look) for feature in features for look in (looks.sign(feature.kind),)]
    beside = [each for each in signs if not (each[0] in SETTLEMENTS and spot.middle)]
    for sign, look in signs:
        if sign in SETTLEMENTS and spot.middle:
            if spot.radius < _DOTS_BELOW:
                _paint_dot(painter, sign, looks, spot, look.colour)
            else:
                paint_sign(painter, sign, looks, spot, look.colour)
    if spot.radius < _SIGNS_FROM:
        return
    corners, usual = (_CORNERS, _SMALL) if len(beside) <= len(_CORNERS) else (_CROWD, _SMALLER)
    for (sign, look), (dx, dy) in zip(beside, corners, strict=False):
        away = spot.size * spot.spread
        size = (0.6 if sign in SETTLEMENTS else usual) * spot.size
        small = replace(spot, x=spot.x + dx * away, y=spot.y + dy * away, size=size)
        paint_sign(painter, sign, looks, small, look.colour)


def _paint_dot(painter: QPainter, sign: str, looks: Looks, spot: SignSpot, colour: QColor | None) -> None:
    """A settlement where hexes are small: one dot, larger for a city; villages are left out of the smallest."""
    size = {"city": 0.42, "capital": 0.5, "town": 0.26}.get(sign, 0.0 if spot.radius < 5 else 0.16) * spot.size
    if size:
        ink = looks.style.signs.built if sign in ("city", "capital") else looks.style.signs.ink
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour or QColor(ink))
        painter.drawEllipse(QPointF(spot.x, spot.y), size, size)


_ORDER = ("capital", "city", "town", "village")
_NAME_BELOW = {"capital": 0.61, "city": 0.59, "town": 0.46, "village": 0.39}


def name_role(sign: str) -> str:
    """In which lettering the name of a feature is written."""
    return {"capital": "city", "village": "village"}.get(sign, sign) if sign in SETTLEMENTS else "town"


def name_offset(sign: str) -> float:
    """How far below the middle of its hex the name of a feature is written, close beneath its sign."""
    return _NAME_BELOW.get(sign, 0.5)


def importance(sign: str) -> int:
    """Whose name is left out where there is no room for two: the one with the greater number."""
    return _ORDER.index(sign) if sign in _ORDER else len(_ORDER)
