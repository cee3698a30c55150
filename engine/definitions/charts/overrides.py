"""A scenario's own numbers: a sparse patch over the charts of its ruleset.

    charts:
      tables:
        combat: {cells: {"4": {"3:1": DR}}}            # row, column, result
      terrain:
        rows: {forest: {cost: {mech: 3}, defence: 2}}  # likewise sides and paths
      tracks:
        turns: {entries: [{turn: 3, weather: mud}]}    # found again by id or turn
        centres: {instead: [{id: ruhr, at: C2309}]}    # or the whole list anew
      parameters: {stack_limit: 4}

A patch may change what is there and nothing else: a name the charts do not have is refused with its line
and the nearest right one, and so is a word where the ruleset has a number or a fraction where it counts in
whole ones. What it changes has the source `designer`, and the result is validated again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias, TypeGuard

from pydantic import ValidationError

from engine.core.messages import Message, message
from engine.definitions.charts.charts import Charts
from engine.definitions.charts.tracks import TrackEntry
from engine.definitions.faults import issues_of
from engine.definitions.issues import DefinitionError, Issue, Path, Where, error
from engine.definitions.model import shown
from engine.definitions.sources import DESIGNER
from engine.definitions.strict_yaml import Located, unlocated
from engine.definitions.suggest import did_you_mean

Patch: TypeAlias = Mapping[str, Any]
Locate: TypeAlias = Callable[[Path], Where]

_DESIGNER = str(DESIGNER)
_PARTS = ("tables", "terrain", "tracks", "parameters")
_TERRAIN_PARTS = ("rows", "sides", "paths")


def override(charts: Charts, patch: Patch, origin: Located | None = None, at: Path = ("charts",)) -> Charts:
    """The charts with a patch applied; raises `DefinitionError` with every issue and its line in `origin`.

    `at` is where the patch stands in the document it came from.
    """
    if not patch:
        return charts

    def locate(path: Path) -> Where:
        return origin.where((*at, *path)) if origin is not None else Where(path=(*at, *path))

    patching = _Patching(charts, locate)
    data = patching.apply(patch)
    if patching.issues:
        raise DefinitionError(patching.issues)
    try:
        return Charts.from_data(data)
    except ValidationError as bad:
        raise DefinitionError(_relocated(bad, data, patch, locate)) from None


def _relocated(bad: ValidationError, data: object, patch: Patch, locate: Locate) -> Iterable[Issue]:
    """Issues of the patched charts, at the nearest place of the patch, which is what the author wrote."""
    for found in issues_of(bad, Charts, data, unlocated(data)):
        path: list[str | int] = []
        inside: object = patch
        for part in found.where.path:
            if not isinstance(inside, Mapping) or part not in inside:
                break
            path.append(part)
            inside = inside[str(part)]
        yield error(found.message, locate(tuple(path)), found.hint)


class _Patching:
    """One application of a patch to the plain data of some charts; gathers what it cannot do."""

    def __init__(self, charts: Charts, locate: Locate) -> None:
        self._charts = charts
        self._locate = locate
        self._data = charts.to_data()
        self.issues: list[Issue] = []

    def apply(self, patch: Patch) -> dict[str, Any]:
        for part, content in patch.items():
            path: Path = (part,)
            if not self._is_known(part, _PARTS, path, message("issue.unknown-field", name=part)):
                continue
            if not self._is_mapping(content, path):
                continue
            match part:
                case "tables":
                    self._each(content, path, self._charts.tables, self._table)
                case "terrain":
                    self._terrain(content, path)
                case "tracks":
                    self._each(content, path, self._charts.tracks, self._track)
                case _:
                    for name, value in content.items():
                        self._parameter(name, value, (*path, name))
        return self._data

    def _each(
        self, content: Patch, path: Path, known: Iterable[str], change: Callable[[str, Patch, Path], None]
    ) -> None:
        for name, inner in content.items():
            here = (*path, name)
            if self._is_known(name, known, here, message("issue.unknown-chart", name=name)) and self._is_mapping(
                inner, here
            ):
                change(name, inner, here)

    def _table(self, name: str, patch: Patch, path: Path) -> None:
        table = self._charts.tables[name]
        data = self._data["tables"][name]
        if "instead" in patch:
            self._instead("tables", name, patch, path)
            return
        for row, columns, here in self._fields(patch, path, ("cells", "instead"), "cells"):
            if not self._is_known(row, table.rows, here, message("issue.unknown-row", name=row)):
                continue
            if not self._is_mapping(columns, here):
                continue
            for column, result in columns.items():
                there = (*here, column)
                if not self._is_known(column, table.columns, there, message("issue.unknown-column", name=column)):
                    continue
                cells = data["cells"][table.row_index(row)]
                if str(cells[table.column_index(column)]) != str(result):
                    cells[table.column_index(column)] = result
                    self._mark(data, row, column)

    def _terrain(self, patch: Patch, path: Path) -> None:
        chart = self._charts.terrain
        data = self._data.get("terrain", {})
        for part, rows in patch.items():
            here = (*path, part)
            if not self._is_known(part, _TERRAIN_PARTS, here, message("issue.unknown-field", name=part)):
                continue
            if not self._is_mapping(rows, here):
                continue
            for name, row in rows.items():
                known = getattr(chart, part)
                if self._is_known(name, known, (*here, name), message("issue.unknown-row", name=name)):
                    self._terrain_row(data, part, name, row, (*here, name))

    def _terrain_row(self, data: dict[str, Any], part: str, name: str, row: object, path: Path) -> None:
        if not self._is_mapping(row, path):
            return
        columns = self._charts.terrain.effect_columns()
        target = data[part][name]
        for column, value in row.items():
            here = (*path, column)
            if column == "cost":
                if not self._is_mapping(value, here):
                    continue
                for kind, cost in value.items():
                    said = message("issue.unknown-class", name=kind)
                    if self._is_known(kind, self._charts.terrain.classes, (*here, kind), said):
                        self._change(data, target.setdefault("cost", {}), name, kind, cost)
            elif self._is_known(column, columns, here, message("issue.unknown-column", name=column)):
                others = [line[column] for lines in self._terrain_lines() for line in lines if column in line]
                if self._is_alike(value, others, here):
                    self._change(data, target, name, column, value)

    def _terrain_lines(self) -> Iterable[Iterable[dict[str, Any]]]:
        terrain = self._data.get("terrain", {})
        return [terrain.get(part, {}).values() for part in _TERRAIN_PARTS]

    def _track(self, name: str, patch: Patch, path: Path) -> None:
        track = self._charts.tracks[name]
        data = self._data["tracks"][name]
        if "instead" in patch:
            self._instead("tracks", name, patch, path)
            return
        for field, entries in patch.items():
            here = (*path, field)
            if not self._is_known(field, ("entries", "instead"), here, message("issue.unknown-field", name=field)):
                continue
            if not isinstance(entries, (list, tuple)):
                self._wrong_type(message("issue.expected.list"), entries, here)
                continue
            keys = [entry.key for entry in track.entries]
            for index, entry in enumerate(entries):
                self._entry(data, keys, entry, (*here, index))

    def _entry(self, data: dict[str, Any], keys: list[str | None], entry: object, path: Path) -> None:
        if not self._is_mapping(entry, path):
            return
        named = entry.get("id", entry.get("turn"))
        key = None if named is None else str(named)
        known = [name for name in keys if name is not None]
        if key is None:
            self.issues.append(error(message("issue.entry-without-key"), self._locate(path)))
        elif self._is_known(key, known, path, message("issue.unknown-row", name=key)):
            target = data["entries"][keys.index(key)]
            known = list(dict.fromkeys((*TrackEntry.model_fields, *(name for e in data["entries"] for name in e))))
            for field, value in entry.items():
                here = (*path, field)
                said = message("issue.unknown-column", name=field)
                if self._is_known(field, known, here, said) and self._is_alike(
                    value, [other[field] for other in data["entries"] if field in other], here
                ):
                    self._change(data, target, key, field, value)

    def _instead(self, part: str, name: str, patch: Patch, path: Path) -> None:
        """A table or a list of entries given whole, in place of the ruleset's."""
        others = [field for field in patch if field != "instead"]
        for field in others:
            self.issues.append(error(message("issue.instead-alone"), self._locate((*path, field))))
        if part == "tracks":
            kept = {field: value for field, value in self._data[part][name].items() if field == "title"}
            self._data[part][name] = {"source": _DESIGNER, **kept, "entries": patch["instead"]}
        elif self._is_mapping(patch["instead"], (*path, "instead")):
            self._data[part][name] = {**patch["instead"], "source": _DESIGNER}

    def _parameter(self, name: str, value: object, path: Path) -> None:
        if not self._is_known(name, self._charts.parameters, path, message("issue.unknown-parameter", name=name)):
            return
        old = self._charts.parameters[name].value
        if isinstance(old, Mapping) and isinstance(value, Mapping):
            for key, item in value.items():
                if self._is_known(key, old, (*path, key), message("issue.unknown-column", name=key)):
                    self._is_alike(item, [old[key]], (*path, key))
            value = {**old, **value}
        elif not self._is_alike(value, [old], path):
            return
        if value != self._data["parameters"][name]["value"]:
            self._data["parameters"][name] = {"value": value, "source": _DESIGNER}

    def _fields(self, patch: Patch, path: Path, known: tuple[str, ...], wanted: str) -> Iterable[tuple[str, Any, Path]]:
        """The entries under the one field a patch of this kind may have, refusing the others."""
        for field, content in patch.items():
            here = (*path, field)
            if not self._is_known(field, known, here, message("issue.unknown-field", name=field)):
                continue
            if field == wanted and self._is_mapping(content, here):
                for name, inner in content.items():
                    yield name, inner, (*here, name)

    def _change(self, chart: dict[str, Any], target: dict[str, Any], row: str, column: str, value: object) -> None:
        if target.get(column) != value:
            target[column] = value
            self._mark(chart, row, column)

    def _mark(self, data: dict[str, Any], row: str, column: str) -> None:
        data.setdefault("sources", {}).setdefault(row, {})[column] = _DESIGNER

    def _is_known(self, name: str, known: Iterable[str], path: Path, said: Message) -> bool:
        names = tuple(known)
        if name in names:
            return True
        self.issues.append(error(said, self._locate(path), did_you_mean(name, names)))
        return False

    def _is_mapping(self, content: object, path: Path) -> TypeGuard[Mapping[str, Any]]:
        if isinstance(content, Mapping):
            return True
        self._wrong_type(message("issue.expected.mapping"), content, path)
        return False

    def _wrong_type(self, expected: Message, content: object, path: Path) -> None:
        said = message("issue.wrong-type", expected=expected, found=shown(content))
        self.issues.append(error(said, self._locate(path)))

    def _is_alike(self, value: object, others: Iterable[object], path: Path) -> bool:
        """Whether a value is of a type that the ruleset has in this place; where it has none, any will do."""
        kinds = {_kind(other) for other in others}
        kind = _kind(value)
        if not kinds or kind in kinds or (kind == "integer" and "number" in kinds):
            return True
        words = {
            "integer": message("issue.expected.integer"),
            "number": message("issue.expected.number"),
            "flag": message("issue.expected.flag"),
            "text": message("issue.expected.text"),
            "list": message("issue.expected.list"),
            "mapping": message("issue.expected.mapping"),
        }
        self._wrong_type(words[min(kinds)], value, path)
        return False


def _kind(value: object) -> str:
    match value:
        case bool():
            return "flag"
        case int():
            return "integer"
        case float():
            return "number"
        case str():
            return "text"
        case list() | tuple():
            return "list"
        case Mapping():
            return "mapping"
    return "nothing"
