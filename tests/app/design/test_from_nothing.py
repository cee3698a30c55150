"""From an empty window to a played turn, for a map of hexes and for one of spaces: with mouse, keys and drops alone.

A map is made, a scenario begun on it, armies raised in formations, set up and scheduled, an objective painted, a combat
table changed; random games are played, then one by hand; and what is shared comes back to the byte.
"""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QModelIndex, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractItemView, QApplication, QFileDialog, QLineEdit, QMessageBox
from pytestqt.qtbot import QtBot

from app.design.scenario_dialogs import NewScenarioDialog
from app.dialogs.new_map import NewMapDialog
from app.modes import Mode
from app.play.panels.actions_panel import ActionsPanel
from app.window import MainWindow
from editor.model.design.units.unit_fields import Field
from editor.panels.design.charts_panel import ChartsPanel
from editor.panels.design.playable_panel import PlayablePanel
from editor.panels.design.units.force_tree import FORMATION, SIDE, UNIT
from editor.panels.design.units.forces_panel import ForcesPanel
from editor.panels.design.units.unit_table_panel import UnitTablePanel
from editor.panels.design.victory_panel import VictoryPanel
from engine.core.actions import Done
from engine.core.records import Action
from engine.definitions.scenario import ScheduleKind
from engine.storage.exchange import export_folder
from tests.app.design.drawing_room import DrawingRoom
from tests.app.walker import Walker

MOST_DECISIONS = 4000


class Designer:
    """Someone who makes a scenario from nothing."""

    def __init__(self, window: MainWindow, qtbot: QtBot) -> None:
        self.window = window
        self.qtbot = qtbot
        self.hands = Walker(window)
        self.room = DrawingRoom(window)

    # The map and the scenario

    def new_map(self, title: str, game: str, *, grid: str, columns: int = 15, rows: int = 12) -> None:
        self.hands.key("Ctrl+N")
        dialog = self.hands.dialog()
        assert isinstance(dialog, NewMapDialog)
        self.hands.write(dialog.title_field, title)
        dialog.grids[grid].click()
        dialog.game.setCurrentIndex(dialog.game.findData(game))
        for field, value in ((dialog.columns, columns), (dialog.rows, rows)):
            if field.isEnabled():
                field.setFocus()
                field.selectAll()
                QTest.keyClicks(field, str(value))
        QTest.keyClick(dialog.title_field, Qt.Key.Key_Return)
        QApplication.processEvents()

    def new_scenario(self, title: str, last: int) -> None:
        self.hands.key("Ctrl+Alt+W")
        dialog = self.hands.dialog()
        assert isinstance(dialog, NewScenarioDialog)
        self.hands.write(dialog.title, title)
        dialog.last.setValue(dialog.first.value() + last - 1)
        QTest.keyClick(dialog.title, Qt.Key.Key_Return)
        self.qtbot.waitUntil(lambda: self.window.designer.desk.scenario is not None)
        assert self.window.mode is Mode.DESIGN
        self.window.canvas.fit()
        QApplication.processEvents()

    # The armies

    def raise_army(self, side: str, name: str, kind: str, pattern: str, count: int) -> list[str]:
        """A formation of a side with a numbered series of units in it; gives their ids."""
        panel = self.room.panel(ForcesPanel)
        panel.tree.setCurrentItem(panel.tree.items[SIDE, side])
        panel.tree.setFocus()
        known = set(self.room.design.formations)
        QTest.keyClick(panel.tree, Qt.Key.Key_Insert, Qt.KeyboardModifier.ShiftModifier)
        self._type(panel.tree, name)
        made = next(each for each in self.room.design.formations if each not in known)
        panel.tree.setCurrentItem(panel.tree.items[FORMATION, made])
        before = set(self.room.design.units)
        dialog = panel.ask_series()
        assert dialog is not None
        dialog.kind.setCurrentIndex(dialog.kind.findData(kind))
        assert dialog.kind.currentData() == kind
        dialog.numbered.setChecked(True)
        self.hands.write(dialog.pattern, pattern)
        dialog.first.setValue(1)
        dialog.last.setValue(count)
        QTest.mouseClick(dialog.go, Qt.MouseButton.LeftButton)
        QApplication.processEvents()
        units = [unit for unit in self.room.design.units if unit not in before]
        assert [self.room.design.units[unit].formation for unit in units] == [made] * count
        assert self.room.design.formations[made].name == name
        return units

    def _type(self, view: QAbstractItemView, text: str) -> None:
        """Type into the field that a view has opened."""
        line = view.findChild(QLineEdit)
        assert line is not None
        line.setText(text)
        QTest.keyClick(line, Qt.Key.Key_Return)
        QApplication.processEvents()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)

    def set_up(self, unit: str, label: str) -> None:
        """Drag a unit from the tree to the map."""
        tree = self.room.panel(ForcesPanel).tree
        assert self.room.drop(tree.mimeData([tree.items[UNIT, unit]]), label)
        assert self.room.at(unit) == label

    def schedule(self, unit: str, turn: int, label: str) -> None:
        """Write the turn and the place of an arrival into the table."""
        table = self.room.panel(UnitTablePanel)
        for column, text in ((Field.TURN, str(turn)), (Field.PLACE, label)):
            row = list(table.model.units).index(unit)
            index = table.model.index(row, table.model.columns.index(column))
            self._write(table.table, index, text)
        assert self.room.design.arrivals[unit] == turn

    def _write(self, view: QAbstractItemView, index: QModelIndex, text: str) -> None:
        view.setCurrentIndex(index)
        view.edit(index)
        line = view.viewport().findChild(QLineEdit)
        assert isinstance(line, QLineEdit)
        line.setText(text)
        QTest.keyClick(line, Qt.Key.Key_Return)
        QApplication.processEvents()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)

    def paint_objective(self, label: str, value: int, side: str) -> None:
        page = self.room.panel(VictoryPanel).objectives
        page.value.setValue(value)
        page.side.setCurrentIndex(page.side.findData(side))
        QTest.mouseClick(page.paint, Qt.MouseButton.LeftButton)
        self.room.stroke(label)
        QTest.mouseClick(page.paint, Qt.MouseButton.LeftButton)
        made = self.room.design.scenario.objectives[-1]
        assert (made.at, made.value, made.side) == (label, value, side)

    def change_table(self, name: str) -> None:
        """Write the result of the last row into the first cell of a combat table."""
        panel = self.room.panel(ChartsPanel)
        panel.show_chart("tables", name)
        last = panel.model.index(panel.model.rowCount() - 1, panel.model.columnCount() - 1)
        self._write(panel.grid, panel.model.index(0, 0), str(panel.model.data(last)))
        assert name in self.room.design.scenario.charts["tables"]  # type: ignore[operator]

    # Trying it

    def smoke_test(self, games: int = 2) -> None:
        panel = self.room.panel(PlayablePanel)
        self.qtbot.waitUntil(lambda: not panel.is_checking)
        assert "can be played" in panel.verdict.text(), [str(each.issue) for each in panel.findings]
        panel.smoke.games.setValue(games)
        with self.qtbot.waitSignal(panel.smoke.run.ended):
            QTest.mouseClick(panel.smoke.go, Qt.MouseButton.LeftButton)
        assert panel.smoke.run.report.games == games
        assert not panel.smoke.run.report.faults

    def play_a_turn(self) -> None:
        """F5, and decisions with the keyboard, from the list of actions, until the turn is over."""
        self.hands.key("F5")
        assert self.window.mode is Mode.PLAY
        table, desk = self.window.play.table, self.window.play.desk
        assert table is not None
        first = table.session.state.turn
        for _ in range(MOST_DECISIONS):
            if table.session.state.turn > first or table.session.state.outcome is not None:
                break
            menu = table.menu
            self._decide(desk.scene.actions, Done() if Done() in menu else menu.default or next(iter(menu)))
        assert table.session.state.turn > first
        self.hands.key("F5")
        assert self.window.mode is Mode.DESIGN

    def _decide(self, panel: ActionsPanel, action: Action) -> None:
        row = panel.row_of(action)
        assert row is not None, action
        panel.list.setCurrentItem(row)
        QTest.keyClick(panel.list, Qt.Key.Key_Return)

    def share_and_take_back(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """Share the scenario as a zip, open that, and find every document the same to the byte."""
        parcel = folder / "shared.zip"
        monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(parcel), ""))
        monkeypatch.setattr(QMessageBox, "question", lambda *_: QMessageBox.StandardButton.No)
        assert self.window.save_as(folder / "mine.redoubt")
        self.window.menus.file.share.trigger()
        assert parcel.exists()
        monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(parcel), ""))
        self.window.menus.file.sharing.ask_unpack()
        assert self.window.files.project is not None
        back = self.window.files.project.path
        assert back != folder / "mine.redoubt"
        self.window.files.close()
        assert texts(folder / "mine.redoubt", folder / "one") == texts(back, folder / "two")


def texts(file: Path, folder: Path) -> dict[str, bytes]:
    """The documents of a file as they are written; games in play are not part of a scenario."""
    export_folder(file, folder)
    found = {str(each.relative_to(folder)): each.read_bytes() for each in folder.rglob("*") if each.is_file()}
    return {name: data for name, data in found.items() if not Path(name).name.startswith(("game", "played"))}


@pytest.fixture
def designer(window: MainWindow, qtbot: QtBot) -> Designer:
    return Designer(window, qtbot)


def test_red_star_rising_on_hexes(designer: Designer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    designer.new_map("The Bend", "red-star-rising", grid="flat", columns=15, rows=12)
    (sheet,) = designer.hands.plan.sheets.values()
    assert len(list(sheet.cells())) == 15 * 12
    designer.new_scenario("Across the Bend", last=3)
    axis = designer.raise_army("axis", "XX Corps Group", "german-infantry-corps", "{roman} Corps", 6)
    soviet = designer.raise_army("soviet", "50th Front", "soviet-infantry-army", "{th} Army", 6)
    for number, unit in enumerate(axis[:5]):
        designer.set_up(unit, f"{3 + number * 2:02}03")
    for number, unit in enumerate(soviet[:5]):
        designer.set_up(unit, f"{3 + number * 2:02}08")
    designer.schedule(axis[5], 2, "0701")
    designer.schedule(soviet[5], 2, "0712")
    arrivals = [each for each in designer.room.design.scenario.schedule if each.kind is ScheduleKind.ARRIVAL]
    assert len(arrivals) == 2
    assert not designer.room.desk.faults
    designer.paint_objective("0710", 30, "axis")
    designer.change_table("combat")
    designer.smoke_test()
    designer.play_a_turn()
    designer.share_and_take_back(tmp_path, monkeypatch)


def test_barbarossa_to_berlin_on_spaces(designer: Designer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hands = designer.hands
    designer.new_map("Ten Towns", "barbarossa-to-berlin", grid="spaces")
    hands.tool("space")
    box = hands.viewport.rect()
    known = len(hands.plan.spaces)
    wanted = [(column, row) for row in range(4) for column in range(5)]
    points = [
        QPoint(round(box.width() * (0.14 + 0.18 * column)), round(box.height() * (0.15 + 0.2 * row)))
        for column, row in wanted
    ]
    for point in points:
        if len(hands.plan.spaces) < 10 and hands.window.canvas.location_at(point) is None:
            hands.click(point)
    assert known == 0, "a map of spaces begins with an empty table"
    assert len(hands.plan.spaces) == 10
    hands.tool("connect")
    names = list(hands.plan.spaces)
    for one, two in itertools.pairwise(names):
        for name in (one, two):
            at = hands.window.canvas.point_of(name)
            assert at is not None
            hands.click(at)
        hands.key("Escape")
    assert len(hands.plan.links) >= 9
    designer.new_scenario("Ten Towns at War", last=2)
    labels = [designer.room.design.places.label(name) for name in names]
    axis = designer.raise_army("axis", "Army Group", "german-army", "{th} Army", 6)
    allied = designer.raise_army("allied", "Fronts", "soviet-army", "{th} Front", 6)
    for number, unit in enumerate(axis[:5]):
        designer.set_up(unit, labels[number // 2])
    for number, unit in enumerate(allied[:5]):
        designer.set_up(unit, labels[9 - number // 2])
    designer.schedule(axis[5], 2, labels[0])
    designer.schedule(allied[5], 2, labels[9])
    assert not designer.room.desk.faults
    designer.paint_objective(labels[5], 1, "axis")
    designer.change_table("fire-large")
    designer.smoke_test()
    designer.play_a_turn()
    designer.share_and_take_back(tmp_path, monkeypatch)
