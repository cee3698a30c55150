"""Starting the program with a window."""

from __future__ import annotations

from PySide6.QtCore import QSettings

from app.application import NAME, application
from app.window import MainWindow
from engine.rulesets.library import bundled_scenarios


def start(target: str | None = None) -> int:
    """Open the window on a file, or on an example when none is named, and stay until it is closed."""
    settings = QSettings(NAME, NAME)
    app = application(dark=settings.value("dark", False, type=bool) is True)
    window = MainWindow(settings)
    window.show()
    if target is not None:
        window.open(target)
    else:
        example = next(iter(bundled_scenarios()), None)
        if example is not None:
            window.open(example)
        window.menus.file.offer_recovery()
    return app.exec()
