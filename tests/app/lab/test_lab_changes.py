"""What did my change do: other versions, other players, other rules and other values, in the real window."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QCheckBox
from pytestqt.qtbot import QtBot

from app.lab.lab_window import LabWindow
from app.modes import Mode
from app.window import MainWindow
from editor.commands.design.heads import set_turns
from editor.commands.design.units import remove_units
from engine.definitions.drafts import STATE
from engine.definitions.folders import save_folder
from engine.rulesets.library import find_bundled
from tests.engine.lab.quick import MORE, SMALL, small_ford

GAMES = 20


def test_the_report_says_who_played_and_others_show_their_own_games(
    lab: LabWindow, window: MainWindow, qtbot: QtBot
) -> None:
    lab.games.setValue(2)
    lab.go.click()
    assert not lab.players[0].isEnabled(), "who plays cannot be changed under the games"
    qtbot.waitUntil(lambda: not lab.run.is_running)
    heading = lab.report.toPlainText().splitlines()[:2]
    assert heading == ["Playtest: The Ford (Red: Random, Blue: Idle)", "Seeds 1 to 2."]
    lab.tabs.setCurrentWidget(lab.plots)
    assert lab.plots.what.isVisible()
    lab.players[0].setCurrentIndex(lab.players[0].findData("idle"))
    assert not lab.report.toPlainText(), "these have played nothing yet"
    assert lab.list.list.topLevelItemCount() == 0
    assert not lab.plots.what.isVisible()
    assert "once some have been played" in lab.plots.values.text()
    assert "once some have been played" in lab.map.note.text()
    assert not lab.page.isEnabled()
    lab.players[0].setCurrentIndex(lab.players[0].findData("random"))
    assert lab.report.toPlainText().splitlines()[:2] == heading
    assert lab.page.isEnabled()
    lab.close()
    window.menus.playtest.trigger()
    again = window.menus.lab.window
    assert again is not None
    assert again.names == ("random", "idle"), "who played last"
    assert again.report.toPlainText().splitlines()[:2] == heading


def test_a_scenario_that_is_edited_beside_the_lab_is_played_as_it_is_now(
    lab: LabWindow, window: MainWindow, qtbot: QtBot
) -> None:
    lab.games.setValue(1)
    lab.go.click()
    qtbot.waitUntil(lambda: not lab.run.is_running)
    assert lab.found is not None
    assert lab.found.numbers.turns == (1, 2)
    window.set_mode(Mode.DESIGN)
    design = window.designer.desk.design
    assert design is not None
    assert window.designer.push(set_turns(design, 1, 3))
    QApplication.processEvents()
    assert window.menus.lab.window is lab, "the copy that is worked on now is the same scenario"
    lab.go.click()
    qtbot.waitUntil(lambda: not lab.run.is_running)
    assert lab.found.numbers.turns == (1, 2, 3)
    lab.tabs.setCurrentWidget(lab.compare)
    lab.compare.against.setCurrentIndex(lab.compare.against.findText("the same, played by Idle"))
    lab.compare.go.click()
    qtbot.waitUntil(lambda: not lab.run.is_running)
    assert lab.compare.other is not None
    assert lab.compare.other.project().scenarios["ford"].last_turn == 3


def test_a_lab_that_is_asked_for_again_is_shown_and_plays_on(
    lab: LabWindow, window: MainWindow, tmp_path: Path
) -> None:
    lab.games.setValue(1000)
    lab.go.click()
    window.menus.playtest.trigger()
    assert window.menus.lab.window is lab
    assert lab.run.is_running
    lab.halt()
    other = tmp_path / "elsewhere" / "ford"
    save_folder(small_ford(SMALL), other)
    assert window.open(str(other))
    assert window.menus.lab.window is None, "a scenario that is only called the same is another"


def test_games_are_played_by_the_optional_rules_that_are_chosen(
    window: MainWindow, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(STATE, str(tmp_path / "state"))
    assert window.open("pulkovo-heights")
    window.menus.playtest.trigger()
    lab = window.menus.lab.window
    assert lab is not None
    for box in lab.players:
        box.setCurrentIndex(box.findData("idle"))
    lab.workers.setValue(1)
    lab.games.setValue(1)
    lab.go.click()
    qtbot.waitUntil(lambda: not lab.run.is_running)
    assert "Optional rules" not in lab.report.toPlainText()
    events = lab.options.fields["events"]
    assert isinstance(events, QCheckBox)
    assert events.isVisible()
    events.click()
    assert not lab.report.toPlainText(), "by these rules nothing was played yet"
    lab.go.click()
    qtbot.waitUntil(lambda: not lab.run.is_running)
    assert lab.report.toPlainText().splitlines()[2] == "Optional rules: Events: yes."
    assert lab.arm is not None
    assert lab.arm.options == {"events": True}
    window.menus.lab.close()


def test_other_players_are_offered_for_all_sides_and_for_one(lab: LabWindow, qtbot: QtBot) -> None:
    lab.tabs.setCurrentWidget(lab.compare)
    offered = [lab.compare.against.itemText(row) for row in range(lab.compare.against.count())]
    assert "the same, played by Random" in offered
    assert "the same, Red played by Greedy" in offered
    assert "the same, Red played by Random" not in offered, "that is who plays"
    assert "the same, Red played by Idle" not in offered, "all sides played by one stand above already"
    assert len(offered) == len(set(offered))
    lab.games.setValue(1)
    lab.compare.against.setCurrentIndex(offered.index("the same, Red played by Greedy"))
    lab.compare.go.click()
    qtbot.waitUntil(lambda: not lab.run.is_running)
    assert lab.compare.other is not None
    assert lab.compare.other.players == ("greedy", "idle")


def test_an_edited_scenario_is_compared_with_what_it_was_when_it_was_played_before(
    lab: LabWindow, window: MainWindow, qtbot: QtBot
) -> None:
    lab.games.setValue(3)
    lab.go.click()
    qtbot.waitUntil(lambda: not lab.run.is_running)
    lab.tabs.setCurrentWidget(lab.compare)
    assert "before" not in lab.compare.against.currentText()
    window.set_mode(Mode.DESIGN)
    design = window.designer.desk.design
    assert design is not None
    assert window.designer.push(set_turns(design, 1, 3))
    lab.tabs.setCurrentWidget(lab.report)
    lab.tabs.setCurrentWidget(lab.compare)
    lab.compare.against.setCurrentIndex(0)
    said = "this scenario as it was 1 version before, 3 games played"
    assert lab.compare.against.currentText() == said
    lab.compare.go.click()
    qtbot.waitUntil(lambda: not lab.run.is_running)
    assert lab.compare._pair is not None
    assert [len(each.numbers.turns) for each in lab.compare._pair] == [2, 3], "what was before stands before"
    (change, *_) = lab.compare.parts()
    assert change.tables[0].head[1:3] == (said, "After")
    assert lab.bar.maximum() == 6


def test_a_changed_copy_is_compared_and_the_difference_shown_on_the_map(
    lab: LabWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    changed = tmp_path / "changed"
    save_folder(small_ford({**SMALL, **MORE}), changed)
    lab.compare.add_file(changed)
    lab.games.setValue(GAMES)
    lab.tabs.setCurrentWidget(lab.compare)
    lab.compare.go.click()
    qtbot.waitUntil(lambda: not lab.run.is_running)
    assert f"{GAMES} seeds were played both ways" in lab.compare.text.toPlainText()
    assert lab.compare.map.values().any()
    lab.saving.save_page(tmp_path / "report.html")
    assert "What the change did" in (tmp_path / "report.html").read_text(encoding="utf-8")


def test_of_two_scenarios_with_one_title_the_chosen_one_is_compared(lab: LabWindow, qtbot: QtBot) -> None:
    lab.games.setValue(1)
    chosen = [small_ford({**SMALL, **dict([more])}) for more in MORE.items()]
    for project in chosen:
        lab.compare.add("A copy", project, "ford")
    assert lab.compare.against.itemText(0) != lab.compare.against.itemText(1)
    for row, project in enumerate(reversed(chosen)):
        lab.compare.against.setCurrentIndex(row)
        lab.compare.go.click()
        qtbot.waitUntil(lambda: not lab.run.is_running)
        assert lab.compare.other is not None
        assert lab.compare.other.project().scenarios["ford"].setup == project.scenarios["ford"].setup


def test_a_scenario_of_another_game_is_not_compared(lab: LabWindow) -> None:
    lab.compare.add("Cabinet", find_bundled("cabinet-war").load(), "cabinet-war")
    lab.compare.go.click()
    assert not lab.run.is_running
    assert "toy-cabinet, toy-skirmish" in lab.status.text()


def test_a_comparison_goes_when_others_play(lab: LabWindow, qtbot: QtBot, tmp_path: Path) -> None:
    lab.games.setValue(1)
    lab.compare.add("Changed", small_ford({**SMALL, **MORE}), "ford")
    lab.compare.go.click()
    qtbot.waitUntil(lambda: not lab.run.is_running)
    assert lab.compare.parts()
    lab.go.click()
    qtbot.waitUntil(lambda: not lab.run.is_running)
    assert lab.compare.parts(), "the same games again: it stands"
    lab.players[0].setCurrentIndex(lab.players[0].findData("idle"))
    lab.go.click()
    qtbot.waitUntil(lambda: not lab.run.is_running)
    assert not lab.compare.parts()
    assert not lab.compare.text.toPlainText()
    assert lab.compare.map.isHidden(), "an empty sheet tells nothing"
    assert not lab.compare.map.values().size


def test_a_number_is_swept_and_its_balance_told_at_each_value(lab: LabWindow, qtbot: QtBot, tmp_path: Path) -> None:
    page = lab.sweep
    lab.tabs.setCurrentWidget(page)
    page.choose("last_turn")
    assert page.number.currentText() == "The last turn"
    assert (page.first.value(), page.last.value()) == (1, 3), "around what it is now"
    page.number.setCurrentText("objectives.99.value")
    page.go.click()
    assert not lab.run.is_running
    assert "objectives.99.value" in lab.status.text()
    page.choose("objectives.0.value")
    assert page.path == "objectives.0.value"
    called = page.number.currentText()
    assert called.startswith("Points of ")
    page.first.setValue(2)
    page.last.setValue(0)
    lab.games.setValue(2)
    page.go.click()
    assert not page.go.isEnabled(), "a second click does not stop what the first began"
    assert not lab.compare.go.isEnabled()
    qtbot.waitUntil(lambda: bool(page.parts()) or not lab.run.is_running)
    qtbot.waitUntil(lambda: not lab.run.is_running)
    assert page.go.isEnabled()
    (part,) = page.parts()
    assert [row[:2] for row in part.tables[0].rows] == [("0", "2"), ("1", "2"), ("2", "2")]
    assert f"Balance at each value: {called}" in page.text.toPlainText()
    lab.go.click()
    qtbot.waitUntil(lambda: not lab.run.is_running)
    lab.saving.save_page(tmp_path / "report.html")
    assert f"Balance at each value: {called}" in (tmp_path / "report.html").read_text(encoding="utf-8")


def test_a_position_is_played_on_with_what_its_game_was_begun_with(
    lab: LabWindow, window: MainWindow, qtbot: QtBot
) -> None:
    lab.games.setValue(1)
    lab.go.click()
    qtbot.waitUntil(lambda: not lab.run.is_running)
    window.set_mode(Mode.DESIGN)
    design = window.designer.desk.design
    assert design is not None
    assert window.designer.push(remove_units(design, ["red-1", "blue-1"]))
    lab.open_game(1)
    qtbot.waitUntil(lambda: window.mode is Mode.PLAY)
    assert window.play.table is not None
    assert "red-1" in window.play.table.session.start.state.units, "the game goes on as it was begun"
    lab.continue_position()
    qtbot.waitUntil(lambda: not lab.run.is_running)
    assert lab.found is not None, lab.status.text()
    assert [game.fault for game in lab.found.results] == [""]
    assert "red-1" in lab.found.made.start(1).units
    lab.players[0].setCurrentIndex(lab.players[0].findData("idle"))
    assert lab.arm is not None
    assert lab.arm.begins is None
    assert "red-1" not in {each.unit for each in lab.arm.brief().scenario.setup}, "the scenario as it is edited now"


def test_what_cannot_be_compared_with_is_refused_in_words(lab: LabWindow, tmp_path: Path) -> None:
    offered = lab.compare.against.count()
    spoilt = tmp_path / "spoilt.yaml"
    spoilt.write_text("format: [", encoding="utf-8")
    lab.compare.add_file(spoilt)
    assert "spoilt.yaml" in lab.compare.text.toPlainText()
    lab.compare.add_file(tmp_path / "nowhere.redoubt")
    assert "nowhere.redoubt" in lab.compare.text.toPlainText()
    assert lab.compare.against.count() == offered
