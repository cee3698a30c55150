"""The river tool: chains of hexsides from click to click, along the way that keeps closest to the line drawn."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, Final

from editor.commands.sides import clear_sides, lay_chain, relay_chain, set_sides
from editor.digitise.hexside_graph import HexsideGraph
from editor.digitise.print_lines import SIDE_REACH, PrintedLines
from editor.digitise.print_network import traced_sides
from editor.documents.workbench import EditLayer, InkGroup
from editor.geometry.ground import Ground
from editor.geometry.hexsides import Hexside
from editor.geometry.priced_ways import PricedHexsides
from editor.geometry.routing import AlongHexsides, Router
from editor.geometry.vertices import Vertex, chain_at, ends_of, hexsides_along
from editor.model.change import Change
from editor.tools.brushes.hexside_brush import is_of_a_plane, sides_near
from editor.tools.lines.chain_tool import NEAR_WAY, Existing
from editor.tools.lines.print_following import FollowingTool, FollowOptions, TracedPrint
from editor.tools.options import Option
from editor.tools.pointer_probe import distance_to
from editor.tools.tool import Pointer, ToolGroup
from editor.tools.traces import sides_path, way_points
from engine.core.messages import Message, message
from engine.definitions.plan import Point, SideKey

_NEAR_CORNER: Final = 0.3
"""Nearer to a corner than this, in circumradii, a click means the corner and not the hexside."""


class HexsidePath(FollowingTool[Vertex]):
    """Draws rivers and coasts along hexsides."""

    name = "hexside-path"
    group = ToolGroup.HEXSIDES
    shortcut = "D"
    ink_group = InkGroup.SIDES
    layer = EditLayer.SIDES

    @property
    def title(self) -> str:
        return self.tr("River")

    @property
    def tip(self) -> str:
        return self.tr("Draw a river, coast or border along hexsides by a chain of clicks")

    @property
    def hint(self) -> Message:
        return self.hint_of("tool.hint.hexside-path")

    def make_options(self) -> FollowOptions:
        return FollowOptions()

    def own_options(self) -> Sequence[Option]:
        return (self.follow_option(),)

    def make_router(self) -> Router[Vertex]:
        lines = self.printed_lines()
        if lines is None:
            return AlongHexsides(self.plan)
        reach = SIDE_REACH * self.plane_scale()
        for _, lattice, cells in self.sheets_shown():
            graph = HexsideGraph(lattice, *self.cells_near(lattice, cells).T)
            lines.learn(graph.points[graph.ends[:, 0]], graph.points[graph.ends[:, 1]], reach)
        return PricedHexsides(self.plan, lambda starts, ends: lines.prices(starts, ends, reach))

    def snapped(self, at: Pointer) -> Vertex | None:
        return at.vertex

    def points_of(self, chain: Sequence[Vertex]) -> list[Point]:
        return way_points(Ground(self.plan), chain)

    def is_on_map(self, point: Vertex) -> bool:
        return is_of_a_plane(self.plan, point)

    def scale_at(self, point: Vertex) -> float:
        plane = Ground(self.plan).plane(point.plane)
        return 1.0 if plane is None else plane.scale

    def existing_at(self, at: Pointer) -> Existing[Vertex] | None:
        side = at.hexside
        ends = None if side is None else ends_of(at.ground, side)
        plane = None if side is None else at.ground.plane(side.sheet)
        if side is None or ends is None or plane is None:
            return None
        points = [end.point(plane) for end in ends]
        near = distance_to(at.point, points[0], points[1]) <= NEAR_WAY * plane.scale
        if not near or any(distance_to(at.point, end, end) < _NEAR_CORNER * plane.scale for end in points):
            return None
        found = self._carried(at)
        if found is None:
            return None
        chain = chain_at(self.plan, found)
        return Existing("", found.kind, chain) if len(chain) > 1 else None

    def _carried(self, at: Pointer) -> SideKey | None:
        """What the hexside under the pointer carries, the kind in hand before others."""
        assert at.hexside is not None
        ink = self.bench.ink_of(InkGroup.SIDES)
        wanted = "" if ink is None else ink.id
        found = [
            name.carrying(kind)
            for name in at.ground.same_hexsides(at.hexside)
            for kind in sorted(self.document.contents.kinds_along(name))
        ]
        return min(found, key=lambda side: side.kind != wanted, default=None)

    def drawn(self, chain: tuple[Vertex, ...]) -> Change:
        return lay_chain(self.plan, chain, self.ink.id, attributes=self.attributes())

    def bent(self, existing: Existing[Vertex], chain: tuple[Vertex, ...]) -> Change:
        return relay_chain(self.plan, existing.chain, chain, existing.kind)

    def is_there(self, existing: Existing[Vertex]) -> bool:
        ground = Ground(self.plan)
        return all(
            any(name.carrying(existing.kind) in self.plan.sides for name in ground.same_hexsides(side))
            for side in hexsides_along(ground, existing.chain)
        )

    def erased(self, before: Pointer, at: Pointer) -> Change:
        sides = sides_near(self.plan, (before.point, at.point))
        ink = self.bench.ink_of(InkGroup.SIDES)
        kinds = None if ink is None else (ink.id,)
        return clear_sides(self.plan, sides, kinds=kinds, contents=self.document.contents)

    def erase_label(self) -> Message:
        return message("edit.do.clear-sides")

    def traced(self, lines: PrintedLines) -> TracedPrint:
        """All hexsides of the map that are printed in the colour clicked."""
        ground = Ground(self.plan)
        found: dict[Hexside, bool] = {}
        for sheet, lattice, cells in self.sheets_shown():
            sides, chosen = traced_sides(lattice, cells, lines)
            doubtful = set(chosen.doubtful.tolist())
            for number in chosen.chosen.tolist():
                col, row, direction = sides[number].tolist()
                side = ground.owner_hexside(Hexside(sheet, col, row, direction))
                if ground.is_on_map(side):
                    found[side] = number in doubtful
        return TracedPrint({side: sides_path(ground, (side,)) for side in found}, {s for s, d in found.items() if d})

    def laid(self, stretches: Collection[Any]) -> Change:
        return set_sides(self.plan, stretches, self.ink.id, attributes=self.attributes())
