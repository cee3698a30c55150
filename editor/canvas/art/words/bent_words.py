"""Lettering as its author set it: heavier or lighter, wider apart, bent along an arc or along a line that was drawn.

A bent line is an arc that turns by so many degrees from its first letter to its last; positive arches up like the name
of a range of hills, negative hangs like that of a bay. Each letter stands upright on the arc, and so it does on a line,
whose corners are rounded first; a word longer than its line goes on straight at both ends.
"""

from __future__ import annotations

import itertools
import math
from functools import lru_cache

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainterPath, QTransform

from editor.canvas.art.style import LetteringStyle
from editor.canvas.art.words.lettering import glyphs, word
from engine.definitions.plan import Point, TextPlan

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
    if text.along:
        return _along_line(text.text, style, text.size, text.along)
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


@lru_cache(maxsize=512)
def _along_line(text: str, style: LetteringStyle, size: float, along: tuple[Point, ...]) -> QPainterPath:
    """Letters on a line given from the lettering's position, in circumradii."""
    unit = _EM / (style.size * size)
    points = along if along[-1][0] >= along[0][0] else along[::-1]
    line = _rounded([(x * unit, y * unit) for x, y in points])
    path = QPainterPath()
    lines = text.split("\n")
    for number, words in enumerate(lines):
        down = (number - (len(lines) - 1) / 2) * _LINE * _EM
        path.addPath(_on_line(words, style, line).translated(0.0, down))
    path.setFillRule(Qt.FillRule.WindingFill)
    return path


def _rounded(points: list[Point]) -> list[Point]:
    """A line with its corners cut twice, and its ends where they were."""
    for _ in range(2):
        if len(points) < 3:
            break
        cut = [points[0]]
        for (ax, ay), (bx, by) in itertools.pairwise(points):
            cut += [(0.75 * ax + 0.25 * bx, 0.75 * ay + 0.25 * by), (0.25 * ax + 0.75 * bx, 0.25 * ay + 0.75 * by)]
        points = [*cut, points[-1]]
    return points


def _on_line(words: str, style: LetteringStyle, line: list[Point]) -> QPainterPath:
    letters = glyphs(words, style, _EM)
    length = sum(math.dist(a, b) for a, b in itertools.pairwise(line))
    path, at = QPainterPath(), (length - sum(reach for _, reach in letters)) / 2
    for outline, reach in letters:
        (x, y), angle = _point_along(line, at + reach / 2)
        stand = QTransform().translate(x, y).rotate(math.degrees(angle)).translate(-reach / 2, 0.0)
        path.addPath(stand.map(outline))
        at += reach
    return path


def _point_along(line: list[Point], far: float) -> tuple[Point, float]:
    """The point so far from the beginning of a line, and the way it runs there; beyond its ends it runs on straight."""
    pairs = [(a, b) for a, b in itertools.pairwise(line) if a != b] or [((0.0, 0.0), (1.0, 0.0))]
    for number, (a, b) in enumerate(pairs):
        step = math.dist(a, b)
        if far <= step or number == len(pairs) - 1:
            share = far / step
            at = (a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share)
            return at, math.atan2(b[1] - a[1], b[0] - a[0])
        far -= step
    raise AssertionError("the last part of a line has no end")
