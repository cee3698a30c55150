"""The turn track is changed turn by turn beside the game's own, made longer, and taken back."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QItemSelection, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit

from app.modes import Mode
from app.window import MainWindow
from editor.commands.design.scenarios import new_scenario
from editor.model.design.opening_values import start_values
from editor.panels.design.turns_panel import TurnsPanel
from engine.core.messages import Message
from engine.core.words.plurals import ENGLISH
from engine.definitions.scenario import Scenario
from engine.narration.language import FRENCH, catalogue, speak
from tests.helpers.plans import small_plan


@pytest.fixture
def panel(window: MainWindow, tmp_path: Path) -> TurnsPanel:
    """A scenario of the first four turns of Red Star Rising on a small map."""
    assert window.new_map(small_plan(cols=6, rows=5))
    document = window.bench.document
    assert document is not None
    made = new_scenario(document.documents.all, title="Four", ruleset="red-star-rising", map_id="ford", last_turn=4)
    window.designer.push(made)
    QApplication.processEvents()
    window.set_mode(Mode.DESIGN)
    found = window.docks.panels["turns"]
    assert isinstance(found, TurnsPanel)
    window.docks.show_panel("turns")
    return found


def scenario(panel: TurnsPanel) -> Scenario:
    assert panel.design is not None
    return panel.design.scenario


def write(panel: TurnsPanel, turn: int, column: str, text: str) -> None:
    assert panel.page is not None
    index = panel.model.index(panel.page.rows.index(str(turn)), panel.page.columns.index(column))
    panel.grid.setCurrentIndex(index)
    panel.grid.edit(index)
    line = panel.grid.viewport().findChild(QLineEdit)
    assert isinstance(line, QLineEdit)
    line.setText(text)
    QTest.keyClick(line, Qt.Key.Key_Return)
    QApplication.processEvents()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def test_weather_and_production_are_changed_and_one_key_takes_them_back(panel: TurnsPanel) -> None:
    write(panel, 2, "weather", "mud")
    write(panel, 3, "production", "4")
    assert panel.design is not None
    track = panel.design.charts.tracks["turns"]
    assert (track.at(2).weather, track.at(3).get("production")) == ("mud", 4)
    patch = scenario(panel).charts["tracks"]
    assert patch == {"turns": {"entries": [{"turn": 2, "weather": "mud"}, {"turn": 3, "production": 4}]}}
    index = panel.model.index(1, panel.page.columns.index("weather")) if panel.page is not None else None
    assert index is not None
    assert "clear" in str(index.data(Qt.ItemDataRole.ToolTipRole))
    assert "mud" in [each.text for each in panel.model.offers_at(index)]
    panel.grid.setCurrentIndex(index)
    QTest.keyClick(panel.grid, Qt.Key.Key_Delete)
    assert panel.design is not None
    assert panel.design.charts.tracks["turns"].at(2).weather == "clear"
    QTest.mouseClick(panel.back, Qt.MouseButton.LeftButton)
    assert not scenario(panel).charts


def test_turns_that_are_not_played_are_grey_and_the_ends_are_spun(panel: TurnsPanel) -> None:
    grey = QApplication.palette().color(
        QApplication.palette().ColorGroup.Disabled, QApplication.palette().ColorRole.Text
    )
    assert panel.model.index(6, 0).data(Qt.ItemDataRole.ForegroundRole) == grey
    assert panel.model.index(2, 0).data(Qt.ItemDataRole.ForegroundRole) is None
    QTest.keyClick(panel.last, Qt.Key.Key_Up)
    assert (scenario(panel).first_turn, scenario(panel).last_turn) == (1, 5)
    panel.set_first(7)
    assert (scenario(panel).first_turn, scenario(panel).last_turn) == (7, 7), "the last turn makes room"
    panel.set_last(6)
    assert (scenario(panel).first_turn, scenario(panel).last_turn) == (6, 6)


def test_turns_are_added_at_the_end_and_one_that_is_played_stays(panel: TurnsPanel, window: MainWindow) -> None:
    assert panel.design is not None
    printed = panel.design.printed_charts.tracks["turns"].turns()
    panel.more.click()
    assert panel.design is not None
    longer = panel.design.charts.tracks["turns"]
    assert longer.turns() == (*printed, printed[-1] + 1)
    assert longer.entries[-1].date is None
    write(panel, printed[-1] + 1, "date", "A long night")
    panel.set_last(printed[-1] + 1)
    said: list[object] = []
    window.bench.reported.connect(said.append)
    panel.fewer.click()
    assert said
    panel.set_last(4)
    panel.fewer.click()
    assert not scenario(panel).charts, "the game's own track again, and nothing is kept"


def test_what_play_begins_with_is_typed_and_taken_away(panel: TurnsPanel) -> None:
    table = panel.opening
    row = table.topLevelItem(table.topLevelItemCount() - 1)
    assert row is not None
    row.setText(1, "no")
    assert panel.design is not None
    assert panel.design.charts.parameter("no_attrition_on_first_turn", bool) is False
    table.setCurrentItem(table.topLevelItem(table.topLevelItemCount() - 1))
    QTest.keyClick(table, Qt.Key.Key_Delete)
    assert not scenario(panel).charts
    table.value_typed.emit("moscow-entered", "3")
    assert dict(scenario(panel).values) == {"moscow-entered": 3}
    table.value_typed.emit("moscow-entered", "")
    assert not scenario(panel).values


def test_the_turns_are_dated_in_french(panel: TurnsPanel) -> None:
    speak(FRENCH)
    try:
        panel.scenario_opened()
        assert panel.page is not None
        index = panel.model.index(
            panel.page.rows.index("6"), [cell.path[-1] for cell in panel.page.cells[5]].index("date")
        )
        assert index.data() == "Septembre 1941"
        assert panel.model.setData(index, "septembre")
    finally:
        speak(ENGLISH)
    assert panel.page.cells[5][index.column()].shown == "septembre", "what somebody writes stands as it is"


def test_yes_and_no_of_the_first_turn_are_french_in_french(panel: TurnsPanel) -> None:
    table, design = panel.opening, panel.design
    assert design is not None
    speak(FRENCH)
    try:
        table.show_design(design, str)
        row = table.topLevelItem(table.topLevelItemCount() - 1)
        assert row is not None
        assert row.text(1) == "oui"
        row.setText(1, "non")
    finally:
        speak(ENGLISH)
    assert panel.design is not None
    assert panel.design.charts.parameter("no_attrition_on_first_turn", bool) is False


def test_a_value_that_does_not_fit_is_refused_by_its_name(panel: TurnsPanel, window: MainWindow) -> None:
    said: list[Message] = []
    window.bench.reported.connect(said.append)
    panel.opening.value_typed.emit("moscow-entered", "abc")
    assert not scenario(panel).values
    (refusal,) = said
    told = catalogue(scenario(panel).ruleset).text(refusal)
    assert panel.design is not None
    (value,) = (each for each in start_values(panel.design) if each.name == "moscow-entered")
    assert told.casefold().startswith(f"{value.title} should be".casefold())
    assert "moscow-entered" not in told


def test_a_value_among_many_is_found_by_a_word(panel: TurnsPanel) -> None:
    table = panel.opening
    assert table.is_long == (not panel.filter.isHidden())
    panel.filter.setText("moscow")
    rows = table.findItems("", Qt.MatchFlag.MatchContains)
    shown = [row.text(0) for row in rows if not row.isHidden() and not row.text(1)]
    assert shown == ["Moscow entered"]
    table.value_typed.emit("baku-entered", "3")
    baku = next(item for item in table.findItems("Baku", Qt.MatchFlag.MatchStartsWith))
    assert not baku.isHidden(), "what the scenario gives is always seen"
    panel.filter.clear()
    assert not any(item.isHidden() for item in table.findItems("", Qt.MatchFlag.MatchContains))


def test_a_clipboard_that_is_no_table_is_said(panel: TurnsPanel, window: MainWindow) -> None:
    said: list[object] = []
    window.bench.reported.connect(said.append)
    panel.grid.pasted.emit(0, 0, "")
    assert len(said) == 1
    assert not scenario(panel).charts


def test_delete_empties_a_field_of_a_turn_that_the_game_has_not(panel: TurnsPanel) -> None:
    panel.more.click()
    assert panel.design is not None
    added = panel.design.charts.tracks["turns"].turns()[-1]
    write(panel, added, "date", "A long night")
    assert panel.page is not None
    index = panel.model.index(panel.page.rows.index(str(added)), panel.page.columns.index("date"))
    panel.grid.setCurrentIndex(index)
    QTest.keyClick(panel.grid, Qt.Key.Key_Delete)
    assert panel.design.charts.tracks["turns"].at(added).date is None


def test_several_cells_are_copied_and_laid_over_others(panel: TurnsPanel, window: MainWindow) -> None:
    assert panel.page is not None
    rows, columns = panel.page.rows, panel.page.columns
    grid, select = panel.grid, panel.grid.selectionModel()

    def choose(turn: int, last: int) -> None:
        one = panel.model.index(rows.index(str(turn)), columns.index("date"))
        two = panel.model.index(rows.index(str(last)), columns.index("weather"))
        grid.setCurrentIndex(two)
        select.select(QItemSelection(one, two), select.SelectionFlag.ClearAndSelect)

    write(panel, 1, "weather", "mud")
    write(panel, 1, "date", "A wet June")
    choose(1, 2)
    QTest.keyClick(grid, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    copied = QApplication.clipboard().text()
    assert copied.split("\n")[0] == "A wet June\tmud"
    assert len(copied.split("\n")) == 2
    choose(3, 4)
    QTest.keyClick(grid, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert panel.design is not None
    track = panel.design.charts.tracks["turns"]
    assert (track.at(3).date, track.at(3).weather) == ("A wet June", "mud"), "from the first cell that was chosen on"
    assert track.at(4).date == track.at(2).date
    choose(3, 4)
    QTest.keyClick(grid, Qt.Key.Key_Delete)
    assert panel.design.charts.tracks["turns"].at(3).date != "A wet June"
    undo = window.menus.edit.undo.text()
    assert "3 values" in undo, "what was the game's own already is not counted"
    QTest.keyClick(grid, Qt.Key.Key_Delete)
    assert window.menus.edit.undo.text() == undo, "nothing is left to be taken back"
    window.menus.edit.undo.trigger()
    track = panel.design.charts.tracks["turns"]
    assert (track.at(3).date, track.at(3).weather) == ("A wet June", "mud"), "and one step brings the block back"
