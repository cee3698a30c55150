"""The hold-out check: is what we call a hex what is printed in it, where nobody has clicked?

A whole row missed in every click alike fits perfectly, so that no residual can show it. Only the map itself can: we
mark hexes that were not clicked, far from those that were, ask what is printed there, and compare. Our own number is
kept back: who has read it first finds it in the print. What differing answers mean is found in `numbering_faults`.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from editor.digitise.calibration import Calibration
from editor.digitise.clicks import Click, Numbering
from editor.digitise.numbering_faults import Diagnosis, PrintedNumber, diagnose, unmirrored
from editor.geometry.lattice import Lattice
from engine.core.boards.hexes import Cell, Orientation
from engine.core.messages import Message, message
from engine.definitions.plan import Point

USUAL_COUNT = 5
_MARGIN = 1.2
"""Circumradii that a hex keeps from the edge of the scan, so that its number can be read."""


@dataclass(frozen=True, slots=True)
class HeldOut:
    """A hex to be asked about: what we take it for, and where on the scan to look."""

    cell: Cell
    label: str
    plane: Point
    pixel: Point


@dataclass(frozen=True, slots=True)
class Verdict:
    """How the check ended; `diagnosis` is there when the answers differ from our labels."""

    message: Message
    confirmed: tuple[HeldOut, ...]
    differing: tuple[tuple[HeldOut, str], ...]
    diagnosis: Diagnosis | None = None

    @property
    def is_confirmed(self) -> bool:
        return bool(self.confirmed) and not self.differing and self.diagnosis is None


def held_out(
    numbering: Numbering,
    calibration: Calibration,
    scan_size: tuple[int, int],
    *,
    cells: Collection[Cell] | None = None,
    count: int = USUAL_COUNT,
) -> tuple[HeldOut, ...]:
    """Hexes to ask about: corners, edges and the middle of what the scan shows, each far from all clicks.

    `cells` are those the sheet has (all, unless told). Both kinds of column (rows, where tops are pointy) are
    among them, since a wrong stagger shows only in the one that was not clicked.
    """
    seen = _Visible(numbering, calibration, scan_size, cells)
    clicked = [point.plane for point in calibration.points]
    seen.take(numbering.cell_at(plane) for plane in clicked)
    landmarks = seen.landmarks()
    chosen: list[HeldOut] = []
    while landmarks and len(chosen) < count:
        known = [*clicked, *(found.plane for found in chosen)]
        target = max(landmarks, key=lambda point: min((math.dist(point, other) for other in known), default=0.0))
        landmarks.remove(target)
        staggers = {seen.stagger(found.cell) for found in chosen}
        is_last = len(chosen) == count - 1
        found = seen.nearest(target, unlike=staggers if is_last and len(staggers) == 1 else set())
        if found is None:
            break
        seen.take([found.cell])
        chosen.append(found)
    return tuple(chosen)


class _Visible:
    """The hexes whose numbers can be read on the scan, as arrays, because a sheet may have a million."""

    def __init__(
        self,
        numbering: Numbering,
        calibration: Calibration,
        scan_size: tuple[int, int],
        cells: Collection[Cell] | None,
    ) -> None:
        self._numbering = numbering
        self._to_pixel = calibration.to_pixel
        if cells is None:
            (left, top), (right, bottom) = numbering.extent.first, numbering.extent.last
            rows, cols = np.mgrid[top : bottom + 1, left : right + 1].astype(np.int64)
            found = np.column_stack((cols.ravel(), rows.ravel()))
        else:
            found = np.array(sorted(cells), dtype=np.int64).reshape(-1, 2)
        lattice = Lattice(numbering.grid, numbering.scale, numbering.origin)
        planes = lattice.centres(found[:, 0], found[:, 1])
        pixels = self._to_pixel.points(planes)
        margin = (_MARGIN * numbering.scale * self._to_pixel.stretches(planes))[:, None]
        inside = np.all((pixels >= margin) & (pixels <= np.array(scan_size) - margin), axis=1)
        self._cells, self._planes = found[inside], planes[inside]
        self._free = np.ones(len(self._cells), dtype=bool)

    def landmarks(self) -> list[Point]:
        """Corners, edges and middle of the part of the map that can be seen."""
        if not len(self._planes):
            return []
        left, top = (float(value) for value in self._planes.min(axis=0))
        right, bottom = (float(value) for value in self._planes.max(axis=0))
        middle_x, middle_y = (left + right) / 2, (top + bottom) / 2
        return [
            *((left, top), (right, bottom), (right, top), (left, bottom), (middle_x, middle_y)),
            *((middle_x, top), (middle_x, bottom), (left, middle_y), (right, middle_y)),
        ]

    def take(self, cells: Iterable[Cell]) -> None:
        """These are clicked or asked about already."""
        for cell in cells:
            self._free &= np.any(self._cells != np.array(cell), axis=1)

    def stagger(self, cell: Cell) -> int:
        """Whether a hex stands in an odd column (row, where tops are pointy)."""
        return cell[self._axis] & 1

    @property
    def _axis(self) -> int:
        return 0 if self._numbering.grid.orientation is Orientation.FLAT else 1

    def nearest(self, target: Point, unlike: set[int]) -> HeldOut | None:
        """The free hex nearest to a point, of another stagger than those told if there is one."""
        free = self._free
        if unlike:
            others = free & ~np.isin(self._cells[:, self._axis] & 1, list(unlike))
            free = others if others.any() else free
        off = np.hypot(*(self._planes - np.array(target)).T)
        for number in np.argsort(np.where(free, off, np.inf), kind="stable"):
            if not free[number]:
                break
            cell = int(self._cells[number, 0]), int(self._cells[number, 1])
            label = self._numbering.label(cell)
            if label:
                plane = self._numbering.centre(cell)
                return HeldOut(cell, label, plane, self._to_pixel.point(*plane))
        return None


def verify(
    numbering: Numbering,
    calibration: Calibration,
    clicks: Sequence[Click],
    asked: Sequence[HeldOut],
    answers: Sequence[str],
) -> Verdict:
    """Compare what is printed with what we say; an empty answer is a hex whose number cannot be read."""
    confirmed, differing, readings = [], [], []
    for hex_, answer in zip(asked, answers, strict=True):
        printed = answer.strip()
        if not printed:
            continue
        readings.append(PrintedNumber(hex_.cell, hex_.pixel, printed))
        if printed == hex_.label or numbering.cell(printed) == hex_.cell:
            confirmed.append(hex_)
        else:
            differing.append((hex_, printed))
    if not differing:
        turned = unmirrored(numbering, clicks, readings) if calibration.pitch.is_mirrored else None
        if turned is not None:
            return Verdict(turned.message, tuple(confirmed), (), turned)
        said = (
            message("digitise.holdout.confirmed", count=len(confirmed))
            if confirmed
            else message("digitise.holdout.nothing-read")
        )
        return Verdict(said, tuple(confirmed), ())
    found = diagnose(numbering, clicks, readings)
    return Verdict(found.message, tuple(confirmed), tuple(differing), found)
