"""Several units in hand: whichever of them is used, all go, attack or overrun; who cannot is named before."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from app.window import MainWindow
from engine.core.actions import PickUnit
from engine.core.answers import Answer, Reckoning, UnitAnswer
from tests.app.play.hands import Player
from tests.app.play.input.test_keys import until
from tests.app.play.test_whole_turns import TYPHOON_SEED, begin


@pytest.fixture
def player(window: MainWindow) -> Player:
    player = begin(window, "typhoon", TYPHOON_SEED)
    window.canvas.setFocus()
    until(player, "axis    Move XIII")
    return player


def log(player: Player) -> list[str]:
    return [played.action.kind for played in player.table.session.log]


def test_two_corps_overrun_as_one_whichever_is_dragged(player: Player) -> None:
    before = log(player)
    desk = player.desk
    desk.party.choose(("g-xl", "g-xlvi"))
    assert "Group of two" in player.refusal or "Group of 2" in player.refusal
    assert "Attack" in player.refusal, "its strength is told"
    top = next(unit for unit in ("g-xlvi", "g-xl") if player.counter(unit) is not None)
    player.drag_unit(top, player.label("4527"))
    assert desk.question.action is not None, "dice wait for Enter"
    for unit in ("g-xl", "g-xlvi"):
        assert player.table.names.unit(unit) in player.desk.scene.prompt.prompt.text(), (
            "all of the group are named, not one"
        )
        assert player.table.names.unit(unit) in desk.scene.why.title.text()
    assert " ?," not in player.desk.scene.prompt.prompt.text(), "odds that are not known are told in words"
    assert "overrun" not in log(player)
    player.key("Return")
    events = [event for event in player.table.session.log[-1].events if event.kind == "overrun-launched"]
    assert {unit for event in events for unit in event.named_units()} == {"g-xl", "g-xlvi"}
    assert log(player)[: len(before)] == before


def test_two_corps_move_as_one_and_one_undo_brings_them_back(player: Player) -> None:
    before, start = log(player), player.where("g-xl")
    party = player.desk.party
    party.choose(("g-xl", "g-xlvi"))
    goal = next(at for at in party.places() if not player.table.view.at(at))
    player.click_place(goal)
    assert {player.where("g-xl"), player.where("g-xlvi")} == {goal}
    assert set(party.units) <= {"g-xl", "g-xlvi"}
    player.key("Ctrl+Z")
    assert {player.where("g-xl"), player.where("g-xlvi")} == {start}
    assert log(player) == before


def test_who_cannot_come_is_named_before_anybody_goes(player: Player) -> None:
    before = log(player)
    party = player.desk.party
    party.choose(("g-xl", "g-depot-2"))
    goal = next(at for at in player.desk.scene.reach if not player.table.view.at(at))
    party.choose(("g-xl", "g-depot-2"))
    assert party.go(goal)
    assert log(player) == before, "nothing is done yet"
    assert "stays" in player.refusal or "cannot" in player.refusal
    assert player.desk.scene.prompt.default.text() == "Let the others go  ⏎", "Enter does what its button says"
    player.key("1")
    assert player.desk.scene.prompt.default.text() == "End the movement  ⏎", "thought better of"
    assert "Group of" in player.refusal
    assert log(player) == before
    assert party.go(goal)
    player.key("Return")
    assert player.desk.scene.prompt.default.text() == "End the movement  ⏎"
    assert player.where("g-xl") == goal
    assert player.where("g-depot-2") != goal


def test_a_box_on_the_map_makes_a_group_and_ctrl_takes_one_out(player: Player) -> None:
    at = player.place(player.where("g-xl"))
    view, shift = player.viewport, Qt.KeyboardModifier.ShiftModifier
    QTest.mousePress(view, Qt.MouseButton.LeftButton, shift, at - QPoint(6, 6))
    QTest.mouseMove(view, at + QPoint(6, 6))
    QTest.mouseRelease(view, Qt.MouseButton.LeftButton, shift, at + QPoint(6, 6))
    units = player.desk.party.units
    assert {"g-xl", "g-xlvi"} <= set(units)
    assert all(PickUnit(unit) in player.table.menu for unit in units)
    player.desk.party.choose(("g-xl", "g-xlvi", "g-lvii"))
    player.desk.mouse.group_with("g-lvii")
    assert player.desk.party.units == ("g-xl", "g-xlvi")


def test_a_group_attacks_together_and_another_click_on_the_target_is_not_needed(player: Player) -> None:
    player.follow("axis    Done\naxis    Done")
    desk = player.desk
    target = player.label("4826")
    desk.party.choose(("g-viii", "g-v"))
    assert desk.party.go(target)
    assert log(player)[-3:] == ["declare-attack", "add-attacker", "add-attacker"]
    player.key("Ctrl+Z")
    assert log(player)[-1] == "done", "one gesture, one undo"


def test_halves_of_a_group_add_up(player: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    units = [unit.id for unit in player.table.view.every_unit()][:2]
    half, ask = Reckoning((), Fraction(3, 2)), player.table.ask

    def answer(question: str, **asked: Any) -> Answer | None:
        unit = asked.get("unit")
        return ask(question, **asked) if unit is None else UnitAnswer(unit, player.where(unit), {"combat": half})

    monkeypatch.setattr(player.table, "ask", answer)
    monkeypatch.setattr(player.desk.party, "units", tuple(units))
    assert player.desk.party.words().endswith(" 3.")
