"""3.0 to 3.2: who moves in which phase, for how many points, and in what order."""

from __future__ import annotations

import pytest

from engine.core.terms import total
from engine.rulesets.red_star_rising.step_words import step_terms
from tests.engine.rulesets.red_star_rising.marches import CLEAR, SNOW, marching
from tests.engine.rulesets.red_star_rising.strips import strip
from tests.helpers.positions import cost, costs, marked

ROW = "." * 10


@pytest.mark.rule("red-star-rising:3.0")
def test_each_side_moves_its_own_units_in_its_own_phase() -> None:
    scene = marching({"inf": "0101", "army": "0901"}, ROW)
    assert scene.allows("step-to inf 0201")
    assert scene.refused("step-to army 0801") == "3.0"
    assert scene.refused("step-to nobody 0801") == "3.0"
    soviet = marching({"inf": "0101", "army": "0901"}, ROW, "soviet")
    assert soviet.allows("step-to army 0801")
    assert soviet.refused("step-to inf 0201") == "3.0"


@pytest.mark.rule("red-star-rising:3.0")
def test_only_axis_armour_moves_again_in_the_motorised_phase() -> None:
    fast = {"at": "0402", "type": "hungarian-fast-corps"}
    units = {"pz": "0101", "pzkg": "0201", "fast": fast, "inf": "0301", "depot": "0501", "tank": "1002"}
    scene = marching(units, f"{ROW}/{ROW}", phase="motorised")
    assert {step.split()[1] for step in scene.choices("step-to")} == {"pz", "pzkg", "fast"}
    assert scene.refused("step-to inf 0401") == "3.0"
    assert scene.refused("step-to depot 0601") == "3.0"
    assert scene.refused("step-to tank 0902") == "3.0"
    assert costs(scene, "inf") == {"0301": 0}


@pytest.mark.rule("red-star-rising:3.0")
def test_a_step_in_which_nobody_can_move_is_passed_over() -> None:
    assert marching({"inf": "0101"}, ROW, phase="motorised").state.turn == CLEAR + 1
    assert marching({"inf": marked("0101", "moved")}, ROW).state.turn == CLEAR + 1


@pytest.mark.rule("red-star-rising:3.1.1")
@pytest.mark.parametrize(("unit", "points"), [("inf", 4), ("pz", 7), ("mtn", 5), ("depot", 6), ("base", 4), ("kg", 5)])
def test_a_unit_goes_as_far_as_its_movement_factor(unit: str, points: int) -> None:
    scene = marching({unit: "0101"}, ROW)
    assert max(costs(scene, unit).values()) == points
    assert scene.ask("unit", unit).factors.movement.value == points


@pytest.mark.rule("red-star-rising:3.1.1")
def test_steps_taken_one_by_one_cost_what_the_reach_says() -> None:
    scene = marching({"inf": "0101"}, "..f..")
    walked = scene.play("step-to inf 0201", "step-to inf 0301", "step-to inf 0401")
    assert [moved.cost for moved in walked.told("unit-moved")] == [1, 1, 1]
    assert walked.unit("inf").values["spent"] == cost(scene, "inf", "0401") == 3
    assert walked.play("step-to inf 0501").choices("step-to") == ()


@pytest.mark.rule("red-star-rising:3.1.1/a")
def test_economic_assets_never_move() -> None:
    scene = marching({"factory": "0101", "rifle": "0301"}, ROW, "soviet")
    assert scene.refused("step-to factory 0201") == "3.1.1"
    assert costs(scene, "factory") == {"0101": 0}


@pytest.mark.rule("red-star-rising:3.1.1/b", "red-star-rising:11.1.4")
def test_air_fleets_and_partisans_do_not_move() -> None:
    scene = marching({"partisan": "0101", "rifle": "0301"}, ROW, "soviet")
    assert scene.refused("step-to partisan 0201") == "3.1.1"
    assert marching({"fleet": "0101", "inf": "0301"}, ROW).refused("step-to fleet 0201") == "3.1.1"


@pytest.mark.rule("red-star-rising:3.1.2", "red-star-rising:3.1.5")
@pytest.mark.parametrize(("terrain", "foot", "motorised"), [(".", 1, 1), ("f", 1, 2), ("m", 2, 4)])
def test_terrain_costs_differ_for_motorised_units(terrain: str, foot: int, motorised: int) -> None:
    scene = marching({"inf": "0101", "pz": "0101", "depot": "0101"}, f".{terrain}.")
    assert cost(scene, "inf", "0201") == foot
    assert cost(scene, "pz", "0201") == cost(scene, "depot", "0201") == motorised
    soviet = marching({"army": "0101", "mech": "0101", "cav": "0101"}, f".{terrain}.", "soviet")
    assert cost(soviet, "army", "0201") == cost(soviet, "cav", "0201") == foot
    assert cost(soviet, "mech", "0201") == motorised


@pytest.mark.rule("red-star-rising:3.1.3", "red-star-rising:10.6.1", "red-star-rising:10.8.1")
@pytest.mark.parametrize(
    ("status", "foot", "motorised"), [("unsupplied", 2, 4), ("lacking", 2, 4), ("emergency", 4, 7)]
)
def test_shortage_halves_movement_rounded_up_but_emergency_supply_does_not(
    status: str, foot: int, motorised: int
) -> None:
    scene = marching({"inf": marked("0101", status), "pz": marked("0101", status)}, ROW)
    assert max(costs(scene, "inf").values()) == foot
    assert max(costs(scene, "pz").values()) == motorised
    assert scene.ask("unit", "pz").factors.movement.value == motorised


@pytest.mark.rule("red-star-rising:3.1.4")
def test_four_points_are_four_clear_hexes_or_two_and_a_forest() -> None:
    """The example of the rules: a motorised unit with four movement points."""
    tank = {"pz": marked("0101", "lacking")}
    clear = marching(tank, strip("......"))
    assert cost(clear, "pz", "0105") == 4
    assert cost(clear, "pz", "0106") is None
    wooded = marching(tank, strip("...f.."))
    assert cost(wooded, "pz", "0104") == 4
    assert cost(wooded, "pz", "0105") is None


@pytest.mark.rule("red-star-rising:3.1.6")
def test_snow_changes_what_ground_costs() -> None:
    assert cost(marching({"pz": "0101"}, ".m."), "pz", "0201") == 4
    assert cost(marching({"pz": "0101"}, ".m.", turn=SNOW), "pz", "0201") == 2


@pytest.mark.rule("red-star-rising:3.1.7")
def test_enemies_and_the_hexes_beside_them_hamper_movement() -> None:
    board = strip("......", 3)
    assert cost(marching({"inf": "0101"}, board), "inf", "0105") == 4
    assert cost(marching({"inf": "0101", "rifle": "0203"}, board), "inf", "0105") is None


@pytest.mark.rule("red-star-rising:3.1.8", "red-star-rising:3.2")
def test_units_on_the_move_may_overrun() -> None:
    scene = marching({"pz": "0101", "rifle": "0301"}, ROW).play("step-to pz 0201")
    assert scene.allows("overrun pz 0301")
    done = marching({"pz": marked("0201", "moved"), "inf": "0101", "rifle": "0301"}, ROW)
    assert done.refused("overrun pz 0301") == "3.2"


# 3.2


@pytest.mark.rule("red-star-rising:3.2")
def test_a_side_may_move_all_some_or_none_of_its_units() -> None:
    scene = marching({"inf-1": "0101", "inf-2": "0102", "army": "0901"}, f"{ROW}/{ROW}")
    assert scene.menu.default is not None
    assert scene.play("done").place("inf-1") == "0101"
    some = scene.play("step-to inf-1 0201", "done")
    assert (some.place("inf-1"), some.place("inf-2")) == ("0201", "0102")


@pytest.mark.rule("red-star-rising:3.2")
def test_units_move_from_hex_to_neighbouring_hex() -> None:
    scene = marching({"inf": "0101"}, ROW)
    assert scene.refused("step-to inf 0301") == "3.2"
    assert scene.refused("step-to inf axis-reinforcements") == "3.2"


@pytest.mark.rule("red-star-rising:3.2", "red-star-rising:3.3.2")
def test_nobody_spends_more_points_than_it_has() -> None:
    scene = marching({"inf": "0101"}, strip("...mm."))
    tired = scene.play("step-to inf 0102", "step-to inf 0103")
    assert tired.allows("step-to inf 0104")
    spent = tired.play("step-to inf 0104")
    assert spent.refused("step-to inf 0105") == "3.3.2"
    assert spent.allows("done")


@pytest.mark.rule("red-star-rising:3.2")
def test_a_unit_may_not_go_on_after_another_has_set_out() -> None:
    scene = marching({"inf-1": "0101", "inf-2": "0102"}, f"{ROW}/{ROW}")
    later = scene.play("step-to inf-1 0201", "step-to inf-2 0202")
    assert later.refused("step-to inf-1 0301") == "3.2"
    assert costs(later, "inf-1") == {"0201": 0}
    assert later.allows("step-to inf-2 0302")
    assert later.refused("pick-unit inf-1") == "3.2"


@pytest.mark.rule("red-star-rising:3.2")
def test_taking_another_unit_in_hand_finishes_nobody_but_its_move_does() -> None:
    scene = marching({"inf-1": "0101", "inf-2": "0102"}, f"{ROW}/{ROW}")
    picked = scene.play("step-to inf-1 0201", "pick-unit inf-2")
    assert picked.play("step-to inf-1 0301").place("inf-1") == "0301"
    assert picked.play("pick-unit inf-1", "step-to inf-1 0301").place("inf-1") == "0301"
    moved = picked.play("step-to inf-2 0202")
    assert moved.refused("step-to inf-1 0301") == "3.2"
    assert moved.refused("pick-unit inf-1") == "3.2"
    idle = scene.play("pick-unit inf-1", "pick-unit inf-2", "step-to inf-2 0202")
    assert idle.allows("step-to inf-1 0201")


@pytest.mark.rule("red-star-rising:3.2")
def test_all_may_move_again_in_the_next_phase() -> None:
    units = {"pz": "0101", "inf": "0102", "pz-2": "0201", "army": "0901"}
    scene = marching(units, f"{ROW}/{ROW}").play("step-to pz 0201", "step-to inf 0202", "done")
    assert all(not unit.marks and "spent" not in unit.values for unit in scene.state.every_unit())


@pytest.mark.rule("red-star-rising:3.2")
def test_no_unit_enters_a_hex_of_the_enemy() -> None:
    for enemy in ("rifle", "hq", "leader", "factory", "cav"):
        assert marching({"inf": "0101", enemy: "0201"}, ROW).refused("step-to inf 0201") == "3.2"
    for enemy in ("inf", "depot", "base", "sec", "siege", "romhq"):
        assert marching({"rifle": "0101", enemy: "0201"}, ROW, "soviet").refused("step-to rifle 0201") == "3.2"


@pytest.mark.rule("red-star-rising:3.2/a")
def test_an_air_fleet_does_not_close_its_hex() -> None:
    scene = marching({"rifle": "0101", "fleet": "0201"}, ROW, "soviet")
    assert scene.play("step-to rifle 0201").stack("0201") == ("fleet", "rifle")


@pytest.mark.rule("red-star-rising:3.2/b")
def test_partisans_do_not_close_their_hex() -> None:
    assert marching({"inf": "0101", "partisan": "0201"}, ROW).allows("step-to inf 0201")
    assert cost(marching({"inf": "0101", "partisan": "0201"}, ROW), "inf", "0301") == 2


@pytest.mark.rule("red-star-rising:3.2/l")
def test_air_bases_and_leaders_move_last_and_in_a_step_of_their_own() -> None:
    scene = marching({"inf": "0101", "base": "0102"}, f"{ROW}/{ROW}")
    assert scene.refused("step-to base 0202") == "3.2"
    assert scene.refused("pick-unit base") == "3.2"
    bases = scene.play("step-to inf 0201", "done")
    assert bases.allows("step-to base 0202")
    assert bases.refused("step-to inf 0301") == "3.2"
    soviet = marching({"rifle": "0101", "leader": "0102"}, f"{ROW}/{ROW}", "soviet")
    assert soviet.refused("step-to leader 0202") == "3.2"
    leaders = soviet.play("done")
    assert leaders.allows("step-to leader 0202")
    assert leaders.refused("step-to rifle 0201") == "3.2"


@pytest.mark.rule("red-star-rising:3.2")
def test_a_unit_pushed_aside_by_a_retreat_does_not_move() -> None:
    scene = marching({"inf": marked("0101", "halted"), "pz": "0301"}, ROW)
    assert scene.refused("step-to inf 0201") == "8.0.6"
    armour = marching({"pz": marked("0101", "halted"), "pz-2": "0301"}, ROW, phase="motorised")
    assert armour.refused("step-to pz 0201") == "8.0.6"
    assert "halted" not in armour.play("done").unit("pz").marks


@pytest.mark.rule("red-star-rising:3.1.4", "red-star-rising:3.3.2")
@pytest.mark.parametrize("turn", [3, SNOW])
@pytest.mark.parametrize("unit", ["rifle", "mech", "cav"])
def test_the_terms_of_a_step_add_up_to_its_cost(turn: int, unit: str) -> None:
    sides = {"river": ["0301/SE"], "major-river": ["0302/SW"], "ice-road": ["0302/N"], "strait": ["0302/S"]}
    board = "...../..f../.mm.."
    scene = marching({unit: "0302", "inf": "0502"}, board, "soviet", turn=turn, sides=sides, arctic=["0202", "0303"])
    steps = scene.choices("step-to")
    assert steps
    for step in steps:
        moved = scene.play(step)
        told = moved.told("unit-moved")[0]
        terms = step_terms(scene.game, scene.state, scene.unit(unit), scene.game.board.at(told.to))
        allowance = scene.ask("unit", unit).factors.movement.value
        assert min(total(terms), allowance) == told.cost


@pytest.mark.rule("red-star-rising:3.1.1", "red-star-rising:3.3.2", "red-star-rising:3.4.1")
@pytest.mark.parametrize("unit", ["pz", "inf", "depot", "sec", "siege"])
def test_the_way_to_every_hex_in_reach_can_be_walked_at_the_price_it_says(unit: str) -> None:
    board = "..f....../.m..f..../....m..../..f...f../........."
    sides = {"river": ["0302/SE", "0303/NE"], "major-river": ["0503/S"], "lakeside": ["0204/SE"]}
    units = {unit: "0203", "inf-2": "0502", "rifle": "0602", "army": "0803"}
    scene = marching(units, board, sides=sides, rails=[["0203", "0303", "0403", "0503"]])
    reached = scene.ask("reach", unit).locations
    for place in reached:
        walked = scene.play(*(f"step-to {unit} {at}" for at in place.path[1:]))
        assert walked.place(unit) == place.at
        assert walked.unit(unit).values.get("spent", 0) == place.cost
    beside = {choice.split()[2] for choice in scene.choices("step-to") if choice.split()[1] == unit}
    assert beside >= {place.at for place in reached if len(place.path) == 2}
