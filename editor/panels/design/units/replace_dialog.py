"""Find and replace in the units, with every change shown before it is made."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QCheckBox, QComboBox, QHeaderView, QLineEdit, QTreeWidget, QTreeWidgetItem, QWidget

from editor.commands.design.bulk import replace_in_units
from editor.documents.design_bench import DesignBench
from editor.model.design.cell_words import unit_title
from editor.model.design.units.unit_fields import Column, Field
from editor.model.design.units.unit_replacement import Replacement, Search, editable, replacements
from editor.panels.design.design_dialog import DesignDialog
from editor.panels.design.units.unit_model import column_title
from editor.refusal import CannotEdit
from engine.core.messages import message
from engine.narration.language import catalogue

_MOST_SHOWN = 500


class ReplaceDialog(DesignDialog):
    """Looks again at every letter; what cannot be put in says why, and is left out."""

    def __init__(self, desk: DesignBench, columns: Sequence[Column], parent: QWidget | None = None) -> None:
        super().__init__(desk, parent)
        self.setWindowTitle(self.tr("Find and Replace"))
        self.go.setText(self.tr("&Replace"))
        self.setMinimumSize(560, 460)
        self.found: list[Replacement] = []
        self.wanted = QLineEdit()
        self.put_in = QLineEdit()
        self.where = QComboBox()
        self.where.addItem(self.tr("the names"), (Field.NAME,))
        self.where.addItem(self.tr("all columns"), editable(columns))
        for column in editable(columns):
            if column != Field.NAME:
                self.where.addItem(column_title(column), (column,))
        self.case = QCheckBox(self.tr("&Capitals count"))
        self.whole = QCheckBox(self.tr("&Whole fields only"))
        self.pattern = QCheckBox(self.tr("Regular &expression"))
        self.only_chosen = QCheckBox(self.tr("Only the chosen &units"))
        self.only_chosen.setEnabled(len(desk.selected_units) > 1)
        self.only_chosen.setChecked(len(desk.selected_units) > 1)
        self.preview = QTreeWidget()
        self._lay_out()
        for field in (self.wanted, self.put_in):
            field.textChanged.connect(self._show)
        self.where.currentIndexChanged.connect(self._show)
        for box in (self.case, self.whole, self.pattern, self.only_chosen):
            box.toggled.connect(self._show)
        self._show()
        self.wanted.setFocus()

    def _lay_out(self) -> None:
        self.row(self.tr("&Find"), self.wanted, self.tr("The words to look for"))
        tip = self.tr("What takes their place; \\1 is the first group of a pattern")
        self.row(self.tr("Replace &with"), self.put_in, tip)
        self.row(self.tr("&In"), self.where, self.tr("Which columns to look in"))
        for box, tip in (
            (self.case, self.tr("Tell capitals from small letters")),
            (self.whole, self.tr("The whole field must be what is looked for")),
            (self.pattern, self.tr("What is looked for is a regular expression")),
            (self.only_chosen, self.tr("Leave all other units alone")),
        ):
            box.setToolTip(tip)
            self.form.addRow(box)
        self.preview.setColumnCount(4)
        self.preview.setHeaderLabels([self.tr("Unit"), self.tr("Column"), self.tr("Before"), self.tr("After")])
        self.preview.setRootIsDecorated(False)
        self.preview.setUniformRowHeights(True)
        self.preview.setAccessibleName(self.tr("What would change"))
        self.preview.header().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.put(self.preview, 1)

    def search(self) -> Search:
        return Search(
            self.wanted.text(),
            self.put_in.text(),
            tuple(self.where.currentData()),
            is_case_kept=self.case.isChecked(),
            is_whole=self.whole.isChecked(),
            is_pattern=self.pattern.isChecked(),
        )

    def _show(self) -> None:
        self.preview.clear()
        self.found = []
        self.go.setEnabled(False)
        if not self.wanted.text():
            self.say(None)
            return
        units = set(self.desk.selected_units) if self.only_chosen.isChecked() else None
        try:
            self.found = replacements(self.design, self.search(), units)
        except CannotEdit as bad:
            self.say(bad.message)
            return
        bad_ones = [each for each in self.found if each.problem is not None]
        self.say(message("design.replacing", count=len(self.found) - len(bad_ones), refused=len(bad_ones)))
        self.go.setEnabled(len(bad_ones) < len(self.found))
        for each in self.found[:_MOST_SHOWN]:
            after = each.after if each.problem is None else f"{each.after}  ({catalogue().text(each.problem)})"
            item = QTreeWidgetItem([unit_title(self.design, each.unit), column_title(each.column), each.before, after])
            item.setToolTip(3, after)
            item.setDisabled(each.problem is not None)
            self.preview.addTopLevelItem(item)

    def act(self) -> None:
        scenario = self.desk.scenario
        if scenario is not None:
            scenario.push(lambda design: replace_in_units(design, self.found))
