"""Taking places off the map, with all that lies on them.

Content of a hex that a joined sheet prints as well is not lost: it goes over to the twin. Everything else on the
place goes with it, in the same change, and comes back when that is undone.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from collections.abc import Set as AbstractSet
from dataclasses import replace
from typing import Any

from editor.geometry.cells import Cells
from editor.geometry.ground import Ground
from editor.geometry.hexsides import Hexside, hexside_of
from editor.geometry.region_members import common
from editor.model.contents import MapContents, touches
from editor.model.edits import FEATURES, LINKS, PATHS, SIDES, PlanShelf
from editor.model.lines import pieces_without, put_pieces
from editor.model.sketch import Sketch
from engine.definitions.plan import Cell, LinkPlan, SidePlan, cell_of


def remove_content(
    sketch: Sketch, contents: MapContents, cells: Cells, places: Collection[str] = (), *, ground: Ground | None = None
) -> None:
    """Take off what lies on hexes, spaces and boxes that are about to go; the places themselves are the caller's."""
    removal = _Removal(sketch, contents, ground or Ground(sketch.plan), {*cells.place_keys(), *places})
    removal.features()
    removal.links()
    removal.lines()
    removal.members()
    removal.sides(cells)


class _Removal:
    def __init__(self, sketch: Sketch, contents: MapContents, ground: Ground, gone: AbstractSet[str]) -> None:
        self._sketch = sketch
        self._contents = contents
        self._ground = ground
        self._gone = gone
        self._survivors: dict[str, str | None] = {}

    def _known(self, shelf: PlanShelf[str, Any], on: Callable[[str], AbstractSet[str]]) -> list[str]:
        """What may lie on places that go; when more places go than there are things, the things are gone over."""
        things = shelf.of(self._sketch.plan)
        found = things if len(things) < len(self._gone) else (name for place in self._gone for name in on(place))
        return sorted({*found, *self._sketch.changed(shelf)})

    def features(self) -> None:
        for name in self._known(FEATURES, self._contents.features_at):
            feature = self._sketch.get(FEATURES, name)
            if feature is not None and feature.at in self._gone:
                at = self._kept(feature.at)
                self._sketch.put(FEATURES, name, None if at is None else replace(feature, at=at))

    def links(self) -> None:
        for name in self._known(LINKS, self._contents.links_at):
            link = self._sketch.get(LINKS, name)
            if link is not None and not self._gone.isdisjoint((link.a, link.b)):
                self._sketch.put(LINKS, name, self._moved_link(link))

    def _moved_link(self, link: LinkPlan) -> LinkPlan | None:
        a, b = self._kept(link.a), self._kept(link.b)
        return None if a is None or b is None or a == b else replace(link, a=a, b=b)

    def lines(self) -> None:
        for name in self._known(PATHS, self._contents.lines_through):
            line = self._sketch.get(PATHS, name)
            if line is not None and not self._gone.isdisjoint(line.through):
                put_pieces(self._sketch, line, pieces_without(line.through, self._kept))

    def members(self) -> None:
        for region in self._sketch.plan.regions.values():
            leaving = common(self._gone, region.members)
            if leaving:
                self._sketch.discharge(region.id, leaving)
                self._sketch.enrol(region.id, (kept for place in leaving if (kept := self._kept(place)) is not None))

    def sides(self, cells: Cells) -> None:
        """Hexsides go when no hex is left on either side, or when they only mattered for entering one that goes."""
        known = self._contents.sides_around(cells, self._gone)
        drawn = (side for side in self._sketch.changed(SIDES) if touches(self._sketch.plan, side, self._gone))
        for side in dict.fromkeys((*known, *drawn)):
            carried = self._sketch.get(SIDES, side)
            if carried is None:
                continue
            name, kept = self._kept_side(hexside_of(side)), self._kept_towards(carried)
            if name == hexside_of(side) and kept == carried:
                continue
            self._sketch.put(SIDES, side, None)
            if name is not None and kept is not None:
                key = name.carrying(side.kind)
                self._sketch.put(SIDES, key, self._sketch.get(SIDES, key) or kept)

    def _kept_side(self, side: Hexside) -> Hexside | None:
        """The name under which a hexside stays, if it does: its own, or that on a sheet which still has a hex there."""
        names = self._ground.same_hexsides(side)
        for name in sorted(names, key=lambda name: name != side):
            grid = self._sketch.plan.sheets[name.sheet].grid
            beyond = Cell(name.sheet, *grid.neighbour(name.col, name.row, name.direction))
            if self._is_present(name.cell) or self._is_present(beyond):
                return name
        return None

    def _kept_towards(self, side: SidePlan) -> SidePlan | None:
        if not side.towards or side.towards not in self._gone:
            return side
        towards = self._kept(side.towards)
        return None if towards is None else replace(side, towards=towards)

    def _is_present(self, cell: Cell) -> bool:
        return self._sketch.plan.terrain_at(cell) is not None and cell.key not in self._gone

    def _kept(self, place: str) -> str | None:
        """The key a place has from now on: its own, that of a twin that stays, or none."""
        if place not in self._gone:
            return place
        if place not in self._survivors:
            cell = cell_of(place)
            spot = None if cell is None else self._ground.spot(cell)
            twins = [] if spot is None else self._ground.twins(spot)
            self._survivors[place] = next((twin.key for twin in twins if twin.key not in self._gone), None)
        return self._survivors[place]
