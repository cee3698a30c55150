"""What computer players ask of Barbarossa to Berlin: how strong a unit is, what a space pays, what a card gives."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np

from engine.core.actions import PlayCard
from engine.core.appraisal import (
    NO_MIGHT,
    NO_PROSPECT,
    OPERATIONS,
    SCORE,
    Might,
    Prospect,
    cut_off_terms,
    of_the_record,
    step_terms,
)
from engine.core.game import Game
from engine.core.ids import Location, Side
from engine.core.messages import message
from engine.core.records import Action
from engine.core.state import Of, State, Unit, derived
from engine.core.terms import Number, Term
from engine.rulesets.barbarossa_to_berlin.activation import Activate, active_units
from engine.rulesets.barbarossa_to_berlin.combat.eligibility import closed_until
from engine.rulesets.barbarossa_to_berlin.control import STALIN_POINTS, victory_points
from engine.rulesets.barbarossa_to_berlin.exposure import exposed, open_spaces
from engine.rulesets.barbarossa_to_berlin.influence import balances
from engine.rulesets.barbarossa_to_berlin.materials import Materials
from engine.rulesets.barbarossa_to_berlin.names import (
    ALLIED,
    AXIS,
    COMBAT,
    MOVE,
    ROUND,
    Nation,
    Supply,
    Use,
    enemy_of,
    reserve_box,
)
from engine.rulesets.barbarossa_to_berlin.orders import PlaceStandFast
from engine.rulesets.barbarossa_to_berlin.rounds import TakeAutomatic
from engine.rulesets.barbarossa_to_berlin.supply import Supplies, sources, supplies

REDEPLOYMENT = "appraisal.redeployment"
REPLACEMENTS = "appraisal.replacements"
EVENT = "appraisal.event"
STAND_FAST = "appraisal.stand-fast"
RESERVE = "appraisal.reserve"
INFLUENCE = "appraisal.influence"
OWN_EXPOSED, ENEMY_EXPOSED = "appraisal.own-exposed", "appraisal.enemy-exposed"
OWN_OPEN, ENEMY_OPEN = "appraisal.own-open", "appraisal.enemy-open"
CLOSED = Fraction(2, 5)
"""What is left of a space's worth while the Axis may not attack it."""
SOURCE = 3
"""What a source of supply is worth beside the points of its space; with the last of them goes the war."""
HOLDS = 1.0
"""What any unit adds to the hold on a space, however weak it is."""
ROUNDS = 6
"""How many rounds a turn has; the first has one."""
LAST_WORD = 6.0
"""How much more an open road counts where the enemy can take it and nobody could come to the rescue."""
RESCUE = 0.25
"""How much each round that is left helps those who are cut off."""


@of_the_record
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
    """What moves the victory points, and the sources of supply; less where no attack is allowed before its event."""
    return _stakes(game, state, _stalin_at(game, state))


@derived("control", "values")
def _stakes(game: Game, state: State, stalin: Location | None) -> Mapping[Location, Number]:
    found: dict[Location, Number] = dict.fromkeys(game.materials.with_feature("victory"), 1)
    if stalin is not None:
        found[stalin] = found.get(stalin, 0) + STALIN_POINTS
    for at in (*sources(game, state, Nation.GERMAN), *sources(game, state, Nation.SOVIET)):
        found[at] = found.get(at, 0) + SOURCE
    closed = (at for at in found if state.control.get(at) == ALLIED and closed_until(game, state, at))
    return {**found, **{at: found[at] * CLOSED for at in closed}}


@derived("bodies", "stacks", of=ALLIED)
def _stalin_at(game: Game, state: State) -> Location | None:
    """Where Stalin is, while he is on the map."""
    materials: Materials = game.materials
    found = (unit.at for unit in state.every_unit() if materials.kind(unit).is_marker and materials.on_map[unit.at])
    return next(found, None)


@dataclass(slots=True)
class Muster:
    """What a side has: its steps and its strength by nation and space, and the steps in its reserve."""

    steps: dict[tuple[Nation, Location], float] = field(default_factory=dict)
    strengths: dict[tuple[Nation, Location], float] = field(default_factory=dict)
    reserve: int = 0

    def cut_off(self, found: Supplies) -> list[tuple[Nation, Location]]:
        """Where those stand whom no supply reaches."""
        return [(nation, at) for nation, at in self.steps if found.at(nation, at) is Supply.NONE]


@derived("bodies", "stacks", of=Of.ARGUMENT)
def muster_of(game: Game, state: State, side: Side) -> Muster:
    """All of a side on the map and in reserve."""
    materials: Materials = game.materials
    on_map, kinds, box = materials.on_map, materials.kind, game.board.at(reserve_box(side))
    found = Muster()
    for unit in state.every_unit():
        if unit.side != side:
            continue
        if not on_map[unit.at]:
            found.reserve += len(kinds(unit).faces) - unit.step if unit.at == box else 0
            continue
        might = might_of(game, state, unit)
        if might.steps:
            key = (kinds(unit).nation, unit.at)
            found.steps[key] = found.steps.get(key, 0.0) + might.steps * might.worth
            found.strengths[key] = found.strengths.get(key, 0.0) + might.attack + HOLDS
    return found


def appraise(game: Game, state: State, side: Side) -> tuple[Term, ...]:
    """Points, steps, those that no supply reaches, reserves, and who is near to the spaces that pay."""
    own, enemy = muster_of(game, state, side), muster_of(game, state, enemy_of(side))
    found = supplies(game, state)
    lost, gone = own.cut_off(found), enemy.cut_off(found)
    own_lost = starving(game, state, side) * sum(own.steps[key] for key in lost)
    enemy_lost = starving(game, state, enemy_of(side)) * sum(enemy.steps[key] for key in gone)
    threat, risked = _threatened(game, state, side, own, lost)
    hope, offered = _threatened(game, state, enemy_of(side), enemy, gone)
    left = time_left(game, state)
    near = left * _nearest(game, state, side, (own, lost), (enemy, gone)) if left else 0.0
    return (
        Term(message(SCORE), victory_points(game, state) * (1 if side == AXIS else -1), "5.1"),
        *step_terms(sum(own.steps.values()), sum(enemy.steps.values()), "11.3"),
        *cut_off_terms(own_lost, enemy_lost, "13.4.4"),
        Term(message(OWN_EXPOSED), Fraction(threat), "13.1"),
        Term(message(ENEMY_EXPOSED), Fraction(hope), "13.1"),
        Term(message(OWN_OPEN), risked + _open_points(game, state, side), "5.1"),
        Term(message(ENEMY_OPEN), offered + _open_points(game, state, enemy_of(side)), "5.1"),
        Term(message(RESERVE), own.reserve - enemy.reserve, "11.3.1"),
        Term(message(INFLUENCE), Fraction(near), "5.1"),
    )


def _threatened(
    game: Game, state: State, side: Side, muster: Muster, lost: list[tuple[Nation, Location]]
) -> tuple[float, int]:
    """The steps of a side that are supplied, and that the next march of the enemy could cut off; and points with them.

    On turn 1 the Allies have the last word before attrition: nobody comes to the rescue, and what is held goes too.
    """
    if not rounds_left(game, state, enemy_of(side)):
        return 0.0, 0
    found = [key for key in exposed(game, state, side, muster.steps) if key not in lost]
    steps = sum(muster.steps[key] for key in found)
    if state.turn > 1 or side == ALLIED:
        return starving(game, state, side) * steps, 0
    held = frozenset(at for _, at in found).intersection(game.materials.with_feature("victory"))
    return LAST_WORD * steps, len(held)


def _open_points(game: Game, state: State, side: Side) -> int:
    """The points that the enemy could walk into, and the sources, which nobody can do without."""
    if not rounds_left(game, state, enemy_of(side)):
        return 0
    found, stalin = open_spaces(game, state, side), _stalin_at(game, state)
    points = len(found.intersection(game.materials.with_feature("victory")))
    group = Nation.GERMAN if side == AXIS else Nation.SOVIET
    points += 2 * SOURCE * len(found.intersection(sources(game, state, group)))
    return points + (STALIN_POINTS if side == ALLIED and stalin in found else 0)


def _nearest(
    game: Game,
    state: State,
    side: Side,
    own: tuple[Muster, list[tuple[Nation, Location]]],
    enemy: tuple[Muster, list[tuple[Nation, Location]]],
) -> float:
    """Whose strength weighs more upon the spaces that pay; those who are cut off weigh nothing."""
    fields = []
    for muster, out in (own, enemy):
        strengths = np.zeros(game.board.size)
        for key, strength in muster.strengths.items():
            if key not in out:
                strengths[key[1]] += strength
        fields.append(strengths)
    found = stakes(game, state, side)
    return float(balances(game, tuple(found), *fields) @ np.array([float(worth) for worth in found.values()]))


def rounds_left(game: Game, state: State, side: Side, *, is_of_turn: bool = False) -> int:
    """How many rounds a side still has, in the game or in the turn, the one it is in included."""
    rounds = ROUNDS if state.turn > 1 else 1
    is_over = side == AXIS and state.side == ALLIED
    left = max(0, rounds - int(state.values.get(ROUND, 1)) + (not is_over))
    return left if is_of_turn else left + ROUNDS * (game.materials.brief.scenario.last_turn - state.turn)


def starving(game: Game, state: State, side: Side) -> float:
    """How likely whoever is cut off now is lost: the fewer rounds are left before attrition, the likelier."""
    left = rounds_left(game, state, side, is_of_turn=True)
    if not left and state.turn > 1:
        left = ROUNDS
    return 1.0 / (1.0 + RESCUE * left)


def time_left(game: Game, state: State) -> float:
    """How much of what lies ahead can still come about: all of it while a turn is left, nothing in the last round."""
    return min(1.0, (rounds_left(game, state, ALLIED) - 1) / ROUNDS)


def prospect(game: Game, state: State, action: Action) -> Prospect:
    """What a card gives in each of its uses, and what the units of a space could do once it is activated."""
    if isinstance(action, PlayCard):
        return Prospect(tuple(_card_terms(game, state, action)))
    if isinstance(action, PlaceStandFast):
        steps = sum(might_of(game, state, unit).steps for unit in state.at(action.at))
        return Prospect((Term(message(STAND_FAST), steps, "8.5"),))
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
