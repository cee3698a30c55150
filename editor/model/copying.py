"""From the map to a fragment: what lies on selected hexes, in words that another map understands."""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Set as AbstractSet

import numpy as np

from editor.model.cells import Cells, codes_at, existing
from editor.model.contents import Contents
from editor.model.fragment import (
    Fragment,
    FragmentFeature,
    FragmentGround,
    FragmentLine,
    FragmentRegion,
    FragmentSide,
    Offset,
    Towards,
)
from editor.model.ground import Ground, Plane, Spot
from editor.model.hexsides import hexside_of
from editor.model.lines import split_at
from editor.model.members import common
from editor.model.refusal import CannotEdit
from engine.core.messages import message
from engine.definitions.plan import Cell, MapPlan, SidePlan


def copied(plan: MapPlan, cells: Cells, *, anchor: Cell | None = None, contents: Contents | None = None) -> Fragment:
    """The selected hexes and what lies on them; all must be of one plane.

    Hexsides come along when either of their hexes is selected, lines as far as they run inside. Without an anchor the
    hex in the middle is taken.
    """
    return Copying(plan, cells, anchor, contents or Contents(plan)).fragment()


class Copying:
    """The hexes to copy, each once whatever sheets print it, and where they lie about the anchor."""

    def __init__(self, plan: MapPlan, cells: Cells, anchor: Cell | None, contents: Contents) -> None:
        self.plan = plan
        self.ground = Ground(plan)
        self.contents = contents
        self.cells = self.ground.with_twins(existing(plan, cells))
        self.plane = self._plane()
        self.anchor = self._anchor(anchor)
        self._owned = self.ground.owners(self.cells)
        self._offsets: dict[str, Offset] = {}
        for name, keys in self.cells.items():
            q, r = self.ground.cubes(name, keys)
            places = zip((q - self.anchor.q).tolist(), (r - self.anchor.r).tolist(), strict=True)
            self._offsets.update(zip(Cells({name: keys}).place_keys(), places, strict=True))

    def _plane(self) -> Plane:
        planes = {plane for sheet in self.cells.sheets() if (plane := self.ground.plane(sheet)) is not None}
        if not planes:
            raise CannotEdit(message("edit.cannot.nothing-selected"))
        if len(planes) > 1:
            one, other = sorted(plane.home for plane in planes)[:2]
            raise CannotEdit(message("edit.cannot.not-joined", sheet=one, other=other))
        return planes.pop()

    def _anchor(self, anchor: Cell | None) -> Spot:
        if anchor is not None:
            spot = self.ground.spot(anchor)
            if spot is None or spot.plane != self.plane.home:
                raise CannotEdit(message("edit.cannot.not-joined", sheet=anchor.sheet, other=self.plane.home))
            return spot
        columns = [self.ground.cubes(name, keys) for name, keys in self.cells.items()]
        q, r = (np.concatenate(part) for part in zip(*columns, strict=True))
        middle = self.plane.point(float(q.mean()), float(r.mean()))
        return self.ground.nearest_spot(self.plane, *middle)

    def fragment(self) -> Fragment:
        """All of it."""
        return Fragment(
            self.plane.grid.orientation,
            self._ground(),
            tuple(self._sides()),
            tuple(self._features()),
            tuple(self._lines()),
            tuple(self._regions()),
        )

    def _ground(self) -> FragmentGround:
        q, r, codes = [], [], []
        for name, keys in self._owned.items():
            across, down = self.ground.cubes(name, keys)
            q.append(across - self.anchor.q)
            r.append(down - self.anchor.r)
            codes.append(codes_at(self.plan.sheets[name], keys))
        used, numbers = np.unique(np.concatenate(codes), return_inverse=True)
        names = tuple(self.plan.terrain_names[code - 1] for code in used.tolist())
        return FragmentGround(np.concatenate(q), np.concatenate(r), numbers.astype(np.uint16), names)

    def _sides(self) -> Iterator[FragmentSide]:
        seen = set()
        for side in self.contents.sides_around(self.cells, self.places):
            beside = self.ground.spots_beside(hexside_of(side))
            assert beside is not None, "the sheet is on the map"
            near, far = beside
            if (near, side.direction, side.kind) in seen:
                continue
            seen.add((near, side.direction, side.kind))
            carried = self.plan.sides[side]
            yield FragmentSide(
                (near.q - self.anchor.q, near.r - self.anchor.r),
                side.direction,
                side.kind,
                self._towards(carried, near, far),
                carried.attributes,
            )

    def _towards(self, side: SidePlan, near: Spot, far: Spot) -> Towards:
        spot = self.ground.spot_of(side.towards) if side.towards else None
        return {near: Towards.NEAR, far: Towards.FAR}.get(spot, Towards.EITHER) if spot else Towards.EITHER

    def _features(self) -> Iterator[FragmentFeature]:
        for place, at in self._offsets.items():
            for name in sorted(self.contents.features_at(place)):
                feature = self.plan.features[name]
                yield FragmentFeature(name, at, feature.kind, feature.name, feature.attributes)

    def line_ids(self) -> list[str]:
        """The lines that touch the selection."""
        return sorted({name for place in self._offsets for name in self.contents.lines_through(place)})

    def is_inside(self, a: str, b: str) -> bool:
        """Whether a step of a line runs from one selected hex to a neighbour that is selected too."""
        return a in self._offsets and b in self._offsets and self.ground.are_neighbours(a, b)

    def _lines(self) -> Iterator[FragmentLine]:
        for name in self.line_ids():
            line = self.plan.paths[name]
            for run in split_at(line.through, lambda a, b: not self.is_inside(a, b)):
                if len(run) > 1:
                    through = tuple(self._offsets[place] for place in run)
                    yield FragmentLine(name if run == line.through else "", line.kind, through, line.attributes)

    @property
    def places(self) -> AbstractSet[str]:
        """The keys of the selected hexes, twins and all."""
        return self._offsets.keys()

    def members(self) -> dict[str, list[str]]:
        """Who of the selected belongs to which region."""
        regions = self.plan.regions.values()
        return {region.id: found for region in regions if (found := common(self.places, region.members))}

    def _regions(self) -> Iterator[FragmentRegion]:
        for name, members in self.members().items():
            region = self.plan.regions[name]
            at = tuple(dict.fromkeys(self._offsets[place] for place in members))
            yield FragmentRegion(name, region.kind, region.title, region.colour, at)
