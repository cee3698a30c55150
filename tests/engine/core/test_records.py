"""Actions know what they touch, and events what they keep to themselves."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, dataclass
from typing import ClassVar

import pytest

from engine.core import actions
from engine.core.actions import Done, PlayCard, StepTo
from engine.core.ids import CardId, Location, Side, UnitId
from engine.core.records import Action
from tests.engine.core.machine import BLUE, RED, Told


@dataclass(frozen=True, slots=True)
class Muster(Action):
    """One of each way in which an action may name things."""

    kind: ClassVar[str] = "muster"
    leader: UnitId | None
    others: tuple[UnitId, ...]
    places: frozenset[Location]
    price: int
    card: CardId | None = None
    note: str = ""


def test_what_an_action_touches_is_found_by_type() -> None:
    step = StepTo(UnitId("r1"), Location(3))
    assert (step.units(), step.locations(), step.cards()) == (("r1",), (3,), ())
    assert PlayCard(CardId("ace"), "event").cards() == ("ace",)
    assert Done().units() == ()
    assert StepTo.touches() == {"unit": ("unit",), "location": ("to",), "card": (), "edge": ()}


def test_lists_and_things_that_may_be_missing_are_found_too() -> None:
    action = Muster(UnitId("a"), (UnitId("b"), UnitId("c")), frozenset({Location(9), Location(2)}), 7)
    assert action.units() == ("a", "b", "c")
    assert action.locations() == (2, 9)
    assert action.cards() == ()
    assert Muster(None, (), frozenset(), 7, CardId("ace")).units() == ()


def test_secret_fields_are_for_the_audience_alone() -> None:
    event = Told("a scout rides out", "to the north")
    assert event.seen_by(RED) is event
    assert event.seen_by(BLUE) == Told("a scout rides out", None)
    assert event.seen_by(Side("spectator")).whispered is None
    assert event.whispered == "to the north"


def test_records_cannot_be_changed() -> None:
    with pytest.raises(FrozenInstanceError):
        StepTo(UnitId("r1"), Location(3)).to = Location(4)  # type: ignore[misc]


def test_the_common_actions_have_kinds_of_their_own() -> None:
    known = [each for each in vars(actions).values() if isinstance(each, type) and issubclass(each, Action)]
    kinds = [each.kind for each in known if each is not Action]
    assert len(set(kinds)) == len(kinds) == 10
