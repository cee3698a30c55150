"""The ground of a sheet: hexes of terrain, smoothed coasts and the grid.

Everything is computed a chunk at a time from the terrain array. Coasts run through the midpoints of hexsides and
round the corners: where one of the three hexes at a corner is land and the others water (or the other way
round), that odd hex loses its tip. The odd hex owns the corner, so neighbouring chunks agree without asking.
Very small hexes are not drawn as paths at all: each pixel looks up its cell, at a cost that does not depend
on the size of the map.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from PySide6.QtGui import QColor, QImage

from editor.canvas.curves import Halves, centre_lines, ribbons
from editor.canvas.lattice import Box, Floats, Ints, Lattice, Span, hashes
from editor.canvas.looks import Looks
from editor.canvas.marks import Mark, Marks, mark
from editor.canvas.outlines import Outline, joined, polylines
from editor.canvas.pixels import coloured
from engine.definitions.plan import NO_CELL, SheetPlan

PIXELS_BELOW = 12.0
"""Hexes of a smaller radius, in pixels, are looked up pixel by pixel."""
GRID_FROM = 6.5
DETAIL_FROM = 7.0
"""Hexes of a smaller radius have no patterns, coasts or outlines."""

SHADES = 3
_OUTSET = 1.022
"""Hexes are painted a hair too large, so that no seam shows between two of them."""

_HALF_WAY_BACK = (0.5, 0.375, 0.25, 0.125)

_SHARP, _WATER, _SHALLOWS, _LAND, _TIPS, _COAST, _GRID = range(7)


class Cells(NamedTuple):
    """The cells of a block that exist, as arrays."""

    cols: Ints
    rows: Ints
    codes: Ints
    centres: Floats
    shades: Ints


class Ground:
    """Makes the marks of the ground of one sheet."""

    def __init__(self, sheet: SheetPlan, lattice: Lattice, names: list[str], looks: Looks) -> None:
        self.sheet = sheet
        self.lattice = lattice
        self.names = names
        self.looks = looks
        self._known = -1
        self._is_water: npt.NDArray[np.bool_] = np.zeros(1, bool)
        self._table: npt.NDArray[np.uint32] = np.zeros((1, SHADES), np.uint32)

    def _learn(self) -> None:
        """Terrain may be added while painting; look up what each code is, once each."""
        if self._known == len(self.names):
            return
        looks = [self.looks.terrain(name) for name in self.names]
        self._is_water = np.array([False, *(look.is_water for look in looks)])
        rows = [[0] * SHADES, *([self.shade(look.colour, n).rgba() for n in range(SHADES)] for look in looks)]
        self._table = np.array(rows, dtype=np.uint32)
        self._known = len(self.names)

    def shade(self, colour: QColor, shade: int) -> QColor:
        """A ground colour a little lighter or darker, so that large areas live."""
        change = (shade - 1) * self.looks.style.variation
        lightness = min(1.0, max(0.0, colour.lightnessF() + change))
        return QColor.fromHslF(max(colour.hslHueF(), 0.0), colour.hslSaturationF(), lightness)

    def codes_at(self, cols: Ints, rows: Ints) -> Ints:
        """Terrain codes of many cells; `NO_CELL` outside the sheet."""
        across, down = cols - self.sheet.first[0], rows - self.sheet.first[1]
        width, height = self.sheet.size
        inside = (across >= 0) & (across < width) & (down >= 0) & (down < height)
        codes = self.sheet.terrain[np.clip(down, 0, height - 1), np.clip(across, 0, width - 1)]
        return np.where(inside, codes, NO_CELL).astype(np.int64)

    def cells(self, span: Span) -> Cells:
        """The existing cells of a block."""
        self._learn()
        across, down = np.meshgrid(np.arange(span.left, span.right), np.arange(span.top, span.bottom))
        cols, rows = across.ravel().astype(np.int64), down.ravel().astype(np.int64)
        codes = self.codes_at(cols, rows)
        there = codes != NO_CELL
        cols, rows, codes = cols[there], rows[there], codes[there]
        return Cells(cols, rows, codes, self.lattice.centres(cols, rows), _shades(cols, rows))

    def fields(self, span: Span) -> Marks:
        """Ground colours of a block."""
        cells = self.cells(span)
        marks: list[Mark] = []
        hexagon = polylines((self.lattice.corners * _OUTSET)[None], closed=True)
        for code in np.unique(cells.codes).tolist():
            look = self.looks.terrain(self.names[code - 1])
            here = cells.codes == code
            order = _WATER if look.is_water else _LAND
            marks.append(mark(_SHARP, hexagon.at(cells.centres[here]), look.colour, sharp=True))
            for shade in range(SHADES):
                lit = here & (cells.shades == shade)
                if lit.any():
                    marks.append(mark(order, hexagon.at(cells.centres[lit]), self.shade(look.colour, shade)))
        return tuple(marks)

    def grid(self, span: Span) -> Marks:
        """The outlines of the hexes, each hexside once."""
        cells = self.cells(span)
        corners = self.lattice.corners
        lines = []
        for direction in range(6):
            centres = cells.centres
            if direction >= 3:
                cols, rows = self.lattice.neighbours(cells.cols, cells.rows, direction)
                centres = centres[self.codes_at(cols, rows) == NO_CELL]
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
        water = self._is_water[cells.codes]
        around = [self.codes_at(*self.lattice.neighbours(cells.cols, cells.rows, d)) for d in range(6)]
        differs = np.stack([(codes != NO_CELL) & (self._is_water[codes] != water) for codes in around])
        if not differs.any():
            return ()
        corners, middles = self.lattice.corners, self.lattice.midpoints
        rounded: list[tuple[Floats, Floats, Floats]] = []
        tips: dict[int, list[Outline]] = {}
        for corner in range(6):
            before = (corner - 1) % 6
            odd = differs[before] & differs[corner]
            if odd.any():
                centre = cells.centres[odd]
                start, end, tip = centre + middles[before], centre + middles[corner], centre + corners[corner]
                rounded.append((start, tip, end))
                for codes, edge, far in ((around[before][odd], start, end), (around[corner][odd], end, start)):
                    shape = np.stack((edge, tip, *(_along(edge, tip, far, t) for t in _HALF_WAY_BACK)), axis=1)
                    for code in np.unique(codes).tolist():
                        tips.setdefault(code, []).append(polylines(shape[codes == code], closed=True))
            for side, other in ((before, corner), (corner, before)):
                ends = differs[side] & (around[other] == NO_CELL)
                if ends.any():
                    start, end = cells.centres[ends] + middles[side], cells.centres[ends] + corners[corner]
                    rounded.append((start, (start + end) / 2, end))
        if not rounded:
            return ()
        style = self.looks.style.coast
        starts, controls, ends = (np.concatenate(part) for part in zip(*rounded, strict=True))
        scale = self.lattice.scale
        ones = np.full(len(starts), scale)
        shore = Halves(starts, controls, ends, ones * style.width, ones * style.width)
        line = centre_lines(shore)
        solid = 1.0 / style.width
        marks: list[Mark] = [
            mark(_SHALLOWS, ribbons(shore, 0.22 * scale), QColor(style.shallows), smallest=PIXELS_BELOW),
            mark(_COAST, line, QColor(style.colour), width=style.width * scale, thinnest=0.8, largest=solid),
            mark(_COAST, ribbons(shore), QColor(style.colour), smallest=solid),
        ]
        for code, shapes in tips.items():
            marks.append(mark(_TIPS, joined(shapes), self.looks.terrain(self.names[code - 1]).colour))
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
