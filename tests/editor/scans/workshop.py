"""A map on the bench with everything that scans need around it: file, canvas, pictures, panels."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from editor.canvas.art.style import bundled_style
from editor.canvas.canvas import MapCanvas
from editor.documents.map_document import MapDocument
from editor.documents.scan_images import ScanImages
from editor.documents.scan_layer import ScanLayer
from editor.documents.workbench import Workbench
from editor.panels.scans.calibration import CalibrationPanel
from editor.panels.scans.calibration_dialog import CalibrationDialog
from editor.panels.scans.scans_panel import ScansPanel
from engine.core.messages import Message
from engine.definitions.palette import Palette, TerrainSwatch
from engine.definitions.plan import MapPlan, Point, ScanPlan
from engine.rulesets.words import catalogue
from engine.storage.contents import Contents
from engine.storage.store import Store
from tests.editor.canvas.mouse import click

PALETTE = Palette.model_construct(
    id="toy-hexes", terrain=(TerrainSwatch(id="clear", name="Clear", colour="#e9e2c6", pattern="clear"),)
)
PATIENCE = 300.0
"""Seconds: what is waited for has gone wrong by then, however busy the machine is."""


def wait_for(condition: Callable[[], object], what: str = "", *, patience: float = PATIENCE) -> None:
    """Let the program run until something is so."""
    until = time.monotonic() + patience
    while not condition():
        assert time.monotonic() < until, what or "it never came to pass"
        QApplication.processEvents()
        time.sleep(0.001)


class Workshop:
    """Everything about one open file."""

    def __init__(
        self, path: Path, plan: MapPlan | None = None, *, style: str = "paper", budget: int = 96 << 20
    ) -> None:
        """Open a file, or make one with this map in it."""
        self.folder = path.parent
        if plan is not None:
            Store.create(path, Contents(maps={plan.id: plan})).close()
        self.store = Store(path)
        self.plan = next(iter(self.store.contents.maps.values()))
        self.canvas = MapCanvas(self.plan, PALETTE, bundled_style(style))
        self.canvas.resize(900, 640)
        self.bench = Workbench(self.canvas)
        self.said: list[Message] = []
        self.bench.reported.connect(self.said.append)
        self.images = ScanImages(folder=self.folder, budget=budget)
        self.layer = ScanLayer(self.bench, self.images)
        self.document = MapDocument(self.store, self.plan, PALETTE, catalogue())
        self.bench.set_document(self.document)
        self._is_closed = False
        self._panel: ScansPanel | None = None
        self._dialog: CalibrationDialog | None = None

    @property
    def panel(self) -> ScansPanel:
        if self._panel is None:
            self._panel = ScansPanel(self.bench, self.layer)
            self._panel.calibrate_wanted.connect(self.dialog.calibrate)
            self._panel.number_wanted.connect(self.dialog.calibrate)
            self._panel.resize(420, 420)
            self._panel.show()
        return self._panel

    @property
    def dialog(self) -> CalibrationDialog:
        if self._dialog is None:
            self._dialog = CalibrationDialog(self.bench, self.images)
        return self._dialog

    @property
    def calibration(self) -> CalibrationPanel:
        return self.dialog.panel

    def text(self, said: Message) -> str:
        return self.document.text_of(said)

    # Scans

    def add(self, path: Path) -> ScanPlan:
        """Add a file by the panel and wait until it is on the map."""
        before = set(self.plan.scans)
        self.panel.add_file(path)
        wait_for(lambda: not self.panel.adder.is_busy and self.images.is_idle, f"{path.name} was never added")
        (new,) = set(self.plan.scans) - before
        return self.plan.scans[new]

    def refusal(self, path: Path) -> str:
        """Add a file that will not do; gives what is said about it."""
        self.panel.add_file(path)
        wait_for(lambda: not self.panel.adder.is_busy)
        return self.panel.problem.text()

    def rest(self) -> None:
        """Wait until everything asked for is there and painted."""
        wait_for(lambda: self.images.is_idle)
        QApplication.processEvents()
        wait_for(lambda: self.images.is_idle)

    def show_canvas(self) -> None:
        self.canvas.show()
        QTest.qWaitForWindowExposed(self.canvas)
        self.finish()

    def finish(self) -> None:
        """Paint what the timers would paint bit by bit."""
        for _ in range(3):
            self.rest()
            self.canvas.finish()
            scale = self.canvas.transform().m11() * self.canvas.devicePixelRatioF()
            for item in map(self.layer.item, self.plan.scans):
                if item is not None:
                    item.finish(self.canvas.view_box, scale)
        QApplication.processEvents()

    # Calibrating

    def click_pixel(self, pixel: Point) -> None:
        """Click a pixel of the scan that is being calibrated, with the mouse."""
        view = self.calibration.view
        at = view.point_of(pixel)
        if not view.viewport().rect().adjusted(12, 12, -12, -12).contains(at.toPoint()):
            view.look_at_pixel(pixel)
            at = view.point_of(pixel)
        click(view.viewport(), QPoint(round(at.x()), round(at.y())))

    def type_label(self, label: str) -> None:
        """Type into the field that a click opens."""
        field = self.calibration.label_field.field
        assert self.calibration.label_field.isVisible(), "a click asks for the number"
        field.setText("")
        QTest.keyClicks(field, label)
        QTest.keyClick(field, Qt.Key.Key_Return)

    def click_hex(self, pixel: Point, label: str) -> None:
        self.click_pixel(pixel)
        self.type_label(label)

    def close(self) -> None:
        if self._is_closed:
            return
        self._is_closed = True
        self.images.close()
        if self._dialog is not None:
            self._dialog.panel.desk.is_changed = False
            self._dialog.close()
            self._dialog.deleteLater()
        if self._panel is not None:
            self._panel.close()
            self._panel.deleteLater()
        self.bench.set_document(None)
        self.canvas.close()
        self.canvas.deleteLater()
        self.store.close()
        QApplication.processEvents()
