"""Events by card: what forbids one now, and what it does.

Each card's event is a pair of small functions beside its number. `refuse` says what forbids playing it as an event here
and now; `play` carries it out and may call frames. Cards that are combat cards have no event (see `combat_cards`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.refusals import Refusal
from engine.core.state import State


def always(game: Game, state: State) -> Refusal | None:
    """Nothing forbids it."""
    return None


@dataclass(frozen=True, slots=True)
class EventCard:
    """The event of a card."""

    play: Callable[[Game, Draft], None]
    refuse: Callable[[Game, State], Refusal | None] = always
    reinforces: tuple[str, ...] = ()
    """The nations whose one reinforcement card of the turn it is (7.6.2, ruling 21)."""
    thaw: bool = True
    """Whether it may be played in the rounds of the spring thaw."""
