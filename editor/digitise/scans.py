"""A file to be laid under the map: what it is, how large, and whether we take it, before anything decodes it.

The bounds are ours and stated: a header may claim any size, and a small file may unpack to one that no machine
holds. A scan is known by the hash of its bytes, under which the map's file keeps it once.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Final

from editor.digitise.scan_headers import HeaderError, ScanHeader, ScanKind, foreign_name, kind_of, read_header
from engine.core.messages import Message, message
from engine.definitions.issues import Issue, warning

MOST_PIXELS: Final = 200_000_000
MOST_BYTES: Final = 1 << 30
LONGEST_SIDE: Final = 100_000
_CHUNK: Final = 1 << 20
_TAIL: Final = 64

MEDIA: Final = {
    ScanKind.PNG: "image/png",
    ScanKind.JPEG: "image/jpeg",
    ScanKind.TIFF: "image/tiff",
    ScanKind.PDF: "application/pdf",
}
"""The media type under which a file keeps the bytes of each kind."""


class ScanError(Exception):
    """A file that cannot be a scan; `message` says why and what would do."""

    def __init__(self, said: Message) -> None:
        self.message = said
        super().__init__(said)


@dataclass(frozen=True, slots=True)
class ScanFile:
    """What is known of a scan without decoding it; a PDF has no size until a page of it is drawn."""

    path: Path
    kind: ScanKind
    size: tuple[int, int] | None
    bits: int
    length: int
    sha256: str
    notes: tuple[Issue, ...] = ()

    @property
    def media(self) -> str:
        return MEDIA[self.kind]

    @property
    def pixels(self) -> int:
        return 0 if self.size is None else self.size[0] * self.size[1]


def examine(path: Path) -> ScanFile:
    """Look at a file; raises ScanError for anything we do not take."""
    name = path.name
    try:
        if not path.is_file():
            raise ScanError(message("digitise.scan.no-file", file=name))
        with path.open("rb") as stream:
            length = stream.seek(0, 2)
            header = _header(stream, name, length)
            notes = _notes(stream, name, header.kind, length)
            digest = _digest(stream)
    except OSError as bad:
        problem = bad.strerror or type(bad).__name__
        raise ScanError(message("digitise.scan.unreadable", file=name, problem=problem)) from None
    return ScanFile(path, header.kind, header.size, header.bits, length, digest, notes)


def refuse_size(name: str, size: tuple[int, int]) -> None:
    """Raises ScanError for a picture beyond our bounds; for drawn pages of a PDF too."""
    width, height = size
    if width < 1 or height < 1:
        raise ScanError(message("digitise.scan.empty-picture", file=name, width=width, height=height))
    if width * height > MOST_PIXELS or max(size) > LONGEST_SIDE:
        raise ScanError(
            message(
                "digitise.scan.too-many-pixels",
                file=name,
                width=width,
                height=height,
                megapixels=width * height / 1e6,
                limit=MOST_PIXELS // 1_000_000,
                longest=LONGEST_SIDE,
            )
        )


def page_size(name: str, points: tuple[float, float], dots_per_inch: float) -> tuple[int, int]:
    """The pixels that a page of a PDF, measured in points, has at a resolution; raises ScanError beyond our bounds."""
    wide, high = (value * dots_per_inch / 72.0 for value in points)
    if not (0 < wide < 1e9 and 0 < high < 1e9):
        raise ScanError(message("digitise.scan.empty-picture", file=name, width=0, height=0))
    size = max(round(wide), 1), max(round(high), 1)
    refuse_size(name, size)
    return size


def _header(stream: BinaryIO, name: str, length: int) -> ScanHeader:
    stream.seek(0)
    start = stream.read(1024)
    if not start:
        raise ScanError(message("digitise.scan.empty-file", file=name))
    kind = kind_of(start)
    if kind is None:
        foreign = foreign_name(start)
        raise ScanError(
            message("digitise.scan.foreign", file=name, kind=foreign)
            if foreign
            else message("digitise.scan.unknown", file=name)
        )
    if length > MOST_BYTES:
        raise ScanError(message("digitise.scan.too-many-bytes", file=name, found=length >> 20, limit=MOST_BYTES >> 20))
    try:
        header = read_header(stream, kind, length)
    except HeaderError as bad:
        said = message("digitise.scan.bad-header", file=name, kind=kind.value.upper(), problem=bad.message)
        raise ScanError(said) from None
    if header.size is not None:
        refuse_size(name, header.size)
    return header


def _notes(stream: BinaryIO, name: str, kind: ScanKind, length: int) -> tuple[Issue, ...]:
    """A download that was cut off still opens, and shows grey where the rest of the map should be."""
    stream.seek(max(0, length - _TAIL))
    tail = stream.read(_TAIL)
    is_whole = (
        (kind is ScanKind.PNG and b"IEND" in tail)
        or (kind is ScanKind.JPEG and b"\xff\xd9" in tail)
        or kind in (ScanKind.TIFF, ScanKind.PDF)
    )
    return () if is_whole else (warning(message("digitise.scan.seems-cut", file=name)),)


def _digest(stream: BinaryIO) -> str:
    stream.seek(0)
    digest = hashlib.sha256()
    while chunk := stream.read(_CHUNK):
        digest.update(chunk)
    return digest.hexdigest()
