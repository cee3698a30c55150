"""8.0 and 8.5: airborne units off the map, waiting for a drop; Axis divisions that part and join again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import ClassVar

from immutables import Map

from engine.core.draft import Draft
from engine.core.facets import UnitMove
from engine.core.game import Game
from engine.core.ids import Location, UnitId
from engine.core.menu import Offer
from engine.core.messages import message
from engine.core.records import Action, Event
from engine.core.refusals import Refusal
from engine.core.state import State, Unit
from engine.core.unit_events import UnitTakenOff
from engine.rulesets.chapter import Chapter
from engine.rulesets.war_in_europe.cases import rule
from engine.rulesets.war_in_europe.kinds import Kind
from engine.rulesets.war_in_europe.materials import Materials
from engine.rulesets.war_in_europe.names import (
    ABOARD,
    AXIS,
    DROPPED,
    DUE,
    FLOWN_IN,
    MARCHED,
    RAILED,
    REBUILT,
    SAILED,
    Role,
    Trait,
    airborne_box,
    enemy_of,
)
from engine.rulesets.war_in_europe.records import MovementFrame
from engine.rulesets.war_in_europe.stacking import overstacking
from engine.rulesets.war_in_europe.standing import company, zone_hexes


@dataclass(frozen=True, slots=True)
class LiftOff(Action):
    """Take an airborne unit off the map, to be ready for a drop four turns later."""

    kind: ClassVar[str] = "lift-off"
    unit: UnitId


@dataclass(frozen=True, slots=True)
class SplitDivision(Action):
    """Part an Axis airborne division into its regiments."""

    kind: ClassVar[str] = "split-division"
    unit: UnitId


@dataclass(frozen=True, slots=True)
class Recombine(Action):
    """Put regiments in one hex together to their division."""

    kind: ClassVar[str] = "recombine"
    regiments: tuple[UnitId, ...]


@dataclass(frozen=True, slots=True)
class LiftedOff(UnitTakenOff):
    kind: ClassVar[str] = "lifted-off"
    turn: int


@dataclass(frozen=True, slots=True)
class DivisionSplit(Event):
    kind: ClassVar[str] = "division-split"
    unit: UnitId
    regiments: tuple[UnitId, ...]
    at: Location

    @property
    def moves(self) -> tuple[UnitMove, ...]:
        return (UnitMove.left(self.unit), *(UnitMove.came(each, self.at) for each in self.regiments))


@dataclass(frozen=True, slots=True)
class DivisionJoined(Event):
    kind: ClassVar[str] = "division-joined"
    unit: UnitId
    regiments: tuple[UnitId, ...]
    at: Location

    @property
    def moves(self) -> tuple[UnitMove, ...]:
        return (UnitMove.came(self.unit, self.at), *(UnitMove.left(each) for each in self.regiments))


# Off the map


@rule("8.12", "8.52")
def lift_off_refusal(game: Game, state: State, frame: MovementFrame, id: UnitId) -> Refusal | None:
    """A supplied airborne unit outside enemy zones that has not moved, in the initial movement (ruling 23)."""
    materials: Materials = game.materials
    unit = state.units.get(id)
    if unit is None or unit.side != state.side or not materials.is_on_map(unit):
        return Refusal("8.52", message("refusal.wie.not-yours", unit=id))
    if frame.again or materials.kind(unit).role is not Role.AIRBORNE:
        return Refusal("8.52", message("refusal.wie.not-airborne", unit=id))
    if unit.marks & {MARCHED, RAILED, SAILED, ABOARD, REBUILT, DROPPED, FLOWN_IN}:
        return Refusal("8.52", message("refusal.wie.busy", unit=id))
    if id in frame.short:
        return Refusal("8.12", message("refusal.wie.unsupplied", unit=id))
    if unit.at in zone_hexes(game, state, enemy_of(unit.side)):
        return Refusal("8.12", message("refusal.wie.in-zone", unit=id))
    return None


def lift_off_offer(game: Game, state: State, frame: MovementFrame) -> Offer[LiftOff]:
    kinds, side = game.materials.kinds, state.side

    def able() -> Iterator[LiftOff]:
        mine = (unit for unit in state.every_unit() if unit.side == side)
        return (LiftOff(unit.id) for unit in mine if kinds[unit.type].role is Role.AIRBORNE)

    return Offer(LiftOff, able, lambda action: lift_off_refusal(game, state, frame, action.unit))


@rule("8.52")
def lift_off(game: Game, draft: Draft, action: LiftOff) -> None:
    """The unit waits off the map; the front is chosen when its turns are over."""
    unit = draft.state.unit(action.unit)
    turn = draft.state.turn + game.materials.number("lift_off_turns")
    to = game.board.at(airborne_box(unit.side))
    draft.move_unit(action.unit, to)
    draft.change_unit(action.unit, marks=(), values={DUE: turn})
    draft.emit(LiftedOff(action.unit, unit.at, to, turn))


# Divisions and regiments


@rule("8.0")
def regiment_of(game: Game, kind: Kind) -> Kind | None:
    """The counter of the regiments that an Axis airborne division is made of."""
    if kind.side != AXIS or kind.role is not Role.AIRBORNE or kind.has(Trait.REGIMENT):
        return None
    kinds: Iterator[Kind] = iter(game.materials.kinds.values())
    fitting = (each for each in kinds if each.nation == kind.nation and each.has(Trait.REGIMENT))
    return next((each for each in fitting if each.role is Role.AIRBORNE), None)


def _number_of(game: Game, kind: Kind) -> int:
    """How many regiments a division has: three German ones, two Italian ones."""
    return int(game.materials.named("regiments").get(kind.nation, 0))


def _regiments(game: Game, unit: Unit) -> tuple[Unit, ...]:
    """The regiments of a division, each in its place."""
    kind = game.materials.kind(unit)
    regiment = regiment_of(game, kind)
    assert regiment is not None
    names = (UnitId(f"{unit.id}-r{number}") for number in range(1, _number_of(game, kind) + 1))
    return tuple(Unit(name, regiment.id, unit.side, unit.at, 0, frozenset(), Map({**unit.values})) for name in names)


@rule("8.0", "10.21")
def split_refusal(game: Game, state: State, id: UnitId) -> Refusal | None:
    """A whole Axis airborne division off the map, or where there is room for its regiments; nothing else has parts."""
    unit = state.units.get(id)
    if unit is None or unit.side != state.side or unit.at == game.board.at(f"gone-{state.side}"):
        return Refusal("8.0", message("refusal.wie.not-yours", unit=id))
    kind = game.materials.kind(unit)
    if regiment_of(game, kind) is None or not _number_of(game, kind) or unit.step:
        return Refusal("8.0", message("refusal.wie.no-regiments", unit=id))
    if unit.marks & {ABOARD, REBUILT}:
        return Refusal("8.0", message("refusal.wie.busy", unit=id))
    if not game.materials.is_on_map(unit):
        return None
    others = tuple(each for each in company(state, unit.at, unit.side) if each.id != id)
    return overstacking(game, (*others, *_regiments(game, unit)))


@rule("8.0")
def split(game: Game, draft: Draft, action: SplitDivision) -> None:
    """The regiments take the place of their division, in its hex or its box."""
    unit = draft.state.unit(action.unit)
    regiments = _regiments(game, unit)
    draft.remove_unit(unit.id)
    draft.add_units(regiments)
    draft.emit(DivisionSplit(unit.id, tuple(each.id for each in regiments), unit.at))


def _division_name(unit: Unit) -> tuple[str, UnitId]:
    """From which division a regiment came, nothing where it never was part of one, and what its division is called."""
    name, dot, number = unit.id.rpartition("-r")
    parted = bool(dot) and number.isdigit()
    return (name, UnitId(name)) if parted else ("", UnitId(f"{unit.id}-division"))


@rule("8.0")
def recombine_refusal(game: Game, state: State, action: Recombine) -> Refusal | None:
    """All the regiments of one division in one hex, at the end of the Axis turn.

    Regiments that a scenario brings as such were never parted; any of them make up a division.
    """
    refusal = Refusal("8.0", message("refusal.wie.no-division"))
    units = [state.units[unit] for unit in action.regiments if unit in state.units]
    if len(units) != len(set(action.regiments)) or not units or units[0].side != state.side:
        return refusal
    kind = game.materials.kind(units[0])
    if len({_division_name(unit)[0] for unit in units}) != 1 or len({unit.type for unit in units}) != 1:
        return refusal
    if _division_name(units[0])[1] in state.units or len({unit.at for unit in units}) != 1:
        return refusal
    if not kind.has(Trait.REGIMENT) or len(units) != _number_of(game, kind):
        return refusal
    if not game.materials.is_on_map(units[0]) or any(unit.marks & {ABOARD} for unit in units):
        return refusal
    return None if _division_type(game, kind) is not None else refusal


def _division_type(game: Game, regiment: Kind) -> str | None:
    kinds: Iterator[Kind] = iter(game.materials.kinds.values())
    return next((each.id for each in kinds if regiment_of(game, each) == regiment), None)


@rule("8.0")
def recombine_candidates(game: Game, state: State) -> Iterator[Recombine]:
    """Every set of regiments of one division in one hex."""
    if state.side != AXIS:
        return
    kinds = game.materials.kinds
    by_hex: dict[tuple[Location, str, str], list[UnitId]] = {}
    for unit in state.every_unit():
        if unit.side == AXIS and kinds[unit.type].has(Trait.REGIMENT) and game.materials.is_on_map(unit):
            by_hex.setdefault((unit.at, unit.type, _division_name(unit)[0]), []).append(unit.id)
    for (_, type_, _), regiments in by_hex.items():
        size = _number_of(game, kinds[type_])
        if size:
            yield from (Recombine(tuple(group)) for group in combinations(regiments, size))


@rule("8.0")
def recombine(game: Game, draft: Draft, action: Recombine) -> None:
    """The division stands again where its regiments stood."""
    units = [draft.state.unit(unit) for unit in action.regiments]
    division = _division_type(game, game.materials.kind(units[0]))
    assert division is not None
    _, name = _division_name(units[0])
    marks = frozenset().union(*(unit.marks for unit in units))
    for unit in units:
        draft.remove_unit(unit.id)
    draft.add_unit(Unit(name, division, units[0].side, units[0].at, 0, marks))
    draft.emit(DivisionJoined(name, action.regiments, units[0].at))


CHAPTER = Chapter(
    actions=(LiftOff, SplitDivision, Recombine),
    events=(LiftedOff, DivisionSplit, DivisionJoined),
)
