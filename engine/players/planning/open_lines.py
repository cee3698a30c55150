"""Lines that stay open: whoever would leave others without supply by going stays, or goes where it opens a way to them.

Where everybody should stand is laid down unit by unit, and nobody sees there that the line of those further on runs
where it stands. So the position as it is meant to be is looked at once more: where some would be without supply, each
of those who march is tried where it was and at the best of its other places, as long as that feeds more.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.draft import Draft
from engine.core.ids import Location, UnitId
from engine.core.state import State, Unit
from engine.players.planning.concentration import Ways
from engine.players.player import Budget
from engine.players.position.foresight import ForesightSituation

MOST_TRIED = 8
"""At so many places beside the one where it was, from the best on, it is tried whether a unit opens a line."""
ENOUGH = 0.05
"""What another place has to be better by."""
ROUNDS = 2


class OpenLines:
    """Of one side, with everybody where it means to be."""

    def __init__(
        self, situation: ForesightSituation, origin: State, ways: Mapping[UnitId, Ways], budget: Budget, *, share: float
    ) -> None:
        """`share` is how much it counts that somebody would be without supply."""
        self.situation, self.origin, self.ways, self.budget = situation, origin, ways, budget
        self._weight = share * situation.weights["supply"]
        self._all = sum(might.steps * might.worth for _, might in situation.own_units)

    def keep(self) -> None:
        """Shift those who would leave more without supply than their places are worth."""
        for _ in range(ROUNDS):
            changed = [self._go_over(unit) for unit in sorted(self.ways) if self._weight and not self.budget.is_spent]
            if not any(changed):
                break

    def _go_over(self, unit: UnitId) -> bool:
        """Let a unit stand where with it or thanks to it more are supplied; whether that is somewhere else."""
        situation, record = self.situation, self.situation.shifted.unit(unit)
        fed = situation.supplied(situation.shifted)
        if fed >= self._all:
            return False
        best, found = situation.standing(record, record.at) + ENOUGH, record.at
        for at in self._places(record):
            self.budget.spend(2)
            draft = Draft(situation.shifted)
            draft.move_unit(unit, at)
            if situation.shifted.at(at) and not situation.may_stand(draft.state, at):
                continue
            worth = situation.standing(record, at) + self._weight * (situation.supplied(draft.state) - fed)
            if worth > best:
                best, found = worth, at
        if found == record.at:
            return False
        situation.shift(record, situation.might(record), found)
        return True

    def _places(self, record: Unit) -> list[Location]:
        """Where it was, and the best of the places where it could go instead."""
        standing, home = self.situation.standing, self.origin.unit(record.id).at
        others = (at for at in self.ways[record.id] if at not in (record.at, home))
        ranked = sorted(others, key=lambda at: (-standing(record, at), at))
        return [at for at in (home, *ranked[:MOST_TRIED]) if at != record.at]
