"""What computer players ask of Red Star Rising: how strong a unit is, what a place pays, what a position holds."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.appraisal import (
    NO_MIGHT,
    SCORE,
    Might,
    cut_off_terms,
    of_the_record,
    step_terms,
)
from engine.core.game import Game
from engine.core.ids import Location, Side
from engine.core.messages import message
from engine.core.state import State, Unit
from engine.core.terms import Number, Term, total
from engine.rulesets.red_star_rising.factors import attack_of, defence_of, printed_movement, steps_left
from engine.rulesets.red_star_rising.materials import Materials
from engine.rulesets.red_star_rising.movement import ALL, MovementFrame
from engine.rulesets.red_star_rising.names import AXIS, MARKER, Role
from engine.rulesets.red_star_rising.supply.lines import would_be_supplied
from engine.rulesets.red_star_rising.victory import score_terms, unit_points

UNTRIED = (4.0, 5.0)
"""What an army without a marker is taken for, attack and defence."""
SUPPLY_STAKE = 3
"""What a depot, a headquarters or an air base is worth to whoever keeps it, or takes it."""


@of_the_record
def might_of(game: Game, state: State, unit: Unit) -> Might:
    """Factors as supply leaves them; an army that nobody has tried is taken for an ordinary one."""
    materials: Materials = game.materials
    if not materials.on_map[unit.at]:
        return NO_MIGHT
    kind = materials.kind(unit)
    if kind.role is Role.AIR_FLEET:
        return NO_MIGHT
    attack, defence = float(attack_of(game, unit)), float(defence_of(game, unit))
    if kind.is_soviet_army and MARKER not in unit.values:
        attack, defence = UNTRIED
    steps = steps_left(materials, unit)
    worth = unit_points(materials, unit) / steps if kind.side == AXIS and steps else 1.0
    return Might(attack, defence, steps, worth, max(1, printed_movement(materials, unit) // 2))


def can_strike(state: State) -> bool:
    """Only the ordinary movement of the Axis leads to a combat phase of its side; the Soviet one comes before (2.0)."""
    ordinary = (frame for frame in state.frames if isinstance(frame, MovementFrame) and frame.what == ALL)
    return state.side == AXIS and any(ordinary)


def stakes(game: Game, state: State, side: Side) -> Mapping[Location, Number]:
    """The cities that pay, the assets that the Axis may destroy, and what the supply of a side hangs on."""
    materials: Materials = game.materials
    found: dict[Location, Number] = dict(materials.objectives)
    points = materials.number("asset_points")
    for unit in state.every_unit():
        role = materials.kind(unit).role
        if not materials.on_map[unit.at]:
            continue
        if role is Role.ASSET:
            found[unit.at] = found.get(unit.at, 0) + points
        elif role in (Role.DEPOT, Role.HEADQUARTERS, Role.AIR_BASE):
            found[unit.at] = found.get(unit.at, 0) + SUPPLY_STAKE
    return found


def appraise(game: Game, state: State, side: Side) -> tuple[Term, ...]:
    """Points, steps, and the steps that no line reaches now, whatever was found in the last supply phase."""
    materials: Materials = game.materials
    points = total(score_terms(game, state)) * (1 if side == AXIS else -1)
    steps = {True: 0.0, False: 0.0}
    cut_off = {True: 0.0, False: 0.0}
    for unit in state.every_unit():
        if not materials.on_map[unit.at]:
            continue
        might = might_of(game, state, unit)
        own = unit.side == side
        steps[own] += might.steps * might.worth
        if might.steps and not would_be_supplied(game, state, unit, unit.at):
            cut_off[own] += might.steps * might.worth
    return (
        Term(message(SCORE), points, "18.0.3"),
        *step_terms(steps[True], steps[False], "7.9.1"),
        *cut_off_terms(cut_off[True], cut_off[False], "10.6.1"),
    )
