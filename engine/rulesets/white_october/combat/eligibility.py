"""8.1 to 8.4: who may attack, fire, move offensively, and against what."""

from __future__ import annotations

from collections.abc import Iterable

from engine.core.game import Game
from engine.core.ids import Location, Side, UnitId
from engine.core.messages import message
from engine.core.refusals import Refusal
from engine.core.state import State, Unit
from engine.rulesets.white_october.cases import rule
from engine.rulesets.white_october.fleets import is_red_fleet
from engine.rulesets.white_october.ground import HALVES
from engine.rulesets.white_october.kinds import FOOT, Kind
from engine.rulesets.white_october.materials import Materials
from engine.rulesets.white_october.names import (
    ATTACKING,
    BOMBARDED,
    OFFENSIVE_MOVE,
    RESTING,
    ROUTED,
    SAPPER,
    SOVIET,
    SUPPORTED,
    Role,
    Trait,
    enemy_of,
)
from engine.rulesets.white_october.standing import ashore, company, standing
from engine.rulesets.white_october.supply import blown

BUSY = (ATTACKING, BOMBARDED, SUPPORTED, OFFENSIVE_MOVE, SAPPER)
"""Marks of those that do something else in this combat sequence."""


@rule("8.1.1", "8.2.4", "8.3", "8.4")
def busy_refusal(unit: Unit) -> Refusal | None:
    """Each unit does one thing in a combat sequence."""
    if OFFENSIVE_MOVE in unit.marks:
        return Refusal("8.3", message("refusal.wo.busy", unit=unit.id))
    if SAPPER in unit.marks:
        return Refusal("8.4", message("refusal.wo.busy", unit=unit.id))
    if BOMBARDED in unit.marks:
        return Refusal("8.1.1", message("refusal.wo.busy", unit=unit.id))
    if any(mark in unit.marks for mark in (ATTACKING, SUPPORTED)):
        return Refusal("8.2.4" if SUPPORTED in unit.marks else "8.2.1", message("refusal.wo.busy", unit=unit.id))
    return None


# Targets


@rule("8.2.1", "13")
def attackable(game: Game, state: State, at: Location, side: Side) -> bool:
    """Whether somebody can be attacked in a place by a side: any enemy on land."""
    return bool(ashore(game, state, at, enemy_of(side)))


@rule("8.1.1", "8.2.1")
def target_refusal(game: Game, state: State, target: Location, bombarded: frozenset[Location]) -> Refusal | None:
    """What forbids an attack on a hex by anyone: nobody there, a bombardment, or nobody beside it who could attack."""
    label = game.board.label(target)
    if not attackable(game, state, target, state.side):
        return Refusal("8.2.1", message("refusal.wo.nobody-there", hex=label))
    if target in bombarded:
        return Refusal("8.1.1", message("refusal.wo.bombarded-hex", hex=label))
    first: Refusal | None = None
    for unit in neighbours(game, state, target, state.side):
        if not game.materials.kind(unit).is_combat:
            continue
        refusal = attacker_refusal(game, state, unit.id, target)
        if refusal is None:
            return None
        first = first or refusal
    return first or Refusal("8.2.1", message("refusal.wo.no-attacker", hex=label))


def neighbours(game: Game, state: State, target: Location, side: Side) -> tuple[Unit, ...]:
    """The units of a side beside a place, hex by hex."""
    around = game.materials.ground.around[target]
    return tuple(unit for at in sorted(around) for unit in ashore(game, state, at, side))


@rule("8.2.1")
def contacts(game: Game, state: State, side: Side) -> tuple[Location, ...]:
    """The hexes with enemies beside a combat unit of a side."""
    around = game.materials.ground.around
    enemies = standing(game, state, enemy_of(side)).present
    mine = standing(game, state, side).combat
    return tuple(sorted(at for at in enemies if not mine.isdisjoint(around[at])))


# Attackers


@rule("6.1", "8.2.1", "8.2.6.D", "9.3", "14.2")
def attacker_refusal(game: Game, state: State, id: UnitId, target: Location) -> Refusal | None:
    """What keeps a unit out of an attack on a hex, whoever else takes part."""
    materials: Materials = game.materials
    unit = state.units.get(id)
    if unit is None or unit.side != state.side or not materials.is_on_map(unit):
        return Refusal("8.2.1", message("refusal.wo.not-yours", unit=id))
    kind = materials.kind(unit)
    if not (kind.is_combat or kind.is_vehicle):
        return Refusal("8.2.1", message("refusal.wo.no-attack", unit=id))
    if ROUTED in unit.marks:
        return Refusal("8.2.6.D", message("refusal.wo.routed", unit=id))
    if kind.is_nwa and state.values.get(RESTING, False):
        return Refusal("9.3", message("refusal.wo.attack-resting", unit=id))
    if SOVIET in unit.marks:
        return Refusal("6.1", message("refusal.wo.soviet", unit=id))
    busy = busy_refusal(unit)
    if busy is not None:
        return busy
    if target not in materials.ground.around[unit.at]:
        return Refusal("8.2.1", message("refusal.wo.not-adjacent", unit=id, hex=game.board.label(target)))
    if not can_enter(game, state, kind, unit.at, target):
        return Refusal("8.2.1", message("refusal.wo.cannot-enter", unit=id, hex=game.board.label(target)))
    return None


@rule("8.2.1", "14.2")
def can_enter(game: Game, state: State, kind: Kind, origin: Location, target: Location) -> bool:
    """Nobody attacks what it could not enter; a train sends the men that it carries."""
    movement_class = FOOT if kind.role is Role.ARMOURED_TRAIN else kind.movement_class
    steps = game.materials.ground.prices(movement_class, blown(state)).steps[origin]
    return any(to == target for to, _ in steps)


# Fire


@rule("8.1.2", "8.2.4", "15.1")
def fire_range(game: Game, kind: Kind, *, bombarding: bool) -> int:
    """How many hexes a unit fires: two, the Red fleet three, and Kronstadt three when it bombards."""
    materials: Materials = game.materials
    if is_red_fleet(kind) or (bombarding and kind.has(Trait.KRONSTADT)):
        return materials.number("long_fire_range")
    return materials.number("fire_range")


@rule("8.1.2", "12")
def fire_distance(game: Game, unit: Unit, target: Location, *, bombarding: bool) -> int | None:
    """How far a target is, in half hexes; None when it is out of range."""
    materials: Materials = game.materials
    reach = fire_range(game, materials.kind(unit), bombarding=bombarding)
    found = materials.ground.ranges(unit.at, reach).get(target)
    return found if found is not None and found <= HALVES * reach else None


@rule("8.1.2")
def observed(game: Game, state: State, target: Location, side: Side) -> bool:
    """Enemies are observed when any unit of the side stands beside them."""
    around = game.materials.ground.around[target]
    return any(company(state, at, side) for at in around)


def places(state: State, units: Iterable[UnitId]) -> tuple[Location, ...]:
    """The hexes of some units, each once, in the order of the board."""
    return tuple(sorted({state.unit(unit).at for unit in units}))
