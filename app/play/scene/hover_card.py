"""The card beside the pointer: what is known about the unit and the place there, in a few lines.

It lies on the map and lets the mouse through, so it is never in the way of a click, and it keeps off the fight that is
on. In passing it says what matters in a few lines; called up with a key it says everything and stays, and its cases can
be pressed.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QBoxLayout, QFrame, QLabel, QWidget

from app.reference.case_link import CASE, keeps_enter
from app.reference.rules import LINK, link
from editor.canvas.paint_guard import guarded_event
from engine.narration.explanations import Explained, Row

_WIDTH, _PASSING_WIDTH = 330, 250
_OFFSET = QPoint(20, 22)
_EDGE = 8
_MOST_ROWS, _PASSING_ROWS = 26, 7
_MOST_PARTS = 3
"""A unit, its place, and what somebody noted there."""


class HoverCard(QFrame):
    """Shows facts near a point of the map."""

    case_wanted = Signal(str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("hover-card")
        self._columns = QBoxLayout(QBoxLayout.Direction.TopToBottom, self)
        self._columns.setContentsMargins(12, 8, 12, 10)
        self._columns.setSpacing(8)
        self.parts: list[QLabel] = []
        for _ in range(_MOST_PARTS):
            part = QLabel()
            part.setWordWrap(True)
            part.setTextFormat(Qt.TextFormat.RichText)
            part.setAlignment(Qt.AlignmentFlag.AlignTop)
            part.linkActivated.connect(lambda address: self.case_wanted.emit(address.removeprefix(LINK)))
            part.installEventFilter(self)
            self._columns.addWidget(part)
            self.parts.append(part)
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
        flags = Qt.TextInteractionFlag
        pressed = flags.LinksAccessibleByMouse | flags.LinksAccessibleByKeyboard
        for part in self.parts:
            part.setTextInteractionFlags(pressed if on else flags.NoTextInteraction)

    def take_keyboard(self) -> None:
        """Let the keyboard go through the cases."""
        self.parts[0].setFocus()

    @property
    def has_keyboard(self) -> bool:
        return any(part.hasFocus() for part in self.parts)

    @property
    def _wide(self) -> int:
        return _WIDTH if self.stays else _PASSING_WIDTH

    def show_facts(self, facts: Sequence[Explained], at: QPoint, clear: QRect | None = None) -> None:
        """Show what is known beside a point of the map, where there is room; `clear` stays in sight if it can."""
        self.facts = tuple(facts)
        cases = [row.rule for each in facts for row in each.rows if row.rule]
        self.setProperty(CASE, cases[0] if cases else "")
        for number, part in enumerate(self.parts):
            part.setVisible(number < len(self.facts))
            part.setText(self._html(self.facts[number]) if number < len(self.facts) else "")
        self.setAccessibleName(", ".join(each.title for each in facts))
        self._fit()
        self.move(self._place(at, clear or QRect()))
        self.show()
        self.raise_()

    def _fit(self) -> None:
        """One above the other or, where the map is too low for that, side by side."""
        parent = self.parentWidget()
        assert parent is not None
        self._columns.setDirection(QBoxLayout.Direction.TopToBottom)
        width, height = self._wide, self._columns.totalHeightForWidth(self._wide)
        if len(self.facts) > 1 and height > parent.height() - 2 * _EDGE:
            self._columns.setDirection(QBoxLayout.Direction.LeftToRight)
            width = min(len(self.facts) * self._wide, parent.width() - 2 * _EDGE)
            height = self._columns.totalHeightForWidth(width)
        self.setFixedSize(width, height)

    def _place(self, at: QPoint, clear: QRect) -> QPoint:
        parent = self.parentWidget()
        assert parent is not None
        room = parent.rect().adjusted(_EDGE, _EDGE, -_EDGE, -_EDGE)
        off = self._from_pointer(at, room)
        if clear.isNull() or not QRect(off, self.size()).intersects(clear):
            return off
        beside = (clear.right() + _EDGE, clear.left() - _EDGE - self.width())
        fitting = [x for x in beside if room.left() <= x and x + self.width() <= room.right()]
        if not fitting:
            return off
        return QPoint(min(fitting, key=lambda x: abs(x - at.x())), off.y())

    def _from_pointer(self, at: QPoint, room: QRect) -> QPoint:
        x, y = at.x() + _OFFSET.x(), at.y() + _OFFSET.y()
        if x + self.width() > room.right():
            x = at.x() - _OFFSET.x() - self.width()
        if y + self.height() > room.bottom():
            y = room.bottom() - self.height()
        return QPoint(max(room.left(), x), max(room.top(), y))

    def _told(self, rows: Sequence[Row]) -> Sequence[Row]:
        """All there is to say or, in passing, what stands at the head of something and says it in a word."""
        if self.stays:
            return rows[:_MOST_ROWS]
        followers = (*rows[1:], Row("", is_heading=True))
        heads = [
            row
            for row, after in zip(rows, followers, strict=True)
            if row.is_heading and (row.value or after.is_heading)
        ]
        return (heads or list(rows))[:_PASSING_ROWS]

    def texts(self) -> list[tuple[str, str, str]]:
        """What is to be read."""
        return [(row.words, row.value, row.rule) for each in self.facts for row in each.rows]

    def _html(self, facts: Explained) -> str:
        palette = self.palette()
        faint = palette.color(QPalette.ColorRole.PlaceholderText).name()
        links = palette.color(QPalette.ColorRole.Link).name()
        told = self._told(facts.rows)
        if not self.stays:
            return self._passing(facts, told, faint)
        rows = "".join(self._row(row, faint) for row in told)
        return (
            f"<style>a {{ color: {links}; }}</style>"
            f'<div style="font-weight: bold; font-size: large">{escape(facts.title)}</div>'
            f'<table width="{self._wide - 26}" cellspacing="0" cellpadding="1">{rows}</table>'
        )

    def _passing(self, facts: Explained, told: Sequence[Row], faint: str) -> str:
        """In passing one thing follows the other on a line, and nobody can press a case."""
        said = [
            f"{escape(row.words)}&nbsp;<b>{escape(row.value)}</b>" if row.value else escape(row.words) for row in told
        ]
        more = ""
        if facts is self.facts[-1] and any(len(self._told(each.rows)) < len(each.rows) for each in self.facts):
            more = f'<div style="color: {faint}">{escape(self.tr("F12 tells more"))}</div>'
        return f"<div><b>{escape(facts.title)}</b></div><div>{'&nbsp;· '.join(said)}</div>{more}"

    def _row(self, row: Row, faint: str) -> str:
        case = link(row.rule) if row.rule else ""
        words = f"<b>{escape(row.words)}</b>" if row.is_heading else f"&nbsp;&nbsp;{escape(row.words)}"
        if not row.value:
            return f'<tr><td colspan="2">{words}</td><td align="right" style="color: {faint}">{case}</td></tr>'
        return (
            f"<tr><td>{words}</td><td align='right' style='padding-left: 8px'>{escape(row.value)}</td>"
            f'<td align="right" style="padding-left: 8px; color: {faint}">{case}</td></tr>'
        )

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A press beside the cases is no press on the map beneath."""
        event.accept()

    @guarded_event
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ground = QColor(self.palette().color(QPalette.ColorRole.ToolTipBase))
        ground.setAlphaF(0.97)
        painter.setBrush(ground)
        painter.setPen(self.palette().color(QPalette.ColorRole.Mid))
        painter.drawRoundedRect(self.rect().adjusted(0, 0, -1, -1), 6, 6)
        painter.end()
