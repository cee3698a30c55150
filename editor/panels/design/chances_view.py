"""The chances of a column of a table as bars: with one die and a modifier, before and after what was changed."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QSizePolicy, QWidget

from editor.canvas.paint_guard import guarded_event

_ROW = 20
_NAME = 46
_BAR = QColor("#3f6f8c")
_BEFORE = QColor("#d99a1c")


class ChancesView(QWidget):
    """Bars, one a result; a thin one below shows what the game itself has, where that is another."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.now: dict[str, Fraction] = {}
        self.before: dict[str, Fraction] = {}
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("The chances of the chosen column"))

    def show_chances(self, now: Mapping[str, Fraction], before: Mapping[str, Fraction]) -> None:
        """Show these; `before` are the game's own."""
        self.now, self.before = dict(now), dict(before)
        lines = [f"{result} {float(share) * 100:.0f} %" for result, share in self.now.items()]
        self.setAccessibleDescription(", ".join(lines))
        self.setToolTip("\n".join(lines))
        self.updateGeometry()
        self.update()

    def results(self) -> list[str]:
        """What is listed, changed results last."""
        return list(dict.fromkeys((*self.now, *self.before)))

    def sizeHint(self) -> QSize:
        return QSize(220, max(1, len(self.results())) * _ROW)

    @guarded_event
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        ink = self.palette().color(QPalette.ColorRole.WindowText)
        room = max(20, self.width() - _NAME - 52)
        for number, result in enumerate(self.results()):
            top = number * _ROW
            now, before = self.now.get(result, Fraction(0)), self.before.get(result, Fraction(0))
            painter.setPen(ink)
            name = QRectF(0, top, _NAME - 6, _ROW)
            painter.drawText(name, int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter), result)
            painter.fillRect(QRectF(_NAME, top + 3, room * float(now), _ROW - 9), _BAR)
            if before != now:
                painter.fillRect(QRectF(_NAME, top + _ROW - 5, room * float(before), 3), _BEFORE)
            words = f"{float(now) * 100:.0f} %"
            after = QRectF(_NAME + room * float(now) + 6, top, 50, _ROW)
            painter.drawText(after, int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter), words)
