"""Where names are written on the map of a report: so many as have room, those first that come first.

No name lies on another or leaves the paper. On a board of spaces it does not lie on other spaces either, because these
are what the map shows; then it stands above its space or beside it, and is left out where there is no room anywhere.
Only the very first are too important for that: they are written where they cover the fewest spaces.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from engine.core.board import Board
from engine.core.boards.board_parts import PlaceKind
from engine.core.ids import Location

LETTER_WIDE, WIDEST = 0.58, 0.7
"""How wide a letter is, of its height: most of them, and where the edge of the paper would cut it off."""
MOST_NAMES = 60
"""A map with more names than these is crowded by them, whatever room there is."""
FIRST_NAMES = 25
"""So many are written if no other name is in their way, be it over spaces."""
SPACE_RADIUS = 1.0
_UP, _DOWN = 0.78, 0.24
"""How far letters reach above and below the line they stand on, of their height."""
_APART = 0.45
"""How far names stand from each other, of their height."""


@dataclass(frozen=True, slots=True)
class PaperFrame:
    """A rectangle in the units of the board."""

    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: PaperFrame, apart: float = 0.0) -> bool:
        """Whether two of them lie on one another, or nearer than so much."""
        across = self.left - apart < other.right and other.left - apart < self.right
        return across and self.top - apart < other.bottom and other.top - apart < self.bottom

    def holds(self, other: PaperFrame) -> bool:
        within = self.left <= other.left and other.right <= self.right
        return within and self.top <= other.top and other.bottom <= self.bottom


@dataclass(frozen=True, slots=True)
class MapName:
    """A name that has room: the middle of the line it stands on, and what it covers."""

    at: Location
    text: str
    x: float
    y: float
    frame: PaperFrame


def placed_names(board: Board, names: Mapping[Location, str], size: float, paper: PaperFrame) -> list[MapName]:
    """The names that have room in letters of a height."""
    found: list[MapName] = []
    spaces = {
        at: _about(*board.positions[at], SPACE_RADIUS) for at in board.locations() if board.kinds[at] is PlaceKind.SPACE
    }
    for number, (at, text) in enumerate(names.items()):
        if len(found) == MOST_NAMES:
            break
        if board.kinds[at] is PlaceKind.BOX:
            continue
        free = [
            name
            for name in _spots(board, at, text, size, paper)
            if not any(name.frame.meets(other.frame, size * _APART) for other in found)
        ]
        covered = [sum(name.frame.meets(space) for other, space in spaces.items() if other != at) for name in free]
        if free and (number < FIRST_NAMES or not min(covered)):
            found.append(free[covered.index(min(covered))])
    return found


def _spots(board: Board, at: Location, text: str, size: float, paper: PaperFrame) -> Iterator[MapName]:
    """Below its place and kept to the paper; a space also above it and to its sides."""
    x, y = board.positions[at]
    half = len(text) * size * LETTER_WIDE / 2
    reach = half * WIDEST / LETTER_WIDE
    inside = min(max(x, paper.left + reach), paper.right - reach)
    if board.kinds[at] is not PlaceKind.SPACE:
        points = [(inside, y + size)]
    else:
        beside, level = SPACE_RADIUS + half, y + size * (_UP - _DOWN) / 2
        below, above = y + SPACE_RADIUS + size * _UP, y - SPACE_RADIUS - size * _DOWN
        points = [(inside, below), (inside, above), (x + beside, level), (x - beside, level)]
    for middle, line in points:
        high, low = line - size * _UP, line + size * _DOWN
        if paper.holds(PaperFrame(middle - reach, high, middle + reach, low)):
            yield MapName(at, text, middle, line, PaperFrame(middle - half, high, middle + half, low))


def _about(x: float, y: float, radius: float) -> PaperFrame:
    return PaperFrame(x - radius, y - radius, x + radius, y + radius)
