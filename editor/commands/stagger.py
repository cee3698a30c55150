"""The stagger of a sheet: which of its columns, or of its rows, stand half a hex further.

Hexes keep their keys, so that a label still names the same hex; what changes is who is whose neighbour. A line is cut
where its next place is no neighbour any more, and a hexside stays with the hex that it was named by.
"""

from __future__ import annotations

from dataclasses import replace

from editor.commands.shape import found_sheet
from editor.model.change import Change
from editor.model.contents import MapContents
from editor.model.edits import SIDES
from editor.model.lines import put_pieces, split_at
from editor.model.numbering import labels_run_out
from editor.model.sketch import Sketch
from editor.refusal import CannotEdit
from engine.core.boards.hexes import HexGrid, Parity
from engine.core.boards.labels import LabelScheme
from engine.core.messages import message
from engine.definitions.plan import Cell, MapPlan, SideKey, SidePlan, cell_of


def other_stagger(grid: HexGrid) -> HexGrid:
    """The same grid with the other columns, or rows, half a hex further."""
    return HexGrid(grid.orientation, Parity.EVEN if grid.parity is Parity.ODD else Parity.ODD)


def set_stagger(
    plan: MapPlan,
    id: str,
    parity: Parity,
    *,
    labels: LabelScheme | None = None,
    contents: MapContents | None = None,
) -> Change:
    """Let the columns (or rows) of this parity be those that stand half a hex further; `labels` renumbers as well."""
    sheet = found_sheet(plan, id)
    if any(id in (join.sheet, join.onto_sheet) for join in plan.joins):
        raise CannotEdit(message("edit.cannot.stagger-joined", sheet=id))
    sketch = Sketch(plan)
    head = sketch.sheet(id)
    assert head is not None
    grid = HexGrid(sheet.grid.orientation, parity)
    scheme = labels or sheet.labels
    if labels_run_out(scheme, grid, sheet.extent) and not labels_run_out(sheet.labels, sheet.grid, sheet.extent):
        raise CannotEdit(message("edit.cannot.labels-run-out", sheet=id))
    sketch.put_sheet(id, replace(head, grid=grid, labels=scheme))
    if grid != sheet.grid:
        _name_sides_anew(sketch, id, sheet.grid, grid)
        _cut_lines(sketch, id, grid, contents or MapContents(plan))
    return sketch.change(message("edit.do.set-stagger", sheet=id))


def _name_sides_anew(sketch: Sketch, id: str, old: HexGrid, new: HexGrid) -> None:
    """A hexside stays with the hex that names it; where the map has no such hex, with the one beyond."""
    plan, named = sketch.plan, {}
    for side in plan.sides:
        if side.sheet != id:
            continue
        near = Cell(id, side.col, side.row)
        far = Cell(id, *old.neighbour(side.col, side.row, side.direction))
        name, beyond = side, Cell(id, *new.neighbour(side.col, side.row, side.direction))
        if plan.terrain_at(near) is None:
            near_now = Cell(id, *new.neighbour(far.col, far.row, side.direction + 3))
            name, beyond = SideKey(id, near_now.col, near_now.row, side.direction, side.kind), far
        else:
            near_now = near
        carried = _entered(plan, plan.sides[side], {near.key: near_now, far.key: beyond})
        sketch.put(SIDES, side, None)
        if carried is not None:
            named[name] = carried
    for name, carried in named.items():
        sketch.put(SIDES, name, carried)


def _entered(plan: MapPlan, side: SidePlan, now: dict[str, Cell]) -> SidePlan | None:
    """A hexside that matters for entering a hex names the one that lies there now; without one it has no sense."""
    if not side.towards:
        return side
    entered = now.get(side.towards)
    if entered is None or plan.terrain_at(entered) is None:
        return None
    return replace(side, towards=entered.key)


def _cut_lines(sketch: Sketch, id: str, grid: HexGrid, contents: MapContents) -> None:
    plan = sketch.plan

    def is_cut(a: str, b: str) -> bool:
        here, there = cell_of(a), cell_of(b)
        if here is None or there is None or here.sheet != id or there.sheet != id:
            return False
        if contents.links_at(a) & contents.links_at(b):
            return False
        return grid.distance((here.col, here.row), (there.col, there.row)) > 1

    for line in plan.paths.values():
        pieces = split_at(line.through, is_cut)
        if len(pieces) > 1:
            put_pieces(sketch, line, pieces)
