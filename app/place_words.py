"""What a person reads about a place: its number, its ground, what stands there and who."""

from __future__ import annotations

from collections.abc import Iterable

from editor.canvas.counters.counter_picture import CounterPicture
from editor.geometry.place_names import place_name
from editor.model.contents import MapContents
from engine.core.messages import message
from engine.definitions.palette import Palette, by_id
from engine.definitions.plan import FeaturePlan, MapPlan, cell_of
from engine.narration.language import catalogue, wording_of

_BESIDE_HEXES, _BESIDE_SPACES, _FOR_A_START = 1.0, 3.0, 6.0
"""Table around the paper while editing, in hex radii."""


class PlaceNames:
    """Words about the places of one map."""

    def __init__(self, plan: MapPlan, palette: Palette, contents: MapContents | None = None) -> None:
        """An index of what lies where that follows the map may be given; otherwise one is made."""
        self.plan = plan
        self.palette = palette
        self._wording = wording_of(plan.palette)
        self._contents = contents or MapContents(plan)
        self._terrain = by_id(palette.terrain)
        self._features = by_id(palette.features)

    def label(self, key: str) -> str:
        """What is printed there."""
        return place_name(self.plan, key)

    def terrain(self, key: str) -> str:
        """The name of the ground there; empty for a box."""
        space = self.plan.spaces.get(key)
        cell = cell_of(key)
        id = space.terrain if space is not None else self.plan.terrain_at(cell) if cell is not None else None  # noqa: A001
        if not id:
            return ""
        return self._terrain[id].name if id in self._terrain else id

    def features(self, key: str) -> tuple[str, ...]:
        """What stands there."""
        return tuple(self._words(self.plan.features[name]) for name in sorted(self._contents.features_at(key)))

    def _words(self, feature: FeaturePlan) -> str:
        swatch = self._features.get(feature.kind)
        kind = swatch.name if swatch is not None else feature.kind
        name = self._wording.name(feature.name)
        return f"{name} ({kind.lower()})" if name and name != kind else kind

    def line(self, key: str, units: Iterable[CounterPicture] = ()) -> str:
        """All of it in one line; nothing of a place that is gone, as one whose making was undone."""
        if not self.plan.has_place(key):
            return ""
        parts = [self.label(key), self.terrain(key), *self.features(key)]
        names = [unit.name or unit.unit for unit in units]
        if len(names) > 4:
            names = [*names[:3], catalogue().text(message("window.more-units", count=len(names) - 3))]
        if names:
            parts.append("; ".join(names))
        return "  ·  ".join(part for part in parts if part)


def room_around(plan: MapPlan) -> float:
    """How much of the table is shown around a map that is edited: boxes and spaces are laid beside what is there."""
    return _BESIDE_HEXES if plan.sheets else _BESIDE_SPACES if plan.spaces else _FOR_A_START
