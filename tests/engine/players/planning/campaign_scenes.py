"""Positions of the campaign of Red Star Rising, seen with the eyes of a planner whose weights a test sets."""

from __future__ import annotations

from engine.core.actions import Done, StepTo
from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import Side, UnitId
from engine.core.state import State
from engine.players.position.foresight import ForesightSituation
from engine.players.position.survey import Survey
from engine.players.weights import Weights, planner_weights_of
from engine.rulesets.assembly import assemble
from engine.rulesets.library import find_bundled

AXIS, SOVIET = Side("axis"), Side("soviet")


def first_movement(side: Side = AXIS) -> tuple[Game, State]:
    """The first movement of a side; nobody has done anything before."""
    game = assemble(find_bundled("barbarossa").load())
    state = game.new(1).state
    while not game.menu(state).of_kind(StepTo) or game.menu(state).side != side:
        menu = game.menu(state)
        state = game.apply(state, Done() if Done() in menu else next(iter(menu))).state
    return game, state


def foreseen(game: Game, state: State, side: Side, **weights: float) -> ForesightSituation:
    found = Weights(None, side).in_stance({"": 1.0})
    found._by_name.update(planner_weights_of(game.ruleset.id, side)._by_name)
    found._by_name.update({name.replace("_", "-"): value for name, value in weights.items()})
    return ForesightSituation(game, state, side, Survey(), found)


def moved(game: Game, state: State, **places: str) -> State:
    draft = Draft(state)
    for unit, place in places.items():
        draft.move_unit(UnitId(unit.replace("_", "-")), game.board.at(place))
    return draft.state


def marched_to_minsk(game: Game, state: State) -> State:
    """The border has been broken through, and four corps stand beyond the reach of the depots."""
    beaten = dict.fromkeys(("s_11a", "s_3_mech", "s_3a", "s_11_mech", "s_16_rifle", "s_21_rifle", "s_13a"), "5235")
    return moved(game, state, **beaten, g_xxxix="4216", g_lvii="4216", g_vi="4214", g_v="4214")
