"""The left of a calibration: the scan itself, what a click on it says, and a line that tells what to do next."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from functools import partial

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QLabel, QToolButton, QVBoxLayout, QWidget

from editor.canvas.scans.scan_pyramid import TileAt
from editor.canvas.scans.scan_view import ScanView
from editor.documents.scan_images import ImageState, ScanImage
from editor.panels.panel import tool_button
from engine.core.messages import Message


class ClickMode(Enum):
    """What a click on the scan says."""

    NUMBERS = "numbers"
    """Here is the middle of a hex, and its number will be typed."""
    NEIGHBOURS = "neighbours"
    """Here is one of three hexes that lie side by side."""
    CORNERS = "corners"
    """Here is one of the four corner hexes of the sheet."""


class ScanStage(QWidget):
    """Shows a picture while it is unpacked and after."""

    mode_chosen = Signal(object)
    """A `ClickMode`."""
    snap_wanted = Signal()
    """The grid is to be snapped to the printed lines."""
    ready = Signal()
    """The picture can be seen, and its size is known."""

    def __init__(self, words: Callable[[Message], str]) -> None:
        super().__init__()
        self._words = words
        self._image: ScanImage | None = None
        self.view = ScanView()
        self.view.set_resting_cursor(Qt.CursorShape.CrossCursor)
        self.view.moved.connect(self._place_waiting)
        self._waiting = QLabel(self.view.viewport())
        self._waiting.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._waiting.setWordWrap(True)
        self.hint = QLabel()
        self.hint.setWordWrap(True)
        self.hint.setMinimumHeight(2 * self.fontMetrics().height() + 6)
        self.hint.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self.modes: dict[ClickMode, QToolButton] = {}
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addLayout(self._tool_row())
        column.addWidget(self.view, 1)
        column.addWidget(self.hint)
        self._show_background()

    def _tool_row(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(2)
        group = QButtonGroup(self)
        texts = {
            ClickMode.NUMBERS: (
                self.tr("Printed Numbers"),
                self.tr("Click the middle of a hex and type the number printed in it"),
                "renumber",
            ),
            ClickMode.NEIGHBOURS: (
                self.tr("Three Neighbours"),
                self.tr("Click the middles of three hexes side by side, then type the number of the first"),
                "three-hexes",
            ),
            ClickMode.CORNERS: (
                self.tr("Four Corners"),
                self.tr("Click the middles of the four corner hexes of the sheet; the printed lines say the rest"),
                "sheet",
            ),
        }
        for mode, (text, tip, picture) in texts.items():
            button = self.modes[mode] = tool_button(picture, text, tip, partial(self.mode_chosen.emit, mode))
            button.setCheckable(True)
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
            group.addButton(button)
            row.addWidget(button)
        self.modes[ClickMode.NUMBERS].setChecked(True)
        snaps = self.tr("Let the printed lines say where the hexes are, from where the fit has them now")
        self.snap = tool_button("snap", self.tr("Snap to Lines"), snaps, self.snap_wanted.emit)
        self.snap.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        row.addWidget(self.snap)
        row.addStretch(1)
        magnify = self.tr("Show the pixels under the pointer; or hold Z")
        self.loupe = tool_button("loupe", self.tr("Loupe"), magnify, lambda: None)
        self.loupe.setCheckable(True)
        self.loupe.toggled.connect(self.view.loupe.keep_open)
        row.addWidget(self.loupe)
        for picture, text, act, keys in (
            ("zoom-in", self.tr("Zoom In"), self.view.zoom_in, "+"),
            ("zoom-out", self.tr("Zoom Out"), self.view.zoom_out, "-"),
            ("fit", self.tr("Show All"), self.view.fit, "0"),
        ):
            row.addWidget(tool_button(picture, text, text, act, shortcut=keys))
        return row

    # The picture

    @property
    def image(self) -> ScanImage | None:
        return self._image

    def watch(self, image: ScanImage | None) -> None:
        """Show another picture, or none."""
        if self._image is not None:
            self._image.changed.disconnect(self._image_changed)
            self._image.arrived.disconnect(self._tile_arrived)
        self._image = image
        if image is not None:
            image.changed.connect(self._image_changed)
            image.arrived.connect(self._tile_arrived)
        self.view.show_scan(image)
        self._show_waiting()

    @property
    def waiting_text(self) -> str:
        """What stands where the picture is not seen yet, or will not be."""
        return self._waiting.text()

    def _image_changed(self) -> None:
        if self._image is not None and self._image.is_ready:
            self.view.show_scan(self._image)
            self.ready.emit()
        self._show_waiting()

    def _tile_arrived(self, at: TileAt) -> None:
        if self.view.item is not None:
            self.view.item.tile_arrived(at)
        if self.view.loupe.isVisible():
            self.view.loupe.update()

    def _show_waiting(self) -> None:
        image = self._image
        text = ""
        if image is not None and image.state is ImageState.UNPACKING:
            text = self.tr("Reading the scan: {0} %").format(round(100 * image.progress))
        elif image is not None and image.problem is not None:
            text = self._words(image.problem)
        self._waiting.setText(text)
        self._waiting.setVisible(bool(text))
        self._place_waiting()

    def _place_waiting(self) -> None:
        self._waiting.setGeometry(self.view.viewport().rect().adjusted(20, 20, -20, -20))

    def _show_background(self) -> None:
        self.view.setBackgroundBrush(self.palette().color(QPalette.ColorRole.Window).darker(118))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._show_background()
