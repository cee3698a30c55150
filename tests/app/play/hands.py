"""Hands at a game: clicks, drags and keys on the real window, and for every action the gesture that it has."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from app.play.choices import at_place, in_place, only_picks
from app.play.desk import Desk
from app.play.table import Table
from app.window import MainWindow
from engine.core.ids import Location, UnitId
from engine.core.records import Action
from tests.app.walker import Walker
from tests.editor.canvas import mouse


class Player(Walker):
    """Someone who plays."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self.submitted: list[Action] = []

    @property
    def desk(self) -> Desk:
        return self.window.play.desk

    @property
    def table(self) -> Table:
        table = self.window.play.table
        assert table is not None
        return table

    @property
    def refusal(self) -> str:
        return self.desk.prompt.refusal

    def place(self, location: Location) -> QPoint:
        """The middle of a place, in view and beside nothing else."""
        key = self.table.board.key(location)
        point = self.window.canvas.point_of(key)
        assert point is not None, f"{key} is on the map"
        if not self.viewport.rect().adjusted(6, 6, -6, -6).contains(point):
            self.window.canvas.look_at(key)
            point = self.window.canvas.point_of(key)
        assert point is not None
        return point

    def label(self, label: str) -> Location:
        return self.table.board.at(label)

    def where(self, unit: str) -> Location:
        return self.table.session.state.unit(UnitId(unit)).at

    def click_unit(self, unit: str) -> None:
        """Choose a unit on the map, going through its stack."""
        self.desk.let_go()
        at = self.place(self.where(unit))
        for _ in range(12):
            if self.desk.unit == unit:
                return
            mouse.click(self.viewport, at)
        raise AssertionError(f"{unit} could not be chosen, {self.desk.unit or 'nobody'} is")

    def click_place(self, location: Location) -> None:
        mouse.click(self.viewport, self.place(location))

    def drag_unit(self, unit: str, location: Location) -> None:
        self.place(self.where(unit))
        end = self.window.canvas.point_of(self.table.board.key(location))
        assert end is not None
        mouse.drag(self.viewport, self.place(self.where(unit)), end)

    def find(self, action: Action) -> None:
        """Take an action from the panel with the keyboard."""
        panel = self.desk.actions
        words = self.table.words.text(action)
        panel.search.setText(words)
        row = panel.row_of(action)
        assert row is not None, f"the panel finds {words}"
        panel.list.setCurrentItem(row)
        panel.list.setFocus()
        QTest.keyClick(panel.list, Qt.Key.Key_Return)

    def gesture(self, action: Action) -> str:
        """Carry an action out in the way the screen has for it, on the map where it can be; says which way it was."""
        menu, desk = self.table.menu, self.desk
        if action == menu.default:
            QTest.mouseClick(desk.prompt.default, Qt.MouseButton.LeftButton)
            return "default"
        card = next((button for use, button in desk.hand.buttons if use.action == action), None)
        if card is not None and action.cards():
            card.click()
            return "card"
        units, places = action.units(), action.locations()
        drawn = [each for each in places if self.window.canvas.picture.place(self.table.board.key(each)) is not None]
        if len(units) == 1 and len(drawn) == 1 == len(places) and at_place(menu, drawn[0], units[0]) == (action,):
            desk.choose_unit(units[0])
            if self.where(units[0]) != drawn[0]:
                self.click_place(drawn[0])
                return "unit to place"
        if not units and len(drawn) == 1 == len(places) and at_place(menu, drawn[0], None) == (action,):
            desk.let_go()
            self.click_place(drawn[0])
            return "place"
        if len(units) == 1 and not places and only_picks(menu, units[0]) == action:
            desk.choose_unit(units[0])
            return "pick"
        if len(units) == 1 and not places and in_place(menu, units[0]) == (action,):
            desk.double_click(self.table.board.key(self.where(units[0])), units[0])
            return "double click"
        words = self.table.words.text(action)
        for button in desk.prompt.buttons:
            if button.text() == words:
                button.click()
                return "button"
        self.find(action)
        return "panel"

    def begin(self, scenario: str) -> None:
        """Open an example and press the one key."""
        assert self.window.open(scenario)
        self.key("F5")
        QApplication.processEvents()


def widget_of(window: MainWindow, kind: type[QWidget]) -> QWidget:
    """The open dialog of a sort."""
    found = [each for each in window.findChildren(kind) if each.isVisible()]
    assert found
    return found[-1]
