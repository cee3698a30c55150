"""What computer players ask of Barbarossa to Berlin."""

from __future__ import annotations

from typing import Any

import pytest

from engine.rulesets.barbarossa_to_berlin.appraisal import appraise, prospect, stakes
from engine.rulesets.barbarossa_to_berlin.names import ALLIED, AXIS
from engine.rulesets.barbarossa_to_berlin.orders import PlaceStandFast
from tests.engine.rulesets.barbarossa_to_berlin.campaigns import in_round
from tests.helpers.positions import Scene

EAST = (
    "berlin - warsaw - brest - minsk - smolensk - moscow - gorki - kazan - ufa - sverdlovsk; "
    "brest - rovno - orel - moscow"
)
FRONT = {"pz": "smolensk", "army": "berlin", "front": "orel", "rifle-9": "gorki", "stalin": "moscow"}


def amounts(scene: Scene, side: str = "axis") -> dict[str, float]:
    terms = appraise(scene.game, scene.state, AXIS if side == "axis" else ALLIED)
    return {term.label.key.removeprefix("appraisal."): float(term.value) for term in terms}


def east(units: dict[str, str], **more: Any) -> Scene:
    return in_round(units, EAST, "axis", **{"cards": ["axis-07"], "axis": ["warsaw", "brest", "minsk"], **more})


def test_what_one_side_hopes_for_the_other_has_to_fear() -> None:
    axis, allied = (amounts(east(FRONT), side) for side in ("axis", "allied"))
    for name in ("steps", "cut-off", "exposed", "open"):
        assert axis[f"own-{name}"] == allied[f"enemy-{name}"]
        assert axis[f"enemy-{name}"] == allied[f"own-{name}"]
    for name in ("score", "influence", "reserve"):
        assert axis[name] == -allied[name]


def test_an_empty_capital_that_can_be_walked_into_lies_open_with_whoever_is_in_it() -> None:
    assert amounts(east(FRONT))["enemy-open"] == 5, "the space and Stalin"
    assert amounts(east({**FRONT, "rifle": "moscow"}))["enemy-open"] == 0
    assert amounts(east({**FRONT, "pz": "berlin", "rifle": "minsk"}))["enemy-open"] == 0, "no way there"


def test_who_stands_at_the_end_of_an_empty_road_may_be_cut_off_and_guards_along_it_help() -> None:
    lone = amounts(east({**FRONT, "front": "rovno"}))
    assert lone["own-exposed"] > 0 == lone["own-cut-off"]
    guarded = amounts(east({**FRONT, "front": "rovno", "army-2": "brest", "army-3": "minsk"}))
    assert guarded["own-exposed"] == 0


@pytest.mark.parametrize("side", ["axis", "allied"])
def test_whoever_is_cut_off_is_the_likelier_lost_the_nearer_attrition_is(side: str) -> None:
    units = {**FRONT, "front": "brest"}
    early, late = (amounts(east(units, axis=["warsaw", "minsk"], number=each), side) for each in (1, 6))
    name = "own-cut-off" if side == "axis" else "enemy-cut-off"
    assert 0 < early[name] < late[name]


def test_a_space_that_may_not_be_attacked_yet_pulls_less_and_sources_of_supply_pull_too() -> None:
    def worth(scene: Scene, at: str) -> float:
        return float(stakes(scene.game, scene.state, AXIS).get(scene.game.board.at(at), 0))

    before, after = east(FRONT), east(FRONT, values={"event-taifun": 5})
    assert 0 < worth(before, "moscow") < worth(after, "moscow") == 5
    assert worth(before, "berlin") > worth(before, "smolensk") == 1
    assert worth(before, "brest") == 0


def test_strength_that_comes_nearer_to_what_counts_weighs_more() -> None:
    far, near = amounts(east({**FRONT, "pz": "berlin"})), amounts(east({**FRONT, "pz": "minsk"}))
    assert near["influence"] > far["influence"]


def test_to_order_many_to_stand_fast_is_worth_more_than_few() -> None:
    scene = east({**FRONT, "rifle": "moscow"})

    def steps(at: str) -> float:
        found = prospect(scene.game, scene.state, PlaceStandFast(scene.game.board.at(at)))
        return float(found.terms[0].value)

    assert steps("orel") > 0 == steps("rovno")
