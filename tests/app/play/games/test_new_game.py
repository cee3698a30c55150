"""Before a game: what is asked, what is remembered, and where the list of errors leads."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QRadioButton, QWidget
from pytestqt.qtbot import QtBot

from app.modes import Mode
from app.play.games.new_game import IssuesDialog, NewGameDialog
from app.play.games.players import OPPONENT
from app.play.table import OTHER_PERSON, PERSON
from app.window import MainWindow
from engine.definitions.folders import save_folder
from engine.narration.issue_places import IssuePlace
from engine.rulesets.library import find_bundled
from engine.session.session import UndoPolicy
from tests.app.play.hands import Player


@pytest.fixture
def player(window: MainWindow) -> Player:
    return Player(window)


def asked(player: Player) -> NewGameDialog:
    player.key("Ctrl+F5")
    dialog = player.dialog()
    assert isinstance(dialog, NewGameDialog)
    return dialog


def seating(dialog: NewGameDialog, words: str) -> QRadioButton:
    return next(each for each in dialog.findChildren(QRadioButton) if each.text().replace("&", "") == words)


def marked(dialog: NewGameDialog) -> list[str]:
    return [each.text().replace("&", "") for each in dialog.findChildren(QRadioButton) if each.isChecked()]


def test_the_dialog_tells_what_the_scenario_is_about(player: Player) -> None:
    assert player.window.open("typhoon")
    dialog = asked(player)
    words = dialog.about.toPlainText()
    assert words.startswith("Red Star Rising, turns 6 to 9.")
    assert "Operation Typhoon" in words
    assert dialog.about.verticalScrollBar().value() == 0, "it is read from its beginning"
    assert dialog.focusWidget() is dialog.seed, "what is typed goes somewhere"
    dialog.reject()


def test_a_question_that_is_given_up_leaves_what_is_looked_at_as_it_is(player: Player) -> None:
    assert player.window.open("typhoon")
    title = player.window.windowTitle()
    asked(player).reject()
    assert player.window.files.project is None, "no copy without a name was made"
    assert player.window.windowTitle() == title
    dialog = asked(player)
    dialog.go.click()
    assert player.window.files.project is not None
    assert player.table.length == 0


def test_whoever_says_nothing_plays_the_first_side_against_the_computer(player: Player) -> None:
    assert player.window.open("typhoon")
    dialog = asked(player)
    assert [field.currentData() for field in dialog.players.values()] == [PERSON, OPPONENT]
    assert marked(dialog) == ["Axis"]
    dialog.go.click()
    assert player.table.players == {"axis": PERSON, "soviet": OPPONENT}


@pytest.mark.parametrize(
    ("words", "players"),
    [
        ("Axis", [PERSON, OPPONENT]),
        ("Soviet", [OPPONENT, PERSON]),
        ("both sides", [PERSON, PERSON]),
        ("with another person", [PERSON, OTHER_PERSON]),
    ],
)
def test_what_is_commonly_wanted_is_one_click(player: Player, words: str, players: list[str]) -> None:
    assert player.window.open("typhoon")
    dialog = asked(player)
    seating(dialog, words).click()
    assert [field.currentData() for field in dialog.players.values()] == players
    assert marked(dialog) == [words]
    dialog.reject()


def test_a_computer_keeps_its_level_when_sides_are_changed_and_odd_seatings_are_marked_as_none(player: Player) -> None:
    assert player.window.open("typhoon")
    dialog = asked(player)
    axis, soviet = dialog.players.values()
    soviet.setCurrentIndex(soviet.findData("hard"))
    assert marked(dialog) == ["Axis"], "whatever its level"
    seating(dialog, "Soviet").click()
    assert (axis.currentData(), soviet.currentData()) == ("hard", PERSON)
    soviet.setCurrentIndex(soviet.findData("easy"))
    assert marked(dialog) == [], "two computers"
    dialog.reject()


def test_the_tabulator_goes_down_the_form_of_every_game(player: Player) -> None:
    assert player.window.open("ford")
    dialog = asked(player)
    dialog.scenario.setCurrentIndex(dialog.scenario.findText("Typhoon"))
    chain = [dialog.about, *dialog.players.values(), dialog.seed, dialog.policy]
    seen: list[QWidget] = []
    here: QWidget = dialog.about
    for _ in range(40):
        seen += [here] if here in chain else []
        here = here.nextInFocusChain()
    assert seen[: len(chain)] == chain
    dialog.reject()


def test_every_scenario_there_is_is_offered_and_begun(player: Player, tmp_path: Path, qtbot: QtBot) -> None:
    window = player.window
    dialog = asked(player)
    titles = [dialog.scenario.itemText(row) for row in range(dialog.scenario.count())]
    assert {"Typhoon", "The Ford", "The Cabinet War"} <= set(titles), "though nothing is open"
    dialog.reject()
    assert window.open("cabinet-war")
    window.set_mode(Mode.EDIT)
    assert window.save_as(tmp_path / "mine.redoubt")
    assert window.open("ford")
    dialog = asked(player)
    qtbot.waitUntil(lambda: window.background.is_idle)
    titles = [dialog.scenario.itemText(row) for row in range(dialog.scenario.count())]
    assert titles[0] == dialog.scenario.currentText() == "The Ford", "what is open comes first"
    assert titles.count("The Ford") == 1
    assert "The Cabinet War (mine.redoubt)" in titles
    dialog.scenario.setCurrentIndex(titles.index("The Cabinet War (mine.redoubt)"))
    assert len(dialog.players) == len(find_bundled("cabinet-war").scenario.sides)
    dialog.go.click()
    assert window.mode is Mode.PLAY
    assert window.files.name == "mine"
    assert player.table.brief.scenario.id == "cabinet-war"
    dialog = asked(player)
    titles = [dialog.scenario.itemText(row) for row in range(dialog.scenario.count())]
    dialog.scenario.setCurrentIndex(titles.index("Typhoon"))
    dialog.go.click()
    assert window.mode is Mode.PLAY
    assert player.table.brief.scenario.id == "typhoon"
    assert "The approaches to Moscow" in window.windowTitle()


def test_what_was_chosen_last_is_chosen_again_but_the_seed_is_fresh(player: Player) -> None:
    assert player.window.open("ford")
    dialog = asked(player)
    dialog.players["blue"].setCurrentIndex(dialog.players["blue"].findData("random"))
    dialog.policy.setCurrentIndex(dialog.policy.findData(UndoPolicy.UNLOCKED))
    dialog.seed.setValue(123)
    dialog.go.click()
    assert player.table.players == {"red": PERSON, "blue": "random"}
    assert player.table.session.policy is UndoPolicy.UNLOCKED
    assert player.table.session.start.state.seed == 123
    dialog = asked(player)
    assert dialog.players["blue"].currentData() == "random"
    assert dialog.policy.currentData() == UndoPolicy.UNLOCKED
    assert dialog.seed.value() != 123
    dialog.reject()


def test_an_error_leads_to_its_place_in_the_editor_and_edits_stay(player: Player, tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    save_folder(find_bundled("ford").load(), folder)
    text = (folder / "scenario.yaml").read_text(encoding="utf-8")
    (folder / "scenario.yaml").write_text(text.replace("unit: red-1,", "unit: nobody,", 1), encoding="utf-8")
    window = player.window
    assert window.open(folder)
    window.set_mode(Mode.EDIT)
    player.key("F5")
    issues = window.play.issues
    assert isinstance(issues, IssuesDialog)
    assert "nobody" in issues.list.item(0).text()
    assert issues.go_to.isEnabled()
    QTest.mouseClick(issues.go_to, Qt.MouseButton.LeftButton)
    assert window.mode is Mode.DESIGN
    assert window.canvas.selected == player.cell("0606").key


def test_an_error_about_no_place_leads_nowhere(player: Player, tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    save_folder(find_bundled("ford").load(), folder)
    text = (folder / "scenario.yaml").read_text(encoding="utf-8")
    (folder / "scenario.yaml").write_text(text.replace("last_turn: 5", "last_turn: 0", 1), encoding="utf-8")
    assert player.window.open(folder)
    player.key("F5")
    issues = player.window.play.issues
    assert isinstance(issues, IssuesDialog)
    assert issues.go_to.isEnabled(), "a unit that arrives on no turn arrives somewhere"
    issues.list.setCurrentRow(issues.list.count() - 1)
    assert "ends on turn 0" in issues.list.currentItem().text()
    assert not issues.go_to.isEnabled()
    issues.reject()


def test_an_error_of_the_map_leads_to_the_map(player: Player) -> None:
    window = player.window
    assert window.open("ford")
    window.set_mode(Mode.EDIT)
    window.play.show_issue(IssuePlace(player.cell("0303").key, is_of_scenario=False))
    assert window.mode is Mode.EDIT
    assert [cell.key for cell in window.bench.selection.cells] == [player.cell("0303").key]
