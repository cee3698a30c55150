"""Plays one game of an arm, and plays it again for whoever wants to look at it.

A process keeps the last few arms it has made ready: reading a map and its charts takes as long as many a game. One game
at a time is played in a process, because the account of cases that came up is one for all of it.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, replace

from engine.core.cases import entered_cases, forget_entered
from engine.core.game import Game, Transition
from engine.core.messages import message
from engine.core.progress import give_up_if_unwanted, is_unwanted, tell_progress
from engine.core.records import Action
from engine.core.state import State, evolve
from engine.definitions.issues import DefinitionError
from engine.lab.arms import Arm, LabError, seated
from engine.lab.observer import Observer
from engine.lab.results import DRAW, GameResult
from engine.lab.workings import workings_of
from engine.players.player import Budget
from engine.players.playouts import Playout, play
from engine.players.registry import players_for
from engine.rulesets.brief import Brief
from engine.session.replay import digest
from engine.session.session import Session

MOST_READY = 6
"""So many arms a process has at hand at a time."""
_turn = threading.Lock()
_making = threading.Lock()


@dataclass(frozen=True, slots=True)
class ReadyArm:
    """An arm with its game, made once."""

    arm: Arm
    brief: Brief
    game: Game

    def start(self, seed: int) -> State:
        """Where a game of a seed begins. A position is continued with the dice of the seed."""
        given = self.arm.beginning(self.game)
        return self.game.new(seed).state if given is None else evolve(given, seed=seed)


_ready: dict[str, ReadyArm] = {}


def ready(arm: Arm) -> ReadyArm:
    """An arm made ready to play, and kept; raises LabError where this program cannot, or would play it differently."""
    with _making:
        known = _ready.pop(arm.id, None)
        if known is None:
            known = _made(arm)
        elif known.arm.name != arm.name:
            known = replace(known, arm=arm)
        _ready[arm.id] = known
        while len(_ready) > MOST_READY:
            del _ready[next(iter(_ready))]
        return known


def _made(arm: Arm) -> ReadyArm:
    """An arm may come from anybody: what it carries is looked at here, once, for whoever plays it or reports on it."""
    try:
        if arm.workings and arm.workings != workings_of(arm.ruleset):
            raise LabError(message("lab.other-workings"))
        brief = arm.brief()
        game = arm.game(brief)
        arm.beginning(game)
    except DefinitionError as bad:
        raise LabError(bad.issues[0].message) from None
    if seated(arm.players, game.ruleset.sides) != arm.players:
        raise LabError(message("lab.no-arm"))
    return ReadyArm(arm, brief, game)


def play_game(arm: Arm, seed: int) -> GameResult:
    """One game, and what is kept of it."""
    with _turn:
        made = ready(arm)
        return _observed(made, seed)


def _observed(made: ReadyArm, seed: int) -> GameResult:
    start = made.start(seed)
    observer = Observer(made.game, made.brief, start)
    forget_entered()
    found = _played(made, seed, start, observer)
    state, outcome = found.state, found.outcome
    assert state is not None
    prefix = f"{made.arm.ruleset}:"
    cases = tuple(sorted(case.removeprefix(prefix) for case in entered_cases() if case.startswith(prefix)))
    return GameResult(
        seed,
        (outcome.winner or DRAW) if outcome is not None else DRAW,
        outcome.level if outcome is not None else "",
        outcome.rule if outcome is not None else "",
        observer.score(state),
        state.turn,
        found.actions,
        found.fault.error if found.fault is not None else "",
        digest(made.game, state),
        tuple(observer.turns),
        observer.deeds(cases).packed(),
        observer.packed_fields(),
        found.seconds,
    )


def _played(
    made: ReadyArm,
    seed: int,
    start: State,
    watch: Callable[[State, Action, Transition], None],
    within: Budget | None = None,
) -> Playout:
    players = players_for(made.game, made.arm.players, seed)
    most = made.arm.most_actions
    return play(made.game, players, seed, most_actions=most, watch=watch, start=start, within=within)


class _WhileWanted(Budget):
    """The budget of a game that somebody waits for: what is thought over ends at once when they do so no longer."""

    @property
    def is_over(self) -> bool:
        return is_unwanted() or super().is_over


def play_again(arm: Arm, result: GameResult) -> Session:
    """The whole game of a seed as a session to be looked at; raises LabError where it does not end as it did.

    Whoever watches the work hears how far it is and may give it up, also in the middle of a decision: then it raises
    GivenUpError.
    """
    with _turn:
        made = ready(arm)
        start = made.start(result.seed)
        session = Session(made.game, Transition(start, ()))

        def follow(_before: State, action: Action, _after: Transition) -> None:
            give_up_if_unwanted()
            session.submit(action)
            tell_progress(session.length / max(1, result.actions))

        _played(made, result.seed, start, follow, _WhileWanted())
    give_up_if_unwanted()
    if digest(made.game, session.state) != result.digest:
        raise LabError(message("lab.not-the-same"))
    return session
