"""The newcomer's walk of the manual is carried out step by step on the real window; a step that says nothing fails."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog

from app.modes import Mode
from app.reference.manual_pages import pages
from app.window import MainWindow
from editor.documents.workbench import Ink
from editor.export.dialog import ExportDialog
from editor.panels.palette.kinds_model import KIND, Kind
from editor.panels.palette.palette_panel import PalettePanel
from tests.app.walk import Newcomer, check_every_step_is_read, page, steps, words_of
from tests.app.walker import Walker
from tests.editor.canvas import mouse

PAGE = page("first-map")


class MapMaker(Newcomer):
    """Does what a step says, and looks whether it came out."""

    def __init__(self, window: MainWindow, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.window = window
        self.hands = Walker(window)
        self.folder = folder
        self.monkeypatch = monkeypatch

    def do_new_map(self, title: str) -> None:
        self.hands.new_map(title)

    def do_key(self, keys: str) -> None:
        self.hands.key(keys)

    def do_tool(self, name: str) -> None:
        self.hands.tool(name)

    def do_pick(self, group: str, title: str) -> None:
        """Click a swatch of the palette, which shows the group of the tool in hand."""
        panel = self.window.docks.panels["palette"]
        assert isinstance(panel, PalettePanel)
        QApplication.processEvents()
        rows = [panel.model.index(row, 0) for row in range(panel.model.rowCount())]
        for index in rows:
            kind = index.data(KIND)
            assert isinstance(kind, Kind)
            if kind.group == group and kind.name == title:
                panel.view.scrollTo(index)
                mouse.click(panel.view.viewport(), panel.view.visualRect(index).center())
                assert self.window.bench.ink == Ink(kind.group, kind.id)
                return
        raise AssertionError(f"the palette shows no {title}")

    def do_click(self, label: str) -> None:
        self.hands.click(self.hands.hex(label))

    def do_stroke(self, *labels: str) -> None:
        self.hands.stroke(*(self.hands.hex(label) for label in labels))

    def do_corners(self, *corners: str) -> None:
        for corner in corners:
            label, _, number = corner.partition("/")
            self.hands.click(self.hands.corner(label, int(number)))

    def do_name(self, name: str) -> None:
        """Type into the line that opened on the map."""
        line = self.window.tools.naming.field
        assert line.isVisible(), "the line for the name is open"
        QTest.keyClicks(line, name)
        QTest.keyClick(line, Qt.Key.Key_Return)

    def do_save(self, name: str) -> None:
        self.monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(self.folder / name), ""))
        self.hands.key("Ctrl+S")

    def do_command(self, text: str) -> None:
        self.hands.key("Ctrl+K")
        dialog = self.hands.dialog()
        focus = dialog.focusWidget() or dialog
        QTest.keyClicks(focus, text)
        QTest.keyClick(focus, Qt.Key.Key_Return)
        QApplication.processEvents()

    def do_wheel(self, label: str) -> None:
        for _ in range(3):
            mouse.turn_wheel(self.hands.viewport, self.hands.hex(label), 1)

    def do_point(self, label: str) -> None:
        mouse.move(self.hands.viewport, self.hands.hex(label))

    def do_export(self, name: str) -> None:
        self.hands.key("Ctrl+E")
        dialog = self.hands.dialog()
        assert isinstance(dialog, ExportDialog)
        dialog.fields.format.setCurrentIndex(dialog.fields.format.findText("PNG picture"))
        self.hands.write(dialog.path, str(self.folder / name))
        dialog.go.click()
        assert not dialog.isVisible(), dialog.trouble.text()

    def see_file(self, name: str) -> None:
        assert (self.folder / name).stat().st_size > 1000

    def see_foot(self, words: str) -> None:
        window = self.window
        assert words in f"{window.statusBar().currentMessage()} {window.status.kept.text()}"

    def see_zoomed_in(self) -> None:
        assert self.window.canvas.zoom > self.window.canvas.fit_zoom * 1.2

    def see_all_in_view(self) -> None:
        assert self.window.canvas.zoom == pytest.approx(self.window.canvas.fit_zoom)

    def see_tool(self, name: str) -> None:
        assert self.window.bench.tool == name

    def see_hexes(self, count: str) -> None:
        assert sum(1 for sheet in self.hands.plan.sheets.values() for _ in sheet.cells()) == int(count)

    def see_title(self, words: str) -> None:
        assert self.window.windowTitle().startswith(words)

    def see_terrain(self, label: str, terrain: str) -> None:
        assert self.hands.terrain(label) == terrain

    def see_river(self, least: str) -> None:
        assert sum(key.kind == "river" for key in self.hands.plan.sides) >= int(least)

    def see_rail(self, hexes: str) -> None:
        (line,) = self.hands.plan.paths.values()
        assert len(line.through) == int(hexes)

    def see_place(self, label: str, name: str) -> None:
        places = [(place.at, place.name) for place in self.hands.plan.features.values()]
        assert (self.hands.cell(label).key, name) in places

    def see_mode(self, mode: str) -> None:
        assert self.window.mode is Mode(mode)


def test_every_step_says_what_is_done() -> None:
    check_every_step_is_read(PAGE, 10)


def test_the_words_name_what_the_machine_does(window: MainWindow) -> None:
    """A person who reads only the words strikes the same keys and clicks the same kinds and hexes."""
    named = {"new-map": "Ctrl+N", "save": "Ctrl+S", "command": "Ctrl+K", "export": "Ctrl+E"}
    texts = words_of(PAGE)
    for number, remarks in steps(PAGE).items():
        words = texts[number]
        for verb, (name, *arguments) in remarks:
            if verb != "do":
                continue
            wanted = [f"**{named[name]}**"] if name in named else []
            if name == "tool":
                wanted = [f"**{window.menus.tools.actions[arguments[0]].shortcut().toString()}**"]
            elif name == "key":
                wanted = [f"**{'Enter' if arguments[0] == 'Return' else arguments[0]}**"]
            elif name == "pick":
                wanted = [f"**{arguments[1]}**"]
            elif name in {"click", "stroke"}:
                wanted = list(arguments)
            elif name == "corners":
                wanted = [corner.partition("/")[0] for corner in arguments]
            elif name == "name":
                wanted = [f"`{arguments[0]}`"]
            missing = [each for each in wanted if each not in words]
            assert not missing, f"step {number} does not say {', '.join(missing)}"


def test_the_walk_can_be_walked(window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    MapMaker(window, tmp_path, monkeypatch).walk(PAGE)


def test_the_page_is_shown_without_what_the_machine_reads() -> None:
    page = next(page.text for page in pages() if page.title == "Your first map in ten minutes")
    assert "<!--" not in page
    assert "Greenford" in page
