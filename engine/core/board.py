"""The board: where things can be and how these places hang together.

A location is a dense integer, so that everything about locations is a column indexed by it and a search runs
over flat tuples. Hexes, spaces and boxes differ in `kinds` only. A board never changes; `BoardBuilder` makes it.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from engine.core.boards.board_parts import (
    HEXSIDE,
    NO_ATTRIBUTES,
    Attributes,
    BoardError,
    Edge,
    Feature,
    PathFeature,
    PathLine,
    PlaceKind,
    Region,
    Sheet,
    SideFeature,
    UnknownLocation,
)
from engine.core.boards.edges import EdgeTable
from engine.core.boards.ground import BoardPlane, unknown_location
from engine.core.boards.hexes import Cell, Point
from engine.core.ids import NOWHERE, Location

__all__ = [
    "HEXSIDE",
    "NOWHERE",
    "NO_ATTRIBUTES",
    "Attributes",
    "Board",
    "BoardError",
    "Edge",
    "Feature",
    "Location",
    "PathFeature",
    "PathLine",
    "PlaceKind",
    "Region",
    "Sheet",
    "SideFeature",
    "UnknownLocation",
]


@dataclass(frozen=True, slots=True, eq=False, repr=False, kw_only=True)
class Board:
    """Columns are indexed by location: the hexes of all sheets in their order, then spaces and boxes."""

    keys: tuple[str, ...]
    """What each location is called in files: sheet:column,row for a hex, the id for the others."""
    labels: tuple[str, ...]
    """What is printed there."""
    aliases: Mapping[Location, tuple[str, ...]]
    """What else is printed there, by the other sheets that overlap."""
    kinds: tuple[PlaceKind, ...]
    sheets: tuple[str, ...]
    """The id of the sheet each hex belongs to, "" for spaces and boxes."""
    terrains: tuple[str, ...]
    positions: tuple[Point, ...]
    """Where each centre lies on the map; a hex of scale 1 has circumradius 1."""
    links: tuple[tuple[tuple[int, int], ...], ...]
    """Where one can go from each location, as (target, edge): hexsides by direction, then the rest as added."""
    edges: EdgeTable
    regions: Mapping[str, Region]
    path_lines: Mapping[str, PathLine]
    size: int = field(init=False)
    _lookup: Mapping[str, Location]
    _titles: Mapping[Location, str]
    _laid: Mapping[str, Sheet]
    _plane_of: tuple[BoardPlane, ...]
    _cells: tuple[Cell, ...]
    _sides: array[int]
    _regions_of: Mapping[Location, tuple[Region, ...]]
    _features: Mapping[Location, tuple[Feature, ...]]
    _side_features: Mapping[int, tuple[SideFeature, ...]]
    _path_features: Mapping[int, tuple[PathFeature, ...]]
    _with_feature: Mapping[str, tuple[Location, ...]] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "size", len(self.keys))
        index: dict[str, list[Location]] = {}
        for location in sorted(self._features):
            for kind in {feature.kind for feature in self._features[location]}:
                index.setdefault(kind, []).append(location)
        object.__setattr__(self, "_with_feature", {kind: tuple(found) for kind, found in index.items()})

    def __repr__(self) -> str:
        return f"<Board of {self.size} locations>"

    # Names

    def locations(self) -> Iterator[Location]:
        """All of them, in order."""
        return map(Location, range(self.size))

    def find(self, text: str) -> Location | None:
        """The location with this key, label or alias."""
        return self._lookup.get(text)

    def at(self, text: str) -> Location:
        """The location with this key, label or alias; raises UnknownLocation, which says what looks like it."""
        location = self._lookup.get(text)
        if location is None:
            raise unknown_location(text, self._lookup)
        return location

    def key(self, location: Location) -> str:
        """The name for files: it survives relabelling."""
        return self.keys[location]

    def label(self, location: Location) -> str:
        """The name for people."""
        return self.labels[location]

    def title(self, location: Location) -> str:
        """The name of a space or the title of a box; the label where there is none."""
        return self._titles.get(location, self.labels[location])

    def sheet(self, id: str) -> Sheet:
        """How a sheet is numbered and where it lies; raises KeyError for an id that is none."""
        return self._laid[id]

    def cell(self, location: Location) -> Cell | None:
        """The storage coordinates of a hex on its own sheet."""
        if self.kinds[location] is not PlaceKind.HEX:
            return None
        col, row = self.keys[location].rpartition(":")[2].split(",")
        return int(col), int(row)

    # What is there

    def features(self, location: Location) -> tuple[Feature, ...]:
        """Everything at a location, in the order it was added."""
        return self._features.get(location, ())

    def feature(self, location: Location, kind: str) -> Feature | None:
        """The first feature of a kind at a location."""
        for feature in self._features.get(location, ()):
            if feature.kind == kind:
                return feature
        return None

    def with_feature(self, kind: str) -> tuple[Location, ...]:
        """The locations that have a feature of this kind, in order."""
        return self._with_feature.get(kind, ())

    def region(self, location: Location, kind: str) -> Region | None:
        """The first region of a kind that a location belongs to."""
        for region in self._regions_of.get(location, ()):
            if region.kind == kind:
                return region
        return None

    def regions_of(self, location: Location) -> tuple[Region, ...]:
        """Every region a location belongs to, in the order they were added."""
        return self._regions_of.get(location, ())

    # Edges

    def edge_between(self, a: Location, b: Location, kind: str | None = None) -> int | None:
        """The first edge that leads from a to b, of one kind if told."""
        for target, edge in self.links[a]:
            if target == b and (kind is None or self.edges.kind(edge) == kind):
                return edge
        return None

    def edges_between(self, a: Location, b: Location) -> tuple[int, ...]:
        """Every edge that leads from a to b: parallel connections are several."""
        return tuple(edge for target, edge in self.links[a] if target == b)

    def side_features(self, edge: int) -> tuple[SideFeature, ...]:
        """Everything along an edge."""
        return self._side_features.get(edge, ())

    def edges_with_sides(self) -> Iterable[int]:
        """The edges that anything lies along: a few of all there are."""
        return self._side_features.keys()

    def edges_with_paths(self) -> Iterable[int]:
        """The edges that a road or rail runs over."""
        return self._path_features.keys()

    def has_side(self, edge: int, kind: str, a: Location | None = None) -> bool:
        """Whether an edge has a feature of this kind, and one that counts when leaving `a` over it if that is told."""
        for feature in self._side_features.get(edge, ()):
            if feature.kind == kind and (a is None or feature.towards is None or feature.towards != a):
                return True
        return False

    def paths(self, edge: int) -> tuple[PathFeature, ...]:
        """The roads and rails over an edge."""
        return self._path_features.get(edge, ())

    def has_path(self, edge: int, kind: str) -> bool:
        """Whether a road or rail of this kind runs over an edge."""
        return any(feature.kind == kind for feature in self._path_features.get(edge, ()))

    def hexside(self, location: Location, direction: int) -> int | None:
        """The edge on one side of a hex, also where the map ends; None for a space or a box."""
        return self._sides[6 * location + direction] if self.kinds[location] is PlaceKind.HEX else None

    def neighbour(self, location: Location, direction: int) -> Location | None:
        """The hex across a hexside, None where the map ends."""
        side = self.hexside(location, direction)
        if side is None:
            return None
        for target, edge in self.links[location]:
            if edge == side:
                return Location(target)
        return None

    # Distance

    def distance(self, a: Location, b: Location) -> int | None:
        """Hexes counted straight where both lie on sheets that hang together, else the fewest steps over the links."""
        plane = self._plane(a)
        if plane is not None and plane is self._plane(b):
            return plane.grid.distance(self._cells[a], self._cells[b])
        for steps, layer in enumerate(self._layers(a)):
            if b in layer:
                return steps
        return None

    def ring(self, location: Location, radius: int) -> tuple[Location, ...]:
        """What lies at exactly this distance: hexes clockwise from direction 0, spaces in order of location."""
        plane = self._plane(location)
        if plane is not None:
            around = map(plane.cells.get, plane.grid.ring(self._cells[location], radius))
            return tuple(found for found in around if found is not None)
        for steps, layer in enumerate(self._layers(location)):
            if steps == radius:
                return tuple(sorted(layer))
        return ()

    def within(self, location: Location, radius: int) -> tuple[Location, ...]:
        """What lies at this distance or less, ring by ring."""
        return tuple(found for distance in range(radius + 1) for found in self.ring(location, distance))

    def line(self, a: Location, b: Location) -> tuple[Location, ...]:
        """The hexes a straight line crosses, as far as they exist; elsewhere a shortest way over the links, if any."""
        plane = self._plane(a)
        if plane is not None and plane is self._plane(b):
            crossed = map(plane.cells.get, plane.grid.line(self._cells[a], self._cells[b]))
            return tuple(found for found in crossed if found is not None)
        layers = []
        for layer in self._layers(a):
            layers.append(layer)
            if b in layer:
                way = [b]
                for earlier in reversed(layers[1:]):
                    way.append(earlier[way[-1]])
                return tuple(reversed(way))
        return ()

    def _plane(self, location: Location) -> BoardPlane | None:
        return self._plane_of[location] if location < len(self._plane_of) else None

    def _layers(self, location: Location) -> Iterator[dict[Location, Location]]:
        """Breadth first over the links: each location at a distance, with the one it was reached from."""
        seen = {location}
        layer = {location: location}
        while layer:
            yield layer
            further: dict[Location, Location] = {}
            for origin in sorted(layer):
                for target, _ in self.links[origin]:
                    if target not in seen:
                        seen.add(Location(target))
                        further[Location(target)] = origin
            layer = further
