"""Rails and roads: lines through places, drawn, bent, cut, joined, and their state.

A line is a list of places, each a step from the next. What an eraser takes out leaves the pieces on either side,
each a line of its own with the same state.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
from itertools import pairwise

from editor.geometry.cells import Cells
from editor.geometry.ground import Ground
from editor.geometry.place_names import place_name
from editor.model.change import Change
from editor.model.contents import MapContents
from editor.model.edits import PATHS
from editor.model.lines import fresh_line, put_pieces, split_at
from editor.model.sketch import Sketch
from editor.model.words import checked_attributes, checked_kind
from editor.refusal import CannotEdit
from engine.core.messages import message
from engine.definitions.plan import MapPlan, PathPlan, Scalar, cell_of


class LineEnd(StrEnum):
    """At which of its ends a line grows."""

    FIRST = "first"
    LAST = "last"


def draw_line(
    plan: MapPlan,
    kind: str,
    through: Sequence[str],
    *,
    attributes: Mapping[str, Scalar] | None = None,
    contents: MapContents | None = None,
) -> Change:
    """A new line through places."""
    sketch = Sketch(plan)
    name = fresh_line(sketch, checked_kind(kind))
    places = _checked_places(plan, through, contents)
    sketch.put(PATHS, name, PathPlan(name, kind, places, checked_attributes(attributes or {})))
    return sketch.change(message("edit.do.draw-line", kind=kind))


def draw_lines(
    plan: MapPlan, kind: str, chains: Iterable[Sequence[str]], *, attributes: Mapping[str, Scalar] | None = None
) -> Change:
    """New lines of one kind, each through its places."""
    sketch = Sketch(plan)
    for through in chains:
        name = fresh_line(sketch, checked_kind(kind))
        places = _checked_places(plan, through, None)
        sketch.put(PATHS, name, PathPlan(name, kind, places, checked_attributes(attributes or {})))
    return sketch.change(message("edit.do.draw-lines", kind=kind))


def redraw_line(plan: MapPlan, id: str, through: Sequence[str], *, contents: MapContents | None = None) -> Change:
    """The same line on another way, as when one of its points was dragged."""
    line = _line(plan, id)
    sketch = Sketch(plan)
    sketch.put(PATHS, id, replace(line, through=_checked_places(plan, through, contents)))
    return sketch.change(message("edit.do.redraw-line", kind=line.kind))


def extend_line(
    plan: MapPlan,
    id: str,
    more: Sequence[str],
    *,
    end: LineEnd = LineEnd.LAST,
    contents: MapContents | None = None,
) -> Change:
    """Go on from an end of a line; `more` runs away from that end and may repeat it."""
    line = _line(plan, id)
    own = line.through if end is LineEnd.LAST else line.through[::-1]
    grown = (*own, *more)
    return redraw_line(plan, id, grown if end is LineEnd.LAST else grown[::-1], contents=contents)


def cut_line(plan: MapPlan, id: str, step: int) -> Change:
    """Take out the step that follows place number `step`; what is left are two lines."""
    line = _line(plan, id)
    if not 0 <= step < len(line.through) - 1:
        raise CannotEdit(message("edit.cannot.no-step", line=id))
    sketch = Sketch(plan)
    put_pieces(sketch, line, (line.through[: step + 1], line.through[step + 1 :]))
    return sketch.change(message("edit.do.cut-line", kind=line.kind))


def split_line(plan: MapPlan, id: str, at: int) -> Change:
    """Make two lines of one that meet at place number `at`; nothing on the map is taken away."""
    line = _line(plan, id)
    if not 0 < at < len(line.through) - 1:
        raise CannotEdit(message("edit.cannot.no-step", line=id))
    sketch = Sketch(plan)
    put_pieces(sketch, line, (line.through[: at + 1], line.through[at:]))
    return sketch.change(message("edit.do.split-line", kind=line.kind))


def join_lines(plan: MapPlan, id: str, other: str) -> Change:
    """Make one line of two of a kind that end at the same place; the state of the first holds for both."""
    one, two = _line(plan, id), _line(plan, other)
    ground = Ground(plan)
    joined = _joined(ground, one.through, two.through)
    if id == other or one.kind != two.kind or joined is None:
        raise CannotEdit(message("edit.cannot.lines-do-not-meet", line=id, other=other))
    sketch = Sketch(plan)
    sketch.put(PATHS, id, replace(one, through=joined))
    sketch.put(PATHS, other, None)
    return sketch.change(message("edit.do.join-lines", kind=one.kind))


def erase_lines(
    plan: MapPlan, cells: Cells, *, kinds: Collection[str] | None = None, contents: MapContents | None = None
) -> Change:
    """Take the steps out of lines that lead to or from these hexes: an eraser over rails and roads."""
    known = contents or MapContents(plan)
    erased = set(Ground(plan).with_twins(cells).place_keys())
    sketch = Sketch(plan)
    for name in sorted({name for place in erased for name in known.lines_through(place)}):
        line = plan.paths[name]
        if kinds is None or line.kind in kinds:
            put_pieces(sketch, line, split_at(line.through, lambda a, b: a in erased or b in erased))
    return sketch.change(message("edit.do.erase-lines"))


def erase_steps(
    plan: MapPlan,
    steps: Iterable[tuple[str, str]],
    *,
    kinds: Collection[str] | None = None,
    contents: MapContents | None = None,
) -> Change:
    """Take single steps out of lines, whichever way they run."""
    known, ground = contents or MapContents(plan), Ground(plan)
    erased = {frozenset((ground.owner_key(a), ground.owner_key(b))) for a, b in steps}
    places = {twin for pair in erased for place in pair for twin in _twin_keys(ground, place)}
    sketch = Sketch(plan)

    def is_cut(a: str, b: str) -> bool:
        return frozenset((ground.owner_key(a), ground.owner_key(b))) in erased

    for name in sorted({name for place in places for name in known.lines_through(place)}):
        line = plan.paths[name]
        if kinds is None or line.kind in kinds:
            pieces = split_at(line.through, is_cut)
            if len(pieces) > 1:
                put_pieces(sketch, line, pieces)
    return sketch.change(message("edit.do.erase-lines"))


def restate_steps(
    plan: MapPlan,
    steps: Iterable[tuple[str, str]],
    attributes: Mapping[str, Scalar],
    *,
    kinds: Collection[str] | None = None,
    contents: MapContents | None = None,
) -> Change:
    """Another state for the steps that a stroke went over, whichever way they run; they become lines of their own."""
    known, ground = contents or MapContents(plan), Ground(plan)
    changed = checked_attributes(attributes)
    meant = {frozenset((ground.owner_key(a), ground.owner_key(b))) for a, b in steps}
    places = {twin for pair in meant for place in pair for twin in _twin_keys(ground, place)}
    sketch = Sketch(plan)
    for name in sorted({name for place in places for name in known.lines_through(place)}):
        line = plan.paths[name]
        if (kinds is None or line.kind in kinds) and line.attributes != changed:
            _restate(sketch, ground, line, meant, changed)
    return sketch.change(message("edit.do.restate-lines"))


def _restate(
    sketch: Sketch, ground: Ground, line: PathPlan, meant: Collection[frozenset[str]], changed: Mapping[str, Scalar]
) -> None:
    """Cut a line where the steps that are meant begin and end; the rest stays the line it was."""
    runs: list[tuple[bool, list[str]]] = []
    for a, b in pairwise(line.through):
        is_meant = frozenset((ground.owner_key(a), ground.owner_key(b))) in meant
        if runs and runs[-1][0] is is_meant:
            runs[-1][1].append(b)
        else:
            runs.append((is_meant, [a, b]))
    stretches = [tuple(places) for is_meant, places in runs if is_meant]
    rest = [tuple(places) for is_meant, places in runs if not is_meant]
    if not stretches:
        return
    if not rest:
        sketch.put(PATHS, line.id, replace(line, attributes=dict(changed)))
        return
    put_pieces(sketch, line, rest)
    for stretch in stretches:
        name = fresh_line(sketch, line.kind)
        sketch.put(PATHS, name, replace(line, id=name, through=stretch, attributes=dict(changed)))


def delete_lines(plan: MapPlan, ids: Iterable[str]) -> Change:
    """Take whole lines away."""
    sketch = Sketch(plan)
    for name in ids:
        _line(plan, name)
        sketch.put(PATHS, name, None)
    return sketch.change(message("edit.do.delete-lines"))


def edit_line(
    plan: MapPlan, id: str, *, kind: str | None = None, attributes: Mapping[str, Scalar] | None = None
) -> Change:
    """Another kind for a line, or another state."""
    line = _line(plan, id)
    if kind is not None:
        line = replace(line, kind=checked_kind(kind))
    if attributes is not None:
        line = replace(line, attributes=checked_attributes(attributes))
    sketch = Sketch(plan)
    sketch.put(PATHS, id, line)
    return sketch.change(message("edit.do.edit-line", kind=line.kind))


def _line(plan: MapPlan, id: str) -> PathPlan:
    line = plan.paths.get(id)
    if line is None:
        raise CannotEdit(message("edit.cannot.no-line", line=id))
    return line


def _checked_places(plan: MapPlan, through: Sequence[str], contents: MapContents | None) -> tuple[str, ...]:
    """Places under their owners' keys, each once in a row and a step from the next."""
    ground = Ground(plan)
    for place in through:
        if not plan.has_place(place):
            raise CannotEdit(message("edit.cannot.no-place", place=place_name(plan, place)))
    named = [ground.owner_key(place) for place in through]
    places = tuple(place for number, place in enumerate(named) if number == 0 or place != named[number - 1])
    if len(places) < 2:
        raise CannotEdit(message("edit.cannot.line-too-short"))
    known = contents
    for a, b in pairwise(places):
        if ground.are_neighbours(a, b):
            continue
        known = known or MapContents(plan)
        if not known.links_at(a) & known.links_at(b):
            raise CannotEdit(message("edit.cannot.not-a-step", a=place_name(plan, a), b=place_name(plan, b)))
    return places


def _joined(ground: Ground, one: tuple[str, ...], two: tuple[str, ...]) -> tuple[str, ...] | None:
    for first in (one, one[::-1]):
        for second in (two, two[::-1]):
            if first and second and ground.owner_key(first[-1]) == ground.owner_key(second[0]):
                return (*first, *second[1:])
    return None


def _twin_keys(ground: Ground, place: str) -> list[str]:
    cell = cell_of(place)
    spot = None if cell is None else ground.spot(cell)
    return [place] if spot is None else [place, *(twin.key for twin in ground.twins(spot))]
