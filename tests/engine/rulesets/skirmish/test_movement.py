"""Chapters 2, 3 and 6 of Skirmish: moving, zones of control and coming onto the map."""

from __future__ import annotations

import pytest

from tests.engine.rulesets.skirmish.scenes import skirmish
from tests.helpers.positions import Scene


def moving(units: str, board: str = "", **more: object) -> Scene:
    """Red's movement phase; units are written as YAML."""
    return skirmish(f"units: {units}", phase="movement", side="red", board=board, **more)


def cost_to(scene: Scene, unit: str, label: str) -> int | None:
    found = {place.at: place.cost for place in scene.ask("reach", unit).locations}
    return found.get(label)


@pytest.mark.rule("toy-skirmish:2.1")
def test_a_unit_pays_for_the_terrain_it_enters() -> None:
    scene = moving("{red-1: '0101'}", ".fhmt")
    walked = scene.play("step-to red-1 0201")
    assert walked.told("unit-moved")[0].cost == 2
    assert walked.unit("red-1").values["spent"] == 2
    assert walked.holder("0201") == "red"
    assert walked.play("step-to red-1 0301").told("unit-moved")[-1].cost == 2


@pytest.mark.rule("toy-skirmish:2.1")
@pytest.mark.parametrize(("terrain", "foot", "mobile"), [(".", 1, 1), ("f", 2, 3), ("h", 2, 2), ("m", 3, None)])
def test_terrain_costs_differ_by_class(terrain: str, foot: int, mobile: int | None) -> None:
    scene = moving("{red-1: '0101', red-4: '0101'}", f".{terrain}")
    assert cost_to(scene, "red-1", "0201") == foot
    assert cost_to(scene, "red-4", "0201") == mobile


@pytest.mark.rule("toy-skirmish:2.1")
def test_a_unit_goes_no_further_than_its_allowance() -> None:
    scene = moving("{red-1: '0101'}", ".hmh")
    tired = scene.play("step-to red-1 0201")
    assert tired.refused("step-to red-1 0301") == "2.1"
    assert cost_to(scene, "red-1", "0301") is None


@pytest.mark.rule("toy-skirmish:2.1")
def test_water_and_what_is_not_next_door_are_out_of_reach() -> None:
    scene = moving("{red-1: '0101', blue-1: '0501'}", ".w...")
    assert scene.refused("step-to red-1 0201") == "2.1"
    assert scene.refused("step-to red-1 0301") == "2.1"
    assert scene.refused("step-to red-1 coming") == "2.1"
    assert scene.refused("step-to blue-1 0401") == "2.1"
    assert scene.refused("step-to red-9 0201") == "2.1"


RIVER = {"sides": [{"kind": "river", "at": ["0101/SE"]}]}
ROAD = {"paths": [{"id": "way", "kind": "road", "through": ["0101", "0201"]}]}


@pytest.mark.rule("toy-skirmish:2.2")
def test_a_river_costs_one_more() -> None:
    assert cost_to(moving("{red-1: '0101'}", "..", map=RIVER), "red-1", "0201") == 2
    assert cost_to(moving("{red-1: '0201'}", "..", map=RIVER), "red-1", "0101") == 2


@pytest.mark.rule("toy-skirmish:2.3")
def test_along_a_road_a_hex_costs_one_whatever_is_there() -> None:
    both = {**RIVER, **ROAD}
    assert cost_to(moving("{red-4: '0101'}", ".m", map=both), "red-4", "0201") == 1
    assert cost_to(moving("{red-4: '0101'}", ".m", map=RIVER), "red-4", "0201") is None


@pytest.mark.rule("toy-skirmish:2.4")
def test_a_unit_that_moves_into_an_enemy_zone_goes_no_further() -> None:
    scene = moving("{red-1: '0201', blue-1: '0501'}", ".......")
    stopped = scene.play("step-to red-1 0301", "step-to red-1 0401")
    assert stopped.refused("step-to red-1 0301") == "2.4"
    assert cost_to(scene, "red-1", "0401") == 2


@pytest.mark.rule("toy-skirmish:2.4")
def test_nobody_slips_through_an_enemy_zone() -> None:
    scene = moving("{red-1: '0402', blue-1: '0501'}", "......./.......")
    assert cost_to(scene, "red-1", "0502") == 1
    assert cost_to(scene, "red-1", "0602") is None


@pytest.mark.rule("toy-skirmish:2.4")
def test_a_unit_may_leave_the_zone_it_began_in() -> None:
    scene = moving("{red-1: '0401', blue-1: '0501'}", ".......")
    assert scene.allows("step-to red-1 0301")
    assert cost_to(scene, "red-1", "0201") == 2


@pytest.mark.rule("toy-skirmish:2.5")
def test_two_units_to_a_hex_and_none_with_enemies() -> None:
    scene = moving("{red-1: '0101', red-2: '0201', red-3: '0201', blue-1: '0102'}", "..../....")
    assert scene.refused("step-to red-1 0201") == "2.5"
    assert scene.refused("step-to red-1 0102") == "2.5"
    assert scene.play("step-to red-2 0301").allows("step-to red-1 0201")
    assert scene.ask("stack", "0201").allowed
    crowd = moving("{red-1: '0101', red-2: '0101', red-3: '0101'}", "..")
    assert not crowd.ask("stack", "0101").allowed


@pytest.mark.rule("toy-skirmish:2.6")
def test_a_unit_may_not_go_on_after_another_has_set_out() -> None:
    scene = moving("{red-1: '0101', red-2: '0102'}", "..../....")
    later = scene.play("step-to red-1 0201", "step-to red-2 0202")
    assert later.refused("step-to red-1 0301") == "2.6"
    assert later.allows("step-to red-2 0302")
    assert cost_to(later, "red-1", "0301") is None


@pytest.mark.rule("toy-skirmish:2.6")
def test_all_may_move_again_in_the_next_phase() -> None:
    scene = moving("{red-1: '0101', red-2: '0102', blue-1: '0601'}", "....../......")
    over = scene.play("step-to red-1 0201", "step-to red-2 0202", "done")
    assert all(not unit.marks and "spent" not in unit.values for unit in over.state.every_unit() if unit.side == "red")


@pytest.mark.rule("toy-skirmish:3.1")
def test_zones_reach_the_six_hexes_around() -> None:
    scene = moving("{red-1: '0302'}", "...../...../.....")
    around = {"0301", "0401", "0402", "0303", "0202", "0201"}
    for label in (scene.game.board.label(at) for at in scene.game.board.locations()):
        assert ("red" in scene.ask("zone", label).sides) == (label in around), label
    assert scene.ask("zone", "0301").sides.red == ["red-1"]


@pytest.mark.rule("toy-skirmish:3.1")
def test_zones_do_not_reach_across_a_lake() -> None:
    lake = {"sides": [{"kind": "lake", "at": ["0101/SE"]}]}
    assert moving("{red-1: '0101'}", "..", map=lake).ask("zone", "0201").sides == {}
    assert moving("{red-1: '0101'}", "..").ask("zone", "0201").sides == {"red": ["red-1"]}


def arriving(turn: int, units: str = "{}") -> Scene:
    return skirmish(f"units: {{red-8: coming, blue-1: '1605', {units[1:-1]}}}", phase="arrival", side="red", turn=turn)


@pytest.mark.rule("toy-skirmish:6.1")
def test_reinforcements_enter_at_their_own_hex_from_their_turn_on() -> None:
    due = arriving(2)
    assert due.choices("arrive") == ("arrive red-8 0103",)
    assert due.play("arrive red-8 0103").place("red-8") == "0103"
    assert due.refused("arrive red-8 0102") == "6.1"
    assert due.refused("arrive blue-8 1605") == "6.1"
    assert arriving(4).allows("arrive red-8 0103")


@pytest.mark.rule("toy-skirmish:6.1")
def test_nobody_comes_before_his_turn_and_the_phase_is_passed_over() -> None:
    assert arriving(1).menu.rule == "2.1"


@pytest.mark.rule("toy-skirmish:6.1")
def test_reinforcements_wait_while_their_hex_is_full_or_lost() -> None:
    assert arriving(2, "{red-1: '0103', red-2: '0103'}").menu.rule == "2.1"
    assert arriving(2, "{blue-2: '0103'}").menu.rule == "2.1"
    waiting = arriving(2).play("done")
    assert waiting.place("red-8") == "coming"


@pytest.mark.rule("toy-skirmish:6.1")
def test_a_unit_that_is_gone_does_not_come_back_as_a_reinforcement() -> None:
    gone = skirmish("units: {red-8: eliminated, blue-1: '1605'}", phase="arrival", side="red", turn=2)
    assert gone.menu.rule == "2.1"


@pytest.mark.rule("toy-skirmish:7.2")
@pytest.mark.parametrize(("unit", "dry", "mud"), [("red-1", 4, 2), ("red-4", 6, 3), ("red-6", 3, 2)])
def test_mud_halves_movement_rounded_up(unit: str, dry: int, mud: int) -> None:
    for weather, allowance in (("dry", dry), ("mud", mud)):
        scene = moving(f"{{{unit}: '0101'}}", "......", values={"weather": weather})
        assert scene.ask("unit", unit).factors.movement.value == allowance
        assert max(place.cost for place in scene.ask("reach", unit).locations) == min(allowance, 5)
