"""A scan as the finder of grids sees it: halved again and again, with what is darker or lighter than its surroundings.

A printed line is a line at any light, so each pixel is compared with the mean about it and measured in units of how
lively the picture is there: faint lines on quiet paper count as much as strong ones among forests. All of it is done on
grey values; a size at which hexes are some twenty to fifty pixels apart shows their lines best.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from editor.digitise.transforms import Floats

Grey: TypeAlias = npt.NDArray[np.float32]

NEAR: Final = 5
"""Pixels to each side whose mean a pixel is compared with."""
AROUND: Final = 20
"""Pixels to each side over which liveliness is measured."""
_QUIET: Final = 2.0
"""Liveliness that plain paper has at least, in grey values: JPEG blocks on it are no lines."""
MOST: Final = 2.5
"""What stands out more than this counts no more: a counter is not a better line than a line."""
SMALLEST_SIDE: Final = 96
_ENOUGH: Final = 40_000_000
"""Pixels that are looked at; hexes of a larger picture are larger than they need to be."""
_SMALL: Final = 4_000_000
_MORE: Final = 32
_KEPT: Final = 6
"""Pixels beyond a box that are read with it, and how many boxes are kept: the next that is asked for is often close."""
_BAND: Final = 256
"""Rows that are worked on at once, few enough to stay near the processor."""
_WEIGHTS: Final = (0.30, 0.55, 0.15)
"""Of red, green and blue; a printed line is in all three."""


@dataclass(frozen=True, slots=True)
class Hidden:
    """A part of a picture that is not looked at: `mask` is true there, a square of `span` pixels of the scan each."""

    mask: npt.NDArray[np.bool_]
    span: float

    def over(self, level: int, left: int, top: int, shape: tuple[int, ...]) -> npt.NDArray[np.bool_]:
        """Which pixels of a box are hidden, on the picture halved so many times."""
        rows, columns = (
            np.minimum(((np.arange(length) + begin + 0.5) * 2**level / self.span).astype(np.intp), most - 1)
            for begin, length, most in zip((top, left), shape, self.mask.shape, strict=True)
        )
        return np.asarray(self.mask[rows][:, columns])


class LinePicture:
    """The sizes of one scan; those asked for are made when they are first needed."""

    def __init__(self, pixels: npt.NDArray[np.uint8]) -> None:
        """Rows of grey values, or of red, green and blue."""
        grey: npt.NDArray[np.uint8] | Grey = pixels
        if pixels.ndim == 3:
            grey = np.empty(pixels.shape[:2], dtype=np.float32)
            for top in range(0, len(pixels), 512):
                band = pixels[top : top + 512].astype(np.float32)
                grey[top : top + 512] = band @ np.array(_WEIGHTS, dtype=np.float32)
        height, width = grey.shape
        self.size = width, height
        self.first = 0
        """The first size that is looked at: of a picture of more pixels than are worth it, a half or a quarter."""
        while grey.shape[0] * grey.shape[1] > _ENOUGH:
            grey = _halved(grey)
            self.first += 1
        self._greys: dict[int, Grey] = {self.first: grey.astype(np.float32, copy=False)}
        self._lines: dict[int, Grey] = {}
        self._windows: deque[tuple[tuple[int, int, int, int, int], Grey]] = deque(maxlen=_KEPT)

    def without(self, hidden: Hidden) -> LinePicture:
        """The same picture, of which a part shows no lines: not faint ones, but nothing to be asked for any."""
        return _PartOfPicture(self, hidden)

    def hidden_share(self, level: int, left: int, top: int, side: int) -> float:
        """How much of a square is not looked at."""
        return 0.0

    @property
    def levels(self) -> int:
        """Beyond how many halvings nothing is left to look for a grid in."""
        shortest, found = min(self.size), 1
        while shortest // 2**found >= SMALLEST_SIDE:
            found += 1
        return found

    def grey(self, level: int) -> Grey:
        """The picture halved so many times."""
        if level not in self._greys:
            self._greys[level] = _halved(self.grey(level - 1))
        return self._greys[level]

    def lines(self, level: int) -> Grey:
        """What stands out at this size, negative where it is darker."""
        if level not in self._lines:
            self._lines[level] = standing_out(self.grey(level))
        return self._lines[level]

    def piece(self, level: int, left: int, top: int, side: int) -> Grey:
        """The same for a square alone, which is all that a large picture is asked for at most sizes."""
        grey = self.grey(level)
        if level in self._lines or grey.size < _SMALL:
            return self.lines(level)[top : top + side, left : left + side]
        up, back = max(top - AROUND, 0), max(left - AROUND, 0)
        around = standing_out(grey[up : top + side + AROUND, back : left + side + AROUND])
        return around[top - up : top - up + side, left - back : left - back + side]

    def about(self, level: int, low: Floats, high: Floats) -> tuple[Grey, Floats]:
        """What stands out at this size in a box of pixels, as far as it lies in the picture, and where that begins."""
        height, width = self.grey(level).shape
        left, top = (int(np.clip(np.floor(each), 0, most - 1)) for each, most in zip(low, (width, height), strict=True))
        right, down = (int(np.clip(np.ceil(each), 1, most)) for each, most in zip(high, (width, height), strict=True))
        begin = np.array((left, top), dtype=np.float64)
        if level in self._lines:
            return self._lines[level][top:down, left:right], begin
        for box, seen in self._windows:
            if box[0] == level and box[1] <= left and box[2] <= top and box[3] >= right and box[4] >= down:
                return seen[top - box[2] : down - box[2], left - box[1] : right - box[1]], begin
        box = (level, max(left - _MORE, 0), max(top - _MORE, 0), min(right + _MORE, width), min(down + _MORE, height))
        seen = self._window(*box)
        self._windows.append((box, seen))
        return seen[top - box[2] : down - box[2], left - box[1] : right - box[1]], begin

    def _window(self, level: int, left: int, top: int, right: int, down: int) -> Grey:
        up, back = max(top - AROUND - NEAR, 0), max(left - AROUND - NEAR, 0)
        around = standing_out(self.grey(level)[up : down + AROUND + NEAR, back : right + AROUND + NEAR])
        return around[top - up : down - up, left - back : right - back]


class _PartOfPicture(LinePicture):
    """A picture of which a part is hidden: what stands out there is no number, and nothing where pieces are folded."""

    def __init__(self, whole: LinePicture, hidden: Hidden) -> None:
        self.size, self.first = whole.size, whole.first
        self._whole, self._hidden = whole, hidden
        self._lines = {}

    def hidden_share(self, level: int, left: int, top: int, side: int) -> float:
        return float(self._hidden.over(level, left, top, (side, side)).mean())

    def grey(self, level: int) -> Grey:
        return self._whole.grey(level)

    def lines(self, level: int) -> Grey:
        if level not in self._lines:
            self._lines[level] = self._bared(self._whole.lines(level), level, 0, 0, np.nan)
        return self._lines[level]

    def piece(self, level: int, left: int, top: int, side: int) -> Grey:
        return self._bared(self._whole.piece(level, left, top, side), level, left, top, 0.0)

    def about(self, level: int, low: Floats, high: Floats) -> tuple[Grey, Floats]:
        lines, begin = self._whole.about(level, low, high)
        return self._bared(lines, level, int(begin[0]), int(begin[1]), np.nan), begin

    def _bared(self, lines: Grey, level: int, left: int, top: int, value: float) -> Grey:
        return np.where(self._hidden.over(level, left, top, lines.shape), np.float32(value), lines)


def standing_out(grey: Grey) -> Grey:
    """How far each pixel is from the mean about it, in units of the liveliness there."""
    found = np.empty(grey.shape, dtype=np.float32)
    for top in range(0, len(grey), _BAND):
        above = max(top - NEAR - AROUND, 0)
        band = _standing_out(grey[above : top + _BAND + NEAR + AROUND])
        found[top : top + _BAND] = band[top - above : top - above + _BAND]
    return found


def _standing_out(grey: Grey) -> Grey:
    off = grey - box_mean(grey, NEAR)
    lively = np.sqrt(box_mean(off * off, AROUND))
    lively += np.float32(_QUIET)
    off /= lively
    return np.clip(off, -MOST, MOST, out=off)


def _halved(grey: npt.NDArray[np.uint8] | Grey) -> Grey:
    """The mean of every four pixels."""
    height, width = grey.shape[0] // 2 * 2, grey.shape[1] // 2 * 2
    found = np.empty((height // 2, width // 2), dtype=np.float32)
    for top in range(0, height, 1024):
        band = grey[top : min(top + 1024, height), :width].astype(np.float32)
        rows = band[0::2] + band[1::2]
        found[top // 2 : top // 2 + len(rows)] = 0.25 * (rows[:, 0::2] + rows[:, 1::2])
    return found


def box_mean(values: Grey, reach: int) -> Grey:
    """The mean over a square about each pixel; beyond the edge the picture goes on as it ends."""
    padded = np.pad(values, reach, mode="edge")
    sums = _running(_running(padded, 2 * reach + 1).T, 2 * reach + 1).T
    return np.asarray(sums / np.float32((2 * reach + 1) ** 2), dtype=np.float32)


def _running(values: Grey, span: int) -> Grey:
    """The sums of so many rows, from each row on: those of 1, 2, 4, 8 and so on are put together."""
    count = len(values) - span + 1
    total, doubled, width, start = np.zeros((), dtype=np.float32), values, 1, 0
    while True:
        if span & width:
            total = total + doubled[start : start + count]
            start += width
        width *= 2
        if width > span:
            return np.asarray(total, dtype=np.float32)
        doubled = doubled[: len(doubled) - width // 2] + doubled[width // 2 :]
