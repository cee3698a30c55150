"""Hands at a game: clicks, drags and keys on the real window, and for every action the gesture that it has."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from PySide6.QtCore import QPoint, QPointF, QSettings, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.modes import Mode
from app.play.desk import Desk
from app.play.table import GameTable
from app.window import MainWindow
from editor.documents.workbench import Ink, InkGroup
from engine.core.ids import Location, UnitId
from engine.core.records import Action
from engine.narration.menu_choices import at_place, in_place, must_answer, obvious, only_picks
from tests.app.walker import Walker
from tests.editor.canvas import mouse

_FAR = 400
"""Pixels over which nobody drags a counter."""


class Player(Walker):
    """Someone who plays."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self.submitted: list[Action] = []

    @property
    def desk(self) -> Desk:
        return self.window.play.desk

    @property
    def table(self) -> GameTable:
        table = self.window.play.table
        assert table is not None
        return table

    @property
    def refusal(self) -> str:
        return self.desk.scene.prompt.refusal

    def let_computer_decide(self) -> None:
        """One decision of the side whose computer decides at once."""
        table = self.table
        table.carry_out(table.minds.decide_at_once(table.menu.side))

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

    def counter(self, unit: str) -> QPoint | None:
        """A point of the view where a counter can be grabbed; None while others of its stack lie on it."""
        self.place(self.where(unit))
        box = self.window.canvas.counters.counter_box(unit)
        if box is None:
            return None
        for x, y in ((0.5, 0.5), (0.08, 0.92), (0.08, 0.08), (0.92, 0.92), (0.92, 0.08)):
            at = QPointF(box.left + box.width * x, box.top + box.height * y)
            point = self.window.canvas.mapFromScene(at)
            if self.viewport.rect().contains(point) and self.window.canvas.unit_at(point) == unit:
                return point
        return None

    def click_place(self, location: Location) -> None:
        mouse.click(self.viewport, self.place(location))

    def drag_unit(self, unit: str, location: Location) -> None:
        """Drag a counter to a place; what is not in view together is looked at from further away."""
        start, end = self.counter(unit), self._middle_of(location)
        while start is None or not self.viewport.rect().contains(end):
            zoom = self.window.canvas.zoom
            self.window.canvas.set_zoom(zoom * 0.8)
            assert self.window.canvas.zoom < zoom, f"{unit} can be grabbed and {location} is on the map"
            start, end = self.counter(unit), self._middle_of(location)
        mouse.drag(self.viewport, start, end)

    def _middle_of(self, location: Location) -> QPoint:
        point = self.window.canvas.point_of(self.table.board.key(location))
        assert point is not None, f"{location} is on the map"
        return point

    def find(self, action: Action) -> None:
        """Take an action from the panel with the keyboard."""
        panel = self.desk.scene.actions
        words = self.table.words.text(action)
        panel.search.setText(words)
        row = panel.row_of(action)
        assert row is not None, f"the panel finds {words}"
        panel.list.setCurrentItem(row)
        panel.list.setFocus()
        QTest.keyClick(panel.list, Qt.Key.Key_Return)

    def gesture(self, action: Action) -> str:
        """Carry an action out in the way the screen has for it, on the map where it can be; says which way it was."""
        desk = self.desk
        if action == obvious(self.table.menu):
            desk.keys.point_at("")
            self.key("Return")
            return "Enter"
        card = next((button for use, button in desk.scene.hand.buttons if use.action == action), None)
        if card is not None and action.cards():
            QTest.mouseClick(card, Qt.MouseButton.LeftButton)
            return "card"
        return self._on_the_map(action) or self._in_the_prompt(action) or self._in_the_panel(action)

    def _on_the_map(self, action: Action) -> str:
        """By clicks and drags, where the map has room for the action; nothing was done when the answer is empty."""
        menu, desk = self.table.menu, self.desk
        units, places = action.units(), action.locations()
        is_drawn = all(self.window.canvas.picture.place(self.table.board.key(each)) is not None for each in places)
        if len(units) > 1 or len(places) > 1 or not (units or places) or not is_drawn:
            return ""
        if units and self.window.canvas.counters.location_of(units[0]) is None:
            return ""
        if units and self.window.canvas.picture.place(self.table.board.key(self.where(units[0]))) is None:
            return ""
        if not units:
            desk.let_go()
            return self._choosing("place", action, places[0]) if action in at_place(menu, places[0], None) else ""
        unit = units[0]
        if places:
            return self._to_place(action, unit, places[0])
        if only_picks(menu, unit) == action or must_answer(menu):
            point = self.counter(unit)
            if point is None:
                return ""
            desk.let_go()
            mouse.click(self.viewport, point)
            return self._settled("click", action)
        return self._choosing("double click", action, self.where(unit), twice=unit) if in_place(menu, unit) else ""

    def _to_place(self, action: Action, unit: UnitId, to: Location) -> str:
        """By a drag; where the way is far or something lies on the counter, by choosing it and a click."""
        menu = self.table.menu
        if self.where(unit) == to or action not in at_place(menu, to, unit) or only_picks(menu, unit) is not None:
            return ""
        point = self.counter(unit)
        far = (self._middle_of(to) - point).manhattanLength() if point is not None else 0
        if point is not None and far < _FAR:
            self.drag_unit(unit, to)
            return self._settled("drag", action)
        self.desk.choose_unit(unit)
        return self._choosing("unit to place", action, to)

    def _choosing(self, way: str, action: Action, at: Location, *, twice: str = "") -> str:
        """Click a place, or a counter twice, and of several things choose one by its number."""
        if not twice:
            mouse.click(self.viewport, self.place(at))
        else:
            point = self.counter(twice)
            if point is None:
                return ""
            mouse.double_click(self.viewport, point)
        return self._settled(way, action)

    def _settled(self, way: str, action: Action) -> str:
        """Where a menu came up, take the action from it with the keyboard; where dice are asked about, throw them."""
        menu = self.desk.asking.menu
        if menu is None or not menu.isVisible():
            return self._thrown(way)
        words = self.table.words.text(action)
        entries = [
            entry for entry in menu.actions() if entry.text().partition("  ")[2] == words or entry.text() == words
        ]
        assert entries, f"the menu has {words}"
        number = entries[0].text()[1:2] if entries[0].text().startswith("&") else ""
        if number:
            QTest.keyClick(menu, Qt.Key(Qt.Key.Key_0 + int(number)))
        else:
            menu.setActiveAction(entries[0])
            QTest.keyClick(menu, Qt.Key.Key_Return)
        return self._thrown(f"{way}, menu")

    def _thrown(self, way: str) -> str:
        """Dice wait for Enter after a gesture on the map."""
        if self.desk.question.action is None:
            return way
        self.key("Return")
        return f"{way}, Enter"

    def _in_the_prompt(self, action: Action) -> str:
        words = self.table.words.text(action, self.table.menu.prompt.key)
        for number, button in enumerate(self.desk.scene.prompt.buttons, start=1):
            if button.accessibleName() == words and not (action.units() or action.locations() or action.cards()):
                self.window.canvas.setFocus()
                self.key(str(number))
                return "button"
        return ""

    def _in_the_panel(self, action: Action) -> str:
        self.find(action)
        return "panel"

    def follow(self, script: str) -> Counter[str]:
        """Make the decisions of a script, each a side and what it decides in words; gives the ways they were made."""
        ways: Counter[str] = Counter()
        for line in script.split("\n"):
            if not line.strip():
                continue
            side, words = line.split(maxsplit=1)
            menu = self.table.menu
            assert menu.side == side, f"{line}: {menu.side} is asked {self.table.say(menu.prompt)}"
            action = next((each for each in menu if self.table.words.text(each) == words), None)
            assert action is not None, f"{line}: not in the menu; {self.table.say(menu.prompt)}"
            before = len(self.table.session.log)
            way = self.gesture(action)
            made = [played.action for played in self.table.session.log[before:]]
            assert made == [action], f"{line}: {way} made {made}; {self.refusal}"
            ways[way] += 1
        return ways

    def paint(self, terrain: str, label: str) -> None:
        """Paint one hex in the editor."""
        self.window.bench.set_ink(Ink(InkGroup.TERRAIN, terrain))
        self.tool("terrain-brush")
        self.click(self.hex(label))

    def begin(self, scenario: str) -> None:
        """Open an example and press the one key."""
        assert self.window.open(scenario)
        self.key("F5")
        QApplication.processEvents()


def take_up_again(window: MainWindow, file: Path, settings: QSettings, qtbot: QtBot) -> Player:
    """Close the window, and take up the game of a file in another one, as on the next day."""
    window.leaving.leave()
    again = MainWindow(settings, file.parent / "recovery")
    qtbot.addWidget(again)
    again.show()
    assert again.open(file)
    assert again.mode is Mode.PLAY, "a file that was left at a game opens at the game"
    return Player(again)
