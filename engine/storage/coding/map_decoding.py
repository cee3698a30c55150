"""A map from its rows, with nothing believed.

SQLite has kept the types (the tables are strict) and the references; what is left to check is meaning: that
codes, directions and sizes are in range, that JSON is what it should be. The first row that makes no sense is
named; a file is read whole or not at all.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, Final, TypeAlias, get_args

import numpy as np
from pydantic import ValidationError

from engine.core.boards.hexes import HexGrid, Orientation, Parity
from engine.core.boards.labels import LabelScheme
from engine.core.messages import Message, message
from engine.core.progress import give_up_if_unwanted
from engine.definitions.bounds import (
    FARTHEST,
    FARTHEST_NAME,
    LARGEST_QUANTITY,
    LONGEST_SIDE,
    MOST_CELLS,
    MOST_TERRAINS,
)
from engine.definitions.faults import first_said
from engine.definitions.maps.map_bounds import beyond_bounds, sheet_off_the_plane, too_many_cells
from engine.definitions.maps.map_model import GeoreferenceModel, LabelsModel, SwatchesModel
from engine.definitions.maps.map_text import scheme_of
from engine.definitions.maps.rings import read_ring
from engine.definitions.palette import Swatch
from engine.definitions.plan import (
    NO_CELL,
    NO_TERRAIN,
    BoxPlan,
    Codes,
    FeaturePlan,
    GeoPlan,
    JoinPlan,
    LinkPlan,
    MapPlan,
    PathPlan,
    Placement,
    Point,
    RegionPlan,
    ScanPlan,
    ShapePlan,
    SheetPlan,
    SideKey,
    SidePlan,
    SpacePlan,
    SwatchKey,
    TextPlan,
    has_area,
    placement_of,
)
from engine.storage.coding.columns import ColumnError, from_json, object_from_json, scalars_from_json

Values: TypeAlias = Sequence[Any]
"""A row as it comes from the database, key first."""
Fetch: TypeAlias = Callable[[str], Iterable[Values]]
"""All rows of a table, ordered by their keys."""

_HASH: Final = re.compile(r"[0-9a-f]{64}\Z")


class ContentError(Exception):
    """A row that makes no sense: of which table, under which key, and why."""

    def __init__(self, table: str, key: Iterable[object], problem: str | Message) -> None:
        self.table = table
        self.key = "/".join(str(part) for part in key)[:200]
        self.problem: str | Message = problem if isinstance(problem, Message) else problem[:200]
        super().__init__(f"{table} {self.key}: {self.problem}")


@contextmanager
def reading(table: str, *key: object) -> Iterator[None]:
    """Inside, what cannot be is a `ContentError` about this row."""
    try:
        yield
    except ValidationError as bad:
        raise ContentError(table, key, first_said(bad)) from None
    except _BeyondError as bad:
        raise ContentError(table, key, bad.said) from None
    except (ColumnError, ValueError, TypeError, KeyError, IndexError, OverflowError, RecursionError) as bad:
        raise ContentError(table, key, str(bad) or type(bad).__name__) from None


def maps_of(fetch: Fetch) -> dict[str, MapPlan]:
    """Every map of a file."""
    plans: dict[str, MapPlan] = {}
    for map_id, title, palette, geo in fetch("map"):
        with reading("map", map_id):
            plans[map_id] = MapPlan(map_id, title, palette, georeference=_georeference(geo))
    for map_id, code, name in fetch("terrain"):
        with reading("terrain", map_id, code):
            names = plans[map_id].terrain_names
            _expect(code == len(names) + 1 <= MOST_TERRAINS, "codes have a gap")
            names.append(name)
    _read_sheets(fetch, plans)
    _read_cells(fetch, plans)
    _read_joins(fetch, plans)
    _read_sides(fetch, plans)
    _read_parts(fetch, plans)
    _read_swatches(fetch, plans)
    for plan in plans.values():
        for beyond in beyond_bounds(plan):
            raise ContentError(beyond.part, (plan.id, beyond.id) if beyond.id != plan.id else (plan.id,), beyond.said)
    return plans


def _expect(is_so: bool, problem: str) -> None:
    if not is_so:
        raise ColumnError(problem)


def _demand(problem: Message | None) -> None:
    """Refuse what a bound forbids, before anything is made of it."""
    if problem is not None:
        raise _BeyondError(problem)


class _BeyondError(ValueError):
    """A number or a text beyond its bound, as it will be said."""

    def __init__(self, said: Message) -> None:
        self.said = said
        super().__init__(str(said))


def _read_sheets(fetch: Fetch, plans: Mapping[str, MapPlan]) -> None:
    schemes: dict[str, LabelScheme] = {}
    sizes: list[tuple[int, int]] = []
    for map_id, sheet_id, number, *row in sorted(fetch("sheet"), key=lambda values: (values[0], values[2])):
        with reading("sheet", map_id, sheet_id):
            plan = plans[map_id]
            _expect(number == len(plan.sheets), "sheets are not numbered in order")
            orientation, parity, first_col, first_row, cols, rows, edge, scale, x, y, labels, fill = row
            _expect(max(abs(first_col), abs(first_row)) <= FARTHEST, "the first cell is too far off")
            is_sized = 1 <= cols <= LONGEST_SIDE and 1 <= rows <= LONGEST_SIDE and cols * rows <= MOST_CELLS
            _demand(None if is_sized else message("edit.cannot.too-large", limit=MOST_CELLS, longest=LONGEST_SIDE))
            sizes.append((cols, rows))
            _demand(too_many_cells(sizes))
            _expect(edge in ("whole", "half"), "edge")
            grid = HexGrid(Orientation(orientation), Parity(parity))
            _demand(sheet_off_the_plane(grid, (first_col, first_row), (cols, rows), scale, (x, y)))
            _expect(fill == NO_TERRAIN or fill in plan.terrain_names, "filled with an unknown terrain")
            if labels not in schemes:
                schemes[labels] = scheme_of(LabelsModel.from_data(object_from_json(labels)))
            plan.sheets[sheet_id] = SheetPlan(
                sheet_id,
                grid,
                (first_col, first_row),
                (cols, rows),
                schemes[labels],
                fill,
                plan.filled((cols, rows), fill),
                edge,
                scale,
                (x, y),
            )


def _read_cells(fetch: Fetch, plans: Mapping[str, MapPlan]) -> None:
    """A row has one cell or, joined by commas, the rows and terrains of a column: a million take a second."""
    by_sheet: defaultdict[tuple[str, str], list[Values]] = defaultdict(list)
    for row in fetch("cell"):
        by_sheet[row[0], row[1]].append(row)
    for (map_id, sheet_id), found in by_sheet.items():
        with reading("cell", map_id, sheet_id):
            plan = plans[map_id]
            sheet = plan.sheets[sheet_id]
            cols, down, painted = [], [], []
            for _, _, col, rows, codes in found:
                give_up_if_unwanted()
                here, there = _whole_numbers(rows), _whole_numbers(codes or NO_CELL)
                _expect(len(here) == len(there), "rows and terrains do not match")
                cols += [col] * len(here)
                down += here
                painted += there
            _paint(sheet, np.array((cols, down, painted), dtype=np.int64).T, sheet.terrain)


def _whole_numbers(value: int | str) -> list[int]:
    return [int(part) for part in str(value).split(",")]


def _paint(sheet: SheetPlan, cells: np.ndarray[Any, np.dtype[np.int64]], terrain: Codes) -> None:
    across, down = cells[:, 0] - sheet.first[0], cells[:, 1] - sheet.first[1]
    outside = (across < 0) | (across >= sheet.size[0]) | (down < 0) | (down >= sheet.size[1])
    if outside.any():
        col, row = cells[int(outside.argmax()), :2].tolist()
        raise ColumnError(f"cell {col},{row} is outside the sheet")
    _expect(bool((cells[:, 2] >= 0).all() and (cells[:, 2] <= MOST_TERRAINS).all()), "terrain code")
    terrain[down, across] = cells[:, 2].astype(np.uint16)


def _read_joins(fetch: Fetch, plans: Mapping[str, MapPlan]) -> None:
    for map_id, number, sheet, col, row, onto_sheet, onto_col, onto_row in fetch("sheet_join"):
        with reading("sheet_join", map_id, number):
            joins = plans[map_id].joins
            _expect(number == len(joins), "joins are not numbered in order")
            _expect(max(map(abs, (col, row, onto_col, onto_row))) <= FARTHEST, "a cell too far off")
            joins.append(JoinPlan(sheet, (col, row), onto_sheet, (onto_col, onto_row)))


def _read_sides(fetch: Fetch, plans: Mapping[str, MapPlan]) -> None:
    for map_id, sheet, col, row, direction, kind, towards, attributes in fetch("side"):
        if not 0 <= direction <= 2 or abs(col) > FARTHEST + 1 or abs(row) > FARTHEST + 1:
            raise ContentError("side", (map_id, sheet, col, row, direction, kind), "no such hexside")
        key = SideKey(sheet, col, row, direction, kind)
        if attributes == "{}":
            plans[map_id].sides[key] = SidePlan(towards)
            continue
        with reading("side", map_id, sheet, col, row, direction, kind):
            plans[map_id].sides[key] = SidePlan(towards, scalars_from_json(attributes))


def _read_name_offsets(fetch: Fetch, plans: Mapping[str, MapPlan]) -> None:
    for map_id, part, name, x, y in fetch("name_offset"):
        with reading("name_offset", map_id, part, name):
            _expect(max(abs(x), abs(y)) <= FARTHEST_NAME, "the name is too far off")
            _expect(part in ("space", "feature"), "only spaces and features have names that move")
            plan = plans[map_id]
            if part == "space":
                plan.spaces[name] = replace(plan.spaces[name], name_offset=(x, y))
            else:
                plan.features[name] = replace(plan.features[name], name_offset=(x, y))


def _read_parts(fetch: Fetch, plans: Mapping[str, MapPlan]) -> None:
    for map_id, name, title, x, y, terrain, more in fetch("space"):
        with reading("space", map_id, name):
            plans[map_id].spaces[name] = SpacePlan(name, title, (x, y), terrain, scalars_from_json(more))
    for map_id, name, title, x, y, more in fetch("box"):
        with reading("box", map_id, name):
            plans[map_id].boxes[name] = BoxPlan(name, title, (x, y), scalars_from_json(more))
    for map_id, name, a, b, kind, one_way, more in fetch("link"):
        with reading("link", map_id, name):
            _expect(one_way in (0, 1), "one_way is 0 or 1")
            plans[map_id].links[name] = LinkPlan(name, a, b, kind, bool(one_way), scalars_from_json(more))
    for map_id, name, at, kind, title, more in fetch("feature"):
        with reading("feature", map_id, name):
            plans[map_id].features[name] = FeaturePlan(name, at, kind, title, scalars_from_json(more))
    _read_name_offsets(fetch, plans)
    for map_id, name, kind, through, more in fetch("path"):
        with reading("path", map_id, name):
            plans[map_id].paths[name] = PathPlan(name, kind, _strings(through), scalars_from_json(more))
    members: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
    for map_id, region, place in fetch("region_member"):
        members[map_id, region].append(place)
    for map_id, name, kind, title, colour in fetch("region"):
        plans[map_id].regions[name] = RegionPlan(name, kind, title, frozenset(members[map_id, name]), colour)
    for map_id, name, text, x, y, angle, size in fetch("text"):
        plans[map_id].texts[name] = TextPlan(name, text, (x, y), angle, size)
    for map_id, name, weight, spacing, curve in fetch("lettering_look"):
        with reading("lettering_look", map_id, name):
            texts = plans[map_id].texts
            _expect(name in texts, "it belongs to lettering")
            texts[name] = replace(texts[name], weight=weight, spacing=spacing, curve=curve)
    for map_id, name, points in fetch("lettering_line"):
        with reading("lettering_line", map_id, name):
            texts = plans[map_id].texts
            _expect(name in texts, "it belongs to lettering")
            texts[name] = replace(texts[name], along=_points(points))
    for map_id, name, terrain, region, level, rings in fetch("shape"):
        with reading("shape", map_id, name):
            outlines = tuple(read_ring(ring) for ring in _strings(rings))
            _expect(bool(outlines), "no outline")
            plans[map_id].shapes[name] = ShapePlan(name, outlines, terrain, region, level)
    for map_id, name, title, sha256, placement, more in fetch("scan"):
        with reading("scan", map_id, name):
            _expect(_HASH.match(sha256) is not None, "no hash")
            plans[map_id].scans[name] = ScanPlan(name, title, sha256, _placement(placement), scalars_from_json(more))


def _read_swatches(fetch: Fetch, plans: Mapping[str, MapPlan]) -> None:
    for map_id, group, name, body in fetch("swatch"):
        with reading("swatch", map_id, group, name):
            kinds = get_args(SwatchesModel.model_fields[group].annotation)
            swatch: Swatch = kinds[0].from_data(object_from_json(body))
            _expect(swatch.id == name, "another id")
            plans[map_id].swatches[SwatchKey(group, name)] = swatch


def _points(text: str) -> tuple[Point, ...]:
    """The points of a line; raises ColumnError for anything else."""
    found = from_json(text)
    is_line = isinstance(found, list) and all(isinstance(pair, list) and len(pair) == 2 for pair in found)
    numbers = [number for pair in found for number in pair] if is_line else [""]
    _expect(all(type(number) in (int, float) for number in numbers), "no line")
    return tuple((float(x), float(y)) for x, y in found)


def _strings(text: str) -> tuple[str, ...]:
    value = from_json(text)
    _expect(isinstance(value, list) and all(isinstance(item, str) for item in value), "not a list of places")
    return tuple(value)


def _placement(text: str) -> Placement:
    placement = placement_of(_numbers(from_json(text)))
    _expect(max(map(abs, placement)) <= LARGEST_QUANTITY, "a picture laid too far off")
    _expect(has_area(placement), "a picture without area")
    return placement


def _numbers(value: object) -> tuple[float, ...]:
    if not isinstance(value, list) or not all(type(item) in (int, float) for item in value):
        raise ColumnError("not a list of numbers")
    return tuple(float(item) for item in value)


def _georeference(text: str) -> GeoPlan | None:
    """Checked as its text is, with the key of the anchor in the place of its label."""
    if text == "{}":
        return None
    data = object_from_json(text)
    anchor, (latitude, longitude) = str(data.pop("anchor")), data.pop("anchor_at")
    geo = GeoreferenceModel.from_data({**data, "anchor": {"at": "-", "latitude": latitude, "longitude": longitude}})
    at = (geo.anchor.latitude, geo.anchor.longitude)
    return GeoPlan(geo.projection, geo.centre, geo.hex_km, anchor, at, geo.parallels, geo.rotation)
