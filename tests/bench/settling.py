"""A window that has done all it wants to do: whoever measures one thing does not measure what was left of another."""

from __future__ import annotations

import time
from time import process_time

from PySide6.QtWidgets import QApplication

STILL = 0.5
"""Seconds without work after which nothing is left to do; timers of the canvas wait for up to 0.16."""


def settle() -> float:
    """Let the window do all it wants to; gives the seconds the processor worked, without those of asking for it."""
    worked, still = 0.0, time.monotonic()
    while time.monotonic() < still + STILL:
        began = process_time()
        QApplication.processEvents()
        spent = process_time() - began
        if spent > 1e-3:
            still = time.monotonic()
        worked += spent
        time.sleep(2e-3)
    return worked
