"""Hands for the tests: mouse, wheel and keys as events, because a moved cursor that is already there sends nothing."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QApplication, QWidget

LEFT, MIDDLE, NONE = Qt.MouseButton.LeftButton, Qt.MouseButton.MiddleButton, Qt.MouseButton.NoButton


def _send(widget: QWidget, kind: QEvent.Type, at: QPoint, button: Qt.MouseButton, buttons: Qt.MouseButton) -> None:
    event = QMouseEvent(
        kind, QPointF(at), QPointF(widget.mapToGlobal(at)), button, buttons, Qt.KeyboardModifier.NoModifier
    )
    QApplication.sendEvent(widget, event)


def move(widget: QWidget, at: QPoint, held: Qt.MouseButton = NONE) -> None:
    """The pointer is there now."""
    _send(widget, QEvent.Type.MouseMove, at, NONE, held)


def press(widget: QWidget, at: QPoint, button: Qt.MouseButton = LEFT) -> None:
    _send(widget, QEvent.Type.MouseButtonPress, at, button, button)


def release(widget: QWidget, at: QPoint, button: Qt.MouseButton = LEFT) -> None:
    _send(widget, QEvent.Type.MouseButtonRelease, at, button, NONE)


def click(widget: QWidget, at: QPoint, button: Qt.MouseButton = LEFT) -> None:
    press(widget, at, button)
    release(widget, at, button)


def double_click(widget: QWidget, at: QPoint) -> None:
    """Two clicks, as the window system tells them: the second press is of another sort."""
    click(widget, at)
    _send(widget, QEvent.Type.MouseButtonDblClick, at, LEFT, LEFT)
    release(widget, at)


def drag(widget: QWidget, start: QPoint, end: QPoint, button: Qt.MouseButton = LEFT) -> None:
    """Press, move in steps, let go."""
    press(widget, start, button)
    for step in range(1, 5):
        move(widget, start + (end - start) * step / 4, button)
    release(widget, end, button)


def turn_wheel(
    widget: QWidget,
    at: QPoint,
    notches: float,
    *,
    aside: float = 0.0,
    pixels: QPoint | None = None,
    held: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier,
    phase: Qt.ScrollPhase = Qt.ScrollPhase.NoScrollPhase,
) -> bool:
    """Turn the wheel, or move two fingers on a pad: those tell pixels, in phases. Whether the widget took it."""
    event = QWheelEvent(
        QPointF(at),
        QPointF(widget.mapToGlobal(at)),
        pixels or QPoint(),
        QPoint(round(aside * 120), round(notches * 120)),
        NONE,
        held,
        phase,
        False,
    )
    QApplication.sendEvent(widget, event)
    return event.isAccepted()


def key(widget: QWidget, code: Qt.Key, *, up: bool = True) -> None:
    """Strike a key; without `up` it stays down."""
    none = Qt.KeyboardModifier.NoModifier
    QApplication.sendEvent(widget, QKeyEvent(QEvent.Type.KeyPress, code, none))
    if up:
        QApplication.sendEvent(widget, QKeyEvent(QEvent.Type.KeyRelease, code, none))
