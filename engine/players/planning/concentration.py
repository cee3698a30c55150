"""Gathering for attacks before anybody moves: which enemies can be struck, by whom, from where, and what for.

For each enemy in reach those units are put together that the rules let come beside it, the strongest first, and the
game itself is asked about the attack they would make there. The best attack takes its units; what is left is looked at
again without them. Where those stand who are not wanted for an attack, the march of each by itself decides.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from engine.core.actions import StepTo
from engine.core.answers import ReachAnswer, ReachedLocation, StackAnswer
from engine.core.draft import Draft
from engine.core.ids import Location, UnitId
from engine.core.menu import Menu
from engine.core.state import State, Unit
from engine.players.attack_choices import BETTER
from engine.players.attack_outlook import AttackOutlook, outlook
from engine.players.marches import movers
from engine.players.player import Budget
from engine.players.position.chances import chance
from engine.players.position.situation import Situation

MOST_TARGETS = 10
"""So many enemies are looked at closely, those first that promise most."""
MOST_ATTACKERS = 7
MOST_POSTS = 3
"""So many places beside an enemy are weighed for each unit."""
GOOD_ENOUGH = 0.35
"""What an attack has to promise for units to be gathered for it."""
FROM_THERE = 0.5
"""How much of what a place is worth to stand at counts beside the attack that is made from it."""

Ways = Mapping[Location, tuple[Location, ...]]


@dataclass(frozen=True, slots=True)
class Errand:
    """A unit and the way it goes, nowhere if it stands there already, to take part in an attack."""

    unit: UnitId
    path: tuple[Location, ...]
    target: Location


@dataclass(frozen=True, slots=True)
class Assault:
    """An attack to be made: who takes part, from where, and what it promises with what may come to its help."""

    target: Location
    errands: tuple[Errand, ...]
    outlook: AttackOutlook
    value: float


def find_places(situation: Situation, unit: UnitId, budget: Budget) -> tuple[ReachedLocation, ...]:
    """Where a unit can go, and what it costs."""
    question = situation.game.ruleset.questions.get("reach")
    answer = question(situation.game, situation.state, {"unit": unit}) if question is not None else None
    budget.spend(2)
    return answer.locations if isinstance(answer, ReachAnswer) else ()


def ways_to(places: Sequence[ReachedLocation], at: Location) -> Ways:
    """By which way a unit that stands somewhere goes to each place."""
    return {place.at: tuple(each for each in place.path if each != at) for place in places}


def find_ways(situation: Situation, unit: UnitId, budget: Budget) -> Ways:
    """Where a unit can go, and by which way."""
    return ways_to(find_places(situation, unit, budget), situation.state.unit(unit).at)


class Gathering:
    """Plans the attacks of one side at the beginning of its movement."""

    def __init__(self, situation: Situation, menu: Menu, budget: Budget) -> None:
        self.situation, self.budget = situation, budget
        self.game, self.state = situation.game, situation.state
        self.ways = {unit: find_ways(situation, unit, budget) for unit in movers(situation, menu)}
        self.free: dict[UnitId, Unit] = {}
        for unit in self.state.every_unit():
            is_here = unit.side == situation.side and situation.land.is_ground[unit.at]
            if is_here and situation.might(unit).attack > 0:
                self.free[unit.id] = unit

    def assaults(self) -> Iterator[Assault]:
        """The attacks worth making, the best first; each takes its units from the rest."""
        state = self.state
        done: set[Location] = set()
        known: dict[Location, Assault | None] = {}
        while not self.budget.is_spent:
            for target in self._targets(done):
                if target not in known:
                    known[target] = self._assault(state, target)
            found = [each for each in known.values() if each is not None and each.value > GOOD_ENOUGH]
            best = max(found, key=lambda each: (each.value, -each.target), default=None)
            if best is None:
                return
            yield best
            done.add(best.target)
            for errand in best.errands:
                self.free.pop(errand.unit, None)
            state = _moved(state, best.errands)
            known = {at: each for at, each in known.items() if at != best.target and _is_apart(each, best)}

    def _targets(self, done: set[Location]) -> list[Location]:
        """The enemies that promise most if all who can come would."""
        situation, found = self.situation, []
        for target in situation.enemy_places:
            if target in done:
                continue
            force = sum(situation.might(unit).attack for unit in self._who(target))
            prize = float(situation.enemy_worth[target]) + situation.stakes.get(target, 0.0)
            hope = chance(force, float(situation.enemy_defence[target])) * prize
            if hope > 0:
                found.append((-hope, target))
        return [target for _, target in sorted(found)[:MOST_TARGETS]]

    def _who(self, target: Location) -> list[Unit]:
        """The units that stand beside a place or can come there."""
        beside = self.situation.land.beside[target]
        return [
            unit
            for unit in self.free.values()
            if unit.at in beside or any(at in self.ways.get(unit.id, {}) for at in beside)
        ]

    def _assault(self, state: State, target: Location) -> Assault | None:
        situation = self.situation
        who = sorted(self._who(target), key=lambda unit: (-situation.might(unit).attack, unit.id))
        errands: list[Errand] = []
        best: AttackOutlook | None = None
        ground = 0.0
        for unit in who[:MOST_ATTACKERS]:
            post = self._post(state, unit, target)
            if post is None or self.budget.is_spent:
                continue
            errand = Errand(unit.id, () if post == unit.at else self.ways[unit.id][post], target)
            after = _moved(state, (errand,))
            stood = FROM_THERE * (situation.standing(unit, post) - situation.standing(unit, unit.at))
            asked = {
                "units": [*(each.unit for each in errands), unit.id],
                "target": self.game.board.key(target),
            }
            self.budget.spend(4)
            found = outlook(Situation(self.game, after, situation.side, situation.survey, situation.weights), asked)
            if found is None:
                continue
            if best is None or best.value <= 0 or found.value + min(0.0, stood) > best.value + BETTER:
                errands.append(errand)
                best, state, ground = found, after, ground + min(0.0, stood)
        if best is None:
            return None
        return Assault(target, tuple(errands), best, best.value + ground + situation.weights["help"])

    def _post(self, state: State, unit: Unit, target: Location) -> Location | None:
        """Where a unit stands best for an attack, and may stand with those who go there too."""
        ways = self.ways.get(unit.id, {})
        beside = self.situation.land.beside[target]
        posts = [at for at in beside if at == unit.at or at in ways]
        posts.sort(key=lambda at: (-self.situation.standing(unit, at), at))
        for at in posts[:MOST_POSTS]:
            if at == unit.at or self._fits(state, unit, at):
                return at
        return None

    def _fits(self, state: State, unit: Unit, at: Location) -> bool:
        question = self.game.ruleset.questions.get("stack")
        if question is None or not state.at(at):
            return True
        self.budget.spend()
        answer = question(self.game, _moved(state, (Errand(unit.id, (at,), at),)), {"at": self.game.board.key(at)})
        return not isinstance(answer, StackAnswer) or answer.allowed


def _is_apart(one: Assault | None, other: Assault) -> bool:
    """Whether an assault wants nobody whom another has taken, and no place where those go."""
    if one is None:
        return True
    taken = {errand.unit for errand in other.errands}
    filled = {errand.path[-1] for errand in other.errands if errand.path}
    return not any(each.unit in taken or (each.path and each.path[-1] in filled) for each in one.errands)


def _moved(state: State, errands: tuple[Errand, ...]) -> State:
    """The state with units where their errands lead them."""
    draft = Draft(state)
    for errand in errands:
        if errand.path:
            draft.move_unit(errand.unit, errand.path[-1])
    return draft.state


def steps_of(errand: Errand) -> tuple[StepTo, ...]:
    return tuple(StepTo(errand.unit, at) for at in errand.path)
