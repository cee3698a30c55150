"""The map grows, shrinks and is put together from sheets, and what stays keeps its key and its label."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from editor.commands.lines import draw_line
from editor.commands.places import add_feature
from editor.commands.regions import create_region
from editor.commands.shape import ShapeNumbering, SheetEdge, add_lines, crop, resize
from editor.commands.sheets import (
    add_sheet,
    join_sheets,
    move_sheet,
    remove_sheet,
    renumber,
    set_edge,
    set_fill,
    set_scale,
    split_sheet,
)
from editor.commands.sides import set_sides
from editor.commands.texts import add_text
from editor.geometry.cells import Cells, rectangle_keys
from editor.geometry.ground import Ground
from editor.geometry.hexsides import Hexside
from editor.refusal import CannotEdit
from engine.core.boards.hexes import HexGrid, Orientation, Parity
from engine.core.boards.labels import Axis, LabelScheme
from engine.definitions.maps.map_checks import check_plan
from engine.definitions.plan import Cell, GeoPlan, JoinPlan, LinkPlan, MapPlan
from tests.editor.geometry.test_ground import two_sheets
from tests.helpers.plans import counted_from, random_plan, small_plan


def printed(plan: MapPlan, key: Cell) -> str:
    sheet = plan.sheets[key.sheet]
    return sheet.labels.label(sheet.grid, key.col, key.row, sheet.extent)


def test_a_row_added_on_top_moves_nothing_and_renumbers_nothing() -> None:
    plan = small_plan()
    add_feature(plan, "main:3,2", "city", name="Ford").apply(plan)
    add_lines(plan, "main", SheetEdge.TOP).apply(plan)
    sheet = plan.sheets["main"]
    assert (sheet.first, sheet.size) == ((1, 0), (6, 6))
    assert plan.terrain_at(Cell("main", 1, 0)) == "clear"
    assert printed(plan, Cell("main", 3, 2)) == "0302"
    assert printed(plan, Cell("main", 3, 0)) == "0300"
    assert plan.features["main:3,2/city"].at == "main:3,2"


def test_labels_that_would_run_out_are_refused_or_count_anew() -> None:
    plan = small_plan()
    with pytest.raises(CannotEdit) as refused:
        add_lines(plan, "main", SheetEdge.LEFT, 2)
    assert refused.value.message.key == "edit.cannot.labels-run-out"
    add_lines(plan, "main", SheetEdge.LEFT, 2, numbering=ShapeNumbering.RECOUNT).apply(plan)
    assert printed(plan, Cell("main", -1, 1)) == "0101"
    assert printed(plan, Cell("main", 1, 1)) == "0301"


@given(st.integers(0, 300), st.sampled_from(list(SheetEdge)), st.integers(-2, 2))
def test_hexes_that_stay_keep_their_labels_in_every_scheme(seed: int, edge: SheetEdge, count: int) -> None:
    plan = random_plan(seed)
    for name, sheet in plan.sheets.items():
        before = {cell: printed(plan, cell) for cell in sheet.cells()}
        try:
            change = add_lines(plan, name, edge, count)
        except CannotEdit:
            continue
        change.apply(plan)
        kept = {cell: printed(plan, cell) for cell in before if (cell.col, cell.row) in plan.sheets[name].extent}
        assert kept == {cell: before[cell] for cell in kept}
        change.revert(plan)


def test_what_lies_on_removed_rows_goes_in_the_same_change_and_comes_back() -> None:
    plan = small_plan()
    draw_line(plan, "rail", tuple(f"main:2,{row}" for row in range(1, 6))).apply(plan)
    create_region(plan, "country", "North", places=["main:1,1", "main:1,4"]).apply(plan)
    before = plan.copy()
    change = add_lines(plan, "main", SheetEdge.TOP, -2)
    change.apply(plan)
    assert plan.sheets["main"].terrain.shape == (3, 6)
    assert plan.paths["rail-1"].through == ("main:2,3", "main:2,4", "main:2,5")
    assert plan.regions["north"].members == {"main:1,4"}
    assert printed(plan, Cell("main", 1, 3)) == "0103"
    change.revert(plan)
    assert plan == before


def test_a_sheet_is_cropped_to_a_selection() -> None:
    plan = small_plan()
    crop(plan, "main", Cells.of([Cell("main", 2, 2), Cell("main", 4, 5)])).apply(plan)
    assert (plan.sheets["main"].first, plan.sheets["main"].size) == ((2, 2), (3, 4))
    with pytest.raises(CannotEdit):
        crop(plan, "main", Cells())


@pytest.mark.parametrize(
    ("first", "size", "why"),
    [
        ((1, 1), (0, 5), "empty-sheet"),
        ((1, 1), (10_001, 1), "too-large"),
        ((1, 1), (2000, 2000), "too-large"),
        ((999_999, 1), (9, 9), "too-far"),
    ],
)
def test_a_rectangle_no_file_can_hold_is_refused(first: tuple[int, int], size: tuple[int, int], why: str) -> None:
    with pytest.raises(CannotEdit) as refused:
        resize(small_plan(), "main", first, size)
    assert refused.value.message.key == f"edit.cannot.{why}"


def test_a_sheet_that_grows_under_another_prints_what_that_one_does() -> None:
    plan = two_sheets()
    plan.sheets["b"].terrain[0, 1] = plan.code_of("sea")
    twin = Ground(plan).cell_on("a", Ground(plan).spot(Cell("b", 2, 1)))  # type: ignore[arg-type]
    add_lines(plan, "a", SheetEdge.RIGHT).apply(plan)
    assert plan.terrain_at(twin) in ("sea", None)
    assert (plan.terrain_at(twin) == "sea") == ((twin.col, twin.row) in plan.sheets["a"].extent)


def test_a_cropped_sheet_stays_joined_while_any_overlap_is_left() -> None:
    plan = two_sheets()
    plan.joins = [JoinPlan("b", (1, 1), "a", (3, 1))]
    where = Ground(plan).centre(Ground(plan).spot(Cell("b", 3, 3)))  # type: ignore[arg-type]
    add_lines(plan, "b", SheetEdge.LEFT, -1).apply(plan)
    assert plan.joins[0].cell != (1, 1)
    assert not [found for found in check_plan(plan) if found.is_error]
    assert Ground(plan).centre(Ground(plan).spot(Cell("b", 3, 3))) == pytest.approx(where)  # type: ignore[arg-type]
    add_lines(plan, "b", SheetEdge.LEFT, -1).apply(plan)
    assert not plan.joins
    assert Ground(plan).centre(Ground(plan).spot(Cell("b", 3, 3))) == pytest.approx(where)  # type: ignore[arg-type]


def test_content_of_a_hex_that_another_sheet_prints_too_goes_over_to_it() -> None:
    plan = two_sheets()
    add_feature(plan, "a:4,1", "city").apply(plan)
    draw_line(plan, "rail", ("a:4,1", "b:2,1")).apply(plan)
    create_region(plan, "country", "North", places=["a:4,1"]).apply(plan)
    set_sides(plan, [Hexside("a", 4, 1, 0)], "river", towards="a:4,1").apply(plan)
    before = plan.copy()
    change = remove_sheet(plan, "a")
    change.apply(plan)
    assert [feature.at for feature in plan.features.values()] == ["b:1,1"]
    assert [line.through for line in plan.paths.values()] == [("b:1,1", "b:2,1")]
    assert plan.regions["north"].members == {"b:1,1"}
    assert [(key.sheet, side.towards) for key, side in plan.sides.items()] == [("b", "b:1,1")]
    assert list(plan.sheets) == ["b"]
    assert not plan.joins
    change.revert(plan)
    assert plan == before
    assert list(plan.sheets) == ["a", "b"]


def test_two_sheets_are_joined_the_later_onto_the_earlier() -> None:
    plan = two_sheets()
    plan.joins.clear()
    plan.links["way"] = LinkPlan("way", "a:4,1", "b:1,1", "inset")
    join_sheets(plan, Cell("a", 4, 1), Cell("b", 1, 1)).apply(plan)
    assert plan.joins == [JoinPlan("b", (1, 1), "a", (4, 1))]
    assert not plan.links, "the two hexes are one now"
    with pytest.raises(CannotEdit) as refused:
        join_sheets(plan, Cell("a", 1, 1), Cell("b", 1, 1))
    assert refused.value.message.key == "edit.cannot.joined-already"


def test_sheets_that_do_not_fit_are_not_joined() -> None:
    plan = two_sheets()
    plan.joins.clear()
    plan.sheets["b"].scale = 2.0
    with pytest.raises(CannotEdit) as refused:
        join_sheets(plan, Cell("a", 1, 1), Cell("b", 1, 1))
    assert refused.value.message.key == "edit.cannot.join-scale"
    plan.sheets["b"].grid = HexGrid(Orientation.POINTY, Parity.ODD)
    with pytest.raises(CannotEdit) as refused:
        join_sheets(plan, Cell("a", 1, 1), Cell("b", 1, 1))
    assert refused.value.message.key == "edit.cannot.join-orientation"
    with pytest.raises(CannotEdit):
        join_sheets(plan, Cell("a", 1, 1), Cell("a", 2, 1))
    with pytest.raises(CannotEdit):
        join_sheets(plan, Cell("a", 9, 9), Cell("b", 1, 1))


def test_a_sheet_split_off_moves_away_and_the_rail_across_the_seam_is_cut() -> None:
    plan = two_sheets()
    draw_line(plan, "rail", ("a:2,1", "a:3,1", "a:4,1", "b:2,1", "b:3,1")).apply(plan)
    before = Ground(plan).centre(Ground(plan).spot(Cell("b", 2, 2)))  # type: ignore[arg-type]
    split_sheet(plan, "b", by=(10.0, 0.0)).apply(plan)
    after = Ground(plan).centre(Ground(plan).spot(Cell("b", 2, 2)))  # type: ignore[arg-type]
    assert after == pytest.approx((before[0] + 10.0, before[1]))
    assert sorted(line.through for line in plan.paths.values()) == [("a:2,1", "a:3,1", "a:4,1"), ("b:2,1", "b:3,1")]
    assert not [found for found in check_plan(plan) if found.is_error]
    with pytest.raises(CannotEdit):
        split_sheet(plan, "b")


def test_a_sheet_is_added_last_and_takes_its_fill_from_the_palette_or_none() -> None:
    plan = small_plan()
    grid = HexGrid(Orientation.FLAT, Parity.ODD)
    add_sheet(plan, "inset", grid, (3, 2), fill="city", scale=0.5, origin=(9.0, 9.0)).apply(plan)
    assert list(plan.sheets) == ["main", "inset"]
    assert plan.terrain_at(Cell("inset", 3, 2)) == "city"
    add_sheet(plan, "jagged", grid, (3, 2)).apply(plan)
    assert not list(plan.sheets["jagged"].cells())
    with pytest.raises(CannotEdit):
        add_sheet(plan, "inset", grid, (3, 2))
    with pytest.raises(CannotEdit):
        add_sheet(plan, "other", grid, (3, 2), labels=LabelScheme(prefix="x" * 99))


def test_the_head_of_a_sheet_changes_without_its_hexes() -> None:
    plan = small_plan()
    terrain = plan.sheets["main"].terrain
    set_edge(plan, "main", "half").apply(plan)
    set_scale(plan, "main", 2.0).apply(plan)
    move_sheet(plan, "main", (1.0, -1.0)).apply(plan)
    renumber(plan, "main", LabelScheme(column=Axis(digits=3))).apply(plan)
    renumber(plan, "main", counted_from(plan, Cell("main", 1, 1), "02007")).apply(plan)
    sheet = plan.sheets["main"]
    assert (sheet.edge, sheet.scale, sheet.origin) == ("half", 2.0, (1.0, -1.0))
    assert printed(plan, Cell("main", 2, 2)) == "02108"
    assert sheet.terrain is terrain, "the canvas may keep looking at the same array"
    for bad in (
        lambda: set_edge(plan, "main", "torn"),
        lambda: set_scale(plan, "main", 0.0),
        lambda: renumber(plan, "moon", LabelScheme()),
        lambda: set_scale(two_sheets(), "a", 2.0),
    ):
        with pytest.raises(CannotEdit):
            bad()


def test_joined_sheets_move_together() -> None:
    plan = two_sheets()
    move_sheet(plan, "b", (5.0, 0.0)).apply(plan)
    assert plan.sheets["a"].origin == (5.0, 50.0)


def test_another_fill_repaints_only_when_asked() -> None:
    plan = small_plan()
    plan.sheets["main"].terrain[0, 0] = plan.code_of("forest")
    set_fill(plan, "main", "sea").apply(plan)
    assert plan.sheets["main"].fill == "sea"
    assert plan.terrain_at(Cell("main", 2, 1)) == "clear"
    set_fill(plan, "main", "clear").apply(plan)
    set_fill(plan, "main", "sea", repaint=True).apply(plan)
    assert plan.terrain_at(Cell("main", 2, 1)) == "sea"
    assert plan.terrain_at(Cell("main", 1, 1)) == "forest"
    with pytest.raises(CannotEdit):
        set_fill(plan, "main", "", repaint=True)


def test_another_fill_repaints_a_hex_on_every_sheet_that_prints_it_so() -> None:
    plan = _overlapping()
    plan.sheets["east"].terrain[2, 0] = plan.code_of("forest")
    set_fill(plan, "main", "sea", repaint=True).apply(plan)
    assert plan.terrain_at(Cell("main", 5, 2)) == plan.terrain_at(Cell("east", 1, 2)) == "sea"
    assert plan.terrain_at(Cell("east", 1, 3)) == "forest", "somebody has painted it"
    assert plan.terrain_at(Cell("east", 4, 2)) == "clear", "no hex of the sheet"


def test_lettering_over_a_hex_that_another_sheet_prints_too_stays() -> None:
    plan = _overlapping()
    ground = Ground(plan)
    for cell in (Cell("main", 6, 2), Cell("main", 6, 5)):
        spot = ground.spot(cell)
        assert spot is not None
        add_text(plan, cell.key, ground.centre(spot)).apply(plan)
    crop(plan, "east", Cells({"east": rectangle_keys((1, 1), (6, 4))})).apply(plan)
    resize(plan, "main", (1, 1), (5, 5)).apply(plan)
    assert [text.text for text in plan.texts.values()] == ["main:6,2"]


def _overlapping() -> MapPlan:
    """Two sheets of clear hexes, of which the last two columns of the one are the first two of the other."""
    plan = small_plan(cols=6, rows=5)
    add_sheet(plan, "east", HexGrid(Orientation.FLAT, Parity.ODD), (6, 5), fill="clear").apply(plan)
    join_sheets(plan, Cell("main", 5, 2), Cell("east", 1, 2)).apply(plan)
    return plan


def test_a_map_on_the_globe_keeps_its_anchor_on_the_twin_or_lets_go() -> None:
    plan = two_sheets()
    plan.georeference = GeoPlan("albers", (55.0, 30.0), 35.0, "a:4,1", (55.0, 30.0))
    remove_sheet(plan, "a").apply(plan)
    assert plan.georeference is not None
    assert plan.georeference.anchor == "b:1,1"
    remove_sheet(plan, "b").apply(plan)
    assert plan.georeference is None
