"""A planner lays down where all should stand together, with an eye on what the enemy could do next."""

from __future__ import annotations

import pytest

from engine.core.actions import Done, StepTo
from engine.core.answers import StackAnswer
from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import Location
from engine.core.state import State, evolve
from engine.players.greedy import GreedyPlayer
from engine.players.planning import planner
from engine.players.planning.deployment import Deployment
from engine.players.planning.planner import PlannerPlayer
from engine.players.player import Budget
from engine.players.position.foresight import ForesightSituation, curve_of
from engine.players.position.situation import WALKED_INTO
from engine.players.position.survey import Survey
from engine.players.position.terrain import land_of
from engine.players.weights import Weights, planner_weights_of
from engine.rulesets.assembly import assemble
from engine.rulesets.library import find_bundled


def marching(scenario: str, seed: int = 1) -> tuple[Game, State]:
    """The first movement of a scenario."""
    game = assemble(find_bundled(scenario).load())
    state = game.new(seed).state
    while not game.menu(state).of_kind(StepTo):
        menu = game.menu(state)
        state = game.apply(state, Done() if Done() in menu else next(iter(menu))).state
    return game, state


@pytest.fixture(scope="module")
def heights() -> tuple[Game, State]:
    return marching("pulkovo-heights")


def foreseen(game: Game, state: State) -> ForesightSituation:
    side = game.menu(state).side
    return ForesightSituation(game, state, side, Survey(), planner_weights_of(game.ruleset.id, side))


def test_a_hopeful_curve_gives_each_its_share_of_an_attack_that_needs_many() -> None:
    points = [(2.0, -0.4), (4.0, -0.1), (6.0, 1.2), (8.0, 1.4)]
    sober, hopeful = (curve_of(points, is_hopeful=hope) for hope in (False, True))
    assert (sober.at(2.0), sober.at(4.0), sober.at(6.0)) == (0.0, 0.0, 1.2)
    assert hopeful.at(2.0) == pytest.approx(0.4)
    assert hopeful.at(7.0) == pytest.approx(1.3)
    assert sober.at(99.0) == hopeful.at(99.0) == 1.4


def test_a_place_that_nobody_guards_falls_to_whoever_can_walk_in(heights: tuple[Game, State]) -> None:
    situation = foreseen(*heights)
    reach = situation.enemy_reach
    open_to_them = next(Location(at) for at, enters in enumerate(reach.enters) if enters)
    far = (at for at, enters in enumerate(reach.enters) if not enters and not situation.rough_threat[at])
    out_of_reach = Location(next(far))
    assert situation.falls(open_to_them, 0.0) == WALKED_INTO
    assert situation.falls(out_of_reach, 0.0) == 0.0
    assert situation.falls(open_to_them, 1000.0) == 0.0


def test_a_place_behind_the_line_is_feared_for_as_long_as_they_come_again(heights: tuple[Game, State]) -> None:
    game, state = heights
    situation = foreseen(game, state)
    reach, near = situation.enemy_reach, situation.rough_threat
    behind = next(Location(at) for at, enters in enumerate(reach.enters) if near[at] and not enters)
    assert situation.falls(behind, 0.0) == WALKED_INTO
    last = evolve(state, turn=game.ruleset.last_turn(game))
    at_the_end = ForesightSituation(game, last, game.ruleset.sides[-1], Survey())
    assert not any(at_the_end.is_open_to_them(unit.at) for unit, _ in at_the_end.own_units)


def test_who_has_to_march_threatens_less_than_who_stands_beside(heights: tuple[Game, State]) -> None:
    situation = foreseen(*heights)
    unit, might = next((unit, might) for unit, might in situation._enemies if might.attack > 0)
    alone = Draft(situation.state)
    for other, _ in situation._enemies:
        if other.id != unit.id:
            alone.remove_unit(other.id)
    reach = foreseen(situation.game, alone.state).enemy_reach
    assert reach.strikes[situation.land.beside[unit.at][0]] == pytest.approx(might.attack)
    assert situation.weights["come"] * might.attack in reach.strikes


def test_who_strikes_before_it_marches_is_feared_from_where_it_stands() -> None:
    """Soviet combat comes before Soviet movement: who is not beside a place now hardly threatens it."""
    game, state = marching("typhoon")
    axis, soviet = game.ruleset.sides
    threat = ForesightSituation(game, state, axis, Survey(), planner_weights_of(game.ruleset.id, axis)).threat
    usual = ForesightSituation(game, state, axis, Survey(), Weights(None, axis)).threat
    land, stands = land_of(game), {unit.at for unit in state.every_unit() if unit.side == soviet}
    apart = [at for at in range(land.size) if usual[at] and stands.isdisjoint({Location(at), *land.beside[at]})]
    assert apart
    assert all(threat[at] <= 0.3 * usual[at] for at in apart)


def test_after_the_last_march_only_who_stands_beside_is_feared() -> None:
    game, state = marching("pulkovo-heights")
    last = evolve(state, turn=game.ruleset.last_turn(game))
    red = game.ruleset.sides[-1]
    now, at_the_end = (ForesightSituation(game, each, red, Survey()).enemy_reach for each in (state, last))
    assert sum(at_the_end.enters) < sum(now.enters)
    assert sum(at_the_end.strikes) < sum(now.strikes)


def test_all_may_stand_where_they_are_meant_to(heights: tuple[Game, State]) -> None:
    game, state = heights
    deployment = Deployment(foreseen(game, state), game.menu(state), {}, Budget(20_000))
    errands = deployment.errands()
    assert len(errands) > 5
    planned = Draft(state)
    for errand in errands:
        assert errand.path[-1] in deployment.ways[errand.unit]
        planned.move_unit(errand.unit, errand.path[-1])
    for at in {errand.path[-1] for errand in errands}:
        answer = game.ruleset.questions["stack"](game, planned.state, {"at": game.board.key(at)})
        assert isinstance(answer, StackAnswer)
        assert answer.allowed


def test_a_planner_goes_where_it_meant_to(heights: tuple[Game, State]) -> None:
    game, state = heights
    side = game.menu(state).side
    planner = PlannerPlayer(4)
    imagined = game.imagine(game.view(state, side), 4)
    meant = Deployment(foreseen(game, imagined), game.menu(state), {}, Budget(20_000)).errands()
    phase = game.moment(state).phase
    while game.moment(state).phase == phase and game.menu(state).side == side:
        menu = game.menu(state)
        state = game.apply(state, planner.choose(game, game.view(state, side), menu, Budget()).action).state
    there = [errand for errand in meant if state.unit(errand.unit).at == errand.path[-1]]
    assert len(there) >= 0.8 * len(meant)


def test_a_place_without_supply_is_taken_only_where_it_is_worth_it(
    heights: tuple[Game, State], monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many better places there are that no supply reaches, the best one that it does reach is found."""
    game, state = heights
    situation = foreseen(game, state)
    deployment = Deployment(situation, game.menu(state), {}, Budget(20_000))
    unit = max(deployment.ways, key=lambda each: len(deployment.ways[each]))
    record = state.unit(unit)
    ranked = sorted(deployment.ways[unit], key=lambda at: (-situation.standing(record, at), at))
    fed = ranked[12]
    monkeypatch.setattr(situation, "hunger", lambda _, at: 0.0 if at == fed else 1000.0)
    monkeypatch.setattr(situation, "has_room", lambda *_: True)
    assert deployment._best(situation, record, deployment.ways[unit]) == fed


def test_where_nobody_may_stop_in_a_crowd_a_player_gets_out_of_it() -> None:
    game, state = marching("kharkov-1943")
    crowds = (step for step in game.menu(state).of_kind(StepTo) if len(state.at(step.to)) > 1)
    passing = next(each for each in (game.apply(state, step).state for step in crowds) if Done() not in game.menu(each))
    player, side = GreedyPlayer(2), game.menu(passing).side
    for _ in range(12):
        menu = game.menu(passing)
        if Done() in menu:
            return
        passing = game.apply(passing, player.choose(game, game.view(passing, side), menu, Budget()).action).state
    pytest.fail("it still stands in the crowd")


def test_every_march_of_a_plan_says_what_it_is_for(heights: tuple[Game, State]) -> None:
    game, state = heights
    menu = game.menu(state)
    chosen = PlannerPlayer(4, planning=0).choose(game, game.view(state, menu.side), menu, Budget())
    assert isinstance(chosen.action, StepTo)
    first = chosen.reason[0]
    assert first.label.key == "reason.march"
    assert first.label.args["unit"] == chosen.action.unit
    assert first.value > 0


def test_only_marches_and_attacks_are_told_with_the_plan_that_they_are_part_of(heights: tuple[Game, State]) -> None:
    game, state = heights
    players = {side: PlannerPlayer(number) for number, side in enumerate(game.ruleset.sides)}
    told = {True: set[str](), False: set[str]()}
    for _ in range(220):
        menu = game.menu(state)
        chosen = players[menu.side].choose(game, game.view(state, menu.side), menu, Budget())
        is_planned = menu.asks_for(StepTo) or bool(chosen.action.struck)
        told[is_planned] |= {term.label.key for term in chosen.reason}
        state = game.apply(state, chosen.action).state
    assert "reason.target" in told[True]
    assert told[False]
    assert "reason.target" not in told[False]


def test_where_all_should_stand_is_rehearsed_by_the_doubtful_alone(
    heights: tuple[Game, State], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not _rehearses(heights, PlannerPlayer(4, planning=30))
    assert not _rehearses(heights, PlannerPlayer(4, planning=0, is_doubtful=True))
    assert _rehearses(heights, PlannerPlayer(4, planning=30, is_doubtful=True))
    monkeypatch.setattr(planner, "SMALL", 3)
    assert _rehearses(heights, PlannerPlayer(4, planning=90, is_doubtful=True))


def _rehearses(heights: tuple[Game, State], player: PlannerPlayer) -> bool:
    game, state = heights
    menu = game.menu(state)
    assert player.choose(game, game.view(state, menu.side), menu, Budget()).action in menu
    return "reason.stance" in {term.label.key for term in player.plan}


def test_whoever_has_no_work_left_thinks_once_where_to_stand_and_not_again(heights: tuple[Game, State]) -> None:
    game, state = heights

    class Counting(Deployment):
        rounds = 0

        def _go_over(self, situation: ForesightSituation) -> bool:
            self.rounds += 1
            return super()._go_over(situation)

    hurried = Counting(foreseen(game, state), game.menu(state), {}, Budget(1))
    assert hurried.errands()
    assert hurried.rounds == 1
    at_leisure = Counting(foreseen(game, state), game.menu(state), {}, Budget(20_000))
    assert at_leisure.errands()
    assert at_leisure.rounds > 1
