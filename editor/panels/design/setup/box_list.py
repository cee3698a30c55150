"""The boxes beside the map as a list: units are dropped on them, and the rules' own boxes are there too."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QWidget

from editor.model.design.design import Design
from editor.model.design.placement_fields import boxes_of, stack_at
from editor.tools.unit_drag import units_in

_KEY = Qt.ItemDataRole.UserRole


class BoxList(QListWidget):
    """Knows boxes by their keys; whoever holds it sets units up."""

    dropped = Signal(object, str)
    """Units, by their ids, and the key of the box they were dropped on."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAcceptDrops(True)
        self.setAccessibleName(self.tr("Boxes"))
        self.setToolTip(self.tr("Drop units on a box, or choose units and press Enter on it"))
        self.setUniformItemSizes(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def show_design(self, design: Design) -> None:
        """List the boxes and how many units begin in each."""
        chosen = self.key
        self.clear()
        for key, title in boxes_of(design).items():
            count = len(stack_at(design, key))
            item = QListWidgetItem(f"{title} ({count})" if count else title)
            item.setToolTip(self.tr("{0}: drop units here").format(title))
            item.setData(_KEY, key)
            self.addItem(item)
            if key == chosen:
                self.setCurrentItem(item)

    @property
    def key(self) -> str:
        """The key of the box that is chosen; empty for none."""
        return str(self.currentItem().data(_KEY)) if self.currentRow() >= 0 else ""

    def item_of(self, key: str) -> QListWidgetItem | None:
        """The row of a box."""
        every = (self.item(row) for row in range(self.count()))
        return next((item for item in every if item.data(_KEY) == key), None)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if units_in(event.mimeData()):
            event.setDropAction(Qt.DropAction.CopyAction)
            event.accept()
        else:
            event.ignore()

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        item = self.itemAt(event.position().toPoint())
        if item is None or not units_in(event.mimeData()):
            event.ignore()
            return
        self.setCurrentItem(item)
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()

    def dropEvent(self, event: QDropEvent) -> None:
        item, units = self.itemAt(event.position().toPoint()), units_in(event.mimeData())
        if item is None or not units:
            event.ignore()
            return
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()
        self.dropped.emit(units, str(item.data(_KEY)))
