"""From a fragment to the map: where its parts come down, under which ids, and what falls off the edge."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np

from editor.geometry.cells import Cells, codes_at, existing
from editor.geometry.ground import Ground, Plane, Spot
from editor.model.edits import BOXES, FEATURES, LINKS, PATHS, REGIONS, SIDES, SPACES
from editor.model.fragment import Fragment, FragmentLine, FragmentPlace, FragmentSide, Towards, Where
from editor.model.lines import fresh_line
from editor.model.sketch import Sketch
from editor.model.words import checked_point, slug, unused
from editor.refusal import CannotEdit
from engine.core.messages import message
from engine.definitions.maps.map_text import feature_id, link_id
from engine.definitions.plan import (
    NO_CELL,
    BoxPlan,
    Cell,
    FeaturePlan,
    LinkPlan,
    PathPlan,
    Point,
    RegionPlan,
    SidePlan,
    SpacePlan,
)


class Laying:
    """A fragment over a map, with its anchor on a hex; spaces and boxes alone may come down about any point."""

    def __init__(self, sketch: Sketch, fragment: Fragment, at: Cell | Point, *, skip: Collection[str] = ()) -> None:
        self._sketch = sketch
        self._fragment = fragment
        self._skip = skip
        self._ground = Ground(sketch.plan)
        self._names: dict[str, str] = {}
        """The ids that spaces and boxes of the fragment have here."""
        self.cells = Cells()
        """The hexes that its terrain covers."""
        self._on: tuple[Plane, Spot] | None = None
        self._middle: Point
        if not isinstance(at, Cell):
            self._middle = at
            if not fragment.places:
                raise CannotEdit(message("edit.cannot.falls-off"))
            return
        plane, anchor = self._on = fragment.fits(self._ground, at)
        self._middle = self._ground.centre(anchor)
        q, r = fragment.ground.q + anchor.q, fragment.ground.r + anchor.r
        self.cells = existing(sketch.plan, self._ground.cells_at(plane, q, r))
        if not self.cells:
            raise CannotEdit(message("edit.cannot.falls-off"))

    def lay(self) -> None:
        """Put everything down."""
        if self._on is not None:
            self._lay_ground(*self._on)
            for side in self._fragment.sides:
                self._lay_side(side, *self._on)
        for place in self._fragment.places:
            self._lay_place(place)
        self._lay_links()
        self._lay_features()
        for line in self._fragment.lines:
            self._lay_line(line)
        self._lay_regions()

    def _key(self, at: Where) -> str | None:
        """The key of the place that comes to lie there, if the map has one."""
        if isinstance(at, str):
            return self._names.get(at)
        if self._on is None:
            return None
        cell = self._ground.cell(self._on[1].moved((at[0], at[1], -at[0] - at[1])))
        return None if cell is None else cell.key

    def _lay_ground(self, plane: Plane, anchor: Spot) -> None:
        ground, plan = self._fragment.ground, self._sketch.plan
        for name in plane.sheets:
            keys = self._ground.keys_on(name, ground.q + anchor.q, ground.r + anchor.r)
            painted = np.array([each not in self._skip for each in ground.names], dtype=bool)[ground.codes]
            present = (codes_at(plan.sheets[name], keys) != NO_CELL) & painted
            keys, numbers = keys[present], ground.codes[present]
            order = np.argsort(keys)
            codes = np.zeros(len(ground.names), dtype=np.uint16)
            for number in np.unique(numbers).tolist():
                codes[number] = self._sketch.code_of(ground.names[number])
            self._sketch.paint_codes(name, keys[order], codes[numbers[order]])

    def _lay_side(self, side: FragmentSide, plane: Plane, anchor: Spot) -> None:
        near = anchor.moved((side.at[0], side.at[1], -side.at[0] - side.at[1]))
        far = near.moved(plane.steps[side.direction])
        towards = {Towards.NEAR: near, Towards.FAR: far}.get(side.towards)
        entered = None if towards is None else self._ground.cell(towards)
        name = self._ground.hexside(near, side.direction)
        if not self._ground.is_on_map(name) or (towards is not None and entered is None):
            return
        carried = SidePlan("" if entered is None else entered.key, dict(side.attributes))
        for twin in self._ground.same_hexsides(name):
            if twin != name and self._sketch.get(SIDES, twin.carrying(side.kind)) is not None:
                self._sketch.put(SIDES, twin.carrying(side.kind), None)
        self._sketch.put(SIDES, name.carrying(side.kind), carried)

    def _lay_place(self, place: FragmentPlace) -> None:
        is_taken = self._sketch.is_taken(SPACES, BOXES)
        base = slug(place.name, "box" if place.is_box else "space")
        key = place.id if not is_taken(place.id) else unused(base, is_taken, "-")
        at = checked_point((self._middle[0] + place.at[0], self._middle[1] + place.at[1]))
        self._names[place.id] = key
        if place.is_box:
            self._sketch.put(BOXES, key, BoxPlan(key, place.name, at, dict(place.attributes)))
        else:
            space = SpacePlan(key, place.name, at, place.terrain, dict(place.attributes), place.name_offset)
            self._sketch.put(SPACES, key, space)

    def _lay_links(self) -> None:
        is_taken = self._sketch.is_taken(LINKS)
        for link in self._fragment.links:
            a, b = self._key(link.a), self._key(link.b)
            if a is not None and b is not None:
                key = unused(link_id(a, b, link.kind), is_taken)
                self._sketch.put(LINKS, key, LinkPlan(key, a, b, link.kind, link.one_way, dict(link.attributes)))

    def _lay_features(self) -> None:
        is_taken = self._sketch.is_taken(FEATURES)
        for feature in self._fragment.features:
            at = self._key(feature.at)
            if at is not None:
                name = feature.id if not is_taken(feature.id) else unused(feature_id(at, feature.kind), is_taken)
                more = dict(feature.attributes)
                laid = FeaturePlan(name, at, feature.kind, feature.name, more, feature.name_offset)
                self._sketch.put(FEATURES, name, laid)

    def _lay_line(self, line: FragmentLine) -> None:
        pieces: list[list[str]] = [[]]
        for at in line.through:
            key = self._key(at)
            if key is None:
                pieces.append([])
            else:
                pieces[-1].append(key)
        is_taken = self._sketch.is_taken(PATHS)
        for piece in pieces:
            if len(piece) > 1:
                keeps = line.id and not is_taken(line.id)
                name = line.id if keeps else fresh_line(self._sketch, line.kind)
                laid = PathPlan(name, line.kind, tuple(piece), dict(line.attributes))
                self._sketch.put(PATHS, name, laid)

    def _lay_regions(self) -> None:
        for region in self._fragment.regions:
            members = [key for at in region.members if (key := self._key(at)) is not None]
            if members and self._sketch.get(REGIONS, region.id) is None:
                made = RegionPlan(region.id, region.kind, region.title, colour=region.colour)
                self._sketch.put(REGIONS, region.id, made)
            self._sketch.enrol(region.id, members)
