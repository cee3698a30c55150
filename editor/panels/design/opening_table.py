"""How play opens, in two columns: the values it begins with, and what the charts say of the first turn."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTreeWidget, QTreeWidgetItem, QWidget

from editor.model.design.cell_words import held_offers, held_problem, told
from editor.model.design.design import Design
from editor.model.design.known_words import OfferedWord
from editor.model.design.opening_values import first_turn_numbers, start_values
from editor.model.design.units.unit_fields import value_text
from editor.panels.design.word_fields import WordDelegate
from engine.core.messages import message
from engine.core.words.lexicon import WordKind
from engine.definitions.issues import Path
from engine.narration.language import catalogue

_NAME = Qt.ItemDataRole.UserRole
_PATH = Qt.ItemDataRole.UserRole + 1
_LONG = 12
"""Rows beyond which a field to look for one is worth its room."""


class OpeningTable(QTreeWidget):
    """Double-click or F2 changes a value; Delete takes it away, or makes it the game's own again."""

    value_typed = Signal(str, str)
    """A value by its name, and what was typed for it."""
    number_typed = Signal(object, str)
    """A number of the charts by its path."""
    back_wanted = Signal(object)
    """A number that is to be as the game has it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._fills = False
        self._wanted: list[str] = []
        self.setHeaderLabels([self.tr("When play begins"), self.tr("Value")])
        self.setAccessibleName(self.tr("Values that play begins with"))
        self.setRootIsDecorated(False)
        self.setAlternatingRowColors(True)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.header().setStretchLastSection(False)
        self.header().resizeSection(1, 70)
        self._design: Design | None = None
        self.setItemDelegate(WordDelegate(self, self._held, self._wrong))
        self.itemChanged.connect(self._changed)
        self.itemDoubleClicked.connect(lambda item: self.editItem(item, 1))

    def show_design(self, design: Design, told: Callable[[str], str]) -> None:
        """Show the values of a scenario; `told` says what the game itself has."""
        self._fills = True
        self._design = design
        current = self.currentItem()
        chosen = current.text(0) if current is not None else ""
        self.clear()
        for value in start_values(design):
            item = self._row(value.title, "" if value.value is None else value_text(value.value), value.about)
            item.setData(0, _NAME, value.name)
        for number in first_turn_numbers(design):
            tip = told(_number_text(number.printed)) if isinstance(number.printed, bool | int) else ""
            item = self._row(number.title, _number_text(number.value), tip)
            item.setData(0, _PATH, number.path)
            font = item.font(1)
            font.setBold(number.is_changed)
            item.setFont(1, font)
        for item in self.findItems(chosen, Qt.MatchFlag.MatchExactly) if chosen else ():
            self.setCurrentItem(item)
        self.show_only(" ".join(self._wanted))
        self._fills = False

    def show_only(self, words: str) -> None:
        """Show the rows in which all the words stand, and those that the scenario gives a value."""
        self._wanted = words.casefold().split()
        for item in self._rows():
            said = item.text(0).casefold()
            item.setHidden(not item.text(1) and not all(each in said for each in self._wanted))

    @property
    def is_long(self) -> bool:
        """Whether one looks for a row rather than seeing it."""
        return self.topLevelItemCount() > _LONG

    def _rows(self) -> Iterator[QTreeWidgetItem]:
        found = (self.topLevelItem(number) for number in range(self.topLevelItemCount()))
        return (item for item in found if item is not None)

    def _row(self, title: str, text: str, about: str) -> QTreeWidgetItem:
        item = QTreeWidgetItem([title[:1].upper() + title[1:], text])
        item.setFlags(item.flags() | Qt.ItemFlag.ItemIsEditable)
        for column in (0, 1):
            item.setToolTip(column, about)
            item.setStatusTip(column, about)
        self.addTopLevelItem(item)
        return item

    def _name_at(self, index: QModelIndex | QPersistentModelIndex) -> str:
        """The value whose cell it is; nothing for a number of the charts."""
        return str(self.model().index(index.row(), 0).data(_NAME) or "")

    def _held(self, index: QModelIndex | QPersistentModelIndex) -> Sequence[OfferedWord]:
        name = self._name_at(index)
        return held_offers(self._design, WordKind.VALUE, name) if self._design is not None and name else ()

    def _wrong(self, index: QModelIndex | QPersistentModelIndex, text: str) -> str:
        name = self._name_at(index)
        if self._design is None or not name:
            return ""
        return told(self._design, held_problem(self._design, WordKind.VALUE, name, text))

    def _changed(self, item: QTreeWidgetItem, column: int) -> None:
        if self._fills or column != 1:
            return
        path: Path | None = item.data(0, _PATH)
        if path is not None:
            self.number_typed.emit(tuple(path), item.text(1))
        else:
            self.value_typed.emit(str(item.data(0, _NAME)), item.text(1))

    def event(self, event: QEvent) -> bool:
        """Delete and Enter are the table's while it has the keyboard."""
        wanted = (Qt.Key.Key_Delete, Qt.Key.Key_Return, Qt.Key.Key_F2)
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride and event.key() in wanted:
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        item = self.currentItem()
        if self.state() is QAbstractItemView.State.EditingState:
            super().keyPressEvent(event)  # the key that ends the writing does not begin it again
        elif item is not None and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_F2):
            self.editItem(item, 1)
        elif item is not None and event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            path = item.data(0, _PATH)
            if path is not None:
                self.back_wanted.emit((tuple(path),))
            else:
                self.value_typed.emit(str(item.data(0, _NAME)), "")
        else:
            super().keyPressEvent(event)


def _number_text(value: object) -> str:
    """A number of the charts as the Charts panel shows it, yes and no in the language."""
    if isinstance(value, bool):
        return catalogue().text(message("charts.yes") if value else message("charts.no"))
    return value_text(value) if isinstance(value, int) else ""
