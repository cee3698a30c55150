"""A board that cannot be is refused, with what is wrong and where."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.core.board import BoardError
from engine.core.boards.board_builder import BoardBuilder
from engine.core.boards.hexes import HexGrid, Orientation, Parity
from engine.core.boards.labels import Axis, AxisStyle, LabelScheme

FLAT = HexGrid(Orientation.FLAT, Parity.ODD)
POINTY = HexGrid(Orientation.POINTY, Parity.EVEN)


def ground() -> BoardBuilder:
    builder = BoardBuilder()
    builder.add_sheet("main", FLAT, first=(1, 1), size=(4, 4))
    builder.add_space("kiev", name="Kiev")
    builder.add_box("reserve")
    return builder


def refusal(act: Callable[[], object]) -> tuple[str, str]:
    """The key of the message, and what it is about."""
    with pytest.raises(BoardError) as refused:
        act()
    assert str(refused.value)
    return refused.value.message.key, refused.value.key


@pytest.mark.parametrize(
    ("act", "said", "about"),
    [
        (lambda b: b.add_path_line("rail", ["0101", "0102", "0104"]), "board.not-adjacent", "0104"),
        (lambda b: b.add_path_line("rail", ["0101", "kiev"]), "board.not-adjacent", "kiev"),
        (lambda b: b.add_path_line("rail", ["0101", "0101"]), "board.not-adjacent", "0101"),
        (lambda b: b.add_path_line("rail", ["0101"], id="spur"), "board.short-path", "spur"),
        (lambda b: b.add_path_line("rail", ["0101", "0110"]), "board.unknown-location-suggest", "0110"),
        (lambda b: b.add_feature("Paris", "city"), "board.unknown-location", "Paris"),
        (lambda b: b.add_side("river", "kiev", 0), "board.no-hexsides", "kiev"),
        (lambda b: b.add_side("river", "0202", 6), "board.unknown-direction", "0202"),
        (lambda b: b.add_side("river", "0202", -1), "board.unknown-direction", "0202"),
        (lambda b: b.add_side("river", "0202", "E"), "board.unknown-direction", "0202"),
        (lambda b: b.add_side("slope", "0202", "N", towards="0404"), "board.towards-elsewhere", "0404"),
        (lambda b: b.add_edge_feature("river", 9999), "board.unknown-edge", "9999"),
        (lambda b: b.add_connection("kiev", "kiev", "regular"), "board.self-link", "kiev"),
        (lambda b: b.add_link("0101", "0102", "hexside"), "board.reserved-kind", "0101"),
        (lambda b: b.add_link("0101", "nowhere"), "board.unknown-location", "nowhere"),
        (lambda b: b.add_region("r", "country", ["0101", "Paris"]), "board.unknown-location", "Paris"),
    ],
)
def test_what_lies_on_the_ground_must_fit_it(act: Callable[[BoardBuilder], None], said: str, about: str) -> None:
    builder = ground()
    assert refusal(lambda: act(builder)) == (said, about)


def test_what_was_refused_leaves_no_trace() -> None:
    builder = ground()
    builder.fix_ground()
    refusal(lambda: builder.add_path_line("rail", ["0101", "0102", "0104"], id="line"))
    refusal(lambda: builder.add_region("r", "country", ["0101", "Paris"]))
    board = builder.build()
    assert not board.path_lines
    assert not board.regions
    assert not any(board.paths(edge) for edge in range(len(board.edges)))


@pytest.mark.parametrize(
    ("act", "said", "about"),
    [
        (lambda b: b.add_sheet("main", FLAT, first=(1, 1), size=(1, 1)), "board.duplicate-sheet", "main"),
        (lambda b: b.add_sheet("", FLAT, first=(1, 1), size=(1, 1)), "board.empty-id", ""),
        (lambda b: b.add_sheet("b", FLAT, first=(1, 1), size=(0, 1)), "board.sheet-size", "b"),
        (lambda b: b.add_sheet("b", FLAT, first=(1, 1), size=(1, 1), scale=0.0), "board.sheet-size", "b"),
        (lambda b: b.add_sheet("b", FLAT, first=(1, 1), size=(2, 2), cells=[(1, 3)]), "board.cell-off-sheet", "b:1,3"),
        (
            lambda b: b.add_sheet("b", FLAT, first=(1, 1), size=(2, 2), cells=[(1, 1)] * 2),
            "board.duplicate-key",
            "b:1,1",
        ),
        (lambda b: b.add_space("kiev"), "board.duplicate-key", "kiev"),
        (lambda b: b.add_box("kiev"), "board.duplicate-key", "kiev"),
        (lambda b: b.add_box(""), "board.empty-id", ""),
    ],
)
def test_the_ground_must_make_sense(act: Callable[[BoardBuilder], None], said: str, about: str) -> None:
    builder = ground()
    assert refusal(lambda: act(builder)) == (said, about)


def test_two_locations_never_share_a_label() -> None:
    twice = ground()
    twice.add_sheet("other", FLAT, first=(1, 1), size=(2, 2))
    assert refusal(twice.build) == ("board.duplicate-label", "0101")

    namesake = ground()
    namesake.add_space("kyiv", name="Kiev")
    assert refusal(namesake.build) == ("board.duplicate-label", "Kiev")

    like_a_hex = ground()
    like_a_hex.add_space("0203")
    assert refusal(like_a_hex.build) == ("board.duplicate-key", "0203")

    outgrown = BoardBuilder()
    outgrown.add_sheet("main", FLAT, first=(1, 1), size=(110, 112), scheme=LabelScheme())
    assert refusal(outgrown.build)[0] == "board.duplicate-label"


def test_an_alias_may_not_be_the_label_of_another_hex() -> None:
    builder = BoardBuilder()
    builder.add_sheet("a", FLAT, first=(1, 1), size=(4, 4))
    builder.add_sheet("b", FLAT, first=(1, 1), size=(4, 4))
    builder.join("b", "0101", "a", "0401")
    assert refusal(builder.build) == ("board.duplicate-label", "0101")


def test_overlapping_sheets_that_print_the_same_are_one_map_without_aliases() -> None:
    builder = BoardBuilder()
    builder.add_sheet("a", FLAT, first=(1, 1), size=(4, 4))
    builder.add_sheet("b", FLAT, first=(1, 1), size=(4, 4), scheme=LabelScheme(column=Axis(start=3)))
    builder.join("b", "0301", "a", "0301")
    board = builder.build()
    assert board.size == 24
    assert dict(board.aliases) == {}
    assert board.at("b:1,1") == board.at("a:3,1")


def test_labels_that_run_out_are_refused_with_the_sheet() -> None:
    builder = BoardBuilder()
    letters = LabelScheme(column=Axis(style=AxisStyle.LETTERS, start=3, step=-1))
    builder.add_sheet("west", FLAT, first=(1, 1), size=(5, 5), scheme=letters)
    assert refusal(builder.build) == ("board.label-runs-out", "west")


def test_the_ground_is_fixed_once_something_lies_on_it() -> None:
    builder = ground()
    builder.add_feature("0101", "city")
    assert refusal(lambda: builder.add_space("odessa")) == ("board.ground-fixed", "odessa")
    assert refusal(lambda: builder.add_box("pool")) == ("board.ground-fixed", "pool")
    assert refusal(lambda: builder.add_sheet("b", FLAT, first=(1, 1), size=(1, 1))) == ("board.ground-fixed", "b")
    assert refusal(lambda: builder.join("main", (1, 1), "main", (1, 1))) == ("board.ground-fixed", "main")


def test_a_line_and_a_region_have_ids_of_their_own() -> None:
    builder = ground()
    builder.add_path_line("rail", ["0101", "0102"], id="line")
    builder.add_region("north", "country", ["0101"])
    assert refusal(lambda: builder.add_path_line("road", ["0101", "0102"], id="line")) == (
        "board.duplicate-line",
        "line",
    )
    assert refusal(lambda: builder.add_region("north", "climate", [])) == ("board.duplicate-region", "north")


def test_directions_are_those_of_the_sheet() -> None:
    builder = BoardBuilder()
    builder.add_sheet("main", POINTY, first=(1, 1), size=(4, 4))
    builder.add_side("river", "0202", "E")
    board = builder.build()
    assert [edge for edge in range(len(board.edges)) if board.has_side(edge, "river")] == [
        board.edge_between(board.at("0202"), board.at("0302"))
    ]


def test_terrain_is_one_word_a_mapping_or_a_function() -> None:
    builder = BoardBuilder()
    builder.add_sheet("a", FLAT, first=(1, 1), size=(2, 1), scheme=LabelScheme(prefix="A"), terrain="sea")
    builder.add_sheet("b", FLAT, first=(1, 1), size=(2, 1), scheme=LabelScheme(prefix="B"), terrain={(2, 1): "hill"})
    builder.add_sheet(
        "c", FLAT, first=(1, 1), size=(2, 1), scheme=LabelScheme(prefix="C"), terrain=lambda col, row: f"{col}x{row}"
    )
    assert builder.build().terrains == ("sea", "sea", "", "hill", "1x1", "2x1")


def test_locations_are_numbered_by_sheet_and_cell_then_spaces_and_boxes() -> None:
    builder = BoardBuilder()
    builder.add_box("pool")
    builder.add_sheet("a", FLAT, first=(1, 1), size=(2, 2))
    builder.add_space("kiev")
    assert builder.build().keys == ("a:1,1", "a:2,1", "a:1,2", "a:2,2", "pool", "kiev")
    assert builder.locate("kiev") == 5
