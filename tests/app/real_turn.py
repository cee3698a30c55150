"""Whole turns of the smaller games with a real pointer and real keys, both sides by one hand, from the start page on.

Usage: python -m tests.app.real_turn <folder> pulkovo-heights|kharkov-1943. The card of the game is pressed, the dialog
asked for both sides, and one turn played: groups, refusals, declared attacks, supports, dice, losses, retreats and
advances, with Enter and the numbers that stand on the buttons. The test beside this starts them; it is no test itself.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QRadioButton, QWidget

from app.modes import Mode
from app.play.input.end_phase_check import SETTING
from app.start_page.scenario_card import ScenarioCard
from engine.core.actions import Done
from engine.narration.menu_choices import obvious
from tests.app.real_game import Learner
from tests.app.real_map import Desk
from tests.app.real_walk import carry_out, opened
from tests.helpers.screen import Screen

_MOST = 40


class BothSides(Learner):
    """Plays both sides of a game."""

    def begin(self, scenario: str) -> list[str]:
        """From the card on the start page into the game; gives the seating that the dialog offered."""
        self.focus(self.window)
        cards = self.window.start_page.scenarios
        card = next(each for each in cards if isinstance(each, ScenarioCard) and each.bundled.name == scenario)
        self.until(lambda: all(each.picture.is_drawn for each in cards), "the pictures")
        self.desk.ask(lambda: self.window.start_page.ensureWidgetVisible(card))
        self.settle()
        self.click(self.on_screen(card.heading))
        dialog = self.dialog("New Game")
        offered = self.desk.ask(lambda: marked(dialog))
        self.key("Alt_L+o")
        self.key("Alt_L+e")
        self.key("Control_L+a")
        self.screen.type("3")
        self.picture(f"{scenario}-1-new-game")
        self.key("Return")
        self.focus(self.window)
        self.until(lambda: self.window.mode is Mode.PLAY, "the game")
        return list(offered)

    def press(self, words: str) -> None:
        """Press the number of a button that says so."""
        prompt = self.player.desk.scene.prompt

        def number() -> int:
            said = [button.accessibleName() for button in prompt.buttons]
            return next((at for at, each in enumerate(said, start=1) if each.startswith(words)), 0)

        found = self.until(number, f"the button {words}")
        self.rest()
        self.key(str(found))

    def choose_at(self, label: str, number: str = "") -> None:
        """Click a place, and of several things there take one by its number."""
        self.do_click(label)
        if number:
            self.until(lambda: (menu := self.player.desk.asking.menu) is not None and menu.isVisible(), "the menu")
            self.key(number)

    def settle_fight(self, ends: str) -> None:
        """Losses, retreats and advances: what is obvious by Enter, all else where the map has it."""

        def somewhere() -> QPoint | None:
            menu = self.player.table.menu
            for action in menu:
                if action.locations():
                    return self.player.place(action.locations()[0])
                if action.units() and not isinstance(action, Done):
                    return self.player.place(self.player.where(action.units()[0]))
            return None

        prompt = self.player.desk.scene.prompt.prompt
        for _ in range(_MOST):
            if ends in self.desk.ask(prompt.text).lower():
                return
            is_obvious = self.desk.ask(lambda: obvious(self.player.table.menu) is not None)
            point = None if is_obvious else self.desk.ask(somewhere)
            if point is None and not is_obvious:
                self.press("No further advance")
            elif point is None:
                self.enter()
            else:
                self.click(self.at(lambda: point))  # noqa: B023
        raise AssertionError(f"the fight never ended; it asks {self.desk.ask(prompt.text)}")

    def fight(self) -> dict[str, Any]:
        """What the Why panel says of the fight that was just fought."""
        why = self.player.desk.scene.why
        return self.desk.ask(lambda: {"title": why.title.text(), "lit": [view.bars.lit for view in why.odds.shown()]})

    # The games

    def pulkovo(self) -> dict[str, Any]:
        told: dict[str, Any] = {"offered": self.begin("pulkovo-heights")}
        self.press("Declare an offensive turn")
        told["then"] = self.desk.ask(self.player.desk.scene.prompt.prompt.text)
        self.press("Begin the turn")
        self.press("Fight desertion")
        self.press("Rally the 2nd Rifle Division")
        self.asks("recruit points to spend")
        self.choose_at("P34", "1")
        self.choose_at("P14")
        self.press("Begin with movement")
        self.box_around("19/V")
        told["group"] = self.desk.ask(lambda: self.player.refusal)
        self.drag(self.counter("19/V"), self.place("20/V"))
        self.drag(self.counter("21/U"), self.place("25/Q"))
        told["refused"] = self.desk.ask(lambda: self.player.refusal)
        self.key("Escape")
        self.enter()
        self.press("Begin with combat")
        self.enter()
        self.asks("declare attacks")
        self.do_click("20/W")
        self.press("Attack with all")
        self.do_click("18/V")
        self.asks("commanded by vetrenko")
        self.picture("pulkovo-2-attack")
        self.enter()
        told["announced"] = self.desk.ask(lambda: len(self.player.desk.scene.signs.announced))
        self.picture("pulkovo-3-declared")
        self.enter()
        self.asks("name the supports of the attack")
        self.do_click("20/U")
        self.asks("name the supports of the defence")
        self.enter()
        self.until(lambda: "dice" in self.player.desk.scene.why.title.text(), "the dice")
        told["fight"] = self.fight()
        self.picture("pulkovo-4-thrown")
        self.settle_fight("movement")
        told["log"] = self.desk.ask(self.player.desk.scene.log.texts)
        self.enter()
        self.until(lambda: self.player.table.session.state.turn == 7, "the next turn")
        self.picture("pulkovo-5-next-turn")
        return told

    def kharkov(self) -> dict[str, Any]:
        told: dict[str, Any] = {"offered": self.begin("kharkov-1943")}
        self.press("Go on")
        self.asks("move your units")
        self.enter()
        self.asks("declare an attack")
        self.do_click("4209")
        self.press("Attack with all")
        self.picture("kharkov-2-attack")
        self.enter()
        self.until(lambda: "die" in self.player.desk.scene.why.title.text(), "the die")
        told["fight"] = self.fight()
        self.settle_fight("declare an attack")
        self.enter()
        for asked in ("set out to react", "exploit", "send aircraft"):
            self.asks(asked)
            self.enter()
        self.asks("move your units")
        before = self.decisions()
        self.do_click("3812")
        told["by a stray click"] = self.decisions() - before
        self.picture("kharkov-3-stray-click")
        self.key("Escape")
        self.enter()
        self.asks("declare an attack")
        told["side"] = self.desk.ask(self.moment)["side"]
        told["log"] = self.desk.ask(self.player.desk.scene.log.texts)
        return told


def marked(dialog: QWidget) -> list[str]:
    return [each.text().replace("&", "") for each in dialog.findChildren(QRadioButton) if each.isChecked()]


def main(folder: Path, scenario: str) -> None:
    window = opened(folder, animate=False, **{SETTING: False})
    window.show_start()
    hand = BothSides(Desk(window), Screen(os.environ["DISPLAY"]), folder)
    carry_out({"pulkovo-heights": hand.pulkovo, "kharkov-1943": hand.kharkov}[scenario], hand.picture)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
