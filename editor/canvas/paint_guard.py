"""What goes wrong while something is painted: told once, and the rest of the picture is painted all the same.

An exception must never leave a `paint` or a `paintEvent`. Qt would go on with a painter that nobody has closed, which
ends the program, and would say the same again with every frame. So it ends here: whoever tells what nobody caught
(`sys.excepthook`) hears of it, once for each line of the program, and when the frame is done, because a word about it
may bring a bar into the very window that is being painted.
"""

from __future__ import annotations

import functools
import sys
import traceback
from collections.abc import Callable
from types import FunctionType
from typing import Any, Final, TypeVar

from PySide6.QtCore import QTimer
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QGraphicsItem, QGraphicsScene, QWidget

_W = TypeVar("_W", bound=QWidget)
_GUARD: Final = "is_guarded"
_told: Final[set[tuple[str, str, int]]] = set()


def tell_once(error: Exception) -> None:
    """Let an error be told when the frame is done, unless one from the same line has been."""
    trace = error.__traceback__
    where = traceback.extract_tb(trace)[-1]
    place = type(error).__name__, where.filename, where.lineno or 0
    if place in _told:
        return
    _told.add(place)
    traceback.clear_frames(trace)
    """Otherwise what is told would keep painters open beyond the frame they are for."""
    QTimer.singleShot(0, lambda: sys.excepthook(type(error), error, trace))


def forget_told() -> None:
    """Tell everything again, as in the next test."""
    _told.clear()


def guarded_event(paint: Callable[[_W, QPaintEvent], None]) -> Callable[[_W, QPaintEvent], None]:
    """A `paintEvent` that no exception leaves; its painter is to be opened by `with`."""

    @functools.wraps(paint)
    def guarded(widget: _W, event: QPaintEvent) -> None:
        try:
            paint(widget, event)
        except Exception as error:
            tell_once(error)

    return guarded


class MapScene(QGraphicsScene):
    """A scene that guards whatever is laid into it, so that nothing that is painted on a map can be forgotten."""

    def addItem(self, item: QGraphicsItem) -> None:
        _guard(type(item))
        super().addItem(item)


def _guard(kind: type) -> None:
    """Let no exception leave the `paint` of a class of items."""
    owner = next(each for each in kind.__mro__ if "paint" in vars(each))
    paint = vars(owner)["paint"]
    if isinstance(paint, FunctionType) and not hasattr(paint, _GUARD):
        setattr(owner, "paint", _guarded(paint))  # noqa: B010 - the class is known only here


def _guarded(paint: Callable[..., None]) -> Callable[..., None]:
    @functools.wraps(paint)
    def guarded(item: QGraphicsItem, *given: Any, **named: Any) -> None:
        try:
            paint(item, *given, **named)
        except Exception as error:
            tell_once(error)

    setattr(guarded, _GUARD, True)
    return guarded
