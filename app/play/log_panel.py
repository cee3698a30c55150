"""The log of a game in sentences; a click shows on the map where it happened."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from app.play.table import LogLine

_PLACE = Qt.ItemDataRole.UserRole


class LogPanel(QWidget):
    """What happened, the latest at the bottom."""

    place_wanted = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.list = QListWidget()
        self.list.setWordWrap(True)
        self.list.setAlternatingRowColors(True)
        self.list.setAccessibleName(self.tr("What happened in the game"))
        self._lines: list[LogLine] = []
        column = QVBoxLayout(self)
        column.setContentsMargins(6, 6, 6, 6)
        column.addWidget(self.list)
        self.list.itemClicked.connect(self._go)
        self.list.itemActivated.connect(self._go)

    def show_log(self, lines: Sequence[LogLine]) -> None:
        """Show these lines; those that are shown already stay."""
        same = 0
        while same < min(len(lines), len(self._lines)) and lines[same] == self._lines[same]:
            same += 1
        while self.list.count() > same:
            self.list.takeItem(self.list.count() - 1)
        for line in lines[same:]:
            item = QListWidgetItem(line.text)
            item.setData(_PLACE, line.place)
            item.setToolTip(self.tr("Turn {0}, after action {1}").format(line.turn, line.step))
            self.list.addItem(item)
        self._lines = list(lines)
        self.list.scrollToBottom()

    def show_step(self, step: int) -> None:
        """Go to what happened after so many actions, or next after that."""
        for row, line in enumerate(self._lines):
            if line.step >= step:
                self.list.setCurrentRow(row)
                self.list.scrollToItem(self.list.item(row), QListWidget.ScrollHint.PositionAtTop)
                return

    def texts(self) -> list[str]:
        """Everything it says."""
        return [line.text for line in self._lines]

    def _go(self, item: QListWidgetItem) -> None:
        place = item.data(_PLACE)
        if isinstance(place, int):
            self.place_wanted.emit(place)
