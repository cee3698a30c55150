"""What an export will be, drawn as it is chosen: the map, small, and over it the sheets it takes.

The map is painted once for a look and what is shown of it; moving a margin draws only lines.
"""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QImage, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from editor.canvas.paint_guard import guarded_event
from editor.export.page_layout import PageLayout, PaperSheet
from editor.export.subject import ExportSubject, blank, plane_to_device, ready_to_draw
from editor.geometry.lattice import Box

_AIR = 14.0
_LINE = QColor("#c0392b")
_LONGEST = 900


class TilingPreview(QWidget):
    """Shows a map on its paper."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setMinimumSize(300, 260)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAccessibleName(self.tr("Preview"))
        self._map: QImage | None = None
        self._bounds = Box(0, 0, 1, 1)
        self._layout: PageLayout | None = None

    def sizeHint(self) -> QSize:
        return QSize(460, 400)

    @property
    def layout_shown(self) -> PageLayout | None:
        """The sheets drawn on the map; None where there are none."""
        return self._layout

    def show_map(self, subject: ExportSubject) -> None:
        """Paint the map anew."""
        bounds = subject.bounds
        scale = _LONGEST / max(bounds.width, bounds.height)
        image = blank(round(bounds.width * scale), round(bounds.height * scale), subject)
        painter = QPainter(image)
        try:
            ready_to_draw(painter)
            painter.setTransform(plane_to_device(bounds, scale))
            subject.paint_pixels(painter, bounds, scale)
        finally:
            painter.end()
        self._map, self._bounds = image, bounds
        self.update()

    def show_layout(self, layout: PageLayout | None) -> None:
        """Draw these sheets on it, or none."""
        self._layout = layout
        self.update()

    @guarded_event
    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        ready_to_draw(painter)
        if self._map is None:
            return
        paper, unit = self._paper()
        painter.setPen(QPen(self.palette().mid().color(), 1))
        if self._layout is not None:
            painter.setBrush(QColor("#ffffff"))
            for sheet in self._layout.sheets:
                painter.drawRect(self._sheet_paper(sheet, paper, unit))
        painter.drawImage(self._plane(self._bounds, paper, unit), self._map)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(self._plane(self._bounds, paper, unit))
        if self._layout is not None:
            self._paint_sheets(painter, self._layout, paper, unit)

    def _paper(self) -> tuple[QPointF, float]:
        """Where the corner of the map comes to lie, and how many pixels a circumradius has."""
        bounds = self._bounds
        around = QRectF(bounds.left, bounds.top, bounds.width, bounds.height)
        if self._layout is not None:
            for sheet in self._layout.sheets:
                around = around.united(_paper_on_plane(self._layout, sheet))
        wide, high = self.width() - 2 * _AIR, self.height() - 2 * _AIR
        unit = max(1e-6, min(wide / around.width(), high / around.height()))
        left = (self.width() - around.width() * unit) / 2 + (bounds.left - around.left()) * unit
        top = (self.height() - around.height() * unit) / 2 + (bounds.top - around.top()) * unit
        return QPointF(left, top), unit

    def _plane(self, box: Box, corner: QPointF, unit: float) -> QRectF:
        left, top = box.left - self._bounds.left, box.top - self._bounds.top
        return QRectF(corner.x() + left * unit, corner.y() + top * unit, box.width * unit, box.height * unit)

    def _sheet_paper(self, sheet: PaperSheet, corner: QPointF, unit: float) -> QRectF:
        assert self._layout is not None
        whole = _paper_on_plane(self._layout, sheet)
        return self._plane(Box(whole.left(), whole.top(), whole.right(), whole.bottom()), corner, unit)

    def _paint_sheets(self, painter: QPainter, layout: PageLayout, corner: QPointF, unit: float) -> None:
        share = unit / layout.unit_mm
        flap = QColor(_LINE)
        flap.setAlphaF(0.13)
        many = len(layout.sheets) > 1
        for sheet in layout.sheets:
            window = self._plane(sheet.box, corner, unit)
            own = QRectF(window.left(), window.top(), sheet.own.width * share, sheet.own.height * share)
            if many:
                painter.fillRect(QRectF(own.right(), window.top(), window.right() - own.right(), window.height()), flap)
                painter.fillRect(QRectF(window.left(), own.bottom(), own.width(), window.bottom() - own.bottom()), flap)
            painter.setPen(QPen(_LINE, 1.2))
            painter.drawRect(own)
            if many:
                self._paint_name(painter, sheet.label, own)

    def _paint_name(self, painter: QPainter, name: str, room: QRectF) -> None:
        font = QFont(self.font())
        font.setBold(True)
        font.setPixelSize(max(6, min(26, round(min(room.width(), room.height()) * 0.3))))
        painter.setFont(font)
        metrics = painter.fontMetrics()
        wide, high = metrics.horizontalAdvance(name) + 8.0, metrics.height() + 2.0
        middle = room.center()
        card = QRectF(middle.x() - wide / 2, middle.y() - high / 2, wide, high)
        ground = QColor("#ffffff")
        ground.setAlphaF(0.8)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(ground)
        painter.drawRoundedRect(card, 4, 4)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(_LINE)
        painter.drawText(card, Qt.AlignmentFlag.AlignCenter, name)


def _paper_on_plane(layout: PageLayout, sheet: PaperSheet) -> QRectF:
    """The whole sheet of paper where its window lies over the map, on the map plane."""
    unit = layout.unit_mm
    left, top = sheet.box.left - sheet.window.left / unit, sheet.box.top - sheet.window.top / unit
    return QRectF(left, top, layout.paper.width / unit, layout.paper.height / unit)
