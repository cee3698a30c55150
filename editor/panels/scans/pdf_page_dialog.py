"""Which page of a PDF becomes the scan, and how finely it is drawn."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFormLayout, QLabel, QSpinBox, QVBoxLayout, QWidget

from editor.canvas.scans.scan_pyramid import Size
from editor.digitise.scans import ScanError, page_size
from editor.documents.scan_intake import USUAL_RESOLUTION, Candidate, Wish
from editor.panels.panel import note
from editor.panels.scans.calibration_facts import WARNING_COLOURS, is_dark
from editor.panels.scans.scan_adder import size_words
from engine.core.messages import Message

COARSEST, FINEST = 50, 1200
_STEP = 50


class PdfPageDialog(QDialog):
    """Asks for a page and a resolution, and says at once when that would be too large."""

    def __init__(self, candidate: Candidate, words: Callable[[Message], str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.finished.connect(self.deleteLater)
        self._candidate = candidate
        self._words = words
        self._size: Size | None = None
        self.setWindowTitle(self.tr("Page of {0}").format(candidate.name))
        self.page = QSpinBox()
        self.page.setRange(1, len(candidate.pages))
        self.page.setSuffix(self.tr(" of {0}").format(len(candidate.pages)))
        self.page.setToolTip(self.tr("The page that shows the map"))
        self.resolution = QSpinBox()
        self.resolution.setRange(COARSEST, FINEST)
        self.resolution.setSingleStep(_STEP)
        self.resolution.setValue(USUAL_RESOLUTION)
        self.resolution.setSuffix(self.tr(" dots an inch"))
        self.resolution.setToolTip(self.tr("How finely the page is drawn; 200 is enough to read printed numbers"))
        self.result_label = QLabel()
        self.result_label.setWordWrap(True)
        self.result_label.setMinimumWidth(300)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        form = QFormLayout()
        form.addRow(self.tr("&Page:"), self.page)
        form.addRow(self.tr("&Resolution:"), self.resolution)
        form.addRow(self.tr("Picture:"), self.result_label)
        column = QVBoxLayout(self)
        column.addLayout(form)
        column.addWidget(note(self.tr("The file itself is kept with the map; each page of it is a scan of its own.")))
        column.addWidget(self.buttons)
        self.page.valueChanged.connect(self._refresh)
        self.resolution.valueChanged.connect(self._refresh)
        self._refresh()

    def _refresh(self) -> None:
        points = self._candidate.pages[self.page.value() - 1]
        try:
            self._size = page_size(self._candidate.name, points, self.resolution.value())
            text, colour = size_words(self._size), self.palette().color(QPalette.ColorRole.WindowText)
        except ScanError as bad:
            self._size = None
            text, colour = self._words(bad.message), QColor(WARNING_COLOURS[is_dark(self)])
        palette = self.result_label.palette()
        palette.setColor(QPalette.ColorRole.WindowText, colour)
        self.result_label.setPalette(palette)
        self.result_label.setText(text)
        self.buttons.button(QDialogButtonBox.StandardButton.Ok).setEnabled(self._size is not None)

    def wish(self) -> Wish | None:
        """What was asked for; None while that cannot be."""
        return None if self._size is None else Wish(self._size, self.page.value() - 1)
