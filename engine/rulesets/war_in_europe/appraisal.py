"""What computer players ask of War in Europe: how strong a unit is, what a place pays, what a position holds."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from immutables import Map

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
from engine.core.ids import NO_SIDE, Location, Side
from engine.core.messages import message
from engine.core.paths import UNREACHED
from engine.core.records import Action
from engine.core.state import State, Unit, derived
from engine.core.terms import Number, Term, total
from engine.rulesets.war_in_europe.air_deployment import AssignAir, assigned, note
from engine.rulesets.war_in_europe.air_tables import points_in
from engine.rulesets.war_in_europe.combat.strengths import printed
from engine.rulesets.war_in_europe.materials import Materials
from engine.rulesets.war_in_europe.names import ABOARD, AXIS, Mission, Role, ready
from engine.rulesets.war_in_europe.records import MovementFrame
from engine.rulesets.war_in_europe.supply import is_supplied, lines
from engine.rulesets.war_in_europe.victory import score_terms

ORDINARY = 6.0
"""The sum of both factors of a unit that counts 1."""
TRAIN_WORTH = 1.5
"""What a supply or a repair unit counts."""
SUPPLY_STAKE = 1
"""What the place of a mobile supply unit is worth."""
AIR = "appraisal.air"
"""How well air points are shared out among what they are good for."""
AIR_SHARES = {Mission.SUPERIORITY: Fraction(11, 20), Mission.SUPPORT: Fraction(9, 20)}
"""What part of its points on a front a side wants on each mission: whoever has the air lets the others live."""


@of_the_record
def might_of(game: Game, state: State, unit: Unit) -> Might:
    """The factors that lie up; the battle group on the back of a counter is a step of its own."""
    materials: Materials = game.materials
    if not materials.is_on_map(unit) or ABOARD in unit.marks:
        return NO_MIGHT
    kind = materials.kind(unit)
    face = kind.faces[min(unit.step, len(kind.faces) - 1)]
    reach = max(1, face.movement // 2)
    if kind.role in (Role.SUPPLY, Role.REPAIR, Role.CADRE):
        return Might(0.0, float(face.defence), 1, TRAIN_WORTH, reach)
    attack = float(printed(materials, unit, attacking=True))
    defence = float(printed(materials, unit, attacking=False))
    steps = max(1, len(kind.faces) - unit.step)
    return Might(attack, defence, steps, max(0.3, (face.attack + face.defence) / (ORDINARY * steps)), reach)


def stakes(game: Game, state: State, side: Side) -> Mapping[Location, Number]:
    """The objectives of the scenario, and the mobile supply units that a side has to keep or may take."""
    materials: Materials = game.materials
    found: dict[Location, Number] = {
        game.board.at(each.at): int(each.value or 0) for each in materials.brief.scenario.objectives
    }
    for unit in state.every_unit():
        if materials.is_on_map(unit) and materials.kind(unit).role is Role.SUPPLY:
            found[unit.at] = found.get(unit.at, 0) + SUPPLY_STAKE
    return found


@derived("units", "stacks", "control", "markers", "turn")
def fed_places(game: Game, state: State, side: Side) -> frozenset[Location]:
    """Where a unit of some nation of a side would be supplied."""
    materials: Materials = game.materials
    nations = {
        materials.kind(unit).nation for unit in state.every_unit() if unit.side == side and materials.is_on_map(unit)
    }
    known = {id(found): found for nation in sorted(nations) for found in (lines(game, state, side, nation),)}
    return frozenset(
        Location(at)
        for found in known.values()
        for costs in found.costs.values()
        for at, cost in enumerate(costs)
        if cost != UNREACHED
    )


def appraise(game: Game, state: State, side: Side) -> tuple[Term, ...]:
    """Points, units by their factors, and those that no line reaches now."""
    materials: Materials = game.materials
    points = total(score_terms(game, state)) * (1 if side == AXIS else -1)
    steps, cut_off = {True: 0.0, False: 0.0}, {True: 0.0, False: 0.0}
    fed: dict[tuple[Side, str, Location], bool] = {}
    for unit in state.every_unit():
        if unit.side == NO_SIDE or not materials.is_on_map(unit):
            continue
        might = might_of(game, state, unit)
        own, weight = unit.side == side, might.steps * might.worth
        steps[own] += weight
        key = (unit.side, unit.type, unit.at)
        if key not in fed:
            fed[key] = is_supplied(game, state, unit)
        if not fed[key]:
            cut_off[own] += weight
    return (
        Term(message(SCORE), points, "4.3"),
        *step_terms(steps[True], steps[False], "11.3"),
        *cut_off_terms(cut_off[True], cut_off[False], "14.41"),
    )


def can_strike(state: State) -> bool:
    """After the mechanised movement nobody attacks any more in the turn (4.2, 5.5)."""
    return not any(isinstance(frame, MovementFrame) and frame.again for frame in state.frames)


def prospect(game: Game, state: State, action: Action) -> Prospect:
    """What an assignment of air points is good for: each mission its part, and none more than that."""
    if not isinstance(action, AssignAir) or action.lift:
        return NO_PROSPECT
    notes = state.sealed.get(state.side, Map())
    has = points_in(state, ready(action.arm, action.front))
    before, after = (
        sum(
            _fullness(assigned(each, "air", action.front, mission, arm=action.arm), share * has)
            for mission, share in AIR_SHARES.items()
        )
        for each in (notes, notes.set(note(action), action.points))
    )
    return Prospect((Term(message(AIR), after - before, "13.11"),))


def _fullness(points: int, wanted: Fraction) -> Fraction:
    """How far a mission has what it wants; what is too much is taken from others."""
    return (min(Fraction(points), wanted) - max(Fraction(0), points - wanted) / 2) / wanted if wanted else Fraction(0)
