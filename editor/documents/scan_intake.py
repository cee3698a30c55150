"""Scans on their way in: from a file on the disk into the map's file, and from there into tiles.

Everything here takes its time and is meant for a thread of its own. Nothing is stored that was not decoded first: what
lies in the map's file can be shown.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

from editor.canvas.scans.scan_pyramid import Pyramid, Size
from editor.digitise.scan_headers import ScanKind
from editor.digitise.scans import ScanError, ScanFile, examine, page_size, refuse_size
from editor.documents.background import Ticket
from editor.documents.pdf_pages import page_sizes
from editor.documents.scan_facts import ScanFacts
from editor.documents.scan_reading import refuse_depth, unpack, upright_size
from engine.core.messages import message
from engine.definitions.drafts import scratch
from engine.definitions.plan import ScanPlan
from engine.storage.blobs import MOST_BYTES, Blob
from engine.storage.store import Store

USUAL_RESOLUTION: Final = 200
"""Dots an inch that a page of a PDF is drawn with unless someone asks for another."""


class ImageKey(NamedTuple):
    """What two scans must share to be one picture: the bytes, the page, and how finely it is drawn."""

    sha256: str
    page: int = 0
    size: Size | None = None

    @staticmethod
    def of(scan: ScanPlan) -> ImageKey:
        facts = ScanFacts.of(scan)
        return ImageKey(scan.sha256, facts.page, facts.size)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A file that might become a scan: what it is, and how large its pages are, in points, if it has any."""

    file: ScanFile
    size: Size | None
    pages: tuple[tuple[float, float], ...] = ()

    @property
    def name(self) -> str:
        return self.file.path.name


@dataclass(frozen=True, slots=True)
class Wish:
    """Which part of a file is wanted: a page, and in how many pixels."""

    size: Size
    page: int = 0


def roomy_folder() -> Path | None:
    """Where unpacked scans go: on many systems the usual temporary folder is memory, and only another one is disk."""
    large = Path("/var/tmp")  # noqa: S108 - what lies there is nameless, or in a folder of our own
    is_better = "TMPDIR" not in os.environ and large.is_dir() and os.access(large, os.W_OK)
    return large if is_better else None


def look_at(path: Path, ticket: Ticket) -> Candidate:
    """What a file is; raises ScanError for one we do not take."""
    length = path.stat().st_size if path.is_file() else 0
    if length > MOST_BYTES:
        raise ScanError(
            message("digitise.scan.too-many-bytes", file=path.name, found=length >> 20, limit=MOST_BYTES >> 20)
        )
    file = examine(path)
    ticket.check()
    if file.kind is ScanKind.PDF:
        return Candidate(file, None, page_sizes(path))
    return Candidate(file, _measured(path, path.name, file))


def take_in(
    store: Store, candidate: Candidate, wish: Wish, *, folder: Path | None, ticket: Ticket
) -> tuple[ImageKey, Pyramid]:
    """Unpack a file and store it; raises ScanError or FileError, and then nothing is stored."""
    file = candidate.file
    pyramid = _unpacked(file, candidate.name, wish, folder, ticket)
    try:
        blob = Blob(file.media, file.path.read_bytes())
        if blob.sha256 != file.sha256:
            raise ScanError(message("scan.changed-meanwhile", file=candidate.name))
        ticket.check()
        store.put_scan(blob)
    except OSError as bad:
        pyramid.file.close()
        problem = bad.strerror or type(bad).__name__
        raise ScanError(message("digitise.scan.unreadable", file=candidate.name, problem=problem)) from None
    except BaseException:
        pyramid.file.close()
        raise
    return ImageKey(file.sha256, wish.page, pyramid.size), pyramid


def take_out(store: Store, key: ImageKey, name: str, *, folder: Path | None, ticket: Ticket) -> Pyramid:
    """A scan out of the map's file: put on the disk bit by bit, never all of it in memory, and unpacked there."""
    try:
        with scratch(folder) as place:
            path = place / "scan"
            with path.open("wb") as out:
                for piece in store.scan_pieces(key.sha256):
                    ticket.check()
                    out.write(piece)
            file = examine(path)
            if file.kind is ScanKind.PDF:
                size = key.size or _page_at_usual_resolution(path, name, key.page)
            else:
                size = _measured(path, name, file)
            return _unpacked(file, name, Wish(size, key.page), folder, ticket)
    except OSError as bad:
        raise ScanError(message("scan.no-room", file=name, problem=bad.strerror or str(bad))) from None


def _unpacked(file: ScanFile, name: str, wish: Wish, folder: Path | None, ticket: Ticket) -> Pyramid:
    refuse_size(name, wish.size)
    return unpack(file.path, file.kind, name=name, page=wish.page, size=wish.size, folder=folder, ticket=ticket)


def _measured(path: Path, name: str, file: ScanFile) -> Size:
    size = upright_size(path, file.kind)
    refuse_size(name, size)
    refuse_depth(name, size, file.bits)
    return size


def _page_at_usual_resolution(path: Path, name: str, page: int) -> Size:
    pages = page_sizes(path)
    if page >= len(pages):
        raise ScanError(message("scan.pdf-no-page", file=name, page=page + 1, count=len(pages)))
    return page_size(name, pages[page], USUAL_RESOLUTION)
