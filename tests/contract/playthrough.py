"""A game played by computers, random ones unless others are named, and written down step by step for the checks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from random import Random

from engine.core.game import Transition
from engine.core.menu import Menu
from engine.core.records import Action, Event
from engine.core.state import State
from engine.core.writing.coders import Json
from engine.players.player import Budget
from engine.players.registry import players_for
from tests.contract.subjects import Subject


class Breach(AssertionError):  # noqa: N818 - it is what it says
    """The contract is broken."""


def require(condition: object, said: str) -> None:
    """What must hold; written out so that it also holds where asserts are stripped."""
    if not condition:
        raise Breach(said)


@dataclass(frozen=True)
class Step:
    """One action. `text` is the state before it as JSON, taken before anybody else looked at that state."""

    number: int
    before: State
    text: str
    menu: Menu
    action: Action
    after: State
    events: tuple[Event, ...]

    @cached_property
    def listed(self) -> tuple[Action, ...]:
        return tuple(self.menu)


@dataclass
class Playthrough:
    """The steps of one game so far, enough to play it again."""

    subject: Subject
    seed: int
    start: Transition
    players: tuple[str, ...] = ("random",)
    """Who plays, a name for each side or one for all."""
    steps: list[Step] = field(default_factory=list)
    trying: Action | None = None
    """The action being carried out; it is still there when the rules fail in it."""

    @property
    def opening(self) -> Step:
        """The start as a step in which nobody has decided anything, for the checks that look at what was laid out."""
        state, game = self.start.state, self.subject.game
        menu = game.menu(state)
        return Step(0, state, game.codec.dumps(state), menu, next(iter(menu)), state, self.start.events)

    @property
    def last(self) -> State:
        return self.steps[-1].after if self.steps else self.start.state

    def actions(self) -> list[Json]:
        """The log as a saved game has it."""
        done = [step.action for step in self.steps]
        return [self.subject.game.codec.action_to_json(action) for action in (*done, self.trying) if action is not None]


def begin(subject: Subject, seed: int, players: tuple[str, ...] = ("random",)) -> Playthrough:
    return Playthrough(subject, seed, subject.game.new(seed), players)


def play(playthrough: Playthrough, most: int, written: Callable[[int], bool] = lambda _: True) -> Iterator[Step]:
    """Go on until the game is over or has so many steps; each step is added as it is made.

    `written` says of which steps the state is written down before anybody looks at it.
    """
    game = playthrough.subject.game
    bots = players_for(game, playthrough.players, playthrough.seed)
    while playthrough.last.outcome is None and len(playthrough.steps) < most:
        state = playthrough.last
        number = len(playthrough.steps) + 1
        text = game.codec.dumps(state) if written(number) else ""
        menu = game.menu(state)
        action = bots[menu.side].choose(game, game.view(state, menu.side), menu, Budget()).action
        playthrough.trying = action
        after = game.apply(state, action)
        playthrough.trying = None
        step = Step(number, state, text, menu, action, after.state, after.events)
        playthrough.steps.append(step)
        yield step


def played(subject: Subject, seed: int, most: int) -> Playthrough:
    """A game played to its end or its bound."""
    playthrough = begin(subject, seed)
    for _ in play(playthrough, most):
        pass
    return playthrough


def chance(playthrough: Playthrough, step: Step) -> Random:
    """What a check may draw its samples from: the same at every run."""
    return Random(playthrough.seed * 1_000_003 + step.number)
