"""What a map says of itself: its title, the palette it is painted with, its place on the globe."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Final

from editor.model.change import Change
from editor.model.design.ids import follows, id_from
from editor.model.sketch import Sketch
from editor.model.words import checked_id, checked_line
from engine.core.messages import message
from engine.definitions.plan import MapPlan

_MAP: Final = "map"
"""What a map is called by whose title has no letters."""


def set_title(plan: MapPlan, title: str, *, taken: Collection[str] | None = None) -> Change:
    """Another title for the map, and with it another id where that was made from the title.

    `taken` are the ids that the file has already; without it the map keeps its own, as one does that games were
    played on.
    """
    sketch = Sketch(plan)
    name = checked_line(title)
    sketch.head = replace(sketch.head, title=name)
    if taken is not None and name and follows(plan.id, plan.title, _MAP) and not follows(plan.id, name, _MAP):
        sketch.head = replace(sketch.head, id=id_from(name, _MAP, set(taken) - {plan.id}))
    return sketch.change(message("edit.do.set-title"))


def set_palette(plan: MapPlan, palette: str) -> Change:
    """Let the map be painted with the palette of another ruleset."""
    sketch = Sketch(plan)
    sketch.head = replace(sketch.head, palette=checked_id(palette) if palette else "")
    return sketch.change(message("edit.do.set-palette", palette=palette))
