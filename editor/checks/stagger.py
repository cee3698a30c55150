"""Sheets that are staggered the wrong way, as lines tell that were drawn for the other stagger.

A step between two columns leads to a neighbour under one stagger only, unless both hexes are of one row. Where every
step that jumps would lead to a neighbour if the other columns stood half a hex lower, and no other step would be lost,
the sheet was numbered for that.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

from editor.checks.findings import BREATH, Fix, MapIssue, Step, Subject
from editor.commands.stagger import other_stagger, set_stagger
from editor.geometry.place_names import place_name
from engine.core.boards.hexes import Orientation
from engine.core.messages import message
from engine.definitions.issues import Where, warning
from engine.definitions.plan import SheetPlan, cell_of


@dataclass(slots=True)
class _Evidence:
    """Steps of lines on one sheet that jump, and whether the other stagger would do."""

    jumps: list[tuple[str, str]] = field(default_factory=list)
    is_refuted: bool = False


def stagger_issues(subject: Subject) -> Iterator[Step]:
    """Sheets whose lines run unbroken under the other stagger only."""
    joined = {sheet for join in subject.plan.joins for sheet in (join.sheet, join.onto_sheet)}
    found = {name: _Evidence() for name in subject.plan.sheets if name not in joined}
    count = 0
    for line in subject.plan.paths.values():
        for a, b in pairwise(line.through):
            _weigh(subject, found, a, b)
            count += 1
            if count == BREATH:
                yield count
                count = 0
    yield count
    for name, evidence in found.items():
        if evidence.jumps and not evidence.is_refuted:
            yield _issue(subject, subject.plan.sheets[name], evidence.jumps)


def _weigh(subject: Subject, found: dict[str, _Evidence], a: str, b: str) -> None:
    here, there = cell_of(a), cell_of(b)
    if here is None or there is None or here.sheet != there.sheet or here.sheet not in found:
        return
    evidence, grid = found[here.sheet], subject.plan.sheets[here.sheet].grid
    if evidence.is_refuted or subject.contents.links_at(a) & subject.contents.links_at(b):
        return
    one, other = (here.col, here.row), (there.col, there.row)
    is_step, would_be = (each.distance(one, other) == 1 for each in (grid, other_stagger(grid)))
    if not would_be:
        evidence.is_refuted = True
    elif not is_step:
        evidence.jumps.append((a, b))


def _issue(subject: Subject, sheet: SheetPlan, jumps: list[tuple[str, str]]) -> MapIssue:
    plan, name = subject.plan, sheet.id
    is_flat = sheet.grid.orientation is Orientation.FLAT
    said = message(
        "map-issue.wrong-stagger" if is_flat else "map-issue.wrong-stagger-of-rows",
        sheet=name,
        count=len(jumps),
        place=place_name(plan, jumps[0][0]),
    )
    parity = other_stagger(sheet.grid).parity
    fix = Fix(message("map-fix.set-stagger"), lambda plan: set_stagger(plan, name, parity))
    return MapIssue(warning(said, Where(path=("sheets", name))), jumps[0], fix=fix)
