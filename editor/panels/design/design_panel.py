"""What every panel of the designer is: the content of a dock that follows the scenario in work.

A panel takes the `DesignBench`, says which aspects of a scenario it shows, and is told to look again when one of them
changes. While no scenario is open it says how to begin one. A scenario that is opened while the designer is off the
screen, as a saved game's is, is shown when the designer comes up: until then nobody sees the panel.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from PySide6.QtWidgets import QWidget

from editor.documents.design_bench import DesignBench
from editor.documents.scenario_document import ScenarioDocument
from editor.model.design.aspects import Aspect, DesignTouched
from editor.model.design.design import Design
from editor.model.documents_change import DocumentsChange
from editor.panels.panel import Panel


class DesignPanel(Panel):
    """The content of a dock of the designer."""

    shows: ClassVar[frozenset[Aspect]] = frozenset()
    """The aspects it must hear of."""

    def __init__(self, desk: DesignBench, parent: QWidget | None = None) -> None:
        super().__init__(desk.bench, parent)
        self.desk = desk
        self._followed: ScenarioDocument | None = None
        self._is_owed = False
        """Whether the scenario in work has not been shown here yet."""

    def follow_scenarios(self) -> None:
        """Begin to follow; a panel calls it when it is built."""
        self.desk.scenario_changed.connect(self._change_scenario)
        self.desk.selection_changed.connect(self._hear_selection)
        self.desk.active_changed.connect(self._catch_up)
        self._change_scenario()

    # What each panel says

    def scenario_closed(self) -> None:
        """No scenario is in work any longer."""

    def scenario_opened(self) -> None:
        """Another scenario is in work. Called only when there is one."""

    def scenario_changed(self, touched: DesignTouched) -> None:
        """Something that the panel shows is another than before."""

    def places_changed(self) -> None:
        """The map has other places, or other names for them."""

    def selection_changed(self) -> None:
        """Other units are chosen, here or elsewhere."""

    # What panels do

    @property
    def scenario(self) -> ScenarioDocument | None:
        """The scenario in work."""
        return self._followed

    @property
    def design(self) -> Design | None:
        """The scenario in work with everything it names."""
        return self.desk.design

    def push_design(self, make: Callable[[Design], DocumentsChange], *, merges: str = "") -> bool:
        """Carry out a command as one entry of the history; what it refuses is said in the status line."""
        return self.desk.push(make, merges=merges)

    def _change_scenario(self) -> None:
        if self._followed is not None:
            self._followed.changed.disconnect(self._tell_design)
            self._followed.places_changed.disconnect(self._hear_places)
        self._followed = self.desk.scenario
        self._is_owed = self._followed is not None
        if self._followed is None:
            self.scenario_closed()
            self.show_nothing(
                "counter", self.tr("No scenario is open. Scenario, New Scenario on This Map begins one (Ctrl+Alt+W).")
            )
            return
        self._followed.changed.connect(self._tell_design)
        self._followed.places_changed.connect(self._hear_places)
        self.show_body()
        self._catch_up(self.desk.is_active)

    def _catch_up(self, active: bool) -> None:
        """Show what was opened while the designer was not on the screen."""
        if active and self._is_owed:
            self._is_owed = False
            self.scenario_opened()
            self.selection_changed()

    def _tell_design(self, touched: DesignTouched) -> None:
        if not self._is_owed and touched.has(*self.shows):
            self.scenario_changed(touched)

    def _hear_places(self) -> None:
        if not self._is_owed:
            self.places_changed()

    def _hear_selection(self) -> None:
        if not self._is_owed:
            self.selection_changed()
