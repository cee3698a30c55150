"""Memory that is free goes back to the system.

A window made anew, or a large file closed, leaves hundreds of megabytes that nobody uses; the C library of Linux keeps
them for later unless it is asked. Elsewhere there is nothing to ask.
"""

from __future__ import annotations

import ctypes
import gc
import sys


def give_back_memory() -> None:
    """Drop what nothing leads to, and hand what is free to the system."""
    gc.collect()
    if sys.platform == "linux":
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
        if trim is not None:
            trim(0)
