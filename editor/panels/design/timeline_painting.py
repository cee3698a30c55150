"""How the timeline looks: the turns with their dates, the lanes, and the counters with a mark for what is wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QColor, QPainter, QPalette, QPen, QPolygon

from engine.definitions.scenario import ScheduleKind

if TYPE_CHECKING:
    from editor.model.design.timeline import Item
    from editor.panels.design.timeline_view import TimelineView

COUNTER: Final = 30
CELL_GAP: Final = 5
HEAD: Final = 36
LANE_TITLE: Final = 84
_WRONG: Final = QColor("#c7352b")
_GOES: Final = QColor("#d99a1c")


class TimelinePainter:
    """One painting of the viewport."""

    def __init__(self, view: TimelineView, painter: QPainter) -> None:
        assert view.timeline is not None
        assert view.icons is not None
        self._view, self._painter = view, painter
        self._timeline, self._icons = view.timeline, view.icons
        palette = view.palette()
        self._base = palette.color(QPalette.ColorRole.Base)
        self._other = palette.color(QPalette.ColorRole.AlternateBase)
        self._window = palette.color(QPalette.ColorRole.Window)
        self._ink = palette.color(QPalette.ColorRole.Text)
        self._faint = palette.color(QPalette.ColorRole.PlaceholderText)
        self._line = palette.color(QPalette.ColorRole.Mid)
        self._light = palette.color(QPalette.ColorRole.Highlight)

    def paint(self) -> None:
        view = self._view
        area = view.viewport().rect()
        self._painter.fillRect(area, self._base)
        self._painter.setClipRect(area.adjusted(LANE_TITLE, HEAD, 0, 0))
        for row in range(len(self._timeline.lanes)):
            for column in self._columns():
                self._cell(row, column)
        self._painter.setClipRect(area.adjusted(LANE_TITLE, 0, 0, 0))
        for column in self._columns():
            self._heading(column)
        self._painter.setClipRect(area)
        self._titles(area)

    def _columns(self) -> range:
        """The columns that can be seen."""
        area = self._view.viewport().rect()
        first = self._view.column_at(LANE_TITLE) or 0
        last = self._view.column_at(area.right())
        return range(first, len(self._timeline.turns) if last is None else last + 1)

    def _cell(self, row: int, column: int) -> None:
        view, painter = self._view, self._painter
        box, turn = view.cell_box(row, column), self._timeline.turns[column]
        ground = self._window if not self._timeline.is_played(turn) else self._other if column % 2 else self._base
        painter.fillRect(box, ground)
        if column == view.drop_column:
            light = QColor(self._light)
            light.setAlphaF(0.3)
            painter.fillRect(box, light)
        painter.setPen(self._line)
        painter.drawLine(box.bottomLeft(), box.bottomRight())
        painter.drawLine(box.topRight(), box.bottomRight())
        if (row, column) == view.cell and view.hasFocus():
            painter.setPen(QPen(self._light, 1, Qt.PenStyle.DashLine))
            painter.drawRect(box.adjusted(1, 1, -2, -2))
        for item, place in view.counters(row, column):
            self._counter(item, place)

    def _counter(self, item: Item, box: QRect) -> None:
        painter, entry = self._painter, item.entry
        picture = self._icons.of_unit(entry.unit)
        if picture.isNull():
            painter.setPen(self._faint)
            painter.drawRect(box)
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, "?")
        else:
            picture.paint(painter, box)
        if entry.kind is ScheduleKind.WITHDRAWAL:
            self._arrow_out(box)
        if item.problems:
            painter.setPen(QPen(_WRONG, 2))
            painter.drawRect(box.adjusted(-1, -1, 0, 0))
        if item.index in self._view.selected:
            painter.setPen(QPen(self._light, 2))
            painter.drawRect(box.adjusted(-3, -3, 2, 2))

    def _arrow_out(self, box: QRect) -> None:
        """A small arrow up and out of the corner: this one goes."""
        corner = box.topRight()
        points = (QPoint(-12, -2), QPoint(3, -2), QPoint(3, 13))
        self._painter.setPen(QPen(self._base, 1))
        self._painter.setBrush(_GOES)
        self._painter.drawPolygon(QPolygon([corner + point for point in points]))
        self._painter.setBrush(Qt.BrushStyle.NoBrush)

    def _heading(self, column: int) -> None:
        view, painter = self._view, self._painter
        turn, cell = self._timeline.turns[column], view.cell_box(0, column)
        box = QRect(cell.left(), 0, cell.width(), HEAD)
        painter.fillRect(box, self._window)
        painter.setPen(self._line)
        painter.drawLine(box.topRight(), box.bottomRight())
        painter.drawLine(box.bottomLeft(), box.bottomRight())
        font = painter.font()
        font.setBold(True)
        painter.setFont(font)
        painter.setPen(self._ink if self._timeline.is_played(turn) else self._faint)
        painter.drawText(box.adjusted(2, 2, -2, -HEAD // 2), Qt.AlignmentFlag.AlignCenter, str(turn))
        font.setBold(False)
        painter.setFont(font)
        painter.setPen(self._faint)
        words = painter.fontMetrics().elidedText(
            self._timeline.date(turn), Qt.TextElideMode.ElideRight, box.width() - 6
        )
        painter.drawText(box.adjusted(3, HEAD // 2 - 1, -3, -2), Qt.AlignmentFlag.AlignCenter, words)

    def _titles(self, area: QRect) -> None:
        painter = self._painter
        painter.fillRect(QRect(0, 0, LANE_TITLE, area.height()), self._window)
        for row, lane in enumerate(self._timeline.lanes):
            box = self._view.cell_box(row, 0)
            place = QRect(0, box.top(), LANE_TITLE - 1, box.height())
            painter.setClipRect(QRect(0, HEAD, LANE_TITLE, area.height()))
            painter.setPen(self._line)
            painter.drawLine(place.bottomLeft(), place.bottomRight())
            painter.setPen(self._ink)
            title = self._view.titles.get(lane.id, lane.title)
            words = painter.fontMetrics().elidedText(title, Qt.TextElideMode.ElideRight, LANE_TITLE - 14)
            painter.drawText(place.adjusted(8, 0, -4, 0), Qt.AlignmentFlag.AlignVCenter, words)
        painter.setClipRect(area)
        painter.setPen(self._line)
        painter.drawLine(LANE_TITLE - 1, 0, LANE_TITLE - 1, area.height())
        painter.drawLine(0, HEAD - 1, LANE_TITLE, HEAD - 1)
