"""The timeline under the hand: lanes down, turns across, and a counter for every unit that comes or goes.

A cell of the grid has the keyboard. Left, Right, Up and Down go from cell to cell and choose all that is there; Space
chooses one unit of the cell after the other. Alt+Left and Alt+Right move what is chosen by a turn, Delete takes it off,
Insert brings in the units that are chosen elsewhere, Enter asks for particulars.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from PySide6.QtCore import QEvent, QMimeData, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import (
    QDrag,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QToolTip, QWidget

from editor.canvas.paint_guard import guarded_event
from editor.model.design.timeline import Item, Timeline
from editor.panels.design.timeline_painting import CELL_GAP, COUNTER, HEAD, LANE_TITLE, TimelinePainter
from editor.panels.design.units.counter_icons import CounterIcons
from editor.tools.unit_drag import carried, units_in

ENTRIES: Final = "application/x-redoubt-schedule"
"""A drag of entries of the schedule: their numbers, one a line."""
_ACROSS: Final = 2
_OWN_KEYS: Final = frozenset(
    {Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Delete, Qt.Key.Key_Insert, Qt.Key.Key_Return, Qt.Key.Key_Space}
)


class TimelineView(QAbstractScrollArea):
    """Draws a `Timeline` and says what is wished for."""

    chosen = Signal()
    """Other entries are chosen, or another cell has the keyboard."""
    move_wanted = Signal(int)
    """The chosen entries are to be so many turns later."""
    drop_wanted = Signal(object, int)
    """Entries, by number, are to be on a turn: the one under the hand, and the rest as far from it as before."""
    add_wanted = Signal(object, int)
    """Units are to come on a turn."""
    withdraw_wanted = Signal()
    """The units that are chosen elsewhere are to go on this turn."""
    remove_wanted = Signal()
    edit_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.timeline: Timeline | None = None
        self.icons: CounterIcons | None = None
        self.selected: tuple[int, ...] = ()
        self.cell: tuple[int, int] = (0, 0)
        """Row and column of the cell that has the keyboard."""
        self.titles: dict[str, str] = {}
        """What lanes are called on the screen, where that is not their own name."""
        self.tell: Callable[[Item], str] = lambda item: item.entry.unit
        """What a counter says when one points at it."""
        self._pressed: QPoint | None = None
        self.drop_column: int | None = None
        self._column = _ACROSS * (COUNTER + CELL_GAP) + 2 * CELL_GAP
        self._heights: list[int] = []
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAcceptDrops(True)
        self.viewport().setAcceptDrops(True)
        self.setAccessibleName(self.tr("Timeline of reinforcements and withdrawals"))
        self.setAccessibleDescription(
            self.tr("Arrows choose a turn, Alt with Left and Right moves its units, Insert adds, Delete removes")
        )

    def show_timeline(self, timeline: Timeline, icons: CounterIcons) -> None:
        """Show a schedule as it is now; what was chosen stays chosen where it is still there."""
        self.timeline, self.icons = timeline, icons
        self.selected = tuple(index for index in self.selected if index < len(timeline.items))
        self.cell = min(self.cell[0], max(0, len(timeline.lanes) - 1)), min(self.cell[1], len(timeline.turns) - 1)
        self._measure()
        self.viewport().update()

    # Where things are

    @property
    def turn(self) -> int:
        """The turn that has the keyboard."""
        return self.timeline.turns[self.cell[1]] if self.timeline is not None else 0

    def items_at(self, row: int, column: int) -> Sequence[Item]:
        """What comes and goes in a cell."""
        timeline = self.timeline
        if timeline is None or not 0 <= row < len(timeline.lanes) or not 0 <= column < len(timeline.turns):
            return ()
        return timeline.at(timeline.lanes[row].id, timeline.turns[column])

    def _measure(self) -> None:
        timeline = self.timeline
        if timeline is None:
            return
        self._heights = []
        for row in range(len(timeline.lanes)):
            most = max((len(self.items_at(row, column)) for column in range(len(timeline.turns))), default=0)
            lines = max(1, -(-most // _ACROSS))
            self._heights.append(lines * (COUNTER + CELL_GAP) + CELL_GAP)
        room = self.viewport().size()
        across, down = len(timeline.turns) * self._column, sum(self._heights)
        self.horizontalScrollBar().setRange(0, max(0, across - (room.width() - LANE_TITLE)))
        self.horizontalScrollBar().setPageStep(max(1, room.width() - LANE_TITLE))
        self.horizontalScrollBar().setSingleStep(self._column)
        self.verticalScrollBar().setRange(0, max(0, down - (room.height() - HEAD)))
        self.verticalScrollBar().setPageStep(max(1, room.height() - HEAD))
        self.verticalScrollBar().setSingleStep(COUNTER)

    def cell_box(self, row: int, column: int) -> QRect:
        """A cell, in the viewport."""
        top = HEAD - self.verticalScrollBar().value() + sum(self._heights[:row])
        left = LANE_TITLE - self.horizontalScrollBar().value() + column * self._column
        return QRect(left, top, self._column, self._heights[row] if row < len(self._heights) else COUNTER)

    def counter_box(self, index: int) -> QRect | None:
        """The counter of an entry, in the viewport."""
        timeline = self.timeline
        for row in range(len(timeline.lanes) if timeline is not None else 0):
            for column in range(len(timeline.turns) if timeline is not None else 0):
                for place, item in enumerate(self.items_at(row, column)):
                    if item.index == index:
                        return self._place(self.cell_box(row, column), place)
        return None

    @staticmethod
    def _place(box: QRect, place: int) -> QRect:
        left = box.left() + CELL_GAP + (place % _ACROSS) * (COUNTER + CELL_GAP)
        top = box.top() + CELL_GAP + (place // _ACROSS) * (COUNTER + CELL_GAP)
        return QRect(left, top, COUNTER, COUNTER)

    def counters(self, row: int, column: int) -> list[tuple[Item, QRect]]:
        """The counters of a cell with their places."""
        box = self.cell_box(row, column)
        return [(item, self._place(box, place)) for place, item in enumerate(self.items_at(row, column))]

    def column_at(self, x: int) -> int | None:
        """The column of a place of the viewport."""
        timeline = self.timeline
        across = x - LANE_TITLE + self.horizontalScrollBar().value()
        if timeline is None or x < LANE_TITLE or not 0 <= across < len(timeline.turns) * self._column:
            return None
        return across // self._column

    def row_at(self, y: int) -> int | None:
        """The lane of a place of the viewport."""
        for row in range(len(self._heights)):
            box = self.cell_box(row, 0)
            if box.top() <= y <= box.bottom() and y >= HEAD:
                return row
        return None

    def item_at(self, at: QPoint) -> Item | None:
        """The entry whose counter is there."""
        row, column = self.row_at(at.y()), self.column_at(at.x())
        if row is None or column is None:
            return None
        return next((item for item, box in self.counters(row, column) if box.contains(at)), None)

    # Choosing

    def choose(self, entries: Iterable[int]) -> None:
        """Choose entries by their numbers."""
        self.selected = tuple(dict.fromkeys(entries))
        self.viewport().update()
        self.chosen.emit()

    def go_to(self, row: int, column: int, *, alone: bool = True) -> None:
        """Give a cell the keyboard, and choose all that is there."""
        timeline = self.timeline
        if timeline is None:
            return
        self.cell = max(0, min(row, len(timeline.lanes) - 1)), max(0, min(column, len(timeline.turns) - 1))
        self._reveal()
        here = [item.index for item in self.items_at(*self.cell)]
        self.choose(here if alone else (*self.selected, *here))

    def _reveal(self) -> None:
        box, room = self.cell_box(*self.cell), self.viewport().rect()
        across = self.horizontalScrollBar()
        if box.left() < LANE_TITLE:
            across.setValue(across.value() - (LANE_TITLE - box.left()))
        elif box.right() > room.right():
            across.setValue(across.value() + box.right() - room.right())

    def follow(self, entries: Sequence[int]) -> None:
        """Let the keyboard follow entries that have moved."""
        timeline = self.timeline
        if timeline is None or not entries or entries[0] >= len(timeline.items):
            return
        entry = timeline.items[entries[0]].entry
        lane = timeline.lane_of(entry.unit)
        rows = [row for row, each in enumerate(timeline.lanes) if each.id == lane]
        if rows and entry.turn in timeline.turns:
            self.cell = rows[0], timeline.turns.index(entry.turn)
            self._reveal()
        self.choose(entries)

    def _next_of_cell(self) -> None:
        here = [item.index for item in self.items_at(*self.cell)]
        if here:
            single = len(self.selected) == 1 and self.selected[0] in here
            self.choose([here[(here.index(self.selected[0]) + 1) % len(here)] if single else here[0]])

    # Keys

    def event(self, event: QEvent) -> bool:
        """The keys of the timeline are its own while it has the keyboard."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride and event.key() in _OWN_KEYS:
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, held = event.key(), event.modifiers()
        row, column = self.cell
        shift = bool(held & Qt.KeyboardModifier.ShiftModifier)
        steps = {
            Qt.Key.Key_Left: (0, -1),
            Qt.Key.Key_Right: (0, 1),
            Qt.Key.Key_Up: (-1, 0),
            Qt.Key.Key_Down: (1, 0),
        }
        if key in (Qt.Key.Key_Left, Qt.Key.Key_Right) and held & Qt.KeyboardModifier.AltModifier:
            self.move_wanted.emit(1 if key == Qt.Key.Key_Right else -1)
        elif key in steps:
            down, across = steps[Qt.Key(key)]
            self.go_to(row + down, column + across, alone=not shift)
        elif key == Qt.Key.Key_Home:
            self.go_to(row, 0, alone=not shift)
        elif key == Qt.Key.Key_End:
            self.go_to(row, 1 << 30, alone=not shift)
        elif key == Qt.Key.Key_Space:
            self._next_of_cell()
        elif key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.remove_wanted.emit()
        elif key == Qt.Key.Key_Insert and shift:
            self.withdraw_wanted.emit()
        elif key == Qt.Key.Key_Insert:
            self.add_wanted.emit((), self.turn)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.edit_wanted.emit()
        elif key == Qt.Key.Key_A and held & Qt.KeyboardModifier.ControlModifier and self.timeline is not None:
            self.choose(item.index for item in self.timeline.items)
        else:
            super().keyPressEvent(event)

    # Mouse

    def mousePressEvent(self, event: QMouseEvent) -> None:
        at = event.position().toPoint()
        row, column = self.row_at(at.y()), self.column_at(at.x())
        if event.button() != Qt.MouseButton.LeftButton or row is None or column is None:
            return
        self.cell = row, column
        self._pressed = at
        item = self.item_at(at)
        adds = event.modifiers() & (Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
        if item is None:
            self.choose(self.selected if adds else [each.index for each in self.items_at(row, column)])
        elif adds:
            rest = tuple(index for index in self.selected if index != item.index)
            self.choose(rest if item.index in self.selected else (*rest, item.index))
        elif item.index not in self.selected:
            self.choose([item.index])
        else:
            self.choose((item.index, *self.selected))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._pressed is None or not event.buttons() & Qt.MouseButton.LeftButton or not self.selected:
            return
        far = (event.position().toPoint() - self._pressed).manhattanLength()
        if far >= QApplication.startDragDistance() and self.item_at(self._pressed) is not None:
            self._pressed = None
            drag = QDrag(self)
            drag.setMimeData(self.drag_data())
            drag.exec(Qt.DropAction.MoveAction | Qt.DropAction.CopyAction, Qt.DropAction.MoveAction)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._pressed = None

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.edit_wanted.emit()

    def drag_data(self) -> QMimeData:
        """What a drag of the chosen entries carries: the entries, and their units for others."""
        items = self.timeline.items if self.timeline is not None else ()
        data = carried(items[index].entry.unit for index in self.selected)
        data.setData(ENTRIES, "\n".join(map(str, self.selected)).encode())
        return data

    # Dropping

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if units_in(event.mimeData()):
            event.acceptProposedAction()

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        column = self.column_at(event.position().toPoint().x())
        if column != self.drop_column:
            self.drop_column = column
            self.viewport().update()
        if column is not None and units_in(event.mimeData()):
            event.acceptProposedAction()
        else:
            event.ignore()

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        self.drop_column = None
        self.viewport().update()

    def dropEvent(self, event: QDropEvent) -> None:
        column, timeline = self.column_at(event.position().toPoint().x()), self.timeline
        self.drop_column = None
        self.viewport().update()
        if column is None or timeline is None:
            return
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()
        data, turn = event.mimeData(), timeline.turns[column]
        if event.source() is self and data.hasFormat(ENTRIES):
            numbers = tuple(int(each) for each in bytes(data.data(ENTRIES).data()).decode().split("\n"))
            self.drop_wanted.emit(numbers, turn)
        else:
            self.add_wanted.emit(units_in(data), turn)

    # Drawing

    @guarded_event
    def paintEvent(self, event: QPaintEvent) -> None:
        if self.timeline is not None and self.icons is not None:
            painter = QPainter(self.viewport())
            TimelinePainter(self, painter).paint()
            painter.end()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._measure()

    def viewportEvent(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            item = self.item_at(event.pos())
            QToolTip.showText(event.globalPos(), self.tell(item) if item is not None else "", self)
            return True
        return super().viewportEvent(event)

    def sizeHint(self) -> QSize:
        return QSize(600, 160)
