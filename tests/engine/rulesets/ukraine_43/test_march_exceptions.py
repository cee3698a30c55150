"""The exceptions of chapters 4 and 7, each in a scene of its own."""

from __future__ import annotations

import pytest

from engine.core.ids import Side
from engine.rulesets.ukraine_43.bonds import bonds
from tests.engine.rulesets.ukraine_43.scenes import (
    DIRECTIONS,
    GAME,
    NE,
    NW,
    SE,
    SW,
    N,
    S,
    attacked,
    beside,
    exploiting,
    fighting,
    front,
    moving,
    step_cost,
)
from tests.helpers.positions import Scene, costs, marked, position

A = "0505"
NORTH = beside(A, N)
RIVER = {"major-river": [f"{A}/N"]}
LINE = [["0105", "0205", "0305", "0405", "0505", "0605"]]


def bonded(units: dict[str, object], board: str = "", **more: object) -> tuple[set[str], set[frozenset[str]]]:
    """The hexes and the sides that the bonds of the Axis close."""
    scene = front(units, board, **more) if board else front(units, **more)
    found, label = bonds(scene.game, scene.state, Side("axis")), scene.game.board.label
    return {label(at) for at in found.hexes}, {frozenset(map(label, side)) for side in found.sides}


def fenced(unit: str, mode: str = "movement") -> Scene:
    """A unit in A, with the side to its south-east bonded by two divisions and the hex behind it open."""
    return front({unit: A, "inf": beside(A, NE), "inf-2": beside(A, S)}, phase=mode, side="soviet")


def barred(mode: str = "movement", **tank: object) -> Scene:
    """A tank corps in A, with the hex to its north bonded by two divisions and the others open."""
    units = {"inf": beside(NORTH, NW), "inf-2": beside(NORTH, SE), "tank": {"at": A, **tank}}
    return front(units, phase=mode, side="soviet")


# 4.1 to 4.6


@pytest.mark.rule("ukraine-43:4.1/a")
def test_a_hex_of_the_enemy_is_closed_and_one_with_a_leader_alone_is_not() -> None:
    scene = moving({"tank": A, "guns": NORTH, "manstein": beside(A, S)})
    assert scene.refused(f"step-to tank {NORTH}") == "4.1"
    assert scene.allows(f"step-to tank {beside(A, S)}")


@pytest.mark.rule("ukraine-43:4.1/b")
def test_a_march_does_not_enter_a_bonded_hex_or_cross_a_bonded_side() -> None:
    assert barred().refused(f"step-to tank {NORTH}") == "7.2"
    assert fenced("tank").refused(f"step-to tank {beside(A, SE)}") == "7.2"


@pytest.mark.rule("ukraine-43:4.2/a")
def test_rain_takes_the_half_point_from_secondary_roads_alone() -> None:
    rain = {"values": {"weather": "rain"}}
    assert step_cost(moving({"tank": A}, secondary=[[A, NORTH]]), "tank", NORTH) == 0.5
    assert step_cost(moving({"tank": A}, secondary=[[A, NORTH]], **rain), "tank", NORTH) == 1
    assert step_cost(moving({"tank": A}, roads=[[A, NORTH]], **rain), "tank", NORTH) == 0.5


@pytest.mark.rule("ukraine-43:4.3/a")
def test_at_izium_the_river_runs_along_some_sides_and_through_none() -> None:
    scene = position(game=GAME, scenario="kharkov-1943", phase="movement", side="soviet")
    ground = scene.game.materials.ground
    izium = scene.game.board.at("4718")
    sides = [edge in ground.minors for _, edge in scene.game.board.links[izium]]
    assert len(sides) == 6
    assert any(sides)
    assert not all(sides)


@pytest.mark.rule("ukraine-43:4.4/a")
def test_a_floating_bridge_carries_soviet_units_alone() -> None:
    pontoon = {"sides": RIVER, "side_markers": {f"{A}/N": {"pontoon": 1}}}
    assert step_cost(moving({"tank": A}, **pontoon), "tank", NORTH) == 3
    assert moving({"pz": A}, side="axis", **pontoon).refused(f"step-to pz {NORTH}") == "4.4"
    begun = {"sides": RIVER, "side_markers": {f"{A}/N": {"bridge-begun": 1}}}
    assert moving({"tank": A}, **begun).refused(f"step-to tank {NORTH}") == "4.4"


@pytest.mark.rule("ukraine-43:4.4/b")
def test_soviet_foot_under_a_marker_crosses_a_major_river_in_combat() -> None:
    ready = marked(A, "assault", values={"aims-at": NORTH})
    won = attacked(fighting({"rifle": ready, "hun": {"at": NORTH, "type": "eastern-regiment"}},
                            sides=RIVER, results=["EX"], dice=[5]), NORTH, "rifle")  # fmt: skip
    won = won.play("take-loss rifle", "take-loss hun")
    assert won.play(f"advance rifle {NORTH}").place("rifle") == NORTH
    unready = fighting({"rifle": A, "rifle-2": ready, "hun": {"at": NORTH, "type": "eastern-regiment"}}, sides=RIVER)
    assert unready.play(f"declare-attack {NORTH}").refused("add-attacker rifle") == "18.1.B"
    german = front({"inf": ready, "brig": NORTH}, phase="combat", side="axis", sides=RIVER, results=["EX"], dice=[5])
    lost = attacked(german, NORTH, "inf").play("take-loss inf", "take-loss brig")
    assert not lost.allows(f"advance inf {NORTH}")


@pytest.mark.rule("ukraine-43:4.5/a")
@pytest.mark.parametrize("board", [".m.", ".w."])
def test_guns_enter_and_leave_marsh_by_road_alone(board: str) -> None:
    assert moving({"art": "0101"}, board).refused("step-to art 0201") == "4.5"
    assert moving({"art": "0201"}, board).refused("step-to art 0301") == "4.5"
    road = [["0101", "0201", "0301"]]
    assert moving({"art": "0101"}, board, roads=road).allows("step-to art 0201")
    assert moving({"art": "0201"}, board, secondary=road).allows("step-to art 0301")


@pytest.mark.rule("ukraine-43:4.5/b")
def test_an_extended_move_goes_through_two_marshes() -> None:
    scene = moving({"rifle": "0101"}, ".mm.")
    assert "0301" not in costs(scene, "rifle")
    assert costs(scene.play("extend-move rifle"), "rifle")["0301"] == 6


@pytest.mark.rule("ukraine-43:4.6/a")
def test_trains_pass_neither_a_zone_nor_a_hex_that_the_enemy_holds() -> None:
    assert moving({"rifle": "0105"}, rails=LINE).allows("move-by-rail rifle 0605")
    held = moving({"rifle": "0105", "inf": "0406", "rifle-2": "0405"}, rails=LINE)
    assert held.refused("move-by-rail rifle 0605") == "4.6"
    beside_it = moving({"rifle": "0105", "guns": "0406"}, rails=LINE)
    assert beside_it.allows("move-by-rail rifle 0605")
    on_it = moving({"rifle": "0105", "guns": "0405"}, rails=LINE)
    assert on_it.refused("move-by-rail rifle 0605") == "4.6"
    theirs = moving({"rifle": "0105"}, rails=LINE, control={"axis": ["0305"]})
    assert theirs.refused("move-by-rail rifle 0605") == "4.6"


@pytest.mark.rule("ukraine-43:4.6/b")
def test_soviet_trains_alone_go_round_by_the_east() -> None:
    board = "/".join(["." * 60] * 31)
    lines = [["5921", "6021"], ["5926", "6026"]]
    for start, end in (("5926", "5921"), ("5921", "5926")):
        assert moving({"rifle": start}, board, rails=lines).play(f"move-by-rail rifle {end}").place("rifle") == end
    assert moving({"inf": "5926"}, board, side="axis", rails=lines).refused("move-by-rail inf 5921") == "4.6"


@pytest.mark.rule("ukraine-43:4.6/c")
def test_one_unit_takes_the_train_and_reinforcements_besides() -> None:
    units = {"rifle": "0205", "rifle-2": "0305", "tank": {"at": "soviet-reinforcements", "values": {"due": 1}}}
    scene = moving(units, rails=LINE, soviet=["0105"], schedule=[{"turn": 1, "unit": "tank", "at": "0105"}])
    gone = scene.play("move-by-rail rifle 0605")
    assert gone.refused("move-by-rail rifle-2 0505") == "4.6"
    assert gone.refused("move-by-rail rifle 0505") == "4.6"
    assert gone.allows("arrive-by-rail tank 0505")
    assert scene.play("arrive-by-rail tank 0505").allows("move-by-rail rifle 0605")


# 4.7


@pytest.mark.rule("ukraine-43:4.7/a")
def test_a_river_assault_takes_the_last_of_the_ten_markers() -> None:
    scene = moving({"tank": "0202", "rifle": A}, sides=RIVER, values={"soviet-markers": 9})
    assert scene.allows("extend-move tank")
    used = scene.play(f"prepare-crossing rifle {NORTH}")
    assert used.refused("extend-move tank") == "4.7"
    assert scene.play("extend-move tank").refused(f"prepare-crossing rifle {NORTH}") == "4.7"


@pytest.mark.rule("ukraine-43:4.7/b")
def test_a_disrupted_unit_makes_no_extended_move() -> None:
    assert moving({"tank": marked(A, "disrupted")}).refused("extend-move tank") == "4.7"


@pytest.mark.rule("ukraine-43:4.7/c")
def test_a_stack_of_three_takes_one_marker() -> None:
    units = {"tank": A, "mech": A, "brig": A}
    hand = moving(units, values={"soviet-markers": 9}).play("pick-unit tank", "pick-unit mech", "pick-unit brig")
    gone = hand.play("extend-move tank")
    assert gone.state.values["soviet-markers"] == 10
    assert all("extended" in gone.unit(unit).marks for unit in units)


@pytest.mark.rule("ukraine-43:4.7/d")
def test_an_extended_move_leads_through_an_enemy_zone_but_does_not_end_there() -> None:
    enemy = beside(A, N, NW)
    scene = moving({"tank": A, "inf": enemy}).play("extend-move tank")
    in_zone, beyond = beside(A, N), beside(A, N, N)
    assert in_zone not in costs(scene, "tank")
    assert costs(scene, "tank")[beside(in_zone, NE)] == 2
    assert scene.allows(f"step-to tank {in_zone}")
    assert scene.play(f"step-to tank {in_zone}").refused("done") == "6.5"
    assert beyond != enemy


@pytest.mark.rule("ukraine-43:4.7/e")
def test_an_extended_move_does_not_enter_a_bonded_hex() -> None:
    assert barred(marks=["extended"]).refused(f"step-to tank {NORTH}") == "7.2"


# 4.8 to 4.10


@pytest.mark.rule("ukraine-43:4.8/a")
def test_manstein_extends_and_reacts_but_does_not_exploit() -> None:
    assert moving({"manstein": A}, side="axis").allows("extend-move manstein")
    assert front({"manstein": A}, phase="reaction", side="axis").allows(f"step-to manstein {NORTH}")
    assert exploiting({"manstein": A, "inf": "0101"}, side="axis").refused(f"step-to manstein {NORTH}") == "4.8"
    assert moving({"zhukov": A}).refused("extend-move zhukov") == "4.8"
    staff = front({"army": A, "manstein": A}, phase="reaction", side="axis")
    assert staff.refused(f"step-to army {NORTH}") == "4.8"


@pytest.mark.rule("ukraine-43:4.8/b")
def test_guns_are_in_order_after_a_hex_and_disrupted_after_two() -> None:
    one = moving({"gart": A}).play(f"step-to gart {NORTH}")
    assert "disrupted" not in one.unit("gart").marks
    two = one.play(f"step-to gart {beside(A, N, N)}")
    assert "disrupted" in two.unit("gart").marks
    assert two.allows(f"step-to gart {beside(A, N, N, N)}")
    assert not moving({"tank": A}).play(f"step-to tank {NORTH}", f"step-to tank {beside(A, N, N)}").unit("tank").marks


@pytest.mark.rule("ukraine-43:4.9/a")
def test_the_disrupted_and_the_restricted_do_not_exploit() -> None:
    scene = exploiting({"tank": marked(A, "disrupted"), "fronthq": "0202", "art": "0303", "ta": "0404"})
    assert scene.refused(f"step-to tank {NORTH}") == "11.3"
    assert scene.refused("step-to fronthq 0203") == "4.8"
    assert scene.refused("step-to art 0304") == "4.8"
    assert scene.allows("step-to ta 0405")
    assert scene.refused("place-assault tank") == "11.3"
    assert scene.refused("place-assault fronthq") == "4.8"


@pytest.mark.rule("ukraine-43:4.9/b")
def test_a_tank_corps_with_two_points_left_gets_no_assault_marker() -> None:
    assert exploiting({"tank": marked(A, values={"spent": 4})}).allows("place-assault tank")
    assert exploiting({"tank": marked(A, values={"spent": 5})}).refused("place-assault tank") == "4.9"


@pytest.mark.rule("ukraine-43:4.9/c")
def test_a_rifle_corps_that_has_moved_gets_no_assault_marker() -> None:
    scene = exploiting({"rifle": A})
    assert scene.allows("place-assault rifle")
    assert scene.play(f"step-to rifle {NORTH}").refused("place-assault rifle") == "4.9"


@pytest.mark.rule("ukraine-43:4.9/d")
def test_the_one_hex_on_foot_costs_nothing_but_heeds_every_prohibition() -> None:
    board = "...../.wm../....."
    assert exploiting({"rifle": marked("0202", "unsupplied")}, board).allows("step-to rifle 0302")
    assert exploiting({"rifle": A}, sides=RIVER).refused(f"step-to rifle {NORTH}") == "4.4"
    bonds_it = {"inf": beside(NORTH, NW), "inf-2": beside(NORTH, SE), "rifle": A}
    assert exploiting(bonds_it).refused(f"step-to rifle {NORTH}") == "7.2"
    assert fenced("rifle", "exploitation").refused(f"step-to rifle {beside(A, SE)}") == "7.2"
    crowd = {"rifle-2": NORTH, "rifle-3": NORTH, "brig": NORTH}
    assert exploiting({"rifle": A, **crowd}).refused(f"step-to rifle {NORTH}") == "5.4"
    assert exploiting({"rifle": A}).play(f"step-to rifle {NORTH}").refused(f"step-to rifle {beside(NORTH, N)}") == "4.9"


@pytest.mark.rule("ukraine-43:4.9/e")
def test_assault_markers_come_from_the_ten_and_serve_a_stack() -> None:
    scene = exploiting({"rifle": A, "rifle-2": A, "tank": "0202"}, values={"soviet-markers": 9})
    one = scene.play("place-assault rifle")
    assert one.refused("place-assault tank") == "4.9"
    assert one.play("place-assault rifle-2").state.values["soviet-markers"] == 10


@pytest.mark.rule("ukraine-43:4.9/g")
def test_who_has_taken_the_marker_neither_moves_nor_overruns_any_more() -> None:
    ready = exploiting({"tank": A, "guns": beside(A, S)}).play("place-assault tank")
    assert ready.refused(f"step-to tank {NORTH}") == "4.9"
    assert ready.refused(f"overrun tank {beside(A, S)}") == "4.9"


@pytest.mark.rule("ukraine-43:4.9/f")
def test_nobody_makes_an_extended_move_in_exploitation() -> None:
    assert exploiting({"tank": A}).refused("extend-move tank") == "4.9"


@pytest.mark.rule("ukraine-43:4.10/a")
def test_in_reaction_one_hex_on_foot_or_out_of_a_zone_and_all_of_it_otherwise() -> None:
    ring = {beside("0804", way) for way in DIRECTIONS} | {"0804"}
    free = front({"pz": "0804"}, phase="reaction", side="axis")
    assert not set(costs(free, "pz")) <= ring
    caught = front({"pz": "0804", "rifle": "0805"}, phase="reaction", side="axis")
    assert set(costs(caught, "pz")) <= ring
    out = caught.play(f"step-to pz {beside('0804', N)}")
    assert out.refused(f"step-to pz {beside('0804', N, N)}") == "4.10"
    assert set(costs(front({"inf": "0804"}, phase="reaction", side="axis"), "inf")) == ring


@pytest.mark.rule("ukraine-43:4.10/b")
def test_a_disrupted_unit_does_not_react() -> None:
    scene = front({"pz": marked(A, "disrupted"), "inf": "0202"}, phase="reaction", side="axis")
    assert scene.refused(f"step-to pz {NORTH}") == "11.3"
    assert scene.allows("step-to inf 0203")


@pytest.mark.rule("ukraine-43:4.10/c")
def test_nobody_overruns_or_extends_in_reaction() -> None:
    scene = front({"pz": A, "brig": NORTH}, phase="reaction", side="axis")
    assert scene.refused(f"overrun pz {NORTH}") == "13.1.A"
    assert scene.refused("extend-move pz") == "4.10"


@pytest.mark.rule("ukraine-43:4.10/d")
def test_a_reaction_does_not_enter_a_bonded_hex_or_cross_a_bonded_side() -> None:
    assert barred("reaction").refused(f"step-to tank {NORTH}") == "7.2"
    assert fenced("tank", "reaction").refused(f"step-to tank {beside(A, SE)}") == "7.2"


# 7


@pytest.mark.rule("ukraine-43:7.1/a")
def test_an_extended_move_forms_no_bond() -> None:
    other = beside(A, S, S)
    assert bonded({"inf": A, "inf-2": other})[0] == {beside(A, S)}
    assert not bonded({"inf": A, "inf-2": marked(other, "extended")})[0]


@pytest.mark.rule("ukraine-43:7.2/a")
def test_the_first_hex_of_an_advance_crosses_a_bonded_side() -> None:
    target = beside(A, SE)
    flanks = {"inf-2": beside(A, NE), "inf-3": beside(A, S)}
    assert moving({"mech": A, **flanks}).refused(f"step-to mech {target}") == "7.2"
    units = {"mech": A, "hun": {"at": target, "type": "eastern-regiment"}, **flanks}
    won = attacked(fighting(units, results=["EX"], dice=[5]), target, "mech").play("take-loss mech", "take-loss hun")
    assert won.allows(f"advance mech {target}")


@pytest.mark.rule("ukraine-43:7.3/a")
@pytest.mark.parametrize(("place", "holds"), [("village", True), ("town", False), ("city", False)])
def test_a_hex_bond_lies_over_a_village_but_over_no_town(place: str, holds: bool) -> None:
    middle = beside(A, S)
    found = bonded({"inf": A, "inf-2": beside(A, S, S)}, places={middle: place})[0]
    assert found == ({middle} if holds else set())
    bent = {"inf": A, "inf-2": beside(A, N, NE)}
    assert bonded(bent, places={NORTH: place})[1] == {frozenset({NORTH, beside(A, NE)})}


@pytest.mark.rule("ukraine-43:7.3/b")
def test_no_bond_lies_over_the_sea() -> None:
    units = {"inf": A, "inf-2": beside(A, S, S)}
    assert not bonded(units, sides={"sea-side": [f"{A}/S"]})[0]
    bent = {"inf": A, "inf-2": beside(A, N, NE)}
    assert bonded(bent)[1]
    assert not bonded(bent, sides={"sea-side": [f"{A}/NE"]})[1]
    assert not bonded(bent, sides={"sea-side": [f"{NORTH}/SE"]})[1]


@pytest.mark.rule("ukraine-43:7.3/c")
def test_no_bond_lies_between_two_minor_rivers() -> None:
    middle = beside(A, S)
    units = {"inf": A, "inf-2": beside(A, S, S)}
    assert bonded(units, sides={"river": [f"{middle}/S"]})[0]
    assert not bonded(units, sides={"river": [f"{A}/S", f"{middle}/S"]})[0]
    bent = {"inf": A, "inf-2": beside(A, N, NE)}
    four = [f"{A}/N", f"{A}/NE", f"{NORTH}/NE", f"{beside(A, NE)}/N"]
    assert bonded(bent, sides={"river": four[:3]})[1]
    assert not bonded(bent, sides={"river": four})[1]


@pytest.mark.rule("ukraine-43:7.3/d")
def test_no_bond_lies_over_a_major_river_by_a_bridge_neither() -> None:
    units = {"inf": A, "inf-2": beside(A, S, S)}
    assert not bonded(units, sides={"major-river": [f"{A}/S"], "bridge": [f"{A}/S"]})[0]
    bent = {"inf": A, "inf-2": beside(A, N, NE)}
    assert not bonded(bent, sides={"major-river": [f"{NORTH}/SE"]})[1]


@pytest.mark.rule("ukraine-43:7.4/a")
def test_a_leader_or_an_air_unit_in_the_hex_cancels_no_bond() -> None:
    units = {"inf": A, "inf-2": beside(A, S, S)}
    assert bonded({**units, "zhukov": beside(A, S)})[0]
    assert bonded({**units, "airarmy": marked(beside(A, S), "das")})[0]
    assert not bonded({**units, "art": beside(A, S)})[0]


@pytest.mark.rule("ukraine-43:7.4/b")
def test_an_enemy_on_one_flank_cancels_no_bonded_side() -> None:
    bent = {"inf": A, "inf-2": beside(A, N, NE), "brig": NORTH}
    assert bonded(bent)[1] == {frozenset({NORTH, beside(A, NE)})}
    assert not bonded({**bent, "brig-2": beside(A, NE)})[1]


@pytest.mark.rule("ukraine-43:7.6/a")
def test_the_coast_makes_no_hex_bond() -> None:
    board = "............/............/....s......./............/............/............"
    in_line = {"inf": beside("0503", S, S)}
    assert bonded(in_line, board) == (set(), set())
    beside_it = {"inf": beside("0503", SW, S)}
    assert len(bonded(beside_it, board)[1]) == 1


@pytest.mark.rule("ukraine-43:7.7/a")
def test_bonded_sides_that_meet_at_a_corner_both_stand() -> None:
    axis = {"inf": A, "inf-2": beside(A, N, NE)}
    soviet = {"rifle": beside(A, NE), "rifle-2": beside(A, NW)}
    assert bonded({**axis, **soviet})[1] == {frozenset({NORTH, beside(A, NE)})}
    assert moving({**axis, **soviet}, side="axis").refused(f"step-to inf {NORTH}") == "7.2"
