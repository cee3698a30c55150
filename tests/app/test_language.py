"""The language switch: the window speaks French at once, all of it, on what is open, and English again."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QAbstractButton, QApplication, QDialogButtonBox, QDockWidget, QFileDialog, QLabel, QMenu
from pytestqt.qtbot import QtBot

from app.cli.exits import Exit
from app.cli.main import run
from app.language import SYSTEM, interface_words, keep_language, kept_language, speak_in, wanted_language
from app.modes import Mode
from app.play.games.game_setup import NewGame
from app.program import Program
from app.window import MainWindow
from editor.commands.heads import set_title
from editor.panels.design.charts_panel import ChartsPanel
from editor.panels.design.setup.setup_panel import SetupPanel
from engine.core.actions import Done
from engine.core.messages import message
from engine.narration.language import catalogue, counted, spoken, word
from tests.helpers.spoken_literals import literals

FRENCH, ENGLISH = "fr", "en"


@pytest.fixture
def program(qtbot: QtBot, settings: QSettings, tmp_path: Path) -> Iterator[Program]:
    made = Program(settings, tmp_path / "recovery")
    made.window.resize(1280, 800)
    made.window.show()
    yield made
    made.window.files.close()
    made.window.close()
    speak_in(ENGLISH)


def in_typhoon(program: Program) -> MainWindow:
    """At the movement of the Axis."""
    window = program.window
    assert window.open("typhoon")
    assert window.play.begin(NewGame("typhoon", seed=7))
    window.enter_play()
    for _ in range(2):
        window.play.desk.submit(Done())
    return window


def shown_texts(window: MainWindow) -> Iterator[str]:
    """Whatever the window says, seen or not yet seen."""
    for action in window.findChildren(QAction):
        yield from (action.text(), action.statusTip())
    for label in window.findChildren(QLabel):
        yield label.text()
    for button in window.findChildren(QAbstractButton):
        yield from (button.text(), button.toolTip())
    for dock in window.findChildren(QDockWidget):
        yield dock.windowTitle()
    for menu in window.findChildren(QMenu):
        yield menu.title()


def english_left(window: MainWindow) -> set[str]:
    """English texts of the interface that are shown although French has another."""
    french = interface_words(FRENCH)
    english = {text for text in literals() if french.get(text, text) != text and re.search(r"[A-Za-z]{3}", text)}
    return {text for text in shown_texts(window) if text in english} - set(french.values())


def test_the_window_speaks_french_at_once_and_nothing_english_is_left(program: Program) -> None:
    before = in_typhoon(program)
    assert english_left(before), "this test can see English"
    program.change_language(FRENCH)
    window = program.window
    assert window is not before
    assert window.isVisible()
    assert not before.isVisible()
    titles = [entry.text().replace("&", "") for entry in window.menuBar().actions()]
    assert titles[:3] == ["Fichier", "Édition", "Carte"]
    assert not english_left(window)


def test_the_game_goes_on_where_it_was_in_french(program: Program) -> None:
    before = in_typhoon(program)
    assert before.play.table is not None
    session, turn_line = before.play.table.session, before.play.table.turn_line()
    program.change_language(FRENCH)
    window, table = program.window, program.window.play.table
    assert table is not None
    assert table.session is session
    assert window.mode is Mode.PLAY
    prompt = window.play.desk.scene.prompt
    assert prompt.side.text() == "Axe"
    assert prompt.prompt.text().startswith("Déplacez vos unités")
    assert turn_line == "Turn 6 of 9: September 1941, clear"
    assert table.turn_line().startswith("Tour 6 sur 9\u00a0: Septembre 1941, ")
    assert "armée" in table.names.unit("s-30a") or "Armée" in table.names.unit("s-30a")
    assert any("Ravitaillement" in line.text for line in table.log())


def test_a_refusal_and_the_reasons_are_french(program: Program) -> None:
    in_typhoon(program)
    program.change_language(FRENCH)
    table = program.window.play.table
    assert table is not None
    said = table.say(message("refusal.rsr.no-attack-factor", unit="g-depot-1"))
    assert said == "Dépôt 1 (Dépôt) n'a pas de potentiel d'attaque."
    assert [table.names.heading(name) for name in ("attack", "defence", "odds")] == [
        "Attaque",
        "Défense",
        "Rapport de force",
    ]


def test_a_hand_of_cards_is_french(program: Program) -> None:
    window = program.window
    assert window.open("summer-1941")
    program.change_language(FRENCH)
    window = program.window
    assert window.play.begin(NewGame("summer-1941", seed=7))
    window.enter_play()
    table = window.play.table
    assert table is not None
    face = table.brief.cards["allied-09"]
    assert face.name == "Montée en puissance US"
    assert "entrée en guerre" in face.text
    assert table.authored.cards["allied-09"].name == "US Build-Up"
    assert not english_left(window)


def test_the_designer_is_french_and_calls_what_the_game_brings_by_its_french_names(program: Program) -> None:
    assert program.window.open("summer-1941")
    program.window.set_mode(Mode.DESIGN)
    program.change_language(FRENCH)
    window = program.window
    assert window.mode is Mode.DESIGN
    assert not english_left(window)
    setup, charts = window.docks.panels["setup"], window.docks.panels["charts"]
    assert isinstance(setup, SetupPanel)
    assert isinstance(charts, ChartsPanel)
    regions, boxes = setup.holding.regions, setup.placing.boxes
    assert regions.findItems("Autriche", Qt.MatchFlag.MatchExactly, 0)
    assert boxes.findItems("Réserve alliée", Qt.MatchFlag.MatchStartsWith)
    assert charts.chart.findText("Tir des grandes unités", Qt.MatchFlag.MatchStartsWith) >= 0
    assert any("Suppr" in button.toolTip() for button in setup.findChildren(QAbstractButton))


def test_what_was_edited_can_still_be_taken_back_after_a_switch(program: Program) -> None:
    window = program.window
    assert window.open("typhoon")
    window.set_mode(Mode.EDIT)
    document = window.bench.document
    assert document is not None
    assert document.push(set_title(document.plan, "Before Moscow"))
    program.change_language(FRENCH)
    after = program.window
    assert after.mode is Mode.EDIT
    assert after.bench.document is document, "the same document, with its history"
    assert after.undo_group.activeStack() is document.undo_stack
    assert {swatch.name for swatch in after.bench.palette.terrain} >= {"Clair", "Forêt", "Marais"}
    assert window.files.project is None
    after.menus.edit.undo.trigger()
    assert document.plan.title == "The approaches to Moscow"


def test_a_switch_there_and_back_is_as_before(program: Program) -> None:
    window = in_typhoon(program)
    entries = [action.text() for action in window.findChildren(QAction)]
    program.change_language(FRENCH)
    program.change_language(ENGLISH)
    assert spoken() == ENGLISH
    assert sorted(action.text() for action in program.window.findChildren(QAction)) == sorted(entries)


def test_the_choice_is_kept_and_stands_in_the_menu(program: Program, settings: QSettings) -> None:
    entries = {action.text().replace("&", ""): action for action in program.window.menus.view.languages.actions()}
    assert entries["As This Computer"].isChecked()
    entries["Français"].trigger()
    assert kept_language(settings) == FRENCH
    assert wanted_language(settings) == FRENCH
    entries = {action.text().replace("&", ""): action for action in program.window.menus.view.languages.actions()}
    assert entries["Français"].isChecked()
    assert "English" in entries
    keep_language(settings, SYSTEM)
    assert wanted_language(settings) in (ENGLISH, FRENCH)


def test_every_french_menu_entry_has_a_letter_of_its_own(program: Program) -> None:
    program.change_language(FRENCH)
    bar = [menu for entry in program.window.menuBar().actions() if isinstance(menu := entry.menu(), QMenu)]
    every = (*bar, *(below for above in bar for below in above.findChildren(QMenu)))
    titles = [menu.title() for menu in bar]
    for texts in (titles, *([action.text().replace("&&", "") for action in menu.actions()] for menu in every)):
        letters = Counter(text[text.index("&") + 1].lower() for text in texts if "&" in text)
        assert [letter for letter, count in letters.items() if count > 1] == [], texts


def test_qt_own_buttons_are_french(program: Program, qtbot: QtBot) -> None:
    program.change_language(FRENCH)
    box = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
    qtbot.addWidget(box)
    assert [button.text().replace("&", "") for button in box.buttons()] == ["Annuler"]


def test_the_manual_opens_in_french_at_the_page_that_is_asked_for(program: Program) -> None:
    program.change_language(FRENCH)
    window = program.window
    window.help.show_manual("Your first map in ten minutes")
    manual = window.help.manual
    assert manual is not None
    assert manual.contents.currentItem().text() == "Votre première carte en dix minutes"
    assert "Une feuille d'hex" in manual.page.toPlainText()


def test_numbers_and_words_follow_the_language(qapp: QApplication) -> None:
    speak_in(FRENCH)
    try:
        assert f"{counted(0):unité|unités}" == "unité"
        assert word("major-river", "red-star-rising") == "fleuve"
        assert catalogue().text(message("prompt.game-over")) == "La partie est finie."
    finally:
        speak_in(ENGLISH)
    assert f"{counted(0):hex|hexes}" == "hexes"
    assert word("major-river", "red-star-rising") == "major river"


def test_the_command_line_speaks_the_language_it_is_asked_for(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run(["check", "no-such-thing", "--language", "fr"]) == Exit.BAD_INPUT
    assert "n'est ni un fichier, ni un dossier" in capsys.readouterr().err
    assert run(["check", "no-such-thing"]) == Exit.BAD_INPUT
    assert "is neither a file" in capsys.readouterr().err
    monkeypatch.setenv("REDOUBT_LANGUAGE", "fr")
    assert run(["check", "no-such-thing"]) == Exit.BAD_INPUT
    assert "n'est ni un fichier" in capsys.readouterr().err
    monkeypatch.delenv("REDOUBT_LANGUAGE")
    assert run(["--language=xx", "games"]) == Exit.USAGE
    assert "en, fr" in capsys.readouterr().err
    speak_in(ENGLISH)


def test_a_game_that_was_begun_in_the_designer_goes_back_to_it_after_a_switch(program: Program) -> None:
    assert program.window.open("ford")
    program.window.set_mode(Mode.DESIGN)
    program.window.set_mode(Mode.PLAY)
    program.change_language(FRENCH)
    assert program.window.mode is Mode.PLAY
    program.window.toggle_mode()
    assert program.window.mode is Mode.DESIGN


def test_a_map_is_looked_at_where_it_was_and_not_where_it_was_left_last(program: Program, tmp_path: Path) -> None:
    window = program.window
    assert window.open("ford")
    window.set_mode(Mode.EDIT)
    assert window.save_as(tmp_path / "mine.redoubt")
    window.canvas.set_zoom(2.0)
    window.canvas.look_at_point(4.0, 4.0)
    window.views.keep(tmp_path / "mine.redoubt", "ford", window.canvas.look())
    window.canvas.look_at_point(8.0, 4.0)
    seen = window.canvas.look()
    program.change_language(FRENCH)
    QApplication.processEvents()
    assert program.window.canvas.look().centre == pytest.approx(seen.centre, abs=0.3)


def labels_of_the_file_dialog(qtbot: QtBot) -> list[str]:
    dialog = QFileDialog()
    qtbot.addWidget(dialog)
    dialog.setOption(QFileDialog.Option.DontUseNativeDialog)
    return [label.text() for label in dialog.findChildren(QLabel) if label.text()]


def test_the_file_dialog_is_french_in_french(program: Program, qtbot: QtBot) -> None:
    english = labels_of_the_file_dialog(qtbot)
    speak_in(FRENCH)
    try:
        french = labels_of_the_file_dialog(qtbot)
    finally:
        speak_in(ENGLISH)
    assert english
    assert not set(english) & set(french)
