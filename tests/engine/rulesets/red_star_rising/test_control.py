"""Chapter 9: who controls cities and ports."""

from __future__ import annotations

import pytest

from engine.rulesets.red_star_rising.control import controller
from tests.engine.rulesets.red_star_rising.battles import fought
from tests.engine.rulesets.red_star_rising.marches import marching
from tests.engine.rulesets.red_star_rising.scenes import city
from tests.engine.rulesets.red_star_rising.strips import strip
from tests.helpers.positions import Scene, marked

TOWN = [city("0102", "Town")]


def held_by(scene: Scene, label: str) -> str:
    return controller(scene.game, scene.state, scene.game.board.at(label))


@pytest.mark.rule("red-star-rising:9.0.2")
@pytest.mark.parametrize("country", ["germany", "finland", "poland", "hungary", "romania"])
def test_the_axis_begins_with_the_cities_of_its_countries(country: str) -> None:
    scene = marching({"inf": "0101"}, strip("...."), features=TOWN, countries={country: ["0102"]})
    assert held_by(scene, "0102") == "axis"


@pytest.mark.rule("red-star-rising:9.0.2")
def test_all_others_are_soviet() -> None:
    assert held_by(marching({"inf": "0101"}, strip("...."), features=TOWN), "0102") == "soviet"
    given = marching({"inf": "0101"}, strip("...."), features=TOWN, control={"axis": ["0102"]})
    assert held_by(given, "0102") == "axis"


@pytest.mark.rule("red-star-rising:9.0.3")
@pytest.mark.parametrize("kind", ["major-city", "port", "minor-city", "fortress"])
def test_a_unit_with_a_zone_takes_control_by_coming_in(kind: str) -> None:
    scene = marching({"inf": "0101", "rifle": "0106"}, strip("......"), features=[city("0102", "Town", kind)])
    taken = scene.play("step-to inf 0102")
    assert held_by(taken, "0102") == "axis"
    assert [told.side for told in taken.told("control-changed")] == ["axis"]
    assert held_by(taken.play("step-to inf 0103"), "0102") == "axis"


@pytest.mark.rule("red-star-rising:9.0.3")
def test_control_stays_until_an_enemy_with_a_zone_comes() -> None:
    scene = marching({"rifle": "0101", "inf": "0106"}, strip("......"), "soviet", features=TOWN)
    assert scene.play("step-to rifle 0102").told("control-changed") == []
    lost = marching(
        {"rifle": "0101", "inf": "0106"}, strip("......"), "soviet", features=TOWN, control={"axis": ["0102"]}
    )
    assert held_by(lost.play("step-to rifle 0102"), "0102") == "soviet"


@pytest.mark.rule("red-star-rising:9.0.3")
@pytest.mark.parametrize("unit", ["depot", "sec", "siege"])
def test_units_without_a_zone_take_nothing(unit: str) -> None:
    rails = [["0101", "0102"]]
    scene = marching({unit: "0101"}, strip("...."), features=TOWN, rails=rails)
    assert held_by(scene.play(f"step-to {unit} 0102"), "0102") == "soviet"


@pytest.mark.rule("red-star-rising:9.0.3")
@pytest.mark.parametrize("unit", ["cav", "hq"])
def test_nor_do_soviet_ones(unit: str) -> None:
    scene = marching({unit: "0101"}, strip("...."), "soviet", features=TOWN, control={"axis": ["0102"]})
    assert held_by(scene.play(f"step-to {unit} 0102"), "0102") == "axis"


@pytest.mark.rule("red-star-rising:9.0.3/a", "red-star-rising:9.0.3", "red-star-rising:5.0.3")
def test_two_weak_kampfgruppen_together_take_control() -> None:
    weak = {"at": "0101", "step": 1}
    scene = marching({"kg-1": weak, "kg-2": weak}, strip("...."), features=TOWN)
    one = scene.play("step-to kg-1 0102")
    assert held_by(one, "0102") == "soviet"
    assert held_by(one.play("step-to kg-2 0102"), "0102") == "axis"
    together = scene.play("pick-unit kg-1", "pick-unit kg-2", "step-to kg-1 0102")
    assert held_by(together, "0102") == "axis"


@pytest.mark.rule("red-star-rising:9.0.4", "red-star-rising:11.1.7", "red-star-rising:12.2.6")
def test_partisans_and_air_fleets_take_nothing() -> None:
    units = {"partisan": {"at": "soviet-reinforcements", "values": {"due": 1}}, "inf": "0106", "army": "0104"}
    scene = marching(units, strip("......"), "soviet", phase="partisans", features=TOWN, control={"axis": ["0102"]})
    assert held_by(scene.play("place-partisan partisan 0102"), "0102") == "axis"
    fleet = {"fleet": "0102", "kg": marked("0101", step=1)}
    over = marching(fleet, strip("......"), features=TOWN).play("step-to kg 0102")
    assert held_by(over, "0102") == "soviet"


@pytest.mark.rule("red-star-rising:9.0.3", "red-star-rising:11.2.5")
def test_a_security_division_takes_nothing() -> None:
    scene = marching({"sec": "0101"}, strip("...."), features=TOWN)
    assert held_by(scene.play("step-to sec 0102"), "0102") == "soviet"


@pytest.mark.rule("red-star-rising:9.0.3/b", "red-star-rising:9.0.3")
def test_a_unit_in_flight_takes_only_the_city_where_it_stops() -> None:
    cities = [city("0304", "Passed"), city("0204", "Reached")]
    beaten = fought({"inf": "0404", "rifle": "0504"}, "0504", "inf", "A2", features=cities)
    passing = beaten.play("fall-back", "retreat inf 0304")
    assert passing.holder("0304") is None
    stopped = passing.play("retreat inf 0204")
    assert (stopped.holder("0304"), stopped.holder("0204")) == (None, "axis")


@pytest.mark.rule("red-star-rising:9.0.3/b", "red-star-rising:7.12.1")
def test_control_is_looked_at_when_a_full_hex_has_been_relieved() -> None:
    cities = [city("0304", "Full"), city("0204", "Free")]
    units = {"inf": "0404", "rifle": "0504", "inf-1": "0304", "inf-2": "0304"}
    blocked = {"mech": "0403", "mech-2": "0405"}
    scene = fought({**units, **blocked}, "0504", "inf", "A1", features=cities, control={"soviet": ["0304", "0204"]})
    crowded = scene.play("fall-back", "retreat inf 0304")
    assert crowded.menu.rule == "7.12.1"
    assert crowded.holder("0304") == "soviet"
    relieved = crowded.play("retreat inf 0204", "done")
    assert (relieved.holder("0304"), relieved.holder("0204")) == ("axis", "axis")


@pytest.mark.rule("red-star-rising:9.0.3/b", "red-star-rising:7.4.3")
def test_the_fortress_is_lost_to_an_axis_unit_in_flight_too() -> None:
    fort = [city("0304", "Sevastopol", "fortress")]
    beaten = fought({"inf": "0404", "rifle": "0504"}, "0504", "inf", "A2", features=fort)
    passing = beaten.play("fall-back", "retreat inf 0304")
    assert [event.at for event in passing.told("fortress-destroyed")] == ["0304"]
