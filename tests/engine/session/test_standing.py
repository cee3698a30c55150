"""At which turn, phase and side a question is answered, which phases were passed, and places by label in a state."""

from __future__ import annotations

from engine.definitions.documents import Loaded, load_text
from engine.definitions.position import Position
from engine.rulesets.words import catalogue
from engine.session.answered_question import Answered
from engine.session.positions import set_up
from engine.session.probe import Probe
from tests.helpers.positions import positions_of

ford = positions_of("toy-skirmish", "ford")
typhoon = positions_of("red-star-rising", "typhoon")
cabinet = positions_of("toy-cabinet", "cabinet-war")
HEAD = "format: redoubt/position/1\ngame: toy-skirmish\nscenario: ford\nside: red\nturn: 2\nvalues: {weather: dry}\n"


def answers(text: str) -> tuple[Answered, ...]:
    loaded = load_text(HEAD + text, "here.yaml")
    assert isinstance(loaded.document, Position)
    return Probe(set_up(Loaded(loaded.document, loaded.origin)), catalogue("toy-skirmish")).answers()


def test_an_answer_says_when_it_stands() -> None:
    (found,) = answers("phase: combat\nunits: {red-1: '0707', blue-1: '0807'}\nask: [menu]\n")
    assert found.stands == {"turn": 2, "phase": "combat", "side": "red"}
    assert found.passed == ()


def test_a_phase_that_was_passed_because_nobody_was_asked_is_told() -> None:
    (found,) = answers("phase: combat\nunits: {red-1: '0707', blue-1: '1207'}\nask: [menu]\n")
    assert found.stands["phase"] != "combat"
    assert found.passed[0] == {"turn": 2, "phase": "combat", "side": "red"}
    assert all(each["phase"] != found.stands["phase"] for each in found.passed)


def test_what_is_played_before_a_question_counts() -> None:
    moved, not_moved = answers(
        "phase: movement\nunits: {red-1: '0707', blue-1: '1207'}\nask:\n- {score: {}, play: [{kind: done}]}\n- score\n"
    )
    assert not_moved.stands == {"turn": 2, "phase": "movement", "side": "red"}
    assert moved.stands != not_moved.stands
    assert {"turn": 2, "phase": "combat", "side": "red"} in moved.passed


def test_where_it_stands_may_be_expected_and_absence_too() -> None:
    good, bad = answers(
        "phase: combat\nunits: {red-1: '0707', blue-1: '0807'}\nask:\n"
        "- {score: {}, expect: {stands: {phase: combat}, passed: [], winner: null, colour: null}}\n"
        "- {score: {}, expect: {stands: {phase: movement}, score: null}}\n"
    )
    assert good.is_right
    assert [line.partition(":")[0] for line in bad.differences] == ["score", "stands.phase"]


def test_try_tells_the_phase_it_leads_to_and_those_it_passed() -> None:
    before = ford(units={"red-1": "0707", "blue-1": "1207"}, phase="movement", side="red", values={"weather": "dry"})
    answer = before.ask("try", [{"kind": "done"}])
    assert answer.phase == before.game.moment(before.play("done").state).phase
    assert {"turn": answer.passed[0].turn, "phase": "combat", "side": "red"} in answer.passed
    assert before.ask("try", [{"kind": "step-to", "unit": "red-1", "to": "0708"}]).passed == []


def test_one_question_that_fails_stops_no_other() -> None:
    first, second, third = answers(
        "phase: combat\nunits: {red-1: '0707', blue-1: '0807'}\nask:\n- {unit: red-9, expect: {at: '0707'}}\n"
        "- {unit: red-1, stack: '0707'}\n- {unit: red-1, expect: {at: '0707'}}\n"
    )
    assert [(each.issues[0].code, each.issues[0].where.line) for each in (first, second)] == [
        ("unit-not-there", 10),
        ("one-question", 11),
    ]
    assert [each.is_counted for each in (first, second, third)] == [True, True, True]
    assert [each.is_right for each in (first, second, third)] == [False, False, True]


def test_a_state_names_places_by_label() -> None:
    army, lost = {"at": "5622", "type": "soviet-infantry-army"}, {"5623": {"source-lost": 1}}
    scene = typhoon(units={"army": army}, phase="movement", side="soviet", markers=lost)
    state = scene.ask("state")
    assert (state["units"]["army"]["at"], state["stacks"]) == ("5622", {"5622": ["army"]})
    assert state["markers"] == lost
    assert scene.game.codec.state_to_json(scene.state)["units"]["army"]["at"] != "5622"
    assert scene.game.codec.state_from_json(state) == scene.state


def test_a_state_of_spaces_and_lines_reads_back_too() -> None:
    scene = cabinet(setup="scenario")
    assert scene.game.codec.state_from_json(scene.ask("state")) == scene.state


def test_hexsides_in_a_state_are_written_as_a_position_has_them() -> None:
    lost = {"source-lost": 1}
    side = typhoon(phase="movement", side="soviet", side_markers={"5623/N": lost})
    state = side.ask("state")
    assert state["side_markers"] in ({"5623/N": lost}, {"5622/S": lost})
    assert side.game.codec.state_from_json(state) == side.state


second_combat = positions_of("ukraine-43", "kharkov-1943", phase="second-combat", side="soviet")
UNMARKED = {"s-32grc": "4110", "g-167": "4109"}


def test_the_phase_that_a_position_names_says_what_it_forbids_though_it_was_over_at_once() -> None:
    scene = second_combat(units=UNMARKED)
    declared = scene.ask("try", [{"kind": "declare-attack", "target": "4109"}])
    assert declared.steps[0].rule == "3.C.6"
    assert scene.ask("attack", units=["s-32grc"], target="4109").refusal.rule == "3.C.6"
    assert scene.ask("retreat", units=["s-32grc"], target="4109", result="DR").refusal.rule == "3.C.6"


def test_after_an_action_it_is_the_phase_that_stands_which_forbids() -> None:
    scene = second_combat(units=UNMARKED)
    tried = scene.ask(
        "try", [{"kind": "step-to", "unit": "g-167", "to": "4009"}, {"kind": "declare-attack", "target": "4109"}]
    )
    assert [step.accepted for step in tried.steps] == [True, False]
    assert tried.steps[1].rule == "8.1"
