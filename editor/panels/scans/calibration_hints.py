"""The line under a scan that is being calibrated: what to do next."""

from __future__ import annotations

from PySide6.QtCore import QObject

from editor.panels.scans.calibration_desk import NEIGHBOURS, CalibrationDesk
from editor.panels.scans.calibration_snap import GridSnap
from editor.panels.scans.calibration_stage import ClickMode


class CalibrationHints(QObject):
    """Says it, from what was clicked so far."""

    def __init__(self, desk: CalibrationDesk, snap: GridSnap) -> None:
        super().__init__(desk)
        self._desk = desk
        self._snap = snap

    def text(self, mode: ClickMode, *, asks: bool, is_found: bool) -> str:
        """While a question is asked, or a found grid waits for one number, that comes first."""
        desk, count = self._desk, len(self._desk.clicks)
        if asks:
            return self.tr("Read the number in the hex marked in yellow and type it at the right.")
        if desk.neighbours or mode is ClickMode.NEIGHBOURS:
            if len(desk.neighbours) == NEIGHBOURS:
                return self.tr("Type the number printed in the first of the three.")
            return self.tr("Click the middles of three hexes side by side: {0} of 3.").format(len(desk.neighbours))
        if desk.chosen is not None:
            return self.tr("Arrows move the chosen point by a pixel, with Shift by ten; F2 renames, Del removes it.")
        if self._snap.progress is not None:
            return self.tr("Snapping to the printed lines: {0} %").format(round(100 * self._snap.progress))
        if mode is ClickMode.CORNERS:
            said = self.tr("Click the middles of the four corner hexes of the sheet, in any order: {0} of 4.")
            return said.format(len(self._snap.corners))
        if is_found:
            return self.tr("The grid is found. Click the middle of any hex and type the number printed in it.")
        if not count:
            return self.tr(
                "Click the middle of a hex and type the number printed in it. Ins takes the middle of the view, "
                "Z held is the loupe."
            )
        if count == 1:
            return self.tr("Now a second hex, as far from the first as the map allows.")
        if desk.fit is None:
            return self.tr("These points give no fit yet: see at the right why.")
        if count < 4:
            return self.tr("Points near the corners make the fit firm; from four on it can follow perspective.")
        return self.tr(
            "Do the lines lie on the print? Arrows move the whole grid, [ and ] turn it, comma and full stop scale it. "
            "Then check the numbers (F8)."
        )
