"""Who sits across the table: what a planner thinks of its opponent, learned from how the game goes.

A rehearsal foresees what the position will be worth when the side is next to march, against each sort of opponent.
When that moment comes, what it is really worth tells which sort the opponent is likelier to be. So do its marches:
whoever plays with an aim ends most of them where a unit stands better.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import Enum
from math import exp

from engine.core.game import Game
from engine.core.ids import NO_SIDE, Side
from engine.core.state import State
from engine.players.planning.reflexes import ReflexPlayer
from engine.players.planning.rollouts import Actor, CarelessPlayer
from engine.players.position.situation import Situation

SURE = 0.8
"""From here on a sort of opponent is taken for granted."""
SHARPNESS = 4.0
"""How fast one is convinced, where the two sorts lead to positions that are worth differently."""

AIMED, AIMLESS = 0.8, 0.4
"""How many of the marches end better than they began, of somebody who has an aim and of somebody who has none."""
DOUBT = 0.0005
"""How much of a doubt is left however clear it seems."""


class Opponent(Enum):
    """The sorts of opponent that are reckoned with."""

    SKILLED = "skilled"
    CARELESS = "careless"

    def maker(self, seed: int) -> Callable[[], Actor]:
        """Makes one that acts in a rehearsal."""
        return ReflexPlayer if self is Opponent.SKILLED else lambda: CarelessPlayer(seed)


class OpponentBelief:
    """How likely the opponent is careless, from what was foreseen and what came."""

    def __init__(self) -> None:
        self.careless = 0.5
        self._foreseen: dict[Opponent, float] = {}
        self._turn = 0

    def foresee(self, values: Mapping[Opponent, list[float]], turn: int) -> None:
        """Note what the position of the next turn is worth against each sort, on average, as it was rehearsed."""
        self._turn = turn
        self._foreseen = {each: sum(found) / len(found) for each, found in values.items() if found}

    def learn(self, value: float, turn: int) -> None:
        """What the position is really worth in a later turn speaks for the sort against which it was foreseen so."""
        if turn <= self._turn:
            return
        skilled, careless = (self._foreseen.get(each) for each in (Opponent.SKILLED, Opponent.CARELESS))
        self._foreseen = {}
        if skilled is None or careless is None or abs(careless - skilled) < 1e-6:
            return
        along = (value - (skilled + careless) / 2.0) / (careless - skilled)
        self._weigh(exp(SHARPNESS * max(-1.0, min(1.0, along))))

    def watch(self, marches: Iterable[bool]) -> None:
        """Note of each march of the opponent whether it ended better than it began."""
        for is_better in marches:
            self._weigh(AIMLESS / AIMED if is_better else (1.0 - AIMLESS) / (1.0 - AIMED))

    def _weigh(self, evidence: float) -> None:
        """How many times likelier it is that a careless opponent did what was seen than a skilled one."""
        odds = self.careless / (1.0 - self.careless) * evidence
        self.careless = min(1.0 - DOUBT, max(DOUBT, odds / (1.0 + odds)))

    @property
    def is_careless(self) -> bool:
        """Whether the opponent is taken to play without an aim."""
        return self.careless >= SURE

    def to_rehearse(self) -> tuple[Opponent, ...]:
        """Against whom ways of going on are rehearsed: the likelier sort, or both while it is not clear."""
        if self.is_careless:
            return (Opponent.CARELESS,)
        return (Opponent.SKILLED,) if self.careless <= 1.0 - SURE else (Opponent.SKILLED, Opponent.CARELESS)


def marches_since(game: Game, before: State, view: State, side: Side) -> Iterator[bool]:
    """Of each enemy who fights and stands elsewhere than before: whether it stands better there, with its own eyes."""
    eyes: dict[Side, Situation] = {}
    for unit in before.every_unit():
        now = view.units.get(unit.id)
        if unit.side in (side, NO_SIDE) or now is None or now.at == unit.at:
            continue
        situation = eyes.setdefault(unit.side, Situation(game, before, unit.side))
        ground = situation.land.is_ground
        if ground[unit.at] and ground[now.at] and situation.might(unit).attack > 0:
            yield situation.standing(unit, now.at) > situation.standing(unit, unit.at)
