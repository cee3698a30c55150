"""Chapter 1 and case 4.2: spaces, stacks, control and what a step costs."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.board import PlaceKind
from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import EdgeIndex, Location, Side, UnitId
from engine.core.messages import message
from engine.core.refusals import Refusal
from engine.core.ruleset import SetupFault
from engine.core.state import State, Unit
from engine.core.terms import Term
from engine.mechanics import stacking
from engine.mechanics.stacking import Limit, enemies_in, first_excess, is_mixed
from tests.helpers.toys.cabinet.cases import rule
from tests.helpers.toys.cabinet.materials import Materials

BROKEN = "broken"


def on_map(game: Game, unit: Unit) -> bool:
    return game.board.kinds[unit.at] is PlaceKind.SPACE


def units_of(game: Game, state: State, side: Side) -> tuple[Unit, ...]:
    """The units a side has on the map."""
    return tuple(unit for unit in state.every_unit() if unit.side == side and on_map(game, unit))


def garrison(state: State, at: Location, side: Side) -> tuple[Unit, ...]:
    return tuple(unit for unit in state.at(at) if unit.side == side)


@rule("1.2")
def stacking_refusal(game: Game, state: State, side: Side, to: Location) -> Refusal | None:
    """Three units to a space, never two sides in one."""
    materials: Materials = game.materials
    there = state.at(to)
    if enemies_in(there, side):
        return Refusal("1.2", message("refusal.enemy-there", space=game.board.label(to)))
    limit = materials.number("stack_limit")
    if len(there) >= limit:
        return Refusal("1.2", message("refusal.stack-full", space=game.board.label(to), limit=limit))
    return None


@rule("1.3")
def enter(draft: Draft, unit: UnitId, to: Location) -> None:
    """The side whose unit entered a space last controls it."""
    draft.move_unit(unit, to)
    draft.set_control(to, draft.state.unit(unit).side)


def is_open(state: State, edge: int) -> bool:
    broken = state.side_markers.get(EdgeIndex(edge))
    return broken is None or not broken.get(BROKEN, 0)


def is_river_only(game: Game, state: State, origin: Location, target: Location) -> bool:
    """Whether nothing but a river leads across."""
    board = game.board
    ways = [edge for edge in board.edges_between(origin, target) if is_open(state, edge)]
    return bool(ways) and all(board.edges.kind(edge) == "river" for edge in ways)


@rule("4.2")
def step_term(game: Game, state: State, edge: int) -> Term | None:
    """What following one connection costs, by its kind; None where it is broken."""
    if not is_open(state, edge):
        return None
    materials: Materials = game.materials
    if game.board.edges.kind(edge) == "river":
        return Term(message("term.river"), materials.number("river_cost"), "4.2")
    return Term(message("term.road"), materials.number("road_cost"), "4.2")


def best_step(game: Game, state: State, origin: Location, target: Location) -> Term | None:
    """The cheapest of the connections that join two spaces; None where none does."""
    found = (step_term(game, state, edge) for edge in game.board.edges_between(origin, target))
    return min((term for term in found if term is not None), key=lambda term: term.value, default=None)


@rule("1.2")
def setup_faults(game: Game, state: State) -> tuple[SetupFault, ...]:
    """Places where too many were laid out, or both sides."""
    materials: Materials = game.materials
    limit = Limit(materials.number("stack_limit"))

    def faults(at: Location, units: tuple[Unit, ...]) -> Iterator[Refusal]:
        label = game.board.label(at)
        if is_mixed(units):
            yield Refusal("1.2", message("refusal.enemy-there", space=label))
        if first_excess(units, (limit,)) is not None:
            yield Refusal("1.2", message("refusal.stack-full", space=label, limit=limit.most))

    return stacking.setup_faults(state, lambda at: game.board.kinds[at] != "box", faults)
