"""Markers that lie on places of the map: activated to move, activated for combat, entrenched, cut off.

Each has a shape as well as a colour: an arrow on a disc for a move, crossed blades on a diamond for combat, a small
cross for what is cut, and a square with a letter for all that has no sign of its own. They stand at the upper left of
a place and never grow smaller than can be told apart. Only markers that the palette names are drawn: others are the
rules' own notes.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPainterPath, QPen, QPolygonF, qGray
from PySide6.QtWidgets import QStyleOptionGraphicsItem, QWidget

from app.play.scene.menu_marks import MarkLayer
from editor.canvas.art.words.lettering import FAMILY
from editor.canvas.canvas import MapCanvas
from engine.core.board import Board
from engine.core.ids import Location
from engine.definitions.palette import Palette, by_id
from engine.narration.names import Names
from engine.narration.place_facts import marker_name

_PLAIN = "#5c5140"
_RADIUS, _LEAST = 0.3, 6.5
"""Half the width of a marker, in circumradii and at least in pixels."""
_LEAST_CUT = 2.6
"""Half the width of a small cross, in pixels."""
_LETTER_FROM = 5.0
_BRIGHT = 150
_TOO_LONG = 100


class PlaceMarker(NamedTuple):
    """A marker as it is drawn."""

    icon: str
    colour: str
    letter: str
    level: int

    @property
    def words(self) -> str:
        """Its letter, with how many there are; what does not fit on it, such as the number of a turn, is left out."""
        return f"{self.letter}{self.level}" if 1 < self.level < _TOO_LONG else self.letter


class MarkerLayer(MarkLayer):
    """All markers of the map, above the counters."""

    def __init__(self, canvas: MapCanvas) -> None:
        super().__init__(canvas, 11)
        self.markers: dict[str, tuple[PlaceMarker, ...]] = {}

    def show_markers(
        self,
        markers: Mapping[Location, Mapping[str, int]],
        board: Board,
        palette: Palette,
        names: Names,
    ) -> None:
        """Draw exactly these; only places whose markers are others are painted again."""
        swatches = by_id(palette.markers)
        found: dict[str, tuple[PlaceMarker, ...]] = {}
        for at, here in markers.items():
            drawn = tuple(
                PlaceMarker(
                    swatch.icon or name, swatch.colour or _PLAIN, marker_name(names, name, swatches)[:1].upper(), level
                )
                for name, level in sorted(here.items())
                if level and (swatch := swatches.get(name)) is not None
            )
            if drawn:
                found[board.key(at)] = drawn
        before, self.markers = self.markers, found
        self._renew(*(self._room_of((key,)) for key in {*before, *found} if before.get(key) != found.get(key)))

    def clear(self) -> None:
        """Draw none."""
        before, self.markers = self.markers, {}
        self._renew(self._room_of(before))

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        pixel = 1 / painter.worldTransform().m11()
        radius = max(_RADIUS, _LEAST * pixel)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for key, markers in self.markers.items():
            place = self._canvas.picture.place(key)
            if place is None:
                continue
            half = max(place.size, place.least * pixel) / 2
            for number, marker in enumerate(markers):
                x, y = place.x - half + number * radius * 1.9, place.y - half
                middle = QPointF(x, y)
                if option.exposedRect.adjusted(-radius * 2, -radius * 2, radius * 2, radius * 2).contains(middle):
                    paint_marker(painter, marker, middle, radius, pixel)


def paint_marker(painter: QPainter, marker: PlaceMarker, middle: QPointF, radius: float, pixel: float) -> None:
    """One marker; `radius` in what is painted on, of which a pixel is so much."""
    if marker.icon == "cut":
        _paint_cut(painter, QColor(marker.colour), middle, pixel)
        return
    colour = QColor(marker.colour)
    ink = QColor("black" if qGray(colour.rgb()) > _BRIGHT else "white")
    shape = QPainterPath()
    if marker.icon == "move":
        shape.addEllipse(middle, radius, radius)
    elif marker.icon == "combat":
        points = [QPointF(0, -1.25), QPointF(1.25, 0), QPointF(0, 1.25), QPointF(-1.25, 0), QPointF(0, -1.25)]
        shape.addPolygon(QPolygonF([middle + point * radius for point in points]))
    else:
        shape.addRoundedRect(_square(middle, radius * 0.9), radius * 0.25, radius * 0.25)
    painter.fillPath(shape, colour)
    painter.strokePath(shape, QPen(QColor("white"), max(0.04, 1.2 * pixel)))
    pen = QPen(ink, max(0.07, 1.6 * pixel), Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    reach = radius * 0.52
    if marker.icon == "move":
        tip = middle + QPointF(reach, 0)
        painter.drawLine(middle - QPointF(reach, 0), tip)
        painter.drawPolyline([tip + QPointF(-reach, -reach * 0.8), tip, tip + QPointF(-reach, reach * 0.8)])
    elif marker.icon == "combat":
        for way in (1, -1):
            painter.drawLine(middle + QPointF(-reach * way, -reach), middle + QPointF(reach * way, reach))
    elif radius / pixel >= _LETTER_FROM:
        _write(painter, marker.words, middle, radius, pixel)


def _paint_cut(painter: QPainter, colour: QColor, middle: QPointF, pixel: float) -> None:
    """A small cross: there are many of these, and what is done lies elsewhere."""
    reach, cap = max(0.1, _LEAST_CUT * pixel), Qt.PenCapStyle.RoundCap
    for ink, wide in ((QColor(255, 255, 255, 200), max(0.09, 3.2 * pixel)), (colour, max(0.045, 1.6 * pixel))):
        painter.setPen(QPen(ink, wide, Qt.PenStyle.SolidLine, cap))
        for way in (1, -1):
            painter.drawLine(middle + QPointF(-reach * way, -reach), middle + QPointF(reach * way, reach))


def _write(painter: QPainter, words: str, middle: QPointF, radius: float, pixel: float) -> None:
    """Letters in a marker; set in pixels, because fonts have no fractions."""
    painter.save()
    painter.translate(middle)
    painter.scale(pixel, pixel)
    font = QFont(FAMILY)
    font.setBold(True)
    font.setPixelSize(max(6, round(radius / pixel * (1.3 if len(words) == 1 else 0.95))))
    painter.setFont(font)
    painter.drawText(_square(QPointF(0, 0), radius / pixel), Qt.AlignmentFlag.AlignCenter, words)
    painter.restore()


def _square(middle: QPointF, half: float) -> QRectF:
    return QRectF(middle.x() - half, middle.y() - half, 2 * half, 2 * half)
