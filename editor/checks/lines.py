"""Rails and roads that stop short: ends in open country, and gaps of a single step between two ends."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from editor.checks.findings import BREATH, Fix, MapIssue, Step, Subject
from editor.commands.connections import INSET
from editor.commands.lines import LineEnd, draw_line, extend_line
from editor.geometry.place_names import place_name
from editor.model.change import Change
from editor.model.edits import Part
from editor.refusal import CannotEdit
from engine.core.messages import message
from engine.definitions.issues import Where, info, warning
from engine.definitions.plan import MapPlan


def line_issues(subject: Subject) -> Iterator[Step]:
    """Lines with gaps and dead ends."""
    lines = _Lines(subject)
    yield from lines.enter()
    yield from lines.issues()


class _Lines:
    def __init__(self, subject: Subject) -> None:
        self._subject = subject
        self._beside: dict[tuple[str, str], set[str]] = {}
        """Kind and place -> the places a line of that kind leads to from there."""
        self._line_at: dict[tuple[str, str], str] = {}

    def enter(self) -> Iterator[Step]:
        """Note where lines lead."""
        ground, count = self._subject.ground, 0
        for line in self._subject.plan.paths.values():
            for a, b in pairwise(line.through):
                here, there = ground.owner_key(a), ground.owner_key(b)
                self._beside.setdefault((line.kind, here), set()).add(there)
                self._beside.setdefault((line.kind, there), set()).add(here)
                self._line_at[line.kind, here] = self._line_at[line.kind, there] = line.id
                count += 1
                if count == BREATH:
                    yield count
                    count = 0
        yield count

    def issues(self) -> Iterator[Step]:
        """Look at every end."""
        told: set[frozenset[str]] = set()
        count = 0
        for (kind, place), beside in self._beside.items():
            count += 1
            if len(beside) == 1:
                yield from self._end_issue(kind, place, told)
            if count == BREATH:
                yield count
                count = 0
        yield count

    def _end_issue(self, kind: str, place: str, told: set[frozenset[str]]) -> Iterator[MapIssue]:
        around = self._around(place)
        if around is None:
            return
        apart = self._beside[kind, place]
        near = [
            other for other in (*around, *self._beyond(place)) if other not in apart and (kind, other) in self._beside
        ]
        ends = [other for other in near if len(self._beside[kind, other]) == 1]
        if ends:
            pair = frozenset((place, ends[0]))
            if pair not in told:
                told.add(pair)
                yield self._gap(kind, place, ends[0])
        elif not self._is_somewhere(kind, place, around):
            yield self._dead_end(kind, place)

    def _around(self, place: str) -> list[str] | None:
        """The hexes around one; None for what is no hex, where a line may end as it likes."""
        ground = self._subject.ground
        spot = ground.spot_of(place)
        plane = None if spot is None else ground.plane(spot.plane)
        if spot is None or plane is None:
            return None
        cells = (ground.cell(spot.moved(step)) for step in plane.steps)
        return [cell.key for cell in cells if cell is not None]

    def _beyond(self, place: str) -> list[str]:
        """The hexes that the links of an inset lead to from one."""
        links = (self._subject.plan.links[name] for name in sorted(self._subject.contents.links_at(place)))
        ends = (link.b if link.a == place else link.a for link in links if link.kind == INSET)
        return [self._subject.ground.owner_key(end) for end in ends]

    def _is_somewhere(self, kind: str, place: str, around: list[str]) -> bool:
        """Whether a line has reason to end here: something stands here, the map ends, another kind goes on."""
        contents = self._subject.contents
        if contents.features_at(place) or contents.links_at(place) or len(around) < 6:
            return True
        paths = self._subject.plan.paths
        return any(paths[name].kind != kind for name in contents.lines_through(place))

    def _gap(self, kind: str, place: str, other: str) -> MapIssue:
        plan = self._subject.plan
        line, end = self._line_ending(kind, place)
        title = self._subject.sense.title("paths", kind)
        said = message("map-issue.line-gap", kind=title, a=place_name(plan, place), b=place_name(plan, other))
        fix = Fix(message("map-fix.close-gap"), lambda plan: _led_on(plan, line, end, (place, other)))
        return MapIssue(warning(said, Where(path=("paths", line))), (place, other), Part.PATH, line, fix=fix)

    def _dead_end(self, kind: str, place: str) -> MapIssue:
        line, _ = self._line_ending(kind, place)
        title = self._subject.sense.title("paths", kind)
        said = message("map-issue.dead-end", kind=title, place=place_name(self._subject.plan, place))
        return MapIssue(info(said, Where(path=("paths", line))), (place,), Part.PATH, line)

    def _line_ending(self, kind: str, place: str) -> tuple[str, LineEnd]:
        plan, ground = self._subject.plan, self._subject.ground
        for name in sorted(self._subject.contents.lines_through(place)):
            line = plan.paths[name]
            if line.kind == kind and len(line.through) > 1:
                if ground.owner_key(line.through[-1]) == place:
                    return name, LineEnd.LAST
                if ground.owner_key(line.through[0]) == place:
                    return name, LineEnd.FIRST
        return self._line_at[kind, place], LineEnd.LAST


def _led_on(plan: MapPlan, line: str, end: LineEnd, step: tuple[str, str]) -> Change:
    """Lead a line on by a step; one that is broken elsewhere is left alone, and the step is a line of its own."""
    try:
        return extend_line(plan, line, step[1:], end=end)
    except CannotEdit:
        held = plan.paths[line]
        return draw_line(plan, held.kind, step, attributes=held.attributes)
