"""Conditions that many cards share: what was played before, when it is, and who controls what."""

from __future__ import annotations

from collections.abc import Iterable

from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import Side
from engine.core.messages import message
from engine.core.refusals import Refusal
from engine.core.state import State
from engine.rulesets.barbarossa_to_berlin.control import holds
from engine.rulesets.barbarossa_to_berlin.effects import before_this_turn, for_turn, in_turn, is_active
from engine.rulesets.barbarossa_to_berlin.names import ROUND

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


def unmet(case: str) -> Refusal:
    """The map is not as the card demands."""
    return Refusal(case, message("refusal.btb.condition"))


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


def controls_all(game: Game, state: State, side: Side, names: Iterable[str]) -> bool:
    """Whether a side controls every one of some spaces, all of which must be on the map."""
    places = [game.materials.place(name) for name in names]
    return all(at is not None and holds(game, state, side, at) for at in places)


def shrink_hand(draft: Draft, side: Side, cards: int) -> None:
    """The hand of a side is drawn up to fewer cards in the Draw Phase to come."""
    for_turn(draft, f"hand-{side}", int(in_turn(draft.state, f"hand-{side}") or 0) - cards)
