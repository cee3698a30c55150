"""`redoubt import-geo` with a picture of the globe: terrain by samples, and a preview before anything is written."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PySide6.QtGui import QColor, QImage

from app.__main__ import main
from engine.storage.inspection import inspect

BOX = (50.0, 10.0, 52.0, 12.0)
SAMPLES = ("forest=51,10.3", "forest=51.5,10.6", "mountain=51,11.7", "mountain=50.5,11.4")


@pytest.fixture
def asked(tmp_path: Path) -> list[str]:
    """Land all over, and a picture whose west is green and whose east is brown."""
    south, west, north, east = BOX
    ring = [[west - 1, south - 1], [east + 1, south - 1], [east + 1, north + 1], [west - 1, north + 1]]
    shape = {"type": "Polygon", "coordinates": [[*ring, ring[0]]]}
    land = tmp_path / "land.geojson"
    land.write_text(json.dumps({"type": "Feature", "properties": {}, "geometry": shape}), "utf-8")
    picture = QImage(200, 200, QImage.Format.Format_RGB32)
    picture.fill(QColor("#2f6b2f"))
    for column in range(100, 200):
        for row in range(200):
            picture.setPixelColor(column, row, QColor("#8a6a4a"))
    assert picture.save(str(tmp_path / "relief.png"))
    box = ",".join(map(str, BOX))
    samples = [part for sample in SAMPLES for part in ("--sample", sample)]
    shown = ["--picture", str(tmp_path / "relief.png"), f"--picture-box={box}", *samples]
    return ["import-geo", "--land", str(land), "--hex-km", "20", f"--box={box}", *shown]


def test_a_preview_is_drawn_before_anything_is_written(
    asked: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, preview = tmp_path / "hills.redoubt", tmp_path / "hills.png"
    assert main([*asked, "--dry-run", "--preview", str(preview), str(file)]) == 0
    said = capsys.readouterr().out.lower()
    assert "forest" in said
    assert "mountain" in said
    assert f"{preview}: 2000 x".lower() in said
    assert not file.exists()
    drawn = QImage(str(preview))
    middle = drawn.height() // 2
    west, east = (drawn.pixelColor(x, middle).name() for x in (drawn.width() // 5, 4 * drawn.width() // 5))
    assert west != east
    assert main([*asked, str(file)]) == 0
    (plan,) = inspect(file).contents.maps.values()
    assert {"forest", "mountain"} <= set(plan.terrain_names)


def test_a_preview_that_cannot_be_written_is_said(asked: list[str], tmp_path: Path) -> None:
    assert main([*asked, "--preview", str(tmp_path / "no" / "hills.png"), str(tmp_path / "hills.redoubt")]) == 4
    assert not (tmp_path / "hills.redoubt").exists()


def test_a_picture_wants_its_box_and_two_terrains(asked: list[str], tmp_path: Path) -> None:
    few = [part for part in asked if not part.startswith("--picture-box")]
    assert main([*few, str(tmp_path / "hills.redoubt")]) == 2
