"""The names of places that counters stand on, written once more below the counters: a city does not lose its name.

Only names that a pile lies on are written again, in the letters of the map, and just so much lower that neither they
nor what is printed on the counters is hidden. What would look out of the first writing beside the pile is painted over,
so that no name is read twice.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter, QPixmap
from PySide6.QtWidgets import QGraphicsItem, QGraphicsObject, QStyleOptionGraphicsItem, QWidget

from editor.canvas.art.map_picture import MapPicture
from editor.canvas.art.renderer import Layer, Patch
from editor.canvas.counters.counter_item import CounterItem
from editor.geometry.lattice import Box
from engine.definitions.plan import cell_of

_TUCKED: Final = 0.3
"""How much of the height of a name may lie on the foot of a counter."""
_OPAQUE: Final = 0.9
_ROUND: Final = 0.35
_ABOVE_THE_MAP: Final = 0.5
_MOST_NAMES: Final = 200


class CoveredNames(QGraphicsObject):
    """Writes above counters the names they would hide."""

    def __init__(self, picture: Callable[[], MapPicture], counters: CounterItem) -> None:
        super().__init__()
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.setZValue(counters.zValue() + 0.5)
        self._picture = picture
        self._counters = counters
        self.first_writing = _FirstWriting(self)
        self._reckoned: tuple[Box, float, list[tuple[Box, float]]] | None = None
        """What was found for the first writing, which is painted just before."""
        self._names: dict[int, tuple[Box, QPixmap]] = {}
        """Names as they were written last, by the box that the picture keeps for each until it changes."""
        self._drawn_by: tuple[object, ...] = ()
        self.is_over_scan: Callable[[QRectF], bool] = lambda _: False
        """Where a scan lies the first writing is laid on it, and cannot be painted over without hiding the print."""
        counters.restacked.connect(self._restacked)

    def boundingRect(self) -> QRectF:
        box = self._picture().bounds
        return QRectF(box.left, box.top, box.width, box.height)

    def ground(self, box: Box) -> QColor:
        """The colour behind a name: that of the terrain there, so that nobody sees where a name has been."""
        picture = self._picture()
        middle = (box.left + box.right) / 2, (box.top + box.bottom) / 2
        cell = cell_of(picture.key_at(*middle) or "")
        terrain = picture.plan.terrain_at(cell) if cell is not None else None
        looks = picture.looks
        return QColor(looks.terrain(terrain).colour if terrain else looks.lettering("town").halo)

    def reckon(self, shown: Box, scale: float) -> list[tuple[Box, float]]:
        """What is covered, for whoever paints beneath the counters; the names above them follow in the same frame.

        The scale is in points, by which it is decided how large names are written.
        """
        found = self.covered(shown, scale)
        self._reckoned = shown, scale, found
        return found

    def covered(self, shown: Box, scale: float) -> list[tuple[Box, float]]:
        """Where names stand that a pile of counters lies on, and how far below that there is room for them."""
        picture = self._picture()
        if not picture.plan.sheets or not picture.shown.names:
            return []
        found = []
        for feature in picture.plan.features.values():
            if feature.name and self._counters.stack(feature.at):
                box = picture.name_box(feature.id, scale)
                foot = self._foot(feature.at)
                if box is None or self.is_over_scan(QRectF(box.left, box.top, box.width, box.height)):
                    continue
                if box.top < foot and Box(*box[:3], foot + box.height).meets(shown):
                    found.append((box, max(0.0, foot - box.top - box.height * _TUCKED)))
        return found

    def _foot(self, key: str) -> float:
        """How far down the counters of a place reach."""
        boxes = (self._counters.counter_box(counter.unit) for counter in self._counters.stack(key))
        return max((box.bottom for box in boxes if box is not None), default=-math.inf)

    def _restacked(self, key: str) -> None:
        """Other counters lie at a place: its name, wider than they are, stands elsewhere now or is written once."""
        picture, scale = self._picture(), self._counters.points
        place = picture.place(key) if key and scale > 0 else None
        if place is None:
            return
        for feature in picture.index.features_at.get(key, ()):
            box = picture.name_box(feature, scale)
            if box is not None:
                room = QRectF(box.left, box.top, box.width, 2 * box.height + place.size).adjusted(-1, -1, 1, 1)
                self.update(room)
                self.first_writing.update(room)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        exposed = option.exposedRect
        ratio = painter.device().devicePixelRatioF()
        scale = painter.worldTransform().m11()
        shown = Box(exposed.left(), exposed.top(), exposed.right(), exposed.bottom())
        reckoned, self._reckoned = self._reckoned, None
        is_of_this_frame = reckoned is not None and reckoned[:2] == (shown, scale)
        boxes = reckoned[2] if is_of_this_frame and reckoned is not None else self.covered(shown, scale)
        to_screen = painter.worldTransform()
        written = [(box, lower, self._written(box, scale * ratio, ratio)) for box, lower in boxes]
        painter.save()
        painter.resetTransform()
        for box, lower, name in written:
            painter.drawPixmap(to_screen.map(QPointF(box.left, box.top + lower)).toPoint(), name)
        painter.restore()

    def _written(self, box: Box, scale: float, ratio: float) -> QPixmap:
        """A name as it stands on the map. Its letters are costly, and most frames show those of the one before."""
        picture = self._picture()
        drawn_by = (picture, picture.shown, scale, ratio)
        if self._drawn_by != drawn_by or len(self._names) >= _MOST_NAMES:
            self._names, self._drawn_by = {}, drawn_by
        known = self._names.get(id(box))
        if known is None:
            known = self._names[id(box)] = box, self._drawn(box, scale, ratio)
        return known[1]

    def _drawn(self, box: Box, scale: float, ratio: float) -> QPixmap:
        size = QSizeF(box.width * scale, box.height * scale)
        name = QPixmap(math.ceil(size.width()), math.ceil(size.height()))
        name.setDevicePixelRatio(ratio)
        name.fill(Qt.GlobalColor.transparent)
        with QPainter(name) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.scale(scale / ratio, scale / ratio)
            painter.translate(-box.left, -box.top)
            self._picture().paint_layer(painter, Patch(box, scale, to_point=ratio), Layer.NAMES)
        return name


class _FirstWriting(QGraphicsObject):
    """Paints over what the map itself says where it is said again: on the map, and below whatever lies on that."""

    def __init__(self, names: CoveredNames) -> None:
        super().__init__()
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.setZValue(_ABOVE_THE_MAP)
        self._names = names

    def boundingRect(self) -> QRectF:
        return self._names.boundingRect()

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        exposed = option.exposedRect
        shown = Box(exposed.left(), exposed.top(), exposed.right(), exposed.bottom())
        scale = painter.worldTransform().m11()
        painter.setPen(Qt.PenStyle.NoPen)
        for box, lower in self._names.reckon(shown, scale):
            if lower > 0.0:
                colour = self._names.ground(box)
                colour.setAlphaF(_OPAQUE)
                painter.setBrush(colour)
                corner = box.height * _ROUND
                painter.drawRoundedRect(QRectF(box.left, box.top, box.width, box.height), corner, corner)
