"""8.2.6 C to E: retreat by its priorities, rout, flight, rallying and surrender."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.rulesets.white_october.fights import (
    CENTRE,
    LOSES,
    NE,
    NOTHING,
    NW,
    SE,
    SW,
    WINS,
    N,
    S,
    combat,
    declared,
    fought,
)
from tests.engine.rulesets.white_october.scenes import LINE, here, moving
from tests.helpers.positions import Scene, marked


def beaten(units: dict[str, Any], result: str = "1+r", loss: str = "rifle", **more: Any) -> Scene:
    """After an attack from the south-west that was won; the first loss is taken."""
    scene = fought({"inf": SW, **units}, "inf", ("a", result), **more)
    return scene.play(f"take-loss {loss}") if loss else scene


def ways(scene: Scene, unit: str = "rifle") -> set[str]:
    return {choice.split()[-1] for choice in scene.choices("retreat") if choice.split()[1] == unit}


@pytest.mark.rule("white-october:8.2.6.C/f")
def test_a_retreat_is_one_hex_to_the_east_for_reds_and_to_the_west_for_whites() -> None:
    assert ways(beaten({"rifle": CENTRE})) == {NE, SE}
    lost = fought({"inf": CENTRE, "rifle": NE}, "inf", ("1+r", NOTHING), target=NE, dice=LOSES).play("take-loss inf")
    assert ways(lost, "inf") == {NW, SW}


@pytest.mark.rule("white-october:8.2.6.C/f")
def test_towards_petrograd_is_as_good_as_east() -> None:
    scene = beaten({"rifle": CENTRE}, city="o", ways_in=[(here(2, 1), "P0101")])
    assert ways(scene) == {N, NE, SE}, "the city lies to the north-west; west of it is neither"


@pytest.mark.rule("white-october:8.2.6.C/a")
def test_a_stack_goes_together() -> None:
    scene = beaten({"rifle": CENTRE, "rifle2": CENTRE, "redguns": CENTRE, "redhq": CENTRE})
    gone = scene.play(f"retreat rifle {NE}")
    assert {gone.place(unit) for unit in ("rifle", "rifle2", "redguns", "redhq")} == {NE}


@pytest.mark.rule("white-october:8.2.6.C/b")
def test_out_of_enemy_zones_first_and_into_one_somebody_is_disorganised() -> None:
    near = beaten({"rifle": CENTRE, "inf-2": here(7, 3)})
    assert NE not in ways(near)
    assert near.refused(f"retreat rifle {NE}") == "8.2.6.C"
    hemmed = {f"inf-{number}": at for number, at in enumerate((here(7, 3), here(7, 5), here(5, 2), here(3, 3)))}
    scene = beaten({"rifle": CENTRE, **hemmed, "inf-9": here(5, 6)})
    forced = scene.play(f"retreat rifle {sorted(ways(scene))[0]}")
    assert "disorganised" in forced.unit("rifle").marks


@pytest.mark.rule("white-october:8.2.6.C", "white-october:8.2.6.B")
def test_disorder_by_a_retreat_costs_one_that_is_disorganised_a_point() -> None:
    hemmed = {f"inf-{number}": at for number, at in enumerate((here(7, 3), here(7, 5), here(5, 2), here(3, 3)))}
    scene = beaten({"rifle": marked(CENTRE, "disorganised"), **hemmed, "inf-9": here(5, 6)})
    forced = scene.play(f"retreat rifle {sorted(ways(scene))[0]}")
    assert forced.unit("rifle").step == 2


@pytest.mark.rule("white-october:8.2.6.C")
def test_a_friend_cancels_an_enemy_zone() -> None:
    assert NE in ways(beaten({"rifle": CENTRE, "inf-2": here(7, 3), "rifle1": NE}))


@pytest.mark.rule("white-october:8.2.6.C/c")
def test_a_major_river_is_crossed_last_and_the_neva_never() -> None:
    banks = [f"{CENTRE}/NE", f"{CENTRE}/SE"]
    river = beaten({"rifle": CENTRE}, sides={"major-river": banks}, roads=[])
    assert not ways(river) & {NE, SE}
    everywhere = [f"{CENTRE}/{way}" for way in ("N", "NE", "SE", "S", "NW")]
    wet = beaten({"rifle": CENTRE}, sides={"major-river": everywhere}, roads=[])
    crossed = wet.play(f"retreat rifle {NE}")
    assert "disorganised" in crossed.unit("rifle").marks
    neva = beaten({"rifle": CENTRE}, sides={"neva": everywhere}, roads=[])
    assert "routed" in neva.unit("rifle").marks
    assert neva.place("rifle") == CENTRE


@pytest.mark.rule("white-october:8.2.6.C/d")
def test_a_full_hex_is_avoided_or_gone_through() -> None:
    full = {"rifle4": NE, "rifle1": NE}
    assert ways(beaten({"rifle": CENTRE, **full})) == {SE}
    closed = [f"{CENTRE}/{way}" for way in ("N", "SE", "S", "NW")]
    through = beaten({"rifle": CENTRE, **full}, sides={"neva": closed}, roads=[]).play(f"retreat rifle {NE}")
    assert ways(through) == {here(7, 3), here(7, 4)}
    assert through.state.frames[-1].kind == "retreat"


@pytest.mark.rule("white-october:8.2.6.C/a")
def test_units_part_where_together_they_would_overfill_a_hex() -> None:
    closed = [f"{CENTRE}/{way}" for way in ("N", "S", "NW")]
    units = {"rifle": CENTRE, "rifle2": CENTRE, "rifle-8": NE, "rifle-9": SE}
    scene = beaten(units, sides={"neva": closed}, roads=[])
    assert ways(scene) == {NE, SE}
    first = scene.play(f"retreat rifle {NE}")
    assert first.place("rifle2") == CENTRE
    assert first.choices("retreat") == (f"retreat rifle2 {SE}",)


@pytest.mark.rule("white-october:8.2.6.C/e")
def test_not_onto_a_hex_that_is_still_to_be_attacked() -> None:
    units = {"inf": SW, "inf-2": here(6, 2), "rifle": CENTRE, "rifle1": NE}
    closed = [f"{CENTRE}/{way}" for way in ("N", "SE", "S", "NW")]
    scene = combat(units, dice=WINS, results=["a", "1+r"], sides={"neva": closed}, roads=[])
    scene = declared(declared(scene, CENTRE, ["inf"]), NE, ["inf-2"]).play("done", f"fight {CENTRE} inf", "resolve")
    stayed = scene.play("take-loss rifle")
    assert stayed.place("rifle") == CENTRE
    assert "routed" in stayed.unit("rifle").marks
    assert not stayed.choices("advance")


@pytest.mark.rule("white-october:8.2.6.C")
def test_who_cannot_go_anywhere_is_routed_where_it_stands() -> None:
    ring = {f"inf-{number}": at for number, at in enumerate((N, NE, SE, S, NW))}
    scene = beaten({"rifle": CENTRE, **ring})
    assert scene.place("rifle") == CENTRE
    assert "routed" in scene.unit("rifle").marks


@pytest.mark.rule("white-october:8.2.6.C")
def test_attackers_go_with_their_headquarters_and_guns() -> None:
    units = {"inf": SW, "guns": SW, "hqa": SW, "rifle": CENTRE}
    scene = fought(units, "inf", ("1+r", NOTHING), dice=LOSES).play("take-loss inf", f"retreat inf {here(3, 4)}")
    assert {scene.place(unit) for unit in ("inf", "guns", "hqa")} == {here(3, 4)}
    held = {**units, "inf1": SW}
    scene = fought(held, "inf", ("1+r", NOTHING), dice=LOSES).play("take-loss inf", f"retreat inf {here(3, 4)}")
    assert {scene.place(unit) for unit in ("guns", "hqa", "inf1")} == {SW}


@pytest.mark.rule("white-october:8.2.6.D")
def test_a_rout_is_two_hexes_and_takes_guns_and_headquarters_along() -> None:
    scene = beaten({"rifle": CENTRE, "redguns": CENTRE, "redhq": CENTRE}, "1+dr")
    assert "routed" in scene.unit("rifle").marks
    gone = scene.play(f"retreat rifle {NE}", f"retreat rifle {here(7, 3)}")
    assert {gone.place(unit) for unit in ("rifle", "redguns", "redhq")} == {here(7, 3)}
    assert "routed" in gone.unit("redhq").marks


@pytest.mark.rule("white-october:8.2.6.D")
def test_routed_units_neither_attack_nor_fire_and_defend_with_half() -> None:
    units = {"inf": marked(SW, "routed"), "guns": marked(SW, "routed"), "rifle": CENTRE, "inf-2": here(1, 1)}
    scene = combat(units)
    assert scene.refused(f"declare-attack {CENTRE}") == "8.2.6.D"
    assert scene.refused(f"bombard guns {CENTRE}") == "8.2.6.D"
    assert scene.ask("unit", "inf").factors.defence.value == 4
    assert scene.ask("unit", "inf").factors.morale.value == 3


@pytest.mark.rule("white-october:8.2.6.D")
def test_morale_in_rout_is_never_below_one() -> None:
    assert combat({"redweak": marked(CENTRE, "routed"), "inf": SW}).ask("unit", "redweak").factors.morale.value == 1


@pytest.mark.rule("white-october:8.2.6.D/a", "white-october:8.2.6.E", "white-october:3.2")
def test_the_routed_who_are_routed_again_surrender() -> None:
    scene = beaten({"rifle": marked(CENTRE, "routed"), "cadets2": CENTRE}, "1+dr")
    assert scene.place("rifle") == "red-eliminated"
    assert scene.state.values["white-prisoners"] == 2
    assert "routed" in scene.unit("cadets2").marks


@pytest.mark.rule("white-october:8.2.6.D")
def test_a_disorganised_unit_that_is_routed_is_only_routed() -> None:
    scene = beaten({"rifle": marked(CENTRE, "disorganised")}, "1+dr")
    assert {"routed", "disorganised"} & scene.unit("rifle").marks == {"routed"}


@pytest.mark.rule("white-october:8.2.6.D")
def test_a_routed_unit_that_retreats_stays_routed() -> None:
    scene = beaten({"rifle": marked(CENTRE, "routed")}).play(f"retreat rifle {NE}")
    assert "routed" in scene.unit("rifle").marks
    assert scene.place("rifle") == NE


@pytest.mark.rule("white-october:8.2.6.D/b", "white-october:3.2")
def test_a_rout_into_an_enemy_zone_costs_a_prisoner_and_over_a_river_a_point() -> None:
    hemmed = {f"inf-{number}": at for number, at in enumerate((here(7, 3), here(7, 5), here(5, 2), here(3, 3)))}
    scene = beaten({"rifle4": CENTRE, **hemmed, "inf-9": here(5, 6)}, "1+dr", "rifle4")
    forced = scene.play(f"retreat rifle4 {sorted(ways(scene, 'rifle4'))[0]}")
    assert forced.unit("rifle4").step == 2
    assert forced.state.values["white-prisoners"] == 1
    everywhere = [f"{CENTRE}/{way}" for way in ("N", "NE", "SE", "S", "NW")]
    wet = beaten({"rifle": CENTRE}, "1+dr", sides={"major-river": everywhere}, roads=[]).play(f"retreat rifle {NE}")
    assert wet.unit("rifle").step == 2
    assert wet.state.values["white-prisoners"] == 0


@pytest.mark.rule("white-october:8.2.6.D/c", "white-october:8.2.6.E")
def test_a_rout_that_is_impossible_is_a_surrender() -> None:
    ring = {f"inf-{number}": at for number, at in enumerate((N, NE, SE, S, NW))}
    scene = beaten({"rifle": CENTRE, **ring}, "1+dr")
    assert scene.place("rifle") == "red-eliminated"
    assert scene.state.values["white-prisoners"] == 2


@pytest.mark.rule("white-october:8.2.6.E/a")
def test_guns_surrender_with_all_their_company() -> None:
    scene = beaten({"rifle": marked(CENTRE, "routed"), "redguns": marked(CENTRE, "routed")}, "1+dr")
    assert scene.place("redguns") == "red-eliminated"
    assert scene.state.values["white-prisoners"] == 3


@pytest.mark.rule("white-october:8.2.6.D")
def test_in_its_movement_a_routed_unit_runs_for_all_its_points_and_two_more() -> None:
    scene = moving({"rifle": marked(here(3, 4), "routed"), "rifle-2": here(11, 1)}, side="red")
    steps = 0
    while scene.state.frames[-1].kind == "retreat":
        scene = scene.play(scene.choices("retreat")[0])
        steps += 1
    assert steps == 7
    assert scene.game.board.distance(scene.game.board.at(here(3, 4)), scene.unit("rifle").at) == 7


@pytest.mark.rule("white-october:8.2.6.D/d")
def test_it_may_stop_in_petrograd() -> None:
    scene = moving(
        {"rifle": marked(here(2, 4), "routed"), "rifle-2": here(11, 1)},
        side="red",
        city="o/o",
        ways_in=[(here(3, 4), "P0101")],
    )
    city = scene.play(f"retreat rifle {here(3, 4)}", "retreat rifle P0101")
    assert city.choices("retreat")
    assert city.allows("done")
    assert city.play("done").place("rifle") == "P0101"


@pytest.mark.rule("white-october:8.2.6.D/d")
def test_who_is_routed_in_petrograd_leaves_it_by_the_north_and_stays_there() -> None:
    north, south = here(3, 2), here(3, 6)
    scene = moving(
        {"rifle": marked("P0101", "routed"), "inf": here(1, 8), "rifle-2": here(11, 1)},
        side="red",
        city="o",
        ways_in=[(north, "P0101"), (south, "P0101")],
        regions={"north-of-petrograd": [north]},
    )
    assert scene.choices("retreat") == (f"retreat rifle {north}",)
    gone = scene.play(f"retreat rifle {north}")
    while gone.choices("retreat"):
        gone = gone.play(gone.choices("retreat")[0])
    assert "fled-city" in gone.unit("rifle").marks
    assert gone.game.board.at(gone.place("rifle")) not in gone.game.materials.ground.districts


@pytest.mark.rule("white-october:8.2.6.D", "white-october:10.1")
def test_outside_enemy_zones_the_routed_rally_unless_they_are_demoralised() -> None:
    far, near = here(11, 7), here(6, 2)
    units = {
        "rifle": marked(far, "routed", "fled-city"),
        "rifle-2": marked(here(9, 1), "routed", "fled-city", "demoralised"),
        "rifle-3": marked(near, "routed", "fled-city"),
        "inf": here(5, 2),
    }
    scene = moving(units, side="red").play("done")
    assert "routed" not in scene.unit("rifle").marks
    assert "routed" in scene.unit("rifle-2").marks
    assert "routed" in scene.unit("rifle-3").marks


@pytest.mark.rule("white-october:8.2.6.B")
def test_the_disorganised_are_in_order_again_after_their_own_movement_even_in_a_zone() -> None:
    scene = moving({"inf": marked(SW, "disorganised"), "rifle": CENTRE}).play("done")
    assert scene.unit("inf").marks == frozenset()


@pytest.mark.rule("white-october:7.9", "white-october:7.9/a")
def test_a_retreat_may_lead_off_the_map() -> None:
    board = "..../..../...."
    corner = here(1, 1, board)
    units = {"inf": corner, "rifle": here(2, 1, board), "rifle-2": here(1, 2, board)}
    scene = fought(
        units,
        "rifle",
        ("a", "1+r"),
        target=corner,
        board=board,
        side="red",
        narva=corner,
        sources=[here(4, 1, board)],
        roads=[],
    ).play("take-loss inf")
    assert scene.place("inf") == "white-outside"
    assert scene.unit("inf").values["entry"] == corner
    demoralised = {**units, "inf": marked(corner, "demoralised")}
    lost = fought(
        demoralised,
        "rifle",
        ("a", "1+r"),
        target=corner,
        board=board,
        side="red",
        narva=corner,
        sources=[here(4, 1, board)],
        roads=[],
    ).play("take-loss inf")
    assert lost.place("inf") == "white-eliminated"


@pytest.mark.rule("white-october:13")
def test_a_fort_ignores_retreats_and_takes_a_rout_as_surrender() -> None:
    stands = fought({"inf": SW, "fort": CENTRE}, "inf", ("a", "1+r")).play("take-loss fort")
    assert stands.place("fort") == CENTRE
    shaken = fought({"inf": SW, "fort": CENTRE}, "inf", ("a", "d"))
    assert shaken.unit("fort").marks == {"disorganised"}
    gone = fought({"inf": SW, "fort": CENTRE}, "inf", ("a", "1+dr")).play("take-loss fort")
    assert gone.place("fort") == "red-eliminated"
    beside = beaten({"rifle": CENTRE, "fort": CENTRE}, "1+dr").play(f"retreat rifle {NE}")
    assert beside.place("fort") == CENTRE
    assert beside.unit("fort").marks == frozenset()


@pytest.mark.rule("white-october:7.9", "white-october:8.2.6.B")
def test_who_leaves_the_map_is_no_less_restricted_or_disorganised_for_it() -> None:
    board = "..../..../...."
    corner = here(1, 1, board)
    units = {"rifle": marked(corner, "restricted"), "inf": here(2, 1, board), "inf-2": here(1, 2, board)}
    scene = fought(
        units,
        "inf",
        ("a", "1+d+r"),
        target=corner,
        board=board,
        narva=here(4, 1, board),
        sources=[corner],
        roads=[],
        turn=2,
    ).play("take-loss rifle")
    assert scene.place("rifle") == "red-outside"
    assert scene.unit("rifle").marks == {"restricted", "disorganised"}


@pytest.mark.rule("white-october:8.2.6.D")
def test_a_march_of_a_unit_that_has_to_run_first_is_refused_for_its_rout() -> None:
    """The flight is asked before the marches; the march is still refused by what keeps the unit from it."""
    scene = moving({"inf": marked(here(5, 4), "routed"), "inf-2": here(2, 2), "rifle": here(12, 8)})
    assert scene.choices("retreat")
    assert scene.refused(f"step-to inf {here(4, 4)}") == "8.2.6.D"
    assert scene.refused("pick-unit inf") == "8.2.6.D"


@pytest.mark.rule("white-october:11.2.2", "white-october:8.2.6.C")
def test_a_barricade_is_lost_to_whites_who_fall_back_into_its_district_as_well() -> None:
    units = {"rifle": "P0201", "inf": "P0101", "rifle-9": here(12, 8)}
    scene = fought(
        units,
        "rifle",
        ("a1", "1+r"),
        target="P0101",
        side="red",
        city="oo/oo",
        ways_in=[(here(3, 4), "P0201")],
        markers={"P0102": {"barricade": 1}},
    ).play("take-loss inf")
    assert "retreat inf P0102" in scene.choices("retreat")
    gone = scene.play("retreat inf P0102")
    assert gone.state.marker(gone.game.board.at("P0102"), "barricade") == 0


@pytest.mark.rule("white-october:7.9", "white-october:7.9/b", "white-october:14.1")
def test_a_car_leaves_the_map_with_its_infantry_and_comes_back_with_it() -> None:
    board = "..../..../...."
    corner = here(1, 1, board)
    units = {"inf": corner, "car": corner, "rifle": here(2, 1, board), "rifle-2": here(1, 2, board)}
    more: dict[str, Any] = {"narva": corner, "sources": [here(4, 1, board)], "roads": []}
    scene = fought(units, "rifle", ("-", "1+r"), target=corner, board=board, side="red", **more).play("take-loss inf")
    assert (scene.place("inf"), scene.place("car")) == ("white-outside", "white-outside")
    outside = {"at": "white-outside", "values": {"due": 1, "entry": corner}}
    back = moving({"inf": outside, "car": outside, "rifle": here(4, 3, board)}, board)
    assert back.refused(f"arrive car {corner}") == "7.2"
    came = back.play(f"arrive inf {corner}")
    assert came.refused("done") == "7.9"
    assert came.play(f"arrive car {corner}").allows("done")


@pytest.mark.rule("white-october:8.2.6.C/c")
def test_over_a_major_river_by_a_road_nobody_is_disorganised() -> None:
    banks = [f"{CENTRE}/{way}" for way in ("N", "NE", "SE", "S", "NW")]
    scene = beaten({"rifle": CENTRE}, sides={"major-river": banks}, roads=[[CENTRE, NE]])
    assert ways(scene) == {NE}
    assert "disorganised" not in scene.play(f"retreat rifle {NE}").unit("rifle").marks


@pytest.mark.rule("white-october:8.2.6.D/b", "white-october:3.2")
def test_a_rout_over_a_river_into_an_enemy_zone_is_paid_for_twice() -> None:
    """One point is a prisoner, the other is lost in the river."""
    banks = [f"{CENTRE}/{way}" for way in ("N", "NE", "SE", "S", "NW")]
    hemmed = {f"inf-{number}": at for number, at in enumerate((here(7, 3), here(7, 5), here(5, 2), here(3, 3)))}
    units = {"rifle4": CENTRE, **hemmed, "inf-9": here(5, 6)}
    scene = beaten(units, "1+dr", "rifle4", sides={"major-river": banks}, roads=[])
    forced = scene.play(f"retreat rifle4 {sorted(ways(scene, 'rifle4'))[0]}")
    assert forced.unit("rifle4").step == 3
    assert forced.state.values["white-prisoners"] == 1


@pytest.mark.rule("white-october:8.2.6.D")
def test_a_train_in_flight_keeps_to_its_rails_and_goes_as_far_as_it_likes() -> None:
    units = {"redtrain": marked(here(3, 4), "routed"), "rifle": here(11, 1), "inf": here(1, 8)}
    scene = moving(units, side="red", rails=[LINE])
    for column in range(4, 13):
        assert scene.choices("retreat") == (f"retreat redtrain {here(column, 4)}",)
        scene = scene.play(f"retreat redtrain {here(column, 4)}")
        assert column == 12 or scene.allows("done")
    assert scene.place("redtrain") == here(12, 4)


def crowd(*places: str) -> dict[str, str]:
    """Five points of infantry in each of some places."""
    return {f"{name}-{number}": at for number, at in enumerate(places) for name in ("rifle4", "rifle1")}


@pytest.mark.rule("white-october:8.2.6.C/d", "white-october:8.2.6.D", "white-october:7.2")
def test_a_flight_does_not_end_among_too_many() -> None:
    """The last hex of it is one with room, or one more where there is none."""
    edge = [here(12, row) for row in range(1, 9)]
    units = {"rifle": marked(here(5, 4), "routed"), "inf": here(1, 8), **crowd(*edge)}
    ran = moving(units, side="red")
    for _ in range(6):
        ran = ran.play(ran.choices("retreat")[0])
    assert ran.game.board.label(ran.unit("rifle").at) in {here(11, row) for row in range(1, 9)}
    assert ways(ran).isdisjoint(edge)
    assert ran.refused(f"retreat rifle {ran.game.board.label(next_east(ran))}") == "8.2.6.C"
    alley = "--------/......../--------"
    row = [here(column, 2, alley) for column in range(1, 9)]
    wedged = {"rifle1": marked(row[0], "routed"), **crowd(row[5], row[6])}
    beyond = moving({**wedged, "rifle-9": row[7]}, alley, "red", charts={"parameters": {"rout_points": 0}})
    while beyond.state.frames[-1].kind == "retreat":
        beyond = beyond.play(beyond.choices("retreat")[0])
    assert beyond.place("rifle1") == row[7]


def next_east(scene: Scene) -> Any:
    """A full hex of the last column beside a unit in flight."""
    board = scene.game.board
    return next(to for to, _ in board.links[scene.unit("rifle").at] if board.label(to).endswith("/L"))


@pytest.mark.rule("white-october:8.2.6.D/d", "white-october:12")
def test_a_flight_does_not_stop_in_a_full_district() -> None:
    units = {"rifle": marked(here(2, 4), "routed"), "rifle4": "P0101", "rifle-2": here(11, 1)}
    scene = moving(units, side="red", city="o/o", ways_in=[(here(3, 4), "P0101")])
    full = scene.play(f"retreat rifle {here(3, 4)}", "retreat rifle P0101")
    assert not full.allows("done")
    assert full.play("retreat rifle P0102").allows("done")
