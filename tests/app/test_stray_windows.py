"""Nothing but the window itself comes up on the screen: a widget that is shown before it has a parent is a window."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QEvent, QObject, QSettings
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.modes import Mode
from app.window import MainWindow
from engine.storage.recovery import create_unnamed
from tests.helpers.projects import small_contents


class _Watch(QObject):
    """Notes whatever comes up as a window of its own."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[str] = []

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Show and isinstance(watched, QWidget) and watched.isWindow():
            said = getattr(watched, "text", str)()
            self.seen.append(f"{type(watched).__name__} {watched.objectName()} {said}".strip())
        return False


def test_no_part_of_the_window_comes_up_as_a_window_of_its_own(
    settings: QSettings, tmp_path: Path, qtbot: QtBot
) -> None:
    watch = _Watch()
    app = QApplication.instance()
    assert app is not None
    app.installEventFilter(watch)
    try:
        create_unnamed(tmp_path / "recovery", small_contents()).close()
        window = MainWindow(settings, tmp_path / "recovery")
        qtbot.addWidget(window)
        window.show()
        window.show_start()
        qtbot.waitUntil(lambda: window.start_page._background.is_idle)
        assert window.open("ford")
        for mode in (Mode.VIEW, Mode.EDIT, Mode.DESIGN, Mode.PLAY, Mode.START):
            window.set_mode(mode)
            QApplication.processEvents()
    finally:
        app.removeEventFilter(watch)
    assert watch.seen == ["MainWindow"]
