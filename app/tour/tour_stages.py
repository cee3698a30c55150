"""Scenes of the tour that need more than an example: a printed map under a camera, and an island from coordinates."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QApplication

from app.files.map_opening import OpenedScenario, open_anything
from app.files.render import render
from app.geography.geo_dialog import GeoDialog
from app.modes import Mode
from app.window import MainWindow
from editor.canvas.scans.scan_item import qtransform
from editor.digitise.transforms import Transform
from editor.panels.scans.calibration_dialog import CalibrationDialog
from editor.panels.scans.scans_panel import ScansPanel
from engine.definitions.plan import Cell, MapPlan, Point
from engine.rulesets.library import bundled_scenarios

_PATIENCE = 20.0
_PRINT = 1500
"""Pixels across the printed map."""
_CAMERA = Transform((0.93, -0.11, 210.0, 0.09, 0.95, 40.0, 1.2e-5, 2.6e-5, 1.0))
"""From the print to the scan: turned, sheared and a little aslant."""
_SCAN = (1640, 1400)


def settle(until: Callable[[], bool] = lambda: True, least: int = 120) -> None:
    """Let timers and other threads have their turn, for a moment at least, until something is so."""
    given_up = time.monotonic() + _PATIENCE
    while True:
        loop = QEventLoop()
        QTimer.singleShot(least, loop.quit)
        loop.exec()
        if until() or time.monotonic() > given_up:
            return


def showpieces() -> list[str]:
    """One example of hexes and one of spaces, the smallest of each: on those it is seen best how a map is made."""
    sizes: dict[bool, tuple[int, str]] = {}
    for name in bundled_scenarios():
        plan = open_anything(name).plan
        has_hexes = bool(plan.sheets)
        size = sum(sheet.size[0] * sheet.size[1] for sheet in plan.sheets.values()) + len(plan.spaces)
        sizes[has_hexes] = min(sizes.get(has_hexes, (size, name)), (size, name))
    return [name for _, (_, name) in sorted(sizes.items())]


class Print:
    """A bundled map on paper, and a blank one with the same hexes to trace it on."""

    def __init__(self, opened: OpenedScenario, folder: Path) -> None:
        upright = folder / "upright.png"
        width, _ = render(opened, upright, _PRINT, counters=False)
        self._opened = opened
        self._upright = QImage(str(upright))
        self._scale = width
        self.sheet = next(iter(opened.plan.sheets.values()))

    def blank(self) -> MapPlan:
        """The map that is traced."""
        plan = MapPlan("traced", "Traced", self._opened.plan.palette)
        fill = self.sheet.fill
        plan.sheets[self.sheet.id] = replace(self.sheet, terrain=plan.filled(self.sheet.size, fill))
        return plan

    def save(self, path: Path) -> Path:
        """What the scanner makes of it."""
        image = QImage(*_SCAN, QImage.Format.Format_RGB32)
        image.fill(QColor("#7f7a70"))
        painter = QPainter(image)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.setTransform(qtransform(_CAMERA))
        painter.drawImage(0, 0, self._upright)
        painter.end()
        if not image.save(str(path), "JPEG", 90):  # type: ignore[call-overload]
            raise OSError(f"the picture {path} could not be written")
        return path

    def clicks(self, window: MainWindow) -> list[tuple[Point, str]]:
        """Where hexes near the corners lie on the scan, and what is printed in them."""
        paper, sheet = window.canvas.picture.bounds, self.sheet
        (left, top), (across, down) = sheet.first, sheet.size
        scale = self._scale / paper.width
        found = []
        for col, row in ((1, 1), (across - 2, 1), (across - 2, down - 2), (1, down - 2), (across // 2, down // 2)):
            cell = Cell(sheet.id, left + col, top + row)
            place = window.canvas.picture.place(cell.key)
            if place is not None:
                at = _CAMERA.point((place.x - paper.left) * scale, (place.y - paper.top) * scale)
                found.append((at, sheet.labels.label(sheet.grid, cell.col, cell.row, sheet.extent)))
        return found


def lay_by_a_scan(window: MainWindow, folder: Path) -> Print | None:
    """Begin a blank map with a scan of a bundled one under it; None where no example has hexes."""
    opened = next((found for found in map(open_anything, showpieces()) if found.plan.sheets), None)
    if opened is None:
        return None
    printed = Print(replace(opened, plan=_sheet_alone(opened.plan)), folder)
    window.new_map(printed.blank())
    window.set_mode(Mode.EDIT)
    panel = window.docks.panels["scans"]
    assert isinstance(panel, ScansPanel)
    window.docks.show_panel("scans")
    panel.add_file(printed.save(folder / "The printed map.jpg"))
    settle(lambda: not panel.adder.is_busy and window.scan_images.is_idle)
    return printed


def _sheet_alone(plan: MapPlan) -> MapPlan:
    """The map without boxes beside it, so that paper and print are of one size."""
    alone = plan.copy()
    alone.boxes.clear()
    alone.links.clear()
    return alone


def calibrate_a_scan(window: MainWindow, printed: Print) -> CalibrationDialog:
    """Click five printed numbers of the scan."""
    assert window.bench.document is not None
    window.calibrate(next(iter(window.bench.document.plan.scans)))
    dialog = window.calibration
    assert dialog is not None
    settle(lambda: window.scan_images.is_idle)
    for pixel, label in printed.clicks(window):
        dialog.panel.desk.add(pixel, label)
    settle(lambda: window.scan_images.is_idle)
    dialog.panel.view.finish()
    return dialog


def check_and_apply(dialog: CalibrationDialog) -> None:
    """Read every number that the check asks for as it is printed, and let the scan lie so."""
    desk = dialog.panel.desk
    while (asked := desk.question) is not None:
        desk.answer(asked.label)
    QApplication.processEvents()
    dialog.panel.apply()
    desk.is_changed = False
    dialog.close()


def import_an_island(window: MainWindow, folder: Path) -> GeoDialog:
    """Look at an island with a lake, a river and three towns."""
    coast = [
        [10.2, 50.3], [10.9, 50.0], [11.8, 50.2], [12.6, 50.1], [13.2, 50.6], [13.0, 51.2], [13.4, 51.7],
        [12.8, 52.2], [12.0, 52.1], [11.4, 52.4], [10.7, 52.0], [10.4, 51.5], [10.7, 51.0], [10.2, 50.3],
    ]  # fmt: skip
    lake = [[11.4, 51.2], [11.9, 51.1], [12.2, 51.4], [11.9, 51.7], [11.5, 51.6], [11.4, 51.2]]
    river = [[11.6, 51.15], [11.5, 50.9], [11.8, 50.6], [11.7, 50.15]]
    towns = "name,lat,lon,population\nNorthport,52.1,12.2,180000\nLakeside,51.4,11.2,60000\nMouth,50.3,11.7,240000\n"
    features = [_feature("Polygon", [coast], level=1), _feature("Polygon", [lake], level=2, name="The Lake")]
    land, cities = folder / "island.geojson", folder / "towns.csv"
    features.append(_feature("LineString", river, name="Long", rank=1))
    land.write_text(json.dumps({"type": "FeatureCollection", "features": features}), encoding="utf-8")
    cities.write_text(towns, encoding="utf-8")
    dialog = window.menus.file.ask_geography()
    frame = dialog.frame
    frame.title_field.setText("The Island")
    frame.land.line.setText(str(land))
    frame.cities.line.setText(str(cities))
    for name, value in (("south", 49.8), ("north", 52.6), ("west", 9.8), ("east", 13.8)):
        frame.edges[name].setValue(value)
    frame.hex_km.setValue(15.0)
    dialog.ground.coast.setCurrentIndex(dialog.ground.coast.findData("coast"))
    dialog.look()
    settle(lambda: not dialog.is_running)
    dialog.preview.finish()
    return dialog


def _feature(kind: str, coordinates: object, **properties: object) -> dict[str, object]:
    return {
        "type": "Feature",
        "properties": properties,
        "geometry": {"type": kind, "coordinates": coordinates},
    }
