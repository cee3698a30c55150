"""States are values: nothing changes them, and what was derived from one is kept only while it is true."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import FrozenInstanceError

import pytest
from hypothesis import given
from hypothesis import strategies as st
from immutables import Map

from engine.core.draft import Draft
from engine.core.ids import Location, Side, UnitId
from engine.core.state import FIELDS, Of, State, Unit, derived, evolve, forget_facts
from tests.engine.core.machine import BLUE, RED

CALLS: list[object] = []


@derived("turn", "side")
def turn_fact(state: State, extra: int = 0) -> int:
    CALLS.append(("turn", extra))
    return state.turn * 10 + extra


@derived("units")
def unit_fact(game: object, state: State) -> int:
    CALLS.append("units")
    return len(state.units)


@pytest.fixture(autouse=True)
def _fresh() -> None:
    CALLS.clear()


def test_a_state_cannot_be_changed() -> None:
    state = State(seed=1, units=Map({UnitId("r1"): Unit(UnitId("r1"), "foot", RED, Location(0))}))
    with pytest.raises(FrozenInstanceError):
        state.turn = 2  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError):
        state.units[UnitId("r1")].step = 1  # type: ignore[misc]
    with pytest.raises(TypeError):
        state.units[UnitId("r2")] = state.units[UnitId("r1")]  # type: ignore[index]
    with pytest.raises(TypeError):
        state.units[UnitId("r1")].values["a"] = 1  # type: ignore[index]


def test_evolving_leaves_the_old_state_standing() -> None:
    old = State(seed=1, turn=3)
    new = evolve(old, turn=4, side=RED)
    assert (old.turn, new.turn, new.side, new.seed) == (3, 4, RED, 1)
    assert new == State(seed=1, turn=4, side=RED)
    assert hash(new) == hash(State(seed=1, turn=4, side=RED))


def test_a_state_has_only_the_fields_it_has() -> None:
    with pytest.raises(TypeError, match="trun"):
        evolve(State(seed=1), trun=4)
    with pytest.raises(TypeError, match="facts"):
        evolve(State(seed=1), facts={})


def test_a_fact_is_found_out_once() -> None:
    state = State(seed=1, turn=2)
    assert [turn_fact(state), turn_fact(state), turn_fact(state, 5), turn_fact(state, 5)] == [20, 20, 25, 25]
    assert CALLS == [("turn", 0), ("turn", 5)]


def test_a_fact_that_is_nothing_is_remembered_too() -> None:
    @derived("turn")
    def nothing(state: State) -> None:
        CALLS.append("nothing")

    state = State(seed=1)
    nothing(state)
    nothing(state)
    assert CALLS == ["nothing"]


@given(st.sets(st.sampled_from(FIELDS)))
def test_a_fact_is_kept_only_while_nothing_it_rests_on_changed(changed: set[str]) -> None:
    state = State(seed=1, turn=2)
    turn_fact(state)
    unit_fact(None, state)
    CALLS.clear()
    later = evolve(state, **{name: getattr(state, name) for name in changed})
    turn_fact(later)
    unit_fact(None, later)
    expected: list[object] = [("turn", 0)] if changed & {"turn", "side"} else []
    assert expected + (["units"] if "units" in changed else []) == CALLS


def test_what_a_later_state_finds_out_holds_for_the_earlier_one_too() -> None:
    state = State(seed=1, turn=2)
    turn_fact(state, 5)
    later = evolve(state, seed=9)
    turn_fact(later)
    turn_fact(state)
    assert CALLS == [("turn", 5), ("turn", 0)]


def test_what_was_derived_can_be_forgotten_and_is_found_again() -> None:
    state = State(seed=1, turn=2)
    later = evolve(state, seed=9)
    turn_fact(state)
    turn_fact(later)
    CALLS.clear()
    forget_facts(state)
    assert not state.facts
    assert (turn_fact(later), turn_fact(state)) == (20, 20)
    assert CALLS == [("turn", 0)], "the later state has kept its own"


@derived("units", "turn", of=Of.ARGUMENT)
def strength(game: object, state: State, side: Side) -> int:
    CALLS.append(side)
    return sum(1 for unit in state.units.values() if unit.side == side)


@derived("units", of=RED)
def reds(game: object, state: State) -> int:
    CALLS.append("reds")
    return sum(1 for unit in state.units.values() if unit.side == RED)


def test_a_fact_of_one_side_is_kept_while_others_move() -> None:
    draft = Draft(State(seed=1))
    draft.add_units(Unit(UnitId(name), "foot", side, Location(0)) for name, side in (("r", RED), ("b", BLUE)))

    def asked() -> list[object]:
        CALLS.clear()
        strength(None, draft.state, RED)
        strength(None, draft.state, BLUE)
        reds(None, draft.state)
        return list(CALLS)

    assert asked() == [RED, BLUE, "reds"]
    draft.move_unit(UnitId("b"), Location(3))
    assert asked() == [BLUE]
    draft.mark(UnitId("r"), "tired")
    assert asked() == [RED, "reds"]
    draft.unmark_all("tired")
    assert asked() == [RED, "reds"]
    draft.unmark_all("tired")
    assert asked() == [], "nobody was marked"
    draft.add_unit(Unit(UnitId("b2"), "foot", BLUE, Location(1)))
    assert asked() == [BLUE]
    draft.change_unit(UnitId("b2"), side=RED)
    assert asked() == [RED, BLUE, "reds"]
    draft.remove_unit(UnitId("b"))
    assert asked() == [BLUE]
    draft.set_turn(2)
    assert asked() == [RED, BLUE]
    assert evolve(draft.state, units=draft.state.units).facts.keys().isdisjoint(draft.state.facts), "whose is not said"


def test_changes_that_nobody_asks_between_count_all_together() -> None:
    draft = Draft(State(seed=1))
    draft.add_units(Unit(UnitId(name), "foot", side, Location(0)) for name, side in (("r", RED), ("b", BLUE)))

    def asked() -> list[object]:
        CALLS.clear()
        strength(None, draft.state, RED)
        strength(None, draft.state, BLUE)
        turn_fact(draft.state)
        return list(CALLS)

    asked()
    draft.move_unit(UnitId("b"), Location(3))
    draft.mark(UnitId("b"), "tired")
    draft.set_side(BLUE)
    assert asked() == [BLUE, ("turn", 0)]
    draft.mark(UnitId("r"), "tired")
    draft.move_unit(UnitId("b"), Location(4))
    assert asked() == [RED, BLUE]
    draft.set_control(Location(4), BLUE)
    draft.set_value("weather", "mud")
    assert asked() == []
    draft.mark(UnitId("b"), "lost")
    draft.set_turn(5)
    assert asked() == [RED, BLUE, ("turn", 0)]


@given(st.lists(st.tuples(st.integers(0, 6), st.booleans()), max_size=12))
def test_the_records_of_all_units_follow_every_change(changes: list[tuple[int, bool]]) -> None:
    """Whether or not somebody has looked at them in between."""
    draft = Draft(State(seed=1))
    draft.add_units(Unit(UnitId(name), "foot", RED if name < "d" else BLUE, Location(0)) for name in "abcef")
    first, last = UnitId("a"), UnitId("f")
    ways = (
        lambda number: draft.move_unit(first, Location(number + 1)),
        lambda number: draft.mark(last, f"mark-{number}"),
        lambda number: draft.change_unit(first, step=number, side=BLUE),
        lambda number: draft.set_unit_value(last, "fuel", number),
        lambda number: draft.unmark_all("mark-1", "mark-2"),
        lambda number: draft.add_unit(Unit(UnitId(f"d{number}"), "foot", RED, Location(2))),
        draft.set_turn,
    )
    for number, (way, looks) in enumerate(changes):
        ways[way](number)
        if looks:
            tuple(draft.state.every_unit())
    assert list(draft.state.every_unit()) == [draft.state.unit(each) for each in draft.state.roster]


def test_a_fact_takes_its_arguments_by_position() -> None:
    with pytest.raises(TypeError, match="keyword argument"):
        turn_fact(State(seed=1), extra=5)


def test_a_fact_takes_the_state_first_or_after_the_game() -> None:
    with pytest.raises(ValueError, match="takes the state first"):

        @derived("turn")
        def misplaced(game: object, place: int, state: State) -> int:
            return place


@pytest.mark.parametrize("depends", [(), ("trun",), ("facts",), ("turn", "weather")])
def test_a_fact_says_what_it_rests_on(depends: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="derived fact depends"):
        derived(*depends)


def test_what_lies_where() -> None:
    units = [Unit(UnitId(name), "foot", RED, Location(5)) for name in ("z", "a")]
    state = State(
        seed=1,
        units=Map({unit.id: unit for unit in units}),
        roster=(UnitId("a"), UnitId("z")),
        stacks=Map({Location(5): (UnitId("z"), UnitId("a"))}),
        markers=Map({Location(5): Map({"fort": 2})}),
    )
    assert [unit.id for unit in state.at(Location(5))] == ["z", "a"]
    assert state.at(Location(6)) == ()
    assert [unit.id for unit in state.every_unit()] == ["a", "z"]
    levels = [state.marker(Location(place), marker) for place, marker in ((5, "fort"), (5, "mine"), (6, "fort"))]
    assert levels == [2, 0, 0]
    assert state.pool("hand") == ()


def test_marks_are_added_to_a_copy() -> None:
    unit = Unit(UnitId("r1"), "foot", BLUE, Location(0))
    marked = unit.marked("tired", "hurt")
    assert (unit.marks, marked.marks) == (frozenset(), frozenset({"tired", "hurt"}))


@derived("bodies", "stacks")
def counted_types(state: State) -> list[str]:
    return sorted(unit.type for unit in state.every_unit())


@pytest.mark.parametrize(
    ("change", "kept"),
    [
        (lambda draft: draft.mark(UnitId("a"), "tired"), True),
        (lambda draft: draft.set_unit_value(UnitId("a"), "spent", 2), True),
        (lambda draft: draft.unmark_all("tired"), True),
        (lambda draft: draft.change_unit(UnitId("a"), type="horse"), False),
        (lambda draft: draft.change_unit(UnitId("a"), step=1, marks=()), False),
        (lambda draft: draft.move_unit(UnitId("a"), Location(2)), False),
        (lambda draft: draft.remove_unit(UnitId("a")), False),
    ],
)
def test_a_fact_that_rests_on_bodies_outlives_marks_and_values(change: Callable[[Draft], object], kept: bool) -> None:
    """It rests on where units stand too, so that a move drops it; a fact of bodies alone outlives that as well."""
    draft = Draft(State(seed=1))
    draft.add_unit(Unit(UnitId("a"), "foot", Side("red"), Location(1)))
    before = counted_types(draft.state)
    change(draft)
    assert (counted_types(draft.state) is before) is kept


def test_a_move_leaves_the_bodies_as_they_were() -> None:
    @derived("bodies")
    def kinds(state: State) -> list[str]:
        return [unit.type for unit in state.every_unit()]

    draft = Draft(State(seed=1))
    draft.add_unit(Unit(UnitId("a"), "foot", Side("red"), Location(1)))
    before = kinds(draft.state)
    draft.move_unit(UnitId("a"), Location(2))
    assert kinds(draft.state) is before
