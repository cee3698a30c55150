"""The window on a small screen, with real keys and a real wheel: it keeps to the screen and paints all of itself."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from editor.canvas.art.style import bundled_style
from tests.helpers.screen import LOOK_AGAIN, Picture, Screen, screen, started, wait_for

SIZE = (1024, 700)
MAP = (slice(70, 660), slice(4, 720))
"""Where the map is in every mode, in rows and columns of the screen."""
WHEEL_UP, WHEEL_RIGHT = 4, 7


@pytest.fixture(scope="module")
def monitor() -> Iterator[Screen]:
    with screen(*SIZE) as made:
        yield made


def another(monitor: Screen, before: Picture) -> Picture:
    """Wait until the screen shows something else and has come to rest."""
    seen: list[Picture] = []

    def look() -> Picture | None:
        seen.append(monitor.picture())
        at_rest = len(seen) > 20 and all(np.array_equal(seen[-1], each) for each in seen[-20:])
        return seen[-1] if at_rest and not np.array_equal(seen[-1], before) else None

    return wait_for(look, f"another picture that rests for {20 * LOOK_AGAIN} seconds")


def size_of(window: Any) -> tuple[int, int]:
    told = window.get_geometry()
    return told.width, told.height


def test_the_window_keeps_to_a_small_screen_and_paints_all_of_the_map(monitor: Screen, tmp_path: Path) -> None:
    with started([sys.executable, "-m", "app", "barbarossa"], monitor, tmp_path) as program:
        window = monitor.window("Barbarossa")
        monitor.focus(window.id)
        picture = another(monitor, np.zeros_like(monitor.picture()))
        table = np.array([int(bundled_style("paper").table[at : at + 2], 16) for at in (1, 3, 5)])
        row = picture[350, : MAP[1].stop].astype(int)
        beside = np.flatnonzero((row != table).any(axis=1))
        assert beside.size
        assert (row[beside[-1] + 1 :] == table).all(), "nothing but the table lies beside the paper"
        assert beside[-1] < MAP[1].stop - 40, "and some of it is seen"
        wide, high = size_of(window)
        assert wide <= SIZE[0]
        assert high <= SIZE[1]
        for key in ("F5", "F7", "F5", "F7", "F6"):
            monitor.key(key)
            picture = another(monitor, picture)
            assert size_of(window) == (wide, high), key
        monitor.key("F11")
        alone = another(monitor, picture)
        monitor.move(500, 350)
        monitor.press(WHEEL_UP)
        monitor.release(WHEEL_UP)
        zoomed = another(monitor, alone)
        monitor.press(WHEEL_RIGHT)
        monitor.release(WHEEL_RIGHT)
        moved = another(monitor, zoomed)
        assert not np.array_equal(moved[MAP], zoomed[MAP])
        corner = slice(high - 20, high), slice(wide - 60, wide)
        assert np.array_equal(moved[corner], zoomed[corner]), "a sideways turn leaves the zoom alone"
        assert program.process.poll() is None, program.said
