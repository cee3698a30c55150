"""Geography onto a map: a new plan, or changes to one that a person has already worked on."""

from __future__ import annotations

import pytest

from editor.digitise.geography.geo_cities import CityRules
from editor.digitise.geography.geo_data import Geography
from editor.digitise.geography.geo_frame import frame_of
from editor.digitise.geography.geo_import import GeoOptions, import_geography, new_map
from editor.digitise.geography.geo_report import distance_report, summary_of
from engine.definitions.issues import DefinitionError, has_errors
from engine.definitions.maps.compile_map import compile_map
from engine.definitions.maps.map_checks import check_plan
from engine.definitions.plan import Cell, FeaturePlan, SidePlan, SpacePlan, canonical_side
from engine.rulesets.words import catalogue
from tests.editor.digitise.geography.small_worlds import box, city, flat_frame, imported, river, world

COAST = world(
    box(-50, -50, 400, 130),
    river((60, 10), (70, 50), (55, 90), (62, 129), name="Long", rank=1),
    river((20, 20), (40, 60), (66, 62), rank=4),
    city("Port", 66, 136, 900),
    city("Inland", 100, 60, 5000),
    city("Suburb", 102, 61, 400),
    city("Lost", 60, 148, 100),
    city("Elsewhere", 5000, 60, 99),
)
OPTIONS = GeoOptions(
    coast="coast",
    river_kinds=((2, "major-river"), (0, "river")),
    cities=CityRules(kinds=((1000, "city"), (0, "town"))),
)


def test_a_new_map_has_ground_rivers_coasts_places_and_its_frame() -> None:
    found = imported(COAST, OPTIONS)
    plan = found.result()
    assert not has_errors(check_plan(plan))
    assert plan.terrain_at(Cell("main", 3, 3)) == "clear"
    assert plan.terrain_at(Cell("main", 3, 16)) == "sea"
    kinds = {key.kind for key in plan.sides}
    assert kinds == {"coast", "major-river", "river"}
    assert {side.attributes.get("name") for key, side in plan.sides.items() if key.kind == "major-river"} == {"Long"}
    names = {feature.name: feature for feature in plan.features.values()}
    assert set(names) == {"Port", "Inland"}
    assert names["Inland"].kind == "city"
    assert names["Port"].kind == "town"
    assert names["Inland"].attributes["lat"] == pytest.approx(-60 / 111.195, abs=1e-4)
    again = frame_of(plan)
    assert again is not None
    assert again.point(-0.5, 0.5) == pytest.approx(flat_frame().point(-0.5, 0.5))
    assert compile_map(plan).size == 320


def test_coasts_are_exactly_the_hexsides_between_land_and_water() -> None:
    found = imported(COAST, OPTIONS)
    plan = found.result()
    grid = plan.sheets["main"].grid
    for cell in plan.sheets["main"].cells():
        for direction in range(6):
            other = Cell("main", *grid.neighbour(cell.col, cell.row, direction))
            pair = {plan.terrain_at(cell), plan.terrain_at(other)}
            is_coast = pair == {"clear", "sea"}
            assert (canonical_side(grid, cell, direction, "coast") in plan.sides) == is_coast


def test_the_preview_counts_and_warns() -> None:
    found = imported(COAST, OPTIONS)
    summary = summary_of(found)
    assert summary.land + summary.sea + summary.lake == 320
    assert summary.rivers == 2
    assert summary.river_sides == sum(key.kind != "coast" for key in found.changes.sides)
    assert summary.coast_sides == sum(key.kind == "coast" for key in found.changes.sides)
    assert (summary.cities, summary.cities_moved) == (2, 1)
    assert summary.repainted == summary.sea
    said = {issue.code.removeprefix("digitise.geo."): issue for issue in summary.issues}
    assert {"city-moved", "city-crowded", "city-in-water"} <= set(said)
    assert said["city-crowded"].message.args["name"] == "Suburb"
    assert said["city-in-water"].message.args["name"] == "Lost"
    words = catalogue(None)
    for line in (*summary.lines, *(issue.message for issue in summary.issues)):
        assert not words.text(line).startswith("digitise.")


def test_cities_lie_within_a_hex_of_where_they_are_and_the_larger_has_the_hex() -> None:
    places = [city(f"City {number}", 7 + 13 * (number % 12), 5 + 9 * (number // 12), number) for number in range(120)]
    found = imported(world(box(-50, -50, 400, 130), *places))
    plan = found.result()
    frame = frame_of(plan)
    assert frame is not None
    report = distance_report(plan, frame)
    assert len(report) == len(found.cities.placed)
    assert all(place.hexes < 1 for place in report)
    assert all(place.km == pytest.approx(10 * place.hexes, rel=0.02) for place in report)
    assert [place.km for place in report] == sorted((place.km for place in report), reverse=True)
    for smaller, larger in found.cities.crowded:
        assert smaller.population < larger.population
    assert len({placed.cell for placed in found.cities.placed}) == len(found.cities.placed)


def test_rules_for_cities() -> None:
    few = imported(COAST, GeoOptions(cities=CityRules(least_population=500, most=1)))
    assert [placed.city.name for placed in few.cities.placed] == ["Inland"]
    shared = imported(COAST, GeoOptions(cities=CityRules(a_hex=2, keep_population=True)))
    assert {placed.city.name for placed in shared.cities.placed} == {"Port", "Inland", "Suburb"}
    (suburb,) = [place for place in shared.result().features.values() if place.name == "Suburb"]
    assert suburb.attributes["population"] == 400
    strict = imported(COAST, GeoOptions(cities=CityRules(leave_water=False, names=frozenset({"Port"}))))
    assert strict.cities.placed == ()
    assert [city.name for city in strict.cities.drowned] == ["Port"]


def test_what_a_person_has_painted_stays() -> None:
    frame = flat_frame()
    plan = new_map(frame, (20, 16), OPTIONS, id="worked-on")
    sheet = plan.sheets["main"]
    sheet.terrain[4, 4] = plan.code_of("forest")
    sheet.terrain[5, 5] = plan.code_of("sea")
    sheet.terrain[15, 4] = plan.code_of("forest")
    mine = canonical_side(sheet.grid, Cell("main", 3, 3), 1, "river")
    plan.sides[mine] = SidePlan(attributes={"name": "Mine"})
    plan.features["my-port"] = FeaturePlan("my-port", "main:2,2", "town", "Port")
    before = plan.copy()
    found = import_geography(COAST, frame, OPTIONS, plan)
    assert plan == before
    result = found.result()
    assert result.terrain_at(Cell("main", 5, 5)) == "forest"
    assert result.terrain_at(Cell("main", 6, 6)) == "clear"
    assert result.terrain_at(Cell("main", 5, 16)) == "sea"
    assert result.sides[mine].attributes == {"name": "Mine"}
    assert [feature.at for feature in result.features.values() if feature.name == "Port"] == ["main:2,2"]
    again = import_geography(COAST, frame, OPTIONS, result)
    assert not again.changes.cells
    assert not again.changes.sides
    assert not again.changes.features


def test_rivers_and_cities_can_be_added_without_touching_the_ground() -> None:
    frame = flat_frame()
    plan = imported(Geography(COAST.areas), OPTIONS).result()
    found = import_geography(Geography(rivers=COAST.rivers, cities=COAST.cities), frame, OPTIONS, plan)
    assert not found.changes.cells
    long = next(river for river in found.rivers.drawn if river.name == "Long")
    assert len(long.chains) == 1
    assert found.rivers.loose == ()
    assert found.result().terrain_at(Cell("main", 3, 16)) == "sea"


def test_an_import_onto_nothing_changes_nothing_but_the_frame() -> None:
    found = imported(Geography())
    assert found.result().georeference is not None
    assert not found.changes.cells
    assert not found.changes.sides


def test_a_map_too_large_is_refused() -> None:
    with pytest.raises(DefinitionError):
        new_map(flat_frame(), (5000, 5000), OPTIONS, id="huge")


def test_places_far_from_their_hex_are_reported_for_a_check() -> None:
    plan = imported(Geography(COAST.areas), OPTIONS).result()
    frame = frame_of(plan)
    assert frame is not None
    latitude, longitude = frame.place(*frame.lattice.centre(5, 5))
    true = {"lat": latitude, "lon": longitude}
    plan.features["good"] = FeaturePlan("good", "main:5,5", "city", "Good", dict(true))
    plan.features["bad"] = FeaturePlan("bad", "main:5,8", "city", "Bad", dict(true))
    plan.features["silent"] = FeaturePlan("silent", "main:5,8", "city", "Silent")
    plan.features["odd"] = FeaturePlan("odd", "main:5,8", "city", "Odd", {"lat": "x", "lon": True})
    plan.spaces["space"] = SpacePlan("space", "Space", frame.lattice.centre(5, 6), "", dict(true))
    report = {place.key: place for place in distance_report(plan, frame)}
    assert set(report) == {"good", "bad", "space"}
    assert report["good"].km == pytest.approx(0, abs=1e-6)
    assert report["good"].is_inside
    assert report["good"].issue is None
    assert report["bad"].hexes == pytest.approx(3)
    assert report["bad"].km == pytest.approx(30, rel=0.01)
    assert not report["bad"].is_inside
    issue = report["bad"].issue
    assert issue is not None
    assert issue.code == "digitise.geo.place-far-off"
    assert report["space"].hexes == pytest.approx(1)
