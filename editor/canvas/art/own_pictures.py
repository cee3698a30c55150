"""Pictures that people bring along, as terrain and as counters' art: found by their hash, unpacked once, bounded.

A hash names the same bytes wherever they lie, so one shelf serves everything that paints. Whoever opens a file says
where bytes are found (`find_in`). What is missing or may not be drawn is nothing, and the usual look stands in its
place.
"""

from __future__ import annotations

import math
import weakref
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QImage, QImageReader, QPainter, QPainterPath, QPolygonF
from PySide6.QtSvg import QSvgRenderer

from editor.model.picture_safety import JPEG, MOST_BYTES, MOST_SIDE, PNG, SVG, is_harmless_drawing, media_of_picture
from engine.definitions.pictures import hash_of

FINEST: Final = 512
"""Pixels of the longer side that a picture is kept with: more than a counter or a hex shows in print."""
_MOST_KEPT: Final = 64 * 1024 * 1024
_FORMATS: Final = {PNG: b"png", JPEG: b"jpeg"}


class OwnPictures:
    """Pictures by hash, the most recently used kept."""

    def __init__(self) -> None:
        self._sources: list[weakref.WeakMethod[Callable[[str], bytes | None]]] = []
        self._kept: OrderedDict[str, QImage] = OrderedDict()
        self._hexes: dict[tuple[str, bool], QImage] = {}
        self._missing: set[str] = set()

    def find_in(self, source: Callable[[str], bytes | None]) -> None:
        """Look for bytes there too, as long as whoever has them is there; `source` is a method of theirs."""
        others = (each for each in self._sources if each() not in (None, source))
        self._sources = [weakref.WeakMethod(source), *others]
        self._missing.clear()

    def get(self, picture: str) -> QImage | None:
        """A picture by its name; None for one that nobody has, or that may not be drawn."""
        kept = self._kept.get(picture)
        if kept is not None:
            self._kept.move_to_end(picture)
            return kept
        if not picture or picture in self._missing:
            return None
        data = self._bytes(hash_of(picture))
        image = decoded(data) if data is not None else None
        if image is None:
            self._missing.add(picture)
            return None
        self.keep(picture, image)
        return image

    def keep(self, picture: str, image: QImage) -> None:
        """Have a picture ready that was unpacked just now."""
        self._missing.discard(picture)
        self._kept[picture] = image
        while sum(each.sizeInBytes() for each in self._kept.values()) > _MOST_KEPT and len(self._kept) > 1:
            self._kept.popitem(last=False)

    def hexagon(self, picture: str, *, is_flat: bool) -> QImage | None:
        """The picture filling a hex of circumradius `FINEST / 2`, transparent around it; its middle is the hex's."""
        key = (picture, is_flat)
        if key not in self._hexes:
            image = self.get(picture)
            if image is None:
                return None
            if len(self._hexes) >= _MOST_HEXES:
                self._hexes.clear()
            self._hexes[key] = _cut_to_hex(image, is_flat=is_flat)
        return self._hexes[key]

    def _bytes(self, sha256: str) -> bytes | None:
        for each in self._sources:
            source = each()
            found = source(sha256) if source is not None else None
            if found is not None:
                return found
        return None


_MOST_HEXES: Final = 40
PICTURES: Final = OwnPictures()
"""The one shelf: painters are many, and none of them knows a file."""


def decoded(data: bytes) -> QImage | None:
    """A picture out of its bytes, no finer than is kept; None for anything that may not be drawn."""
    media = media_of_picture(data)
    if media is None or len(data) > MOST_BYTES:
        return None
    image = _drawn(data) if media == SVG else _read(data, _FORMATS[media])
    if image is None or image.isNull():
        return None
    return image.convertToFormat(QImage.Format.Format_ARGB32_Premultiplied)


def _read(data: bytes, kind: bytes) -> QImage | None:
    buffer = QBuffer()
    buffer.setData(QByteArray(data))
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    reader = QImageReader(buffer, QByteArray(kind))
    reader.setAutoTransform(True)
    size: QSize = reader.size()
    if not size.isValid() or max(size.width(), size.height()) > MOST_SIDE:
        return None
    image = reader.read()
    if max(image.width(), image.height()) <= FINEST:
        return image
    whole, smooth = Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation
    return image.scaled(FINEST, FINEST, whole, smooth)


def _drawn(data: bytes) -> QImage | None:
    if not is_harmless_drawing(data):
        return None
    renderer = QSvgRenderer(QByteArray(data))
    size = renderer.defaultSize()
    longest = max(size.width(), size.height())
    if not renderer.isValid() or min(size.width(), size.height()) < 1 or longest > 100 * MOST_SIDE:
        return None
    share = FINEST / longest
    image = QImage(
        max(1, round(size.width() * share)),
        max(1, round(size.height() * share)),
        QImage.Format.Format_ARGB32_Premultiplied,
    )
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    renderer.render(painter, QRectF(image.rect()))
    painter.end()
    return image


def _cut_to_hex(image: QImage, *, is_flat: bool) -> QImage:
    """Spread over the hex whole, and cut along its outline, a hair beyond it so that no ground shines through."""
    made = QImage(FINEST, FINEST, QImage.Format.Format_ARGB32_Premultiplied)
    made.fill(Qt.GlobalColor.transparent)
    radius, middle = FINEST / 2, QPointF(FINEST / 2, FINEST / 2)
    first = 0.0 if is_flat else math.pi / 6
    corners = [first + number * math.pi / 3 for number in range(6)]
    outline = QPainterPath()
    outline.addPolygon(QPolygonF([middle + QPointF(math.cos(a), math.sin(a)) * radius for a in corners]))
    outline.closeSubpath()
    box = outline.boundingRect()
    painter = QPainter(made)
    painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
    painter.setClipPath(outline)
    paint_covering(painter, image, box)
    painter.end()
    return made


def paint_covering(painter: QPainter, image: QImage, box: QRectF) -> None:
    """Paint a picture over a whole box, keeping its shape: what is too long one way is left out at both ends."""
    share = max(box.width() / image.width(), box.height() / image.height())
    width, height = box.width() / share, box.height() / share
    part = QRectF((image.width() - width) / 2, (image.height() - height) / 2, width, height)
    painter.drawImage(box, image, part)


def paint_inside(painter: QPainter, image: QImage, box: QRectF) -> None:
    """Paint the whole of a picture into the middle of a box, keeping its shape."""
    share = min(box.width() / image.width(), box.height() / image.height())
    size = QRectF(0, 0, image.width() * share, image.height() * share)
    size.moveCenter(box.center())
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    painter.drawImage(size, _near(image, size, painter))
    painter.restore()


def _near(image: QImage, size: QRectF, painter: QPainter) -> QImage:
    """The picture about as fine as it will be shown: a painter that makes one much smaller leaves out pixels."""
    shown = painter.deviceTransform().mapRect(size)
    width, height = math.ceil(shown.width()), math.ceil(shown.height())
    if not 0 < width * 2 < image.width():
        return image
    ignoring, smooth = Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation
    return image.scaled(width, max(1, height), ignoring, smooth)
