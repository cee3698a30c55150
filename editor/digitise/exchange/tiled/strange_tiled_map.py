"""A map that Tiled made: the first tile layer is terrain, further ones features, lines are roads, points places."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from editor.digitise.exchange.exchange_error import ExchangeError
from editor.digitise.exchange.tiled.tile_data import MOST_KINDS, recoded
from editor.digitise.exchange.tiled.tiled_frame import TiledFrame, grid_of
from editor.digitise.exchange.tiled.tiled_map import (
    ObjectLayer,
    Tile,
    TiledMap,
    TiledObject,
    TileLayer,
)
from editor.digitise.exchange.tiled.tiled_objects import (
    USUAL_COLOUR,
    TiledObjects,
    attributes_of,
    one_line,
)
from editor.geometry.lattice import Lattice
from editor.model.words import slug, spelt
from engine.core.boards.hexes import Cube
from engine.core.boards.labels import LabelScheme
from engine.core.messages import message
from engine.definitions.maps.map_text import feature_id
from engine.definitions.palette import FeatureSwatch, LineSwatch, TerrainSwatch
from engine.definitions.plan import (
    NO_CELL,
    NO_TERRAIN,
    Cell,
    FeaturePlan,
    MapPlan,
    PathPlan,
    SheetPlan,
    SwatchKey,
    cell_of,
)


class StrangeTiledMap(TiledObjects):
    """A map that Tiled made."""

    def __init__(
        self,
        tiled: TiledMap,
        path: Path,
        prepare: Callable[[MapPlan], object],
        colour: Callable[[Path, tuple[int, int, int, int]], str | None],
    ) -> None:
        super().__init__(tiled, path.name)
        self._path, self._colour = path, colour
        title = one_line(path.stem)
        self.plan = MapPlan(slug(title, "map"), title, "")
        prepare(self.plan)
        layers = [layer for layer in tiled.layers if isinstance(layer, TileLayer)]
        if not layers:
            raise ExchangeError(message("exchange.tiled-no-tiles", file=path.name))
        ground = layers[0]
        grid = grid_of(tiled.stagger, tiled.index)
        size = ground.gids.shape[1], ground.gids.shape[0]
        self._kinds: dict[tuple[str, str], str] = {}
        terrain = recoded(ground.gids, lambda gid: self.plan.code_of(self._terrain(gid)) if gid else NO_CELL, path.name)
        sheet = SheetPlan("map", grid, ground.start, size, LabelScheme(), NO_TERRAIN, terrain)
        self.plan.sheets["map"] = sheet
        lattice = Lattice(grid)
        self._frame = TiledFrame(lattice, (0, 0), tiled.tile_size, tiled.side)
        self._lattices = {"map": lattice}
        for layer in layers[1:]:
            self._standing(layer, sheet)
        for group in tiled.layers:
            if isinstance(group, ObjectLayer):
                self._objects(group)

    def _kind(self, group: str, called: str, otherwise: str) -> str:
        """The id of a kind; two that are called differently are two, however long they are called the same."""
        key = group, spelt(called) or called
        if key not in self._kinds:
            self._kinds[key] = self._id(f"kinds of {group}", slug(called, otherwise))
        return self._kinds[key]

    def _terrain(self, gid: int) -> str:
        """The terrain of a tile, made known to the map when it is new."""
        found = self._tiled.tile(gid)
        tileset, number = found if found is not None else (None, gid)
        tile = Tile() if tileset is None else tileset.tiles.get(number, Tile())
        said = tile.kind or str(tile.properties.get("terrain", "")) or str(tile.properties.get("name", ""))
        usual = f"{'tile' if tileset is None else tileset.name}-{number}"
        name = self._kind("terrain", said or usual, f"tile-{gid}")
        key = SwatchKey("terrain", name)
        if key not in self.plan.swatches:
            paint = None
            if tileset is not None and tileset.image and tileset.columns and min(tileset.tile_size) > 0:
                down, across = divmod(number, tileset.columns)
                width, height = tileset.tile_size
                paint = self._colour(self._path.parent / tileset.image, (across * width, down * height, width, height))
            order = 500 + len(self._kinds)
            swatch = TerrainSwatch(id=name, name=one_line(said or usual), colour=paint or USUAL_COLOUR, order=order)
            self.plan.swatches[key] = swatch
        return name

    def _standing(self, layer: TileLayer, sheet: SheetPlan) -> None:
        """What lies on the ground, tile by tile: a feature named after its tile."""
        found: dict[int, str] = {}
        lost = 0
        for row, line in enumerate(layer.gids.tolist()):
            for col, gid in enumerate(line):
                if not gid:
                    continue
                at = col + layer.start[0], row + layer.start[1]
                if sheet.code(*at) == NO_CELL:
                    lost += 1
                    continue
                kind = found.get(gid)
                if kind is None:
                    kind = found[gid] = self._feature_kind(gid)
                    if len(found) > MOST_KINDS:
                        raise ExchangeError(message("exchange.tiled-kinds", file=self._file, limit=MOST_KINDS))
                key = Cell(sheet.id, *at).key
                name = self._id("features", feature_id(key, kind))
                self.plan.features[name] = FeaturePlan(name, key, kind)
        if lost:
            self.left_out.append(message("exchange.tiled-nowhere", layer=layer.name, count=lost))

    def _feature_kind(self, gid: int) -> str:
        found = self._tiled.tile(gid)
        tile = Tile() if found is None else found[0].tiles.get(found[1], Tile())
        usual = f"tile-{gid}" if found is None else f"{found[0].name}-{found[1]}"
        return self._known("features", self._kind("features", tile.kind or usual, f"tile-{gid}"))

    def _known(self, group: str, kind: str) -> str:
        key = SwatchKey(group, kind)
        if key not in self.plan.swatches:
            make = FeatureSwatch if group == "features" else LineSwatch
            self.plan.swatches[key] = make(id=kind, name=kind, order=900)
        return kind

    def _objects(self, layer: ObjectLayer) -> None:
        lost = 0
        for each in layer.objects:
            with self._telling(each, layer.name):
                lost += not self._take(each, layer.name)
        if lost:
            self.left_out.append(message("exchange.tiled-nowhere", layer=layer.name, count=lost))

    def _take(self, each: TiledObject, layer: str) -> bool:
        """An object as lettering, a road or a place; False for one that lies on no place, or is an outline."""
        called = each.kind or layer
        if each.text is not None:
            self._lettering(each)
            return True
        if each.is_closed:
            return False
        if each.points:
            ways = self._stretches(self._way([self._point(pixel) for pixel in each.places], None))
            for way in ways:
                name = self._id("paths", slug(each.name or called, "path"))
                kind = self._known("paths", self._kind("paths", called, "place"))
                self.plan.paths[name] = PathPlan(name, kind, way, attributes_of(each))
            return bool(ways)
        at = self._key_at(self._point(each.places[0]))
        if at is not None:
            self._feature(each, self._known("features", self._kind("features", called, "place")), at)
        return at is not None

    def _stretches(self, way: tuple[str, ...]) -> list[tuple[str, ...]]:
        """The parts of a line that run from hex to next hex: where there is no tile there is no road."""
        grid = self.plan.sheets["map"].grid
        found: list[list[str]] = []
        last: Cube | None = None
        for key in way:
            cell = cell_of(key)
            here = None if cell is None else grid.to_cube(cell.col, cell.row)
            if last is not None and here is not None and max(abs(a - b) for a, b in zip(last, here, strict=True)) == 1:
                found[-1].append(key)
            else:
                found.append([key])
            last = here
        return [tuple(part) for part in found if len(part) > 1]
