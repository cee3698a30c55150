"""10.2: Soviet fronts dig."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.rulesets.barbarossa_to_berlin.campaigns import moving
from tests.helpers.positions import Scene

EAST = "berlin - warsaw - brest - minsk - smolensk - moscow - sverdlovsk"


def digging(units: dict[str, str], *active: str, **more: Any) -> Scene:
    return moving(units, EAST, *active, side="allied", **more)


def trench(scene: Scene, at: str) -> int:
    return scene.state.marker(scene.game.board.at(at), "trench")


@pytest.mark.rule("barbarossa-to-berlin:10.2")
def test_a_front_digs_with_a_die_up_to_three() -> None:
    scene = digging({"front": "minsk"}, "minsk", turn=3).play("dig front")
    assert trench(scene.rolling(3).play("done"), "minsk") == 1
    assert trench(scene.rolling(4).play("done"), "minsk") == 0
    assert scene.rolling(3).play("done").told("trench-tried")[0].die == 3


@pytest.mark.rule("barbarossa-to-berlin:10.2")
def test_who_digs_stays_and_the_others_move() -> None:
    scene = digging({"front": "minsk", "front-2": "minsk", "rifle": "minsk"}, "minsk").play("dig front")
    assert scene.refused("step-to front smolensk") == "10.2"
    assert scene.refused("dig front-2") == "10.2"
    moved = scene.play("step-to rifle smolensk", "step-to front-2 smolensk")
    assert trench(moved, "minsk") == 0
    assert trench(moved.rolling(1).play("done"), "minsk") == 1


@pytest.mark.rule("barbarossa-to-berlin:10.2")
def test_only_fronts_dig_where_they_are_active_and_have_not_moved() -> None:
    scene = digging({"front": "minsk", "rifle": "minsk", "front-2": "smolensk"}, "minsk")
    assert scene.refused("dig rifle") == "10.2"
    assert scene.refused("dig front-2") == "10.2"
    moved = scene.play("step-to front smolensk")
    assert moved.refused("dig front") == "10.2"
    assert moved.play("step-to rifle smolensk").refused("dig front") == "10.2"
    axis = moving({"army": "warsaw"}, EAST, "warsaw")
    assert axis.refused("dig army") == "10.2"
    assert axis.refused("dig nobody") == "10.2"


@pytest.mark.rule("barbarossa-to-berlin:10.2/a", "barbarossa-to-berlin:4.4/c")
def test_nobody_digs_in_the_first_two_turns() -> None:
    assert digging({"front": "minsk"}, "minsk", turn=2).refused("dig front") == "4.4"
    assert digging({"front": "minsk"}, "minsk", turn=3).allows("dig front")


@pytest.mark.rule("barbarossa-to-berlin:10.2/b")
def test_until_1943_trenches_are_dug_in_soviet_cities_only() -> None:
    assert digging({"front": "brest"}, "brest", turn=7).refused("dig front") == "10.2"
    assert digging({"front": "warsaw"}, "warsaw", turn=7, allied=["brest"]).refused("dig front") == "10.2"
    assert digging({"front": "brest"}, "brest", turn=8).allows("dig front")
    assert digging({"front": "warsaw"}, "warsaw", turn=8, allied=["brest"]).allows("dig front")


@pytest.mark.rule("barbarossa-to-berlin:10.2/c")
def test_a_second_level_comes_from_1943_on_and_there_is_no_third() -> None:
    one, two = {"minsk": {"trench": 1}}, {"minsk": {"trench": 2}}
    assert digging({"front": "minsk"}, "minsk", turn=7, markers=one).refused("dig front") == "10.2"
    late = digging({"front": "minsk"}, "minsk", turn=8, markers=one).play("dig front")
    assert trench(late.rolling(2).play("done"), "minsk") == 2
    assert digging({"front": "minsk"}, "minsk", turn=8, markers=two).refused("dig front") == "10.2"


@pytest.mark.rule("barbarossa-to-berlin:13.4.2")
def test_out_of_supply_nobody_digs() -> None:
    scene = digging({"front": "minsk", "army": "smolensk"}, "minsk")
    assert scene.refused("dig front") == "13.4.2"


@pytest.mark.rule("barbarossa-to-berlin:10.2")
def test_soviet_trenches_go_with_the_space() -> None:
    scene = moving({"pz": "brest"}, EAST, "brest", markers={"minsk": {"trench": 2}})
    assert trench(scene.play("step-to pz minsk"), "minsk") == 0


@pytest.mark.rule("barbarossa-to-berlin:10.2")
def test_axis_trenches_go_with_the_space() -> None:
    markers = {"brest": {"trench-axis": 1}, "warsaw": {"west-wall": 1}}
    scene = digging({"tank": "minsk"}, "minsk", markers=markers, axis=["brest"])
    after = scene.play("step-to tank brest", "step-to tank warsaw")
    markers_left = after.state.markers
    assert after.game.board.at("brest") not in markers_left
    assert after.game.board.at("warsaw") not in markers_left


@pytest.mark.rule("barbarossa-to-berlin:10.2")
def test_the_trench_of_tobruk_goes_when_benghazi_is_allied() -> None:
    links = "tripoli - benghazi - tobruk - alexandria"
    scene = moving({"br": "tobruk"}, links, "tobruk", side="allied", markers={"tobruk": {"trench-british": 1}})
    after = scene.play("step-to br benghazi")
    assert not after.state.marker(after.game.board.at("tobruk"), "trench-british")
