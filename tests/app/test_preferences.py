"""The choices of the program: seen at once, kept, and the same wherever they are made."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QApplication

from app.application import application
from app.dialogs.preferences import PreferencesDialog
from app.language import SYSTEM, keep_language, speak_in
from app.look import TYPE_SIZES, Look, kept_look
from app.program import Program
from app.window import MainWindow
from editor.canvas.art.style import bundled_style


@pytest.fixture
def program(settings: QSettings, tmp_path: Path) -> Iterator[Program]:
    keep_language(settings, "en")
    speak_in("en")
    made = Program(settings, tmp_path / "recovery")
    yield made
    made.window.show_dark(False)
    made.window.files.close()
    made.window.put_away()
    application()
    speak_in("en")
    keep_language(settings, SYSTEM)


def pick(dialog: PreferencesDialog, field: str, row: int) -> None:
    box = getattr(dialog, field)
    box.setCurrentIndex(row)
    box.activated.emit(row)


def test_a_dark_window_with_a_paper_map_is_a_choice_of_its_own(window: MainWindow) -> None:
    assert window.open("typhoon")
    dialog = window.menus.ask_preferences(window)
    pick(dialog, "theme", 2)
    paper, night = bundled_style("paper"), bundled_style("night")
    ground = QApplication.palette().window().color()
    assert ground.lightness() < 80
    assert window.canvas.style_shown.ground == paper.ground
    assert window.canvas.backgroundBrush().color().name() == night.table, "the table is as dark as the window"
    assert window.menus.view.dark.isChecked()
    assert window.menus.view.paper_map.isChecked()
    pick(dialog, "theme", 1)
    assert window.canvas.style_shown == night
    pick(dialog, "theme", 0)
    assert window.canvas.style_shown == paper
    assert QApplication.palette().window().color().lightness() > 180
    dialog.close()


def test_the_entries_of_the_menu_are_the_same_choice(window: MainWindow, settings: QSettings) -> None:
    window.menus.view.dark.trigger()
    window.menus.view.paper_map.trigger()
    assert kept_look(settings) == Look(dark=True, paper_map=True)
    dialog = window.menus.ask_preferences(window)
    assert dialog.theme.currentIndex() == 2
    dialog.close()


def test_larger_type_makes_the_window_anew_on_what_is_open(program: Program, settings: QSettings) -> None:
    before = program.window
    assert before.open("typhoon")
    usual = before.menuBar().font().pointSizeF()
    pick(before.menus.ask_preferences(before), "type_size", 3)
    after = program.window
    assert after is not before
    assert after.opened is not None
    assert after.menuBar().font().pointSizeF() == pytest.approx(TYPE_SIZES["larger"]) != usual
    assert after.dock.place.font().pointSizeF() > TYPE_SIZES["larger"], "headings keep their share"
    assert kept_look(settings).type_size == "larger"


def test_who_chooses_in_the_preferences_goes_on_there_in_the_window_that_is_made_anew(program: Program) -> None:
    before = program.window
    assert before.open("typhoon")
    dialog = before.menus.ask_preferences(before)
    dialog.language.setFocus()
    pick(dialog, "language", dialog.language.findData("fr"))
    after = program.window
    assert after is not before
    (again,) = (each for each in after.findChildren(PreferencesDialog) if each.isVisible())
    assert again.windowTitle() == "Préférences"
    assert again.language.currentData() == "fr"
    assert again.focusWidget() is again.language
    pick(again, "type_size", 0)
    (last,) = (each for each in program.window.findChildren(PreferencesDialog) if each.isVisible())
    assert last.type_size.currentIndex() == 0
    last.close()


def test_switches_are_those_of_the_menus(window: MainWindow) -> None:
    dialog = window.menus.ask_preferences(window)
    assert len(dialog.switches) == 4
    play = window.menus.play
    for box, action in zip(dialog.switches, (play.time.animate, play.cards), strict=False):
        was = action.isChecked()
        box.click()
        assert action.isChecked() is not was
        action.toggle()
        assert box.isChecked() is was
    dialog.close()


@pytest.mark.parametrize("told", ["banana", 7, None])
def test_settings_that_make_no_sense_look_as_usual(settings: QSettings, told: object) -> None:
    for name in ("dark", "paper-map", "type-size"):
        settings.setValue(name, told)
    assert kept_look(settings).type_size == "normal"
