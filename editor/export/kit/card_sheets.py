"""Sheets of cards in the size that sleeves are made for: a page of faces, then the page of their backs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from editor.canvas.cards.card_painter import WIDTH, paint_back, paint_face
from editor.export.furniture import FAINT, paint_cut_marks, paint_text, tr
from editor.export.kit.kit_options import CARD, KitOptions
from editor.export.kit.two_sided import PieceSlot, TwoSided, lay_two_sided
from editor.export.pdf_pages import Page
from editor.geometry.lattice import Box
from engine.narration.card_faces import CardFace

_DRAWN_AT: Final = WIDTH * 1.6
"""Units a card is drawn in before it is brought to size: large enough that all of its text fits."""


def card_layout(options: KitOptions) -> TwoSided:
    """How the cards lie on their sheets; raises CannotExport."""
    return lay_two_sided(options.page, options.margin_mm, CARD, options.gap_mm, options.flip)


def card_sheets(cards: Sequence[CardFace], options: KitOptions, title: str) -> Iterator[Page]:
    """The pages of a set of cards, each sheet's backs behind its faces."""
    layout = card_layout(options)
    sheets = list(layout.sheets(len(cards)))
    for number, slots in enumerate(sheets, start=1):
        words = f"{title}  ·  {number}/{len(sheets)}"
        yield _page(layout, slots, cards, words, is_back=False)
        if options.backs:
            yield _page(layout, slots, cards, f"{words}  ·  {tr('backs')}", is_back=True)


def _page(
    layout: TwoSided, slots: Sequence[PieceSlot], cards: Sequence[CardFace], words: str, *, is_back: bool
) -> Page:
    def paint(painter: QPainter) -> None:
        for slot in slots:
            _paint_card(painter, slot.back if is_back else slot.front, cards[slot.number], is_back=is_back)
        paint_cut_marks(painter, layout.block, [slot.back if is_back else slot.front for slot in slots])
        at = QPointF(layout.block.left, layout.block.bottom + (layout.paper.height - layout.block.bottom) * 0.6)
        paint_text(painter, words, at, 2.6, FAINT, widest=layout.block.width)

    return paint


def _paint_card(painter: QPainter, box: Box, card: CardFace, *, is_back: bool) -> None:
    """A card; its back looks the same whichever way up it is."""
    painter.save()
    painter.translate(box.left, box.top)
    scale = box.width / _DRAWN_AT
    painter.scale(scale, scale)
    whole = QRectF(0, 0, _DRAWN_AT, box.height / scale)
    if is_back:
        paint_back(painter, whole, card.ground, card.ink)
    else:
        paint_face(painter, whole, card, removed_words=tr("Removed after its event"))
    painter.restore()
