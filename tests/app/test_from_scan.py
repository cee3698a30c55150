"""The walk from a scan to a map is carried out on the real window, and takes fewer than sixty inputs."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog

from app.cli.main import run
from app.practice_scan import practice_plan, rail_cells, river_chain
from app.window import MainWindow
from editor.geometry.ground import Ground
from editor.panels.scans.scans_panel import ScansPanel
from editor.tools.brushes.print_terrain import PrintTerrain
from tests.app.test_first_map import MapMaker
from tests.app.walk import check_every_step_is_read, page
from tests.editor.scans.workshop import wait_for

PAGE = page("from-scan")
TRUTH = practice_plan()


class Digitiser(MapMaker):
    """Does what a step says, and counts: a click, a key, or a line that is typed with its Enter."""

    inputs = 0

    @property
    def scans(self) -> ScansPanel:
        panel = self.window.docks.panels["scans"]
        assert isinstance(panel, ScansPanel)
        return panel

    def carry_out(self, verb: str, words: list[str]) -> None:
        if verb == "do":
            self.inputs += {"practice-scan": 0, "new-map": 5, "add-scan": 3, "river-ends": 2, "town": 2}.get(
                words[0], 1
            )
        super().carry_out(verb, words)

    def do_practice_scan(self, name: str) -> None:
        assert run(["practice-scan", str(self.folder / name)]) == 0

    def do_new_map(self, title: str, columns: str = "20", rows: str = "16") -> None:
        self.hands.new_map(title, columns=int(columns), rows=int(rows))

    def do_add_scan(self, name: str) -> None:
        self.hands.key("Alt+8")
        self.monkeypatch.setattr(QFileDialog, "getOpenFileNames", lambda *_: ([str(self.folder / name)], ""))
        QTest.keyClick(self.scans.table, Qt.Key.Key_Insert)
        wait_for(lambda: not self.scans.adder.is_busy and self.window.scan_images.is_idle)
        wait_for(lambda: not self.scans.strip.search.is_busy, patience=300.0)

    def do_lay(self) -> None:
        QTest.mouseClick(self.scans.strip.lay_button, Qt.MouseButton.LeftButton)

    def do_river_ends(self, *labels: str) -> None:
        chain = river_chain(TRUTH)
        plane = Ground(TRUTH).plane(chain[0].plane)
        assert plane is not None
        for corner, label in zip((chain[0], chain[-1]), labels, strict=True):
            at = self.hands.point(*corner.point(plane))
            near = self.hands.hex(label) - at
            assert QPoint.dotProduct(near, near) ** 0.5 < 60, f"the river ends at {label}"
            self.hands.click(at)

    def do_town(self, label: str, name: str) -> None:
        self.do_click(label)
        self.do_name(name)

    def see_proposal(self, hexes: str) -> None:
        strip = self.scans.strip
        assert strip.item.isVisible()
        proposal = strip.proposal
        assert proposal is not None
        assert proposal.is_anchored
        assert abs(len(proposal.cells) - int(hexes)) < 0.05 * int(hexes)

    def see_laid(self, pixels: str) -> None:
        (scan,) = self.hands.plan.scans.values()
        assert float(scan.attributes["rms"]) < float(pixels)

    def see_samples(self, count: str) -> None:
        tool = self.window.tools.tools["print-terrain"]
        assert isinstance(tool, PrintTerrain)
        assert tool.sample_count == int(count)

    def see_ground(self, share: str) -> None:
        sheet, truth = self.hands.plan.sheets["main"], TRUTH.sheets["main"]
        ours, theirs = np.array(["", *self.hands.plan.terrain_names]), np.array(["", *TRUTH.terrain_names])
        assert float((ours[sheet.terrain] == theirs[truth.terrain]).mean()) >= float(share)

    def see_river_course(self, share: str) -> None:
        ours = {key[1:4] for key in self.hands.plan.sides if key.kind == "river"}
        theirs = {key[1:4] for key in TRUTH.sides}
        assert len(ours & theirs) >= float(share) * max(len(ours), len(theirs))

    def see_rail_course(self, share: str) -> None:
        (line,) = self.hands.plan.paths.values()
        theirs = {cell.key for cell in rail_cells(TRUTH)}
        assert len(theirs & set(line.through)) >= float(share) * max(len(theirs), len(line.through))

    def see_towns(self, count: str) -> None:
        ours = {(place.at, place.name) for place in self.hands.plan.features.values()}
        assert ours == {(place.at, place.name) for place in TRUTH.features.values()}
        assert len(ours) == int(count)

    def see_inputs(self, fewer: str) -> None:
        assert self.inputs < int(fewer)


def test_every_step_says_what_is_done() -> None:
    check_every_step_is_read(PAGE, 10)


def test_600_hexes_come_from_a_scan_in_under_60_inputs(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Digitiser(window, tmp_path, monkeypatch).walk(PAGE)
