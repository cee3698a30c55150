"""The grids of scans, looked for beside the window: one search at a time, told how far it is, and given up at will.

What was found is kept as long as the map is open, by the picture and not by the scan, so that a scan that is laid
elsewhere is not searched again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal

from editor.canvas.scans.scan_pyramid import Pyramid
from editor.digitise.clicks import Numbering
from editor.digitise.grid.found_grid import FoundGrid
from editor.digitise.grid.grid_finder import find_grid
from editor.digitise.grid.grid_proposal import GridProposal
from editor.digitise.grid.number_reading import ReadNumbers, read_numbers
from editor.documents.background import Ticket
from editor.documents.scan_images import ScanImage, ScanImages
from editor.documents.scan_intake import ImageKey
from editor.documents.scan_pixels import colours_of
from engine.core.messages import Message
from engine.definitions.plan import ScanPlan

_READING = 0.1
_FINDING = 0.8
"""The shares of the work that getting the pixels and finding the grid are; the numbers are the rest."""


class GridSearch(QObject):
    """Looks for the grid of one scan, and remembers what it found in others."""

    changed = Signal()
    """It is further, at its end, or given up."""

    def __init__(self, images: ScanImages, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._images = images
        self._found: dict[ImageKey, FoundGrid] = {}
        self._read: dict[tuple[ImageKey, int, Numbering], ReadNumbers] = {}
        self._numberings: tuple[Numbering, ...] = ()
        self._ticket: Ticket | None = None
        self._waiting_for: ScanImage | None = None
        self.key: ImageKey | None = None
        """The picture that is looked at now."""
        self.progress = 0.0
        self.problem: Message | None = None
        images.let_go.connect(self._let_go)

    @property
    def is_busy(self) -> bool:
        return self.key is not None

    def found(self, scan: ScanPlan) -> FoundGrid | None:
        """What was found in a scan; None before it was looked at."""
        return self._found.get(ImageKey.of(scan))

    def numbers(self, scan: ScanPlan, sheet: int, numbering: Numbering) -> ReadNumbers | None:
        """What the printed numbers of a sheet of a scan say about a sheet of the map; None where that is not known."""
        return self._read.get((ImageKey.of(scan), sheet, numbering))

    def is_looking_at(self, scan: ScanPlan) -> bool:
        return self.key == ImageKey.of(scan)

    def look(self, scan: ScanPlan, numberings: Sequence[Numbering] = ()) -> None:
        """Look for the grid of a scan, once it is unpacked; another search is given up for it.

        The numbers printed in it are held against these ways to number a sheet.
        """
        if self.is_looking_at(scan):
            return
        self.cancel()
        self.problem = None
        self.key, self._numberings = ImageKey.of(scan), tuple(numberings)
        image = self._images.image(scan)
        if image.problem is not None:
            self._failed(image.problem)
            return
        if image.is_ready:
            self._begin(image)
        else:
            self._waiting_for = image
            image.changed.connect(self._image_changed)
        self.changed.emit()

    def cancel(self) -> None:
        """Give up what is looked for now."""
        self._wait_no_more()
        if self._ticket is not None:
            self._ticket.cancel()
        was_busy = self.is_busy
        self._ticket, self.key, self.progress = None, None, 0.0
        if was_busy:
            self.changed.emit()

    def forget(self) -> None:
        """Another file is open."""
        self.cancel()
        self._found.clear()
        self._read.clear()

    def _let_go(self, key: ImageKey) -> None:
        """The scan that is looked at was taken off the map: there is nothing to find any more."""
        if key == self.key:
            self.cancel()

    def _image_changed(self) -> None:
        image = self._waiting_for
        if image is None:
            return
        if image.problem is not None:
            self._failed(image.problem)
        elif image.is_ready:
            self._wait_no_more()
            self._begin(image)

    def _wait_no_more(self) -> None:
        image, self._waiting_for = self._waiting_for, None
        if image is not None:
            image.changed.disconnect(self._image_changed)

    def _begin(self, image: ScanImage) -> None:
        pyramid = image.pyramid
        assert pyramid is not None, "what is ready is unpacked"
        numberings = self._numberings
        self._ticket = self._images.study(
            lambda ticket: _search(pyramid, numberings, ticket), self._ended, self._failed, tell=self._told
        )

    def _told(self, share: float) -> None:
        self.progress = share
        self.changed.emit()

    def _ended(self, outcome: _Outcome) -> None:
        if self.key is not None:
            self._found[self.key] = outcome.grid
            for (sheet, numbering), read in outcome.numbers.items():
                self._read[self.key, sheet, numbering] = read
        self._ticket, self.key, self.progress = None, None, 0.0
        self.changed.emit()

    def _failed(self, said: Message) -> None:
        self._wait_no_more()
        self._ticket, self.key, self.progress, self.problem = None, None, 0.0, said
        self.changed.emit()


@dataclass(frozen=True, slots=True)
class _Outcome:
    grid: FoundGrid
    numbers: dict[tuple[int, Numbering], ReadNumbers]


def _search(pyramid: Pyramid, numberings: tuple[Numbering, ...], ticket: Ticket) -> _Outcome:
    pixels = colours_of(pyramid, 0, ticket, share=_READING)
    grid = find_grid(pixels, lambda share: ticket.tell(_READING + _FINDING * share))
    numbers = {}
    for number, sheet in enumerate(grid.sheets):
        for numbering in numberings:
            ticket.check()
            read = read_numbers(pixels, GridProposal(sheet, numbering))
            if read is not None:
                numbers[number, numbering] = read
    return _Outcome(grid, numbers)
