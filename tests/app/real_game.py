"""A first game with a real pointer and real keys: run under an X server, it learns, is left in a combat, and goes on.

Usage: python -m tests.app.real_game <folder> first|killed|again. The first run begins on the start page, follows the
lesson up to the losses of a combat, and closes the window by the button of its frame; the second goes on at that
decision, takes one loss, and is killed without a word; the third goes on there, ends the lesson and plays the turn out
for both sides. What a step of the lesson wants done is read from the manual's page. The test beside this starts them;
it is no test itself.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from pathlib import Path
from typing import Any

from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QDialog, QMenu, QWidget

from app.modes import Mode
from app.window import MainWindow
from engine.narration.menu_choices import obvious
from tests.app.play.hands import Player
from tests.app.real_map import Desk, Hand, shown_windows
from tests.app.real_walk import carry_out, opened
from tests.app.walk import page, steps
from tests.helpers.screen import Screen

PAGE = page("first-game")
LEFT_BEFORE = 18
"""The step before which the program is left: the defender has to take losses."""
_NAMED = {"Ctrl": "Control_L", "Alt": "Alt_L", "Shift": "Shift_L"}
_NAMES_AND_ITSELF = 2
"""How often Enter is pressed in a dialog for files: names that drop down while one is typed may keep the first."""


class Learner(Hand):
    """Does what the lesson says, and then plays on."""

    def __init__(self, desk: Desk, screen: Screen, folder: Path) -> None:
        super().__init__(desk, screen, folder)
        self.player = Player(desk.window)

    # Looking

    def moment(self) -> dict[str, Any]:
        """Where the game stands."""
        table = self.player.table
        return {
            "decisions": table.length,
            "turn": table.session.state.turn,
            "side": str(table.menu.side),
            "asked": self.player.desk.scene.prompt.prompt.text(),
            "window": [self.window.width(), self.window.height()],
        }

    def decisions(self) -> int:
        return int(self.desk.ask(lambda: self.player.table.length))

    def look_at(self, label: str) -> QPoint:
        return self.player.place(self.player.label(label))

    def place(self, label: str) -> tuple[int, int]:
        return self.at(lambda: self.look_at(label))

    def counter(self, label: str) -> tuple[int, int]:
        """The counter on top of a place, where it can be grabbed."""

        def find() -> QPoint:
            key = self.player.table.board.key(self.player.label(label))
            found = self.player.counter(self.window.canvas.counters.stack(key)[-1].unit)
            assert found is not None, f"a counter lies on top in {label}"
            return found

        return self.at(find)

    def on_screen(self, widget: QWidget, part: QRect | None = None) -> tuple[int, int]:
        return self.at((part or widget.rect()).center, widget)

    # What the lesson wants done

    def do_example(self, title: str) -> None:
        bar = self.window.menuBar()
        self.click(self.on_screen(bar, self.desk.ask(lambda: bar.actionGeometry(bar.actions()[0]))))
        file = self.desk.ask(bar.actions()[0].menu)
        self.press_entry(file, self.desk.ask(self.window.menus.file.examples.menuAction))
        examples = self.window.menus.file.examples
        entry = self.desk.ask(lambda: next(each for each in examples.actions() if each.text() == title))
        self.press_entry(examples, entry)
        self.focus(self.window)

    def press_entry(self, menu: QMenu, entry: QAction) -> None:
        self.until(menu.isVisible, "the menu")
        self.click(self.on_screen(menu, self.desk.ask(lambda: menu.actionGeometry(entry))))

    def do_new_game(self, seed: str) -> None:
        self.key("Control_L+F5")
        self.dialog("New Game")
        self.key("Alt_L+e")
        self.key("Control_L+a")
        self.screen.type(seed)
        self.key("Alt_L+o")
        self.picture("3-new-game")
        self.key("Return")
        self.focus(self.window)

    def do_end(self) -> None:
        """Enter, and again where the bar reminds of something."""
        before = self.decisions()
        self.enter()
        if self.decisions() == before:
            self.enter()

    def enter(self) -> None:
        self.rest()
        self.key("Return")

    def do_key(self, keys: str) -> None:
        if keys == "Return":
            self.enter()
        else:
            self.key("+".join(_NAMED.get(name, name if len(name) > 1 else name.lower()) for name in keys.split("+")))

    def do_wheel(self, label: str) -> None:
        self.screen.turn_wheel(*self.place(label), 3)
        self.settle()

    def do_point(self, label: str) -> None:
        self.screen.move(*self.place(label))
        self.settle()

    def do_click(self, label: str) -> None:
        self.click(self.place(label))

    def do_drag(self, start: str, end: str) -> None:
        to = self.place(end)
        self.drag(self.counter(start), to)

    def do_save(self, name: str) -> None:
        self.key("Control_L+s")
        self.dialog("Save As")
        self.key("Control_L+a")
        self.screen.type(str(self.folder / name))
        for _ in range(_NAMES_AND_ITSELF):
            if self.desk.ask(lambda: "Save As" in [each.windowTitle() for each in shown_windows()]):
                self.key("Return")
        self.focus(self.window)

    def step(self) -> int:
        """The step of the lesson that is shown; after the last there is one more."""
        step = self.window.coach.step
        return step.number if step is not None else len(steps(PAGE)) + 1

    def lesson(self, first: int, last: int, done: int = 0) -> None:
        """Do these steps, of which the first was begun; after each the window shows the next by itself."""
        for number, marks in steps(PAGE).items():
            if not first <= number <= last:
                continue
            self.until(lambda: self.step() == number, f"step {number}")  # noqa: B023
            if number in (3, 7, 11, 16):
                self.picture(f"4-step-{number}")
            doing = [each for verb, each in marks if verb == "do"]
            for name, *words in doing[done if number == first else 0 :]:
                getattr(self, f"do_{name.replace('-', '_')}")(*words)
                if (name, number) == ("drag", 11):
                    self.picture("4-step-11-odds")
            self.until(lambda: self.step() > number, f"the end of {number}")  # noqa: B023

    # The two runs

    def first(self) -> None:
        self.focus(self.window)
        self.until(lambda: all(card.picture.is_drawn for card in self.window.start_page.scenarios), "the pictures")
        self.picture("1-start-page")
        self.key("Return")
        self.until(lambda: self.window.coach.is_on, "the lesson")
        self.picture("2-lesson")
        self.lesson(1, LEFT_BEFORE - 1)
        self.settle()
        told: dict[str, Any] = self.desk.ask(self.moment)
        print(json.dumps(told), flush=True)
        self.picture("5-in-combat")
        self.screen.close(self.screen.window("Redoubt"))
        box = self.until(
            lambda: next((each for each in shown_windows() if isinstance(each, QDialog)), None), "the question"
        )
        self.focus(box)
        self.picture("6-leaving")
        self.screen.key("Alt_L+k")

    def killed(self) -> None:
        told = {"resumed": self.go_on()}
        self.do_click("4826")
        self.until(lambda: "loses a step in 4826" in "\n".join(self.player.desk.scene.log.texts()), "the loss")
        self.settle()
        told["left"] = self.desk.ask(self.moment)
        print(json.dumps(told), flush=True)
        os.kill(os.getpid(), signal.SIGKILL)

    def go_on(self) -> dict[str, Any]:
        """Take up what was left, from the start page; where the game stands then."""
        self.focus(self.window)
        page = self.window.start_page
        self.until(lambda: page.go_on and page.go_on[0].accessibleDescription(), "what was left")
        self.picture("7-start-again")
        self.key("Return")
        self.until(lambda: self.window.mode is Mode.PLAY, "the game")
        stands: dict[str, Any] = self.desk.ask(self.moment)
        self.picture("8-same-decision")
        return stands

    def again(self) -> None:
        told: dict[str, Any] = {"resumed": self.go_on()}
        told["fight"] = self.desk.ask(self.player.desk.scene.why.title.text)
        self.key("Control_L+F2")
        self.lesson(LEFT_BEFORE, 21, done=1)
        told["lesson"] = self.desk.ask(self.window.coach.bar.step.text)
        self.picture("9-lesson-done")
        self.click(self.on_screen(self.window.coach.bar.away))
        told |= self.rest_of_the_turn()
        print(json.dumps(told), flush=True)
        os._exit(0)

    def rest_of_the_turn(self) -> dict[str, Any]:
        """The Soviet side fights and moves; the Axis moves its armour again, two corps overrunning together."""
        sides = []
        for asked in ("declare an attack", "declare an attack", "strategic movement"):
            self.asks(asked)
            sides.append(self.desk.ask(self.moment)["side"])
            self.do_end()
        self.asks("move your units")
        sides.append(self.desk.ask(self.moment)["side"])
        self.do_drag("5128", "5129")
        self.picture("10-soviet-move")
        self.do_end()
        self.asks("move your armour")
        sides.append(self.desk.ask(self.moment)["side"])
        self.box_around("4825")
        group = self.desk.ask(lambda: list(self.player.desk.party.units))
        self.picture("11-group")
        self.drag(self.counter("4825"), self.place("4925"))
        self.picture("12-overrun-odds")
        before = self.decisions()
        self.enter()
        self.picture("13-overrun-result")
        for _ in range(8):
            if "move your armour" in self.desk.ask(self.player.desk.scene.prompt.prompt.text).lower():
                break
            self.settle_overrun()
        thrown = self.decisions() - before
        log = self.desk.ask(self.player.desk.scene.log.texts)
        where = self.desk.ask(lambda: [self.player.table.names.place(self.player.where(unit)) for unit in group])
        self.do_end()
        self.asks("break units down")
        self.do_end()
        self.until(lambda: self.player.table.session.state.turn == 7, "the next turn")
        self.picture("14-next-turn")
        return {
            "sides": sides,
            "group": group,
            "thrown": thrown,
            "where": where,
            "log": log,
            "end": self.desk.ask(self.moment),
        }

    def settle_overrun(self) -> None:
        """What one is asked after it: whoever is beaten falls back, and whoever won goes in."""

        def somewhere() -> QPoint | None:
            menu = self.player.table.menu
            goes_in = "enter 4925" in self.player.desk.scene.prompt.prompt.text().lower()
            if goes_in:
                return self.look_at("4925")
            if obvious(menu) is not None:
                return None
            return self.player.place(next(at for action in menu for at in action.locations()))

        point = self.desk.ask(somewhere)
        if point is None:
            self.enter()
        else:
            self.click(self.at(lambda: point))

    def asks(self, words: str) -> None:
        prompt = self.player.desk.scene.prompt.prompt
        self.until(lambda: words in prompt.text().lower(), f"{words}; it asks {self.desk.ask(prompt.text)}")

    def box_around(self, label: str) -> None:
        """Draw a box around a stack with Shift held."""
        x, y = self.place(label)
        reach = self.desk.ask(lambda: round(0.95 * self.window.canvas.zoom * _hex_width(self.window)))
        self.screen.hold("Shift_L")
        self.screen.drag(x - reach, y - reach, x + reach, y + reach)
        self.screen.let_go("Shift_L")
        self.settle()


def _hex_width(window: MainWindow) -> float:
    """Half of a hex on the map, in pixels at 100 %."""
    canvas = window.canvas
    outline = canvas.picture.outline(next(iter(canvas.counters.keys())))
    assert outline is not None
    return canvas.mapFromScene(outline.boundingRect()).boundingRect().width() / canvas.zoom / 2


def main(folder: Path, which: str) -> None:
    window = opened(folder, animate=False)
    window.show_start()
    hand = Learner(Desk(window), Screen(os.environ["DISPLAY"]), folder)
    carry_out({"first": hand.first, "killed": hand.killed, "again": hand.again}[which], hand.picture)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
