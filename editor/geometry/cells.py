"""Sets of hexes in bulk.

A fill or a selection may hold a hundred thousand hexes; as objects they would cost more than the change itself.
Here a cell is one 64-bit number, its row above its column, so that sorted numbers run as one reads a map and the
algebra of sets is a handful of array operations.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from engine.core.boards.hexes import Extent
from engine.definitions.plan import NO_CELL, Cell, Codes, MapPlan, SheetPlan

Keys: TypeAlias = npt.NDArray[np.int64]
"""Packed cells of one sheet; sorted and each once, unless said otherwise."""
Ints: TypeAlias = npt.NDArray[np.int64]

_Operation: TypeAlias = Callable[[Keys, Keys], Keys]

_SHIFT: Final = 32
_HALF: Final = 1 << 31
NO_KEYS: Final[Keys] = np.empty(0, dtype=np.int64)


def packed(cols: Ints, rows: Ints) -> Keys:
    """Columns and rows as keys, in the order given."""
    return (rows.astype(np.int64, copy=False) << _SHIFT) + cols


def unique(keys: Keys) -> Keys:
    """Keys sorted and each once; those that already are cost one look."""
    if len(keys) < 2:
        return keys
    rising = keys[1:] > keys[:-1]
    if rising.all():
        return keys
    keys = np.sort(keys)
    first = np.ones(len(keys), dtype=np.bool_)
    np.not_equal(keys[1:], keys[:-1], out=first[1:])
    return keys[first]


def packed_cell(col: int, row: int) -> int:
    """The key of one cell."""
    return (row << _SHIFT) + col


def columns(keys: Keys) -> tuple[Ints, Ints]:
    """The columns and the rows of keys."""
    rows = (keys + _HALF) >> _SHIFT
    return keys - (rows << _SHIFT), rows


def codes_at(sheet: SheetPlan, keys: Keys) -> Codes:
    """The terrain codes of cells; `NO_CELL` outside the sheet."""
    cols, rows = columns(keys)
    across, down = cols - sheet.first[0], rows - sheet.first[1]
    inside = (across >= 0) & (across < sheet.size[0]) & (down >= 0) & (down < sheet.size[1])
    if inside.all():
        return sheet.terrain[down, across]
    found = np.full(keys.shape, NO_CELL, dtype=np.uint16)
    found[inside] = sheet.terrain[down[inside], across[inside]]
    return found


def rectangle_keys(first: tuple[int, int], size: tuple[int, int]) -> Keys:
    """Every cell of a rectangle."""
    cols = np.arange(first[0], first[0] + size[0], dtype=np.int64)
    rows = np.arange(first[1], first[1] + size[1], dtype=np.int64)
    return ((rows << _SHIFT)[:, None] + cols).ravel()


def is_inside(sheet: SheetPlan, keys: Keys) -> npt.NDArray[np.bool_]:
    """Which cells lie in the rectangle of a sheet."""
    return is_within(sheet.extent, keys)


def is_within(extent: Extent, keys: Keys) -> npt.NDArray[np.bool_]:
    """Which cells lie in a rectangle."""
    cols, rows = columns(keys)
    (left, top), (right, bottom) = extent.first, extent.last
    return (cols >= left) & (cols <= right) & (rows >= top) & (rows <= bottom)


class Cells:
    """A set of hexes of any sheets that never changes."""

    __slots__ = ("_keys",)
    __hash__ = None  # type: ignore[assignment]  # arrays have none worth its price

    def __init__(self, keys: Mapping[str, Keys] | None = None) -> None:
        """Take sorted, unique keys by sheet; `of` and `on` make them from anything else."""
        self._keys = {sheet: found for sheet, found in (keys or {}).items() if len(found)}

    @classmethod
    def of(cls, cells: Iterable[Cell]) -> Cells:
        """A set of cells given one by one."""
        by_sheet: dict[str, list[int]] = {}
        for sheet, col, row in cells:
            by_sheet.setdefault(sheet, []).append((row << _SHIFT) + col)
        return cls({sheet: unique(np.array(found, dtype=np.int64)) for sheet, found in by_sheet.items()})

    @classmethod
    def on(cls, sheet: str, cols: Ints, rows: Ints) -> Cells:
        """A set of cells of one sheet."""
        return cls({sheet: unique(packed(cols, rows))})

    def sheets(self) -> tuple[str, ...]:
        """The sheets that any of the cells are on."""
        return tuple(self._keys)

    def keys(self, sheet: str) -> Keys:
        """The cells of one sheet."""
        return self._keys.get(sheet, NO_KEYS)

    def items(self) -> Iterable[tuple[str, Keys]]:
        """Sheet by sheet."""
        return self._keys.items()

    def place_keys(self) -> Iterator[str]:
        """Each cell as the key that places are known by in a plan."""
        for sheet, keys in self._keys.items():
            cols, rows = columns(keys)
            for col, row in zip(cols.tolist(), rows.tolist(), strict=True):
                yield f"{sheet}:{col},{row}"

    def __len__(self) -> int:
        return sum(map(len, self._keys.values()))

    def __bool__(self) -> bool:
        return bool(self._keys)

    def __iter__(self) -> Iterator[Cell]:
        for sheet, keys in self._keys.items():
            cols, rows = columns(keys)
            for col, row in zip(cols.tolist(), rows.tolist(), strict=True):
                yield Cell(sheet, col, row)

    def __contains__(self, cell: object) -> bool:
        if not isinstance(cell, Cell):
            return False
        keys = self._keys.get(cell.sheet, NO_KEYS)
        key = packed_cell(cell.col, cell.row)
        at = int(np.searchsorted(keys, key))
        return at < len(keys) and int(keys[at]) == key

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Cells):
            return NotImplemented
        return self._keys.keys() == other._keys.keys() and all(
            np.array_equal(keys, other._keys[sheet]) for sheet, keys in self._keys.items()
        )

    def __repr__(self) -> str:
        return f"Cells({len(self)} on {', '.join(self._keys) or 'no sheet'})"

    def __or__(self, other: Cells) -> Cells:
        return self._with(other, _either, {**self._keys, **other._keys})

    def __and__(self, other: Cells) -> Cells:
        return self._with(other, _both, self._keys)

    def __sub__(self, other: Cells) -> Cells:
        return self._with(other, _without, self._keys)

    def __xor__(self, other: Cells) -> Cells:
        return self._with(other, _one_of, {**self._keys, **other._keys})

    def _with(self, other: Cells, operation: _Operation, sheets: Iterable[str]) -> Cells:
        return Cells({sheet: operation(self.keys(sheet), other.keys(sheet)) for sheet in sheets})


def contains(keys: Keys, among: Keys) -> npt.NDArray[np.bool_]:
    """Which of the keys are among sorted others."""
    if not len(among):
        return np.zeros(keys.shape, dtype=np.bool_)
    at = np.minimum(np.searchsorted(among, keys), len(among) - 1)
    return np.equal(among[at], keys)


def _either(one: Keys, other: Keys) -> Keys:
    if not len(one) or not len(other):
        return one if len(one) else other
    return unique(np.concatenate((one, other)))


def _one_of(one: Keys, other: Keys) -> Keys:
    return _either(_without(one, other), _without(other, one))


def _both(one: Keys, other: Keys) -> Keys:
    return one[contains(one, other)]


def _without(one: Keys, other: Keys) -> Keys:
    return one[~contains(one, other)]


def every_cell(plan: MapPlan) -> Cells:
    """All hexes of a map."""
    return Cells({sheet.id: cells_where(sheet, sheet.terrain != NO_CELL) for sheet in plan.sheets.values()})


def cells_where(sheet: SheetPlan, mask: npt.NDArray[np.bool_]) -> Keys:
    """The cells of a sheet where an array of its shape is true."""
    down, across = np.nonzero(mask)
    return packed(across + sheet.first[0], down + sheet.first[1])


def existing(plan: MapPlan, cells: Cells) -> Cells:
    """Those of the cells that the map has a hex at."""
    return Cells(
        {
            sheet: keys[codes_at(plan.sheets[sheet], keys) != NO_CELL]
            for sheet, keys in cells.items()
            if sheet in plan.sheets
        }
    )
