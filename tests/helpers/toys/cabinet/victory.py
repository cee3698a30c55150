"""Chapter 7: points, ambitions and the end of the game."""

from __future__ import annotations

from immutables import Map

from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import Location, Side
from engine.core.messages import message
from engine.core.records import Outcome
from engine.core.state import State
from engine.core.terms import Term, total
from tests.helpers.toys.cabinet.cases import rule
from tests.helpers.toys.cabinet.ground import BROKEN, units_of
from tests.helpers.toys.cabinet.materials import NORTH, SIDES, SOUTH, Materials, enemy_of
from tests.helpers.toys.cabinet.records import AmbitionDealt, AmbitionShown, ConnectionMended, Ledger


def _signed(side: Side, points: int) -> int:
    return points if side == NORTH else -points


@rule("7.1")
def score_terms(game: Game, state: State) -> tuple[Term, ...]:
    """Each objective counts for the side that controls it: plus for North, minus for South."""
    materials: Materials = game.materials
    terms = []
    for place, points in sorted(materials.objectives.items()):
        holder = state.control.get(place)
        if holder is not None:
            label = message("term.objective", space=game.board.label(place), side=holder)
            terms.append(Term(label, _signed(holder, points), "7.1"))
    return tuple(terms)


def points_of(game: Game, state: State, side: Side) -> int:
    """The points of the objectives a side controls."""
    materials: Materials = game.materials
    return sum(points for place, points in materials.objectives.items() if state.control.get(place) == side)


def ambitions_open(game: Game) -> tuple[Location, ...]:
    """The spaces that may be an ambition: objectives that are no capital."""
    materials: Materials = game.materials
    return tuple(place for place in sorted(materials.objectives) if place not in materials.capitals.values())


@rule("7.4")
def deal_ambitions(game: Game, draft: Draft) -> None:
    """Each side has a secret ambition, drawn by lot when the game begins."""
    places = ambitions_open(game)
    ambitions: Map[Side, Location] = Map()
    for side in SIDES:
        ambitions = ambitions.set(side, draft.lot(places))
        draft.emit(AmbitionDealt(side, ambitions[side]))
    draft.set_extra(Ledger(ambitions))


@rule("7.4")
def ambition_terms(game: Game, draft: Draft) -> tuple[Term, ...]:
    """At the end both ambitions are shown, and one that is controlled counts."""
    materials: Materials = game.materials
    ledger: Ledger = draft.state.extra
    terms = []
    draft.reveal()
    for side in SIDES:
        place = ledger.ambitions[side]
        points = materials.number("ambition_points") if draft.state.control.get(place) == side else 0
        draft.emit(AmbitionShown(side, place, points))
        if points:
            label = message("term.ambition", space=game.board.label(place), side=side)
            terms.append(Term(label, _signed(side, points), "7.4"))
    return tuple(terms)


@rule("7.3")
def check_annihilation(game: Game, draft: Draft) -> None:
    """A side without units on the map has lost at once."""
    standing = [side for side in SIDES if units_of(game, draft.state, side)]
    if len(standing) < len(SIDES):
        draft.finish(Outcome(standing[0] if standing else None, "annihilation", "7.3"))


@rule("7.3")
def sudden_death(game: Game, state: State) -> Side | None:
    """The side that holds the other capital, or points enough, at the end of a turn; South first, as ties go to it."""
    materials: Materials = game.materials
    for side in (SOUTH, NORTH):
        holds_capital = state.control.get(materials.capitals[enemy_of(side)]) == side
        if holds_capital or points_of(game, state, side) >= materials.number("sudden_death"):
            return side
    return None


@rule("6.3", "7.2")
def end_of_turn(game: Game, draft: Draft) -> None:
    """Broken connections are mended; sudden death decides, or after the last turn the points."""
    materials: Materials = game.materials
    for edge in sorted(draft.state.side_markers):
        draft.set_side_marker(edge, BROKEN, 0)
        draft.emit(ConnectionMended(edge))
    winner = sudden_death(game, draft.state)
    if winner is not None:
        draft.finish(Outcome(winner, "sudden-death", "7.3"))
    elif draft.state.turn >= materials.brief.scenario.last_turn:
        points = total((*score_terms(game, draft.state), *ambition_terms(game, draft)))
        winner = NORTH if points > 0 else SOUTH if points < 0 else None
        draft.finish(Outcome(winner, "points" if winner else "draw", "7.2"))
