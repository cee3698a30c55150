"""Combat tables and other grids: headed columns, headed rows, and a result in every cell.

A table is complete by construction: a missing cell is an error of the file, not a surprise in a battle. If
it lists its results from best to worst, a check can tell whether better odds ever help the other side.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from enum import StrEnum
from functools import cached_property
from typing import Annotated, Self

from pydantic import BeforeValidator, Field, PlainSerializer, model_validator

from engine.core.messages import message
from engine.definitions.flaws import Flaw, flaws
from engine.definitions.model import Cell, Frozen, FrozenDict, Line, Model, Text
from engine.definitions.sources import CellSources, Source, SourceField
from engine.definitions.suggest import did_you_mean, nearest

_BAND = re.compile(r"(-?[0-9]+)(?:-([0-9]+)|(\+))?\Z")


class UnknownChart(LookupError):  # noqa: N818 - it reads as what it is
    """A ruleset asked for a chart, column, row or parameter that its charts do not have."""

    def __init__(self, what: str, name: str, known: Sequence[str]) -> None:
        near = nearest(name, known)
        super().__init__(f"no {what} {name!r}" + (f"; did you mean {', '.join(near)}?" if near else ""))
        self.what, self.name = what, name


class Better(StrEnum):
    """Which way along an axis things get better for the attacker."""

    FORWARD = "forward"
    BACKWARD = "backward"
    NEITHER = "neither"


def _as_group(value: object) -> object:
    return tuple(value) if isinstance(value, (list, tuple)) else (value,)


def _written_group(group: tuple[str, ...]) -> object:
    written = [int(cell) if re.fullmatch(r"0|-?[1-9][0-9]{0,17}", cell) else cell for cell in group]
    return written[0] if len(written) == 1 else written


Rank = Annotated[tuple[Cell, ...], BeforeValidator(_as_group), Field(min_length=1), PlainSerializer(_written_group)]
"""A result, or several that are as good as each other."""


class Table(Model):
    """A grid of results, read by column and row."""

    source: SourceField
    title: Line | None = None
    columns: Annotated[tuple[Cell, ...], Field(min_length=1, max_length=200)]
    rows: Annotated[tuple[Cell, ...], Field(min_length=1, max_length=1000)]
    cells: tuple[tuple[Cell, ...], ...]
    order: tuple[Rank, ...] = ()
    columns_better: Better = Better.FORWARD
    rows_better: Better = Better.FORWARD
    results: Annotated[Mapping[Cell, Text], Frozen] = FrozenDict()
    sources: CellSources = FrozenDict()

    @model_validator(mode="after")
    def _is_rectangular(self) -> Self:
        found: list[Flaw] = []
        for axis, names in (("columns", self.columns), ("rows", self.rows)):
            for index, name in enumerate(names):
                if name in names[:index]:
                    found.append(Flaw(message("issue.heading-twice", name=name), (axis, index)))
        if len(self.cells) != len(self.rows):
            found.append(Flaw(message("issue.row-count", expected=len(self.rows), found=len(self.cells)), ("cells",)))
        for index, row in enumerate(self.cells):
            if len(row) != len(self.columns):
                said = message("issue.cell-count", expected=len(self.columns), found=len(row))
                found.append(Flaw(said, ("cells", index)))
        found += self._unknown_headings()
        if found:
            raise flaws(found)
        return self

    def _unknown_headings(self) -> list[Flaw]:
        found: list[Flaw] = []
        for row, columns in self.sources.items():
            if row not in self.rows:
                said = message("issue.unknown-row", name=row)
                found.append(Flaw(said, ("sources", row), did_you_mean(row, self.rows)))
            for column in columns:
                if column not in self.columns:
                    said = message("issue.unknown-column", name=column)
                    found.append(Flaw(said, ("sources", row, column), did_you_mean(column, self.columns)))
        return found

    @cached_property
    def _grid(self) -> dict[tuple[str, str], str]:
        return {
            (column, row): cell
            for row, cells in zip(self.rows, self.cells, strict=True)
            for column, cell in zip(self.columns, cells, strict=True)
        }

    def result(self, column: str, row: str | int) -> str:
        """The cell under two headings; a die may be given as a number."""
        found = self._grid.get((column, str(row)))
        if found is None:
            self.column_index(column)
            self.row_index(row)
            raise AssertionError("a table has a cell for every column and row")
        return found

    def column_index(self, column: str) -> int:
        return _index("column", column, self.columns)

    def row_index(self, row: str | int) -> int:
        return _index("row", str(row), self.rows)

    def shift(self, column: str, by: int) -> str:
        """The column so many places to the right (to the left when negative); a shift never leaves the table."""
        return self.columns[min(max(self.column_index(column) + by, 0), len(self.columns) - 1)]

    def column_for(self, number: int) -> str:
        """The column headed `3`, `2-4` or `7+` that a number falls in; past either end, the last one there."""
        return _band_of(number, self.columns, "column")

    def row_for(self, number: int) -> str:
        """The row that a modified die falls in, as `column_for`."""
        return _band_of(number, self.rows, "row")

    def source_of(self, column: str, row: str | int) -> Source:
        """Where this very cell comes from."""
        return self.sources.get(str(row), {}).get(column, self.source)

    def rank(self, result: str) -> int | None:
        """How far from the best a result stands, or None when the table does not say."""
        return self._ranks.get(result)

    @cached_property
    def _ranks(self) -> dict[str, int]:
        return {result: index for index, group in enumerate(self.order) for result in group}


def _index(what: str, name: str, names: tuple[str, ...]) -> int:
    try:
        return names.index(name)
    except ValueError:
        raise UnknownChart(what, name, names) from None


def _band_of(number: int, headings: tuple[str, ...], what: str) -> str:
    bands: list[tuple[int, float, str]] = []
    for heading in headings:
        found = _BAND.match(heading)
        if found is None:
            continue
        low = int(found.group(1))
        high = float("inf") if found.group(3) else int(found.group(2) or low)
        if low <= number <= high:
            return heading
        bands.append((low, high, heading))
    below = [band for band in bands if band[1] < number]
    above = [band for band in bands if band[0] > number]
    if below and above:
        raise UnknownChart(what, str(number), headings)
    if not below and not above:
        raise UnknownChart(what, str(number), headings)
    return max(below)[2] if below else min(above)[2]
