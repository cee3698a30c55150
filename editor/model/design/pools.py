"""Where the units of a scenario are, and whether there are counters enough: set up, to come, or in no place at all."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property

from editor.model.design.design import Design
from engine.definitions.counters import CounterType


@dataclass(frozen=True, slots=True)
class TypeUse:
    """How many units are of a type and how many of those come into play; `limit` is how many counters there are."""

    kind: CounterType
    units: int
    used: int
    limit: int | None

    @property
    def is_over(self) -> bool:
        return self.limit is not None and self.used > self.limit


class Pools:
    """A look at the units of one design."""

    def __init__(self, design: Design) -> None:
        self._design = design

    @cached_property
    def set_up(self) -> tuple[str, ...]:
        """Units on the map or in a box when play begins."""
        return tuple(unit for unit in self._design.units if unit in self._design.placements)

    @cached_property
    def to_come(self) -> tuple[str, ...]:
        """Units that arrive later."""
        arrivals, placed = self._design.arrivals, self._design.placements
        return tuple(unit for unit in self._design.units if unit in arrivals and unit not in placed)

    @cached_property
    def idle(self) -> tuple[str, ...]:
        """Units that no setup and no schedule knows."""
        known = {*self.set_up, *self.to_come}
        return tuple(unit for unit in self._design.units if unit not in known)

    @cached_property
    def uses(self) -> dict[str, TypeUse]:
        """How many units there are of each type."""
        every = Counter(unit.type for unit in self._design.units.values())
        played = Counter(self._design.units[unit].type for unit in (*self.set_up, *self.to_come))
        return {name: TypeUse(kind, every[name], played[name], kind.limit) for name, kind in self._design.types.items()}

    def over_the_limit(self) -> list[TypeUse]:
        """The types of which there are more units in play than counters."""
        return [use for use in self.uses.values() if use.is_over]
