"""The stack viewer: the counters of a place fanned out at a size to read, over the map beside their stack.

Ctrl and Shift choose several, which then go or act together. Counters can be dragged, or moved with Alt and the arrows,
into another order: how a stack lies on the screen means nothing to the rules.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QDropEvent, QIcon, QKeyEvent, QPalette, QPixmap
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCompleter,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QToolButton,
    QVBoxLayout,
)

from app.play.desk import Desk
from app.play.table import GameTable
from engine.core.ids import Location, UnitId
from engine.core.messages import message
from engine.narration.language import counted

SIDE = 88
"""Pixels of a counter."""
_UNIT = Qt.ItemDataRole.UserRole


class _Fan(QListWidget):
    """Counters from the topmost to the lowest, side by side."""

    reordered = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setFlow(QListWidget.Flow.LeftToRight)
        self.setIconSize(QSize(SIDE, SIDE))
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        self.setDefaultDropAction(Qt.DropAction.MoveAction)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFixedHeight(SIDE + 30)
        self.setSpacing(2)

    def dropEvent(self, event: QDropEvent) -> None:
        super().dropEvent(event)
        self.reordered.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Alt and an arrow move the counter in hand in its stack."""
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()))
        if step is None or not event.modifiers() & Qt.KeyboardModifier.AltModifier:
            super().keyPressEvent(event)
            return
        row = self.currentRow()
        if 0 <= row < self.count() and 0 <= row + step < self.count():
            chosen = self.currentItem() in self.selectedItems()
            item = self.takeItem(row)
            self.insertItem(row + step, item)
            self.setCurrentItem(item)
            item.setSelected(chosen)
            self.reordered.emit()
        event.accept()


class StackView(QFrame):
    """Shows one stack at a time."""

    rearranged = Signal()
    """A stack lies in another order."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk.canvas)
        self._desk = desk
        self.key = ""
        self._is_filling = False
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self.setAutoFillBackground(True)
        self.setBackgroundRole(QPalette.ColorRole.Window)
        self.title = QLabel()
        font = self.title.font()
        font.setBold(True)
        self.title.setFont(font)
        self.close_button = QToolButton()
        self.close_button.setText("✕")
        self.close_button.setAutoRaise(True)
        self.close_button.setToolTip(self.tr("Close (Esc)"))
        self.close_button.clicked.connect(self.dismiss)
        self.fan = _Fan()
        self.fan.setAccessibleName(self.tr("The counters of the stack, the topmost first"))
        self.fan.setToolTip(
            self.tr("Ctrl and Shift choose several; drag, or Alt with left and right, changes the order on the screen")
        )
        self.target = QLineEdit()
        self.target.setPlaceholderText(self.tr("Move the chosen to..."))
        self.target.setToolTip(
            self.tr("The number or name of a place that all of the chosen can reach; Enter sends them")
        )
        self.target.setAccessibleName(self.tr("Where the chosen units shall go"))
        self._acts = QHBoxLayout()
        self.buttons: list[QPushButton] = []
        self._lay_out()
        self.fan.itemSelectionChanged.connect(self._choose)
        self.fan.reordered.connect(self._arrange)
        self.target.returnPressed.connect(self._go)
        desk.scene.refreshed.connect(self.refresh)
        desk.scene.ended.connect(self.dismiss)
        desk.canvas.moved.connect(self.dismiss)
        desk.stack_wanted.connect(self.open)
        for watched in (self.fan, self.target):
            watched.installEventFilter(self)
        self.hide()

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.addWidget(self.title, 1)
        head.addWidget(self.close_button)
        foot = QHBoxLayout()
        foot.addWidget(self.target, 1)
        foot.addLayout(self._acts)
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 6, 8, 8)
        column.setSpacing(4)
        column.addLayout(head)
        column.addWidget(self.fan)
        column.addLayout(foot)

    # Which stack

    def open(self, key: str) -> None:
        """Fan out the stack of a place; a place without counters has none."""
        if not key or not self._desk.canvas.counters.stack(key):
            self.dismiss()
            return
        self.key = key
        self.target.clear()
        self._fill()
        self._place()
        self.show()
        self.raise_()
        self.fan.setFocus()

    def dismiss(self) -> None:
        """Close it and give the keyboard back to the map."""
        if not self.isHidden():
            had = self.fan.hasFocus() or self.target.hasFocus() or self.close_button.hasFocus()
            self.hide()
            if had:
                self._desk.canvas.setFocus()

    def refresh(self) -> None:
        """Something was decided: show the stack as it is now, or close where none is left."""
        if not self.isHidden():
            if self._desk.canvas.counters.stack(self.key):
                self._fill()
            else:
                self.dismiss()

    def chosen(self) -> list[str]:
        """The units that are chosen, the topmost first."""
        return [str(item.data(_UNIT)) for item in self._items() if item.isSelected()]

    def _items(self) -> list[QListWidgetItem]:
        return [self.fan.item(row) for row in range(self.fan.count())]

    def _fill(self) -> None:
        table, canvas = self._desk.table, self._desk.canvas
        if table is None:
            return
        kept = set(self.chosen())
        self._is_filling = True
        self.fan.clear()
        ratio = self.devicePixelRatioF()
        stack = canvas.counters.stack(self.key)
        for unit in reversed(stack):
            pixmap = QPixmap(canvas.counters.picture_of(unit, round(SIDE * 0.8 * ratio)))
            pixmap.setDevicePixelRatio(ratio)
            picture = QIcon(pixmap)
            picture.addPixmap(pixmap, QIcon.Mode.Selected)
            item = QListWidgetItem(picture, "")
            item.setData(_UNIT, unit.unit)
            item.setData(Qt.ItemDataRole.AccessibleTextRole, unit.name)
            item.setToolTip(self._about(unit.unit, unit.name))
            item.setSizeHint(QSize(SIDE + 8, SIDE + 8))
            self.fan.addItem(item)
            item.setSelected(unit.unit in kept or unit.unit == self._desk.unit or unit.unit in self._desk.party.units)
        if self.fan.count():
            chosen = self.fan.selectedItems()
            self.fan.setCurrentItem(chosen[0] if chosen else self.fan.item(0))
        self._is_filling = False
        place = table.names.place(table.board.at(self.key))
        words = self.tr("{0}: {1} {1:unit|units}").format(place, counted(len(stack)))
        self.title.setText(words)
        self._offer()

    def _about(self, unit: str, name: str) -> str:
        table = self._desk.table
        record = table.view.units.get(UnitId(unit)) if table is not None else None
        if table is None or record is None:
            return name
        marks = ", ".join(table.names.word(mark) for mark in sorted(record.marks))
        return f"{name}\n{marks}" if marks else name

    def _place(self) -> None:
        """Beside the stack, and wholly over the map."""
        canvas = self._desk.canvas
        point = canvas.point_of(self.key)
        wide = min(canvas.width() - 24, max(420, self.fan.count() * (SIDE + 14) + 34))
        self.resize(wide, self.sizeHint().height())
        if point is None:
            point = canvas.viewport().rect().center()
        left = max(8, min(point.x() - wide // 2, canvas.width() - wide - 16))
        below = point.y() + 40
        top = below if below + self.height() < canvas.height() - 16 else max(8, point.y() - self.height() - 40)
        self.move(left, top)

    # What is chosen

    def _choose(self) -> None:
        if not self._is_filling:
            self._desk.party.choose(self.chosen())
            self._offer()

    def _offer(self) -> None:
        """What the chosen could do where they stand, and where all of them could go."""
        for button in self.buttons:
            self._acts.removeWidget(button)
            button.deleteLater()
        self.buttons = []
        table, party = self._desk.table, self._desk.party
        if table is None:
            return
        for kind, count in party.kinds().items():
            button = QPushButton(self.tr("{0}: {1} of {2}").format(table.words.group(kind), count, len(party.units)))
            button.setToolTip(self.tr("Let all that can do this, one after the other"))
            button.clicked.connect(lambda _=False, kind=kind: party.act(kind))
            self._acts.addWidget(button)
            self.buttons.append(button)
        places = [table.names.place(at) for at in party.places()]
        finder = QCompleter(places, self.target)
        finder.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        finder.setCompletionMode(QCompleter.CompletionMode.InlineCompletion)
        self.target.setCompleter(finder)
        self.target.setEnabled(bool(self.chosen()))

    def _go(self) -> None:
        table, text = self._desk.table, self.target.text().strip()
        location = self._place_called(table, text) if table is not None and text else None
        if table is not None and location is None:
            self._desk.scene.prompt.say(table.say(message("board.unknown-location", location=text)))
        elif location is not None and not self._desk.party.go(location) and self._desk.unit:
            self._desk.mouse.drop(self._desk.unit, table.board.key(location) if table is not None else "")

    def _place_called(self, table: GameTable, text: str) -> Location | None:
        """A place as it was offered, by its name, or as the board has it printed."""
        offered = {table.names.place(at).casefold(): at for at in self._desk.party.places()}
        return offered[text.casefold()] if text.casefold() in offered else table.board.find(text)

    def _arrange(self) -> None:
        table = self._desk.table
        if table is not None:
            shown = [str(item.data(_UNIT)) for item in self._items()]
            table.order.arrange(self.key, shown[::-1])
            self._desk.scene.arrange()
            if self._desk.party.units:
                self._desk.party.choose(self._desk.party.units)
            self.rearranged.emit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Esc closes, whatever has the keyboard; Enter in the fan goes on to the target."""
        if isinstance(event, QKeyEvent) and event.type() in (QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress):
            is_press = event.type() == QEvent.Type.KeyPress
            enters = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
            if event.key() == Qt.Key.Key_Escape or (enters and watched is self.fan):
                event.accept()
                if is_press and enters:
                    self.target.setFocus()
                elif is_press:
                    self.dismiss()
                return True
            if enters and not is_press:
                event.accept()
                return True
        return super().eventFilter(watched, event)
