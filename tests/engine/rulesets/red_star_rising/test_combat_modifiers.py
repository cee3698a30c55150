"""Chapter 7: air fleets, siege artillery and leaders in combat (7.5 to 7.7)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.rulesets.red_star_rising.attacks import (
    ARMOUR,
    CORPS,
    DIVISION,
    FIRST_WINTER,
    FLEET,
    GROUP,
    HIT,
    INFANTRY,
    LEADER,
    MECHANISED,
    MUD,
    PARTISAN,
    SIEGE,
    SUMMER,
    army,
    attack,
    features,
    fight,
    march,
    put_together,
    reckon,
    unit,
)

FOUR = {"a": unit(INFANTRY), "b": unit(INFANTRY)}
WIDE = "/".join(["." * 14] * 6)


# Air fleets


@pytest.mark.rule("red-star-rising:7.5.1", "red-star-rising:7.5.2", "red-star-rising:12.2.1", "red-star-rising:12.2.2")
@pytest.mark.parametrize(("at", "shift"), [("0303", 1), ("0703", 1), ("0803", 0)])
def test_a_fleet_within_four_hexes_of_the_defenders_shifts_right(at: str, shift: int) -> None:
    found = reckon(fight({"pz": unit(ARMOUR, "0203"), "fleet": unit(FLEET, at), **FOUR}, board=WIDE), "pz")
    assert found.shifts.value == shift
    assert found.column == ("3:1" if shift else "2:1")


@pytest.mark.rule("red-star-rising:7.5.2")
def test_the_reach_of_a_fleet_is_counted_to_the_defenders() -> None:
    units = {"pz": unit(ARMOUR, "0403"), "fleet": unit(FLEET, "0803"), **FOUR}
    assert reckon(fight(units, board=WIDE), "pz").shifts.value == 0


@pytest.mark.rule("red-star-rising:7.5.2/a", "red-star-rising:7.3.1")
def test_every_defender_must_be_in_reach_of_some_fleet() -> None:
    units = {"pz": unit(ARMOUR, "0203"), "a": unit(INFANTRY), "b": unit(INFANTRY, "0103"), "f": unit(FLEET, "0703")}
    assert reckon(fight(units, board=WIDE), "pz", targets=["0103"]).shifts.value == 0
    two = {**units, "f2": unit(FLEET, "0101")}
    assert reckon(fight(two, board=WIDE), "pz", targets=["0103"]).shifts.value == 1


@pytest.mark.rule("red-star-rising:7.5.2/b")
def test_several_fleets_shift_one_column() -> None:
    units = {"pz": unit(ARMOUR, "0203"), "f": unit(FLEET), "f2": unit(FLEET, "0304"), **FOUR}
    assert reckon(fight(units), "pz").shifts.value == 1


@pytest.mark.rule("red-star-rising:7.5.3", "red-star-rising:12.2.3")
def test_a_fleet_over_axis_defenders_shifts_left() -> None:
    units = {"m": unit(MECHANISED, "0203"), "m2": unit(MECHANISED, "0203"), "kg": unit(GROUP)}
    found = reckon(fight({**units, "f": unit(FLEET, "0703")}, side="soviet", board=WIDE), "m", "m2")
    assert (found.shifts.by_rule["7.5.3"], found.odds, found.column) == (-1, "2:1", "1:1")
    assert reckon(fight({**units, "f": unit(FLEET, "0803")}, side="soviet", board=WIDE), "m", "m2").column == "2:1"


@pytest.mark.rule("red-star-rising:7.5.4", "red-star-rising:12.2.7", "red-star-rising:13.0.3")
def test_fleets_do_nothing_for_combat_in_snow() -> None:
    units = {"pz": unit(ARMOUR, "0203"), "fleet": unit(FLEET), **FOUR}
    assert reckon(fight(units, turn=FIRST_WINTER), "pz").shifts.value == 0
    mech = {"m": unit(MECHANISED, "0203"), "kg": unit(GROUP), "fleet": unit(FLEET)}
    assert reckon(fight(mech, side="soviet", turn=FIRST_WINTER), "m").shifts.value == 0


# Siege artillery


def siege(guns: str = "0103", kind: str = "major-city", attacker: str = CORPS, **more: Any) -> Any:
    """An attack on a city with the siege artillery somewhere."""
    units = {"ld": unit(attacker, "0203"), "ld2": unit(attacker, "0203"), "guns": unit(SIEGE, guns), **FOUR}
    return fight({**units, **more}, board=WIDE, map=features((kind, HIT)))


@pytest.mark.rule("red-star-rising:7.6.1", "red-star-rising:7.6.2")
@pytest.mark.parametrize("kind", ["major-city", "fortress"])
def test_siege_artillery_may_add_four_against_a_city_or_the_fortress(kind: str) -> None:
    scene = put_together(siege(kind=kind), "ld", "ld2")
    assert scene.rolling(3).play("resolve").told("attack-resolved")[0].modified == 3
    used = scene.rolling(3).play("use-siege", "resolve")
    assert (used.told("attack-resolved")[0].modified, used.told("attack-resolved")[0].siege) == (7, True)
    assert reckon(siege(kind=kind), "ld", "ld2", siege=True, die=3).modifiers.by_rule == {"7.6.2": 4}
    assert scene.play("use-siege").refused("use-siege") == "7.6.2"


@pytest.mark.rule("red-star-rising:7.6.2")
def test_siege_artillery_reaches_two_hexes() -> None:
    assert put_together(siege("0103"), "ld").allows("use-siege")
    assert put_together(siege("0105"), "ld").refused("use-siege") == "7.6.2"


@pytest.mark.rule("red-star-rising:7.6.2")
def test_siege_artillery_is_of_no_use_in_the_open_or_to_the_soviet_side() -> None:
    assert put_together(siege(kind="minor-city"), "ld").refused("use-siege") == "7.6.2"
    soviet = fight(
        {"m": unit(MECHANISED, "0203"), "kg": unit(GROUP), "guns": unit(SIEGE, "0403")},
        side="soviet", map=features(("major-city", HIT)),
    )  # fmt: skip
    assert put_together(soviet, "m").refused("use-siege") == "7.6.2"


@pytest.mark.rule("red-star-rising:7.6.2/a")
def test_siege_artillery_needs_a_german_among_the_attackers() -> None:
    scene = siege(attacker="romanian-corps", kg=unit(GROUP, "0302"))
    assert put_together(scene, "ld", "ld2").refused("use-siege") == "7.6.2"
    assert put_together(scene, "ld", "ld2", "kg").allows("use-siege")


@pytest.mark.rule("red-star-rising:7.6.2/b")
def test_siege_artillery_is_used_once_a_phase() -> None:
    cities = features(("major-city", HIT), ("major-city", "0202"))
    units = {
        "pz": unit(ARMOUR, "0203"), "pz2": unit(ARMOUR, "0203"), "guns": unit(SIEGE, "0204"),
        "a": unit(INFANTRY), "c": unit(INFANTRY, "0202"),
    }  # fmt: skip
    scene = put_together(fight(units, map=cities), "pz").play("use-siege")
    again = scene.given(dice=[1, 6], results=["NE"]).play("resolve")
    assert put_together(again, "pz2", at="0202").refused("use-siege") == "7.6.2"
    spared = put_together(fight(units, map=cities), "pz").given(dice=[1, 6], results=["NE"]).play("resolve")
    assert put_together(spared, "pz2", at="0202").allows("use-siege")


@pytest.mark.rule("red-star-rising:7.6.2/c")
def test_siege_artillery_has_no_part_in_overruns() -> None:
    units = {"pz": unit(ARMOUR, "0203"), "guns": unit(SIEGE, "0103"), **FOUR}
    asked = reckon(march(units), "pz", overrun=True, siege=True)
    assert asked.refusal.rule == "7.6.2"
    assert "no overruns" in asked.refusal.message
    launched = march(units, dice=[3]).play("overrun pz 0303")
    assert launched.told("attack-resolved")[0].siege is False
    assert launched.told("attack-resolved")[0].modified == 4


@pytest.mark.rule("red-star-rising:7.6.2/d")
def test_every_hex_attacked_must_be_a_city_for_the_siege_artillery() -> None:
    scene = put_together(siege("0204", c=unit(INFANTRY, "0202")), "ld")
    assert scene.play("add-target 0202").refused("use-siege") == "7.6.2"
    assert scene.play("use-siege").refused("add-target 0202") == "7.6.2"
    assert scene.play("use-siege").allows("resolve")


@pytest.mark.rule("red-star-rising:7.6.3")
def test_siege_artillery_that_began_the_phase_beside_the_enemy_is_silent() -> None:
    scene = siege("0302", kg=unit(GROUP, "0402"))
    assert "exposed" in scene.unit("guns").marks
    assert put_together(scene, "ld", "ld2").refused("use-siege") == "7.6.3"
    assert "exposed" not in scene.play("done").unit("guns").marks


@pytest.mark.rule("red-star-rising:7.6.3")
def test_partisans_beside_it_do_not_silence_the_siege_artillery() -> None:
    assert put_together(siege("0103", band=unit(PARTISAN, "0102")), "ld").allows("use-siege")
    assert put_together(siege("0103", rifles=unit(INFANTRY, "0102")), "ld").refused("use-siege") == "7.6.3"


@pytest.mark.rule("red-star-rising:7.6.3/a")
def test_stacked_with_an_attacker_it_fires_all_the_same() -> None:
    scene = siege("0203")
    assert put_together(scene, "ld").allows("use-siege")
    beside = siege("0302", kg=unit(GROUP, "0302"))
    assert put_together(beside, "ld").refused("use-siege") == "7.6.3"
    assert put_together(beside, "ld", "kg").allows("use-siege")


@pytest.mark.rule("red-star-rising:7.6.2", "red-star-rising:6.2.2")
def test_the_axis_decides_about_its_siege_artillery_when_the_strengths_are_drawn() -> None:
    units = {"pz": unit(ARMOUR, "0203"), "guns": unit(SIEGE, "0103"), "army": army()}
    scene = fight(units, map=features(("major-city", HIT)), draws=["c-35"], dice=[2, 6])
    drawn = put_together(scene, "pz").play("resolve")
    assert drawn.unit("army").values["marker"] == "c-35"
    assert not drawn.told("attack-resolved")
    assert set(drawn.menu.kinds()) == {"use-siege", "resolve"}
    assert drawn.play("use-siege", "resolve").told("attack-resolved")[0].modified == 6
    assert drawn.play("resolve").told("attack-resolved")[0].modified == 2


# Leaders


def led(*leaders: tuple[str, int], target: str = GROUP, turn: int = SUMMER, **more: Any) -> Any:
    """A Soviet attack on 0303 with leaders of some ratings in some places."""
    found = {f"boss-{n}": unit(LEADER, at, values={"rating": rating}) for n, (at, rating) in enumerate(leaders)}
    units = {"m": unit(MECHANISED, "0203"), "m2": unit(MECHANISED, "0203"), "kg": unit(target), **found}
    return fight({**units, **more}, side="soviet", turn=turn, board=WIDE)


@pytest.mark.rule("red-star-rising:7.7.1", "red-star-rising:7.7.2", "red-star-rising:14.4.1", "red-star-rising:14.4.6")
@pytest.mark.parametrize(("at", "added"), [("0603", {"7.7.2": 2}), ("0703", {})])
def test_a_leader_within_three_hexes_of_the_defenders_adds_his_value(at: str, added: dict[str, int]) -> None:
    assert reckon(led((at, 2)), "m", "m2").modifiers.by_rule == added
    assert attack(led((at, 2)).rolling(1), "m", "m2").told("attack-resolved")[0].modified == 1 + sum(added.values())


@pytest.mark.rule("red-star-rising:7.7.2")
def test_the_best_leader_in_reach_counts_alone() -> None:
    assert reckon(led(("0603", 1), ("0504", 3), ("0803", 4)), "m", "m2").modifiers.value == 3


@pytest.mark.rule("red-star-rising:7.7.1/a")
def test_leaders_are_no_help_in_defence() -> None:
    scene = fight({"pz": unit(ARMOUR, "0203"), "boss": unit(LEADER, "0304", values={"rating": 3}), **FOUR})
    assert reckon(scene, "pz").modifiers.value == 0


@pytest.mark.rule("red-star-rising:7.7.2/a", "red-star-rising:7.3.1")
def test_every_defender_must_be_within_reach_of_some_leader() -> None:
    far = unit(DIVISION, "0104")
    assert reckon(led(("0603", 3), kg2=far), "m", targets=["0104"]).modifiers.value == 0
    both = led(("0603", 3), ("0105", 1), kg2=far)
    assert reckon(both, "m", targets=["0104"]).modifiers.value == 3


@pytest.mark.rule("red-star-rising:7.1.2", "red-star-rising:7.7.2", "red-star-rising:13.0.4")
def test_modifiers_of_all_sorts_count_together() -> None:
    found = reckon(led(("0304", 2), turn=FIRST_WINTER), "m", "m2", die=4)
    assert (found.modifiers.by_rule, found.modified_die) == ({"13.0.4": 3, "7.7.2": 2}, 9)
    assert reckon(led(("0304", 2), turn=MUD), "m", "m2").modifiers.value == 2
