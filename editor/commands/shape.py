"""The shape of a sheet: resized, cropped, grown and trimmed at any edge.

Storage coordinates never change, so what stays on the sheet keeps its key and nothing that refers to it needs to
know. What lies on hexes that go is taken away by the same change and comes back when that is undone.
"""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum
from typing import Final

import numpy as np

from editor.geometry.cells import Cells, cells_where, codes_at, columns, is_within, rectangle_keys
from editor.geometry.ground import Ground
from editor.model.change import Change
from editor.model.contents import MapContents
from editor.model.edits import SHAPES, TEXTS, SheetHead
from editor.model.numbering import kept_labels, labels_run_out
from editor.model.removal import remove_content
from editor.model.sheet_ends import mend_joins
from editor.model.sketch import Sketch
from editor.refusal import CannotEdit
from engine.core.boards.hexes import Extent
from engine.core.messages import message
from engine.definitions.bounds import FARTHEST, LONGEST_SIDE, MOST_CELLS
from engine.definitions.plan import NO_CELL, Codes, MapPlan, Point, SheetPlan

LONGEST: Final = LONGEST_SIDE
"""Columns or rows of a sheet."""


class SheetEdge(StrEnum):
    """An edge of a sheet."""

    TOP = "top"
    BOTTOM = "bottom"
    LEFT = "left"
    RIGHT = "right"


class ShapeNumbering(StrEnum):
    """What a new shape does to the labels: hexes keep theirs, or counting starts anew at the corner."""

    KEEP = "keep"
    RECOUNT = "recount"


def resize(
    plan: MapPlan,
    sheet: str,
    first: tuple[int, int],
    size: tuple[int, int],
    *,
    numbering: ShapeNumbering = ShapeNumbering.KEEP,
    contents: MapContents | None = None,
) -> Change:
    """Give a sheet another rectangle; new room is filled with the sheet's fill, or as a joined sheet prints it."""
    held = found_sheet(plan, sheet)
    check_rectangle(first, size)
    sketch, ground = Sketch(plan), Ground(plan)
    head = sketch.sheet(sheet)
    assert head is not None
    extent = Extent(first, size)
    sketch.put_sheet(sheet, _numbered(replace(head, first=first, size=size), held, numbering))
    keys = cells_where(held, np.not_equal(held.terrain, NO_CELL))
    gone = Cells({sheet: keys[~is_within(extent, keys)]})
    if gone:
        remove_content(sketch, contents or MapContents(plan), gone, ground=ground)
        _remove_art(sketch, ground, gone)
        sketch.paint(gone, NO_CELL)
    _fill_room(sketch, ground, held, extent)
    mend_joins(sketch, ground)
    return sketch.change(message("edit.do.resize", sheet=sheet))


def crop(
    plan: MapPlan,
    sheet: str,
    cells: Cells,
    *,
    numbering: ShapeNumbering = ShapeNumbering.KEEP,
    contents: MapContents | None = None,
) -> Change:
    """Cut a sheet down to the smallest rectangle that holds the selected hexes."""
    found_sheet(plan, sheet)
    keys = cells.keys(sheet)
    if not len(keys):
        raise CannotEdit(message("edit.cannot.nothing-selected"))
    cols, rows = columns(keys)
    first = int(cols.min()), int(rows.min())
    size = int(cols.max()) - first[0] + 1, int(rows.max()) - first[1] + 1
    return resize(plan, sheet, first, size, numbering=numbering, contents=contents)


def add_lines(
    plan: MapPlan,
    sheet: str,
    edge: SheetEdge,
    count: int = 1,
    *,
    numbering: ShapeNumbering = ShapeNumbering.KEEP,
    contents: MapContents | None = None,
) -> Change:
    """Add rows or columns at an edge; a negative count takes them off."""
    held = found_sheet(plan, sheet)
    (left, top), (cols, rows) = held.first, held.size
    match edge:
        case SheetEdge.TOP:
            top, rows = top - count, rows + count
        case SheetEdge.BOTTOM:
            rows += count
        case SheetEdge.LEFT:
            left, cols = left - count, cols + count
        case SheetEdge.RIGHT:
            cols += count
    return resize(plan, sheet, (left, top), (cols, rows), numbering=numbering, contents=contents)


def found_sheet(plan: MapPlan, sheet: str) -> SheetPlan:
    """A sheet of the map; refuses a name that none has."""
    found = plan.sheets.get(sheet)
    if found is None:
        raise CannotEdit(message("edit.cannot.no-sheet", sheet=sheet))
    return found


def check_rectangle(first: tuple[int, int], size: tuple[int, int]) -> None:
    """Refuse a rectangle that no file can hold."""
    if min(size) < 1:
        raise CannotEdit(message("edit.cannot.empty-sheet"))
    if max(size) > LONGEST or size[0] * size[1] > MOST_CELLS:
        raise CannotEdit(message("edit.cannot.too-large", limit=MOST_CELLS, longest=LONGEST))
    if max(*(abs(part) for part in (*first, *Extent(first, size).last))) > FARTHEST:
        raise CannotEdit(message("edit.cannot.too-far", limit=FARTHEST))


def _numbered(head: SheetHead, held: SheetPlan, numbering: ShapeNumbering) -> SheetHead:
    if numbering is ShapeNumbering.KEEP:
        head = replace(head, labels=kept_labels(held, Extent(head.first, head.size)))
        ran_out = labels_run_out(held.labels, held.grid, held.extent)
        if not ran_out and labels_run_out(head.labels, head.grid, Extent(head.first, head.size)):
            raise CannotEdit(message("edit.cannot.labels-run-out", sheet=head.id))
    return head


def _remove_art(sketch: Sketch, ground: Ground, gone: Cells) -> None:
    """Take away lettering whose middle lies on hexes that go, and outlines that lie on nothing else."""
    places = frozenset(gone.place_keys())

    def place(point: Point) -> str | None:
        """The hex under a point, by the key of one that stays where a joined sheet prints it as well."""
        spot = ground.spot_at(*point)
        keys = [] if spot is None else [twin.key for twin in ground.twins(spot)]
        return next((key for key in keys if key not in places), next(iter(keys), None))

    for text in sketch.plan.texts.values():
        if place(text.position) in places:
            sketch.put(TEXTS, text.id, None)
    for shape in sketch.plan.shapes.values():
        under = {place(point) for ring in shape.rings for point in ring}
        if not under.isdisjoint(places) and under <= places | {None}:
            sketch.put(SHAPES, shape.id, None)


def _fill_room(sketch: Sketch, ground: Ground, held: SheetPlan, extent: Extent) -> None:
    """Paint the cells that a sheet has gained."""
    keys = rectangle_keys(extent.first, extent.size)
    keys = keys[~is_within(held.extent, keys)]
    if len(keys):
        codes = np.full(len(keys), sketch.code_of(held.fill), dtype=np.uint16)
        _take_twins(ground, held.id, keys, codes)
        sketch.paint_codes(held.id, keys, codes)


def _take_twins(
    ground: Ground, sheet: str, keys: np.ndarray[tuple[int, ...], np.dtype[np.int64]], codes: Codes
) -> None:
    """Where a joined sheet has a hex already, the new cell prints the same."""
    plane = ground.plane(sheet)
    assert plane is not None
    q, r = ground.cubes(sheet, keys)
    for name in reversed(plane.sheets):
        if name != sheet:
            found = codes_at(ground.plan.sheets[name], ground.keys_on(name, q, r))
            np.copyto(codes, found, where=found != NO_CELL)
