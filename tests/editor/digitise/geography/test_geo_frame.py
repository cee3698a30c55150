"""A hex grid on the globe: the anchor is where it is said to be, a hex as large as it should, and all of it kept."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from editor.digitise.geography.geo_frame import GeoBox, GeoFrame, frame_of, frame_over, suggested_projection
from editor.digitise.geography.geo_report import distance_report
from editor.digitise.geography.projections import Projection, ProjectionError, ProjectionKind, great_circle_km
from editor.geometry.lattice import Lattice, Span
from engine.core.boards.hexes import HexGrid, Orientation, Parity
from engine.core.boards.labels import LabelScheme
from engine.definitions.plan import FeaturePlan, GeoPlan, MapPlan, SheetPlan
from tests.helpers.plans import small_plan

LAMBERT = Projection(ProjectionKind.LAMBERT, (57.5, 26.0), (55.5, 59.5))
GRID = HexGrid(Orientation.FLAT, Parity.ODD)


def frame(**changes: object) -> GeoFrame:
    given_: dict[str, object] = {
        "projection": LAMBERT,
        "hex_km": 35.0,
        "lattice": Lattice(GRID, 2.0, (5.0, -3.0)),
        "anchor": (4, 7),
        "anchor_at": (57.0, 24.0),
    }
    return GeoFrame(**{**given_, **changes})  # type: ignore[arg-type]


@given(st.floats(52, 63), st.floats(15, 38), st.floats(-180, 180))
def test_there_and_back(latitude: float, longitude: float, rotation: float) -> None:
    laid = frame(rotation=rotation)
    assert laid.place(*laid.point(latitude, longitude)) == pytest.approx((latitude, longitude), abs=1e-7)


@pytest.mark.parametrize("rotation", [0.0, 30.0, -100.0])
def test_the_anchor_is_the_middle_of_its_hex_and_neighbours_are_a_hex_away(rotation: float) -> None:
    laid = frame(rotation=rotation)
    assert laid.point(57.0, 24.0) == pytest.approx(laid.lattice.centre(4, 7))
    assert laid.cell_at(57.0, 24.0) == (4, 7)
    for cell in GRID.neighbours(4, 7):
        place = laid.place(*laid.lattice.centre(*cell))
        assert great_circle_km((57.0, 24.0), place) == pytest.approx(35.0, rel=0.005)


def test_north_is_up_until_the_map_is_turned_clockwise() -> None:
    x, y = frame().lattice.centre(4, 7)
    north = frame().point(58.0, 24.2)
    assert north[1] < y
    assert abs(north[0] - x) < abs(north[1] - y) / 3
    turned = frame(rotation=90.0).point(58.0, 24.2)
    assert turned[0] > x
    assert abs(turned[1] - y) < abs(turned[0] - x) / 3


def test_a_frame_covers_the_part_of_the_globe_it_is_made_for() -> None:
    box = GeoBox(54.2, 20.2, 61.2, 33.4)
    for orientation in Orientation:
        grid = HexGrid(orientation, Parity.EVEN)
        laid, (cols, rows) = frame_over(box, 35.0, grid, first=(10, 20), scale=3.0)
        steps = np.linspace(0, 1, 15)
        for latitude in box.south + steps * (box.north - box.south):
            for longitude in box.west + steps * (box.east - box.west):
                col, row = laid.cell_at(float(latitude), float(longitude))
                assert 10 <= col < 10 + cols
                assert 20 - 1 <= row <= 20 + rows
        assert cols * rows < 1000


def test_a_projection_is_suggested_that_suits_the_latitude() -> None:
    assert suggested_projection(GeoBox(54, 20, 61, 33)).kind is ProjectionKind.LAMBERT
    assert suggested_projection(GeoBox(-8, 20, 9, 33)).kind is ProjectionKind.EQUIRECTANGULAR
    assert suggested_projection(GeoBox(80, 20, 89, 33)).kind is ProjectionKind.EQUIRECTANGULAR


def test_a_map_across_the_date_line_stays_in_one_piece() -> None:
    projection = Projection(ProjectionKind.LAMBERT, (60.0, 179.0), (58.0, 62.0))
    laid = GeoFrame(projection, 50.0, Lattice(GRID), (1, 1), (60.0, 179.5))
    bounds = laid.bounds(Span(1, 1, 10, 10))
    assert bounds.east > 180
    assert laid.place(*laid.point(59.0, -178.0)) == pytest.approx((59.0, -178.0))


def test_a_frame_is_kept_with_the_map_and_found_again() -> None:
    plan = small_plan()
    assert frame_of(plan) is None
    sheet = plan.sheets["main"]
    laid = GeoFrame(LAMBERT, 35.0, Lattice(sheet.grid, sheet.scale, sheet.origin), (2, 3), (57.0, 24.0), 12.0)
    plan.georeference = laid.georeference("main")
    assert plan.georeference == GeoPlan(
        "lambert-conformal", (57.5, 26.0), 35.0, "main:2,3", (57.0, 24.0), (55.5, 59.5), 12.0
    )
    again = frame_of(plan)
    assert again is not None
    assert again.point(58.0, 25.0) == laid.point(58.0, 25.0)


def test_what_makes_no_frame_is_refused() -> None:
    for changes in ({"hex_km": 0.0}, {"hex_km": math.inf}, {"anchor_at": (95.0, 0.0)}):
        with pytest.raises(ProjectionError):
            frame(**changes)
    with pytest.raises(ProjectionError) as bad:
        frame(hex_km=2000.0).bounds(Span(1, 1, 60, 60))
    assert bad.value.message.key == "digitise.geo.map-too-large"
    plan = small_plan()
    plan.georeference = GeoPlan("mollweide", (0.0, 0.0), 10.0, "main:1,1", (0.0, 0.0))
    with pytest.raises(ProjectionError) as bad:
        frame_of(plan)
    assert bad.value.message.key == "digitise.geo.unknown-projection"
    plan.georeference = GeoPlan("albers", (40.0, 0.0), 10.0, "gone:1,1", (0.0, 0.0))
    assert frame_of(plan) is None


def test_a_place_beyond_the_end_of_a_projection_lies_in_no_hex_and_is_told_as_far_off() -> None:
    """The system of the register covers Europe; of the other side of the globe it says nothing."""
    plan = MapPlan("m", "M", "")
    plan.sheets["main"] = SheetPlan("main", GRID, (1, 1), (4, 4), LabelScheme(), "clear", plan.filled((4, 4), "clear"))
    frame = GeoFrame(Projection("EPSG:3035", (52.0, 10.0)), 20.0, Lattice(GRID), (1, 1), (52.0, 10.0))
    assert frame.cell_at(-52.0, -170.0) is None
    far = {"lat": -52.0, "lon": -170.0}
    plan.features["antipodes"] = FeaturePlan("antipodes", "main:1,1", "town", "Antipodes", dict(far))
    (found,) = distance_report(plan, frame)
    assert not found.is_inside
    assert found.hexes == pytest.approx(found.km / 20.0)
    assert found.issue is not None
