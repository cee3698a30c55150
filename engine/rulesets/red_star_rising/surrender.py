"""18.1: what the fall of Moscow or Baku does."""

from __future__ import annotations

from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import Location
from engine.core.records import Outcome
from engine.core.state import State
from engine.rulesets.red_star_rising.cases import rule
from engine.rulesets.red_star_rising.materials import Materials
from engine.rulesets.red_star_rising.names import AXIS, SET_ASIDE, cup
from engine.rulesets.red_star_rising.records import MarkersRecalled, SurrenderRolled
from engine.rulesets.red_star_rising.strengths import recalled

CAPITALS = {"moscow": ("leningrad", "baku"), "baku": ("leningrad", "moscow")}
"""The two capitals, and the cities each of which helps the Axis to a surrender there."""
SOUTH = ("stalingrad", "sevastopol")
"""The two cities that help at either capital, but only together."""


@rule("18.1", "18.1.1", "18.1.2")
def capital_entered(game: Game, draft: Draft, at: Location) -> None:
    """The first time an Axis unit enters, one die: surrender on 1 or less, shock on 2 and 3, else nothing."""
    materials: Materials = game.materials
    for name, helpers in CAPITALS.items():
        entered = was_entered(name)
        if materials.places.get(name) != at or entered in draft.state.values:
            continue
        draft.set_value(entered, draft.state.turn)
        die = draft.roll()
        modified = die - _help(game, draft.state, helpers)
        result = _result(materials, modified)
        draft.emit(SurrenderRolled(at, die, modified, result))
        if result == "surrender":
            draft.finish(Outcome(AXIS, "decisive", "18.1.1" if name == "moscow" else "18.1.2"))
        elif result == "shock":
            _bring_back_striped(game, draft)


def was_entered(capital: str) -> str:
    """The value that holds the turn in which an Axis unit first came into a capital."""
    return f"{capital}-entered"


def _result(materials: Materials, die: int) -> str:
    """What a modified die says about the fall of a capital."""
    reached = (result for result in ("surrender", "shock") if die <= materials.by_name("surrender", result))
    return next(reached, "none")


@rule("18.1.1", "18.1.2")
def _help(game: Game, state: State, helpers: tuple[str, ...]) -> int:
    """What the cities in Axis hands take off the die: each helper by itself, the two of the south as a pair."""
    materials: Materials = game.materials
    held = sum(_axis_holds(game, state, city) for city in helpers) * materials.by_name("surrender", "each-city")
    south = all(_axis_holds(game, state, city) for city in SOUTH)
    return held + (materials.by_name("surrender", "south") if south else 0)


def _axis_holds(game: Game, state: State, city: str) -> bool:
    at = game.materials.places.get(city)
    return at is not None and state.control.get(at) == AXIS


@rule("18.1.1")
def _bring_back_striped(game: Game, draft: Draft) -> None:
    """The weak markers of the first summer go into the cups once more; used again they are out of play."""
    materials: Materials = game.materials
    aside = draft.state.pool(SET_ASIDE)
    for card in aside:
        draft.set_value(recalled(card), value=True)
        draft.move_card(card, SET_ASIDE, cup(materials.markers[card].strength_class))
    for each in sorted({materials.markers[card].strength_class for card in aside}):
        draft.shuffle(cup(each))
    draft.emit(MarkersRecalled(aside))
