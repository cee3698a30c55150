"""The program in pictures: the real window, without a screen, on every example.

Whoever builds Redoubt on a machine without a screen sees from these that it works, and whoever changes how something
looks sees what it looks like now.
"""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QApplication

from app.application import application, quiet_plugin
from app.modes import Mode
from app.opening import open_anything
from app.render import render
from app.window import MainWindow
from engine.rulesets.library import bundled_scenarios

_SIZE = (1280, 800)


def tour(directory: Path) -> list[Path]:
    """Save the pictures into a folder that exists; gives their paths in the order to look at them."""
    app = application()
    with quiet_plugin(), tempfile.TemporaryDirectory() as scratch:
        settings = QSettings(str(Path(scratch) / "tour.ini"), QSettings.Format.IniFormat)
        window = MainWindow(settings, Path(scratch) / "recovery")
        window.resize(*_SIZE)
        window.show()
        try:
            pictures = list(_pictures(app, window, directory))
        finally:
            window.show_dark(False)
            window.close()
            window.deleteLater()
    return pictures


def _pictures(app: QApplication, window: MainWindow, directory: Path) -> Iterator[Path]:
    examples = list(bundled_scenarios())
    if not examples:
        yield _snap(app, window, directory / "window.png")
    for name in examples:
        window.open(name)
        window.canvas.fit()
        yield _snap(app, window, directory / f"{name}-all.png")
        busiest = _busiest_place(window)
        if busiest:
            window.canvas.set_zoom(1.25)
            window.canvas.look_at(busiest)
            window.choose_place(busiest)
            yield _snap(app, window, directory / f"{name}-close.png")
    for name in examples:
        window.open(name)
        window.show_dark(True)
        window.canvas.fit()
        yield _snap(app, window, directory / f"{name}-dark.png")
        window.show_dark(False)
    yield from _editing(app, window, directory, examples)
    for name in examples:
        picture = directory / f"{name}-map.png"
        render(open_anything(name), picture, 2000)
        yield picture


def _editing(app: QApplication, window: MainWindow, directory: Path, examples: list[str]) -> Iterator[Path]:
    """The same window with the tools, on hexes and on spaces, light and dark, and a map being begun."""
    for name in examples:
        window.open(name)
        window.set_mode(Mode.EDIT)
        has_hexes = bool(window.canvas.plan.sheets)
        window.bench.set_tool("terrain-brush" if has_hexes else "connect")
        window.canvas.fit()
        yield _snap(app, window, directory / f"{name}-edit.png")
        window.show_dark(True)
        window.docks.show_panel("layers")
        yield _snap(app, window, directory / f"{name}-edit-dark.png")
        window.show_dark(False)
    dialog = window.menus.file.ask_new()
    app.processEvents()
    dialog.draw()
    dialog.preview.finish()
    picture = directory / "new-map.png"
    if not dialog.grab().save(str(picture), "PNG"):
        raise OSError(f"the picture {picture} could not be written")
    dialog.reject()
    yield picture


def _busiest_place(window: MainWindow) -> str | None:
    opened = window.opened
    if opened is None or not opened.counters:
        return None
    boxes = opened.plan.boxes
    places = Counter(counter.at for counter in opened.counters if counter.at not in boxes)
    return places.most_common(1)[0][0] if places else None


def _snap(app: QApplication, window: MainWindow, path: Path) -> Path:
    app.processEvents()
    window.grab()  # lays everything out, so that the map is painted in its last size
    window.canvas.finish()
    picture = window.grab()
    if not picture.save(str(path), "PNG"):
        raise OSError(f"the picture {path} could not be written")
    return path
