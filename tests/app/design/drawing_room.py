"""Hands in the designer: the window with a scenario open, units dropped on its map and keys struck over it."""

from __future__ import annotations

from typing import TypeVar

from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from app.modes import Mode
from app.window import MainWindow
from editor.documents.design_bench import DesignBench
from editor.model.design.design import Design
from editor.panels.design.design_panel import DesignPanel
from tests.editor.canvas import mouse

P = TypeVar("P", bound=DesignPanel)


def drop(widget: QWidget, data: QMimeData, at: QPoint) -> bool:
    """Drag something over a widget and let it fall there; whether it was taken."""
    how = (Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
    QApplication.sendEvent(widget, QDragEnterEvent(at, *how))
    QApplication.sendEvent(widget, QDragMoveEvent(at, *how))
    falls = QDropEvent(QPointF(at), *how)
    QApplication.sendEvent(widget, falls)
    return falls.isAccepted()


class DrawingRoom:
    """The designer on the screen."""

    def __init__(self, window: MainWindow, scenario: str = "") -> None:
        self.window = window
        if scenario:
            window.open(scenario)
            window.set_mode(Mode.DESIGN)
            window.canvas.fit()
            QApplication.processEvents()

    @property
    def desk(self) -> DesignBench:
        return self.window.designer.desk

    @property
    def design(self) -> Design:
        found = self.desk.design
        assert found is not None
        return found

    def panel(self, kind: type[P]) -> P:
        """A panel, brought to the front."""
        self.window.docks.show_panel(kind.name)
        found = self.window.docks.panels[kind.name]
        assert isinstance(found, kind)
        return found

    @property
    def entries(self) -> int:
        """How many entries the history has."""
        document = self.window.bench.document
        assert document is not None
        return document.undo_stack.index()

    def undo(self) -> None:
        self.window.menus.edit.undo.trigger()

    # The map

    @property
    def map(self) -> QWidget:
        return self.window.canvas.viewport()

    def key_of(self, label: str) -> str:
        found = self.design.places.key(label)
        assert found is not None, label
        return found

    def point(self, label: str) -> QPoint:
        """The middle of a place in the view."""
        key = self.key_of(label)
        found = self.window.canvas.point_of(key)
        assert found is not None
        if not self.map.rect().adjusted(4, 4, -4, -4).contains(found):
            self.window.canvas.look_at(key)
            found = self.window.canvas.point_of(key)
            assert found is not None
        return found

    def drop(self, data: QMimeData, label: str) -> bool:
        """Drop something on a place."""
        return drop(self.map, data, self.point(label))

    def stroke(self, *labels: str, button: Qt.MouseButton = mouse.LEFT) -> None:
        """Press at the first place, go over the others and let go at the last."""
        points = [self.point(label) for label in labels]
        mouse.press(self.map, points[0], button)
        for each in points[1:]:
            mouse.move(self.map, each, button)
        mouse.release(self.map, points[-1], button)

    def press(self, key: Qt.Key) -> None:
        """Strike a key over the map."""
        QTest.keyClick(self.window.canvas, key)

    def settle(self) -> None:
        """Let the counters be drawn where they are now."""
        self.window.designer.renew()
        QApplication.processEvents()

    def at(self, unit: str) -> str | None:
        """Where a unit is set up."""
        placed = self.design.placements.get(unit)
        return placed.at if placed is not None else None

    def free_hexes(self) -> list[str]:
        """Hexes where nobody is set up."""
        taken = {placed.at for placed in self.design.placements.values()}
        return [label for label in self.design.places.names() if label.isdecimal() and label not in taken]
