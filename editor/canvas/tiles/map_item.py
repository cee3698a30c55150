"""The map in the scene: one item that lays tiles on the screen and paints missing ones between frames.

At rest the tiles are painted at the very scale of the view, so that lettering is crisp at every zoom. While the
zoom is changing, tiles of the next power of two serve instead, because they can be reused from one step to the
next; and whatever is missing is stood in for by tiles of other scales. A timer paints what is wanted, nearest to the
middle of the view first, for a few milliseconds at a time.
"""

from __future__ import annotations

import time
from collections.abc import Sequence

from PySide6.QtCore import QPoint, QRect, QRectF, Qt, QTimer
from PySide6.QtGui import QPainter, QRegion, QTransform
from PySide6.QtWidgets import QGraphicsItem, QGraphicsObject, QStyleOptionGraphicsItem, QWidget

from editor.canvas.tiles.paint_turns import TURNS
from editor.canvas.tiles.tile_cache import BUDGET, TILE, TileCache, TileJob, TileKey, mip_for
from editor.canvas.tiles.tile_painting import Picture
from editor.geometry.lattice import Box

SLICE = 0.002
"""Seconds the timer may paint before it lets the program breathe; nothing is begun when half of them are gone."""
REPAIRS = 0.006
"""Seconds a frame may spend on repainting what an edit has changed; the rest follows in the next."""
STILL = 0.1
"""Seconds without a new frame after which tiles around the view are painted ahead."""
SETTLED = 0.15
"""Seconds after which a zoom counts as finished."""


class MapItem(QGraphicsObject):
    """Shows a map picture through a tile cache."""

    def __init__(
        self, picture: Picture, budget: int = BUDGET, *, see_through: bool = False, layered: bool = False
    ) -> None:
        super().__init__()
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)
        self.setZValue(0)
        self.picture = picture
        self.tiles = TileCache(picture, budget, see_through=see_through, layered=layered)
        self._wanted: dict[TileKey, None] = {}
        self._job: TileJob | None = None
        self._unpainted = True
        """Whether a frame is due that may ask for more tiles."""
        self._scale = 0.0
        self._zoomed_at = 0.0
        self._view = picture.bounds
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._fill)
        self._again = QTimer(self)
        self._again.setSingleShot(True)
        self._again.setInterval(0)
        self._again.timeout.connect(self.update)
        self._ahead = QTimer(self)
        self._ahead.setSingleShot(True)
        self._ahead.setInterval(int(STILL * 1000))
        self._ahead.timeout.connect(self._look_ahead)
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(int(SETTLED * 1000) + 10)
        self._rest.timeout.connect(self._settle)

    def boundingRect(self) -> QRectF:
        paper = self.picture.bounds
        return QRectF(paper.left, paper.top, paper.width, paper.height)

    @property
    def is_complete(self) -> bool:
        """Whether the last frame was painted from the right tiles alone."""
        waits = self._wanted or self._job or self._rest.isActive() or self._again.isActive()
        return not waits and not self._unpainted

    # Painting

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        world = painter.worldTransform()
        ratio = painter.device().devicePixelRatio()
        scale = world.m11() * ratio
        exposed = option.exposedRect
        box = Box(exposed.left(), exposed.top(), exposed.right(), exposed.bottom())
        self._note_scale(scale, ratio)
        painter.save()
        try:
            painter.resetTransform()
            painter.scale(1 / ratio, 1 / ratio)
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            has_all = self._paint_tiles(painter, box, scale, world * QTransform.fromScale(ratio, ratio))
        finally:
            painter.restore()
        self._unpainted = False
        if not has_all:
            self._ask(box, scale)
        if not self._rest.isActive():
            self._ahead.start()

    def _paint_tiles(self, painter: QPainter, box: Box, scale: float, to_screen: QTransform) -> bool:
        """Lay the tiles of a box on the screen; False when others stood in for some of them."""
        missing = []
        until = time.monotonic() + REPAIRS
        keys = list(self.tiles.keys_in(box, scale))
        if not self.tiles.repair(keys, until):
            self._again.start()
        for key in keys:
            image = self.tiles.ready(key, until=0.0)
            if image is None:
                missing.append(key)
            else:
                painter.drawImage(_on_screen(key.box, to_screen).topLeft(), image)
        if missing:
            self._stand_in(painter, missing, to_screen, until)
        return not missing

    def _stand_in(self, painter: QPainter, missing: list[TileKey], to_screen: QTransform, until: float) -> None:
        """Fill the place of missing tiles from those of other scales, each pixel once: scaling is most of a frame."""
        box, open_still = missing[0].box, QRegion()
        for key in missing:
            box = box.united(key.box)
            open_still = open_still.united(_on_screen(key.box, to_screen))
        open_still = open_still.intersected(_on_screen(self.picture.bounds, to_screen))
        """Tiles reach over the edge of the paper; there the scene never paints this item again."""
        for other in self.tiles.stand_ins(box, missing[0].scale):
            if open_still.isEmpty():
                return
            rect = _on_screen(other.box, to_screen)
            part = open_still.intersected(rect)
            image = self.tiles.ready(other, until) if not part.isEmpty() else None
            if image is not None:
                painter.setClipRegion(part)
                painter.drawImage(rect, image, QRect(0, 0, TILE, TILE))
                open_still = open_still.subtracted(rect)
        painter.setClipRegion(open_still)
        painter.fillRect(open_still.boundingRect(), self.picture.paper)

    def _note_scale(self, scale: float, to_point: float) -> None:
        if to_point != self.tiles.to_point:
            self.tiles.to_point = to_point
            self.tiles.clear()
            self._scale = 0.0
        if scale != self._scale:
            first = self._scale == 0.0
            self._scale = scale
            self._wanted.clear()
            self._job = None
            if first:
                self._overview()
            else:
                self._zoomed_at = time.monotonic()
                self._rest.start()

    def _overview(self) -> None:
        """Paint the whole map small, so that there is always something to show."""
        for key in self.tiles.keys_in(self.picture.bounds, self.tiles.overview_scale):
            self.tiles.make(key)

    def _ask(self, box: Box, scale: float) -> None:
        zooming = time.monotonic() - self._zoomed_at < SETTLED
        level = mip_for(scale) if zooming else scale
        keys = [key for key in self.tiles.keys_in(box, level) if key not in self.tiles]
        self.tiles.reserve(len(keys))
        for key in keys:
            self._wanted[key] = None
        if self._wanted and not self._timer.isActive():
            self._timer.start()

    # Between frames

    def look_at(self, view: Box) -> None:
        """The part of the map the view shows: its middle is painted first, and nothing far from it is."""
        self._unpainted |= view != self._view
        self._view = view

    def _look_ahead(self) -> None:
        if self._scale:
            self._ask(self._near_view(), self._scale)
        if (self._wanted or self._job) and not self._timer.isActive():
            self._timer.start()

    def _settle(self) -> None:
        self._wanted.clear()
        self._job = None
        self._unpainted = True
        self.update()

    def _fill(self) -> None:
        """Paint for a moment; tiles beyond the view wait until nothing moves."""
        if TURNS.may(self):
            self._paint_some()
            TURNS.done()

    def _paint_some(self) -> None:
        until = time.monotonic() + SLICE / 2
        while time.monotonic() < until:
            if self._job is None and not self._next_job():
                self._timer.stop()
                return
            if self._ahead.isActive() and self._job is not None and not self._job.key.box.meets(self._view):
                self._timer.stop()
                return
            job, self._job = self._job, None
            if job is None:
                continue
            if self.tiles.go_on(job):
                box = job.key.box
                self.update(QRectF(box.left, box.top, box.width, box.height))
            else:
                self._job = job

    def _next_job(self) -> bool:
        """Take up the wanted tile nearest to the middle of the view; those no longer near it are forgotten."""
        while self._wanted:
            key = min(self._wanted, key=self._far)
            del self._wanted[key]
            if key not in self.tiles and key.box.meets(self._near_view()):
                self._job = self.tiles.begin(key)
                return True
        return False

    def _near_view(self) -> Box:
        """The view and as much again around it as one tile shows."""
        return self._view.grown(TILE / self._scale) if self._scale else self._view

    def _drop_job(self) -> None:
        """What is being painted would show an earlier state of the map: begin it again."""
        if self._job is not None:
            self._wanted[self._job.key] = None
            self._job = None
            self._timer.start()

    def _far(self, key: TileKey) -> float:
        box, view = key.box, self._view
        return abs(box.left + box.right - view.left - view.right) + abs(box.top + box.bottom - view.top - view.bottom)

    def finish(self, view: Box, scale: float, to_point: float = 1.0) -> None:
        """Paint everything a view of this scale needs, at once: for pictures and tests."""
        self._note_scale(scale, to_point)
        self._rest.stop()
        self._zoomed_at = 0.0
        self._wanted.clear()
        self._job = None
        self._timer.stop()
        self._ahead.stop()
        keys = list(self.tiles.keys_in(view, scale))
        self.tiles.reserve(len(keys))
        for key in keys:
            self.tiles.make(key)
        self.update()

    # What has changed

    def repaint(self, boxes: list[Box], ground: Sequence[Box] = ()) -> None:
        """These parts of the map look different now, and of others the ground alone."""
        self.tiles.dirty(boxes, ground)
        everywhere = [*boxes, *ground]
        if self._job is not None and any(box.meets(self._job.key.box) for box in everywhere):
            self._drop_job()
        for box in everywhere:
            self.update(QRectF(box.left, box.top, box.width, box.height))

    def renew(self) -> None:
        """Everything looks different now."""
        self.prepareGeometryChange()
        self.tiles.clear()
        self._wanted.clear()
        self._job = None
        self._scale = 0.0
        self._unpainted = True
        self.update()


def _on_screen(box: Box, to_screen: QTransform) -> QRect:
    """The whole pixels a box covers; boxes that touch on the map touch on the screen."""
    left, top = round(box.left * to_screen.m11() + to_screen.dx()), round(box.top * to_screen.m22() + to_screen.dy())
    right = round(box.right * to_screen.m11() + to_screen.dx())
    bottom = round(box.bottom * to_screen.m22() + to_screen.dy())
    return QRect(QPoint(left, top), QPoint(right - 1, bottom - 1))
