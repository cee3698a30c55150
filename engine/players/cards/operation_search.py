"""Which orders a round is best spent on: each is tried on the imagined state, then they are put together one by one.

A march is tried step by step, to the places that look best; what it brings is what the position is worth after it, cut
supply lines and taken places included. An attack is fought several times on trial, and what it brings after a victory
and after a failure is weighed by the game's own chances of either. Once an order is chosen, marches are thought over
again where it has changed what they would bring.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine.core.actions import Done, StepTo
from engine.core.answers import ReachAnswer
from engine.core.game import Game
from engine.core.ids import Location, Side, UnitId
from engine.core.menu import Menu
from engine.core.messages import message
from engine.core.records import Action
from engine.core.refusals import IllegalAction
from engine.core.state import State
from engine.core.terms import Term
from engine.players.attack_outlook import AttackOutlook, hundredths, outlook
from engine.players.cards.judge import Judge
from engine.players.cards.orders import RoundOrder, attackers, openings
from engine.players.cards.round_actor import RoundActor
from engine.players.player import Budget
from engine.players.position.situation import Situation

MOST_ORDERS = 8
"""So many orders are put together at most."""
MOST_ATTACKS, MOST_ON_A_TARGET, MOST_FROM_ELSEWHERE = 8, 2, 4
"""So many attacks are fought on trial, in so many ways on each target; and so many more of those who have none yet."""
HOPELESS = -1.0
"""An attack that is worth less than this by losses alone is not fought on trial."""
TRIALS = 3
"""So often at most."""
PLACES, CUTTING = 3, 2
"""Of so many places that look best to a unit, and that most of the enemy's supply runs through, each is tried."""
THOUGHT_OVER = 4
"""So many orders are thought over again after another was chosen."""
OPENING = 0.3
"""What it is worth not to open a thing, but something else."""
WORTHWHILE = 0.05
"""What an order has to bring."""


@dataclass(frozen=True, slots=True)
class _Column:
    """Who may march together because one thing was opened."""

    opening: Action
    units: tuple[UnitId, ...]


class OperationSearch:
    """Of one side, where it is asked what to activate."""

    def __init__(
        self,
        state: State,
        menu: Menu,
        situation: Situation,
        judges: Mapping[Side, Judge],
        budget: Budget,
        *,
        breadth: int = 1,
    ) -> None:
        """With more `breadth` a unit thinks of more places, and attacks are fought more often on trial."""
        self._breadth = breadth
        self.game: Game = situation.game
        self.state, self.menu, self.situation, self.budget = state, menu, situation, budget
        self._judges, self._judge = judges, judges[menu.side]
        self._now = self._judge.value(state)
        self._reach: dict[UnitId, list[tuple[Location, tuple[Location, ...]]]] = {}

    def orders(self) -> list[RoundOrder]:
        """The best orders in the order in which they are worth giving, each with what it adds to those before."""
        columns, waiting = self._alone()
        chosen: list[RoundOrder] = []
        while waiting and len(chosen) < MOST_ORDERS and not self.budget.is_spent:
            waiting.sort(key=lambda order: -order.gain)
            if chosen:
                waiting = self._thought_over(chosen, waiting, columns)
            if not waiting or waiting[0].gain <= WORTHWHILE:
                break
            best = waiting.pop(0)
            chosen.append(best)
            waiting = [order for order in waiting if not _excludes(best, order)]
        return chosen

    def _alone(self) -> tuple[dict[Action, _Column], list[RoundOrder]]:
        """Every order by itself, with what it would bring."""
        columns: dict[Action, _Column] = {}
        fights: list[tuple[Action, Mapping[str, Any]]] = []
        for action, found in openings(self.game, self.state, self.menu):
            if found.movers:
                columns[action] = _Column(action, found.movers)
            fights.extend((action, asked) for asked in found.attacks)
        orders = compatible(list(self._attacks(fights)))
        for column in columns.values():
            if self.budget.is_spent:
                break
            order = self._march(column, ())
            if order is not None:
                orders.append(order)
        return columns, orders

    def _thought_over(
        self, chosen: Sequence[RoundOrder], waiting: list[RoundOrder], columns: Mapping[Action, _Column]
    ) -> list[RoundOrder]:
        """The best of those waiting, marches with what they still bring beside those that were chosen."""
        again, rest = waiting[:THOUGHT_OVER], waiting[THOUGHT_OVER:]
        found: list[RoundOrder] = []
        for order in again:
            column = columns.get(order.opens[0]) if order.marches else None
            if column is None:
                found.append(order)
                continue
            anew = self._march(column, [each for each in chosen if each.marches])
            if anew is not None:
                found.append(anew)
        return sorted((*found, *rest), key=lambda order: -order.gain)

    # Marches

    def _march(self, column: _Column, before: Sequence[RoundOrder]) -> RoundOrder | None:
        """Where those of a column should go, one after another, once other marches have been made."""
        opened = self._opened((*(action for order in before for action in order.opens), column.opening))
        if opened is None:
            return None
        state = opened
        for order in before:
            for march in order.marches:
                state = self._stepped(state, march) or state
        here = began = self._judge.value(state)
        marches: list[tuple[Action, ...]] = []
        for unit in column.units:
            best: tuple[float, State, tuple[Action, ...]] | None = None
            for _, path in self._places(unit):
                steps = tuple(StepTo(unit, at) for at in path)
                after = self._stepped(state, steps)
                if after is None:
                    continue
                value = self._judge.value(after)
                if value > (best[0] if best is not None else here + WORTHWHILE):
                    best = (value, after, steps)
            if best is not None:
                here, state = best[0], best[1]
                marches.append(best[2])
        if not marches:
            return None
        places = ", ".join(dict.fromkeys(self.game.board.label(march[-1].locations()[-1]) for march in marches))
        worth = here - began
        reason = (Term(message("reason.stand", place=places), hundredths(worth), self.menu.rule),)
        return RoundOrder((column.opening,), tuple(marches), None, worth, reason)

    def _opened(self, opens: Sequence[Action]) -> State | None:
        """The state where those march who have been opened."""
        state = self.state
        for action in opens:
            after = self._applied(state, action)
            if after is None:
                return None
            state = after
        menu = self.game.menu(state)
        if not menu.asks_for(StepTo):
            found = self._applied(state, Done())
            return found if found is not None and self.game.menu(found).asks_for(StepTo) else None
        return state

    def _stepped(self, state: State, steps: Sequence[Action]) -> State | None:
        for step in steps:
            after = self._applied(state, step)
            if after is None:
                return None
            state = after
        return state

    def _places(self, unit: UnitId) -> list[tuple[Location, tuple[Location, ...]]]:
        """The places that a unit might march to, with the way: what looks best, what cuts supply, what pays."""
        known = self._reach.get(unit)
        if known is None:
            known = self._reach[unit] = self._best_places(unit)
        return known

    def _best_places(self, unit: UnitId) -> list[tuple[Location, tuple[Location, ...]]]:
        question = self.game.ruleset.questions.get("reach")
        answer = question(self.game, self.state, {"unit": unit}) if question is not None else None
        self.budget.spend(4)
        if not isinstance(answer, ReachAnswer):
            return []
        situation, record = self.situation, self.state.unit(unit)
        places = [place for place in answer.locations if place.at != record.at]
        ranked = sorted(places, key=lambda place: (-situation.standing(record, place.at), place.at))
        found = {place.at: place for place in ranked[: PLACES + self._breadth - 1]}
        lines = situation.lifelines.enemy if situation.lifelines is not None else None
        if lines is not None:
            cutting = sorted(places, key=lambda place: (-lines[place.at], place.at))
            found.update((place.at, place) for place in cutting[:CUTTING] if lines[place.at] > 0)
        holder = self.game.ruleset.holder
        for place in places:
            if place.at in situation.stakes and holder(self.game, self.state, place.at) != situation.side:
                found[place.at] = place
        return [(at, tuple(each for each in place.path if each != record.at)) for at, place in found.items()]

    # Attacks

    def _attacks(self, fights: Sequence[tuple[Action, Mapping[str, Any]]]) -> Iterator[RoundOrder]:
        """Those that promise most, from one place or from all that can take part, fought on trial."""
        hopes: list[tuple[float, RoundOrder, AttackOutlook]] = []
        for opens, asked in _together(fights):
            self.budget.spend(3)
            found = outlook(self.situation, asked, what_if=True)
            if found is not None and found.value > HOPELESS:
                order = RoundOrder(opens, (), asked, 0.0, found.reason(self.situation))
                hopes.append((found.value / len(opens), order, found))
        hopes.sort(key=lambda each: -each[0])
        often: Counter[Location] = Counter()
        opened: set[Action] = set()
        for _, order, found in hopes:
            is_new = opened.isdisjoint(order.opens) and often.total() < MOST_ATTACKS + MOST_FROM_ELSEWHERE
            is_usual = often[found.target] < MOST_ON_A_TARGET and often.total() < MOST_ATTACKS
            if self.budget.is_spent or not (is_new or is_usual):
                continue
            often[found.target] += 1
            opened.update(order.opens)
            yield replace(order, gain=self._fought(order, found))

    def _fought(self, order: RoundOrder, found: AttackOutlook) -> float:
        """What an attack brings, fought with several dice: victories and failures weighed by their chances."""
        won: list[float] = []
        failed: list[float] = []
        for salt in range(1, TRIALS * self._breadth + 1):
            actor = RoundActor(self.game, self.menu.side, self._judges, (order,))
            after = actor.carry_out(self.state, salt=salt)
            self.budget.spend(actor.spent)
            if after is None:
                continue
            side = self.menu.side
            held = any(unit.side not in (side, "") for unit in after.at(found.target))
            (failed if held else won).append(self._judge.value(after) - self._now)
            if min(len(won), len(failed)) >= self._breadth:
                break
        if not won and not failed:
            return HOPELESS
        if not won or not failed:
            return sum((*won, *failed)) / (len(won) + len(failed))
        return found.wins * sum(won) / len(won) + (1.0 - found.wins) * sum(failed) / len(failed)

    def _applied(self, state: State, action: Action) -> State | None:
        self.budget.spend()
        try:
            return self.game.apply(state, action).state
        except IllegalAction:
            return None


def _together(
    fights: Sequence[tuple[Action, Mapping[str, Any]]],
) -> Iterator[tuple[tuple[Action, ...], Mapping[str, Any]]]:
    """Each attack from one place, and those on the same target made together."""
    by_target: dict[str, list[tuple[Action, Mapping[str, Any]]]] = {}
    for action, asked in fights:
        yield (action,), asked
        by_target.setdefault(str(asked.get("target")), []).append((action, asked))
    for target, several in by_target.items():
        for number, (action, asked) in enumerate(several):
            for other, more in several[number + 1 :]:
                units = [*asked["units"], *(unit for unit in more["units"] if unit not in asked["units"])]
                yield (action, other), {"units": units, "target": target}
        if len(several) > 2:
            units = list(dict.fromkeys(unit for _, asked in several for unit in asked["units"]))
            yield tuple(action for action, _ in several), {"units": units, "target": target}


def compatible(orders: Sequence[RoundOrder]) -> list[RoundOrder]:
    """Of attacks that exclude one another those which bring most together, for what it takes to open them."""
    hopeful = sorted((order for order in orders if order.gain > WORTHWHILE), key=lambda order: -order.gain)
    worths = [order.gain - OPENING * len(order.opens) for order in hopeful]

    def best(number: int, chosen: tuple[RoundOrder, ...]) -> tuple[float, tuple[RoundOrder, ...]]:
        if number == len(hopeful):
            return 0.0, chosen
        without = best(number + 1, chosen)
        order = hopeful[number]
        if worths[number] <= 0 or any(_excludes(each, order) for each in chosen):
            return without
        rest, found = best(number + 1, (*chosen, order))
        return max(without, (worths[number] + rest, found), key=lambda each: each[0])

    return list(best(0, ())[1])


def _excludes(chosen: RoundOrder, other: RoundOrder) -> bool:
    """Whether two orders cannot both be given: they open the same, or attack the same."""
    if chosen.opened & other.opened:
        return True
    if chosen.attack is None or other.attack is None:
        return False
    if chosen.attack.get("target") == other.attack.get("target"):
        return True
    return bool(attackers(chosen.attack) & attackers(other.attack))
