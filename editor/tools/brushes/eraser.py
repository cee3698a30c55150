"""The eraser: what it takes away is what is being worked on, unless it is told otherwise.

With terrain in hand it leaves hexes bare, with a river it rubs out hexsides, with a railway it cuts lines.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from editor.commands.connections import delete_links
from editor.commands.lines import erase_lines
from editor.commands.paint import erase_cells, paint_terrain
from editor.commands.places import delete_features
from editor.commands.regions import unpaint_region
from editor.commands.sides import clear_sides, sides_under
from editor.commands.spaces import delete_places
from editor.commands.texts import delete_texts
from editor.documents.workbench import EditLayer, InkGroup
from editor.geometry.cells import Cells, existing
from editor.geometry.hexsides import hexsides_around
from editor.model.change import Change
from editor.tools.brushes.brush import BrushTool, points_along
from editor.tools.locks import check_layer
from editor.tools.options import Option, OptionChoice, OptionKind
from editor.tools.pointer_probe import text_at
from editor.tools.preview import TraceLook
from editor.tools.tool import Pointer, ToolGroup, ToolOptions
from engine.core.messages import Message, message
from engine.definitions.plan import NO_TERRAIN, Point


class Erased(StrEnum):
    """What an eraser takes away."""

    INK = "ink"
    TERRAIN = "terrain"
    SIDES = "sides"
    PATHS = "paths"
    FEATURES = "features"
    REGIONS = "regions"
    CONNECTIONS = "connections"
    SPACES = "spaces"
    TEXTS = "texts"


_OF_INK = {
    InkGroup.TERRAIN: Erased.TERRAIN,
    InkGroup.SIDES: Erased.SIDES,
    InkGroup.PATHS: Erased.PATHS,
    InkGroup.FEATURES: Erased.FEATURES,
    InkGroup.REGIONS: Erased.REGIONS,
    InkGroup.CONNECTIONS: Erased.CONNECTIONS,
    InkGroup.BOXES: Erased.SPACES,
}
_LAYERS = {
    Erased.TERRAIN: EditLayer.TERRAIN,
    Erased.SIDES: EditLayer.SIDES,
    Erased.PATHS: EditLayer.PATHS,
    Erased.FEATURES: EditLayer.FEATURES,
    Erased.REGIONS: EditLayer.REGIONS,
    Erased.CONNECTIONS: EditLayer.SPACES,
    Erased.SPACES: EditLayer.SPACES,
    Erased.TEXTS: EditLayer.TEXTS,
}
_GROUPS = {Erased.SIDES: InkGroup.SIDES, Erased.PATHS: InkGroup.PATHS, Erased.FEATURES: InkGroup.FEATURES}


@dataclass(slots=True)
class EraserOptions(ToolOptions):
    """What it takes away, and whether only what is of the chosen kind."""

    what: Erased = Erased.INK
    only_ink: bool = False


class Eraser(BrushTool):
    """Takes away by stroke."""

    name = "eraser"
    group = ToolGroup.PAINT
    shortcut = "E"
    look = TraceLook.ERASE
    follows_points = True
    options: EraserOptions

    @property
    def title(self) -> str:
        return self.tr("Eraser")

    @property
    def tip(self) -> str:
        return self.tr("Rub out what is being worked on: terrain, hexsides, lines, places")

    @property
    def hint(self) -> Message:
        return message("tool.hint.eraser", what=message(f"tool.erased.{self.what}"))

    def make_options(self) -> EraserOptions:
        return EraserOptions()

    def options_shown(self) -> Sequence[Option]:
        titles = {
            Erased.INK: self.tr("What is being worked on"),
            Erased.TERRAIN: self.tr("Terrain"),
            Erased.SIDES: self.tr("Hexsides"),
            Erased.PATHS: self.tr("Rails and roads"),
            Erased.FEATURES: self.tr("Places"),
            Erased.REGIONS: self.tr("Regions"),
            Erased.CONNECTIONS: self.tr("Connections"),
            Erased.SPACES: self.tr("Spaces and boxes"),
            Erased.TEXTS: self.tr("Lettering"),
        }
        choices = tuple(OptionChoice(what.value, title) for what, title in titles.items())
        only = self.tr("Leave everything that is not of the kind in hand")
        return (
            Option("what", OptionKind.CHOICE, self.tr("Erase"), self.tr("What the eraser takes away"), choices=choices),
            Option("only_ink", OptionKind.BOOL, self.tr("Only the chosen kind"), only),
        )

    @property
    def what(self) -> Erased:
        """What it takes away now."""
        if self.options.what is not Erased.INK:
            return self.options.what
        ink = self.bench.ink
        return Erased.TERRAIN if ink is None else _OF_INK[ink.group]

    def check_locks(self) -> None:
        check_layer(self.bench, _LAYERS[self.what])

    def label(self) -> Message:
        return message("tool.do.erase", what=message(f"tool.erased.{self.what}"))

    def _kinds(self) -> tuple[str, ...] | None:
        """The kinds that go; None for all."""
        ink = self.bench.ink_of(_GROUPS[self.what])
        return (ink.id,) if self.options.only_ink and ink is not None else None

    def dabs(self, cells: Cells, at: Pointer, stroke: Sequence[Point]) -> Iterator[Change]:
        ways: dict[Erased, Callable[[Cells, Pointer, Sequence[Point]], Iterator[Change]]] = {
            Erased.TERRAIN: self._terrain,
            Erased.SIDES: self._sides,
            Erased.PATHS: self._paths,
            Erased.FEATURES: self._features,
            Erased.REGIONS: self._regions,
            Erased.CONNECTIONS: self._connections,
            Erased.SPACES: self._places,
            Erased.TEXTS: self._texts,
        }
        yield from ways[self.what](existing(self.plan, cells), at, stroke)

    def _terrain(self, cells: Cells, at: Pointer, stroke: Sequence[Point]) -> Iterator[Change]:
        """Hexes become what their sheet is filled with; on a sheet that is filled with nothing they go."""
        for name, keys in cells.items():
            own, fill = Cells({name: keys}), self.plan.sheets[name].fill
            if fill == NO_TERRAIN:
                yield erase_cells(self.plan, own, contents=self.document.contents)
            else:
                yield paint_terrain(self.plan, own, fill)

    def _sides(self, cells: Cells, at: Pointer, stroke: Sequence[Point]) -> Iterator[Change]:
        """A fine eraser takes the hexsides it comes nearest to, a broad one all of the hexes it covers."""
        if self.radius() == 1:
            sides = sides_under(self.plan, stroke)
        else:
            sides = [side for cell in cells for side in hexsides_around(self.plan.sheets[cell.sheet].grid, cell)]
        yield clear_sides(self.plan, dict.fromkeys(sides), kinds=self._kinds(), contents=self.document.contents)

    def _paths(self, cells: Cells, at: Pointer, stroke: Sequence[Point]) -> Iterator[Change]:
        yield erase_lines(self.plan, cells, kinds=self._kinds(), contents=self.document.contents)

    def _features(self, cells: Cells, at: Pointer, stroke: Sequence[Point]) -> Iterator[Change]:
        kinds, contents, plan = self._kinds(), self.document.contents, self.plan
        places = (*cells.place_keys(), *self.places(stroke))
        found = (name for place in places for name in sorted(contents.features_at(place)))
        yield delete_features(plan, [name for name in found if kinds is None or plan.features[name].kind in kinds])

    def _regions(self, cells: Cells, at: Pointer, stroke: Sequence[Point]) -> Iterator[Change]:
        """The region in hand loses the hexes; without one, or where all may go, every region does."""
        ink = self.bench.ink_of(InkGroup.REGIONS)
        places = self.places(stroke)
        for name in list(self.plan.regions):
            if not self.options.only_ink or ink is None or ink.id == name:
                yield unpaint_region(self.plan, name, cells, places=places)

    def _connections(self, cells: Cells, at: Pointer, stroke: Sequence[Point]) -> Iterator[Change]:
        spaces = self.bench.canvas.picture.spaces
        links = dict.fromkeys(link for point in points_along(stroke) if (link := spaces.link_at(*point)) is not None)
        if links:
            yield delete_links(self.plan, links, contents=self.document.contents)

    def _places(self, cells: Cells, at: Pointer, stroke: Sequence[Point]) -> Iterator[Change]:
        places = self.places(stroke)
        if places:
            yield delete_places(self.plan, places, contents=self.document.contents)

    def _texts(self, cells: Cells, at: Pointer, stroke: Sequence[Point]) -> Iterator[Change]:
        texts = dict.fromkeys(
            text for point in points_along(stroke) if (text := text_at(self.bench, point)) is not None
        )
        if texts:
            yield delete_texts(self.plan, texts)
