"""The lesson in the window: it waits, points, speaks the language of the window, and puts a step back."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication

from app.coach.checks import Checks
from app.coach.lesson import LessonMark, lesson
from app.language import speak_in
from app.modes import Mode
from app.play.games.game_setup import NewGame
from app.window import MainWindow
from engine.core.actions import Done
from engine.narration.language import FRENCH


@pytest.fixture
def french() -> Iterator[None]:
    QApplication.instance()
    speak_in(FRENCH)
    yield
    speak_in("en")


def typhoon(window: MainWindow, seed: int = 3) -> None:
    """A game of Typhoon with a seed, before its first decision."""
    assert window.open("typhoon")
    assert window.play.begin(NewGame("typhoon", seed=seed))
    window.enter_play()


def see(*words: str) -> LessonMark:
    return LessonMark(False, words[0], words[1:])


def test_the_steps_are_those_of_the_manual_in_either_language() -> None:
    english, french = lesson("first-game", "en"), lesson("first-game", FRENCH)
    assert len(english.steps) == len(french.steps) >= 20
    for one, two in zip(english.steps, french.steps, strict=True):
        assert (one.number, one.marks) == (two.number, two.marks)
        assert one.words != two.words
        assert "<!--" not in one.words
    assert "Ctrl+F5" in english.steps[1].words
    assert english.steps[0].chapter == "The table"
    assert "Go on as you like" in english.ending


def test_a_step_waits_until_it_was_done(window: MainWindow) -> None:
    coach = window.coach
    coach.begin()
    assert coach.bar.isVisible()
    assert coach.step is not None
    coach.look()
    assert coach.step.number == 1, "nothing was opened"
    assert coach.pointing.rings, "the File menu is pointed at"
    window.open("typhoon")
    coach.look()
    assert coach.step.number == 2
    window.play.begin(NewGame("typhoon", seed=4))
    window.enter_play()
    coach.look()
    assert coach.step.number == 2, "with another seed the dice would fall in another way"
    window.play.begin(NewGame("typhoon", seed=3))
    coach.look()
    assert coach.step.number == 3


def test_what_is_seen_does_not_depend_on_the_language(french: None, window: MainWindow) -> None:
    typhoon(window)
    checks = Checks(window)
    assert checks.is_seen(see("asks", "Axis", "air fleets"))
    assert not checks.is_seen(see("asks", "Soviet", "air fleets"))
    assert checks.is_seen(see("stands", "XIII", "4328"))
    assert not checks.is_seen(see("stands", "XIII", "4329"))
    assert checks.is_seen(LessonMark(True, "example", ("Typhoon",)))
    assert not checks.is_seen(see("log", "moves from 4328 to 4329"))


def test_a_step_is_put_back_to_where_it_began_and_the_lesson_is_resumed(window: MainWindow) -> None:
    window.coach.begin()
    typhoon(window)
    coach = window.coach
    coach.look()
    coach.look()
    assert coach.step is not None
    assert coach.step.number == 3
    assert window.play.desk.submit(Done())
    coach.look()
    assert coach.step.number == 4, "the depots are asked about"
    table = window.play.table
    assert table is not None
    assert table.length == 1
    window.play.desk.submit(Done())
    coach.look()
    coach.look()
    assert coach.step.number == 5, "nothing was pointed at"
    coach.bar.skip.click()
    coach.bar.skip.click()
    assert coach.step.number == 7
    window.play.desk.submit(Done())
    assert window.play.table is not None
    assert window.play.table.length == 3
    window.canvas.set_zoom(1.2 * window.canvas.zoom)
    window.play.show_panel("actions")
    QApplication.processEvents()
    seen = window.canvas.look()
    assert window.play.keeper is not None
    carried = window.play.keeper.material
    coach.bar.again.click()
    QApplication.processEvents()
    assert carried.documents
    assert window.play.keeper.material == carried, "the game still carries what it is played with"
    assert window.canvas.look() == seen, "the map lies still"
    assert not window.play.docks["actions"].visibleRegion().isEmpty(), "and the panels stand as they did"
    assert window.play.table.length == 2
    assert window.mode is Mode.PLAY
    coach.leave()
    window.show_start()
    assert "step 7 of" in window.start_page.learn.column.itemAt(1).widget().text()  # type: ignore[union-attr]
    window.start_page.learn.click()
    assert coach.step is not None
    assert coach.step.number == 7
    assert window.mode is Mode.PLAY
