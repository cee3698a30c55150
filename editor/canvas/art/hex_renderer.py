"""Draws one sheet of hexes: ground, lines, signs and names, from chunks kept ready.

A sheet cut through its border hexes (`edge: half`) is clipped there. Tints of regions are painted from arrays
that hold, for each kind of region, which region every cell belongs to.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from editor.canvas.art.ground import DETAIL_FROM, PIXELS_BELOW, GroundMarks
from editor.canvas.art.hex_lines import TAPER, THIN_BELOW, HexLines
from editor.canvas.art.hex_relief import has_relief, relief_marks
from editor.canvas.art.looks import Looks
from editor.canvas.art.marks import Chunk, ChunkStore, Mark, Marks, paint_marks
from editor.canvas.art.regions import RegionTints
from editor.canvas.art.renderer import (
    FEATURES,
    GRID,
    LABELS,
    PATHS,
    REGIONS,
    SIDES,
    TERRAIN,
    Layer,
    Patch,
    Place,
    PointedHexside,
    Shown,
)
from editor.canvas.art.signs import SignSpot, paint_signs
from editor.canvas.art.stamps import Stamps, make_stamps, paint_patterns
from editor.canvas.art.words.hex_words import NUMBERS_FROM, HexWords
from editor.canvas.art.words.river_names import RiverNames
from editor.geometry.lattice import HALF3, Box, Ints, Lattice, Span
from editor.geometry.plan_index import CHUNK, PlanIndex, SheetIndex
from engine.definitions.plan import NO_CELL, Cell, FeaturePlan, SheetPlan, SideKey, cell_of

LINES_FROM = 2.2
SIGNS_FROM = 2.5
_COUNTER = 1.14
_HIDING = 0.6
"""How strong the grid must be to hide that the hexes beneath have no soft edges."""
_FEW = 200
"""Cells that are quicker drawn afresh than by way of their chunks."""
_PARTS = {
    Layer.GROUND: TERRAIN,
    Layer.TINTS: REGIONS,
    Layer.SIDES: SIDES,
    Layer.GRID: GRID,
    Layer.PATHS: PATHS,
    Layer.SIGNS: FEATURES,
    Layer.NAMES: FEATURES,
}


class Repaints(NamedTuple):
    """What looks different now: parts where only the ground does, and parts where what is drawn on it does too."""

    ground: list[Box]
    whole: list[Box]


class HexRenderer:
    """The renderer of a sheet."""

    def __init__(
        self, index: PlanIndex, sheet: SheetPlan, looks: Looks, stamps: Stamps, paper: Callable[[], Box]
    ) -> None:
        """`paper` is what the whole map lies on, other sheets too."""
        self.plan = index.plan
        self.sheet = sheet
        self.looks = looks
        self.features_at = index.features_at
        self.index: SheetIndex = index.sheets[sheet.id]
        self.lattice: Lattice = self.index.lattice
        self._ground = GroundMarks(sheet, self.lattice, self.plan.terrain_names, looks, self.index.is_drawn_elsewhere)
        self.has_other_hexes = False
        """Whether hexes came or went when terrain was last changed."""
        self._has_shadows = has_relief(self._ground)
        """Whether there is or was ground that is not plain: what goes takes its shadow along."""
        self._stamps = stamps
        self._measured: tuple[Span, Box] | None = None
        self._lines = HexLines(self.plan, self.index, looks, index.features_at)
        self._standing: dict[Chunk, list[tuple[Cell, list[FeaturePlan]]]] = {}
        self._words = HexWords(self.index, looks, self._places, self._cut, paper)
        self._rivers = RiverNames(self.plan, self.index, looks, self._places)
        self._tints = RegionTints(self.plan, self.index, looks)
        self._fields = self._store(self._ground.fields, 1_200_000)
        self._soft = self._store(self._ground.soft_fields, 400_000)
        self._coasts = self._store(self._ground.coasts, 400_000)
        self._relief = self._store(lambda span: relief_marks(self._ground, span), 200_000)
        self._grid = self._store(self._ground.grid, 800_000)
        self._sides = self._store(lambda span: self._lines.sides(self.index.sides_of(span)), 800_000)
        self._thin_sides = self._store(lambda span: self._lines.thin_sides(self.index.sides_of(span)), 300_000)
        self._paths = self._store(lambda span: self._lines.paths(self.index.crossed_of(span)), 600_000)
        self._regions = self._store(self._tints.marks, 600_000)

    def _store(self, make: Callable[[Span], Marks], most_elements: int) -> ChunkStore:
        return ChunkStore(lambda chunk: make(self.index.span_of(chunk)), make, most_elements)

    # What lies where

    def bounds(self) -> Box | None:
        return self._cut() or self._sheet_box

    @property
    def _sheet_box(self) -> Box:
        """What all cells of the sheet cover."""
        whole = self.index.whole
        if self._measured is None or self._measured[0] != whole:
            self._measured = whole, self.lattice.box(whole)
        return self._measured[1]

    def _cut(self) -> Box | None:
        """Where a sheet with half hexes at its border is cut."""
        if self.sheet.edge != "half":
            return None
        whole, box = self.index.whole, self._sheet_box
        first, last = self.lattice.centre(whole.left, whole.top), self.lattice.centre(whole.right - 1, whole.bottom - 1)
        trim = HALF3 * self.lattice.scale
        if self.lattice.is_flat:
            return Box(first[0], box.top + trim, last[0], box.bottom - trim)
        return Box(box.left + trim, first[1], box.right - trim, last[1])

    def key_at(self, x: float, y: float) -> str | None:
        cut = self._cut()
        if cut is not None and not (cut.left <= x <= cut.right and cut.top <= y <= cut.bottom):
            return None
        col, row = self.lattice.cell_at(x, y)
        return Cell(self.sheet.id, col, row).key if self.sheet.code(col, row) != NO_CELL else None

    def side_at(self, x: float, y: float) -> PointedHexside | None:
        key = self.key_at(x, y)
        cell = cell_of(key) if key is not None else None
        if key is None or cell is None:
            return None
        centre = self.lattice.centre(cell.col, cell.row)
        towards = [
            math.hypot(centre[0] + float(mx) - x, centre[1] + float(my) - y) for mx, my in self.lattice.midpoints
        ]
        return PointedHexside(key, towards.index(min(towards)))

    def place(self, key: str) -> Place | None:
        cell = cell_of(key)
        if cell is None or cell.sheet != self.sheet.id:
            return None
        x, y = self.lattice.centre(cell.col, cell.row)
        return Place(x, y, _COUNTER * self.lattice.scale)

    def outline(self, key: str) -> QPainterPath | None:
        cell = cell_of(key)
        if cell is None or cell.sheet != self.sheet.id:
            return None
        x, y = self.lattice.centre(cell.col, cell.row)
        path = QPainterPath()
        for number, (dx, dy) in enumerate(self.lattice.corners):
            if number:
                path.lineTo(x + float(dx), y + float(dy))
            else:
                path.moveTo(x + float(dx), y + float(dy))
        path.closeSubpath()
        return path

    # What has changed

    def cells_changed(self, cols: Ints, rows: Ints) -> Repaints:
        """Terrain of these cells is another; they are dealt with by the chunk, each as far as it was changed."""
        shores, edges = self._ground.moved(cols, rows)
        self.has_other_hexes = bool(edges.any())
        self._has_shadows = self._has_shadows or has_relief(self._ground)
        across, down = (cols - self.sheet.first[0]) // CHUNK, (rows - self.sheet.first[1]) // CHUNK
        order = np.lexsort((down, across))
        cols, rows, across, down = cols[order], rows[order], across[order], down[order]
        begins = np.flatnonzero(np.diff(across, prepend=across[:1] - 1) | np.diff(down, prepend=down[:1] - 1))
        ends = (
            np.minimum.reduceat(cols, begins),
            np.minimum.reduceat(rows, begins),
            np.maximum.reduceat(cols, begins) + 1,
            np.maximum.reduceat(rows, begins) + 1,
        )
        spans = [Span(*each) for each in zip(*(end.tolist() for end in ends), strict=True)]
        moved = (np.logical_or.reduceat(flags[order], begins).tolist() for flags in (shores, edges))
        found = Repaints([], [])
        for span, shore, edge in zip(spans, *moved, strict=True):
            (found.whole if edge else found.ground).append(self._span_changed(span, shore, edge))
            if shore:
                found.whole.extend(self._rivers_changed(span))
        return found

    def _span_changed(self, span: Span, shore: bool, edge: bool) -> Box:
        """Where land became water the neighbours' coasts are others too.

        What is not another stays as it was made: a stroke then draws little but the ground afresh.
        """
        around = span.grown(1)
        stores = [self._fields, self._soft, self._relief]
        if shore or self._ground.has_water(around):
            stores.append(self._coasts)
        if shore:
            stores.append(self._regions)
        if edge:
            stores.append(self._grid)
        for chunk in self.index.chunks_of(around):
            for store in stores:
                store.drop(chunk)
        reaches = self._coasts in stores or self._has_shadows
        return self.lattice.box(span).grown((0.7 if reaches else 0.05) * self.lattice.scale)

    def _rivers_changed(self, span: Span) -> list[Box]:
        """A river that ends where land became water has another width."""
        ends, scale = self.index.lone_ends(span.grown(1)), self.lattice.scale
        others = (end for end in ends if self._lines.has_another_end(end[1]))
        rivers = [self.index.stretch(*end, TAPER + 1).grown(0.5 * scale) for end in others]
        for river in rivers:
            for chunk in self.index.chunks_in(river, beyond=1):
                self._sides.drop(chunk)
        return rivers

    def side_changed(self, cell: Cell, side: SideKey) -> Box:
        """A hexside of this cell is another; a river's width changes some way along it."""
        reach = (TAPER + 1.5 if self._is_of_river(side) else 1.0) * self.lattice.scale
        box = self.lattice.box(Span(cell.col, cell.row, cell.col + 1, cell.row + 1)).grown(reach)
        for chunk in self.index.chunks_in(box, beyond=1):
            self._sides.drop(chunk)
            self._thin_sides.drop(chunk)
        return box

    def _is_of_river(self, side: SideKey) -> bool:
        """Whether a river runs along a hexside or ends at it: one that meets something there does not rise there."""
        rivers = [kind for kind in self.index.kinds if self.looks.side(kind).stroke == "ribbon"]
        ends = self.index.vertex_names(side)
        return side.kind in rivers or any(
            len(self.index.meeting.get((kind, *end), ())) == 1 for kind in rivers for end in ends
        )

    def river_changed(self, side: SideKey) -> list[Box]:
        """A hexside came, went or has another name; gives where the names of its rivers stood and stand."""
        return self._rivers.changed(side)

    def path_changed(self, cell: Cell) -> Box:
        """A line through this cell is another."""
        self._paths.drop(self.index.chunk_of(cell.col, cell.row))
        return self.lattice.box(Span(cell.col, cell.row, cell.col + 1, cell.row + 1)).grown(0.2 * self.lattice.scale)

    def regions_changed(self) -> None:
        """Regions are other ones, or hold other cells."""
        self._tints.forget()
        self._regions.clear()

    def seams_changed(self) -> None:
        """Hexes of another sheet came or went, and with them what this one draws for both."""
        self._grid.clear()
        self.regions_changed()

    def members_changed(self, cells: Sequence[Cell]) -> list[Box] | None:
        """These cells joined or left regions; None when that makes all tints other ones."""
        if not self._tints.members_changed(cells):
            self._regions.clear()
            return None
        boxes = []
        for cell in cells:
            for col, row in ((cell.col, cell.row), *self.sheet.grid.neighbours(cell.col, cell.row)):
                self._regions.drop(self.index.chunk_of(col, row))
            span = Span(cell.col, cell.row, cell.col + 1, cell.row + 1)
            boxes.append(self.lattice.box(span).grown(self.lattice.scale))
        return boxes

    def features_changed(self, cell: Cell) -> Box:
        """What stands in this cell is another; lines run through a settlement and past anything else."""
        chunk = self.index.chunk_of(cell.col, cell.row)
        self._paths.drop(chunk)
        self._standing.pop(chunk, None)
        self._words.forget_boxes()
        return self._words.features_box(cell)

    def name_at(self, x: float, y: float, scale: float) -> str | None:
        """The feature whose name is written at a point where the map is shown at a scale, in points."""
        return self._words.name_at(x, y, scale) if scale * self.lattice.scale >= SIGNS_FROM else None

    def name_box(self, cell: Cell, feature: str, scale: float) -> Box | None:
        """Where the name of a feature of this cell is written at a scale, in points; None where it is not."""
        return self._words.name_box(cell, feature, scale)

    # Painting

    def part(self, layer: Layer) -> str:
        return _PARTS.get(layer, LABELS)

    def paint(self, painter: QPainter, patch: Patch, layer: Layer, shown: Shown) -> None:
        cut = self._cut() if layer < Layer.LETTERING else None
        if cut is None:
            self._paint_layer(painter, patch, layer, shown)
            return
        painter.save()
        try:
            painter.setClipRect(QRectF(cut.left, cut.top, cut.width, cut.height), Qt.ClipOperation.IntersectClip)
            self._paint_layer(painter, patch, layer, shown)
        finally:
            painter.restore()

    def _paint_layer(self, painter: QPainter, patch: Patch, layer: Layer, shown: Shown) -> None:
        radius = patch.scale * self.lattice.scale
        if layer is Layer.GROUND:
            self._paint_ground(painter, patch, shown)
        elif layer is Layer.SIGNS and radius >= SIGNS_FROM:
            self._paint_signs(painter, patch, radius)
        elif layer is Layer.LETTERING:
            self._paint_lettering(painter, patch, shown)
        elif layer is Layer.NAMES and shown.names and patch.points * self.lattice.scale >= SIGNS_FROM:
            self._words.paint_names(painter, patch)
        else:
            self._paint_chunks(painter, patch, layer, shown)
            if layer is Layer.GRID and shown.grid and radius >= DETAIL_FROM:
                self._paint_edge(painter, patch)

    def make_ready(self, patch: Patch, layer: Layer, shown: Shown) -> None:
        """Make what a layer of a patch is painted from, as far as it is not kept; `patch.made` may stop that."""
        stores, beyond = self._stores(patch, layer, shown)
        for store in stores:
            for chunk in self.index.chunks_in(patch.box, beyond):
                if not store.has((chunk,)):
                    store.get(chunk)
                    patch.has_made()
        if layer is Layer.GROUND and self._has_patterns(patch):
            make_stamps(patch, self._ground, self._span(patch), self._stamps)

    def _stores(self, patch: Patch, layer: Layer, shown: Shown) -> tuple[Sequence[ChunkStore], int]:
        """What a layer is painted from at the scale of a patch, and from how many chunks beyond its edges."""
        radius = patch.scale * self.lattice.scale
        if layer is Layer.GROUND:
            return self._ground_stores(patch, shown), 0
        if layer is Layer.TINTS and shown.regions and radius >= LINES_FROM:
            return (self._regions,), 0
        if layer is Layer.SIDES and radius >= LINES_FROM:
            return (self._sides if radius >= THIN_BELOW else self._thin_sides,), 1
        if layer is Layer.PATHS and radius >= LINES_FROM:
            return (self._paths,), 0
        if layer is Layer.GRID and shown.grid and radius >= DETAIL_FROM:
            return (self._grid,), 0
        return (), 0

    def _ground_stores(self, patch: Patch, shown: Shown) -> Sequence[ChunkStore]:
        if self._is_by_pixels(patch):
            return (self._coasts, self._relief) if patch.scale * self.lattice.scale >= DETAIL_FROM else ()
        has_grid = shown.grid and shown.strength(GRID) > _HIDING and patch.raster
        fields = (self._fields,) if has_grid else (self._fields, self._soft)
        return *fields, self._coasts, self._relief

    def _is_by_pixels(self, patch: Patch) -> bool:
        """Whether hexes are so small that their colours are looked up."""
        return patch.raster and patch.scale * self.lattice.scale < PIXELS_BELOW

    def _has_patterns(self, patch: Patch) -> bool:
        return patch.scale * self.lattice.scale >= DETAIL_FROM

    def _span(self, patch: Patch) -> Span:
        """The cells of the sheet in a patch."""
        return self.lattice.span(patch.box).clipped(self.index.whole)

    def _paint_lettering(self, painter: QPainter, patch: Patch, shown: Shown) -> None:
        if shown.names:
            self._rivers.paint(painter, patch)
        if shown.numbers and patch.points * self.lattice.scale >= NUMBERS_FROM:
            self._words.paint_numbers(painter, patch, self._ground.cells(self._span(patch)))

    def _paint_ground(self, painter: QPainter, patch: Patch, shown: Shown) -> None:
        if self._is_by_pixels(patch):
            self._paint_pixels(painter, patch)
        self._paint_chunks(painter, patch, Layer.GROUND, shown)
        if self._has_patterns(patch):
            paint_patterns(painter, patch, self._ground, self._span(patch), self._stamps)

    def _paint_pixels(self, painter: QPainter, patch: Patch) -> None:
        """Lay the ground down by the pixel, as far as the sheet reaches."""
        box = _whole_pixels(patch, self._sheet_box)
        if box is not None:
            target = QRectF(box.left, box.top, box.width, box.height)
            painter.drawImage(target, self._ground.pixels(box, patch.scale))

    def _paint_chunks(self, painter: QPainter, patch: Patch, layer: Layer, shown: Shown) -> None:
        stores, beyond = self._stores(patch, layer, shown)
        if not stores:
            return
        chunks = list(self.index.chunks_in(patch.box, beyond))
        span = self.lattice.span(patch.box).clipped(self.index.whole.grown(beyond))
        is_few = patch.fresh and span.size <= _FEW
        marks: list[Mark] = []
        for store in stores:
            if is_few and not store.has(chunks):
                marks.extend(store.make_span(span))
            else:
                for chunk in chunks:
                    patch.ticked()
                    marks.extend(store.get(chunk))
        paint_marks(painter, marks, patch.scale * self.lattice.scale, patch.scale)

    def _paint_edge(self, painter: QPainter, patch: Patch) -> None:
        """The line along which a sheet cuts its hexes."""
        cut, style = self._cut(), self.looks.style.grid
        if cut is not None:
            width = max(2 * style.width * self.lattice.scale, 1.5 / patch.scale)
            painter.setPen(QPen(QColor(style.colour), width))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(QRectF(cut.left, cut.top, cut.width, cut.height))

    def _places(self, box: Box) -> list[tuple[Cell, list[FeaturePlan]]]:
        """The cells with features whose chunks touch a box, in a stable order."""
        return sorted(place for chunk in self.index.chunks_in(box) for place in self._standing_in(chunk))

    def _standing_in(self, chunk: Chunk) -> list[tuple[Cell, list[FeaturePlan]]]:
        """What stands in a chunk, kept until it changes."""
        known = self._standing.get(chunk)
        if known is None:
            cells: dict[Cell, list[FeaturePlan]] = {}
            for name in sorted(self.index.features_in.get(chunk, ())):
                feature = self.plan.features[name]
                cell = cell_of(feature.at)
                if cell is not None:
                    cells.setdefault(cell, []).append(feature)
            known = self._standing[chunk] = list(cells.items())
        return known

    def _paint_signs(self, painter: QPainter, patch: Patch, radius: float) -> None:
        reach = patch.box.grown(self.lattice.scale)
        for cell, features in self._places(patch.box):
            x, y = self.lattice.centre(cell.col, cell.row)
            if reach.left <= x <= reach.right and reach.top <= y <= reach.bottom:
                paint_signs(painter, features, self.looks, SignSpot(x, y, self.lattice.scale, radius))

    def stored(self) -> dict[str, int]:
        """How many path elements each store holds, for the bench."""
        stores = {"fields": self._fields, "coasts": self._coasts, "grid": self._grid}
        stores |= {"sides": self._sides, "paths": self._paths, "regions": self._regions}
        return {name: store.weight for name, store in stores.items()}


def _whole_pixels(patch: Patch, part: Box) -> Box | None:
    """The pixels of a patch that a part of the map touches, if any."""
    left, top = (
        math.floor(max(0.0, gap) * patch.scale) for gap in (part.left - patch.box.left, part.top - patch.box.top)
    )
    right, bottom = (
        math.floor(max(0.0, gap) * patch.scale)
        for gap in (patch.box.right - part.right, patch.box.bottom - part.bottom)
    )
    inner = Box(
        patch.box.left + left / patch.scale,
        patch.box.top + top / patch.scale,
        patch.box.right - right / patch.scale,
        patch.box.bottom - bottom / patch.scale,
    )
    return inner if inner.left < inner.right and inner.top < inner.bottom else None
