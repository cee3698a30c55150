"""Actions at the wrong time: refused by the case that forbids them, not by that of the phase that stands."""

from __future__ import annotations

import pytest

from engine.core.actions import Done
from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import Side
from engine.core.state import evolve
from engine.rulesets.assembly import bundled_brief, game_entry, game_of
from engine.rulesets.rules_index import rules_index
from tests.engine.rulesets.barbarossa_to_berlin.battlefields import battle
from tests.engine.rulesets.red_star_rising.battles import FIELD, fought, marked
from tests.engine.rulesets.red_star_rising.scenes import red_star
from tests.helpers.positions import Scene

SCENARIOS = {"red-star-rising": "typhoon", "barbarossa-to-berlin": "summer-1941"}


def game(id: str) -> Game:
    return game_of(bundled_brief(SCENARIOS[id]))


@pytest.mark.parametrize("id", SCENARIOS)
def test_every_sort_of_action_belongs_somewhere_but_done(id: str) -> None:
    ruleset = game_entry(id).ruleset
    kinds = {action.kind for action in ruleset.vocabulary.actions} - {Done.kind}
    assert set(ruleset.belongs) == kinds
    cases = rules_index(game_entry(id)).cases
    assert {each.rule for each in ruleset.belongs.values()} <= set(cases)


@pytest.mark.parametrize("id", SCENARIOS)
def test_every_phase_that_an_action_belongs_to_can_be_entered(id: str) -> None:
    subject = game(id)
    state = subject.new(1).state
    names = {phase for each in subject.ruleset.belongs.values() for phase in each.phases}
    for name in sorted(names):
        draft = Draft(evolve(state, frames=()))
        assert subject.ruleset.enter(subject, draft, name, None), name


def said(scene: Scene, action: str) -> tuple[str, str]:
    refusal = scene.game.explain(scene.state, scene.action(action))
    assert refusal is not None
    return refusal.rule, refusal.message.key


def combat() -> Scene:
    return red_star({"pz": "0404", "inf": "0503", "army": marked("0504")}, FIELD, phase="combat", side="axis")


@pytest.mark.parametrize(
    ("action", "rule", "key"),
    [
        ("step-to pz 0304", "2.0.C", "refusal.other-phase"),
        ("step-to army 0604", "2.0.G", "refusal.other-phase"),
        ("step-to pz 0101", "3.2", "refusal.rsr.step-not-adjacent"),
        ("pick-unit pz", "2.0.C", "refusal.other-phase"),
        ("overrun inf 0101", "8.0.3", "refusal.rsr.attack-not-adjacent"),
        ("add-attacker pz", "7.3.1", "refusal.not-open"),
        ("resolve", "7.3.1", "refusal.not-open"),
        ("take-loss pz", "7.8.2", "refusal.not-open"),
        ("retreat pz 0304", "7.10.2", "refusal.not-open"),
        ("advance pz 0504", "7.15.2", "refusal.not-open"),
        ("split-army army rifle rifle", "17.3", "refusal.rsr.no-production-turn"),
        ("place-partisan army 0604", "11.1.2", "refusal.rsr.not-due"),
    ],
)
def test_red_star_rising_refuses_in_a_combat_phase_by_the_case_of_the_action(action: str, rule: str, key: str) -> None:
    assert combat().menu.rule == "7.1.1"
    assert said(combat(), action) == (rule, key)


def test_the_words_name_the_phase_and_its_side() -> None:
    tried = combat().ask("try", [{"kind": "step-to", "unit": "pz", "to": "0304"}])
    assert tried.steps[0].rule == "2.0.C"
    assert tried.steps[0].message == "Move: this belongs to another phase, Movement (axis)."


def test_what_is_only_put_off_is_refused_by_what_has_to_be_decided_first() -> None:
    asked = fought({"pz": "0404", "inf": "0302", "army": marked("0504"), "rifle": "0301"}, "0504", "pz", "D2")
    assert said(asked, "declare-attack 0301") == (asked.menu.rule, "refusal.not-now")
    assert said(asked, "declare-attack 0504")[0] == "7.2.5"
    assert said(asked, "done") == (asked.menu.rule, "refusal.not-now")


def test_an_explanation_changes_nothing() -> None:
    scene = combat()
    before = scene.game.codec.dumps(scene.state)
    for action in ("step-to pz 0304", "arrive pz 0304", "place-fleet pz 0304"):
        scene.refused(action)
    assert scene.game.codec.dumps(scene.state) == before


def front(**more: object) -> Scene:
    units = {"ge-16-army": "brest", "su-bryansk-front": "minsk", "ge-corps-1": {"at": "berlin", "step": 1}}
    roads = "berlin - brest - minsk - smolensk - vyazma"
    supply = {"axis": "berlin", "soviet": "vyazma"}
    return battle(roads, units, axis="berlin brest", supply=supply, combat="brest", **more)


@pytest.mark.parametrize(
    ("action", "rule", "key"),
    [
        ("step-to ge-corps-1 brest", "10.1", "refusal.btb.not-active"),
        ("restore ge-corps-1", "14.1", "refusal.btb.no-points-left"),
        ("restore ge-16-army", "14.1", "refusal.btb.at-full-strength"),
        ("activate brest move", "7.3", "refusal.not-open"),
        ("redeploy ge-corps-1 brest", "12.1", "refusal.not-open"),
        ("take-loss ge-16-army", "11.3", "refusal.not-open"),
        ("retreat su-bryansk-front smolensk", "11.4", "refusal.not-open"),
        ("stand-and-lose su-bryansk-front", "11.4.2", "refusal.not-open"),
        ("advance ge-16-army minsk", "11.5", "refusal.not-open"),
        ("add-attacker ge-16-army", "11.1", "refusal.not-open"),
    ],
)
def test_barbarossa_to_berlin_refuses_in_a_combat_by_the_case_of_the_action(action: str, rule: str, key: str) -> None:
    assert front().menu.side == Side("axis")
    assert said(front(), action) == (rule, key)


# Choices


def kinds(answer: object) -> set[str]:
    return {choice["kind"] for choice in answer["choices"]}  # type: ignore[index]


def test_losses_list_falling_back_and_a_retreat_is_come_to_by_it() -> None:
    about = {"units": ["pz"], "target": "0504", "result": "D2"}
    losses = combat().ask("losses", **about)
    assert losses.choices == [{"kind": "take-loss", "unit": "army"}, {"kind": "fall-back"}]
    retreat = combat().ask("retreat", **about)
    assert kinds(retreat) == {"retreat"}
    assert retreat.made[-1] == {"kind": "fall-back"}


def test_falling_back_is_a_retreat_at_hand() -> None:
    asked = fought({"pz": "0404", "army": marked("0504")}, "0504", "pz", "D2")
    assert asked.ask("retreat").choices == [{"kind": "fall-back"}]
    mandatory = fought({"pz": "0404", "army": marked("0504")}, "0504", "pz", "1/1")
    assert mandatory.ask("retreat").choices == []
    assert kinds(mandatory.ask("losses")) == {"take-loss"}


def test_a_retreat_lists_standing_fast() -> None:
    scene = front(terrain={"minsk": "forest"}, results=["2/0"])
    answer = scene.ask("retreat", units=["ge-16-army"], target="minsk")
    assert answer.side == "allied"
    assert answer.choices == [
        {"kind": "retreat", "unit": "su-bryansk-front", "to": "smolensk"},
        {"kind": "stand-and-lose", "unit": "su-bryansk-front"},
    ]


def test_standing_fast_may_be_all_there_is() -> None:
    shut = {"ge-18-army": "smolensk"}
    units = {"ge-16-army": "brest", "su-bryansk-front": "minsk", **shut}
    scene = battle(
        "berlin - brest - minsk - smolensk - vyazma",
        units,
        axis="berlin brest smolensk",
        supply={"axis": "berlin", "soviet": "vyazma"},
        combat="brest",
        terrain={"minsk": "forest"},
        results=["2/0"],
    )
    answer = scene.ask("retreat", units=["ge-16-army"], target="minsk")
    assert answer.choices == [{"kind": "stand-and-lose", "unit": "su-bryansk-front"}]
