"""Several maps in one file, one file in several windows, and leaving with work that has no name."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QLineEdit
from pytestqt.qtbot import QtBot

from app.dialogs.new_map import NewMapDialog
from app.files.leave_dialog import LeavingBox
from app.modes import Mode
from app.window import MainWindow
from editor.commands.design.heads import set_title
from editor.commands.heads import set_title as set_map_title
from editor.documents.workbench import Ink, InkGroup
from editor.panels.history_panel import HistoryPanel
from editor.panels.inspector.inspector_panel import InspectorPanel
from engine.storage.inspection import inspect
from tests.app.walker import Walker
from tests.editor.canvas import mouse


def add_map(walker: Walker, title: str) -> None:
    """Another map in the open file, by its key."""
    walker.key("Ctrl+Alt+M")
    dialog = walker.dialog()
    assert isinstance(dialog, NewMapDialog)
    walker.write(dialog.title_field, title)
    QTest.keyClick(dialog.title_field, Qt.Key.Key_Return)


def paint(walker: Walker, label: str, terrain: str = "forest") -> None:
    walker.window.bench.set_ink(Ink(InkGroup.TERRAIN, terrain))
    walker.tool("terrain-brush")
    walker.click(walker.hex(label))


def test_a_file_gets_another_map_and_both_have_one_history(walker: Walker, window: MainWindow, tmp_path: Path) -> None:
    walker.new_map("North")
    file = tmp_path / "war.redoubt"
    assert window.save_as(file)
    assert not window.menus.file.next_map.isEnabled()
    paint(walker, "0303")
    add_map(walker, "South")
    assert walker.plan.id == "south"
    assert window.mode is Mode.EDIT
    assert window.isWindowModified()
    assert window.files.maps == {"north": "North", "south": "South"}
    paint(walker, "0505", "hill")
    walker.key("Ctrl+PgDown")
    assert walker.plan.id == "north"
    assert window.menus.edit.undo.text() == "&Undo Paint hill", "one file, one history"
    assert window.file_actions.save_version("Both")
    walker.key("Ctrl+Z")
    assert walker.plan.id == "south", "what is undone is seen"
    assert walker.terrain("0505") == "clear"
    assert window.isWindowModified()
    walker.key("Ctrl+Z")
    assert walker.plan.id == "north"
    assert window.canvas.plan is walker.plan
    assert walker.terrain("0303") == "clear"
    assert not window.menus.edit.undo.isEnabled()
    walker.key("Ctrl+Shift+Z")
    assert (walker.plan.id, walker.terrain("0303")) == ("north", "forest")
    walker.key("Ctrl+Shift+Z")
    assert (walker.plan.id, walker.terrain("0505")) == ("south", "hill")
    here = {name: plan.copy() for name, plan in window.files.project.contents.maps.items()}  # type: ignore[union-attr]
    window.files.close()
    assert inspect(file).contents.maps == here


def test_painting_here_and_there_and_designing_are_undone_in_their_order(window: MainWindow) -> None:
    walker = Walker(window)
    window.open("ford")
    window.set_mode(Mode.EDIT)
    add_map(walker, "South")
    paint(walker, "0505", "hill")
    window.open_choice("ford")
    paint(walker, "0101", "forest")
    window.set_mode(Mode.DESIGN)
    scenario = window.designer.desk.scenario
    assert scenario is not None
    title = scenario.scenario.title
    assert window.designer.desk.push(lambda design: set_title(design, "The Bridge"))
    window.open_choice("south")
    history = window.docks.panels["history"]
    assert isinstance(history, HistoryPanel)
    steps = history.steps.model()
    assert [steps.index(row, 0).data() for row in range(steps.rowCount())] == [
        "As opened",
        "Paint hill",
        "Paint forest",
        "Change the title",
    ]
    window.menus.edit.undo.trigger()
    assert window.opened is not None
    assert (walker.plan.id, window.opened.choice) == ("ford", "ford"), "the scenario that was shown on it"
    assert window.designer.desk.scenario is not None
    assert window.designer.desk.scenario.scenario.title == title
    window.menus.edit.undo.trigger()
    assert (walker.plan.id, walker.terrain("0101")) == ("ford", "clear")
    window.menus.edit.undo.trigger()
    assert (walker.plan.id, walker.terrain("0505")) == ("south", "clear")
    history.steps.setCurrentIndex(steps.index(3, 0))
    assert walker.plan.id == "ford", "a walk ends where its last step was done"
    assert walker.terrain("0101") == "forest"
    assert window.designer.desk.scenario.scenario.title == "The Bridge"
    assert window.undo_group.activeStack() is walker.document.undo_stack


def test_a_map_of_a_name_that_is_taken_gets_the_next(walker: Walker, window: MainWindow) -> None:
    walker.new_map("North")
    add_map(walker, "North")
    assert set(window.files.maps) == {"north", "north-2"}
    assert walker.plan.title == "North"
    add_map(walker, "North")
    assert walker.plan.id == "north-3"


def test_a_failed_change_is_told_once_after_going_back_and_forth(walker: Walker, window: MainWindow) -> None:
    walker.new_map("North")
    add_map(walker, "South")
    for _ in range(4):
        walker.key("Ctrl+PgDown")
    assert walker.plan.id == "south"
    told: list[object] = []
    walker.document.failed.connect(told.append)
    paint(walker, "0303")
    assert not told
    assert walker.terrain("0303") == "forest"
    assert not window.banner.words


def test_an_example_gets_another_map_as_a_working_copy(window: MainWindow) -> None:
    walker = Walker(window)
    window.open("ford")
    add_map(walker, "Ford")
    assert walker.plan.id == "ford-2", "neither a map nor a scenario has that name"
    assert set(window.files.maps) == {"ford", "ford-2"}
    window.menus.file.maps.actions()[0].trigger()
    assert walker.plan.id == "ford"


def test_a_file_that_is_open_comes_forward(walker: Walker, window: MainWindow, tmp_path: Path) -> None:
    walker.new_map("North")
    file = tmp_path / "war.redoubt"
    assert window.save_as(file)
    add_map(walker, "South")
    paint(walker, "0303")
    other_name = tmp_path / "link.redoubt"
    other_name.symlink_to(file)
    for path in (file, other_name):
        assert window.open(path)
        assert walker.plan.id == "south", "what is being worked on stays"
        assert walker.document.undo_stack.count() == 1
        assert "open already" in window.statusBar().currentMessage()


def test_a_file_of_another_window_comes_forward_there(
    walker: Walker, tmp_path: Path, settings: QSettings, qtbot: QtBot, refusals: list[str]
) -> None:
    window = walker.window
    walker.new_map("North")
    file = tmp_path / "war.redoubt"
    assert window.save_as(file)
    other = MainWindow(settings, tmp_path / "recovery")
    qtbot.addWidget(other)
    other.show()
    other.activateWindow()
    assert other.open(file)
    assert other.opened is None, "nothing is opened twice"
    assert not refusals
    assert "open already" in window.statusBar().currentMessage()
    qtbot.waitUntil(window.isActiveWindow)


def leaving(walker: Walker) -> LeavingBox:
    walker.key("Ctrl+Q")
    box = walker.dialog()
    assert isinstance(box, LeavingBox)
    return box


def test_leaving_with_unnamed_work_tells_that_it_is_kept(walker: Walker, window: MainWindow, tmp_path: Path) -> None:
    walker.new_map("Draft")
    paint(walker, "0303")
    box = leaving(walker)
    assert "Draft has no file name yet" in box.text()
    assert "recovery folder" in box.informativeText()
    QTest.keyClick(box, Qt.Key.Key_Escape)
    assert window.isVisible()
    assert walker.terrain("0303") == "forest"
    leaving(walker).keep_button.click()
    assert not window.isVisible()
    (file,) = (tmp_path / "recovery").glob("*.redoubt")
    assert inspect(file).contents.maps["draft"].title == "Draft"


def test_it_can_be_named_on_the_way_out(
    walker: Walker, window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    walker.new_map("Draft")
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: ("", ""))
    leaving(walker).save_button.click()
    assert window.isVisible(), "no name was given after all"
    file = tmp_path / "draft.redoubt"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(file), ""))
    leaving(walker).save_button.click()
    assert not window.isVisible()
    assert inspect(file).contents.maps["draft"].title == "Draft"
    assert list((tmp_path / "recovery").glob("*.redoubt")) == []


def test_nothing_is_asked_where_nothing_is_unnamed(window: MainWindow, tmp_path: Path) -> None:
    walker = Walker(window)
    window.open("ford")
    window.set_mode(Mode.EDIT)
    window.set_mode(Mode.VIEW)
    assert not window.files.has_unnamed_work, "a copy that nobody changed is no work"
    walker.new_map("Named")
    assert window.save_as(tmp_path / "named.redoubt")
    walker.key("Ctrl+Q")
    assert not window.isVisible()


def test_what_lies_under_a_still_pointer_is_told_anew(walker: Walker, window: MainWindow, qtbot: QtBot) -> None:
    walker.new_map("Still")
    bar = window.statusBar()
    window.bench.set_ink(Ink(InkGroup.TERRAIN, "forest"))
    walker.tool("terrain-brush")
    at = walker.hex("0404")
    mouse.move(walker.viewport, at)
    assert bar.currentMessage() == "0404  ·  Clear"
    mouse.press(walker.viewport, at)
    mouse.release(walker.viewport, at)
    assert bar.currentMessage() == "0404  ·  Forest"
    walker.key("Ctrl+Z")
    assert bar.currentMessage() == "0404  ·  Clear"
    window.status.say("Something else")
    walker.key("Ctrl+Shift+Z")
    assert bar.currentMessage() == "Something else", "what is said is left to be read"
    mouse.move(walker.viewport, walker.hex("0405"))
    mouse.move(walker.viewport, at)
    assert bar.currentMessage() == "Something else", "a pointer that moves on does not wipe it away"
    qtbot.waitUntil(lambda: bar.currentMessage() == "0404  ·  Forest")


def test_kinds_keep_their_order_in_the_file(walker: Walker, window: MainWindow, tmp_path: Path) -> None:
    walker.new_map("Order")
    before = [swatch.id for swatch in window.bench.palette.terrain]
    assert before[:3] == ["clear", "forest", "rough"]
    file = tmp_path / "order.redoubt"
    assert window.save_as(file)
    window.files.close()
    assert window.open(file)
    assert [swatch.id for swatch in window.bench.palette.terrain] == before
    assert window.menus.file.export_text_into(tmp_path / "text")
    text = "".join(path.read_text("utf-8") for path in (tmp_path / "text").glob("*.yaml"))
    assert "order:" not in text, "a list shows its order itself"
    assert window.open(tmp_path / "text")
    window.set_mode(Mode.EDIT)
    assert [swatch.id for swatch in window.bench.palette.terrain] == before


def test_a_map_that_is_called_otherwise_stays_open_under_the_id_of_its_new_title(
    walker: Walker, window: MainWindow, tmp_path: Path
) -> None:
    walker.new_map("North")
    file = tmp_path / "war.redoubt"
    assert window.save_as(file)
    add_map(walker, "South")
    paint(walker, "0303")
    inspector = window.docks.panels["inspector"]
    assert isinstance(inspector, InspectorPanel)
    walker.key("Escape")
    title = inspector.findChild(QLineEdit, "title")
    assert title is not None
    walker.write(title, "Velikiye Luki")
    QTest.keyClick(title, Qt.Key.Key_Return)
    assert window.files.maps == {"north": "North", "velikiye-luki": "Velikiye Luki"}
    assert window.opened is not None
    assert (walker.plan.id, window.opened.choice) == ("velikiye-luki", "velikiye-luki")
    paint(walker, "0505", "hill")
    walker.key("Ctrl+PgDown")
    assert walker.plan.id == "north"
    walker.key("Ctrl+Z")
    assert (walker.plan.id, walker.terrain("0505")) == ("velikiye-luki", "clear"), "what is undone is seen"
    walker.key("Ctrl+Z")
    assert (walker.plan.id, window.files.maps["south"]) == ("south", "South")
    walker.key("Ctrl+Z")
    assert walker.terrain("0303") == "clear"
    for _ in range(3):
        walker.key("Ctrl+Shift+Z")
    assert walker.terrain("0505") == "hill"
    assert set(walker.document.store.read().maps) == {"north", "velikiye-luki"}


def test_a_scenario_stays_in_work_when_its_map_is_called_otherwise(window: MainWindow) -> None:
    assert window.open("ford")
    window.set_mode(Mode.DESIGN)
    document, desk = window.files.document, window.designer.desk
    assert document is not None
    document.plan.title = "Ford"
    for name, act in (
        ("bridge", lambda: document.push(set_map_title(document.plan, "Bridge", taken=document.ids_taken()))),
        ("ford", document.undo_stack.undo),
        ("bridge", document.undo_stack.redo),
    ):
        act()
        assert desk.scenario is not None
        assert (document.plan.id, desk.scenario.scenario.map, desk.scenario.scenario.id) == (name, name, "ford")
        assert window.opened is not None
        assert (window.opened.choice, window.opened.plan.id) == ("ford", name)
    window.set_mode(Mode.PLAY)
    assert window.mode is Mode.PLAY
