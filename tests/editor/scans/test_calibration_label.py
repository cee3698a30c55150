"""The field in which the number of a clicked hex is typed."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt

from editor.panels.scans.calibration import CalibrationPanel
from tests.editor.canvas.mouse import drag
from tests.editor.scans.printed_maps import PrintedMap
from tests.editor.scans.workshop import Workshop


def test_who_moves_the_scan_under_the_field_goes_on_typing_in_it(
    workshop: Workshop, panel: CalibrationPanel, printed: PrintedMap
) -> None:
    workshop.click_pixel(printed.pixel("0505"))
    field = panel.label_field.field
    assert field.hasFocus()
    start = panel.view.point_of(printed.pixel("0909")).toPoint()
    panel.view.setFocus(Qt.FocusReason.MouseFocusReason)
    drag(panel.view.viewport(), start, start + QPoint(40, 25))
    assert panel.label_field.isVisible()
    assert field.hasFocus()
