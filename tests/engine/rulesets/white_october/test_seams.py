"""Where two chapters meet: what one path through the rules could forget of another."""

from __future__ import annotations

import pytest

from tests.engine.rulesets.white_october.fights import CENTRE, LOSES, NE, NW, SE, SW, N, begun, combat, fought
from tests.engine.rulesets.white_october.scenes import LINE, here, moving
from tests.helpers.positions import Scene, marked

FAR = {"rifle-9": here(11, 8)}


def _to_the_end(scene: Scene) -> Scene:
    """Whatever is asked about an attack answered as it comes, up to the advance or the next decision of a sequence."""
    while scene.state.frames[-1].kind in ("assault", "losses", "penalty", "retreat"):
        scene = scene.play(next(iter(scene.menu)))
    return scene


# Stacks in hand


@pytest.mark.rule("white-october:7.2")
def test_a_stack_crosses_a_full_hex_like_a_unit_by_itself_but_does_not_stay() -> None:
    pair = {"inf": CENTRE, "inf2": CENTRE, "weak": here(1, 1)}
    scene = moving({"inf4": N, **pair}).play("pick-unit inf", "pick-unit inf2")
    inside = scene.play(f"step-to inf {N}")
    assert inside.refused("done") == "7.2"
    assert inside.refused("drop-unit inf2") == "7.2"
    beyond = inside.play(f"step-to inf {here(5, 2)}")
    assert beyond.allows("done")
    assert beyond.place("inf2") == here(5, 2)
    tired = {"inf4": N, "inf": CENTRE, "inf2": {"at": CENTRE, "marks": ["disorganised"], "values": {"spent": 2}}}
    slow = moving({**tired, "inf": {"at": CENTRE, "values": {"spent": 2}}}).play("pick-unit inf", "pick-unit inf2")
    assert slow.refused(f"step-to inf {N}") == "7.2", "the slower of the two could not go on"


@pytest.mark.rule("white-october:7.2", "white-october:7.3")
def test_the_hex_that_one_leaves_is_no_way_out_of_a_full_one() -> None:
    """Whoever stands alone in a zone covers its hex, and no longer when it has left: to come back would cost two."""
    board = "/".join(["............"] * 2 + ["mmmmmmmmmmmm"] + ["............"] + ["mmmmmmmmmmmm"] * 4)
    start, full, enemy = here(5, 4, board), here(6, 4, board), here(4, 4, board)
    tired = {"at": start, "marks": ["disorganised"]}
    units = {"inf2": tired, "inf4": full, "inf4-2": here(7, 4, board), "rifle": enemy}
    scene = moving(units, board, values={"resting": True})
    assert scene.refused(f"step-to inf2 {full}") == "7.2"


@pytest.mark.rule("white-october:7.8", "white-october:7.2")
def test_neither_a_unit_nor_a_stack_stops_in_an_entry_hex_and_both_are_told_why() -> None:
    entry, last = here(3, 4), {"at": here(4, 4), "values": {"spent": 5}}
    coming = {"at": "red-reinforcements", "values": {"due": 2, "entry": entry}}
    scene = moving({"inf": last, "inf1": last, "rifle": coming})
    assert scene.refused(f"step-to inf {entry}") == "7.8"
    assert scene.play("pick-unit inf", "pick-unit inf1").refused(f"step-to inf {entry}") == "7.8"
    fresh = moving({"inf": here(4, 4), "inf1": here(4, 4), "rifle": coming}).play("pick-unit inf", "pick-unit inf1")
    assert fresh.play(f"step-to inf {entry}").refused("done") == "7.8"


@pytest.mark.rule("white-october:7.2", "white-october:12")
def test_a_unit_that_could_not_stay_in_a_district_is_told_its_limit_and_not_that_of_a_hex() -> None:
    city = {"city": "oii", "ways_in": [(here(3, 4), "P0101")]}
    last = {"at": here(3, 4), "values": {"spent": 4}}
    scene = moving({"rifle2": "P0101", "rifle": last, "inf": here(10, 8)}, side="red", **city)
    assert scene.refused("step-to rifle P0101") == "12"


@pytest.mark.rule("white-october:5.3", "white-october:8.2.6.D")
def test_a_routed_headquarters_does_not_intervene_in_a_defence() -> None:
    units = {"inf": SW, "rifle": CENTRE, "redguns": CENTRE, "redhq": marked(SE, "routed"), "redhq-2": SE}
    scene = begun(combat(units), CENTRE, ["inf"]).play("resolve")
    assert scene.refused("command-defence redhq") == "8.2.6.D"
    assert scene.refused("command-defence redguns") == "5.3"
    assert scene.allows("command-defence redhq-2")


@pytest.mark.rule("white-october:7.8", "white-october:7.9")
def test_who_was_driven_off_in_rout_waits_for_the_next_turn_by_its_own_case() -> None:
    edge = here(1, 4)
    routed = {"at": "white-outside", "marks": ["routed"], "values": {"due": 2, "entry": edge}}
    coming = {"at": "white-reinforcements", "values": {"due": 2, "entry": edge}}
    scene = moving({"inf": routed, "inf-2": coming, "inf-3": here(3, 3), "rifle": here(11, 8)})
    assert scene.refused(f"arrive inf {edge}") == "7.9"
    assert scene.refused(f"arrive inf-2 {edge}") == "7.8"


# Rails


@pytest.mark.rule("white-october:7.3", "white-october:14.2")
def test_a_train_that_has_to_stop_between_zones_is_told_so_and_not_that_no_rails_lead_on() -> None:
    scene = moving({"train": here(2, 4), "rifle": here(5, 3), "rifle-2": here(6, 3)}, rails=[LINE])
    assert scene.allows(f"run-train train {here(5, 4)}")
    assert scene.refused(f"run-train train {here(9, 4)}") == "7.3"
    assert scene.refused(f"run-train train {here(9, 5)}") == "14.2"
    barred = moving({"train": here(2, 4), "rifle": here(5, 4)}, rails=[LINE])
    assert barred.refused(f"run-train train {here(9, 4)}") == "14.2"


@pytest.mark.rule("white-october:7.5.1", "white-october:7.6")
def test_trotsky_is_kept_by_a_zone_on_the_line_and_not_by_want_of_rails() -> None:
    scene = moving({"trotsky": here(9, 4), "inf": here(5, 3)}, side="red", rails=[LINE])
    assert scene.refused(f"move-by-rail trotsky {here(3, 4)}") == "7.5.1"
    assert scene.refused(f"move-by-rail trotsky {here(9, 5)}") == "7.6"


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


# Restricted movement


@pytest.mark.rule("white-october:8.2.7", "white-october:10.1")
def test_a_victor_of_restricted_movement_does_not_follow_the_whites() -> None:
    """The others of the stack still have to, and without others nobody does."""
    units = {"inf": SW, "rifle": marked(CENTRE, "restricted"), "rifle1": CENTRE}
    won = fought(units, "inf", ("1+r", "a1"), dice=LOSES).play("take-loss inf")
    won = won.play(won.choices("retreat")[0])
    assert won.refused(f"advance rifle {SW}") == "10.1"
    assert won.refused("done") == "8.2.7"
    assert won.allows(f"advance rifle1 {SW}")
    alone = fought({"inf": SW, "rifle": units["rifle"]}, "inf", ("1+r", "a1"), dice=LOSES).play("take-loss inf")
    alone = alone.play(alone.choices("retreat")[0])
    assert alone.place("rifle") == CENTRE
    assert alone.state.frames[-1].kind != "advance"


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


@pytest.mark.rule("white-october:8.2.6.D", "white-october:14.1")
@pytest.mark.parametrize(("vehicle", "steps"), [("car", 8), ("tanks", 6)])
def test_vehicles_flee_in_company_at_the_pace_of_the_slower(vehicle: str, steps: int) -> None:
    start = here(11, 4)
    stack = {unit: marked(start, "routed") for unit in ("inf", vehicle)}
    scene = moving({**stack, "rifle": here(12, 8)}, rails=[LINE], narva=here(1, 4))
    taken = 0
    while scene.state.frames[-1].kind == "retreat":
        scene = scene.play(scene.choices("retreat")[0])
        taken += 1
    assert taken == steps
    assert scene.place("inf") == scene.place(vehicle) != start


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
