"""Control of spaces and the victory points that go with it."""

from __future__ import annotations

import pytest

from engine.rulesets.barbarossa_to_berlin.control import victory_points
from tests.engine.rulesets.barbarossa_to_berlin.campaigns import campaign, moving
from tests.helpers.positions import Scene

EAST = "berlin - warsaw - brest - minsk - smolensk - moscow - sverdlovsk"


def points(scene: Scene) -> int:
    return victory_points(scene.game, scene.state)


@pytest.mark.rule("barbarossa-to-berlin:5.1")
def test_a_victory_space_is_worth_a_point_to_whoever_takes_it() -> None:
    axis = moving({"pz": "minsk"}, EAST, "minsk", values={"vp": 7}).play("step-to pz smolensk")
    assert points(axis) == 8
    allied = moving({"tank": "minsk"}, EAST, "minsk", side="allied", values={"vp": 7}, axis=["smolensk"])
    after = allied.play("step-to tank smolensk")
    assert points(after) == 6
    assert after.told("points-changed")[0].rule == "5.1"
    assert points(after.play("step-to tank minsk")) == 6


@pytest.mark.rule("barbarossa-to-berlin:5.1")
def test_entering_a_neutral_victory_space_moves_the_points_by_one() -> None:
    links = "berlin - sofia - istanbul; suez - cairo - istanbul"
    at_war = {"turkey-at-war": 1, "vp": 7}
    assert points(moving({"pz": "sofia"}, links, "sofia", values=at_war).play("step-to pz istanbul")) == 8
    allied = {"side": "allied", "values": at_war}
    assert points(moving({"br": "cairo"}, links, "cairo", **allied).play("step-to br istanbul")) == 6


@pytest.mark.rule("barbarossa-to-berlin:5.1", "barbarossa-to-berlin:card.allied.15")
def test_after_casablanca_neutral_spaces_count_for_the_allies_already() -> None:
    links = "berlin - sofia - istanbul; suez - cairo - istanbul"
    values = {"turkey-at-war": 1, "vp": 7, "event-casablanca": 5}
    assert points(moving({"pz": "sofia"}, links, "sofia", values=values).play("step-to pz istanbul")) == 8
    allied = moving({"br": "cairo"}, links, "cairo", side="allied", values=values)
    assert points(allied.play("step-to br istanbul")) == 7


@pytest.mark.rule("barbarossa-to-berlin:16.3", "barbarossa-to-berlin:5.1")
def test_partisans_deny_a_victory_space_until_an_axis_unit_comes() -> None:
    markers = {"smolensk": {"partisans": 1}}
    scene = moving({"pz": "minsk"}, EAST, "minsk", values={"vp": 7}, axis=["smolensk"], markers=markers)
    assert points(scene) == 6
    there = scene.play("step-to pz smolensk")
    assert points(there) == 7
    assert there.state.marker(there.game.board.at("smolensk"), "partisans") == 1
    allied = moving({"tank": "minsk"}, EAST, "minsk", side="allied", values={"vp": 7}, axis=["smolensk"],
                    markers=markers)  # fmt: skip
    taken = allied.play("step-to tank smolensk")
    assert points(taken) == 6
    assert not taken.state.marker(taken.game.board.at("smolensk"), "partisans")


@pytest.mark.rule("barbarossa-to-berlin:10.3")
def test_a_fort_is_destroyed_once_and_for_all() -> None:
    links = "berlin - pskov - leningrad - tikhvin - sverdlovsk"
    scene = moving({"pz": "pskov"}, links, "pskov").play("step-to pz leningrad")
    assert scene.told("fort-destroyed")[0].at == "leningrad"
    broken = {"leningrad": {"fort-destroyed": 1}}
    back = moving({"tank": "tikhvin"}, links, "tikhvin", side="allied", axis=["leningrad"], markers=broken)
    after = back.play("step-to tank leningrad")
    assert not after.told("fort-destroyed")
    assert after.state.marker(after.game.board.at("leningrad"), "fort-destroyed") == 1


@pytest.mark.rule("barbarossa-to-berlin:8.3", "barbarossa-to-berlin:8.2")
def test_taking_an_enemy_space_serves_as_an_offensive() -> None:
    scene = moving({"tank": "minsk"}, EAST, "minsk", side="allied", axis=["brest"]).play("step-to tank brest")
    assert scene.state.values["turn-offensive-soviet"]
    at_home = moving({"tank": "minsk"}, EAST, "minsk", side="allied").play("step-to tank smolensk")
    assert "turn-offensive-soviet" not in at_home.state.values


def test_beaches_are_held_by_nobody() -> None:
    scene = campaign({"us": "beach-d"}, "beach-d - calais", phase="round-3", side="allied")
    assert scene.holder("beach-d") is None
