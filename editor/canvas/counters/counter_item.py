"""All counters of the map as one item of the scene.

Thousands of items would cost more than the map beneath them. Here the stacks are arrays of positions, those in
view are found by comparison, and each counter is a cached picture. A frame may paint only so many new pictures; the
rest are plain squares of their colour for that moment.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QFont, QPainter, QPen, QPixmap, QTransform
from PySide6.QtWidgets import QGraphicsItem, QGraphicsObject, QStyleOptionGraphicsItem, QWidget

from editor.canvas.art.renderer import Place
from editor.canvas.art.style import CounterStyle
from editor.canvas.art.words.lettering import FAMILY
from editor.canvas.counters.counter_face import FRAME_FROM, CounterFaces, edge_of, face_of, margin_of
from editor.canvas.counters.counter_picture import CounterPicture
from editor.canvas.counters.counter_signs import is_in_the_air
from editor.geometry.lattice import Box, Floats

SQUARES_BELOW = 9.0
"""Smaller counters are plain squares."""
_LAYERS = 4
_STEP = 0.085
"""How far each counter of a stack stands from the one beneath, as a share of its side."""
COUNTED_FROM = 2
"""So many counters on one another have their number beside them."""
_OVERHEAD = 0.56
"""Counters in the air over those on the ground: how large they are, as a share of a side."""
_ABOVE = 0.52
"""How far they are off the middle of those beneath, to the right and up."""
_SLICE = 0.012
"""Seconds a frame may spend on painting counters it has no picture of."""


@dataclass(frozen=True, slots=True)
class CounterPile:
    """Counters on one another, bottom first."""

    x: float
    y: float
    size: float
    units: tuple[CounterPicture, ...]
    least: float = 0.0
    """The fewest points of a screen that a counter is wide; a point may be several pixels."""
    beneath: float = 0.0
    """How much lower than itself the pile lies that it is painted after."""

    def size_at(self, scale: float) -> float:
        """How wide a counter is on the map, where a circumradius has so many pixels."""
        return max(self.size, self.least / scale) if scale > 0 else self.size

    def layers(self) -> list[tuple[CounterPicture, float, float]]:
        """The counters that show, bottom first, and how far each is off the middle, in shares of the side."""
        shown = self.units[-_LAYERS:]
        middle = (len(shown) - 1) / 2
        return [(unit, (n - middle) * _STEP, (middle - n) * _STEP) for n, unit in enumerate(shown)]


class CounterItem(QGraphicsObject):
    """Shows counters; asks the map where each location is."""

    restacked = Signal(str)
    """Other counters lie at a location, or anywhere where it is empty."""

    def __init__(
        self,
        place: Callable[[str], Place | None],
        bounds: Callable[[], Box],
        style: CounterStyle,
        scale: Callable[[], float] = lambda: 0.0,
    ) -> None:
        super().__init__()
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.setZValue(10)
        self._place = place
        self._bounds = bounds
        self._scale = scale
        self.faces = CounterFaces(style)
        self._stacks: dict[str, dict[str, CounterPicture]] = {}
        self._where: dict[str, str] = {}
        self._lifted: set[str] = set()
        self._raised = ""
        self._laid: dict[str, list[CounterPile]] = {}
        """The piles of each location, for as long as nothing there changes."""
        self._boxes: dict[str, tuple[list[CounterPile], float, dict[str, Box]]] = {}
        """Where the counters of those piles are drawn at a scale, by unit, the topmost last."""
        self.times_laid = 0
        """How often the counters of a location were laid into piles so far."""
        self._time_left = 0.0
        """Seconds of the frame that is being painted that are left for new pictures."""
        self._piles: list[CounterPile] | None = None
        self._positions: Floats = np.empty((0, 4))
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.setInterval(0)
        self._later.timeout.connect(self.update)

    @property
    def points(self) -> float:
        """Points of the screen to a circumradius, where the map is shown now; 0 where it is not on a screen."""
        return self._scale()

    def boundingRect(self) -> QRectF:
        box = self._bounds()
        return QRectF(box.left, box.top, box.width, box.height)

    # What there is

    def set_counters(self, pictures: Iterable[CounterPicture]) -> None:
        """Show exactly these; later ones lie on top of earlier ones at the same location."""
        self._stacks.clear()
        self._where.clear()
        for picture in pictures:
            self._stacks.setdefault(picture.at, {})[picture.unit] = picture
            self._where[picture.unit] = picture.at
        self._laid.clear()
        self._boxes.clear()
        self._piles = None
        self.update()
        self.restacked.emit("")

    def set_stack(self, key: str, pictures: Iterable[CounterPicture]) -> None:
        """Show exactly these at a location, bottom first; what lies elsewhere stays as it is."""
        for unit in self._stacks.pop(key, {}):
            if self._where.get(unit) == key:
                del self._where[unit]
        stack = {picture.unit: picture for picture in pictures}
        if stack:
            self._stacks[key] = stack
            self._where.update(dict.fromkeys(stack, key))
        self._touched(key)

    def put(self, picture: CounterPicture) -> None:
        """Show this counter, on top of its stack; it leaves wherever it was."""
        self.remove(picture.unit)
        self._stacks.setdefault(picture.at, {})[picture.unit] = picture
        self._where[picture.unit] = picture.at
        self._touched(picture.at)

    def remove(self, unit: str) -> None:
        """Show this counter no more."""
        at = self._where.pop(unit, None)
        if at is not None:
            del self._stacks[at][unit]
            if not self._stacks[at]:
                del self._stacks[at]
            self._touched(at)

    def stack(self, key: str) -> tuple[CounterPicture, ...]:
        """The counters at a location, bottom first."""
        return tuple(self._stacks.get(key, {}).values())

    def keys(self) -> tuple[str, ...]:
        """The locations that have counters."""
        return tuple(self._stacks)

    def location_of(self, unit: str) -> str | None:
        """Where a counter is."""
        return self._where.get(unit)

    def lift(self, unit: str, *, lifted: bool) -> None:
        """Leave out a counter that something else shows for now: one in the hand."""
        at = self._where.get(unit)
        if lifted:
            self._lifted.add(unit)
        else:
            self._lifted.discard(unit)
        if at is not None:
            self._touched(at)

    def raise_unit(self, unit: str) -> None:
        """Let a counter lie on top of its stack for as long as it is chosen; how the stack lies stays as it is."""
        before, self._raised = self._raised, unit
        for key in {self._where.get(each) for each in (before, unit) if before != unit}:
            if key is not None:
                self._touched(key)

    def unit_at(self, x: float, y: float) -> str | None:
        """The topmost counter at a point of the map."""
        scale = self._scale()
        for pile in reversed(self._near(Box(x, y, x, y), scale)):
            size = pile.size_at(scale)
            for unit, right, down in reversed(pile.layers()):
                if abs(x - pile.x - right * size) <= size / 2 and abs(y - pile.y - down * size) <= size / 2:
                    return unit.unit
        return None

    def counter_box(self, unit: str) -> Box | None:
        """Where a counter is drawn; None when it is not on the map or hidden in its stack."""
        at = self._where.get(unit)
        if at is None:
            return None
        for pile in self._piles_at(at):
            for shown, right, down in pile.layers():
                if shown.unit == unit:
                    size = pile.size_at(self._scale())
                    x, y, half = pile.x + right * size, pile.y + down * size, size / 2
                    return Box(x - half, y - half, x + half, y + half)
        return None

    def seen_box(self, unit: str) -> Box | None:
        """Where a counter is drawn or, where it is hidden in its stack, the topmost of that; None off the map."""
        at = self._where.get(unit)
        if at is None:
            return None
        laid, scale = self._piles_at(at), self._scale()
        known = self._boxes.get(at)
        if known is None or known[0] is not laid or known[1] != scale:
            boxes: dict[str, Box] = {}
            for pile in laid:
                size = pile.size_at(scale)
                for shown, right, down in pile.layers():
                    x, y, half = pile.x + right * size, pile.y + down * size, size / 2
                    boxes[shown.unit] = Box(x - half, y - half, x + half, y + half)
            known = self._boxes[at] = (laid, scale, boxes)
        boxes = known[2]
        return boxes.get(unit) or (next(reversed(boxes.values())) if boxes else None)

    def renew(self, style: CounterStyle) -> None:
        """The map or the style is another."""
        self.prepareGeometryChange()
        self.faces.clear(style)
        self._laid.clear()
        self._piles = None
        self.update()

    def _touched(self, key: str) -> None:
        self._laid.pop(key, None)
        self._piles = None
        place = self._place(key)
        if place is not None:
            scale = self._scale()
            reach = max(place.size, place.least / scale if scale > 0 else 0.0) * 1.3
            wide, high = reach * place.columns, reach * place.rows
            self.update(QRectF(place.x - wide, place.y - high, wide * 2, high * 2))
        self.restacked.emit(key)

    # Where it is

    def _all_piles(self) -> list[CounterPile]:
        if self._piles is None:
            piles = []
            for key in self._stacks:
                piles.extend(self._piles_at(key))
            piles.sort(key=lambda pile: (pile.y + pile.beneath, pile.beneath, pile.x))
            self._positions = np.array([(pile.x, pile.y, pile.size, pile.least) for pile in piles]).reshape(-1, 4)
            self._piles = piles
        return self._piles

    def _piles_at(self, key: str) -> list[CounterPile]:
        """The piles of a location, laid once for as long as nothing there changes; none where the map has no such."""
        laid = self._laid.get(key)
        if laid is None:
            place = self._place(key)
            laid = self._laid[key] = self._lay(key, place) if place is not None else []
            self.times_laid += 1
        return laid

    def _lay(self, key: str, place: Place) -> list[CounterPile]:
        units = [unit for unit in self._stacks.get(key, {}).values() if unit.unit not in self._lifted]
        cells = place.columns * place.rows
        if not units:
            return []
        if self._raised:
            units.sort(key=lambda unit: unit.unit == self._raised)
        if cells == 1:
            return _piled(place, units)
        each = math.ceil(len(units) / cells)
        piles = []
        pitch = place.size * 1.12
        for number, start in enumerate(range(0, len(units), each)):
            across, down = number % place.columns, number // place.columns
            x = place.x + (across - (place.columns - 1) / 2) * pitch
            y = place.y + (down - (place.rows - 1) / 2) * pitch
            piles.append(CounterPile(x, y, place.size, tuple(units[start : start + each])))
        return piles

    def _near(self, box: Box, scale: float) -> list[CounterPile]:
        piles = self._all_piles()
        if not piles:
            return []
        x, y, size, least = self._positions.T
        reach = (np.maximum(size, least / scale) if scale > 0 else size) * 0.85
        inside = (x + reach >= box.left) & (x - reach <= box.right) & (y + reach >= box.top) & (y - reach <= box.bottom)
        return [piles[number] for number in np.flatnonzero(inside).tolist()]

    def piles_in(self, box: Box) -> list[CounterPile]:
        """The piles that show in a rectangle, those that lie beneath first."""
        return self._near(box, self._scale())

    # Painting

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        exposed = option.exposedRect
        shown = Box(exposed.left(), exposed.top(), exposed.right(), exposed.bottom())
        piles = self._near(shown, painter.worldTransform().m11())
        if not piles:
            return
        ratio = painter.device().devicePixelRatio()
        to_screen = painter.worldTransform() * QTransform.fromScale(ratio, ratio)
        painter.save()
        try:
            painter.resetTransform()
            painter.scale(1 / ratio, 1 / ratio)
            if not self.paint_piles(painter, piles, to_screen, _SLICE, ratio):
                self._later.start()
        finally:
            painter.restore()

    def paint_all(self, painter: QPainter, box: Box, to_screen: QTransform) -> None:
        """Paint the counters of a box onto a painter whose unit is a pixel, all of them at full quality."""
        self.paint_piles(painter, self._near(box, to_screen.m11()), to_screen, math.inf)

    def finish(self, box: Box, scale: float, ratio: float = 1.0) -> None:
        """Have every face ready that a view of this scale, in pixels, shows, at once: for pictures and tests."""
        for pile in self._near(box, scale / ratio):
            side = round(max(pile.size * scale, pile.least * ratio))
            if side >= SQUARES_BELOW:
                for unit, _, _ in pile.layers():
                    self.faces.get(face_of(unit, side), side)
        self.update()

    def paint_piles(
        self, painter: QPainter, piles: list[CounterPile], to_screen: QTransform, allowed: float, ratio: float = 1.0
    ) -> bool:
        """Paint piles in pixels, so many to a point; False when some were only stood in for because time ran out.

        `allowed` are seconds for making new pictures alone: however long the others take, a frame makes one at least,
        or a slow machine would come to no end.
        """
        scale = to_screen.m11()
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        complete, self._time_left = True, allowed
        for pile in piles:
            at = to_screen.map(QPointF(pile.x, pile.y))
            size = max(pile.size * scale, pile.least * ratio)
            if size < SQUARES_BELOW:
                self._paint_square(painter, pile, at, size)
            else:
                complete &= self._paint_pile(painter, pile, at, round(size))
        return complete

    def _paint_square(self, painter: QPainter, pile: CounterPile, at: QPointF, size: float) -> None:
        side = max(3, round(size))
        left, top = round(at.x() - side / 2), round(at.y() - side / 2)
        ground, style = QColor(pile.units[-1].ground), self.faces.style
        if side >= 4:
            painter.fillRect(left - 1, top - 1, side + 2, side + 2, edge_of(ground, style, FRAME_FROM))
        painter.fillRect(left, top, side, side, ground)

    def _paint_pile(self, painter: QPainter, pile: CounterPile, at: QPointF, side: int) -> bool:
        margin = margin_of(side)
        complete = True
        layers = pile.layers()
        if side < 20:
            layers = layers[-2:]
        for unit, right, down in layers:
            left, top = round(at.x() + right * side - side / 2), round(at.y() + down * side - side / 2)
            face = face_of(unit, side)
            pixmap = self.faces.ready(face, side)
            if pixmap is None and self._time_left <= 0:
                complete = False
                painter.fillRect(left, top, side, side, QColor(unit.ground))
                continue
            if pixmap is None:
                begin = time.monotonic()
                pixmap = self.faces.get(face, side)
                self._time_left -= time.monotonic() - begin
            painter.drawPixmap(left - margin, top - margin, pixmap)
        if len(pile.units) >= COUNTED_FROM and side >= 20:
            _, right, down = layers[-1]
            corner = QPointF(at.x() + (right + 0.5) * side, at.y() + (down + 0.5) * side)
            self._paint_badge(painter, len(pile.units), corner, side)
        return complete

    def _paint_badge(self, painter: QPainter, count: int, corner: QPointF, side: int) -> None:
        """How many there are, beyond the lower right corner of the topmost: its last number stands close to that."""
        style = self.faces.style
        radius = max(6.0, side * 0.155)
        centre = QPointF(corner.x() + radius * 0.35, corner.y() + radius * 0.35)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(style.badge_ink), max(1.0, side * 0.02)))
        painter.setBrush(QColor(style.badge))
        painter.drawEllipse(centre, radius, radius)
        font = QFont(FAMILY)
        font.setBold(True)
        font.setPixelSize(max(1, round(radius * 1.25)))
        painter.setFont(font)
        painter.setPen(QColor(style.badge_ink))
        room = QRectF(centre.x() - radius, centre.y() - radius, radius * 2, radius * 2)
        painter.drawText(room, Qt.AlignmentFlag.AlignCenter, str(count))

    def picture_of(self, unit: CounterPicture, side: int) -> QPixmap:
        """One counter as a picture, for lists and drags."""
        return self.faces.get(face_of(unit, side), side)


def _piled(place: Place, units: list[CounterPicture]) -> list[CounterPile]:
    """The counters of a place in a pile; what is in the air lies beside it, smaller, and hides nobody on the ground."""
    above = tuple(unit for unit in units if is_in_the_air(unit.symbol))
    ground = tuple(unit for unit in units if not is_in_the_air(unit.symbol))
    if not above or not ground:
        return [CounterPile(place.x, place.y, place.size, tuple(units), place.least)]
    off, size = place.size * _ABOVE, place.size * _OVERHEAD
    return [
        CounterPile(place.x, place.y, place.size, ground, place.least),
        CounterPile(place.x + off, place.y - off, size, above, place.least * _OVERHEAD, beneath=off),
    ]
