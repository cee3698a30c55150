"""The window of a calibration keeps to the screen, its corners may lie on points, and a lost button drags nothing."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QPoint, Qt

from editor.panels.scans.calibration_stage import ClickMode
from tests.editor.canvas.mouse import move, press
from tests.editor.scans.printed_maps import PrintedMap
from tests.editor.scans.workshop import Workshop

CORNERS = ("0202", "1302", "1309", "0209")


def test_the_window_of_a_calibration_keeps_to_the_screen(workshop: Workshop) -> None:
    dialog = workshop.dialog
    room = dialog.screen().availableSize()
    assert dialog.width() <= room.width()
    assert dialog.height() + 40 <= room.height(), "its title stands above it, its buttons at its foot"


def test_a_corner_clicked_on_a_point_that_is_there_is_a_corner(
    workshop: Workshop, printed: PrintedMap, tmp_path: Path
) -> None:
    workshop.add(printed.save(tmp_path / "north.png"))
    workshop.panel.ask_calibrate()
    workshop.rest()
    panel = workshop.calibration
    for label in CORNERS:
        workshop.click_hex(printed.pixel(label), label)
    panel.set_mode(ClickMode.CORNERS)
    for label in CORNERS[:3]:
        workshop.click_pixel(printed.pixel(label))
    assert len(panel.snap.corners) == 3
    panel.set_mode(ClickMode.NUMBERS)
    workshop.click_pixel(printed.pixel(CORNERS[0]))
    assert panel.desk.chosen == 0, "otherwise it takes hold of the point"


def test_a_point_whose_button_was_let_go_elsewhere_is_let_go(
    workshop: Workshop, printed: PrintedMap, tmp_path: Path
) -> None:
    workshop.add(printed.save(tmp_path / "north.png"))
    workshop.panel.ask_calibrate()
    workshop.rest()
    panel = workshop.calibration
    for label in CORNERS:
        workshop.click_hex(printed.pixel(label), label)
    view, start = panel.view.viewport(), panel.view.point_of(panel.desk.clicks[1].pixel).toPoint()
    press(view, start)
    move(view, start + QPoint(20, 0), held=Qt.MouseButton.LeftButton)
    where = panel.desk.clicks[1].pixel
    move(view, start + QPoint(60, 40))
    assert panel.desk.clicks[1].pixel == where
