"""Things named, placed or claimed twice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.core.messages import message
from engine.definitions.cards import Cards
from engine.definitions.checks.context import Context, Scene
from engine.definitions.counters import Counters
from engine.definitions.issues import Issue, Where, error, warning
from engine.definitions.oob import OrderOfBattle
from engine.definitions.palette import Palette
from engine.definitions.scenario import ScheduleKind

_SWATCHES = (
    "terrain", "features", "sides", "paths", "connections", "boxes", "markers", "unit_markers", "regions", "nations",
)  # fmt: skip


def duplicate_ids(context: Context) -> Iterator[Issue]:
    """One id, one thing: within a document, and across the documents that a scenario uses together."""
    reported: set[Where] = set()
    for group in _groups(context):
        first: dict[str, Where] = {}
        for name, where in group:
            if name not in first:
                first[name] = where
            elif where != first[name] and where not in reported:
                reported.add(where)
                yield error(message("issue.duplicate-id", id=name, first=str(first[name]) or first[name].field), where)


def _groups(context: Context) -> Iterator[Iterable[tuple[str, Where]]]:
    project = context.project
    for sheet in project.loaded(Counters).values():
        yield [(item.id, sheet.where(("types", i, "id"))) for i, item in enumerate(sheet.document.types)]
    for oob in project.loaded(OrderOfBattle).values():
        yield [(item.id, oob.where(("units", i, "id"))) for i, item in enumerate(oob.document.units)]
        yield [(item.id, oob.where(("formations", i, "id"))) for i, item in enumerate(oob.document.formations)]
    for deck in project.loaded(Cards).values():
        yield [(item.id, deck.where(("cards", i, "id"))) for i, item in enumerate(deck.document.cards)]
    for palette in project.loaded(Palette).values():
        for section in _SWATCHES:
            swatches = getattr(palette.document, section)
            yield [(item.id, palette.where((section, i, "id"))) for i, item in enumerate(swatches)]
    for scene in context.scenes:
        yield [(side, scene.where("sides", i)) for i, side in enumerate(scene.scenario.sides)]
        yield [(part.item.id, part.where("id")) for part in scene.all_types]
        yield [(part.item.id, part.where("id")) for part in scene.all_units]
        yield [(part.item.id, part.where("id")) for part in scene.all_formations]
        yield [(part.item.id, part.where("id")) for part in scene.all_cards]


def placed_twice(context: Context) -> Iterator[Issue]:
    """A unit is set up or arrives, once; it may arrive again only after it was withdrawn."""
    for scene in context.scenes:
        first: dict[str, Where] = {}
        for index, placement in scene.setup():
            where = scene.where("setup", index, "unit")
            if placement.unit in first:
                yield _twice(placement.unit, first[placement.unit], where)
            first.setdefault(placement.unit, where)
        yield from _arrivals(scene, first)


def _arrivals(scene: Scene, present: dict[str, Where]) -> Iterator[Issue]:
    entries = sorted(scene.schedule(), key=lambda found: (found[1].turn, found[1].kind is ScheduleKind.ARRIVAL))
    for index, entry in entries:
        where = scene.where("schedule", index, "unit")
        if entry.kind is ScheduleKind.WITHDRAWAL:
            present.pop(entry.unit, None)
        elif entry.unit in present:
            yield _twice(entry.unit, present[entry.unit], where)
        else:
            present[entry.unit] = where


def _twice(unit: str, first: Where, where: Where) -> Issue:
    return error(message("issue.placed-twice", id=unit, first=str(first) or first.field), where)


def claimed_twice(context: Context) -> Iterator[Issue]:
    """A place or region given to two sides is an error; a marker laid twice in one place probably a slip."""
    for scene in context.scenes:
        owners: dict[tuple[str, str], str] = {}
        for index, control in enumerate(scene.scenario.control):
            claims = [("region", control.region)] if control.region is not None else []
            claims += [("location", label) for label in control.locations]
            for claim in claims:
                owner = owners.setdefault(claim, control.side)
                if owner != control.side:
                    said = message("issue.claimed-twice", name=claim[1], first=owner, second=control.side)
                    yield error(said, scene.where("control", index))
        laid: set[tuple[str, str]] = set()
        for index, marker in enumerate(scene.scenario.markers):
            if (marker.at, marker.marker) in laid:
                said = message("issue.marker-twice", marker=marker.marker, label=marker.at)
                yield warning(said, scene.where("markers", index))
            laid.add((marker.at, marker.marker))
