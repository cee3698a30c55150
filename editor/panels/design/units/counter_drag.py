"""Units on their way to the map: the hand holds their counters beside the pointer, so that the hex below it is seen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QMimeData, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QDrag, QIcon, QPainter, QPixmap
from PySide6.QtWidgets import QAbstractItemView, QTableView

from editor.panels.design.units.counter_icons import SMALL

_MOST: Final = 3
"""So many counters are shown of a stack."""
_STEP: Final = 5
_BESIDE: Final = QPoint(-12, -12)
"""The hot spot lies outside the picture, which hangs below the pointer and to its right."""


def in_hand(icons: Sequence[QIcon], ratio: float = 1.0) -> QPixmap:
    """A small stack of counters; nothing where none has a picture."""
    shown = [icon for icon in icons if not icon.isNull()][:_MOST]
    if not shown:
        return QPixmap()
    side = SMALL + _STEP * (len(shown) - 1)
    picture = QPixmap(QSize(side, side) * ratio)
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    for number, icon in reversed(list(enumerate(shown))):
        icon.paint(painter, QRect(_STEP * number, _STEP * number, SMALL, SMALL))
    painter.end()
    return picture


def drag_counters(view: QAbstractItemView, data: QMimeData, icons: Sequence[QIcon], actions: Qt.DropAction) -> None:
    """Let units be dragged from a view until they are dropped."""
    drag = QDrag(view)
    drag.setMimeData(data)
    drag.setPixmap(in_hand(icons, view.devicePixelRatioF()))
    drag.setHotSpot(_BESIDE)
    drag.exec(actions, view.defaultDropAction())


class UnitTable(QTableView):
    """A table whose rows are units, which are dragged as counters."""

    def startDrag(self, actions: Qt.DropAction) -> None:
        rows = sorted({index.row() for index in self.selectedIndexes()})
        firsts = [self.model().index(row, 0) for row in rows]
        if firsts:
            icons = [self.model().data(index, Qt.ItemDataRole.DecorationRole) for index in firsts]
            held = [icon for icon in icons if isinstance(icon, QIcon)]
            drag_counters(self, self.model().mimeData(firsts), held, actions)
