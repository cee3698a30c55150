"""Land, lake and sea by share of area, and what must not vanish for being cut up between hexes."""

from __future__ import annotations

import math

import pytest
import shapely

from editor.digitise.geography import geo_ground
from editor.digitise.geography.geo_cutting import laid_flat
from editor.digitise.geography.geo_frame import GeoFrame
from editor.digitise.geography.geo_ground import LAKE, LAND, SEA, Thresholds
from editor.digitise.geography.geo_import import GeoImport, GeoOptions, import_geography, new_map
from editor.digitise.geography.geo_report import summary_of
from editor.digitise.geography.projections import Projection, ProjectionKind
from editor.digitise.tracing import AreaRule, hexes_in
from editor.geometry.lattice import Lattice, Span
from engine.core.boards.hexes import HexGrid, Orientation, Parity
from tests.editor.digitise.geography.small_worlds import box, drawn, flat_frame, imported, world

HEX_KM2 = math.sqrt(3) / 2 * 100


def kinds(found: GeoImport) -> dict[int, int]:
    array = found.ground.kinds
    return {kind: int((array == kind).sum()) for kind in (LAND, LAKE, SEA)}


def test_half_a_map_of_land_is_half_its_hexes() -> None:
    found = imported(world(box(-50, -50, 80, 300)))
    rows = drawn(found)
    assert all(set(row[:9]) == {"."} and set(row[10:]) == {"~"} for row in rows)
    counts = kinds(found)
    assert counts[LAND] + counts[SEA] == 20 * 16


def test_a_lake_takes_the_hexes_it_covers_and_an_island_in_it_those_it_does() -> None:
    found = imported(
        world(
            box(-50, -50, 300, 300),
            box(40, 30, 120, 110, kind="lake"),
            box(70, 60, 92, 84, kind="island"),
        )
    )
    frame = flat_frame()
    lake = shapely.Polygon(
        [frame.point(-y / 111.195, x / 111.195) for x, y in ((40, 30), (120, 30), (120, 110), (40, 110))],
        [[frame.point(-y / 111.195, x / 111.195) for x, y in ((70, 60), (92, 60), (92, 84), (70, 84))]],
    )
    expected = set(hexes_in(frame.lattice, lake, Span(1, 1, 21, 17), AreaRule.MAJORITY))
    lakes = {
        (col + 1, row + 1) for row, line in enumerate(drawn(found)) for col, kind in enumerate(line) if kind == "o"
    }
    assert lakes == expected
    assert "." in drawn(found)[7][8:10]


def test_thresholds_decide() -> None:
    coast = world(box(-50, -50, 84.0, 300))
    strict = imported(coast, GeoOptions(thresholds=Thresholds(land=0.95)))
    lenient = imported(coast, GeoOptions(thresholds=Thresholds(land=0.05)))
    assert kinds(strict)[LAND] < kinds(lenient)[LAND]
    pond = world(box(-50, -50, 300, 300), box(60, 60, 75, 75, kind="lake"))
    none = imported(pond, GeoOptions(thresholds=Thresholds(smallest_lake_km2=300, keeps_a_hex=0.1)))
    assert kinds(none)[LAKE] == 0


def test_an_island_cut_up_between_three_hexes_keeps_one() -> None:
    frame = flat_frame()
    x, y = frame.lattice.vertex_point(*frame.lattice.vertex(*frame.lattice.grid.corners(9, 8)[2]))
    latitude, longitude = frame.place(x, y)
    middle, down = longitude * 111.195, -latitude * 111.195
    half = math.sqrt(0.85 * HEX_KM2) / 2
    island = box(middle - half, down - half, middle + half, down + half)
    kept = imported(world(island))
    assert kinds(kept)[LAND] == 1
    assert kept.ground.kept == 1
    gone = imported(world(island), GeoOptions(thresholds=Thresholds(keeps_a_hex=2.0)))
    assert kinds(gone)[LAND] == 0
    lake = box(middle - half, down - half, middle + half, down + half, kind="lake")
    assert kinds(imported(world(box(-50, -50, 300, 300), lake)))[LAKE] == 1


def test_two_seas_that_meet_in_a_strait_are_not_parted_and_an_isthmus_is_not_cut() -> None:
    shores = [box(-50, -50, 300, 40), box(-50, 110, 300, 300), box(130, 40, 300, 110)]
    strait = world(*shores, box(80, 40, 95, 72), box(80, 77, 95, 110))
    isthmus = world(*shores, box(80, 40, 95, 72), box(86, 70, 89, 80), box(80, 77, 95, 110))
    parted = imported(strait, GeoOptions(thresholds=Thresholds(strait=2.0)))
    joined = imported(strait)
    assert all("." in row[9:12] for row in drawn(parted))
    assert any("." not in row[5:13] for row in drawn(joined)[5:11])
    assert joined.ground.kept == 1
    assert all("." in row[9:12] for row in drawn(imported(isthmus)))


def test_seas_are_told_apart_once_however_many_straits_are_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a map of a million hexes that takes seconds, and every strait would take them again."""
    counted: list[int] = []
    flooded = geo_ground._Block._seas

    def counting(block: geo_ground._Block) -> object:
        counted.append(1)
        return flooded(block)

    monkeypatch.setattr(geo_ground._Block, "_seas", counting)
    shores = [box(-50, -50, 300, 40), box(-50, 110, 300, 300)]
    walls = [part for x in (50, 100, 150) for part in (box(x, 40, x + 15, 72), box(x, 77, x + 15, 110))]
    found = imported(world(*shores, *walls))
    assert found.ground.kept >= 2
    assert len(counted) == 1


def test_hexes_that_the_map_lacks_stay_absent() -> None:
    frame, options = flat_frame(), GeoOptions()
    plan = new_map(frame, (6, 5), options, id="holes")
    plan.sheets["main"].terrain[2, 3] = 0
    found = import_geography(world(box(-50, -50, 300, 300)), frame, options, plan)
    assert drawn(found)[2] == "...-.."
    assert found.result().sheets["main"].terrain[2, 3] == 0


def test_long_edges_follow_the_parallels_and_the_date_line_tears_nothing() -> None:
    lattice = Lattice(HexGrid(Orientation.FLAT, Parity.ODD))
    projection = Projection(ProjectionKind.LAMBERT, (60.0, 180.0), (56.0, 64.0))
    frame = GeoFrame(projection, 40.0, lattice, (1, 1), (63.0, 170.0))
    bounds = frame.bounds(Span(1, 1, 40, 20))
    one, other = shapely.box(160, 58, 180, 62), shapely.box(-180, 58, -160, 62)
    flat = laid_flat(frame, bounds, [one, other])
    assert flat[0] is not None
    assert flat[1] is not None
    whole = shapely.union(flat[0], flat[1])
    assert whole.geom_type == "Polygon"
    for longitude in (172.0, 178.0, -178.0, -173.0):
        inside, outside = shapely.Point(frame.point(61.9, longitude)), shapely.Point(frame.point(62.1, longitude))
        assert whole.contains(inside)
        assert not whole.contains(outside)


def test_nothing_but_sea_is_worth_a_word() -> None:
    found = imported(world(box(500, 500, 600, 600)))
    assert [issue.code for issue in summary_of(found).issues] == ["digitise.geo.all-water"]
    assert kinds(found)[SEA] == pytest.approx(320)
