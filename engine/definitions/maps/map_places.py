"""The places of a map by every name they have, and where joined sheets put them.

Text names a hex by its printed label, the plan by its key; `Places` turns one into the other and knows what
would be near when neither fits. `Frames` lays joined sheets into one hex space, so that two cells of
different sheets can be told to be neighbours, or the same hex printed twice.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Final, NamedTuple

from engine.core.boards.hexes import Cube, cube_distance
from engine.core.messages import Message
from engine.core.progress import SLICE, give_up_if_unwanted
from engine.definitions.plan import Cell, MapPlan, SheetPlan, cell_of
from engine.definitions.suggest import did_you_mean

_DIGITS = re.compile(r"(\d+)")
_AMBIGUOUS: Final = ""
_MOST_SUGGESTIONS: Final = 10


def natural(text: str) -> tuple[tuple[int, int, str], ...]:
    """A key that sorts line-2 before line-10."""
    parts = _DIGITS.split(text)
    return tuple((1, int(part[:40]), part) if odd % 2 else (0, 0, part) for odd, part in enumerate(parts))


class HexSpot(NamedTuple):
    """A hex of the map itself, whatever sheets it is printed on: the sheet its cluster hangs on, and where."""

    root: str
    cube: Cube


class Frames:
    """Where every sheet lies once the joins are followed; sheets that are not joined stand for themselves.

    `contradictions` are the numbers of the joins that would move a sheet off the place where others have put it.
    """

    def __init__(self, plan: MapPlan) -> None:
        self._sheets = plan.sheets
        self._placed: dict[str, tuple[str, Cube]] = {sheet: (sheet, (0, 0, 0)) for sheet in plan.sheets}
        self.contradictions: list[int] = []
        for number, join in enumerate(plan.joins):
            here = self.spot(Cell(join.sheet, *join.cell))
            there = self.spot(Cell(join.onto_sheet, *join.onto))
            if here is None or there is None:
                continue
            if here.root == there.root:
                if here != there:
                    self.contradictions.append(number)
                continue
            by = _difference(there.cube, here.cube)
            for sheet, (root, shift) in self._placed.items():
                if root == here.root:
                    self._placed[sheet] = there.root, _sum(shift, by)

    def spot(self, cell: Cell) -> HexSpot | None:
        """Where a cell lies, or None when its sheet is unknown."""
        sheet = self._sheets.get(cell.sheet)
        if sheet is None:
            return None
        root, shift = self._placed[cell.sheet]
        return HexSpot(root, _sum(sheet.grid.to_cube(cell.col, cell.row), shift))

    def are_neighbours(self, a: Cell, b: Cell) -> bool:
        """Whether two cells share a hexside, across a join too."""
        here, there = self.spot(a), self.spot(b)
        return (
            here is not None
            and there is not None
            and here.root == there.root
            and cube_distance(here.cube, there.cube) == 1
        )

    def coincide(self, a: Cell, b: Cell) -> bool:
        """Whether two cells are one hex, printed on one sheet or on two."""
        here = self.spot(a)
        return here is not None and here == self.spot(b)


def _sum(a: Cube, b: Cube) -> Cube:
    return a[0] + b[0], a[1] + b[1], a[2] + b[2]


def _difference(a: Cube, b: Cube) -> Cube:
    return a[0] - b[0], a[1] - b[1], a[2] - b[2]


class Places:
    """Labels to keys and back, over one plan that does not change meanwhile."""

    def __init__(self, plan: MapPlan) -> None:
        self._plan = plan
        self.frames = Frames(plan)
        self._suggestions_left = _MOST_SUGGESTIONS
        self._sheet_order = {sheet: number for number, sheet in enumerate(plan.sheets)}

    @cached_property
    def _keys(self) -> dict[str, str]:
        """The key behind every label; of two sheets that print one hex alike, the earlier one's."""
        keys: dict[str, str] = {}
        for space in self._plan.spaces.values():
            if space.name and keys.setdefault(space.name, space.id) != space.id:
                keys[space.name] = _AMBIGUOUS
        for number, (key, label) in enumerate(self._labels.items()):
            if not number % SLICE:
                give_up_if_unwanted()
            known = keys.setdefault(label, key)
            if known in (key, _AMBIGUOUS):
                continue
            cell, other = cell_of(key), cell_of(known)
            if cell is None or other is None or not self.frames.coincide(cell, other):
                keys[label] = _AMBIGUOUS
        return keys

    @cached_property
    def _labels(self) -> dict[str, str]:
        """What is printed in every hex."""
        return {cell.key: label for sheet in self._plan.sheets.values() for cell, label in _labels(sheet)}

    def key(self, text: str) -> str | None:
        """The key of the place that is meant by a key or a label.

        A key of a known sheet is taken at its word even where no cell is, so that a draft with a hex cut out from under
        a city can still be written and read; `check_plan` says so.
        """
        if text in self._plan.spaces or text in self._plan.boxes:
            return text
        cell = cell_of(text)
        if cell is not None and cell.sheet in self._plan.sheets:
            return cell.key
        return self._keys.get(text) or None

    def is_ambiguous(self, text: str) -> bool:
        """Whether two hexes of the map are printed so."""
        return self._keys.get(text) == _AMBIGUOUS

    def ambiguous_labels(self) -> list[str]:
        """What two hexes of the map are printed as; a board refuses that."""
        return [label for label, key in self._keys.items() if key == _AMBIGUOUS]

    def label(self, key: str) -> str:
        """How a place is best written: its label where that is read back as the same place, else its key."""
        label = self._labels.get(key)
        return label if label is not None and self.key(label) == key else key

    def suggestion(self, text: str) -> Message | None:
        """What may have been meant; only the first few mistakes are worth the search through a whole map."""
        self._suggestions_left -= 1
        return did_you_mean(text, self.names()) if self._suggestions_left >= 0 else None

    def names(self) -> Iterator[str]:
        """Every label and id a text may use."""
        yield from self._plan.spaces
        yield from self._plan.boxes
        yield from (label for label, key in self._keys.items() if key != _AMBIGUOUS)

    def order(self, key: str) -> tuple[object, ...]:
        """A key that sorts places as one reads a map: sheet by sheet and row by row, then spaces and boxes."""
        cell = cell_of(key)
        if cell is not None and cell.sheet in self._sheet_order:
            return 0, self._sheet_order[cell.sheet], cell.row, cell.col
        return 1, natural(key)

    def ordered(self, keys: Iterable[str]) -> list[str]:
        """Places as one reads a map."""
        return sorted(keys, key=self.order)

    def in_turn(self, keys: Iterable[str]) -> Iterable[str]:
        """Places in the order in which they are checked; whoever checks while someone paints need not sort them."""
        return self.ordered(keys)


def _labels(sheet: SheetPlan) -> Iterator[tuple[Cell, str]]:
    """The printed labels of a sheet; a cell for which an axis has no value left has none."""
    cells = list(sheet.cells())
    try:
        labels = list(sheet.labels.labels(sheet.grid, ((cell.col, cell.row) for cell in cells), sheet.extent))
    except ValueError:
        yield from _labels_one_by_one(sheet, cells)
        return
    yield from zip(cells, labels, strict=True)


def _labels_one_by_one(sheet: SheetPlan, cells: Iterable[Cell]) -> Iterator[tuple[Cell, str]]:
    for cell in cells:
        try:
            yield cell, sheet.labels.label(sheet.grid, cell.col, cell.row, sheet.extent)
        except ValueError:
            continue
