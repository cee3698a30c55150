"""The one kind of change: a part of the map, its key, what it was and what it becomes.

Because both states are there, an edit can be taken back exactly, two edits of the same thing fold into one, and
whoever draws or stores the map knows what happened without comparing plans. Hexes change by the thousand, so
their edits are kept as columns, and members of regions as two sets; everything else is a record.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, NamedTuple, TypeAlias, TypeVar

import numpy as np

from editor.geometry.cells import Keys
from engine.core.boards.hexes import HexGrid
from engine.core.boards.labels import LabelScheme
from engine.definitions.palette import Swatch
from engine.definitions.plan import (
    BoxPlan,
    Codes,
    FeaturePlan,
    GeoPlan,
    JoinPlan,
    LinkPlan,
    MapPlan,
    PathPlan,
    Point,
    RegionPlan,
    ScanPlan,
    ShapePlan,
    SheetPlan,
    SideKey,
    SidePlan,
    SpacePlan,
    SwatchKey,
    TextPlan,
)

K = TypeVar("K")
V = TypeVar("V")


class Part(StrEnum):
    """What an edit is about. The value of a record part is None where it is not on the map."""

    MAP = "map"
    TERRAIN = "terrain"
    SWATCH = "swatch"
    SHEET = "sheet"
    SHEET_ORDER = "sheet-order"
    JOINS = "joins"
    CELL = "cell"
    SIDE = "side"
    FEATURE = "feature"
    PATH = "path"
    REGION = "region"
    MEMBER = "member"
    SPACE = "space"
    BOX = "box"
    LINK = "link"
    TEXT = "text"
    SHAPE = "shape"
    SCAN = "scan"


RecordKey: TypeAlias = str | int | SideKey | SwatchKey
Record: TypeAlias = object


class Edit(NamedTuple):
    """One thing of the map changed."""

    part: Part
    key: object
    before: Record
    after: Record

    def inverted(self) -> Edit:
        """The edit that takes this one back."""
        return Edit(self.part, self.key, self.after, self.before)


def is_same(before: Record, after: Record) -> bool:
    """Whether two states of a record are alike to the type: 1, 1.0 and True are three values to whoever writes them."""
    return before is after or (before == after and repr(before) == repr(after))


@dataclass(frozen=True, slots=True)
class PlanShelf(Generic[K, V]):
    """Where in a plan the records of a part stand."""

    part: Part
    name: str

    def of(self, plan: MapPlan) -> dict[K, V]:
        found: dict[K, V] = getattr(plan, self.name)
        return found


SPACES: PlanShelf[str, SpacePlan] = PlanShelf(Part.SPACE, "spaces")
BOXES: PlanShelf[str, BoxPlan] = PlanShelf(Part.BOX, "boxes")
LINKS: PlanShelf[str, LinkPlan] = PlanShelf(Part.LINK, "links")
FEATURES: PlanShelf[str, FeaturePlan] = PlanShelf(Part.FEATURE, "features")
SIDES: PlanShelf[SideKey, SidePlan] = PlanShelf(Part.SIDE, "sides")
PATHS: PlanShelf[str, PathPlan] = PlanShelf(Part.PATH, "paths")
TEXTS: PlanShelf[str, TextPlan] = PlanShelf(Part.TEXT, "texts")
SHAPES: PlanShelf[str, ShapePlan] = PlanShelf(Part.SHAPE, "shapes")
SCANS: PlanShelf[str, ScanPlan] = PlanShelf(Part.SCAN, "scans")
SWATCHES: PlanShelf[SwatchKey, Swatch] = PlanShelf(Part.SWATCH, "swatches")
REGIONS: PlanShelf[str, RegionPlan] = PlanShelf(Part.REGION, "regions")
"""The records of regions are edited without their members, which have edits of their own."""

SHELVES: dict[Part, PlanShelf[RecordKey, Record]] = {
    shelf.part: PlanShelf(shelf.part, shelf.name)
    for shelf in (SPACES, BOXES, LINKS, FEATURES, SIDES, PATHS, TEXTS, SHAPES, SCANS, SWATCHES)
}
"""The parts whose records stand in a dict of the plan just as they are edited."""

WHOLE = ""
"""The key of a part of which a map has one: its head, its joins, the order of its sheets."""


@dataclass(frozen=True, slots=True)
class MapHead:
    """What a map says about itself."""

    title: str
    palette: str
    georeference: GeoPlan | None = None
    id: str = ""
    """What the file calls it by; it follows the title until somebody sets it."""


@dataclass(frozen=True, slots=True)
class SheetHead:
    """A sheet without its terrain."""

    id: str
    grid: HexGrid
    first: tuple[int, int]
    size: tuple[int, int]
    labels: LabelScheme
    fill: str
    edge: str = "whole"
    scale: float = 1.0
    origin: Point = (0.0, 0.0)


Joins: TypeAlias = tuple[JoinPlan, ...]


def map_head(plan: MapPlan) -> MapHead:
    """What a plan says about itself."""
    return MapHead(plan.title, plan.palette, plan.georeference, plan.id)


def sheet_head(sheet: SheetPlan) -> SheetHead:
    """A sheet of a plan without its terrain."""
    return SheetHead(
        sheet.id,
        sheet.grid,
        sheet.first,
        sheet.size,
        sheet.labels,
        sheet.fill,
        sheet.edge,
        sheet.scale,
        sheet.origin,
    )


@dataclass(frozen=True, slots=True, eq=False)
class CellEdits:
    """Hexes of one sheet painted over: sorted keys, each once, and their codes; none ends as it began."""

    at: Keys
    before: Codes
    after: Codes

    def __len__(self) -> int:
        return len(self.at)

    def inverted(self) -> CellEdits:
        """The edits that take these back."""
        return CellEdits(self.at, self.after, self.before)

    def is_same(self, other: CellEdits) -> bool:
        """Whether both do the same."""
        return all(
            np.array_equal(mine, theirs)
            for mine, theirs in ((self.at, other.at), (self.before, other.before), (self.after, other.after))
        )


def differing(at: Keys, before: Codes, after: Codes) -> CellEdits:
    """Edits of cells without those that change nothing."""
    changed = before != after
    if changed.all():
        return CellEdits(at, before, after)
    return CellEdits(at[changed], before[changed], after[changed])


def folded_cells(edits: Sequence[CellEdits]) -> CellEdits:
    """One after the other as one: the first before, the last after."""
    if len(edits) == 1:
        return edits[0]
    at = np.concatenate([edit.at for edit in edits])
    order = np.argsort(at, kind="stable")
    at = at[order]
    is_first = np.ones(len(at), dtype=np.bool_)
    np.not_equal(at[1:], at[:-1], out=is_first[1:])
    is_last = np.roll(is_first, -1)
    before = np.concatenate([edit.before for edit in edits])[order][is_first]
    after = np.concatenate([edit.after for edit in edits])[order][is_last]
    return differing(at[is_first], before, after)


class MemberEdits(NamedTuple):
    """Who joined a region and who left it; nobody does both."""

    joined: frozenset[str] = frozenset()
    left: frozenset[str] = frozenset()

    def inverted(self) -> MemberEdits:
        """The edits that take these back."""
        return MemberEdits(self.left, self.joined)

    def then(self, other: MemberEdits) -> MemberEdits:
        """Both, one after the other, as one."""
        return MemberEdits(
            (self.joined - other.left) | (other.joined - self.left),
            (self.left - other.joined) | (other.left - self.joined),
        )


def folded_members(edits: Iterable[MemberEdits]) -> MemberEdits:
    """One after the other as one."""
    folded = MemberEdits()
    for edit in edits:
        folded = folded.then(edit)
    return folded
