"""The panel that says whether a scenario can be played, and plays it at random."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QTreeWidget
from pytestqt.qtbot import QtBot

from app.modes import Mode
from app.window import MainWindow
from editor.checks.scenario_findings import PANEL_OF
from editor.model.design.sketch import DesignSketch
from editor.panels.design.playable_panel import PlayablePanel
from engine.core.messages import message
from engine.definitions.issues import DefinitionError, error


@pytest.fixture
def panel(window: MainWindow, qtbot: QtBot) -> Iterator[PlayablePanel]:
    assert window.open("ford")
    window.set_mode(Mode.DESIGN)
    found = window.docks.panels["playable"]
    assert isinstance(found, PlayablePanel)
    window.docks.show_panel("playable")
    qtbot.waitUntil(lambda: not found.is_checking)
    yield found
    found.smoke.run.stop()


def rows(tree: QTreeWidget) -> list[str]:
    heads = [tree.topLevelItem(number) for number in range(tree.topLevelItemCount())]
    return [head.child(each).text(0) for head in heads if head is not None for each in range(head.childCount())]


def spoil(panel: PlayablePanel) -> str:
    """Place a unit where there is no place; gives its id."""
    design = panel.design
    assert design is not None
    first, *others = design.scenario.setup

    def lost(now: object) -> object:
        sketch = DesignSketch(design)
        sketch.set(setup=(first.replace(at="9999"), *others))
        return sketch.change(message("design.do.set-turns"))

    assert panel.push_design(lost)  # type: ignore[arg-type]
    return first.unit


def test_the_panel_is_no_wider_than_its_place_on_a_small_screen(panel: PlayablePanel) -> None:
    assert panel.smoke.minimumSizeHint().width() <= 280


def test_a_scenario_without_faults_can_be_played(panel: PlayablePanel) -> None:
    assert "can be played" in panel.verdict.text()
    assert not any(found.issue.is_error for found in panel.findings)


def test_a_fault_is_found_by_itself_leads_to_its_unit_and_goes_with_undo(
    panel: PlayablePanel, window: MainWindow, qtbot: QtBot
) -> None:
    unit = spoil(panel)
    qtbot.waitUntil(lambda: not panel.is_checking)
    assert "cannot be played" in panel.verdict.text()
    assert any("9999" in row for row in rows(panel.list))
    head = panel.list.topLevelItem(0)
    assert head is not None
    panel.list.setCurrentItem(head.child(0))
    QTest.keyClick(panel.list, Qt.Key.Key_Return)
    assert panel.desk.selected_units == (unit,)
    window.menus.edit.undo.trigger()
    qtbot.waitUntil(lambda: not panel.is_checking)
    assert "can be played" in panel.verdict.text()


def test_random_games_are_played_in_the_background_and_reported(panel: PlayablePanel, qtbot: QtBot) -> None:
    smoke = panel.smoke
    assert smoke.list.isHidden(), "an empty report leaves the room to the findings"
    smoke.games.setValue(3)
    with qtbot.waitSignal(smoke.run.ended):
        QTest.mouseClick(smoke.go, Qt.MouseButton.LeftButton)
        assert not smoke.go.isEnabled()
        assert smoke.stop.isEnabled()
        assert not smoke.bar.isHidden()
    assert smoke.run.report.games == 3
    assert smoke.summary.text().startswith("3 games")
    assert smoke.go.isEnabled()
    assert rows(smoke.list), "who won, at least"
    assert not smoke.list.isHidden()


def test_games_to_win_tell_which_side_has_it_easier(panel: PlayablePanel, qtbot: QtBot) -> None:
    smoke = panel.smoke
    smoke.games.setValue(4)
    with qtbot.waitSignal(smoke.run.ended):
        QTest.mouseClick(smoke.win, Qt.MouseButton.LeftButton)
        assert not smoke.win.isEnabled()
    assert smoke.run.report.winners == {"blue": 4}
    assert any(row.startswith("Blue won 4 of 4 games; with 95 % certainty") for row in rows(smoke.list))


def test_random_games_can_be_stopped(panel: PlayablePanel, qtbot: QtBot) -> None:
    smoke = panel.smoke
    smoke.games.setValue(1000)
    QTest.mouseClick(smoke.go, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: smoke.run.report.games >= 1)
    QTest.mouseClick(smoke.stop, Qt.MouseButton.LeftButton)
    assert not smoke.run.is_running
    assert 1 <= smoke.run.report.games < 1000
    assert smoke.summary.text()


def test_a_scenario_that_cannot_begin_says_so(panel: PlayablePanel, qtbot: QtBot) -> None:
    spoil(panel)
    panel.smoke.games.setValue(1)
    with qtbot.waitSignal(panel.smoke.run.ended):
        panel.smoke.begin()
    assert any("9999" in row for row in rows(panel.smoke.list))


def test_findings_of_one_scenario_do_not_stand_beside_another(
    panel: PlayablePanel, window: MainWindow, qtbot: QtBot
) -> None:
    spoil(panel)
    qtbot.waitUntil(lambda: not panel.is_checking)
    assert rows(panel.list)
    assert window.open("cabinet-war")
    window.set_mode(Mode.DESIGN)
    assert (panel.verdict.text(), rows(panel.list), panel.findings) == ("Being checked...", [], ())
    qtbot.waitUntil(lambda: not panel.is_checking)
    assert "can be played" in panel.verdict.text()


def test_while_it_is_checked_no_old_verdict_stands(panel: PlayablePanel, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: not panel.is_checking)
    assert "can be played" in panel.verdict.text()
    spoil(panel)
    assert panel.verdict.text() == "Being checked..."
    assert not panel.list.isEnabled()
    qtbot.waitUntil(lambda: not panel.is_checking)
    assert "cannot be played" in panel.verdict.text()
    assert panel.list.isEnabled()


def test_a_check_that_stumbles_is_a_finding(
    panel: PlayablePanel, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stumble(*_: object) -> None:
        raise ZeroDivisionError("nought")

    monkeypatch.setattr("editor.checks.scenario_findings.inspect", stumble)
    panel.check()
    qtbot.waitUntil(lambda: not panel.is_checking)
    assert any("ZeroDivisionError" in row for row in rows(panel.list))


def test_findings_call_things_by_their_titles_and_lead_to_their_panel(panel: PlayablePanel, qtbot: QtBot) -> None:
    wanted: list[str] = []
    panel.desk.panel_wanted.connect(wanted.append)
    qtbot.waitUntil(lambda: not panel.is_checking)
    (hungry, *_) = [each for each in panel.findings if each.issue.code == "begins-unsupplied"]
    assert (hungry.unit, hungry.panel) == ("blue-1", "setup")
    assert hungry.issue.message.args["unit"] == "1"
    head = panel.list.topLevelItem(0)
    assert head is not None
    panel.list.setCurrentItem(head.child(0))
    QTest.keyClick(panel.list, Qt.Key.Key_Return)
    assert wanted


def test_every_finding_leads_to_a_panel_that_there_is(window: MainWindow) -> None:
    assert set(PANEL_OF.values()) <= window.docks.panels.keys()


def test_a_file_that_no_text_can_hold_is_said_before_games_are_played(
    panel: PlayablePanel, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise DefinitionError([error(message("issue.unknown-scenario", id="ford"))])

    monkeypatch.setattr("editor.panels.design.smoke_section.project_of", refuse)
    panel.smoke.begin()
    assert "ford" in panel.smoke.summary.text()
    assert panel.smoke.go.isEnabled()


def test_random_games_end_with_the_file_they_are_of(panel: PlayablePanel, window: MainWindow) -> None:
    panel.smoke.games.setValue(1000)
    panel.smoke.begin()
    folder = panel.smoke.run._folder
    assert folder is not None
    assert folder.is_dir()
    window.files.close()
    assert not panel.smoke.run.is_running
    assert not folder.exists(), "what they were played from is tidied away"
