"""Printed labels: every scheme of the five games' maps, there and back."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.boards.hexes import Extent, HexGrid, Orientation, Parity
from engine.core.boards.labels import Axis, AxisStyle, LabelOrder, LabelScheme, Letters, RowAxis

FLAT = HexGrid(Orientation.FLAT, Parity.ODD)
FLAT_EVEN = HexGrid(Orientation.FLAT, Parity.EVEN)
POINTY = HexGrid(Orientation.POINTY, Parity.ODD)

LETTERS = Axis(style=AxisStyle.LETTERS)
DOUBLED = Axis(style=AxisStyle.LETTERS, letters=Letters.DOUBLED)

grids = st.builds(HexGrid, st.sampled_from(Orientation), st.sampled_from(Parity))
extents = st.builds(
    Extent,
    st.tuples(st.integers(-9, 9), st.integers(-9, 9)),
    st.tuples(st.integers(1, 12), st.integers(1, 12)),
)
axes = st.builds(
    Axis,
    style=st.sampled_from(AxisStyle),
    start=st.integers(40, 130),
    step=st.sampled_from((1, -1)),
    digits=st.integers(1, 4),
    letters=st.sampled_from(Letters),
)
schemes = st.builds(
    LabelScheme,
    order=st.sampled_from(LabelOrder),
    column=axes,
    row=axes,
    separator=st.sampled_from(("", "/", "-", ".", " ", "A", "0")),
    prefix=st.sampled_from(("", "C", "7", "West ")),
    row_axis=st.sampled_from(RowAxis),
)


@settings(deadline=None)
@given(grids, extents, schemes)
def test_label_to_location_to_label_is_the_identity(grid: HexGrid, extent: Extent, scheme: LabelScheme) -> None:
    labels = {cell: scheme.label(grid, *cell, extent) for cell in extent.cells()}
    times = Counter(labels.values())
    for cell, label in labels.items():
        found = scheme.parse(grid, label, extent)
        assert found is not None
        assert labels[found] == label
        if times[label] == 1:
            assert found == cell


@settings(deadline=None)
@given(grids, extents, schemes, st.sampled_from("/-. "))
def test_with_a_separator_no_two_cells_share_a_label(
    grid: HexGrid, extent: Extent, scheme: LabelScheme, separator: str
) -> None:
    labels = list(replace(scheme, separator=separator).labels(grid, extent.cells(), extent))
    assert len(set(labels)) == extent.size[0] * extent.size[1]


@settings(deadline=None)
@given(grids, extents, schemes, st.data(), st.sampled_from("0123456789ABCZ/-. "))
def test_whatever_parses_is_printed_exactly_so(
    grid: HexGrid, extent: Extent, scheme: LabelScheme, data: st.DataObject, sign: str
) -> None:
    """Labels of the map and what is a slip away from one: a sign more, a sign less, another sign, small letters."""
    cell = data.draw(st.sampled_from(list(extent.cells())))
    label = scheme.label(grid, *cell, extent)
    at = data.draw(st.integers(0, len(label) - 1))
    before, after = label[:at], label[at + 1 :]
    assert scheme.parse(grid, label, extent) is not None
    for text in (before + sign + label[at:], before + after, before + sign + after, label + sign, label.lower()):
        found = scheme.parse(grid, text, extent)
        assert found is None or (found in extent and scheme.label(grid, *found, extent) == text)


@settings(deadline=None)
@given(grids, extents, schemes, st.data())
def test_one_known_hex_fixes_the_numbering_of_the_rest(
    grid: HexGrid, extent: Extent, scheme: LabelScheme, data: st.DataObject
) -> None:
    cell = data.draw(st.sampled_from(list(extent.cells())))
    moved = replace(scheme, column=replace(scheme.column, start=500), row=replace(scheme.row, start=600))
    anchored = moved.anchored(grid, extent, cell, scheme.label(grid, *cell, extent))
    if anchored is not None:
        assert anchored == scheme
    else:
        assert scheme.separator in ("", "A", "0")


@pytest.mark.parametrize(
    ("scheme", "cell", "label"),
    [
        (LabelScheme(), (1, 1), "0101"),
        (LabelScheme(), (12, 3), "1203"),
        (LabelScheme(order=LabelOrder.ROW_COLUMN), (12, 3), "0312"),
        (LabelScheme(prefix="C"), (19, 28), "C1928"),
        (LabelScheme(column=LETTERS, row=Axis(digits=1), separator="-"), (28, 7), "AB-7"),
        (LabelScheme(column=DOUBLED, row=Axis(digits=1)), (28, 7), "BB7"),
        (LabelScheme(column=Axis(start=0), row=Axis(start=30, step=-1)), (1, 1), "0030"),
        (LabelScheme(column=Axis(start=0), row=Axis(start=30, step=-1)), (4, 11), "0320"),
        (LabelScheme(column=Axis(digits=3), row=Axis(digits=4)), (5, 6), "0050006"),
    ],
)
def test_a_scheme_prints_what_the_map_prints(scheme: LabelScheme, cell: tuple[int, int], label: str) -> None:
    extent = Extent((1, 1), (40, 30))
    assert scheme.label(FLAT, *cell, extent) == label
    assert scheme.parse(FLAT, label, extent) == cell


def test_counting_starts_at_the_first_cell_whatever_its_storage_coordinates() -> None:
    extent = Extent((-7, 100), (10, 10))
    assert LabelScheme().label(FLAT, -7, 100, extent) == "0101"
    assert LabelScheme().parse(FLAT, "1010", extent) == (2, 109)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "1",
        "101",
        "00101",
        "0101 ",
        " 0101",
        "0101x",
        "01-01",
        "+101",
        "١٢٠٣",
        "０１０１",
        "0²01",
        "0141",
        "4131",
        "0100",
    ],
)
def test_a_label_is_read_exactly_or_not_at_all(text: str) -> None:
    assert LabelScheme().parse(FLAT, text, Extent((1, 1), (40, 40))) is None


@pytest.mark.parametrize("text", ["1928", "c1928", "CC1928", "C 1928", "D1928", "C"])
def test_a_sheet_prefix_is_part_of_the_label(text: str) -> None:
    assert LabelScheme(prefix="C").parse(FLAT, text, Extent((1, 1), (60, 40))) is None


@pytest.mark.parametrize("text", ["b3", "É3", "3", "B", "B03", "ΑB3", "BA3"])
def test_letters_are_capital_latin_letters(text: str) -> None:
    scheme = LabelScheme(column=LETTERS, row=Axis(digits=1))
    assert scheme.parse(FLAT, "B3", Extent((1, 1), (9, 9))) == (2, 3)
    assert scheme.parse(FLAT, text, Extent((1, 1), (9, 9))) is None


def test_a_long_hostile_text_is_simply_no_label() -> None:
    extent = Extent((1, 1), (40, 40))
    assert LabelScheme().parse(FLAT, "1" * 100_000, extent) is None
    assert LabelScheme(column=LETTERS).parse(FLAT, "A" * 100_000, extent) is None


@pytest.mark.parametrize(
    ("value", "bijective", "doubled"),
    [
        (1, "A", "A"),
        (26, "Z", "Z"),
        (27, "AA", "AA"),
        (28, "AB", "BB"),
        (32, "AF", "FF"),
        (52, "AZ", "ZZ"),
        (53, "BA", "AAA"),
    ],
)
def test_after_z_come_aa_and_ab_or_aa_and_bb(value: int, bijective: str, doubled: str) -> None:
    assert LETTERS.text(value) == bijective
    assert DOUBLED.text(value) == doubled
    assert LETTERS.value(bijective) == DOUBLED.value(doubled) == value


def test_doubled_letters_know_no_mixed_pair() -> None:
    assert DOUBLED.value("AB") is None
    assert DOUBLED.value("FFG") is None


def test_numbers_outgrow_their_digits() -> None:
    extent = Extent((1, 1), (120, 30))
    assert LabelScheme().label(FLAT, 99, 12, extent) == "9912"
    assert LabelScheme().label(FLAT, 100, 12, extent) == "10012"
    assert LabelScheme().parse(FLAT, "10012", extent) == (100, 12)
    assert LabelScheme(order=LabelOrder.ROW_COLUMN).parse(FLAT, "12100", extent) == (100, 12)


def test_an_axis_that_runs_out_of_values_says_so() -> None:
    extent = Extent((1, 1), (5, 5))
    with pytest.raises(ValueError, match="before A"):
        LabelScheme(column=replace(LETTERS, start=3, step=-1)).label(FLAT, 4, 1, extent)
    with pytest.raises(ValueError, match="below zero"):
        LabelScheme(row=Axis(start=3, step=-1)).label(FLAT, 1, 5, extent)


def test_an_axis_must_advance_and_its_numbers_have_digits() -> None:
    with pytest.raises(ValueError, match="advance"):
        Axis(step=0)
    with pytest.raises(ValueError, match="digits"):
        Axis(digits=0)
    with pytest.raises(ValueError, match="roman"):
        Axis(style="roman")  # type: ignore[arg-type]


def test_an_axis_may_count_by_twos() -> None:
    scheme = LabelScheme(column=Axis(start=10, step=2))
    extent = Extent((1, 1), (5, 5))
    assert scheme.label(FLAT, 3, 1, extent) == "1401"
    assert scheme.parse(FLAT, "1401", extent) == (3, 1)
    assert scheme.parse(FLAT, "1501", extent) is None


def test_a_known_hex_whose_label_reads_two_ways_fixes_nothing() -> None:
    extent = Extent((1, 1), (120, 120))
    assert LabelScheme().anchored(FLAT, extent, (1, 1), "10116") is None
    assert LabelScheme().anchored(FLAT, extent, (1, 1), "Leningrad") is None
    leningrad = LabelScheme(order=LabelOrder.ROW_COLUMN, row=Axis(step=-1)).anchored(FLAT, extent, (16, 40), "6116")
    assert leningrad is not None
    assert leningrad.label(FLAT, 24, 83, extent) == "1824"


WHITE_OCTOBER = LabelScheme(
    order=LabelOrder.ROW_COLUMN,
    column=DOUBLED,
    row=Axis(step=-1),
    separator="/",
    row_axis=RowAxis.OBLIQUE_DOWN,
)


@pytest.mark.parametrize("grid", [FLAT, FLAT_EVEN], ids=str)
def test_white_october_counts_diagonal_rows_from_the_south_west(grid: HexGrid) -> None:
    extent = Extent((1, 1), (32, 40))
    scheme = WHITE_OCTOBER.anchored(grid, extent, (32, 38), "07/FF")
    assert scheme is not None
    moscow, vologda = scheme.parse(grid, "07/FF", extent), scheme.parse(grid, "18/FF", extent)
    assert moscow == (32, 38)
    assert vologda == (32, 27)
    volosovo, shore, inland = (scheme.parse(grid, text, extent) for text in ("19/O", "28/E", "28/D"))
    assert volosovo is not None
    assert shore is not None
    assert inland is not None
    assert grid.neighbour(*inland, 2) == shore  # one step down the same diagonal
    step_down = shore
    for _ in range(10):
        step_down = grid.neighbour(*step_down, 2)
    assert scheme.label(grid, *step_down, extent) == "28/O"
    assert volosovo == (step_down[0], step_down[1] + 9)
    assert scheme.parse(grid, "19/AF", extent) is None
    assert scheme.parse(grid, "7/FF", extent) is None


@pytest.mark.parametrize(
    ("grid", "row_axis", "along"),
    [
        (FLAT, RowAxis.OBLIQUE_DOWN, 2),
        (FLAT, RowAxis.OBLIQUE_UP, 1),
        (POINTY, RowAxis.OBLIQUE_DOWN, 2),
        (POINTY, RowAxis.OBLIQUE_UP, 0),
    ],
    ids=str,
)
def test_an_oblique_line_keeps_its_number_along_its_direction(grid: HexGrid, row_axis: RowAxis, along: int) -> None:
    scheme = LabelScheme(separator=".", row_axis=row_axis)
    extent = Extent((0, 0), (9, 9))
    oblique = 1 if grid.orientation is Orientation.FLAT else 0
    here = scheme.label(grid, 4, 4, extent).split(".")
    there = scheme.label(grid, *grid.neighbour(4, 4, along), extent).split(".")
    assert here[oblique] == there[oblique]
    assert here[1 - oblique] != there[1 - oblique]


@given(grids, extents, st.sampled_from((RowAxis.OBLIQUE_DOWN, RowAxis.OBLIQUE_UP)))
def test_the_first_oblique_line_of_a_sheet_has_the_start_value(
    grid: HexGrid, extent: Extent, row_axis: RowAxis
) -> None:
    scheme = LabelScheme(separator=".", row_axis=row_axis)
    parts = [label.split(".") for label in scheme.labels(grid, extent.cells(), extent)]
    assert min(int(column) for column, _ in parts) == 1
    assert min(int(row) for _, row in parts) == 1
