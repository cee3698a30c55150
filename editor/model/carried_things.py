"""What comes along when places are copied: the things that stand on them, run through them and hold them together.

Hexes and spaces are alike here: each place is known by where it lies in the fragment. Lines come along as far as they
run inside; a connection comes along when both its ends do and one of them is a space or a box, since those between
hexes belong to the map and not to the piece.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property

from editor.geometry.ground import Ground
from editor.geometry.region_members import common
from editor.model.contents import MapContents
from editor.model.fragment import (
    FragmentFeature,
    FragmentLine,
    FragmentLink,
    FragmentPlace,
    FragmentRegion,
    Where,
)
from editor.model.lines import split_at
from engine.definitions.plan import NO_TERRAIN, BoxPlan, MapPlan, Point, SpacePlan


class Carried:
    """The things on places: `at` says where each lies in the fragment, spaces and boxes under their own ids."""

    def __init__(
        self,
        plan: MapPlan,
        contents: MapContents,
        ground: Ground,
        at: Mapping[str, Where],
        spots: Mapping[str, SpacePlan | BoxPlan],
    ) -> None:
        self.plan = plan
        self.at: Mapping[str, Where] = {**at, **{name: name for name in spots}}
        self._contents = contents
        self._ground = ground
        self._spots = spots

    def places(self, middle: Point) -> Iterator[FragmentPlace]:
        """The spaces and boxes, so far from a point."""
        for name, spot in self._spots.items():
            at = spot.position[0] - middle[0], spot.position[1] - middle[1]
            if isinstance(spot, SpacePlan):
                yield FragmentPlace(name, False, spot.name, at, spot.terrain, spot.attributes, spot.name_offset)
            else:
                yield FragmentPlace(name, True, spot.title, at, NO_TERRAIN, spot.attributes)

    @cached_property
    def link_ids(self) -> list[str]:
        """The connections that come along."""
        found = {name for spot in self._spots for name in self._contents.links_at(spot)}
        return sorted(name for name in found if self.at.keys() >= {self.plan.links[name].a, self.plan.links[name].b})

    def links(self) -> Iterator[FragmentLink]:
        """The connections between the places."""
        for name in self.link_ids:
            link = self.plan.links[name]
            yield FragmentLink(self.at[link.a], self.at[link.b], link.kind, link.one_way, link.attributes)

    def features(self) -> Iterator[FragmentFeature]:
        """What stands on the places."""
        for place, at in self.at.items():
            for name in sorted(self._contents.features_at(place)):
                feature = self.plan.features[name]
                yield FragmentFeature(name, at, feature.kind, feature.name, feature.attributes, feature.name_offset)

    def line_ids(self) -> list[str]:
        """The lines that touch the places."""
        return sorted({name for place in self.at for name in self._contents.lines_through(place)})

    def is_inside(self, a: str, b: str) -> bool:
        """Whether a step of a line runs between two of the places: over a hexside, or a connection that comes along."""
        if a not in self.at or b not in self.at:
            return False
        if self._ground.are_neighbours(a, b):
            return True
        return any({a, b} == {self.plan.links[name].a, self.plan.links[name].b} for name in self.link_ids)

    def lines(self) -> Iterator[FragmentLine]:
        """Lines, as far as they run inside."""
        for name in self.line_ids():
            line = self.plan.paths[name]
            for run in split_at(line.through, lambda a, b: not self.is_inside(a, b)):
                if len(run) > 1:
                    through = tuple(self.at[place] for place in run)
                    yield FragmentLine(name if run == line.through else "", line.kind, through, line.attributes)

    def members(self) -> dict[str, list[str]]:
        """Who of the places belongs to which region."""
        regions = self.plan.regions.values()
        return {region.id: found for region in regions if (found := common(self.at.keys(), region.members))}

    def regions(self) -> Iterator[FragmentRegion]:
        """The regions that the places belong to."""
        for name, members in self.members().items():
            region = self.plan.regions[name]
            at = tuple(dict.fromkeys(self.at[place] for place in members))
            yield FragmentRegion(name, region.kind, region.title, region.colour, at)
