"""The page of the points: the table of clicks and residuals, and below it what is known about the fit."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QItemSelectionModel, QModelIndex, Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QHeaderView,
    QScrollArea,
    QTableView,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from editor.digitise.clicks import CalibrationError
from editor.panels.panel import key_deed, note, tool_button
from editor.panels.scans.calibration_desk import CalibrationDesk
from editor.panels.scans.calibration_facts import FitFacts
from editor.panels.scans.calibration_table import PointColumn, PointTable
from engine.core.messages import Message


class PointsPage(QScrollArea):
    """Chooses, renames and removes points."""

    rename_wanted = Signal(int)
    """Ask for another number for this point."""
    look_wanted = Signal(object)
    """Show this pixel of the scan."""
    refused = Signal(object)
    """A `Message`: why something was not done."""

    def __init__(self, desk: CalibrationDesk, words: Callable[[Message], str]) -> None:
        super().__init__()
        self._desk = desk
        self._words = words
        self.model = PointTable(desk)
        self.facts = FitFacts(desk, words)
        self.table = self._table()
        self.rename = self._button("rename", self.tr("Rename"), self.tr("Type another number"), "F2", self._rename)
        self.remove = self._button("delete", self.tr("Remove"), self.tr("Remove the chosen point"), "Del", self._remove)
        self.clear = self._button("clear", self.tr("Remove All"), self.tr("Remove all points"), "", desk.clear)
        row = QHBoxLayout()
        row.setSpacing(2)
        for button in (self.rename, self.remove, self.clear):
            row.addWidget(button)
        row.addStretch(1)
        self.problem = note()
        inner = QWidget()
        column = QVBoxLayout(inner)
        column.addWidget(self.table, 1)
        column.addLayout(row)
        column.addWidget(self.problem)
        column.addWidget(self.facts)
        self.setWidget(inner)
        self.setWidgetResizable(True)
        self.setFrameShape(QScrollArea.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.model.refused.connect(self.refused)
        self.table.selectionModel().currentRowChanged.connect(self._row_chosen)
        self.facts.suspect_wanted.connect(self._show_suspect)
        self.facts.suspect_renamed.connect(self._rename_suspect)
        key_deed(self.table, "Del", self._remove)
        desk.changed.connect(self.refresh)
        desk.chosen_changed.connect(self.show_chosen)
        self.refresh()

    def _table(self) -> QTableView:
        table = QTableView()
        table.setModel(self.model)
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        table.setAlternatingRowColors(True)
        table.setToolTip(self.tr("The clicked points; F2 types another number, Del removes one"))
        table.setAccessibleName(self.tr("Points"))
        table.setMinimumHeight(130)
        table.verticalHeader().setDefaultSectionSize(self.fontMetrics().height() + 8)
        header = table.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        header.setMinimumSectionSize(44)
        return table

    @staticmethod
    def _button(picture: str, text: str, tip: str, keys: str, act: Callable[[], object]) -> QToolButton:
        return tool_button(picture, text, tip, act, shortcut=keys)

    def refresh(self) -> None:
        """Show the points and the fit as they are now."""
        desk = self._desk
        self.facts.refresh()
        self.problem.setText("" if desk.problem is None else self._words(desk.problem))
        self.problem.setVisible(desk.problem is not None)
        for button in (self.remove, self.rename):
            button.setEnabled(desk.chosen is not None)
        self.clear.setEnabled(bool(desk.clicks))

    def show_chosen(self) -> None:
        """Choose in the table what is chosen on the scan."""
        chosen = self._desk.chosen
        selection = self.table.selectionModel()
        if chosen is None:
            selection.clear()
        else:
            rows = QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows
            selection.setCurrentIndex(self.model.index(chosen, PointColumn.HEX), rows)
        self.refresh()

    def _row_chosen(self, current: QModelIndex, _before: QModelIndex) -> None:
        if current.isValid():
            self._desk.choose(current.row())

    def _remove(self) -> None:
        if self._desk.chosen is not None:
            self._desk.remove(self._desk.chosen)

    def _rename(self) -> None:
        if self._desk.chosen is not None:
            self.rename_wanted.emit(self._desk.chosen)

    def _show_suspect(self) -> None:
        number = self._desk.suspect
        if number is not None:
            self._desk.choose(number)
            self.look_wanted.emit(self._desk.clicks[number].pixel)

    def _rename_suspect(self) -> None:
        number, fit = self._desk.suspect, self._desk.fit
        if number is not None and fit is not None and fit.suspect is not None:
            try:
                self._desk.relabel(number, fit.suspect.meant)
            except CalibrationError as bad:
                self.refused.emit(bad.message)
