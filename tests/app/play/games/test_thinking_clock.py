"""Whoever thinks for long is seen to think; whoever decides at once is not."""

from __future__ import annotations

import threading

from pytestqt.qtbot import QtBot

from app.application import application
from app.play.games.thinking import Thinking
from app.play.games.thinking_clock import ThinkingClock
from app.play.panels.prompt_bar import PromptBar
from engine.core.records import Action
from engine.players.player import Budget, Choice


class Slow:
    """Thinks until it may answer."""

    def __init__(self) -> None:
        self.may_answer = threading.Event()

    def __call__(self, budget: Budget) -> Choice:
        self.may_answer.wait(10)
        return Choice(Action())


def test_long_thinking_is_told_until_it_ends(qtbot: QtBot) -> None:
    application()
    thinking, bar, slow = Thinking(), PromptBar(), Slow()
    qtbot.addWidget(bar)
    bar.show()
    clock = ThinkingClock(thinking, patience=60)
    clock.told.connect(bar.show_thinking)
    thinking.begin(slow)
    assert not bar.thinking.isVisible(), "nobody wonders yet"
    with qtbot.waitSignal(clock.told):
        pass
    assert bar.thinking.isVisible()
    assert bar.thinking.text() == "Thinking for 1 s"
    with qtbot.waitSignal(thinking.thought):
        slow.may_answer.set()
    assert not bar.thinking.isVisible()


def test_a_thought_that_is_not_wanted_any_longer_is_not_told(qtbot: QtBot) -> None:
    thinking, slow = Thinking(), Slow()
    clock = ThinkingClock(thinking, patience=30)
    told: list[int] = []
    clock.told.connect(told.append)
    thinking.begin(slow)
    slow.may_answer.set()
    thinking.stop()
    qtbot.wait(90)
    assert told == [0]
