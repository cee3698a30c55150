"""Rivers become unbroken chains that end at water, at the edge, or in another river."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from editor.digitise.geography.centrelines import centreline, length_to_width
from editor.digitise.geography.geo_ground import Thresholds
from editor.digitise.geography.geo_import import GeoImport, GeoOptions
from editor.digitise.geography.geo_report import summary_of
from editor.digitise.geography.geo_rivers import River, RiverRules
from editor.digitise.geography.river_network import Line, RiverNetwork
from editor.digitise.geography.river_stems import EndKind
from editor.digitise.hexside_graph import Vertex
from tests.editor.digitise.geography.small_worlds import box, feature, imported, river, world
from tests.editor.digitise.test_tracing import ends_of, is_connected

LAND = box(-50, -50, 400, 130)
"""Sea begins 130 km to the south."""


def corners(found: River) -> set[Vertex]:
    return {corner for chain in found.chains for corner in chain.corners}


def named(found: GeoImport, name: str) -> River:
    (one,) = [river for river in found.rivers.drawn if river.name == name]
    return one


def touches_water(found: GeoImport, corner: Vertex) -> bool:
    x, y = found.ground.lattice.vertex_point(*corner)
    around = [(x + dx, y + dy) for dx in (-0.3, 0.3) for dy in (-0.3, 0.0, 0.3)]
    cols, rows = found.ground.lattice.cells_at(*np.array(around).T)
    return bool((found.ground.at(cols, rows) > 1).any())


def check_all(found: GeoImport) -> None:
    """What is true of every import."""
    for drawn in found.rivers.drawn:
        assert drawn.chains
        for chain in drawn.chains:
            assert is_connected(found.ground.lattice, chain)
            sides = np.array(chain.sides)
            for side in sides:
                assert len(ends_of(found.ground.lattice, tuple(side.tolist()))) == 2
    taken = Counter(side for drawn in found.rivers.drawn for chain in drawn.chains for side in chain.sides)
    assert not taken or max(taken.values()) == 1


def test_a_river_runs_from_its_source_to_the_sea_in_one_chain() -> None:
    found = imported(world(LAND, river((60, 10), (70, 50), (55, 90), (62, 129), name="Long", rank=1)))
    check_all(found)
    long = named(found, "Long")
    assert (long.start, long.end) == (EndKind.SOURCE, EndKind.WATER)
    assert len(long.chains) == 1
    assert touches_water(found, long.chains[0].corners[-1])
    assert long.km == pytest.approx(116, rel=0.1)
    assert found.rivers.loose == ()


def test_a_mouth_that_the_data_leaves_a_little_short_reaches_the_water() -> None:
    found = imported(world(LAND, river((60, 10), (62, 127.8))))
    (only,) = found.rivers.drawn
    assert only.end is EndKind.WATER
    assert touches_water(found, only.chains[-1].corners[-1])


def test_pieces_are_one_river_also_across_a_small_gap_and_a_lake_without_a_hex() -> None:
    pieces = [
        river((60, 10), (62, 40)),
        river((62, 40), (60, 60)),
        river((60.6, 61.3), (61, 84)),
        river((60, 89), (61, 129)),
    ]
    found = imported(world(LAND, box(57, 84, 64, 89, kind="lake"), *pieces))
    check_all(found)
    assert found.ground.hidden_lakes
    (only,) = found.rivers.drawn
    assert len(only.chains) == 1
    assert only.km == pytest.approx(119, rel=0.1)


def test_tributaries_meet_their_river_at_a_corner() -> None:
    found = imported(
        world(
            LAND,
            river((90, 5), (92, 60), (88, 129), name="Main", rank=1),
            river((20, 20), (60, 55), (91.8, 62), name="West"),
            river((160, 25), (120, 70), (90.1, 95), name="East"),
            river((150, 5), (165, 3), name="Upper East"),
        )
    )
    check_all(found)
    main = corners(named(found, "Main"))
    for name in ("West", "East"):
        joined = named(found, name)
        assert joined.end is EndKind.CONFLUENCE
        assert joined.chains[-1].corners[-1] in main
        assert not (corners(joined) - {joined.chains[-1].corners[-1]}) & main
    assert [loose.name for loose in found.rivers.loose] == ["Upper East"]


@settings(max_examples=25)
@given(st.integers(0, 5000))
def test_random_river_systems_hang_together(seed: int) -> None:
    rng = np.random.default_rng(seed)

    def meander(x: float, y: float, end: tuple[float, float]) -> list[tuple[float, float]]:
        shares = np.linspace(0, 1, 9)
        across = np.concatenate(([0.0], rng.normal(0, 5, 7), [0.0]))
        return [
            (x + share * (end[0] - x) + off, y + share * (end[1] - y))
            for share, off in zip(shares, across, strict=True)
        ]

    main = meander(rng.uniform(40, 110), 5, (rng.uniform(40, 110), 130))
    lines = [river(*main, name="Main", rank=1)]
    for number, node in enumerate(rng.choice(range(2, 8), size=3, replace=False)):
        start = rng.uniform(5, 145), rng.uniform(5, 60)
        lines.append(river(*meander(*start, main[node]), name=f"Branch {number}"))
    found = imported(world(LAND, *lines))
    check_all(found)
    assert named(found, "Main").end is EndKind.WATER
    whole = corners(named(found, "Main"))
    for drawn in found.rivers.drawn:
        if drawn.end is EndKind.CONFLUENCE:
            others = set().union(*(corners(other) for other in found.rivers.drawn if other is not drawn))
            assert drawn.chains[-1].corners[-1] in others
    assert whole


def test_a_river_between_two_waters_is_drawn_however_short() -> None:
    found = imported(world(LAND, box(40, 40, 110, 100, kind="lake"), river((75, 100), (76, 130))))
    (only,) = found.rivers.drawn
    assert (only.start, only.end) == (EndKind.WATER, EndKind.WATER)
    assert touches_water(found, only.chains[0].corners[0])
    assert touches_water(found, only.chains[-1].corners[-1])


def test_short_unnamed_and_minor_rivers_are_left_out() -> None:
    lines = [river((60, 80), (62, 129)), river((120, 10), (121, 129), rank=9), river((20, 90), (20, 129), name="Brook")]
    found = imported(world(LAND, *lines), GeoOptions(rivers=RiverRules(least_km=60, most_rank=5)))
    assert [drawn.name for drawn in found.rivers.drawn] == ["Brook"]
    assert found.rivers.too_short == 1
    only = imported(world(LAND, *lines), GeoOptions(rivers=RiverRules(only_named=True)))
    assert [drawn.name for drawn in only.rivers.drawn] == ["Brook"]


def test_a_river_that_leaves_the_map_ends_at_its_edge() -> None:
    found = imported(world(box(-50, -50, 400, 400), river((-30, 60), (60, 62), (120, 300))))
    check_all(found)
    (only,) = found.rivers.drawn
    assert (only.start, only.end) == (EndKind.EDGE, EndKind.EDGE)
    assert found.rivers.loose == ()


def test_no_river_runs_in_the_water_or_along_it() -> None:
    found = imported(world(LAND, river((10, 20), (12, 127), (60, 128), (110, 127), (130, 60), (150, 133))))
    check_all(found)
    for drawn in found.rivers.drawn:
        for chain in drawn.chains:
            for side in chain.sides:
                cells = [(side.col, side.row), found.ground.lattice.grid.neighbour(side.col, side.row, side.direction)]
                kinds = found.ground.at(*(np.array(numbers) for numbers in zip(*cells, strict=True)))
                assert (kinds <= 1).all()


def test_a_named_river_that_finds_no_hexside_is_told_of() -> None:
    found = imported(world(LAND, river((60, 145), (100, 147), name="Wet")))
    assert [lost.name for lost in found.rivers.lost] == ["Wet"]
    assert [issue.code for issue in summary_of(found).issues] == ["digitise.geo.river-lost"]


def test_a_river_in_a_loop_goes_on_to_the_water_beyond_it() -> None:
    loop = [river((60, 60), (40, 80), (62, 100)), river((60, 60), (80, 80), (62, 100))]
    found = imported(world(LAND, river((58, 5), (60, 60)), *loop, river((62, 100), (61, 129))))
    check_all(found)
    main = found.rivers.drawn[0]
    assert main.end is EndKind.WATER
    assert main.km == pytest.approx(135, rel=0.1)
    assert found.rivers.loose == ()


def test_a_guide_names_what_runs_along_it_and_stands_for_itself_where_nothing_does() -> None:
    data = [river((60, 10), (64, 40), (58, 70)), river((61, 95), (60, 129))]
    guide = river((61, 5), (60, 132), name="Guided", rank=1, guide=True)
    found = imported(world(LAND, *data, guide))
    check_all(found)
    (only,) = found.rivers.drawn
    assert (only.name, only.rank, len(only.chains)) == ("Guided", 1, 1)
    assert only.end is EndKind.WATER
    alone = imported(world(LAND, guide))
    assert alone.rivers.drawn[0].name == "Guided"
    assert alone.rivers.drawn[0].end is EndKind.WATER


def test_a_river_drawn_as_its_two_banks_is_one_river_between_them() -> None:
    banks = [(58, 10), (61, 70), (58, 129), (62, 129), (65, 70), (62, 10), (58, 10)]
    found = imported(world(LAND, river(*banks, name="Wide")))
    check_all(found)
    wide = named(found, "Wide")
    assert len(wide.chains) == 1
    assert wide.km == pytest.approx(119, rel=0.08)


def test_a_drowned_valley_is_a_river_again() -> None:
    reservoir = feature(
        "Polygon",
        [[[x / 111.195, -y / 111.195] for x, y in ((55, 40), (75, 42), (76, 100), (54, 98), (55, 40))]],
        kind="lake",
    )
    ends = [river((65, 5), (65, 40)), river((66, 99), (64, 129))]
    now = imported(world(LAND, reservoir, *ends))
    assert (now.ground.kinds == 2).any()
    thresholds = Thresholds(drowned=((-70 / 111.195, 65 / 111.195),))
    then = imported(world(LAND, reservoir, *ends), GeoOptions(thresholds=thresholds))
    assert not (then.ground.kinds == 2).any()
    check_all(then)
    (only,) = then.rivers.drawn
    assert len(only.chains) == 1
    assert only.km == pytest.approx(124, rel=0.12)


def test_the_middle_of_a_ribbon() -> None:
    bent = shapely.LineString([(0, 0), (30, 0), (40, 20), (40, 60)]).buffer(1.5, cap_style="flat")
    line = centreline(bent)
    assert line is not None
    assert length_to_width(bent) > 20
    length = float(np.hypot(*np.diff(line, axis=0).T).sum())
    assert length == pytest.approx(92, rel=0.06)
    assert shapely.LineString(line).hausdorff_distance(shapely.LineString([(0, 0), (30, 0), (40, 20), (40, 60)])) < 3
    assert centreline(shapely.Polygon()) is None


def test_a_network_joins_ends_splits_where_one_ends_on_another_and_forgets_repeats() -> None:
    lines = [
        Line(np.array([(0.0, 0.0), (10.0, 0.0)])),
        Line(np.array([(10.0, 0.0), (0.0, 0.0)])),
        Line(np.array([(10.001, 0.0), (20.0, 0.0)])),
        Line(np.array([(5.0, 8.0), (5.0, 0.002)]), "Branch"),
    ]
    network = RiverNetwork(lines, 0.01)
    assert len(network.reaches) == 4
    assert sorted(len(around) for around in network.around) == [1, 1, 1, 2, 3]
    ends = [node for node, around in enumerate(network.around) if len(around) == 1]
    route = network.shortest(ends[0], ends[1], range(4))
    assert route is not None
    assert network.length(route) == pytest.approx(20, abs=0.01)
    points = network.polyline(route)
    assert all(float(np.hypot(*(b - a))) < 11 for a, b in pairwise(points))
    assert network.polyline(route.turned()) == pytest.approx(points[::-1], abs=0.01)
