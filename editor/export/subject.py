"""What is exported: the map, the scans under its ink and the counters on it, painted onto any device.

It has a picture of its own, so that the canvas keeps what it holds ready and a person may look at one style and print
another. Scans lie on the ground and below everything drawn over it, as on the canvas.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, Protocol

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QImage, QPainter, QPen, QTransform

from editor.canvas.art.looks import Looks
from editor.canvas.art.map_picture import MapPicture
from editor.canvas.art.renderer import Layer, Patch, Portion, Shown
from editor.canvas.art.style import bundled_style
from editor.canvas.art.words.lettering import FAMILY
from editor.canvas.counters.counter_face import face_of, paint_face
from editor.canvas.counters.counter_item import COUNTED_FROM, CounterItem, CounterPile
from editor.canvas.counters.counter_picture import CounterPicture
from editor.export.options import ExportOptions
from editor.geometry.lattice import Box
from engine.definitions.palette import Palette
from engine.definitions.plan import MapPlan
from engine.narration.language import wording_of

_FACE = 100
"""The size at which counters are drawn where there are no pixels: everything on them shows."""
_LOOPS = 5
_HEXES_A_TICK = 50
"""How often a renderer goes over its chunks, and how many hexes of patterns it draws at a time."""
_SCAN_PIXELS = 4000
"""Along the longer side of what a page shows of a scan."""
_STAMPS_BELOW = 90.0
"""Hexes of a larger radius, in pixels, are quicker drawn than stamped."""


class Underlay(Protocol):
    """A picture that lies on the ground, such as a scan."""

    @property
    def bounds(self) -> Box:
        """The part of the map plane it covers."""

    def paint(self, painter: QPainter, patch: Patch) -> None:
        """Paint what lies in a rectangle of the map plane; the painter's unit is that of the plane."""


class Laid(NamedTuple):
    """An underlay and how strongly it shows."""

    picture: Underlay
    opacity: float = 1.0


class ExportSubject:
    """A map ready to be painted in its export."""

    def __init__(
        self,
        plan: MapPlan,
        palette: Palette,
        options: ExportOptions,
        counters: Sequence[CounterPicture] = (),
        scans: Sequence[Laid] = (),
    ) -> None:
        style = bundled_style(options.style)
        shown = Shown(numbers=options.numbers, names=options.names, grid=options.grid, regions=options.regions)
        self.plan = plan
        self.picture = MapPicture(plan, Looks(palette, style), shown)
        self.style = style
        self.scans = tuple(scans) if options.scans else ()
        self._counters = CounterItem(self.picture.place, lambda: self.picture.bounds, style.counters)
        self._counters.set_counters(counters if options.counters else ())

    @property
    def title(self) -> str:
        """What the map is called, in the language that is spoken where its game knows it."""
        return wording_of(self.plan.palette).name(self.plan.title)

    @property
    def bounds(self) -> Box:
        """The paper of the map."""
        return self.picture.bounds

    def hexes(self) -> int:
        """How many hexes there are room for."""
        return sum(sheet.size[0] * sheet.size[1] for sheet in self.plan.sheets.values())

    def ticks(self, box: Box) -> float:
        """About how often painting a rectangle in vectors says that it goes on."""
        total = 10.0 + len(self._counters.piles_in(box))
        for index in self.picture.index.sheets.values():
            total += _LOOPS * sum(1 for _ in index.chunks_in(box))
            total += index.lattice.span(box).clipped(index.whole).size / _HEXES_A_TICK
        return total

    def paint_pixels(self, painter: QPainter, box: Box, scale: float) -> None:
        """Paint a rectangle of the map onto pixels; the painter's unit is a circumradius of `scale` pixels."""
        largest = max((sheet.scale for sheet in self.plan.sheets.values()), default=1.0)
        self._paint(painter, Patch(box, scale, raster=scale * largest < _STAMPS_BELOW))
        to_screen = painter.transform()
        painter.save()
        painter.resetTransform()
        self._counters.paint_all(painter, box, to_screen)
        painter.restore()

    def paint_vectors(self, painter: QPainter, box: Box, scale: float, tick: Callable[[], None]) -> None:
        """Paint a rectangle as shapes and text; `tick` is called now and then and may raise to stop."""
        self._paint(painter, Patch(box, scale, raster=False, tick=tick))
        self._paint_piles(painter, box, tick)

    def vector_layers(
        self, box: Box, scale: float, tick: Callable[[], None]
    ) -> Iterator[tuple[str, Callable[[QPainter], None]]]:
        """The layers of a drawing from below, each with its name and what paints it; see `paint_vectors`."""
        patch = Patch(box, scale, raster=False, tick=tick)

        def layer_of(layer: Layer) -> Callable[[QPainter], None]:
            return lambda painter: self.picture.paint_layer(painter, patch, layer)

        yield "paper", lambda painter: self.picture.paint_paper(painter, patch)
        for layer in Layer:
            yield layer.name.lower(), layer_of(layer)
            if layer is Layer.GROUND and self.scans:
                yield "scans", lambda painter: self._paint_scans(painter, patch)
        if self._counters.piles_in(box):
            yield "counters", lambda painter: self._paint_piles(painter, box, tick)

    def _paint_scans(self, painter: QPainter, patch: Patch) -> None:
        for scan in self.scans:
            patch.ticked()
            _paint_scan(painter, patch, scan)

    def _paint_piles(self, painter: QPainter, box: Box, tick: Callable[[], None]) -> None:
        for pile in self._counters.piles_in(box):
            tick()
            self._paint_pile(painter, pile)

    def _paint(self, painter: QPainter, patch: Patch) -> None:
        if not self.scans:
            self.picture.paint(painter, patch)
            return
        self.picture.paint(painter, patch.of(Portion.GROUND))
        self._paint_scans(painter, patch)
        self.picture.paint(painter, patch.of(Portion.INK))

    def _paint_pile(self, painter: QPainter, pile: CounterPile) -> None:
        corner = QPointF(pile.x, pile.y)
        for unit, right, down in pile.layers():
            painter.save()
            painter.translate(pile.x + (right - 0.5) * pile.size, pile.y + (down - 0.5) * pile.size)
            painter.scale(pile.size / _FACE, pile.size / _FACE)
            paint_face(painter, face_of(unit, _FACE), _FACE, self.style.counters)
            painter.restore()
            corner = QPointF(pile.x + (right + 0.5) * pile.size, pile.y + (down + 0.5) * pile.size)
        if len(pile.units) >= COUNTED_FROM:
            self._paint_badge(painter, len(pile.units), corner, pile.size)

    def _paint_badge(self, painter: QPainter, count: int, corner: QPointF, size: float) -> None:
        """How many there are, where the screen has it: beyond the corner, or it would lie on the last factor."""
        style = self.style.counters
        painter.save()
        painter.translate(corner)
        painter.scale(size / _FACE, size / _FACE)
        centre, radius = QPointF(5.4, 5.4), 15.5
        painter.setPen(QPen(QColor(style.badge_ink), 2.0))
        painter.setBrush(QColor(style.badge))
        painter.drawEllipse(centre, radius, radius)
        font = QFont(FAMILY)
        font.setBold(True)
        font.setPixelSize(19)
        painter.setFont(font)
        room = QRectF(centre.x() - radius, centre.y() - radius, radius * 2, radius * 2)
        painter.drawText(room, Qt.AlignmentFlag.AlignCenter, str(count))
        painter.restore()


def _paint_scan(painter: QPainter, patch: Patch, scan: Laid) -> None:
    """Lay a scan on the ground; where there are no pixels it is painted on some of its own first.

    A scan may lie in perspective, which only pixels can show.
    """
    box = scan.picture.bounds.common(patch.box)
    if box is None:
        return
    painter.save()
    try:
        painter.setOpacity(scan.opacity)
        if patch.raster:
            scan.picture.paint(painter, patch)
            return
        scale = min(patch.scale, _SCAN_PIXELS / max(box.width, box.height))
        size = max(1, round(box.width * scale)), max(1, round(box.height * scale))
        image = QImage(*size, QImage.Format.Format_ARGB32_Premultiplied)
        image.fill(Qt.GlobalColor.transparent)
        apart = QPainter(image)
        try:
            ready_to_draw(apart)
            apart.setTransform(plane_to_device(box, scale))
            scan.picture.paint(apart, Patch(box, scale))
        finally:
            apart.end()
        painter.drawImage(QRectF(box.left, box.top, box.width, box.height), image)
    finally:
        painter.restore()


def blank(width: int, height: int, subject: ExportSubject) -> QImage:
    """A picture to paint on; where paint covers a pixel in part, what was there before must be the same every time."""
    image = QImage(max(1, width), max(1, height), QImage.Format.Format_RGB32)
    image.fill(subject.picture.looks.table)
    return image


def plane_to_device(box: Box, scale: float) -> QTransform:
    """The transform that puts the upper left corner of a box at the device's origin."""
    return QTransform(scale, 0.0, 0.0, scale, -box.left * scale, -box.top * scale)


def ready_to_draw(painter: QPainter) -> None:
    """The quality every export is painted in."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setRenderHint(QPainter.RenderHint.TextAntialiasing)
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
