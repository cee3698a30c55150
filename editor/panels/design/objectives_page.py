"""What is worth winning: objectives painted on the map and listed with their place, name, value and side."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtWidgets import (
    QComboBox,
    QDoubleSpinBox,
    QHBoxLayout,
    QHeaderView,
    QPushButton,
    QSizePolicy,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from editor.commands.design.victory import edit_objective, put_objectives, remove_objectives
from editor.documents.design_bench import DesignBench
from editor.documents.design_brush import ObjectiveBrush
from editor.model.design.cell_words import place_offers, place_problem, side_offers, side_problem, told
from editor.model.design.known_words import OfferedWord
from editor.model.design.sides import side_of_words, side_title
from editor.model.design.units.unit_fields import read_value, value_text
from editor.panels.design.word_fields import WordDelegate
from editor.panels.panel import GAP, MARGIN, key_action, note, tool_button
from editor.refusal import CannotEdit
from engine.core.messages import message
from engine.narration.language import counted

_PLACE, _NAME, _VALUE, _SIDE = range(4)


_LEAST_TABLE = 75
"""Pixels in which a table still shows a row: where room is short the table scrolls, not the panel around it."""


class ObjectivesPage(QWidget):
    """A page of the Victory panel."""

    def __init__(self, desk: DesignBench) -> None:
        super().__init__()
        self._desk = desk
        self._shows = False
        self.paint = QPushButton(self.tr("&Paint"))
        self.paint.setCheckable(True)
        self.paint.setToolTip(self.tr("Paint objectives on the map: the left button lays them, the right one wipes"))
        self.value = QDoubleSpinBox()
        self.value.setRange(-9999, 9999)
        self.value.setDecimals(0)
        self.value.setValue(1)
        self.value.setToolTip(self.tr("What a painted objective is worth"))
        self.value.setAccessibleName(self.tr("Value"))
        self.side = QComboBox()
        self.side.setToolTip(self.tr("Who scores for it"))
        self.side.setAccessibleName(self.tr("Side"))
        self.table = QTableWidget(0, 4)
        self.table.setHorizontalHeaderLabels([self.tr("Place"), self.tr("Name"), self.tr("Value"), self.tr("Side")])
        self.table.verticalHeader().hide()
        self.table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        self.table.horizontalHeader().setSectionResizeMode(_NAME, QHeaderView.ResizeMode.Stretch)
        self.table.setSelectionBehavior(QTableWidget.SelectionBehavior.SelectRows)
        self.table.setAccessibleName(self.tr("Objectives"))
        self.table.setToolTip(self.tr("Double-click or F2 changes a field, Delete removes an objective"))
        self.table.setItemDelegate(WordDelegate(self.table, self._offers, self._problem))
        self.table.itemChanged.connect(self._edited)
        self.table.itemSelectionChanged.connect(self._look)
        self.table.setMinimumHeight(_LEAST_TABLE)
        self.table.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)
        self.total = note()
        key_action(self.table, self.tr("Remove the objective"), "Del", self.remove)
        self._lay_out()
        self.paint.toggled.connect(self._take_up)
        self.value.valueChanged.connect(self._take_up)
        self.side.currentIndexChanged.connect(self._take_up)
        desk.brush_changed.connect(self._follow_brush)

    def _lay_out(self) -> None:
        row = QHBoxLayout()
        row.addWidget(self.paint)
        row.addWidget(self.value)
        row.addWidget(self.side, 1)
        add = self.tr("Make the place that is pointed out an objective")
        below = QHBoxLayout()
        below.addWidget(self.total, 1)
        below.addWidget(tool_button("add", self.tr("Add objective"), add, self.add))
        below.addWidget(tool_button("delete", self.tr("Remove"), self.tr("Remove the objective"), self.remove))
        column = QVBoxLayout(self)
        column.setContentsMargins(MARGIN, MARGIN, MARGIN, MARGIN)
        column.setSpacing(GAP)
        column.addLayout(row)
        column.addWidget(self.table, 1)
        column.addLayout(below)

    # Painting

    @property
    def brush(self) -> ObjectiveBrush:
        """What a stroke lays as it is chosen here."""
        value = self.value.value()
        return ObjectiveBrush(int(value) if value == int(value) else value, self.side.currentData())

    def _take_up(self) -> None:
        if self.paint.isChecked():
            self._desk.set_brush(self.brush)
        elif isinstance(self._desk.brush, ObjectiveBrush):
            self._desk.set_brush(None)

    def _follow_brush(self) -> None:
        self.paint.setChecked(isinstance(self._desk.brush, ObjectiveBrush))

    def add(self) -> None:
        """Make the place that is pointed out an objective."""
        place, brush = self._desk.place, self.brush
        if not place:
            self._desk.report(message("design.cannot.place-nowhere"))
            return
        self._desk.push(lambda design: put_objectives(design, (place,), value=brush.value, side=brush.side))

    # The list

    def show_design(self) -> None:
        """The scenario is another, or its objectives are."""
        design = self._desk.design
        if design is None:
            return
        self._shows = True
        chosen, sides = self.side.currentData(), design.scenario.sides
        if [self.side.itemData(row) for row in range(self.side.count())] != [None, *sides]:
            self.side.blockSignals(True)
            self.side.clear()
            self.side.addItem(self.tr("Anyone"), None)
            for side in sides:
                self.side.addItem(side_title(design, side), side)
            self.side.setCurrentIndex(max(0, self.side.findData(chosen)))
            self.side.blockSignals(False)
        row = self.table.currentRow()
        self.table.setRowCount(len(design.scenario.objectives))
        for number, each in enumerate(design.scenario.objectives):
            worth = value_text(each.value) if each.value is not None else ""
            for column, text in (
                (_PLACE, each.at),
                (_NAME, each.name or ""),
                (_VALUE, worth),
                (_SIDE, side_title(design, each.side) if each.side else ""),
            ):
                item = QTableWidgetItem(text)
                item.setTextAlignment(
                    Qt.AlignmentFlag.AlignVCenter
                    | (Qt.AlignmentFlag.AlignRight if column == _VALUE else Qt.AlignmentFlag.AlignLeft)
                )
                self.table.setItem(number, column, item)
        if 0 <= row < self.table.rowCount():
            self.table.selectRow(row)
        count = len(design.scenario.objectives)
        points = sum(each.value or 0 for each in design.scenario.objectives)
        words = self.tr("{0} {0:objective|objectives}, worth {1} together").format(counted(count), value_text(points))
        self.total.setText(words if count else self.tr("No objectives yet. Paint them on the map."))
        self._shows = False

    def _offers(self, index: QModelIndex | QPersistentModelIndex) -> Sequence[OfferedWord]:
        design = self._desk.design
        if design is None:
            return ()
        sides = (OfferedWord("", self.tr("Anyone")), *side_offers(design))
        return {_PLACE: place_offers(design), _SIDE: sides}.get(index.column(), ())

    def _problem(self, index: QModelIndex | QPersistentModelIndex, text: str) -> str:
        design = self._desk.design
        if design is None or (index.column() == _SIDE and text == self.tr("Anyone")):
            return ""
        checks = {_PLACE: place_problem, _SIDE: side_problem}
        check = checks.get(index.column())
        return told(design, check(design, text)) if check is not None else ""

    def _edited(self, item: QTableWidgetItem) -> None:
        design = self._desk.design
        if self._shows or design is None:
            return
        readers: dict[int, tuple[str, Callable[[str], object]]] = {
            _PLACE: ("at", str),
            _NAME: ("name", str),
            _VALUE: ("value", _worth),
            _SIDE: ("side", lambda text: side_of_words(design, text)),
        }
        field, read = readers[item.column()]
        number, text = item.row(), item.text().strip()
        try:
            value = read(text)
        except CannotEdit as bad:
            self._desk.report(bad.message)
        else:
            self._desk.push(lambda design: edit_objective(design, number, **{field: value}))
        self.show_design()

    def _look(self) -> None:
        design, row = self._desk.design, self.table.currentRow()
        if self._shows or design is None or not 0 <= row < len(design.scenario.objectives):
            return
        key = design.places.key(design.scenario.objectives[row].at)
        if key is not None:
            self._desk.point_out(key)
            self._desk.canvas.look_at(key)

    def remove(self) -> None:
        """Make the chosen objectives plain places again."""
        design = self._desk.design
        rows = {index.row() for index in self.table.selectionModel().selectedRows()}
        if design is not None and rows:
            labels = [each.at for number, each in enumerate(design.scenario.objectives) if number in rows]
            keys = [design.places.key(label) or label for label in labels]
            self._desk.push(lambda now: remove_objectives(now, keys))


def _worth(text: str) -> float | None:
    if not text:
        return None
    value = read_value(text)
    if isinstance(value, bool | str):
        raise CannotEdit(message("design.cannot.bad-worth", text=text[:20]))
    return value
