"""The main window: it opens, shows, remembers and says what it cannot do; nothing in its menus is mute."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings, QSize, Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QMenu, QMessageBox, QToolBar, QToolButton
from pytestqt.qtbot import QtBot

from app.modes import Mode
from app.window import MainWindow
from editor.commands.heads import set_title
from editor.documents.workbench import EditLayer
from editor.save_path import last_folder
from engine.core.messages import message
from engine.definitions.folders import save_folder
from engine.rulesets.library import bundled_scenarios
from tests.editor.canvas import mouse
from tests.helpers.plans import small_plan


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    target = tmp_path / "mine"
    save_folder(bundled_scenarios()["ford"].load(), target)
    return target


def actions(window: MainWindow) -> list[QAction]:
    menus = [entry.menu() for entry in window.menuBar().actions()]
    return [action for menu in menus for action in menu.actions() if not action.isSeparator()]


def test_it_opens_empty_and_says_what_to_do(window: MainWindow) -> None:
    assert window.windowTitle() == "Redoubt"
    assert window.opened is None
    assert not window.menus.file.export_picture.isEnabled()
    assert not window.menus.file.scenarios.isEnabled()
    assert not window.menus.file.recent.isEnabled()


def entries(menu: QMenu, lists: set[QMenu]) -> Iterator[QAction]:
    """The entries of a menu and its submenus, but not of the lists that are filled when they open."""
    for action in menu.actions():
        sub = action.menu()
        if isinstance(sub, QMenu):
            if sub not in lists:
                yield from entries(sub, lists)
        elif not action.isSeparator():
            yield action


def test_every_action_has_a_shortcut_a_tooltip_and_a_status_line(window: MainWindow) -> None:
    file = window.menus.file
    lists = {file.examples, file.recent, file.scenarios, file.maps}
    menus = [menu for entry in window.menuBar().actions() if isinstance(menu := entry.menu(), QMenu)]
    found = [action for menu in menus for action in entries(menu, lists)]
    assert len(found) >= 80
    for action in found:
        assert not action.shortcut().isEmpty(), action.text()
        assert action.toolTip() != action.text().replace("&", ""), action.text()
        assert action.statusTip(), action.text()
    for told in (
        Counter((action.shortcut().toString(), action.shortcutContext()) for action in found),
        Counter(action.toolTip() for action in found),
        Counter(action.statusTip() for action in found),
    ):
        assert [words for words, count in told.items() if count > 1] == [], "no two entries say the same"
    in_menus = set(found)
    for bar in window.findChildren(QToolBar):
        on_bar = [*bar.actions(), *(button.defaultAction() for button in bar.findChildren(QToolButton))]
        strays = [action for action in on_bar if isinstance(action, QAction) and action.shortcut().toString()]
        assert set(strays) <= in_menus, "nothing stands on a bar only"


def test_every_entry_of_a_menu_has_a_letter_of_its_own(window: MainWindow) -> None:
    bar = [menu for entry in window.menuBar().actions() if isinstance(menu := entry.menu(), QMenu)]
    for menu in (*bar, *(below for above in bar for below in above.findChildren(QMenu))):
        texts = [action.text().replace("&&", "") for action in menu.actions()]
        letters = Counter(text[text.index("&") + 1].lower() for text in texts if "&" in text)
        assert [letter for letter, count in letters.items() if count > 1] == [], menu.title()


def test_no_entry_is_called_as_its_menu(window: MainWindow) -> None:
    """What is called by a noun in another language could not be told from what is done."""
    bar = [menu for entry in window.menuBar().actions() if isinstance(menu := entry.menu(), QMenu)]
    assert not [menu.title() for menu in bar if menu.title() in [action.text() for action in menu.actions()]]


_OF_THE_DESKTOP = re.compile(
    r"(Ctrl\+Alt\+(Shift\+)?F\d+|Alt\+F\d+|Ctrl\+Alt\+(D|L|T|Del|Left|Right|Up|Down|Backspace|Esc))"
)
"""Keys that never reach a program: consoles, locking the screen, a terminal, workspaces, closing and restoring."""


def test_no_key_is_one_that_the_desktop_takes_for_itself(window: MainWindow) -> None:
    keys = [key.toString() for action in window.findChildren(QAction) for key in action.shortcuts()]
    assert len(keys) > 100
    assert [key for key in keys if _OF_THE_DESKTOP.fullmatch(key)] == []


def test_no_two_actions_share_a_shortcut(window: MainWindow) -> None:
    everywhere = {
        Qt.ShortcutContext.WindowShortcut,
        Qt.ShortcutContext.ApplicationShortcut,
    }
    taken: dict[str, str] = {}
    for action in window.findChildren(QAction):
        if action.shortcutContext() not in everywhere:
            continue
        for keys in action.shortcuts():
            said = keys.toString()
            assert taken.setdefault(said, action.text()) == action.text(), f"{said}: {taken[said]}, {action.text()}"


def test_an_example_is_opened_from_the_menu(window: MainWindow) -> None:
    texts = {action.text(): action for action in window.menus.file.examples.actions()}
    assert {"The Ford", "The Cabinet War"} <= set(texts)
    texts["The Ford"].trigger()
    assert window.windowTitle() == "The Ford - Redoubt"
    assert window.dock.turn.text().startswith("Turn 1 of 5")
    assert window.menus.file.export_picture.isEnabled()


def test_a_click_lists_the_units_of_the_place(window: MainWindow) -> None:
    window.open("ford")
    stack = next(counter.at for counter in window.opened.counters if counter.unit == "red-1")  # type: ignore[union-attr]
    at = window.canvas.point_of(stack)
    assert at is not None
    mouse.click(window.canvas.viewport(), at)
    assert window.dock.place.text() == "0606"
    assert window.dock.units.count() == 2
    assert window.dock.units.item(0).text().startswith("2 (Red infantry)"), "the topmost comes first"
    assert "4-4-4" in window.dock.units.item(0).text()
    assert not window.dock.units.item(0).icon().isNull()
    window.dock.units.setCurrentRow(1)
    assert window.canvas.selected == stack
    mouse.click(window.canvas.viewport(), window.canvas.point_of("main:1,12"))  # type: ignore[arg-type]
    assert window.dock.units.item(0).text() == "No units here"
    window.choose_place("")
    assert window.dock.units.count() == 0


def test_the_status_bar_describes_what_is_under_the_mouse(window: MainWindow) -> None:
    window.open("ford")
    key = next(counter.at for counter in window.opened.counters if counter.unit == "blue-1")  # type: ignore[union-attr]
    at = window.canvas.point_of(key)
    assert at is not None
    mouse.move(window.canvas.viewport(), at)
    line = window.statusBar().currentMessage()
    assert line.startswith("0807")
    assert "Town" in line
    assert "Blue infantry" in line


def test_a_file_that_cannot_be_opened_says_why_in_one_line(
    window: MainWindow, refusals: list[str], tmp_path: Path
) -> None:
    window.open("cabinet-war")
    bad = tmp_path / "bad.yaml"
    bad.write_text("format: redoubt/map/1\nid: [", encoding="utf-8")
    broken = tmp_path / "broken.redoubt"
    broken.write_bytes(b"no database")
    for target in (bad, broken, tmp_path / "absent.redoubt", tmp_path):
        assert not window.open(target)
    assert len(refusals) == 4
    assert all(line and "\n" not in line for line in refusals)
    assert window.windowTitle() == "The Cabinet War - Redoubt", "what was open stays open"


def test_recent_files_are_remembered(
    window: MainWindow, folder: Path, settings: QSettings, qtbot: QtBot, tmp_path: Path
) -> None:
    assert window.open(folder)
    window.open("ford")
    assert window.file_actions.recent.paths() == [str(folder)], "examples have a menu of their own"
    again = MainWindow(settings, tmp_path / "recovery")
    qtbot.addWidget(again)
    (entry,) = again.menus.file.recent.actions()
    entry.trigger()
    assert again.opened is not None
    assert again.opened.source == str(folder)
    for file in folder.iterdir():
        file.unlink()
    folder.rmdir()
    assert again.file_actions.recent.paths() == [], "what is gone is not offered"
    settings.setValue("recent", [f"/{'n' * 300}", str(tmp_path)])
    assert again.file_actions.recent.paths() == [str(tmp_path)], "nor is what the system will not look at"


def test_another_scenario_of_the_file_can_be_chosen(window: MainWindow, folder: Path) -> None:
    text = (folder / "scenario.yaml").read_text(encoding="utf-8")
    later = text.replace("id: ford\n", "id: later\n", 1).replace("title: The Ford", "title: Later", 1)
    (folder / "scenario-later.yaml").write_text(later, encoding="utf-8")
    window.open(folder)
    assert window.menus.file.scenarios.isEnabled()
    entries = {action.text(): action for action in window.menus.file.scenarios.actions()}
    assert entries["The Ford"].isChecked()
    entries["Later"].trigger()
    assert window.windowTitle() == "Later - Redoubt"


def test_files_and_folders_are_asked_for(window: MainWindow, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(folder / "map.yaml"), ""))
    window.menus.file.ask_open()
    assert window.opened is not None
    assert window.opened.counters == ()
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(folder))
    window.menus.file.ask_open_folder()
    assert len(window.opened.counters) == 14
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: ("", ""))
    window.menus.file.ask_open()
    assert len(window.opened.counters) == 14, "cancelled"
    assert last_folder() == folder.parent, "what is taken in next is looked for beside it"


def test_the_map_is_exported(window: MainWindow, tmp_path: Path) -> None:
    window.open("ford")
    dialog = window.menus.file.sharing.ask_export()
    assert dialog is not None
    assert dialog.isVisible()
    dialog.reject()


def test_the_view_menu_zooms(window: MainWindow) -> None:
    window.open("ford")
    entries = {action.text().replace("&", ""): action for action in actions(window)}
    entries["Actual Size"].trigger()
    assert window.canvas.zoom == pytest.approx(1.0)
    entries["Zoom In"].trigger()
    assert window.canvas.zoom > 1.1
    entries["Zoom Out"].trigger()
    entries["Fit Map"].trigger()
    assert window.canvas.zoom == pytest.approx(window.canvas.fit_zoom)


def test_numbers_counters_and_units_can_be_hidden(
    window: MainWindow, settings: QSettings, qtbot: QtBot, tmp_path: Path
) -> None:
    window.open("ford")
    window.menus.view.numbers.trigger()
    assert not window.canvas.shown.numbers
    window.menus.view.counters.trigger()
    assert not window.canvas.counters.isVisible()
    window.menus.view.units.trigger()
    assert window.dock.isHidden()
    assert not window.menus.view.units.isChecked()
    again = MainWindow(settings, tmp_path / "recovery")
    qtbot.addWidget(again)
    assert not again.menus.view.numbers.isChecked(), "numbers stay off"


def test_the_dark_theme_is_kept(window: MainWindow, settings: QSettings, qtbot: QtBot, tmp_path: Path) -> None:
    window.open("ford")
    window.menus.view.dark.trigger()
    assert window.canvas.style_shown.dark
    assert QApplication.palette().window().color().lightnessF() < 0.3
    again = MainWindow(settings, tmp_path / "recovery")
    qtbot.addWidget(again)
    assert again.look.dark
    window.menus.view.dark.trigger()
    assert not window.canvas.style_shown.dark


def test_its_size_is_remembered(window: MainWindow, settings: QSettings, qtbot: QtBot, tmp_path: Path) -> None:
    window.resize(QSize(720, 600))
    window.close()
    again = MainWindow(settings, tmp_path / "recovery")
    qtbot.addWidget(again)
    assert again.size() == QSize(720, 600)


def test_help_shows_the_manual_and_the_licences(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    window.help.show_manual()
    manual = window.help.manual
    assert manual is not None
    assert manual.contents.count() >= 1
    assert manual.page.toPlainText()
    told: list[str] = []
    monkeypatch.setattr(QMessageBox, "exec", lambda box: told.append(box.text()))
    window.help.show_about()
    assert told == [window.help.about_text()]
    assert "Open Font License" in told[0]


def test_a_grid_that_stays_hidden_is_ticked_in_no_menu(qtbot: QtBot, settings: QSettings, tmp_path: Path) -> None:
    settings.setValue("grid", False)
    again = MainWindow(settings, tmp_path / "recovery")
    qtbot.addWidget(again)
    assert not again.bench.layers[EditLayer.GRID].visible
    assert not again.menus.view.grid.isChecked()
    assert not again.menus.overlays.grid.isChecked()
    again.menus.view.grid.trigger()
    assert again.bench.layers[EditLayer.GRID].visible


def test_the_open_file_asked_for_on_the_start_page_is_shown(window: MainWindow, tmp_path: Path) -> None:
    assert window.open("ford")
    window.set_mode(Mode.EDIT)
    assert window.save_as(tmp_path / "mine.redoubt")
    window.show_start()
    assert window.open(tmp_path / "mine.redoubt")
    assert window.mode is Mode.EDIT
    assert window.canvas.isVisible()


@pytest.mark.parametrize(
    "name", ["geometry", "layout", "panels-play", "type-size", "play-speed", "play/enter-rest", "play/hand-order"]
)
def test_a_setting_that_makes_no_sense_is_as_usual(
    name: str, qtbot: QtBot, settings: QSettings, tmp_path: Path
) -> None:
    settings.setValue(name, "soon")
    again = MainWindow(settings, tmp_path / "recovery")
    qtbot.addWidget(again)
    assert again.open("ford")


@pytest.mark.parametrize(
    "kept",
    [
        "[" * 5000,
        '{"seen": ["actions"], "sizes": {"actions": [Infinity, 1]}}',
        '{"seen": ["actions"], "sizes": {"actions": [99999999999, -5]}}',
    ],
    ids=["without end", "endless", "beyond all screens"],
)
def test_panels_that_cannot_stand_as_they_were_kept_stand_as_usual(
    kept: str, qtbot: QtBot, settings: QSettings, tmp_path: Path
) -> None:
    for page in ("view", "edit", "design", "play"):
        settings.setValue(f"panels-{page}", kept)
    again = MainWindow(settings, tmp_path / "recovery")
    qtbot.addWidget(again)
    again.show()
    assert again.open("ford")
    for mode in (Mode.EDIT, Mode.DESIGN, Mode.PLAY):
        again.set_mode(mode)
    assert again.mode is Mode.PLAY


def test_a_refusal_is_no_longer_said_once_something_else_was_done(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert window.new_map(small_plan(cols=6, rows=5))
    document = window.files.document
    assert document is not None
    refusal = message("edit.read-only", file="the file")
    window.bench.reported.emit(refusal)
    told = window.statusBar().currentMessage()
    assert told
    assert document.push(set_title(document.plan, "Elbe"))
    assert window.statusBar().currentMessage() == told, "what is done in the same moment is no answer to it"
    monkeypatch.setattr("app.status_line._A_MOMENT", 0)
    QTest.qWait(5)
    document.undo_stack.undo()
    assert window.statusBar().currentMessage() != told
    window.status.say(told)
    document.undo_stack.redo()
    assert window.statusBar().currentMessage() == told, "other words stay"
