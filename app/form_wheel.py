"""The wheel over a form scrolls the form: it never turns a number, a slider or a choice that it happens to pass.

Left alone, Qt gives the wheel to whatever stands under the pointer; then a form that is scrolled through comes out
changed, unseen. The widget style hands each widget over as it is dressed.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QAbstractSlider, QAbstractSpinBox, QComboBox, QScrollBar


class WheelGuard(QObject):
    """Lets the wheel pass through what it would change, to the form that holds it."""

    def watch(self, widget: object) -> None:
        """Guard a widget, if the wheel would change it."""
        is_slider = isinstance(widget, QAbstractSlider) and not isinstance(widget, QScrollBar)
        if is_slider or isinstance(widget, QAbstractSpinBox | QComboBox):
            assert isinstance(widget, QObject)
            widget.removeEventFilter(self)
            widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Wheel:
            event.ignore()
            return True
        return False
