"""Closing rings: where units have to stand so that supply no longer reaches the enemies before them.

It is tried on the imagined state. One after the other the units look where they lie across most of the lines that still
run; the lines are traced anew after each, round whoever stands there now, until nothing is left of them. What brings
nothing in the end is taken back. The game itself says who is supplied.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from math import inf

from engine.core.draft import Draft
from engine.core.ids import Location, UnitId
from engine.core.state import State, Unit
from engine.players.planning.concentration import Ways
from engine.players.player import Budget
from engine.players.position.foresight import ForesightSituation
from engine.players.position.lifelines import lifelines

MOST_SENT = 24
"""So many are thought of, those first who can go furthest."""
MOST_TRIED = 6
"""At so many places, from the likeliest on, it is asked who would be cut off if a unit stood there."""
ACROSS = 1.0
"""What it is worth at first to lie across a line, by the steps that hang on it: others may close the next one."""
ENOUGH = 0.05
"""What a place has to be better by for a unit to be sent there."""
ROUNDS = 2


class Encirclement:
    """Of one side, with its units where they stand or mean to be."""

    def __init__(self, situation: ForesightSituation, ways: Mapping[UnitId, Ways], budget: Budget) -> None:
        self.situation, self.ways, self.budget = situation, ways, budget
        self.game = situation.game
        self.state = situation.shifted
        """With those moved who close a ring."""
        self.sent: dict[UnitId, Location] = {}
        """Where those stood before who were sent somewhere else."""
        self._traced: tuple[State, Sequence[float]] | None = None

    def close(self) -> State:
        """Send units where they cut enemies off; the state with all of them there."""
        if not self._enemies:
            return self.state
        order = sorted(self.ways, key=lambda each: (-len(self.ways[each]), each))[:MOST_SENT]
        for _ in range(ROUNDS):
            changed = [self._send(unit) for unit in order if not self.budget.is_spent]
            if not any(changed):
                break
        self._recall()
        return self.state

    @cached_property
    def _enemies(self) -> list[tuple[Unit, float]]:
        """Those who can be cut off, and what each counts."""
        found = ((unit, might.steps * might.worth) for unit, might in self.situation.enemy_units if might.defence > 0)
        return [(unit, worth) for unit, worth in found if worth > 0 and self._is_fed(self.situation.state, unit)]

    def _is_fed(self, state: State, unit: Unit, at: Location | None = None) -> bool:
        fed = self.game.ruleset.feeds(self.game, state, unit, unit.at if at is None else at)
        return fed is None or fed

    def cut_off(self, state: State) -> float:
        """What those count whom supply reaches no longer."""
        return sum(worth for unit, worth in self._enemies if not self._is_fed(state, unit))

    def _send(self, unit: UnitId) -> bool:
        """Let a unit go where it helps most to close a ring; whether it goes somewhere else."""
        situation, record = self.situation, self.state.unit(unit)
        lines = self._lines()
        likely = [at for at in self.ways[unit] if at != record.at and lines[at] > 0]
        if not likely:
            return False
        here = self._worth(record, record.at, self.state) + ACROSS * float(lines[record.at])
        likely.sort(key=lambda at: (-float(lines[at]), at))
        best, found = here + ENOUGH, None
        for at in likely[:MOST_TRIED]:
            self.budget.spend(3)
            across = ACROSS * float(lines[at])
            draft = Draft(self.state)
            draft.move_unit(unit, at)
            if self.state.at(at) and not situation.may_stand(draft.state, at):
                continue
            worth = self._worth(record, at, draft.state, above=best - across)
            if worth > best - across:
                best, found = worth + across, draft.state
        if found is None:
            return False
        self.sent.setdefault(unit, record.at)
        self.state = found
        return True

    def _lines(self) -> Sequence[float]:
        """Where the enemy's supply runs now."""
        if self._traced is None or self._traced[0] is not self.state:
            found = lifelines(self.game, self.state, self.situation.side, to_the_source=True)
            lines = found.enemy.tolist() if found is not None else [0.0] * self.situation.land.size
            self._traced = (self.state, lines)
        return self._traced[1]

    def _worth(self, record: Unit, at: Location, state: State, *, above: float = -inf) -> float:
        """What it is worth that a unit stands at a place: who is cut off, and that it is not cut off itself.

        The latter is looked at only where it matters, above what has been found already.
        """
        situation = self.situation
        found = situation.standing(situation.shifted.unit(record.id), at)
        found += situation.weights["encircle"] * self.cut_off(state)
        if found > above and not self._is_fed(state, record, at):
            might = situation.might(record)
            found -= situation.weights["supply"] * might.steps * might.worth
        return found

    def _recall(self) -> None:
        """Take back whoever was sent and is not needed for any ring."""
        for unit, home in sorted(self.sent.items()):
            record = self.state.unit(unit)
            if record.at == home:
                del self.sent[unit]
                continue
            draft = Draft(self.state)
            draft.move_unit(unit, home)
            stays = self._worth(record, record.at, self.state)
            has_room = self.situation.may_stand(draft.state, home)
            if has_room and self._worth(record, home, draft.state) >= stays - ENOUGH:
                self.state = draft.state
                del self.sent[unit]
