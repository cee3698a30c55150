"""The terrain chart: what entering, crossing and following things costs each movement class, and what else
they do.

Costs are whole or half points, or `prohibited`. Rules that count in half points ask for `points`, which
keeps the search in integers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Annotated, Literal, Self, TypeAlias

from pydantic import ConfigDict, Field, model_validator

from engine.core.messages import message
from engine.definitions.charts.tables import UnknownChart
from engine.definitions.flaws import Flaw, flaw, flaws
from engine.definitions.model import Checked, Frozen, FrozenDict, Id, Line, Model, Scalar, Value, Word, shown
from engine.definitions.sources import RECONSTRUCTION, CellSources, Source, SourceField
from engine.definitions.suggest import did_you_mean

PROHIBITED: Literal["prohibited"] = "prohibited"
_DEAREST = 1000

WrittenCost: TypeAlias = int | float | Literal["prohibited"]


def _cost(value: object) -> WrittenCost:
    if value == PROHIBITED:
        return PROHIBITED
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise flaw(message("issue.bad-cost", found=shown(value)))
    if not 0 <= value <= _DEAREST or value * 2 != int(value * 2):
        raise flaw(message("issue.bad-cost", found=shown(value)))
    return int(value) if value == int(value) else float(value)


Cost = Annotated[WrittenCost, Checked(_cost)]
Costs = Annotated[Mapping[Id, Cost], Frozen]


class TerrainRow(Model):
    """One line of the chart. Besides the costs it may have any column the chart has (defence, die ...)."""

    model_config = ConfigDict(extra="allow")
    __pydantic_extra__: dict[str, Scalar] = Field(init=False)

    cost: Costs = FrozenDict()

    @property
    def effects(self) -> Mapping[str, Value]:
        """The further columns of this line."""
        return self.model_extra or {}


Rows = Annotated[Mapping[Id, TerrainRow], Frozen]


class TerrainChart(Model):
    """`rows` are terrain to enter, `sides` hexsides to cross, `paths` roads and railways to follow.

    Every terrain has a cost for every class. A class that a hexside does not list pays nothing to cross it;
    one that a path does not list gains nothing by it.
    """

    source: SourceField
    title: Line | None = None
    classes: tuple[Id, ...] = ()
    columns: tuple[Word, ...] = ()
    rows: Rows = FrozenDict()
    sides: Rows = FrozenDict()
    paths: Rows = FrozenDict()
    sources: CellSources = FrozenDict()

    @model_validator(mode="after")
    def _is_complete(self) -> Self:
        found = [
            Flaw(message("issue.heading-twice", name=name), (axis, index))
            for axis, names in (("classes", self.classes), ("columns", self.columns))
            for index, name in enumerate(names)
            if name in names[:index] or (axis == "columns" and name in self.classes)
        ]
        for part, rows in self.parts():
            for name, row in rows.items():
                found += self._row_flaws(part, name, row)
        for name, columns in self.sources.items():
            found += self._source_flaws(name, columns)
        if found:
            raise flaws(found)
        return self

    def parts(self) -> Iterator[tuple[str, Mapping[str, TerrainRow]]]:
        """The three parts of the chart with their names."""
        yield "rows", self.rows
        yield "sides", self.sides
        yield "paths", self.paths

    def effect_columns(self) -> tuple[str, ...]:
        """The columns beside the costs: those declared, or, when none is, all those used."""
        used = (name for _, rows in self.parts() for row in rows.values() for name in row.effects)
        return self.columns or tuple(dict.fromkeys(used))

    def _row_flaws(self, part: str, name: str, row: TerrainRow) -> Iterator[Flaw]:
        for kind in row.cost:
            if kind not in self.classes:
                said = message("issue.unknown-class", name=kind)
                yield Flaw(said, (part, name, "cost", kind), did_you_mean(kind, self.classes))
        if part == "rows":
            for kind in self.classes:
                if kind not in row.cost:
                    yield Flaw(message("issue.missing-cost", row=name, name=kind), (part, name, "cost"))
        for column in row.effects:
            if self.columns and column not in self.columns:
                said = message("issue.unknown-column", name=column)
                yield Flaw(said, (part, name, column), did_you_mean(column, (*self.columns, "cost")))

    def _source_flaws(self, name: str, columns: Mapping[str, Source]) -> Iterator[Flaw]:
        rows = [row for _, part in self.parts() for row in part]
        if name not in rows:
            yield Flaw(message("issue.unknown-row", name=name), ("sources", name), did_you_mean(name, rows))
        known = (*self.classes, *self.effect_columns())
        for column in columns:
            if column not in known:
                said = message("issue.unknown-column", name=column)
                yield Flaw(said, ("sources", name, column), did_you_mean(column, known))

    def cost(self, terrain: str, movement_class: str) -> int | Fraction | None:
        """Points to enter a terrain, or None when the class may not."""
        return self._read("rows", self.rows, terrain, movement_class, otherwise=None)

    def side_cost(self, side: str, movement_class: str) -> int | Fraction | None:
        """Points added by crossing a hexside, 0 when the chart has none for the class, None when it may not."""
        return self._read("sides", self.sides, side, movement_class, otherwise=0)

    def path_cost(self, path: str, movement_class: str, otherwise: int | Fraction | None) -> int | Fraction | None:
        """Points for a step along a road or railway; `otherwise` (the terrain's) when it does not help the class."""
        return self._read("paths", self.paths, path, movement_class, otherwise=otherwise)

    def points(self, terrain: str, movement_class: str, scale: int = 2) -> int | None:
        """`cost` in halves of a point (or finer), as the searches want it."""
        return scaled(self.cost(terrain, movement_class), scale)

    def effect(self, name: str, column: str) -> Value | None:
        """A further column of a terrain, hexside or path; None where the chart says nothing."""
        for _, rows in self.parts():
            if name in rows:
                if column not in self.effect_columns():
                    raise UnknownChart("terrain column", column, self.effect_columns())
                return rows[name].effects.get(column)
        raise UnknownChart("terrain", name, [row for _, rows in self.parts() for row in rows])

    def source_of(self, name: str, column: str) -> Source:
        """Where a single cost (by movement class) or effect (by column) comes from."""
        return self.sources.get(name, {}).get(column, self.source)

    def _read(
        self,
        part: str,
        rows: Mapping[str, TerrainRow],
        name: str,
        movement_class: str,
        *,
        otherwise: int | Fraction | None,
    ) -> int | Fraction | None:
        row = rows.get(name)
        if row is None:
            raise UnknownChart(f"line of the terrain chart ({part})", name, list(rows))
        written = row.cost.get(movement_class)
        if written is None:
            if movement_class not in self.classes:
                raise UnknownChart("movement class", movement_class, self.classes)
            return otherwise
        if written == PROHIBITED:
            return None
        return written if isinstance(written, int) else Fraction(written)


def scaled(cost: int | Fraction | None, scale: int = 2) -> int | None:
    """A cost in whole parts of a point; raises ValueError when the scale is too coarse for it."""
    if cost is None:
        return None
    whole = cost * scale
    if whole != int(whole):
        raise ValueError(f"{cost} points are not a whole number of 1/{scale} points")
    return int(whole)


NO_TERRAIN = TerrainChart(source=RECONSTRUCTION)
"""The chart of a game that has none."""
