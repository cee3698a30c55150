"""Kinds that the palette does not know, with the obvious mending: the kind one slip of the hand away, or a new kind.

A map may be painted with anything; but a terrain that no chart has heard of cannot be played on.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

import numpy as np

from editor.checks.findings import BREATH, Fix, MapIssue, Step, Subject
from editor.commands.connections import INSET
from editor.commands.paint import replace_terrain
from editor.commands.spaces import paint_spaces
from editor.commands.swatches import GROUPS, put_swatch
from editor.model.change import Change
from editor.model.edits import Part, RecordKey
from engine.core.messages import message
from engine.core.words.near_misses import near_misses
from engine.definitions.issues import Where, error, warning
from engine.definitions.model import ID_PATTERN
from engine.definitions.palette import Palette
from engine.definitions.plan import Cell, MapPlan, SpacePlan

_LINKS_OF_THE_PROGRAM = (INSET, "box")


def kind_issues(subject: Subject) -> Iterator[Step]:
    """Terrain and kinds of things that are not in the palette."""
    yield from _terrain_issues(subject)
    yield from _thing_issues(subject)


def _terrain_issues(subject: Subject) -> Iterator[Step]:
    plan = subject.plan
    known = {swatch.id for swatch in subject.sense.palette.terrain}
    counts = np.zeros(len(plan.terrain_names) + 1, dtype=np.int64)
    for sheet in plan.sheets.values():
        rows = max(1, 20_000 // max(1, sheet.size[0]))
        for first in range(0, sheet.size[1], rows):
            counts += np.bincount(sheet.terrain[first : first + rows].ravel(), minlength=len(counts))
            yield 1
    for code, name in enumerate(plan.terrain_names, start=1):
        if counts[code] and name not in known:
            yield _terrain_issue(plan, code, name, int(counts[code]), known)
            yield BREATH
    for space in plan.spaces.values():
        if space.terrain and space.terrain not in known:
            said = message("map-issue.unknown-terrain", terrain=space.terrain, count=1)
            where, fix = Where(path=("spaces", space.id)), _space_fix(space, known)
            yield MapIssue(error(said, where), (space.id,), Part.SPACE, space.id, fix=fix)
        yield 1


def _terrain_issue(plan: MapPlan, code: int, name: str, count: int, known: set[str]) -> MapIssue:
    place = _first_of(plan, code)
    near = near_misses(name, known, limit=2)
    fix = None
    if len(near) == 1:
        new = near[0]
        fix = Fix(message("map-fix.replace", new=new), lambda plan: replace_terrain(plan, name, new))
    else:
        fix = _adding("terrain", name)
    said = message("map-issue.unknown-terrain", terrain=name, count=count)
    return MapIssue(error(said, Where(path=("terrain", name))), place, fix=fix)


def _space_fix(space: SpacePlan, known: set[str]) -> Fix | None:
    near = near_misses(space.terrain, known, limit=2)
    if len(near) != 1:
        return _adding("terrain", space.terrain)
    new, name = near[0], space.id
    return Fix(message("map-fix.replace", new=new), lambda plan: paint_spaces(plan, (name,), new))


def _first_of(plan: MapPlan, code: int) -> tuple[str, ...]:
    for sheet in plan.sheets.values():
        for number, row in enumerate(sheet.terrain):
            found = np.flatnonzero(row == code)
            if len(found):
                return (Cell(sheet.id, sheet.first[0] + int(found[0]), sheet.first[1] + number).key,)
    return ()


class _Unknown:
    """How often a kind is used that the palette does not know, and where first."""

    def __init__(self, place: tuple[str, ...], part: Part, key: RecordKey) -> None:
        self.place = place
        self.part = part
        self.key = key
        self.count = 0


def _thing_issues(subject: Subject) -> Iterator[Step]:
    plan, palette = subject.plan, subject.sense.palette
    for group, part, kinds in _things(plan):
        known = _ids(palette, group)
        if group == "regions" and not known:
            continue
        unknown: dict[str, _Unknown] = {}
        count = 0
        for key, kind, place in kinds():
            count += 1
            if kind not in known:
                unknown.setdefault(kind, _Unknown(place, part, key)).count += 1
            if count == BREATH:
                yield count
                count = 0
        yield count
        for kind, found in unknown.items():
            yield _thing_issue(group, kind, found)


def _things(
    plan: MapPlan,
) -> Iterator[tuple[str, Part, Callable[[], Iterator[tuple[RecordKey, str, tuple[str, ...]]]]]]:
    """Every group of things, each with its keys, kinds and places."""
    yield "features", Part.FEATURE, lambda: ((f.id, f.kind, (f.at,)) for f in plan.features.values())
    yield "sides", Part.SIDE, lambda: ((s, s.kind, (f"{s.sheet}:{s.col},{s.row}",)) for s in plan.sides)
    yield "paths", Part.PATH, lambda: ((p.id, p.kind, p.through[:1]) for p in plan.paths.values())
    yield "connections", Part.LINK, lambda: ((k.id, k.kind, (k.a, k.b)) for k in plan.links.values())
    yield "regions", Part.REGION, lambda: ((r.id, r.kind, ()) for r in plan.regions.values())


def _ids(palette: Palette, group: str) -> set[str]:
    known = {swatch.id for swatch in getattr(palette, group)}
    return known.union(_LINKS_OF_THE_PROGRAM) if group == "connections" else known


def _thing_issue(group: str, kind: str, found: _Unknown) -> MapIssue:
    said = message("map-issue.unknown-kind", kind=kind, count=found.count, group=message(f"map-issue.group.{group}"))
    where = Where(path=(group, kind))
    return MapIssue(warning(said, where), found.place, found.part, found.key, fix=_adding(group, kind))


def _adding(group: str, kind: str) -> Fix | None:
    """Make a kind of a name that things already have; not every name that a thing may have can be that of a kind."""
    if not re.match(ID_PATTERN, kind):
        return None
    return Fix(message("map-fix.add-kind"), lambda plan: _added(plan, group, kind))


def _added(plan: MapPlan, group: str, kind: str) -> Change:
    fields: Mapping[str, str] = {"id": kind, "name": kind.replace("-", " ").replace("_", " ").capitalize()}
    return put_swatch(plan, group, GROUPS[group].model_validate(fields))
