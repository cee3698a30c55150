"""A picture as numbers, for whoever reads it rather than shows it: its grey values, or its colours."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import numpy.typing as npt
from PySide6.QtGui import QImage, QImageReader

from editor.canvas.scans.scan_pyramid import SIDE, Pyramid, TileAt
from editor.digitise.scan_headers import ScanKind
from editor.digitise.scans import MOST_PIXELS, ScanError, examine
from editor.documents.background import Ticket
from editor.documents.scan_reading import refuse_depth
from engine.core.messages import message
from engine.definitions.drafts import scratch

Greys = npt.NDArray[np.uint8]
Colours = npt.NDArray[np.uint8]


def grey_pixels(path: Path) -> Greys:
    """The grey values of a file as it is seen; raises ScanError for what is no picture or beyond our bounds."""
    return greys_of(_read(path))


def colour_pixels(path: Path) -> Colours:
    """The same as rows of red, green and blue."""
    plain = _read(path).convertToFormat(QImage.Format.Format_RGB888)
    rows = np.frombuffer(plain.constBits(), np.uint8).reshape(plain.height(), plain.bytesPerLine())
    return rows[:, : 3 * plain.width()].reshape(plain.height(), plain.width(), 3).copy()


def _read(path: Path) -> QImage:
    file = examine(path)
    if file.kind is ScanKind.PDF or file.size is None:
        raise ScanError(message("digitise.grid.page", file=path.name))
    refuse_depth(path.name, file.size, file.bits)
    reader = QImageReader(str(path))
    reader.setAutoTransform(True)
    image = reader.read()
    if image.isNull():
        raise ScanError(message("scan.not-decoded", file=path.name, problem=reader.errorString()))
    return image


def png_of(data: bytes) -> bytes | None:
    """A picture of any kind that Qt reads, as PNG; None for one that it does not read or that is beyond our bounds.

    It goes by way of a file, which Qt reads by itself on any thread.
    """
    with scratch() as folder:
        source, target = folder / "source", folder / "target.png"
        source.write_bytes(data)
        reader = QImageReader(str(source))
        size = reader.size()
        if not size.isValid() or size.width() * size.height() > MOST_PIXELS:
            return None
        image = reader.read()
        return target.read_bytes() if not image.isNull() and image.save(str(target)) else None


def greys_of(image: QImage) -> Greys:
    """The same of a picture that is unpacked; what can be seen through lies on white."""
    if image.hasAlphaChannel():
        whole = np.full((image.height(), image.width()), 255.0, dtype=np.float32)
        plain = image.convertToFormat(QImage.Format.Format_RGBA8888)
        rows = np.frombuffer(plain.constBits(), np.uint8).reshape(plain.height(), plain.bytesPerLine() // 4, 4)
        for top in range(0, plain.height(), 512):
            band = rows[top : top + 512, : plain.width()].astype(np.float32)
            share = band[..., 3] / 255.0
            whole[top : top + 512] += share * (band[..., :3] @ np.array((0.3, 0.55, 0.15), np.float32) - 255.0)
        return whole.astype(np.uint8)
    plain = image.convertToFormat(QImage.Format.Format_Grayscale8)
    lines = np.frombuffer(plain.constBits(), np.uint8).reshape(plain.height(), plain.bytesPerLine())
    return lines[:, : plain.width()].copy()


def colours_of(pyramid: Pyramid, level: int, ticket: Ticket, *, share: float = 1.0) -> Colours:
    """An unpacked scan halved so many times, as rows of red, green and blue; tells up to `share` of the work.

    What can be seen through lies on white. Raises OSError when the disk does.
    """
    width, height = pyramid.levels[level]
    found = np.empty((height, width, 3), dtype=np.uint8)
    across, down = -(-width // SIDE), -(-height // SIDE)
    for row in range(down):
        ticket.tell(share * row / down)
        for col in range(across):
            data, (wide, high) = pyramid.file.read(TileAt(level, col, row))
            words = np.frombuffer(data, np.uint8).reshape(high, wide, 4)
            tile = words[..., 2::-1]
            if pyramid.has_alpha:
                tile = tile + (255 - words[..., 3:])
            found[row * SIDE : row * SIDE + high, col * SIDE : col * SIDE + wide] = tile
    return found
