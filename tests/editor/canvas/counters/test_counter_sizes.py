"""Counters at every size from 12 to 128 pixels: what is shown at which, and that it can be told from its ground."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtGui import QColor, QImage

from editor.canvas.art.style import bundled_style
from editor.canvas.counters.counter_face import CounterFace, CounterFaces, face_of, margin_of
from editor.canvas.counters.counter_picture import CounterPicture
from editor.canvas.counters.counter_signs import ranked_marks

SIZES = (12, 16, 20, 24, 32, 48, 64, 96, 128)
CORPS = CounterPicture(
    "u", "a", "XLVI corps", symbol="armour", size="xxx", factors="9-8-7", designation="XLVI", steps=2, ground="#8b9a8b"
)


def picture(face: CounterFace, side: int, style: str = "paper") -> QImage:
    return CounterFaces(bundled_style(style).counters).get(face, side).toImage()


def shown(side: int, **other: object) -> CounterFace:
    return face_of(replace(CORPS, **other), side)  # type: ignore[arg-type]


def test_the_smallest_show_the_symbol_alone() -> None:
    face = shown(12, marks=("moved",), lost=1)
    assert (face.symbol, face.factors, face.size, face.designation) == ("armour", "", "", "")
    assert (face.marks, face.lost) == ((), 0)


def test_more_is_shown_the_larger_it_is() -> None:
    told = [
        sum(bool(value) for value in (face.factors, face.size, face.designation, face.marks, face.lost))
        for face in (shown(side, marks=("moved",), lost=1) for side in SIZES)
    ]
    assert told == sorted(told)
    assert told[0] == 0
    assert told[-1] == 5


def test_of_several_marks_the_gravest_is_seen_first() -> None:
    assert ranked_marks(("fought", "moved", "unsupplied")) == ("unsupplied", "fought", "moved")
    assert shown(24, marks=("fought", "moved", "unsupplied")).marks == ("unsupplied",)


@pytest.mark.parametrize("style", ["paper", "night"])
@pytest.mark.parametrize("side", SIZES)
def test_a_loss_and_a_mark_change_the_picture_wherever_they_are_shown(side: int, style: str) -> None:
    plain = picture(shown(side), side, style)
    for other in (shown(side, lost=1), shown(side, marks=("unsupplied",))):
        assert (picture(other, side, style) != plain) is (side >= 14)


@pytest.mark.parametrize("side", SIZES)
def test_the_symbol_stands_out_from_its_frame(side: int) -> None:
    """Between the darkest and the lightest point of the middle there is as much contrast as between ink and paper."""
    image, margin = picture(shown(side), side), margin_of(side)
    lights = [
        QColor(image.pixel(margin + x, margin + y)).lightnessF()
        for x in range(side // 5, side - side // 5)
        for y in range(side // 5, side - side // 3)
    ]
    assert max(lights) - min(lights) > 0.45
