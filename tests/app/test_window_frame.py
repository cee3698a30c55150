"""The frame around the map: it keeps to the screen, its panels stand as they were left, and the map holds still."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, QSettings, QSize, Qt
from PySide6.QtWidgets import QApplication, QDockWidget, QTabBar, QWidget
from pytestqt.qtbot import QtBot

from app.banner import BannerTone
from app.first_size import FRAME, keep_to_screen, take_first_size
from app.menu_letters import marked, mnemonic
from app.modes import Mode
from app.window import MainWindow
from engine.core.messages import message
from tests.helpers.plans import small_plan

SMALL = ((1024, 700), (1280, 720))
PLACE = "main:25,20"
MODES = (Mode.EDIT, Mode.DESIGN, Mode.PLAY)


def settle() -> None:
    for _ in range(10):
        QApplication.processEvents()


def in_mode(window: MainWindow, mode: Mode) -> None:
    window.set_mode(mode)
    assert window.mode is mode
    settle()


def front(window: MainWindow) -> dict[str, tuple[int, int]]:
    """The docks in front with their sizes."""
    docks = window.findChildren(QDockWidget)
    return {dock.objectName(): dock.size().toTuple() for dock in docks if not dock.visibleRegion().isEmpty()}


def on_screen(window: MainWindow, key: str) -> QPoint:
    """Where a place of the map is, in pixels of the window."""
    canvas = window.canvas
    place = canvas.picture.place(key)
    assert place is not None
    at = canvas.viewportTransform().map(QPointF(place.x, place.y)).toPoint()
    return canvas.viewport().mapTo(window, at)


@pytest.mark.parametrize("size", SMALL)
def test_the_window_never_grows_over_the_screen(window: MainWindow, size: tuple[int, int]) -> None:
    window.resize(*size)
    assert window.open("typhoon")
    for _ in range(2):
        for mode in MODES:
            in_mode(window, mode)
            assert window.size().toTuple() == size, mode


@pytest.mark.parametrize(("room", "is_whole"), [((1280, 720), True), ((1280, 830), True), ((1920, 1080), False)])
def test_a_first_window_and_its_frame_keep_to_the_screen(qtbot: QtBot, room: tuple[int, int], is_whole: bool) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(1280, min(800, room[1]))
    take_first_size(window, QSize(*room))
    assert window.isMaximized() is is_whole
    assert window.height() + FRAME.height() <= room[1]


@pytest.mark.parametrize(
    ("size", "room", "is_whole"),
    [
        ((1280, 720), (1280, 720), True),
        ((1600, 600), (1280, 720), True),
        ((1276, 690), (1280, 720), False),
        ((1600, 900), (1920, 1080), False),
    ],
)
def test_a_window_that_was_left_on_a_larger_screen_takes_all_of_this_one(
    qtbot: QtBot, size: tuple[int, int], room: tuple[int, int], is_whole: bool
) -> None:
    """The title of a window that is as high as the screen would push the line at its foot off it."""
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(*size)
    keep_to_screen(window, QSize(*room))
    assert window.isMaximized() is is_whole
    assert is_whole or window.size() == QSize(*size)


def test_no_dock_shares_its_name_with_another(window: MainWindow) -> None:
    names = [dock.objectName() for dock in window.findChildren(QDockWidget)]
    assert len(names) == len(set(names))


def test_sizes_and_tabs_of_panels_survive_the_other_pages(window: MainWindow) -> None:
    assert window.open("typhoon")
    stood = {}
    for mode in MODES:
        in_mode(window, mode)
    in_mode(window, Mode.EDIT)
    window.docks.show_panel("layers")
    window.resizeDocks([window.docks.docks["palette"]], [270], Qt.Orientation.Horizontal)
    for mode in MODES:
        in_mode(window, mode)
        stood[mode] = front(window)
    assert "layers-dock" in stood[Mode.EDIT]
    assert stood[Mode.EDIT]["palette-dock"][0] == 270
    for mode in (*MODES, *MODES):
        in_mode(window, mode)
        assert front(window) == stood[mode], mode


def test_no_tab_bar_of_another_page_is_left_on_the_window(window: MainWindow) -> None:
    assert window.open("typhoon")
    for mode in (*MODES, *MODES, Mode.EDIT):
        in_mode(window, mode)
        titles = {dock.windowTitle() for dock in window.findChildren(QDockWidget) if not dock.isHidden()}
        for bar in window.findChildren(QTabBar):
            if bar.parent() is window and bar.isVisible() and bar.geometry().right() > 0:
                assert {bar.tabText(number) for number in range(bar.count())} <= titles


def test_the_next_window_has_its_panels_as_they_were_left(
    window: MainWindow, settings: QSettings, tmp_path: Path, qtbot: QtBot
) -> None:
    assert window.open("typhoon")
    in_mode(window, Mode.EDIT)
    window.docks.show_panel("history")
    window.docks.docks["minimap"].close()
    settle()
    stood = front(window)
    window.docks.remember()
    other = MainWindow(settings, tmp_path / "elsewhere")
    qtbot.addWidget(other)
    other.show()
    assert other.open("typhoon")
    in_mode(other, Mode.EDIT)
    assert set(front(other)) == set(stood)
    assert "history-dock" in stood
    other.files.close()


@pytest.mark.parametrize("mode", MODES)
def test_a_key_hides_all_panels_and_brings_them_back(window: MainWindow, mode: Mode) -> None:
    assert window.open("typhoon")
    in_mode(window, mode)
    before, width = front(window), window.canvas.width()
    bare = window.menus.view.bare
    assert bare.shortcut().toString() == "F11"
    bare.trigger()
    settle()
    assert front(window) == {}
    assert window.canvas.width() == window.width() > width
    bare.trigger()
    settle()
    assert front(window) == before
    bare.trigger()
    in_mode(window, next(other for other in MODES if other is not mode))
    assert not bare.isChecked()
    in_mode(window, mode)
    assert front(window) == before, "what was hidden by the key is not remembered as closed"


@pytest.mark.parametrize("size", SMALL)
def test_cards_leave_the_map_half_the_height(window: MainWindow, size: tuple[int, int]) -> None:
    window.resize(*size)
    assert window.open("europe-1941-45")
    in_mode(window, Mode.PLAY)
    assert not window.play.docks["hand"].isHidden()
    assert window.canvas.height() >= size[1] / 2
    choices = [(f"Something else, number {number}", lambda: None) for number in range(3)]
    window.play.desk.scene.prompt.offer("Go on", choices)
    settle()
    assert window.canvas.height() >= size[1] / 2 - 4, "also where the choices need a row of their own"


def test_cards_are_no_higher_after_a_game_without_them_and_the_designer(window: MainWindow) -> None:
    window.resize(1280, 800)
    assert window.open("typhoon")
    for mode in (Mode.PLAY, Mode.DESIGN):
        in_mode(window, mode)
    assert window.open("summer-1941")
    in_mode(window, Mode.PLAY)
    assert not window.play.docks["hand"].isHidden()
    assert window.canvas.height() >= window.height() / 2


@pytest.mark.parametrize("words", ["Short.", "A question with many words. " * 8])
@pytest.mark.parametrize("size", SMALL)
def test_the_prompt_is_never_clipped(window: MainWindow, size: tuple[int, int], words: str) -> None:
    window.resize(*size)
    assert window.open("typhoon")
    in_mode(window, Mode.PLAY)
    prompt = window.play.desk.scene.prompt
    prompt.ask("Soviet", ("#804030", "#ffffff"), words, "12.1.2", "Turn 6 of 9: September 1941, clear")
    others = [(f"Something rather long to do number {number}", lambda: None) for number in range(4)]
    prompt.offer("End the whole movement phase", others)
    prompt.refuse("Something was refused. " * 6, "5.1")
    settle()
    assert prompt.geometry().right() <= window.width()
    shown = [prompt.side, prompt.prompt, prompt.rule, prompt.default, prompt.turn, *prompt.buttons, prompt.refused]
    for widget in shown:
        inside = widget.visibleRegion().boundingRect()
        assert inside.size() == widget.size(), widget
        needed = widget.heightForWidth(widget.width()) if widget.hasHeightForWidth() else widget.sizeHint().height()
        assert widget.height() >= needed
        if widget is not prompt.prompt and widget is not prompt.refused:
            assert widget.width() >= widget.sizeHint().width()
    rects = [widget.geometry() for widget in shown[:-1]]
    assert not any(a.intersects(b) for n, a in enumerate(rects) for b in rects[:n])


@pytest.mark.parametrize("fits", [True, False])
def test_the_map_holds_still_under_bars_that_come_and_go(window: MainWindow, fits: bool) -> None:
    assert window.open("typhoon")
    in_mode(window, Mode.EDIT)
    if not fits:
        window.canvas.set_zoom(0.8)
        window.canvas.look_at(PLACE)
    settle()
    before, zoom = on_screen(window, PLACE), window.canvas.zoom
    window.banner.say(BannerTone.INFO, "Something that takes a line of its own.")
    settle()
    assert window.banner.isVisible()
    assert (on_screen(window, PLACE) - before).manhattanLength() <= 1
    assert window.canvas.zoom == zoom
    window.banner.hide()
    settle()
    assert (on_screen(window, PLACE) - before).manhattanLength() <= 1
    for tool in window.tools.tools:
        window.bench.set_tool(tool)
        settle()
        assert (on_screen(window, PLACE) - before).manhattanLength() <= 1, tool
    assert window.canvas.zoom == zoom
    window.resize(1100, 760)
    settle()
    assert (window.canvas.zoom != zoom) is fits, "another window is another matter: what was fitted is fitted again"


def test_after_a_bar_all_of_the_map_can_still_be_gone_to(window: MainWindow) -> None:
    assert window.open("typhoon")
    in_mode(window, Mode.EDIT)
    window.banner.say(BannerTone.INFO, "Something.")
    settle()
    canvas = window.canvas
    canvas.set_zoom(canvas.zoom * 3)
    paper = canvas.picture.bounds
    canvas.look_at_point(paper.right, paper.bottom)
    assert canvas.view_box.right >= paper.right
    assert canvas.view_box.bottom >= paper.bottom


def test_saving_and_taking_back_leave_the_zoom_alone(window: MainWindow, tmp_path: Path) -> None:
    assert window.open("typhoon")
    in_mode(window, Mode.EDIT)
    window.canvas.set_zoom(0.9)
    window.canvas.look_at(PLACE)
    settle()
    before = on_screen(window, PLACE)
    for number in range(2):
        assert window.save_as(tmp_path / f"{number}.redoubt")
        settle()
        assert window.canvas.zoom == pytest.approx(0.9)
        assert (on_screen(window, PLACE) - before).manhattanLength() <= 2
    assert window.file_actions.save_version("once")
    assert window.canvas.zoom == pytest.approx(0.9)


def test_another_file_is_shown_whole(window: MainWindow, tmp_path: Path) -> None:
    assert window.open("typhoon")
    in_mode(window, Mode.EDIT)
    assert window.save_as(tmp_path / "one.redoubt")
    window.canvas.set_zoom(2.0)
    assert window.open("typhoon")
    settle()
    assert window.canvas.zoom == pytest.approx(window.canvas.fit_zoom)


def test_a_refusal_is_not_wiped_away_by_the_pointer(window: MainWindow, qtbot: QtBot) -> None:
    assert window.open("typhoon")
    in_mode(window, Mode.EDIT)
    window.bench.reported.emit(message("edit.cannot.nothing-selected"))
    said = window.statusBar().currentMessage()
    assert said
    window.canvas.hovered.emit(PLACE)
    assert window.statusBar().currentMessage() == said
    window.statusBar().showMessage("the words of a button")
    window.statusBar().clearMessage()
    assert window.statusBar().currentMessage() == said, "and comes back behind the words of a button"
    window.status._reading.timeout.emit()
    assert window.statusBar().currentMessage() not in ("", said)


def test_panels_begin_below_the_bars_whatever_page_was_left_last_time(
    qtbot: QtBot, settings: QSettings, tmp_path: Path
) -> None:
    first = MainWindow(settings, tmp_path / "recovery")
    qtbot.addWidget(first)
    first.resize(1280, 720)
    first.show()
    first.open("ford")
    first.set_mode(Mode.DESIGN)
    first.enter_play()
    first.docks.remember()
    first.leaving.leave()
    first.close()
    second = MainWindow(settings, tmp_path / "recovery")
    qtbot.addWidget(second)
    second.show()
    second.show_start()
    second.new_map(small_plan(cols=6, rows=5))
    second.set_mode(Mode.EDIT)
    qtbot.waitUntil(second.docks.docks["minimap"].isVisible)
    tops = {name: second.docks.docks[name].geometry().top() for name in ("palette", "minimap")}
    assert tops["minimap"] == tops["palette"], "nothing empty stands above it"
    second.put_away()


@pytest.mark.parametrize("mode", MODES)
def test_no_panel_takes_a_letter_of_the_menu_bar(window: MainWindow, mode: Mode) -> None:
    window.open("ford")
    in_mode(window, mode)
    for dock in window.docks.docks.values():
        dock.show()
    settle()
    menus = {mnemonic(action.text()) for action in window.menuBar().actions()}
    assert len(menus) == len(window.menuBar().actions()), "each menu has a letter of its own"
    shown = [widget for dock in window.findChildren(QDockWidget) for widget in marked(dock) if widget.isVisible()]
    assert not [widget.text() for widget in shown if mnemonic(widget.text()) in menus]
