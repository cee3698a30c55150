"""The panels of the designer on a scenario in a real file, without the window around them."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QApplication, QHBoxLayout, QWidget

from editor.canvas.art.style import bundled_style
from editor.canvas.canvas import MapCanvas
from editor.documents.design_bench import DesignBench
from editor.documents.map_document import MapDocument
from editor.documents.workbench import Workbench
from editor.model.design.design import Design
from editor.panels.design.units.counters_panel import CountersPanel
from editor.panels.design.units.forces_panel import ForcesPanel
from editor.panels.design.units.unit_table_panel import UnitTablePanel
from engine.core.messages import Message
from engine.rulesets.assembly import palette_of
from engine.rulesets.library import find_bundled
from engine.rulesets.registry import find_game
from engine.rulesets.words import catalogue
from engine.storage.contents import Contents
from engine.storage.store import Store


class Studio:
    """The order of battle, the table of units and the counter designer beside one another."""

    def __init__(self, folder: Path, bundled: str = "ford") -> None:
        found = find_bundled(bundled)
        self.store = Store.create(folder / "work.redoubt", Contents.of_project(found.load()))
        plan = self.store.contents.maps[found.scenario.map]
        entry = find_game(found.scenario.ruleset)
        assert entry is not None
        self.canvas = MapCanvas(plan, palette_of(entry), bundled_style("paper"))
        self.bench = Workbench(self.canvas)
        self.document = MapDocument(self.store, plan, palette_of(entry), catalogue())
        self.bench.set_document(self.document)
        self.desk = DesignBench(self.bench)
        self.desk.set_scenario(found.scenario)
        self.desk.set_active(True)
        self.forces, self.table, self.counters = (
            ForcesPanel(self.desk),
            UnitTablePanel(self.desk),
            CountersPanel(self.desk),
        )
        self.board = QWidget()
        row = QHBoxLayout(self.board)
        for panel in (self.forces, self.table, self.counters):
            row.addWidget(panel)
        self.board.resize(1200, 700)
        self.board.show()
        self.board.activateWindow()
        QApplication.processEvents()
        self.said: list[str] = []
        self.bench.reported.connect(self._hear)

    def _hear(self, message: Message) -> None:
        self.said.append(message.key)

    @property
    def design(self) -> Design:
        found = self.desk.design
        assert found is not None
        return found

    @property
    def entries(self) -> int:
        """How many entries the history has."""
        return self.document.undo_stack.index()

    def undo(self) -> None:
        self.document.undo_stack.undo()

    def close(self) -> None:
        self.board.close()
        self.board.deleteLater()
        self.desk.set_scenario(None)
        self.bench.set_document(None)
        self.store.close()
