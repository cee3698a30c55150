"""Sheets of counters: a page of fronts, then the page of their backs, with cut marks that both pages share."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from editor.canvas.art.style import CounterStyle, bundled_style
from editor.canvas.counters.counter_face import face_of, paint_print
from editor.canvas.counters.counter_picture import CounterPicture
from editor.export.furniture import FAINT, paint_cut_marks, paint_text, tr
from editor.export.kit.kit_options import KitOptions
from editor.export.kit.printed_counters import PrintedCounter
from editor.export.kit.two_sided import Slot, TwoSided, lay_two_sided
from editor.export.page_layout import Size
from editor.export.pdf_pages import Page
from editor.geometry.lattice import Box

_DRAWN_AT: Final = 240
"""Units a face is drawn in before it is brought to size; large, because letters are set in whole units."""
_HAIR: Final = 0.1


def counter_layout(options: KitOptions) -> TwoSided:
    """How the counters lie on their sheets; raises CannotExport."""
    piece = Size(options.counter_mm, options.counter_mm)
    return lay_two_sided(options.page, options.margin_mm, piece, options.gap_mm, options.flip)


def counter_pages(counters: Sequence[PrintedCounter], options: KitOptions, title: str) -> Iterator[Page]:
    """The pages of a set of counters, each sheet's backs behind its fronts."""
    layout = counter_layout(options)
    style = bundled_style("paper").counters
    sheets = list(layout.sheets(len(counters)))
    for number, slots in enumerate(sheets, start=1):
        words = f"{title}  ·  {number}/{len(sheets)}"
        yield _page(layout, slots, [counters[slot.number].front for slot in slots], style, words, is_back=False)
        if options.backs:
            behind = f"{words}  ·  {tr('backs')}"
            yield _page(layout, slots, [counters[slot.number].back for slot in slots], style, behind, is_back=True)


def _page(
    layout: TwoSided,
    slots: Sequence[Slot],
    pictures: Sequence[CounterPicture],
    style: CounterStyle,
    words: str,
    *,
    is_back: bool,
) -> Page:
    def paint(painter: QPainter) -> None:
        boxes = [slot.back if is_back else slot.front for slot in slots]
        for box, picture in zip(boxes, pictures, strict=True):
            _paint_counter(painter, box, picture, style, is_turned=is_back and not layout.is_over_side)
        paint_cut_marks(painter, layout.block, boxes)
        at = QPointF(layout.block.left, layout.block.bottom + (layout.paper.height - layout.block.bottom) * 0.6)
        paint_text(painter, words, at, 2.6, FAINT, widest=layout.block.width)

    return paint


def _paint_counter(
    painter: QPainter, box: Box, picture: CounterPicture, style: CounterStyle, *, is_turned: bool
) -> None:
    """A counter to the very edge of its square: card that is cut a little off shows no white.

    A sheet that is turned over its upper edge has its backs upside down, so that they stand upright when it is turned.
    """
    square = QRectF(box.left, box.top, box.width, box.height)
    painter.fillRect(square, QColor(picture.ground))
    if not picture.is_hidden:
        painter.save()
        painter.translate(box.right if is_turned else box.left, box.bottom if is_turned else box.top)
        painter.rotate(180 if is_turned else 0)
        painter.scale(box.width / _DRAWN_AT, box.height / _DRAWN_AT)
        paint_print(painter, face_of(picture, _DRAWN_AT), _DRAWN_AT, style)
        painter.restore()
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(QColor(picture.ground).darker(125), _HAIR))
    painter.drawRect(square)
