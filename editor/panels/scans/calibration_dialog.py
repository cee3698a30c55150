"""A window of its own for a calibration: beside the main window, and not in its way."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QCloseEvent, QKeyEvent
from PySide6.QtWidgets import QDialog, QMessageBox, QVBoxLayout, QWidget

from editor.digitise.grid.found_grid import FoundSheet
from editor.documents.scan_images import ScanImages
from editor.documents.workbench import Workbench
from editor.panels.icons import icon
from editor.panels.scans.calibration import CalibrationPanel

_USUAL: Final = QSize(1180, 780)
_FRAME: Final = QSize(24, 64)
"""Left for the borders and the title of a window: the buttons at its foot must be on the screen."""


class CalibrationDialog(QDialog):
    """Holds the panel; closing it with work undone asks first."""

    def __init__(self, bench: Workbench, images: ScanImages, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.panel = CalibrationPanel(bench, images)
        self.setWindowTitle(self.panel.title)
        self.setWindowIcon(icon("calibrate"))
        self.setWindowFlag(Qt.WindowType.WindowMaximizeButtonHint)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.panel)
        self.panel.finished.connect(self.close)
        self.resize(_USUAL.boundedTo(self.screen().availableSize() - _FRAME))

    def calibrate(self, id: str, found: FoundSheet | None = None) -> bool:
        """Take up a scan, with its grid if that was found, and show the window; False when it cannot be."""
        if not self.panel.calibrate(id, found):
            return False
        scan = self.panel.scan
        title = "" if scan is None else scan.title or scan.id
        self.setWindowTitle(self.tr("Calibrate {0}").format(title))
        self.show()
        self.raise_()
        return True

    def reject(self) -> None:
        """Esc."""
        self.close()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter belongs to the field it was struck in; a dialog would press some button as well."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            event.accept()
            return
        super().keyPressEvent(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        desk = self.panel.desk
        if desk.scan is not None and desk.is_changed and desk.clicks and not self._may_discard():
            event.ignore()
            return
        desk.is_changed = False
        event.accept()

    def _may_discard(self) -> bool:
        buttons = QMessageBox.StandardButton.Discard | QMessageBox.StandardButton.Cancel
        answer = QMessageBox.question(
            self, self.windowTitle(), self.tr("The calibration is not applied. Forget it?"), buttons
        )
        return answer == QMessageBox.StandardButton.Discard
