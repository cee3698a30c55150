"""Who can play a side without a person, by name."""

from __future__ import annotations

from collections.abc import Callable

from engine.core.game import Game
from engine.core.ids import Side
from engine.players.greedy import GreedyPlayer
from engine.players.idle import IdlePlayer
from engine.players.planning.planner import PLANNING, PlannerPlayer
from engine.players.player import Player
from engine.players.random_player import RandomPlayer

EASY_NOISE = 0.6
"""How far the easy level is out in what it thinks a choice is worth; an ordinary step counts 1."""


def _easy(seed: int) -> Player:
    return GreedyPlayer(seed, noise=EASY_NOISE)


def _hard(seed: int) -> Player:
    return PlannerPlayer(seed, planning=3 * PLANNING, is_doubtful=True)


LEVELS: dict[str, Callable[[int], Player]] = {"easy": _easy, "normal": PlannerPlayer, "hard": _hard}
"""The opponents that a person chooses from."""
PLAYERS: dict[str, Callable[[int], Player]] = {
    "random": RandomPlayer,
    "idle": IdlePlayer,
    "greedy": GreedyPlayer,
    "planner": PlannerPlayer,
    **LEVELS,
}
"""The players that can be asked for by name; each is made with a seed."""
QUICK = frozenset({"random", "idle"})
"""Those who decide at once."""
ADVISER = "normal"
"""Who is asked what to do."""


def players_for(game: Game, names: tuple[str, ...], seed: int) -> dict[Side, Player]:
    """A player for each side, in the order of the sides; one name serves all."""
    sides = game.ruleset.sides
    chosen = names * len(sides) if len(names) == 1 else names
    return {side: PLAYERS[name](seed * 31 + i) for i, (side, name) in enumerate(zip(sides, chosen, strict=True))}
