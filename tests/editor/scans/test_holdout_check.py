"""The hold-out check in the window: it goes to hexes nobody clicked, and finds out what no residual can show."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel

from editor.digitise.numbering_faults import NumberingFault
from editor.documents.scan_facts import ScanFacts
from editor.documents.workbench import EditLayer, LayerState
from editor.panels.scans.calibration_fixes import CalibrationFix
from engine.core.boards.hexes import HexGrid, Orientation, Parity
from engine.core.boards.labels import Axis, LabelOrder, LabelScheme
from engine.definitions.plan import ScanPlan
from tests.editor.scans.printed_maps import ASLANT, PrintedMap, plan_for
from tests.editor.scans.workshop import Workshop

Opens = Callable[..., Workshop]
CORNERS = ("0202", "1302", "1309", "0209", "0705")


def calibrated(
    opens: Opens,
    printed: PrintedMap,
    folder: Path,
    *,
    scheme: LabelScheme | None = None,
    read: Callable[[str], str] = lambda label: label,
    clicks: tuple[str, ...] = CORNERS,
) -> tuple[Workshop, ScanPlan]:
    """A map numbered by `scheme`, and a scan calibrated by someone who reads the printed numbers as `read` does."""
    workshop = opens(plan_for(printed, scheme=scheme))
    scan = workshop.add(printed.save(folder / "north.png"))
    workshop.panel.ask_calibrate()
    workshop.rest()
    for label in clicks:
        workshop.click_hex(printed.pixel(label), read(label))
    return workshop, scan


def answer_all(workshop: Workshop, printed: PrintedMap) -> list[str]:
    """Begin the check and answer each question truly; gives the hexes that were asked about."""
    panel = workshop.calibration
    panel.begin_check()
    asked = []
    while (question := panel.desk.question) is not None:
        asked.append(question.label)
        box = panel.view.view_box
        x, y = question.pixel[0] / 40, question.pixel[1] / 40
        assert box.left < x < box.right, "the view has gone there"
        assert box.top < y < box.bottom
        assert panel.view.marks.asked == question.cell
        assert not panel.view.marks.has_labels, "our own numbers are not to be read off"
        told = [label.text() for label in panel.findChildren(QLabel) if label.isVisible()]
        assert panel.check.asked.text() in told
        assert not any(question.label in text for text in told), "nor are they told by the question"
        number = printed.printed_at(question.pixel)
        if number:
            QTest.keyClicks(panel.check.answer, number)
            QTest.keyClick(panel.check.answer, Qt.Key.Key_Return)
        else:
            panel.check.skip.click()
    return asked


def one_row_less(label: str) -> str:
    return f"{label[:2]}{int(label[2:]) - 1:02d}"


def one_column_less(label: str) -> str:
    return f"{int(label[:2]) - 1:02d}{label[2:]}"


def test_a_true_calibration_is_confirmed_and_remembered_as_checked(
    open_workshop: Opens, printed: PrintedMap, tmp_path: Path
) -> None:
    workshop, scan = calibrated(open_workshop, printed, tmp_path)
    panel = workshop.calibration
    assert "Not checked yet" in panel.pending.text()
    asked = answer_all(workshop, printed)
    assert len(asked) == 5
    assert not set(asked) & set(CORNERS), "none of them was clicked"
    assert panel.desk.is_confirmed
    assert panel.check.verdict_text.startswith("5 hexes that were not clicked")
    assert "Checked" in panel.pending.text()
    assert panel.apply()
    assert ScanFacts.of(workshop.plan.scans[scan.id]).checked
    assert workshop.panel.model.state_of(workshop.plan.scans[scan.id]).endswith("checked")


def test_a_row_too_low_everywhere_fits_perfectly_and_is_caught_and_the_scan_is_moved(
    open_workshop: Opens, printed: PrintedMap, tmp_path: Path
) -> None:
    workshop, scan = calibrated(open_workshop, printed, tmp_path, read=one_row_less)
    panel = workshop.calibration
    assert panel.desk.fit is not None
    assert panel.desk.fit.rms < 2, "the residuals know nothing"
    answer_all(workshop, printed)
    verdict = panel.desk.verdict
    assert verdict is not None
    assert not verdict.is_confirmed
    assert verdict.diagnosis is not None
    assert verdict.diagnosis.fault is NumberingFault.OFF_BY_ONE
    assert "+0 columns and +1 rows" in panel.check.verdict_text
    assert len(panel.check.details.text().splitlines()) >= 3, "of those that could be read"
    assert panel.desk.fixes() == (CalibrationFix.MOVE, CalibrationFix.RENUMBER)
    panel.check.fix_buttons[CalibrationFix.MOVE].click()
    assert panel.desk.is_confirmed, "the answers agree now"
    assert [one.label for one in panel.desk.clicks] == list(CORNERS)
    assert not panel.desk.is_renumbered
    assert panel.apply()
    facts = ScanFacts.of(workshop.plan.scans[scan.id])
    assert facts.checked
    assert workshop.plan.sheets["main"].labels == printed.scheme
    assert [mark.cell for mark in facts.marks] == [printed.numbering.cell(label) for label in CORNERS]


def test_the_sheet_is_renumbered_instead_and_both_are_one_entry(
    open_workshop: Opens, printed: PrintedMap, tmp_path: Path
) -> None:
    workshop, scan = calibrated(open_workshop, printed, tmp_path, read=one_row_less)
    panel = workshop.calibration
    answer_all(workshop, printed)
    before = workshop.plan.sheets["main"].labels
    panel.check.fix_buttons[CalibrationFix.RENUMBER].click()
    assert panel.desk.is_confirmed
    assert panel.desk.is_renumbered
    assert "renumbers the sheet" in panel.pending.text()
    assert workshop.plan.sheets["main"].labels == before, "not before it is applied"
    count = workshop.document.undo_stack.count()
    assert panel.apply()
    assert workshop.document.undo_stack.count() == count + 1
    assert workshop.plan.sheets["main"].labels == replace(before, row=Axis(start=2))
    assert panel.desk.is_confirmed, "still"
    workshop.document.undo_stack.undo()
    assert workshop.plan.sheets["main"].labels == before
    assert workshop.plan.scans[scan.id] == scan
    workshop.document.undo_stack.redo()
    assert workshop.plan.sheets["main"].labels.row.start == 2


def test_a_map_whose_count_starts_elsewhere_is_renumbered(open_workshop: Opens, tmp_path: Path) -> None:
    printed = PrintedMap(scheme=LabelScheme(column=Axis(start=21), row=Axis(start=31)))
    ours = LabelScheme()

    def read(label: str) -> str:
        return f"{int(label[:2]) - 20:02d}{int(label[2:]) - 30:02d}"

    clicks = ("2232", "3332", "3339", "2239", "2735")
    workshop, _ = calibrated(open_workshop, printed, tmp_path, scheme=ours, read=read, clicks=clicks)
    panel = workshop.calibration
    answer_all(workshop, printed)
    assert panel.desk.verdict is not None
    assert panel.desk.verdict.diagnosis is not None
    assert panel.desk.verdict.diagnosis.fault is NumberingFault.WRONG_START
    assert CalibrationFix.RENUMBER in panel.desk.fixes()
    assert panel.desk.mend(CalibrationFix.RENUMBER)
    assert panel.apply()
    assert workshop.plan.sheets["main"].labels == printed.scheme


def test_swapped_rows_and_columns_are_found_out(open_workshop: Opens, tmp_path: Path) -> None:
    """The numbers are read as they are printed; it is our sheet that counts the other way about."""
    printed = PrintedMap(size=(10, 10), scheme=LabelScheme(order=LabelOrder.ROW_COLUMN))
    clicks = ("0202", "0209", "0909", "0902", "0507", "0306")
    workshop, _ = calibrated(open_workshop, printed, tmp_path, scheme=LabelScheme(), clicks=clicks)
    panel = workshop.calibration
    assert panel.desk.fit is not None
    answer_all(workshop, printed)
    verdict = panel.desk.verdict
    assert verdict is not None
    assert verdict.diagnosis is not None
    assert verdict.diagnosis.numbering is not None
    if CalibrationFix.RENUMBER in panel.desk.fixes():
        panel.desk.mend(CalibrationFix.RENUMBER)
        assert panel.desk.is_confirmed
        assert panel.desk.numbering is not None
        assert panel.desk.numbering.scheme == printed.scheme


def test_a_wrong_stagger_is_named_and_not_mended_behind_ones_back(open_workshop: Opens, tmp_path: Path) -> None:
    printed = PrintedMap(grid=HexGrid(Orientation.FLAT, Parity.EVEN))
    workshop = open_workshop(plan_for(PrintedMap()))
    workshop.add(printed.save(tmp_path / "north.png"))
    workshop.panel.ask_calibrate()
    workshop.rest()
    for label in ("0202", "1202", "1209", "0209", "0605"):
        workshop.click_hex(printed.pixel(label), label)
    answer_all(workshop, printed)
    panel = workshop.calibration
    verdict = panel.desk.verdict
    assert verdict is not None
    assert not verdict.is_confirmed
    assert CalibrationFix.RENUMBER not in panel.desk.fixes(), "another stagger would move hexes"
    assert panel.desk.sheet is not None
    assert panel.desk.sheet.grid.parity is Parity.ODD


def test_a_wrong_stagger_is_mended_when_asked_as_one_entry(open_workshop: Opens, tmp_path: Path) -> None:
    printed = PrintedMap(grid=HexGrid(Orientation.FLAT, Parity.EVEN))
    workshop = open_workshop(plan_for(PrintedMap()))
    workshop.add(printed.save(tmp_path / "north.png"))
    workshop.panel.ask_calibrate()
    workshop.rest()
    for label in ("0202", "1202", "1209", "0209", "0605"):
        workshop.click_hex(printed.pixel(label), label)
    answer_all(workshop, printed)
    panel = workshop.calibration
    assert panel.desk.fixes() == (CalibrationFix.RESTAGGER,)
    assert panel.check.fix_buttons[CalibrationFix.RESTAGGER].isVisible()
    QTest.mouseClick(panel.check.fix_buttons[CalibrationFix.RESTAGGER], Qt.MouseButton.LeftButton)
    assert panel.desk.is_confirmed
    assert panel.desk.is_restaggered
    before, entries = workshop.plan.copy(), workshop.document.undo_stack.count()
    assert panel.apply()
    assert workshop.document.undo_stack.count() == entries + 1
    assert workshop.plan.sheets["main"].grid.parity is Parity.EVEN
    assert workshop.plan.sheets["main"].labels == before.sheets["main"].labels
    workshop.document.undo_stack.undo()
    assert workshop.plan == before


def test_one_number_misread_is_told_apart_from_a_fault(
    open_workshop: Opens, printed: PrintedMap, tmp_path: Path
) -> None:
    workshop, _ = calibrated(open_workshop, printed, tmp_path)
    panel = workshop.calibration
    panel.begin_check()
    for number in range(5):
        question = panel.desk.question
        assert question is not None
        panel.desk.answer("0101" if number == 2 and question.label != "0101" else question.label)
    verdict = panel.desk.verdict
    assert verdict is not None
    assert verdict.diagnosis is not None
    assert verdict.diagnosis.fault is NumberingFault.ONE_MISREAD
    assert panel.desk.fixes() == ()
    assert all(not button.isVisible() for button in panel.check.fix_buttons.values())


def test_questions_can_be_skipped_and_taken_back_by_keys_and_buttons(
    open_workshop: Opens, printed: PrintedMap, tmp_path: Path
) -> None:
    workshop, _ = calibrated(open_workshop, printed, tmp_path)
    panel = workshop.calibration
    page = panel.check
    panel.begin_check()
    assert page.is_asking
    assert page.counted.text() == "Question 1 of 5"
    assert not page.back.isEnabled()
    QTest.keyClick(page.answer, Qt.Key.Key_Return)
    assert page.counted.text() == "Question 1 of 5", "nothing typed is no answer"
    page.skip.click()
    assert page.counted.text() == "Question 2 of 5"
    QTest.keyClick(page.answer, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    assert page.counted.text() == "Question 1 of 5"
    for _ in range(5):
        page.skip.click()
    assert panel.desk.verdict is not None
    assert not panel.desk.is_confirmed
    assert "nothing is confirmed" in page.verdict_text
    page.again.click()
    assert page.is_asking


def test_while_questions_are_asked_clicks_change_nothing(
    open_workshop: Opens, printed: PrintedMap, tmp_path: Path
) -> None:
    workshop, _ = calibrated(open_workshop, printed, tmp_path)
    panel = workshop.calibration
    panel.begin_check()
    workshop.click_pixel(printed.pixel("0606"))
    assert not panel.label_field.isVisible()
    assert len(panel.desk.clicks) == 5
    panel.pages.setCurrentIndex(0)
    workshop.click_pixel(printed.pixel("0606"))
    assert panel.label_field.isVisible(), "back among the points they do"


def test_whatever_is_altered_undoes_the_check(open_workshop: Opens, printed: PrintedMap, tmp_path: Path) -> None:
    workshop, _ = calibrated(open_workshop, printed, tmp_path)
    desk = workshop.calibration.desk
    for alter in (
        lambda: desk.nudge_grid(1.0),
        lambda: desk.move(0, (300.0, 200.0)),
        lambda: desk.remove(0),
        desk.reset_nudge,
    ):
        answer_all(workshop, printed)
        assert desk.verdict is not None
        alter()
        assert desk.verdict is None
        assert not desk.is_confirmed


def test_a_locked_sheet_is_not_renumbered(open_workshop: Opens, printed: PrintedMap, tmp_path: Path) -> None:
    workshop, scan = calibrated(open_workshop, printed, tmp_path, read=one_row_less)
    answer_all(workshop, printed)
    panel = workshop.calibration
    assert panel.desk.mend(CalibrationFix.RENUMBER)
    bench = workshop.bench
    bench.set_layers(bench.layers.with_state(EditLayer.TERRAIN, LayerState(locked=True)))
    assert not panel.apply()
    assert workshop.said[-1].key == "tool.cannot.locked"
    assert workshop.plan.scans[scan.id] == scan


@pytest.mark.parametrize("orientation", list(Orientation))
def test_the_whole_way_from_a_file_to_a_checked_map(
    open_workshop: Opens, tmp_path: Path, orientation: Orientation
) -> None:
    """A printed map turned, sheared and in perspective: six clicks, under 2 px, an off-by-one caught, mended, kept."""
    printed = PrintedMap(grid=HexGrid(orientation, Parity.ODD), size=(12, 11), camera=ASLANT)
    clicks = ("0202", "1102", "1110", "0210", "0606", "0409")
    misread = one_row_less if orientation is Orientation.FLAT else one_column_less
    workshop, scan = calibrated(open_workshop, printed, tmp_path, read=misread, clicks=clicks)
    panel = workshop.calibration
    assert panel.desk.fit is not None
    assert panel.desk.fit.shape.value == "projective"
    assert panel.desk.fit.rms < 2.0
    answer_all(workshop, printed)
    assert not panel.desk.is_confirmed
    fix = panel.desk.fixes()[0]
    panel.check.fix_buttons[fix].click()
    assert panel.desk.is_confirmed
    assert panel.apply()
    laid = workshop.plan.scans[scan.id]
    workshop.close()
    again = open_workshop(name="map.redoubt")
    assert again.plan.scans[scan.id] == laid
    again.show_canvas()
    found = again.layer.scan_at(again.plan.sheets["main"].grid.centre(6, 6))
    assert found is not None
    labels = again.plan.sheets["main"].labels
    ours = labels.label(printed.grid, 6, 6, printed.numbering.extent)
    assert printed.printed_at(found[1]) == ours, "what is printed there is what the map says"
