"""A position as one side weighs it: who is strong where, what pulls and threatens, what a place is worth to a unit.

Fields over the board are arrays, made when first wanted and kept for the position. Everything is reckoned on a state
that the side has imagined from its view, so that nothing can be seen that it may not see.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

import numpy as np
import numpy.typing as npt

from engine.core.answers import StackAnswer, SupplyAnswer
from engine.core.appraisal import Might
from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import NO_SIDE, Location, Side, UnitId
from engine.core.state import State, Unit
from engine.core.terms import Term
from engine.players.lifelines import Lifelines
from engine.players.terrain import land_of
from engine.players.weights import weights_of

Field = npt.NDArray[np.float64]

DECAY = 0.72
"""How much of what pulls is left one step further away."""
HUNT = 0.12
"""How much the steps of an enemy pull, beside what a place is worth."""
CROWDED = 1.0
"""What it costs at least that a stack may not stand so."""
NEARBY = 4
"""How near those have to be who count as company."""
COMPANY = 0.02
_PREFIX = "appraisal."


class Situation:
    """One position, with the eyes of one side."""

    def __init__(
        self,
        game: Game,
        state: State,
        side: Side,
        lifelines: Lifelines | None = None,
        stance: Mapping[str, float] | None = None,
    ) -> None:
        self.game, self.state, self.side = game, state, side
        self.lifelines = lifelines
        self.land = land_of(game)
        self.weights = weights_of(game.ruleset.id, side)
        if stance:
            self.weights = self.weights.in_stance(stance)
        self._mights: dict[UnitId, Might] = {}

    # Strength

    def might(self, unit: Unit) -> Might:
        found = self._mights.get(unit.id)
        if found is None:
            found = self._mights[unit.id] = self.game.ruleset.might(self.game, self.state, unit)
        return found

    def might_at(self, unit: Unit, at: Location) -> Might:
        """The same of one that is still to come onto the map at a place."""
        if self.land.is_ground[unit.at]:
            return self.might(unit)
        return self.game.ruleset.might(self.game, self.state, unit.placed(at))

    @cached_property
    def _strengths(self) -> tuple[Field, Field, Field, Field, Field, Field]:
        """Own attack, own defence, own worth; enemy attack, defence and worth, place by place."""
        found = [np.zeros(self.land.size) for _ in range(6)]
        ground = self.land.is_ground
        for unit in self.state.every_unit():
            if unit.side == NO_SIDE or not ground[unit.at]:
                continue
            might = self.might(unit)
            first = 0 if unit.side == self.side else 3
            found[first][unit.at] += might.attack
            found[first + 1][unit.at] += might.defence
            found[first + 2][unit.at] += might.steps * might.worth
        return found[0], found[1], found[2], found[3], found[4], found[5]

    @property
    def own_attack(self) -> Field:
        return self._strengths[0]

    @property
    def own_defence(self) -> Field:
        return self._strengths[1]

    @property
    def enemy_defence(self) -> Field:
        return self._strengths[4]

    @property
    def enemy_worth(self) -> Field:
        return self._strengths[5]

    # Fields

    @cached_property
    def stakes(self) -> dict[Location, float]:
        return {at: float(worth) for at, worth in self.game.ruleset.stakes(self.game, self.state, self.side).items()}

    @cached_property
    def threat(self) -> Field:
        """How strongly the enemy could attack each place: whole by those beside it, half by those who could come."""
        found = np.zeros(self.land.size)
        for unit in self.state.every_unit():
            if unit.side in (self.side, NO_SIDE) or not self.land.is_ground[unit.at]:
                continue
            might = self.might(unit)
            if might.attack <= 0:
                continue
            for distance, ring in enumerate(self.land.rings(unit.at, might.reach + 1)):
                found[ring] += might.attack if distance <= 1 else 0.5 * might.attack
        return found

    @cached_property
    def pull(self) -> Field:
        """What draws units on: places to be won, places in danger, and enemies to be struck."""
        found = np.zeros(self.land.size)
        holder = self.game.ruleset.holder
        for at, worth in self.stakes.items():
            held = holder(self.game, self.state, at) == self.side
            share = 1.0
            if held:
                share = self.weights["garrison"] * min(1.0, self.threat[at] / (1.0 + self.own_defence[at]))
            found += worth * share * DECAY ** self.land.distances(at).astype(np.float64)
        for index in np.flatnonzero(self.enemy_worth):
            at = Location(int(index))
            hunted = HUNT * self.enemy_worth[at]
            if self.lifelines is not None:
                hunted += HUNT * self.weights["guard"] * self.lifelines.own[at]
            found += hunted * DECAY ** self.land.distances(at).astype(np.float64)
        return found

    # What a place is worth to a unit

    def standing(self, unit: Unit, at: Location) -> float:
        """What it is worth that a unit stands at a place: what pulls, whom it could strike, what could befall it."""
        if not self.land.is_ground[at]:
            return 0.0
        might = self.might_at(unit, at)
        lines = 0.0
        if self.lifelines is not None and might.defence > 0:
            danger = min(1.0, float(self.threat[at]) / (1.0 + float(self.own_defence[at])))
            lines = self.weights["guard"] * danger * float(self.lifelines.own[at])
            lines += self.weights["cut"] * float(self.lifelines.enemy[at])
        return (
            lines
            + self.weights["pull"] * _size(might) * float(self.pull[at])
            + self.weights["contact"] * self.contact(unit, might, at)
            - self.weights["exposure"] * self.exposure(unit, might, at)
        )

    def want(self, unit: Unit, at: Location) -> float:
        """What is wrong with a place for a unit: no supply would reach it there, or too many would stand together."""
        might = self.might_at(unit, at)
        draft = Draft(self.state)
        draft.move_unit(unit.id, at)
        wrong = 0.0
        stacking = self.game.ruleset.questions.get("stack")
        if stacking is not None and self.state.at(at):
            answer = stacking(self.game, draft.state, {"at": self.game.board.key(at)})
            if isinstance(answer, StackAnswer) and not answer.allowed:
                wrong += CROWDED + 2 * might.steps * might.worth
        weight = self.weights["supply"]
        question = self.game.ruleset.questions.get("supply")
        if weight and question is not None and might.steps:
            supply = question(self.game, draft.state, {"unit": unit.id})
            if not isinstance(supply, SupplyAnswer) or supply.state not in self.game.ruleset.well_supplied:
                wrong += weight * might.steps * might.worth
        return wrong

    # Those who do not fight

    @cached_property
    def company(self) -> Field:
        """How much of one's own stands within a few steps of each place."""
        found = np.zeros(self.land.size)
        for unit in self.state.every_unit():
            if unit.side == self.side and self.land.is_ground[unit.at]:
                might = self.might(unit)
                if might.attack > 0:
                    for ring in self.land.rings(unit.at, NEARBY):
                        found[ring] += might.steps * might.worth
        return found

    def train_danger(self, unit: Unit, at: Location) -> float:
        """What could befall those who do not fight at a place."""
        guard = float(self.own_defence[at])
        return 3.0 * max(0.0, chance(float(self.threat[at]), max(0.5, guard)))

    def train_value(self, unit: Unit, at: Location) -> float:
        """What it is worth that a depot or a headquarters stands at a place: who is supplied then, and who is near."""
        draft = Draft(self.state)
        if at != unit.at:
            draft.move_unit(unit.id, at)
        near = COMPANY * float(self.company[at]) - self.weights["exposure"] * self.train_danger(unit, at)
        return near + self.weights["supply"] * self._supplied(draft.state)

    def _supplied(self, state: State) -> float:
        """The worth of one's own that supply would reach."""
        question = self.game.ruleset.questions.get("supply")
        if question is None:
            return 0.0
        found, known = 0.0, dict[tuple[Location, str], bool]()
        for unit in state.every_unit():
            if unit.side != self.side or not self.land.is_ground[unit.at]:
                continue
            key = (unit.at, unit.type)
            if key not in known:
                answer = question(self.game, state, {"unit": unit.id})
                known[key] = isinstance(answer, SupplyAnswer) and answer.state in self.game.ruleset.well_supplied
            if known[key]:
                might = self.might(unit)
                found += might.steps * might.worth
        return found

    def contact(self, unit: Unit, might: Might, at: Location) -> float:
        """How much better than without it the best attack from a place would be."""
        if might.attack <= 0:
            return 0.0
        best = 0.0
        for target in self.land.beside[at]:
            defence = float(self.enemy_defence[target])
            worth = float(self.enemy_worth[target])
            if worth <= 0:
                continue
            others = sum(float(self.own_attack[near]) for near in self.land.beside[target])
            if unit.at in self.land.beside[target]:
                others -= might.attack
            prize = worth + self.stakes.get(target, 0.0)
            if self.lifelines is not None:
                prize += self.weights["guard"] * float(self.lifelines.own[target])
            gain = chance(others + might.attack, defence) - max(0.0, chance(others, defence))
            best = max(best, gain * prize)
        return best

    def exposure(self, unit: Unit, might: Might, at: Location) -> float:
        """What could be lost there: the steps of the unit and of those with it, and the place itself."""
        threat = float(self.threat[at])
        if threat <= 0:
            return 0.0
        others = float(self.own_defence[at]) - (might.defence if unit.at == at else 0.0)
        danger = max(0.0, chance(threat, max(0.5, others + might.defence)))
        return danger * might.steps * might.worth

    # The whole position

    def appraisal(self) -> tuple[Term, ...]:
        return self.game.ruleset.appraise(self.game, self.state, self.side)

    def value(self) -> float:
        """All that a position holds, weighed."""
        return self.weigh(self.appraisal())

    def promise(self) -> float:
        """What lies ahead of those who stand well: the pull of the places where they are."""
        found = 0.0
        for unit in self.state.every_unit():
            if unit.side == self.side and self.land.is_ground[unit.at]:
                might = self.might(unit)
                if might.attack > 0:
                    found += _size(might) * float(self.pull[unit.at])
        return self.weights["pull"] * found

    def weigh(self, terms: tuple[Term, ...]) -> float:
        return sum(self.weights[term.label.key.removeprefix(_PREFIX)] * float(term.value) for term in terms)


def _size(might: Might) -> float:
    """How much more a strong unit is drawn on than a weak one."""
    return min(2.0, 0.3 + (might.attack + might.defence) / 10.0)


def chance(attack: float, defence: float) -> float:
    """About how well an attack would go: below 0 it hurts whoever makes it, 1 is all that can be hoped for."""
    if attack <= 0:
        return -0.3
    ratio = attack / max(0.5, defence)
    return float(max(-0.3, min(1.0, (ratio - 1.2) / 2.2)))
