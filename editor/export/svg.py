"""A map as an SVG of its real size: shapes and lettering as paths, the numbers of hexes as text in the bundled font.

Each layer of the map is a group with a name, which programs for drawings show in their list of layers. Qt writes the
drawing layer by layer; what it cannot say (groups, the size to the hundredth of a millimetre) is put in afterwards. The
same map is the same bytes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final
from xml.sax.saxutils import quoteattr

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QRectF, QSize
from PySide6.QtGui import QPainter
from PySide6.QtSvg import QSvgGenerator

from editor.canvas.counters.counter_picture import CounterPicture
from editor.export.files import written_whole
from editor.export.options import ExportOptions
from editor.export.page_layout import LONGEST_PAGE, Size, unit_for
from editor.export.subject import ExportSubject, Laid, plane_to_device, ready_to_draw
from editor.export.trouble import CannotExport, Progress, Steps
from engine.core.messages import message
from engine.definitions.palette import Palette
from engine.definitions.plan import MapPlan
from engine.narration.language import catalogue

MOST_HEXES: Final = 100_000
"""Beyond this a drawing is larger than what programs for drawings open."""
_DOTS_A_MM: Final = 96 / 25.4
_HEAD: Final = re.compile(rb'<svg width="[^"]*" height="[^"]*"')
_BODY: Final = re.compile(rb"(.*?</desc>\s*)(.*)</svg>\s*$", re.DOTALL)
_EMPTY: Final = re.compile(rb"<g [^>]*>\s*</g>\s*")
_NO_DEFS: Final = re.compile(rb"<defs>\s*</defs>\s*")
_ID: Final = re.compile(rb'(\bid="|url\(#|href="#)')
_INKSCAPE: Final = b' xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"'


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
    subject = ExportSubject(plan, palette, options, counters, scans)
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


def _drawn(subject: ExportSubject, unit: float, size: Size, steps: Steps) -> bytes:
    """The whole drawing, a group for each layer that has something on it."""
    scale = unit * _DOTS_A_MM
    head, groups = b"", []
    for name, paint in subject.vector_layers(subject.bounds, scale, steps.took):
        found = _BODY.match(_written(subject, scale, size, paint))
        assert found is not None, "Qt writes a description before the drawing"
        head = found[1]
        body = _NO_DEFS.sub(b"", _EMPTY.sub(b"", found[2]))
        body = _EMPTY.sub(b"", _ID.sub(rb"\1" + name.encode("ascii") + b"-", body))
        if body.strip():
            groups.append(_group(name, body))
    return head + b"".join(groups) + b"</svg>\n"


def _written(subject: ExportSubject, scale: float, size: Size, paint: Callable[[QPainter], None]) -> bytes:
    """One layer as a drawing of its own."""
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QSvgGenerator(QSvgGenerator.SvgVersion.Svg11)  # the other version knows no clipping
    writer.setOutputDevice(buffer)
    writer.setResolution(96)
    writer.setSize(QSize(round(size.width * _DOTS_A_MM), round(size.height * _DOTS_A_MM)))
    writer.setViewBox(QRectF(0, 0, size.width * _DOTS_A_MM, size.height * _DOTS_A_MM))
    writer.setTitle(subject.title)
    writer.setDescription("Redoubt")
    painter = QPainter(writer)
    try:
        ready_to_draw(painter)
        painter.setTransform(plane_to_device(subject.bounds, scale))
        paint(painter)
    finally:
        painter.end()
        buffer.close()
    return bytes(data.data())


def _group(name: str, body: bytes) -> bytes:
    """A layer under its id, and under its name in the language of the program."""
    title = quoteattr(catalogue().text(message(f"export.layer.{name}"))).encode("utf-8")
    return b'<g id="%s" inkscape:groupmode="layer" inkscape:label=%s>\n%s</g>\n' % (name.encode("ascii"), title, body)


def _finished(drawing: bytes, size: Size) -> bytes:
    """The drawing with its exact size."""
    head = f'<svg width="{size.width:.3f}mm" height="{size.height:.3f}mm"'.encode("ascii") + _INKSCAPE
    return _HEAD.sub(head, drawing, count=1)
