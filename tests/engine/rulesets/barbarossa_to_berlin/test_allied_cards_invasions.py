"""The Allied invasion cards: beaches, beachheads, what lands and what waits."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.rulesets.barbarossa_to_berlin.europe import allowed, europe, event, in_box, printed, refused, value
from tests.engine.rulesets.barbarossa_to_berlin.test_invasions import beaches, landing
from tests.helpers.positions import Scene

FREE = {"allied": ["libya", "egypt", "syracuse"]}
READY = {"us-build-up": 5}


def invading(number: int, **more: Any) -> Scene:
    """An invasion card being played where nothing on the map stands in the way."""
    return landing(number, **{**FREE, **more})


def landing_units(scene: Scene, at: str) -> set[str]:
    return {choice.split()[1] for choice in scene.choices("land-unit") if choice.endswith(at)}


@pytest.mark.rule("barbarossa-to-berlin:card.allied.1")
def test_torch() -> None:
    scene = invading(1, turn=7)
    assert printed(scene, 1) == "4 2/2/4 invasion*"
    assert refused(invading(1, turn=7, events={}), 1) == "card.allied.1"
    assert refused(invading(1, turn=5), 1) == "card.allied.1", "in the turn of US Build-Up"
    assert refused(invading(1, turn=7, events={**READY, "sledgehammer": 6}), 1) == "card.allied.1"
    after = event(scene, 1)
    assert (beaches(after, "american"), beaches(after, "allied"), beaches(after, "british")) == ("KL", "KLS", "")
    after = after.play("place-beachhead beach-l beachhead-allied", "place-beachhead beach-k beachhead-american")
    assert landing_units(after, "L") == {"br-1-army", "us-corps-1", "us-corps-2"}
    assert landing_units(after, "K") == {"us-corps-1", "us-corps-2"}
    after = after.play("land-unit br-1-army beach-l", "land-unit us-corps-1 beach-k", "land-unit us-corps-2 beach-k")
    assert after.unit("br-1-army").step == 1
    assert value(after, "event-torch") == 7
    inland = after.play("advance br-1-army algiers")
    assert inland.holder("algiers") == "allied"


@pytest.mark.rule("barbarossa-to-berlin:card.allied.16")
def test_sledgehammer() -> None:
    scene = invading(16, turn=6)
    assert printed(scene, 16) == "5 2/3/5 invasion*"
    assert refused(invading(16, turn=6, events={}), 16) == "card.allied.16"
    assert refused(invading(16, turn=6, events={**READY, "torch": 6}), 16) == "card.allied.16"
    after = event(scene, 16)
    assert (beaches(after, "allied"), beaches(after, "american"), beaches(after, "british")) == ("ABD", "", "")
    after = after.play("place-beachhead beach-d beachhead-allied")
    assert landing_units(after, "D") == {"br-1-army", "us-corps-1", "us-corps-2"}
    after = after.play("land-unit br-1-army beach-d")
    assert after.unit("br-1-army").step == 1
    assert after.unit("br-1-army").values["sledgehammer"]
    assert value(after, "event-sledgehammer") == 6


@pytest.mark.rule("barbarossa-to-berlin:card.allied.33")
def test_overlord() -> None:
    scene = invading(33, turn=13)
    assert printed(scene, 33) == "5 2/3/5 invasion*"
    assert refused(invading(33, turn=12), 33) == "card.allied.33"
    assert refused(invading(33, turn=13, events={}), 33) == "card.allied.33"
    assert refused(invading(33, turn=13, events={**READY, "round-up": 11}), 33) == "card.allied.33"
    after = event(scene, 33)
    assert (beaches(after, "allied"), beaches(after, "british"), beaches(after, "american")) == (
        "ABCDEFGHI",
        "ABDEFG",
        "ABDEFG",
    )
    assert (in_box(after, "allied-reserve", "american-corps"), in_box(after, "allied-reserve", "british-corps")) == (
        ["us-corps-1", "us-corps-2"],
        ["br-corps-3"],
    )
    after = after.play("place-beachhead beach-c beachhead-allied")
    assert landing_units(after, "C") == {"br-2-army", "us-1-army"}
    after = after.play("land-unit br-2-army beach-c", "land-unit us-1-army beach-c")
    assert (after.unit("br-2-army").step, after.unit("us-1-army").step) == (0, 0)


@pytest.mark.rule("barbarossa-to-berlin:card.allied.34")
def test_husky() -> None:
    scene = invading(34, turn=10)
    assert printed(scene, 34) == "5 2/3/5 invasion*"
    assert refused(invading(34, turn=10, events={}), 34) == "card.allied.34"
    after = event(scene, 34)
    assert (beaches(after, "allied"), beaches(after, "british"), beaches(after, "american")) == ("NOPQRSU", "PQ", "PQ")
    assert in_box(after, "allied-reserve", "american-corps") == ["us-corps-1"]
    after = after.play("place-beachhead beach-p beachhead-american", "place-beachhead beach-q beachhead-british")
    after = after.play("land-unit us-7-army beach-p", "land-unit br-8-army beach-q")
    assert (after.unit("us-7-army").step, after.unit("br-8-army").step) == (1, 1)


@pytest.mark.rule("barbarossa-to-berlin:card.allied.45")
def test_avalanche() -> None:
    scene = invading(45, turn=11)
    assert printed(scene, 45) == "4 2/2/4 invasion*"
    assert refused(invading(45, turn=11, events={}), 45) == "card.allied.45"
    assert refused(invading(45, turn=11, units={"us-7-army": "gela"}), 45) == "card.allied.45"
    after = event(scene, 45)
    assert (beaches(after, "allied"), beaches(after, "american")) == ("NOPQRSU", "")
    assert in_box(after, "allied-reserve", "british-corps") == ["br-corps-3"]
    after = after.play("place-beachhead beach-o beachhead-allied", "land-unit us-5-army beach-o")
    assert after.unit("us-5-army").step == 1


@pytest.mark.rule("barbarossa-to-berlin:card.allied.46")
def test_shingle() -> None:
    scene = invading(46, turn=12)
    assert printed(scene, 46) == "3 1/2/3 invasion*"
    assert refused(invading(46, turn=12, events={}), 46) == "card.allied.46"
    assert refused(invading(46, turn=12, units={"us-7-army": "gela"}), 46) == "card.allied.46"
    after = event(scene, 46)
    assert beaches(after, "allied") == "KLMNOPQRSTU"
    after = after.play("place-beachhead beach-m beachhead-allied")
    assert after.state.marker(after.game.board.at("beach-m"), "beachhead-allied") == 2
    assert landing_units(after, "M") == {"us-corps-1", "br-corps-3"}
    after = after.play("land-unit us-corps-1 beach-m", "land-unit br-corps-3 beach-m")
    assert (after.unit("us-corps-1").step, after.unit("br-corps-3").step) == (0, 0)


@pytest.mark.rule("barbarossa-to-berlin:card.allied.50")
def test_round_up() -> None:
    scene = invading(50, turn=10)
    assert printed(scene, 50) == "4 2/2/4 invasion*"
    assert refused(invading(50, turn=10, events={}), 50) == "card.allied.50"
    assert refused(invading(50, turn=14, events={**READY, "overlord": 13}), 50) == "card.allied.50"
    after = event(scene, 50)
    assert (beaches(after, "allied"), beaches(after, "british"), beaches(after, "american")) == ("", "ABDE", "ABDE")
    after = after.play("place-beachhead beach-b beachhead-american", "place-beachhead beach-a beachhead-british")
    after = after.play("land-unit us-1-army beach-b", "land-unit br-2-army beach-a")
    assert (after.unit("us-1-army").step, after.unit("br-2-army").step) == (1, 1)
    assert len(in_box(after, "allied-reserve", "american-corps")) == 2
    assert in_box(after, "allied-reserve", "british-corps") == ["br-corps-3"]


@pytest.mark.rule("barbarossa-to-berlin:card.allied.52")
def test_anvil_dragoon() -> None:
    ready = {**READY, "overlord": 14}
    scene = invading(52, turn=14, events=ready)
    assert printed(scene, 52) == "4 2/2/4 invasion*"
    assert refused(invading(52, turn=14), 52) == "card.allied.52"
    assert refused(invading(52, turn=14, events={"overlord": 13}), 52) == "card.allied.52"
    assert allowed(invading(52, turn=14, events={**READY, "round-up": 11}), 52)
    after = event(scene, 52)
    assert (beaches(after, "allied"), beaches(after, "american")) == ("J", "")
    assert in_box(after, "allied-reserve", "american-corps") == ["us-corps-1"]
    assert in_box(after, "allied-reserve", "french-corps") == ["ff-corps-1"]
    after = after.play("place-beachhead beach-j beachhead-allied")
    after = after.play("land-unit us-7-army beach-j", "land-unit ff-1-army beach-j")
    assert (after.unit("us-7-army").step, after.unit("ff-1-army").step) == (1, 1)
    inland = after.play("advance ff-1-army marseille")
    assert inland.holder("marseille") == "allied"
    assert europe(52).refused("play-card allied-52 event+ops") == "7.1"
