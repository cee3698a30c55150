"""From the plan of a map to its text, always in the same order.

What lies on the map is written as one reads it, sheet by sheet and row by row, and the rest by name, so that
two people who painted the same map in a different order have the same file, and a stroke is a small diff.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal, TypeVar, cast

from pydantic import ValidationError

from engine.core.boards.hexes import DIRECTION_NAMES, opposite
from engine.core.boards.labels import Axis, LabelScheme
from engine.core.messages import message
from engine.definitions.issues import DefinitionError, Where, error
from engine.definitions.maps.map_model import (
    AnchorModel,
    AxisModel,
    BoxModel,
    FeatureModel,
    GeoreferenceModel,
    JoinModel,
    LabelsModel,
    LetteringWeight,
    LinkModel,
    MapModel,
    PathModel,
    RegionModel,
    ScanModel,
    ShapeModel,
    SheetModel,
    SidesModel,
    SpaceModel,
    SwatchesModel,
    TextModel,
)
from engine.definitions.maps.map_places import Places, natural
from engine.definitions.maps.map_rows import ABSENT, codes_used, pick_letters, write_rows
from engine.definitions.maps.map_text import TEXT_ID, FreshIds, feature_id, link_id
from engine.definitions.model import FrozenDict
from engine.definitions.palette import Swatch
from engine.definitions.plan import (
    NO_CELL,
    NO_TERRAIN,
    Attributes,
    Cell,
    GeoPlan,
    LinkPlan,
    MapPlan,
    SheetPlan,
    SideKey,
    side_cells,
)

P = TypeVar("P")


def model_of(plan: MapPlan) -> MapModel:
    """The text of a plan; raises DefinitionError for names that no text can hold."""
    try:
        return _model(plan)
    except ValidationError as bad:
        fault = bad.errors(include_url=False, include_context=False)[0]
        said = message("map.not-writable", map=plan.id, name=str(fault["input"])[:80])
        raise DefinitionError([error(said, Where(path=tuple(fault["loc"])))]) from None


def _model(plan: MapPlan) -> MapModel:
    places = Places(plan)
    letters = pick_letters(plan.terrain_names)
    sheets = tuple(_sheet(sheet, plan, letters) for sheet in plan.sheets.values())
    links, connections = _links(plan, places)
    return MapModel(
        id=plan.id,
        title=plan.title or None,
        palette=plan.palette or None,
        swatches=_swatches(plan),
        terrains=() if _terrains_follow(plan, sheets) else tuple(plan.terrain_names),
        sheets=sheets,
        joins=tuple(
            JoinModel(
                sheet=join.sheet,
                cell=places.label(Cell(join.sheet, *join.cell).key),
                onto=places.label(Cell(join.onto_sheet, *join.onto).key),
            )
            for join in plan.joins
        ),
        boxes=tuple(
            BoxModel(id=box.id, title=box.title or None, position=box.position, attributes=_values(box.attributes))
            for box in _by_name(plan.boxes)
        ),
        spaces=tuple(
            SpaceModel(
                id=space.id,
                name=space.name or None,
                position=space.position,
                terrain=space.terrain or None,
                attributes=_values(space.attributes),
                name_offset=space.name_offset,
            )
            for space in _by_name(plan.spaces)
        ),
        links=links,
        connections=connections,
        features=_features(plan, places),
        sides=_sides(plan, places),
        paths=tuple(
            PathModel(
                id=path.id,
                kind=path.kind,
                attributes=_values(path.attributes),
                through=tuple(places.label(key) for key in path.through),
            )
            for path in _by_name(plan.paths)
        ),
        regions=tuple(
            RegionModel(
                id=region.id,
                kind=region.kind,
                title=region.title or None,
                colour=region.colour or None,
                members=tuple(places.label(key) for key in places.ordered(region.members)),
            )
            for region in sorted(plan.regions.values(), key=lambda region: (region.kind, natural(region.id)))
        ),
        texts=_texts(plan),
        shapes=tuple(
            ShapeModel(
                id=shape.id,
                terrain=shape.terrain or None,
                region=shape.region or None,
                level=shape.level,
                rings=shape.rings,
            )
            for shape in sorted(plan.shapes.values(), key=lambda shape: (shape.level, natural(shape.id)))
        ),
        scans=tuple(
            ScanModel(
                id=scan.id,
                title=scan.title or None,
                sha256=scan.sha256,
                placement=scan.placement,
                attributes=_values(scan.attributes),
            )
            for scan in _by_name(plan.scans)
        ),
        georeference=None if plan.georeference is None else _georeference(plan.georeference, places),
    )


def _swatches(plan: MapPlan) -> SwatchesModel:
    """Every list in the order in which its kinds stand; the number is written where the list does not show it."""
    groups: dict[str, list[Swatch]] = {}
    ordered = sorted(plan.swatches.items(), key=lambda pair: (pair[0].group, pair[1].order, natural(pair[0].id)))
    for key, swatch in ordered:
        group = groups.setdefault(key.group, [])
        group.append(swatch.replace(order=0) if swatch.order == len(group) + 1 else swatch)
    return SwatchesModel.model_validate({group: tuple(swatches) for group, swatches in groups.items()})


def _georeference(geo: GeoPlan, places: Places) -> GeoreferenceModel:
    return GeoreferenceModel.model_validate(
        {
            "projection": geo.projection,
            "centre": geo.centre,
            "parallels": geo.parallels,
            "hex_km": geo.hex_km,
            "rotation": geo.rotation,
            "anchor": AnchorModel(at=places.label(geo.anchor), latitude=geo.anchor_at[0], longitude=geo.anchor_at[1]),
        }
    )


def _by_name(parts: Mapping[str, P]) -> Iterator[P]:
    return (parts[name] for name in sorted(parts, key=natural))


def _values(attributes: Attributes) -> FrozenDict[str, str | int | float | bool]:
    return FrozenDict(sorted(attributes.items()))


def _sheet(sheet: SheetPlan, plan: MapPlan, letters: list[str]) -> SheetModel:
    used = codes_used(sheet.terrain)
    fill = NO_CELL if sheet.fill == NO_TERRAIN else plan.terrain_names.index(sheet.fill) + 1
    is_blank = used == [fill]
    legend = {
        ABSENT if code == NO_CELL else letters[code - 1]: None if code == NO_CELL else plan.terrain_names[code - 1]
        for code in sorted({*used, fill})
    }
    return SheetModel(
        id=sheet.id,
        orientation=sheet.grid.orientation.value,
        parity=sheet.grid.parity.value,
        first=sheet.first,
        size=sheet.size,
        edge=cast(Literal["whole", "half"], sheet.edge),
        scale=sheet.scale,
        origin=sheet.origin,
        labels=labels_of(sheet.labels),
        fill=sheet.fill or None,
        codes=FrozenDict({} if is_blank else legend),
        rows=() if is_blank else tuple(write_rows(sheet.terrain, letters)),
    )


def _terrains_follow(plan: MapPlan, sheets: tuple[SheetModel, ...]) -> bool:
    """Whether a reader of the legends gives every terrain the code it has in the plan."""
    names = (name for sheet in sheets for name in (*sheet.codes.values(), sheet.fill) if name is not None)
    return list(dict.fromkeys(names)) == plan.terrain_names


def labels_of(scheme: LabelScheme) -> LabelsModel:
    """The text of how a sheet prints its labels."""
    return LabelsModel(
        order=scheme.order.value,
        separator=scheme.separator,
        prefix=scheme.prefix,
        column=_axis(scheme.column),
        row=_axis(scheme.row),
        row_axis=scheme.row_axis.value,
    )


def _axis(axis: Axis) -> AxisModel:
    return AxisModel(
        style=axis.style.value,
        start=axis.start,
        step=axis.step,
        digits=axis.digits,
        letters=axis.letters.value,
    )


def _links(plan: MapPlan, places: Places) -> tuple[tuple[LinkModel, ...], tuple[LinkModel, ...]]:
    """Ways between two spaces are connections, all others links; to the plan they are the same thing."""
    ordered = sorted(
        plan.links.values(), key=lambda link: (places.order(link.a), places.order(link.b), link.kind, link.id)
    )
    fresh = FreshIds()

    def written(link: LinkPlan) -> LinkModel:
        proposed = fresh.proposed(link_id(link.a, link.b, link.kind))
        fresh.take(link.id)
        return LinkModel(
            between=(places.label(link.a), places.label(link.b)),
            kind=link.kind,
            one_way=link.one_way,
            attributes=_values(link.attributes),
            id=None if link.id == proposed else link.id,
        )

    def joins_spaces(link: LinkPlan) -> bool:
        return link.a in plan.spaces and link.b in plan.spaces

    links = tuple(written(link) for link in ordered if not joins_spaces(link))
    return links, tuple(written(link) for link in ordered if joins_spaces(link))


def _features(plan: MapPlan, places: Places) -> tuple[FeatureModel, ...]:
    fresh = FreshIds()
    found = []
    for feature in sorted(plan.features.values(), key=lambda f: (places.order(f.at), f.kind, natural(f.id))):
        proposed = fresh.proposed(feature_id(feature.at, feature.kind))
        fresh.take(feature.id)
        found.append(
            FeatureModel(
                at=places.label(feature.at),
                kind=feature.kind,
                name=feature.name or None,
                attributes=_values(feature.attributes),
                name_offset=feature.name_offset,
                id=None if feature.id == proposed else feature.id,
            )
        )
    return tuple(found)


def _texts(plan: MapPlan) -> tuple[TextModel, ...]:
    fresh = FreshIds()
    found = []
    for text in _by_name(plan.texts):
        proposed = fresh.proposed(TEXT_ID)
        fresh.take(text.id)
        name = None if text.id == proposed else text.id
        found.append(
            TextModel(
                text=text.text,
                position=text.position,
                angle=_whole(text.angle),
                size=_whole(text.size),
                weight=cast("LetteringWeight", text.weight),
                spacing=_whole(text.spacing),
                curve=_whole(text.curve),
                along=text.along,
                id=name,
            )
        )
    return tuple(found)


def _sides(plan: MapPlan, places: Places) -> tuple[SidesModel, ...]:
    """One entry for all sides that carry the same thing, each side seen from a hex that exists."""
    order = {sheet: number for number, sheet in enumerate(plan.sheets)}
    groups: dict[tuple[Any, ...], list[str]] = {}
    told: dict[tuple[Any, ...], tuple[str, str, Attributes]] = {}
    for key in sorted(plan.sides, key=lambda side: (order.get(side.sheet, 0), side.row, side.col, side.direction)):
        side = plan.sides[key]
        attributes = tuple(sorted((name, type(value).__name__, value) for name, value in side.attributes.items()))
        same: tuple[Any, ...] = (key.kind, places.order(side.towards) if side.towards else (), attributes)
        told.setdefault(same, (key.kind, side.towards, side.attributes))
        groups.setdefault(same, []).append(_side_name(plan, places, key))
    found = []
    for same in sorted(groups):
        kind, towards, carried = told[same]
        found.append(
            SidesModel(
                kind=kind,
                towards=places.label(towards) if towards else None,
                attributes=_values(carried),
                at=tuple(groups[same]),
            )
        )
    return tuple(found)


def _side_name(plan: MapPlan, places: Places, key: SideKey) -> str:
    grid = plan.sheets[key.sheet].grid
    names = DIRECTION_NAMES[grid.orientation]
    near, far = side_cells(grid, key)
    if plan.terrain_at(near) is None and plan.terrain_at(far) is not None:
        return f"{places.label(far.key)}/{names[opposite(key.direction)]}"
    return f"{places.label(near.key)}/{names[key.direction]}"


def _whole(number: float) -> float:
    """A quantity as a person writes it: 90 and not 90.0, wherever it has been kept meanwhile."""
    return int(number) if float(number).is_integer() else number
