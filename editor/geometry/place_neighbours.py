"""The next place in a direction, for the keyboard: the nearest one that lies more that way than aside."""

from __future__ import annotations

from typing import Final, Protocol

from editor.geometry.plan_index import lattices_of
from engine.definitions.plan import MapPlan, Point, cell_of

_STEPS: Final = (1.3, 1.7, 2.2, 3.0, 4.0)
"""How far the next place is looked for, in circumradii of the hex one comes from."""
_ASIDE: Final = 0.05
"""Off the straight line, because that may run along a hexside."""


class Drawn(Protocol):
    """A drawing of a map that knows where its places are."""

    plan: MapPlan

    def place(self, key: str) -> DrawnPlace | None: ...

    def key_at(self, x: float, y: float) -> str | None: ...


class DrawnPlace(Protocol):
    """Where a place is, on the plane of the map."""

    @property
    def x(self) -> float: ...

    @property
    def y(self) -> float: ...


def place_towards(picture: Drawn, here: str, middle: Point, way: Point) -> str:
    """The key of the place next to one in a direction; from nowhere, that nearest to the middle. Empty for none."""
    start = picture.place(here) if here else None
    if start is None:
        return picture.key_at(*middle) or _nearest(picture, middle)
    beside = _beside(picture, here, start, way) if here not in picture.plan.spaces else ""
    if beside:
        return beside
    best, least = "", float("inf")
    for key in (*picture.plan.spaces, *picture.plan.boxes):
        place = picture.place(key) if key != here else None
        if place is None:
            continue
        right, down = place.x - start.x, place.y - start.y
        along, aside = right * way[0] + down * way[1], abs(right * way[1]) + abs(down * way[0])
        if along <= 0.1 or aside > along * 1.8:
            continue
        far = along + aside * 1.5
        if far < least - 1e-9:
            best, least = key, far
    return best


def _beside(picture: Drawn, here: str, start: DrawnPlace, way: Point) -> str:
    """The hex or box that a short step leads into."""
    size = _hex_size(picture.plan, here)
    for far in _STEPS:
        found = picture.key_at(start.x + (way[0] * far + _ASIDE) * size, start.y + (way[1] * far + _ASIDE) * size)
        if found is not None and found != here:
            return found
    return ""


def _hex_size(plan: MapPlan, here: str) -> float:
    """The circumradius of a hex of that sheet; a box is left as if by a hex of the usual one."""
    cell = cell_of(here)
    lattice = lattices_of(plan).get(cell.sheet) if cell is not None else None
    return 1.0 if lattice is None else lattice.scale


def _nearest(picture: Drawn, middle: Point) -> str:
    placed = ((key, picture.place(key)) for key in _places(picture.plan))
    found = [(abs(at.x - middle[0]) + abs(at.y - middle[1]), key) for key, at in placed if at is not None]
    return min(found)[1] if found else ""


def _places(plan: MapPlan) -> list[str]:
    cells = [cell.key for sheet in plan.sheets.values() for cell in sheet.cells()]
    return [*cells, *plan.spaces, *plan.boxes]
