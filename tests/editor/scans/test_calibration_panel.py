"""Calibrating by hand: clicks, numbers, residuals, nudges, neighbours, suspects; nothing on the map before Apply."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMessageBox

from editor.canvas.scans.calibration_marks import MOST_HEXES, PointState
from editor.canvas.scans.scan_item import scan_box
from editor.commands.scans import delete_scan, edit_scan
from editor.commands.sheets import renumber
from editor.digitise.fitting import Shape
from editor.digitise.transforms import Transform
from editor.documents.scan_facts import ScanFacts
from editor.documents.workbench import EditLayer, LayerState
from editor.panels.scans.calibration import SHAPES, CalibrationPanel
from editor.panels.scans.calibration_stage import ClickMode
from editor.panels.scans.calibration_table import PointColumn
from engine.core.boards.labels import Axis, LabelScheme
from engine.core.messages import message
from engine.definitions.plan import Point, ScanPlan
from engine.storage.store import Store
from tests.editor.canvas.mouse import click, drag, move
from tests.editor.scans.printed_maps import PrintedMap, plan_for
from tests.editor.scans.workshop import Workshop, wait_for

CORNERS = ("0202", "1302", "1309", "0209")


def strike(panel: CalibrationPanel, key: Qt.Key, held: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    QApplication.sendEvent(panel.view, QKeyEvent(QEvent.Type.KeyPress, key, held))
    QApplication.sendEvent(panel.view, QKeyEvent(QEvent.Type.KeyRelease, key, held))


def at(panel: CalibrationPanel, pixel: Point) -> QPoint:
    return panel.view.point_of(pixel).toPoint()


def click_corners(workshop: Workshop, printed: PrintedMap, labels: tuple[str, ...] = CORNERS) -> None:
    for label in labels:
        workshop.click_hex(printed.pixel(label), label)


def test_an_empty_calibration_says_what_to_do(workshop: Workshop, panel: CalibrationPanel) -> None:
    assert "Click the middle of a hex" in panel.stage.hint.text()
    assert not panel.apply_button.isEnabled()
    assert "no fit" in panel.apply_button.toolTip()
    assert panel.check.currentWidget() is panel.check._nothing
    assert not panel.points.facts.isVisible()
    assert workshop.dialog.windowTitle() == "Calibrate north"


def test_without_a_scan_the_panel_says_so(workshop: Workshop) -> None:
    assert workshop.calibration.is_empty
    assert not workshop.calibration.calibrate("nothing")
    assert "Choose one" in workshop.calibration.empty_words


def test_a_click_asks_for_the_number_and_makes_a_point(
    workshop: Workshop, panel: CalibrationPanel, printed: PrintedMap
) -> None:
    workshop.click_pixel(printed.pixel("0505"))
    field = panel.label_field
    assert field.isVisible()
    assert field.field.placeholderText() == "such as 0101"
    workshop.type_label("0505")
    assert not field.isVisible()
    (one,) = panel.desk.clicks
    assert one.label == "0505"
    assert math.dist(one.pixel, printed.pixel("0505")) < 1.5
    assert panel.points.model.rowCount() == 1
    assert panel.desk.fit is None
    assert "second hex" in panel.stage.hint.text()


def test_a_number_the_sheet_does_not_have_is_refused_on_the_spot(
    workshop: Workshop, panel: CalibrationPanel, printed: PrintedMap
) -> None:
    workshop.click_hex(printed.pixel("0505"), "9999")
    assert panel.label_field.isVisible(), "it asks again"
    assert "0101 to 1410" in panel.label_field.problem
    assert panel.desk.clicks == ()
    workshop.type_label("0505")
    workshop.click_hex(printed.pixel("0506"), "0505")
    assert "twice" in panel.label_field.problem
    QTest.keyClick(panel.label_field.field, Qt.Key.Key_Escape)
    assert not panel.label_field.isVisible()
    assert len(panel.desk.clicks) == 1


def test_a_drag_of_the_empty_scan_moves_the_view_and_asks_nothing(
    workshop: Workshop, panel: CalibrationPanel, printed: PrintedMap
) -> None:
    panel.view.set_zoom(2.0)
    before = panel.view.view_box
    middle = panel.view.viewport().rect().center()
    drag(panel.view.viewport(), middle, middle + QPoint(60, 40))
    assert panel.view.view_box != before
    assert not panel.label_field.isVisible()
    assert panel.desk.clicks == ()


def test_four_corners_fit_perspective_and_the_grid_is_laid_over_the_scan(
    workshop: Workshop, panel: CalibrationPanel, printed: PrintedMap
) -> None:
    click_corners(workshop, printed)
    fit = panel.desk.fit
    assert fit is not None
    assert fit.shape is Shape.PROJECTIVE
    panel.view.finish()
    workshop.dialog.grab()
    assert panel.view.marks.hexes_drawn == 140
    centre = fit.to_pixel.point(*printed.numbering.centre((7, 5)))
    assert math.dist(centre, printed.pixel("0705")) < 3
    texts = panel.points.facts
    assert "projective" in texts.title.text()
    assert "4 points" in texts.reason.text()
    assert "needed" in texts.error.text(), "four points leave nothing over, and that is said"
    assert any("click one or two more" in remark for remark in texts.remarks)
    workshop.click_hex(printed.pixel("0705"), "0705")
    assert texts.error.text().startswith("RMS ")
    assert "ratio 0.8" in texts.pitch.text()
    assert texts.lie.text().startswith("turned 7.")


def test_the_number_of_points_says_which_fit_there_is_and_the_panel_shows_it(
    workshop: Workshop, panel: CalibrationPanel, printed: PrintedMap
) -> None:
    texts, shown = panel.points.facts, []
    for label in ("0202", "1202", "1209", "0209", "0705", "1105"):
        workshop.click_hex(printed.pixel(label), label)
        fit = panel.desk.fit
        shown.append("" if fit is None else texts.title.text())
    assert shown[0] == ""
    assert "similarity" in shown[1]
    assert "affine" in shown[2]
    assert all("projective" in text for text in shown[3:])
    fit = panel.desk.fit
    assert fit is not None
    assert texts.error.text() == f"RMS {fit.rms:.2f} px, worst {fit.worst.distance:.2f} px at {fit.worst.name}"
    assert fit.rms < 2
    table = panel.points.table
    assert table.model().rowCount() == 6
    row = [residual.name for residual in fit.residuals].index(fit.worst.name)
    cells = [str(table.model().index(row, column).data()) for column in range(table.model().columnCount())]
    assert any(f"{fit.worst.distance:.2f}" in cell or f"{fit.worst.distance:.1f}" in cell for cell in cells)


def test_the_kind_of_fit_can_be_asked_for(workshop: Workshop, panel: CalibrationPanel, printed: PrintedMap) -> None:
    click_corners(workshop, printed)
    panel.shapes.setCurrentIndex(SHAPES.index(Shape.SIMILARITY))
    panel.shapes.activated.emit(panel.shapes.currentIndex())
    assert panel.desk.fit is not None
    assert panel.desk.fit.shape is Shape.SIMILARITY
    assert "as asked for" in panel.points.facts.reason.text()
    assert panel.desk.fit.rms > 3
    panel.shapes.setCurrentIndex(0)
    panel.shapes.activated.emit(0)
    assert panel.desk.fit.shape is Shape.PROJECTIVE


def test_a_point_is_dragged_chosen_nudged_renamed_and_removed(
    workshop: Workshop, panel: CalibrationPanel, printed: PrintedMap
) -> None:
    click_corners(workshop, printed)
    where = panel.desk.clicks[1].pixel
    start = at(panel, where)
    drag(panel.view.viewport(), start, start + QPoint(20, 0))
    moved = panel.desk.clicks[1].pixel
    assert moved[0] - where[0] == pytest.approx(20 / panel.view.transform().m11() * 40, rel=0.1)
    assert panel.desk.chosen == 1
    assert panel.points.table.currentIndex().row() == 1
    assert panel.view.marks.points[1].state is PointState.CHOSEN
    strike(panel, Qt.Key.Key_Left)
    strike(panel, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    strike(panel, Qt.Key.Key_Up, Qt.KeyboardModifier.ControlModifier)
    x, y = panel.desk.clicks[1].pixel
    assert (x - moved[0], y - moved[1]) == pytest.approx((-1.0, 9.9))
    strike(panel, Qt.Key.Key_F2)
    assert panel.label_field.field.text() == "1302"
    workshop.type_label("1303")
    assert panel.desk.clicks[1].label == "1303"
    panel.desk.choose(1)
    strike(panel, Qt.Key.Key_Delete)
    assert [one.label for one in panel.desk.clicks] == ["0202", "1309", "0209"]
    strike(panel, Qt.Key.Key_PageDown)
    assert panel.desk.chosen == 2
    strike(panel, Qt.Key.Key_PageDown)
    assert panel.desk.chosen == 0
    strike(panel, Qt.Key.Key_Escape)
    assert panel.desk.chosen is None


def test_a_point_that_is_removed_is_not_asked_about_any_longer(
    workshop: Workshop, panel: CalibrationPanel, printed: PrintedMap
) -> None:
    click_corners(workshop, printed, CORNERS[:3])
    panel.ask_again(2)
    panel.desk.choose(0)
    panel.points.remove.click()
    assert not panel.label_field.isVisible()
    assert [each.label for each in panel.desk.clicks] == list(CORNERS[1:3])
    panel.ask_again(1)
    panel.points.clear.click()
    assert not panel.label_field.isVisible()


def test_points_can_be_typed_in_the_table(workshop: Workshop, panel: CalibrationPanel, printed: PrintedMap) -> None:
    click_corners(workshop, printed)
    model = panel.points.model
    assert model.setData(model.index(0, PointColumn.ACROSS), "321,5")
    assert panel.desk.clicks[0].pixel[0] == 321.5
    assert not model.setData(model.index(0, PointColumn.ACROSS), "far left")
    assert not model.setData(model.index(0, PointColumn.HEX), "9999")
    assert "9999" in panel.stage.hint.text()
    assert model.setData(model.index(0, PointColumn.HEX), "0303")
    assert panel.desk.clicks[0].label == "0303"
    assert [model.headerData(number, Qt.Orientation.Horizontal) for number in range(5)] == [
        *("Hex", "x", "y"),
        *("Off", "Alone"),
    ]
    panel.points.table.setFocus()
    panel.desk.choose(0)
    QTest.keyClick(panel.points.table, Qt.Key.Key_Delete)
    assert len(panel.desk.clicks) == 3


def test_with_no_point_chosen_the_keys_move_turn_and_stretch_the_whole_grid(
    workshop: Workshop, panel: CalibrationPanel, printed: PrintedMap
) -> None:
    click_corners(workshop, printed)
    before = panel.desk.fit
    assert before is not None
    place = printed.numbering.centre((7, 5))
    x, y = before.to_pixel.point(*place)
    strike(panel, Qt.Key.Key_Right)
    strike(panel, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    assert panel.desk.fit is not None
    assert panel.desk.fit.to_pixel.point(*place) == pytest.approx((x + 1, y + 10))
    assert [one.pixel for one in panel.desk.clicks] == [residual.pixel for residual in before.residuals]
    assert panel.points.facts.nudged.text().startswith("Nudged by +1.0, +10.0 px")
    strike(panel, Qt.Key.Key_BracketRight, Qt.KeyboardModifier.ShiftModifier)
    strike(panel, Qt.Key.Key_Period, Qt.KeyboardModifier.ShiftModifier)
    assert panel.desk.nudge.degrees == pytest.approx(0.5)
    assert panel.desk.nudge.factor == pytest.approx(1.0005**10)
    assert panel.desk.fit.rms > 5
    workshop.click_hex(printed.pixel("0705"), "0705")
    assert not panel.desk.nudge.is_none, "a new point does not undo what was nudged by hand"
    panel.points.facts.unnudge.click()
    assert panel.desk.fit.rms < 2


def test_before_there_is_a_grid_the_arrows_move_the_view(panel: CalibrationPanel) -> None:
    panel.view.set_zoom(2.0)
    before = panel.view.view_box
    strike(panel, Qt.Key.Key_Right)
    assert panel.view.view_box.left > before.left


def test_a_point_is_made_without_a_mouse(workshop: Workshop, panel: CalibrationPanel, printed: PrintedMap) -> None:
    panel.view.look_at_pixel(printed.pixel("0705"), zoom=2.0)
    strike(panel, Qt.Key.Key_Insert)
    workshop.type_label("0705")
    (one,) = panel.desk.clicks
    panel.desk.choose(0)
    for _ in range(3):
        strike(panel, Qt.Key.Key_Left)
    assert panel.desk.clicks[0].pixel[0] == pytest.approx(one.pixel[0] - 3)


def test_a_misread_number_is_suspected_and_mended_with_one_click(
    workshop: Workshop, panel: CalibrationPanel, printed: PrintedMap
) -> None:
    click_corners(workshop, printed, ("0202", "1302", "1309", "0209", "0705"))
    workshop.click_hex(printed.pixel("0406"), "0306")
    assert panel.desk.suspect == 5
    assert panel.view.marks.points[5].state is PointState.SUSPECT
    assert any("0306 does not belong" in remark for remark in panel.points.facts.remarks)
    button = panel.points.facts.rename_suspect
    assert button.text() == "Name It 0406"
    panel.points.facts.show_suspect.click()
    assert panel.desk.chosen == 5
    button.click()
    assert panel.desk.clicks[5].label == "0406"
    assert panel.desk.suspect is None
    assert panel.desk.fit is not None
    assert panel.desk.fit.rms < 2


def test_a_grid_of_other_proportions_is_warned_about(open_workshop: Callable[..., Workshop], tmp_path: Path) -> None:
    squeezed = PrintedMap(camera=Transform((1.0, 0.0, 0.0, 0.0, 0.9, 0.0, 0.0, 0.0, 1.0)))
    workshop = open_workshop(plan_for(squeezed))
    workshop.add(squeezed.save(tmp_path / "squeezed.png"))
    workshop.panel.ask_calibrate()
    workshop.rest()
    click_corners(workshop, squeezed, (*CORNERS, "0705"))
    panel = workshop.calibration
    assert panel.desk.fit is not None
    assert panel.desk.fit.shape is Shape.AFFINE
    assert any("regular grid" in remark for remark in panel.points.facts.remarks)


def test_points_on_a_line_say_why_there_is_no_such_fit(
    workshop: Workshop, panel: CalibrationPanel, printed: PrintedMap
) -> None:
    panel.desk.set_shape(Shape.AFFINE)
    click_corners(workshop, printed, ("0203", "0204", "0205"))
    assert panel.desk.fit is None
    assert "on a line" in panel.points.problem.text()
    assert not panel.apply_button.isEnabled()


# Three neighbours


def test_three_neighbours_and_one_number_will_do(
    workshop: Workshop, panel: CalibrationPanel, printed: PrintedMap
) -> None:
    click(panel.stage.modes[ClickMode.NEIGHBOURS], QPoint(8, 8))
    assert "0 of 3" in panel.stage.hint.text()
    for label in ("0705", "0706", "0806"):
        workshop.click_pixel(printed.pixel(label))
    assert [mark.label for mark in panel.view.marks.points] == ["1", "2", "3"]
    workshop.type_label("0705")
    assert [one.label for one in panel.desk.clicks] == ["0705", "0706", "0806"]
    assert panel.desk.fit is not None
    assert panel.mode is ClickMode.NUMBERS
    there = panel.desk.fit.to_pixel.point(*printed.numbering.centre((8, 5)))
    assert math.dist(there, printed.pixel("0805")) < 10


def test_three_that_are_no_neighbours_are_refused(
    workshop: Workshop, panel: CalibrationPanel, printed: PrintedMap
) -> None:
    panel.set_mode(ClickMode.NEIGHBOURS)
    for label in ("0202", "0909", "1203"):
        workshop.click_pixel(printed.pixel(label))
    assert "not the centres of neighbouring" in panel.stage.hint.text()
    assert panel.desk.neighbours == ()
    workshop.click_pixel(printed.pixel("0202"))
    strike(panel, Qt.Key.Key_Escape)
    assert panel.desk.neighbours == ()


# The map


def test_apply_is_one_entry_and_undo_takes_it_back(
    workshop: Workshop, panel: CalibrationPanel, printed: PrintedMap, scan: ScanPlan
) -> None:
    click_corners(workshop, printed, (*CORNERS, "0705"))
    assert workshop.plan.scans[scan.id] == scan, "nothing is on the map yet"
    count = workshop.document.undo_stack.count()
    QTest.keyClick(panel.view, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    if workshop.document.undo_stack.count() == count:  # without an active window no shortcut is heard
        assert panel.apply()
    assert workshop.document.undo_stack.count() == count + 1
    assert workshop.document.undo_stack.undoText() == "Calibrate scan north"
    laid = workshop.plan.scans[scan.id]
    exact = printed.to_pixel.inverse()
    for label in ("0101", "1401", "1410", "0110"):
        pixel = printed.pixel(label)
        assert math.dist(Transform(laid.placement).point(*pixel), exact.point(*pixel)) < 0.08
    facts = ScanFacts.of(laid)
    assert len(facts.marks) == 5
    assert facts.sheet == "main"
    assert facts.rms is not None
    assert facts.rms < 2
    assert not facts.checked
    item = workshop.layer.item(scan.id)
    assert item is not None
    assert item.placement == Transform(laid.placement)
    workshop.document.undo_stack.undo()
    assert workshop.plan.scans[scan.id] == scan
    assert item.placement == Transform(scan.placement)


def test_a_calibration_is_taken_up_where_it_was_left_even_after_a_renumbering(
    workshop: Workshop, panel: CalibrationPanel, printed: PrintedMap, scan: ScanPlan
) -> None:
    click_corners(workshop, printed, (*CORNERS, "0705"))
    assert panel.apply()
    laid = workshop.plan.scans[scan.id]
    shifted = LabelScheme(column=Axis(start=3))
    workshop.document.push(renumber(workshop.plan, "main", shifted))
    assert [one.label for one in panel.desk.clicks] == [*CORNERS, "0705"], "read under other numbers, and so wrong"
    assert workshop.dialog.calibrate(scan.id)
    assert [one.label for one in panel.desk.clicks] == ["0402", "1502", "1509", "0409", "0905"]
    assert panel.desk.fit is not None
    for pixel in ((0, 0), (1300, 0), (1300, 1100), (0, 1100)):
        assert math.dist(panel.desk.fit.to_plane.point(*pixel), Transform(laid.placement).point(*pixel)) < 0.01


def test_locked_and_read_only_refuse(
    workshop: Workshop,
    panel: CalibrationPanel,
    printed: PrintedMap,
    scan: ScanPlan,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    click_corners(workshop, printed)
    bench = workshop.bench
    bench.set_layers(bench.layers.with_state(EditLayer.SCANS, LayerState(locked=True)))
    assert not panel.apply_button.isEnabled()
    assert "locked" in panel.apply_button.toolTip()
    assert not panel.apply()
    bench.set_layers(bench.layers.with_state(EditLayer.SCANS, LayerState()))
    assert panel.apply_button.isEnabled()
    monkeypatch.setattr(Store, "is_read_only", property(lambda store: True))
    assert not panel.apply()
    assert workshop.plan.scans[scan.id] == scan


def test_the_panel_closes_with_its_scan_or_its_map(
    workshop: Workshop, panel: CalibrationPanel, scan: ScanPlan, printed: PrintedMap
) -> None:
    click_corners(workshop, printed)
    workshop.document.push(delete_scan(workshop.plan, scan.id))
    assert panel.is_empty
    assert not workshop.dialog.isVisible()
    workshop.document.undo_stack.undo()
    assert workshop.dialog.calibrate(scan.id)
    workshop.bench.set_document(None)
    assert panel.is_empty


def test_closing_with_work_undone_asks_first(
    workshop: Workshop, panel: CalibrationPanel, printed: PrintedMap, monkeypatch: pytest.MonkeyPatch
) -> None:
    click_corners(workshop, printed)
    answers = [QMessageBox.StandardButton.Cancel, QMessageBox.StandardButton.Discard]
    monkeypatch.setattr(QMessageBox, "question", lambda *args: answers.pop(0))
    workshop.dialog.close()
    assert workshop.dialog.isVisible()
    workshop.dialog.reject()
    assert not workshop.dialog.isVisible()
    assert answers == []


def test_a_scan_that_is_still_being_read_says_so(workshop: Workshop, printed: PrintedMap, tmp_path: Path) -> None:
    scan = workshop.add(printed.save(tmp_path / "north.png"))
    workshop.document.push(
        edit_scan(workshop.plan, scan.id, attributes={**scan.attributes, "width": 650, "height": 550})
    )
    assert workshop.dialog.calibrate(scan.id)
    stage = workshop.calibration.stage
    assert stage.waiting_text.startswith("Reading the scan")
    wait_for(lambda: not stage.waiting_text)
    assert workshop.calibration.desk.size == printed.pixels, "measured anew"


def test_the_loupe_over_the_scan_shows_the_hex_of_the_fit(
    workshop: Workshop, panel: CalibrationPanel, printed: PrintedMap
) -> None:
    click_corners(workshop, printed)
    move(panel.view.viewport(), at(panel, printed.pixel("0705")))
    QApplication.sendEvent(panel.view, QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_Z, Qt.KeyboardModifier.NoModifier))
    sight = panel.view.loupe.sight
    assert sight is not None
    assert sight.caption == "0705"
    assert sight.scale == pytest.approx(160)
    QApplication.sendEvent(panel.view, QKeyEvent(QEvent.Type.KeyRelease, Qt.Key.Key_Z, Qt.KeyboardModifier.NoModifier))
    assert panel.view.loupe.sight is None


def test_of_a_very_large_sheet_only_the_hexes_in_view_are_drawn(
    open_workshop: Callable[..., Workshop], printed: PrintedMap, tmp_path: Path
) -> None:
    """The map has a million hexes; the work of a frame does not know."""
    whole = PrintedMap(size=(1000, 1000), scheme=LabelScheme(column=Axis(digits=4), row=Axis(digits=4)))
    workshop = open_workshop(plan_for(whole))
    workshop.add(printed.save(tmp_path / "north.png"))
    workshop.panel.ask_calibrate()
    workshop.rest()
    for label in CORNERS:
        workshop.click_hex(printed.pixel(label), f"00{label[:2]}00{label[2:]}")
    marks = workshop.calibration.view.marks
    workshop.dialog.grab()
    assert 100 < marks.hexes_drawn <= MOST_HEXES
    assert workshop.calibration.desk.begin_check()
    assert scan_box(Transform(), (10, 10)).width == 10


def test_a_snap_that_fails_can_be_tried_again(panel: CalibrationPanel) -> None:
    heard: list[float | None] = []
    panel.snap.progress = 0.5
    panel.snap.changed.connect(lambda: heard.append(panel.snap.progress))
    panel.snap._failed(message("digitise.calibration.named-twice", name="0202"))
    assert heard == [None]
    assert "0202" in panel.stage.hint.text()
