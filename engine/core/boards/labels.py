"""What is printed in the hexes: from a cell to its label and exactly back.

Printed maps number their hexes in many ways (0312, C1928, 19/O, A-7). A `LabelScheme` says how one sheet
does it; counting starts at the sheet's extent, so that the same scheme serves sheets of any size and storage
coordinates never show.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Final

from engine.core.boards.hexes import Cell, Extent, HexGrid, Orientation

_LONGEST: Final = 32
"""No part of a label is longer; hostile text ends here instead of in a huge number."""


class AxisStyle(StrEnum):
    """Whether an axis is counted in numbers or in letters."""

    NUMBER = "number"
    LETTERS = "letters"


class Letters(StrEnum):
    """What follows Z: AA, AB, AC (bijective) or AA, BB, CC (doubled)."""

    BIJECTIVE = "bijective"
    DOUBLED = "doubled"


class LabelOrder(StrEnum):
    """Which of the two parts is printed first."""

    COLUMN_ROW = "column-row"
    ROW_COLUMN = "row-column"


class RowAxis(StrEnum):
    """Along which hexes the second count runs.

    Offset counts the rows of a flat-topped grid (the columns of a pointy-topped one) as they zigzag; the oblique
    ones follow the hexes that truly lie on a line, down to the right or up to the right.
    """

    OFFSET = "offset"
    OBLIQUE_DOWN = "oblique-down"
    OBLIQUE_UP = "oblique-up"


@dataclass(frozen=True, slots=True)
class Axis:
    """How one axis counts: the first line of the sheet (leftmost or topmost) has `start`, the next `start + step`.

    Letters count A as 1. `digits` is the least width of a number, filled with zeros; larger numbers outgrow it.
    """

    style: AxisStyle = AxisStyle.NUMBER
    start: int = 1
    step: int = 1
    digits: int = 2
    letters: Letters = Letters.BIJECTIVE

    def __post_init__(self) -> None:
        object.__setattr__(self, "style", AxisStyle(self.style))
        object.__setattr__(self, "letters", Letters(self.letters))
        if self.step == 0:
            raise ValueError("an axis that does not advance would print one label everywhere")
        if not 1 <= self.digits <= _LONGEST:
            raise ValueError(f"a number has 1 to {_LONGEST} digits")

    def text(self, value: int) -> str:
        """How a value is printed; raises ValueError for one that cannot be (a letter before A, a negative number)."""
        if self.style is AxisStyle.NUMBER:
            if value < 0:
                raise ValueError("no number is printed below zero")
            return str(value).zfill(self.digits)
        if value < 1:
            raise ValueError("no letter comes before A")
        if self.letters is Letters.DOUBLED:
            times, letter = divmod(value - 1, 26)
            return chr(65 + letter) * (times + 1)
        text = ""
        while value:
            value, letter = divmod(value - 1, 26)
            text = chr(65 + letter) + text
        return text

    def value(self, text: str) -> int | None:
        """The value that prints exactly as this text, if there is one."""
        if not text or len(text) > _LONGEST or not text.isascii():
            return None
        if self.style is AxisStyle.NUMBER:
            if not text.isdigit():
                return None
            value = int(text)
        elif not (text.isalpha() and text.isupper()):
            return None
        elif self.letters is Letters.DOUBLED:
            value = 26 * (len(text) - 1) + ord(text[0]) - 64
        else:
            value = 0
            for letter in text:
                value = 26 * value + ord(letter) - 64
        return value if self.text(value) == text else None

    def _value_at(self, index: int) -> int:
        return self.start + self.step * index

    def _index_of(self, value: int) -> int | None:
        index, rest = divmod(value - self.start, self.step)
        return index if rest == 0 else None


@dataclass(frozen=True, slots=True)
class LabelScheme:
    """How one sheet prints its hexes.

    Two axes that both outgrow their width can print one label twice when nothing separates them (10 and 112, 101
    and 12); a board refuses that, a separator or more digits cure it.
    """

    order: LabelOrder = LabelOrder.COLUMN_ROW
    column: Axis = field(default_factory=Axis)
    row: Axis = field(default_factory=Axis)
    separator: str = ""
    prefix: str = ""
    row_axis: RowAxis = RowAxis.OFFSET

    def __post_init__(self) -> None:
        object.__setattr__(self, "order", LabelOrder(self.order))
        object.__setattr__(self, "row_axis", RowAxis(self.row_axis))

    def label(self, grid: HexGrid, col: int, row: int, extent: Extent) -> str:
        """What is printed in a cell; raises ValueError where an axis has run out of values."""
        return next(self.labels(grid, ((col, row),), extent))

    def labels(self, grid: HexGrid, cells: Iterable[Cell], extent: Extent) -> Iterator[str]:
        """What is printed in each of many cells, in their order."""
        across, down = self._origin(grid, extent)
        columns: dict[int, str] = {}
        rows: dict[int, str] = {}
        column_first = self.order is LabelOrder.COLUMN_ROW
        for cell in cells:
            column, row = self._lines(grid, cell)
            if column not in columns:
                columns[column] = self.column.text(self.column._value_at(column - across))
            if row not in rows:
                rows[row] = self.row.text(self.row._value_at(row - down))
            if column_first:
                yield f"{self.prefix}{columns[column]}{self.separator}{rows[row]}"
            else:
                yield f"{self.prefix}{rows[row]}{self.separator}{columns[column]}"

    def parse(self, grid: HexGrid, text: str, extent: Extent) -> Cell | None:
        """The cell of the extent in which exactly this text is printed."""
        across, down = self._origin(grid, extent)
        for column_value, row_value in self._readings(text):
            column, row = self.column._index_of(column_value), self.row._index_of(row_value)
            if column is None or row is None:
                continue
            cell = self._cell(grid, column + across, row + down)
            if cell in extent:
                return cell
        return None

    def anchored(self, grid: HexGrid, extent: Extent, cell: Cell, text: str) -> LabelScheme | None:
        """The same scheme with starts such that `cell` prints `text`: fix one known hex and the rest follows.

        None if the text is not of this scheme, or could be read in two ways.
        """
        readings = list(self._readings(text))
        if len(readings) != 1:
            return None
        column_value, row_value = readings[0]
        column, row = self._lines(grid, cell)
        across, down = self._origin(grid, extent)
        return replace(
            self,
            column=replace(self.column, start=column_value - self.column.step * (column - across)),
            row=replace(self.row, start=row_value - self.row.step * (row - down)),
        )

    def _readings(self, text: str) -> Iterator[tuple[int, int]]:
        """Every (column, row) pair of values that prints as this text."""
        if not text.startswith(self.prefix) or len(text) > len(self.prefix) + len(self.separator) + 2 * _LONGEST:
            return
        body = text[len(self.prefix) :]
        first, second = (self.column, self.row) if self.order is LabelOrder.COLUMN_ROW else (self.row, self.column)
        for end in range(1, len(body) - len(self.separator)):
            if not body.startswith(self.separator, end):
                continue
            one, two = first.value(body[:end]), second.value(body[end + len(self.separator) :])
            if one is not None and two is not None:
                yield (one, two) if self.order is LabelOrder.COLUMN_ROW else (two, one)

    def _lines(self, grid: HexGrid, cell: Cell) -> Cell:
        """The column and the row, straight or oblique, that a cell belongs to."""
        if self.row_axis is RowAxis.OFFSET:
            return cell
        q, r, s = grid.to_cube(*cell)
        down = self.row_axis is RowAxis.OBLIQUE_DOWN
        if grid.orientation is Orientation.FLAT:
            return cell[0], r if down else -s
        return q if down else -s, cell[1]

    def _cell(self, grid: HexGrid, column: int, row: int) -> Cell:
        """The cell where a column and a row, straight or oblique, cross."""
        if self.row_axis is RowAxis.OFFSET:
            return column, row
        down = self.row_axis is RowAxis.OBLIQUE_DOWN
        if grid.orientation is Orientation.FLAT:
            return grid.from_cube((column, row, -column - row) if down else (column, row - column, -row))
        return grid.from_cube((column, row, -column - row) if down else (column - row, row, -column))

    def _origin(self, grid: HexGrid, extent: Extent) -> Cell:
        """The first column and the first row of a sheet; an oblique line is extreme in a corner."""
        (left, top), (right, bottom) = extent.first, extent.last
        corners = [self._lines(grid, cell) for cell in ((left, top), (right, top), (left, bottom), (right, bottom))]
        return min(column for column, _ in corners), min(row for _, row in corners)
