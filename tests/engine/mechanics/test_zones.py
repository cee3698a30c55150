"""Zones of control: whose units lie on which neighbouring locations."""

from __future__ import annotations

from engine.core.ids import Location, UnitId
from engine.core.state import Unit
from engine.mechanics.zones import (
    Bonds,
    border_between,
    covered,
    exerted_by,
    linked_zones,
    uncancelled,
    uncrossed,
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


def test_two_in_a_line_bond_over_the_place_between() -> None:
    bonds = linked_zones(COVER, [at("0101"), at("0103")])
    assert bonds == Bonds(frozenset({at("0102")}), frozenset())
    assert bonds.bars(at("0201"), at("0102"))
    assert not bonds.bars(at("0201"), at("0202"))


def test_two_aslant_bond_over_the_side_between() -> None:
    far = [place for place in map(at, ("0301", "0302", "0303")) if len(set(COVER[at("0102")]) & set(COVER[place])) == 2]
    bonds = linked_zones(COVER, [at("0102"), far[0]])
    between = sorted(set(COVER[at("0102")]) & set(COVER[far[0]]))
    assert bonds == Bonds(frozenset(), frozenset({border_between(between[1], between[0])}))
    assert bonds.bars(between[0], between[1])
    assert bonds.bars(between[1], between[0])
    assert not bonds.bars(at("0102"), between[0])


def test_neighbours_and_places_far_apart_form_no_bond() -> None:
    assert linked_zones(COVER, [at("0101"), at("0102")]) == Bonds()
    assert linked_zones(COVER, [at("0101"), at("0403")]) == Bonds()


def test_a_bond_is_not_formed_where_the_game_forbids_it() -> None:
    asked: list[tuple[str, ...]] = []

    def never(one: Location, other: Location, between: tuple[Location, ...]) -> bool:
        asked.append(tuple(BOARD.label(place) for place in (one, other, *between)))
        return False

    assert linked_zones(COVER, [at("0103"), at("0101")], may_bond=never) == Bonds()
    assert asked == [("0101", "0103", "0102")]


def test_bonds_that_cross_cancel_each_other() -> None:
    ours = linked_zones(COVER, [at("0101"), at("0103")])
    assert uncrossed(ours, ours) == Bonds()
    assert uncrossed(ours, Bonds()) == ours
