"""Who stands where: one look at every stack on the map, which zones, lines, distances and movement all rest on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.core.game import Game
from engine.core.ids import Location, Side, UnitId
from engine.core.state import Of, State, Unit, derived
from engine.rulesets.red_star_rising.cases import rule
from engine.rulesets.red_star_rising.materials import Kind, Materials
from engine.rulesets.red_star_rising.names import AXIS, GERMAN, SOVIET, Arm, Role

NOT_UNITS = frozenset({Role.AIR_FLEET, Role.PARTISAN})
"""What counts as a unit for strategic movement alone, and bars nobody's way (rulings 17 and 18)."""

WITHOUT_ZONE = frozenset(
    {
        Role.AIR_FLEET,
        Role.AIR_BASE,
        Role.SIEGE_ARTILLERY,
        Role.SECURITY,
        Role.PARTISAN,
        Role.LEADER,
        Role.ASSET,
        Role.GUARDS_CAVALRY,
        Role.HEADQUARTERS,
        Role.DEPOT,
    }
)

IN_THE_LINE = frozenset({Role.ARMY, Role.CORPS, Role.KAMPFGRUPPE, Role.DIVISION})
"""The many; the others are found by their role."""

NO_ZONE, HALF_ZONE, ZONE = range(3)
"""What a unit does for the zone of its hex: nothing, something beside another such, or all by itself."""


@rule("5.0.3")
def is_weak_kampfgruppe(materials: Materials, unit: Unit) -> bool:
    """A German infantry Kampfgruppe with a printed attack of 1, which counts only beside another."""
    return _is_weak(materials.kind(unit), unit.step)


def _is_weak(kind: Kind, step: int) -> bool:
    return (
        kind.role is Role.KAMPFGRUPPE
        and kind.nation == GERMAN
        and kind.arm is Arm.INFANTRY
        and kind.faces[step].attack == 1
    )


@rule("15.6.1", "5.0.2", "5.0.3", "11.1.5", "11.2.4")
def zone_power(materials: Materials, counter: str, step: int) -> int:
    """What a sort of unit does for a zone; Axis armies exert one by a switch in the charts. Worked out once a sort."""
    known = materials.zone_powers.get((counter, step))
    if known is None:
        kind = materials.kinds[counter]
        idle = kind.role is Role.ARMY and kind.side == AXIS and not materials.flag("axis_armies_exert_zones")
        known = NO_ZONE if idle or kind.role in WITHOUT_ZONE else ZONE
        if _is_weak(kind, step):
            known = HALF_ZONE
        materials.zone_powers[counter, step] = known
    return known


@dataclass(frozen=True, slots=True)
class Standing:
    """The hexes that a side occupies, holds with a zone and, on foot, holds across red arrows."""

    occupied: frozenset[Location]
    holding: frozenset[Location]
    on_foot: frozenset[Location]


@dataclass(frozen=True, slots=True)
class Note:
    """What one stack adds to the standing: the sides that it lets occupy, hold and hold on foot."""

    occupying: frozenset[Side]
    holding: frozenset[Side]
    on_foot: frozenset[Side]


class StackNotes:
    """What is known of stacks, by who is in them; a move changes two of them and leaves the rest as they were."""

    __slots__ = ("known",)

    def __init__(self) -> None:
        self.known: dict[tuple[UnitId, ...], Note] = {}


@derived("bodies")
def _notes(game: Game, state: State) -> StackNotes:
    return StackNotes()


@rule("3.2", "5.0.2", "5.0.3")
@derived("bodies", "stacks", of=Of.ARGUMENT)
def standing(game: Game, state: State, side: Side) -> Standing:
    """Where a side stands on the map now; fleets and partisans occupy nothing, weak Kampfgruppen hold in pairs."""
    materials: Materials = game.materials
    on_map, notes, units = materials.on_map, _notes(game, state).known, state.units
    occupied: list[Location] = []
    holding: list[Location] = []
    on_foot: list[Location] = []
    for at, stack in state.stacks.items():
        if not on_map[at]:
            continue
        note = notes.get(stack)
        if note is None:
            note = notes[stack] = _note(materials, [units[unit] for unit in stack])
        if side in note.occupying:
            occupied.append(at)
            if side in note.holding:
                holding.append(at)
                if side in note.on_foot:
                    on_foot.append(at)
    return Standing(frozenset(occupied), frozenset(holding), frozenset(on_foot))


def _note(materials: Materials, units: list[Unit]) -> Note:
    occupying: set[Side] = set()
    holding: set[Side] = set()
    on_foot: set[Side] = set()
    halves = 0
    for unit in units:
        kind = materials.kinds[unit.type]
        if kind.role in NOT_UNITS:
            continue
        occupying.add(unit.side)
        power = zone_power(materials, unit.type, unit.step)
        halves += power == HALF_ZONE
        if power == ZONE or (power == HALF_ZONE and halves > 1):
            holding.add(unit.side)
        if power == ZONE and not kind.motorised:
            on_foot.add(unit.side)
    return Note(frozenset(occupying), frozenset(holding), frozenset(on_foot))


@derived("bodies")
def _by_role(game: Game, state: State) -> Mapping[Role, tuple[UnitId, ...]]:
    """The units that are not of the many, wherever they are, by their roles and in the order of their ids."""
    kinds = game.materials.kinds
    found: dict[Role, list[UnitId]] = {}
    for unit in state.every_unit():
        role = kinds[unit.type].role
        if role not in IN_THE_LINE:
            found.setdefault(role, []).append(unit.id)
    return {role: tuple(units) for role, units in found.items()}


def on_map_with_role(game: Game, state: State, role: Role) -> tuple[Unit, ...]:
    """The units of a role on the map that is not one of the many, in the order of their ids."""
    units, on_map = state.units, game.materials.on_map
    return tuple([unit for each in _by_role(game, state).get(role, ()) if on_map[(unit := units[each]).at]])


@rule("3.2")
def occupied(game: Game, state: State, side: Side) -> frozenset[Location]:
    """The hexes that units of a side close to the enemy; fleets and partisans close none (3.2 i)."""
    return standing(game, state, side).occupied


def everywhere(game: Game, state: State, side: Side) -> frozenset[Location]:
    """The hexes where a side has anything at all, fleets and partisans too."""
    few = (unit for role in sorted(NOT_UNITS) for unit in on_map_with_role(game, state, role) if unit.side == side)
    return occupied(game, state, side).union(unit.at for unit in few)


@derived("bodies", "stacks", of=Of.ARGUMENT)
def beside(game: Game, state: State, side: Side) -> frozenset[Location]:
    """The hexes next to anything at all of a side."""
    links = game.board.links
    return frozenset(Location(target) for at in everywhere(game, state, side) for target, _ in links[at])


@rule("3.4.3", "5.0.4", "10.1.2")
def held_open(game: Game, state: State, side: Side) -> frozenset[Location]:
    """The hexes where a unit of the side stands that cancels enemy zones for those that need it."""
    return standing(game, state, side).holding


@rule("11.2.3")
@derived("bodies", "stacks", of=SOVIET)
def near_soviets(game: Game, state: State) -> frozenset[Location]:
    """The hexes that security divisions keep out of: those within four of a Soviet unit other than partisans."""
    materials: Materials = game.materials
    return _within(materials, occupied(game, state, SOVIET), materials.number("security_distance"))


def _within(materials: Materials, places: frozenset[Location], radius: int) -> frozenset[Location]:
    found: set[Location] = set()
    for at in places:
        found.update(materials.around(at, radius))
    return frozenset(found)
