"""How sheets hold together after one of them has changed: joins that must name other cells, lines across a seam.

A join names one pair of coinciding cells, and both must be on their sheets. When a sheet is cropped the pair may be
gone while the overlap is not; then another pair of it is named. Where no overlap is left the sheets come apart, each
staying where it lies.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from editor.geometry.cells import columns, is_within, rectangle_keys
from editor.geometry.ground import Ground
from editor.geometry.hexsides import hexside_of
from editor.model.edits import LINKS, PATHS, SIDES
from editor.model.lines import put_pieces, split_at
from editor.model.sketch import Sketch
from engine.core.boards.hexes import Extent
from engine.definitions.maps.map_places import Frames
from engine.definitions.plan import Cell, JoinPlan, MapPlan, Point, cell_of


def mend_joins(sketch: Sketch, ground: Ground) -> None:
    """Give every join of sheets that still overlap a pair of cells on both; let the others come apart."""
    kept = [mended for join in sketch.joins if (mended := _mended(sketch, ground, join)) is not None]
    if tuple(kept) != sketch.joins:
        sketch.joins = kept
        part_sheets(sketch, ground)


def _mended(sketch: Sketch, ground: Ground, join: JoinPlan) -> JoinPlan | None:
    one, other = sketch.sheet(join.sheet), sketch.sheet(join.onto_sheet)
    if one is None or other is None:
        return None
    here, there = Extent(one.first, one.size), Extent(other.first, other.size)
    if join.cell in here and join.onto in there:
        return join
    keys = rectangle_keys(one.first, one.size)
    beyond = ground.keys_on(other.id, *ground.cubes(one.id, keys))
    shared = np.flatnonzero(is_within(there, beyond))[:1]
    if not len(shared):
        return None
    (cell, onto) = (columns(each[shared]) for each in (keys, beyond))
    return replace(join, cell=(int(cell[0][0]), int(cell[1][0])), onto=(int(onto[0][0]), int(onto[1][0])))


def part_sheets(sketch: Sketch, ground: Ground) -> None:
    """Make good what the joins of a sketch no longer hold together; `ground` is how the sheets lay before."""
    after = _laid(sketch)
    frames = Frames(after)
    _keep_in_place(sketch, ground, Ground(after))
    _settle_towards(sketch, ground)
    linked: set[frozenset[str]] = set()
    for name in {*sketch.plan.links, *sketch.changed(LINKS)}:
        link = sketch.get(LINKS, name)
        if link is not None:
            linked.add(frozenset((link.a, link.b)))

    def is_cut(a: str, b: str) -> bool:
        here, there = cell_of(a), cell_of(b)
        return (
            frozenset((a, b)) not in linked
            and here is not None
            and there is not None
            and here.sheet != there.sheet
            and not frames.are_neighbours(here, there)
        )

    for name in sorted({*sketch.plan.paths, *sketch.changed(PATHS)}):
        line = sketch.get(PATHS, name)
        pieces = [] if line is None else split_at(line.through, is_cut)
        if line is not None and len(pieces) > 1:
            put_pieces(sketch, line, pieces)


def _laid(sketch: Sketch) -> MapPlan:
    """The sheets and joins of a sketch as a plan without content, for asking where they lie."""
    plan = MapPlan(sketch.plan.id, "", "")
    for name, sheet in sketch.plan.sheets.items():
        head = sketch.sheet(name)
        if head is not None:
            plan.sheets[name] = replace(sheet, first=head.first, size=head.size, origin=head.origin, scale=head.scale)
    plan.joins = [join for join in sketch.joins if {join.sheet, join.onto_sheet} <= plan.sheets.keys()]
    return plan


def _keep_in_place(sketch: Sketch, before: Ground, after: Ground) -> None:
    """Give every sheet that now begins a plane of its own the origin that leaves it where it was."""
    for plane in after.planes:
        head = sketch.sheet(plane.home)
        origin = origin_of(before, plane.home)
        if head is not None and origin is not None and head.origin != origin:
            sketch.put_sheet(plane.home, replace(head, origin=origin))


def origin_of(ground: Ground, sheet: str) -> Point | None:
    """Where cell (0, 0) of a sheet lies on the map plane."""
    spot = ground.spot(Cell(sheet, 0, 0))
    return None if spot is None else ground.centre(spot)


def _settle_towards(sketch: Sketch, ground: Ground) -> None:
    """Let hexsides that matter for entering a hex of another sheet name its twin on their own."""
    for side in {*sketch.plan.sides, *sketch.changed(SIDES)}:
        carried = sketch.get(SIDES, side)
        towards = None if carried is None or not carried.towards else cell_of(carried.towards)
        if carried is None or towards is None or towards.sheet == side.sheet:
            continue
        spot, beside = ground.spot(towards), ground.spots_beside(hexside_of(side))
        if spot is not None and beside is not None and spot in beside:
            sketch.put(SIDES, side, replace(carried, towards=ground.cell_on(side.sheet, spot).key))
