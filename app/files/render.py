"""A whole map with its counters as a picture file, without any window.

The picture is painted in squares, so that memory stays at the size of the picture, and its size is bounded: a request
for more is answered with the largest picture allowed. The file is written whole or not at all.
"""

from __future__ import annotations

import math
from pathlib import Path

from PySide6.QtCore import QBuffer, QByteArray, QIODevice
from PySide6.QtGui import QImage, QPainter, QTransform

from app.files.map_opening import OpenedScenario
from editor.canvas.art.looks import Looks
from editor.canvas.art.map_picture import MapPicture
from editor.canvas.art.renderer import Patch, Shown
from editor.canvas.art.style import bundled_style
from editor.canvas.counters.counter_item import CounterItem
from editor.export.files import written_whole
from editor.geometry.lattice import Box

MOST_PIXELS = 80_000_000
LONGEST_SIDE = 20_000
_SQUARE = 1024


def render(
    opened: OpenedScenario,
    png: Path,
    width: int = 2000,
    *,
    dark: bool = False,
    counters: bool = True,
    shown: Shown | None = None,
) -> tuple[int, int]:
    """Write the map as a PNG of that width, or of the largest allowed; gives the size. Raises FileError or OSError."""
    image = image_of(opened, width, dark=dark, counters=counters, shown=shown)
    _write(image, png)
    return image.width(), image.height()


def image_of(
    opened: OpenedScenario,
    width: int = 2000,
    *,
    dark: bool = False,
    counters: bool = True,
    shown: Shown | None = None,
) -> QImage:
    """The map as a picture of that width, or of the largest allowed. Raises OSError."""
    picture = MapPicture(opened.plan, Looks(opened.palette, bundled_style("night" if dark else "paper")), shown)
    size = picture_size(picture.bounds, width)
    image = QImage(*size, QImage.Format.Format_RGB32)
    if image.isNull():
        raise OSError(f"there is no memory for a picture of {size[0]} x {size[1]} pixels")
    scale = size[0] / picture.bounds.width
    _paint_map(image, picture, scale)
    if counters:
        _paint_counters(image, picture, opened, scale)
    return image


def picture_size(paper: Box, width: int) -> tuple[int, int]:
    """The size of the picture of a map, within the bounds."""
    shape = paper.height / paper.width
    width = max(16, min(width, LONGEST_SIDE, int(LONGEST_SIDE / shape), int(math.sqrt(MOST_PIXELS / shape))))
    return width, max(1, round(width * shape))


def _paint_map(image: QImage, picture: MapPicture, scale: float) -> None:
    paper = picture.bounds
    painter = QPainter(image)
    try:
        for top in range(0, image.height(), _SQUARE):
            for left in range(0, image.width(), _SQUARE):
                right, bottom = min(left + _SQUARE, image.width()), min(top + _SQUARE, image.height())
                painter.resetTransform()
                painter.setClipRect(left, top, right - left, bottom - top)
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
                painter.scale(scale, scale)
                painter.translate(-paper.left, -paper.top)
                box = Box(left / scale, top / scale, right / scale, bottom / scale)
                moved = Box(box.left + paper.left, box.top + paper.top, box.right + paper.left, box.bottom + paper.top)
                picture.paint(painter, Patch(moved, scale))
    finally:
        painter.end()


def _paint_counters(image: QImage, picture: MapPicture, opened: OpenedScenario, scale: float) -> None:
    item = CounterItem(picture.place, lambda: picture.bounds, picture.looks.style.counters)
    item.set_counters(opened.counters)
    paper = picture.bounds
    painter = QPainter(image)
    try:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        to_screen = QTransform(scale, 0, 0, scale, -paper.left * scale, -paper.top * scale)
        item.paint_all(painter, paper, to_screen)
    finally:
        painter.end()


def _write(image: QImage, png: Path) -> None:
    """As a whole or not at all; raises FileError."""
    with written_whole(png) as file:
        file.write(png_bytes(image))


def png_bytes(image: QImage) -> bytes:
    """A picture as PNG."""
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]
    return bytes(data.data())
