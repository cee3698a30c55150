"""A map as Tiled keeps it, whichever of its two spellings it is written in: XML (.tmx) or JSON (.tmj)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from engine.core.messages import Message
from engine.definitions.plan import Point, Scalar

Gids: TypeAlias = npt.NDArray[np.uint32]
Properties: TypeAlias = dict[str, Scalar]

FLIPS: Final = 0xF000_0000
"""The bits of a tile's number that turn or mirror it."""


@dataclass(frozen=True, slots=True)
class TiledObject:
    """Something on an object layer: a point, a line or an outline from (x, y) on, or a text."""

    name: str
    kind: str
    x: float
    y: float
    points: tuple[Point, ...] = ()
    """Of a line or an outline, seen from (x, y)."""
    is_closed: bool = False
    size: Point = (0.0, 0.0)
    rotation: float = 0.0
    text: str | None = None
    text_height: float = 16.0
    properties: Properties = field(default_factory=dict)

    @property
    def places(self) -> tuple[Point, ...]:
        """Its points on the map, in pixels; a rectangle is where its middle lies."""
        if self.points:
            return tuple((self.x + x, self.y + y) for x, y in self.points)
        return ((self.x + self.size[0] / 2, self.y + self.size[1] / 2),)


@dataclass(frozen=True, slots=True)
class TileLayer:
    """One number a cell, row by row; 0 where there is no tile. `start` is the cell of the first one."""

    name: str
    gids: Gids
    offset: Point = (0.0, 0.0)
    properties: Properties = field(default_factory=dict)
    start: tuple[int, int] = (0, 0)


@dataclass(frozen=True, slots=True)
class ObjectLayer:
    """Objects, in the order in which they are drawn."""

    name: str
    objects: tuple[TiledObject, ...]
    colour: str = ""
    properties: Properties = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Tile:
    """What is said of one tile of a set."""

    kind: str = ""
    properties: Properties = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Tileset:
    """A picture cut into tiles, numbered from `first` on."""

    first: int
    name: str
    count: int
    columns: int = 0
    tile_size: tuple[int, int] = (0, 0)
    image: str = ""
    image_size: tuple[int, int] = (0, 0)
    tiles: dict[int, Tile] = field(default_factory=dict)


TilesetBeside: TypeAlias = Callable[[str, int], Tileset]
"""Reads the tileset of a file beside the map, whose tiles are numbered from a number on."""


def numbered_tileset(name: str, first: int) -> Tileset:
    """A set of which nothing is known but its name."""
    return Tileset(first, PurePath(name).stem, 0)


@dataclass(slots=True)
class TiledMap:
    """A hexagonal map. `stagger` is the axis along which every other row or column is shifted, `index` which."""

    size: tuple[int, int]
    tile_size: tuple[int, int]
    side: int
    stagger: str = "x"
    index: str = "odd"
    layers: list[TileLayer | ObjectLayer] = field(default_factory=list)
    tilesets: list[Tileset] = field(default_factory=list)
    properties: Properties = field(default_factory=dict)
    left_out: list[str] = field(default_factory=list)
    """Names of layers that are pictures or of a kind we do not know."""
    missing: list[Message] = field(default_factory=list)
    """Tilesets that are not there or cannot be read; their tiles are known by number."""

    def tile(self, gid: int) -> tuple[Tileset, int] | None:
        """The set that a number belongs to, and which tile of it is meant."""
        plain = gid & ~FLIPS
        behind = [each for each in self.tilesets if each.first <= plain]
        found = max(behind, key=lambda each: each.first, default=None)
        return None if found is None or not plain else (found, plain - found.first)
