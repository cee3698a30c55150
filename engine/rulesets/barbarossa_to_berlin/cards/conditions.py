"""Conditions that many cards share: what was played before, when it is, and who controls what."""

from __future__ import annotations

from collections.abc import Iterable

from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import Side
from engine.core.messages import Message, message
from engine.core.refusals import Refusal
from engine.core.state import State
from engine.rulesets.barbarossa_to_berlin.control import holding_nation, holds
from engine.rulesets.barbarossa_to_berlin.effects import before_this_turn, for_turn, in_turn, is_active
from engine.rulesets.barbarossa_to_berlin.names import ROUND, Nation

LAST_EARLY_ROUND = 5


def needs(state: State, slug: str, case: str) -> Refusal | None:
    """An event must have been played, in this turn or before."""
    if is_active(state, slug):
        return None
    return Refusal(case, message("refusal.btb.needs-event", event=slug))


def needs_before(state: State, slug: str, case: str) -> Refusal | None:
    """An event must have been played in an earlier turn (ruling 22)."""
    if before_this_turn(state, slug):
        return None
    return Refusal(case, message("refusal.btb.needs-earlier-event", event=slug))


def excluded_by(state: State, slug: str, case: str) -> Refusal | None:
    """An event that has been played forbids another."""
    if is_active(state, slug):
        return Refusal(case, message("refusal.btb.excluded-by", event=slug))
    return None


def unmet(case: str, lacking: Message) -> Refusal:
    """The map is not as the card demands, and what is lacking."""
    return Refusal(case, message("refusal.btb.condition", lacking=lacking))


def not_held(game: Game, state: State, side: Side, names: Iterable[str]) -> tuple[str, ...]:
    """The labels of those of some spaces that a side does not control."""
    places = [at for name in names if (at := game.materials.place(name)) is not None]
    return tuple(game.board.label(at) for at in places if not holds(game, state, side, at))


def early_round(state: State, case: str) -> Refusal | None:
    """Only in the first five rounds of a turn."""
    if int(state.values.get(ROUND, 1)) <= LAST_EARLY_ROUND:
        return None
    return Refusal(case, message("refusal.btb.early-rounds", last=LAST_EARLY_ROUND))


def controls_in(game: Game, state: State, side: Side, countries: Iterable[str]) -> int:
    """How many spaces of some countries a side controls."""
    lands = frozenset(countries)
    found = game.materials.countries
    return sum(1 for at, holder in state.control.items() if holder == side and found[at] in lands)


def held_in(game: Game, state: State, side: Side, countries: Iterable[str]) -> tuple[str, ...]:
    """The labels of the spaces of some countries that a side controls."""
    lands = frozenset(countries)
    found = (at for at, holder in state.control.items() if holder == side and game.materials.countries[at] in lands)
    return tuple(game.board.label(at) for at in sorted(found))


def nation_controls_in(game: Game, state: State, nation: Nation, country: str) -> bool:
    """Whether a nation of the Allies was the last to come into some space of a country that they control."""
    region = game.board.regions.get(country)
    return region is not None and any(holding_nation(game, state, at) is nation for at in region.members)


def controls_all(game: Game, state: State, side: Side, names: Iterable[str]) -> bool:
    """Whether a side controls every one of some spaces, all of which must be on the map."""
    places = [game.materials.place(name) for name in names]
    return all(at is not None and holds(game, state, side, at) for at in places)


def shrink_hand(draft: Draft, side: Side, cards: int) -> None:
    """The hand of a side is drawn up to fewer cards in the Draw Phase to come."""
    for_turn(draft, f"hand-{side}", int(in_turn(draft.state, f"hand-{side}") or 0) - cards)
