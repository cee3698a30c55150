"""What is told of a scan: the grids that were found in it, each with its hexes, or why there is none.

Several sheets in one scan bound one another. A sheet goes on over open sea and under counters, where nothing says that
it does; but not to where another grid is seen.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final

import numpy as np

from editor.digitise.grid.echoes import pitch_of_steps
from editor.digitise.grid.growth import Grown
from editor.digitise.grid.line_picture import LinePicture
from editor.digitise.grid.sheet_outline import FLAT
from editor.digitise.grid.sheet_support import Support, outlined
from editor.digitise.grid.unit_cell import PlacedLattice
from editor.digitise.transforms import Floats
from engine.core.boards.hexes import Orientation
from engine.core.messages import Message, message

_ABOUT: Final = 3.0
_SEEN: Final = 0.25
"""Within so many pitches of a pixel this share of the hexes must answer, for a sheet to be seen there."""
_SAME_PLACE: Final = 0.15
_SAME_STEP: Final = 0.12
"""By how much of a pitch a lattice may lie off a sheet, and its steps be others, and be that of the sheet."""
_SHARED: Final = 0.2
"""The share of the hexes of a sheet that may be seen on another as well: two grids do not lie on one paper."""


@dataclass(frozen=True, slots=True)
class FoundSheet:
    """One grid of a scan: `warp` goes from counted steps to pixels of the scan."""

    grown: Grown
    support: Support
    centres: Floats
    orientation: Orientation
    rotation: float
    pitch: float
    plainness: float = 0.0
    """How much the hexsides stood out in the piece of the picture that it was grown from."""
    doubt: float = 0.0
    """By how many pixels of the scan its hexes may be off, as a rule."""

    @property
    def score(self) -> float:
        return self.support.score

    @property
    def area(self) -> float:
        """Of its hexes, in pixels of the scan."""
        return len(self.centres) * self.pitch**2 * math.sqrt(3) / 2

    def counted(self, pixels: Floats) -> Floats:
        """Pixels of the scan in its steps."""
        return self.grown.warp.counts((pixels + 0.5) / 2**self.grown.level - 0.5)

    def holds(self, pixel: Floats) -> bool:
        """Whether a pixel lies on it."""
        return bool(self.support.holds(self.counted(pixel[None, :]))[0])

    def is_seen_at(self, pixel: Floats) -> bool:
        """Whether its hexes about a pixel answer: elsewhere it is told by what it must be, and may be another's."""
        at = self.counted(pixel[None, :])
        seen, there = (
            int((np.hypot(*((cells - at) @ FLAT.T).T) <= _ABOUT).sum())
            for cells in (self.support.cells, self.grown.cells)
        )
        return seen >= max(1.0, _SEEN * there)

    def lies_as(self, placed: PlacedLattice, level: int) -> bool:
        """Whether a lattice that was put in its place on the picture halved so often is this one."""
        middle = (placed.origin + 0.5) * 2**level - 0.5
        (first,) = self.counted(middle[None, :])
        ahead = self.counted(middle + placed.steps.T * 2**level) - first
        off = FLAT @ (first - np.rint(first))
        turned = ahead - np.rint(ahead)
        return float(np.hypot(*off)) <= _SAME_PLACE and float(np.abs(turned).max()) <= _SAME_STEP


@dataclass(frozen=True, slots=True)
class FoundGrid:
    """What was found, the largest sheet first, or in `refusal` why not; (0, 0) is the middle of the first pixel."""

    size: tuple[int, int]
    sheets: tuple[FoundSheet, ...] = ()
    best_score: float = 0.0
    refusal: Message = field(default_factory=lambda: message("digitise.grid.no-lattice"))
    has_rivals: bool = False
    """Whether beside the sheets there is something that looks as plainly like another, and could not be followed."""

    @property
    def is_found(self) -> bool:
        return bool(self.sheets)

    @property
    def score(self) -> float:
        return self.sheets[0].score if self.sheets else self.best_score

    @property
    def centres(self) -> Floats:
        """Of all hexes that lie wholly in the picture, sheet by sheet."""
        return np.concatenate([sheet.centres for sheet in self.sheets]) if self.sheets else np.zeros((0, 2))


def sheet_of(picture: LinePicture, found: Grown, support: Support, others: Sequence[FoundSheet] = ()) -> FoundSheet:
    """What is told of a grown lattice: its hexes that lie wholly in the picture and on no other sheet."""
    scale = 2**found.level
    rims = np.array([(1, 1), (2, -1), (1, -2), (-1, -1), (-2, 1), (-1, 2)]) / 3.0
    cells = found.cells[support.holds(found.cells)]
    corners = (found.warp.points((cells[:, None, :] + rims).reshape(-1, 2)).reshape(-1, 6, 2) + 0.5) * scale - 0.5
    width, height = picture.size
    inside = (
        (corners[..., 0] >= -0.5)
        & (corners[..., 0] <= width - 0.5)
        & (corners[..., 1] >= -0.5)
        & (corners[..., 1] <= height - 0.5)
    ).all(axis=1)
    centres = (found.warp.points(cells[inside]) + 0.5) * scale - 0.5
    for other in others:
        counted = other.grown.warp.counts((centres + 0.5) / 2**other.grown.level - 0.5)
        centres = centres[~other.support.holds(counted)]
    middle = support.cells.mean(axis=0)
    steps = (
        np.column_stack(
            [
                found.warp.points((middle + step)[None])[0] - found.warp.points((middle - step)[None])[0]
                for step in np.eye(2)
            ]
        )
        / 2
    )
    rotation, orientation = _lie(steps)
    return FoundSheet(found, support, centres, orientation, rotation, pitch_of_steps(steps) * scale)


def _lie(steps: Floats) -> tuple[float, Orientation]:
    """By how many degrees the grid is turned, and how its hexes stand: whichever needs the smaller turn."""
    one, other = steps.T
    angles = [math.degrees(math.atan2(step[1], step[0])) for step in (one, other, other - one)]
    turn = math.degrees(np.angle(np.mean([np.exp(1j * math.radians(6 * angle)) for angle in angles]))) / 6
    if abs(turn) <= 15.0:
        return turn, Orientation.POINTY
    return turn - math.copysign(30.0, turn), Orientation.FLAT


def is_beside(sheet: FoundSheet, others: Sequence[FoundSheet]) -> bool:
    """Whether what answers on a sheet lies where the others are not seen: no two grids lie on the same paper."""
    at = _seen(sheet)
    shared = np.zeros(len(at), dtype=np.bool_)
    for other in others:
        known = {(int(one), int(two)) for one, two in other.support.cells}
        shared |= [(int(one), int(two)) in known for one, two in np.rint(other.counted(at))]
    return float(shared.mean()) <= _SHARED


def parted(picture: LinePicture, sheets: Sequence[FoundSheet], rivals: Floats | None = None) -> list[FoundSheet]:
    """The same sheets, none of which goes on over what is seen of another, or over `rivals`, pixels of unknown grids.

    What two of them hold is the smaller one's, which is printed on the larger.
    """
    order = sorted(range(len(sheets)), key=lambda number: len(sheets[number].support.cells) * sheets[number].pitch ** 2)
    unknown = np.zeros((0, 2)) if rivals is None else rivals
    found: dict[int, FoundSheet] = {}
    for number in order:
        sheet = sheets[number]
        foreign = np.concatenate([unknown, *(_seen(other) for other in sheets if other is not sheet)])
        support = replace(sheet.support, outline=outlined(picture, sheet.grown, sheet.support.cells, foreign))
        again = sheet_of(picture, sheet.grown, support, tuple(found.values()))
        found[number] = replace(again, plainness=sheet.plainness, doubt=sheet.doubt)
    return [found[number] for number in range(len(sheets))]


def _seen(sheet: FoundSheet) -> Floats:
    """The pixels of the scan where the hexes lie that answer."""
    return np.asarray((sheet.grown.warp.points(sheet.support.cells) + 0.5) * 2**sheet.grown.level - 0.5)
