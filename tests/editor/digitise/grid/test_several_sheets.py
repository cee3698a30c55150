"""Several sheets in one scan: each is told where it is seen, and none goes on over its neighbour."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtWidgets import QApplication

from editor.digitise.grid import grid_finder
from editor.digitise.grid.found_grid import FoundGrid
from editor.digitise.grid.grid_finder import find_grid
from editor.digitise.transforms import Floats
from engine.core.boards.hexes import Orientation
from tests.helpers.atlas_sheets import GridInk, Sheet, chosen, photographed
from tests.helpers.harder_scans import fresh, hard_printed
from tests.helpers.printed_scans import Print, printed

COVERED = chosen(20, seed=2)[19]
"""Half of its hexes are under counters, along the edge where its two sheets meet as well."""
PALE = fresh(15, seed=2)[14]
"""Of its two sheets one is a much paler print."""

LARGER_BESIDE = chosen(15, seed=11)[14]
"""A lattice that begins on the one of its framed sheets snaps to the other one too, where more of its hexes answer."""
DASHED = chosen(11, seed=12)[10]
"""Its second sheet is a small part of the picture, and there are gaps in all of its lines."""
ONE_TO_BE_SEEN = Sheet(
    pitch=79.5,
    size=(3000, 1035),
    seed=166299,
    ink=GridInk.HAIRLINE,
    orientation=Orientation.FLAT,
    rotation=-1.6,
    lean=0.05,
    warp=9.0,
    noise=11.6,
    quality=90,
    counters=0.3,
    sea="corner",
    hides=0.3,
    sheets=2,
)
"""Grey hairlines on grey ground, and noise: of one sheet nothing can be followed, but its hexes repeat."""


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
    assert right >= 0.85


def test_a_second_sheet_of_a_paler_print_is_told_too(qapp: QApplication) -> None:
    scan = hard_printed(PALE)
    found = find_grid(scan.pixels)
    assert len(found.sheets) == 2
    assert off(found, scan.centres - 0.5)[0] <= 1.0


@pytest.mark.parametrize("sheet", [LARGER_BESIDE, DASHED], ids=["framed", "dashed"])
def test_the_other_sheet_is_found_in_what_the_first_leaves_of_the_picture(qapp: QApplication, sheet: Sheet) -> None:
    scan = photographed(sheet)
    found = find_grid(scan.pixels)
    assert len(found.sheets) == 2
    assert not found.has_rivals
    away, right = off(found, scan.centres)
    assert away <= 1.0
    assert right >= 0.75, "how far a dashed sheet is followed hangs on how its letters are painted"


def test_half_a_scan_is_not_told_as_its_grid(qapp: QApplication) -> None:
    found = find_grid(photographed(ONE_TO_BE_SEEN).pixels)
    assert not found.is_found
    assert found.refusal.key == "digitise.grid.half"
    assert found.score < grid_finder.LEAST_SCORE


def test_what_could_not_be_followed_bounds_a_sheet_and_is_told(
    qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where it is as large as the sheet nothing is told at all; that is taken away here to see what is."""
    monkeypatch.setattr(grid_finder, "_TRIES_BESIDE", 0)
    scan = photographed(COVERED)
    assert find_grid(scan.pixels).refusal.key == "digitise.grid.half"
    monkeypatch.setattr(grid_finder, "_TOO_MUCH", np.inf)
    found = find_grid(scan.pixels)
    assert len(found.sheets) == 1
    assert found.has_rivals
    assert off(found, scan.centres)[1] >= 0.85, "none of the hexes told lies on the other sheet"


def test_one_sheet_alone_has_no_rival(qapp: QApplication) -> None:
    assert not find_grid(printed(Print(pitch=40.0, size=(900, 700), seed=5)).pixels).has_rivals
