"""A window that was closed leaves nothing behind: neither itself nor the map, the game and the pictures it showed."""

from __future__ import annotations

import gc
from collections import Counter
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEvent, QSettings
from PySide6.QtWidgets import QApplication

from app.modes import Mode
from app.window import MainWindow
from editor.canvas.canvas import MapCanvas
from editor.documents.map_document import MapDocument
from engine.core.game import Game
from engine.core.state import State
from engine.definitions.plan import MapPlan

WATCHED = (MainWindow, MapCanvas, MapDocument, MapPlan, Game, State)


def alive() -> Counter[str]:
    """How many there are of what a window brings along."""
    for _ in range(3):
        QApplication.processEvents()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
        gc.collect()
    return Counter(type(each).__name__ for each in gc.get_objects() if isinstance(each, WATCHED))


def use_and_close(settings: QSettings, recovery: Path, modes: tuple[Mode, ...]) -> None:
    window = MainWindow(settings, recovery)
    window.show()
    assert window.open("ford")
    for mode in modes:
        window.set_mode(mode)
        QApplication.processEvents()
    window.files.close()
    window.close()
    window.deleteLater()


def test_a_closed_window_is_gone_with_all_it_showed(settings: QSettings, tmp_path: Path) -> None:
    modes = (Mode.DESIGN, Mode.PLAY, Mode.EDIT)
    use_and_close(settings, tmp_path / "recovery", modes)  # what is made once a process is made now
    before = alive()
    use_and_close(settings, tmp_path / "recovery", modes)
    assert alive() - before == Counter()
