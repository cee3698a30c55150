"""Sheets: added, removed, joined where they overlap and split again; their edges, fill and labels."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from pydantic import ValidationError

from editor.commands.shape import check_rectangle, found_sheet
from editor.geometry.cells import Cells, cells_where, codes_at, rectangle_keys
from editor.geometry.ground import Ground
from editor.geometry.place_names import place_name
from editor.model.change import Change
from editor.model.contents import MapContents
from editor.model.edits import LINKS, SIDES, SheetHead
from editor.model.removal import remove_content
from editor.model.sheet_ends import mend_joins, part_sheets
from editor.model.sketch import Sketch
from editor.model.words import checked_id, checked_point
from editor.refusal import CannotEdit
from engine.core.boards.hexes import HexGrid
from engine.core.boards.labels import LabelScheme
from engine.core.messages import message
from engine.definitions.bounds import LARGEST_SCALE, SMALLEST_SCALE
from engine.definitions.maps.map_places import Frames
from engine.definitions.maps.map_writing import labels_of
from engine.definitions.plan import NO_CELL, NO_TERRAIN, Cell, JoinPlan, MapPlan, Point, cell_of

EDGES = ("whole", "half")


def add_sheet(
    plan: MapPlan,
    id: str,
    grid: HexGrid,
    size: tuple[int, int],
    *,
    first: tuple[int, int] = (1, 1),
    fill: str = NO_TERRAIN,
    labels: LabelScheme | None = None,
    edge: str = "whole",
    scale: float = 1.0,
    origin: Point = (0.0, 0.0),
) -> Change:
    """A new sheet, after the others; without a fill its hexes are absent until they are painted."""
    if checked_id(id) in plan.sheets:
        raise CannotEdit(message("edit.cannot.sheet-exists", sheet=id))
    check_rectangle(first, size)
    sketch = Sketch(plan)
    head = SheetHead(
        id, grid, first, size, _labels(labels or LabelScheme()), fill, _edge(edge), _scale(scale), checked_point(origin)
    )
    sketch.put_sheet(id, head)
    code = sketch.code_of(fill)
    if code != NO_CELL:
        sketch.paint(Cells({id: rectangle_keys(first, size)}), code)
    return sketch.change(message("edit.do.add-sheet", sheet=id))


def remove_sheet(plan: MapPlan, id: str, *, contents: MapContents | None = None) -> Change:
    """Take a sheet away; what lies on hexes that another sheet prints too goes over to that one."""
    sheet = found_sheet(plan, id)
    sketch, ground = Sketch(plan), Ground(plan)
    gone = Cells({id: cells_where(sheet, np.not_equal(sheet.terrain, NO_CELL))})
    remove_content(sketch, contents or MapContents(plan), gone, _named_on(plan, id), ground=ground)
    for side in plan.sides:
        if side.sheet == id and sketch.get(SIDES, side) is not None:
            sketch.put(SIDES, side, None)
    sketch.paint(gone, NO_CELL)
    sketch.put_sheet(id, None)
    _release_globe(sketch, ground, id)
    mend_joins(sketch, ground)
    part_sheets(sketch, ground)
    return sketch.change(message("edit.do.remove-sheet", sheet=id))


def join_sheets(plan: MapPlan, one: Cell, other: Cell) -> Change:
    """Lay two sheets on one another so that these cells are one hex; the rest of both follows."""
    order = list(plan.sheets)
    for cell in (one, other):
        sheet = found_sheet(plan, cell.sheet)
        if (cell.col, cell.row) not in sheet.extent:
            raise CannotEdit(message("edit.cannot.no-hex", place=place_name(plan, cell.key)))
    later, earlier = sorted((one, other), key=lambda cell: order.index(cell.sheet), reverse=True)
    _check_join(plan, later.sheet, earlier.sheet)
    ground = Ground(plan)
    here, there = ground.spot(later), ground.spot(earlier)
    if here is not None and there is not None and here.plane == there.plane:
        raise CannotEdit(message("edit.cannot.joined-already", sheet=later.sheet, other=earlier.sheet))
    sketch = Sketch(plan)
    join = JoinPlan(later.sheet, (later.col, later.row), earlier.sheet, (earlier.col, earlier.row))
    sketch.joins = (*plan.joins, join)
    _drop_links_to_themselves(sketch)
    return sketch.change(message("edit.do.join-sheets", sheet=later.sheet, onto=earlier.sheet))


def split_sheet(plan: MapPlan, id: str, *, by: Point = (0.0, 0.0)) -> Change:
    """Take a sheet off the sheets it is joined to, and move it away so far; rails across the seam are cut there."""
    found_sheet(plan, id)
    joins = [join for join in plan.joins if id not in (join.sheet, join.onto_sheet)]
    if len(joins) == len(plan.joins):
        raise CannotEdit(message("edit.cannot.joined-to-nothing", sheet=id))
    sketch, ground = Sketch(plan), Ground(plan)
    sketch.joins = joins
    part_sheets(sketch, ground)
    _shift(sketch, id, by)
    return sketch.change(message("edit.do.split-sheet", sheet=id))


def move_sheet(plan: MapPlan, id: str, by: Point) -> Change:
    """Move a sheet over the map plane, with the sheets that are joined to it."""
    found_sheet(plan, id)
    plane = Ground(plan).plane(id)
    assert plane is not None
    sketch = Sketch(plan)
    _shift(sketch, plane.home, by)
    return sketch.change(message("edit.do.move-sheet", sheet=id))


def set_edge(plan: MapPlan, id: str, edge: str) -> Change:
    """Draw the hexes at the border whole, or cut in half."""
    return _headed(plan, replace(_head(plan, id), edge=_edge(edge)))


def set_scale(plan: MapPlan, id: str, scale: float) -> Change:
    """Let the hexes of a sheet be larger or smaller; joined sheets have hexes of one size."""
    if any(id in (join.sheet, join.onto_sheet) for join in plan.joins):
        raise CannotEdit(message("edit.cannot.scale-joined", sheet=id))
    return _headed(plan, replace(_head(plan, id), scale=_scale(scale)))


def set_fill(plan: MapPlan, id: str, terrain: str, *, repaint: bool = False) -> Change:
    """Change what unpainted hexes are from now on; with `repaint`, those of the old fill become the new one."""
    sketch = Sketch(plan)
    head = _head(plan, id)
    code = sketch.code_of(terrain)
    sketch.put_sheet(id, replace(head, fill=terrain))
    if repaint:
        if NO_TERRAIN in (terrain, head.fill):
            raise CannotEdit(message("edit.cannot.no-terrain"))
        sheet, old = plan.sheets[id], sketch.code_of(head.fill)
        unpainted = Ground(plan).with_twins(Cells({id: cells_where(sheet, np.equal(sheet.terrain, old))}))
        for name, keys in unpainted.items():
            sketch.paint(Cells({name: keys[np.equal(codes_at(plan.sheets[name], keys), old)]}), code)
    return sketch.change(message("edit.do.set-fill", sheet=id, terrain=terrain))


def renumber(plan: MapPlan, id: str, labels: LabelScheme) -> Change:
    """Print other labels; keys stay, so nothing on the map moves."""
    return _headed(plan, replace(_head(plan, id), labels=_labels(labels)))


def _head(plan: MapPlan, id: str) -> SheetHead:
    found_sheet(plan, id)
    head = Sketch(plan).sheet(id)
    assert head is not None
    return head


def _headed(plan: MapPlan, head: SheetHead) -> Change:
    sketch = Sketch(plan)
    sketch.put_sheet(head.id, head)
    return sketch.change(message("edit.do.edit-sheet", sheet=head.id))


def _shift(sketch: Sketch, id: str, by: Point) -> None:
    head = sketch.sheet(id)
    assert head is not None
    x, y = head.origin
    sketch.put_sheet(id, replace(head, origin=checked_point((x + by[0], y + by[1]))))


def _edge(edge: str) -> str:
    if edge not in EDGES:
        raise CannotEdit(message("edit.cannot.no-edge", edge=edge))
    return edge


def _scale(scale: float) -> float:
    if not SMALLEST_SCALE <= scale <= LARGEST_SCALE:
        raise CannotEdit(message("edit.cannot.no-scale", smallest=SMALLEST_SCALE, largest=LARGEST_SCALE))
    return float(scale)


def _labels(labels: LabelScheme) -> LabelScheme:
    """A scheme that a map can be written with."""
    try:
        labels_of(labels)
    except ValidationError:
        raise CannotEdit(message("edit.cannot.bad-labels")) from None
    return labels


def _check_join(plan: MapPlan, later: str, earlier: str) -> None:
    if later == earlier:
        raise CannotEdit(message("edit.cannot.join-itself", sheet=later))
    one, two = plan.sheets[later], plan.sheets[earlier]
    if one.grid.orientation is not two.grid.orientation:
        raise CannotEdit(message("edit.cannot.join-orientation", sheet=later, other=earlier))
    if one.scale != two.scale:
        raise CannotEdit(message("edit.cannot.join-scale", sheet=later, other=earlier))


def _drop_links_to_themselves(sketch: Sketch) -> None:
    """A link between hexes that are one from now on leads nowhere."""
    joined = replace(sketch.plan, joins=list(sketch.joins))
    frames, apart = Frames(joined), Frames(sketch.plan)
    for link in sketch.plan.links.values():
        a, b = cell_of(link.a), cell_of(link.b)
        if a is not None and b is not None and frames.coincide(a, b) and not apart.coincide(a, b):
            sketch.put(LINKS, link.id, None)


def _named_on(plan: MapPlan, sheet: str) -> set[str]:
    """Every key of a sheet that anything refers to, absent cells too."""
    prefix = f"{sheet}:"
    named = {feature.at for feature in plan.features.values()}
    named.update(end for link in plan.links.values() for end in (link.a, link.b))
    named.update(place for path in plan.paths.values() for place in path.through)
    named.update(side.towards for side in plan.sides.values())
    for region in plan.regions.values():
        named.update(member for member in region.members if member.startswith(prefix))
    return {key for key in named if key.startswith(prefix) and (cell := cell_of(key)) and cell.sheet == sheet}


def _release_globe(sketch: Sketch, ground: Ground, sheet: str) -> None:
    """A map whose anchor hex goes is anchored by the twin, or no longer."""
    geo = sketch.head.georeference
    cell = None if geo is None else cell_of(geo.anchor)
    if geo is None or cell is None or cell.sheet != sheet:
        return
    spot = ground.spot(cell)
    twins = [] if spot is None else [twin for twin in ground.twins(spot) if twin.sheet != sheet]
    sketch.head = replace(sketch.head, georeference=replace(geo, anchor=twins[0].key) if twins else None)
