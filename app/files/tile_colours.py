"""The usual colour of a tile: what a map of ours is painted with where Tiled has a picture."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from PySide6.QtCore import QRect
from PySide6.QtGui import QColor, QImage, QImageReader

MOST_PIXELS: Final = 100_000_000
_SEEN: Final = 32
"""Alpha below which a pixel of a tile is not painted at all."""


def colour_of(image: Path, box: tuple[int, int, int, int]) -> str | None:
    """The mean colour of a part of a picture; None where there is no such picture, or nothing in that part."""
    reader = QImageReader(str(image))
    size = reader.size()
    if not size.isValid() or size.width() * size.height() > MOST_PIXELS:
        return None
    whole = reader.read()
    part = whole.copy(QRect(*box).intersected(whole.rect())).convertToFormat(QImage.Format.Format_ARGB32)
    if part.isNull():
        return None
    step = max(1, part.width() // 16)
    spots = ((x, y) for y in range(0, part.height(), step) for x in range(0, part.width(), step))
    seen = [colour for x, y in spots if (colour := part.pixelColor(x, y)).alpha() > _SEEN]
    if not seen:
        return None
    mean = (sum(channel) // len(seen) for channel in zip(*((c.red(), c.green(), c.blue()) for c in seen), strict=True))
    return QColor(*mean).name()
