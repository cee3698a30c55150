"""The scans of the open map on the canvas: laid between its ground and its grid, in their order.

It follows the document and the layers and keeps one item a scan that is seen; what is not seen is not unpacked
either. It also holds the loupe over the canvas.
"""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, QPointF, Signal
from PySide6.QtGui import QPainter

from editor.canvas.scans.calibration_marks import GridShown
from editor.canvas.scans.loupe import TIMES, Loupe, Sight
from editor.canvas.scans.over_scans import OverScans
from editor.canvas.scans.scan_item import ScanItem, draw_scan, scan_box, visible_outline
from editor.canvas.scans.scan_pyramid import Size, TileAt
from editor.canvas.tiles.tile_cache import FULL_SIZE
from editor.digitise.clicks import Numbering
from editor.digitise.print_sight import PrintSight
from editor.digitise.transforms import Transform
from editor.documents.map_document import MapDocument
from editor.documents.print_reader import PrintReader
from editor.documents.scan_facts import ScanFacts, in_order
from editor.documents.scan_images import ScanImage, ScanImages
from editor.documents.scan_intake import ImageKey
from editor.documents.tracing_sight import TracingSight
from editor.documents.workbench import EditLayer, Workbench
from editor.geometry.lattice import Box
from editor.geometry.place_names import place_name
from editor.model.touched import Touched
from engine.definitions.plan import Placement, Point, ScanPlan

_FARTHEST = 400.0
"""How far around the map a scan may be seen, in circumradii, or a map's width if that is more."""
LOWEST_Z, HIGHEST_Z, OVER_Z = 1.0, 7.0, 8.0


class ScanLayer(QObject):
    """Scans under the grid; one for a window."""

    changed = Signal()
    """Other scans are shown, or one of them is further unpacked."""

    def __init__(self, bench: Workbench, images: ScanImages, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.bench = bench
        self.images = images
        self.loupe = Loupe(bench.canvas, self.sight)
        self._document: MapDocument | None = None
        self._items: dict[str, ScanItem] = {}
        self._opacities: dict[str, float] = {}
        self._hidden: set[str] = set()
        self._is_shown = True
        self.over = OverScans(lambda: bench.canvas.picture)
        bench.canvas.covered_names.is_over_scan = self.over.lies_at
        self.over.setZValue(OVER_Z)
        bench.canvas.add_follower(self.over)
        self.prints = PrintReader(images, self.scan_at, lambda sheet: bench.canvas.picture.sheet(sheet).lattice)
        bench.print_at = self.print_at
        self.tracing = TracingSight(bench.canvas, self.over, self._show_alone, OVER_Z + 0.5)
        bench.canvas.renewed.connect(self._lay_over)
        bench.canvas.moved.connect(self._look)
        bench.document_changed.connect(self._open)
        bench.layers_changed.connect(self._sync)
        self._open()

    # What is shown

    def item(self, id: str) -> ScanItem | None:
        """The item of a scan that is seen."""
        return self._items.get(id)

    def set_shown(self, on: bool) -> None:
        """Show scans at all; a map that is played hides them."""
        self.loupe.hears_key = self.tracing.alone.hears_key = on
        self._is_shown = on
        self._sync()

    def show_opacity(self, id: str, opacity: float | None) -> None:
        """Try an opacity without writing it down; None goes back to what is written."""
        if opacity is None:
            self._opacities.pop(id, None)
        else:
            self._opacities[id] = opacity
        item, scan = self._items.get(id), None if self._document is None else self._document.plan.scans.get(id)
        if item is not None and scan is not None:
            item.setOpacity(self.opacity(scan) * self.bench.layers[EditLayer.SCANS].opacity)

    def show_visible(self, id: str, visible: bool) -> None:
        """Hide or show a scan for now, where the file may not be written."""
        (self._hidden.discard if visible else self._hidden.add)(id)
        self._sync()

    def is_visible(self, scan: ScanPlan) -> bool:
        """Whether a scan would be seen if all scans were."""
        return ScanFacts.of(scan).visible and scan.id not in self._hidden

    def opacity(self, scan: ScanPlan) -> float:
        return self._opacities.get(scan.id, ScanFacts.of(scan).opacity)

    def scan_at(self, point: Point) -> tuple[ScanPlan, Point] | None:
        """The topmost scan that is seen at a point of the plane, and the pixel there."""
        if self._document is None:
            return None
        for scan in reversed(in_order(self._document.plan)):
            item = self._items.get(scan.id)
            if item is None:
                continue
            pixel = pixel_at(item.placement, item.pixels.size, point)
            if pixel is not None:
                return scan, pixel
        return None

    def print_at(self, point: Point) -> PrintSight | None:
        """The print under a point of the map, to be read; None where no calibrated scan is seen."""
        return None if self._document is None else self.prints.at(self._document.plan, point)

    def look_at(self, scan: ScanPlan) -> None:
        """Bring all of a scan into view."""
        canvas = self.bench.canvas
        box = scan_box(Transform(scan.placement), self.images.image(scan).size)
        view = canvas.viewport().rect()
        scale = min(view.width() / max(box.width, 1e-9), view.height() / max(box.height, 1e-9)) * 0.95
        canvas.set_zoom(canvas.zoom * scale / canvas.transform().m11())
        canvas.look_at_point((box.left + box.right) / 2, (box.top + box.bottom) / 2)

    def fitting(self, size: Size) -> Placement:
        """Where a new scan is laid: over the whole map, as large as it fits.

        A map without hexes has no size of its own yet; there a pixel of the scan is one of the screen at full size.
        """
        paper = self.bench.canvas.picture.bounds
        has_hexes = bool(self.bench.canvas.plan.sheets)
        scale = min(paper.width / size[0], paper.height / size[1]) if has_hexes else 1 / FULL_SIZE
        left = (paper.left + paper.right - scale * size[0]) / 2
        top = (paper.top + paper.bottom - scale * size[1]) / 2
        return scale, 0.0, left, 0.0, scale, top, 0.0, 0.0, 1.0

    # The loupe

    def sight(self, at: QPointF) -> Sight | None:
        """What the loupe shows at a point of the view."""
        canvas = self.bench.canvas
        point = canvas.plane_point(at)
        plane = point.x(), point.y()
        found = self.scan_at(plane)
        if found is None:
            return None
        scan, pixel = found
        item = self._items[scan.id]
        key = canvas.picture.key_at(*plane)
        label = "" if key is None else place_name(canvas.plan, key)
        return Sight(
            plane,
            TIMES / item.placement.stretch(*pixel),
            partial(_draw, item),
            canvas.picture.outline(key) if key is not None else None,
            label,
        )

    # Following

    def _open(self) -> None:
        if self._document is not None:
            self._document.changed.disconnect(self._follow)
        self._document = self.bench.document
        self._opacities.clear()
        self._hidden.clear()
        self.prints.forget()
        for name in list(self._items):
            self._remove(name)
        self.images.set_store(None if self._document is None else self._document.store)
        if self._document is not None:
            self._document.changed.connect(self._follow)
        self._sync()
        self.tracing.follow(None if self._document is None else self._document.plan)

    def _show_alone(self, on: bool) -> None:
        """The scans by themselves, at full strength, or as they are shown otherwise."""
        self.over.set_away(on)
        self.tracing.tint.setOpacity(0.0 if on else 1.0)
        scans = {} if self._document is None else self._document.plan.scans
        layer = self.bench.layers[EditLayer.SCANS]
        for name, item in self._items.items():
            item.setOpacity(1.0 if on else self.opacity(scans[name]) * layer.opacity)

    def _follow(self, touched: Touched) -> None:
        self.tracing.follow(None if self._document is None else self._document.plan)
        if touched.scans:
            self._sync()

    def _sync(self) -> None:
        plan = None if self._document is None else self._document.plan
        scans = [] if plan is None else in_order(plan)
        layer = self.bench.layers[EditLayer.SCANS]
        seen = [scan for scan in scans if self.is_visible(scan)] if self._is_shown and layer.visible else []
        for name in set(self._items) - {scan.id for scan in seen}:
            self._remove(name)
        for number, scan in enumerate(seen):
            item = self._item_of(scan)
            item.setZValue(LOWEST_Z + (HIGHEST_Z - LOWEST_Z) * number / len(seen))
            item.set_placement(Transform(scan.placement))
            item.setOpacity(self.opacity(scan) * layer.opacity)
        self.images.keep(ImageKey.of(scan) for scan in scans)
        self._lay()
        self.changed.emit()

    def _item_of(self, scan: ScanPlan) -> ScanItem:
        image = self.images.image(scan)
        item = self._items.get(scan.id)
        if item is not None and item.pixels is image:
            return item
        if item is not None:
            self._remove(scan.id)
        item = self._items[scan.id] = ScanItem(image, Transform(scan.placement))
        self.bench.canvas.scene().addItem(item)
        image.changed.connect(self._image_changed)
        image.arrived.connect(self._tile_arrived)
        return item

    def _remove(self, id: str) -> None:
        item = self._items.pop(id)
        item.scene().removeItem(item)
        if not any(other.pixels is item.pixels for other in self._items.values()):
            image = item.pixels
            assert isinstance(image, ScanImage)
            image.changed.disconnect(self._image_changed)
            image.arrived.disconnect(self._tile_arrived)

    def _image_changed(self) -> None:
        image = self.sender()
        if isinstance(image, ScanImage) and image.is_ready:
            for item in self._items.values():
                if item.pixels is image:
                    item.renew()
            self._lay()
        self.changed.emit()

    def _tile_arrived(self, at: TileAt) -> None:
        for item in self._items.values():
            if isinstance(item.pixels, QObject) and item.pixels is self.sender():
                item.tile_arrived(at)
        if self.loupe.isVisible():
            self.loupe.update()

    def _lay(self) -> None:
        """Tell the canvas how far scans reach; one laid by nonsense does not drag the view along."""
        self._lay_over()
        boxes = [item.picture.bounds for item in self._items.values()]
        if not boxes:
            self.bench.canvas.set_surroundings(None)
            return
        paper = self.bench.canvas.picture.bounds
        limit = paper.grown(max(paper.width, paper.height, _FARTHEST))
        around = paper
        for box in boxes:
            around = around.united(box)
        self.bench.canvas.set_surroundings(
            Box(
                max(around.left, limit.left),
                max(around.top, limit.top),
                min(around.right, limit.right),
                min(around.bottom, limit.bottom),
            )
        )

    def _lay_over(self) -> None:
        """The map is drawn over its scans, with the grid of all sheets."""
        canvas, layer = self.bench.canvas, self.bench.layers[EditLayer.GRID]
        grids = []
        if self._items and layer.visible and canvas.shown.grid:
            for sheet in canvas.plan.sheets.values():
                lattice = canvas.picture.sheet(sheet.id).lattice
                grids.append(GridShown(Numbering.of(sheet, lattice), Transform()))
        areas = [visible_outline(item.placement, Box(0, 0, *item.pixels.size)) for item in self._items.values()]
        self.over.lay(grids, areas)

    def _look(self) -> None:
        view = self.bench.canvas.view_box
        for item in self._items.values():
            item.look_at(view)


def pixel_at(placement: Transform, size: Size, point: Point) -> Point | None:
    """The pixel of a scan at a point of the plane; None beside the scan and beyond its horizon."""
    try:
        x, y = placement.inverse().point(*point)
    except (ValueError, ZeroDivisionError):
        return None
    if not (0 <= x < size[0] and 0 <= y < size[1]):
        return None
    a, b = placement.point(x, y)
    reach = placement.stretch(x, y)
    return (x, y) if abs(a - point[0]) <= reach and abs(b - point[1]) <= reach else None


def _draw(item: ScanItem, painter: QPainter, box: Box, scale: float) -> None:
    draw_scan(painter, item.pixels, item.placement, box, scale)
