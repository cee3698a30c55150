"""Finding a place from what a person types: a printed label, the beginning of one, a name, or latitude and longitude.

Labels are worked out from the schemes of the sheets and never listed, so that a map of a million hexes is searched as
quickly as a small one. No Qt.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Final

from editor.digitise.geography.geo_frame import frame_of
from editor.digitise.geography.projections import ProjectionError
from editor.geometry.place_names import place_name
from editor.model.edits import Part
from editor.panels.fuzzy import score
from engine.core.boards.labels import Axis, LabelOrder
from engine.core.words.near_misses import near_misses
from engine.definitions.palette import Palette, by_id
from engine.definitions.plan import Cell, MapPlan, Point, SheetPlan, cell_of
from engine.narration.language import wording_of

_MOST: Final = 12
_COMPARED: Final = 2000
"""Names that are compared letter by letter when none begins as it was typed."""
_COORDINATES: Final = re.compile(r"(-?\d+(?:\.\d+)?)(?:\s*[,;]\s*|\s+)(-?\d+(?:\.\d+)?)")


@dataclass(frozen=True, slots=True)
class Hit:
    """A place that was found."""

    title: str
    detail: str
    icon: str
    places: tuple[str, ...] = ()
    point: Point | None = None
    part: Part | None = None
    key: str = ""


class PlaceFinder:
    """Looks through one map."""

    def __init__(self, plan: MapPlan, palette: Palette) -> None:
        self._plan = plan
        self._terrain = by_id(palette.terrain)
        self._features = by_id(palette.features)

    def find(self, text: str, limit: int = _MOST) -> list[Hit]:
        """What was meant, the likeliest first."""
        wanted = text.strip()
        if not wanted:
            return list(islice(self._named(""), limit))
        found: dict[tuple[str, ...] | str, Hit] = {}
        for hit in self._every(wanted):
            found.setdefault(hit.places or hit.key, hit)
            if len(found) >= limit:
                break
        return list(found.values())

    def _every(self, wanted: str) -> Iterator[Hit]:
        yield from self._labelled(wanted)
        yield from self._named(wanted)
        yield from self._begun(wanted)
        yield from self._on_the_globe(wanted)

    def meant(self, text: str) -> list[Hit]:
        """Places whose label or name looks like what was typed, when nothing fits."""
        names = near_misses(text.strip(), _Names(self._plan))
        return [hit for name in names for hit in self.find(name, 1)]

    # Labels

    def _labelled(self, wanted: str) -> Iterator[Hit]:
        for cell in labelled(self._plan, wanted):
            yield self._hex(cell)
        if wanted.upper() != wanted:
            for cell in labelled(self._plan, wanted.upper()):
                yield self._hex(cell)
        named = cell_of(wanted)
        if named is not None and self._plan.terrain_at(named) is not None:
            yield self._hex(named)

    def _begun(self, wanted: str) -> Iterator[Hit]:
        for sheet in self._plan.sheets.values():
            for cell in islice(begun(sheet, wanted), _MOST):
                yield self._hex(cell)

    def _hex(self, cell: Cell) -> Hit:
        terrain = self._plan.terrain_at(cell) or ""
        words = [self._terrain[terrain].name if terrain in self._terrain else terrain]
        if len(self._plan.sheets) > 1:
            words.append(cell.sheet)
        return Hit(place_name(self._plan, cell.key), ", ".join(words), "grid", (cell.key,))

    def _on_the_globe(self, wanted: str) -> Iterator[Hit]:
        numbers = _COORDINATES.fullmatch(wanted)
        geo = self._plan.georeference
        home = None if geo is None else cell_of(geo.anchor)
        if numbers is None or home is None:
            return
        try:
            frame = frame_of(self._plan)
            at = None if frame is None else frame.cell_at(float(numbers[1]), float(numbers[2]))
        except (ProjectionError, ValueError, OverflowError):
            return
        if at is not None and self._plan.terrain_at(Cell(home.sheet, *at)) is not None:
            yield self._hex(Cell(home.sheet, *at))

    # Names

    def _named(self, wanted: str) -> Iterator[Hit]:
        bare, names = wanted.casefold(), self._names
        titled = [(hit.title.casefold(), hit) for hit in names]
        begin = [hit for title, hit in titled if title.startswith(bare)]
        within = [hit for title, hit in titled if bare in title and not title.startswith(bare)]
        yield from begin
        yield from within
        if not begin and not within and len(names) <= _COMPARED:
            scored = [(score(wanted, hit.title), hit) for hit in names]
            yield from (hit for fit, hit in sorted(scored, key=lambda pair: -pair[0]) if fit > 0)

    @cached_property
    def _names(self) -> list[Hit]:
        """Everything on the map that has a name, looked up once for all that is typed."""
        return list(self._named_things())

    def _named_things(self) -> Iterator[Hit]:
        plan, called = self._plan, wording_of(self._plan.palette).name
        for space in plan.spaces.values():
            yield Hit(called(space.name or space.id), self._terrain_name(space.terrain), "space", (space.id,))
        for box in plan.boxes.values():
            yield Hit(called(box.title or box.id), "", "box", (box.id,))
        for feature in plan.features.values():
            if feature.name:
                kind = self._features[feature.kind].name if feature.kind in self._features else feature.kind
                detail = f"{kind}, {place_name(plan, feature.at)}"
                yield Hit(called(feature.name), detail, "feature", (feature.at,), part=Part.FEATURE, key=feature.id)
        for region in plan.regions.values():
            members = tuple(islice(region.members, 1))
            yield Hit(
                called(region.title or region.id), region.kind, "region", members, part=Part.REGION, key=region.id
            )
        for text in plan.texts.values():
            first = called(text.text).partition("\n")[0]
            yield Hit(first, "", "text", (), text.position, Part.TEXT, text.id)

    def _terrain_name(self, terrain: str) -> str:
        return self._terrain[terrain].name if terrain in self._terrain else terrain


class _Names(Collection[str]):
    """Every label and name of a map, known without being listed; only small maps are gone through."""

    def __init__(self, plan: MapPlan) -> None:
        self._plan = plan
        self._named = {
            *(space.name for space in plan.spaces.values()),
            *(box.title for box in plan.boxes.values()),
            *(feature.name for feature in plan.features.values()),
            *(region.title for region in plan.regions.values()),
        } - {""}

    def __contains__(self, text: object) -> bool:
        return text in self._named or (isinstance(text, str) and any(labelled(self._plan, text)))

    def __len__(self) -> int:
        return len(self._named) + sum(sheet.size[0] * sheet.size[1] for sheet in self._plan.sheets.values())

    def __iter__(self) -> Iterator[str]:
        yield from self._named
        for sheet in self._plan.sheets.values():
            yield from (place_name(self._plan, cell.key) for cell in sheet.cells())


def labelled(plan: MapPlan, text: str) -> Iterator[Cell]:
    """The hexes of any sheet in which exactly this text is printed."""
    for sheet in plan.sheets.values():
        try:
            found = sheet.labels.parse(sheet.grid, text, sheet.extent)
        except ValueError:
            continue
        if found is not None and sheet.code(*found):
            yield Cell(sheet.id, *found)


def begun(sheet: SheetPlan, text: str) -> Iterator[Cell]:
    """The hexes whose label begins with this text, as far as anyone reads on."""
    labels = sheet.labels
    column_first = labels.order is LabelOrder.COLUMN_ROW
    first, second = (labels.column, labels.row) if column_first else (labels.row, labels.column)
    most = sum(sheet.size)
    for one in _texts(first, most):
        head = f"{labels.prefix}{one}{labels.separator}"
        if not (head.startswith(text) or text.startswith(head)):
            continue
        for two in _texts(second, most):
            label = head + two
            if label.startswith(text):
                found = labels.parse(sheet.grid, label, sheet.extent)
                if found is not None and sheet.code(*found):
                    yield Cell(sheet.id, *found)


def _texts(axis: Axis, count: int) -> Iterator[str]:
    """What an axis prints, as far as it may go on a sheet."""
    for index in range(count):
        try:
            yield axis.text(axis.start + axis.step * index)
        except ValueError:
            return
