"""Card faces and backs, drawn by ourselves: paper, a band in the colours of the side, numbers, an emblem, the text.

A face fits any rectangle. Letters grow with its width, where it is not too low for that, and are never smaller than one
can read: what does not fit is cut off with dots, and the large view shows it all.
"""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QLinearGradient, QPainter, QPainterPath, QPen

from editor.canvas.art.words.lettering import FAMILY
from editor.canvas.cards.card_emblems import emblem_path
from engine.narration.card_faces import CardFace, Points

WIDTH, HEIGHT = 176.0, 232.0
"""The usual size of a face; everything printed is measured in its pixels."""
_PAPER, _PAPER_LOW, _INK, _FAINT = "#fbf6e9", "#efe6d0", "#2b2519", "#6f6653"
_RED = "#a3271d"
_LEAST = 9.0
_LOW = 164.0
"""Pixels of height below which what is printed shrinks with the height, so that a low card keeps room for its text."""
_LINES_FIRST = 3.3
"""Lines for which there must be room before the last of them says what becomes of a card."""
_FOOT, _GAP = 20.0, 3.0
"""Pixels that the numbers at the foot want with words beneath them, and those between them in one line."""
_LEADING = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop


def paint_face(
    painter: QPainter, rect: QRectF, face: CardFace, *, removed_words: str, lit: bool = False, faded: bool = False
) -> None:
    """Paint a card. A lit one has a golden edge, a faded one can do nothing now."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    unit = min(rect.width() / WIDTH, rect.height() / _LOW)
    sheet = rect.adjusted(1.5, 1.5, -1.5, -1.5)
    _paint_sheet(painter, sheet, unit, lit=lit)
    ground = QColor(face.ground)
    top = _paint_band(painter, sheet, face, unit)
    foot = _paint_points(painter, sheet, face, unit)
    room = QRectF(sheet.left() + 9 * unit, top, sheet.width() - 18 * unit, foot - top)
    room = _paint_traits(painter, room, face, unit)
    if face.is_removed_after:
        room = _paint_removed(painter, room, removed_words, unit)
    _paint_emblem(painter, room, face.emblem, ground)
    _paint_text(painter, room, face.text, unit)
    if faded:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(120, 116, 108, 46))
        painter.drawRoundedRect(sheet, 8 * unit, 8 * unit)
    painter.restore()


def paint_back(painter: QPainter, rect: QRectF, ground: str, ink: str) -> None:
    """Paint the back of a card in the colours of its side."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    sheet = rect.adjusted(1.0, 1.0, -1.0, -1.0)
    unit = rect.width() / WIDTH
    painter.setPen(QPen(QColor(ground).darker(190), max(1.0, 1.2 * unit)))
    painter.setBrush(QColor(_PAPER))
    painter.drawRoundedRect(sheet, 8 * unit, 8 * unit)
    inner = sheet.adjusted(6 * unit, 6 * unit, -6 * unit, -6 * unit)
    shape = QPainterPath()
    shape.addRoundedRect(inner, 5 * unit, 5 * unit)
    painter.fillPath(shape, QColor(ground).darker(115))
    painter.setClipPath(shape)
    line = QColor(ground).lighter(122)
    painter.setPen(QPen(line, max(0.7, 1.6 * unit)))
    step = 14 * unit
    across = int((inner.width() + inner.height()) / step) + 2
    for number in range(across):
        x = inner.left() + number * step
        painter.drawLine(QPointF(x, inner.top()), QPointF(x - inner.height(), inner.bottom()))
        painter.drawLine(QPointF(x - inner.height(), inner.top()), QPointF(x, inner.bottom()))
    side = min(inner.width(), inner.height()) * 0.44
    middle = QRectF(inner.center().x() - side / 2, inner.center().y() - side / 2, side, side)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(ground).darker(140))
    painter.drawEllipse(middle.adjusted(-side * 0.2, -side * 0.2, side * 0.2, side * 0.2))
    painter.setBrush(QColor(_PAPER) if QColor(ink).lightnessF() < 0.5 else QColor(ink))
    painter.drawPath(emblem_path("", middle))
    painter.restore()


def _paint_sheet(painter: QPainter, sheet: QRectF, unit: float, *, lit: bool) -> None:
    paper = QLinearGradient(sheet.topLeft(), sheet.bottomLeft())
    paper.setColorAt(0, QColor(_PAPER))
    paper.setColorAt(1, QColor(_PAPER_LOW))
    edge = QPen(QColor("#d99a1c"), 3.0) if lit else QPen(QColor("#5b523f"), max(1.0, 1.1 * unit))
    painter.setPen(edge)
    painter.setBrush(paper)
    painter.drawRoundedRect(sheet, 8 * unit, 8 * unit)


def _paint_band(painter: QPainter, sheet: QRectF, face: CardFace, unit: float) -> float:
    """The title on the colour of its side, with the chief number in a medal; gives where the band ends."""
    inset = 3 * unit
    band = QRectF(sheet.left() + inset, sheet.top() + inset, sheet.width() - 2 * inset, 36 * unit)
    shape = QPainterPath()
    shape.addRoundedRect(band, 6 * unit, 6 * unit)
    colour = QLinearGradient(band.topLeft(), band.bottomLeft())
    colour.setColorAt(0, QColor(face.ground).lighter(108))
    colour.setColorAt(1, QColor(face.ground).darker(112))
    painter.fillPath(shape, colour)
    words = band.adjusted(7 * unit, 1, -6 * unit, -1)
    if face.chief:
        medal = QRectF(band.left() + 3 * unit, band.top() + 2 * unit, 32 * unit, 32 * unit)
        painter.setPen(QPen(QColor(face.ground).darker(200), 1.4 * unit))
        painter.setBrush(QColor(_PAPER))
        painter.drawEllipse(medal)
        painter.setPen(QColor(_INK))
        painter.setFont(_font(20 * unit, bold=True))
        painter.drawText(medal, Qt.AlignmentFlag.AlignCenter, face.chief)
        words.setLeft(medal.right() + 6 * unit)
    painter.setPen(QColor(face.ink))
    flags = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
    size = _fitting(face.title, words, 14 * unit, max(_LEAST, 10 * unit), bold=True)
    font = _font(size, bold=True)
    metrics = QFontMetricsF(font)
    fits = _bounds(face.title, words, metrics).height() <= words.height() + 1
    painter.setFont(font)
    if fits:
        painter.drawText(words, int(flags), face.title)
    else:
        shown = metrics.elidedText(face.title, Qt.TextElideMode.ElideRight, words.width())
        painter.drawText(words, int(flags & ~Qt.TextFlag.TextWordWrap | Qt.TextFlag.TextSingleLine), shown)
    return band.bottom() + 3 * unit


def _paint_traits(painter: QPainter, room: QRectF, face: CardFace, unit: float) -> QRectF:
    """What sort of card it is, as a row of small labels; gives the room beneath."""
    if not face.traits:
        return room.adjusted(0, 3 * unit, 0, 0)
    font = _font(max(8.0, 9 * unit), bold=True)
    painter.setFont(font)
    metrics = QFontMetricsF(font)
    x, height = room.left(), metrics.height() + 3 * unit
    for number, trait in enumerate(face.traits):
        wide = metrics.horizontalAdvance(trait) + 10 * unit
        label = QRectF(x, room.top() + 1, wide, height)
        colour = QColor(face.ground).darker(150) if number == 0 else QColor("#7a5a1e")
        painter.setPen(QPen(colour, 1.0))
        painter.setBrush(Qt.BrushStyle.NoBrush if number == 0 else colour)
        painter.drawRoundedRect(label, height / 2, height / 2)
        painter.setPen(colour.darker(130) if number == 0 else QColor("#fff8e6"))
        painter.drawText(label, Qt.AlignmentFlag.AlignCenter, trait)
        x += wide + 4 * unit
    return room.adjusted(0, height + 5 * unit, 0, 0)


def _paint_removed(painter: QPainter, room: QRectF, words: str, unit: float) -> QRectF:
    """A red cross and what it means; gives the room above.

    The text goes first: a card too low for both has the cross alone, by its labels.
    """
    font = _font(max(8.0, 9 * unit), bold=True)
    height = QFontMetricsF(font).height() + 2
    line = QRectF(room.left(), room.bottom() - height, room.width(), height)
    side = height * 0.5
    has_room = _LINES_FIRST * height <= room.height()
    middle = line.center().y() if has_room else room.top() - height / 2 - 2 * unit
    cross = QRectF(line.left() if has_room else line.right() - side, middle - side / 2, side, side)
    painter.setPen(QPen(QColor(_RED), max(1.4, 1.8 * unit), Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
    painter.drawLine(cross.topLeft(), cross.bottomRight())
    painter.drawLine(cross.topRight(), cross.bottomLeft())
    if not has_room:
        return room
    painter.setFont(font)
    beside = line.adjusted(side + 5 * unit, 0, 0, 0)
    shown = QFontMetricsF(font).elidedText(words, Qt.TextElideMode.ElideRight, beside.width())
    painter.drawText(beside, Qt.AlignmentFlag.AlignVCenter, shown)
    return room.adjusted(0, 0, 0, -height - 2 * unit)


def _paint_emblem(painter: QPainter, room: QRectF, emblem: str, ground: QColor) -> None:
    if room.height() < 24:
        return
    side = min(room.width(), room.height()) * 0.92
    box = QRectF(room.center().x() - side / 2, room.center().y() - side / 2, side, side)
    ground.setAlphaF(0.20)
    painter.fillPath(emblem_path(emblem, box), ground)


def _paint_text(painter: QPainter, room: QRectF, text: str, unit: float) -> None:
    size = _fitting(text, room, 12 * unit, max(_LEAST, 7 * unit))
    font = _font(size)
    painter.setFont(font)
    painter.setPen(QColor(_INK))
    painter.drawText(room, int(_LEADING), _cut(text, room, QFontMetricsF(font)))


def _paint_points(painter: QPainter, sheet: QRectF, face: CardFace, unit: float) -> float:
    """The numbers at the foot in the colours of nations, and the number of the card; gives where they begin."""
    bottom = sheet.bottom() - 5 * unit
    small = _font(max(7.5, 8.5 * unit))
    line = max(14 * unit, QFontMetricsF(small).height())
    corner = QRectF(sheet.left(), bottom - line, sheet.width() - 8 * unit, line)
    if face.number:
        painter.setFont(small)
        painter.setPen(QColor(_FAINT))
        painter.drawText(corner, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignBottom, face.number)
    if not face.points:
        return bottom - (line if face.number else 0)
    if not face.text:
        return _paint_list(painter, sheet, face.points, unit)
    is_low = 32 * unit < _FOOT
    height = line if is_low else 32 * unit
    painter.setPen(QPen(QColor("#c9bd9f"), 1))
    painter.drawLine(
        QPointF(sheet.left() + 9 * unit, bottom - height - 3 * unit),
        QPointF(sheet.right() - 9 * unit, bottom - height - 3 * unit),
    )
    if is_low:
        wide = QFontMetricsF(small).horizontalAdvance(face.number) if face.number else 0
        _paint_row(painter, corner.adjusted(9 * unit, 0, -wide - _GAP, 0), face.points)
        return bottom - height - 5 * unit
    wide = min(46 * unit, (sheet.width() - 32 * unit) / len(face.points))
    for number, points in enumerate(face.points):
        box = QRectF(sheet.left() + 9 * unit + number * wide, bottom - height, wide - 4 * unit, height)
        _paint_point(painter, box, points, unit)
    return bottom - height - 5 * unit


def _paint_row(painter: QPainter, line: QRectF, several: tuple[Points, ...]) -> None:
    """The numbers of a low card in one line, with what they stand for behind them where there is room for all of it."""
    font, label = _font(_LEAST, bold=True), _font(7.5)
    letters = QFontMetricsF(label)
    square = min(2 * line.height(), line.width() / len(several) - _GAP)
    words = [letters.horizontalAdvance(points.words) for points in several]
    has_words = sum(words) + len(several) * (square + 2 * _GAP) <= line.width()
    left = line.left()
    for points, wide in zip(several, words, strict=True):
        box = QRectF(left, line.top(), square, line.height())
        _paint_value(painter, box, points, font, 2.0)
        left = box.right() + _GAP
        if has_words:
            painter.setPen(QColor(_FAINT))
            painter.setFont(label)
            painter.drawText(
                QRectF(left, line.top(), wide + 1, line.height()), Qt.AlignmentFlag.AlignVCenter, points.words
            )
            left += wide + _GAP


def _paint_value(painter: QPainter, square: QRectF, points: Points, font: QFont, round_by: float) -> None:
    painter.setPen(QPen(QColor(points.ground).darker(170), 1))
    painter.setBrush(QColor(points.ground))
    painter.drawRoundedRect(square, round_by, round_by)
    painter.setPen(QColor(points.ink))
    painter.setFont(font)
    painter.drawText(square, Qt.AlignmentFlag.AlignCenter, points.value)


def _paint_point(painter: QPainter, box: QRectF, points: Points, unit: float) -> None:
    label = max(7.0, 7.6 * unit)
    square = QRectF(box.left(), box.top(), box.width(), box.height() - label - 3 * unit)
    _paint_value(painter, square, points, _font(13 * unit, bold=True), 3 * unit)
    painter.setPen(QColor(_FAINT))
    font = _font(label)
    painter.setFont(font)
    room = box.adjusted(-3 * unit, 0, 3 * unit, 0)
    words = QFontMetricsF(font).elidedText(points.words, Qt.TextElideMode.ElideRight, room.width())
    painter.drawText(room, Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignBottom, words)


def _paint_list(painter: QPainter, sheet: QRectF, points: tuple[Points, ...], unit: float) -> float:
    """The numbers of a marker that says nothing else, one beneath the other."""
    font = _font(max(_LEAST, 10.5 * unit))
    height = QFontMetricsF(font).height() + 3 * unit
    line = QRectF(sheet.left() + 10 * unit, sheet.top() + 46 * unit, sheet.width() - 20 * unit, height)
    painter.setFont(font)
    for each in points:
        if line.bottom() > sheet.bottom() - 14 * unit:
            break
        painter.setPen(QColor(_FAINT))
        painter.drawText(line, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, each.words)
        painter.setPen(QColor(_INK))
        painter.drawText(line, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, each.value)
        line.translate(0, height)
    return sheet.bottom()


def _font(pixels: float, *, bold: bool = False) -> QFont:
    font = QFont(FAMILY)
    font.setPixelSize(max(1, round(pixels)))
    font.setBold(bold)
    return font


def _fitting(text: str, room: QRectF, most: float, least: float, *, bold: bool = False) -> float:
    """The largest letters with which a text fits, down to the least."""
    size = most
    while size > least and _bounds(text, room, QFontMetricsF(_font(size, bold=bold))).height() > room.height():
        size -= 0.5
    return max(size, least)


def _bounds(text: str, room: QRectF, metrics: QFontMetricsF) -> QRectF:
    return metrics.boundingRect(QRectF(0, 0, room.width(), 10_000), int(_LEADING), text)


def _cut(text: str, room: QRectF, metrics: QFontMetricsF) -> str:
    """As much of a text as there is room for, with dots where it was cut."""
    if _bounds(text, room, metrics).height() <= room.height():
        return text
    words = text.split()
    low, high = 0, len(words)
    while low < high:
        middle = (low + high + 1) // 2
        if _bounds(f"{' '.join(words[:middle])} ...", room, metrics).height() <= room.height():
            low = middle
        else:
            high = middle - 1
    return f"{' '.join(words[:low])} ..." if low else ""
