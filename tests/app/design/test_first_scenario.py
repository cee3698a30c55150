"""The manual's walk from a blank map to a playtest is carried out step by step on the real window."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QAbstractItemModel, QEvent, QModelIndex, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractItemView, QApplication, QComboBox, QFileDialog, QLabel, QLineEdit
from pytestqt.qtbot import QtBot

from app.design.scenario_dialogs import NewScenarioDialog
from app.dialogs.new_map import NewMapDialog
from app.modes import Mode
from app.reference.manual_pages import pages
from app.window import MainWindow
from editor.model.design.units.unit_fields import Field
from editor.panels.design.charts_panel import ChartsPanel
from editor.panels.design.notes_panel import NotesPanel
from editor.panels.design.playable_panel import PlayablePanel
from editor.panels.design.timeline_panel import TimelinePanel
from editor.panels.design.turns_panel import TurnsPanel
from editor.panels.design.units.forces_panel import ForcesPanel
from editor.panels.design.units.series_dialog import SeriesDialog
from editor.panels.design.units.unit_table_panel import UnitTablePanel
from editor.panels.design.victory_panel import VictoryPanel
from editor.panels.tool_options_panel import ToolOptionsPanel
from engine.core.answers import SupplyAnswer
from engine.definitions.documents import dump_document
from engine.storage.exchange import export_folder
from engine.storage.parcels import unpack
from tests.app.design.drawing_room import DrawingRoom, P
from tests.app.test_first_map import MapMaker
from tests.app.walk import check_every_step_is_read, page
from tests.editor.canvas import mouse

PAGE = page("first-scenario")


class Designer(MapMaker):
    """A newcomer who goes on from the map."""

    def __init__(self, window: MainWindow, folder: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot) -> None:
        super().__init__(window, folder, monkeypatch)
        self.room = DrawingRoom(window)
        self.qtbot = qtbot

    def panel(self, kind: type[P]) -> P:
        """A panel that a key has brought to the front, or that always stands there."""
        found = self.window.docks.panels[kind.name]
        assert isinstance(found, kind)
        return found

    def unit(self, name: str) -> str:
        (found,) = [unit.id for unit in self.room.design.units.values() if unit.name == name]
        return found

    def write_cell(self, view: QAbstractItemView, index: QModelIndex, text: str) -> None:
        """Open a cell, type, and press Enter."""
        view.setCurrentIndex(index)
        view.edit(index)
        line = view.viewport().findChild(QLineEdit)
        assert line is not None, "a cell opens to be written"
        line.setText(text)
        QTest.keyClick(line, Qt.Key.Key_Return)
        QApplication.processEvents()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)

    # What is done

    def do_new_map(self, title: str, columns: str = "20", rows: str = "16", game: str = "") -> None:
        self.hands.key("Ctrl+N")
        dialog = self.hands.dialog()
        assert isinstance(dialog, NewMapDialog)
        self.hands.write(dialog.title_field, title)
        dialog.columns.setValue(int(columns))
        dialog.rows.setValue(int(rows))
        dialog.game.setCurrentIndex(dialog.game.findText(game))
        QTest.keyClick(dialog.title_field, Qt.Key.Key_Return)
        QApplication.processEvents()

    def do_option(self, title: str, value: str) -> None:
        """Write into a field of the options of the tool in hand."""
        panel = self.window.docks.panels["tool-options"]
        assert isinstance(panel, ToolOptionsPanel)
        field = panel.fields[f"attribute.{title.lower()}"].widget
        label = panel.form.labelForField(field)
        assert isinstance(label, QLabel)
        assert label.text() == title
        if isinstance(field, QComboBox):
            number = field.findText(value)
            assert number > 0, f"{value} drops down"
            field.setCurrentIndex(number)
            field.activated.emit(number)
            return
        self.hands.write(field, value)
        QTest.keyClick(field, Qt.Key.Key_Return)

    def do_new_scenario(self, title: str, game: str) -> None:
        self.hands.key("Ctrl+Alt+W")
        dialog = self.hands.dialog()
        assert isinstance(dialog, NewScenarioDialog)
        self.hands.write(dialog.title, title)
        dialog.game.setCurrentIndex(dialog.game.findText(game))
        QTest.keyClick(dialog.title, Qt.Key.Key_Return)
        QApplication.processEvents()

    def do_last_turn(self, turn: str) -> None:
        field = self.panel(TurnsPanel).last
        field.setFocus()
        field.selectAll()
        QTest.keyClicks(field, turn)
        QTest.keyClick(field, Qt.Key.Key_Return)

    def do_weather(self, turn: str, weather: str) -> None:
        panel = self.panel(TurnsPanel)
        assert panel.page is not None
        index = panel.model.index(panel.page.rows.index(turn), panel.page.columns.index("weather"))
        self.write_cell(panel.grid, index, weather)

    def do_formation(self, side: str, name: str) -> None:
        panel = self.panel(ForcesPanel)
        panel.tree.setCurrentItem(panel.tree.items["side", side])
        self.hands.key("Shift+Ins", panel.tree)
        QApplication.processEvents()
        line = panel.tree.viewport().findChild(QLineEdit)
        assert line is not None, "a new formation is named at once"
        line.setText(name)
        QTest.keyClick(line, Qt.Key.Key_Return)
        QApplication.processEvents()

    def do_series(self, formation: str, kind: str, pattern: str, last: str) -> None:
        panel = self.panel(ForcesPanel)
        self.hands.key("Ins", panel.tree)
        dialog = self.hands.dialog()
        assert isinstance(dialog, SeriesDialog)
        dialog.kind.setCurrentIndex(dialog.kind.findData(kind))
        dialog.formation.setCurrentIndex(dialog.formation.findText(formation))
        self.hands.write(dialog.pattern, pattern)
        dialog.numbered.setChecked(True)
        dialog.first.setValue(1)
        dialog.last.setValue(int(last))
        QTest.keyClick(dialog.pattern, Qt.Key.Key_Return)
        QApplication.processEvents()

    def do_place(self, name: str, label: str) -> None:
        panel = self.panel(UnitTablePanel)
        model: QAbstractItemModel = panel.table.model()
        names, places = panel.model.columns.index(Field.NAME), panel.model.columns.index(Field.PLACE)
        (row,) = [row for row in range(model.rowCount()) if model.index(row, names).data() == name]
        self.write_cell(panel.table, model.index(row, places), label)

    def do_arrive(self, name: str, turn: str) -> None:
        view = self.panel(TimelinePanel).view
        assert view.timeline is not None
        unit = self.unit(name)
        lane = [lane.id for lane in view.timeline.lanes].index(view.timeline.lane_of(unit))
        box = view.cell_box(lane, view.timeline.turns.index(int(turn)))
        mouse.click(view.viewport(), box.center())
        self.room.desk.select_units([unit])
        self.hands.key("Ins", view)

    def do_timeline_key(self, keys: str) -> None:
        self.hands.key(keys, self.panel(TimelinePanel).view)

    def do_objective(self, label: str, value: str) -> None:
        self.hands.key("Ctrl+Alt+V")
        goals = self.panel(VictoryPanel).objectives
        goals.value.setValue(float(value))
        goals.paint.click()
        self.room.stroke(label)
        goals.paint.click()

    def do_other_result(self) -> None:
        panel = self.panel(ChartsPanel)
        panel.show_chart("tables", "combat")
        own = panel.model.index(0, 0).data()
        other = next(
            text
            for column in range(panel.model.columnCount())
            if (text := panel.model.index(0, column).data()) and text != own
        )
        self.write_cell(panel.grid, panel.model.index(0, 0), str(other))

    def do_describe(self, words: str) -> None:
        QTest.keyClicks(self.panel(NotesPanel).editor, words)

    def do_smoke(self, games: str) -> None:
        smoke = self.panel(PlayablePanel).smoke
        smoke.games.setValue(int(games))
        smoke.go.click()
        self.qtbot.waitUntil(lambda: not smoke.stop.isEnabled())

    def do_pack(self, name: str) -> None:
        self.monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(self.folder / name), ""))
        self.hands.key("Ctrl+Alt+E")

    # What is seen

    def see_scenarios(self, count: str) -> None:
        assert len(self.window.designer.scenarios) == int(count)

    def see_turns(self, first: str, last: str) -> None:
        scenario = self.room.design.scenario
        assert (scenario.first_turn, scenario.last_turn) == (int(first), int(last))

    def see_weather(self, turn: str, weather: str) -> None:
        assert self.room.design.charts.tracks["turns"].at(int(turn)).weather == weather

    def see_units(self, side: str, count: str) -> None:
        design = self.room.design
        mine = [unit for unit in design.units if design.side_of(unit) == side]
        assert len(mine) == int(count)
        assert all(design.units[unit].formation for unit in mine)

    def see_counters(self, count: str) -> None:
        QApplication.processEvents()
        assert len(self.room.design.placements) == int(count)
        assert self.window.canvas.counters.location_of(self.unit("I Corps")) is not None

    def see_arrives(self, name: str, turn: str) -> None:
        assert self.room.design.arrivals[self.unit(name)] == int(turn)

    def see_objective(self, label: str, value: str) -> None:
        (found,) = self.room.design.scenario.objectives
        assert (found.at, found.value) == (label, int(value))

    def see_changed_chart(self, part: str) -> None:
        assert part in self.room.design.scenario.charts

    def see_described(self, words: str) -> None:
        assert words in self.room.design.scenario.description
        assert words in self.panel(NotesPanel).preview.toPlainText()

    def see_playable(self) -> None:
        panel = self.panel(PlayablePanel)
        self.qtbot.waitUntil(lambda: not panel.is_checking)
        assert not [found for found in panel.findings if found.issue.is_error]

    def see_smoked(self, games: str) -> None:
        smoke = self.panel(PlayablePanel).smoke
        assert smoke.run.report.games == int(games)
        assert not smoke.run.report.faults
        assert smoke.list.topLevelItemCount()

    def see_supplied(self) -> None:
        """Every unit on the map of either side draws on a source."""
        table = self.window.play.table
        assert table is not None
        game, state = table.game, table.session.state
        asked = game.ruleset.questions["supply"]
        placed = [self.unit(name) for name in ("I Corps", "II Corps", "III Corps", "1. Corps", "2. Corps", "3. Corps")]
        states = {}
        for unit in placed:
            answer = asked(game, state, {"unit": unit})
            assert isinstance(answer, SupplyAnswer)
            states[unit] = (answer.state, answer.source is not None)
        assert set(states.values()) == {("supplied", True)}, states

    def see_mode(self, mode: str) -> None:
        QApplication.processEvents()
        assert self.window.mode is Mode(mode)

    def see_version(self) -> None:
        assert self.window.files.is_saved

    def see_same_again(self, name: str) -> None:
        """What comes out of the zip is the same to the byte."""
        unpack(self.folder / name, self.folder / "friend.redoubt")
        export_folder(self.folder / "friend.redoubt", self.folder / "friend")
        texts = {file.name: file.read_text(encoding="utf-8") for file in (self.folder / "friend").glob("*.yaml")}
        assert dump_document(self.room.design.scenario) in texts.values()


def test_every_step_says_what_is_done() -> None:
    check_every_step_is_read(PAGE, 15)


def test_a_scenario_is_made_from_nothing_as_the_manual_says(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    Designer(window, tmp_path, monkeypatch, qtbot).walk(PAGE)


def test_the_page_is_shown_without_what_the_machine_reads() -> None:
    shown = next(page.text for page in pages() if page.title == "From a blank map to a playtest")
    assert "<!--" not in shown
    assert "Mill Creek" in shown
