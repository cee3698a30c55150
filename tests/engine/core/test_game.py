"""A game: the one way in to the rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from engine.core.actions import Done, PickUnit
from engine.core.draft import Draft
from engine.core.game import GAME_OVER, Game
from engine.core.ids import NO_SIDE, UnitId
from engine.core.records import Action, Outcome
from engine.core.refusals import GameFault, IllegalAction
from engine.core.state import State
from tests.engine.core.machine import BOARD, RED, Bare, Outer, Told, asking, game_of, quiet_game


def test_a_new_game_is_set_up_and_begun() -> None:
    state = quiet_game().new(42).state
    assert (state.seed, state.roster, state.frames, state.steps) == (42, ("b1", "r1", "r2"), (Outer(),), 0)


def test_a_seed_is_a_whole_number_from_0_on() -> None:
    with pytest.raises(ValueError, match="a seed is"):
        quiet_game().new(-1)


def test_applying_gives_the_next_state_and_what_happened() -> None:
    def apply(game: Game, draft: Draft, frame: Outer, action: Action) -> None:
        draft.set_turn(draft.state.turn + 1)
        draft.emit(Told("a turn went by", None))

    game = game_of({Outer: asking(apply)})
    before = game.new(1).state
    text = game.codec.dumps(before)
    after = game.apply(before, Done())
    assert (after.state.turn, after.state.steps, after.events) == (1, 1, (Told("a turn went by", None),))
    assert game.codec.dumps(before) == text
    assert game.apply(before, Done()).state == after.state


def test_what_is_not_in_the_menu_is_refused_and_changes_nothing() -> None:
    game = quiet_game()
    state = game.new(1).state
    text = game.codec.dumps(state)
    refusal = game.explain(state, PickUnit(UnitId("r1")))
    assert refusal is not None
    assert game.explain(state, Done()) is None
    with pytest.raises(IllegalAction, match=r"\[1.0\] refusal.not-now") as raised:
        game.apply(state, PickUnit(UnitId("r1")))
    assert raised.value.refusal == refusal
    assert game.codec.dumps(state) == text


def test_after_the_end_there_is_nothing_to_decide() -> None:
    game = game_of({Outer: asking(lambda game, draft, frame, action: draft.finish(Outcome(RED, "won", "8.1")))})
    over = game.apply(game.new(1).state, Done()).state
    menu = game.menu(over)
    assert (menu.side, bool(menu), menu.rule, menu.prompt.key) == (NO_SIDE, False, GAME_OVER, "prompt.game-over")
    with pytest.raises(IllegalAction, match=GAME_OVER):
        game.apply(over, Done())


def test_a_fault_of_the_rules_is_no_refusal() -> None:
    def apply(game: Game, draft: Draft, frame: Outer, action: Action) -> None:
        draft.remove_unit(UnitId("nobody"))

    game = game_of({Outer: asking(apply)})
    with pytest.raises(GameFault, match="no unit nobody"):
        game.apply(game.new(1).state, Done())


def test_options_cannot_be_changed_from_outside() -> None:
    chosen: dict[str, Any] = {"fog": True}
    game = Game(Bare({Outer: asking()}, Outer()), BOARD, options=chosen)
    chosen["fog"] = False
    assert game.options == {"fog": True}
    assert isinstance(game.options, Mapping)
    with pytest.raises(TypeError):
        game.options["fog"] = False  # type: ignore[index]


def test_any_change_can_be_carried_out_and_settles() -> None:
    def arrange(game: Game, draft: Draft) -> None:
        draft.set_turn(7)
        draft.call(Outer(3))

    state = quiet_game().carry_out(State(seed=9), arrange).state
    assert (state.turn, state.frames, state.seed) == (7, (Outer(3),), 9)


def test_a_ruleset_that_says_nothing_more_has_no_attacks_score_or_secrets() -> None:
    game = quiet_game()
    state = game.new(1).state
    with pytest.raises(GameFault, match="bare has no attacks to ask about"):
        game.ruleset.stage_attack(game, state, {})
    assert game.ruleset.attack_now(game, state) is None
    assert game.ruleset.attack_if(game, state, Done()) is None
    assert game.ruleset.score(game, state) == ()
    assert game.ruleset.redact(game, state, RED) is state
    assert game.ruleset.scramble(game, state, RED, 1) is state
    assert not game.ruleset.enter(game, Draft(state), "anything", None)
