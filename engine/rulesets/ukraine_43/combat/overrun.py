"""Chapter 13: overruns, attacks in the middle of exploitation."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from engine.core.actions import PickUnit
from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import Location, UnitId
from engine.core.menu import Offer
from engine.core.messages import message
from engine.core.records import Action, Event
from engine.core.refusals import Refusal
from engine.core.state import State, Unit
from engine.mechanics.attack_declaration import AddAttacker, AddTarget, DeclaredAttack, Resolve
from engine.mechanics.stack_in_hand import spend, spent
from engine.rulesets.chapter import Chapter
from engine.rulesets.ukraine_43.cases import rule
from engine.rulesets.ukraine_43.combat.declaration import AttackFrame, asked, attack_rules
from engine.rulesets.ukraine_43.command import has_link, needs_link
from engine.rulesets.ukraine_43.ground import HALVES, Ground
from engine.rulesets.ukraine_43.marches import going, is_caught
from engine.rulesets.ukraine_43.materials import Materials
from engine.rulesets.ukraine_43.movers import unit_refusal
from engine.rulesets.ukraine_43.names import enemy_of
from engine.rulesets.ukraine_43.ratings import Mode, allowance
from engine.rulesets.ukraine_43.special_moves import Hand, SpecialMove
from engine.rulesets.ukraine_43.standing import troops


@dataclass(frozen=True, slots=True)
class Overrun(Action):
    """Let a unit, or the stack it leads, overrun a hex of the enemy."""

    kind: ClassVar[str] = "overrun"
    unit: UnitId
    target: Location

    @property
    def struck(self) -> tuple[Location, ...]:
        return (self.target,)


@dataclass(frozen=True, slots=True)
class OverrunBegun(Event):
    kind: ClassVar[str] = "overrun-begun"
    units: tuple[UnitId, ...]
    target: Location
    cost: int
    """In half points, what the dearest of them pays."""


@rule("13.1.B")
def overrun_cost(game: Game, state: State, unit: Unit, target: Location) -> int | None:
    """The ground, a whole point for a road, and two points more; leaving an enemy zone costs nothing (ruling 30)."""
    ground: Ground = game.materials.ground
    kind = game.materials.kind(unit)
    prices = dict(ground.prices(going(game, state, kind.movement_class, kind.is_artillery, unit.side)).steps[unit.at])
    price = prices.get(target)
    if price is None:
        return None
    if ground.edge(unit.at, target) in ground.ways:
        price = max(price, HALVES)
    return price + HALVES * int(game.materials.number("overrun_points"))


@rule("13.1.A", "13.1.C", "18.1.A")
def overrun_refusal(game: Game, state: State, hand: Hand, action: Overrun) -> Refusal | None:
    """One stack of mechanised units with enough points, from one hex and never across a major river."""
    materials: Materials = game.materials
    ground: Ground = materials.ground
    label = game.board.label(action.target)
    if hand.mode is not Mode.EXPLOITATION:
        return Refusal("13.1.A", message("refusal.u43.no-overrun-now"))
    members = hand.with_leader(action.unit)
    for member in members:
        refusal = unit_refusal(game, state, member, Mode.EXPLOITATION)
        if refusal is not None:
            return refusal
        if not materials.kind(state.unit(member)).is_mech:
            return Refusal("13.1.A", message("refusal.u43.overrun-foot", unit=member))
    units = [state.unit(member) for member in members]
    leader = state.unit(action.unit)
    elsewhere = next((unit for unit in units if unit.at != leader.at), None)
    if elsewhere is not None:
        return Refusal("13.1.C", message("refusal.u43.one-stack", unit=elsewhere.id))
    edge = game.board.edge_between(leader.at, action.target)
    if edge is None:
        return Refusal("13.1.A", message("refusal.u43.not-beside", unit=leader.id, hex=label))
    if not troops(game, state, action.target, enemy_of(state.side)):
        return Refusal("13.1.A", message("refusal.u43.nobody-there", hex=label))
    if edge in ground.majors:
        return Refusal("18.1.A", message("refusal.u43.overrun-river", hex=label))
    if is_caught(game, state, leader, members):
        return Refusal("5.4", message("refusal.u43.must-go-on", unit=leader.id))
    if all(materials.kind(state.unit(member)).is_headquarters for member in members):
        return Refusal("8.1", message("refusal.u43.nobody-attacks"))
    if needs_link(game, units) and not has_link(game, state, units):
        return Refusal("23.2", message("refusal.u43.no-link"))
    return next((found for member in members if (found := _points_refusal(game, state, member, action.target))), None)


@rule("13.1.B", "13.2")
def _points_refusal(game: Game, state: State, member: UnitId, target: Location) -> Refusal | None:
    unit = state.unit(member)
    cost = overrun_cost(game, state, unit, target)
    if cost is None:
        return Refusal("13.1.B", message("refusal.u43.impassable", unit=member, hex=game.board.label(target)))
    if cost > allowance(game, state, unit) - spent(unit):
        return Refusal("13.1.B", message("refusal.u43.overrun-points", unit=member))
    return None


@rule("13.1.B", "13.1.D")
def overrun(game: Game, draft: Draft, hand: Hand, action: Overrun) -> None:
    """The points are spent whether or not the stack goes on into the hex; then it is an attack like any other."""
    members = hand.with_leader(action.unit)
    costs = {member: overrun_cost(game, draft.state, draft.state.unit(member), action.target) for member in members}
    for member, cost in costs.items():
        assert cost is not None
        spend(draft, member, cost)
    draft.emit(OverrunBegun(members, action.target, max(cost or 0 for cost in costs.values())))
    draft.call(AttackFrame(DeclaredAttack((action.target,), members), overrun=True))


def stage_overrun(game: Game, state: State, about: Mapping[str, Any]) -> tuple[Action, ...]:
    """The actions by which those that a question names overrun: taken in hand, sent, helped and thrown for."""
    attack = asked(game, state, about)
    leader = state.unit(attack.attackers[0])
    stack = [unit for unit in attack.attackers if state.unit(unit).at == leader.at]
    in_hand: tuple[Action, ...] = tuple(PickUnit(unit) for unit in stack) if len(stack) > 1 else ()
    helped = (action for option in attack_rules().options for action in option.staged(attack))
    return (
        *in_hand,
        Overrun(leader.id, attack.target),
        *map(AddTarget, attack.targets[1:]),
        *(AddAttacker(unit) for unit in attack.attackers if unit not in stack),
        *helped,
        Resolve(),
    )


def _candidates(game: Game, state: State, hand: Hand) -> Iterator[Overrun]:
    materials: Materials = game.materials
    if hand.mode is not Mode.EXPLOITATION:
        return
    for unit in state.every_unit():
        if unit.side == state.side and materials.is_on_map(unit) and materials.kind(unit).is_mech:
            for target in materials.ground.around[unit.at]:
                if troops(game, state, target, enemy_of(state.side)):
                    yield Overrun(unit.id, target)


OVERRUNNING = SpecialMove(
    Overrun,
    frozenset(Mode),
    lambda game, state, hand: Offer(
        Overrun, lambda: _candidates(game, state, hand), lambda action: overrun_refusal(game, state, hand, action)
    ),
    overrun,
    takes_hand=True,
)

CHAPTER = Chapter(actions=(Overrun,), events=(OverrunBegun,))
