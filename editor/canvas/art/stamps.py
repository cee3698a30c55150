"""Terrain patterns stamped onto the map, hex by hex.

A path that holds the trees of a whole chunk is painted in time that grows with its square; one small picture a hex
is copied in a microsecond. So each variant of a pattern is painted once for a size of hex and stamped on
whole pixels, the same ones in every tile. Where pixels may not be used (print, vector export) the paths are
painted themselves.
"""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Iterator

import numpy as np
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QImage, QPainter, QPainterPath, QPen

from editor.canvas.art.ground import BlockCells, GroundMarks
from editor.canvas.art.looks import TerrainLook
from editor.canvas.art.outlines import joined, painter_path
from editor.canvas.art.own_pictures import PICTURES
from editor.canvas.art.patterns import VARIANTS, PatternLayer, pattern
from editor.canvas.art.renderer import Patch
from editor.geometry.lattice import Floats, Ints, Span, hashes

COARSE_BELOW = 15.0
_HALF = 0.84
"""Half the side of a stamp, in circumradii: what a pattern covers, and its pen."""
_MOST_BYTES = 24 * 1024 * 1024


class Stamps:
    """The stamps of one map, kept while there is room."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, int, float], QImage] = OrderedDict()
        self._bytes = 0

    def has(self, look: TerrainLook, variant: int, radius: float) -> bool:
        """Whether a picture is ready."""
        return (look.id, variant, radius) in self._kept

    def get(self, look: TerrainLook, variant: int, radius: float) -> QImage:
        """The picture of a variant for hexes of this radius in pixels."""
        key = (look.id, variant, radius)
        kept = self._kept.get(key)
        if kept is not None:
            self._kept.move_to_end(key)
            return kept
        side = 2 * _half_side(radius)
        stamp = QImage(side, side, QImage.Format.Format_ARGB32_Premultiplied)
        stamp.fill(Qt.GlobalColor.transparent)
        with QPainter(stamp) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.translate(side / 2, side / 2)
            painter.scale(radius, radius)
            paint_pattern(painter, look, variant, radius)
        return self._keep(key, stamp)

    def of_picture(self, picture: str, hexagon: QImage, radius: float, *, is_flat: bool) -> QImage:
        """A picture of somebody's own, cut to a hex, for hexes of this radius in pixels; a map may have both sorts."""
        key = (picture, int(is_flat), radius)
        kept = self._kept.get(key)
        if kept is not None:
            self._kept.move_to_end(key)
            return kept
        side = max(2, round(2 * radius) + 1)
        shape, smooth = Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation
        return self._keep(key, hexagon.scaled(side, side, shape, smooth))

    def _keep(self, key: tuple[str, int, float], stamp: QImage) -> QImage:
        self._kept[key] = stamp
        self._bytes += stamp.sizeInBytes()
        while self._bytes > _MOST_BYTES and len(self._kept) > 1:
            _, old = self._kept.popitem(last=False)
            self._bytes -= old.sizeInBytes()
        return stamp


def paint_pattern(painter: QPainter, look: TerrainLook, variant: int, radius: float) -> None:
    """Paint one variant about the painter's origin, whose unit is a circumradius of so many pixels."""
    for layer in pattern(look.pattern, coarse=radius < COARSE_BELOW):
        path: QPainterPath = painter_path(layer.variants[variant])
        if layer.width:
            painter.strokePath(path, _pen(look, layer, max(layer.width, 0.6 / radius)))
        else:
            painter.fillPath(path, look.ink(layer.ink))


def make_stamps(patch: Patch, ground: GroundMarks, span: Span, stamps: Stamps) -> None:
    """Make the stamps of a block that are not kept; `patch.made` may stop that."""
    cells = ground.cells(span)
    radius = patch.scale * ground.lattice.scale
    drawn, which = _drawn(cells, ground, radius), _which(cells)
    for code, variant in (divmod(both, VARIANTS) for both in np.unique(which).tolist()):
        if code in drawn and not stamps.has(drawn[code], variant, radius):
            stamps.get(drawn[code], variant, radius)
            patch.has_made()


def paint_patterns(painter: QPainter, patch: Patch, ground: GroundMarks, span: Span, stamps: Stamps) -> None:
    """Stamp what stands in the hexes of a block."""
    cells = ground.cells(span)
    radius = patch.scale * ground.lattice.scale
    _paint_own_pictures(painter, patch, ground, cells, stamps)
    drawn, which = _drawn(cells, ground, radius), _which(cells)
    if not drawn:
        return
    if not patch.raster:
        for code, look in drawn.items():
            here = cells.codes == code
            for some in _groups(int(here.sum())):
                patch.ticked()
                _draw_patterns(
                    painter,
                    look,
                    cells.centres[here][some],
                    which[here][some] % VARIANTS,
                    radius=radius,
                    scale=ground.lattice.scale,
                )
        return
    found = (divmod(both, VARIANTS) for both in np.unique(which).tolist())
    pictures = {
        code * VARIANTS + variant: stamps.get(drawn[code], variant, radius) for code, variant in found if code in drawn
    }
    transform, half = painter.transform(), _half_side(radius)
    corner = np.array((transform.dx(), transform.dy()))
    places = np.rint(cells.centres * transform.m11() + corner).astype(np.int64) - half
    painter.save()
    painter.resetTransform()
    for both, (x, y) in zip(which.tolist(), places.tolist(), strict=True):
        stamp = pictures.get(both)
        if stamp is not None:
            painter.drawImage(x, y, stamp)
    painter.restore()


def _which(cells: BlockCells) -> Ints:
    """The terrain of each cell and which variant of its pattern stands there, as one number."""
    return cells.codes * VARIANTS + (hashes(cells.cols, cells.rows, 7) % VARIANTS).astype(np.int64)


def _drawn(cells: BlockCells, ground: GroundMarks, radius: float) -> dict[int, TerrainLook]:
    """The terrain of a block that has a pattern, by its code; a picture of somebody's own stands for one."""
    pictured, coarse = _own_pictures(cells, ground), radius < COARSE_BELOW
    return {
        code: look
        for code, look in _looks(cells, ground).items()
        if code not in pictured and pattern(look.pattern, coarse=coarse)
    }


def _looks(cells: BlockCells, ground: GroundMarks) -> dict[int, TerrainLook]:
    """The terrain of a block by its code."""
    return {code: ground.looks.terrain(ground.names[code - 1]) for code in np.unique(cells.codes).tolist()}


def _own_pictures(cells: BlockCells, ground: GroundMarks) -> dict[int, tuple[str, QImage]]:
    """The terrain of a block that has a picture of somebody's own: its code, and the picture cut to a hex."""
    found = {
        code: (look.picture, PICTURES.hexagon(look.picture, is_flat=ground.lattice.is_flat))
        for code, look in _looks(cells, ground).items()
        if look.picture
    }
    return {code: (name, image) for code, (name, image) in found.items() if image is not None}


def _paint_own_pictures(
    painter: QPainter, patch: Patch, ground: GroundMarks, cells: BlockCells, stamps: Stamps
) -> None:
    """Lay pictures of people's own over their hexes."""
    scale = ground.lattice.scale
    for code, (name, hexagon) in _own_pictures(cells, ground).items():
        centres = cells.centres[cells.codes == code]
        if not patch.raster:
            for x, y in centres.tolist():
                patch.ticked()
                painter.drawImage(QRectF(x - scale, y - scale, 2 * scale, 2 * scale), hexagon)
            continue
        stamp = stamps.of_picture(name, hexagon, patch.scale * scale, is_flat=ground.lattice.is_flat)
        transform = painter.transform()
        corner = np.array((transform.dx(), transform.dy()))
        places = np.rint(centres * transform.m11() + corner - stamp.width() / 2).astype(np.int64)
        painter.save()
        painter.resetTransform()
        for x, y in places.tolist():
            painter.drawImage(x, y, stamp)
        painter.restore()


def _half_side(radius: float) -> int:
    """Half the side of a stamp for hexes of this radius, in pixels."""
    return math.ceil(_HALF * radius)


_TOGETHER = 64
"""Hexes whose patterns are one path where there are no pixels."""


def _groups(count: int) -> Iterator[slice]:
    return (slice(first, first + _TOGETHER) for first in range(0, count, _TOGETHER))


def _draw_patterns(
    painter: QPainter, look: TerrainLook, centres: Floats, variants: Ints, *, radius: float, scale: float
) -> None:
    """The same as paths: many hexes in each, because a file says of every path anew how it is inked and where."""
    for layer in pattern(look.pattern, coarse=radius < COARSE_BELOW):
        parts = [layer.variants[variant].scaled(scale).at(centres[variants == variant]) for variant in range(VARIANTS)]
        path = painter_path(joined(parts))
        if layer.width:
            painter.strokePath(path, _pen(look, layer, max(layer.width, 0.6 / radius) * scale))
        else:
            painter.fillPath(path, look.ink(layer.ink))


def _pen(look: TerrainLook, layer: PatternLayer, width: float) -> QPen:
    return QPen(look.ink(layer.ink), width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)
