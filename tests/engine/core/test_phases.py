"""Phases: they start, ask, are resumed and end; what goes round in a circle or leads nowhere is a fault."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.actions import Done, PickUnit
from engine.core.draft import Draft
from engine.core.game import Game
from engine.core.ids import UnitId
from engine.core.menu import Menu, Offer
from engine.core.messages import message
from engine.core.phases import RUNAWAY_LIMIT, Phase, settle
from engine.core.records import Action, Outcome
from engine.core.refusals import GameFault
from engine.core.state import State, evolve
from tests.engine.core.machine import (
    RED,
    Homeless,
    Inner,
    Last,
    Outer,
    Scripted,
    Told,
    asking,
    game_of,
    open_menu,
    quiet_game,
)


def finish(game: Game, draft: Draft, *_: object) -> None:
    draft.finish(Outcome(RED, "won", "8.1"))


def test_a_called_frame_hands_its_result_to_the_one_that_called_it() -> None:
    seen: list[object] = []

    def begin(game: Game, draft: Draft, frame: Outer) -> None:
        draft.call(Inner(5))

    def resumed(game: Game, draft: Draft, frame: Outer, result: object) -> None:
        seen.append((frame, result))
        finish(game, draft)

    inner = asking(lambda game, draft, frame, action: draft.end(frame.count * 2))
    game = game_of({Outer: Scripted(start=begin, resume=resumed), Inner: inner})
    start = game.new(1).state
    assert [frame.kind for frame in start.frames] == ["outer", "inner"]
    after = game.apply(start, Done()).state
    assert seen == [(Outer(), 10)]
    assert after.outcome == Outcome(RED, "won", "8.1")


def test_a_frame_that_has_nothing_to_ask_ends_by_itself() -> None:
    order: list[str] = []

    def note(word: str) -> Any:
        return lambda *_: order.append(word)

    def begin(game: Game, draft: Draft, frame: Outer) -> None:
        order.append("outer starts")
        draft.call(Inner())

    def resumed(game: Game, draft: Draft, frame: Outer, result: object) -> None:
        order.append(f"outer resumes with {result}")
        draft.goto(Last())

    game = game_of(
        {
            Outer: Scripted(start=begin, resume=resumed),
            Inner: Scripted(start=note("inner starts")),
            Last: Scripted(start=note("last starts"), menu=lambda *_: open_menu()),
        }
    )
    assert game.new(1).state.frames == (Last(),)
    assert order == ["outer starts", "inner starts", "outer resumes with None", "last starts"]


def test_a_phase_sees_its_frame_as_it_is_now() -> None:
    def apply(game: Game, draft: Draft, frame: Outer, action: Action) -> None:
        draft.replace_frame(Outer(frame.count + 1))

    game = game_of({Outer: asking(apply)})
    state = game.new(1).state
    for _ in range(3):
        state = game.apply(state, Done()).state
    assert state.frames == (Outer(3),)


def test_what_goes_round_in_a_circle_is_stopped() -> None:
    game = game_of({Outer: Scripted(start=lambda game, draft, frame: draft.goto(Outer(frame.count + 1)))})
    with pytest.raises(GameFault, match=f"runaway: {RUNAWAY_LIMIT} moves"):
        game.new(1)


def test_frames_that_call_each_other_for_ever_are_stopped() -> None:
    game = game_of(
        {
            Outer: Scripted(start=lambda game, draft, frame: draft.call(Inner())),
            Inner: Scripted(start=lambda game, draft, frame: draft.call(Outer())),
        }
    )
    with pytest.raises(GameFault, match="frames > inner > outer > inner") as raised:
        game.new(1)
    assert len(str(raised.value)) < 200


def test_a_game_may_not_simply_run_out() -> None:
    with pytest.raises(GameFault, match="nobody said how the game did"):
        game_of({Outer: Scripted()}).new(1)


def test_a_frame_without_a_phase_is_a_fault() -> None:
    with pytest.raises(GameFault, match="bare has no phase for homeless frames"):
        game_of({Outer: Scripted()}, Homeless()).new(1)


def test_a_phase_carries_out_what_it_offers() -> None:
    game = game_of({Outer: asking()})
    state = game.new(1).state
    with pytest.raises(GameFault, match="outer phase offers done and does not carry it out"):
        game.apply(state, Done())


def test_a_dead_frame_is_found_when_its_menu_is_asked_for() -> None:
    game = quiet_game()
    state = game.new(1).state
    dead = game_of({Outer: Scripted()})
    with pytest.raises(GameFault, match="outer frame has nothing to ask and did not end"):
        dead.menu(game.codec.loads(game.codec.dumps(state)))


def test_when_the_game_is_over_no_phase_goes_on() -> None:
    def begin(game: Game, draft: Draft, frame: Outer) -> None:
        draft.emit(Told("the end", None))
        finish(game, draft)

    game = game_of({Outer: Scripted(start=begin, menu=lambda *_: pytest.fail("asked after the end"))})
    started = game.new(1)
    assert started.state.outcome is not None
    assert started.events == (Told("the end", None),)


def test_a_menu_is_made_once_while_nothing_it_rests_on_changes() -> None:
    made: list[int] = []

    def menu(game: Game, state: State, frame: Outer) -> Menu:
        made.append(state.turn)
        return open_menu()

    game = game_of({Outer: Scripted(menu=menu, apply=lambda game, draft, frame, action: draft.set_turn(9))})
    state = game.new(1).state
    assert game.menu(state) is game.menu(state)
    assert game.menu(evolve(state, steps=5, reveals=2)) is game.menu(state)
    assert made == [0]
    game.menu(game.apply(state, Done()).state)
    assert made == [0, 9]


def test_a_phase_that_overrides_nothing_does_nothing() -> None:
    draft = Draft(evolve(State(seed=1), frames=(Outer(),)))
    plain: Phase[Outer] = Phase()
    plain.start(None, draft, Outer())
    plain.resume(None, draft, Outer(), None)
    assert plain.menu(None, draft.state, Outer()) is None
    assert draft.state == evolve(State(seed=1), frames=(Outer(),))


def test_settling_needs_somebody_to_decide() -> None:
    offer = Offer.among([PickUnit(UnitId("r1"))], PickUnit, None)  # type: ignore[arg-type]
    game = game_of({Outer: Scripted(menu=lambda *_: Menu(RED, message("prompt.test"), "1.0", (offer,)))})
    draft = Draft(game.new(1).state)
    before = draft.state
    settle(game, draft)
    assert draft.state is before
