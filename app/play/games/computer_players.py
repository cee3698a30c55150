"""Computers at the table: each decides when its turn comes, one decision at a time, and can be held and stepped.

Between two decisions the window stays alive, and whoever takes longer thinks beside it. With moves that are seen to
happen there is a pause, so that a person can follow; a computer that is held decides only when it is told to. A person
may ask what a computer would do in their place. One whose thinking goes wrong is held where it stood: it may think
again, or a person takes its side over.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NoReturn

from PySide6.QtCore import QObject, QTimer, Signal

from app.play.games.thinking import Thinking
from app.play.games.thinking_clock import ThinkingClock
from app.play.table import PERSON, GameTable
from app.unseen_errors import ToldError
from engine.core.refusals import IllegalAction
from engine.core.state import State
from engine.players.player import Choice

if TYPE_CHECKING:
    from app.play.desk import Desk

_SAYING_NOTHING = frozenset({"reason.position"})
"""Reasons that are a number and no more."""
_AGAIN = 30
"""Milliseconds until it looks again whether everything has come to rest."""


class Computers(QObject):
    """Decides for the sides that nobody plays."""

    held_changed = Signal(bool)
    advised = Signal()
    """What a computer would do in the place of the person has been thought over."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self._desk = desk
        self.is_held = False
        self._skipped: int | None = None
        """The turn in which it decides without being watched."""
        self.pause: Callable[[], int] = lambda: 0
        """Milliseconds between two decisions."""
        self.is_at_rest: Callable[[], bool] = lambda: True
        """Whether what was decided last is seen to have happened."""
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.timeout.connect(self._decide)
        desk.scene.refreshed.connect(self._wait)
        self._mind = Thinking(self)
        self._mind.thought.connect(self._carry_out)
        self._mind.failed.connect(self._stumble)
        self._adviser = Thinking(self)
        self._adviser.thought.connect(self._advise)
        self._adviser.failed.connect(self._lack_advice)
        clock = ThinkingClock(self._mind, self._adviser, parent=self)
        clock.told.connect(desk.scene.prompt.show_thinking)
        self._about: tuple[GameTable, State] | None = None
        """What is being thought about."""
        self._stumbled_over: tuple[GameTable, State] | None = None
        """What could not be thought over."""
        self._asked_about: tuple[GameTable, State] | None = None
        """What a person asked advice for."""
        self._advice: tuple[GameTable, State, Choice] | None = None

    def stop(self) -> None:
        """Decide nothing more for now."""
        self._skipped = None
        self._soon.stop()
        self._mind.stop()
        self._adviser.stop()

    @property
    def is_thinking(self) -> bool:
        """Whether a decision is being thought over beside the window."""
        return self._mind.is_busy or self._adviser.is_busy

    def choices(self) -> list[tuple[str, Callable[[], object]]]:
        """The buttons of a question that a computer decides: it can be held, and then decide one thing at a time."""
        table = self._desk.table
        if table is None or not table.is_computers_turn or table.awaited is not None:
            return []
        if not self.is_held:
            hold = self.tr("Hold the computer"), lambda: self.hold(True)
            return [hold] if self.is_skipping else [hold, (self.tr("Skip ahead"), self.skip)]
        if self._is_still(self._stumbled_over):
            again = self.tr("Let it think again"), lambda: self.hold(False)
            return [again, (self.tr("Take its side over"), self.take_over)]
        return [(self.tr("Let it go on"), lambda: self.hold(False)), (self.tr("One decision"), self.step)]

    @property
    def is_skipping(self) -> bool:
        """Whether nothing that it does is waited for, because nobody wants to watch."""
        return self._skipped is not None

    def skip(self) -> None:
        """Let it decide without a pause until a person is asked; where only computers play, until the next turn."""
        table = self._desk.table
        if table is None or not table.is_computers_turn:
            self._desk.scene.prompt.say(self.tr("The computer has nothing to decide now."))
            return
        self._skipped = table.session.state.turn
        self.is_held = False
        self.held_changed.emit(False)
        self._desk.refresh()

    def _is_skipped_to(self, table: GameTable | None) -> bool:
        """Whether it has come to where a person wanted to watch again."""
        if table is None or not table.is_computers_turn:
            return True
        return not table.has_persons and table.session.state.turn != self._skipped

    def hold(self, on: bool) -> None:
        """Hold the computer, or let it go on."""
        if on is self.is_held:
            return
        self.is_held = on
        if on:
            self.stop()
        self.held_changed.emit(on)
        self._desk.refresh()

    def step(self) -> None:
        """One decision, and then hold."""
        self.stop()
        if not self.is_held:
            self.is_held = True
            self.held_changed.emit(True)
        self._let_decide()

    def take_over(self) -> None:
        """A person plays from now on whom the computer is to decide for."""
        table = self._desk.table
        if table is None or not table.is_computers_turn:
            return
        table.seat({**table.players, table.menu.side: PERSON})
        self.hold(False)
        self._desk.has_decided()

    def _wait(self) -> None:
        table = self._desk.table
        if self.is_skipping and self._is_skipped_to(table):
            self._skipped = None
        if table is None or not table.is_computers_turn:
            self._soon.stop()
            self._mind.stop()
            return
        if self._mind.is_busy and not self._is_still(self._about):
            self._mind.stop()
        if self.is_held and self._is_still(self._stumbled_over):
            words = self.tr(
                "The computer could not decide. Nothing is lost: let it think again, or take its side over."
            )
            self._desk.scene.prompt.say(words)
        elif self.is_held:
            self._desk.scene.prompt.say(self.tr("The computer is held."))
        else:
            self._soon.start(self.pause())

    def _decide(self) -> None:
        if not self.is_at_rest():
            self._soon.start(_AGAIN)
        elif not self.is_held:
            self._let_decide()

    def _let_decide(self) -> None:
        table = self._desk.table
        if table is None or not table.is_computers_turn or self._mind.is_busy:
            return
        side = table.menu.side
        if table.minds.is_quick(side):
            try:
                choice = table.minds.decide_at_once(side)
            except Exception as bad:
                self._stumble(bad)
            self._happen(table, choice)
            return
        self._about = table, table.session.state
        self._mind.begin(table.minds.thought(side))

    def _carry_out(self, choice: object) -> None:
        table = self._desk.table
        is_asked = self._is_still(self._about)
        if table is None or not is_asked or not isinstance(choice, Choice):
            return
        self._about = None
        self._happen(table, choice)

    def _is_still(self, about: tuple[GameTable, State] | None) -> bool:
        """Whether the game stands where it did when somebody began to think."""
        table = self._desk.table
        return about is not None and table is about[0] and table.session.state is about[1]

    def _happen(self, table: GameTable, choice: Choice) -> None:
        """What was decided happens; dice that fall are seen as those of a person are."""
        fight = self._desk.scene.explaining.last_fight
        fight.before(table, choice.action)
        try:
            events = table.carry_out(choice)
        except Exception as bad:
            self._stumble(bad)
        fight.after(table, events)
        self._desk.has_decided()

    def _stumble(self, bad: Exception) -> NoReturn:
        """A computer could not decide: the game stands where it did, and the computer is held."""
        table = self._desk.table
        self._about = None
        self._stumbled_over = (table, table.session.state) if table is not None else None
        self.hold(True)
        self._desk.refresh()
        raise self._told(bad) from bad

    def _told(self, bad: Exception) -> ToldError:
        """What the rules refused, in words; anything else by the name that whoever mends the program looks for."""
        table = self._desk.table
        if table is not None and isinstance(bad, IllegalAction):
            said = table.say(bad.refusal.message)
        else:
            said = f"({type(bad).__name__})"
        words = self.tr("Something went wrong while the computer was thinking. The game stands as it did. {0}")
        return ToldError(words.format(said))

    # What would you do?

    def ask_advice(self) -> None:
        """Let a computer think over what it would do in the place of the person who is to decide."""
        table = self._desk.table
        if table is None or table.is_over or table.is_computers_turn or table.refusal_now() is not None:
            self._desk.scene.prompt.say(self.tr("There is nothing for you to decide now."))
            return
        self._asked_about = table, table.session.state
        self._desk.scene.prompt.say(self.tr("Thinking it over..."))
        self._adviser.begin(table.minds.advice(table.menu.side))

    def _advise(self, choice: object) -> None:
        table = self._desk.table
        is_asked = self._is_still(self._asked_about)
        if table is None or not is_asked or not isinstance(choice, Choice):
            return
        self._advice = table, table.session.state, choice
        self._desk.scene.prompt.say(self.tr("I would: {0}").format(self.told(table, choice)))
        self.advised.emit()

    def _lack_advice(self, bad: Exception) -> NoReturn:
        self._asked_about = None
        words = self.tr("The computer could not think this over. Nothing is lost: decide yourself, or ask it again.")
        self._desk.scene.prompt.say(words)
        raise self._told(bad) from bad

    def advice_for(self, table: GameTable) -> Choice | None:
        """What was advised for the position that a game stands at; None when nobody asked since."""
        found = self._advice
        if found is None or found[0] is not table or found[1] is not table.session.state or table.is_computers_turn:
            return None
        return found[2]

    def told(self, table: GameTable, choice: Choice) -> str:
        """A choice and the first of its reasons that says something of its own, in one line."""
        said = table.words.text(choice.action, table.menu.prompt.key)
        telling = next((term.label for term in choice.reason if term.label.key not in _SAYING_NOTHING), None)
        return f"{said} ({table.say(telling)})" if telling is not None else said
