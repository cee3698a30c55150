"""Chapter 9: who stands where, and where the zones of control of a side lie."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from engine.core.game import Game
from engine.core.ids import Location, Side, UnitId
from engine.core.state import Of, State, Unit, derived
from engine.mechanics.zones import exerted_by, uncancelled
from engine.rulesets.war_in_europe.cases import rule
from engine.rulesets.war_in_europe.ground import FORTIFIED_LINE
from engine.rulesets.war_in_europe.materials import Materials
from engine.rulesets.war_in_europe.names import (
    ABOARD,
    DROPPED,
    FLOWN_IN,
    FORTIFIED,
    LANDED,
    LINE_DESTROYED,
    Role,
    enemy_of,
)
from engine.rulesets.war_in_europe.weather import is_frozen


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a side stands on the map."""

    present: frozenset[Location]
    """The hexes with any unit of it."""
    occupied: frozenset[Location]
    """The hexes it closes to the enemy: not those with partisans or fresh drops alone (8.26)."""
    heavy: frozenset[Location]
    """Where armour or mechanised infantry exerts a zone."""
    light: frozenset[Location]
    """Where any other unit does."""
    inside: frozenset[Location]
    """Where a zone lies on the very hex of a unit: that of partisans and of those who have just landed."""


@rule("9.11", "9.12", "6.67", "18.23", "8.26", "7.33")
def zone_sort(materials: Materials, unit: Unit) -> str:
    """How a unit exerts its zone: `heavy`, `light`, `inside` its own hex alone, or not at all (empty).

    None have those aboard trains, cadres, repair and fortified units, and whoever was dropped and is not yet in order.
    """
    kind = materials.kind(unit)
    if unit.marks & {ABOARD, FORTIFIED, DROPPED, FLOWN_IN} or kind.role in (Role.CADRE, Role.REPAIR):
        return ""
    if kind.role is Role.PARTISANS or LANDED in unit.marks:
        return "inside"
    return "heavy" if kind.is_heavy else "light"


@derived("units", "stacks", of=Of.ARGUMENT)
def standing(game: Game, state: State, side: Side) -> Standing:
    """One look at every unit of a side on the map."""
    materials: Materials = game.materials
    on_map = materials.ground.on_map
    places: dict[str, set[Location]] = {"present": set(), "occupied": set(), "heavy": set(), "light": set()}
    places["inside"] = set()
    for unit in state.every_unit():
        if unit.side != side or not on_map[unit.at]:
            continue
        places["present"].add(unit.at)
        if materials.kind(unit).closes_hex and not unit.marks & {DROPPED, FLOWN_IN}:
            places["occupied"].add(unit.at)
        sort = zone_sort(materials, unit)
        if sort:
            places[sort].add(unit.at)
    return Standing(**{name: frozenset(found) for name, found in places.items()})


@rule("9.0", "9.14", "9.21")
@derived("units", "stacks", "markers", "turn", of=Of.ARGUMENT)
def zone_hexes(game: Game, state: State, side: Side) -> frozenset[Location]:
    """The hexes in the zones of a side. Friends do not cancel them for movement, nor do zones cancel each other."""
    ground, where, frozen = game.materials.ground, standing(game, state, side), is_frozen(game, state)
    found: set[Location] = set(where.inside)
    for heavy, places in ((True, where.heavy), (False, where.light)):
        cover = ground.cover(heavy=heavy, frozen=frozen)
        for at in places:
            found.update(cover[at])
    return frozenset(found - intact_lines(game, state, enemy_of(side)))


@rule("9.1", "9.14")
@derived("units", "stacks", "markers", "turn", of=Of.ARGUMENT)
def zones(game: Game, state: State, side: Side) -> Mapping[Location, tuple[UnitId, ...]]:
    """For each hex in a zone of a side, the units that exert it."""
    materials: Materials = game.materials
    frozen, closed = is_frozen(game, state), intact_lines(game, state, enemy_of(side))

    def covered(unit: Unit) -> Iterable[Location]:
        sort = zone_sort(materials, unit) if unit.side == side and materials.is_on_map(unit) else ""
        if sort == "inside":
            return (unit.at,)
        reached = materials.ground.cover(heavy=sort == "heavy", frozen=frozen)[unit.at] if sort else ()
        return (at for at in reached if at not in closed)

    return exerted_by((unit.id, covered(unit)) for unit in state.every_unit())


@rule("9.21", "14.5", "14.52")
def open_zones(game: Game, state: State, side: Side) -> frozenset[Location]:
    """The enemy zones that lines and retreats of a side feel: not where one of its own units stands.

    Partisans do not count for that, as the summary of chapter 9 says, nor do fresh drops, who hold nothing (8.26).
    """
    return uncancelled(zone_hexes(game, state, enemy_of(side)), standing(game, state, side).occupied)


@rule("7.33", "14.5")
def shut_hexes(game: Game, state: State, side: Side) -> frozenset[Location]:
    """The enemy's hexes, where no line of a side goes; one where a landing is fought is both sides' until it is."""
    return standing(game, state, enemy_of(side)).occupied - standing(game, state, side).occupied


@derived("markers")
def intact_lines(game: Game, state: State, side: Side) -> frozenset[Location]:
    """The fortified lines of a side that are not destroyed, which no enemy zone enters (5.8, ruling 49)."""
    board = game.board
    return frozenset(
        at
        for at in board.with_feature(FORTIFIED_LINE)
        if not state.marker(at, LINE_DESTROYED)
        and any(each.kind == FORTIFIED_LINE and each.attributes.get("side") == side for each in board.features(at))
    )


def company(state: State, at: Location, side: Side) -> tuple[Unit, ...]:
    """The units of a side in a place, from the bottom of the stack up."""
    return tuple(unit for unit in state.at(at) if unit.side == side)
