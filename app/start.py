"""Starting the program with a window."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QSettings

from app.application import NAME, application
from app.first_size import keep_to_screen, take_first_size
from app.language import speak_in, wanted_language
from app.look import kept_look
from app.program import Program
from app.unseen_errors import UnseenErrors
from app.window_collector import WindowCollector
from engine.definitions.drafts import sweep


def start(target: str | None = None, language: str = "") -> int:
    """Open the window on a file, or on its start page when none is named, and stay until it is closed."""
    settings = QSettings(NAME, NAME)
    look = kept_look(settings)
    app = application(dark=look.dark, points=look.points)
    speak_in(language or wanted_language(settings))
    WindowCollector(app).install()
    sweep()
    program = Program(settings)
    errors = UnseenErrors(lambda: program.window.banner)
    errors.install()
    window = program.window
    if not settings.contains("geometry"):
        take_first_size(window, window.screen().availableSize())
    else:
        keep_to_screen(window, window.screen().availableSize())
    window.show()
    if target is not None:
        path = Path(target).absolute()
        window.open(path if path.exists() else target)
    else:
        window.show_start()
    return app.exec()
