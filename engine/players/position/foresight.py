"""A position as a planner weighs it: with what the enemy could do next, from where the rules say its units can go.

A place is worth the more to a unit the likelier those who stand there hold it, and whom they save from being beaten;
one that pays and that nobody guards is as good as lost where an enemy can walk in. What an attack from a place is worth
comes from the attacks that could be put together, if somebody has reckoned them.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial

from engine.core.answers import ReachAnswer
from engine.core.appraisal import Might
from engine.core.draft import Draft
from engine.core.ids import Location, Side, UnitId
from engine.core.ruleset import Question
from engine.core.state import State, Unit
from engine.players.position.appetite import Blow, chosen, going_rate
from engine.players.position.chances import size_of
from engine.players.position.front import Front
from engine.players.position.situation import WALKED_INTO, Situation
from engine.players.position.survey import Paths, Survey
from engine.players.weights import Weights, planner_weights_of

LAST_LEFT = 0.2
"""How much of what lies further away still draws in the last turn."""
STRIKE = 2.0
"""What an attack counts that can be made from a place: itself, and the pressure that goes on after it."""
STRUCK = 0.5
"""How likely those are struck who could be: no enemy strikes at all that it can reach."""
PREY_AT_LAST, PREY_A_TURN, PREY_BOUNDS = 0.55, 0.15, (1.0, 2.2)
"""How much a step of the enemy counts in the last turn, how much more for each turn to come, and the bounds."""
STEPS_AT_LAST, STEPS_IN_THE_END = 0.5, 0.1
"""How much steps count in the last turn, and when nobody is to march against one any more: points decide first."""
FORWARD = 0.3
"""How much of what draws a unit that fights draws a depot."""
SCREENED = 0.7
"""How much of what a place pays is saved by whoever stands in the way to it."""
UNSURE = 0.5
"""What it counts that supply reaches somebody as long as the enemy does nothing against it."""
ENOUGH_TURNS = 4
"""With fewer turns to come than this it is drawn on less, and no campaign is begun: what counts is that lines hold."""


@dataclass(frozen=True, slots=True)
class AttackCurve:
    """What an attack on a place is worth by the strength that is brought to it, from nothing on."""

    forces: tuple[float, ...]
    values: tuple[float, ...]

    def at(self, force: float) -> float:
        """What it is worth with so much; more than was ever reckoned brings no more."""
        if force <= 0.0:
            return 0.0
        number = bisect_right(self.forces, force)
        if number >= len(self.forces):
            return self.values[-1]
        low, high = self.forces[number - 1], self.forces[number]
        share = (force - low) / (high - low)
        return self.values[number - 1] + share * (self.values[number] - self.values[number - 1])

    def scaled(self, share: float) -> AttackCurve:
        """The same of an attack that is worth so much of what it was taken to be."""
        return AttackCurve(self.forces, tuple(share * value for value in self.values))


def curve_of(points: Sequence[tuple[float, float]], *, is_hopeful: bool) -> AttackCurve:
    """A curve through points of strength and worth; a hopeful one lets each bring its share of the best there is."""
    found: list[tuple[float, float]] = [(0.0, 0.0)]
    for force, value in sorted(points):
        if force <= found[-1][0]:
            continue
        found.append((force, max(0.0, value)))
        while is_hopeful and len(found) > 2 and _sags(*found[-3:]):
            del found[-2]
    return AttackCurve(tuple(force for force, _ in found), tuple(value for _, value in found))


def _sags(one: tuple[float, float], two: tuple[float, float], three: tuple[float, float]) -> bool:
    """Whether the middle one of three points lies below the line between the others."""
    return (two[1] - one[1]) * (three[0] - one[0]) <= (three[1] - one[1]) * (two[0] - one[0])


@dataclass(frozen=True, slots=True)
class EnemyReach:
    """How strongly the enemy could strike each place, and where one of its units could walk in."""

    strikes: list[float]
    enters: list[bool]
    passages: Mapping[Location, Sequence[tuple[Location, ...]]]
    """By which ways it would come to each place that pays."""
    goes: Mapping[Location, frozenset[Location]]
    """Where those could be next who stand at a place."""
    blows: Sequence[Blow]
    """What each could strike with, and where."""


class ForesightSituation(Situation):
    """One position with the eyes of a planner."""

    surety = 1.0
    """It knows who can come."""
    more_train_places = 12

    def _in_stance(self, weights: Weights) -> Weights:
        """What is taken counts by how long it will be missed; what is one's own counts as ever."""
        self._own_weights = weights
        if self._turns_left >= ENOUGH_TURNS:
            weights = weights.in_campaign()
        elif (self.game.ruleset.length(self.game) or 0) > ENOUGH_TURNS:
            weights = weights.in_aftermath()
        at_last = 1.0 if self._turns_left > 0 else STEPS_AT_LAST if self._comes_again else STEPS_IN_THE_END
        return weights.in_stance({"own-steps": at_last, "enemy-steps": at_last * self._prey})

    @cached_property
    def _prey(self) -> float:
        """What is taken from the enemy counts the more, the longer it will be missed."""
        least, most = PREY_BOUNDS
        return min(most, max(least, PREY_AT_LAST + PREY_A_TURN * self._turns_left))

    curves: Mapping[Location, AttackCurve] | None = None
    """What attacks are worth, if somebody has reckoned them."""
    posts: Mapping[UnitId, frozenset[Location]] | None = None
    """From where each can strike in what is left of the turn, if somebody has asked; else from everywhere."""

    def can_strike_from(self, unit: Unit, at: Location) -> bool:
        return self.posts is None or at in self.posts.get(unit.id, ())

    def strength(self, unit: Unit, might: Might, at: Location) -> float:
        """What a unit adds at a place to the attacks that can be made from there."""
        return might.attack if self.can_strike_from(unit, at) else 0.0

    aims: dict[UnitId, Location] | None = None
    """Whom each means to strike, once attacks have been reckoned: nobody counts for two of them."""

    def go_by(self, curves: Mapping[Location, AttackCurve]) -> None:
        """Weigh attacks by what they are worth; at first each counts for the one to which it adds most."""
        self.curves = curves
        if self.aims is None:
            self.aims = {}
            self.__dict__.pop("gathered", None)
            for unit, might in sorted(self.own_units, key=lambda each: (-each[1].attack, each[0].id)):
                self.aim(self.shifted.unit(unit.id), might)

    def aim(self, unit: Unit, might: Might) -> None:
        """Let a unit count for the attack to which it adds most from where it means to stand."""
        if self.aims is None:
            return
        before = self.aims.pop(unit.id, None)
        if before is not None:
            self.gathered[before] -= might.attack
        gain, target = max(self._gains(unit, might, unit.at), default=(0.0, None))
        if target is not None and gain > 0.0:
            self.aims[unit.id] = target
            self.gathered[target] += might.attack

    def _gains(self, unit: Unit, might: Might, at: Location) -> Iterator[tuple[float, Location]]:
        """For each attack from a place what it is worth more with a unit than without it."""
        attack, here = self.strength(unit, might, at), self.strength(unit, might, unit.at)
        if attack <= 0 or self.curves is None:
            return
        for target in self.land.beside[at]:
            curve = self.curves.get(target)
            if curve is not None:
                is_counted = (
                    unit.at in self.land.beside[target] if self.aims is None else self.aims.get(unit.id) == target
                )
                others = self.gathered[target] - (here if is_counted else 0.0)
                yield curve.at(others + attack) - curve.at(others), target

    @cached_property
    def gathered(self) -> dict[Location, float]:
        """How strong those are together who stand beside each enemy and can strike it, and mean to."""
        if self.posts is None:
            return self._gathered()
        found = dict.fromkeys(self.enemy_places, 0.0)
        for unit, might in self._mine:
            at = self.shifted.unit(unit.id).at
            aimed = self.land.beside[at] if self.aims is None else (self.aims.get(unit.id),)
            for target in aimed:
                if target is not None and target in found:
                    found[target] += self.strength(unit, might, at)
        return found

    def _regather(self, unit: Unit, might: Might, to: Location, gathered: dict[Location, float]) -> None:
        if self.aims is None:
            super()._regather(unit, might, to, gathered)
        else:
            self.aim(self.shifted.unit(unit.id), might)

    # What the enemy can do

    @property
    def enemy_units(self) -> list[tuple[Unit, Might]]:
        """The enemy's on the map, with what each can do."""
        return self._enemies

    @cached_property
    def enemy_reach(self) -> EnemyReach:
        return self.survey.kept("enemy-reach", (self._enemy_key, self._comes_again), self._enemy_reach)

    @cached_property
    def _turns_left(self) -> int:
        last = self.game.ruleset.last_turn(self.game)
        return 9 if last is None else last - self.state.turn

    @property
    def is_marched_again(self) -> bool:
        """Whether there is another march to prepare for."""
        return self._turns_left > 0

    @cached_property
    def _comes_again(self) -> bool:
        """Whether the enemy is still to march before the game is over."""
        return self._turns_left > 0 or self.side != self.game.ruleset.sides[-1]

    @cached_property
    def threat(self) -> list[float]:
        return self.enemy_reach.strikes

    def _enemy_reach(self) -> EnemyReach:
        question = self.game.ruleset.questions.get("reach") if self._comes_again else None
        beside, may_come = self.land.beside, self.weights["come"]
        strikes, enters = [0.0] * self.land.size, [False] * self.land.size
        passages: dict[Location, list[tuple[Location, ...]]] = {}
        goes: dict[Location, frozenset[Location]] = {}
        blows: list[Blow] = []
        for unit, might in self._enemies:
            near = {unit.at, *beside[unit.at]}
            stands = {unit.at}
            if question is not None:
                paths = self.survey.reached(unit, partial(self._asked_reach, question, unit))
                stands.update(paths)
                for at in self.stakes:
                    if at in paths:
                        passages.setdefault(at, []).append(paths[at])
            goes[unit.at] = goes.get(unit.at, frozenset()) | stands
            for at in stands:
                enters[at] = True
            if might.attack <= 0:
                continue
            far = {to for at in stands for to in beside[at]}
            blows.append(Blow(might.attack, frozenset(far)))
            for at in near:
                strikes[at] += might.attack
            for at in far - near:
                strikes[at] += may_come * might.attack
        for at in self.from_afar:
            enters[at] = True
        return EnemyReach(strikes, enters, passages, goes, blows)

    seen_afar: frozenset[Location] = frozenset()
    """Where enemies could have come by rail with one's own where they stood before: who closed the way is to stay."""

    @cached_property
    def from_afar(self) -> frozenset[Location]:
        """Where enemies could come who go by rail."""
        return self.seen_afar | self.seen_by_rail(self.state)

    def seen_by_rail(self, state: State) -> frozenset[Location]:
        """The same in another state; nowhere when the game is over before."""
        if not self._comes_again:
            return frozenset()
        return self.game.ruleset.comes_from_afar(self.game, state, self._enemy_side)

    def _asked_reach(self, question: Question, unit: Unit) -> Paths:
        answer = question(self.game, self.state, {"unit": unit.id})
        return {place.at: place.path for place in answer.locations} if isinstance(answer, ReachAnswer) else {}

    @cached_property
    def screens(self) -> Mapping[Location, float]:
        """What it is worth to stand in the enemy's way to the places of one's own that pay and that nobody guards.

        Whoever has taken such a place for that keeps it: the way is closed because of it.
        """
        found: dict[Location, float] = {}
        for at, worth in self.stakes.items():
            paths = self.enemy_reach.passages.get(at, ())
            if not paths or self.game.ruleset.holder(self.game, self.state, at) != self.side:
                continue
            prize = SCREENED * WALKED_INTO * self.weights["hold"] * self.weights["stake"] * worth
            passed = Counter(step for path in paths for step in path[1:-1])
            for step, times in passed.items():
                found[step] = max(found.get(step, 0.0), prize * times / len(paths))
        return found

    def screening(self, unit: Unit, might: Might, at: Location) -> float:
        """The same to a unit, where nobody stands yet who holds the enemy up."""
        worth = self.screens.get(at, 0.0)
        if not worth or might.defence <= 0:
            return 0.0
        others = self.own_defence[at] - (might.defence if unit.at == at else 0.0)
        return worth if others <= 0 else 0.0

    @cached_property
    def front(self) -> Front:
        """The line that covers what one holds."""
        holder = self.game.ruleset.holder
        held = {at: worth for at, worth in self.stakes.items() if holder(self.game, self.state, at) == self.side}
        enemies = (unit.at for unit, might in self._enemies if might.attack > 0)
        own = (self.shifted.unit(unit.id).at for unit, might in self._mine if might.defence > 0 and might.attack > 0)
        return Front(self.land, held, enemies, own)

    caught: State | None = None
    """The position as it would be if the enemy had closed the rings that it could, if somebody has found out."""

    def trap(self, unit: Unit, at: Location) -> float:
        """What it costs that the enemy could cut a unit off at a place."""
        weight = self.weights["caught"]
        if self.caught is None or not weight:
            return 0.0
        might = self.might(unit)
        fed = self.game.ruleset.feeds(self.game, self.caught, unit, at)
        return 0.0 if fed is None or fed else weight * might.steps * might.worth

    # What a place is worth to a unit

    @cached_property
    def own_worth(self) -> list[float]:
        """What there is to lose at each place."""
        return self._summed(self._mine, lambda might: might.steps * might.worth)

    @cached_property
    def _future(self) -> float:
        return 1.0 if self._turns_left > 0 else LAST_LEFT

    def is_open_to_them(self, at: Location) -> bool:
        """Where one of its units could walk in now, or is so near that it could once a line is broken."""
        return self.enemy_reach.enters[at] or (self._comes_again and self.rough_threat[at] > 0)

    def falls(self, at: Location, defence: float) -> float:
        """The same, and less where the enemy would rather strike elsewhere."""
        found, sharpness = super().falls(at, defence), self.weights["choice"]
        if not sharpness or found <= 0.0 or defence <= 0.0:
            return found
        return found * chosen(self._booty(at), defence, self._going_rate, sharpness)

    @cached_property
    def _going_rate(self) -> float:
        """What has to be had somewhere for the enemy to strike there."""
        booty = {at: self._booty(at) for at in {*self.stakes, *(unit.at for unit, _ in self._mine)}}
        wanted = {at: worth for at, worth in booty.items() if worth > 0.0}
        return going_rate(self.enemy_reach.blows, wanted, self.own_defence)

    def _booty(self, at: Location) -> float:
        """What the enemy would have of a place: those who stand there, and what it pays who holds it."""
        stake = self.stakes.get(at)
        if stake is None:
            return self.own_worth[at]
        is_ours = self.own_defence[at] > 0 or self.game.ruleset.holder(self.game, self.state, at) == self.side
        return self.own_worth[at] + (self.weights["hold"] * self.weights["stake"] * stake if is_ours else 0.0)

    def standing(self, unit: Unit, at: Location) -> float:
        """What it is worth that a unit stands at a place: the same as to others, and what it does for that place."""
        if not self.land.is_ground[at]:
            return 0.0
        might, weights = self.might_at(unit, at), self.weights
        found = weights["pull"] * size_of(might) * self.pull[at] * self._future
        found += self.kept_there(unit, might, at) + self.screening(unit, might, at)
        is_here = unit.at == at
        others = self.own_defence[at] - (might.defence if is_here else 0.0)
        before, after = self.falls(at, others), self.falls(at, others + might.defence)
        worth = might.steps * might.worth
        along = self.own_worth[at] - (worth if is_here else 0.0)
        found -= STRUCK * weights["exposure"] * (after * (worth + along) - before * along)
        if self.lifelines is not None and might.defence > 0:
            watch = self.own_attack[at] - (might.attack if is_here else 0.0)
            danger = self.line_danger(at, others, is_watched=watch > 0.0)
            found += weights["guard"] * danger * float(self.lifelines.own[at])
            found += weights["cut"] * float(self.lifelines.enemy[at])
        if weights["line"] and might.defence > 0 and might.attack > 0:
            found += weights["line"] * self.front.worth(at, unit.at if self.land.is_ground[unit.at] else None)
        return found + weights["contact"] * self.contact(unit, might, at)

    def line_danger(self, at: Location, others: float, *, is_watched: bool) -> float:
        """How likely a line is cut at a place that others hold with so much, or nobody who fights."""
        danger = min(1.0, self.threat[at] / (1.0 + others))
        return danger if is_watched or not self.enemy_reach.enters[at] else max(danger, WALKED_INTO)

    def hangs_on(self, target: Location) -> float:
        """What hangs on the best of one's own lines that the enemies at a place could cut."""
        if self.lifelines is None:
            return 0.0
        lines = self.lifelines.own
        return max((float(lines[at]) for at in self.enemy_reach.goes.get(target, ())), default=float(lines[target]))

    def freed(self, target: Location) -> float:
        return self.weights["guard"] * self.hangs_on(target)

    def contact(self, unit: Unit, might: Might, at: Location) -> float:
        """How much better the best attack from a place would be with the unit than without it."""
        if self.curves is None:
            return super().contact(unit, might, at)
        return STRIKE * max((gain for gain, _ in self._gains(unit, might, at)), default=0.0)

    def shift(self, unit: Unit, might: Might, to: Location) -> None:
        worth = might.steps * might.worth
        self.own_worth[unit.at] -= worth
        self.own_worth[to] += worth
        if self.weights["line"] and might.defence > 0 and might.attack > 0:
            self.front.shift(unit.at, to)
        super().shift(unit, might, to)

    def _share_fed(self, state: State, unit: Unit) -> float:
        """A line that the enemy could lengthen too much by the next look at supply is worth half of a sure one."""
        return UNSURE if self.game.ruleset.feeds_surely(self.game, state, unit, unit.at) is False else 1.0

    def train_company(self, unit: Unit, at: Location) -> float:
        """Depots are also drawn on with those who fight, as long as supply reaches no fewer."""
        drawn = FORWARD * min(1.0, self._turns_left / ENOUGH_TURNS)
        return super().train_company(unit, at) + drawn * self.weights["pull"] * self.pull[at]

    def want(self, unit: Unit, at: Location) -> float:
        """The same, and that others are left without supply by whoever goes somewhere at once, or have it again.

        Their line runs where the unit stands, or from there where it is a depot; in a campaign only depots are asked.
        """
        found, weight = super().want(unit, at), self.weights["supply"]
        if not weight or at == unit.at or not self.land.is_ground[unit.at]:
            return found
        might = self.might(unit)
        if self.weights["convoy"] and (might.attack > 0 or not might.steps):
            return found
        draft = Draft(self.state)
        draft.move_unit(unit.id, at)
        return found + weight * (self.supplied(self.state, but=unit.id) - self.supplied(draft.state, but=unit.id))

    def anew(self, state: State) -> ForesightSituation:
        """The same eyes on a position that might come: where its units stand decides where the enemy can go."""
        found = type(self)(self.game, state, self.side, self.survey.copied(), self._own_weights)
        found.curves, found.posts, found.caught = self.curves, self.posts, self.caught
        found.aims = dict(self.aims) if self.aims is not None else None
        found.seen_afar = self.from_afar
        taken = {at: worth for at, worth in self.screens.items() if self.own_defence[at] > 0}
        found.screens = {**taken, **found.screens}
        return found

    def of_the_enemy(self) -> ForesightSituation:
        """The same position with the eyes of the other side, as far as this one can guess what it weighs."""
        weights = planner_weights_of(self.game.ruleset.id, self._enemy_side)
        return ForesightSituation(self.game, self.state, self._enemy_side, Survey(), weights)

    @property
    def _enemy_side(self) -> Side:
        return next(each for each in self.game.ruleset.sides if each != self.side)
