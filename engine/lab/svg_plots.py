"""Plots and maps as SVG: small enough to lie inside a page that is shared, sharp at any size, made without a screen.

Colours of sides are told apart by those who see few colours too, and every curve and bar is named in words.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from colorsys import rgb_to_hls
from html import escape
from math import ceil, cos, floor, log10, pi, sin
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from engine.core.board import Board
from engine.core.boards.board_parts import PlaceKind
from engine.core.boards.hexes import Orientation
from engine.core.ids import Location
from engine.lab.map_names import SPACE_RADIUS, PaperFrame, placed_names
from engine.narration.language import fixed, labelled

SIDE_COLOURS = ("#b3402e", "#2d5f9e", "#3c7d4e", "#8a6a1f", "#6b4a8a")
_GREY = 0.2
"""The saturation up to which a colour is none."""
_WIDE, _HIGH = 640, 260
_LEFT, _RIGHT, _TOP, _BOTTOM = 52, 12, 26, 40
_MOST_TICKS = 8
_TOLD_APART = 1e-6
"""Numbers that lie closer together than this are one number, and differ by a rounding."""
_INK = "#444444"
_MAP_WIDE = 640
_NOTHING, _SOME = (246, 244, 238), (150, 30, 30)
_LESS = (30, 70, 150)
_LETTERS = 12
"""How high names on a map are, in pixels."""
_KEY_STEPS, _KEY_LEFT, _KEY_WIDE, _KEY_HIGH = 8, 10, 22, 34
"""The key below a map: so many shades from nothing to the most; where it begins, its boxes and its height in pixels."""
NO_NAMES: Mapping[Location, str] = MappingProxyType({})


def colour_of(side: int) -> str:
    return SIDE_COLOURS[side % len(SIDE_COLOURS)]


def side_colours(grounds: Sequence[str]) -> tuple[str, ...]:
    """A colour for each side of a game, the nearest to that of its counters, so that Red is red; no two have the same.

    Who is painted in a colour has the choice before those who are grey or white.
    """
    left = [colour_of(number) for number in range(len(grounds))]
    found: dict[int, str] = {}
    for number in sorted(range(len(grounds)), key=lambda number: -_strength(grounds[number])):
        wished = min(left, key=lambda each: _apart(grounds[number], each)) if _strength(grounds[number]) else left[0]
        left.remove(wished)
        found[number] = wished
    return tuple(found[number] for number in range(len(grounds)))


def _hue_and_strength(colour: str) -> tuple[float, float]:
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    hue, _, saturation = rgb_to_hls(red, green, blue)
    return hue, saturation


def _strength(colour: str) -> float:
    """How much of a colour it is; what is nearly grey is none."""
    saturation = _hue_and_strength(colour)[1]
    return saturation if saturation > _GREY else 0.0


def _apart(one: str, other: str) -> float:
    """How far apart two hues are on their wheel."""
    apart = abs(_hue_and_strength(one)[0] - _hue_and_strength(other)[0])
    return min(apart, 1 - apart)


class _Frame:
    """The axes of a plot: numbers of the data to places in the picture."""

    def __init__(self, across: tuple[float, float], upward: tuple[float, float]) -> None:
        self._x0, self._x1 = across
        low, high = upward
        self._y0, self._y1 = (low, high) if high - low > _TOLD_APART else (low - 1, high + 1)
        self.parts: list[str] = []

    def x(self, value: float) -> float:
        span = self._x1 - self._x0 or 1
        return round(_LEFT + (value - self._x0) / span * (_WIDE - _LEFT - _RIGHT), 1)

    def y(self, value: float) -> float:
        return round(_HIGH - _BOTTOM - (value - self._y0) / (self._y1 - self._y0) * (_HIGH - _BOTTOM - _TOP), 1)

    def text(self, x: float, y: float, words: str, *, anchor: str = "middle", colour: str = _INK) -> None:
        self.parts.append(
            f'<text x="{x}" y="{y}" text-anchor="{anchor}" fill="{colour}" font-size="11">{escape(words)}</text>'
        )

    def line(self, x0: float, y0: float, x1: float, y1: float, colour: str = "#dddddd") -> None:
        self.parts.append(f'<line x1="{x0}" y1="{y0}" x2="{x1}" y2="{y1}" stroke="{colour}"/>')

    def scale(self) -> None:
        """Lines across at round numbers."""
        step = _round_step((self._y1 - self._y0) / 5)
        value = ceil(self._y0 / step) * step
        while value <= self._y1 + 1e-9:
            self.line(_LEFT, self.y(value), _WIDE - _RIGHT, self.y(value))
            self.text(_LEFT - 6, self.y(value) + 4, f"{value:g}", anchor="end")
            value = round(value + step, 9)

    def legend(self, names: Sequence[tuple[str, str]]) -> None:
        x = float(_LEFT)
        for name, colour in names:
            self.parts.append(f'<rect x="{x}" y="6" width="11" height="11" fill="{colour}"/>')
            self.text(x + 15, 16, name, anchor="start")
            x += 28 + 6.5 * len(name)

    def labels(self, along: str) -> None:
        self.text((_LEFT + _WIDE - _RIGHT) / 2, _HIGH - 6, along)

    def finished(self, title: str) -> str:
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDE} {_HIGH}" width="{_WIDE}" height="{_HIGH}" '
            f'font-family="sans-serif" role="img" aria-label="{escape(title)}">{"".join(self.parts)}</svg>'
        )


def _round_step(rough: float) -> float:
    power = 10.0 ** floor(log10(rough)) if rough > 0 else 1.0
    return next(each * power for each in (1, 2, 5, 10) if each * power >= rough)


def _every(count: int) -> int:
    return max(1, ceil(count / _MOST_TICKS))


def bar_plot(
    title: str,
    places: Sequence[str],
    rows: Sequence[tuple[str, str, Sequence[float]]],
    *,
    along: str,
) -> str:
    """Bars side by side; a row is its name, its colour and a height for each place."""
    top = max((max(heights, default=0) for _, _, heights in rows), default=0) or 1
    frame = _Frame((-0.5, max(0.5, len(places) - 0.5)), (0, top * 1.05))
    frame.scale()
    wide = (frame.x(1) - frame.x(0)) * 0.8 / max(1, len(rows))
    for number, (_, colour, heights) in enumerate(rows):
        for at, height in enumerate(heights):
            x = round(frame.x(at - 0.4) + number * wide, 1)
            y = frame.y(height)
            tall = round(frame.y(0) - y, 1)
            frame.parts.append(f'<rect x="{x}" y="{y}" width="{wide:.1f}" height="{tall}" fill="{colour}"/>')
    step = _every(len(places))
    for at in range(0, len(places), step):
        frame.text(frame.x(at), _HIGH - _BOTTOM + 15, places[at])
    frame.legend([(name, colour) for name, colour, _ in rows if name])
    frame.labels(along)
    return frame.finished(title)


def band_plot(
    title: str,
    turns: Sequence[float],
    rows: Sequence[tuple[str, str, Sequence[float], Sequence[float], Sequence[float]]],
    *,
    along: str,
) -> str:
    """Curves with a band around each; a row is its name, its colour, the low edge, the middle and the high edge."""
    values = [value for row in rows for line in row[2:] for value in line] or [0.0]
    room = (max(values) - min(values)) * 0.05
    frame = _Frame((min(turns, default=0), max(turns, default=1)), (min(values) - room, max(values) + room))
    frame.scale()
    for _, colour, low, middle, high in rows:
        edge = [*zip(turns, high, strict=True), *reversed(list(zip(turns, low, strict=True)))]
        points = " ".join(f"{frame.x(turn)},{frame.y(value)}" for turn, value in edge)
        frame.parts.append(f'<polygon points="{points}" fill="{colour}" fill-opacity="0.18"/>')
        way = " ".join(f"{frame.x(turn)},{frame.y(value)}" for turn, value in zip(turns, middle, strict=True))
        frame.parts.append(f'<polyline points="{way}" fill="none" stroke="{colour}" stroke-width="2.5"/>')
    for turn in turns[:: _every(len(turns))]:
        frame.text(frame.x(turn), _HIGH - _BOTTOM + 15, f"{turn:g}")
    frame.legend([(row[0], row[1]) for row in rows if row[0]])
    frame.labels(along)
    return frame.finished(title)


def heat_colour(part: float) -> str:
    """The colour of a part of the most there is: from paper to dark red, and to blue for what is less than nothing."""
    end = _SOME if part >= 0 else _LESS
    strength = min(1.0, abs(part)) ** 0.6
    return "#" + "".join(f"{round(low + (high - low) * strength):02x}" for low, high in zip(_NOTHING, end, strict=True))


def heat_map(board: Board, values: NDArray[np.float64], title: str, names: Mapping[Location, str] = NO_NAMES) -> str:
    """The places of a board, each in the colour of its number, with the names by which a reader finds the way."""
    places = [at for at in board.locations() if board.kinds[at] is not PlaceKind.BOX]
    if not places:
        return ""
    xs = [board.positions[at][0] for at in places]
    ys = [board.positions[at][1] for at in places]
    left, top = min(xs) - 1.2, min(ys) - 1.2
    wide, high = max(xs) - left + 1.2, max(ys) - top + 1.2
    most = float(np.abs(values).max()) or 1.0
    pixel = wide / _MAP_WIDE
    parts = [
        _place_shape(board, at, heat_colour(float(values[at]) / most), _told(board, at, float(values[at]), names))
        for at in places
    ]
    parts += _lettering(board, names, _LETTERS * pixel, PaperFrame(left, top, left + wide, top + high))
    if values.any():
        parts.append(f'<g transform="translate({left:.2f} {top + high:.2f}) scale({pixel:.4f})">')
        parts += [*_key(most, has_less=bool(values.min() < 0)), "</g>"]
        high += _KEY_HIGH * pixel
    tall = round(_MAP_WIDE * high / wide)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left:.2f} {top:.2f} {wide:.2f} {high:.2f}" '
        f'width="{_MAP_WIDE}" height="{tall}" role="img" aria-label="{escape(title)}">{"".join(parts)}</svg>'
    )


def _key(most: float, *, has_less: bool) -> Iterator[str]:
    """What the colours stand for, below the map: from nothing, or from as much less, to the most there is."""
    first, steps = (-1.0 if has_less else 0.0), _KEY_STEPS * (2 if has_less else 1)
    for step in range(steps + 1):
        part = first + step / _KEY_STEPS
        yield (
            f'<rect x="{_KEY_LEFT + step * _KEY_WIDE}" y="4" width="{_KEY_WIDE}" height="12" '
            f'fill="{heat_colour(part)}" stroke="#c8c4b8" stroke-width="0.5"/>'
        )
        if part in (-1.0, 0.0, 1.0):
            words = fixed(part * most, 2, signed=has_less and bool(part))
            x = _KEY_LEFT + (step + 0.5) * _KEY_WIDE
            yield f'<text x="{x}" y="28" text-anchor="middle" font-size="{_LETTERS}" fill="#222222">{words}</text>'


def _told(board: Board, at: Location, value: float, names: Mapping[Location, str]) -> str:
    """A place and its number, for whoever points at it: a space by its name, a hex by what is printed in it."""
    called = names.get(at, board.label(at)) if board.kinds[at] is PlaceKind.SPACE else board.label(at)
    return labelled(called, fixed(value, 2))


def _lettering(board: Board, names: Mapping[Location, str], size: float, paper: PaperFrame) -> Iterator[str]:
    """The names that have room. They are written large and drawn small: not everybody has type smaller than one."""
    for name in placed_names(board, names, size, paper):
        words = f'text-anchor="middle" font-size="{_LETTERS}"'
        halo = 'stroke="#f7f6f1" stroke-width="3" stroke-linejoin="round" fill="#f7f6f1" opacity="0.8"'
        yield (
            f'<g transform="translate({name.x:.2f} {name.y:.2f}) scale({size / _LETTERS:.4f})">'
            f'<text {words} {halo} aria-hidden="true">{escape(name.text)}</text>'
            f'<text {words} fill="#222222">{escape(name.text)}</text></g>'
        )


def _place_shape(board: Board, at: Location, colour: str, words: str) -> str:
    x, y = board.positions[at]
    about = f'fill="{colour}" stroke="#c8c4b8" stroke-width="0.05"><title>{escape(words)}</title>'
    if board.kinds[at] is not PlaceKind.HEX:
        return f'<circle cx="{x:.2f}" cy="{y:.2f}" r="{SPACE_RADIUS:g}" {about}</circle>'
    sheet = board.sheet(board.sheets[at])
    turn = 0.0 if sheet.grid.orientation is Orientation.FLAT else pi / 6
    corners = ((turn + number * pi / 3) for number in range(6))
    points = " ".join(f"{x + sheet.scale * cos(a):.2f},{y + sheet.scale * sin(a):.2f}" for a in corners)
    return f'<polygon points="{points}" {about}</polygon>'
