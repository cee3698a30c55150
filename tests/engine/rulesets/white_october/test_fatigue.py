"""Chapter 9: the fatigue of the North-West Army."""

from __future__ import annotations

import pytest

from tests.engine.rulesets.white_october.fights import CENTRE, LOSES, NOTHING, SE, SW, combat, declared
from tests.engine.rulesets.white_october.scenes import here, moving, october
from tests.helpers.positions import Scene

APART = {"inf": here(2, 2), "rifle": here(9, 6)}


def ended(fatigue: int, *dice: int, **values: object) -> Scene:
    """The next turn after a turn with some fatigue."""
    scene = october(APART, phase="later-movement", side="red", dice=list(dice), values={"fatigue": fatigue, **values})
    return scene.play("done")


@pytest.mark.rule("white-october:9")
def test_the_army_begins_fresh() -> None:
    assert october(APART, phase="movement", side="white").state.values["fatigue"] == 0


@pytest.mark.rule("white-october:9.1")
@pytest.mark.parametrize(
    ("box", "die", "tired"),
    [(4, None, False), (5, 2, True), (5, 3, False), (6, 4, True), (6, 5, False), (7, None, True), (8, None, True)],
)
def test_a_die_decides_at_five_and_six_and_none_is_needed_at_seven(box: int, die: int | None, tired: bool) -> None:
    scene = ended(box, *(() if die is None else (die,)))
    assert bool(scene.state.values.get("resting", False)) is tired
    assert len(scene.told("fatigue-tested")) == (box > 4)


@pytest.mark.rule("white-october:9.1")
def test_several_night_attacks_of_a_sequence_cost_one_box() -> None:
    units = {"inf": SW, "inf-2": here(7, 4), "rifle": CENTRE, "rifle-2": SE}
    scene = combat(units, dice=[*LOSES, *LOSES], results=[NOTHING] * 4)
    scene = declared(declared(scene, CENTRE, ["inf"], night=True), SE, ["inf-2"], night=True).play("done")
    after = scene.play(f"fight {CENTRE} inf", "resolve", f"fight {SE} inf-2", "resolve")
    assert after.state.values["fatigue"] == 1


@pytest.mark.rule("white-october:9.2")
def test_a_tired_army_rests_in_the_next_turn() -> None:
    scene = ended(7)
    assert scene.state.turn == 2
    assert scene.state.values["resting"] is True
    assert scene.refused("declare-rest") == "9.3"


@pytest.mark.rule("white-october:9.3")
def test_rest_halves_movement_and_forbids_attacks_of_the_north_west_army_alone() -> None:
    resting = {"resting": True}
    assert moving({"inf": CENTRE, "est": SW}, values=resting).ask("unit", "inf").factors.movement.value == 3
    assert moving({"inf": CENTRE, "est": SW}, values=resting).ask("unit", "est").factors.movement.value == 6
    scene = combat({"inf": SW, "est": SW, "guns": SW, "inf-2": here(2, 2), "rifle": CENTRE}, values=resting)
    hand = scene.play(f"declare-attack {CENTRE}")
    assert hand.refused("add-attacker inf") == "9.3"
    assert hand.allows("add-attacker est")
    assert scene.allows(f"bombard guns {CENTRE}")
    assert scene.allows(f"move-offensively inf-2 {here(2, 3)}")
    assert scene.ask("unit", "inf").factors.defence.value == 7


@pytest.mark.rule("white-october:9.3")
def test_a_turn_of_rest_takes_three_boxes_off_and_is_not_followed_by_a_test() -> None:
    scene = ended(8, resting=True)
    assert scene.state.values["fatigue"] == 5
    assert not scene.state.values.get("resting", False)
    assert not scene.told("fatigue-tested")


@pytest.mark.rule("white-october:9.3")
def test_the_white_side_may_let_its_army_rest() -> None:
    scene = october(APART, phase="offensive", side="white").play("declare-rest")
    assert scene.state.values["resting"] is True
    assert scene.refused("declare-rest") == "9.3"
