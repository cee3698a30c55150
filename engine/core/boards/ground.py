"""The ground of a board: sheets of hexes laid on planes, spaces and boxes, numbered once and for all.

Sheets that are joined share one plane: one cube space, with the earliest sheet's grid as its coordinates. A join names
one pair of coinciding cells; every other cell follows by the same translation, so sheets of different parity fit too.
Where two sheets overlap the cell of the earlier one is the location, and the later sheet's key and label lead to it.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from engine.core.boards.board_parts import BoardError, PlaceKind, Sheet, UnknownLocation
from engine.core.boards.edges import EdgeTable
from engine.core.boards.hexes import Cell, Cube, Extent, HexGrid, Point
from engine.core.boards.labels import LabelScheme
from engine.core.ids import NOWHERE, Location
from engine.core.messages import message
from engine.core.words.near_misses import near_misses

Terrain: TypeAlias = str | Mapping[Cell, str] | Callable[[int, int], str]
"""One terrain everywhere, or by cell; a mapping leaves the cells it does not name without terrain."""


@dataclass(frozen=True, slots=True)
class BoardPlane:
    """The hexes of sheets that hang together, by the coordinates of the earliest sheet."""

    grid: HexGrid
    scale: float
    origin: Point
    cells: dict[Cell, Location] = field(default_factory=dict)

    def position(self, cell: Cell) -> Point:
        """Where the centre of a cell lies on the map."""
        x, y = self.grid.centre(*cell)
        return self.origin[0] + self.scale * x, self.origin[1] + self.scale * y


@dataclass(slots=True)
class SheetDraft:
    """A sheet as it was added, and where joins have put it: `shift` leads from its cube space to that of `root`."""

    id: str
    order: int
    grid: HexGrid
    extent: Extent
    cells: tuple[Cell, ...]
    scheme: LabelScheme
    scale: float
    origin: Point
    terrain: Terrain
    root: SheetDraft | None = None
    shift: Cube = (0, 0, 0)

    def top(self) -> SheetDraft:
        """The sheet whose coordinates this one follows."""
        return self.root or self

    def shifted(self, cell: Cell) -> Cube:
        """A cell of this sheet in the cube space of the sheet it follows."""
        return _sum(self.grid.to_cube(*cell), self.shift)

    def terrain_at(self, cell: Cell) -> str:
        """The terrain the author gave a cell."""
        if isinstance(self.terrain, str):
            return self.terrain
        if isinstance(self.terrain, Mapping):
            return self.terrain.get(cell, "")
        return self.terrain(*cell)


@dataclass(frozen=True, slots=True)
class PlaceDraft:
    """A space or a box as it was added."""

    kind: PlaceKind
    id: str
    label: str
    title: str = ""
    position: Point = (0.0, 0.0)
    terrain: str = ""


def _sum(a: Cube, b: Cube) -> Cube:
    return a[0] + b[0], a[1] + b[1], a[2] + b[2]


def _difference(a: Cube, b: Cube) -> Cube:
    return a[0] - b[0], a[1] - b[1], a[2] - b[2]


def join_sheets(sheets: Iterable[SheetDraft], one: SheetDraft, cell: Cell, other: SheetDraft, onto: Cell) -> None:
    """Let two sheets, and all that hangs on either, share one plane; refuses what cannot lie flat."""
    if one is other:
        raise BoardError(message("board.join-itself", sheet=one.id), one.id)
    if one.grid.orientation != other.grid.orientation:
        raise BoardError(message("board.join-orientation", sheet=one.id, onto=other.id), one.id)
    if one.scale != other.scale:
        raise BoardError(message("board.join-scale", sheet=one.id, onto=other.id), one.id)
    for draft, place in ((one, cell), (other, onto)):
        if place not in draft.extent:
            key = hex_key(draft.id, place)
            raise BoardError(message("board.cell-off-sheet", sheet=draft.id, cell=key), key)
    here, there = one.shifted(cell), other.shifted(onto)
    if one.top() is other.top():
        if here != there:
            raise BoardError(message("board.join-contradicts", sheet=one.id, onto=other.id), one.id)
        return
    keep, move, by = other.top(), one.top(), _difference(there, here)
    if move.order < keep.order:
        keep, move, by = move, keep, _difference(here, there)
    for draft in sheets:
        if draft.top() is move and draft is not move:
            draft.root, draft.shift = keep, _sum(draft.shift, by)
    move.root, move.shift = keep, by


def hex_key(sheet: str, cell: Cell) -> str:
    """The key of a hex: it outlives every change of the labels."""
    return f"{sheet}:{cell[0]},{cell[1]}"


@dataclass(slots=True)
class BoardGround:
    """Columns by location, growing while places are added: the hexes of all sheets, then spaces and boxes."""

    keys: list[str] = field(default_factory=list)
    labels: list[str] = field(default_factory=list)
    aliases: dict[Location, tuple[str, ...]] = field(default_factory=dict)
    titles: dict[Location, str] = field(default_factory=dict)
    kinds: list[PlaceKind] = field(default_factory=list)
    sheets: list[str] = field(default_factory=list)
    terrains: list[str] = field(default_factory=list)
    positions: list[Point] = field(default_factory=list)
    lookup: dict[str, Location] = field(default_factory=dict)
    laid: dict[str, Sheet] = field(default_factory=dict)
    planes: list[BoardPlane] = field(default_factory=list)
    plane_of: list[BoardPlane] = field(default_factory=list)
    cells: list[Cell] = field(default_factory=list)
    edges: EdgeTable = field(default_factory=EdgeTable)
    sides: array[int] = field(default_factory=lambda: array("i"))
    links: list[tuple[tuple[int, int], ...]] = field(default_factory=list)

    def lay_sheets(self, drafts: Iterable[SheetDraft]) -> None:
        """Number the hexes of every sheet, in the order of the sheets and of their cells, and find the neighbours."""
        planes: dict[str, BoardPlane] = {}
        for draft in drafts:
            top = draft.top()
            if top is draft:
                planes[draft.id] = BoardPlane(draft.grid, draft.scale, draft.origin)
                self.planes.append(planes[draft.id])
            plane = planes[top.id]
            origin = plane.position(plane.grid.from_cube(draft.shift))
            self.laid[draft.id] = Sheet(draft.id, draft.grid, draft.extent, draft.scheme, draft.scale, origin)
            self._lay_sheet(draft, plane)
        self._meet_neighbours()

    def _lay_sheet(self, draft: SheetDraft, plane: BoardPlane) -> None:
        try:
            labels = list(draft.scheme.labels(draft.grid, draft.cells, draft.extent))
        except ValueError as error:
            raise BoardError(message("board.label-runs-out", sheet=draft.id), draft.id) from error
        for cell, label in zip(draft.cells, labels, strict=True):
            key = hex_key(draft.id, cell)
            spot = cell if draft.root is None else plane.grid.from_cube(draft.shifted(cell))
            found = plane.cells.get(spot)
            if found is not None:
                self._know(key, found)
                if label != self.labels[found] and label not in self.aliases.get(found, ()):
                    self._know(label, found)
                    self.aliases[found] = (*self.aliases.get(found, ()), label)
                continue
            position, terrain = plane.position(spot), draft.terrain_at(cell)
            location = self._add(PlaceKind.HEX, key, label, position=position, terrain=terrain, sheet=draft.id)
            plane.cells[spot] = location
            self.plane_of.append(plane)
            self.cells.append(spot)

    def _meet_neighbours(self) -> None:
        """Give every hexside its edge, the outer ones too; the lower of two neighbours is end `a`."""
        sides: list[int] = []
        for location, (plane, (col, row)) in enumerate(zip(self.plane_of, self.cells, strict=True)):
            cells = plane.cells
            links = []
            for direction, (right, down) in enumerate(plane.grid.neighbour_offsets(col, row)):
                target = cells.get((col + right, row + down), NOWHERE)
                if 0 <= target < location:
                    edge = sides[6 * target + (direction + 3) % 6]
                else:
                    edge = self.edges.add_hexside(location, target, direction)
                sides.append(edge)
                if target >= 0:
                    links.append((target, edge))
            self.links.append(tuple(links))
        self.sides = array("i", sides)

    def add_place(self, place: PlaceDraft) -> None:
        """Number a space or a box."""
        location = self._add(place.kind, place.id, place.label, position=place.position, terrain=place.terrain)
        if place.title:
            self.titles[location] = place.title
        self.links.append(())

    def locate(self, text: str) -> Location:
        """The location with this key or label."""
        location = self.lookup.get(text)
        if location is None:
            raise unknown_location(text, self.lookup)
        return location

    def _add(
        self, kind: PlaceKind, key: str, label: str, *, position: Point, terrain: str, sheet: str = ""
    ) -> Location:
        location = Location(len(self.keys))
        if key in self.lookup:
            raise BoardError(message("board.duplicate-key", key=key), key)
        self.lookup[key] = location
        self._know(label, location)
        self.keys.append(key)
        self.labels.append(label)
        self.kinds.append(kind)
        self.sheets.append(sheet)
        self.terrains.append(terrain)
        self.positions.append(position)
        return location

    def _know(self, text: str, location: Location) -> None:
        if self.lookup.setdefault(text, location) != location:
            raise BoardError(message("board.duplicate-label", label=text, key=self.keys[self.lookup[text]]), text)


def unknown_location(text: str, lookup: Mapping[str, Location]) -> UnknownLocation:
    """The error for a name nobody knows; storage keys are proposed only to those who write keys."""
    known = lookup if ":" in text else {name: None for name in lookup if ":" not in name}
    return UnknownLocation(text, near_misses(text, known))
