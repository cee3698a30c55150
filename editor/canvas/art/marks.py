"""What a chunk of the map is made of when it is ready to paint.

A `Mark` is a path with its ink and the range of hex sizes at which it is worth drawing, so that the level
of detail is data of the drawing and not a maze of conditions. Chunks are kept by `ChunkStore` as long as the
total of their path elements allows, because a wooded chunk weighs a hundred times one of open sea.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeAlias

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from editor.canvas.art.outlines import Outline, painter_path
from editor.geometry.lattice import Span

EVERY_SIZE = 1e9
Chunk: TypeAlias = tuple[int, int]


@dataclass(slots=True, eq=False)
class Mark:
    """A shape in the plane of the map; `width` 0 fills it. Marks of lower `order` lie beneath, across all chunks."""

    order: int
    shape: QPainterPath | Outline
    colour: QColor
    width: float = 0.0
    thinnest: float = 0.0
    """A stroke is never drawn thinner than this, in pixels."""
    smallest: float = 0.0
    largest: float = EVERY_SIZE
    """The range of hex circumradii, in pixels, at which the mark is drawn."""
    sharp: bool = False
    """Painted without antialiasing, so that neighbours leave no seam."""
    fades: bool = False
    """Grows faint towards its smallest size instead of vanishing at once."""
    flat: bool = False
    """A stroke with cut ends instead of round ones."""

    @property
    def path(self) -> QPainterPath:
        """The shape as Qt paints it, made when it is first painted: at any zoom most marks are not."""
        if not isinstance(self.shape, QPainterPath):
            self.shape = painter_path(self.shape)
        return self.shape

    @property
    def weight(self) -> int:
        """How many elements it has."""
        return self.shape.elementCount() if isinstance(self.shape, QPainterPath) else len(self.shape.kinds)


Marks: TypeAlias = tuple[Mark, ...]


def mark(order: int, outline: Outline, colour: QColor, **options: float | bool) -> Mark:
    """A mark from arrays."""
    return Mark(order, outline, colour, **options)  # type: ignore[arg-type]


def paint_marks(painter: QPainter, marks: Iterable[Mark], radius: float, scale: float) -> None:
    """Paint what is worth painting for hexes of this radius; the painter's unit is one circumradius, `scale` pixels."""
    wanted = sorted((m for m in marks if m.smallest <= radius < m.largest), key=_order)
    for one in wanted:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, not one.sharp)
        colour = one.colour
        if one.fades:
            share = min(1.0, (radius - one.smallest * 0.7) / (one.smallest * 1.1))
            colour = QColor(colour)
            colour.setAlphaF(colour.alphaF() * share)
        if one.width == 0.0:
            painter.fillPath(one.path, colour)
        else:
            painter.strokePath(one.path, _pen(colour, max(one.width, one.thinnest / scale), flat=one.flat))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)


def _order(one: Mark) -> int:
    return one.order


def _pen(colour: QColor, width: float, *, flat: bool) -> QPen:
    cap = Qt.PenCapStyle.FlatCap if flat else Qt.PenCapStyle.RoundCap
    return QPen(colour, width, Qt.PenStyle.SolidLine, cap, Qt.PenJoinStyle.RoundJoin)


class ChunkStore:
    """The marks of chunks, made when first asked for and dropped, oldest use first, past a total weight."""

    def __init__(self, make: Callable[[Chunk], Marks], make_span: Callable[[Span], Marks], most_elements: int) -> None:
        self._make = make
        self.make_span = make_span
        self._most = most_elements
        self._marks: OrderedDict[Chunk, tuple[Marks, int]] = OrderedDict()
        self._weight = 0

    @property
    def weight(self) -> int:
        """The path elements now kept."""
        return self._weight

    def __len__(self) -> int:
        return len(self._marks)

    def has(self, chunks: Iterable[Chunk]) -> bool:
        """Whether all of these are ready."""
        return all(chunk in self._marks for chunk in chunks)

    def get(self, chunk: Chunk) -> Marks:
        """The marks of a chunk."""
        kept = self._marks.get(chunk)
        if kept is not None:
            self._marks.move_to_end(chunk)
            return kept[0]
        marks = self._make(chunk)
        weight = 8 + sum(one.weight for one in marks)
        self._marks[chunk] = marks, weight
        self._weight += weight
        while self._weight > self._most and len(self._marks) > 1:
            _, (_, old) = self._marks.popitem(last=False)
            self._weight -= old
        return marks

    def drop(self, chunk: Chunk) -> None:
        """Forget a chunk that has changed."""
        kept = self._marks.pop(chunk, None)
        if kept is not None:
            self._weight -= kept[1]

    def clear(self) -> None:
        """Forget everything."""
        self._marks.clear()
        self._weight = 0
