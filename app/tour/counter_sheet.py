"""A sheet of counters at every size they are drawn in, whole, worn and marked: to see whether each can be read."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from PySide6.QtGui import QImage, QPainter

from editor.canvas.art.looks import Looks
from editor.canvas.art.style import Style
from editor.canvas.counters.counter_face import CounterFaces, face_of, margin_of
from editor.canvas.counters.counter_picture import CounterPicture
from engine.definitions.palette import Palette

SIZES = (12, 16, 20, 24, 32, 48, 64, 96, 128)
_GAP = 16
_MOST = 9


def counter_sheet(pictures: Iterable[CounterPicture], palette: Palette, style: Style) -> QImage:
    """One row a sort of counter, one column a size; each row in another state."""
    sorts: dict[tuple[str, str], CounterPicture] = {}
    for picture in pictures:
        sorts.setdefault((picture.symbol, picture.ground), picture)
    rows = [_in_a_state(picture, number) for number, picture in enumerate(list(sorts.values())[:_MOST])]
    width = sum(SIZES) + _GAP * (len(SIZES) + 1)
    sheet = QImage(width, max(1, len(rows)) * (SIZES[-1] + _GAP) + _GAP, QImage.Format.Format_ARGB32)
    sheet.fill(Looks(palette, style).paper)
    faces = CounterFaces(style.counters)
    painter = QPainter(sheet)
    for number, picture in enumerate(rows):
        left, top = _GAP, _GAP + number * (SIZES[-1] + _GAP)
        for side in SIZES:
            margin = margin_of(side)
            painter.drawPixmap(left - margin, top - margin, faces.get(face_of(picture, side), side))
            left += side + _GAP
    painter.end()
    return sheet


def _in_a_state(picture: CounterPicture, number: int) -> CounterPicture:
    """Whole, worn, marked once, twice, more often, or turned over."""
    worn: dict[str, object] = {"steps": max(2, picture.steps), "lost": 1}
    states: tuple[dict[str, object], ...] = (
        {},
        worn,
        {"marks": ("moved",)},
        {"marks": ("unsupplied",), **worn},
        {"marks": ("moved", "fought")},
        {"marks": ("isolated", "moved", "fought")},
        {"steps": 4, "lost": 2},
        {"is_hidden": True},
    )
    return replace(picture, **states[number % len(states)])  # type: ignore[arg-type]
