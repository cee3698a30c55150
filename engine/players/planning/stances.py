"""Ways of going on, and which of them comes out best when a game is rehearsed from here on.

A way is a stance, which bends the weights, and perhaps attacks that units gather for first. Each way is played on to
the end of the game, or as far as one can see, against the sorts of opponent that the other side may be. All ways meet
the same imagined states and the same dice; the worse half is dropped now and then, until the work is done. How well a
way does is how often it ends better than the plain one, so that nothing hangs on the scale of a game's points; it is
taken where that is more than luck.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt
from types import MappingProxyType

from engine.core.game import Game
from engine.core.ids import Side, UnitId
from engine.core.messages import Message, message
from engine.core.records import Action
from engine.core.state import State
from engine.players.planning.concentration import Assault, Errand, steps_of
from engine.players.planning.opponents import Opponent, OpponentBelief
from engine.players.planning.reflexes import ReflexPlayer
from engine.players.planning.rollouts import Rollout, roll_out
from engine.players.player import Budget
from engine.players.weights import WeightsFinder

STEADY = "steady"
STANCES: Mapping[str, Mapping[str, float]] = MappingProxyType(
    {
        STEADY: {},
        "seize": {"stake": 3.0, "pull": 2.5, "hunt": 0.3, "exposure": 0.7},
        "careful": {"own-steps": 1.5, "caution": 2.0, "exposure": 2.0, "pull": 0.7, "supply": 2.0},
        "bold": {"enemy-steps": 1.4, "own-steps": 0.8, "stake": 1.5, "caution": 0.0, "exposure": 0.5, "pull": 1.5},
        "hunt": {"enemy-steps": 2.0, "contact": 2.0, "hunt": 2.5, "stake": 0.6, "cut": 2.0},
        "hold": {"pull": 0.15, "hunt": 0.3, "contact": 0.3, "exposure": 2.0, "own-steps": 2.0, "caution": 3.0},
    }
)
"""How one can go on: what each stance makes of the weights."""
GATHERING = "gathering"
NAMES: Mapping[str, Message] = MappingProxyType(
    {
        STEADY: message("stance.steady"),
        GATHERING: message("stance.gathering"),
        "seize": message("stance.seize"),
        "careful": message("stance.careful"),
        "bold": message("stance.bold"),
        "hunt": message("stance.hunt"),
        "hold": message("stance.hold"),
    }
)
"""How each way is spoken of."""
LEAST = 3
"""So often each way is rehearsed at least; where there is no time for that, fewer ways are."""
MOST = 12
"""So many rehearsals of a way are enough."""
ORDINARY = 80
"""A decision of a game with so many units is work of one."""
UNKNOWN = 100
"""What a rehearsal that broke off is taken to have cost."""
NOISE = 0.5
"""By how much, over the root of how often both were rehearsed, a way has to beat the plain one to be taken."""


@dataclass(frozen=True, slots=True)
class PlannedWay:
    """A way of going on: how the weights are bent, and the attacks that units gather for or the marches laid down."""

    name: str
    stance: Mapping[str, float]
    assaults: tuple[Assault, ...] = ()
    marches: tuple[Errand, ...] = ()

    @property
    def errands(self) -> tuple[Errand, ...]:
        return self.marches or tuple(errand for assault in self.assaults for errand in assault.errands)

    @property
    def steps(self) -> tuple[Action, ...]:
        return tuple(step for errand in self.errands for step in steps_of(errand))

    @property
    def settled(self) -> frozenset[UnitId]:
        """Those who take part, the ones included who stand well already."""
        return frozenset(errand.unit for errand in self.errands)


def ways_of(assaults: tuple[Assault, ...]) -> tuple[PlannedWay, ...]:
    """The ways that are rehearsed, the plain one first."""
    steady, *others = (PlannedWay(name, stance) for name, stance in STANCES.items())
    gathering = (PlannedWay(GATHERING, steady.stance, assaults),) if assaults else ()
    return (steady, *gathering, *others)


@dataclass(slots=True)
class WayStanding:
    """How a way has done so far against the plain one with the same dice: 1 for better, a half for a tie."""

    way: PlannedWay
    wins: list[float] = field(default_factory=list)
    next_values: dict[Opponent, list[float]] = field(default_factory=dict)

    @property
    def share(self) -> float:
        return sum(self.wins) / len(self.wins) if self.wins else 0.5

    @property
    def is_better(self) -> bool:
        """Whether it beats the plain way beyond what luck would do."""
        count = len(self.wins)
        return count >= LEAST and self.share - 0.5 > NOISE / sqrt(count)


class Rehearsals:
    """Of one side, before one phase."""

    def __init__(
        self,
        game: Game,
        view: State,
        side: Side,
        weights_for: WeightsFinder,
        belief: OpponentBelief,
        *,
        seed: int,
        turns: int,
        work: Budget,
    ) -> None:
        self._game, self._view, self._side, self._weights_for = game, view, side, weights_for
        self._belief, self._seed, self._turns, self._work = belief, seed, turns, work
        self._sample = 0
        self._opponent, self._state = Opponent.SKILLED, view
        self._price = max(1, len(view.roster) // ORDINARY)

    def best(self, ways: Sequence[PlannedWay]) -> list[WayStanding]:
        """The plain way first, then the others that were rehearsed, the best of them first."""
        plain, alive = WayStanding(ways[0]), [WayStanding(way) for way in ways[1:]]
        dropped: list[WayStanding] = []
        while alive and not self._work.is_spent and self._sample < MOST:
            mark = self._begin(plain)
            if mark is None:
                break
            if self._sample == 1:
                alive = alive[: self._affordable(mark.length * self._price) - 1]
            self._compare(alive, mark)
            if self._sample % LEAST == 0:
                alive.sort(key=lambda each: -each.share)
                keep = max(1, len(alive) // 2)
                dropped, alive = alive[keep:] + dropped, alive[:keep]
        alive.sort(key=lambda each: -each.share)
        return [plain, *alive, *dropped]

    def _affordable(self, each: int) -> int:
        """For how many ways there is time, by what the first rehearsal of the plain one took."""
        return max(2, self._work.work // (LEAST * max(1, each)))

    def _begin(self, plain: WayStanding) -> Rollout | None:
        """The plain way with the next state, opponent and dice."""
        opponents = self._belief.to_rehearse()
        self._opponent = opponents[self._sample % len(opponents)]
        self._sample += 1
        self._state = self._game.imagine(self._view, self._seed * 7 + self._sample)
        return self._roll_out(plain)

    def _compare(self, others: list[WayStanding], mark: Rollout) -> None:
        """All others with the same."""
        for standing in others:
            found = self._roll_out(standing)
            if found is None:
                standing.wins.append(0.0)
            else:
                standing.wins.append(1.0 if found.ending > mark.ending else 0.5 if found.ending == mark.ending else 0.0)

    def _roll_out(self, standing: WayStanding) -> Rollout | None:
        way, side, weights_for = standing.way, self._side, self._weights_for
        found = roll_out(
            self._game,
            self._state,
            side,
            ReflexPlayer(weights_for, stance=way.stance),
            self._opponent.maker(self._seed + self._sample),
            weights=weights_for(self._game.ruleset.id, side),
            turns=self._turns,
            first=way.steps,
            settled=way.settled,
        )
        self._work.spend(self._price * (found.length if found is not None else UNKNOWN))
        if found is not None and found.next_value is not None:
            standing.next_values.setdefault(self._opponent, []).append(found.next_value)
        return found
