"""Replaying a log of actions: the same actions give the same game, to the byte."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import sha256

from engine.core.game import Game
from engine.core.messages import Argument, Message, message
from engine.core.refusals import IllegalAction, MalformedData
from engine.core.state import State
from engine.core.writing.coders import Json
from engine.session.session import Session, UndoPolicy


class ReplayError(Exception):
    """A log that cannot be replayed; `step` counts actions from 1, and is 0 where the log as a whole is wrong."""

    def __init__(self, step: int, reason: Message) -> None:
        super().__init__(f"step {step}: {reason}")
        self.step = step
        self.reason = reason


def digest(game: Game, state: State) -> str:
    """A fingerprint of a whole state, secrets included."""
    return sha256(game.codec.dumps(state).encode()).hexdigest()


def replay(
    game: Game, seed: int, actions: Iterable[Json], policy: UndoPolicy = UndoPolicy.TO_BARRIER, expected: str = ""
) -> Session:
    """Play a log again; with an expected fingerprint the end must be that very state."""
    return replayed(Session.new(game, seed, policy), actions, expected)


def replayed(session: Session, actions: Iterable[Json], expected: str = "") -> Session:
    """The same on a session that has just begun."""
    for _ in replay_steps(session, actions):
        pass
    check_end(session, expected)
    return session


def check_end(session: Session, expected: str) -> None:
    """Whether a log led to the state it should; raises ReplayError. Without a fingerprint any state will do."""
    if expected and digest(session.game, session.state) != expected:
        raise ReplayError(0, message("replay.differs"))


def replay_steps(session: Session, actions: Iterable[Json]) -> Iterator[State]:
    """Play a log again on a session, one action at a time."""
    for step, data in enumerate(actions, start=1):
        try:
            session.submit(session.game.codec.action_from_json(data))
        except MalformedData as error:
            raise ReplayError(step, message("replay.malformed", step=step, reason=error.said)) from None
        except IllegalAction as error:
            reason: Argument = error.refusal.message
            raise ReplayError(
                step, message("replay.illegal", step=step, rule=error.refusal.rule, reason=reason)
            ) from None
        yield session.state
