"""3.3.1: stacks that move together and drop units on the way."""

from __future__ import annotations

import pytest

from tests.engine.rulesets.red_star_rising.marches import marching
from tests.helpers.positions import cost, marked

FIELD = "......../......../........"


@pytest.mark.rule("red-star-rising:3.3.1", "red-star-rising:3.2")
def test_units_of_one_hex_move_as_a_stack() -> None:
    scene = marching({"inf": "0102", "pz": "0102"}, FIELD)
    moved = scene.play("pick-unit pz", "pick-unit inf", "step-to pz 0202", "step-to pz 0302")
    assert moved.stack("0302") == ("pz", "inf")
    assert moved.unit("pz").values["spent"] == moved.unit("inf").values["spent"] == 2


@pytest.mark.rule("red-star-rising:3.3.1/a")
def test_units_that_begin_in_different_hexes_do_not_move_together() -> None:
    scene = marching({"inf": "0102", "pz": "0202"}, FIELD)
    both = scene.play("pick-unit inf", "pick-unit pz")
    assert both.play("step-to pz 0302").place("inf") == "0102"
    assert both.play("step-to inf 0103").place("pz") == "0202"
    met = scene.play("step-to inf 0202", "pick-unit pz", "step-to pz 0302")
    assert met.place("inf") == "0202"
    assert met.refused("step-to inf 0302") == "3.2"


@pytest.mark.rule("red-star-rising:3.3.1/a")
def test_a_stack_takes_nobody_along_whom_it_meets_on_its_way() -> None:
    scene = marching({"inf-1": "0102", "inf-2": "0102", "pz": "0202"}, FIELD)
    under_way = scene.play("pick-unit inf-1", "pick-unit inf-2", "step-to inf-1 0202", "pick-unit pz")
    gone = under_way.play("step-to pz 0302")
    assert gone.stack("0202") == ("inf-1", "inf-2")
    assert gone.refused("step-to inf-1 0302") == "3.2"
    assert under_way.play("pick-unit inf-1", "step-to inf-1 0302").stack("0202") == ("pz", "inf-2")


@pytest.mark.rule("red-star-rising:3.3.1", "red-star-rising:3.2")
def test_a_stack_under_way_is_taken_up_again_after_a_look_at_another() -> None:
    scene = marching({"inf-1": "0102", "inf-2": "0102", "pz": "0103"}, FIELD)
    away = scene.play("pick-unit inf-1", "pick-unit inf-2", "step-to inf-1 0202", "pick-unit pz")
    both = away.play("pick-unit inf-1", "pick-unit inf-2", "step-to inf-1 0302")
    assert sorted(both.stack("0302")) == ["inf-1", "inf-2"]
    one = away.play("pick-unit inf-2", "step-to inf-2 0302")
    assert one.refused("pick-unit inf-1") == "3.2"


@pytest.mark.rule("red-star-rising:3.3.1/b")
def test_nobody_in_a_stack_goes_beyond_its_own_points() -> None:
    scene = marching({"inf": "0101", "pz": "0101"}, ".f.f.f.f")
    moved = scene.play("pick-unit inf", "pick-unit pz", "step-to inf 0201", "step-to inf 0301")
    assert (moved.unit("inf").values["spent"], moved.unit("pz").values["spent"]) == (2, 3)
    further = moved.play("step-to inf 0401", "step-to inf 0501")
    assert (further.unit("inf").values["spent"], further.unit("pz").values["spent"]) == (4, 6)
    assert further.refused("step-to inf 0601") == "3.3.2"
    slow = marching({"pz": "0101", "inf": marked("0101", "lacking")}, "........")
    halted = slow.play("pick-unit pz", "pick-unit inf", "step-to pz 0201", "step-to pz 0301")
    assert halted.refused("step-to pz 0401") == "3.3.2"


@pytest.mark.rule("red-star-rising:3.3.1/c")
def test_a_stack_drops_units_which_then_move_no_more() -> None:
    scene = marching({"pz": "0101", "inf": "0101", "kg": "0101"}, "........")
    stack = scene.play("pick-unit pz", "pick-unit inf", "pick-unit kg", "step-to pz 0201")
    dropped = stack.play("drop-unit inf", "step-to pz 0301")
    assert (dropped.place("inf"), dropped.place("pz"), dropped.place("kg")) == ("0201", "0301", "0301")
    assert dropped.refused("step-to inf 0301") == "3.3.1"
    assert stack.play("drop-unit inf").refused("step-to inf 0301") == "3.3.1"
    assert dropped.refused("drop-unit inf") == "3.3.1"
    assert dropped.play("drop-unit kg").refused("drop-unit pz") == "3.3.1"


@pytest.mark.rule("red-star-rising:3.3.1")
def test_the_leader_of_a_stack_can_be_dropped_too() -> None:
    scene = marching({"pz": "0101", "inf": "0101"}, "........")
    stack = scene.play("pick-unit pz", "pick-unit inf", "step-to pz 0201", "drop-unit pz", "step-to inf 0301")
    assert (stack.place("pz"), stack.place("inf")) == ("0201", "0301")
    assert stack.refused("step-to pz 0301") == "3.3.1"


@pytest.mark.rule("red-star-rising:3.3.1")
def test_one_unit_of_a_stack_may_go_on_alone() -> None:
    scene = marching({"pz": "0101", "inf": "0101"}, "........")
    alone = scene.play("pick-unit inf", "pick-unit pz", "step-to inf 0201", "step-to pz 0301")
    assert (alone.place("inf"), alone.place("pz")) == ("0201", "0301")
    assert alone.unit("pz").values["spent"] == 2
    assert alone.refused("step-to inf 0301") == "3.2"
    assert cost(alone, "pz", "0801") == 5


@pytest.mark.rule("red-star-rising:3.3.1")
def test_a_unit_put_back_before_the_stack_has_moved_may_still_move() -> None:
    scene = marching({"pz": "0101", "inf": "0101"}, "........")
    back = scene.play("pick-unit pz", "pick-unit inf", "drop-unit inf", "step-to pz 0201", "step-to inf 0201")
    assert back.stack("0201") == ("pz", "inf")
    assert scene.play("pick-unit pz", "drop-unit pz").refused("drop-unit pz") == "3.3.1"
    assert scene.play("pick-unit pz").refused("pick-unit pz") == "3.3.1"


@pytest.mark.rule("red-star-rising:3.3.1")
def test_what_bars_one_unit_of_a_stack_bars_the_stack() -> None:
    units = {"pz": "0201", "inf": "0201", "rifle": "0402"}
    scene = marching(units, "......./......./.......").play("pick-unit pz", "pick-unit inf")
    near = scene.play("step-to pz 0302")
    assert near.refused("step-to pz 0401") == "5.0.7"
    assert near.play("drop-unit inf").allows("step-to pz 0401")


@pytest.mark.rule("red-star-rising:3.3.1", "red-star-rising:8.0.5")
def test_a_stack_goes_on_after_an_overrun_that_does_it_no_harm() -> None:
    units = {"pz": "0101", "pz-2": "0101", "rifle": "0301"}
    scene = marching(units, "........", results=["DE"]).play("pick-unit pz", "pick-unit pz-2", "step-to pz 0201")
    over = scene.play("overrun pz 0301", "advance pz 0301")
    assert over.stack("0301") == ("pz", "pz-2")
    assert over.play("step-to pz 0401").stack("0401") == ("pz", "pz-2")
    stays = scene.play("overrun pz 0301", "done").play("step-to pz 0301")
    assert stays.unit("pz").values["spent"] == 5


@pytest.mark.rule("red-star-rising:3.3.1", "red-star-rising:8.0.4")
def test_a_stack_whose_overrun_fails_has_moved() -> None:
    units = {"pz": "0101", "pz-2": "0101", "inf": "0102", "rifle": "0301"}
    scene = marching(units, FIELD, results=["NE"]).play("pick-unit pz", "pick-unit pz-2", "step-to pz 0201")
    failed = scene.play("overrun pz 0301")
    assert failed.refused("step-to pz 0202") == "8.0.4"
    assert failed.refused("overrun pz-2 0301") == "8.0.4"
    assert failed.allows("step-to inf 0202")
