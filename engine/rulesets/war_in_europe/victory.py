"""4.3: how the game is won. The rulebook leaves that to its scenarios; here each objective is worth its points.

Objectives count for whoever holds them, or only for the side that they are for. The Axis counts positive, the Allies
negative; `victory_levels` of the charts say what a score is called.
"""

from __future__ import annotations

from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.messages import message
from engine.core.records import Outcome
from engine.core.state import State
from engine.core.terms import Term, total
from engine.rulesets.war_in_europe.cases import rule
from engine.rulesets.war_in_europe.materials import Materials
from engine.rulesets.war_in_europe.names import AXIS, SIDES

CASE = "4.3"


@rule("4.3")
def score_terms(game: Game, state: State) -> tuple[Term, ...]:
    """What the objectives are worth now; positive for the Axis."""
    terms = []
    for objective in game.materials.brief.scenario.objectives:
        at = game.board.at(objective.at)
        held = state.control.get(at)
        if held is None or not objective.counts_for(held):
            continue
        value = int(objective.value or 0)
        said = message("term.wie.objective", place=objective.name or game.board.label(at))
        terms.append(Term(said, value if held == AXIS else -value, CASE))
    return tuple(terms)


@rule("4.3")
def outcome_now(game: Game, state: State) -> Outcome:
    """The result if the game ended as it stands: the highest level whose threshold the score reaches."""
    materials: Materials = game.materials
    score = int(total(score_terms(game, state)))
    levels = sorted(
        ((int(least), str(name)) for name, least in materials.named("victory_levels").items()), reverse=True
    )
    level = next((name for least, name in levels if score >= least), levels[-1][1])
    side, _, degree = level.partition("-")
    return Outcome(next((each for each in SIDES if each == side), None), degree or level, CASE)


@rule("4.3")
def finish_if_over(game: Game, draft: Draft) -> None:
    """The game ends with its last turn."""
    if draft.state.turn >= game.materials.last_turn:
        draft.finish(outcome_now(game, draft.state))
