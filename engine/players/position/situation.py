"""A position as one side weighs it: who is strong where, what pulls and threatens, what a place is worth to a unit.

Fields over the board are arrays, made when first wanted and kept for the position. Everything is reckoned on a state
that the side has imagined from its view, so that nothing can be seen that it may not see.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from engine.core.answers import StackAnswer, SupplyAnswer
from engine.core.appraisal import Might
from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import NO_SIDE, Location, Side, UnitId
from engine.core.state import State, Unit
from engine.core.terms import Term
from engine.players.position.chances import chance, size_of
from engine.players.position.lifelines import Lifelines
from engine.players.position.resistance import resistance
from engine.players.position.support import GATHERED, help_at
from engine.players.position.survey import Survey
from engine.players.position.terrain import land_of
from engine.players.weights import Weights, weights_of

Field = npt.NDArray[np.float64]

CROWDED = 50.0
"""What it costs that a stack may not stand so: somebody of it would have to go."""
NEARBY = 4
"""How near those have to be who count as company."""
COMPANY = 0.02
APART = 3
"""Depots that are nearer to each other than this serve the same units."""
WALKED_INTO = 0.8
"""How likely an enemy who can walk into a place does."""
_PREFIX = "appraisal."


class Situation:
    """One position, with the eyes of one side."""

    surety: ClassVar[float] = 0.4
    """How likely those are beaten whom all enemies could beat who are about near enough to come."""
    more_train_places: ClassVar[int] = 0
    """At so many places beyond the likeliest it is asked as well who would be supplied if a depot stood there."""

    def __init__(
        self,
        game: Game,
        state: State,
        side: Side,
        survey: Survey | None = None,
        weights: Weights | None = None,
        *,
        has_lines: bool = True,
    ) -> None:
        self.game, self.state, self.side = game, state, side
        self.survey = survey if survey is not None else Survey()
        self.shifted = state
        """The state with those gone who mean to go somewhere."""
        self._has_lines = survey is not None and has_lines
        self.land = land_of(game)
        self.weights = self._in_stance(weights if weights is not None else weights_of(game.ruleset.id, side))

    def _in_stance(self, weights: Weights) -> Weights:
        """The weights as this look at the position counts with them."""
        return weights

    @cached_property
    def lifelines(self) -> Lifelines | None:
        """Where supply ran when the phase began; nobody looks for it in a position in passing."""
        return self.survey.lifelines(self.game, self.state, self.side) if self._has_lines else None

    # Strength

    def might(self, unit: Unit) -> Might:
        return self.survey.might(self.game, self.state, unit)

    def might_at(self, unit: Unit, at: Location) -> Might:
        """The same of one that is still to come onto the map at a place."""
        if self.land.is_ground[unit.at]:
            return self.might(unit)
        return self.game.ruleset.might(self.game, self.state, unit.placed(at))

    @cached_property
    def _mine(self) -> list[tuple[Unit, Might]]:
        ground = self.land.is_ground
        found = (unit for unit in self.state.every_unit() if unit.side == self.side and ground[unit.at])
        return [(unit, self.might(unit)) for unit in found]

    @cached_property
    def _enemies(self) -> list[tuple[Unit, Might]]:
        ground, ours = self.land.is_ground, (self.side, NO_SIDE)
        found = (unit for unit in self.state.every_unit() if unit.side not in ours and ground[unit.at])
        return [(unit, self.might(unit)) for unit in found]

    def _summed(self, units: list[tuple[Unit, Might]], amount: Callable[[Might], float]) -> list[float]:
        found = [0.0] * self.land.size
        for unit, might in units:
            found[unit.at] += amount(might)
        return found

    @cached_property
    def own_attack(self) -> list[float]:
        return self._summed(self._mine, lambda might: might.attack)

    @cached_property
    def own_defence(self) -> list[float]:
        return self._summed(self._mine, lambda might: might.defence)

    @cached_property
    def enemy_defence(self) -> list[float]:
        return self._summed(self._enemies, lambda might: might.defence)

    @cached_property
    def enemy_worth(self) -> list[float]:
        return self._summed(self._enemies, lambda might: might.steps * might.worth)

    @cached_property
    def enemy_places(self) -> tuple[Location, ...]:
        """Where there are enemies to be struck."""
        places = {unit.at for unit, might in self._enemies if might.steps * might.worth > 0}
        return tuple(sorted(places))

    @cached_property
    def _enemy_key(self) -> tuple[object, ...]:
        """All that rests on the enemy: who stands where and how strong."""
        return tuple((unit.at, might) for unit, might in self._enemies)

    # Fields

    @cached_property
    def stakes(self) -> dict[Location, float]:
        return {at: float(worth) for at, worth in self.game.ruleset.stakes(self.game, self.state, self.side).items()}

    @cached_property
    def threat(self) -> list[float]:
        """How strongly the enemy could attack each place."""
        return self.rough_threat

    @cached_property
    def rough_threat(self) -> list[float]:
        """The same by distance alone: whole by those beside it, half by those who could come."""
        return self.survey.kept("threat", self._enemy_key, self._threat)

    def _threat(self) -> list[float]:
        found = np.zeros(self.land.size)
        for unit, might in self._enemies:
            if might.attack > 0:
                for distance, ring in enumerate(self.land.rings(unit.at, might.reach + 1)):
                    found[ring] += might.attack if distance <= 1 else 0.5 * might.attack
        return found.tolist()

    @cached_property
    def pull(self) -> list[float]:
        """What draws units on: places to be won, places in danger, and enemies to be struck."""
        shares = []
        for at, worth in self.stakes.items():
            share = self.weights["covet"]
            if self.stays_ours(at):
                share = self.weights["garrison"] * min(1.0, self.threat[at] / (1.0 + self.own_defence[at]))
            shares.append((at, round(worth * share, 2)))
        return self.survey.kept("pull", (self._hunt_key, shares), lambda: self._pull(shares))

    def _pull(self, shares: list[tuple[Location, float]]) -> list[float]:
        found = self.survey.kept("hunt", self._hunt_key, self._hunt).copy()
        for at, worth in shares:
            if worth:
                found += worth * self.land.fading(at, self.weights["reach"])
        pulled: list[float] = found.tolist()
        return pulled

    @property
    def _hunt_key(self) -> tuple[object, ...]:
        """What enemies draw one on with rests on them, and on how much a hunt counts in the stance that is taken."""
        return self._enemy_key, self._has_lines, self.weights["hunt"], self.weights["guard"]

    def _hunt(self) -> Field:
        found = np.zeros(self.land.size)
        for at in self.enemy_places:
            hunted = self.enemy_worth[at] + self.weights["guard"] * self.hangs_on(at)
            near, fades = self.land.fading_near(at)
            found[near] += self.weights["hunt"] * hunted * fades
        return found

    def hangs_on(self, target: Location) -> float:
        """What hangs on one's own line that the enemies at a place lie across."""
        return float(self.lifelines.own[target]) if self.lifelines is not None else 0.0

    def freed(self, target: Location) -> float:
        """What it is worth for one's own lines that the enemies at a place are beaten; nobody else looks so far."""
        return 0.0

    # What a place is worth to a unit

    def standing(self, unit: Unit, at: Location) -> float:
        """What it is worth that a unit stands at a place: what pulls, whom it could strike, what could befall it."""
        if not self.land.is_ground[at]:
            return 0.0
        might = self.might_at(unit, at)
        lines = 0.0
        if self.lifelines is not None and might.defence > 0:
            danger = min(1.0, self.threat[at] / (1.0 + self.own_defence[at]))
            lines = self.weights["guard"] * danger * float(self.lifelines.own[at])
            lines += self.weights["cut"] * float(self.lifelines.enemy[at])
        return (
            lines
            + self.kept_there(unit, might, at)
            + self.weights["pull"] * size_of(might) * self.pull[at]
            + self.weights["contact"] * self.contact(unit, might, at)
            - self.weights["exposure"] * self.exposure(unit, might, at)
        )

    def kept_there(self, unit: Unit, might: Might, at: Location) -> float:
        """What a unit does for a place that pays: how much likelier it is kept, or taken and kept, with it there."""
        stake = self.stakes.get(at)
        if stake is None or might.defence <= 0:
            return 0.0
        others = self.own_defence[at] - (might.defence if unit.at == at else 0.0)
        is_ours = others > 0 or self.stays_ours(at, but=unit.id)
        later = 1.0 - self.weights["now"]
        without = 1.0 - later * self.falls(at, others) if is_ours else 0.0
        share = 1.0 - later * self.falls(at, others + might.defence) - without
        return self.weights["hold"] * self.weights["stake"] * stake * share

    def stays_ours(self, at: Location, *, but: UnitId | None = None) -> bool:
        """Whether a place would be one's own without a unit: others hold it, or nobody has to."""
        ruleset = self.game.ruleset
        if ruleset.holder(self.game, self.state, at) != self.side:
            return False
        if any(unit.side == self.side and unit.id != but for unit in self.state.at(at)):
            return True
        return ruleset.stays_with(self.game, self.state, at, self.side)

    def falls(self, at: Location, defence: float) -> float:
        """How likely a place is lost that is held with so much."""
        if defence <= 0.0:
            return WALKED_INTO if self.is_open_to_them(at) else 0.0
        return self.surety * self.weights["dread"] * max(0.0, chance(self.threat[at], max(0.5, defence)))

    def is_open_to_them(self, at: Location) -> bool:
        """Whether an enemy could walk into a place where nobody stands."""
        return self.threat[at] > 0

    def want(self, unit: Unit, at: Location) -> float:
        """What is wrong with a place for a unit: no supply would reach it there, or too many would stand together."""
        draft = Draft(self.state)
        draft.move_unit(unit.id, at)
        is_crowded = bool(self.state.at(at)) and not self.may_stand(draft.state, at)
        return (CROWDED if is_crowded else 0.0) + self.hunger(unit, at)

    def may_stand(self, state: State, at: Location) -> bool:
        """Whether all may stay together who stand at a place in a state."""
        question = self.game.ruleset.questions.get("stack")
        answer = question(self.game, state, {"at": self.game.board.key(at)}) if question is not None else None
        return not isinstance(answer, StackAnswer) or answer.allowed

    def may_leave(self, unit: Unit) -> bool:
        """Whether those may stay together whom a unit would leave behind: a headquarters may let more stand with it."""
        draft = Draft(self.state)
        draft.remove_unit(unit.id)
        left = draft.state
        return not left.at(unit.at) or self.may_stand(left, unit.at) or not self.may_stand(self.state, unit.at)

    def hunger(self, unit: Unit, at: Location) -> float:
        """What it costs that no supply would reach a unit at a place."""
        weight, might = self.weights["supply"], self.might_at(unit, at)
        return weight * might.steps * might.worth if weight and might.steps and not self._is_fed(unit, at) else 0.0

    def _is_fed(self, unit: Unit, at: Location) -> bool:
        """Whether supply would reach a unit at a place."""
        fed = self.survey.fed(self.game, self.state, self.side)
        if fed is not None:
            return at in fed
        known = self.game.ruleset.feeds(self.game, self.state, unit, at)
        return known if known is not None else self._is_answered_fed(self._gone(unit, at), unit)

    def _is_answered_fed(self, state: State, unit: Unit) -> bool:
        """The same by the question about supply, where a unit stands in a state."""
        question = self.game.ruleset.questions.get("supply")
        if question is None:
            return True
        answer = question(self.game, state, {"unit": unit.id})
        return isinstance(answer, SupplyAnswer) and answer.state in self.game.ruleset.well_supplied

    # Those who do not fight

    @cached_property
    def company(self) -> Field:
        """How much of one's own stands within a few steps of each place."""
        found = np.zeros(self.land.size)
        for unit, might in self._mine:
            if might.attack > 0:
                for ring in self.land.rings(self.shifted.unit(unit.id).at, NEARBY):
                    found[ring] += might.steps * might.worth
        return found

    def train_danger(self, unit: Unit, at: Location) -> float:
        """What could befall those who do not fight at a place."""
        guard = self.own_defence[at]
        return 3.0 * max(0.0, chance(self.threat[at], max(0.5, guard)))

    def train_value(self, unit: Unit, at: Location) -> float:
        """What it is worth that a depot or a headquarters stands at a place: who is supplied then, and who is near."""
        draft = Draft(self.shifted)
        if at != unit.at:
            draft.move_unit(unit.id, at)
        near = self.train_company(unit, at) - self.weights["exposure"] * self.train_danger(unit, at)
        return near + self.train_help(unit, at) + self.weights["supply"] * self.supplied(draft.state)

    def train_help(self, unit: Unit, at: Location) -> float:
        """What guns at a place do for the attack within their range that has gathered best."""
        return help_at(self, unit, at) if self.weights["help"] else 0.0

    def train_company(self, unit: Unit, at: Location) -> float:
        """What it is worth to those who do not fight that others are near; depots do not stand together."""
        return COMPANY * float(self.company[at]) / (1 + self.alike(unit, at))

    def alike(self, unit: Unit, at: Location) -> int:
        """How many of the same type would stand so near to a unit at a place that they serve the same."""
        return sum(
            1
            for other, might in self._mine
            if might.attack <= 0
            and other.type == unit.type
            and other.id != unit.id
            and self.land.distances(at)[self.shifted.unit(other.id).at] <= APART
        )

    def supplied(self, state: State, *, but: UnitId | None = None) -> float:
        """The worth of one's own that supply would reach, perhaps but for one."""
        ruleset = self.game.ruleset
        if not self._mine or ("supply" not in ruleset.questions and ruleset.fed(self.game, state, self.side) is None):
            return 0.0
        found, known = 0.0, dict[tuple[Location, str], float]()
        for unit, might in self._mine:
            if unit.id == but:
                continue
            record = state.unit(unit.id)
            key = (record.at, unit.type)
            if key not in known:
                fed = ruleset.feeds(self.game, state, record, record.at)
                is_fed = fed if fed is not None else self._is_answered_fed(state, record)
                known[key] = self._share_fed(state, record) if is_fed else 0.0
            found += known[key] * might.steps * might.worth
        return found

    def _share_fed(self, state: State, unit: Unit) -> float:
        """How much it counts that supply reaches a unit in a state."""
        return 1.0

    @cached_property
    def gathered(self) -> dict[Location, float]:
        """How strong those are together who stand beside each enemy."""
        return self._gathered()

    def _gathered(self) -> dict[Location, float]:
        return {at: sum(self.own_attack[near] for near in self.land.beside[at]) for at in self.enemy_places}

    @cached_property
    def _struck_from(self) -> dict[Location, list[tuple[Location, float, float]]]:
        """For each place the enemies beside it: where, how strong, and what a victory over them would bring."""
        found: dict[Location, list[tuple[Location, float, float]]] = {}
        for target in self.enemy_places:
            beside = self.land.beside[target]
            prize = self.enemy_worth[target] + self.stakes.get(target, 0.0)
            prize += self.weights["guard"] * self.hangs_on(target)
            defence = self.resistance_of(target)
            for at in beside:
                found.setdefault(at, []).append((target, defence, prize))
        return found

    def resistance_of(self, target: Location) -> float:
        """How hard those at a place are to strike: as the game reckons it where it was asked, else their factors."""
        return self._resistances.get(target, self.enemy_defence[target])

    @cached_property
    def _resistances(self) -> dict[Location, float]:
        """How hard those enemies are to strike who are in reach, where units gather before they strike."""
        if not self.weights["gather"]:
            return {}
        return self.survey.kept("resistance", self._enemy_key, self._asked_resistances)

    def _asked_resistances(self) -> dict[Location, float]:
        strongest = max(self._mine, key=lambda each: (each[1].attack, each[0].id), default=None)
        found: dict[Location, float] = {}
        for target in self.enemy_places:
            if strongest is None or not self.could_come[target]:
                continue
            defence = resistance(self.game, self.state, target, self.land.beside[target], strongest[0])
            if defence is not None:
                found[target] = defence
        return found

    @cached_property
    def could_come(self) -> list[float]:
        """How strongly each place could be struck by all of one's own who are near enough to come."""
        found = np.zeros(self.land.size)
        for unit, might in self._mine:
            if might.attack > 0:
                for ring in self.land.rings(unit.at, might.reach + 1):
                    found[ring] += might.attack
        return found.tolist()

    def contact(self, unit: Unit, might: Might, at: Location) -> float:
        """How much better than without it the best attack from a place would be."""
        if might.attack <= 0:
            return 0.0
        best = 0.0
        for target, defence, prize in self._struck_from.get(at, ()):
            there = self.gathered[target]
            others = there - might.attack if unit.at in self.land.beside[target] else there
            gain = chance(others + might.attack, defence) - max(0.0, chance(others, defence))
            best = max(best, gain * prize, self._share(target, others, might.attack, defence) * prize)
        return best

    def _share(self, target: Location, others: float, attack: float, defence: float) -> float:
        """What one more brings who comes to an attack for which enough could come."""
        weight, wanted = self.weights["gather"], GATHERED * max(0.5, defence)
        if not weight or self.could_come[target] < wanted:
            return 0.0
        return weight * max(0.0, min(attack, wanted - others)) / wanted

    def exposure(self, unit: Unit, might: Might, at: Location) -> float:
        """What could be lost there: the steps of the unit and of those with it, and the place itself."""
        threat = self.threat[at]
        if threat <= 0:
            return 0.0
        others = self.own_defence[at] - (might.defence if unit.at == at else 0.0)
        danger = max(0.0, chance(threat, max(0.5, others + might.defence)))
        return danger * might.steps * might.worth

    # As if some had gone already

    @property
    def own_units(self) -> list[tuple[Unit, Might]]:
        """One's own on the map, with what each can do."""
        return self._mine

    def shift(self, unit: Unit, might: Might, to: Location) -> None:
        """Let a unit count where it means to go, for those who are thought of after it."""
        gathered = self.gathered
        self.own_attack[unit.at] -= might.attack
        self.own_attack[to] += might.attack
        self.own_defence[unit.at] -= might.defence
        self.own_defence[to] += might.defence
        self.shifted = self._gone(unit, to)
        self._regather(unit, might, to, gathered)

    def _regather(self, unit: Unit, might: Might, to: Location, gathered: dict[Location, float]) -> None:
        """Let a unit count for the attacks from where it goes, and no longer for those from where it was."""
        for at, strength in ((unit.at, -self.strength(unit, might, unit.at)), (to, self.strength(unit, might, to))):
            for target in self.land.beside[at]:
                gathered[target] = gathered.get(target, 0.0) + strength

    def strength(self, unit: Unit, might: Might, at: Location) -> float:
        """What a unit adds at a place to the attacks that can be made from there."""
        return might.attack

    def _gone(self, unit: Unit, to: Location) -> State:
        draft = Draft(self.shifted)
        draft.move_unit(unit.id, to)
        return draft.state

    def has_room(self, unit: Unit, at: Location) -> bool:
        """Whether a unit may stand at a place with all who are there, or mean to be."""
        return not self.shifted.at(at) or self.may_stand(self._gone(unit, at), at)

    def force_against(self, target: Location, units: tuple[UnitId, ...]) -> float:
        """The strength of those who are named, or else of all who stand beside a place."""
        if units:
            return sum(self.might(self.state.unit(unit)).attack for unit in units)
        return sum(self.own_attack[near] for near in self.land.beside[target])

    # The whole position

    def appraisal(self) -> tuple[Term, ...]:
        return self.game.ruleset.appraise(self.game, self.state, self.side)

    def value(self) -> float:
        """All that a position holds, weighed."""
        return self.weigh(self.appraisal())

    def promise(self) -> float:
        """What lies ahead of those who stand well: the pull of the places where they are."""
        found = sum(size_of(might) * self.pull[unit.at] for unit, might in self._mine if might.attack > 0)
        return self.weights["pull"] * found

    def weigh(self, terms: tuple[Term, ...]) -> float:
        return sum(self.weights[term.label.key.removeprefix(_PREFIX)] * float(term.value) for term in terms)
