"""Every finding that a designer is promised: it is listed, the row leads to the place, and what is safe is mended."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from pytestqt.qtbot import QtBot

from editor.commands.stagger import set_stagger
from editor.panels.issues.issues_panel import IssuesPanel
from editor.refusal import CannotEdit
from engine.core.boards.hexes import HexGrid, Orientation, Parity
from engine.definitions.plan import (
    BoxPlan,
    Cell,
    FeaturePlan,
    LinkPlan,
    MapPlan,
    PathPlan,
    SidePlan,
    SpacePlan,
    canonical_side,
)
from tests.editor.checks.test_map_issues import found, lay, plan_of, points
from tests.editor.geometry.test_ground import two_sheets
from tests.editor.panels.bench import Bench
from tests.editor.panels.conftest import Make
from tests.helpers.plans import small_plan


def unreachable_land() -> MapPlan:
    return plan_of("......-..", "......-..", "......-..")


def river_from_nowhere() -> MapPlan:
    plan = small_plan(cols=9, rows=9)
    lay(plan, "river", [(4, 4, 1), (5, 5, 5), (5, 5, 4)])
    return plan


def river_gap() -> MapPlan:
    plan = small_plan(cols=9, rows=9)
    lay(plan, "river", [(4, 4, 1), (4, 4, 3)])
    return plan


def rail_gap() -> MapPlan:
    plan = small_plan(cols=9, rows=9)
    plan.paths["a"] = PathPlan("a", "rail", ("main:5,1", "main:5,2", "main:5,3"))
    plan.paths["b"] = PathPlan("b", "rail", ("main:5,4", "main:5,5"))
    return plan


def rail_gap_at_an_inset() -> MapPlan:
    plan = plan_of("........", "........", "........")
    plan.sheets["inset"] = replace(
        plan.sheets["main"], id="inset", origin=(30.0, 0.0), labels=replace(plan.sheets["main"].labels, prefix="I")
    )
    plan.links["way"] = LinkPlan("way", "inset:1,2", "main:8,2", "inset")
    plan.paths["a"] = PathPlan("a", "rail", ("main:7,2", "main:8,2"))
    plan.paths["b"] = PathPlan("b", "rail", ("inset:1,2", "inset:2,2"))
    return plan


def jumping_line() -> MapPlan:
    plan = small_plan(cols=9, rows=9)
    plan.paths["a"] = PathPlan("a", "rail", ("main:1,1", "main:2,1", "main:8,8", "main:9,8"))
    return plan


def wrong_stagger() -> MapPlan:
    """A rail down a diagonal of a map whose odd columns stood lower where it was drawn."""
    plan = small_plan(cols=9, rows=9)
    sheet = plan.sheets["main"]
    sheet.grid = HexGrid(Orientation.FLAT, Parity.EVEN)
    through = [(1, 4)]
    for step in range(6):
        through.append(sheet.grid.neighbour(*through[-1], 2 if step % 3 else 1))
    plan.paths["a"] = PathPlan("a", "rail", tuple(Cell("main", *cell).key for cell in through))
    sheet.grid = HexGrid(Orientation.FLAT, Parity.ODD)
    return plan


def duplicate_names() -> MapPlan:
    plan = small_plan(cols=9, rows=9)
    plan.features["a"] = FeaturePlan("a", "main:1,1", "town", "Brod")
    plan.features["b"] = FeaturePlan("b", "main:4,4", "town", "Brod")
    plan.features["c"] = FeaturePlan("c", "main:6,6", "town", "Brod 2")
    return plan


def duplicate_names_of_spaces() -> MapPlan:
    plan = points(("a", "b"), ("b", "c"), ("c", "d"), ("d", "e"), ("e", "f"))
    plan.spaces["f"] = SpacePlan("f", "A", (9.0, 9.0), "clear")
    return plan


def duplicate_names_of_boxes() -> MapPlan:
    plan = points(("a", "b"), ("b", "c"), ("c", "d"), ("d", "e"), ("e", "f"))
    plan.boxes["g"] = BoxPlan("g", "A", (9.0, 9.0), {})
    return plan


def unknown_terrain() -> MapPlan:
    plan = small_plan(cols=9, rows=9)
    plan.sheets["main"].terrain[0, :3] = plan.code_of("forrest")
    return plan


def unknown_terrain_of_a_space() -> MapPlan:
    plan = points(("a", "b"), ("b", "c"), ("c", "d"), ("d", "e"), ("e", "f"))
    plan.spaces["f"] = replace(plan.spaces["f"], terrain="forrest")
    return plan


def unlabelled_objective() -> MapPlan:
    plan = small_plan(cols=9, rows=9)
    plan.features["o"] = FeaturePlan("o", "main:2,2", "objective")
    return plan


def orphan_space() -> MapPlan:
    return points(("a", "b"), ("b", "c"), ("c", "d"), ("d", "e"))


def unreachable_spaces() -> MapPlan:
    return points(("a", "b"), ("b", "c"), ("c", "d"), ("e", "f"))


def duplicate_connection() -> MapPlan:
    return points(("a", "b"), ("b", "c"), ("c", "d"), ("d", "e"), ("e", "f"), ("b", "a"))


def space_on_a_space() -> MapPlan:
    plan = points(("a", "b"), ("b", "c"), ("c", "d"), ("d", "e"), ("e", "f"))
    plan.spaces["g"] = SpacePlan("g", "G", (15.0, 0.01), "clear")
    return plan


FINDINGS: dict[Callable[[], MapPlan], tuple[str, bool]] = {
    unreachable_land: ("unreachable-land", False),
    river_from_nowhere: ("river-from-nowhere", False),
    river_gap: ("river-gap", True),
    rail_gap: ("line-gap", True),
    rail_gap_at_an_inset: ("line-gap", True),
    jumping_line: ("map.path-gap", True),
    wrong_stagger: ("wrong-stagger", True),
    duplicate_names: ("duplicate-name", True),
    duplicate_names_of_spaces: ("duplicate-name", True),
    duplicate_names_of_boxes: ("duplicate-name", True),
    unknown_terrain: ("unknown-terrain", True),
    unknown_terrain_of_a_space: ("unknown-terrain", True),
    unlabelled_objective: ("without-name", False),
    orphan_space: ("orphan-space", False),
    unreachable_spaces: ("unreachable-spaces", False),
    duplicate_connection: ("duplicate-connection", True),
    space_on_a_space: ("space-twice", True),
}
"""A map with each, its code, and whether it can be mended without asking."""


def codes(panel: IssuesPanel) -> list[str]:
    return [each.issue.code.removeprefix("map-issue.") for each in panel.model.issues]


@pytest.fixture
def opened(bench_with: Make, qtbot: QtBot) -> Callable[[MapPlan], tuple[IssuesPanel, Bench]]:
    def make(plan: MapPlan) -> tuple[IssuesPanel, Bench]:
        bench = bench_with(plan)
        panel = IssuesPanel(bench.work)
        qtbot.addWidget(panel)
        panel.show()
        panel.hunt.finish()
        return panel, bench

    return make


@pytest.mark.parametrize("made", FINDINGS, ids=lambda made: made.__name__)
def test_a_finding_leads_to_its_place_and_is_mended_where_that_is_safe(
    made: Callable[[], MapPlan], opened: Callable[[MapPlan], tuple[IssuesPanel, Bench]]
) -> None:
    code, is_safe = FINDINGS[made]
    panel, bench = opened(made())
    assert code in codes(panel)
    panel.choose(codes(panel).index(code))
    assert panel.go_there(), "a row leads to its place"
    issue = panel.model.issues[codes(panel).index(code)]
    assert bench.work.selection or bench.work.picked is not None
    place = bench.canvas.picture.place(issue.places[0])
    assert place is not None
    view = bench.canvas.view_box
    assert view.left <= place.x <= view.right
    assert view.top <= place.y <= view.bottom
    assert panel.fix_button.isEnabled() is is_safe
    if is_safe:
        before, count = bench.plan.copy(), codes(panel).count(code)
        assert panel.fix()
        assert bench.undone == 1
        panel.hunt.finish()
        assert codes(panel).count(code) < count
        bench.document.undo_stack.undo()
        assert bench.plan == before


def test_a_sheet_staggered_the_other_way_has_no_gaps_left() -> None:
    plan = wrong_stagger()
    (issue,) = found(plan, "wrong-stagger")
    assert issue.issue.message.args["count"] == len(found(plan, "map.path-gap")) > 0
    assert issue.fix is not None
    issue.fix.make(plan).apply(plan)
    assert plan.sheets["main"].grid.parity is Parity.EVEN
    assert found(plan, "wrong-stagger", "map.path-gap") == []
    assert list(plan.paths) == ["a"]


def test_a_line_that_runs_as_it_should_speaks_for_the_stagger() -> None:
    plan = wrong_stagger()
    grid = plan.sheets["main"].grid
    there = Cell("main", *grid.neighbour(2, 6, 1))
    plan.paths["b"] = PathPlan("b", "rail", ("main:2,6", there.key))
    other = HexGrid(Orientation.FLAT, Parity.EVEN)
    if other.distance((2, 6), (there.col, there.row)) > 1:
        assert found(plan, "wrong-stagger") == []
    plan.paths["b"] = PathPlan("b", "rail", ("main:1,1", "main:9,9"))
    assert found(plan, "wrong-stagger") == []


def test_hexsides_stay_with_their_hexes_when_the_stagger_changes() -> None:
    plan = wrong_stagger()
    grid = plan.sheets["main"].grid
    plan.sides[canonical_side(grid, Cell("main", 4, 4), 0, "river")] = SidePlan()
    north = canonical_side(grid, Cell("main", 4, 4), 1, "river")
    plan.sides[north] = SidePlan("main:4,4")
    plan.sides[canonical_side(grid, Cell("main", 5, 9), 3, "river")] = SidePlan("main:5,9")
    (issue,) = found(plan, "wrong-stagger")
    assert issue.fix is not None
    change = issue.fix.make(plan)
    before = plan.copy()
    change.apply(plan)
    assert len(plan.sides) == 3
    assert plan.sides[north].towards == "main:4,4"
    assert found(plan, "map.towards-not-beside", "map.no-cell") == []
    change.revert(plan)
    assert plan == before


def test_joined_sheets_keep_their_stagger() -> None:
    plan = two_sheets()
    with pytest.raises(CannotEdit) as refused:
        set_stagger(plan, next(iter(plan.sheets)), Parity.EVEN)
    assert refused.value.message.key == "edit.cannot.stagger-joined"
