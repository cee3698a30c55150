"""What every panel of the designer is: the content of a dock that follows the scenario in work.

A panel takes the `DesignBench`, says which aspects of a scenario it shows, and is told to look again when one of them
changes. While no scenario is open it says how to begin one.
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

    def follow_scenarios(self) -> None:
        """Begin to follow; a panel calls it when it is built."""
        self.desk.scenario_changed.connect(self._change_scenario)
        self.desk.selection_changed.connect(self.selection_changed)
        self._change_scenario()

    # What each panel says

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
            self._followed.places_changed.disconnect(self.places_changed)
        self._followed = self.desk.scenario
        if self._followed is None:
            self.show_nothing(
                "counter", self.tr("No scenario is open. Scenario, New Scenario on This Map begins one (Ctrl+Alt+W).")
            )
            return
        self._followed.changed.connect(self._tell_design)
        self._followed.places_changed.connect(self.places_changed)
        self.show_body()
        self.scenario_opened()

    def _tell_design(self, touched: DesignTouched) -> None:
        if touched.has(*self.shows):
            self.scenario_changed(touched)
