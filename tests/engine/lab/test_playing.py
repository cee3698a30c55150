"""One game of an arm: what is kept of it, and that it can be played again."""

from __future__ import annotations

import json
from dataclasses import replace
from math import inf

import pytest

from engine.core.actions import Done
from engine.core.game import Transition
from engine.core.ids import NOWHERE
from engine.core.state import evolve
from engine.core.unit_events import StepLost, UnitEliminated
from engine.definitions.issues import DefinitionError
from engine.lab.arms import Arm, LabError, arm_of
from engine.lab.experiments import Experiment
from engine.lab.fields import MapField, layer_of, sum_fields, unpack_fields
from engine.lab.observer import Observer
from engine.lab.playing import play_again, play_game, ready
from engine.narration.language import catalogue
from engine.rulesets.library import find_bundled
from engine.session.session import Session
from tests.engine.lab.quick import RANDOM, cabinet_arm, ford_arm, ford_games


def test_a_game_is_a_row_for_itself_and_one_for_each_turn() -> None:
    game = ford_games()[0]
    assert game.is_finished
    assert game.winner == "blue"
    assert [row.turn for row in game.turns] == list(range(game.turn + 1))
    assert game.turns[-1].score == game.score
    assert len(game.turns[0].holders) == 5, "the Ford has five objectives"
    assert game.turns[0].steps_lost == (0, 0)


def test_what_happened_is_told_by_the_facets_of_events() -> None:
    told = [game.told() for game in ford_games()]
    assert any(each.columns for each in told)
    assert any("clear" in each.terrains or "town" in each.terrains for each in told)
    assert min(turn for each in told for turn in each.arrived.values()) == 2, "nobody comes before the second turn"
    assert any(each.died for each in told)
    assert all(set(each.died) <= set(each.fought) for each in told), "at the Ford nobody is lost but in a fight"
    assert all("2.1" in each.cases for each in told)
    losses = sum(sum(row.units_lost) for game in ford_games() for row in game.turns)
    assert losses == sum(len(each.died) for each in told)


def test_a_unit_that_loses_a_step_and_is_lost_loses_what_it_had() -> None:
    made = ready(ford_arm())
    start = made.start(1)
    unit = next(each for each in start.every_unit() if each.side == "red")
    steps = len(made.brief.types[unit.type].steps)
    observer = Observer(made.game, made.brief, start)
    happened = (StepLost(unit.id, unit.at), UnitEliminated(unit.id, unit.at, NOWHERE))
    observer(start, Done(), Transition(evolve(start, turn=start.turn + 1), happened))
    assert observer.turns[-1].steps_lost == (steps, 0)
    assert observer.turns[-1].units_lost == (1, 0)
    assert observer.deeds().died == {unit.id: start.turn}


def test_cards_that_were_played_are_counted() -> None:
    game = play_game(cabinet_arm(), 1)
    assert game.told().cards


def test_the_fields_hold_every_unit_on_the_map_at_the_end_of_each_turn() -> None:
    game, made = ford_games()[0], ready(ford_arm())
    session = play_again(ford_arm(), game)
    turn, layer, place, count = unpack_fields(game.fields)
    at_the_end = {
        (int(where), int(how_many))
        for when, what, where, how_many in zip(turn, layer, place, count, strict=True)
        if when == game.turn and what == layer_of(MapField.PRESENCE, 0, 2)
    }
    red = [unit for unit in session.state.every_unit() if unit.side == "red"]
    on_map = [unit.at for unit in red if made.game.board.kinds[unit.at] == "hex"]
    assert at_the_end == {(at, on_map.count(at)) for at in on_map}


def test_fields_of_several_games_are_added_up() -> None:
    games = ford_games()[:3]
    board = ready(ford_arm()).game.board
    sums = sum_fields([game.fields for game in games], sides=2, places=board.size)
    attacks = sum(row.attacks for game in games for row in game.turns)
    assert sums.mean(MapField.COMBAT, 0, 2).sum() * 3 == pytest.approx(attacks)
    assert sum(sums.mean(MapField.COMBAT, 0, 2, turn).sum() for turn in sums.turns) * 3 == pytest.approx(attacks)


def test_a_game_is_played_again_from_its_seed() -> None:
    game = ford_games()[1]
    session = play_again(ford_arm(), game)
    assert len(session.log) == game.actions
    assert session.state.outcome is not None
    with pytest.raises(LabError):
        play_again(ford_arm(), replace(game, digest="0" * 64))


def test_a_position_is_continued_with_other_dice_each_time() -> None:
    session = play_again(ford_arm(), ford_games()[0])
    half = session.state_after(len(session.log) // 2)
    arm = arm_of(find_bundled("ford").load(), None, RANDOM, begins=half)
    assert arm.id != ford_arm().id
    first, second = play_game(arm, 1), play_game(arm, 2)
    assert first.turns[0].turn == half.turn - 1
    assert first.digest != second.digest
    assert play_game(arm, 1) == first
    assert isinstance(play_again(arm, first), Session)
    assert ready(arm).start(7) == evolve(half, seed=7)


def test_arms_are_the_same_when_all_but_their_name_is() -> None:
    arm = ford_arm()
    assert replace(arm, name="another name").id == arm.id
    assert replace(arm, players=("random", "idle")).id != arm.id
    assert Arm.from_json(arm.to_json()) == arm
    experiment = Experiment((arm,), 20, 3)
    assert Experiment.from_text(experiment.to_text()) == experiment
    for text in ("{}", "[", '{"format": "redoubt/experiment/1", "arms": [{}], "games": 1, "seed": 1}'):
        with pytest.raises(LabError):
            Experiment.from_text(text)


@pytest.mark.parametrize(
    "spoilt",
    [
        *({"games": games} for games in (inf, 0, 10**12, 1.5, True)),
        *({"seed": seed} for seed in (-1, 10**30)),
        {"arms": []},
        {"most_actions": inf},
    ],
    ids=str,
)
def test_a_file_that_asks_for_what_cannot_be_played_is_no_experiment(spoilt: dict[str, object]) -> None:
    told = json.loads(Experiment((ford_arm(),), 20, 3).to_text())
    place = told["arms"][0] if "most_actions" in spoilt else told
    place.update(spoilt)
    with pytest.raises(LabError):
        Experiment.from_text(json.dumps(told))


@pytest.mark.parametrize(
    "spoilt",
    [
        {"documents": {}},
        {"documents": {"0": "!"}},
        {"documents": {"0" * 64: "AAAA"}},
        {"scenario": "nowhere"},
        {"ruleset": "no-such-game"},
        {"players": ["random"]},
        {"players": ["random", "nobody"]},
        {"begins": ["0" * 64, "AAAA"]},
        *({"begins": begins} for begins in ([], ["0" * 64], 7)),
        *({name: "x" * 100_000} for name in ("scenario", "ruleset")),
        {"players": ["random", {}]},
        {"most_actions": 0},
    ],
    ids=str,
)
def test_an_arm_from_anybody_is_refused_in_a_sentence_before_it_is_played(spoilt: dict[str, object]) -> None:
    with pytest.raises(LabError) as said:
        ready(Arm.from_json({**ford_arm().to_json(), **spoilt}))
    assert len(catalogue().text(said.value.message)) < 200


def test_what_cannot_be_played_is_said_before_it_is() -> None:
    ford = find_bundled("ford").load()
    with pytest.raises(LabError):
        arm_of(ford, None, ("nobody",))
    with pytest.raises(LabError):
        arm_of(ford, None, ("random", "random", "random"))
    with pytest.raises(DefinitionError):
        arm_of(ford, "no-such-scenario", RANDOM)
    with pytest.raises(LabError):
        play_game(replace(ford_arm(), workings="of another version"), 1)
