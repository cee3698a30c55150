"""The brush: terrain over hexes, and over the spaces that lie in its way."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from editor.commands.paint import paint_terrain
from editor.commands.spaces import paint_spaces
from editor.documents.workbench import EditLayer, InkGroup
from editor.geometry.cells import Cells
from editor.model.change import Change
from editor.tools.brushes.brush import BrushTool
from editor.tools.tool import Pointer, ToolGroup
from engine.core.messages import Message, message
from engine.definitions.plan import Point


class TerrainBrush(BrushTool):
    """Paints terrain freehand."""

    name = "terrain-brush"
    group = ToolGroup.PAINT
    shortcut = "B"
    ink_group = InkGroup.TERRAIN
    layer = EditLayer.TERRAIN

    @property
    def title(self) -> str:
        return self.tr("Brush")

    @property
    def tip(self) -> str:
        return self.tr("Paint terrain freehand")

    @property
    def hint(self) -> Message:
        return message("tool.hint.terrain-brush")

    def label(self) -> Message:
        return message("edit.do.paint", terrain=self.ink.id)

    def dabs(self, cells: Cells, at: Pointer, stroke: Sequence[Point]) -> Iterator[Change]:
        spaces = [place for place in self.places(stroke) if place in self.plan.spaces]
        if spaces and not self.bench.is_locked(EditLayer.SPACES):
            yield paint_spaces(self.plan, spaces, self.ink.id)
        if at.key not in self.plan.spaces or self.bench.is_locked(EditLayer.SPACES):
            yield paint_terrain(self.plan, cells, self.ink.id)
