"""What may stand beside a question, and what a position may leave out: chance, actions, formations, places."""

from __future__ import annotations

import pytest

from engine.definitions.documents import Loaded, load_text
from engine.definitions.position import Position
from engine.rulesets.words import catalogue
from engine.session.answered_question import Answered
from engine.session.positions import Placed, set_up
from engine.session.probe import Probe
from tests.helpers.positions import positions_of

ford = positions_of("toy-skirmish", "ford")

COMBAT = """format: redoubt/position/1
game: toy-skirmish
scenario: ford
phase: combat
side: red
values: {weather: dry, air-red: 1, air-blue: 1}
units: {red-1: "0707", blue-1: "0807"}
"""
ATTACK = "[{kind: declare-attack, target: '0807'}, {kind: add-attacker, unit: red-1}, {kind: resolve}]"


def placed(text: str) -> Placed:
    loaded = load_text(text, "here.yaml")
    assert isinstance(loaded.document, Position)
    return set_up(Loaded(loaded.document, loaded.origin))


def answers(text: str) -> tuple[Answered, ...]:
    return Probe(placed(COMBAT + text), catalogue("toy-skirmish")).answers()


def test_each_question_may_lay_down_its_own_chance() -> None:
    found = answers(
        f"ask:\n"
        f"- {{try: {ATTACK}, given: {{dice: [1]}}}}\n"
        f"- {{try: {ATTACK}, given: {{results: [DR]}}}}\n"
        f"- {{try: {ATTACK}, given: {{dice: [1]}}}}\n"
    )
    results = [each.answer["steps"][2]["events"][0]["result"] for each in found]
    assert results == ["A1", "DR", "A1"]


def test_actions_before_one_question_do_not_touch_the_next() -> None:
    found = answers(f"ask:\n- {{retreat: {{}}, given: {{results: [DR]}}, play: {ATTACK}}}\n- {{retreat: {{}}}}\n")
    assert found[0].answer["side"] == "blue"
    assert found[0].answer["may_decline"] is False
    assert found[1].answer["side"] is None


@pytest.mark.parametrize(
    ("question", "line", "code"),
    [
        ("{menu: {}, given: {dice: [0]}}", 9, "number-too-small"),
        ("{menu: {}, given: {dices: [1]}}", 9, "unknown-field"),
        ("{menu: {}, given: 6}", 9, "wrong-type"),
        ("{menu: {}, play: {kind: done}}", 9, "wrong-type"),
        ("{menu: {}, play: [{kind: resolve}]}", 9, "refused-action"),
        ("{menu: {}, play: [{kind: dance}]}", 9, "bad-action"),
        ("{state: {viewer: green}}", 9, "unknown-side"),
    ],
)
def test_what_is_wrong_beside_a_question_is_said_with_its_line(question: str, line: int, code: str) -> None:
    found = answers(f"ask:\n- {question}\n")[0].issues[0]
    assert (found.where.file, found.where.line, found.code) == ("here.yaml", line, code)


def test_try_tells_what_else_is_new() -> None:
    before = ford(units={"red-1": "0707"}, phase="movement", side="red", values={"weather": "dry"})
    still = before.ask("try", [{"kind": "step-to", "unit": "red-1", "to": "0708"}])
    assert (still.side, still.outcome, still["values"]) == ("red", None, {})
    ended = before.ask("try", [{"kind": "done"}])
    assert ended.side == before.play("done").state.side
    assert still.turn == before.state.turn


def test_a_side_is_shown_what_it_may_know() -> None:
    view = ford(units={"red-1": "0707"}, phase="movement", side="red").ask("state", viewer="blue")
    assert view.viewer == "blue"


def test_a_unit_of_the_setup_keeps_its_place_and_the_rest_may_be_told() -> None:
    whole = ford(setup="scenario")
    told = ford(setup="scenario", units={"red-1": {"step": 1, "marks": ["unsupplied"]}})
    assert told.unit("red-1").at == whole.unit("red-1").at
    assert (told.unit("red-1").step, told.unit("red-1").marks) == (1, {"unsupplied"})


def test_the_rules_know_the_formation_that_a_position_gives() -> None:
    listed = placed(f"{COMBAT}".replace('red-1: "0707"', 'red-1: {at: "0707", formation: guards, name: First}'))
    own = placed(f"{COMBAT}".replace('red-1: "0707"', 'x-1: {at: "0707", type: red-foot, formation: guards}'))
    assert listed.game.materials.brief.units["red-1"].formation == "guards"
    assert listed.game.materials.brief.units["red-1"].name == "First"
    assert own.game.materials.brief.units["x-1"].formation == "guards"
