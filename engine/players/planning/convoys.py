"""Depots and headquarters that follow the army: where they should all stand together once the others have marched.

One by one each takes the place from which it feeds most with the others where they mean to be, gone over until it
holds, so that a chain closes up from link to link. Beyond that a link is worth the more the further on it lies, as long
as supply reaches it: from there the next march is fed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.core.draft import Draft
from engine.core.ids import Location, UnitId
from engine.core.menu import Menu
from engine.core.messages import message
from engine.core.state import State, Unit
from engine.core.terms import Term
from engine.players.attack_outlook import hundredths
from engine.players.marches import GOING_BACK, INERTIA, movers
from engine.players.planning.concentration import Errand, Ways, find_ways
from engine.players.planning.rear import bare
from engine.players.player import Budget
from engine.players.position.foresight import ForesightSituation

MOST_CHECKED = 48
"""At so many places, from the likeliest on, it is asked who would be fed if a depot stood there."""
ROUNDS = 3
NEAREST = 3
"""A place is supplied where one of so many would be who stand nearest."""


class Convoy:
    """The trains of one side when those who fight have marched."""

    def __init__(
        self, situation: ForesightSituation, menu: Menu, came_from: Mapping[UnitId, Location], budget: Budget
    ) -> None:
        self.situation, self.budget, self._came_from = situation, budget, came_from
        self.ways: dict[UnitId, Ways] = {}
        for unit in movers(situation, menu):
            record = situation.state.unit(unit)
            might = situation.might(record)
            if might.attack <= 0 and might.steps and situation.may_leave(record):
                self.ways[unit] = find_ways(situation, unit, budget)

    def errands(self) -> tuple[Errand, ...]:
        """The way of each that should stand somewhere else, those first who are furthest on."""
        for _ in range(ROUNDS):
            changed = [self._go_over(unit) for unit in sorted(self.ways, key=self._from_the_front)]
            if not any(changed) or self.budget.is_spent:
                break
        self.keep_shut()
        return tuple(self._errands())

    def reason(self, errand: Errand, rule: str) -> Term:
        """How much better one serves at the end of its way, with all others where they mean to be."""
        situation, record = self.situation, self.situation.shifted.unit(errand.unit)
        home = self.situation.state.unit(errand.unit).at
        gain = situation.train_value(record, record.at) - situation.train_value(record, home)
        said = message("reason.follow", unit=errand.unit, place=situation.game.board.label(errand.target))
        return Term(said, hundredths(gain), rule)

    def keep_shut(self) -> None:
        """Whoever would open the way to what supply hangs on by going stays, unless more depends on its going."""
        situation = self.situation
        for _ in range(len(self.ways)):
            open_ways = sum(bare(situation, situation.shifted).values())
            gain, unit = max(self._gains_of_staying(open_ways), default=(0.0, None)) if open_ways else (0.0, None)
            if unit is None or gain <= 0.0:
                return
            record = situation.shifted.unit(unit)
            situation.shift(record, situation.might(record), situation.state.unit(unit).at)

    def _gains_of_staying(self, open_ways: float) -> Iterator[tuple[float, UnitId]]:
        situation = self.situation
        for unit in self.ways:
            record, home = situation.shifted.unit(unit), situation.state.unit(unit).at
            if record.at == home or self.budget.is_over or not situation.has_room(record, home):
                continue
            draft = Draft(situation.shifted)
            draft.move_unit(unit, home)
            shut = open_ways - sum(bare(situation, draft.state).values())
            if shut > 0.0:
                yield shut - situation.train_value(record, record.at) + situation.train_value(record, home), unit

    def _from_the_front(self, unit: UnitId) -> tuple[float, UnitId]:
        return -self.situation.pull[self.situation.shifted.unit(unit).at], unit

    def _errands(self) -> Iterator[Errand]:
        for unit in sorted(self.ways, key=self._from_the_front):
            at = self.situation.shifted.unit(unit).at
            if at != self.situation.state.unit(unit).at:
                yield Errand(unit, self.ways[unit][at], at)

    def _go_over(self, unit: UnitId) -> bool:
        situation, record = self.situation, self.situation.shifted.unit(unit)
        home = situation.state.unit(unit)
        near = self._nearest(home)
        best, found = self._worth(record, record.at, near) + INERTIA, record.at
        places = [at for at in (home.at, *self.ways[unit]) if at != record.at]
        places.sort(key=lambda at: (-self._promise(record, at), at))
        for at in places[:MOST_CHECKED]:
            self.budget.spend(2)
            if not situation.has_room(record, at):
                continue
            worth = self._worth(record, at, near) - (GOING_BACK if at == self._came_from.get(unit) else 0.0)
            if worth > best:
                best, found = worth, at
        if found == record.at:
            return False
        situation.shift(record, situation.might(record), found)
        return True

    def _promise(self, unit: Unit, at: Location) -> float:
        situation = self.situation
        danger = situation.weights["exposure"] * situation.train_danger(unit, at)
        return situation.weights["convoy"] * situation.pull[at] + situation.train_company(unit, at) - danger

    def _worth(self, unit: Unit, at: Location, near: list[Unit]) -> float:
        """What is fed with it there, and how far on it is as long as it is itself a link of a chain."""
        situation = self.situation
        draft = Draft(situation.shifted)
        if at != unit.at:
            draft.move_unit(unit.id, at)
        found = situation.train_value(unit, at)
        if situation.is_marched_again and self._is_link(draft.state, at, near):
            found += situation.weights["convoy"] * situation.pull[at] / (1 + situation.alike(unit, at))
        return found

    def _is_link(self, state: State, at: Location, near: list[Unit]) -> bool:
        ruleset, game = self.situation.game.ruleset, self.situation.game
        for unit in near:
            is_sure = ruleset.feeds_surely(game, state, unit, at)
            if is_sure or (is_sure is None and ruleset.feeds(game, state, unit, at)):
                return True
        return False

    def _nearest(self, train: Unit) -> list[Unit]:
        far = self.situation.land.distances(train.at)
        fighters = [unit for unit, might in self.situation.own_units if might.attack > 0]
        return sorted(fighters, key=lambda unit: (int(far[unit.at]), unit.id))[:NEAREST]
