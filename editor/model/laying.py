"""From a fragment to the map: where its parts come down, under which ids, and what falls off the edge."""

from __future__ import annotations

import numpy as np

from editor.model.cells import codes_at, existing
from editor.model.edits import FEATURES, PATHS, REGIONS, SIDES
from editor.model.fragment import Fragment, FragmentLine, FragmentSide, Offset, Towards
from editor.model.ground import Ground
from editor.model.lines import fresh_line
from editor.model.refusal import CannotEdit
from editor.model.sketch import Sketch
from editor.model.words import unused
from engine.core.messages import message
from engine.definitions.map_text import feature_id
from engine.definitions.plan import NO_CELL, Cell, FeaturePlan, PathPlan, RegionPlan, SidePlan


class Laying:
    """A fragment over a map, with its anchor on a hex."""

    def __init__(self, sketch: Sketch, fragment: Fragment, at: Cell) -> None:
        self._sketch = sketch
        self._fragment = fragment
        self._ground = Ground(sketch.plan)
        self._plane, self._anchor = fragment.fits(self._ground, at)
        q, r = fragment.ground.q + self._anchor.q, fragment.ground.r + self._anchor.r
        self.cells = existing(sketch.plan, self._ground.cells_at(self._plane, q, r))
        """The hexes that its terrain covers."""
        if not self.cells:
            raise CannotEdit(message("edit.cannot.falls-off"))

    def lay(self) -> None:
        """Put everything down."""
        self._lay_ground()
        for side in self._fragment.sides:
            self._lay_side(side)
        self._lay_features()
        for line in self._fragment.lines:
            self._lay_line(line)
        self._lay_regions()

    def _key(self, at: Offset) -> str | None:
        """The key of the hex that comes to lie so far from the anchor, if the map has one there."""
        cell = self._ground.cell(self._anchor.moved((at[0], at[1], -at[0] - at[1])))
        return None if cell is None else cell.key

    def _lay_ground(self) -> None:
        ground, plan = self._fragment.ground, self._sketch.plan
        for name in self._plane.sheets:
            keys = self._ground.keys_on(name, ground.q + self._anchor.q, ground.r + self._anchor.r)
            present = codes_at(plan.sheets[name], keys) != NO_CELL
            keys, numbers = keys[present], ground.codes[present]
            order = np.argsort(keys)
            codes = np.zeros(len(ground.names), dtype=np.uint16)
            for number in np.unique(numbers).tolist():
                codes[number] = self._sketch.code_of(ground.names[number])
            self._sketch.paint_codes(name, keys[order], codes[numbers[order]])

    def _lay_side(self, side: FragmentSide) -> None:
        near = self._anchor.moved((side.at[0], side.at[1], -side.at[0] - side.at[1]))
        far = near.moved(self._plane.steps[side.direction])
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

    def _lay_features(self) -> None:
        is_taken = self._sketch.is_taken(FEATURES)
        for feature in self._fragment.features:
            at = self._key(feature.at)
            if at is not None:
                name = feature.id if not is_taken(feature.id) else unused(feature_id(at, feature.kind), is_taken)
                laid = FeaturePlan(name, at, feature.kind, feature.name, dict(feature.attributes))
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
