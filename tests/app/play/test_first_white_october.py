"""The page that teaches White October is played as it says, step by step on the real window."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QSettings

from app.play.input.end_phase_check import SETTING
from app.window import MainWindow
from tests.app.play.test_first_game import Beginner
from tests.app.walk import check_every_step_is_read, page, steps, words_of

PAGE = page("first-white-october")


class Reader(Beginner):
    """Someone who reads the page beside the table; the lesson in the window is for the very first game."""

    def before(self, number: int) -> None:
        """Nothing watches."""

    def do_decide(self, side: str, words: str) -> None:
        """A decision in its own words, in the way the screen has for it."""
        self.hands.follow(f"{side} {words}")


def test_every_step_says_what_is_done() -> None:
    check_every_step_is_read(PAGE, 12)


def test_the_words_name_the_places_of_the_decisions() -> None:
    """Hexes and districts of what is decided stand in the text that a person reads."""
    texts = words_of(PAGE)
    for number, remarks in steps(PAGE).items():
        for verb, (name, *arguments) in remarks:
            if (verb, name) == ("do", "decide"):
                missing = [
                    each for each in arguments[1].split() if "/" in each and each.strip(":") not in texts[number]
                ]
                assert not missing, f"step {number} does not say {', '.join(missing)}"


def test_the_page_can_be_played(
    window: MainWindow, settings: QSettings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.setValue(SETTING, False)
    settings.setValue("play/forced", False)
    Reader(window, tmp_path, monkeypatch).walk(PAGE)
