"""What lies between two cases: rounding together, supply before the dice, who commands whom, forts, trains and guns."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.rulesets.white_october.fights import (
    CENTRE,
    LOSES,
    NE,
    NW,
    SE,
    SW,
    S,
    begun,
    combat,
    fought,
)
from tests.engine.rulesets.white_october.scenes import here, moving, october
from tests.helpers.positions import cost, marked

CITY: dict[str, Any] = {"city": "oii", "ways_in": [(here(3, 4), "P0101")]}


@pytest.mark.rule("white-october:1.4", "white-october:8.2.5")
def test_what_is_halved_is_added_first_guns_with_the_rest() -> None:
    """Seven and two for the attack: four and a half, not three and a half and one."""
    units = {"inf": SW, "guns": SW, "rifle": CENTRE}
    scene = combat(units, offensive=False)
    answer = scene.ask("attack", units=["inf"], target=CENTRE, supports=["guns"])
    assert answer.attack.value == 5
    assert answer.attack.by_rule == {"8.2.5": 7, "8.2.4": 2, "4.5": -4}


@pytest.mark.rule("white-october:3.3.2")
def test_recruits_do_not_bring_a_value_below_the_floor_of_its_side() -> None:
    scene = moving({"rifle2": marked(CENTRE, "recruits", step=1)}, side="red")
    assert scene.ask("unit", "rifle2").factors.morale.value == 2
    assert scene.ask("unit", "rifle2").factors.quality.value == 2


@pytest.mark.rule("white-october:4.4", "white-october:8.2.2")
def test_supply_is_looked_at_before_the_dice_and_not_after_the_retreat() -> None:
    """The Red unit had no line and falls back to where there is one: it has still used up its ammunition."""
    ways = [[here(column, 4) for column in range(8, 13)]]
    lost = fought({"inf": SW, "rifle": CENTRE}, "inf", ("a1", "1+r"), roads=ways).play("take-loss rifle")
    scene = lost.play(f"retreat rifle {SE}")
    assert scene.ask("supply", "rifle").state == "supplied"
    assert "low-ammo" in scene.unit("rifle").marks


@pytest.mark.rule("white-october:5.2/a")
def test_either_headquarters_commands_the_british() -> None:
    units = {"est": SW, "tanks": SW, "est2": NW, "esthq": here(3, 3), "rifle": CENTRE}
    line = {"rails": [[here(column, 4) for column in range(1, 13)]]}
    scene = combat(units, **line).play(f"declare-attack {CENTRE}", "add-attacker est", "add-attacker tanks")
    assert scene.play("add-attacker est2").allows("command-attack esthq")
    ours = combat({"inf": SW, "tanks": SW, "hqa": here(3, 3), "rifle": CENTRE}, **line)
    assert ours.play(f"declare-attack {CENTRE}", "add-attacker inf", "add-attacker tanks").allows("command-attack hqa")


@pytest.mark.rule("white-october:5.4", "white-october:14.2")
def test_a_train_runs_over_a_headquarters_alone_and_takes_the_line() -> None:
    line = [here(column, 4) for column in range(1, 13)]
    scene = moving({"train": here(1, 4), "redhq": here(5, 4), "rifle": here(11, 8)}, rails=[line])
    gone = scene.play(f"run-train train {here(7, 4)}")
    assert gone.place("redhq") == "red-calendar"
    assert gone.holder(here(4, 4)) == "white"


@pytest.mark.rule("white-october:7.3/c", "white-october:13")
def test_a_fort_covers_those_who_come_in() -> None:
    units = {"rifle": here(7, 4), "inf": NE}
    assert cost(moving(units, side="red"), "rifle", SE) == 2
    assert cost(moving({**units, "fort": SE}, side="red"), "rifle", SE) == 1


@pytest.mark.rule("white-october:7.6/a", "white-october:8.3")
def test_trotsky_moves_offensively_along_rails_and_districts_alone() -> None:
    line = [here(column, 4) for column in range(7, 13)]
    scene = combat({"trotsky": here(9, 4), "rifle": here(9, 4), "inf": SW}, side="red", rails=[line])
    assert scene.allows(f"move-offensively trotsky {here(10, 4)}")
    assert scene.refused(f"move-offensively trotsky {here(9, 5)}") == "7.6"
    city = combat({"trotsky": "P0201", "rifle": "P0201", "inf": here(9, 8)}, side="red", **CITY)
    assert city.allows("move-offensively trotsky P0301")


@pytest.mark.rule("white-october:7.8", "white-october:8.3")
def test_nobody_stops_offensively_where_the_enemy_is_about_to_come_in() -> None:
    coming = {"at": "red-reinforcements", "values": {"due": 2, "entry": here(6, 6)}}
    scene = combat({"inf": here(5, 6), "rifle": here(11, 2), "rifle-2": coming})
    assert scene.refused(f"move-offensively inf {here(6, 6)}") == "7.8"


@pytest.mark.rule("white-october:8.1.3", "white-october:8.2.6.C/e")
def test_a_retreat_from_shells_does_not_end_on_a_hex_still_to_be_attacked() -> None:
    closed = [f"{CENTRE}/{way}" for way in ("N", "NE", "S", "NW")]
    units = {"guns": SW, "inf": S, "rifle": CENTRE, "rifle1": SE}
    scene = combat(units, dice=[6, 6], results=["1+r4"], sides={"neva": closed}, roads=[])
    scene = scene.play(f"bombard guns {CENTRE}", f"declare-attack {SE}", "add-attacker inf", "resolve", "done")
    shelled = scene.play(f"open-fire guns {CENTRE} combat-units")
    assert shelled.place("rifle") == CENTRE
    assert "routed" in shelled.unit("rifle").marks


@pytest.mark.rule("white-october:13")
def test_a_fort_with_a_headquarters_in_it_is_still_alone_and_others_fire_for_it() -> None:
    units = {"inf": SW, "fort": CENTRE, "redhq": CENTRE, "redguns": NE}
    scene = combat(units)
    asked = {"units": ["inf"], "target": CENTRE}
    assert scene.ask("attack", **asked).defence.value == 6
    assert scene.ask("attack", **asked, answers=["redguns"], defending_hq="redhq").defence.value == 9
    low = combat({**units, "fort": marked(CENTRE, "low-ammo")})
    assert low.ask("attack", **asked).defence.value == 3


@pytest.mark.rule("white-october:13")
def test_a_fort_fires_for_guns_that_stand_with_it() -> None:
    scene = begun(combat({"inf": SW, "fort": CENTRE, "redguns": CENTRE}), CENTRE, ["inf"]).play("resolve")
    assert scene.allows("add-support fort")
    assert scene.refused("add-support redguns") == "8.2.4"


@pytest.mark.rule("white-october:8.2.6.E/a")
def test_guns_that_are_in_order_surrender_with_a_company_that_was_routed() -> None:
    units = {"inf": SW, "rifle": marked(CENTRE, "routed"), "redguns": CENTRE, "redhq": CENTRE}
    scene = fought(units, "inf", ("a1", "1+dr")).play("take-loss rifle")
    assert scene.place("redguns") == "red-eliminated"
    assert scene.place("redhq") == "red-calendar"


@pytest.mark.rule("white-october:8.2.6.A/b", "white-october:8.2.6.B")
def test_guns_left_alone_by_disorder_are_routed_like_those_left_by_losses() -> None:
    units = {"inf": SW, "rifle1": marked(CENTRE, "disorganised"), "redguns": CENTRE}
    scene = fought(units, "inf", ("a1", "d"))
    assert scene.place("rifle1") == "red-eliminated"
    assert "routed" in scene.unit("redguns").marks


@pytest.mark.rule("white-october:8.2.6.C/a", "white-october:14.1")
def test_infantry_goes_without_the_cars_that_cannot_follow() -> None:
    around = [f"{CENTRE}/{way}" for way in ("N", "NE", "SE", "S", "NW")]
    units = {"inf": SW, "rifle": CENTRE, "redcar": CENTRE}
    scene = fought(units, "inf", ("a1", "1+r"), sides={"major-river": around}, roads=[]).play("take-loss rifle")
    gone = scene.play(f"retreat rifle {NE}")
    assert gone.place("rifle") == NE
    assert gone.place("redcar") == "red-eliminated"


@pytest.mark.rule("white-october:11.2.2", "white-october:8.2.7")
def test_the_detachment_of_a_district_does_not_advance() -> None:
    units = {"inf": here(3, 4), "district": {"at": "P0101", "values": {"district": "P0101"}}, "rifle": here(9, 8)}
    scene = fought(units, "inf", ("1+r", "a1"), target="P0101", dice=LOSES, **CITY).play("take-loss inf")
    scene = scene.play(scene.choices("retreat")[0])
    assert scene.place("district") == "P0101"
    assert scene.state.frames[-1].kind != "advance"


@pytest.mark.rule("white-october:11.2.2", "white-october:7.5.2")
def test_nor_does_it_leave_by_rail() -> None:
    moscow, vologda = here(12, 4), here(12, 6)
    scene = moving(
        {"district": "P0101", "inf": here(2, 8)},
        side="red",
        rails=[["P0101", here(3, 4), *(here(column, 4) for column in range(4, 13))]],
        charts={"parameters": {"rail_entries": {"moscow": moscow, "vologda": vologda}}},
        **CITY,
    )
    assert scene.refused(f"leave-by-rail district {moscow}") == "11.2.2"


@pytest.mark.rule("white-october:14.1.1")
def test_tanks_are_lost_when_the_enemy_cuts_their_railway() -> None:
    line = [here(column, 4) for column in range(1, 6)]
    units = {"tanks": here(5, 4), "inf": here(5, 4), "rifle": here(4, 2)}
    scene = moving(units, side="red", narva=here(1, 4), rails=[line])
    assert scene.play("done").place("tanks") == here(5, 4)
    cut = scene.play(f"step-to rifle {here(4, 3)}").play("done")
    assert cut.place("tanks") == "white-eliminated"


@pytest.mark.rule("white-october:11.2.1", "white-october:10.1")
def test_a_division_rallied_by_politics_may_flee_again_another_time() -> None:
    shaken = {"at": here(9, 4), "formation": "rifle-2", "marks": ["routed", "demoralised", "fled-city"]}
    scene = october(
        {"rifle": shaken, "inf": here(2, 2)}, phase="politics", side="red", turn=4, sources=[here(9, 4)], dice=[1, 1]
    )
    assert scene.play("rally-division rifle-2").unit("rifle").marks == frozenset()


@pytest.mark.rule("white-october:7.3")
def test_those_who_covered_are_told_of_when_they_are_free_again() -> None:
    units = {"inf": here(3, 4), "inf2": SW, "rifle": CENTRE}
    scene = moving(units).play(f"step-to inf {SW}", "done")
    assert scene.told("cover-lifted")[0]["places"] == [SW]
