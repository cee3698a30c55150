"""Panels stay where they were put; the wizard knows its bounds and previews what it will make."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPoint, QSettings, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QFileDialog, QLabel, QLineEdit, QMainWindow, QToolTip, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from app.dialogs.map_dialogs import MapForm, adding_lines, adding_sheet, properties, renumbering, resizing
from app.dialogs.new_map import NewMapDialog
from app.menu_letters import marked, mnemonic
from app.modes import Mode
from app.panel_dock import PanelDock
from app.panel_shelf import ALL_PANELS, PANELS
from app.window import MainWindow
from editor.canvas.art.box_renderer import rectangle_of
from editor.documents.workbench import Workbench
from editor.geometry.lattice import Lattice, Span
from editor.panels.history_panel import HistoryPanel
from engine.core.boards.hexes import Orientation
from engine.definitions.maps.map_checks import check_plan
from engine.rulesets.registry import find_game
from tests.app.walker import Walker
from tests.helpers.plans import small_plan


def test_each_mode_has_its_own_panels(window: MainWindow) -> None:
    window.open("ford")
    assert not window.dock.isHidden()
    assert all(dock.isHidden() for dock in window.docks.docks.values())
    window.set_mode(Mode.EDIT)
    assert set(window.docks.docks) == set(ALL_PANELS)
    assert window.dock.isHidden()
    shown = {name for name, dock in window.docks.docks.items() if not dock.isHidden()}
    assert shown == set(PANELS) - {"scans"}
    assert window.size().height() <= 800, "everything fits a small screen"
    window.docks.docks["history"].close()
    window.set_mode(Mode.VIEW)
    window.set_mode(Mode.EDIT)
    assert window.docks.docks["history"].isHidden()
    assert not window.docks.docks["palette"].isHidden()


def test_a_closed_panel_stays_closed_until_reset(
    window: MainWindow, settings: QSettings, qtbot: QtBot, tmp_path: Path
) -> None:
    window.open("ford")
    window.set_mode(Mode.EDIT)
    window.docks.docks["minimap"].close()
    window.close()
    again = MainWindow(settings, tmp_path / "recovery")
    qtbot.addWidget(again)
    again.show()
    again.open("ford")
    again.set_mode(Mode.EDIT)
    assert again.docks.docks["minimap"].isHidden()
    Walker(again).key("Ctrl+Alt+0")
    assert not again.docks.docks["minimap"].isHidden()


def test_a_panel_is_shown_by_its_key(walker: Walker, window: MainWindow) -> None:
    walker.new_map("Keys")
    walker.key("Alt+8")
    assert not window.docks.docks["scans"].isHidden()
    walker.key("Alt+8")
    assert window.docks.docks["scans"].isHidden()


def test_the_scans_called_up_by_their_key_take_the_next_key(
    walker: Walker, window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    walker.new_map("Scanned")
    asked: list[bool] = []
    panel = window.docks.panels["scans"]
    monkeypatch.setattr(QFileDialog, "getOpenFileNames", lambda *_: (asked.append(True), ([], ""))[1])
    walker.key("Alt+8")
    keys = QApplication.focusWidget()
    assert keys is not None
    assert panel.isAncestorOf(keys)
    QTest.keyClick(keys, Qt.Key.Key_Insert)
    assert asked


def test_go_to_looks_at_a_hex(walker: Walker, window: MainWindow) -> None:
    walker.new_map("Far", columns=60, rows=40)
    window.canvas.set_zoom(1.0)
    walker.key("Ctrl+G")
    dialog = walker.dialog()
    field = dialog.focusWidget() or dialog
    QTest.keyClicks(field, "5535")
    QTest.keyClick(field, Qt.Key.Key_Return)
    QApplication.processEvents()
    at = window.canvas.point_of(walker.cell("5535").key)
    assert at is not None
    assert window.canvas.viewport().rect().contains(at)


def test_the_wizard_refuses_what_no_file_can_hold(window: MainWindow, qtbot: QtBot) -> None:
    dialog = NewMapDialog(window)
    qtbot.addWidget(dialog)
    assert dialog.create_button.isEnabled(), "the defaults will do"
    dialog.columns.setValue(5000)
    dialog.rows.setValue(5000)
    assert not dialog.create_button.isEnabled()
    assert "at most" in dialog.count.text()
    dialog.columns.setValue(30)
    dialog.rows.setValue(20)
    assert dialog.create_button.isEnabled()
    dialog.title_field.clear()
    assert not dialog.create_button.isEnabled()


def test_dialogs_that_were_answered_are_gone(window: MainWindow) -> None:
    assert window.open("ford")
    window.set_mode(Mode.DESIGN)
    file, sharing = window.menus.file, window.menus.file.sharing
    asked = (file.ask_new, sharing.ask_export, sharing.ask_kit, file.ask_save_version)
    for ask in (*asked, window.menus.edit.ask_stamp, window.menus.design.ask_delete):
        dialog = ask()
        assert dialog is not None
        dialog.reject()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        assert not isValid(dialog)


@pytest.mark.parametrize("grid", ["flat", "pointy", "spaces"])
def test_a_new_map_has_the_boxes_of_its_game_beside_it(window: MainWindow, qtbot: QtBot, grid: str) -> None:
    dialog = NewMapDialog(window)
    qtbot.addWidget(dialog)
    dialog.grids[grid].setChecked(True)
    assert not dialog.boxes.isEnabled(), "there is no game yet"
    dialog.game.setCurrentIndex(dialog.game.findData("red-star-rising"))
    plan = dialog.plan()
    entry = find_game("red-star-rising")
    assert entry is not None
    assert {name: box.title for name, box in plan.boxes.items()} == dict(entry.ruleset.boxes)
    assert not [issue for issue in check_plan(plan) if issue.is_error]
    boxes = [rectangle_of(box) for box in plan.boxes.values()]
    for number, one in enumerate(boxes):
        assert not any(one.meets(other) for other in boxes[:number])
    for sheet in plan.sheets.values():
        edge = Lattice(sheet.grid).box(Span(1, 1, 1 + sheet.size[0], 1 + sheet.size[1]))
        assert all(box.left > edge.right for box in boxes)
    assert all(box.left > 0 for box in boxes), "there is room for spaces to the left of them"
    dialog.boxes.setChecked(False)
    assert not dialog.plan().boxes


def test_a_game_of_spaces_begins_with_an_empty_table(window: MainWindow, qtbot: QtBot) -> None:
    dialog = NewMapDialog(window)
    qtbot.addWidget(dialog)
    dialog.game.setCurrentIndex(dialog.game.findData("barbarossa-to-berlin"))
    assert dialog.grid == "spaces"
    dialog.game.setCurrentIndex(dialog.game.findData("red-star-rising"))
    assert dialog.grid == "flat"
    dialog.grids["spaces"].setChecked(True)
    dialog.game.setCurrentIndex(dialog.game.findData("ukraine-43"))
    assert dialog.grid == "spaces", "what somebody has chosen stays"


def test_in_a_dialog_each_letter_is_one_fields(window: MainWindow, qtbot: QtBot) -> None:
    dialog = NewMapDialog(window)
    qtbot.addWidget(dialog)
    dialog.show()
    letters = [mnemonic(widget.text()) for widget in marked(dialog) if widget.isVisibleTo(dialog)]
    assert len(letters) == len(set(letters)) > 10
    assert mnemonic(dialog.grids["spaces"].text()) == "Alt+S"


def test_the_wizard_draws_what_is_chosen(window: MainWindow, qtbot: QtBot) -> None:
    dialog = NewMapDialog(window)
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.grids["pointy"].setChecked(True)
    dialog.numbering.usual.setCurrentIndex(2)
    dialog.draw()
    sheet = dialog.preview.plan.sheets["main"]
    assert sheet.grid.orientation is Orientation.POINTY
    assert sheet.labels.label(sheet.grid, 2, 3, sheet.extent) == "B3"
    dialog.numbering.column_fields.step.setCurrentIndex(1)
    assert "runs out" in dialog.count.text(), "counting down from A leaves no letter for the second column"
    dialog.grids["spaces"].setChecked(True)
    dialog.draw()
    assert dialog.preview.plan.spaces
    assert dialog.plan().spaces == {}, "the example is only in the preview"


@pytest.mark.parametrize("size", [(20, 16), (9, 90), (400, 300)])
def test_the_wizard_shows_the_whole_map_and_tells_its_numbers(
    window: MainWindow, qtbot: QtBot, size: tuple[int, int]
) -> None:
    dialog = NewMapDialog(window)
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.columns.setValue(size[0])
    dialog.rows.setValue(size[1])
    dialog.draw()
    assert dialog.preview.plan.sheets["main"].size == size
    paper, seen = dialog.preview.picture.bounds, dialog.preview.view_box
    assert seen.left <= paper.left < paper.right <= seen.right
    assert seen.top <= paper.top < paper.bottom <= seen.bottom
    assert dialog.count.text().endswith(f"numbered 0101 to {size[0]:02}{size[1]:02}")


def test_a_panel_tells_what_it_is_about_at_its_title_alone(qtbot: QtBot) -> None:
    dock = PanelDock("Log", "log", QLabel("What happened"), "All that happened in the game")
    frame = QMainWindow()
    qtbot.addWidget(frame)
    frame.addDockWidget(Qt.DockWidgetArea.LeftDockWidgetArea, dock)
    frame.resize(400, 300)
    dock.show()
    frame.show()
    said = []
    for point in (dock.widget().geometry().center(), QPoint(5, 5)):
        dock.event(QHelpEvent(QEvent.Type.ToolTip, point, dock.mapToGlobal(point)))
        said.append(QToolTip.text())
    QToolTip.hideText()
    assert said == ["", "All that happened in the game"]


def test_the_next_sheet_has_a_name_however_many_there_are(walker: Walker, window: MainWindow) -> None:
    assert window.new_map(small_plan(cols=2, rows=2))
    for name in "bcdefghijklmnopqrstuvwxyz":
        form = adding_sheet(window.bench, window)
        assert form.findChildren(QLineEdit)[0].text() == name
        form.accept()
    assert adding_sheet(window.bench, window).findChildren(QLineEdit)[0].text() == "sheet-27"


@pytest.mark.parametrize("make", [resizing, adding_lines, renumbering, properties])
def test_a_map_of_one_sheet_is_not_asked_which_sheet(
    window: MainWindow, make: Callable[[Workbench, QWidget], MapForm]
) -> None:
    """Its id was all there was to choose, and in French it reads as a hand."""
    assert window.new_map(small_plan(cols=6, rows=5))
    form = make(window.bench, window)
    form.show()
    labels = [label.text() for label in form.findChildren(QLabel) if label.isVisible()]
    boxes = [box for box in form.findChildren(QComboBox) if box.isVisible()]
    (sheet,) = window.bench.document.plan.sheets if window.bench.document is not None else ("",)
    assert not any(sheet in words.split() for words in labels)
    assert not any(sheet == box.itemText(index) for box in boxes for index in range(box.count()))
    form.accept()
    added = adding_sheet(window.bench, window)
    added.accept()
    several = make(window.bench, window)
    several.show()
    shown = [label.text() for label in several.findChildren(QLabel) if label.isVisible()]
    assert any("heet" in words for words in shown)


def test_a_version_that_was_saved_stands_in_the_history_at_once(window: MainWindow, tmp_path: Path) -> None:
    assert window.open("ford")
    window.set_mode(Mode.EDIT)
    assert window.save_as(tmp_path / "mine.redoubt")
    window.docks.show_panel("history")
    panel = window.docks.panels["history"]
    assert isinstance(panel, HistoryPanel)
    panel.tabs.setCurrentIndex(1)
    for name in ("First light", "Second thoughts"):
        assert window.file_actions.save_version(name)
        item = panel.journal.topLevelItem(0)
        assert item is not None
        assert item.text(0) == name


def test_a_new_scenario_that_is_given_up_goes_back_to_the_map_that_was_edited(window: MainWindow) -> None:
    window.new_map(small_plan())
    assert window.mode is Mode.EDIT
    dialog = window.menus.design.ask_new()
    assert dialog is not None
    dialog.reject()
    assert window.mode is Mode.EDIT
    dialog = window.menus.design.ask_new()
    assert dialog is not None
    dialog.accept()
    assert window.mode is Mode.DESIGN
