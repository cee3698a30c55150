"""8.3 and 8.4: what else is done in a combat sequence, offensive movements and bridges that are blown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import EdgeIndex, Location, UnitId
from engine.core.listing import Listing
from engine.core.messages import message
from engine.core.records import Action, Event
from engine.core.refusals import Refusal
from engine.core.state import State, Unit
from engine.core.unit_events import UnitDisplaced
from engine.rulesets.chapter import Chapter
from engine.rulesets.white_october.cases import rule
from engine.rulesets.white_october.combat.eligibility import BUSY, busy_refusal
from engine.rulesets.white_october.combat.retreat_ways import priced
from engine.rulesets.white_october.control import entered
from engine.rulesets.white_october.kinds import Kind
from engine.rulesets.white_october.marches import reserved_hexes
from engine.rulesets.white_october.materials import Materials
from engine.rulesets.white_october.names import (
    BRIDGE_BLOWN,
    BRIDGES_BLOWN,
    COMMANDED,
    OFFENSIVE_MOVE,
    ROUTED,
    SAPPER,
    WHITE,
    Role,
    Trait,
    enemy_of,
)
from engine.rulesets.white_october.red_morale import shunned
from engine.rulesets.white_october.stacking import (
    crowds,
    joining_refusal,
    leaves_vehicles_alone,
    left_alone,
    lonely_vehicles,
    overstacking,
    room_for,
)
from engine.rulesets.white_october.standing import standing, zone_hexes
from engine.rulesets.white_october.supply import blown, rails_now


@dataclass(frozen=True, slots=True)
class MoveOffensively(Action):
    """Let a unit advance one hex instead of fighting."""

    kind: ClassVar[str] = "move-offensively"
    unit: UnitId
    to: Location


@dataclass(frozen=True, slots=True)
class BlowBridge(Action):
    """Let infantry blow a railway bridge beside it."""

    kind: ClassVar[str] = "blow-bridge"
    unit: UnitId
    edge: EdgeIndex


@dataclass(frozen=True, slots=True)
class OffensivelyMoved(UnitDisplaced):
    kind: ClassVar[str] = "offensively-moved"


@dataclass(frozen=True, slots=True)
class BridgeBlown(Event):
    kind: ClassVar[str] = "bridge-blown"
    unit: UnitId
    edge: EdgeIndex


@rule("8.3", "11.2.2")
def _may_ever_move(kind: Kind) -> bool:
    """Units on land may, but neither forts nor the detachments of the districts."""
    return kind.is_land and kind.role is not Role.FORT and not kind.has(Trait.DISTRICT)


@rule("8.3")
def _is_free_to_move(kind: Kind, unit: Unit) -> bool:
    """Whether a unit outside enemy zones may go, for lists of them; why not says `_mover_refusal`."""
    is_busy = COMMANDED in unit.values or not unit.marks.isdisjoint(BUSY)
    return _may_ever_move(kind) and ROUTED not in unit.marks and not is_busy


@rule("8.3", "11.2.2")
def _mover_refusal(game: Game, state: State, unit: Unit) -> Refusal | None:
    """Who is not in an enemy zone, not routed and does nothing else may go, wherever that leads.

    A headquarters that commands an attack takes part in it.
    """
    kind = game.materials.kind(unit)
    if kind.has(Trait.DISTRICT):
        return Refusal("11.2.2", message("refusal.wo.stays-in-district", unit=unit.id))
    if not _may_ever_move(kind):
        return Refusal("8.3", message("refusal.wo.never-marches", unit=unit.id))
    if ROUTED in unit.marks:
        return Refusal("8.3", message("refusal.wo.routed", unit=unit.id))
    busy = busy_refusal(unit)
    if busy is not None:
        return busy
    if COMMANDED in unit.values:
        return Refusal("8.3", message("refusal.wo.busy", unit=unit.id))
    if unit.at in zone_hexes(game, state, enemy_of(unit.side)):
        return Refusal("8.3", message("refusal.wo.offensive-zone", unit=unit.id))
    return None


@rule("8.3", "7.2", "7.8", "10.1")
def offensive_refusal(game: Game, state: State, action: MoveOffensively) -> Refusal | None:
    """Who may move offensively goes one hex, whatever it costs, but not into closed ground (ruling 34)."""
    materials: Materials = game.materials
    unit = state.units.get(action.unit)
    if unit is None or unit.side != state.side or not materials.is_on_map(unit):
        return Refusal("8.3", message("refusal.wo.not-yours", unit=action.unit))
    refusal = _mover_refusal(game, state, unit)
    if refusal is not None:
        return refusal
    kind, label = materials.kind(unit), game.board.label(action.to)
    if action.to not in materials.ground.around[unit.at]:
        return Refusal("8.3", message("refusal.wo.not-adjacent", unit=unit.id, hex=label))
    if action.to in standing(game, state, enemy_of(unit.side)).occupied:
        return Refusal("8.3", message("refusal.wo.enemy-there", hex=label))
    if priced(game, state, unit, unit.at, action.to) is None:
        return Refusal("8.3", message("refusal.wo.impassable", unit=unit.id, hex=label))
    if kind.role is Role.TROTSKY and not _leads_trotsky(game, state, unit.at, action.to):
        return Refusal("7.6", message("refusal.wo.no-rail", unit=unit.id, hex=label))
    if action.to in shunned(game, state, unit):
        return Refusal("10.1", message("refusal.wo.restricted", unit=unit.id, hex=label))
    if action.to in reserved_hexes(game, state, unit.side):
        return Refusal("7.8", message("refusal.wo.cannot-stay", unit=unit.id, hex=label))
    return joining_refusal(game, state, unit, action.to) or _vehicles(game, state, unit, action.to)


@rule("7.6")
def _leads_trotsky(game: Game, state: State, origin: Location, to: Location) -> bool:
    """Trotsky goes along railways and through districts, here as in his own movement."""
    districts = game.materials.ground.districts
    edge = game.board.edge_between(origin, to)
    return (edge is not None and edge in rails_now(game, state)) or (origin in districts and to in districts)


@rule("7.2", "8.3", "14.1")
def _vehicles(game: Game, state: State, unit: Unit, to: Location) -> Refusal | None:
    """Vehicles go only to company; those that would be left alone go along, if they can."""
    there = [other for other in state.at(to) if other.side == unit.side]
    if game.materials.kind(unit).is_vehicle:
        return lonely_vehicles(game, (*there, unit))
    along = left_alone(game, state, unit)
    for vehicle in along:
        if _mover_refusal(game, state, vehicle) is not None or priced(game, state, vehicle, unit.at, to) is None:
            return Refusal("7.2", message("refusal.wo.vehicle-alone", unit=vehicle.id))
    return overstacking(game, to, (*there, unit, *along)) if along else None


def offensive_moves(game: Game, state: State) -> Listing[MoveOffensively]:
    """Every unit that may move, with the hexes it may go to."""
    on_map, side = game.materials.ground.on_map, state.side
    zones = zone_hexes(game, state, enemy_of(side))
    mine = (unit for unit in state.every_unit() if unit.side == side and on_map[unit.at] and unit.at not in zones)
    return Listing(MoveOffensively, ((unit.id, _open_hexes(game, state, unit)) for unit in mine))


@rule("8.3", "7.2", "7.8")
def _open_hexes(game: Game, state: State, unit: Unit) -> Sequence[Location]:
    """Where a unit outside enemy zones may go, asked at once; in full of trains, Trotsky and who leads vehicles."""
    materials: Materials = game.materials
    kind = materials.kind(unit)
    if not _is_free_to_move(kind, unit):
        return ()
    around = materials.ground.around[unit.at]
    leads = not kind.is_vehicle and leaves_vehicles_alone(game, state, unit)
    if leads or kind.role in (Role.ARMOURED_TRAIN, Role.TROTSKY):
        return [to for to in around if offensive_refusal(game, state, MoveOffensively(unit.id, to)) is None]
    occupied, shun = standing(game, state, enemy_of(unit.side)).occupied, shunned(game, state, unit)
    reserved = reserved_hexes(game, state, unit.side)
    steps = materials.ground.prices(kind.movement_class, blown(state)).steps[unit.at]
    ends = [Location(to) for to, _ in steps if to not in occupied and to not in shun and to not in reserved]
    crowded = kind.is_vehicle or not crowds(game, state, unit.side).keys().isdisjoint(ends)
    return list(filter(room_for(game, state, unit), ends)) if crowded else ends


@rule("8.3")
def move_offensively(game: Game, draft: Draft, action: MoveOffensively) -> None:
    """The unit goes at once with the vehicles that have no other company, and does nothing else in this sequence."""
    unit = draft.state.unit(action.unit)
    along = () if game.materials.kind(unit).is_vehicle else left_alone(game, draft.state, unit)
    for each in (unit, *along):
        draft.move_unit(each.id, action.to)
        draft.mark(each.id, OFFENSIVE_MOVE)
        draft.emit(OffensivelyMoved(each.id, each.at, action.to))
    entered(game, draft, action.to, unit.side)


# Bridges


@rule("8.4", "8.2.6.D")
def bridge_refusal(game: Game, state: State, action: BlowBridge) -> Refusal | None:
    """White infantry beside a railway bridge blows it, two in a game at the most."""
    materials: Materials = game.materials
    unit = state.units.get(action.unit)
    if unit is None or unit.side != state.side or unit.side != WHITE:
        return Refusal("8.4", message("refusal.wo.not-yours", unit=action.unit))
    if materials.kind(unit).role is not Role.INFANTRY:
        return Refusal("8.4", message("refusal.wo.bridge-infantry", unit=unit.id))
    if ROUTED in unit.marks:
        return Refusal("8.2.6.D", message("refusal.wo.routed", unit=unit.id))
    busy = busy_refusal(unit)
    if busy is not None:
        return busy
    if int(state.values.get(BRIDGES_BLOWN, 0)) >= materials.number("bridges_most"):
        return Refusal("8.4", message("refusal.wo.bridge-most"))
    if action.edge not in materials.ground.rail_bridges or action.edge in blown(state):
        return Refusal("8.4", message("refusal.wo.no-bridge"))
    ends = (game.board.edges[action.edge].a, game.board.edges[action.edge].b)
    if unit.at not in ends:
        return Refusal("8.4", message("refusal.wo.bridge-far", unit=unit.id))
    return None


def bridge_candidates(game: Game, state: State) -> Iterator[BlowBridge]:
    """Every bridge with the units at its ends."""
    if state.side != WHITE:
        return
    for edge in sorted(game.materials.ground.rail_bridges):
        for at in (game.board.edges[edge].a, game.board.edges[edge].b):
            yield from (BlowBridge(unit.id, EdgeIndex(edge)) for unit in state.at(at) if unit.side == WHITE)


@rule("8.4")
def blow_bridge(game: Game, draft: Draft, action: BlowBridge) -> None:
    """Nobody repairs it, and the unit does nothing else; neither dice nor supply are needed (ruling 34)."""
    draft.set_side_marker(action.edge, BRIDGE_BLOWN, 1)
    draft.set_value(BRIDGES_BLOWN, int(draft.state.values.get(BRIDGES_BLOWN, 0)) + 1)
    draft.mark(action.unit, SAPPER)
    draft.emit(BridgeBlown(action.unit, action.edge))


CHAPTER = Chapter(actions=(MoveOffensively, BlowBridge), events=(OffensivelyMoved, BridgeBlown))
