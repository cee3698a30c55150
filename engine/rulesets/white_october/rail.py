"""7.5 and 7.6: railways. The White side has one point a turn once Gatchina is taken; Trotsky goes where rails lead.

What the Red side moves by rail comes onto the map or leaves it (7.5.2); that is in `arrivals` and `stations`.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import Location, Side, UnitId
from engine.core.listing import Listing
from engine.core.menu import Offer
from engine.core.messages import message
from engine.core.paths import Trace
from engine.core.refusals import Refusal
from engine.core.state import State, Unit, derived
from engine.mechanics.stack_in_hand import spent
from engine.rulesets.white_october.cases import rule
from engine.rulesets.white_october.control import brush_aside, entered
from engine.rulesets.white_october.marches import covered_hexes, covers, keeps_cover, note_cover, reserved_hexes
from engine.rulesets.white_october.materials import Materials
from engine.rulesets.white_october.names import (
    GATCHINA_TAKEN,
    MOVED,
    RED,
    ROUTED,
    WHITE,
    WHITE_RAIL,
    Role,
    enemy_of,
)
from engine.rulesets.white_october.ratings import strength
from engine.rulesets.white_october.special_moves import MoveByRail, MovedByRail, SpecialMove
from engine.rulesets.white_october.stacking import joining_refusal, lonely_vehicles, room_for
from engine.rulesets.white_october.standing import roster, standing, zone_hexes
from engine.rulesets.white_october.supply import rails_now


@rule("5.4", "7.5.1")
def closed_to_trains(game: Game, state: State, side: Side) -> frozenset[Location]:
    """What no train goes through, sets out from or comes to: enemies, and zones that nobody covers (ruling 22).

    A headquarters alone hampers nobody.
    """
    enemy = enemy_of(side)
    return standing(game, state, enemy).occupied | (zone_hexes(game, state, enemy) - covered_hexes(game, state, side))


@rule("7.5.1", "7.6")
def rail_lines(game: Game, state: State, origin: Location, side: Side, *, through_city: bool = False) -> Trace:
    """Where one can get to by rail from a place, as far as one likes; Trotsky goes through the districts as well."""
    return _rail_lines(game, state, origin, side, through_city)


@derived("units", "stacks", "side_markers")
def _rail_lines(game: Game, state: State, origin: Location, side: Side, through_city: bool) -> Trace:
    return _along_rails(game, state, origin, closed_to_trains(game, state, side), through_city=through_city)


@rule("7.5.1")
def line_case(game: Game, state: State, origin: Location, to: Location, own: str, *, through_city: bool = False) -> str:
    """The case by which no train leads from one place to another: 7.5.1 where the enemy alone closes the line."""
    return "7.5.1" if to in _along_rails(game, state, origin, frozenset(), through_city=through_city) else own


def _along_rails(game: Game, state: State, origin: Location, shut: frozenset[Location], *, through_city: bool) -> Trace:
    materials: Materials = game.materials
    rails, districts = rails_now(game, state), materials.ground.districts

    def step(at: int, to: int, edge: int) -> int | None:
        return 1 if edge in rails or (through_city and at in districts and to in districts) else None

    steps = materials.prepared(("trains", rails, through_city), step).steps
    lengths: dict[Location, int] = {origin: 0}
    came: dict[int, int] = {}
    layer = [origin]
    while layer:
        further: list[Location] = []
        for at in layer:
            for target, _ in steps[at]:
                to = Location(target)
                if to not in lengths and to not in shut:
                    lengths[to], came[to] = lengths[at] + 1, at
                    further.append(to)
        layer = further
    return Trace(lengths, came)


@rule("7.5.1")
def boarding_refusal(game: Game, state: State, unit: Unit) -> Refusal | None:
    """What keeps a unit from being moved by rail at all: it has marched, is routed, or stands in an enemy zone."""
    if MOVED in unit.marks or spent(unit):
        return Refusal("7.5.1", message("refusal.wo.has-moved", unit=unit.id))
    if ROUTED in unit.marks:
        return Refusal("8.2.6.D", message("refusal.wo.routed-moves", unit=unit.id))
    materials: Materials = game.materials
    if unit.at in zone_hexes(game, state, enemy_of(unit.side)):
        others = (other for other in state.at(unit.at) if other.side == unit.side and other.id != unit.id)
        if not any(covers(materials, other) for other in others):
            return Refusal("7.5.1", message("refusal.wo.rail-zone", hex=game.board.label(unit.at)))
    if not keeps_cover(game, state, (unit,), unit.at):
        return Refusal("7.3", message("refusal.wo.covering", unit=unit.id))
    left = [other for other in state.at(unit.at) if other.side == unit.side and other.id != unit.id]
    return lonely_vehicles(game, left)


def fare(materials: Materials, unit: Unit) -> int:
    """What a unit counts on the White railway: its points, a vehicle or a staff one."""
    return max(1, strength(materials, unit))


# The moves


@rule("7.5.2", "7.5.3", "7.6")
def rail_refusal(game: Game, state: State, action: MoveByRail) -> Refusal | None:
    """What keeps a unit from going by rail to a place."""
    materials: Materials = game.materials
    unit = state.units.get(action.unit)
    if unit is None or unit.side != state.side or not materials.is_on_map(unit):
        return Refusal("7.5", message("refusal.wo.not-yours", unit=action.unit))
    if materials.kind(unit).role is Role.TROTSKY:
        return boarding_refusal(game, state, unit) or _line_refusal(game, state, unit, action.to, through_city=True)
    return (
        _sort_refusal(game, unit)
        or _white_refusal(game, state, unit, action.to)
        or boarding_refusal(game, state, unit)
        or _line_refusal(game, state, unit, action.to)
        or _gatchina_refusal(game, state, unit)
    )


@rule("7.5.2", "7.5.3")
def _sort_refusal(game: Game, unit: Unit) -> Refusal | None:
    """Who is never moved about the map by rail: Reds, forts, and what is no freight."""
    kind = game.materials.kind(unit)
    if unit.side == RED or not kind.is_land or kind.role in (Role.FORT, Role.ARMOURED_TRAIN):
        return Refusal("7.5.2" if unit.side == RED else "7.5.3", message("refusal.wo.rail-red", unit=unit.id))
    return None


@rule("7.5.3")
def _white_refusal(game: Game, state: State, unit: Unit, to: Location) -> Refusal | None:
    """After Gatchina has fallen: one point a turn, between hexes of its own that rails join to Gatchina (ruling 23)."""
    materials: Materials = game.materials
    gatchina = materials.place("gatchina")
    if gatchina is None or not state.values.get(GATCHINA_TAKEN, False):
        return Refusal("7.5.3", message("refusal.wo.rail-gatchina"))
    if int(state.values.get(WHITE_RAIL, 0)) + fare(materials, unit) > materials.number("white_rail"):
        return Refusal("7.5.3", message("refusal.wo.rail-full", unit=unit.id))
    for at in (unit.at, to):
        if at not in materials.ground.rail_hexes or state.control.get(at) != WHITE:
            return Refusal("7.5.3", message("refusal.wo.rail-control", hex=game.board.label(at)))
    return None


@rule("7.5.3")
def _gatchina_refusal(game: Game, state: State, unit: Unit) -> Refusal | None:
    """Rails that can be used join the hex to Gatchina; where it goes is joined to it by the same line."""
    gatchina = game.materials.place("gatchina")
    joined = gatchina is not None and unit.at in rail_lines(game, state, gatchina, WHITE)
    if gatchina is None or state.control.get(gatchina) != WHITE or not joined:
        return Refusal("7.5.3", message("refusal.wo.rail-unjoined"))
    return None


@rule("7.5.1", "7.6")
def _line_refusal(game: Game, state: State, unit: Unit, to: Location, *, through_city: bool = False) -> Refusal | None:
    """A line of rails has to lead there, and there has to be room."""
    label = game.board.label(to)
    if to == unit.at or to not in rail_lines(game, state, unit.at, unit.side, through_city=through_city):
        own = "7.6" if through_city else "7.5.1"
        case = line_case(game, state, unit.at, to, own, through_city=through_city) if to != unit.at else own
        return Refusal(case, message("refusal.wo.no-rail", unit=unit.id, hex=label))
    if game.materials.kind(unit).is_vehicle:
        there = [other for other in state.at(to) if other.side == unit.side]
        alone = lonely_vehicles(game, (*there, unit))
        if alone is not None:
            return alone
    if to in reserved_hexes(game, state, unit.side):
        return Refusal("7.8", message("refusal.wo.cannot-stay", unit=unit.id, hex=label))
    return joining_refusal(game, state, unit, to)


def _journeys(game: Game, state: State) -> Listing[MoveByRail]:
    """Who may go by rail, and where to: the White side once it has Gatchina, the Red side with Trotsky alone."""
    materials: Materials = game.materials
    on_map, side = materials.ground.on_map, state.side
    if side == WHITE and not state.values.get(GATCHINA_TAKEN, False):
        return Listing(MoveByRail, ())
    mine = map(state.unit, roster(game, state, RED, Role.TROTSKY)) if side == RED else state.every_unit()
    rails = materials.ground.rail_hexes
    going = (unit for unit in mine if unit.side == side and on_map[unit.at] and (side == RED or unit.at in rails))
    return Listing(MoveByRail, ((unit.id, _ends(game, state, unit)) for unit in going))


@rule("7.5.3", "7.6")
def _ends(game: Game, state: State, unit: Unit) -> Sequence[Location]:
    """Where a unit may go by rail; what keeps it from boarding at all is asked once."""
    is_trotsky = game.materials.kind(unit).role is Role.TROTSKY
    kept = None if is_trotsky else _sort_refusal(game, unit) or _white_refusal(game, state, unit, unit.at)
    if kept is not None or boarding_refusal(game, state, unit) is not None:
        return ()
    if not is_trotsky and _gatchina_refusal(game, state, unit) is not None:
        return ()
    reached = rail_lines(game, state, unit.at, unit.side, through_city=is_trotsky).lengths.keys()
    ends = reached - reserved_hexes(game, state, unit.side) - {unit.at}
    own = ends if is_trotsky else (to for to in ends if state.control.get(to) == WHITE)
    return sorted(filter(room_for(game, state, unit), own))


@rule("7.5.3", "7.6")
def move_by_rail(game: Game, draft: Draft, action: MoveByRail) -> None:
    """The unit is there at once and moves no more; where it ends is its side's, as after any move."""
    materials: Materials = game.materials
    unit = draft.state.unit(action.unit)
    is_trotsky = materials.kind(unit).role is Role.TROTSKY
    lines = rail_lines(game, draft.state, unit.at, unit.side, through_city=is_trotsky)
    way = tuple(reversed(lines.path(action.to)))
    if not is_trotsky:
        draft.set_value(WHITE_RAIL, int(draft.state.values.get(WHITE_RAIL, 0)) + fare(materials, unit))
    arrive_by_rail(game, draft, unit.id, way)
    entered(game, draft, action.to, unit.side)


@rule("7.3", "7.5.1")
def arrive_by_rail(
    game: Game, draft: Draft, unit: UnitId, way: tuple[Location, ...], *, covered: tuple[Location, ...] | None = None
) -> None:
    """A unit has gone a way by rail; `covered` as for `pass_along`."""
    draft.move_unit(unit, way[-1])
    draft.mark(unit, MOVED)
    draft.emit(MovedByRail(unit, way))
    pass_along(game, draft, way, draft.state.unit(unit).side, covered=covered)


@rule("5.4", "7.3")
def pass_along(
    game: Game, draft: Draft, way: tuple[Location, ...], side: Side, *, covered: tuple[Location, ...] | None = None
) -> None:
    """What a way by rail does to those along it: friends who covered it stay, an enemy headquarters alone is lost.

    Who is carried needs to be covered wherever there is a zone; an armoured train in the hexes `covered` alone.
    """
    for at in way if covered is None else covered:
        note_cover(game, draft, at, side)
    for at in way:
        brush_aside(game, draft, at, side)


RAIL = SpecialMove(
    MoveByRail,
    lambda game, state: Offer(
        MoveByRail, lambda: _journeys(game, state), lambda action: rail_refusal(game, state, action), exact=True
    ),
    move_by_rail,
)
