"""Facets: what an event moved, threw and cost, said in one way for every game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.core.actions import StepTo
from engine.core.draft import Draft
from engine.core.facets import DieThrow, UnitLoss, UnitMove
from engine.core.ids import NO_SIDE, NOWHERE, EdgeIndex, Location, UnitId
from engine.core.records import Event
from engine.core.state import State
from engine.core.unit_events import ControlChanged, Deployed, StepLost, UnitArrived, UnitEliminated, UnitReplaced
from tests.engine.core.machine import BLUE, RED, UNITS, Told, at

R1, B1 = UnitId("r1"), UnitId("b1")


@dataclass(frozen=True, slots=True)
class Surveyed(Event):
    kind: ClassVar[str] = "surveyed"
    by: UnitId | None
    helpers: tuple[UnitId, ...]
    origin: Location
    seen: tuple[Location, ...]
    side: EdgeIndex


def standing() -> State:
    draft = Draft(State(seed=1))
    draft.add_units(UNITS)
    return draft.state


def test_an_event_that_says_nothing_moved_threw_and_cost_nothing() -> None:
    told = Told("something", None)
    assert (told.moves, told.throws, told.losses, told.played, told.place) == ((), (), (), (), None)
    assert (told.named_units(), told.named_places()) == ((), ())


def test_units_and_places_are_found_by_the_types_of_fields() -> None:
    seen = Surveyed(R1, (B1,), at("0101"), (at("0201"), at("0202")), EdgeIndex(3))
    assert seen.named_units() == (R1, B1)
    assert seen.named_places() == (at("0101"), at("0201"), at("0202"))
    assert seen.place == at("0202")
    assert Surveyed(None, (), at("0101"), (NOWHERE,), EdgeIndex(3)).place == at("0101")


def test_what_every_game_knows_says_what_it_moved_and_cost() -> None:
    here, box = at("0101"), at("reserve")
    assert UnitArrived(R1, here).moves == Deployed(R1, here).moves == (UnitMove(R1, (NOWHERE, here)),)
    assert UnitReplaced(R1, B1, here).moves == (UnitMove(R1, (NOWHERE, NOWHERE)), UnitMove(B1, (NOWHERE, here)))
    assert StepLost(R1, here).losses == (UnitLoss(R1),)
    lost = UnitEliminated(R1, here, box)
    assert lost.losses == (UnitLoss(R1, is_gone=True),)
    assert (lost.moves[0].origin, lost.moves[0].end) == (here, box)
    assert lost.place == here
    assert ControlChanged(here, RED).place == here


def test_a_die_is_thrown_by_a_side_a_unit_or_those_at_a_place() -> None:
    state = standing()
    assert DieThrow(4, side=BLUE).thrower(state) == BLUE
    assert DieThrow(4, unit=R1).thrower(state) == RED
    assert DieThrow(4, at=at("0202")).thrower(state) == BLUE
    assert DieThrow(4).thrower(state) == DieThrow(4, at=at("0403")).thrower(state) == NO_SIDE
    assert DieThrow(4, unit=UnitId("gone")).thrower(state) == NO_SIDE


def test_an_action_tells_what_it_is_made_of_and_that_it_strikes_nobody() -> None:
    step = StepTo(R1, at("0201"))
    assert step.content() == {"unit": R1, "to": at("0201")}
    assert step.struck == ()


def test_a_lot_is_drawn_like_a_die() -> None:
    one, other = Draft(State(seed=9)), Draft(State(seed=9))
    assert one.lot("abcdef") == "abcdef"[other.roll() - 1]
    assert one.state == other.state
