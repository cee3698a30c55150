"""Playouts: bots play whole games within bounds, and a fault of the rules can be played again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import pytest

from engine.core.actions import Done
from engine.core.draft import Draft
from engine.core.game import Game, Transition
from engine.core.ids import Side
from engine.core.menu import Menu, Offer
from engine.core.messages import message
from engine.core.records import Action, Outcome
from engine.core.refusals import GameFault, Refusal
from engine.core.state import State
from engine.players.player import Budget
from engine.players.playouts import Playout, Summary, play, playouts
from engine.players.random_player import RandomPlayer
from engine.players.registry import PLAYERS, players_for
from tests.engine.core.machine import RED, Outer, Scripted, asking, game_of, quiet_game
from tests.engine.session.play import ford


def one(game: Game, seed: int = 1, **more: Any) -> Playout:
    return play(game, players_for(game, ("random",), seed), seed, **more)


def test_a_game_is_played_to_its_end() -> None:
    found = one(ford())
    assert found.fault is None
    assert found.outcome is not None
    assert found.state is not None
    assert found.state.outcome == found.outcome
    assert found.actions == sum(found.kinds.values()) == found.state.steps
    assert found.seconds > 0


def test_the_same_seed_gives_the_same_game() -> None:
    first, again, other = one(ford(), 3), one(ford(), 3), one(ford(), 4)
    assert (first.state, first.kinds) == (again.state, again.kinds)
    assert first.state != other.state


def test_a_game_is_stopped_at_its_bound() -> None:
    found = one(ford(), most_actions=7)
    assert (found.actions, found.outcome, found.fault) == (7, None, None)
    assert one(quiet_game(), most_actions=25).actions == 25


def test_whoever_watches_sees_every_step() -> None:
    seen: list[tuple[State, Action, Transition]] = []
    found = one(ford(), most_actions=5, watch=lambda *step: seen.append(step))
    assert len(seen) == 5
    assert seen[-1][2].state is found.state
    assert seen[1][0] is seen[0][2].state


def breaking(at: int) -> Game:
    """A game whose rules go wrong when a turn is reached."""

    def apply(game: Game, draft: Draft, frame: Outer, action: Action) -> None:
        if draft.state.turn == at:
            raise KeyError("no such chart")
        draft.set_turn(draft.state.turn + 1)

    return game_of({Outer: asking(apply)})


def test_a_fault_is_recorded_with_a_log_that_leads_to_it() -> None:
    game = breaking(3)
    found = one(game, seed=8)
    assert found.fault is not None
    assert (found.fault.seed, found.fault.step, found.actions) == (8, 4, 3)
    assert "KeyError" in found.fault.error
    assert "no such chart" in found.fault.error
    state = game.new(found.fault.seed).state
    for data in found.fault.actions[:-1]:
        state = game.apply(state, game.codec.action_from_json(data)).state
    assert found.state == state
    last = game.codec.action_from_json(found.fault.actions[-1])
    with pytest.raises(KeyError):
        game.apply(state, last)


def test_a_game_that_cannot_even_begin_is_a_fault() -> None:
    found = one(game_of({Outer: Scripted()}))
    assert found.fault is not None
    assert (found.state, found.fault.step, found.fault.actions) == (None, 0, ())
    assert found.fault.error.startswith("GameFault: ")


@dataclass(frozen=True, slots=True)
class Smuggled(Action):
    kind: ClassVar[str] = "smuggled"


def test_an_action_that_cannot_be_written_is_shown_in_the_fault() -> None:
    def menu(game: Game, state: State, frame: Outer) -> Menu:
        return Menu(RED, message("prompt.test"), "1.0", (Offer.one(Smuggled()),))

    found = one(game_of({Outer: Scripted(menu=menu)}))
    assert found.fault is not None
    assert found.fault.actions[0]["kind"] == "smuggled"


def test_a_dead_end_is_a_fault() -> None:
    def menu(game: Game, state: State, frame: Outer) -> Menu:
        return Menu(RED, message("prompt.test"), "1.0", (Offer.one(Done(), Refusal("1", message("no"))),))

    found = one(game_of({Outer: Scripted(menu=menu)}))
    assert found.fault is not None
    assert "dead end: the menu of the outer frame is empty" in found.fault.error


# Summaries


def test_a_summary_has_the_documented_keys() -> None:
    summary = Summary()
    for found in playouts(ford(), ("random",), 3, 1):
        summary.add(found)
    told = summary.as_json()
    assert list(told) == ["games", "finished", "actions", "actions_per_second", "outcomes", "kinds", "faults"]
    assert (told["games"], told["finished"], told["faults"]) == (3, 3, [])
    assert told["actions"] == sum(told["kinds"].values())
    assert sum(told["outcomes"].values()) == 3
    assert told["actions_per_second"] > 0


def test_a_summary_counts_outcomes_and_faults() -> None:
    summary = Summary()
    for winner in (Side("red"), None, Side("red")):
        summary.add(Playout(1, 5, 0.5, {"done": 5}, Outcome(winner, "marginal", "1.2"), None, None))
    summary.add(one(breaking(0)))
    told = summary.as_json()
    assert told["outcomes"] == {"draw: marginal": 1, "red: marginal": 2}
    assert (told["games"], told["finished"]) == (4, 3)
    assert set(told["faults"][0]) == {"seed", "step", "error", "actions"}
    assert Summary().as_json()["actions_per_second"] == 0.0


# Bots


def test_every_side_has_a_bot() -> None:
    assert set(players_for(ford(), ("random",), 1)) == {"red", "blue"}
    assert set(players_for(ford(), ("random", "random"), 1)) == {"red", "blue"}
    with pytest.raises(ValueError, match="zip"):
        players_for(ford(), ("random", "random", "random"), 1)
    with pytest.raises(KeyError):
        players_for(ford(), ("clever",), 1)


def test_the_random_bot_picks_from_the_menu_and_from_its_own_chance() -> None:
    game = ford()
    state = game.new(1).state
    menu, view = game.menu(state), game.view(state, Side("red"))
    picks = [RandomPlayer(seed).choose(game, view, menu, Budget()).action for seed in range(20)]
    assert all(pick in menu for pick in picks)
    assert len(set(picks)) == 3
    assert picks == [RandomPlayer(seed).choose(game, view, menu, Budget()).action for seed in range(20)]
    assert set(PLAYERS) >= {"random"}


def test_the_random_bot_stops_only_now_and_then_while_there_is_something_to_do() -> None:
    def menu(game: Game, state: State, frame: Outer) -> Menu:
        return Menu(RED, message("prompt.test"), "1.0", (Offer.one(Done()), Offer.one(Smuggled())))

    game = game_of({Outer: Scripted(menu=menu)})
    state = game.new(1).state
    bot = RandomPlayer(1)
    stops = sum(bot.choose(game, state, game.menu(state), Budget()).action == Done() for _ in range(800))
    assert 20 < stops < 100


def test_the_random_bot_says_when_there_is_nothing_to_pick() -> None:
    game = quiet_game()
    state = game.new(1).state
    with pytest.raises(GameFault, match="dead end"):
        RandomPlayer(1).choose(game, state, Menu(RED, message("prompt.test"), "1.0", ()), Budget())
