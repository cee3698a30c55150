"""The ground of a sheet: hexes of terrain, smoothed coasts and the grid.

Everything is computed a chunk at a time from the terrain array. Coasts run through the midpoints of hexsides and
round the corners: where one of the three hexes at a corner is land and the others water (or the other way
round), that odd hex loses its tip. The odd hex owns the corner, so neighbouring chunks agree without asking.
Very small hexes are not drawn as paths at all: each pixel looks up its cell, at a cost that does not depend
on the size of the map.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt
from PySide6.QtGui import QColor, QImage, QPainterPath

from editor.canvas.art.curves import Halves, Ribbons, centre_lines
from editor.canvas.art.looks import Looks
from editor.canvas.art.marks import Mark, Marks, mark
from editor.canvas.art.outlines import joined, painter_paths, polylines
from editor.geometry.hex_pixels import coloured
from editor.geometry.lattice import Box, Floats, Ints, Lattice, Span, hashes
from engine.definitions.plan import NO_CELL, SheetPlan

Flags: TypeAlias = npt.NDArray[np.bool_]

PIXELS_BELOW = 12.0
"""Hexes of a smaller radius, in pixels, are looked up pixel by pixel."""
GRID_FROM = 6.5
DETAIL_FROM = 7.0
"""Hexes of a smaller radius have no patterns, coasts or outlines."""

SHADES = 3
_OUTSET = 1.022
"""Hexes are painted a hair too large, so that no seam shows between two of them."""

_SHALLOW = 0.22
"""How far the shallows reach from the shore."""
_HALF_WAY_BACK = (0.5, 0.375, 0.25, 0.125)

_SHARP, _WATER, _SHALLOWS, _LAND, _TIPS, _COAST, _GRID = range(7)


class BlockCells(NamedTuple):
    """The cells of a block that exist, as arrays."""

    cols: Ints
    rows: Ints
    codes: Ints
    centres: Floats
    shades: Ints


class GroundMarks:
    """Makes the marks of the ground of one sheet."""

    def __init__(
        self,
        sheet: SheetPlan,
        lattice: Lattice,
        names: list[str],
        looks: Looks,
        is_elsewhere: Callable[[Ints, Ints], Flags],
    ) -> None:
        """`is_elsewhere` tells which cells, of the sheet or just off it, another sheet draws."""
        self.sheet = sheet
        self.lattice = lattice
        self._is_elsewhere = is_elsewhere
        self.names = names
        self.looks = looks
        self._known = -1
        self._last: tuple[Span, BlockCells] | None = None
        self._last_around: tuple[Span, Ints] | None = None
        self._is_water: Flags = np.zeros(1, bool)
        self._sorts: npt.NDArray[np.uint8] = np.zeros(1, np.uint8)
        self._table: npt.NDArray[np.uint32] = np.zeros((1, SHADES), np.uint32)
        self._learn()
        self._were: npt.NDArray[np.uint8] = self._sorts[sheet.terrain]
        """What each cell was when it was last looked at: nothing, land or water."""

    def _learn(self) -> None:
        """Terrain may be added while painting; look up what each code is, once each."""
        if self._known == len(self.names):
            return
        looks = [self.looks.terrain(name) for name in self.names]
        self._is_water = np.array([False, *(look.is_water for look in looks)])
        self._sorts = np.array([0, *(2 if look.is_water else 1 for look in looks)], np.uint8)
        rows = [[0] * SHADES, *([self.shade(look.colour, n).rgba() for n in range(SHADES)] for look in looks)]
        self._table = np.array(rows, dtype=np.uint32)
        self._known = len(self.names)

    def shade(self, colour: QColor, shade: int) -> QColor:
        """A ground colour a little lighter or darker, so that large areas live."""
        change = (shade - 1) * self.looks.style.variation
        lightness = min(1.0, max(0.0, colour.lightnessF() + change))
        return QColor.fromHslF(max(colour.hslHueF(), 0.0), colour.hslSaturationF(), lightness)

    def moved(self, cols: Ints, rows: Ints) -> tuple[Flags, Flags]:
        """Terrain of these cells is another: which are no longer land or water as they were, and which came or went."""
        self._last = self._last_around = None
        self._learn()
        across, down = cols - self.sheet.first[0], rows - self.sheet.first[1]
        width, height = self.sheet.size
        inside = (across >= 0) & (across < width) & (down >= 0) & (down < height)
        across, down = across[inside], down[inside]
        now, before = self._sorts[self.sheet.terrain[down, across]], self._were[down, across]
        shores, edges = np.zeros(len(cols), np.bool_), np.zeros(len(cols), np.bool_)
        shores[inside], edges[inside] = now != before, (now == 0) != (before == 0)
        self._were[down, across] = now
        return shores, edges

    def has_water(self, span: Span) -> bool:
        """Whether there is any in a block of cells."""
        return bool(self._is_water[self._codes_of(span)].any())

    def codes_at(self, cols: Ints, rows: Ints) -> Ints:
        """Terrain codes of many cells; `NO_CELL` outside the sheet."""
        across, down = cols - self.sheet.first[0], rows - self.sheet.first[1]
        width, height = self.sheet.size
        inside = (across >= 0) & (across < width) & (down >= 0) & (down < height)
        codes = self.sheet.terrain[np.clip(down, 0, height - 1), np.clip(across, 0, width - 1)]
        return np.where(inside, codes, NO_CELL).astype(np.int64)

    def _codes_of(self, span: Span) -> Ints:
        """Terrain codes of a block as an array of its shape; `NO_CELL` outside the sheet."""
        left, top = self.sheet.first
        here = span.clipped(Span(left, top, left + self.sheet.size[0], top + self.sheet.size[1]))
        inside = self.sheet.terrain[here.top - top : here.bottom - top, here.left - left : here.right - left]
        if here == span:
            return inside.astype(np.int64)
        codes = np.full((span.bottom - span.top, span.right - span.left), NO_CELL, np.int64)
        if not here.is_empty:
            codes[here.top - span.top : here.bottom - span.top, here.left - span.left : here.right - span.left] = inside
        return codes

    def cells(self, span: Span) -> BlockCells:
        """The existing cells of a block; all layers of a patch ask for the same one."""
        self._learn()
        if self._last is not None and self._last[0] == span:
            return self._last[1]
        across, down = np.meshgrid(
            np.arange(span.left, span.right, dtype=np.int64), np.arange(span.top, span.bottom, dtype=np.int64)
        )
        cols, rows, codes = across.ravel(), down.ravel(), self._codes_of(span).ravel()
        there = codes != NO_CELL
        if not there.all():
            cols, rows, codes = cols[there], rows[there], codes[there]
        cells = BlockCells(cols, rows, codes, self.lattice.centres(cols, rows), _shades(cols, rows))
        self._last, self._last_around = (span, cells), None
        return cells

    def fields(self, span: Span) -> Marks:
        """Ground colours of a block; land at the water's edge once more, to lie over the shallows with soft edges."""
        cells = self.cells(span)
        marks = [Mark(_SHARP, path, colour, sharp=True) for path, colour in self._hexes(cells)]
        if self.has_water(span.grown(1)):
            wet = self._is_water[self._around(span, cells)].any(axis=1)
            shore = _those(cells, wet & ~self._is_water[cells.codes])
            marks += [Mark(_LAND, path, colour) for path, colour in self._hexes(shore)]
        return tuple(marks)

    def soft_fields(self, span: Span) -> Marks:
        """The hexes where one terrain meets another, with soft edges; a grid over them hides that they have none."""
        cells = self.cells(span)
        meeting = (self._around(span, cells) != cells.codes[:, None]).any(axis=1)
        water = self._is_water[cells.codes]
        return tuple(
            Mark(order, path, colour)
            for order, which in ((_WATER, meeting & water), (_LAND, meeting & ~water))
            for path, colour in self._hexes(_those(cells, which))
        )

    def _hexes(self, cells: BlockCells) -> Iterator[tuple[QPainterPath, QColor]]:
        """Whole hexes, those of one terrain and shade as one path."""
        hexagon = polylines((self.lattice.corners * _OUTSET)[None], closed=True)
        kinds = cells.codes * SHADES + cells.shades
        found, counts = np.unique(kinds, return_counts=True)
        placed = hexagon.at(cells.centres[np.argsort(kinds, kind="stable")])
        paths = painter_paths(placed, (counts * len(hexagon.kinds)).tolist())
        for kind, path in zip(found.tolist(), paths, strict=True):
            yield path, QColor.fromRgba(int(self._table[kind // SHADES, kind % SHADES]))

    def _around(self, span: Span, cells: BlockCells) -> Ints:
        """The codes of the six neighbours of the cells of a block, kept as the cells are."""
        if self._last_around is None or self._last_around[0] != span:
            self._last_around = span, self.codes_at(*self.lattice.around(cells.cols, cells.rows))
        return self._last_around[1]

    def grid(self, span: Span) -> Marks:
        """The outlines of the hexes, each hexside once, however many sheets have it."""
        cells = self.cells(span)
        cells = _those(cells, ~self._is_elsewhere(cells.cols, cells.rows))
        corners = self.lattice.corners
        lines = []
        is_inland = bool((self._codes_of(span.grown(1)) != NO_CELL).all())
        for direction in range(3 if is_inland else 6):
            centres = cells.centres
            if direction >= 3:
                cols, rows = self.lattice.neighbours(cells.cols, cells.rows, direction)
                centres = centres[(self.codes_at(cols, rows) == NO_CELL) & ~self._is_elsewhere(cols, rows)]
            ends = np.stack((corners[direction], corners[(direction + 1) % 6]))
            lines.append(polylines(centres[:, None, :] + ends[None]))
        style = self.looks.style.grid
        colour = QColor(style.colour)
        colour.setAlphaF(style.opacity)
        width = style.width * self.lattice.scale
        return (
            mark(_GRID, joined(lines), colour, width=width, thinnest=0.75, smallest=GRID_FROM, fades=True, flat=True),
        )

    def coasts(self, span: Span) -> Marks:
        """The shores of a block, and the tips of hexes they cut off."""
        cells = self.cells(span)
        if not self.has_water(span.grown(1)):
            return ()
        around = self._around(span, cells)
        gone = around == NO_CELL
        differs = ~gone & (self._is_water[around] != self._is_water[cells.codes][:, None])
        if not differs.any():
            return ()
        corners, middles = self.lattice.corners, self.lattice.midpoints
        before, gone_before = np.roll(differs, 1, axis=1), np.roll(gone, 1, axis=1)
        cell, corner = np.nonzero(differs & before)
        centres = cells.centres[cell]
        start, end, tip = centres + middles[corner - 1], centres + middles[corner], centres + corners[corner]
        rounded = [(start, tip, end)]
        cut_off = (start, end, around[cell, corner - 1]), (end, start, around[cell, corner])
        tips = [
            (codes, np.stack((edge, tip, *(_along(edge, tip, far, t) for t in _HALF_WAY_BACK)), axis=1))
            for edge, far, codes in cut_off
        ]
        for turn, ends in ((-1, before & gone), (0, differs & gone_before)):
            cell, corner = np.nonzero(ends)
            start, end = cells.centres[cell] + middles[corner + turn], cells.centres[cell] + corners[corner]
            rounded.append((start, (start + end) / 2, end))
        style = self.looks.style.coast
        starts, controls, ends = (np.concatenate(part) for part in zip(*rounded, strict=True))
        scale = self.lattice.scale
        ones = np.full(len(starts), scale)
        shore = Halves(starts, controls, ends, ones * style.width, ones * style.width)
        line = centre_lines(shore)
        solid = 1.0 / style.width
        colour, shallows = QColor(style.colour), QColor(style.shallows)
        marks: list[Mark] = [mark(_COAST, line, colour, width=style.width * scale, thinnest=0.8, largest=solid)]
        ordered, count = shore.from_left_to_right(), len(starts)
        ribbons = Ribbons(ordered)
        for some in ribbons.outline(_SHALLOW * scale).apart(count):
            marks.append(mark(_SHALLOWS, some, shallows, smallest=PIXELS_BELOW))
        marks += [mark(_COAST, some, colour, smallest=solid) for some in ribbons.outline().apart(count)]
        codes, shapes = np.concatenate([codes for codes, _ in tips]), np.concatenate([shape for _, shape in tips])
        for code in np.unique(codes).tolist():
            outline = polylines(shapes[codes == code], closed=True)
            marks.append(mark(_TIPS, outline, self.looks.terrain(self.names[code - 1]).colour))
        return tuple(marks)

    def pixels(self, box: Box, scale: float) -> QImage:
        """The ground of a box as a picture, by the pixel (by four and their mean, while hexes have a shape)."""
        self._learn()
        width, height = max(1, round(box.width * scale)), max(1, round(box.height * scale))
        radius = self.lattice.scale * scale
        fine = 2 if radius >= 1.5 else 1
        xs = box.left + (np.arange(width * fine, dtype=np.float64) + 0.5) * (box.width / (width * fine))
        ys = box.top + (np.arange(height * fine, dtype=np.float64) + 0.5) * (box.height / (height * fine))
        span = self.lattice.span(box).grown(1)
        colours = coloured(self.lattice, xs, ys, self._block(span, shaded=radius >= 1.5), span)
        if fine == 2:
            colours = _mean_of_four(colours)
        data = np.ascontiguousarray(colours)
        picture = QImage(data.data, width, height, width * 4, QImage.Format.Format_ARGB32_Premultiplied)
        return picture.copy()

    def _block(self, span: Span, *, shaded: bool) -> npt.NDArray[np.uint32]:
        """The colours of the cells of a span, transparent where there is none."""
        block = np.zeros((span.bottom - span.top, span.right - span.left), np.uint32)
        left, top = self.sheet.first
        here = span.clipped(Span(left, top, left + self.sheet.size[0], top + self.sheet.size[1]))
        if here.is_empty:
            return block
        codes = self.sheet.terrain[here.top - top : here.bottom - top, here.left - left : here.right - left]
        if shaded:
            cols, rows = np.meshgrid(np.arange(here.left, here.right), np.arange(here.top, here.bottom))
            colours = self._table[codes, _shades(cols, rows)]
        else:
            colours = self._table[codes, 1]
        block[here.top - span.top : here.bottom - span.top, here.left - span.left : here.right - span.left] = colours
        return block


def _those(cells: BlockCells, which: Flags) -> BlockCells:
    return BlockCells(
        cells.cols[which], cells.rows[which], cells.codes[which], cells.centres[which], cells.shades[which]
    )


def _along(start: Floats, control: Floats, end: Floats, t: float) -> Floats:
    """The point of a quadratic curve at a parameter."""
    return (1 - t) ** 2 * start + 2 * t * (1 - t) * control + t * t * end


def _shades(cols: Ints, rows: Ints) -> Ints:
    return (hashes(cols, rows, 3) % SHADES).astype(np.int64)


def _mean_of_four(colours: npt.NDArray[np.uint32]) -> npt.NDArray[np.uint32]:
    """Each square of four premultiplied pixels as one, all channels at once in two halves."""
    total_low = np.zeros((colours.shape[0] // 2, colours.shape[1] // 2), np.uint32)
    total_high = np.zeros_like(total_low)
    for down in (0, 1):
        for across in (0, 1):
            part = colours[down::2, across::2]
            total_low += part & np.uint32(0x00FF00FF)
            total_high += (part >> np.uint32(8)) & np.uint32(0x00FF00FF)
    low = (total_low >> np.uint32(2)) & np.uint32(0x00FF00FF)
    high = ((total_high >> np.uint32(2)) & np.uint32(0x00FF00FF)) << np.uint32(8)
    return low | high
