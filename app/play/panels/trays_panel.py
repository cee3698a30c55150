"""The trays: counters off the map as a panel, by side and box, to be looked at, taken in hand and dragged onto the map.

A click does here what it does on the map: hovering explains a unit, a click takes it in hand, and dropped on a place
it does what the menu has for it there. With the keyboard Enter takes it in hand, and the Actions panel lists where it
can go.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QPoint, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QIcon,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPen,
    QPixmap,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QScrollArea,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from app.play.desk import Desk
from app.play.panels.when_seen import WhenSeen
from editor.canvas.counters.counter_picture import CounterPicture
from engine.core.ids import Side, UnitId
from engine.narration.explanations import Row, stock_of
from engine.narration.language import counted, labelled
from engine.narration.trays import Tray, trays_of

SIDE = 44
"""Pixels of a counter."""
_CELL = SIDE + 8
_UNIT = Qt.ItemDataRole.UserRole


class TrayCounters(QStyledItemDelegate):
    """Draws the counters of a tray when they are seen: most trays of a long game lie below the edge of the panel."""

    def __init__(self, panel: TraysPanel, parent: QWidget) -> None:
        super().__init__(parent)
        self._panel = panel

    def initStyleOption(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> None:
        super().initStyleOption(option, index)
        icon = self._panel.icon_of(str(index.data(_UNIT)))
        if icon is not None:
            option.features |= QStyleOptionViewItem.ViewItemFeature.HasDecoration
            option.icon = icon


class TrayBox(QListWidget):
    """The counters of one tray; as high as they need."""

    def __init__(self, panel: TraysPanel, tray: Tray) -> None:
        super().__init__()
        self._panel = panel
        self._pressed: QPoint | None = None
        self.tray = tray
        self.setViewMode(QListWidget.ViewMode.IconMode)
        self.setMovement(QListWidget.Movement.Static)
        self.setResizeMode(QListWidget.ResizeMode.Adjust)
        self.setIconSize(QSize(SIDE + 8, SIDE + 8))
        self.setItemDelegate(TrayCounters(panel, self))
        self.setGridSize(QSize(_CELL, _CELL))
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.itemEntered.connect(lambda item: panel.explain(_unit_of(item)))
        self.currentItemChanged.connect(lambda item, _: panel.explain(_unit_of(item)))
        self.itemDoubleClicked.connect(lambda item: panel.act(_unit_of(item)))

    def fit(self) -> None:
        """Be as high as the rows of counters are."""
        across = max(1, (self.width() - 4) // _CELL)
        self.setFixedHeight(-(-self.count() // across) * _CELL + 4)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()

    def event(self, event: QEvent) -> bool:
        """Enter is for the counter here, and not for the obvious choice."""
        enters = isinstance(event, QKeyEvent) and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if enters and event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter takes the counter in hand; Tab and the arrows are as everywhere."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._panel.take(_unit_of(self.currentItem()))
            event.accept()
            return
        super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """List what can be done with the counter, as the right button does on the map."""
        item = self.itemAt(event.pos()) or self.currentItem()
        self._panel.ask(_unit_of(item), event.globalPos())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        at = event.position().toPoint()
        if event.button() == Qt.MouseButton.LeftButton and self.itemAt(at) is not None:
            self._pressed = at

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        at = event.position().toPoint()
        if self._pressed is None or not event.buttons() & Qt.MouseButton.LeftButton:
            self._pressed = None
            super().mouseMoveEvent(event)
            return
        far = (at - self._pressed).manhattanLength() >= QApplication.startDragDistance()
        if self._panel.carried:
            self._panel.carry(event.globalPosition().toPoint())
        elif far:
            self._panel.lift(_unit_of(self.itemAt(self._pressed)), event.globalPosition().toPoint())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        pressed, self._pressed = self._pressed, None
        if self._panel.carried:
            self._panel.put_down(event.globalPosition().toPoint())
        elif pressed is not None:
            self._panel.take(_unit_of(self.itemAt(pressed)))


class TraysPanel(QScrollArea):
    """All trays of a game."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._when_seen = WhenSeen(self)
        self._desk = desk
        self._shown: tuple[object, ...] = ()
        self._pictures: dict[str, CounterPicture] = {}
        self._icons: dict[str, tuple[tuple[bool, bool], QIcon]] = {}
        """Counters as they were last drawn: whether in hand, and whether able to act."""
        self.carried = ""
        """The unit that is being dragged."""
        self._ghost: QLabel | None = None
        self.boxes: list[TrayBox] = []
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(self.tr("Units off the map"))
        desk.scene.refreshed.connect(lambda _: self._when_seen.fill(self.refresh))
        desk.unit_chosen.connect(lambda _: self._when_seen.fill(self.refresh))

    # What is there

    def refresh(self) -> None:
        """Show what lies in the trays now, if anybody looks."""
        table = self._desk.table
        if table is None or self.carried:
            return
        trays = trays_of(table)
        stocks = {side: stock_of(table, side) for side in table.game.ruleset.sides}
        shown = (trays, {unit: table.view.units[unit] for tray in trays for unit in tray.units}, stocks)
        if shown != self._shown:
            self._shown = shown
            self._fill(trays, {side: rows for side, rows in stocks.items() if rows})
        for box in self.boxes:
            box.viewport().update()

    def _fill(self, trays: tuple[Tray, ...], stocks: dict[Side, list[Row]]) -> None:
        table = self._desk.table
        assert table is not None
        where = self.verticalScrollBar().value()
        focused = next((_unit_of(box.currentItem()) for box in self.boxes if box.hasFocus()), "")
        self.boxes, self._icons = [], {}
        stacks = (self._desk.canvas.counters.stack(table.board.key(tray.box)) for tray in trays)
        self._pictures = {picture.unit: picture for stack in stacks for picture in stack}
        body = QWidget()
        column = QVBoxLayout(body)
        column.setContentsMargins(6, 6, 6, 6)
        column.setSpacing(3)
        before: tuple[object, ...] = (None, None)
        for tray in trays:
            if tray.side != before[0]:
                self._begin_side(column, tray.side, stocks.pop(tray.side, []))
            if (tray.side, tray.box) != before:
                column.addWidget(_heading(tray.title, 1.0))
            if tray.turn is not None:
                words = self.tr("Turn {0}: {1} {1:unit|units}").format(tray.turn, counted(len(tray.units)))
                column.addWidget(QLabel(words))
            before = (tray.side, tray.box)
            column.addWidget(self._box(tray))
        if not trays:
            column.addWidget(QLabel(self.tr("Nobody is off the map.")))
        for side, rows in stocks.items():
            self._begin_side(column, side, rows)
        column.addStretch(1)
        before_it = self.takeWidget()
        if before_it is not None:
            before_it.deleteLater()
        self.setWidget(body)
        self.verticalScrollBar().setValue(where)
        self._focus(focused)

    def _begin_side(self, column: QVBoxLayout, side: Side, stock: list[Row]) -> None:
        """The name of a side, and what it has at hand that is no counter."""
        table = self._desk.table
        assert table is not None
        column.addWidget(_heading(table.names.side(side), 1.2))
        if stock:
            lines = QLabel("\n".join(labelled(row.words, row.value) for row in stock))
            lines.setTextFormat(Qt.TextFormat.PlainText)
            lines.setWordWrap(True)
            column.addWidget(lines)

    def _focus(self, unit: str) -> None:
        """Give the keyboard back to a unit that had it, wherever it lies now."""
        for box in self.boxes if unit else ():
            for row in range(box.count()):
                if _unit_of(box.item(row)) == unit:
                    box.setCurrentRow(row)
                    box.setFocus()

    def _box(self, tray: Tray) -> TrayBox:
        table = self._desk.table
        assert table is not None
        box = TrayBox(self, tray)
        title = tray.title if tray.turn is None else self.tr("{0}, turn {1}").format(tray.title, tray.turn)
        box.setAccessibleName(labelled(table.names.side(tray.side), title))
        for unit in tray.units:
            item = QListWidgetItem()
            item.setSizeHint(QSize(_CELL, _CELL))
            item.setData(_UNIT, str(unit))
            item.setData(Qt.ItemDataRole.AccessibleTextRole, table.names.unit(unit))
            item.setToolTip(table.names.unit(unit))
            box.addItem(item)
        box.fit()
        self.boxes.append(box)
        return box

    def icon_of(self, unit: str) -> QIcon | None:
        """The counter of a unit in a tray as it looks now; it is drawn anew when its frame is another."""
        picture = self._pictures.get(unit)
        if picture is None:
            return None
        mark = (unit == self._desk.unit, unit in self._desk.scene.glow.units)
        kept = self._icons.get(unit)
        if kept is None or kept[0] != mark:
            kept = self._icons[unit] = mark, self._icon(picture)
        return kept[1]

    def _icon(self, picture: CounterPicture) -> QIcon:
        """A counter, framed as on the map if it can act or is in hand."""
        ratio = self.devicePixelRatioF()
        face = self._desk.canvas.counters.picture_of(picture, round(SIDE * 0.86 * ratio))
        room = QPixmap(face.width() + 6, face.height() + 6)
        room.fill(Qt.GlobalColor.transparent)
        painter = QPainter(room)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.drawPixmap(3, 3, face)
        held = picture.unit == self._desk.unit
        if held or picture.unit in self._desk.scene.glow.units:
            painter.setPen(QPen(QColor("#ff9d00" if held else "#ffd84a"), 3 * ratio))
            painter.drawRoundedRect(QRectF(room.rect()).adjusted(4, 4, -4, -4), 5, 5)
        painter.end()
        room.setDevicePixelRatio(ratio)
        icon = QIcon(room)
        icon.addPixmap(room, QIcon.Mode.Selected)
        return icon

    # What is done with them

    def show_turn(self, turn: int) -> None:
        """Bring what comes in a turn into view."""
        self.refresh()
        found = next((box for box in self.boxes if box.tray.turn == turn), None)
        if found is not None:
            QApplication.processEvents()
            self.ensureWidgetVisible(found, 0, 40)
            found.setFocus()
            found.setCurrentRow(0)

    def explain(self, unit: str) -> None:
        """What a unit is worth, as under the pointer on the map."""
        if unit and not self.carried:
            self._desk.scene.explain(unit)

    def take(self, unit: str) -> None:
        """Take a unit in hand."""
        if unit:
            self._desk.choose_unit(unit)
            self._desk.show_targets()

    def act(self, unit: str) -> None:
        """Let a unit do what it can where it lies."""
        table = self._desk.table
        if table is not None and unit and not table.is_computers_turn:
            self._desk.act_in_place(self._key_of(unit), unit)

    def ask(self, unit: str, at: QPoint) -> None:
        """List what can be done with a unit."""
        if self._desk.table is not None and unit:
            self._desk.choose_unit(unit)
            self._desk.asking.open(self._desk.table.menu.of_unit(UnitId(unit)), at)

    def _key_of(self, unit: str) -> str:
        table = self._desk.table
        assert table is not None
        return table.board.key(table.view.units[UnitId(unit)].at)

    def lift(self, unit: str, at: QPoint) -> None:
        """Begin to drag a unit."""
        table = self._desk.table
        if table is None or not unit:
            return
        self.carried = unit
        self._desk.mouse.pick_up(unit)
        self._desk.show_targets()
        key = self._key_of(unit)
        picture = next((each for each in self._desk.canvas.counters.stack(key) if each.unit == unit), None)
        ghost = QLabel(self.window())
        ghost.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        if picture is not None:
            ghost.setPixmap(self._desk.canvas.counters.picture_of(picture, SIDE))
        ghost.adjustSize()
        ghost.show()
        ghost.raise_()
        self._ghost = ghost
        self.carry(at)

    def carry(self, at: QPoint) -> None:
        """The pointer moves with a unit."""
        if self._ghost is not None:
            local = self.window().mapFromGlobal(at)
            self._ghost.move(local - QPoint(self._ghost.width() // 2, self._ghost.height() // 2))
        self._desk.mouse.hover(self._place_at(at), "")

    def put_down(self, at: QPoint) -> None:
        """The unit is let go: over a place it does what the menu has for it there."""
        unit, self.carried = self.carried, ""
        if self._ghost is not None:
            self._ghost.deleteLater()
            self._ghost = None
        key = self._place_at(at)
        if key:
            self._desk.mouse.drop(unit, key)
        self.refresh()

    def _place_at(self, at: QPoint) -> str:
        canvas = self._desk.canvas
        local = canvas.viewport().mapFromGlobal(at)
        return (canvas.location_at(local) or "") if canvas.viewport().rect().contains(local) else ""


def _heading(words: str, larger: float) -> QLabel:
    label = QLabel(words)
    label.setWordWrap(True)
    font = label.font()
    font.setBold(True)
    font.setPointSizeF(font.pointSizeF() * larger)
    label.setFont(font)
    return label


def _unit_of(item: QListWidgetItem | None) -> str:
    return str(item.data(_UNIT)) if item is not None else ""
