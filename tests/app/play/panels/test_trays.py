"""Off the map: trays whose counters act as those on it do, the turn track, and the score that is always in view."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QIcon, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QListWidgetItem, QMenu, QWidget

from app.play.games.game_setup import NewGame
from app.play.panels.score_panel import ScorePanel
from app.play.panels.trays_panel import TrayBox, TraysPanel
from app.play.panels.turns_panel import GameTurnsPanel
from app.window import MainWindow
from editor.canvas.counters.counter_picture import CounterPicture
from engine.core.actions import Done
from engine.narration.trays import trays_of
from engine.narration.turn_track import turns_of
from tests.app.play.hands import Player


@pytest.fixture
def player(window: MainWindow) -> Player:
    """Typhoon, where the Axis may send out its air fleet."""
    found = Player(window)
    assert window.open("typhoon")
    assert window.play.begin(NewGame("typhoon", seed=7))
    window.enter_play()
    return found


def panel_of(player: Player, name: str, keys: str) -> QWidget:
    QApplication.processEvents()
    widget = player.window.play.panels[name].widget
    if not widget.isVisible():
        player.key(keys)
        QApplication.processEvents()
    assert widget.isVisible()
    return widget


def trays(player: Player) -> TraysPanel:
    found = panel_of(player, "trays", "Alt+Shift+T")
    assert isinstance(found, TraysPanel)
    return found


def item_of(panel: TraysPanel, unit: str) -> tuple[TrayBox, QListWidgetItem]:
    for box in panel.boxes:
        for row in range(box.count()):
            if box.item(row).data(Qt.ItemDataRole.UserRole) == unit:
                return box, box.item(row)
    raise AssertionError(f"{unit} is in no tray")


def test_trays_hold_everybody_who_is_off_the_map(player: Player) -> None:
    board, view = player.table.board, player.table.view
    held = [unit for tray in trays_of(player.table) for unit in tray.units]
    assert sorted(held) == sorted(unit.id for unit in view.every_unit() if board.kinds[unit.at] == "box")
    due = player.table.game.ruleset.due(player.table.game, view)
    assert {tray.turn for tray in trays_of(player.table) if tray.turn} == set(due.values())


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The units whose counters are drawn for a tray."""
    found: list[str] = []
    draw = TraysPanel._icon

    def noted(panel: TraysPanel, picture: CounterPicture) -> QIcon:
        found.append(picture.unit)
        return draw(panel, picture)

    monkeypatch.setattr(TraysPanel, "_icon", noted)
    return found


def test_counters_of_trays_are_drawn_when_they_are_seen_and_anew_when_taken_in_hand(
    drawn: list[str], player: Player
) -> None:
    panel = trays(player)
    held = [str(unit) for tray in trays_of(player.table) for unit in tray.units]
    assert 0 < len(drawn) < len(held) / 2, "most lie below the edge of the panel"
    assert len(set(drawn)) == len(drawn), "each once"
    panel.verticalScrollBar().setValue(panel.verticalScrollBar().maximum())
    QApplication.processEvents()
    assert held[-1] in drawn
    drawn.clear()
    panel.take(held[-1])
    QApplication.processEvents()
    assert drawn == [held[-1]], "its frame is another"


def test_a_counter_in_a_tray_is_taken_in_hand_with_the_keyboard(player: Player) -> None:
    panel = trays(player)
    box, item = item_of(panel, "g-fleet-1")
    box.setCurrentItem(item)
    box.setFocus()
    QTest.keyClick(box, Qt.Key.Key_Return)
    assert player.desk.unit == "g-fleet-1"
    assert player.desk.scene.tints.tints, "where it can go is tinted on the map"
    near = [row.text(0) for row in player.desk.scene.actions.rows()]
    assert near, "and listed for the keyboard"


def test_a_counter_is_dragged_from_its_tray_onto_the_map(player: Player) -> None:
    panel = trays(player)
    box, item = item_of(panel, "g-fleet-1")
    panel.ensureWidgetVisible(box)
    QApplication.processEvents()
    start = box.visualItemRect(item).center()
    goal = player.where("g-base-1")
    end = player.place(goal)
    drag(box, start, player.viewport.mapToGlobal(end))
    assert player.where("g-fleet-1") == goal
    assert not panel.carried


def test_a_drop_that_the_menu_does_not_have_says_why(player: Player) -> None:
    panel = trays(player)
    box, item = item_of(panel, "g-fleet-1")
    panel.ensureWidgetVisible(box)
    QApplication.processEvents()
    far = player.label("5235")
    end = player.place(far)
    drag(box, box.visualItemRect(item).center(), player.viewport.mapToGlobal(end))
    assert "12.1.2" in player.refusal
    assert player.table.board.kinds[player.where("g-fleet-1")] == "box"


def drag(box: TrayBox, start: QPoint, end: QPoint) -> None:
    """Press in a tray, move and let go at a point of the screen."""
    target = box.viewport()
    middle = target.mapToGlobal(start) + QPoint(-40, 0)
    left, none = Qt.MouseButton.LeftButton, Qt.MouseButton.NoButton
    for kind, at, button, held in (
        (QMouseEvent.Type.MouseButtonPress, target.mapToGlobal(start), left, left),
        (QMouseEvent.Type.MouseMove, middle, none, left),
        (QMouseEvent.Type.MouseMove, end, none, left),
        (QMouseEvent.Type.MouseButtonRelease, end, left, none),
    ):
        local = QPointF(target.mapFromGlobal(at))
        event = QMouseEvent(kind, local, QPointF(at), button, held, Qt.KeyboardModifier.NoModifier)
        QApplication.sendEvent(target, event)


def test_the_track_has_every_turn_with_date_weather_and_arrivals(player: Player) -> None:
    turns = turns_of(player.table)
    assert [box.turn for box in turns] == [6, 7, 8, 9]
    assert [box.weather for box in turns] == ["clear", "mud", "snow", "snow"]
    assert turns[1].notes == ("production 5",)
    assert [box.is_now for box in turns] == [True, False, False, False]
    assert turns[-1].is_last
    due = player.table.game.ruleset.due(player.table.game, player.table.view)
    assert {unit for box in turns for unit in box.arrivals} == {unit for unit, turn in due.items() if turn <= 9}


def test_a_turn_opens_the_tray_of_those_who_come(player: Player) -> None:
    QTest.mouseClick(player.desk.scene.prompt.turn, Qt.MouseButton.LeftButton)
    QApplication.processEvents()
    panel = player.window.play.panels["turns"].widget
    assert isinstance(panel, GameTurnsPanel)
    assert panel.isVisible(), "the turn in the prompt opens the track"
    row = panel.list.topLevelItem(1)
    assert row is not None
    panel.list.itemActivated.emit(row, 0)
    found = player.window.play.panels["trays"].widget
    assert isinstance(found, TraysPanel)
    assert found.isVisible()
    focused = QApplication.focusWidget()
    assert isinstance(focused, TrayBox)
    assert focused.tray.turn == 7


def test_the_score_is_in_view_and_its_terms_are_in_a_panel(player: Player) -> None:
    prompt = player.desk.scene.prompt
    QApplication.processEvents()
    assert prompt.score.isVisible()
    assert prompt.score.text() == "Score 114"
    assert "Soviet, marginal" in prompt.score.toolTip()
    QTest.mouseClick(prompt.score, Qt.MouseButton.LeftButton)
    QApplication.processEvents()
    panel = player.window.play.panels["score"].widget
    assert isinstance(panel, ScorePanel)
    assert panel.isVisible()
    heads = [panel.list.topLevelItem(row) for row in range(panel.list.topLevelItemCount())]
    assert [head.text(0) for head in heads if head is not None] == ["Cities held and in supply", "Axis units in supply"]
    assert sum(int(head.text(1)) for head in heads if head is not None) == 114


def test_the_score_says_what_changed_since_the_last_turn(window: MainWindow) -> None:
    player = Player(window)
    assert window.open("ford")
    assert window.play.begin(NewGame("ford", seed=7))
    window.enter_play()
    table, desk = player.table, player.desk
    QApplication.processEvents()
    assert "(" not in desk.scene.prompt.score.text(), "in the first turn there is nothing to compare with"
    while table.view.turn == 1:
        desk.submit(table.menu.default or (Done() if Done() in table.menu else next(iter(table.menu))))
    panel = window.play.panels["score"].widget
    assert isinstance(panel, ScorePanel)
    window.play.show_panel("score")
    QApplication.processEvents()
    assert "Since the last turn: 0" in panel.title.text()


def test_the_right_button_in_a_tray_lists_what_can_be_done(player: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(QMenu, "popup", lambda *_: None)
    panel = trays(player)
    panel.ask("g-fleet-1", QPoint(10, 10))
    context = player.desk.asking.menu
    assert context is not None
    assert context.actions()
    assert player.desk.unit == "g-fleet-1"


def test_a_double_click_in_a_tray_acts_whatever_the_last_click_on_the_map_did(
    player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    panel = trays(player)
    unit = str(panel.boxes[0].item(0).data(Qt.ItemDataRole.UserRole))
    acted: list[str] = []
    monkeypatch.setattr(player.desk, "act_in_place", lambda key, unit: acted.append(unit))
    player.desk._has_acted = True
    panel.act(unit)
    assert acted == [unit]


def test_what_the_trays_cover_as_a_game_begins_is_filled_when_it_is_seen(window: MainWindow) -> None:
    """Barbarossa begins with a question about units in trays; the reckoning beneath them waits."""
    assert window.open("barbarossa")
    assert window.play.begin(NewGame("barbarossa", seed=7))
    window.enter_play()
    QApplication.processEvents()
    docks, why = window.play.docks, window.play.desk.scene.why
    assert not docks["trays"].visibleRegion().isEmpty()
    assert docks["why"].visibleRegion().isEmpty()
    assert why.table.rows_made == 0
    docks["why"].raise_()
    QApplication.processEvents()
    assert why.table.rows_made > 0
