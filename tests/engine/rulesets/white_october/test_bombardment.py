"""8.1: bombardments."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.rulesets.white_october.fights import CENTRE, NE, NW, SE, SW, S, combat, declared
from tests.engine.rulesets.white_october.scenes import here, town
from tests.helpers.positions import Scene, marked

SHELL = {"guns": SW, "rifle": CENTRE}
BEHIND_SW = (NW, S, here(3, 4), here(3, 5), here(4, 5))
"""The hexes around that of the guns, but for the middle."""


def shelled(
    units: dict[str, Any], result: str, category: str = "combat-units", gun: str = "guns", **more: Any
) -> Scene:
    """The position after a bombardment of the middle with a result laid down."""
    scene = combat(units, dice=[3, 4], results=[result], **more)
    return scene.play(f"bombard {gun} {CENTRE}", "done", f"open-fire {gun} {CENTRE} {category}")


@pytest.mark.rule("white-october:8.1.1/a")
def test_who_bombards_supports_no_attack_and_what_is_bombarded_is_not_attacked() -> None:
    scene = combat({**SHELL, "inf": SW, "rifle-2": S}).play(f"bombard guns {CENTRE}")
    assert scene.refused(f"declare-attack {CENTRE}") == "8.1.1"
    assert scene.ask("attack", units=["inf"], target=CENTRE).refusal.rule == "8.1.1"
    assert scene.ask("attack", units=["inf"], target=S).refusal is None
    supporting = scene.play(f"declare-attack {S}", "add-attacker inf", "resolve", "done", f"fight {S} inf")
    assert supporting.refused("add-support guns") == "8.1.1"


@pytest.mark.rule("white-october:8.1.1/a")
def test_what_is_attacked_is_not_bombarded() -> None:
    scene = combat({**SHELL, "inf": SW}).play(f"declare-attack {CENTRE}", "add-attacker inf", "resolve")
    assert scene.refused(f"bombard guns {CENTRE}") == "8.1.1"


@pytest.mark.rule("white-october:8.1.1")
@pytest.mark.parametrize("gun", ["guns", "train", "squadron", "plane"])
def test_guns_trains_ships_and_aircraft_bombard(gun: str) -> None:
    place = "white-air" if gun == "plane" else here(3, 4)
    scene = combat({gun: place, "inf": SW, "rifle": CENTRE})
    assert scene.allows(f"bombard {gun} {CENTRE}")
    assert scene.refused(f"bombard inf {CENTRE}") == "8.1.1"


@pytest.mark.rule("white-october:8.1.2/a")
def test_two_hexes_far_and_the_red_fleet_and_kronstadt_three() -> None:
    far = {"guns": here(2, 4), "inf": SW, "rifle": CENTRE}
    assert combat(far).refused(f"bombard guns {CENTRE}") == "8.1.2"
    for gun, allowed in (("redfleet", True), ("kronstadt", True), ("fort", False), ("redguns", False)):
        scene = combat({gun: here(8, 4), "rifle": SE, "inf": CENTRE}, side="red")
        assert scene.allows(f"bombard {gun} {CENTRE}") is allowed, gun


@pytest.mark.rule("white-october:8.1.2")
def test_a_target_is_observed_by_anyone_beside_it() -> None:
    unseen = {"guns": here(3, 4), "rifle": CENTRE}
    assert combat(unseen).refused(f"bombard guns {CENTRE}") == "8.1.2"
    assert combat({**unseen, "hqa": SW}).allows(f"bombard guns {CENTRE}")
    assert combat({"guns": SW, "rifle": CENTRE}).allows(f"bombard guns {CENTRE}")


@pytest.mark.rule("white-october:8.1.2/d", "white-october:15.2")
def test_aircraft_need_neither_range_nor_observer() -> None:
    assert combat({"plane": "white-air", "rifle": here(11, 7), "inf": SW}).allows(f"bombard plane {here(11, 7)}")


@pytest.mark.rule("white-october:8.1.2/b", "white-october:8.1.3")
@pytest.mark.parametrize(
    ("there", "aims"),
    [
        (("rifle", "redguns", "redhq"), {"combat-units"}),
        (("redguns", "redhq"), {"artillery", "headquarters"}),
        (("redguns", "redcar"), {"artillery"}),
        (("redfleet", "rifle"), {"combat-units", "fleet"}),
        (("fort", "rifle"), {"combat-units", "fort"}),
        (("fort", "redguns", "redhq"), {"fort"}),
        (("redhq",), {"headquarters"}),
    ],
)
def test_what_can_be_aimed_at(there: tuple[str, ...], aims: set[str]) -> None:
    scene = combat({"guns": SW} | dict.fromkeys(there, CENTRE)).play(f"bombard guns {CENTRE}", "done")
    assert {choice.split()[-1] for choice in scene.choices("open-fire")} == aims


@pytest.mark.rule("white-october:8.1.2/c")
def test_a_fleet_at_sea_with_nobody_else_is_a_target_and_vehicles_are_none() -> None:
    scene = combat({"guns": SW, "redcar": CENTRE, "redguns": CENTRE}).play(f"bombard guns {CENTRE}", "done")
    assert scene.choices("open-fire") == (f"open-fire guns {CENTRE} artillery",)
    assert scene.refused(f"open-fire guns {CENTRE} vehicles") == "8.1.2"
    struck = shelled({**SHELL, "redcar": CENTRE}, "1")
    assert (struck.unit("rifle").step, struck.place("redcar")) == (1, CENTRE)
    at_sea = combat({"squadron": SW, "redfleet": CENTRE}).play(f"bombard squadron {CENTRE}", "done")
    assert at_sea.choices("open-fire") == (f"open-fire squadron {CENTRE} fleet",)


@pytest.mark.rule("white-october:8.1.3")
def test_two_dice_are_read_under_the_fire_with_what_the_ground_takes_off() -> None:
    scene = combat(SHELL, dice=[6, 5]).play(f"bombard guns {CENTRE}", "done", f"open-fire guns {CENTRE} combat-units")
    told = scene.told("bombardment-resolved")[0]
    assert (told["score"], told["result"]) == (11, "1")
    rows = ["............"] * 8
    rows[3] = "....w......."
    board = "/".join(rows)
    wood = combat(SHELL, board, dice=[6, 5]).play(
        f"bombard guns {CENTRE}", "done", f"open-fire guns {CENTRE} combat-units"
    )
    assert wood.told("bombardment-resolved")[0]["score"] == 10


@pytest.mark.rule("white-october:8.1.3")
def test_each_unit_fires_by_itself() -> None:
    units = {"guns": SW, "guns-2": here(3, 4), "rifle": CENTRE}
    scene = combat(units, dice=[1, 1, 1, 1]).play(f"bombard guns {CENTRE}", f"bombard guns-2 {CENTRE}", "done")
    fired = scene.play(f"open-fire guns {CENTRE} combat-units")
    assert fired.choices("open-fire") == (f"open-fire guns-2 {CENTRE} combat-units",)


@pytest.mark.rule("white-october:8.1.3")
def test_trenches_take_off_the_dice_of_a_bombardment_as_they_do_of_an_attack() -> None:
    dug = combat(SHELL, dice=[6, 5], markers={CENTRE: {"trenches": 1}})
    fired = dug.play(f"bombard guns {CENTRE}", "done", f"open-fire guns {CENTRE} combat-units")
    assert fired.told("bombardment-resolved")[0]["score"] == 10


@pytest.mark.rule("white-october:8.1.3")
def test_shells_that_miss_do_nothing() -> None:
    missed = shelled(SHELL, "-")
    assert (missed.unit("rifle").step, missed.unit("rifle").marks) == (0, frozenset())
    both = shelled({**SHELL, "rifle2": CENTRE}, "-")
    assert both.state.frames[-1].kind != "bombardment"


@pytest.mark.rule("white-october:8.1.3")
def test_the_owner_chooses_who_is_hit() -> None:
    scene = shelled({**SHELL, "rifle2": CENTRE}, "1")
    assert scene.menu.side == "red"
    assert set(scene.choices("take-loss")) == {"take-loss rifle", "take-loss rifle2"}
    assert scene.play("take-loss rifle2").unit("rifle2").step == 1


@pytest.mark.rule("white-october:8.1.3/a")
def test_the_last_point_of_infantry_is_not_taken() -> None:
    assert shelled({"guns": SW, "rifle1": CENTRE}, "1").unit("rifle1").marks == {"disorganised"}
    shaken = shelled({"guns": SW, "rifle1": marked(CENTRE, "disorganised")}, "1")
    assert shaken.unit("rifle1").step == 0
    assert shaken.place("rifle1") == CENTRE
    lost = shelled({"guns": SW, "redguns": CENTRE, "rifle": here(9, 6)}, "1", "artillery")
    assert lost.place("redguns") == "red-eliminated"


@pytest.mark.rule("white-october:8.1.3", "white-october:8.2.6.B")
def test_disorder_of_one_that_is_disorganised_costs_a_point() -> None:
    assert shelled({"guns": SW, "rifle": marked(CENTRE, "disorganised")}, "d").unit("rifle").step == 1


@pytest.mark.rule("white-october:8.1.3")
def test_those_of_too_low_a_morale_retreat_and_others_stay() -> None:
    scene = shelled({**SHELL, "cadets2": CENTRE}, "1+r3").play("take-loss cadets2")
    assert scene.play(f"retreat rifle {NE}").place("rifle") == NE
    assert scene.place("cadets2") == CENTRE


@pytest.mark.rule("white-october:8.1.3/c", "white-october:5.4")
def test_headquarters_and_vehicles_may_follow() -> None:
    scene = shelled({**SHELL, "cadets2": CENTRE, "redhq": CENTRE}, "1+r3").play("take-loss cadets2")
    assert scene.choices("follow-retreat") == ("follow-retreat redhq",)
    gone = scene.play("follow-retreat redhq")
    assert gone.play(f"retreat rifle {NE}").place("redhq") == NE
    stayed = scene.play("done", f"retreat rifle {NE}")
    assert stayed.place("redhq") == CENTRE


@pytest.mark.rule("white-october:8.1.3/c", "white-october:5.4")
def test_a_headquarters_may_stay_behind_alone_and_a_car_may_not() -> None:
    scene = shelled({**SHELL, "redhq": CENTRE, "redcar": CENTRE}, "1+r4")
    assert scene.choices("follow-retreat") == ("follow-retreat redhq",)
    stayed = scene.play("done", f"retreat rifle {NE}")
    assert (stayed.place("redhq"), stayed.place("redcar")) == (CENTRE, NE)
    gone = scene.play("follow-retreat redhq", f"retreat rifle {NE}")
    assert (gone.place("redhq"), gone.place("redcar")) == (NE, NE)


@pytest.mark.rule("white-october:8.1.3", "white-october:13")
def test_a_fort_is_disorganised_by_shells_like_guns() -> None:
    assert shelled({"guns": SW, "fort": CENTRE}, "d", "fort").unit("fort").marks == {"disorganised"}
    again = shelled({"guns": SW, "fort": marked(CENTRE, "disorganised")}, "d", "fort")
    assert again.unit("fort").step == 1


@pytest.mark.rule("white-october:8.1.3/b")
def test_forts_and_headquarters_alone_do_not_retreat() -> None:
    fort = shelled({"guns": SW, "fort": CENTRE}, "1+r4", "fort")
    assert (fort.unit("fort").step, fort.place("fort"), fort.choices("retreat")) == (1, CENTRE, ())
    alone = shelled({"guns": SW, "redhq": CENTRE, "rifle": here(9, 6)}, "d+r2", "headquarters")
    assert (alone.place("redhq"), alone.choices("retreat")) == (CENTRE, ())


@pytest.mark.rule("white-october:15.1")
def test_the_red_fleet_fires_three_times_and_is_low_for_good() -> None:
    units = {"redfleet": {"at": here(6, 4), "values": {"shots": 2}}, "rifle": SE, "inf": CENTRE}
    scene = combat(units, side="red", dice=[1, 1]).play(
        f"bombard redfleet {CENTRE}", "done", f"open-fire redfleet {CENTRE} combat-units"
    )
    assert scene.unit("redfleet").marks == {"low-ammo"}
    assert scene.unit("redfleet").values["shots"] == 3


@pytest.mark.rule("white-october:15.1")
def test_aircraft_do_not_bomb_the_red_fleet_at_kronstadt() -> None:
    base = here(9, 2)
    units = {"plane": "white-air", "redfleet": base, "inf": SW}
    at_base = combat(units, features=[town(base, "Kronstadt")])
    assert at_base.refused(f"bombard plane {base}") == "15.1"
    assert combat(units).allows(f"bombard plane {base}")


@pytest.mark.rule("white-october:15.2")
def test_aircraft_that_flew_are_back_by_the_next_clear_turn() -> None:
    scene = combat({"plane": "white-air", "rifle": CENTRE, "inf": SW}, dice=[1, 1], turn=2)
    flown = scene.play(f"bombard plane {CENTRE}", "done", f"open-fire plane {CENTRE} combat-units")
    assert flown.place("plane") == "white-calendar"
    assert flown.unit("plane").values["due"] == 4


@pytest.mark.rule("white-october:8.1.2")
def test_nobody_is_bombarded_off_the_map() -> None:
    scene = combat({"plane": "white-air", "rifle": CENTRE, "rifle-2": "levies", "inf": SW})
    assert scene.refused("bombard plane levies") == "8.1.2"


def beaten_first(units: dict[str, Any], result: str, gun: str = "guns") -> Scene:
    """Guns are to bombard the hex east of the middle; before they do, infantry beside them attacks and is beaten."""
    scene = combat(units, dice=[1, 1], results=[result, "-"]).play(f"bombard {gun} {SE}")
    scene = declared(scene, CENTRE, ["inf"]).play("done", f"fight {CENTRE} inf", "resolve")
    while choices := (*scene.choices("take-loss"), *scene.choices("retreat")):
        scene = scene.play(choices[-1])
    return scene


@pytest.mark.rule("white-october:8.1.2", "white-october:8.2.6.E")
def test_guns_that_surrendered_before_they_fired_do_not_fire() -> None:
    around = {f"rifle-{number}": at for number, at in enumerate(BEHIND_SW, 3)}
    units = {"guns": SW, "inf": SW, "rifle": CENTRE, "inf-2": here(7, 4), "rifle-2": SE, **around}
    scene = beaten_first(units, "1+dr")
    assert scene.place("guns") == "white-eliminated"
    assert not scene.choices("open-fire")


@pytest.mark.rule("white-october:8.1.2/a")
def test_guns_that_were_driven_out_of_range_before_they_fired_do_not_fire() -> None:
    units = {"guns": SW, "inf": SW, "rifle": CENTRE, "inf-2": here(7, 4), "rifle-2": SE}
    scene = beaten_first(units, "1+r")
    assert scene.place("guns") == here(3, 4)
    assert not scene.choices("open-fire")
    stood = beaten_first(units, "-")
    assert stood.choices("open-fire")


@pytest.mark.rule("white-october:8.1.2")
def test_a_target_that_nobody_observes_any_more_is_not_fired_at() -> None:
    units = {"guns": here(4, 5), "inf": S, "rifle": CENTRE, "rifle-2": SE}
    scene = beaten_first(units, "1+r")
    assert scene.place("guns") == here(4, 5)
    assert not scene.choices("open-fire")


@pytest.mark.rule("white-october:8.1.3", "white-october:14.1", "white-october:5.4")
def test_with_guns_that_shells_have_destroyed_those_are_lost_who_stood_with_them_alone() -> None:
    hit = shelled({"guns": SW, "redguns": CENTRE, "redcar": CENTRE, "redhq": CENTRE}, "1", "artillery")
    assert (hit.place("redguns"), hit.place("redcar"), hit.place("redhq")) == (
        "red-eliminated",
        "red-eliminated",
        "red-calendar",
    )
