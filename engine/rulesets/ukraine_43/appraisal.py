"""What computer players ask of Ukraine '43: how strong a unit is, what a place pays, what a position holds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from engine.core.appraisal import (
    NO_MIGHT,
    NO_PROSPECT,
    SCORE,
    Might,
    Prospect,
    cut_off_terms,
    of_the_record,
    step_terms,
)
from engine.core.game import Game
from engine.core.ids import Location, Side, UnitId
from engine.core.messages import message
from engine.core.records import Action
from engine.core.state import State, Unit
from engine.core.terms import Number, Term, total
from engine.mechanics.stack_in_hand import spent
from engine.rulesets.ukraine_43.assaults import PlaceAssault, assault_refusal
from engine.rulesets.ukraine_43.combat.supports import AIR, ARTILLERY
from engine.rulesets.ukraine_43.ground import HALVES
from engine.rulesets.ukraine_43.materials import Materials
from engine.rulesets.ukraine_43.movement import MovementFrame
from engine.rulesets.ukraine_43.names import (
    ASSAULT,
    AXIS,
    DAS,
    DISPLACED,
    DISRUPTED,
    EXHAUSTED,
    EXTENDED,
    FLOWN,
    MOVED,
    SOVIET,
    UNSUPPLIED,
    Role,
    enemy_of,
)
from engine.rulesets.ukraine_43.ratings import Mode, allowance, paces
from engine.rulesets.ukraine_43.special_moves import Hand
from engine.rulesets.ukraine_43.standing import standing, troops
from engine.rulesets.ukraine_43.supply import supplied_places
from engine.rulesets.ukraine_43.victory import margin, score_terms

DISORDER = "appraisal.disorder"
"""Own steps in disorder, less those of the enemy."""
ORDINARY = 4.0
"""The sum of both factors of a step that counts 1."""
COMMAND_WORTH = 2.0
"""What the one step of a headquarters counts."""
LEADER_REACH = 4
UNREADY = frozenset({DISRUPTED, EXHAUSTED, DISPLACED, FLOWN, DAS})
"""In what state nobody helps an attack."""
DECISIVE = 4
"""What a place counts more by that would end the game."""
SOURCE_STAKE = 2
"""What a source on the map edge is worth to whoever keeps the enemy from it."""


@of_the_record
def might_of(game: Game, state: State, unit: Unit) -> Might:
    """Factors of the face that lies up; a disordered unit attacks nobody, and one without supply with half."""
    materials: Materials = game.materials
    if not materials.is_on_map(unit):
        return NO_MIGHT
    kind, face = materials.kind(unit), materials.face(unit)
    if kind.is_air:
        return NO_MIGHT
    reach = max(1, face.movement // 2)
    if kind.is_leader or kind.gives_command:
        return Might(0.0, float(face.defence), materials.steps(unit), COMMAND_WORTH, LEADER_REACH)
    steps = materials.steps(unit)
    attack, defence = float(face.attack), float(face.defence)
    worth = max(0.5, (attack + defence) / (ORDINARY * steps)) if steps else 0.0
    if DISRUPTED in unit.marks or EXHAUSTED in unit.marks:
        attack = 0.0 if kind.is_artillery else attack / 2
    if UNSUPPLIED in unit.marks:
        attack /= 2
    return Might(attack, defence, steps, worth, reach)


def support_range(game: Game, unit: Unit, at: Location) -> int:
    """How far artillery fires that is in order, has not fired yet and enters one hex at the most.

    Zhukov and aircraft help if they stay: a change of base is a mission too. Headquarters reach as far as their link,
    wherever they go. Manstein leads nobody (4.8, 15.3, 22.3, 23.2, 26.1.A).
    """
    materials: Materials = game.materials
    kind = materials.kind(unit)
    is_ready = not UNREADY & unit.marks and materials.is_on_map(unit)
    steps = game.board.distance(unit.at, at) if is_ready else None
    if steps is None:
        return 0
    if kind.is_air:
        return materials.face(unit).range if not steps and UNSUPPLIED not in unit.marks else 0
    if kind.gives_command:
        return materials.number("command_hexes")
    if kind.is_artillery:
        return materials.number("artillery_range") if paces(unit) + steps <= 1 else 0
    return materials.number("leader_range") if kind.role is Role.ZHUKOV and not steps else 0


def helped(game: Game, state: State, asked: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """An attack with a plane and the artillery that could come into range, two divisions if one is of the Guards."""
    materials: Materials = game.materials
    target = game.board.at(str(asked["target"]))
    side = state.unit(UnitId(str(asked["units"][0]))).side
    guns, planes = [], []
    for unit in state.every_unit():
        if unit.side != side or not materials.is_on_map(unit):
            continue
        distance = game.board.distance(unit.at, target)
        if distance is None:
            continue
        kind, face = materials.kind(unit), materials.face(unit)
        reach = support_range(game, unit, unit.at) if kind.is_artillery else 0
        if reach and distance <= reach + (1 if not paces(unit) else 0):
            guns.append((not kind.is_breakthrough, unit.id))
        elif kind.is_air and not {FLOWN, DAS, DISRUPTED, UNSUPPLIED} & unit.marks and distance <= face.range:
            planes.append(unit.id)
    firing = sorted(guns)[: 1 if all(is_regular for is_regular, _ in guns) else 2]
    help_: dict[str, Any] = {ARTILLERY: [unit for _, unit in firing], AIR: planes[:1]}
    found = {name: units for name, units in help_.items() if units}
    return {**asked, **found} if found else None


def can_strike(game: Game, state: State, unit: Unit, at: Location, cost: Number) -> bool:
    """In exploitation those who can still take an assault marker there, in reaction nobody (4.7, 4.9, 4.10)."""
    mode = next((each.mode for each in reversed(state.frames) if isinstance(each, MovementFrame)), Mode.MOVEMENT)
    if mode is Mode.MOVEMENT:
        return EXTENDED not in unit.marks
    if mode is Mode.REACTION or ASSAULT in unit.marks:
        return ASSAULT in unit.marks and at == unit.at
    if MOVED in unit.marks or DISRUPTED in unit.marks:
        return False
    materials: Materials = game.materials
    if not materials.kind(unit).is_mech:
        return at == unit.at and not paces(unit)
    left = allowance(game, state, unit) - spent(unit) - HALVES * cost
    return bool(left >= HALVES * materials.number("assault_points"))


def prospect(game: Game, state: State, action: Action) -> Prospect:
    """An assault marker opens attacks in the second combat phase, with all who have one or could."""
    if not isinstance(action, PlaceAssault):
        return NO_PROSPECT
    unit = state.unit(action.unit)
    enemies = standing(game, state, enemy_of(unit.side)).occupied
    near = sorted(target for target in game.materials.ground.around[unit.at] if target in enemies)
    return Prospect(attacks=tuple(_assault_on(game, state, unit, target) for target in near))


def _assault_on(game: Game, state: State, first: Unit, target: Location) -> Mapping[str, Any]:
    """The question about an attack in the second combat phase."""
    joining = (unit.id for unit in _who_assaults(game, state, first.side, target) if unit.id != first.id)
    return {"units": [first.id, *joining], "target": game.board.key(target)}


def _who_assaults(game: Game, state: State, side: Side, target: Location) -> Iterator[Unit]:
    hand = Hand(Mode.EXPLOITATION)
    for at in sorted(game.materials.ground.around[target]):
        for unit in troops(game, state, at, side):
            if might_of(game, state, unit).attack > 0 and (
                ASSAULT in unit.marks or assault_refusal(game, state, hand, unit.id) is None
            ):
                yield unit


def holder_of_source(game: Game, state: State, at: Location) -> Side | None:
    """Whose a source of the Soviet side is: the Axis's only while it stands there (30.2.B); None of any other hex."""
    if at not in game.materials.ground.soviet_edge:
        return None
    return AXIS if at in standing(game, state, AXIS).occupied else SOVIET


def stakes(game: Game, state: State, side: Side) -> Mapping[Location, Number]:
    """The victory hexes, and the sources whose loss costs the Soviet side points; more where they end the game."""
    materials: Materials = game.materials
    limit, now = materials.number("sudden_death"), margin(game, state)
    found: dict[Location, Number] = {}
    for each in materials.brief.scenario.objectives:
        worth = int(each.value or 0)
        found[game.board.at(each.at)] = worth + _urgency(worth, limit - now)
    for at in materials.ground.edge_sources(SOVIET):
        found[at] = found.get(at, 0) + SOURCE_STAKE + _urgency(SOURCE_STAKE, limit + now)
    return found


def _urgency(worth: int, missing: int) -> int:
    """What a place counts more by whose points, or twice as many, are all that is missing to sudden death."""
    return DECISIVE if worth >= missing else DECISIVE // 2 if 2 * worth >= missing else 0


def appraise(game: Game, state: State, side: Side) -> tuple[Term, ...]:
    """Points, steps by their factors, the steps that no line reaches now, and who is in disorder."""
    materials: Materials = game.materials
    points = total(score_terms(game, state)) * (1 if side == SOVIET else -1)
    fed = {each: supplied_places(game, state, each) for each in game.ruleset.sides}
    steps, cut_off, disorder = {True: 0.0, False: 0.0}, {True: 0.0, False: 0.0}, 0.0
    for unit in state.every_unit():
        if not materials.is_on_map(unit):
            continue
        might = might_of(game, state, unit)
        own, weight = unit.side == side, might.steps * might.worth
        steps[own] += weight
        if unit.at not in fed[unit.side]:
            cut_off[own] += weight
        if DISRUPTED in unit.marks:
            disorder += weight if own else -weight
    return (
        Term(message(SCORE), points, "30.2.A"),
        *step_terms(steps[True], steps[False], "8.7"),
        *cut_off_terms(cut_off[True], cut_off[False], "14.4"),
        Term(message(DISORDER), Fraction(disorder), "11.1"),
    )
