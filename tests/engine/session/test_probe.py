"""Asking a position: every question, its answer and what was expected of it."""

from __future__ import annotations

from typing import Any

import pytest

from engine.definitions.documents import Loaded, load_text
from engine.definitions.position import Position
from engine.rulesets.words import catalogue
from engine.session.answered_question import Answered
from engine.session.positions import set_up
from engine.session.probe import Probe
from tests.helpers.positions import Scene, positions_of

ford = positions_of("toy-skirmish", "ford")
QUIET = {"weather": "dry", "air-red": 1, "air-blue": 1}


def scene(**more: Any) -> Scene:
    units = {"red-1": "0707", "red-4": {"at": "0706", "step": 1}, "blue-1": "0807"}
    return ford(units=units, phase="combat", side="red", values=QUIET, **more)


def answers(text: str) -> tuple[Answered, ...]:
    """The answers to the questions of a position file."""
    loaded = load_text(f"format: redoubt/position/1\ngame: toy-skirmish\nscenario: ford\n{text}", "here.yaml")
    assert isinstance(loaded.document, Position)
    placed = set_up(Loaded(loaded.document, loaded.origin))
    return Probe(placed, catalogue("toy-skirmish")).answers()


def test_unit() -> None:
    answer = scene().ask("unit", "red-4")
    assert answer == scene().ask("unit", unit="red-4")
    assert (answer.unit, answer.at, answer.marks) == ("red-4", "0706", [])
    assert {name: factor["value"] for name, factor in answer.factors.items()} == {
        "attack": 3, "defence": 2, "movement": 6,
    }  # fmt: skip
    assert answer.factors.attack.terms == [{"label": "red-4", "value": 3, "rule": "4.2", "op": "add"}]


def test_stack() -> None:
    answer = scene().ask("stack", "0807")
    assert (answer.at, answer.units, answer.size, answer.limit, answer.allowed, answer.rule) == (
        "0807", ["blue-1"], 1, 2, True, "2.5",
    )  # fmt: skip
    assert answer.factors.defence.value == 5
    assert scene().ask("stack", "0101").units == []


def test_reach() -> None:
    answer = ford(units={"red-1": "0101"}, phase="movement", side="red").ask("reach", "red-1")
    assert answer.allowance.value == 4
    places = {place.at: place for place in answer.locations}
    assert (places["0101"].cost, places["0101"].path) == (0, ["0101"])
    assert places["0102"].path == ["0101", "0102"]
    assert all(place.cost <= 4 for place in places.values())


def test_zone() -> None:
    answer = scene().ask("zone", "0806")
    assert (answer.at, answer.sides, answer.rule) == ("0806", {"red": ["red-1", "red-4"], "blue": ["blue-1"]}, "3.1")


def test_supply() -> None:
    answer = ford(units={"red-1": "0203"}, phase="movement", side="red").ask("supply", "red-1")
    assert (answer.state, answer.source, answer.path, answer.length, answer.rule) == (
        "supplied", "0103", ["0203", "0103"], 1, "5.1",
    )  # fmt: skip


def test_attack() -> None:
    answer = scene().ask("attack", units=["red-1"], target="0807", die=6)
    assert (answer.attack.value, answer.defence.value, answer.odds, answer.column) == (4, 5, "1:2", "1:2")
    assert (answer.die, answer.modified_die, answer.result, answer.table) == (6, 6, "EX", "combat")
    assert answer.shifts.by_rule == {"4.3": -1}
    assert answer.refusal is None
    unknown = scene().ask("attack", units=["red-1"], target="0807")
    assert (unknown.die, unknown.result) == (None, None)


def test_an_attack_that_is_forbidden_is_reckoned_all_the_same() -> None:
    answer = scene().ask("attack", units=["red-1", "red-4"], target="0807")
    assert answer.refusal == {"rule": "4.1", "message": "red-4 cannot attack 0807 from where it is."}
    assert answer.attack.value == 7


@pytest.mark.parametrize(
    ("verb", "result", "side", "choices"),
    [
        ("losses", "A1", "red", ["take-loss red-1"]),
        ("losses", "D2", "blue", ["take-loss blue-1"]),
        ("losses", "EX", "blue", ["take-loss blue-1"]),
        ("losses", "DR", None, []),
        ("retreat", "DR", "blue", ["retreat blue-1 0907", "retreat blue-1 0908", "retreat blue-1 0808"]),
        ("retreat", "A1", None, []),
        ("advance", "D2", "red", ["advance red-1 0807"]),
        ("advance", "DR", "red", ["advance red-1 0807"]),
        ("advance", "EX", None, []),
    ],
)
def test_choices_after_an_attack(verb: str, result: str, side: str | None, choices: list[str]) -> None:
    answer = scene().ask(verb, units=["red-1"], target="0807", result=result)
    assert [" ".join(choice.values()) for choice in answer.choices] == choices
    assert answer.side == side
    assert (answer.rule is None) == (side is None)


def test_the_die_may_be_given_instead_of_the_result() -> None:
    losses = scene().ask("losses", units=["red-1"], target="0807", die=6)
    assert losses.choices == [{"kind": "take-loss", "unit": "blue-1"}]
    then = [{"kind": "take-loss", "unit": "blue-1"}]
    assert scene().ask("losses", units=["red-1"], target="0807", die=6, then=then).choices[0].unit == "red-1"


def test_choices_at_hand_need_no_attack() -> None:
    beaten = scene(results=["DR"]).play("declare-attack 0807", "add-attacker red-1", "resolve")
    answer = beaten.ask("retreat")
    assert (answer.side, len(answer.choices), answer.made) == ("blue", 3, [])
    nothing = {"side": None, "choices": [], "rule": None, "made": [], "refusal": None, "may_decline": False}
    assert scene().ask("retreat") == nothing


def test_choices_after_an_attack_that_is_forbidden_say_why() -> None:
    answer = scene().ask("losses", units=["red-4"], target="0807", die=1)
    assert answer.refusal.rule == "4.1"
    assert answer.choices == []
    unasked = scene().ask("losses", units=["red-1"], target="0807", result="A1", then=[{"kind": "done"}])
    assert unasked.refusal.rule == "4.6"


def test_score() -> None:
    answer = scene(control={"red": ["0807"]}).ask("score")
    assert (answer.score.value, answer.winner, answer.level) == (4, None, "")


def test_menu() -> None:
    answer = scene().ask("menu")
    assert (answer.side, answer.rule, answer.default) == ("red", "4.1", None)
    assert answer.prompt == "red: declare an attack, or end the combat phase."
    assert answer.actions == {
        "declare-attack": [{"kind": "declare-attack", "target": "0807"}],
        "done": [{"kind": "done"}],
    }


def test_a_menu_may_be_asked_for_a_part_of_it() -> None:
    moving = ford(units={"red-1": "0101", "red-2": "0302"}, phase="movement", side="red")
    whole = moving.ask("menu").actions
    assert moving.ask("menu").default == {"kind": "done"}
    of_unit = moving.ask("menu", unit="red-1").actions
    assert of_unit["step-to"] == [step for step in whole["step-to"] if step["unit"] == "red-1"]
    assert "done" not in of_unit
    assert moving.ask("menu", at="0102").actions == {"step-to": [{"kind": "step-to", "unit": "red-1", "to": "0102"}]}
    assert moving.ask("menu", kind="done").actions == {"done": [{"kind": "done"}]}
    assert moving.ask("menu", unit="red-1", at="0401").actions == {}
    assert moving.ask("menu", card="ace").actions == {}


def test_every_action_of_a_menu_can_be_tried() -> None:
    for actions in scene().ask("menu").actions.values():
        for action in actions:
            assert scene().ask("try", [action]).accepted


def test_try() -> None:
    trying = [{"kind": "declare-attack", "target": "0807"}, {"kind": "resolve"}, {"kind": "done"}]
    answer = scene().ask("try", trying)
    assert not answer.accepted
    assert [step.accepted for step in answer.steps] == [True, False]
    assert (answer.steps[1].rule, answer.steps[1].message) == ("4.1", "Pick at least one attacker first.")
    assert (answer.steps[0].rule, answer.steps[0].message, answer.steps[0].action) == (None, None, trying[0])
    assert answer.units["red-4"] == {"at": "0706", "step": 1, "marks": [], "values": {}}


def test_what_happened_stands_beside_what_was_tried() -> None:
    trying = [
        {"kind": "declare-attack", "target": "0807"},
        {"kind": "add-attacker", "unit": "red-1"},
        {"kind": "resolve"},
        {"kind": "take-loss", "unit": "red-1"},
    ]
    answer = scene(dice=[1]).ask("try", trying)
    assert answer.accepted
    told = answer.steps[2].events[0]
    assert (told.kind, told.result, told.text) == (
        "attack-resolved", "A1", "Attack on 0807 at 1:2 (column 1:2), die 1: A1.",
    )  # fmt: skip
    assert answer.units["red-1"]["step"] == 1


def test_state_is_the_whole_position_in_the_form_of_saved_games() -> None:
    asked = scene().ask("state")
    assert asked["schema"] == 1
    assert scene().game.codec.state_from_json(asked) == scene().state


def test_no_question_changes_the_position_for_the_next() -> None:
    subject = scene()
    before = subject.game.codec.dumps(subject.state)
    for _ in range(2):
        subject.ask("losses", units=["red-1"], target="0807", die=1)
        subject.ask("try", [{"kind": "done"}])
        subject.ask("menu")
    assert subject.game.codec.dumps(subject.state) == before


# Expectations


def test_a_position_file_asks_and_expects() -> None:
    first, second, third = answers(
        """
phase: combat
side: red
values: {air-red: 1, air-blue: 1}
units: {red-1: '0707', blue-1: '0807'}
ask:
- menu
- {unit: red-1, expect: {factors: {attack: 4}, at: '0707'}}
- attack: {units: [red-1], target: '0807', die: 1}
  expect: {result: DR, shifts: -1, attack: 4, colour: red}
"""
    )
    assert (first.question, first.asked, first.differences) == ("menu", {}, ())
    assert (second.question, second.asked, second.differences) == ("unit", "red-1", ())
    assert third.differences == (
        "result: expected 'DR', found 'A1'",
        "colour: expected 'red', there is none",
    )
    assert "differences" not in second.as_json()
    assert list(third.as_json()) == ["question", "asked", "answer", "stands", "passed", "line", "differences"]
