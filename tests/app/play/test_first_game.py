"""The newcomer's first game is played as the manual says, step by step on the real window."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QRadioButton

from app.modes import Mode
from app.play.games.new_game import NewGameDialog
from app.play.input.end_phase_check import SETTING
from app.reference.manual_pages import pages
from app.window import MainWindow
from engine.core.ids import Location
from engine.narration.explanations import attack_in_hand
from tests.app.play.hands import Player
from tests.app.walk import Newcomer, check_every_step_is_read, page, steps, words_of
from tests.editor.canvas import mouse

PAGE = page("first-game")
_LEFT_AT = 12
"""The lesson is left before this step, in the middle of an overrun, and gone on with."""


class Beginner(Newcomer):
    """Someone who plays for the first time."""

    def __init__(self, window: MainWindow, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.window = window
        self.hands = Player(window)
        self.folder = folder
        self.monkeypatch = monkeypatch

    def at(self, label: str) -> Location:
        return self.hands.label(label)

    def before(self, number: int) -> None:
        """The lesson in the window has seen by itself that everything before this step was done, and waits for it."""
        coach = self.window.coach
        if number == _LEFT_AT:
            coach.leave()
            assert not coach.bar.isVisible()
            assert coach.remembered() == (number, len(steps(PAGE)))
            coach.begin()
        coach.look()
        assert coach.step is not None
        assert coach.step.number == number
        assert coach.bar.step.text().startswith(f"Step {number} of ")

    # What is done

    def do_example(self, title: str) -> None:
        examples = self.window.menus.file.examples
        next(entry for entry in examples.actions() if entry.text() == title).trigger()
        QApplication.processEvents()

    def do_new_game(self, seed: str) -> None:
        self.hands.key("Ctrl+F5")
        dialog = self.hands.dialog()
        assert isinstance(dialog, NewGameDialog)
        dialog.seed.selectAll()
        self.hands.write(dialog.seed, seed)
        both = next(each for each in dialog.findChildren(QRadioButton) if each.text().replace("&", "") == "both sides")
        QTest.mouseClick(both, Qt.MouseButton.LeftButton)
        self.hands.key("Return", dialog.seed)
        QApplication.processEvents()

    def do_key(self, keys: str) -> None:
        self.hands.key(keys)

    def do_end(self) -> None:
        """Enter, and again where something is left to do."""
        before = len(self.hands.table.session.log)
        self.hands.key("Return")
        if len(self.hands.table.session.log) == before:
            self.hands.key("Return")

    def do_wheel(self, label: str) -> None:
        point = self.hands.place(self.at(label))
        for _ in range(2):
            mouse.turn_wheel(self.hands.viewport, point, 1)

    def do_point(self, label: str) -> None:
        mouse.move(self.hands.viewport, self.hands.place(self.at(label)))

    def do_click(self, label: str) -> None:
        self.hands.click_place(self.at(label))

    def do_drag(self, start: str, end: str) -> None:
        """The counter on top of a hex to another hex."""
        key = self.hands.table.board.key(self.at(start))
        self.hands.drag_unit(self.window.canvas.counters.stack(key)[-1].unit, self.at(end))

    def do_save(self, name: str) -> None:
        self.monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(self.folder / name), ""))
        self.hands.key("Ctrl+S")

    # What is seen

    def see_counters(self, least: str) -> None:
        assert len(self.window.canvas.counters.piles_in(self.window.canvas.picture.bounds)) >= int(least)

    def see_mode(self, mode: str) -> None:
        assert self.window.mode is Mode(mode)

    def see_asks(self, side: str, words: str) -> None:
        prompt = self.hands.desk.scene.prompt
        assert prompt.side.text() == side
        assert words.lower() in prompt.prompt.text().lower(), prompt.prompt.text()

    def see_why(self, words: str) -> None:
        rows = [row[0] for row in self.hands.desk.scene.why.rows()]
        assert words in rows, rows

    def see_in_hand(self, name: str) -> None:
        assert self._unit(name) == self.hands.desk.unit, self.hands.desk.unit

    def see_reach(self, label: str) -> None:
        tint = self.hands.desk.scene.tints.tints[self.hands.table.board.key(self.at(label))]
        assert tint.words, "the cost is written there"

    def see_stands(self, name: str, label: str) -> None:
        assert self.hands.where(self._unit(name)) == self.at(label)

    def see_log(self, words: str) -> None:
        assert any(words in line for line in self.hands.desk.scene.log.texts()), self.hands.desk.scene.log.texts()[-4:]

    def see_refused(self, words: str) -> None:
        assert words in self.hands.refusal, self.hands.refusal

    def see_struck(self, label: str) -> None:
        assert self.hands.table.board.key(self.at(label)) in self.hands.desk.scene.signs.struck

    def see_arrow(self, label: str) -> None:
        assert self.hands.table.board.key(self.at(label)) in {end for _, end in self.hands.desk.scene.signs.arrows}

    def see_attackers(self, count: str) -> None:
        attack = attack_in_hand(self.hands.table)
        assert attack is not None
        assert len(attack[0]) == int(count)

    def see_file(self, name: str) -> None:
        assert (self.folder / name).stat().st_size > 1000

    def _unit(self, name: str) -> str:
        found = [unit for unit, entry in self.hands.table.brief.units.items() if entry.name == name]
        assert len(found) == 1, f"{name} is {found}"
        return found[0]


def test_every_step_says_what_is_done() -> None:
    check_every_step_is_read(PAGE, 15)


def test_the_words_name_what_the_machine_does() -> None:
    """A person who reads only the words presses the same keys, clicks the same hexes and looks for the same panels."""
    named = {"new-game": "*both sides*", "save": "**Ctrl+S**", "end": "**Enter**"}
    texts = words_of(PAGE)
    for number, remarks in steps(PAGE).items():
        for verb, (name, *arguments) in remarks:
            wanted: list[str] = []
            if verb == "do":
                wanted = [named[name]] if name in named else []
                if name == "key":
                    wanted = [f"**{'Enter' if arguments[0] == 'Return' else arguments[0]}**"]
                elif name in {"click", "drag", "point", "wheel"}:
                    wanted = list(arguments)
                elif name == "example":
                    wanted = [f"**{arguments[0]}**"]
                elif name in {"new-game", "save"}:
                    wanted.append(f"`{arguments[0]}`")
            missing = [each for each in wanted if each not in texts[number]]
            assert not missing, f"step {number} does not say {', '.join(missing)}"


def test_the_first_game_can_be_played(
    window: MainWindow, settings: QSettings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.setValue(SETTING, True)
    settings.setValue("play/forced", True)
    window.coach.begin()
    Beginner(window, tmp_path, monkeypatch).walk(PAGE)
    window.coach.look()
    assert window.coach.step is None, "the lesson is over"
    assert window.coach.bar.step.text().startswith("Done: ")
    assert window.coach.remembered()[0] == 0, "the next time it begins anew"


def test_the_page_is_shown_without_what_the_machine_reads() -> None:
    shown = next(page.text for page in pages() if page.title == "Your first game in fifteen minutes")
    assert "<!--" not in shown
    assert "crossed blades" in shown
