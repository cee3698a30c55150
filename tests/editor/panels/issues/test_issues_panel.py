"""The issues dock: found while idle, jumped to, mended, filtered, never in the way."""

from __future__ import annotations

import gc
import time

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from editor.commands.paint import paint_terrain
from editor.commands.places import add_feature, edit_feature
from editor.documents.workbench import Picked
from editor.geometry.cells import Cells
from editor.model.edits import Part
from editor.panels.issues.issues_model import FIX, WORDS
from editor.panels.issues.issues_panel import IssuesPanel
from engine.definitions.issues import Severity
from engine.definitions.plan import Cell, FeaturePlan, MapPlan, PathPlan, TextPlan
from tests.editor.canvas.demo_maps import hex_map
from tests.editor.canvas.mouse import click
from tests.editor.panels.bench import Bench
from tests.editor.panels.conftest import Make
from tests.helpers.plans import small_plan


def faulty() -> MapPlan:
    plan = small_plan(cols=16, rows=12)
    plan.sheets["main"].terrain[2, 2] = plan.code_of("forrest")
    plan.features["c"] = FeaturePlan("c", "main:12,9", "city")
    plan.texts["t"] = TextPlan("t", "Lost", (-40.0, 3.0))
    plan.paths["a"] = PathPlan("a", "rail", ("main:5,5", "main:5,6"))
    plan.paths["b"] = PathPlan("b", "rail", ("main:5,7", "main:5,8"))
    return plan


@pytest.fixture
def bench(bench_with: Make) -> Bench:
    return bench_with(faulty())


@pytest.fixture
def panel(bench: Bench, qtbot: QtBot) -> IssuesPanel:
    made = IssuesPanel(bench.work)
    qtbot.addWidget(made)
    made.resize(340, 300)
    made.show()
    made.hunt.finish()
    return made


def codes(panel: IssuesPanel) -> list[str]:
    return [each.issue.code.removeprefix("map-issue.") for each in panel.model.issues]


def choose(panel: IssuesPanel, code: str) -> None:
    panel.choose(codes(panel).index(code))


def test_issues_are_listed_errors_first_and_counted(panel: IssuesPanel) -> None:
    assert codes(panel)[0] == "unknown-terrain"
    assert set(codes(panel)) == {"unknown-terrain", "without-name", "text-off-map", "line-gap", "dead-end"}
    assert panel.switches[Severity.ERROR].text() == "1"
    assert panel.switches[Severity.WARNING].text() == "3"
    assert panel.switches[Severity.INFO].text() == "2"


def test_the_counts_are_told(panel: IssuesPanel, bench: Bench) -> None:
    told: list[tuple[int, int, int]] = []
    panel.counted.connect(lambda *counts: told.append(counts))
    bench.document.push(edit_feature(bench.plan, "c", name="Kalin"))
    panel.hunt.finish()
    assert told[-1] == (1, 2, 2)


def test_a_double_click_goes_to_the_place_and_selects_it(panel: IssuesPanel, bench: Bench) -> None:
    choose(panel, "without-name")
    row = panel.view.visualRect(panel.view.currentIndex()).center()
    click(panel.view.viewport(), row)
    QTest.mouseDClick(panel.view.viewport(), Qt.MouseButton.LeftButton, pos=row)
    place = bench.canvas.picture.place("main:12,9")
    assert place is not None
    view = bench.canvas.view_box
    assert view.left < place.x < view.right
    assert view.top < place.y < view.bottom
    assert bench.canvas.zoom >= 0.5
    assert Cell("main", 12, 9) in bench.work.selection
    assert bench.work.picked == Picked(Part.FEATURE, "c")


def test_enter_goes_there_too(panel: IssuesPanel, bench: Bench) -> None:
    choose(panel, "unknown-terrain")
    panel.view.setFocus()
    QTest.keyClick(panel.view, Qt.Key.Key_Return)
    assert Cell("main", 3, 3) in bench.work.selection


def test_lettering_off_the_map_is_looked_at_where_it_is(panel: IssuesPanel, bench: Bench) -> None:
    choose(panel, "text-off-map")
    assert panel.go_there()
    assert bench.work.picked == Picked(Part.TEXT, "t")


@pytest.mark.parametrize("code", ["unknown-terrain", "text-off-map", "line-gap"])
def test_a_mending_is_one_step_of_the_history(code: str, panel: IssuesPanel, bench: Bench) -> None:
    choose(panel, code)
    assert panel.fix_button.isEnabled()
    QTest.mouseClick(panel.fix_button, Qt.MouseButton.LeftButton)
    assert bench.undone == 1
    panel.hunt.finish()
    assert code not in codes(panel)
    bench.document.undo_stack.undo()
    panel.hunt.finish()
    assert code in codes(panel)


def test_the_wrench_mends(panel: IssuesPanel, bench: Bench) -> None:
    row = codes(panel).index("line-gap")
    at = panel.view.visualRect(panel.filter.index(row, FIX)).center()
    click(panel.view.viewport(), at)
    assert bench.undone == 1


def test_what_needs_a_person_cannot_be_mended(panel: IssuesPanel, bench: Bench) -> None:
    choose(panel, "without-name")
    assert not panel.fix_button.isEnabled()
    assert not panel.fix()


def test_severities_can_be_left_out(panel: IssuesPanel) -> None:
    QTest.mouseClick(panel.switches[Severity.INFO], Qt.MouseButton.LeftButton)
    assert panel.filter.rowCount() == 4
    QTest.mouseClick(panel.switches[Severity.WARNING], Qt.MouseButton.LeftButton)
    assert panel.filter.rowCount() == 1
    assert panel.filter.index(0, WORDS).data().startswith("forrest")
    QTest.mouseClick(panel.switches[Severity.WARNING], Qt.MouseButton.LeftButton)
    assert panel.filter.rowCount() == 4


def test_a_new_issue_appears_without_being_asked_for(panel: IssuesPanel, bench: Bench, qtbot: QtBot) -> None:
    bench.document.push(add_feature(bench.plan, "main:2,2", "city"))
    assert codes(panel).count("without-name") == 1
    qtbot.waitUntil(lambda: codes(panel).count("without-name") == 2)


def test_the_chosen_row_stays_chosen_while_the_map_is_checked_again(panel: IssuesPanel, bench: Bench) -> None:
    choose(panel, "line-gap")
    bench.document.push(add_feature(bench.plan, "main:2,2", "port"))
    panel.hunt.finish()
    assert panel.issue is not None
    assert panel.issue.issue.code == "map-issue.line-gap"


def test_a_change_stops_the_check_and_it_begins_anew(panel: IssuesPanel, bench: Bench) -> None:
    panel.hunt.begin()
    assert panel.hunt._steps is not None
    bench.document.push(paint_terrain(bench.plan, Cells.of([Cell("main", 1, 1)]), "sea"))
    assert panel.hunt._steps is None
    assert panel.hunt.is_running


def test_when_all_is_well_it_says_so(bench_with: Make, qtbot: QtBot) -> None:
    panel = IssuesPanel(bench_with(small_plan()).work)
    qtbot.addWidget(panel)
    panel.show()
    panel.hunt.finish()
    assert panel._well.isVisible()
    assert not panel.view.isVisible()


def test_another_map_begins_with_an_empty_list(panel: IssuesPanel, bench: Bench) -> None:
    bench.work.set_document(None)
    assert panel.is_empty
    assert panel.model.rowCount() == 0
    assert not panel.hunt.is_running


def test_results_come_while_a_large_map_is_still_being_checked(bench_with: Make, qtbot: QtBot) -> None:
    large = bench_with(hex_map(300, 200))
    panel = IssuesPanel(large.work)
    qtbot.addWidget(panel)
    before: list[int] = []
    panel.hunt.ended.connect(lambda: before.append(panel.model.rowCount()))
    panel.hunt.begin()
    slices = 0
    while panel.model.rowCount() == 0:
        panel.hunt._go_on()
        slices += 1
    assert not before
    assert panel.hunt.is_running
    panel.hunt.stop()
    assert slices < 100


@pytest.mark.bench
def test_bench_a_slice_at_60000_hexes_is_a_small_part_of_the_whole(bench_with: Make, qtbot: QtBot) -> None:
    large = bench_with(hex_map(300, 200))
    panel = IssuesPanel(large.work)
    qtbot.addWidget(panel)
    gc.collect()
    gc.freeze()  # what earlier tests left behind is not to be gone through in the middle of a slice
    start = time.perf_counter()
    panel.hunt.finish()
    whole = time.perf_counter() - start
    gc.unfreeze()
    print(f"60,000 hexes checked in {whole:.2f} s, slice at most {panel.hunt.longest * 1e3:.1f} ms")
    assert panel.hunt.longest < whole / 20
