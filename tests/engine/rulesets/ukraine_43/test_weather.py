"""3.A and chapter 25: the weather, and what it does to aircraft."""

from __future__ import annotations

import pytest

from tests.engine.rulesets.ukraine_43.scenes import front
from tests.helpers.positions import Scene, marked

RED, BASE, OTHER = "0101", "0502", "0702"
GROUND = {"axis": ["1209", "0503"], "soviet": [RED], "places": {BASE: "town", OTHER: "town", "0202": "village"}}
CONTROL = {"axis": [BASE, OTHER], "soviet": ["0202"]}


def dawn(units: dict[str, object], turn: int, *dice: int, **more: object) -> Scene:
    """The beginning of a turn, with the dice that fall."""
    return front(units, phase="weather", turn=turn, dice=dice, control=CONTROL, **GROUND, **more)  # type: ignore[arg-type]


@pytest.mark.rule("ukraine-43:3.A", "ukraine-43:25.1")
def test_it_is_clear_until_the_seventh_turn_and_thrown_for_from_then_on() -> None:
    units = {"rifle": "0303", "inf": "0909"}
    early = dawn(units, 6, 1)
    assert early.state.values["weather"] == "clear"
    assert early.told("weather-thrown") == []
    late = dawn(units, 7, 6, 1)
    assert late.state.values["weather"] == "rain"


@pytest.mark.rule("ukraine-43:25.2", "ukraine-43:25.3")
def test_an_overcast_sky_is_thrown_for_by_each_air_unit_and_closes_the_air_around_one_on_its_mission() -> None:
    units = {"rifle": "0303", "inf": "0909", "airarmy": "0202", "luft": marked("0606", "das")}
    kept = front(
        units, phase="supply", side="soviet", values={"weather": "overcast"}, dice=[3, 3], control=CONTROL, **GROUND
    )
    assert {"flown", "grounded", "das"} <= kept.unit("luft").marks
    assert "flown" in kept.unit("airarmy").marks
    free = front(
        units, phase="supply", side="soviet", values={"weather": "overcast"}, dice=[4, 4], control=CONTROL, **GROUND
    )
    assert free.unit("luft").marks == {"das"}
    assert not free.unit("airarmy").marks


@pytest.mark.rule("ukraine-43:25.2", "ukraine-43:25.3")
def test_the_air_is_closed_to_both_sides_around_an_air_unit_that_was_stopped() -> None:
    units = {"rifle": "0303", "inf": "0909", "airarmy": "0202", "luft": marked("0606", "das", "grounded", "flown")}
    scene = front(units, phase="cover", side="soviet", control=CONTROL, **GROUND)
    assert scene.refused("fly-cover airarmy 0607") == "25.2"
    assert scene.allows("fly-cover airarmy 0408")


@pytest.mark.rule("ukraine-43:25.2", "ukraine-43:25.3")
def test_in_rain_missions_end_at_once_and_nobody_flies_but_axis_aircraft_at_the_end_of_their_turn() -> None:
    units = {"rifle": "0303", "inf": "0909", "airarmy": "0202", "luft": marked("0606", "das")}
    rain = {"weather": "rain"}
    scene = front(units, phase="supply", side="soviet", values=rain, control=CONTROL, **GROUND)
    assert scene.menu.side == "axis"
    assert "flown" in scene.unit("airarmy").marks
    back = scene.play(f"return-to-base luft {BASE}")
    assert back.place("luft") == BASE
    assert back.refused("rebase airarmy 0202") == "15.2"
    german = front({**units, "luft": BASE}, phase="movement", side="axis", values=rain, control=CONTROL, **GROUND)
    assert german.refused(f"rebase luft {OTHER}") == "25.3"
    over = front({**units, "luft": BASE}, phase="cover", side="axis", values=rain, control=CONTROL, **GROUND)
    assert over.allows("fly-cover luft 0606")
    soviet = front({**units, "luft": BASE}, phase="cover", side="soviet", values=rain, control=CONTROL, **GROUND)
    assert soviet.refused("fly-cover airarmy 0303") == "25.3"
