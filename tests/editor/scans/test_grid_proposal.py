"""The grid of a new scan is proposed by itself; one click lays the scan, and nothing before that does."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QPushButton

from app.cli import grids
from app.cli.main import run
from editor.digitise.transforms import Transform
from editor.documents.scan_facts import ScanFacts
from editor.panels.scans.calibration_desk import CalibrationDesk
from editor.panels.scans.calibration_stage import ClickMode
from engine.core.boards.labels import LabelScheme
from engine.definitions.plan import ScanPlan
from tests.editor.scans.printed_maps import PrintedMap, plan_for
from tests.editor.scans.workshop import Workshop, wait_for


@pytest.fixture
def small() -> PrintedMap:
    """As many hexes as a test has time for."""
    return PrintedMap(
        radius=20.0, margin=30.0, pixels=(560, 470), camera=Transform((0.97, -0.1, 50, 0.09, 0.96, 12, 0, 0, 1))
    )


def added(workshop: Workshop, printed: PrintedMap, folder: Path) -> ScanPlan:
    scan = workshop.add(printed.save(folder / "north.png"))
    wait_for(lambda: not workshop.panel.strip.search.is_busy, "the grid was never looked for", patience=300.0)
    return workshop.plan.scans[scan.id]


def off(scan: ScanPlan, printed: PrintedMap) -> float:
    """How far the hexes of the map are from the printed ones, in pixels, at worst."""
    to_pixel = Transform(scan.placement).inverse()
    cells = list(printed.numbering.extent.cells())
    planes = np.array([printed.numbering.centre(cell) for cell in cells])
    return float(np.hypot(*(to_pixel.points(planes) - printed.to_pixel.points(planes)).T).max())


def test_one_click_lays_a_scan_whose_shape_says_which_hex_is_which(
    open_workshop: Callable[..., Workshop], small: PrintedMap, tmp_path: Path
) -> None:
    workshop = open_workshop(plan_for(small))
    scan = added(workshop, small, tmp_path)
    strip = workshop.panel.strip
    assert strip.item.isVisible(), "the lattice is drawn over the scan"
    assert "very clear" in strip.said.text()
    assert ScanFacts.of(scan).rms is None, "nothing is laid before somebody agrees"
    before = workshop.document.undo_stack.count()
    strip.lay_button.click()
    assert workshop.document.undo_stack.count() == before + 1
    laid = workshop.plan.scans[scan.id]
    assert off(laid, small) < 1.5
    assert len(ScanFacts.of(laid).marks) >= 20
    assert not strip.item.isVisible()
    assert not strip.findChildren(CalibrationDesk), "what the scan was laid on is put away"


def test_where_the_sheet_is_larger_the_printed_numbers_tell_which_hex_is_which(
    open_workshop: Callable[..., Workshop], small: PrintedMap, tmp_path: Path
) -> None:
    workshop = open_workshop(plan_for(replace(small, size=(15, 12))))
    scan = added(workshop, small, tmp_path)
    strip = workshop.panel.strip
    assert "numbers agree" in strip.said.text()
    strip.lay_button.click()
    laid = workshop.plan.scans[scan.id]
    assert off(laid, small) < 1.5
    assert ScanFacts.of(laid).checked, "numbers far from all marks were read as well"


def test_where_the_sheet_is_smaller_its_shape_tells_nothing_and_the_strip_says_why(
    open_workshop: Callable[..., Workshop], small: PrintedMap, tmp_path: Path
) -> None:
    less = replace(small, size=(small.size[0] - 2, small.size[1] - 2))
    workshop = open_workshop(plan_for(less, scheme=LabelScheme(separator=".")))
    added(workshop, small, tmp_path)
    strip = workshop.panel.strip
    assert strip.lay_button.isHidden(), "it would lie anywhere within the print"
    assert "Map > Resize" in strip.said.text()


def test_where_numbers_say_nothing_either_one_typed_tells_it(
    open_workshop: Callable[..., Workshop], small: PrintedMap, tmp_path: Path
) -> None:
    workshop = open_workshop(plan_for(replace(small, size=(18, 13)), scheme=LabelScheme(separator=".")))
    scan = added(workshop, small, tmp_path)
    strip = workshop.panel.strip
    assert not strip.lay_button.isVisibleTo(strip)
    strip.number_button.click()
    workshop.rest()
    workshop.click_hex(small.pixel("0505"), "05.05")
    assert workshop.calibration.apply()
    assert off(workshop.plan.scans[scan.id], small) < 1.5


def test_a_proposal_can_be_refused_and_a_search_given_up(
    open_workshop: Callable[..., Workshop], small: PrintedMap, tmp_path: Path
) -> None:
    workshop = open_workshop(plan_for(small))
    added(workshop, small, tmp_path)
    strip = workshop.panel.strip
    strip.no_button.click()
    assert not strip.item.isVisible()
    assert not strip.said.isVisibleTo(strip)
    strip.search.forget()
    workshop.panel.find_grid()
    assert strip.search.is_busy
    strip.stop.click()
    assert not strip.search.is_busy
    wait_for(lambda: not workshop.images.is_studying)
    assert strip.found is None


def test_a_scan_without_a_grid_leads_to_giving_it_by_hand(
    open_workshop: Callable[..., Workshop], small: PrintedMap, tmp_path: Path
) -> None:
    workshop = open_workshop(plan_for(small))
    page = QImage(300, 400, QImage.Format.Format_RGB32)
    page.fill(Qt.GlobalColor.white)
    assert page.save(str(tmp_path / "page.png"))
    workshop.add(tmp_path / "page.png")
    wait_for(lambda: not workshop.panel.strip.search.is_busy, "the grid was never looked for", patience=300.0)
    strip = workshop.panel.strip
    assert "no hex grid" in strip.said.text(), "an empty page does not repeat itself"
    offered = [button for button in strip.findChildren(QPushButton) if button.isVisibleTo(strip)]
    assert offered == [strip.by_hand_button, strip.close_button]
    strip.by_hand_button.click()
    workshop.rest()
    assert workshop.calibration.desk.scan is not None
    strip.close_button.click()
    assert not strip.said.isVisibleTo(strip)


def test_four_corners_clicked_roughly_snap_to_the_lines(
    open_workshop: Callable[..., Workshop], small: PrintedMap, tmp_path: Path
) -> None:
    workshop = open_workshop(plan_for(small))
    scan = added(workshop, small, tmp_path)
    workshop.panel.ask_calibrate()
    workshop.rest()
    workshop.calibration.set_mode(ClickMode.CORNERS)
    for number, label in enumerate(("1401", "0101", "1410", "0110")):
        x, y = small.pixel(label)
        workshop.click_pixel((x + (2.0, -2.0)[number % 2], y - 2.0))
    wait_for(lambda: workshop.calibration.snap.progress is None, "the snap never ended", patience=300.0)
    assert len(workshop.calibration.desk.clicks) > 4
    assert workshop.calibration.apply()
    assert off(workshop.plan.scans[scan.id], small) < 1.5


def test_what_looks_like_another_sheet_and_was_not_followed_is_told(
    open_workshop: Callable[..., Workshop],
    small: PrintedMap,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    workshop = open_workshop(plan_for(small))
    added(workshop, small, tmp_path)
    strip = workshop.panel.strip
    found = strip.found
    assert found is not None
    assert not found.has_rivals
    assert "another sheet" not in strip.said.text()
    doubtful = replace(found, has_rivals=True)
    monkeypatch.setattr(type(strip), "found", property(lambda self: doubtful))
    strip.refresh()
    assert "There may be another sheet" in strip.said.text()
    monkeypatch.setattr(grids, "find_grid", lambda pixels: doubtful)
    assert run(["find-grid", str(tmp_path / "north.png")]) == 0
    assert "there may be another sheet" in capsys.readouterr().out
    assert run(["find-grid", str(tmp_path / "north.png"), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["may_have_more"] is True
