"""What is drawn of a shape beside its own fill: depth lines off its coast, bands inside its border, relief.

Each is worked out once, as paths, and kept until a shape changes. A shape of dry ground on water has a coast with depth
lines around it, one of water on dry ground has them inside; ground on ground of its own sort is relief: it has
soft edges, a shadow to the south-east, and the pattern of its terrain.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QPen, QPolygonF

from editor.canvas.art.looks import Looks, TerrainLook
from editor.canvas.art.outlines import Outline, joined, painter_path
from editor.canvas.art.own_pictures import PICTURES, paint_covering
from editor.canvas.art.patterns import VARIANTS, pattern
from editor.canvas.art.renderer import Patch
from editor.geometry.contours import Area, borders, grown, points_inside, rim, rings_of, shared
from editor.geometry.lattice import Box, Floats, hashes

_BLOCK = 10.0
"""The side of the squares in which the drawings of relief are kept."""
_APART = 1.4
"""Between the middles of two drawings of a pattern."""
_WITHIN = 0.45
"""How far inside its edge relief is drawn upon."""
_SOFT = (0.0, 0.3, 0.7)
"""How far inside its edge relief grows stronger, step by step."""
_PAVED = 3.0
"""The side of a picture of one's own that ground is paved with."""
_FALL = (0.14, 0.2)
"""Where the shadow of mountains falls."""
_PATTERN_FROM, _FINE_FROM = 4.0, 13.0
"""Pixels to a circumradius from which on patterns are drawn, and drawn fine."""
_PIECE = 24
"""How many points of a line are stroked at once."""
_PEN = 0.3
"""How far the widest pen reaches to either side of its line."""
_ALONG_COAST = 0.12
"""Borders closer to a coast than this are the coast."""


@dataclass(frozen=True, slots=True)
class _Stamped:
    """The drawings of relief in a square: paths with the ink and the width of each."""

    box: Box
    layers: tuple[tuple[QPainterPath, QColor, float], ...]


class Strokes:
    """Long lines in short pieces, so that a tile strokes no more than what it shows."""

    def __init__(self, lines: Iterable[Floats]) -> None:
        self._pieces: list[tuple[Box, QPainterPath]] = []
        for line in lines:
            for first in range(0, len(line) - 1, _PIECE):
                points = line[first : first + _PIECE + 1]
                path = QPainterPath()
                path.addPolygon(QPolygonF([QPointF(x, y) for x, y in points.tolist()]))
                (left, top), (right, bottom) = points.min(axis=0).tolist(), points.max(axis=0).tolist()
                self._pieces.append((Box(left, top, right, bottom).grown(_PEN), path))

    def paint(self, painter: QPainter, patch: Patch, pen: QPen) -> None:
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        for box, path in self._pieces:
            if box.meets(patch.box):
                painter.strokePath(path, pen)


class Depths:
    """Depth lines along a coast: rings of ever deeper water, painted from the deepest to the shore."""

    def __init__(self, ground: Area, water: Area | None, looks: Looks, sea: TerrainLook) -> None:
        style = looks.style.coast
        distances = sorted(style.depths, reverse=True)
        self._rings: list[tuple[QPainterPath, QColor, Strokes]] = []
        self._line = sea.line
        for number, distance in enumerate(distances, 1):
            if water is not None:
                area = shared(grown(ground, distance), water)
            else:
                area = grown(ground, -min(style.depths) * (number - 1) * 0.8)
            share = number / len(distances)
            share = share if water is not None else 1 - share
            rings, colour = rings_of(area), blended(sea.colour, QColor(style.shallows), share * 0.85)
            self._rings.append((path_of(rings), colour, Strokes(rings)))

    def paint(self, painter: QPainter, patch: Patch) -> None:
        """Paint them; the ground is painted over what lies beneath it."""
        line = QColor(self._line)
        line.setAlphaF(0.55)
        pen = QPen(line, max(0.022, 0.6 / patch.scale))
        for path, colour, edge in self._rings:
            painter.fillPath(path, colour)
            if patch.scale >= 5:
                edge.paint(painter, patch, pen)


class Bands:
    """A country: a wash all over, and bands of its colour inside its border."""

    def __init__(self, area: Area, whole: QPainterPath, looks: Looks, colour: str, frame: Area | None) -> None:
        style = looks.style.regions
        tint = looks.adapted(colour)
        self._fills = [(whole, tint, style.wash)]
        self._fills += [(path_of(rings_of(rim(area, width, frame))), tint, style.band) for width in style.bands]

    def paint(self, painter: QPainter) -> None:
        for path, colour, strength in self._fills:
            tint = QColor(colour)
            tint.setAlphaF(strength)
            painter.fillPath(path, tint)


class Relief:
    """Hills, mountains, woods or sands on dry ground."""

    def __init__(self, area: Area, looks: Looks, look: TerrainLook) -> None:
        self._style = looks.style.relief
        self._look = look
        self._steps = [path_of(rings_of(grown(area, -inside))) for inside in _SOFT]
        self._shades = look.pattern in ("mountain", "wooded-mountain")
        inner = grown(area, -_WITHIN)
        self._centres = points_inside(inner, _APART)
        self._fine: list[_Stamped] | None = None
        self._coarse: list[_Stamped] | None = None

    def paint(self, painter: QPainter, patch: Patch) -> None:
        shadow, ground = QColor(self._style.shadow), QColor(self._look.colour)
        if self._shades:
            shadow.setAlphaF(self._style.shade / 2)
            for share in (0.5, 1.0):
                painter.fillPath(self._steps[0].translated(_FALL[0] * share, _FALL[1] * share), shadow)
        ground.setAlphaF(self._style.strength)
        for path in self._steps:
            painter.fillPath(path, ground)
        if patch.scale < _PATTERN_FROM:
            return
        own = PICTURES.get(self._look.picture) if self._look.picture else None
        if own is not None:
            self._paint_own(painter, patch, own)
            return
        for stamped in self._stamped(coarse=patch.scale < _FINE_FROM):
            if stamped.box.meets(patch.box):
                _paint_stamped(painter, stamped)

    def _paint_own(self, painter: QPainter, patch: Patch, own: QImage) -> None:
        """Pave the ground with a picture of its author's own, from the map's corner on, so that tiles agree."""
        painter.save()
        painter.setClipPath(self._steps[0], Qt.ClipOperation.IntersectClip)
        box = (
            self._steps[0]
            .boundingRect()
            .intersected(QRectF(patch.box.left, patch.box.top, patch.box.width, patch.box.height))
        )
        for across in range(math.floor(box.left() / _PAVED), math.ceil(box.right() / _PAVED)):
            for down in range(math.floor(box.top() / _PAVED), math.ceil(box.bottom() / _PAVED)):
                paint_covering(painter, own, QRectF(across * _PAVED, down * _PAVED, _PAVED, _PAVED))
        painter.restore()

    def _stamped(self, *, coarse: bool) -> list[_Stamped]:
        if coarse:
            if self._coarse is None:
                self._coarse = list(_stamps(self._centres, self._look, coarse=True))
            return self._coarse
        if self._fine is None:
            self._fine = list(_stamps(self._centres, self._look, coarse=False))
        return self._fine


def _paint_stamped(painter: QPainter, stamped: _Stamped) -> None:
    for path, ink, width in stamped.layers:
        if width:
            painter.strokePath(path, QPen(ink, width))
        else:
            painter.fillPath(path, ink)


def _stamps(centres: Floats, look: TerrainLook, *, coarse: bool) -> Iterable[_Stamped]:
    """The pattern of a terrain at each centre, in squares."""
    layers = pattern(look.pattern, coarse=coarse)
    if not layers or not len(centres):
        return
    squares = np.floor(centres / _BLOCK).astype(np.int64)
    chances = hashes((centres[:, 0] * 64).astype(np.int64), (centres[:, 1] * 64).astype(np.int64), 7)
    turns = chances % VARIANTS
    off = np.stack((chances // 7 % 101, chances // 709 % 101), axis=1) / 100 - 0.5
    centres = centres + off * 0.5
    for square in np.unique(squares, axis=0):
        here = (squares == square).all(axis=1)
        painted = []
        for layer in layers:
            some: list[Outline] = []
            for variant in range(VARIANTS):
                some.append(layer.variants[variant].at(centres[here & (turns == variant)]))
            painted.append((painter_path(joined(some)), look.ink(layer.ink), layer.width))
        left, top = (float(each) for each in square * _BLOCK)
        yield _Stamped(Box(left, top, left + _BLOCK, top + _BLOCK).grown(1.3), tuple(painted))


def border_lines(countries: Iterable[Area], coasts: Iterable[Area]) -> Strokes:
    """All borders between countries, each once, though two countries have it."""
    return Strokes(borders(countries, coasts, _ALONG_COAST))


def path_of(rings: Iterable[Floats]) -> QPainterPath:
    """Rings as a path to fill by the even-odd rule."""
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.OddEvenFill)
    for ring in rings:
        path.addPolygon(QPolygonF([QPointF(x, y) for x, y in ring.tolist()]))
        path.closeSubpath()
    return path


def blended(one: QColor, other: QColor, share: float) -> QColor:
    """A colour between two."""
    pairs = ((one.redF(), other.redF()), (one.greenF(), other.greenF()), (one.blueF(), other.blueF()))
    return QColor.fromRgbF(*(ours + (theirs - ours) * share for ours, theirs in pairs))
