"""What computer players ask of Barbarossa to Berlin: how strong a unit is, what a space pays, what a card gives."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from engine.core.actions import PlayCard
from engine.core.appraisal import (
    ENEMY_CUT_OFF,
    ENEMY_STEPS,
    NO_MIGHT,
    NO_PROSPECT,
    OWN_CUT_OFF,
    OWN_STEPS,
    SCORE,
    Might,
    Prospect,
)
from engine.core.game import Game
from engine.core.ids import Location, Side
from engine.core.messages import message
from engine.core.records import Action
from engine.core.state import State, Unit
from engine.core.terms import Number, Term
from engine.rulesets.barbarossa_to_berlin.activation import Activate, active_units
from engine.rulesets.barbarossa_to_berlin.control import victory_points
from engine.rulesets.barbarossa_to_berlin.materials import Materials
from engine.rulesets.barbarossa_to_berlin.names import AXIS, COMBAT, MOVE, Supply, Use, enemy_of
from engine.rulesets.barbarossa_to_berlin.rounds import TakeAutomatic
from engine.rulesets.barbarossa_to_berlin.supply import supply_of

OPERATIONS = "appraisal.operations"
REDEPLOYMENT = "appraisal.redeployment"
REPLACEMENTS = "appraisal.replacements"
EVENT = "appraisal.event"


def might_of(game: Game, state: State, unit: Unit) -> Might:
    """The face of the counter; a step of an army counts more than one of a corps, by what it takes to be lost."""
    materials: Materials = game.materials
    kind = materials.kind(unit)
    if not materials.on_map[unit.at] or kind.is_marker:
        return NO_MIGHT
    face = materials.face(unit)
    steps = max(1, len(kind.faces) - unit.step)
    return Might(face.combat, face.combat, steps, max(1.0, face.loss / 2), max(1, face.movement - 1))


def stakes(game: Game, state: State, side: Side) -> Mapping[Location, Number]:
    """The spaces that move the victory points."""
    return dict.fromkeys(game.materials.with_feature("victory"), 1)


def appraise(game: Game, state: State, side: Side) -> tuple[Term, ...]:
    """Points, steps, and the steps that no supply reaches."""
    materials: Materials = game.materials
    steps = {True: 0.0, False: 0.0}
    cut_off = {True: 0.0, False: 0.0}
    for unit in state.every_unit():
        might = might_of(game, state, unit)
        if not might.steps:
            continue
        own = unit.side == side
        steps[own] += might.steps * might.worth
        if materials.on_map[unit.at] and supply_of(game, state, unit) is Supply.NONE:
            cut_off[own] += might.steps * might.worth
    return (
        Term(message(SCORE), victory_points(game, state) * (1 if side == AXIS else -1), "5.1"),
        Term(message(OWN_STEPS), Fraction(steps[True]), "11.3"),
        Term(message(ENEMY_STEPS), Fraction(steps[False]), "11.3"),
        Term(message(OWN_CUT_OFF), Fraction(cut_off[True]), "13.4.1"),
        Term(message(ENEMY_CUT_OFF), Fraction(cut_off[False]), "13.4.1"),
    )


def prospect(game: Game, state: State, action: Action) -> Prospect:
    """What a card gives in each of its uses, and what the units of a space could do once it is activated."""
    if isinstance(action, PlayCard):
        return Prospect(tuple(_card_terms(game, state, action)))
    if isinstance(action, TakeAutomatic):
        return Prospect((Term(message(OPERATIONS), 1, "7.2"),))
    if isinstance(action, Activate):
        units = active_units(game, state, state.side, action.at)
        if action.purpose == MOVE:
            return Prospect(movers=tuple(unit.id for unit in units))
        return Prospect(attacks=tuple(_attacks(game, state, units, action.at)))
    return NO_PROSPECT


def _card_terms(game: Game, state: State, action: PlayCard) -> Iterator[Term]:
    card = game.materials.cards[action.card]
    if action.use in (Use.OPERATIONS, Use.BOTH):
        yield Term(message(OPERATIONS), card.ops, "7.3")
    if action.use in (Use.EVENT, Use.BOTH):
        yield Term(message(EVENT), card.ops, "7.6")
    if action.use == Use.REDEPLOYMENT:
        yield Term(message(REDEPLOYMENT), card.ops, "7.4")
    if action.use == Use.REPLACEMENTS:
        short = sum(unit.step for unit in state.every_unit() if unit.side == state.side)
        yield Term(message(REPLACEMENTS), min(sum(card.replacements.values()), short), "7.5")


def _attacks(game: Game, state: State, units: tuple[Unit, ...], at: Location) -> Iterator[Mapping[str, Any]]:
    """The attacks on spaces beside this one, with whoever else has been activated for combat beside them."""
    materials: Materials = game.materials
    side = state.side
    for target in sorted(materials.neighbours[at]):
        if not any(unit.side == enemy_of(side) and not materials.kind(unit).is_marker for unit in state.at(target)):
            continue
        helpers = [
            unit.id
            for near in sorted(materials.neighbours[target])
            if near != at and state.marker(near, COMBAT)
            for unit in active_units(game, state, side, near)
        ]
        yield {"units": [*(unit.id for unit in units), *helpers], "target": game.board.key(target)}
