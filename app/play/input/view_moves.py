"""Moving the view by itself: only as far as it takes to see something, so that nobody loses the place in mind."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect

from editor.canvas.canvas import MapCanvas

_NEAR_EDGE = 24
"""Pixels from the edge of the view within which a place does not count as seen."""
_AIR = 96
"""Pixels of map that are shown around what was brought into view."""


def bring_into_view(canvas: MapCanvas, point: QPoint) -> bool:
    """Move the view until a point of it is seen with some map around it; False when it is seen already."""
    room = canvas.viewport().rect()
    if room.adjusted(_NEAR_EDGE, _NEAR_EDGE, -_NEAR_EDGE, -_NEAR_EDGE).contains(point):
        return False
    across, down = min(_AIR, room.width() // 3), min(_AIR, room.height() // 3)
    right = _beyond(point.x(), across, room.width() - across)
    below = _beyond(point.y(), down, room.height() - down)
    canvas.move_by(right, below)
    return True


def bring_box_into_view(canvas: MapCanvas, box: QRect) -> bool:
    """Move the view until it holds a part of it, given in pixels of the view; False where it is too large for that."""
    room = canvas.viewport().rect()
    if box.width() > room.width() or box.height() > room.height():
        return False
    right = min(box.left(), 0) or max(box.right() - room.right(), 0)
    below = min(box.top(), 0) or max(box.bottom() - room.bottom(), 0)
    if right or below:
        canvas.move_by(right, below)
    return True


def _beyond(at: int, low: int, high: int) -> int:
    return at - low if at < low else at - high if at > high else 0
