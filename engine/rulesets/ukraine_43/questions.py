"""What can be asked of a position of Ukraine '43. Costs and points of movement are told in whole points and halves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from engine.core.answers import (
    AttackAnswer,
    ReachAnswer,
    ReachedLocation,
    Reckoning,
    ScoreAnswer,
    StackAnswer,
    SupplyAnswer,
    UnitAnswer,
    ZoneAnswer,
)
from engine.core.game import Game
from engine.core.ids import UnitId
from engine.core.messages import message
from engine.core.ruleset import Question
from engine.core.state import State, Unit
from engine.core.terms import Number, Op, Term
from engine.mechanics.position_answers import reached_places, score_answer, zone_answer
from engine.mechanics.stack_in_hand import spent
from engine.rulesets.ukraine_43.cases import rule
from engine.rulesets.ukraine_43.combat.declaration import OVERRUN, AttackFrame
from engine.rulesets.ukraine_43.combat.declaration import about_attack as attack_of
from engine.rulesets.ukraine_43.combat.overrun import Overrun, overrun_refusal
from engine.rulesets.ukraine_43.ground import HALVES
from engine.rulesets.ukraine_43.logistics import isolation_terms
from engine.rulesets.ukraine_43.marches import reach
from engine.rulesets.ukraine_43.materials import Materials
from engine.rulesets.ukraine_43.movement import MovementFrame, one_hex_case
from engine.rulesets.ukraine_43.movers import unit_refusal
from engine.rulesets.ukraine_43.names import SIDES, UNSUPPLIED
from engine.rulesets.ukraine_43.ratings import Mode, allowance, goes_one_hex, movement_terms
from engine.rulesets.ukraine_43.special_moves import Hand
from engine.rulesets.ukraine_43.stacking import overstacking, stack_size
from engine.rulesets.ukraine_43.standing import zones
from engine.rulesets.ukraine_43.supply import ISOLATED
from engine.rulesets.ukraine_43.supply import about_supply as supply_of
from engine.rulesets.ukraine_43.victory import outcome_now, score_terms


def _points(halves: int) -> Number:
    found = Fraction(halves, HALVES)
    return int(found) if found.denominator == 1 else found


def _number(label: str, value: int, case: str) -> Reckoning:
    return Reckoning.of(Term(message(label), value, case))


def about_unit(game: Game, state: State, asked: Mapping[str, Any]) -> UnitAnswer:
    """What a unit is worth by itself; what it has nothing to do with is left out."""
    materials: Materials = game.materials
    unit = state.unit(UnitId(asked["unit"]))
    kind, face = materials.kind(unit), materials.face(unit)
    factors: dict[str, Reckoning] = {}
    if kind.is_ground:
        factors["attack"] = Reckoning.of(*_attack_terms(unit, face.attack))
        factors["defence"] = Reckoning.of(_defence_term(unit, face.defence))
        factors["steps"] = _number("term.u43.steps", materials.steps(unit), "8.7")
    if kind.is_air:
        factors["range"] = _number("term.u43.range", face.range, "15.4")
    else:
        factors["movement"] = _movement(game, state, unit, Mode.MOVEMENT)
    return UnitAnswer(unit.id, unit.at, factors, tuple(sorted(unit.marks)))


@rule("4.9", "4.10", "11.3")
def _movement(game: Game, state: State, unit: Unit, mode: Mode) -> Reckoning:
    """The movement points of a unit, and the case by which it goes one hex at the most whatever they are."""
    terms = movement_terms(game, state, unit)
    if not goes_one_hex(game, state, unit, mode):
        return Reckoning.of(*terms)
    return Reckoning.of(*terms, Term(message("term.u43.one-hex"), 1, one_hex_case(mode), Op.NOTE))


@rule("14.5")
def _attack_terms(unit: Unit, printed: int) -> Iterator[Term]:
    """The factor of attack, half of it without supply, rounded up."""
    yield Term(message("term.u43.attack", unit=unit.id), printed, "8.3")
    if UNSUPPLIED in unit.marks:
        yield Term(message("term.u43.halved", unit=unit.id), -(printed // 2), "14.5")


def _defence_term(unit: Unit, printed: int) -> Term:
    return Term(message("term.u43.defence", unit=unit.id), printed, "8.3")


@rule("5.1", "14.5", "23.2")
def about_stack(game: Game, state: State, asked: Mapping[str, Any]) -> StackAnswer:
    """What a stack is worth together, and whether it may stand so; headquarters defend only where they are alone."""
    materials: Materials = game.materials
    at = game.board.at(asked["at"])
    units = state.at(at)
    side = units[0].side if units else SIDES[0]
    mine = tuple(unit for unit in units if unit.side == side)
    troops = [unit for unit in mine if materials.kind(unit).is_ground]
    fighting = [unit for unit in troops if not materials.kind(unit).is_headquarters]
    factors = {
        "attack": Reckoning.of(
            *(term for unit in fighting for term in _attack_terms(unit, materials.face(unit).attack))
        ),
        "defence": Reckoning.of(*(_defence_term(unit, materials.face(unit).defence) for unit in fighting or troops)),
    }
    wrong = overstacking(game, mine)
    size, limit = stack_size(game, mine)
    case = wrong.rule if wrong is not None else "5.3" if side == SIDES[0] else "5.2"
    return StackAnswer(at, state.stacks.get(at, ()), factors, size, limit, wrong is None, case)


def mode_of(state: State) -> Mode:
    """The phase of movement that stands; that of movement itself where none does."""
    found = (frame.mode for frame in reversed(state.frames) if isinstance(frame, MovementFrame))
    return next(found, Mode.MOVEMENT)


def about_reach(game: Game, state: State, asked: Mapping[str, Any]) -> ReachAnswer:
    """Where a unit can go in the phase that stands; one of the other side, when its own movement comes."""
    unit = state.unit(UnitId(asked["unit"]))
    mode = mode_of(state) if unit.side == state.side else Mode.MOVEMENT
    terms = _movement(game, state, unit, mode)
    refused = unit_refusal(game, state, unit.id, mode)
    if refused is not None and unit.side == state.side:
        return ReachAnswer(unit.id, terms, (ReachedLocation(unit.at, 0, (unit.at,)),), 0)
    found = reach(game, state, unit, mode)
    places = reached_places(found, _points)
    left = 0 if goes_one_hex(game, state, unit, mode) else max(0, allowance(game, state, unit) - spent(unit))
    return ReachAnswer(unit.id, terms, places, _points(left))


@rule("6.1")
def about_zone(game: Game, state: State, asked: Mapping[str, Any]) -> ZoneAnswer:
    return zone_answer(game, state, asked, zones=zones, rule="6.1")


@rule("14.6")
def about_supply(game: Game, state: State, asked: Mapping[str, Any]) -> SupplyAnswer:
    """The line of a unit; of one that is isolated also what helps its die."""
    unit = state.unit(UnitId(asked["unit"]))
    found = supply_of(game, state, unit)
    if found.state != ISOLATED or not game.materials.kind(unit).is_ground:
        return found
    return replace(found, terms=(*found.terms, *isolation_terms(game, state, unit)))


def about_score(game: Game, state: State, asked: Mapping[str, Any]) -> ScoreAnswer:
    """The points, and what they would be worth if the game ended now."""
    return score_answer(score_terms(game, state), state.outcome or outcome_now(game, state))


def about_attack(game: Game, state: State, asked: Mapping[str, Any]) -> AttackAnswer:
    """The reckoning of an attack, and of an overrun with what forbids that here and now."""
    found = attack_of(game, state, asked)
    begun = bool(state.frames) and isinstance(state.frames[-1], AttackFrame)
    if not asked.get(OVERRUN) or begun or not found.attackers:
        return found
    hand = Hand(mode_of(state), found.attackers)
    return replace(found, refusal=overrun_refusal(game, state, hand, Overrun(found.attackers[0], found.target)))


QUESTIONS: dict[str, Question] = {
    "unit": about_unit,
    "stack": about_stack,
    "reach": about_reach,
    "zone": about_zone,
    "supply": about_supply,
    "attack": about_attack,
    "score": about_score,
}
