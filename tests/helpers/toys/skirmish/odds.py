"""Chapter 4, first half: strengths, odds and the column."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.answers import AttackAnswer, Losses, Reckoning
from engine.core.game import Game
from engine.core.ids import Location, UnitId
from engine.core.messages import message
from engine.core.state import State, Unit
from engine.core.terms import Op, Term, sum_of
from engine.mechanics.odds import odds_index, shifted, simple_odds
from engine.mechanics.reckoning import Reading, attack_answer
from tests.helpers.toys.skirmish.cases import rule
from tests.helpers.toys.skirmish.ground import enemy_of
from tests.helpers.toys.skirmish.materials import Materials
from tests.helpers.toys.skirmish.supply import UNSUPPLIED

STRENGTH = "strength"
LOSSES = {
    "A1": (Losses(1, 1), Losses()),
    "AR": (Losses(), Losses()),
    "EX": (Losses(1, 1), Losses(1, 1)),
    "DR": (Losses(), Losses()),
    "D2": (Losses(), Losses(2, 2)),
}
"""What the results of the table cost both sides (4.5)."""


@rule("4.2", "5.2", "9.1")
def strength_terms(game: Game, unit: Unit, factor: str) -> tuple[Term, ...]:
    """The printed factor, or the chit an untried unit drew; without supply an attack counts half, rounded up."""
    materials: Materials = game.materials
    if materials.is_untried(unit):
        value = int(unit.values.get(STRENGTH, 0))
        terms = [Term(message("term.chit", unit=unit.id), value, "9.1")]
    else:
        value = materials.factor(unit, factor)
        terms = [Term(message("term.factor", unit=unit.id), value, "4.2")]
    if factor == "attack" and UNSUPPLIED in unit.marks:
        terms.append(Term(message("term.unsupplied", unit=unit.id), -(value // 2), "5.2"))
    return tuple(terms)


@rule("4.3", "4.4")
def shift_terms(game: Game, state: State, attackers: Sequence[Unit], target: Location) -> tuple[Term, ...]:
    """Forest, and a river that all cross, shift left; the balance of air points shifts one column either way."""
    board = game.board
    terms = []
    if board.terrains[target] == "forest":
        terms.append(Term(message("term.forest"), -1, "4.3", Op.SHIFT))
    edges = [board.edge_between(unit.at, target) for unit in attackers]
    if edges and all(edge is not None and board.has_side(edge, "river") for edge in edges):
        terms.append(Term(message("term.across-river"), -1, "4.3", Op.SHIFT))
    side = attackers[0].side if attackers else state.side
    materials: Materials = game.materials
    total = materials.number("air_points")
    mine = int(state.values.get(f"air-{side}", 0))
    theirs = total - int(state.values.get(f"air-{enemy_of(side)}", 0))
    balance = max(-1, min(1, mine - theirs))
    if balance:
        terms.append(Term(message("term.air", mine=mine, theirs=theirs), balance, "4.4", Op.SHIFT))
    return tuple(terms)


@rule("4.2")
def reckon(
    game: Game, state: State, attackers: Sequence[UnitId], target: Location, die: int | None = None
) -> AttackAnswer:
    """The whole attack from strengths to result, rounding in favour of the defender."""
    materials: Materials = game.materials
    table = materials.charts.table("combat")
    units = [state.unit(unit) for unit in attackers]
    attack = Reckoning.of(*(term for unit in units for term in strength_terms(game, unit, "attack")))
    defenders = state.at(target)
    defence = Reckoning.of(*(term for unit in defenders for term in strength_terms(game, unit, "defence")))
    shifts = shift_terms(game, state, units, target)
    index = odds_index(table.columns, attack.value, defence.value) or 0
    side = units[0].side if units else state.side
    column = table.columns[shifted(index, int(sum_of(shifts, Op.SHIFT)), table.columns)]
    reading = Reading(side, table, "combat", column, "4.5", shifts)
    return attack_answer(
        reading,
        (reading.throw(LOSSES.__getitem__),),
        sides=(side, enemy_of(side)),
        attackers=attackers,
        target=target,
        attack=attack,
        defence=defence,
        odds=simple_odds(attack.value, defence.value),
        rule="4.2",
        die=die,
    )
