"""A map made with a real pointer and real keys: run under an X server, it works as a person would and tells what came.

Usage: python -m tests.app.real_map <folder>. The hand is a thread that moves the pointer and strikes the keys of the X
server; where a hex or a swatch is on the screen it asks the window. Pictures of the screen are left in the folder. The
test beside this starts it; it is no test itself.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, QPoint, Signal
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QWidget

from app.window import MainWindow
from editor.export.dialog import ExportDialog
from editor.export.options import Format
from editor.panels.palette.kinds_model import KIND
from editor.panels.palette.palette_panel import PalettePanel
from tests.app.real_walk import carry_out, opened
from tests.app.walker import Walker
from tests.helpers.screen import Screen

TOWNS = {"0303": "Velikiye Luki", "0806": "Toropets", "1303": "Nevel", "1511": "Bely", "0412": "Kholm"}
"""Names with letters that are keys of tools: t, c, b, n, e and the space that pans."""
_ANSWER = 300.0
"""Seconds after which the window will not answer any more, however busy the machine is."""


class Desk(QObject):
    """Lets the thread of the hand ask the window, which only its own thread may touch."""

    _asked = Signal(object)

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self.window = window
        self.walker = Walker(window)
        self.moved = False
        self._asked.connect(lambda act: act())

    def ask(self, question: Callable[[], Any]) -> Any:
        """The answer of the window, once it has done all that came before."""
        done, answer = threading.Event(), []

        def act() -> None:
            QApplication.processEvents()
            answer.append(question())
            done.set()

        self._asked.emit(act)
        assert done.wait(_ANSWER), "the window does not answer"
        return answer[0]


class Hand:
    """Works on the screen."""

    def __init__(self, desk: Desk, screen: Screen, folder: Path) -> None:
        self.desk, self.screen, self.folder = desk, screen, folder
        self.walker, self.window = desk.walker, desk.window

    def picture(self, name: str) -> None:
        self.settle()
        pixels = self.screen.picture()
        high, wide, _ = pixels.shape
        image = QImage(pixels.tobytes(), wide, high, wide * 3, QImage.Format.Format_RGB888)
        image.save(str(self.folder / f"{name}.png"))

    def settle(self) -> None:
        time.sleep(0.15)
        self.desk.ask(lambda: None)

    def at(self, find: Callable[[], QPoint], on: QWidget | None = None) -> tuple[int, int]:
        """A point of the map, or of another widget, on the screen."""
        point = self.desk.ask(lambda: (on or self.walker.viewport).mapToGlobal(find()))
        return point.x(), point.y()

    def hex(self, label: str) -> tuple[int, int]:
        return self.at(lambda: self.walker.hex(label))

    def corner(self, label: str, number: int) -> tuple[int, int]:
        return self.at(lambda: self.walker.corner(label, number))

    def key(self, chord: str) -> None:
        self.screen.key(chord)
        self.settle()

    def click(self, at: tuple[int, int]) -> None:
        self.screen.click(*at)
        self.settle()

    def drag(self, start: tuple[int, int], end: tuple[int, int]) -> None:
        self.screen.drag(*start, *end)
        self.settle()

    def pick(self, title: str) -> None:
        """Click a swatch of the palette."""
        panel = self.window.docks.panels["palette"]
        assert isinstance(panel, PalettePanel)

        def find() -> QPoint:
            rows = [panel.model.index(row, 0) for row in range(panel.model.rowCount())]
            index = next(row for row in rows if row.data(KIND).name == title)
            panel.view.scrollTo(index)
            QApplication.processEvents()
            return panel.view.visualRect(index).center()

        self.click(self.at(find, panel.view.viewport()))

    def dialog(self, title: str) -> QWidget:
        """The dialog with this title, once it is there."""

        def find() -> QWidget | None:
            shown = (each for each in QApplication.topLevelWidgets() if each.isVisible())
            return next((each for each in shown if each.windowTitle() == title), None)

        until = time.monotonic() + _ANSWER
        while time.monotonic() < until:
            found = self.desk.ask(find)
            if found is not None:
                self.focus(found)
                return found
            time.sleep(0.05)
        raise AssertionError(f"no dialog called {title}")

    def focus(self, window: QWidget) -> None:
        """Let a window have the keyboard."""
        self.settle()
        self.screen.focus(self.desk.ask(lambda: int(window.winId())))
        self.settle()

    # The walk

    def walk(self) -> dict[str, Any]:
        self.focus(self.window)
        self.new_map()
        self.terrain()
        self.river_and_railway()
        self.towns()
        self.stamp()
        self.drawing()
        return self.desk.ask(self.report)

    def new_map(self) -> None:
        self.key("Control_L+n")
        self.dialog("New Map")
        self.screen.type("Luki")
        self.key("Alt_L+z")
        self.screen.type("20")
        self.key("Tab")
        self.screen.type("15")
        self.picture("1-new-map")
        self.key("Return")
        self.focus(self.window)

    def terrain(self) -> None:
        self.key("b")
        self.pick("Forest")
        self.drag(self.hex("0508"), self.hex("0512"))
        self.key("r")
        self.pick("Hill")
        self.drag(self.hex("1502"), self.hex("1804"))
        self.picture("2-terrain")

    def river_and_railway(self) -> None:
        self.key("d")
        self.pick("River")
        self.click(self.corner("0202", 0))
        self.click(self.corner("1708", 0))
        self.key("Return")
        self.key("t")
        self.pick("Railway")
        self.click(self.hex("0303"))
        self.click(self.hex("1511"))
        self.key("Return")
        self.picture("3-lines")

    def towns(self) -> None:
        self.key("c")
        self.pick("Town")
        for label, name in TOWNS.items():
            self.click(self.hex(label))
            self.screen.type(name)
            if label == "0806":
                self.picture("4-typing")
            self.key("Return")
        self.picture("5-towns")

    def stamp(self) -> None:
        self.key("m")
        self.drag(self.hex("1402"), self.hex("1904"))
        self.key("Control_L+Shift_L+k")
        self.dialog("Keep as Stamp")
        self.screen.type("Heights")
        self.key("Return")
        self.focus(self.window)
        before = self.hex("1013")
        self.key("k")
        self.key("1")
        self.screen.move(*before)
        self.picture("6-stamp-in-hand")
        self.desk.moved = self.hex("1013") != before
        self.click(self.hex("1013"))
        self.key("Escape")
        self.picture("7-stamped")

    def drawing(self) -> None:
        self.key("Control_L+e")
        dialog = self.dialog("Export")
        assert isinstance(dialog, ExportDialog)
        self.desk.ask(dialog.fields.format.setFocus)
        self.key("Home")
        self.key("Down")
        assert dialog.fields.kind is Format.SVG
        self.key("Alt_L+l")
        self.key("Control_L+a")
        self.screen.type(str(self.folder / "luki.svg"))
        self.picture("8-export")
        self.key("Alt_L+x")
        until = time.monotonic() + _ANSWER
        while not (self.folder / "luki.svg").exists() and time.monotonic() < until:
            time.sleep(0.1)
        self.settle()
        self.picture("9-done")

    def report(self) -> dict[str, Any]:
        plan, sheet = self.walker.plan, self.walker.plan.sheets["main"]
        return {
            "size": sheet.size,
            "forest": self.walker.terrain("0510"),
            "hills": self.walker.terrain("1603"),
            "hill hexes": sum(plan.terrain_at(cell) == "hill" for cell in sheet.cells() if cell.row <= 7),
            "stamped": sum(plan.terrain_at(cell) == "hill" for cell in sheet.cells() if cell.row > 7),
            "sides": sorted({key.kind for key in plan.sides}),
            "river": len(plan.sides),
            "lines": [line.kind for line in plan.paths.values()],
            "towns": sorted((feature.at, feature.name) for feature in plan.features.values()),
            "entries": [
                self.walker.document.undo_stack.text(number)
                for number in range(self.walker.document.undo_stack.count())
            ],
            "window": (self.window.width(), self.window.height()),
            "map moved": self.desk.moved,
        }


def main(folder: Path) -> None:
    hand = Hand(Desk(opened(folder)), Screen(os.environ["DISPLAY"]), folder)
    carry_out(hand.walk, hand.picture)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
