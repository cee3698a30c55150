"""Panels stay where they were put; the wizard knows its bounds and previews what it will make."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QSettings, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.dialogs.new_map import NewMapDialog
from app.modes import Mode
from app.panel_shelf import ALL_PANELS, PANELS
from app.window import MainWindow
from engine.core.boards.hexes import Orientation
from tests.app.walker import Walker


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
