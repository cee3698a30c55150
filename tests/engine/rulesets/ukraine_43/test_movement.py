"""Chapter 4: what steps cost, and who moves when and how far."""

from __future__ import annotations

import pytest

from tests.engine.rulesets.ukraine_43.scenes import NE, NW, SE, SW, N, S, beside, exploiting, front, moving, step_cost
from tests.helpers.positions import costs, marked

A = "0505"
NORTH = beside(A, N)


@pytest.mark.rule("ukraine-43:4.1")
def test_a_stack_goes_as_far_as_its_slowest_unit_and_nobody_where_the_enemy_is() -> None:
    scene = moving({"tank": A, "rifle": A, "inf": beside(A, S)})
    assert scene.refused(f"step-to tank {beside(A, S)}") == "4.1"
    assert scene.refused("step-to inf 0101") == "4.1"
    assert scene.play("pick-unit tank").refused("pick-unit tank") == "4.1"
    start = beside(A, S, S)
    slow = moving({"tank": start, "rifle": start}).play("pick-unit tank", "pick-unit rifle")
    for _ in range(4):
        slow = slow.play(f"step-to tank {beside(slow.place('tank'), N)}")
    assert slow.place("rifle") == beside(A, N, N)
    assert slow.refused(f"step-to tank {beside(A, N, N, N)}") == "4.1"
    alone = slow.play("drop-unit rifle")
    assert alone.allows(f"step-to tank {beside(A, N, N, N)}")


@pytest.mark.rule("ukraine-43:4.2")
def test_a_road_costs_mechanised_units_half_a_point_and_others_a_whole_one() -> None:
    board = "......../fff...../fff....."
    road = [["0102", "0202", "0302"]]
    scene = moving({"tank": "0102", "rifle": "0102"}, board, roads=road)
    assert costs(scene, "tank")["0302"] == 1
    assert step_cost(scene, "tank", "0202") == 0.5
    assert costs(scene, "rifle")["0302"] == 2
    rain = moving({"tank": "0102"}, board, secondary=road, values={"weather": "rain"})
    assert costs(rain, "tank")["0302"] == 2
    main = moving({"tank": "0102"}, board, roads=road, values={"weather": "rain"})
    assert costs(main, "tank")["0302"] == 1


@pytest.mark.rule("ukraine-43:4.2", "ukraine-43:15.6")
def test_enemy_aircraft_make_roads_and_bridges_dear_to_the_mechanised() -> None:
    road = [[A, NORTH, beside(A, N, N)]]
    luft = {"luft": marked(beside(A, N, N, N), "das")}
    scene = moving({"tank": A, **luft}, roads=road)
    assert step_cost(scene, "tank", NORTH) == 0.5
    assert step_cost(moving({"tank": NORTH, **luft}, roads=road), "tank", beside(A, N, N)) == 1
    assert step_cost(moving({"rifle": NORTH, **luft}, roads=road), "rifle", beside(A, N, N)) == 1
    river = {"major-river": [f"{A}/N"], "bridge": [f"{A}/N"]}
    assert step_cost(moving({"tank": A}, sides=river), "tank", NORTH) == 3
    covered = {"luft": marked(beside(A, N, N), "das")}
    assert step_cost(moving({"tank": A, **covered}, sides=river), "tank", NORTH) == 5
    assert moving({"rifle": A, **covered}, sides=river).refused(f"step-to rifle {NORTH}") == "4.1"
    minor = {"river": [f"{A}/N"]}
    assert step_cost(moving({"tank": A, **covered}, sides=minor), "tank", NORTH) == 2


@pytest.mark.rule("ukraine-43:4.3")
def test_a_river_counts_along_sides_alone() -> None:
    scene = moving({"rifle": A}, sides={"river": [f"{A}/N"]})
    assert step_cost(scene, "rifle", NORTH) == 2
    assert step_cost(scene, "rifle", beside(A, NE)) == 1


@pytest.mark.rule("ukraine-43:4.4")
def test_nobody_crosses_a_major_river_without_a_bridge_which_costs_two_more() -> None:
    river = {"major-river": [f"{A}/N", f"{A}/NE"], "bridge": [f"{A}/NE"]}
    scene = moving({"rifle": A, "inf": "0909"}, sides=river)
    assert scene.refused(f"step-to rifle {NORTH}") == "4.4"
    assert step_cost(scene, "rifle", beside(A, NE)) == 3
    by_road = moving({"tank": A}, sides={"major-river": [f"{A}/N"]}, roads=[[A, NORTH]])
    assert step_cost(by_road, "tank", NORTH) == 2.5
    pontoon = {"side_markers": {f"{A}/N": {"pontoon": 1}}}
    assert step_cost(moving({"rifle": A}, sides=river, **pontoon), "rifle", NORTH) == 3
    german = moving({"inf": A}, side="axis", sides=river, **pontoon)
    assert german.refused(f"step-to inf {NORTH}") == "4.4"


@pytest.mark.rule("ukraine-43:4.5")
@pytest.mark.parametrize("letter", ["m", "w"])
def test_marsh_costs_three_on_foot_and_four_mechanised_and_guns_need_a_road(letter: str) -> None:
    board = f".{letter}."
    assert costs(moving({"rifle": "0101"}, board), "rifle")["0201"] == 3
    assert costs(moving({"tank": "0101"}, board), "tank")["0201"] == 4
    guns = moving({"art": "0101"}, board)
    assert guns.refused("step-to art 0201") == "4.5"
    assert moving({"art": "0201"}, board).refused("step-to art 0301") == "4.5"
    assert moving({"art": "0101"}, board, roads=[["0101", "0201"]]).allows("step-to art 0201")


@pytest.mark.rule("ukraine-43:4.6", "ukraine-43:11.2.C")
def test_one_unit_goes_by_rail_past_no_enemy_zone_and_is_disrupted() -> None:
    line = [["0105", "0205", "0305", "0405", "0505", "0605"]]
    scene = moving({"rifle": "0105", "rifle-2": "0305"}, rails=line)
    gone = scene.play("move-by-rail rifle 0605")
    assert gone.place("rifle") == "0605"
    assert "disrupted" in gone.unit("rifle").marks
    assert gone.refused("move-by-rail rifle-2 0605") == "4.6"
    assert gone.refused("step-to rifle 0606") == "4.1"
    blocked = moving({"rifle": "0105", "inf": "0407"}, rails=line)
    assert blocked.allows("move-by-rail rifle 0205")
    near = moving({"rifle": "0105", "inf": "0406", "rifle-2": "0405"}, rails=line)
    assert near.refused("move-by-rail rifle 0605") == "4.6"
    held = moving({"rifle": "0105"}, rails=line, control={"axis": ["0405"]})
    assert held.refused("move-by-rail rifle 0605") == "4.6"
    assert moving({"rifle": marked("0105", "disrupted")}, rails=line).refused("move-by-rail rifle 0605") == "11.3"


@pytest.mark.rule("ukraine-43:4.6")
def test_soviet_trains_go_round_outside_the_eastern_edge() -> None:
    board = "/".join(["." * 60] * 31)
    lines = [["5921", "6021"], ["5924", "6024"], ["5931", "6031"]]
    units = {"rifle": "5921"}
    scene = moving(units, board, rails=lines)
    assert scene.play("move-by-rail rifle 5924").place("rifle") == "5924"
    german = moving({"inf": "5921"}, board, side="axis", rails=lines)
    assert german.refused("move-by-rail inf 5924") == "4.6"


@pytest.mark.rule("ukraine-43:4.7", "ukraine-43:6.5")
def test_an_extended_move_has_three_more_points_and_does_not_end_in_an_enemy_zone() -> None:
    enemy = "0502"
    scene = moving({"tank": beside(A, S), "inf": enemy})
    longer = scene.play("extend-move tank")
    assert longer.state.values["soviet-markers"] == 1
    assert longer.ask("unit", "tank").factors.movement.value == 8
    assert beside("0502", S) in costs(scene, "tank")
    assert beside("0502", S) not in costs(longer, "tank")
    assert enemy not in costs(longer, "tank")
    assert longer.refused("extend-move tank") == "4.7"
    near = longer.play(*(f"step-to tank 05{row:02}" for row in (5, 4)))
    last = near.play("step-to tank 0404", "step-to tank 0304", "step-to tank 0303", "step-to tank 0302")
    assert last.refused("step-to tank 0402") == "6.5"
    out = moving({"tank": A}, values={"soviet-markers": 10})
    assert out.refused("extend-move tank") == "4.7"
    assert moving({"tank": marked(A, "disrupted")}).refused("extend-move tank") == "4.7"


@pytest.mark.rule("ukraine-43:4.7")
def test_a_stack_needs_one_marker_and_does_not_attack_in_the_first_phase() -> None:
    scene = moving({"tank": A, "rifle": A, "inf": "0501"})
    pair = scene.play("pick-unit tank", "pick-unit rifle", "extend-move tank")
    assert pair.state.values["soviet-markers"] == 1
    assert "extended" in pair.unit("rifle").marks
    attack = front({"tank": marked(A, "extended"), "inf": NORTH}, phase="combat", side="soviet")
    assert attack.refused(f"declare-attack {NORTH}") == "4.7"
    shut_in = {f"inf-{n}": beside(A, way) for n, way in enumerate((N, NE, SE, S, SW, NW))}
    assert moving({"tank": A, **shut_in}).refused("extend-move tank") == "6.5"


@pytest.mark.rule("ukraine-43:6.5", "ukraine-43:4.7")
def test_a_stack_makes_no_extended_move_if_one_of_it_cannot_get_out_of_a_zone() -> None:
    marsh = "/".join(["mmmmmmmmmmmm"] * 9)
    hungry = moving({"tank": A, "rifle": marked(A, "unsupplied"), "inf": NORTH}, marsh)
    assert hungry.refused("extend-move rifle") == "6.5"
    assert hungry.allows("extend-move tank")
    assert hungry.play("pick-unit tank", "pick-unit rifle").refused("extend-move tank") == "6.5"
    fed = moving({"tank": A, "rifle": A, "inf": NORTH}, marsh)
    assert fed.play("pick-unit tank", "pick-unit rifle").allows("extend-move tank")


@pytest.mark.rule("ukraine-43:4.8")
def test_headquarters_leaders_and_guns_neither_extend_nor_exploit_but_manstein_extends_and_reacts() -> None:
    for unit in ("fronthq", "zhukov", "art"):
        assert moving({unit: A}).refused(f"extend-move {unit}") == "4.8"
        assert exploiting({unit: A, "rifle": "0101"}).refused(f"step-to {unit} {NORTH}") == "4.8"
    assert moving({"manstein": A}, side="axis").allows("extend-move manstein")
    assert exploiting({"manstein": A, "inf": "0101"}, side="axis").refused(f"step-to manstein {NORTH}") == "4.8"
    reacting = front({"manstein": A, "army": "0101"}, phase="reaction", side="axis")
    assert reacting.allows(f"step-to manstein {NORTH}")
    assert reacting.refused("step-to army 0102") == "4.8"


@pytest.mark.rule("ukraine-43:4.8", "ukraine-43:11.2.D")
def test_guns_that_enter_a_second_hex_are_disrupted() -> None:
    one = moving({"art": A}).play(f"step-to art {NORTH}")
    assert "disrupted" not in one.unit("art").marks
    two = one.play(f"step-to art {beside(A, N, N)}")
    assert "disrupted" in two.unit("art").marks
    assert two.allows(f"step-to art {beside(A, N, N, N)}")


@pytest.mark.rule("ukraine-43:4.9")
def test_in_exploitation_the_mechanised_move_in_full_and_the_others_one_hex() -> None:
    board = "........../....w...../.........."
    scene = exploiting({"tank": "0102", "cav": "0402"}, board)
    assert costs(scene, "tank")["0402"] == 3
    reached = costs(scene, "cav")
    assert "0502" in reached
    assert "0602" not in reached
    assert exploiting({"tank": marked(A, "disrupted"), "rifle": "0101"}).refused(f"step-to tank {NORTH}") == "11.3"


@pytest.mark.rule("ukraine-43:4.9")
def test_an_assault_marker_needs_three_points_in_hand_or_a_unit_on_foot_that_has_not_moved() -> None:
    scene = exploiting({"tank": A, "rifle": "0202", "rifle-2": "0202"})
    two = scene.play(f"step-to tank {NORTH}", f"step-to tank {beside(A, N, N)}")
    assert two.allows("place-assault tank")
    assert two.play(f"step-to tank {beside(A, N, N, N)}").refused("place-assault tank") == "4.9"
    done = two.play("place-assault tank")
    assert done.refused(f"step-to tank {beside(A, N, N, N)}") == "4.9"
    foot = scene.play("place-assault rifle", "place-assault rifle-2")
    assert foot.state.values["soviet-markers"] == 1
    moved = scene.play(f"step-to rifle {beside('0202', N)}")
    assert moved.refused("place-assault rifle") == "4.9"
    none = exploiting({"tank": A}, values={"soviet-markers": 10})
    assert none.refused("place-assault tank") == "4.9"
    hungry = exploiting({"tank": marked(A, "unsupplied")})
    assert hungry.refused("place-assault tank") == "4.9"


@pytest.mark.rule("ukraine-43:4.10")
def test_three_stacks_react_one_hex_on_foot_or_out_of_a_zone_else_in_full() -> None:
    units = {"pz": "0202", "pz-2": "0502", "inf": "0802", "inf-2": "1102", "rifle": "0503"}
    scene = front(units, phase="reaction", side="axis")
    assert "0205" in costs(scene, "pz")
    assert set(costs(scene, "pz-2")) == {"0502", *(beside("0502", d) for d in ("N", "NE", "SE", "SW", "NW"))}
    assert "0804" not in costs(scene, "inf")
    assert scene.refused("extend-move pz") == "4.10"
    three = scene.play("step-to pz 0203", "step-to pz-2 0501", "step-to inf 0803")
    assert three.refused("step-to pz-2 0401") == "4.1"
    assert three.refused("step-to inf-2 1103") == "4.10"


@pytest.mark.rule("ukraine-43:4.10", "ukraine-43:14.5", "ukraine-43:11.3")
def test_who_is_disrupted_or_out_of_supply_does_not_react() -> None:
    units = {"pz": marked("0202", "disrupted"), "inf": marked("0505", "unsupplied"), "inf-2": "0802"}
    scene = front(units, phase="reaction", side="axis")
    assert scene.refused("step-to pz 0203") == "11.3"
    assert scene.refused("step-to inf 0506") == "14.5"


@pytest.mark.rule("ukraine-43:11.3")
def test_a_disrupted_unit_moves_one_hex_whatever_it_costs_but_through_no_prohibition() -> None:
    board = "...../..w../....."
    scene = moving({"tank": marked("0202", "disrupted")}, board)
    assert set(costs(scene, "tank")) == {"0202", *(beside("0202", d) for d in ("N", "NE", "SE", "S", "SW", "NW"))}
    gone = scene.play("step-to tank 0302")
    assert gone.refused("step-to tank 0402") == "11.3"
    river = moving({"tank": marked(A, "disrupted")}, sides={"major-river": [f"{A}/N"]})
    assert river.refused(f"step-to tank {NORTH}") == "4.4"


@pytest.mark.rule("ukraine-43:14.5", "ukraine-43:25.2")
def test_without_supply_two_points_and_two_more_and_in_rain_three_and_three() -> None:
    hungry = moving({"tank": marked(A, "unsupplied")})
    assert hungry.ask("unit", "tank").factors.movement.value == 2
    assert hungry.play("extend-move tank").ask("unit", "tank").factors.movement.value == 4
    rain = moving({"tank": A}, values={"weather": "rain"})
    assert rain.ask("unit", "tank").factors.movement.value == 3
    assert rain.play("extend-move tank").ask("unit", "tank").factors.movement.value == 6
    both = moving({"tank": marked(A, "unsupplied")}, values={"weather": "rain"})
    assert both.ask("unit", "tank").factors.movement.by_rule == {"4.1": 5, "14.5": 2}


@pytest.mark.rule("ukraine-43:21")
def test_a_security_division_leaves_its_city_when_the_enemy_is_within_three_hexes() -> None:
    held = moving({"sec": A, "rifle": beside(A, S, S, S, S)}, side="axis", places={A: "city"})
    assert held.refused(f"step-to sec {NORTH}") == "21"
    free = moving({"sec": A, "rifle": beside(A, S, S, S)}, side="axis", places={A: "city"})
    assert free.allows(f"step-to sec {NORTH}")
    assert moving({"sec": A}, side="axis", places={A: "town"}).allows(f"step-to sec {NORTH}")


@pytest.mark.rule("ukraine-43:21")
def test_a_security_division_goes_no_further_than_a_city_it_comes_into() -> None:
    def through(**units: str) -> bool:
        scene = moving({"sec": A, **units}, side="axis", places={NORTH: "city"})
        return any(NORTH in place.path[:-1] for place in scene.ask("reach", "sec").locations)

    assert not through()
    assert through(rifle=beside(NORTH, N, N, N))
    assert moving({"sec": A}, side="axis", places={NORTH: "city"}).allows(f"step-to sec {NORTH}")


@pytest.mark.rule("ukraine-43:21", "ukraine-43:4.6")
def test_a_security_division_goes_by_rail_no_further_than_a_city_it_comes_to() -> None:
    line = [["0205", "0305", "0405", "0505", "0605"]]
    box = {"at": "axis-reinforcements", "values": {"due": 1}}

    def ends(place: object, kind: str, city: str = "city", **more: str) -> list[str]:
        units = {"sec": place, "inf": "0202", **more}
        scene = moving(units, side="axis", axis=["0205"], rails=line, places={"0405": city})
        return [choice.split()[2] for choice in scene.choices(kind) if choice.split()[1] == "sec"]

    assert ends("0205", "move-by-rail") == ends(box, "arrive-by-rail") == ["0305", "0405"]
    assert ends("0205", "move-by-rail", "town") == ["0305", "0405", "0505", "0605"]
    assert ends("0205", "move-by-rail", rifle="0408") == ends(box, "arrive-by-rail", rifle="0408")
    assert "0605" in ends("0205", "move-by-rail", rifle="0408")
    stays = moving({"sec": "0205"}, side="axis", rails=line, places={"0405": "city"})
    assert stays.refused("move-by-rail sec 0605") == "21"
    assert stays.refused("move-by-rail sec 0606") == "4.6"
    assert moving({"inf": "0205"}, side="axis", rails=line, places={"0405": "city"}).allows("move-by-rail inf 0605")


@pytest.mark.rule("ukraine-43:5.4")
def test_a_unit_passes_through_a_full_hex_but_does_not_stop_there() -> None:
    full = {"rifle": NORTH, "rifle-2": NORTH, "brig": NORTH}
    scene = moving({**full, "tank": A})
    passing = scene.play(f"step-to tank {NORTH}")
    assert passing.refused("done") == "5.4"
    assert passing.refused(f"step-to rifle {beside(NORTH, SW)}") == "5.4"
    assert passing.play(f"step-to tank {beside(NORTH, N)}").allows("done")
    short = moving({**full, "tank": marked(A, values={"spent": 8})})
    assert short.refused(f"step-to tank {NORTH}") == "5.4"
    assert scene.allows(f"step-to tank {beside(A, SE)}")


@pytest.mark.rule("ukraine-43:5.4", "ukraine-43:13.1.A")
def test_nobody_overruns_while_another_has_to_go_on_out_of_a_full_hex() -> None:
    full = {f"inf-{number}": NORTH for number in range(3)}
    scene = exploiting({**full, "pz": A, "pz-2": "0207", "brig": "0208"}, side="axis")
    assert scene.allows("overrun pz-2 0208")
    passing = scene.play(f"step-to pz {NORTH}")
    assert passing.refused("overrun pz-2 0208") == "5.4"
    assert passing.choices("overrun") == ()
    assert passing.play(f"step-to pz {beside(NORTH, N)}").allows("overrun pz-2 0208")


@pytest.mark.rule("ukraine-43:4.1")
@pytest.mark.parametrize(
    "otherwise",
    [f"move-by-rail rifle-2 {beside(A, SE, SE)}", f"prepare-crossing rifle-2 {NORTH}", "leave-north rifle-2"],
)
def test_who_moves_otherwise_than_by_marching_leaves_the_stack_in_hand(otherwise: str) -> None:
    more = {
        "rails": [[A, beside(A, SE), beside(A, SE, SE)]],
        "sides": {"major-river": [f"{A}/N"]},
        "regions": {"north-edge": [A]},
    }
    scene = moving({"rifle": A, "rifle-2": A}, soviet=["0609"], **more).play("pick-unit rifle", "pick-unit rifle-2")
    alone = scene.play(otherwise)
    assert alone.refused("drop-unit rifle-2") == "4.1"
    assert alone.play(f"step-to rifle {beside(A, S)}").place("rifle") == beside(A, S)
    assert scene.play(f"step-to rifle {beside(A, S)}").place("rifle-2") == beside(A, S)
