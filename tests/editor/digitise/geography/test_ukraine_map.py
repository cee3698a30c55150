"""The maps of Ukraine '43 lie on the globe as they say, and the hexes that its rulebook numbers are where it says."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

import pytest

from editor.digitise.geography.geo_frame import frame_of
from editor.digitise.geography.geo_report import distance_report
from engine.definitions.documents import load_file
from engine.definitions.maps.map_model import MapModel
from engine.definitions.maps.map_text import plan_of
from engine.definitions.plan import Cell, MapPlan, canonical_side, cell_of
from engine.rulesets.registry import registered

MAPS = ("ukraine-43", "kharkov-1943", "dnieper")


@cache
def _plan(name: str) -> MapPlan:
    shelf = next(iter(registered().values())).scenarios
    document = load_file(shelf / name / "map.yaml").document
    assert isinstance(document, MapModel)
    plan, issues = plan_of(document)
    assert not issues
    return plan


def _cell(plan: MapPlan, label: str) -> Cell:
    sheet = plan.sheets["main"]
    found = sheet.labels.parse(sheet.grid, label, sheet.extent)
    assert found is not None
    return Cell("main", *found)


def _on(plan: MapPlan, kinds: Iterable[str]) -> set[str]:
    """The hexes that ways of some kinds run through."""
    return {at for path in plan.paths.values() if path.kind in set(kinds) for at in path.through}


def _dry_shod(plan: MapPlan, start: Cell) -> set[Cell]:
    """All hexes that are reached without a major river or the sea being crossed."""
    grid = plan.sheets["main"].grid
    seen, todo = {start}, [start]
    while todo:
        here = todo.pop()
        for direction in range(6):
            there = Cell("main", *grid.neighbour(here.col, here.row, direction))
            if there in seen or plan.terrain_at(there) in (None, "sea"):
                continue
            if canonical_side(grid, here, direction, "major-river") not in plan.sides:
                seen.add(there)
                todo.append(there)
    return seen


@pytest.mark.parametrize("name", MAPS)
def test_every_place_is_within_a_hex_of_where_it_lies(name: str) -> None:
    plan = _plan(name)
    frame = frame_of(plan)
    assert frame is not None
    assert frame.hex_km == pytest.approx(16, abs=1)
    report = distance_report(plan, frame)
    assert len(report) > 30
    assert report[0].hexes <= 1


@pytest.mark.parametrize(("place", "label"), [("Izium", "4718"), ("Krasnograd", "3818"), ("Lozovaya", "4321")])
def test_three_towns_fix_the_grid(place: str, label: str) -> None:
    plan = _plan("ukraine-43")
    frame = frame_of(plan)
    assert frame is not None
    at = next(feature for feature in plan.features.values() if feature.name == place and feature.kind != "supply")
    assert cell_of(at.at) == _cell(plan, label)
    assert frame.cell_at(float(at.attributes["lat"]), float(at.attributes["lon"])) == (int(label[:2]), int(label[2:]))


def test_the_line_to_mariupol_leaves_the_other_in_5030() -> None:
    plan = _plan("ukraine-43")
    branch = next(path for path in plan.paths.values() if path.id == "rail-volnovakha-mariupol")
    mariupol = next(feature for feature in plan.features.values() if feature.name == "Mariupol")
    assert branch.through[0] == _cell(plan, "5030").key
    assert branch.through[-1] == mariupol.at
    assert _cell(plan, "5030").key in _on(plan, ["main-rail"])


@pytest.mark.parametrize("label", ["6021", "6024", "6026", "6031", "2701", "3001"])
def test_the_railways_leave_the_map_where_the_rulebook_says(label: str) -> None:
    plan = _plan("ukraine-43")
    assert _cell(plan, label).key in _on(plan, ["main-rail", "rail"])


@pytest.mark.parametrize("name", ["ukraine-43", "dnieper"])
@pytest.mark.parametrize("label", ["1714", "3223", "3323"])
def test_the_three_bridgeheads_lie_on_the_far_bank(name: str, label: str) -> None:
    plan = _plan(name)
    grid = plan.sheets["main"].grid
    here = _cell(plan, label)
    far = _dry_shod(plan, _cell(plan, "0411"))
    assert here in far
    assert _cell(plan, "3316") not in far
    assert any(canonical_side(grid, here, direction, "major-river") in plan.sides for direction in range(6))


@pytest.mark.parametrize(
    ("place", "is_far"),
    [
        ("Kiev", True),
        ("Cherkassy", True),
        ("Dnepropetrovsk", True),
        ("Nikopol", True),
        ("Kherson", True),
        ("Kremenchug", False),
        ("Zaporozhye", False),
        ("Kakhovka", False),
    ],
)
def test_towns_on_the_dnieper_stand_on_their_own_bank(place: str, is_far: bool) -> None:
    plan = _plan("ukraine-43")
    at = next(feature for feature in plan.features.values() if feature.name == place)
    assert (cell_of(at.at) in _dry_shod(plan, _cell(plan, "0411"))) is is_far
