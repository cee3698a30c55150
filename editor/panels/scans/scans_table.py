"""The scans of the map as a table, the topmost first: seen, locked, named, and how far each is."""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, QSize, Qt, Signal
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem

from editor.documents.scan_facts import ScanFacts, in_order
from editor.documents.scan_images import ImageState
from editor.documents.scan_layer import ScanLayer
from editor.panels.icons import icon
from editor.panels.scans.scan_adder import size_words
from engine.core.messages import Message
from engine.definitions.plan import ScanPlan

_Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()
_PICTURE = 40


class ScanColumn(IntEnum):
    VISIBLE = 0
    LOCKED = 1
    TITLE = 2
    STATE = 3


class ScansTable(QAbstractTableModel):
    """Reads the map; what is typed or clicked is only told."""

    renamed = Signal(str, str)
    """A scan is to have this title."""

    def __init__(self, layer: ScanLayer, words: Callable[[Message], str]) -> None:
        super().__init__(layer)
        self._layer = layer
        self._words = words
        self._scans: list[ScanPlan] = []
        self._pictures: dict[object, QPixmap] = {}

    @property
    def scans(self) -> tuple[ScanPlan, ...]:
        """The scans, the topmost first."""
        return tuple(self._scans)

    def refresh(self) -> None:
        """The map or the pictures are others."""
        document = self._layer.bench.document
        scans = [] if document is None else in_order(document.plan)[::-1]
        if [scan.id for scan in scans] != [scan.id for scan in self._scans]:
            self.beginResetModel()
            self._scans = scans
            self.endResetModel()
        else:
            self._scans = scans
            if scans:
                self.dataChanged.emit(self.index(0, 0), self.index(len(scans) - 1, len(ScanColumn) - 1))

    def row_of(self, id: str) -> int | None:
        """Where a scan stands."""
        return next((row for row, scan in enumerate(self._scans) if scan.id == id), None)

    def rowCount(self, parent: _Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._scans)

    def columnCount(self, parent: _Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(ScanColumn)

    def flags(self, index: _Index) -> Qt.ItemFlag:
        flags = super().flags(index)
        if index.isValid() and index.column() == ScanColumn.TITLE:
            flags |= Qt.ItemFlag.ItemIsEditable
        return flags

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if orientation is Qt.Orientation.Vertical or role != Qt.ItemDataRole.DisplayRole:
            return None
        return ("", "", self.tr("Scan"), self.tr("Calibrated"))[section]

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or index.row() >= len(self._scans):
            return None
        scan, column = self._scans[index.row()], ScanColumn(index.column())
        facts = ScanFacts.of(scan)
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._tip(scan, facts, column)
        match column:
            case ScanColumn.VISIBLE if role == Qt.ItemDataRole.DecorationRole:
                return icon("visible" if self._layer.is_visible(scan) else "hidden")
            case ScanColumn.LOCKED if role == Qt.ItemDataRole.DecorationRole:
                return icon("locked" if facts.locked else "unlocked")
            case ScanColumn.TITLE if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.EditRole):
                return scan.title or scan.id
            case ScanColumn.TITLE if role == Qt.ItemDataRole.DecorationRole:
                return self._picture(scan)
            case ScanColumn.STATE if role == Qt.ItemDataRole.DisplayRole:
                return self.state_of(scan)
        return None

    def setData(self, index: _Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        if role != Qt.ItemDataRole.EditRole or not index.isValid() or index.column() != ScanColumn.TITLE:
            return False
        self.renamed.emit(self._scans[index.row()].id, str(value).strip())
        return True

    def state_of(self, scan: ScanPlan) -> str:
        """How far a scan is, in a word or two."""
        item = self._layer.item(scan.id)
        image = None if item is None else self._layer.images.image(scan)
        if image is not None and image.state is ImageState.UNPACKING:
            return self.tr("reading, {0} %").format(round(100 * image.progress))
        if image is not None and image.state is ImageState.FAILED:
            return self.tr("not readable")
        facts = ScanFacts.of(scan)
        if facts.rms is None:
            return self.tr("not yet")
        told = self.tr("{0} px").format(f"{facts.rms:.2f}")
        return self.tr("{0}, checked").format(told) if facts.checked else told

    def _tip(self, scan: ScanPlan, facts: ScanFacts, column: ScanColumn) -> str:
        match column:
            case ScanColumn.VISIBLE:
                return self.tr("Show or hide this scan (Space)")
            case ScanColumn.LOCKED:
                return self.tr("A locked scan cannot be moved, replaced or removed (Ctrl+L)")
            case ScanColumn.TITLE:
                return size_words(facts.size)
            case ScanColumn.STATE:
                item = self._layer.item(scan.id)
                problem = None if item is None else self._layer.images.image(scan).problem
                if problem is not None:
                    return self._words(problem)
                return self.tr("The error of its calibration, and whether the numbers were checked")

    def _picture(self, scan: ScanPlan) -> QPixmap | None:
        if self._layer.item(scan.id) is None:
            return None
        image = self._layer.images.image(scan)
        if image.thumbnail is None:
            return None
        if image.key not in self._pictures:
            kept = Qt.AspectRatioMode.KeepAspectRatio
            smooth = Qt.TransformationMode.SmoothTransformation
            small = image.thumbnail.scaled(_PICTURE, _PICTURE, kept, smooth)
            self._pictures[image.key] = QPixmap.fromImage(small)
        return self._pictures[image.key]


class SmallIcons(QStyledItemDelegate):
    """Icons of the usual size in the middle of their cell, beside rows that are higher than that."""

    def initStyleOption(self, option: QStyleOptionViewItem, index: _Index) -> None:
        super().initStyleOption(option, index)
        option.decorationSize = QSize(18, 18)
        option.decorationAlignment = Qt.AlignmentFlag.AlignCenter
        option.decorationPosition = QStyleOptionViewItem.Position.Left
