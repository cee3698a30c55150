"""Chapter 5: zones of control, who exerts them and where they reach."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.game import Game
from engine.core.ids import Location, Side, UnitId
from engine.core.state import Of, State, Unit, derived
from engine.rulesets.red_star_rising.cases import rule
from engine.rulesets.red_star_rising.materials import Hexside, Materials
from engine.rulesets.red_star_rising.names import AXIS, GERMAN, SOVIET, Arm, Role

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


@rule("5.0.3")
def is_weak_kampfgruppe(materials: Materials, unit: Unit) -> bool:
    """A German infantry Kampfgruppe with a printed attack of 1, which counts only beside another."""
    kind = materials.kind(unit)
    return (
        kind.role is Role.KAMPFGRUPPE
        and kind.nation == GERMAN
        and kind.arm is Arm.INFANTRY
        and kind.faces[unit.step].attack == 1
    )


@rule("15.6.1", "5.0.2", "5.0.3", "11.1.5", "11.2.4")
def can_exert(materials: Materials, unit: Unit) -> bool:
    """Whether a unit is of a sort that exerts a zone by itself; Axis armies do, by a switch in the charts."""
    if not materials.is_on_map(unit) or is_weak_kampfgruppe(materials, unit):
        return False
    kind = materials.kind(unit)
    if kind.role is Role.ARMY and kind.side == AXIS and not materials.flag("axis_armies_exert_zones"):
        return False
    return kind.role not in WITHOUT_ZONE


@rule("5.0.3")
def exerting(game: Game, state: State, at: Location, side: Side) -> tuple[Unit, ...]:
    """The units of a side in a hex that exert a zone: those that do by themselves, and weak Kampfgruppen in pairs."""
    materials: Materials = game.materials
    strong: list[Unit] = []
    weak: list[Unit] = []
    for unit in map(state.unit, state.stacks.get(at, ())):
        if unit.side != side:
            continue
        if can_exert(materials, unit):
            strong.append(unit)
        elif is_weak_kampfgruppe(materials, unit):
            weak.append(unit)
    return tuple(strong + weak) if len(weak) > 1 else tuple(strong)


@rule("5.0.1", "5.0.5", "13.0.3")
def reaches(materials: Materials, edge: int, *, ice: bool) -> bool:
    """A zone does not cross water, and a red arrow only if it is that of a Soviet unit on foot in snow."""
    side = materials.sides[edge]
    return ice if side is Hexside.ICE_ROAD else side is not Hexside.WATER


@rule("5.0.1", "5.0.5")
def zone_around(materials: Materials, at: Location, *, ice: bool) -> tuple[Location, ...]:
    """The hexes that a zone exerted in a hex covers; the same at any time, so worked out once."""
    key = (at, ice)
    known = materials.zone_hexes.get(key)
    if known is None:
        links = materials.board.links[at]
        known = tuple(Location(target) for target, edge in links if reaches(materials, edge, ice=ice))
        materials.zone_hexes[key] = known
    return known


@rule("5.0.1")
@derived("units", "stacks", "turn", of=Of.ARGUMENT)
def zones(game: Game, state: State, side: Side) -> Mapping[Location, tuple[UnitId, ...]]:
    """For each hex in a zone of a side, the units that exert it."""
    materials: Materials = game.materials
    ice = side == SOVIET and materials.is_snow(state.turn)
    on_map = materials.on_map
    found: dict[Location, tuple[UnitId, ...]] = {}
    for at in sorted(state.stacks):
        if not on_map[at]:
            continue
        for unit in exerting(game, state, at, side):
            for to in zone_around(materials, at, ice=ice and not materials.kind(unit).motorised):
                known = found.get(to)
                found[to] = (unit.id,) if known is None else (*known, unit.id)
    return found


def in_zone(game: Game, state: State, at: Location, of: Side) -> bool:
    """Whether a hex lies in a zone of a side."""
    return at in zones(game, state, of)


def holds_zone_open(game: Game, state: State, at: Location, side: Side) -> bool:
    """Whether a unit of the side stands there that cancels enemy zones for those that may use it (5.0.4, 10.1.2)."""
    return bool(exerting(game, state, at, side))
