"""Lines among counters: told by what is close beside them, on paper that is wavy where there is no doubt about them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import shapely

from editor.digitise.grid.line_picture import Grey
from editor.digitise.grid.sheet_support import Support
from editor.digitise.grid.unit_cell import SIDES, PlacedLattice, place, place_by_flanks
from editor.digitise.transforms import Floats

PITCH = 40.0
STEPS = PITCH * np.array([[1.0, 0.5], [0.0, np.sqrt(3) / 2]])
ORIGIN = np.array((203.0, 197.0))


def counters_on_hairlines(side: int = 400) -> Grey:
    """What stands out of a print with thin dark sides and a darker counter in the middle of every hex."""
    y, x = np.mgrid[:side, :side].astype(float)
    counted = np.linalg.solve(STEPS, np.stack((x.ravel() - ORIGIN[0], y.ravel() - ORIGIN[1])))
    cell = (STEPS @ (counted - np.floor(counted))).T / PITCH
    seen = np.zeros(len(cell))
    for i in (-1, 0, 1, 2):
        for j in (-1, 0, 1, 2):
            corner = STEPS @ np.array((i, j)) / PITCH
            seen[np.hypot(*(cell - corner).T) < 0.33] = -2.5
            for ends in SIDES:
                one, other = (STEPS @ (end + np.array((i, j))) / PITCH for end in ends)
                share = np.clip((cell - one) @ (other - one) / ((other - one) @ (other - one)), 0.0, 1.0)
                seen[np.hypot(*(cell - one - share[:, None] * (other - one)).T) < 0.03] = -1.0
    return seen.reshape(side, side).astype(np.float32)


def off(placed: PlacedLattice) -> float:
    """From the nearest centre of the print, in pitches."""
    away: Floats = np.linalg.solve(STEPS, placed.origin - ORIGIN)
    return float(np.hypot(*(STEPS @ (away - np.rint(away))))) / PITCH


def test_dark_lines_about_darker_counters_are_seen_by_their_flanks() -> None:
    lines = counters_on_hairlines()
    assert not place(lines, STEPS, reach=5 * PITCH).is_dark, "against the counters between them the lines are light"
    dark, light = place_by_flanks(lines, STEPS, reach=5 * PITCH)
    assert dark.is_dark
    assert not light.is_dark
    assert dark.contrast > light.contrast
    assert off(dark) < 0.05


def test_wavy_paper_is_believed_only_where_the_lines_are_beyond_doubt() -> None:
    cells = np.array([(i, j) for i in range(11) for j in range(11)], dtype=float)
    plain = Support(cells, shapely.box(0, 0, 9, 9), 7.5, np.full(3, 22.0), np.full(3, 7.5), rival=1.6, bend=0.035)
    assert plain.is_clear
    assert not replace(plain, bend=0.06).is_clear, "no paper is as crooked as that"
    assert not replace(plain, score=2.5, ratios=np.full(3, 2.5)).is_clear
    assert not replace(plain, spoke=0.3).is_clear
    assert replace(plain, score=2.5, ratios=np.full(3, 2.5), bend=0.02).is_clear
