"""The whole map as something to paint: every renderer, layer by layer, on a sheet of paper.

It paints any rectangle at any scale onto any painter, so the tile cache, the export of pictures and a
printer all use it. It is told what has changed in the plan and answers which rectangles look different now.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QPen

from editor.canvas.art.box_renderer import BoxRenderer
from editor.canvas.art.hex_renderer import HexRenderer, Repaints
from editor.canvas.art.link_lines import LinkLines
from editor.canvas.art.looks import Looks
from editor.canvas.art.place_boxes import PlaceBoxes
from editor.canvas.art.renderer import Layer, Patch, PausedError, Place, PointedHexside, Renderer, Shown
from editor.canvas.art.shape_renderer import ShapeRenderer
from editor.canvas.art.space_renderer import SpaceRenderer
from editor.canvas.art.stamps import Stamps
from editor.geometry.cells import Cells, columns
from editor.geometry.lattice import Box
from editor.geometry.plan_index import PlanIndex
from engine.definitions.plan import Cell, MapPlan, SideKey, cell_of, side_cells

MARGIN = 0.9
"""Paper around the outermost hexes."""


class MapPicture:
    """A plan as seen through looks."""

    def __init__(self, plan: MapPlan, looks: Looks, shown: Shown | None = None) -> None:
        self.plan = plan
        self.looks = looks
        self.shown = shown or Shown()
        self._build()

    def _build(self) -> None:
        self.index = PlanIndex(self.plan)
        stamps = Stamps()
        self._sheets = {
            sheet.id: HexRenderer(self.index, sheet, self.looks, stamps, self._paper_now)
            for sheet in self.plan.sheets.values()
        }
        self.spaces = SpaceRenderer(self.index, self.looks, self._paper_now)
        self.shapes = ShapeRenderer(self.plan, self.looks)
        self.boxes = BoxRenderer(self.index, self.looks, self.shapes)
        self._link_lines = LinkLines(self.index, self.looks, self.spaces)
        self._renderers: tuple[Renderer, ...] = (
            self.shapes,
            *reversed(self._sheets.values()),
            self.spaces,
            self._link_lines,
            self.boxes,
        )
        """In painting order: where joined sheets overlap, the earlier one lies on top."""
        self._bounds: Box | None = None
        self._place_boxes = PlaceBoxes(self.plan, self.spaces, self.boxes)

    def sheet(self, id: str) -> HexRenderer:
        """The renderer of one sheet."""
        return self._sheets[id]

    # What lies where

    @property
    def bounds(self) -> Box:
        """The paper: everything drawn, and a margin."""
        if self._bounds is None:
            box: Box | None = None
            for renderer in self._renderers:
                part = renderer.bounds()
                if part is not None:
                    box = part if box is None else box.united(part)
            self._bounds = (box or Box(0, 0, 1, 1)).grown(MARGIN)
        return self._bounds

    def _paper_now(self) -> Box:
        return self.bounds

    def key_at(self, x: float, y: float) -> str | None:
        """The location at a point of the map plane."""
        for renderer in reversed(self._renderers):
            key = renderer.key_at(x, y)
            if key is not None:
                return key
        return None

    def side_at(self, x: float, y: float) -> PointedHexside | None:
        """The hexside nearest to a point."""
        for renderer in reversed(self._renderers):
            side = renderer.side_at(x, y)
            if side is not None:
                return side
        return None

    def place(self, key: str) -> Place | None:
        """Where the counters of a location stand; None for a location the map does not have."""
        for renderer in self._renderers:
            found = renderer.place(key)
            if found is not None:
                return found
        return None

    def outline(self, key: str) -> QPainterPath | None:
        """The edge of a location."""
        for renderer in self._renderers:
            found = renderer.outline(key)
            if found is not None:
                return found
        return None

    def name_at(self, x: float, y: float, scale: float) -> str | None:
        """The feature in a hex whose name is written at a point where the map is shown at a scale, in points."""
        found = (renderer.name_at(x, y, scale) for renderer in self._sheets.values())
        return next((name for name in found if name is not None), None)

    def name_box(self, feature: str, scale: float) -> Box | None:
        """Where the name of a feature in a hex is written at a scale, in points; None where it is not."""
        held = self.plan.features.get(feature)
        cell = cell_of(held.at) if held is not None else None
        renderer = self._sheets.get(cell.sheet) if cell is not None else None
        return None if cell is None or renderer is None else renderer.name_box(cell, feature, scale)

    # Painting

    def paint(self, painter: QPainter, patch: Patch) -> None:
        """Paint a rectangle of the map; the painter's unit is a circumradius."""
        if patch.made is not None:
            self._make_ready(patch)
        if patch.portion.has_paper:
            self.paint_paper(painter, patch)
        for layer in patch.portion.layers:
            self.paint_layer(painter, patch, layer)

    def _make_ready(self, patch: Patch) -> None:
        """Make what is kept before anything is painted, whatever the portion: a patch that is put off loses nothing."""
        for layer in Layer:
            for renderer in self._sheets.values():
                if self.shown.strength(renderer.part(layer)) > 0:
                    with _spared(patch):
                        renderer.make_ready(patch, layer, self.shown)

    def paint_layer(self, painter: QPainter, patch: Patch, layer: Layer) -> None:
        """Paint one layer of a rectangle, without the paper."""
        for renderer in self._renderers:
            strength = self.shown.strength(renderer.part(layer))
            with _spared(patch, painter):
                if strength >= 1:
                    renderer.paint(painter, patch, layer, self.shown)
                elif strength > 0:
                    self._paint_faintly(painter, patch, strength, renderer, layer)

    def _paint_faintly(
        self, painter: QPainter, patch: Patch, strength: float, renderer: Renderer, layer: Layer
    ) -> None:
        """Paint a layer by itself and lay it on as one, so that what overlaps in it does not show twice.

        Where there are no pixels, as in print, each shape is made faint instead.
        """
        device = painter.device()
        alone = None
        if patch.raster and isinstance(device, QImage):
            alone = self._alone(painter, device, patch, renderer, layer)
        painter.save()
        painter.setOpacity(strength)
        if alone is not None:
            painter.resetTransform()
            painter.drawImage(0, 0, alone)
        else:
            renderer.paint(painter, patch, layer, self.shown)
        painter.restore()

    def _alone(self, painter: QPainter, device: QImage, patch: Patch, renderer: Renderer, layer: Layer) -> QImage:
        """A layer on an image of its own, as it would be painted on the device."""
        alone = QImage(device.size(), QImage.Format.Format_ARGB32_Premultiplied)
        alone.fill(Qt.GlobalColor.transparent)
        box, apart = patch.box, QPainter(alone)
        try:
            apart.setRenderHints(painter.renderHints())
            part = painter.transform().mapRect(QRectF(box.left, box.top, box.width, box.height))
            apart.setClipRect(part.toAlignedRect())
            apart.setTransform(painter.transform())
            renderer.paint(apart, patch, layer, self.shown)
        finally:
            apart.end()
        return alone

    @property
    def paper(self) -> QColor:
        """What shows where nothing is painted yet."""
        return QColor(self.looks.paper)

    def paint_paper(self, painter: QPainter, patch: Patch) -> None:
        """Paint the sheet that everything lies on, and the table around it."""
        box, paper = patch.box, self.bounds
        sheet = QRectF(paper.left, paper.top, paper.width, paper.height)
        width = max(0.04, 1.0 / patch.scale)
        inside = paper.grown(-width)
        if inside.left < box.left and inside.top < box.top and box.right < inside.right and box.bottom < inside.bottom:
            painter.fillRect(sheet, self.looks.paper)
            return
        painter.fillRect(QRectF(box.left, box.top, box.width, box.height), self.looks.table)
        painter.fillRect(sheet, self.looks.paper)
        painter.setPen(QPen(QColor(self.looks.style.boxes.edge), width))
        painter.drawRect(sheet)

    # What has changed

    def cells_changed(self, cells: Iterable[Cell]) -> Repaints:
        """Terrain of these cells is another; many are best given in bulk."""
        changed = cells if isinstance(cells, Cells) else Cells.of(cells)
        found, has_other_hexes = Repaints([], []), False
        for sheet, keys in changed.items():
            if sheet in self._sheets:
                some = self._sheets[sheet].cells_changed(*columns(keys))
                found.ground.extend(some.ground)
                found.whole.extend(some.whole)
                has_other_hexes = has_other_hexes or self._sheets[sheet].has_other_hexes
        if has_other_hexes and self.plan.joins:
            found.whole.extend(self._seams_changed())
        found.whole.extend(self._restyled([*found.ground, *found.whole]))
        return found

    def _seams_changed(self) -> list[Box]:
        """Hexes came or went: where sheets lie on each other another one may draw them now."""
        before = {name: renderer.index.owners for name, renderer in self._sheets.items()}
        self.index.find_owners()
        others = [each for name, each in self._sheets.items() if each.index.owners != before[name]]
        for renderer in others:
            renderer.seams_changed()
        return [box for renderer in others if (box := renderer.bounds()) is not None]

    def _restyled(self, ground: list[Box]) -> list[Box]:
        """Where lettering stood and stands that is of land now and was of water, or the other way round."""
        texts = self.boxes.restyled(ground)
        return self._place_boxes.changed(texts=texts) if texts else []

    def shapes_changed(self, ids: Iterable[str]) -> list[Box]:
        """These outlines of the ground came, went or changed; gives where they were and are."""
        boxes = self.shapes.changed(ids)
        return [*boxes, *self._restyled(boxes)]

    def sides_changed(self, sides: Iterable[SideKey]) -> list[Box]:
        """These hexside features came, went or changed."""
        boxes = []
        for side in sides:
            renderer = self._sheets.get(side.sheet)
            if renderer is None:
                continue
            self.index.update_side(side)
            near, far = side_cells(renderer.sheet.grid, side)
            boxes.append(renderer.side_changed(near, side).united(renderer.side_changed(far, side)))
            boxes += renderer.river_changed(side)
        return boxes

    def paths_changed(self, ids: Iterable[str]) -> list[Box]:
        """These lines came, went or changed."""
        boxes: list[Box] = []
        for line in ids:
            boxes += self._link_lines.boxes(line)
            touched = self.index.update_path(line)
            boxes += self._link_lines.boxes(line)
            for key in dict.fromkeys(touched):
                cell = cell_of(key)
                renderer = self._sheets.get(cell.sheet) if cell is not None else None
                if cell is not None and renderer is not None:
                    boxes.append(renderer.path_changed(cell))
        return boxes

    def features_changed(self, ids: Iterable[str]) -> list[Box]:
        """These features came, went, moved or changed."""
        boxes: list[Box] = []
        has_space = False
        for feature in ids:
            for key in self.index.update_feature(feature):
                cell = cell_of(key)
                renderer = self._sheets.get(cell.sheet) if cell is not None else None
                if cell is not None and renderer is not None:
                    boxes.append(renderer.features_changed(cell))
                elif key in self.plan.spaces:
                    boxes.append(self.spaces.space_box(self.plan.spaces[key]))
                    has_space = True
        return [*boxes, *self.spaces.names.changed()] if has_space else boxes

    def regions_changed(self) -> None:
        """Regions are other ones, or hold other places."""
        for renderer in self._sheets.values():
            renderer.regions_changed()

    def members_changed(self, places: Iterable[str]) -> list[Box]:
        """These places joined or left regions."""
        by_sheet: dict[str, list[Cell]] = {}
        for place in places:
            cell = cell_of(place)
            if cell is not None:
                by_sheet.setdefault(cell.sheet, []).append(cell)
        found: list[Box] = []
        for name, renderer in self._sheets.items():
            owned = {cell for others in by_sheet.values() for cell in others} if renderer.index.owners else set()
            seen = [Cell(name, *at) for at, owner in renderer.index.owners.items() if owner in owned]
            boxes = renderer.members_changed([*by_sheet.get(name, ()), *seen])
            found += [self.bounds] if boxes is None else boxes
        return found

    def places_changed(
        self,
        *,
        spaces: Iterable[str] = (),
        boxes: Iterable[str] = (),
        links: Iterable[str] = (),
        texts: Iterable[str] = (),
    ) -> list[Box]:
        """These came, went, moved or changed; the hexes are as they were."""
        self.spaces.links_changed()
        self._bounds = None
        found = self._place_boxes.changed(spaces=spaces, boxes=boxes, links=links, texts=texts)
        return [*found, *self.spaces.names.changed()]

    def everything_changed(self) -> None:
        """The plan may be another altogether: sheets, places, connections."""
        self._build()


@contextmanager
def _spared(patch: Patch, painter: QPainter | None = None) -> Iterator[None]:
    """Let what goes wrong with a layer cost no more than that layer, where the patch wants it so."""
    if patch.failed is None:
        yield
        return
    if painter is not None:
        painter.save()
    try:
        yield
    except PausedError:
        raise
    except Exception as error:
        patch.failed(error)
    finally:
        if painter is not None:
            painter.restore()
