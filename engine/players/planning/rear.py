"""The rear: nobody opens the way by rail to what supply hangs on, a source or a depot that feeds others, by going.

Where everybody should stand is laid down unit by unit, and one that leaves a gap in the line far away is not seen to
let somebody into an empty city behind it. So the position as it is meant to be is looked at once more.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.core.draft import Draft
from engine.core.ids import Location, UnitId
from engine.core.state import State
from engine.players.planning.concentration import Ways
from engine.players.player import Budget
from engine.players.position.foresight import ForesightSituation
from engine.players.position.lifelines import SHARE

TAKEN = 0.5
"""How likely the enemy goes there who could."""
ROUNDS = 3
"""So many are kept back, or sent there, at most."""


def bare(situation: ForesightSituation, state: State) -> Mapping[Location, float]:
    """Where the enemy could come by rail and nobody who fights stands, with what it costs that supply hangs on each."""
    lines = situation.lifelines
    if lines is None:
        return {}
    chain = situation.game.ruleset.chain(situation.game, state, situation.side)
    if not chain:
        return {}
    known = {*chain, *chain.values()} & situation.seen_by_rail(state)
    weight = TAKEN * situation.weights["supply"] / SHARE
    return {at: weight * float(lines.own[at]) for at in sorted(known) if not _is_watched(situation, state, at)}


def _is_watched(situation: ForesightSituation, state: State, at: Location) -> bool:
    mine = (unit for unit in state.at(at) if unit.side == situation.side)
    return any(situation.might(unit).attack > 0 for unit in mine)


class Rear:
    """Of one side, with everybody where it means to be and depots where they would follow."""

    def __init__(
        self,
        situation: ForesightSituation,
        origin: State,
        followed: State,
        ways: Mapping[UnitId, Ways],
        budget: Budget,
    ) -> None:
        self.situation, self.origin, self.followed = situation, origin, followed
        self.ways, self.budget = ways, budget

    def keep_shut(self) -> None:
        """Let whoever loses least by it stay or go there, as long as what hangs on it is worth more."""
        for _ in range(ROUNDS):
            open_ways = bare(self.situation, self.followed)
            choices = list(self._choices(open_ways)) if open_ways else []
            gain, unit, at = max(choices, key=lambda each: (each[0], each[1]), default=(0.0, None, None))
            if unit is None or at is None or gain <= 0.0:
                return
            record = self.situation.shifted.unit(unit)
            self.situation.shift(record, self.situation.might(record), at)
            self.followed = self._with(unit, at)

    def _choices(self, open_ways: Mapping[Location, float]) -> Iterator[tuple[float, UnitId, Location]]:
        """What is won by each who goes where it is bare, or stays where it was."""
        situation, now = self.situation, sum(open_ways.values())
        for unit in sorted(self.ways):
            record = situation.shifted.unit(unit)
            home = self.origin.unit(unit).at
            for at in (home, *(at for at in open_ways if at in self.ways[unit])):
                if self.budget.is_spent:
                    return
                if at == record.at or not situation.has_room(record, at):
                    continue
                self.budget.spend(2)
                left = sum(bare(situation, self._with(unit, at)).values())
                if left < now:
                    lost = situation.standing(record, record.at) - situation.standing(record, at)
                    yield now - left - lost, unit, at

    def _with(self, unit: UnitId, at: Location) -> State:
        draft = Draft(self.followed)
        draft.move_unit(unit, at)
        return draft.state
