"""The chance of each result as bars, with what it costs both sides; blue is good for the attacker, orange is not.

The two are told apart by whoever does not see red or green, and the words beside them say the same.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QHelpEvent, QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from editor.canvas.paint_guard import guarded_event
from engine.core.answers import Chance
from engine.narration.explanations import percent
from engine.narration.language import labelled

_ROW = 20
GOOD, BAD, EVEN = "#1f6fb0", "#d0662c", "#a09c90"


class ChanceBars(QWidget):
    """One line a result."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.chances: tuple[Chance, ...] = ()
        self._cost: Callable[[Chance], str] = lambda _: ""
        self._meaning: Callable[[str], str] = lambda _: ""
        self.lit = ""
        """The result that the die gave."""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("The chance of each result"))

    def show_chances(
        self,
        chances: Sequence[Chance],
        cost: Callable[[Chance], str],
        meaning: Callable[[str], str],
        *,
        lit: str = "",
    ) -> None:
        """Show these; `cost` says in short what a result costs, `meaning` in full what it means, `lit` came about."""
        self.chances, self._cost, self._meaning, self.lit = tuple(chances), cost, meaning, lit
        self.setFixedHeight(_ROW * max(1, len(self.chances)))
        told = (labelled(each.result, f"{percent(each.share)}, {cost(each)}") for each in self.chances)
        self.setAccessibleDescription("; ".join(told))
        self.updateGeometry()
        self.update()

    def texts(self) -> list[tuple[str, str, str]]:
        """What is to be read: result, chance and cost."""
        return [(each.result, percent(each.share), self._cost(each)) for each in self.chances]

    def sizeHint(self) -> QSize:
        return QSize(240, _ROW * max(1, len(self.chances)))

    @guarded_event
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        metrics = QFontMetricsF(self.font())
        strong = QFont(self.font())
        strong.setBold(True)
        ink = self.palette().color(QPalette.ColorRole.WindowText)
        faint = self.palette().color(QPalette.ColorRole.PlaceholderText)
        names = max((metrics.horizontalAdvance(each.result) for each in self.chances), default=0) + 10
        costs = max((metrics.horizontalAdvance(self._cost(each)) for each in self.chances), default=0) + 8
        room = max(40.0, self.width() - names - min(costs, self.width() * 0.45))
        for number, chance in enumerate(self.chances):
            top = number * _ROW
            line = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
            is_lit = bool(self.lit) and chance.result == self.lit
            painter.setPen(ink)
            painter.setFont(strong if is_lit else self.font())
            painter.drawText(QRectF(0, top, names, _ROW), line, chance.result)
            track = QRectF(names, top + 3, room - 6, _ROW - 6)
            colour = QColor(_tone(chance))
            painter.setPen(Qt.PenStyle.NoPen)
            colour.setAlphaF(0.16)
            painter.setBrush(colour)
            painter.drawRoundedRect(track, 3, 3)
            colour.setAlphaF(0.62)
            painter.setBrush(colour)
            painter.drawRoundedRect(
                QRectF(track.left(), track.top(), track.width() * float(chance.share), track.height()), 3, 3
            )
            painter.setPen(ink)
            painter.drawText(track.adjusted(6, 0, -4, 0), line, percent(chance.share))
            if is_lit:
                painter.setPen(QPen(ink, 1.5))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRoundedRect(track, 3, 3)
            painter.setPen(ink if is_lit else faint)
            rest = QRectF(names + room, top, self.width() - names - room, _ROW)
            text = metrics.elidedText(self._cost(chance), Qt.TextElideMode.ElideRight, rest.width())
            painter.drawText(rest, line, text)
        painter.end()

    def event(self, event: QEvent) -> bool:
        """The meaning of a result is its tip."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            number = event.pos().y() // _ROW
            if 0 <= number < len(self.chances):
                chance = self.chances[number]
                lines = (chance.result, self._meaning(chance.result), self._cost(chance))
                QToolTip.showText(event.globalPos(), "\n".join(filter(None, lines)), self)
            return True
        return super().event(event)


def _tone(chance: Chance) -> str:
    ours, theirs = chance.attacker.most, chance.defender.most
    return GOOD if theirs > ours else BAD if ours > theirs else EVEN
