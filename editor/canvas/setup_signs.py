"""What a scenario lays on the map besides counters: who holds what, objectives, markers, and places that need a look.

Control lies beneath the counters as a tint, everything else above them in the corners of a place. Each is one item of
the scene, however many places it marks; what a sign means is decided by whoever sets it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPainterPath, QPen, QPolygonF
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from editor.canvas.art.words.lettering import FAMILY
from editor.canvas.canvas import MapCanvas

_WRONG = "#d02a20"
_WIPED = "#606060"
_LEAST = 7.0
"""Signs smaller than this many pixels are plain dots."""


@dataclass(frozen=True, slots=True)
class Sign:
    """A short text on a colour at a place: the worth of an objective, or the level of a marker."""

    at: str
    words: str
    colour: str
    is_star: bool = False


class _Layer(QGraphicsItem):
    """Lies over the whole map and takes no mouse."""

    def __init__(self, canvas: MapCanvas, height: float) -> None:
        super().__init__()
        self._canvas = canvas
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.setZValue(height)
        canvas.scene().addItem(self)

    def boundingRect(self) -> QRectF:
        box = self._canvas.picture.bounds.grown(1)
        return QRectF(box.left, box.top, box.width, box.height)

    def _outline(self, keys: Iterable[str]) -> QPainterPath:
        path = QPainterPath()
        for key in keys:
            edge = self._canvas.picture.outline(key)
            if edge is not None:
                path.addPath(edge)
        return path


class HoldingLayer(_Layer):
    """Places tinted in the colour of the side that holds them, and the stroke that is being made."""

    def __init__(self, canvas: MapCanvas) -> None:
        super().__init__(canvas, 8)
        self.held: dict[str, str] = {}
        self.stroke: tuple[frozenset[str], str] = (frozenset(), "")
        self._areas: list[tuple[QPainterPath, str]] = []
        self._stroke = QPainterPath()

    def show_held(self, held: Mapping[str, str]) -> None:
        """Tint exactly these places, each in a colour."""
        self.prepareGeometryChange()
        self.held = dict(held)
        by_colour: dict[str, list[str]] = {}
        for key, colour in held.items():
            by_colour.setdefault(colour, []).append(key)
        self._areas = [(self._outline(keys), colour) for colour, keys in by_colour.items()]
        self.update()

    def show_stroke(self, keys: Iterable[str], colour: str = "") -> None:
        """Tint the places of a stroke that is not finished; no colour is that of wiping."""
        self.stroke = frozenset(keys), colour or _WIPED
        self._stroke = self._outline(self.stroke[0])
        self.update()

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        scale = painter.worldTransform().m11()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for path, name in self._areas:
            _tint(painter, path, name, 0.26, max(0.05, 1.0 / scale))
        if not self._stroke.isEmpty():
            _tint(painter, self._stroke, self.stroke[1], 0.5, max(0.07, 2.0 / scale))


class SignLayer(_Layer):
    """Objectives, markers, places where something is wrong, the place pointed out, and where a drag would drop."""

    def __init__(self, canvas: MapCanvas) -> None:
        super().__init__(canvas, 22)
        self.signs: tuple[Sign, ...] = ()
        self.wrong: frozenset[str] = frozenset()
        self.target = ""
        self.pointed = ""
        self._wrong = QPainterPath()

    def show_signs(self, signs: Iterable[Sign]) -> None:
        """Show exactly these."""
        self.prepareGeometryChange()
        self.signs = tuple(signs)
        self.update()

    def show_wrong(self, keys: Iterable[str]) -> None:
        """Flag exactly these places."""
        self.wrong = frozenset(keys)
        self._wrong = self._outline(sorted(self.wrong))
        self.update()

    def show_target(self, key: str) -> None:
        """Point out where a drag would drop; empty for nowhere."""
        if key != self.target:
            self.target = key
            self.update()

    def show_pointed(self, key: str) -> None:
        """Point out where the keyboard acts; empty for nowhere."""
        if key != self.pointed:
            self.pointed = key
            self.update()

    def renew(self) -> None:
        """The map is another: find the places again."""
        self.prepareGeometryChange()
        self.show_wrong(self.wrong)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        scale = painter.worldTransform().m11()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_edge(painter, self._outline([self.pointed]), "#1f6fd0", max(0.06, 2.0 / scale), dashed=True)
        self._paint_edge(painter, self._wrong, _WRONG, max(0.09, 2.5 / scale))
        self._paint_edge(painter, self._outline([self.target]), "#2f7fd0", max(0.1, 3.0 / scale))
        counted: dict[tuple[str, bool], int] = {}
        for sign in self.signs:
            number = counted[sign.at, sign.is_star] = counted.get((sign.at, sign.is_star), -1) + 1
            self._paint_sign(painter, sign, number, scale)
        for key in self.wrong:
            self._paint_sign(painter, Sign(key, "!", _WRONG), 0, scale, alarm=True)

    def _paint_edge(
        self, painter: QPainter, path: QPainterPath, name: str, width: float, *, dashed: bool = False
    ) -> None:
        if path.isEmpty():
            return
        under = QColor("#ffffff")
        under.setAlphaF(0.8)
        painter.strokePath(path, QPen(under, width * 1.8, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        style = Qt.PenStyle.DashLine if dashed else Qt.PenStyle.SolidLine
        painter.strokePath(path, QPen(QColor(name), width, style, Qt.PenCapStyle.FlatCap, Qt.PenJoinStyle.RoundJoin))

    def _paint_sign(self, painter: QPainter, sign: Sign, number: int, scale: float, *, alarm: bool = False) -> None:
        edge = self._canvas.picture.outline(sign.at)
        if edge is None:
            return
        box = edge.boundingRect()
        size = min(box.width(), box.height()) * 0.3
        across = (number + 0.55) * size * 1.15
        x = box.right() - size * 0.75 if alarm else box.left() + box.width() * 0.14 + across
        y = box.top() + size * 0.62 if alarm or sign.is_star else box.bottom() - size * 0.62
        middle = QPointF(x, y)
        colour = QColor(sign.colour)
        if size * scale < _LEAST:
            painter.fillRect(QRectF(x - size / 2, y - size / 2, size, size), colour)
            return
        ink = QColor("#ffffff") if colour.lightnessF() < 0.62 else QColor("#16120c")
        painter.setBrush(colour)
        painter.setPen(QPen(ink, size * 0.06))
        if sign.is_star:
            painter.drawPolygon(_flag(middle, size))
        elif alarm:
            painter.drawEllipse(middle, size * 0.5, size * 0.5)
        else:
            painter.drawRoundedRect(QRectF(x - size / 2, y - size / 2, size, size), size * 0.2, size * 0.2)
        _write(painter, sign.words, middle, size, ink)


def _flag(middle: QPointF, size: float) -> QPolygonF:
    """A shield: what objectives are drawn on."""
    x, y, half = middle.x(), middle.y(), size * 0.56
    corners = ((-1, -0.9), (1, -0.9), (1, 0.35), (0, 1.05), (-1, 0.35))
    return QPolygonF([QPointF(x + a * half, y + b * half) for a, b in corners])


def _tint(painter: QPainter, path: QPainterPath, name: str, strength: float, width: float) -> None:
    colour, line = QColor(name), QColor(name)
    colour.setAlphaF(strength)
    line.setAlphaF(min(1.0, strength + 0.3))
    painter.fillPath(path, colour)
    painter.strokePath(path, QPen(line, width))


def _write(painter: QPainter, words: str, middle: QPointF, size: float, ink: QColor) -> None:
    """Short words in a sign, in pixels, because fonts have no size below one."""
    if not words:
        return
    to_screen = painter.worldTransform()
    at, high = to_screen.map(middle), size * to_screen.m11()
    painter.save()
    painter.resetTransform()
    font = QFont(FAMILY)
    font.setBold(True)
    font.setPixelSize(max(1, round(high * (0.66 if len(words) < 3 else 0.44))))
    painter.setFont(font)
    painter.setPen(ink)
    painter.drawText(QRectF(at.x() - high, at.y() - high, high * 2, high * 2), Qt.AlignmentFlag.AlignCenter, words)
    painter.restore()
