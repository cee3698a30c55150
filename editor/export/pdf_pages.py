"""A PDF of pages in true size: the painter's unit is a millimetre and its origin the corner of the paper.

Qt rounds pages to whole points, dates every document and gives it a random name. All that is mended here, so that a
page measures what it should and the same pages are the same bytes.
"""

from __future__ import annotations

import hashlib
import re
import uuid
from collections.abc import Callable, Iterable
from typing import Final, TypeAlias

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMarginsF, QSizeF
from PySide6.QtGui import QPageLayout, QPageSize, QPainter, QPdfWriter

from editor.export.page_layout import Size
from editor.export.subject import ready_to_draw

DOTS_AN_INCH: Final = 1200
DOTS_A_MM: Final = DOTS_AN_INCH / 25.4
_DATE: Final = re.compile(rb'/(?:CreationDate|ModDate) \(D:[^)]*\)|xmp:(?:Create|Modify|Metadata)Date="[^"]*"')
_NAME: Final = re.compile(rb'xmpMM:DocumentID="uuid:([0-9a-f-]{36})"')
_PAGE: Final = re.compile(rb"/MediaBox \[0 0 ([0-9.]+) ([0-9.]+)\]")
_POINTS_A_MM: Final = 72 / 25.4

Page: TypeAlias = Callable[[QPainter], None]
"""Paints one page, in millimetres."""


def pdf_of(title: str, paper: Size, pages: Iterable[Page]) -> bytes:
    """A document with these pages, each painted when its turn comes."""
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setResolution(DOTS_AN_INCH)
    writer.setTitle(title)
    writer.setCreator("Redoubt")
    size = QPageSize(QSizeF(*paper), QPageSize.Unit.Millimeter, "", QPageSize.SizeMatchPolicy.ExactMatch)
    writer.setPageLayout(QPageLayout(size, QPageLayout.Orientation.Portrait, QMarginsF(), QPageLayout.Unit.Millimeter))
    painter = QPainter(writer)
    try:
        ready_to_draw(painter)
        for number, paint in enumerate(pages):
            if number:
                writer.newPage()
            painter.resetTransform()
            painter.scale(DOTS_A_MM, DOTS_A_MM)
            paint(painter)
    finally:
        painter.end()
        buffer.close()
    return _finished(bytes(data.data()), paper)


def _finished(document: bytes, paper: Size) -> bytes:
    """The document with pages of the exact size, spaces for its dates and a name that follows from what it holds.

    No byte moves, because the document is full of places in itself.
    """
    document = _PAGE.sub(lambda found: _exact(found, paper), document)
    document = _DATE.sub(lambda found: b" " * len(found[0]), document)
    given = _NAME.search(document)
    if given is None:
        return document
    blank = str(uuid.UUID(int=0)).encode("ascii")
    document = _renamed(document, given[1], blank)
    name = uuid.uuid5(uuid.NAMESPACE_OID, hashlib.sha256(document).hexdigest())
    return _renamed(document, blank, str(name).encode("ascii"))


def _renamed(document: bytes, old: bytes, new: bytes) -> bytes:
    return document.replace(old, new).replace(old.hex().encode("ascii"), new.hex().encode("ascii"))


def _exact(found: re.Match[bytes], paper: Size) -> bytes:
    sizes = [
        f"{length * _POINTS_A_MM:.6f}".encode("ascii")[: len(rounded)].ljust(len(rounded))
        for length, rounded in zip(paper, found.groups(), strict=True)
    ]
    return b"/MediaBox [0 0 " + b" ".join(sizes) + b"]"
