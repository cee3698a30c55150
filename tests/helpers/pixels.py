"""Pictures compared pixel by pixel."""

from __future__ import annotations

import numpy as np
from PySide6.QtGui import QImage


def pixels(image: QImage) -> np.ndarray:
    """Rows of pixels, each with three colours."""
    image = image.convertToFormat(QImage.Format.Format_RGB32)
    flat = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.bytesPerLine())
    return flat[:, : image.width() * 4].reshape(image.height(), image.width(), 4)[..., :3].astype(int)


def share_unlike(one: QImage, other: QImage, by: int = 24) -> float:
    """The share of pixels that differ by more than a shade."""
    return float((np.abs(pixels(one) - pixels(other)).max(axis=2) > by).mean())
