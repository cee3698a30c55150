"""The log is told once: one more decision costs its own sentences, and eyes differ only where there is a secret."""

from __future__ import annotations

import pytest

from app.play.games.game_setup import NewGame, begin, sides_of
from app.play.table import PERSON, GameTable
from engine.core.actions import StepTo
from engine.core.ids import UnitId
from engine.core.records import Event
from engine.core.refusals import IllegalAction
from engine.rulesets.library import find_bundled
from engine.session.session import UndoPolicy


def table_of(scenario: str, *who: str, policy: UndoPolicy = UndoPolicy.TO_BARRIER) -> GameTable:
    players = dict(zip(sides_of(find_bundled(scenario).scenario.ruleset), who, strict=False))
    return begin(find_bundled(scenario).load(), NewGame(scenario, seed=5, players=players, policy=policy))


def decide(table: GameTable, times: int) -> None:
    for _ in range(times):
        if not table.is_over:
            table.submit(table.menu.default or next(iter(table.menu)))


def test_one_more_decision_tells_only_what_it_did(monkeypatch: pytest.MonkeyPatch) -> None:
    table = table_of("ford")
    told: list[Event] = []
    tell = table._told
    monkeypatch.setattr(table, "_told", lambda event: told.append(event) or tell(event))
    decide(table, 40)
    before = table.log()
    told.clear()
    decide(table, 1)
    lines = table.log()
    assert len(told) <= len(table.session.log[-1].events)
    kept = len(before) - 1
    assert kept > 9
    assert all(one is two for one, two in zip(before[:kept], lines[:kept], strict=True)), "the last may march on"


def test_what_everybody_may_know_is_one_line_for_all_eyes() -> None:
    table = table_of("cabinet-war")
    decide(table, 12)
    mine = table.log()
    viewer = table.viewer
    while table.viewer == viewer:
        decide(table, 1)
    others = table.log()[: len(mine)]
    assert [line.step for line in mine] == [line.step for line in others]
    assert any(one is two for one, two in zip(mine, others, strict=True))


def test_what_was_taken_back_is_forgotten_and_told_anew_when_it_is_something_else() -> None:
    table = table_of("ford", policy=UndoPolicy.UNLOCKED)
    decide(table, 9)
    lines = table.log()
    step = table.length
    table.undo()
    assert table.log() == [line for line in lines if line.step < step]
    table.redo()
    assert table.log() == lines


def test_what_another_person_decided_is_not_named_by_undo() -> None:
    table = table_of("cabinet-war", PERSON, "other-person", policy=UndoPolicy.UNLOCKED)
    table.take_seat()
    decide(table, 1)
    while table.awaited is None:
        assert table.undo_words() == table.words.text(table.session.log[-1].action)
        decide(table, 1)
    assert table.undo_words() == ""
    with pytest.raises(IllegalAction, match="not-seated"):
        table.undo()
    table.take_seat()
    assert table.undo_words() == "", "the decision was the other's"
    assert table.undo_refusal() == ""
    assert table.redo_words() == ""


def test_the_steps_of_one_march_are_one_line_and_are_taken_back_one_by_one() -> None:
    table = table_of("ford", policy=UndoPolicy.UNLOCKED)
    while not any(isinstance(action, StepTo) for action in table.menu):
        decide(table, 1)
    said = len(table.log())
    first = next(each for each in table.menu if isinstance(each, StepTo))
    table.submit(first)
    start = table.session.log[-1].events[0].moves[0].origin
    one = table.log()
    further = next(each for each in table.menu if isinstance(each, StepTo) and each.unit == first.unit)
    table.submit(further)
    two = table.log()
    assert len(two) == len(one) == said + 1
    label = table.board.label
    assert two[-1].text.endswith(f"from {label(start)} by {label(first.to)} to {label(further.to)}.")
    assert two[-1].step == table.length
    assert two[-1].place == further.to
    table.undo()
    assert table.log() == one
    other = next(each for each in table.menu if isinstance(each, StepTo) and each.unit != first.unit)
    table.submit(other)
    assert len(table.log()) == len(one) + 1, "another unit's step is another line"


def test_what_a_step_of_a_march_brings_with_it_is_told_after_the_march() -> None:
    """White October tells of each hex that changes hands."""
    table = table_of("pulkovo-heights", policy=UndoPolicy.UNLOCKED)
    while not any(isinstance(action, StepTo) for action in table.menu):
        decide(table, 1)
    start = table.length
    for walker in sorted({each.unit for each in table.menu if isinstance(each, StepTo)}):
        history = walk(table, walker, 3)
        if len(history) == 3 and any(len(each.events) > 1 for each in table.session.log[start:]):
            break
        while table.length > start:
            table.undo()
    said = [line.text for line in table.log()][len(history[0]) :]
    assert sum(" moves from " in line for line in said) == 1, "three steps are one march"
    assert len(said) > 1, "and what else happened is told"
    while history:
        table.undo()
        assert [line.text for line in table.log()] == history.pop()


def walk(table: GameTable, walker: str, steps: int) -> list[list[str]]:
    """Take so many steps away from where a unit has been; what the log said before each."""
    history: list[list[str]] = []
    been = {table.view.units[UnitId(walker)].at}
    for _ in range(steps):
        further = [
            each for each in table.menu if isinstance(each, StepTo) and each.unit == walker and each.to not in been
        ]
        if not further:
            break
        history.append([line.text for line in table.log()])
        table.submit(further[0])
        been.add(further[0].to)
    return history


def test_what_a_phase_brings_that_asks_nobody_stands_under_that_phase_and_its_turn() -> None:
    """One decision ends a turn: the orders of the next are thrown before anybody is asked again."""
    table = table_of("summer-1941")
    while table.session.state.turn == 1:
        decide(table, 1)
    ended = [line for line in table.log() if line.step == table.length]
    assert [(line.turn, line.phase) for line in ended] == [
        (1, "Axis: Reckoning of the turn"),
        (2, "Axis: Orders"),
        (2, "Allied: Orders"),
    ]
    assert ended[0].text == "Turn 1 is over."
    assert all("for orders" in line.text for line in ended[1:])


def test_a_game_that_was_taken_back_and_played_again_has_the_same_headings() -> None:
    table = table_of("typhoon", policy=UndoPolicy.UNLOCKED)
    decide(table, 11)
    lines = table.log()
    assert {line.phase for line in lines} >= {"Axis: Supply", "Markers", "Soviet: Contact"}
    table.undo()
    table.redo()
    assert table.log() == lines
