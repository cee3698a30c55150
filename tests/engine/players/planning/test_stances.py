"""Ways of going on are rehearsed with the same dice, and one is taken only where it is better beyond luck."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.core.game import Game
from engine.core.state import State
from engine.players.planning import stances
from engine.players.planning.opponents import Opponent, OpponentBelief
from engine.players.planning.reflexes import ReflexPlayer
from engine.players.planning.rollouts import Rollout, RolloutEnding, roll_out
from engine.players.planning.stances import LEAST, NAMES, STANCES, PlannedWay, Rehearsals, WayStanding, ways_of
from engine.players.player import Budget
from engine.players.weights import planner_weights_of, weights_of
from engine.rulesets.words import catalogue
from tests.engine.session.play import ford

Judge = Callable[[str, int], float]


@pytest.fixture
def battle() -> tuple[Game, State]:
    game = ford()
    return game, game.new(3).state


def rehearsed(
    battle: tuple[Game, State], judge: Judge, monkeypatch: pytest.MonkeyPatch, work: int
) -> list[WayStanding]:
    """The standings where each way ends as a judge says, who is told the way and how often it was rehearsed."""
    game, state = battle
    seen: dict[str, int] = {}

    def pretended(*args: object, **_: object) -> Rollout:
        stance = args[3]._stance  # type: ignore[attr-defined]
        name = next(name for name, each in STANCES.items() if each is stance)
        seen[name] = seen.get(name, 0) + 1
        return Rollout(RolloutEnding(0, judge(name, seen[name]), 0.0), None, 10)

    monkeypatch.setattr(stances, "roll_out", pretended)
    side = game.menu(state).side
    found = Rehearsals(
        game,
        game.view(state, side),
        side,
        planner_weights_of,
        OpponentBelief(),
        seed=1,
        turns=1,
        work=Budget(work),
    )
    return found.best(ways_of(()))


def test_a_way_that_always_ends_better_is_taken(battle: tuple[Game, State], monkeypatch: pytest.MonkeyPatch) -> None:
    plain, best, *_ = rehearsed(battle, lambda name, _: float(name == "hunt"), monkeypatch, 1000)
    assert plain.way.name == "steady"
    assert best.way.name == "hunt"
    assert best.is_better


def test_luck_is_not_enough(battle: tuple[Game, State], monkeypatch: pytest.MonkeyPatch) -> None:
    """A way that wins every other time is as good as the plain one."""
    _, *others = rehearsed(battle, lambda name, time: float(name != "steady") * (-1) ** time, monkeypatch, 1000)
    assert not any(each.is_better for each in others)


def test_with_little_time_few_ways_are_rehearsed_often(
    battle: tuple[Game, State], monkeypatch: pytest.MonkeyPatch
) -> None:
    _, *others = rehearsed(battle, lambda name, _: float(name == "seize"), monkeypatch, 3 * LEAST * 10)
    rehearsals = [len(each.wins) for each in others if each.wins]
    assert len(rehearsals) == 2
    assert min(rehearsals) >= LEAST
    assert others[0].is_better


def test_a_rollout_is_the_same_again_and_differs_with_the_dice(battle: tuple[Game, State]) -> None:
    game, state = battle
    side = game.menu(state).side
    view = game.view(state, side)

    def ended(salt: int) -> Rollout | None:
        weights = weights_of(game.ruleset.id, side)
        imagined = game.imagine(view, salt)
        return roll_out(game, imagined, side, ReflexPlayer(), Opponent.CARELESS.maker(salt), weights=weights, turns=99)

    assert ended(1) == ended(1)
    assert len({ended(salt) for salt in range(6)}) > 1


def test_every_way_has_a_name_in_both_languages() -> None:
    for name in (*STANCES, "gathering"):
        assert all(NAMES[name].key in catalogue("red-star-rising", language) for language in ("en", "fr"))
    assert PlannedWay("steady", {}).steps == ()
