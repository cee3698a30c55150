"""Chapter 10, and how units move in the first winter and out of supply."""

from __future__ import annotations

import pytest

from tests.engine.rulesets.barbarossa_to_berlin.campaigns import campaign, moving, operation
from tests.helpers.positions import Scene

EAST = "berlin - warsaw - brest - minsk ~ smolensk - vyazma - moscow - sverdlovsk; warsaw - lublin - kovel - kiev"


def ends(scene: Scene, unit: str) -> set[str]:
    """Where a unit can take its next step."""
    return {choice.split()[2] for choice in scene.choices("step-to") if choice.split()[1] == unit}


@pytest.mark.rule("barbarossa-to-berlin:10.1")
def test_a_unit_enters_as_many_spaces_as_its_allowance() -> None:
    scene = moving({"corps": "berlin", "pzc": "warsaw"}, EAST, "berlin")
    on_foot = scene.play("step-to corps warsaw", "step-to corps brest", "step-to corps minsk")
    assert on_foot.place("corps") == "minsk"
    assert on_foot.refused("step-to corps smolensk") == "10.1"
    assert scene.refused("step-to pzc brest") == "10.1"
    assert scene.refused("step-to corps brest") == "10.1"
    assert scene.refused("step-to nobody brest") == "10.1"


@pytest.mark.rule("barbarossa-to-berlin:10.1")
def test_sea_connections_are_no_roads() -> None:
    scene = moving({"corps": "konigsberg"}, "berlin - konigsberg = sea-baltic = riga", "konigsberg")
    assert ends(scene, "corps") == {"berlin"}


@pytest.mark.rule("barbarossa-to-berlin:10.1")
def test_units_move_one_after_another_and_not_twice() -> None:
    scene = moving({"army": "berlin", "corps": "berlin"}, EAST, "berlin").play("step-to army warsaw")
    other = scene.play("step-to corps warsaw")
    assert other.refused("step-to army brest") == "10.1"
    assert other.play("step-to corps brest", "done").menu.rule == "7.2"


@pytest.mark.rule("barbarossa-to-berlin:7.3")
def test_nobody_in_an_active_space_has_to_move() -> None:
    scene = moving({"army": "berlin", "corps": "berlin"}, EAST, "berlin")
    assert scene.play("done").place("army") == "berlin"


@pytest.mark.rule("barbarossa-to-berlin:10.1", "barbarossa-to-berlin:5.1")
def test_what_is_entered_is_taken() -> None:
    scene = moving({"pz": "brest"}, EAST, "brest", values={"vp": 7})
    after = scene.play("step-to pz minsk", "step-to pz smolensk")
    assert after.holder("minsk") == after.holder("smolensk") == "axis"
    assert after.state.values["vp"] == 8
    assert after.told("unit-moved")[0].to == "minsk"


@pytest.mark.rule("barbarossa-to-berlin:9.1")
def test_enemy_units_keep_others_out() -> None:
    scene = moving({"pz": "brest", "rifle": "minsk"}, EAST, "brest")
    assert scene.refused("step-to pz minsk") == "9.1"


@pytest.mark.rule("barbarossa-to-berlin:10.1/a")
def test_on_foot_one_may_pass_a_combat_space_but_not_stop_there() -> None:
    units = {"army": "warsaw", "pz": "brest", "front": "kovel"}
    scene = moving(units, EAST, "warsaw", "combat:brest")
    passing = scene.play("step-to army brest")
    assert passing.refused("done") == "10.1"
    assert passing.play("step-to army minsk").allows("done")


@pytest.mark.rule("barbarossa-to-berlin:10.1/a")
def test_nobody_enters_a_combat_space_who_could_not_leave_it_again() -> None:
    units = {"army": "berlin", "corps": "minsk", "rifle": "smolensk", "rifle-2": "kovel"}
    scene = moving(units, "berlin - warsaw - brest - minsk - smolensk; kovel - kiev", "berlin", "combat:minsk")
    assert scene.play("step-to army warsaw", "step-to army brest").refused("step-to army minsk") == "10.1"


@pytest.mark.rule("barbarossa-to-berlin:10.1/b")
def test_mechanised_units_in_full_supply_stop_in_a_combat_space() -> None:
    units = {"pz": "warsaw", "army": "brest", "front": "minsk"}
    scene = moving(units, EAST, "warsaw", "combat:brest")
    fighting = scene.play("step-to pz brest", "done")
    assert fighting.menu.rule.startswith("11")
    assert fighting.play("declare-attack minsk").allows("add-attacker pz")


@pytest.mark.rule("barbarossa-to-berlin:10.1/b")
def test_mechanised_units_in_limited_supply_do_not() -> None:
    units = {"pz": "warsaw", "army": "brest", "front": "minsk"}
    scene = moving(units, f"berlin - posen - {EAST[9:]}", "warsaw", "combat:brest", markers={"posen": {"partisans": 1}},
                   countries={"germany": ["posen"]})  # fmt: skip
    assert scene.play("step-to pz brest").refused("done") == "10.1"


@pytest.mark.rule("barbarossa-to-berlin:15.2")
def test_in_the_first_winter_germans_in_the_soviet_union_are_infantry() -> None:
    units = {"pz": "warsaw", "army": "brest", "front": "minsk"}
    scene = moving(units, EAST, "warsaw", "combat:brest", turn=4)
    assert scene.play("step-to pz brest").refused("done") == "10.1"
    paused = moving(units, EAST, "warsaw", "combat:brest", turn=4, values={"event-von-paulus-pause": 1})
    assert paused.play("step-to pz brest").allows("done")
    far = moving({"pz": "brest"}, EAST, "brest", turn=4)
    on = far.play("step-to pz minsk", "step-to pz smolensk", "step-to pz vyazma", "step-to pz moscow")
    assert on.place("pz") == "moscow"


@pytest.mark.rule("barbarossa-to-berlin:13.4.1")
def test_out_of_supply_nobody_goes_further_than_two_spaces() -> None:
    units = {"pz": "minsk", "rifle": "brest", "fj": "kovel", "rifle-2": "lublin"}
    scene = moving(units, EAST, "minsk", "kovel")
    two = scene.play("step-to pz smolensk", "step-to pz vyazma")
    assert two.refused("step-to pz moscow") == "10.1"
    assert scene.play("step-to fj kiev").refused("step-to fj kovel") == "10.1"


@pytest.mark.rule("barbarossa-to-berlin:13.1", "barbarossa-to-berlin:13.4.1")
def test_a_position_that_begins_with_movement_goes_by_the_supply_of_its_units() -> None:
    units = {"pz": "minsk", "army": "warsaw", "pz-2": "warsaw", "corps": "lublin", "front": "kovel", "rifle": "brest"}
    markers = {"minsk": {"move": 1}, "warsaw": {"move": 1}, "lublin": {"combat": 1}}
    scene = campaign(units, EAST, phase="movement", side="axis", markers=markers)
    allowance = scene.ask("reach", unit="pz").allowance
    assert (allowance.value, allowance.by_rule["13.4.1"]) == (2, 2)
    two = scene.play("step-to pz smolensk", "step-to pz vyazma")
    assert two.refused("step-to pz moscow") == "10.1"
    assert scene.play("step-to army lublin").refused("done") == "10.1"
    assert scene.play("step-to pz-2 lublin").allows("done")
    assert not scene.play("done", "done").unit("pz").marks


@pytest.mark.rule("barbarossa-to-berlin:7.3", "barbarossa-to-berlin:10.1/b")
def test_in_such_a_position_combat_follows_when_all_have_moved() -> None:
    units = {"pz": "warsaw", "army": "brest", "front": "minsk"}
    markers = {"warsaw": {"move": 1}, "brest": {"combat": 1}}
    scene = campaign(units, EAST, phase="movement", side="axis", markers=markers)
    fighting = scene.play("step-to pz brest", "done")
    assert fighting.menu.rule == "11.1"
    assert fighting.play("declare-attack minsk").allows("add-attacker pz")
    assert not fighting.play("done").unit("pz").marks


@pytest.mark.rule("barbarossa-to-berlin:13.4.2")
def test_a_front_of_such_a_position_that_is_out_of_supply_does_not_dig() -> None:
    units = {"front": "minsk", "front-2": "moscow", "corps": "brest", "corps-2": "smolensk"}
    markers = {"minsk": {"move": 1}, "moscow": {"move": 1}}
    scene = campaign(units, EAST, phase="movement", side="allied", turn=8, markers=markers)
    assert scene.refused("dig front") == "13.4.2"
    assert scene.allows("dig front-2")


@pytest.mark.rule("barbarossa-to-berlin:9.1", "barbarossa-to-berlin:10.1")
def test_a_full_space_may_be_passed_but_not_stopped_in() -> None:
    units = {"army": "berlin", "corps": "warsaw", "corps-2": "warsaw", "corps-3": "warsaw"}
    scene = moving(units, EAST, "berlin")
    passing = scene.play("step-to army warsaw")
    assert passing.refused("done") == "9.1"
    assert passing.play("step-to army brest").allows("done")
    slow = moving({**units, "fj": "berlin"}, EAST, "berlin")
    assert slow.refused("step-to fj warsaw") == "9.1"


@pytest.mark.rule("barbarossa-to-berlin:10.3")
def test_an_enemy_in_a_fort_destroys_it() -> None:
    scene = moving({"pz": "pskov"}, "berlin - pskov - leningrad - tikhvin", "pskov")
    after = scene.play("step-to pz leningrad")
    assert after.state.marker(after.game.board.at("leningrad"), "fort-destroyed") == 1
    back = moving({"rifle": "tikhvin"}, "berlin - pskov - leningrad - tikhvin", "tikhvin", side="allied")
    assert not back.play("step-to rifle leningrad").told("fort-destroyed")


STAND = {"warsaw": {"stand-fast": 1}}


@pytest.mark.rule("barbarossa-to-berlin:8.4")
def test_leaving_a_stand_fast_space_costs_a_point_once() -> None:
    scene = moving({"army": "warsaw", "corps": "warsaw"}, EAST, "warsaw", markers=STAND, values={"vp": 7})
    left = scene.play("step-to army lublin")
    assert left.state.values["vp"] == 6
    assert not left.state.marker(left.game.board.at("warsaw"), "stand-fast")
    assert left.play("step-to corps lublin").state.values["vp"] == 6


@pytest.mark.rule("barbarossa-to-berlin:8.4")
def test_going_first_into_an_enemy_space_is_free_and_leaves_the_marker() -> None:
    units = {"army": "warsaw", "corps": "warsaw"}
    scene = moving(units, EAST, "warsaw", markers=STAND, values={"vp": 7}, allied=["brest"])
    left = scene.play("step-to army brest")
    warsaw = left.game.board.at("warsaw")
    assert (left.state.values["vp"], left.state.marker(warsaw, "stand-fast")) == (7, 1)
    last = moving({"army": "warsaw"}, EAST, "warsaw", markers=STAND, values={"vp": 7}, allied=["brest"])
    gone = last.play("step-to army brest").state
    assert (gone.values["vp"], gone.marker(warsaw, "stand-fast")) == (7, 0)


@pytest.mark.rule("barbarossa-to-berlin:8.4")
def test_after_the_bomb_plot_each_german_unit_pays() -> None:
    units = {"army": "warsaw", "corps": "warsaw", "itc": "warsaw"}
    values = {"vp": 7, "event-bomb-plot": 5}
    scene = moving(units, EAST, "warsaw", markers=STAND, values=values)
    assert scene.play("step-to army lublin", "step-to corps lublin").state.values["vp"] == 5


@pytest.mark.rule("barbarossa-to-berlin:8.5")
def test_soviets_pay_by_raising_the_points() -> None:
    markers = {"minsk": {"stand-fast": 1}}
    scene = moving({"front": "minsk"}, EAST, "minsk", side="allied", markers=markers, values={"vp": 7})
    assert scene.play("step-to front smolensk").state.values["vp"] == 8


@pytest.mark.rule("barbarossa-to-berlin:8.4")
def test_passing_through_a_stand_fast_space_is_free() -> None:
    scene = moving({"army": "berlin"}, EAST, "berlin", markers=STAND, values={"vp": 7})
    assert scene.play("step-to army warsaw", "step-to army lublin").state.values["vp"] == 7


@pytest.mark.rule("barbarossa-to-berlin:5.5")
def test_stalin_does_not_move_with_those_around_him() -> None:
    scene = moving({"front": "moscow", "stalin": "moscow"}, EAST, "moscow", side="allied")
    assert scene.allows("step-to front vyazma")
    assert scene.refused("step-to stalin vyazma") == "5.5"


@pytest.mark.rule("barbarossa-to-berlin:5.5")
def test_stalin_is_lost_when_an_axis_unit_comes() -> None:
    scene = moving({"pz": "vyazma", "stalin": "moscow"}, EAST, "vyazma", values={"vp": 7})
    after = scene.play("step-to pz moscow")
    assert after.place("stalin") == "removed"
    assert after.state.values["vp"] == 12
    (lost,) = (event for event in after.events if event.kind == "stalin-lost")
    assert [(move.unit, after.game.board.key(move.origin)) for move in lost.moves] == [("stalin", "moscow")]


@pytest.mark.rule("barbarossa-to-berlin:15.1")
def test_no_card_is_played_for_operations_in_the_thaw() -> None:
    scene = operation({"pz": "warsaw"}, EAST, 4, turn=9, number=3)
    assert scene.menu.rule == "7.3"
    with pytest.raises(AssertionError, match=r"15\.1"):
        operation({"pz": "warsaw"}, EAST, 4, turn=9, number=2)
    assert operation({"pz": "warsaw"}, EAST, 1, turn=9, number=2).menu.rule == "7.3"
