"""A map as rows, and the rows that differ between two states of one.

Cells that equal the fill of their sheet have no row; a cell that is absent has one without a terrain, unless the
fill itself is absence. Terrain is compared as arrays, so that a stroke over a large map costs what it changed.
An editor's command that knows what it did says so with `cell_deltas`, `part_deltas` and the like; `map_differences`
finds out for everyone else.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict
from functools import cache
from itertools import chain
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from pydantic import ValidationError

from engine.core.boards.labels import LabelScheme
from engine.definitions.maps.map_writing import labels_of
from engine.definitions.maps.rings import write_ring
from engine.definitions.palette import Swatch
from engine.definitions.plan import (
    NO_CELL,
    NO_TERRAIN,
    Attributes,
    BoxPlan,
    FeaturePlan,
    LinkPlan,
    MapPlan,
    PathPlan,
    RegionPlan,
    ScanPlan,
    ShapePlan,
    SheetPlan,
    SideKey,
    SidePlan,
    SpacePlan,
    SwatchKey,
    TextPlan,
)
from engine.storage.coding.columns import ColumnError, to_json
from engine.storage.deltas import Delta, Key, Row, Rows, Tables, differences

MAP_TABLES: Final = (
    *("map", "terrain", "sheet", "cell", "sheet_join", "space", "box", "link", "feature", "name_offset"),
    *("side", "path", "region", "region_member", "text", "lettering_look", "lettering_line", "shape", "scan", "swatch"),
)
"""The tables that hold a map, each after those it refers to."""

Part: TypeAlias = LinkPlan | SpacePlan | BoxPlan | FeaturePlan | PathPlan | RegionPlan | TextPlan | ShapePlan | ScanPlan
"""What lies on a map under an id of its own."""
_PARTS: Final = ("links", "spaces", "boxes", "features", "paths", "regions", "texts", "shapes", "scans")


class Record(NamedTuple):
    """A row and where it stands."""

    table: str
    key: Key
    row: Row


class CellChange(NamedTuple):
    """A cell painted over, with its terrain codes before and after."""

    col: int
    row: int
    before: int
    after: int


def rows_of_map(plan: MapPlan) -> Tables:
    """Every row of a map."""
    tables = _record_tables(plan)
    for sheet in plan.sheets.values():
        tables["cell"].update(_cells(plan, sheet))
    return tables


def map_differences(before: MapPlan | None, after: MapPlan | None) -> list[Delta]:
    """What turns the rows of one state of a map into those of another; None is a map that is not there."""
    if before is None or after is None:
        old, new = _all_rows(before), _all_rows(after)
        return [delta for table in MAP_TABLES for delta in differences(table, old[table], new[table])]
    if before.id != after.id:
        return map_differences(before, None) + map_differences(None, after)
    old, new = _record_tables(before, beside=after), _record_tables(after, beside=before)
    deltas = [delta for table in MAP_TABLES for delta in differences(table, old[table], new[table])]
    for name in {**before.sheets, **after.sheets}:
        deltas += _sheet_differences(before, after, name)
    return deltas


def cell_deltas(plan: MapPlan, sheet: str, changes: Iterable[CellChange]) -> list[Delta]:
    """A stroke of the terrain brush over one sheet; new terrains are rows of their own, in the same commit."""
    fill = _fill_code(plan, plan.sheets[sheet])
    row_of = cache(lambda code: _cell_row(int(code), fill))
    return [
        Delta("cell", (plan.id, sheet, int(col), int(row)), row_of(before), row_of(after))
        for col, row, before, after in changes
        if before != after
    ]


def side_delta(plan: MapPlan, key: SideKey, before: SidePlan | None, after: SidePlan | None) -> Delta:
    """One hexside drawn, changed or rubbed out."""
    return Delta(
        "side",
        (plan.id, *key),
        None if before is None else _side_row(before),
        None if after is None else _side_row(after),
    )


def part_deltas(plan: MapPlan, before: Part | None, after: Part | None) -> list[Delta]:
    """One part added, changed or taken away."""
    old = {} if before is None else {(r.table, r.key): r.row for r in _part_records(plan.id, before)}
    new = {} if after is None else {(r.table, r.key): r.row for r in _part_records(plan.id, after)}
    return [
        Delta(table, key, old.get((table, key)), new.get((table, key)))
        for table, key in {**old, **new}
        if old.get((table, key)) != new.get((table, key))
    ]


def swatch_delta(plan: MapPlan, key: SwatchKey, before: Swatch | None, after: Swatch | None) -> Delta:
    """A kind of the map's own added, changed or taken away."""
    rows = [None if swatch is None else (to_json(swatch.to_data()),) for swatch in (before, after)]
    return Delta("swatch", (plan.id, *key), rows[0], rows[1])


def _all_rows(plan: MapPlan | None) -> Tables:
    return {name: {} for name in MAP_TABLES} if plan is None else rows_of_map(plan)


def _record_tables(plan: MapPlan, beside: MapPlan | None = None) -> Tables:
    """The rows of everything but the cells; parts that are the same object `beside` are passed over."""
    tables: Tables = {name: {} for name in MAP_TABLES}
    for table, key, row in chain(_head_records(plan), _side_records(plan, beside)):
        tables[table][key] = row
    for name in _PARTS:
        others: dict[str, object] = {} if beside is None else getattr(beside, name)
        for part in getattr(plan, name).values():
            if others.get(part.id) is not part:
                for table, key, row in _part_records(plan.id, part):
                    tables[table][key] = row
    return tables


def _head_records(plan: MapPlan) -> Iterator[Record]:
    geo = "{}" if plan.georeference is None else to_json(asdict(plan.georeference))
    yield Record("map", (plan.id,), (plan.title, plan.palette, geo))
    for code, name in enumerate(plan.terrain_names, start=1):
        yield Record("terrain", (plan.id, code), (name,))
    for number, sheet in enumerate(plan.sheets.values()):
        yield Record("sheet", (plan.id, sheet.id), _sheet_row(sheet, number))
    for number, join in enumerate(plan.joins):
        yield Record("sheet_join", (plan.id, number), (join.sheet, *join.cell, join.onto_sheet, *join.onto))
    for key, swatch in plan.swatches.items():
        yield Record("swatch", (plan.id, *key), (to_json(swatch.to_data()),))


def _sheet_row(sheet: SheetPlan, number: int) -> Row:
    return (
        number,
        sheet.grid.orientation.value,
        sheet.grid.parity.value,
        *sheet.first,
        *sheet.size,
        sheet.edge,
        sheet.scale,
        *sheet.origin,
        _labels(sheet.labels),
        sheet.fill,
    )


def _labels(scheme: LabelScheme) -> str:
    try:
        return to_json(labels_of(scheme).to_data())
    except ValidationError as bad:
        raise ColumnError(f"labels: {bad.errors(include_url=False)[0]['msg']}") from None


def _side_records(plan: MapPlan, beside: MapPlan | None) -> Iterator[Record]:
    others = {} if beside is None else beside.sides
    for key, side in plan.sides.items():
        if others.get(key) is not side:
            yield Record("side", (plan.id, *key), _side_row(side))


def _side_row(side: SidePlan) -> Row:
    return side.towards, _attributes(side.attributes)


def _part_records(map_id: str, part: Part) -> Iterator[Record]:
    key = (map_id, part.id)
    match part:
        case SpacePlan():
            yield Record("space", key, (part.name, *part.position, part.terrain, _attributes(part.attributes)))
            yield from _name_offset(map_id, "space", part)
        case BoxPlan():
            yield Record("box", key, (part.title, *part.position, _attributes(part.attributes)))
        case LinkPlan():
            ends = (part.a, part.b, part.kind, int(part.one_way))
            yield Record("link", key, (*ends, _attributes(part.attributes)))
        case FeaturePlan():
            yield Record("feature", key, (part.at, part.kind, part.name, _attributes(part.attributes)))
            yield from _name_offset(map_id, "feature", part)
        case PathPlan():
            yield Record("path", key, (part.kind, to_json(part.through), _attributes(part.attributes)))
        case RegionPlan():
            yield Record("region", key, (part.kind, part.title, part.colour))
            for member in sorted(part.members):
                yield Record("region_member", (*key, member), ())
        case TextPlan():
            yield Record("text", key, (part.text, *part.position, part.angle, part.size))
            if part.weight or part.spacing or part.curve:
                yield Record("lettering_look", key, (part.weight, part.spacing, part.curve))
            if part.along:
                yield Record("lettering_line", key, (to_json(part.along),))
        case ShapePlan():
            rings = to_json([write_ring(ring) for ring in part.rings])
            yield Record("shape", key, (part.terrain, part.region, part.level, rings))
        case ScanPlan():
            placed = (part.title, part.sha256, to_json(part.placement))
            yield Record("scan", key, (*placed, _attributes(part.attributes)))


def _name_offset(map_id: str, kind: str, part: SpacePlan | FeaturePlan) -> Iterator[Record]:
    if any(part.name_offset):
        yield Record("name_offset", (map_id, kind, part.id), part.name_offset)


def _attributes(attributes: Attributes) -> str:
    return to_json(dict(sorted(attributes.items()))) if attributes else "{}"


# Cells


def _fill_code(plan: MapPlan, sheet: SheetPlan) -> int:
    """What an unpainted cell holds; no code at all when the map has lost the terrain it is filled with."""
    if sheet.fill == NO_TERRAIN:
        return NO_CELL
    return plan.terrain_names.index(sheet.fill) + 1 if sheet.fill in plan.terrain_names else -1


def _cell_row(code: int, fill: int) -> Row | None:
    if code == fill:
        return None
    return (None if code == NO_CELL else code,)


def _cells(plan: MapPlan, sheet: SheetPlan) -> Rows:
    """The rows of a sheet in the order of their keys, in which a new file takes them several times as fast."""
    fill = _fill_code(plan, sheet)
    across, down = np.nonzero(np.not_equal(sheet.terrain.T, fill))
    codes = sheet.terrain[down, across].tolist()
    cols, rows = (across + sheet.first[0]).tolist(), (down + sheet.first[1]).tolist()
    return {(plan.id, sheet.id, col, row): (code or None,) for col, row, code in zip(cols, rows, codes, strict=True)}


def _sheet_differences(before: MapPlan, after: MapPlan, name: str) -> list[Delta]:
    old, new = before.sheets.get(name), after.sheets.get(name)
    if old is not None and new is not None and _is_same_ground(before, old, after, new):
        down, across = np.nonzero(old.terrain != new.terrain)
        changes = zip(
            (across + new.first[0]).tolist(),
            (down + new.first[1]).tolist(),
            old.terrain[down, across].tolist(),
            new.terrain[down, across].tolist(),
            strict=True,
        )
        return cell_deltas(after, name, map(CellChange._make, changes))
    return differences("cell", {} if old is None else _cells(before, old), {} if new is None else _cells(after, new))


def _is_same_ground(before: MapPlan, old: SheetPlan, after: MapPlan, new: SheetPlan) -> bool:
    """Whether two states of a sheet have the same rectangle and the same unpainted terrain."""
    return (old.first, old.size) == (new.first, new.size) and _fill_code(before, old) == _fill_code(after, new)
