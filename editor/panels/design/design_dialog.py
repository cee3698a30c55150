"""What the dialogs of the designer have in common: fields, a line for what is wrong, and a button that acts."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFormLayout, QLabel, QVBoxLayout, QWidget

from editor.documents.design_bench import DesignBench
from editor.model.design.design import Design
from editor.model.language import catalogue
from editor.model.refusal import CannotEdit
from engine.core.messages import Message


class DesignDialog(QDialog):
    """Asks for something about the scenario in work; what is refused is said in the dialog, which stays open."""

    def __init__(self, desk: DesignBench, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.desk = desk
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.form = QFormLayout()
        self.form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        self.problem = QLabel()
        self.problem.setWordWrap(True)
        self.problem.setForegroundRole(QPalette.ColorRole.Link)
        self.problem.hide()
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.go = buttons.addButton("", QDialogButtonBox.ButtonRole.AcceptRole)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        self.column = QVBoxLayout(self)
        self.column.addLayout(self.form)
        self.column.addWidget(self.problem)
        self.column.addWidget(buttons)

    @property
    def design(self) -> Design:
        found = self.desk.design
        assert found is not None, "these dialogs are opened on a scenario"
        return found

    def row(self, label: str, field: QWidget, tip: str) -> None:
        """Add a field."""
        field.setToolTip(tip)
        field.setAccessibleName(label.replace("&", ""))
        self.form.addRow(label, field)

    def put(self, widget: QWidget, stretch: int = 0) -> None:
        """Add something wide below the fields."""
        self.column.insertWidget(self.column.count() - 2, widget, stretch)

    def act(self) -> None:
        """What the button does; may raise CannotEdit."""

    def accept(self) -> None:
        try:
            self.act()
        except CannotEdit as bad:
            self.say(bad.message)
            return
        super().accept()

    def say(self, problem: Message | None) -> None:
        """Say what is wrong, or that nothing is."""
        self.problem.setText(catalogue().text(problem) if problem is not None else "")
        self.problem.setVisible(problem is not None)
