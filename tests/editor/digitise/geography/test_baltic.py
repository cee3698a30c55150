"""A coarse Baltic, drawn by hand: the coast, two lakes, four great rivers and ten cities at 35 km a hex."""

from __future__ import annotations

from pathlib import Path

import pytest

from editor.digitise.geography.city_list import read_cities
from editor.digitise.geography.geo_cities import CityRules
from editor.digitise.geography.geo_frame import GeoBox, frame_of, frame_over
from editor.digitise.geography.geo_import import GeoImport, GeoOptions, import_geography, new_map
from editor.digitise.geography.geo_report import distance_report, summary_of
from editor.digitise.geography.geojson import read_geojson
from editor.digitise.geography.river_stems import EndKind
from engine.core.boards.hexes import HexGrid, Orientation, Parity
from engine.definitions.documents import dump_document, load_text
from engine.definitions.maps.map_model import MapModel
from engine.definitions.maps.map_text import plan_of
from engine.definitions.maps.map_writing import model_of
from engine.definitions.plan import Cell
from tests.editor.digitise.geography.small_worlds import feature, text
from tests.editor.digitise.test_tracing import is_connected

LAND = [
    [20.9, 55.3], [21.0, 56.2], [21.0, 56.9], [21.6, 57.5], [22.6, 57.75], [23.2, 57.1], [24.0, 57.05], [24.4, 57.3],
    [24.4, 58.3], [23.6, 58.7], [23.6, 59.2], [24.7, 59.5], [26.0, 59.6], [27.9, 59.45], [28.5, 59.8], [29.3, 59.95],
    [30.2, 59.85], [30.2, 60.0], [29.3, 60.2], [28.6, 60.5], [28.3, 60.65], [27.0, 60.5], [25.0, 60.2], [23.0, 59.9],
    [21.5, 60.7], [21.3, 62.0], [36.0, 62.5], [36.0, 53.0], [19.0, 53.0], [19.0, 54.3], [19.9, 54.6], [20.9, 55.3],
]  # fmt: skip
PEIPUS = [[27.0, 58.8], [27.8, 59.0], [27.75, 58.4], [28.2, 57.9], [27.7, 57.9], [27.3, 58.3], [27.0, 58.8]]
LADOGA = [[31.0, 59.9], [32.4, 60.1], [32.9, 60.9], [31.6, 61.6], [30.2, 61.2], [30.6, 60.5], [31.0, 59.9]]
RIVERS = {
    "Neman": [[24.1, 53.3], [23.9, 54.3], [23.9, 54.9], [22.5, 55.1], [21.4, 55.25], [20.9, 55.3]],
    "Daugava": [[31.5, 55.8], [30.2, 55.2], [28.0, 55.7], [26.5, 55.9], [25.5, 56.5], [24.1, 56.95], [24.0, 57.05]],
    "Narva": [[27.8, 59.0], [28.2, 59.3], [28.0, 59.46]],
    "Neva": [[31.0, 59.93], [30.7, 59.8], [30.2, 59.92]],
}
CITIES = """name,lat,lon,population
Memel,55.7,21.15,50000
Riga,56.95,24.1,400000
Reval,59.4,24.75,150000
Pskov,57.82,28.33,60000
Narva,59.38,28.2,20000
Kaunas,54.9,23.9,150000
Leningrad,59.93,30.35,3000000
Luga,58.74,29.85,15000
Dorpat,58.38,26.72,60000
Duenaburg,55.87,26.53,45000
"""


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    folder = tmp_path_factory.mktemp("baltic")
    lakes = [feature("Polygon", [ring], level=2, name=name) for ring, name in ((PEIPUS, "Peipus"), (LADOGA, "Ladoga"))]
    (folder / "land.geojson").write_bytes(text(feature("Polygon", [LAND], level=1), *lakes))
    rivers = [feature("LineString", line, name=name, rank=1) for name, line in RIVERS.items()]
    (folder / "rivers.geojson").write_bytes(text(*rivers))
    (folder / "cities.csv").write_text(CITIES, "utf-8")
    return [folder / "land.geojson", folder / "rivers.geojson", folder / "cities.csv"]


def made_of(files: list[Path]) -> GeoImport:
    """The map, from its files."""
    land, rivers, cities = files
    geography = read_geojson(land) + read_geojson(rivers) + read_cities(cities)
    options = GeoOptions(coast="coast", cities=CityRules(kinds=((100_000, "city"), (0, "town"))))
    frame, size = frame_over(GeoBox(54.2, 20.2, 61.2, 33.4), 35.0, HexGrid(Orientation.FLAT, Parity.ODD))
    return import_geography(geography, frame, options, new_map(frame, size, options, id="baltic"))


@pytest.fixture(scope="module")
def baltic(files: list[Path]) -> GeoImport:
    return made_of(files)


def test_coast_and_lakes_are_where_they_should(baltic: GeoImport) -> None:
    plan, frame = baltic.result(), baltic.frame
    expected = {
        "sea": [(58.0, 20.6), (59.8, 26.0), (57.5, 23.8)],
        "lake": [(60.9, 31.5), (58.7, 27.4)],
        "clear": [(56.5, 27.0), (59.0, 25.5), (60.7, 25.0), (59.0, 29.5), (54.8, 25.0)],
    }
    for terrain, places in expected.items():
        for place in places:
            assert plan.terrain_at(Cell("main", *frame.cell_at(*place))) == terrain, place
    assert summary_of(baltic).lake >= 12


def test_the_great_rivers_are_unbroken_chains_that_end_in_water(baltic: GeoImport) -> None:
    rivers = {river.name: river for river in baltic.rivers.drawn}
    assert set(rivers) == set(RIVERS)
    for river in rivers.values():
        assert len(river.chains) == 1, river.name
        assert is_connected(baltic.ground.lattice, river.chains[0])
        assert river.end is EndKind.WATER
    assert rivers["Neman"].start is EndKind.EDGE
    assert rivers["Narva"].start is rivers["Neva"].start is EndKind.WATER
    assert rivers["Daugava"].sides > 25
    assert baltic.rivers.loose == ()


def test_ten_cities_lie_within_a_hex_of_where_they_are(baltic: GeoImport) -> None:
    plan = baltic.result()
    frame = frame_of(plan)
    assert frame is not None
    report = distance_report(plan, frame)
    assert len(report) == 10
    assert all(place.hexes < 1 and place.km < 36 and place.issue is None for place in report)
    assert all(plan.terrain_at(Cell("main", *placed.cell)) == "clear" for placed in baltic.cities.placed)


def test_it_is_kept_as_text(baltic: GeoImport) -> None:
    plan = baltic.result()
    document = load_text(dump_document(model_of(plan)), "baltic.yaml").document
    assert isinstance(document, MapModel)
    again, issues = plan_of(document)
    assert again == plan
    assert not issues


def test_the_same_data_gives_the_same_map(baltic: GeoImport, files: list[Path]) -> None:
    assert made_of(files).result() == baltic.result()
