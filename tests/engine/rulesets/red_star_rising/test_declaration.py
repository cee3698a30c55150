"""Chapter 7: who may attack whom, with whom, and how often (7.1 to 7.3)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.rulesets.red_star_rising.attacks import (
    ARMOUR,
    ARMY,
    CORPS,
    DEPOT,
    FACTORY,
    FLEET,
    GROUP,
    HIT,
    INFANTRY,
    MECHANISED,
    PARTISAN,
    SUMMER,
    army,
    attack,
    features,
    fight,
    march,
    put_together,
    reckon,
    sides,
    unit,
)

RIFLES = {"rifles": unit(INFANTRY)}


# The combat phase


@pytest.mark.rule("red-star-rising:7.1.1", "red-star-rising:7.2.2")
def test_attacks_are_made_on_adjacent_enemies_in_any_order() -> None:
    scene = fight({"pz": unit(ARMOUR, "0203"), "far": unit(INFANTRY, "0606"), "east": unit(INFANTRY, "0202"), **RIFLES})
    assert scene.choices("declare-attack") == ("declare-attack 0202", "declare-attack 0303")
    assert scene.refused("declare-attack 0606") == "7.2.2"
    assert scene.refused("declare-attack 0203") == "7.2.2"
    assert scene.refused("declare-attack 0304") == "7.2.2"
    assert put_together(scene).refused("add-attacker rifles") == "7.2.1"


@pytest.mark.rule("red-star-rising:7.2.1")
def test_a_side_attacks_in_its_own_phase_only() -> None:
    units = {"pz": unit(ARMOUR, "0203"), "mech": unit(MECHANISED)}
    axis, soviet = fight(units), fight(units, side="soviet")
    assert axis.menu.side == "axis"
    assert put_together(axis).refused("add-attacker mech") == "7.2.1"
    assert soviet.choices("declare-attack") == ("declare-attack 0203",)
    assert soviet.play("declare-attack 0203").refused("add-attacker pz") == "7.2.1"
    assert reckon(soviet, "pz").refusal.rule == "7.2.1"
    assert reckon(soviet, "pz", at="0202").refusal.rule == "7.2.2"


@pytest.mark.rule("red-star-rising:7.2.3")
def test_nobody_has_to_attack() -> None:
    scene = fight({"pz": unit(ARMOUR, "0203"), **RIFLES})
    assert scene.allows("done")
    assert scene.play("done").state.side == "soviet"


@pytest.mark.rule("red-star-rising:7.1.1")
def test_the_phase_is_over_where_there_is_nothing_to_attack() -> None:
    scene = fight({"depot": unit(DEPOT, "0203"), **RIFLES})
    assert scene.state.side == "soviet"


@pytest.mark.rule("red-star-rising:7.3.1")
def test_an_attack_can_be_called_off_until_the_die_is_thrown() -> None:
    scene = put_together(fight({"pz": unit(ARMOUR, "0203"), **RIFLES}), "pz")
    after = scene.play("call-off")
    assert after.state.frames[-1].kind == "combat"
    assert not after.unit("pz").marks
    assert after.allows("declare-attack 0303")
    assert put_together(after).allows("add-attacker pz")


@pytest.mark.rule("red-star-rising:7.1.2")
def test_an_attack_needs_an_attacker() -> None:
    assert put_together(fight({"pz": unit(ARMOUR, "0203"), **RIFLES})).refused("resolve") == "7.1.2"


@pytest.mark.rule("red-star-rising:7.1.2", "red-star-rising:7.3.1")
def test_an_attack_that_all_together_could_not_throw_for_is_not_declared() -> None:
    allies = {"it": unit("italian-corps", "0203", step=1), "hu": unit("hungarian-corps", "0302", step=1)}
    wall = {"army": army("c-39"), "works": unit(FACTORY), "kg": unit(GROUP, "0601"), "far": unit(INFANTRY, "0602")}
    assert fight({**allies, **wall}).refused("declare-attack 0303") == "7.1.2"
    german = {"div": unit("german-infantry-division", "0203")}
    assert fight({**allies, **wall, **german}).allows("declare-attack 0303")
    assert fight({**allies, **wall, "army": army()}).allows("declare-attack 0303")


@pytest.mark.rule("red-star-rising:7.1.2", "red-star-rising:7.4.2")
def test_those_who_would_double_the_defence_may_stay_out_of_the_attack() -> None:
    city = {**sides("river", "0303/NW"), **features(("major-city", HIT))}
    city["sides"] += sides("major-river", "0303/S")["sides"]
    bank = {
        "ld": unit(CORPS, "0202"),
        "div": unit("german-infantry-division", "0202"),
        "weak": unit(GROUP, "0304", step=1),
    }
    scene = fight({**bank, **RIFLES, "mech": unit(MECHANISED)}, map=city)
    assert reckon(scene, "ld", "div", "weak").refusal.rule == "7.1.2"
    assert reckon(scene, "ld", "div").odds == "1:1"
    assert reckon(scene, "ld", "div").refusal is None
    assert put_together(scene, "ld", "div").allows("resolve")


@pytest.mark.rule("red-star-rising:7.1.2", "red-star-rising:7.3.1", "red-star-rising:7.4.2")
@pytest.mark.parametrize(
    ("beside", "allowed"), [(unit(FACTORY, "0203"), True), (unit(ARMY, "0203"), True), (None, False)]
)
def test_a_hex_too_strong_by_itself_is_attacked_together_with_another(beside: Any, allowed: bool) -> None:
    """On its own bank there is no bonus for the river any more; and beside an army that is not known one may try."""
    city = {**sides("river", "0303/NW"), **features(("major-city", HIT))}
    units = {"ld": unit(CORPS, "0202"), **RIFLES, "mech": unit(MECHANISED), **({"beside": beside} if beside else {})}
    scene = fight(units, map=city)
    assert scene.allows("declare-attack 0303") == allowed
    assert reckon(scene, "ld").refusal.rule == "7.1.2"
    if allowed:
        assert reckon(scene, "ld", targets=["0203"]).refusal is None
        assert put_together(scene, "ld").refused("resolve") == "7.1.2"
        assert put_together(scene, "ld").play("add-target 0203").allows("resolve")


# Once a phase


@pytest.mark.rule("red-star-rising:7.2.1")
@pytest.mark.parametrize("phase", ["movement", "motorised"])
def test_nobody_attacks_but_in_a_combat_phase_of_his_own(phase: str) -> None:
    scene = march({"pz": unit(ARMOUR, "0203"), **RIFLES}, phase=phase)
    assert scene.refused("declare-attack 0303") == "7.2.1"
    assert fight({"pz": unit(ARMOUR, "0203"), **RIFLES}, "soviet").ask(
        "attack", units=["pz"], target=HIT
    ).refusal.rule == ("7.2.1")


@pytest.mark.rule("red-star-rising:7.2.4")
def test_a_unit_attacks_once_a_phase() -> None:
    units = {"pz": unit(ARMOUR, "0203"), "ld": unit(CORPS, "0304"), "other": unit(INFANTRY, "0204"), **RIFLES}
    scene = attack(fight(units), "pz", result="NE")
    assert "fought" in scene.unit("pz").marks
    second = scene.play("declare-attack 0204")
    assert second.refused("add-attacker pz") == "7.2.4"
    assert second.allows("add-attacker ld")
    assert second.play("add-attacker ld").refused("add-attacker ld") == "7.2.4"


@pytest.mark.rule("red-star-rising:7.2.5")
def test_a_unit_is_attacked_once_a_phase() -> None:
    units = {"pz": unit(ARMOUR, "0203"), "ld": unit(CORPS, "0304"), "other": unit(INFANTRY, "0204"), **RIFLES}
    scene = attack(fight(units), "pz", result="NE")
    assert scene.unit("rifles").marks == {"attacked"}
    assert scene.refused("declare-attack 0303") == "7.2.5"
    assert scene.allows("declare-attack 0204")


@pytest.mark.rule("red-star-rising:7.2.5/a")
def test_those_who_came_in_retreat_do_not_protect_a_hex() -> None:
    retreated = unit(INFANTRY, marks=["attacked", "retreated"])
    pz = unit(ARMOUR, "0203")
    assert fight({"pz": pz, "beaten": retreated, **RIFLES}).allows("declare-attack 0303")
    assert (
        fight(
            {"pz": pz, "held": unit(INFANTRY, marks=["attacked"]), "other": unit(INFANTRY, "0202"), **RIFLES}
        ).refused("declare-attack 0303")
        == "7.2.5"
    )
    assert (
        fight({"pz": pz, "beaten": retreated, "other": unit(INFANTRY, "0202")}).refused("declare-attack 0303")
        == "7.2.5"
    )


@pytest.mark.rule("red-star-rising:7.2.4", "red-star-rising:7.2.5")
def test_the_marks_of_a_combat_phase_are_gone_at_its_end() -> None:
    units = {"pz": unit(ARMOUR, "0203"), "ld": unit(CORPS, "0304"), "other": unit(INFANTRY, "0204"), **RIFLES}
    left = attack(fight(units), "pz", result="NE").play("done")
    assert not left.unit("pz").marks
    assert not left.unit("rifles").marks


@pytest.mark.rule("red-star-rising:7.1.1", "red-star-rising:7.2.4", "red-star-rising:7.2.5")
def test_after_the_last_attack_the_phase_still_knows_who_has_fought() -> None:
    alone = attack(fight({"pz": unit(ARMOUR, "0203"), **RIFLES}), "pz", result="NE")
    assert (alone.state.side, alone.menu.rule) == ("axis", "7.1.1")
    assert alone.refused("declare-attack 0303") == "7.2.5"
    assert reckon(alone, "pz").refusal.rule == "7.2.5"
    two = attack(fight({"pz": unit(ARMOUR, "0203"), "other": unit(INFANTRY, "0204"), **RIFLES}), "pz", result="NE")
    assert two.refused("declare-attack 0204") == "7.2.4"
    assert alone.play("done").state.side == "soviet"


# Attack factors


@pytest.mark.rule("red-star-rising:7.2.6")
def test_a_unit_with_an_attack_factor_of_zero_cannot_attack() -> None:
    units = {"pz": unit(ARMOUR, "0203"), "depot": unit(DEPOT, "0203"), **RIFLES}
    assert put_together(fight(units)).refused("add-attacker depot") == "7.2.6"
    weak = {"weak": army("c-01", "0303"), "mech": unit(MECHANISED, "0202"), "group": unit(GROUP, "0203")}
    assert fight(weak, side="soviet").play("declare-attack 0203").refused("add-attacker weak") == "7.2.6"


@pytest.mark.rule("red-star-rising:7.2.6/a")
def test_an_army_without_a_marker_may_attack() -> None:
    scene = fight({"army": army(), "group": unit(GROUP, "0203")}, side="soviet")
    assert scene.play("declare-attack 0203").allows("add-attacker army")


# Who cannot be attacked


@pytest.mark.rule("red-star-rising:11.1.6")
def test_partisans_and_air_fleets_are_not_attacked() -> None:
    units = {"pz": unit(ARMOUR, "0203"), "band": unit(PARTISAN, "0202"), **RIFLES}
    scene = fight(units, map={"regions": []})
    assert scene.refused("declare-attack 0202") == "11.1.6"
    fleet = {"mech": unit(MECHANISED, "0203"), "fleet": unit(FLEET, "0202"), "pz": unit(ARMOUR)}
    assert fight(fleet, side="soviet").refused("declare-attack 0202") == "7.2.2"
    both = fight({"pz": unit(ARMOUR, "0203"), "band": unit(PARTISAN), **RIFLES})
    assert [term["value"] for term in reckon(both, "pz").defence.terms] == [2]
    assert attack(both, "pz", result="NE").told("attack-resolved")[0].defenders == ["rifles"]


@pytest.mark.rule("red-star-rising:7.2.2")
def test_an_economic_asset_alone_can_be_attacked() -> None:
    scene = fight({"pz": unit(ARMOUR, "0203"), "works": unit(FACTORY)})
    assert reckon(scene, "pz").defence.value == 1
    assert reckon(scene, "pz").refusal is None


@pytest.mark.rule("red-star-rising:7.2.2")
@pytest.mark.parametrize("water", ["lakeside", "seaside"])
def test_nobody_attacks_across_water(water: str) -> None:
    units = {"pz": unit(ARMOUR, "0203"), "ld": unit(CORPS, "0302"), **RIFLES}
    scene = put_together(fight(units, map=sides(water, "0203/NE")))
    assert scene.refused("add-attacker pz") == "7.2.2"
    assert scene.allows("add-attacker ld")


# Several units, several hexes


@pytest.mark.rule("red-star-rising:7.3.1")
def test_units_of_one_or_several_hexes_attack_a_hex_together() -> None:
    units = {"pz": unit(ARMOUR, "0203"), "ld": unit(CORPS, "0203"), "group": unit(GROUP, "0402"), **RIFLES}
    scene = fight(units)
    assert reckon(scene, "pz", "ld", "group").attack.value == 16
    assert attack(scene, "pz", "ld", "group", result="NE").told("attack-resolved")[0].attackers == ["pz", "ld", "group"]


@pytest.mark.rule("red-star-rising:7.3.1")
def test_units_of_one_hex_may_make_attacks_of_their_own() -> None:
    units = {"pz": unit(ARMOUR, "0203"), "ld": unit(CORPS, "0203"), "north": unit(INFANTRY, "0202"), **RIFLES}
    scene = attack(fight(units), "pz", result="NE")
    assert attack(scene, "ld", at="0202", result="NE").told("attack-resolved")[1].attackers == ["ld"]


@pytest.mark.rule("red-star-rising:7.3.1")
def test_all_units_in_a_hex_are_attacked_together() -> None:
    units = {"pz": unit(ARMOUR, "0203"), "guns": unit(INFANTRY), "works": unit(FACTORY), **RIFLES}
    assert reckon(fight(units), "pz").defence.value == 5


@pytest.mark.rule("red-star-rising:7.3.1/a")
def test_a_unit_alone_may_attack_several_hexes() -> None:
    units = {"pz": unit(ARMOUR, "0203"), "ld": unit(CORPS, "0203"), "north": unit(INFANTRY, "0202"), **RIFLES}
    scene = put_together(fight(units), "pz").play("add-target 0202")
    assert scene.refused("add-target 0202") == "7.3.1"
    fought = scene.given(results=["NE"]).play("resolve").told("attack-resolved")[0]
    assert (fought.targets, fought.defenders, fought.defence) == (["0303", "0202"], ["rifles", "north"], 4)
    first = fight(units).play("declare-attack 0303", "add-target 0202")
    assert first.allows("add-attacker pz")
    assert reckon(fight(units), "pz", targets=["0202"]).defence.value == 4


@pytest.mark.rule("red-star-rising:7.3.1/a")
def test_a_unit_attacks_only_hexes_next_to_it_even_if_they_are_several() -> None:
    units = {
        "pz": unit(ARMOUR, "0203"), "ld": unit(CORPS, "0402"), "east": unit(INFANTRY, "0502"),
        "north": unit(INFANTRY, "0202"), **RIFLES,
    }  # fmt: skip
    scene = put_together(fight(units), "pz")
    assert scene.refused("add-target 0502") == "7.2.2"
    both = fight(units).play("declare-attack 0303", "add-target 0502")
    assert both.refused("add-attacker pz") == "7.2.2"
    assert both.allows("add-attacker ld")
    assert fight(units).play("declare-attack 0202").refused("add-target 0502") == "7.3.1"


@pytest.mark.rule("red-star-rising:7.3.1/b")
def test_two_units_never_combine_against_more_than_one_hex() -> None:
    units = {"pz": unit(ARMOUR, "0203"), "ld": unit(CORPS, "0203"), "north": unit(INFANTRY, "0202"), **RIFLES}
    assert put_together(fight(units), "pz", "ld").refused("add-target 0202") == "7.3.1"
    assert put_together(fight(units), "pz").play("add-target 0202").refused("add-attacker ld") == "7.3.1"
    assert reckon(fight(units), "pz", "ld", targets=["0202"]).refusal.rule == "7.3.1"


@pytest.mark.rule("red-star-rising:7.3.1/c")
def test_allies_attack_with_germans_but_not_with_each_other() -> None:
    units = {
        "pz": unit(ARMOUR, "0203"), "it": unit("italian-corps", "0302"), "hu": unit("hungarian-corps", "0402"),
        "it2": unit("italian-corps", "0304"), **RIFLES,
    }  # fmt: skip
    scene = put_together(fight(units), "pz", "it")
    assert scene.refused("add-attacker hu") == "7.3.1"
    assert scene.allows("add-attacker it2")
    assert put_together(fight(units), "pz").allows("add-attacker hu")


# The probe


@pytest.mark.rule("red-star-rising:7.1.2")
def test_an_attack_that_is_asked_about_is_declared_and_thrown_for() -> None:
    units = {"pz": unit(ARMOUR, "0203"), **RIFLES}
    found = fight(units).ask("losses", units=["pz"], target="0303", result="1/1")
    assert found.side == "soviet"
    assert found.refusal is None
    refused = fight(units).ask("losses", units=["pz"], target="0202", result="D1")
    assert refused.refusal.rule == "7.2.2"


@pytest.mark.rule("red-star-rising:7.1.2", "red-star-rising:8.0.3")
def test_an_overrun_that_is_asked_about_is_launched() -> None:
    units = {"pz": unit(ARMOUR, "0203"), "ally": unit(ARMOUR, "0203"), **RIFLES}
    found = march(units).ask("losses", units=["pz", "ally"], target="0303", result="D1", overrun=True)
    assert found.side == "soviet"
    assert reckon(march(units), "pz", "ally", overrun=True).modifiers.by_rule == {"8.0.3": 1}


@pytest.mark.rule("red-star-rising:6.2.2")
def test_an_attack_is_declared_for_good_before_strengths_are_drawn() -> None:
    units = {"pz": unit(ARMOUR, "0203"), "army": unit(ARMY)}
    scene = fight(units, turn=SUMMER, draws=["c-35"])
    assert "marker" not in put_together(scene, "pz").play("call-off").unit("army").values
    told = [event.kind for event in attack(scene, "pz").events]
    assert told[:3] == ["attack-declared", "marker-drawn", "attack-resolved"]


@pytest.mark.rule("red-star-rising:7.2.6", "red-star-rising:7.2.4")
def test_where_nobody_can_attack_it_is_told_what_keeps_those_who_stand_there() -> None:
    """A depot alone beside the enemy has no attack factor; a corps has attacked already in this phase."""
    scene = fight({"stores": unit(DEPOT, "0203"), **RIFLES})
    assert scene.ask("try", [{"kind": "declare-attack", "target": "0303"}]).steps[0].rule == "7.2.6"
    assert scene.ask("attack", units=["stores"], target="0303").refusal.rule == "7.2.6"
    tired = fight({"pz": {**unit(ARMOUR, "0203"), "marks": ["fought"]}, **RIFLES})
    assert tired.ask("try", [{"kind": "declare-attack", "target": "0303"}]).steps[0].rule == "7.2.4"
