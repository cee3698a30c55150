"""The scan that a new map is for, read while the person fills the form: its grid proposes the grid of the map.

Whatever the person has chosen already stays as chosen; then it is only said what the scan shows.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QLabel

from app.dialogs.new_map import NewMapDialog
from editor.digitise.grid.found_grid import FoundGrid
from editor.digitise.grid.grid_finder import find_grid
from editor.digitise.grid.sheet_size import shown_sheet
from editor.documents.background import Background, Ticket
from editor.documents.scan_pixels import grey_pixels
from editor.panels.fields_dialog import make_room
from engine.core.boards.hexes import Orientation
from engine.core.messages import Message
from engine.narration.language import catalogue

_READING = 0.1
"""The share of the work that getting the pixels is."""
_HAS_PAGES = "digitise.grid.page"


class ScanSizing(QObject):
    """Looks for the grid of a picture as long as a dialog is open."""

    def __init__(self, dialog: NewMapDialog, picture: Path, background: Background) -> None:
        super().__init__(dialog)
        self._dialog, self._picture = dialog, picture
        self._proposed = dialog.grid_chosen
        self.said = QLabel()
        self.said.setWordWrap(True)
        self.said.setAccessibleName(self.tr("What the scan shows"))
        dialog.put_above_size(self.tr("Scan"), self.said)
        self._tell(0.0)
        ticket = background.run(_looking_at(picture), self._take, self._refuse, tell=self._tell, about=picture.name)
        dialog.finished.connect(lambda _: ticket.cancel())

    def _tell(self, share: float) -> None:
        words = self.tr("{0} is searched for its hexes: {1} %. You need not wait: the map can be resized later.")
        self._say(words.format(self._picture.name, round(100 * share)))

    def _say(self, words: str) -> None:
        self.said.setText(words)
        make_room(self._dialog)

    def _refuse(self, why: Message) -> None:
        if why.key != _HAS_PAGES:
            self._say(catalogue().text(why))
            return
        words = self.tr("Which page of {0} is the map you are asked next; its hexes are searched for then.")
        self._say(words.format(self._picture.name))

    def _take(self, found: FoundGrid) -> None:
        if not found.is_found:
            self._say(catalogue().text(found.refusal))
            return
        shown = shown_sheet(found.sheets[0])
        tops = self.tr("flat-topped") if shown.orientation is Orientation.FLAT else self.tr("pointed")
        words = self.tr("{0} shows {1} columns by {2} rows of {3} hexes.")
        self._say(words.format(self._picture.name, shown.columns, shown.rows, tops))
        if self._dialog.grid_chosen == self._proposed:
            self._dialog.choose_grid(shown.orientation, shown.parity, (shown.columns, shown.rows))


def _looking_at(picture: Path) -> Callable[[Ticket], FoundGrid]:
    """The work that is done beside the window."""

    def look(ticket: Ticket) -> FoundGrid:
        pixels = grey_pixels(picture)
        ticket.tell(_READING)
        return find_grid(pixels, lambda share: ticket.tell(_READING + (1 - _READING) * share))

    return look
