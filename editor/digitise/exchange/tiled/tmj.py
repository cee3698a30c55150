"""Tiled's JSON: maps (.tmj, .json) read and written, tilesets (.tsj) read."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Any, Final, NoReturn

from editor.digitise.exchange.exchange_error import ExchangeError
from editor.digitise.exchange.tiled.tile_data import CellCount, gids_from, gids_of
from editor.digitise.exchange.tiled.tiled_map import (
    Gids,
    ObjectLayer,
    Properties,
    Tile,
    TiledMap,
    TiledObject,
    TileLayer,
    Tileset,
    TilesetBeside,
    numbered_tileset,
)
from editor.digitise.exchange.tiled.tmx import (
    LEAST_START,
    VERSION,
    check_orientation,
    check_sizes,
    joined,
    read_value,
    written,
)
from engine.core.messages import message
from engine.definitions.plan import Point

MOST_BYTES: Final = 64 << 20
_Json = Mapping[str, Any]


def write_tmj(tiled: TiledMap) -> bytes:
    """A map as Tiled saves it in JSON."""
    layers: list[dict[str, object]] = []
    number = 0
    for place, layer in enumerate(tiled.layers, 1):
        if isinstance(layer, TileLayer):
            layers.append(_tiles(layer, place))
            continue
        objects = []
        for each in layer.objects:
            number += 1
            objects.append(_object(each, number))
        made: dict[str, object] = {"type": "objectgroup", "id": place, "name": layer.name, "objects": objects}
        made |= {"draworder": "topdown", "opacity": 1, "visible": True, "x": 0, "y": 0}
        if layer.colour:
            made["color"] = layer.colour
        layers.append(made | _properties(layer.properties))
    whole: dict[str, object] = {
        "type": "map",
        "version": VERSION,
        "orientation": "hexagonal",
        "renderorder": "right-down",
        "infinite": False,
        "width": tiled.size[0],
        "height": tiled.size[1],
        "tilewidth": tiled.tile_size[0],
        "tileheight": tiled.tile_size[1],
        "hexsidelength": tiled.side,
        "staggeraxis": tiled.stagger,
        "staggerindex": tiled.index,
        "nextlayerid": len(tiled.layers) + 1,
        "nextobjectid": number + 1,
        "tilesets": [_tileset(each) for each in tiled.tilesets],
        "layers": layers,
    }
    return json.dumps(whole | _properties(tiled.properties), ensure_ascii=False, indent=1).encode()


def _tiles(layer: TileLayer, place: int) -> dict[str, object]:
    height, width = layer.gids.shape
    made: dict[str, object] = {"type": "tilelayer", "id": place, "name": layer.name, "width": width, "height": height}
    made |= {"opacity": 1, "visible": True, "x": 0, "y": 0, "data": layer.gids.ravel().tolist()}
    if layer.offset != (0.0, 0.0):
        made |= {"offsetx": layer.offset[0], "offsety": layer.offset[1]}
    return made | _properties(layer.properties)


def _tileset(tileset: Tileset) -> dict[str, object]:
    tiles = [{"id": n, "type": tile.kind} | _properties(tile.properties) for n, tile in tileset.tiles.items()]
    return {
        "firstgid": tileset.first,
        "name": tileset.name,
        "tilewidth": tileset.tile_size[0],
        "tileheight": tileset.tile_size[1],
        "tilecount": tileset.count,
        "columns": tileset.columns,
        "image": tileset.image,
        "imagewidth": tileset.image_size[0],
        "imageheight": tileset.image_size[1],
        "margin": 0,
        "spacing": 0,
        "tiles": tiles,
    }


def _object(each: TiledObject, number: int) -> dict[str, object]:
    made: dict[str, object] = {"id": number, "name": each.name, "type": each.kind, "x": each.x, "y": each.y}
    made |= {"width": each.size[0], "height": each.size[1], "rotation": each.rotation, "visible": True}
    if each.points:
        made["polygon" if each.is_closed else "polyline"] = [{"x": x, "y": y} for x, y in each.points]
    elif each.text is not None:
        made["text"] = {"text": each.text, "pixelsize": max(1, round(each.text_height)), "halign": "center"}
    elif each.size == (0.0, 0.0):
        made["point"] = True
    return made | _properties(each.properties)


def _properties(properties: Properties) -> dict[str, object]:
    if not properties:
        return {}
    return {"properties": [{"name": n, "type": written(v)[0], "value": v} for n, v in sorted(properties.items())]}


def read_tmj(data: bytes, file: str, beside: TilesetBeside) -> TiledMap:
    """The map in a file; `beside` reads the tilesets it names. Raises ExchangeError."""
    try:
        return _Reading(file, beside).read(_parsed(data, file))
    except (KeyError, TypeError, AttributeError, OverflowError) as bad:
        raise ExchangeError(message("exchange.tiled-data", file=file, problem=str(bad))) from None


def _parsed(data: bytes, file: str) -> _Json:
    def refuse(word: str) -> NoReturn:
        raise ValueError(word)

    if len(data) > MOST_BYTES:
        raise ExchangeError(message("exchange.xml-too-large", file=file, limit=MOST_BYTES >> 20))
    try:
        found = json.loads(data.decode("utf-8-sig"), parse_constant=refuse)
    except (ValueError, RecursionError) as bad:
        raise ExchangeError(message("exchange.tiled-data", file=file, problem=str(bad))) from None
    if not isinstance(found, dict):
        raise ExchangeError(message("exchange.tiled-not-a-map", file=file))
    return found


def read_tsj(data: bytes, file: str, first: int) -> Tileset:
    """The tileset in a file of its own. Raises ExchangeError."""
    try:
        return _Reading(file).tileset(_parsed(data, file), first)
    except (KeyError, TypeError, AttributeError, OverflowError) as bad:
        raise ExchangeError(message("exchange.tiled-data", file=file, problem=str(bad))) from None


class _Reading:
    """One file, whose name every complaint begins with."""

    def __init__(self, file: str, beside: TilesetBeside | None = None) -> None:
        self._file, self._beside = file, beside or numbered_tileset
        self._count = CellCount(file)

    def read(self, root: _Json) -> TiledMap:
        if root.get("type", "map") != "map" or "layers" not in root:
            raise ExchangeError(message("exchange.tiled-not-a-map", file=self._file))
        check_orientation(str(root.get("orientation", "")), self._file)
        found = TiledMap(
            size=(self._whole(root, "width", 0), self._whole(root, "height", 0)),
            tile_size=(self._whole(root, "tilewidth"), self._whole(root, "tileheight")),
            side=self._whole(root, "hexsidelength", 0),
            stagger=str(root.get("staggeraxis", "y")),
            index=str(root.get("staggerindex", "odd")),
            properties=self._properties(root),
        )
        check_sizes(found, self._file)
        found.tilesets = [self._tileset(each) for each in root.get("tilesets", [])]
        self._layers(root["layers"], found, (0.0, 0.0))
        return found

    def _layers(self, layers: list[_Json], found: TiledMap, offset: Point) -> None:
        for each in layers:
            shift = offset[0] + self._real(each, "offsetx"), offset[1] + self._real(each, "offsety")
            name, kind = str(each.get("name", "")), each.get("type")
            if kind == "group":
                self._layers(each["layers"], found, shift)
            elif kind == "tilelayer":
                gids, start = self._tiles(each)
                if gids.size:
                    found.layers.append(TileLayer(name, gids, shift, self._properties(each), start))
            elif kind == "objectgroup":
                objects = tuple(self._object(one, shift) for one in each["objects"])
                found.layers.append(ObjectLayer(name, objects, str(each.get("color", "")), self._properties(each)))
            else:
                found.left_out.append(name or str(kind))

    def _tiles(self, layer: _Json) -> tuple[Gids, tuple[int, int]]:
        if "chunks" not in layer:
            return self._block(layer, layer), (0, 0)
        blocks = []
        for each in layer["chunks"]:
            at = self._whole(each, "x", LEAST_START), self._whole(each, "y", LEAST_START)
            blocks.append((at, self._block(each, layer)))
        return joined(blocks, self._count)

    def _block(self, given: _Json, layer: _Json) -> Gids:
        size = self._whole(given, "width"), self._whole(given, "height")
        self._count(size)
        data = given["data"]
        if isinstance(data, list):
            return gids_from(data, size, self._file)
        compression = str(layer.get("compression", ""))
        return gids_of(
            str(data), encoding=str(layer.get("encoding", "")), compression=compression, size=size, file=self._file
        )

    def _tileset(self, given: _Json) -> Tileset:
        first = self._whole(given, "firstgid")
        source = given.get("source")
        return self._beside(str(source), first) if source else self.tileset(given, first)

    def tileset(self, given: _Json, first: int) -> Tileset:
        """A set, in the map or in a file of its own."""
        tiles = {
            self._whole(each, "id", 0): Tile(str(each.get("type") or each.get("class") or ""), self._properties(each))
            for each in given.get("tiles", [])
        }
        return Tileset(
            first,
            str(given.get("name", "")),
            self._whole(given, "tilecount", 0),
            self._whole(given, "columns", 0),
            (self._whole(given, "tilewidth", 0), self._whole(given, "tileheight", 0)),
            str(given.get("image", "")),
            (self._whole(given, "imagewidth", 0), self._whole(given, "imageheight", 0)),
            tiles,
        )

    def _object(self, given: _Json, shift: Point) -> TiledObject:
        outline = given.get("polygon")
        shape = given.get("polyline") or outline or []
        text = given.get("text")
        return TiledObject(
            str(given.get("name", "")),
            str(given.get("type") or given.get("class") or ""),
            self._real(given, "x") + shift[0],
            self._real(given, "y") + shift[1],
            tuple((self._real(point, "x"), self._real(point, "y")) for point in shape),
            outline is not None,
            (self._real(given, "width"), self._real(given, "height")),
            self._real(given, "rotation"),
            None if text is None else str(text.get("text", "")),
            16.0 if text is None else self._real(text, "pixelsize") or 16.0,
            self._properties(given),
        )

    def _properties(self, given: _Json) -> Properties:
        found: Properties = {}
        for each in given.get("properties", []):
            value = each.get("value")
            kind = str(each.get("type", "string"))
            text = str(value).lower() if isinstance(value, bool) else str(value)
            taken = read_value(kind, text)
            if taken is not None:
                found[str(each.get("name", ""))] = taken
        return found

    def _whole(self, given: _Json, name: str, low: int = 1) -> int:
        value = given.get(name, 0 if low <= 0 else None)
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= 1 << 31:
            raise ExchangeError(message("exchange.tiled-number", file=self._file, name=name, found=str(value)))
        return value

    def _real(self, given: _Json, name: str) -> float:
        value = given.get(name, 0.0)
        is_real = isinstance(value, int | float) and not isinstance(value, bool)
        if not is_real or not (math.isfinite(value) and abs(value) < 1e9):
            raise ExchangeError(message("exchange.tiled-number", file=self._file, name=name, found=str(value)))
        return float(value)
