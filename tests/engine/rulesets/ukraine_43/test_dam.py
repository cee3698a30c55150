"""Chapter 28: the dam of Zaporozhye."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.rulesets.ukraine_43.scenes import N, S, beside, front
from tests.helpers.positions import Scene

CITY = "0505"
BOARD = "............/............/............/............/............/....m......./....m......./............"
MARSH = "0506"


def river(units: dict[str, Any], **more: Any) -> Scene:
    """The city, and marsh below it."""
    given: dict[str, Any] = {
        "phase": "final",
        "side": "axis",
        "values": {"dam": "intact"},
        "control": {"axis": [CITY]},
        "turn": 5,
        "sides": {"major-river": ["0506/S"]},
    }
    return front(
        units,
        BOARD,
        places={CITY: "city"},
        regions={"below-dam": [MARSH, "0507", "0406", "0606"]},
        charts={"parameters": {"place_names": {"zaporozhye": f"city {CITY}"}}},
        axis=["1208"],
        soviet=["1201"],
        **{**given, **more},
    )


@pytest.mark.rule("ukraine-43:28.1", "ukraine-43:3.C.7")
def test_the_axis_blows_the_dam_up_while_it_holds_the_city() -> None:
    blown = river({"inf": "1207", "rifle": "1202"}).play("blow-dam")
    assert blown.state.values["dam"] == "blown-axis"
    left = river({"inf": "1207"}).play("done")
    assert left.state.values["dam"] == "intact"
    lost = river({"inf": "1207"}, control={"soviet": [CITY]}, values={"dam": "taken"})
    assert lost.choices("blow-dam") == ()


@pytest.mark.rule("ukraine-43:28.1")
def test_the_soviets_need_artillery_beside_the_city() -> None:
    near = river({"art": {"at": beside(CITY, N), "marks": ["exhausted"]}}, side="soviet")
    assert near.play("blow-dam").state.values["dam"] == "blown-soviet"
    assert near.play("done").state.values["dam"] == "intact"
    far = river({"art": beside(CITY, N, N)}, side="soviet")
    assert far.choices("blow-dam") == ()


@pytest.mark.rule("ukraine-43:28.1")
@pytest.mark.parametrize(("control", "dam"), [({"soviet": [CITY]}, "taken"), ({}, "intact"), ({}, "taken")])
def test_soviet_guns_blow_it_up_whoever_holds_the_city(control: dict[str, list[str]], dam: str) -> None:
    scene = river({"art": beside(CITY, N)}, side="soviet", control=control, values={"dam": dam})
    assert scene.play("blow-dam").state.values["dam"] == "blown-soviet"


@pytest.mark.rule("ukraine-43:28.1")
def test_a_dam_that_nobody_has_taken_is_the_axis_sides() -> None:
    assert river({"inf": "1207"}, control={}).choices("blow-dam")
    assert river({"inf": "1207"}, control={}, values={"dam": "taken"}).choices("blow-dam") == ()
    assert river({"inf": "1207", "rifle": CITY}, control={}).choices("blow-dam") == ()


@pytest.mark.rule("ukraine-43:28.1")
def test_who_enters_the_city_before_takes_the_dam_intact() -> None:
    scene = river({"tank": beside(CITY, N)}, phase="movement", side="soviet").play(f"step-to tank {CITY}")
    assert scene.state.values["dam"] == "taken"
    assert scene.told("dam-taken")


@pytest.mark.rule("ukraine-43:28.2", "ukraine-43:28.2.D")
def test_the_flood_takes_whoever_stands_in_the_marsh_below() -> None:
    scene = river({"inf": MARSH, "rifle": "0406", "pz": "1207"}).play("blow-dam")
    assert scene.place("inf") == "axis-eliminated"
    assert scene.place("rifle") == "0406"


@pytest.mark.rule("ukraine-43:28.2.A", "ukraine-43:28.2.C")
def test_after_a_soviet_demolition_the_water_stands_until_the_axis_turn_is_over() -> None:
    values = {"dam": "blown-soviet", "flood-from": 5}
    wet = river({"inf": beside(MARSH, N, N)}, phase="movement", values=values)
    assert wet.allows(f"step-to inf {CITY}")
    assert river({"inf": beside(MARSH, N)}, phase="movement", values=values).refused(f"step-to inf {MARSH}") == "28.2"
    over = river({"inf": "1207"}, values=values)
    assert over.state.values["dam"] == "gone"


@pytest.mark.rule("ukraine-43:28.2.B")
def test_after_an_axis_demolition_the_water_stands_for_the_whole_next_turn() -> None:
    values = {"dam": "blown-axis", "flood-from": 5}
    assert river({"inf": "1207"}, values=values).state.values["dam"] == "blown-axis"
    assert river({"inf": "1207"}, values=values, turn=6).state.values["dam"] == "gone"


@pytest.mark.rule("ukraine-43:28.2.E")
def test_nothing_crosses_the_river_below_in_the_flood_even_by_a_bridge() -> None:
    below = "0406"
    bridge = {"major-river": [f"{below}/S"], "bridge": [f"{below}/S"]}
    dry = river({"inf": beside(below, S)}, phase="movement", sides=bridge)
    assert dry.allows(f"step-to inf {below}")
    values = {"dam": "blown-axis", "flood-from": 5}
    wet = river({"inf": beside(below, S)}, phase="movement", sides=bridge, values=values)
    assert wet.refused(f"step-to inf {below}") == "28.2.E"


@pytest.mark.rule("ukraine-43:28.2.E")
def test_no_train_goes_through_the_flooded_marsh_or_over_the_river_there() -> None:
    line = ["0504", CITY, MARSH, "0507", "0508"]
    values = {"dam": "blown-soviet", "flood-from": 5}
    dry = river({"inf": "0504"}, phase="movement", rails=[line])
    assert dry.allows("move-by-rail inf 0508")
    wet = river({"inf": "0504"}, phase="movement", rails=[line], values=values)
    assert wet.refused("move-by-rail inf 0508") == "4.6"
    assert wet.allows(f"move-by-rail inf {CITY}")
