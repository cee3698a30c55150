"""11.2, the reckoning: what each side fires with, in which column of which table, and with which modifiers.

Both sides fire at once and each has a reckoning of its own, built of terms with their cases, so that a preview and the
battle itself are one and the same sum.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.core.answers import AttackAnswer, Losses, Reckoning, Throw
from engine.core.game import Game
from engine.core.ids import Side
from engine.core.messages import message
from engine.core.state import State, Unit
from engine.core.terms import Op, Term, sum_of, total
from engine.mechanics.chances import chances_of, expected
from engine.rulesets.barbarossa_to_berlin.cases import rule
from engine.rulesets.barbarossa_to_berlin.combat.battle import Battle, is_frozen, is_unsupplied
from engine.rulesets.barbarossa_to_berlin.combat.combat_cards import card_terms
from engine.rulesets.barbarossa_to_berlin.combat.ground import ATTACKER, DEFENDER, ground_shifts
from engine.rulesets.barbarossa_to_berlin.combat.losses import steps_lost
from engine.rulesets.barbarossa_to_berlin.combat.modifiers import event_terms
from engine.rulesets.barbarossa_to_berlin.materials import Materials

SMALL, LARGE = "fire-small", "fire-large"
FACES = 6


@dataclass(frozen=True, slots=True)
class Fire:
    """The fire of one side."""

    side: Side
    table: str
    strength: tuple[Term, ...]
    shifts: tuple[Term, ...]
    modifiers: tuple[Term, ...]
    column: str
    """After the shifts."""

    @property
    def total(self) -> int:
        return int(total(self.strength))

    def modified(self, die: int) -> int:
        """The die with its modifiers, held to what a die can show (ruling 25)."""
        return max(1, min(FACES, die + int(sum_of(self.modifiers, Op.DIE))))

    def losses(self, game: Game, die: int) -> int:
        """The losses that the fire inflicts with a die."""
        materials: Materials = game.materials
        return int(materials.charts.table(self.table).result(self.column, self.modified(die)))


@rule("11.1", "11.2")
def strength_terms(game: Game, units: tuple[Unit, ...]) -> tuple[Term, ...]:
    """The combat strengths of all that fire; units of strength 0 add nothing and can still be lost."""
    materials: Materials = game.materials
    return tuple(Term(message("term.btb.unit", unit=unit.id), materials.face(unit).combat, "11.2") for unit in units)


@rule("11.2")
def table_for(game: Game, units: tuple[Unit, ...]) -> str:
    """One large unit, reduced or not, is enough for the better table."""
    return LARGE if any(game.materials.kind(unit).large for unit in units) else SMALL


@rule("13.4.1", "15.2")
def state_shifts(game: Game, state: State, battle: Battle, side: Side) -> tuple[Term, ...]:
    """One column to the left for units out of supply, however many, and one for Germans in the winter of 1942."""
    units = battle.units(state, side)
    found = []
    if any(is_unsupplied(game, state, unit, battle.side) for unit in units):
        found.append(Term(message("term.btb.unsupplied"), -1, "13.4.1", Op.SHIFT))
    if any(is_frozen(game, state, unit, battle.side) for unit in units):
        found.append(Term(message("term.btb.winter"), -1, "15.2", Op.SHIFT))
    return tuple(found)


@rule("11.2")
def fire_of(game: Game, state: State, battle: Battle, side: Side) -> Fire:
    """The fire of a side: table, strength, shifts of the ground and of its own state, and what changes its die."""
    materials: Materials = game.materials
    units = battle.units(state, side)
    strength = strength_terms(game, units)
    role = ATTACKER if side == battle.side else DEFENDER
    shifts = (*ground_shifts(game, state, battle, role), *state_shifts(game, state, battle, side))
    table = materials.charts.table(table_for(game, units))
    column = table.shift(table.column_for(int(total(strength))), int(sum_of(shifts, Op.SHIFT)))
    modifiers = (*card_terms(game, battle, side), *event_terms(game, state, battle, side))
    return Fire(side, table_for(game, units), strength, shifts, modifiers, column)


@rule("11.2", "11.3")
def throw_of(game: Game, state: State, battle: Battle, firing: Fire) -> Throw:
    """The die of a side's fire and the steps that it costs the other."""
    table = game.materials.charts.table(firing.table)
    rows = tuple(str(firing.modified(face)) for face in range(1, FACES + 1))
    under_fire = battle.defender if firing.side == battle.side else battle.side

    def costs(losses: str) -> tuple[Losses, Losses]:
        lost = steps_lost(game, state, under_fire, battle.ids(under_fire), int(losses))
        return (Losses(), lost) if under_fire == battle.defender else (lost, Losses())

    return Throw(
        side=firing.side,
        table=firing.table,
        column=firing.column,
        rows=rows,
        shifts=Reckoning.modifiers(firing.shifts, Op.SHIFT),
        modifiers=Reckoning.modifiers(firing.modifiers, Op.DIE),
        rule="11.2",
        chances=chances_of([(row, table.result(firing.column, row)) for row in rows], costs),
    )


@rule("11.2")
def reckon(
    game: Game, state: State, battle: Battle, die: int | None = None, *, side: Side | None = None
) -> AttackAnswer:
    """The fire of a side, the attacker's unless told, from the strengths to the losses it inflicts.

    The throws are those of both sides all the same, as they fire at once.
    """
    firing = fire_of(game, state, battle, side or battle.side)
    throws = tuple(
        throw_of(game, state, battle, fire_of(game, state, battle, each))
        for each in (battle.side, battle.defender)
        if battle.ids(each)
    )
    chances = {chance.result: chance.share for throw in throws if throw.side == firing.side for chance in throw.chances}
    attack, defence = (
        Reckoning.of(*strength_terms(game, battle.units(state, each))) for each in (battle.side, battle.defender)
    )
    late = tuple(Term(message("term.btb.late", unit=unit), 0, "11.4.5", Op.NOTE) for unit in battle.late)
    return AttackAnswer(
        attackers=battle.attackers,
        target=battle.target,
        attack=attack,
        defence=replace(defence, terms=(*defence.terms, *late)),
        odds=f"{attack.value}:{defence.value}",
        shifts=Reckoning.modifiers(firing.shifts, Op.SHIFT),
        column=firing.column,
        modifiers=Reckoning.modifiers(firing.modifiers, Op.DIE),
        die=die,
        modified_die=firing.modified(die) if die is not None else None,
        result=str(firing.losses(game, die)) if die is not None and battle.ids(firing.side) else None,
        table=firing.table,
        rule="11.2",
        chances=chances,
        throws=throws,
        losses=dict(zip((battle.side, battle.defender), expected(throws), strict=True)),
    )
