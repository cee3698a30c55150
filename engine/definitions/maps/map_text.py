"""From the text of a map to its plan: labels become keys, letters become terrain.

Everything that cannot be resolved is an issue at its place in the file, with what may have been meant. The
other way is `map_writing`; a plan written and read again is the same plan.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

from engine.core.boards.hexes import DIRECTION_NAMES, HexGrid, Orientation, Parity, direction_number
from engine.core.boards.labels import Axis, AxisStyle, LabelOrder, LabelScheme, Letters, RowAxis
from engine.core.messages import Message, message
from engine.definitions.bounds import MOST_TERRAINS
from engine.definitions.documents import Loaded
from engine.definitions.issues import Issue, Path, Where, error, warning
from engine.definitions.maps.map_bounds import beyond_bounds
from engine.definitions.maps.map_checks import check_plan, side_name
from engine.definitions.maps.map_model import (
    AxisModel,
    LabelsModel,
    LinkModel,
    MapModel,
    SheetModel,
    SidesModel,
    SwatchesModel,
)
from engine.definitions.maps.map_places import Places
from engine.definitions.maps.map_rows import read_rows
from engine.definitions.palette import Swatch
from engine.definitions.plan import (
    NO_CELL,
    NO_TERRAIN,
    BoxPlan,
    Cell,
    FeaturePlan,
    GeoPlan,
    JoinPlan,
    LinkPlan,
    MapPlan,
    PathPlan,
    RegionPlan,
    ScanPlan,
    ShapePlan,
    SheetPlan,
    SidePlan,
    SpacePlan,
    SwatchKey,
    TextPlan,
    canonical_side,
    cell_of,
)
from engine.definitions.suggest import did_you_mean

Locate: TypeAlias = Callable[[Path], Where]
"""Where in its file a value stands."""


def plan_of(model: MapModel, locate: Locate | None = None) -> tuple[MapPlan, list[Issue]]:
    """The plan of a map and everything there is to say about it; with errors among the issues, parts are missing."""
    reading = _Reading(model, locate or (lambda path: Where(path=path)))
    return reading.plan, reading.issues


def plan_of_loaded(loaded: Loaded[MapModel]) -> tuple[MapPlan, list[Issue]]:
    """The same of a map in a project; one that was written from a sound plan is not read back.

    The plan may be that of others: whoever wants to change it makes a copy.
    """
    plan = loaded.plan
    if plan is not None and next(beyond_bounds(plan), None) is None and not check_plan(plan):
        return plan, []
    return plan_of(loaded.document, loaded.where)


def feature_id(at: str, kind: str) -> str:
    """The id of a feature whose author gave none."""
    return f"{at}/{kind}"


def link_id(a: str, b: str, kind: str) -> str:
    """The id of a link whose author gave none."""
    return f"{a}--{b}/{kind}"


TEXT_ID = "text"
_LISTS = {"sheet": "sheets", "space": "spaces", "box": "boxes", "text": "texts", "shape": "shapes"}
"""In which list of the text the parts stand that may go beyond the bounds."""


class FreshIds:
    """Ids for parts whose author gave none: the obvious one, numbered after a mark from the second time on."""

    def __init__(self, mark: str = "#") -> None:
        self._mark = mark
        self._taken: set[str] = set()
        self._next: dict[str, int] = {}

    def proposed(self, base: str) -> str:
        """The id that a part without one has now."""
        if base not in self._taken:
            return base
        number = self._next.get(base, 2)
        while f"{base}{self._mark}{number}" in self._taken:
            number += 1
        self._next[base] = number
        return f"{base}{self._mark}{number}"

    def fresh(self, base: str) -> str:
        """The id that a part without one has, used from now on."""
        name = self.proposed(base)
        self._taken.add(name)
        return name

    def take(self, name: str) -> bool:
        """Use an id; False when it was used before."""
        if name in self._taken:
            return False
        self._taken.add(name)
        return True


class _Reading:
    """One pass over a model: ground first, because labels need it, then all that lies on it."""

    def __init__(self, model: MapModel, locate: Locate) -> None:
        self.issues: list[Issue] = []
        self._locate = locate
        self._came_from: dict[Path, Path] = {}
        self.plan = MapPlan(model.id, model.title or "", model.palette or "")
        self._codes: dict[str, int] = {}
        for name in model.terrains:
            self._code(name)
        for number, sheet in enumerate(model.sheets):
            self._sheet(sheet, number)
        self._ground(model)
        self._places = Places(self.plan)
        self._joins(model)
        self._places = Places(self.plan)
        self._links(model)
        self._features(model)
        for number, sides in enumerate(model.sides):
            self._sides(sides, number)
        self._paths(model)
        self._regions(model)
        self._lettering(model)
        self._shapes(model)
        self._georeference(model)
        self._swatches(model)
        self._check()

    def _say(self, said: Message, path: Path, hint: Message | None = None) -> None:
        self.issues.append(error(said, self._locate(path), hint))

    def _code(self, terrain: str) -> int:
        code = self._codes.get(terrain)
        if code is None:
            self.plan.terrain_names.append(terrain)
            code = self._codes[terrain] = len(self.plan.terrain_names)
        return code

    def _sheet(self, model: SheetModel, number: int) -> None:
        path: Path = ("sheets", number)
        if model.id in self.plan.sheets:
            self._say(message("map.duplicate-id", id=model.id), (*path, "id"))
            return
        names = [name for name in model.codes.values() if name is not None]
        fill = model.fill or NO_TERRAIN
        new = dict.fromkeys(name for name in (*names, fill) if name not in self._codes and name != NO_TERRAIN)
        if len(self._codes) + len(new) > MOST_TERRAINS:
            self._say(message("map.too-many-terrains", limit=MOST_TERRAINS), (*path, "codes"))
            return
        legend = {letter: NO_CELL if name is None else self._code(name) for letter, name in model.codes.items()}
        if fill != NO_TERRAIN:
            self._code(fill)
        sheet = SheetPlan(
            id=model.id,
            grid=HexGrid(Orientation(model.orientation), Parity(model.parity)),
            first=model.first,
            size=model.size,
            labels=scheme_of(model.labels),
            fill=fill,
            terrain=self.plan.filled(model.size, fill),
            edge=model.edge,
            scale=model.scale,
            origin=model.origin,
        )
        rows = model.rows
        if len(rows) > model.size[1]:
            self._say(message("map.too-many-rows", found=len(rows), size=model.size[1]), (*path, "rows", model.size[1]))
            rows = rows[: model.size[1]]
        for trouble in read_rows(rows, legend, sheet.terrain):
            at = (*path, "rows", trouble.row)
            if trouble.character:
                said = message("map.unknown-code", code=trouble.character, column=trouble.column + 1)
                self._say(said, at, did_you_mean(trouble.character, legend))
            else:
                self._say(message("map.row-too-long", size=model.size[0], found=len(rows[trouble.row])), at)
        self.plan.sheets[model.id] = sheet

    def _ground(self, model: MapModel) -> None:
        seen = FreshIds()
        for number, space in enumerate(model.spaces):
            if self._is_new(seen, space.id, ("spaces", number, "id")):
                self.plan.spaces[space.id] = SpacePlan(
                    space.id,
                    space.name or "",
                    space.position,
                    space.terrain or NO_TERRAIN,
                    dict(space.attributes),
                    space.name_offset,
                )
        for number, box in enumerate(model.boxes):
            if self._is_new(seen, box.id, ("boxes", number, "id")):
                self.plan.boxes[box.id] = BoxPlan(box.id, box.title or "", box.position, dict(box.attributes))

    def _is_new(self, seen: FreshIds, name: str, path: Path) -> bool:
        if seen.take(name):
            return True
        self._say(message("map.duplicate-id", id=name), path)
        return False

    def _key(self, text: str, path: Path) -> str | None:
        """The key behind a label; what is not found is told."""
        key = self._places.key(text)
        if key is None:
            if self._places.is_ambiguous(text):
                self._say(message("map.ambiguous-label", label=text), path, message("map.write-the-key"))
            else:
                self._say(message("map.unknown-place", place=text), path, self._places.suggestion(text))
        return key

    def _keys(self, texts: Sequence[str], path: Path) -> list[str] | None:
        keys = [self._key(text, (*path, number)) for number, text in enumerate(texts)]
        found = [key for key in keys if key is not None]
        return found if len(found) == len(keys) else None

    def _cell(self, text: str, path: Path) -> Cell | None:
        key = self._key(text, path)
        cell = None if key is None else cell_of(key)
        if key is not None and cell is None:
            self._say(message("map.not-a-hex", place=text), path)
        return cell

    def _joins(self, model: MapModel) -> None:
        for number, join in enumerate(model.joins):
            cell, onto = (
                self._cell(join.cell, ("joins", number, "cell")),
                self._cell(join.onto, ("joins", number, "onto")),
            )
            if cell is None or onto is None:
                continue
            if cell.sheet != join.sheet:
                said = message("map.not-of-sheet", place=join.cell, sheet=join.sheet)
                self._say(said, ("joins", number, "cell"))
                continue
            self.plan.joins.append(JoinPlan(join.sheet, (cell.col, cell.row), onto.sheet, (onto.col, onto.row)))
            self._came_from["joins", len(self.plan.joins) - 1] = ("joins", number)

    def _links(self, model: MapModel) -> None:
        fresh = FreshIds()
        written: Iterable[tuple[Path, LinkModel]] = [
            *((("links", number), link) for number, link in enumerate(model.links)),
            *((("connections", number), link) for number, link in enumerate(model.connections)),
        ]
        for path, link in written:
            ends = self._keys(link.between, (*path, "between"))
            if ends is None:
                continue
            a, b = ends
            name = link.id or fresh.proposed(link_id(a, b, link.kind))
            if self._is_new(fresh, name, path):
                self.plan.links[name] = LinkPlan(name, a, b, link.kind, link.one_way, dict(link.attributes))
                self._came_from["links", name] = path

    def _features(self, model: MapModel) -> None:
        fresh = FreshIds()
        for number, feature in enumerate(model.features):
            at = self._key(feature.at, ("features", number, "at"))
            if at is None:
                continue
            name = feature.id or fresh.proposed(feature_id(at, feature.kind))
            if self._is_new(fresh, name, ("features", number)):
                self.plan.features[name] = FeaturePlan(
                    name, at, feature.kind, feature.name or "", dict(feature.attributes), feature.name_offset
                )
                self._came_from["features", name] = ("features", number)

    def _sides(self, model: SidesModel, number: int) -> None:
        towards = "" if model.towards is None else self._key(model.towards, ("sides", number, "towards"))
        if towards is None:
            return
        for item, text in enumerate(model.at):
            path: Path = ("sides", number, "at", item)
            place, slash, name = text.rpartition("/")
            if not slash:
                self._say(message("map.side-without-direction", side=text), path)
                continue
            cell = self._cell(place, path)
            if cell is None:
                continue
            grid = self.plan.sheets[cell.sheet].grid
            direction = direction_number(grid.orientation, name)
            if direction is None:
                hint = did_you_mean(name, DIRECTION_NAMES[grid.orientation])
                self._say(message("map.unknown-direction", direction=name), path, hint)
                continue
            side = canonical_side(grid, cell, direction, model.kind)
            if side in self.plan.sides:
                said = message("map.duplicate-side", side=text, kind=model.kind)
                self.issues.append(warning(said, self._locate(path)))
                continue
            self.plan.sides[side] = SidePlan(towards, dict(model.attributes))
            self._came_from["sides", side_name(side)] = path

    def _paths(self, model: MapModel) -> None:
        seen = FreshIds()
        for number, path in enumerate(model.paths):
            through = self._keys(path.through, ("paths", number, "through"))
            if self._is_new(seen, path.id, ("paths", number, "id")) and through is not None:
                self.plan.paths[path.id] = PathPlan(path.id, path.kind, tuple(through), dict(path.attributes))
                self._came_from["paths", path.id] = ("paths", number)

    def _regions(self, model: MapModel) -> None:
        seen = FreshIds()
        for number, region in enumerate(model.regions):
            members = self._keys(region.members, ("regions", number, "members"))
            if self._is_new(seen, region.id, ("regions", number, "id")) and members is not None:
                self.plan.regions[region.id] = RegionPlan(
                    region.id, region.kind, region.title or "", frozenset(members), region.colour or ""
                )
                self._came_from["regions", region.id] = ("regions", number)
                for item, member in enumerate(members):
                    self._came_from["regions", region.id, "members", member] = ("regions", number, "members", item)

    def _lettering(self, model: MapModel) -> None:
        fresh = FreshIds()
        for number, text in enumerate(model.texts):
            name = text.id or fresh.proposed(TEXT_ID)
            if self._is_new(fresh, name, ("texts", number)):
                self.plan.texts[name] = TextPlan(
                    name,
                    text.text,
                    text.position,
                    text.angle,
                    text.size,
                    text.weight,
                    text.spacing,
                    text.curve,
                    text.along,
                )
        seen = FreshIds()
        for number, scan in enumerate(model.scans):
            if self._is_new(seen, scan.id, ("scans", number, "id")):
                self.plan.scans[scan.id] = ScanPlan(
                    scan.id, scan.title or "", scan.sha256, scan.placement, dict(scan.attributes)
                )

    def _shapes(self, model: MapModel) -> None:
        seen = FreshIds()
        for number, shape in enumerate(model.shapes):
            if self._is_new(seen, shape.id, ("shapes", number, "id")):
                self.plan.shapes[shape.id] = ShapePlan(
                    shape.id, shape.rings, shape.terrain or "", shape.region or "", shape.level
                )
                self._came_from["shapes", shape.id] = ("shapes", number)

    def _swatches(self, model: MapModel) -> None:
        for group in SwatchesModel.model_fields:
            swatches: tuple[Swatch, ...] = getattr(model.swatches, group)
            for number, swatch in enumerate(swatches):
                key = SwatchKey(group, swatch.id)
                if key in self.plan.swatches:
                    self._say(message("map.duplicate-id", id=swatch.id), ("swatches", group, number, "id"))
                self.plan.swatches.setdefault(key, swatch.replace(order=swatch.order or number + 1))

    def _georeference(self, model: MapModel) -> None:
        if (geo := model.georeference) is None:
            return
        anchor = self._cell(geo.anchor.at, ("georeference", "anchor", "at"))
        if anchor is not None:
            at = geo.anchor.latitude, geo.anchor.longitude
            self.plan.georeference = GeoPlan(
                geo.projection, geo.centre, geo.hex_km, anchor.key, at, geo.parallels, geo.rotation
            )

    def _check(self) -> None:
        """What the plan itself has to say, at the lines it came from."""
        for beyond in beyond_bounds(self.plan):
            self._say(beyond.said, self._written_at((_LISTS.get(beyond.part, beyond.part), beyond.id)))
        for found in check_plan(self.plan, self._places):
            where = self._locate(self._written_at(found.where.path))
            self.issues.append(Issue(found.severity, found.code, found.message, where, found.hint))

    def _written_at(self, path: Path) -> Path:
        for length in range(len(path), 0, -1):
            written = self._came_from.get(path[:length])
            if written is not None:
                return (*written, *path[length:])
        return path


def scheme_of(model: LabelsModel) -> LabelScheme:
    """How a sheet prints its labels."""
    return LabelScheme(
        order=LabelOrder(model.order),
        column=_axis(model.column),
        row=_axis(model.row),
        separator=model.separator,
        prefix=model.prefix,
        row_axis=RowAxis(model.row_axis),
    )


def _axis(model: AxisModel) -> Axis:
    return Axis(AxisStyle(model.style), model.start, model.step, model.digits, Letters(model.letters))
