"""How well and how fast the grid of a scan finds itself: forty scans, many harder ones, pairs of sheets, no maps."""

from __future__ import annotations

from time import process_time

import numpy as np
import pytest
from PySide6.QtWidgets import QApplication

from editor.digitise.grid.grid_finder import find_grid
from tests.helpers.atlas_sheets import chosen, in_pairs, photographed
from tests.helpers.harder_scans import fresh, hard_printed
from tests.helpers.no_hexes import no_hexes
from tests.helpers.other_nets import other_nets
from tests.helpers.printed_scans import Printed, forty, no_maps, printed

pytestmark = pytest.mark.bench

LEAST_FOUND = 36
FRESH = 60
PAIRS = 24


def test_forty_scans_are_found_or_refused(qapp: QApplication) -> None:
    good, wrong = 0, []
    for number, asked in enumerate(forty()):
        scan = printed(asked)
        start = process_time()
        found = find_grid(scan.pixels)
        spent = process_time() - start
        off = _median(found.centres, scan) if found.is_found else None
        print(f"{number:2} pitch {asked.pitch:5.1f} {asked.style:6} score {found.score:5.2f} off {off} {spent:.1f} s")
        good += off is not None and off <= 1.0
        if off is not None and off > 1.0:
            wrong.append(number)
    print(f"{good} of 40 within a pixel, wrong: {wrong}")
    assert good >= LEAST_FOUND
    assert not wrong


def test_sixty_harder_scans_are_found_or_refused(qapp: QApplication) -> None:
    """Art, paper and print that the finder was not made on; another seed is another sixty."""
    good, wrong = 0, []
    for number, asked in enumerate(fresh(FRESH, seed=2)):
        scan = hard_printed(asked)
        found = find_grid(scan.pixels)
        off = _median(found.centres, scan) if found.is_found else None
        print(f"{number:2} pitch {asked.pitch:5.1f} {asked.art:8} {asked.style:6} score {found.score:5.2f} off {off}")
        good += off is not None and off <= 1.0
        if off is not None and off > 1.0:
            wrong.append(number)
    print(f"{good} of {FRESH} within a pixel, wrong: {wrong}")
    assert good >= 0.9 * FRESH
    assert not wrong


def test_sixty_sheets_of_an_atlas_are_found_or_refused(qapp: QApplication) -> None:
    """Frames, seas, tables and counters; how many of the hexes are told, and how many of those told are there."""
    good, wrong, shares = 0, [], []
    for number, asked in enumerate(chosen(FRESH, seed=2)):
        scan = photographed(asked)
        start = process_time()
        found = find_grid(scan.pixels)
        spent = process_time() - start
        if not found.is_found:
            print(f"{number:2} pitch {asked.pitch:5.1f} {asked.ink:8} refused {spent:.1f} s")
            continue
        away = np.array([np.hypot(*(found.centres - each).T).min() for each in scan.centres])
        back = np.array([np.hypot(*(scan.centres - each).T).min() for each in found.centres])
        off, near = float(np.median(away)), 0.25 * asked.pitch
        shares.append((float((away < near).mean()), float((back < near).mean())))
        print(f"{number:2} pitch {asked.pitch:5.1f} {asked.ink:8} off {off:.2f} told {shares[-1]} {spent:.1f} s")
        good += off <= 1.0
        if off > 1.0:
            wrong.append(number)
    print(f"{good} of {FRESH} within a pixel, wrong: {wrong}, recall and precision {np.mean(shares, axis=0)}")
    assert good >= 0.9 * FRESH
    assert not wrong


def test_two_sheets_in_a_scan_are_both_found_or_the_scan_is_refused(qapp: QApplication) -> None:
    """One sheet of two is wrong for half the hexes, however well it lies."""
    good, wrong = 0, []
    for number, asked in enumerate(in_pairs(PAIRS, seed=31)):
        scan = photographed(asked)
        found = find_grid(scan.pixels)
        if not found.is_found:
            print(f"{number:2} pitch {asked.pitch:5.1f} {asked.ink:8} refused: {found.refusal.key}")
            continue
        away = np.array([np.hypot(*(found.centres - each).T).min() for each in scan.centres])
        told = [float((away[side] < 0.25 * asked.pitch).mean()) for side in _halves(scan.centres, asked.size[0])]
        print(f"{number:2} pitch {asked.pitch:5.1f} {asked.ink:8} off {np.median(away):.2f} told {told}")
        is_good = bool(np.median(away) <= 1.0) and min(told) >= 0.4
        good += is_good
        if not is_good:
            wrong.append(number)
    print(f"{good} of {PAIRS} within a pixel, wrong: {wrong}")
    assert good >= 0.8 * PAIRS
    assert not wrong


def _halves(centres: np.ndarray, width: int) -> tuple[np.ndarray, np.ndarray]:
    is_left = centres[:, 0] < width / 2
    return is_left, ~is_left


def test_what_is_no_map_is_refused(qapp: QApplication) -> None:
    pictures = {**no_maps(), **other_nets(), **no_hexes()}
    accepted = [name for name, pixels in pictures.items() if find_grid(pixels).is_found]
    assert not accepted


def _median(centres: np.ndarray, scan: Printed) -> float:
    truth = scan.centres - 0.5
    nearest = [float(np.hypot(*(centres - each).T).min()) for each in truth]
    return round(float(np.median(nearest)), 2)
