"""3.E, 28.1 and chapter 30: the points of the Soviet side, sudden death, and the verdict at the end.

All points are Soviet. Each turn of the track has a number of reference; six more or less than it end the game. What a
margin at the last turn is called is a reconstruction, as the rulebook leaves it to its scenarios (ruling 40).
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import Location
from engine.core.messages import message
from engine.core.records import Outcome
from engine.core.state import State
from engine.core.terms import Term, total
from engine.rulesets.ukraine_43.cases import rule
from engine.rulesets.ukraine_43.dam import dam_of
from engine.rulesets.ukraine_43.materials import Materials
from engine.rulesets.ukraine_43.names import AXIS, EXIT_POINTS, SOVIET, Dam
from engine.rulesets.ukraine_43.standing import is_held, standing
from engine.rulesets.ukraine_43.supply import supplied_places


@rule("30.2.A", "30.2.B", "30.2.C", "28.1")
def score_terms(game: Game, state: State) -> tuple[Term, ...]:
    """The points of the Soviet side, one by one."""
    return (
        *_objectives(game, state),
        *_dam(game, state),
        *_sources(game, state),
        *_exits(state),
    )


@rule("30.2.A")
def is_scored(game: Game, state: State, at: Location) -> bool:
    """Whether the Soviet side holds a hex, garrisoned or not, and a line of supply leads to it."""
    return at in supplied_places(game, state, SOVIET) and is_held(game, state, at, SOVIET)


@rule("30.2.A")
def _objectives(game: Game, state: State) -> tuple[Term, ...]:
    """What it scores of the victory hexes."""
    materials: Materials = game.materials
    terms = []
    for objective in materials.brief.scenario.objectives:
        at = game.board.at(objective.at)
        if is_scored(game, state, at):
            said = message("term.u43.objective", place=objective.name or game.board.label(at))
            terms.append(Term(said, int(objective.value or 0), "30.2.A"))
    return tuple(terms)


@rule("28.1")
def _dam(game: Game, state: State) -> tuple[Term, ...]:
    """Four points for the dam taken intact, two once anybody has blown it up."""
    dam = dam_of(state)
    if dam in (None, Dam.INTACT):
        return ()
    name = "taken" if dam is Dam.TAKEN else "destroyed"
    points = game.materials.by_name("dam_points", name)
    return (Term(message(f"term.u43.dam-{name}"), points, "28.1"),)


@rule("30.2.B")
def _sources(game: Game, state: State) -> tuple[Term, ...]:
    """Two points less for each source on the map edge in which an Axis unit stands; half-hexes do not count."""
    materials: Materials = game.materials
    held = standing(game, state, AXIS).occupied
    lost = materials.number("source_lost")
    return tuple(
        Term(message("term.u43.source-lost", hex=game.board.label(at)), -lost, "30.2.B")
        for at in materials.ground.edge_sources(SOVIET)
        if at in held
    )


@rule("30.2.C")
def _exits(state: State) -> tuple[Term, ...]:
    """A point for each step that the Axis side should have withdrawn."""
    points = int(state.values.get(EXIT_POINTS, 0))
    return (Term(message("term.u43.exits"), points, "30.2.C"),) if points else ()


@rule("30.1")
def reference(game: Game, state: State) -> int:
    """The number that the track has for this turn."""
    materials: Materials = game.materials
    return materials.turn_number(state.turn, "reference")


def margin(game: Game, state: State) -> int:
    """How many points more, or less, than the reference the Soviet side has."""
    return int(total(score_terms(game, state))) - reference(game, state)


@rule("30.1")
def sudden_death(game: Game, state: State) -> Outcome | None:
    """Six points over the reference win for the Soviet side, six below it for the Axis."""
    found, limit = margin(game, state), game.materials.number("sudden_death")
    if abs(found) < limit:
        return None
    return Outcome(SOVIET if found > 0 else AXIS, "sudden-death", "30.1")


@rule("30.1")
def level_of(materials: Materials, found: int) -> str:
    """What a margin is called: the highest level whose threshold it reaches."""
    levels = materials.charts.parameter("victory_levels")
    if not isinstance(levels, Mapping):
        raise TypeError("victory_levels goes by names")
    ordered = sorted(((int(least), str(name)) for name, least in levels.items()), reverse=True)
    return next((name for least, name in ordered if found >= least), ordered[-1][1])


@rule("3.E", "30.1")
def outcome_now(game: Game, state: State) -> Outcome:
    """The result if the game ended as it stands."""
    level = level_of(game.materials, margin(game, state))
    side, _, degree = level.partition("-")
    winner = next((each for each in (SOVIET, AXIS) if each == side), None)
    return Outcome(winner, degree or level, "30.1")


@rule("3.E", "30.1")
def finish_if_over(game: Game, draft: Draft) -> None:
    """At the end of each turn: sudden death, or the end of the scenario."""
    decided = sudden_death(game, draft.state)
    if decided is None and draft.state.turn >= game.materials.last_turn:
        decided = outcome_now(game, draft.state)
    if decided is not None:
        draft.finish(decided)
