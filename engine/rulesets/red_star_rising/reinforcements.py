"""Chapter 15, first half: how reinforcements and returning units come onto the map."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass
from typing import ClassVar

from engine.core.actions import Arrive, Done
from engine.core.draft import Draft
from engine.core.facets import UnitMove
from engine.core.game import Game
from engine.core.ids import Location, Side, UnitId
from engine.core.listing import Listing
from engine.core.menu import Menu, Offer
from engine.core.messages import message
from engine.core.phases import Phase
from engine.core.records import Action, Event, Frame
from engine.core.refusals import Refusal
from engine.core.state import State, Unit, derived
from engine.core.unit_events import UnitArrived
from engine.mechanics import arrivals
from engine.mechanics.arrivals import Entries
from engine.rulesets.chapter import Chapter
from engine.rulesets.red_star_rising.cases import rule
from engine.rulesets.red_star_rising.control import entered
from engine.rulesets.red_star_rising.distances import nearer_than
from engine.rulesets.red_star_rising.economy import leader_limit_refusal
from engine.rulesets.red_star_rising.elimination import put_away
from engine.rulesets.red_star_rising.materials import Kind, Materials
from engine.rulesets.red_star_rising.names import (
    AWAITING_PROMOTION,
    AXIS,
    DUE,
    FINNISH,
    PARATROOPS,
    SOVIET,
    Arm,
    Role,
    coming_box,
    enemy_of,
)
from engine.rulesets.red_star_rising.partisans import shift_partisans
from engine.rulesets.red_star_rising.standing import occupied, on_map_with_role
from engine.rulesets.red_star_rising.supply.lines import (
    depot_arrival_hexes,
    needs_no_line,
    railways,
    supplied_hexes,
)
from engine.rulesets.red_star_rising.zones import in_zone, zone_hexes

HOMELAND = "soviet-union"
VETERANS = frozenset({"shock", "guards"})


@dataclass(frozen=True, slots=True)
class ReinforcementFrame(Frame):
    """The side whose phase it is brings in what is due."""

    kind: ClassVar[str] = "reinforcements"


@dataclass(frozen=True, slots=True)
class UnitReceived(Event):
    """A unit has come that waits in a box of its own: paratroops, or an army awaiting promotion."""

    kind: ClassVar[str] = "unit-received"
    unit: UnitId
    to: Location

    @property
    def moves(self) -> tuple[UnitMove, ...]:
        return (UnitMove.came(self.unit, self.to),)


@derived("units", "stacks", "turn")
def due_units(game: Game, state: State, side: Side) -> tuple[Unit, ...]:
    """What a side may bring onto the map now, in the order of ids."""
    return arrivals.due_units(state, game.board.at(coming_box(side)), side, lambda unit: int(unit.values.get(DUE, 0)))


@derived("units", "stacks", "turn", "side", "markers", "control", "values")
def entries(game: Game, state: State) -> Entries:
    """Which of the units that are due may be placed where."""
    materials: Materials = game.materials
    due = tuple(unit for unit in due_units(game, state, state.side) if is_placed(materials.kind(unit)))
    named = {unit.id: named_hexes(game, state, unit) for unit in due if _comes_in_by_name(materials, unit)}
    return Entries(due, lambda unit: arrival_hexes(game, state, unit.type), named)


@rule("15.2.1", "15.2.2")
def _comes_in_by_name(materials: Materials, unit: Unit) -> bool:
    """Whether a scenario says where a unit comes in: the first time alone, as what returns is placed like any other."""
    return unit.id in materials.entry_places and int(unit.values.get(DUE, 0)) <= materials.arrivals[unit.id]


@rule("15.2.1", "14.4.5")
def named_hexes(game: Game, state: State, unit: Unit) -> frozenset[Location]:
    """A scenario may say where a reinforcement comes in: it does so there, wherever supply and the enemy are.

    While an enemy stands in that hex it is any hex beside it. The leader too many waits all the same.
    """
    materials: Materials = game.materials
    if _too_many(game, state, materials.kind(unit)) is not None:
        return frozenset()
    barred = occupied(game, state, enemy_of(unit.side))
    return arrivals.entry_places(
        game.board, materials.entry_places[unit.id], lambda at: materials.is_ground[at], lambda at: at in barred
    )


@rule("15.2.1", "15.2.2")
def arrival_refusal(game: Game, state: State, action: Arrive) -> Refusal | None:
    """What keeps a reinforcement from being placed in a hex."""
    if entries(game, state).allows(action.unit, action.at):
        return None
    materials: Materials = game.materials
    unit = state.units.get(action.unit)
    if unit is None or unit not in due_units(game, state, state.side):
        return Refusal("15.2.1", message("refusal.rsr.not-due", unit=action.unit))
    if not is_placed(materials.kind(unit)):
        return Refusal("15.2.2", message("refusal.rsr.comes-otherwise", unit=action.unit))
    too_many = _too_many(game, state, materials.kind(unit))
    if too_many is not None:
        return too_many
    if _comes_in_by_name(materials, unit):
        place = game.board.label(materials.entry_places[action.unit])
        return Refusal("15.2.1", message("refusal.rsr.enters-elsewhere", unit=action.unit, hex=place))
    return _place_refusal(game, state, materials.kind(unit), action.at)


def _place_refusal(game: Game, state: State, kind: Kind, at: Location) -> Refusal | None:
    """What keeps a sort of unit from arriving in a hex."""
    if not game.materials.is_ground[at]:
        return Refusal("15.2.2", message("refusal.rsr.no-ground", hex=game.board.label(at)))
    if kind.role is Role.HEADQUARTERS:
        return _headquarters_refusal(game, state, kind, at)
    return (_axis_refusal if kind.side == AXIS else _soviet_refusal)(game, state, kind, at)


@rule("14.4.5")
def _too_many(game: Game, state: State, kind: Kind) -> Refusal | None:
    """A leader waits while as many as may be are on the map, wherever he would come in."""
    return leader_limit_refusal(game, state) if kind.role is Role.LEADER else None


@rule("15.2.2", "15.2.3")
def arrival_hexes(game: Game, state: State, counter: str) -> frozenset[Location]:
    """The hexes where a type of counter may arrive now: those that nothing forbids, found without asking of each."""
    materials: Materials = game.materials
    kind = materials.kinds[counter]
    if kind.role is Role.HEADQUARTERS:
        return _headquarters_hexes(game, state, kind)
    if _too_many(game, state, kind) is not None:
        return frozenset()
    supplied = None if needs_no_line(kind) else supplied_hexes(game, state, counter)
    if kind.role is Role.DEPOT:
        supplied = depot_arrival_hexes(game, state)
    if kind.side == AXIS:
        places = frozenset(materials.standing_ground) if supplied is None else supplied
        return places - nearer_than(game, state, SOVIET, materials.number("axis_arrival_distance"))
    around = frozenset(at for at in headquarters_surroundings(game, state) if materials.is_ground[at])
    free = around - occupied(game, state, AXIS) - zone_hexes(game, state, AXIS)
    return free if supplied is None else free & supplied


def is_placed(kind: Kind) -> bool:
    """Whether a unit is placed in the reinforcement phase; partisans, paratroops and veterans come in other ways."""
    return kind.role is not Role.PARTISAN and kind.arm is not Arm.PARATROOP and not kind.traits & VETERANS


@rule("15.2.2")
def _axis_refusal(game: Game, state: State, kind: Kind, at: Location) -> Refusal | None:
    """Axis units arrive in supply, four hexes or more from Soviet units."""
    if at in nearer_than(game, state, SOVIET, game.materials.number("axis_arrival_distance")):
        return Refusal("15.2.2", message("refusal.rsr.too-near", hex=game.board.label(at)))
    return (_chain_refusal if kind.role is Role.DEPOT else _supply_refusal)(game, state, kind, at)


@rule("15.2.2", "15.7.2")
def _chain_refusal(game: Game, state: State, kind: Kind, at: Location) -> Refusal | None:
    """A depot is always supplied, but it arrives only where it joins a chain that leads home."""
    if at in depot_arrival_hexes(game, state):
        return None
    return Refusal("15.2.2", message("refusal.rsr.no-chain-there", hex=game.board.label(at)))


@rule("15.2.2")
def _soviet_refusal(game: Game, state: State, kind: Kind, at: Location) -> Refusal | None:
    """Soviet units arrive at or beside a headquarters, in supply, away from Axis units and their zones."""
    if at not in headquarters_surroundings(game, state):
        return Refusal("15.2.2", message("refusal.rsr.no-headquarters", hex=game.board.label(at)))
    if at in occupied(game, state, AXIS):
        return Refusal("15.2.2", message("refusal.rsr.enemy-there", hex=game.board.label(at)))
    if in_zone(game, state, at, AXIS):
        return Refusal("15.2.2", message("refusal.rsr.enemy-zone", hex=game.board.label(at)))
    return _supply_refusal(game, state, kind, at)


def _supply_refusal(game: Game, state: State, kind: Kind, at: Location) -> Refusal | None:
    if needs_no_line(kind) or at in supplied_hexes(game, state, kind.id):
        return None
    return Refusal("15.2.2", message("refusal.rsr.no-supply-there", hex=game.board.label(at)))


@rule("15.2.3")
def _headquarters_refusal(game: Game, state: State, kind: Kind, at: Location) -> Refusal | None:
    """Headquarters arrive on a railway that leads home, well away from the enemy, Soviet ones in the homeland."""
    materials: Materials = game.materials
    distance = materials.number("headquarters_arrival_distance")
    if at in nearer_than(game, state, enemy_of(kind.side), distance):
        return Refusal("15.2.3", message("refusal.rsr.headquarters-near", hex=game.board.label(at), hexes=distance))
    if at not in materials.rail_hexes:
        return Refusal("15.2.3", message("refusal.rsr.no-rail", hex=game.board.label(at)))
    if kind.side == SOVIET and materials.country(at) != HOMELAND:
        return Refusal("15.2.3", message("refusal.rsr.not-homeland", hex=game.board.label(at)))
    if at not in _railways_home(game, state, kind):
        return Refusal("15.2.3", message("refusal.rsr.no-rail-line", hex=game.board.label(at)))
    return None


@rule("15.2.3")
def _headquarters_hexes(game: Game, state: State, kind: Kind) -> frozenset[Location]:
    """The hexes where nothing forbids a headquarters to arrive, which has to stand on the ground like all others."""
    materials: Materials = game.materials
    distance = materials.number("headquarters_arrival_distance")
    homeward = _railways_home(game, state, kind)
    return frozenset(
        at
        for at in materials.rail_hexes - nearer_than(game, state, enemy_of(kind.side), distance)
        if at in homeward and materials.is_ground[at] and (kind.side == AXIS or materials.country(at) == HOMELAND)
    )


@rule("15.2.3")
def _railways_home(game: Game, state: State, kind: Kind) -> Container[Location]:
    """The hexes from which a railway leads home: to a Soviet source, or to the capital of an ally of Germany."""
    if kind.side == SOVIET:
        return railways(game, state, SOVIET).lengths
    capital = game.materials.places.get("helsinki" if kind.nation == FINNISH else "bucharest")
    return () if capital is None else railways(game, state, AXIS, capital).lengths


@derived("bodies", "stacks", of=SOVIET)
def headquarters_surroundings(game: Game, state: State) -> frozenset[Location]:
    """The hexes of Soviet headquarters and those beside them."""
    found: set[Location] = set()
    for unit in on_map_with_role(game, state, Role.HEADQUARTERS):
        if unit.side == SOVIET:
            found.add(unit.at)
            found.update(Location(target) for target, _ in game.board.links[unit.at])
    return frozenset(found)


class ReinforcementPhase(Phase[ReinforcementFrame]):
    """The side places what is due, or keeps it for later; stacking is not looked at until the movement is over."""

    @rule("15.4.1", "15.5.1")
    def start(self, game: Game, draft: Draft, frame: ReinforcementFrame) -> None:
        """Paratroops and veterans that have come go to the boxes where they wait."""
        materials: Materials = game.materials
        for unit in due_units(game, draft.state, draft.state.side):
            kind = materials.kind(unit)
            box = PARATROOPS if kind.arm is Arm.PARATROOP else AWAITING_PROMOTION if kind.traits & VETERANS else None
            if box is not None:
                draft.emit(UnitReceived(unit.id, put_away(game, draft, unit.id, box)))

    @rule("15.2", "15.2.1")
    def menu(self, game: Game, state: State, frame: ReinforcementFrame) -> Menu | None:
        """Each unit that is due may be placed; none must."""
        due = entries(game, state)

        def refuse(action: Arrive) -> Refusal | None:
            return None if due.allows(action.unit, action.at) else arrival_refusal(game, state, action)

        offer = Offer(
            Arrive,
            lambda: Listing(Arrive, due.rows()),
            refuse,
            of_unit=lambda unit: Listing(Arrive, due.rows(unit)),
            exact=True,
        )
        prompt = message("prompt.rsr.reinforcements", side=state.side, count=len(due.units))
        return Menu(state.side, prompt, "15.2.1", (offer, Offer.one(Done()))).asked_if(offer.any())

    @rule("15.2.4")
    def apply(self, game: Game, draft: Draft, frame: ReinforcementFrame, action: Action) -> None:
        """A unit is placed whatever stands there of its own side: stacking waits for the end of the movement phase."""
        if isinstance(action, Done):
            draft.end()
            return
        assert isinstance(action, Arrive)
        draft.set_unit_value(action.unit, DUE, None)
        draft.move_unit(action.unit, action.at)
        draft.emit(UnitArrived(action.unit, action.at))
        entered(game, draft, action.unit)
        shift_partisans(game, draft)


CHAPTER = Chapter(
    actions=(Arrive,),
    events=(UnitArrived, UnitReceived),
    phases={ReinforcementFrame: ReinforcementPhase()},
)
