"""What of a picture no sheet accounts for: gaps are bridged, edges are not, and what is hidden is not asked."""

from __future__ import annotations

import numpy as np
from PySide6.QtWidgets import QApplication

from editor.digitise.grid.grid_finder import _most_off, find_grid
from editor.digitise.grid.lattice_warp import LatticeWarp
from editor.digitise.grid.line_picture import Hidden, LinePicture
from editor.digitise.grid.side_profiles import profiles
from editor.digitise.grid.what_is_left import accounted_for, closed, share_left_out
from editor.digitise.transforms import Floats
from tests.helpers.printed_scans import Print, printed

STEPS = np.array([[30.0, 15.0], [0.0, 26.0]])


def block(size: int) -> Floats:
    return np.array([(first, second) for first in range(size) for second in range(size)], dtype=float)


def known(cells: Floats) -> set[tuple[int, int]]:
    return {(int(first), int(second)) for first, second in cells}


def test_a_gap_is_bridged_and_no_edge_moves() -> None:
    whole = block(9)
    holed = whole[~((whole >= 4) & (whole <= 5)).all(axis=1)]
    assert known(closed(holed)) == known(whole)


def test_two_parts_far_from_each_other_stay_two() -> None:
    parts = np.concatenate((block(4), block(4) + 12))
    assert known(closed(parts)) == known(parts)


def half_hidden(size: int = 400) -> LinePicture:
    rng = np.random.default_rng(4)
    pixels = rng.integers(0, 255, (size, size)).astype(np.uint8)
    mask = np.zeros((size // 8, size // 8), dtype=np.bool_)
    mask[:, : size // 16] = True
    return LinePicture(pixels).without(Hidden(mask, 8.0))


def test_sides_that_are_hidden_are_left_out() -> None:
    picture = half_hidden()
    warp = LatticeWarp.straight(np.array((200.0, 200.0)), STEPS)
    cells = block(9) - 4
    seen = profiles(picture.lines(0), warp, cells, reach=5.0)
    assert len(seen.values)
    assert not np.isnan(seen.values).any()
    assert warp.points(seen.middles)[:, 0].min() > 200.0
    assert len(seen.values) < len(profiles(LinePicture(picture.grey(0)).lines(0), warp, cells, reach=5.0).values)


def test_a_hidden_piece_shows_nothing_at_any_size() -> None:
    picture = half_hidden()
    assert picture.hidden_share(0, 0, 0, 200) == 1.0
    assert picture.hidden_share(1, 0, 0, 200) == 0.5
    assert not picture.piece(0, 0, 0, 200).any()
    assert not picture.piece(1, 0, 0, 200)[:, :100].any()
    assert picture.piece(1, 0, 0, 200)[:, 100:].any()
    around, begin = picture.about(1, np.array((90.0, 20.0)), np.array((110.0, 40.0)))
    assert (np.isnan(around) == (np.arange(20) + begin[0] < 100)).all()


def test_a_sheet_accounts_for_its_hexes_and_for_nothing_beside_them(qapp: QApplication) -> None:
    scan = printed(Print(pitch=40.0, size=(900, 700), seed=5))
    (sheet,) = find_grid(scan.pixels).sheets
    hidden = accounted_for((900, 700), [sheet])
    seen = hidden.over(0, 0, 0, (700, 900))
    inner = [each for each in sheet.centres if (each > 80).all() and (each < np.array((820, 620))).all()]
    assert np.mean([seen[int(y), int(x)] for x, y in inner]) > 0.95
    whole = [np.array([(0.0, 0.0), (900.0, 700.0)])]
    assert share_left_out((900, 700), [sheet], whole) < 0.3, "its margin"
    assert share_left_out((900, 700), [sheet], []) == 0.0
    assert share_left_out((1800, 700), [sheet], [np.array([(900.0, 0.0), (1800.0, 700.0)])]) > 0.6


def test_less_doubt_is_allowed_where_most_of_a_picture_is_left_out(qapp: QApplication) -> None:
    """What is seen under counters on a third of a map may go astray on the rest, which is then not told."""
    pixels = printed(Print(pitch=40.0, size=(900, 700), seed=5)).pixels
    sheets = find_grid(pixels).sheets
    desk = np.full((1400, 900, 3), 120, dtype=np.uint8)
    usual = _most_off(LinePicture(pixels), sheets)
    assert 0.3 <= _most_off(LinePicture(desk), sheets) < 0.6 * usual
