"""Terrain patterns stamped onto the map, hex by hex.

A path that holds the trees of a whole chunk is painted in time that grows with its square; one small picture a hex
is copied in a microsecond. So each variant of a pattern is painted once for a size of hex and stamped on
whole pixels, the same ones in every tile. Where pixels may not be used (print, vector export) the paths are
painted themselves.
"""

from __future__ import annotations

import math
from collections import OrderedDict

import numpy as np
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QImage, QPainter, QPainterPath, QPen

from editor.canvas.ground import Ground
from editor.canvas.lattice import Span, hashes
from editor.canvas.looks import TerrainLook
from editor.canvas.outlines import painter_path
from editor.canvas.patterns import VARIANTS, pattern
from editor.canvas.renderer import Patch

COARSE_BELOW = 15.0
_HALF = 0.84
"""Half the side of a stamp, in circumradii: what a pattern covers, and its pen."""
_MOST_BYTES = 24 * 1024 * 1024


class Stamps:
    """The stamps of one map, kept while there is room."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, int, float], QImage] = OrderedDict()
        self._bytes = 0

    def get(self, look: TerrainLook, variant: int, radius: float) -> QImage:
        """The picture of a variant for hexes of this radius in pixels."""
        key = (look.id, variant, radius)
        kept = self._kept.get(key)
        if kept is not None:
            self._kept.move_to_end(key)
            return kept
        side = 2 * math.ceil(_HALF * radius)
        stamp = QImage(side, side, QImage.Format.Format_ARGB32_Premultiplied)
        stamp.fill(Qt.GlobalColor.transparent)
        painter = QPainter(stamp)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(side / 2, side / 2)
        painter.scale(radius, radius)
        paint_pattern(painter, look, variant, radius)
        painter.end()
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
            pen = QPen(look.ink(layer.ink), max(layer.width, 0.6 / radius))
            pen.setCapStyle(Qt.PenCapStyle.RoundCap)
            pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
            painter.strokePath(path, pen)
        else:
            painter.fillPath(path, look.ink(layer.ink))


def paint_patterns(painter: QPainter, patch: Patch, ground: Ground, span: Span, stamps: Stamps) -> None:
    """Stamp what stands in the hexes of a block."""
    cells = ground.cells(span)
    radius = patch.scale * ground.lattice.scale
    variants = (hashes(cells.cols, cells.rows, 7) % VARIANTS).tolist()
    looks = {int(code): ground.looks.terrain(ground.names[int(code) - 1]) for code in np.unique(cells.codes)}
    coarse = radius < COARSE_BELOW
    drawn = {code: look for code, look in looks.items() if pattern(look.pattern, coarse=coarse)}
    if not drawn:
        return
    transform = painter.transform()
    painter.save()
    if patch.raster:
        painter.resetTransform()
    for code, variant, (x, y) in zip(cells.codes.tolist(), variants, cells.centres.tolist(), strict=True):
        look = drawn.get(code)
        if look is None:
            continue
        if patch.raster:
            stamp = stamps.get(look, variant, radius)
            at = transform.map(QPointF(x, y))
            half = stamp.width() // 2
            painter.drawImage(QPoint(round(at.x()) - half, round(at.y()) - half), stamp)
        else:
            painter.save()
            painter.translate(x, y)
            painter.scale(ground.lattice.scale, ground.lattice.scale)
            paint_pattern(painter, look, variant, radius)
            painter.restore()
    painter.restore()
