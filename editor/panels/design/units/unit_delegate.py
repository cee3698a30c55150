"""How cells of the unit table are edited: types and formations are chosen from what there is, the rest is typed."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtWidgets import QComboBox, QCompleter, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from editor.model.design.design import Design
from editor.model.design.unit_fields import Column, Field

_Index = QModelIndex | QPersistentModelIndex


class UnitDelegate(QStyledItemDelegate):
    """`design` gives the design as it is; `column_of` says which field a column of the table is."""

    def __init__(
        self, design: Callable[[], Design | None], column_of: Callable[[int], Column], parent: QWidget
    ) -> None:
        super().__init__(parent)
        self._design = design
        self._column_of = column_of

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: _Index) -> QWidget:
        design, column = self._design(), self._column_of(index.column())
        if design is None or column not in (Field.TYPE, Field.FORMATION):
            return super().createEditor(parent, option, index)
        field = QComboBox(parent)
        field.setEditable(True)
        field.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        if column == Field.FORMATION:
            field.addItem("")
        field.addItems(list(design.types if column == Field.TYPE else design.formations))
        completer = field.completer()
        if completer is not None:
            completer.setFilterMode(Qt.MatchFlag.MatchContains)
            completer.setCompletionMode(QCompleter.CompletionMode.PopupCompletion)
        return field

    def setEditorData(self, editor: QWidget, index: _Index) -> None:
        if isinstance(editor, QComboBox):
            editor.setCurrentText(str(index.data(Qt.ItemDataRole.EditRole) or ""))
            line = editor.lineEdit()
            if line is not None:
                line.selectAll()
        else:
            super().setEditorData(editor, index)

    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: _Index) -> None:
        if isinstance(editor, QComboBox):
            model.setData(index, editor.currentText())
        else:
            super().setModelData(editor, model, index)
