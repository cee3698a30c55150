"""Objects of a Tiled map: where on ours they lie, and what they are called."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from editor.digitise.exchange.exchange_error import ExchangeError
from editor.digitise.exchange.tiled.tiled_export import (
    LAYER,
    PREFIX,
    place_of,
    turned,
)
from editor.digitise.exchange.tiled.tiled_frame import TiledFrame
from editor.digitise.exchange.tiled.tiled_map import (
    ObjectLayer,
    TiledMap,
    TiledObject,
)
from editor.geometry.lattice import Lattice
from editor.model.words import slug
from engine.core.boards.hexes import cube_line
from engine.core.messages import Message, message
from engine.definitions.bounds import LARGEST, LONGEST_ID, LONGEST_VALUE
from engine.definitions.maps.map_bounds import unfit_line
from engine.definitions.maps.map_text import FreshIds, feature_id
from engine.definitions.model import WORD_PATTERN
from engine.definitions.plan import (
    NO_CELL,
    Attributes,
    BoxPlan,
    Cell,
    FeaturePlan,
    MapPlan,
    Point,
    Scalar,
    SideKey,
    SpacePlan,
    TextPlan,
    canonical_side,
    cell_of,
)

NEAR: Final = 0.25
"""How far, in hex radii, a thing may lie from where its name says before the name no longer holds."""
_ON_SIDE: Final = 0.45
LONGEST: Final = 200
_CALLED_BY_PLACE: Final = ("features", "links")
USUAL_COLOUR: Final = "#d8d2bc"
_WORD: Final = re.compile(WORD_PATTERN)
_CONTROL: Final = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")


class TiledObjects:
    """What both kinds of map need: where things lie, and a name for each that is new."""

    def __init__(self, tiled: TiledMap, file: str) -> None:
        self._tiled, self._file = tiled, file
        self.left_out: list[Message] = [
            *tiled.missing,
            *(message("exchange.tiled-layer", layer=name) for name in tiled.left_out),
        ]
        self.plan: MapPlan
        self._frame: TiledFrame
        self._lattices: dict[str, Lattice]
        self._fresh: dict[str, FreshIds] = {}

    def _point(self, pixel: Point) -> Point:
        return self._frame.point(pixel)

    def _id(self, group: str, wanted: str) -> str:
        """An id that is not taken; of what is called after its place and kind a mark says that it is counted."""
        return self._fresh.setdefault(group, FreshIds("#" if group in _CALLED_BY_PLACE else "-")).fresh(wanted)

    @contextmanager
    def _telling(self, each: TiledObject, otherwise: str) -> Iterator[None]:
        """Whatever cannot be read of an object is told by its name; raises ExchangeError."""
        try:
            yield
        except (ValueError, TypeError, KeyError, RecursionError) as bad:
            name, problem = each.name or otherwise, str(bad)[:LONGEST]
            said = message("exchange.tiled-property", file=self._file, name=name, problem=problem)
            raise ExchangeError(said) from None

    def _is_at(self, key: str, point: Point) -> bool:
        there = place_of(self.plan, self._lattices, key)
        reach = NEAR * self._frame.lattice.scale
        return there is not None and self.plan.has_place(key) and math.dist(there, point) <= reach

    def _key_at(self, point: Point) -> str | None:
        """The space or box that lies there, or else the hex."""
        places: list[SpacePlan | BoxPlan] = [*self.plan.spaces.values(), *self.plan.boxes.values()]
        for place in places:
            if math.dist(place.position, point) <= NEAR * self._frame.lattice.scale:
                return place.id
        for sheet in self.plan.sheets.values():
            col, row = self._lattices[sheet.id].cell_at(*point)
            if sheet.code(col, row) != NO_CELL:
                return Cell(sheet.id, col, row).key
        return None

    def _way(self, points: list[Point], kept: object) -> tuple[str, ...]:
        """The places that a line runs through: those it was named by while it lies on them, or all it crosses."""
        names = [str(key) for key in kept] if isinstance(kept, list) else []
        if len(names) == len(points) and all(map(self._is_at, names, points)):
            return tuple(names)
        found: list[str] = []
        for point in points:
            key = self._key_at(point)
            if key is None:
                continue
            for step in self._between(found[-1], key) if found else [key]:
                if not found or step != found[-1]:
                    found.append(step)
        return tuple(found)

    def _between(self, a: str, b: str) -> Iterator[str]:
        """From one hex to another of its sheet, hex by hex."""
        here, there = cell_of(a), cell_of(b)
        if here is not None and there is not None and here.sheet == there.sheet and a not in self.plan.spaces:
            sheet = self.plan.sheets[here.sheet]
            line = cube_line(sheet.grid.to_cube(here.col, here.row), sheet.grid.to_cube(there.col, there.row))
            for cube in line[1:-1]:
                col, row = sheet.grid.from_cube(cube)
                if sheet.code(col, row) != NO_CELL:
                    yield Cell(sheet.id, col, row).key
        yield b

    def _side_at(self, point: Point, kind: str) -> SideKey | None:
        """The hexside whose middle is nearest."""
        for sheet in self.plan.sheets.values():
            lattice = self._lattices[sheet.id]
            col, row = lattice.cell_at(*point)
            x, y = lattice.centre(col, row)
            middles = [(x + float(mx), y + float(my)) for mx, my in lattice.midpoints]
            direction = min(range(6), key=lambda number: math.dist(middles[number], point))
            if math.dist(middles[direction], point) > _ON_SIDE * lattice.scale:
                continue
            side = canonical_side(sheet.grid, Cell(sheet.id, col, row), direction, kind)
            around = (sheet.code(col, row), sheet.code(*sheet.grid.neighbour(col, row, direction)))
            if any(code != NO_CELL for code in around):
                return side
        return None

    def _feature(self, each: TiledObject, kind: str, at: str) -> None:
        wanted = text_of(each, "id") or feature_id(at, kind)
        shift = offset_of(each)
        name = self._id("features", wanted)
        self.plan.features[name] = FeaturePlan(name, at, kind, one_line(each.name), attributes_of(each), shift)

    def _lettering(self, each: TiledObject) -> None:
        middle = turned((each.size[0] / 2, each.size[1] / 2), each.rotation)
        there = self._point((each.x + middle[0], each.y + middle[1]))
        more = json_of(each, "more")
        more = more if isinstance(more, dict) else {}
        position = self._exact(each, there)
        height = self._frame.scales[1] * self._frame.lattice.scale * 0.6
        line = points_of(more.get("along"))
        name = self._id("texts", text_of(each, "id") or "text")
        self.plan.texts[name] = TextPlan(
            name,
            (each.text or "")[:LONGEST],
            position,
            each.rotation,
            number_of(more.get("size"), each.text_height / height),
            str(more.get("weight", "")),
            number_of(more.get("spacing"), 0.0),
            number_of(more.get("curve"), 0.0),
            line,
        )

    def _exact(self, each: TiledObject, there: Point) -> Point:
        """The place kept to the last digit, unless the thing was moved."""
        kept = exact_of(each)
        return kept if kept is not None and math.dist(kept, there) <= 1e-3 * self._frame.lattice.scale else there


def layer_name(layer: ObjectLayer) -> str:
    return str(layer.properties.get(LAYER, layer.name))


def text_of(each: TiledObject, name: str) -> str:
    return str(each.properties.get(f"{PREFIX}{name}", ""))


def json_of(each: TiledObject, name: str) -> object:
    text = text_of(each, name)
    return json.loads(text) if text else None


def offset_of(each: TiledObject) -> Point:
    """How far its name stands from where it usually would."""
    (found, *_) = points_of([json_of(each, "name")]) or ((0.0, 0.0),)
    return found


def points_of(value: object) -> tuple[Point, ...]:
    """Points as JSON writes them; none where one of them is no point."""
    found: list[Point] = []
    for point in value if isinstance(value, list) else ():
        if not (isinstance(point, list) and len(point) == 2 and all(isinstance(part, int | float) for part in point)):
            return ()
        found.append((float(point[0]), float(point[1])))
    return tuple(found)


def exact_of(each: TiledObject) -> Point | None:
    x, y = (each.properties.get(f"{PREFIX}{axis}") for axis in "xy")
    return (float(x), float(y)) if isinstance(x, int | float) and isinstance(y, int | float) else None


def number_of(value: object, otherwise: float) -> float:
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else otherwise


def attributes_of(each: TiledObject) -> Attributes:
    """What its owner says of it: every property that is not ours, under a name and with a value that a map can hold."""
    names = FreshIds("-")
    said = {name: value for name, value in each.properties.items() if not name.startswith(PREFIX)}
    return {names.fresh(word_of(name, "value") or "value"): _holdable(value) for name, value in said.items()}


def _holdable(value: Scalar) -> Scalar:
    """A value as it is or, of a number beyond those that a rule may read, as a text."""
    if not isinstance(value, str):
        return value if -LARGEST <= value <= LARGEST else str(value)
    return _CONTROL.sub(" ", value)[:LONGEST_VALUE]


def word_of(text: str, otherwise: str = "kind") -> str:
    """A word as it stands, where it can stand; otherwise what comes nearest to it."""
    if not text:
        return ""
    return text if _WORD.fullmatch(text) and len(text) <= LONGEST_ID else slug(text, otherwise)


def one_line(text: str) -> str:
    tidy = " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())[:LONGEST]
    return tidy if unfit_line(tidy) is None else ""
