"""16.1, 27.2 and 27.3: units that come onto the map: reinforcements, and those of the Central Front.

Reinforcements wait in the box of their side with the turn of their coming. They come in by a source of supply on the
edge of the map where the scenario has them, marching on from there or going by rail as far as they like; Soviet ones
also by the half-hexes that the Central Front has opened, or into its box.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from engine.core.actions import Arrive
from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import Location, UnitId
from engine.core.menu import Offer
from engine.core.messages import message
from engine.core.records import Action
from engine.core.refusals import Refusal
from engine.core.state import State, Unit, derived
from engine.core.unit_events import UnitArrived, UnitDisplaced
from engine.mechanics.marching import gets_clear
from engine.mechanics.stack_in_hand import spend
from engine.rulesets.chapter import Chapter
from engine.rulesets.ukraine_43.air import base_refusal, bases, call_if_taken
from engine.rulesets.ukraine_43.bonds import bonds, shown
from engine.rulesets.ukraine_43.cases import rule
from engine.rulesets.ukraine_43.control import entered
from engine.rulesets.ukraine_43.ground import HALVES
from engine.rulesets.ukraine_43.half_hexes import open_half_hexes
from engine.rulesets.ukraine_43.map_edges import edges_of
from engine.rulesets.ukraine_43.marches import march_of
from engine.rulesets.ukraine_43.materials import Materials
from engine.rulesets.ukraine_43.names import CENTRAL_FRONT, DISPLACED, DUE, PACES, SOVIET, coming_box, enemy_of
from engine.rulesets.ukraine_43.rail import arrive_by_rail, destinations, lines_from, no_line
from engine.rulesets.ukraine_43.railheads import open_edges
from engine.rulesets.ukraine_43.ratings import Mode, allowance
from engine.rulesets.ukraine_43.special_moves import MOVEMENT_ONLY, Hand, SpecialMove
from engine.rulesets.ukraine_43.stacking import joining_refusal
from engine.rulesets.ukraine_43.standing import is_held, standing


@dataclass(frozen=True, slots=True)
class ArriveByRail(Action):
    """Bring a reinforcement onto the map and along the railway."""

    kind: ClassVar[str] = "arrive-by-rail"
    unit: UnitId
    to: Location


@dataclass(frozen=True, slots=True)
class JoinCentralFront(Action):
    """Put a reinforcement into the box of the Central Front."""

    kind: ClassVar[str] = "join-central-front"
    unit: UnitId


@dataclass(frozen=True, slots=True)
class JoinedCentralFront(UnitDisplaced):
    kind: ClassVar[str] = "joined-central-front"


# Who is due, and where


@derived("units", "stacks", "turn", "side")
def waiting(game: Game, state: State) -> tuple[Unit, ...]:
    """The units of the side that may come in now: reinforcements, and those in the box of the Central Front."""
    boxes = [coming_box(state.side), *([CENTRAL_FRONT] if state.side == SOVIET else [])]
    units = (unit for box in boxes for unit in state.at(game.board.at(box)))
    return tuple(unit for unit in units if unit.side == state.side and int(unit.values.get(DUE, 0)) <= state.turn)


def is_at_central_front(game: Game, unit: Unit) -> bool:
    return unit.at == game.board.at(CENTRAL_FRONT)


@rule("16.1")
def own_sources(game: Game, state: State, unit: Unit) -> tuple[Location, ...]:
    """The sources of supply by which a reinforcement may come: those it holds on the edge that is its own."""
    entry = game.materials.schedule.get(unit.id)
    held = open_edges(game, state, unit.side)
    if entry is None or entry.at is None:
        return held
    wanted = game.board.find(entry.at)
    edges = edges_of(game, wanted) if wanted is not None else frozenset()
    return tuple(at for at in held if not edges or edges & edges_of(game, at))


@rule("16.1", "27.2", "27.3")
def ways_in(game: Game, state: State, unit: Unit) -> tuple[Location, ...]:
    """The hexes by which a unit may come in now."""
    if unit.side != SOVIET:
        return own_sources(game, state, unit)
    opened = open_half_hexes(game, state)
    if is_at_central_front(game, unit):
        north = game.materials.ground.region("north-edge")
        return tuple(sorted({*opened, *(at for at in north if is_held(game, state, at, SOVIET))}))
    return tuple(dict.fromkeys((*own_sources(game, state, unit), *opened)))


# Coming in


@rule("16.1", "27.2", "27.3")
def arrival_refusal(game: Game, state: State, action: Arrive) -> Refusal | None:
    """What keeps a unit from coming in at a hex: not its turn or its edge, an enemy, a bond, or too many there."""
    unit = next((each for each in waiting(game, state) if each.id == action.unit), None)
    if unit is None:
        return Refusal("16.1", message("refusal.u43.not-due", unit=action.unit))
    if game.materials.kind(unit).is_air:
        return base_refusal(game, state, unit, action.at)
    label = game.board.label(action.at)
    case = "27.3" if is_at_central_front(game, unit) else "16.1"
    if action.at not in ways_in(game, state, unit):
        return Refusal(case, message("refusal.u43.no-entry", unit=unit.id, hex=label))
    from_half_hex = unit.side == SOVIET and action.at in open_half_hexes(game, state)
    if not game.materials.ground.land[action.at] or action.at in standing(game, state, enemy_of(unit.side)).occupied:
        return Refusal("27.2" if from_half_hex else case, message("refusal.u43.enemy-there", hex=label))
    bond = bonds(game, state, enemy_of(unit.side)).by_hex.get(action.at)
    if bond is not None:
        case = "27.2" if from_half_hex else "7.2"
        return Refusal(case, message("refusal.u43.bonded-hex", hex=label, bond=shown(game, bond)))
    return _room_refusal(game, state, unit, action.at)


@rule("5.4", "16.1")
def _room_refusal(game: Game, state: State, unit: Unit, at: Location) -> Refusal | None:
    """Too many may not stay together, but one who can go on at once comes in through a hex that is full."""
    refusal = joining_refusal(game, state, (unit,), at)
    if refusal is None:
        return None
    points = allowance(game, state, unit) - _entry_price(game, state, unit, at)
    march = march_of(game, state, unit.placed(at), Mode.MOVEMENT)
    return None if gets_clear(game.board, march, at, points) else refusal


@rule("16.1", "26.1.A", "27.2")
def arrive(game: Game, draft: Draft, hand: Hand, action: Arrive) -> None:
    """A unit is in its first hex, has paid for its ground, and may go on; a leader has moved in this turn."""
    unit = draft.state.unit(action.unit)
    _bring_in(game, draft, unit, action.at)
    if game.materials.kind(unit).is_air:
        return
    price = _entry_price(game, draft.state, unit, action.at)
    spend(draft, unit.id, price)
    draft.set_unit_value(unit.id, PACES, 1)
    if game.materials.kind(unit).is_leader:
        draft.mark(unit.id, DISPLACED)
    if game.materials.kind(unit).is_ground:
        call_if_taken(game, draft, action.at, unit.side)


def _bring_in(game: Game, draft: Draft, unit: Unit, at: Location) -> None:
    draft.move_unit(unit.id, at)
    draft.set_unit_value(unit.id, DUE, None)
    draft.emit(UnitArrived(unit.id, at))
    if game.materials.kind(unit).is_ground:
        entered(game, draft, at, unit.side)


@rule("16.1")
def _entry_price(game: Game, state: State, unit: Unit, at: Location) -> int:
    """What the first hex costs in halves: its ground, or all that a slow unit has."""
    materials: Materials = game.materials
    cost = materials.charts.terrain.points(game.board.terrains[at], materials.kind(unit).movement_class)
    return max(1, min(cost or HALVES, allowance(game, state, unit)))


def _arrivals(game: Game, state: State) -> Iterator[Arrive]:
    for unit in waiting(game, state):
        places = bases(game, state, unit) if game.materials.kind(unit).is_air else ways_in(game, state, unit)
        yield from (Arrive(unit.id, at) for at in places)


# By rail


@rule("4.6", "16.1")
def rail_arrival_refusal(game: Game, state: State, action: ArriveByRail) -> Refusal | None:
    """Every reinforcement may go by rail from a source by which it may come; those of the Central Front march."""
    unit = next((each for each in waiting(game, state) if each.id == action.unit), None)
    if unit is None:
        return Refusal("16.1", message("refusal.u43.not-due", unit=action.unit))
    if is_at_central_front(game, unit) or game.materials.kind(unit).is_air:
        case = "27.3" if is_at_central_front(game, unit) else "4.6"
        return Refusal(case, message("refusal.u43.no-rail", unit=unit.id, hex=game.board.label(action.to)))
    sources = [source for source in own_sources(game, state, unit) if source != action.to]
    if not any(action.to in destinations(game, state, source, unit) for source in sources):
        return no_line(game, state, unit, sources, action.to)
    return joining_refusal(game, state, (unit,), action.to)


def _rail_entry(game: Game, state: State, unit: Unit, to: Location) -> Location | None:
    """The source from which the line to a hex is shortest."""
    found = [
        (lines.length(to), source)
        for source in own_sources(game, state, unit)
        if source != to and to in (lines := lines_from(game, state, source, unit))
    ]
    return min(found)[1] if found else None


@rule("4.6", "16.1")
def arrive_on_rails(game: Game, draft: Draft, hand: Hand, action: ArriveByRail) -> None:
    """The unit comes in at its source and goes on by rail: it is disrupted, and no train of the turn is used up."""
    unit = draft.state.unit(action.unit)
    entry = _rail_entry(game, draft.state, unit, action.to)
    assert entry is not None
    way = tuple(reversed(lines_from(game, draft.state, entry, unit).path(action.to)))
    _bring_in(game, draft, unit, entry)
    arrive_by_rail(game, draft, unit.id, way)
    if game.materials.kind(unit).is_ground:
        call_if_taken(game, draft, action.to, unit.side)


def _rail_arrivals(game: Game, state: State) -> Iterator[ArriveByRail]:
    for unit in waiting(game, state):
        if is_at_central_front(game, unit) or game.materials.kind(unit).is_air:
            continue
        places: set[Location] = set()
        for source in own_sources(game, state, unit):
            places.update(destinations(game, state, source, unit))
        yield from (ArriveByRail(unit.id, to) for to in sorted(places))


# The box of the Central Front


@rule("27.3")
def joining_front_refusal(game: Game, state: State, id: UnitId) -> Refusal | None:
    """A Soviet reinforcement that is due may be put into the box instead."""
    unit = next((each for each in waiting(game, state) if each.id == id), None)
    if unit is None or unit.side != SOVIET or is_at_central_front(game, unit) or game.materials.kind(unit).is_air:
        return Refusal("27.3", message("refusal.u43.not-due", unit=id))
    return None


@rule("27.3")
def join_front(game: Game, draft: Draft, hand: Hand, action: JoinCentralFront) -> None:
    """It may come in from there in the next turn."""
    unit = draft.state.unit(action.unit)
    to = game.board.at(CENTRAL_FRONT)
    draft.move_unit(unit.id, to)
    draft.set_unit_value(unit.id, DUE, draft.state.turn + 1)
    draft.emit(JoinedCentralFront(unit.id, unit.at, to))


ARRIVING = SpecialMove(
    Arrive,
    MOVEMENT_ONLY,
    lambda game, state, hand: Offer(
        Arrive, lambda: _arrivals(game, state), lambda action: arrival_refusal(game, state, action)
    ),
    arrive,
)
RAIL_ARRIVING = SpecialMove(
    ArriveByRail,
    MOVEMENT_ONLY,
    lambda game, state, hand: Offer(
        ArriveByRail, lambda: _rail_arrivals(game, state), lambda action: rail_arrival_refusal(game, state, action)
    ),
    arrive_on_rails,
)
JOINING_FRONT = SpecialMove(
    JoinCentralFront,
    MOVEMENT_ONLY,
    lambda game, state, hand: Offer(
        JoinCentralFront,
        lambda: (JoinCentralFront(unit.id) for unit in waiting(game, state)),
        lambda action: joining_front_refusal(game, state, action.unit),
    ),
    join_front,
)

CHAPTER = Chapter(
    actions=(Arrive, ArriveByRail, JoinCentralFront),
    events=(UnitArrived, JoinedCentralFront),
)
