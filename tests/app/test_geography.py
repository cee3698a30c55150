"""Maps from real geography: by the command line, in the dialog, and how true their places lie."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from app.__main__ import main
from app.window import MainWindow
from engine.storage.inspection import inspect


@pytest.fixture
def land(tmp_path: Path) -> Path:
    """An island, a river across it and two towns."""
    ring = [[10.0, 50.0], [12.0, 50.0], [12.0, 52.0], [10.0, 52.0], [10.0, 50.0]]
    features = [
        {"type": "Feature", "properties": {}, "geometry": {"type": "Polygon", "coordinates": [ring]}},
        {
            "type": "Feature",
            "properties": {"name": "Long"},
            "geometry": {"type": "LineString", "coordinates": [[11.0, 51.2], [11.2, 50.6], [11.1, 49.9]]},
        },
    ]
    file = tmp_path / "land.geojson"
    file.write_text(json.dumps({"type": "FeatureCollection", "features": features}), encoding="utf-8")
    (tmp_path / "cities.csv").write_text("name,lat,lon,population\nNorth,51.5,10.8,90000\nSouth,50.3,11.4,20000\n")
    return file


def arguments(land: Path, output: Path, *more: str) -> list[str]:
    cities = str(land.parent / "cities.csv")
    read = ["--land", str(land), "--cities", cities, "--hex-km", "20", "--box=49.7,9.6,52.3,12.4"]
    return ["import-geo", *read, "--least-river", "20", *more, str(output)]


def test_a_file_is_made(land: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "island.redoubt"
    assert main(arguments(land, file)) == 0
    (plan,) = inspect(file).contents.maps.values()
    assert plan.title == "island"
    assert {feature.name for feature in plan.features.values()} == {"North", "South"}
    assert any(key.kind == "river" for key in plan.sides)
    assert {"sea", "clear"} <= set(plan.terrain_names)
    assert "hexes" in capsys.readouterr().out
    assert main(arguments(land, file)) == 4, "a file that is there is not overwritten"
    assert main(["check", str(file)]) == 0
    assert "2 places with latitude and longitude: 2 lie in their hex" in capsys.readouterr().out


def test_or_text_in_a_folder(land: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "island"
    assert main(arguments(land, folder, "--title", "The Island", "--orientation", "pointy")) == 0
    assert "The Island" in "".join(path.read_text("utf-8") for path in folder.glob("*.yaml"))
    assert main(["check", str(folder)]) == 0
    assert "lie in their hex" in capsys.readouterr().out


def test_a_dry_run_writes_nothing(land: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments(land, tmp_path / "island.redoubt", "--dry-run")) == 0
    assert "places" in capsys.readouterr().out
    assert not (tmp_path / "island.redoubt").exists()


def test_mistakes_are_one_line(land: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    output = str(tmp_path / "island.redoubt")
    assert main(["import-geo", "--land", str(land), "--hex-km", "20", output]) == 2
    assert (
        main(["import-geo", "--land", str(tmp_path / "no.geojson"), "--hex-km", "20", "--box=49,9,52,12", output]) == 3
    )
    assert main(["import-geo", "--land", str(land), "--hex-km", "-1", "--box=49,9,52,12", output]) == 3
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 3


def test_an_anchor_and_a_size_will_do(land: Path, tmp_path: Path) -> None:
    file = tmp_path / "corner.redoubt"
    options = ["--hex-km", "20", "--anchor=52,10", "--size", "12x9", "--projection", "equirectangular"]
    assert main(["import-geo", "--land", str(land), *options, str(file)]) == 0
    (plan,) = inspect(file).contents.maps.values()
    assert plan.sheets["main"].size == (12, 9)


def test_the_dialog_tells_what_would_be_there_and_makes_it(window: MainWindow, land: Path) -> None:
    dialog = window.menus.file.ask_geography()
    dialog.title_field.setText("Island")
    dialog.land.line.setText(str(land.parent / "no.geojson"))
    dialog.look_button.click()
    assert "no.geojson" in dialog.summary.toPlainText()
    dialog.land.line.setText(str(land))
    dialog.cities.line.setText(str(land.parent / "cities.csv"))
    for name, value in (("south", 49.7), ("north", 52.3), ("west", 9.6), ("east", 12.4)):
        dialog.edges[name].setValue(value)
    dialog.hex_km.setValue(20)
    dialog.least_population.setValue(50_000)
    dialog.look_button.click()
    assert "columns by" in dialog.summary.toPlainText()
    dialog.make_button.click()
    assert window.bench.document is not None
    assert [feature.name for feature in window.bench.document.plan.features.values()] == ["North"]
