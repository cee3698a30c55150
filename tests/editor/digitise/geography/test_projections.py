"""Projections: the textbook's own numbers, there and back, and what they promise to keep."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from editor.digitise.geography.projections import EARTH_KM, Projection, ProjectionError, ProjectionKind, great_circle_km

BALTIC = {
    ProjectionKind.EQUIRECTANGULAR: Projection(ProjectionKind.EQUIRECTANGULAR, (57.0, 26.0), (57.0,)),
    ProjectionKind.LAMBERT: Projection(ProjectionKind.LAMBERT, (57.0, 26.0), (54.0, 60.0)),
    ProjectionKind.ALBERS: Projection(ProjectionKind.ALBERS, (57.0, 26.0), (54.0, 60.0)),
    ProjectionKind.TRANSVERSE_MERCATOR: Projection(ProjectionKind.TRANSVERSE_MERCATOR, (57.0, 26.0)),
}


@pytest.mark.parametrize(
    ("projection", "place", "expected"),
    [
        (Projection(ProjectionKind.ALBERS, (23, -96), (29.5, 45.5)), (35, -75), (0.2952720, 0.2416774)),
        (Projection(ProjectionKind.LAMBERT, (23, -96), (33, 45)), (35, -75), (0.2966785, 0.2462112)),
        (Projection(ProjectionKind.TRANSVERSE_MERCATOR, (0, -75)), (40.5, -73.5), (0.0199077, 0.7070276)),
        (
            Projection(ProjectionKind.EQUIRECTANGULAR, (0, 10), (60,)),
            (45, 40),
            (math.radians(30) / 2, math.radians(45)),
        ),
    ],
)
def test_worked_examples_of_the_textbook_come_out(
    projection: Projection, place: tuple[float, float], expected: tuple[float, float]
) -> None:
    x, y = projection.forward(np.array(place[0]), np.array(place[1]))
    assert (float(x) / EARTH_KM, float(y) / EARTH_KM) == pytest.approx(expected, abs=2e-7)


@given(
    st.sampled_from(list(ProjectionKind)),
    st.floats(-75, 75),
    st.floats(-180, 180),
    st.floats(-12, 12),
    st.floats(-25, 25),
)
def test_there_and_back_is_the_same_place(
    kind: ProjectionKind, latitude: float, longitude: float, up: float, east: float
) -> None:
    is_cone = kind in (ProjectionKind.LAMBERT, ProjectionKind.ALBERS)
    parallels = (latitude - 3, latitude + 3) if is_cone and abs(latitude) > 5 else ()
    if is_cone and not parallels:
        parallels = (20.0, 40.0)
    projection = Projection(kind, (latitude, longitude), parallels)
    there = np.array([latitude + up]), np.array([longitude + east])
    back = projection.inverse(*projection.forward(*there))
    assert float(back[0][0]) == pytest.approx(float(there[0][0]), abs=1e-6)
    assert float(back[1][0]) == pytest.approx(float(there[1][0]), abs=1e-6)


@pytest.mark.parametrize("kind", list(ProjectionKind))
def test_the_centre_is_the_origin_and_north_is_up(kind: ProjectionKind) -> None:
    x, y = BALTIC[kind].forward(np.array([57.0, 58.0, 57.0]), np.array([26.0, 26.0, 27.0]))
    assert (float(x[0]), float(y[0])) == pytest.approx((0.0, 0.0), abs=1e-9)
    assert float(x[1]) == pytest.approx(0.0, abs=1e-9)
    assert float(y[1]) == pytest.approx(111.2, rel=0.01)
    assert float(x[2]) == pytest.approx(111.2 * math.cos(math.radians(57)), rel=0.01)


def _stretch(projection: Projection, latitude: float, longitude: float) -> tuple[float, float]:
    """How many kilometres of map one kilometre east and one north become."""
    small = 1e-4
    x, y = projection.forward(
        np.array([latitude, latitude, latitude + small]), np.array([longitude, longitude + small, longitude])
    )
    east = math.hypot(float(x[1] - x[0]), float(y[1] - y[0])) / (EARTH_KM * math.radians(small))
    north = math.hypot(float(x[2] - x[0]), float(y[2] - y[0])) / (EARTH_KM * math.radians(small))
    return east / math.cos(math.radians(latitude)), north


def test_each_keeps_what_it_promises() -> None:
    for latitude, longitude in ((54.0, 22.0), (57.5, 30.0), (61.0, 33.0)):
        for kind in (ProjectionKind.LAMBERT, ProjectionKind.TRANSVERSE_MERCATOR):
            east, north = _stretch(BALTIC[kind], latitude, longitude)
            assert east == pytest.approx(north, rel=1e-4), "shapes"
        east, north = _stretch(BALTIC[ProjectionKind.ALBERS], latitude, longitude)
        assert east * north == pytest.approx(1.0, rel=1e-4), "areas"
        assert _stretch(BALTIC[ProjectionKind.EQUIRECTANGULAR], latitude, longitude)[1] == pytest.approx(1.0, rel=1e-4)
    for kind in (ProjectionKind.LAMBERT, ProjectionKind.ALBERS):
        assert _stretch(BALTIC[kind], 54.0, 30.0)[0] == pytest.approx(1.0, rel=1e-4), "its parallels"
    assert _stretch(BALTIC[ProjectionKind.TRANSVERSE_MERCATOR], 60.0, 26.0)[1] == pytest.approx(1.0, rel=1e-4)


def test_a_map_of_the_south_has_its_cone_the_other_way_up() -> None:
    south = Projection(ProjectionKind.LAMBERT, (-40.0, 20.0), (-45.0, -35.0))
    x, y = south.forward(np.array([-39.0, -40.0]), np.array([20.0, 21.0]))
    assert float(y[0]) > 100
    assert float(x[1]) > 80
    assert south.inverse(x, y)[0] == pytest.approx([-39.0, -40.0])


@pytest.mark.parametrize(
    ("kind", "centre", "parallels"),
    [
        (ProjectionKind.LAMBERT, (0.0, 0.0), (-30.0, 30.0)),
        (ProjectionKind.ALBERS, (0.0, 0.0), ()),
        (ProjectionKind.LAMBERT, (40.0, 0.0), (30.0, 90.0)),
        (ProjectionKind.LAMBERT, (40.0, 0.0), (30.0, 40.0, 50.0)),
        (ProjectionKind.TRANSVERSE_MERCATOR, (40.0, 0.0), (40.0,)),
        (ProjectionKind.EQUIRECTANGULAR, (95.0, 0.0), ()),
        (ProjectionKind.EQUIRECTANGULAR, (math.nan, 0.0), ()),
    ],
)
def test_parameters_that_make_no_map_are_refused(
    kind: ProjectionKind, centre: tuple[float, float], parallels: tuple[float, ...]
) -> None:
    with pytest.raises(ProjectionError) as bad:
        Projection(kind, centre, parallels)
    assert bad.value.message.key.startswith("digitise.geo.")


def test_the_way_over_the_globe() -> None:
    riga, leningrad = (56.946, 24.105), (59.939, 30.316)
    assert great_circle_km(riga, leningrad) == pytest.approx(490, abs=3)
    assert great_circle_km(riga, riga) == 0
    assert great_circle_km((0, 0), (0, 180)) == pytest.approx(math.pi * EARTH_KM)


def test_a_system_of_the_register_puts_places_where_its_example_says() -> None:
    """The worked example of ETRS89 / LAEA Europe: 50 N, 5 E at 3962799.45, 2999718.85 m; it begins at 52 N, 10 E."""
    europe = Projection("EPSG:3035", (52.0, 10.0))
    x, y = europe.forward(np.array([52.0, 50.0]), np.array([10.0, 5.0]))
    assert (float(x[0]), float(y[0])) == pytest.approx((0.0, 0.0), abs=1e-9)
    assert (float(x[1]), float(y[1])) == pytest.approx((3962.79945 - 4321.0, 2999.71885 - 3210.0), abs=1e-4)
    back = europe.inverse(x, y)
    assert back[0] == pytest.approx([52.0, 50.0])
    assert back[1] == pytest.approx([10.0, 5.0])


@pytest.mark.parametrize("code", ["EPSG:4326", "EPSG:99999", "EPSG:1", "epsg:3035", "mercator", "EPSG:2263"])
def test_what_the_register_does_not_have_flat_is_refused(code: str) -> None:
    with pytest.raises(ProjectionError):
        Projection(code, (52.0, 10.0))
