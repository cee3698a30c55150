"""Chapter 16: partisans."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.draft import Draft
from engine.rulesets.barbarossa_to_berlin.control import take, tell_denied_points, victory_points
from engine.rulesets.barbarossa_to_berlin.names import ALLIED
from tests.engine.rulesets.barbarossa_to_berlin.europe import allowed, europe, event
from tests.helpers.positions import Scene

EAST = {"partisans": 3}
WEST = {"maquis": 9}


def calling(**more: Any) -> Scene:
    """The Allies use their round for partisans."""
    return europe(**more).play("call-partisans")


@pytest.mark.rule("barbarossa-to-berlin:16.1")
def test_no_partisans_before_an_event_calls_them() -> None:
    assert europe().refused("call-partisans") == "16.1"
    assert europe(events=EAST).allows("call-partisans")


@pytest.mark.rule("barbarossa-to-berlin:16.1")
def test_the_event_says_in_which_countries_they_rise() -> None:
    east = calling(events=EAST, axis=["minsk"])
    for place in ("minsk", "nis", "seres", "albania"):
        assert east.allows(f"place-partisans {place}")
    assert east.refused("place-partisans paris") == "16.1"
    assert east.refused("place-partisans warsaw") == "16.1"
    west = calling(events=WEST, clear=["holland", "oslo"])
    for place in ("paris", "holland", "antwerp", "copenhagen", "oslo"):
        assert west.allows(f"place-partisans {place}")
    assert west.refused("place-partisans nis") == "16.1"
    assert west.refused("place-partisans rome") == "16.1"
    assert calling(events={**WEST, "italy-defects": 9}).allows("place-partisans rome")


@pytest.mark.rule("barbarossa-to-berlin:16.2")
def test_they_rise_in_axis_spaces_without_german_units() -> None:
    scene = calling(events=EAST, axis=["minsk"])
    assert scene.refused("place-partisans smolensk") == "16.2"
    assert scene.refused("place-partisans athens") == "16.2"
    assert scene.allows("place-partisans zagreb"), "an Italian corps is there"
    assert scene.refused("place-partisans belgrade") == "16.2"


@pytest.mark.rule("barbarossa-to-berlin:16.2")
def test_one_at_a_time_until_1942_two_afterwards() -> None:
    early = calling(turn=7, events=EAST).play("place-partisans nis")
    assert early.menu.rule == "7.2"
    late = calling(turn=8, events=EAST)
    assert late.refused("done") == "16.2"
    late = late.play("place-partisans nis")
    assert late.menu.rule == "16.2"
    assert late.refused("place-partisans nis") == "16.2"
    assert late.play("place-partisans seres").menu.rule == "7.2"
    assert late.play("done").menu.rule == "7.2"


@pytest.mark.rule("barbarossa-to-berlin:16.2")
def test_there_are_never_more_than_six() -> None:
    five = {place: {"partisans": 1} for place in ("nis", "skopje", "brod", "sarajevo", "montenegro")}
    scene = calling(turn=9, events=EAST, markers=five).play("place-partisans seres")
    assert scene.menu.rule == "7.2"
    full = europe(turn=9, events=EAST, markers={**five, "seres": {"partisans": 1}})
    assert full.refused("call-partisans") == "16.2"


@pytest.mark.rule("barbarossa-to-berlin:16.2")
def test_they_go_when_the_space_is_lost_or_the_allies_take_them_off() -> None:
    scene = europe(
        events=EAST, axis=["vitebsk"], clear=["vitebsk"], markers={"vitebsk": {"partisans": 1}}, side="allied"
    )
    freed = scene.play("automatic", "activate smolensk move", "step-to su-army-4 vitebsk")
    assert not freed.state.marker(freed.game.board.at("vitebsk"), "partisans")
    giving = europe(events=EAST, phase="give-up", markers={"nis": {"partisans": 1}})
    assert not giving.play("take-off nis partisans").state.marker(giving.game.board.at("nis"), "partisans")


@pytest.mark.rule("barbarossa-to-berlin:16.3")
def test_a_victory_space_with_partisans_and_no_axis_unit_is_denied() -> None:
    scene = europe(events=EAST, axis=["kiev"], markers={"kiev": {"partisans": 1}})
    assert victory_points(scene.game, scene.state) == 6
    held = europe(events=EAST, axis=["kiev"], markers={"kiev": {"partisans": 1}}, units={"ro-corps-1": "kiev"})
    assert victory_points(held.game, held.state) == 7


@pytest.mark.rule("barbarossa-to-berlin:card.allied.19")
def test_the_event_brings_one_at_once_which_may_be_left() -> None:
    scene = europe(19, turn=9)
    assert allowed(scene, 19)
    scene = event(scene, 19)
    assert scene.menu.rule == "16.2"
    assert scene.play("done").menu.rule == "7.2"
    assert scene.play("place-partisans nis").menu.rule == "7.2"


@pytest.mark.rule("barbarossa-to-berlin:16.3", "barbarossa-to-berlin:5.1")
def test_points_that_partisans_deny_are_told_when_they_are_denied() -> None:
    scene = europe(events=EAST, axis=["kiev"], turn=10).play("call-partisans")
    at_kiev = next(action for action in scene.choices("place-partisans") if action.lower().endswith("kiev"))
    placed = scene.play(at_kiev)
    [told] = placed.told("points-changed")
    assert (told.amount, told.points, told.rule) == (-1, victory_points(placed.game, placed.state), "16.3")


@pytest.mark.rule("barbarossa-to-berlin:16.3", "barbarossa-to-berlin:5.1")
def test_the_capture_of_a_denied_space_moves_and_tells_nothing_more() -> None:
    scene = europe(events=EAST, axis=["kiev"], markers={"kiev": {"partisans": 1}})
    draft = Draft(scene.state)
    take(scene.game, draft, scene.game.board.at("kiev"), ALLIED)
    assert victory_points(scene.game, draft.state) == victory_points(scene.game, scene.state)
    tell_denied_points(scene.game, scene.state, draft)
    assert not [event for event in draft.events if event.kind == "points-changed"]
