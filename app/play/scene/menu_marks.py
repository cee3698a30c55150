"""What the menu looks like on the map: places an action leads to, units that can act, the way there, lines of supply.

Tints, the glow and lines of supply lie beneath the counters, so that nothing printed on those is lost; only the way to
the pointer and the sign of a loss lie above. Each is one item of the scene, however many places it marks; what a mark
means is decided by whoever sets it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from app.play.scene.glow_pictures import GlowPictures
from editor.canvas.art.words.lettering import FAMILY
from editor.canvas.canvas import MapCanvas
from editor.geometry.lattice import Box

_LETTERS, _LEAST_LETTERS = 0.34, 9.0
"""How high a number is, in circumradii, and at least in pixels so that it can be read."""
_LEAST_ROOM = 24.0
"""A place lower than this many pixels bears no number."""
_REACH, _LEAST_REACH = 0.4, 12.0
"""How far a mark reaches beyond what it marks, in circumradii and at least in pixels."""
_BEYOND_COUNTERS = 1.5
"""How many times wider than a counter a mark is that would be hidden beneath it."""
_READY, _CHOSEN, _LOSING = "#ffd84a", "#ff9d00", "#e0372c"
_BOLD = 1.6
"""How many times wider the light is of who is chosen or may take a loss."""


class MarkTone(Enum):
    """What a tint says; the values are a colour and how strongly it is laid on."""

    NEAR = ("#2f7fd0", 0.40)
    """An action of the unit in hand leads there."""
    FAR = ("#2f7fd0", 0.20)
    """Some steps of the unit in hand lead there."""
    OPEN = ("#1d9a6c", 0.38)
    """Something can be done there without a unit."""
    STRUCK = ("#c7352b", 0.46)
    """It can be attacked, by the unit in hand or without choosing one first."""


@dataclass(frozen=True, slots=True)
class Tint:
    """A marked place."""

    tone: MarkTone
    words: str = ""


class MarkLayer(QGraphicsItem):
    """Lies over the whole map and takes no mouse; only what was changed is painted again, and only where it shows."""

    def __init__(self, canvas: MapCanvas, height: float) -> None:
        super().__init__()
        self._canvas = canvas
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption)
        self.setZValue(height)

    def _renew(self, *rooms: QRectF) -> None:
        """Paint these parts of the map again."""
        by = self._margin()
        for room in rooms:
            if not room.isNull():
                self.update(room.adjusted(-by, -by, by, by))

    def _margin(self) -> float:
        """How far a mark reaches beyond what it marks; from afar marks are larger than what they mark."""
        return max(_REACH, _LEAST_REACH / self._canvas.transform().m11())

    def _room_of(self, keys: Iterable[str]) -> QRectF:
        """The part of the map that some places lie in."""
        places = [place for key in keys if (place := self._canvas.picture.place(key)) is not None]
        if not places:
            return QRectF()
        left, right = min(place.x for place in places), max(place.x for place in places)
        top, bottom = min(place.y for place in places), max(place.y for place in places)
        return QRectF(left, top, right - left, bottom - top).adjusted(-1, -1, 1, 1)

    def _points(self, keys: Iterable[str]) -> list[QPointF]:
        """The middles of some places."""
        places = [place for key in keys if (place := self._canvas.picture.place(key)) is not None]
        return [QPointF(place.x, place.y) for place in places]

    def boundingRect(self) -> QRectF:
        box = self._canvas.picture.bounds.grown(1)
        return QRectF(box.left, box.top, box.width, box.height)


class TintLayer(MarkLayer):
    """Tinted places with their costs, beneath the counters."""

    def __init__(self, canvas: MapCanvas) -> None:
        super().__init__(canvas, 8)
        self.tints: dict[str, Tint] = {}
        self._shapes: dict[str, tuple[QPainterPath, QRectF, Tint]] = {}

    def show_tints(self, tints: Mapping[str, Tint]) -> None:
        """Mark exactly these places."""
        changed = [key for key in {**self.tints, **tints} if self.tints.get(key) != tints.get(key)]
        rooms = [self._shapes[key][1] for key in changed if key in self._shapes]
        self.tints = dict(tints)
        shapes = {key: self._shapes.get(key) if key not in changed else self._shape(key, tints[key]) for key in tints}
        self._shapes = {key: shape for key, shape in shapes.items() if shape is not None}
        rooms += [self._shapes[key][1] for key in changed if key in self._shapes]
        if rooms:
            self._renew(_around(rooms))

    def _shape(self, key: str, tint: Tint) -> tuple[QPainterPath, QRectF, Tint] | None:
        edge = self._canvas.picture.outline(key)
        return (edge, edge.boundingRect(), tint) if edge is not None else None

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        scale = painter.worldTransform().m11()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        by = self._margin()
        seen = option.exposedRect.adjusted(-by, -by, by, by)
        shown = [(key, shape) for key, shape in self._shapes.items() if shape[1].intersects(seen)]
        for key, (edge, room, tint) in shown:
            name, strength = tint.tone.value
            colour = QColor(name)
            line = QColor(name)
            colour.setAlphaF(strength)
            line.setAlphaF(min(1.0, strength + 0.35))
            mark = self.around_counters(key, room, scale) or edge
            painter.fillPath(mark, colour)
            painter.strokePath(mark, QPen(line, max(0.045, 1.0 / scale)))
        letters = max(_LETTERS * scale, _LEAST_LETTERS)
        above = 0.7 * letters / scale
        for _, (_, room, tint) in shown:
            if tint.words and room.height() * scale >= _LEAST_ROOM:
                _write(painter, tint.words, QPointF(room.center().x(), room.bottom() - above), letters)

    def around_counters(self, key: str, room: QRectF, scale: float) -> QPainterPath | None:
        """A disc around counters that are larger than their space, as from afar; None where they are not."""
        place = self._canvas.picture.place(key)
        if place is None or not self._canvas.counters.stack(key):
            return None
        wide = max(place.size, place.least / scale) * _BEYOND_COUNTERS
        if wide <= room.width():
            return None
        disc = QPainterPath()
        disc.addEllipse(QPointF(place.x, place.y), wide / 2, wide / 2)
        return disc


class GlowLayer(MarkLayer):
    """Units that can act and the unit in hand, as light around counters, and a line of supply: beneath the counters."""

    def __init__(self, canvas: MapCanvas) -> None:
        super().__init__(canvas, 9.5)
        self.upper = UpperMarks(canvas)
        """What of it lies above the counters."""
        self.units: frozenset[str] = frozenset()
        self.chosen = ""
        self.losing: frozenset[str] = frozenset()
        self._boxes: list[tuple[Box, str]] = []
        self._lights = GlowPictures()
        self.supply: tuple[str, ...] = ()

    @property
    def way(self) -> tuple[str, ...]:
        """The way that is drawn to where the pointer is."""
        return self.upper.way

    def show_units(
        self, units: Iterable[str], chosen: str = "", striking: Iterable[str] = (), losing: Iterable[str] = ()
    ) -> None:
        """Let these glow, the chosen one and those that attack most; a unit hidden in its stack lets the topmost glow.

        A unit that attacks and could do nothing else glows all the same; one that may take a loss glows red.
        """
        strong = {chosen, *striking} - {""}
        self.units, self.chosen, self.losing = frozenset(units), chosen, frozenset(losing)
        boxes: dict[tuple[float, float], tuple[Box, str]] = {}
        ready = self.units - strong
        for colour, glowing in ((_READY, ready - self.losing), (_LOSING, ready & self.losing), (_CHOSEN, strong)):
            for unit in glowing:
                box = self._canvas.counters.seen_box(unit)
                if box is not None:
                    boxes[box.left, box.top] = (box, colour)
        before, self._boxes = self._boxes, list(boxes.values())
        changed = set(before) ^ set(self._boxes)
        if changed:
            self._renew(_around(_frame(box) for box, _ in changed))
        self.upper.show_losing(box for box, colour in self._boxes if colour == _LOSING)

    def show_way(self, way: Iterable[str]) -> None:
        """Draw the way to where the pointer is."""
        self.upper.show_way(way)

    def show_supply(self, line: Iterable[str]) -> None:
        """Draw a line of supply, from the unit to its source."""
        before, self.supply = self.supply, tuple(line)
        if self.supply != before:
            self._renew(self._room_of(before), self._room_of(self.supply))

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        pixel = 1 / painter.worldTransform().m11()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        by = self._margin()
        exposed = option.exposedRect.adjusted(-by, -by, by, by)
        if self._canvas.counters.isVisible():
            lit = ((box, colour) for box, colour in self._boxes if exposed.intersects(_frame(box)))
            self._lights.lay(painter, ((box, colour, 1.0 if colour == _READY else _BOLD) for box, colour in lit))
        places = self._points(self.supply)
        _paint_line(painter, places, QColor("#2e8b57"), max(0.10, 2 * pixel), Qt.PenStyle.DashLine)


class UpperMarks(MarkLayer):
    """What must not be hidden by counters: the way to the place under the pointer, and who may take a loss."""

    def __init__(self, canvas: MapCanvas) -> None:
        super().__init__(canvas, 12)
        self.way: tuple[str, ...] = ()
        self._losing: list[Box] = []

    def show_way(self, way: Iterable[str]) -> None:
        """Draw the way to where the pointer is."""
        before, self.way = self.way, tuple(way)
        if self.way != before:
            self._renew(self._room_of(before), self._room_of(self.way))

    def show_losing(self, boxes: Iterable[Box]) -> None:
        """Put a minus on the counters in these boxes."""
        before, self._losing = self._losing, list(boxes)
        changed = set(before) ^ set(self._losing)
        if changed:
            self._renew(_around(_frame(box) for box in changed))

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        pixel = 1 / painter.worldTransform().m11()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for box in self._losing if self._canvas.counters.isVisible() else ():
            _paint_minus(painter, _frame(box).topLeft(), pixel)
        places = self._points(self.way)
        _paint_line(painter, places, QColor("#123f73"), max(0.09, 2 * pixel), Qt.PenStyle.SolidLine)


def _paint_minus(painter: QPainter, at: QPointF, pixel: float) -> None:
    """A minus on a disc: a step can be taken from this one."""
    radius = max(0.17, 5 * pixel)
    painter.setPen(QPen(QColor("white"), max(0.03, pixel)))
    painter.setBrush(QColor(_LOSING))
    painter.drawEllipse(at, radius, radius)
    painter.setPen(QPen(QColor("white"), max(0.06, 1.6 * pixel)))
    painter.drawLine(at - QPointF(radius * 0.5, 0), at + QPointF(radius * 0.5, 0))


def _paint_line(painter: QPainter, points: Sequence[QPointF], colour: QColor, width: float, style: Qt.PenStyle) -> None:
    """A line through some points with a light edge, and a dot where it ends."""
    if len(points) < 2:
        return
    path = QPainterPath(points[0])
    for point in points[1:]:
        path.lineTo(point)
    cap, join = Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin
    painter.strokePath(path, QPen(QColor(255, 255, 255, 170), width * 1.9, Qt.PenStyle.SolidLine, cap, join))
    painter.strokePath(path, QPen(colour, width, style, cap, join))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    painter.drawEllipse(points[-1], width * 1.6, width * 1.6)


def _frame(box: Box) -> QRectF:
    return QRectF(box.left, box.top, box.width, box.height)


def _around(rooms: Iterable[QRectF]) -> QRectF:
    """What holds all of these."""
    found = QRectF()
    for room in rooms:
        found = found.united(room)
    return found


def _write(painter: QPainter, words: str, at: QPointF, pixels: float) -> None:
    """Write in pixels, so that the letters are as sharp as all others."""
    where = painter.worldTransform().map(at)
    painter.save()
    painter.resetTransform()
    font = QFont(FAMILY)
    font.setBold(True)
    font.setPixelSize(max(1, round(pixels)))
    painter.setFont(font)
    room = QRectF(where.x() - 80, where.y() - 40, 160, 80)
    painter.setPen(QColor(255, 255, 255, 210))
    for dx, dy in ((-1, 0), (1, 0), (0, -1), (0, 1)):
        painter.drawText(room.translated(dx, dy), Qt.AlignmentFlag.AlignCenter, words)
    painter.setPen(QColor("#0d2b4e"))
    painter.drawText(room, Qt.AlignmentFlag.AlignCenter, words)
    painter.restore()
