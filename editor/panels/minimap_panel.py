"""The whole map, small, with a frame around what is in view; a click or a drag moves the view there.

It is painted from the coarse tiles that the canvas keeps of the whole map anyway, so a frame costs the pixels of the
panel whatever the size of the map, and an edit the pixels it changed.
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import (
    QColor,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
    QPixmap,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QWidget

from editor.canvas.canvas import MapCanvas
from editor.canvas.paint_guard import guarded_event
from editor.canvas.view import STEP
from editor.documents.workbench import Workbench
from editor.geometry.lattice import Box
from editor.model.touched import Touched
from editor.panels.panel import Panel, column_of

_PAUSE: Final = 120
"""Milliseconds after an edit until the small map shows it."""
_SMALLEST_FRAME: Final = 6.0


class MinimapPanel(Panel):
    """The small map in a dock."""

    name = "minimap"

    def __init__(self, bench: Workbench, parent: QWidget | None = None) -> None:
        super().__init__(bench, parent)
        self.map = Minimap(bench.canvas)
        self.map.setAccessibleName(self.title)
        self.map.setToolTip(self.tr("Click or drag to look elsewhere; the wheel zooms"))
        column_of(self.body, margin=4).addWidget(self.map)
        self.follow_documents()

    @property
    def title(self) -> str:
        return self.tr("Minimap")

    @property
    def about(self) -> str:
        return self.tr("The whole map and what of it is in view")

    def sizeHint(self) -> QSize:
        return QSize(280, 200)

    def document_opened(self) -> None:
        if self.document is None:
            self.show_nothing("minimap", self.tr("Open or make a map to see all of it here."))
        else:
            self.show_body()
            self.map.renew()

    def map_changed(self, touched: Touched) -> None:
        self.map.renew_soon()


class Minimap(QWidget):
    """Paints the map small and moves the canvas."""

    def __init__(self, canvas: MapCanvas, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._canvas = canvas
        self._picture: QPixmap | None = None
        self.pictures = 0
        """How often the small map was painted anew, for tests."""
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(_PAUSE)
        self._soon.timeout.connect(self.renew)
        self.setMinimumSize(80, 60)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.CrossCursor)
        canvas.moved.connect(self.update)
        canvas.renewed.connect(self.renew_soon)

    def renew(self) -> None:
        """Paint the small map anew when it is next seen."""
        self._soon.stop()
        self._picture = None
        self.update()

    def renew_soon(self) -> None:
        """Paint it anew after a while; many edits in a row cost one painting."""
        if not self._soon.isActive():
            self._soon.start()

    # Where what is

    @property
    def _paper(self) -> Box:
        return self._canvas.picture.bounds

    @property
    def scale(self) -> float:
        """Pixels of the panel a circumradius."""
        paper = self._paper
        return min(self.width() / paper.width, self.height() / paper.height)

    def _frame(self) -> QRectF:
        """Where the paper lies in the panel."""
        paper, scale = self._paper, self.scale
        wide, high = paper.width * scale, paper.height * scale
        return QRectF((self.width() - wide) / 2, (self.height() - high) / 2, wide, high)

    def point_of(self, x: float, y: float) -> QPointF:
        """Where a point of the map plane is in the panel."""
        frame, paper, scale = self._frame(), self._paper, self.scale
        return QPointF(frame.left() + (x - paper.left) * scale, frame.top() + (y - paper.top) * scale)

    def plane_point(self, at: QPointF) -> tuple[float, float]:
        """The point of the map plane under a point of the panel."""
        frame, paper, scale = self._frame(), self._paper, self.scale
        return paper.left + (at.x() - frame.left()) / scale, paper.top + (at.y() - frame.top()) / scale

    def view_frame(self) -> QRectF:
        """The part in view, in the panel; never too small to be seen."""
        view = self._canvas.view_box
        box = QRectF(self.point_of(view.left, view.top), self.point_of(view.right, view.bottom))
        box = box.intersected(self._frame())
        lacking = max(0.0, _SMALLEST_FRAME - box.width()) / 2, max(0.0, _SMALLEST_FRAME - box.height()) / 2
        return box.adjusted(-lacking[0], -lacking[1], lacking[0], lacking[1])

    # Painting

    @guarded_event
    def paintEvent(self, event: QPaintEvent) -> None:
        if self._picture is None:
            self._picture = self._painted()
        painter = QPainter(self)
        painter.drawPixmap(0, 0, self._picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_frame(painter)

    def _painted(self) -> QPixmap:
        self.pictures += 1
        ratio = self.devicePixelRatioF()
        pixmap = QPixmap(self.size() * ratio)
        pixmap.setDevicePixelRatio(ratio)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.setClipRect(self._frame())
        tiles = self._canvas.map_item.tiles
        for key in tiles.keys_in(self._paper, tiles.overview_scale):
            box = key.box
            spot = QRectF(self.point_of(box.left, box.top), self.point_of(box.right, box.bottom))
            painter.drawImage(spot, tiles.make(key))
        painter.end()
        return pixmap

    def _paint_frame(self, painter: QPainter) -> None:
        view, paper = self.view_frame(), self._frame()
        shade = QColor(0, 0, 0, 50)
        for part in (
            QRectF(paper.left(), paper.top(), paper.width(), view.top() - paper.top()),
            QRectF(paper.left(), view.bottom(), paper.width(), paper.bottom() - view.bottom()),
            QRectF(paper.left(), view.top(), view.left() - paper.left(), view.height()),
            QRectF(view.right(), view.top(), paper.right() - view.right(), view.height()),
        ):
            if part.width() > 0 and part.height() > 0:
                painter.fillRect(part, shade)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(255, 255, 255, 190), 2.6))
        painter.drawRect(view)
        painter.setPen(QPen(self.palette().color(QPalette.ColorRole.Highlight), 1.5))
        painter.drawRect(view)
        if self.hasFocus():
            painter.setPen(QPen(self.palette().color(QPalette.ColorRole.Highlight), 1, Qt.PenStyle.DotLine))
            painter.drawRect(paper.adjusted(0.5, 0.5, -0.5, -0.5))

    # Moving about

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.renew()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._go(event.position())
        event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._go(event.position())
        event.accept()

    def wheelEvent(self, event: QWheelEvent) -> None:
        turned = event.angleDelta().y()
        if turned:
            self._canvas.set_zoom(self._canvas.zoom * STEP ** (turned / 120))
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows and zoom keys do here what they do on the map."""
        self._canvas.keyPressEvent(event)

    def _go(self, at: QPointF) -> None:
        self._canvas.look_at_point(*self.plane_point(at))
