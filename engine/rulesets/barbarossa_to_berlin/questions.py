"""What can be asked of a position of Barbarossa to Berlin."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.core.answers import (
    ReachAnswer,
    Reckoning,
    ScoreAnswer,
    StackAnswer,
    SupplyAnswer,
    UnitAnswer,
)
from engine.core.game import Game
from engine.core.ids import UnitId
from engine.core.messages import message
from engine.core.ruleset import Question
from engine.core.state import State
from engine.core.terms import Term
from engine.mechanics.position_answers import reached_places, score_answer, stack_side
from engine.rulesets.barbarossa_to_berlin.activation import cost_of
from engine.rulesets.barbarossa_to_berlin.combat.declaration import about_attack
from engine.rulesets.barbarossa_to_berlin.materials import Materials
from engine.rulesets.barbarossa_to_berlin.movement import MovementChoices, MovementFrame, allowance_terms
from engine.rulesets.barbarossa_to_berlin.names import AXIS
from engine.rulesets.barbarossa_to_berlin.noted_supply import as_activated
from engine.rulesets.barbarossa_to_berlin.stacking import stacking_refusal
from engine.rulesets.barbarossa_to_berlin.supply import supply_of
from engine.rulesets.barbarossa_to_berlin.supply_lines import line_of
from engine.rulesets.barbarossa_to_berlin.supply_reasons import case_of, reasons
from engine.rulesets.barbarossa_to_berlin.victory import score_terms, standing


def about_unit(game: Game, state: State, asked: Mapping[str, Any]) -> UnitAnswer:
    """The factors of a unit; its movement as if its space were activated now, where it is not (13.1)."""
    unit = state.unit(UnitId(asked["unit"]))
    face = game.materials.face(unit)
    factors = {
        "combat": Reckoning.of(Term(message("term.btb.combat", unit=unit.id), face.combat, "11.2")),
        "loss": Reckoning.of(Term(message("term.btb.loss", unit=unit.id), face.loss, "11.3")),
        "movement": Reckoning.of(*allowance_terms(game, as_activated(game, state, unit))),
    }
    return UnitAnswer(unit.id, unit.at, factors, tuple(sorted(unit.marks)))


def about_stack(game: Game, state: State, asked: Mapping[str, Any]) -> StackAnswer:
    """What a space holds, and what it would cost to activate."""
    materials: Materials = game.materials
    at = game.board.at(asked["at"])
    units = state.at(at)
    fighting = [unit for unit in units if not materials.kind(unit).is_marker]
    wrong = stacking_refusal(game, units)
    strengths = (
        Term(message("term.btb.combat", unit=unit.id), materials.face(unit).combat, "11.2") for unit in fighting
    )
    factors = {
        "combat": Reckoning.of(*strengths),
        "activation": Reckoning.of(*cost_of(game, state, at, stack_side(units, state, AXIS))),
    }
    limit = materials.number("stacking")
    return StackAnswer(
        at, state.stacks.get(at, ()), factors, len(fighting), limit, wrong is None, wrong.rule if wrong else "9.1"
    )


def about_reach(game: Game, state: State, asked: Mapping[str, Any]) -> ReachAnswer:
    """Where a unit could go from where it is, activated or not."""
    unit = state.unit(UnitId(asked["unit"]))
    frame = state.frames[-1] if state.frames and isinstance(state.frames[-1], MovementFrame) else MovementFrame()
    route = MovementChoices(game, state, frame).route(unit.id)
    places = reached_places(route.reach())
    return ReachAnswer(unit.id, Reckoning.of(*allowance_terms(game, route.unit)), places, max(0, route.left))


def about_supply(game: Game, state: State, asked: Mapping[str, Any]) -> SupplyAnswer:
    """What supply a unit has, the line it comes along, and what else makes it so."""
    unit = state.unit(UnitId(asked["unit"]))
    supply = supply_of(game, state, unit, defending=bool(asked.get("defending")))
    path = line_of(game, state, unit, supply)
    source = path[-1] if path else None
    terms = reasons(game, state, unit, supply)
    return SupplyAnswer(unit.id, supply, source, path, len(path) - 1 if path else None, case_of(terms), terms)


def about_score(game: Game, state: State, asked: Mapping[str, Any]) -> ScoreAnswer:
    """The points, and who would have won if it all ended now."""
    return score_answer(score_terms(game, state), state.outcome or standing(game, state))


QUESTIONS: dict[str, Question] = {
    "unit": about_unit,
    "stack": about_stack,
    "reach": about_reach,
    "supply": about_supply,
    "attack": about_attack,
    "score": about_score,
}
