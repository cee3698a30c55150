"""What a position does not say and its units tell: who came into a hex in play has left marks there."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.rulesets.red_star_rising.scenes import city, red_star

TOWN: dict[str, Any] = {"features": [city("0302", "Kiev")], "objectives": [{"at": "0302", "value": 5}]}
WEST = {"sources": {"axis": ["0102"]}}
FORT: dict[str, Any] = {"features": [city("0302", "Sevastopol", "fortress")]}
CAPITAL: dict[str, Any] = {"features": [city("0302", "Moscow")], "pause": "0101"}


@pytest.mark.rule("red-star-rising:9.0.2", "red-star-rising:18.0.4")
@pytest.mark.parametrize(
    ("units", "points"),
    [
        ({"inf": "0302"}, 5),
        ({"kg-1": {"at": "0302", "step": 1}, "kg-2": {"at": "0302", "step": 1}}, 5),
        ({"kg-1": {"at": "0302", "step": 1}}, 0),
        ({"sec": "0302"}, 0),
        ({"fleet": "0302"}, 0),
    ],
)
def test_a_city_is_held_by_those_whose_zone_lies_on_it_from_within(units: dict[str, Any], points: int) -> None:
    scene = red_star(units, phase="combat", side="axis", pause="0101", **TOWN, **WEST)
    assert scene.ask("score").score.by_rule.get("18.0.4", 0) == points


@pytest.mark.rule("red-star-rising:9.0.2", "red-star-rising:18.0.4")
def test_what_a_position_says_of_a_city_stands() -> None:
    said = {"control": {"soviet": ["0302"]}}
    scene = red_star({"inf": "0302"}, phase="combat", side="axis", pause="0101", **TOWN, **WEST, **said)
    assert "18.0.4" not in scene.ask("score").score.by_rule


@pytest.mark.rule("red-star-rising:7.4.3", "red-star-rising:8.0.8")
def test_the_fortress_does_not_stand_around_an_axis_unit() -> None:
    scene = red_star({"sec": "0302", "mech": "0303"}, phase="movement", side="soviet", turn=1, **FORT)
    assert scene.allows("overrun mech 0302")
    held = red_star({"mech": "0303", "rifle": "0302"}, phase="combat", side="axis", pause="0101", **FORT)
    assert not held.state.markers


@pytest.mark.rule("red-star-rising:10.4", "red-star-rising:10.4.3")
def test_moscow_in_axis_hands_is_no_source_any_more() -> None:
    lost = red_star({"rifle": "0402"}, phase="combat", side="axis", control={"axis": ["0302"]}, **CAPITAL)
    assert lost.ask("supply", "rifle").state == "unsupplied"
    assert (
        red_star({"rifle": "0402"}, phase="combat", side="axis", **CAPITAL).ask("supply", "rifle").state == "supplied"
    )


@pytest.mark.rule("red-star-rising:18.1", "red-star-rising:18.1.1")
def test_only_the_first_axis_unit_that_comes_into_moscow_throws() -> None:
    first = red_star({"inf": "0303"}, phase="movement", side="axis", **CAPITAL).rolling(5).play("step-to inf 0302")
    assert len(first.told("surrender-rolled")) == 1
    for held in ({"sec": "0302"}, {"pz": "0302"}):
        second = red_star({"inf": "0303", **held}, phase="movement", side="axis", **CAPITAL).play("step-to inf 0302")
        assert not second.told("surrender-rolled")


@pytest.mark.rule("red-star-rising:10.3.1/b", "red-star-rising:10.3.2/b", "red-star-rising:10.5")
@pytest.mark.parametrize(("unit", "capital"), [("fin", "Helsinki"), ("rom", "Bucharest")])
@pytest.mark.parametrize("phase", ["supply", None])
def test_a_nation_is_cut_off_where_soviet_units_stand_in_its_capital_before_anybody_moves(
    unit: str, capital: str, phase: str | None
) -> None:
    given: dict[str, Any] = {"features": [city("0302", capital)], "pause": "0101", **WEST}
    begun = {} if phase is None else {"phase": phase, "side": "axis"}
    scene = red_star({unit: "0103", "rifle": "0302"}, **given, **begun)
    assert scene.ask("supply", unit).state == "unsupplied"
    assert "10.5" in [term.rule for term in scene.ask("supply", unit).terms]
    assert red_star({unit: "0103", "rifle": "0402"}, **given, **begun).ask("supply", unit).state == "supplied"


@pytest.mark.rule("red-star-rising:12.1.1", "red-star-rising:12.1.2")
def test_a_fleet_of_which_no_base_is_said_belongs_to_one_without_a_fleet() -> None:
    named = {"fleet-1": {"at": "fleets", "values": {"base": "base-2"}}, "fleet-2": "fleets", "fleet-3": "fleets"}
    scene = red_star({"base-1": "0101", "base-2": "0201", **named}, phase="fleets", side="axis")
    assert [scene.unit(fleet).values.get("base") for fleet in named] == ["base-2", "base-1", None]
    assert scene.allows("place-fleet fleet-2 0302")
    assert scene.refused("place-fleet fleet-3 0302") == "12.1.2"
