"""Pages of a PDF as pictures, through PDFium.

PDFium may be used by one thread at a time, so that everything here takes turns. A page is drawn in steps, and between
two of them whoever asked can still change their mind.
"""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import numpy as np
import pypdfium2
import pypdfium2.raw as pdfium

from editor.canvas.scans.scan_pyramid import Size, Words
from editor.digitise.scans import ScanError
from editor.documents.background import Ticket
from engine.core.messages import message

MOST_PAGES: Final = 500
"""Pages one may choose from: a map is seldom on page 501, and each page has to be measured."""
POINTS: Final = 72.0
"""Points an inch, in which PDF measures."""

_turn = threading.RLock()
_WHITE: Final = 0xFFFFFFFF
_SOLID: Final = np.uint32(0xFF000000)


def page_sizes(path: Path) -> tuple[tuple[float, float], ...]:
    """How large the pages are, in points; raises ScanError for a file that cannot be opened."""
    with _turn, _opened(path) as document:
        count = min(len(document), MOST_PAGES)
        if not count:
            raise ScanError(message("scan.pdf-empty", file=path.name))
        sizes = []
        for number in range(count):
            try:
                width, height = document.get_page_size(number)
            except pypdfium2.PdfiumError:
                width, height = 0.0, 0.0
            sizes.append((float(width), float(height)))
        return tuple(sizes)


def draw_page(path: Path, page: int, size: Size, ticket: Ticket) -> Words:
    """A page (the first is 0) drawn on white in so many pixels, as rows of words."""
    width, height = size
    with _turn, _opened(path) as document:
        if not 0 <= page < len(document):
            raise ScanError(message("scan.pdf-no-page", file=path.name, page=page + 1, count=len(document)))
        try:
            found = document[page]
        except pypdfium2.PdfiumError:
            raise ScanError(message("scan.pdf-bad-page", file=path.name, page=page + 1)) from None
        words = np.full((height, width), _WHITE, dtype=np.uint32)
        bitmap = pdfium.FPDFBitmap_CreateEx(
            width, height, pdfium.FPDFBitmap_BGRx, words.ctypes.data_as(ctypes.c_void_p), 4 * width
        )
        if not bitmap:
            raise ScanError(message("scan.pdf-bad-page", file=path.name, page=page + 1))
        try:
            is_done = _drawn(bitmap, found, size, ticket)
        finally:
            pdfium.FPDFBitmap_Destroy(bitmap)
            found.close()
        ticket.check()
        if not is_done:
            raise ScanError(message("scan.pdf-bad-page", file=path.name, page=page + 1))
    np.bitwise_or(words, _SOLID, out=words)
    return words


def _drawn(bitmap: Any, page: Any, size: Size, ticket: Ticket) -> bool:
    pause = pdfium.IFSDK_PAUSE()
    pause.version = 1
    pause.NeedToPauseNow = type(pause.NeedToPauseNow)(lambda _: int(ticket.is_cancelled))
    turn, flags = 0, pdfium.FPDF_ANNOT
    state = pdfium.FPDF_RenderPageBitmap_Start(bitmap, page.raw, 0, 0, *size, turn, flags, ctypes.byref(pause))
    while state == pdfium.FPDF_RENDER_TOBECONTINUED and not ticket.is_cancelled:
        state = pdfium.FPDF_RenderPage_Continue(page.raw, ctypes.byref(pause))
    pdfium.FPDF_RenderPage_Close(page.raw)
    return bool(state == pdfium.FPDF_RENDER_DONE)


@contextmanager
def _opened(path: Path) -> Iterator[Any]:
    try:
        document = pypdfium2.PdfDocument(path)
    except (pypdfium2.PdfiumError, FileNotFoundError) as bad:
        if "password" in str(bad).lower():
            raise ScanError(message("scan.pdf-locked", file=path.name)) from None
        raise ScanError(message("scan.pdf-bad", file=path.name)) from None
    try:
        yield document
    finally:
        document.close()
