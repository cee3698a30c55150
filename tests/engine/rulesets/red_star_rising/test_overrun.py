"""Chapter 8: overruns."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.rulesets.red_star_rising.attacks import (
    ARMOUR,
    ARMOURED_GROUP,
    CORPS,
    DEPOT,
    FIRST_WINTER,
    FLEET,
    GROUP,
    HIT,
    INFANTRY,
    LEADER,
    MECHANISED,
    OPEN,
    PARTISAN,
    SECOND_WINTER,
    THIRD_WINTER,
    army,
    features,
    march,
    reckon,
    sides,
    unit,
)
from tests.helpers.positions import Scene

RIFLES = {"a": unit(INFANTRY)}
PANZER = {"pz": unit(ARMOUR, "0203"), **RIFLES}


def ground(letter: str) -> str:
    """Open ground with another terrain at 0303."""
    return OPEN.replace("......./......./.......", f"......./......./..{letter}....", 1)


def overrun(scene: Scene, result: str, who: str = "pz", at: str = HIT) -> Scene:
    """An overrun whose result is laid down."""
    return scene.given(results=[result]).play(f"overrun {who} {at}")


# When, who and how often


@pytest.mark.rule("red-star-rising:8.0.1")
@pytest.mark.parametrize(
    ("phase", "side", "who"), [("movement", "axis", "pz"), ("motorised", "axis", "pz"), ("movement", "soviet", "m")]
)
def test_overruns_are_made_in_all_three_movement_phases(phase: str, side: str, who: str) -> None:
    units = {"pz": unit(ARMOUR, "0203"), "m": unit(MECHANISED), "m2": unit(MECHANISED)}
    enemy = "0303" if side == "axis" else "0203"
    if side == "soviet":
        units["pz"] = unit(GROUP, "0203")
    scene = march(units, side=side, phase=phase)
    assert scene.allows(f"overrun {who} {enemy}")
    assert overrun(scene, "NE", who, enemy).told("overrun-launched")[0].side == side


@pytest.mark.rule("red-star-rising:8.0.2")
def test_only_units_that_may_move_in_the_phase_overrun() -> None:
    units = {"pz": unit(ARMOUR, "0203"), "ld": unit(CORPS, "0304"), **RIFLES}
    scene = march(units, phase="motorised")
    assert not scene.allows("overrun ld 0303")
    assert scene.allows("overrun pz 0303")
    moved = march({"pz": unit(ARMOUR, "0203", marks=["moved"]), "ld": unit(CORPS, "0304"), **RIFLES})
    assert not moved.allows("overrun pz 0303")
    asked = reckon(moved, "pz", overrun=True)
    assert asked.refusal.rule == "8.0.2"


@pytest.mark.rule("red-star-rising:8.0.2")
def test_a_unit_overruns_as_often_as_it_can_pay_and_a_unit_is_overrun_repeatedly() -> None:
    units = {
        "pz": unit(ARMOUR, "0203"),
        "pz2": unit(ARMOUR, "0302"),
        "m": unit(MECHANISED),
        "b": unit(INFANTRY, "0403"),
    }
    stopped = overrun(march(units), "NE")
    again = overrun(stopped, "DE", "pz2")
    assert again.told("attack-resolved")[1].defenders == ["m"]
    inside = again.play("advance pz2 0303")
    second = overrun(inside, "DE", "pz2", "0403").play("advance pz2 0403")
    assert second.place("pz2") == "0403"
    assert second.unit("pz2").values["spent"] == 6


@pytest.mark.rule("red-star-rising:8.0.2/a")
@pytest.mark.parametrize("status", ["unsupplied", "lacking"])
def test_units_short_of_supply_do_not_overrun(status: str) -> None:
    scene = march({"pz": unit(ARMOUR, "0203", marks=[status]), "kg": unit(ARMOURED_GROUP, "0203"), **RIFLES})
    assert scene.refused("overrun pz 0303") == "8.0.2"
    assert scene.play("pick-unit kg", "pick-unit pz").refused("overrun kg 0303") == "8.0.2"
    assert march({**PANZER, "pz": unit(ARMOUR, "0203", marks=["emergency"])}).allows("overrun pz 0303")


@pytest.mark.rule("red-star-rising:8.0.3", "red-star-rising:8.0.2")
def test_units_without_an_attack_factor_do_not_overrun() -> None:
    scene = march({"pz": unit(ARMOUR, "0203"), "depot": unit(DEPOT, "0203"), **RIFLES})
    assert scene.refused("overrun depot 0303") == "7.2.6"
    both = scene.play("pick-unit pz", "pick-unit depot")
    assert both.refused("overrun pz 0303") == "7.2.6"
    assert both.play("drop-unit depot").allows("overrun pz 0303")


# The procedure


@pytest.mark.rule("red-star-rising:8.0.3")
def test_a_unit_moves_up_and_pays_three_points() -> None:
    scene = march({"pz": unit(ARMOUR, "0104"), **RIFLES})
    assert scene.refused("overrun pz 0303") == "8.0.3"
    beside = scene.play("step-to pz 0203")
    launched = overrun(beside, "DE")
    assert launched.told("overrun-launched")[0].cost == 3
    assert launched.unit("pz").values["spent"] == 4


@pytest.mark.rule("red-star-rising:8.0.3")
def test_there_must_be_somebody_to_overrun() -> None:
    scene = march(PANZER)
    assert scene.refused("overrun pz 0304") == "8.0.3"
    assert scene.choices("overrun") == ("overrun pz 0303",)
    both = march({**PANZER, "b": unit(INFANTRY, "0202")})
    assert reckon(both, "pz", targets=["0202"], overrun=True).refusal.rule == "8.0.3"


@pytest.mark.rule("red-star-rising:11.1.6")
def test_partisans_are_not_overrun() -> None:
    scene = march({**PANZER, "band": unit(PARTISAN, "0304")})
    assert scene.refused("overrun pz 0304") == "11.1.6"
    over = march({"m": unit(MECHANISED, "0203"), "fleet": unit(FLEET, "0304")}, side="soviet")
    assert over.refused("overrun m 0304") == "8.0.3"


@pytest.mark.rule("red-star-rising:8.0.3/a", "red-star-rising:8.0.9")
def test_soviet_units_pay_two_points_in_snow() -> None:
    units = {"a": unit(INFANTRY, "0203"), "a2": unit(INFANTRY, "0203"), "div": unit("german-infantry-division")}
    for turn, cost in ((3, 3), (FIRST_WINTER, 2), (SECOND_WINTER, 2), (7, 3)):
        scene = march(units, side="soviet", turn=turn).play("pick-unit a", "pick-unit a2")
        assert overrun(scene, "DE", "a").told("overrun-launched")[0].cost == cost
    axis = {"pz": unit(ARMOUR, "0203"), **RIFLES}
    assert overrun(march(axis, turn=FIRST_WINTER), "DE").told("overrun-launched")[0].cost == 3


@pytest.mark.rule("red-star-rising:8.0.3/b")
def test_a_unit_without_the_points_cannot_overrun() -> None:
    units = {"ld": unit(CORPS, "0104"), "kg": unit(GROUP, "0203"), **RIFLES}
    scene = march(units)
    moved = scene.play("step-to ld 0203")
    assert moved.allows("overrun ld 0303")
    tired = march({**units, "ld": unit(CORPS, "0105")}).play("step-to ld 0104", "step-to ld 0203")
    assert tired.refused("overrun ld 0303") == "8.0.3"


@pytest.mark.rule("red-star-rising:8.0.3")
def test_each_unit_of_a_stack_needs_the_points() -> None:
    slow = unit(ARMOUR, "0203", values={"spent": 5})
    scene = march({"pz": unit(ARMOUR, "0203"), "slow": slow, **RIFLES})
    assert reckon(scene, "pz", "slow", overrun=True).refusal.rule == "8.0.3"


@pytest.mark.rule("red-star-rising:8.0.3", "red-star-rising:8.0.9")
@pytest.mark.parametrize(
    ("turn", "added"),
    [
        (3, {"8.0.3": 1}), (FIRST_WINTER, {"8.0.3": 1, "13.0.4": 3}), (SECOND_WINTER, {"8.0.3": 1, "13.0.5": 1}),
        (THIRD_WINTER, {"8.0.3": 1, "13.0.5": 1}),
    ],
)  # fmt: skip
def test_an_overrun_adds_one_and_a_winter_its_own(turn: int, added: dict[str, int]) -> None:
    scene = march(PANZER, turn=turn)
    assert reckon(scene, "pz", overrun=True).modifiers.by_rule == added
    assert scene.rolling(2).play("overrun pz 0303").told("attack-resolved")[0].modified == 2 + sum(added.values())


@pytest.mark.rule("red-star-rising:8.0.3", "red-star-rising:7.7.2")
def test_leaders_count_in_soviet_overruns() -> None:
    units = {
        "m": unit(MECHANISED, "0203"), "m2": unit(MECHANISED, "0203"), "kg": unit(GROUP),
        "boss": unit(LEADER, "0204", values={"rating": 2}),
    }  # fmt: skip
    found = reckon(march(units, side="soviet"), "m", "m2", overrun=True)
    assert found.modifiers.by_rule == {"8.0.3": 1, "7.7.2": 2}


@pytest.mark.rule("red-star-rising:8.0.3", "red-star-rising:7.5.2", "red-star-rising:7.5.3")
def test_air_fleets_shift_overruns_of_both_sides() -> None:
    assert reckon(march({**PANZER, "f": unit(FLEET)}), "pz", overrun=True).shifts.value == 1
    soviet = {"m": unit(MECHANISED, "0203"), "kg": unit(GROUP), "f": unit(FLEET)}
    assert reckon(march(soviet, side="soviet"), "m", overrun=True).shifts.value == -1


@pytest.mark.rule("red-star-rising:7.1.2")
def test_an_overrun_below_the_lowest_odds_is_not_allowed() -> None:
    units = {"m": unit(MECHANISED, "0203"), "pz": unit(ARMOUR), "ld": unit(CORPS)}
    assert march(units, side="soviet").refused("overrun m 0303") == "7.1.2"


@pytest.mark.rule("red-star-rising:7.1.2/b", "red-star-rising:8.0.4/a")
def test_an_overrun_that_turns_out_too_weak_has_failed() -> None:
    units = {"kg": unit(GROUP, "0203", step=1), "army": army(), "pz": unit(ARMOUR, "0601")}
    scene = march(units, draws=["c-39"]).play("overrun kg 0303")
    assert scene.told("attack-too-weak")[0].overrun is True
    assert "moved" in scene.unit("kg").marks


@pytest.mark.rule("red-star-rising:8.0.9/a")
def test_an_overrun_out_of_a_zone_into_another_is_neither_barred_nor_paid_for() -> None:
    units = {"ld": unit(CORPS, "0203"), "kg": unit(GROUP, "0203"), **RIFLES, "b": unit(INFANTRY, "0402")}
    scene = march(units).play("pick-unit ld", "pick-unit kg")
    assert scene.refused("step-to ld 0202") == "5.0.7"
    after = overrun(scene, "DE", "ld").play("advance ld 0303")
    assert (after.place("ld"), after.unit("ld").values["spent"]) == ("0303", 3)


@pytest.mark.rule("red-star-rising:8.0.9/b")
def test_the_ground_of_an_overrun_hex_costs_nothing() -> None:
    after = overrun(march(PANZER, board=ground("f")), "DE").play("advance pz 0303")
    assert (after.place("pz"), after.unit("pz").values["spent"]) == ("0303", 3)


@pytest.mark.rule("red-star-rising:8.0.3")
def test_leaving_a_zone_costs_an_overrun_nothing() -> None:
    units = {"ld": unit(CORPS, "0203"), "a": unit(INFANTRY), "b": unit(INFANTRY, "0204"), "c": unit(INFANTRY, "0304")}
    scene = march(units)
    assert scene.refused("step-to ld 0202")
    won = overrun(scene, "DE", "ld")
    assert won.unit("ld").values["spent"] == 3
    assert won.play("advance ld 0303").place("ld") == "0303"


@pytest.mark.rule("red-star-rising:8.0.2")
def test_marks_of_the_combat_phase_have_no_part_in_overruns() -> None:
    scene = overrun(march({**PANZER, "b": unit(INFANTRY, "0304")}), "NE")
    assert not scene.unit("a").marks
    assert "fought" not in scene.unit("pz").marks


# After it


@pytest.mark.rule("red-star-rising:8.0.4")
def test_a_stack_that_went_through_enters_for_nothing_and_goes_on() -> None:
    scene = march({"pz": unit(ARMOUR, "0203"), "pz2": unit(ARMOUR, "0203"), **RIFLES})
    won = overrun(scene.play("pick-unit pz", "pick-unit pz2"), "DE")
    assert won.refused("advance pz2 0303") == "8.0.4"
    inside = won.play("advance pz 0303")
    assert (inside.place("pz"), inside.place("pz2")) == ("0303", "0303")
    assert inside.unit("pz").values["spent"] == 3
    on = inside.play("step-to pz 0403")
    assert (on.place("pz"), on.place("pz2")) == ("0403", "0403")
    assert won.told("unit-advanced") == []


@pytest.mark.rule("red-star-rising:8.0.4/a")
def test_with_an_enemy_left_in_the_hex_the_stack_stops() -> None:
    stopped = overrun(march({**PANZER, "kg": unit(GROUP, "0601")}), "NE")
    assert "moved" in stopped.unit("pz").marks
    assert stopped.refused("step-to pz 0204") == "8.0.4"


@pytest.mark.rule("red-star-rising:8.0.4/b")
def test_a_stack_that_lost_a_step_stops_and_does_not_enter() -> None:
    scene = overrun(march({**PANZER, "kg": unit(GROUP, "0601")}), "1/1")
    while scene.choices("take-loss"):
        scene = scene.play(scene.choices("take-loss")[0])
    assert scene.stack("0303") == ()
    assert (scene.place("pz"), scene.unit("pz").step) == ("0203", 1)
    assert "moved" in scene.unit("pz").marks
    assert scene.refused("advance pz 0303") == "8.0.4"


@pytest.mark.rule("red-star-rising:8.0.4/c")
def test_a_stack_may_decline_to_enter_and_move_on_from_where_it_stands() -> None:
    won = overrun(march(PANZER), "DE").play("done")
    assert won.place("pz") == "0203"
    assert won.play("step-to pz 0204").place("pz") == "0204"


@pytest.mark.rule("red-star-rising:8.0.4")
def test_entering_the_hex_takes_control_of_a_city() -> None:
    won = overrun(march(PANZER, map=features(("minor-city", HIT))), "DE").play("advance pz 0303")
    assert won.holder("0303") == "axis"


# Stacks


@pytest.mark.rule("red-star-rising:8.0.5")
def test_a_stack_overruns_with_all_its_factors() -> None:
    scene = march({"pz": unit(ARMOUR, "0203"), "pz2": unit(ARMOUR, "0203"), **RIFLES})
    launched = overrun(scene.play("pick-unit pz", "pick-unit pz2"), "NE").told("attack-resolved")[0]
    assert (launched.attackers, launched.attack) == (["pz", "pz2"], 18)
    alone = overrun(scene, "NE").told("attack-resolved")[0]
    assert (alone.attackers, alone.attack) == (["pz"], 9)


@pytest.mark.rule("red-star-rising:8.0.5/a")
def test_units_that_began_the_phase_apart_do_not_overrun_together() -> None:
    scene = march({"pz": unit(ARMOUR, "0103"), "pz2": unit(ARMOUR, "0203"), **RIFLES}).play("step-to pz 0203")
    assert reckon(scene, "pz", "pz2", overrun=True).refusal.rule == "8.0.5"
    assert overrun(scene, "NE").told("attack-resolved")[0].attackers == ["pz"]
    assert overrun(scene.play("pick-unit pz2"), "NE", "pz2").told("attack-resolved")[0].attackers == ["pz2"]
    apart = march({"pz": unit(ARMOUR, "0302"), "pz2": unit(ARMOUR, "0203"), **RIFLES})
    assert reckon(apart, "pz", "pz2", overrun=True).refusal.rule == "8.0.5"


@pytest.mark.rule("red-star-rising:8.0.5/b")
def test_motorised_units_and_units_on_foot_do_not_overrun_together() -> None:
    scene = march({"pz": unit(ARMOUR, "0203"), "ld": unit(CORPS, "0203"), **RIFLES}).play(
        "pick-unit pz", "pick-unit ld"
    )
    assert scene.refused("overrun pz 0303") == "8.0.5"
    assert scene.play("drop-unit ld").allows("overrun pz 0303")


@pytest.mark.rule("red-star-rising:8.0.5/c")
def test_the_hex_an_overrun_is_made_from_may_not_be_overstacked() -> None:
    crowd = {"ld": unit(CORPS, "0203"), "ld2": unit(CORPS, "0203"), "pz": unit(ARMOUR, "0104"), **RIFLES}
    assert march(crowd).play("step-to pz 0203").refused("overrun pz 0303") == "8.0.5"
    room = {"ld": unit(CORPS, "0203"), "pz": unit(ARMOUR, "0104"), **RIFLES}
    assert march(room).play("step-to pz 0203").allows("overrun pz 0303")


@pytest.mark.rule("red-star-rising:8.0.5/c")
def test_allies_in_the_hex_count_for_its_nationality_too() -> None:
    crowd = {
        "hu": unit("hungarian-corps", "0203"),
        "it": unit("italian-corps", "0104"),
        "div": unit(FLEET, "0601"),
        **RIFLES,
    }
    assert march(crowd).play("step-to it 0203").refused("overrun it 0303") == "8.0.5"


# Terrain


@pytest.mark.rule("red-star-rising:8.0.7")
@pytest.mark.parametrize("kind", ["river", "major-river", "strait", "lakeside", "seaside", "ice-road"])
def test_no_overrun_crosses_water(kind: str) -> None:
    scene = march({**PANZER, "pz2": unit(ARMOUR, "0302")}, turn=FIRST_WINTER, map=sides(kind, "0303/SW"))
    assert scene.refused("overrun pz 0303") == "8.0.7"
    assert scene.allows("overrun pz2 0303")


@pytest.mark.rule("red-star-rising:8.0.7/a", "red-star-rising:7.4.2")
def test_soviet_units_on_foot_overrun_across_a_red_arrow_in_snow() -> None:
    units: dict[str, Any] = {"a": unit(INFANTRY, "0203"), "m": unit(MECHANISED, "0203"), "kg": unit(GROUP, step=1)}
    ice = sides("ice-road", "0303/SW")
    snow = march(units, side="soviet", turn=FIRST_WINTER, map=ice)
    assert snow.allows("overrun a 0303")
    assert snow.refused("overrun m 0303") == "8.0.7"
    assert march(units, side="soviet", map=ice).refused("overrun a 0303") == "8.0.7"
    won = overrun(snow, "DE", "a")
    assert won.told("attack-resolved")[0].defence == 2
    assert won.play("advance a 0303").place("a") == "0303"


@pytest.mark.rule("red-star-rising:8.0.8")
@pytest.mark.parametrize("kind", ["major-city", "fortress"])
def test_major_cities_and_the_fortress_are_not_overrun(kind: str) -> None:
    assert march(PANZER, map=features((kind, HIT))).refused("overrun pz 0303") == "8.0.8"


@pytest.mark.rule("red-star-rising:8.0.8")
@pytest.mark.parametrize("terrain", ["marsh", "mountain"])
def test_marsh_and_mountains_are_not_overrun(terrain: str) -> None:
    sheet = {
        "id": "main", "orientation": "flat", "parity": "even", "first": [1, 1], "size": [7, 6], "labels": {},
        "fill": "clear", "codes": {".": "clear", "t": terrain}, "rows": ground("t").split("/"),
    }  # fmt: skip
    scene = march(PANZER, board="", map={"palette": "red-star-rising", "sheets": [sheet]})
    assert scene.refused("overrun pz 0303") == "8.0.8"
    assert march(PANZER, board=ground("f")).allows("overrun pz 0303")


@pytest.mark.rule("red-star-rising:8.0.8/a")
def test_a_marsh_in_snow_can_be_overrun() -> None:
    assert march(PANZER, board=ground("m"), turn=FIRST_WINTER).allows("overrun pz 0303")
    assert march(PANZER, board=ground("m")).refused("overrun pz 0303") == "8.0.8"


@pytest.mark.rule("red-star-rising:8.0.8/b")
def test_the_destroyed_fortress_can_be_overrun() -> None:
    destroyed = {HIT: {"fortress-destroyed": 1}}
    assert march(PANZER, map=features(("fortress", HIT)), markers=destroyed).allows("overrun pz 0303")
