"""From the map to a fragment: selected hexes, spaces and boxes with all that lies on them, for this map or another."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import replace

import numpy as np

from editor.geometry.cells import Cells, codes_at, existing
from editor.geometry.ground import Ground, Plane, Spot
from editor.geometry.hexsides import hexside_of
from editor.geometry.place_names import place_name
from editor.model.carried_things import Carried
from editor.model.contents import MapContents
from editor.model.fragment import Fragment, FragmentGround, FragmentSide, Offset, Towards
from editor.refusal import CannotEdit
from engine.core.boards.hexes import Orientation
from engine.core.messages import message
from engine.definitions.plan import BoxPlan, Cell, MapPlan, Point, SidePlan, SpacePlan


def copied(
    plan: MapPlan,
    cells: Cells,
    *,
    anchor: Cell | None = None,
    places: Iterable[str] = (),
    contents: MapContents | None = None,
) -> Fragment:
    """The selected hexes, spaces and boxes and what lies on them; all hexes must be of one plane.

    Hexsides come along when either of their hexes is selected, lines as far as they run inside, connections of spaces
    when both ends are selected. Without an anchor the hex in the middle is taken; without hexes, the point in the
    middle of the spaces.
    """
    known, spots = contents or MapContents(plan), _spots(plan, places)
    if existing(plan, cells) or not spots:
        return Copying(plan, cells, anchor, known, spots).fragment()
    carried = Carried(plan, known, Ground(plan), {}, spots)
    return _with_things(Fragment(Orientation.FLAT), carried, middle_of_places(plan, spots))


def middle_of_places(plan: MapPlan, places: Iterable[str]) -> Point:
    """The point in the middle of spaces and boxes."""
    points = [spot.position for spot in _spots(plan, places).values()]
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def _spots(plan: MapPlan, places: Iterable[str]) -> dict[str, SpacePlan | BoxPlan]:
    found: dict[str, SpacePlan | BoxPlan] = {}
    for name in sorted(places):
        spot = plan.spaces.get(name) or plan.boxes.get(name)
        if spot is None:
            raise CannotEdit(message("edit.cannot.no-place", place=place_name(plan, name)))
        found[name] = spot
    return found


def _with_things(fragment: Fragment, carried: Carried, middle: Point) -> Fragment:
    return replace(
        fragment,
        features=tuple(carried.features()),
        lines=tuple(carried.lines()),
        regions=tuple(carried.regions()),
        places=tuple(carried.places(middle)),
        links=tuple(carried.links()),
    )


class Copying:
    """The hexes to copy, each once whatever sheets print it, and where they lie about the anchor."""

    def __init__(
        self,
        plan: MapPlan,
        cells: Cells,
        anchor: Cell | None,
        contents: MapContents,
        spots: Mapping[str, SpacePlan | BoxPlan] | None = None,
    ) -> None:
        self.plan = plan
        self.ground = Ground(plan)
        self.contents = contents
        self.cells = self.ground.with_twins(existing(plan, cells))
        self.plane = self._plane()
        self.anchor = self._anchor(anchor)
        self._owned = self.ground.owners(self.cells)
        offsets: dict[str, Offset] = {}
        for name, keys in self.cells.items():
            q, r = self.ground.cubes(name, keys)
            places = zip((q - self.anchor.q).tolist(), (r - self.anchor.r).tolist(), strict=True)
            offsets.update(zip(Cells({name: keys}).place_keys(), places, strict=True))
        self.places: AbstractSet[str] = offsets.keys()
        """The keys of the selected hexes, twins and all."""
        self.carried = Carried(plan, contents, self.ground, offsets, spots or {})

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
        bare = Fragment(self.plane.grid.orientation, self._ground(), tuple(self._sides()))
        return _with_things(bare, self.carried, self.ground.centre(self.anchor))

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
