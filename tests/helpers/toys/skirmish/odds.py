"""Chapter 4, first half: strengths, odds and the column."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.answers import AttackAnswer, Losses, Reckoning, Throw
from engine.core.game import Game
from engine.core.ids import Location, UnitId
from engine.core.messages import message
from engine.core.state import State, Unit
from engine.core.terms import Op, Term
from engine.mechanics.chances import chances_of, expected
from engine.mechanics.odds import odds_index, shifted, simple_odds
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
    shifts = Reckoning.modifiers(shift_terms(game, state, units, target), Op.SHIFT)
    columns = table.columns
    index = shifted(odds_index(columns, attack.value, defence.value) or 0, int(shifts.value), columns)
    column = columns[index]
    read = [(row, table.result(column, row)) for row in table.rows]
    side = units[0].side if units else state.side
    throw = Throw(
        side, "combat", column, table.rows, shifts, Reckoning.of(), "4.5", chances_of(read, LOSSES.__getitem__)
    )
    return AttackAnswer(
        attackers=tuple(attackers),
        target=target,
        attack=attack,
        defence=defence,
        odds=simple_odds(attack.value, defence.value),
        shifts=shifts,
        column=column,
        modifiers=Reckoning.of(),
        die=die,
        modified_die=die,
        result=table.result(column, str(die)) if die is not None else None,
        table="combat",
        rule="4.2",
        chances={chance.result: chance.share for chance in throw.chances},
        throws=(throw,),
        losses=dict(zip((side, enemy_of(side)), expected((throw,)), strict=True)),
    )
