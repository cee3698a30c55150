"""The log: by turn and phase, searched, leading to places and to moments."""

from __future__ import annotations

from random import Random

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.play.panels.log_panel import LogPanel
from app.window import MainWindow
from engine.core.sequence import SequenceFrame, SequencePhase
from engine.narration.chronicle import LogLine
from engine.rulesets.registry import registered
from engine.rulesets.words import catalogue
from tests.app.play.hands import Player
from tests.app.play.replay.test_replay import play


@pytest.fixture
def player(window: MainWindow) -> Player:
    play(Player(window), actions=30)
    window.play.show_panel("log")
    return Player(window)


def test_lines_stand_under_their_turn_and_phase(player: Player) -> None:
    headings = player.desk.scene.log.headings()
    assert headings[0].startswith("Turn 1, ")
    assert any("Movement" in heading for heading in headings)
    assert player.desk.scene.log.texts() == [line.text for line in player.table.log()]


def test_the_search_leaves_only_what_has_the_words(player: Player) -> None:
    log = player.desk.scene.log
    everything = len(log.rows())
    QTest.keyClicks(log.search, "moves")
    found = log.rows()
    assert 0 < len(found) < everything
    assert all("moves" in row.text(0) for row in found)
    shown = log.headings()
    player.desk.submit(next(iter(player.table.menu)))
    assert len(log.headings()) >= len(shown)
    assert all("moves" in row.text(0) for row in log.rows()), "a new line is searched too"
    log.search.setText("nobody says this")
    assert log.rows() == []
    assert log.headings() == []
    log.search.clear()
    assert len(log.rows()) >= everything


def test_a_double_click_shows_the_moment_and_the_place(player: Player) -> None:
    log, table = player.desk.scene.log, player.table
    line, row = next((line, row) for line, row in zip(table.log(), log.rows(), strict=True) if line.place is not None)
    log.list.setCurrentItem(row)
    log.list.setFocus()
    log.list.itemActivated.emit(row, 0)
    assert table.step == line.step
    assert line.place is not None
    assert player.window.canvas.selected == table.board.key(line.place)
    assert len(log.texts()) == len(table.log()), "what came later is still told"
    player.key("Ctrl+End")
    log.list.setCurrentItem(row)
    QTest.mouseClick(log.moment, Qt.MouseButton.LeftButton)
    assert table.step == line.step


LONG_ENOUGH = 500
"""Decisions within which something happens that can be taken back."""


def test_what_is_taken_back_is_not_told_any_longer_and_what_stands_is_not_told_again(player: Player) -> None:
    log, table = player.desk.scene.log, player.table
    kept = log.rows()
    texts = log.texts()
    chance = Random(1)
    for _ in range(LONG_ENOUGH):
        if table.session.can_undo and table.session.log[-1].events:
            break
        player.desk.submit(chance.choice(list(table.menu)))
    more = log.rows()
    assert more[: len(kept)] == kept
    player.key("Ctrl+Z")
    assert log.texts()[: len(texts)] == texts
    assert len(log.rows()) < len(more)


def test_every_phase_of_every_game_has_words() -> None:
    for entry in registered().values():
        words = catalogue(entry.id)
        sequence = entry.ruleset.phases.get(SequenceFrame)
        assert isinstance(sequence, SequencePhase)
        missing = [step.name for step in sequence.steps if f"phase.{step.name}" not in words]
        assert missing == [], entry.id


def test_the_last_line_stays_in_view_when_the_panel_becomes_narrower(qtbot: QtBot) -> None:
    log = LogPanel()
    qtbot.addWidget(log)
    log.resize(600, 160)
    log.show()
    bar = log.list.verticalScrollBar()
    log.show_log([LogLine(step, 1, f"The army number {step} moves from 4328 to 4329", None) for step in range(20)])
    for width in (600, 220, 400):
        log.resize(width, 160)
        qtbot.waitUntil(lambda: 0 < bar.maximum() == bar.value())
    bar.setValue(10)
    log.resize(220, 160)
    qtbot.waitUntil(lambda: log.list.viewport().width() < 220)
    assert bar.value() == 10, "whoever reads further up is left there"


def test_at_the_beginning_of_a_game_the_log_is_read_from_its_beginning(qtbot: QtBot) -> None:
    log = LogPanel()
    qtbot.addWidget(log)
    log.resize(600, 160)
    log.show()
    bar = log.list.verticalScrollBar()
    lines = [LogLine(step, 1, f"The army number {step} moves from 4328 to 4329", None) for step in range(1, 21)]
    log.show_log(lines)
    qtbot.waitUntil(lambda: 0 < bar.maximum() == bar.value())
    log.show_log(lines, 0)
    assert bar.value() == bar.minimum()


def test_a_game_that_is_opened_at_its_beginning_is_read_from_its_beginning(qtbot: QtBot) -> None:
    panel = LogPanel()
    qtbot.addWidget(panel)
    panel.resize(300, 160)
    panel.show()
    QApplication.processEvents()
    panel.show_log([LogLine(number + 1, 1, f"Sentence {number}.", None) for number in range(40)], 0)
    for _ in range(3):
        QApplication.processEvents()
    bar = panel.list.verticalScrollBar()
    assert bar.value() == 0 < bar.maximum()


def test_the_end_of_a_long_sentence_is_in_view(qtbot: QtBot) -> None:
    panel = LogPanel()
    qtbot.addWidget(panel)
    panel.resize(220, 150)
    panel.show()
    who = ", ".join(f"{number} (German infantry 6-5)" for number in range(12))
    lines = [LogLine(1, 1, "Axis: the assignments are sealed.", None), LogLine(2, 1, f"{who} attack C3013: Br.", None)]
    panel.show_log(lines)
    QApplication.processEvents()
    box = panel.list.visualItemRect(panel.rows()[-1])
    assert box.height() > panel.list.viewport().height(), "it is longer than the panel is high"
    assert box.bottom() <= panel.list.viewport().height()


def test_a_sentence_takes_as_many_lines_as_it_is_painted_in(qtbot: QtBot) -> None:
    panel = LogPanel()
    qtbot.addWidget(panel)
    panel.show()
    panel.show_log([LogLine(1, 1, "Dydorov (Headquarters) moves to 22/U.", None)])
    line = panel.list.fontMetrics().height()
    for wide in range(260, 340):
        panel.resize(wide, 200)
        QApplication.processEvents()
        (row,) = panel.rows()
        box = panel.list.visualItemRect(row).adjusted(4, 0, -4, 0)
        box.setTop(box.bottom() - line)
        picture = panel.list.viewport().grab(box).toImage()
        inks = {picture.pixel(x, y) for x in range(box.width()) for y in range(box.height())}
        assert len(inks) > 1, f"{wide} pixels wide, nothing is written in its last line"
