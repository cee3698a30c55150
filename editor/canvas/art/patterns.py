"""What grows and stands in the hexes: woods, marshes, hills, peaks, streets, waves.

Each pattern is drawn here once, in a hex of circumradius 1, in a few variants; which variant a hex shows
follows from its coordinates, so a redraw never changes the picture. Colours are not known here: a layer
names one of the inks of its terrain (`dark`, `light`, `line`), the style says what they are. Every pattern has a
fine drawing and a coarse one for small hexes, and stays clear of the hexsides, where rivers run.
"""

from __future__ import annotations

import math
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Literal, TypeAlias

import numpy as np
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainterPath

from editor.canvas.art.outlines import Outline, outline_of
from editor.geometry.lattice import hashes

VARIANTS = 6
REACH = 0.72
"""How far from the centre a pattern may extend."""
_NUMBER_ROOM = -0.42
"""Above this the number of the hex is printed."""

Ink: TypeAlias = Literal["dark", "light", "line"]


@dataclass(frozen=True, slots=True)
class PatternLayer:
    """One ink of a pattern: filled, or stroked when it has a width."""

    ink: Ink
    width: float
    variants: tuple[Outline, ...]


class _Sketch:
    """The three inks of one variant, and its own source of variation."""

    def __init__(self, seed: int) -> None:
        self.dark, self.light, self.line = QPainterPath(), QPainterPath(), QPainterPath()
        self._numbers = self._stream(seed)

    @staticmethod
    def _stream(seed: int) -> Iterator[float]:
        values = hashes(np.arange(4096, dtype=np.int64), np.zeros(4096, np.int64), seed) / 2**32
        yield from values.tolist()

    def between(self, low: float, high: float) -> float:
        return low + (high - low) * next(self._numbers)

    def scattered(
        self, count: int, apart: float, reach: float = REACH, highest: float = _NUMBER_ROOM
    ) -> list[tuple[float, float]]:
        """Points in the hex that keep their distance, from the top down, so that the near hide the far."""
        found: list[tuple[float, float]] = []
        for _ in range(count * 14):
            angle, radius = self.between(0, math.tau), reach * math.sqrt(self.between(0, 1))
            x, y = radius * math.cos(angle), radius * math.sin(angle)
            if y < highest:
                continue
            if all(math.hypot(x - a, y - b) >= apart for a, b in found):
                found.append((x, y))
                if len(found) == count:
                    break
        return sorted(found, key=lambda point: point[1])


_Draw: TypeAlias = Callable[[_Sketch], None]


def _trees(sketch: _Sketch, count: int, size: float, *, lit: bool) -> None:
    for x, y in sketch.scattered(count, size * 1.65, REACH - size * 0.4):
        radius = size * sketch.between(0.82, 1.15)
        sketch.dark.addEllipse(QPointF(x, y), radius, radius * 0.94)
        if lit:
            sketch.light.addEllipse(QPointF(x - radius * 0.2, y - radius * 0.24), radius * 0.62, radius * 0.56)


def _forest(sketch: _Sketch) -> None:
    _trees(sketch, 15, 0.135, lit=True)


def _forest_coarse(sketch: _Sketch) -> None:
    _trees(sketch, 7, 0.2, lit=False)


def _tuft(sketch: _Sketch, x: float, y: float, size: float) -> None:
    sketch.line.moveTo(x - size, y)
    sketch.line.lineTo(x + size, y)
    for lean in (-0.45, 0.0, 0.45):
        sketch.line.moveTo(x + lean * size * 0.6, y)
        sketch.line.lineTo(x + lean * size, y - size * (0.75 - abs(lean) * 0.5))


def _marsh(sketch: _Sketch) -> None:
    for x, y in sketch.scattered(8, 0.36, 0.64):
        _tuft(sketch, x, y, sketch.between(0.11, 0.15))


def _marsh_coarse(sketch: _Sketch) -> None:
    for x, y in sketch.scattered(5, 0.42, 0.58):
        sketch.line.moveTo(x - 0.17, y)
        sketch.line.lineTo(x + 0.17, y)


def _hump(sketch: _Sketch, x: float, y: float, size: float, hatches: int) -> None:
    line = sketch.line
    line.moveTo(x - size, y)
    line.cubicTo(x - size * 0.55, y - size * 0.95, x + size * 0.35, y - size * 1.0, x + size, y)
    for step in range(hatches):
        t = 0.5 + 0.42 * (step + 0.5) / hatches
        s = 1 - t
        px = -size * s**3 - 1.65 * size * s * s * t + 1.05 * size * s * t * t + size * t**3
        py = -2.85 * size * s * s * t - 3.0 * size * s * t * t
        line.moveTo(x + px, y + py)
        line.lineTo(x + px + size * 0.1, y + py + size * (0.42 - 0.22 * (t - 0.5)))


def _hill(sketch: _Sketch) -> None:
    for x, y in sketch.scattered(5, 0.44, 0.5, -0.34):
        _hump(sketch, x, y + 0.1, sketch.between(0.2, 0.27), 4)


def _hill_coarse(sketch: _Sketch) -> None:
    for x, y in sketch.scattered(3, 0.5, 0.42):
        _hump(sketch, x, y + 0.12, 0.3, 0)


def _peak(sketch: _Sketch, x: float, y: float, size: float) -> None:
    top, foot = y - size * 1.05, y + size * 0.35
    lean = sketch.between(-0.12, 0.12) * size
    ridge = [
        (x + lean, top),
        (x + lean + size * sketch.between(0.05, 0.16), top + size * 0.5),
        (x + lean - size * sketch.between(0.02, 0.1), top + size * 0.9),
        (x + size * 0.12, foot),
    ]
    left, right = (x - size * 0.85, foot), (x + size * 0.85, foot)
    for ink, corner in ((sketch.light, left), (sketch.dark, right)):
        ink.moveTo(*ridge[0])
        for point in (*ridge[1:], corner):
            ink.lineTo(*point)
        ink.closeSubpath()
    sketch.line.moveTo(*left)
    sketch.line.lineTo(*ridge[0])
    sketch.line.lineTo(*right)


def _mountain(sketch: _Sketch) -> None:
    for x, y in sketch.scattered(4, 0.44, 0.5, -0.12):
        _peak(sketch, x, y + 0.12, sketch.between(0.28, 0.4))


def _mountain_coarse(sketch: _Sketch) -> None:
    for x, y in sketch.scattered(2, 0.6, 0.4):
        _peak(sketch, x, y + 0.15, 0.5)


def _rough(sketch: _Sketch) -> None:
    for x, y in sketch.scattered(11, 0.26):
        size = sketch.between(0.05, 0.1)
        sketch.line.moveTo(x - size, y + size * 0.6)
        sketch.line.lineTo(x - size * 0.2, y - size * 0.6)
        sketch.line.lineTo(x + size, y + size * 0.5)


def _rough_coarse(sketch: _Sketch) -> None:
    for x, y in sketch.scattered(5, 0.4):
        sketch.line.moveTo(x - 0.12, y + 0.08)
        sketch.line.lineTo(x, y - 0.08)
        sketch.line.lineTo(x + 0.14, y + 0.06)


def _blocks(sketch: _Sketch, pitch: float, skip: float) -> None:
    """Houses along streets that cross at an angle of the place's own."""
    turn = sketch.between(0, math.pi / 2)
    cos, sin = math.cos(turn), math.sin(turn)
    steps = int(REACH / pitch) + 1
    for across in range(-steps, steps + 1):
        for down in range(-steps, steps + 1):
            width, depth = pitch * sketch.between(0.5, 0.8), pitch * sketch.between(0.5, 0.8)
            x, y = across * pitch, down * pitch
            if math.hypot(x, y) > REACH * sketch.between(0.7, 1.0) or sketch.between(0, 1) < skip:
                continue
            if x * sin + y * cos < _NUMBER_ROOM:
                continue
            corners = [(x - width / 2, y - depth / 2), (x + width / 2, y - depth / 2)]
            corners += [(x + width / 2, y + depth / 2), (x - width / 2, y + depth / 2)]
            turned = [QPointF(a * cos - b * sin, a * sin + b * cos) for a, b in corners]
            sketch.dark.addPolygon([*turned, turned[0]])


def _city(sketch: _Sketch) -> None:
    _blocks(sketch, 0.19, 0.12)


def _city_coarse(sketch: _Sketch) -> None:
    _blocks(sketch, 0.34, 0.1)


def _wave(sketch: _Sketch, x: float, y: float, size: float) -> None:
    sketch.line.moveTo(x - size, y)
    sketch.line.cubicTo(x - size * 0.5, y - size * 0.55, x - size * 0.4, y + size * 0.4, x, y)
    sketch.line.cubicTo(x + size * 0.4, y - size * 0.4, x + size * 0.5, y + size * 0.55, x + size, y)


def _sea(sketch: _Sketch) -> None:
    for x, y in sketch.scattered(int(sketch.between(0, 3.4)), 0.5, 0.55):
        _wave(sketch, x, y, sketch.between(0.13, 0.2))


def _nothing(_: _Sketch) -> None:
    return


def _dots(sketch: _Sketch) -> None:
    for x, y in sketch.scattered(22, 0.17):
        radius = sketch.between(0.012, 0.024)
        sketch.dark.addEllipse(QPointF(x, y), radius, radius)


def _grass(sketch: _Sketch) -> None:
    for x, y in sketch.scattered(7, 0.34):
        for lean in (-0.05, 0.0, 0.05):
            sketch.line.moveTo(x + lean * 0.4, y)
            sketch.line.lineTo(x + lean, y - 0.085)


def _fields(sketch: _Sketch) -> None:
    """A few ploughed fields, each with furrows of its own direction."""
    for x, y in sketch.scattered(4, 0.5, 0.45):
        turn = sketch.between(0, math.pi)
        cos, sin = math.cos(turn), math.sin(turn)
        for furrow in range(-2, 3):
            a, b, c = -0.16, 0.16, furrow * 0.062
            sketch.line.moveTo(x + a * cos - c * sin, y + a * sin + c * cos)
            sketch.line.lineTo(x + b * cos - c * sin, y + b * sin + c * cos)


def _fort(sketch: _Sketch) -> None:
    """The star of a fortress, with its ditch."""
    points = []
    for corner in range(12):
        radius = 0.52 if corner % 2 else 0.34
        angle = math.tau * corner / 12
        points.append(QPointF(radius * math.cos(angle), radius * math.sin(angle)))
    sketch.line.addPolygon([*points, points[0]])
    sketch.light.addEllipse(QRectF(-0.2, -0.2, 0.4, 0.4))


_DRAWINGS: dict[str, tuple[_Draw, _Draw]] = {
    "forest": (_forest, _forest_coarse),
    "marsh": (_marsh, _marsh_coarse),
    "hill": (_hill, _hill_coarse),
    "mountain": (_mountain, _mountain_coarse),
    "rough": (_rough, _rough_coarse),
    "city": (_city, _city_coarse),
    "sea": (_sea, _nothing),
    "desert": (_dots, _nothing),
    "snow": (_dots, _nothing),
    "steppe": (_grass, _nothing),
    "farmland": (_fields, _nothing),
    "fort": (_fort, _fort),
}

_BOTH: dict[str, tuple[str, str]] = {
    "wooded-hill": ("hill", "forest"),
    "wooded-marsh": ("marsh", "forest"),
    "wooded-mountain": ("mountain", "forest"),
    "lake": ("sea", "clear"),
}
"""Patterns laid one over the other; the second is thinned where it meets the first."""

PATTERNS = ("clear", *_DRAWINGS, *_BOTH)
"""Every pattern a palette may name."""

_WIDTHS = {"marsh": 0.035, "hill": 0.036, "mountain": 0.034, "rough": 0.035, "sea": 0.03}


@cache
def pattern(name: str, *, coarse: bool) -> tuple[PatternLayer, ...]:
    """The layers of a pattern, in the order they are painted; a pattern nobody has drawn is plain ground."""
    if name in _BOTH:
        under, over = _BOTH[name]
        return pattern(under, coarse=coarse) + tuple(_thinned(layer) for layer in pattern(over, coarse=coarse))
    if name not in _DRAWINGS:
        return ()
    sketches = []
    for variant in range(VARIANTS):
        sketch = _Sketch(zlib.crc32(name.encode()) + variant)
        _DRAWINGS[name][coarse](sketch)
        sketches.append(sketch)
    width = _WIDTHS.get(name, 0.028) * (1.6 if coarse else 1.0)
    layers = []
    for ink, stroke in (("light", 0.0), ("dark", 0.0), ("line", width)) if name == "mountain" else _USUAL_ORDER(width):
        outlines = tuple(outline_of(getattr(sketch, ink)) for sketch in sketches)
        if any(not outline.is_empty for outline in outlines):
            layers.append(PatternLayer(ink, stroke, outlines))
    return tuple(layers)


def _USUAL_ORDER(width: float) -> tuple[tuple[Ink, float], ...]:
    return (("dark", 0.0), ("light", 0.0), ("line", width))


def _thinned(layer: PatternLayer) -> PatternLayer:
    """The same with every other shape left out."""
    variants = []
    for outline in layer.variants:
        shape = np.cumsum(outline.kinds == 0) - 1
        keep = shape % 5 < 2
        variants.append(Outline(outline.kinds[keep], outline.points[keep]))
    return PatternLayer(layer.ink, layer.width, tuple(variants))
