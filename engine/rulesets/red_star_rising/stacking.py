"""Chapter 4: how much may stand in a hex."""

from __future__ import annotations

from collections import Counter

from engine.core.game import Game
from engine.core.ids import Location, Side
from engine.core.messages import message
from engine.core.refusals import Refusal
from engine.core.state import State, Unit
from engine.core.terms import Term
from engine.mechanics.stacking import Limit, first_excess, places_wrong
from engine.rulesets.red_star_rising.cases import rule
from engine.rulesets.red_star_rising.materials import Materials
from engine.rulesets.red_star_rising.names import AXIS, GERMAN, Role


@rule("4.0.1", "4.0.2", "4.0.3", "4.0.5", "4.0.6")
def points_of(materials: Materials, unit: Unit) -> int:
    """The stacking points of a unit; what has none stands anywhere in any number."""
    kind = materials.kind(unit)
    return materials.by_name("stacking_axis" if kind.side == AXIS else "stacking_soviet", kind.role)


def stack_terms(game: Game, units: tuple[Unit, ...]) -> tuple[Term, ...]:
    """The stacking points of some units."""
    materials: Materials = game.materials
    rules = {AXIS: "4.0.3"}
    return tuple(
        Term(message("term.rsr.stacking", unit=unit.id), points_of(materials, unit), rules.get(unit.side, "4.0.5"))
        for unit in units
    )


@rule("15.6.2", "4.0.3", "4.0.4", "4.0.5", "4.0.6")
def overstacking(game: Game, units: tuple[Unit, ...], side: Side) -> Refusal | None:
    """What is wrong with units of one side standing together, or None."""
    materials: Materials = game.materials
    mine = [unit for unit in units if unit.side == side]
    cavalry = [unit for unit in mine if materials.kind(unit).role is Role.GUARDS_CAVALRY]
    if len(cavalry) > 1:
        return Refusal("4.0.6", message("refusal.rsr.second-cavalry"))
    limit = Limit(materials.by_name("stacking_limit", side), lambda unit: points_of(materials, unit))
    over = first_excess(mine, (limit,))
    if over is not None:
        case = "4.0.3" if side == AXIS else "4.0.5"
        return Refusal(case, message("refusal.rsr.overstacked", points=over.size, limit=limit.most))
    nations = Counter(materials.kind(unit).nation for unit in mine)
    if len(set(nations) - {GERMAN}) > 1:
        return Refusal("4.0.4", message("refusal.rsr.nations"))
    return None


@rule("4.0.3", "4.0.4", "4.0.5", "4.0.6", "4.0.7")
def excesses(game: Game, units: tuple[Unit, ...], side: Side) -> tuple[int, int, int]:
    """By how much units of one side that stand together break each rule: cavalry, stacking points, nationality.

    Nationality is counted in pairs of allies that may not stand together, so that either of two is at fault.
    """
    materials: Materials = game.materials
    cavalry = sum(materials.kind(unit).role is Role.GUARDS_CAVALRY for unit in units)
    points = sum(points_of(materials, unit) for unit in units)
    allies = Counter(nation for unit in units if (nation := materials.kind(unit).nation) != GERMAN)
    pairs = (allies.total() ** 2 - sum(count**2 for count in allies.values())) // 2
    return max(0, cavalry - 1), max(0, points - materials.by_name("stacking_limit", side)), pairs


@rule("4.0.7")
def hex_overstacked(game: Game, state: State, at: Location, side: Side) -> Refusal | None:
    """What is wrong with a side's stack in a hex as it stands, or None."""
    return overstacking(game, state.at(at), side)


def overstacked_hexes(game: Game, state: State, side: Side) -> tuple[Location, ...]:
    """The hexes where a side's units stand as they may not, in the order of the board."""
    on_map = game.materials.on_map
    return places_wrong(state, on_map.__getitem__, lambda at: hex_overstacked(game, state, at, side) is not None)
