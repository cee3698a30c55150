"""Saved games: the log is the game, and played again it is the same game to the byte."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.ids import Side
from engine.core.state import evolve
from engine.core.writing.coders import Json
from engine.definitions.documents import dump_document, load_text
from engine.definitions.game_record import GameRecord
from engine.definitions.issues import DefinitionError
from engine.definitions.project import Project
from engine.rulesets.assembly import assemble
from engine.rulesets.library import find_bundled
from engine.rulesets.words import catalogue
from engine.session.records import record_of, session_of
from engine.session.replay import ReplayError, digest, replay, replay_steps
from engine.session.session import Session, UndoPolicy
from tests.engine.session.play import begun, ford, moving, played

ROOT = Path(__file__).parents[3]


def log_of(session: Session) -> list[Json]:
    return [session.game.codec.action_to_json(each.action) for each in session.log]


def saved(actions: int = 60) -> GameRecord:
    return record_of(played(actions), "a-game", "ford", "A game")


@settings(max_examples=8)
@given(st.integers(0, 10_000), st.integers(1, 150))
def test_a_saved_game_is_taken_up_again_to_the_byte(seed: int, actions: int) -> None:
    session = played(actions, seed)
    record = record_of(session, "a-game", "ford")
    text = dump_document(record)
    again = load_text(text).document
    assert again == record
    assert isinstance(again, GameRecord)
    resumed = session_of(again, Project())
    assert resumed.game.codec.dumps(resumed.state) == session.game.codec.dumps(session.state)
    assert [each.events for each in resumed.log] == [each.events for each in session.log]
    assert dump_document(record_of(resumed, "a-game", "ford")) == text


def test_a_resumed_game_can_be_undone_as_far_as_the_old_one() -> None:
    session = moving()
    resumed = session_of(record_of(session, "a-game", "ford"), Project(), UndoPolicy.UNLOCKED)
    assert resumed.undo() == session.log[-1].action
    strict = session_of(record_of(session, "a-game", "ford"), Project())
    assert strict.undo_barrier() == session.undo_barrier()


def test_the_scenario_of_the_project_comes_before_a_bundled_one() -> None:
    project = find_bundled("ford").load()
    renamed = Project([*project.documents(), project.scenarios["ford"].replace(id="my-ford", last_turn=1)])
    record = record_of(begun(), "a-game", "my-ford")
    assert session_of(record, renamed).game.materials.brief.scenario.last_turn == 1
    with pytest.raises(DefinitionError, match="unknown-bundled"):
        session_of(record, project)


def test_replaying_goes_step_by_step_for_whoever_wants_to_watch() -> None:
    session = played(20)
    again = Session.new(ford(), 1)
    states = list(replay_steps(again, log_of(session)))
    assert states == [each.state for each in session.log]


def refused(log: list[Any], expected: str = "") -> ReplayError:
    with pytest.raises(ReplayError) as raised:
        replay(ford(), 1, log, expected=expected)
    assert catalogue("toy-skirmish").text(raised.value.reason) != str(raised.value.reason)
    return raised.value


@pytest.mark.parametrize("bad", [{"kind": "fly"}, {}, None, 7, [], {"kind": "step-to", "unit": "red-1", "to": "9999"}])
def test_an_action_that_cannot_be_read_is_malformed(bad: Any) -> None:
    error = refused([*log_of(played(3)), bad])
    assert (error.step, error.reason.key) == (4, "replay.malformed")


def test_an_action_against_the_rules_says_which_and_where() -> None:
    log = log_of(played(3))
    error = refused([*log, {"kind": "commit-air", "points": 9}])
    assert (error.step, error.reason.key) == (4, "replay.illegal")
    assert error.reason.args["rule"]
    assert "step 4" in str(error)


def test_a_log_that_leads_elsewhere_is_found_out() -> None:
    log = log_of(played(12))
    expected = digest(ford(), played(12).state)
    assert digest(ford(), replay(ford(), 1, log, expected=expected).state) == expected
    error = refused(log[:-1], expected)
    assert (error.step, error.reason.key) == (0, "replay.differs")


def test_a_game_goes_on_no_further_than_its_end() -> None:
    session = played(5000)
    assert session.state.outcome is not None
    error = refused([*log_of(session), {"kind": "done"}])
    assert (error.step, error.reason.args["rule"]) == (len(session.log) + 1, "game-over")


def test_a_record_of_a_newer_form_is_refused() -> None:
    with pytest.raises(ReplayError) as raised:
        session_of(saved(3).replace(schema_version=2), Project())
    assert raised.value.reason.key == "replay.newer"


def test_a_record_of_another_ruleset_is_refused() -> None:
    with pytest.raises(DefinitionError, match="scenario-of-other-game"):
        session_of(saved(3).replace(ruleset="toy-cabinet"), Project())


def test_a_record_says_what_it_is_a_game_of() -> None:
    record = saved(3)
    assert (record.scenario, record.ruleset, record.seed, record.title) == ("ford", "toy-skirmish", 1, "A game")
    assert (len(record.actions), len(record.digest), record.schema_version) == (3, 64, 1)


def test_the_fingerprint_covers_secrets() -> None:
    state = played(4).state
    assert digest(ford(), state) != digest(ford(), ford().view(state, Side("red")))


def test_another_order_of_hashes_plays_the_same_game() -> None:
    """Sets and persistent maps have another order in every process; nothing of a game may follow it."""
    code = (
        "from tests.engine.session.play import played, ford\n"
        "from engine.session.replay import digest\n"
        "print(digest(ford(), played(80).state))"
    )
    found = set()
    for seed in ("1", "2"):
        env = {**os.environ, "PYTHONHASHSEED": seed}
        done = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT, env=env
        )
        found.add(done.stdout.strip())
    assert found == {digest(ford(), played(80).state)}


def test_a_game_begun_from_a_position_cannot_be_saved_as_a_game_of_its_scenario() -> None:
    game = assemble(find_bundled("ford").load())
    start = game.new(3)
    elsewhere = replace(start, state=evolve(start.state, turn=4))
    with pytest.raises(ReplayError) as refused:
        record_of(Session(game, elsewhere), "a-game", "ford")
    assert refused.value.reason.key == "replay.no-beginning"
