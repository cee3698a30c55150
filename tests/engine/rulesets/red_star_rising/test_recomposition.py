"""17.3 to 17.5: Soviet armies and corps."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.rulesets.red_star_rising.scenes import red_star
from tests.helpers.positions import Scene


def changing(units: dict[str, Any], **more: Any) -> Scene:
    """The Soviet step of a production turn, with corps and armies in the force pool."""
    pool = {"rifle-90": "force-pool", "rifle-91": "force-pool", "mech-90": "force-pool", "army-90": "force-pool"}
    far = {"pz-far": "0806"}
    return red_star({**pool, **far, **units}, pause="0801", phase="recomposition", turn=more.pop("turn", 5), **more)


@pytest.mark.rule("red-star-rising:17.3")
def test_an_army_becomes_two_corps_of_any_type_and_goes_to_the_pool() -> None:
    after = changing({"army": "0202"}).play("split-army army rifle-90 mech-90")
    assert sorted(after.stack("0202")) == ["mech-90", "rifle-90"]
    assert after.place("army") == "force-pool"


@pytest.mark.rule("red-star-rising:17.3/a", "red-star-rising:17.3")
def test_only_in_a_production_turn() -> None:
    scene = changing({"army": "0202"}, turn=6)
    assert not scene.choices("split-army")
    assert scene.refused("split-army army rifle-90 mech-90")
    assert changing({"army": "0202"}).allows("split-army army rifle-90 mech-90")


@pytest.mark.rule("red-star-rising:17.3/b", "red-star-rising:17.3")
def test_an_army_next_to_an_axis_unit_is_not_split_even_in_mud() -> None:
    scene = changing({"army": "0202", "pz": "0203", "army-2": "0602"}, turn=7)
    assert scene.refused("split-army army rifle-90 mech-90") == "17.3"
    assert scene.allows("split-army army-2 rifle-90 mech-90")


@pytest.mark.rule("red-star-rising:17.3/c", "red-star-rising:17.3")
def test_the_corps_must_be_in_the_pool() -> None:
    scene = changing({"army": "0202", "rifle": "0303"})
    assert scene.refused("split-army army rifle mech-90") == "17.3"


@pytest.mark.rule("red-star-rising:17.3/d", "red-star-rising:17.3")
@pytest.mark.parametrize(("mark", "case"), [("unsupplied", "10.6.1"), ("lacking", "10.8.1")])
def test_an_army_short_of_supply_is_not_split(mark: str, case: str) -> None:
    scene = changing({"army": {"at": "0202", "marks": [mark]}, "army-2": "0602"})
    assert scene.refused("split-army army rifle-90 mech-90") == case


@pytest.mark.rule("red-star-rising:17.3/e", "red-star-rising:17.3", "red-star-rising:17.5")
def test_an_army_that_took_in_a_corps_is_not_split_in_the_same_turn() -> None:
    reduced = {"at": "0202", "step": 1, "values": {"marker": "c-30"}}
    scene = changing({"army": reduced, "rifle": "0202", "army-2": "0606"}, pools={"on-armies": ["c-30"]})
    after = scene.play("absorb army rifle")
    assert after.unit("army").step == 0
    assert after.place("rifle") == "force-pool"
    assert after.refused("split-army army rifle-90 mech-90") == "17.3"


@pytest.mark.rule("red-star-rising:17.1", "red-star-rising:17.4")
def test_what_went_into_the_pool_does_not_come_out_in_the_same_turn() -> None:
    units = {"army": "0202", "army-2": "0602", "rifle-1": "0505", "rifle-2": "0505", "rifle-92": "force-pool"}
    scene = changing(units)
    split = scene.play("split-army army rifle-90 mech-90")
    assert split.refused("form-army rifle-1 rifle-2 army") == "17.4"
    formed = split.play("form-army rifle-1 rifle-2 army-90")
    assert formed.place("rifle-1") == "force-pool"
    assert formed.refused("split-army army-2 rifle-1 rifle-2") == "17.3"
    assert formed.refused("split-army army-90 rifle-91 rifle-92") == "17.1"


@pytest.mark.rule("red-star-rising:17.4", "red-star-rising:17.4/e")
def test_two_corps_become_a_regular_army_even_in_an_enemy_zone() -> None:
    after = changing({"rifle": "0202", "mech": "0202", "pz": "0203", "army": "0501"}).play(
        "form-army mech rifle army-90"
    )
    assert after.stack("0202") == ("army-90",)
    assert after.place("rifle") == after.place("mech") == "force-pool"
    assert "marker" not in after.unit("army-90").values


@pytest.mark.rule("red-star-rising:17.4/a", "red-star-rising:17.4")
def test_the_corps_must_stand_together() -> None:
    scene = changing({"rifle": "0202", "rifle-2": "0303", "army": "0606"})
    assert scene.refused("form-army rifle rifle-2 army-90") == "17.4"


@pytest.mark.rule("red-star-rising:17.4/b", "red-star-rising:17.4", "red-star-rising:15.4.6", "red-star-rising:15.6.6")
@pytest.mark.parametrize("other", ["para", "cav"])
def test_paratroops_and_cavalry_make_no_armies(other: str) -> None:
    scene = changing({"rifle": "0202", other: "0202", "army": "0606"})
    first, second = sorted(("rifle", other))
    assert scene.refused(f"form-army {first} {second} army-90") == "17.4"


@pytest.mark.rule("red-star-rising:17.4/c", "red-star-rising:17.4")
def test_shock_and_guards_armies_are_not_formed() -> None:
    scene = changing({"rifle": "0202", "mech": "0202", "shock": "force-pool"})
    assert scene.refused("form-army mech rifle shock") == "17.4"


@pytest.mark.rule("red-star-rising:17.4/d", "red-star-rising:17.4")
@pytest.mark.parametrize(("mark", "case"), [("unsupplied", "10.6.1"), ("lacking", "10.8.1")])
def test_corps_short_of_supply_form_nothing(mark: str, case: str) -> None:
    scene = changing({"rifle": {"at": "0202", "marks": [mark]}, "mech": "0202", "army": "0606"})
    assert scene.refused("form-army mech rifle army-90") == case


REDUCED = {"at": "0202", "step": 1, "values": {"marker": "c-30"}}


@pytest.mark.rule("red-star-rising:17.5", "red-star-rising:17.5/e")
def test_a_corps_beside_a_reduced_army_makes_it_whole() -> None:
    scene = changing({"army": REDUCED, "rifle": "0203", "pz": "0102"}, pools={"on-armies": ["c-30"]})
    after = scene.play("absorb army rifle")
    assert after.unit("army").step == 0
    assert after.unit("army").values["marker"] == "c-30"


@pytest.mark.rule("red-star-rising:17.5/f", "red-star-rising:17.5", "red-star-rising:15.4.6", "red-star-rising:15.6.6")
@pytest.mark.parametrize("other", ["para", "cav"])
def test_paratroops_and_cavalry_strengthen_no_army(other: str) -> None:
    scene = changing({"army": REDUCED, other: "0202", "rifle": "0202"}, pools={"on-armies": ["c-30"]})
    assert scene.refused(f"absorb army {other}") == "17.5"
    assert scene.allows("absorb army rifle")


@pytest.mark.rule("red-star-rising:17.1/c", "red-star-rising:17.1/d")
def test_neither_needs_to_be_out_of_enemy_zones_as_germans_do() -> None:
    units = {"army": REDUCED, "rifle": "0203", "rifle-1": "0302", "rifle-2": "0302", "pz": "0303"}
    scene = changing(units, pools={"on-armies": ["c-30"]})
    assert scene.allows("form-army rifle-1 rifle-2 army-90")
    assert scene.allows("absorb army rifle")


@pytest.mark.rule("red-star-rising:17.5/a", "red-star-rising:17.5")
def test_a_corps_two_hexes_away_cannot_help() -> None:
    scene = changing({"army": REDUCED, "rifle": "0204", "rifle-2": "0203"}, pools={"on-armies": ["c-30"]})
    assert scene.refused("absorb army rifle") == "17.5"


@pytest.mark.rule("red-star-rising:17.5/b", "red-star-rising:17.5")
def test_a_tank_army_takes_in_mechanised_corps_only() -> None:
    tank = {"at": "0202", "step": 1, "values": {"marker": "a-01"}}
    scene = changing({"tank": tank, "rifle": "0202", "mech": "0203"}, pools={"on-armies": ["a-01"]}, turn=14)
    assert scene.refused("absorb tank rifle") == "17.5"
    assert scene.play("absorb tank mech").unit("tank").step == 0


@pytest.mark.rule("red-star-rising:17.5/c", "red-star-rising:17.5")
@pytest.mark.parametrize("short", ["army", "rifle"])
def test_both_must_be_supplied(short: str) -> None:
    units: dict[str, Any] = {"army": dict(REDUCED), "rifle": {"at": "0202"}, "army-2": "0606"}
    units[short]["marks"] = ["lacking"]
    assert changing(units, pools={"on-armies": ["c-30"]}).refused("absorb army rifle") == "10.8.1"


@pytest.mark.rule("red-star-rising:17.5/d", "red-star-rising:17.5")
def test_a_whole_army_needs_nobody() -> None:
    whole = {"at": "0202", "values": {"marker": "c-30"}}
    scene = changing({"army": whole, "rifle": "0202", "army-2": "0606"}, pools={"on-armies": ["c-30"]})
    assert scene.refused("absorb army rifle") == "17.5"


@pytest.mark.rule("red-star-rising:17.1", "red-star-rising:17.3")
def test_once_something_was_changed_the_step_lasts_until_it_is_ended() -> None:
    after = changing({"army": "0202"}).play("split-army army rifle-90 mech-90")
    assert after.refused("form-army rifle-90 mech-90 army-90") == "17.1"
    over = after.play("done")
    assert over.state.frames[-1].kind != "recomposition"
    assert over.unit("rifle-90").marks == frozenset()
    assert over.unit("army").marks == frozenset()


@pytest.mark.rule("red-star-rising:17.3", "red-star-rising:17.4")
def test_two_corps_may_be_named_in_either_order() -> None:
    split = changing({"army": "0202"})
    assert split.play("split-army army mech-90 rifle-90").stack("0202") == ("mech-90", "rifle-90")
    formed = changing({"rifle": "0202", "mech": "0202"})
    assert formed.play("form-army rifle mech army-90").state == formed.play("form-army mech rifle army-90").state


@pytest.mark.rule("red-star-rising:17.3", "red-star-rising:17.4", "red-star-rising:17.5")
def test_each_change_names_its_own_case_where_the_turn_is_none_of_production() -> None:
    reduced = {"at": "0303", "step": 1, "values": {"marker": "c-30"}}
    units = {"army": "0202", "rifle": "0505", "mech": "0505", "worn": {"type": "soviet-infantry-army", **reduced}}
    scene = changing({**units, "rifle-2": "0303"}, turn=6)
    tries = {
        "17.3": {"kind": "split-army", "unit": "army", "first": "rifle-90", "second": "mech-90"},
        "17.4": {"kind": "form-army", "first": "rifle", "second": "mech", "army": "army-90"},
        "17.5": {"kind": "absorb", "army": "worn", "corps": "rifle-2"},
    }
    for case, action in tries.items():
        (step,) = scene.ask("try", [action]).steps
        assert (step.accepted, step.rule) == (False, case)
        assert step.message == "This is no production turn."
