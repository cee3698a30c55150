"""The numbers of White October 1919, read once from its charts, counters and scenario, and its ground."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from engine.core.board import Board
from engine.core.ids import Location, UnitId
from engine.core.paths import LinkCosts, StepCost, Trace, link_costs
from engine.core.state import Unit
from engine.definitions.charts.charts import Charts
from engine.definitions.charts.tracks import Track
from engine.definitions.scenario import ScheduleEntry, ScheduleKind
from engine.mechanics.turn_track import number_at, word_at
from engine.rulesets.brief import Brief
from engine.rulesets.white_october.cases import rule
from engine.rulesets.white_october.ground import Ground
from engine.rulesets.white_october.kinds import Kind
from engine.rulesets.white_october.names import Weather


@dataclass(frozen=True)
class Materials:
    """Everything the rules look up. What follows from the board is in `ground`, worked out when it is first wanted."""

    brief: Brief
    charts: Charts
    board: Board
    kinds: Mapping[str, Kind]
    ground: Ground
    schedule: Mapping[UnitId, ScheduleEntry]
    """When and where each reinforcement of the scenario comes."""
    sea_ways: dict[tuple[Location, bool], Trace] = field(default_factory=dict, repr=False)
    """Where ships can get to from a hex, with and without fear of mines; filled in by the rules of fleets."""
    _costs: dict[tuple[object, ...], LinkCosts] = field(default_factory=dict, repr=False)
    _numbers: dict[object, int] = field(default_factory=dict, repr=False)
    """Parameters that were looked up before: some are wanted for every unit of every menu."""
    shares: dict[tuple[str, int], Any] = field(default_factory=dict, repr=False)
    """What a counter with its losses takes up in a hex; filled in by the rules of stacking."""

    @classmethod
    def of(cls, brief: Brief) -> Materials:
        return cls(
            brief,
            brief.charts,
            brief.board,
            {name: Kind.of(counter) for name, counter in brief.types.items()},
            Ground(brief.board, brief.charts),
            {UnitId(each.unit): each for each in brief.scenario.schedule if each.kind is ScheduleKind.ARRIVAL},
        )

    # Charts

    def number(self, name: str) -> int:
        found = self._numbers.get(name)
        if found is None:
            found = self._numbers[name] = self.charts.parameter(name, int)
        return found

    def by_name(self, name: str, key: str) -> int:
        """A number of a parameter that has one for each of a few names."""
        found = self._numbers.get((name, key))
        if found is None:
            found = self._numbers[name, key] = int(self.charts.parameter_for(name, key))
        return found

    @cached_property
    def stack_limits(self) -> tuple[int, int, int]:
        """Points, units and pieces besides that may stand in a hex (7.2)."""
        return self.number("stack_points"), self.number("stack_units"), self.number("stack_extras")

    def words(self, name: str) -> tuple[str, ...]:
        """A parameter that is a list of words."""
        value = self.charts.parameter(name)
        if not isinstance(value, tuple):
            raise TypeError(f"parameter {name} is no list")
        return tuple(str(each) for each in value)

    @cached_property
    def turns(self) -> Track:
        return self.charts.track("turns")

    def turn_number(self, turn: int, name: str) -> int:
        """A number in the box of a turn; 0 where none is printed."""
        return (number_at(self.turns, turn, name) or 0) if turn in self._charted else 0

    @rule("1.7")
    def weather(self, turn: int) -> Weather:
        """The weather is laid down on the calendar; the ground is mud and snow throughout, in the printed numbers."""
        if turn not in self._charted:
            return Weather.CLEAR
        return word_at(self.turns, turn, "weather", Weather, Weather.CLEAR)

    @cached_property
    def _charted(self) -> frozenset[int]:
        """The turns that the calendar has; a position may stand beyond it."""
        return frozenset(self.turns.turns())

    @cached_property
    def last_turn(self) -> int:
        return self.brief.scenario.last_turn

    # Units

    def kind(self, unit: Unit) -> Kind:
        return self.kinds[unit.type]

    def division(self, unit: UnitId) -> str:
        """The formation whose band a unit bears; empty for one without."""
        entry = self.brief.units.get(unit)
        return (entry.formation or "") if entry is not None else ""

    def is_on_map(self, unit: Unit) -> bool:
        return self.ground.on_map[unit.at]

    def place(self, word: str) -> Location | None:
        """A place that the rules call by name, if it is on this map."""
        return self.ground.places.get(word)

    @cached_property
    def rail_entries(self) -> Mapping[str, Location]:
        """Where the lines of Moscow and Vologda come onto the map, those of them that it has (7.5.2)."""
        labels = self.charts.parameter("rail_entries")
        if not isinstance(labels, Mapping):
            raise TypeError("rail_entries goes by names")
        found = {str(name): self.board.find(str(label)) for name, label in labels.items()}
        return {name: at for name, at in found.items() if at is not None}

    def prepared(self, key: tuple[object, ...], cost: StepCost) -> LinkCosts:
        """Step costs of a rule, worked out once under a key of its own."""
        if key not in self._costs:
            self._costs[key] = link_costs(self.board, cost)
        return self._costs[key]
