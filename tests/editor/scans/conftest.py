"""Every picture of these tests is lettered in the bundled font, and every workshop is closed after its test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from app.application import application
from editor.panels.scans.calibration import CalibrationPanel
from engine.definitions.plan import MapPlan, ScanPlan
from tests.editor.scans.printed_maps import PrintedMap, plan_for
from tests.editor.scans.workshop import Workshop


@pytest.fixture(autouse=True)
def _our_application(qapp: QApplication) -> None:
    application()


@pytest.fixture
def open_workshop(tmp_path: Path) -> Iterator[Callable[..., Workshop]]:
    """Makes workshops, and closes them when the test is over."""
    opened: list[Workshop] = []

    def make(plan: MapPlan | None = None, *, name: str = "map.redoubt", budget: int = 96 << 20) -> Workshop:
        workshop = Workshop(tmp_path / name, plan, budget=budget)
        opened.append(workshop)
        return workshop

    yield make
    for workshop in opened:
        workshop.close()


@pytest.fixture
def printed() -> PrintedMap:
    return PrintedMap()


@pytest.fixture
def workshop(open_workshop: Callable[..., Workshop], printed: PrintedMap) -> Workshop:
    """An open map numbered as the printed one is."""
    return open_workshop(plan_for(printed))


@pytest.fixture
def scan(workshop: Workshop, printed: PrintedMap, tmp_path: Path) -> ScanPlan:
    """A scan on the map, and its calibration opened by the panel's button."""
    found = workshop.add(printed.save(tmp_path / "north.png"))
    workshop.panel.ask_calibrate()
    workshop.rest()
    return found


@pytest.fixture
def panel(workshop: Workshop, scan: ScanPlan) -> CalibrationPanel:
    return workshop.calibration
