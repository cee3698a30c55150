"""The checks that every map must pass to become a board, done bit by bit, with mendings.

They are those of `engine.definitions.maps.map_checks`; here each is given a place to jump to. Labels that two hexes
print are found without making a list of all labels, because a large map has a million of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import combinations
from typing import Final

import numpy as np

from editor.checks.findings import BREATH, Fix, MapIssue, Step, Subject
from editor.commands.lines import cut_line, delete_lines
from editor.commands.outlines import delete_shapes
from editor.commands.places import delete_features
from editor.commands.regions import unpaint_region
from editor.commands.sheets import renumber
from editor.commands.sides import clear_sides
from editor.geometry.hexsides import hexside_of
from editor.geometry.place_names import place_name
from editor.model.edits import Part
from editor.model.numbering import labels_run_out
from engine.core.boards.labels import Axis, AxisStyle, LabelOrder
from engine.core.messages import Message, message
from engine.definitions.issues import Issue, Where, error, warning
from engine.definitions.maps.map_checks import check_in_steps, side_name
from engine.definitions.maps.map_places import Places
from engine.definitions.plan import Cell, MapPlan, SheetPlan, SideKey

_ENOUGH: Final = 1000
"""So many labels printed twice are counted; who has more knows enough."""


class QuickPlaces(Places):
    """Places by name without an index of all of them."""

    def __init__(self, plan: MapPlan) -> None:
        super().__init__(plan)
        self._named = plan

    def label(self, key: str) -> str:
        return place_name(self._named, key)

    def suggestion(self, text: str) -> Message | None:
        return None

    def in_turn(self, keys: Iterable[str]) -> Iterable[str]:
        return keys


def plan_issues(subject: Subject) -> Iterator[Step]:
    """What keeps the plan from becoming a board."""
    sides: dict[str, SideKey] | None = None
    count = 0
    for found in check_in_steps(subject.plan, QuickPlaces(subject.plan)):
        count += 1
        if found is not None:
            if found.where.path[0] == "sides" and sides is None:
                sides = {side_name(side): side for side in subject.plan.sides}
            yield _placed(subject, found, sides or {})
        if count == BREATH:
            yield count
            count = 0
    yield count


def _placed(subject: Subject, issue: Issue, sides: dict[str, SideKey]) -> MapIssue:
    plan, path = subject.plan, issue.where.path
    part, name = path[0], str(path[1]) if len(path) > 1 else ""
    match part:
        case "features":
            fix = Fix(message("map-fix.delete"), lambda plan: delete_features(plan, (name,)))
            return MapIssue(issue, (plan.features[name].at,), Part.FEATURE, name, fix=fix)
        case "links":
            link = plan.links[name]
            return MapIssue(issue, (link.a, link.b), Part.LINK, name)
        case "paths":
            return _of_line(plan, issue, name, int(path[3]))
        case "regions":
            member = str(path[3])
            fix = Fix(message("map-fix.leave-region"), lambda plan: unpaint_region(plan, name, places=(member,)))
            return MapIssue(issue, (member,), Part.REGION, name, fix=fix)
        case "sides":
            return _of_side(subject, issue, sides[name])
        case "shapes":
            gone = Fix(message("map-fix.delete"), lambda plan: delete_shapes(plan, (name,)))
            return MapIssue(issue, (), Part.SHAPE, name, plan.shapes[name].rings[0][0], gone)
        case "joins":
            return MapIssue(issue, _first_hex(plan, plan.joins[int(path[1])].sheet))
        case _:
            return MapIssue(issue)


def _of_line(plan: MapPlan, issue: Issue, name: str, step: int) -> MapIssue:
    through = plan.paths[name].through
    places = through[max(0, step - 1) : step + 1][::-1]
    fix = None
    if issue.code == "map.path-gap":
        fix = Fix(message("map-fix.cut-line"), lambda plan: cut_line(plan, name, step - 1))
    elif len(through) < 2:
        fix = Fix(message("map-fix.delete"), lambda plan: delete_lines(plan, (name,)))
    return MapIssue(issue, places, Part.PATH, name, fix=fix)


def _of_side(subject: Subject, issue: Issue, side: SideKey) -> MapIssue:
    key = f"{side.sheet}:{side.col},{side.row}"
    fix = None
    if issue.code == "map.no-cell":
        hexside = hexside_of(side)
        fix = Fix(message("map-fix.delete"), lambda plan: clear_sides(plan, (hexside,), kinds=(side.kind,)))
    return MapIssue(issue, (key,), Part.SIDE, side, fix=fix)


def _first_hex(plan: MapPlan, sheet: str) -> tuple[str, ...]:
    held = plan.sheets.get(sheet)
    first = None if held is None else next(_cells(held), None)
    return () if first is None else (first.key,)


# Labels


def label_issues(subject: Subject) -> Iterator[Step]:
    """Labels that run out, and labels that two hexes print."""
    plan = subject.plan
    for sheet in plan.sheets.values():
        if labels_run_out(sheet.labels, sheet.grid, sheet.extent):
            said = message("board.label-runs-out", sheet=sheet.id)
            yield MapIssue(error(said, Where(path=("sheets", sheet.id))), _first_hex(plan, sheet.id))
        elif _may_repeat(sheet):
            yield from _repeated(sheet)
    for one, other in combinations(plan.sheets.values(), 2):
        yield from _repeated_between(subject, one, other)


def _may_repeat(sheet: SheetPlan) -> bool:
    """Whether both numbers of a label may be of several lengths with nothing between them to tell them apart."""
    labels = sheet.labels
    if labels.separator and not labels.separator.isalnum():
        return False
    if labels.column.style is not labels.row.style:
        return False
    most = sum(sheet.size)
    return all(len(_lengths(axis, most)) > 1 for axis in (labels.column, labels.row))


def _lengths(axis: Axis, count: int) -> set[int]:
    """How long the first and the last value of an axis are printed; those between lie between."""
    least = 1 if axis.style is AxisStyle.LETTERS else 0
    return {len(axis.text(max(value, least))) for value in (axis.start, axis.start + axis.step * (count - 1))}


def _cells(sheet: SheetPlan) -> Iterator[Cell]:
    """The hexes of a sheet, found a row at a time."""
    left, top = sheet.first
    for down, codes in enumerate(sheet.terrain):
        for across in np.flatnonzero(codes).tolist():
            yield Cell(sheet.id, left + across, top + down)


def _repeated(sheet: SheetPlan) -> Iterator[Step]:
    """A label that two hexes print is read back as the one of them, and found at the other."""
    twice: list[tuple[str, str, str]] = []
    count = 0
    labels = sheet.labels.labels(sheet.grid, ((cell.col, cell.row) for cell in _cells(sheet)), sheet.extent)
    for cell, label in zip(_cells(sheet), labels, strict=True):
        found = sheet.labels.parse(sheet.grid, label, sheet.extent)
        if found is not None and found != (cell.col, cell.row) and sheet.code(*found):
            twice.append((label, cell.key, Cell(sheet.id, *found).key))
            if len(twice) == _ENOUGH:
                break
        count += 1
        if count == BREATH:
            yield count
            count = 0
    if twice:
        yield _repeats(len(twice), *twice[0], fix=_longer(sheet))


def _repeated_between(subject: Subject, one: SheetPlan, other: SheetPlan) -> Iterator[Step]:
    if not _may_meet(one, other):
        return
    if one.terrain.size > other.terrain.size:
        one, other = other, one
    twice: list[tuple[str, str, str]] = []
    count = 0
    try:
        labels = one.labels.labels(one.grid, ((cell.col, cell.row) for cell in _cells(one)), one.extent)
        for cell, label in zip(_cells(one), labels, strict=True):
            found = other.labels.parse(other.grid, label, other.extent)
            if found is not None and other.code(*found):
                there = Cell(other.id, *found)
                if subject.ground.spot(cell) != subject.ground.spot(there):
                    twice.append((label, cell.key, there.key))
            count += 1
            if count == BREATH:
                yield count
                count = 0
    except ValueError:
        return  # an axis that has run out is reported by itself
    if twice:
        yield _repeats(len(twice), *twice[0])


def _may_meet(one: SheetPlan, other: SheetPlan) -> bool:
    """Whether a label of one sheet could be one of another, as far as their first letters tell."""
    mine, theirs = one.labels.prefix, other.labels.prefix
    if mine == theirs:
        return _first_axis(one).style is _first_axis(other).style
    return mine.startswith(theirs) or theirs.startswith(mine)


def _first_axis(sheet: SheetPlan) -> Axis:
    return sheet.labels.column if sheet.labels.order is LabelOrder.COLUMN_ROW else sheet.labels.row


def _longer(sheet: SheetPlan) -> Fix | None:
    """Numbers with as many digits as the largest needs."""
    labels, most, name = sheet.labels, sum(sheet.size), sheet.id
    if AxisStyle.LETTERS in (labels.column.style, labels.row.style):
        return None
    axes = [replace(axis, digits=max(_lengths(axis, most))) for axis in (labels.column, labels.row)]
    longer = replace(labels, column=axes[0], row=axes[1])
    return Fix(message("map-fix.more-digits"), lambda plan: renumber(plan, name, longer))


def _repeats(count: int, label: str, *places: str, fix: Fix | None = None) -> MapIssue:
    said = message("map.labels-repeat", label=label, count=count)
    return MapIssue(warning(said, Where(path=("sheets",)), message("map.more-digits")), places, fix=fix)
