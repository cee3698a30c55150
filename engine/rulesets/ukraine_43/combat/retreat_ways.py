"""10.1 to 10.3: the ways on which a beaten unit can go back, and which of them it must prefer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from engine.core.game import Game
from engine.core.ids import Location, Side, UnitId
from engine.core.messages import message
from engine.core.refusals import Refusal
from engine.core.state import State, Unit, derived
from engine.mechanics.retreats import Way
from engine.rulesets.ukraine_43.bonds import bonds
from engine.rulesets.ukraine_43.cases import rule
from engine.rulesets.ukraine_43.control import is_friendly
from engine.rulesets.ukraine_43.ground import MARSHES, Ground
from engine.rulesets.ukraine_43.marches import is_bridged, is_flooded
from engine.rulesets.ukraine_43.materials import Materials
from engine.rulesets.ukraine_43.names import AXIS, DISRUPTED, enemy_of
from engine.rulesets.ukraine_43.stacking import joining_refusal
from engine.rulesets.ukraine_43.standing import company, standing, zone_hexes


@dataclass(frozen=True)
class Withdrawal:
    """A unit that goes back from where it fought, on the map as it is now."""

    game: Game
    state: State
    unit: Unit
    start: Location
    beaten: tuple[UnitId, ...] = ()
    """Those who have to go back as well, and so are of no help to it."""

    @property
    def ground(self) -> Ground:
        found: Ground = self.game.materials.ground
        return found

    @property
    def side(self) -> Side:
        return self.unit.side

    @cached_property
    def zones(self) -> frozenset[Location]:
        """The hexes in a zone of the enemy."""
        return zone_hexes(self.game, self.state, enemy_of(self.side))

    def friends(self, at: Location) -> tuple[Unit, ...]:
        """The others of its side in a hex that hold it."""
        materials: Materials = self.game.materials
        return tuple(
            unit
            for unit in company(self.state, at, self.side)
            if unit.id != self.unit.id and materials.kind(unit).is_ground
        )

    @rule("10.1.B", "10.3")
    def is_empty_zone(self, at: Location) -> bool:
        """Whether a hex lies in an enemy zone and no friend holds it (ruling 27)."""
        return at in self.zones and not self.friends(at)

    @rule("10.2")
    def is_rally_point(self, at: Location) -> bool:
        """A city of its own side, or a hex with friendly combat units that are not disrupted, nor about to be."""
        if self.ground.is_city(at) and is_friendly(self.state, at, self.side):
            return True
        materials: Materials = self.game.materials
        steady = (unit for unit in self.friends(at) if DISRUPTED not in unit.marks and unit.id not in self.beaten)
        return any(materials.kind(unit).is_combat for unit in steady)

    @rule("10.1.B")
    def is_forward(self, origin: Location, to: Location) -> bool:
        """Whether a step goes where its side must not retreat: east for the Axis, west for the Soviet side."""
        columns = self.ground.columns
        step = columns[to] - columns[origin]
        return step > 0 if self.side == AXIS else step < 0


@rule("10.3", "22.3")
def step_refusal(back: Withdrawal, walked: Way, to: Location) -> Refusal | None:
    """What closes the next hex of a retreat, or None; `walked` are the hexes entered so far."""
    game, state, ground = back.game, back.state, back.ground
    origin = walked[-1] if walked else back.start
    edge = game.board.edge_between(origin, to)

    def refused(said: str, case: str = "10.3") -> Refusal:
        return Refusal(case, message(f"refusal.u43.{said}", hex=game.board.label(to)))

    if edge is None or not ground.on_map[to]:
        return refused("retreat-off-map")
    if not ground.land[to] or edge in ground.sea_sides:
        return refused("retreat-sea")
    enemy = enemy_of(back.side)
    if to in standing(game, state, enemy).occupied:
        return refused("enemy-there")
    if edge in ground.majors and not is_bridged(game, state, edge, back.side):
        return refused("retreat-river")
    if is_flooded(state) and ground.is_under_water(origin, to, edge):
        return refused("flood", "28.2.E" if edge in ground.majors else "28.2")
    if is_barred(back, origin, to):
        return refused("retreat-bond")
    if walked and back.is_empty_zone(walked[-1]) and back.is_empty_zone(to):
        return refused("retreat-zones")
    return _guns_refusal(back, origin, to, edge)


@rule("7.4", "10.3")
def is_barred(back: Withdrawal, origin: Location, to: Location) -> bool:
    """Whether a bond of the enemy bars a step of a retreat.

    A unit that has come beside a bonded side cancels the bond together with friends on the other side of it, as in a
    march (ruling 8).
    """
    bond = bonds(back.game, back.state, enemy_of(back.side)).barring(origin, to)
    return bond is not None and (bond.is_hex or not back.friends(to))


@rule("10.3", "22.3")
def _guns_refusal(back: Withdrawal, origin: Location, to: Location, edge: int) -> Refusal | None:
    """Artillery goes into marsh, and out of it, by road alone."""
    terrains = back.game.board.terrains
    if not back.game.materials.kind(back.unit).is_artillery or edge in back.ground.ways:
        return None
    if terrains[origin] in MARSHES or terrains[to] in MARSHES:
        return Refusal("22.3", message("refusal.u43.guns-in-marsh", unit=back.unit.id))
    return None


def _onward(back: Withdrawal, walked: Way) -> Iterator[Way]:
    """The ways that one more open hex makes of a way."""
    for target, _ in back.game.board.links[walked[-1] if walked else back.start]:
        to = Location(target)
        if to != back.start and to not in walked and step_refusal(back, walked, to) is None:
            yield (*walked, to)


@rule("5.4", "10.1.A", "10.2", "10.3")
def open_ways(back: Withdrawal, walked: Way = ()) -> Iterator[Way]:
    """The ways that a unit can take without being lost: two hexes, or one to a rally point.

    Only a way that ends among too many goes one hex further, or two.
    """
    numbers = back.game.materials
    hexes, further = numbers.number("retreat_hexes"), numbers.number("retreat_further")
    for way in _onward(back, walked):
        has_room = joining_refusal(back.game, back.state, (back.unit,), way[-1]) is None
        ends = len(way) >= hexes
        if has_room and (ends or back.is_rally_point(way[-1])):
            yield way
        if not ends or (not has_room and len(way) < hexes + further):
            yield from open_ways(back, way)


@rule("10.1.B")
def burden(back: Withdrawal, way: Way) -> tuple[bool, int, bool]:
    """What speaks against a way, the weightiest first (ruling 26): the wrong direction, empty hexes in enemy zones,
    and not to end two hexes away."""
    places = (back.start, *way)
    forward = any(back.is_forward(origin, to) for origin, to in zip(places, way, strict=False))
    zones = sum(back.is_empty_zone(at) for at in way)
    distance = back.game.board.distance(back.start, way[-1]) or 0
    return forward, zones, len(way) > 1 and distance < back.game.materials.number("retreat_hexes")


@derived("units", "stacks", "side_markers", "control", "values")
def best_ways(
    game: Game, state: State, unit: UnitId, start: Location, beaten: tuple[UnitId, ...] = ()
) -> tuple[Way, ...]:
    """The ways of a unit from where it fought that nothing better is to be had than."""
    back = Withdrawal(game, state, state.unit(unit), start, beaten)
    ways = tuple(open_ways(back))
    if not ways:
        return ()
    weights = {way: burden(back, way) for way in ways}
    least = min(weights.values())
    return tuple(way for way in ways if weights[way] == least)
