"""Every chart as a grid of words, to be shown or printed: headings, cells, and where each cell comes from.

A combat table is a grid as it is; the terrain chart, a track and the parameters become one. What a name is called is
for whoever shows it to say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from engine.definitions.charts import Charts, ParameterValue
from engine.definitions.model import Value
from engine.definitions.sources import Source
from engine.definitions.tables import Table
from engine.definitions.terrain_chart import NO_TERRAIN, PROHIBITED, TerrainChart, TerrainRow
from engine.definitions.tracks import Track, TrackEntry

Named: TypeAlias = Callable[[str], str]
"""What a name of the charts is called on a page."""
_USUAL = ("title", "date", "season", "weather")


@dataclass(frozen=True, slots=True)
class GridCell:
    """A value in words and its source."""

    text: str
    source: Source


@dataclass(frozen=True, slots=True)
class GridRow:
    """A heading and its cells, one a column."""

    name: str
    """As the chart has it, to find the row again."""
    head: str
    cells: tuple[GridCell, ...]


@dataclass(frozen=True, slots=True)
class Grid:
    """A chart to be read."""

    path: tuple[str, ...]
    """Where it is in the charts: ("tables", "combat")."""
    title: str
    source: Source | None
    """None where every row has its own."""
    corner: str
    columns: tuple[str, ...]
    rows: tuple[GridRow, ...]
    notes: tuple[tuple[str, str], ...] = ()
    """What a result means, in the order of the table."""


def plain_name(name: str) -> str:
    """A name as one writes it where nobody knows a better word."""
    words = name.replace("-", " ").replace("_", " ").strip()
    return words[:1].upper() + words[1:]


def grids_of(charts: Charts, named: Named = plain_name) -> Iterator[Grid]:
    """Every chart: the tables, the parts of the terrain chart, the tracks, the parameters."""
    for name, table in charts.tables.items():
        yield table_grid(name, table, named)
    if charts.terrain != NO_TERRAIN:
        yield from terrain_grids(charts.terrain, named)
    for name, track in charts.tracks.items():
        yield track_grid(name, track, named)
    if charts.parameters:
        yield parameter_grid(charts, named)


def table_grid(name: str, table: Table, named: Named = plain_name) -> Grid:
    """A table of results."""
    rows = tuple(
        GridRow(
            row,
            row if row[:1].isdigit() or row[:1] == "-" else named(row),
            tuple(
                GridCell(cell, table.source_of(column, row)) for column, cell in zip(table.columns, cells, strict=True)
            ),
        )
        for row, cells in zip(table.rows, table.cells, strict=True)
    )
    columns = tuple(column if column[:1].isdigit() else named(column) for column in table.columns)
    notes = tuple((result, words) for result, words in table.results.items())
    return Grid(("tables", name), table.title or named(name), table.source, "", columns, rows, notes)


def terrain_grids(chart: TerrainChart, named: Named = plain_name) -> Iterator[Grid]:
    """What ground, hexsides and paths cost each class, and what else they do; a part without lines is left out."""
    title = chart.title or named("terrain")
    for part, rows in chart.parts():
        if not rows:
            continue
        effects = [column for column in chart.effect_columns() if any(column in row.effects for row in rows.values())]
        columns = tuple(named(each) for each in (*chart.classes, *effects))
        lines = tuple(
            GridRow(
                name,
                named(name),
                (
                    *(GridCell(_cost(row, each), chart.source_of(name, each)) for each in chart.classes),
                    *(GridCell(_shown(row.effects.get(each)), chart.source_of(name, each)) for each in effects),
                ),
            )
            for name, row in rows.items()
        )
        heading = title if part == "rows" else f"{title}: {named(part)}"
        yield Grid(("terrain", part), heading, chart.source, "", columns, lines)


def _cost(row: TerrainRow, movement_class: str) -> str:
    cost = row.cost.get(movement_class)
    return "–" if cost is None else "✕" if cost == PROHIBITED else f"{cost:g}"


def track_grid(name: str, track: Track, named: Named = plain_name) -> Grid:
    """A track, an entry a line."""
    further = dict.fromkeys(each for entry in track.entries for each in entry.attributes)
    usual = [each for each in _USUAL if any(entry.get(each) is not None for entry in track.entries)]
    columns = (*usual, *further)
    rows = tuple(_entry(entry, track, columns) for entry in track.entries)
    headings = tuple(named(each) for each in columns)
    return Grid(("tracks", name), track.title or named(name), track.source, named("turn"), headings, rows)


def _entry(entry: TrackEntry, track: Track, columns: tuple[str, ...]) -> GridRow:
    key = entry.key or ""
    cells = tuple(GridCell(_shown(entry.get(each)), track.source_of(key, each)) for each in columns)
    return GridRow(key, key if entry.turn is None else str(entry.turn), cells)


def parameter_grid(charts: Charts, named: Named = plain_name) -> Grid:
    """The single numbers of the rules, each with its own source."""
    rows = tuple(
        GridRow(
            name,
            named(name),
            (GridCell(_shown(each.value, named), each.source), GridCell(_said(each.source, named), each.source)),
        )
        for name, each in charts.parameters.items()
    )
    return Grid(("parameters",), named("parameters"), None, "", (named("value"), named("source")), rows)


def _said(source: Source, named: Named) -> str:
    return ", ".join(source.cases) if source.cases else named(str(source.kind))


def _shown(value: ParameterValue | None, named: Named = plain_name) -> str:
    if value is None:
        return ""
    if isinstance(value, Mapping):
        return ", ".join(f"{named(name)} {_scalar(each)}" for name, each in value.items())
    if isinstance(value, tuple):
        return ", ".join(_scalar(each) for each in value)
    return _scalar(value)


def _scalar(value: Value) -> str:
    if isinstance(value, bool):
        return "✓" if value else "–"
    return f"{value:g}" if isinstance(value, float) else str(value)
