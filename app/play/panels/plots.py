"""A plot in the colours of the theme: bars or curves with a legend, values under the pointer, moments to click.

The plotting library is handed in by whoever has loaded it; nothing of it is known elsewhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType
from typing import Any

from PySide6.QtCore import QObject, QPointF, Signal
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QWidget

from engine.narration.language import labelled
from engine.narration.statistics import Curve

Bars = tuple[str, QColor, Sequence[int]]
_MOST_TICKS = 9
_DISTANCES = (1, 2, 5, 10, 20, 50, 100, 200, 500)
_HEADROOM = 1.4
"""How much higher than the highest bar a plot is: the legend stands there."""
_ROOM = 0.8
"""The part of the room between two ticks that bars fill."""


class Plot(QObject):
    """One picture of numbers."""

    step_wanted = Signal(int)
    pointed = Signal(str)

    def __init__(self, graph: ModuleType, parent: QWidget) -> None:
        super().__init__(parent)
        self._graph = graph
        self.widget: Any = graph.PlotWidget(parent)
        self.widget.setAntialiasing(True)
        self.widget.setMenuEnabled(False)
        self.widget.setMouseEnabled(x=False, y=False)
        self.widget.hideButtons()
        self.widget.setAccessibleName(self.tr("Plot"))
        self.item: Any = self.widget.getPlotItem()
        self.legend: Any = self.item.addLegend(offset=(-8, 4), labelTextSize="9pt")
        self._line: Any = None
        self.points: list[tuple[float, int | None, str]] = []
        """Where something can be read: its place on the axis, the moment it stands for, and its words."""
        self.widget.scene().sigMouseMoved.connect(self._moved)
        self.widget.scene().sigMouseClicked.connect(lambda event: self._clicked(event.scenePos()))

    def begin(self, palette: QPalette) -> None:
        """Wipe it, and take the colours of a theme."""
        ink, self._ground = palette.color(QPalette.ColorRole.Text), palette.color(QPalette.ColorRole.Base)
        self.widget.setBackground(self._ground)
        self.item.clear()
        self.legend.clear()
        self.legend.setLabelTextColor(ink)
        self.points = []
        for name in ("left", "bottom"):
            axis = self.item.getAxis(name)
            axis.setPen(ink)
            axis.setTextPen(ink)
            axis.setGrid(40)
            axis.setTicks(None)
        faint = QColor(ink)
        faint.setAlpha(120)
        self._line = self._graph.InfiniteLine(angle=90, pen=self._graph.mkPen(faint, width=1))
        self._line.setVisible(False)
        self.item.addItem(self._line, ignoreBounds=True)

    def bars(self, places: Sequence[int], rows: Sequence[Bars], steps: Sequence[int], along: str, upward: str) -> None:
        """Bars side by side at each place of the axis."""
        wide = _ROOM / max(1, len(rows))
        for number, (name, colour, heights) in enumerate(rows):
            shift = -_ROOM / 2 + wide * (number + 0.5)
            item = self._graph.BarGraphItem(
                x=[place + shift for place in places],
                height=list(heights),
                width=wide * 0.94,
                brush=colour,
                pen=self._graph.mkPen(colour.darker(130), width=1),
                name=name,
            )
            self.item.addItem(item)
        for index, place in enumerate(places):
            read = ", ".join(f"{name} {heights[index]}" for name, _, heights in rows)
            step = steps[index] if index < len(steps) else None
            self.points.append((float(place), step, labelled(f"{along} {place}", read)))
        self._label(along, upward, len(places))
        if places:
            top = max((max(heights, default=0) for _, _, heights in rows), default=0)
            self.item.setXRange(min(places) - 0.6, max(places) + 0.6, padding=0)
            self.item.setYRange(0, max(1, top) * _HEADROOM, padding=0)
            self._tick("left", max(1, top))

    def curves(self, curves: Sequence[tuple[str, QColor, Curve]], along: str, upward: str) -> None:
        """Numbers that stay as they are until they change."""
        read: dict[tuple[float, int], list[str]] = {}
        for name, colour, curve in curves:
            self.item.plot(
                list(curve.times),
                list(curve.values),
                pen=self._graph.mkPen(colour, width=2.5),
                name=name,
                symbol="o" if len(curve.times) < 80 else None,
                symbolSize=6,
                symbolBrush=colour,
                symbolPen=None,
            )
            for time, step, value in zip(curve.times, curve.steps, curve.values, strict=True):
                read.setdefault((time, step), []).append(f"{name} {value:g}")
        self.points = [
            (time, step, labelled(f"{along} {int(time)}", ", ".join(words)))
            for (time, step), words in sorted(read.items())
        ]
        times = [time for time, _, _ in self.points] or [0.0]
        self._label(along, upward, int(max(times) - min(times)) + 1)
        values = [value for _, _, curve in curves for value in curve.values] or [0.0]
        low, high = min(values), max(values)
        room = max(1.0, (high - low) * 0.15)
        self.item.setXRange(min(times) - 0.1, max(times) + 0.3, padding=0)
        self.item.setYRange(low - room, high + 3 * room, padding=0)
        self._tick("left", high + 4 * room - low)

    def fill(self, times: Sequence[float], low: Sequence[float], high: Sequence[float], colour: QColor) -> None:
        """A band between two edges, behind the curves."""
        edges = [self._graph.PlotCurveItem(list(times), list(values), pen=None) for values in (low, high)]
        band = self._graph.FillBetweenItem(*edges, brush=self._graph.mkBrush(colour))
        band.setZValue(-10)
        for each in (*edges, band):
            self.item.addItem(each)

    def name_heights(self, heights: Sequence[int]) -> None:
        """Mark these heights alone: the room above them is the legend's, and no number reaches it."""
        self.item.getAxis("left").setTicks([[(each, str(each)) for each in heights]])
        self.item.setYRange(min(heights), max(heights) * _HEADROOM, padding=0.02)

    def _label(self, along: str, upward: str, places: int) -> None:
        """What the axes are, with a tick for each whole number as far as there is room."""
        self._tick("bottom", places)
        self.item.setLabel("bottom", along)
        self.item.setLabel("left", upward)

    def _tick(self, name: str, span: float) -> None:
        """Whole numbers, at a round distance that leaves room between them."""
        every = next((each for each in _DISTANCES if span / each <= _MOST_TICKS), _DISTANCES[-1])
        self.item.getAxis(name).setTickSpacing(every, every)

    def nearest(self, at: float) -> tuple[float, int | None, str] | None:
        """What is to be read closest to a place on the axis."""
        return min(self.points, key=lambda point: abs(point[0] - at), default=None)

    def _at(self, scene: QPointF) -> float | None:
        box = self.item.getViewBox()
        if not box.sceneBoundingRect().contains(scene):
            return None
        return float(box.mapSceneToView(scene).x())

    def _moved(self, scene: QPointF) -> None:
        at = self._at(scene)
        near = self.nearest(at) if at is not None else None
        self._line.setVisible(near is not None)
        if near is not None:
            self._line.setPos(near[0])
            self.pointed.emit(near[2])

    def _clicked(self, scene: QPointF) -> None:
        at = self._at(scene)
        near = self.nearest(at) if at is not None else None
        if near is not None and near[1] is not None:
            self.step_wanted.emit(near[1])
