"""A map made with a real pointer and real keys: run under an X server, it works as a person would and tells what came.

Usage: python -m tests.app.real_map <folder>. The hand is a thread that moves the pointer and strikes the keys of the X
server; where a hex or a swatch is on the screen it asks the window. Pictures of the screen are left in the folder. The
test beside this starts it; it is no test itself.
"""

from __future__ import annotations

import ctypes
import os
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import Any

from PySide6.QtCore import QAbstractNativeEventFilter, QCoreApplication, QObject, QPoint, Signal
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget
from shiboken6 import isValid

from app.play.input.map_keys import REST
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
_QUICKLY = 80
"""How pictures are packed: hardly."""
_SOON = 0.03
"""Seconds: what the window puts off a little after a key, so as to do it once, is due by then."""
_ONE_POINT = 20
"""Pixels: more than what Qt takes for the same point."""
_CLIENT_MESSAGE = 33
"""The number of such events in the protocol of X."""


class _ClientMessage(ctypes.Structure):
    """The beginning of a message of the X server, as its library hands it to Qt."""

    _fields_ = (
        ("response_type", ctypes.c_uint8),
        ("format", ctypes.c_uint8),
        ("sequence", ctypes.c_uint16),
        ("window", ctypes.c_uint32),
        ("type", ctypes.c_uint32),
        ("data", ctypes.c_uint32 * 5),
    )


class Marks(QAbstractNativeEventFilter):
    """Sees the marks that a hand sends after its keys and clicks: the server keeps their order, and so does Qt."""

    def __init__(self, kind: int) -> None:
        super().__init__()
        self._kind = kind
        self._last = 0
        self._come = threading.Condition()

    def nativeEventFilter(self, _sort: object, message: int) -> tuple[bool, int]:
        event = _ClientMessage.from_address(int(message))
        is_mark = event.response_type & 0x7F == _CLIENT_MESSAGE and event.type == self._kind
        if is_mark:
            with self._come:
                self._last = event.data[0]
                self._come.notify_all()
        return is_mark, 0

    def wait_for(self, number: int) -> None:
        with self._come:
            assert self._come.wait_for(lambda: self._last >= number, _ANSWER), "the window does not hear the server"


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
        answer: Future[Any] = Future()

        def act() -> None:
            try:
                QApplication.processEvents()
                answer.set_result(question())
            except BaseException as wrong:  # whoever asked is told
                answer.set_exception(wrong)

        self._asked.emit(act)
        return answer.result(_ANSWER)


class Hand:
    """Works on the screen."""

    def __init__(self, desk: Desk, screen: Screen, folder: Path) -> None:
        self.desk, self.screen, self.folder = desk, screen, folder
        self.walker, self.window = desk.walker, desk.window
        self._marks = Marks(screen.mark_kind)
        QCoreApplication.instance().installNativeEventFilter(self._marks)
        self._main = int(desk.window.winId())
        self._pause = 1.1 * max(REST, QApplication.doubleClickInterval()) / 1000
        self._rested = 0.0
        self._pressed = (-1, -1)

    def picture(self, name: str) -> None:
        self.settle()
        pixels = self.screen.picture()
        high, wide, _ = pixels.shape
        image = QImage(pixels.tobytes(), wide, high, wide * 3, QImage.Format.Format_RGB888)
        image.save(str(self.folder / f"{name}.png"), "PNG", _QUICKLY)

    def settle(self) -> None:
        """Until the window has done all that the hand did: not after a time, but when a mark sent last has come."""
        self._marks.wait_for(self.screen.mark(self._main))
        self.desk.ask(lambda: None)
        self._rested = time.monotonic() + self._pause
        time.sleep(_SOON)
        self.desk.ask(lambda: None)

    def rest(self) -> None:
        """Somebody looks before pressing Enter: twice in a hurry, it answers no question that nobody has read."""
        time.sleep(max(0.0, self._rested - time.monotonic()))

    def press_at(self, at: tuple[int, int]) -> tuple[int, int]:
        """Where a button is to be pressed, once it is time: two quick clicks on one point would be a double click."""
        if max(abs(at[0] - self._pressed[0]), abs(at[1] - self._pressed[1])) <= _ONE_POINT:
            self.rest()
        self._pressed = at
        return at

    def until(self, look: Callable[[], Any], what: str) -> Any:
        """Ask the window until there is an answer."""
        end = time.monotonic() + _ANSWER
        while time.monotonic() < end:
            found = self.desk.ask(look)
            if found:
                return found
            time.sleep(0.05)
        raise AssertionError(f"never came: {what}")

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
        if "Alt_L" in chord:
            self.until(lambda: not any(each.isDown() for each in buttons()), "a button that comes up again")

    def click(self, at: tuple[int, int]) -> None:
        self.screen.click(*self.press_at(at))
        self.settle()

    def drag(self, start: tuple[int, int], end: tuple[int, int]) -> None:
        self.screen.drag(*self.press_at(start), *end)
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
            return next((each for each in shown_windows() if each.windowTitle() == title), None)

        found: QWidget = self.until(find, f"a dialog called {title}")
        self.focus(found)
        return found

    def focus(self, window: QWidget) -> None:
        """Let a window have the keyboard; the server refuses it to one that is not there yet."""
        self.settle()
        number = self.desk.ask(lambda: int(window.winId()))
        end = time.monotonic() + _ANSWER
        while not (self.screen.focus(number) and self.desk.ask(window.isActiveWindow)):
            assert time.monotonic() < end, "the window never had the keyboard"
            self.settle()
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
        self.until(lambda: not any(isinstance(each, ExportDialog) for each in shown_windows()), "the drawing")
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


def shown_windows() -> list[QWidget]:
    return [each for each in QApplication.topLevelWidgets() if each.isVisible()]


def buttons() -> list[QAbstractButton]:
    """Those that a letter can press: they go down and come up again before they do anything, after 0.1 s in Qt."""
    window = QApplication.activeWindow()
    return [each for each in window.findChildren(QAbstractButton) if isValid(each)] if window is not None else []


def main(folder: Path) -> None:
    hand = Hand(Desk(opened(folder)), Screen(os.environ["DISPLAY"]), folder)
    carry_out(hand.walk, hand.picture)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
