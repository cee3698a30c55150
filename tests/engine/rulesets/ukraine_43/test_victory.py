"""Chapter 30: points, sudden death, and steps that leave by the west."""

from __future__ import annotations

from typing import Any

import pytest

from engine.rulesets.ukraine_43.victory import level_of, reference
from tests.engine.rulesets.ukraine_43.scenes import GAME, exploiting, front, moving
from tests.helpers.positions import Scene, marked, position

WEST = [f"01{row:02}" for row in range(1, 10)]


def counted(units: dict[str, Any], **more: Any) -> Scene:
    given: dict[str, Any] = {
        "phase": "movement",
        "side": "axis",
        "objectives": [{"at": "0302", "value": 7}, {"at": "0909", "value": 5}],
        "control": {"soviet": ["0302", "0909"]},
        "soviet": ["0101"],
        "axis": ["1209"],
    }
    return front(units, **{**given, **more})


@pytest.mark.rule("ukraine-43:30.2.A")
def test_an_objective_counts_while_the_soviets_hold_it_in_supply() -> None:
    assert counted({"rifle": "0505"}).ask("score").score.value == 7
    assert counted({"rifle": "0505"}, control={"axis": ["0302"]}).ask("score").score.value == 0


@pytest.mark.rule("ukraine-43:30.2.B")
def test_an_axis_unit_in_a_soviet_source_costs_two_points() -> None:
    scene = counted({"inf": "0101", "rifle": "0505"}, control={})
    assert scene.ask("score").score.value == -2


@pytest.mark.rule("ukraine-43:28.1", "ukraine-43:30.2.C")
@pytest.mark.parametrize(("dam", "points"), [("intact", 0), ("taken", 4), ("blown-axis", 2), ("gone", 2)])
def test_the_dam_and_steps_that_were_not_withdrawn_count(dam: str, points: int) -> None:
    scene = counted({"rifle": "0505"}, control={}, values={"dam": dam, "exit-points": 3})
    assert scene.ask("score").score.value == points + 3


@pytest.mark.rule("ukraine-43:30.1", "ukraine-43:3.E")
@pytest.mark.parametrize(("value", "winner"), [(12, "soviet"), (13, "soviet"), (11, None), (1, None), (0, "axis")])
def test_six_points_from_the_reference_end_the_game_at_the_end_of_any_turn(value: int, winner: str | None) -> None:
    scene = front(
        {"rifle": "0303", "inf": "1208"},
        phase="final",
        side="axis",
        turn=7,
        last_turn=9,
        dice=[1, 1],
        objectives=[{"at": "0302", "value": value}],
        control={"soviet": ["0302"]},
        soviet=["0101"],
        axis=["1209"],
    )
    outcome = scene.state.outcome
    assert (outcome.winner if outcome is not None else None) == winner


@pytest.mark.rule("ukraine-43:3.E", "ukraine-43:30.1")
@pytest.mark.parametrize(
    ("value", "winner", "level"), [(10, "soviet", "decisive"), (6, None, "draw"), (4, "axis", "marginal")]
)
def test_the_last_turn_is_judged_by_the_margin(value: int, winner: str | None, level: str) -> None:
    scene = front(
        {"rifle": "0303", "inf": "1208"},
        phase="final",
        side="axis",
        turn=7,
        last_turn=7,
        objectives=[{"at": "0302", "value": value}],
        control={"soviet": ["0302"]},
        soviet=["0101"],
        axis=["1209"],
    )
    outcome = scene.state.outcome
    assert outcome is not None
    assert (outcome.winner, outcome.level) == (winner, level)


@pytest.mark.rule("ukraine-43:30.2.C")
def test_the_example_two_mechanised_steps_and_three_others_make_two_pairs() -> None:
    given: dict[str, Any] = {"regions": {"west-edge": WEST}, "axis": ["1209"], "soviet": ["1201"]}
    units = {"tank": "0103", "rifle": "0104", "div": "0105", "inf": marked("1208", step=1), "pz": "1207"}
    out = moving(units, **given).play("exit-west tank", "exit-west rifle", "exit-west div")
    assert out.place("tank") == "soviet-exited"
    values = {"exited-mech": 2, "exited-foot": 3}
    owed = front({"inf": "1208", "pz": "1207"}, phase="final", side="soviet", values=values, **given)
    assert (owed.state.values["owed-steps"], owed.state.values["owed-mech"]) == (2, 1)
    axis = moving({"inf": "1208", "pz": "1207"}, side="axis", values={"owed-steps": 2, "owed-mech": 1}, **given)
    paid = axis.play("withdraw-step inf")
    assert paid.unit("inf").step == 1
    assert paid.refused("withdraw-step inf") == "30.2.C"
    assert paid.play("withdraw-step pz").refused("withdraw-step pz") == "30.2.C"
    later = exploiting({"pz": "1207"}, side="axis", values={"owed-steps": 1}, **given)
    assert later.play("withdraw-step pz").unit("pz").step == 1, "it has its whole turn for that"
    last = {"owed-steps": 2, "owed-mech": 1, "withdrawn-foot": 1}
    short = front({"inf": "1208"}, phase="final", side="axis", values=last, last_turn=9, **given)
    assert short.state.values["exit-points"] == 1


@pytest.mark.rule("ukraine-43:30.2.C")
def test_leaving_costs_a_point_and_two_more_out_of_an_enemy_zone() -> None:
    given: dict[str, Any] = {"regions": {"west-edge": WEST}, "axis": ["1209"], "soviet": ["1201"]}
    slow = moving({"rifle": "0301"}, **given).play("step-to rifle 0201", "step-to rifle 0101")
    assert slow.allows("exit-west rifle")
    caught = moving({"rifle": "0301", "inf": "0102"}, **given).play("step-to rifle 0201")
    assert caught.refused("exit-west rifle") == "30.2.C"
    near = moving({"rifle": "0101", "inf": "0102"}, **given)
    assert near.allows("exit-west rifle")
    tired = moving({"rifle": {"at": "0101", "values": {"spent": 4}}, "inf": "0102"}, **given)
    assert tired.refused("exit-west rifle") == "30.2.C"
    assert moving({"fronthq": "0101"}, **given).refused("exit-west fronthq") == "30.2.C"


@pytest.mark.rule("ukraine-43:30.1")
def test_belgorod_and_kharkov_after_six_turns_win_decisively_as_in_history() -> None:
    scene = position(game=GAME, scenario="kharkov-1943", turn=6, phase="movement", side="axis")
    taken = {each.name: int(each.value or 0) for each in scene.game.materials.brief.scenario.objectives}
    found = taken["Belgorod"] + taken["Kharkov"] - reference(scene.game, scene.state)
    assert level_of(scene.game.materials, found) == "soviet-decisive"
    levels = [level_of(scene.game.materials, points) for points in (3, 2, 1, 0, -3, -4)]
    assert levels == ["soviet-marginal", "soviet-marginal", "draw", "axis-marginal", "axis-marginal", "axis-decisive"]
