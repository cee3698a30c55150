"""Chapter 4: stacking points, nations, cavalry, and what the opponent does about too much at the end of a phase."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.rulesets.red_star_rising.marches import marching
from tests.engine.rulesets.red_star_rising.scenes import red_star
from tests.helpers.positions import Scene

FIELD = "........./........./........."


def stack(*units: str) -> Scene:
    """Units in one hex; those of one kind are told apart by numbers."""
    named = {f"{unit}-{number}": "0202" for number, unit in enumerate(units)}
    return marching(named, FIELD, "axis")


def size(*units: str) -> int:
    return int(stack(*units).ask("stack", "0202").size)


@pytest.mark.rule("red-star-rising:4.0.1", "red-star-rising:4.0.3", "red-star-rising:4.0.5")
@pytest.mark.parametrize(
    ("unit", "points"),
    [("ita", 12), ("inf", 6), ("pz", 6), ("hun", 6), ("kg", 3), ("pzkg", 3), ("mtnkg", 3), ("div", 2), ("sec", 2),
     ("army", 2), ("tank", 2), ("guards", 2), ("rifle", 1), ("mech", 1), ("para", 1)],
)  # fmt: skip
def test_what_a_unit_counts(unit: str, points: int) -> None:
    assert size(unit) == points


@pytest.mark.rule("red-star-rising:4.0.2")
@pytest.mark.parametrize(
    "unit", ["fleet", "base", "siege", "depot", "romhq", "hq", "leader", "partisan", "factory", "oil"]
)
def test_what_counts_nothing_stands_anywhere_in_any_number(unit: str) -> None:
    crowd = stack(*[unit] * 6).ask("stack", "0202")
    assert (crowd.size, crowd.allowed) == (0, True)


@pytest.mark.rule("red-star-rising:4.0.3")
def test_the_axis_may_have_fourteen_points_in_a_hex() -> None:
    assert stack("inf", "inf", "sec").ask("stack", "0202").allowed
    assert stack("ita", "sec").ask("stack", "0202").allowed
    over = stack("inf", "inf", "kg").ask("stack", "0202")
    assert (over.size, over.limit, over.allowed, over.rule) == (15, 14, False, "4.0.3")


@pytest.mark.rule("red-star-rising:4.0.4")
def test_allies_stack_with_germans_and_their_own_but_not_with_each_other() -> None:
    for allies in (("hun", "inf"), ("hun", "hun"), ("itc", "kg"), ("rom", "romhq", "inf")):
        assert stack(*allies).ask("stack", "0202").allowed, allies
    for allies in (("hun", "itc"), ("rom", "fin"), ("hun", "rom"), ("rom", "finhq")):
        wrong = stack(*allies).ask("stack", "0202")
        assert (wrong.allowed, wrong.rule) == (False, "4.0.4"), allies


@pytest.mark.rule("red-star-rising:4.0.5")
def test_the_soviet_side_may_have_two_points_in_a_hex() -> None:
    assert stack("army").ask("stack", "0202").allowed
    assert stack("rifle", "mech", "hq", "leader").ask("stack", "0202").allowed
    over = stack("army", "rifle").ask("stack", "0202")
    assert (over.size, over.limit, over.allowed, over.rule) == (3, 2, False, "4.0.5")


@pytest.mark.rule("red-star-rising:4.0.6")
def test_one_guards_cavalry_corps_stands_in_a_hex_and_counts_nothing() -> None:
    assert size("cav") == 0
    assert stack("army", "cav").ask("stack", "0202").allowed
    two = stack("cav", "cav").ask("stack", "0202")
    assert (two.allowed, two.rule) == (False, "4.0.6")


@pytest.mark.rule("red-star-rising:4.0", "red-star-rising:4.0.8")
def test_either_side_may_look_into_a_stack() -> None:
    scene = stack("army", "rifle")
    assert scene.state.side == "axis"
    assert scene.ask("stack", "0202").units == ["army-0", "rifle-1"]


# The end of a phase


def crowded(units: dict[str, Any], phase: str, side: str, **more: Any) -> Scene:
    return red_star(units, FIELD, phase=phase, side=side, turn=3, **more)


@pytest.mark.rule("red-star-rising:4.0.7")
def test_passing_through_a_full_hex_is_free() -> None:
    units = {"inf-1": "0202", "inf-2": "0202", "pz": "0102"}
    scene = marching(units, FIELD)
    through = scene.play("step-to pz 0202", "step-to pz 0302", "done")
    assert through.place("pz") == "0302"
    assert all(through.place(unit) == "0202" for unit in ("inf-1", "inf-2"))


@pytest.mark.rule("red-star-rising:4.0.7")
def test_the_opponent_removes_units_of_his_choice_at_the_end_of_the_phase() -> None:
    units = {"army": "0202", "rifle": "0202", "hq": "0202", "pz": "0802"}
    over = marching(units, FIELD, "soviet").play("done")
    assert over.menu.side == "axis"
    assert set(over.choices("remove-unit")) == {"remove-unit army", "remove-unit rifle"}
    assert over.refused("remove-unit hq") == "4.0.7"
    small = over.play("remove-unit rifle")
    assert small.place("rifle") == "force-pool"
    assert small.place("army") == "0202"


@pytest.mark.rule("red-star-rising:4.0.7")
def test_he_may_take_more_than_is_too_much_and_must_stop_when_the_hex_is_legal() -> None:
    """The note of the rules: one point too many, and the unit of two points may go."""
    units = {"army": "0202", "rifle": "0202", "rifle-2": "0702", "pz": "0902"}
    over = marching(units, FIELD, "soviet", dice=[6]).play("done", "remove-unit army")
    assert over.place("army") == "soviet-reinforcements"
    assert over.place("rifle") == "0202"
    assert over.choices("remove-unit") == ()


@pytest.mark.rule("red-star-rising:4.0.7")
def test_one_unit_at_a_time_until_all_is_well() -> None:
    units = {f"inf-{number}": "0202" for number in range(4)}
    over = marching({**units, "army": "0902"}, FIELD).play("done")
    assert over.menu.side == "soviet"
    once = over.play("remove-unit inf-0")
    assert once.allows("remove-unit inf-1")
    twice = once.play("remove-unit inf-1")
    assert twice.choices("remove-unit") == ()
    assert twice.place("inf-2") == twice.place("inf-3") == "0202"


@pytest.mark.rule("red-star-rising:4.0.7", "red-star-rising:4.0.6")
def test_of_two_cavalry_corps_one_goes() -> None:
    units = {"cav-1": "0202", "cav-2": "0202", "army": "0202", "pz": "0902"}
    over = marching(units, FIELD, "soviet").play("done")
    assert {"remove-unit cav-1", "remove-unit cav-2"} <= set(over.choices("remove-unit"))
    assert over.play("remove-unit cav-1").place("cav-1") == "soviet-eliminated"


@pytest.mark.rule("red-star-rising:4.0.7", "red-star-rising:4.0.4")
def test_allies_that_may_not_stand_together_are_parted_by_the_opponent() -> None:
    over = marching({"hun": "0202", "rom": "0202", "army": "0902"}, FIELD).play("done")
    assert set(over.choices("remove-unit")) == {"remove-unit hun", "remove-unit rom"}


@pytest.mark.rule("red-star-rising:4.0.7")
@pytest.mark.parametrize(
    ("phase", "side", "decided"),
    [("combat", "axis", ()), ("motorised", "axis", ("done",)), ("leaders", "soviet", ("done",))],
)
def test_stacking_is_checked_at_the_end_of_every_phase(phase: str, side: str, decided: tuple[str, ...]) -> None:
    """A combat phase in which nobody can attack ends by itself."""
    units = {"inf-1": "0202", "inf-2": "0202", "pz": "0202", "leader": "0702", "army": "0802"}
    at_last = crowded(units, phase, side).play(*decided)
    assert at_last.menu.side == "soviet"
    assert at_last.allows("remove-unit pz")


@pytest.mark.rule("red-star-rising:4.0.7")
def test_both_sides_are_looked_at_one_after_the_other() -> None:
    units = {"inf-1": "0202", "inf-2": "0202", "pz": "0202", "army": "0802", "rifle": "0802"}
    over = marching(units, FIELD).play("done")
    assert over.menu.side == "soviet"
    assert over.play("remove-unit pz").menu.side == "axis"
