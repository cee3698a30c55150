"""The brush for regions: countries, zones and theatres painted over hexes and spaces."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from editor.commands.regions import paint_region, unpaint_region
from editor.documents.workbench import EditLayer, InkGroup
from editor.geometry.cells import Cells
from editor.model.change import Change
from editor.refusal import CannotEdit
from editor.tools.brushes.brush import AltErasingBrush
from editor.tools.options import Option, OptionKind
from editor.tools.tool import Pointer, ToolGroup, ToolOptions
from engine.core.messages import Message, message
from engine.definitions.plan import Point


@dataclass(slots=True)
class RegionOptions(ToolOptions):
    """Whether regions of a kind may overlap."""

    alone: bool = True


class RegionBrush(AltErasingBrush):
    """Lets hexes and spaces belong to the region in hand; with Alt no longer."""

    name = "region-brush"
    group = ToolGroup.PLACES
    shortcut = "G"
    ink_group = InkGroup.REGIONS
    layer = EditLayer.REGIONS
    options: RegionOptions

    @property
    def title(self) -> str:
        return self.tr("Region Brush")

    @property
    def tip(self) -> str:
        return self.tr("Paint which hexes and spaces belong to a region")

    @property
    def hint(self) -> Message:
        return message("tool.hint.region-brush")

    def make_options(self) -> RegionOptions:
        return RegionOptions()

    def options_shown(self) -> Sequence[Option]:
        tip = self.tr("What is painted leaves every other region of the same kind, as countries do")
        return (Option("alone", OptionKind.BOOL, self.tr("One region of a kind"), tip),)

    def label(self) -> Message:
        region = self.plan.regions.get(self.ink.id)
        if region is None:
            raise CannotEdit(message("edit.cannot.no-region", region=self.ink.id))
        title = region.title or region.id
        if self.erases:
            return message("edit.do.unpaint-region", title=title)
        return message("edit.do.paint-region", title=title)

    def press(self, at: Pointer) -> None:
        ink = self.bench.ink_of(InkGroup.REGIONS)
        if ink is None or ink.id not in self.plan.regions:
            self.check_locks()
            self.bench.region_wanted.emit()
            return
        super().press(at)

    def dabs(self, cells: Cells, at: Pointer, stroke: Sequence[Point]) -> Iterator[Change]:
        places = self.places(stroke)
        hexes = Cells() if at.key in places else cells
        if self.erases:
            yield unpaint_region(self.plan, self.ink.id, hexes, places=places)
        else:
            yield paint_region(self.plan, self.ink.id, hexes, places=places, alone=self.options.alone)
