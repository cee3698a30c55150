"""Zones of control: whose units lie on which neighbouring locations."""

from __future__ import annotations

from engine.core.ids import Location, UnitId
from engine.core.state import Unit
from engine.mechanics.zones import (
    covered,
    exerted_by,
    uncancelled,
    zone_cover,
    zones_of_control,
)
from tests.engine.core.machine import BOARD, RED, at


def unit(name: str, label: str) -> Unit:
    return Unit(UnitId(name), "foot", RED, at(label))


def labelled(zones: dict[Location, tuple[UnitId, ...]]) -> dict[str, tuple[UnitId, ...]]:
    return {BOARD.label(place): units for place, units in zones.items()}


def anywhere(*_: object) -> bool:
    return True


def test_a_zone_reaches_every_neighbour() -> None:
    zones = labelled(zones_of_control(BOARD, [unit("r1", "0202")], anywhere, anywhere))
    assert set(zones) == {"0201", "0302", "0303", "0203", "0103", "0102"}
    assert set(zones.values()) == {("r1",)}


def test_units_are_named_in_the_order_in_which_they_came() -> None:
    zones = labelled(zones_of_control(BOARD, [unit("z", "0101"), unit("a", "0103")], anywhere, anywhere))
    assert zones["0102"] == ("z", "a")


def test_who_exerts_a_zone_is_asked() -> None:
    units = [unit("r1", "0101"), unit("r2", "0103")]
    zones = labelled(zones_of_control(BOARD, units, lambda each: each.id == "r2", anywhere))
    assert zones["0102"] == ("r2",)


def test_a_zone_stops_where_it_is_stopped() -> None:
    def not_north(origin: int, target: int, edge: int) -> bool:
        return BOARD.label(Location(target)) != "0201"

    zones = labelled(zones_of_control(BOARD, [unit("r1", "0202")], anywhere, not_north))
    assert "0201" not in zones
    assert len(zones) == 5


def test_two_lines_between_two_places_make_one_zone() -> None:
    zones = labelled(zones_of_control(BOARD, [unit("r1", "kiev")], anywhere, anywhere))
    assert zones == {"Gomel": ("r1",), "0101": ("r1",)}


def test_nobody_exerts_nothing() -> None:
    assert zones_of_control(BOARD, [], anywhere, anywhere) == {}


COVER = zone_cover(BOARD, lambda origin, target, edge: BOARD.kinds[target] == "hex")


def test_what_places_cover_is_what_their_units_exert() -> None:
    units = [unit("r1", "0202"), unit("r2", "0402")]
    zones = zones_of_control(BOARD, units, anywhere, lambda origin, target, edge: BOARD.kinds[target] == "hex")
    assert covered(COVER, (each.at for each in units)) == set(zones)
    assert exerted_by((each.id, COVER[each.at]) for each in units) == zones


def test_friends_cancel_a_zone_where_they_stand() -> None:
    zone = frozenset(COVER[at("0202")])
    assert uncancelled(zone, {at("0201"), at("0403")}) == zone - {at("0201")}
