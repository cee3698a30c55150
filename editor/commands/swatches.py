"""Kinds of the designer's own: terrain, features and lines that the ruleset's palette does not have."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from editor.model.change import Change
from editor.model.edits import SWATCHES
from editor.model.sketch import Sketch
from editor.refusal import CannotEdit
from engine.core.messages import message
from engine.definitions.palette import (
    BoxSwatch,
    FeatureSwatch,
    LineSwatch,
    MarkerSwatch,
    Nation,
    Palette,
    RegionSwatch,
    Swatch,
    TerrainSwatch,
)
from engine.definitions.plan import MapPlan, SwatchKey

GROUPS: Final[Mapping[str, type[Swatch]]] = MappingProxyType(
    {
        "terrain": TerrainSwatch,
        "features": FeatureSwatch,
        "sides": LineSwatch,
        "paths": LineSwatch,
        "connections": LineSwatch,
        "boxes": BoxSwatch,
        "markers": MarkerSwatch,
        "regions": RegionSwatch,
        "nations": Nation,
    }
)
"""The lists of a palette that a designer may add to, and what they hold."""


def put_swatch(plan: MapPlan, group: str, swatch: Swatch) -> Change:
    """Add a kind to the map, or let it look another way."""
    if type(swatch) is not GROUPS.get(group):
        raise CannotEdit(message("edit.cannot.wrong-swatch", name=swatch.name, group=group))
    sketch = Sketch(plan)
    key = SwatchKey(group, swatch.id)
    sketch.put(SWATCHES, key, swatch.replace(order=_order(plan, key)))
    return sketch.change(message("edit.do.put-swatch", name=swatch.name))


def _order(plan: MapPlan, key: SwatchKey) -> int:
    """Where a kind stands among those of its list: where it stood before, or after all others."""
    if key in plan.swatches:
        return plan.swatches[key].order
    return 1 + max((swatch.order for other, swatch in plan.swatches.items() if other.group == key.group), default=0)


def delete_swatch(plan: MapPlan, group: str, id: str) -> Change:
    """Take a kind away; what was painted with it stays."""
    key = SwatchKey(group, id)
    if key not in plan.swatches:
        raise CannotEdit(message("edit.cannot.no-swatch", name=id))
    name = plan.swatches[key].name
    sketch = Sketch(plan)
    sketch.put(SWATCHES, key, None)
    return sketch.change(message("edit.do.delete-swatch", name=name))


def extended_palette(palette: Palette, plan: MapPlan) -> Palette:
    """A palette with the designer's own kinds, in the order they were added in.

    They follow its own, or take the place of one with their id.
    """
    grown: dict[str, tuple[Swatch, ...]] = {}
    ordered = sorted(plan.swatches.items(), key=lambda pair: pair[1].order)
    for group in GROUPS:
        added = {key.id: swatch for key, swatch in ordered if key.group == group}
        if added:
            own: Sequence[Swatch] = getattr(palette, group)
            kept = tuple(added.pop(swatch.id, swatch) for swatch in own)
            grown[group] = (*kept, *added.values())
    return palette.replace(**grown) if grown else palette


def kind_name(palette: Palette, kind: str) -> str:
    """What a kind is called in a sentence: by its name, whichever group it is of; itself where nobody knows it."""
    swatches = (each for group in GROUPS for each in getattr(palette, group) if each.id == kind)
    found = next(swatches, None)
    return kind if found is None else found.name[:1].lower() + found.name[1:]
