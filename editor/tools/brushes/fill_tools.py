"""Terrain in bulk with one click: the flood fill, and one terrain replaced by another."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import partial

from PySide6.QtCore import Qt

from editor.commands.paint import paint_terrain, replace_terrain
from editor.commands.swatches import extended_palette
from editor.documents.long_work import with_plan
from editor.documents.workbench import EditLayer, InkGroup
from editor.geometry.cells import Cells
from editor.geometry.flood import flood
from editor.refusal import CannotEdit
from editor.tools.options import Option, OptionChoice, OptionKind
from editor.tools.tool import Pointer, Tool, ToolGroup, ToolOptions
from editor.tools.traces import cells_trace
from engine.core.messages import Message, message
from engine.definitions.plan import Cell


class FillExtent(StrEnum):
    """How far a fill goes from the hex that was clicked."""

    TERRAIN = "terrain"
    REGION = "region"
    SELECTION = "selection"


class FillBarrier(StrEnum):
    """Which hexsides stop a fill."""

    NONE = "none"
    ANY = "any"
    INK = "ink"


@dataclass(slots=True)
class FillOptions(ToolOptions):
    """How far it goes and what stops it."""

    extent: FillExtent = FillExtent.TERRAIN
    barrier: FillBarrier = FillBarrier.NONE


class _OneClick(Tool):
    """Acts on the hex that is clicked, with the terrain in hand."""

    group = ToolGroup.PAINT
    ink_group = InkGroup.TERRAIN
    layer = EditLayer.TERRAIN
    cursor = Qt.CursorShape.PointingHandCursor

    def hover(self, at: Pointer) -> None:
        cells = Cells() if at.cell is None else Cells.of((at.cell,))
        self.preview.draw([cells_trace(at.ground, cells)])

    def clicked(self, at: Pointer) -> Cell:
        """The hex under the pointer; refuses where there is none."""
        self.check_locks()
        if at.cell is None:
            raise CannotEdit(message("tool.cannot.no-hex-here"))
        return at.cell


class FloodFill(_OneClick):
    """Fills from the hex that is clicked as far as it may go."""

    name = "flood-fill"
    shortcut = "F"
    options: FillOptions

    @property
    def title(self) -> str:
        return self.tr("Fill")

    @property
    def tip(self) -> str:
        return self.tr("Fill hexes that hang together with terrain")

    @property
    def hint(self) -> Message:
        return message(f"tool.hint.fill-{self.options.extent}")

    def make_options(self) -> FillOptions:
        return FillOptions()

    def options_shown(self) -> Sequence[Option]:
        extents = (
            OptionChoice(FillExtent.TERRAIN, self.tr("Same terrain")),
            OptionChoice(FillExtent.REGION, self.tr("Same region")),
            OptionChoice(FillExtent.SELECTION, self.tr("Selection")),
        )
        barriers = (
            OptionChoice(FillBarrier.NONE, self.tr("Cross all")),
            OptionChoice(FillBarrier.ANY, self.tr("Stop at any")),
            OptionChoice(FillBarrier.INK, self.tr("Stop at the chosen kind")),
        )
        how_far, stops = self.tr("How far the fill goes"), self.tr("Which hexsides stop the fill")
        return (
            Option("extent", OptionKind.CHOICE, self.tr("Fill"), how_far, choices=extents),
            Option("barrier", OptionKind.CHOICE, self.tr("Hexsides"), stops, choices=barriers),
        )

    def press(self, at: Pointer) -> None:
        cell, terrain = self.clicked(at), self.ink.id
        reached = self._extent(cell)
        words = self.tr("Finding out how far the fill goes...")
        self.push(with_plan(self.plan, lambda: paint_terrain(self.plan, reached(), terrain), words))

    def _extent(self, cell: Cell) -> Callable[[], Cells]:
        """What goes over the hexes from one of them, as far as the options let it; refuses what it cannot begin."""
        fill = partial(flood, self.plan, cell, stopped_by=self._barriers())
        match self.options.extent:
            case FillExtent.TERRAIN:
                return fill
            case FillExtent.REGION:
                return partial(fill, same_terrain=False, region=self._region(cell))
            case FillExtent.SELECTION:
                within = self.bench.selection.cells
                if cell not in within:
                    raise CannotEdit(message("tool.cannot.outside-selection"))
                return partial(fill, same_terrain=False, within=within)

    def _region(self, cell: Cell) -> str:
        """The region to fill: that in hand where the hex belongs to it, else the first that has it."""
        ink = self.bench.ink_of(InkGroup.REGIONS)
        holding = [region.id for region in self.plan.regions.values() if cell.key in region.members]
        if not holding:
            raise CannotEdit(message("tool.cannot.no-region-here"))
        return ink.id if ink is not None and ink.id in holding else holding[0]

    def _barriers(self) -> tuple[str, ...]:
        if self.options.barrier is FillBarrier.NONE:
            return ()
        if self.options.barrier is FillBarrier.ANY:
            known = {swatch.id for swatch in extended_palette(self.document.palette, self.plan).sides}
            used = (kind for index in self.bench.canvas.picture.index.sheets.values() for kind in index.kinds)
            return tuple(sorted({*known, *used}))
        ink = self.bench.ink_of(InkGroup.SIDES)
        if ink is None:
            raise CannotEdit(message("tool.cannot.no-ink", group=message("tool.group.sides")))
        return (ink.id,)


@dataclass(slots=True)
class ReplaceOptions(ToolOptions):
    """Where terrain is replaced."""

    within_selection: bool = False


class ReplaceTerrain(_OneClick):
    """Replaces the terrain of the hex that is clicked, wherever it is, by that in hand."""

    name = "replace-terrain"
    shortcut = "H"
    options: ReplaceOptions

    @property
    def title(self) -> str:
        return self.tr("Replace")

    @property
    def tip(self) -> str:
        return self.tr("Replace one terrain by another everywhere or in the selection")

    @property
    def hint(self) -> Message:
        return message("tool.hint.replace-terrain")

    def make_options(self) -> ReplaceOptions:
        return ReplaceOptions()

    def options_shown(self) -> Sequence[Option]:
        tip = self.tr("Leave everything outside the selection as it is")
        return (Option("within_selection", OptionKind.BOOL, self.tr("Only in the selection"), tip),)

    def press(self, at: Pointer) -> None:
        old = self.plan.terrain_at(self.clicked(at))
        assert old is not None, "a hex of the map has terrain"
        within = self.bench.selection.cells if self.options.within_selection else None
        new, words = self.ink.id, self.tr("Looking for the terrain on the whole map...")
        self.push(with_plan(self.plan, lambda: replace_terrain(self.plan, old, new, within=within), words))
