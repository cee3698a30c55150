"""The parts of a picture that are to be painted again: rectangles of pixels, gathered and cut up.

Each piece goes through the whole picture, so that two that lie close are quicker painted as one; and a large one
is cut into pieces, so that a frame can stop between two of them.
"""

from __future__ import annotations

import math

from PySide6.QtCore import QRect

SMALL = 12.0
"""Pixels of a hex circumradius below which hexes count as small and many."""
_REPAIR = 720 * 460
_SMALL_REPAIR = 640 * 210
"""Pixels repainted in one go after an edit, where hexes are of a size to edit and where they are small."""
_LOWEST = 64
_MOST_PARTS = 12
_TROUBLE = 200 * 200
"""Pixels that are painted in the time it takes to begin another piece: two dirty parts cost less as one when what
surrounds them has at most so many more than they have."""


def gather(parts: list[QRect], part: QRect) -> None:
    """Add a part to others; those that are quicker painted as one become one."""
    number = 0
    while number < len(parts):
        both = parts[number].united(part)
        if _area(both) <= _area(parts[number]) + _area(part) + _TROUBLE:
            del parts[number]
            part, number = both, 0
        else:
            number += 1
    parts.append(part)
    if len(parts) > _MOST_PARTS:
        for other in parts:
            part = part.united(other)
        parts[:] = [part]


def cut_up(part: QRect, scale: float) -> list[QRect]:
    """A part as pieces that are painted quickly enough; they begin at even pixels, where halves are rounded alike."""
    left, top = part.left() & ~1, part.top() & ~1
    most = _REPAIR if scale >= SMALL else _SMALL_REPAIR
    right, bottom = part.left() + part.width(), part.top() + part.height()
    rows = max(_LOWEST, most // (right - left)) & ~1
    count = max(1, round((bottom - top) / rows))
    rows = (math.ceil((bottom - top) / count) + 1) & ~1
    return [QRect(left, y, right - left, min(rows, bottom - y)) for y in range(top, bottom, rows)]


def _area(part: QRect) -> int:
    return part.width() * part.height()
