"""Rail capacity: how much goes in a turn, by which stations, and how far a train comes."""

from __future__ import annotations

from engine.core.boards.board_builder import BoardBuilder
from engine.core.ids import Location, UnitId
from engine.core.paths import link_costs
from engine.mechanics.rail_capacity import Capacity, Fare, Timetable, has_room, rail_reach


def fare(name: str, weight: int = 1, station: int | None = None) -> Fare:
    return Fare(UnitId(name), weight, None if station is None else Location(station))


def test_a_capacity_is_used_up_by_weight_and_by_number() -> None:
    corps = [fare("a", 3), fare("b", 3)]
    assert Capacity(7).left(corps) == 1
    assert Capacity().left(corps) is None
    assert has_room(corps, fare("c"), Capacity(7))
    assert not has_room(corps, fare("c", 3), Capacity(7))
    assert not has_room(corps, fare("c"), Capacity(units=2))


def test_a_unit_that_stays_aboard_is_counted_once() -> None:
    assert has_room([fare("a", 3), fare("b", 3)], fare("b", 3), Capacity(6))


def test_a_station_has_a_capacity_of_its_own() -> None:
    """A town takes three units of five points, a halt one of two."""

    def station(at: Location) -> Capacity:
        return Capacity(5, 3) if at == 1 else Capacity(2, 1)

    gone = [fare("a", 2, 1), fare("b", 2, 1), fare("c", 2, 2)]
    assert has_room(gone, fare("d", 1, 1), Capacity(units=12), station)
    assert not has_room(gone, fare("d", 2, 1), Capacity(units=12), station)
    assert not has_room(gone, fare("d", 1, 2), Capacity(units=12), station)
    assert has_room(gone, fare("d"), Capacity(units=12), station)


BUILDER = BoardBuilder()
for letter in "abcdef":
    BUILDER.add_space(letter)
for one, other in zip("abcdef", "bcdef", strict=False):
    BUILDER.add_connection(one, other, "rail")
LINE = BUILDER.build()
RAILS = link_costs(LINE, lambda origin, target, edge: 1)


def reached(start: str, timetable: Timetable, **options: object) -> dict[str, int]:
    found = rail_reach(LINE, RAILS, LINE.at(start), timetable, **options)  # type: ignore[arg-type]
    return {LINE.label(at): cost for at, cost in found.costs.items()}


def test_boarding_and_leaving_cost_points_of_the_train() -> None:
    """Ten to board and ten to leave, of fifty; one a hex."""
    train = Timetable(points=23, board=10, leave=10)
    assert reached("a", train) == {"a": 0, "b": 21, "c": 22, "d": 23}
    assert reached("a", train, aboard=True) == {"a": 0, "b": 11, "c": 12, "d": 13, "e": 14, "f": 15}
    assert reached("a", Timetable(points=5, board=10)) == {"a": 0}


def test_a_train_does_not_enter_an_enemy_zone_nor_board_in_one() -> None:
    far = Timetable(points=50)
    zone = {LINE.at("d")}
    assert reached("b", far, closed=zone) == {"b": 0, "a": 1, "c": 1}
    assert reached("d", far, closed=zone) == {"d": 0}
    assert reached("d", far, closed=zone, aboard=True) == {"d": 0, "c": 1, "e": 1, "b": 2, "f": 2, "a": 3}
