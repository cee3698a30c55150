"""Arrivals: who is due, where each may come in, and what may be offered of it.

Units to come wait in a box, with the turn they are due in a schedule or among their values. Where a sort of unit may
come in is asked once a sort and kept by whoever builds the menu, because like units share the look at the map.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field

from engine.core.board import Board
from engine.core.boards.board_parts import PlaceKind
from engine.core.ids import Location, Side, UnitId
from engine.core.state import State, Unit


@dataclass(frozen=True, slots=True)
class Arrival:
    """When a unit comes, and by which of some places; none where the rules find the places."""

    turn: int
    places: tuple[Location, ...] = ()

    def later(self, turns: int, *places: Location) -> Arrival:
        """The same so many turns later, by other places if any are named: a delay, or a detour."""
        return Arrival(self.turn + turns, places or self.places)


def scheduled(schedule: Mapping[UnitId, Arrival]) -> Callable[[Unit], int | None]:
    """The turn of a unit in a schedule, None for one that is not in it."""
    return lambda unit: found.turn if (found := schedule.get(unit.id)) is not None else None


def entry_places(
    board: Board, at: Location, may_stand: Callable[[Location], bool], is_barred: Callable[[Location], bool]
) -> frozenset[Location]:
    """Where a unit comes in for which a scenario names a place: there or, while an enemy bars it, beside it.

    A box is a place as well, and nobody bars it.
    """
    if board.kinds[at] is PlaceKind.BOX:
        return frozenset({at})
    if may_stand(at) and not is_barred(at):
        return frozenset({at})
    beside = (Location(target) for target, _ in board.links[at])
    return frozenset(each for each in beside if may_stand(each) and not is_barred(each))


def turns_of_waiting(state: State, due: str, is_on_map: Callable[[Unit], bool]) -> dict[UnitId, int]:
    """The turn that each unit off the map carries as a value, under the name of `due`, in which it comes or returns."""
    waiting = (unit for unit in state.every_unit() if due in unit.values and not is_on_map(unit))
    return {unit.id: int(unit.values[due]) for unit in waiting}


def due_units(state: State, box: Location, side: Side, turn_of: Callable[[Unit], int | None]) -> tuple[Unit, ...]:
    """The units of a side in a box whose turn has come, in the order of ids; None of `turn_of` is never."""
    waiting = (unit for unit in state.at(box) if unit.side == side)
    due = (unit for unit in waiting if (turn := turn_of(unit)) is not None and turn <= state.turn)
    return tuple(sorted(due, key=lambda unit: unit.id))


@dataclass(frozen=True, slots=True, eq=False)
class Entries:
    """Where each of the units that are due may come in; units of one type are asked about once."""

    units: tuple[Unit, ...]
    places_for: Callable[[Unit], Set[Location]]
    """The places for a unit; the same for all units of its type."""
    named: Mapping[UnitId, Set[Location]] = field(default_factory=dict)
    """The places of units that a scenario names some for; these come in nowhere else."""
    _known: dict[str, Set[Location]] = field(default_factory=dict, repr=False)
    _types: dict[UnitId, str] = field(default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        self._types.update((unit.id, unit.type) for unit in self.units)

    def places(self, unit: Unit) -> Set[Location]:
        if unit.id in self.named:
            return self.named[unit.id]
        found = self._known.get(unit.type)
        if found is None:
            found = self._known[unit.type] = self.places_for(unit)
        return found

    def allows(self, unit: UnitId, at: Location) -> bool:
        """Whether a unit that is due may come in at a place."""
        counter = self._types.get(unit)
        if counter is None:
            return False
        if unit in self.named:
            return at in self.named[unit]
        known = self._known.get(counter)
        if known is None:
            known = self.places(next(each for each in self.units if each.id == unit))
        return at in known

    def rows(self, only: UnitId | None = None) -> Iterator[tuple[UnitId, Sequence[Location]]]:
        """Every unit with the places it may come in at, both in order: the rows of a `Listing`."""
        ordered: dict[str, Sequence[Location]] = {}
        for unit in self.units:
            if only is not None and unit.id != only:
                continue
            if unit.id in self.named:
                yield unit.id, sorted(self.named[unit.id])
            else:
                if unit.type not in ordered:
                    ordered[unit.type] = sorted(self.places(unit))
                yield unit.id, ordered[unit.type]
