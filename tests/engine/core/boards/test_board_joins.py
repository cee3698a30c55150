"""Several sheets as one board, insets, and maps of spaces and lines."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.board import Board, BoardError, PlaceKind
from engine.core.boards.board_builder import BoardBuilder
from engine.core.boards.hexes import HexGrid, Orientation, Parity
from engine.core.boards.labels import LabelScheme

FLAT = HexGrid(Orientation.FLAT, Parity.ODD)
LOW_EVEN = HexGrid(Orientation.FLAT, Parity.EVEN)


def sheet(builder: BoardBuilder, letter: str, grid: HexGrid, size: tuple[int, int], terrain: str = "") -> None:
    builder.add_sheet(
        letter.lower(), grid, first=(1, 1), size=size, scheme=LabelScheme(prefix=letter), terrain=terrain or letter
    )


def western_europe() -> BoardBuilder:
    """Spain, France and Italy as War in Europe lays them: one column or one row of each sheet on the next."""
    builder = BoardBuilder()
    for letter, size in (("A", (39, 48)), ("C", (50, 34)), ("D", (50, 34))):
        sheet(builder, letter, LOW_EVEN, size)
    builder.join("c", "C0115", "a", "A3914")
    builder.join("d", "D0101", "c", "C0134")
    return builder


@pytest.fixture(scope="module")
def europe() -> Board:
    return western_europe().build()


def neighbours(board: Board, label: str) -> set[str]:
    """Every name of every neighbour."""
    around = [board.neighbour(board.at(label), direction) for direction in range(6)]
    return {
        text for found in around if found is not None for text in (board.label(found), *board.aliases.get(found, ()))
    }


def test_san_sebastian_is_beside_bayonne(europe: Board) -> None:
    assert {"C0115", "C0116"} <= neighbours(europe, "A3814")
    assert "C0114" not in neighbours(europe, "A3814")
    assert "C0117" not in neighbours(europe, "A3814")


def test_the_african_shore_of_the_same_seam_follows_from_the_same_join(europe: Board) -> None:
    assert {"D0113", "D0114"} <= neighbours(europe, "A3845")


def test_nice_lies_in_the_column_of_lyon_and_the_row_of_vienna(europe: Board) -> None:
    nice, lyon, vienna = europe.at("C1928"), europe.at("C1920"), europe.at("C4728")
    assert europe.positions[nice][0] == europe.positions[lyon][0]
    assert europe.distance(nice, lyon) == 8
    assert europe.positions[nice][1] == pytest.approx(europe.positions[vienna][1])


def test_where_sheets_overlap_there_is_one_hex_with_the_earlier_label(europe: Board) -> None:
    seam = europe.at("C0116")
    assert seam == europe.at("A3915") == europe.at("c:1,16") == europe.at("a:39,15")
    assert europe.label(seam) == "A3915"
    assert europe.key(seam) == "a:39,15"
    assert europe.aliases[seam] == ("C0116",)
    assert europe.sheets[seam] == "a"
    assert europe.terrains[seam] == "A"


def test_a_hex_where_three_sheets_meet_has_two_aliases(europe: Board) -> None:
    corner = europe.at("D0101")
    assert europe.label(corner) == "A3933"
    assert europe.aliases[corner] == ("C0134", "D0101")


def test_sheets_that_print_the_same_add_one_alias() -> None:
    builder = BoardBuilder()
    sheet(builder, "A", FLAT, (3, 3))
    for name in ("b", "c"):
        builder.add_sheet(name, FLAT, first=(1, 1), size=(3, 3), scheme=LabelScheme(prefix="B"))
        builder.join(name, (1, 1), "a", (1, 1))
    board = builder.build()
    assert board.size == 9
    assert board.aliases[board.at("A0202")] == ("B0202",)


def test_no_hex_is_counted_twice(europe: Board) -> None:
    shared_with_a = 33 + 15  # column 39 of A: rows 1 to 33 on C (rows 2 to 34), rows 33 to 48 on D, one on both
    assert europe.size == 39 * 48 + 50 * 34 + 50 * 34 - shared_with_a - 50
    assert len(set(europe.positions)) == europe.size


def test_distance_and_lines_run_across_the_seams(europe: Board) -> None:
    madrid, rome = europe.at("A2020"), europe.at("D3010")
    distance = europe.distance(madrid, rome)
    line = europe.line(madrid, rome)
    assert distance is not None
    assert len(line) == distance + 1
    assert {europe.sheets[at] for at in line} == {"a", "c", "d"}
    assert all(europe.edge_between(a, b) is not None for a, b in pairwise(line))


def test_where_a_joined_sheet_lies_follows_from_the_join(europe: Board) -> None:
    laid = europe.sheet("d")
    x, y = laid.grid.centre(30, 10)
    assert europe.positions[europe.at("D3010")] == pytest.approx((laid.origin[0] + x, laid.origin[1] + y))


def test_a_second_join_that_says_the_same_is_accepted() -> None:
    builder = western_europe()
    builder.join("a", "A3945", "d", "D0113")
    assert builder.build().size == western_europe().build().size


def test_a_second_join_that_says_otherwise_is_refused() -> None:
    builder = western_europe()
    with pytest.raises(BoardError) as refused:
        builder.join("a", "A3944", "d", "D0113")
    assert refused.value.message.key == "board.join-contradicts"
    assert refused.value.key == "a"


def test_sheets_may_be_joined_before_either_hangs_on_the_first() -> None:
    chained = BoardBuilder()
    for letter, size in (("A", (39, 48)), ("C", (50, 34)), ("D", (50, 34))):
        sheet(chained, letter, LOW_EVEN, size)
    chained.join("d", "D0101", "c", "C0134")
    chained.join("a", "A3914", "c", "C0115")
    assert chained.build().labels == western_europe().build().labels
    assert chained.build().positions == western_europe().build().positions


@pytest.mark.parametrize(
    ("grid", "scale", "key"),
    [
        (HexGrid(Orientation.POINTY, Parity.ODD), 1.0, "board.join-orientation"),
        (FLAT, 0.5, "board.join-scale"),
    ],
)
def test_sheets_that_do_not_fit_are_not_joined(grid: HexGrid, scale: float, key: str) -> None:
    builder = BoardBuilder()
    sheet(builder, "A", FLAT, (5, 5))
    builder.add_sheet("b", grid, first=(1, 1), size=(5, 5), scale=scale, scheme=LabelScheme(prefix="B"))
    with pytest.raises(BoardError) as refused:
        builder.join("b", "B0101", "a", "A0501")
    assert refused.value.message.key == key


@pytest.mark.parametrize(
    ("arguments", "key"),
    [
        (("a", "A0101", "a", "A0202"), "board.join-itself"),
        (("b", "B0101", "x", "X0101"), "board.unknown-sheet"),
        (("b", "B0601", "a", "A0101"), "board.cell-off-sheet"),
        (("b", (1, 1), "a", (5, 6)), "board.cell-off-sheet"),
    ],
)
def test_a_join_names_cells_of_two_known_sheets(arguments: tuple[str, str, str, str], key: str) -> None:
    builder = BoardBuilder()
    sheet(builder, "A", FLAT, (5, 5))
    sheet(builder, "B", FLAT, (5, 5))
    with pytest.raises(BoardError) as refused:
        builder.join(*arguments)
    assert refused.value.message.key == key


@settings(deadline=None)
@given(
    st.sampled_from(Orientation),
    st.sampled_from(Parity),
    st.sampled_from(Parity),
    st.tuples(st.integers(1, 6), st.integers(1, 6)),
    st.tuples(st.integers(1, 5), st.integers(1, 5)),
)
def test_joined_sheets_of_any_parity_are_one_grid(
    orientation: Orientation, one: Parity, other: Parity, onto: tuple[int, int], cell: tuple[int, int]
) -> None:
    builder = BoardBuilder()
    sheet(builder, "A", HexGrid(orientation, one), (6, 6))
    sheet(builder, "B", HexGrid(orientation, other), (5, 5))
    builder.join("b", cell, "a", onto)
    board = builder.build()
    for letter, parity, size in (("a", one, 6), ("b", other, 5)):
        grid = HexGrid(orientation, parity)
        for col in range(1, size + 1):
            for row in range(1, size + 1):
                for direction, (right, down) in enumerate(grid.neighbours(col, row)):
                    there = board.find(f"{letter}:{right},{down}")
                    if there is not None:
                        assert board.neighbour(board.at(f"{letter}:{col},{row}"), direction) == there
    places = [(round(x, 6), round(y, 6)) for x, y in board.positions]
    assert len(set(places)) == board.size
    by_place = {place: at for at, place in enumerate(places)}
    top = board.sheet("a").grid
    for at in board.locations():
        for direction in range(6):
            (x, y), (dx, dy) = board.positions[at], top.centre(*top.neighbour(0, 0, direction))
            assert board.neighbour(at, direction) == by_place.get((round(x + dx, 6), round(y + dy, 6)))


def test_sheets_that_are_not_joined_do_not_touch() -> None:
    builder = BoardBuilder()
    sheet(builder, "A", FLAT, (2, 2))
    sheet(builder, "B", FLAT, (2, 2))
    board = builder.build()
    assert board.distance(board.at("A0101"), board.at("B0101")) is None
    assert board.line(board.at("A0101"), board.at("B0101")) == ()


def city_inset() -> Board:
    """A main map whose city hex opens into a plan of districts."""
    builder = BoardBuilder()
    builder.add_sheet("main", FLAT, first=(1, 1), size=(6, 6))
    builder.add_sheet(
        "city", FLAT, first=(1, 1), size=(2, 2), scale=0.5, origin=(20.0, 0.0), scheme=LabelScheme(prefix="P")
    )
    builder.add_link("P0101", "0303")
    builder.add_link("P0202", "0404")
    builder.add_link("P0102", "0304", one_way=True)
    return builder.build()


def test_one_walks_from_the_map_into_the_inset_and_out_again() -> None:
    board = city_inset()
    district, outside = board.at("P0101"), board.at("0303")
    edge = board.edge_between(outside, district)
    assert edge is not None
    assert edge == board.edge_between(district, outside, "inset")
    assert board.edges[edge].kind == "inset"
    assert board.edges[edge].direction is None
    assert board.distance(board.at("0301"), district) == 3
    assert [board.label(at) for at in board.line(board.at("0302"), board.at("P0101"))] == ["0302", "0303", "P0101"]


def test_a_one_way_link_leads_one_way() -> None:
    board = city_inset()
    inside, outside = board.at("P0102"), board.at("0304")
    edge = board.edge_between(inside, outside)
    assert edge is not None
    assert board.edges[edge].one_way
    assert board.edge_between(outside, inside) is None
    assert board.distance(inside, outside) == 1
    assert board.distance(outside, inside) == 3


def ukraine() -> BoardBuilder:
    builder = BoardBuilder()
    for name in ("Kiev", "Gomel", "Kharkov", "Odessa", "Malta"):
        builder.add_space(name.lower(), name=name)
    builder.add_connection("kiev", "gomel", "regular")
    builder.add_connection("kiev", "gomel", "river")
    builder.add_connection("kiev", "gomel", "regular")
    builder.add_connection("Kiev", "Kharkov", "regular")
    builder.add_connection("kharkov", "odessa", "sea", one_way=True)
    return builder


def test_spaces_are_joined_by_parallel_lines_of_several_kinds() -> None:
    board = ukraine().build()
    kiev, gomel = board.at("Kiev"), board.at("gomel")
    assert board.kinds[kiev] is PlaceKind.SPACE
    assert board.label(kiev) == board.title(kiev) == "Kiev"
    assert board.key(kiev) == "kiev"
    parallel = board.edges_between(kiev, gomel)
    assert [board.edges[edge].kind for edge in parallel] == ["regular", "river", "regular"]
    assert board.edges_between(gomel, kiev) == parallel
    assert board.edge_between(kiev, gomel) == parallel[0]
    assert board.edge_between(kiev, gomel, "river") == parallel[1]
    assert board.edge_between(kiev, gomel, "sea") is None
    assert board.edges_between(kiev, board.at("Malta")) == ()


def test_distance_between_spaces_is_the_fewest_lines() -> None:
    board = ukraine().build()
    gomel, kiev, kharkov, odessa, malta = (board.at(name) for name in ("gomel", "kiev", "kharkov", "odessa", "malta"))
    assert [board.distance(gomel, at) for at in (gomel, kiev, kharkov, odessa, malta)] == [0, 1, 2, 3, None]
    assert board.distance(odessa, kharkov) is None
    assert board.ring(kiev, 1) == (gomel, kharkov)
    assert board.ring(kiev, 2) == (odessa,)
    assert board.ring(kiev, 3) == ()
    assert board.within(kiev, 2) == (kiev, gomel, kharkov, odessa)
    assert board.line(gomel, odessa) == (gomel, kiev, kharkov, odessa)
    assert board.line(gomel, malta) == ()


def test_a_connection_carries_features_and_rails_like_a_hexside() -> None:
    builder = ukraine()
    ferry = builder.add_connection("odessa", "malta", "sea")
    builder.add_edge_feature("strait", ferry, towards="malta")
    builder.add_path_line("rail", ["odessa", "kharkov", "kiev"], id="main-line")
    board = builder.build()
    assert board.has_side(ferry, "strait", board.at("odessa"))
    assert not board.has_side(ferry, "strait", board.at("malta"))
    sea = board.edge_between(board.at("kharkov"), board.at("odessa"))
    assert sea is not None
    assert board.has_path(sea, "rail")
