"""Joined sheets are one space of hexes: twins, owners, neighbours across the seam, and where everything lies."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from editor.geometry.cells import Cells, every_cell
from editor.geometry.ground import Ground
from editor.geometry.hexsides import Hexside, hexside_from, hexsides_around
from engine.core.boards.hexes import HexGrid, Orientation, Parity
from engine.core.boards.labels import LabelScheme
from engine.definitions.issues import DefinitionError
from engine.definitions.maps.compile_map import compile_map
from engine.definitions.maps.map_places import Frames
from engine.definitions.plan import NO_CELL, Cell, JoinPlan, MapPlan, SheetPlan, canonical_side
from tests.helpers.plans import random_plan, small_plan

seeds = st.integers(0, 400)


def two_sheets(orientation: Orientation = Orientation.FLAT) -> MapPlan:
    """Two sheets of 4 by 3 that share a column: a:4,1 is b:1,1, though the parities differ."""
    plan = MapPlan("pair", "", "")
    for name, parity in (("a", Parity.ODD), ("b", Parity.EVEN)):
        grid = HexGrid(orientation, parity)
        labels = LabelScheme(prefix=name.upper())
        terrain = plan.filled((4, 3), "clear")
        plan.sheets[name] = SheetPlan(name, grid, (1, 1), (4, 3), labels, "clear", terrain, origin=(0.0, 50.0))
    plan.joins.append(JoinPlan("b", (1, 1), "a", (4, 1)))
    return plan


@given(seeds)
def test_two_cells_are_one_spot_exactly_when_the_map_says_they_coincide(seed: int) -> None:
    plan = random_plan(seed)
    ground, frames = Ground(plan), Frames(plan)
    cells = list(every_cell(plan))[:40]
    for one in cells:
        for other in cells[::3]:
            assert (ground.spot(one) == ground.spot(other)) == frames.coincide(one, other)
            assert ground.are_neighbours(one.key, other.key) == frames.are_neighbours(one, other)


@given(seeds)
def test_every_hex_lies_where_the_board_puts_it_and_is_found_there(seed: int) -> None:
    plan = random_plan(seed)
    try:
        board = compile_map(plan)
    except DefinitionError:
        return
    ground = Ground(plan)
    for cell in every_cell(plan):
        spot = ground.spot(cell)
        assert spot is not None
        centre = ground.centre(spot)
        assert centre == pytest.approx(board.positions[board.at(cell.key)])
        assert board.key(board.at(cell.key)) == ground.owner(cell).key
        plane = ground.plane(cell.sheet)
        assert plane is not None
        assert ground.nearest_spot(plane, *centre) == spot
        assert plane.coordinates(*centre) == pytest.approx((spot.q, spot.r))


@given(seeds)
def test_hexes_in_bulk_are_the_hexes_one_by_one(seed: int) -> None:
    plan = random_plan(seed)
    ground = Ground(plan)
    for name, keys in every_cell(plan).items():
        q, r = ground.cubes(name, keys)
        spots = [ground.spot(cell) for cell in Cells({name: keys})]
        assert [(spot.q, spot.r) for spot in spots if spot] == list(zip(q.tolist(), r.tolist(), strict=True))
        assert ground.keys_on(name, q, r).tolist() == keys.tolist()


@given(seeds)
def test_a_hexside_has_one_owner_whichever_hex_and_sheet_it_is_seen_from(seed: int) -> None:
    plan = random_plan(seed)
    ground = Ground(plan)
    for cell in list(every_cell(plan))[:20]:
        grid = plan.sheets[cell.sheet].grid
        for direction, side in enumerate(hexsides_around(grid, cell)):
            assert side.carrying("river") == canonical_side(grid, cell, direction, "river")
            owner = ground.owner_hexside(side)
            assert ground.is_on_map(owner)
            assert {ground.owner_hexside(twin) for twin in ground.same_hexsides(side)} == {owner}
            assert ground.spots_beside(owner) == ground.spots_beside(side)


@pytest.mark.parametrize("orientation", Orientation)
def test_a_hex_printed_on_two_sheets_is_owned_by_the_earlier(orientation: Orientation) -> None:
    ground = Ground(two_sheets(orientation))
    spot = ground.spot(Cell("b", 1, 1))
    assert spot is not None
    assert ground.twins(spot) == [Cell("a", 4, 1), Cell("b", 1, 1)]
    assert ground.owner(Cell("b", 1, 1)) == Cell("a", 4, 1)
    assert ground.owner_key("b:1,1") == "a:4,1"
    assert ground.owner_key("kiev") == "kiev"
    assert ground.owner(Cell("b", 4, 1)) == Cell("b", 4, 1)


def test_where_the_earlier_sheet_has_a_hole_the_later_owns_the_hex() -> None:
    plan = two_sheets()
    plan.sheets["a"].terrain[0, 3] = NO_CELL
    ground = Ground(plan)
    assert ground.owner(Cell("b", 1, 1)) == Cell("b", 1, 1)
    assert ground.owners(Cells.of([Cell("b", 1, 1)])) == Cells.of([Cell("b", 1, 1)])


def test_strokes_go_over_all_twins_and_owners_are_counted_once() -> None:
    plan = two_sheets()
    ground = Ground(plan)
    both = Cells.of([Cell("a", 4, 1), Cell("b", 1, 1)])
    assert ground.with_twins(Cells.of([Cell("b", 1, 1)])) == both
    assert ground.owners(both) == Cells.of([Cell("a", 4, 1)])
    whole = every_cell(plan)
    assert len(whole) == 24
    assert len(ground.owners(whole)) < 24


def test_a_cell_of_no_sheet_is_nowhere() -> None:
    ground = Ground(small_plan())
    assert ground.spot(Cell("moon", 1, 1)) is None
    assert ground.plane("moon") is None
    assert ground.spot_at(999.0, 999.0) is None
    assert not ground.is_on_map(Hexside("moon", 1, 1, 0))
    assert ground.owner_hexside(Hexside("moon", 1, 1, 0)) == Hexside("moon", 1, 1, 0)


def test_sheets_that_stand_differently_share_no_plane_even_when_a_join_says_so() -> None:
    plan = two_sheets()
    plan.sheets["b"].grid = HexGrid(Orientation.POINTY, Parity.ODD)
    assert len(list(Ground(plan).planes)) == 2


def test_the_hexside_of_a_pair_is_named_by_the_hex_for_which_its_direction_is_low() -> None:
    grid = small_plan().sheets["main"].grid
    assert hexside_from(grid, Cell("main", 2, 2), 3) == Hexside("main", 2, 3, 0)
