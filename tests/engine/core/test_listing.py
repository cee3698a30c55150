"""Lists of actions that are counted and drawn from without being made."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from engine.core.actions import PickUnit, StepTo
from engine.core.ids import Location, Side, UnitId
from engine.core.listing import Listing
from engine.core.menu import Menu, Offer
from engine.core.messages import message
from engine.core.refusals import Refusal

ANN, BOB, CY = (UnitId(name) for name in ("ann", "bob", "cy"))
ROWS = ((ANN, (Location(1), Location(2))), (BOB, ()), (CY, (Location(3),)))
STEPS = (StepTo(ANN, Location(1)), StepTo(ANN, Location(2)), StepTo(CY, Location(3)))
NO = Refusal("1.0", message("refusal.test"))


class Workshop:
    """Makes steps and remembers which, and which rows were asked for."""

    def __init__(self) -> None:
        self.made: list[StepTo] = []
        self.taken: list[UnitId] = []

    def make(self, unit: UnitId, to: Location) -> StepTo:
        self.made.append(StepTo(unit, to))
        return self.made[-1]

    def rows(self) -> Iterator[tuple[UnitId, tuple[Location, ...]]]:
        for row in ROWS:
            self.taken.append(row[0])
            yield row

    def listing(self) -> Listing[StepTo]:
        return Listing(self.make, self.rows())


def test_counting_makes_nothing_and_drawing_one_makes_that_one() -> None:
    shop = Workshop()
    listing = shop.listing()
    assert len(listing) == 3
    assert listing[2] == STEPS[2]
    assert shop.made == [STEPS[2]]


def test_whether_there_is_anything_is_known_from_the_first_row_that_holds_something() -> None:
    shop = Workshop()
    assert shop.listing()
    assert shop.taken == [ANN]
    assert not Listing(StepTo, ((BOB, ()),))


def test_it_is_a_sequence_like_any_other() -> None:
    listing = Workshop().listing()
    assert [listing[index] for index in range(-3, 3)] == [*STEPS, *STEPS]
    assert listing[1:] == STEPS[1:]
    assert tuple(listing) == STEPS
    assert listing[0] == STEPS[0]
    assert STEPS[1] in listing
    with pytest.raises(IndexError):
        Workshop().listing()[3]


def test_what_was_gone_through_is_not_made_again() -> None:
    shop = Workshop()
    listing = shop.listing()
    assert tuple(listing) == tuple(listing)
    assert listing[0] is next(iter(listing))
    assert shop.made == list(STEPS)


def test_who_stops_early_has_no_more_made() -> None:
    shop = Workshop()
    assert next(iter(shop.listing())) == STEPS[0]
    assert (shop.made, shop.taken) == ([STEPS[0]], [ANN])


def test_the_first_of_each_row_tells_of_whom_there_is_anything() -> None:
    shop = Workshop()
    leading = list(shop.listing().leading())
    assert [step.unit for step in leading] == list(dict.fromkeys(step.unit for step in STEPS))
    assert list(Listing.each(PickUnit, (ANN, CY)).leading()) == [PickUnit(ANN), PickUnit(CY)]


def test_actions_of_one_thing_each() -> None:
    assert tuple(Listing.each(PickUnit, (ANN, CY))) == (PickUnit(ANN), PickUnit(CY))


def test_an_offer_passes_a_listing_on_as_it_is() -> None:
    shop = Workshop()
    offer = Offer(StepTo, shop.listing, lambda step: NO, exact=True)
    assert offer.any()
    assert len(offer.actions()) == 3
    assert shop.made == []
    assert tuple(Menu(Side("red"), message("prompt.test"), "1.0", (offer,))) == STEPS
