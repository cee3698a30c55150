"""Whether a step of a lesson was done: each line `see` of the page is a question to the game, the map or the file.

The page speaks English, so what the game says is asked in English too, whatever the window speaks.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

from app.coach.lesson import LessonMark
from app.modes import Mode
from app.play.table import GameTable
from engine.core.ids import Location, UnitId
from engine.core.words.plurals import ENGLISH
from engine.narration.explanations import attack_in_hand
from engine.narration.language import speak, spoken
from engine.rulesets.library import bundled_scenarios

if TYPE_CHECKING:
    from app.window import MainWindow


class Checks:
    """Looks at a window; what nobody knows how to look for counts as seen."""

    def __init__(self, window: MainWindow) -> None:
        self._window = window
        self._english: tuple[GameTable, GameTable] | None = None

    def is_seen(self, mark: LessonMark) -> bool:
        """Whether what a line asks for is so now."""
        verb = "did" if mark.is_done else "sees"
        check: Callable[..., bool] | None = getattr(self, f"_{verb}_{mark.name.replace('-', '_')}", None)
        return check is None or check(*mark.words)

    @property
    def table(self) -> GameTable | None:
        """The game that is played."""
        return self._window.play.table if self._window.mode is Mode.PLAY else None

    def place(self, label: str) -> str:
        """The key of a place by its label; empty where the game has none."""
        table = self._window.play.table
        if table is None:
            return ""
        try:
            return table.board.key(table.board.at(label))
        except (KeyError, LookupError, ValueError):
            return ""

    def _spoken_english(self) -> GameTable | None:
        """The same game in English, kept as long as it is the same."""
        table = self.table
        if table is None:
            return None
        if self._english is None or self._english[0] is not table:
            now = spoken()
            speak(ENGLISH)
            try:
                self._english = (table, table.said_again())
            finally:
                speak(now)
        return self._english[1]

    @cached_property
    def _examples(self) -> dict[str, str]:
        """The bundled scenarios by their English titles."""
        return {each.scenario.title or "": each.scenario.id for each in bundled_scenarios().values()}

    # What was done, where it can be known

    def _did_example(self, title: str) -> bool:
        opened = self._window.opened
        known = self._examples.get(title)
        return opened is not None and self._window.mode is not Mode.START and opened.choice == known

    def _did_new_game(self, seed: str) -> bool:
        table = self.table
        return table is not None and table.session.start.state.seed == int(seed) and not table.has_computers

    def _did_point(self, label: str) -> bool:
        key = self.place(label)
        return bool(key) and self._window.canvas.under_pointer == key

    # What is to be seen

    def _sees_counters(self, least: str) -> bool:
        opened = self._window.opened
        return opened is not None and len(opened.counters) >= int(least)

    def _sees_mode(self, mode: str) -> bool:
        return self._window.mode is Mode(mode)

    def _sees_asks(self, side: str, words: str) -> bool:
        table, question = self._spoken_english(), self._window.play.desk.question
        if table is None or str(table.menu.side) != side.lower():
            return False
        if question.action is not None:
            return words.lower() in table.words.text(question.action).lower()
        return words.lower() in table.say(table.menu.prompt).lower()

    def _sees_why(self, _words: str) -> bool:
        return self.table is not None and bool(self._window.play.desk.scene.why.rows())

    def _sees_in_hand(self, name: str) -> bool:
        return self.table is not None and self._window.play.desk.unit == self._unit(name)

    def _sees_reach(self, label: str) -> bool:
        tint = self._window.play.desk.scene.tints.tints.get(self.place(label))
        return tint is not None and bool(tint.words)

    def _sees_struck(self, label: str) -> bool:
        return self.place(label) in self._window.play.desk.scene.signs.struck

    def _sees_stands(self, name: str, label: str) -> bool:
        table, unit = self.table, self._unit(name)
        if table is None or not unit or not self.place(label):
            return False
        at: Location = table.session.state.unit(UnitId(unit)).at
        return at == table.board.at(label)

    def _sees_log(self, words: str) -> bool:
        table = self._spoken_english()
        return table is not None and any(words in line.text for line in table.log())

    def _sees_refused(self, words: str) -> bool:
        prompt = self._window.play.desk.scene.prompt
        case = words.removeprefix("case ")
        return self.table is not None and bool(prompt.refusal) and prompt.refused_by.case.startswith(case)

    def _sees_attackers(self, count: str) -> bool:
        table = self.table
        attack = attack_in_hand(table) if table is not None else None
        return attack is not None and len(attack[0]) == int(count)

    def _sees_file(self, _name: str) -> bool:
        project = self._window.files.project
        return project is not None and project.is_named

    def _unit(self, name: str) -> str:
        table = self._window.play.table
        units = table.authored.units.items() if table is not None else ()
        return next((unit for unit, entry in units if entry.name == name), "")
