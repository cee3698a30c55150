"""What lies on a place: the index that lets an eraser find things without looking through the map.

It is made once when a map is opened and then follows each change, so that no stroke costs more than what it
touches. A command that is given none makes one for itself, which is right for tests and single calls.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from typing import Final, TypeVar

from editor.geometry.cells import Cells
from editor.geometry.hexsides import Hexside, hexside_of, hexsides_around
from editor.model.touched import Touched
from engine.definitions.plan import MapPlan, SideKey, side_cells

K = TypeVar("K")

_NONE: Final[frozenset[str]] = frozenset()


class MapContents:
    """Features, lines and links by place, and kinds by hexside."""

    def __init__(self, plan: MapPlan) -> None:
        self._plan = plan
        self._features: dict[str, tuple[str, ...]] = {}
        self._links: dict[str, tuple[str, ...]] = {}
        self._lines: dict[str, tuple[str, ...]] = {}
        self._features_at: defaultdict[str, set[str]] = defaultdict(set)
        self._links_at: defaultdict[str, set[str]] = defaultdict(set)
        self._lines_through: defaultdict[str, set[str]] = defaultdict(set)
        self._kinds: defaultdict[Hexside, set[str]] = defaultdict(set)
        self.look_again(sides=plan.sides, features=plan.features, links=plan.links, paths=plan.paths)

    def features_at(self, place: str) -> AbstractSet[str]:
        """The ids of what stands at a place."""
        return self._features_at.get(place, _NONE)

    def links_at(self, place: str) -> AbstractSet[str]:
        """The ids of the links that begin or end at a place."""
        return self._links_at.get(place, _NONE)

    def lines_through(self, place: str) -> AbstractSet[str]:
        """The ids of the rails and roads that touch a place."""
        return self._lines_through.get(place, _NONE)

    def kinds_along(self, side: Hexside) -> AbstractSet[str]:
        """What lies along a hexside."""
        return self._kinds.get(side, _NONE)

    def sides_around(self, cells: Cells, places: AbstractSet[str]) -> list[SideKey]:
        """What lies along the hexsides of hexes, given in bulk and as keys; many are found from the hexsides' end."""
        plan = self._plan
        if 6 * len(cells) >= len(plan.sides):
            return [side for side in plan.sides if side.sheet in plan.sheets and touches(plan, side, places)]
        around = dict.fromkeys(
            side
            for cell in cells
            if cell.sheet in plan.sheets
            for side in hexsides_around(plan.sheets[cell.sheet].grid, cell)
        )
        return [side.carrying(kind) for side in around for kind in sorted(self.kinds_along(side))]

    def follow(self, touched: Touched) -> None:
        """Look again at what a change has touched, after it was done or undone."""
        self.look_again(sides=touched.sides, features=touched.features, links=touched.links, paths=touched.paths)

    def look_again(
        self,
        *,
        sides: Iterable[SideKey] = (),
        features: Iterable[str] = (),
        links: Iterable[str] = (),
        paths: Iterable[str] = (),
    ) -> None:
        """Learn where these are now."""
        plan = self._plan
        for side in sides:
            if side in plan.sides:
                self._kinds[hexside_of(side)].add(side.kind)
            else:
                _drop(self._kinds, hexside_of(side), side.kind)
        for name in features:
            feature = plan.features.get(name)
            _settle(self._features, self._features_at, name, () if feature is None else (feature.at,))
        for name in links:
            link = plan.links.get(name)
            _settle(self._links, self._links_at, name, () if link is None else (link.a, link.b))
        for name in paths:
            path = plan.paths.get(name)
            _settle(self._lines, self._lines_through, name, () if path is None else path.through)


def touches(plan: MapPlan, side: SideKey, places: AbstractSet[str]) -> bool:
    """Whether either hex of a hexside is among these."""
    near, far = side_cells(plan.sheets[side.sheet].grid, side)
    return near.key in places or far.key in places


def _settle(
    known: dict[str, tuple[str, ...]], by_place: dict[str, set[str]], name: str, places: tuple[str, ...]
) -> None:
    for place in known.pop(name, ()):
        _drop(by_place, place, name)
    if places:
        known[name] = places
    for place in places:
        by_place[place].add(name)


def _drop(index: dict[K, set[str]], key: K, name: str) -> None:
    names = index.get(key)
    if names is not None:
        names.discard(name)
        if not names:
            del index[key]
