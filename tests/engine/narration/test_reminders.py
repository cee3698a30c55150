"""What could still be done in a phase, in a game that was taken up in the middle of it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from engine.core.actions import StepTo
from engine.narration.reminders import acted_units
from engine.session.session import Session
from tests.engine.session.play import moving


def seen(session: Session) -> Any:
    return SimpleNamespace(session=session)


def test_who_has_acted_is_told_without_playing_the_game_again() -> None:
    first = moving()
    for _ in range(2):
        first.submit(first.menu.of_kind(StepTo)[0])
    taken_up = Session.since(first.game, lambda: first.start, first.actions, first.state)
    step = taken_up.menu.of_kind(StepTo)[0]
    taken_up.submit(step)
    assert acted_units(seen(taken_up)) == {step.unit}
    assert taken_up.recalled_from == len(first.actions), "nobody looked back"
    assert taken_up.recall()
    assert acted_units(seen(taken_up)) == {unit for action in taken_up.actions for unit in action.units()}
    assert len(acted_units(seen(taken_up))) > 1
