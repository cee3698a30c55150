"""What computer players ask of War in Europe."""

from __future__ import annotations

from engine.core.terms import Number
from engine.rulesets.war_in_europe.air_deployment import AssignAir
from engine.rulesets.war_in_europe.appraisal import appraise, can_strike, fed_places, might_of, prospect, stakes
from engine.rulesets.war_in_europe.names import ALLIED, AXIS
from engine.rulesets.war_in_europe.supply import is_supplied
from tests.engine.rulesets.war_in_europe.scenes import europe
from tests.helpers.positions import Scene

UNITS = {"pz": "0303", "inf": "0304", "sup": "0204", "rus": "0503"}


def amounts(scene: Scene, side: str) -> dict[str, Number]:
    terms = appraise(scene.game, scene.state, AXIS if side == "axis" else ALLIED)
    return {term.label.key.removeprefix("appraisal."): term.value for term in terms}


def test_units_are_counted_by_their_factors_and_those_without_a_line_are_cut_off() -> None:
    scene = europe(UNITS, phase="initial-movement", side="axis", axis="0101")
    axis, allied = amounts(scene, "axis"), amounts(scene, "allied")
    assert axis["own-steps"] == allied["enemy-steps"] > 0
    assert axis["own-cut-off"] == 0
    assert allied["own-cut-off"] == allied["own-steps"] > 0


def test_places_that_are_fed_are_those_where_units_are_supplied() -> None:
    scene = europe(UNITS, phase="initial-movement", side="axis", axis="0101", allied="1201")
    for side, names in ((AXIS, ("pz", "inf")), (ALLIED, ("rus",))):
        fed = fed_places(scene.game, scene.state, side)
        for name in names:
            unit = scene.unit(name)
            assert (unit.at in fed) == is_supplied(scene.game, scene.state, unit)


def test_nobody_strikes_in_a_turn_after_the_mechanised_movement() -> None:
    initial, mechanised = (
        europe(UNITS, phase=phase, side="axis", axis="0101") for phase in ("initial-movement", "mechanised-movement")
    )
    assert can_strike(initial.state)
    assert not can_strike(mechanised.state)


def test_supply_units_do_not_attack_and_are_worth_keeping() -> None:
    scene = europe(UNITS, phase="initial-movement", side="axis", axis="0101")
    train, armour = (might_of(scene.game, scene.state, scene.unit(name)) for name in ("sup", "pz"))
    assert train.attack == 0 < train.steps
    assert armour.attack > 0
    assert stakes(scene.game, scene.state, AXIS)[scene.unit("sup").at] > 0


def test_air_points_are_shared_out_and_too_many_on_one_mission_are_worth_less() -> None:
    scene = europe(UNITS, phase="air-deployment", side="axis", values={"ready-german-west": 20}, axis="0101")

    def gain(mission: str, points: int) -> float:
        action = AssignAir("german", "west", mission, points)
        return sum(float(term.value) for term in prospect(scene.game, scene.state, action).terms)

    assert gain("support", 9) == gain("superiority", 11) == 1
    assert gain("support", 20) < gain("support", 9)
    assert gain("strike", 9) == 0
