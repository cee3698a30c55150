"""11.2, the reckoning: what each side fires with, in which column of which table, and with which modifiers.

Both sides fire at once and each has a reckoning of its own, built of terms with their cases, so that a preview and the
battle itself are one and the same sum.
"""

from __future__ import annotations

from dataclasses import replace

from engine.core.answers import AttackAnswer, Losses, Reckoning, Throw
from engine.core.game import Game
from engine.core.ids import Side
from engine.core.messages import message
from engine.core.state import State, Unit
from engine.core.terms import Op, Term, sum_of, total
from engine.mechanics.reckoning import Dice, Reading, attack_answer
from engine.rulesets.barbarossa_to_berlin.cases import rule
from engine.rulesets.barbarossa_to_berlin.combat.battle import Battle, is_frozen, is_unsupplied
from engine.rulesets.barbarossa_to_berlin.combat.combat_cards import card_terms
from engine.rulesets.barbarossa_to_berlin.combat.ground import ATTACKER, DEFENDER, ground_shifts
from engine.rulesets.barbarossa_to_berlin.combat.losses import steps_lost
from engine.rulesets.barbarossa_to_berlin.combat.modifiers import event_terms
from engine.rulesets.barbarossa_to_berlin.materials import Materials

SMALL, LARGE = "fire-small", "fire-large"
FACES = 6


DICE = Dice(faces=FACES, lowest=1, highest=FACES)
"""One die, which with its modifiers is held to what a die can show (ruling 25)."""


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
def fire_of(game: Game, state: State, battle: Battle, side: Side) -> Reading:
    """The fire of a side: table, strength, shifts of the ground and of its own state, and what changes its die."""
    materials: Materials = game.materials
    units = battle.units(state, side)
    role = ATTACKER if side == battle.side else DEFENDER
    shifts = (*ground_shifts(game, state, battle, role), *state_shifts(game, state, battle, side))
    name = table_for(game, units)
    table = materials.charts.table(name)
    return Reading(
        side=side,
        table=table,
        name=name,
        column=table.shift(table.column_for(strength(game, units)), int(sum_of(shifts, Op.SHIFT))),
        rule="11.2",
        shifts=shifts,
        modifiers=(*card_terms(game, battle, side), *event_terms(game, state, battle, side)),
        dice=DICE,
    )


def strength(game: Game, units: tuple[Unit, ...]) -> int:
    """What units fire with together."""
    return int(total(strength_terms(game, units)))


@rule("11.2", "11.3")
def throw_of(game: Game, state: State, battle: Battle, firing: Reading) -> Throw:
    """The die of a side's fire and the steps that it costs the other."""
    under_fire = battle.defender if firing.side == battle.side else battle.side

    def costs(losses: str) -> tuple[Losses, Losses]:
        lost = steps_lost(game, state, under_fire, battle.ids(under_fire), int(losses))
        return (Losses(), lost) if under_fire == battle.defender else (lost, Losses())

    return firing.throw(costs)


@rule("11.2")
def reckon(
    game: Game, state: State, battle: Battle, die: int | None = None, *, side: Side | None = None
) -> AttackAnswer:
    """The fire of a side, the attacker's unless told, from the strengths to the losses it inflicts.

    The throws are those of both sides all the same, as they fire at once.
    """
    throws = tuple(
        throw_of(game, state, battle, fire_of(game, state, battle, each))
        for each in (battle.side, battle.defender)
        if battle.ids(each)
    )
    attack, defence = (
        Reckoning.of(*strength_terms(game, battle.units(state, each))) for each in (battle.side, battle.defender)
    )
    late = tuple(Term(message("term.btb.late", unit=unit), 0, "11.4.5", Op.NOTE) for unit in battle.late)
    return attack_answer(
        fire_of(game, state, battle, side or battle.side),
        throws,
        sides=(battle.side, battle.defender),
        attackers=battle.attackers,
        target=battle.target,
        attack=attack,
        defence=replace(defence, terms=(*defence.terms, *late)),
        odds=f"{attack.value}:{defence.value}",
        rule="11.2",
        die=die,
    )
