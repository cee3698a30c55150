"""Chapters 2 and 3: what the ground costs, and zones of control."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.game import Game
from engine.core.ids import Location, Side, UnitId
from engine.core.messages import message
from engine.core.refusals import Refusal
from engine.core.ruleset import SetupFault
from engine.core.state import State, Unit, derived
from engine.core.terms import Op, Term
from engine.mechanics import stacking
from engine.mechanics.stacking import Limit, enemies_in, first_excess, is_mixed, with_joined
from engine.mechanics.zones import zones_of_control
from tests.helpers.toys.skirmish.cases import rule
from tests.helpers.toys.skirmish.materials import Materials

RED, BLUE = Side("red"), Side("blue")
SIDES = (RED, BLUE)


def enemy_of(side: Side) -> Side:
    return BLUE if side == RED else RED


def on_map(game: Game, unit: Unit) -> bool:
    return game.board.kinds[unit.at] == "hex"


def blocked(game: Game, edge: int) -> bool:
    """Lake hexsides stop everything."""
    return game.board.has_side(edge, "lake")


@rule("3.1")
@derived("units", "stacks")
def zones(game: Game, state: State, side: Side) -> dict[Location, tuple[UnitId, ...]]:
    """Every unit of a side on the map exerts a zone on the six hexes around it, but not across a lake."""
    mine = (unit for unit in state.every_unit() if unit.side == side and on_map(game, unit))
    return zones_of_control(game.board, mine, lambda unit: True, lambda a, b, edge: not blocked(game, edge))


@rule("2.1", "2.2", "2.3")
def step_terms(game: Game, unit: Unit, target: Location, edge: int) -> tuple[Term, ...] | None:
    """What a step costs, in points; None where the unit may not go. A road costs 1 and forgets all else."""
    materials: Materials = game.materials
    if blocked(game, edge):
        return None
    if game.board.has_path(edge, "road"):
        return (Term(message("term.road"), 1, "2.3"),)
    cost = materials.terrain_cost(game.board.terrains[target], unit)
    if cost is None:
        return None
    terms = [Term(message("term.terrain", terrain=game.board.terrains[target]), cost, "2.1")]
    if game.board.has_side(edge, "river"):
        terms.append(Term(message("term.river"), materials.number("river_cost"), "2.2"))
    return tuple(terms)


@rule("7.2")
def allowance_terms(game: Game, state: State, unit: Unit) -> tuple[Term, ...]:
    """The printed allowance, halved and rounded up in mud."""
    materials: Materials = game.materials
    printed = materials.factor(unit, "movement")
    terms = [Term(message("term.printed"), printed, "2.1")]
    if state.values.get("weather") == "mud":
        terms.append(Term(message("term.mud"), -(-printed // 2), "7.2", Op.BECOMES))
    return tuple(terms)


@rule("2.5")
def stacking_refusal(game: Game, state: State, unit: Unit, target: Location) -> Refusal | None:
    """At most two friendly units to a hex, and none with enemies."""
    materials: Materials = game.materials
    together = with_joined(state, unit, target)
    if enemies_in(together, unit.side):
        return Refusal("2.5", message("refusal.enemy-there", hex=game.board.label(target)))
    limit = Limit(materials.number("stack_limit"))
    if first_excess(together, (limit,)) is not None:
        return Refusal("2.5", message("refusal.stack-full", hex=game.board.label(target), limit=limit.most))
    return None


@rule("2.5")
def setup_faults(game: Game, state: State) -> tuple[SetupFault, ...]:
    """Places where too many were laid out, or both sides."""
    materials: Materials = game.materials
    limit = Limit(materials.number("stack_limit"))

    def faults(at: Location, units: tuple[Unit, ...]) -> Iterator[Refusal]:
        label = game.board.label(at)
        if is_mixed(units):
            yield Refusal("2.5", message("refusal.enemy-there", hex=label))
        if first_excess(units, (limit,)) is not None:
            yield Refusal("2.5", message("refusal.stack-full", hex=label, limit=limit.most))

    return stacking.setup_faults(state, lambda at: game.board.kinds[at] != "box", faults)
