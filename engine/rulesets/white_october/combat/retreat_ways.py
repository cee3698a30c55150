"""8.2.6 C and D: where those that fall back may go, by the priorities a to f.

Those that go together are a party. What speaks against the next hex is a burden, the weightiest first: an enemy zone, a
major river without a bridge, too many together, a hex that is still to be attacked, the wrong direction, and at last
what the ground costs.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TypeAlias

from engine.core.game import Game
from engine.core.ids import NOWHERE, Location, Side, UnitId
from engine.core.messages import message
from engine.core.refusals import Refusal
from engine.core.state import State, Unit
from engine.mechanics.retreats import least_burdened
from engine.rulesets.white_october.cases import rule
from engine.rulesets.white_october.ground import MAJOR_RIVER
from engine.rulesets.white_october.kinds import FOOT
from engine.rulesets.white_october.materials import Materials
from engine.rulesets.white_october.names import WHITE, Role, enemy_of
from engine.rulesets.white_october.stacking import lonely_vehicles, overstacking
from engine.rulesets.white_october.standing import open_zones, standing
from engine.rulesets.white_october.supply import blown, rails_now

Burden: TypeAlias = tuple[bool, bool, bool, bool, bool, int]
"""Enemy zone, river, too many, still to be attacked, wrong way, movement points."""


class Manner(StrEnum):
    """Why a party goes back."""

    RETIREMENT = "retirement"
    """Of its own will, before combat (8.2.3)."""
    RETREAT = "retreat"
    SHAKEN = "shaken"
    """From a bombardment (8.1.3)."""
    ROUT = "rout"
    FLIGHT = "flight"
    """In its own movement sequence (8.2.6 D)."""

    @property
    def is_rout(self) -> bool:
        return self in (Manner.ROUT, Manner.FLIGHT)


@dataclass(frozen=True, slots=True)
class Party:
    """Units that go back together: where they have been, the hexes that are left, in flight the points."""

    units: tuple[UnitId, ...]
    walked: tuple[Location, ...]
    hexes: int = 1
    points: int | None = None
    paid: tuple[str, ...] = ()
    """What it has paid for already in a flight: a zone, a river."""

    @property
    def at(self) -> Location:
        return self.walked[-1]


def priced(game: Game, state: State, unit: Unit, origin: Location, to: Location) -> int | None:
    """What the ground costs a unit; None where it cannot go. A train needs its rails, and pays nothing."""
    materials: Materials = game.materials
    kind = materials.kind(unit)
    if kind.role is Role.ARMOURED_TRAIN:
        edge = game.board.edge_between(origin, to)
        return 0 if edge is not None and edge in rails_now(game, state) else None
    movement_class = FOOT if kind.role is Role.TROTSKY else kind.movement_class
    steps = materials.ground.prices(movement_class, blown(state)).steps[origin]
    return next((cost for at, cost in steps if at == to), None)


@rule("8.2.6.C")
def is_right_way(game: Game, side: Side, origin: Location, to: Location) -> bool:
    """Whites fall back to the west; Reds to the east or towards Petrograd, as they like (ruling 31)."""
    ground = game.materials.ground
    if side == WHITE:
        return bool(ground.columns[to] < ground.columns[origin])
    nearer = ground.to_petrograd[to] < ground.to_petrograd[origin]
    return bool(ground.columns[to] > ground.columns[origin] or nearer)


@rule("8.2.6.C")
def crosses_river(game: Game, state: State, origin: Location, to: Location) -> bool:
    """Whether a step leads over a major river without a road or a railway whose bridge stands."""
    edge = game.board.edge_between(origin, to)
    if edge is None or edge in game.materials.ground.roads or edge in rails_now(game, state):
        return False
    return game.board.has_side(edge, MAJOR_RIVER)


@rule("8.2.6.D")
def leaves_by_north(game: Game, party: Party, to: Location) -> bool:
    """Who flees out of Petrograd leaves it by the hexes that the map marks in the north and north-east, if any."""
    ground = game.materials.ground
    if party.points is None or party.walked[0] not in ground.districts or to in ground.districts:
        return True
    return party.at not in ground.districts or not ground.northern_ways or to in ground.northern_ways


@rule("7.9")
def is_on_edge(game: Game, at: Location) -> bool:
    """Whether a hex lies at the edge of the map of the country."""
    if at in game.materials.ground.districts:
        return False
    sides = (game.board.hexside(at, way) for way in range(6))
    return any(side is not None and NOWHERE in (game.board.edges[side].a, game.board.edges[side].b) for side in sides)


@rule("8.2.6.C", "8.2.6.D")
def ways(game: Game, state: State, party: Party, side: Side, targets: frozenset[Location]) -> Mapping[Location, Burden]:
    """Every hex that a party can go to next, with what speaks against it; not into a blind alley if it can help it."""
    found = _next_hexes(game, state, party, side, targets)
    if party.points is not None or party.hexes < 2:
        return found

    def leads_on(to: Location) -> bool:
        further = Party(party.units, (*party.walked, to), party.hexes - 1)
        return is_on_edge(game, to) or bool(_next_hexes(game, state, further, side, targets))

    return {to: burden for to, burden in found.items() if leads_on(to)} or found


def _next_hexes(
    game: Game, state: State, party: Party, side: Side, targets: frozenset[Location]
) -> Mapping[Location, Burden]:
    materials: Materials = game.materials
    enemy = enemy_of(side)
    barred, zones = standing(game, state, enemy).occupied, open_zones(game, state, side, enemy)
    units = tuple(state.unit(unit) for unit in party.units)
    on_hexes = party.points is None and party.hexes <= 1
    found: dict[Location, Burden] = {}
    for to in materials.ground.around[party.at]:
        if to in barred or to in party.walked or not leaves_by_north(game, party, to):
            continue
        costs = [priced(game, state, unit, party.at, to) for unit in units]
        if any(cost is None for cost in costs) or (on_hexes and _are_lonely(game, state, to, units)):
            continue
        cost = max(cost or 0 for cost in costs) + (to in zones)
        if party.points is not None and cost > party.points and not is_crowded(game, state, party):
            continue
        final = on_hexes or (party.points is not None and max(1, cost) >= party.points)
        found[to] = (
            to in zones,
            crosses_river(game, state, party.at, to),
            final and _are_too_many(game, state, to, units),
            final and to in targets,
            not is_right_way(game, side, party.at, to),
            cost,
        )
    return found


@rule("7.2", "8.2.6.C", "8.2.6.D")
def is_crowded(game: Game, state: State, party: Party) -> bool:
    """Whether a party stands where it may not stay for those who are there: then it goes on, in flight at any cost."""
    return _are_too_many(game, state, party.at, tuple(state.unit(unit) for unit in party.units))


def _are_too_many(game: Game, state: State, to: Location, units: tuple[Unit, ...]) -> bool:
    return overstacking(game, to, _together(state, to, units)) is not None


@rule("7.2", "14.1")
def _are_lonely(game: Game, state: State, to: Location, units: tuple[Unit, ...]) -> bool:
    """Whether vehicles that go by themselves would stand there without company."""
    return lonely_vehicles(game, units) is not None and lonely_vehicles(game, _together(state, to, units)) is not None


def _together(state: State, to: Location, units: tuple[Unit, ...]) -> tuple[Unit, ...]:
    ids = {unit.id for unit in units}
    there = (unit for unit in state.at(to) if unit.side == units[0].side and unit.id not in ids)
    return (*there, *units)


def best_ways(
    game: Game, state: State, party: Party, side: Side, targets: frozenset[Location]
) -> Mapping[Location, Burden]:
    """The hexes that a party may go to: those against which least speaks."""
    return least_burdened(dict(ways(game, state, party, side, targets)))


_CASES = ("b", "c", "d", "e", "f", "f")


@rule("8.2.6.C")
def way_refusal(
    game: Game, state: State, party: Party, side: Side, *, targets: frozenset[Location], to: Location
) -> Refusal | None:
    """What forbids a hex to a party that falls back, with the priority that another hex keeps better."""
    label = game.board.label(to)
    known = ways(game, state, party, side, targets)
    if to not in known:
        if to not in game.materials.ground.around[party.at]:
            return Refusal("8.2.6.C", message("refusal.wo.retreat-not-next", hex=label))
        if to in standing(game, state, enemy_of(side)).occupied:
            return Refusal("8.2.6.C", message("refusal.wo.enemy-there", hex=label))
        return Refusal("8.2.6.C", message("refusal.wo.retreat-closed", hex=label))
    best = min(known.values())
    if known[to] == best:
        return None
    worse = next(place for place, (mine, least) in enumerate(zip(known[to], best, strict=True)) if mine != least)
    return Refusal("8.2.6.C", message(f"refusal.wo.retreat-{_CASES[worse]}", hex=label))


@rule("8.2.6.C")
def splits(game: Game, state: State, party: Party, side: Side, targets: frozenset[Location]) -> bool:
    """Whether a party parts: where it has no common way, or where alone some of it need not crowd a hex."""
    if len(_leaders(game, state, party)) < 2:
        return False
    best = best_ways(game, state, party, side, targets)
    crowded = 2
    if best and not next(iter(best.values()))[crowded]:
        return False
    for unit in _leaders(game, state, party):
        alone = replace(party, units=(unit,))
        found = best_ways(game, state, alone, side, targets)
        if found and (not best or not next(iter(found.values()))[crowded]):
            return True
    return False


def _leaders(game: Game, state: State, party: Party) -> tuple[UnitId, ...]:
    """Those of a party that can go by themselves: neither vehicles nor staffs."""
    materials: Materials = game.materials
    return tuple(unit for unit in party.units if materials.kind(state.unit(unit)).is_company)


@rule("8.2.6.C", "14.1")
def unencumbered(game: Game, state: State, party: Party, side: Side, targets: frozenset[Location]) -> Party | None:
    """A party without the vehicles that keep it from going anywhere, if it can go without them."""
    on_foot = tuple(unit for unit in party.units if not game.materials.kind(state.unit(unit)).is_vehicle)
    lighter = replace(party, units=on_foot)
    if not lighter.units or len(lighter.units) == len(party.units):
        return None
    return lighter if best_ways(game, state, lighter, side, targets) else None


@rule("8.2.6.C", "14.1")
def parted(game: Game, state: State, party: Party) -> tuple[Party, ...]:
    """A party unit by unit; vehicles and staffs go with the first that they can follow."""
    materials: Materials = game.materials
    leaders = _leaders(game, state, party)
    followers = tuple(unit for unit in party.units if unit not in leaders)
    with_followers = {leaders[0]: followers}
    first = materials.kind(state.unit(leaders[0]))
    if first.role is Role.ARMOURED_TRAIN and len(leaders) > 1:
        with_followers = {leaders[1]: followers}
    return tuple(replace(party, units=(unit, *with_followers.get(unit, ()))) for unit in leaders)
