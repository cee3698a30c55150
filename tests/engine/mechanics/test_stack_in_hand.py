"""The stack in hand: who moves with whom, what each has spent, and who has finished."""

from __future__ import annotations

from engine.core.draft import Draft
from engine.core.ids import Location, Side, UnitId
from engine.core.state import State, Unit
from engine.mechanics.stack_in_hand import (
    SPENT,
    finish,
    forget_spent,
    is_under_way,
    moving_with,
    spend,
    spent,
    with_taken,
    without,
)

A, B, C = UnitId("a"), UnitId("b"), UnitId("c")


def draft() -> Draft:
    found = Draft(State(seed=1))
    found.add_units(Unit(name, "foot", Side("red"), Location(at)) for name, at in ((A, 1), (B, 1), (C, 2)))
    return found


def test_the_leader_takes_all_along_and_the_others_go_alone() -> None:
    assert moving_with((A, B), A) == (A, B)
    assert moving_with((A, B), B) == (B,)
    assert moving_with((), C) == (C,)


def test_units_of_one_place_are_taken_together_until_they_move() -> None:
    state = draft()
    assert with_taken(state.state, (A,), B) == (A, B)
    assert with_taken(state.state, (A,), C) == (C,)
    spend(state, A, 1)
    assert is_under_way(state.state, (A,))
    assert with_taken(state.state, (A,), B) == (B,)
    spend(state, B, 1)
    assert with_taken(state.state, (A,), B) == (A, B)


def test_what_is_spent_adds_up_and_is_forgotten() -> None:
    state = draft()
    spend(state, A, 2)
    spend(state, A, 1)
    assert spent(state.state.unit(A)) == 3
    forget_spent(state)
    assert SPENT not in state.state.unit(A).values


def test_only_those_that_moved_have_finished() -> None:
    state = draft()
    spend(state, A, 1)
    finish(state, (A, B), "moved")
    assert state.state.unit(A).marks == {"moved"}
    assert not state.state.unit(B).marks


def test_some_stay_behind() -> None:
    assert without((A, B, C), (B,)) == (A, C)
