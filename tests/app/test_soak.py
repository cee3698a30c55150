"""A short sitting: what was closed is gone, be it a file, a game or the window in another language."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from PySide6.QtWidgets import QApplication

from app.application import application
from tests.helpers.soak import MOST_GROWTH, Sitting, soak


def test_a_sitting_leaves_nothing_behind(qapp: QApplication, tmp_path: Path) -> None:
    application()
    outcome = soak(tmp_path, Sitting(actions=12, files=2, modes=3, languages=1, scenario="ford"))
    assert outcome.left == Counter()
    assert outcome.growth < MOST_GROWTH
