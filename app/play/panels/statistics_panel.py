"""Losses, places held, the score and the dice as plots; a click on a point shows that moment in the log.

The library that plots is slow to load and is loaded when the panel is first shown.
"""

from __future__ import annotations

from enum import StrEnum
from importlib import import_module
from pathlib import Path
from typing import Any

from PySide6.QtCore import QBuffer, QByteArray, QEvent, QIODevice, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QPalette, QShowEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from app.play.panels.plots import Plot
from app.play.panels.when_seen import WhenSeen
from app.play.scene.game_scene import GameScene
from app.play.table import GameTable
from editor.export.files import written_whole
from editor.save_path import ask_save_path
from engine.narration.language import catalogue, fixed
from engine.narration.statistics import Statistics
from engine.storage.errors import FileError

_PORTION = 0.02
"""So many seconds of reading between two looks at the window."""


class Sort(StrEnum):
    """What is plotted."""

    STEPS = "steps"
    UNITS = "units"
    HELD = "held"
    SCORE = "score"
    DICE = "dice"


class StatisticsPanel(QWidget):
    """One plot at a time."""

    step_wanted = Signal(int)
    """The moment after so many actions is wanted."""

    def __init__(self, scene: GameScene, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._when_seen = WhenSeen(self)
        self._scene = scene
        self._table: GameTable | None = None
        self.statistics: Statistics | None = None
        self.plot: Plot | None = None
        self.sorts = QComboBox()
        self.sorts.setAccessibleName(self.tr("What is plotted"))
        for words, about in (
            (self.tr("Steps lost"), self.tr("Steps that each side lost in each turn")),
            (self.tr("Units lost"), self.tr("Units of each side that were eliminated in each turn")),
            (self.tr("Control"), self.tr("Places that each side held")),
            (self.tr("Score"), self.tr("The score; more is better for the first side")),
            (self.tr("Dice"), self.tr("How often each side threw each number, and its mean")),
        ):
            self.sorts.addItem(words)
            self.sorts.setItemData(self.sorts.count() - 1, about, Qt.ItemDataRole.ToolTipRole)
        self.place = QVBoxLayout()
        self.values = QLabel()
        self.values.setWordWrap(True)
        self.values.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self.as_csv = QPushButton(self.tr("Save CSV..."))
        self.as_csv.setToolTip(self.tr("Save all numbers as a table"))
        self.as_png = QPushButton(self.tr("Save PNG..."))
        self.as_png.setToolTip(self.tr("Save the plot as a picture"))
        self._reading = QTimer(self)
        self._reading.setSingleShot(True)
        self._reading.setInterval(0)
        self._reading.timeout.connect(self._read)
        self.sorts.currentIndexChanged.connect(self._draw)
        self.as_csv.clicked.connect(self._ask_csv)
        self.as_png.clicked.connect(self._ask_png)
        scene.refreshed.connect(lambda _: self._when_seen.fill(self._refresh))
        self._lay_out()

    def _lay_out(self) -> None:
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(self.as_csv)
        row.addWidget(self.as_png)
        column = QVBoxLayout(self)
        column.setContentsMargins(6, 4, 6, 6)
        column.setSpacing(4)
        column.addWidget(self.sorts)
        column.addLayout(self.place, 1)
        column.addWidget(self.values)
        column.addLayout(row)

    @property
    def sort(self) -> Sort:
        return tuple(Sort)[self.sorts.currentIndex()]

    def _refresh(self) -> None:
        """Read on, when the plot is to be seen."""
        table = self._scene.table
        if table is None or not self.isVisible():
            return
        if table is not self._table:
            self._table, self.statistics = table, Statistics(table)
        self._reading.start()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self.plot is None:
            self.plot = Plot(import_module("pyqtgraph"), self)
            self.plot.step_wanted.connect(self.step_wanted)
            self.plot.pointed.connect(self._show_values)
            self.place.addWidget(self.plot.widget)
        self._refresh()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and self.plot is not None:
            self._draw()

    def _read(self) -> None:
        statistics = self.statistics
        if statistics is None:
            return
        if statistics.read(_PORTION):
            self._draw()
        else:
            self.values.setText(self.tr("Reading the game: {0} steps so far").format(len(statistics.readings)))
            self._reading.start()

    def finish(self) -> None:
        """Read everything now and draw it, for whoever cannot wait."""
        self._refresh()
        self._reading.stop()
        if self.statistics is not None:
            self.statistics.read()
            self._draw()

    def _draw(self) -> None:
        plot, statistics, table, book = self.plot, self.statistics, self._table, self._scene.book
        if plot is None or statistics is None or table is None or book is None:
            return
        names = {side: table.names.side(side) for side in statistics.sides}
        colours = {side: self._ink(book.inks.of(side)[0]) for side in statistics.sides}
        sort = self.sort
        turns = statistics.turns()
        plot.begin(self.palette())
        if sort in (Sort.STEPS, Sort.UNITS):
            plot.bars(
                turns,
                [
                    (names[side], colours[side], statistics.lost_by_turn(side, units=sort is Sort.UNITS))
                    for side in statistics.sides
                ],
                [statistics.first_step(turn) for turn in turns],
                self.tr("Turn"),
                self.tr("Steps lost") if sort is Sort.STEPS else self.tr("Units lost"),
            )
        elif sort is Sort.HELD:
            curves = [(names[side], colours[side], statistics.held(side)) for side in statistics.sides]
            plot.curves(curves, self.tr("Turn"), self.tr("Places held"))
        elif sort is Sort.SCORE:
            first = statistics.sides[0]
            plot.curves([(self.tr("Score"), colours[first], statistics.score())], self.tr("Turn"), self.tr("Score"))
        else:
            self._draw_dice(plot, statistics, names, colours)
        self._invite()

    def _invite(self) -> None:
        words = self.tr("Point at the plot to read its values; a click shows that moment in the log.")
        self.values.setText(self.tr("Point at the plot to read its values.") if self.sort is Sort.DICE else words)

    def _draw_dice(self, plot: Plot, statistics: Statistics, names: dict[Any, str], colours: dict[Any, QColor]) -> None:
        most = max((max(statistics.faces(side), default=6) for side in statistics.sides), default=6)
        faces = list(range(1, max(6, most) + 1))
        rows = []
        for side in statistics.sides:
            thrown, mean = statistics.faces(side), statistics.mean(side)
            words = self.tr("{0}: {1} dice").format(names[side], thrown.total())
            if mean is not None:
                words = self.tr("{0}, mean {1}").format(words, fixed(mean, 2))
            rows.append((words, colours[side], [thrown[face] for face in faces]))
        plot.bars(faces, rows, [], self.tr("Number thrown"), self.tr("Times"))

    def _ink(self, colour: str) -> QColor:
        """A colour of a side that can be seen on the ground of the theme."""
        ground = self.palette().color(QPalette.ColorRole.Base)
        ink = QColor(colour)
        return ink.lighter(125) if ground.lightnessF() < 0.5 else ink.darker(125)

    def _show_values(self, words: str) -> None:
        self.values.setText(words)

    # Taking it away

    def _ask_csv(self) -> None:
        path = ask_save_path(self, self.tr("Save CSV"), "statistics.csv", self.tr("Tables (*.csv)"), ".csv")
        if path is not None:
            self.save_csv(path)

    def _ask_png(self) -> None:
        path = ask_save_path(self, self.tr("Save PNG"), "statistics.png", self.tr("Pictures (*.png)"), ".png")
        if path is not None:
            self.save_png(path)

    def save_csv(self, path: Path) -> None:
        """Write all numbers into a file."""
        self.finish()
        if self.statistics is not None:
            self._save(path, self.statistics.as_csv().encode("utf-8"))

    def save_png(self, path: Path) -> None:
        """Write the plot into a file as it is seen."""
        if self.plot is None:
            return
        data = QByteArray()
        buffer = QBuffer(data)
        buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        self.plot.widget.grab().save(buffer, "PNG")
        self._save(path, bytes(data.data()))

    def _save(self, path: Path, content: bytes) -> None:
        """Whole or not at all: what had the name before stays where there is no room."""
        try:
            with written_whole(path) as file:
                file.write(content)
        except FileError as bad:
            self.values.setText(self.tr("Not saved: {0}").format(catalogue().text(bad.message)))
        else:
            self.values.setText(self.tr("Saved as {0}").format(path.name))
