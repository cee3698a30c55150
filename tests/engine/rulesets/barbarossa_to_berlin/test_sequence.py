"""Chapter 6: the sequence of play."""

from __future__ import annotations

import pytest

from engine.rulesets.barbarossa_to_berlin.sequence import SEQUENCE, steps
from tests.engine.rulesets.barbarossa_to_berlin.campaigns import campaign
from tests.helpers.positions import Scene

LINE = "berlin - warsaw - minsk - moscow - sverdlovsk"
UNITS = {"army": "warsaw", "front": "moscow"}


@pytest.mark.rule(
    "barbarossa-to-berlin:6.1", "barbarossa-to-berlin:6.4", "barbarossa-to-berlin:6.5", "barbarossa-to-berlin:6.6"
)
def test_a_turn_goes_from_orders_to_the_reckoning() -> None:
    order = [(step.name, str(step.side)) for step in steps()]
    assert order[:2] == [("orders", "axis"), ("orders", "allied")]
    assert order[-8:] == [
        ("replacements", "axis"),
        ("showing", "axis"),
        ("discard", "axis"),
        ("discard", "allied"),
        ("draw", "axis"),
        ("give-up", "allied"),
        ("give-up", "axis"),
        ("reckoning", "axis"),
    ]
    assert order[-9] == ("replacements", "allied")


@pytest.mark.rule("barbarossa-to-berlin:6.4")
def test_the_allies_replace_before_the_axis() -> None:
    names = [(step.name, str(step.side)) for step in steps()]
    assert names.index(("replacements", "allied")) < names.index(("replacements", "axis"))


def test_attrition_comes_right_after_the_sixth_round_of_each_side() -> None:
    order = [(step.name, str(step.side)) for step in SEQUENCE.steps]
    axis, allied = order.index(("attrition", "axis")), order.index(("attrition", "allied"))
    assert order[axis - 2] == ("round-6", "axis")
    assert order[axis + 1] == ("round-6", "allied")
    assert order[allied - 2] == ("round-6", "allied")
    assert order[allied + 1] == ("replacements", "allied")


def rounds_played(scene: Scene) -> list[tuple[str, int]]:
    """Who has the rounds that follow, in order, if everybody takes the automatic operation."""
    found = []
    turn = scene.state.turn
    while scene.state.turn == turn and scene.state.frames[-1].kind == "round":
        found.append((str(scene.state.side), int(scene.state.values["round"])))
        scene = scene.play("automatic", "done")
    return found


@pytest.mark.rule("barbarossa-to-berlin:6.2")
def test_six_rounds_with_the_axis_first_in_each() -> None:
    scene = campaign(UNITS, LINE, phase="round-1", side="axis", turn=6, values={"vp": 9})
    found = rounds_played(scene)
    assert found == [(side, number) for number in range(1, 7) for side in ("axis", "allied")]


@pytest.mark.rule("barbarossa-to-berlin:4.4")
def test_on_turn_1_each_side_has_one_round() -> None:
    scene = campaign(UNITS, LINE, phase="round-1", side="axis", turn=1, values={"vp": 9})
    assert rounds_played(scene) == [("axis", 1), ("allied", 1)]


@pytest.mark.rule("barbarossa-to-berlin:6.3", "barbarossa-to-berlin:6.2")
def test_a_position_within_the_sixth_round_is_followed_by_attrition() -> None:
    units = {"army": "minsk", "front": "warsaw", "corps": "berlin"}
    given = {"phase": "movement", "side": "axis", "turn": 6, "markers": {"minsk": {"move": 1}}}
    pools = {"axis-hand": ["axis-04"], "allied-hand": ["allied-02"]}
    last = campaign(units, LINE, values={"round": 6}, pools=pools, **given).play("done")
    assert last.place("army") != "minsk"
    assert last.menu.side == "allied"
    first = campaign(units, LINE, pools=pools, **given).play("done")
    assert first.place("army") == "minsk"
