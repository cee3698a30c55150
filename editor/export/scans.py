"""The scans of the open map for an export: the pictures that the canvas shows, each waited for until it is sharp.

On the screen a coarse copy stands in for what is still being fetched; a file is not finished before it has all.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QEventLoop
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from editor.canvas.scans.scan_item import ScanPicture, ScanPixels
from editor.canvas.scans.scan_pyramid import Size, TileAt
from editor.digitise.transforms import Transform
from editor.documents.scan_facts import ScanFacts, in_order
from editor.documents.scan_images import ImageState, ScanImage, ScanImages
from editor.export.subject import Laid
from engine.definitions.plan import MapPlan

PATIENCE: Final = 30.0
"""Seconds that one tile is waited for; then the coarser one must do."""
_STEP: Final = 20


class PatientPixels:
    """The pixels of a scan, fetched before they are given."""

    def __init__(self, image: ScanImage, patience: float = PATIENCE) -> None:
        self._image = image
        self._patience = patience

    @property
    def size(self) -> Size:
        self._wait(lambda: self._image.is_ready)
        return self._image.size

    def tile(self, at: TileAt) -> QImage | None:
        def is_there() -> bool:
            self._image.ask(at)
            return self._image.tile(at) is not None

        self._wait(lambda: self._image.is_ready and is_there())
        return self._image.tile(at)

    def _wait(self, is_so: Callable[[], bool]) -> None:
        """Let what goes on elsewhere arrive, until something is so or will never be."""
        until = time.monotonic() + self._patience
        while not is_so() and self._image.state is not ImageState.FAILED and time.monotonic() < until:
            QApplication.processEvents(QEventLoop.ProcessEventsFlag.ExcludeUserInputEvents, _STEP)

    def ask(self, at: TileAt) -> None:
        """It was waited for already."""


def laid_scans(plan: MapPlan, images: ScanImages) -> list[Laid]:
    """The visible scans of a map, the lowest first, as an export takes them."""
    found = []
    for scan in in_order(plan):
        facts = ScanFacts.of(scan)
        if facts.visible and facts.opacity > 0:
            pixels: ScanPixels = PatientPixels(images.image(scan))
            found.append(Laid(ScanPicture(pixels, Transform(scan.placement)), facts.opacity))
    return found
