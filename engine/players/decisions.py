"""One decision: what each action of a menu is worth to a side, and which of them it takes.

Actions fall into a few sorts by what they touch, in every game: putting an attack together, going somewhere, taking
something in hand first, and the rest, which is tried on the imagined state and appraised. Whatever is not worth doing
is spurned for the phase, so that it is not weighed again with every step.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property

from engine.core.actions import Done, PickUnit, PlayCard, StepTo
from engine.core.game import Transition
from engine.core.ids import Location, UnitId
from engine.core.menu import Menu, Offer
from engine.core.messages import message
from engine.core.records import Action
from engine.core.refusals import IllegalAction
from engine.core.state import State, Unit, evolve
from engine.core.terms import Term
from engine.players.attack_choices import RESOLVE, WORTHWHILE, AttackChoices, spread
from engine.players.attack_outlook import hundredths
from engine.players.marches import best_march, march_of
from engine.players.memory import Memory
from engine.players.player import Budget
from engine.players.position.situation import Situation
from engine.players.position.support import help_after, helps_now
from engine.players.verdict import ActionVerdict
from engine.players.way_out import way_out

MOST_TRIED = 24
"""So many actions of a kind are tried on the imagined state; of more, these are spread over all of them."""
MOST_TRIED_ON_THE_MARCH = 10
"""The same beside marches, where much is on offer and little of it matters."""
MOST_PLACED = 400
"""So many places to go to are weighed."""
MOST_CHECKED = 12
"""Of so many of the best places it is asked whether there is room and supply."""
MOST_OF_A_KIND = 40
"""So often an action of one kind is chosen in a phase before it is enough."""
TOO_OFTEN = 120
"""So often an action of one kind is chosen in a phase before a player takes the shortest way out of it."""
SALTS = (1, 2, 3)
"""Where dice fall, the position after them is the average over these throws."""


class Decider:
    """Weighs the actions of one menu."""

    def __init__(
        self,
        situation: Situation,
        menu: Menu,
        memory: Memory,
        budget: Budget,
        *,
        blur: Callable[[], float] = lambda: 0.0,
        is_thorough: bool = False,
    ) -> None:
        self.situation, self.menu, self.memory, self.budget, self.blur = situation, menu, memory, budget, blur
        self.attacks = AttackChoices(situation, menu, memory, budget, blur=blur, is_thorough=is_thorough)
        self.game, self.state = situation.game, situation.state
        self._value: float | None = None

    def decide(self) -> ActionVerdict | None:
        """The best action; stopping where nothing is worthwhile and stopping is allowed."""
        attack = self.game.ruleset.attack_now(self.game, self.state)
        if attack is not None and RESOLVE in self._kinds:
            return self.attacks.build(attack) or self._first()
        if any(count >= TOO_OFTEN for count in self.memory.done.values()):
            return self._out_of_the_crowd() or ActionVerdict(way_out(self.state, self.menu), 0.0)
        stop = Done() if Done() in self.menu else None
        found = list(self.weighed())
        best = max(found, key=lambda each: each.value, default=None)
        if stop is None and (best is None or best.value <= WORTHWHILE):
            return self._out_of_the_crowd() or best or self._first()
        if best is not None and best.value > WORTHWHILE:
            return best
        assert stop is not None
        self.memory.spurned.update(each.action for each in found)
        march = self._march_or_look_again() if self.menu.asks_for(StepTo) else None
        return march or ActionVerdict(stop, 0.0, (Term(message("reason.nothing-better"), 0, self.menu.rule),))

    def _march_or_look_again(self) -> ActionVerdict | None:
        """The next march; once all have marched, one more look at what was worth nothing before they did."""
        memory = self.memory
        if not self.budget.is_spent:
            memory.closed.update(offer.action.kind for offer in self.menu.offers if offer.action is not StepTo)
        march = self.march()
        if march is not None or memory.looked_again:
            return march
        memory.looked_again = True
        memory.closed.clear()
        best = max(self.weighed(), key=lambda each: each.value, default=None)
        return best if best is not None and best.value > WORTHWHILE else None

    def march(self) -> ActionVerdict | None:
        """The next unit's way, if there is a better place for it than where it stands."""
        return best_march(self.situation, self.menu, self.memory, self.budget, blur=self.blur)

    def _out_of_the_crowd(self) -> ActionVerdict | None:
        """Where nobody may stop because too many stand together: the best step of those who can take one."""
        if Done() in self.menu:
            return None
        steps = [each for offer in self.menu.offers if offer.action is StepTo for each in offer.actions()]
        best: ActionVerdict | None = None
        for action in spread([each for each in steps if each not in self.memory.spurned], MOST_TRIED):
            self.budget.spend(2)
            unit, to = self.state.unit(action.units()[0]), action.locations()[-1]
            worth = self.situation.standing(unit, to) - self.situation.want(unit, to)
            if best is None or worth > best.value:
                best = ActionVerdict(action, worth)
        if best is not None:
            self.memory.spurned.add(best.action)
        return best

    def _first(self) -> ActionVerdict | None:
        """What is left where everything was spurned and something must be done."""
        action = self.menu.default or next(iter(self.menu), None)
        return ActionVerdict(action, 0.0) if action is not None else None

    # Every sort of action

    def weighed(self) -> Iterator[ActionVerdict]:
        """Everything but steps and stopping, with what it is worth."""
        moving = self.menu.asks_for(StepTo)
        for offer in self.menu.offers:
            kind = offer.action
            if kind in (Done, StepTo) or (moving and (kind is PickUnit or kind.kind == "drop-unit")):
                continue
            if moving and kind.kind in self.memory.closed:
                continue
            if self.memory.done[kind.kind] >= MOST_OF_A_KIND and Done() in self.menu:
                continue
            yield from self._of_offer(offer)

    def _of_offer(self, offer: Offer[Action]) -> Iterator[ActionVerdict]:
        if not offer.any():
            return
        actions = offer.actions()
        kind = offer.action
        if kind is PickUnit:
            yield from self._picks(actions)
        elif kind.kind == "declare-attack":
            yield from self.attacks.begun(actions)
        elif _goes_somewhere(actions[0]):
            yield from self._goings(spread(actions, MOST_PLACED))
        else:
            on_the_march = StepTo in self._sorts
            yield from self._tried(self._likeliest(actions) if on_the_march else spread(actions, MOST_TRIED))

    def _likeliest(self, actions: Sequence[Action]) -> Sequence[Action]:
        """Of more actions than are tried on the march those first whose units stand beside an enemy."""
        most, left = MOST_TRIED_ON_THE_MARCH, [each for each in actions if each not in self.memory.spurned]
        if len(left) <= most:
            return left
        near = [each for each in left if self._is_beside_enemies(each)]
        are_near = set(near)
        others = [each for each in left if each not in are_near]
        return [*spread(near, most), *spread(others, max(0, most - len(near)))]

    def _is_beside_enemies(self, action: Action) -> bool:
        beside, enemies = self.situation.land.beside, self._enemy_places
        return any(not enemies.isdisjoint(beside[self.state.unit(unit).at]) for unit in action.units())

    @cached_property
    def _enemy_places(self) -> frozenset[Location]:
        return frozenset(self.situation.enemy_places)

    def _goings(self, actions: Sequence[Action]) -> Iterator[ActionVerdict]:
        """What it is worth that a unit goes to a place, at once and wherever it is now."""
        ranked: list[tuple[float, Action]] = []
        for action in actions:
            if action in self.memory.spurned or action.units()[0] in self.memory.posted:
                continue
            self.budget.spend()
            ranked.append((self._going(action) + self._habit(action) + self.blur(), action))
        ranked.sort(key=lambda each: -each[0])
        for number, (promised, action) in enumerate(ranked):
            unit, to = self.state.unit(action.units()[0]), action.locations()[-1]
            worth = min(promised, 0.0)
            if number < MOST_CHECKED:
                self.budget.spend(2)
                worth = promised - (self.situation.want(unit, to) if self.situation.land.is_ground[to] else 0.0)
                if worth > WORTHWHILE and self._is_out_of_action(action, unit):
                    worth = 0.0
            place = self.game.board.label(to)
            why = (Term(message("reason.stand", place=place), hundredths(worth), self.menu.rule),)
            yield ActionVerdict(action, worth, why)

    def _going(self, action: Action) -> float:
        """How much better a unit would stand; one that helps attacks still to be made in a movement, how much more."""
        unit, to = self.state.unit(action.units()[0]), action.locations()[-1]
        better = self.situation.standing(unit, to) - self.situation.standing(unit, unit.at)
        after = self._apply(action) if StepTo in self._sorts and helps_now(self.situation, unit) else None
        if after is None or unit.id not in after.state.units:
            return better
        return help_after(self.situation, unit, after.state) + (better if self.situation.might(unit).steps else 0.0)

    def _is_out_of_action(self, action: Action, unit: Unit) -> bool:
        """Whether a unit that stands somewhere would be good for nothing once it has gone, such as aboard a train."""
        if not self.situation.might(unit).steps:
            return False
        after = self._apply(action)
        if after is None or unit.id not in after.state.units:
            return False
        return not self.game.ruleset.might(self.game, after.state, after.state.unit(unit.id)).steps

    def _picks(self, actions: Sequence[Action]) -> Iterator[ActionVerdict]:
        """A unit is worth taking in hand for the best place that it can then go to."""
        for action in actions:
            if action in self.memory.spurned or self.budget.is_spent:
                continue
            after = self._apply(action)
            unit = action.units()[0]
            goings = [] if after is None else self._open_goings(after.state, unit)
            self.memory.spurned.add(action)
            best = max(self._goings(goings), key=lambda each: each.value, default=None)
            if best is not None:
                yield ActionVerdict(action, best.value, best.reason)

    def _open_goings(self, state: State, unit: UnitId) -> list[Action]:
        menu = self.game.menu(state)
        if menu.side != self.menu.side:
            return []
        return [each for each in menu.of_unit(unit) if _goes_somewhere(each)][:MOST_PLACED]

    def _tried(self, actions: Sequence[Action]) -> Iterator[ActionVerdict]:
        """Anything else: an attack by its outlook, or what the position is worth after it and what it opens."""
        for action in actions:
            if action in self.memory.spurned or (self.budget.is_spent and Done() in self.menu):
                continue
            attack = self.attacks.outlook_if(action) if action.struck else None
            if attack is not None:
                yield ActionVerdict(action, attack.value + self.blur(), attack.reason(self.situation))
                continue
            gain = self._gain(action)
            if gain is None:
                continue
            opened, reason = self._opened(action)
            worth = gain + opened + self._habit(action) + self.blur()
            said = reason or (Term(message("reason.position"), hundredths(worth), self.menu.rule),)
            yield ActionVerdict(action, worth, said)

    def _opened(self, action: Action) -> tuple[float, tuple[Term, ...]]:
        """What the rules say an action opens: amounts, the best march, the best attack."""
        found = self.game.ruleset.prospect(self.game, self.state, action)
        worth, reason = self.situation.weigh(found.terms), tuple(found.terms)
        marches = [self.march_gain(unit) for unit in found.movers]
        worth += sum(gain for gain in marches if gain > 0)
        attacks = [each for asked in found.attacks if (each := self.attacks.outlook(asked, what_if=True)) is not None]
        best = max(attacks, key=lambda each: each.value, default=None)
        if best is not None:
            worth += best.value
            reason = best.reason(self.situation)
        return worth, reason

    def march_gain(self, unit: UnitId) -> float:
        """How much better the best place is that a unit could march to than where it stands."""
        found = march_of(self.situation, unit, self.memory, self.budget)
        return found.gain if found is not None else 0.0

    def _habit(self, action: Action) -> float:
        habits = self.situation.weights.habits
        name = f"{action.kind}-{action.use}" if isinstance(action, PlayCard) else action.kind
        return habits.get(name, 0.0)

    # Trying

    def _gain(self, action: Action) -> float | None:
        """How much more the position is worth after an action, on average over the dice it throws."""
        after = self._apply(action)
        if after is None:
            return None
        values = [self._worth_of(after.state)]
        if after.state.throws != self.state.throws:
            for salt in SALTS[1:]:
                other = self._apply(action, salt)
                if other is not None:
                    values.append(self._worth_of(other.state))
        if self._value is None:
            self._value = self.situation.value()
        return sum(values) / len(values) - self._value

    def _worth_of(self, state: State) -> float:
        after = Situation(self.game, state, self.situation.side, weights=self.situation.weights)
        return after.value()

    def _apply(self, action: Action, salt: int = 0) -> Transition | None:
        """The state after an action that the imagined state allows too."""
        self.budget.spend()
        state = evolve(self.state, seed=self.state.seed + salt) if salt else self.state
        try:
            return self.game.apply(state, action)
        except IllegalAction:
            return None

    @cached_property
    def _sorts(self) -> frozenset[type[Action]]:
        return frozenset(offer.action for offer in self.menu.offers)

    @cached_property
    def _kinds(self) -> frozenset[str]:
        """The kinds that come into question, allowed or not."""
        return frozenset(offer.action.kind for offer in self.menu.offers)


def _goes_somewhere(action: Action) -> bool:
    """Whether an action takes one unit to a place and attacks nobody."""
    touched = type(action).touches()
    return (
        len(touched["unit"]) == 1 and len(touched["location"]) == 1 and not action.struck and len(action.units()) == 1
    )
