"""A game as somebody sees it, which is all that telling about it needs.

The screen's table is one; whoever writes about a game without a screen brings another. Everything in this room reads
through it, so that nothing is told which the viewer may not know.
"""

from __future__ import annotations

from typing import Protocol

from engine.core.answers import Answer
from engine.core.board import Board
from engine.core.game import Game
from engine.core.ids import Side
from engine.core.menu import Menu
from engine.core.messages import Catalogue, Message
from engine.core.records import Action
from engine.core.refusals import Refusal
from engine.core.state import State
from engine.core.terms import Term
from engine.narration.action_words import ActionWords
from engine.narration.names import Names
from engine.rulesets.brief import Brief
from engine.session.session import Session


class SeenGame(Protocol):
    """One moment of a game, through the eyes of one side, with the words to speak of it."""

    brief: Brief
    """The scenario and the charts, with their names in the language that is spoken."""
    session: Session
    names: Names
    words: ActionWords
    catalogue: Catalogue

    @property
    def game(self) -> Game: ...

    @property
    def board(self) -> Board: ...

    @property
    def menu(self) -> Menu:
        """What may be decided at this moment, by whoever decides."""

    @property
    def viewer(self) -> Side: ...

    @property
    def view(self) -> State:
        """What the viewer may see of this moment."""

    @property
    def step(self) -> int:
        """After how many actions this moment is."""

    @property
    def is_over(self) -> bool: ...

    @property
    def is_computers_turn(self) -> bool: ...

    def explain(self, action: Action) -> Refusal | None:
        """What forbids an action at this moment, with the case of the phase it belongs to; None when it is allowed."""

    def say(self, said: Message) -> str:
        """A sentence of the engine, with names in it."""

    def ask(self, question: str, **asked: object) -> Answer | None:
        """What the rules answer about the view; None where the game does not know the question."""

    def score(self) -> tuple[Term, ...]: ...
