"""Charts as pages to be read: grids of words, each cell with its source, its meaning and what it was before.

Tables, the terrain chart, tracks and single numbers become one form here, and what a scenario changes of its game's
charts is marked with the original beside it. No Qt is imported here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from engine.core.messages import Catalogue, Message, message
from engine.definitions.charts.chart_changes import differences
from engine.definitions.charts.charts import Charts
from engine.definitions.charts.tables import Table
from engine.definitions.charts.terrain_chart import NO_TERRAIN, TerrainChart
from engine.definitions.charts.tracks import Track, TrackEntry
from engine.definitions.issues import Path
from engine.definitions.sources import Source

_ID = re.compile(r"[a-z]+(?:-[a-z0-9]+)+")
"""A heading or an entry that is the id of something, as of a terrain or of an event."""
_WORDS = ("weather", "season")
"""Fields of a track that hold words of the game."""


class ChartPart(StrEnum):
    """The sorts of charts, in the order of the viewer."""

    TABLES = "tables"
    TERRAIN = "terrain"
    TRACKS = "tracks"
    PARAMETERS = "parameters"


@dataclass(frozen=True, slots=True)
class ChartCell:
    """A value; `before` is the game's own where the scenario changes it."""

    text: str
    source: Source
    before: str | None = None
    meaning: str = ""
    path: Path = ()
    """Where it is in the charts, in the notation of a scenario's changes."""
    words: str = ""
    """What a person reads, where the charts have the word of the rules."""

    @property
    def shown(self) -> str:
        """The value as it is read."""
        return self.words or self.text

    @property
    def is_changed(self) -> bool:
        return self.before is not None


@dataclass(frozen=True, slots=True)
class ChartPage:
    """One chart."""

    part: ChartPart
    name: str
    title: str
    source: Source | None
    """Where it comes from as a whole; None where each value says so for itself."""
    columns: tuple[str, ...]
    rows: tuple[str, ...]
    cells: tuple[tuple[ChartCell, ...], ...]
    is_original: bool = False
    """Whether this is what the scenario puts another chart instead of."""
    keys: tuple[str, ...] = field(default=())
    """What the rows are called in the charts, where that is not their heading."""

    @property
    def changes(self) -> int:
        """How many values the scenario changes."""
        return sum(cell.is_changed for row in self.cells for cell in row)

    def found(self, words: str) -> list[tuple[int, int]]:
        """Where the words of a search stand: row and column of each cell, a heading being all of its cells."""
        wanted = words.casefold().split()
        if not wanted:
            return []
        return [
            (i, j)
            for i, row in enumerate(self.cells)
            for j, cell in enumerate(row)
            if all(
                word in f"{self.rows[i]} {self.columns[j]} {cell.shown} {cell.meaning}".casefold() for word in wanted
            )
        ]


@dataclass(frozen=True, slots=True)
class Light:
    """What counts now: columns by their headings, rows by theirs; where both meet it is brightest."""

    columns: frozenset[str] = frozenset()
    rows: frozenset[str] = frozenset()
    headings: tuple[str, ...] = ()
    """What the columns stand for now, where that is not what heads them."""

    @classmethod
    def of(cls, columns: Iterable[str] = (), rows: Iterable[str] = (), headings: Iterable[str] = ()) -> Light:
        return cls(frozenset(columns), frozenset(rows), tuple(headings))


NO_LIGHT = Light()


def chart_pages(charts: Charts, original: Charts, words: Catalogue) -> tuple[ChartPage, ...]:
    """Every chart, and beside one that the scenario replaces as a whole the one that it stands for."""
    return tuple(_Pages(charts, original, words).all())


class _Pages:
    def __init__(self, charts: Charts, original: Charts, words: Catalogue) -> None:
        self._charts, self._original, self._words = charts, original, words
        changes = differences(original, charts)
        self._before = {change.path: change.before for change in changes}
        self._replaced = {change.path[:-1] for change in changes if change.path[-1] == "instead"}

    def all(self) -> Iterator[ChartPage]:
        for name, table in self._charts.tables.items():
            yield self._table(name, table)
            if ("tables", name) in self._replaced:
                yield self._as_original(self._table(name, self._original.tables[name]))
        if self._charts.terrain != NO_TERRAIN:
            yield self._terrain(self._charts.terrain)
        for name, track in self._charts.tracks.items():
            yield self._track(name, track)
            if ("tracks", name) in self._replaced:
                yield self._as_original(self._track(name, self._original.tracks[name]))
        if self._charts.parameters:
            yield self._parameters()

    def _name(self, id: str) -> str:
        return _word(id, self._words)

    def _heading(self, text: str) -> str:
        """A heading that is a word, in the language, and never an id; numbers and odds are what they are."""
        if f"word.{text}" in self._words or _ID.fullmatch(text):
            return _word(text, self._words)
        return " ".join(map(self._heading, text.split())) if " " in text else text

    def _as_original(self, page: ChartPage) -> ChartPage:
        title = self._words.text(message("charts.original", title=page.title))
        return ChartPage(page.part, page.name, title, page.source, page.columns, page.rows, page.cells, True, page.keys)

    def _cell(self, text: str, source: Source, path: Path, meaning: str = "", words: str = "") -> ChartCell:
        before = self._heading(_text(self._before[path], self._words)) if path in self._before else None
        return ChartCell(text, source, before, meaning, path, words if words != text else "")

    def _table(self, name: str, table: Table) -> ChartPage:
        cells = tuple(
            tuple(
                self._cell(
                    text,
                    table.source_of(column, row),
                    ("tables", name, "cells", row, column),
                    table.results.get(text, ""),
                    self._heading(text),
                )
                for column, text in zip(table.columns, line, strict=True)
            )
            for row, line in zip(table.rows, table.cells, strict=True)
        )
        title = table.title or self._name(name)
        columns, rows = tuple(map(self._heading, table.columns)), tuple(map(self._heading, table.rows))
        return ChartPage(ChartPart.TABLES, name, title, table.source, columns, rows, cells, keys=table.rows)

    def _terrain(self, chart: TerrainChart) -> ChartPage:
        columns = (*chart.classes, *chart.effect_columns())
        headings: list[str] = []
        cells: list[tuple[ChartCell, ...]] = []
        for part, rows in chart.parts():
            for name, row in rows.items():
                headings.append(self._terrain_heading(part, name))
                values: Mapping[str, object] = {**row.cost, **row.effects}
                cells.append(
                    tuple(
                        self._cell(
                            found := _text(values.get(column), self._words),
                            chart.source_of(name, column),
                            ("terrain", part, name, *(("cost", column) if column in chart.classes else (column,))),
                            words=self._heading(found),
                        )
                        for column in columns
                    )
                )
        title = chart.title or self._words.text(message("charts.terrain"))
        names = tuple(map(self._name, columns))
        return ChartPage(ChartPart.TERRAIN, "terrain", title, chart.source, names, tuple(headings), tuple(cells))

    def _terrain_heading(self, part: str, name: str) -> str:
        if part == "sides":
            return self._words.text(message("charts.across", name=self._name(name)))
        return self._words.text(message("charts.along", name=self._name(name))) if part == "paths" else self._name(name)

    def _track(self, name: str, track: Track) -> ChartPage:
        printed = self._original.tracks.get(name)
        every = (*(printed.entries if printed is not None else ()), *track.entries)
        fields = tuple(dict.fromkeys(each for entry in every for each in _fields(entry)))
        keys = tuple(entry.key or str(number) for number, entry in enumerate(track.entries, start=1))
        cells = tuple(
            tuple(
                self._track_cell(column, entry, track.source_of(key, column), ("tracks", name, "entries", key, column))
                for column in fields
            )
            for key, entry in zip(keys, track.entries, strict=True)
        )
        title = track.title or self._name(name)
        return ChartPage(
            ChartPart.TRACKS, name, title, track.source, tuple(map(self._name, fields)), keys, cells, keys=keys
        )

    def _track_cell(self, field: str, entry: TrackEntry, source: Source, path: Path) -> ChartCell:
        before = self._track_text(field, self._before[path]) if path in self._before else None
        return ChartCell(self._track_text(field, entry.get(field)), source, before, path=path)

    def _track_text(self, field: str, value: object) -> str:
        """Weather and seasons are words of the game, and are shown in the language."""
        return self._name(value) if field in _WORDS and isinstance(value, str) else _text(value, self._words)

    def _parameters(self) -> ChartPage:
        rows: list[str] = []
        cells: list[tuple[ChartCell, ...]] = []
        for name, parameter in self._charts.parameters.items():
            value = parameter.value
            if isinstance(value, Mapping):
                for key, each in value.items():
                    told = message("charts.parameter-of", name=self._name(name), of=self._name(key))
                    rows.append(self._words.text(told))
                    cells.append((self._parameter(each, parameter.source, ("parameters", name, key)),))
            else:
                rows.append(self._name(name))
                cells.append((self._parameter(value, parameter.source, ("parameters", name)),))
        title = self._words.text(message("charts.parameters"))
        value = self._words.text(message("charts.value"))
        return ChartPage(ChartPart.PARAMETERS, "parameters", title, None, (value,), tuple(rows), tuple(cells))

    def _parameter(self, value: object, source: Source, path: Path) -> ChartCell:
        changed = next((each for each in (path, path[:2]) if each in self._before), None)
        before = _text(self._before[changed], self._words) if changed is not None else None
        return ChartCell(_text(value, self._words), source, before, path=path)


def _fields(entry: TrackEntry) -> Iterator[str]:
    """The fields of a box of a track, in their usual order; what names it heads its line."""
    for name in ("title", "date", "season", "weather"):
        if entry.get(name) is not None:
            yield name
    if entry.id is not None and entry.turn is not None:
        yield "turn"
    yield from entry.attributes


def _text(value: object, words: Catalogue) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return words.text(message("charts.yes") if value else message("charts.no"))
    if isinstance(value, (tuple, list)):
        return ", ".join(_listed(each, words) for each in value)
    if isinstance(value, Mapping):
        return ", ".join(f"{_word(str(name), words)} {_text(each, words)}" for name, each in value.items())
    return f"{value:g}" if isinstance(value, float) else str(value)


def _listed(value: object, words: Catalogue) -> str:
    """One of several values in a cell: a word of the game as it is read, anything else as it is written."""
    is_word = isinstance(value, str) and f"word.{value}" in words
    return _word(str(value), words) if is_word else _text(value, words)


def _word(id: str, words: Catalogue) -> str:
    """An id that a person reads, under the key `word.<id>` where there is one."""
    return words.text(Message(f"word.{id}"))
