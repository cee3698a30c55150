"""Someone at the window: clicks hexes by their numbers, corners and plain points, strikes keys, fills dialogs in.

Everything goes through events that the real widgets receive. The manual's walk is carried out by the same hands.
"""

from __future__ import annotations

import itertools
from pathlib import Path

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QLineEdit, QWidget

from app.dialogs.new_map import NewMapDialog
from app.window import MainWindow
from editor.documents.map_document import MapDocument
from editor.export.options import ExportOptions
from editor.export.png import export_png
from editor.export.svg import export_svg
from engine.core.boards.hexes import HexGrid
from engine.definitions.maps.map_writing import model_of
from engine.definitions.plan import Cell, MapPlan, SheetPlan
from tests.editor.canvas import mouse

HELD = Qt.MouseButton.LeftButton


class Walker:
    """Hands and eyes."""

    def __init__(self, window: MainWindow) -> None:
        self.window = window

    # Looking

    @property
    def document(self) -> MapDocument:
        document = self.window.bench.document
        assert document is not None, "there is a map to edit"
        return document

    @property
    def plan(self) -> MapPlan:
        return self.document.plan

    @property
    def viewport(self) -> QWidget:
        return self.window.canvas.viewport()

    def cell(self, label: str) -> Cell:
        """The hex in which this is printed."""
        for sheet in self.plan.sheets.values():
            found = sheet.labels.parse(sheet.grid, label, sheet.extent)
            if found is not None and found in sheet.extent:
                return Cell(sheet.id, *found)
        raise AssertionError(f"no hex has the number {label}")

    def sheet(self, cell: Cell) -> SheetPlan:
        return self.plan.sheets[cell.sheet]

    def terrain(self, label: str) -> str | None:
        return self.plan.terrain_at(self.cell(label))

    def text(self) -> str:
        """The map as it would be written."""
        return model_of(self.plan).model_dump_json()

    def exports(self, folder: Path) -> dict[str, bytes]:
        """Everything that is written out of the open file: its text, and the map as a picture and as a drawing."""
        folder.mkdir()
        assert self.window.menus.file.export_text_into(folder / "text")
        palette = self.window.bench.palette
        export_png(self.plan, palette, folder / "map.png", ExportOptions(width=1400))
        export_svg(self.plan, palette, folder / "map.svg", ExportOptions())
        files = sorted(path for path in folder.rglob("*") if path.is_file())
        return {str(path.relative_to(folder)): path.read_bytes() for path in files}

    # Points of the view

    def hex(self, label: str) -> QPoint:
        """The middle of a hex, brought into view."""
        key = self.cell(label).key
        point = self.window.canvas.point_of(key)
        assert point is not None
        if not self.viewport.rect().adjusted(4, 4, -4, -4).contains(point):
            self.window.canvas.look_at(key)
            point = self.window.canvas.point_of(key)
            assert point is not None
        return point

    def corner(self, label: str, number: int) -> QPoint:
        """A corner of a hex: number i is where hexside i begins."""
        cell = self.cell(label)
        sheet = self.sheet(cell)
        self.hex(label)
        place = self.window.canvas.picture.place(cell.key)
        assert place is not None
        x, y = HexGrid.corners(sheet.grid, 0, 0)[number]
        a, b = HexGrid.centre(sheet.grid, 0, 0)
        at = QPointF(place.x + (x - a) * sheet.scale, place.y + (y - b) * sheet.scale)
        return self.window.canvas.mapFromScene(at)

    def point(self, x: float, y: float) -> QPoint:
        """A point of the map plane."""
        return self.window.canvas.mapFromScene(QPointF(x, y))

    # Mouse

    def click(self, at: QPoint) -> None:
        mouse.move(self.viewport, at)
        mouse.click(self.viewport, at)

    def stroke(self, *points: QPoint) -> None:
        """Press at the first point and let go at the last."""
        mouse.move(self.viewport, points[0])
        mouse.press(self.viewport, points[0])
        for one, two in itertools.pairwise(points):
            for step in range(1, 5):
                mouse.move(self.viewport, one + (two - one) * step / 4, HELD)
        mouse.release(self.viewport, points[-1])

    # Keys and menus

    def key(self, keys: str, widget: QWidget | None = None) -> None:
        """Strike keys, such as `Ctrl+Z` or `B`."""
        target = widget if widget is not None else self.window.canvas
        window = target.window()
        window.activateWindow()
        QTest.qWaitForWindowActive(window)
        combination = QKeySequence(keys)[0]
        QTest.keyClick(target, combination.key(), combination.keyboardModifiers())

    def write(self, field: QWidget, text: str) -> None:
        """Type over what a field holds."""
        field.setFocus()
        if isinstance(field, QLineEdit):
            field.selectAll()
        QTest.keyClicks(field, text)

    def tool(self, name: str) -> None:
        """Take a tool by its key."""
        action = self.window.menus.tools.actions[name]
        self.window.canvas.setFocus()
        self.key(action.shortcut().toString())
        assert self.window.bench.tool == name, f"the key {action.shortcut().toString()} takes {name}"

    def action(self, text: str) -> QAction:
        """An entry by its words."""
        for found in self.window.findChildren(QAction):
            if found.text().replace("&", "").rstrip(".") == text.rstrip("."):
                return found
        raise AssertionError(f"no entry is called {text}")

    def dialog(self) -> QDialog:
        """The dialog that is open."""
        QApplication.processEvents()
        found = [widget for widget in self.window.findChildren(QDialog) if widget.isVisible()]
        assert found, "a dialog is open"
        return found[-1]

    # What is done often

    def new_map(self, title: str, *, grid: str = "flat", columns: int = 20, rows: int = 16) -> None:
        """A new map by the wizard, with the keyboard."""
        self.key("Ctrl+N")
        dialog = self.dialog()
        assert isinstance(dialog, NewMapDialog)
        self.write(dialog.title_field, title)
        dialog.grids[grid].setChecked(True)
        for field, value in ((dialog.columns, columns), (dialog.rows, rows)):
            if field.isEnabled():
                field.setFocus()
                field.selectAll()
                QTest.keyClicks(field, str(value))
        QTest.keyClick(dialog.title_field, Qt.Key.Key_Return)
        QApplication.processEvents()

    def river(self, *corners: tuple[str, int]) -> None:
        """A chain of hexsides from corner to corner, ended with Enter."""
        self.tool("hexside-path")
        for corner in corners:
            self.click(self.corner(*corner))
        self.key("Return")

    def line(self, *labels: str) -> None:
        """A rail or road from hex to hex, ended with Enter."""
        self.tool("line")
        for label in labels:
            self.click(self.hex(label))
        self.key("Return")
