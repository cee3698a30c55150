"""What a board answers: names, neighbours, sides, paths, regions, distance."""

from __future__ import annotations

from dataclasses import FrozenInstanceError
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.board import NOWHERE, Board, PlaceKind, UnknownLocation
from engine.core.boards.board_builder import BoardBuilder
from engine.core.boards.hexes import Cell, HexGrid, Orientation, Parity, opposite
from engine.core.boards.labels import Axis, LabelScheme

FLAT = HexGrid(Orientation.FLAT, Parity.ODD)
SPACED = LabelScheme(separator=".")


def ford() -> BoardBuilder:
    """A small map with a stream, a road, two countries and a place for the dead."""
    builder = BoardBuilder()
    builder.add_sheet("main", FLAT, first=(1, 1), size=(6, 5), terrain={(3, 2): "forest", (4, 4): "marsh"})
    builder.add_box("eliminated-red", title="Eliminated")
    builder.add_box("eliminated-blue", title="Eliminated")
    builder.add_feature("0302", "city", name="Ford", attributes={"value": 3})
    builder.add_feature("0302", "port")
    builder.add_feature("0505", "city", name="Mill")
    builder.add_side("river", "0302", "N")
    builder.add_side("bridge", "0302", 0, attributes={"load": 20})
    builder.add_side("slope", "0302", "SE", towards="0302")
    builder.add_path_line("road", ["0101", "0202", "0302", "0402"], id="high-road", attributes={"state": "intact"})
    builder.add_region("north", "country", ["0101", "0201", "0301"], title="Northland")
    builder.add_region("south", "country", ["0104", "0105"])
    builder.add_region("cold", "climate", ["0101"])
    return builder


@pytest.fixture(scope="module")
def board() -> Board:
    return ford().build()


def test_a_location_is_found_by_key_and_by_label(board: Board) -> None:
    at = board.at("0302")
    assert board.find("main:3,2") == at
    assert board.key(at) == "main:3,2"
    assert board.label(at) == "0302"
    assert board.terrains[at] == "forest"
    assert board.terrains[board.at("0101")] == ""
    assert board.cell(at) == (3, 2)


def test_every_location_is_found_by_what_it_is_called(board: Board) -> None:
    assert board.size == 32
    for location in board.locations():
        assert board.at(board.key(location)) == board.at(board.label(location)) == location


def test_two_boxes_may_bear_one_title(board: Board) -> None:
    red, blue = board.at("eliminated-red"), board.at("eliminated-blue")
    assert red != blue
    assert board.title(red) == board.title(blue) == "Eliminated"
    assert board.label(red) == "eliminated-red"
    assert board.kinds[red] is PlaceKind.BOX
    assert board.sheets[red] == ""
    assert board.cell(red) is None
    assert board.title(board.at("0101")) == "0101"


def test_an_unknown_label_is_refused_with_what_was_perhaps_meant(board: Board) -> None:
    assert board.find("0932") is None
    with pytest.raises(UnknownLocation) as refused:
        board.at("0320")
    assert refused.value.key == "0320"
    assert refused.value.suggestions[0] == "0302"
    assert refused.value.message.args["suggestions"] == refused.value.suggestions
    with pytest.raises(UnknownLocation) as refused:
        board.at("Eliminated-Red")
    assert refused.value.suggestions[0] == "eliminated-red"
    with pytest.raises(UnknownLocation) as refused:
        board.at("quite something else")
    assert refused.value.suggestions == ()
    assert refused.value.message.key == "board.unknown-location"


def test_a_large_map_too_knows_what_was_perhaps_meant() -> None:
    builder = BoardBuilder()
    builder.add_sheet("main", FLAT, first=(1, 1), size=(99, 50), scheme=LabelScheme(prefix="C"))
    board = builder.build()
    for written in ("c1928", "1928", "C19 28", "C1982", " C1928"):
        with pytest.raises(UnknownLocation) as refused:
            board.at(written)
        assert "C1928" in refused.value.suggestions
        assert all(board.find(text) is not None and ":" not in text for text in refused.value.suggestions)
    with pytest.raises(UnknownLocation) as refused:
        board.at("C192")
    assert refused.value.suggestions == ("C1902", "C1912", "C1922"), "of many as near the first are told"
    with pytest.raises(UnknownLocation) as refused:
        board.at("main:19,280")
    assert "main:19,28" in refused.value.suggestions


def test_a_board_cannot_be_changed(board: Board) -> None:
    with pytest.raises(FrozenInstanceError):
        board.size = 3  # type: ignore[misc]
    with pytest.raises(TypeError):
        board.regions["north"] = board.regions["south"]  # type: ignore[index]
    with pytest.raises(TypeError):
        board.features(board.at("0302"))[0].attributes["value"] = 9  # type: ignore[index]


def test_the_attributes_given_may_change_afterwards_without_harm() -> None:
    builder = BoardBuilder()
    builder.add_sheet("main", FLAT, first=(1, 1), size=(2, 2))
    given_attributes: dict[str, str | int | float | bool] = {"value": 3}
    builder.add_feature("0101", "city", attributes=given_attributes)
    given_attributes["value"] = 9
    board = builder.build()
    assert board.features(board.at("0101"))[0].attributes["value"] == 3


def test_building_on_does_not_touch_the_board_already_built() -> None:
    builder = ford()
    before = builder.build()
    edges, links = len(before.edges), before.links[before.at("0101")]
    builder.add_link("0101", "eliminated-red", "box")
    builder.add_feature("0101", "city")
    assert (len(before.edges), before.links[before.at("0101")]) == (edges, links)
    assert before.features(before.at("0101")) == ()
    assert builder.build().edge_between(before.at("0101"), before.at("eliminated-red"), "box") == edges


def test_features_are_found_at_a_place_by_kind_and_everywhere(board: Board) -> None:
    at = board.at("0302")
    assert [feature.kind for feature in board.features(at)] == ["city", "port"]
    city = board.feature(at, "city")
    assert city is not None
    assert (city.name, city.attributes["value"]) == ("Ford", 3)
    assert board.feature(at, "fort") is None
    assert board.feature(board.at("0101"), "city") is None
    assert board.with_feature("city") == (board.at("0302"), board.at("0505"))
    assert board.with_feature("fort") == ()


def test_several_features_lie_along_one_hexside_and_both_hexes_see_them(board: Board) -> None:
    south, north = board.at("0302"), board.at("0301")
    side = board.hexside(south, 0)
    assert side is not None
    assert side == board.hexside(north, 3) == board.edge_between(south, north) == board.edge_between(north, south)
    assert [feature.kind for feature in board.side_features(side)] == ["river", "bridge"]
    assert board.side_features(side)[1].attributes == {"load": 20}
    assert board.has_side(side, "river")
    assert board.has_side(side, "river", south)
    assert board.has_side(side, "river", north)
    assert not board.has_side(side, "slope")


def test_a_slope_counts_only_when_going_up(board: Board) -> None:
    top = board.at("0302")
    side = board.hexside(top, 2)
    foot = board.neighbour(top, 2)
    assert side is not None
    assert foot is not None
    assert board.has_side(side, "slope")
    assert board.has_side(side, "slope", foot)
    assert not board.has_side(side, "slope", top)
    assert board.side_features(side)[0].towards == top


def test_a_coast_may_run_along_the_edge_of_the_map() -> None:
    builder = BoardBuilder()
    builder.add_sheet("main", FLAT, first=(1, 1), size=(3, 3))
    builder.add_side("coast", "0201", "N")
    board = builder.build()
    at = board.at("0201")
    side = board.hexside(at, 0)
    assert side is not None
    assert board.edges[side].b == NOWHERE
    assert board.neighbour(at, 0) is None
    assert board.has_side(side, "coast")
    assert board.has_side(side, "coast", at)
    assert side not in [edge for _, edge in board.links[at]]


def test_a_road_joins_the_hexes_it_was_drawn_through_and_no_others(board: Board) -> None:
    drawn = [board.at(text) for text in ("0101", "0202", "0302", "0402")]
    on_road = {edge for edge in range(len(board.edges)) if board.has_path(edge, "road")}
    assert on_road == {board.edge_between(a, b) for a, b in pairwise(drawn)}
    some = board.edge_between(drawn[0], drawn[1])
    assert some is not None
    assert [(path.line, path.attributes["state"]) for path in board.paths(some)] == [("high-road", "intact")]
    assert not board.has_path(some, "rail")
    assert board.path_lines["high-road"].through == tuple(drawn)


def test_a_line_that_doubles_back_is_still_one_road_on_each_side() -> None:
    builder = BoardBuilder()
    builder.add_sheet("main", FLAT, first=(1, 1), size=(3, 3))
    builder.add_path_line("rail", ["0101", "0102", "0101", "0201"])
    builder.add_path_line("rail", ["0101", "0102"])
    board = builder.build()
    edge = board.edge_between(board.at("0101"), board.at("0102"))
    assert edge is not None
    assert [path.line for path in board.paths(edge)] == ["rail-1", "rail-2"]


def test_a_hex_belongs_to_a_region_of_each_kind(board: Board) -> None:
    at = board.at("0101")
    country, climate = board.region(at, "country"), board.region(at, "climate")
    assert country is board.regions["north"]
    assert climate is board.regions["cold"]
    assert country is not None
    assert country.title == "Northland"
    assert board.regions_of(at) == (country, climate)
    assert board.region(board.at("0505"), "country") is None
    assert board.regions_of(board.at("0505")) == ()
    assert board.regions["south"].members == {board.at("0104"), board.at("0105")}
    assert board.regions["south"].title == "south"


def test_a_hex_in_the_middle_has_six_neighbours_in_the_order_of_directions(board: Board) -> None:
    at = board.at("0303")
    assert [board.label(board.at(board.keys[target])) for target, _ in board.links[at]] == [
        "0302",
        "0403",
        "0404",
        "0304",
        "0204",
        "0203",
    ]


def test_boxes_have_no_hexsides_and_no_neighbours(board: Board) -> None:
    box = board.at("eliminated-red")
    assert board.hexside(box, 0) is None
    assert board.neighbour(box, 0) is None
    assert board.links[box] == ()


def test_hexes_lie_on_the_map_where_scale_and_origin_put_them() -> None:
    builder = BoardBuilder()
    builder.add_sheet("main", FLAT, first=(1, 1), size=(3, 3))
    builder.add_sheet(
        "city", FLAT, first=(0, 0), size=(2, 2), scale=0.5, origin=(20.0, 4.0), scheme=LabelScheme(prefix="P")
    )
    builder.add_space("kiev", name="Kiev", position=(7.0, 8.0), terrain="clear")
    board = builder.build()
    assert board.positions[board.at("0101")] == FLAT.centre(1, 1)
    x, y = FLAT.centre(1, 1)
    assert board.positions[board.at("P0202")] == pytest.approx((20 + x / 2, 4 + y / 2))
    assert board.positions[board.at("Kiev")] == (7.0, 8.0)
    assert board.terrains[board.at("kiev")] == "clear"
    assert board.sheet("city").scale == 0.5


grids = st.builds(HexGrid, st.sampled_from(Orientation), st.sampled_from(Parity))


@st.composite
def jagged(draw: st.DrawFn) -> tuple[HexGrid, Cell, Cell, list[Cell]]:
    """A grid and any subset of the cells of a small rectangle."""
    first = draw(st.tuples(st.integers(-4, 4), st.integers(-4, 4)))
    size = draw(st.tuples(st.integers(1, 6), st.integers(1, 6)))
    all_cells = [(first[0] + col, first[1] + row) for row in range(size[1]) for col in range(size[0])]
    cells = draw(st.lists(st.sampled_from(all_cells), unique=True, min_size=1))
    return draw(grids), first, size, cells


@settings(deadline=None)
@given(jagged())
def test_any_subset_of_cells_makes_a_board_whose_hexes_know_their_neighbours(
    ground: tuple[HexGrid, Cell, Cell, list[Cell]],
) -> None:
    grid, first, size, cells = ground
    builder = BoardBuilder()
    builder.add_sheet("s", grid, first=first, size=size, cells=cells, scheme=SPACED)
    board = builder.build()
    assert {board.cell(location) for location in board.locations()} == set(cells)
    for location in board.locations():
        cell = board.cell(location)
        assert cell is not None
        assert board.find(board.label(location)) == location
        for direction in range(6):
            there = board.find("s:{},{}".format(*grid.neighbour(*cell, direction)))
            side = board.hexside(location, direction)
            assert side is not None
            edge = board.edges[side]
            assert board.neighbour(location, direction) == there
            assert location in (edge.a, edge.b)
            assert edge.kind == "hexside"
            if there is None:
                assert (edge.a, edge.b, edge.direction) == (location, NOWHERE, direction)
                continue
            assert side == board.hexside(there, opposite(direction))
            assert (there, side) in board.links[location]
            assert edge.direction == (direction if edge.a == location else opposite(direction))
    assert len({board.hexside(at, way) for at in board.locations() for way in range(6)}) == len(board.edges)


def test_distance_counts_straight_across_a_gap_and_rings_and_lines_skip_it() -> None:
    builder = BoardBuilder()
    present = [(col, row) for col in range(5) for row in range(5) if (col, row) != (2, 2)]
    builder.add_sheet("s", FLAT, first=(0, 0), size=(5, 5), cells=present, scheme=LabelScheme(column=Axis(start=0)))
    board = builder.build()
    west, east = board.at("s:0,2"), board.at("s:4,2")
    assert board.distance(west, east) == 4
    north, south = board.at("s:2,1"), board.at("s:2,3")
    assert board.distance(north, south) == 2
    assert board.line(north, south) == (north, south)
    assert {board.cell(at) for at in board.ring(north, 1)} == {(2, 0), (3, 0), (3, 1), (1, 1), (1, 0)}
    assert board.within(north, 1)[0] == north
    assert len(board.within(north, 1)) == 6


def test_on_a_full_map_a_line_visits_adjacent_hexes(board: Board) -> None:
    line = board.line(board.at("0101"), board.at("0604"))
    assert [board.label(at) for at in (line[0], line[-1])] == ["0101", "0604"]
    assert len(line) == 1 + (board.distance(line[0], line[-1]) or 0)
    assert all(board.edge_between(a, b) is not None for a, b in pairwise(line))


def test_edges_can_be_asked_one_by_one_by_slice_and_from_the_end(board: Board) -> None:
    every = list(board.edges)
    assert [edge.index for edge in every] == list(range(len(board.edges)))
    assert board.edges[-1] == every[-1]
    assert board.edges[2:5] == tuple(every[2:5])
    with pytest.raises(IndexError):
        board.edges[len(board.edges)]
