"""7.1 to 7.4: marches, stacking, enemy zones and the forced march."""

from __future__ import annotations

import pytest

from tests.engine.rulesets.white_october.fights import CENTRE, NW, SW, N
from tests.engine.rulesets.white_october.scenes import here, moving, october
from tests.helpers.positions import cost, costs, marked


@pytest.mark.rule("white-october:7")
def test_some_or_none_of_the_units_move_and_each_once() -> None:
    scene = moving({"inf": CENTRE, "inf-2": here(2, 2)})
    assert scene.allows("done")
    moved = scene.play(f"step-to inf {N}", f"step-to inf-2 {here(2, 3)}")
    assert moved.refused(f"step-to inf {CENTRE}") == "7"
    assert scene.refused(f"step-to inf {here(9, 4)}") == "7"


@pytest.mark.rule("white-october:7")
def test_nobody_enters_a_hex_of_the_enemy_or_moves_his_units() -> None:
    scene = moving({"inf": CENTRE, "rifle": N})
    assert scene.refused(f"step-to inf {N}") == "7"
    assert scene.refused(f"step-to rifle {here(5, 2)}") == "7"


@pytest.mark.rule("white-october:7.1")
@pytest.mark.parametrize(
    ("unit", "letter", "price"),
    [("inf", "w", 2), ("inf", "d", 3), ("inf", "m", 3), ("inf", "h", 2), ("guns", "w", 3), ("guns", "m", None)],
)
def test_ground_costs_by_the_sort_of_unit(unit: str, letter: str, price: int | None) -> None:
    board = f".{letter}"
    assert cost(moving({unit: here(1, 1, board)}, board), unit, here(2, 1, board)) == price


@pytest.mark.rule("white-october:7.1")
def test_a_road_has_its_own_price_and_bridge() -> None:
    board = ".m."
    road = [[here(column, 1, board) for column in (1, 2, 3)]]
    river = {"river": [f"{here(1, 1, board)}/SE"]}
    scene = moving({"inf": here(1, 1, board)}, board, sides=river)
    assert cost(scene, "inf", here(2, 1, board)) == 4
    scene = moving({"inf": here(1, 1, board)}, board, sides=river, roads=road)
    assert costs(scene, "inf")[here(3, 1, board)] == 2


@pytest.mark.rule("white-october:7.1/a", "white-october:7.1/b")
def test_one_hex_can_always_be_gone_but_not_into_closed_ground() -> None:
    board = ".d./.s./..."
    tired = marked(here(1, 1, board), "disorganised")
    scene = moving({"guns": tired}, board, values={"resting": True})
    assert scene.ask("unit", "guns").factors.movement.value == 1
    assert cost(scene, "guns", here(2, 1, board)) == 1
    sea = moving({"inf": here(1, 2, board)}, board)
    assert sea.refused(f"step-to inf {here(2, 2, board)}") == "7.1"


@pytest.mark.rule("white-october:7.2")
def test_five_points_and_three_units_to_a_hex() -> None:
    scene = moving({"inf4": N, "inf2": CENTRE, "inf1": SW})
    assert cost(scene, "inf2", N) is None
    assert cost(scene, "inf1", N) is not None
    four = moving({"inf1": N, "weak": N, "guns": N, "weak-2": CENTRE})
    assert cost(four, "weak-2", N) is None


@pytest.mark.rule("white-october:7.2/c")
def test_a_full_hex_is_crossed_but_not_ended_in() -> None:
    scene = moving({"inf4": N, "inf2": CENTRE, "weak": here(1, 1)})
    under_way = scene.play(f"step-to inf2 {N}")
    assert under_way.refused("done") == "7.2"
    assert under_way.refused(f"step-to weak {here(1, 2)}") == "7.2"
    assert under_way.play(f"step-to inf2 {here(5, 2)}").allows("done")


@pytest.mark.rule("white-october:7.2/a")
def test_vehicles_trains_and_staffs_do_not_count_but_are_three_at_the_most() -> None:
    full = {"inf4": N, "weak": N, "tanks": N, "hqa": N}
    assert cost(moving({**full, "hqm": CENTRE}), "hqm", N) is not None
    assert cost(moving({**full, "car": N, "hqm": CENTRE}), "hqm", N) is None


@pytest.mark.rule("white-october:7.2/b", "white-october:14.1")
def test_a_vehicle_ends_in_company_and_is_not_left_alone() -> None:
    scene = moving({"inf": CENTRE, "car": CENTRE, "inf-2": here(5, 1)})
    assert scene.refused(f"step-to inf {N}") == "7.2"
    assert set(costs(scene, "car")) == {CENTRE, here(5, 1)}
    together = scene.play("pick-unit inf", "pick-unit car", f"step-to inf {N}")
    assert (together.place("inf"), together.place("car")) == (N, N)


@pytest.mark.rule("white-october:7.2")
def test_anybody_may_look_into_a_stack() -> None:
    answer = moving({"inf": CENTRE, "rifle": N, "redguns": N}).ask("stack", N)
    assert answer.units == ["rifle", "redguns"]
    assert answer.size == 4


@pytest.mark.rule("white-october:7.3")
def test_to_enter_an_enemy_zone_costs_one_more() -> None:
    scene = moving({"inf": here(3, 4), "rifle": here(5, 4)})
    assert cost(scene, "inf", SW) == 2
    assert cost(scene, "inf", here(2, 4)) == 1


@pytest.mark.rule("white-october:7.3")
def test_one_goes_from_zone_to_zone_for_one_more_each() -> None:
    scene = moving({"inf": SW, "rifle": CENTRE})
    assert cost(scene, "inf", NW) == 2


@pytest.mark.rule("white-october:7.3/c")
def test_a_friend_that_stays_covers_a_move_and_may_not_move_then() -> None:
    scene = moving({"inf": here(3, 4), "weak": SW, "rifle": CENTRE})
    assert cost(scene, "inf", SW) == 1
    covered = scene.play(f"step-to inf {SW}")
    assert covered.refused(f"step-to weak {here(4, 5)}") == "7.3"
    moved = scene.play(f"step-to weak {here(4, 5)}")
    assert cost(moved, "inf", SW) == 2


@pytest.mark.rule("white-october:7.3")
def test_with_two_that_cover_one_may_still_go() -> None:
    scene = moving({"inf1": here(3, 4), "weak": SW, "weak-2": SW, "rifle": CENTRE}).play(f"step-to inf1 {SW}")
    assert scene.allows(f"step-to weak {here(4, 5)}")
    assert scene.play(f"step-to weak {here(4, 5)}").refused(f"step-to weak-2 {here(4, 5)}") == "7.3"


@pytest.mark.rule("white-october:7.3")
def test_headquarters_and_vehicles_cover_nobody_and_guns_do() -> None:
    for unit, price in (("hqa", 2), ("guns", 1)):
        assert cost(moving({"inf": here(3, 4), unit: SW, "rifle": CENTRE}), "inf", SW) == price


@pytest.mark.rule("white-october:7.4")
def test_a_forced_march_gives_two_points_and_costs_a_box_when_they_are_used() -> None:
    scene = moving({"inf": here(1, 4), "est": here(1, 6)})
    assert here(7, 4) in costs(scene, "inf")
    assert here(8, 4) not in costs(scene, "inf")
    forced = scene.play("force-march")
    assert here(9, 4) in costs(forced, "inf")
    assert here(8, 6) not in costs(forced, "est")
    assert forced.state.values["fatigue"] == 0
    walk = [f"step-to inf {here(column, 4)}" for column in range(2, 8)]
    walked = forced.play(*walk)
    assert walked.state.values["fatigue"] == 0
    assert walked.play(f"step-to inf {here(8, 4)}").state.values["fatigue"] == 1
    assert walked.play(f"step-to inf {here(8, 4)}", f"step-to inf {here(9, 4)}").state.values["fatigue"] == 1


@pytest.mark.rule("white-october:7.4/a")
def test_only_the_white_side_forces_its_march_and_once_a_sequence() -> None:
    assert moving({"rifle": CENTRE}, side="red").refused("force-march") == "7.4"
    scene = moving({"inf": CENTRE}).play("force-march")
    assert scene.refused("force-march") == "7.4"


@pytest.mark.rule("white-october:7.4/a", "white-october:8.2.6.B", "white-october:9.3")
def test_disorder_and_rest_halve_movement_and_the_march_comes_after() -> None:
    units = {"inf": marked(CENTRE, "disorganised")}
    assert moving(units).ask("unit", "inf").factors.movement.value == 3
    assert moving(units, values={"forced-march": 1}).ask("unit", "inf").factors.movement.value == 5
    assert moving(units, values={"resting": True}).ask("unit", "inf").factors.movement.value == 2
    assert moving({"inf": CENTRE}, values={"resting": True}).refused("force-march") == "9.3"


@pytest.mark.rule("white-october:7")
def test_routed_units_do_not_move_of_their_own_will() -> None:
    scene = october({"inf": marked(CENTRE, "routed"), "inf-2": here(2, 2)}, phase="movement", side="white")
    assert scene.state.frames[-1].kind == "retreat"
    assert moving({"inf": marked(CENTRE, "routed", "fled-city")}).refused(f"step-to inf {N}") == "8.2.6.D"


@pytest.mark.rule("white-october:7.4/a", "white-october:9.1")
def test_estonians_on_their_way_cost_the_army_nothing_though_its_march_is_forced() -> None:
    scene = moving({"est": here(2, 4), "inf": here(2, 7), "rifle": here(11, 1)}).play("force-march")
    for column in range(3, 9):
        scene = scene.play(f"step-to est {here(column, 4)}")
    assert scene.state.values["fatigue"] == 0
    for column in range(3, 10):
        scene = scene.play(f"step-to inf {here(column, 7)}")
    assert scene.state.values["fatigue"] == 1


@pytest.mark.rule("white-october:7.2", "white-october:7")
def test_a_step_that_could_not_end_is_refused_by_the_limit_of_stacks() -> None:
    full = {"inf4": here(5, 4), "inf1": here(5, 4), "rifle": here(11, 1)}
    slow = moving({**full, "guns": marked(here(5, 5), "disorganised")}, values={"resting": True})
    assert slow.refused(f"step-to guns {here(5, 4)}") == "7.2"
    assert slow.allows(f"step-to guns {here(5, 6)}")


@pytest.mark.rule("white-october:7.2", "white-october:14.1")
def test_a_car_goes_with_its_infantry_where_it_could_not_go_alone_and_may_be_left_in_company() -> None:
    scene = moving({"inf": here(3, 4), "inf-2": here(3, 4), "car": here(3, 4), "rifle": here(11, 1)})
    assert scene.refused("drop-unit inf") == "7"
    taken = scene.play("pick-unit inf", "pick-unit car")
    assert taken.refused("pick-unit car") == "7"
    assert taken.refused("drop-unit inf-2") == "7"
    gone = taken.play(f"step-to inf {here(4, 4)}")
    assert gone.place("car") == here(4, 4)
    left = taken.play("drop-unit car").play(f"step-to inf {here(4, 4)}")
    assert left.place("car") == here(3, 4)
    assert left.refused("drop-unit inf") == "7"
