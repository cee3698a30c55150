"""Words on the map: drawn as outlines with a halo, at any size and angle, the same on every machine.

The outline of a word is made once at a fixed size and scaled when painted, so that zooming costs nothing and
tiles of different mips agree to the pixel.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QImage,
    QPaintDevice,
    QPaintEngine,
    QPainter,
    QPainterPath,
    QPen,
    QTransform,
)

from editor.canvas.art.style import LetteringStyle
from editor.geometry.lattice import Box

FAMILY = "Inter"
SMALLEST = 6.5
"""Words lower than this many points of the screen are left out."""

_DRAWN_AT = 64
_WRITTEN_AT = 1000


class _Line(NamedTuple):
    """A line of a word, and where it begins when the word is about the origin."""

    text: str
    x: float
    y: float


def _font_of(bold: bool, italic: bool, spacing: float, size: int = _DRAWN_AT) -> QFont:
    font = QFont(FAMILY)
    font.setPixelSize(size)
    font.setBold(bold)
    font.setItalic(italic)
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    font.setLetterSpacing(QFont.SpacingType.AbsoluteSpacing, spacing * size)
    return font


@lru_cache(maxsize=4096)
def _set(text: str, bold: bool, italic: bool, spacing: float) -> tuple[QPainterPath, tuple[_Line, ...]]:
    """A word set at a fixed size: its outline about its middle, and its lines."""
    font = _font_of(bold, italic, spacing)
    path = QPainterPath()
    lines = []
    for number, line in enumerate(text.split("\n")):
        part = QPainterPath()
        part.addText(QPointF(0, 0), font, line)
        x, y = -part.boundingRect().center().x(), number * _DRAWN_AT * 1.2
        path.addPath(part.translated(x, y))
        lines.append(_Line(line, x, y))
    middle = path.boundingRect().center().y() if "\n" in text else -0.36 * _DRAWN_AT
    path.translate(0, -middle)
    path.setFillRule(Qt.FillRule.WindingFill)
    return path, tuple(line._replace(y=line.y - middle) for line in lines)


def word(text: str, bold: bool, italic: bool, spacing: float) -> QPainterPath:
    """The outline of a word about its middle; its capitals are about 0.73 high and its em is 1."""
    return _set(text, bold, italic, spacing)[0]


def glyphs(text: str, style: LetteringStyle, size: float) -> list[tuple[QPainterPath, float]]:
    """The letters of a word one by one, standing at the origin, and how far each reaches; for lines that bend."""
    font = _font_of(style.bold, style.italic, style.spacing)
    metrics, share = QFontMetricsF(font), size / _DRAWN_AT
    found = []
    for letter in text:
        path = QPainterPath()
        path.addText(QPointF(0, _DRAWN_AT * 0.36), font, letter)
        path.setFillRule(Qt.FillRule.WindingFill)
        found.append((QTransform.fromScale(share, share).map(path), metrics.horizontalAdvance(letter) * share))
    return found


def word_box(text: str, style: LetteringStyle, x: float, y: float, *, size: float, angle: float = 0.0) -> Box:
    """The rectangle a word covers on the map plane, halo included."""
    return outline_box(word(text, style.bold, style.italic, style.spacing), x, y, size=size, angle=angle)


def outline_box(outline: QPainterPath, x: float, y: float, *, size: float, angle: float = 0.0) -> Box:
    """The rectangle that an outline about its middle covers on the map plane, halo included."""
    bounds = outline.boundingRect()
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
    raster: bool = True,
    bent: QPainterPath | None = None,
) -> None:
    """Paint a word with its middle at a point of the painter's plane, `size` to the em.

    On paper it stays text, in the bundled font and over the outline of its halo. In a drawing it is an outline as well,
    because whoever opens that may not have the font, and the word would stand beside its halo. So is one whose outline
    is `bent`.
    """
    path, lines = (bent, ()) if bent is not None else _set(text, style.bold, style.italic, style.spacing)
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
    if raster or bent is not None or painter.paintEngine().type() == QPaintEngine.Type.SVG:
        painter.fillPath(path, colour or QColor(style.colour))
    else:
        _write(painter, lines, style, colour or QColor(style.colour))
    painter.restore()


def _write(painter: QPainter, lines: tuple[_Line, ...], style: LetteringStyle, colour: QColor) -> None:
    size = _WRITTEN_AT
    share = _DRAWN_AT / size
    painter.scale(share, share)
    painter.setFont(_spaced(_font_of(style.bold, style.italic, 0.0, size), style.spacing * size, painter.device()))
    painter.setPen(colour)
    for line in lines:
        painter.drawText(QPointF(line.x / share, line.y / share), line.text)


def _spaced(font: QFont, spacing: float, device: QPaintDevice) -> QFont:
    """A font with its letters so far apart; Qt stretches the distance with the resolution of the device, so ask how."""
    if spacing:
        plain = QFontMetricsF(font, device).horizontalAdvance("nn")
        font.setLetterSpacing(QFont.SpacingType.AbsoluteSpacing, spacing)
        stretch = (QFontMetricsF(font, device).horizontalAdvance("nn") - plain) / (2 * spacing)
        font.setLetterSpacing(QFont.SpacingType.AbsoluteSpacing, spacing / max(stretch, 1e-3))
    return font


@lru_cache(maxsize=512)
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


@lru_cache(maxsize=8192)
def _number(text: str, height: int, colour: str, halo: str) -> tuple[QImage, int]:
    """A whole number as a small picture, and how far its middle is from the left."""
    glyphs = [_glyph(letter, height, colour) for letter in text]
    wide = sum(advance for _, advance in glyphs)
    picture = QImage(wide + height, glyphs[0][0].height(), QImage.Format.Format_ARGB32_Premultiplied)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    if halo:
        _paint_haze(painter, QRectF(0, height * 0.18, wide + 2, height * 0.86), QColor(halo))
    left = 0
    for stamp, advance in glyphs:
        painter.drawImage(left, 0, stamp)
        left += advance
    painter.end()
    return picture, wide // 2 + 1


def _paint_haze(painter: QPainter, room: QRectF, colour: QColor) -> None:
    """A soft patch behind a number, so that it can be read where a line runs through it."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    colour.setAlphaF(0.72)
    painter.setBrush(colour)
    corner = room.height() * 0.35
    painter.drawRoundedRect(room, corner, corner)


def _plain(height: int, *, even: bool = True) -> QFont:
    """Upright letters, with digits of one width so that numbers stand evenly.

    Those are other signs than the digits to whoever searches a document, so that where text is kept they stay uneven.
    """
    font = QFont(FAMILY)
    font.setPixelSize(height)
    if even:
        font.setFeature(QFont.Tag("tnum"), 1)
    return font


@lru_cache(maxsize=64)
def _measures(height: int, *, even: bool) -> QFontMetricsF:
    """What is known of plain letters of a size, kept because every patch of the map asks."""
    return QFontMetricsF(_plain(height, even=even))


class NumberPainter:
    """Small plain text, many times over: the numbers of hexes.

    Laying out each number costs more than all else in a tile, so on a screen they are pictures set from pictures of
    their letters, and kept; on paper they are text.
    """

    def __init__(self, painter: QPainter, style: LetteringStyle, height: float, *, raster: bool) -> None:
        self._painter = painter
        transform = painter.transform()
        self._scale, self._left, self._top = transform.m11(), transform.dx(), transform.dy()
        self._raster = raster
        self._colour, self._halo = style.colour, style.halo
        self._height = max(1, round(height)) if raster else _DRAWN_AT
        metrics = self._metrics = _measures(self._height, even=raster)
        self._lift = metrics.capHeight() - metrics.ascent()
        self._share = height / _DRAWN_AT
        painter.save()
        painter.resetTransform()
        if not raster:
            painter.scale(self._share, self._share)
            painter.setFont(_plain(_DRAWN_AT, even=False))
            painter.setPen(QColor(style.colour))

    def width(self, text: str) -> float:
        """How wide a number is, in pixels."""
        return self._metrics.horizontalAdvance(text) * (1.0 if self._raster else self._share)

    def draw(self, text: str, x: float, y: float, *, halo: bool = False) -> None:
        """Draw one number with the middle of its top at a point of the plane."""
        right, down = x * self._scale + self._left, y * self._scale + self._top
        if self._raster:
            picture, middle = _number(text, self._height, self._colour, self._halo if halo else "")
            self._painter.drawImage(round(right) - middle, round(down + self._lift) - 1, picture)
            return
        left, below = right / self._share - self._metrics.horizontalAdvance(text) / 2, down / self._share
        if halo:
            room = QRectF(left - 4, below - 4, self._metrics.horizontalAdvance(text) + 8, self._metrics.capHeight() + 8)
            _paint_haze(self._painter, room, QColor(self._halo))
            self._painter.setPen(QColor(self._colour))
        self._painter.drawText(QPointF(left, below + self._metrics.capHeight()), text)

    def close(self) -> None:
        """Give the painter back as it was."""
        self._painter.restore()
