"""What a scenario's charts change of the ruleset's: for the chart viewer to show, and for the editor to save.

`differences` lists single values with their paths in the notation of a patch; `sparse` makes the patch, so
that an edited chart is stored as what was edited. Where the shape itself differs (a column more, an entry
less), the whole table or list is given instead.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from engine.definitions.charts.charts import Charts
from engine.definitions.charts.tables import Table
from engine.definitions.charts.terrain_chart import TerrainChart
from engine.definitions.charts.tracks import Track, TrackEntry
from engine.definitions.issues import Path
from engine.definitions.sources import Source


@dataclass(frozen=True, slots=True)
class ChartChange:
    """One value of the charts that is not the ruleset's; None stands for a value that was not there."""

    path: Path
    before: Any
    after: Any
    source: Source
    """Where the value that was changed comes from: changing a fact is another thing than changing a guess."""


def differences(original: Charts, changed: Charts) -> tuple[ChartChange, ...]:
    """Every value in which two sets of charts of the same ruleset differ; sources do not count."""
    return tuple(_changes(original, changed))


def sparse(original: Charts, changed: Charts) -> dict[str, Any]:
    """The patch that makes the one out of the other."""
    patch: dict[str, Any] = {}
    for change in differences(original, changed):
        inside = patch
        path = change.path
        if path[0] == "tracks" and path[2] == "entries":
            _, name, _, key, field = path
            entry = original.track(str(name)).entry(str(key))
            entries = patch.setdefault("tracks", {}).setdefault(name, {}).setdefault("entries", {})
            inside = entries.setdefault(key, {"id": entry.id} if entry.id is not None else {"turn": entry.turn})
            inside[str(field)] = change.after
            continue
        for part in path[:-1]:
            inside = inside.setdefault(str(part), {})
        inside[str(path[-1])] = change.after
    for track in patch.get("tracks", {}).values():
        if "entries" in track:
            track["entries"] = list(track["entries"].values())
    return patch


def _changes(original: Charts, changed: Charts) -> Iterator[ChartChange]:
    for name, table in original.tables.items():
        if name in changed.tables:
            yield from _table(("tables", name), table, changed.tables[name])
    yield from _terrain(original.terrain, changed.terrain)
    for name, track in original.tracks.items():
        if name in changed.tracks:
            yield from _track(("tracks", name), track, changed.tracks[name])
    for name, parameter in original.parameters.items():
        if name not in changed.parameters:
            continue
        path: Path = ("parameters", name)
        old, new = parameter.value, changed.parameters[name].value
        if isinstance(old, Mapping) and isinstance(new, Mapping) and old.keys() == new.keys():
            for key in old:
                if old[key] != new[key]:
                    yield ChartChange((*path, key), old[key], new[key], parameter.source)
        elif old != new:
            yield ChartChange(path, _plain(old), _plain(new), parameter.source)


def _table(path: Path, old: Table, new: Table) -> Iterator[ChartChange]:
    unsourced = {"source", "sources", "cells"}
    before, after = old.to_data(), new.to_data()
    if {k: v for k, v in before.items() if k not in unsourced} != {
        k: v for k, v in after.items() if k not in unsourced
    }:
        yield ChartChange((*path, "instead"), _unsourced(before), _unsourced(after), old.source)
        return
    for i, row in enumerate(old.rows):
        for j, column in enumerate(old.columns):
            if old.cells[i][j] != new.cells[i][j]:
                here = (*path, "cells", row, column)
                yield ChartChange(here, before["cells"][i][j], after["cells"][i][j], old.source_of(column, row))


def _terrain(old: TerrainChart, new: TerrainChart) -> Iterator[ChartChange]:
    for (part, rows), (_, changed) in zip(old.parts(), new.parts(), strict=True):
        for name, row in rows.items():
            if name not in changed:
                continue
            path: Path = ("terrain", part, name)
            for kind, cost in changed[name].cost.items():
                if row.cost.get(kind) != cost:
                    yield ChartChange((*path, "cost", kind), row.cost.get(kind), cost, old.source_of(name, kind))
            for column, value in changed[name].effects.items():
                if row.effects.get(column) != value:
                    yield ChartChange((*path, column), row.effects.get(column), value, old.source_of(name, column))


def _track(path: Path, old: Track, new: Track) -> Iterator[ChartChange]:
    keys = [entry.key for entry in old.entries]
    same = None not in keys and keys == [entry.key for entry in new.entries]
    if not same or any(_lost(one, other) for one, other in zip(old.entries, new.entries, strict=True)):
        before = [entry.to_data() for entry in old.entries]
        after = [entry.to_data() for entry in new.entries]
        if before != after:
            yield ChartChange((*path, "instead"), before, after, old.source)
        return
    for key, one, other in zip(keys, old.entries, new.entries, strict=True):
        before_fields, after_fields = one.to_data(), other.to_data()
        for field, value in after_fields.items():
            if before_fields.get(field) != value:
                here = (*path, "entries", str(key), field)
                yield ChartChange(here, before_fields.get(field), value, old.source_of(str(key), field))


def _lost(old: TrackEntry, new: TrackEntry) -> bool:
    return bool(old.to_data().keys() - new.to_data().keys())


def _unsourced(data: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in data.items() if name not in ("source", "sources")}


def _plain(value: object) -> object:
    return list(value) if isinstance(value, tuple) else value
