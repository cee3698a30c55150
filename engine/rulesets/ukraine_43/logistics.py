"""14.4 to 14.7: general supply, isolation and the shortage of fuel."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from engine.core.draft import Draft
from engine.core.facets import DieThrow
from engine.core.game import Game
from engine.core.ids import Side, UnitId
from engine.core.messages import message
from engine.core.records import Event
from engine.core.state import State, Unit
from engine.core.terms import Op, Term, sum_of
from engine.rulesets.chapter import Chapter
from engine.rulesets.ukraine_43.cases import rule
from engine.rulesets.ukraine_43.elimination import lose_step
from engine.rulesets.ukraine_43.kinds import Kind
from engine.rulesets.ukraine_43.materials import Materials
from engine.rulesets.ukraine_43.names import DAS, UNSUPPLIED, Role
from engine.rulesets.ukraine_43.supply import depot_lines, has_line, is_isolated, source_distances

_BEYOND = 99
"""A distance past every row of the table of fuel, where no source is left."""


@dataclass(frozen=True, slots=True)
class FuelThrown(Event):
    """A mechanised unit far from its sources threw for its fuel."""

    kind: ClassVar[str] = "fuel-thrown"
    unit: UnitId
    distance: int
    die: int
    short: bool

    @property
    def throws(self) -> tuple[DieThrow, ...]:
        return (DieThrow(self.die, unit=self.unit),)


@dataclass(frozen=True, slots=True)
class SupplyChecked(Event):
    """Who has lost its supply and who has it again."""

    kind: ClassVar[str] = "supply-checked"
    side: Side
    cut: tuple[UnitId, ...]
    restored: tuple[UnitId, ...]


@dataclass(frozen=True, slots=True)
class IsolationThrown(Event):
    kind: ClassVar[str] = "isolation-thrown"
    unit: UnitId
    die: int
    modified: int
    lost: bool

    @property
    def throws(self) -> tuple[DieThrow, ...]:
        return (DieThrow(self.die, unit=self.unit),)


def _on_map(game: Game, state: State, side: Side) -> Iterator[Unit]:
    materials: Materials = game.materials
    return (unit for unit in state.every_unit() if unit.side == side and materials.is_on_map(unit))


# Fuel


@rule("14.7.A", "3.C.1")
def needs_fuel(kind: Kind) -> bool:
    """Mechanised units and artillery, headquarters and leaders excepted."""
    return kind.is_mech and kind.is_ground and not kind.is_headquarters


@rule("14.7.A", "14.7.B")
def fuel_distance(game: Game, state: State, unit: Unit) -> int:
    """How far a unit is from a source."""
    return source_distances(game, state, unit.side).get(unit.at, _BEYOND)


@rule("14.7.A", "14.7.C", "14.7.D", "14.7.E", "3.C.1")
def throw_for_fuel(game: Game, draft: Draft, side: Side) -> None:
    """Each mechanised unit in supply more than seven hexes from a source throws; who fails is out of supply."""
    materials: Materials = game.materials
    table = materials.table("fuel")
    free = materials.number("fuel_hexes")
    for unit in tuple(_on_map(game, draft.state, side)):
        if not needs_fuel(materials.kind(unit)) or UNSUPPLIED in unit.marks:
            continue
        distance = fuel_distance(game, draft.state, unit)
        if distance <= free:
            continue
        die = draft.roll()
        short = die <= int(table.result("fails-on", table.row_for(distance)))
        draft.emit(FuelThrown(unit.id, distance, die, short))
        if short:
            draft.mark(unit.id, UNSUPPLIED)


# General supply


@rule("14.4")
def check_supply(game: Game, draft: Draft, side: Side) -> None:
    """Every unit of a side, air units too, is marked or has its mark taken off at once.

    Leaders want nothing, and aircraft over the front are fed where they come from.
    """
    state = draft.state
    cut: list[UnitId] = []
    restored: list[UnitId] = []
    for unit in tuple(_on_map(game, state, side)):
        if game.materials.kind(unit).is_leader or DAS in unit.marks:
            continue
        held = has_line(game, state, unit)
        if not held and UNSUPPLIED not in unit.marks:
            cut.append(unit.id)
        elif held and UNSUPPLIED in unit.marks:
            restored.append(unit.id)
    for unit_id in cut:
        draft.mark(unit_id, UNSUPPLIED)
    for unit_id in restored:
        draft.unmark(unit_id, UNSUPPLIED)
    if cut or restored:
        draft.emit(SupplyChecked(side, tuple(cut), tuple(restored)))


# Isolation


@rule("14.6")
def isolation_terms(game: Game, state: State, unit: Unit) -> tuple[Term, ...]:
    """What helps an isolated unit: a depot that it reaches, and the morale of Germans and airborne brigades."""
    materials: Materials = game.materials
    kind = materials.kind(unit)
    terms = []
    if unit.at in depot_lines(game, state, unit.side):
        terms.append(Term(message("term.u43.depot"), materials.number("depot_bonus"), "14.6", Op.DIE))
    if kind.is_german or kind.role is Role.AIRBORNE:
        terms.append(Term(message("term.u43.morale"), materials.number("morale_bonus"), "14.6", Op.DIE))
    return tuple(terms)


@rule("14.6")
def suffer_isolation(game: Game, draft: Draft, side: Side) -> None:
    """Every isolated unit throws, and loses a step on 1 to 3; it may lose its last."""
    materials: Materials = game.materials
    state = draft.state
    waiting = [
        (unit, isolation_terms(game, state, unit))
        for unit in _on_map(game, state, side)
        if UNSUPPLIED in unit.marks and materials.kind(unit).is_ground and is_isolated(game, state, unit)
    ]
    for unit, terms in waiting:
        die = draft.roll()
        modified = die + int(sum_of(terms, Op.DIE))
        lost = modified <= materials.number("isolation_on")
        draft.emit(IsolationThrown(unit.id, die, modified, lost))
        if lost:
            lose_step(game, draft, unit.id)


CHAPTER = Chapter(events=(FuelThrown, SupplyChecked, IsolationThrown))
