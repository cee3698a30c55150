"""The tool for rails and roads: lines through hexes from click to click, with their state.

A chain that begins at the end of a line of its kind and state goes on with that line, so that a railway drawn in two
sittings is one railway.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from types import MappingProxyType
from typing import Final

from editor.commands.lines import (
    LineEnd,
    draw_line,
    erase_steps,
    extend_line,
    places_of,
    redraw_line,
)
from editor.documents.workbench import EditLayer, InkGroup, Picked
from editor.model.change import Change
from editor.model.edits import Part
from editor.model.ground import Ground, Spot
from editor.model.routing import Router, ThroughHexes
from editor.tools.chain_tool import NEAR_WAY, ChainTool, Existing
from editor.tools.options import Option, OptionKind
from editor.tools.probing import distance_to
from editor.tools.tool import Pointer, ToolGroup, ToolOptions
from engine.core.messages import Message, message
from engine.definitions.palette import AttributeKind
from engine.definitions.plan import PathPlan, Point

_NEAR_CENTRE: Final = 0.4
"""Nearer to the middle of a hex than this, in circumradii, a click means the hex and not the line."""
_CATCH: Final = 0.3
_STRIDE: Final = 0.15


@dataclass(slots=True)
class LineOptions(ToolOptions):
    """Whether a chain goes on with a line that ends where it begins."""

    go_on: bool = True


class LineTool(ChainTool[Spot]):
    """Draws rails and roads through hexes."""

    name = "line"
    group = ToolGroup.LINES
    shortcut = "T"
    ink_group = InkGroup.PATHS
    layer = EditLayer.PATHS
    always = MappingProxyType({"state": AttributeKind.TEXT})
    options: LineOptions

    @property
    def title(self) -> str:
        return self.tr("Rail or Road")

    @property
    def tip(self) -> str:
        return self.tr("Draw a railway or a road through hexes by a chain of clicks")

    @property
    def hint(self) -> Message:
        return message("tool.hint.chain-going" if self.is_busy else "tool.hint.line")

    def make_options(self) -> LineOptions:
        return LineOptions()

    def own_options(self) -> Sequence[Option]:
        tip = self.tr("Begun at the end of a line of the same kind and state, go on with that line")
        return (Option("go_on", OptionKind.BOOL, self.tr("Go on with lines"), tip),)

    def make_router(self) -> Router[Spot]:
        return ThroughHexes(self.plan)

    def snapped(self, at: Pointer) -> Spot | None:
        return at.spot

    def existing_at(self, at: Pointer) -> Existing[Spot] | None:
        line = self._line_at(at)
        if line is None:
            return None
        spots = [at.ground.spot_of(place) for place in line.through]
        chain = tuple(spot for spot in spots if spot is not None)
        whole = len(chain) == len(spots) and len({spot.plane for spot in chain}) == 1
        return Existing(line.id, line.kind, chain) if whole else None

    def _line_at(self, at: Pointer) -> PathPlan | None:
        """The line whose step the pointer is on, one of the kind in hand before others."""
        plane = None if at.spot is None else at.ground.plane(at.spot.plane)
        if at.spot is None or at.cell is None or plane is None:
            return None
        centre = at.ground.centre(at.spot)
        if distance_to(at.point, centre, centre) < _NEAR_CENTRE * plane.scale:
            return None
        ink = self.bench.ink_of(InkGroup.PATHS)
        found = []
        for name in sorted(self.document.contents.lines_through(at.cell.key)):
            line = self.plan.paths[name]
            steps = self._steps(at.ground, line, at.cell.key)
            if any(distance_to(at.point, a, b) <= NEAR_WAY * plane.scale for _, _, a, b in steps):
                found.append(line)
        return min(found, key=lambda line: ink is None or line.kind != ink.id, default=None)

    @staticmethod
    def _steps(ground: Ground, line: PathPlan, beside: str) -> Iterator[tuple[str, str, Point, Point]]:
        """The steps of a line to and from a place, by their ends and where those lie."""
        for a, b in pairwise(line.through):
            here, there = ground.spot_of(a), ground.spot_of(b)
            if beside in (a, b) and here is not None and there is not None:
                yield a, b, ground.centre(here), ground.centre(there)

    def drawn(self, chain: tuple[Spot, ...]) -> Change:
        places, contents = places_of(self.plan, chain), self.document.contents
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

    def bent(self, existing: Existing[Spot], chain: tuple[Spot, ...]) -> Change:
        places = places_of(self.plan, chain)
        return redraw_line(self.plan, existing.name, places, contents=self.document.contents)

    def is_there(self, existing: Existing[Spot]) -> bool:
        line = self.plan.paths.get(existing.name)
        return line is not None and tuple(Ground(self.plan).spot_of(place) for place in line.through) == existing.chain

    def press(self, at: Pointer) -> None:
        super().press(at)
        if self._existing is not None:
            self.bench.pick(Picked(Part.PATH, self._existing.name))

    def erased(self, before: Pointer, at: Pointer) -> Change:
        """The steps of lines of the kind in hand that a stroke comes near to."""
        ink = self.bench.ink_of(InkGroup.PATHS)
        steps: dict[tuple[str, str], None] = {}
        for point in _along(before.point, at.point, _STRIDE):
            spot = at.ground.spot_at(*point)
            cell = None if spot is None else at.ground.cell(spot)
            plane = None if spot is None else at.ground.plane(spot.plane)
            if cell is None or plane is None:
                continue
            for name in self.document.contents.lines_through(cell.key):
                for a, b, start, end in self._steps(at.ground, self.plan.paths[name], cell.key):
                    if distance_to(point, start, end) <= _CATCH * plane.scale:
                        steps[a, b] = None
        kinds = None if ink is None else (ink.id,)
        return erase_steps(self.plan, steps, kinds=kinds, contents=self.document.contents)

    def erase_label(self) -> Message:
        return message("edit.do.erase-lines")


def _along(a: Point, b: Point, stride: float) -> Iterator[Point]:
    """Points close together from one to another."""
    steps = max(1, round(distance_to(a, b, b) / stride))
    for number in range(steps + 1):
        yield a[0] + (b[0] - a[0]) * number / steps, a[1] + (b[1] - a[1]) * number / steps
