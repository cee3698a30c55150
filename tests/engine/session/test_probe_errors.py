"""Questions that make no sense: one clear issue on the line of the question, and never anything else."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.answers import ANSWERS
from engine.core.game import Game
from engine.core.state import State
from engine.definitions.documents import Loaded, load_text
from engine.definitions.issues import DefinitionError, Issue
from engine.definitions.position import Position
from engine.rulesets.words import catalogue
from engine.session.positions import set_up
from engine.session.probe import Probe
from engine.session.question_arguments import Asked, Lacking, Misput
from tests.helpers.positions import Scene, positions_of

ford = positions_of("toy-skirmish", "ford")
cabinet = positions_of("toy-cabinet", "cabinet-war")

HEAD = """format: redoubt/position/1
game: toy-skirmish
scenario: ford
phase: combat
side: red
units: {red-1: '0707', red-2: '0707', blue-1: '0807'}
ask:
- menu
"""
"""Eight lines; the question of a test stands on line 9."""


def issue(question: str) -> Issue:
    loaded = load_text(f"{HEAD}- {question}\n", "here.yaml")
    assert isinstance(loaded.document, Position)
    probe = Probe(set_up(Loaded(loaded.document, loaded.origin)), catalogue("toy-skirmish"))
    before, asked = probe.answers()
    assert before.issues == ()
    assert asked.answer is None
    assert len(asked.issues) == 1
    found = asked.issues[0]
    words = catalogue("toy-skirmish")
    assert found.message.key in words
    assert "{" not in words.text(found.message).replace("{...}", "").replace("{}", "")
    return found


QUESTIONS = [
    ("weather", "unknown-question"),
    ("unti: red-1", "unknown-question"),
    ("{unit: red-1, stack: '0707'}", "one-question"),
    ("{expect: {}}", "one-question"),
    ("{}", "one-question"),
    ("unit", "question-lacks"),
    ("unit: {}", "question-lacks"),
    ("unit:", "wrong-type"),
    ("unit: 5", "wrong-type"),
    ("unit: [red-1]", "wrong-type"),
    ("unit: red-9", "unit-not-there"),
    ("unit: {unit: red-1, at: '0707'}", "unwanted-argument"),
    ("unit: {unit: red-1, turn: 3}", "unwanted-argument"),
    ("stack: '9999'", "board.unknown-location"),
    ("stack: 707", "wrong-type"),
    ("zone: {at: true}", "wrong-type"),
    ("reach: blue-9", "unit-not-there"),
    ("supply: {unit: null}", "wrong-type"),
    ("attack", "question-lacks"),
    ("attack: red-1", "wrong-type"),
    ("attack: {units: red-1, target: '0807'}", "wrong-type"),
    ("attack: {units: 5, target: '0807'}", "wrong-type"),
    ("attack: {units: [], target: '0807'}", "wrong-type"),
    ("attack: {units: [red-1, 5], target: '0807'}", "wrong-type"),
    ("attack: {units: [red-1, red-9], target: '0807'}", "unit-not-there"),
    ("attack: {units: [red-1, red-1], target: '0807'}", "unit-twice"),
    ("attack: {units: [red-1]}", "question-lacks"),
    ("attack: {target: '0807'}", "question-lacks"),
    ("attack: {units: [red-1], target: '9999'}", "board.unknown-location"),
    ("attack: {units: [red-1], target: 807}", "wrong-type"),
    ("attack: {units: [red-1], target: eliminated}", "box-attacked"),
    ("attack: {units: [red-1], target: '0807', die: 9}", "unknown-die"),
    ("attack: {units: [red-1], target: '0807', die: 0}", "wrong-type"),
    ("attack: {units: [red-1], target: '0807', die: true}", "wrong-type"),
    ("attack: {units: [red-1], target: '0807', die: six}", "wrong-type"),
    ("attack: {units: [red-1], target: '0807', dice: 3}", "unwanted-argument"),
    ("losses: {units: [red-1], target: '0807', die: 9}", "unknown-die"),
    ("losses: {units: [red-1], target: '0807', result: XX}", "unknown-result"),
    ("losses: {units: [red-1], target: '0807', result: 5}", "wrong-type"),
    ("losses: {units: [red-1], die: 1}", "question-lacks"),
    ("losses: {target: '0807', die: 1}", "question-lacks"),
    ("losses: {die: 1}", "unwanted-argument"),
    ("retreat: {then: done}", "wrong-type"),
    ("retreat: {then: []}", "wrong-type"),
    ("retreat: {then: [{kind: fly}]}", "bad-action"),
    ("advance: 5", "wrong-type"),
    ("menu: red-1", "wrong-type"),
    ("menu: {kind: 5}", "wrong-type"),
    ("menu: {colour: red}", "unwanted-argument"),
    ("score: {side: red}", "unwanted-argument"),
    ("state: {side: red}", "unwanted-argument"),
    ("try", "question-lacks"),
    ("try: []", "wrong-type"),
    ("try: done", "wrong-type"),
    ("try: 5", "wrong-type"),
    ("try: [done]", "bad-action"),
    ("try: [{kind: fly}]", "bad-action"),
    ("try: [{kind: done, twice: true}]", "bad-action"),
    ("try: [{kind: declare-attack, target: '9999'}]", "bad-action"),
    ("try: {actions: [{kind: done}], twice: true}", "unwanted-argument"),
]


@pytest.mark.parametrize(("question", "code"), QUESTIONS)
def test_what_is_wrong_with_a_question_is_said_on_its_line(question: str, code: str) -> None:
    found = issue(question)
    assert (found.where.file, found.where.line, found.code) == ("here.yaml", 9, code)
    assert found.where.path[:2] == ("ask", 1)


def test_the_line_is_that_of_the_argument() -> None:
    assert issue("attack:\n    units: [red-1]\n    target: '9999'").where.line == 11
    short, long = issue("try:\n  - {kind: done}\n  - {kind: fly}"), issue("try: {actions: [{kind: done}, {kind: fly}]}")
    assert (short.where.path, short.where.line) == (("ask", 1, "try", 1), 11)
    assert long.where.path == ("ask", 1, "try", "actions", 1)


def told(question: str) -> str:
    words = catalogue("toy-skirmish")
    found = issue(question)
    return words.text(found.message) + (f" {words.text(found.hint)}" if found.hint else "")


def test_the_words_are_clear_and_guess_what_was_meant() -> None:
    assert told("unti: red-1") == 'The game toy-skirmish has no answer to "unti". Did you mean unit?'
    assert told("unit: red-3").startswith("There is no unit red-3 in this position. Did you mean red-")
    assert told("attack: {units: [red-1], target: '0807', dye: 3}") == (
        'The question "attack" has no use for "dye". Did you mean die?'
    )
    assert told("attack: {units: [red-1]}") == 'The question "attack" needs "target".'
    assert "The dice of the game do not show 9." in told("losses: {units: [red-1], target: '0807', die: 9}")
    assert told("unit: 5") == "This should be text, not 5."


def test_what_a_game_does_not_know_is_said_so() -> None:
    scene = cabinet(setup="scenario")
    for verb in ("zone", "supply"):
        with pytest.raises(DefinitionError, match="unknown-question"):
            scene.ask(verb, "anything")


def test_the_fault_of_a_rule_is_an_issue_with_its_cause_behind_it(monkeypatch: pytest.MonkeyPatch) -> None:
    scene = ford(units={"red-1": "0707"}, phase="movement", side="red")

    def broken(game: Game, state: State, asked: Any) -> Any:
        raise ZeroDivisionError("no such luck")

    monkeypatch.setitem(scene.game.ruleset.questions, "unit", broken)
    with pytest.raises(DefinitionError, match="question-fault") as raised:
        scene.ask("unit", "red-1")
    assert isinstance(raised.value.__cause__, ZeroDivisionError)


# Arguments


def test_arguments_note_who_looked_at_them() -> None:
    asked = Asked({"unit": "red-1", "die": 3, "colour": "red"})
    assert asked["unit"] == "red-1"
    assert asked.get("die") == 3
    assert "weather" not in asked
    assert (len(asked), list(asked)) == (3, ["unit", "die", "colour"])
    with pytest.raises(Lacking):
        asked["target"]
    with pytest.raises(Misput) as raised:
        asked.check_wanted("unit")
    assert raised.value.path == ("colour",)


def test_whoever_takes_all_arguments_has_looked_at_all() -> None:
    asked = Asked({"unit": "red-1", "colour": "red"})
    assert {**asked} == {"unit": "red-1", "colour": "red"}
    asked.check_wanted("unit")


# Anything at all

words = st.sampled_from(
    [
        "red-1",
        "blue-1",
        "red-9",
        "0707",
        "0807",
        "9999",
        "DR",
        "A1",
        "XX",
        "step-to",
        "done",
        "resolve",
        "",
        "x",
        "menu",
    ]
)
arguments = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 12) | st.floats(allow_nan=False) | words,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ["unit", "units", "at", "target", "die", "result", "then", "actions", "kind", "to", "points"]
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=8,
)
verbs = st.sampled_from([*ANSWERS, "state"]) | st.text(max_size=5)


@cache
def scenes() -> tuple[Scene, ...]:
    units = {"red-1": "0707", "red-6": "0707", "blue-1": "0807", "blue-7": "0807"}
    return (
        ford(units=units, phase="combat", side="red"),
        ford(units={"red-1": "0101", "blue-1": "1601"}, phase="movement", side="blue", turn=5).play("done"),
        ford(setup="scenario"),
        cabinet(setup="scenario"),
    )


@settings(max_examples=400)
@given(st.deferred(lambda: st.sampled_from(scenes())), verbs, arguments)
def test_nothing_but_an_answer_or_a_definition_error_comes_of_any_question(scene: Scene, verb: str, about: Any) -> None:
    probe = Probe(scene.placed, catalogue(scene.game.ruleset.id))
    try:
        probe.ask(verb, about)
    except DefinitionError as bad:
        found = bad.issues[0].message
    else:
        return
    assert found.key in catalogue(scene.game.ruleset.id)
