"""Names and places: what is called alike, what lacks a name, what stands in the water, what lies off the map."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final

from editor.checks.findings import Fix, MapIssue, Step, Subject, breathing
from editor.commands.connections import delete_links
from editor.commands.places import delete_features, edit_feature
from editor.commands.regions import delete_region
from editor.commands.spaces import delete_places, edit_box, edit_space
from editor.commands.texts import move_texts
from editor.geometry.lattice import Box, Span
from editor.geometry.place_names import place_name
from editor.geometry.plan_index import lattices_of
from editor.model.change import Change
from editor.model.edits import Part
from editor.model.words import unused
from engine.core.messages import Message, message
from engine.definitions.issues import Where, info, warning
from engine.definitions.plan import FeaturePlan, LinkPlan, MapPlan, RegionPlan, SpacePlan, TextPlan, cell_of

_MARGIN: Final = 1.5
"""How far beyond the outermost hex lettering may stand, in circumradii."""
_NEAR: Final = 0.2
"""Spaces nearer to one another than about this, in circumradii, lie on one another."""


def place_issues(subject: Subject) -> Iterator[Step]:
    """Features and names."""
    features = _Features(subject)
    yield from breathing(subject.plan.features.values(), features.look)
    yield from _name_issues(subject)


def _name_issues(subject: Subject) -> Iterator[Step]:
    plan, seen = subject.plan, dict[str, str]()
    names = {space.name for space in plan.spaces.values()} | {box.title for box in plan.boxes.values()}

    def look(name: str, place: str, part: Part) -> Iterator[MapIssue]:
        first = seen.setdefault(name, place) if name else place
        if first != place:
            said = message("map-issue.duplicate-name", name=name, a=first, b=place)
            fix = _renaming(name, names, lambda plan, new: _renamed(plan, place, new))
            yield MapIssue(warning(said, Where(path=("spaces", place))), (place, first), part, place, fix=fix)

    for space in plan.spaces.values():
        yield from look(space.name, space.id, Part.SPACE)
        yield 1
    for box in plan.boxes.values():
        yield from look(box.title, box.id, Part.BOX)
        yield 1


def _renaming(name: str, taken: set[str], make: Callable[[MapPlan, str], Change]) -> Fix:
    """Call the second of two by the name and the next number, which takes nothing away and can be changed again."""
    new = unused(name, lambda text: text in taken, " ")
    taken.add(new)
    return Fix(message("map-fix.rename", new=new), lambda plan: make(plan, new))


def _renamed(plan: MapPlan, place: str, name: str) -> Change:
    return edit_space(plan, place, name=name) if place in plan.spaces else edit_box(plan, place, title=name)


def space_issues(subject: Subject) -> Iterator[Step]:
    """Spaces that lie on one another, of which only one can be seen."""
    seen: dict[tuple[int, int], SpacePlan] = {}

    def look(space: SpacePlan) -> Iterator[MapIssue]:
        first = seen.setdefault((round(space.position[0] / _NEAR), round(space.position[1] / _NEAR)), space)
        if first is space:
            return
        plan, contents = subject.plan, subject.contents
        said = message("map-issue.space-twice", a=place_name(plan, space.id), b=place_name(plan, first.id))
        fix = None
        if not (contents.links_at(space.id) or contents.features_at(space.id) or contents.lines_through(space.id)):
            fix = Fix(message("map-fix.delete-second"), lambda plan: delete_places(plan, (space.id,)))
        where = Where(path=("spaces", space.id))
        yield MapIssue(warning(said, where), (space.id, first.id), Part.SPACE, space.id, fix=fix)

    yield from breathing(subject.plan.spaces.values(), look)


class _Features:
    """Looks at one feature after the other and remembers the names."""

    def __init__(self, subject: Subject) -> None:
        self._subject = subject
        self._named: dict[str, FeaturePlan] = {}
        self._names = {feature.name for feature in subject.plan.features.values()}

    def look(self, feature: FeaturePlan) -> Iterator[MapIssue]:
        yield from self._name(feature)
        yield from self._lack(feature)
        yield from self._twice(feature)
        yield from self._water(feature)

    def _name(self, feature: FeaturePlan) -> Iterator[MapIssue]:
        """Two towns of one name; a port may be called as its town is."""
        if not feature.name:
            return
        first = self._named.setdefault(feature.name, feature)
        if first.at == feature.at:
            return
        plan = self._subject.plan
        a, b = place_name(plan, first.at), place_name(plan, feature.at)
        fix = _renaming(feature.name, self._names, lambda plan, new: edit_feature(plan, feature.id, name=new))
        said = message("map-issue.duplicate-name", name=feature.name, a=a, b=b)
        yield replace(self._warned(said, feature, first.at), fix=fix)

    def _lack(self, feature: FeaturePlan) -> Iterator[MapIssue]:
        sense = self._subject.sense
        if feature.name or not (sense.is_settlement(feature.kind) or sense.is_objective(feature.kind)):
            return
        if feature.at in self._subject.plan.spaces and self._subject.plan.spaces[feature.at].name:
            return
        others = (self._subject.plan.features[name] for name in self._subject.contents.features_at(feature.at))
        if sense.is_objective(feature.kind) and any(other.name for other in others):
            return
        place = place_name(self._subject.plan, feature.at)
        yield self._warned(
            message("map-issue.without-name", kind=sense.title("features", feature.kind), place=place), feature
        )

    def _twice(self, feature: FeaturePlan) -> Iterator[MapIssue]:
        plan = self._subject.plan
        alike = [
            name
            for name in self._subject.contents.features_at(feature.at)
            if plan.features[name].kind == feature.kind and plan.features[name].name == feature.name
        ]
        if len(alike) < 2 or feature.id != max(alike):
            return
        fix = None
        if any(plan.features[name].attributes == feature.attributes for name in alike if name != feature.id):
            fix = Fix(message("map-fix.delete-second"), lambda plan: delete_features(plan, (feature.id,)))
        title = self._subject.sense.title("features", feature.kind)
        said = message("map-issue.feature-twice", kind=title, place=place_name(plan, feature.at))
        where = Where(path=("features", feature.id))
        yield MapIssue(warning(said, where), (feature.at,), Part.FEATURE, feature.id, fix=fix)

    def _water(self, feature: FeaturePlan) -> Iterator[MapIssue]:
        if not self._subject.sense.is_settlement(feature.kind):
            return
        cell = cell_of(feature.at)
        terrain = None if cell is None else self._subject.plan.terrain_at(cell)
        if terrain is not None and self._subject.sense.is_water(terrain):
            place = place_name(self._subject.plan, feature.at)
            name = feature.name or self._subject.sense.title("features", feature.kind)
            yield self._warned(message("map-issue.in-the-water", name=name, place=place), feature)

    @staticmethod
    def _warned(said: Message, feature: FeaturePlan, *others: str) -> MapIssue:
        where = Where(path=("features", feature.id))
        return MapIssue(warning(said, where), (feature.at, *others), Part.FEATURE, feature.id)


def connection_issues(subject: Subject) -> Iterator[Step]:
    """Connections that are there twice."""
    seen: dict[tuple[object, ...], LinkPlan] = {}

    def look(link: LinkPlan) -> Iterator[MapIssue]:
        ends = (link.a, link.b) if link.one_way else tuple(sorted((link.a, link.b)))
        first = seen.setdefault((*ends, link.kind, link.one_way), link)
        if first is link:
            return
        plan = subject.plan
        a, b = place_name(plan, link.a), place_name(plan, link.b)
        title = subject.sense.title("connections", link.kind)
        said = message("map-issue.duplicate-connection", kind=title, a=a, b=b)
        fix = None
        if first.attributes == link.attributes:
            fix = Fix(message("map-fix.delete-second"), lambda plan: delete_links(plan, (link.id,)))
        yield MapIssue(warning(said, Where(path=("links", link.id))), (link.a, link.b), Part.LINK, link.id, fix=fix)

    yield from breathing(subject.plan.links.values(), look)


def region_issues(subject: Subject) -> Iterator[Step]:
    """Regions of nothing, and two of one name."""
    seen: dict[tuple[str, str], str] = {}

    def look(region: RegionPlan) -> Iterator[MapIssue]:
        where, name = Where(path=("regions", region.id)), region.title or region.id
        if not region.members:
            fix = Fix(message("map-fix.delete-region"), lambda plan: delete_region(plan, region.id))
            yield MapIssue(
                info(message("map-issue.empty-region", name=name), where), (), Part.REGION, region.id, fix=fix
            )
        if region.title and seen.setdefault((region.kind, region.title), region.id) != region.id:
            said = message("map-issue.region-twice", name=name, kind=subject.sense.title("regions", region.kind))
            places = tuple(member for member, _ in zip(region.members, range(1), strict=False))
            yield MapIssue(warning(said, where), places, Part.REGION, region.id)

    yield from breathing(subject.plan.regions.values(), look)


def text_issues(subject: Subject) -> Iterator[Step]:
    """Lettering that lies off the map."""
    around = _bounds(subject.plan)

    def look(text: TextPlan) -> Iterator[MapIssue]:
        if around is None:
            return
        x, y = text.position
        nearest = min(max(x, around.left), around.right), min(max(y, around.top), around.bottom)
        if nearest == text.position:
            return
        by = nearest[0] - x, nearest[1] - y
        fix = Fix(message("map-fix.bring-back"), lambda plan: _brought(plan, text.id, by))
        said = message("map-issue.text-off-map", text=text.text.partition("\n")[0][:40])
        yield MapIssue(warning(said, Where(path=("texts", text.id))), (), Part.TEXT, text.id, text.position, fix)

    yield from breathing(subject.plan.texts.values(), look)


def _brought(plan: MapPlan, text: str, by: tuple[float, float]) -> Change:
    return move_texts(plan, (text,), by)


def _bounds(plan: MapPlan) -> Box | None:
    """The rectangle that the hexes, spaces and boxes of a map fill, and a margin."""
    box: Box | None = None
    lattices = lattices_of(plan)
    for sheet in plan.sheets.values():
        left, top = sheet.first
        span = Span(left, top, left + sheet.size[0], top + sheet.size[1])
        part = lattices[sheet.id].box(span)
        box = part if box is None else box.united(part)
    spots = [*(space.position for space in plan.spaces.values()), *(each.position for each in plan.boxes.values())]
    for x, y in spots:
        point = Box(x, y, x, y)
        box = point if box is None else box.united(point)
    return None if box is None else box.grown(_MARGIN)
