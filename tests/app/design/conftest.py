"""The window with the Ford open in the designer."""

from __future__ import annotations

import pytest

from app.modes import Mode
from app.window import MainWindow
from editor.documents.design_bench import DesignBench
from editor.model.design.design import Design
from editor.panels.design.counters_panel import CountersPanel
from editor.panels.design.forces_panel import ForcesPanel
from editor.panels.design.unit_table_panel import UnitTablePanel


class Studio:
    """The designer on the screen, by its panels."""

    def __init__(self, window: MainWindow) -> None:
        self.window = window
        window.open("ford")
        window.set_mode(Mode.DESIGN)
        panels = window.docks.panels
        forces, table, counters = panels["forces"], panels["units"], panels["counter-types"]
        assert isinstance(forces, ForcesPanel)
        assert isinstance(table, UnitTablePanel)
        assert isinstance(counters, CountersPanel)
        self.forces, self.table, self.counters = forces, table, counters

    @property
    def desk(self) -> DesignBench:
        return self.window.designer.desk

    @property
    def design(self) -> Design:
        found = self.desk.design
        assert found is not None
        return found

    @property
    def entries(self) -> int:
        """How many entries the history has."""
        document = self.window.bench.document
        assert document is not None
        return document.undo_stack.index()

    def undo(self) -> None:
        self.window.menus.edit.undo.trigger()

    def redo(self) -> None:
        self.window.menus.edit.redo.trigger()


@pytest.fixture
def studio(window: MainWindow) -> Studio:
    return Studio(window)
