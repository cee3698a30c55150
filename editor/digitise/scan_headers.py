"""What the first bytes of a picture say about it, read without decoding a pixel.

Each reader takes an open file and looks at a bounded number of bytes, however long the file claims to be; what
does not add up is a `HeaderError`. Only PNG, JPEG and TIFF tell their size here: the pages of a PDF are measured
by whoever draws them.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from enum import StrEnum
from typing import BinaryIO, Final

from engine.core.messages import Message, message

_MOST_SEGMENTS: Final = 4_000
"""Segments of a JPEG before its size must have been told."""
_MOST_TAGS: Final = 4_096
_PDF_WITHIN: Final = 1_024
"""A PDF may begin with this much of something else."""


class ScanKind(StrEnum):
    """The kinds of file a scan may be."""

    PNG = "png"
    JPEG = "jpeg"
    TIFF = "tiff"
    PDF = "pdf"


class HeaderError(Exception):
    """A header that is cut short or says what cannot be; `message` says what."""

    def __init__(self, said: Message) -> None:
        self.message = said
        super().__init__(said)


@dataclass(frozen=True, slots=True)
class ScanHeader:
    """The size in pixels (None for a PDF), and the bits of a pixel as stored."""

    kind: ScanKind
    size: tuple[int, int] | None
    bits: int = 0


FOREIGN: Final[tuple[tuple[bytes, str], ...]] = (
    (b"GIF8", "GIF"),
    (b"BM", "BMP"),
    (b"8BPS", "Photoshop"),
    (b"PK\x03\x04", "ZIP"),
    (b"\x1f\x8b", "GZIP"),
    (b"\x00\x00\x01\x00", "ICO"),
    (b"\x00\x00\x00\x0cjP  ", "JPEG 2000"),
    (b"\xff\x0a", "JPEG XL"),
    (b"AT&TFORM", "DjVu"),
    (b"SQLite format 3", "SQLite"),
)
"""What other files begin with, so that a refusal can say what it was given."""


def kind_of(start: bytes) -> ScanKind | None:
    """The kind of a file by its first kilobyte; its name is not asked."""
    if start.startswith(b"\x89PNG\r\n\x1a\n"):
        return ScanKind.PNG
    if start.startswith(b"\xff\xd8\xff"):
        return ScanKind.JPEG
    if start[:4] in (b"II*\x00", b"MM\x00*", b"II+\x00", b"MM\x00+"):
        return ScanKind.TIFF
    if b"%PDF-" in start[:_PDF_WITHIN]:
        return ScanKind.PDF
    return None


def foreign_name(start: bytes) -> str:
    """What a file of no kind we take seems to be; empty if we cannot tell."""
    if start[:4] == b"RIFF" and start[8:12] == b"WEBP":
        return "WebP"
    if start[4:8] == b"ftyp":
        return "HEIC / AVIF"
    if start.lstrip()[:5].lower() in (b"<?xml", b"<svg ", b"<html", b"<!doc"):
        return "XML / HTML"
    return next((name for begins, name in FOREIGN if start.startswith(begins)), "")


def read_header(stream: BinaryIO, kind: ScanKind, length: int) -> ScanHeader:
    """The header of a file of a known kind and length; raises HeaderError."""
    if kind is ScanKind.PNG:
        return _png(stream, length)
    if kind is ScanKind.JPEG:
        return _jpeg(stream, length)
    if kind is ScanKind.TIFF:
        return _tiff(stream, length)
    return ScanHeader(ScanKind.PDF, None)


def _take(stream: BinaryIO, offset: int, count: int) -> bytes:
    stream.seek(offset)
    taken = stream.read(count)
    if len(taken) < count:
        raise HeaderError(message("digitise.scan.header-cut"))
    return taken


def _png(stream: BinaryIO, length: int) -> ScanHeader:
    start = _take(stream, 8, 25)
    size, name, width, height, depth, colour = struct.unpack(">I4sIIBB", start[:18])
    if name != b"IHDR" or size != 13:
        raise HeaderError(message("digitise.scan.header-beginning"))
    channels = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}.get(colour)
    if channels is None or depth not in (1, 2, 4, 8, 16):
        raise HeaderError(message("digitise.scan.header-colours", colours=colour, depth=depth))
    if max(width, height) > 2**31 - 1:
        raise HeaderError(message("digitise.scan.header-size", width=width, height=height))
    if length < 57:
        raise HeaderError(message("digitise.scan.header-cut"))
    return ScanHeader(ScanKind.PNG, (width, height), channels * depth)


_FRAMES: Final = frozenset({*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC})
_BARE: Final = frozenset({0x01, *range(0xD0, 0xD8)})


def _jpeg(stream: BinaryIO, length: int) -> ScanHeader:
    """Segments are stepped over, not read; the frame header that tells the size comes before any pixels."""
    offset = 2
    for _ in range(_MOST_SEGMENTS):
        mark, code = _take(stream, offset, 2)
        if mark != 0xFF:
            raise HeaderError(message("digitise.scan.header-part"))
        if code == 0xFF:
            offset += 1
            continue
        if code in _BARE:
            offset += 2
            continue
        if code in (0xD9, 0xDA):
            raise HeaderError(message("digitise.scan.header-no-size"))
        (size,) = struct.unpack(">H", _take(stream, offset + 2, 2))
        if size < 2 or offset + 2 + size > length:
            raise HeaderError(message("digitise.scan.header-part"))
        if code in _FRAMES:
            depth, height, width, parts = struct.unpack(">BHHB", _take(stream, offset + 4, 6))
            if depth not in (8, 12, 16) or parts not in (1, 3, 4):
                raise HeaderError(message("digitise.scan.header-colours", colours=parts, depth=depth))
            return ScanHeader(ScanKind.JPEG, (width, height), depth * parts)
        offset += 2 + size
    raise HeaderError(message("digitise.scan.header-no-size"))


_TYPE_BYTES: Final = {1: 1, 3: 2, 4: 4, 16: 8}
_WIDTH, _HEIGHT, _BITS, _SAMPLES = 256, 257, 258, 277


def _tiff(stream: BinaryIO, length: int) -> ScanHeader:
    """The first picture of the file, in the classic or the big form."""
    start = _take(stream, 0, 8)
    order = "<" if start[:2] == b"II" else ">"
    is_big = start[2:4] in (b"+\x00", b"\x00+")
    if is_big:
        (offset,) = struct.unpack(order + "Q", _take(stream, 8, 8))
        count_size, tag_size, count_form, tag_form = 8, 20, order + "Q", order + "HHQ8s"
    else:
        (offset,) = struct.unpack(order + "I", start[4:8])
        count_size, tag_size, count_form, tag_form = 2, 12, order + "H", order + "HHI4s"
    if not 8 <= offset <= length - count_size:
        raise HeaderError(message("digitise.scan.header-part"))
    (count,) = struct.unpack(count_form, _take(stream, offset, count_size))
    if not 1 <= count <= _MOST_TAGS:
        raise HeaderError(message("digitise.scan.header-entries", count=count))
    found: dict[int, int] = {}
    entries = _take(stream, offset + count_size, count * tag_size)
    for number in range(count):
        entry = entries[number * tag_size : (number + 1) * tag_size]
        tag, form, values, inline = struct.unpack(tag_form, entry)
        if tag in (_WIDTH, _HEIGHT, _BITS, _SAMPLES) and tag not in found:
            found[tag] = _tiff_value(stream, order, form, values, inline, length=length)
    if _WIDTH not in found or _HEIGHT not in found:
        raise HeaderError(message("digitise.scan.header-no-size"))
    bits = found.get(_BITS, 1) * found.get(_SAMPLES, 1)
    return ScanHeader(ScanKind.TIFF, (found[_WIDTH], found[_HEIGHT]), min(bits, 256))


def _tiff_value(stream: BinaryIO, order: str, form: int, values: int, inline: bytes, *, length: int) -> int:
    """The first value of an entry; it stands elsewhere when there are too many to stand in the entry itself."""
    size = _TYPE_BYTES.get(form)
    if size is None or values < 1:
        raise HeaderError(message("digitise.scan.header-entry", kind=form))
    if size * values > len(inline):
        (offset,) = struct.unpack(order + ("Q" if len(inline) == 8 else "I"), inline)
        if offset > length - size:
            raise HeaderError(message("digitise.scan.header-part"))
        inline = _take(stream, offset, size)
    return int.from_bytes(inline[:size], "little" if order == "<" else "big")
