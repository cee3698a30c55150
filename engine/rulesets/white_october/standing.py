"""1.5 and 5.4: who stands where, who holds the hexes around, and whom an enemy may brush aside."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from engine.core.game import Game
from engine.core.ids import Location, Side, UnitId
from engine.core.state import BODIES, Of, State, Unit, derived
from engine.mechanics.zones import covered, exerted_by, uncancelled
from engine.rulesets.white_october.cases import rule
from engine.rulesets.white_october.kinds import Kind
from engine.rulesets.white_october.materials import Materials
from engine.rulesets.white_october.names import ROUTED, Role, Trait


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a side stands on the map."""

    occupied: frozenset[Location]
    """The hexes it closes to the enemy."""
    holding: frozenset[Location]
    """The hexes from which it exerts a zone."""
    present: frozenset[Location]
    """The hexes with any unit of it on land, whose presence cancels enemy zones for lines and retreats."""
    staffs: frozenset[Location]
    """The hexes with nothing but headquarters, which the enemy overruns by entering."""
    combat: frozenset[Location]
    """The hexes with a combat unit that is not routed."""


@rule("1.5")
def exerts_alone(kind: Kind) -> bool:
    """Tanks, armoured cars, staffs, fleets and aircraft exert no zone; a white symbol exerts none by itself."""
    if kind.role in (Role.ARTILLERY, Role.FORT):
        return True
    return kind.is_combat and not kind.has(Trait.WHITE_SYMBOL)


@rule("1.5")
def exerting(materials: Materials, units: Iterable[Unit]) -> tuple[Unit, ...]:
    """The units of one side in a hex that exert a zone: none that is routed, and white symbols in company only."""
    steady = [unit for unit in units if ROUTED not in unit.marks]
    fighting = sum(materials.kind(unit).is_combat for unit in steady)

    def exerts(unit: Unit) -> bool:
        kind = materials.kind(unit)
        return exerts_alone(kind) or (kind.is_combat and fighting > 1)

    return tuple(unit for unit in steady if exerts(unit))


@derived("units", "stacks", of=Of.ARGUMENT)
def standing(game: Game, state: State, side: Side) -> Standing:
    """One look at every stack of a side."""
    materials: Materials = game.materials
    on_map, kinds = materials.ground.on_map, materials.kinds
    present: set[Location] = set()
    occupied: set[Location] = set()
    holding: set[Location] = set()
    fighting: dict[Location, int] = {}
    for unit in state.every_unit():
        at = unit.at
        if unit.side != side or not on_map[at]:
            continue
        kind = kinds[unit.type]
        if not kind.is_land:
            continue
        present.add(at)
        if hampers(kind):
            occupied.add(at)
        if ROUTED in unit.marks:
            continue
        if kind.is_combat:
            fighting[at] = fighting.get(at, 0) + 1
        if exerts_alone(kind):
            holding.add(at)
    holding.update(at for at, number in fighting.items() if number > 1)
    return Standing(
        occupied=frozenset(occupied),
        holding=frozenset(holding),
        present=frozenset(present),
        staffs=frozenset(present - occupied),
        combat=frozenset(fighting),
    )


@rule("5.4")
def hampers(kind: Kind) -> bool:
    """A headquarters alone, or with vehicles only (ruling 18), hampers nobody; whoever is its company does."""
    return kind.is_company


@rule("1.5")
@derived("units", "stacks", of=Of.ARGUMENT)
def zone_hexes(game: Game, state: State, side: Side) -> frozenset[Location]:
    """The hexes that lie in a zone of a side: all six around, whatever the ground between (ruling 9)."""
    return frozenset(covered(game.materials.ground.around, standing(game, state, side).holding))


@rule("1.5")
@derived("units", "stacks", of=Of.ARGUMENT)
def zones(game: Game, state: State, side: Side) -> Mapping[Location, tuple[UnitId, ...]]:
    """For each hex in a zone of a side, the units that exert it."""
    materials: Materials = game.materials
    around = materials.ground.around
    return exerted_by(
        (unit.id, around[at])
        for at in sorted(standing(game, state, side).holding)
        for unit in exerting(materials, company(state, at, side))
    )


@rule("1.5")
def open_zones(game: Game, state: State, side: Side, enemy: Side) -> frozenset[Location]:
    """The enemy zones that lines and retreats of a side feel: not where one of its own units stands."""
    return uncancelled(zone_hexes(game, state, enemy), standing(game, state, side).present)


@derived(BODIES, of=Of.ARGUMENT)
def roster(game: Game, state: State, side: Side, *roles: Role) -> tuple[UnitId, ...]:
    """The units of a side that are of some roles, wherever they are, in the order of their ids."""
    kinds = game.materials.kinds
    return tuple(unit.id for unit in state.every_unit() if unit.side == side and kinds[unit.type].role in roles)


def company(state: State, at: Location, side: Side) -> tuple[Unit, ...]:
    """The units of a side in a place, from the bottom of the stack up."""
    return tuple(unit for unit in state.at(at) if unit.side == side)


def still_there(game: Game, state: State, units: Iterable[UnitId]) -> tuple[Unit, ...]:
    """Those of some units that are still on the map, in the order in which they are named."""
    materials: Materials = game.materials
    return tuple(unit for unit in map(state.unit, units) if materials.is_on_map(unit))


def ashore(game: Game, state: State, at: Location, side: Side) -> tuple[Unit, ...]:
    """The units of a side in a place that stand on land."""
    materials: Materials = game.materials
    return tuple(unit for unit in company(state, at, side) if materials.kind(unit).is_land)
