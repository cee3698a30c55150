"""Chapter 5: victory points, and how the war ends."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import Location
from engine.core.messages import message
from engine.core.records import Event, Outcome
from engine.core.state import State
from engine.core.terms import Term
from engine.rulesets.barbarossa_to_berlin.cases import rule
from engine.rulesets.barbarossa_to_berlin.control import (
    STALIN_POINTS,
    STRONG_BONUS,
    add_vp,
    denied_spaces,
    holds,
    victory_points,
)
from engine.rulesets.barbarossa_to_berlin.draw import TOTAL_WAR_AFTER
from engine.rulesets.barbarossa_to_berlin.effects import is_active
from engine.rulesets.barbarossa_to_berlin.materials import Materials
from engine.rulesets.barbarossa_to_berlin.names import ALLIED, AXIS, US_AT_WAR
from engine.rulesets.chapter import Chapter

COUNTED = frozenset({"soviet-union", "egypt", "iraq"})
"""The countries whose victory spaces the Axis must hold in winter (5.2, ruling 12)."""
COURLAND_TURN = 16
EVENTS_FOR_AXIS, EVENTS_AGAINST_AXIS = 5, 6
"""What the points of single cards come to if all of them are played, and played well."""
PENALTIES = 2
"""Offensives that were ordered and not made may move the points so far in a turn."""


@dataclass(frozen=True, slots=True)
class WinterCounted(Event):
    kind: ClassVar[str] = "winter-counted"
    held: int
    required: int


@rule("5.1")
def score_terms(game: Game, state: State) -> tuple[Term, ...]:
    """The victory points as they stand; more is better for the Axis."""
    return (Term(message("term.btb.vp"), victory_points(game, state), "5.1"),)


def score_range(game: Game, state: State) -> tuple[int, int]:
    """The least and the most that the points can come to: spaces, winters, events, orders and partisans all one way.

    A bound, and no promise: nobody will take every space and be refused every offensive as well.
    """
    materials: Materials = game.materials
    turns = range(state.turn, materials.brief.scenario.last_turn + 1)
    spaces = materials.with_feature("victory")
    axis = sum(holds(game, state, AXIS, at) for at in spaces)
    now, denied = victory_points(game, state), len(denied_spaces(game, state))
    orders = len(turns) * (PENALTIES + materials.number("stand_fast"))
    plot = _bomb_plot_costs(game, state)
    winters = sum(materials.by_name("winter_spaces", f"turn-{turn}") for turn in turns)
    total_war = 0 if is_active(state, "totaler-krieg") else STRONG_BONUS
    most = now + denied + len(spaces) - axis + STALIN_POINTS + total_war + EVENTS_FOR_AXIS + orders
    least = now - len(spaces) - winters - EVENTS_AGAINST_AXIS - orders - plot
    return least, most


@rule("8.4", "card.allied.48")
def _bomb_plot_costs(game: Game, state: State) -> int:
    """What else Bomb Plot can cost: not a space but each German unit pays, at the worst whole stacks in every round.

    The card comes with Total War, whose cards are drawn at the end of the turn in which it begins (7.8).
    """
    entered = int(state.values.get(US_AT_WAR, state.turn))
    first = state.turn if is_active(state, "bomb-plot") else max(state.turn, entered + TOTAL_WAR_AFTER + 1)
    materials: Materials = game.materials
    left = max(0, materials.brief.scenario.last_turn + 1 - first)
    spaces, units, rounds = map(materials.number, ("stand_fast", "stacking", "rounds"))
    return left * spaces * (units * rounds - 1)


@rule("5.2")
def winter_spaces(game: Game, state: State) -> tuple[Location, ...]:
    """The victory spaces in the Soviet Union, Egypt and Iraq that the Axis controls, partisans or not."""
    materials: Materials = game.materials
    found = [at for at in materials.with_feature("victory") if materials.countries[at] in COUNTED]
    courland = materials.place("courland")
    if state.turn == COURLAND_TURN and courland is not None:
        found.append(courland)
    return tuple(at for at in found if holds(game, state, AXIS, at))


@rule("5.2")
def count_winter(game: Game, draft: Draft) -> None:
    """At the end of a winter turn the Axis loses a point for each space it is short of what the turn asks for."""
    required = game.materials.by_name("winter_spaces", f"turn-{draft.state.turn}")
    if not required:
        return
    held = len(winter_spaces(game, draft.state))
    draft.emit(WinterCounted(held, required))
    if held < required:
        add_vp(game, draft, held - required, "5.2")


@rule("5.3", "5.4")
def check_victory(game: Game, draft: Draft) -> None:
    """After a turn 20 points win for the Axis before Totaler Krieg, and none for the Allies; then time is up."""
    decided = _automatic(game, draft.state)
    if decided is not None:
        draft.finish(decided)
    elif draft.state.turn >= game.materials.brief.scenario.last_turn:
        finish(game, draft)


@rule("5.3")
def _automatic(game: Game, state: State) -> Outcome | None:
    points = victory_points(game, state)
    if points <= 0:
        return Outcome(ALLIED, "automatic", "5.3")
    if points >= game.materials.number("axis_victory") and not is_active(state, "totaler-krieg"):
        return Outcome(AXIS, "automatic", "5.3")
    return None


@rule("5.4")
def finish(game: Game, draft: Draft) -> None:
    """At the end of the campaign the Axis has won if the Allies have not; a shorter scenario sets a mark of points."""
    draft.finish(_at_the_end(game, draft.state))


def _at_the_end(game: Game, state: State) -> Outcome:
    mark = game.materials.number("scenario_mark")
    winner = AXIS if victory_points(game, state) >= mark else ALLIED
    return Outcome(winner, "campaign" if not mark else "scenario", "5.4")


def standing(game: Game, state: State) -> Outcome:
    """How the game would end if this turn were the last."""
    return _automatic(game, state) or _at_the_end(game, state)


@rule("5.3")
def check_sources(game: Game, draft: Draft) -> None:
    """At the end of an Allied round the Allies have won if they control every full Axis source of supply."""
    materials: Materials = game.materials
    sources = [
        at
        for at in materials.with_feature("supply")
        if any(each.kind == "supply" and each.attributes.get("serves") == AXIS for each in game.board.features(at))
    ]
    munich = materials.place("munich")
    if is_active(draft.state, "national-redoubt") and munich is not None:
        sources.append(munich)
    if sources and all(holds(game, draft.state, ALLIED, at) for at in sources):
        draft.finish(Outcome(ALLIED, "automatic", "5.3"))


CHAPTER = Chapter(events=(WinterCounted,))
