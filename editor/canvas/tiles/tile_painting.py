"""Painting a part of the map onto an image, whole or as ground and ink that are laid together.

Whatever is painted in two is always painted in two, so that a part painted again is the same to the pixel.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QColor, QImage, QPainter

from editor.canvas.art.renderer import Patch, PausedError, Portion
from editor.canvas.paint_guard import tell_once
from editor.geometry.lattice import Box


class Picture(Protocol):
    """What tiles are painted from."""

    @property
    def bounds(self) -> Box: ...

    @property
    def paper(self) -> QColor: ...

    def paint(self, painter: QPainter, patch: Patch) -> None: ...


def clear_image(width: int, height: int) -> QImage:
    """An image with nothing on it."""
    image = QImage(width, height, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    return image


def paint_part(
    picture: Picture,
    image: QImage,
    corner: QPoint,
    part: QRect,
    scale: float,
    *,
    portion: Portion = Portion.WHOLE,
    fresh: bool = True,
    made: Callable[[], None] | None = None,
    to_point: float = 1.0,
) -> None:
    """Paint a part of the map, in pixels of a scale, onto an image whose corner is at that pixel.

    What cannot be painted is told and left out: the tile would be wanted again with the next frame, and fail again.
    """
    box = Box(
        part.left() / scale,
        part.top() / scale,
        (part.left() + part.width()) / scale,
        (part.top() + part.height()) / scale,
    )
    painter = QPainter(image)
    try:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.translate(-corner.x(), -corner.y())
        painter.setClipRect(part)
        if image.hasAlphaChannel():
            painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Source)
            painter.fillRect(part, Qt.GlobalColor.transparent)
            painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceOver)
        painter.scale(scale, scale)
        patch = Patch(box, scale, fresh=fresh, portion=portion, made=made, failed=tell_once, to_point=to_point)
        picture.paint(painter, patch)
    except PausedError:
        raise
    except Exception as error:
        tell_once(error)
    finally:
        painter.end()


def lay(image: QImage, *inks: tuple[QPoint, QImage]) -> None:
    """Lay inks on an image with their corners at these pixels of it."""
    painter = QPainter(image)
    for at, ink in inks:
        painter.drawImage(at, ink)
    painter.end()


def put(image: QImage, piece: QImage, at: QPoint) -> None:
    """Put a piece in the place of what an image shows there."""
    painter = QPainter(image)
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Source)
    painter.drawImage(at, piece)
    painter.end()
