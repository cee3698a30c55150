"""Putting a board together from plain data.

First the ground (sheets and their joins, spaces, boxes), then what lies on it (connections, links, features,
sides, paths, regions). The first call of the second sort fixes the ground; from then on every call checks its
references at once, so that whoever reads a file can say which entry is wrong. References are keys or labels.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType

from engine.core.board import Board
from engine.core.boards.board_parts import (
    HEXSIDE,
    NO_ATTRIBUTES,
    Attributes,
    BoardError,
    Feature,
    PathFeature,
    PathLine,
    PlaceKind,
    Region,
    SideFeature,
)
from engine.core.boards.ground import BoardGround, PlaceDraft, SheetDraft, Terrain, hex_key, join_sheets
from engine.core.boards.hexes import Cell, Extent, HexGrid, Point, direction_number
from engine.core.boards.labels import LabelScheme
from engine.core.ids import Location
from engine.core.messages import message


class BoardBuilder:
    """Collects a board; every method raises BoardError if what it is given cannot be."""

    def __init__(self) -> None:
        self._sheets: dict[str, SheetDraft] = {}
        self._places: dict[str, PlaceDraft] = {}
        self._ground: BoardGround | None = None
        self._links: dict[Location, list[tuple[int, int]]] = {}
        self._features: dict[Location, list[Feature]] = {}
        self._sides: dict[int, list[SideFeature]] = {}
        self._paths: dict[int, list[PathFeature]] = {}
        self._lines: dict[str, PathLine] = {}
        self._regions: dict[str, Region] = {}

    # The ground

    def add_sheet(
        self,
        id: str,
        grid: HexGrid,
        *,
        first: Cell,
        size: Cell,
        cells: Iterable[Cell] | None = None,
        scheme: LabelScheme | None = None,
        scale: float = 1.0,
        origin: Point = (0.0, 0.0),
        terrain: Terrain = "",
    ) -> None:
        """A sheet of hexes: the rectangle it is printed on, and the cells of it that exist (all, unless told).

        `origin` is where the centre of storage cell (0, 0) lies on the map; a sheet joined to an earlier needs none.
        """
        self._still_open(id)
        if id in self._sheets:
            raise BoardError(message("board.duplicate-sheet", sheet=id), id)
        if size[0] < 1 or size[1] < 1 or not scale > 0:
            raise BoardError(message("board.sheet-size", sheet=id), id)
        extent = Extent(first, size)
        present = tuple(extent.cells()) if cells is None else tuple(cells)
        if cells is not None:
            self._check_cells(id, extent, present)
        self._sheets[id] = SheetDraft(
            id, len(self._sheets), grid, extent, present, scheme or LabelScheme(), scale, origin, terrain
        )

    def join(self, sheet: str, cell: Cell | str, onto_sheet: str, onto_cell: Cell | str) -> None:
        """Lay a sheet so that its cell coincides with one of another sheet; the rest of both follows."""
        self._still_open(sheet)
        one, other = self._sheet(sheet), self._sheet(onto_sheet)
        join_sheets(self._sheets.values(), one, self._cell(one, cell), other, self._cell(other, onto_cell))

    def add_space(
        self,
        id: str,
        *,
        name: str = "",
        label: str = "",
        position: Point = (0.0, 0.0),
        terrain: str = "",
    ) -> None:
        """A named space of a point-to-point map; its label is its name unless the map prints something else."""
        self._add_place(
            PlaceDraft(PlaceKind.SPACE, id, label or name or id, title=name, position=position, terrain=terrain)
        )

    def add_box(self, id: str, *, title: str = "", position: Point = (0.0, 0.0)) -> None:
        """A box off the map; several may bear one title, so its label is its id."""
        self._add_place(PlaceDraft(PlaceKind.BOX, id, id, title=title, position=position))

    def fix_ground(self) -> None:
        """Number the locations and find the neighbours; sheets, joins, spaces and boxes are refused from now on."""
        self._fixed()

    def locate(self, text: str) -> Location:
        """The location with this key or label; raises UnknownLocation. Fixes the ground."""
        return self._fixed().locate(text)

    # What lies on it

    def add_connection(self, a: str, b: str, kind: str, *, one_way: bool = False) -> int:
        """A line between two spaces; several may run between the same two, of one kind or more. Returns the edge."""
        ground = self._fixed()
        if kind == HEXSIDE or not kind:
            raise BoardError(message("board.reserved-kind", kind=kind), a)
        here, there = ground.locate(a), ground.locate(b)
        if here == there:
            raise BoardError(message("board.self-link", location=a), a)
        edge = ground.edges.add(here, there, kind, one_way=one_way)
        self._links.setdefault(here, []).append((there, edge))
        if not one_way:
            self._links.setdefault(there, []).append((here, edge))
        return edge

    def add_link(self, a: str, b: str, kind: str = "inset", *, one_way: bool = False) -> int:
        """A way between any two locations that a map shows without a line: into an inset, a box, across a strait."""
        return self.add_connection(a, b, kind, one_way=one_way)

    def add_feature(self, at: str, kind: str, *, name: str = "", attributes: Attributes = NO_ATTRIBUTES) -> None:
        """Something at a location."""
        location = self._fixed().locate(at)
        self._features.setdefault(location, []).append(Feature(kind, name, _frozen(attributes)))

    def add_side(
        self,
        kind: str,
        at: str,
        direction: int | str,
        *,
        towards: str | None = None,
        attributes: Attributes = NO_ATTRIBUTES,
    ) -> None:
        """Something along a hexside, outer ones too; `towards` names the one of its hexes it counts for entering."""
        ground = self._fixed()
        location = ground.locate(at)
        if ground.kinds[location] is not PlaceKind.HEX:
            raise BoardError(message("board.no-hexsides", location=at), at)
        if isinstance(direction, str):
            number = direction_number(ground.plane_of[location].grid.orientation, direction)
        else:
            number = direction if 0 <= direction < 6 else None
        if number is None:
            raise BoardError(message("board.unknown-direction", location=at, direction=direction), at)
        self.add_edge_feature(kind, ground.sides[6 * location + number], towards=towards, attributes=attributes)

    def add_edge_feature(
        self, kind: str, edge: int, *, towards: str | None = None, attributes: Attributes = NO_ATTRIBUTES
    ) -> None:
        """Something along any edge, such as a connection just added."""
        ground = self._fixed()
        if not 0 <= edge < len(ground.edges):
            raise BoardError(message("board.unknown-edge", edge=edge), str(edge))
        target = None
        if towards is not None:
            target = ground.locate(towards)
            if target not in (ground.edges[edge].a, ground.edges[edge].b):
                raise BoardError(message("board.towards-elsewhere", location=towards), towards)
        self._sides.setdefault(edge, []).append(SideFeature(kind, target, _frozen(attributes)))

    def add_path_line(
        self,
        kind: str,
        through: Sequence[str],
        *,
        id: str = "",
        attributes: Attributes = NO_ATTRIBUTES,
    ) -> None:
        """A road or rail drawn from centre to centre; each step must be between adjacent locations."""
        ground = self._fixed()
        line = id or f"{kind}-{len(self._lines) + 1}"
        if line in self._lines:
            raise BoardError(message("board.duplicate-line", line=line), line)
        if len(through) < 2:
            raise BoardError(message("board.short-path", line=line), line)
        steps = [ground.locate(text) for text in through]
        edges = []
        for at, (here, there) in enumerate(pairwise(steps)):
            edge = self._edge_between(here, there)
            if edge is None:
                said = message("board.not-adjacent", line=line, a=through[at], b=through[at + 1])
                raise BoardError(said, through[at + 1])
            edges.append(edge)
        shared = _frozen(attributes)
        feature = PathFeature(kind, line, shared)
        for edge in dict.fromkeys(edges):
            self._paths.setdefault(edge, []).append(feature)
        self._lines[line] = PathLine(line, kind, tuple(steps), shared)

    def add_region(self, id: str, kind: str, members: Iterable[str], *, title: str = "") -> None:
        """A named set of locations."""
        ground = self._fixed()
        if id in self._regions:
            raise BoardError(message("board.duplicate-region", region=id), id)
        self._regions[id] = Region(id, kind, title or id, frozenset(ground.locate(member) for member in members))

    def build(self) -> Board:
        """The board as it stands; the builder may go on and build another."""
        ground = self._fixed()
        links = list(ground.links)
        for location, more in self._links.items():
            links[location] = (*links[location], *more)
        return Board(
            keys=tuple(ground.keys),
            labels=tuple(ground.labels),
            aliases=MappingProxyType(dict(ground.aliases)),
            kinds=tuple(ground.kinds),
            sheets=tuple(ground.sheets),
            terrains=tuple(ground.terrains),
            positions=tuple(ground.positions),
            links=tuple(links),
            edges=ground.edges.copy(),
            regions=MappingProxyType(dict(self._regions)),
            path_lines=MappingProxyType(dict(self._lines)),
            _lookup=ground.lookup,
            _titles=ground.titles,
            _laid=ground.laid,
            _plane_of=tuple(ground.plane_of),
            _cells=tuple(ground.cells),
            _sides=ground.sides,
            _regions_of=_by_member(self._regions.values()),
            _features={at: tuple(found) for at, found in self._features.items()},
            _side_features={edge: tuple(found) for edge, found in self._sides.items()},
            _path_features={edge: tuple(found) for edge, found in self._paths.items()},
        )

    # The work behind

    def _still_open(self, key: str) -> None:
        if not key:
            raise BoardError(message("board.empty-id"), key)
        if self._ground is not None:
            raise BoardError(message("board.ground-fixed", key=key), key)

    def _fixed(self) -> BoardGround:
        if self._ground is None:
            ground = BoardGround()
            ground.lay_sheets(self._sheets.values())
            for place in self._places.values():
                ground.add_place(place)
            self._ground = ground
        return self._ground

    def _add_place(self, place: PlaceDraft) -> None:
        self._still_open(place.id)
        if place.id in self._places:
            raise BoardError(message("board.duplicate-key", key=place.id), place.id)
        self._places[place.id] = place

    def _sheet(self, id: str) -> SheetDraft:
        draft = self._sheets.get(id)
        if draft is None:
            raise BoardError(message("board.unknown-sheet", sheet=id), id)
        return draft

    def _cell(self, draft: SheetDraft, cell: Cell | str) -> Cell:
        if not isinstance(cell, str):
            return cell
        found = draft.scheme.parse(draft.grid, cell, draft.extent)
        if found is None:
            raise BoardError(message("board.cell-off-sheet", sheet=draft.id, cell=cell), cell)
        return found

    def _check_cells(self, sheet: str, extent: Extent, cells: tuple[Cell, ...]) -> None:
        for cell in cells:
            if cell not in extent:
                key = hex_key(sheet, cell)
                raise BoardError(message("board.cell-off-sheet", sheet=sheet, cell=key), key)
        if len(set(cells)) != len(cells):
            key = hex_key(sheet, next(cell for cell, times in Counter(cells).items() if times > 1))
            raise BoardError(message("board.duplicate-key", key=key), key)

    def _edge_between(self, here: Location, there: Location) -> int | None:
        """The first edge between two locations, whichever way it leads: a track does not mind."""
        ground = self._fixed()
        for a, b in ((here, there), (there, here)):
            links: tuple[tuple[int, int], ...] = (*ground.links[a], *self._links.get(a, ()))
            for target, edge in links:
                if target == b:
                    return edge
        return None


def _frozen(attributes: Attributes) -> Attributes:
    return MappingProxyType(dict(attributes)) if attributes else NO_ATTRIBUTES


def _by_member(regions: Iterable[Region]) -> Mapping[Location, tuple[Region, ...]]:
    """The regions of each location; the locations of one country share one tuple."""
    shared: dict[tuple[str, ...], tuple[Region, ...]] = {}
    found: dict[Location, tuple[Region, ...]] = {}
    for region in regions:
        for member in region.members:
            grown = (*found.get(member, ()), region)
            found[member] = shared.setdefault(tuple(each.id for each in grown), grown)
    return found
