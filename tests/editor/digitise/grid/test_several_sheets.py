"""Several sheets in one scan: each is told where it is seen, and none goes on over its neighbour."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtWidgets import QApplication

from editor.digitise.grid import grid_finder
from editor.digitise.grid.found_grid import FoundGrid
from editor.digitise.grid.grid_finder import find_grid
from editor.digitise.transforms import Floats
from tests.helpers.atlas_sheets import chosen, photographed
from tests.helpers.harder_scans import fresh, hard_printed
from tests.helpers.printed_scans import Print, printed

COVERED = chosen(20, seed=2)[19]
"""Half of its hexes are under counters, along the edge where its two sheets meet as well."""
PALE = fresh(15, seed=2)[14]
"""Of its two sheets one is a much paler print."""


def off(found: FoundGrid, centres: Floats) -> tuple[float, float]:
    """How far true hexes are from those told, and which share of those told is near a true one."""
    away = [float(np.hypot(*(found.centres - each).T).min()) for each in centres]
    back = np.array([np.hypot(*(centres - each).T).min() for each in found.centres])
    return float(np.median(away)), float((back < 0.25 * found.sheets[0].pitch).mean())


def test_a_sheet_under_counters_does_not_go_on_over_the_next(qapp: QApplication) -> None:
    """The counters of the next sheet look like those that hide its own edge; its hexes lie a third of a pitch off."""
    scan = photographed(COVERED)
    found = find_grid(scan.pixels)
    assert len(found.sheets) == 2
    away, right = off(found, scan.centres)
    assert away <= 1.0
    assert right >= 0.9


def test_a_second_sheet_of_a_paler_print_is_told_too(qapp: QApplication) -> None:
    scan = hard_printed(PALE)
    found = find_grid(scan.pixels)
    assert len(found.sheets) == 2
    assert off(found, scan.centres - 0.5)[0] <= 1.0


def test_what_could_not_be_followed_bounds_a_sheet_and_is_told(
    qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(grid_finder, "_TRIES_BESIDE", 0)
    scan = photographed(COVERED)
    found = find_grid(scan.pixels)
    assert len(found.sheets) == 1
    assert found.has_rivals
    assert off(found, scan.centres)[1] >= 0.85, "none of the hexes told lies on the other sheet"


def test_one_sheet_alone_has_no_rival(qapp: QApplication) -> None:
    assert not find_grid(printed(Print(pitch=40.0, size=(900, 700), seed=5)).pixels).has_rivals
