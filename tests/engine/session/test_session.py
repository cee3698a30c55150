"""Sessions: what is played stands, undo goes back to the last barrier, and whoever watches is told."""

from __future__ import annotations

import pytest

from engine.core.game import Game, Transition
from engine.core.records import Action, Outcome
from engine.core.refusals import IllegalAction
from engine.core.state import State, evolve
from engine.session.barriers import Barrier, barrier_between
from engine.session.session import Session, UndoPolicy
from tests.engine.session.play import AddAttacker, CommitAir, DeclareAttack, Done, Resolve, begun, ford, moving, step
from tests.helpers.positions import position


def test_submitting_an_action_carries_it_out_and_logs_it() -> None:
    session = moving()
    before = session.state
    transition = session.submit(step("red-5", "0405"))
    assert session.state is transition.state
    assert session.log[-1].action == step("red-5", "0405")
    assert session.log[-1].events == transition.events
    assert session.state_after(len(session.log) - 1) is before
    assert session.state_after(0) is session.start.state


def test_what_was_foreseen_is_what_happens_and_is_worked_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    session = moving()
    before, wanted = session.state, step("red-5", "0405")
    asked: list[object] = []
    apply = type(session.game).apply

    def counted(game: Game, state: State, action: Action) -> Transition:
        asked.append(action)
        return apply(game, state, action)

    monkeypatch.setattr(type(session.game), "apply", counted)
    foreseen = session.foresee(wanted)
    assert session.foresee(wanted) is foreseen
    assert (session.state, len(asked)) == (before, 1)
    assert session.submit(wanted) is foreseen
    assert len(asked) == 1
    session.undo()
    session.foresee(next(other for other in session.menu if other != wanted))
    assert session.submit(wanted).state is not foreseen.state, "of another action nothing is taken"


def test_an_illegal_action_leaves_everything_as_it_was() -> None:
    session = moving()
    session.undo_barrier()
    state, log = session.state, session.log
    with pytest.raises(IllegalAction, match=r"\[2.1\]"):
        session.submit(step("red-5", "1605"))
    assert (session.state, session.log) == (state, log)


def test_undo_and_redo_walk_along_the_log() -> None:
    session = moving()
    start = session.state
    session.submit(step("red-5", "0405"))
    session.submit(step("red-5", "0506"))
    end = session.state
    assert session.undo_refusal() is None
    assert session.undone is None
    assert session.undo() == step("red-5", "0506")
    assert session.undone == step("red-5", "0506")
    assert session.undo() == step("red-5", "0405")
    assert session.state is start
    assert session.can_redo
    assert session.redo() == step("red-5", "0405")
    assert session.redo() == step("red-5", "0506")
    assert session.state is end
    assert not session.can_redo


def test_there_is_an_end_to_undo_and_redo() -> None:
    session = begun()
    assert not session.can_undo
    assert session.undo_barrier() is None
    with pytest.raises(IllegalAction, match="undo-nothing"):
        session.undo()
    with pytest.raises(IllegalAction, match="redo-nothing"):
        session.redo()


def test_another_action_forgets_what_was_undone() -> None:
    session = moving()
    session.submit(step("red-5", "0405"))
    session.undo()
    session.submit(step("red-5", "0403"))
    assert not session.can_redo


def test_the_same_action_again_keeps_what_was_undone_after_it() -> None:
    session = moving()
    session.submit(step("red-5", "0405"))
    session.submit(step("red-5", "0506"))
    session.undo()
    session.undo()
    session.submit(step("red-5", "0405"))
    assert session.redo() == step("red-5", "0506")


# Barriers


def test_undo_does_not_go_back_past_the_decision_of_another_side() -> None:
    session = begun()
    session.submit(CommitAir(1))
    assert session.undo_barrier() is Barrier.SIDE
    assert not session.can_undo
    refusal = session.undo_refusal()
    assert refusal is not None
    assert refusal.message.key == "refusal.undo-side"
    with pytest.raises(IllegalAction, match="undo-side"):
        session.undo()


def test_undo_does_not_go_back_past_a_reveal() -> None:
    session = moving()
    assert session.undo_barrier() is Barrier.REVEAL
    with pytest.raises(IllegalAction, match="undo-reveal"):
        session.undo()


def test_undo_does_not_go_back_past_dice() -> None:
    scene = position(
        "units: {red-1: '0707', red-2: '0606', blue-1: '0807'}",
        game="toy-skirmish",
        scenario="ford",
        phase="combat",
        side="red",
        dice=[1],
    )
    session = Session(scene.game, Transition(scene.state, ()))
    for action in (DeclareAttack(scene.game.board.at("0807")), AddAttacker(scene.unit("red-1").id)):
        session.submit(action)
    assert session.can_undo
    session.submit(Resolve())
    assert session.undo_barrier() is Barrier.DICE
    with pytest.raises(IllegalAction, match="undo-dice"):
        session.undo()


def test_a_barrier_is_read_off_two_states() -> None:
    state = moving().state
    assert barrier_between(ford(), state, evolve(state, steps=99)) is None
    assert barrier_between(ford(), state, evolve(state, throws=99, reveals=99)) is Barrier.DICE
    assert barrier_between(ford(), state, evolve(state, reveals=99)) is Barrier.REVEAL
    over = evolve(state, outcome=Outcome(None, "draw", "1.2"))
    assert barrier_between(ford(), state, over) is Barrier.SIDE


def test_a_designer_may_go_back_anywhere() -> None:
    session = moving(UndoPolicy.UNLOCKED)
    session.submit(Done())
    while session.can_undo:
        session.undo()
    assert session.state is session.start.state
    assert len([session.redo() for _ in range(3)]) == 3
    assert session.menu.side == "blue"
    assert session.undo_barrier() is None


# Branches and observers


def test_a_branch_shares_the_beginning_and_goes_its_own_way() -> None:
    session = moving()
    session.submit(step("red-5", "0405"))
    branch = session.branch(2)
    branch.submit(step("red-5", "0403"))
    assert (len(session.log), len(branch.log)) == (3, 3)
    assert session.log[:2] == branch.log[:2]
    assert session.log[2] != branch.log[2]
    assert branch.policy is session.policy
    assert session.branch(0).state is session.start.state


@pytest.mark.parametrize("number", [-1, 3, 99])
def test_there_is_nothing_before_the_beginning_or_after_the_end_of_the_log(number: int) -> None:
    session = moving()
    with pytest.raises(IndexError):
        session.state_after(number)
    with pytest.raises(IndexError):
        session.branch(number)


def test_the_log_cannot_be_changed_from_outside() -> None:
    session = moving()
    assert isinstance(session.log, tuple)
