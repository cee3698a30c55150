"""A map as a PDF to print: on one page of its own size, on one sheet of paper, or on many to be glued together.

What is on which sheet is the page layout's; here it is drawn, with cut marks, the name of each sheet and a first page
that shows how they go together. Dates and the random name that Qt gives a document are taken out again, so that the
same map is the same bytes.
"""

from __future__ import annotations

import hashlib
import re
import uuid
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMarginsF, QRectF, QSizeF
from PySide6.QtGui import QPageLayout, QPageSize, QPainter, QPdfWriter

from editor.canvas.counters import CounterPicture
from editor.canvas.lattice import Box
from editor.export.files import written_whole
from editor.export.furniture import paint_crop_marks, paint_label, paint_overview
from editor.export.options import ExportOptions, Pages
from editor.export.page_layout import PageLayout, Sheet, lay_out, unit_for
from editor.export.subject import Laid, Subject, ready_to_draw
from editor.export.trouble import CannotExport, Progress, Steps
from engine.core.messages import message
from engine.definitions.palette import Palette
from engine.definitions.plan import MapPlan

MOST_HEXES: Final = 250_000
"""On all sheets together; a page is drawn in shapes, and beyond this printers give up."""
DOTS_AN_INCH: Final = 1200
_DOTS_A_MM: Final = DOTS_AN_INCH / 25.4
_DATE: Final = re.compile(rb'/(?:CreationDate|ModDate) \(D:[^)]*\)|xmp:(?:Create|Modify|Metadata)Date="[^"]*"')
_NAME: Final = re.compile(rb'xmpMM:DocumentID="uuid:([0-9a-f-]{36})"')
_PAGE: Final = re.compile(rb"/MediaBox \[0 0 ([0-9.]+) ([0-9.]+)\]")
_POINTS_A_MM: Final = 72 / 25.4


def export_pdf(
    plan: MapPlan,
    palette: Palette,
    path: Path,
    options: ExportOptions | None = None,
    progress: Progress | None = None,
    *,
    counters: Sequence[CounterPicture] = (),
    scans: Sequence[Laid] = (),
) -> PageLayout:
    """Write the map as a PDF; gives how it lies on the pages.

    Raises CannotExport for a map beyond the bounds, Cancelled, or FileError; then the file is as it was.
    """
    options = (options or ExportOptions()).within_bounds()
    subject = Subject(plan, palette, options, counters, scans)
    if subject.hexes() > MOST_HEXES:
        raise CannotExport(message("export.too-many-hexes", count=subject.hexes(), limit=MOST_HEXES))
    layout = lay_out(subject.bounds, unit_for(plan, options), options)
    steps = Steps(sum(subject.ticks(sheet.box) for sheet in layout.sheets), progress)
    steps.look()
    document = _finished(_printed(subject, layout, options, steps), layout)
    with written_whole(path) as file:
        file.write(document)
    steps.end()
    return layout


def has_overview(options: ExportOptions, layout: PageLayout) -> bool:
    """Whether the first page shows how the sheets go together."""
    return options.overview and options.pages is Pages.TILES and len(layout.sheets) > 1


def _printed(subject: Subject, layout: PageLayout, options: ExportOptions, steps: Steps) -> bytes:
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setResolution(DOTS_AN_INCH)
    writer.setTitle(subject.plan.title)
    writer.setCreator("Redoubt")
    size = QPageSize(QSizeF(*layout.paper), QPageSize.Unit.Millimeter, "", QPageSize.SizeMatchPolicy.ExactMatch)
    writer.setPageLayout(QPageLayout(size, QPageLayout.Orientation.Portrait, QMarginsF(), QPageLayout.Unit.Millimeter))
    painter = QPainter(writer)
    try:
        ready_to_draw(painter)
        if has_overview(options, layout):
            paint_overview(_in_mm(painter), subject, layout, options)
            steps.look()
            writer.newPage()
        for number, sheet in enumerate(layout.sheets):
            if number:
                writer.newPage()
            _paint_sheet(painter, subject, layout, sheet, steps)
            _paint_furniture(_in_mm(painter), subject, layout, sheet, options)
    finally:
        painter.end()
        buffer.close()
    return bytes(data.data())


def _in_mm(painter: QPainter) -> QPainter:
    """The painter with a millimetre as its unit and the corner of the paper as its origin."""
    painter.resetTransform()
    painter.scale(_DOTS_A_MM, _DOTS_A_MM)
    return painter


def _paint_sheet(painter: QPainter, subject: Subject, layout: PageLayout, sheet: Sheet, steps: Steps) -> None:
    _in_mm(painter)
    painter.save()
    try:
        window = sheet.window
        painter.setClipRect(_rectangle(window))
        painter.translate(window.left, window.top)
        painter.scale(layout.unit_mm, layout.unit_mm)
        painter.translate(-sheet.box.left, -sheet.box.top)
        subject.paint_vectors(painter, sheet.box, layout.unit_mm * _DOTS_A_MM, steps.took)
    finally:
        painter.restore()


def _paint_furniture(
    painter: QPainter, subject: Subject, layout: PageLayout, sheet: Sheet, options: ExportOptions
) -> None:
    if options.pages is not Pages.TILES or len(layout.sheets) == 1:
        return
    if options.crop_marks:
        paint_crop_marks(painter, sheet, layout)
    if options.page_labels:
        paint_label(painter, sheet, layout, subject.plan.title)


def _rectangle(box: Box) -> QRectF:
    return QRectF(box.left, box.top, box.width, box.height)


def _finished(document: bytes, layout: PageLayout) -> bytes:
    """The document with pages of the exact size, spaces for its dates and a name that follows from what it holds.

    Qt rounds pages to whole points and gives every document a random name. No byte moves, because the document is full
    of places in itself.
    """
    document = _PAGE.sub(lambda found: _exact(found, layout), document)
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


def _exact(found: re.Match[bytes], layout: PageLayout) -> bytes:
    sizes = [
        f"{length * _POINTS_A_MM:.6f}".encode("ascii")[: len(rounded)].ljust(len(rounded))
        for length, rounded in zip(layout.paper, found.groups(), strict=True)
    ]
    return b"/MediaBox [0 0 " + b" ".join(sizes) + b"]"
