"""Putting edits into a plan: everything is compared first, and only then is anything changed.

The order matters: terrains come before the hexes that use them and go after; a sheet is cut or grown before its
hexes are painted, because those outside are gone; regions are there before anyone joins them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from typing import cast

import numpy as np

from editor.geometry.cells import codes_at, columns, is_inside
from editor.geometry.region_members import changed
from editor.model.edits import (
    SHELVES,
    CellEdits,
    Edit,
    Joins,
    MapHead,
    MemberEdits,
    Part,
    SheetHead,
    map_head,
    sheet_head,
)
from engine.definitions.plan import NO_CELL, MapPlan, RegionPlan, SheetPlan


class MismatchedChange(RuntimeError):  # noqa: N818 - names what went wrong
    """A change met a plan that it was not made for: the history and the map have come apart."""


def apply(
    plan: MapPlan, cells: Mapping[str, CellEdits], records: Collection[Edit], members: Mapping[str, MemberEdits]
) -> None:
    """Change a plan, or raise MismatchedChange and leave it as it was."""
    check(plan, cells, records, members)
    by_part: dict[Part, list[Edit]] = {}
    for edit in records:
        by_part.setdefault(edit.part, []).append(edit)
    _name_terrains(plan, by_part.pop(Part.TERRAIN, ()))
    for edit in by_part.pop(Part.SHEET, ()):
        _lay_sheet(plan, str(edit.key), cast("SheetHead | None", edit.after))
    for edit in by_part.pop(Part.SHEET_ORDER, ()):
        for name in cast("tuple[str, ...]", edit.after):
            plan.sheets[name] = plan.sheets.pop(name)
    for sheet, edits in cells.items():
        _paint(plan.sheets.get(sheet), edits)
    for edit in by_part.pop(Part.REGION, ()):
        _name_region(plan, str(edit.key), cast("RegionPlan | None", edit.after))
    for part, edits_of_part in by_part.items():
        for edit in edits_of_part:
            _put(plan, part, edit)
    for name, who in members.items():
        region = plan.regions.get(name)
        if region is not None:
            plan.regions[name] = replace(region, members=changed(region.members, who.joined, who.left))


def check(
    plan: MapPlan, cells: Mapping[str, CellEdits], records: Iterable[Edit], members: Mapping[str, MemberEdits]
) -> None:
    """Raise MismatchedChange where a plan is not as the edits expect it."""
    for edit in records:
        if _current(plan, edit) != edit.before:
            raise MismatchedChange(f"{edit.part} {edit.key} is not as the change expects it")
    for name, edits in cells.items():
        sheet = plan.sheets.get(name)
        found = np.zeros(len(edits), dtype=np.uint16) if sheet is None else codes_at(sheet, edits.at)
        if not np.array_equal(found, edits.before):
            raise MismatchedChange(f"hexes of sheet {name} are not as the change expects them")
    for name, who in members.items():
        region = plan.regions.get(name)
        held = frozenset() if region is None else region.members
        if any(place in held for place in who.joined) or any(place not in held for place in who.left):
            raise MismatchedChange(f"members of region {name} are not as the change expects them")


def _current(plan: MapPlan, edit: Edit) -> object:
    """What the plan holds where an edit would change it."""
    match edit.part:
        case Part.MAP:
            return map_head(plan)
        case Part.JOINS:
            return tuple(plan.joins)
        case Part.SHEET_ORDER:
            return tuple(plan.sheets)
        case Part.SHEET:
            sheet = plan.sheets.get(str(edit.key))
            return None if sheet is None else sheet_head(sheet)
        case Part.TERRAIN:
            code = cast("int", edit.key)
            return plan.terrain_names[code - 1] if code <= len(plan.terrain_names) else None
        case Part.REGION:
            region = plan.regions.get(str(edit.key))
            return None if region is None else replace(region, members=frozenset())
        case _:
            return SHELVES[edit.part].of(plan).get(cast("str", edit.key))


def _put(plan: MapPlan, part: Part, edit: Edit) -> None:
    if part is Part.MAP:
        head = cast("MapHead", edit.after)
        plan.title, plan.palette, plan.georeference = head.title, head.palette, head.georeference
        plan.id = head.id or plan.id
    elif part is Part.JOINS:
        plan.joins[:] = cast("Joins", edit.after)
    elif edit.after is None:
        del SHELVES[part].of(plan)[cast("str", edit.key)]
    else:
        SHELVES[part].of(plan)[cast("str", edit.key)] = edit.after


def _name_terrains(plan: MapPlan, edits: Iterable[Edit]) -> None:
    for edit in sorted(edits, key=lambda edit: cast("int", edit.key)):
        code, name = cast("int", edit.key), cast("str | None", edit.after)
        if name is None:
            del plan.terrain_names[code - 1 :]
            return
        plan.terrain_names[code - 1 : code] = [name]


def _name_region(plan: MapPlan, id: str, after: RegionPlan | None) -> None:
    if after is None:
        del plan.regions[id]
        return
    region = plan.regions.get(id)
    plan.regions[id] = after if region is None else replace(after, members=region.members)


def _lay_sheet(plan: MapPlan, id: str, head: SheetHead | None) -> None:
    """Make, remove or reshape a sheet; hexes of its old rectangle stay where they are, new room is empty."""
    if head is None:
        del plan.sheets[id]
        return
    sheet = plan.sheets.get(id)
    if sheet is not None and (sheet.first, sheet.size) == (head.first, head.size):
        terrain = sheet.terrain
    else:
        terrain = np.full((head.size[1], head.size[0]), NO_CELL, dtype=np.uint16)
        if sheet is not None:
            _copy_common(sheet, head, terrain)
    laid = SheetPlan(
        id, head.grid, head.first, head.size, head.labels, head.fill, terrain, head.edge, head.scale, head.origin
    )
    if sheet is None:
        plan.sheets[id] = laid
        return
    for name in ("grid", "first", "size", "labels", "fill", "terrain", "edge", "scale", "origin"):
        setattr(sheet, name, getattr(laid, name))


def _copy_common(sheet: SheetPlan, head: SheetHead, terrain: np.ndarray[tuple[int, int], np.dtype[np.uint16]]) -> None:
    """Carry the hexes of both rectangles over."""
    left, top = (max(a, b) for a, b in zip(sheet.first, head.first, strict=True))
    right, bottom = (
        min(a + wide, b + broad)
        for a, wide, b, broad in zip(sheet.first, sheet.size, head.first, head.size, strict=True)
    )
    if left >= right or top >= bottom:
        return
    here = slice(top - sheet.first[1], bottom - sheet.first[1]), slice(left - sheet.first[0], right - sheet.first[0])
    there = slice(top - head.first[1], bottom - head.first[1]), slice(left - head.first[0], right - head.first[0])
    terrain[there] = sheet.terrain[here]


def _paint(sheet: SheetPlan | None, edits: CellEdits) -> None:
    """Paint hexes; those that are outside the sheet by now are gone with it."""
    if sheet is None:
        return
    at, after = edits.at, edits.after
    inside = is_inside(sheet, at)
    if not inside.all():
        at, after = at[inside], after[inside]
    cols, rows = columns(at)
    sheet.terrain[rows - sheet.first[1], cols - sheet.first[0]] = after
