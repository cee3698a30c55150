"""The clicked points as a table: what was read, where, and how far each is from where the fit has it."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QColor

from editor.canvas.scans.calibration_marks import PointState
from editor.digitise.calibration import Residual
from editor.digitise.clicks import CalibrationError
from editor.panels.scans.calibration_desk import CalibrationDesk

_Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()


class PointColumn(IntEnum):
    HEX = 0
    ACROSS = 1
    DOWN = 2
    OFF = 3
    ALONE = 4


class PointTable(QAbstractTableModel):
    """Number and place of a point can be typed; the rest follows from the fit."""

    refused = Signal(object)
    """A `Message`: why what was typed will not do."""

    def __init__(self, desk: CalibrationDesk) -> None:
        super().__init__(desk)
        self._desk = desk
        self._rows = 0
        desk.changed.connect(self._renew)

    def _renew(self) -> None:
        rows = len(self._desk.clicks)
        if rows != self._rows:
            self.beginResetModel()
            self._rows = rows
            self.endResetModel()
        elif rows:
            self.dataChanged.emit(self.index(0, 0), self.index(rows - 1, len(PointColumn) - 1))

    def rowCount(self, parent: _Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else self._rows

    def columnCount(self, parent: _Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(PointColumn)

    def flags(self, index: _Index) -> Qt.ItemFlag:
        flags = super().flags(index)
        if index.isValid() and index.column() in (PointColumn.HEX, PointColumn.ACROSS, PointColumn.DOWN):
            flags |= Qt.ItemFlag.ItemIsEditable
        return flags

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if orientation is Qt.Orientation.Vertical:
            return section + 1 if role == Qt.ItemDataRole.DisplayRole else None
        names = (self.tr("Hex"), self.tr("x"), self.tr("y"), self.tr("Off"), self.tr("Alone"))
        tips = (
            self.tr("The number printed there"),
            self.tr("Pixels from the left edge of the scan"),
            self.tr("Pixels from the top edge of the scan"),
            self.tr("Pixels from the click to where the fit puts the hex"),
            self.tr("The same for a fit made without this point: large where it does not agree with the others"),
        )
        if role == Qt.ItemDataRole.DisplayRole:
            return names[section]
        return tips[section] if role == Qt.ItemDataRole.ToolTipRole else None

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or index.row() >= len(self._desk.clicks):
            return None
        column = PointColumn(index.column())
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.EditRole):
            return self._text(index.row(), column)
        if role == Qt.ItemDataRole.TextAlignmentRole and column is not PointColumn.HEX:
            return int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        if role == Qt.ItemDataRole.ForegroundRole and index.row() == self._desk.suspect:
            return QColor(PointState.SUSPECT.value)
        return None

    def _residual(self, row: int) -> Residual | None:
        fit = self._desk.fit
        return fit.residuals[row] if fit is not None and row < len(fit.residuals) else None

    def _text(self, row: int, column: PointColumn) -> str:
        click, residual = self._desk.clicks[row], self._residual(row)
        match column:
            case PointColumn.HEX:
                return click.label
            case PointColumn.ACROSS:
                return f"{click.pixel[0]:.1f}"
            case PointColumn.DOWN:
                return f"{click.pixel[1]:.1f}"
            case PointColumn.OFF:
                return "" if residual is None else f"{residual.distance:.2f}"
            case PointColumn.ALONE:
                return "" if residual is None or residual.alone is None else f"{residual.alone:.1f}"

    def setData(self, index: _Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        if role != Qt.ItemDataRole.EditRole or not index.isValid() or index.row() >= len(self._desk.clicks):
            return False
        row, column = index.row(), PointColumn(index.column())
        if column is PointColumn.HEX:
            try:
                self._desk.relabel(row, str(value))
            except CalibrationError as bad:
                self.refused.emit(bad.message)
                return False
            return True
        try:
            number = float(str(value).replace(",", "."))
        except ValueError:
            return False
        x, y = self._desk.clicks[row].pixel
        self._desk.move(row, (number, y) if column is PointColumn.ACROSS else (x, number))
        return True
