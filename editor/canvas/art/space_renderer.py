"""Draws a map of named spaces joined by lines, and the ways between insets, boxes and hexes.

A space is a disc in the colour of its terrain, a built-up one a rounded square, one of water a wide lozenge, with
its name below. Connections are styled by type; several between the same two spaces run side by side. There are
hundreds of spaces where there are tens of thousands of hexes, so each is drawn when its tile is.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from editor.canvas.art.box_renderer import rectangle_of
from editor.canvas.art.looks import LineLook, Looks
from editor.canvas.art.outlines import painter_path
from editor.canvas.art.own_pictures import PICTURES, paint_covering
from editor.canvas.art.patterns import VARIANTS, pattern
from editor.canvas.art.renderer import FEATURES, SPACES, Layer, Patch, Place, PointedHexside, Shown
from editor.canvas.art.signs import SignSpot, paint_signs
from editor.canvas.art.words.lettering import paint_word
from editor.canvas.art.words.space_names import SpaceNames
from editor.geometry.lattice import Box, hashes
from editor.geometry.plan_index import PlanIndex
from engine.definitions.plan import LinkPlan, Point, SpacePlan

_COUNTER = 1.3
_LEAST_COUNTER = 15.0
"""Pixels below which whose a counter is and of what sort could not be told."""
_LEEWAY = 0.06
"""Room around a name for the softness of its halo."""
_APART = 0.26
"""Between two connections of the same two spaces."""


@dataclass(frozen=True, slots=True)
class _Track:
    """A connection as drawn: which way it lies beside its fellows."""

    link: LinkPlan
    a: tuple[float, float]
    b: tuple[float, float]
    look: LineLook

    @property
    def box(self) -> Box:
        return way_box(self.a, self.b)


def way_box(a: Point, b: Point) -> Box:
    """Where a line between two points may paint."""
    return Box(min(a[0], b[0]), min(a[1], b[1]), max(a[0], b[0]), max(a[1], b[1])).grown(0.3)


class SpaceRenderer:
    """The renderer of spaces and connections."""

    def __init__(self, index: PlanIndex, looks: Looks, paper: Callable[[], Box]) -> None:
        self.index = index
        self.plan = index.plan
        self.looks = looks
        self._tracks: list[_Track] | None = None
        self.names = SpaceNames(index, looks, self.radius, paper)

    def bounds(self) -> Box | None:
        box: Box | None = None
        for space in self.plan.spaces.values():
            box = self.space_box(space) if box is None else box.united(self.space_box(space))
        return box

    def space_box(self, space: SpacePlan) -> Box:
        """Where a space, its signs and its name may reach."""
        x, y = space.position
        radius = self.radius(space)
        around = Box(x - radius, y - radius, x + radius, y + radius).grown(0.5)
        name = self.name_box(space)
        return around if name is None else around.united(name.grown(_LEEWAY))

    def name_box(self, space: SpacePlan, scale: float | None = None) -> Box | None:
        """Where the name of a space is written at a scale, in points, or usually."""
        if not space.name:
            return None
        if scale is None:
            return self.names.usual(space).box
        written = self.names.at(scale).get(space.id)
        return None if written is None else written.box

    def name_at(self, x: float, y: float, scale: float) -> str | None:
        """The space whose name is written at a point where the map is shown at a scale, in points."""
        for space, name in reversed(self.names.at(scale).items()):
            if name.box.left <= x <= name.box.right and name.box.top <= y <= name.box.bottom:
                return space
        return None

    def radius(self, space: SpacePlan) -> float:
        """How large a space is drawn."""
        given = space.attributes.get("radius")
        if isinstance(given, (int, float)) and not isinstance(given, bool) and 0.2 <= given <= 20:
            return float(given)
        return self.looks.style.spaces.radius

    def shape(self, space: SpacePlan) -> QPainterPath:
        """The edge of a space."""
        x, y = space.position
        radius = self.radius(space)
        look = self.looks.terrain(space.terrain)
        path = QPainterPath()
        if look.is_water:
            lozenge = QRectF(x - radius * 1.3, y - radius * 0.85, radius * 2.6, radius * 1.7)
            path.addRoundedRect(lozenge, radius * 0.8, radius * 0.8)
        elif look.pattern in ("city", "fort"):
            side = radius * 0.92
            path.addRoundedRect(QRectF(x - side, y - side, side * 2, side * 2), radius * 0.22, radius * 0.22)
        else:
            path.addEllipse(QPointF(x, y), radius, radius)
        return path

    def key_at(self, x: float, y: float) -> str | None:
        best, found = math.inf, None
        for space in self.plan.spaces.values():
            reach = self.radius(space) * 1.35
            distance = math.hypot(space.position[0] - x, space.position[1] - y)
            if distance <= reach and distance < best and self.shape(space).contains(QPointF(x, y)):
                best, found = distance, space.id
        return found

    def side_at(self, x: float, y: float) -> PointedHexside | None:
        return None

    def link_at(self, x: float, y: float, reach: float = 0.25) -> str | None:
        """The connection that runs nearest to a point, within reach."""
        best, found = reach, None
        for track in self._laid():
            (ax, ay), (bx, by) = track.a, track.b
            length = (bx - ax) ** 2 + (by - ay) ** 2
            t = 0.0 if length == 0 else max(0.0, min(1.0, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length))
            distance = math.hypot(ax + t * (bx - ax) - x, ay + t * (by - ay) - y)
            if distance < best:
                best, found = distance, track.link.id
        return found

    def place(self, key: str) -> Place | None:
        space = self.plan.spaces.get(key)
        if space is None:
            return None
        size = _COUNTER * self.radius(space)
        return Place(space.position[0], space.position[1], size, least=_LEAST_COUNTER)

    def outline(self, key: str) -> QPainterPath | None:
        space = self.plan.spaces.get(key)
        return None if space is None else self.shape(space)

    def links_changed(self) -> None:
        """Connections or the places they join are other ones."""
        self._tracks = None

    def way(self, a: str, b: str) -> tuple[Point, Point] | None:
        """Where a line from one place straight to another begins and ends; None when they do not lie apart."""
        start, end = self.index.centre(a), self.index.centre(b)
        if start is None or end is None or start == end:
            return None
        ends = self._from_edge(a, start, end), self._from_edge(b, end, start)
        return ends if ends[0] != ends[1] else None

    def track_boxes(self) -> dict[str, Box]:
        """Where every connection is drawn."""
        return {track.link.id: track.box for track in self._laid()}

    def part(self, layer: Layer) -> str:
        return FEATURES if layer is Layer.NAMES else SPACES

    def paint(self, painter: QPainter, patch: Patch, layer: Layer, shown: Shown) -> None:
        if layer is Layer.PATHS:
            for track in self._laid():
                if track.box.meets(patch.box):
                    _paint_track(painter, track, patch.scale)
            return
        if layer is Layer.LETTERING and shown.names:
            self._paint_names(painter, patch)
        if layer not in (Layer.SIGNS, Layer.NAMES):
            return
        for space in self.plan.spaces.values():
            if not self.space_box(space).meets(patch.box):
                continue
            if layer is Layer.SIGNS:
                self._paint_space(painter, patch, space)
            else:
                self._paint_features(painter, patch, space)

    def _paint_space(self, painter: QPainter, patch: Patch, space: SpacePlan) -> None:
        style = self.looks.style.spaces
        look = self.looks.terrain(space.terrain)
        shape = self.shape(space)
        radius = self.radius(space)
        painter.fillPath(shape, look.colour)
        if patch.scale * radius >= 9:
            self._paint_pattern(painter, space, shape, coarse=patch.scale * radius < 15)
        painter.strokePath(shape, QPen(QColor(style.edge), max(style.width, 1.0 / patch.scale)))

    def _paint_features(self, painter: QPainter, patch: Patch, space: SpacePlan) -> None:
        features = [self.plan.features[name] for name in sorted(self.index.features_at.get(space.id, ()))]
        radius = self.radius(space)
        spot = SignSpot(*space.position, radius * 1.15, patch.scale * radius, spread=1.6, middle=False)
        paint_signs(painter, features, self.looks, spot)

    def _paint_pattern(self, painter: QPainter, space: SpacePlan, shape: QPainterPath, *, coarse: bool) -> None:
        look = self.looks.terrain(space.terrain)
        own = PICTURES.get(look.picture) if look.picture else None
        if own is not None:
            painter.save()
            painter.setClipPath(shape, Qt.ClipOperation.IntersectClip)
            paint_covering(painter, own, shape.boundingRect())
            painter.restore()
            return
        layers = pattern(look.pattern, coarse=coarse)
        if not layers:
            return
        x, y = space.position
        seed = hashes(np.array([round(x * 64)]), np.array([round(y * 64)]), 5)
        variant = int(seed[0]) % VARIANTS
        painter.save()
        painter.setClipPath(shape, Qt.ClipOperation.IntersectClip)
        painter.translate(x, y)
        size = self.radius(space) * 1.2
        painter.scale(size, size)
        for layer in layers:
            path = painter_path(layer.variants[variant])
            ink = look.ink(layer.ink)
            if layer.width:
                painter.strokePath(path, QPen(ink, layer.width))
            else:
                painter.fillPath(path, ink)
        painter.restore()

    def _paint_names(self, painter: QPainter, patch: Patch) -> None:
        style = self.looks.lettering("space")
        for space, name in self.names.of(patch).items():
            if name.box.grown(_LEEWAY).meets(patch.box):
                text = self.looks.called(self.plan.spaces[space].name)
                paint_word(painter, text, style, name.x, name.y, size=name.size, raster=patch.raster)

    def _laid(self) -> list[_Track]:
        if self._tracks is None:
            together: dict[tuple[str, str], list[LinkPlan]] = {}
            for link in self.plan.links.values():
                pair = (link.a, link.b) if link.a <= link.b else (link.b, link.a)
                together.setdefault(pair, []).append(link)
            self._tracks = [track for pair, links in together.items() for track in self._beside(pair, links)]
        return self._tracks

    def _beside(self, pair: tuple[str, str], links: list[LinkPlan]) -> list[_Track]:
        a, b = self.index.centre(pair[0]), self.index.centre(pair[1])
        if a is None or b is None or a == b:
            return []
        length = math.hypot(b[0] - a[0], b[1] - a[1])
        across = ((b[1] - a[1]) / length, (a[0] - b[0]) / length)
        tracks = []
        for number, link in enumerate(links):
            off = (number - (len(links) - 1) / 2) * _APART
            start = a[0] + across[0] * off, a[1] + across[1] * off
            end = b[0] + across[0] * off, b[1] + across[1] * off
            start, end = self._from_edge(pair[0], start, end), self._from_edge(pair[1], end, start)
            if start == end:
                continue  # boxes that touch leave no room for a line
            if link.a != pair[0]:
                start, end = end, start
            tracks.append(_Track(link, start, end, self.looks.connection(link.kind)))
        return tracks

    def _from_edge(self, place: str, point: Point, other: Point) -> Point:
        """Where a line to another point leaves a place: at its middle, or at the edge of a box."""
        box = self.plan.boxes.get(place)
        if box is None:
            return point
        edge, (dx, dy) = rectangle_of(box), (other[0] - point[0], other[1] - point[1])
        shares = [
            (limit - start) / way
            for start, way, limits in ((point[0], dx, (edge.left, edge.right)), (point[1], dy, (edge.top, edge.bottom)))
            for limit in limits
            if way and (limit - start) / way > 0
        ]
        share = min(shares, default=0.0)
        return (point[0] + dx * share, point[1] + dy * share) if share < 1 else point


def _paint_track(painter: QPainter, track: _Track, scale: float) -> None:
    paint_line(painter, track.a, track.b, track.look, scale)
    if track.link.one_way and scale >= 8:
        length = math.dist(track.a, track.b)
        along = (track.b[0] - track.a[0]) / length, (track.b[1] - track.a[1]) / length
        _paint_arrow(painter, QPointF(*track.a), along, length, track.look)


def paint_line(painter: QPainter, start: Point, end: Point, look: LineLook, scale: float) -> None:
    """A straight line in the look of a connection, a rail or a road."""
    width = max(look.width, 0.9 / scale)
    a, b = QPointF(*start), QPointF(*end)
    if look.casing is not None and scale >= 8:
        painter.setPen(QPen(look.casing, width + 0.05, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        painter.drawLine(a, b)
    pen = QPen(look.colour, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap)
    if look.stroke == "dashes":
        pen.setDashPattern([0.34 / width, 0.2 / width])
    elif look.stroke == "dots":
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        pen.setDashPattern([0.01, 0.24 / width])
    painter.setPen(pen)
    painter.drawLine(a, b)
    length = math.hypot(b.x() - a.x(), b.y() - a.y())
    along = ((b.x() - a.x()) / length, (b.y() - a.y()) / length)
    if look.stroke == "rail" and scale >= 10:
        painter.setPen(QPen(look.colour, width * 0.9))
        for step in range(1, int(length / 0.4)):
            at = (a.x() + along[0] * step * 0.4, a.y() + along[1] * step * 0.4)
            dx, dy = along[1] * 0.11, -along[0] * 0.11
            painter.drawLine(QPointF(at[0] - dx, at[1] - dy), QPointF(at[0] + dx, at[1] + dy))


def _paint_arrow(painter: QPainter, a: QPointF, along: tuple[float, float], length: float, look: LineLook) -> None:
    """An arrow head a little past the middle, which way a one-way connection leads."""
    tip = (a.x() + along[0] * length * 0.58, a.y() + along[1] * length * 0.58)
    left = (tip[0] - along[0] * 0.34 + along[1] * 0.18, tip[1] - along[1] * 0.34 - along[0] * 0.18)
    right = (tip[0] - along[0] * 0.34 - along[1] * 0.18, tip[1] - along[1] * 0.34 + along[0] * 0.18)
    head = QPainterPath()
    head.addPolygon([QPointF(*tip), QPointF(*left), QPointF(*right), QPointF(*tip)])
    painter.fillPath(head, look.colour)
