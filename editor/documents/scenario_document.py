"""The scenario that is being designed: what it is now, the one way to change it, and what a change touched.

The documents themselves belong to the file (`FileDocuments`), and so does their undoing; this is the look at them that
panels share. `design` is made anew when something changes and read lazily, so that nothing is gathered that nobody
shows.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from editor.commands.design.titles import renamed_to
from editor.documents.map_document import MapDocument
from editor.model.design.aspects import touched_of
from editor.model.design.design import Design
from editor.model.documents_change import DocumentsChange
from editor.model.touched import Touched
from engine.definitions.maps.map_places import Places
from engine.definitions.scenario import Scenario


class ScenarioDocument(QObject):
    """One scenario of an open file, on the map that is on the canvas."""

    changed = Signal(object)
    """A `DesignTouched`: what to look at again."""
    places_changed = Signal()
    """The map has other places, or other names for them."""
    gone = Signal()
    """The scenario is not in the file any more: it was deleted, or its making was undone."""

    def __init__(self, map_document: MapDocument, scenario: Scenario) -> None:
        super().__init__()
        self.map = map_document
        self._id = scenario.id
        self._scenario = scenario
        self._places: Places | None = None
        self._design: Design | None = None
        map_document.documents.changed.connect(self._documents_changed)
        map_document.changed.connect(self._map_changed)

    def let_go(self) -> None:
        """Follow the file no longer: another scenario is being designed."""
        self.map.documents.changed.disconnect(self._documents_changed)
        self.map.changed.disconnect(self._map_changed)

    @property
    def id(self) -> str:
        """Its id as it is now: it goes with the title until somebody sets it."""
        return self._id

    @property
    def is_read_only(self) -> bool:
        return self.map.is_read_only

    @property
    def scenario(self) -> Scenario:
        """The scenario as it is now; as it was last when it is gone."""
        return self._scenario

    @property
    def design(self) -> Design:
        """The scenario with everything it names, as it is now."""
        if self._design is None:
            if self._places is None:
                self._places = Places(self.map.plan)
            self._design = Design(self.map.documents.all, self._scenario, self.map.plan, self._places)
        return self._design

    def push(self, make: Callable[[Design], DocumentsChange], *, merges: str = "") -> bool:
        """Carry out a command as one entry of the history; raises CannotEdit when it refuses."""
        return self.map.documents.push(make(self.design), merges=f"{self._id}/{merges}" if merges else "")

    def _documents_changed(self, change: DocumentsChange) -> None:
        self._id = renamed_to(change, self._id) or self._id
        found = self.map.documents.all.get(("scenario", self._id))
        if not isinstance(found, Scenario):
            self.gone.emit()
            return
        self._scenario = found
        self._design = None
        touched = touched_of(change, self._id)
        if touched:
            self.changed.emit(touched)

    def _map_changed(self, touched: Touched) -> None:
        if touched.cells:
            self._places = None
            self._design = None
        if touched.ground or touched.whole or touched.spaces or touched.boxes or touched.sheets or touched.regions:
            self._places = None
            self._design = None
            self.places_changed.emit()
