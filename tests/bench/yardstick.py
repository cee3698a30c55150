"""A fixed piece of work to measure others by: a busy or slow machine takes longer for both, and their ratio stays.

It is a little of what drawing a map is made of: soft-edged shapes, arrays and dictionaries.
"""

from __future__ import annotations

from time import thread_time

import numpy as np
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath


class Yardstick:
    """Measures by itself, and remembers the quickest."""

    def __init__(self) -> None:
        self._paper = QImage(400, 300, QImage.Format.Format_RGB32)
        self._shapes = QPainterPath()
        for number in range(40):
            self._shapes.addEllipse(QRectF(7 * number % 300, 13 * number % 200, 60, 40))
        self.times: list[float] = []
        for _ in range(20):
            self.measure()
        self.times.clear()

    def measure(self) -> float:
        """Do the work once; gives the milliseconds this thread worked for it."""
        begin = thread_time()
        painter = QPainter(self._paper)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillPath(self._shapes, QColor("#804020"))
        painter.end()
        numbers = np.arange(2000)
        for _ in range(20):
            numbers = np.sort(numbers[::-1]) * 1
        counts: dict[int, int] = {}
        for number in range(3000):
            counts[number % 97] = counts.get(number % 97, 0) + number
        self.times.append((thread_time() - begin) * 1e3)
        return self.times[-1]

    def median(self, count: int = 30) -> float:
        """How long it takes just now."""
        return float(np.median([self.measure() for _ in range(count)]))
