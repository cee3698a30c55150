"""The sequence of play: step after step, turn after turn."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.actions import Done
from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import NO_SIDE, Side
from engine.core.records import Outcome
from engine.core.refusals import GameFault
from engine.core.sequence import SequenceFrame, SequencePhase, Step
from engine.core.state import State
from tests.engine.core.machine import BLUE, RED, Inner, Last, Outer, Scripted, asking, game_of, open_menu


def sequence(*steps: Step, last_turn: int = 2) -> SequencePhase:
    def end_of_turn(game: Game, draft: Draft) -> None:
        if draft.state.turn >= last_turn:
            draft.finish(Outcome(None, "draw", "1.2"))

    return SequencePhase(steps, end_of_turn)


def played(table: SequencePhase) -> list[tuple[int, str, Side]]:
    """Every question of a game in which everybody is always done: the turn, the frame and the side."""
    asked = asking(lambda game, draft, frame, action: draft.end())
    game = game_of({SequenceFrame: table, Outer: asked, Inner: asked, Last: Scripted()})
    state, found = game.new(1).state, []
    while state.outcome is None:
        found.append((state.turn, state.frames[-1].kind, state.side))
        state = game.apply(state, Done()).state
    return found


def test_the_steps_follow_each_other_turn_by_turn() -> None:
    table = sequence(Step("move", "2.1", Outer, RED), Step("rest", "3.1", Last), Step("move", "2.1", Inner, BLUE))
    assert played(table) == [
        (0, "outer", RED), (0, "inner", BLUE), (1, "outer", RED), (1, "inner", BLUE), (2, "outer", RED),
        (2, "inner", BLUE),
    ]  # fmt: skip


def test_a_step_may_be_left_out_of_some_turns() -> None:
    def odd(game: Game, draft: Draft) -> bool:
        return draft.state.turn % 2 == 1

    table = sequence(Step("move", "2.1", Outer, RED), Step("storm", "3.1", Inner, happens=odd))
    assert [(turn, kind) for turn, kind, _ in played(table)] == [
        (0, "outer"), (1, "outer"), (1, "inner"), (2, "outer"),
    ]  # fmt: skip


def test_a_step_of_no_side_leaves_the_side_as_it_is() -> None:
    table = sequence(Step("move", "2.1", Outer, BLUE), Step("count", "3.1", Inner), last_turn=0)
    assert played(table) == [(0, "outer", BLUE), (0, "inner", BLUE)]


def test_turns_in_which_nothing_happens_for_ever_are_a_fault() -> None:
    never = Step("move", "2.1", Outer, happens=lambda game, draft: False)
    game = game_of({SequenceFrame: SequencePhase((never,), lambda game, draft: None)})
    with pytest.raises(GameFault, match="runaway"):
        game.new(1)


def test_a_step_is_found_by_its_name_and_side() -> None:
    moves = Step("move", "2.1", Outer, RED), Step("move", "2.1", Inner, BLUE)
    table = sequence(Step("weather", "1.1", Last), *moves, Step("end", "9.1", Last))
    assert [table.find("move"), table.find("move", RED), table.find("move", BLUE)] == [1, 1, 2]
    assert [table.find("move", NO_SIDE), table.find("move", Side("green")), table.find("rest")] == [1, None, None]
    assert [table.find("weather"), table.find("weather", BLUE), table.find("end", RED)] == [0, 0, 3]


def test_two_steps_of_one_name_and_side_are_refused() -> None:
    with pytest.raises(GameFault, match="one name and one side"):
        sequence(Step("move", "2.1", Outer, RED), Step("move", "2.2", Inner, RED))


def test_a_game_may_begin_at_any_step() -> None:
    table = sequence(Step("move", "2.1", Outer, RED), Step("move", "2.1", Inner, BLUE), last_turn=0)
    phases: dict[Any, Any] = {SequenceFrame: table, Outer: Scripted(menu=lambda *_: open_menu()), Inner: asking()}
    game = game_of(phases)

    def enter(game: Game, draft: Draft) -> None:
        assert game.ruleset.enter(game, draft, "move", BLUE)

    state = game.carry_out(State(seed=3), enter).state
    assert (state.frames, state.side) == ((SequenceFrame(1), Inner()), BLUE)
    assert not game.ruleset.enter(game, Draft(state), "rest", None)
