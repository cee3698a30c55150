"""Overlays on the map: tinted and hatched places, lines and short texts, two items of the scene for each overlay.

Areas are cut into blocks when an overlay changes, and a frame paints only the blocks it shows. A side keeps its colour
and its direction of hatching, so that the zones of both can be told apart where they overlap.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QPainter, QPainterPath, QPen, QPixmap, QTransform
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from editor.canvas.art.words.lettering import FAMILY
from editor.canvas.canvas import MapCanvas

BLOCK = 8.0
"""The side of a block, in hex radii."""
TILE = 256
_MOST_TILES = 96
_LEAST_RADIUS = 15.0
"""On smaller hexes than this many pixels nothing is written."""
_HATCH = 9
"""Pixels from one line of a hatching to the next."""


@dataclass(frozen=True, slots=True)
class OverlayInk:
    """How an area is drawn: solid, or hatched one way or the other (1 or -1)."""

    colour: str
    strength: float
    hatching: int = 0


@dataclass(frozen=True, slots=True)
class InkedArea:
    """Keys of places and their ink."""

    keys: tuple[str, ...]
    ink: OverlayInk


@dataclass(frozen=True, slots=True)
class Badge:
    """A short text on a place, at a share of its room from the middle."""

    key: str
    words: str
    right: float
    down: float
    colour: str


def hatch_pixmap(ink: OverlayInk) -> QPixmap:
    """One tile of a hatching."""
    tile = QPixmap(_HATCH, _HATCH)
    tile.fill(Qt.GlobalColor.transparent)
    painter = QPainter(tile)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    colour = QColor(ink.colour)
    colour.setAlphaF(min(1.0, ink.strength))
    painter.setPen(QPen(colour, 2.2))
    for shift in (-_HATCH, 0, _HATCH):
        start, end = QPointF(shift - 1, _HATCH + 1), QPointF(shift + _HATCH + 1, -1)
        if ink.hatching < 0:
            start, end = QPointF(shift - 1, -1), QPointF(shift + _HATCH + 1, _HATCH + 1)
        painter.drawLine(start, end)
    painter.end()
    return tile


class _Layer(QGraphicsItem):
    """Lies over the whole map and takes no mouse."""

    def __init__(self, canvas: MapCanvas, height: float) -> None:
        super().__init__()
        self._canvas = canvas
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.setZValue(height)
        canvas.scene().addItem(self)

    def boundingRect(self) -> QRectF:
        box = self._canvas.picture.bounds.grown(1)
        return QRectF(box.left, box.top, box.width, box.height)


class AreaLayer(_Layer):
    """The areas and lines of one overlay, beneath the counters.

    What is in view is painted once into tiles of the present scale; moving about only lays them out again.
    """

    def __init__(self, canvas: MapCanvas, height: float) -> None:
        super().__init__(canvas, height)
        self._blocks: dict[tuple[int, int], list[tuple[QPainterPath, OverlayInk]]] = {}
        self._ways: list[tuple[QPainterPath, str]] = []
        self._scale = 0.0
        self._tiles: OrderedDict[tuple[int, int], QPixmap | None] = OrderedDict()
        self.painted = 0
        """How many tiles had to be painted so far."""

    def show_areas(self, areas: Iterable[InkedArea], ways: Iterable[tuple[str, Sequence[str]]]) -> None:
        """Draw exactly these: places in their inks, and lines in a colour through the middles of places."""
        self.prepareGeometryChange()
        self._blocks = {}
        self._tiles.clear()
        for area in areas:
            own: dict[tuple[int, int], QPainterPath] = {}
            for key in area.keys:
                edge = self._canvas.picture.outline(key)
                if edge is not None:
                    middle = edge.boundingRect().center()
                    block = (int(middle.x() // BLOCK), int(middle.y() // BLOCK))
                    own.setdefault(block, QPainterPath()).addPath(edge)
            for block, path in own.items():
                path.setFillRule(Qt.FillRule.WindingFill)
                self._blocks.setdefault(block, []).append((path, area.ink))
        self._ways = _joined(ways, self._canvas)
        self.update()

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        ratio = painter.device().devicePixelRatio()
        to_screen = painter.worldTransform() * QTransform.fromScale(ratio, ratio)
        if to_screen.m11() != self._scale:
            self._scale = to_screen.m11()
            self._tiles.clear()
        exposed, side = option.exposedRect, TILE / self._scale
        painter.save()
        painter.resetTransform()
        painter.scale(1 / ratio, 1 / ratio)
        for column in range(int(exposed.left() // side), int(exposed.right() // side) + 1):
            for row in range(int(exposed.top() // side), int(exposed.bottom() // side) + 1):
                tile = self._tile(column, row)
                if tile is not None:
                    at = to_screen.map(QPointF(column * side, row * side))
                    painter.drawPixmap(round(at.x()), round(at.y()), tile)
        painter.restore()

    def _tile(self, column: int, row: int) -> QPixmap | None:
        """The picture of a part of the plane; None where nothing is to be drawn."""
        key = (column, row)
        if key in self._tiles:
            self._tiles.move_to_end(key)
            return self._tiles[key]
        side = TILE / self._scale
        room = QRectF(column * side, row * side, side, side)
        made = self._painted(room) if self._has(room) else None
        self._tiles[key] = made
        while len(self._tiles) > _MOST_TILES:
            self._tiles.popitem(last=False)
        return made

    def _painted(self, room: QRectF) -> QPixmap:
        self.painted += 1
        tile = QPixmap(TILE, TILE)
        tile.fill(Qt.GlobalColor.transparent)
        painter = QPainter(tile)
        painter.scale(self._scale, self._scale)
        painter.translate(-room.left(), -room.top())
        pixel = 1 / self._scale
        for path, ink in self._in(room):
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
            painter.fillPath(path, _brush(ink, pixel))
            if not ink.hatching:
                painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
                line = QColor(ink.colour)
                line.setAlphaF(min(1.0, ink.strength + 0.3))
                painter.strokePath(path, QPen(line, max(0.05, 1.2 * pixel)))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
        cap, join = Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin
        near = [way for way in self._ways if way[0].boundingRect().adjusted(-1, -1, 1, 1).intersects(room)]
        width = max(0.11, 2.0 * pixel)
        for path, _ in near:
            pale = QPen(QColor(255, 255, 255, 150), width * 1.9, Qt.PenStyle.SolidLine, cap, join)
            painter.strokePath(path, pale)
        for path, colour in near:
            painter.strokePath(path, QPen(QColor(colour), width, Qt.PenStyle.SolidLine, cap, join))
        painter.end()
        return tile

    def _has(self, room: QRectF) -> bool:
        return bool(self._in(room)) or any(path.boundingRect().intersects(room) for path, _ in self._ways)

    def _in(self, room: QRectF) -> list[tuple[QPainterPath, OverlayInk]]:
        """What the blocks in a part of the plane hold; an edge may reach a little out of its block."""
        left, top = int((room.left() - 2) // BLOCK), int((room.top() - 2) // BLOCK)
        right, bottom = int((room.right() + 2) // BLOCK), int((room.bottom() + 2) // BLOCK)
        return [
            inked
            for (x, y), paths in self._blocks.items()
            if left <= x <= right and top <= y <= bottom
            for inked in paths
        ]


def _brush(ink: OverlayInk, pixel: float) -> QBrush:
    if not ink.hatching:
        colour = QColor(ink.colour)
        colour.setAlphaF(ink.strength)
        return QBrush(colour)
    brush = QBrush(hatch_pixmap(ink))
    brush.setTransform(QTransform.fromScale(pixel, pixel))
    return brush


class BadgeLayer(_Layer):
    """The texts of one overlay, above the counters."""

    def __init__(self, canvas: MapCanvas, height: float) -> None:
        super().__init__(canvas, height)
        self._badges: list[tuple[QPointF, str, QColor]] = []

    def show_badges(self, badges: Iterable[Badge]) -> None:
        """Write exactly these."""
        self.prepareGeometryChange()
        self._badges = []
        for badge in badges:
            edge = self._canvas.picture.outline(badge.key)
            if edge is not None:
                room = edge.boundingRect()
                at = room.center() + QPointF(room.width() * badge.right, room.height() * badge.down)
                self._badges.append((at, badge.words, QColor(badge.colour)))
        self.setVisible(bool(self._badges))
        self.update()

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        world, exposed = painter.worldTransform(), option.exposedRect.adjusted(-1, -1, 1, 1)
        if world.m11() < _LEAST_RADIUS:
            return
        pixels = min(13.0, max(9.0, world.m11() * 0.36))
        painter.save()
        painter.resetTransform()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        font = QFont(FAMILY)
        font.setBold(True)
        font.setPixelSize(round(pixels))
        painter.setFont(font)
        metrics = painter.fontMetrics()
        for at, words, colour in self._badges:
            if exposed.contains(at):
                middle = world.map(at)
                wide, high = metrics.horizontalAdvance(words) + 6, pixels + 3
                plate = QRectF(round(middle.x() - wide / 2), round(middle.y() - high / 2), wide, round(high))
                painter.setPen(QPen(QColor(255, 255, 255, 220), 1))
                painter.setBrush(colour)
                painter.drawRoundedRect(plate, 3, 3)
                painter.setPen(QColor("#ffffff"))
                painter.drawText(plate, Qt.AlignmentFlag.AlignCenter, words)
        painter.restore()


def _joined(ways: Iterable[tuple[str, Sequence[str]]], canvas: MapCanvas) -> list[tuple[QPainterPath, str]]:
    """Lines as paths, a stretch that many share drawn once, cut into blocks as areas are."""
    drawn: set[tuple[str, str, str]] = set()
    paths: dict[tuple[int, int, str], QPainterPath] = {}
    for colour, keys in ways:
        for one, two in pairwise(keys):
            first, second = canvas.picture.place(one), canvas.picture.place(two)
            if first is None or second is None or (one, two, colour) in drawn or (two, one, colour) in drawn:
                continue
            drawn.add((one, two, colour))
            path = paths.setdefault((int(first.x // BLOCK), int(first.y // BLOCK), colour), QPainterPath())
            path.moveTo(first.x, first.y)
            path.lineTo(second.x, second.y)
    return [(path, colour) for (_, _, colour), path in paths.items()]
