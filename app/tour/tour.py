"""The program in pictures: the real window, without a screen, on every example.

Whoever builds Redoubt on a machine without a screen sees from these that it works, and whoever changes how something
looks sees what it looks like now. What needs files of its own, a scan or a coast, finds them made in a scratch folder.
"""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Collection, Iterator
from itertools import chain
from pathlib import Path

from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QApplication, QWidget

from app.application import application, quiet_plugin
from app.files.map_opening import open_anything
from app.files.render import render
from app.language import speak_in
from app.look import Look
from app.modes import Mode
from app.tour.counter_sheet import counter_sheet
from app.tour.design_tour import design_scenes
from app.tour.overlay_tour import overlay_scenes
from app.tour.play_tour import french_scene, play_scenes
from app.tour.reference_tour import reference_scenes
from app.tour.sideboard_tour import sideboard_scenes
from app.tour.tour_stages import calibrate_a_scan, check_and_apply, import_an_island, lay_by_a_scan, settle, showpieces
from app.window import MainWindow
from editor.canvas.art.style import bundled_style
from editor.documents.workbench import Picked
from editor.export.options import Format, Pages
from editor.model.edits import Part
from engine.core.words.plurals import ENGLISH
from engine.narration.language import FRENCH
from engine.rulesets.library import bundled_scenarios

_SIZE = (1280, 800)
_SMALL = (1024, 700)
_LOOKED_UP = ("play-attack",)
"""The scenes of a game in which something is looked up."""


def tour(directory: Path, examples: Collection[str] | None = None) -> list[Path]:
    """Save the pictures into a folder that exists; gives their paths in the order to look at them.

    `examples` are the scenarios whose maps and counters are shown, all that there are unless it says otherwise.
    """
    shown = list(bundled_scenarios() if examples is None else examples)
    app = application()
    with quiet_plugin(), tempfile.TemporaryDirectory() as scratch:
        settings = QSettings(str(Path(scratch) / "tour.ini"), QSettings.Format.IniFormat)
        settings.setValue("animate", False)
        window = MainWindow(settings, Path(scratch) / "recovery")
        window.resize(*_SIZE)
        window.show()
        try:
            pictures = list(_pictures(app, window, directory, shown))
            pictures += _on_scans_and_globes(window, directory, Path(scratch))
            pictures += _in_french(settings, directory, Path(scratch))
        finally:
            window.show_dark(False)
            window.leaving.leave()
            window.deleteLater()
    return pictures


def _pictures(app: QApplication, window: MainWindow, directory: Path, examples: list[str]) -> Iterator[Path]:
    if not examples:
        yield _snap(window, directory / "window.png")
    yield from _starting(window, directory)
    for name in examples:
        window.open(name)
        window.canvas.fit()
        yield _snap(window, directory / f"{name}-all.png")
        busiest = _busiest_place(window)
        if busiest:
            window.canvas.set_zoom(1.25)
            window.canvas.look_at(busiest)
            window.choose_place(busiest)
            yield _snap(window, directory / f"{name}-close.png")
    for name in examples:
        yield from _counters(name, directory)
    for name in examples:
        window.open(name)
        window.show_dark(True)
        window.canvas.fit()
        yield _snap(window, directory / f"{name}-dark.png")
        window.show_dark(False)
    yield from _playing(window, directory)
    yield from _designing(window, directory)
    yield from _editing(app, window, directory, showpieces())
    for name in examples:
        picture = directory / f"{name}-map.png"
        render(open_anything(name), picture, 2000)
        yield picture


def _starting(window: MainWindow, directory: Path) -> Iterator[Path]:
    """The page the program begins with, light and dark, and the first step of the lesson."""
    page = window.start_page
    window.show_start()
    for name, dark in (("start", False), ("start-dark", True)):
        window.show_dark(dark)
        settle(lambda: page.thumbnails.is_idle)
        yield _snap(window, directory / f"{name}.png")
    window.show_dark(False)
    window.coach.begin()
    yield _snap(window, directory / "lesson.png")
    window.coach.leave()


def _counters(name: str, directory: Path) -> Iterator[Path]:
    """The counters of an example at every size, light and dark."""
    opened = open_anything(name)
    for style in ("paper", "night") if opened.counters else ():
        path = directory / f"{name}-counters-{style}.png"
        if not counter_sheet(opened.counters, opened.palette, bundled_style(style)).save(str(path)):
            raise OSError(f"the picture {path} could not be written")
        yield path


def _playing(window: MainWindow, directory: Path) -> Iterator[Path]:
    """A game in the window: movement, combat and cards, overlays, stacks and trays, and what stands beside it."""
    window.play.sideboard.check.set_on(False)
    for name in chain(play_scenes(window), overlay_scenes(window), sideboard_scenes(window)):
        yield _snap(window, directory / f"{name}.png")
        if name in _LOOKED_UP:
            yield from _looking_up(window, directory)
            yield from _otherwise(window, name, directory)
    window.files.close()


def _designing(window: MainWindow, directory: Path) -> Iterator[Path]:
    """A scenario being designed: its order of battle, its counters, a series of units."""
    for name, shown in design_scenes(window):
        path = directory / f"{name}.png"
        yield _snap(window, path) if shown is window else _save(shown, path)
    window.files.close()


def _looking_up(window: MainWindow, directory: Path) -> Iterator[Path]:
    """What a player looks up in the middle of a game."""
    for name, shown in reference_scenes(window):
        settle()
        yield _snap(window, directory / f"{name}.png") if shown is window else _save(shown, directory / f"{name}.png")


def _otherwise(window: MainWindow, name: str, directory: Path) -> Iterator[Path]:
    """The same scene as a dark window shows it with a map on paper, and as a small screen does."""
    usual = window.look
    window.show_look(Look(dark=True, paper_map=True))
    yield _snap(window, directory / f"{name}-paper-in-the-dark.png")
    window.show_look(usual)
    window.resize(*_SMALL)
    yield _snap(window, directory / f"{name}-small.png")
    window.resize(*_SIZE)


def _in_french(settings: QSettings, directory: Path, scratch: Path) -> Iterator[Path]:
    """A battle of cards in a window that speaks French."""
    speak_in(FRENCH)
    window = MainWindow(settings, scratch / "recovery")
    try:
        window.resize(*_SIZE)
        window.show()
        if french_scene(window):
            yield _snap(window, directory / "play-french.png")
    finally:
        window.leaving.leave()
        window.deleteLater()
        speak_in(ENGLISH)


def _editing(app: QApplication, window: MainWindow, directory: Path, examples: list[str]) -> Iterator[Path]:
    """The same window with the tools, on hexes and on spaces, light and dark, a map being begun and one exported."""
    for name in examples:
        window.open(name)
        window.set_mode(Mode.EDIT)
        has_hexes = bool(window.canvas.plan.sheets)
        window.bench.set_tool("terrain-brush" if has_hexes else "connect")
        window.canvas.fit()
        yield _snap(window, directory / f"{name}-edit.png")
        window.show_dark(True)
        window.docks.show_panel("layers")
        yield _snap(window, directory / f"{name}-edit-dark.png")
        window.show_dark(False)
        _pick_something(window)
        yield _snap(window, directory / f"{name}-inspector.png")
    dialog = window.menus.file.ask_new()
    app.processEvents()
    dialog.draw()
    dialog.preview.finish()
    yield _save(dialog, directory / "new-map.png")
    dialog.reject()
    for name in examples:
        window.open(name)
        yield from _exporting(app, window, directory, name)


def _exporting(app: QApplication, window: MainWindow, directory: Path, name: str) -> Iterator[Path]:
    """The dialog that prints a map, as pages at a true scale."""
    dialog = window.menus.file.sharing.ask_export()
    if dialog is None:
        return
    fields = dialog.fields
    fields.format.setCurrentIndex(fields.format.findData(Format.PDF))
    fields.pages.setCurrentIndex(fields.pages.findData(Pages.TILES))
    dialog.path.setText(f"{name}.pdf")
    app.processEvents()
    dialog.draw()
    settle()
    yield _save(dialog, directory / f"{name}-export.png")
    dialog.reject()


def _on_scans_and_globes(window: MainWindow, directory: Path, scratch: Path) -> Iterator[Path]:
    """A scan being calibrated, the map over it, and a coast before it is a map."""
    printed = lay_by_a_scan(window, scratch)
    if printed is not None:
        dialog = calibrate_a_scan(window, printed)
        yield _save(dialog, directory / "calibration.png")
        dialog.panel.begin_check()
        settle()
        yield _save(dialog, directory / "calibration-check.png")
        check_and_apply(dialog)
        window.docks.show_panel("scans")
        window.canvas.fit()
        yield _snap(window, directory / "scan.png")
    globe = import_an_island(window, scratch)
    yield _save(globe, directory / "geography.png")
    globe.reject()
    settle()


def _pick_something(window: MainWindow) -> None:
    """Show a named place in the inspector."""
    document = window.bench.document
    plan = window.canvas.plan
    if document is not None and plan.features:
        named = [name for name, feature in plan.features.items() if feature.name] or list(plan.features)
        window.bench.pick(Picked(Part.FEATURE, named[-1]))
    window.docks.show_panel("inspector")


def _busiest_place(window: MainWindow) -> str | None:
    opened = window.opened
    if opened is None or not opened.counters:
        return None
    boxes = opened.plan.boxes
    places = Counter(counter.at for counter in opened.counters if counter.at not in boxes)
    return places.most_common(1)[0][0] if places else None


def _snap(window: MainWindow, path: Path) -> Path:
    settle()
    window.grab()  # lays everything out, so that the map is painted in its last size
    settle()
    window.canvas.finish()
    return _save(window, path)


def _save(widget: QWidget, path: Path) -> Path:
    widget.grab()
    if not widget.grab().save(str(path), "PNG"):
        raise OSError(f"the picture {path} could not be written")
    return path
