"""Chapter 12: air bases and their fleets."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.rulesets.red_star_rising.scenes import GAME, city, red_star
from tests.engine.rulesets.red_star_rising.strips import CLEAR, EAST, MUD, SNOW, WEST, on_strip, port
from tests.helpers.positions import Scene, position

WIDE = "/".join("." * 24 for _ in range(12))


def fleet_of(base: str, at: str = "fleets") -> dict[str, Any]:
    return {"at": at, "type": "german-air-fleet", "values": {"base": base}}


def placing(units: dict[str, Any], board: str = WIDE, turn: int = CLEAR, **more: Any) -> Scene:
    """The step at which fleets are placed."""
    return red_star(units, board, phase="fleets", side="axis", turn=turn, **more)


@pytest.mark.rule("red-star-rising:12.1.1")
def test_three_bases_begin_on_the_map_and_their_fleets_beside_it() -> None:
    scene = position(game=GAME, scenario="barbarossa", setup="scenario", phase="fleets", side="axis", turn=1)
    materials = scene.game.materials
    bases = [unit for unit in scene.state.every_unit() if unit.type == "german-air-base"]
    fleets = [unit for unit in scene.state.every_unit() if unit.type == "german-air-fleet"]
    assert [materials.is_on_map(unit) for unit in bases] == [True] * 3
    assert sorted(str(unit.values["base"]) for unit in fleets) == sorted(unit.id for unit in bases)
    assert {scene.place(unit.id) for unit in fleets} == {"fleets"}
    assert {action.split()[1] for action in scene.choices("place-fleet")} == {unit.id for unit in fleets}


@pytest.mark.rule("red-star-rising:12.1.2")
def test_a_fleet_is_placed_within_the_range_of_its_own_base() -> None:
    units = {"base-1": "0306", "base-2": "2406", "fleet": fleet_of("base-1")}
    scene = placing(units, sources={"axis": ["0306"]})
    assert scene.allows("place-fleet fleet 1106")
    assert scene.refused("place-fleet fleet 1206") == "12.1.2"
    assert scene.refused("place-fleet fleet 2306") == "12.1.2"
    placed = scene.play("place-fleet fleet 1106")
    assert placed.place("fleet") == "1106"


@pytest.mark.rule("red-star-rising:12.1.2")
def test_neither_ground_nor_enemies_matter() -> None:
    units = {"base": "0202", "fleet": fleet_of("base"), "army": "0402", "partisan": "0102"}
    scene = placing(units, "s..l/.s.m/....", turn=1)
    assert all(scene.allows(f"place-fleet fleet {at}") for at in ("0101", "0202", "0401", "0402", "0102"))
    assert scene.play("place-fleet fleet 0102").place("partisan") == "0102"


@pytest.mark.rule("red-star-rising:12.1.2")
def test_a_fleet_may_stay_at_home_and_one_that_is_out_stays_where_it_is() -> None:
    units = {"base-1": "0306", "base-2": "0506", "fleet-1": fleet_of("base-1"), "fleet-2": fleet_of("base-2")}
    one_out = placing(units, turn=1).play("place-fleet fleet-1 0506")
    assert one_out.refused("place-fleet fleet-1 0306") == "12.1.2"
    after = one_out.play("done")
    assert (after.place("fleet-1"), after.place("fleet-2")) == ("0506", "fleets")
    assert after.menu.rule != "12.1.2"


@pytest.mark.rule("red-star-rising:12.1.2")
@pytest.mark.parametrize("base", ["axis-reinforcements", "axis-eliminated"])
def test_without_its_base_on_the_map_a_fleet_cannot_be_placed(base: str) -> None:
    scene = placing({"base-1": base, "fleet-1": fleet_of("base-1"), "base-2": "0202", "fleet-2": fleet_of("base-2")})
    assert scene.refused("place-fleet fleet-1 0202") == "12.1.2"
    assert scene.allows("place-fleet fleet-2 0202")


@pytest.mark.rule("red-star-rising:12.1.2", "red-star-rising:13.0.2")
@pytest.mark.parametrize(("turn", "asked"), [(CLEAR, True), (SNOW, True), (MUD, False), (12, False), (13, True)])
def test_in_mud_there_are_no_fleets(turn: int, asked: bool) -> None:
    scene = placing({"base": "0306", "fleet": fleet_of("base")}, turn=turn, sources={"axis": ["0306"]})
    assert (scene.menu.rule == "12.1.2") is asked
    assert scene.place("fleet") == "fleets"


@pytest.mark.rule("red-star-rising:12.1.2", "red-star-rising:12.1.3", "red-star-rising:2.0.H")
def test_fleets_stay_out_until_the_motorised_movement_is_over() -> None:
    units = {"base": "0203", "fleet": fleet_of("base", "0806"), "pz": "0202", "army": "2412"}
    given: dict[str, Any] = {"sources": {"axis": ["0102"], "soviet": ["2412"]}, "turn": 2}
    moving = red_star(units, WIDE, phase="motorised", side="axis", **given)
    assert moving.place("fleet") == "0806"
    over = moving.play("done")
    while over.state.turn == 2 and over.place("fleet") == "0806":
        over = over.play("done")
    assert (over.place("base"), over.place("fleet")) == ("0203", "fleets")
    assert [told.unit for told in over.told("fleet-returned")] == ["fleet"]
    assert over.unit("fleet").values["base"] == "base"


@pytest.mark.rule("red-star-rising:12.1.4")
def test_bases_without_supply_leave_and_their_fleets_with_them() -> None:
    units = {"base-1": "0110", "base-2": "0103", "fleet-1": fleet_of("base-1"), "fleet-2": fleet_of("base-2")}
    scene = on_strip("." * 12, units, phase="air-bases-supply", sources=WEST, turn=5)
    assert (scene.place("base-1"), scene.unit("base-1").values["due"]) == ("axis-reinforcements", 9)
    assert scene.refused("place-fleet fleet-1 0103") == "12.1.2"
    assert scene.allows("place-fleet fleet-2 0103")


@pytest.mark.rule("red-star-rising:12.1.2")
def test_a_base_comes_back_and_its_fleet_flies_again() -> None:
    units = {"base": {"at": "axis-reinforcements", "values": {"due": 9}}, "fleet": fleet_of("base"), "army": "0112"}
    given: dict[str, Any] = {"sources": {"axis": ["0101"], "soviet": ["0112"]}, "turn": 9}
    back = on_strip("." * 12, units, phase="reinforcements", **given).play("arrive base 0103")
    assert back.place("base") == "0103"
    standing = {**units, "base": "0103"}
    assert on_strip("." * 12, standing, phase="fleets", **given).allows("place-fleet fleet 0103")


def going_home(turn: int, units: dict[str, Any] | None = None) -> Scene:
    """The end of the motorised movement phase of a turn."""
    usual = {"base-1": "0306", "base-2": "0506", "fleet-1": fleet_of("base-1", "0506"), "fleet-2": fleet_of("base-2")}
    given: dict[str, Any] = {"phase": "fleets-home", "side": "axis", "turn": turn}
    return red_star(usual if units is None else units, WIDE, sources={"axis": ["0106"]}, **given)


@pytest.mark.rule("red-star-rising:12.1.5", "red-star-rising:15.7.1/a")
@pytest.mark.parametrize("turn", [11, 31])
def test_after_two_turns_a_base_of_the_axis_choice_leaves_for_good_with_its_fleet(turn: int) -> None:
    scene = going_home(turn)
    assert (scene.menu.side, scene.menu.rule) == ("axis", "12.1.5")
    assert scene.choices("withdraw-base") == ("withdraw-base base-1", "withdraw-base base-2")
    assert not scene.allows("done")
    after = scene.play("withdraw-base base-1")
    assert [after.place(each) for each in ("base-1", "fleet-1", "base-2", "fleet-2")] == [
        "axis-eliminated", "axis-eliminated", "0506", "fleets",
    ]  # fmt: skip
    assert after.menu.rule != "12.1.5"


@pytest.mark.rule("red-star-rising:12.1.5")
@pytest.mark.parametrize("turn", [10, 12, 30, 32])
def test_in_other_turns_no_base_is_withdrawn(turn: int) -> None:
    scene = going_home(turn)
    assert scene.menu.rule != "12.1.5"
    assert (scene.place("base-1"), scene.place("base-2")) == ("0306", "0506")


@pytest.mark.rule("red-star-rising:12.1.5")
def test_a_base_that_waits_to_come_back_may_be_the_one_and_without_any_nothing_is_asked() -> None:
    waiting = {"base-1": {"at": "axis-reinforcements", "values": {"due": 14}}, "fleet-1": fleet_of("base-1")}
    assert going_home(11, waiting).play("withdraw-base base-1").place("fleet-1") == "axis-eliminated"
    assert going_home(11, {"base-1": "axis-eliminated", "inf": "0306"}).menu.rule != "12.1.5"
    assert going_home(11).refused("withdraw-base fleet-1") == "12.1.5"


def shifts(units: dict[str, Any], attacker: str, target: str, **more: Any) -> int:
    """By how many columns the air changes an attack."""
    side = "axis" if attacker in ("inf", "pz") else "soviet"
    scene = on_strip("." * 12, units, phase="combat", side=side, **{"turn": CLEAR, **more})
    return int(scene.ask("attack", units=[attacker], target=target).shifts.value)


@pytest.mark.rule("red-star-rising:12.2.1", "red-star-rising:12.2.2", "red-star-rising:12.2.3")
@pytest.mark.parametrize(("fleet", "shift"), [("0103", 1), ("0101", 1), ("0107", 1), ("0108", 1), ("0109", 1),
                                              ("0110", 0)])  # fmt: skip
def test_a_fleet_helps_the_axis_by_a_column_against_defenders_within_four_hexes(fleet: str, shift: int) -> None:
    assert shifts({"inf": "0104", "mech": "0105", "fleet": fleet}, "inf", "0105") == shift
    assert shifts({"mech": "0106", "inf": "0105", "fleet": fleet}, "mech", "0105") == -shift


@pytest.mark.rule("red-star-rising:12.2.7", "red-star-rising:13.0.3")
@pytest.mark.parametrize(("turn", "shift"), [(CLEAR, 1), (SNOW, 0), (25, 0), (39, 0)])
def test_fleets_do_not_change_combat_in_snow(turn: int, shift: int) -> None:
    assert shifts({"inf": "0104", "mech": "0105", "fleet": "0105"}, "inf", "0105", turn=turn) == shift
    assert shifts({"mech": "0106", "inf": "0105", "fleet": "0105"}, "mech", "0105", turn=turn) == -shift


@pytest.mark.rule("red-star-rising:12.2.4", "red-star-rising:10.2.5")
def test_germans_under_a_fleet_lack_supply_instead_of_being_out_of_it() -> None:
    scene = on_strip("." * 12, {"inf-1": "0108", "inf-2": "0109", "fleet": "0104"})
    assert [scene.ask("supply", name).state for name in ("inf-1", "inf-2")] == ["lacking", "unsupplied"]


@pytest.mark.rule("red-star-rising:12.2.5")
@pytest.mark.parametrize("turn", [CLEAR, SNOW])
def test_a_fleet_keeps_soviet_units_from_moving_strategically_nearby(turn: int) -> None:
    given: dict[str, Any] = {"phase": "strategic", "side": "soviet", "sources": EAST, "turn": turn}
    units = {"rifle-1": "0102", "rifle-2": "0106", "fleet": "0108"}
    scene = on_strip("." * 12, units, **given)
    assert scene.refused("pick-unit rifle-2") == "3.5.3"
    moved = scene.play("pick-unit rifle-1")
    assert moved.allows("move-strategically rifle-1 0104")
    assert moved.refused("move-strategically rifle-1 0105") == "3.5.3"


@pytest.mark.rule("red-star-rising:12.2.6")
def test_a_fleet_takes_no_control() -> None:
    places = [city("0103", "Rostov"), port("0103", "Rostov")]
    weak = {"at": "0102", "type": "german-infantry-kampfgruppe", "step": 1}
    scene = on_strip("....", {"kg": weak, "fleet": "0103"}, features=places, sources=WEST)
    after = scene.play("step-to kg 0103")
    assert after.holder("0103") is None
    assert not after.told("control-changed")


@pytest.mark.rule("red-star-rising:13.0.2", "red-star-rising:12.1.2")
def test_the_mud_is_named_where_a_fleet_is_to_be_placed_in_it() -> None:
    units = {"base": "0202", "fleet": fleet_of("base"), "army": "0402"}
    scene = placing(units, sources={"axis": ["0202"]}, turn=MUD)
    assert not scene.choices("place-fleet")
    (step,) = scene.ask("try", [{"kind": "place-fleet", "unit": "fleet", "at": "0302"}]).steps
    assert step.rule == "13.0.2"
