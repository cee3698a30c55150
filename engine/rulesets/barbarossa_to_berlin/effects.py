"""What events leave behind: the turn an event was played in, and what holds for a turn or for one round."""

from __future__ import annotations

from engine.core.draft import Draft
from engine.core.state import State
from engine.rulesets.barbarossa_to_berlin.names import event

ROUND_PREFIX = "round-"
"""Values of the game that begin so are gone when the round is over."""
TURN_PREFIX = "turn-"
"""Values of the game that begin so are gone when the turn is over."""


def note(draft: Draft, slug: str) -> None:
    """Write down that an event with a lasting effect has been played in this turn."""
    draft.set_value(event(slug), draft.state.turn)


def played(state: State, slug: str) -> int | None:
    """The turn in which an event was played, None when it has not been."""
    found = state.values.get(event(slug))
    return int(found) if found is not None else None


def is_active(state: State, slug: str) -> bool:
    """Whether an event has been played at any time."""
    return event(slug) in state.values


def this_turn(state: State, slug: str) -> bool:
    return played(state, slug) == state.turn


def before_this_turn(state: State, slug: str) -> bool:
    """Whether an event was played in an earlier turn, as what may follow "on a later turn" asks (ruling 22)."""
    turn = played(state, slug)
    return turn is not None and turn < state.turn


def for_round(draft: Draft, name: str, value: str | int | bool = True) -> None:
    """Let something hold until the round is over."""
    draft.set_value(ROUND_PREFIX + name, value)


def in_round(state: State, name: str) -> str | int | bool | None:
    return state.values.get(ROUND_PREFIX + name)


def for_turn(draft: Draft, name: str, value: str | int | bool = True) -> None:
    """Let something hold until the turn is over."""
    draft.set_value(TURN_PREFIX + name, value)


def in_turn(state: State, name: str) -> str | int | bool | None:
    return state.values.get(TURN_PREFIX + name)


def clear(draft: Draft, prefix: str) -> None:
    """Take away the values that begin so."""
    for name in sorted(draft.state.values):
        if name.startswith(prefix):
            draft.set_value(name, None)
