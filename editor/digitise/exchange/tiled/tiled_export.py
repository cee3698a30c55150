"""A map of ours as Tiled's: terrain as tiles, all that lies on it as objects with properties.

Where something lies is drawn where Tiled's users see and move it; ids and what Tiled has no form for (regions, labels,
the globe) go along as properties whose names begin with `redoubt:`, so that a map comes back as it went.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable
from itertools import pairwise
from typing import Final

import numpy as np

from editor.digitise.exchange.tiled.tiled_frame import TiledFrame
from editor.digitise.exchange.tiled.tiled_map import (
    Gids,
    ObjectLayer,
    Properties,
    Tile,
    TiledMap,
    TiledObject,
    TileLayer,
    Tileset,
)
from editor.geometry.lattice import Ints, Lattice
from editor.geometry.plan_index import lattices_of
from engine.core.boards.hexes import HexGrid, Orientation, Parity
from engine.core.messages import Message, message
from engine.definitions.maps.map_checks import side_name
from engine.definitions.maps.map_writing import model_of
from engine.definitions.plan import NO_CELL, Attributes, MapPlan, Point, SheetPlan, SideKey, TextPlan, cell_of

PREFIX: Final = "redoubt:"
REST: Final = f"{PREFIX}map"
FIRST: Final = f"{PREFIX}first"
LAYER: Final = f"{PREFIX}layer"
LONG, SHORT = 64, 56
"""Pixels of a tile from corner to corner and from side to side; both even, as Tiled wants them."""
SIDE: Final = 32
DRAWN: Final = ("features", "sides", "paths", "links", "connections", "spaces", "boxes", "texts")
"""What of a map's text is objects."""
_ON_GRID: Final = 0.01
_LETTER: Final = 0.6
"""The height of lettering of size 1, in hex radii, and the width of a letter in heights."""
_INKS: Final = {"sides": "#2a6db0", "paths": "#303030", "links": "#8a5a2b", "features": "#b02a2a"}


def tiled_of(plan: MapPlan, image: str, image_size: tuple[int, int]) -> tuple[TiledMap, list[Message]]:
    """The map, whose tileset is the picture `image` with a tile for every terrain, and what is only carried along."""
    writing = _Writing(plan)
    tiled = writing.map()
    tiles = {code: Tile(name) for code, name in enumerate(plan.terrain_names)}
    tiled.tilesets.append(
        Tileset(1, "terrain", len(tiles), max(1, len(tiles)), writing.frame.tile_size, image, image_size, tiles)
    )
    return tiled, writing.left_out


def rest_of(plan: MapPlan) -> str:
    """What Tiled does not draw, as JSON."""
    written = model_of(plan).model_dump(mode="json", exclude_defaults=True, exclude=set(DRAWN))
    for sheet in written.get("sheets", ()):
        sheet.pop("rows", None)
        sheet.pop("codes", None)
        sheet.setdefault("fill", None)
    written["terrains"] = plan.terrain_names
    return json.dumps(written, ensure_ascii=False, separators=(",", ":"))


class Layout:
    """Which sheets lie on the lattice of the first, and the block of it that the map of Tiled covers."""

    def __init__(self, plan: MapPlan) -> None:
        self.lattices = lattices_of(plan)
        first = next(iter(plan.sheets.values()), None)
        self.main = Lattice(HexGrid(Orientation.FLAT, Parity.ODD)) if first is None else self.lattices[first.id]
        self.on_grid: dict[str, tuple[Ints, Ints]] = {}
        self.apart: list[SheetPlan] = []
        for sheet in plan.sheets.values():
            cells = self._on_main(sheet)
            if cells is None:
                self.apart.append(sheet)
            else:
                self.on_grid[sheet.id] = cells
        self.first, self.size = self._block(plan)

    def _on_main(self, sheet: SheetPlan) -> tuple[Ints, Ints] | None:
        """The columns and rows, on the main lattice, of every cell of a sheet's rectangle."""
        rows, cols = np.mgrid[0 : sheet.size[1], 0 : sheet.size[0]]
        centres = self.lattices[sheet.id].centres(cols.ravel() + sheet.first[0], rows.ravel() + sheet.first[1])
        there = self.main.cells_at(centres[:, 0], centres[:, 1])
        apart = np.abs(self.main.centres(*there) - centres).max(initial=0.0)
        if apart > _ON_GRID * self.main.scale:
            return None
        shape = sheet.terrain.shape
        return there[0].reshape(shape), there[1].reshape(shape)

    def _block(self, plan: MapPlan) -> tuple[tuple[int, int], tuple[int, int]]:
        if self.on_grid:
            cols = [(int(c.min()), int(c.max())) for c, _ in self.on_grid.values()]
            rows = [(int(r.min()), int(r.max())) for _, r in self.on_grid.values()]
        else:
            places = [each.position for each in plan.spaces.values()] + [each.position for each in plan.boxes.values()]
            cells = [self.main.cell_at(*place) for place in places or [(0.0, 0.0)]]
            cols = [(c - 1, c + 1) for c, _ in cells]
            rows = [(r - 1, r + 1) for _, r in cells]
        first = min(low for low, _ in cols), min(low for low, _ in rows)
        size = max(high for _, high in cols) - first[0] + 1, max(high for _, high in rows) - first[1] + 1
        for sheet in self.apart:
            size = max(size[0], sheet.size[0] + 1), max(size[1], sheet.size[1] + 1)
        return first, size

    @property
    def frame(self) -> TiledFrame:
        """Pixels for it."""
        tile = (LONG, SHORT) if self.main.is_flat else (SHORT, LONG)
        return TiledFrame(self.main, self.first, tile, SIDE)

    def where(self, sheet: SheetPlan) -> tuple[Ints, Ints]:
        """The column and the row, in its tile layer, of every cell of a sheet's rectangle."""
        if sheet.id in self.on_grid:
            cols, rows = self.on_grid[sheet.id]
            return cols - self.first[0], rows - self.first[1]
        down, across = np.mgrid[0 : sheet.size[1], 0 : sheet.size[0]]
        one_on = self._begins_shifted(sheet)
        return across + (one_on if self.main.is_flat else 0), down + (0 if self.main.is_flat else one_on)

    def _begins_shifted(self, sheet: SheetPlan) -> int:
        """1 where an inset must begin on the second line of tiles for its shifted lines to be shifted there."""
        frame = TiledFrame(self.lattices[sheet.id], sheet.first, (1, 1), 1)
        return int(frame.index != self.frame.index)


class _Writing:
    def __init__(self, plan: MapPlan) -> None:
        self.plan = plan
        self.layout = Layout(plan)
        self.frame = self.layout.frame
        self.left_out: list[Message] = []

    def map(self) -> TiledMap:
        tiled = TiledMap(self.layout.size, self.frame.tile_size, SIDE, self.frame.stagger, self.frame.index)
        tiled.properties = {REST: rest_of(self.plan), FIRST: json.dumps(self.layout.first)}
        tiled.layers += [self._tiles(sheet) for sheet in self.plan.sheets.values()]
        parts = {
            "sides": self._sides(),
            "paths": self._paths(),
            "links": self._links(),
            "features": self._features(),
            "spaces": self._spaces(),
            "boxes": self._boxes(),
            "texts": self._texts(),
        }
        for name, objects in parts.items():
            listed = tuple(objects)
            if listed:
                tiled.layers.append(ObjectLayer(name, listed, _INKS.get(name, ""), {LAYER: name}))
        if self.plan.scans:
            self.left_out.append(message("exchange.tiled-scans", count=len(self.plan.scans)))
        return tiled

    def _tiles(self, sheet: SheetPlan) -> TileLayer:
        width, height = self.layout.size
        gids = np.zeros((height, width), dtype=np.uint32)
        cols, rows = self.layout.where(sheet)
        gids[rows, cols] = sheet.terrain
        offset: Point = (0.0, 0.0)
        if sheet in self.layout.apart:
            offset = self._inset_offset(sheet, int(cols[0, 0]), int(rows[0, 0]))
            self.left_out.append(message("exchange.tiled-inset", sheet=sheet.id))
        return TileLayer(sheet.id, gids, offset, {f"{PREFIX}sheet": sheet.id})

    def _inset_offset(self, sheet: SheetPlan, col: int, row: int) -> Point:
        """How far the tiles of an inset are moved so that its first hex lies where it should."""
        wanted = self.frame.pixel(self.layout.lattices[sheet.id].centre(*sheet.first))
        there = self.frame.pixel(self.layout.main.centre(self.layout.first[0] + col, self.layout.first[1] + row))
        return float(round(wanted[0] - there[0])), float(round(wanted[1] - there[1]))

    def _sides(self) -> Iterable[TiledObject]:
        for key, side in self.plan.sides.items():
            if key.sheet not in self.plan.sheets:
                continue
            ends = [self.frame.pixel(point) for point in side_ends(self.layout.lattices[key.sheet], key)]
            properties = self._named(side_name(key), side.attributes)
            if side.towards:
                properties[f"{PREFIX}towards"] = side.towards
            yield _line("", key.kind, ends, properties)

    def _paths(self) -> Iterable[TiledObject]:
        for path in self.plan.paths.values():
            points = [self.frame.pixel(self._place(key)) for key in path.through]
            properties = self._named(path.id, path.attributes) | {f"{PREFIX}through": json.dumps(path.through)}
            yield _line("", path.kind, points, properties)

    def _links(self) -> Iterable[TiledObject]:
        for link in self.plan.links.values():
            points = [self.frame.pixel(self._place(key)) for key in (link.a, link.b)]
            properties = self._named(link.id, link.attributes) | {f"{PREFIX}through": json.dumps((link.a, link.b))}
            if link.one_way:
                properties[f"{PREFIX}one-way"] = True
            yield _line("", link.kind, points, properties)

    def _features(self) -> Iterable[TiledObject]:
        for feature in self.plan.features.values():
            x, y = self.frame.pixel(self._place(feature.at))
            properties = self._named(feature.id, feature.attributes) | {f"{PREFIX}at": feature.at}
            properties |= _offset(feature.name_offset)
            yield TiledObject(feature.name, feature.kind, x, y, properties=properties)

    def _spaces(self) -> Iterable[TiledObject]:
        for space in self.plan.spaces.values():
            properties = self._named(space.id, space.attributes) | _exactly(space.position) | _offset(space.name_offset)
            yield TiledObject(space.name, space.terrain, *self.frame.pixel(space.position), properties=properties)

    def _boxes(self) -> Iterable[TiledObject]:
        for box in self.plan.boxes.values():
            properties = self._named(box.id, box.attributes) | _exactly(box.position)
            yield TiledObject(box.title, "", *self.frame.pixel(box.position), properties=properties)

    def _texts(self) -> Iterable[TiledObject]:
        for text in self.plan.texts.values():
            height = text.size * _LETTER * self.frame.scales[1] * self.layout.main.scale
            width = _LETTER * height * max(map(len, text.text.splitlines() or [""]))
            corner = turned((-width / 2, -height / 2), text.angle)
            x, y = self.frame.pixel(text.position)
            properties = _exactly(text.position) | {f"{PREFIX}id": text.id, f"{PREFIX}more": _more(text)}
            yield TiledObject(
                "",
                "",
                x + corner[0],
                y + corner[1],
                size=(width, height),
                rotation=text.angle,
                text=text.text,
                text_height=height,
                properties=properties,
            )

    def _named(self, id: str, attributes: Attributes) -> Properties:
        return {**attributes, f"{PREFIX}id": id}

    def _place(self, key: str) -> Point:
        return place_of(self.plan, self.layout.lattices, key) or (0.0, 0.0)


def place_of(plan: MapPlan, lattices: dict[str, Lattice], key: str) -> Point | None:
    """Where a hex, a space or a box lies on the plane."""
    if key in plan.spaces:
        return plan.spaces[key].position
    if key in plan.boxes:
        return plan.boxes[key].position
    cell = cell_of(key)
    return None if cell is None or cell.sheet not in lattices else lattices[cell.sheet].centre(cell.col, cell.row)


def side_ends(lattice: Lattice, key: SideKey) -> tuple[Point, Point]:
    """The two corners between which a hexside runs."""
    x, y = lattice.centre(key.col, key.row)
    a, b = lattice.corners[key.direction], lattice.corners[(key.direction + 1) % 6]
    return (x + float(a[0]), y + float(a[1])), (x + float(b[0]), y + float(b[1]))


def turned(point: Point, degrees: float) -> Point:
    """A vector turned clockwise, as a screen turns it."""
    cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    return point[0] * cos - point[1] * sin, point[0] * sin + point[1] * cos


def _line(name: str, kind: str, points: list[Point], properties: Properties) -> TiledObject:
    (x, y) = points[0]
    shape = tuple((px - x, py - y) for px, py in points)
    if len(shape) == 1 or all(a == b for a, b in pairwise(shape)):
        shape = ((0.0, 0.0), (1.0, 1.0))
    return TiledObject(name, kind, x, y, shape, properties=properties)


def _exactly(point: Point) -> Properties:
    """The place in units of the plane, since a pixel does not hold all its digits."""
    return {f"{PREFIX}x": float(point[0]), f"{PREFIX}y": float(point[1])}


def _offset(offset: Point) -> Properties:
    return {} if offset == (0.0, 0.0) else {f"{PREFIX}name": json.dumps(offset)}


def _more(text: TextPlan) -> str:
    fields = {"size": text.size, "weight": text.weight, "spacing": text.spacing, "curve": text.curve}
    return json.dumps({**fields, "along": text.along}, separators=(",", ":"))


def terrain_codes(layer: Gids, cols: Ints, rows: Ints) -> Gids:
    """The numbers of a sheet's cells in its layer; none where the layer does not reach."""
    height, width = layer.shape
    inside = (cols >= 0) & (cols < width) & (rows >= 0) & (rows < height)
    found = np.full(cols.shape, NO_CELL, dtype=np.uint32)
    found[inside] = layer[rows[inside], cols[inside]]
    return found
