"""12.2, 12.43 and 12.5 to 12.7: what comes of an attack."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.rulesets.war_in_europe.scenes import europe, fighting, group, marked
from tests.helpers.positions import Scene

FAR: dict[str, Any] = {"axis": "0101", "allied": "1208"}


def attack(units: dict[str, Any], attackers: str, result: str, **more: Any) -> Scene:
    """The attack on 0403 with a result laid down."""
    scene = fighting(units, results=[result], dice=[3], **{**FAR, **more}).play("declare-attack 0403")
    return scene.play(*(f"add-attacker {unit}" for unit in attackers.split()), "resolve")


@pytest.mark.rule("war-in-europe:12.2", "war-in-europe:11.3", "war-in-europe:11.31", "war-in-europe:12.2/b")
def test_ae_reduces_all_attackers_and_leaves_others_alone() -> None:
    after = attack({"inf": "0303", "ita": "0303", "pz": "0303", "rus4": "0403"}, "inf ita", "Ae")
    assert (after.unit("inf").step, after.place("ita"), after.unit("pz").step) == (1, "gone-axis", 0)


@pytest.mark.rule("war-in-europe:12.2", "war-in-europe:11.34", "war-in-europe:12.51")
def test_de_removes_what_forms_no_group_and_the_victor_may_advance() -> None:
    after = attack({"inf": "0303", "rus": "0403", "rus4": {"at": "0403", "step": 1}}, "inf", "De")
    assert (after.place("rus"), after.place("rus4")) == ("gone-allied", "gone-allied")
    assert after.refused("advance inf 0402") == "12.51"
    assert after.play("advance inf 0403").place("inf") == "0403"
    assert after.play("done").place("inf") == "0303"


@pytest.mark.rule("war-in-europe:11.32", "war-in-europe:12.63", "war-in-europe:11.31")
def test_a_new_group_may_step_back_and_otherwise_holds_its_hex() -> None:
    after = attack({"inf": "0303", "rus4": "0403"}, "inf", "De")
    assert after.menu.side == "allied"
    assert after.play("done").place("rus4") == "0403"
    gone = after.play("retreat rus4 0504")
    assert gone.play("advance inf 0403").place("inf") == "0403"


@pytest.mark.rule("war-in-europe:12.2")
def test_an_exchange_costs_as_many_printed_points() -> None:
    after = attack({"inf": "0303", "pz": "0303", "rus4": group("0403"), "rus2": "0403"}, "inf pz", "Ex")
    assert after.menu.side == "axis"
    assert after.refused("done") == "12.2"
    paid = after.play("take-loss inf")
    assert paid.unit("inf").step == 1
    assert "take-loss" not in paid.menu.kinds()


@pytest.mark.rule("war-in-europe:12.2/a")
def test_half_an_exchange_costs_the_exact_half() -> None:
    after = attack({"inf": group("0303"), "rom": "0303", "rus2": "0403", "rus": "0403"}, "inf rom", "1/2Ex")
    assert after.play("take-loss inf").menu.kinds() == ("advance", "done")
    assert after.place("rus") == "gone-allied"
    units = {"rus-1": "0303", "rus-2": "0303", "rus4": "0303", "ita": "0403"}
    odd = attack(units, "rus-1 rus-2 rus4", "1/2Ex", side="allied", axis="1208", allied="0101").play("take-loss rus-1")
    assert odd.menu.kinds() == ("take-loss",), "one point is not half of three"
    assert odd.play("take-loss rus-2").menu.kinds() == ("advance", "done")


@pytest.mark.rule("war-in-europe:12.2")
def test_aex_costs_the_defence_of_all_and_touches_no_defender() -> None:
    after = attack({"inf": "0303", "rus4": "0403"}, "inf", "AEx")
    assert after.play("take-loss inf").unit("rus4").step == 0


@pytest.mark.rule("war-in-europe:12.7/c")
@pytest.mark.rule("war-in-europe:12.7", "war-in-europe:12.6")
def test_on_dr_the_defender_falls_back_or_is_reduced_and_stays() -> None:
    after = attack({"inf": "0303", "rus4": "0403", "rus": "0403"}, "inf", "Dr")
    assert after.menu.side == "allied"
    assert after.menu.prompt.key == "prompt.wie.ground-or-loss", "nobody without a way is counted"
    stayed = after.play("stand-fast")
    assert (stayed.unit("rus4").step, stayed.place("rus4"), stayed.place("rus")) == (1, "0403", "gone-allied")
    back = after.play("give-ground", "retreat rus4 0504", "retreat rus 0503")
    assert back.menu.side == "axis"
    assert back.allows("advance inf 0403")
    ring = {f"inf-{number}": at for number, at in enumerate(("0402", "0502", "0503", "0504", "0404", "0304"), 1)}
    shut_in = attack({"inf": "0303", "rus4": "0403", **ring}, "inf", "Dr").menu.prompt
    assert (shut_in.key, shut_in.args["doomed"]) == ("prompt.wie.ground-or-ruin", 1)


@pytest.mark.rule("war-in-europe:12.51/a")
@pytest.mark.rule("war-in-europe:12.7", "war-in-europe:12.7/b")
def test_on_br_the_defender_chooses_first_and_the_price_of_staying_follows() -> None:
    after = attack({"inf": "0303", "pz": "0303", "rus4": "0403"}, "inf pz", "Br")
    both = after.play("stand-fast")
    assert both.menu.side == "axis"
    stayed = both.play("stand-fast")
    assert (stayed.unit("inf").step, stayed.unit("pz").step) == (1, 1), "all of them, though one would have been enough"
    assert "take-loss" not in stayed.menu.kinds()
    withdrew = after.play("give-ground", "retreat rus4 0504", "stand-fast")
    assert (withdrew.unit("inf").step, withdrew.unit("pz").step) == (1, 1)
    assert withdrew.allows("advance pz 0403")
    left = after.play("give-ground", "retreat rus4 0504", "give-ground", "retreat inf 0203", "retreat pz 0202")
    assert "advance" not in left.menu.kinds()


@pytest.mark.rule("war-in-europe:12.7", "war-in-europe:12.7/b")
def test_on_br_attackers_who_stay_are_all_reduced_and_pay_what_is_missing_with_units() -> None:
    """Three divisions lose nine points by staying, two attackers eight: one of these goes."""
    units = {"inf": "0303", "inf-2": "0303", "rus4": "0403", "rus4-2": "0403", "rus4-3": "0403"}
    paying = attack(units, "inf inf-2", "Br").play("stand-fast", "stand-fast")
    assert (paying.unit("inf").step, paying.unit("inf-2").step, paying.menu.rule) == (1, 1, "12.7")
    done = paying.play("take-loss inf")
    assert (done.place("inf"), done.place("inf-2")) == ("gone-axis", "0303")
    assert "take-loss" not in done.menu.kinds()


@pytest.mark.rule("war-in-europe:12.43", "war-in-europe:14.21")
def test_attacking_without_supply_costs_the_defence_on_top() -> None:
    """Three unsupplied divisions lose eight points on an exchange with a defence of four."""
    units = {"pz": "0303", "pz-2": "0303", "pg": "0303", "rus4": {"at": "0403", "step": 0}}
    after = attack(units, "pz pz-2 pg", "Ex", axis="")
    paid = after.play("done", "take-loss pz")
    assert paid.menu.rule == "12.43"
    done = paid.play("take-loss pz-2")
    assert (done.unit("pz").step, done.unit("pz-2").step, done.unit("pg").step) == (1, 1, 0)


@pytest.mark.rule("war-in-europe:12.52", "war-in-europe:12.51")
def test_an_advance_goes_from_zone_to_zone_and_no_further_than_stacking_lets_it() -> None:
    units = {f"inf-{number}": "0303" for number in range(1, 5)} | {"cav": "0304", "rus": "0403", "rus-2": "0502"}
    after = attack(units, "inf-1 inf-2 inf-3 inf-4 cav", "De")
    full = after.play(*(f"advance inf-{number} 0403" for number in range(1, 5)))
    assert "advance" not in full.menu.kinds()
    assert full.stack("0403") == ("inf-1", "inf-2", "inf-3", "inf-4")


@pytest.mark.rule("war-in-europe:12.66/a")
@pytest.mark.rule("war-in-europe:12.61", "war-in-europe:12.62", "war-in-europe:12.66")
def test_a_retreat_goes_to_empty_ground_first_and_never_into_zones_alone() -> None:
    units = {"inf": "0303", "inf-2": "0603", "rus": "0403", "rus2": "0404"}
    after = attack(units, "inf", "Dr").play("give-ground")
    assert after.refused("retreat rus 0503") == "12.66"
    assert after.refused("retreat rus 0303") == "12.66"
    trapped = attack({"inf": "0303", "inf-2": "0502", "inf-3": "0505", "rus4": "0403", "rus2": "0404"}, "inf", "Dr")
    joined = trapped.play("give-ground", "retreat rus4 0404")
    assert "sheltered" in joined.unit("rus4").marks
    lost = attack({"inf": "0303", "inf-2": "0502", "inf-3": "0505", "rus4": "0403"}, "inf", "Dr").play("give-ground")
    assert lost.place("rus4") == "gone-allied"


@pytest.mark.rule("war-in-europe:12.62/a", "war-in-europe:12.62")
def test_who_fell_back_among_friends_adds_nothing() -> None:
    scene = fighting({"inf": "0303", "rus4": marked("0403", "sheltered", "struck"), "rus2": "0403"}, **FAR)
    assert scene.ask("attack", units=["inf"], target="0403").defence.value == 2
    assert scene.allows("declare-attack 0403")
    fled = {"inf": "0303", "rus": marked("0403", "sheltered", "struck"), "rus2": "0403"}
    beaten = attack(fled, "inf", "De")
    assert (beaten.place("rus"), beaten.place("rus2")) == ("gone-allied", "gone-allied"), "and shares their fate"
    after = attack({"inf": "0303", "rus4": "0403"}, "inf", "Dr").play("give-ground")
    assert "sheltered" not in after.play("retreat rus4 0504").unit("rus4").marks


@pytest.mark.rule("war-in-europe:12.62")
def test_who_fell_back_among_friends_counts_again_without_them() -> None:
    """It adds nothing to those it fled to; once it has left them, or was left by them, it defends itself."""
    alone = fighting({"inf": "0303", "rus4": marked("0403", "sheltered")}, **FAR)
    assert alone.ask("attack", units=["inf"], target="0403").defence.value == 4
    units = {"pz": marked("0303", "sheltered"), "inf": "0303", "inf-2": "0302", "rus": "0603"}
    marching = europe(units, phase="mechanised-movement", side="axis", **FAR)
    assert "sheltered" not in marching.play("step-to pz 0302").unit("pz").marks
    fled = {"inf": "0303", "rus4": marked("0403", "sheltered", "struck"), "rus2": "0403"}
    again = attack(fled, "inf", "Dr").play("give-ground", "retreat rus4 0504")
    assert "sheltered" not in again.unit("rus4").marks


@pytest.mark.rule("war-in-europe:6.66/a")
@pytest.mark.rule("war-in-europe:12.64", "war-in-europe:6.66")
def test_a_repair_unit_falls_back_along_the_railway_or_is_lost() -> None:
    rails = [["0403", "0504", "0604"]]
    after = attack({"inf": "0303", "rrr": "0403"}, "inf", "Dr", rails=rails).play("give-ground")
    assert after.refused("retreat rrr 0503") == "12.64"
    assert after.play("retreat rrr 0504").place("rrr") == "0504"
    assert attack({"inf": "0303", "rrr": "0403"}, "inf", "Dr").play("give-ground").place("rrr") == "gone-allied"


@pytest.mark.rule("war-in-europe:12.65/a")
@pytest.mark.rule("war-in-europe:12.65")
def test_cadres_do_not_retreat_and_partisans_do() -> None:
    after = attack({"inf": "0303", "cadre": "0403", "part": "0403"}, "inf", "Dr").play("give-ground")
    assert after.play("retreat part 0504").place("cadre") == "gone-allied"


@pytest.mark.rule("war-in-europe:12.66")
def test_nobody_retreats_over_water_or_a_blocked_side() -> None:
    sides = {"blocked": ["0403/N", "0403/NE"]}
    after = attack({"inf": "0303", "rus4": "0403"}, "inf", "Dr", axis="0101", allied="", sides=sides)
    given = after.play("give-ground")
    assert given.refused("retreat rus4 0402") == "12.66"
    assert given.allows("retreat rus4 0404")


@pytest.mark.rule("war-in-europe:12.62/c", "war-in-europe:12.6")
def test_a_stack_falls_back_into_one_vacant_hex_together() -> None:
    """The hex is vacant for all of the stack: they need not part, and all of them defend there."""
    units = {"inf": "0303", "inf-2": "0303", "rus4": "0403", "rus2": "0403", "rus": "0503"}
    beaten = fighting(units, results=["Dr"], **FAR).play(
        "declare-attack 0403", "add-attacker inf", "add-attacker inf-2", "resolve", "give-ground"
    )
    first = beaten.play("retreat rus4 0504")
    assert first.refused("retreat rus2 0503") == "12.62"
    both = first.play("retreat rus2 0504")
    assert both.stack("0504") == ("rus4", "rus2")
    assert all("sheltered" not in both.unit(unit).marks for unit in ("rus4", "rus2"))


@pytest.mark.rule("war-in-europe:12.51", "war-in-europe:5.8/d")
def test_armour_does_not_advance_into_the_arctic_and_is_told_why() -> None:
    units = {"pz": "0303", "inf": "0303", "rus": "0403"}
    north = {"north": ("arctic", ["0403"])}
    scene = fighting(units, regions=north, results=["De"], dice=[3], **FAR)
    scene = scene.play("declare-attack 0403", "add-attacker pz", "add-attacker inf", "resolve")
    assert scene.refused("advance pz 0403") == "5.8"
    assert scene.play("advance inf 0403").place("inf") == "0403"
