"""The stack viewer: a stack fanned out, arranged, and several units of it moved or sent into an attack at once."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.play.games.game_setup import NewGame
from app.play.scene.stack_order import StackOrder
from app.play.scene.stack_view import StackView
from app.window import MainWindow
from engine.core.actions import Done
from engine.core.records import Action
from tests.app.play.hands import Player
from tests.editor.canvas import mouse


@pytest.fixture
def player(window: MainWindow) -> Player:
    """Red's movement at the ford, where red-2 lies on red-1."""
    return begun(window, "ford", "step-to")


def begun(window: MainWindow, scenario: str, kind: str) -> Player:
    found = Player(window)
    assert window.open(scenario)
    assert window.play.begin(NewGame(scenario, seed=7))
    window.enter_play()
    until(found, kind)
    window.canvas.setFocus()
    return found


def until(player: Player, kind: str) -> None:
    table = player.table
    while kind not in table.menu.kinds():
        player.desk.submit(table.menu.default or (Done() if Done() in table.menu else next(iter(table.menu))))


def viewer(player: Player) -> StackView:
    return player.window.play.stack


def open_stack(player: Player, label: str) -> StackView:
    player.window.canvas.hovered.emit("")
    player.window.canvas.select(player.table.board.key(player.label(label)))
    QTest.keyClick(player.window.canvas, Qt.Key.Key_X)
    found = viewer(player)
    assert found.isVisible()
    return found


def shown(found: StackView) -> list[str]:
    return [found.fan.item(row).data(Qt.ItemDataRole.UserRole) for row in range(found.fan.count())]


def stack_on_map(player: Player, label: str) -> list[str]:
    key = player.table.board.key(player.label(label))
    return [counter.unit for counter in player.window.canvas.counters.stack(key)]


def test_a_key_fans_out_the_stack_and_escape_folds_it(player: Player) -> None:
    found = open_stack(player, "0606")
    assert shown(found) == ["red-2", "red-1"], "the topmost first"
    assert found.title.text() == "0606: 2 units"
    assert found.fan.hasFocus()
    QTest.keyClick(found.fan, Qt.Key.Key_Escape)
    assert not found.isVisible()
    assert player.window.canvas.hasFocus()


def test_marks_are_named_as_the_game_names_them(player: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    table, found = player.table, viewer(player)
    unit = next(iter(table.view.units.values()))
    marked = replace(unit, marks=frozenset({"has-moved"}))
    monkeypatch.setattr(type(table), "view", replace(table.view, units=table.view.units.set(unit.id, marked)))
    monkeypatch.setattr(table.names, "word", lambda mark: f"<{mark}>")
    assert found._about(unit.id, "1st Corps") == "1st Corps\n<has-moved>"


def test_a_double_click_on_a_stack_that_can_do_nothing_there_fans_it_out(player: Player) -> None:
    mouse.double_click(player.viewport, player.place(player.label("0807")))
    assert shown(viewer(player)) == ["blue-2", "blue-1"]


def test_the_keyboard_arranges_a_stack_and_the_game_keeps_it(player: Player) -> None:
    before = player.table.session.state
    found = open_stack(player, "0606")
    QTest.keyClick(found.fan, Qt.Key.Key_Right, Qt.KeyboardModifier.AltModifier)
    assert shown(found) == ["red-1", "red-2"]
    assert stack_on_map(player, "0606") == ["red-2", "red-1"], "red-1 lies on top now"
    assert player.table.session.state is before, "the rules know nothing of it"
    player.desk.submit(Done())
    window = player.window
    assert window.play.keeper is not None
    assert window.play.load(window.play.keeper.id)
    assert stack_on_map(player, "0606") == ["red-2", "red-1"]


def test_those_who_join_an_arranged_stack_lie_on_top() -> None:
    order = StackOrder({"a": ("two", "one")})
    assert order.arranged("a", ("one", "two", "three")) == ("two", "one", "three")
    assert order.arranged("a", ("one",)) == ("one",)
    assert order.arranged("b", ("one", "two")) == ("one", "two")


def test_several_units_go_to_a_place_one_after_the_other(player: Player) -> None:
    found = open_stack(player, "0606")
    found.fan.selectAll()
    party = player.desk.party
    assert set(party.units) == {"red-1", "red-2"}
    goal = next(at for at in party.places() if not player.table.view.at(at))
    steps = len(player.table.session.log)
    player.click_place(goal)
    assert {player.where("red-1"), player.where("red-2")} == {goal}
    assert len(player.table.session.log) >= steps + 2, "each step is a decision of its own"
    assert set(party.units) <= {"red-1", "red-2"}, "who can go on is still together"


def test_the_keyboard_sends_them_too(player: Player) -> None:
    found = open_stack(player, "0606")
    QTest.keyClick(found.fan, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    goal = next(at for at in player.desk.party.places() if not player.table.view.at(at))
    QTest.keyClick(found.fan, Qt.Key.Key_Return)
    assert found.target.hasFocus()
    QTest.keyClicks(found.target, player.table.board.label(goal))
    QTest.keyClick(found.target, Qt.Key.Key_Return)
    assert {player.where("red-1"), player.where("red-2")} == {goal}


def test_one_that_is_refused_stays_and_is_named(player: Player) -> None:
    """At 0608 stands red-3, so that only one more may join it."""
    found = open_stack(player, "0606")
    found.fan.selectAll()
    goal = player.label("0608")
    player.desk.party.go(goal)
    there = [unit for unit in ("red-1", "red-2") if player.where(unit) == goal]
    if not there:
        pytest.fail("the first finds room")
    assert len(there) == 1
    stayed = player.table.names.unit("red-1" if there == ["red-2"] else "red-2")
    assert "1 of 2 did so." in player.refusal
    assert stayed in player.refusal


def test_all_of_a_stack_join_an_attack(window: MainWindow) -> None:
    player = begun(window, "typhoon", "declare-attack")
    table, desk = player.table, player.desk
    joined: list[Action] = []
    for declared in [action for action in table.menu if action.kind == "declare-attack"]:
        desk.submit(declared)
        stacks = [units for units in table.view.stacks.values() if len(units) == 2]
        able = [units for units in stacks if all("add-attacker" in kinds(player, unit) for unit in units)]
        if able:
            viewer(player).open(table.board.key(table.view.units[able[0][0]].at))
            viewer(player).fan.selectAll()
            button = next(each for each in viewer(player).buttons if "2 of 2" in each.text())
            QTest.mouseClick(button, Qt.MouseButton.LeftButton)
            joined = [played.action for played in table.session.log[-2:]]
            break
        desk.undo()
    assert [action.kind for action in joined] == ["add-attacker", "add-attacker"]


def kinds(player: Player, unit: str) -> set[str]:
    return {action.kind for action in player.table.menu.of_unit(unit)}  # type: ignore[arg-type]


def test_a_place_is_found_by_the_name_that_is_offered_for_it(player: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    found = open_stack(player, "0606")
    goal = next(at for at in player.desk.party.places() or player.table.board.locations())
    monkeypatch.setattr(player.desk.party, "places", lambda: {goal: ""})
    monkeypatch.setattr(player.table.names, "place", lambda _: "The reserve")
    assert player.table.board.find("The reserve") is None
    assert found._place_called(player.table, "the reserve") == goal
