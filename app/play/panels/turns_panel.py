"""The turn track as a panel: all turns with date and weather, the present one lit, who comes and goes in each.

A turn in which somebody comes opens the tray of those units.
"""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QBrush, QFont, QPalette
from PySide6.QtWidgets import QHeaderView, QTreeWidget, QTreeWidgetItem, QVBoxLayout, QWidget

from app.play.desk import Desk
from app.play.panels.when_seen import WhenSeen
from app.play.table import GameTable
from engine.narration.turn_track import TurnBox, turns_of

_TURN = Qt.ItemDataRole.UserRole
_MOST_NAMES = 12


class GameTurnsPanel(QWidget):
    """One row a turn."""

    turn_wanted = Signal(int)
    """Who comes in a turn is to be shown."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._when_seen = WhenSeen(self)
        self._desk = desk
        self._shown: tuple[TurnBox, ...] = ()
        self.list = QTreeWidget()
        self.list.setColumnCount(3)
        self.list.setHeaderLabels([self.tr("Turn"), self.tr("Date and weather"), self.tr("Units")])
        self.list.setRootIsDecorated(False)
        self.list.setUniformRowHeights(True)
        self.list.setAccessibleName(self.tr("The turns of the game"))
        header = self.list.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        for column in (0, 2):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.ResizeToContents)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(6, 6, 6, 6)
        layout.addWidget(self.list)
        self.list.itemClicked.connect(self._open)
        self.list.itemActivated.connect(self._open)
        desk.scene.refreshed.connect(lambda _: self._when_seen.fill(self.refresh))

    def refresh(self) -> None:
        """Show the track as it is now, if anybody looks."""
        table = self._desk.table
        if table is None:
            return
        turns = turns_of(table)
        if turns == self._shown:
            return
        self._shown = turns
        self.list.clear()
        for box in turns:
            row = self._row(table, box)
            self.list.addTopLevelItem(row)
            if box.is_now:
                self.list.setCurrentItem(row)
                self.list.scrollToItem(row, QTreeWidget.ScrollHint.PositionAtCenter)

    def _row(self, table: GameTable, box: TurnBox) -> QTreeWidgetItem:
        turn = self.tr("{0} (last)").format(box.turn) if box.is_last else str(box.turn)
        below = ", ".join(words for words in (box.weather, *box.notes) if words)
        row = QTreeWidgetItem([turn, f"{box.date}\n{below}" if below else box.date, self._comings(box)])
        row.setData(0, _TURN, box.turn)
        names = [table.names.unit(unit) for unit in box.arrivals[:_MOST_NAMES]]
        if len(box.arrivals) > _MOST_NAMES:
            names.append(self.tr("... and {0} more").format(len(box.arrivals) - _MOST_NAMES))
        gone = [self.tr("leaves: {0}").format(table.names.unit(unit)) for unit in box.withdrawals]
        tip = "\n".join([*names, *gone]) or self.tr("Turn {0}").format(box.turn)
        for column in range(3):
            row.setToolTip(column, tip)
        if box.is_now:
            font = QFont(row.font(0))
            font.setBold(True)
            for column in range(3):
                row.setFont(column, font)
        elif box.is_past:
            faint = QBrush(self.palette().color(QPalette.ColorRole.PlaceholderText))
            for column in range(3):
                row.setForeground(column, faint)
        return row

    def _comings(self, box: TurnBox) -> str:
        words = []
        if box.arrivals:
            words.append(self.tr("+{0}").format(len(box.arrivals)))
        if box.withdrawals:
            words.append(self.tr("-{0}").format(len(box.withdrawals)))
        return ", ".join(words)

    def _open(self, row: QTreeWidgetItem) -> None:
        turn = row.data(0, _TURN)
        if any(box.turn == turn and box.arrivals for box in self._shown):
            self.turn_wanted.emit(turn)
