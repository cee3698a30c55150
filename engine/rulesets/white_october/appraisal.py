"""What computer players ask of White October: how strong a unit is, what a place pays, what a position holds."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from engine.core.appraisal import (
    NO_MIGHT,
    NO_PROSPECT,
    SCORE,
    Might,
    Prospect,
    step_terms,
)
from engine.core.game import Game
from engine.core.ids import Location, Side
from engine.core.messages import message
from engine.core.records import Action
from engine.core.state import State, Unit
from engine.core.terms import Number, Term, total
from engine.rulesets.white_october.combat.declaration import AttackByNight
from engine.rulesets.white_october.fatigue import tired_on
from engine.rulesets.white_october.ground import HALVES
from engine.rulesets.white_october.materials import Materials
from engine.rulesets.white_october.names import FATIGUE, MOVEMENT, NIGHT_ATTACK, ROUTED, WHITE
from engine.rulesets.white_october.ratings import allowance, combat_value, fire_value, strength
from engine.rulesets.white_october.sequence import BeginWith
from engine.rulesets.white_october.victory import score_terms

SHAKEN = "appraisal.shaken"
"""Own units that have run, less those of the enemy."""
ORDER = "appraisal.order"
"""Moving before fighting."""
WEARINESS = "appraisal.weariness"
"""How much likelier the army has to rest for a turn."""
_FACES = 6
_STAFF = 0.5
"""What a step of those counts who do not fight themselves."""


def might_of(game: Game, state: State, unit: Unit) -> Might:
    """Combat values as they are printed and worn down; guns count by their fire when others attack."""
    materials: Materials = game.materials
    if not materials.is_on_map(unit):
        return NO_MIGHT
    kind = materials.kind(unit)
    if kind.is_combat or kind.is_vehicle:
        value = float(combat_value(game, state, unit))
        worth = 1.0
    elif kind.is_support:
        value, worth = fire_value(game, unit, HALVES) / 2, 1.0
    else:
        return Might(0.0, 0.0, 1, _STAFF, 2)
    if ROUTED in unit.marks:
        value /= 2
    return Might(value, value, max(1, strength(materials, unit)), worth, max(1, allowance(game, state, unit) // 2))


def stakes(game: Game, state: State, side: Side) -> Mapping[Location, Number]:
    """The objectives of the scenario that this side can make count or keep from counting."""
    objectives = game.materials.brief.scenario.objectives
    return {game.board.at(each.at): int(each.value or 0) for each in objectives}


def appraise(game: Game, state: State, side: Side) -> tuple[Term, ...]:
    """Points, strength points, and who has run."""
    points = total(score_terms(game, state)) * (1 if side == WHITE else -1)
    steps = {True: 0.0, False: 0.0}
    shaken = 0
    for unit in state.every_unit():
        might = might_of(game, state, unit)
        own = unit.side == side
        steps[own] += might.steps * might.worth
        if might.steps and ROUTED in unit.marks:
            shaken += 1 if own else -1
    return (
        Term(message(SCORE), points, "victory"),
        *step_terms(steps[True], steps[False], "1.2"),
        Term(message(SHAKEN), shaken, "8.2.6.D"),
    )


def prospect(game: Game, state: State, action: Action) -> Prospect:
    """Whoever moves first may attack from where it has come to; whoever attacks by night wears the army out."""
    if isinstance(action, BeginWith):
        return Prospect((Term(message(ORDER), int(action.what == MOVEMENT), "2"),))
    if isinstance(action, AttackByNight):
        return Prospect((Term(message(WEARINESS), _wearier(game, state), "9.1"),))
    return NO_PROSPECT


def _wearier(game: Game, state: State) -> Fraction:
    """How much likelier the army is tired when the turn ends, if it moves a box on; nothing when no turn follows."""
    materials: Materials = game.materials
    if state.turn >= materials.last_turn or state.values.get(NIGHT_ATTACK, False):
        return Fraction(0)
    box = int(state.values.get(FATIGUE, 0))
    return Fraction(tired_on(materials, box + 1) - tired_on(materials, box), _FACES)
