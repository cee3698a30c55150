"""Tiled's XML: maps (.tmx) read and written, tilesets (.tsx) read."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final
from xml.etree.ElementTree import Element, SubElement, indent, tostring

import numpy as np

from editor.digitise.exchange.exchange_error import ExchangeError
from editor.digitise.exchange.safe_xml import parse_xml
from editor.digitise.exchange.tiled.tile_data import CellCount, csv_of, gids_from, gids_of
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
from engine.core.messages import message
from engine.definitions.plan import Point, Scalar

VERSION: Final = "1.8"
"""Of the format: what the Tiled of a long-lived system reads, and every later one."""
LEAST_START: Final = -1_000_000
"""Where, in cells from the first, a block of a map without bounds may begin."""


def write_tmx(tiled: TiledMap) -> bytes:
    """A map as Tiled saves it."""
    layers, objects = len(tiled.layers), sum(len(e.objects) for e in tiled.layers if isinstance(e, ObjectLayer))
    root = Element(
        "map",
        version=VERSION,
        orientation="hexagonal",
        renderorder="right-down",
        width=str(tiled.size[0]),
        height=str(tiled.size[1]),
        tilewidth=str(tiled.tile_size[0]),
        tileheight=str(tiled.tile_size[1]),
        infinite="0",
        hexsidelength=str(tiled.side),
        staggeraxis=tiled.stagger,
        staggerindex=tiled.index,
        nextlayerid=str(layers + 1),
        nextobjectid=str(objects + 1),
    )
    _write_properties(root, tiled.properties)
    for tileset in tiled.tilesets:
        _write_tileset(root, tileset)
    number = 0
    for place, layer in enumerate(tiled.layers, 1):
        if isinstance(layer, TileLayer):
            _write_tiles(root, layer, place)
            continue
        group = SubElement(root, "objectgroup", id=str(place), name=layer.name)
        if layer.colour:
            group.set("color", layer.colour)
        _write_properties(group, layer.properties)
        for each in layer.objects:
            number += 1
            _write_object(group, each, number)
    indent(root, " ")
    text: str = tostring(root, encoding="unicode")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{text}\n'.encode()


def _write_tileset(root: Element, tileset: Tileset) -> None:
    made = SubElement(
        root,
        "tileset",
        firstgid=str(tileset.first),
        name=tileset.name,
        tilewidth=str(tileset.tile_size[0]),
        tileheight=str(tileset.tile_size[1]),
        tilecount=str(tileset.count),
        columns=str(tileset.columns),
    )
    width, height = tileset.image_size
    SubElement(made, "image", source=tileset.image, width=str(width), height=str(height))
    for number, tile in tileset.tiles.items():
        _write_properties(SubElement(made, "tile", id=str(number), type=tile.kind), tile.properties)


def _write_tiles(root: Element, layer: TileLayer, place: int) -> None:
    height, width = layer.gids.shape
    made = SubElement(root, "layer", id=str(place), name=layer.name, width=str(width), height=str(height))
    if layer.offset != (0.0, 0.0):
        made.set("offsetx", _number(layer.offset[0]))
        made.set("offsety", _number(layer.offset[1]))
    _write_properties(made, layer.properties)
    SubElement(made, "data", encoding="csv").text = "\n" + csv_of(layer.gids) + "\n"


def _write_object(group: Element, each: TiledObject, number: int) -> None:
    made = SubElement(
        group, "object", id=str(number), name=each.name, type=each.kind, x=_number(each.x), y=_number(each.y)
    )
    if each.size != (0.0, 0.0):
        made.set("width", _number(each.size[0]))
        made.set("height", _number(each.size[1]))
    if each.rotation:
        made.set("rotation", _number(each.rotation))
    _write_properties(made, each.properties)
    if each.points:
        points = " ".join(f"{_number(x)},{_number(y)}" for x, y in each.points)
        SubElement(made, "polygon" if each.is_closed else "polyline", points=points)
    elif each.text is not None:
        text = SubElement(made, "text", pixelsize=str(max(1, round(each.text_height))), halign="center")
        text.text = each.text
    elif each.size == (0.0, 0.0):
        SubElement(made, "point")


def _write_properties(parent: Element, properties: Properties) -> None:
    if not properties:
        return
    listed = SubElement(parent, "properties")
    for name, value in sorted(properties.items()):
        kind, text = written(value)
        made = SubElement(listed, "property", name=name)
        if kind != "string":
            made.set("type", kind)
        if "\n" in text:
            made.text = text
        else:
            made.set("value", text)


def written(value: Scalar) -> tuple[str, str]:
    """The type and the text of a value as Tiled writes it."""
    if isinstance(value, bool):
        return "bool", "true" if value else "false"
    if isinstance(value, int):
        return "int", str(value)
    if isinstance(value, float):
        return "float", repr(value)
    return "string", value


def _number(value: float) -> str:
    return str(int(value)) if value == int(value) else repr(value)


def read_tmx(data: bytes, file: str, beside: TilesetBeside) -> TiledMap:
    """The map in a file; `beside` reads the tilesets it names. Raises ExchangeError."""
    root = parse_xml(data, file)
    if root.tag != "map":
        raise ExchangeError(message("exchange.tiled-not-a-map", file=file))
    return _Reading(file, beside).read(root)


class _Reading:
    """One file, whose name every complaint begins with."""

    def __init__(self, file: str, beside: TilesetBeside | None = None) -> None:
        self._file, self._beside = file, beside or numbered_tileset
        self._is_infinite = False
        self._count = CellCount(file)

    def read(self, root: Element) -> TiledMap:
        check_orientation(root.get("orientation", ""), self._file)
        self._is_infinite = root.get("infinite") == "1"
        found = TiledMap(
            size=(self._whole(root, "width", 0), self._whole(root, "height", 0)),
            tile_size=(self._whole(root, "tilewidth"), self._whole(root, "tileheight")),
            side=self._whole(root, "hexsidelength", 0),
            stagger=root.get("staggeraxis", "y"),
            index=root.get("staggerindex", "odd"),
            properties=self._properties(root),
        )
        check_sizes(found, self._file)
        found.tilesets = [self._tileset(each) for each in root.findall("tileset")]
        self._layers(root, found, (0.0, 0.0))
        return found

    def _layers(self, parent: Element, found: TiledMap, offset: Point) -> None:
        for each in parent:
            shift = offset[0] + self._real(each, "offsetx"), offset[1] + self._real(each, "offsety")
            if each.tag == "group":
                self._layers(each, found, shift)
            elif each.tag == "layer":
                gids, start = self._tiles(each)
                if gids.size:
                    found.layers.append(TileLayer(each.get("name", ""), gids, shift, self._properties(each), start))
            elif each.tag == "objectgroup":
                objects = tuple(self._object(one, shift) for one in each.findall("object"))
                found.layers.append(
                    ObjectLayer(each.get("name", ""), objects, each.get("color", ""), self._properties(each))
                )
            elif each.tag == "imagelayer":
                found.left_out.append(each.get("name", "") or each.tag)

    def _tiles(self, layer: Element) -> tuple[Gids, tuple[int, int]]:
        data = layer.find("data")
        if data is None:
            raise ExchangeError(message("exchange.tiled-data", file=self._file, problem=layer.get("name", "")))
        size = self._whole(layer, "width"), self._whole(layer, "height")
        encoding, compression = data.get("encoding", ""), data.get("compression", "")
        chunks = data.findall("chunk")
        if not chunks and not self._is_infinite:
            return self._block(data, encoding, compression, size), (0, 0)
        blocks = []
        for chunk in chunks:
            block = self._whole(chunk, "width"), self._whole(chunk, "height")
            at = self._whole(chunk, "x", LEAST_START), self._whole(chunk, "y", LEAST_START)
            blocks.append((at, self._block(chunk, encoding, compression, block)))
        return joined(blocks, self._count)

    def _block(self, data: Element, encoding: str, compression: str, size: tuple[int, int]) -> Gids:
        self._count(size)
        if not encoding:
            return gids_from((tile.get("gid", "0") for tile in data.findall("tile")), size, self._file)
        return gids_of(data.text or "", encoding=encoding, compression=compression, size=size, file=self._file)

    def _tileset(self, given: Element) -> Tileset:
        first = self._whole(given, "firstgid")
        source = given.get("source")
        return self._beside(source, first) if source else self.tileset(given, first)

    def tileset(self, given: Element, first: int) -> Tileset:
        """A set, in the map or in a file of its own."""
        image = given.find("image")
        tiles = {
            self._whole(each, "id", 0): Tile(each.get("type", "") or each.get("class", ""), self._properties(each))
            for each in given.findall("tile")
        }
        return Tileset(
            first,
            given.get("name", ""),
            self._whole(given, "tilecount", 0),
            self._whole(given, "columns", 0),
            (self._whole(given, "tilewidth", 0), self._whole(given, "tileheight", 0)),
            "" if image is None else image.get("source", ""),
            (0, 0) if image is None else (self._whole(image, "width", 0), self._whole(image, "height", 0)),
            tiles,
        )

    def _object(self, given: Element, shift: Point) -> TiledObject:
        points: tuple[Point, ...] = ()
        line, outline = given.find("polyline"), given.find("polygon")
        shape = line if line is not None else outline
        if shape is not None:
            points = tuple(self._points(shape.get("points", "")))
        text = given.find("text")
        return TiledObject(
            given.get("name", ""),
            given.get("type", "") or given.get("class", ""),
            self._real(given, "x") + shift[0],
            self._real(given, "y") + shift[1],
            points,
            outline is not None,
            (self._real(given, "width"), self._real(given, "height")),
            self._real(given, "rotation"),
            None if text is None else text.text or "",
            16.0 if text is None else self._real(text, "pixelsize") or 16.0,
            self._properties(given),
        )

    def _points(self, text: str) -> Iterator[Point]:
        for part in text.split():
            x, _, y = part.partition(",")
            yield self._float(x), self._float(y)

    def _properties(self, parent: Element) -> Properties:
        found: Properties = {}
        for each in parent.findall("properties/property"):
            text = each.get("value")
            value = read_value(each.get("type", "string"), text if text is not None else each.text or "")
            if value is not None:
                found[each.get("name", "")] = value
        return found

    def _whole(self, given: Element, name: str, low: int = 1) -> int:
        text = given.get(name, "0" if low <= 0 else "")
        try:
            value = int(text)
        except ValueError:
            value = low - 1
        if not low <= value <= 1 << 31:
            raise ExchangeError(message("exchange.tiled-number", file=self._file, name=name, found=text))
        return value

    def _real(self, given: Element, name: str) -> float:
        return self._float(given.get(name, "0"), name)

    def _float(self, text: str, name: str = "points") -> float:
        try:
            value = float(text)
        except ValueError:
            value = math.nan
        if not abs(value) < 1e9:
            raise ExchangeError(message("exchange.tiled-number", file=self._file, name=name, found=text))
        return value


def read_tsx(data: bytes, file: str, first: int) -> Tileset:
    """The tileset in a file of its own. Raises ExchangeError."""
    return _Reading(file).tileset(parse_xml(data, file), first)


def read_value(kind: str, text: str) -> Scalar | None:
    """A property's value; None for one that is not what it says it is."""
    try:
        if kind == "bool":
            return text == "true"
        if kind in ("int", "object"):
            return int(text)
        if kind == "float":
            value = float(text)
            return value if math.isfinite(value) else None
    except ValueError:
        return None
    return text if kind in ("string", "color", "file") else None


def check_orientation(found: str, file: str) -> None:
    """Only hexes are taken; raises ExchangeError."""
    if found != "hexagonal":
        raise ExchangeError(message("exchange.tiled-no-hexes", file=file, found=found or "?"))


def check_sizes(found: TiledMap, file: str) -> None:
    """Whether the numbers of a map make a grid; raises ExchangeError."""
    long = found.tile_size[0] if found.stagger == "x" else found.tile_size[1]
    for name, said, is_good in (
        ("staggeraxis", found.stagger, found.stagger in ("x", "y")),
        ("staggerindex", found.index, found.index in ("odd", "even")),
        ("hexsidelength", str(found.side), found.side <= long),
    ):
        if not is_good:
            raise ExchangeError(message("exchange.tiled-number", file=file, name=name, found=said))
    CellCount(file)(found.size)


def joined(blocks: list[tuple[tuple[int, int], Gids]], count: CellCount) -> tuple[Gids, tuple[int, int]]:
    """The blocks of a map without bounds as one, and where it begins: on an even column and row."""
    if not blocks:
        return np.zeros((0, 0), dtype=np.uint32), (0, 0)
    left, top = (min(at[i] for at, _ in blocks) // 2 * 2 for i in (0, 1))
    right = max(at[0] + block.shape[1] for at, block in blocks)
    bottom = max(at[1] + block.shape[0] for at, block in blocks)
    count((right - left, bottom - top))
    whole = np.zeros((bottom - top, right - left), dtype=np.uint32)
    for (x, y), block in blocks:
        whole[y - top : y - top + block.shape[0], x - left : x - left + block.shape[1]] = block
    return whole, (left, top)
