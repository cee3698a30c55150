"""Chapter 9: how many units stand together, and which do not."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.rulesets.barbarossa_to_berlin.campaigns import moving

LINKS = "berlin - warsaw - brest - minsk - sverdlovsk; suez - cairo - baghdad - sverdlovsk"


def joins(unit: str, *others: str, side: str = "axis", **more: Any) -> str:
    """The case that keeps a unit from stopping with others; empty where nothing does."""
    places = {"axis": ("warsaw", "brest"), "allied": ("baghdad", "cairo")}[side]
    units = {unit: places[0], **dict.fromkeys(others, places[1])}
    scene = moving(units, LINKS, places[0], side=side, **more).play(f"step-to {unit} {places[1]}")
    return "" if scene.allows("done") else scene.refused("done")


@pytest.mark.rule("barbarossa-to-berlin:9.1")
def test_three_units_of_whatever_size_stand_in_a_space() -> None:
    assert joins("pz", "army", "corps") == ""
    assert joins("corps", "army", "army-2", "corps-2") == "9.1"
    assert joins("pz", "army", "army-2", "army-3") == "9.1"


@pytest.mark.rule("barbarossa-to-berlin:9.2/a")
def test_soviets_stand_with_nobody_else() -> None:
    assert joins("rifle", "br", side="allied", countries={"iran": ["cairo"]}) == "9.2"
    assert joins("br", "us", side="allied") == ""


@pytest.mark.rule("barbarossa-to-berlin:9.2/b")
def test_the_partisan_army_of_yugoslavia_stands_alone() -> None:
    links = "belgrade - zagreb - vienna"
    scene = moving({"yu": "belgrade", "us": "zagreb"}, links, "belgrade", side="allied").play("step-to yu zagreb")
    assert scene.refused("done") == "9.2"


@pytest.mark.rule("barbarossa-to-berlin:9.2/c")
def test_hungarians_and_romanians_do_not_stand_together() -> None:
    links = "berlin - brest - minsk"
    apart = moving({"roc": "brest", "huc": "minsk"}, links, "brest").play("step-to roc minsk")
    assert apart.refused("done") == "9.2"
    friends = moving({"roc": "brest", "corps": "minsk"}, links, "brest").play("step-to roc minsk")
    assert friends.allows("done")


@pytest.mark.rule("barbarossa-to-berlin:9.1")
def test_nobody_enters_a_space_with_enemies_but_stalin_alone_stops_no_one() -> None:
    links = "berlin - brest - minsk"
    assert moving({"pz": "brest", "rifle": "minsk"}, links, "brest").refused("step-to pz minsk") == "9.1"
    assert moving({"pz": "brest", "stalin": "minsk"}, links, "brest").allows("step-to pz minsk")
