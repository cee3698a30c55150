"""The tool for rails and roads: lines through hexes, or along connections, from click to click, with their state.

A click on a space goes on over connections, one on another sheet over the links of an inset. A chain that begins at
the end of a line of its kind and state goes on with that line, so that a railway drawn in two sittings is one railway.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from types import MappingProxyType
from typing import Any, Final

from PySide6.QtGui import QPainterPath

from editor.commands.lines import (
    LineEnd,
    draw_line,
    draw_lines,
    erase_steps,
    extend_line,
    redraw_line,
    restate_steps,
)
from editor.digitise.print_lines import STEP_REACH, PrintedLines
from editor.digitise.print_network import traced_steps
from editor.documents.workbench import EditLayer, InkGroup, Picked
from editor.geometry.ground import Ground
from editor.geometry.priced_ways import PricedHexes
from editor.geometry.routing import Router
from editor.model.change import Change
from editor.model.edits import Part
from editor.model.lines import chains_of
from editor.model.place_routing import ThroughPlaces
from editor.tools.lines.chain_tool import NEAR_WAY, Existing
from editor.tools.lines.print_following import FollowingTool, FollowOptions, TracedPrint
from editor.tools.options import Option, OptionKind
from editor.tools.pointer_probe import distance_to
from editor.tools.preview import PreviewTrace, TraceLook
from editor.tools.tool import Pointer, ToolGroup
from editor.tools.traces import line_path
from engine.core.messages import Message, message
from engine.definitions.palette import AttributeKind
from engine.definitions.plan import Cell, PathPlan, Point

_NEAR_CENTRE: Final = 0.4
"""Nearer to the middle of a hex than this, in circumradii, a click means the hex and not the line."""
_CATCH: Final = 0.3
_STRIDE: Final = 0.15
_NEAR_LINK: Final = 0.4
"""How near to a connection a click means the line that runs beside it, in circumradii."""


@dataclass(slots=True)
class LineOptions(FollowOptions):
    """Whether a chain goes on with a line that ends where it begins, or strokes give lines another state."""

    go_on: bool = True
    restate: bool = False


class LineTool(FollowingTool[str]):
    """Draws rails and roads through hexes and along connections."""

    name = "line"
    group = ToolGroup.LINES
    shortcut = "T"
    ink_group = InkGroup.PATHS
    layer = EditLayer.PATHS
    always = MappingProxyType({"state": AttributeKind.TEXT})
    options: LineOptions
    _restated: dict[tuple[str, str], None] | None = None
    """The steps that a stroke has gone over so far, while it gives them another state."""
    _before: Pointer | None = None

    @property
    def title(self) -> str:
        return self.tr("Rail or Road")

    @property
    def tip(self) -> str:
        return self.tr("Draw a railway or a road through hexes or along connections by a chain of clicks")

    @property
    def hint(self) -> Message:
        if self.options.restate:
            return message("tool.hint.line-state")
        return self.hint_of("tool.hint.line")

    def make_options(self) -> LineOptions:
        return LineOptions()

    def own_options(self) -> Sequence[Option]:
        tip = self.tr("Begun at the end of a line of the same kind and state, go on with that line")
        other = self.tr("Drag along a line of this kind to give that stretch the state set here; nothing is drawn")
        return (
            Option("go_on", OptionKind.BOOL, self.tr("Go on with lines"), tip),
            Option("restate", OptionKind.BOOL, self.tr("Change state"), other),
            self.follow_option(),
        )

    def make_router(self) -> Router[str]:
        lines = self.printed_lines()
        if lines is None:
            return ThroughPlaces(self.plan, self.document.contents)
        reach = STEP_REACH * self.plane_scale()
        for _, lattice, cells in self.sheets_shown():
            near = self.cells_near(lattice, cells)
            here = lattice.centres(near[:, 0], near[:, 1])
            for direction in range(3):
                lines.learn(here, lattice.centres(*lattice.neighbours(near[:, 0], near[:, 1], direction)), reach)
        hexes = PricedHexes(self.plan, lambda starts, ends: lines.prices(starts, ends, reach))
        return ThroughPlaces(self.plan, self.document.contents, hexes)

    def snapped(self, at: Pointer) -> str | None:
        if at.key in self.plan.spaces or at.key in self.plan.boxes:
            return at.key
        return None if at.cell is None else at.cell.key

    def points_of(self, chain: Sequence[str]) -> list[Point]:
        ground, plan = Ground(self.plan), self.plan
        points = []
        for place in chain:
            spot = ground.spot_of(place)
            points.append(
                (plan.spaces.get(place) or plan.boxes[place]).position if spot is None else ground.centre(spot)
            )
        return points

    def is_on_map(self, point: str) -> bool:
        return self.plan.has_place(point)

    def scale_at(self, point: str) -> float:
        ground = Ground(self.plan)
        spot = ground.spot_of(point)
        plane = None if spot is None else ground.plane(spot.plane)
        return 1.0 if plane is None else plane.scale

    def existing_at(self, at: Pointer) -> Existing[str] | None:
        line = self._line_at(at) or self._line_on_link(at)
        if line is None or not all(self.plan.has_place(place) for place in line.through):
            return None
        return Existing(line.id, line.kind, self._chain(at.ground, line))

    @staticmethod
    def _chain(ground: Ground, line: PathPlan) -> tuple[str, ...]:
        return tuple(ground.owner_key(place) for place in line.through)

    def _line_at(self, at: Pointer) -> PathPlan | None:
        """The line whose step between two hexes the pointer is on, one of the kind in hand before others."""
        plane = None if at.spot is None else at.ground.plane(at.spot.plane)
        if at.spot is None or at.cell is None or plane is None:
            return None
        centre = at.ground.centre(at.spot)
        if distance_to(at.point, centre, centre) < _NEAR_CENTRE * plane.scale:
            return None
        found = []
        for name in sorted(self.document.contents.lines_through(at.cell.key)):
            line = self.plan.paths[name]
            steps = self._steps(at.ground, line, at.cell.key)
            if any(distance_to(at.point, a, b) <= NEAR_WAY * plane.scale for _, _, a, b in steps):
                found.append(line)
        return self._preferred(found)

    def _line_on_link(self, at: Pointer) -> PathPlan | None:
        """The line that runs along the connection under the pointer."""
        if at.key in self.plan.spaces or at.key in self.plan.boxes:
            return None
        found = [line for line, _, _ in self._steps_on_link(at.point, _NEAR_LINK)]
        return self._preferred(found)

    def _steps_on_link(self, point: Point, reach: float) -> Iterator[tuple[PathPlan, str, str]]:
        """The lines along the connection at a point, each with the step it takes there."""
        name = self.bench.canvas.picture.spaces.link_at(*point, reach)
        if name is None:
            return
        link, contents = self.plan.links[name], self.document.contents
        for line_name in sorted(contents.lines_through(link.a) & contents.lines_through(link.b)):
            line = self.plan.paths[line_name]
            if any({a, b} == {link.a, link.b} for a, b in pairwise(line.through)):
                yield line, link.a, link.b

    def _preferred(self, found: Sequence[PathPlan]) -> PathPlan | None:
        ink = self.bench.ink_of(InkGroup.PATHS)
        return min(found, key=lambda line: ink is None or line.kind != ink.id, default=None)

    @staticmethod
    def _steps(ground: Ground, line: PathPlan, beside: str) -> Iterator[tuple[str, str, Point, Point]]:
        """The steps of a line to and from a hex, by their ends and where those lie."""
        for a, b in pairwise(line.through):
            if beside in (a, b) and ground.are_neighbours(a, b):
                here, there = ground.spot_of(a), ground.spot_of(b)
                assert here is not None
                assert there is not None
                yield a, b, ground.centre(here), ground.centre(there)

    def drawn(self, chain: tuple[str, ...]) -> Change:
        places, contents = chain, self.document.contents
        line = self._ending_at(places[0]) if self.options.go_on else None
        if line is not None:
            end = LineEnd.LAST if line.through[-1] == places[0] else LineEnd.FIRST
            return extend_line(self.plan, line.id, places, end=end, contents=contents)
        return draw_line(self.plan, self.ink.id, places, attributes=self.attributes(), contents=contents)

    def _ending_at(self, place: str) -> PathPlan | None:
        """The one line of this kind and state that ends at a place; at a junction none is meant."""
        lines = (self.plan.paths[name] for name in self.document.contents.lines_through(place))
        ending = [
            line
            for line in lines
            if place in (line.through[0], line.through[-1]) and line.through[0] != line.through[-1]
        ]
        alike = [line for line in ending if line.kind == self.ink.id and line.attributes == self.attributes()]
        return alike[0] if len(alike) == 1 else None

    def bent(self, existing: Existing[str], chain: tuple[str, ...]) -> Change:
        return redraw_line(self.plan, existing.name, chain, contents=self.document.contents)

    def is_there(self, existing: Existing[str]) -> bool:
        line = self.plan.paths.get(existing.name)
        return line is not None and self._chain(Ground(self.plan), line) == existing.chain

    @property
    def is_busy(self) -> bool:
        return self._restated is not None or super().is_busy

    def press(self, at: Pointer) -> None:
        if self.options.restate and not at.held.alt and self._route is None:
            self.check_locks()
            self._restated, self._before = {}, at
            self.move(at)
            return
        super().press(at)
        if self._existing is not None:
            self.bench.pick(Picked(Part.PATH, self._existing.name))

    def move(self, at: Pointer) -> None:
        if self._restated is None or self._before is None:
            super().move(at)
            return
        self._restated |= self._steps_under(self._before, at)
        self._before = at
        self.preview.draw([PreviewTrace(TraceLook.LINE, line_path(self.points_of(step))) for step in self._restated])

    def release(self, at: Pointer) -> None:
        steps, self._restated, self._before = self._restated, None, None
        if steps is None:
            super().release(at)
            return
        self.preview.clear()
        contents, kinds = self.document.contents, (self.ink.id,)
        self.push(restate_steps(self.plan, steps, self.attributes(), kinds=kinds, contents=contents))

    def cancel(self) -> bool:
        busy = self._restated is not None
        self._restated = self._before = None
        return super().cancel() or busy

    def forget(self) -> None:
        super().forget()
        self._restated = self._before = None

    def drop_drag(self) -> None:
        self._restated = self._before = None
        super().drop_drag()

    def erased(self, before: Pointer, at: Pointer) -> Change:
        """The steps of lines of the kind in hand that a stroke comes near to."""
        ink = self.bench.ink_of(InkGroup.PATHS)
        kinds = None if ink is None else (ink.id,)
        return erase_steps(self.plan, self._steps_under(before, at), kinds=kinds, contents=self.document.contents)

    def _steps_under(self, before: Pointer, at: Pointer) -> dict[tuple[str, str], None]:
        """The steps of lines that a stroke comes near to."""
        steps: dict[tuple[str, str], None] = {}
        for point in _along(before.point, at.point, _STRIDE):
            steps |= {(a, b): None for _, a, b in self._steps_on_link(point, _NEAR_LINK)}
            spot = at.ground.spot_at(*point)
            cell = None if spot is None else at.ground.cell(spot)
            plane = None if spot is None else at.ground.plane(spot.plane)
            if cell is None or plane is None:
                continue
            for name in self.document.contents.lines_through(cell.key):
                for a, b, start, end in self._steps(at.ground, self.plan.paths[name], cell.key):
                    if distance_to(point, start, end) <= _CATCH * plane.scale:
                        steps[a, b] = None
        return steps

    def erase_label(self) -> Message:
        return message("edit.do.erase-lines")

    def traced(self, lines: PrintedLines) -> TracedPrint:
        """All steps from hex to hex that are printed in the colour clicked."""
        ground = Ground(self.plan)
        paths: dict[tuple[str, str], QPainterPath] = {}
        doubtful: set[tuple[str, str]] = set()
        for sheet, lattice, cells in self.sheets_shown():
            steps, chosen = traced_steps(lattice, cells, lines)
            doubts = set(chosen.doubtful.tolist())
            for number in chosen.chosen.tolist():
                ends = (cells[at].tolist() for at in steps[number].tolist())
                a, b = (ground.owner_key(Cell(sheet, col, row).key) for col, row in ends)
                paths[a, b] = line_path(self.points_of((a, b)))
                if number in doubts:
                    doubtful.add((a, b))
        return TracedPrint(paths, doubtful)

    def laid(self, stretches: Collection[Any]) -> Change:
        return draw_lines(self.plan, self.ink.id, chains_of(stretches), attributes=self.attributes())


def _along(a: Point, b: Point, stride: float) -> Iterator[Point]:
    """Points close together from one to another."""
    steps = max(1, round(distance_to(a, b, b) / stride))
    for number in range(steps + 1):
        yield a[0] + (b[0] - a[0]) * number / steps, a[1] + (b[1] - a[1]) * number / steps
