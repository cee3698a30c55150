"""Four corners and a snap: how a grid is given by hand where none finds itself.

Four clicks on the corner hexes of the sheet say which hex is which, roughly; the printed lines say the rest. Any fit
with a few points can be snapped in the same way. Lines are looked for beside the window.
"""

from __future__ import annotations

import math
from typing import Final

from PySide6.QtCore import QObject, Signal

from editor.canvas.scans.scan_pyramid import Pyramid
from editor.digitise.clicks import CalibrationError, Click, Numbering
from editor.digitise.grid.grid_proposal import GridProposal
from editor.digitise.grid.snapping import snapped
from editor.digitise.transforms import Transform
from editor.documents.background import Ticket
from editor.documents.scan_images import ScanImage, ScanImages
from editor.documents.scan_pixels import colours_of
from editor.panels.scans.calibration_desk import CalibrationDesk
from engine.core.messages import Message
from engine.definitions.plan import Point

CORNERS: Final = 4
_READING: Final = 0.2


def corner_clicks(pixels: list[Point], numbering: Numbering) -> tuple[Click, ...]:
    """Four pixels, clicked in any order, as the corner hexes of a sheet: that nearest to the top left first."""
    x, y = (sum(values) / len(values) for values in zip(*pixels, strict=True))
    around = sorted(pixels, key=lambda pixel: math.atan2(pixel[1] - y, pixel[0] - x))
    start = min(range(len(around)), key=lambda number: sum(around[number]))
    (left, top), (right, bottom) = numbering.extent.first, numbering.extent.last
    cells = ((left, top), (right, top), (right, bottom), (left, bottom))
    turned = around[start:] + around[:start]
    return tuple(Click(pixel, numbering.label(cell)) for pixel, cell in zip(turned, cells, strict=True))


class GridSnap(QObject):
    """Takes corners, and snaps the fit of the desk to the lines of the print."""

    changed = Signal()
    """Another corner was taken, or it is further, or at its end."""
    ended = Signal(bool)
    """Whether lines answered."""
    refused = Signal(object)
    """A `Message`."""

    def __init__(self, desk: CalibrationDesk, images: ScanImages, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._images = images
        self._ticket: Ticket | None = None
        self.corners: list[Point] = []
        self.progress: float | None = None
        """How far a snap is; None while there is none."""

    def drop(self) -> None:
        """Forget the corners, and give up a snap."""
        self.corners = []
        if self._ticket is not None:
            self._ticket.cancel()
        self._ticket, self.progress = None, None
        self.changed.emit()

    def add(self, pixel: Point, image: ScanImage) -> None:
        """The middle of another corner hex; the fourth makes a fit and snaps it."""
        numbering = self._desk.numbering
        if numbering is None or self.progress is not None:
            return
        self.corners.append(pixel)
        if len(self.corners) == CORNERS:
            corners, self.corners = self.corners, []
            try:
                self._desk.take_over(corner_clicks(corners, numbering))
            except CalibrationError as bad:
                self.changed.emit()
                self.refused.emit(bad.message)
                return
            self.snap(image)
        self.changed.emit()

    def snap(self, image: ScanImage) -> None:
        """Let the printed lines say where the hexes are, from where the fit has them now."""
        fit, numbering, pyramid = self._desk.fit, self._desk.numbering, image.pyramid
        if fit is None or numbering is None or pyramid is None or self.progress is not None:
            return
        self.progress = 0.0
        to_pixel = fit.to_pixel
        self._ticket = self._images.study(
            lambda ticket: _snap(pyramid, numbering, to_pixel, ticket), self._snapped, self._failed, tell=self._told
        )
        self.changed.emit()

    def _told(self, share: float) -> None:
        self.progress = share
        self.changed.emit()

    def _failed(self, said: Message) -> None:
        self._ticket, self.progress = None, None
        self.changed.emit()
        self.refused.emit(said)

    def _snapped(self, proposal: GridProposal | None) -> None:
        self._ticket, self.progress = None, None
        if proposal is not None and proposal.numbering == self._desk.numbering:
            self._desk.take_over(proposal.clicks())
        self.ended.emit(proposal is not None)


def _snap(pyramid: Pyramid, numbering: Numbering, to_pixel: Transform, ticket: Ticket) -> GridProposal | None:
    pixels = colours_of(pyramid, 0, ticket, share=_READING)
    return snapped(pixels, numbering, to_pixel, lambda share: ticket.tell(_READING + (1 - _READING) * share))
