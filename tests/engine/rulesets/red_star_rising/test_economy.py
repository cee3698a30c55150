"""Chapter 14: assets, evacuation, strategic ports and leaders."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.rulesets.red_star_rising.scenes import red_star
from tests.helpers.positions import Scene

RAIL = (("0103", "0203", "0303", "0403", "0503", "0603", "0703", "0803"),)
EAST = {"soviet": ["0803"]}


def at_step(phase: str, units: dict[str, Any], **more: Any) -> Scene:
    """A step of the administrative phase of a production turn, with a railway to a source in the east."""
    more = {"rails": RAIL, "sources": EAST, "turn": 5, **more}
    return red_star({"pz-far": "0106", **units}, pause="0101", phase=phase, **more)


@pytest.mark.rule("red-star-rising:14.2.1", "red-star-rising:14.2.2")
def test_up_to_three_factories_leave_by_rail() -> None:
    units = {f"factory-{number}": f"0{number}03" for number in range(2, 7)}
    scene = at_step("evacuation", units)
    after = scene.play("evacuate factory-2", "evacuate factory-3", "evacuate factory-4")
    assert after.place("factory-2") == "evacuated-factories"
    assert not after.choices("evacuate")
    (step,) = after.ask("try", [{"kind": "evacuate", "unit": "factory-5"}]).steps
    assert (step.rule, step.message) == ("14.2.1", "3 factories have left in this turn already.")
    early = at_step("evacuation", units, turn=6)
    (step,) = early.ask("try", [{"kind": "evacuate", "unit": "factory-5"}]).steps
    assert (step.rule, step.message) == ("14.2.1", "This is no production turn.")


@pytest.mark.rule("red-star-rising:14.2.1")
def test_not_outside_production_turns() -> None:
    assert not at_step("evacuation", {"factory": "0203"}, turn=6).choices("evacuate")


@pytest.mark.rule("red-star-rising:14.2.2")
def test_not_from_an_enemy_zone_even_beside_an_army() -> None:
    scene = at_step("evacuation", {"factory": "0303", "army": "0303", "pz": "0302", "factory-2": "0703"})
    assert scene.refused("evacuate factory") == "14.2.2"


@pytest.mark.rule("red-star-rising:14.2.2")
def test_not_without_a_rail_line() -> None:
    scene = at_step("evacuation", {"factory": "0305", "factory-2": "0703"})
    assert scene.refused("evacuate factory") == "14.2.2"
    cut = at_step("evacuation", {"factory": "0303", "pz": "0503", "factory-2": "0703"})
    assert cut.refused("evacuate factory") == "14.2.2"


@pytest.mark.rule("red-star-rising:14.3", "red-star-rising:14.1.3")
def test_a_strategic_port_cut_off_is_lost() -> None:
    cut = at_step("strategic-ports", {"port": "0203", "port-2": "0703", "pz": "0503"})
    assert cut.place("port") == "destroyed-assets"
    assert cut.place("port-2") == "0703"


@pytest.mark.rule(
    "red-star-rising:14.4.2", "red-star-rising:14.4.3", "red-star-rising:14.4.4", "red-star-rising:14.4.1"
)
def test_production_brings_a_leader_drawn_after_the_hex_is_named() -> None:
    pool = {f"leader-{number}": {"at": "leader-pool", "values": {"rating": number}} for number in (1, 2, 3)}
    scene = at_step("production", {**pool, "hq": "0703"}, dice=[2])
    after = scene.play("place-leader 0603")
    assert after.place("leader-2") == "0603"
    assert after.told("leader-drawn")[0].rating == 2


@pytest.mark.rule("red-star-rising:14.4.3")
@pytest.mark.parametrize(("destroyed", "comes"), [(2, True), (3, False), (4, False)])
def test_too_many_destroyed_assets_stop_it(destroyed: int, comes: bool) -> None:
    lost = {f"oil-{number}": "destroyed-assets" for number in range(destroyed)}
    scene = at_step("production", {**lost, "leader": "leader-pool", "hq": "0703"})
    assert bool(scene.choices("place-leader")) is comes


@pytest.mark.rule("red-star-rising:14.4.4")
def test_a_leader_is_placed_in_supply_and_out_of_zones() -> None:
    scene = at_step("production", {"leader": "leader-pool", "hq": "0703", "pz": "0601"}, rails=(("0703", "0803"),))
    assert scene.refused("place-leader 0602") == "14.4.4"
    assert scene.refused("place-leader 0101") == "14.4.4"
    assert scene.allows("place-leader 0704")


@pytest.mark.rule("red-star-rising:14.4.5")
@pytest.mark.parametrize(("there", "comes"), [(9, True), (10, False)])
def test_there_are_no_more_than_ten_leaders(there: int, comes: bool) -> None:
    present = {f"leader-{number}": "0703" for number in range(there)}
    scene = at_step("production", {**present, "leader-99": "leader-pool", "hq": "0703"})
    assert bool(scene.choices("place-leader")) is comes


@pytest.mark.rule("red-star-rising:14.4.5/a", "red-star-rising:14.4.5")
@pytest.mark.parametrize(("there", "comes"), [(9, True), (10, False)])
def test_a_leader_who_comes_as_a_reinforcement_is_counted_too(there: int, comes: bool) -> None:
    present = {f"leader-{number}": "0703" for number in range(there)}
    waiting = {name: {"at": "soviet-reinforcements", "values": {"due": 5}} for name in ("leader-99", "army")}
    scene = at_step("reinforcements", {**present, **waiting, "hq": "0703"}, side="soviet")
    assert scene.allows("arrive army 0703")
    if comes:
        assert scene.play("arrive leader-99 0703").place("leader-99") == "0703"
    else:
        assert scene.refused("arrive leader-99 0703") == "14.4.5"


@pytest.mark.rule("red-star-rising:14.4.5/a", "red-star-rising:15.2.1")
@pytest.mark.parametrize(("there", "comes"), [(9, True), (10, False)])
def test_he_is_counted_where_the_scenario_names_his_hex_too(there: int, comes: bool) -> None:
    present = {f"leader-{number}": "0703" for number in range(there)}
    waiting = {name: {"at": "soviet-reinforcements", "values": {"due": 5}} for name in ("leader-99", "army")}
    schedule = [{"turn": 5, "unit": "leader-99", "at": "0603"}]
    scene = at_step("reinforcements", {**present, **waiting, "hq": "0703"}, side="soviet", schedule=schedule)
    assert scene.allows("arrive leader-99 0603") is comes
    if not comes:
        assert scene.refused("arrive leader-99 0603") == "14.4.5"
        assert not [choice for choice in scene.choices("arrive") if "leader" in choice]


@pytest.mark.rule("red-star-rising:14.4.2")
def test_only_production_turns_bring_leaders() -> None:
    scene = at_step("production", {"leader": "leader-pool", "hq": "0703"}, turn=6)
    assert not scene.choices("place-leader")
    assert tried(scene) == "14.4.3"


@pytest.mark.rule("red-star-rising:14.4.3", "red-star-rising:14.4.5")
def test_what_keeps_production_from_bringing_a_leader_is_named() -> None:
    ready = {"leader": "leader-pool", "hq": "0703"}
    assert tried(at_step("production", ready)) is None
    short = {f"oil-{number}": "destroyed-assets" for number in range(3)}
    assert tried(at_step("production", {**ready, **short})) == "14.4.3"
    many = {f"leader-{number}": "0703" for number in range(10)}
    assert tried(at_step("production", {**ready, **many})) == "14.4.5"
    assert tried(at_step("production", {"hq": "0703"})) == "14.4.4"


def tried(scene: Scene) -> str | None:
    """What the step itself says against a leader at 0703, though it was over at once."""
    (step,) = scene.ask("try", [{"kind": "place-leader", "at": "0703"}]).steps
    return None if step.accepted else str(step.rule)


@pytest.mark.rule("red-star-rising:14.1.2")
def test_assets_are_always_supplied_stand_still_and_defend_with_one() -> None:
    scene = red_star({"factory": "0404", "pz": "0405", "army": "0806"}, phase="movement", side="soviet", turn=5)
    assert scene.ask("supply", "factory").state == "supplied"
    factors = scene.ask("unit", "factory").factors
    assert (factors.attack.value, factors.defence.value, factors.movement.value) == (0, 1, 0)
    assert "soviet" not in scene.ask("zone", "0403").sides
    assert scene.refused("step-to factory 0403") == "3.1.1"
