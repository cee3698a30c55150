"""The plots of many games: score with its band, losses, length, and who holds an objective when."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from PySide6.QtGui import QColor, QPalette, QShowEvent
from PySide6.QtWidgets import QComboBox, QLabel, QVBoxLayout, QWidget

from app.play.panels.plots import Plot
from engine.lab.report_sections import ArmReport
from engine.lab.svg_plots import colour_of
from engine.narration.statistics import Curve

_SHADE = 46
"""How much of its colour the band has, of 255: as in the report on paper."""


class PlotsPage(QWidget):
    """One plot at a time. The library that plots is loaded when the page is first shown."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._found: ArmReport | None = None
        self.plot: Plot | None = None
        self.what = QComboBox()
        self.what.setAccessibleName(self.tr("What is plotted"))
        self.values = QLabel()
        self.values.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self._column = QVBoxLayout(self)
        self._column.addWidget(self.what)
        self._column.addWidget(self.values)
        self._column.addStretch()
        self.what.currentIndexChanged.connect(self._draw)
        self._show_plot()

    def _show_plot(self) -> None:
        """Without games there is nothing to plot, and a word says so."""
        is_there = self._found is not None
        self.what.setVisible(is_there)
        if self.plot is not None:
            self.plot.widget.setVisible(is_there)
        self.values.setText(
            "" if is_there else self.tr("What the games tell is plotted here once some have been played.")
        )

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self.plot is None:
            self.plot = Plot(import_module("pyqtgraph"), self)
            self.plot.pointed.connect(self.values.setText)
            self._column.insertWidget(1, self.plot.widget, 1)
            self._show_plot()
        self._draw()

    def show_report(self, found: ArmReport | None) -> None:
        """Plot an arm."""
        self._found = found if found is not None and found.numbers.balance.games else None
        self._show_plot()
        if found is None or self._found is None:
            return
        shown = self.what.currentIndex()
        self.what.blockSignals(True)
        self.what.clear()
        for words, about in (
            (self.tr("Score"), "score"),
            (self.tr("Steps lost"), "steps"),
            (self.tr("Units lost"), "units"),
            (self.tr("Length"), "length"),
        ):
            self.what.addItem(words, about)
        for number, at in enumerate(found.objectives):
            self.what.addItem(self.tr("Held: {0}").format(found.objective(at)), number)
        self.what.setCurrentIndex(max(0, shown))
        self.what.blockSignals(False)
        self._draw()

    def _draw(self) -> None:
        plot, found, about = self.plot, self._found, self.what.currentData()
        if plot is None or found is None:
            return
        plot.begin(self.palette())
        turn, numbers = self.tr("Turn"), found.numbers
        if about == "score":
            self._band(plot, found)
        elif about in ("steps", "units"):
            lost = numbers.steps_lost if about == "steps" else numbers.units_lost
            rows: list[Any] = [
                (found.names.side(side), QColor(found.colours[side]), [round(each, 2) for each in lost[side]])
                for side in found.sides
            ]
            plot.bars(list(numbers.turns), rows, [], turn, self.what.currentText())
        elif about == "length":
            ends = list(numbers.lengths)
            plot.bars(
                ends,
                [(self.tr("Games"), QColor(colour_of(1)), list(numbers.lengths.values()))],
                [],
                turn,
                self.tr("Games"),
            )
        elif isinstance(about, int):
            times = tuple(float(each) for each in numbers.standings)
            steps = tuple(range(len(times)))
            curves = [
                (found.names.side(side), QColor(found.colours[side]), Curve(times, steps, _hundred(held)))
                for side, held in numbers.held[about].items()
            ]
            plot.curves(curves, turn, self.tr("Games in a hundred"))
            plot.name_heights(range(0, 101, 20))

    def _band(self, plot: Plot, found: ArmReport) -> None:
        """The middle game, and the edges between which four of five lie."""
        bands = found.numbers.score_bands
        times = tuple(float(band.turn) for band in bands)
        steps = tuple(range(len(bands)))
        ink = QColor(found.colours[found.sides[0]])
        faint = QColor(ink)
        faint.setAlpha(120)
        rows = (
            (self.tr("nine of ten below"), faint, tuple(band.high for band in bands)),
            (self.tr("middle"), ink, tuple(band.middle for band in bands)),
            (self.tr("one of ten below"), faint, tuple(band.low for band in bands)),
        )
        curves = [(words, pen, Curve(times, steps, values)) for words, pen, values in rows]
        side = found.names.side(found.sides[0])
        plot.curves(curves, self.tr("Turn"), self.tr("Score: more is better for {0}").format(side))
        shade = QColor(ink)
        shade.setAlpha(_SHADE)
        plot.fill(times, rows[-1][2], rows[0][2], shade)


def _hundred(parts: tuple[float, ...]) -> tuple[float, ...]:
    return tuple(round(100 * part, 1) for part in parts)
