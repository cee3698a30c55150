"""3.3.3: one hex is always possible, with four conditions and no leave to break other bans."""

from __future__ import annotations

import pytest

from tests.engine.rulesets.red_star_rising.marches import marching
from tests.engine.rulesets.red_star_rising.strips import strip
from tests.helpers.positions import cost, costs, marked

ACROSS = {"major-river": ["0101/S"]}
MARSH = strip(".mm")


def tired() -> dict[str, object]:
    """A unit with half its movement: four points are too few for a marsh across a major river."""
    return marked("0101", "unsupplied")


@pytest.mark.rule("red-star-rising:3.3.3")
def test_a_unit_may_always_move_one_hex_for_all_its_points() -> None:
    scene = marching({"pz": tired()}, MARSH, sides=ACROSS)
    assert costs(scene, "pz") == {"0101": 0, "0102": 4}
    moved = scene.play("step-to pz 0102")
    assert moved.told("unit-moved")[0].cost == moved.unit("pz").values["spent"] == 4
    assert moved.refused("step-to pz 0103") == "3.3.2"


@pytest.mark.rule("red-star-rising:3.3.3")
def test_it_is_the_only_move_of_the_unit() -> None:
    scene = marching({"pz": tired()}, strip("..m"), sides={"major-river": ["0102/S"]})
    assert scene.play("step-to pz 0102").refused("step-to pz 0103") == "3.3.2"
    assert cost(scene, "pz", "0103") is None


@pytest.mark.rule("red-star-rising:3.3.3/a")
def test_not_for_a_unit_that_begins_in_an_enemy_zone() -> None:
    free = marching({"pz": tired()}, "./m", sides=ACROSS)
    assert free.allows("step-to pz 0102")
    pinned = marching({"pz": tired(), "rifle": "0201"}, "../m-", sides=ACROSS)
    assert pinned.refused("step-to pz 0102") == "3.3.2"


@pytest.mark.rule("red-star-rising:3.3.3/b")
def test_not_for_a_unit_without_a_movement_factor() -> None:
    scene = marching({"factory": "0101", "rifle": "0103"}, strip("..."), "soviet")
    assert scene.refused("step-to factory 0102") == "3.1.1"
    assert costs(scene, "factory") == {"0101": 0}


@pytest.mark.rule("red-star-rising:3.3.3/c")
def test_not_into_or_across_ground_that_is_closed() -> None:
    assert marching({"pz": tired()}, strip(".l")).refused("step-to pz 0102") == "3.3.4"
    assert marching({"pz": tired()}, strip(".s")).refused("step-to pz 0102") == "3.3.4"
    assert marching({"pz": tired()}, strip(".."), sides={"lakeside": ["0101/S"]}).refused("step-to pz 0102") == "3.3.4"


@pytest.mark.rule("red-star-rising:3.3.3/d")
def test_not_in_the_motorised_phase() -> None:
    scene = marching({"pz": tired(), "pz-2": "0102"}, MARSH, sides=ACROSS, phase="motorised")
    assert scene.refused("step-to pz 0102") == "3.3.2"
    assert costs(scene, "pz") == {"0101": 0}


@pytest.mark.rule("red-star-rising:3.3.3")
def test_the_hex_may_lie_in_an_enemy_zone() -> None:
    near = marching({"pz": tired(), "rifle": "0202"}, strip(".mm", 2), sides=ACROSS)
    assert near.ask("zone", "0102").sides.soviet == ["rifle"]
    assert near.ask("zone", "0101").sides == {}
    assert near.allows("step-to pz 0102")


@pytest.mark.rule("red-star-rising:3.3.3", "red-star-rising:3.4.3")
def test_all_bans_stay() -> None:
    depot = marching({"depot": tired(), "rifle": "0202"}, strip(".mm", 2), sides=ACROSS)
    assert depot.refused("step-to depot 0102") == "3.4.3"
    occupied = marching({"pz": tired(), "rifle": "0102"}, strip(".m."), sides={"lakeside": ["0101/S"]})
    assert occupied.refused("step-to pz 0102") == "3.3.4"


@pytest.mark.rule("red-star-rising:3.3.3", "red-star-rising:11.2.3")
def test_a_security_division_gets_no_nearer_by_it() -> None:
    units = {"sec": marked("0101", "unsupplied"), "rifle": "0106"}
    scene = marching(units, strip(".m...."), sides=ACROSS)
    assert scene.refused("step-to sec 0102") == "11.2.3"
    alone = marching({"sec": marked("0101", "unsupplied")}, strip(".m"), sides=ACROSS)
    assert alone.allows("step-to sec 0102")
