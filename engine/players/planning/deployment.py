"""Where all units of a side should stand together: laid down before anybody moves, and gone over until it holds.

Each unit in turn takes the place that is worth most with the others where they mean to be, first hopefully, as if
whoever is wanted for an attack would come, then soberly. When all have a place it is looked again at where the enemy
could go between them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engine.core.draft import Draft
from engine.core.ids import Location, UnitId
from engine.core.menu import Menu
from engine.core.messages import message
from engine.core.state import State, Unit
from engine.core.terms import Number, Term
from engine.players.attack_choices import WORTHWHILE
from engine.players.attack_outlook import AttackOutlook, hundredths, outlook
from engine.players.marches import GOING_BACK, INERTIA, movers
from engine.players.planning.concentration import Errand, Ways, find_places, find_ways, ways_to
from engine.players.planning.convoys import Convoy
from engine.players.planning.encirclement import Encirclement
from engine.players.planning.open_lines import OpenLines
from engine.players.planning.rear import Rear
from engine.players.planning.relief import ReliefMarch, is_fed
from engine.players.player import Budget
from engine.players.position.chances import chance
from engine.players.position.foresight import AttackCurve, ForesightSituation, curve_of
from engine.players.position.situation import Situation

MOST_CHECKED = 40
"""Of so many places at most, from the best on, it is asked whether there is room and supply."""
SUPPLY_FOLLOWS = 0.35
"""How much it counts that no supply reaches a place now, where depots or headquarters are still to move."""
MOST_TARGETS = 24
"""So many enemies are reckoned exactly, those first that promise most."""
MOST_ATTACKERS = 7
COUNTED_ON = 0.6
"""How much of the help counts that an attack could have: others may want it too."""
TRUE_ENOUGH = 0.8
"""An attack may be worth so much less than hoped and still be reckoned with as it was."""
CONVOY_WORK = 2_000
"""How much work it may take to find where depots and headquarters would follow."""
RINGS_WORK = 8_000
"""How much work it may take to find where enemies can be cut off."""
LINES_WORK = 2_000
"""How much work it may take to see that nobody leaves others without supply."""
REAR_WORK = 1_000
"""How much work it may take to see that nobody lets the enemy in behind the front."""
MOST_CALLED_BACK = 2
"""So often those are called back whom supply would not reach: depots may then follow others."""
MOST_TOLD = 3
"""So many attacks are told of in the reasons."""
ROUNDS: tuple[tuple[bool, bool], ...] = ((True, False), (True, False), (False, True), (False, True), (False, False))
"""How often everybody is thought of: whether hopefully, and whether the enemy's ways are looked at anew before."""


class Deployment:
    """Of one side at the beginning of its movement."""

    def __init__(
        self, situation: ForesightSituation, menu: Menu, came_from: Mapping[UnitId, Location], budget: Budget
    ) -> None:
        self.situation, self.budget, self._came_from = situation, budget, came_from
        self._menu = menu
        self.game, self.state = situation.game, situation.state
        self.planned = situation
        """The position as it will be when all stand where they should."""
        self.ways: dict[UnitId, Ways] = {}
        self._hunger = 1.0
        posts: dict[UnitId, frozenset[Location]] = {}
        for unit in movers(situation, menu):
            record = self.state.unit(unit)
            if situation.might(record).attack > 0:
                places = find_places(situation, unit, budget)
                self.ways[unit] = ways_to(places, record.at)
                posts[unit] = frozenset(place.at for place in places if self._can_strike(record, place.at, place.cost))
            else:
                self._hunger = SUPPLY_FOLLOWS
        for record, _ in situation.own_units:
            if self._can_strike(record, record.at, 0):
                posts[record.id] = posts.get(record.id, frozenset()) | {record.at}
        situation.posts = posts

    def _can_strike(self, unit: Unit, at: Location, cost: Number) -> bool:
        return self.game.ruleset.can_strike(self.game, self.state, unit, at, cost)

    # Attacks that could be put together

    def _targets(self) -> list[Location]:
        situation, found = self.situation, []
        for target in situation.enemy_places:
            force = sum(situation.might(unit).attack for unit in self._who(target))
            prize = float(situation.enemy_worth[target]) + situation.stakes.get(target, 0.0) + situation.freed(target)
            hope = chance(force, float(situation.enemy_defence[target])) * prize
            if hope > 0:
                found.append((-hope, target))
        return [target for _, target in sorted(found)[:MOST_TARGETS]]

    def _who(self, target: Location) -> list[Unit]:
        """Those who stand beside a place or can come there, the strongest first."""
        situation, beside = self.situation, self.situation.land.beside[target]
        found = [
            unit
            for unit, might in situation.own_units
            if might.attack > 0 and any(situation.can_strike_from(unit, at) for at in beside)
        ]
        return sorted(found, key=lambda unit: (-situation.might(unit).attack, unit.id))

    def points(self) -> dict[Location, list[tuple[float, float]]]:
        """For each enemy what an attack with more and more of those would be worth who can come."""
        return {target: list(self._points(target)) for target in self._targets()}

    def _points(self, target: Location) -> Iterator[tuple[float, float]]:
        situation, draft, force = self.situation, Draft(self.state), 0.0
        beside = situation.land.beside[target]
        units: list[UnitId] = []
        for unit in self._who(target)[:MOST_ATTACKERS]:
            if self.budget.is_spent:
                return
            posts = [at for at in beside if situation.can_strike_from(unit, at)]
            post = min(posts, key=lambda at: (at != unit.at, len(draft.state.at(at)), at))
            if post != unit.at:
                draft.move_unit(unit.id, post)
            units.append(unit.id)
            force += situation.might(unit).attack
            self.budget.spend(4)
            asked = {"units": list(units), "target": self.game.board.key(target)}
            after = Situation(self.game, draft.state, situation.side, situation.survey, situation.weights)
            found = outlook(after, asked, what_if=True)
            if found is not None:
                yield force, self._all_of(after, asked, found, situation.freed(target))

    def _all_of(self, situation: Situation, asked: Mapping[str, Any], found: AttackOutlook, freed: float) -> float:
        """What an attack is worth with the help that it could have, and for the lines that it would free."""
        return found.value + self._help(situation, asked, found.value) + freed * found.wins

    def _help(self, situation: Situation, asked: Mapping[str, Any], value: float) -> float:
        """What guns and aircraft would add that could come to help an attack, as far as they can be counted on."""
        asked_with = self.game.ruleset.helped(self.game, situation.state, asked)
        if asked_with is None:
            return 0.0
        self.budget.spend()
        found = outlook(situation, asked_with, what_if=True)
        return COUNTED_ON * max(0.0, found.value - value) if found is not None else 0.0

    # Places

    def errands(self) -> tuple[Errand, ...]:
        """The way of everybody who does not stand best where it is; all think once, and again while work is left."""
        points = self.points()
        situation = self.situation
        for number, (is_hopeful, looks_anew) in enumerate(ROUNDS):
            if number and self.budget.is_spent:
                break
            if looks_anew:
                situation = situation.anew(situation.shifted)
            situation.go_by(_curves(points, is_hopeful=is_hopeful))
            if not self._go_over(situation) and not is_hopeful and not looks_anew:
                break
        if self._sees_through(situation):
            self._go_over(situation)
        if situation.weights["caught"]:
            situation = self._out_of_traps(situation)
        if situation.weights["encircle"]:
            self._close_rings(situation)
        if situation.weights["convoy"]:
            self._back_to_supply(situation)
        else:
            OpenLines(situation, self.state, self.ways, self.budget.part(LINES_WORK), share=self._hunger).keep()
        self.planned = situation
        planned = situation.shifted
        found = []
        for unit, ways in self.ways.items():
            at = planned.unit(unit).at
            if at != self.state.unit(unit).at:
                found.append(Errand(unit, ways[at], at))
        return tuple(self._in_order(found))

    def _sees_through(self, situation: ForesightSituation) -> bool:
        """Ask the game about the attacks as they would be made: whether one is worth less than it was taken to be.

        Somebody may have found no better place than one behind a river. Such an attack counts for what it is worth.
        """
        curves = dict(situation.curves or {})
        joining: dict[Location, list[Unit]] = {}
        for unit, target in (situation.aims or {}).items():
            joining.setdefault(target, []).append(situation.shifted.unit(unit))
        after = Situation(self.game, situation.shifted, situation.side, situation.survey, situation.weights)
        is_worse = False
        for target, units in joining.items():
            if self.budget.is_spent:
                break
            self.budget.spend(4)
            units.sort(key=lambda unit: (-situation.might(unit).attack, unit.id))
            asked = {"units": [unit.id for unit in units], "target": self.game.board.key(target)}
            found = outlook(after, asked, what_if=True)
            hoped = curves[target].at(situation.gathered[target])
            worth = max(0.0, self._all_of(after, asked, found, situation.freed(target))) if found is not None else 0.0
            if hoped > WORTHWHILE and worth < TRUE_ENOUGH * hoped:
                curves[target] = curves[target].scaled(worth / hoped)
                is_worse = True
        if is_worse:
            situation.go_by(curves)
        return is_worse

    def _out_of_traps(self, situation: ForesightSituation) -> ForesightSituation:
        """Look where the enemy could close rings round those who stand as they mean to, and let all think again."""
        situation = situation.anew(situation.shifted)
        enemy = situation.of_the_enemy()
        ways = {unit.id: find_ways(enemy, unit.id, self.budget) for unit, might in enemy.own_units if might.attack > 0}
        rings = Encirclement(enemy, ways, self.budget.part(RINGS_WORK))
        situation.caught = rings.close()
        if rings.sent:
            self._go_over(situation)
        return situation

    def _close_rings(self, situation: ForesightSituation) -> None:
        """Send those who can reach it where they cut enemies off from their supply."""
        rings = Encirclement(situation, self.ways, self.budget.part(RINGS_WORK))
        rings.close()
        for unit in sorted(rings.sent):
            record = situation.shifted.unit(unit)
            situation.shift(record, situation.might(record), rings.state.unit(unit).at)

    def _back_to_supply(self, situation: ForesightSituation) -> None:
        """Let those think again whom supply would not reach even once depots and headquarters have followed them."""
        followed = self._followed(situation)
        for _ in range(MOST_CALLED_BACK):
            called_back = list(self._call_back(situation, followed))
            if not called_back or self.budget.is_over:
                break
            followed = self._followed(situation)
        relief = ReliefMarch(situation, self.ways, followed, self.budget)
        relief.open()
        for unit in sorted(relief.sent):
            record = situation.shifted.unit(unit)
            situation.shift(record, situation.might(record), relief.state.unit(unit).at)
            followed = _moved(followed, unit, relief.state.unit(unit).at)
        Rear(situation, self.state, followed, self.ways, self.budget.part(REAR_WORK)).keep_shut()

    def _followed(self, situation: ForesightSituation) -> State:
        """The position with depots and headquarters gone after those who mean to stand so."""
        convoy = Convoy(situation.anew(situation.shifted), self._menu, self._came_from, self.budget.part(CONVOY_WORK))
        convoy.errands()
        return convoy.situation.shifted

    def _call_back(self, situation: ForesightSituation, followed: State) -> Iterator[UnitId]:
        """Those whom no supply would reach, each in the best place now where it would."""
        for unit in sorted(self.ways):
            record = situation.shifted.unit(unit)
            if self.budget.is_over or is_fed(self.game, followed, record, record.at):
                continue
            best = self._best_fed(situation, record, followed)
            if best != record.at:
                situation.shift(record, situation.might(record), best)
                followed = _moved(followed, unit, best)
                yield unit

    def _best_fed(self, situation: ForesightSituation, record: Unit, followed: State) -> Location:
        """The best place of a unit where supply would reach it; the one it has if there is none."""
        ways = self.ways[record.id]
        self.budget.spend(1 + len(ways) // 16)
        places = [at for at in (self.state.unit(record.id).at, *ways) if is_fed(self.game, followed, record, at)]
        places.sort(key=lambda at: (-situation.standing(record, at), at))
        return next((at for at in places if situation.has_room(record, at)), record.at)

    def _in_order(self, errands: Sequence[Errand]) -> Iterator[Errand]:
        """Those who make room go before those who want it; who would never find any stays where it is."""
        waiting, state = list(errands), self.state
        while waiting:
            held_up = []
            for errand in waiting:
                draft = Draft(state)
                draft.move_unit(errand.unit, errand.target)
                if state.at(errand.target) and not self.situation.may_stand(draft.state, errand.target):
                    held_up.append(errand)
                    continue
                state = draft.state
                yield errand
            if len(held_up) == len(waiting):
                return
            waiting = held_up

    def posted(self) -> Iterator[UnitId]:
        """Those who will stand beside an enemy that is worth attacking."""
        situation = self.planned
        curves = situation.curves or {}
        wanted = {target for target, curve in curves.items() if curve.at(situation.gathered[target]) > WORTHWHILE}
        for unit, might in situation.own_units:
            at = situation.shifted.unit(unit.id).at
            if situation.strength(unit, might, at) > 0 and wanted.intersection(situation.land.beside[at]):
                yield unit.id

    def reason(self, errand: Errand, rule: str) -> Term:
        """How much better a unit stands at the end of its way, with all others where they mean to be."""
        situation, record = self.planned, self.planned.shifted.unit(errand.unit)
        home = self.state.unit(errand.unit).at
        gain = situation.standing(record, record.at) - situation.standing(record, home)
        said = message("reason.march", unit=errand.unit, place=self.game.board.label(errand.target))
        return Term(said, hundredths(gain), rule)

    def told(self, rule: str) -> tuple[Term, ...]:
        """The attacks that those mean to make who have gone beside an enemy, the best first."""
        situation, found = self.planned, []
        for target, curve in (situation.curves or {}).items():
            worth = curve.at(situation.gathered[target])
            if worth > WORTHWHILE:
                found.append((-worth, target))
        board = self.game.board
        return tuple(
            Term(message("reason.target", place=board.label(target)), hundredths(-worth), rule)
            for worth, target in sorted(found)[:MOST_TOLD]
        )

    def _go_over(self, situation: ForesightSituation) -> bool:
        """Let everybody think again where to stand; whether anybody changed its mind."""
        order = sorted(self.ways, key=lambda each: (-situation.might(self.state.unit(each)).attack, each))
        changed = False
        for unit in order:
            if self.budget.is_over:
                return False
            record = situation.shifted.unit(unit)
            best = self._best(situation, record, self.ways[unit])
            if best != record.at:
                situation.shift(record, situation.might(record), best)
                changed = True
            else:
                situation.aim(record, situation.might(record))
        return changed

    def _best(self, situation: ForesightSituation, record: Unit, ways: Ways) -> Location:
        home, back = self.state.unit(record.id).at, self._came_from.get(record.id)
        self.budget.spend(1 + len(ways) // 16)
        ranked = []
        for at in (home, *ways):
            worth = situation.standing(record, at)
            if at != home:
                worth -= INERTIA + (GOING_BACK if at == back else 0.0)
            ranked.append((worth, at))
        ranked.sort(key=lambda each: (-each[0], each[1]))
        best, found = None, record.at
        for worth, at in ranked[:MOST_CHECKED]:
            if best is not None and worth <= best:
                break
            if at != record.at and not situation.has_room(record, at):
                continue
            left = worth - self._hunger * situation.hunger(record, at) - situation.trap(record, at)
            if best is None or left > best:
                best, found = left, at
        return found


def _moved(state: State, unit: UnitId, to: Location) -> State:
    draft = Draft(state)
    draft.move_unit(unit, to)
    return draft.state


def _curves(
    points: Mapping[Location, Sequence[tuple[float, float]]], *, is_hopeful: bool
) -> dict[Location, AttackCurve]:
    return {target: curve_of(each, is_hopeful=is_hopeful) for target, each in points.items() if each}
