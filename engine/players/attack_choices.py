"""Which attack to begin, who joins it, and whether it is thrown or called off: what each is worth comes from the game.

An attack that can be begun is thought of with all who could take part. Whoever is thorough also puts the likeliest
together on trial, with guns, aircraft and whatever else the game offers, before one of them is begun.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from engine.core.actions import Done
from engine.core.ids import Location, UnitId
from engine.core.menu import Menu
from engine.core.messages import message
from engine.core.records import Action
from engine.core.refusals import IllegalAction
from engine.core.state import State
from engine.core.terms import Term
from engine.players.attack_outlook import AttackOutlook, outlook
from engine.players.memory import Memory
from engine.players.player import Budget
from engine.players.position.situation import Situation
from engine.players.verdict import ActionVerdict

MOST_HELPED = 4
"""So many attacks are put together on trial before one of them is begun."""
MOST_JOINED = 12
"""So many join an attack on trial."""
MOST_ADDED = 24
"""Of so many of a kind that could join it is asked what each would bring."""
RESOLVE, CALL_OFF = "resolve", "call-off"
NO_ADDITIONS = frozenset({RESOLVE, CALL_OFF, "add-target", "take-back", Done.kind})
"""What one can do with an attack in hand without making it stronger."""
WORTHWHILE = 0.02
"""What an action has to be worth to be better than leaving it."""
BETTER = 0.05
"""What one more attacker has to add."""

Hope = tuple[float, Action, AttackOutlook]


class AttackChoices:
    """Attacks as one menu offers them."""

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
        self.situation, self.menu, self.memory, self.budget = situation, menu, memory, budget
        self.game, self.state = situation.game, situation.state
        self.blur, self.is_thorough = blur, is_thorough

    def outlook(self, asked: Mapping[str, Any], *, what_if: bool = False) -> AttackOutlook | None:
        self.budget.spend(3)
        return outlook(self.situation, asked, what_if=what_if)

    def outlook_if(self, action: Action, *, what_if: bool = False) -> AttackOutlook | None:
        """What the attack would come to that an action begins or changes."""
        asked = self.game.ruleset.attack_if(self.game, self.state, action)
        return self.outlook(asked, what_if=what_if) if asked is not None else None

    def begun(self, actions: Sequence[Action]) -> Iterator[ActionVerdict]:
        """Attacks that can be begun, each with all who could take part; the likeliest also with whatever may help."""
        hopes: list[Hope] = []
        for action in actions:
            if action in self.memory.spurned or set(action.struck) & self.memory.called_off:
                continue
            found = self.outlook_if(action, what_if=self.is_thorough) or self._from_one_place(action)
            if found is not None:
                hopes.append((found.value, action, found))
        hopes.sort(key=lambda each: -each[0])
        for number, (_, action, hoped) in enumerate(hopes):
            best = hoped
            if self.is_thorough and number < MOST_HELPED:
                tried = self.memory.tried_attack(action, self.state, self._tried)
                if tried is None:
                    continue
                best = max(tried, hoped, key=lambda each: each.value) if self._stands(action) else tried
            elif self.is_thorough and not self._stands(action):
                continue
            yield ActionVerdict(action, best.value + self.blur(), best.reason(self.situation))

    def _from_one_place(self, action: Action) -> AttackOutlook | None:
        """The same by those of one place alone, where all together may not make it: nobody leads them."""
        asked = self.game.ruleset.attack_if(self.game, self.state, action) or {}
        stacks: dict[Location, list[UnitId]] = {}
        for each in asked.get("units", ()):
            stacks.setdefault(self.state.unit(UnitId(str(each))).at, []).append(UnitId(str(each)))
        if len(stacks) < 2:
            return None
        found = (self.outlook({**asked, "units": units}) for units in stacks.values())
        return max((each for each in found if each is not None), key=lambda each: each.value, default=None)

    def _stands(self, action: Action) -> bool:
        """Whether the attack is allowed with all who could take part."""
        return self.outlook_if(action) is not None

    def _tried(self, begin: Action) -> AttackOutlook | None:
        """An attack with everybody and everything that makes it better, tried out; None if it would be forbidden."""
        try:
            state = self.game.apply(self.state, begin).state
        except IllegalAction:
            return None
        best: AttackOutlook | None = None
        asked: Mapping[str, Any] | None = None
        for _ in range(MOST_JOINED):
            menu = self.game.menu(state)
            if menu.side != self.menu.side or self.game.ruleset.attack_now(self.game, state) is None:
                break
            found = self._best_addition(state, menu)
            joins = found[1] if found is not None else self._strongest_addition(menu) if best is None else None
            if joins is None or (found and best and WORTHWHILE < best.value >= found[0] - BETTER):
                break
            if found is not None:
                best, asked = found[2], self.game.ruleset.attack_if(self.game, state, joins)
            try:
                state = self.game.apply(state, joins).state
            except IllegalAction:
                break
        return best if asked is not None and self.outlook(asked) is not None else None

    def _best_addition(self, state: State, menu: Menu) -> Hope | None:
        best: Hope | None = None
        for action in additions(menu):
            asked = self.game.ruleset.attack_if(self.game, state, action)
            found = self.outlook(asked, what_if=True) if asked is not None else None
            best = self._better(best, state, action, found)
        return best

    def _strongest_addition(self, menu: Menu) -> Action | None:
        """Who joins where nobody is strong enough alone for anything to be thrown: the strongest, until they are."""
        joining = ((self._strength(action), action) for action in additions(menu) if action.units())
        best = max(joining, key=lambda each: each[0], default=None)
        return best[1] if best is not None and best[0] > 0 else None

    def _strength(self, action: Action) -> float:
        return sum(self.situation.might(self.state.unit(unit)).attack for unit in action.units())

    def _better(self, best: Hope | None, state: State, action: Action, found: AttackOutlook | None) -> Hope | None:
        """Of two additions the one that is worth more, with what it leads to beyond the attack."""
        if found is None:
            return best
        worth = found.value + self.situation.weigh(self.game.ruleset.prospect(self.game, state, action).terms)
        return (worth, action, found) if best is None or worth > best[0] else best

    def build(self, attack: Mapping[str, Any]) -> ActionVerdict | None:
        """Let those join who make it better; throw it if it is worth it, else call it off for this phase."""
        now = self.outlook(attack)
        worth = now.value if now is not None else None
        best: Hope | None = None
        for action in additions(self.menu):
            found = self.outlook_if(action, what_if=self.is_thorough)
            best = self._better(best, self.state, action, found)
            if self.budget.is_spent:
                break
        if best is not None and (worth is None or worth <= WORTHWHILE or best[0] > worth + BETTER):
            return ActionVerdict(best[1], best[0], best[2].reason(self.situation))
        resolve, call_off = self._of_kind(RESOLVE), self._of_kind(CALL_OFF)
        if now is not None and now.value > WORTHWHILE and resolve is not None:
            return ActionVerdict(resolve, now.value, now.reason(self.situation))
        if best is None and worth is None:
            further = self._strongest_addition(self.menu) or next(iter(additions(self.menu)), None)
            if further is not None:
                return ActionVerdict(further, 0.0)
        self.memory.called_off.update(self._targets())
        if call_off is not None:
            return ActionVerdict(call_off, 0.0, (Term(message("reason.not-worth-it"), 0, self.menu.rule),))
        return ActionVerdict(resolve, 0.0) if resolve is not None else None

    def _of_kind(self, kind: str) -> Action | None:
        """The action of a kind that has one alone, if it is allowed."""
        return next((each for offer in self.menu.offers if offer.action.kind == kind for each in offer.actions()), None)

    def _targets(self) -> tuple[Location, ...]:
        asked = self.game.ruleset.attack_now(self.game, self.state) or {}
        names = [asked["target"]] if "target" in asked else []
        return tuple(self.game.board.at(str(each)) for each in names)


def additions(menu: Menu) -> Iterator[Action]:
    """What can make the attack in hand stronger."""
    for offer in menu.offers:
        if offer.action.kind not in NO_ADDITIONS:
            yield from spread(offer.actions(), MOST_ADDED)


def spread(actions: Sequence[Action], most: int) -> Sequence[Action]:
    """All of a few actions, or so many of a lot, taken evenly from first to last."""
    if len(actions) <= most:
        return actions
    return [actions[number * len(actions) // most] for number in range(most)]
