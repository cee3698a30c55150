"""Sets of hexes in bulk behave as sets do."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from editor.geometry.cells import Cells, codes_at, columns, every_cell, existing, packed, rectangle_keys, unique
from engine.definitions.bounds import FARTHEST
from engine.definitions.plan import NO_CELL, Cell
from tests.helpers.plans import random_plan, small_plan

coordinates = st.integers(-4, 4) | st.integers(-FARTHEST, FARTHEST)
some_cells = st.sets(st.builds(Cell, st.sampled_from(("a", "b")), coordinates, coordinates), max_size=30)


@given(some_cells, some_cells)
def test_the_algebra_of_sets_holds(one: set[Cell], other: set[Cell]) -> None:
    here, there = Cells.of(one), Cells.of(other)
    assert set(here) == one
    assert len(here) == len(one)
    assert bool(here) == bool(one)
    assert set(here | there) == one | other
    assert set(here & there) == one & other
    assert set(here - there) == one - other
    assert set(here ^ there) == one ^ other
    assert (here == there) == (one == other)
    assert here | there == there | here
    assert all(cell in here for cell in one)
    assert not any(cell in here for cell in other - one)


@given(st.lists(st.tuples(coordinates, coordinates), max_size=20))
def test_a_cell_packed_and_unpacked_is_the_same_even_left_of_zero(cells: list[tuple[int, int]]) -> None:
    cols, rows = (np.array(part, dtype=np.int64) for part in (zip(*cells, strict=True) if cells else ((), ())))
    back = columns(packed(cols, rows))
    assert list(zip(back[0].tolist(), back[1].tolist(), strict=True)) == cells


@given(st.lists(st.integers(-50, 50), max_size=40))
def test_keys_are_sorted_and_each_there_once(values: list[int]) -> None:
    assert unique(np.array(values, dtype=np.int64)).tolist() == sorted(set(values))


def test_cells_run_as_one_reads() -> None:
    cells = Cells.of([Cell("main", 2, 1), Cell("main", -1, 2), Cell("main", 1, 1), Cell("main", 5, -3)])
    assert [(col, row) for _, col, row in cells] == [(5, -3), (1, 1), (2, 1), (-1, 2)]
    assert next(cells.place_keys()) == "main:5,-3"
    assert repr(cells) == "Cells(4 on main)"
    assert repr(Cells()) == "Cells(0 on no sheet)"


def test_what_is_no_cell_is_in_no_set_of_cells() -> None:
    assert "main:1,1" not in every_cell(small_plan())
    assert Cells() != "nothing"


@given(st.integers(0, 200))
def test_the_hexes_of_a_map_are_those_its_sheets_have(seed: int) -> None:
    plan = random_plan(seed)
    whole = {cell for sheet in plan.sheets.values() for cell in sheet.cells()}
    assert set(every_cell(plan)) == whole
    rooms = Cells({sheet.id: rectangle_keys(sheet.first, sheet.size) for sheet in plan.sheets.values()})
    assert set(existing(plan, rooms)) == whole


def test_beyond_the_sheet_there_is_no_cell() -> None:
    plan = small_plan()
    keys = packed(np.array([1, 0, 7, 1]), np.array([1, 1, 1, 6]))
    assert codes_at(plan.sheets["main"], keys).tolist() == [1, NO_CELL, NO_CELL, NO_CELL]
