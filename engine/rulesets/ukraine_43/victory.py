"""Chapter 30: victory. The Soviet side has to keep pace with the reference points of the turn track.

What a score is called at the end of a scenario is a reconstruction (ruling 40): `victory_levels` of the charts, by how
far it is above or below the reference points of the last turn.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.messages import message
from engine.core.records import Outcome
from engine.core.state import State
from engine.core.terms import Term, total
from engine.rulesets.ukraine_43.cases import rule
from engine.rulesets.ukraine_43.materials import Materials
from engine.rulesets.ukraine_43.names import AXIS, SOVIET
from engine.rulesets.ukraine_43.standing import standing
from engine.rulesets.ukraine_43.supply import supplied_places


@rule("30.2.A")
def objective_terms(game: Game, state: State) -> tuple[Term, ...]:
    """The objectives that the Soviet side controls and that are in supply."""
    reached = supplied_places(game, state, SOVIET)
    terms = []
    for objective in game.materials.brief.scenario.objectives:
        at = game.board.at(objective.at)
        if state.control.get(at) == SOVIET and at in reached:
            said = message("term.u43.objective", place=objective.name or game.board.label(at))
            terms.append(Term(said, int(objective.value or 0), "30.2.A"))
    return tuple(terms)


@rule("30.2.B")
def lost_source_terms(game: Game, state: State) -> tuple[Term, ...]:
    """Two points less for each Soviet source on the map edge with an Axis unit in it."""
    materials: Materials = game.materials
    held = standing(game, state, AXIS).occupied
    return tuple(
        Term(message("term.u43.source-lost", hex=game.board.label(at)), -materials.number("source_lost"), "30.2.B")
        for at in materials.ground.edge_sources(SOVIET)
        if at in held
    )


def score_terms(game: Game, state: State) -> tuple[Term, ...]:
    """The victory points of the Soviet side."""
    return (*objective_terms(game, state), *lost_source_terms(game, state))


@rule("30.1")
def margin(game: Game, state: State) -> int:
    """How far the Soviet side is above the reference points of the turn."""
    materials: Materials = game.materials
    return int(total(score_terms(game, state))) - materials.turn_number(state.turn, "reference")


@rule("30.1")
def outcome_now(game: Game, state: State) -> Outcome:
    """The result if the game ended as it stands."""
    levels = game.materials.charts.parameter("victory_levels")
    assert isinstance(levels, Mapping)
    ordered = sorted(((int(least), str(name)) for name, least in levels.items()), reverse=True)
    found = margin(game, state)
    level = next((name for least, name in ordered if found >= least), ordered[-1][1])
    side, _, degree = level.partition("-")
    winner = next((each for each in (SOVIET, AXIS) if each == side), None)
    return Outcome(winner, degree or level, "30.1")


@rule("30.1", "3.E")
def finish_if_over(game: Game, draft: Draft) -> None:
    """Six points above or below the reference end the game at once; else it ends with its last turn."""
    found = margin(game, draft.state)
    sudden = game.materials.number("sudden_death")
    if abs(found) >= sudden:
        draft.finish(Outcome(SOVIET if found > 0 else AXIS, "sudden-death", "30.1"))
    elif draft.state.turn >= game.materials.last_turn:
        draft.finish(outcome_now(game, draft.state))
