"""Looking about on a map: zoom, pan, keys and gestures, whatever the map shows.

The wheel zooms about the pointer, with Shift or sideways it moves the map (`wheel.py`); so do the middle button, the
space bar or a drag from where nothing can be grabbed; + and - zoom, 0 shows all of it, the arrows move. The unit of
the scene is a hex circumradius; the view never shows more than a little table around the paper. A target, such as the
tools of the editor, is offered the mouse and the keys first; moving about with the middle button or the space bar is
never its business.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QNativeGestureEvent,
    QPainter,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QGestureEvent,
    QGraphicsView,
    QPinchGesture,
    QWidget,
)

from editor.canvas.paint_guard import MapScene
from editor.canvas.scroll_bar import MapScrollBar
from editor.canvas.tiles.tile_cache import FULL_SIZE
from editor.canvas.wheel import read_wheel
from editor.geometry.lattice import Box

STEP = 2.0**0.25
"""What one notch of the wheel multiplies the zoom by."""
LARGEST = 4.0
_AIR = 0.4
"""Table shown around the paper at most, in circumradii."""
_TRIES = 3
"""A view without scroll bars stands on whole pixels, a pixel beside where it was wanted at times."""
_HAIR = 0.01
"""Pixels by which what is seen is smaller than the view, lest a rounding bring scroll bars."""
_ARROWS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}


@dataclass(frozen=True, slots=True)
class ViewLook:
    """How large and where a plane is looked at; no zoom is all of it."""

    zoom: float | None
    centre: tuple[float, float]


class EventTarget(Protocol):
    """Whoever is offered events before the view; each answers whether it took the event."""

    def mouse_pressed(self, event: QMouseEvent) -> bool: ...

    def mouse_moved(self, event: QMouseEvent) -> bool: ...

    def mouse_released(self, event: QMouseEvent) -> bool: ...

    def mouse_double_clicked(self, event: QMouseEvent) -> bool: ...

    def mouse_left(self) -> None: ...

    def key_pressed(self, event: QKeyEvent) -> bool: ...

    def key_released(self, event: QKeyEvent) -> bool: ...


class DropTarget(Protocol):
    """Whoever takes what is dragged onto the map from elsewhere."""

    def is_wanted(self, data: QMimeData) -> bool: ...

    def can_take(self, data: QMimeData, at: QPoint) -> bool: ...

    def drop(self, data: QMimeData, at: QPoint) -> bool: ...

    def drag_left(self) -> None: ...


class MapView(QGraphicsView):
    """A view of a plane; what lies on it is added by whoever derives from it."""

    zoomed = Signal(float)
    """The zoom is another; 1 is a hundred per cent."""
    menu_wanted = Signal(QPoint)
    """A point of the view was clicked with the right button, or the menu key was pressed over it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._paper = Box(0, 0, 1, 1)
        self._air = _AIR
        self._fits = True
        self._window = QSize()
        """The size of the whole widget when its inside was last resized."""
        self.room: QWidget | None = None
        """What the view shares with bars above and below it; as long as it keeps its size, the map holds still."""
        self._room_size = QSize()
        self._corner = QPoint()
        """Where in the room the view stood then."""
        self._pressed: QPoint | None = None
        self._menu_is_taken = False
        """Whether the target made something of the right button itself."""
        self._drags_from: QPoint | None = None
        self._drags_with = Qt.MouseButton.NoButton
        self._space_held = False
        self._resting_cursor: Qt.CursorShape | None = None
        self.event_target: EventTarget | None = None
        self.drop_target: DropTarget | None = None
        scene = MapScene(self)
        scene.setItemIndexMethod(MapScene.ItemIndexMethod.NoIndex)
        self.setScene(scene)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBar(MapScrollBar(Qt.Orientation.Horizontal))
        self.setVerticalScrollBar(MapScrollBar(Qt.Orientation.Vertical))
        self.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.MinimalViewportUpdate)
        self.setOptimizationFlag(QGraphicsView.OptimizationFlag.DontAdjustForAntialiasing)
        self.setTransformationAnchor(QGraphicsView.ViewportAnchor.NoAnchor)
        self.setResizeAnchor(QGraphicsView.ViewportAnchor.NoAnchor)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAcceptDrops(True)
        self.viewport().setMouseTracking(True)
        self.viewport().grabGesture(Qt.GestureType.PinchGesture)

    def set_paper(self, paper: Box) -> None:
        """What there is to see; what is in view stays where it is, even if it lies beside the paper now."""
        view, room, scale = self.view_box, self.maximumViewportSize(), self.transform().m11()
        seen = Box(view.left, view.top, view.left + room.width() / scale, view.top + room.height() / scale)
        """What would be in view if there were no scroll bars, which may come or go with the paper."""
        self._paper = paper
        self._lay_scene(paper.grown(self._air).united(seen))
        drift = self.viewportTransform().map(QPointF(view.left, view.top))
        self._scroll(round(drift.x()), round(drift.y()))

    def _lay_scene(self, scene: Box) -> None:
        self.setSceneRect(QRectF(scene.left, scene.top, scene.width, scene.height))

    def _scroll(self, right: int, down: int) -> None:
        self.horizontalScrollBar().setValue(self.horizontalScrollBar().value() + right)
        self.verticalScrollBar().setValue(self.verticalScrollBar().value() + down)

    def set_air(self, air: float | None = None) -> None:
        """Show so much table around the paper, as where something is to be laid beside it; None is the usual."""
        air = _AIR if air is None else air
        if air != self._air:
            self._air = air
            self.set_paper(self._paper)
            if self._fits:
                self.fit()

    # What others may answer

    def can_grab(self, at: QPoint) -> bool:
        """Whether something stands at a point of the view that a drag would move instead of the map."""
        return False

    def click(self, at: QPoint) -> None:
        """A point of the view was clicked."""

    def hover(self, at: QPoint | None) -> None:
        """The pointer is over a point of the view, or has left it."""

    def view_moved(self) -> None:
        """Another part of the plane is in view."""

    # How it is seen

    def plane_point(self, point: QPoint | QPointF) -> QPointF:
        """The point of the plane under a point of the view."""
        inverse, _ = self.viewportTransform().inverted()
        return inverse.map(QPointF(point))

    @property
    def zoom(self) -> float:
        """1 at a hundred per cent."""
        return self.transform().m11() / FULL_SIZE

    @property
    def fit_zoom(self) -> float:
        """The zoom at which all of the map is seen."""
        around = self._paper.grown(self._air)
        view = self.maximumViewportSize()
        wide, high = max(1, view.width() - 2), max(1, view.height() - 2)
        return min(wide / around.width, high / around.height, LARGEST * FULL_SIZE) / FULL_SIZE

    def set_zoom(self, zoom: float, about: QPoint | QPointF | None = None) -> None:
        """Zoom so that the point of the map under `about` (the middle of the view) stays there."""
        self._stop_fitting()
        self._apply_zoom(zoom, about)

    def _apply_zoom(self, zoom: float, about: QPoint | QPointF | None) -> None:
        zoom = min(max(zoom, min(self.fit_zoom * 0.75, 1.0)), LARGEST)
        about = QPointF(self.viewport().rect().center()) if about is None else QPointF(about)
        under = self.plane_point(about)
        scale = zoom * FULL_SIZE
        self.resetTransform()
        self.scale(scale, scale)
        drift = self.viewportTransform().map(under) - about
        self._scroll(round(drift.x()), round(drift.y()))
        self.view_moved()
        self.zoomed.emit(self.zoom)

    def zoom_in(self) -> None:
        self.set_zoom(self.zoom * STEP)

    def zoom_out(self) -> None:
        self.set_zoom(self.zoom / STEP)

    def fit(self) -> None:
        """Show all of the map, and go on doing so when the window changes size."""
        self._lay_scene(self._paper.grown(self._air))
        self._apply_zoom(self.fit_zoom, None)
        paper = self._paper
        self.centerOn((paper.left + paper.right) / 2, (paper.top + paper.bottom) / 2)
        self._fits = True

    def look_at_point(self, x: float, y: float) -> None:
        """Bring a point of the plane to the middle of the view."""
        self._stop_fitting()
        self.centerOn(x, y)
        self.view_moved()

    def look(self) -> ViewLook:
        """What is looked at, for another view of the same plane."""
        box = self.view_box
        return ViewLook(None if self._fits else self.zoom, ((box.left + box.right) / 2, (box.top + box.bottom) / 2))

    def look_again(self, look: ViewLook) -> None:
        """Look at what another view showed."""
        if look.zoom is None:
            self.fit()
            return
        self.set_zoom(look.zoom)
        self.look_at_point(*look.centre)

    def move_by(self, right: int, down: int) -> None:
        """Move the view over the map, in pixels."""
        self._stop_fitting()
        self._scroll(right, down)

    @property
    def view_box(self) -> Box:
        """The part of the map plane in view."""
        view = self.viewport().rect()
        one, two = self.plane_point(view.topLeft()), self.plane_point(QPoint(view.right() + 1, view.bottom() + 1))
        return Box(one.x(), one.y(), two.x(), two.y())

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        super().scrollContentsBy(dx, dy)
        self.view_moved()

    def resizeEvent(self, event: QResizeEvent) -> None:
        # With the same size only scroll bars came or went: what is in view stays where it is.
        has_only_bars = self._window == self.size()
        self._window = self.size()
        old = event.oldSize()
        middle = self.plane_point(QPointF(old.width() / 2, old.height() / 2))
        drift = self.mapTo(self.room, QPoint()) - self._corner if self.room is not None else QPoint()
        corner = self.plane_point(drift)
        super().resizeEvent(event)
        if has_only_bars:
            pass
        elif self._shares_room(old):
            self._hold_still(corner)
        elif self._fits:
            self.fit()
        else:
            self.centerOn(middle)
        if self.room is not None:
            self._room_size, self._corner = self.room.size(), self.mapTo(self.room, QPoint())
        self.view_moved()

    def _shares_room(self, old: QSize) -> bool:
        """Whether a bar beside the view came, went or changed its height, and nothing else."""
        room = self.room
        return room is not None and old.isValid() and self._room_size == room.size() and self._room_size.isValid()

    def _hold_still(self, corner: QPointF) -> None:
        """Keep every place of the map where it is on the screen: this one is at the corner of the view now.

        A map that was shown whole gets no scroll bars for the few pixels that a bar covers.
        """
        scale, size = self.transform().m11(), self.maximumViewportSize()
        wide, high = (size.width() - _HAIR) / scale, (size.height() - _HAIR) / scale
        at = QPointF(corner)
        for _ in range(_TRIES):
            seen = Box(at.x(), at.y(), at.x() + wide, at.y() + high)
            self._lay_scene(seen if self._fits else self._paper.grown(self._air).united(seen))
            drift = self.viewportTransform().map(corner)
            self._scroll(round(drift.x()), round(drift.y()))
            drift = self.viewportTransform().map(corner)
            if drift.manhattanLength() < 1:
                break
            at += drift / scale

    def _stop_fitting(self) -> None:
        """From now on a person decides what is seen, and all of the plane can be gone to."""
        if self._fits:
            self._fits = False
            self.set_paper(self._paper)

    # Mouse and keys

    def wheelEvent(self, event: QWheelEvent) -> None:
        turn = read_wheel(event)
        if turn.pan is not None:
            self.move_by(turn.pan.x(), turn.pan.y())
        elif turn.notches:
            self.set_zoom(self.zoom * STEP**turn.notches, event.position())
        event.accept()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        at = event.position().toPoint()
        self._menu_is_taken = False
        if event.button() == Qt.MouseButton.MiddleButton or (
            event.button() == Qt.MouseButton.LeftButton and self._space_held
        ):
            self._start_drag(at, event.button())
        elif self.event_target is not None and self.event_target.mouse_pressed(event):
            self._menu_is_taken = event.button() == Qt.MouseButton.RightButton
        elif event.button() == Qt.MouseButton.LeftButton:
            self._pressed = at
        event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        at = event.position().toPoint()
        if self._drags_from is not None:
            self.move_by(self._drags_from.x() - at.x(), self._drags_from.y() - at.y())
            self._drags_from = at
        elif self.event_target is not None and self.event_target.mouse_moved(event):
            self.hover(at)
        elif self._pressed is not None:
            far = (at - self._pressed).manhattanLength() >= QApplication.startDragDistance()
            if far and not self.can_grab(self._pressed):
                start = self._pressed
                self._pressed = None
                self._start_drag(start, Qt.MouseButton.LeftButton)
                self.mouseMoveEvent(event)
        else:
            self.hover(at)
        event.accept()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._drags_from is not None and event.button() == self._drags_with:
            self._drags_from = None
            self._show_cursor()
        elif self.event_target is not None and self.event_target.mouse_released(event):
            pass
        elif self._pressed is not None and event.button() == Qt.MouseButton.LeftButton:
            self.click(self._pressed)
            self._pressed = None
        event.accept()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        pans = self._space_held or event.button() == Qt.MouseButton.MiddleButton
        if pans or self.event_target is None or not self.event_target.mouse_double_clicked(event):
            self.mousePressEvent(event)
        event.accept()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        if event.reason() is QContextMenuEvent.Reason.Keyboard or not self._menu_is_taken:
            self.menu_wanted.emit(event.pos())
        event.accept()

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.hover(None)
        if self.event_target is not None:
            self.event_target.mouse_left()

    def event(self, event: QEvent) -> bool:
        """Offer Tab to the target as well, which otherwise goes from widget to widget before it is a key."""
        is_tab = isinstance(event, QKeyEvent) and event.key() in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab)
        if is_tab and event.type() == QEvent.Type.KeyPress and self.event_target is not None:
            assert isinstance(event, QKeyEvent)
            if self.event_target.key_pressed(event):
                event.accept()
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if self.event_target is not None and self.event_target.key_pressed(event):
            pass
        elif key in _ARROWS:
            right, down = _ARROWS[key]
            view = self.viewport().rect()
            self.move_by(right * view.width() // 8, down * view.height() // 8)
        elif key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal):
            self.zoom_in()
        elif key == Qt.Key.Key_Minus:
            self.zoom_out()
        elif key == Qt.Key.Key_0:
            self.fit()
        elif key == Qt.Key.Key_Space:
            self._space_held = True
            self._show_cursor()
        else:
            super().keyPressEvent(event)
            return
        event.accept()

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Space and not event.isAutoRepeat():
            self._space_held = False
            self._show_cursor()
            return
        if self.event_target is not None and self.event_target.key_released(event):
            return
        super().keyReleaseEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._space_held = False
        self._show_cursor()

    def viewportEvent(self, event: QEvent) -> bool:
        if isinstance(event, QGestureEvent):
            pinch = event.gesture(Qt.GestureType.PinchGesture)
            if isinstance(pinch, QPinchGesture):
                middle = self.viewport().mapFromGlobal(pinch.centerPoint().toPoint())
                self.set_zoom(self.zoom * pinch.scaleFactor(), middle)
                return True
        if isinstance(event, QNativeGestureEvent) and event.gestureType() == Qt.NativeGestureType.ZoomNativeGesture:
            self.set_zoom(self.zoom * (1 + event.value()), event.position())
            return True
        return super().viewportEvent(event)

    # What is dragged here from elsewhere

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """What is wanted is let in wherever it enters; Qt asks no more of a widget that has refused at its edge."""
        if self.drop_target is not None and self.drop_target.is_wanted(event.mimeData()):
            event.setDropAction(Qt.DropAction.CopyAction)
            event.accept()
        else:
            event.ignore()

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        at, target = event.position().toPoint(), self.drop_target
        if target is not None and target.can_take(event.mimeData(), at):
            event.setDropAction(Qt.DropAction.CopyAction)
            event.accept()
        else:
            event.ignore()

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        if self.drop_target is not None:
            self.drop_target.drag_left()
        event.accept()

    def dropEvent(self, event: QDropEvent) -> None:
        if self.drop_target is not None and self.drop_target.drop(event.mimeData(), event.position().toPoint()):
            event.setDropAction(Qt.DropAction.CopyAction)
            event.accept()
        else:
            event.ignore()

    def set_resting_cursor(self, shape: Qt.CursorShape | None) -> None:
        """The cursor while nothing is being moved: that of the tool in hand, or the usual one."""
        self._resting_cursor = shape
        self._show_cursor()

    def _start_drag(self, at: QPoint, button: Qt.MouseButton) -> None:
        self._pressed = None
        self._drags_from, self._drags_with = at, button
        self._show_cursor()

    def _show_cursor(self) -> None:
        if self._drags_from is not None:
            self.viewport().setCursor(Qt.CursorShape.ClosedHandCursor)
        elif self._space_held:
            self.viewport().setCursor(Qt.CursorShape.OpenHandCursor)
        elif self._resting_cursor is not None:
            self.viewport().setCursor(self._resting_cursor)
        else:
            self.viewport().unsetCursor()
