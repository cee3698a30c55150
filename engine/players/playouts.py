"""Whole games played by computers, with bounds, and what became of them."""

from __future__ import annotations

import gc
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import perf_counter

from engine.core.game import Game, Transition
from engine.core.ids import Side
from engine.core.records import Action, Outcome
from engine.core.state import State, forget_facts
from engine.core.writing.coders import Json
from engine.players.player import Budget, Player
from engine.players.registry import players_for

MOST_ACTIONS = 20_000
"""A game that has not ended after so many actions is stopped and counted as unfinished."""


@dataclass(frozen=True, slots=True)
class PlayoutFault:
    """What went wrong in a game, with all that is needed to play it again up to there."""

    seed: int
    step: int
    error: str
    actions: tuple[Json, ...]


@dataclass(frozen=True, slots=True)
class Playout:
    """One game played to its end, its bound or its fault."""

    seed: int
    actions: int
    seconds: float
    kinds: Mapping[str, int]
    outcome: Outcome | None
    fault: PlayoutFault | None
    state: State | None


@dataclass(slots=True)
class Summary:
    """Many games together; the fields are the JSON keys of `redoubt playout`."""

    games: int = 0
    finished: int = 0
    actions: int = 0
    seconds: float = 0.0
    outcomes: Counter[str] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)
    faults: list[PlayoutFault] = field(default_factory=list)

    def add(self, playout: Playout) -> None:
        self.games += 1
        self.actions += playout.actions
        self.seconds += playout.seconds
        self.kinds.update(playout.kinds)
        if playout.fault is not None:
            self.faults.append(playout.fault)
        if playout.outcome is not None:
            self.finished += 1
            self.outcomes[f"{playout.outcome.winner or 'draw'}: {playout.outcome.level}"] += 1

    def as_json(self) -> dict[str, Json]:
        return {
            "games": self.games,
            "finished": self.finished,
            "actions": self.actions,
            "actions_per_second": round(self.actions / self.seconds, 1) if self.seconds else 0.0,
            "outcomes": dict(sorted(self.outcomes.items())),
            "kinds": dict(sorted(self.kinds.items())),
            "faults": [
                {"seed": fault.seed, "step": fault.step, "error": fault.error, "actions": list(fault.actions)}
                for fault in self.faults
            ],
        }


def play(
    game: Game,
    players: Mapping[Side, Player],
    seed: int,
    *,
    most_actions: int = MOST_ACTIONS,
    watch: Callable[[State, Action, Transition], None] | None = None,
    start: State | None = None,
    within: Budget | None = None,
) -> Playout:
    """Play one game, from a position if one is given. An exception of the rules is a fault to report, never to hide.

    Where `within` is stopped on another thread, what is thought over comes to an end at once.
    """
    started = perf_counter()
    kinds: Counter[str] = Counter()
    done: list[Action] = []
    state: State | None = None
    fault: PlayoutFault | None = None
    try:
        with _memory_before_left_alone():
            state = game.new(seed).state if start is None else start
            while state.outcome is None and len(done) < most_actions:
                menu = game.menu(state)
                action = players[menu.side].choose(game, game.view(state, menu.side), menu, Budget(whole=within)).action
                done.append(action)
                transition = game.apply(state, action)
                if watch is not None:
                    watch(state, action, transition)
                kinds[action.kind] += 1
                forget_facts(state)
                state = transition.state
    except Exception as error:
        written = tuple(_written(game, action) for action in done)
        fault = PlayoutFault(seed, len(done), f"{type(error).__name__}: {error}", written)
    outcome = state.outcome if state is not None else None
    return Playout(seed, sum(kinds.values()), perf_counter() - started, dict(kinds), outcome, fault, state)


@contextmanager
def _memory_before_left_alone() -> Iterator[None]:
    """Spare what was there before a game, its board and charts above all, the search for what nobody holds any longer.

    A game makes so many small values that Python looks for such all the time, a fifth of the work of a game.
    """
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()


def _written(game: Game, action: Action) -> Json:
    """An action as the log has it; one that cannot be written is perhaps the fault itself, and is shown as it is."""
    try:
        return game.codec.action_to_json(action)
    except Exception:
        return {"kind": action.kind, "unwritable": repr(action)}


def playouts(game: Game, names: tuple[str, ...], games: int, seed: int, most: int = MOST_ACTIONS) -> Iterator[Playout]:
    """Play several games, each with the next seed; a caller may stop after any of them."""
    for number in range(games):
        yield play(game, players_for(game, names, seed + number), seed + number, most_actions=most)
