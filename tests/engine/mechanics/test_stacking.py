"""Stacking: sums and mixtures, who stands with whom, and where a rule is broken."""

from __future__ import annotations

from engine.core.draft import Draft
from engine.core.ids import Location, Side, UnitId
from engine.core.messages import message
from engine.core.refusals import Refusal
from engine.core.state import State, Unit
from engine.mechanics.stacking import (
    Excess,
    Limit,
    enemies_in,
    first_excess,
    fits_one_of,
    is_mixed,
    places_wrong,
    setup_faults,
    with_joined,
)

RED, BLUE = Side("red"), Side("blue")
POINTS = {"army": 2, "corps": 1, "leader": 0, "support": 1}


def unit(name: str, counter: str = "corps", side: Side = RED, at: int = 1) -> Unit:
    return Unit(UnitId(name), counter, side, Location(at))


def points(each: Unit) -> int:
    return POINTS[each.type]


def test_the_first_limit_that_is_broken_is_named() -> None:
    stack = (unit("a", "army"), unit("b"), unit("c", "leader"))
    few, light = Limit(3), Limit(2, points)
    assert first_excess(stack, (few,)) is None
    assert first_excess(stack, (few, light)) == Excess(light, 3)


def test_a_stack_keeps_to_one_of_several_mixtures() -> None:
    """Three combat units and one support unit, or two and two."""

    def fighting(each: Unit) -> int:
        return each.type == "corps"

    def supporting(each: Unit) -> int:
        return each.type == "support"

    mixtures = ((Limit(3, fighting), Limit(1, supporting)), (Limit(2, fighting), Limit(2, supporting)))
    corps = [unit(f"c{number}") for number in range(4)]
    support = [unit(f"s{number}", "support") for number in range(3)]
    assert fits_one_of((*corps[:3], *support[:1]), mixtures)
    assert fits_one_of((*corps[:2], *support[:2]), mixtures)
    assert not fits_one_of((*corps[:3], *support[:2]), mixtures)
    assert not fits_one_of(corps, mixtures)


def test_what_does_not_count_is_no_enemy() -> None:
    stack = (unit("a"), unit("b", "leader", BLUE))
    assert enemies_in(stack, RED)
    assert is_mixed(stack)
    assert not enemies_in(stack, RED, lambda each: each.type != "leader")
    assert not is_mixed(stack, lambda each: each.type != "leader")


def laid_out() -> State:
    draft = Draft(State(seed=1))
    draft.add_units(
        [unit("a", at=5), unit("b", at=5), unit("c", at=2), unit("d", at=2), unit("e", at=9), unit("f", at=9)]
    )
    return draft.state


def test_a_unit_joins_a_stack_once() -> None:
    state = laid_out()
    assert [each.id for each in with_joined(state, state.unit(UnitId("a")), Location(2))] == ["c", "d", "a"]
    assert [each.id for each in with_joined(state, state.unit(UnitId("a")), Location(5))] == ["b", "a"]


def test_faults_come_in_the_order_of_the_board_and_not_for_boxes() -> None:
    state = laid_out()

    def on_map(at: Location) -> bool:
        return at < 9

    assert places_wrong(state, on_map, lambda at: True) == (2, 5)
    assert places_wrong(state, on_map, lambda at: at == 5) == (5,)
    full = Refusal("9.1", message("refusal.not-now"))
    found = setup_faults(state, on_map, lambda at, units: (full, None) if at == 5 else ())
    assert [(fault.at, fault.units) for fault in found] == [(5, ("a", "b"))]
