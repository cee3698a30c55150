"""Computer players: what they are shown, what they remember, and that the same seed and work give the same choice."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from engine.core.actions import Done
from engine.core.game import Game
from engine.core.secrets.secrecy import scramble
from engine.core.state import State
from engine.core.terms import total
from engine.players.greedy import GreedyPlayer
from engine.players.idle import IdlePlayer
from engine.players.planning import planner, stances
from engine.players.player import Budget, Choice
from engine.players.playouts import play
from engine.players.position.chances import chance
from engine.players.position.lifelines import lifelines
from engine.players.position.situation import Situation
from engine.players.registry import LEVELS, PLAYERS, players_for
from engine.rulesets.assembly import assemble
from engine.rulesets.library import find_bundled
from engine.rulesets.words import catalogue
from tests.engine.session.play import ford

INTRODUCTIONS = ("typhoon", "summer-1941", "pulkovo-heights")
THINKERS = ("greedy", "planner")


@pytest.fixture(autouse=True)
def _short_sight(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever plans looks no further than its own turn, so that the suite stays short."""
    monkeypatch.setattr(planner, "FAR", 0)
    monkeypatch.setattr(planner, "NEAR", 0)
    monkeypatch.setattr(stances, "MOST", 1)


@dataclass(frozen=True)
class Moment:
    """A place in a game where a side has something to decide."""

    game: Game
    state: State

    def choose(self, name: str, seed: int = 5, *, state: State | None = None) -> Choice:
        at = state if state is not None else self.state
        menu = self.game.menu(at)
        return PLAYERS[name](seed).choose(self.game, self.game.view(at, menu.side), menu, Budget(400))


def moments(scenario: str, *, every: int, most: int) -> list[Moment]:
    game = assemble(find_bundled(scenario).load())
    found: list[Moment] = []

    def watch(state: State, action: object, transition: object) -> None:
        if state.steps % every == 0:
            found.append(Moment(game, state))

    play(game, players_for(game, ("random",), 2), 2, most_actions=most, watch=watch)
    return found


@pytest.mark.parametrize("scenario", [*INTRODUCTIONS, "ford", "cabinet-war"])
def test_a_player_does_not_peek_and_decides_the_same_again(scenario: str) -> None:
    """What its side may not know is swapped: the choice stays the same, and so it does when it is asked again."""
    for moment in moments(scenario, every=29, most=90):
        side = moment.game.menu(moment.state).side
        first = moment.choose("greedy")
        assert first == moment.choose("greedy")
        assert first == moment.choose("greedy", state=scramble(moment.game, moment.state, side, 77))


@pytest.mark.parametrize("scenario", ["ford", "cabinet-war"])
def test_a_planner_does_not_peek_either(scenario: str) -> None:
    for moment in moments(scenario, every=23, most=50):
        side = moment.game.menu(moment.state).side
        assert moment.choose("planner") == moment.choose("planner", state=scramble(moment.game, moment.state, side, 78))


@pytest.mark.parametrize("name", [*THINKERS, *LEVELS])
def test_every_player_keeps_a_small_game_going(name: str) -> None:
    game = ford()
    quick = name in ("greedy", "easy")
    found = play(game, players_for(game, (name, "random"), 2), 2, most_actions=900 if quick else 12)
    assert found.fault is None
    assert not quick or found.outcome is not None


def test_an_idle_player_stops_at_once() -> None:
    game = ford()
    state = game.new(1).state
    while Done() not in game.menu(state):
        state = game.apply(state, next(iter(game.menu(state)))).state
    menu = game.menu(state)
    assert IdlePlayer().choose(game, game.view(state, menu.side), menu, Budget()).action == Done()


def test_a_budget_is_spent_in_work_and_stopped_with_its_parts() -> None:
    whole = Budget(10)
    part = whole.part(4)
    part.spend(4)
    assert part.is_spent
    assert whole.spent == 4
    assert not whole.is_spent
    other = whole.part(100)
    whole.stop()
    assert other.is_spent
    assert other.is_over


def test_seconds_on_top_of_work_end_a_budget() -> None:
    assert Budget(1000, seconds=-1.0).is_spent


def test_a_thinker_says_why_in_both_languages() -> None:
    """Every reason has a template, and names a case or nothing."""
    seen: set[str] = set()
    for scenario in INTRODUCTIONS:
        for moment in moments(scenario, every=7, most=70):
            words = {language: catalogue(moment.game.ruleset.id, language) for language in ("en", "fr")}
            for term in moment.choose("greedy").reason:
                seen.add(term.label.key)
                assert all(term.label.key in known for known in words.values()), term.label.key
    assert len(seen) >= 3


def test_strength_decides_how_an_attack_would_go() -> None:
    assert chance(0, 5) < 0
    assert chance(5, 5) < 0 < chance(10, 5) < chance(20, 5) == 1


def test_supply_lines_are_where_the_game_says() -> None:
    """In Typhoon the Axis hangs on the hexes behind its front."""
    game = assemble(find_bundled("typhoon").load())
    state = game.new(1).state
    found = lifelines(game, state, game.ruleset.sides[0])
    assert found is not None
    assert found.own.max() > 1
    assert found.enemy.max() > 0.5


def test_a_situation_is_worth_more_with_an_enemy_step_less() -> None:
    game = assemble(find_bundled("pulkovo-heights").load())
    state = game.new(1).state
    side = game.ruleset.sides[0]
    before = Situation(game, state, side).value()
    enemy = next(unit for unit in state.every_unit() if unit.id == "r-6-1")
    fewer = state.units.set(enemy.id, type(enemy)(enemy.id, enemy.type, enemy.side, enemy.at, enemy.step + 1))
    after = Situation(game, type(state)(**{**_fields(state), "units": fewer}), side).value()
    assert after > before


def _fields(state: State) -> dict[str, object]:
    from engine.core.state import FIELDS

    return {name: getattr(state, name) for name in FIELDS}


def test_a_greedy_player_keeps_a_game_without_appraisal_going_by_score_and_steps() -> None:
    """The toys have neither weights nor an appraisal of their own."""
    game = ford()
    state = game.new(1).state
    terms = game.ruleset.appraise(game, state, game.ruleset.sides[1])
    assert [term.label.key for term in terms] == ["appraisal.score", "appraisal.own-steps", "appraisal.enemy-steps"]
    assert terms[0].value == -total(game.ruleset.score(game, state))
    menu = game.menu(state)
    assert GreedyPlayer(1).choose(game, game.view(state, menu.side), menu, Budget()).action in menu
