"""A map as a PDF to print: on one page of its own size, on one sheet of paper, or on many to be glued together.

What is on which sheet is the page layout's; here it is drawn, with cut marks, the name of each sheet and a first page
that shows how they go together.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from editor.canvas.counters.counter_picture import CounterPicture
from editor.export.files import written_whole
from editor.export.furniture import paint_crop_marks, paint_label, paint_overview
from editor.export.options import ExportOptions, Pages
from editor.export.page_layout import PageLayout, PaperSheet, lay_out, unit_for
from editor.export.pdf_pages import DOTS_A_MM, Page, pdf_of
from editor.export.subject import ExportSubject, Laid
from editor.export.trouble import CannotExport, Progress, Steps
from editor.geometry.lattice import Box
from engine.core.messages import message
from engine.definitions.palette import Palette
from engine.definitions.plan import MapPlan

MOST_HEXES: Final = 250_000
"""On all sheets together; a page is drawn in shapes, and beyond this printers give up."""


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
    subject = ExportSubject(plan, palette, options, counters, scans)
    if subject.hexes() > MOST_HEXES:
        raise CannotExport(message("export.too-many-hexes", count=subject.hexes(), limit=MOST_HEXES))
    layout = lay_out(subject.bounds, unit_for(plan, options), options)
    steps = Steps(sum(subject.ticks(sheet.box) for sheet in layout.sheets), progress)
    steps.look()
    document = pdf_of(subject.title, layout.paper, _pages(subject, layout, options, steps))
    with written_whole(path) as file:
        file.write(document)
    steps.end()
    return layout


def has_overview(options: ExportOptions, layout: PageLayout) -> bool:
    """Whether the first page shows how the sheets go together."""
    return options.overview and options.pages is Pages.TILES and len(layout.sheets) > 1


def _pages(subject: ExportSubject, layout: PageLayout, options: ExportOptions, steps: Steps) -> Iterator[Page]:
    """Each page as it is to be painted."""
    if has_overview(options, layout):
        yield lambda painter: paint_overview(painter, subject, layout, options)
        steps.look()
    for sheet in layout.sheets:

        def paint(painter: QPainter, sheet: PaperSheet = sheet) -> None:
            _paint_sheet(painter, subject, layout, sheet, steps)
            _paint_furniture(painter, subject, layout, sheet, options)

        yield paint


def _paint_sheet(
    painter: QPainter, subject: ExportSubject, layout: PageLayout, sheet: PaperSheet, steps: Steps
) -> None:
    painter.save()
    try:
        window = sheet.window
        painter.setClipRect(_rectangle(window))
        painter.translate(window.left, window.top)
        painter.scale(layout.unit_mm, layout.unit_mm)
        painter.translate(-sheet.box.left, -sheet.box.top)
        subject.paint_vectors(painter, sheet.box, layout.unit_mm * DOTS_A_MM, steps.took)
    finally:
        painter.restore()


def _paint_furniture(
    painter: QPainter, subject: ExportSubject, layout: PageLayout, sheet: PaperSheet, options: ExportOptions
) -> None:
    if options.pages is not Pages.TILES or len(layout.sheets) == 1:
        return
    if options.crop_marks:
        paint_crop_marks(painter, sheet, layout)
    if options.page_labels:
        paint_label(painter, sheet, layout, subject.title)


def _rectangle(box: Box) -> QRectF:
    return QRectF(box.left, box.top, box.width, box.height)
