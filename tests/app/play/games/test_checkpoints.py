"""Long games are taken up from a checkpoint: what is played again is counted, and nothing is lost by it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.modes import Mode
from app.play.games import game_setup
from app.play.games.game_setup import TakenUp, take_up
from app.play.replay import replay
from app.window import MainWindow
from engine.core.game import Game
from engine.core.records import Action
from engine.definitions.game_record import GameRecord
from engine.definitions.played import PlayedDocument
from engine.rulesets import assembly
from engine.rulesets.library import find_bundled
from engine.session import checkpoints
from engine.session.checkpoints import SPACING, Checkpoint, place_of_checkpoint, written_checkpoint
from engine.session.played_with import played_with
from engine.session.records import record_of
from engine.session.session import Session, UndoPolicy
from engine.storage.contents import Contents
from engine.storage.store import Store
from tests.app.play.hands import Player
from tests.app.play.replay.test_replay import play
from tests.engine.session.play import begun, played

LENGTH, PLACE = 40, 25


@cache
def long_game() -> Session:
    return played(LENGTH)


@cache
def carried() -> tuple[PlayedDocument, ...]:
    return played_with(find_bundled("ford").load(), "ford")


@cache
def saved() -> GameRecord:
    names = tuple(each.id for each in carried())
    return record_of(long_game(), "a-game", "ford").replace(undo="unlocked", played_with=names, carries=carried())


def checkpoint_at(actions: int, record: GameRecord | None = None) -> dict[str, Any]:
    session = long_game()
    state = session.state_after(actions)
    made = written_checkpoint(record or saved(), Checkpoint(actions, state), session.game)
    assert made is not None
    return made


@pytest.fixture
def applied(monkeypatch: pytest.MonkeyPatch) -> list[Action]:
    """The actions that are carried out from now on."""
    saved()
    done: list[Action] = []
    apply = Game.apply

    def counted(game: Game, state: Any, action: Action) -> Any:
        done.append(action)
        return apply(game, state, action)

    monkeypatch.setattr(Game, "apply", counted)
    return done


def taken(checkpoint: object, record: GameRecord | None = None) -> TakenUp:
    return take_up(find_bundled("ford").load(), record or saved(), checkpoint=checkpoint)


def same(session: Session, other: Session) -> bool:
    game = session.game
    return [(game.codec.dumps(each.state), each.events) for each in session.log] == [
        (other.game.codec.dumps(each.state), each.events) for each in other.log
    ]


def test_only_what_follows_the_checkpoint_is_played_again(applied: list[Action]) -> None:
    session = taken(checkpoint_at(PLACE)).table.session
    assert len(applied) == LENGTH - PLACE
    assert session.length == LENGTH
    assert session.recalled_from == PLACE
    assert session.game.codec.dumps(session.state) == long_game().game.codec.dumps(long_game().state)
    assert session.actions == long_game().actions


def test_what_came_before_is_played_again_when_somebody_looks_back(applied: list[Action]) -> None:
    session = taken(checkpoint_at(PLACE)).table.session
    before = session.state_after(PLACE)
    applied.clear()
    assert session.state_after(PLACE) is before
    assert not applied
    assert session.game.codec.dumps(session.state_after(3)) == long_game().game.codec.dumps(long_game().state_after(3))
    assert len(applied) == PLACE
    assert session.state_after(PLACE) is before
    assert same(session, long_game())
    assert len(applied) == PLACE


def test_undo_goes_back_beyond_the_checkpoint_and_redo_comes_again() -> None:
    session = taken(checkpoint_at(LENGTH)).table.session
    assert session.policy is UndoPolicy.UNLOCKED
    end = session.state
    while session.can_undo:
        session.undo()
    assert session.length == 0
    assert session.state is session.start.state
    while session.can_redo:
        session.redo()
    assert session.state is end
    assert same(session, long_game())


def test_a_game_can_be_recalled_a_little_at_a_time(applied: list[Action]) -> None:
    session = taken(checkpoint_at(PLACE)).table.session
    applied.clear()
    times = 1
    while not session.recall(0):
        times += 1
        assert session.recalled_from == PLACE
    assert times == PLACE == len(applied)
    assert session.recalled_from == 0
    assert same(session, long_game())


def test_a_branch_shares_what_is_not_recalled_yet(applied: list[Action]) -> None:
    session = taken(checkpoint_at(PLACE)).table.session
    applied.clear()
    branch = session.branch(PLACE + 2)
    assert (branch.length, branch.recalled_from, applied) == (PLACE + 2, PLACE, [])
    early = session.branch(PLACE - 5)
    assert early.length == PLACE - 5
    assert len(applied) == PLACE


def _no_checkpoint(_: dict[str, Any]) -> object:
    return None


def _no_object(_: dict[str, Any]) -> object:
    return ["a list"]


def _changed(**values: object) -> Callable[[dict[str, Any]], object]:
    return lambda data: {**data, **values}


def _flipped(data: dict[str, Any]) -> object:
    packed = data["state"]
    other = "A" if packed[200] != "A" else "B"
    return {**data, "state": packed[:200] + other + packed[201:]}


def _of_other_state(data: dict[str, Any]) -> object:
    """A whole state under the name of another."""
    return {**data, "state": checkpoint_at(PLACE - 5)["state"]}


@pytest.mark.parametrize(
    "spoil",
    [
        _no_checkpoint,
        _no_object,
        _flipped,
        _of_other_state,
        _changed(actions=PLACE - 1),
        _changed(actions=LENGTH + 1),
        _changed(actions=True),
        _changed(actions=0),
        _changed(state="no base64!"),
        _changed(state=7),
        _changed(digest="0" * 64),
    ],
)
def test_a_spoilt_checkpoint_is_dropped_and_the_log_played(
    spoil: Callable[[dict[str, Any]], object], applied: list[Action]
) -> None:
    found = taken(spoil(checkpoint_at(PLACE)))
    assert found.problem is None
    assert len(applied) == LENGTH
    assert same(found.table.session, long_game())


def test_a_checkpoint_of_another_seed_log_or_scenario_is_dropped(applied: list[Action]) -> None:
    record = saved()
    for other in (
        record.replace(seed=record.seed + 1),
        record.replace(scenario="my-ford"),
        record.replace(actions=(*record.actions[:2], record.actions[3], record.actions[2], *record.actions[4:])),
        record.replace(options={"house-rule": True}),
    ):
        applied.clear()
        assert taken(checkpoint_at(PLACE, other)).problem is None
        assert len(applied) == LENGTH


def test_a_checkpoint_of_other_rules_is_dropped(applied: list[Action], monkeypatch: pytest.MonkeyPatch) -> None:
    made = checkpoint_at(PLACE)
    monkeypatch.setattr(checkpoints, "rules_fingerprint", lambda _: "rules of tomorrow")
    taken(made)
    assert len(applied) == LENGTH


def test_a_checkpoint_that_does_not_lead_to_the_end_is_not_believed(applied: list[Action]) -> None:
    """One that was made with care of a state that these actions do not lead to."""
    session = long_game()
    false = Checkpoint(PLACE, begun().state)
    made = written_checkpoint(saved(), false, session.game)
    found = taken(made)
    assert found.problem is None
    assert same(found.table.session, session)
    assert len(applied) >= LENGTH


def test_a_past_that_does_not_lead_here_is_not_told() -> None:
    """Nobody can come to this by a file; a session that was put together so stands where it says and does not fall."""
    session = long_game()
    wrong = (*session.actions[1:PLACE], session.actions[0])
    other = Session.since(session.game, lambda: session.start, wrong, session.state, UndoPolicy.UNLOCKED)
    assert other.state_after(3) is session.state
    assert other.log[3].events == ()
    assert other.length == PLACE


def test_a_game_that_does_not_carry_its_scenario_has_no_checkpoint(applied: list[Action]) -> None:
    """Nobody could tell whether the scenario of that name is still the same."""
    made, alone = checkpoint_at(PLACE), saved().replace(played_with=(), carries=())
    assert written_checkpoint(alone, Checkpoint(PLACE, long_game().state), long_game().game) is None
    assert taken(made, alone).problem is None
    assert len(applied) == LENGTH


def test_a_scenario_that_was_played_is_neither_looked_over_nor_begun_again(monkeypatch: pytest.MonkeyPatch) -> None:
    made = checkpoint_at(PLACE)
    done: list[str] = []
    monkeypatch.setattr(game_setup, "made_ready", lambda *_: done.append("looked over"))
    new = Game.new
    monkeypatch.setattr(Game, "new", lambda game, seed: (done.append("begun"), new(game, seed))[1])
    session = taken(made).table.session
    assert session.length == LENGTH
    assert not done
    assert session.start.state.seed == session.state.seed
    assert done == ["begun"], "when somebody asks how it began"


def test_a_map_that_the_file_has_drawn_is_not_read_from_text_again(monkeypatch: pytest.MonkeyPatch) -> None:
    made, read = checkpoint_at(PLACE), assembly.plan_for
    done: list[str] = []
    monkeypatch.setattr(assembly, "plan_for", lambda project, map_id: (done.append(map_id), read(project, map_id))[1])
    project = find_bundled("ford").load()
    plans = Contents.of_project(project).maps
    today = take_up(project, saved(), checkpoint=made, plans=plans)
    assert (today.table.session.length, done) == (LENGTH, [])
    assert today.project is project
    changed = project.scenarios["ford"].model_copy(update={"title": "Another ford"})
    edited = project.without("scenario", "ford").with_documents(changed)
    assert take_up(edited, saved(), checkpoint=made, plans=plans).table.session.length == LENGTH
    assert done, "a game that is played with other documents than the file has is drawn from its own"


def test_the_checkpoint_lies_a_stretch_back() -> None:
    assert [place_of_checkpoint(length) for length in (0, SPACING, 2 * SPACING - 1, 2 * SPACING, 3 * SPACING + 1)] == [
        *(0, 0, 0),
        *(SPACING, 2 * SPACING),
    ]


def test_the_window_takes_a_long_game_up_from_its_checkpoint_and_recalls_the_rest_by_itself(
    window: MainWindow, applied: list[Action], monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    monkeypatch.setattr(checkpoints, "SPACING", 3)
    play(Player(window), actions=8)
    table, keeping = window.play.table, window.play.keeping
    assert table is not None
    (id,) = keeping.games  # noqa: A001 - the word of the file
    lines = [line.text for line in table.log()]
    applied.clear()
    assert window.play.load(id)
    taken_up = window.play.table
    assert taken_up is not None
    assert taken_up is not table
    assert taken_up.session.recalled_from == 3
    assert len(applied) == 8 - 3
    told = [line.text for line in taken_up.log()]
    assert told[1:] == lines[-len(told) + 1 :], "a march that the checkpoint cut begins there"
    qtbot.waitUntil(lambda: not taken_up.session.recalled_from)
    assert [line.text for line in taken_up.log()] == lines
    copy = keeping.duplicate(id)
    applied.clear()
    assert window.play.load(copy)
    assert len(applied) == 8 - 3, "a copy has the same log, and the checkpoint of it"
    assert keeping.delete(copy)
    assert f"checkpoint:{copy}" not in {name for name, value in store_of(window).notes().items() if value is not None}


def store_of(window: MainWindow) -> Store:
    project = window.files.project
    assert project is not None
    return project.store


def test_a_computer_that_goes_on_with_a_long_game_does_not_look_back(
    window: MainWindow, applied: list[Action], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checkpoints, "SPACING", 3)
    monkeypatch.setattr(replay, "_FIRST_PAUSE", 1_000_000)
    play(Player(window), actions=8)
    (id,) = window.play.keeping.games  # noqa: A001 - the word of the file
    assert window.play.load(id)
    table = window.play.table
    assert table is not None
    table.seat(dict.fromkeys(table.players, "random"))
    applied.clear()
    window.play.desk.computers.step()
    assert (table.session.length, len(applied)) == (9, 1)
    assert table.session.recalled_from == 3


def test_a_game_that_is_left_while_it_is_recalled_shows_nothing_of_itself(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    monkeypatch.setattr(checkpoints, "SPACING", 3)
    monkeypatch.setattr(replay, "_FIRST_PAUSE", 0)
    monkeypatch.setattr(replay, "_PAUSE", 0)
    play(Player(window), actions=8)
    (id,) = window.play.keeping.games  # noqa: A001 - the word of the file
    assert window.play.load(id)
    window.set_mode(Mode.EDIT)
    QTest.qWait(100)
    assert window.play.replay.bar.isHidden()
    window.set_mode(Mode.PLAY)
    table = window.play.table
    assert table is not None
    qtbot.waitUntil(lambda: not table.session.recalled_from)  # it goes on when the game is taken up again
