"""The grid of a generated scan finds itself; what is no hex map is refused, never guessed."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtWidgets import QApplication

from app.cli.main import run
from editor.digitise.grid.found_grid import FoundGrid
from editor.digitise.grid.grid_finder import LEAST_SCORE, find_grid
from engine.core.boards.hexes import Orientation
from tests.helpers.atlas_sheets import GridInk, Photograph, Sheet, photographed
from tests.helpers.no_hexes import no_hexes
from tests.helpers.other_nets import other_nets
from tests.helpers.printed_scans import GridStyle, GroundArt, Print, Printed, no_maps, printed


def median_error(found: FoundGrid, scan: Printed) -> float:
    """From each true centre to the nearest that was found, in pixels; (0, 0) is the middle of the first pixel."""
    away = np.hypot(*(scan.centres[:, None, :] - 0.5 - found.centres[None, :, :]).transpose(2, 0, 1))
    return float(np.median(away.min(axis=1)))


@pytest.mark.parametrize(
    "asked",
    [
        Print(pitch=40, size=(700, 560), rotation=-4.0, lean=0.1, warp=0.004, quality=60, seed=3),
        Print(
            pitch=31,
            size=(620, 500),
            orientation=Orientation.POINTY,
            style=GridStyle.WHITE,
            art=GroundArt.FILLED,
            rotation=9.0,
            covered=0.3,
            seed=4,
        ),
    ],
    ids=["dark lines in perspective on bent paper", "white lines, turned, half covered"],
)
def test_a_grid_lies_within_a_pixel_of_the_print(qapp: QApplication, asked: Print) -> None:
    scan = printed(asked)
    found = find_grid(scan.pixels)
    assert found.is_found
    assert found.score >= LEAST_SCORE
    assert median_error(found, scan) < 1.0
    assert found.sheets[0].orientation is asked.orientation
    assert abs(found.sheets[0].pitch / asked.pitch - 1) < 0.1


@pytest.mark.parametrize("name", ["squares", "triangles", "bricks", "noise", "text", "blank"])
def test_what_is_no_hex_map_is_refused(qapp: QApplication, name: str) -> None:
    found = find_grid(no_maps((520, 420))[name])
    assert not found.is_found
    assert len(found.centres) == 0
    assert found.score < LEAST_SCORE


@pytest.mark.parametrize("name", ["diamonds", "offset squares, wide"])
def test_a_net_that_is_nearly_hexes_is_refused(qapp: QApplication, name: str) -> None:
    assert not find_grid(other_nets((520, 420), (name,))[name]).is_found


def test_whoever_waits_may_give_up() -> None:
    class StopLookingError(Exception):
        pass

    def tell(share: float) -> None:
        raise StopLookingError

    with pytest.raises(StopLookingError):
        find_grid(np.zeros((300, 300), dtype=np.uint8), tell)


def test_the_command_says_it_as_json(qapp: QApplication, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    scan = printed(Print(pitch=36, size=(480, 400), covered=0.0, seed=9))
    picture = scan.save(tmp_path / "scan.png")
    assert run(["find-grid", str(picture), "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["found"] is True
    assert said["orientation"] == "flat"
    assert abs(said["pitch"] - 36) < 1
    assert len(said["centres"]) >= 0.9 * len(scan.centres)


def test_the_command_says_how_each_sheet_lies(
    qapp: QApplication, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    scan = printed(Print(pitch=32, size=(900, 380), sheets=2, rotation=9.0, lean=0.15, covered=0.0, seed=12))
    assert run(["find-grid", str(scan.save(tmp_path / "scan.png")), "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert len(said["each_sheet"]) == len(said["sheets"]) == 2
    assert {key: said[key] for key in said["each_sheet"][0]} == said["each_sheet"][0]
    assert all(each["score"] > 1.05 for each in said["each_sheet"])


def test_a_picture_without_a_grid_is_an_answer_too(
    qapp: QApplication, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    picture = Printed(no_maps((300, 240))["blank"], np.zeros((0, 2)), Print()).save(tmp_path / "blank.png")
    assert run(["find-grid", str(picture), "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["found"] is False
    assert said["centres"] == []
    assert said["refusal"]


def test_a_file_that_is_no_picture_is_refused_in_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "notes.png"
    path.write_text("not a picture", encoding="utf-8")
    assert run(["find-grid", str(path)]) == 3
    assert capsys.readouterr().err.count("\n") == 1


def test_both_sheets_of_one_scan_are_found(qapp: QApplication) -> None:
    scan = printed(Print(pitch=32, size=(900, 380), sheets=2, rotation=9.0, lean=0.15, covered=0.0, seed=12))
    found = find_grid(scan.pixels)
    assert len(found.sheets) == 2
    assert median_error(found, scan) < 1.0


def test_hexes_beyond_the_edge_of_the_print_are_not_told(qapp: QApplication) -> None:
    scan = printed(Print(pitch=36, size=(520, 420), margin=0.09, covered=0.0, seed=21))
    found = find_grid(scan.pixels)
    away = np.hypot(*(found.centres[:, None, :] - (scan.centres[None] - 0.5)).transpose(2, 0, 1)).min(axis=1)
    assert float((away > 10).mean()) < 0.06


def test_a_corner_of_open_sea_belongs_to_the_sheet(qapp: QApplication) -> None:
    scan = printed(Print(pitch=30, size=(560, 440), covered=0.0, seed=33))
    height, width = scan.pixels.shape[:2]
    row, column = np.mgrid[:height, :width]
    scan.pixels[column / width + row / height < 0.55] = 200
    found = find_grid(scan.pixels)
    away = np.hypot(*(found.centres[:, None, :] - (scan.centres[None] - 0.5)).transpose(2, 0, 1)).min(axis=0)
    assert float((away < 8).mean()) > 0.97


def told(found: FoundGrid, photograph: Photograph) -> tuple[float, float]:
    """Which share of the true hexes was told, and which share of what was told is true."""
    away = np.hypot(*(found.centres[:, None, :] - photograph.centres[None]).transpose(2, 0, 1))
    return float((away.min(axis=0) < 8).mean()), float((away.min(axis=1) < 8).mean())


def test_open_sea_along_a_whole_edge_belongs_to_the_sheet(qapp: QApplication) -> None:
    photograph = photographed(Sheet(pitch=30, size=(560, 440), seed=5, sea="bottom"))
    assert not photograph.is_lined.all()
    recall, precision = told(find_grid(photograph.pixels), photograph)
    assert recall > 0.97
    assert precision > 0.97


def test_a_frame_with_its_track_and_samples_is_not_of_the_sheet(qapp: QApplication) -> None:
    photograph = photographed(Sheet(pitch=30, size=(620, 500), seed=6, framed=True, counters=0.1, rotation=4.0))
    recall, precision = told(find_grid(photograph.pixels), photograph)
    assert recall > 0.95
    assert precision > 0.95


@pytest.mark.parametrize("ink", [GridInk.CENTRES, GridInk.NUMBERS])
def test_dots_or_numbers_without_lines_are_asked_about(qapp: QApplication, ink: GridInk) -> None:
    found = find_grid(photographed(Sheet(pitch=40, size=(620, 500), seed=1, ink=ink, rotation=3.0)).pixels)
    assert not found.is_found
    assert found.refusal.key == "digitise.grid.no-lines"
    assert abs(float(str(found.refusal.args["pitch"])) - 40) < 2


@pytest.mark.parametrize("name", ["bottles", "foam"])
def test_what_has_six_neighbours_and_no_sides_of_its_own_is_refused(qapp: QApplication, name: str) -> None:
    assert not find_grid(no_hexes(only=(name,))[name]).is_found
