"""3.4 and 5.0.4 to 5.0.8: leaving enemy zones, going from zone to zone, and who may not enter them."""

from __future__ import annotations

import pytest

from tests.engine.rulesets.red_star_rising.marches import CLEAR, MUD, SNOW, marching
from tests.engine.rulesets.red_star_rising.strips import strip
from tests.helpers.positions import cost, costs

ONE = strip("......", 2)
"""A pocket beside 0102 and 0103."""


@pytest.mark.rule("red-star-rising:3.4.1", "red-star-rising:5.0.6")
def test_leaving_an_enemy_zone_costs_three_more() -> None:
    scene = marching({"inf": "0103", "rifle": "0202"}, ONE)
    assert cost(scene, "inf", "0104") == 4
    left = scene.play("step-to inf 0104")
    assert left.told("unit-moved")[0].cost == 4
    assert left.refused("step-to inf 0105") == "3.3.2"


@pytest.mark.rule("red-star-rising:3.4.1", "red-star-rising:5.0.6")
def test_entering_an_enemy_zone_costs_nothing_and_stops_nobody() -> None:
    scene = marching({"pz": "0101", "rifle": "0203"}, strip("......", 3))
    assert costs(scene, "pz") == {"0101": 0, "0102": 1, "0103": 2, "0104": 6}
    wide = marching({"inf": "0105", "rifle": "0202"}, ONE)
    assert wide.play("step-to inf 0104").play("step-to inf 0103").unit("inf").values["spent"] == 2


@pytest.mark.rule("red-star-rising:3.4.1", "red-star-rising:5.0.6")
def test_each_unit_of_a_stack_pays_and_a_friend_does_not_help() -> None:
    units = {"inf": "0103", "pz": "0103", "inf-2": "0103", "rifle": "0202"}
    stack = marching(units, ONE).play("pick-unit inf", "pick-unit pz", "step-to inf 0104")
    assert [moved.cost for moved in stack.told("unit-moved")] == [4, 4]


@pytest.mark.rule("red-star-rising:3.4.1/a", "red-star-rising:5.0.8")
def test_soviet_units_pay_two_in_snow() -> None:
    for turn, expected in ((CLEAR, 4), (MUD, 4), (SNOW, 3)):
        scene = marching({"army": "0103", "inf": "0202"}, ONE, "soviet", turn=turn)
        assert cost(scene, "army", "0104") == expected
    tank = marching({"tank": "0103", "inf": "0202"}, ONE, "soviet", turn=SNOW)
    assert cost(tank, "tank", "0104") == 3


@pytest.mark.rule("red-star-rising:3.4.2", "red-star-rising:5.0.7", "red-star-rising:3.2/k")
@pytest.mark.parametrize(("unit", "side"), [("inf", "axis"), ("kg", "axis"), ("rifle", "soviet"), ("tank", "soviet")])
def test_no_unit_goes_straight_from_zone_to_zone(unit: str, side: str) -> None:
    enemy = "army" if side == "axis" else "pz"
    scene = marching({unit: "0102", enemy: "0202"}, ONE, side)
    assert scene.refused(f"step-to {unit} 0103") == "5.0.7"
    assert cost(scene, unit, "0103") is None
    between = marching({unit: "0103", enemy: "0202", f"{enemy}-2": "0204"}, strip(".......", 2, 4), side, turn=SNOW)
    assert between.refused(f"step-to {unit} 0104") == "5.0.7"


@pytest.mark.rule("red-star-rising:3.4.2", "red-star-rising:5.0.7")
def test_a_unit_may_enter_another_zone_by_way_of_a_free_hex() -> None:
    units = {"kg": "0103", "rifle": "0202", "rifle-2": "0205"}
    scene = marching(units, strip("........", 2, 5))
    assert scene.play("step-to kg 0104").allows("step-to kg 0105")
    assert cost(scene, "kg", "0105") == 5


@pytest.mark.rule("red-star-rising:3.4.2/a", "red-star-rising:5.0.7", "red-star-rising:3.2/k")
@pytest.mark.parametrize("unit", ["pz", "pzkg"])
@pytest.mark.parametrize("turn", [CLEAR, MUD, SNOW])
def test_german_armour_goes_from_zone_to_zone_and_pays(unit: str, turn: int) -> None:
    scene = marching({unit: "0102", "rifle": "0202"}, ONE, turn=turn)
    assert cost(scene, unit, "0103") == 4
    assert cost(marching({unit: "0102", "rifle": "0202"}, ONE, phase="motorised"), unit, "0103") == 4


@pytest.mark.rule("red-star-rising:3.4.2/a", "red-star-rising:5.0.7", "red-star-rising:3.2/k")
def test_allied_armour_and_depots_do_not() -> None:
    fast = {"at": "0102", "type": "hungarian-fast-corps"}
    assert marching({"fast": fast, "rifle": "0202"}, ONE).refused("step-to fast 0103") == "5.0.7"
    units = {"depot": "0102", "inf": "0102", "inf-2": "0103", "rifle": "0202"}
    assert marching(units, ONE).refused("step-to depot 0103") == "5.0.7"


@pytest.mark.rule("red-star-rising:3.4.2/b", "red-star-rising:5.0.7", "red-star-rising:5.0.8", "red-star-rising:3.2/k")
def test_guards_cavalry_goes_from_zone_to_zone_in_snow_alone() -> None:
    units = {"cav": "0102", "inf": "0202"}
    assert marching(units, ONE, "soviet").refused("step-to cav 0103") == "5.0.7"
    assert marching(units, ONE, "soviet", turn=MUD).refused("step-to cav 0103") == "5.0.7"
    assert cost(marching(units, ONE, "soviet", turn=SNOW), "cav", "0103") == 3


@pytest.mark.rule("red-star-rising:5.0.7")
def test_a_friend_in_the_hex_does_not_open_the_way_from_zone_to_zone() -> None:
    scene = marching({"inf": "0102", "inf-2": "0103", "rifle": "0202"}, ONE)
    assert scene.refused("step-to inf 0103") == "5.0.7"


@pytest.mark.rule("red-star-rising:5.0.6")
def test_a_zone_is_what_it_is_when_the_unit_leaves() -> None:
    """An enemy overrun on the way has no zone any more."""
    units = {"inf": "0102", "pz": "0101", "rifle": "0103"}
    scene = marching(units, strip("......"), results=["DE"])
    assert cost(scene, "inf", "0101") == 4
    over = scene.play("overrun inf 0103", "done")
    assert over.play("step-to inf 0103").unit("inf").values["spent"] == 4


# Those that need a friend


@pytest.mark.rule("red-star-rising:3.4.3", "red-star-rising:5.0.4")
@pytest.mark.parametrize(
    ("unit", "side", "phase"),
    [
        ("base", "axis", "air-bases"),
        ("romhq", "axis", "movement"),
        ("depot", "axis", "movement"),
        ("hq", "soviet", "movement"),
        ("leader", "soviet", "leaders"),
    ],
)
def test_some_units_enter_an_enemy_zone_only_to_a_friend_who_holds_it_open(unit: str, side: str, phase: str) -> None:
    enemy, friend, weak = ("rifle", "inf", "sec") if side == "axis" else ("inf", "rifle", "cav")
    alone = marching({unit: "0101", enemy: "0202"}, ONE, side, phase=phase)
    assert alone.refused(f"step-to {unit} 0102") == "3.4.3"
    assert cost(alone, unit, "0102") is None
    with_friend = marching({unit: "0101", friend: "0102", enemy: "0202"}, ONE, side, phase=phase)
    assert with_friend.allows(f"step-to {unit} 0102")
    with_weak = marching({unit: "0101", weak: "0102", enemy: "0202"}, ONE, side, phase=phase)
    assert with_weak.refused(f"step-to {unit} 0102") == "3.4.3"


@pytest.mark.rule("red-star-rising:3.4.3/a", "red-star-rising:5.0.3")
def test_two_weak_kampfgruppen_hold_a_zone_open_together() -> None:
    weak = {"at": "0102", "step": 1}
    units = {"depot": "0101", "kg-1": weak, "rifle": "0202"}
    assert marching(units, ONE).refused("step-to depot 0102") == "3.4.3"
    assert marching({**units, "kg-2": weak}, ONE).allows("step-to depot 0102")


@pytest.mark.rule("red-star-rising:3.4.3", "red-star-rising:5.0.4")
def test_the_friend_must_be_there_before() -> None:
    units = {"depot": "0101", "pz": "0101", "rifle": "0202"}
    scene = marching(units, ONE)
    assert scene.play("pick-unit pz", "pick-unit depot").refused("step-to pz 0102") == "3.4.3"
    assert scene.play("step-to pz 0102").allows("step-to depot 0102")


@pytest.mark.rule("red-star-rising:3.4.3", "red-star-rising:3.4.1")
def test_what_needs_a_friend_still_pays_to_leave() -> None:
    scene = marching({"depot": "0102", "inf": "0102", "rifle": "0202"}, ONE)
    assert cost(scene, "depot", "0101") == 4


@pytest.mark.rule("red-star-rising:3.4.3")
@pytest.mark.parametrize(("unit", "side"), [("kg", "axis"), ("div", "axis"), ("cav", "soviet"), ("rifle", "soviet")])
def test_others_enter_enemy_zones_freely(unit: str, side: str) -> None:
    enemy = "rifle" if side == "axis" else "inf"
    assert marching({unit: "0101", enemy: "0202"}, ONE, side).allows(f"step-to {unit} 0102")
