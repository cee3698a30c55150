"""Does it play? Many games between bots that know nothing, or that play to win, and what a designer learns from them.

Bots that move at random find the dead ends and the loops of a scenario, the objective that nobody can enter and the
unit that stands where it can never leave. `python -m engine.players.smoke` plays in a process of its own, one line of
JSON a game, so that whoever asked can go on working, and stop it.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from engine.core.boards.board_parts import PlaceKind
from engine.core.game import Game, Transition
from engine.core.ids import UnitId
from engine.core.records import Action
from engine.core.state import State
from engine.definitions.folders import load_folder
from engine.players.playouts import MOST_ACTIONS, play
from engine.players.registry import PLAYERS, players_for
from engine.rulesets.assembly import assemble


@dataclass(frozen=True, slots=True)
class SmokeGame:
    """What became of one game."""

    seed: int
    turn: int
    """The turn it ended or was stopped on."""
    actions: int
    outcome: str = ""
    """Who won and how well; empty when it did not end."""
    fault: str = ""
    moved: frozenset[str] = frozenset()
    """The units that went anywhere."""
    entered: frozenset[str] = frozenset()
    """The keys of the places that some unit came to."""

    def as_json(self) -> dict[str, object]:
        return {
            "seed": self.seed,
            "turn": self.turn,
            "actions": self.actions,
            "outcome": self.outcome,
            "fault": self.fault,
            "moved": sorted(self.moved),
            "entered": sorted(self.entered),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, object]) -> SmokeGame:
        """A game as a line of JSON told it."""
        moved, entered = data["moved"], data["entered"]
        assert isinstance(moved, list)
        assert isinstance(entered, list)
        return cls(
            int(str(data["seed"])),
            int(str(data["turn"])),
            int(str(data["actions"])),
            str(data["outcome"]),
            str(data["fault"]),
            frozenset(map(str, moved)),
            frozenset(map(str, entered)),
        )


@dataclass(slots=True)
class SmokeReport:
    """Many games together."""

    games: int = 0
    turns: int = 0
    actions: int = 0
    outcomes: Counter[str] = field(default_factory=Counter)
    faults: list[SmokeGame] = field(default_factory=list)
    endless: list[SmokeGame] = field(default_factory=list)
    """Stopped because they went on and on."""
    moved: set[str] = field(default_factory=set)
    entered: set[str] = field(default_factory=set)

    def add(self, game: SmokeGame) -> None:
        self.games += 1
        self.turns += game.turn
        self.actions += game.actions
        self.moved |= game.moved
        self.entered |= game.entered
        if game.fault:
            self.faults.append(game)
        elif game.outcome:
            self.outcomes[game.outcome] += 1
        else:
            self.endless.append(game)

    @property
    def winners(self) -> Counter[str]:
        """How many games each side won; those that nobody won are not among them."""
        won: Counter[str] = Counter()
        for outcome, count in self.outcomes.items():
            side = outcome.partition(": ")[0]
            if side != "draw":
                won[side] += count
        return won

    @property
    def mean_turn(self) -> float:
        """The turn on which games end, on the average."""
        return self.turns / self.games if self.games else 0.0

    @property
    def mean_actions(self) -> float:
        return self.actions / self.games if self.games else 0.0


class _Watch:
    """Sees who goes where."""

    def __init__(self, game: Game) -> None:
        self._board = game.board
        self.moved: set[str] = set()
        self.entered: set[str] = set()

    def __call__(self, before: State, action: Action, transition: Transition) -> None:
        after = transition.state
        if after.units is before.units:
            return
        for unit in {move.unit for event in transition.events for move in event.moves}:
            self._compare(unit, before, after)

    def _compare(self, unit: UnitId, before: State, after: State) -> None:
        old, new = before.units.get(unit), after.units.get(unit)
        if new is None or (old is not None and old.at == new.at):
            return
        self.moved.add(unit)
        if self._board.kinds[new.at] != PlaceKind.BOX:
            self.entered.add(self._board.key(new.at))


def smoke(game: Game, games: int, seed: int, most: int = MOST_ACTIONS, player: str = "random") -> Iterator[SmokeGame]:
    """Play several games between players of one sort, each with the next seed."""
    for number in range(seed, seed + games):
        watch = _Watch(game)
        played = play(game, players_for(game, (player,), number), number, most_actions=most, watch=watch)
        yield SmokeGame(
            number,
            played.state.turn if played.state is not None else 0,
            played.actions,
            f"{played.outcome.winner or 'draw'}: {played.outcome.level}" if played.outcome is not None else "",
            played.fault.error if played.fault is not None else "",
            frozenset(watch.moved),
            frozenset(watch.entered),
        )


def main(arguments: list[str] | None = None) -> int:
    """Play the scenario of a folder and tell each game on a line of its own."""
    parser = argparse.ArgumentParser(prog="python -m engine.players.smoke")
    parser.add_argument("folder", type=Path)
    parser.add_argument("scenario")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--player", choices=tuple(PLAYERS), default="random")
    parser.add_argument("--most-actions", type=int, default=MOST_ACTIONS)
    asked = parser.parse_args(arguments)
    game = assemble(load_folder(asked.folder), asked.scenario)
    for played in smoke(game, asked.games, asked.seed, asked.most_actions, asked.player):
        sys.stdout.write(json.dumps(played.as_json()) + "\n")
        sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
