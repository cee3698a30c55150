"""Arrivals: who is due, and where each may come in."""

from __future__ import annotations

from engine.core.draft import Draft
from engine.core.ids import Location, Side, UnitId
from engine.core.state import State, Unit, evolve
from engine.mechanics.arrivals import Arrival, Entries, due_units, scheduled

RED, BLUE = Side("red"), Side("blue")
BOX = Location(9)


def waiting() -> State:
    draft = Draft(State(seed=1, turn=3))
    draft.add_units(
        [
            Unit(UnitId("z"), "corps", RED, BOX),
            Unit(UnitId("a"), "corps", RED, BOX),
            Unit(UnitId("late"), "army", RED, BOX),
            Unit(UnitId("theirs"), "corps", BLUE, BOX),
            Unit(UnitId("stray"), "corps", RED, BOX),
            Unit(UnitId("here"), "corps", RED, Location(1)),
        ]
    )
    return draft.state


SCHEDULE = {
    UnitId("z"): Arrival(1, (Location(4),)),
    UnitId("a"): Arrival(3, (Location(4),)),
    UnitId("late"): Arrival(4),
    UnitId("theirs"): Arrival(1),
    UnitId("here"): Arrival(1),
}


def test_due_is_what_waits_for_the_side_and_whose_turn_has_come() -> None:
    state = waiting()
    assert [unit.id for unit in due_units(state, BOX, RED, scheduled(SCHEDULE))] == ["a", "z"]
    later = evolve(state, turn=4)
    assert [unit.id for unit in due_units(later, BOX, RED, scheduled(SCHEDULE))] == ["a", "late", "z"]


def test_an_arrival_may_be_delayed_or_led_another_way() -> None:
    assert Arrival(2, (Location(4),)).later(1) == Arrival(3, (Location(4),))
    assert Arrival(2, (Location(4),)).later(2, Location(7)) == Arrival(4, (Location(7),))


def test_like_units_share_the_look_at_the_map() -> None:
    asked: list[str] = []

    def places(unit: Unit) -> frozenset[Location]:
        asked.append(unit.id)
        return frozenset({Location(4), Location(2)})

    entries = Entries(due_units(waiting(), BOX, RED, scheduled(SCHEDULE)), places)
    assert list(entries.rows()) == [("a", [2, 4]), ("z", [2, 4])]
    assert list(entries.rows(UnitId("z"))) == [("z", [2, 4])]
    assert entries.allows(UnitId("z"), Location(2))
    assert not entries.allows(UnitId("z"), Location(3))
    assert not entries.allows(UnitId("late"), Location(2))
    assert asked == ["a"]


def test_a_unit_can_be_asked_about_before_any_is_listed() -> None:
    entries = Entries(due_units(waiting(), BOX, RED, scheduled(SCHEDULE)), lambda unit: frozenset({Location(2)}))
    assert entries.allows(UnitId("z"), Location(2))
