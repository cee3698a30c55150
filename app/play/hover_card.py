"""The card beside the pointer: what is known about the unit and the place there, in a few lines.

It lies on the map and lets the mouse through, so it is never in the way of a click; called up with a key it stays,
and then its cases can be pressed.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QFrame, QLabel, QVBoxLayout, QWidget

from app.play.reckoning import Explained, Row
from app.reference.case_link import CASE, keeps_enter
from app.reference.rules import LINK, link

_WIDTH = 330
_OFFSET = QPoint(20, 22)
_EDGE = 8
_MOST_ROWS = 26


class HoverCard(QFrame):
    """Shows facts near a point of the map."""

    case_wanted = Signal(str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("hover-card")
        self.words = QLabel()
        self.words.setWordWrap(True)
        self.words.setTextFormat(Qt.TextFormat.RichText)
        self.words.linkActivated.connect(lambda address: self.case_wanted.emit(address.removeprefix(LINK)))
        self.words.installEventFilter(self)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(12, 8, 12, 10)
        self._column.addWidget(self.words)
        self.setFixedWidth(_WIDTH)
        self.facts: tuple[Explained, ...] = ()
        self.stay(False)
        self.hide()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Enter follows the link that the keyboard has come to."""
        return keeps_enter(event) or super().eventFilter(watched, event)

    def stay(self, on: bool) -> None:
        """Stay until it is put away, and take the mouse; or let the mouse through."""
        self.stays = on
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents, not on)
        self.words.setTextInteractionFlags(
            Qt.TextInteractionFlag.LinksAccessibleByMouse | Qt.TextInteractionFlag.LinksAccessibleByKeyboard
            if on
            else Qt.TextInteractionFlag.NoTextInteraction
        )

    def show_facts(self, facts: Sequence[Explained], at: QPoint) -> None:
        """Show what is known beside a point of the map, on whichever side of it there is room."""
        self.facts = tuple(facts)
        cases = [row.rule for each in facts for row in each.rows if row.rule]
        self.setProperty(CASE, cases[0] if cases else "")
        self.words.setText(self._html())
        self.setAccessibleName(", ".join(each.title for each in facts))
        self.setFixedHeight(self._column.totalHeightForWidth(_WIDTH))
        self.move(self._place(at))
        self.show()
        self.raise_()

    def _place(self, at: QPoint) -> QPoint:
        parent = self.parentWidget()
        assert parent is not None
        room = parent.rect().adjusted(_EDGE, _EDGE, -_EDGE, -_EDGE)
        x, y = at.x() + _OFFSET.x(), at.y() + _OFFSET.y()
        if x + self.width() > room.right():
            x = at.x() - _OFFSET.x() - self.width()
        if y + self.height() > room.bottom():
            y = room.bottom() - self.height()
        return QPoint(max(room.left(), x), max(room.top(), y))

    def texts(self) -> list[tuple[str, str, str]]:
        """What is to be read."""
        return [(row.words, row.value, row.rule) for each in self.facts for row in each.rows]

    def _html(self) -> str:
        palette = self.palette()
        faint = palette.color(QPalette.ColorRole.PlaceholderText).name()
        parts = [f"<style>a {{ color: {palette.color(QPalette.ColorRole.Link).name()}; }}</style>"]
        for each in self.facts:
            shown = each.rows[:_MOST_ROWS]
            parts.append(f'<div style="font-weight: bold; font-size: large">{escape(each.title)}</div>')
            rows = "".join(self._row(row, faint) for row in shown)
            parts.append(f'<table width="{_WIDTH - 26}" cellspacing="0" cellpadding="1">{rows}</table>')
        return "".join(parts)

    def _row(self, row: Row, faint: str) -> str:
        case = link(row.rule) if row.rule else ""
        words = f"<b>{escape(row.words)}</b>" if row.is_heading else f"&nbsp;&nbsp;{escape(row.words)}"
        if not row.value:
            return f'<tr><td colspan="2">{words}</td><td align="right" style="color: {faint}">{case}</td></tr>'
        return (
            f"<tr><td>{words}</td><td align='right' style='padding-left: 8px'>{escape(row.value)}</td>"
            f'<td align="right" style="padding-left: 8px; color: {faint}">{case}</td></tr>'
        )

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ground = QColor(self.palette().color(QPalette.ColorRole.ToolTipBase))
        ground.setAlphaF(0.97)
        painter.setBrush(ground)
        painter.setPen(self.palette().color(QPalette.ColorRole.Mid))
        painter.drawRoundedRect(self.rect().adjusted(0, 0, -1, -1), 6, 6)
        painter.end()
