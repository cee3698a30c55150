"""A scenario may say in its own words how it is won, over any game's own scoring."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Any

import pytest

from engine.core.actions import Done
from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import Side
from engine.core.records import Outcome
from engine.core.state import State, evolve
from engine.core.terms import total
from engine.definitions.issues import DefinitionError
from engine.definitions.scenario import WinCondition
from engine.rulesets.assembly import bundled_brief, game_of
from engine.rulesets.red_star_rising.victory import VictoryFrame, VictoryPhase
from engine.rulesets.scenario_victory import PLAIN

RED, BLUE = Side("red"), Side("blue")


def ford(*conditions: dict[str, Any], last_turn: int = 2, otherwise: str | None = None) -> Game:
    brief = bundled_brief("ford")
    scenario = brief.scenario.replace(
        victory=tuple(WinCondition.from_data(each) for each in conditions), otherwise=otherwise, last_turn=last_turn
    )
    return game_of(type(brief)(scenario, brief.board, brief.charts, brief.types, brief.units, brief.cards))


def sat_out(game: Game, seed: int = 3) -> State:
    """A game in which nobody does anything."""
    state = game.new(seed).state
    while state.outcome is None:
        menu = game.menu(state)
        state = game.apply(state, Done() if Done() in menu else next(iter(menu))).state
    return state


def ended(*conditions: dict[str, Any], **options: Any) -> tuple[Outcome | None, int]:
    state = sat_out(ford(*conditions, **options))
    return state.outcome, state.turn


def test_a_side_wins_by_what_it_holds_at_the_end_of_a_turn() -> None:
    outcome, turn = ended({"side": "blue", "hold": ["0807", "1505"], "turn": 1, "name": "The ford is held"})
    assert outcome == Outcome(BLUE, "The ford is held", "")
    assert turn == 1


def test_a_condition_without_a_turn_is_looked_at_when_the_game_ends() -> None:
    outcome, turn = ended({"side": "blue", "hold": ["0807"]})
    assert outcome == Outcome(BLUE, PLAIN, "")
    assert turn == 2


def test_of_several_places_some_are_enough() -> None:
    places = ["0606", "0608", "0807", "1505", "1002"]
    assert ended({"side": "red", "hold": places, "any": 2, "turn": 1})[1] == 1
    outcome, turn = ended({"side": "red", "hold": places, "any": 3, "turn": 1}, otherwise="blue")
    assert (outcome, turn) == (Outcome(BLUE, PLAIN, ""), 2)


def test_sudden_death_is_looked_at_on_every_turn() -> None:
    late = {"side": "blue", "hold": ["0807"], "turn": 2}
    assert ended(late)[1] == 2
    assert ended({**late, "sudden": True})[1] == 1


def test_a_margin_is_over_the_score_of_the_game() -> None:
    game = ford(last_turn=1)
    final = sat_out(game)
    score = total(game.ruleset.score(game, final))
    by_score = {"side": "red", "score_from": score, "name": "Far ahead"}
    assert ended(by_score, last_turn=1)[0] == Outcome(RED, "Far ahead", "")
    assert ended({**by_score, "score_from": score + 1}, last_turn=1)[0] == final.outcome
    assert ended({"side": "red", "score_to": score, "name": "x"}, last_turn=1)[0] == Outcome(RED, "x", "")


def test_the_first_condition_that_is_met_decides() -> None:
    both = ({"side": "red", "hold": ["0606"]}, {"side": "blue", "hold": ["0807"]})
    assert ended(*both)[0] == Outcome(RED, PLAIN, "")
    assert ended(*reversed(both))[0] == Outcome(BLUE, PLAIN, "")


def test_without_conditions_the_game_decides_as_ever() -> None:
    assert ford().verdict is None
    outcome, _ = ended()
    assert outcome is not None
    assert outcome.rule == "1.2"


def test_a_game_that_its_rules_end_early_stays_so() -> None:
    """Whoever has no units left has lost, whatever the scenario says of the last turn."""
    game = ford({"side": "blue", "hold": ["0807"]}, last_turn=5)
    assert game.verdict is not None
    early = Outcome(RED, "annihilation", "8.2")
    state = game.new(1).state
    assert game.verdict(game, state, early) == early


@pytest.mark.parametrize("bad", [{}, {"hold": ["0807"], "any": 2}])
def test_a_condition_demands_something_that_there_is(bad: dict[str, Any]) -> None:
    with pytest.raises((DefinitionError, ValueError)):
        WinCondition.from_data({"side": "red", **bad})


def test_red_star_rising_plays_it_and_knows_its_reach() -> None:
    brief = bundled_brief("typhoon")
    held = WinCondition(side="soviet", hold=("5235",), turn=6, name="Moscow stands")
    scenario = brief.scenario.replace(victory=(held,))
    game = game_of(
        type(brief)(scenario, brief.board, brief.charts, brief.types, brief.units, brief.cards, brief.formations)
    )
    state = game.new(1).state
    reach = game.ruleset.score_range(game, state)
    assert reach is not None
    assert reach[0] == 0
    assert total(game.ruleset.score(game, state)) < reach[1]
    final = sat_out(game)
    assert final.outcome == Outcome(Side("soviet"), "Moscow stands", "")
    assert final.turn == 6


def test_what_the_scenario_decides_is_not_called_by_another_level_before() -> None:
    brief = bundled_brief("typhoon")
    last = brief.scenario.last_turn
    held = WinCondition(side="axis", score_from=0, turn=last, name="The army is whole")
    scenario = brief.scenario.replace(victory=(held,))
    parts = (brief.board, brief.charts, brief.types, brief.units, brief.cards, brief.formations)
    game = game_of(type(brief)(scenario, *parts))
    draft = Draft(evolve(game.new(1).state, turn=last, frames=(VictoryFrame(),)))
    VictoryPhase().start(game, draft, VictoryFrame())
    assert [event.kind for event in draft.events] == ["points-told"]
    plain = game_of(brief)
    draft = Draft(evolve(plain.new(1).state, turn=last, frames=(VictoryFrame(),)))
    VictoryPhase().start(plain, draft, VictoryFrame())
    assert [event.kind for event in draft.events] == ["points-counted"]


@pytest.mark.parametrize("name", ["summer-1941", "pulkovo-heights"])
def test_no_score_leaves_the_range_that_was_told_at_the_start(name: str) -> None:
    game = game_of(bundled_brief(name))
    start = game.new(7).state
    reach = game.ruleset.score_range(game, start)
    assert reach is not None
    assert reach[0] < reach[1]
    chance, state = Random(5), start
    for _ in range(160):
        if state.outcome is not None:
            break
        state = game.apply(state, chance.choice(list(islice(game.menu(state), 40)))).state
        assert reach[0] <= total(game.ruleset.score(game, state)) <= reach[1]
    narrow = game.ruleset.score_range(game, state)
    assert narrow is not None
