"""Hexes in bulk are the same hexes as one by one."""

from __future__ import annotations

import numpy as np
import pytest

from editor.geometry.hex_pixels import coloured
from editor.geometry.lattice import Box, Lattice, Span, cell_hash, hashes
from engine.core.boards.hexes import HexGrid, Orientation, Parity

GRIDS = [HexGrid(orientation, parity) for orientation in Orientation for parity in Parity]
COLS, ROWS = (axis.ravel() for axis in np.meshgrid(np.arange(-6, 7), np.arange(-5, 8)))


@pytest.fixture(params=GRIDS, ids=lambda grid: f"{grid.orientation}-{grid.parity}")
def lattice(request: pytest.FixtureRequest) -> Lattice:
    return Lattice(request.param, 1.7, (4.5, -2.25))


def test_centres_of_many_cells_are_those_of_each(lattice: Lattice) -> None:
    centres = lattice.centres(COLS, ROWS)
    singly = [lattice.centre(col, row) for col, row in zip(COLS.tolist(), ROWS.tolist(), strict=True)]
    assert np.allclose(centres, singly)


def test_neighbours_of_many_cells_are_those_of_each(lattice: Lattice) -> None:
    for direction in range(6):
        cols, rows = lattice.neighbours(COLS, ROWS, direction)
        singly = [
            lattice.grid.neighbour(col, row, direction) for col, row in zip(COLS.tolist(), ROWS.tolist(), strict=True)
        ]
        assert list(zip(cols.tolist(), rows.tolist(), strict=True)) == singly


def test_points_lie_in_the_same_cells(lattice: Lattice) -> None:
    rng = np.random.default_rng(1)
    xs, ys = rng.uniform(-20, 20, 500), rng.uniform(-20, 20, 500)
    cols, rows = lattice.cells_at(xs, ys)
    for x, y, col, row in zip(xs.tolist(), ys.tolist(), cols.tolist(), rows.tolist(), strict=True):
        assert lattice.cell_at(x, y) == (col, row)


@pytest.mark.parametrize("pixels", [400, 24], ids=["by strips", "by index"])
def test_every_pixel_finds_its_cell(lattice: Lattice, pixels: int) -> None:
    box = Box(-15.3, -9.1, 12.8, 20.4)
    span = lattice.span(box).grown(1)
    numbers = np.arange(span.size, dtype=np.uint32).reshape(span.bottom - span.top, span.right - span.left)
    xs = np.linspace(box.left, box.right, pixels)
    ys = np.linspace(box.top, box.bottom, pixels - 3)
    cols, rows = lattice.cells_at(*np.meshgrid(xs, ys))
    assert np.array_equal(coloured(lattice, xs, ys, numbers, span), numbers[rows - span.top, cols - span.left])


def test_a_span_holds_every_cell_that_touches_a_box(lattice: Lattice) -> None:
    box = Box(-3.1, 2.2, 5.9, 9.4)
    span = lattice.span(box)
    xs, ys = np.meshgrid(np.linspace(box.left, box.right, 90), np.linspace(box.top, box.bottom, 90))
    cols, rows = lattice.cells_at(xs.ravel(), ys.ravel())
    assert span.left <= cols.min()
    assert cols.max() < span.right
    assert span.top <= rows.min()
    assert rows.max() < span.bottom
    assert span.size < 2.2 * len(set(zip(cols.tolist(), rows.tolist(), strict=True))) + 12, "and hardly more"


def test_the_box_of_a_span_holds_its_hexes(lattice: Lattice) -> None:
    box = lattice.box(Span(-2, -1, 3, 4))
    for col in range(-2, 3):
        for row in range(-1, 4):
            x, y = lattice.centre(col, row)
            for dx, dy in lattice.corners:
                assert box.left - 1e-9 <= x + dx <= box.right + 1e-9
                assert box.top - 1e-9 <= y + dy <= box.bottom + 1e-9


def test_three_hexes_agree_on_the_name_of_their_corner(lattice: Lattice) -> None:
    names: dict[tuple[int, int], int] = {}
    for col in range(-3, 4):
        for row in range(-3, 4):
            x, y = lattice.centre(col, row)
            for dx, dy in lattice.corners:
                name = lattice.vertex(x + dx, y + dy)
                names[name] = names.get(name, 0) + 1
                assert np.allclose(lattice.vertex_point(*name), (x + dx, y + dy))
    assert set(names.values()) == {1, 2, 3}


def test_variation_is_the_same_in_bulk_and_singly() -> None:
    bulk = hashes(COLS, ROWS, 5).tolist()
    assert bulk == [cell_hash(col, row, 5) for col, row in zip(COLS.tolist(), ROWS.tolist(), strict=True)]
    assert len(set(bulk)) == len(bulk)
