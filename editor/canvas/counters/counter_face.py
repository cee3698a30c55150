"""Draws a counter at any size from a dozen pixels to a hundred and more.

What is legible depends on the size: the smallest show whose unit it is and of what sort, then come the factors, the
size mark and the steps, then the designation and the status marks in full. A `CounterFace` keeps only what shows at
a size, so that at small sizes all infantry of a side shares one picture.
"""

from __future__ import annotations

import math
from collections import OrderedDict
from typing import NamedTuple

from PySide6.QtCore import QByteArray, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPen, QPixmap
from PySide6.QtSvg import QSvgRenderer

from editor.canvas.art.own_pictures import PICTURES, paint_inside
from editor.canvas.art.style import CounterStyle
from editor.canvas.art.words.lettering import FAMILY
from editor.canvas.counters.counter_picture import CounterPicture
from editor.canvas.counters.counter_signs import LETTERED, known_symbol, ranked_marks, status_sign, symbol_picture

SYMBOL_FROM = 9
FACTORS_FROM = 27
CORNER_FROM = 14
STEPS_FROM = 40
SIZE_FROM = 36
MARKS_FROM = 40
DESIGNATION_FROM = 60
BAND_FROM = 14
CODE_FROM = 48
FRAME_FROM = 24
"""Smaller counters have no black edges, in which their colour would drown."""
_DARK, _LIGHTER = 60, 280
"""Counters darker than this have a frame lighter than they are, by so many per cent."""
_BAND = 0.085
"""The height of the stripe across the top, as a share of the side."""
_MARGIN = 0.12
"""Room around the counter for its shadow, as a share of its side."""
_LIGHT = "#fbf7ec"
"""The edge of signs, which stand out by it on a counter of any colour."""
_MOST_BYTES = 32 * 1024 * 1024


class CounterFace(NamedTuple):
    """What can be seen of a counter at a size."""

    ground: str
    ink: str
    symbol: str
    size: str
    factors: str
    designation: str
    steps: int
    lost: int
    marks: tuple[str, ...]
    is_hidden: bool
    band: str = ""
    code: str = ""
    art: str = ""


def face_of(picture: CounterPicture, side: int) -> CounterFace:
    """The face of a counter whose side measures so many pixels."""
    marks = ranked_marks(picture.marks)
    if picture.is_hidden:
        return CounterFace(picture.ground, picture.ink, "", "", "", "", 1, 0, (), True)
    return CounterFace(
        picture.ground,
        picture.ink,
        picture.symbol,
        picture.size if side >= SIZE_FROM else "",
        picture.factors if side >= FACTORS_FROM else "",
        picture.designation if side >= DESIGNATION_FROM else "",
        picture.steps if side >= STEPS_FROM else 1,
        picture.lost if side >= STEPS_FROM else min(picture.lost, 1) if side >= CORNER_FROM else 0,
        marks if side >= MARKS_FROM else marks[:1] if side >= CORNER_FROM else (),
        False,
        picture.band if side >= BAND_FROM else "",
        picture.code if side >= CODE_FROM else "",
        picture.art if side >= SYMBOL_FROM else "",
    )


class CounterFaces:
    """Pictures of faces by size, the most recently used kept."""

    def __init__(self, style: CounterStyle) -> None:
        self.style = style
        self._kept: OrderedDict[tuple[CounterFace, int], QPixmap] = OrderedDict()
        self._bytes = 0

    def ready(self, face: CounterFace, side: int) -> QPixmap | None:
        """The picture of a face, if it has been painted in this size."""
        kept = self._kept.get((face, side))
        if kept is not None:
            self._kept.move_to_end((face, side))
        return kept

    def get(self, face: CounterFace, side: int) -> QPixmap:
        """The picture of a face: a counter of `side` pixels with `margin_of(side)` around it."""
        kept = self.ready(face, side)
        if kept is not None:
            return kept
        margin = margin_of(side)
        pixmap = QPixmap(side + 2 * margin, side + 2 * margin)
        pixmap.fill(Qt.GlobalColor.transparent)
        with QPainter(pixmap) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.translate(margin, margin)
            paint_face(painter, face, side, self.style)
        self._kept[face, side] = pixmap
        self._bytes += _bytes(pixmap)
        while self._bytes > _MOST_BYTES and len(self._kept) > 1:
            _, old = self._kept.popitem(last=False)
            self._bytes -= _bytes(old)
        return pixmap

    def clear(self, style: CounterStyle) -> None:
        """Counters look different from now on."""
        self.style = style
        self._kept.clear()
        self._bytes = 0


def margin_of(side: int) -> int:
    """Pixels around a counter in its picture."""
    return math.ceil(side * _MARGIN) + 1


def _bytes(pixmap: QPixmap) -> int:
    return pixmap.width() * pixmap.height() * 4


def paint_face(painter: QPainter, face: CounterFace, side: float, style: CounterStyle) -> None:
    """Paint a counter with its top left corner at the painter's origin, in pixels."""
    body = QRectF(0.5, 0.5, side - 1, side - 1)
    corner = side * 0.09
    _paint_shadow(painter, body, corner, side, style)
    ground = QColor(face.ground)
    shape = QPainterPath()
    shape.addRoundedRect(body, corner, corner)
    painter.fillPath(shape, ground)
    if face.band:
        painter.save()
        painter.setClipPath(shape)
        painter.fillRect(QRectF(0, 0, side, max(2.0, side * _BAND)), QColor(face.band))
        painter.restore()
    if side >= 24:
        _paint_bevel(painter, body, corner, ground)
    painter.setPen(QPen(edge_of(ground, style, side), max(1.0, side * 0.018)))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(shape)
    paint_print(painter, face, side, style)


def edge_of(ground: QColor, style: CounterStyle, side: float) -> QColor:
    """The frame of a counter: dark, but light around one so dark that it would be lost on a dark map."""
    if ground.lightness() < _DARK:
        return ground.lighter(_LIGHTER)
    return QColor(style.edge) if side >= FRAME_FROM else ground.darker(190)


def paint_print(painter: QPainter, face: CounterFace, side: float, style: CounterStyle) -> None:
    """Paint what is printed on a counter, without the card it is printed on."""
    body = QRectF(0.5, 0.5, side - 1, side - 1)
    ground = QColor(face.ground)
    if face.is_hidden:
        _paint_text(painter, "?", body, side * 0.5, QColor(face.ink))
        return
    box = symbol_box(face, side)
    art = PICTURES.get(face.art) if face.art else None
    if art is not None:
        paint_inside(painter, art, box)
    elif face.symbol and side >= SYMBOL_FROM:
        _paint_symbol(painter, face, box, side, ground)
    ink = QColor(face.ink)
    if face.size:
        lowered = side * (0.075 if face.band else 0.05)
        top = QRectF(0, lowered, side, box.top() - lowered)
        mark = face.size.upper() if set(face.size.lower()) == {"x"} else face.size
        _paint_text(painter, mark, top, side * 0.135, ink)
    if face.factors:
        below = QRectF(side * 0.03, box.bottom(), side * 0.94, side * 0.97 - box.bottom())
        _paint_text(painter, face.factors, below, min(side * 0.29, below.height() * 1.02), ink)
    if face.designation:
        _paint_upright(painter, face.designation, _designation_room(face, box, side), side * 0.12, ink)
    if face.code:
        corner_room = QRectF(side * 0.045, side * 0.095, side * 0.24, side * 0.11)
        _paint_text(painter, face.code, corner_room, side * 0.11, ink)
    _paint_steps(painter, face, box, side, style)
    _paint_status(painter, face, side, style)


def _designation_room(face: CounterFace, box: QRectF, side: float) -> QRectF:
    """The strip left of the symbol, up to what stands in the corner above it: the longer it is, the larger a name."""
    upper = side * (0.24 if face.code or len(face.marks) > 1 else 0.1 if face.band else 0.055)
    lower = box.bottom() + side * (0.03 if face.factors else 0.1)
    return QRectF(side * 0.035, upper, box.left() - side * 0.06, lower - upper)


def symbol_box(face: CounterFace, side: float) -> QRectF:
    """Where the symbol stands: the larger the less else there is; on whole pixels where a blur would hide it."""
    if not face.factors:
        has_margins = bool(face.designation) or face.steps > 1
        width = side * (0.62 if has_margins else 0.74 if side >= 18 else 0.8)
        box = QRectF((side - width) / 2, (side - width * 0.66) / 2, width, width * 0.66)
    else:
        width = side * 0.56
        box = QRectF((side - width) / 2, side * (0.2 if face.size else 0.14), width, width * 0.66)
    if side >= 56:
        return box
    left, top = round(box.left()), round(box.top())
    return QRectF(left + 0.5, top + 0.5, side - 2 * left - 1, max(3, round(box.height())))


def _paint_shadow(painter: QPainter, body: QRectF, corner: float, side: float, style: CounterStyle) -> None:
    shade = QColor(style.shadow)
    layers = 4 if side >= 20 else 2
    shade.setAlphaF(style.shadow_opacity / layers)
    for layer in range(layers):
        spread = side * 0.022 * layer
        fallen = body.adjusted(-spread, -spread, spread, spread).translated(side * 0.03, side * 0.045)
        path = QPainterPath()
        path.addRoundedRect(fallen, corner + spread, corner + spread)
        painter.fillPath(path, shade)


def _paint_bevel(painter: QPainter, body: QRectF, corner: float, ground: QColor) -> None:
    """A light upper and a dark lower edge, as of thick card."""
    width = max(1.0, body.width() * 0.03)
    inside = body.adjusted(width, width, -width, -width)
    for colour, top in ((ground.lighter(118), True), (ground.darker(118), False)):
        path = QPainterPath()
        if top:
            path.moveTo(inside.left(), inside.bottom() - corner)
            path.lineTo(inside.left(), inside.top() + corner * 0.5)
            path.quadTo(inside.left(), inside.top(), inside.left() + corner * 0.5, inside.top())
            path.lineTo(inside.right() - corner, inside.top())
        else:
            path.moveTo(inside.left() + corner, inside.bottom())
            path.lineTo(inside.right() - corner * 0.5, inside.bottom())
            path.quadTo(inside.right(), inside.bottom(), inside.right(), inside.bottom() - corner * 0.5)
            path.lineTo(inside.right(), inside.top() + corner)
        painter.strokePath(path, QPen(colour, width))


def _paint_symbol(painter: QPainter, face: CounterFace, box: QRectF, side: float, ground: QColor) -> None:
    pale = QColor.fromHslF(
        max(ground.hslHueF(), 0.0), ground.hslSaturationF() * 0.75, min(0.94, ground.lightnessF() * 0.55 + 0.42)
    )
    ink = QColor(face.ink) if QColor(face.ink).lightnessF() < 0.5 else QColor("#1d1a15")
    has_frame = side >= FRAME_FROM
    stroke = max(1.0, side * 0.026)
    if not has_frame:
        box = QRectF(round(box.left()), round(box.top()), round(box.width()), round(box.height()))
    painter.fillRect(box, pale)
    name = known_symbol(face.symbol)
    if name is None or name in LETTERED:
        _paint_text(painter, LETTERED.get(name or "", face.symbol[:3].upper()), box, box.height() * 0.6, ink)
    else:
        drawing = symbol_picture(name, ink.name(), stroke / (box.width() / 51.3))
        painter.save()
        painter.setClipRect(box)
        QSvgRenderer(QByteArray(drawing)).render(painter, box)
        painter.restore()
    if not has_frame:
        return
    pen = QPen(ink, stroke)
    pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(box)


def _font(height: float) -> QFont:
    font = QFont(FAMILY)
    font.setBold(True)
    font.setPixelSize(max(1, round(height)))
    return font


def _paint_text(painter: QPainter, text: str, room: QRectF, height: float, ink: QColor) -> None:
    """Bold text in the middle of its room, made smaller until it fits."""
    font = _font(height)
    width = QFontMetricsF(font).horizontalAdvance(text)
    if width > room.width() > 0:
        font = _font(height * room.width() / width)
    metrics = QFontMetricsF(font)
    x = room.center().x() - metrics.horizontalAdvance(text) / 2
    y = room.center().y() + metrics.capHeight() / 2
    painter.setFont(font)
    painter.setPen(ink)
    painter.drawText(QPointF(x, y), text)


def _paint_upright(painter: QPainter, text: str, room: QRectF, height: float, ink: QColor) -> None:
    """Text turned to read upwards, beside the symbol."""
    painter.save()
    painter.translate(room.center())
    painter.rotate(-90)
    _paint_text(painter, text, QRectF(-room.height() / 2, -room.width() / 2, room.height(), room.width()), height, ink)
    painter.restore()


def _paint_steps(painter: QPainter, face: CounterFace, box: QRectF, side: float, style: CounterStyle) -> None:
    """A column of dots to the right of the symbol, hollow for steps lost; on small counters a red corner.

    The corner is the upper left one: below stand the factors, and at the right the status.
    """
    if side < STEPS_FROM:
        if face.lost:
            corner = QPainterPath()
            reach = side * 0.3
            corner.addPolygon([QPointF(1, 1 + reach), QPointF(1, 1), QPointF(1 + reach, 1)])
            painter.fillPath(corner, QColor(style.lost))
            painter.setPen(QPen(QColor(_LIGHT), 1.0))
            painter.drawLine(QPointF(1, 1 + reach), QPointF(1 + reach, 1))
        return
    if face.steps < 2 and not face.lost:
        return
    total = min(max(face.steps, face.lost), 6)
    lost = min(face.lost, total)
    radius = min(side * 0.042, box.height() / total * 0.36)
    x = (box.right() + side) / 2
    middle = box.center().y()
    if face.marks:
        middle = max(middle, side * 0.25 + radius * (1 + (total - 1) * 1.35))
    for number in range(total):
        y = middle + (number - (total - 1) / 2) * radius * 2.7
        gone = number < lost
        painter.setPen(QPen(QColor(face.ink), max(0.8, side * 0.013)))
        painter.setBrush(Qt.BrushStyle.NoBrush if gone else QColor(face.ink))
        painter.drawEllipse(QPointF(x, y), radius, radius)


def _paint_status(painter: QPainter, face: CounterFace, side: float, style: CounterStyle) -> None:
    """Status marks as small discs in the upper corners; on small counters one dot says that there are any."""
    if not face.marks:
        return
    if side < MARKS_FROM:
        painter.setPen(QPen(QColor(_LIGHT), max(0.7, side * 0.03)))
        painter.setBrush(QColor(status_sign(face.marks[0])[1]))
        painter.drawEllipse(QPointF(side * 0.84, side * 0.16), side * 0.11, side * 0.11)
        return
    radius = side * 0.1
    shown = [status_sign(word) for word in face.marks]
    if len(shown) > 2:
        shown = [shown[0], ("+", "#4a5560")]
    for (letter, colour), x in zip(shown, (side - radius * 1.15, radius * 1.15), strict=False):
        painter.setPen(QPen(QColor(_LIGHT), max(0.8, side * 0.016)))
        painter.setBrush(QColor(colour))
        painter.drawEllipse(QPointF(x, radius * 1.15), radius, radius)
        room = QRectF(x - radius, radius * 0.15, radius * 2, radius * 2)
        _paint_text(painter, letter, room, radius * 1.35, QColor(_LIGHT))
