"""7.8.2, 7.9.7 to 7.9.10 and 7.13: results, and who loses the steps they ask for."""

from __future__ import annotations

import pytest

from engine.core.refusals import GameFault
from engine.rulesets.red_star_rising.combat.results import tolls
from tests.engine.rulesets.red_star_rising.battles import ONE_STEP, fought, marked, overran

DEFENDED = {"pz": "0404", "army": marked("0504")}


@pytest.mark.rule("red-star-rising:7.8.2")
def test_de_eliminates_all_defenders_and_ae_all_attackers() -> None:
    units = {"pz": "0404", "inf": "0503", "rifle": "0504", "hq": "0504"}
    beaten = fought(units, "0504", ["pz", "inf"], "DE", dice=[2])
    assert (beaten.place("rifle"), beaten.place("hq")) == ("force-pool", "soviet-reinforcements")
    assert (beaten.place("pz"), beaten.place("inf")) == ("0404", "0503")
    wasted = fought(units, "0504", ["pz", "inf"], "AE")
    assert (wasted.place("pz"), wasted.place("inf")) == ("breakdown", "breakdown")
    assert (wasted.place("rifle"), wasted.place("hq")) == ("0504", "0504")


@pytest.mark.rule("red-star-rising:7.8.2")
def test_ne_does_nothing() -> None:
    after = fought(DEFENDED, "0504", "pz", "NE")
    assert (after.place("pz"), after.place("army"), after.unit("army").step) == ("0404", "0504", 0)
    assert not after.choices("take-loss")


@pytest.mark.rule("red-star-rising:7.8.2", "red-star-rising:7.10.1")
def test_the_owner_mixes_steps_and_hexes() -> None:
    asked = fought({**DEFENDED, "army": marked("0504")}, "0504", "pz", "D2")
    assert asked.menu.side == "soviet"
    assert asked.choices("take-loss") == ("take-loss army",)
    assert asked.allows("fall-back")
    both = asked.play("take-loss army", "fall-back", "retreat army 0604")
    assert (both.place("army"), both.unit("army").step) == ("0604", 1)
    away = asked.play("fall-back", "retreat army 0604", "retreat army 0704")
    assert (away.place("army"), away.unit("army").step) == ("0704", 0)


@pytest.mark.rule("red-star-rising:7.8.2")
def test_an_attacker_meets_his_number_too() -> None:
    asked = fought(DEFENDED, "0504", "pz", "A2")
    assert asked.menu.side == "axis"
    assert asked.play("take-loss pz").unit("pz").step == 1
    assert asked.play("take-loss pz", "fall-back", "retreat pz 0304").place("pz") == "0304"


@pytest.mark.rule("red-star-rising:7.8.2", "red-star-rising:7.8.2/a")
def test_mandatory_losses_leave_no_retreat() -> None:
    asked = fought(DEFENDED, "0504", "pz", "1/1")
    assert asked.refused("fall-back") == "7.8.2"


@pytest.mark.rule("red-star-rising:7.8.2", "red-star-rising:7.8.2/b")
def test_the_defender_loses_first() -> None:
    asked = fought(DEFENDED, "0504", "pz", "1/2", dice=[3])
    assert asked.menu.side == "soviet"
    then = asked.play("take-loss army", "take-loss army")
    assert then.place("army") == "soviet-reinforcements"
    assert then.menu.side == "axis"
    over = then.play("take-loss pz")
    assert over.unit("pz").step == 1


@pytest.mark.rule("red-star-rising:7.8.2", "red-star-rising:7.8.2/c")
def test_what_nobody_is_left_to_bear_is_ignored() -> None:
    over = fought({"pz": "0404", "rifle": "0504"}, "0504", "pz", "D3").play("take-loss rifle")
    assert over.place("rifle") == "force-pool"
    assert over.menu.side == "axis"


@pytest.mark.rule("red-star-rising:7.8.2")
def test_a_result_that_no_rule_knows_is_a_fault() -> None:
    with pytest.raises(GameFault):
        tolls("DR")


@pytest.mark.rule("red-star-rising:7.9.7")
def test_a_number_is_for_the_force_as_a_whole() -> None:
    units = {"pz": "0404", "rifle-1": "0504", "rifle-2": "0505"}
    asked = fought(units, ["0504", "0505"], "pz", "D1")
    assert asked.choices("take-loss") == ("take-loss rifle-1", "take-loss rifle-2")
    over = asked.play("take-loss rifle-2")
    assert (over.place("rifle-1"), over.place("rifle-2")) == ("0504", "force-pool")
    assert not over.choices("take-loss")


@pytest.mark.rule("red-star-rising:7.9.7")
def test_those_who_stand_aside_take_no_losses() -> None:
    asked = fought({**DEFENDED, "inf": "0404"}, "0504", "pz", "A1")
    assert asked.refused("take-loss inf") == "7.9.7"


@pytest.mark.rule("red-star-rising:7.9.8")
def test_one_loss_each_before_a_second() -> None:
    units = {"pz": "0404", "inf": "0404", "army": marked("0504")}
    asked = fought(units, "0504", ["pz", "inf"], "A3")
    once = asked.play("take-loss pz")
    assert once.refused("take-loss pz") == "7.9.8"
    twice = once.play("take-loss inf")
    assert set(twice.choices("take-loss")) == {"take-loss pz", "take-loss inf"}


@pytest.mark.rule("red-star-rising:7.9.8")
def test_a_corps_that_becomes_a_kampfgruppe_has_had_its_loss() -> None:
    units = {"pz": {"at": "0404", "step": 1}, "inf": "0404", "pzkg": "breakdown", "army": marked("0504")}
    once = fought(units, "0504", ["pz", "inf"], "A3").play("take-loss pz")
    assert (once.place("pz"), once.place("pzkg")) == ("breakdown", "0404")
    assert once.refused("take-loss pzkg") == "7.9.8"
    assert once.play("take-loss inf").allows("take-loss pzkg")


@pytest.mark.rule("red-star-rising:7.9.9")
def test_units_with_a_zone_go_first() -> None:
    units = {"pz": "0404", "rifle": "0504", "hq": "0504"}
    asked = fought(units, "0504", "pz", "D2", dice=[4])
    assert asked.refused("take-loss hq") == "7.9.9"
    then = asked.play("take-loss rifle")
    assert then.allows("take-loss hq")


@pytest.mark.rule("red-star-rising:7.9.9")
def test_two_weak_kampfgruppen_exert_a_zone_and_one_alone_does_not() -> None:
    weak = {"at": "0504", "step": 1}
    units = {"mech": "0404", "kg-1": weak, "kg-2": weak, "sec": "0504"}
    asked = fought(units, "0504", "mech", "D2", side="soviet")
    assert asked.refused("take-loss sec") == "7.9.9"
    assert asked.play("take-loss kg-1").allows("take-loss sec")


@pytest.mark.rule("red-star-rising:7.9.10")
def test_bystanders_are_lost_with_the_attackers_of_their_hex() -> None:
    units = {"inf": "0404", "depot": "0404", "mtn": "0503", "base": "0503", "rifle": "0504"}
    wasted = fought(units, "0504", ["inf", "mtn"], "AE")
    assert (wasted.place("depot"), wasted.place("base")) == ("axis-reinforcements", "axis-reinforcements")


@pytest.mark.rule("red-star-rising:7.9.10")
def test_bystanders_live_while_an_attacker_of_their_hex_stays() -> None:
    last = {"at": "0404", "step": 1}
    units = {"mtnkg": last, "depot-1": "0404", "mtn": "0503", "depot-2": "0503", "rifle": "0504"}
    after = fought(units, "0504", ["mtnkg", "mtn"], "A2").play("take-loss mtn", "take-loss mtnkg")
    assert (after.place("mtnkg"), after.place("depot-1")) == ("breakdown", "axis-reinforcements")
    assert after.place("depot-2") == "0503"


@pytest.mark.rule("red-star-rising:7.9.10")
def test_air_fleets_are_no_bystanders() -> None:
    units = {"inf": "0404", "fleet": "0404", "rifle": "0504"}
    assert fought(units, "0504", "inf", "AE").place("fleet") == "0404"


@pytest.mark.rule("red-star-rising:7.9.10")
def test_whatever_else_stands_there_goes_too() -> None:
    units = {"army": marked("0404", "c-39"), "factory": "0404", "leader": "0404", "partisan": "0404", "kg": "0504"}
    after = fought(units, "0504", "army", "AE", side="soviet", dice=[5])
    places = [after.place(unit) for unit in ("factory", "leader", "partisan")]
    assert places == ["destroyed-assets", "leader-pool", "soviet-eliminated"]


@pytest.mark.rule("red-star-rising:7.9.10", "red-star-rising:7.9.10/a")
def test_an_overrun_does_not_cost_its_bystanders() -> None:
    units = {"pz": "0404", "depot": "0404", "rifle": "0504"}
    after = overran(units, "0504", "pz", "AE")
    assert (after.place("pz"), after.place("depot")) == ("breakdown", "0404")


@pytest.mark.rule("red-star-rising:7.10.3")
def test_bystanders_are_lost_when_the_attackers_retreat() -> None:
    units = {"pz": "0404", "inf": "0404", "depot": "0404", "army": marked("0504", "c-39")}
    after = fought(units, "0504", "pz", "A1").play("fall-back", "retreat pz 0304")
    assert after.place("pz") == "0304"
    assert (after.place("inf"), after.place("depot")) == ("breakdown", "axis-reinforcements")


@pytest.mark.rule("red-star-rising:7.10.3")
def test_they_are_lost_before_anybody_could_fall_back_on_them() -> None:
    units = {"pz": "0404", "depot": "0404", "mtn": "0503", "army": marked("0504", "c-39")}
    leaving = fought(units, "0504", ["pz", "mtn"], "A1").play("fall-back")
    assert leaving.place("depot") == "axis-reinforcements"


@pytest.mark.rule("red-star-rising:7.10.3", "red-star-rising:7.10.3/a")
def test_an_overrun_that_falls_back_leaves_its_bystanders_alone() -> None:
    units = {"pz": "0404", "depot": "0404", "army": marked("0504")}
    after = overran(units, "0504", "pz", "A1").play("fall-back", "retreat pz 0304")
    assert (after.place("pz"), after.place("depot")) == ("0304", "0404")


@pytest.mark.rule("red-star-rising:7.13.1")
def test_an_asset_takes_the_loss_because_it_cannot_retreat() -> None:
    asked = fought({"pz": "0404", "factory": "0504", "hq": "0504"}, "0504", "pz", "D2", dice=[1])
    assert asked.refused("fall-back") == "7.13.1"
    lost = asked.play("take-loss factory")
    assert lost.place("factory") == "destroyed-assets"
    assert lost.play("fall-back", "retreat hq 0604").place("hq") == "0604"


@pytest.mark.rule("red-star-rising:7.13.2")
def test_assets_are_spared_while_a_unit_with_a_zone_is_left() -> None:
    asked = fought({"pz": "0404", "factory": "0504", "army": marked("0504")}, "0504", "pz", "D3", dice=[6])
    assert asked.refused("take-loss factory") == "7.13.2"
    assert asked.play("take-loss army").refused("take-loss factory") == "7.13.2"
    assert asked.play("take-loss army", "take-loss army").choices("take-loss") == ("take-loss factory",)


@pytest.mark.rule("red-star-rising:7.9.9")
def test_an_asset_in_another_hex_of_the_battle_is_spared_like_any_unit_without_a_zone() -> None:
    asked = fought({"pz": "0404", "factory": "0504", "rifle": "0403"}, ("0504", "0403"), "pz", "D2")
    assert asked.refused("take-loss factory") == "7.9.9"
    assert asked.play("take-loss rifle").place("factory") == "0504"
    assert asked.play("take-loss rifle").choices("take-loss") == ("take-loss factory",)


@pytest.mark.rule("red-star-rising:7.13.3")
def test_nobody_leaves_an_asset() -> None:
    asked = fought({"pz": "0404", "factory": "0504", "army": marked("0504")}, "0504", "pz", "D1")
    assert asked.refused("fall-back") == "7.13.3"
    assert asked.menu.prompt.key == "prompt.rsr.losses-mandatory"
    assert fought(DEFENDED, "0504", "pz", "D1").allows("fall-back")


@pytest.mark.rule("red-star-rising:7.13.3")
def test_neither_do_attackers_that_exert_a_zone() -> None:
    units = {"mech": "0404", "cav": "0404", "factory": "0404", "div": "0504"}
    assert fought(units, "0504", ["mech", "cav"], "A1", side="soviet").refused("fall-back") == "7.13.3"
    alone = fought(units, "0504", "cav", "A1", side="soviet").play("fall-back", "retreat cav 0304")
    assert (alone.place("cav"), alone.place("factory")) == ("0304", "destroyed-assets")


@pytest.mark.rule("red-star-rising:7.14.3")
def test_a_unit_that_fell_back_there_adds_nothing_to_the_defence() -> None:
    units = {"pz": "0404", "army": marked("0504"), "rifle": {"at": "0504", "marks": ["retreated"]}}
    alone = fought({"pz": "0404", "army": marked("0504")}, "0504", "pz", "NE").told("attack-resolved")[0]
    both = fought(units, "0504", "pz", "NE").told("attack-resolved")[0]
    assert both.defence == alone.defence == 3


@pytest.mark.rule("red-star-rising:7.14.3", "red-star-rising:7.14.3/a", "red-star-rising:7.14.3/b")
@pytest.mark.parametrize("result", ["D1", "1/1", "DE"])
def test_it_is_lost_with_any_bad_result_and_meets_nothing_of_it(result: str) -> None:
    units = {"pz": "0404", "army": marked("0504", ONE_STEP), "rifle": {"at": "0504", "marks": ["retreated"]}}
    after = fought(units, "0504", "pz", result, dice=[3])
    assert after.place("rifle") == "force-pool"
    if result != "DE":
        assert after.menu.side == "soviet"
        assert after.choices("take-loss") == ("take-loss army",)


@pytest.mark.rule("red-star-rising:7.14.3")
def test_it_lives_where_the_attacker_alone_suffers() -> None:
    units = {"pz": "0404", "army": marked("0504"), "rifle": {"at": "0504", "marks": ["retreated"]}}
    assert fought(units, "0504", "pz", "A1").play("take-loss pz").place("rifle") == "0504"


@pytest.mark.rule("red-star-rising:7.8.2", "red-star-rising:7.10.2")
def test_the_obvious_choice_is_to_fall_back_where_that_costs_nothing() -> None:
    scene = fought({"pz": "0404", "army": marked("0504")}, "0504", "pz", "D1")
    assert scene.menu.default == scene.action("fall-back")


@pytest.mark.rule("red-star-rising:7.8.2", "red-star-rising:7.10.2")
@pytest.mark.parametrize("ring", [("0604", "0403"), ("0603", "0505", "0403")])
def test_the_obvious_choice_is_never_a_retreat_that_costs_more(ring: tuple[str, ...]) -> None:
    around = {f"inf-{at}": at for at in ring}
    whole = fought({"pz": "0404", **around, "army": marked("0504")}, "0504", "pz", "D1")
    assert whole.menu.default == whole.action("take-loss army")
    last = fought({"pz": "0404", **around, "army": marked("0504", ONE_STEP)}, "0504", "pz", "D1")
    assert last.allows("fall-back")
    assert last.menu.default is None


@pytest.mark.rule("red-star-rising:7.8.2", "red-star-rising:7.10.3")
def test_who_stands_by_is_not_given_up_by_the_obvious_choice() -> None:
    scene = fought({"pz": "0404", "inf": "0404", "army": marked("0504")}, "0504", "pz", "A1")
    assert scene.menu.default == scene.action("take-loss pz")
