"""Chapters 3 and 30: the phases in their order, and how the game ends."""

from __future__ import annotations

import pytest

from engine.rulesets.ukraine_43.sequence import SEQUENCE, steps
from tests.engine.rulesets.ukraine_43.scenes import N, S, beside, front, moving
from tests.helpers.positions import marked

A = "0505"


@pytest.mark.rule("ukraine-43:3.C", "ukraine-43:3.D")
def test_each_side_has_seven_phases_and_the_other_reacts_in_the_fourth() -> None:
    names = [(step.name, step.side) for step in steps() if step.side]
    seven = ["supply", "movement", "combat", "reaction", "exploitation", "second-combat", "final"]
    soviet = [(name, "axis" if name == "reaction" else "soviet") for name in seven]
    axis = [(name, "soviet" if name == "reaction" else "axis") for name in seven]
    assert [each for each in names if each[0] in seven] == soviet + axis
    assert SEQUENCE.find("reaction", None) is not None


@pytest.mark.rule("ukraine-43:3.C.2", "ukraine-43:3.C.3", "ukraine-43:3.C.4", "ukraine-43:3.C.5")
def test_a_soviet_turn_runs_through_its_phases() -> None:
    scene = moving({"tank": A, "inf": beside(A, N), "inf-2": "1008"}, soviet=["0101"], axis=["1209"])
    combat = scene.play("done")
    assert combat.ask("menu").rule == "3.C.3"
    reaction = combat.play("done")
    assert reaction.state.side == "axis"
    exploitation = reaction.play("done")
    assert exploitation.state.side == "soviet"
    assert exploitation.allows(f"step-to tank {beside(A, S)}")


@pytest.mark.rule("ukraine-43:3.C.6")
def test_in_the_second_combat_phase_only_units_under_assault_markers_attack() -> None:
    units = {"rifle": marked(A, "assault"), "rifle-2": beside(A, S), "inf": beside(A, N), "inf-2": beside(A, S, S)}
    scene = front(units, phase="second-combat", side="soviet")
    assert scene.allows(f"declare-attack {beside(A, N)}")
    assert scene.refused(f"declare-attack {beside(A, S, S)}") == "3.C.6"


@pytest.mark.rule("ukraine-43:3.C.3")
def test_extended_and_river_markers_come_off_after_the_first_combat() -> None:
    units = {"rifle": marked(A, "assault", values={"aims-at": beside(A, N)}), "tank": marked("0202", "extended"),
             "inf": beside(A, N)}  # fmt: skip
    after = front(units, phase="combat", side="soviet").play("done")
    assert "assault" not in after.unit("rifle").marks
    assert "aims-at" not in after.unit("rifle").values
    assert "extended" not in after.unit("tank").marks


@pytest.mark.rule("ukraine-43:3.C.1", "ukraine-43:3.D")
def test_a_turn_begins_with_ten_markers_and_a_train_again() -> None:
    scene = front({"pz": "0202"}, axis=["0101"], phase="supply", side="axis",
                  values={"axis-markers": 7, "rail-moves": 1, "fort-laid": True, "manstein-tries": 3})  # fmt: skip
    assert not {"axis-markers", "rail-moves", "fort-laid", "manstein-tries"} & set(scene.state.values)
    assert scene.allows("extend-move pz")


@pytest.mark.parametrize(
    ("phase", "action", "case"),
    [
        ("exploitation", "move-by-rail tank 0809", "4.6"),
        ("reaction", "move-by-rail tank 0809", "4.6"),
        ("combat", "extend-move rifle", "4.7"),
        ("exploitation", "extend-move rifle", "4.9"),
        ("reaction", "drop para 0507", "20.2"),
        ("movement", "refit-artillery art", "22.4"),
        ("combat", "rally-unit pz", "26.2"),
        ("movement", "place-assault rifle", "4.9"),
        ("exploitation", "rebase airarmy 1109", "15.3"),
        ("combat", f"step-to rifle {beside(A, S)}", "3.C.2"),
    ],
)
def test_a_case_that_says_when_forbids_what_is_tried_at_another_time(phase: str, action: str, case: str) -> None:
    units = {"rifle": A, "inf": beside(A, N), "para": "para-reserve", "art": marked("0508", "exhausted"),
             "manstein": "0202", "tank": "0808", "pz": marked("0203", "disrupted"), "airarmy": "1209"}  # fmt: skip
    base = {"soviet": ["1209"], "axis": ["0101"], "rails": [["0808", "0809"]],
            "places": {"1209": "city", "1109": "village"}, "control": {"soviet": ["1209", "1109"]}}  # fmt: skip
    scene = front(units, phase=phase, side="soviet", **base)
    assert scene.refused(action) == case


def test_nobody_attacks_in_reaction() -> None:
    scene = front({"rifle": A, "inf": beside(A, N)}, phase="reaction", side="axis")
    assert scene.refused(f"declare-attack {A}") == "4.10"
