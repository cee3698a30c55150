"""The borders of what is filled in, three times as light or as dark as what is around it, in a light and a dark window.

The widget style below ours draws a border a shade darker than the window, which nobody sees in a dark one: a radio
button that is not chosen was a hole, a field had no edge. Borders are laid over what it draws; whoever has the keyboard
has one in the colour of links. What cannot be filled in just now keeps its faint one.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRect, QRectF
from PySide6.QtGui import QColor, QPainter, QPalette, QPen
from PySide6.QtWidgets import (
    QComboBox,
    QPlainTextEdit,
    QProxyStyle,
    QStyle,
    QStyleOption,
    QStyleOptionComboBox,
    QStyleOptionComplex,
    QTextEdit,
    QWidget,
)

_INK: Final = 0.55
"""How much of a border is the colour of words, the rest is that of the window."""
_ROUND: Final = 2.0
_ROUND_ONES: Final = frozenset({QStyle.PrimitiveElement.PE_IndicatorRadioButton})
_FIELDS: Final = _ROUND_ONES | {
    QStyle.PrimitiveElement.PE_IndicatorCheckBox,
    QStyle.PrimitiveElement.PE_FrameLineEdit,
}


class BorderedStyle(QProxyStyle):
    """A widget style that lays borders over those of another."""

    def drawPrimitive(
        self,
        element: QStyle.PrimitiveElement,
        option: QStyleOption,
        painter: QPainter,
        widget: QWidget | None = None,
    ) -> None:
        super().drawPrimitive(element, option, painter, widget)
        if element in _FIELDS or (element is QStyle.PrimitiveElement.PE_Frame and _is_written_in(widget)):
            _lay(painter, option, option.rect, is_round=element in _ROUND_ONES)

    def drawComplexControl(
        self,
        control: QStyle.ComplexControl,
        option: QStyleOptionComplex,
        painter: QPainter,
        widget: QWidget | None = None,
    ) -> None:
        super().drawComplexControl(control, option, painter, widget)
        if control is QStyle.ComplexControl.CC_SpinBox or (
            control is QStyle.ComplexControl.CC_ComboBox and _has_frame(option, widget)
        ):
            _lay(painter, option, option.rect)
        elif control is QStyle.ComplexControl.CC_Slider and widget is not None:
            handle = self.subControlRect(control, option, QStyle.SubControl.SC_SliderHandle, widget)
            _lay(painter, option, handle.adjusted(1, 1, -1, -1))


def border_of(palette: QPalette, *, has_keys: bool = False) -> QColor:
    """The colour of a border."""
    if has_keys:
        return palette.color(QPalette.ColorRole.Link)
    words, around = palette.color(QPalette.ColorRole.WindowText), palette.color(QPalette.ColorRole.Window)
    mixed = (_INK * one + (1 - _INK) * other for one, other in zip(_parts(words), _parts(around), strict=True))
    return QColor.fromRgbF(*mixed)


def _parts(colour: QColor) -> tuple[float, float, float]:
    return colour.redF(), colour.greenF(), colour.blueF()


def _is_written_in(widget: QWidget | None) -> bool:
    return isinstance(widget, QPlainTextEdit | QTextEdit) and not widget.isReadOnly()


def _has_frame(option: QStyleOptionComplex, widget: QWidget | None) -> bool:
    if isinstance(option, QStyleOptionComboBox):
        return bool(option.frame)
    return isinstance(widget, QComboBox) and widget.hasFrame()


def _lay(painter: QPainter, option: QStyleOption, rect: QRect, *, is_round: bool = False) -> None:
    """Draw a border just inside a rectangle, or round a circle in it."""
    if not option.state & QStyle.StateFlag.State_Enabled:
        return
    has_keys = bool(option.state & QStyle.StateFlag.State_HasFocus)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(border_of(option.palette, has_keys=has_keys), 1.0))
    painter.setBrush(QColor(0, 0, 0, 0))
    inside = QRectF(rect).adjusted(0.5, 0.5, -0.5, -0.5)
    if is_round:
        painter.drawEllipse(inside)
    else:
        painter.drawRoundedRect(inside, _ROUND, _ROUND)
    painter.restore()
