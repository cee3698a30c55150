"""The designer is a page of the window: F7 shows it, scenarios come and go, and F5 plays what is on the screen."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QTabBar
from pytestqt.qtbot import QtBot

from app.modes import Mode
from app.panel_shelf import DESIGN_PANELS
from app.window import MainWindow
from editor.commands.design.heads import set_title
from editor.commands.texts import add_text
from editor.model.design.sketch import DesignSketch
from editor.panels.design.design_panel import DesignPanel
from editor.panels.design.notes_panel import NotesPanel
from editor.panels.design.scenario_panel import ScenarioPanel
from engine.core.messages import message
from tests.app.walker import Walker


def scenario_id(window: MainWindow) -> str:
    scenario = window.designer.desk.scenario
    return scenario.id if scenario is not None else ""


def test_f7_shows_the_panels_of_the_designer_and_no_others(window: MainWindow, walker: Walker) -> None:
    window.open("ford")
    walker.key("F7")
    assert window.mode is Mode.DESIGN
    shown = {name for name, dock in window.docks.docks.items() if not dock.isHidden()}
    assert shown == {kind.name for kind in DESIGN_PANELS}
    assert window.size().height() <= 800, "everything fits a small screen"
    walker.key("F6")
    assert window.mode is Mode.EDIT
    assert not any(not window.docks.docks[kind.name].isHidden() for kind in DESIGN_PANELS)


def test_panels_are_filled_when_the_designer_is_first_shown_and_once(
    window: MainWindow, walker: Walker, monkeypatch: pytest.MonkeyPatch
) -> None:
    filled: list[str] = []
    for kind in DESIGN_PANELS:
        opened = kind.scenario_opened

        def note(panel: DesignPanel, opened: Callable[[DesignPanel], None] = opened) -> None:
            filled.append(panel.name)
            opened(panel)

        monkeypatch.setattr(kind, "scenario_opened", note)
    window.open("ford")
    walker.key("F6")
    window.designer.desk.push(lambda design: set_title(design, "The Ford again"))
    assert not filled, "nobody has seen one yet"
    walker.key("F7")
    assert sorted(filled) == sorted(kind.name for kind in DESIGN_PANELS)
    panel = window.docks.panels["scenario"]
    assert isinstance(panel, ScenarioPanel)
    assert panel.heading.text() == "The Ford again"
    walker.key("F6")
    walker.key("F7")
    assert len(filled) == len(DESIGN_PANELS)


def test_panels_of_the_map_that_are_called_up_stand_beside_the_designers_with_titles_in_full(
    window: MainWindow, walker: Walker
) -> None:
    window.open("ford")
    walker.key("F7")
    below_the_bars = window.centralWidget().geometry().top()
    for name in ("minimap", "history"):
        window.docks.show_panel(name)
        QApplication.processEvents()
        dock = window.docks.docks[name]
        assert window.dockWidgetArea(dock) is Qt.DockWidgetArea.RightDockWidgetArea
        assert dock.geometry().top() >= below_the_bars
    tabs = [bar for bar in window.findChildren(QTabBar) if bar.parent() is window and bar.isVisible()]
    assert tabs
    assert all(bar.elideMode() is Qt.TextElideMode.ElideNone for bar in tabs)


def test_the_title_is_changed_in_the_panel_and_taken_back(window: MainWindow, walker: Walker, qtbot: QtBot) -> None:
    window.open("ford")
    walker.key("F7")
    panel = window.docks.panels["scenario"]
    assert isinstance(panel, ScenarioPanel)
    panel.heading.setText("The Bridge")
    panel.heading.editingFinished.emit()
    qtbot.waitUntil(lambda: window.opened is not None and window.opened.title == "The Bridge")
    window.menus.edit.undo.trigger()
    assert panel.heading.text() != "The Bridge"


def test_a_scenario_is_begun_on_the_map_and_undo_goes_back_to_the_first(window: MainWindow, qtbot: QtBot) -> None:
    window.open("ford")
    before = window.opened.choice if window.opened is not None else ""
    dialog = window.menus.design.ask_new()
    assert dialog is not None
    dialog.title.setText("A second day")
    dialog.accept()
    qtbot.waitUntil(lambda: scenario_id(window) == "a-second-day")
    assert window.opened is not None
    assert window.opened.choices == {**(window.opened.choices or {}), "a-second-day": "A second day"}
    window.menus.edit.undo.trigger()
    qtbot.waitUntil(lambda: scenario_id(window) == before)
    window.menus.edit.redo.trigger()
    qtbot.waitUntil(lambda: scenario_id(window) == "a-second-day")


def test_the_id_of_a_new_scenario_goes_with_its_title_in_the_window_and_back(window: MainWindow, qtbot: QtBot) -> None:
    window.open("ford")
    dialog = window.menus.design.ask_new()
    assert dialog is not None
    dialog.title.setText("A second day")
    dialog.accept()
    qtbot.waitUntil(lambda: scenario_id(window) == "a-second-day")
    panel = window.docks.panels["scenario"]
    assert isinstance(panel, ScenarioPanel)
    panel.heading.setText("Velikiye Luki")
    panel.heading.editingFinished.emit()
    assert scenario_id(window) == "velikiye-luki"
    qtbot.waitUntil(lambda: window.opened is not None and window.opened.choice == "velikiye-luki")
    assert window.opened is not None
    assert "a-second-day" not in (window.opened.choices or {})
    assert panel.heading.text() == "Velikiye Luki"
    window.menus.edit.undo.trigger()
    assert scenario_id(window) == "a-second-day"
    qtbot.waitUntil(lambda: window.opened is not None and window.opened.choice == "a-second-day")


def test_a_copy_is_made_and_deleted(window: MainWindow, qtbot: QtBot) -> None:
    window.open("ford")
    dialog = window.menus.design.ask_copy()
    assert dialog is not None
    dialog.title.setText("Ford at night")
    dialog.accept()
    qtbot.waitUntil(lambda: scenario_id(window) == "ford-at-night")
    box = window.menus.design.ask_delete()
    assert box is not None
    next(button for button in box.findChildren(QPushButton) if button.text() == "&Delete").click()
    qtbot.waitUntil(lambda: scenario_id(window) not in ("", "ford-at-night"))


def test_a_bundled_scenario_goes_into_the_open_file_with_its_map(window: MainWindow, qtbot: QtBot) -> None:
    window.open("ford")
    window.set_mode(Mode.DESIGN)
    window.menus.design.adopt("ford")
    qtbot.waitUntil(lambda: scenario_id(window) not in ("", "ford"))
    assert len(window.files.maps) == 2
    scenario = window.designer.desk.scenario
    assert scenario is not None
    assert scenario.scenario.map == scenario.map.plan.id
    assert not [unit for unit in scenario.design.placements if unit not in scenario.design.units]


def test_f5_plays_what_was_designed_a_moment_ago_and_comes_back(window: MainWindow, walker: Walker) -> None:
    window.open("ford")
    walker.key("F7")
    desk = window.designer.desk
    assert desk.design is not None
    sketch = DesignSketch(desk.design)
    kept = sketch.scenario.setup[:-1]
    gone = sketch.scenario.setup[-1].unit
    sketch.set(setup=kept)
    assert desk.push(lambda _: sketch.change(message("design.do.set-title")))
    walker.key("F5")
    assert window.mode is Mode.PLAY
    assert window.play.table is not None
    assert gone not in window.play.table.session.state.units
    walker.key("F5")
    assert window.mode is Mode.DESIGN


def test_a_click_on_the_map_chooses_the_units_there(window: MainWindow, walker: Walker) -> None:
    window.open("ford")
    walker.key("F7")
    desk = window.designer.desk
    assert desk.design is not None
    unit, placed = next(iter(desk.design.placements.items()))
    window.canvas.clicked.emit(desk.design.places.key(placed.at) or "")
    assert unit in desk.selected_units


def test_saving_under_a_name_and_going_back_to_a_version_stay_in_the_designer(
    window: MainWindow, walker: Walker, tmp_path: Path
) -> None:
    window.open("ford")
    walker.key("F7")
    before = window.designer.desk.scenario
    assert before is not None
    assert window.save_as(tmp_path / "mine.redoubt")
    assert window.mode is Mode.DESIGN
    assert window.designer.desk.scenario is before, "the same work, in another file"
    title = before.scenario.title
    assert window.designer.desk.push(lambda design: set_title(design, "Another day"))
    project = window.files.project
    assert project is not None
    assert window.file_actions.revert(project.versions()[-1])
    assert window.mode is Mode.DESIGN
    again = window.designer.desk.scenario
    assert again is not None
    assert again.scenario.title == title
    assert window.designer.desk.push(lambda design: set_title(design, "A third day"))
    assert project.store.read().documents["scenario", again.id] == again.scenario


def test_a_painted_map_and_a_designed_scenario_are_undone_in_order(window: MainWindow, walker: Walker) -> None:
    window.open("ford")
    walker.key("F7")
    desk, document = window.designer.desk, window.bench.document
    assert document is not None
    assert desk.push(lambda design: set_title(design, "First"))
    walker.key("F6")
    document.push(add_text(document.plan, "Here", (1.0, 1.0)))
    walker.key("F7")
    assert desk.push(lambda design: set_title(design, "Second"))
    walker.key("Ctrl+Z")
    assert desk.design is not None
    assert desk.design.scenario.title == "First"
    walker.key("Ctrl+Z")
    assert not [text for text in document.plan.texts.values() if text.text == "Here"]
    walker.key("Ctrl+Z")
    assert desk.design.scenario.title not in ("First", "Second")


def test_what_is_still_being_written_is_played_and_saved(window: MainWindow, walker: Walker, tmp_path: Path) -> None:
    window.open("ford")
    walker.key("F7")
    panel = window.docks.panels["scenario"]
    assert isinstance(panel, ScenarioPanel)
    panel.heading.setFocus()
    panel.heading.selectAll()
    QTest.keyClicks(panel.heading, "Night")
    walker.key("F5")
    assert window.play.table is not None
    assert window.play.table.brief.scenario.title == "Night"
    walker.key("F5")
    notes = window.docks.panels["notes"]
    assert isinstance(notes, NotesPanel)
    window.docks.show_panel("notes")
    notes.editor.setFocus()
    QTest.keyClicks(notes.editor, "Dark. ")
    assert window.save_as(tmp_path / "mine.redoubt")
    assert window.designer.desk.design is not None
    assert window.designer.desk.design.scenario.description.startswith("Dark. ")


def test_units_chosen_in_the_designer_have_no_halo_in_the_game(window: MainWindow, walker: Walker) -> None:
    window.open("ford")
    walker.key("F7")
    window.designer.desk.select_units(["red-1"])
    place = window.canvas.counters.location_of("red-1")
    assert window.canvas.selected == place
    walker.key("F5")
    assert window.mode is Mode.PLAY
    assert not window.canvas.selected
    walker.key("F5")
    assert window.canvas.selected == place, "in the designer it is still chosen"
