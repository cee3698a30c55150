"""The light around counters, drawn once for each colour and size and laid down as a picture wherever one glows.

At the beginning of a movement every counter of a side glows; as soft-edged lines they would be most of a frame.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPixmap, QTransform

from editor.geometry.lattice import Box

_LINES = ((0.16, 0.35), (0.07, 0.95))
"""The lines that a light is made of: how wide, in circumradii, and how strong."""
_LEAST = 1.5
"""Pixels of the thinnest line."""
_CORNER = 0.12
"""How round it is, as a share of a counter's side."""


class GlowPictures:
    """The lights of one scale: with another they are drawn anew."""

    def __init__(self) -> None:
        self._scale = 0.0
        self._made: dict[tuple[str, int, float], QPixmap] = {}
        self.drawn = 0
        """How many had to be drawn so far."""

    def lay(self, painter: QPainter, lights: Iterable[tuple[Box, str, float]]) -> None:
        """Lay lights around the boxes of counters, each with its colour and how many times wider than usual it is."""
        ratio = painter.device().devicePixelRatio()
        to_screen = painter.worldTransform() * QTransform.fromScale(ratio, ratio)
        if to_screen.m11() != self._scale:
            self._scale = to_screen.m11()
            self._made.clear()
        painter.save()
        painter.resetTransform()
        painter.scale(1 / ratio, 1 / ratio)
        for box, colour, width in lights:
            side = round(box.width * self._scale)
            middle = to_screen.map(QPointF((box.left + box.right) / 2, (box.top + box.bottom) / 2))
            picture = self._picture(colour, side, width, ratio)
            off = (picture.width() - side) // 2
            painter.drawPixmap(round(middle.x() - side / 2) - off, round(middle.y() - side / 2) - off, picture)
        painter.restore()

    def _picture(self, colour: str, side: int, width: float, ratio: float) -> QPixmap:
        key = (colour, side, width)
        found = self._made.get(key)
        if found is None:
            found = self._made[key] = self._draw(colour, side, width, ratio)
        return found

    def _draw(self, name: str, side: int, width: float, ratio: float) -> QPixmap:
        self.drawn += 1
        lines = [(max(wide * width * self._scale, _LEAST * ratio), strength) for wide, strength in _LINES]
        margin = math.ceil(max(wide for wide, _ in lines)) + 1
        picture = QPixmap(side + 2 * margin, side + 2 * margin)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        frame, colour = QRectF(margin, margin, side, side), QColor(name)
        for wide, strength in lines:
            colour.setAlphaF(strength)
            out = wide / 2
            painter.setPen(QPen(colour, wide))
            painter.drawRoundedRect(frame.adjusted(-out, -out, out, out), side * _CORNER + out, side * _CORNER + out)
        painter.end()
        return picture
