"""How the game is won: a reconstruction, since the rulebook leaves it to its scenarios (ruling 40).

Each place that a scenario names as an objective is worth its points to the side that it is for, or to whoever holds it.
The White side counts positive, the Red side negative; `victory_levels` of the charts say what a score is called.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.messages import message
from engine.core.records import Outcome
from engine.core.state import State
from engine.core.terms import Term, total
from engine.rulesets.white_october.cases import rule
from engine.rulesets.white_october.materials import Materials
from engine.rulesets.white_october.names import RED, WHITE

CASE = "victory"


@rule(CASE)
def score_terms(game: Game, state: State) -> tuple[Term, ...]:
    """What the objectives are worth now; positive for the White side."""
    materials: Materials = game.materials
    terms = []
    for objective in materials.brief.scenario.objectives:
        at = game.board.at(objective.at)
        held = state.control.get(at)
        if held is None or not objective.counts_for(held):
            continue
        value = int(objective.value or 0)
        said = message("term.wo.objective", place=objective.name or game.board.label(at))
        terms.append(Term(said, value if held == WHITE else -value, CASE))
    return tuple(terms)


def score_range(game: Game, state: State) -> tuple[int, int]:
    """From every objective in Red hands to every one in White hands, as far as each counts there."""
    materials: Materials = game.materials
    least = most = 0
    for objective in materials.brief.scenario.objectives:
        value = int(objective.value or 0)
        white = value if objective.side in (None, WHITE) else 0
        red = -value if objective.side in (None, RED) else 0
        least += min(0, white, red)
        most += max(0, white, red)
    return least, most


@rule(CASE)
def level_of(materials: Materials, score: int) -> str:
    """What a score is called: the highest level whose threshold it reaches."""
    levels = materials.charts.parameter("victory_levels")
    if not isinstance(levels, Mapping):
        raise TypeError("victory_levels goes by names")
    ordered = sorted(((int(least), str(name)) for name, least in levels.items()), reverse=True)
    return next((name for least, name in ordered if score >= least), ordered[-1][1])


@rule(CASE)
def outcome_now(game: Game, state: State) -> Outcome:
    """The result if the game ended as it stands."""
    level = level_of(game.materials, int(total(score_terms(game, state))))
    side, _, degree = level.partition("-")
    winner = next((each for each in (WHITE, RED) if each == side), None)
    return Outcome(winner, degree or level, CASE)


@rule(CASE)
def finish_if_over(game: Game, draft: Draft) -> None:
    """The game ends with its last turn."""
    if draft.state.turn >= game.materials.last_turn:
        draft.finish(outcome_now(game, draft.state))
