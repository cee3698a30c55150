"""The panel of the scans: added, faded, hidden, locked, ordered, renamed, replaced and removed by mouse and keys."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFileDialog, QLineEdit, QToolButton

from editor.documents.scan_facts import ScanFacts
from editor.documents.scan_intake import Candidate, Wish
from editor.documents.workbench import EditLayer, LayerState
from editor.panels.panel import Panel
from editor.panels.scans.pdf_page_dialog import PdfPageDialog
from editor.panels.scans.scans_panel import ScansPanel
from editor.panels.scans.scans_table import ScanColumn
from engine.definitions.plan import ScanPlan
from engine.storage.store import Store
from tests.editor.canvas.mouse import click, press, release
from tests.editor.scans.printed_maps import PrintedMap
from tests.editor.scans.test_pdf_pages import two_pages
from tests.editor.scans.workshop import Workshop, wait_for


def plain(path: Path, colour: str = "#3060c0", size: tuple[int, int] = (700, 600)) -> Path:
    image = QImage(*size, QImage.Format.Format_RGB32)
    image.fill(QColor(colour))
    assert image.save(str(path))
    return path


def press_button(button: QToolButton) -> None:
    assert button.isEnabled(), button.text()
    click(button, QPoint(8, 8))


def cell(workshop: Workshop, row: int, column: ScanColumn) -> QPoint:
    panel = workshop.panel
    return panel.table.visualRect(panel.model.index(row, column)).center()


def facts(workshop: Workshop, scan: ScanPlan) -> ScanFacts:
    return ScanFacts.of(workshop.plan.scans[scan.id])


@pytest.fixture
def two(workshop: Workshop, tmp_path: Path) -> tuple[ScanPlan, ScanPlan]:
    """Two scans, of which the second lies on top."""
    return workshop.add(plain(tmp_path / "north.png")), workshop.add(plain(tmp_path / "south.png", "#c03030"))


def test_an_empty_panel_says_what_may_be_added(workshop: Workshop) -> None:
    panel = workshop.panel
    assert isinstance(panel, Panel)
    assert panel.pages.currentWidget() is not panel.table
    text = panel._empty.words
    for word in ("PNG", "JPEG", "TIFF", "PDF", "200 megapixels", "256 MB"):
        assert word in text
    for button in (panel.calibrate, panel.replace, panel.remove, panel.up, panel.down, panel.seek):
        assert not button.isEnabled()
    workshop.bench.set_document(None)
    assert panel.is_empty


def test_every_button_says_what_it_does(workshop: Workshop) -> None:
    for button in workshop.panel.findChildren(QToolButton):
        assert button.toolTip(), button.text()
        assert button.statusTip(), button.text()
        assert button.accessibleName()


def test_a_file_is_asked_for_and_added(workshop: Workshop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    paths = [str(plain(tmp_path / "north.png")), str(plain(tmp_path / "south.png", "#c03030"))]
    asked: list[str] = []

    def choose(parent: object, title: str, folder: str, kinds: str) -> tuple[list[str], str]:
        asked.append(kinds)
        return paths, ""

    monkeypatch.setattr(QFileDialog, "getOpenFileNames", choose)
    press_button(workshop.panel.add)
    wait_for(lambda: len(workshop.plan.scans) == 2)
    assert "*.tif" in asked[0]
    assert [scan.title for scan in workshop.panel.model.scans] == ["south", "north"], "the topmost first"
    assert workshop.panel.chosen is not None
    assert workshop.panel.chosen.title == "south", "the newest is chosen"


def test_progress_is_shown_and_can_be_cancelled(workshop: Workshop, tmp_path: Path) -> None:
    panel = workshop.panel
    panel.add_file(plain(tmp_path / "north.tif", size=(3000, 3000)))
    assert panel.busy.isVisible()
    assert "north.tif" in panel.bar.format()
    press_button(panel.stop)
    assert not panel.busy.isVisible()
    wait_for(lambda: workshop.images.is_idle)
    assert workshop.plan.scans == {}


def test_a_refusal_is_said_in_the_panel_and_in_the_status_line(workshop: Workshop, tmp_path: Path) -> None:
    bad = tmp_path / "notes.png"
    bad.write_bytes(b"PK\x03\x04" + b"\0" * 50)
    assert "ZIP" in workshop.refusal(bad)
    assert [said.key for said in workshop.said] == ["digitise.scan.foreign"]
    workshop.add(plain(tmp_path / "north.png"))
    assert workshop.panel.problem.text() == "", "the next try clears it"


def test_the_eye_hides_and_the_lock_locks(workshop: Workshop, two: tuple[ScanPlan, ScanPlan]) -> None:
    north, south = two
    panel = workshop.panel
    click(panel.table.viewport(), cell(workshop, 0, ScanColumn.VISIBLE))
    assert not facts(workshop, south).visible
    assert workshop.layer.item(south.id) is None
    assert facts(workshop, north).visible
    click(panel.table.viewport(), cell(workshop, 0, ScanColumn.VISIBLE))
    assert facts(workshop, south).visible
    click(panel.table.viewport(), cell(workshop, 0, ScanColumn.LOCKED))
    assert facts(workshop, south).locked
    for button in (panel.calibrate, panel.replace, panel.remove):
        assert not button.isEnabled()
    panel.remove_chosen()
    assert south.id in workshop.plan.scans
    texts = [workshop.document.undo_stack.text(number) for number in range(2, 5)]
    assert texts == ["Hide scan south", "Show scan south", "Lock scan south"]


def test_everything_goes_by_keys(
    workshop: Workshop, two: tuple[ScanPlan, ScanPlan], monkeypatch: pytest.MonkeyPatch
) -> None:
    north, south = two
    panel = workshop.panel
    panel.choose(north.id)
    table = panel.table
    table.setFocus()
    QTest.keyClick(table, Qt.Key.Key_Space)
    assert not facts(workshop, north).visible
    QTest.keyClick(table, Qt.Key.Key_L, Qt.KeyboardModifier.ControlModifier)
    assert facts(workshop, north).locked
    QTest.keyClick(table, Qt.Key.Key_L, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(table, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    assert [scan.title for scan in panel.model.scans] == ["north", "south"]
    QTest.keyClick(table, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    assert [scan.title for scan in panel.model.scans] == ["south", "north"]
    wanted: list[str] = []
    panel.calibrate_wanted.disconnect()
    panel.calibrate_wanted.connect(wanted.append)
    QTest.keyClick(table, Qt.Key.Key_Return)
    assert wanted == [north.id]
    QTest.keyClick(table, Qt.Key.Key_Delete)
    assert list(workshop.plan.scans) == [south.id]
    opened: list[object] = []
    monkeypatch.setattr(QFileDialog, "getOpenFileNames", lambda *args: opened.append(args) or ([], ""))
    QTest.keyClick(table, Qt.Key.Key_Insert)
    assert len(opened) == 1


def test_a_scan_is_renamed_in_its_row(workshop: Workshop, two: tuple[ScanPlan, ScanPlan]) -> None:
    panel = workshop.panel
    panel.choose(two[0].id)
    panel.table.setFocus()
    QTest.keyClick(panel.table, Qt.Key.Key_F2)
    editor = panel.table.findChild(QLineEdit)
    assert editor is not None
    editor.clear()
    QTest.keyClicks(editor, "Northern sheet")
    QTest.keyClick(editor, Qt.Key.Key_Return)
    wait_for(lambda: workshop.plan.scans[two[0].id].title == "Northern sheet")


def test_dragging_the_slider_is_one_entry(workshop: Workshop, two: tuple[ScanPlan, ScanPlan]) -> None:
    south = two[1]
    panel, slider = workshop.panel, workshop.panel.slider
    count = workshop.document.undo_stack.count()
    item = workshop.layer.item(south.id)
    assert item is not None
    handle = QPoint(round(slider.width() * 0.75), slider.height() // 2)
    press(slider, handle)
    slider.setSliderDown(True)
    for percent in (70, 60, 40):
        slider.setSliderPosition(percent)
        assert item.opacity() == pytest.approx(percent / 100), "seen at once"
    assert workshop.document.undo_stack.count() == count, "and not written yet"
    slider.setSliderDown(False)
    release(slider, handle)
    assert facts(workshop, south).opacity == pytest.approx(0.4)
    assert workshop.document.undo_stack.count() == count + 1
    assert panel.percent.text() == "40 %"
    workshop.document.undo_stack.undo()
    assert item.opacity() == pytest.approx(0.75)
    assert slider.value() == 75


def test_keys_on_the_slider_are_written_after_a_pause(workshop: Workshop, two: tuple[ScanPlan, ScanPlan]) -> None:
    slider = workshop.panel.slider
    count = workshop.document.undo_stack.count()
    slider.setFocus()
    for _ in range(3):
        QTest.keyClick(slider, Qt.Key.Key_Left)
    wait_for(lambda: workshop.document.undo_stack.count() > count)
    assert workshop.document.undo_stack.count() == count + 1
    assert facts(workshop, two[1]).opacity == pytest.approx(0.72)


def test_a_replacement_of_the_same_size_lies_where_the_old_one_lay(
    workshop: Workshop, two: tuple[ScanPlan, ScanPlan], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    south = two[1]
    path = plain(tmp_path / "better.png", "#30c060")
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *args: (str(path), ""))
    press_button(workshop.panel.replace)
    wait_for(lambda: workshop.plan.scans[south.id].sha256 != south.sha256)
    after = workshop.plan.scans[south.id]
    assert (after.title, after.placement) == (south.title, south.placement)
    workshop.rest()
    workshop.panel.replace_with(plain(tmp_path / "larger.png", size=(1400, 1200)))
    wait_for(lambda: facts(workshop, south).size == (1400, 1200))
    assert workshop.plan.scans[south.id].placement != south.placement, "another size has to be laid anew"
    workshop.document.undo_stack.undo()
    workshop.document.undo_stack.undo()
    assert workshop.plan.scans[south.id] == south
    workshop.rest()
    assert workshop.images.image(south).is_ready


def test_a_locked_layer_refuses(workshop: Workshop, two: tuple[ScanPlan, ScanPlan], tmp_path: Path) -> None:
    bench = workshop.bench
    bench.set_layers(bench.layers.with_state(EditLayer.SCANS, LayerState(locked=True)))
    assert not workshop.panel.remove.isEnabled()
    workshop.panel.add_file(plain(tmp_path / "third.png", "#aaaaaa"))
    wait_for(lambda: not workshop.panel.adder.is_busy)
    assert len(workshop.plan.scans) == 2
    assert workshop.said[-1].key == "tool.cannot.locked"


def test_in_a_file_that_may_not_be_written_scans_can_still_be_hidden_and_faded(
    workshop: Workshop, two: tuple[ScanPlan, ScanPlan], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Store, "is_read_only", property(lambda store: True))
    panel, south = workshop.panel, two[1]
    panel.toggle_visible()
    assert workshop.layer.item(south.id) is None
    panel.toggle_visible()
    assert workshop.layer.item(south.id) is not None
    panel.slider.setValue(20)
    item = workshop.layer.item(south.id)
    assert item is not None
    assert item.opacity() == pytest.approx(0.2)
    panel._write_opacity()
    assert facts(workshop, south).opacity == pytest.approx(0.75), "and nothing is written"
    assert item.opacity() == pytest.approx(0.2)


def test_the_state_of_a_scan_is_told(workshop: Workshop, printed: PrintedMap, tmp_path: Path) -> None:
    panel = workshop.panel
    scan = workshop.add(printed.save(tmp_path / "north.png"))
    assert panel.model.state_of(scan) == "not yet"
    assert "1300 × 1100" in panel.facts.text()
    index = panel.model.index(0, ScanColumn.TITLE)
    wait_for(lambda: index.data(Qt.ItemDataRole.DecorationRole) is not None)
    monkey = panel.model.index(0, ScanColumn.STATE)
    assert monkey.data() == "not yet"


# Pages of a PDF


def added_page(workshop: Workshop, path: Path, wish: Wish | None) -> list[Candidate]:
    asked: list[Candidate] = []

    def answer(candidate: Candidate) -> Wish | None:
        asked.append(candidate)
        return wish

    workshop.panel.adder._ask_page = answer
    workshop.panel.add_file(path)
    wait_for(lambda: not workshop.panel.adder.is_busy)
    return asked


def test_a_page_of_a_pdf_becomes_a_scan_and_is_the_same_when_opened_again(
    workshop: Workshop, open_workshop: Callable[..., Workshop], tmp_path: Path
) -> None:
    path = two_pages(tmp_path / "map.pdf")
    (candidate,) = added_page(workshop, path, Wish((1600, 1200), page=1))
    assert candidate.pages == ((400.0, 300.0), (400.0, 300.0))
    (scan,) = workshop.plan.scans.values()
    assert facts(workshop, scan).page == 1
    assert facts(workshop, scan).size == (1600, 1200)
    assert workshop.store.scan(scan.sha256).media == "application/pdf"
    added_page(workshop, path, Wish((800, 600), page=0))
    assert len(workshop.store.scans()) == 1, "two pages, one file"
    workshop.close()
    again = open_workshop(name="map.redoubt")
    image = again.images.image(again.plan.scans[scan.id])
    wait_for(lambda: image.thumbnail is not None)
    assert image.thumbnail is not None
    assert image.thumbnail.pixelColor(50, 50).name() == "#3030c0"
    assert image.size == (1600, 1200)


def test_no_page_means_no_scan(workshop: Workshop, tmp_path: Path) -> None:
    assert len(added_page(workshop, two_pages(tmp_path / "map.pdf"), None)) == 1
    assert workshop.plan.scans == {}


def test_the_dialog_asks_for_page_and_resolution_and_knows_the_bound(workshop: Workshop, tmp_path: Path) -> None:
    (candidate,) = added_page(workshop, two_pages(tmp_path / "map.pdf"), None)
    dialog = PdfPageDialog(candidate, workshop.text)
    assert dialog.wish() == Wish((1111, 833), 0)
    dialog.page.setValue(2)
    dialog.resolution.setValue(100)
    assert dialog.wish() == Wish((556, 417), 1)
    assert "556 × 417" in dialog.result_label.text()
    huge = PdfPageDialog(Candidate(candidate.file, None, ((8000.0, 8000.0),)), workshop.text)
    huge.resolution.setValue(600)
    assert huge.wish() is None
    assert "megapixels" in huge.result_label.text()
    assert not huge.buttons.button(QDialogButtonBox.StandardButton.Ok).isEnabled()
    dialog.deleteLater()
    huge.deleteLater()


def test_the_panel_shows_that_dialog(workshop: Workshop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PdfPageDialog, "exec", lambda dialog: QDialog.DialogCode.Accepted)
    workshop.panel.add_file(two_pages(tmp_path / "map.pdf"))
    wait_for(lambda: not workshop.panel.adder.is_busy)
    (scan,) = workshop.plan.scans.values()
    assert facts(workshop, scan).size == (1111, 833)
    assert isinstance(workshop.panel, ScansPanel)


def test_a_fading_is_kept_though_another_scan_is_chosen_at_once(
    workshop: Workshop, two: tuple[ScanPlan, ScanPlan]
) -> None:
    panel, (north, south) = workshop.panel, two
    panel.choose(south.id)
    before = facts(workshop, north).opacity
    QTest.keyClick(panel.slider, Qt.Key.Key_Left)
    panel.choose(north.id)
    panel._write_opacity()
    assert facts(workshop, south).opacity < 0.75
    assert facts(workshop, north).opacity == before
