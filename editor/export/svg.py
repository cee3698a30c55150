"""A map as an SVG of its real size: shapes as paths and words as text, in the bundled font.

Qt writes the drawing; what it cannot say (the size to the hundredth of a millimetre, how far apart letters stand) is
put in afterwards. The same map is the same bytes.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QRectF, QSize
from PySide6.QtGui import QPainter
from PySide6.QtSvg import QSvgGenerator

from editor.canvas.art.lettering import spacing_of
from editor.canvas.counters.counter_picture import CounterPicture
from editor.export.files import written_whole
from editor.export.options import ExportOptions
from editor.export.page_layout import LONGEST_PAGE, Size, unit_for
from editor.export.subject import Laid, Subject, plane_to_device, ready_to_draw
from editor.export.trouble import CannotExport, Progress, Steps
from engine.core.messages import message
from engine.definitions.palette import Palette
from engine.definitions.plan import MapPlan

MOST_HEXES: Final = 100_000
"""Beyond this a drawing is larger than what programs for drawings open."""
_DOTS_A_MM: Final = 96 / 25.4
_HEAD: Final = re.compile(rb'<svg width="[^"]*" height="[^"]*"')
_TEXT: Final = re.compile(rb'(<text [^>]*font-size="(\d+)")')
_EMPTY: Final = re.compile(rb"<g [^>]*>\s*</g>\s*")


def export_svg(
    plan: MapPlan,
    palette: Palette,
    path: Path,
    options: ExportOptions | None = None,
    progress: Progress | None = None,
    *,
    counters: Sequence[CounterPicture] = (),
    scans: Sequence[Laid] = (),
) -> Size:
    """Write the map as an SVG; gives its size in millimetres.

    Raises CannotExport for a map beyond the bound, Cancelled, or FileError; then the file is as it was.
    """
    options = (options or ExportOptions()).within_bounds()
    subject = Subject(plan, palette, options, counters, scans)
    hexes = subject.hexes()
    if hexes > MOST_HEXES:
        raise CannotExport(message("export.too-many-hexes", count=hexes, limit=MOST_HEXES))
    unit = unit_for(plan, options)
    size = Size(subject.bounds.width * unit, subject.bounds.height * unit)
    if max(size) > LONGEST_PAGE:
        raise CannotExport(message("export.page-too-long", length=round(max(size)), limit=round(LONGEST_PAGE)))
    steps = Steps(subject.ticks(subject.bounds), progress)
    steps.look()
    drawing = _drawn(subject, unit, size, steps)
    with written_whole(path) as file:
        file.write(_finished(drawing, size))
    steps.end()
    return size


def _drawn(subject: Subject, unit: float, size: Size, steps: Steps) -> bytes:
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    scale = unit * _DOTS_A_MM
    writer = QSvgGenerator(QSvgGenerator.SvgVersion.Svg11)  # the other version knows no clipping
    writer.setOutputDevice(buffer)
    writer.setResolution(96)
    writer.setSize(QSize(round(size.width * _DOTS_A_MM), round(size.height * _DOTS_A_MM)))
    writer.setViewBox(QRectF(0, 0, size.width * _DOTS_A_MM, size.height * _DOTS_A_MM))
    writer.setTitle(subject.plan.title)
    writer.setDescription("Redoubt")
    painter = QPainter(writer)
    try:
        ready_to_draw(painter)
        painter.setTransform(plane_to_device(subject.bounds, scale))
        subject.paint_vectors(painter, subject.bounds, scale, steps.took)
    finally:
        painter.end()
        buffer.close()
    return bytes(data.data())


def _finished(drawing: bytes, size: Size) -> bytes:
    """The drawing with its exact size and its letters as far apart as they were set."""
    head = f'<svg width="{size.width:.3f}mm" height="{size.height:.3f}mm"'.encode("ascii")
    drawing = _HEAD.sub(head, drawing, count=1)
    drawing = _TEXT.sub(_spaced, drawing)
    return _EMPTY.sub(b"", drawing)


def _spaced(found: re.Match[bytes]) -> bytes:
    size = int(found[2])
    spacing = spacing_of(size)
    return found[1] + f' letter-spacing="{spacing * size:.4g}"'.encode("ascii") if spacing else found[1]
