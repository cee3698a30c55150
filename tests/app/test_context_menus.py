"""Right-click menus of the map and of lists, and files that are dropped on the window."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QMimeData, QPoint, Qt, QUrl
from PySide6.QtGui import QContextMenuEvent, QDragEnterEvent, QImage
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from app.modes import Mode
from app.window import MainWindow
from editor.documents.workbench import Picked
from editor.model.edits import Part
from editor.panels.button_menu import button_menu
from editor.panels.design.units.unit_table_panel import UnitTablePanel
from editor.panels.scans.scans_panel import ScansPanel
from tests.editor.canvas import mouse

PLACE = "main:25,20"


def words(menu: QMenu | None) -> list[str]:
    assert menu is not None
    return [action.text().replace("&", "") for action in menu.actions() if action.text()]


def right_click(window: MainWindow, at: QPoint) -> None:
    view = window.canvas.viewport()
    mouse.press(view, at, Qt.MouseButton.RightButton)
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, at, view.mapToGlobal(at))
    QApplication.sendEvent(view, event)


def middle_of(window: MainWindow, key: str) -> QPoint:
    at = window.canvas.point_of(key)
    assert at is not None
    return at


def dropped(*paths: Path) -> QMimeData:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    return data


@pytest.mark.parametrize("mode", [Mode.VIEW, Mode.EDIT, Mode.DESIGN])
def test_a_right_click_on_the_map_lists_what_can_be_done_there(window: MainWindow, mode: Mode) -> None:
    assert window.open("typhoon")
    window.set_mode(mode)
    right_click(window, middle_of(window, PLACE))
    menu = window.context_menu.shown
    said = words(menu)
    assert window.place.name(PLACE) == said[0]
    assert "Fit Map" in said
    wanted = {Mode.VIEW: "List the Units Here", Mode.EDIT: "Copy", Mode.DESIGN: "Take the Chosen Units off the Map"}
    assert wanted[mode] in said
    assert menu is not None
    menu.close()


def test_in_the_editor_it_is_about_the_place_under_the_pointer(window: MainWindow) -> None:
    assert window.open("typhoon")
    window.set_mode(Mode.EDIT)
    window.tools.select_under(middle_of(window, PLACE))
    assert [str(cell) for cell in window.bench.selection.cells] or len(window.bench.selection) == 1
    kept = window.bench.selection
    window.tools.select_under(middle_of(window, PLACE))
    assert window.bench.selection == kept
    menu = window.context_menu.menu_at(middle_of(window, PLACE))
    assert menu is not None
    assert window.menus.edit.copy.isEnabled()
    menu.deleteLater()


def test_in_the_editor_what_was_picked_elsewhere_is_let_go_of(window: MainWindow) -> None:
    assert window.open("typhoon")
    window.set_mode(Mode.EDIT)
    document = window.bench.document
    assert document is not None
    far = next(each for each in document.plan.features.values() if each.at != PLACE)
    window.bench.pick(Picked(Part.FEATURE, far.id))
    window.tools.select_under(middle_of(window, PLACE))
    assert window.bench.picked is None, "Delete and Rename in the menu are about the hex under the pointer"
    window.bench.pick(Picked(Part.FEATURE, far.id))
    window.tools.select_under(middle_of(window, far.at))
    assert window.bench.picked == Picked(Part.FEATURE, far.id)


def test_in_the_designer_the_counter_under_the_pointer_can_be_taken_off(window: MainWindow) -> None:
    assert window.open("typhoon")
    window.set_mode(Mode.DESIGN)
    at = middle_of(window, PLACE)
    menu = window.context_menu.menu_at(at)
    assert menu is not None
    desk = window.designer.desk
    assert len(desk.selected_units) == 1
    off = next(action for action in menu.actions() if "off the Map" in action.text())
    off.trigger()
    assert desk.design is not None
    assert desk.selected_units[0] not in desk.design.placements
    menu.deleteLater()


def test_in_a_game_the_right_button_is_the_games_own(window: MainWindow) -> None:
    assert window.open("typhoon")
    window.set_mode(Mode.PLAY)
    assert window.context_menu.menu_at(QPoint(50, 50)) is None


def test_the_list_of_scans_has_its_buttons_as_a_menu(window: MainWindow) -> None:
    assert window.open("typhoon")
    window.set_mode(Mode.EDIT)
    panel = window.docks.panels["scans"]
    assert isinstance(panel, ScansPanel)
    assert panel.table.contextMenuPolicy() is Qt.ContextMenuPolicy.CustomContextMenu
    menu = button_menu(panel.table, panel.deeds)
    assert words(menu)[:2] == ["Add Scan...", "Calibrate..."]
    assert [action.isEnabled() for action in menu.actions()] == [button.isEnabled() for button in panel.deeds]
    menu.deleteLater()


def test_a_file_dropped_on_the_window_is_opened(window: MainWindow, tmp_path: Path) -> None:
    assert window.open("typhoon")
    assert window.save_as(tmp_path / "mine.redoubt")
    assert window.open("barbarossa")
    assert window.drops.take(dropped(tmp_path / "mine.redoubt"))
    assert window.opened is not None
    assert window.opened.plan.id == "typhoon"


def test_a_picture_dropped_on_the_window_becomes_a_scan(window: MainWindow, tmp_path: Path, qtbot: QtBot) -> None:
    picture = QImage(60, 40, QImage.Format.Format_RGB32)
    picture.fill(Qt.GlobalColor.darkGreen)
    picture.save(str(tmp_path / "sheet.png"))
    assert window.open("typhoon")
    assert window.drops.take(dropped(tmp_path / "sheet.png"))
    assert window.mode is Mode.EDIT
    document = window.bench.document
    assert document is not None
    qtbot.waitUntil(lambda: len(document.plan.scans) == 1)


def test_a_dropped_file_is_never_taken_away_from_where_it_lies(window: MainWindow, tmp_path: Path) -> None:
    data, either = dropped(tmp_path / "nothing.redoubt"), Qt.DropAction.CopyAction | Qt.DropAction.MoveAction
    event = QDragEnterEvent(QPoint(9, 9), either, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
    event.setDropAction(Qt.DropAction.MoveAction)
    QApplication.sendEvent(window, event)
    assert event.isAccepted()
    assert event.dropAction() == Qt.DropAction.CopyAction


def test_what_is_no_file_of_this_machine_is_let_be(window: MainWindow) -> None:
    data = QMimeData()
    data.setUrls([QUrl("https://example.org/map.png")])
    assert not window.drops.take(data)


def test_a_menu_of_the_designers_lists_goes_when_it_is_closed(window: MainWindow) -> None:
    assert window.open("ford")
    window.set_mode(Mode.DESIGN)
    panel = window.docks.panels["units"]
    assert isinstance(panel, UnitTablePanel)
    panel.table.customContextMenuRequested.emit(QPoint(5, 5))
    (menu,) = (each for each in panel.findChildren(QMenu) if each.isVisible())
    menu.close()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert not isValid(menu)


def test_a_game_holds_on_to_one_menu_at_most(window: MainWindow) -> None:
    assert window.open("ford")
    window.set_mode(Mode.PLAY)
    for _ in range(3):
        window.play.desk.asking.open((), QPoint(5, 5))
        assert window.play.desk.asking.menu is not None
        window.play.desk.asking.menu.close()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    own = [menu for menu in window.canvas.findChildren(QMenu) if menu.parent() is window.canvas]
    assert own == [window.play.desk.asking.menu]
