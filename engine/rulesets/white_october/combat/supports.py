"""8.2.4, 5.2 and 5.3: who supports an attack or its defence, and which headquarters lets them."""

from __future__ import annotations

from collections.abc import Iterable

from engine.core.game import Game
from engine.core.ids import Location, Side, UnitId
from engine.core.messages import message
from engine.core.refusals import Refusal
from engine.core.state import State, Unit
from engine.rulesets.white_october.aviation import flyable, grounded
from engine.rulesets.white_october.cases import rule
from engine.rulesets.white_october.combat.eligibility import busy_refusal, fire_distance, places
from engine.rulesets.white_october.combat.plans import PlannedAttack
from engine.rulesets.white_october.command import commands, gives, points_left, reach, staff_refusal, uncommanded_case
from engine.rulesets.white_october.materials import Materials
from engine.rulesets.white_october.names import RETIRED, ROUTED, Ability, Role, Trait, enemy_of
from engine.rulesets.white_october.standing import ashore, company

FREE = (Role.FLEET, Role.AIRCRAFT)
"""What intervenes without being commanded (5.2)."""


def guns(game: Game, state: State, side: Side) -> tuple[Unit, ...]:
    """Everything of a side on the map that could support."""
    materials: Materials = game.materials
    return tuple(
        unit
        for unit in state.every_unit()
        if unit.side == side and materials.kind(unit).is_support and materials.is_on_map(unit)
    )


@rule("8.2.4", "8.2.6.D", "13")
def _gun_refusal(game: Game, unit: Unit, target: Location) -> Refusal | None:
    """What keeps a gun from supporting at all: rout, another task, Kronstadt's own rule, distance."""
    kind = game.materials.kind(unit)
    if ROUTED in unit.marks:
        return Refusal("8.2.6.D", message("refusal.wo.routed", unit=unit.id))
    if kind.has(Trait.KRONSTADT):
        return Refusal("13", message("refusal.wo.only-bombards", unit=unit.id))
    if RETIRED in unit.marks:
        return Refusal("8.2.3", message("refusal.wo.has-retired", unit=unit.id))
    busy = busy_refusal(unit)
    if busy is not None:
        return busy
    if fire_distance(game, unit, target, bombarding=False) is None:
        return Refusal("8.2.4", message("refusal.wo.out-of-range", unit=unit.id, hex=game.board.label(target)))
    return None


# The attacker


@rule("8.2.4")
def support_candidates(game: Game, state: State, attack: PlannedAttack) -> tuple[UnitId, ...]:
    """What the attacker may think of: guns and ships, and aircraft by day."""
    side = state.unit(attack.attackers[0]).side
    return tuple(unit.id for unit in (*guns(game, state, side), *flyable(game, state, side)))


@rule("5.1", "5.2", "8.2.4", "8.2.5", "15.2")
def support_refusal(
    game: Game, state: State, attack: PlannedAttack, named: tuple[UnitId, ...], id: UnitId, *, owed: int = 0
) -> Refusal | None:
    """What keeps a unit from supporting an attack; `owed` are points of command that it still has to pay itself."""
    materials: Materials = game.materials
    unit = state.units.get(id)
    side = state.unit(attack.attackers[0]).side
    if unit is None or unit.side != side or not materials.kind(unit).is_support or id in (*named, *attack.attackers):
        return Refusal("8.2.4", message("refusal.wo.no-support", unit=id))
    if materials.kind(unit).role is Role.AIRCRAFT:
        return _aircraft_refusal(game, state, attack, unit)
    refusal = _gun_refusal(game, unit, attack.target)
    if refusal is not None or materials.kind(unit).role in FREE:
        return refusal
    if unit.at in places(state, attack.attackers):
        return None
    if attack.hq is None or id not in attack.commanded:
        case = "5.2" if attack.hq is None else uncommanded_case(game, state.unit(attack.hq), unit)
        return Refusal(case, message("refusal.wo.not-commanded", unit=id))
    paid = remote_hexes(game, state, attack, named)
    if unit.at not in paid and points_left(game, state.unit(attack.hq)) <= len(paid) + owed:
        return Refusal("5.2", message("refusal.wo.command-spent", unit=attack.hq))
    return None


@rule("1.7", "8.1.1", "8.2.5", "15.2")
def _aircraft_refusal(game: Game, state: State, attack: PlannedAttack, unit: Unit) -> Refusal | None:
    """Aircraft support by day, if they can fly at all and are not to bomb another hex."""
    if attack.night:
        return Refusal("8.2.5", message("refusal.wo.no-flight-by-night", unit=unit.id))
    return grounded(game, state, unit) or busy_refusal(unit)


@rule("5.2")
def remote_hexes(game: Game, state: State, attack: PlannedAttack, named: Iterable[UnitId]) -> tuple[Location, ...]:
    """The hexes of guns away from the attackers, each of which takes a point of command."""
    materials: Materials = game.materials
    own = places(state, attack.attackers)
    away = {
        state.unit(unit).at
        for unit in named
        if materials.kind(state.unit(unit)).role not in FREE and state.unit(unit).at not in own
    }
    return tuple(sorted(away))


@rule("5.2")
def guns_commanded(game: Game, state: State, hq: UnitId) -> tuple[UnitId, ...]:
    """The guns that a headquarters commands now."""
    record = state.unit(hq)
    return tuple(unit.id for unit in guns(game, state, record.side) if commands(game, state, record, unit))


# The defender


@rule("5.3", "8.2.4")
def defending_hq_refusal(game: Game, state: State, attack: PlannedAttack, hq: UnitId) -> Refusal | None:
    """A headquarters intervenes where its line of command leads to the attacked hex and it has points left.

    A stack that mixes the North-West Army and Estonians none of them commands (ruling 16); ships need no command.
    """
    side = enemy_of(state.unit(attack.attackers[0]).side)
    refusal = staff_refusal(game, state, side, hq, "5.3")
    if refusal is not None:
        return refusal
    record = state.unit(hq)
    if attack.target not in reach(game, state, hq):
        return Refusal("5.1", message("refusal.wo.out-of-command", unit=hq, hex=game.board.label(attack.target)))
    if not all(commands(game, state, record, unit) for unit in ashore(game, state, attack.target, side)):
        return Refusal("5.2", message("refusal.wo.out-of-command", unit=hq, hex=game.board.label(attack.target)))
    if points_left(game, record) < 1:
        return Refusal("5.3", message("refusal.wo.command-spent", unit=hq))
    return None


@rule("5.3", "5.5")
def benefit_cost(game: Game, state: State, attack: PlannedAttack, hq: UnitId | None) -> int:
    """What a headquarters pays for the attacked hex itself: a point if it gives it an advantage."""
    if hq is None:
        return 0
    side = enemy_of(state.unit(attack.attackers[0]).side)
    record, stack = state.unit(hq), company(state, attack.target, side)
    return int(any(gives(game, record, ability, stack) for ability in (Ability.MORALE, Ability.DEFENCE)))


@rule("5.3", "8.2.4", "15.2")
def answer_refusal(
    game: Game,
    state: State,
    attack: PlannedAttack,
    id: UnitId,
    *,
    hq: UnitId | None,
    cost: int,
    named: tuple[UnitId, ...],
) -> Refusal | None:
    """What keeps a unit from supporting the defence: out of the hex it needs the headquarters that commands both.

    `cost` is what the headquarters has to pay for the attacked hex itself.
    """
    materials: Materials = game.materials
    side = enemy_of(state.unit(attack.attackers[0]).side)
    unit = state.units.get(id)
    if unit is None or unit.side != side or not materials.kind(unit).is_support or id in named:
        return Refusal("8.2.4", message("refusal.wo.no-support", unit=id))
    kind = materials.kind(unit)
    if kind.role is Role.AIRCRAFT:
        return Refusal("15.2", message("refusal.wo.flies-in-attack", unit=id))
    if unit.at == attack.target and _fights_itself(game, state, unit):
        return Refusal("14.2" if kind.role is Role.ARMOURED_TRAIN else "8.2.4", message("refusal.wo.fights", unit=id))
    refusal = _gun_refusal(game, unit, attack.target)
    if refusal is not None or kind.role in FREE or unit.at == attack.target:
        return refusal
    if hq is None or not commands(game, state, state.unit(hq), unit):
        return Refusal("8.2.4", message("refusal.wo.not-commanded", unit=id))
    paid = answering_hexes(game, state, attack, named)
    if unit.at not in paid and points_left(game, state.unit(hq)) <= len(paid) + cost:
        return Refusal("5.3", message("refusal.wo.command-spent", unit=hq))
    return None


@rule("8.2.4", "13", "14.2")
def _fights_itself(game: Game, state: State, unit: Unit) -> bool:
    """Whether a support in the attacked hex fights instead: a train, guns without combat units, a fort alone."""
    materials: Materials = game.materials
    role = materials.kind(unit).role
    others = [materials.kind(other) for other in company(state, unit.at, unit.side)]
    if role is Role.FORT:
        return not any(kind.is_combat or kind.is_gun for kind in others)
    return role is Role.ARMOURED_TRAIN or (role is Role.ARTILLERY and not any(kind.is_combat for kind in others))


@rule("5.3")
def answering_hexes(game: Game, state: State, attack: PlannedAttack, named: Iterable[UnitId]) -> tuple[Location, ...]:
    """The hexes away from the attacked one whose guns fire, each of which takes a point of command."""
    materials: Materials = game.materials
    away = {
        state.unit(unit).at
        for unit in named
        if materials.kind(state.unit(unit)).role not in FREE and state.unit(unit).at != attack.target
    }
    return tuple(sorted(away))
