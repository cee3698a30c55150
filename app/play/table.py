"""The game on the table: one session, who plays, what the side to decide may see, and the log in sentences.

This is the one owner of a game being played. Widgets read views and menus here and hand decisions back; undo, redo and
the computer's decisions go the same way. No Qt is imported here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from app.play.action_words import ActionWords
from app.play.names import Names
from app.play.stack_order import StackOrder
from engine.core.answers import Answer
from engine.core.board import Board
from engine.core.game import Game
from engine.core.ids import NO_SIDE, NOWHERE, Location, Side
from engine.core.menu import Menu
from engine.core.messages import Message
from engine.core.notation import Notation
from engine.core.records import Action, Event
from engine.core.state import State
from engine.core.terms import Term
from engine.rulesets.brief import Brief
from engine.rulesets.words import catalogue
from engine.session.bots import BOTS, Bot
from engine.session.session import Session

PERSON = "person"
"""Who plays a side that no computer does."""


@dataclass(frozen=True, slots=True)
class LogLine:
    """One event in a sentence, after how many actions it happened, and where on the map."""

    step: int
    turn: int
    text: str
    place: Location | None


class Table:
    """A game being played on one screen."""

    def __init__(self, brief: Brief, session: Session, players: Mapping[str, str]) -> None:
        self.brief = brief
        self.session = session
        self.players = dict(players)
        self.names = Names(brief, self.players, session.game.board)
        self.catalogue = catalogue(session.game.ruleset.id)
        self.words = ActionWords(session.game.board, self.names, self.catalogue)
        self._notation = Notation(session.game.board, self.catalogue)
        seed = session.start.state.seed
        self._bots: dict[str, Bot] = {
            side: BOTS[name](seed * 31 + number)
            for number, (side, name) in enumerate(self.players.items())
            if name != PERSON
        }
        self.order = StackOrder()
        self._viewer = next((side for side, who in self.players.items() if who == PERSON), NO_SIDE)
        self._seen: tuple[State, str, State] | None = None
        self._lines: dict[str, list[tuple[State, tuple[LogLine, ...]]]] = {}

    # What there is

    @property
    def game(self) -> Game:
        return self.session.game

    @property
    def board(self) -> Board:
        return self.session.game.board

    @property
    def menu(self) -> Menu:
        return self.session.menu

    @property
    def viewer(self) -> Side:
        """The side whose eyes the screen has: the person who decides, or the one who decided last."""
        side = self.menu.side
        if self.players.get(side) == PERSON:
            self._viewer = side
        return Side(self._viewer)

    @property
    def view(self) -> State:
        """What that side may see."""
        state, viewer = self.session.state, self.viewer
        if self._seen is None or self._seen[0] is not state or self._seen[1] != viewer:
            self._seen = (state, viewer, self.game.view(state, viewer))
        return self._seen[2]

    @property
    def is_over(self) -> bool:
        return self.session.state.outcome is not None

    @property
    def is_computers_turn(self) -> bool:
        return not self.is_over and self.menu.side in self._bots

    # What is done

    def submit(self, action: Action) -> tuple[Event, ...]:
        """Carry out a decision; raises IllegalAction and changes nothing when the menu does not hold it."""
        return self.session.submit(action).events

    def let_computer_decide(self) -> Action:
        """One decision of a side that a computer plays, from what that side may see."""
        menu = self.menu
        action = self._bots[menu.side].choose(self.game, self.game.view(self.session.state, menu.side), menu)
        self.session.submit(action)
        return action

    # What is said

    def say(self, said: Message) -> str:
        """A sentence of the engine, with names in it."""
        return self.catalogue.text(self.names.spoken(said))

    def ask(self, question: str, **asked: object) -> Answer | None:
        """What the rules answer about what the viewer may see; None where the game does not know the question."""
        found = self.game.ruleset.questions.get(question)
        return found(self.game, self.view, asked) if found is not None else None

    def score(self) -> tuple[Term, ...]:
        return self.game.ruleset.score(self.game, self.view)

    def turn_line(self) -> str:
        """The turn and its date."""
        turn, last = self.session.state.turn, self.brief.scenario.last_turn
        for track in self.brief.charts.tracks.values():
            for box in track.entries:
                if box.turn == turn and (box.date or box.title):
                    return f"Turn {turn} of {last}: {box.date or box.title}"
        return f"Turn {turn} of {last}"

    def log(self) -> list[LogLine]:
        """Everything that has happened, as the viewer may know it."""
        viewer = self.viewer
        played = self.session.log
        steps = [(self.session.start.state, self.session.start.events)] + [(p.state, p.events) for p in played]
        kept = self._lines.setdefault(viewer, [])
        same = 0
        while same < min(len(kept), len(steps)) and kept[same][0] is steps[same][0]:
            same += 1
        del kept[same:]
        for number, (state, events) in enumerate(steps[same:], start=same):
            kept.append((state, tuple(self._line(number, state, event.seen_by(viewer)) for event in events)))
        return [line for _, lines in kept for line in lines]

    def _line(self, step: int, state: State, event: Event) -> LogLine:
        text = self.catalogue.text(self.names.spoken(self._notation.narration(event)))
        return LogLine(step, state.turn, text, _place_of(event, state))


def _place_of(event: Event, state: State) -> Location | None:
    """Where something happened: the last place an event names, or where the unit it names is now."""
    found: Location | None = None
    values: dict[str, Any] = {each.name: getattr(event, each.name) for each in fields(event)}
    for name in ("to", "at", "target", "origin"):
        value = values.get(name)
        if isinstance(value, int) and value != NOWHERE:
            return Location(value)
        if isinstance(value, tuple) and value and isinstance(value[0], int):
            return Location(value[0])
    units = values.get("units")
    unit = values.get("unit") or (units[0] if isinstance(units, tuple) and units else None)
    if isinstance(unit, str) and unit in state.units:
        found = state.units[unit].at  # type: ignore[index]
    return found
