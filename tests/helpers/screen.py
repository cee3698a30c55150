"""A screen of its own for one test: an X server without a monitor, its picture, its pointer and its keys.

What is sent here goes through the server, as from a person's hand, and not through Qt's own test events: so a test
meets what a person would meet, from the command that starts the program to the button that closes its window.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import pytest
from numpy.typing import NDArray
from Xlib import XK, X
from Xlib.display import Display
from Xlib.error import BadDrawable, BadMatch, BadWindow, CatchError
from Xlib.ext import xtest
from Xlib.protocol.event import ClientMessage

ROOT = Path(__file__).parents[2]
LOOK_AGAIN = 0.05
GIVE_UP = 300.0
"""Seconds after which what was waited for will not come any more, however busy the machine is."""
STEPS = 12
_GONE = (BadWindow, BadDrawable, BadMatch)
_NAMED = {
    " ": "space",
    ",": "comma",
    ".": "period",
    "-": "minus",
    "/": "slash",
    "'": "apostrophe",
    ":": "colon",
    "_": "minus",
    "(": "9",
    ")": "0",
    "{": "bracketleft",
    "}": "bracketright",
}
_SHIFTED = ":_{}()"
Found = TypeVar("Found")
Picture = NDArray[np.uint8]


def wait_for(look: Callable[[], Found | None], what: str) -> Found:
    """Ask until there is an answer; a slow machine only takes longer."""
    until = time.monotonic() + GIVE_UP
    while time.monotonic() < until:
        found = look()
        if found is not None and found is not False:
            return found
        time.sleep(LOOK_AGAIN)
    raise AssertionError(f"never came: {what}")


def environment(home: Path, *, display: str) -> dict[str, str]:
    """What a program is started with on a screen, by somebody whose home is new."""
    kept = {
        key: value for key, value in os.environ.items() if not key.startswith(("QT_", "XDG_", "REDOUBT_", "WAYLAND"))
    }
    places = {f"XDG_{what.upper()}_HOME": str(home / what) for what in ("config", "data", "cache", "state")}
    return {**kept, **places, "HOME": str(home), "DISPLAY": display, "PYTHONPATH": str(ROOT), "LC_ALL": "C.UTF-8"}


class Screen:
    """One X server: what is on it, and the hand that uses it."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._display = Display(name)
        self._root = self._display.screen().root
        self.mark_kind = int(self._display.get_atom("_REDOUBT_MARK"))
        self._marks = 0

    def windows(self) -> list[Any]:
        """The windows that can be seen and have a title, the newest last."""
        seen = []
        for each in self._root.query_tree().children:
            try:
                shown = each.get_attributes().map_state == X.IsViewable
                if shown and self.title(each):
                    seen.append(each)
            except _GONE:
                continue
        return seen

    def title(self, window: Any) -> str:
        found = window.get_full_text_property(self._display.get_atom("_NET_WM_NAME"))
        return str(found or "")

    def window(self, words: str) -> Any:
        """Wait for the window whose title has these words."""

        def look() -> Any:
            return next((each for each in self.windows() if words in self._title_now(each)), None)

        return wait_for(
            look, f"a window called {words!r}; there are {[self._title_now(each) for each in self.windows()]}"
        )

    def _title_now(self, window: Any) -> str:
        try:
            return self.title(window)
        except _GONE:
            return ""

    def picture(self) -> Picture:
        """What is on the screen, as rows of pixels with red, green and blue."""
        size = self._root.get_geometry()
        taken = self._root.get_image(0, 0, size.width, size.height, X.ZPixmap, 0xFFFFFFFF)
        pixels = np.frombuffer(taken.data, np.uint8).reshape(size.height, size.width, 4)
        return pixels[:, :, 2::-1].copy()

    def close(self, window: Any) -> None:
        """Ask the window to close, as the button in its frame does."""
        protocols, delete = self._display.get_atom("WM_PROTOCOLS"), self._display.get_atom("WM_DELETE_WINDOW")
        asked = ClientMessage(window=window, client_type=protocols, data=(32, [delete, X.CurrentTime, 0, 0, 0]))
        window.send_event(asked)
        self._display.sync()

    def mark(self, window: int) -> int:
        """Send a window a message that comes to it after all that was done here so far; gives its number."""
        self._marks += 1
        found = self._display.create_resource_object("window", window)
        found.send_event(ClientMessage(window=found, client_type=self.mark_kind, data=(32, [self._marks, 0, 0, 0, 0])))
        self._display.sync()
        return self._marks

    def focus(self, window: int) -> bool:
        """Give a window the keyboard by its number, as a window manager does; there is none on this screen.

        A window that is not shown yet cannot have it: gives whether it has.
        """
        found = self._display.create_resource_object("window", window)
        found.set_input_focus(X.RevertToParent, X.CurrentTime, onerror=CatchError(BadMatch, BadWindow))
        has = self._display.get_input_focus().focus
        return bool(getattr(has, "id", has) == window)

    def move(self, x: int, y: int) -> None:
        xtest.fake_input(self._display, X.MotionNotify, x=x, y=y)
        self._display.sync()

    def press(self, button: int = 1) -> None:
        xtest.fake_input(self._display, X.ButtonPress, button)
        self._display.sync()

    def release(self, button: int = 1) -> None:
        xtest.fake_input(self._display, X.ButtonRelease, button)
        self._display.sync()

    def click(self, x: int, y: int, button: int = 1, times: int = 1) -> None:
        self.move(x, y)
        for _ in range(times):
            self.press(button)
            self.release(button)

    def drag(self, x: int, y: int, to_x: int, to_y: int) -> None:
        """Press, go there in steps and let go; not at once, since Qt makes one step of many that come together."""
        self.move(x, y)
        self.press()
        for step in range(1, STEPS + 1):
            self.move(x + (to_x - x) * step // STEPS, y + (to_y - y) * step // STEPS)
            time.sleep(LOOK_AGAIN / 2)
        self.release()

    def key(self, chord: str) -> None:
        """Press a key, such as F5, Return or Control_L+Shift_L+s."""
        codes = [self._code(name) for name in chord.split("+")]
        for code in codes:
            xtest.fake_input(self._display, X.KeyPress, code)
        for code in reversed(codes):
            xtest.fake_input(self._display, X.KeyRelease, code)
        self._display.sync()

    def hold(self, name: str) -> None:
        """Press a key and keep it down."""
        xtest.fake_input(self._display, X.KeyPress, self._code(name))
        self._display.sync()

    def let_go(self, name: str) -> None:
        """Let a key up that was held."""
        xtest.fake_input(self._display, X.KeyRelease, self._code(name))
        self._display.sync()

    def turn_wheel(self, x: int, y: int, clicks: int) -> None:
        """Turn the wheel over a point, away from oneself by so many clicks, or towards."""
        self.move(x, y)
        for _ in range(abs(clicks)):
            self.press(4 if clicks > 0 else 5)
            self.release(4 if clicks > 0 else 5)

    def type(self, text: str) -> None:
        """Type letters one after the other."""
        for letter in text:
            name = _NAMED.get(letter, letter)
            self.key(f"Shift_L+{name}" if letter.isupper() or letter in _SHIFTED else name)

    def _code(self, name: str) -> int:
        code = self._display.keysym_to_keycode(XK.string_to_keysym(name))
        assert code, f"no key is called {name}"
        return int(code)

    def leave(self) -> None:
        self._display.close()


@contextmanager
def screen(width: int = 1280, height: int = 720) -> Iterator[Screen]:
    """A screen that is there until the end of the block; a machine that has no X server leaves the test out."""
    server = shutil.which("Xvfb")
    if server is None:
        pytest.skip("there is no Xvfb: on Debian, apt-get install xvfb")
    reading, writing = os.pipe()
    size = f"{width}x{height}x24"
    with subprocess.Popen(
        [server, "-displayfd", str(writing), "-screen", "0", size, "-nolisten", "tcp", "-noreset"],
        pass_fds=(writing,),
        stderr=subprocess.DEVNULL,
    ) as process:
        os.close(writing)
        try:
            with os.fdopen(reading) as told:
                made = Screen(f":{told.readline().strip()}")
            yield made
            made.leave()
        finally:
            process.terminate()


class Started:
    """A program on a screen, with what it has said so far."""

    def __init__(self, command: Sequence[str], on: Screen, home: Path, **options: Any) -> None:
        home.mkdir(parents=True, exist_ok=True)
        self._said = home / "said.txt"
        with self._said.open("wb") as output:
            self.process = subprocess.Popen(
                command,
                env=environment(home, display=on.name),
                cwd=ROOT,
                stdout=output,
                stderr=subprocess.STDOUT,
                **options,
            )

    @property
    def said(self) -> str:
        return self._said.read_text(errors="replace")

    def ended(self) -> int:
        """Its code, once it has ended."""
        return self.process.wait(GIVE_UP)


@contextmanager
def started(command: Sequence[str], on: Screen, home: Path) -> Iterator[Started]:
    """A program that does not outlive the block."""
    program = Started(command, on, home)
    try:
        yield program
    finally:
        if program.process.poll() is None:
            program.process.kill()
            program.process.wait()
