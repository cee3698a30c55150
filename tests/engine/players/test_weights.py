"""What counts to a player is data: each game's file says where its numbers come from, and every name in it is known."""

from __future__ import annotations

import pytest

from engine.core.ids import Side, UnitId
from engine.players.greedy import GreedyPlayer
from engine.players.player import Budget
from engine.players.weights import FILE, USUAL, planner_weights_of, weights_of
from engine.rulesets.assembly import assemble, charts_of
from engine.rulesets.library import bundled_scenarios, find_bundled
from engine.rulesets.registry import registered
from engine.rulesets.ukraine_43.artillery import RefitArtillery
from engine.rulesets.white_october.combat.reckoning import UNDEFENDED
from engine.rulesets.words import catalogue
from tests.engine.rulesets.ukraine_43.scenes import front

WEIGHED = tuple(name for name, entry in registered().items() if (entry.resources / FILE).is_file())


def test_the_games_that_stand_have_weights() -> None:
    assert set(WEIGHED) == {name for name in registered() if not name.startswith("toy-")}


@pytest.mark.parametrize("game", WEIGHED)
def test_every_amount_of_an_appraisal_has_a_weight_and_words(game: str) -> None:
    entry = registered()[game]
    scenario = min(bundled_scenarios(game), key=lambda name: len(find_bundled(name).scenario.setup))
    played = assemble(find_bundled(scenario).load())
    state = played.new(1).state
    for side in entry.ruleset.sides:
        weights, planned = weights_of(game, side), planner_weights_of(game, side)
        for term in entry.ruleset.appraise(played, state, side):
            name = term.label.key.removeprefix("appraisal.")
            assert weights[name] or planned[name], term.label.key
            assert term.label.key in catalogue(game)


@pytest.mark.parametrize("game", WEIGHED)
def test_what_places_are_worth_is_said_of_places_on_the_map(game: str) -> None:
    entry = registered()[game]
    scenario = min(bundled_scenarios(game), key=lambda name: len(find_bundled(name).scenario.setup))
    played = assemble(find_bundled(scenario).load())
    state = played.new(1).state
    stakes = entry.ruleset.stakes(played, state, entry.ruleset.sides[0])
    assert sum(stakes.values()) > 0
    assert all(entry.ruleset.is_ground(played, at) for at in stakes)


@pytest.mark.parametrize("game", WEIGHED)
def test_a_unit_off_the_map_has_no_might_and_one_on_it_has_steps(game: str) -> None:
    entry = registered()[game]
    scenario = min(bundled_scenarios(game), key=lambda name: len(find_bundled(name).scenario.setup))
    played = assemble(find_bundled(scenario).load())
    state = played.new(1).state
    strong = 0
    for unit in state.every_unit():
        might = entry.ruleset.might(played, state, unit)
        if not entry.ruleset.is_ground(played, unit.at):
            assert might.steps == 0
        strong += might.attack > 0 and might.steps > 0
    assert strong > 10


WITHOUT_DICE = {"white-october": UNDEFENDED}
"""What attacks come to for which nothing is thrown, so that no table has it."""


@pytest.mark.parametrize("game", WEIGHED)
def test_every_result_that_is_said_to_win_ground_stands_in_a_table(game: str) -> None:
    entry = registered()[game]
    known = {result for table in charts_of(entry).tables.values() for result in table.results}
    known.add(WITHOUT_DICE.get(game, ""))
    assert set(weights_of(game, entry.ruleset.sides[0]).results) <= known


def test_a_side_weighs_its_own_way_and_a_stance_bends_it() -> None:
    axis, soviet = (weights_of("red-star-rising", Side(side)) for side in ("axis", "soviet"))
    assert axis["own-steps"] > soviet["own-steps"]
    bent = axis.in_stance({"pull": 2.0})
    assert bent["pull"] == 2 * axis["pull"]
    assert bent["own-steps"] == axis["own-steps"]


def test_a_game_without_the_file_has_the_usual_weights() -> None:
    assert weights_of("toy-skirmish", Side("red"))["score"] == USUAL["score"]


def test_guns_that_have_fired_are_made_ready_again() -> None:
    """It shows in no position right after it, so that it is a habit."""
    worn = {"at": "0303", "marks": ["exhausted"]}
    scene = front({"art": worn, "rifle": "0404", "inf": "0808"}, soviet=["0301"], phase="supply", side="soviet")
    side = scene.menu.side
    chosen = GreedyPlayer(1).choose(scene.game, scene.game.view(scene.state, side), scene.menu, Budget())
    assert chosen.action == RefitArtillery(UnitId("art"))
