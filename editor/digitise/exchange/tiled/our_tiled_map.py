"""A map that went out from here and comes back, perhaps changed in Tiled: what was moved, painted or added wins."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from typing import Final

from pydantic import ValidationError

from editor.digitise.exchange.exchange_error import ExchangeError
from editor.digitise.exchange.tiled.tile_data import recoded
from editor.digitise.exchange.tiled.tiled_export import (
    FIRST,
    PREFIX,
    REST,
    Layout,
    side_ends,
    terrain_codes,
)
from editor.digitise.exchange.tiled.tiled_frame import TiledFrame
from editor.digitise.exchange.tiled.tiled_map import (
    ObjectLayer,
    TiledMap,
    TiledObject,
    TileLayer,
)
from editor.digitise.exchange.tiled.tiled_objects import (
    NEAR,
    USUAL_COLOUR,
    TiledObjects,
    attributes_of,
    json_of,
    layer_name,
    offset_of,
    one_line,
    text_of,
    word_of,
)
from editor.model.words import slug
from engine.core.messages import message
from engine.definitions.faults import first_said
from engine.definitions.maps.map_model import MapModel
from engine.definitions.maps.map_places import Places
from engine.definitions.maps.map_text import plan_of
from engine.definitions.maps.map_writing import model_of
from engine.definitions.palette import TerrainSwatch
from engine.definitions.plan import (
    NO_CELL,
    NO_TERRAIN,
    BoxPlan,
    JoinPlan,
    LinkPlan,
    MapPlan,
    PathPlan,
    Point,
    SideKey,
    SidePlan,
    SpacePlan,
    SwatchKey,
    cell_of,
)

_ON_THE_GROUND: Final = ("joins", "regions", "shapes", "georeference")
"""What of a map's text names places."""


class OurTiledMap(TiledObjects):
    """A map that was written here, and perhaps changed in Tiled since."""

    def __init__(self, tiled: TiledMap, file: str) -> None:
        super().__init__(tiled, file)
        try:
            rest = json.loads(str(tiled.properties[REST]))
            self._lay_ground(rest)
            self._take_layers("spaces", "boxes")
            self._finish(rest)
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as bad:
            said = message("exchange.tiled-property", file=file, name=REST, problem=str(bad)[:200])
            raise ExchangeError(said) from None
        self._take_layers("features", "sides", "paths", "links", "texts")
        for layer in tiled.layers:
            if isinstance(layer, ObjectLayer) and layer_name(layer) not in self._TAKE:
                self.left_out.append(message("exchange.tiled-layer", layer=layer.name))

    def _lay_ground(self, rest: Mapping[str, object]) -> None:
        """The sheets, painted as the tiles are: all other names need places to be names of."""
        self.plan = self._read({name: rest[name] for name in rest if name not in _ON_THE_GROUND})
        self._paint(self.plan, rest)
        joined = self.plan.copy()
        joined.joins.extend(self._read_joins(self.plan, rest))
        layout = Layout(joined)
        kept = json.loads(str(self._tiled.properties.get(FIRST, "null")))
        first = layout.first if kept is None else (int(kept[0]), int(kept[1]))
        self._frame = TiledFrame(layout.main, first, self._tiled.tile_size, self._tiled.side)
        self._lattices = layout.lattices

    def _finish(self, rest: dict[str, object]) -> None:
        """The ground with all that Tiled did not draw."""
        written = model_of(self.plan)
        rest["sheets"] = _written_sheets(self.plan)
        for part in ("spaces", "boxes", "swatches"):
            rest[part] = written.model_dump(mode="json", exclude_defaults=True, include={part}).get(part, ())
        rest["swatches"] = rest["swatches"] or {}
        rest["terrains"] = self.plan.terrain_names
        self._prune(rest, Places(self.plan))
        self.plan = self._read(rest)

    def _take_layers(self, *names: str) -> None:
        for name in names:
            for layer in self._tiled.layers:
                if isinstance(layer, ObjectLayer) and layer_name(layer) == name:
                    self._take(name, layer)

    def _read(self, rest: Mapping[str, object]) -> MapPlan:
        try:
            model = MapModel.model_validate_json(json.dumps(rest))
        except ValidationError as bad:
            raise ExchangeError(message("exchange.tiled-unfit", file=self._file, problem=first_said(bad))) from None
        plan, issues = plan_of(model)
        for issue in issues:
            if issue.is_error:
                raise ExchangeError(message("exchange.tiled-unfit", file=self._file, problem=issue.message))
        return plan

    def _paint(self, plan: MapPlan, rest: Mapping[str, object]) -> None:
        """The terrain of the sheets from the tiles; the sheets must lie as they will, so joins count."""
        plan.joins.extend(self._read_joins(plan, rest))
        layout = Layout(plan)
        plan.joins.clear()

        def code(gid: int) -> int:
            return plan.code_of(self._terrain(plan, gid)) if gid else NO_CELL

        for layer in self._tiled.layers:
            if not isinstance(layer, TileLayer):
                continue
            sheet = plan.sheets.get(str(layer.properties.get(f"{PREFIX}sheet", layer.name)))
            if sheet is None:
                self.left_out.append(message("exchange.tiled-layer", layer=layer.name))
                continue
            cols, rows = layout.where(sheet)
            gids = terrain_codes(layer.gids, cols - layer.start[0], rows - layer.start[1])
            outside = int((layer.gids != 0).sum()) - int((gids != 0).sum())
            if outside > 0:
                self.left_out.append(message("exchange.tiled-beyond", layer=layer.name, count=outside))
            sheet.terrain[:] = recoded(gids, code, self._file)

    def _read_joins(self, plan: MapPlan, rest: Mapping[str, object]) -> list[JoinPlan]:
        """The joins, read on sheets that are whole: a label finds its hex even where the tile is gone."""
        whole = plan.copy()
        for sheet in whole.sheets.values():
            sheet.terrain[:] = whole.code_of(sheet.fill or "clear")
        wanted = {"id": plan.id, "terrains": whole.terrain_names, "joins": rest.get("joins", ())}
        wanted["sheets"] = _written_sheets(whole)
        return self._read(wanted).joins

    def _terrain(self, plan: MapPlan, gid: int) -> str:
        found = self._tiled.tile(gid)
        tile = None if found is None else found[0].tiles.get(found[1])
        name = word_of("" if tile is None else tile.kind) or f"tile-{gid}"
        if name not in plan.terrain_names:
            name = slug(name, "tile")
            key = SwatchKey("terrain", name)
            plan.swatches.setdefault(key, TerrainSwatch(id=name, name=name, colour=USUAL_COLOUR, order=900))
        return name

    def _prune(self, rest: dict[str, object], places: Places) -> None:
        """Members of regions whose hexes were taken away in Tiled go, and so do joins that hang on them."""
        gone = 0
        regions = rest.get("regions")
        for region in regions if isinstance(regions, list) else []:
            members = region.get("members", [])
            kept = [member for member in members if places.key(str(member)) is not None]
            gone += len(members) - len(kept)
            region["members"] = kept
        if gone:
            self.left_out.append(message("exchange.tiled-members", count=gone))

    def _take(self, name: str, layer: ObjectLayer) -> None:
        lost = 0
        for each in layer.objects:
            with self._telling(each, name):
                lost += not self._TAKE[name](self, each)
        if lost:
            self.left_out.append(message("exchange.tiled-nowhere", layer=layer.name, count=lost))

    def _take_space(self, each: TiledObject) -> bool:
        name = self._id("places", text_of(each, "id") or slug(each.name, "space"))
        position = self._exact(each, self._point(each.places[0]))
        shift = offset_of(each)
        terrain = each.kind if each.kind == NO_TERRAIN else word_of(each.kind)
        self.plan.spaces[name] = SpacePlan(name, one_line(each.name), position, terrain, attributes_of(each), shift)
        return True

    def _take_box(self, each: TiledObject) -> bool:
        name = self._id("places", text_of(each, "id") or slug(each.name, "box"))
        position = self._exact(each, self._point(each.places[0]))
        self.plan.boxes[name] = BoxPlan(name, one_line(each.name), position, attributes_of(each))
        return True

    def _take_feature(self, each: TiledObject) -> bool:
        point = self._point(each.places[0])
        kept = text_of(each, "at")
        at = kept if kept and self._is_at(kept, point) else self._key_at(point)
        if at is None:
            return False
        self._feature(each, word_of(each.kind) or "place", at)
        return True

    def _take_side(self, each: TiledObject) -> bool:
        points = [self._point(pixel) for pixel in each.places]
        middle = (points[0][0] + points[-1][0]) / 2, (points[0][1] + points[-1][1]) / 2
        kind = word_of(each.kind) or "river"
        key = self._kept_side(text_of(each, "id"), kind, middle) or self._side_at(middle, kind)
        if key is None or key in self.plan.sides:
            return False
        towards = text_of(each, "towards")
        self.plan.sides[key] = SidePlan(towards if self.plan.has_place(towards) else "", attributes_of(each))
        return True

    def _kept_side(self, name: str, kind: str, middle: Point) -> SideKey | None:
        place, slash, direction = name.removesuffix(f"/{kind}").rpartition("/")
        cell = cell_of(place)
        if not slash or not direction.isdigit() or cell is None or cell.sheet not in self._lattices:
            return None
        key = SideKey(cell.sheet, cell.col, cell.row, int(direction) % 3, kind)
        a, b = side_ends(self._lattices[cell.sheet], key)
        there = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
        return key if math.dist(there, middle) <= NEAR * self._frame.lattice.scale else None

    def _take_path(self, each: TiledObject) -> bool:
        way = self._way([self._point(pixel) for pixel in each.places], json_of(each, "through"))
        if len(way) < 2:
            return False
        kind = word_of(each.kind) or "road"
        name = self._id("paths", text_of(each, "id") or slug(each.name or kind, "path"))
        self.plan.paths[name] = PathPlan(name, kind, way, attributes_of(each))
        return True

    def _take_link(self, each: TiledObject) -> bool:
        points = [self._point(pixel) for pixel in each.places]
        kept = json_of(each, "through")
        ends = (points[0], points[-1])
        keys = [
            kept[n]
            if isinstance(kept, list) and len(kept) == 2 and self._is_at(str(kept[n]), end)
            else self._key_at(end)
            for n, end in enumerate(ends)
        ]
        a, b = keys
        if a is None or b is None or a == b:
            return False
        kind = word_of(each.kind) or "link"
        name = self._id("links", text_of(each, "id") or f"{a}--{b}/{kind}")
        one_way = each.properties.get(f"{PREFIX}one-way") is True
        self.plan.links[name] = LinkPlan(name, a, b, kind, one_way, attributes_of(each))
        return True

    def _take_text(self, each: TiledObject) -> bool:
        if each.text is None:
            return False
        self._lettering(each)
        return True

    _TAKE: Final[dict[str, Callable[..., bool]]] = {
        "spaces": _take_space,
        "boxes": _take_box,
        "features": _take_feature,
        "sides": _take_side,
        "paths": _take_path,
        "links": _take_link,
        "texts": _take_text,
    }


def _written_sheets(plan: MapPlan) -> list[dict[str, object]]:
    """The sheets as text, with their rows."""
    sheets = model_of(plan).sheets
    return [sheet.model_dump(mode="json", exclude_defaults=True) | {"fill": sheet.fill} for sheet in sheets]
