"""Pieces of one size on sheets of paper, fronts and backs, so that the one lies behind the other.

The block of pieces stands in the middle of the paper: turned over either edge it lies on itself. A back is laid where
its front comes to lie when the sheet is turned. Everything is in millimetres from the upper left corner. No Qt.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from editor.export.kit.kit_options import Flip
from editor.export.page_layout import Size
from editor.export.trouble import CannotExport
from editor.geometry.lattice import Box
from engine.core.messages import message


@dataclass(frozen=True, slots=True)
class PieceSlot:
    """A place for one piece: which it is, and where its front and its back are printed."""

    number: int
    front: Box
    back: Box


@dataclass(frozen=True, slots=True)
class TwoSided:
    """A grid of pieces on paper."""

    paper: Size
    piece: Size
    gap: float
    cols: int
    rows: int
    flip: Flip

    @property
    def on_a_sheet(self) -> int:
        return self.cols * self.rows

    @property
    def block(self) -> Box:
        """What the pieces of a full sheet cover."""
        wide = self.cols * self.piece.width + (self.cols - 1) * self.gap
        high = self.rows * self.piece.height + (self.rows - 1) * self.gap
        left, top = (self.paper.width - wide) / 2, (self.paper.height - high) / 2
        return Box(left, top, left + wide, top + high)

    def sheets(self, count: int) -> Iterator[tuple[PieceSlot, ...]]:
        """The pieces of each sheet, so many in all."""
        for first in range(0, count, self.on_a_sheet):
            yield tuple(
                self._slot(number, number - first) for number in range(first, min(first + self.on_a_sheet, count))
            )

    def _slot(self, number: int, place: int) -> PieceSlot:
        row, col = divmod(place, self.cols)
        block = self.block
        left = block.left + col * (self.piece.width + self.gap)
        top = block.top + row * (self.piece.height + self.gap)
        front = Box(left, top, left + self.piece.width, top + self.piece.height)
        return PieceSlot(number, front, self.turned(front))

    def turned(self, box: Box) -> Box:
        """Where a box comes to lie when the sheet is turned; upright paper has its long edges at the sides."""
        upright = self.paper.height >= self.paper.width
        over_side = (self.flip is Flip.LONG) is upright
        if over_side:
            return Box(self.paper.width - box.right, box.top, self.paper.width - box.left, box.bottom)
        return Box(box.left, self.paper.height - box.bottom, box.right, self.paper.height - box.top)

    @property
    def is_over_side(self) -> bool:
        """Whether the sheet is turned like a page of a book, so that backs stand upright as they are."""
        return (self.flip is Flip.LONG) is (self.paper.height >= self.paper.width)


def lay_two_sided(paper: Size, margin: float, piece: Size, gap: float, flip: Flip) -> TwoSided:
    """As many pieces as a sheet holds; raises CannotExport when it holds none."""
    cols = int((paper.width - 2 * margin + gap + 1e-6) / (piece.width + gap))
    rows = int((paper.height - 2 * margin + gap + 1e-6) / (piece.height + gap))
    if cols < 1 or rows < 1:
        raise CannotExport(message("export.no-room-for-piece", width=round(piece.width), height=round(piece.height)))
    return TwoSided(paper, piece, gap, cols, rows, flip)
