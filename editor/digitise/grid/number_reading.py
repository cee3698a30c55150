"""The printed numbers of hexes, read by matching digit shapes among themselves: no font has to be known.

In every hex the number stands at the same place. If the lattice is counted as the sheet counts it, all fives look
alike, wherever they stand in a number; counted one row or column off, fives and sixes are thrown together. So each
count that comes into question sorts the glyphs into digits, and the one whose digits are most alike is right. Then
every number is read once more by the shapes of all others: that is the hold-out check, made by the program itself.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
import numpy.typing as npt

from editor.digitise.grid.grid_proposal import GridProposal
from editor.digitise.grid.line_picture import box_mean
from editor.digitise.grid.side_profiles import sampled
from editor.digitise.transforms import Floats
from editor.geometry.lattice import Ints
from engine.core.boards.hexes import Cube, Orientation

_STEP: Final = 0.03
"""How finely a hex is looked at, in circumradii."""
_WIDE, _HIGH = 0.66, 0.8
_INNER: Final = 0.88
"""The part of a hex that has no sides in it."""
_MOST_GLYPHS: Final = 260
_MOST_READ: Final = 3_000
_MOST_COUNTS: Final = 70_000
"""A sheet of the most hexes that are read, about as wide as high, comes into question in so many ways."""
_ON_SHEET: Final = 0.7
"""The share of the print that must lie on the sheet for a count to come into question."""
_FEWEST: Final = 24
_ALIKE: Final = 0.1
"""What the digits must explain of how glyphs differ, at least."""
_CLEARER: Final = 1.2
"""How many times more than under the next best count."""
_READ: Final = 0.25
"""Of all numbers, so many must be read as they are counted."""


@dataclass(frozen=True, slots=True)
class ReadNumbers:
    """The count that the printed numbers say, and the places of the lattice where the number was read right."""

    move: Cube
    asked: int
    right: frozenset[tuple[int, int]]

    @property
    def share(self) -> float:
        return len(self.right) / max(self.asked, 1)


def read_numbers(pixels: npt.NDArray[np.uint8], proposal: GridProposal) -> ReadNumbers | None:
    """What the numbers of a print say to a proposal; None where there are none, or none that can be made out."""
    digits = _digits(proposal)
    if digits is None or len(proposal.cells) < _FEWEST:
        return None
    length = digits[1].shape[2]
    cells = proposal.cells[:: len(proposal.cells) // _MOST_GLYPHS + 1]
    ink = _patches(pixels, proposal, cells)
    if float(ink.max()) <= 0:
        return None
    strip = _strip(ink, proposal.numbering.grid.orientation)
    moves = _moves(proposal, cells)
    if strip is None or not moves:
        return None
    glyphs = _glyphs(ink, strip, length)
    counted = [(move, sorted_) for move in moves if (sorted_ := _sorted(proposal, cells, move, digits)) is not None]
    scores = [(_explained(glyphs, of), number) for number, (_, of) in enumerate(counted)]
    scores.sort(reverse=True)
    if not scores or scores[0][0] < _ALIKE:
        return None
    if len(scores) > 1 and scores[0][0] < _CLEARER * scores[1][0]:
        return None
    move = counted[scores[0][1]][0]
    cells = proposal.cells[:: len(proposal.cells) // _MOST_READ + 1]
    of = _sorted(proposal, cells, move, digits)
    if of is None:
        return None
    right = _read_again(_glyphs(_patches(pixels, proposal, cells), strip, length), of)
    on_sheet = of[:, 0] >= 0
    found = ReadNumbers(move, int(on_sheet.sum()), frozenset((int(i), int(j)) for i, j in cells[right & on_sheet]))
    return found if found.share >= _READ else None


def anchored(proposal: GridProposal, read: ReadNumbers | None) -> GridProposal:
    """A proposal with what its numbers say; where shape and numbers contradict each other, nothing is said."""
    if read is None or proposal.move == read.move:
        return proposal
    return replace(proposal, move=read.move if proposal.move is None else None)


def _digits(proposal: GridProposal) -> tuple[tuple[int, int], Ints] | None:
    """The digits of each hex of the sheet, by column and row; None where labels are no numbers of one length."""
    numbering = proposal.numbering
    (left, top), (cols, rows) = numbering.extent.first, numbering.extent.size
    if cols * rows > 60_000:
        return None
    table: Ints | None = None
    for col, row in numbering.extent.cells():
        label = numbering.label((col, row))
        if not label.isascii() or not label.isdigit():
            return None
        if table is None:
            table = np.full((cols, rows, len(label)), -1, dtype=np.int64)
        if len(label) != table.shape[2]:
            return None
        table[col - left, row - top] = [int(letter) for letter in label]
    return None if table is None else ((left, top), table)


def _patches(pixels: npt.NDArray[np.uint8], proposal: GridProposal, cells: Ints) -> Floats:
    """How much ink there is in each hex, upright: one row a line, beginning at the top left."""
    grey = pixels.astype(np.float32).mean(axis=2) if pixels.ndim == 3 else pixels.astype(np.float32)
    numbering = proposal.numbering
    cubes = proposal.cubes(cells)
    plane = _plane(numbering.grid.orientation, cubes.astype(np.float64))
    at = proposal.pixels(cells.astype(np.float64))
    middle = plane.mean(axis=0)
    ways = np.linalg.lstsq(np.column_stack((plane - middle, np.ones(len(plane)))), at, rcond=None)[0]
    x = np.arange(-_WIDE, _WIDE + 1e-9, _STEP)
    y = np.arange(-_HIGH, _HIGH + 1e-9, _STEP)
    spots = np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)
    places = at[:, None, :] + (spots @ ways[:2])[None]
    height, width = grey.shape
    radius = max(2, int(0.35 * float(np.hypot(*ways[0]))))
    dark = box_mean(grey, radius) - grey
    where = np.clip(places - 0.5, 0, (width - 2, height - 2))
    found = np.maximum(sampled(dark, where[..., 0], where[..., 1]), 0.0).reshape(len(cells), len(y), len(x))
    return np.asarray(np.minimum(found / max(float(np.percentile(found, 97)), 1.0), 1.5), dtype=np.float64)


def _plane(orientation: Orientation, cubes: Floats) -> Floats:
    root3 = np.sqrt(3.0)
    q, r = cubes[:, 0], cubes[:, 1]
    if orientation is Orientation.FLAT:
        return np.column_stack((1.5 * q, root3 * (r + q / 2)))
    return np.column_stack((root3 * (q + r / 2), 1.5 * r))


def _strip(ink: Floats, orientation: Orientation) -> tuple[int, int, int, int] | None:
    """Where the numbers stand: top, bottom, left and right of the part, away from the sides, that differs most."""
    y, x = (np.arange(count) * _STEP - most for count, most in zip(ink.shape[1:], (_HIGH, _WIDE), strict=True))
    across, down = np.meshgrid(np.abs(x), np.abs(y))
    if orientation is Orientation.POINTY:
        across, down = down, across
    inner = (down <= _INNER * np.sqrt(3.0) / 2) & (np.sqrt(3.0) * across + down <= _INNER * np.sqrt(3.0))
    varied = np.where(inner, ink.std(axis=0) * ink.mean(axis=0), 0.0)
    rows = varied.mean(axis=1)
    top, bottom = _run(rows, gap=0, share=0.3)
    if bottom - top < 4:
        return None
    columns = varied[top:bottom].mean(axis=0)
    left, right = _run(columns, gap=3, share=0.22)
    return (top, bottom, left, right) if right - left >= 8 else None


def _run(values: Floats, *, gap: int, share: float) -> tuple[int, int]:
    """From where to where about their greatest values go on being more than a share of it, but for short gaps."""
    high = values > share * float(values.max()) if float(values.max()) > 0 else np.zeros(len(values), dtype=bool)
    if not high.any():
        return 0, 0
    start = end = int(values.argmax())
    while (before := np.flatnonzero(high[max(start - 1 - gap, 0) : start])).size:
        start = max(start - 1 - gap, 0) + int(before[0])
    while (after := np.flatnonzero(high[end + 1 : end + 2 + gap])).size:
        end += 1 + int(after[-1])
    return start, end + 1


def _glyphs(ink: Floats, strip: tuple[int, int, int, int], length: int) -> Floats:
    """The glyphs of each number, each in as many places as the others: number, digit, places."""
    top, bottom, left, right = strip
    wide = (right - left) / length
    size = max(4, round(wide))
    rows = ink[:, max(top - 1, 0) : bottom + 1]
    found = []
    for number in range(length):
        at = np.clip(np.linspace(left + number * wide, left + (number + 1) * wide - 1, size), 0, ink.shape[2] - 1)
        glyph = rows[:, :, np.rint(at).astype(np.int64)].reshape(len(ink), -1)
        glyph = glyph - glyph.mean(axis=1, keepdims=True)
        found.append(glyph / np.maximum(np.sqrt((glyph**2).sum(axis=1, keepdims=True)), 1e-6))
    return np.stack(found, axis=1)


def _moves(proposal: GridProposal, cells: Ints) -> list[Cube]:
    """The counts that come into question: those that lay most of the print on the sheet; none where they are too many.

    A step to the next column goes half a row down, so that the middle of a column is looked for there.
    """
    sheet = np.array([proposal.numbering.grid.to_cube(*cell)[:2] for cell in proposal.numbering.extent.cells()])
    cubes = proposal.cubes(cells)
    off = np.rint(sheet.mean(axis=0) - cubes.mean(axis=0)).astype(int)
    main = 0 if proposal.numbering.grid.orientation is Orientation.FLAT else 1
    reach = [math.ceil(0.5 * length) + 2 for length in proposal.numbering.extent.size]
    if (2 * reach[0] + 1) * (2 * reach[1] + 1) > _MOST_COUNTS:
        return []
    found: list[Cube] = []
    for one in range(-reach[main], reach[main] + 1):
        for other in range(-reach[1 - main], reach[1 - main] + 1):
            step = (one, other - one // 2) if main == 0 else (other - one // 2, one)
            q, r = int(off[0]) + step[0], int(off[1]) + step[1]
            found.append((q, r, -q - r))
    return found


def _sorted(proposal: GridProposal, cells: Ints, move: Cube, digits: tuple[tuple[int, int], Ints]) -> Ints | None:
    """The digits that each cell would have under a count, -1 beside the sheet; None where too few are on it."""
    (left, top), table = digits
    q, r = (proposal.cubes(cells) + np.array(move[:2])).T
    shift = int(proposal.numbering.grid.parity.value == "even")
    if proposal.numbering.grid.orientation is Orientation.FLAT:
        col, row = q, r + ((q + shift) >> 1)
    else:
        col, row = q + ((r + shift) >> 1), r
    col, row = col - left, row - top
    inside = (col >= 0) & (col < table.shape[0]) & (row >= 0) & (row < table.shape[1])
    if float(inside.mean()) < _ON_SHEET:
        return None
    found = table[np.where(inside, col, 0), np.where(inside, row, 0)]
    return np.where(inside[:, None], found, -1)


def _explained(glyphs: Floats, of: Ints) -> float:
    """What part of how glyphs differ is explained by their digits."""
    used = of[:, 0] >= 0
    flat, kinds = glyphs[used].reshape(-1, glyphs.shape[2]), of[used].reshape(-1)
    total = ((flat - flat.mean(axis=0)) ** 2).sum()
    counts = np.bincount(kinds, minlength=10).astype(np.float64)
    sums = np.zeros((10, flat.shape[1]))
    np.add.at(sums, kinds, flat)
    means = sums / np.maximum(counts, 1.0)[:, None]
    between = (counts[:, None] * (means - flat.mean(axis=0)) ** 2).sum()
    return float(between / max(float(total), 1e-9)) * float(used.mean())


def _read_again(glyphs: Floats, of: Ints) -> npt.NDArray[np.bool_]:
    """Which numbers are read as they are counted, by shapes that their own glyphs had no part in."""
    right = np.ones(len(glyphs), dtype=bool)
    used = of[:, 0] >= 0
    for place in range(glyphs.shape[1]):
        sums = np.zeros((10, glyphs.shape[2]))
        counts = np.zeros(10)
        for other in range(glyphs.shape[1]):
            np.add.at(sums, of[used, other], glyphs[used, other])
            counts += np.bincount(of[used, other], minlength=10)
        kinds = np.maximum(of[:, place], 0)
        means = sums / np.maximum(counts, 1.0)[:, None]
        near = glyphs[:, place] @ means.T - 0.5 * (means**2).sum(axis=1)
        own = (sums[kinds] - glyphs[:, place]) / np.maximum(counts[kinds] - 1.0, 1.0)[:, None]
        mine = (glyphs[:, place] * own).sum(axis=1) - 0.5 * (own**2).sum(axis=1)
        near[np.arange(len(near)), kinds] = mine
        near[:, counts == 0] = -np.inf
        right &= near.argmax(axis=1) == kinds
    return right
