"""What is printed around the map: cut marks, the name of each sheet and of those beside it, and the page that shows how
the sheets go together. The painter's unit is a millimetre.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from PySide6.QtCore import QCoreApplication, QLineF, QLocale, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QImage, QPainter, QPainterPath, QPen

from editor.canvas.art.words.lettering import FAMILY
from editor.export.options import ExportOptions
from editor.export.page_layout import PageLayout, PaperSheet, sheet_name
from editor.export.subject import ExportSubject, blank, plane_to_device, ready_to_draw
from editor.geometry.lattice import ROOT3, Box

INK: Final = QColor("#2b2620")
FAINT: Final = QColor("#7d7768")
_LINE: Final = QColor("#a8322a")
_SET_AT: Final = 200
_MARK: Final = 5.0
_CUT: Final = 4.0
_LABEL: Final = 3.2
_OVERVIEW_PIXELS: Final = 2400


def tr(text: str) -> str:
    """A word of the export, in the person's language."""
    return QCoreApplication.translate("Export", text)


def number(value: float, digits: int = 0) -> str:
    """A number as the person's language writes it: a comma that parts thousands in one is the point of another."""
    return QLocale().toString(float(value), "f", digits)


def paint_crop_marks(painter: QPainter, sheet: PaperSheet, layout: PageLayout) -> None:
    """Where to cut: short lines in the margins, in line with the edges of what is the sheet's own."""
    window, own = sheet.window, sheet.own
    length = min(_MARK, window.left - 1.5)
    if length < 1.0:
        return
    painter.setPen(QPen(INK, 0.15, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
    above, below = window.top - 1.0, window.bottom + 1.0
    before, after = window.left - 1.0, window.right + 1.0
    for x in (own.left, own.right):
        painter.drawLine(QLineF(x, above - length, x, above))
        painter.drawLine(QLineF(x, below, x, below + length))
    for y in (own.top, own.bottom):
        painter.drawLine(QLineF(before - length, y, before, y))
        painter.drawLine(QLineF(after, y, after + length, y))


def paint_cut_marks(painter: QPainter, block: Box, boxes: Iterable[Box]) -> None:
    """Short lines around a block of pieces, in line with every cut."""
    pieces = list(boxes)
    length = min(_CUT, min(block.left, block.top) - 1.0)
    if length < 0.5:
        return
    painter.setPen(QPen(INK, 0.12, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
    for x in sorted({round(edge, 6) for box in pieces for edge in (box.left, box.right)}):
        painter.drawLine(QLineF(x, block.top - 0.6 - length, x, block.top - 0.6))
        painter.drawLine(QLineF(x, block.bottom + 0.6, x, block.bottom + 0.6 + length))
    for y in sorted({round(edge, 6) for box in pieces for edge in (box.top, box.bottom)}):
        painter.drawLine(QLineF(block.left - 0.6 - length, y, block.left - 0.6, y))
        painter.drawLine(QLineF(block.right + 0.6, y, block.right + 0.6 + length, y))


def paint_label(painter: QPainter, sheet: PaperSheet, layout: PageLayout, title: str) -> None:
    """The name of the sheet in a corner, and in the middle of each margin that of the sheet beyond it."""
    window = sheet.window
    room = window.left
    size = min(_LABEL, room * 0.45)
    if size < 1.2:
        _paint_inside(painter, sheet)
        return
    middle = window.bottom + room / 2
    paint_text(painter, sheet.label, QPointF(window.left + 8, middle), size * 1.25, INK, bold=True)
    beside = QPointF(window.left + 8 + size * 4.5, middle)
    rest = window.right - beside.x() - 10
    paint_text(painter, title, beside, size, FAINT, widest=max(rest / 2 - 4, 1.0))
    x, y = (window.left + window.right) / 2, (window.top + window.bottom) / 2
    around = (
        (-1, 0, QPointF(x, window.top - room / 2)),
        (1, 0, QPointF(x, middle)),
        (0, -1, QPointF(window.left - room / 2, y)),
        (0, 1, QPointF(window.right + room / 2, y)),
    )
    for down, right, at in around:
        row, col = sheet.row + down, sheet.col + right
        if 0 <= row < layout.rows and 0 <= col < layout.cols:
            paint_text(painter, sheet_name(row, col), at, size * 0.8, FAINT, centred=True)


def _paint_inside(painter: QPainter, sheet: PaperSheet) -> None:
    """Where there is no margin the name stands on the map itself, on a small card."""
    own = sheet.own
    wide = text_width(sheet.label, _LABEL, bold=True) + 2.0
    card = QRectF(own.left + 1.5, own.bottom - 6.5, wide, 5.0)
    painter.setPen(QPen(FAINT, 0.15))
    painter.setBrush(QColor("#ffffff"))
    painter.drawRoundedRect(card, 0.8, 0.8)
    paint_text(painter, sheet.label, card.center(), _LABEL, INK, bold=True, centred=True)


def paint_overview(painter: QPainter, subject: ExportSubject, layout: PageLayout, options: ExportOptions) -> None:
    """The whole map, small, with the sheets drawn on it."""
    margin = max(options.margin_mm, 10.0)
    paper = layout.paper
    wide = paper.width - 2 * margin
    paint_text(painter, subject.title, QPointF(margin, margin + 4), 6.0, INK, bold=True, widest=wide)
    for number, line in enumerate(_particulars(subject, layout, options)):
        paint_text(painter, line, QPointF(margin, margin + 12 + number * 5), 3.0, FAINT, widest=wide)
    top = margin + 30
    frame = Box(margin, top, paper.width - margin, paper.height - margin)
    bounds = subject.bounds
    unit = min(frame.width / bounds.width, frame.height / bounds.height)
    left = frame.left + (frame.width - bounds.width * unit) / 2
    picture = _picture(subject, unit)
    painter.drawImage(QRectF(left, top, bounds.width * unit, bounds.height * unit), picture)
    share = unit / layout.unit_mm
    for sheet in layout.sheets:
        own = Box(
            left + (sheet.box.left - bounds.left) * unit,
            top + (sheet.box.top - bounds.top) * unit,
            left + (sheet.box.left - bounds.left) * unit + sheet.own.width * share,
            top + (sheet.box.top - bounds.top) * unit + sheet.own.height * share,
        )
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(_LINE, 0.3))
        painter.drawRect(QRectF(own.left, own.top, own.width, own.height))
        size = min(8.0, own.height * 0.35, own.width * 0.35)
        middle = QPointF((own.left + own.right) / 2, (own.top + own.bottom) / 2)
        paint_text(painter, sheet.label, middle, size, _LINE, bold=True, centred=True, halo=True)


def _particulars(subject: ExportSubject, layout: PageLayout, options: ExportOptions) -> tuple[str, ...]:
    turned = tr("landscape") if layout.is_landscape else tr("portrait")
    scale = next((sheet.scale for sheet in subject.plan.sheets.values()), 1.0)
    across = layout.unit_mm * ROOT3 * scale
    many = tr("{sheets} sheets of {paper}, {turned}: {cols} across, {rows} down.")
    first = (many if len(layout.sheets) > 1 else tr("One sheet of {paper}, {turned}.")).format(
        sheets=len(layout.sheets), paper=options.paper, turned=turned, rows=layout.rows, cols=layout.cols
    )
    if subject.plan.sheets:
        first += " " + tr("Hexes are {hex} mm across.").format(hex=number(across, 1))
    whole = tr("Put together the map is {wide} by {high} mm. Print at 100 %, without fitting to the page.").format(
        wide=number(layout.map_mm.width), high=number(layout.map_mm.height)
    )
    glue = tr("Cut each sheet along its left and upper marks and glue it onto the edge of the sheet before it.")
    return first, whole, glue


def _picture(subject: ExportSubject, unit_mm: float) -> QImage:
    bounds = subject.bounds
    scale = min(unit_mm * 300 / 25.4, _OVERVIEW_PIXELS / max(bounds.width, bounds.height))
    image = blank(round(bounds.width * scale), round(bounds.height * scale), subject)
    painter = QPainter(image)
    try:
        ready_to_draw(painter)
        painter.setTransform(plane_to_device(bounds, scale))
        subject.paint_pixels(painter, bounds, scale)
    finally:
        painter.end()
    return image


def _font(*, bold: bool) -> QFont:
    font = QFont(FAMILY)
    font.setPixelSize(_SET_AT)
    font.setBold(bold)
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    return font


def text_width(text: str, size: float, *, bold: bool = False) -> float:
    """How long a line of text is, `size` millimetres to the em."""
    return QFontMetricsF(_font(bold=bold)).horizontalAdvance(text) * size / _SET_AT


def paint_text(
    painter: QPainter,
    text: str,
    at: QPointF,
    size: float,
    colour: QColor,
    *,
    bold: bool = False,
    centred: bool = False,
    halo: bool = False,
    widest: float = 0.0,
) -> None:
    """A line of text, `size` millimetres to the em, from a point on or about it; too long a line is made smaller."""
    if widest:
        size = min(size, size * widest / max(text_width(text, size, bold=bold), 0.01))
    font = _font(bold=bold)
    metrics = QFontMetricsF(font)
    painter.save()
    painter.translate(at)
    painter.scale(size / _SET_AT, size / _SET_AT)
    start = QPointF(-metrics.horizontalAdvance(text) / 2 if centred else 0.0, metrics.capHeight() / 2)
    painter.setFont(font)
    if halo:
        around = QPainterPath()
        around.addText(start, font, text)
        pen = QPen(QColor(255, 255, 255, 220), _SET_AT * 0.25)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        painter.strokePath(around, pen)
    painter.setPen(colour)
    painter.drawText(start, text)
    painter.restore()
