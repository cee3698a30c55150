"""From the file of a scan to its pyramid: decoded and cut into tiles, on whatever thread calls.

The ticket is looked at before and after Qt decodes, and from band to band after that. Qt lets other threads run while
it decodes but not while it copies or converts; those are done a few rows at a time.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import numpy as np
from PySide6.QtCore import QRect
from PySide6.QtGui import QImage, QImageIOHandler, QImageReader

from editor.canvas.scans.scan_pyramid import SIDE, Pyramid, PyramidWriter, Size, TileFile, Words
from editor.digitise.scan_headers import ScanKind
from editor.digitise.scans import MOST_PIXELS, ScanError
from editor.documents.background import Ticket
from editor.documents.pdf_pages import draw_page
from engine.core.messages import message

_BYTES: Final = 4
_DEEP_BYTES: Final = 8
"""Bytes a pixel takes unpacked, and with more than eight bits a colour."""
MOST_DEEP_PIXELS: Final = MOST_PIXELS * _BYTES // _DEEP_BYTES
_AT_ONCE: Final = 1 << 18
"""Pixels converted without letting another thread run: a millisecond or two."""
_FORMATS: Final = {ScanKind.PNG: "png", ScanKind.JPEG: "jpeg", ScanKind.TIFF: "tiff"}
_AS_THEY_ARE: Final = (QImage.Format.Format_RGB32, QImage.Format.Format_ARGB32_Premultiplied)

QImageReader.setAllocationLimit((MOST_PIXELS * _BYTES >> 20) + 1)


def refuse_depth(name: str, size: Size, bits: int) -> None:
    """Raises ScanError for a picture with so many bits a colour that unpacked it would be beyond our bound."""
    if bits > 40 and size[0] * size[1] > MOST_DEEP_PIXELS:
        raise ScanError(
            message(
                "scan.too-deep",
                file=name,
                bits=bits,
                megapixels=size[0] * size[1] / 1e6,
                limit=MOST_DEEP_PIXELS // 1_000_000,
            )
        )


def upright_size(path: Path, kind: ScanKind) -> Size:
    """The size of a picture as it is seen: photographs may be stored on their side."""
    reader = QImageReader(str(path), _FORMATS[kind].encode())
    reader.setAutoDetectImageFormat(False)
    size = reader.size()
    if not size.isValid():
        raise ScanError(message("scan.not-decoded", file=path.name, problem=reader.errorString()))
    if reader.transformation() & QImageIOHandler.Transformation.TransformationRotate90:
        size.transpose()
    return size.width(), size.height()


def unpack(
    path: Path, kind: ScanKind, *, name: str, page: int, size: Size, folder: Path | None, ticket: Ticket
) -> Pyramid:
    """The pyramid of a scan; raises ScanError for a picture that cannot be decoded or put on the disk."""
    words: Words | None = None
    image = QImage()
    if kind is ScanKind.PDF:
        words = draw_page(path, page, size, ticket)
        ticket.tell(0.5)
        has_alpha = False
    else:
        image = _decoded(path, kind, name, size, ticket)
        has_alpha = image.hasAlphaChannel()
    try:
        file = TileFile(folder)
        writer = PyramidWriter(size, file)
        bands = _bands(words) if words is not None else _image_bands(image, has_alpha=has_alpha)
        for number, rows in enumerate(bands):
            writer.feed(rows)
            ticket.tell(0.5 + 0.5 * number * SIDE / size[1])
    except OSError as bad:
        raise ScanError(message("scan.no-room", file=name, problem=bad.strerror or str(bad))) from None
    except MemoryError:
        raise ScanError(message("scan.no-memory", file=name)) from None
    return Pyramid(size, has_alpha, file)


def _decoded(path: Path, kind: ScanKind, name: str, size: Size, ticket: Ticket) -> QImage:
    """The picture of a file, opened by Qt itself.

    A device of ours would be called back while Qt keeps everybody else from its picture formats, and would wait for the
    interpreter, which the window may hold while it waits for those formats to draw an icon: both would stand still.
    """
    ticket.check()
    reader = QImageReader(str(path), _FORMATS[kind].encode())
    reader.setAutoDetectImageFormat(False)
    reader.setAutoTransform(True)
    image = reader.read()
    ticket.tell(0.45)
    if image.isNull():
        if kind is ScanKind.TIFF:
            raise ScanError(message("scan.tiff-not-decoded", file=name, problem=reader.errorString()))
        raise ScanError(message("scan.not-decoded", file=name, problem=reader.errorString()))
    if (image.width(), image.height()) != size:
        raise ScanError(message("scan.other-size", file=name, width=image.width(), height=image.height()))
    return image


def _bands(words: Words) -> Iterator[Words]:
    for top in range(0, len(words), SIDE):
        yield words[top : top + SIDE]


def _image_bands(image: QImage, *, has_alpha: bool) -> Iterator[Words]:
    """The rows of a picture, `SIDE` at a time, as words."""
    if image.format() in _AS_THEY_ARE:
        yield from _bands(_words(image))
        return
    wanted = QImage.Format.Format_ARGB32_Premultiplied if has_alpha else QImage.Format.Format_RGB32
    width, height = image.width(), image.height()
    few = max(1, _AT_ONCE // width)
    for top in range(0, height, SIDE):
        end = min(top + SIDE, height)
        parts = []
        for start in range(top, end, few):
            part = image.copy(QRect(0, start, width, min(few, end - start))).convertToFormat(wanted)
            parts.append(_words(part).copy())
        yield np.concatenate(parts)


def _words(image: QImage) -> Words:
    """The pixels of a picture in the memory that it has them in."""
    rows = np.frombuffer(image.constBits(), np.uint32).reshape(image.height(), image.bytesPerLine() // 4)
    return rows[:, : image.width()]
