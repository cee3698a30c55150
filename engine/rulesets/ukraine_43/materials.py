"""The numbers of Ukraine '43, read once from its charts, counters and scenario, and its ground."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from engine.core.board import Board
from engine.core.ids import Location, UnitId
from engine.core.paths import LinkCosts, StepCost, link_costs
from engine.core.state import Unit
from engine.definitions.charts.charts import Charts
from engine.definitions.charts.tables import Table
from engine.definitions.charts.tracks import Track
from engine.definitions.scenario import ScheduleEntry, ScheduleKind
from engine.mechanics.recent import Recent
from engine.mechanics.turn_track import number_at
from engine.rulesets.brief import Brief
from engine.rulesets.ukraine_43.ground import Ground
from engine.rulesets.ukraine_43.kinds import Face, Kind
from engine.rulesets.ukraine_43.names import Role


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
    nets: Recent[tuple[object, ...], Any] = field(default_factory=lambda: Recent(24), repr=False)
    """The lines of supply and command of the last few situations on the map; filled in by the rules of supply."""
    mixtures: dict[tuple[str, ...], bool] = field(default_factory=dict, repr=False)
    """Which stacks of types are too many for a hex, as far as anybody has asked; filled in by the rules of stacking."""
    _costs: dict[tuple[object, ...], LinkCosts] = field(default_factory=dict, repr=False)

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
        return self.charts.parameter(name, int)

    def by_name(self, name: str, key: str) -> int:
        """A number of a parameter that has one for each of a few names."""
        return int(self.charts.parameter_for(name, key))

    def table(self, name: str) -> Table:
        return self.charts.table(name)

    @cached_property
    def turns(self) -> Track:
        return self.charts.track("turns")

    def turn_number(self, turn: int, name: str) -> int:
        """A number in the box of a turn; 0 where none is printed."""
        return (number_at(self.turns, turn, name) or 0) if turn in self._charted else 0

    @cached_property
    def _charted(self) -> frozenset[int]:
        """The turns that the track has; a position may stand beyond it."""
        return frozenset(self.turns.turns())

    @cached_property
    def last_turn(self) -> int:
        return self.brief.scenario.last_turn

    # Units

    @cached_property
    def ground_types(self) -> frozenset[str]:
        """The types of counters that hold a hex: neither leaders nor air units do."""
        return frozenset(name for name, kind in self.kinds.items() if kind.is_ground)

    @cached_property
    def combat_types(self) -> frozenset[str]:
        """The types of counters that exert a zone."""
        return frozenset(name for name, kind in self.kinds.items() if kind.is_combat)

    @cached_property
    def marching_types(self) -> frozenset[str]:
        """The types of ground units that always have points to march with and no city to hold."""
        return frozenset(
            name
            for name in self.ground_types
            if self.kinds[name].role is not Role.SECURITY and all(face.movement for face in self.kinds[name].faces)
        )

    @cached_property
    def air_types(self) -> frozenset[str]:
        return frozenset(name for name, kind in self.kinds.items() if kind.is_air)

    def kind(self, unit: Unit) -> Kind:
        return self.kinds[unit.type]

    def face(self, unit: Unit) -> Face:
        """The numbers on the face that a unit shows."""
        faces = self.kinds[unit.type].faces
        return faces[min(unit.step, len(faces) - 1)]

    def steps(self, unit: Unit) -> int:
        """The steps that a unit has left; a leader or an air unit has none to lose (27.1, 15.4)."""
        kind = self.kinds[unit.type]
        return len(kind.faces) - unit.step if kind.is_ground else 0

    def is_on_map(self, unit: Unit) -> bool:
        return self.ground.on_map[unit.at]

    def place(self, word: str) -> Location | None:
        """A place that the rules call by name, if it is on this map."""
        return self.ground.places.get(word)

    def prepared(self, key: tuple[object, ...], cost: StepCost) -> LinkCosts:
        """Step costs of a rule, worked out once under a key of its own."""
        if key not in self._costs:
            self._costs[key] = link_costs(self.board, cost)
        return self._costs[key]
