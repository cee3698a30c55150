"""15.1: whom mud and snow concern and whom not: each exception with one who feels it and one who does not."""

from __future__ import annotations

from typing import Any

import pytest

from tests.engine.rulesets.war_in_europe.scenes import MUD, SNOW, europe, fighting, moving
from tests.helpers.positions import Scene

ROW = "." * 12
EVERYWHERE = {"severe": ("weather-zone", [f"{column:02}01" for column in range(1, 13)])}
NEAR: dict[str, Any] = {"axis": "0101", "allied": "1201"}


def standing(units: dict[str, Any], turn: int, **more: Any) -> Scene:
    return moving(units, ROW, turn=turn, **{**NEAR, **more})


def factors(scene: Scene, unit: str) -> tuple[object, object, object]:
    found = scene.ask("unit", unit).factors
    return found.attack.value, found.defence.value, found.movement.value


def supply(scene: Scene, unit: str) -> object:
    return scene.ask("supply", unit).state


@pytest.mark.rule("war-in-europe:15.1/b", "war-in-europe:14.41")
def test_snow_slows_the_axis_but_neither_finns_nor_allies() -> None:
    """Seven hexes from a main base: more than half of ten."""
    cold = standing({"inf": "0801", "fin": "0801"}, SNOW)
    assert (supply(cold, "inf"), supply(cold, "fin")) == ("unsupplied", "supplied")
    assert supply(standing({"us": "0501"}, SNOW), "us") == "supplied"
    assert factors(standing({"pz": "0201"}, SNOW), "pz") == (5, 10, 4)
    assert factors(standing({"tank": "1101"}, SNOW, side="allied"), "tank") == (6, 6, 8)
    assert factors(standing({"mot": "0201"}, SNOW), "mot") == (7, 7, 5), "motors are slow, but attack as ever"
    assert factors(standing({"inf": "0201"}, SNOW), "inf") == (6, 6, 5)


@pytest.mark.rule("war-in-europe:15.1/c", "war-in-europe:15.1/k")
def test_severe_mud_only_halves_the_march_of_finns_and_soviets() -> None:
    mud: dict[str, Any] = {"turn": MUD, "regions": EVERYWHERE}
    axis = standing({"inf": "0201", "fin": "0201", "pz": "0301"}, **mud)
    assert factors(axis, "inf") == (3, 3, 1)
    assert factors(axis, "pz") == (5, 5, 1)
    assert factors(axis, "fin") == (4, 4, 2)
    assert factors(standing({"guard": "1101"}, side="allied", **mud), "guard") == (6, 6, 2)
    far = standing({"inf": "0801", "fin": "0801"}, **mud)
    assert (supply(far, "inf"), supply(far, "fin")) == ("unsupplied", "supplied")


@pytest.mark.rule("war-in-europe:15.1", "war-in-europe:15.1/a", "war-in-europe:15.1/k")
def test_temperate_mud_halves_march_and_attack_of_all_and_nobodys_defence() -> None:
    arid = {"desert": ("weather-zone", [f"{column:02}01" for column in range(1, 13)])}
    assert factors(standing({"inf": "0201"}, MUD), "inf") == (3, 6, 2)
    assert factors(standing({"fin": "0201"}, MUD), "fin") == (2, 4, 2)
    assert factors(standing({"guard": "1101"}, MUD, side="allied"), "guard") == (3, 6, 2)
    dry = standing({"inf": "0201"}, MUD, regions={"arid": arid["desert"]})
    assert factors(dry, "inf") == (6, 6, 5)


@pytest.mark.rule("war-in-europe:15.1/f", "war-in-europe:12.41", "war-in-europe:5.8")
def test_rivers_and_lakes_freeze_in_the_severe_zone_alone() -> None:
    river: dict[str, Any] = {"sides": {"river": ["0201/NE"]}, "turn": SNOW, **NEAR}

    def attack(**more: Any) -> object:
        return fighting({"inf": "0201", "rus": "0301"}, ROW, **{**river, **more}).ask(
            "attack", units=["inf"], target="0301"
        ).attack.value  # fmt: skip

    assert (attack(regions=EVERYWHERE), attack()) == (6, 3)
    lake = "..l........."
    crossed = europe(
        {"inf": "0201"}, lake, phase="initial-movement", side="axis", turn=SNOW, regions=EVERYWHERE, **NEAR
    )
    assert crossed.allows("step-to inf 0301")
    open_water = europe({"inf": "0201"}, lake, phase="initial-movement", side="axis", turn=SNOW, **NEAR)
    assert open_water.refused("step-to inf 0301") == "5.26"


@pytest.mark.rule("war-in-europe:15.1", "war-in-europe:11.11")
def test_over_ice_at_the_edge_of_the_severe_zone_one_attacks_where_one_could_march() -> None:
    """The side of a lake is ice towards the hex of the severe zone, and water towards the other."""
    lake: dict[str, Any] = {
        "axis": "0101",
        "allied": "0603",
        "turn": SNOW,
        "sides": {"lake-side": ["0302/S"]},
        "regions": {"severe": ("weather-zone", ["0303"])},
    }
    units, board = {"inf": "0302", "rus": "0303"}, "/".join(["......"] * 3)
    assert moving({"inf": "0302"}, board, **lake).allows("step-to inf 0303")
    assert fighting(units, board, **lake).allows("declare-attack 0303")
    assert moving({"rus": "0303"}, board, side="allied", **lake).refused("step-to rus 0302") == "5.26"
    assert fighting(units, board, side="allied", **lake).refused("declare-attack 0302") == "5.8"
