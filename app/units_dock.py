"""The dock beside the map: the turn, the chosen place, and the units there with their counters drawn large."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PySide6.QtCore import QSignalBlocker, QSize, Qt
from PySide6.QtGui import QIcon, QPixmap
from PySide6.QtWidgets import QAbstractItemView, QDockWidget, QLabel, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from app.panel_dock import PanelScroll
from editor.canvas.counters.counter_picture import CounterPicture
from engine.narration.language import counted, word

SIDE = 84
"""Pixels of a counter in the list."""


class UnitsDock(QDockWidget):
    """Lists the units of one place."""

    def __init__(self, counter: Callable[[CounterPicture, int], QPixmap], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Units"))
        self.setObjectName("place-units-dock")
        self.setFeatures(
            QDockWidget.DockWidgetFeature.DockWidgetMovable | QDockWidget.DockWidgetFeature.DockWidgetClosable
        )
        self._counter = counter
        self.turn = QLabel()
        self.turn.setObjectName("turn-line")
        self.turn.setWordWrap(True)
        self.place = QLabel()
        self.place.setWordWrap(True)
        self.details = QLabel()
        self.details.setWordWrap(True)
        self.units = QListWidget()
        self.units.setIconSize(QSize(SIDE, SIDE))
        self.units.setSpacing(2)
        self.units.setWordWrap(True)
        self.units.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.units.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.units.setAccessibleName(self.tr("Units at the chosen place"))
        body = QWidget()
        layout = QVBoxLayout(body)
        layout.setContentsMargins(8, 8, 8, 8)
        for widget in (self.turn, self.place, self.details, self.units):
            layout.addWidget(widget)
        layout.setStretchFactor(self.units, 1)
        self.setWidget(PanelScroll(body))
        font = self.turn.font()
        font.setBold(True)
        self.turn.setFont(font)
        larger = self.place.font()
        larger.setPointSizeF(larger.pointSizeF() * 1.35)
        larger.setBold(True)
        self.place.setFont(larger)
        self.show_place("", "", ())

    def show_turn(self, line: str) -> None:
        """The turn line; none for a map without a scenario."""
        self.turn.setText(line)
        self.turn.setVisible(bool(line))

    def show_place(self, title: str, details: str, units: Iterable[CounterPicture]) -> None:
        """The units of a place, topmost first; an empty title says how to choose one. Rows that go are not chosen."""
        self.place.setText(title)
        self.place.setVisible(bool(title))
        self.details.setText(details if title else self.tr("Click a place on the map to see the units there."))
        with QSignalBlocker(self.units):
            self.units.clear()
        for unit in reversed(tuple(units)):
            self.units.addItem(self._row(unit))
        if title and not self.units.count():
            nobody = QListWidgetItem(self.tr("No units here"))
            nobody.setFlags(Qt.ItemFlag.NoItemFlags)
            self.units.addItem(nobody)

    def _row(self, unit: CounterPicture) -> QListWidgetItem:
        lines = [unit.name or unit.unit]
        if unit.factors:
            lines.append(unit.factors)
        if unit.steps > 1:
            lines.append(self.tr("{0} of {1} {1:step|steps}").format(unit.steps - unit.lost, counted(unit.steps)))
        if unit.marks:
            lines.append(", ".join(map(word, unit.marks)))
        ratio = self.devicePixelRatioF()
        pixmap = self._counter(unit, round(SIDE * 0.8 * ratio))
        pixmap = QPixmap(pixmap)
        pixmap.setDevicePixelRatio(ratio)
        row = QListWidgetItem(QIcon(pixmap), "\n".join(lines))
        row.setData(Qt.ItemDataRole.UserRole, unit.unit)
        row.setToolTip(unit.name or unit.unit)
        return row
