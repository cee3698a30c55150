"""Who can play a side without a person, by name."""

from __future__ import annotations

from collections.abc import Callable

from engine.core.game import Game
from engine.core.ids import Side
from engine.players.greedy import GreedyPlayer
from engine.players.idle import IdlePlayer
from engine.players.planner import PlannerPlayer
from engine.players.player import Player
from engine.players.random_player import RandomPlayer

PLAYERS: dict[str, Callable[[int], Player]] = {
    "random": RandomPlayer,
    "idle": IdlePlayer,
    "greedy": GreedyPlayer,
    "planner": PlannerPlayer,
}
"""The players that can be asked for by name; each is made with a seed."""


def players_for(game: Game, names: tuple[str, ...], seed: int) -> dict[Side, Player]:
    """A player for each side, in the order of the sides; one name serves all."""
    sides = game.ruleset.sides
    chosen = names * len(sides) if len(names) == 1 else names
    return {side: PLAYERS[name](seed * 31 + i) for i, (side, name) in enumerate(zip(sides, chosen, strict=True))}
