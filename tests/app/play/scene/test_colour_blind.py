"""Sides, overlays and results can be told apart by whoever does not see all colours.

Pictures are looked at as they are seen with one kind of cones missing; what is to be told apart must then be far more
different than can just be seen.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.look import Look
from app.play.panels.chance_bars import BAD, EVEN, GOOD, ChanceBars
from app.play.scene.menu_marks import MarkTone
from app.play.scene.overlays import SIDE_COLOURS, TONE_COLOURS
from app.window import MainWindow
from editor.canvas.art.style import bundled_style
from engine.core.answers import Chance, Losses
from tests.helpers.colour_blind import KINDS, apart, colour, laid_on, pixels_of

FAR = 12.0
"""Six times what can just be seen."""
LAID = 0.5
"""How strongly overlays are laid on, at most of their inks."""


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("inks", [tuple(SIDE_COLOURS), tuple(TONE_COLOURS.values()), (GOOD, BAD, EVEN)])
def test_inks_that_mean_different_things_look_different(inks: tuple[str, ...], kind: str) -> None:
    for one, other in combinations(inks, 2):
        assert apart(colour(one), colour(other), kind) >= FAR, (one, other)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("style", ["paper", "night"])
def test_overlays_look_different_on_the_map(style: str, kind: str) -> None:
    ground = colour(bundled_style(style).paper)
    for inks in (SIDE_COLOURS, TONE_COLOURS.values()):
        for one, other in combinations(inks, 2):
            first, second = (laid_on(colour(ink), ground, LAID) for ink in (one, other))
            assert apart(first, second, kind) >= FAR / 2, (one, other)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("style", ["paper", "night"])
def test_where_one_can_go_and_whom_one_can_strike_look_different(style: str, kind: str) -> None:
    ground = colour(bundled_style(style).paper)
    tints = [laid_on(colour(tone.value[0]), ground, tone.value[1]) for tone in (MarkTone.NEAR, MarkTone.STRUCK)]
    assert apart(tints[0], tints[1], kind) >= FAR
    assert apart(tints[0], ground, kind) >= FAR / 2
    assert apart(tints[1], ground, kind) >= FAR / 2


@pytest.mark.parametrize("look", [Look(), Look(dark=True), Look(dark=True, paper_map=True)])
def test_counters_of_the_sides_look_different_in_the_picture_of_the_game(window: MainWindow, look: Look) -> None:
    window.show_look(look)
    assert window.open("typhoon")
    assert window.opened is not None
    first = {counter.ground: counter for counter in window.opened.counters}
    assert len(first) == 2, "one ground a side"
    faces = [
        pixels_of(window.canvas.counters.picture_of(counter, 64).toImage())[8:56, 8:56] for counter in first.values()
    ]
    for kind in KINDS:
        means = [np.median(face.reshape(-1, 3), axis=0) for face in faces]
        assert apart(means[0], means[1], kind) >= FAR


def test_bars_of_chances_look_different_in_their_picture(qtbot: QtBot) -> None:
    bars = ChanceBars()
    qtbot.addWidget(bars)
    bars.resize(300, 60)
    half, none, one = Fraction(1, 2), Losses(), Losses(1, 1)
    chances = (Chance("DE", half, ("1",), none, one), Chance("AE", half, ("2",), one, none))
    bars.show_chances(chances, lambda _: "", lambda _: "")
    bars.show()
    QApplication.processEvents()
    picture = pixels_of(bars.grab().toImage())
    lit = [picture[row, 90] for row in (10, 30)]
    for kind in KINDS:
        assert apart(lit[0], lit[1], kind) >= 3 * FAR
