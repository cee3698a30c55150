"""Lettering as its author set it: heavier or lighter, wider apart, and bent along an arc.

A bent line is an arc that turns by so many degrees from its first letter to its last; positive arches up like the name
of a range of hills, negative hangs like that of a bay. Each letter stands upright on the arc.
"""

from __future__ import annotations

import math
from functools import lru_cache

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainterPath, QTransform

from editor.canvas.art.style import LetteringStyle
from editor.canvas.art.words.lettering import glyphs, word
from engine.definitions.plan import TextPlan

_LINE = 1.2
"""From line to line, in ems."""
_EM = 64.0
"""Outlines are made at this many units to the em."""


def style_of(text: TextPlan, usual: LetteringStyle) -> LetteringStyle:
    """The usual style of such lettering with what its author chose instead."""
    bold = usual.bold if not text.weight else text.weight == "bold"
    if bold == usual.bold and not text.spacing:
        return usual
    return usual.model_copy(update={"bold": bold, "spacing": usual.spacing + text.spacing})


def outline_of(text: TextPlan, style: LetteringStyle) -> QPainterPath:
    """Its outline about its middle, 64 units to the em."""
    if not text.curve:
        return word(text.text, style.bold, style.italic, style.spacing)
    return _bent(text.text, style, text.curve)


@lru_cache(maxsize=512)
def _bent(text: str, style: LetteringStyle, curve: float) -> QPainterPath:
    path = QPainterPath()
    lines = text.split("\n")
    for number, line in enumerate(lines):
        down = (number - (len(lines) - 1) / 2) * _LINE * _EM
        path.addPath(_bent_line(line, style, math.radians(curve)).translated(0.0, down))
    path.setFillRule(Qt.FillRule.WindingFill)
    return path


def _bent_line(line: str, style: LetteringStyle, turn: float) -> QPainterPath:
    letters = glyphs(line, style, _EM)
    length = sum(reach for _, reach in letters) or 1.0
    radius = length / turn
    path, along = QPainterPath(), -length / 2
    for outline, reach in letters:
        angle = (along + reach / 2) / radius
        x, y = radius * math.sin(angle), radius * (1 - math.cos(angle))
        stand = QTransform().translate(x, y).rotate(math.degrees(angle)).translate(-reach / 2, 0.0)
        path.addPath(stand.map(outline))
        along += reach
    middle = radius * (1 - math.cos(turn / 2)) / 2
    return path.translated(0.0, -middle)
