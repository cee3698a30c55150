"""3.5: strategic movement."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.rulesets.red_star_rising.marches import CLEAR, MUD, SNOW
from tests.engine.rulesets.red_star_rising.scenes import city, red_star
from tests.engine.rulesets.red_star_rising.strips import strip
from tests.helpers.positions import Scene, marked


def column(length: int) -> list[str]:
    """The hexes of a strip from its first on."""
    return [f"01{row:02}" for row in range(1, length + 1)]


def railing(units: dict[str, Any], ground: str, side: str = "axis", **more: Any) -> Scene:
    """The strategic movement of a side on a strip with sources of supply all along it."""
    sources = {"sources": {side: column(len(ground))}}
    return red_star(units, strip(ground), **{"phase": "strategic", "side": side, "turn": CLEAR, **sources, **more})


def targets(scene: Scene, unit: str) -> list[str]:
    """Where a unit can be sent."""
    return [choice.split()[2] for choice in scene.play(f"pick-unit {unit}").choices("move-strategically")]


@pytest.mark.rule("red-star-rising:3.5", "red-star-rising:3.1.10")
def test_a_unit_is_taken_in_hand_and_sent() -> None:
    scene = railing({"inf": "0101", "inf-2": "0102"}, "......")
    assert scene.menu.rule == "3.5"
    assert scene.refused("move-strategically inf 0105") == "3.5"
    picked = scene.play("pick-unit inf")
    assert picked.refused("pick-unit inf") == "3.5"
    assert picked.refused("move-strategically inf-2 0105") == "3.5"
    moved = picked.play("move-strategically inf 0105")
    assert moved.place("inf") == "0105"
    assert moved.told("unit-moved-strategically")[0].path == ["0101", "0102", "0103", "0104", "0105"]
    assert moved.allows("pick-unit inf-2")


@pytest.mark.rule("red-star-rising:3.5")
def test_nobody_has_to_move_so() -> None:
    scene = railing({"inf": "0101"}, "......")
    assert scene.play("pick-unit inf", "done").menu.rule == "3.2"
    assert scene.refused("pick-unit nobody") == "3.5"
    alone = railing({"inf": "0101"}, "......", sources={})
    assert alone.menu.rule == "3.2"


@pytest.mark.rule("red-star-rising:3.5.1", "red-star-rising:3.5.3")
def test_twenty_five_hexes_whatever_the_ground_and_the_unit() -> None:
    ground = "." + "m" * 29
    scene = railing({"inf": "0101", "pz": "0101"}, ground, sides={"major-river": ["0103/S"]}, arctic=["0105"])
    assert targets(scene, "inf") == targets(scene, "pz") == column(26)[1:]
    assert scene.play("pick-unit inf").refused("move-strategically inf 0127") == "3.5.3"
    assert scene.play("pick-unit inf").refused("move-strategically inf 0101") == "3.5.3"


@pytest.mark.rule("red-star-rising:3.5.2")
def test_a_unit_moves_strategically_or_in_the_ordinary_way_but_not_both() -> None:
    scene = railing({"inf": "0101", "inf-2": "0102"}, "......")
    moved = scene.play("pick-unit inf", "move-strategically inf 0103")
    assert moved.refused("pick-unit inf") == "3.5.2"
    on_foot = moved.play("done")
    assert on_foot.menu.rule == "3.2"
    assert on_foot.refused("step-to inf 0104") == "3.5.2"
    assert on_foot.refused("move-strategically inf-2 0103") == "3.5.2"
    assert on_foot.allows("step-to inf-2 0103")


@pytest.mark.rule("red-star-rising:3.6.1")
def test_what_went_by_sea_does_not_move_strategically() -> None:
    shipped = {"at": "0101", "marks": ["moved"], "values": {"travel": "sea"}}
    assert railing({"inf": shipped, "inf-2": "0102"}, "......").refused("pick-unit inf") == "3.6.1"


@pytest.mark.rule("red-star-rising:3.5.2/a")
def test_in_the_motorised_phase_it_comes_after_ordinary_movement() -> None:
    scene = railing({"pz": "0101", "pz-2": "0101"}, "......", phase="motorised")
    later = scene.play("step-to pz 0102", "done")
    assert later.menu.rule == "3.5"
    assert later.refused("pick-unit pz") == "3.5.2"
    assert later.play("pick-unit pz-2", "move-strategically pz-2 0106").place("pz-2") == "0106"


@pytest.mark.rule("red-star-rising:3.5.3")
def test_an_overrun_counts_as_ordinary_movement() -> None:
    units = {"pz": "0101", "pz-2": "0101", "rifle": "0102"}
    scene = railing(units, "......", phase="motorised", results=["DE"])
    later = scene.play("overrun pz 0102", "done", "done")
    assert later.refused("pick-unit pz") == "3.5.2"
    assert later.allows("pick-unit pz-2")


# Distance


@pytest.mark.rule("red-star-rising:3.5.3/a")
@pytest.mark.parametrize("enemy", ["army", "leader", "hq", "factory", "cav", "partisan"])
def test_every_hex_lies_four_or_more_from_every_soviet_unit(enemy: str) -> None:
    scene = railing({"inf": "0101", enemy: "0110"}, "." * 12)
    assert targets(scene, "inf") == column(6)[1:]
    assert scene.play("pick-unit inf").refused("move-strategically inf 0107") == "3.5.3"


@pytest.mark.rule("red-star-rising:3.5.3/a", "red-star-rising:12.2.5")
@pytest.mark.parametrize("enemy", ["inf", "depot", "base", "sec", "siege", "romhq", "fleet"])
@pytest.mark.parametrize("turn", [CLEAR, SNOW])
def test_every_hex_lies_four_or_more_from_every_axis_unit(enemy: str, turn: int) -> None:
    scene = railing({"army": "0101", enemy: "0110"}, "." * 12, "soviet", turn=turn)
    assert targets(scene, "army") == column(6)[1:]


@pytest.mark.rule("red-star-rising:3.5.3/a")
def test_the_first_hex_counts_too() -> None:
    near = railing({"inf": "0107", "inf-2": "0101", "army": "0110"}, "." * 12)
    assert near.refused("pick-unit inf") == "3.5.3"
    assert railing({"inf": "0106", "army": "0110"}, "." * 12).allows("pick-unit inf")


@pytest.mark.rule("red-star-rising:3.5.3/a")
def test_nobody_gets_past_an_enemy() -> None:
    scene = railing({"inf": "0101", "army": "0108"}, "." * 16)
    assert "0116" not in targets(scene, "inf")
    assert scene.play("pick-unit inf").refused("move-strategically inf 0116") == "3.5.3"


# Who


@pytest.mark.rule("red-star-rising:3.5.3/b")
def test_air_bases_partisans_and_assets_do_not_move_strategically() -> None:
    assert railing({"base": "0101", "inf": "0101"}, "......").refused("pick-unit base") == "3.5.3"
    assert railing({"fleet": "0101", "inf": "0101"}, "......").refused("pick-unit fleet") == "3.5.3"
    soviet = railing({"partisan": "0101", "factory": "0101", "army": "0101"}, "......", "soviet")
    assert soviet.refused("pick-unit partisan") == "3.5.3"
    assert soviet.refused("pick-unit factory") == "3.5.3"


@pytest.mark.rule("red-star-rising:3.5.3")
@pytest.mark.parametrize("unit", ["leader", "tank", "cav", "rifle"])
def test_other_soviet_units_do(unit: str) -> None:
    assert targets(railing({unit: "0101"}, "......", "soviet"), unit) == column(6)[1:]


@pytest.mark.rule("red-star-rising:3.5.3/c")
@pytest.mark.parametrize("side", ["lakeside", "seaside", "ice-road"])
def test_no_way_leads_over_lakes_and_seas(side: str) -> None:
    sides = {side: ["0103/S"]}
    assert targets(railing({"inf": "0101"}, "......", sides=sides, turn=SNOW), "inf") == ["0102", "0103"]
    scene = railing({"army": "0101"}, "...s..", "soviet", turn=SNOW)
    assert targets(scene, "army") == ["0102", "0103"]
    assert scene.play("pick-unit army").refused("move-strategically army 0104") == "3.5.3"


@pytest.mark.rule("red-star-rising:3.5.3/c", "red-star-rising:3.3.5")
def test_in_snow_soviet_units_on_foot_use_the_red_arrows() -> None:
    sides = {"ice-road": ["0103/S"]}
    assert targets(railing({"army": "0101"}, "......", "soviet", sides=sides, turn=SNOW), "army") == column(6)[1:]
    assert targets(railing({"tank": "0101"}, "......", "soviet", sides=sides, turn=SNOW), "tank") == ["0102", "0103"]
    assert targets(railing({"army": "0101"}, "......", "soviet", sides=sides), "army") == ["0102", "0103"]


@pytest.mark.rule("red-star-rising:3.5.3/d")
@pytest.mark.parametrize("status", ["unsupplied", "lacking", "emergency"])
def test_only_units_in_full_supply_move_so(status: str) -> None:
    scene = railing({"inf": marked("0101", status), "inf-2": "0101"}, "......")
    assert scene.refused("pick-unit inf") == "3.5.3"


@pytest.mark.rule("red-star-rising:3.5.3/e")
def test_a_unit_would_be_supplied_in_every_hex_of_its_way() -> None:
    scene = railing({"inf": "0101"}, "." * 20, sources={"axis": ["0103", "0116"]})
    assert targets(scene, "inf") == column(7)[1:]
    assert scene.play("pick-unit inf").refused("move-strategically inf 0109") == "3.5.3"
    assert scene.play("pick-unit inf").refused("move-strategically inf 0116") == "3.5.3"


@pytest.mark.rule("red-star-rising:3.5.3/e")
def test_a_headquarters_keeps_to_railways_that_supply_it() -> None:
    scene = railing({"hq": "0101"}, "........", "soviet", rails=[column(4)], sources={"soviet": ["0101"]})
    assert targets(scene, "hq") == ["0102", "0103", "0104"]


@pytest.mark.rule("red-star-rising:3.5.3/f", "red-star-rising:13.0.2")
def test_depots_move_strategically_in_mud_alone() -> None:
    units = {"depot": "0101", "inf": "0101"}
    assert railing(units, "......").refused("pick-unit depot") == "3.5.3"
    assert railing(units, "......", turn=SNOW).refused("pick-unit depot") == "3.5.3"
    assert targets(railing(units, "......", turn=MUD), "depot") == column(6)[1:]


@pytest.mark.rule("red-star-rising:3.5.3", "red-star-rising:3.3.6")
def test_siege_artillery_moves_strategically_along_railways() -> None:
    scene = railing({"siege": "0101"}, "." * 10, rails=[column(8)])
    assert targets(scene, "siege") == column(8)[1:]
    cut = railing({"siege": "0101"}, "." * 10, rails=[column(8)], sides={"lakeside": ["0104/S"]})
    assert targets(cut, "siege") == column(4)[1:]


@pytest.mark.rule("red-star-rising:3.5.3", "red-star-rising:11.2.3")
def test_a_security_division_keeps_a_hex_more_from_soviet_units() -> None:
    assert targets(railing({"sec": "0101", "army": "0110"}, "." * 12), "sec") == column(5)[1:]
    assert targets(railing({"sec": "0106", "army": "0110"}, "." * 12), "sec") == [
        "0105",
        "0104",
        "0103",
        "0102",
        "0101",
    ]
    partisan = railing({"sec": "0101", "partisan": "0110"}, "." * 12)
    assert targets(partisan, "sec") == column(6)[1:]
    shut = railing({"sec": "0106", "inf": "0101", "army": "0110"}, "." * 10, sides={"lakeside": ["0105/S"]})
    assert shut.refused("pick-unit sec") == "3.5.3"


@pytest.mark.rule("red-star-rising:3.5.3", "red-star-rising:11.2.3")
def test_what_keeps_a_security_division_out_of_the_hex_more_is_its_own_rule() -> None:
    scene = railing({"sec": "0101", "inf": "0101", "army": "0110"}, "." * 12)
    assert scene.play("pick-unit sec").refused("move-strategically sec 0106") == "11.2.3"
    assert scene.play("pick-unit sec").refused("move-strategically sec 0107") == "3.5.3"
    assert scene.play("pick-unit inf").allows("move-strategically inf 0106")


@pytest.mark.rule("red-star-rising:3.5.3")
def test_a_unit_takes_the_cities_it_comes_through() -> None:
    features = [city("0103", "Town"), city("0105", "Other")]
    moved = railing({"inf": "0101"}, "......", features=features).play("pick-unit inf", "move-strategically inf 0105")
    assert moved.holder("0103") == moved.holder("0105") == "axis"


FIELD = "/".join(["......."] * 5)


def crossing(units: dict[str, Any], *cities: str) -> Scene:
    """The strategic movement of the Axis over a field in supply, with Soviet cities on it."""
    hexes = [f"{col:02}{row:02}" for col in range(1, 8) for row in range(1, 6)]
    features = [city(at, f"Town {at}") for at in cities]
    return red_star(
        units, FIELD, phase="strategic", side="axis", turn=CLEAR, sources={"axis": hexes}, features=features
    ).play("pick-unit inf")


@pytest.mark.rule("red-star-rising:3.5.3/g", "red-star-rising:9.0.3")
def test_without_a_named_way_it_is_the_shortest_that_takes_the_most_cities() -> None:
    plain = crossing({"inf": "0103"}).play("move-strategically inf 0703").told("unit-moved-strategically")[0].path
    for taken in (["0304"], ["0302"], ["0304", "0503"], ["0302", "0503"]):
        moved = crossing({"inf": "0103"}, *taken).play("move-strategically inf 0703")
        path = moved.told("unit-moved-strategically")[0].path
        assert len(path) == len(plain) == 7
        assert all(moved.holder(at) == "axis" for at in taken)
    far = crossing({"inf": "0103"}, "0305").play("move-strategically inf 0703")
    assert far.holder("0305") is None


@pytest.mark.rule("red-star-rising:3.5.3/g", "red-star-rising:9.0.3")
def test_what_takes_no_city_looks_for_none() -> None:
    weak = {"at": "0103", "type": "german-infantry-kampfgruppe", "step": 1}
    alone = crossing({"inf": weak}, "0305")
    assert alone.refused("name-way inf 0305") == "3.5.3"
    pair = crossing({"inf": weak, "kg": {"at": "0305", "step": 1}}, "0305")
    assert pair.play("name-way inf 0305", "move-strategically inf 0405").holder("0305") == "axis"


@pytest.mark.rule("red-star-rising:3.5.3/g")
def test_the_owner_may_name_the_way_hex_by_hex_or_by_a_city() -> None:
    scene = crossing({"inf": "0103", "inf-2": "0101"}, "0305")
    by_city = scene.play("name-way inf 0305").play("move-strategically inf 0703")
    assert by_city.holder("0305") == "axis"
    path = by_city.told("unit-moved-strategically")[0].path
    assert (path[0], path[-1]) == ("0103", "0703")
    assert "0305" in path
    assert scene.refused("name-way inf 0505") == "3.5.3"
    on_foot = scene.play("name-way inf 0104", "name-way inf 0105", "move-strategically inf 0105")
    assert on_foot.told("unit-moved-strategically")[0].path == ["0103", "0104", "0105"]
    assert scene.play("name-way inf 0104").refused("name-way inf 0103") == "3.5.3"


@pytest.mark.rule("red-star-rising:3.5.3/g", "red-star-rising:3.5.3")
def test_what_is_named_counts_and_can_be_taken_back() -> None:
    scene = railing({"inf": "0110", "inf-2": "0101"}, "." * 40).play("pick-unit inf")
    assert scene.allows("move-strategically inf 0135")
    back = scene.play("name-way inf 0109")
    assert back.refused("move-strategically inf 0135") == "3.5.3"
    again = back.play("pick-unit inf")
    assert again.allows("move-strategically inf 0135")
    assert again.refused("pick-unit inf") == "3.5"


@pytest.mark.rule("red-star-rising:3.5.4")
def test_strategic_movement_crosses_the_strait() -> None:
    sides = {"strait": ["0103/S"]}
    assert targets(railing({"inf": "0101"}, "......", sides=sides), "inf") == column(6)[1:]
    assert targets(railing({"tank": "0101"}, "......", "soviet", sides=sides), "tank") == column(6)[1:]


@pytest.mark.rule("red-star-rising:3.5.5")
def test_german_armour_moves_strategically_in_both_of_its_phases() -> None:
    units = {"pz": "0101", "inf": "0101", "army": "0130"}
    scene = railing(units, "." * 30, sources={"axis": column(26), "soviet": ["0130"]})
    first = scene.play("pick-unit pz", "move-strategically pz 0110", "done", "done")
    assert (first.menu.side, first.menu.rule) == ("soviet", "3.5")
    again = first.play("done", "done", "done")
    assert (again.menu.side, again.menu.rule) == ("axis", "3.5")
    assert again.play("pick-unit pz", "move-strategically pz 0120").place("pz") == "0120"
    assert again.refused("pick-unit inf") == "3.5.5"


@pytest.mark.rule("red-star-rising:3.5.5")
def test_only_armour_moves_strategically_in_the_motorised_phase() -> None:
    units = {"pz": "0101", "depot": "0101", "hun": "0101"}
    scene = railing(units, "......", phase="motorised-strategic", turn=MUD)
    assert scene.refused("pick-unit depot") == "3.5.5"
    assert scene.refused("pick-unit hun") == "3.5.5"
    assert scene.allows("pick-unit pz")


@pytest.mark.rule("red-star-rising:3.5.3")
def test_a_unit_pushed_aside_by_a_retreat_stays() -> None:
    scene = railing({"inf": marked("0101", "halted"), "inf-2": "0101"}, "......")
    assert scene.refused("pick-unit inf") == "8.0.6"
