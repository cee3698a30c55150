"""Where sheets are joined every hexside is drawn once, and a country goes on from one to the other without a border."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import pairwise, product

import pytest
from PySide6.QtGui import QPainterPath

from editor.canvas.art.ground import GroundMarks
from editor.canvas.art.looks import Looks
from editor.canvas.art.map_picture import MapPicture
from editor.canvas.art.marks import Mark
from editor.canvas.art.outlines import painter_path
from editor.canvas.art.regions import RegionTints
from editor.canvas.art.style import bundled_style
from editor.commands.sheets import add_sheet, join_sheets
from editor.geometry.plan_index import PlanIndex, SheetIndex
from engine.core.boards.hexes import HexGrid, Orientation, Parity
from engine.definitions.plan import NO_CELL, Cell, MapPlan, RegionPlan
from tests.editor.canvas.demo_maps import PALETTE
from tests.helpers.plans import small_plan

LOOKS = Looks(PALETTE, bundled_style("paper"))
Segment = frozenset[tuple[float, float]]


def joined_plan(at: Cell, onto: Cell, *, edge: str = "whole") -> MapPlan:
    """Six by five hexes, and four by five that lie on some of them or beside them."""
    plan = small_plan()
    for parts in (plan.regions, plan.features, plan.sides, plan.paths):
        parts.clear()
    add_sheet(
        plan, "east", HexGrid(Orientation.FLAT, Parity.ODD), (4, 5), fill="clear", origin=(40.0, 0.0), edge=edge
    ).apply(plan)
    join_sheets(plan, onto, at).apply(plan)
    return plan


OVERLAPPING = (Cell("east", 2, 2), Cell("main", 6, 2))
PLANS = {"overlapping": OVERLAPPING, "by a corner": (Cell("east", 1, 5), Cell("main", 5, 1))}


def cells_of(sheet: SheetIndex) -> Iterator[tuple[int, int]]:
    whole = sheet.whole
    return product(range(whole.left, whole.right), range(whole.top, whole.bottom))


def segments(marks: Iterable[Mark]) -> list[Segment]:
    """The strokes of marks, by their ends."""
    found = []
    for each in marks:
        path = each.shape if isinstance(each.shape, QPainterPath) else painter_path(each.shape)
        points = [path.elementAt(n) for n in range(path.elementCount())]
        for one, two in pairwise(points):
            if two.isLineTo():
                found.append(frozenset({(round(p.x, 3), round(p.y, 3)) for p in (one, two)}))
    return found


def grid(plan: MapPlan) -> Counter[Segment]:
    index = PlanIndex(plan)
    found: Counter[Segment] = Counter()
    for sheet in index.sheets.values():
        ground = GroundMarks(sheet.sheet, sheet.lattice, plan.terrain_names, LOOKS, sheet.is_drawn_elsewhere)
        found.update(segments(ground.grid(sheet.whole)))
    return found


@pytest.mark.parametrize("cells", PLANS.values(), ids=PLANS)
def test_each_hexside_of_joined_sheets_is_drawn_once(cells: tuple[Cell, Cell]) -> None:
    plan = joined_plan(*cells)
    drawn = grid(plan)
    assert set(drawn.values()) == {1}
    index = PlanIndex(plan)
    wanted: set[Segment] = set()
    for sheet in index.sheets.values():
        for col, row in cells_of(sheet):
            x, y = sheet.lattice.centre(col, row)
            corners = [(round(x + float(dx), 3), round(y + float(dy), 3)) for dx, dy in sheet.lattice.corners]
            wanted |= {frozenset({corners[n - 1], corners[n]}) for n in range(6)}
    assert len(drawn) == len(wanted)


def test_sheets_cut_through_their_hexes_still_draw_their_halves() -> None:
    plan = joined_plan(*OVERLAPPING, edge="half")
    plan.sheets["main"].edge = "half"
    assert max(grid(plan).values()) == 2


@pytest.mark.parametrize("cells", PLANS.values(), ids=PLANS)
def test_a_country_across_a_seam_has_no_border_there(cells: tuple[Cell, Cell]) -> None:
    plan = joined_plan(*cells)
    index = PlanIndex(plan)
    for sheet in index.sheets.values():
        assert sheet.owners, "the sheets know of each other"
    everything = frozenset(
        Cell(name, col, row).key
        for name, sheet in index.sheets.items()
        for col, row in cells_of(sheet)
        if (col, row) not in sheet.covered
    )
    plan.regions["land"] = RegionPlan("land", "country", "Land", everything, "#884488")
    edges: Counter[Segment] = Counter()
    for sheet in index.sheets.values():
        marks = RegionTints(plan, sheet, LOOKS).marks(sheet.whole.grown(1))
        edges.update(segments(mark for mark in marks if mark.width))
    outer = sum(1 for side in _sides(plan, index) if side == 1)
    assert sum(edges.values()) == outer


def _sides(plan: MapPlan, index: PlanIndex) -> Iterable[int]:
    """How many hexes each hexside of the map has."""
    found: Counter[Segment] = Counter()
    for sheet in index.sheets.values():
        for col, row in cells_of(sheet):
            if (col, row) in sheet.covered:
                continue
            x, y = sheet.lattice.centre(col, row)
            corners = [(round(x + float(dx), 2), round(y + float(dy), 2)) for dx, dy in sheet.lattice.corners]
            found.update(frozenset({corners[n - 1], corners[n]}) for n in range(6))
    return found.values()


def test_a_hex_that_is_cut_out_of_one_sheet_is_drawn_by_the_other() -> None:
    plan = joined_plan(*OVERLAPPING)
    picture = MapPicture(plan, LOOKS)
    sheet = plan.sheets["main"]
    at = sheet.index(6, 3)
    assert at is not None
    before = dict(picture.sheet("east").index.owners)
    sheet.terrain[at] = NO_CELL
    picture.cells_changed([Cell("main", 6, 3)])
    after = picture.sheet("east").index.owners
    assert set(before) - set(after) == {(2, 3)}


def test_a_hex_that_joins_a_country_is_known_across_the_seam() -> None:
    plan = joined_plan(*OVERLAPPING)
    index = PlanIndex(plan)
    own = Cell("east", 3, 3)
    plan.regions["land"] = RegionPlan("land", "country", "Land", frozenset({own.key}), "#884488")
    tints = RegionTints(plan, index.sheets["east"], LOOKS)
    whole = index.sheets["east"].whole
    assert len(segments(mark for mark in tints.marks(whole) if mark.width)) == 6
    beside = next(
        (at, owner)
        for at, owner in index.sheets["east"].owners.items()
        if at in plan.sheets["east"].grid.neighbours(3, 3)
    )
    plan.regions["land"] = RegionPlan("land", "country", "Land", frozenset({own.key, beside[1].key}), "#884488")
    assert tints.members_changed([Cell("east", *beside[0])])
    assert len(segments(mark for mark in tints.marks(whole) if mark.width)) == 5
