"""Chapter 13: what mud and snow do, each effect in a turn that has it and in one that has not."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.rulesets.red_star_rising.scenes import red_star
from tests.engine.rulesets.red_star_rising.strips import CLEAR, EAST, MUD, SNOW, WEST, hexes, on_strip, port
from tests.helpers.positions import Scene

FIRST_WINTER, SECOND_WINTER, THIRD_WINTER = range(8, 12), range(22, 26), range(36, 40)
MUD_TURNS = (7, 12, 21, 26, 35, 40)
each_weather = pytest.mark.parametrize("turn", [CLEAR, MUD, SNOW])


@pytest.mark.rule("red-star-rising:13.0.1")
def test_the_turn_track_has_the_weather_of_all_forty_turns() -> None:
    materials = on_strip("..", {"inf": "0101"}).game.materials
    snow = {*FIRST_WINTER, *SECOND_WINTER, *THIRD_WINTER}
    expected = {turn: "snow" if turn in snow else "mud" if turn in MUD_TURNS else "clear" for turn in range(1, 41)}
    assert {turn: str(materials.weather(turn)) for turn in range(1, 41)} == expected


@pytest.mark.rule("red-star-rising:13.0.2", "red-star-rising:12.1.2")
@each_weather
def test_in_mud_the_axis_has_no_fleets(turn: int) -> None:
    units = {"base": "0101", "fleet": {"at": "fleets", "values": {"base": "base"}}}
    scene = on_strip("....", units, phase="fleets", turn=turn, sources=WEST)
    assert (scene.menu.rule == "12.1.2") is (turn != MUD)


@pytest.mark.rule("red-star-rising:13.0.2", "red-star-rising:13.0.3")
@pytest.mark.parametrize(("turn", "modified"), [(CLEAR, 5), (MUD, 2), (SNOW, 2)])
def test_in_mud_and_snow_paratroops_subtract_three(turn: int, modified: int) -> None:
    units = {"para": "paratroops", "hq": "0101"}
    given: dict[str, Any] = {"phase": "paratroops", "side": "soviet", "sources": EAST, "rails": [hexes(1, 2)]}
    told = on_strip("." * 6, units, turn=turn, dice=[5], **given).play("drop para 0104").told("drop-rolled")
    assert [(each.die, each.modified) for each in told] == [(5, modified)]


@pytest.mark.rule("red-star-rising:13.0.2", "red-star-rising:3.5.3")
@each_weather
def test_in_mud_depots_move_strategically(turn: int) -> None:
    scene = on_strip("....", {"depot": "0102", "inf": "0101"}, phase="strategic", turn=turn, sources=WEST)
    assert scene.allows("pick-unit depot") is (turn == MUD)


@pytest.mark.rule("red-star-rising:13.0.2", "red-star-rising:17.1")
@each_weather
def test_in_mud_germans_change_in_enemy_zones(turn: int) -> None:
    units = {"inf-1": "0102", "inf-2": "0101", "rifle": "0103", "kg-1": "breakdown", "kg-2": "breakdown"}
    scene = on_strip("....", units, phase="breakdown", turn=turn)
    assert scene.allows("break-down inf-1") is (turn == MUD)
    assert scene.allows("break-down inf-2")


@pytest.mark.rule("red-star-rising:13.0.2", "red-star-rising:15.5.1")
@each_weather
def test_in_mud_armies_are_promoted_in_enemy_zones(turn: int) -> None:
    units = {"army-1": "0102", "army-2": "0101", "inf": "0103", "guards": "awaiting-promotion"}
    scene = on_strip("....", units, phase="promotion", side="soviet", turn=turn)
    assert scene.allows("promote army-1 guards") is (turn == MUD)
    assert scene.allows("promote army-2 guards")


def attack(units: dict[str, Any], attacker: str, target: str, turn: int, **more: Any) -> Any:
    """How an attack stands in a turn."""
    side = "axis" if attacker in ("inf", "pz") else "soviet"
    ground = more.pop("ground", "." * 6)
    scene = on_strip(ground, units, phase="combat", side=side, turn=turn, **more)
    return scene.ask("attack", units=[attacker], target=target)


@pytest.mark.rule("red-star-rising:13.0.3", "red-star-rising:12.2.7")
@each_weather
def test_in_snow_fleets_do_not_change_combat(turn: int) -> None:
    found = attack({"inf": "0102", "mech": "0103", "fleet": "0103"}, "inf", "0103", turn)
    assert found.shifts.value == (0 if turn == SNOW else 1)


ARROW = {"ice-road": ["0102/S"]}


@pytest.mark.rule("red-star-rising:13.0.3", "red-star-rising:5.0.5")
@pytest.mark.parametrize(
    ("unit", "turn", "reaches"),
    [
        ("rifle", SNOW, True),
        ("rifle", CLEAR, False),
        ("rifle", MUD, False),
        ("mech", SNOW, False),
        ("inf", SNOW, False),
    ],
)
def test_in_snow_zones_of_soviets_on_foot_cross_a_red_arrow(unit: str, turn: int, reaches: bool) -> None:
    scene = on_strip("....", {unit: "0103"}, sides=ARROW, turn=turn)
    assert bool(scene.ask("zone", "0102").sides) is reaches


@pytest.mark.rule("red-star-rising:13.0.3", "red-star-rising:3.3.5")
@pytest.mark.parametrize(
    ("unit", "turn", "cost"),
    [("rifle", SNOW, 2), ("rifle", CLEAR, None), ("rifle", MUD, None), ("mech", SNOW, None), ("inf", SNOW, None)],
)
def test_in_snow_soviets_on_foot_cross_a_red_arrow_as_a_river(unit: str, turn: int, cost: int | None) -> None:
    side = "axis" if unit == "inf" else "soviet"
    scene = on_strip("....", {unit: "0103"}, sides=ARROW, turn=turn, side=side)
    costs = {each["at"]: each["cost"] for each in scene.ask("reach", unit).locations}
    assert costs.get("0102") == cost


@pytest.mark.rule("red-star-rising:13.0.3", "red-star-rising:7.4.5")
@pytest.mark.parametrize(("unit", "turn", "allowed"), [("rifle", SNOW, True), ("rifle", CLEAR, False),
                                                       ("mech", SNOW, False)])  # fmt: skip
def test_in_snow_soviets_on_foot_attack_over_a_red_arrow_as_over_a_river(unit: str, turn: int, allowed: bool) -> None:
    units = {f"{unit}-{number}": "0103" for number in (1, 2)} | {"div": "0102"}
    scene = on_strip("....", units, sides=ARROW, turn=turn, phase="combat", side="soviet")
    assert scene.allows("declare-attack 0102") is allowed
    if allowed:
        found = scene.ask("attack", units=[f"{unit}-1", f"{unit}-2"], target="0102")
        assert found.defence.value == 2 + 2


@pytest.mark.rule("red-star-rising:13.0.3", "red-star-rising:3.3.5")
@pytest.mark.parametrize(("unit", "in_snow", "else_cost"), [("pz", 2, 4), ("inf", 1, 2)])
@each_weather
def test_in_snow_a_marsh_is_entered_as_a_forest(unit: str, in_snow: int, else_cost: int, turn: int) -> None:
    scene = on_strip(".m..", {unit: "0101"}, turn=turn)
    costs = {each["at"]: each["cost"] for each in scene.ask("reach", unit).locations}
    assert costs["0102"] == (in_snow if turn == SNOW else else_cost)


@pytest.mark.rule("red-star-rising:13.0.3", "red-star-rising:7.4.1")
@each_weather
def test_in_snow_a_marsh_is_defended_as_a_forest(turn: int) -> None:
    """The line of the forest has a column for seven to one, that of the marsh goes from six to eight."""
    units = {"pz": "0102", "inf": "0102", "rifle": "0103"}
    scene = on_strip("..m...", units, phase="combat", turn=turn)
    found = scene.ask("attack", units=["pz", "inf"], target="0103")
    assert (found.odds, found.column) == ("7:1", "7:1" if turn == SNOW else "6:1")


@pytest.mark.rule("red-star-rising:13.0.3", "red-star-rising:10.1.3")
@each_weather
def test_in_snow_a_marsh_counts_as_a_forest_for_lines(turn: int) -> None:
    answer = on_strip(".m..", {"inf": "0103"}, sources=WEST, turn=turn).ask("supply", "inf")
    assert answer.length == (4 if turn == SNOW else 6)


NORTHERN = [
    ("Murmansk", "Arkhangelsk", "3.6.4", "north"),
    ("Leningrad", "Konigsberg", "3.6.5", "baltic"),
]


@pytest.mark.rule("red-star-rising:13.0.3", "red-star-rising:3.6.4", "red-star-rising:3.6.5")
@pytest.mark.parametrize(("first", "second", "case", "sea"), NORTHERN)
@each_weather
def test_in_snow_the_northern_ports_are_frozen(first: str, second: str, case: str, sea: str, turn: int) -> None:
    ports = [port("0101", first, sea), port("0104", second, sea), port("0102", "Odessa"), port("0103", "Kerch")]
    units = {"rifle-1": "0101", "rifle-2": "0102"}
    scene = on_strip("....", units, features=ports, phase="sea", side="soviet", turn=turn)
    assert scene.allows("move-by-sea rifle-1 0104") is (turn != SNOW)
    if turn == SNOW:
        assert scene.refused("move-by-sea rifle-1 0104") == case
    assert scene.allows("move-by-sea rifle-2 0103")


def leaving_a_zone(unit: str, turn: int) -> Scene:
    """A unit beside an enemy, with open ground behind it."""
    enemy = "inf-9" if unit in ("rifle", "mech", "cav") else "army-9"
    side = "soviet" if enemy == "inf-9" else "axis"
    return on_strip("." * 8, {unit: "0103", enemy: "0102"}, turn=turn, side=side)


@pytest.mark.rule("red-star-rising:13.0.3", "red-star-rising:5.0.8")
@pytest.mark.parametrize(
    ("unit", "turn", "cost"),
    [("mech", CLEAR, 4), ("mech", MUD, 4), ("mech", SNOW, 3), ("rifle", SNOW, 3), ("pz", SNOW, 4), ("inf", CLEAR, 4)],
)
def test_in_snow_soviets_leave_an_enemy_zone_for_two(unit: str, turn: int, cost: int) -> None:
    reach = leaving_a_zone(unit, turn).ask("reach", unit)
    assert {each["at"]: each["cost"] for each in reach.locations}["0104"] == cost


@pytest.mark.rule("red-star-rising:13.0.3", "red-star-rising:5.0.7")
@each_weather
def test_in_snow_guards_cavalry_goes_from_zone_to_zone(turn: int) -> None:
    units = {"cav": "0103", "inf-1": "0102", "inf-2": "0105", "rifle": "0108"}
    scene = on_strip("." * 8, units, turn=turn, side="soviet")
    assert scene.allows("step-to cav 0104") is (turn == SNOW)
    if turn == SNOW:
        assert scene.play("step-to cav 0104").unit("cav").values["spent"] == 1 + 2


@pytest.mark.rule("red-star-rising:13.0.3", "red-star-rising:8.0.9")
@pytest.mark.parametrize(
    ("attacker", "turn", "cost"), [("mech", SNOW, 2), ("mech", CLEAR, 3), ("mech", MUD, 3), ("pz", SNOW, 3)]
)
def test_in_snow_soviets_overrun_for_two(attacker: str, turn: int, cost: int) -> None:
    defender = "div" if attacker == "mech" else "rifle"
    side = "soviet" if attacker == "mech" else "axis"
    units = {attacker: "0202", defender: "0203"}
    board = "/".join("." * 6 for _ in range(6))
    scene = red_star(units, board, phase="movement", side=side, turn=turn, results=["NE"])
    told = scene.play(f"overrun {attacker} 0203").told("overrun-launched")
    assert [each.cost for each in told] == [cost]


def die_modifiers(turn: int) -> dict[str, Any]:
    units = {"pz": "0102", "rifle": "0103"}
    return dict(attack(units, "pz", "0103", turn).modifiers.by_rule)


@pytest.mark.rule("red-star-rising:13.0.4")
@pytest.mark.parametrize("turn", [*FIRST_WINTER])
def test_in_the_first_winter_three_is_added_to_the_die(turn: int) -> None:
    assert die_modifiers(turn) == {"13.0.4": 3}


@pytest.mark.rule("red-star-rising:13.0.5")
@pytest.mark.parametrize("turn", [*SECOND_WINTER, *THIRD_WINTER])
def test_in_the_later_winters_one_is_added(turn: int) -> None:
    assert die_modifiers(turn) == {"13.0.5": 1}


@pytest.mark.rule("red-star-rising:13.0.4", "red-star-rising:13.0.5", "red-star-rising:13.0.1")
@pytest.mark.parametrize("turn", [1, 7, 12, 13, 21, 26, 35, 40])
def test_in_clear_weather_and_mud_nothing_is_added(turn: int) -> None:
    assert die_modifiers(turn) == {}


@pytest.mark.rule("red-star-rising:13.0.4", "red-star-rising:8.0.9")
def test_an_overrun_in_the_first_winter_adds_four_in_all() -> None:
    units = {"pz": "0202", "rifle": "0203"}
    board = "/".join("." * 6 for _ in range(6))
    scene = red_star(units, board, phase="movement", side="axis", turn=SNOW, dice=[2])
    told = scene.play("overrun pz 0203").told("attack-resolved")
    assert [(each.die, each.modified) for each in told] == [(2, 6)]
