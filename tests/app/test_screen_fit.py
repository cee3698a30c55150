"""A window whose frame would be over the edge of its screen becomes smaller, or moves."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QRect, QSize

from app.screen_fit import outside, over

ROOM = QRect(0, 0, 1280, 720)


@pytest.mark.parametrize(
    ("frame", "less", "shift"),
    [
        (QRect(0, 0, 1280, 720), QSize(0, 0), QPoint(0, 0)),
        (QRect(1, 20, 1282, 745), QSize(2, 25), QPoint(-1, -20)),
        (QRect(500, 100, 900, 500), QSize(0, 0), QPoint(-120, 0)),
        (QRect(-30, -10, 900, 500), QSize(0, 0), QPoint(30, 10)),
    ],
)
def test_a_frame_is_brought_inside_its_screen(frame: QRect, less: QSize, shift: QPoint) -> None:
    assert over(frame, ROOM) == less
    assert outside(QRect(frame.topLeft(), frame.size() - less), ROOM) == shift
