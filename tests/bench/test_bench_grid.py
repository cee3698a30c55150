"""How well and how fast the grid of a scan finds itself: forty generated scans, and pictures that are no hex map."""

from __future__ import annotations

from time import process_time

import numpy as np
import pytest
from PySide6.QtWidgets import QApplication

from editor.digitise.grid.grid_finder import find_grid
from tests.helpers.printed_scans import Printed, forty, no_maps, printed

pytestmark = pytest.mark.bench

LEAST_FOUND = 36


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


def test_what_is_no_map_is_refused(qapp: QApplication) -> None:
    accepted = [name for name, pixels in no_maps().items() if find_grid(pixels).is_found]
    assert not accepted


def _median(centres: np.ndarray, scan: Printed) -> float:
    truth = scan.centres - 0.5
    nearest = [float(np.hypot(*(centres - each).T).min()) for each in truth]
    return round(float(np.median(nearest)), 2)
