"""Sheets of counters: a page of fronts, then the page of their backs, with cut marks that both pages share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from editor.canvas.art.style import CounterStyle, bundled_style
from editor.canvas.counters.counter_face import face_of, paint_print
from editor.canvas.counters.counter_picture import CounterPicture
from editor.export.furniture import FAINT, paint_cut_marks, paint_text, text_width, tr
from editor.export.kit.kit_options import KitOptions, Notes
from editor.export.kit.printed_counters import PrintedCounter, is_worded
from editor.export.kit.two_sided import PieceSlot, TwoSided, lay_two_sided
from editor.export.page_layout import Size
from editor.export.pdf_pages import Page
from editor.geometry.lattice import Box

_DRAWN_AT: Final = 240
"""Units a face is drawn in before it is brought to size; large, because letters are set in whole units."""
_HAIR: Final = 0.1
_ONE_LINE: Final = 6
"""Words of so few letters stand in one line."""


def counter_layout(options: KitOptions) -> TwoSided:
    """How the counters lie on their sheets; raises CannotExport."""
    piece = Size(options.counter_mm, options.counter_mm)
    return lay_two_sided(options.page, options.margin_mm, piece, options.gap_mm, options.flip)


def counter_pages(counters: Sequence[PrintedCounter], options: KitOptions, title: str) -> Iterator[Page]:
    """The pages of a set of counters, each sheet's backs behind its fronts."""
    layout = counter_layout(options)
    style = bundled_style("paper").counters
    wanted = [each for each in counters if options.markers or not each.is_marker]
    over = len(wanted) % layout.on_a_sheet
    if len(wanted) > over and 0 < over <= layout.cols:
        wanted = _without_spares(wanted, over)
    sheets = list(layout.sheets(len(wanted)))
    for number, slots in enumerate(sheets, start=1):
        words = f"{title}  ·  {number}/{len(sheets)}"
        here = [wanted[slot.number] for slot in slots]
        fronts = [(each.front, each.note if options.notes is Notes.FRONT else "") for each in here]
        yield _page(layout, slots, fronts, style, words, is_back=False)
        if options.backs:
            backs = [(each.back, each.note if options.notes is Notes.BACK else "") for each in here]
            yield _page(layout, slots, backs, style, f"{words}  ·  {tr('backs')}", is_back=True)


def _without_spares(counters: Sequence[PrintedCounter], count: int) -> list[PrintedCounter]:
    """The same with so many copies fewer of the markers there are most of, so that no row needs a sheet of its own.

    All of them stay where that would leave none of a marker.
    """
    left = list(counters)
    for _ in range(count):
        copies = Counter(each.front.name for each in left if each.is_marker)
        name, most = max(copies.items(), key=lambda pair: pair[1], default=("", 0))
        if most <= 1:
            return list(counters)
        left.pop(max(n for n, each in enumerate(left) if each.is_marker and each.front.name == name))
    return left


def _page(
    layout: TwoSided,
    slots: Sequence[PieceSlot],
    pictures: Sequence[tuple[CounterPicture, str]],
    style: CounterStyle,
    words: str,
    *,
    is_back: bool,
) -> Page:
    def paint(painter: QPainter) -> None:
        boxes = [slot.back if is_back else slot.front for slot in slots]
        for box, (picture, note) in zip(boxes, pictures, strict=True):
            _paint_counter(painter, box, picture, style, note, is_turned=is_back and not layout.is_over_side)
        paint_cut_marks(painter, layout.block, boxes)
        at = QPointF(layout.block.left, layout.block.bottom + (layout.paper.height - layout.block.bottom) * 0.6)
        paint_text(painter, words, at, 2.6, FAINT, widest=layout.block.width)

    return paint


def _paint_counter(
    painter: QPainter, box: Box, picture: CounterPicture, style: CounterStyle, note: str, *, is_turned: bool
) -> None:
    """A counter to the very edge of its square: card that is cut a little off shows no white.

    A sheet that is turned over its upper edge has its backs upside down, so that they stand upright when it is turned.
    """
    square = QRectF(box.left, box.top, box.width, box.height)
    painter.fillRect(square, QColor(picture.ground))
    if not picture.is_hidden or note:
        painter.save()
        painter.translate(box.right if is_turned else box.left, box.bottom if is_turned else box.top)
        painter.rotate(180 if is_turned else 0)
        painter.scale(box.width / _DRAWN_AT, box.height / _DRAWN_AT)
        if is_worded(picture) and not picture.is_hidden:
            _paint_words(painter, picture)
        elif not picture.is_hidden:
            paint_print(painter, face_of(picture, _DRAWN_AT), _DRAWN_AT, style)
        if note:
            _paint_note(painter, note, picture)
        painter.restore()
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(QColor(picture.ground).darker(125), _HAIR))
    painter.drawRect(square)


def _paint_words(painter: QPainter, picture: CounterPicture) -> None:
    """The words of a marker or a chit, a line each, as large as they fit."""
    lines = picture.name.split()
    if len(picture.name) <= _ONE_LINE:
        lines = [picture.name]
    side, room = _DRAWN_AT, _DRAWN_AT * 0.88
    high = min(side * 0.3, side * 0.8 / (len(lines) * 1.2))
    high *= min(1.0, *(room / text_width(line, high, bold=True) for line in lines))
    for number, line in enumerate(lines):
        at = QPointF(side / 2, side / 2 + (number - (len(lines) - 1) / 2) * high * 1.2)
        paint_text(painter, line, at, high, QColor(picture.ink), bold=True, centred=True)


def _paint_note(painter: QPainter, note: str, picture: CounterPicture) -> None:
    """Where it begins or when it comes: along the lower edge, or in the middle of an empty back."""
    side = _DRAWN_AT
    high = 0.3 if picture.is_hidden else 0.1
    middle = 0.5 if picture.is_hidden else 0.945
    ink = QColor(picture.ink)
    paint_text(
        painter, note, QPointF(side / 2, side * middle), side * high, ink, bold=True, centred=True, widest=side * 0.86
    )
