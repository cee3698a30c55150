"""How a map is seen while its scan is traced: in signal colours, with what is not done yet tinted, or not at all.

Signal colours are what no print has, so that what was drawn is told from what was printed. Not done yet are the hexes
over a scan that still have the ground their sheet was filled with.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np
from PySide6.QtCore import QObject, QPointF, QTimer
from PySide6.QtGui import QColor, QPainterPath, QPolygonF

from editor.canvas.canvas import MapCanvas
from editor.canvas.scans.over_scans import OverScans
from editor.canvas.scans.scan_alone import ScanAlone
from editor.canvas.tint_item import TintItem, TintPart
from engine.definitions.plan import MapPlan

SIGNAL: Final = QColor(226, 0, 140)
_NOT_DONE: Final = QColor(226, 0, 140, 60)
_MOST: Final = 8_000
"""Hexes that are tinted one by one; of more, none are."""
_PAUSE: Final = 120


class TracingSight(QObject):
    """Follows the map of a canvas; `show_alone` is told when the scans are to be seen by themselves."""

    def __init__(self, canvas: MapCanvas, over: OverScans, show_alone: Callable[[bool], None], z: float) -> None:
        super().__init__(canvas)
        self._canvas = canvas
        self._over = over
        self.alone = ScanAlone(canvas)
        self.alone.changed.connect(show_alone)
        self.tint = TintItem(z)
        canvas.scene().addItem(self.tint)
        self.has_tint = False
        self._plan: MapPlan | None = None
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.setInterval(_PAUSE)
        self._later.timeout.connect(self.renew)

    def set_signals(self, on: bool) -> None:
        """Draw the map over its scans in signal colours."""
        self._over.set_signal(SIGNAL if on else None)

    def set_tint(self, on: bool) -> None:
        """Tint what is not done yet."""
        self.has_tint = on
        self.renew()

    def follow(self, plan: MapPlan | None) -> None:
        """The map is another, or has changed."""
        self._plan = plan
        if self.has_tint:
            self._later.start()

    def renew(self) -> None:
        """Tint what is not done now."""
        self.tint.show_parts([TintPart(_NOT_DONE, self._undone())] if self.has_tint and self._plan is not None else ())

    def _undone(self) -> QPainterPath:
        path = QPainterPath()
        clip = self._over.covered
        plan = self._plan
        for sheet in () if plan is None else plan.sheets.values():
            assert plan is not None
            code = plan.terrain_names.index(sheet.fill) + 1 if sheet.fill in plan.terrain_names else -1
            rows, cols = np.nonzero(np.equal(sheet.terrain, code))
            if len(rows) > _MOST:
                continue
            lattice = self._canvas.picture.sheet(sheet.id).lattice
            middles = lattice.centres(cols + sheet.first[0], rows + sheet.first[1])
            for x, y in middles.tolist():
                if clip.contains(QPointF(x, y)):
                    corners = lattice.corners + np.array((x, y))
                    path.addPolygon(QPolygonF([QPointF(*corner) for corner in corners.tolist()]))
                    path.closeSubpath()
        return path
