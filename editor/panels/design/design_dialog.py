"""What the dialogs of the designer have in common: they ask about the scenario in work, and speak in its messages."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from editor.documents.design_bench import DesignBench
from editor.model.design.design import Design
from editor.panels.fields_dialog import FieldsDialog
from engine.core.messages import Message
from engine.narration.language import catalogue


class DesignDialog(FieldsDialog):
    """Asks for something about the scenario in work; what is refused is said in the dialog, which stays open."""

    def __init__(self, desk: DesignBench, parent: QWidget | None = None) -> None:
        super().__init__("", parent)
        self.desk = desk

    @property
    def design(self) -> Design:
        found = self.desk.design
        assert found is not None, "these dialogs are opened on a scenario"
        return found

    def put(self, widget: QWidget, stretch: int = 0) -> None:
        """Add something wide below the fields."""
        self.column.insertWidget(self.column.count() - 2, widget, stretch)

    def say(self, problem: Message | None) -> None:
        """Say what is wrong, or that nothing is."""
        self.show_problem(catalogue().text(problem) if problem is not None else "")
