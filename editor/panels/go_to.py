"""Go to a place: a hex by what is printed in it, or to a town, a space or a region by its name."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from editor.documents.workbench import Workbench
from editor.panels.finder import Finder, FinderRow
from editor.panels.place_finder import Hit, PlaceFinder
from editor.panels.view_jump import jump_to


class GoToDialog(Finder):
    """Asks for a place and looks at it."""

    went = Signal(str)
    """The key of the place that is looked at now; empty for lettering, which has none."""

    def __init__(self, bench: Workbench, parent: QWidget | None = None) -> None:
        self.bench = bench
        self._finder: PlaceFinder | None = None
        self._guesses = False
        super().__init__("", "", parent)
        self.setWindowTitle(self.tr("Go to Place"))
        prompt = self.tr("A hex number or a name")
        self.line.setPlaceholderText(prompt)
        self.line.setAccessibleName(prompt)
        bench.document_changed.connect(self._forget)
        bench.palette_changed.connect(self._forget)

    def begin(self, text: str = "") -> None:
        self._forget()
        super().begin(text)

    def rows_for(self, text: str) -> Sequence[FinderRow]:
        finder = self._of_map()
        if finder is None:
            return ()
        found = finder.find(text)
        self._guesses = not found
        return [FinderRow(hit.title, hit.detail, hit.icon, value=hit) for hit in found or finder.meant(text)]

    def remark_for(self, text: str, rows: Sequence[FinderRow]) -> str:
        finder = self._of_map()
        if finder is None:
            return self.tr("No map is open.")
        if not self._guesses or not text.strip():
            return ""
        nothing = self.tr("Nothing on the map is called “{0}”.").format(text.strip())
        return f"{nothing} {self.tr('Did you mean one of these?')}" if rows else nothing

    def take(self, row: FinderRow) -> bool:
        hit = row.value
        if not isinstance(hit, Hit):
            return False
        if not jump_to(self.bench, hit.places, part=hit.part, key=hit.key or None, point=hit.point):
            return False
        self.went.emit(hit.places[0] if hit.places else "")
        return True

    def _of_map(self) -> PlaceFinder | None:
        document = self.bench.document
        if self._finder is None and document is not None:
            self._finder = PlaceFinder(document.plan, self.bench.palette)
        return self._finder

    def _forget(self) -> None:
        self._finder = None
