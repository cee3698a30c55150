"""The charts of a ruleset: combat tables, the terrain chart, tracks and parameters, each with its source.

Numbers are data and verbs are code: rulesets read their numbers here, through lookups that fail loudly
with the nearest right name, and a scenario may patch them (`overrides`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, ClassVar, TypeAlias, TypeVar, overload

from engine.core.messages import message
from engine.definitions.charts.tables import Table, UnknownChart
from engine.definitions.charts.terrain_chart import NO_TERRAIN, TerrainChart
from engine.definitions.charts.tracks import Track
from engine.definitions.flaws import flaw
from engine.definitions.issues import Path
from engine.definitions.model import Checked, Document, Frozen, FrozenDict, Model, Value, Word, checked_scalar
from engine.definitions.sources import Source, SourceField, SourceKind

ParameterValue: TypeAlias = Value | tuple[Value, ...] | Mapping[str, Value]
T = TypeVar("T", int, float, str, bool)


def _parameter_value(value: object) -> ParameterValue:
    if isinstance(value, (list, tuple)):
        if len(value) > 1000:
            raise flaw(message("issue.list-too-long", limit=1000, count=len(value)))
        return tuple(checked_scalar(item) for item in value)
    if isinstance(value, Mapping):
        return FrozenDict({str(name): checked_scalar(item) for name, item in value.items()})
    return checked_scalar(value)


class Parameter(Model):
    """A single number, word or flag of the rules; or a list, or one for each of a few names (side, class ...)."""

    value: Annotated[ParameterValue, Checked(_parameter_value)]
    source: SourceField


class Charts(Document):
    """All the numbers of a ruleset; its id is the ruleset's."""

    KIND: ClassVar[str] = "charts"

    tables: Annotated[Mapping[Word, Table], Frozen] = FrozenDict()
    terrain: TerrainChart = NO_TERRAIN
    tracks: Annotated[Mapping[Word, Track], Frozen] = FrozenDict()
    parameters: Annotated[Mapping[Word, Parameter], Frozen] = FrozenDict()

    def table(self, name: str) -> Table:
        if name not in self.tables:
            raise UnknownChart("table", name, list(self.tables))
        return self.tables[name]

    def track(self, name: str) -> Track:
        if name not in self.tracks:
            raise UnknownChart("track", name, list(self.tracks))
        return self.tracks[name]

    @overload
    def parameter(self, name: str) -> ParameterValue: ...

    @overload
    def parameter(self, name: str, kind: type[T]) -> T: ...

    def parameter(self, name: str, kind: type[T] | None = None) -> ParameterValue | T:
        """A parameter; with a type, a value of exactly that type (a whole number serves where a float is asked)."""
        if name not in self.parameters:
            raise UnknownChart("parameter", name, list(self.parameters))
        value = self.parameters[name].value
        if kind is None:
            return value
        if kind is float and type(value) is int:
            return kind(value)
        if type(value) is not kind:
            raise TypeError(f"parameter {name} is {value!r}, not {kind.__name__}")
        return value

    def parameter_for(self, name: str, key: str) -> Value:
        """One value of a parameter that has one for each of a few names."""
        value = self.parameter(name)
        if not isinstance(value, Mapping):
            raise TypeError(f"parameter {name} is {value!r}, not one value a name")
        if key not in value:
            raise UnknownChart(f"value of {name}", key, list(value))
        return value[key]

    def sources(self) -> Iterator[tuple[Path, Source]]:
        """Every chart and parameter with its source, and the single values that have one of their own."""
        for name, table in self.tables.items():
            yield from _with_exceptions(("tables", name), table)
        if self.terrain != NO_TERRAIN:
            yield from _with_exceptions(("terrain",), self.terrain)
        for name, track in self.tracks.items():
            yield from _with_exceptions(("tracks", name), track)
        for name, parameter in self.parameters.items():
            yield ("parameters", name), parameter.source

    def reconstructions(self) -> tuple[Path, ...]:
        """The charts and parameters that are, as a whole, our reconstruction and not a printed fact."""
        charts = (path for path, source in self.sources() if source.kind is SourceKind.RECONSTRUCTION)
        return tuple(path for path in charts if len(path) <= 2)


def _with_exceptions(path: Path, chart: Table | TerrainChart | Track) -> Iterator[tuple[Path, Source]]:
    yield path, chart.source
    for row, columns in chart.sources.items():
        for column, source in columns.items():
            yield (*path, "sources", row, column), source
