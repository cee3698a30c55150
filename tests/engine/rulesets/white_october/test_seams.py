"""Where two chapters meet: what one path through the rules could forget of another."""

from __future__ import annotations

import pytest

from tests.engine.rulesets.white_october.fights import CENTRE, NE, NW, SE, SW, begun, combat, fought
from tests.engine.rulesets.white_october.scenes import LINE, here
from tests.helpers.positions import Scene

FAR = {"rifle-9": here(11, 8)}


def _to_the_end(scene: Scene) -> Scene:
    """Whatever is asked about an attack answered as it comes, up to the advance or the next decision of a sequence."""
    while scene.state.frames[-1].kind in ("assault", "losses", "penalty", "retreat"):
        scene = scene.play(next(iter(scene.menu)))
    return scene


# Aircraft


@pytest.mark.rule("white-october:8.1.1", "white-october:8.2.4", "white-october:15.2")
def test_aircraft_that_are_to_bomb_a_hex_support_no_attack_on_another() -> None:
    units = {"inf": SW, "rifle": CENTRE, "plane": "white-air", "rifle-2": here(9, 4)}
    scene = combat(units).play(f"bombard plane {here(9, 4)}", f"declare-attack {CENTRE}", "add-attacker inf")
    scene = scene.play("resolve", "done", f"fight {CENTRE} inf")
    assert scene.refused("add-support plane") == "8.1.1"


@pytest.mark.rule("white-october:1.7", "white-october:15.2")
def test_aircraft_that_have_flown_are_kept_by_their_own_case_and_not_by_the_weather() -> None:
    flown = {"inf": SW, "rifle": CENTRE, "plane": {"at": "white-calendar", "values": {"due": 2}}}
    assert combat(flown).refused(f"bombard plane {CENTRE}") == "15.2"
    assert begun(combat(flown), CENTRE, ["inf"]).refused("add-support plane") == "15.2"
    assert combat(flown, turn=3).refused(f"bombard plane {CENTRE}") == "1.7"


# Forts


@pytest.mark.rule("white-october:8.2.3", "white-october:13")
def test_a_fort_whose_company_has_retired_was_not_alone_when_the_attack_began() -> None:
    """The train is gone before a shot; nobody fights the fort, nobody uses ammunition and nobody comes in."""
    scene = combat({"inf": SW, "inf-2": NW, "fort": CENTRE, "redtrain": CENTRE}, rails=[LINE], narva="")
    scene = scene.play(f"declare-attack {CENTRE}", "add-attacker inf-2", "resolve")
    scene = begun(scene, CENTRE, ["inf"]).play("retire", f"retreat redtrain {SE}")
    assert scene.choices("fight") == (f"fight {CENTRE} inf-2",)
    assert "low-ammo" not in scene.unit("inf").marks
    again = scene.given(results=("a1", "1")).play(f"fight {CENTRE} inf-2", "resolve", "take-loss fort")
    assert again.unit("fort").step == 1, "the second attack begins when it is alone"


@pytest.mark.rule("white-october:5.4", "white-october:13")
@pytest.mark.parametrize(("result", "place"), [("1+r", CENTRE), ("1+dr", "red-calendar")])
def test_a_headquarters_stays_in_a_fort_that_does_not_retreat_and_falls_with_it(result: str, place: str) -> None:
    scene = fought({"inf": SW, "fort": CENTRE, "redhq": CENTRE, **FAR}, "inf", ("a1", result)).play("take-loss fort")
    assert not scene.choices("retreat")
    assert scene.place("redhq") == place
    assert not scene.unit("redhq").marks
    assert scene.place("fort") == (CENTRE if place == CENTRE else "red-eliminated")


# Vehicles


@pytest.mark.rule("white-october:14.1", "white-october:8.2.4", "white-october:13", "white-october:14.2")
@pytest.mark.parametrize(("enemy", "lost"), [("redguns", True), ("redtrain", True), ("fort", True), ("rifle", False)])
def test_guns_trains_and_forts_at_the_front_are_supports_that_endanger_vehicles(enemy: str, lost: bool) -> None:
    units = {"inf": SW, "car": SW, enemy: CENTRE, **FAR}
    scene = _to_the_end(fought(units, "inf car", ("1+a1", "1"), dice=(6, 6, 1)))
    assert bool(scene.told("vehicle-tested")) is lost
    assert scene.place("car") == ("white-eliminated" if lost else SW)


@pytest.mark.rule("white-october:8.3", "white-october:7.2", "white-october:14.1")
def test_vehicles_that_would_be_left_alone_go_along_on_an_offensive_movement() -> None:
    scene = combat({"inf": here(2, 4), "car": here(2, 4), **FAR})
    gone = scene.play(f"move-offensively inf {here(3, 4)}")
    assert (gone.place("inf"), gone.place("car")) == (here(3, 4), here(3, 4))
    assert gone.refused(f"move-offensively car {here(4, 4)}") == "8.3"
    staying = combat({"inf": here(2, 4), "inf1": here(2, 4), "car": here(2, 4), **FAR})
    assert staying.play(f"move-offensively inf {here(3, 4)}").place("car") == here(2, 4)
    full = combat({"inf": here(2, 4), "car": here(2, 4), "car-2": here(2, 4), "hqa": here(3, 4), "hqm": here(3, 4)})
    assert full.refused(f"move-offensively inf {here(3, 4)}") == "7.2", "four vehicles and staffs are too many"


# Headquarters alone


@pytest.mark.rule("white-october:5.4", "white-october:8.2.7")
def test_a_headquarters_alone_does_not_hold_up_a_longer_advance() -> None:
    scene = fought({"cav": SW, "rifle": CENTRE, "redhq": SE}, "cav", ("a", "1+dr")).play("take-loss rifle")
    scene = scene.play(f"retreat rifle {SE}")
    scene = scene.play(scene.choices("retreat")[0], f"advance cav {CENTRE}", f"advance cav {SE}")
    assert (scene.place("cav"), scene.place("redhq")) == (SE, "red-calendar")


@pytest.mark.rule("white-october:5.4", "white-october:8.2.6.C")
def test_a_headquarters_alone_does_not_hold_up_a_retreat_and_is_lost_to_it() -> None:
    scene = fought({"inf": SW, "inf-2": NE, "rifle": CENTRE, "hqa": SE}, "inf", ("a1", "1+r")).play("take-loss rifle")
    assert scene.allows(f"retreat rifle {SE}")
    assert scene.play(f"retreat rifle {SE}").place("hqa") == "white-calendar"
