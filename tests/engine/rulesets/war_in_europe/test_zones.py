"""Chapters 9 and 10: zones of control and stacking."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.rulesets.war_in_europe.scenes import SNOW, cost, europe, marked, moving

FAR: dict[str, Any] = {"axis": "0101", "allied": "1208"}


def zone(scene: object, at: str, side: str = "allied") -> list[str]:
    return scene.ask("zone", at).sides.get(side, [])  # type: ignore[attr-defined, no-any-return]


@pytest.mark.rule("war-in-europe:9.0", "war-in-europe:9.1")
def test_a_zone_lies_on_the_six_hexes_around() -> None:
    scene = moving({"rus": "0403"}, **FAR)
    around = ("0402", "0404", "0303", "0304", "0503", "0504")
    assert all(zone(scene, at) == ["rus"] for at in around)
    assert zone(scene, "0403") == []
    assert zone(scene, "0405") == []


@pytest.mark.rule("war-in-europe:9.13", "war-in-europe:9.13/a", "war-in-europe:9.24")
@pytest.mark.parametrize(
    ("letter", "heavy"), [("b", True), ("w", False), ("s", False), ("r", False), ("m", False), ("a", True)]
)
def test_what_ground_keeps_zones_of_armour_out(letter: str, heavy: bool) -> None:
    assert bool(zone(moving({"tank": "0101"}, f".{letter}"), "0201")) is heavy
    assert zone(moving({"rus": "0101"}, f".{letter}"), "0201") == ["rus"]
    assert zone(moving({"us": "0101"}, f".{letter}"), "0201") == ["us"]


@pytest.mark.rule("war-in-europe:9.13/c")
@pytest.mark.rule("war-in-europe:9.13")
def test_zones_do_not_reach_over_water_or_blocked_sides_but_over_ice() -> None:
    for kind in ("blocked", "sea-side", "lake-side"):
        assert zone(moving({"rus": "0101"}, "..", sides={kind: ["0101/SE"]}), "0201") == []
    severe = {"severe": ("weather-zone", ["0101", "0201"])}
    ice = moving({"rus": "0101"}, "..", sides={"lake-side": ["0101/SE"]}, regions=severe, turn=SNOW)
    assert zone(ice, "0201") == ["rus"]
    assert zone(moving({"rus": "0101"}, ".l", regions=severe, turn=SNOW), "0201") == ["rus"]
    assert zone(moving({"rus": "0101"}, ".l", regions=severe), "0201") == []
    assert zone(moving({"rus": "0101"}, ".~"), "0201") == []


@pytest.mark.rule("war-in-europe:9.13/b")
def test_no_zone_enters_an_intact_fortified_line_of_the_enemy() -> None:
    wall = [{"at": "0201", "kind": "fortified-line", "attributes": {"side": "axis"}}]
    scene = moving({"rus": "0101"}, "..", features=wall)
    assert cost(moving({"inf": "0301", "rus": "0101"}, "...", features=wall, axis="0301"), "inf", "0201") == 1
    broken = moving(
        {"inf": "0301", "rus": "0101"}, "...", features=wall, axis="0301", markers={"0201": {"line-destroyed": 1}}
    )
    assert cost(broken, "inf", "0201") == 3
    assert zone(scene, "0201") == []


@pytest.mark.rule("war-in-europe:9.12/a")
@pytest.mark.rule("war-in-europe:9.12", "war-in-europe:10.1")
def test_partisans_have_a_zone_in_their_hex_and_cadres_none_and_neither_counts() -> None:
    scene = moving({"part": "0403", "cadre": "0603", "rus": "0403", "rus-2": "0403", "rus-3": "0403"}, **FAR)
    assert "part" in zone(scene, "0403")
    assert zone(scene, "0604") == []
    assert zone(scene, "0603") == []
    assert scene.ask("stack", "0403").allowed


@pytest.mark.rule("war-in-europe:9.15/a", "war-in-europe:9.15/b")
@pytest.mark.rule("war-in-europe:9.15", "war-in-europe:13.53", "war-in-europe:13.55")
def test_interdiction_costs_two_to_enter_and_nothing_to_leave_or_in_a_zone() -> None:
    marker = {"0403": {"interdicted-by-allied": 1}}
    scene = moving({"inf": "0303"}, markers=marker, **FAR)
    assert cost(scene, "inf", "0403") == 3
    assert scene.play("step-to inf 0403", "step-to inf 0503").unit("inf").values["spent"] == 4
    zoned = moving({"inf": "0303", "rus": "0503"}, markers=marker, **FAR)
    assert cost(zoned, "inf", "0403") == 3


@pytest.mark.rule(
    "war-in-europe:10.0", "war-in-europe:10.2", "war-in-europe:10.22", "war-in-europe:10.23", "war-in-europe:11.36"
)
def test_four_to_a_hex_three_with_soviets_whatever_their_sort() -> None:
    axis = moving({"inf": "0303", "rom": "0403", "pz": "0403", "reg": "0403"}, **FAR)
    assert cost(axis, "inf", "0403") == 1
    allied = moving({"rus": "0303", "corps": "0403", "rus-2": "0403", "rus-3": "0403"}, side="allied", **FAR)
    assert cost(allied, "rus", "0403") is None
    mixed = moving({"rus": "0303", "us": "0403", "us-2": "0403", "us-3": "0403"}, side="allied", **FAR)
    assert cost(mixed, "rus", "0403") is None
    assert mixed.ask("stack", "0403").limit == 4


@pytest.mark.rule("war-in-europe:12.62/b", "war-in-europe:12.62", "war-in-europe:10.21")
def test_what_is_too_many_after_a_retreat_is_given_up_by_its_owner() -> None:
    units = {f"inf-{number}": marked("0303", "crowded") for number in range(1, 6)}
    scene = moving(units, **FAR).play("done")
    assert scene.menu.side == "axis"
    assert scene.refused("done") == "12.62"
    assert scene.play("give-up inf-3").place("inf-3") == "gone-axis"
    assert moving(units, **FAR).play("step-to inf-1 0304", "done").menu.side


@pytest.mark.rule("war-in-europe:18.23", "war-in-europe:8.26")
def test_fortified_and_dropped_units_exert_no_zone() -> None:
    scene = europe(
        {"rus": marked("0403", "fortified"), "usp": marked("0603", "dropped")}, phase="initial-movement", side="axis"
    )
    assert zone(scene, "0402") == []
    assert zone(scene, "0602") == []
    beside = europe({"rus": marked("0403", "fortified"), "rus4": "0403"}, phase="initial-movement", side="axis")
    assert zone(beside, "0402") == ["rus4"]
