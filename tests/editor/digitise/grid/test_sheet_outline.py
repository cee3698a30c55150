"""How far a sheet goes whose edge hexes do not answer: over open sea, and never over the desk beside it."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from editor.digitise.grid.sheet_outline import FLAT, CellLooks, sheet_outline
from editor.digitise.transforms import Floats

WIDE, HIGH, BEYOND = 14, 10, 5
"""Hexes of a sheet across and down, and how many the picture shows beyond it on every hand."""


def lattice() -> tuple[Floats, Floats]:
    """Cells of a picture in counted steps, and where they lie on the plane."""
    cells = np.array(
        [(col - row // 2, row) for row in range(-BEYOND, HIGH + BEYOND) for col in range(-BEYOND, WIDE + BEYOND)],
        dtype=np.float64,
    )
    return cells, cells @ FLAT.T


def on_sheet(plane: Floats) -> npt.NDArray[np.bool_]:
    row = np.rint(plane[:, 1] / (np.sqrt(3) / 2))
    return np.asarray((plane[:, 0] > -0.3) & (plane[:, 0] < WIDE - 0.2) & (row >= 0) & (row < HIGH))


def told(
    looks: CellLooks, answering: npt.NDArray[np.bool_], others: npt.NDArray[np.bool_] | None = None
) -> npt.NDArray[np.bool_]:
    """Which cells the outline has; another grid is seen on `others`."""
    cells, plane = lattice()
    foreign = None if others is None else cells[others]
    left, top, right, bottom = sheet_outline(cells[answering], cells, looks, foreign).buffer(0.45).bounds
    return np.asarray((plane[:, 0] > left) & (plane[:, 0] < right) & (plane[:, 1] > top) & (plane[:, 1] < bottom))


def test_counters_along_an_edge_do_not_make_a_sea_of_the_desk() -> None:
    """The light falls off towards the right, so that the desk there is no grey that was seen elsewhere."""
    _, plane = lattice()
    sheet = on_sheet(plane)
    row = np.rint(plane[:, 1] / (np.sqrt(3) / 2)).astype(int)
    covered = sheet & (plane[:, 0] > WIDE - 2.4) & (row % 5 < 2)
    counters = np.where(plane[:, 0] > WIDE - 1.4, 200.0, 110.0)
    grey = np.where(covered, counters, np.where(sheet, 190.0, 240.0 - 3.0 * plane[:, 0]))
    lively = np.where(covered, 30.0, np.where(sheet, 8.0, 1.5))
    found = told(CellLooks(grey, lively), sheet & ~covered)
    assert found[sheet].all()
    assert not found[~sheet & (plane[:, 0] > WIDE + 0.4)].any()


def test_open_sea_along_an_edge_still_belongs_to_the_sheet() -> None:
    """Two columns of it answer nowhere, and beyond them lies the desk."""
    _, plane = lattice()
    sheet = on_sheet(plane)
    sea = sheet & (plane[:, 0] > WIDE - 2.4)
    grey = np.where(sea, 150.0, np.where(sheet, 190.0, 240.0 - 3.0 * plane[:, 0]))
    lively = np.where(sheet, 6.0, 1.5)
    some = sea & (np.rint(plane[:, 1]).astype(int) % 4 == 0)
    found = told(CellLooks(grey, lively), (sheet & ~sea) | some)
    assert found[sheet].all()
    assert not found[~sheet & (plane[:, 0] > WIDE + 0.4)].any()


def test_the_next_sheet_is_no_sea_however_alike_it_looks() -> None:
    """Counters hide the hexes along the right edge, and beyond it lies another sheet as full of them."""
    _, plane = lattice()
    sheet = on_sheet(plane)
    row = np.rint(plane[:, 1] / (np.sqrt(3) / 2)).astype(int)
    covered = sheet & (plane[:, 0] > WIDE - 2.4) & (row % 3 == 0)
    beyond = plane[:, 0] > WIDE - 0.2
    paper = sheet | (beyond & (row >= 0) & (row < HIGH))
    looks = CellLooks(np.where(paper, 150.0, 240.0), np.where(paper, 30.0, 1.5))
    assert told(looks, sheet & ~covered)[paper].all(), "nothing says that it is no sea"
    found = told(looks, sheet & ~covered, others=beyond & (plane[:, 0] > WIDE + 2.0))
    assert found[sheet].all()
    assert not found[beyond & (plane[:, 0] > WIDE + 0.4)].any()
