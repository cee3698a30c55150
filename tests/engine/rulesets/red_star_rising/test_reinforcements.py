"""15.1 to 15.3: reinforcements and how they come onto the map."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.rulesets.red_star_rising.scenes import red_star
from tests.helpers.positions import Scene

WIDE = "/".join(["............"] * 6)
RAIL = (tuple(f"{col:02}03" for col in range(1, 13)),)
SOURCES = {"axis": ["0103"], "soviet": ["1203"]}


def arriving(side: str, units: dict[str, Any], **more: Any) -> Scene:
    more = {"rails": RAIL, "sources": SOURCES, "turn": 3, **more}
    return red_star(units, WIDE, phase="reinforcements", side=side, **more)


def due(turn: int = 3, side: str = "axis") -> dict[str, Any]:
    return {"at": f"{side}-reinforcements", "values": {"due": turn}}


@pytest.mark.rule("red-star-rising:15.2.1", "red-star-rising:15.2")
def test_what_is_due_may_be_placed_or_kept() -> None:
    scene = arriving("axis", {"inf": due(3), "inf-2": due(4), "inf-3": due(2), "army": "1203"})
    assert scene.play("arrive inf 0202").place("inf") == "0202"
    assert scene.allows("arrive inf-3 0202")
    assert scene.refused("arrive inf-2 0202") == "15.2.1"
    assert scene.play("done").place("inf") == "axis-reinforcements"


@pytest.mark.rule("red-star-rising:15.2.2/a", "red-star-rising:15.2.2")
def test_a_reinforcement_must_be_supplied_where_it_is_placed() -> None:
    scene = arriving("axis", {"inf": due(), "army": "1201"}, rails=())
    assert scene.refused("arrive inf 0603") == "15.2.2"
    assert scene.allows("arrive inf 0503")


@pytest.mark.rule("red-star-rising:15.2.2/b", "red-star-rising:15.2.2")
def test_axis_units_arrive_four_hexes_from_soviet_ones() -> None:
    scene = arriving("axis", {"inf": due(), "rifle": "0803"})
    assert scene.allows("arrive inf 0403")
    assert scene.refused("arrive inf 0503") == "15.2.2"


@pytest.mark.rule("red-star-rising:15.2.2/c", "red-star-rising:15.2.2")
def test_soviet_units_arrive_at_or_beside_a_headquarters() -> None:
    scene = arriving("soviet", {"army": due(side="soviet"), "hq": "0903", "pz": "0103"})
    assert scene.allows("arrive army 0903")
    assert scene.allows("arrive army 0902")
    assert scene.refused("arrive army 0901") == "15.2.2"


@pytest.mark.rule("red-star-rising:15.2.2/d", "red-star-rising:15.2.2")
def test_soviet_units_do_not_arrive_in_enemy_zones_even_beside_a_friend() -> None:
    scene = arriving("soviet", {"army": due(side="soviet"), "hq": "0903", "rifle": "0902", "pz": "0901"})
    assert scene.refused("arrive army 0902") == "15.2.2"
    assert scene.allows("arrive army 0904")


@pytest.mark.rule("red-star-rising:15.2.2/e", "red-star-rising:15.2.2")
def test_the_headquarters_may_have_arrived_in_the_same_phase() -> None:
    scene = arriving("soviet", {"army": due(side="soviet"), "hq": due(side="soviet"), "pz": "0103"})
    assert scene.refused("arrive army 1002") == "15.2.2"
    assert scene.play("arrive hq 1003").allows("arrive army 1002")


@pytest.mark.rule("red-star-rising:15.2.2/f", "red-star-rising:15.2.2")
def test_soviet_units_do_not_arrive_where_an_axis_unit_stands() -> None:
    scene = arriving("soviet", {"army": due(side="soviet"), "hq": "0903", "depot": "0902"})
    refusal = scene.game.explain(scene.state, scene.action("arrive army 0902"))
    assert refusal is not None
    assert (refusal.rule, refusal.message.key) == ("15.2.2", "refusal.rsr.enemy-there")
    assert scene.allows("arrive army 0904")


@pytest.mark.rule("red-star-rising:15.2.2/g", "red-star-rising:15.2.2")
def test_some_units_come_in_ways_of_their_own() -> None:
    units = {"partisan": due(side="soviet"), "army": due(side="soviet"), "hq": "0903", "pz": "0103"}
    scene = arriving("soviet", units)
    assert scene.refused("arrive partisan 0903") == "15.2.2"
    assert scene.allows("arrive army 0903")


@pytest.mark.rule("red-star-rising:15.2.2/h", "red-star-rising:15.2.2", "red-star-rising:15.7.2")
def test_a_depot_arrives_where_it_has_a_line_to_a_source_or_to_a_chain() -> None:
    scene = arriving("axis", {"depot": due(), "army": "1201"}, rails=())
    assert scene.allows("arrive depot 0503")
    assert scene.refused("arrive depot 0603") == "15.2.2"
    chained = arriving("axis", {"depot": due(), "depot-2": "0503", "army": "1206"}, rails=())
    assert chained.allows("arrive depot 0803")
    adrift = arriving("axis", {"depot": due(), "depot-2": "0603", "army": "1206"}, rails=())
    assert adrift.refused("arrive depot 0803") == "15.2.2"
    assert not any(place.endswith(" 0803") for place in adrift.choices("arrive"))


@pytest.mark.rule("red-star-rising:15.2.2/h", "red-star-rising:15.2.2")
def test_supply_by_sea_brings_no_depot() -> None:
    ports = [
        {"at": at, "kind": "port", "name": name, "attributes": {"sea": "black"}}
        for at, name in (("0103", "Odessa"), ("0203", "Sevastopol"), ("0906", "Tuapse"))
    ]
    held = {"axis": ["0103", "0203", "0906"]}
    units = {"depot": due(), "inf": due(), "army": "1201"}
    scene = arriving("axis", units, rails=(RAIL[0][:2],), features=ports, control=held)
    assert scene.allows("arrive inf 0906")
    assert scene.refused("arrive depot 0906") == "15.2.2"


@pytest.mark.rule("red-star-rising:15.2.3/a", "red-star-rising:15.2.3")
def test_headquarters_arrive_five_hexes_from_the_enemy() -> None:
    scene = arriving("soviet", {"hq": due(side="soviet"), "pz": "0303"})
    assert scene.allows("arrive hq 0803")
    assert scene.refused("arrive hq 0703") == "15.2.3"


@pytest.mark.rule("red-star-rising:15.2.3/b", "red-star-rising:15.2.3")
def test_soviet_headquarters_arrive_on_a_railway_home_in_the_homeland() -> None:
    scene = arriving("soviet", {"hq": due(side="soviet"), "pz": "0103"}, countries={"romania": ["0803"]})
    assert scene.refused("arrive hq 0904") == "15.2.3"
    assert scene.refused("arrive hq 0803") == "15.2.3"
    assert scene.allows("arrive hq 0903")
    cut = arriving("soviet", {"hq": due(side="soviet"), "pz": "0103"}, rails=(RAIL[0][:9],))
    assert not cut.choices("arrive")


@pytest.mark.rule("red-star-rising:15.2.3/c", "red-star-rising:15.2.3")
def test_axis_headquarters_arrive_on_a_railway_to_their_own_capital() -> None:
    capital = [{"at": "0103", "kind": "minor-city", "name": "Bucharest"}]
    units = {"romhq": due(), "finhq": due(), "army": "1206"}
    scene = arriving("axis", units, features=capital, countries={"romania": ["0103"]})
    assert scene.allows("arrive romhq 0303")
    assert scene.refused("arrive romhq 0304") == "15.2.3"
    assert scene.refused("arrive finhq 0303") == "15.2.3"


@pytest.mark.rule("red-star-rising:15.2.4")
def test_stacking_is_not_looked_at_until_the_movement_is_over() -> None:
    scene = arriving("axis", {f"inf-{number}": due() for number in range(4)} | {"army": "1203"})
    after = scene.play(*(f"arrive inf-{number} 0202" for number in range(4)))
    assert len(after.stack("0202")) == 4
    assert after.menu.side == "axis"
    on = after
    while on.menu.rule != "4.0.7":
        on = on.play("done")
    assert (on.menu.side, len(on.stack("0202"))) == ("soviet", 4)


@pytest.mark.rule("red-star-rising:15.4.1", "red-star-rising:15.5.1")
def test_paratroops_and_veterans_wait_in_boxes_of_their_own() -> None:
    units = {"para": due(side="soviet"), "shock": due(side="soviet"), "army": due(side="soviet"), "hq": "0903"}
    scene = arriving("soviet", {**units, "pz": "0103"})
    assert scene.place("para") == "paratroops"
    assert scene.place("shock") == "awaiting-promotion"
    assert scene.place("army") == "soviet-reinforcements"


@pytest.mark.rule(
    "red-star-rising:15.3.1", "red-star-rising:15.3.2", "red-star-rising:15.2.1", "red-star-rising:15.2.1/a"
)
def test_strength_markers_go_into_their_cups_in_the_supply_phase() -> None:
    waiting = {"markers-to-come": ["c-60", "b-02"], "cup-c": ["c-01"], "cup-b": []}
    cards = red_star({"pz": "0101", "army": "0606"}, phase="markers", turn=10, pools=waiting).state
    assert set(cards.pool("cup-c")) >= {"c-01", "c-60"}
    assert "b-02" in cards.pool("cup-b")
    assert not cards.pool("markers-to-come")


@pytest.mark.rule("red-star-rising:15.7.2", "red-star-rising:15.2.1")
def test_a_hex_named_by_the_scenario_is_for_the_first_coming_alone() -> None:
    schedule = [{"turn": 3, "unit": "depot", "at": "0603"}]

    def coming(due: int) -> Scene:
        units = {"depot": {"at": "axis-reinforcements", "values": {"due": due}}, "rifle": "0605"}
        return red_star(
            units, phase="reinforcements", side="axis", turn=7, sources={"axis": ["0101"]}, schedule=schedule
        )

    assert coming(3).choices("arrive") == ("arrive depot 0603",)
    assert coming(7).refused("arrive depot 0603") == "15.2.2"
    assert coming(7).play("arrive depot 0102").place("depot") == "0102"
