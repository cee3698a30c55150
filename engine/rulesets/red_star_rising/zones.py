"""Chapter 5: zones of control, who exerts them and where they reach."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.game import Game
from engine.core.ids import Location, Side, UnitId
from engine.core.state import State, Unit, derived
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


@rule("5.0.2", "5.0.3")
def can_exert(materials: Materials, unit: Unit) -> bool:
    """Whether a unit is of a sort that exerts a zone by itself; Axis armies do, by a switch in the charts."""
    kind = materials.kind(unit)
    if kind.role in WITHOUT_ZONE or not materials.is_on_map(unit):
        return False
    if kind.role is Role.ARMY and kind.side == AXIS and not materials.flag("axis_armies_exert_zones"):
        return False
    return not is_weak_kampfgruppe(materials, unit)


@rule("5.0.3")
def exerting(game: Game, state: State, at: Location, side: Side) -> tuple[Unit, ...]:
    """The units of a side in a hex that exert a zone: those that do by themselves, and weak Kampfgruppen in pairs."""
    materials: Materials = game.materials
    mine = [unit for unit in state.at(at) if unit.side == side]
    strong = [unit for unit in mine if can_exert(materials, unit)]
    weak = [unit for unit in mine if is_weak_kampfgruppe(materials, unit)]
    return tuple(strong + (weak if len(weak) > 1 else []))


@rule("5.0.1", "5.0.5")
def reaches(materials: Materials, unit: Unit, edge: int, *, snow: bool) -> bool:
    """A zone does not cross water; that of a Soviet unit on foot crosses a red arrow in snow."""
    side = materials.sides[edge]
    if side is Hexside.ICE_ROAD:
        return snow and unit.side == SOVIET and not materials.kind(unit).motorised
    return side is not Hexside.WATER


@rule("5.0.1")
@derived("units", "stacks", "turn")
def zones(game: Game, state: State, side: Side) -> Mapping[Location, tuple[UnitId, ...]]:
    """For each hex in a zone of a side, the units that exert it."""
    materials: Materials = game.materials
    snow = materials.is_snow(state.turn)
    links, on_map = game.board.links, materials.on_map
    found: dict[Location, tuple[UnitId, ...]] = {}
    for at in sorted(state.stacks):
        if not on_map[at]:
            continue
        for unit in exerting(game, state, at, side):
            for target, edge in links[at]:
                if reaches(materials, unit, edge, snow=snow):
                    to = Location(target)
                    found[to] = (*found.get(to, ()), unit.id)
    return found


def in_zone(game: Game, state: State, at: Location, of: Side) -> bool:
    """Whether a hex lies in a zone of a side."""
    return at in zones(game, state, of)


def holds_zone_open(game: Game, state: State, at: Location, side: Side) -> bool:
    """Whether a unit of the side stands there that cancels enemy zones for those that may use it (5.0.4, 10.1.2)."""
    return bool(exerting(game, state, at, side))
