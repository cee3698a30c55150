"""What a turn of the wheel or two fingers on a pad mean on a map.

The wheel zooms, as a mouse user expects of a map. With Shift, or turned sideways, it moves the map across; two fingers
on a pad move it wherever they go, pixel by pixel, and with Ctrl zoom. Some systems tell pixels for a plain wheel too,
so it is the pad, or the phases that only a pad has, that tell the one from the other.
"""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QInputDevice, QWheelEvent

NOTCH = 120
"""The angle of one notch, in eighths of a degree."""
PAN = 96
"""Pixels that one notch moves the map."""


@dataclass(frozen=True, slots=True)
class WheelTurn:
    """Notches to zoom in by, or pixels to move the view by."""

    notches: float = 0.0
    pan: QPoint | None = None


def read_wheel(event: QWheelEvent) -> WheelTurn:
    """What an event asks for."""
    angle, held = event.angleDelta(), event.modifiers()
    if held & Qt.KeyboardModifier.ControlModifier:
        return WheelTurn((angle.y() or angle.x()) / NOTCH)
    if _is_pad(event):
        return WheelTurn(pan=-event.pixelDelta())
    if held & Qt.KeyboardModifier.ShiftModifier:
        return WheelTurn(pan=QPoint(-round((angle.y() or angle.x()) * PAN / NOTCH), 0))
    swaps = bool(held & Qt.KeyboardModifier.AltModifier)
    """With Alt, Qt tells an upright turn as a sideways one."""
    if abs(angle.x()) > abs(angle.y()) and not swaps:
        return WheelTurn(pan=QPoint(-round(angle.x() * PAN / NOTCH), 0))
    return WheelTurn((angle.y() or angle.x()) / NOTCH)


def _is_pad(event: QWheelEvent) -> bool:
    if event.pixelDelta().isNull():
        return False
    is_pad = event.device().type() == QInputDevice.DeviceType.TouchPad
    return is_pad or event.phase() != Qt.ScrollPhase.NoScrollPhase
