"""Breaking rings: where units have to stand so that supply reaches those again whom the enemy has cut off.

It is tried on the imagined state, with depots and headquarters where they would follow. One after the other those who
are near look at the places between the cut off and the others; whoever lets most be fed from there goes. Those whom
nobody can relieve make for the nearest of their own whom supply reaches.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import Location, UnitId
from engine.core.state import State, Unit
from engine.players.planning.concentration import Ways
from engine.players.player import Budget
from engine.players.position.foresight import ForesightSituation
from engine.players.position.terrain import FAR

MOST_SENT = 16
"""So many are thought of, those first who are nearest to somebody cut off."""
MOST_TRIED = 8
"""At so many places, from the likeliest on, it is asked who would be fed if a unit stood there."""
ENOUGH = 0.05
"""What a place has to be better by for a unit to be sent there."""
ROUNDS = 2


class ReliefMarch:
    """Of one side, with its units where they mean to be, in a state in which its trains have followed them."""

    def __init__(
        self, situation: ForesightSituation, ways: Mapping[UnitId, Ways], followed: State, budget: Budget
    ) -> None:
        self.situation, self.ways, self.budget = situation, ways, budget
        self.game = situation.game
        self.state = followed
        """With those moved who relieve others, or make for them."""
        self.sent: set[UnitId] = set()

    def open(self) -> None:
        """Send those who can where they let supply reach the cut off, and the cut off to whoever is fed."""
        for _ in range(ROUNDS):
            hungry = self._hungry()
            if not hungry:
                return
            apart = self._far_from([unit.at for unit in hungry])
            home = self._far_from(self._fed_places())
            near = sorted(self.ways, key=lambda each: (int(apart[self.state.unit(each).at]), each))[:MOST_SENT]
            changed = [self._send(unit, apart + home) for unit in near]
            if not any(changed):
                break
        home = self._far_from(self._fed_places())
        for unit in self._hungry():
            if unit.id in self.ways:
                self._make_for(unit, home)

    def _hungry(self) -> list[Unit]:
        found = (self.state.unit(unit.id) for unit, might in self.situation.own_units if might.attack > 0)
        return [unit for unit in found if not is_fed(self.game, self.state, unit, unit.at)]

    def _fed_places(self) -> list[Location]:
        found = (self.state.unit(unit.id) for unit, might in self.situation.own_units if might.attack > 0)
        return sorted({unit.at for unit in found if is_fed(self.game, self.state, unit, unit.at)})

    def _far_from(self, places: list[Location]) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
        """How far everywhere is from the nearest of some places."""
        found = np.full(self.situation.land.size, FAR, dtype=np.int64)
        for at in places:
            np.minimum(found, self.situation.land.distances(at), out=found)
        return found

    def _fed(self, state: State) -> float:
        """What those count whom supply reaches."""
        return sum(
            might.steps * might.worth
            for unit, might in self.situation.own_units
            if is_fed(self.game, state, state.unit(unit.id), state.unit(unit.id).at)
        )

    def _send(self, unit: UnitId, between: np.ndarray[tuple[int], np.dtype[np.int64]]) -> bool:
        """Let a unit go where it lets most be fed; whether it goes somewhere else."""
        if self.budget.is_over:
            return False
        situation, record = self.situation, self.state.unit(unit)
        weight, stands = situation.weights["supply"], situation.shifted.unit(unit)
        likely = sorted((at for at in self.ways[unit] if at != record.at), key=lambda at: (int(between[at]), at))
        best, found = situation.standing(stands, record.at) + weight * self._fed(self.state) + ENOUGH, None
        for at in likely[:MOST_TRIED]:
            self.budget.spend(3)
            state = self._moved(unit, at)
            if self.state.at(at) and not situation.may_stand(state, at):
                continue
            worth = situation.standing(stands, at) + weight * self._fed(state)
            if worth > best:
                best, found = worth, state
        if found is None:
            return False
        self.sent.add(unit)
        self.state = found
        return True

    def _make_for(self, record: Unit, home: np.ndarray[tuple[int], np.dtype[np.int64]]) -> None:
        """Let one of the cut off go nearer to those who are fed; among as near places to the best."""
        situation, stands = self.situation, self.situation.shifted.unit(record.id)
        nearer = [at for at in self.ways[record.id] if home[at] < home[record.at]]
        nearer.sort(key=lambda at: (int(home[at]), -situation.standing(stands, at), at))
        for at in nearer[:MOST_TRIED]:
            self.budget.spend()
            state = self._moved(record.id, at)
            if not self.state.at(at) or situation.may_stand(state, at):
                self.sent.add(record.id)
                self.state = state
                return

    def _moved(self, unit: UnitId, to: Location) -> State:
        draft = Draft(self.state)
        draft.move_unit(unit, to)
        return draft.state


def is_fed(game: Game, state: State, unit: Unit, at: Location) -> bool:
    """Whether supply would reach a unit at a place, as far as a game knows without being asked about each."""
    fed = game.ruleset.feeds(game, state, unit, at)
    return fed is None or fed
