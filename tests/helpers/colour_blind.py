"""What somebody who does not see all colours sees: pictures as they look with one of the three kinds of cones missing.

The matrices are those of Machado, Oliveira and Fernandes (2009) at full severity, over linear light. How far apart two
colours then are is told in the units of CIELAB, where about 2 can just be seen side by side.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

import numpy as np
from numpy.typing import NDArray
from PySide6.QtGui import QColor, QImage

Pixels = NDArray[np.float64]
"""Red, green and blue from 0 to 1 in the last axis."""

KINDS: Final = MappingProxyType(
    {
        "protanopia": (
            (0.152286, 1.052583, -0.204868),
            (0.114503, 0.786281, 0.099216),
            (-0.003882, -0.048116, 1.051998),
        ),
        "deuteranopia": (
            (0.367322, 0.860646, -0.227968),
            (0.280085, 0.672501, 0.047413),
            (-0.011820, 0.042940, 0.968881),
        ),
        "tritanopia": (
            (1.255528, -0.076749, -0.178779),
            (-0.078411, 0.930809, 0.147602),
            (0.004733, 0.691367, 0.303900),
        ),
    }
)
_TO_XYZ = np.array(
    ((0.4124564, 0.3575761, 0.1804375), (0.2126729, 0.7151522, 0.0721750), (0.0193339, 0.1191920, 0.9503041))
)
_WHITE = np.array((0.95047, 1.0, 1.08883))


def _linear(pixels: Pixels) -> Pixels:
    return np.where(pixels <= 0.04045, pixels / 12.92, ((pixels + 0.055) / 1.055) ** 2.4)


def seen(pixels: Pixels, kind: str) -> Pixels:
    """A picture as it is seen with this kind of blindness, in linear light."""
    light: Pixels = np.clip(_linear(pixels) @ np.array(KINDS[kind]).T, 0.0, 1.0)
    return light


def lab(linear: Pixels) -> Pixels:
    """Linear light as lightness and the two axes of colour."""
    ratio = linear @ _TO_XYZ.T / _WHITE
    shaped = np.where(ratio > 0.008856, np.cbrt(ratio), 7.787 * ratio + 16 / 116)
    x, y, z = shaped[..., 0], shaped[..., 1], shaped[..., 2]
    return np.stack((116 * y - 16, 500 * (x - y), 200 * (y - z)), axis=-1)


def apart(one: Pixels, other: Pixels, kind: str) -> float:
    """How far apart two colours are to somebody with this kind of blindness."""
    return float(np.linalg.norm(lab(seen(one, kind)) - lab(seen(other, kind))))


def colour(name: str) -> Pixels:
    made = QColor(name)
    return np.array((made.redF(), made.greenF(), made.blueF()))


def laid_on(ink: Pixels, ground: Pixels, strength: float) -> Pixels:
    """A tint over a ground."""
    return ink * strength + ground * (1 - strength)


def pixels_of(image: QImage) -> Pixels:
    """A picture as numbers."""
    flat = image.convertToFormat(QImage.Format.Format_RGB888)
    rows = np.frombuffer(flat.constBits(), np.uint8).reshape(flat.height(), flat.bytesPerLine())
    return rows[:, : flat.width() * 3].reshape(flat.height(), flat.width(), 3) / 255.0
