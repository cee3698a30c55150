"""7.2, 12 and 13: how much may stand in a hex, and in a district of Petrograd."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from engine.core.game import Game
from engine.core.ids import Location, Side
from engine.core.messages import message
from engine.core.refusals import Refusal
from engine.core.state import BODIES, Of, State, Unit, derived
from engine.core.terms import Term
from engine.mechanics.stacking import Limit, fits_one_of, places_wrong, with_joined
from engine.rulesets.white_october.cases import rule
from engine.rulesets.white_october.kinds import Kind
from engine.rulesets.white_october.materials import Materials
from engine.rulesets.white_october.names import Role, Trait
from engine.rulesets.white_october.ratings import strength


@rule("7.2", "13")
def counts(kind: Kind) -> bool:
    """Whether a unit is one of the three of a hex: vehicles, trains and staffs are not, nor forts, fleets, aircraft."""
    return kind.role in (Role.INFANTRY, Role.CAVALRY, Role.ARTILLERY)


@rule("7.2")
def is_extra(kind: Kind) -> bool:
    """Whether a unit is one of the three vehicles and staffs that may stand in a hex besides."""
    return kind.stacks_free


def stack_terms(game: Game, units: Iterable[Unit]) -> tuple[Term, ...]:
    """The strength points that count in a stack."""
    materials: Materials = game.materials
    counted = (unit for unit in units if counts(materials.kind(unit)))
    return tuple(Term(message("term.wo.stack", unit=unit.id), strength(materials, unit), "7.2") for unit in counted)


@rule("7.2", "13")
def overstacking(game: Game, at: Location, units: Iterable[Unit]) -> Refusal | None:
    """What is wrong with units of one side standing together in a place, or None."""
    materials: Materials = game.materials
    here = tuple(units)
    if at in materials.ground.districts:
        return _district_overstacking(game, here)
    counted = [unit for unit in here if counts(materials.kind(unit))]
    points, most_points = sum(strength(materials, unit) for unit in counted), materials.number("stack_points")
    if points > most_points:
        return Refusal("7.2", message("refusal.wo.stack-points", points=points, most=most_points))
    most_units = materials.number("stack_units")
    if len(counted) > most_units:
        return Refusal("7.2", message("refusal.wo.stack-units", units=len(counted), most=most_units))
    extras, most_extras = sum(is_extra(materials.kind(unit)) for unit in here), materials.number("stack_extras")
    if extras > most_extras:
        return Refusal("7.2", message("refusal.wo.stack-extras", units=extras, most=most_extras))
    return None


@rule("12")
def _district_overstacking(game: Game, units: tuple[Unit, ...]) -> Refusal | None:
    """One combat unit of more than three points, or three of three points together.

    Besides there may be one artillery, two vehicles, a detachment of communists and one of the district; staffs stand
    there freely (ruling 39).
    """
    materials: Materials = game.materials

    def is_line(unit: Unit) -> bool:
        kind = materials.kind(unit)
        return kind.role in (Role.INFANTRY, Role.CAVALRY) and not (
            kind.has(Trait.COMMUNIST) or kind.has(Trait.DISTRICT)
        )

    def number_of(wanted: str) -> Limit:
        return Limit(materials.by_name("district_stacking", wanted), lambda unit: int(_sort(materials, unit) == wanted))

    line = [unit for unit in units if is_line(unit)]
    few = Limit(materials.by_name("district_stacking", "units"))
    points = Limit(materials.by_name("district_stacking", "points"), lambda unit: strength(materials, unit))
    if not fits_one_of(line, ((Limit(1),), (few, points))):
        return Refusal("12", message("refusal.wo.district-line", most=few.most, points=points.most))
    for name in ("artillery", "vehicles", "communists", "detachments"):
        limit = number_of(name)
        if limit.size(units) > limit.most:
            return Refusal(
                "12", message("refusal.wo.district-besides", sort=message(f"wo-sort.{name}"), most=limit.most)
            )
    return None


def _sort(materials: Materials, unit: Unit) -> str:
    kind = materials.kind(unit)
    if kind.role is Role.ARTILLERY:
        return "artillery"
    if kind.is_vehicle or kind.role is Role.ARMOURED_TRAIN:
        return "vehicles"
    if kind.has(Trait.COMMUNIST):
        return "communists"
    return "detachments" if kind.has(Trait.DISTRICT) else ""


@rule("7.2", "14.1")
def lonely_vehicles(game: Game, units: Iterable[Unit]) -> Refusal | None:
    """Tanks and armoured cars always stand with combat units or artillery."""
    materials: Materials = game.materials
    here = tuple(units)
    vehicles = [unit for unit in here if materials.kind(unit).is_vehicle]
    if vehicles and not any(materials.kind(unit).is_company for unit in here):
        return Refusal("7.2", message("refusal.wo.vehicle-alone", unit=vehicles[0].id))
    return None


class Crowd(NamedTuple):
    """What stands in a hex of a side: counted points and units, those besides, company of vehicles, and vehicles."""

    points: int = 0
    units: int = 0
    extras: int = 0
    company: int = 0
    vehicles: int = 0


@rule("7.2")
@derived(BODIES, "stacks", of=Of.ARGUMENT)
def crowds(game: Game, state: State, side: Side) -> Mapping[Location, Crowd]:
    """How full the hexes are where a side stands: what every menu asks of every hex around every unit."""
    materials: Materials = game.materials
    shares: dict[Location, list[Crowd]] = {}
    for unit in state.every_unit():
        if unit.side == side and materials.ground.on_map[unit.at]:
            shares.setdefault(unit.at, []).append(_share(materials, unit))
    return {at: here[0] if len(here) == 1 else Crowd(*map(sum, zip(*here, strict=True))) for at, here in shares.items()}


def _share(materials: Materials, unit: Unit) -> Crowd:
    """What a unit takes up, known from its counter and its losses."""
    key = (unit.type, unit.step)
    found: Crowd | None = materials.shares.get(key)
    if found is None:
        kind = materials.kind(unit)
        counted = counts(kind)
        points = strength(materials, unit) if counted else 0
        found = Crowd(points, int(counted), int(is_extra(kind)), int(kind.is_company), int(kind.is_vehicle))
        materials.shares[key] = found
    return found


@rule("7.2", "14.1")
def room_for(game: Game, state: State, unit: Unit) -> Callable[[Location], bool]:
    """Whether a unit may stand in a place with those of its side, vehicles in company: the short way to ask of many."""
    materials: Materials = game.materials
    crowd, more, here = crowds(game, state, unit.side), _share(materials, unit), unit.at
    districts, is_vehicle = materials.ground.districts, bool(more.vehicles)
    points, units, extras = materials.stack_limits
    most_points, most_units, most_extras = points - more.points, units - more.units, extras - more.extras

    def fits(at: Location) -> bool:
        there = crowd.get(at)
        if there is None:
            return not is_vehicle
        if at == here:
            return True
        if is_vehicle and not there.company:
            return False
        if at in districts:
            return joining_refusal(game, state, unit, at) is None
        return there.points <= most_points and there.units <= most_units and there.extras <= most_extras

    return fits


@rule("7.2", "14.1")
def leaves_vehicles_alone(game: Game, state: State, unit: Unit) -> bool:
    """Whether vehicles would stand without company where a unit goes away."""
    here, gone = crowds(game, state, unit.side)[unit.at], _share(game.materials, unit)
    return here.vehicles > gone.vehicles and here.company == gone.company


@rule("7.2", "14.1")
def left_alone(game: Game, state: State, unit: Unit) -> tuple[Unit, ...]:
    """The vehicles that stand without company when a unit leaves its hex."""
    left = [other for other in state.at(unit.at) if other.side == unit.side and other.id != unit.id]
    if lonely_vehicles(game, left) is None:
        return ()
    return tuple(other for other in left if game.materials.kind(other).is_vehicle)


@rule("7.2")
def joining_refusal(game: Game, state: State, unit: Unit, at: Location) -> Refusal | None:
    """What keeps a unit from standing with those of its side in a place."""
    together = tuple(each for each in with_joined(state, unit, at) if each.side == unit.side)
    return overstacking(game, at, together)


@rule("7.2")
def overstacked_hexes(game: Game, state: State, side: Side) -> tuple[Location, ...]:
    """The hexes where a side's units stand as they may not, in the order of the board."""
    on_map = game.materials.ground.on_map

    def is_wrong(at: Location) -> bool:
        return overstacking(game, at, (unit for unit in state.at(at) if unit.side == side)) is not None

    return places_wrong(state, on_map.__getitem__, is_wrong)
