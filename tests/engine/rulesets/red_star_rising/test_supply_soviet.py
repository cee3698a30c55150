"""10.4: the supply of Soviet units."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.rulesets.red_star_rising.scenes import city
from tests.engine.rulesets.red_star_rising.strips import EAST, hexes, length_of, on_strip, port, state_of
from tests.helpers.positions import Scene

SUPPLIED, LACKING, UNSUPPLIED = "supplied", "lacking", "unsupplied"


@pytest.mark.rule("red-star-rising:10.4.3")
@pytest.mark.parametrize("unit", ["army", "tank", "rifle", "cav", "para", "leader"])
def test_six_hexes_to_a_source_are_the_most(unit: str) -> None:
    near = on_strip("........", {unit: "0107"}, sources=EAST).ask("supply", unit)
    assert (near.state, near.length, near.rule) == (SUPPLIED, 12, "10.4.3")
    assert state_of(on_strip("........", {unit: "0108"}, sources=EAST), unit) == UNSUPPLIED


@pytest.mark.rule("red-star-rising:10.4.3")
def test_or_to_a_headquarters_that_is_supplied() -> None:
    units = {"army-1": "0116", "army-2": "0117", "hq": "0110"}
    scene = on_strip("." * 17, units, sources=EAST, rails=[hexes(1, 10)])
    answer = scene.ask("supply", "army-1")
    assert (answer.state, answer.source, answer.length) == (SUPPLIED, "0110", 12)
    assert state_of(scene, "army-2") == UNSUPPLIED


@pytest.mark.rule("red-star-rising:10.4.3")
def test_a_headquarters_without_supply_helps_nobody_and_none_hands_it_on_to_another() -> None:
    scene = on_strip("." * 17, {"army": "0116", "hq": "0110"}, sources=EAST, rails=[hexes(2, 10)])
    assert state_of(scene, "army") == UNSUPPLIED
    handed_on = {"army": "0116", "hq-1": "0104", "hq-2": "0110"}
    scene = on_strip("." * 17, handed_on, sources=EAST, rails=[hexes(1, 4)])
    assert state_of(scene, "army") == UNSUPPLIED


@pytest.mark.rule("red-star-rising:10.4.2")
def test_a_headquarters_needs_a_railway_of_any_length_to_a_source() -> None:
    given: dict[str, Any] = {"sources": EAST, "rails": [hexes(1, 15)]}
    on_rail = on_strip("." * 16, {"hq": "0115"}, **given).ask("supply", "hq")
    assert (on_rail.state, on_rail.length, on_rail.rule) == (SUPPLIED, 14, "10.4.2")
    assert state_of(on_strip("." * 16, {"hq": "0116"}, **given), "hq") == UNSUPPLIED


@pytest.mark.rule("red-star-rising:10.4.2/a")
def test_a_headquarters_off_the_railway_is_out_of_supply_even_beside_the_source() -> None:
    scene = on_strip("....", {"hq-1": "0102", "hq-2": "0101"}, sources=EAST)
    assert (state_of(scene, "hq-1"), state_of(scene, "hq-2")) == (UNSUPPLIED, UNSUPPLIED)


@pytest.mark.rule("red-star-rising:10.4.1")
@pytest.mark.parametrize("asset", ["factory", "oil", "port"])
def test_economic_assets_are_always_supplied(asset: str) -> None:
    scene = on_strip("....", {asset: "0104", "inf": "0101"}, phase="supply", turn=1)
    assert state_of(scene, asset) == SUPPLIED
    assert (scene.place(asset), scene.unit(asset).marks) == ("0104", frozenset())


@pytest.mark.rule("red-star-rising:10.4")
@pytest.mark.parametrize("name", ["Moscow", "Baku"])
def test_moscow_and_baku_are_sources(name: str) -> None:
    assert length_of(on_strip("....", {"rifle": "0103"}, features=[city("0101", name)]), "rifle") == 4
    other = on_strip("....", {"rifle": "0103"}, features=[city("0101", "Gorki")])
    assert state_of(other, "rifle") == UNSUPPLIED


def entering(at: str, units: dict[str, Any], features: list[dict[str, Any]], **more: Any) -> Scene:
    """An Axis unit steps into a city; the die of the capital does nothing."""
    return on_strip("......", units, features=features, dice=[6], **more).play(f"step-to axis {at}")


@pytest.mark.rule("red-star-rising:10.4/a")
@pytest.mark.parametrize("name", ["Moscow", "Baku"])
def test_a_city_that_an_axis_unit_has_held_is_no_source_any_more(name: str) -> None:
    armour = {"axis": {"at": "0102", "type": "german-armoured-corps"}, "rifle": "0106"}
    taken = entering("0101", armour, [city("0101", name)])
    assert taken.state.marker(taken.game.board.at("0101"), "source-lost") == 1
    left = on_strip("......", {"rifle": "0103"}, features=[city("0101", name)], markers={"0101": {"source-lost": 1}})
    assert state_of(left, "rifle") == UNSUPPLIED


@pytest.mark.rule("red-star-rising:10.4/b")
def test_a_unit_without_a_zone_does_not_cost_the_city_its_source() -> None:
    security = {"axis": {"at": "0102", "type": "italian-corps"}, "rifle": "0106"}
    zoned = entering("0101", security, [city("0101", "Moscow")])
    assert zoned.told("source-lost")
    weak = {"axis": {"at": "0102", "type": "german-infantry-kampfgruppe", "step": 1}, "rifle": "0106"}
    unzoned = entering("0101", weak, [city("0101", "Moscow")])
    assert not unzoned.told("source-lost")
    assert unzoned.state.marker(unzoned.game.board.at("0101"), "source-lost") == 0


@pytest.mark.rule("red-star-rising:10.4/c")
def test_other_sources_stay_sources() -> None:
    armour = {"axis": {"at": "0102", "type": "german-armoured-corps"}, "rifle": "0106"}
    assert not entering("0101", armour, [city("0101", "Gorki")], sources=EAST).told("source-lost")


BLACK_SEA = [port("0103", "Novorossisk"), port("0104", "Tuapse"), port("0108", "Odessa"), port("0114", "Sevastopol")]


def by_sea(units: dict[str, Any], **more: Any) -> Scene:
    """Ports along the strip, in Soviet hands unless told, with a railway from the first two to a source."""
    given = {"rails": [hexes(1, 4)], "sources": EAST, "features": BLACK_SEA, **more}
    return on_strip("." * 20, units, **given)


@pytest.mark.rule("red-star-rising:10.4.4")
@pytest.mark.parametrize("unit", ["army", "rifle", "cav", "para"])
def test_two_hexes_from_a_port_of_the_black_sea_units_are_supplied_by_sea(unit: str) -> None:
    scene = by_sea({f"{unit}-1": "0116", f"{unit}-2": "0117"})
    answer = scene.ask("supply", f"{unit}-1")
    assert (answer.state, answer.source, answer.length, answer.rule) == (SUPPLIED, "0114", 4, "10.4.4")
    assert state_of(scene, f"{unit}-2") == UNSUPPLIED


@pytest.mark.rule("red-star-rising:10.4.4")
def test_the_port_must_be_in_soviet_hands_and_on_the_black_sea() -> None:
    assert state_of(by_sea({"rifle": "0115"}, control={"axis": ["0114"]}), "rifle") == UNSUPPLIED
    baltic = [*BLACK_SEA[:2], port("0114", "Riga", "baltic")]
    assert state_of(by_sea({"rifle": "0115"}, features=baltic), "rifle") == UNSUPPLIED


@pytest.mark.rule("red-star-rising:10.4.4/a")
@pytest.mark.parametrize(
    ("lost", "state"), [(["0103"], SUPPLIED), (["0104"], SUPPLIED), (["0103", "0104"], UNSUPPLIED)]
)
def test_novorossisk_or_tuapse_must_be_held(lost: list[str], state: str) -> None:
    assert state_of(by_sea({"rifle": "0114"}, control={"axis": lost}), "rifle") == state


@pytest.mark.rule("red-star-rising:10.4.4/b")
def test_the_one_that_is_held_needs_a_railway_home() -> None:
    only_first: dict[str, Any] = {"rails": [hexes(1, 3)]}
    assert state_of(by_sea({"rifle": "0114"}, **only_first), "rifle") == SUPPLIED
    assert state_of(by_sea({"rifle": "0114"}, control={"axis": ["0103"]}, **only_first), "rifle") == UNSUPPLIED
    assert state_of(by_sea({"rifle": "0114"}, rails=[hexes(2, 4)]), "rifle") == UNSUPPLIED
    assert state_of(by_sea({"rifle": "0114", "sec": "0102"}), "rifle") == UNSUPPLIED


@pytest.mark.rule("red-star-rising:10.4.4/b", "red-star-rising:10.1.2")
@pytest.mark.parametrize("unit", ["sec", "depot", {"kg": {"at": "0104", "step": 1}}])
def test_no_railway_leads_home_from_a_port_that_an_axis_unit_stands_in(unit: Any) -> None:
    there = unit if isinstance(unit, dict) else {unit: "0104"}
    assert state_of(by_sea({"rifle": "0114", **there}), "rifle") == SUPPLIED
    assert state_of(by_sea({"rifle": "0114", **there}, control={"axis": ["0103"]}), "rifle") == UNSUPPLIED


@pytest.mark.rule("red-star-rising:10.4.4/c")
def test_leaders_are_not_supplied_by_sea() -> None:
    assert state_of(by_sea({"leader": "0114"}), "leader") == UNSUPPLIED


@pytest.mark.rule("red-star-rising:10.4.4/d")
def test_headquarters_are_not_supplied_by_sea() -> None:
    assert state_of(by_sea({"hq": "0114"}, rails=[hexes(1, 4), hexes(13, 15)]), "hq") == UNSUPPLIED


@pytest.mark.rule("red-star-rising:10.4.4/e")
def test_odessa_is_of_no_use_while_the_axis_controls_sevastopol() -> None:
    assert state_of(by_sea({"rifle": "0109"}, rails=[hexes(1, 4)], arctic=hexes(1, 7)), "rifle") == SUPPLIED
    barred = by_sea({"rifle": "0109"}, control={"axis": ["0114"]}, arctic=hexes(1, 7))
    assert state_of(barred, "rifle") == UNSUPPLIED
    elsewhere = [*BLACK_SEA, port("0118", "Sukhumi")]
    held = by_sea({"rifle": "0119"}, control={"axis": ["0114"]}, features=elsewhere)
    assert state_of(held, "rifle") == SUPPLIED


@pytest.mark.rule("red-star-rising:10.4.5")
@pytest.mark.parametrize("unit", ["army", "rifle", "leader", "hq"])
def test_beside_a_factory_units_only_lack_supply(unit: str) -> None:
    scene = on_strip("....", {unit: "0103", "factory": "0103"})
    assert (state_of(scene, unit), scene.ask("supply", unit).rule) == (LACKING, "10.4.5")
    assert state_of(on_strip("....", {unit: "0102", "factory": "0103"}), unit) == UNSUPPLIED


@pytest.mark.rule("red-star-rising:10.4.5/a")
@pytest.mark.parametrize("asset", ["oil", "port"])
def test_other_assets_feed_nobody(asset: str) -> None:
    assert state_of(on_strip("....", {"rifle": "0103", asset: "0103"}), "rifle") == UNSUPPLIED


@pytest.mark.rule("red-star-rising:10.4.5")
def test_a_factory_makes_nobody_worse_off() -> None:
    assert state_of(on_strip("....", {"rifle": "0103", "factory": "0103"}, sources=EAST), "rifle") == SUPPLIED
