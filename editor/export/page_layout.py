"""Where on paper a map lies: how large a hex is, how many sheets it takes, what each shows and where to cut.

Sheets are laid out in rows and columns; each prints a little more to the right and below than is its own, the overlap,
so that the next can be glued onto it. Everything is in millimetres from the upper left corner of the paper. No Qt.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final, NamedTuple

from editor.export.options import ExportOptions, Pages, Turn
from editor.export.trouble import CannotExport
from editor.geometry.lattice import ROOT3, Box
from engine.core.boards.labels import Axis, AxisStyle
from engine.core.messages import message
from engine.definitions.plan import MapPlan

MOST_SHEETS: Final = 600
LONGEST_PAGE: Final = 5_000.0
"""Millimetres; longer pages are beyond what readers of PDF agree on."""
LEAST_WINDOW: Final = 40.0
"""Millimetres that margins and overlap must leave of a sheet."""


_LETTERS: Final = Axis(style=AxisStyle.LETTERS)


class Size(NamedTuple):
    """Width and height in millimetres."""

    width: float
    height: float


def sheet_name(row: int, col: int) -> str:
    """A letter for the row and a number for the column, B3."""
    return f"{_LETTERS.text(row + 1)}{col + 1}"


@dataclass(frozen=True, slots=True)
class PaperSheet:
    """One sheet of paper: what it shows of the map plane, and where on the paper that is printed."""

    row: int
    col: int
    box: Box
    window: Box
    """Where the map is printed on the paper."""
    own: Box
    """What is left of it when it is cut."""

    @property
    def label(self) -> str:
        """What it is called, and has printed on it."""
        return sheet_name(self.row, self.col)


@dataclass(frozen=True, slots=True)
class PageLayout:
    """A map on paper."""

    paper: Size
    unit_mm: float
    """Millimetres of a circumradius of the map plane."""
    map_mm: Size
    rows: int
    cols: int
    sheets: tuple[PaperSheet, ...]

    @property
    def is_landscape(self) -> bool:
        return self.paper.width > self.paper.height


def unit_for(plan: MapPlan, options: ExportOptions) -> float:
    """How many millimetres a circumradius of the map plane has."""
    scale = next((sheet.scale for sheet in plan.sheets.values()), 1.0)
    return hex_mm_for(plan, options) / (ROOT3 * scale)


def hex_mm_for(plan: MapPlan, options: ExportOptions) -> float:
    """How wide a hex is, across flats: as chosen, or as the scale says where the map knows its distances."""
    geo = plan.georeference
    if options.map_scale and geo is not None:
        return geo.hex_km * 1e6 / options.map_scale
    return options.hex_mm


def lay_out(bounds: Box, unit_mm: float, options: ExportOptions) -> PageLayout:
    """Lay a map on paper; raises CannotExport when it would be too large or the margins leave nothing."""
    options = options.within_bounds()
    if options.pages is Pages.ONE:
        return _one_page(bounds, unit_mm, options.margin_mm)
    upright = Size(*options.paper.size_mm)
    turned = Size(upright.height, upright.width)
    papers = {Turn.PORTRAIT: (upright,), Turn.LANDSCAPE: (turned,), Turn.BEST: (upright, turned)}[options.turn]
    if options.pages is Pages.FIT:
        return max((_fitted(bounds, paper, options) for paper in papers), key=lambda layout: layout.unit_mm)
    return _tiled(bounds, unit_mm, min(papers, key=lambda paper: _waste(bounds, unit_mm, paper, options)), options)


def _waste(bounds: Box, unit: float, paper: Size, options: ExportOptions) -> tuple[int, float]:
    """Sheets first; of as many sheets, the shape that suits the map."""
    rows, cols = _grid(bounds, unit, paper, options)
    return rows * cols, abs(
        math.log(cols * paper.width / (rows * paper.height)) - math.log(bounds.width / bounds.height)
    )


def _one_page(bounds: Box, unit_mm: float, margin: float) -> PageLayout:
    size = Size(bounds.width * unit_mm, bounds.height * unit_mm)
    paper = Size(size.width + 2 * margin, size.height + 2 * margin)
    if max(paper) > LONGEST_PAGE:
        raise CannotExport(message("export.page-too-long", length=round(max(paper)), limit=round(LONGEST_PAGE)))
    window = Box(margin, margin, margin + size.width, margin + size.height)
    return PageLayout(paper, unit_mm, size, 1, 1, (PaperSheet(0, 0, bounds, window, window),))


def _room(paper: Size, options: ExportOptions) -> Size:
    room = Size(paper.width - 2 * options.margin_mm, paper.height - 2 * options.margin_mm)
    if min(room) < LEAST_WINDOW:
        raise CannotExport(message("export.no-room", paper=str(options.paper)))
    return room


def _fitted(bounds: Box, paper: Size, options: ExportOptions) -> PageLayout:
    room = _room(paper, options)
    unit = min(room.width / bounds.width, room.height / bounds.height)
    size = Size(bounds.width * unit, bounds.height * unit)
    left, top = (paper.width - size.width) / 2, (paper.height - size.height) / 2
    window = Box(left, top, left + size.width, top + size.height)
    return PageLayout(paper, unit, size, 1, 1, (PaperSheet(0, 0, bounds, window, window),))


def _pitch(paper: Size, options: ExportOptions) -> Size:
    """How far the next sheet begins from the one before."""
    room = _room(paper, options)
    pitch = Size(room.width - options.overlap_mm, room.height - options.overlap_mm)
    if min(pitch) < LEAST_WINDOW:
        raise CannotExport(message("export.no-room", paper=str(options.paper)))
    return pitch


def _grid(bounds: Box, unit: float, paper: Size, options: ExportOptions) -> tuple[int, int]:
    """How many rows and columns of sheets there are."""
    room, pitch = _room(paper, options), _pitch(paper, options)
    across = _count(bounds.width * unit, room.width, pitch.width)
    return _count(bounds.height * unit, room.height, pitch.height), across


def _tiled(bounds: Box, unit: float, paper: Size, options: ExportOptions) -> PageLayout:
    room, pitch = _room(paper, options), _pitch(paper, options)
    size = Size(bounds.width * unit, bounds.height * unit)
    rows, cols = _grid(bounds, unit, paper, options)
    if rows * cols > MOST_SHEETS:
        raise CannotExport(message("export.too-many-sheets", count=rows * cols, limit=MOST_SHEETS))
    across = [_stretch(col, cols, size.width, room.width, pitch.width) for col in range(cols)]
    down = [_stretch(row, rows, size.height, room.height, pitch.height) for row in range(rows)]
    margin = options.margin_mm
    sheets = tuple(
        PaperSheet(
            row,
            col,
            Box(
                bounds.left + x.start / unit,
                bounds.top + y.start / unit,
                bounds.left + x.end / unit,
                bounds.top + y.end / unit,
            ),
            Box(margin, margin, margin + x.end - x.start, margin + y.end - y.start),
            Box(margin, margin, margin + x.own - x.start, margin + y.own - y.start),
        )
        for row, y in enumerate(down)
        for col, x in enumerate(across)
    )
    return PageLayout(paper, unit, size, rows, cols, sheets)


def _count(length: float, room: float, pitch: float) -> int:
    """How many sheets side by side cover a length; a hair too much is no reason for another."""
    return 1 + max(0, math.ceil((length - room) / pitch - 1e-6))


class _Stretch(NamedTuple):
    """What a row or a column of sheets prints of the map, in millimetres from its edge, and how much is its own."""

    start: float
    end: float
    own: float


def _stretch(number: int, count: int, length: float, room: float, pitch: float) -> _Stretch:
    start = number * pitch
    end = min(start + room, length)
    return _Stretch(start, end, end if number == count - 1 else start + pitch)
