"""A phase in which nothing can be done is passed over, and still says by which case nothing can."""

from __future__ import annotations

import pytest

from tests.engine.rulesets.war_in_europe.scenes import CLEAR, MUD, europe, fighting, group, marked
from tests.helpers.positions import Scene


def on_rails(unit: object, trains: int = 4) -> Scene:
    """A unit at one end of a railway of two hexes, and so many trains."""
    return europe(
        {"inf": unit},
        phase="rail-movement",
        side="axis",
        axis="0101",
        rails=[["0101", "0201"]],
        held={"axis": ["0201"]},
        charts={"tracks": {"capacities": {"instead": [{"turn": 0, "axis-rail": trains}]}}},
    )


@pytest.mark.rule("war-in-europe:6.1", "war-in-europe:6.33")
def test_the_railways_say_why_nobody_rides() -> None:
    assert on_rails("0101").allows("ride-train inf 0201 true")
    assert on_rails("0101", trains=0).refused("ride-train inf 0201 true") == "6.11"
    assert on_rails(marked("0101", "marched")).refused("ride-train inf 0201 true") == "6.33"


@pytest.mark.rule("war-in-europe:8.31")
def test_the_air_says_that_there_are_no_transports() -> None:
    scene = europe({"usp": "0101"}, phase="air-movement", side="allied", allied="0101")
    assert scene.refused("fly-to usp 0201") == "8.31"


@pytest.mark.rule("war-in-europe:16.11")
def test_reinforcements_say_why_nobody_is_put_together() -> None:
    units = {"inf": group("0101"), "inf-2": group("0101"), "pz": group("0101")}
    scene = europe(units, phase="reinforcements", side="axis", axis="0101")
    assert scene.refused("fuse inf,inf-2,pz false") == "16.11"


@pytest.mark.rule("war-in-europe:18.12", "war-in-europe:18.0")
def test_in_mud_nobody_is_asked_about_works_and_whoever_asks_is_told_of_the_mud() -> None:
    def combat(turn: int) -> Scene:
        return fighting({"rus": "0906", "inf": "0303"}, side="allied", allied="1208", axis="0101", turn=turn)

    assert combat(MUD).refused("fortify rus") == "18.12"
    assert combat(MUD).play("done").refused("fortify rus") == "18.12"
    assert combat(CLEAR).refused("fortify rus") == "18.0", "the attacks come first"
    assert combat(CLEAR).play("done").allows("fortify rus")
