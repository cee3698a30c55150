"""What a position does not say and its units tell: who came into a space in play has left marks there."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.rulesets.barbarossa_to_berlin.europe import campaign, europe
from tests.helpers.positions import Scene

IN_THE_EAST: dict[str, Any] = {"setup": "scenario", "turn": 3, "side": "axis", "phase": "round-1"}
THE_ROAD = {"ge-9-army": "bialystok", "ge-corps-1": "baranovich", "ge-16-army": "minsk"}


def moved(units: dict[str, Any], **more: object) -> Scene:
    """The campaign as it begins, without those who stand in the way, and with some units elsewhere."""
    gone = ["su-west-front", "su-army-3"]
    return campaign(**{**IN_THE_EAST, "remove": gone, "units": units, **more})


@pytest.mark.rule("barbarossa-to-berlin:13.1")
def test_lines_go_on_through_spaces_that_units_stand_in() -> None:
    scene = moved(THE_ROAD)
    assert [scene.holder(space) for space in ("bialystok", "baranovich", "minsk", "vilna")] == [
        "axis",
        "axis",
        "axis",
        "allied",
    ]
    assert scene.ask("supply", "ge-16-army").state == "full"


@pytest.mark.rule("barbarossa-to-berlin:13.1")
def test_what_a_position_says_of_a_space_stands() -> None:
    scene = moved(THE_ROAD, control={"allied": ["soviet-union"]})
    assert scene.holder("baranovich") == "allied"
    assert scene.ask("supply", "ge-16-army").state == "none"


@pytest.mark.rule("barbarossa-to-berlin:10.3", "barbarossa-to-berlin:11.2")
@pytest.mark.parametrize(("holder", "forts"), [("allied", 1), ("axis", 0)])
def test_a_fort_serves_only_the_side_that_had_it_when_the_war_began(holder: str, forts: int) -> None:
    inside, outside = ("su-army-1", "ge-9-army") if holder == "allied" else ("ge-9-army", "su-army-1")
    scene = campaign(
        **{**IN_THE_EAST, "side": "axis" if holder == "allied" else "allied", "phase": "round-1"},
        units={inside: "sevastopol", outside: "perekop"},
        control={holder: ["sevastopol"]},
    )
    answer = scene.ask("attack", units=[outside], target="sevastopol")
    assert len([term for term in answer.shifts.terms if "fort" in term.label]) == forts
    assert bool(scene.state.marker(scene.game.board.at("sevastopol"), "fort-destroyed")) is (holder == "axis")


@pytest.mark.rule("barbarossa-to-berlin:card.allied.7")
def test_moscow_in_axis_hands_has_been_occupied() -> None:
    assert europe(7, axis=["moscow"], clear=["moscow"]).refused("play-card allied-07 event") == "card.allied.7"
    assert europe(7).allows("play-card allied-07 event")


@pytest.mark.rule("barbarossa-to-berlin:card.allied.29")
def test_a_space_is_held_by_the_nation_that_stands_in_it() -> None:
    def defects(unit: str) -> bool:
        scene = europe(29, units={unit: "bucharest"}, clear=["bucharest"], events={"us-build-up": 3})
        return scene.allows("play-card allied-29 event")

    assert defects("su-army-1")
    assert not defects("us-1-army")
