"""3.5: strategic movement, far behind the front and in supply all the way."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar, Final

from engine.core.actions import Done, PickUnit
from engine.core.draft import Draft
from engine.core.facets import UnitMove
from engine.core.game import Game
from engine.core.ids import Location, Side, UnitId
from engine.core.listing import Listing
from engine.core.menu import Menu, Offer
from engine.core.messages import message
from engine.core.paths import Reach, Steps
from engine.core.phases import Phase
from engine.core.records import Action, Event, Frame
from engine.core.refusals import Refusal
from engine.core.state import Of, State, Unit, derived
from engine.mechanics.marching import NOWHERE
from engine.mechanics.unit_notes import UnitNotes
from engine.rulesets.chapter import Chapter
from engine.rulesets.red_star_rising.cases import rule
from engine.rulesets.red_star_rising.control import entered, would_take
from engine.rulesets.red_star_rising.factors import status_of
from engine.rulesets.red_star_rising.materials import FOOT, Kind, Materials
from engine.rulesets.red_star_rising.names import (
    BEHIND_THE_FRONT,
    BY_SEA,
    HALTED,
    MOVED,
    TRAVEL,
    Role,
    Status,
    enemy_of,
)
from engine.rulesets.red_star_rising.partisans import shift_partisans
from engine.rulesets.red_star_rising.standing import everywhere, near_soviets
from engine.rulesets.red_star_rising.steps import (
    crosses_ice,
    end_of_movement,
    is_armoured,
)
from engine.rulesets.red_star_rising.supply.lines import needs_no_line, supplied_hexes, would_be_supplied

NEVER: Final = frozenset({Role.AIR_BASE, Role.AIR_FLEET, Role.PARTISAN, Role.ASSET})
"""What never moves strategically."""


@dataclass(frozen=True, slots=True)
class MoveStrategically(Action):
    """Send the unit in hand to a hex behind the front."""

    kind: ClassVar[str] = "move-strategically"
    unit: UnitId
    to: Location


@dataclass(frozen=True, slots=True)
class NameWay(Action):
    """Say through which hex the unit in hand will go: the next one of its way, or a city it is to take."""

    kind: ClassVar[str] = "name-way"
    unit: UnitId
    via: Location


@dataclass(frozen=True, slots=True)
class UnitMovedStrategically(Event):
    """`path` is the way it took, from where it was to where it is."""

    kind: ClassVar[str] = "unit-moved-strategically"
    unit: UnitId
    path: tuple[Location, ...]

    @property
    def moves(self) -> tuple[UnitMove, ...]:
        return (UnitMove(self.unit, self.path),)


@dataclass(frozen=True, slots=True)
class StrategicFrame(Frame):
    """Strategic movement of all units or, in the motorised phase, of `armour`; `unit` is the one in hand."""

    kind: ClassVar[str] = "strategic"
    armour: bool = False
    unit: UnitId | None = None
    way: tuple[Location, ...] = ()
    """What its owner has named of its way, from where it stands on; empty if nothing."""


@rule("3.5.3", "11.1.1", "12.2.5")
def too_near(game: Game, state: State, side: Side) -> frozenset[Location]:
    """The hexes less than four from any enemy of a side: every sort of unit, fleets and partisans too."""
    return _around_all(game, state, enemy_of(side))


@derived("bodies", "stacks", of=Of.ARGUMENT)
def _around_all(game: Game, state: State, side: Side) -> frozenset[Location]:
    materials: Materials = game.materials
    radius = materials.number("strategic_distance") - 1
    found: set[Location] = set()
    for at in everywhere(game, state, side):
        found.update(materials.around(at, radius))
    return frozenset(found)


@derived("bodies", "stacks", "turn", of=Of.ARGUMENT)
def _known_refusals(game: Game, state: State, enemy: Side, armour: bool) -> UnitNotes[Refusal | None]:
    """What keeps units from moving strategically, as far as it is known; it rests on the enemy and on each of them."""
    return UnitNotes()


@rule("3.5.2", "3.5.3", "3.5.5", "3.6.1", "13.0.2", "10.6.1", "10.7.1", "10.8.1")
def strategic_refusal(game: Game, state: State, frame: StrategicFrame, id: UnitId) -> Refusal | None:
    """What keeps a unit from moving strategically, wherever it wants to go."""
    materials: Materials = game.materials
    unit = state.units.get(id)
    if unit is None or unit.side != state.side or not materials.is_on_map(unit):
        return Refusal("3.5", message("refusal.rsr.not-yours", unit=id))
    kind = materials.kind(unit)
    if kind.role in NEVER:
        return Refusal("3.5.3", message("refusal.rsr.never-strategic", unit=id))
    if frame.armour and not is_armoured(kind):
        return Refusal("3.5.5", message("refusal.rsr.armour-only", unit=id))
    if HALTED in unit.marks:
        return Refusal("8.0.6", message("refusal.rsr.halted", unit=id))
    if MOVED in unit.marks:
        case = "3.6.1" if unit.values.get(TRAVEL) == BY_SEA else "3.5.2"
        return Refusal(case, message("refusal.rsr.has-moved", unit=id))
    if kind.role is Role.DEPOT and not materials.is_mud(state.turn):
        return Refusal("3.5.3", message("refusal.rsr.depots-in-mud"))
    if status_of(unit) is not Status.SUPPLIED:
        return Refusal("3.5.3", message("refusal.rsr.strategic-short", unit=id))
    if unit.at in too_near(game, state, unit.side):
        return _too_near_refusal(game, unit.at)
    return None


def _too_near_refusal(game: Game, at: Location) -> Refusal:
    hexes = game.materials.number("strategic_distance")
    return Refusal("3.5.3", message("refusal.rsr.strategic-near", hex=game.board.label(at), hexes=hexes))


@rule("3.3.5", "3.3.6", "3.5.3", "3.5.4")
def strategic_steps(materials: Materials, kind: Kind, *, snow: bool) -> Steps:
    """Where one can go at all: not over lakes and seas, but over the strait, and over red arrows as in other movement.

    Siege artillery keeps to the railways. What a step costs does not matter.
    """
    if kind.role is Role.SIEGE_ARTILLERY:
        return materials.rail_steps.steps
    return materials.step_costs(FOOT, snow=False, ice=crosses_ice(kind, snow=snow)).steps


@rule("3.1.10", "3.5.1", "3.5.3", "9.0.3")
@derived("units", "stacks", "turn", "markers", "control", "values")
def strategic_reach(game: Game, state: State, id: UnitId, way: tuple[Location, ...] = ()) -> Reach:
    """Everywhere a unit can get to: 25 hexes at most, each four or more from the enemy and in supply.

    Of the shortest ways to a hex it takes the one with the most cities that change hands. What its owner has named of
    the way comes first and is counted.
    """
    materials: Materials = game.materials
    unit = state.unit(id)
    kind = materials.kind(unit)
    steps = strategic_steps(materials, kind, snow=materials.is_snow(state.turn))
    danger = too_near(game, state, unit.side)
    supplied = _supplied(game, state, unit)
    shunned, crossed = _kept_from(game, state, unit, kind)
    start, named = (way[-1], len(way) - 1) if way else (unit.at, 0)
    barred = danger.union(shunned, way)
    cities = materials.controlled
    hexes: dict[Location, int] = {start: named}
    taken: dict[Location, int] = {start: 0}
    came: dict[int, int] = {}
    layer = [start]
    for length in range(named + 1, materials.number("strategic_hexes") + 1):
        further: list[Location] = []
        for origin in layer:
            for target, _ in steps[origin]:
                to = Location(target)
                known = hexes.get(to)
                if known is None:
                    if to in barred or (supplied is not None and to not in supplied):
                        continue
                    hexes[to], came[to] = length, origin
                    taken[to] = taken[origin] + (to in cities and would_take(game, state, unit, to))
                    further.append(to)
                elif known == length and taken[origin] > taken[Location(came[to])]:
                    taken[to] += taken[origin] - taken[Location(came[to])]
                    came[to] = origin
        layer = further
    ends = {at: length for at, length in hexes.items() if at not in crossed} if crossed else hexes
    return Reach(start, ends, came)


@rule("3.5.3")
@derived("units", "stacks", "turn", "markers", "control", "values")
def strategic_places(game: Game, state: State, side: Side) -> frozenset[Location]:
    """Everywhere any unit of a side could get to, those of a type looked for together."""
    materials: Materials = game.materials
    danger, snow = too_near(game, state, side), materials.is_snow(state.turn)
    starts: dict[str, list[Unit]] = {}
    for unit in state.every_unit():
        if unit.side == side and materials.on_map[unit.at] and unit.at not in danger and _may_travel(materials, unit):
            starts.setdefault(unit.type, []).append(unit)
    found: set[Location] = set()
    for units in starts.values():
        steps = strategic_steps(materials, materials.kind(units[0]), snow=snow)
        supplied = _supplied(game, state, units[0])
        seen = {unit.at for unit in units}
        layer: set[Location] = set(seen)
        for _ in range(materials.number("strategic_hexes")):
            further = {Location(to) for origin in layer for to, _ in steps[origin]} - seen - danger
            layer = further if supplied is None else further & supplied
            seen |= layer
        found |= seen
    return frozenset(found)


def _may_travel(materials: Materials, unit: Unit) -> bool:
    """Whether a unit is of those that go by strategic movement in any weather, and has the supply for it."""
    role = materials.kind(unit).role
    return role not in NEVER and role is not Role.DEPOT and status_of(unit) is Status.SUPPLIED


def _supplied(game: Game, state: State, unit: Unit) -> frozenset[Location] | None:
    """The hexes where a unit would be supplied; None for one that needs no line."""
    return None if needs_no_line(game.materials.kind(unit)) else supplied_hexes(game, state, unit.type)


@rule("11.2.3")
def _kept_from(game: Game, state: State, unit: Unit, kind: Kind) -> tuple[frozenset[Location], frozenset[Location]]:
    """Security divisions keep a hex further away; one that is not so far off may only end so."""
    if kind.role is not Role.SECURITY:
        return NOWHERE, NOWHERE
    near = near_soviets(game, state)
    return (NOWHERE, near) if unit.at in near else (near, NOWHERE)


class StrategicChoices:
    """What can be done in a strategic frame; the map is searched for the unit in hand."""

    def __init__(self, game: Game, state: State, frame: StrategicFrame) -> None:
        self.game, self.state, self.frame = game, state, frame

    @cached_property
    def reach(self) -> Reach:
        assert self.frame.unit is not None
        return strategic_reach(self.game, self.state, self.frame.unit, self.frame.way)

    def picks(self) -> Listing[PickUnit]:
        return Listing.each(PickUnit, [unit.id for unit in self._ready() if not self._is_in_hand(unit.id)])

    def can_any_go(self) -> bool:
        """Whether there is a unit to be taken in hand at all."""
        return any(True for _ in self._ready())

    def _ready(self) -> Iterator[Unit]:
        """The units that may move strategically and have a hex to go to."""
        on_map, side = self.game.materials.on_map, self.state.side
        mine = (unit for unit in self.state.every_unit() if unit.side == side and on_map[unit.at])
        return (unit for unit in mine if self._unit_refusal(unit) is None and not self._is_shut_in(unit))

    def _unit_refusal(self, unit: Unit) -> Refusal | None:
        game, state, frame = self.game, self.state, self.frame
        known = _known_refusals(game, state, enemy_of(unit.side), frame.armour)
        return known.of(unit, lambda: strategic_refusal(game, state, frame, unit.id))

    def _is_in_hand(self, unit: UnitId) -> bool:
        """To take the one in hand once more takes back what was named of its way, if anything was."""
        return unit == self.frame.unit and not self.frame.way

    @rule("3.5.3")
    def pick_refusal(self, action: PickUnit) -> Refusal | None:
        """A unit is taken in hand if it may move strategically and there is a hex it can go to."""
        if self._is_in_hand(action.unit):
            return Refusal("3.5", message("refusal.rsr.in-hand", unit=action.unit))
        found = strategic_refusal(self.game, self.state, self.frame, action.unit)
        if found is not None:
            return found
        unit = self.state.unit(action.unit)
        if self._is_shut_in(unit):
            return Refusal("3.5.3", message("refusal.rsr.strategic-nowhere", unit=unit.id))
        return None

    def _is_shut_in(self, unit: Unit) -> bool:
        """Whether no neighbour will do; further hexes need a look only where a unit may not end in the nearest."""
        game, state, materials = self.game, self.state, self.game.materials
        kind = materials.kind(unit)
        shunned, crossed = _kept_from(game, state, unit, kind)
        if crossed:
            return not any(to != unit.at for to in strategic_reach(game, state, unit.id))
        danger = too_near(game, state, unit.side)
        supplied = _supplied(game, state, unit)
        steps = strategic_steps(materials, kind, snow=materials.is_snow(state.turn))
        for target, _ in steps[unit.at]:
            if target not in danger and target not in shunned and (supplied is None or target in supplied):
                return False
        return True

    def moves(self) -> Listing[MoveStrategically]:
        unit = self.frame.unit
        ends = () if unit is None else [to for to in self.reach if to != self.state.unit(unit).at]
        return Listing(MoveStrategically, ((unit, ends),))

    @rule("3.5.3")
    def ways(self) -> Iterator[NameWay]:
        """The hexes that can be named: those next to the last one, and cities further on that would change hands."""
        if self.frame.unit is None:
            return
        unit, reach, cities = self.state.unit(self.frame.unit), self.reach, self.game.materials.controlled
        next_one = max(1, len(self.frame.way))
        for to, length in reach.costs.items():
            beside = length == next_one or (to in cities and would_take(self.game, self.state, unit, to))
            if beside and to != reach.start:
                yield NameWay(unit.id, to)

    @rule("3.5.3")
    def way_refusal(self, action: NameWay) -> Refusal | None:
        """A way is named as far as the unit in hand can go; its last hex is where the unit is sent."""
        found = self.move_refusal(MoveStrategically(action.unit, action.via))
        if found is not None or action in self._nameable:
            return found
        return Refusal("3.5.3", message("refusal.rsr.way-far", hex=self.game.board.label(action.via)))

    @cached_property
    def _nameable(self) -> frozenset[NameWay]:
        return frozenset(self.ways())

    @rule("3.5.3")
    def move_refusal(self, action: MoveStrategically) -> Refusal | None:
        """Why the unit in hand cannot get to a hex."""
        if action.unit != self.frame.unit:
            found = strategic_refusal(self.game, self.state, self.frame, action.unit)
            return found or Refusal("3.5", message("refusal.rsr.take-first", unit=action.unit))
        unit, label = self.state.unit(action.unit), self.game.board.label(action.to)
        if action.to == unit.at or action.to in self.frame.way[:-1]:
            return Refusal("3.5.3", message("refusal.rsr.strategic-here", unit=unit.id))
        if action.to in self.reach:
            return None
        if action.to in too_near(self.game, self.state, unit.side):
            return _too_near_refusal(self.game, action.to)
        if not self.game.materials.is_ground[action.to]:
            return Refusal("3.5.3", message("refusal.rsr.impassable", hex=label))
        if not would_be_supplied(self.game, self.state, unit, action.to):
            return Refusal("3.5.3", message("refusal.rsr.strategic-supply", unit=unit.id, hex=label))
        if any(action.to in near for near in _kept_from(self.game, self.state, unit, self.game.materials.kind(unit))):
            return Refusal("11.2.3", message("refusal.rsr.near-soviets", unit=unit.id, hex=label))
        most = self.game.materials.number("strategic_hexes")
        return Refusal("3.5.3", message("refusal.rsr.strategic-no-way", unit=unit.id, hex=label, hexes=most))


class StrategicPhase(Phase[StrategicFrame]):
    """Units are taken in hand one after another and sent where they can get to."""

    @rule("3.5.2")
    def start(self, game: Game, draft: Draft, frame: StrategicFrame) -> None:
        """Before the ordinary movement of a side, but after that of armour; passed over if nobody can move so."""
        if not StrategicChoices(game, draft.state, frame).can_any_go():
            self._end(draft, frame)

    @rule("3.5")
    def menu(self, game: Game, state: State, frame: StrategicFrame) -> Menu:
        choices = StrategicChoices(game, state, frame)
        offers: tuple[Offer[MoveStrategically] | Offer[NameWay] | Offer[PickUnit] | Offer[Done], ...] = (
            Offer(MoveStrategically, choices.moves, choices.move_refusal, exact=True),
            Offer(NameWay, choices.ways, choices.way_refusal, exact=True),
            Offer(PickUnit, choices.picks, choices.pick_refusal, exact=True),
            Offer.one(Done()),
        )
        if frame.unit is not None and frame.way:
            named = tuple(game.board.label(at) for at in frame.way[1:])
            prompt = message("prompt.rsr.strategic-by", side=state.side, unit=frame.unit, hexes=named)
        elif frame.unit is not None:
            prompt = message("prompt.rsr.strategic-to", side=state.side, unit=frame.unit)
        else:
            prompt = message("prompt.rsr.strategic", side=state.side)
        return Menu(state.side, prompt, "3.5", offers, default=Done() if frame.unit is None else None)

    @rule("3.5.2")
    def apply(self, game: Game, draft: Draft, frame: StrategicFrame, action: Action) -> None:
        """A unit that has moved strategically does not move in another way in this phase.

        It comes into every hex on its way, as one that walks does, and takes what cities it finds there.
        """
        if isinstance(action, Done):
            self._end(draft, frame)
        elif isinstance(action, PickUnit):
            draft.replace_frame(replace(frame, unit=action.unit, way=()))
        elif isinstance(action, NameWay):
            draft.replace_frame(replace(frame, way=self._way(game, draft.state, frame, action.via)))
        else:
            assert isinstance(action, MoveStrategically)
            way = self._way(game, draft.state, frame, action.to)
            draft.replace_frame(replace(frame, unit=None, way=()))
            draft.mark(action.unit, MOVED)
            draft.set_unit_value(action.unit, TRAVEL, BEHIND_THE_FRONT)
            draft.emit(UnitMovedStrategically(action.unit, way))
            for at in way[1:]:
                draft.move_unit(action.unit, at)
                entered(game, draft, action.unit)
            shift_partisans(game, draft)

    def _way(self, game: Game, state: State, frame: StrategicFrame, to: Location) -> tuple[Location, ...]:
        """The whole way to a hex: what has been named of it, and the best continuation."""
        return (*frame.way[:-1], *StrategicChoices(game, state, frame).reach.path_to(to))

    @rule("3.5.5")
    def _end(self, draft: Draft, frame: StrategicFrame) -> None:
        """With armour the last movement of the turn is over."""
        if frame.armour:
            end_of_movement(draft, of_turn=True)
        draft.end()


CHAPTER = Chapter(
    actions=(MoveStrategically, NameWay),
    events=(UnitMovedStrategically,),
    phases={StrategicFrame: StrategicPhase()},
)
