"""Advances: victors who follow, place by place."""

from __future__ import annotations

from engine.core.actions import Advance, Done
from engine.core.draft import Draft
from engine.core.ids import Location
from engine.core.menu import Offer
from engine.core.messages import message
from engine.core.refusals import Refusal
from engine.core.state import State
from engine.core.unit_events import UnitAdvanced
from engine.mechanics.advances import advance_menu, advance_offer, follow, hexes_taken, one_further
from tests.engine.core.machine import BOARD, RED, UNITS, at, quiet_game

FIRST, SECOND = UNITS[0].id, UNITS[1].id
WON = at("0102")
NO = Refusal("4.8", message("refusal.not-in-combat"))


def state() -> State:
    return quiet_game().new(1).state


def into(place: Location) -> Offer[Advance]:
    return advance_offer(
        state(),
        (FIRST, SECOND),
        lambda here: (Location(to) for to, _ in BOARD.links[here]),
        lambda action: None if action.to == place else NO,
    )


def test_each_victor_is_offered_what_lies_beside_it_and_is_not_forbidden() -> None:
    assert into(WON).actions() == (Advance(FIRST, WON), Advance(SECOND, WON))


def test_nobody_has_to_advance_and_nothing_is_asked_where_nobody_can() -> None:
    menu = advance_menu(into(WON), RED, message("prompt.advance"), "4.8")
    assert not menu.is_idle
    assert Done() in menu
    closed = advance_menu(into(at("0403")), RED, message("prompt.advance"), "4.8")
    assert closed.is_idle
    assert closed.refusal(Advance(FIRST, WON)) == NO


def test_a_game_may_forbid_to_leave_it_at_that() -> None:
    menu = advance_menu(into(WON), RED, message("prompt.advance"), "4.8", stay=NO)
    assert menu.refusal(Done()) == NO


def test_it_is_counted_how_far_each_has_come() -> None:
    taken = one_further((FIRST, SECOND), (1, 0), SECOND)
    assert taken == (1, 1)
    assert hexes_taken((FIRST, SECOND), one_further((FIRST, SECOND), taken, FIRST), FIRST) == 2


def test_a_unit_that_follows_is_told_of() -> None:
    draft = Draft(state())
    follow(draft, Advance(FIRST, WON))
    assert draft.state.unit(FIRST).at == WON
    assert draft.events[-1] == UnitAdvanced(FIRST, UNITS[0].at, WON)
