"""A saved game carries what it was played with: an edit of its scenario never breaks it."""

from __future__ import annotations

import pytest

from engine.definitions.documents import dump_document, load_text
from engine.definitions.game_record import GameRecord
from engine.definitions.played import packed_data
from engine.definitions.project import Project
from engine.rulesets.inspection import Assembled, look_over
from engine.rulesets.library import find_bundled
from engine.session.played_with import (
    beginning_of,
    carried_by,
    is_played_with,
    needed_by,
    packed_state,
    played_with,
    unloaded,
    with_carried,
)
from engine.session.records import record_of, session_of
from engine.session.replay import ReplayError, digest
from engine.session.session import UndoPolicy
from engine.session.takeover import taken_over
from tests.engine.session.play import played

SCENARIO = "ford"


@pytest.fixture
def project() -> Project:
    return find_bundled(SCENARIO).load()


def shortened(project: Project) -> Project:
    """The same documents after an edit that no log of the old scenario fits."""
    scenario = project.scenarios[SCENARIO]
    return project.with_documents(scenario.replace(setup=scenario.setup[:1], first_turn=2))


def assembled(project: Project) -> Assembled:
    return look_over(project).scenarios[SCENARIO]


@pytest.fixture
def record(project: Project) -> GameRecord:
    documents = played_with(project, SCENARIO)
    found = record_of(played(40), "a-game", SCENARIO)
    return found.model_copy(update={"played_with": tuple(each.id for each in documents)})


def test_a_game_is_played_with_what_it_carries_whatever_became_of_the_scenario(
    project: Project, record: GameRecord
) -> None:
    edited = shortened(project).with_documents(*played_with(project, SCENARIO))
    session = session_of(record, edited)
    assert digest(session.game, session.state) == record.digest
    alone = record.model_copy(update={"played_with": ()})
    with pytest.raises(ReplayError):
        session_of(alone, edited)


def test_the_same_documents_have_the_same_names_and_others_others(project: Project, record: GameRecord) -> None:
    again = played_with(find_bundled(SCENARIO).load(), SCENARIO)
    assert [each.id for each in again] == list(record.played_with)
    assert is_played_with(record, again)
    other = played_with(shortened(project), SCENARIO)
    assert not is_played_with(record, other)
    assert len({each.id for each in (*again, *other)}) == len(again) + 1, "only the scenario is kept twice"


def test_a_damaged_copy_is_as_good_as_none(project: Project, record: GameRecord) -> None:
    first, *others = played_with(project, SCENARIO)
    wrong = packed_data({"format": "redoubt/scenario/1", "id": SCENARIO})
    assert wrong is not None
    swapped = first.model_copy(update={"packed": wrong.packed})
    for broken in (swapped, first.model_copy(update={"packed": "AAAA"})):
        assert carried_by(record, Project([broken, *others])) is None
    assert carried_by(record, Project(others)) is None
    assert carried_by(record, Project([first, *others])) is not None


def test_a_game_by_itself_brings_its_scenario_along(project: Project, record: GameRecord) -> None:
    whole = with_carried(record, project.with_documents(*played_with(project, SCENARIO)))
    read = load_text(dump_document(whole)).document
    assert isinstance(read, GameRecord)
    session = session_of(read.replace(scenario=SCENARIO), Project())
    assert digest(session.game, session.state) == record.digest
    bare, carried = unloaded(read)
    assert {each.id for each in carried} == needed_by({bare.id: bare}) == set(record.played_with)


def test_a_position_is_taken_over_where_the_scenario_still_has_its_pieces(project: Project) -> None:
    session = played(40)
    scenario = project.scenarios[SCENARIO]
    edited = project.with_documents(scenario.replace(last_turn=scenario.last_turn + 3))
    game = assembled(edited).game
    over = taken_over(session.state, assembled(project), assembled(edited), UndoPolicy.TO_BARRIER)
    assert over.state.units == session.state.units
    assert over.state.turn == session.state.turn
    over.submit(next(iter(over.menu)))
    begins = packed_state(game, over.start.state)
    assert begins is not None
    record = GameRecord(id="g", scenario=SCENARIO, ruleset=game.ruleset.id, seed=1, begins=begins.id)
    assert beginning_of(record, Project([begins]), game).state == over.start.state
    with pytest.raises(ReplayError, match="no-position"):
        beginning_of(record, Project(), game)


def test_a_position_with_a_unit_that_was_taken_out_is_refused_by_name(project: Project) -> None:
    session = played(10)
    (army, *_) = project.oobs.values()
    gone = next(unit for unit in session.state.every_unit() if unit.id in {each.id for each in army.units})
    smaller = army.replace(units=tuple(each for each in army.units if each.id != gone.id))
    scenario = project.scenarios[SCENARIO]
    setup = tuple(each for each in scenario.setup if each.unit != gone.id)
    edited = project.with_documents(smaller, scenario.replace(setup=setup))
    with pytest.raises(ReplayError) as caught:
        taken_over(session.state, assembled(project), assembled(edited), UndoPolicy.TO_BARRIER)
    assert caught.value.reason.key == "replay.units-gone"
    assert caught.value.reason.args["units"] == (gone.id,)
