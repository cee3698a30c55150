"""The tree of sides, formations and units: what is dragged in it, dropped on it, and moved by keys.

It knows ids and gestures only; whoever holds it turns a `Move` into a command.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QMimeData, QSize, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTreeWidget, QTreeWidgetItem, QWidget

from editor.panels.design.units.counter_drag import drag_counters
from editor.panels.design.units.counter_icons import SMALL
from editor.tools.unit_drag import FORMATIONS, UNITS, carried, formations_in, units_in

_ROW, _PLACE = 28, 66
SIDE, FORMATION, UNIT = "side", "formation", "unit"
_HINT: Final = QSize(0, _ROW)
_FIXED: Final = Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsDropEnabled
_MOVABLE: Final = _FIXED | Qt.ItemFlag.ItemIsDragEnabled | Qt.ItemFlag.ItemIsEditable
_KIND: Final = Qt.ItemDataRole.UserRole
_ID: Final = Qt.ItemDataRole.UserRole + 1


@dataclass(frozen=True, slots=True)
class Move:
    """Units and formations go into a formation, or into none; `before` is whom they are put before, if anyone.

    Formations that go into none stand at the top of a side, and fight for it.
    """

    units: tuple[str, ...]
    formations: tuple[str, ...]
    into: str | None
    before: str | None = None
    side: str | None = None


class ForceTree(QTreeWidget):
    """Items are known by their kind and id."""

    moved = Signal(object)
    """A `Move` that somebody asks for."""
    renamed = Signal(str, str, str)
    """Kind, id and the new name of what was renamed in its place."""

    def __init__(self, units_of: Callable[[str], Iterable[str]], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._units_of = units_of
        self.items: dict[tuple[str, str], QTreeWidgetItem] = {}
        self.setColumnCount(2)
        self.setHeaderLabels([self.tr("Name"), self.tr("Place")])
        self.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.header().setSectionResizeMode(1, QHeaderView.ResizeMode.Interactive)
        self.header().resizeSection(1, _PLACE)
        self.setIndentation(14)
        self.header().setStretchLastSection(False)
        self.setIconSize(QSize(SMALL + 4, SMALL + 4))
        self.setUniformRowHeights(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setDragEnabled(True)
        self.setAcceptDrops(True)
        self.setDropIndicatorShown(True)
        self.setDragDropMode(QAbstractItemView.DragDropMode.DragDrop)
        self.setDefaultDropAction(Qt.DropAction.MoveAction)
        self.setEditTriggers(QAbstractItemView.EditTrigger.EditKeyPressed)
        self.setAccessibleName(self.tr("Order of battle"))
        self.itemChanged.connect(self._changed)

    # Items

    def add(self, kind: str, id: str, text: str, under: QTreeWidgetItem | None) -> QTreeWidgetItem:
        """A new item below another."""
        item = QTreeWidgetItem([text, ""])
        item.setSizeHint(0, _HINT)
        item.setData(0, _KIND, kind)
        item.setData(0, _ID, id)
        item.setFlags(_FIXED if kind == SIDE else _MOVABLE)
        if under is None:
            self.addTopLevelItem(item)
        else:
            under.addChild(item)
        self.items[kind, id] = item
        return item

    def chosen(self, kind: str) -> list[str]:
        """The ids of the chosen items of a kind, as they stand in the tree."""
        found = [item for item in self.selectedItems() if kind_of(item) == kind]
        if len(found) < 2:
            return [id_of(item) for item in found]
        order = {id(item): number for number, item in enumerate(self.in_order())}
        return [id_of(item) for item in sorted(found, key=lambda item: order.get(id(item), 0))]

    def in_order(self) -> Iterator[QTreeWidgetItem]:
        """Every item from top to bottom."""
        waiting = [self.topLevelItem(number) for number in reversed(range(self.topLevelItemCount()))]
        while waiting:
            item = waiting.pop()
            if item is not None:
                yield item
                waiting += [item.child(number) for number in reversed(range(item.childCount()))]

    # Keys

    def move_by(self, step: int) -> None:
        """Ask for the chosen things to change places with their neighbour above or below."""
        items = [item for item in self.in_order() if item.isSelected() and kind_of(item) != SIDE]
        if not items:
            return
        kind, parent = kind_of(items[0]), items[0].parent()
        if parent is None:
            return
        same = [item for item in items if item.parent() is parent and kind_of(item) == kind]
        sisters = _children(parent, kind)
        first, last = sisters.index(same[0]), sisters.index(same[-1])
        target = first - 1 if step < 0 else last + 2
        if target < 0 or (step > 0 and last + 1 >= len(sisters)):
            return
        before = id_of(sisters[target]) if target < len(sisters) else None
        self._ask(same, parent, before)

    def move_out(self) -> None:
        """Ask for the chosen things to stand beside the formation they are in."""
        items = self._together()
        parent = items[0].parent() if items else None
        above = parent.parent() if parent is not None and kind_of(parent) == FORMATION else None
        if above is not None:
            self._ask(items, above)

    def move_in(self) -> None:
        """Ask for the chosen things to go into the formation above them among their sisters."""
        items = self._together()
        parent = items[0].parent() if items else None
        if parent is None:
            return
        chosen = {id(item) for item in items}
        free = [item for item in _children(parent, FORMATION) if id(item) not in chosen]
        here = parent.indexOfChild(items[0])
        above = [item for item in free if parent.indexOfChild(item) < here] or free[:1]
        if above:
            self._ask(items, above[-1])

    def _together(self) -> list[QTreeWidgetItem]:
        """The chosen things that stand in one place."""
        items = [item for item in self.in_order() if item.isSelected() and kind_of(item) != SIDE]
        return [item for item in items if item.parent() is items[0].parent()]

    def _ask(self, items: list[QTreeWidgetItem], parent: QTreeWidgetItem, before: str | None = None) -> None:
        units = tuple(id_of(item) for item in items if kind_of(item) == UNIT)
        formations = tuple(id_of(item) for item in items if kind_of(item) == FORMATION)
        self.moved.emit(_move(units, formations, parent, before))

    def _changed(self, item: QTreeWidgetItem, column: int) -> None:
        if column == 0 and item.flags() & Qt.ItemFlag.ItemIsEditable:
            self.renamed.emit(kind_of(item), id_of(item), item.text(0))

    # Dragging

    def mimeTypes(self) -> list[str]:
        return [UNITS, FORMATIONS]

    def mimeData(self, items: Iterable[QTreeWidgetItem]) -> QMimeData:
        formations = [id_of(item) for item in items if kind_of(item) == FORMATION]
        below = [unit for formation in formations for unit in self._units_of(formation)]
        units = [id_of(item) for item in items if kind_of(item) == UNIT]
        return carried(dict.fromkeys((*below, *units)), formations)

    def startDrag(self, actions: Qt.DropAction) -> None:
        items = [item for item in self.in_order() if item.isSelected() and item.flags() & Qt.ItemFlag.ItemIsDragEnabled]
        if items:
            data = self.mimeData(items)
            held = [self.items[UNIT, unit].icon(0) for unit in units_in(data) if (UNIT, unit) in self.items]
            drag_counters(self, data, held, actions)

    def supportedDropActions(self) -> Qt.DropAction:
        return Qt.DropAction.MoveAction | Qt.DropAction.CopyAction

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if units_in(event.mimeData()) or formations_in(event.mimeData()):
            event.acceptProposedAction()

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        super().dragMoveEvent(event)
        if self.itemAt(event.position().toPoint()) is not None:
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        target = self.itemAt(event.position().toPoint())
        formations = formations_in(event.mimeData())
        below = {unit for formation in formations for unit in self._units_of(formation)}
        units = tuple(unit for unit in units_in(event.mimeData()) if unit not in below)
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()
        where = self.dropIndicatorPosition()
        self.stopAutoScroll()
        self.setState(QAbstractItemView.State.NoState)
        self.viewport().update()
        if target is not None and (units or formations):
            self.moved.emit(self._dropped(target, where, units, formations))

    def _dropped(
        self,
        target: QTreeWidgetItem,
        where: QAbstractItemView.DropIndicatorPosition,
        units: tuple[str, ...],
        formations: tuple[str, ...],
    ) -> Move:
        """On a formation or side: into it. On a unit, or between two things: beside it."""
        position = QAbstractItemView.DropIndicatorPosition
        kind, parent = kind_of(target), target.parent()
        if kind == SIDE or parent is None or (kind == FORMATION and where is position.OnItem):
            return _move(units, formations, target)
        index = parent.indexOfChild(target) + (where is position.BelowItem)
        follows = parent.child(index) if index < parent.childCount() else None
        before = id_of(follows) if follows is not None and kind_of(follows) == kind else None
        return _move(units, formations, parent, before)


def kind_of(item: QTreeWidgetItem) -> str:
    return str(item.data(0, _KIND))


def id_of(item: QTreeWidgetItem) -> str:
    return str(item.data(0, _ID))


def _move(
    units: tuple[str, ...], formations: tuple[str, ...], parent: QTreeWidgetItem, before: str | None = None
) -> Move:
    """What makes things stand below an item of the tree, which is a formation or a side."""
    if kind_of(parent) == FORMATION:
        return Move(units, formations, id_of(parent), before)
    return Move(units, formations, None, before, id_of(parent) if kind_of(parent) == SIDE else None)


def _children(parent: QTreeWidgetItem, kind: str) -> list[QTreeWidgetItem]:
    every = (parent.child(number) for number in range(parent.childCount()))
    return [item for item in every if item is not None and kind_of(item) == kind]


def sift(item: QTreeWidgetItem | None, words: str) -> bool:
    """Hide an item and all below it that have not these words; whether any of it is shown."""
    if item is None:
        return False
    is_it = words in f"{item.text(0)} {item.text(1)} {id_of(item)}".casefold()
    below = [sift(item.child(number), "" if is_it else words) for number in range(item.childCount())]
    shown = is_it or any(below)
    item.setHidden(not shown)
    return shown
