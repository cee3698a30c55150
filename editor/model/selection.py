"""What is selected: hexes in bulk, spaces and boxes by their ids.

A selection is a value, like everything that commands are given; adding to one makes another.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from enum import StrEnum

import numpy as np

from editor.geometry.cells import Cells, cells_where, every_cell, existing
from editor.geometry.flood import flood
from editor.geometry.ground import Ground
from editor.geometry.place_names import place_name
from editor.geometry.shapes import polygon, rubber_band
from editor.refusal import CannotEdit
from engine.core.messages import message
from engine.core.progress import in_slices
from engine.definitions.plan import Cell, MapPlan, Point, cell_of


class Combine(StrEnum):
    """What a new selection does to the one there is."""

    REPLACE = "replace"
    ADD = "add"
    SUBTRACT = "subtract"
    INTERSECT = "intersect"


@dataclass(frozen=True, slots=True)
class Selection:
    """Hexes, and the ids of spaces and boxes."""

    cells: Cells = field(default_factory=Cells)
    places: AbstractSet[str] = frozenset()

    def __bool__(self) -> bool:
        return bool(self.cells) or bool(self.places)

    def __len__(self) -> int:
        return len(self.cells) + len(self.places)

    def __contains__(self, place: object) -> bool:
        return place in self.cells if isinstance(place, Cell) else place in self.places

    def combined(self, other: Selection, how: Combine) -> Selection:
        """This selection after a gesture has selected another."""
        match how:
            case Combine.REPLACE:
                return other
            case Combine.ADD:
                return Selection(self.cells | other.cells, self.places | other.places)
            case Combine.SUBTRACT:
                return Selection(self.cells - other.cells, self.places - other.places)
            case Combine.INTERSECT:
                return Selection(self.cells & other.cells, self.places & other.places)

    def inverted(self, plan: MapPlan) -> Selection:
        """Everything that is not selected."""
        whole = everything(plan)
        return Selection(whole.cells - self.cells, whole.places - self.places)


NOTHING = Selection()


def everything(plan: MapPlan) -> Selection:
    """Every hex, space and box of a map."""
    return Selection(every_cell(plan), frozenset((*plan.spaces, *plan.boxes)))


def chosen(plan: MapPlan, cells: Cells, places: Iterable[str] = ()) -> Selection:
    """Those of the hexes and places that the map has, with the twins of the hexes."""
    known = frozenset(place for place in places if place in plan.spaces or place in plan.boxes)
    return Selection(Ground(plan).with_twins(existing(plan, cells)), known)


def in_rectangle(plan: MapPlan, corner: Point, opposite: Point) -> Selection:
    """What has its middle in an upright rectangle of the map plane."""
    left, right = sorted((corner[0], opposite[0]))
    top, bottom = sorted((corner[1], opposite[1]))
    inside = (name for name, (x, y) in _positions(plan) if left <= x <= right and top <= y <= bottom)
    return chosen(plan, rubber_band(plan, corner, opposite), inside)


def in_lasso(plan: MapPlan, points: Sequence[Point]) -> Selection:
    """What has its middle inside a closed outline; where that crosses itself, odd is in."""
    inside = (name for name, at in _positions(plan) if _is_inside(at, points))
    return chosen(plan, polygon(plan, points), inside)


def of_terrain(plan: MapPlan, terrain: str) -> Selection:
    """Every hex and space of a terrain."""
    spaces = frozenset(space.id for space in plan.spaces.values() if space.terrain == terrain)
    if terrain not in plan.terrain_names:
        return Selection(places=spaces)
    code = plan.terrain_names.index(terrain) + 1
    cells = {sheet.id: cells_where(sheet, np.equal(sheet.terrain, code)) for sheet in plan.sheets.values()}
    return Selection(Cells(cells), spaces)


def same_terrain(plan: MapPlan, cell: Cell, *, contiguous: bool = True) -> Selection:
    """The hexes with the terrain of this one: those that hang together with it, or all."""
    if contiguous:
        return Selection(flood(plan, cell))
    terrain = plan.terrain_at(cell)
    if terrain is None:
        raise CannotEdit(message("edit.cannot.no-hex", place=place_name(plan, cell.key)))
    return of_terrain(plan, terrain)


def of_region(plan: MapPlan, region: str) -> Selection:
    """The members of a region."""
    found = plan.regions.get(region)
    if found is None:
        raise CannotEdit(message("edit.cannot.no-region", region=region))
    cells: list[Cell] = []
    for some in in_slices(tuple(found.members)):
        cells += (cell for member in some if (cell := cell_of(member)) is not None)
    return chosen(plan, Cells.of(cells), found.members)


def _positions(plan: MapPlan) -> Iterable[tuple[str, Point]]:
    yield from ((space.id, space.position) for space in plan.spaces.values())
    yield from ((box.id, box.position) for box in plan.boxes.values())


def _is_inside(at: Point, points: Sequence[Point]) -> bool:
    inside = False
    for number, (x, y) in enumerate(points):
        before_x, before_y = points[number - 1]
        if (y <= at[1]) != (before_y <= at[1]):
            cut = x + (at[1] - y) / (before_y - y) * (before_x - x)
            inside ^= at[0] < cut
    return inside
