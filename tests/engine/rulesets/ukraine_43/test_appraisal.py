"""What computer players ask of Ukraine '43."""

from __future__ import annotations

from engine.core.terms import Number
from engine.rulesets.ukraine_43.appraisal import appraise, might_of
from engine.rulesets.ukraine_43.names import AXIS, SOVIET
from tests.engine.rulesets.ukraine_43.scenes import front
from tests.helpers.positions import Scene


def amounts(scene: Scene, side: str) -> dict[str, Number]:
    terms = appraise(scene.game, scene.state, SOVIET if side == "soviet" else AXIS)
    return {term.label.key.removeprefix("appraisal."): term.value for term in terms}


def test_steps_are_counted_for_whoever_asks_and_who_is_out_of_supply_is_cut_off() -> None:
    scene = front({"inf": "0503", "rifle": "0603"}, soviet=["1205"], phase="combat", side="soviet")
    soviet, axis = amounts(scene, "soviet"), amounts(scene, "axis")
    assert soviet["own-steps"] == axis["enemy-steps"] > 0
    assert soviet["enemy-cut-off"] == soviet["enemy-steps"] == axis["own-cut-off"]
    assert soviet["score"] == -axis["score"]


def test_a_unit_in_disorder_is_weaker_and_is_counted() -> None:
    whole = front({"pz": "0503", "rifle": "0603"}, phase="combat", side="axis")
    worn = front({"pz": {"at": "0503", "marks": ["disrupted"]}, "rifle": "0603"}, phase="combat", side="axis")
    assert (
        might_of(worn.game, worn.state, worn.unit("pz")).attack
        < might_of(whole.game, whole.state, whole.unit("pz")).attack
    )
    assert amounts(worn, "axis")["disorder"] > amounts(whole, "axis")["disorder"] == 0
    assert amounts(worn, "soviet")["disorder"] < 0


def test_headquarters_do_not_attack_and_armour_is_worth_more_than_infantry() -> None:
    scene = front({"pz": "0503", "inf": "0504", "army": "0404", "luft": "0404"}, phase="combat", side="axis")
    pz, inf, army, air = (might_of(scene.game, scene.state, scene.unit(name)) for name in ("pz", "inf", "army", "luft"))
    assert pz.steps * pz.worth > inf.steps * inf.worth
    assert army.attack == 0 < army.steps
    assert air.steps == 0
