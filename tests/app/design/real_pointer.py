"""Moves the pointer of the X server from one point to another with its button held: x y x y, in pixels."""

from __future__ import annotations

import ctypes
import ctypes.util
import sys
import time

STEPS = 15
PAUSE = 0.03
NO_POINTER = 3
"""What it ends with where the server lets nobody move its pointer."""


class Pointer:
    """The pointer of the X server."""

    def __init__(self) -> None:
        base, test = ctypes.util.find_library("X11"), ctypes.util.find_library("Xtst")
        if base is None or test is None:
            sys.exit(NO_POINTER)
        self._x, self._test = ctypes.CDLL(base), ctypes.CDLL(test)
        self._x.XOpenDisplay.restype = ctypes.c_void_p
        self._display = ctypes.c_void_p(self._x.XOpenDisplay(None))
        if not self._display:
            sys.exit(NO_POINTER)

    def move(self, x: int, y: int) -> None:
        self._test.XTestFakeMotionEvent(self._display, -1, x, y, 0)
        self._flush()

    def button(self, *, down: bool) -> None:
        self._test.XTestFakeButtonEvent(self._display, 1, int(down), 0)
        self._flush()

    def _flush(self) -> None:
        self._x.XSync(self._display, 0)
        time.sleep(PAUSE)

    def drag(self, x: int, y: int, to_x: int, to_y: int) -> None:
        """Press, go there in steps, wait a little and let go."""
        self.move(x, y)
        self.button(down=True)
        for step in range(1, STEPS + 1):
            self.move(x + (to_x - x) * step // STEPS, y + (to_y - y) * step // STEPS)
        time.sleep(10 * PAUSE)
        self.move(to_x + 1, to_y)
        time.sleep(10 * PAUSE)
        self.button(down=False)


if __name__ == "__main__":
    x, y, to_x, to_y = map(int, sys.argv[1:])
    Pointer().drag(x, y, to_x, to_y)
