"""The window with the Ford open in the designer."""

from __future__ import annotations

import pytest

from app.window import MainWindow
from tests.app.design.drawing_room import DrawingRoom


@pytest.fixture
def room(window: MainWindow) -> DrawingRoom:
    return DrawingRoom(window, "ford")
