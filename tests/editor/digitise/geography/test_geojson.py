"""GeoJSON and tables of cities: strictly read, every fault told with its file and place."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from editor.digitise.geography import city_list, geojson
from editor.digitise.geography.city_list import parse_cities, read_cities
from editor.digitise.geography.geo_data import AreaKind
from editor.digitise.geography.geojson import parse_geojson, read_geojson
from engine.definitions.issues import DefinitionError, Issue
from engine.rulesets.words import catalogue
from tests.editor.digitise.geography.small_worlds import feature, text

SQUARE = [[[0, 0], [1, 0], [1, 1], [0, 1], [0, 0]]]


def faults(content: bytes) -> tuple[Issue, ...]:
    with pytest.raises(DefinitionError) as bad:
        parse_geojson(content, "coast.geojson")
    return bad.value.issues


def code(content: bytes) -> str:
    (issue,) = faults(content)
    assert "coast.geojson" in catalogue(None).text(issue.message)
    return issue.code.removeprefix("digitise.geo.")


def test_polygons_lines_and_points_become_areas_rivers_and_cities() -> None:
    found = parse_geojson(
        text(
            feature("Polygon", SQUARE, level=1),
            feature("MultiPolygon", [SQUARE, [[[3, 3], [4, 3], [4, 4], [3, 3]]]], level=2, name="Twin Lake"),
            feature("Polygon", SQUARE, kind="island"),
            feature("LineString", [[0, 0], [1, 1, 250.0]], name="Long\n River", rank=2),
            feature("MultiLineString", [[[0, 0], [1, 1]], [[2, 2], [3, 3]]], guide=True),
            feature("Point", [24.1, 56.9], name="Riga", population=600_000),
            feature("MultiPoint", [[1, 2], [3, 4]], name="Twins"),
            {"type": "Feature", "properties": None, "geometry": None},
        ),
        "coast.geojson",
    )
    assert [area.kind for area in found.areas] == [AreaKind.LAND, AreaKind.LAKE, AreaKind.ISLAND]
    assert found.areas[1].name == "Twin Lake"
    assert [(river.name, river.rank, river.is_guide) for river in found.rivers] == [
        ("Long River", 2, False),
        ("", 0, True),
    ]
    assert [(city.name, city.latitude, city.population) for city in found.cities] == [
        ("Riga", 56.9, 600_000),
        ("Twins", 2.0, 0),
        ("Twins", 4.0, 0),
    ]
    assert (found + found).areas == found.areas * 2


def test_polygons_that_do_not_say_are_what_the_caller_says() -> None:
    found = parse_geojson(text(feature("Polygon", SQUARE)), "lakes.geojson", polygons=AreaKind.LAKE)
    assert found.areas[0].kind is AreaKind.LAKE


def test_a_single_feature_or_geometry_is_read_too() -> None:
    line = {"type": "LineString", "coordinates": [[0, 0], [1, 1]]}
    for data in (line, {"type": "Feature", "properties": {}, "geometry": line}):
        assert len(parse_geojson(json.dumps(data).encode(), "one.geojson").rivers) == 1


def test_an_outline_that_crosses_itself_is_mended_and_told_of() -> None:
    bow = [[[0, 0], [1, 1], [1, 0], [0, 1], [0, 0]]]
    found = parse_geojson(text(feature("Polygon", SQUARE), feature("Polygon", bow)), "coast.geojson")
    assert found.areas[1].geometry.is_valid
    assert found.areas[1].geometry.area == pytest.approx(0.5)
    (note,) = found.issues
    assert note.message.args["place"] == "features[2].geometry.coordinates"


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        ([1, 2], "not-an-object"),
        ({"type": "Topology"}, "not-geojson"),
        ({"type": "FeatureCollection", "features": 3}, "not-a-list"),
        ({"type": "FeatureCollection", "features": [3]}, "not-an-object"),
        ({"type": "FeatureCollection", "features": [{"type": "Point"}]}, "not-a-feature"),
        (feature("Circle", [0, 0]), "unknown-geometry"),
        (feature("Point", [200, 0]), "off-globe"),
        (feature("Point", [0, 91]), "off-globe"),
        (feature("Point", [0]), "not-a-position"),
        (feature("Point", "here"), "not-a-position"),
        (feature("Point", [True, 0]), "not-a-position"),
        (feature("Point", [0, 1e300]), "not-a-position"),
        (feature("LineString", [[0, 0]]), "short-line"),
        (feature("LineString", {"a": 1}), "not-a-list"),
        (feature("Polygon", [[[0, 0], [1, 1], [0, 0]]]), "short-ring"),
        (feature("Polygon", [[[0, 0], [1, 0], [1, 1], [0, 1]]]), "open-ring"),
        (feature("Polygon", SQUARE, level=9), "unknown-level"),
        ({"type": "Feature", "properties": [], "geometry": None}, "not-an-object"),
    ],
)
def test_each_fault_has_its_word(data: object, expected: str) -> None:
    assert code(json.dumps(data).encode()) == expected


def test_a_fault_is_told_with_its_place_and_several_at_once() -> None:
    found = faults(text(feature("Point", [0, 0]), feature("LineString", [[0, 0], [0, 99]]), feature("Point", [500, 0])))
    assert [issue.where.field for issue in found] == [
        "features[2].geometry.coordinates[2]",
        "features[3].geometry.coordinates[1]",
    ]
    assert catalogue(None).text(found[0].message).startswith("coast.geojson, features[2].geometry.coordinates[2]: ")
    many = faults(text(*[feature("Point", [500, 0])] * 50))
    assert len(many) == geojson.MOST_ISSUES + 1


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b'{"type": ', "not-json"),
        (b"\xff\xfe", "not-utf8"),
        (b'{"type": NaN}', "not-a-number"),
        (b'{"a": ' + b"9" * 5000 + b"}", "not-a-number"),
        (b"[" * 100_000, "too-deep"),
        (b'{"a":' * 100_000, "too-deep"),
    ],
)
def test_text_that_is_no_json_ends_in_words(content: bytes, expected: str) -> None:
    assert code(content) == expected


def test_the_bounds_hold_before_anything_is_built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    line = text(feature("LineString", [[0, 0]] * 50))
    monkeypatch.setattr(geojson, "MOST_FEATURES", 2)
    monkeypatch.setattr(geojson, "MOST_POSITIONS", 40)
    assert code(line) == "too-many-positions"
    assert code(text(*[feature("Point", [0, 0])] * 3)) == "too-many-features"
    monkeypatch.setattr(geojson, "MOST_BYTES", 100)
    path = tmp_path / "coast.geojson"
    path.write_bytes(line)
    with pytest.raises(DefinitionError) as bad:
        read_geojson(path)
    assert bad.value.issues[0].code == "digitise.geo.too-big"
    with pytest.raises(DefinitionError) as bad:
        read_geojson(tmp_path / "none.geojson")
    assert bad.value.issues[0].code == "no-such-file"


scalars = st.none() | st.booleans() | st.floats() | st.integers() | st.text(max_size=5)
anything = st.recursive(
    scalars,
    lambda inside: st.lists(inside, max_size=4) | st.dictionaries(st.text(max_size=3), inside, max_size=3),
    max_leaves=12,
)


@given(st.sampled_from(["Point", "LineString", "Polygon", "MultiPolygon", "MultiPoint"]), anything, anything)
def test_whatever_a_file_holds_is_read_or_refused(kind: str, coordinates: object, properties: object) -> None:
    data = {"type": "Feature", "properties": properties, "geometry": {"type": kind, "coordinates": coordinates}}
    issues: tuple[Issue, ...] = ()
    try:
        issues = parse_geojson(json.dumps(data).encode(), "any.geojson").issues
    except DefinitionError as bad:
        issues = bad.issues
    assert all(catalogue(None).template(issue.message.key) for issue in issues)


# Tables of cities


def test_a_table_of_cities_is_read_by_its_headings(tmp_path: Path) -> None:
    path = tmp_path / "cities.csv"
    path.write_text('Name,Latitude,lon,country,population_today\nRiga,56.95,24.1,LV,600000\n"A, B",1,2,X,\n\n', "utf-8")
    found = read_cities(path).cities
    assert [(city.name, city.latitude, city.longitude, city.population) for city in found] == [
        ("Riga", 56.95, 24.1, 600_000),
        ("A, B", 1.0, 2.0, 0),
    ]


@pytest.mark.parametrize(
    ("content", "expected", "line"),
    [
        (b"", "empty-table", None),
        (b"name,lat\nRiga,56\n", "no-column", 1),
        (b"name,lat,lon\nRiga,56\n", "short-row", 2),
        (b"name,lat,lon\n,56,24\n", "no-name", 2),
        (b"name,lat,lon\nA,1,1\nRiga,north,24\n", "off-globe", 3),
        (b"name,lat,lon\nRiga,nan,24\n", "off-globe", 2),
        (b"name,lat,lon\nRiga,1_0,24\n", "off-globe", 2),
        (b"name,lat,lon,pop\nRiga,56,24,many\n", "no-population", 2),
        (b'name,lat,lon\n"Riga,56,24\n', "not-a-table", 2),
        (b"name,lat,lon\n\xff,56,24\n", "not-utf8", None),
    ],
)
def test_faults_of_a_table_are_told_with_their_lines(content: bytes, expected: str, line: int | None) -> None:
    with pytest.raises(DefinitionError) as bad:
        parse_cities(content, "cities.csv")
    (issue,) = bad.value.issues
    assert issue.code == f"digitise.geo.{expected}"
    assert issue.where.line == line
    assert "cities.csv" in catalogue(None).text(issue.message)


def test_a_table_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(city_list, "MOST_CITIES", 3)
    with pytest.raises(DefinitionError) as bad:
        parse_cities(b"name,lat,lon\n" + b"A,1,1\n" * 9, "cities.csv")
    assert bad.value.issues[0].code == "digitise.geo.too-many-cities"
