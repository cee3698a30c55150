"""The brief: everything authored that a ruleset makes its materials of, resolved and checked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from immutables import Map

from engine.core.board import Board
from engine.core.draft import Draft
from engine.core.ids import Location, Side, UnitId
from engine.core.refusals import GameFault
from engine.core.state import Scalar, Unit
from engine.definitions.cards import Card
from engine.definitions.charts.charts import Charts
from engine.definitions.counters import CounterType
from engine.definitions.model import Values
from engine.definitions.oob import Formation, UnitEntry
from engine.definitions.scenario import Scenario


@dataclass(frozen=True, slots=True)
class Brief:
    """One scenario with what it names: board, charts with its overrides in them, counters, units, cards, formations."""

    scenario: Scenario
    board: Board
    charts: Charts
    types: Mapping[str, CounterType]
    units: Mapping[str, UnitEntry]
    cards: Mapping[str, Card]
    formations: Mapping[str, Formation] = field(default_factory=dict)

    def side_of(self, unit: str) -> Side:
        """The side a unit fights for, which its counter says."""
        return Side(self.types[self.units[unit].type].side or "")

    def unit(self, unit: str, at: Location, *, step: int | None = None, marks: frozenset[str] = frozenset()) -> Unit:
        """The record of a unit of the order of battle at a place."""
        entry = self.units[unit]
        lost = entry.step if step is None else step
        values = scalars(entry.values)
        return Unit(UnitId(unit), entry.type, self.side_of(unit), at, lost, marks, values)

    def set_up(self, draft: Draft) -> None:
        """Lay out the scenario: units, control, markers, values and the first turn."""
        board, scenario = self.board, self.scenario
        units = []
        for placed in scenario.setup:
            unit = self.unit(placed.unit, board.at(placed.at), step=placed.step, marks=frozenset(placed.marks))
            units.append(replace(unit, values=unit.values.update(scalars(placed.values))))
        draft.add_units(units)
        for held in scenario.control:
            if held.region is not None:
                places = sorted(board.regions[held.region].members)
            else:
                places = [board.at(label) for label in held.locations]
            for place in places:
                draft.set_control(place, Side(held.side))
        for marker in scenario.markers:
            draft.set_marker(board.at(marker.at), marker.marker, marker.level)
        for name, value in scalars(scenario.values).items():
            draft.set_value(name, value)
        draft.set_turn(scenario.first_turn)


def scalars(values: Values) -> Map[str, Scalar]:
    """Authored values as a state keeps them; fractions of a number have no place in a state."""
    found: dict[str, Scalar] = {}
    for name, value in values.items():
        if isinstance(value, float):
            raise GameFault(f"the value {name} is {value}; a state holds whole numbers, words and yes or no")
        found[name] = value
    return Map(found)
