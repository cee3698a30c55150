"""Chapter 7: strengths, rivers, the line of the terrain, odds, column and die (7.1.2, 7.2.7 to 7.4.5)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.rulesets.red_star_rising.attacks import (
    ARMOUR,
    CAVALRY,
    CORPS,
    DEPOT,
    DIVISION,
    FIRST_WINTER,
    FLEET,
    GROUP,
    HIT,
    INFANTRY,
    LEADER,
    MECHANISED,
    SECOND_WINTER,
    THIRD_WINTER,
    army,
    attack,
    features,
    fight,
    put_together,
    reckon,
    sides,
    unit,
)

FOUR = {"a": unit(INFANTRY), "b": unit(INFANTRY)}
"""Defenders worth four."""
FOREST = "......./......./..f..../......./......./......."


def ground(terrain: str) -> dict[str, Any]:
    """A map with another terrain at 0303."""
    rows = ["......."] * 2 + ["..t...."] + ["......."] * 3
    sheet = {
        "id": "main", "orientation": "flat", "parity": "even", "first": [1, 1], "size": [7, 6], "labels": {},
        "fill": "clear", "codes": {".": "clear", "t": terrain}, "rows": rows,
    }  # fmt: skip
    return {"palette": "red-star-rising", "sheets": [sheet]}


# Strengths and odds


@pytest.mark.rule("red-star-rising:7.1.2")
def test_eleven_against_four_is_two_to_one() -> None:
    scene = fight({"pz": unit(ARMOUR, "0203"), "kg": unit(GROUP, "0203"), **FOUR})
    found = reckon(scene, "pz", "kg")
    assert (found.attack.value, found.defence.value, found.odds, found.column) == (11, 4, "2:1", "2:1")


@pytest.mark.rule("red-star-rising:7.1.2")
def test_fifteen_against_four_is_three_to_one() -> None:
    scene = fight({"pz": unit(ARMOUR, "0203"), "ld": unit(CORPS, "0203"), "div": unit(DIVISION, "0203"), **FOUR})
    found = reckon(scene, "pz", "ld", "div")
    assert (found.attack.value, found.odds, found.column) == (15, "3:1", "3:1")


@pytest.mark.rule("red-star-rising:7.1.2")
@pytest.mark.parametrize(
    ("attackers", "defenders", "odds", "column"),
    [
        ({"a": (MECHANISED, "0203")}, {"ld": (CORPS, HIT)}, "1:3", "1:3"),
        ({"a": (MECHANISED, "0203"), "b": (INFANTRY, "0203")}, {"ld": (CORPS, HIT)}, "1:2", "1:2"),
        ({"a": (MECHANISED, "0203"), "b": (MECHANISED, "0203")}, {"ld": (CORPS, HIT)}, "1:2", "1:2"),
        ({"a": (MECHANISED, "0203")}, {"kg": (GROUP, HIT)}, "1:1", "1:1"),
    ],
)
def test_a_weaker_attacker_counts_one_to_so_many_rounded_up(
    attackers: dict[str, Any], defenders: dict[str, Any], odds: str, column: str
) -> None:
    units = {name: unit(*given) for name, given in (attackers | defenders).items()}
    found = reckon(fight(units, side="soviet"), *attackers)
    assert (found.odds, found.column, found.refusal) == (odds, column, None)


@pytest.mark.rule("red-star-rising:7.1.2")
def test_nobody_attacks_below_the_lowest_odds_of_the_line() -> None:
    units = {"a": unit(INFANTRY, "0203"), "b": unit(INFANTRY, "0202"), "c": unit(INFANTRY, "0302"), "ld": unit(CORPS)}
    scene = fight(units, side="soviet")
    assert put_together(scene, "a", "b").refused("resolve") == "7.1.2"
    assert put_together(scene, "a", "b", "c").allows("resolve")
    assert reckon(scene, "a", "b").result == "NE"
    forest = fight(units, side="soviet", board=FOREST)
    assert reckon(forest, "a", "b", "c").refusal.rule == "7.1.2"


@pytest.mark.rule("red-star-rising:7.1.2", "red-star-rising:7.5.2")
def test_air_support_does_not_make_too_low_odds_allowed() -> None:
    units = {"div": unit(DIVISION, "0203"), "fleet": unit(FLEET, "0203"), **FOUR}
    scene = fight(units)
    assert (reckon(scene, "div").shifts.value, reckon(scene, "div").refusal.rule) == (1, "7.1.2")


@pytest.mark.rule("red-star-rising:7.1.2/a", "red-star-rising:6.2.2")
def test_with_an_unknown_army_on_either_side_one_may_try_at_any_odds() -> None:
    attacking = fight({"army": army(None, "0203"), "ld": unit(CORPS)}, side="soviet")
    assert put_together(attacking, "army").allows("resolve")
    assert (reckon(attacking, "army").odds, reckon(attacking, "army").chances) == ("?", {})
    known = fight({"army": army("c-07", "0203"), "ld": unit(CORPS)}, side="soviet")
    assert reckon(known, "army").refusal.rule == "7.1.2"
    defending = fight({"div": unit(DIVISION, "0203"), "army": army(), "guns": unit(CAVALRY)})
    assert put_together(defending, "div").allows("resolve")


@pytest.mark.rule("red-star-rising:7.1.2/b")
def test_odds_that_turn_out_too_low_have_no_effect_but_the_attack_is_made() -> None:
    units = {"army": army(None, "0203"), "ld": unit(CORPS), "x": unit(GROUP, "0202"), "m": unit(MECHANISED, "0302")}
    scene = attack(fight(units, side="soviet", draws=["c-07"]), "army")
    assert not scene.told("attack-resolved")
    assert scene.told("attack-too-weak")[0].odds == "1:7"
    assert "fought" in scene.unit("army").marks
    assert "attacked" in scene.unit("ld").marks
    assert scene.state.throws == fight(units, side="soviet").state.throws
    assert scene.refused("declare-attack 0303") == "7.2.5"


@pytest.mark.rule("red-star-rising:7.1.2/b", "red-star-rising:6.2.2")
def test_an_army_that_draws_no_attack_at_all_has_no_effect() -> None:
    units = {"army": army(None, "0203"), "kg": unit(GROUP, step=1)}
    scene = attack(fight(units, side="soviet", draws=["c-01"]), "army")
    assert scene.told("attack-too-weak")[0].attack == 0


@pytest.mark.rule("red-star-rising:7.1.2/b")
def test_an_axis_attack_on_a_strong_unknown_army_can_have_no_effect() -> None:
    units = {"kg": unit(GROUP, "0203", step=1), "army": army()}
    scene = attack(fight(units, draws=["c-39"]), "kg")
    assert scene.told("attack-too-weak")[0].odds == "1:4"


@pytest.mark.rule("red-star-rising:7.1.2/c")
def test_odds_beyond_the_table_are_its_last_column_and_shift_from_there() -> None:
    units = {"pz": unit(ARMOUR, "0203"), "pz2": unit(ARMOUR, "0203"), "horse": unit(CAVALRY)}
    assert (reckon(fight(units), "pz", "pz2").odds, reckon(fight(units), "pz", "pz2").column) == ("18:1", "10:1")
    helped = reckon(fight({**units, "fleet": unit(FLEET)}), "pz", "pz2")
    assert (helped.shifts.value, helped.column) == (1, "10:1")
    mechs = {f"m{number}": unit(MECHANISED, at) for number, at in enumerate(("0203", "0202", "0302", "0402"))}
    soviet = {**mechs, "kg": unit(GROUP, step=1)}
    assert reckon(fight(soviet, side="soviet"), *mechs).column == "10:1"
    hindered = reckon(fight({**soviet, "fleet": unit(FLEET)}, side="soviet"), *mechs)
    assert (hindered.odds, hindered.column) == ("12:1", "8:1")


@pytest.mark.rule("red-star-rising:7.1.2/c")
def test_a_shift_to_the_left_stays_on_the_table() -> None:
    units = {"m": unit(MECHANISED, "0203"), "ld": unit(CORPS), "fleet": unit(FLEET)}
    assert reckon(fight(units, side="soviet"), "m").column == "1:3"


@pytest.mark.rule("red-star-rising:7.1.2")
def test_odds_between_two_columns_fall_to_the_lower() -> None:
    units = {"pz": unit(ARMOUR, "0203"), "ld": unit(CORPS, "0203"), "rifles": unit(INFANTRY)}
    found = reckon(fight(units), "pz", "ld")
    assert (found.odds, found.column) == ("7:1", "6:1")


@pytest.mark.rule("red-star-rising:7.1.2/d")
def test_a_modified_die_over_ten_is_ten() -> None:
    units = {"m": unit(MECHANISED, "0203"), "kg": unit(GROUP), "boss": unit(LEADER, "0203", values={"rating": 4})}
    scene = fight(units, side="soviet", turn=FIRST_WINTER)
    found = reckon(scene, "m", die=6)
    assert (found.modifiers.value, found.modified_die, found.result) == (7, 10, "D1")
    assert reckon(scene, "m", die=2).modified_die == 9


@pytest.mark.rule("red-star-rising:7.1.2", "red-star-rising:7.8.1")
def test_the_die_reads_the_result_and_the_chances_add_up() -> None:
    scene = fight({"pz": unit(ARMOUR, "0203"), **FOUR})
    found = reckon(scene, "pz", die=5)
    assert (found.column, found.result) == ("2:1", "1/1")
    assert found.chances == {"A1": "1/3", "NE": "1/6", "1/1": "1/2"}
    told = attack(scene, "pz", die=5).told("attack-resolved")[0]
    assert (told.attack, told.defence, told.odds, told.column, told.die, told.modified, told.result) == (
        9, 4, "2:1", "2:1", 5, 5, "1/1",
    )  # fmt: skip


@pytest.mark.rule("red-star-rising:7.8.1")
def test_a_result_concerns_only_those_who_took_part() -> None:
    units = {"pz": unit(ARMOUR, "0203"), "idle": unit(ARMOUR, "0302"), "east": unit(INFANTRY, "0204"), **FOUR}
    scene = attack(fight(units), "pz", result="DE")
    assert scene.place("east") == "0204"
    assert {scene.place("a"), scene.place("b")} == {"force-pool"}


# Halved factors


@pytest.mark.rule("red-star-rising:1.5.1", "red-star-rising:10.6.1")
def test_each_unit_is_halved_and_rounded_up_alone_before_they_are_added() -> None:
    short = {"marks": ["unsupplied"]}
    units = {"one": unit(CORPS, "0203", **short), "two": unit(CORPS, "0203", marks=["lacking"]), **FOUR}
    found = reckon(fight(units), "one", "two")
    assert found.attack.value == 6
    assert found.attack.by_rule == {"7.1.2": 10, "10.6.1": -2, "10.8.1": -2}
    defence = {"m": unit(MECHANISED, "0203"), "ld": unit(CORPS, **short), "kg": unit(GROUP, **short)}
    assert reckon(fight(defence, side="soviet"), "m").defence.value == 4 + 2


# One headquarters, one depot


@pytest.mark.rule("red-star-rising:7.2.7")
def test_one_headquarters_of_a_hex_counts() -> None:
    units = {"pz": unit(ARMOUR, "0203"), "front": unit("soviet-headquarters"), "other": unit("soviet-headquarters")}
    assert reckon(fight({**units, **FOUR}), "pz").defence.value == 5
    apart = {**units, "other": unit("soviet-headquarters", "0202")}
    assert reckon(fight(apart), "pz", targets=["0202"]).defence.value == 2


@pytest.mark.rule("red-star-rising:7.2.7")
def test_the_stronger_headquarters_counts() -> None:
    strong = {
        "id": "strong-headquarters", "name": "Strong", "side": "soviet", "nation": "soviet", "traits": ["headquarters"],
        "movement_class": "foot", "steps": [{"attack": 0, "defence": 3, "movement": 5}],
    }  # fmt: skip
    for first, second in (
        ("soviet-headquarters", "strong-headquarters"),
        ("strong-headquarters", "soviet-headquarters"),
    ):
        units = {"pz": unit(ARMOUR, "0203"), "front": unit(first), "other": unit(second)}
        assert reckon(fight(units, types=[strong]), "pz").defence.value == 3


@pytest.mark.rule("red-star-rising:7.2.8")
def test_one_depot_of_a_hex_counts_beside_a_headquarters() -> None:
    units = {
        "m": unit(MECHANISED, "0203"), "one": unit(DEPOT), "two": unit(DEPOT), "hq": unit("romanian-headquarters"),
        "kg": unit(GROUP),
    }  # fmt: skip
    found = reckon(fight(units, side="soviet"), "m")
    assert found.defence.value == 3 + 1 + 1
    assert found.defence.by_rule == {"7.1.2": 5, "7.2.8": 0}


# Units that retreated into the hex


@pytest.mark.rule("red-star-rising:7.14.3")
def test_those_who_retreated_there_in_this_phase_add_nothing() -> None:
    units = {"pz": unit(ARMOUR, "0203"), "beaten": unit(INFANTRY, marks=["retreated", "attacked"]), "a": unit(INFANTRY)}
    found = reckon(fight(units), "pz")
    assert found.defence.value == 2
    assert found.defence.by_rule == {"7.1.2": 2, "7.14.3": 0}


@pytest.mark.rule("red-star-rising:7.14.3")
def test_a_unit_pushed_back_without_an_attack_defends_itself_where_it_is_alone() -> None:
    units = {"pz": unit(ARMOUR, "0203"), "pushed": unit(INFANTRY, marks=["retreated"])}
    assert reckon(fight(units), "pz").defence.value == 2
    assert attack(fight(units), "pz", result="NE").told("attack-resolved")[0].defenders == ["pushed"]


# The line of the terrain


@pytest.mark.rule("red-star-rising:7.4.1")
@pytest.mark.parametrize(
    ("terrain", "column", "result"),
    [("clear", "2:1", "1/1"), ("forest", "2:1", "A1"), ("marsh", "2:1", "A1"), ("mountain", "2:1", "A2")],
)
def test_the_defenders_terrain_picks_the_line(terrain: str, column: str, result: str) -> None:
    scene = fight({"pz": unit(ARMOUR, "0203"), **FOUR}, board="", map=ground(terrain))
    found = reckon(scene, "pz", die=5)
    assert (found.odds, found.column, found.result) == ("2:1", column, result)
    assert found.shifts.terms[0]["label"] == f"read on the line for {terrain}"


@pytest.mark.rule("red-star-rising:7.4.1/a", "red-star-rising:13.0.3")
def test_in_snow_a_marsh_is_read_as_a_forest() -> None:
    horde = {
        "pz": unit(ARMOUR, "0203"),
        "pz2": unit(ARMOUR, "0203"),
        "ld": unit(CORPS, "0302"),
        "rifles": unit(INFANTRY),
    }
    dry = fight(horde, board="", map=ground("marsh"))
    snow = fight(horde, turn=FIRST_WINTER, board="", map=ground("marsh"))
    assert reckon(dry, "pz", "pz2", "ld").column == "10:1"
    assert reckon(snow, "pz", "pz2", "ld").column == "11:1"


@pytest.mark.rule("red-star-rising:7.4.1/b", "red-star-rising:7.3.1")
def test_of_several_hexes_the_terrain_best_for_the_defender_counts() -> None:
    units = {"pz": unit(ARMOUR, "0203"), "a": unit(INFANTRY), "b": unit(INFANTRY, "0202")}
    scene = fight(units, board="", map=ground("forest"))
    for first, second in (("0303", "0202"), ("0202", "0303")):
        found = reckon(scene, "pz", at=first, targets=[second], die=5)
        assert (found.odds, found.result) == ("2:1", "A1")


@pytest.mark.rule("red-star-rising:7.4.1", "red-star-rising:7.4.3")
def test_a_major_city_has_a_line_of_its_own_and_a_minor_one_has_none() -> None:
    units = {"ld": unit(CORPS, "0203"), "ld2": unit(CORPS, "0203"), **FOUR}
    assert reckon(fight(units, map=features(("major-city", HIT))), "ld", "ld2", die=5).result == "A2"
    assert reckon(fight(units, map=features(("minor-city", HIT))), "ld", "ld2", die=5).result == "1/1"


@pytest.mark.rule("red-star-rising:7.4.3")
def test_the_fortress_is_a_major_city_for_soviet_defenders() -> None:
    units = {"ld": unit(CORPS, "0203"), "ld2": unit(CORPS, "0203"), **FOUR}
    assert reckon(fight(units, map=features(("fortress", HIT))), "ld", "ld2", die=5).result == "A2"


@pytest.mark.rule("red-star-rising:7.4.3/a")
def test_axis_defenders_have_no_use_of_the_fortress() -> None:
    units = {"m": unit(MECHANISED, "0203"), "m2": unit(MECHANISED, "0203"), "kg": unit(GROUP)}
    scene = fight(units, side="soviet", map=features(("fortress", HIT)))
    assert reckon(scene, "m", "m2", die=5).result == "1/1"


@pytest.mark.rule("red-star-rising:7.4.3/b")
def test_the_destroyed_fortress_is_a_minor_city() -> None:
    units = {"ld": unit(CORPS, "0203"), "ld2": unit(CORPS, "0203"), **FOUR}
    destroyed = {HIT: {"fortress-destroyed": 1}}
    assert reckon(fight(units, map=features(("fortress", HIT)), markers=destroyed), "ld", "ld2", die=5).result == "1/1"


# Rivers


@pytest.mark.rule("red-star-rising:7.4.2")
def test_a_river_that_all_cross_adds_two_points() -> None:
    units = {"pz": unit(ARMOUR, "0203"), "ld": unit(CORPS, "0304"), **FOUR}
    found = reckon(fight(units, map=sides("river", "0303/SW", "0303/S")), "pz", "ld")
    assert (found.defence.value, found.defence.by_rule["7.4.2"]) == (6, 2)


@pytest.mark.rule("red-star-rising:7.4.2/a")
def test_a_single_point_gains_one_point_behind_a_river() -> None:
    units = {"pz": unit(ARMOUR, "0203"), "works": unit("soviet-factory")}
    assert reckon(fight(units, map=sides("river", "0303/SW")), "pz").defence.value == 2
    halved = {"pz": unit(ARMOUR, "0203"), "a": unit(INFANTRY, marks=["unsupplied"])}
    assert reckon(fight(halved, map=sides("river", "0303/SW")), "pz").defence.value == 2


@pytest.mark.rule("red-star-rising:7.4.2/b")
@pytest.mark.parametrize("kind", ["river", "major-river"])
def test_one_attacker_with_a_dry_way_takes_the_bonus_away(kind: str) -> None:
    units = {"pz": unit(ARMOUR, "0203"), "ld": unit(CORPS, "0304"), **FOUR}
    assert reckon(fight(units, map=sides(kind, "0303/SW")), "pz", "ld").defence.value == 4
    one = {"pz": unit(ARMOUR, "0203"), "a": unit(INFANTRY), "b": unit(INFANTRY, "0202")}
    assert reckon(fight(one, map=sides(kind, "0303/SW")), "pz", targets=["0202"]).defence.value == 4


@pytest.mark.rule("red-star-rising:7.4.2")
def test_a_major_river_doubles_the_defence() -> None:
    units = {"pz": unit(ARMOUR, "0203"), **FOUR}
    found = reckon(fight(units, map=sides("major-river", "0303/SW")), "pz")
    assert (found.defence.value, found.defence.by_rule["7.4.2"]) == (8, 4)


@pytest.mark.rule("red-star-rising:7.4.2/c")
def test_rivers_and_a_major_river_together_double_it() -> None:
    both = {"sides": [{"kind": "river", "at": ["0303/SW"]}, {"kind": "major-river", "at": ["0303/S"]}]}
    units = {"pz": unit(ARMOUR, "0203"), "ld": unit(CORPS, "0304"), **FOUR}
    assert reckon(fight(units, map=both), "pz", "ld").defence.value == 8
    several = {"sides": [{"kind": "river", "at": ["0203/N"]}, {"kind": "major-river", "at": ["0303/SW"]}]}
    one = {"pz": unit(ARMOUR, "0203"), "a": unit(INFANTRY), "b": unit(INFANTRY, "0202")}
    assert reckon(fight(one, map=several), "pz", targets=["0202"]).defence.value == 8


@pytest.mark.rule("red-star-rising:7.4.2/d")
def test_the_strait_is_a_major_river() -> None:
    units = {"pz": unit(ARMOUR, "0203"), **FOUR}
    assert reckon(fight(units, map=sides("strait", "0303/SW")), "pz").defence.value == 8


@pytest.mark.rule("red-star-rising:7.4.2/e", "red-star-rising:1.5.1")
def test_what_supply_halved_a_major_river_only_restores() -> None:
    units = {"m": unit(MECHANISED, "0203"), "ld": unit(CORPS, marks=["unsupplied"]), "kg": unit(GROUP)}
    found = reckon(fight(units, side="soviet", map=sides("major-river", "0303/SW")), "m")
    assert found.defence.value == 7 + 6
    lacking = {**units, "ld": unit(CORPS, marks=["lacking"])}
    assert reckon(fight(lacking, side="soviet", map=sides("major-river", "0303/SW")), "m").defence.value == 14 + 6


@pytest.mark.rule("red-star-rising:7.4.5")
def test_a_red_arrow_is_a_river_to_soviet_units_on_foot_in_snow() -> None:
    units = {"a": unit(INFANTRY, "0203"), "b": unit(INFANTRY, "0203"), "kg": unit(GROUP)}
    scene = fight(units, side="soviet", turn=FIRST_WINTER, map=sides("ice-road", "0303/SW"))
    assert put_together(scene).allows("add-attacker a")
    assert reckon(scene, "a", "b").defence.value == 5


@pytest.mark.rule("red-star-rising:7.4.5/a")
def test_motorised_and_axis_units_do_not_attack_across_a_red_arrow() -> None:
    ice = sides("ice-road", "0303/SW")
    units = {"m": unit(MECHANISED, "0203"), "a": unit(INFANTRY, "0302"), "kg": unit(GROUP)}
    assert put_together(fight(units, side="soviet", turn=FIRST_WINTER, map=ice)).refused("add-attacker m") == "7.4.5"
    axis = {"ld": unit(CORPS, "0203"), "ld2": unit(CORPS, "0302"), **FOUR}
    assert put_together(fight(axis, turn=FIRST_WINTER, map=ice)).refused("add-attacker ld") == "7.4.5"


@pytest.mark.rule("red-star-rising:7.4.5/b")
def test_without_snow_nobody_attacks_across_a_red_arrow() -> None:
    units = {"a": unit(INFANTRY, "0203"), "b": unit(INFANTRY, "0302"), "kg": unit(GROUP)}
    scene = put_together(fight(units, side="soviet", map=sides("ice-road", "0303/SW")))
    assert scene.refused("add-attacker a") == "7.4.5"
    assert scene.allows("add-attacker b")


# Snow


@pytest.mark.rule("red-star-rising:7.4.5", "red-star-rising:13.0.4", "red-star-rising:13.0.5")
@pytest.mark.parametrize(
    ("turn", "added"),
    [
        (7, {}), (8, {"13.0.4": 3}), (11, {"13.0.4": 3}), (12, {}), (SECOND_WINTER, {"13.0.5": 1}),
        (25, {"13.0.5": 1}), (26, {}), (THIRD_WINTER, {"13.0.5": 1}), (39, {"13.0.5": 1}), (40, {}),
    ],
)  # fmt: skip
def test_each_winter_adds_to_the_die_of_both_sides(turn: int, added: dict[str, int]) -> None:
    units = {"pz": unit(ARMOUR, "0203"), **FOUR}
    assert reckon(fight(units, turn=turn), "pz").modifiers.by_rule == added
    assert reckon(fight(units, turn=turn, side="soviet"), "a", "b", at="0203").modifiers.by_rule == added
