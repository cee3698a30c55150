"""Overlays in the real window: letters switch them, several at once, with a legend, without secrets or haste."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from app.modes import Mode
from app.play.scene.overlays import Overlays, ink_of
from app.window import MainWindow
from editor.documents.workbench import EditLayer
from engine.core.actions import Done
from engine.core.ids import Side
from engine.core.messages import message
from engine.core.overlays import MarkedArea, OverlayKind, Tone
from engine.core.state import State
from tests.app.play.hands import Player


@pytest.fixture
def player(window: MainWindow) -> Player:
    found = Player(window)
    found.begin("ford")
    window.canvas.setFocus()
    return found


@pytest.fixture
def overlays(player: Player) -> Overlays:
    return player.window.play.overlays


def press(player: Player, key: Qt.Key) -> None:
    QTest.keyClick(player.window.canvas, key)
    player.window.play.overlays.finish()


KEYS = {
    OverlayKind.CONTROL: Qt.Key.Key_C,
    OverlayKind.AIR: Qt.Key.Key_I,
    OverlayKind.SUPPLY: Qt.Key.Key_S,
    OverlayKind.ZONES: Qt.Key.Key_Z,
    OverlayKind.STACKING: Qt.Key.Key_K,
    OverlayKind.OBJECTIVES: Qt.Key.Key_O,
    OverlayKind.ISOLATION: Qt.Key.Key_T,
    OverlayKind.COMMAND: Qt.Key.Key_H,
    OverlayKind.MORALE: Qt.Key.Key_M,
}


def test_a_letter_switches_an_overlay_on_and_off(player: Player, overlays: Overlays) -> None:
    for kind, key in KEYS.items():
        press(player, key)
        assert overlays.on == {kind}
        assert overlays.overlay(kind) is not None
        assert player.window.menus.overlays.switches[kind].isChecked()
        assert overlays.legend.isVisible()
        press(player, key)
        assert overlays.on == set()
        assert overlays.overlay(kind) is None
        assert not overlays.legend.isVisible()


def test_several_are_shown_at_once_and_the_legend_speaks_of_each(player: Player, overlays: Overlays) -> None:
    for key in (Qt.Key.Key_Z, Qt.Key.Key_C):
        press(player, key)
    words = [row.words for row in overlays.legend.rows]
    assert words[0] == "Control (case 8.1)"
    assert any(each.startswith("Zones of control") for each in words)
    assert any(each.startswith("Red zone of control: ") for each in words)
    press(player, Qt.Key.Key_N)
    assert overlays.on == set()


def test_what_no_numbered_case_says_names_none(window: MainWindow) -> None:
    player = Player(window)
    player.begin("pulkovo-heights")
    window.canvas.setFocus()
    press(player, Qt.Key.Key_O)
    assert window.play.overlays.legend.rows[0].words == "Objectives"


def test_a_game_without_such_a_thing_says_so(player: Player, overlays: Overlays) -> None:
    press(player, Qt.Key.Key_I)
    assert "This game has no aircraft or interdiction on the map." in [row.words for row in overlays.legend.rows]


def test_units_and_grid_are_hidden_and_shown(player: Player) -> None:
    canvas = player.window.canvas
    press(player, Qt.Key.Key_U)
    assert not canvas.counters.isVisible()
    press(player, Qt.Key.Key_U)
    assert canvas.counters.isVisible()
    press(player, Qt.Key.Key_G)
    assert not player.window.bench.layers[EditLayer.GRID].visible
    assert not player.window.menus.view.grid.isChecked(), "it is the same switch as that of the View menu"
    press(player, Qt.Key.Key_G)
    assert player.window.bench.layers[EditLayer.GRID].visible


def test_units_hidden_in_a_game_are_back_in_the_editor(player: Player) -> None:
    press(player, Qt.Key.Key_U)
    player.key("F5")
    assert player.window.mode is Mode.EDIT
    assert player.window.canvas.counters.isVisible()


def test_a_letter_in_a_search_field_is_a_letter(player: Player, overlays: Overlays) -> None:
    player.key("F9")
    search = player.desk.scene.actions.search
    assert search.hasFocus()
    QTest.keyClicks(search, "scout zone")
    assert search.text() == "scout zone"
    assert overlays.on == set()


def test_a_letter_in_an_open_menu_is_the_menus(player: Player, overlays: Overlays) -> None:
    window = player.window
    languages = window.menus.view.languages
    window.menuBar().setActiveAction(next(each for each in window.menuBar().actions() if each.text() == "&View"))
    menu = languages.parentWidget()
    assert isinstance(menu, QMenu)
    QTest.qWait(0)
    QTest.keyClick(menu, Qt.Key.Key_U)
    assert window.menus.overlays.units.isChecked(), "the counters are not hidden beneath the menu"
    assert menu.activeAction() is languages.menuAction()
    menu.close()


def test_in_the_editor_the_letters_take_tools(player: Player, overlays: Overlays) -> None:
    press(player, Qt.Key.Key_C)
    assert overlays.on == {OverlayKind.CONTROL}
    player.key("F5")
    window = player.window
    assert window.mode is Mode.EDIT
    assert overlays.overlay(OverlayKind.CONTROL) is None, "an overlay is of a game"
    assert not overlays.legend.isVisible()
    window.canvas.setFocus()
    QTest.keyClick(window.canvas, Qt.Key.Key_C)
    assert window.bench.tool == "place"
    assert overlays.on == {OverlayKind.CONTROL}
    player.key("F5")
    overlays.finish()
    assert overlays.overlay(OverlayKind.CONTROL) is not None, "and comes back with it"


def test_an_overlay_is_remembered(player: Player, settings: QSettings, qtbot: QtBot, tmp_path: Path) -> None:
    press(player, Qt.Key.Key_S)
    press(player, Qt.Key.Key_G)
    other = MainWindow(settings, tmp_path / "other")
    qtbot.addWidget(other)
    assert not other.bench.layers[EditLayer.GRID].visible
    assert other.play.overlays.on == {OverlayKind.SUPPLY}
    assert other.menus.overlays.switches[OverlayKind.SUPPLY].isChecked()
    other.files.close()


def test_it_is_made_once_for_a_state_from_what_the_viewer_sees(
    player: Player, overlays: Overlays, monkeypatch: pytest.MonkeyPatch
) -> None:
    ruleset = player.table.game.ruleset
    zones = ruleset.overlays[OverlayKind.ZONES]
    seen: list[State] = []

    def counting(game: object, view: State) -> object:
        seen.append(view)
        return zones(game, view)  # type: ignore[arg-type]

    monkeypatch.setattr(ruleset, "overlays", {OverlayKind.ZONES: counting})
    press(player, Qt.Key.Key_Z)
    player.desk.refresh()
    player.window.show_dark(True)
    QApplication.processEvents()
    overlays.finish()
    assert len(seen) == 1
    assert seen[0].viewer == player.table.viewer
    press(player, Qt.Key.Key_Z)
    player.desk.submit(player.table.menu.default or Done())
    overlays.finish()
    assert len(seen) == 1, "nothing is made that is not shown"


def test_it_follows_a_decision_after_the_menu_is_drawn(player: Player, overlays: Overlays) -> None:
    press(player, Qt.Key.Key_Z)
    before = overlays.overlay(OverlayKind.ZONES)
    menu = player.table.menu
    player.desk.submit(menu.default or next(iter(menu)))
    assert overlays.overlay(OverlayKind.ZONES) is before, "the click itself is not held up"
    QApplication.processEvents()
    overlays.finish()
    made = overlays.overlay(OverlayKind.ZONES)
    ruleset = player.table.game.ruleset
    assert made == ruleset.overlays[OverlayKind.ZONES](player.table.game, player.table.view)


def test_moving_about_paints_nothing_again(player: Player, overlays: Overlays) -> None:
    canvas = player.window.canvas
    canvas.set_zoom(1.0)
    press(player, Qt.Key.Key_Z)
    canvas.viewport().grab()
    for step in (30, 30, -30, -30):
        canvas.move_by(step, step)
        canvas.viewport().grab()
    painted = overlays.painted(OverlayKind.ZONES)
    assert painted > 0
    for step in (30, 30, -30, -30):
        canvas.move_by(step, step)
        canvas.viewport().grab()
    assert overlays.painted(OverlayKind.ZONES) == painted


def test_a_neutral_is_not_drawn_in_the_colours_of_a_side() -> None:
    sides = (Side("red"), Side("blue"))
    areas = [MarkedArea(message("overlay.nothing"), (), Tone.SIDE, side) for side in (*sides, Side("neutral"))]
    assert len({ink_of(sides, area).colour for area in areas}) == 3


def test_what_stands_out_has_the_colour_of_its_side_and_more_of_it() -> None:
    sides = (Side("one"), Side("two"))
    label = message("overlay.nothing")
    heads = [ink_of(sides, MarkedArea(label, (), Tone.SIDE, side, stands_out=True)) for side in sides]
    tracks = [ink_of(sides, MarkedArea(label, (), Tone.SIDE, side)) for side in sides]
    assert [head.colour for head in heads] == [track.colour for track in tracks]
    assert heads[0].colour != heads[1].colour
    assert all(head.strength > 1.5 * track.strength for head, track in zip(heads, tracks, strict=True))
