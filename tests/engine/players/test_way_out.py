"""Whoever finds nothing worth doing in a menu takes the shortest way out of it, and nothing that is not in it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import pytest

from engine.core.actions import Done
from engine.core.menu import Menu, Offer
from engine.core.messages import message
from engine.core.records import Action
from engine.core.refusals import GameFault, Refusal
from engine.players.cards.round_actor import RoundActor
from engine.players.way_out import way_out
from tests.engine.core.machine import RED, quiet_game


@dataclass(frozen=True, slots=True)
class Wait(Action):
    kind: ClassVar[str] = "wait"


@dataclass(frozen=True, slots=True)
class Name(Action):
    kind: ClassVar[str] = "name"
    what: str


NOT_YET = Refusal("1.0", message("refusal.test"))


def menu_of(*offers: Offer, default: Action | None = None) -> Menu:  # type: ignore[type-arg]
    return Menu(RED, message("prompt.test"), "1.0", offers, default)


NAMES = Offer.among((Name("one"), Name("two")), Name, NOT_YET)


@pytest.mark.parametrize(
    ("menu", "way"),
    [
        (menu_of(NAMES, Offer.one(Done())), Done()),
        (menu_of(NAMES, Offer.one(Done(), NOT_YET), Offer.one(Wait())), Wait()),
        (menu_of(NAMES, default=Name("two")), Name("two")),
        (menu_of(NAMES), Name("one")),
    ],
)
def test_it_is_stopping_then_what_touches_nothing_then_the_obvious_then_the_first(menu: Menu, way: Action) -> None:
    assert way_out(quiet_game().new(1).state, menu) == way


def test_a_menu_with_nothing_in_it_is_a_dead_end() -> None:
    with pytest.raises(GameFault, match="dead end: the menu of the"):
        way_out(quiet_game().new(1).state, menu_of(Offer.one(Done(), NOT_YET)))


def test_orders_that_cannot_be_opened_any_more_do_not_end_what_may_not_end_yet() -> None:
    game = quiet_game()
    state = game.new(1).state
    actor = RoundActor(game, RED, {})
    actor.opens.append(Name("three"))
    assert actor.act(state, menu_of(NAMES, Offer.one(Done(), NOT_YET))) == Name("one")
