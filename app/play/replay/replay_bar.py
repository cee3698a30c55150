"""The bar at the foot of the map that goes back and forth in the game: a slider over all its actions, and its buttons.

The slider shows where turns begin. The bar knows no game; whoever owns it says what there is and hears what is wanted.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QSizePolicy,
    QSlider,
    QStyle,
    QStyleOptionSlider,
    QToolButton,
    QWidget,
)

from editor.canvas.paint_guard import guarded_event
from editor.panels.icons import icon

SPEEDS = (0.5, 1.0, 2.0, 4.0, 8.0)
_TICKS = 13
"""Pixels beneath the groove for the turns."""
_LEAST_GAP = 22
"""Numbers of turns that would stand closer than this are left out."""


class TurnSlider(QSlider):
    """A slider over the actions of a game, with a tick and a number where each turn begins."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.turns: tuple[tuple[int, int], ...] = ()
        """After how many actions each turn began."""
        self.setMinimumWidth(120)
        self.setPageStep(10)

    def sizeHint(self) -> QSize:
        return super().sizeHint() + QSize(0, _TICKS)

    def minimumSizeHint(self) -> QSize:
        return super().minimumSizeHint() + QSize(0, _TICKS)

    def show_turns(self, turns: Sequence[tuple[int, int]]) -> None:
        """Mark these."""
        if tuple(turns) != self.turns:
            self.turns = tuple(turns)
            self.update()

    def _option(self) -> QStyleOptionSlider:
        option = QStyleOptionSlider()
        self.initStyleOption(option)
        option.subControls = QStyle.SubControl.SC_SliderGroove | QStyle.SubControl.SC_SliderHandle
        option.rect = self.rect().adjusted(0, 0, 0, -_TICKS)
        return option

    def _place(self, step: int) -> float:
        """Where on the bar an action is."""
        handle = self.style().pixelMetric(QStyle.PixelMetric.PM_SliderLength, self._option(), self)
        room = self.width() - handle
        return handle / 2 + QStyle.sliderPositionFromValue(self.minimum(), self.maximum(), step, room)

    def step_at(self, x: float) -> int:
        """The action at a place of the bar."""
        handle = self.style().pixelMetric(QStyle.PixelMetric.PM_SliderLength, self._option(), self)
        room = self.width() - handle
        return QStyle.sliderValueFromPosition(self.minimum(), self.maximum(), round(x - handle / 2), room)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A press goes right there, on a turn or anywhere."""
        if event.button() == Qt.MouseButton.LeftButton:
            self.setSliderDown(True)
            self.setValue(self.step_at(event.position().x()))
            event.accept()
        else:
            super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton:
            self.setValue(self.step_at(event.position().x()))
            event.accept()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self.setSliderDown(False)
        event.accept()

    @guarded_event
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        self.style().drawComplexControl(QStyle.ComplexControl.CC_Slider, self._option(), painter, self)
        colour = self.palette().color(QPalette.ColorRole.WindowText)
        colour.setAlphaF(0.75)
        painter.setPen(colour)
        font = painter.font()
        font.setPixelSize(10)
        painter.setFont(font)
        top = self.height() - _TICKS
        last = -_LEAST_GAP * 2.0
        for step, turn in self.turns:
            x = self._place(step)
            painter.drawLine(round(x), top - 3, round(x), top)
            if x - last >= _LEAST_GAP:
                wide = painter.fontMetrics().horizontalAdvance(str(turn)) + 2
                left = min(max(0.0, x - wide / 2), float(self.width() - wide))
                painter.drawText(QRectF(left, top, wide, _TICKS), Qt.AlignmentFlag.AlignCenter, str(turn))
                last = x


class ReplayBar(QFrame):
    """Buttons, slider, where one is, how quickly it goes."""

    step_wanted = Signal(int)
    back_wanted = Signal()
    forward_wanted = Signal()
    turn_wanted = Signal(int)
    start_wanted = Signal()
    end_wanted = Signal()
    play_wanted = Signal()
    branch_wanted = Signal()
    speed_changed = Signal(float)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("replay-bar")
        self.setAutoFillBackground(True)
        self.setBackgroundRole(QPalette.ColorRole.AlternateBase)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        start, end = self.tr("Go to the beginning of the game"), self.tr("Go back to the game as it stands")
        self.start = self._button("replay-start", start, self.start_wanted.emit)
        self.turn_back = self._button(
            "replay-turn-back", self.tr("Go to where this turn began"), lambda: self.turn_wanted.emit(-1)
        )
        self.back = self._button("replay-back", self.tr("One action back"), self.back_wanted.emit)
        self.play = self._button("play-mode", self.tr("Play on from here, or stop"), self.play_wanted.emit)
        self.forward = self._button("replay-forward", self.tr("One action on"), self.forward_wanted.emit)
        self.turn_forward = self._button(
            "replay-turn-forward", self.tr("Go to where the next turn begins"), lambda: self.turn_wanted.emit(1)
        )
        self.end = self._button("replay-end", end, self.end_wanted.emit)
        self.branch = self._button("branch", self.tr("Begin a new game from here"), self.branch_wanted.emit)
        self.slider = TurnSlider()
        self.slider.setAccessibleName(self.tr("Which moment of the game is shown"))
        self.slider.setToolTip(self.tr("Every action of the game; the numbers are turns"))
        self.slider.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.words = QLabel()
        self.words.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self.speed = QComboBox()
        self.speed.setToolTip(self.tr("How quickly the game is played back, counters move and computers decide"))
        self.speed.setAccessibleName(self.tr("Speed"))
        self.speed.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        for speed in SPEEDS:
            self.speed.addItem(f"{speed:g}×".replace("0.5", "½"), speed)
        self._lay_out()
        self._wanted: int | None = None
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(0)
        self._soon.timeout.connect(self._slide)
        self.slider.valueChanged.connect(self._slid)
        self.speed.currentIndexChanged.connect(lambda _: self.speed_changed.emit(float(self.speed.currentData())))
        self.hide()

    def _lay_out(self) -> None:
        row = QHBoxLayout(self)
        row.setContentsMargins(8, 2, 8, 0)
        row.setSpacing(2)
        for widget in (self.start, self.turn_back, self.back, self.play, self.forward, self.turn_forward, self.end):
            row.addWidget(widget)
        row.addSpacing(6)
        row.addWidget(self.slider, 1)
        row.addSpacing(6)
        row.addWidget(self.words)
        row.addSpacing(4)
        row.addWidget(self.speed)
        row.addWidget(self.branch)

    def _button(self, picture: str, about: str, act: object) -> QToolButton:
        button = QToolButton()
        button.setIcon(icon(picture))
        button.setIconSize(QSize(18, 18))
        button.setAutoRaise(True)
        button.setToolTip(about)
        button.setAccessibleName(about)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.clicked.connect(lambda _=False: act())  # type: ignore[operator]
        return button

    def show_moment(self, step: int, length: int, turns: Sequence[tuple[int, int]], words: str) -> None:
        """Show where one is in a game of so many actions."""
        self.slider.blockSignals(True)
        self.slider.setRange(0, max(0, length))
        self.slider.setValue(step)
        self.slider.blockSignals(False)
        self.slider.show_turns(turns)
        self.words.setText(words)
        for button in (self.start, self.back, self.turn_back):
            button.setEnabled(step > 0)
        for button in (self.forward, self.turn_forward, self.end, self.play):
            button.setEnabled(step < length)

    def show_playing(self, playing: bool) -> None:
        """Whether it goes on by itself."""
        self.play.setIcon(icon("replay-pause" if playing else "play-mode"))

    def show_speed(self, speed: float) -> None:
        """Show a speed without saying that it was chosen."""
        self.speed.blockSignals(True)
        self.speed.setCurrentIndex(SPEEDS.index(speed) if speed in SPEEDS else SPEEDS.index(1.0))
        self.speed.blockSignals(False)

    def _slid(self, step: int) -> None:
        """Of many places the handle goes over in one breath only the last is shown."""
        self._wanted = step
        self._soon.start()

    def _slide(self) -> None:
        if self._wanted is not None:
            wanted, self._wanted = self._wanted, None
            self.step_wanted.emit(wanted)
