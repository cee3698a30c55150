"""The scenes that tests of rules are written in: what they read and write, and how they fail."""

from __future__ import annotations

import pytest

from engine.core.actions import Done
from engine.definitions.issues import DefinitionError
from tests.helpers.positions import Found, found, one_line, position, positions_of

ford = positions_of("toy-skirmish", "ford", boxes=("coming", "eliminated"))
cabinet = positions_of("toy-cabinet", "cabinet-war")


def test_an_action_is_its_kind_and_its_fields_in_their_order() -> None:
    scene = ford("units: {red-1: '0101'}", phase="movement", side="red")
    for action in scene.menu:
        assert scene.action(scene.written(action)) == action
    assert scene.action("done") == Done()
    assert scene.written(scene.action("step-to red-1 0102")) == "step-to red-1 0102"
    assert scene.action("commit-air 2").points == 2  # type: ignore[attr-defined]


def test_actions_of_every_sort_are_read_back() -> None:
    scene = cabinet(setup="scenario")
    for _ in range(40):
        for action in scene.menu:
            assert scene.action(scene.written(action)) == action
        if not scene.menu:
            break
        scene = scene.play(next(iter(scene.menu)))


def test_what_is_no_action_fails_the_test() -> None:
    scene = ford("units: {red-1: '0101'}", phase="movement", side="red")
    with pytest.raises(AssertionError, match="has no action fly"):
        scene.play("fly red-1")
    with pytest.raises(AssertionError, match="no more fields"):
        scene.play("done done")


def test_a_refusal_fails_the_test_and_says_why() -> None:
    scene = ford("units: {red-1: '0101'}", phase="movement", side="red")
    with pytest.raises(AssertionError, match=r"step-to red-1 0109 is refused by 2.1: 0109 is not next to it"):
        scene.play("step-to red-1 0109")
    with pytest.raises(AssertionError, match="step-to red-1 0102 is allowed"):
        scene.refused("step-to red-1 0102")


def test_a_scene_can_be_played_on_in_any_number_of_ways() -> None:
    scene = ford("units: {red-1: '0102'}", phase="movement", side="red")
    north, south = scene.play("step-to red-1 0101"), scene.play("step-to red-1 0103")
    assert (scene.place("red-1"), north.place("red-1"), south.place("red-1")) == ("0102", "0101", "0103")
    assert [told.text for told in north.told("unit-moved")] == ["red-1 moves from 0102 to 0101 for 1."]
    assert scene.events == ()


def test_chance_can_be_laid_down_anew() -> None:
    scene = ford("units: {red-1: '0707', blue-1: '0807'}", phase="combat", side="red", dice=[1])
    attack = ("declare-attack 0807", "add-attacker red-1", "resolve")
    dice = [scene.rolling(die).play(*attack).told("attack-resolved")[0].die for die in range(1, 7)]
    assert dice == [1, 2, 3, 4, 5, 6]
    assert scene.play(*attack).told("attack-resolved")[0].die == 1


def test_a_board_in_one_line() -> None:
    scene = ford("units: {red-1: '0101'}", board=".f-/m.w", phase="movement", side="red")
    board = scene.game.board
    assert {board.label(at): board.terrains[at] for at in board.locations() if board.kinds[at] == "hex"} == {
        "0101": "clear", "0201": "forest", "0102": "marsh", "0202": "clear", "0302": "water",
    }  # fmt: skip
    assert one_line("..", "toy-skirmish")["sheets"][0]["size"] == [2, 1]


def test_answers_are_read_by_attribute() -> None:
    answer = found({"a": {"b": [{"c": 1}]}, "terms": [{"rule": "1", "value": 2}, {"rule": "1", "value": 3}]})
    assert isinstance(answer, Found)
    assert (answer.a.b[0].c, answer.by_rule) == (1, {"1": 5})
    with pytest.raises(AttributeError, match="there is no d among a, terms"):
        _ = answer.d


def test_a_text_that_is_wrong_says_so_with_its_line() -> None:
    with pytest.raises(DefinitionError, match=r"position:3: issue.unknown-unit"):
        ford(
            """
            turn: 2
            units: {red-99: '0101'}
            """
        )
    with pytest.raises(DefinitionError, match="unknown-game"):
        position("{game: chess, scenario: ford}")
