"""A map on the globe goes out as GeoJSON that shapely finds sound and that lies where the map's own frame says."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest
import shapely
from PySide6.QtWidgets import QApplication

from app.cli.main import run
from app.files.map_opening import open_anything
from editor.digitise.exchange.exchange_error import ExchangeError
from editor.digitise.exchange.geojson_writing import geojson_of
from editor.digitise.geography.geo_frame import frame_of
from engine.definitions.plan import cell_of


def test_every_hex_side_line_and_place_is_there_in_longitude_and_latitude(qapp: QApplication) -> None:
    plan = open_anything("kharkov-1943").plan
    frame = frame_of(plan)
    assert frame is not None
    found = json.loads(geojson_of(plan))["features"]
    counted = Counter(each["properties"]["what"] for each in found)
    assert counted["hex"] == sum(len(list(sheet.cells())) for sheet in plan.sheets.values())
    assert counted["hexside"] == len(plan.sides)
    assert counted["path"] == len(plan.paths)
    assert counted["feature"] == sum(cell_of(feature.at) is not None for feature in plan.features.values())
    hexes = [each for each in found if each["properties"]["what"] == "hex"]
    for each in hexes[:: max(1, len(hexes) // 40)]:
        shape = shapely.geometry.shape(each["geometry"])
        assert shape.is_valid
        assert shape.exterior.is_ccw
        x, y = shape.centroid.coords[0]
        assert frame.cell_at(y, x) == (each["properties"]["column"], each["properties"]["row"])


def test_a_map_that_is_not_on_the_globe_says_so(qapp: QApplication, tmp_path: Path) -> None:
    plan = open_anything("kharkov-1943").plan.copy()
    plan.georeference = None
    with pytest.raises(ExchangeError):
        geojson_of(plan)


def test_the_command_writes_it(qapp: QApplication, tmp_path: Path) -> None:
    file, out = tmp_path / "a.redoubt", tmp_path / "a.geojson"
    assert run(["import", "kharkov-1943", str(file)]) == 0
    assert run(["export", str(file), str(out)]) == 0
    assert json.loads(out.read_text(encoding="utf-8"))["type"] == "FeatureCollection"
