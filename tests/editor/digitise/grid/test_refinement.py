"""How much paper bends is told by the print, and a grid that may lie more than a pixel off is not told at all."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtWidgets import QApplication

from editor.digitise.grid import grid_finder
from editor.digitise.grid.grid_finder import find_grid
from editor.digitise.grid.growth import Grown
from editor.digitise.grid.lattice_warp import BendFit, LatticeWarp
from editor.digitise.grid.line_picture import LinePicture
from editor.digitise.grid.refinement import refined
from editor.digitise.transforms import Floats
from tests.helpers.printed_scans import GridStyle, Print, printed

STEPS = 80.0 * np.array([[1.0, 0.5], [0.0, np.sqrt(3) / 2]])
LOOSE, STIFF = (1e-5, 1e-4), (1e-3, 1e-2)
CELLS = np.array([(i, j) for i in range(12) for j in range(12)], dtype=float)
SIDES = np.concatenate([CELLS + np.array(half) / 2 for half in ((1, 0), (0, 1), (-1, 1))])
NORMALS = np.repeat(np.array([(1.0, 0.0), (0.5, 0.75**0.5), (-0.5, 0.75**0.5)]), len(CELLS), axis=0)
PARTS = np.tile((CELLS @ (1, 2) % 4).astype(np.int64), 3)


def fitted(off: Floats) -> BendFit:
    """A lattice that lies straight, with sides measured so far off."""
    straight = LatticeWarp.straight(np.zeros(2), STEPS)
    warp = straight.over(np.full(2, -1.5), np.full(2, 12.5), 9)
    return BendFit(warp, SIDES, NORMALS, off, np.ones(len(SIDES)))


def waves() -> Floats:
    """Paper that goes up and down three pixels every nine hexes."""
    moved = 3.0 * np.sin(2 * np.pi * SIDES / 9.0)
    return np.asarray((moved[:, ::-1] * NORMALS).sum(axis=1))


def missed(fit: BendFit, stiffness: tuple[float, float]) -> float:
    return float(np.abs(fit.misses([stiffness], PARTS)[0]).mean())


def test_sides_that_were_not_shown_tell_stains_from_waves() -> None:
    stains = np.random.default_rng(3).normal(0.0, 1.5, len(SIDES))
    assert missed(fitted(stains), STIFF) < missed(fitted(stains), LOOSE)
    assert missed(fitted(waves()), LOOSE) < 0.5 * missed(fitted(waves()), STIFF)


def test_the_doubt_foretells_how_far_off_a_lattice_lies() -> None:
    off = []
    for seed in range(12):
        fit = fitted(np.random.default_rng(seed).normal(0.0, 1.0, len(SIDES)))
        off.append(np.hypot(*(fit.bent(LOOSE).points(CELLS) - CELLS @ STEPS.T).T))
    real = np.sqrt(np.mean(np.square(off), axis=0))
    told = fit.doubts(LOOSE, CELLS)
    assert 0.6 < float(np.median(told) / np.median(real)) < 1.6
    assert float(fit.doubts(LOOSE, np.array([(15.0, 15.0)]))[0]) > 2 * float(np.median(told)), "nothing is seen there"


def test_a_lattice_bent_by_stains_is_straightened_and_says_how_sure_it_is(qapp: QApplication) -> None:
    scan = printed(Print(pitch=90.0, size=(900, 700), style=GridStyle.DOTTED, covered=0.5, noise=9.0, seed=4))
    sheet = find_grid(scan.pixels).sheets[0]
    picture, found, cells = LinePicture(scan.pixels), sheet.grown, sheet.support.cells
    rng = np.random.default_rng(2)
    knots = found.warp.knots + rng.normal(0.0, 2.0, found.warp.knots.shape)
    warp = LatticeWarp(found.warp.origin, found.warp.steps, found.warp.low, found.warp.high, knots)
    bent = Grown(warp, found.cells, found.level, found.is_dark, found.pitch)

    def off(grown: Grown) -> float:
        at = (grown.warp.points(found.cells) + 0.5) * 2**grown.level - 0.5
        return float(np.median([np.hypot(*(at - each).T).min() for each in scan.centres - 0.5]))

    assert off(bent) > 1.0
    whole, few = (refined(picture, bent, some, found.cells, lambda: None) for some in (cells, cells[: len(cells) // 3]))
    assert off(whole.grown) < 0.3
    assert whole.doubt < 0.5
    assert few.doubt > 2 * whole.doubt


def test_a_grid_that_may_lie_off_is_refused_in_its_own_words(
    qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    scan = printed(Print(size=(500, 400)))
    assert find_grid(scan.pixels).is_found
    monkeypatch.setattr(grid_finder, "_MOST_OFF", 0.0)
    found = find_grid(scan.pixels)
    assert not found.is_found
    assert found.refusal.key == "digitise.grid.unsure"
    assert found.score < grid_finder.LEAST_SCORE
