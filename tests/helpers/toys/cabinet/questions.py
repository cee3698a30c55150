"""What can be asked of a position of Cabinet; there are no zones, supply or advances in it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.core.answers import (
    AttackAnswer,
    ReachAnswer,
    ReachedLocation,
    Reckoning,
    ScoreAnswer,
    StackAnswer,
    UnitAnswer,
)
from engine.core.game import Game
from engine.core.ids import Location, UnitId
from engine.core.messages import message
from engine.core.ruleset import Question
from engine.core.state import State, Unit
from engine.core.terms import Term, total
from engine.mechanics.reckoning import attack_answer
from tests.helpers.toys.cabinet.combat import attack_fire, fire_of, strength_terms, throw_of
from tests.helpers.toys.cabinet.materials import Materials, enemy_of
from tests.helpers.toys.cabinet.operations import left_over, reach
from tests.helpers.toys.cabinet.records import OperationsFrame
from tests.helpers.toys.cabinet.victory import score_terms, sudden_death


def _allowance(game: Game, unit: Unit) -> Reckoning:
    return Reckoning.of(Term(message("term.allowance"), left_over(game, unit), "4.2"))


def about_unit(game: Game, state: State, asked: Mapping[str, Any]) -> UnitAnswer:
    unit = state.unit(UnitId(asked["unit"]))
    factors = {"strength": Reckoning.of(*strength_terms(game, (unit,))), "movement": _allowance(game, unit)}
    return UnitAnswer(unit.id, unit.at, factors, tuple(sorted(unit.marks)))


def about_stack(game: Game, state: State, asked: Mapping[str, Any]) -> StackAnswer:
    materials: Materials = game.materials
    at = game.board.at(asked["at"])
    units = state.at(at)
    limit = materials.number("stack_limit")
    factors = {"strength": Reckoning.of(*strength_terms(game, units))}
    return StackAnswer(at, state.stacks.get(at, ()), factors, len(units), limit, len(units) <= limit, "1.2")


def about_reach(game: Game, state: State, asked: Mapping[str, Any]) -> ReachAnswer:
    unit = state.unit(UnitId(asked["unit"]))
    found = reach(game, state, unit)
    places = tuple(ReachedLocation(at, cost, found.path_to(at)) for at, cost in sorted(found.costs.items()))
    return ReachAnswer(unit.id, _allowance(game, unit), places)


def attack_origin(game: Game, state: State, asked: Mapping[str, Any]) -> Location:
    """The space an attack is made from: named, or that of the first of its units."""
    if "from" in asked:
        return game.board.at(asked["from"])
    return state.unit(UnitId(asked["units"][0])).at


def about_attack(game: Game, state: State, asked: Mapping[str, Any]) -> AttackAnswer:
    """The attacker's half of a combat; the shift of an offensive counts while one is under way."""
    origin, target = attack_origin(game, state, asked), game.board.at(asked["target"])
    shift = max((frame.shift for frame in state.frames if isinstance(frame, OperationsFrame)), default=0)
    ours, theirs = state.at(origin), state.at(target)
    fire = attack_fire(game, state, origin, target, shift)
    answering = fire_of(game, enemy_of(fire.side), theirs, ())
    attack, defence = (Reckoning.of(*strength_terms(game, units)) for units in (ours, theirs))
    return attack_answer(
        fire,
        (throw_of(game, fire, theirs, attacking=True), throw_of(game, answering, ours, attacking=False)),
        sides=(fire.side, enemy_of(fire.side)),
        attackers=state.stacks.get(origin, ()),
        target=target,
        attack=attack,
        defence=defence,
        odds=f"{attack.value}:{defence.value}",
        rule="5.1",
        die=asked.get("die"),
    )


def about_score(game: Game, state: State, asked: Mapping[str, Any]) -> ScoreAnswer:
    terms = score_terms(game, state)
    winner = sudden_death(game, state)
    level = "sudden-death" if winner else "points" if total(terms) else "draw"
    return ScoreAnswer(Reckoning.of(*terms), winner, level)


QUESTIONS: dict[str, Question] = {
    "unit": about_unit,
    "stack": about_stack,
    "reach": about_reach,
    "attack": about_attack,
    "score": about_score,
}
