"""The numbers of Skirmish, read from its charts and its scenario once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.core.ids import CardId, Location, UnitId
from engine.core.state import Unit
from engine.definitions.charts.charts import Charts
from engine.mechanics.arrivals import Arrival
from engine.rulesets.brief import Brief

CUP, DRAWN = "cup", "drawn"
"""The cup of strength chits nobody may look into, and the chits on the table."""
DECOY = "decoy"
UNTRIED = "untried"


@dataclass(frozen=True, slots=True)
class Materials:
    """Everything the rules look up."""

    brief: Brief
    charts: Charts
    arrivals: Mapping[UnitId, Arrival]
    objectives: Mapping[Location, int]

    @classmethod
    def of(cls, brief: Brief) -> Materials:
        at = brief.board.at
        arrivals = {UnitId(each.unit): Arrival(each.turn, (at(each.at or ""),)) for each in brief.scenario.schedule}
        objectives = {at(each.at): int(each.value or 0) for each in brief.scenario.objectives}
        return cls(brief, brief.charts, arrivals, objectives)

    def number(self, name: str) -> int:
        return self.charts.parameter(name, int)

    def factor(self, unit: Unit, name: str) -> int:
        return int(self.brief.types[unit.type].factor(name, unit.step) or 0)

    def steps(self, unit: Unit) -> int:
        return len(self.brief.types[unit.type].steps)

    def is_untried(self, unit: Unit) -> bool:
        return self.brief.types[unit.type].has(UNTRIED)

    def terrain_cost(self, terrain: str, unit: Unit) -> int | None:
        cost = self.charts.terrain.cost(terrain, self.brief.types[unit.type].movement_class or "foot")
        return None if cost is None else int(cost)

    def chit_strength(self, chit: CardId) -> int:
        return int(self.brief.cards[chit].values["strength"])
