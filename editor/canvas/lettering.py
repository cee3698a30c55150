"""Words on the map: drawn as outlines with a halo, at any size and angle, the same on every machine.

The outline of a word is made once at a fixed size and scaled when painted, so that zooming costs nothing and
tiles of different mips agree to the pixel.
"""

from __future__ import annotations

import math
from functools import lru_cache

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QImage, QPainter, QPainterPath, QPen

from editor.canvas.lattice import Box
from editor.canvas.style import LetteringStyle

FAMILY = "Inter"
SMALLEST = 6.5
"""Words lower than this many pixels are left out."""

_DRAWN_AT = 64


@lru_cache(maxsize=4096)
def word(text: str, bold: bool, italic: bool, spacing: float) -> QPainterPath:
    """The outline of a word about its middle; its capitals are about 0.73 high and its em is 1."""
    font = QFont(FAMILY)
    font.setPixelSize(_DRAWN_AT)
    font.setBold(bold)
    font.setItalic(italic)
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    font.setLetterSpacing(QFont.SpacingType.AbsoluteSpacing, spacing * _DRAWN_AT)
    path = QPainterPath()
    for number, line in enumerate(text.split("\n")):
        part = QPainterPath()
        part.addText(QPointF(0, 0), font, line)
        path.addPath(part.translated(-part.boundingRect().center().x(), number * _DRAWN_AT * 1.2))
    middle = path.boundingRect().center().y() if "\n" in text else -0.36 * _DRAWN_AT
    path.translate(0, -middle)
    path.setFillRule(Qt.FillRule.WindingFill)
    return path


def word_box(text: str, style: LetteringStyle, x: float, y: float, *, size: float, angle: float = 0.0) -> Box:
    """The rectangle a word covers on the map plane, halo included."""
    bounds = word(text, style.bold, style.italic, style.spacing).boundingRect()
    factor = size / _DRAWN_AT
    half_width, half_height = bounds.width() * factor / 2 + size * 0.25, bounds.height() * factor / 2 + size * 0.25
    if angle:
        cos, sin = abs(math.cos(math.radians(angle))), abs(math.sin(math.radians(angle)))
        half_width, half_height = half_width * cos + half_height * sin, half_width * sin + half_height * cos
    return Box(x - half_width, y - half_height, x + half_width, y + half_height)


def paint_word(
    painter: QPainter,
    text: str,
    style: LetteringStyle,
    x: float,
    y: float,
    *,
    size: float,
    angle: float = 0.0,
    colour: QColor | None = None,
) -> None:
    """Paint a word with its middle at a point of the painter's plane, `size` to the em."""
    path = word(text, style.bold, style.italic, style.spacing)
    painter.save()
    painter.translate(x, y)
    if angle:
        painter.rotate(angle)
    painter.scale(size / _DRAWN_AT, size / _DRAWN_AT)
    halo = QColor(style.halo)
    halo.setAlphaF(0.82)
    pen = QPen(halo, _DRAWN_AT * 0.2)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.strokePath(path, pen)
    painter.fillPath(path, colour or QColor(style.colour))
    painter.restore()


@lru_cache(maxsize=1024)
def _glyph(letter: str, height: int, colour: str) -> tuple[QImage, int]:
    """One letter as a small picture, and how far the next one stands from it."""
    font = _plain(height)
    metrics = QFontMetricsF(font)
    advance = metrics.horizontalAdvance(letter)
    room = metrics.boundingRect(letter)
    wide, high = math.ceil(max(advance, room.right())) + 2, math.ceil(metrics.height()) + 2
    stamp = QImage(wide, high, QImage.Format.Format_ARGB32_Premultiplied)
    stamp.fill(Qt.GlobalColor.transparent)
    painter = QPainter(stamp)
    painter.setFont(font)
    painter.setPen(QColor(colour))
    painter.drawText(QPointF(1, 1 + metrics.ascent()), letter)
    painter.end()
    return stamp, round(advance)


def _plain(height: int) -> QFont:
    """Upright letters with digits of one width, so that numbers stand evenly."""
    font = QFont(FAMILY)
    font.setPixelSize(height)
    font.setFeature(QFont.Tag("tnum"), 1)
    return font


class NumberPainter:
    """Small plain text, many times over, in device pixels: the numbers of hexes.

    Laying out each number costs more than all else in a tile, so on a screen they are set letter by letter from
    pictures of the letters.
    """

    def __init__(self, painter: QPainter, style: LetteringStyle, height: float, *, raster: bool) -> None:
        self._painter = painter
        self._transform = painter.transform()
        self._raster = raster
        self._colour = style.colour
        self._height = max(1, round(height))
        self._metrics = QFontMetricsF(_plain(self._height))
        painter.save()
        painter.resetTransform()
        painter.setFont(_plain(self._height))
        painter.setPen(QColor(style.colour))

    def draw(self, text: str, x: float, y: float) -> None:
        """Draw one number with the middle of its top at a point of the plane."""
        at = self._transform.map(QPointF(x, y))
        if not self._raster:
            left = at.x() - self._metrics.horizontalAdvance(text) / 2
            self._painter.drawText(QPointF(left, at.y() + self._metrics.capHeight()), text)
            return
        glyphs = [_glyph(letter, self._height, self._colour) for letter in text]
        x_now = round(at.x() - sum(advance for _, advance in glyphs) / 2) - 1
        top = round(at.y() + self._metrics.capHeight() - self._metrics.ascent()) - 1
        for stamp, advance in glyphs:
            self._painter.drawImage(QPoint(x_now, top), stamp)
            x_now += advance

    def close(self) -> None:
        """Give the painter back as it was."""
        self._painter.restore()
