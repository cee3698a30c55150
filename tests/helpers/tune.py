"""Tunes what a planner weighs differently on each side of a game, by games against a greedy and a random player.

`python -m tests.helpers.tune --game red-star-rising` (`make tune GAME=red-star-rising`) lets CMA-ES bend the weights of
one side after the other. What a set of weights is worth is how often its side ends better than the same side in the
hands of the greedy player, whose ends against the same opponents are found first: the measure of `redoubt match`. The
rehearsals are left out, so that a game takes a second or two. Seeds begin at 5000; matches that judge a player are
played with others. It prints the lines that belong into `players.yaml`, source included, and changes nothing.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp, tanh
from statistics import fmean, pstdev

from engine.core.game import Game
from engine.core.ids import Side
from engine.players.match import End, seat_and_play
from engine.players.planning.planner import PlannerPlayer
from engine.players.player import Player
from engine.players.registry import PLAYERS
from engine.players.weights import Weights, planner_weights_of
from engine.rulesets.assembly import assemble
from engine.rulesets.library import bundled_scenarios, find_bundled

NAMES = (
    "score", "own-steps", "enemy-steps", "own-cut-off", "enemy-cut-off", "ground", "stake", "pull", "contact",
    "exposure", "garrison", "caution", "supply", "guard", "cut", "hunt",
)  # fmt: skip
"""The weights that are tuned, as far as the game has them."""
OPPONENTS = ("random", "greedy")
FIRST_REFERENCE, FIRST_SEED = 5000, 6000
STEP = 0.35
"""How far weights are bent at first: the logarithm of what they are multiplied by."""
SCORE_SHARE = 0.1
"""How much a better score counts beside ending better, so that the search is drawn on where all end better."""


@dataclass(frozen=True, slots=True)
class Yardstick:
    """How the side ends in the hands of the greedy player against one opponent."""

    ends: tuple[End, ...]

    def measure(self, end: End) -> float:
        """The share of these ends that another is better than, a tie counting half, and a little for the score."""
        better = fmean(1.0 if end > each else 0.5 if end == each else 0.0 for each in self.ends)
        scores = [each.score for each in self.ends]
        return better + SCORE_SHARE * tanh((end.score - fmean(scores)) / (2.0 * pstdev(scores) + 1e-6))


class Tuning:
    """Of one side of one scenario."""

    def __init__(self, game: Game, side: Side, references: int) -> None:
        self.game, self.side = game, side
        self.games = 0
        self._base = planner_weights_of(game.ruleset.id, side)
        self.names = tuple(name for name in NAMES if self._base[name])
        seeds = range(FIRST_REFERENCE, FIRST_REFERENCE + references)
        self._yardsticks = {
            name: Yardstick(tuple(self._end(PLAYERS["greedy"](seed), name, seed) for seed in seeds))
            for name in OPPONENTS
        }

    def _end(self, player: Player, opponent: str, seed: int) -> End:
        seated = {
            each: player if each == self.side else PLAYERS[opponent](seed * 31 + number)
            for number, each in enumerate(self.game.ruleset.sides)
        }
        self.games += 1
        return seat_and_play(self.game, seated, seed).ends[self.side]

    def stance(self, bent: Sequence[float]) -> Mapping[str, float]:
        return {name: exp(value) for name, value in zip(self.names, bent, strict=True)}

    def worth(self, bent: Sequence[float], seeds: Sequence[int]) -> float:
        """How well the side does with bent weights."""
        weights = self._base.in_stance(self.stance(bent))

        def weights_for(_: str, side: Side) -> Weights:
            return weights

        return fmean(
            self._yardsticks[name].measure(
                self._end(PlannerPlayer(seed, planning=0, weights_for=weights_for), name, seed)
            )
            for seed in seeds
            for name in OPPONENTS
        )

    def tuned(self, bent: Sequence[float]) -> dict[str, float]:
        """The weights as `players.yaml` has them."""
        return {name: round(self._base[name] * factor, 3) for name, factor in self.stance(bent).items()}


def tune(game: Game, side: Side, *, generations: int, population: int, seeds: int, references: int) -> None:
    """Tune one side and print what came of it."""
    import cma

    tuning = Tuning(game, side, references)
    search = cma.CMAEvolutionStrategy(
        [0.0] * len(tuning.names), STEP, {"popsize": population, "seed": 1, "verbose": -9}
    )
    first = FIRST_SEED
    for generation in range(generations):
        played = range(first, first + seeds)
        first += seeds
        candidates = search.ask()
        worths = [tuning.worth(each, played) for each in candidates]
        search.tell(candidates, [-worth for worth in worths])
        print(f"# {side} generation {generation}: mean {fmean(worths):.3f}, best {max(worths):.3f}", flush=True)
    last = range(first, first + 4 * seeds)
    plain, bent = tuning.worth([0.0] * len(tuning.names), last), tuning.worth(list(search.mean), last)
    print(f"# {side}: {plain:.3f} before and {bent:.3f} after, on {len(last)} other seeds against each opponent")
    print(
        f"# source: tuned by {tuning.games} games of seeds {FIRST_REFERENCE} to {last[-1]}, {generations} generations"
    )
    weights = ", ".join(f"{name}: {value}" for name, value in tuning.tuned(list(search.mean)).items())
    print(f"planner:\n  {side}: {{{weights}}}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", required=True)
    parser.add_argument("--scenario", default="", help="else the shortest of the game")
    parser.add_argument("--side", default="", help="else both, one after the other")
    parser.add_argument("--generations", type=int, default=20)
    parser.add_argument("--population", type=int, default=10)
    parser.add_argument("--seeds", type=int, default=3, help="games against each opponent that a set of weights plays")
    parser.add_argument("--references", type=int, default=24)
    asked = parser.parse_args()
    scenario = asked.scenario or min(
        bundled_scenarios(asked.game), key=lambda name: find_bundled(name).scenario.hours or 0
    )
    game = assemble(find_bundled(scenario).load())
    for side in game.ruleset.sides:
        if asked.side in ("", side):
            tune(
                game,
                side,
                generations=asked.generations,
                population=asked.population,
                seeds=asked.seeds,
                references=asked.references,
            )


if __name__ == "__main__":
    main()
