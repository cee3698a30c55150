"""A map as a PNG of any size up to a stated bound, painted and written in squares."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from PySide6.QtGui import QPainter, QTransform

from editor.canvas.counters.counter_picture import CounterPicture
from editor.export.files import written_whole
from editor.export.options import LONGEST_SIDE, MOST_PIXELS, NARROWEST, ExportOptions
from editor.export.page_layout import unit_for
from editor.export.png_file import FINEST, Pixels, PngFile
from editor.export.subject import ExportSubject, Laid, blank, plane_to_device, ready_to_draw
from editor.export.trouble import CannotExport, Progress, Steps
from editor.geometry.lattice import Box
from engine.core.messages import message
from engine.definitions.palette import Palette
from engine.definitions.plan import MapPlan

_SQUARE = 1024


def export_png(
    plan: MapPlan,
    palette: Palette,
    path: Path,
    options: ExportOptions | None = None,
    progress: Progress | None = None,
    *,
    counters: Sequence[CounterPicture] = (),
    scans: Sequence[Laid] = (),
) -> tuple[int, int]:
    """Write the map as a PNG as wide as the options say; gives its size in pixels.

    Raises CannotExport for a size beyond the bound, Cancelled, or FileError; then the file is as it was.
    """
    options = options or ExportOptions()
    subject = ExportSubject(plan, palette, options, counters, scans)
    width, height = size_in_pixels(subject.bounds, options.width)
    scale = width / subject.bounds.width
    squares = math.ceil(width / _SQUARE) * math.ceil(height / _SQUARE)
    steps = Steps(squares, progress)
    steps.look()
    metre = min(max(round(scale / unit_for(plan, options) * 1000), 1), FINEST)
    with written_whole(path) as file:
        picture = PngFile(file, width, height, metre)
        for top in range(0, height, _SQUARE):
            band = np.empty((min(_SQUARE, height - top), width, 3), np.uint8)
            for left in range(0, width, _SQUARE):
                here = slice(left, min(left + _SQUARE, width))
                band[:, here] = _square(subject, scale, left, top, (here.stop - left, len(band)))
                steps.took()
            picture.write(band)
        picture.close()
    steps.end()
    return width, height


def size_in_pixels(paper: Box, width: int) -> tuple[int, int]:
    """The size of a picture of that width; raises CannotExport when it is beyond the bound."""
    height = max(1, round(width * paper.height / paper.width))
    if width < NARROWEST or max(width, height) > LONGEST_SIDE or width * height > MOST_PIXELS:
        raise CannotExport(message("export.too-many-pixels", width=width, height=height, limit=widest(paper)))
    return width, height


def widest(paper: Box) -> int:
    """How many pixels wide a picture of this paper may be."""
    shape = paper.height / paper.width
    return max(NARROWEST, min(LONGEST_SIDE, int((LONGEST_SIDE - 1) / shape), int(math.sqrt(MOST_PIXELS / shape)) - 1))


def _square(subject: ExportSubject, scale: float, left: int, top: int, size: tuple[int, int]) -> Pixels:
    image = blank(*size, subject)
    paper = subject.bounds
    corner = paper.left + left / scale, paper.top + top / scale
    box = Box(*corner, corner[0] + size[0] / scale, corner[1] + size[1] / scale)
    painter = QPainter(image)
    try:
        ready_to_draw(painter)
        painter.setTransform(plane_to_device(paper, scale) * QTransform.fromTranslate(-left, -top))
        subject.paint_pixels(painter, box, scale)
    finally:
        painter.end()
    flat = np.frombuffer(image.constBits(), np.uint8).reshape(size[1], image.bytesPerLine())
    return flat[:, : size[0] * 4].reshape(size[1], size[0], 4)[..., 2::-1].copy()  # the image takes its pixels with it
