"""Advances: victors who follow, place by place, each as far as its game lets it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from engine.core.actions import Advance, Done
from engine.core.draft import Draft
from engine.core.ids import Location, Side, UnitId
from engine.core.menu import Menu, Offer
from engine.core.messages import Message
from engine.core.refusals import Refusal
from engine.core.state import State
from engine.core.unit_events import UnitAdvanced


def advance_offer(
    state: State,
    units: Iterable[UnitId],
    beside: Callable[[Location], Iterable[Location]],
    refuse: Callable[[Advance], Refusal | None],
) -> Offer[Advance]:
    """The next place of each victor; `beside` are the places that come into question from where it stands."""
    victors = tuple(units)
    return Offer(Advance, lambda: (Advance(unit, to) for unit in victors for to in beside(state.unit(unit).at)), refuse)


def advance_menu(offer: Offer[Advance], side: Side, prompt: Message, rule: str, *, stay: Refusal | None = None) -> Menu:
    """To advance or to leave it at that; nobody is asked where nobody can go anywhere, and each is still told why.

    `stay` is what forbids to end it here: somebody must follow, or is between two places.
    """
    return Menu(side, prompt, rule, (offer, Offer.one(Done(), stay))).asked_if(offer.any())


def hexes_taken(units: Sequence[UnitId], taken: Sequence[int], unit: UnitId) -> int:
    """How far one of the victors has come."""
    return taken[units.index(unit)]


def one_further(units: Sequence[UnitId], taken: Sequence[int], unit: UnitId) -> tuple[int, ...]:
    """How far all have come after one of them has taken another place."""
    return tuple(count + (each == unit) for each, count in zip(units, taken, strict=True))


def follow(draft: Draft, action: Advance) -> None:
    """The unit enters the place, which costs it nothing."""
    origin = draft.state.unit(action.unit).at
    draft.move_unit(action.unit, action.to)
    draft.emit(UnitAdvanced(action.unit, origin, action.to))
