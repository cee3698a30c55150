"""Scans in the real window: added, calibrated and checked with the mouse, hidden in View, and printed if asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.modes import Mode
from app.window import MainWindow
from editor.digitise.numbering_faults import NumberingFault
from editor.export.options import Format
from editor.panels.scans.calibration import CalibrationPanel
from editor.panels.scans.scans_panel import ScansPanel
from engine.core.boards.hexes import HexGrid, Orientation, Parity
from engine.definitions.plan import Point, ScanPlan
from tests.app.walker import Walker
from tests.editor.canvas import mouse
from tests.editor.scans.printed_maps import PrintedMap
from tests.editor.scans.workshop import wait_for

CLICKED = ("0202", "1303", "1209", "0309", "0706")


@pytest.fixture
def printed(walker: Walker) -> PrintedMap:
    """A map on paper, numbered as the wizard numbers a new one."""
    walker.new_map("Traced", columns=14, rows=10)
    sheet = walker.plan.sheets["main"]
    return PrintedMap(grid=HexGrid(Orientation.FLAT, Parity(sheet.grid.parity)), scheme=sheet.labels)


@pytest.fixture
def scan(walker: Walker, window: MainWindow, printed: PrintedMap, tmp_path: Path) -> Iterator[ScanPlan]:
    """The paper, laid aslant on a scanner and added by the panel."""
    walker.key("Alt+8")
    panel = window.docks.panels["scans"]
    assert isinstance(panel, ScansPanel)
    panel.add_file(printed.save(tmp_path / "paper.png"))
    wait_for(lambda: not panel.adder.is_busy and window.scan_images.is_idle)
    (added,) = walker.plan.scans.values()
    yield added
    if window.calibration is not None:
        window.calibration.panel.desk.is_changed = False
        window.calibration.close()


def click_pixel(panel: CalibrationPanel, pixel: Point) -> None:
    at = panel.view.point_of(pixel)
    if not panel.view.viewport().rect().adjusted(12, 12, -12, -12).contains(at.toPoint()):
        panel.view.look_at_pixel(pixel)
        at = panel.view.point_of(pixel)
    mouse.click(panel.view.viewport(), QPoint(round(at.x()), round(at.y())))


def calibrate(
    window: MainWindow, scan: ScanPlan, printed: PrintedMap, read: Callable[[str], str] = str
) -> CalibrationPanel:
    """Click printed numbers and type them; `read` is how they are read."""
    panel = window.docks.panels["scans"]
    assert isinstance(panel, ScansPanel)
    panel.choose(scan.id)
    panel.calibrate.click()
    assert window.calibration is not None
    assert window.calibration.isVisible()
    calibration = window.calibration.panel
    wait_for(lambda: window.scan_images.is_idle)
    QApplication.processEvents()
    for label in CLICKED:
        click_pixel(calibration, printed.pixel(label))
        field = calibration.label_field.field
        field.setText("")
        QTest.keyClicks(field, read(label))
        QTest.keyClick(field, Qt.Key.Key_Return)
    return calibration


def answer(calibration: CalibrationPanel, printed: PrintedMap) -> None:
    """Say what is printed at every hex that the check asks about."""
    calibration.begin_check()
    while (asked := calibration.desk.question) is not None:
        number = printed.printed_at(asked.pixel)
        if number:
            QTest.keyClicks(calibration.check.answer, number)
            QTest.keyClick(calibration.check.answer, Qt.Key.Key_Return)
        else:
            calibration.check.skip.click()


def test_a_scan_is_calibrated_with_five_clicks(
    walker: Walker, window: MainWindow, scan: ScanPlan, printed: PrintedMap
) -> None:
    calibration = calibrate(window, scan, printed)
    assert calibration.desk.fit is not None
    assert calibration.desk.fit.rms < 2
    answer(calibration, printed)
    assert calibration.desk.is_confirmed
    assert calibration.apply()
    laid = walker.plan.scans[scan.id]
    assert laid != scan
    assert window.menus.edit.undo.isEnabled()
    window.undo_group.undo()
    assert walker.plan.scans[scan.id] == scan
    window.undo_group.redo()
    assert walker.plan.scans[scan.id] == laid


def test_an_off_by_one_is_caught(window: MainWindow, scan: ScanPlan, printed: PrintedMap) -> None:
    calibration = calibrate(window, scan, printed, lambda label: f"{label[:2]}{int(label[2:]) - 1:02d}")
    assert calibration.desk.fit is not None
    assert calibration.desk.fit.rms < 2, "a uniform mistake fits perfectly"
    answer(calibration, printed)
    verdict = calibration.desk.verdict
    assert verdict is not None
    assert verdict.diagnosis is not None
    assert verdict.diagnosis.fault is NumberingFault.OFF_BY_ONE
    assert not calibration.desk.is_confirmed


def test_scans_are_hidden_while_the_map_is_looked_at(window: MainWindow, scan: ScanPlan) -> None:
    assert window.scans.item(scan.id) is not None
    window.set_mode(Mode.VIEW)
    assert window.scans.item(scan.id) is None
    window.set_mode(Mode.EDIT)
    assert window.scans.item(scan.id) is not None


def test_the_loupe_is_kept_open_by_a_key(walker: Walker, window: MainWindow, scan: ScanPlan, qtbot: QtBot) -> None:
    wait_for(lambda: window.scan_images.is_idle)
    walker.key("Ctrl+Shift+L")
    assert window.menus.view.loupe.isChecked()
    mouse.move(walker.viewport, walker.hex("0706"))
    qtbot.waitUntil(window.scans.loupe.isVisible)
    panel = window.docks.panels["scans"]
    assert isinstance(panel, ScansPanel)
    assert panel.loupe.isChecked(), "the button of the panel tells the same"
    panel.loupe.click()
    assert not window.menus.view.loupe.isChecked()
    assert not window.scans.loupe.isVisible()
    window.set_mode(Mode.VIEW)
    assert not window.menus.view.loupe.isEnabled()


def test_scans_are_printed_if_asked_for(window: MainWindow, scan: ScanPlan, tmp_path: Path) -> None:
    wait_for(lambda: window.scan_images.is_idle)
    pictures = []
    for with_scans in (False, True):
        dialog = window.menus.file.sharing.ask_export()
        assert dialog is not None
        box = dialog.fields.shown["scans"]
        assert box.isEnabled()
        assert not box.isChecked(), "they are left out unless asked for" if not with_scans else "as the last time"
        box.setChecked(with_scans)
        dialog.fields.format.setCurrentIndex(dialog.fields.format.findData(Format.PNG))
        path = tmp_path / f"map-{with_scans}.png"
        dialog.path.setText(str(path))
        dialog.run()
        pictures.append(QImage(str(path)))
    plain, scanned = pictures
    middle = plain.rect().center()
    assert plain.pixelColor(middle + QPoint(3, 30)) != scanned.pixelColor(middle + QPoint(3, 30))
    assert scan.id in window.bench.document.plan.scans  # type: ignore[union-attr]


def test_a_map_without_scans_offers_none(walker: Walker, window: MainWindow) -> None:
    walker.new_map("Bare")
    dialog = window.menus.file.sharing.ask_export()
    assert dialog is not None
    assert not dialog.fields.shown["scans"].isEnabled()
    dialog.reject()
