"""Chapter 5: zones of control, who exerts them and where they reach."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.core.game import Game
from engine.core.ids import Location, Side, UnitId
from engine.core.state import Of, State, Unit, derived
from engine.mechanics.zones import Cover, covered, exerted_by, zone_cover
from engine.rulesets.red_star_rising.cases import rule
from engine.rulesets.red_star_rising.materials import Hexside, Materials
from engine.rulesets.red_star_rising.names import SOVIET
from engine.rulesets.red_star_rising.standing import (
    HALF_ZONE,
    ZONE,
    is_weak_kampfgruppe,
    standing,
    zone_power,
)

__all__ = ["can_exert", "exerting", "in_zone", "is_weak_kampfgruppe", "zone_hexes", "zones"]


@rule("15.6.1", "5.0.2", "5.0.3", "11.1.5", "11.2.4")
def can_exert(materials: Materials, unit: Unit) -> bool:
    """Whether a unit is of a sort that exerts a zone by itself; Axis armies do, by a switch in the charts."""
    return materials.on_map[unit.at] and zone_power(materials, unit.type, unit.step) == ZONE


@rule("5.0.3")
def exerting(game: Game, state: State, at: Location, side: Side) -> tuple[Unit, ...]:
    """The units of a side in a hex that exert a zone: those that do by themselves, and weak Kampfgruppen in pairs."""
    materials: Materials = game.materials
    if not materials.on_map[at]:
        return ()
    mine = [unit for unit in state.at(at) if unit.side == side]
    powers = [zone_power(materials, unit.type, unit.step) for unit in mine]
    strong = [unit for unit, power in zip(mine, powers, strict=True) if power == ZONE]
    weak = [unit for unit, power in zip(mine, powers, strict=True) if power == HALF_ZONE]
    return tuple(strong + weak) if len(weak) > 1 else tuple(strong)


@rule("5.0.1", "5.0.5", "13.0.3")
def reaches(materials: Materials, edge: int, *, ice: bool) -> bool:
    """A zone does not cross water, and a red arrow only if it is that of a Soviet unit on foot in snow."""
    side = materials.sides[edge]
    return ice if side is Hexside.ICE_ROAD else side is not Hexside.WATER


@rule("5.0.1", "5.0.5", "13.0.3")
def cover_of(materials: Materials, *, ice: bool) -> Cover:
    """The hexes that a zone exerted in each hex covers; the same at any time, so worked out once."""
    known = materials.zone_covers.get(ice)
    if known is None:
        known = zone_cover(materials.board, lambda origin, target, edge: reaches(materials, edge, ice=ice))
        materials.zone_covers[ice] = known
    return known


@rule("5.0.1", "5.0.5")
@derived("bodies", "stacks", "turn", of=Of.ARGUMENT)
def zone_hexes(game: Game, state: State, side: Side) -> frozenset[Location]:
    """The hexes that lie in a zone of a side."""
    materials: Materials = game.materials
    now = standing(game, state, side)
    found = covered(cover_of(materials, ice=False), now.holding)
    if side == SOVIET and materials.is_snow(state.turn):
        found |= covered(cover_of(materials, ice=True), now.on_foot)
    return frozenset(found)


@rule("5.0.1")
@derived("bodies", "stacks", "turn", of=Of.ARGUMENT)
def zones(game: Game, state: State, side: Side) -> Mapping[Location, tuple[UnitId, ...]]:
    """For each hex in a zone of a side, the units that exert it."""
    materials: Materials = game.materials
    ice = side == SOVIET and materials.is_snow(state.turn)

    def each() -> Iterator[tuple[UnitId, tuple[Location, ...]]]:
        for at in sorted(standing(game, state, side).holding):
            for unit in exerting(game, state, at, side):
                yield unit.id, cover_of(materials, ice=ice and not materials.kind(unit).motorised)[at]

    return exerted_by(each())


def in_zone(game: Game, state: State, at: Location, of: Side) -> bool:
    """Whether a hex lies in a zone of a side."""
    return at in zone_hexes(game, state, of)
