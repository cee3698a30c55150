"""The exceptions of chapters 8 and 9, each in a scene of its own."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.rulesets.ukraine_43.scenes import SE, SW, N, S, attacked, beside, exploiting, fighting, front
from tests.helpers.positions import Scene, marked

A = "0505"
SOUTH = beside(A, S)
WEAK = {"at": A, "type": "eastern-regiment"}


def asked(units: dict[str, Any], attackers: str, side: str = "soviet", **more: Any) -> Any:
    """The reckoning of an attack on A."""
    scene = front(units, **{"phase": "combat", "side": side, **more})
    return scene.ask("attack", units=attackers.split(), target=A)


def fought(units: dict[str, Any], attackers: str, result: str, *dice: int, side: str = "soviet", **more: Any) -> Scene:
    """An attack on A with its result laid down."""
    scene = front(units, phase="combat", side=side, results=[result], dice=dice or (5,), **more)
    return attacked(scene, A, *attackers.split())


def on(at: str, letter: str) -> str:
    """A field of clear ground with one hex of another letter."""
    rows = [["."] * 12 for _ in range(9)]
    rows[int(at[2:]) - 1][int(at[:2]) - 1] = letter
    return "/".join("".join(row) for row in rows)


# 8


@pytest.mark.rule("ukraine-43:8.1/a")
def test_zhukov_lets_an_attack_be_made_a_second_time_and_no_more() -> None:
    units = {"rifle": SOUTH, "rifle-2": SOUTH, "rifle-3": beside(A, SE), "inf": A, "zhukov": SOUTH}
    scene = fighting(units, results=["C", "C"], dice=[3, 3, 3, 3])
    led = attacked(scene, A, "rifle", "rifle-2", more=["use-zhukov"]).play("take-loss rifle", "attack-again")
    assert len(led.told("attack-resolved")) == 2
    done = led.play("take-loss rifle-2")
    assert not done.allows("attack-again")
    assert done.refused(f"declare-attack {A}") == "8.1"


@pytest.mark.rule("ukraine-43:8.1/b")
def test_an_overrun_strikes_the_same_unit_again() -> None:
    scene = exploiting({"pz": SOUTH, "rifle": A}, side="axis", results=["C", "C"], dice=[2, 2])
    twice = scene.play(f"overrun pz {A}", "resolve", f"overrun pz {A}", "resolve")
    assert [told.targets for told in twice.told("attack-resolved")] == [[A], [A]]
    once = scene.play(f"overrun pz {A}", "resolve", "place-assault pz", "done")
    assert once.play(f"declare-attack {A}").allows("add-attacker pz")


@pytest.mark.rule("ukraine-43:8.2/a")
def test_a_unit_beside_one_of_two_hexes_has_no_part_in_the_attack_on_both() -> None:
    other = beside(A, SE)
    scene = fighting({"rifle": SOUTH, "rifle-2": beside(A, SW), "inf": A, "inf-2": other})
    both = scene.play(f"declare-attack {A}", f"add-target {other}")
    assert both.allows("add-attacker rifle")
    assert both.refused("add-attacker rifle-2") == "8.2"


@pytest.mark.rule("ukraine-43:8.3/a")
def test_below_one_to_three_no_shift_helps() -> None:
    units = {"div": SOUTH, "art": SOUTH, "fronthq": SOUTH, "inf": A}
    scene = fighting(units, places={A: "village"})
    found = scene.ask("attack", units=["div"], target=A, artillery=["art"])
    assert (found.attack.value, found.defence.value, found.result) == (2, 8, "AR")
    plain = fighting(units).ask("attack", units=["div"], target=A, artillery=["art"])
    assert (plain.defence.value, plain.result) == (7, "AR")
    stronger = fighting({**units, "div-2": SOUTH}).ask("attack", units=["div", "div-2"], target=A, artillery=["art"])
    assert (stronger.odds, stronger.column) == ("1-2", "1-1")


@pytest.mark.rule("ukraine-43:8.3/b")
def test_nine_to_one_is_read_as_five_to_one() -> None:
    units = {"pz": SOUTH, "div": {"at": A, "type": "tank-regiment"}}
    found = asked({**units, "sec": SOUTH}, "pz sec", side="axis")
    assert (found.odds, found.column) == ("9-1", "5-1")


@pytest.mark.rule("ukraine-43:8.3/c")
def test_nothing_but_rain_shifts_against_the_attacker() -> None:
    hard = {"places": {A: "city"}, "markers": {A: {"fort": 1}}, "sides": {"river": [f"{A}/S"]}}
    units = {"rifle": SOUTH, "gds": SOUTH, "inf": marked(A, step=1), "luft": marked(A, "das")}
    dry = asked(units, "rifle gds", **hard)
    wet = asked(units, "rifle gds", **hard, values={"weather": "rain"})
    assert [term["value"] for term in dry.shifts.terms if term["op"] == "shift"] == []
    assert wet.shifts.by_rule["25.2"] == -1


@pytest.mark.rule("ukraine-43:8.4/a")
def test_headquarters_count_for_the_magnitude_only_alone() -> None:
    attackers = {"gds": SOUTH, "gds-2": SOUTH, "gds-3": beside(A, SE), "fronthq": SOUTH}

    def dice(defence: dict[str, Any]) -> int:
        found = asked({**attackers, **defence}, "gds gds-2 gds-3")
        return next(int(term["value"]) for term in found.shifts.terms if term["rule"] == "8.4")

    two = {"inf": A, "guns": A}
    assert dice(two) == 1
    assert dice({**two, "pzk": A, "army": A}) == 1
    assert dice({**two, "tiger": A}) == 2
    staffs = {"army": A, "army-2": A, "pzk": A, "sspzk": A}
    assert dice(staffs) == 2
    led = {"gds": SOUTH, "brig": SOUTH, "ta": SOUTH, "gta": SOUTH, "inf": A, "inf-2": A}
    told = asked(led, "gds brig ta gta")
    assert next(term["value"] for term in told.shifts.terms if term["rule"] == "8.4") == 1


@pytest.mark.rule("ukraine-43:8.5/a")
@pytest.mark.parametrize(("step", "lost"), [(0, (1, 2)), (1, (0, 1))])
def test_an_uneven_exchange_with_a_single_step_costs_the_attacker_nothing(step: int, lost: tuple[int, int]) -> None:
    told = fought({"rifle": SOUTH, "inf": marked(A, step=step)}, "rifle", "DR2X").told("attack-resolved")[-1]
    assert (told.attacker_losses, told.defender_losses) == lost


@pytest.mark.rule("ukraine-43:8.5/b")
@pytest.mark.parametrize("result", ["EX", "DRX", "DR2X"])
def test_tigers_bear_the_first_loss_in_the_place_of_the_strongest(result: str) -> None:
    units = {"pz": SOUTH, "tiger": SOUTH, "rifle": A}
    assert fought(units, "pz tiger", result, side="axis").refused("take-loss pz") == "9.8"
    plain = fought({**units, "rom": SOUTH}, "pz rom", result, side="axis")
    assert plain.allows("take-loss pz")
    assert plain.refused("take-loss rom") == "8.6"


@pytest.mark.rule("ukraine-43:8.5/c")
def test_after_an_exchange_nobody_advances_unless_the_hex_is_empty_and_then_one_hex() -> None:
    stays = fought({"mech": SOUTH, "inf": A}, "mech", "EX").play("take-loss mech", "take-loss inf")
    assert not stays.choices("advance")
    empty = fought({"mech": SOUTH, "mech-2": SOUTH, "hun": WEAK}, "mech mech-2", "EX")
    there = empty.play("take-loss mech", "take-loss hun", f"advance mech {A}")
    assert there.refused(f"advance mech {beside(A, N)}") == "12.4"


@pytest.mark.rule("ukraine-43:8.6/a")
def test_the_first_die_costs_the_strongest_and_a_further_one_whom_the_owner_likes() -> None:
    units = {"gds": SOUTH, "rifle": SOUTH, "div": beside(A, SE), "inf": A, "inf-2": A}
    scene = fought(units, "gds rifle div", "EX", 5, 5)
    assert scene.refused("take-loss div") == "8.6"
    assert scene.refused("take-loss rifle") == "8.6"
    assert scene.told("attack-resolved")[-1].attacker_losses == 2
    further = scene.play("take-loss gds")
    assert further.allows("take-loss div")
    assert further.allows("take-loss rifle")
    worn = fought({**units, "gds": marked(SOUTH, step=1)}, "gds rifle", "EX", 5)
    assert worn.refused("take-loss gds") == "8.6"
    assert worn.allows("take-loss rifle")
    german = front({"inf": SOUTH, "rifle": A, "gds": A}, phase="combat", side="axis", results=["EX"], dice=[5])
    defender = attacked(german, A, "inf").play("take-loss inf")
    assert defender.allows("take-loss rifle")
    assert defender.allows("take-loss gds")


@pytest.mark.rule("ukraine-43:8.6/b")
def test_nobody_loses_twice_while_another_has_not_lost() -> None:
    once = fought({"rifle": SOUTH, "inf": A, "rom": A}, "rifle", "DR2X").play("take-loss rifle", "take-loss inf")
    assert once.refused("take-loss inf") == "8.6"
    assert once.allows("take-loss rom")
    staff = fought({"rifle": SOUTH, "inf": A, "army": A}, "rifle", "DR2X").play("take-loss rifle", "take-loss inf")
    assert staff.allows("take-loss inf")
    assert staff.refused("take-loss army") == "23.1"


@pytest.mark.rule("ukraine-43:8.8.B/a")
def test_shifts_lead_to_ten_to_one() -> None:
    units = {"pz": SOUTH, "tiger": SOUTH, "pzk": SOUTH, "brig": A}
    plain = asked(units, "pz", side="axis")
    assert (plain.odds, plain.result) == ("8-1", None)
    helped = asked(units, "pz pzk", side="axis")
    assert (helped.odds, helped.result) == ("8-1", None)
    air = {"luft": "0303", "army": SOUTH}
    scene = front({**units, **air}, phase="combat", side="axis", places={"0303": "town"})
    both = scene.ask("attack", units=["pz", "pzk"], target=A, air=["luft"])
    assert (both.odds, both.result) == ("8-1", "overwhelming")


@pytest.mark.rule("ukraine-43:8.9/a")
def test_an_overwhelming_attack_on_a_city_costs_nothing() -> None:
    units = {"gds": SOUTH, "gds-2": SOUTH, "tank": beside(A, SE), "tank-2": beside(A, SE), "mech": beside(A, SW)}
    units |= {"army": A, "fronthq": SOUTH, "mech-2": beside(A, SW)}
    scene = attacked(fighting(units, places={A: "city"}), A, "gds", "gds-2", "tank", "tank-2", "mech", "mech-2")
    told = scene.told("attack-resolved")[-1]
    assert (told.result, told.attacker_losses) == ("overwhelming", 0)
    assert not scene.choices("take-loss")


@pytest.mark.rule("ukraine-43:8.9/b")
def test_the_heavy_loss_is_for_sappers_where_they_shifted_and_for_anybody_else_otherwise() -> None:
    units = {"mech": SOUTH, "sapper": SOUTH, "inf": A}
    city = {"places": {A: "city"}}
    assert fought(units, "mech sapper", "C", 3, **city).refused("take-loss mech") == "9.9.B"
    assert fought(units, "mech", "C", 3, **city).allows("take-loss mech")


@pytest.mark.rule("ukraine-43:8.9/c")
def test_the_heavy_loss_is_one_step_with_three_dice() -> None:
    attackers = {"gds": SOUTH, "gds-2": SOUTH, "gds-3": beside(A, SE), "gds-4": beside(A, SE), "fronthq": SOUTH}
    units = {**attackers, "inf": A, "inf-2": A, "inf-3": A}
    told = fought(units, "gds gds-2 gds-3 gds-4", "C", 3, 1, 1, places={A: "city"}).told("attack-resolved")[-1]
    assert (len(told.dice), told.column) == (3, "1-2")
    assert told.attacker_losses == 1 + list(told.further).count("1/0")


@pytest.mark.rule("ukraine-43:8.9/d")
def test_zhukovs_step_comes_on_top_of_the_heavy_loss() -> None:
    units = {"rifle": SOUTH, "rifle-2": SOUTH, "inf": marked(A, step=1), "zhukov": SOUTH}

    def lost(*more: str) -> int:
        scene = fighting(units, places={A: "city"}, results=["DR"], dice=[3, 3])
        told = attacked(scene, A, "rifle", "rifle-2", more=more).told("attack-resolved")[-1]
        return int(told.attacker_losses) - sum(each.startswith("1") for each in told.further)

    assert (lost(), lost("use-zhukov")) == (1, 2)


# 9


@pytest.mark.rule("ukraine-43:9.1/a")
def test_a_brigade_in_a_fortified_city_under_aircraft_has_two_points_more() -> None:
    units = {"inf": SOUTH, "brig": A, "airarmy": marked(A, "das")}
    found = asked(units, "inf", side="axis", places={A: "city"}, markers={A: {"soviet-fort": 1}})
    assert found.defence.value == 1 + 2


@pytest.mark.rule("ukraine-43:9.1/b")
def test_a_wooded_town_counts_as_a_town() -> None:
    assert asked({"rifle": SOUTH, "inf": A}, "rifle", board=on(A, "f"), places={A: "town"}).defence.value == 7 + 3
    assert asked({"rifle": SOUTH, "inf": A}, "rifle", board=on(A, "f"), places={A: "village"}).defence.value == 7 + 2


@pytest.mark.rule("ukraine-43:9.2/a")
def test_a_hungry_tank_corps_at_a_fort_over_a_river_is_halved_once() -> None:
    units = {"tank": marked(SOUTH, "unsupplied"), "inf": A}
    hard = {"sides": {"river": [f"{A}/S"]}, "markers": {A: {"fort": 1}}}
    assert asked(units, "tank", **hard).attack.value == 3
    odd = {"mech": marked(SOUTH, "unsupplied"), "inf": A}
    assert asked(odd, "mech", **hard).attack.value == 4


@pytest.mark.rule("ukraine-43:9.3/a")
def test_cavalry_at_a_fort_over_a_river_is_halved_and_no_more() -> None:
    units = {"cav": SOUTH, "rifle": SOUTH, "inf": A}
    given = {"sides": {"river": [f"{A}/S"]}, "markers": {A: {"fort": 1}}}
    assert asked(units, "cav", **given).attack.value == 2
    assert asked(units, "rifle", **given).attack.value == 4


@pytest.mark.rule("ukraine-43:9.3/b")
def test_a_fort_on_a_hill_adds_three_to_the_two_of_the_hill() -> None:
    units = {"rifle": SOUTH, "inf": A}
    assert asked(units, "rifle", board=on(A, "h"), markers={A: {"fort": 1}}).defence.value == 7 + 2 + 3


@pytest.mark.rule("ukraine-43:9.4/a")
def test_a_bridge_does_not_help_those_who_attack_over_it() -> None:
    units = {"tank": marked(SOUTH, "assault", values={"aims-at": A}), "inf": A}
    sides = {"major-river": [f"{A}/S"], "bridge": [f"{A}/S"]}
    assert asked(units, "tank", sides=sides).attack.value == 3
    road = {"sides": {"river": [f"{A}/S"]}, "roads": [[A, SOUTH]]}
    assert asked(units, "tank", **road).attack.value == 3


@pytest.mark.rule("ukraine-43:9.5/a")
def test_an_attack_into_marsh_costs_nothing_and_one_out_of_it_does() -> None:
    units = {"tank": SOUTH, "rifle": SOUTH, "inf": A}
    assert asked(units, "tank rifle", board=on(A, "m")).attack.value == 6 + 5
    assert asked(units, "tank rifle", board=on(SOUTH, "m")).attack.value == 3 + 4


@pytest.mark.rule("ukraine-43:9.6/a")
def test_wooded_marsh_adds_two_and_plain_marsh_nothing() -> None:
    units = {"rifle": SOUTH, "inf": A}
    assert asked(units, "rifle", board=on(A, "w")).defence.value == 9
    assert asked(units, "rifle", board=on(A, "m")).defence.value == 7


@pytest.mark.rule("ukraine-43:9.7/a")
@pytest.mark.parametrize("result", ["DR1", "DRX", "DR2X"])
def test_a_garrison_that_loses_a_step_has_to_go(result: str) -> None:
    city = {"places": {A: "city"}}
    assert fought({"mech": SOUTH, "inf": A, "inf-2": A}, "mech", "DR", **city).allows(f"stand-fast {A}")
    scene = fought({"mech": SOUTH, "inf": A, "inf-2": A}, "mech", result, **city)
    while scene.choices("take-loss"):
        scene = scene.play(scene.choices("take-loss")[0])
    assert scene.refused(f"stand-fast {A}") == "9.7"


@pytest.mark.rule("ukraine-43:9.8/a")
def test_tigers_pay_for_an_exchange_and_the_strongest_for_a_repulse() -> None:
    units = {"pz": SOUTH, "tiger": SOUTH, "rifle": A}
    assert fought(units, "pz tiger", "EX", side="axis").refused("take-loss pz") == "9.8"
    assert fought(units, "pz tiger", "AR", side="axis").refused("take-loss tiger") == "8.6"


@pytest.mark.rule("ukraine-43:9.9.A/a")
@pytest.mark.parametrize(("place", "shift"), [("village", 0), ("town", 1), ("city", 1), ("", 0)])
def test_sappers_help_against_towns_and_cities_and_not_against_villages(place: str, shift: int) -> None:
    found = asked({"rifle": SOUTH, "sapper": SOUTH, "inf": A}, "rifle sapper", places={A: place} if place else {})
    assert found.shifts.by_rule.get("9.9.A", 0) == shift
    fort = asked({"rifle": SOUTH, "sapper": SOUTH, "inf": A}, "rifle sapper", markers={A: {"fort": 1}})
    assert fort.shifts.by_rule["9.9.A"] == 1


@pytest.mark.rule("ukraine-43:9.9.B/a")
def test_two_sapper_brigades_give_one_column() -> None:
    units = {"rifle": SOUTH, "sapper": SOUTH, "sapper-2": SOUTH, "inf": A}
    assert asked(units, "rifle sapper sapper-2", places={A: "town"}).shifts.by_rule["9.9.A"] == 1


@pytest.mark.rule("ukraine-43:9.10/a")
def test_an_ally_takes_the_skill_of_the_germans_away() -> None:
    units = {"pz": SOUTH, "pg": SOUTH, "rom": SOUTH, "rifle": A}
    assert "DRX" not in asked(units, "pz pg", side="axis").chances
    assert "DRX" in asked(units, "pz rom", side="axis").chances
    strong = {"pz": SOUTH, "pg": SOUTH, "rom": SOUTH, "rifle": A, "gds": A}

    def further(attackers: str) -> set[str]:
        return {chance["result"] for chance in asked(strong, attackers, side="axis").throws[1]["chances"]}

    assert "1/1" not in further("pz pg")
    assert "1/1" in further("pz pg rom")


@pytest.mark.rule("ukraine-43:9.10/b")
@pytest.mark.parametrize(("rifles", "again"), [(1, False), (2, True)])
def test_half_the_steps_of_the_guards_keep_their_sixes(rifles: int, again: bool) -> None:
    units = {"gds": SOUTH, "rifle": SOUTH, "rifle-2": beside(A, SE), "inf": A}
    attackers = ["gds", "rifle", "rifle-2"][: 1 + rifles]
    told = attacked(fighting(units, dice=[6, 3]), A, *attackers).told("attack-resolved")[-1]
    assert told.thrown == ([6, 3] if again else [6])
    worn = {**units, "gds": marked(SOUTH, step=1)}
    told = attacked(fighting(worn, dice=[6, 3]), A, "gds", "rifle").told("attack-resolved")[-1]
    assert told.thrown == [6, 3]


@pytest.mark.rule("ukraine-43:9.10/c")
def test_a_six_that_follows_a_six_is_kept() -> None:
    told = attacked(fighting({"rifle": SOUTH, "inf": A}, dice=[6, 6]), A, "rifle").told("attack-resolved")[-1]
    assert (told.thrown, told.dice) == ([6, 6], [6])


@pytest.mark.rule("ukraine-43:9.10/d")
@pytest.mark.parametrize(("army", "again"), [("gta", False), ("ta", True)])
def test_the_headquarters_of_a_guards_tank_army_is_a_step_of_the_guards(army: str, again: bool) -> None:
    units = {army: SOUTH, "gtank": marked(SOUTH, step=1), "tank": SOUTH, "inf": A}
    told = attacked(fighting(units, dice=[6, 3]), A, army, "gtank", "tank").told("attack-resolved")[-1]
    assert told.thrown == ([6, 3] if again else [6])
    even = {"ta": SOUTH, "gtank": marked(SOUTH, step=1), "tank": marked(SOUTH, step=1), "inf": A}
    told = attacked(fighting(even, dice=[6, 3]), A, "ta", "gtank", "tank").told("attack-resolved")[-1]
    assert told.thrown == [6]


@pytest.mark.rule("ukraine-43:9.10/e")
def test_sixes_against_allies_alone_stand_and_one_german_among_them_is_enough() -> None:
    def thrown(**defence: str) -> list[int]:
        scene = fighting({"rifle": SOUTH, **defence}, dice=[6, 3])
        return list(attacked(scene, A, "rifle").told("attack-resolved")[-1].thrown)

    assert thrown(rom=A) == [6]
    assert thrown(rom=A, guns=A) == [6, 3]
