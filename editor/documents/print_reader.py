"""The prints under the map, for whoever reads them: the pixels of a calibrated scan, fetched when first asked for.

One print is held at a time, at the size that reading needs; panning over another scan takes up that one.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

from editor.canvas.scans.scan_pyramid import Pyramid
from editor.digitise.bent_placement import BentPlacement
from editor.digitise.clicks import Numbering
from editor.digitise.print_sight import PrintSight
from editor.digitise.transforms import Transform
from editor.documents.background import Ticket
from editor.documents.scan_facts import ScanFacts
from editor.documents.scan_images import ScanImages
from editor.documents.scan_intake import ImageKey
from editor.documents.scan_pixels import colours_of
from editor.geometry.lattice import Lattice
from engine.definitions.plan import MapPlan, Placement, Point, ScanPlan

_PITCH: Final = 28.0
"""Pixels from hex to hex at which a print is read, or up to twice that."""
_MOST_PIXELS: Final = 24_000_000

ScanAt = Callable[[Point], tuple[ScanPlan, Point] | None]
LatticeOf = Callable[[str], Lattice]


class PrintReader:
    """Fetches prints; `scan_at` tells the scan that is seen at a point, `lattice_of` where a sheet lies."""

    def __init__(self, images: ScanImages, scan_at: ScanAt, lattice_of: LatticeOf) -> None:
        self._images = images
        self._scan_at = scan_at
        self._lattice_of = lattice_of
        self._held: tuple[tuple[ImageKey, Placement, Numbering, tuple[object, ...]], PrintSight] | None = None

    def at(self, plan: MapPlan, point: Point) -> PrintSight | None:
        """The print at a point of the map plane; None where no calibrated scan that can be read is seen."""
        found = self._scan_at(point)
        if found is None:
            return None
        scan, _ = found
        facts = ScanFacts.of(scan)
        pyramid = self._images.image(scan).pyramid
        if facts.rms is None or pyramid is None:
            return None
        sheet = plan.sheets.get(facts.sheet) or next(iter(plan.sheets.values()), None)
        if sheet is None:
            return None
        numbering = Numbering.of(sheet, self._lattice_of(sheet.id))
        key = ImageKey.of(scan), scan.placement, numbering, tuple(facts.marks)
        if self._held is None or self._held[0] != key:
            sight = _read(numbering, scan, facts, pyramid)
            if sight is None:
                return None
            self._held = key, sight
        return self._held[1]

    def forget(self) -> None:
        """Another file is open."""
        self._held = None


def _read(numbering: Numbering, scan: ScanPlan, facts: ScanFacts, pyramid: Pyramid) -> PrintSight | None:
    """The print of a scan, laid on the hexes that it shows; None where its pixels cannot be read."""
    to_pixel = Transform(scan.placement).inverse()
    planes = [numbering.centre(mark.cell) for mark in facts.marks]
    placement = BentPlacement.of(to_pixel, planes, [mark.pixel for mark in facts.marks])
    middle = numbering.centre(numbering.extent.first) if not planes else planes[len(planes) // 2]
    level = _level(math.sqrt(3.0) * numbering.scale * to_pixel.stretch(*middle), pyramid)
    try:
        return PrintSight(colours_of(pyramid, level, Ticket()), placement, level)
    except (OSError, ValueError):
        return None


def _level(pitch: float, pyramid: Pyramid) -> int:
    """How often a scan of this pitch is halved before it is read."""
    sizes = pyramid.levels
    level = min(max(math.floor(math.log2(max(pitch, 1.0) / _PITCH)), 0), len(sizes) - 1)
    while level + 1 < len(sizes) and sizes[level][0] * sizes[level][1] > _MOST_PIXELS:
        level += 1
    return level
