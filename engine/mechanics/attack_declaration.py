"""Declaring an attack: who attacks what, put together piece by piece until it is thrown or called off.

The attack in hand is a value, `DeclaredAttack`. What a game allows is an `AttackRules`, a set of functions that say
which places and units come into question and what forbids each. Everything else follows from the two: the offers of a
menu, what an action makes of the attack, what forbids it as a whole, the question about it that `attack_now` and
`attack_if` give, and the actions with which `stage_attack` declares it. Frames, phases, prompts and cases stay the
game's own; a frame may hold the value, or have fields of its own from which the value is made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

from immutables import Map

from engine.core.board import Board
from engine.core.game import Game
from engine.core.ids import Location, UnitId
from engine.core.menu import Menu, Offer
from engine.core.messages import Message
from engine.core.records import Action
from engine.core.refusals import Refusal
from engine.core.state import Scalar, State, evolve

A = TypeVar("A", bound=Action)
Refused: TypeAlias = Refusal | None

# Actions


@dataclass(frozen=True, slots=True)
class DeclareAttack(Action):
    """Begin an attack on a place."""

    kind: ClassVar[str] = "declare-attack"
    target: Location

    @property
    def struck(self) -> tuple[Location, ...]:
        return (self.target,)


@dataclass(frozen=True, slots=True)
class AddTarget(Action):
    """Attack another place as well."""

    kind: ClassVar[str] = "add-target"
    target: Location

    @property
    def struck(self) -> tuple[Location, ...]:
        return (self.target,)


@dataclass(frozen=True, slots=True)
class AddAttacker(Action):
    """Let a unit take part in the attack."""

    kind: ClassVar[str] = "add-attacker"
    unit: UnitId


@dataclass(frozen=True, slots=True)
class TakeBack(Action):
    """Let a unit that was to take part stay out of the attack after all."""

    kind: ClassVar[str] = "take-back"
    unit: UnitId


@dataclass(frozen=True, slots=True)
class Resolve(Action):
    """The attack is declared for good; what follows is dice or the other side's answer."""

    kind: ClassVar[str] = "resolve"


@dataclass(frozen=True, slots=True)
class CallOff(Action):
    """Think better of the attack."""

    kind: ClassVar[str] = "call-off"


# The attack


@dataclass(frozen=True, slots=True)
class DeclaredAttack:
    """An attack as far as it has been put together."""

    targets: tuple[Location, ...]
    attackers: tuple[UnitId, ...] = ()
    choices: Map[str, Scalar] = Map()
    """What else was decided, by the name questions have for it: by night, with the siege guns, in a lower column."""
    supports: Map[str, tuple[str, ...]] = Map()
    """The cards, guns, aircraft and leaders that help, by the name questions have for their sort."""

    @property
    def target(self) -> Location:
        """The place it began with."""
        return self.targets[0]

    def joined(self, unit: UnitId) -> DeclaredAttack:
        return replace(self, attackers=(*self.attackers, unit))

    def without(self, unit: UnitId) -> DeclaredAttack:
        return replace(self, attackers=tuple(each for each in self.attackers if each != unit))

    def widened(self, target: Location) -> DeclaredAttack:
        return replace(self, targets=(*self.targets, target))

    def chosen(self, name: str, value: Scalar = True) -> DeclaredAttack:
        return replace(self, choices=self.choices.set(name, value))

    def supported(self, name: str, by: str) -> DeclaredAttack:
        return replace(self, supports=self.supports.set(name, (*self.supports.get(name, ()), by)))


@dataclass(frozen=True, slots=True)
class AttackOption(Generic[A]):
    """One more thing that a side may decide about its attack: artillery, aircraft, a leader, a lower column."""

    action: type[A]
    candidates: Callable[[Game, State, DeclaredAttack], Iterable[A]]
    refusal: Callable[[Game, State, DeclaredAttack, A], Refused]
    changed: Callable[[DeclaredAttack, A], DeclaredAttack]
    """The attack once the action is taken."""
    staged: Callable[[DeclaredAttack], Iterable[A]]
    """The actions that lead to what an attack has of this."""


@dataclass(frozen=True, slots=True)
class AttackRules:
    """What a game says about putting an attack together."""

    targets: Callable[[Game, State], Iterable[Location]]
    """The places that come into question."""
    target_refusal: Callable[[Game, State, Location], Refused]
    """What forbids an attack on a place by anyone."""
    attackers: Callable[[Game, State, tuple[Location, ...]], Iterable[UnitId]]
    """The units that could attack some places together."""
    attacker_refusal: Callable[[Game, State, DeclaredAttack, UnitId], Refused]
    """What keeps one more unit out of an attack."""
    resolve_refusal: Callable[[Game, State, DeclaredAttack], Refused]
    """What is still missing before it can be resolved."""
    early: Callable[[UnitId], Refusal]
    """What is said of an attack by a side whose turn it is not."""
    further_targets: Callable[[Game, State, DeclaredAttack], Iterable[Location]] | None = None
    """The places that may be attacked as well; None where an attack is always on one place."""
    further_target_refusal: Callable[[Game, State, DeclaredAttack, Location], Refused] | None = None
    options: tuple[AttackOption[Any], ...] = ()
    take_back_refusal: Callable[[Game, State, DeclaredAttack, UnitId], Refused] | None = None
    """What keeps a unit in the attack once it has joined; None where nobody is taken back by an action."""
    can_call_off: bool = True


def changed(rules: AttackRules, attack: DeclaredAttack, action: Action) -> DeclaredAttack | None:
    """What an action makes of the attack in hand; None when it does not change it."""
    if isinstance(action, AddAttacker):
        return attack.joined(action.unit)
    if isinstance(action, TakeBack):
        return attack.without(action.unit)
    if isinstance(action, AddTarget):
        return attack.widened(action.target)
    for option in rules.options:
        if isinstance(action, option.action):
            return option.changed(attack, action)
    return None


def begun_or_changed(
    rules: AttackRules, game: Game, state: State, in_hand: DeclaredAttack | None, action: Action
) -> DeclaredAttack | None:
    """The attack once an action is taken; one that is only declared is thought of with all who could take part."""
    if isinstance(action, DeclareAttack):
        places = (action.target,)
        return DeclaredAttack(places, tuple(rules.attackers(game, state, places)))
    return changed(rules, in_hand, action) if in_hand is not None else None


# Menus


def declare_offer(rules: AttackRules, game: Game, state: State) -> Offer[DeclareAttack]:
    """The attacks that can be begun."""
    return Offer(
        DeclareAttack,
        lambda: map(DeclareAttack, rules.targets(game, state)),
        lambda action: rules.target_refusal(game, state, action.target),
    )


def attack_menu(
    rules: AttackRules, game: Game, state: State, attack: DeclaredAttack, *, prompt: Message, rule: str
) -> Menu:
    """All that can be done with the attack in hand; to resolve it is the obvious choice as soon as that is allowed."""
    refused = rules.resolve_refusal(game, state, attack)
    offers: list[Offer[Any]] = [
        Offer(
            AddAttacker,
            lambda: map(AddAttacker, rules.attackers(game, state, attack.targets)),
            lambda action: rules.attacker_refusal(game, state, attack, action.unit),
        )
    ]
    further, refuse = rules.further_targets, rules.further_target_refusal
    if further is not None and refuse is not None:
        offers.append(
            Offer(
                AddTarget,
                lambda: map(AddTarget, further(game, state, attack)),
                lambda action: refuse(game, state, attack, action.target),
            )
        )
    offers += (option_offer(option, game, state, attack) for option in rules.options)
    keep = rules.take_back_refusal
    if keep is not None:
        offers.append(
            Offer(
                TakeBack,
                lambda: map(TakeBack, attack.attackers),
                lambda action: keep(game, state, attack, action.unit),
            )
        )
    offers.append(Offer.one(Resolve(), refused))
    if rules.can_call_off:
        offers.append(Offer.one(CallOff()))
    return Menu(state.side, prompt, rule, offers, default=Resolve() if refused is None else None)


def option_offer(option: AttackOption[A], game: Game, state: State, attack: DeclaredAttack) -> Offer[A]:
    """The actions with which one more thing is decided about the attack in hand."""
    return Offer(
        option.action,
        lambda: option.candidates(game, state, attack),
        lambda action: option.refusal(game, state, attack, action),
    )


def attack_refusal(rules: AttackRules, game: Game, state: State, attack: DeclaredAttack) -> Refused:
    """What forbids an attack as a whole: the first thing that putting it together would run into.

    Whose turn it is comes last, so that an attack that would never do is not put off to another phase.
    """
    side = state.unit(attack.attackers[0]).side if attack.attackers else state.side
    if side != state.side:
        return attack_refusal(rules, game, evolve(state, side=side), attack) or rules.early(attack.attackers[0])
    so_far = DeclaredAttack(attack.targets[:1])
    refusal = rules.target_refusal(game, state, attack.target)
    for action in _steps(rules, attack):
        if refusal is not None:
            return refusal
        refusal = _step_refusal(rules, game, state, so_far, action)
        so_far = changed(rules, so_far, action) or so_far
    return refusal or rules.resolve_refusal(game, state, so_far)


def _step_refusal(rules: AttackRules, game: Game, state: State, so_far: DeclaredAttack, action: Action) -> Refused:
    if isinstance(action, AddAttacker):
        return rules.attacker_refusal(game, state, so_far, action.unit)
    if isinstance(action, AddTarget):
        refuse = rules.further_target_refusal
        return refuse(game, state, so_far, action.target) if refuse is not None else None
    options = (option for option in rules.options if isinstance(action, option.action))
    return next((option.refusal(game, state, so_far, action) for option in options), None)


# Questions


def _steps(rules: AttackRules, attack: DeclaredAttack) -> tuple[Action, ...]:
    """The actions between declaring an attack and resolving it."""
    chosen = (action for option in rules.options for action in option.staged(attack))
    return (*map(AddTarget, attack.targets[1:]), *map(AddAttacker, attack.attackers), *chosen)


def staged(rules: AttackRules, attack: DeclaredAttack) -> tuple[Action, ...]:
    """The actions that declare an attack, put it together and resolve it."""
    return (DeclareAttack(attack.target), *_steps(rules, attack), Resolve())


def question(board: Board, attack: DeclaredAttack) -> dict[str, Any]:
    """The question about an attack: `units`, `target`, `targets` where there are more, and what else was decided."""
    labels = [board.label(at) for at in attack.targets]
    asked: dict[str, Any] = {"units": list(attack.attackers), "target": labels[0]}
    if len(labels) > 1:
        asked["targets"] = labels
    decided = {name: value for name, value in sorted(attack.choices.items()) if value}
    return asked | decided | {name: list(helpers) for name, helpers in sorted(attack.supports.items()) if helpers}


def asked_attack(
    game: Game, state: State, asked: Mapping[str, Any], *, choices: Iterable[str] = (), supports: Iterable[str] = ()
) -> DeclaredAttack:
    """The attack that a question describes; `choices` and `supports` are the names that the game knows."""
    more = (game.board.at(str(at)) for at in asked.get("targets", ()))
    return DeclaredAttack(
        targets=tuple(dict.fromkeys((game.board.at(asked["target"]), *more))),
        attackers=tuple(state.unit(UnitId(str(unit))).id for unit in asked["units"]),
        choices=Map({name: asked[name] for name in choices if asked.get(name)}),
        supports=Map({name: tuple(map(str, asked[name])) for name in supports if asked.get(name)}),
    )
