"""GeoPackages and shapefiles come in as GeoJSON does, whatever system they are drawn in."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import shapely

from editor.digitise.geography.vector_files import read_geography
from engine.definitions.issues import DefinitionError

pyogrio = pytest.importorskip("pyogrio")


def write(path: Path, shapes: list[shapely.Geometry], kind: str, system: str, **fields: list[object]) -> None:
    columns = [np.array(values, dtype=object if isinstance(values[0], str) else None) for values in fields.values()]
    pyogrio.raw.write(
        path,
        geometry=shapely.to_wkb(np.array(shapes, dtype=object)),
        field_data=columns,
        fields=list(fields),
        geometry_type=kind,
        crs=system,
        driver="GPKG" if path.suffix == ".gpkg" else "ESRI Shapefile",
    )


@pytest.mark.parametrize("ending", [".gpkg", ".shp"])
def test_a_city_keeps_its_place_and_its_name(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"cities{ending}"
    write(path, [shapely.Point(30.3, 59.9)], "Point", "EPSG:4326", name=["Petrograd"], pop=[700_000])
    (city,) = read_geography(path).cities
    assert (city.name, city.population) == ("Petrograd", 700_000)
    assert (city.latitude, city.longitude) == pytest.approx((59.9, 30.3))


def test_a_file_in_metres_is_brought_to_the_globe(tmp_path: Path) -> None:
    path = tmp_path / "land.gpkg"
    write(path, [shapely.box(4_000_000, 3_000_000, 4_100_000, 3_100_000)], "Polygon", "EPSG:3035", name=["Land"])
    (area,) = read_geography(path).areas
    west, south, east, north = area.geometry.bounds
    assert 4 < west < east < 8
    assert 49 < south < north < 52


def test_a_broken_file_is_refused_in_words(tmp_path: Path) -> None:
    path = tmp_path / "broken.gpkg"
    path.write_bytes(b"SQLite format 3\x00 and nothing else")
    with pytest.raises(DefinitionError):
        read_geography(path)
    with pytest.raises(DefinitionError):
        read_geography(tmp_path / "gone.shp")


def test_a_file_in_a_system_that_is_nowhere_on_the_globe_is_refused_in_words(tmp_path: Path) -> None:
    path = tmp_path / "plan.gpkg"
    write(path, [shapely.Point(3.0, 4.0)], "Point", 'LOCAL_CS["drawing board",UNIT["metre",1]]', name=["Here"])
    with pytest.raises(DefinitionError) as bad:
        read_geography(path)
    assert "plan.gpkg" in str(bad.value.issues[0].message.args["file"])
